"""Address books: every identifier of a person, whatever the vendor did to the lines."""

from pathlib import Path

import pytest

from kenning.formats import FORMATS, Draft, Options, Record, Skipped

GOLDEN = Path(__file__).parents[1] / "golden" / "formats" / "vcard"


def read(path: Path) -> list[Record]:
    """The records of a file."""
    return list(FORMATS["vcard"].read(path, Options()))


def cards(path: Path) -> list[Draft]:
    """The drafts of a file."""
    return [record for record in read(path) if isinstance(record, Draft)]


def card(tmp_path: Path, *lines: str, version: str = "3.0") -> Draft:
    """The draft of a card of these lines."""
    file = tmp_path / "card.vcf"
    whole = ["BEGIN:VCARD", f"VERSION:{version}", *lines, "END:VCARD", ""]
    file.write_bytes("\r\n".join(whole).encode("utf-8", errors="surrogateescape"))
    [draft] = cards(file)
    return draft


def met(draft: Draft) -> list[tuple[str | None, str | None]]:
    """By what the person of a card is met."""
    return [(item.channel, item.identifier) for item in draft.event.entities]


def words(draft: Draft) -> str:
    """The card in words."""
    return draft.event.files[0].content or ""


def test_the_same_person_is_met_by_the_same_identifiers_whoever_wrote_the_card():
    [evolution] = cards(GOLDEN / "John_Doe_EVOLUTION.vcf")
    assert met(evolution) == [
        ("aim", "johnny5@aol.com"),
        ("phone", "9056661234"),
        ("phone", "9055551234"),
        ("email", "john.doe@ibm.com"),
    ]
    assert {(item.name, item.type, item.role) for item in evolution.event.entities} == {
        ("Mr. John Richter, James Doe Sr.", "person", "subject"),
    }
    [berry] = cards(GOLDEN / "John_Doe_BLACK_BERRY.vcf")
    assert met(berry) == [("phone", "+96123456789")]


def test_quoted_printable_is_joined_and_decoded():
    told = cards(GOLDEN / "John_Doe_ANDROID.vcf")
    assert words(told[2]).startswith("Ñ Ñ Ñ Ñ Ñ\n")
    assert "=C3" not in "".join(map(words, told))
    [outlook] = cards(GOLDEN / "outlook-2003.vcf")
    assert "Note: This is the note field!!\r\nSecond line" in words(outlook)
    assert met(outlook) == [("email", "jdoe@hotmail.com")]


def test_a_picture_is_an_attachment_even_where_its_lines_run_on_unindented(tmp_path):
    [berry] = cards(GOLDEN / "John_Doe_BLACK_BERRY.vcf")
    assert [(file.name, file.content_type, file.encoding) for file in berry.event.files[1:]] == [
        ("photo", "image/jpeg", "base64")
    ]
    draft = card(tmp_path, "PHOTO;ENCODING=BASE64;TYPE=PNG:aGVs", "bG8=", "", "FN:Ann", version="2.1")
    assert [(file.content, file.content_type) for file in draft.event.files[1:]] == [("aGVsbG8=", "image/png")]
    assert words(draft) == "Ann"


def test_labels_of_groups_and_escapes_are_read():
    [gmail] = cards(GOLDEN / "gmail-single.vcf")
    assert "Phone (GRAND_CENTRAL): 555 555 2222" in words(gmail)
    assert "Web (PROFILE): http://TheProfile.com" in words(gmail)
    assert "Related (Spouse): MySpouse" in words(gmail)
    assert "Note: This is GMail's note field.\nIt should be added as a NOTE type.\nACustomField: CustomField" in words(
        gmail
    )


@pytest.mark.parametrize(
    ("line", "channel", "identifier"),
    [
        ("EMAIL;TYPE=work:Ann@Example.com", "email", "ann@example.com"),
        ("EMAIL:mailto:ann@example.com", "email", "ann@example.com"),
        ("TEL;TYPE=CELL:+1 (212) 204-3445", "phone", "+12122043445"),
        ('TEL;VALUE=uri;TYPE="work,voice";PREF=1:tel:+1-418-656-9254;ext=102', "phone", "+14186569254;ext=102"),
        ("IMPP:xmpp:ann@example.com", "xmpp", "ann@example.com"),
        ("X-SKYPE:ann.live", "skype", "ann.live"),
    ],
)
def test_an_identifier_is_exact(tmp_path, line, channel, identifier):
    assert met(card(tmp_path, "FN:Ann", line)) == [(channel, identifier)]


