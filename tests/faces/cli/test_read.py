import json
from typing import Any

import pytest

from tests.faces.conftest import Kenning

ALL = [1, 2, 3, 4, 5, 6, 7, 8]  # of the store that holds the chat: three messages, then Kenning's own acts


def texts(hits: list[dict[str, Any]]) -> list[str]:
    return [hit["view"]["event"]["files"][0]["content"] for hit in hits]


def ids(kenning: Kenning) -> list[str]:
    return [event["id"] for event in kenning("log", "--json").rows]


# -- recall --------------------------------------------------------------------------------------------------------------


def test_recall_answers_with_time_actor_text_place_id_and_source(full):
    first = ids(full)[0]
    source = 'whatsapp "Ann Lee"'
    assert full("recall", "where", "is", "the", "office?").out == (
        f"2024-02-01 10:00  Ann Lee  We moved the office to Lisbon\n                           #1  {first}  {source}\n"
    )


def test_recall_in_json_is_one_answer_with_its_hits(full):
    answer = full("recall", "office dentist", "--json")
    fields = ["about", "bearing", "block", "claims", "hits", "names", "references", "sessions", "unknown"]
    assert sorted(answer.json) == fields
    assert {"Dentist at nine", "We moved the office to Lisbon"} <= set(texts(answer.json["hits"]))
    assert {tuple(sorted(hit)) for hit in answer.json["hits"]} == {("copies", "lanes", "rank", "score", "view")}
    assert answer.json["hits"][0]["view"]["event"]["time"]["occurredAt"]


def test_recall_without_a_hit_says_so_and_is_no_error(full):
    answer = full("recall", "submarine")
    assert (answer.code, answer.out, answer.err) == (0, "nothing found\n", "")
    assert full("recall", "submarine", "--json").json["hits"] == []


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (["--actor", "Ann Lee"], ["We moved the office to Lisbon"]),
        (["--actor", "Bob"], []),
        (["--kind", "message.posted"], ["We moved the office to Lisbon"]),
        (["--kind", "note.created"], []),
        (["--after", "2024-02-01"], ["We moved the office to Lisbon"]),
        (["--after", "2024-02-02"], []),
        (["--before", "2024-02-01T10:00:00Z"], []),
        (["--before", "2024-02-02"], ["We moved the office to Lisbon"]),
        (["--at", "1"], ["We moved the office to Lisbon"]),
        (["--at", "0"], []),
        (["--at", "2020-01-01"], []),
    ],
)
def test_recall_is_narrowed_by(full, filters, found):
    assert texts(full("recall", "office", "--json", *filters).json["hits"]) == found


def test_recall_gives_so_many_answers_as_asked(full):
    full("record", "another office")
    assert len(full("recall", "office", "-k", "1", "--json").json["hits"]) == 1


def test_a_long_text_is_shown_where_it_answers(kenning):
    kenning("record", "padding " * 200 + "the needle is here " + "padding " * 200)
    shown = kenning("recall", "needle").out.splitlines()[0]
    assert "the needle is here" in shown
    assert "…" in shown
    assert len(shown) < 600


def test_what_became_of_an_answer_is_said_below_it(full):
    full("amend", "1", "the one by the river")
    full("correct", "1", "--set", "location.name=Alfama")
    assert full("recall", "office").out.splitlines()[-1].endswith('whatsapp "Ann Lee"  corrected  amended')


# -- timeline ------------------------------------------------------------------------------------------------------------


def test_a_timeline_is_in_order_of_what_it_is_about(full):
    full("record", "An early one", "--occurred-at", "2020-01-01")
    shown = [line.split("  evt_")[0] for line in full("timeline").out.splitlines()]
    assert shown == [
        "#9  2020-01-01                 An early one",
        "#1  2024-02-01 10:00  Ann Lee  We moved the office to Lisbon",
        "#2  2024-02-01 10:05  Bob      Great,",
        "                               see you there",
        "#3  2024-02-13 09:00  Ann Lee  Dentist at nine",
    ]


def test_a_timeline_can_be_asked_for_newest_first_and_in_part(full):
    views = full("timeline", "--newest", "--limit", "2", "--json").json
    assert [view["event"]["sequence"] for view in views] == [3, 2]


def test_times_are_shown_on_the_clock_of_the_reader(full, monkeypatch):
    monkeypatch.setenv("KENNING_TIMEZONE", "Asia/Tokyo")
    assert full("timeline", "--limit", "1").out.startswith("#1  2024-02-01 19:00  Ann Lee")


def test_a_timeline_of_nothing_says_so(full):
    assert full("timeline", "--after", "2030-01-01").out == "nothing in this stretch of time\n"


# -- show, history, links ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["2", "#2", "the id"])
def test_an_event_is_named_by_its_id_or_its_number(full, name):
    second = ids(full)[1]
    assert full("show", second if name == "the id" else name, "--json").json["event"]["id"] == second


