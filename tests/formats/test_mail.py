"""Mail: who and when from headers as they really are, words from any MIME, threads, and where one message ends."""

from pathlib import Path

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, Options, Record, recognise
from kenning.formats.markup import plain_text

GOLDEN = Path(__file__).parents[1] / "golden" / "formats" / "mail"


def read(path: Path, options: Options | None = None) -> list[Record]:
    """The records of a file."""
    return list(FORMATS["mail"].read(path, options or Options()))


def drafts(path: Path) -> list[Draft]:
    """The drafts of a file."""
    return [record for record in read(path) if isinstance(record, Draft)]


def letter(tmp_path: Path, *lines: str, name: str = "a.eml") -> Path:
    """A file of these lines."""
    file = tmp_path / name
    file.write_bytes("\n".join(lines).encode("utf-8", errors="surrogateescape"))
    return file


def one(tmp_path: Path, *lines: str) -> Draft:
    """The draft of a letter with these headers and text."""
    [draft] = drafts(letter(tmp_path, *lines))
    return draft


def test_threads_are_kept():
    links = {
        draft.key.partition("@")[0]: draft.reply_to for draft in drafts(GOLDEN / "made_here_list.mbox") if draft.key
    }
    assert links == {
        "1709540102.1": None,
        "1709546564.2": "1709540102.1@mail.example.com",
        "1709555400.3": "1709546564.2@mail.example.org",
        "1709624710.4": "1709555400.3@mail.example.com",
        "1709629920.5": None,
    }


def test_quoted_lines_are_unquoted_and_the_message_inside_is_an_attachment():
    told = drafts(GOLDEN / "made_here_list.mbox")
    assert "\nFrom 17 May on I am away, so not later please.\n>From was how" in (told[1].event.files[0].content or "")
    assert [file.content_type for file in told[4].event.files] == ["text/plain", "message/rfc822"]
    assert [file.name for file in told[3].event.files[1:]] == ["agenda.txt"]


def test_a_date_that_is_none_is_inferred_from_the_envelope_and_says_so():
    last = drafts(GOLDEN / "made_here_list.mbox")[-1].event.time
    assert last is not None
    assert (last.occurred_at, last.precision) == ("2024-03-06T06:00:59Z", "inferred")


@pytest.mark.parametrize(
    ("header", "name", "address"),
    [
        ("Ann <Ann@Example.com>", "Ann", "ann@example.com"),
        ("=?iso-8859-1?Q?Last=DFlName=2C_First?= <c@example.com>", "LastßlName, First", "c@example.com"),
        ("alice@example.com <bob@example.com>", "alice@example.com", "bob@example.com"),
        ('"alice@example.com" <bob@example.com>', "alice@example.com", "bob@example.com"),
        ("=?UTF-8?B?dG9ueUBleGFtcGxlLmNvbQ==?= <tony@example.com>", None, "tony@example.com"),
        ("test at example.com (Dummy Person)", "Dummy Person", "test@example.com"),
        ('"Doe, John" <john@example.com>', "Doe, John", "john@example.com"),
        ("Zoé <zoe@example.com>", "Zoé", "zoe@example.com"),
        ("undisclosed", None, None),
    ],
)
def test_a_sender_is_parsed_before_it_is_decoded(tmp_path, header, name, address):
    actor = one(tmp_path, f"From: {header}", "Date: Mon, 4 Mar 2024 09:00:00 +0000", "", "x").event.actor
    if name or address:
        assert actor is not None
        assert (actor.name, actor.identifier) == (name, address)
        assert actor.channel == "email"


def test_all_recipients_are_concerned(tmp_path):
    draft = one(
        tmp_path,
        "From: a@example.com",
        'To: "Doe, John" <j@example.com>, k@example.com',
        "Cc: L <l@example.com>",
        "",
        "x",
    )
    assert [(item.identifier, item.name, item.role) for item in draft.event.entities] == [
        ("j@example.com", "Doe, John", "participant"),
        ("k@example.com", None, "participant"),
        ("l@example.com", "L", "participant"),
    ]


@pytest.mark.parametrize(
    ("lines", "at"),
    [
        (["Date: Mon, 4 Mar 2024 13:30:00 +0100 (CET)"], "2024-03-04T13:30:00+01:00"),
        (["Date: 4 Mar 2024 13:30:00 -0000"], "2024-03-04T13:30:00Z"),
        (
            ["Date: Tue, 30 Nov 1999 23:56:33 -3000 (CST)", "Resent-Date: Mon, 8 Nov 1999 20:53:05 -0600"],
            "1999-11-08T20:53:05-06:00",
        ),
        (["Date: never", "Received: by x; Mon, 04 Mar 2024 09:00:00 +0000"], "2024-03-04T09:00:00Z"),
        (["Date: \udcbc\udcf6, 27 6 2001"], None),
        (["Date: Mon, 4 Mar 1066 13:30:00 +0100"], None),
    ],
)
def test_when_it_was_sent(tmp_path, lines, at):
    time = one(tmp_path, "From: a@example.com", "To: b@example.com", *lines, "", "x").event.time
    assert (time.occurred_at if time else None) == at