@pytest.mark.parametrize("line", ["TEL;TYPE=WORK,FAX:+12122043445", "TEL:HomePhone", "EMAIL:none", "TEL:", "IMPP:ann"])
def test_what_is_no_identifier_is_none(tmp_path, line):
    assert met(card(tmp_path, "FN:Ann", line)) == [(None, None)]


@pytest.mark.parametrize(
    ("lines", "name", "kind"),
    [
        (["FN:Ann Example", "N:Example;Ann;;;"], "Ann Example", "person"),
        (["N:Example;Ann;Maria;Dr.;"], "Dr. Ann Maria Example", "person"),
        (["FN:", "ORG:Acme;Sales"], "Acme;Sales", "person"),
        (["FN:Acme", "KIND:org"], "Acme", "organization"),
        (["FN:Acme", "X-ABShowAs:COMPANY"], "Acme", "organization"),
        (["EMAIL:ann@example.com"], "ann@example.com", "person"),
    ],
)
def test_a_card_is_called_by_the_best_name_it_has(tmp_path, lines, name, kind):
    [first, *_] = card(tmp_path, *lines).event.entities
    assert (first.name, first.type) == (name, kind)


@pytest.mark.parametrize(
    ("revised", "at"),
    [
        ("2012-03-05T13:32:54Z", "2012-03-05T13:32:54Z"),
        ("20121012T210525Z", "2012-10-12T21:05:25Z"),
        ("20121012", "2012-10-12"),
        ("2012-13-45T00:00:00Z", None),
        ("yesterday", None),
    ],
)
def test_a_revision_is_when_it_was_captured(tmp_path, revised, at):
    time = card(tmp_path, "FN:Ann", f"REV:{revised}").event.time
    assert (time.captured_at if time else None) == at


def test_a_card_inside_a_card_is_no_card_of_its_own(tmp_path):
    draft = card(tmp_path, "FN:Ann", "AGENT:", "BEGIN:VCARD", "FN:Ben", "END:VCARD", "TEL:+12122043445", version="2.1")
    assert met(draft) == [("phone", "+12122043445")]


def test_an_old_card_in_the_charset_of_its_phone_is_read_and_a_new_one_is_broken(tmp_path):
    assert words(card(tmp_path, "FN:Zo\udce9", version="2.1")) == "Zoé"
    file = tmp_path / "new.vcf"
    file.write_bytes(b"BEGIN:VCARD\nVERSION:3.0\nFN:Zo\xe9\nEND:VCARD\n")
    assert [record.reason for record in read(file) if isinstance(record, Skipped)] == ["is not UTF-8"]


def test_a_line_that_is_no_property_costs_itself(tmp_path):
    assert words(card(tmp_path, "garbage", ";;;:", "FN:Ann", "TEL;TYPE=\x01:1234567")).startswith("Ann")


def test_a_broken_card_costs_itself(tmp_path):
    file = tmp_path / "cards.vcf"
    sound = "BEGIN:VCARD\nVERSION:3.0\nFN:Ann\nEND:VCARD\n"
    file.write_text(
        f"{sound}BEGIN:VCARD\nFN:Ben\n{sound}FN:Cid\nEND:VCARD\nBEGIN:VCARD\nEND:VCARD\n{sound}BEGIN:VCARD\nFN:Dan",
        encoding="utf-8",
    )
    found = [(record.where, record.reason) for record in read(file) if isinstance(record, Skipped)]
    assert found == [
        ("line 5: card 2", "has no END:VCARD"),
        ("line 11: card 4", "has no BEGIN:VCARD"),
        ("line 13: card 5", "has no property that can be read"),
        ("line 19: card 7", "has no END:VCARD: the file is cut"),
    ]
    assert [words(draft) for draft in cards(file)] == ["Ann"] * 3


def test_equal_cards_are_so_many_and_a_changed_card_is_new(tmp_path):
    first, changed = card(tmp_path, "UID:1", "FN:Ann"), card(tmp_path, "UID:1", "FN:Anna")
    assert first.event.idempotency_key != changed.event.idempotency_key
    file = tmp_path / "twice.vcf"
    file.write_text("BEGIN:VCARD\nFN:Ann\nEND:VCARD\n" * 2, encoding="utf-8")
    assert len({draft.event.idempotency_key for draft in cards(file)}) == 2


def test_a_line_in_a_charset_that_it_names_is_read_by_it(tmp_path):
    assert words(card(tmp_path, "FN;CHARSET=ISO-8859-2:Ko\udcb6mider")) == "Kośmider"