@pytest.mark.parametrize("name", ["0", "9", "#99", "evt_nobody"])
def test_an_event_that_is_not_there_is_not_found(full, name):
    answer = full("show", name, "--json")
    assert (answer.code, answer.error["code"], answer.out) == (3, "not_found", "")


def test_show_is_the_event_as_it_reads_now_and_original_as_it_was(full):
    full("correct", "1", "--set", "content=We moved to Porto", "--because", "misheard")
    assert full("show", "1", "--json").json["event"]["files"][0]["content"] == "We moved to Porto"
    assert full("show", "1", "--at", "1", "--json").json["corrected"] is False
    assert full("show", "1", "--original", "--json").json["files"][0]["content"] == "We moved the office to Lisbon"
    assert "We moved to Porto" in full("show", "1").out
    assert "We moved the office to Lisbon" in full("show", "1", "--original").out


def test_a_redacted_event_shows_why_and_how_to_lift_it(full):
    full("redact", "1", "--because", "said in confidence")
    shown = full("show", "1").out
    assert "redacted: said in confidence; kenning lift 9 shows it again" in shown
    assert "Lisbon" not in shown + full("log").out + full("timeline").out + full("recall", "office").out


def test_history_tells_what_was_done_and_what_no_longer_counts(full):
    full("amend", "1", "the one by the river", "--because", "asked her")
    full("redact", "9")
    changes = full("history", "1", "--json").json
    assert [(change["effect"], change["counts"]) for change in changes] == [("amends", False), ("redacts", True)]
    shown = full("history", "1").out
    assert "recorded  We moved the office to Lisbon" in shown
    assert "amended, undone by #10" in shown


def test_links_are_drawn_as_a_tree_in_both_directions(full):
    first = ids(full)[0]
    full("amend", "1", "the one by the river")
    created, resolved, amendment = (ids(full)[number - 1] for number in (4, 5, 9))  # 4 and 5: of whom it is
    edges = [
        {"fromEventId": source, "toEventId": first, "relation": relation, "depth": 1}
        for source, relation in ((created, "caused_by"), (resolved, "derived_from"), (amendment, "part_of"))
    ]
    assert full("links", "1", "--json").json == edges
    assert full("links", "1", "--up", "--json").json == []
    assert full("links", "9", "--up", "--json").json == edges[2:]
    assert full("links", "1").out.splitlines()[-1].startswith(f"└─ ← part_of  #9  {amendment}")
    assert full("links", "9").out.splitlines()[1].startswith(f"└─ → part_of  #1  {first}")
    assert full("record", "nobody's").out.startswith("recorded  #10")
    assert full("links", "10").out.splitlines()[1:] == ["no links"]


def test_a_circle_of_links_is_walked_once(full):
    full("amend", "1", "first")
    full("amend", "9", "of the amendment")
    lines = full("links", "9", "--depth", "9").out.splitlines()
    met = [line.split("#")[1].split()[0] for line in lines]
    assert met[0] == "9"
    assert sorted(met) == sorted({*met}) == ["1", "10", "4", "5", "9"]


# -- log -----------------------------------------------------------------------------------------------------------------


def test_the_log_is_one_event_a_line(full):
    lines = full("log").out.splitlines()
    assert [line.split()[0] for line in lines] == [f"#{number}" for number in ALL]
    assert lines[1].endswith("message.posted  Bob  Great, see you there")


@pytest.mark.parametrize(
    ("options", "sequences"),
    [
        ([], ALL),
        (["--after", "1"], ALL[1:]),
        (["--last", "2"], [7, 8]),
        (["--last", "0"], []),
        (["--last", "99"], ALL),
        (["--last", "1", "--at", "2"], [2]),
        (["--last", "1", "--actor", "Ann Lee"], [3]),
        (["--limit", "1"], [1]),
        (["--actor", "Ann Lee"], [1, 3]),
        (["--kind", "note.created"], []),
        (["--since", "2024-02-02"], ALL[2:]),
        (["--since", "2024-02-02", "--kind", "message.posted"], [3]),
        (["--until", "2024-02-02"], [1, 2]),
        (["--at", "2"], [1, 2]),
        (["--after", "1", "--limit", "1", "--follow"], [2]),
    ],
)
def test_the_log_is_narrowed_by(full, options, sequences):
    assert [event["sequence"] for event in full("log", "--json", *options).rows] == sequences


def test_nothing_is_to_come_in_the_past(full):
    answer = full("log", "--follow", "--at", "2", "--json")
    assert (answer.code, answer.error["details"]["path"]) == (2, "--at")


def test_an_interrupted_follow_ends_as_the_shell_expects(full, monkeypatch):
    from kenning.engine.session import Session

    def interrupted(*_, **__):
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "follow", interrupted)
    assert (full("log", "--follow").code, full("log", "--follow").err) == (130, "")


# -- what holds for all --------------------------------------------------------------------------------------------------