@pytest.mark.parametrize(
    ("envelope", "at"),
    [
        ("From a@example.com Mon Mar  4 08:15:02 2024", "2024-03-04T08:15:02Z"),
        ("From 123@xxx Mon Mar 04 08:15:02 +0100 2024", "2024-03-04T08:15:02+01:00"),
        ("From - Mon Mar 04 08:15:02 2024", "2024-03-04T08:15:02Z"),
        ("From a at example.com  Mon Mar  4 08:15:02 2024", "2024-03-04T08:15:02Z"),
    ],
)
def test_every_form_of_envelope_begins_a_message_and_gives_its_time(tmp_path, envelope, at):
    lines = [envelope, "From: a@example.com", "", "one", "", envelope, "From: b@example.com", "", "two"]
    told = drafts(letter(tmp_path, *lines, name="box"))
    assert [draft.event.files[0].content for draft in told] == ["one", "two"]
    assert {draft.event.time.occurred_at for draft in told if draft.event.time} == {at}
    assert recognise(letter(tmp_path, *lines, name="box")).name == "mail"


def test_a_line_of_text_that_resembles_an_envelope_parts_no_message(tmp_path):
    first = "From a@example.com Mon Mar  4 08:15:02 2024"
    text = [
        "From here on it is easy.",
        "",
        "From Monday 10:30 on, in 2024, we meet.",
        "Yours",
        "",
        "From Ann 10:30 2024",
        "",
        "end",
    ]
    [draft] = drafts(letter(tmp_path, first, "From: a@example.com", "Subject: x", "", *text, name="box"))
    assert draft.event.files[0].content is not None
    assert draft.event.files[0].content.startswith("From here on")


def test_an_eml_is_one_message_whatever_its_text_says(tmp_path):
    inner = ["From b@example.com Mon Mar  4 08:15:02 2024", "From: b@example.com", "", "quoted"]
    assert len(drafts(letter(tmp_path, "From: a@example.com", "Subject: x", "", "see:", "", *inner))) == 1


@pytest.mark.parametrize(
    ("kind", "encoding", "body", "text"),
    [
        ('text/plain; charset="utf-8"', "8bit", "café", "café"),
        ('text/plain; charset="iso-8859-1"', "quoted-printable", "caf=E9=\n!", "café!"),
        ("text/plain; charset=utf-8", "base64", "Y2Fmw6k=", "café"),
        ("text/plain; charset=no-such-thing", "8bit", "café", "café"),
        ("text/plain; charset=GB2312", "8bit", "你好", "你好"),
        (
            "text/html; charset=utf-8",
            "8bit",
            "<style>x{}</style><p>caf&eacute;<br>two</p><script>no()</script>",
            "café\ntwo",
        ),
        ("multipart/mixed", "8bit", "no boundary at all", "no boundary at all"),
        ("nonsense", "8bit", "plain after all", "plain after all"),
    ],
)
def test_words_survive_every_encoding(tmp_path, kind, encoding, body, text):
    draft = one(
        tmp_path, "From: a@example.com", f"Content-Type: {kind}", f"Content-Transfer-Encoding: {encoding}", "", body
    )
    assert draft.event.files[0].content == text


def test_plain_text_is_read_where_there_is_some_and_nothing_twice(tmp_path):
    boundary = 'Content-Type: multipart/alternative; boundary="b"'
    plain, markup = (
        ["--b", "Content-Type: text/plain", "", "plain"],
        ["--b", "Content-Type: text/html", "", "<b>rich</b>"],
    )
    both = one(tmp_path, "From: a@example.com", boundary, "", *plain, *markup, "--b--")
    empty = one(tmp_path, "From: a@example.com", boundary, "", *plain[:3], " ", *markup, "--b--")
    assert [both.event.files[0].content, empty.event.files[0].content] == ["plain", "rich"]


def test_subject_and_thread_make_the_session(tmp_path):
    lines = ["From: a@example.com", "Message-ID: <2@x>", "References: <1@x>", "Subject: Re: AW: =?utf-8?B?w4RwZmVs?="]
    context = one(tmp_path, *lines, "", "x").event.context
    assert context is not None
    assert context.session is not None
    assert (context.session.id, context.session.name) == ("1@x", "Äpfel")


def test_equal_messages_in_one_mbox_stay_so_many(tmp_path):
    message = [
        "From a@example.com Mon Mar  4 08:15:02 2024",
        "From: a@example.com",
        "Message-ID: <1@x>",
        "",
        "same",
        "",
    ]
    told = drafts(letter(tmp_path, *message, *message, name="box"))
    assert len({draft.event.idempotency_key for draft in told}) == 2


def test_a_message_that_is_only_text_has_no_header_and_is_refused(tmp_path):
    [record] = read(letter(tmp_path, "just words", "and more", name="x.eml"))
    assert not isinstance(record, Draft)
    assert record.reason == "has no header"
    with pytest.raises(InvalidError, match=r"x\.mbox"):
        read(letter(tmp_path, "", name="x.mbox"))


def test_html_that_is_no_html_still_gives_its_words():
    assert plain_text("<html><head><title>t</title><body>a<p>b<div>c") == "a\nb\nc"
    assert plain_text("<![if IE]>x<![endif]><!DOCTYPE [<!ENTITY x>]><br/>y & z &#0; &#x110000;")
    assert plain_text("<table><tr><td>a</td><td>b</td></tr></table>") == "a b"