READING = [
    ["recall", "x"],
    ["timeline"],
    ["show", "1"],
    ["history", "1"],
    ["links", "1"],
    ["log"],
    ["verify"],
    ["rebuild"],
    ["export", "x.jsonl"],
    ["backup", "x.kenning"],
    ["amend", "1", "x"],
    ["correct", "1", "--set", "content=x"],
    ["redact", "1"],
    ["lift", "1"],
    ["erase", "1", "--because", "x", "--yes"],
]


@pytest.mark.parametrize("command", READING, ids=lambda command: command[0])
def test_a_store_that_is_not_there_is_not_made_by(kenning, command):
    answer = kenning(*command)
    assert (answer.code, answer.out) == (3, "")
    assert answer.err.startswith(f'error: store: "{kenning.store}" does not exist\nhint:  ')
    assert not kenning.store.exists()


HOSTILE = "a\x1b[2Jb\x1b]8;;https://evil.example\x07c\x9b31md\u202ee [bold]f[/bold] \rg"


@pytest.mark.parametrize(
    "command",
    [["recall", "bold"], ["timeline"], ["show", "1"], ["show", "1", "--original"], ["history", "1"], ["links", "1"],
     ["log"], ["erase", "1", "--plan"]],
    ids=" ".join,
)  # fmt: skip
@pytest.mark.parametrize("as_json", [False, True], ids=["plain", "json"])
def test_an_event_cannot_command_the_terminal(kenning, command, as_json):
    event = {
        "kind": "note.created",
        "source": {"type": "user", "name": HOSTILE},
        "actor": {"type": "person", "name": HOSTILE},
        "location": {"name": HOSTILE, "address": HOSTILE},
        "context": {"session": {"name": HOSTILE}},
        "entities": [{"name": HOSTILE}],
        "files": [{"role": "primary", "content": HOSTILE}, {"role": "raw", "name": HOSTILE, "content": "x"}],
    }
    assert kenning("record", "--file", "-", stdin=json.dumps(event).encode()).code == 0
    kenning("amend", "1", HOSTILE, "--because", HOSTILE)
    answer = kenning(*command, *(["--json"] if as_json else []))
    assert answer.code == 0
    assert set(answer.out + answer.err).isdisjoint("\x1b\x07\x9b\u202e\r")
    if not as_json:
        assert "[bold]f[/bold]" in answer.out


def test_nor_can_an_error(kenning):
    answer = kenning("record", "x", "--time-zone", "\x1b[31mMars[/red]")
    assert answer.code == 2
    assert answer.err.startswith('error: time.timeZone: "␛[31mMars[/red]" is not a time zone\n')


def test_recall_explains_what_each_lane_gave(full):
    shown = full("recall", "office", "--explain").out.splitlines()
    head = next(
        place for place, line in enumerate(shown) if line.split() == ["#", "score", "lane", "rank", "raw", "share"]
    )
    rows = [line.split() for line in shown[head + 1 :]]
    rank, score, *first = rows[0]
    assert rank == "1"
    each = [first, *(row for row in rows[1:] if len(row) == len(first))]
    assert "lexical" in {lane for lane, *_ in each}
    assert sum(float(share) for *_, share in each) == pytest.approx(float(score), abs=0.02)


def test_recall_tells_how_a_relation_and_a_time_told_by_an_event_were_read(kenning):
    for name in ("Tom", "Ana Reis"):
        kenning("entity", "create", name)
    assert kenning("relate", "Tom", "sibling_of", "Ana Reis").code == 0
    shown = kenning("--me", "Tom", "recall", "what did my sister eat before the flood?", "--explain").out
    assert '"my sister" is read as Ana Reis, by evt_' in shown
    assert '"before the flood" is read as nothing: it is not known what it means' in shown
    assert "about: Ana Reis" in shown
    assert 'it is not known whom "my sister" means' in kenning("recall", "what does my sister eat?").out


def test_what_connects_two_is_shown_and_nothing_is_a_finding(kenning):
    for name in ("Tom", "Ana Reis", "Zoe Stone"):
        kenning("entity", "create", name)
    assert kenning("relate", "Tom", "sibling_of", "Ana Reis").code == 0
    shown = kenning("between", "Tom", "Ana Reis")
    assert [line for line in shown.out.splitlines() if line in {"claimed", "related", "together"}] == [
        "claimed",
        "related",
        "together",
    ]
    assert "Tom  ↔ sibling_of  Ana Reis" in shown.out
    nothing = kenning("between", "Tom", "Zoe Stone")
    assert (nothing.code, nothing.out) == (1, "nothing known connects Tom and Zoe Stone\n")
    assert kenning("between", "Tom", "Ana Reis", "--json").json["paths"]


def test_recall_gives_a_block_for_a_prompt(full):
    shown = full("recall", "office", "--context", "200").out
    assert shown.startswith("Known, in order of time")
    assert "«We moved the office to Lisbon»" in shown
