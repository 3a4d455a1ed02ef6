"""Kenning's own acts, as a person reads them wherever events are shown; and that nobody's words command a terminal."""

import json

import pytest

from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.graph.layout.acts import _SAY
from kenning.model.identity.act import CONTENTS
from kenning.model.statement import Validity


def said(kenning, *options: str) -> list[str]:
    """What the log says of each event: its kind and the rest."""
    return [line.split("  ", 3)[3] for line in kenning("log", *options).out.splitlines()]


def test_every_act_has_words():
    assert set(CONTENTS.values()) == set(_SAY)


def test_the_log_tells_acts_in_words(people):
    assert said(people) == [
        "message.received  Ada Marsh  hello there",
        "entity.created  Ada Marsh, a person, met as chat:ada1",
        "resolution.decided  Ada Marsh → new",
        "message.received  Bo  Have you seen Ada Marsh?",
        "entity.created  Bo, a person, met as chat:bo1",
        "resolution.decided  Bo → new; Ada Marsh → Ada Marsh (exact)",
        "entity.created  The Mill, a company",
    ]


@pytest.mark.parametrize(
    ("options", "sequences"),
    [([], [1, 4]), (["--last", "1"], [4]), (["--limit", "1"], [1]), (["--after", "1"], [4]), (["--at", "3"], [1])],
    ids=str,
)
def test_the_log_without_acts_is_what_happened(people, options, sequences):
    assert [event["sequence"] for event in people("log", "--events", "--json", *options).rows] == sequences


def test_an_act_is_shown_whole_in_words_and_as_recorded(people):
    shown = people("show", "6").out
    assert "    Bo → new; Ada Marsh → Ada Marsh (exact)\n    in #4\n" in shown
    assert "text[14:23], mentioned: Ada Marsh → Ada Marsh (exact), 100%" in shown
    assert "caused by" in people("show", "5").out
    assert '"path":"actor"' in people("show", "6", "--original").out.replace(" ", "")
    assert json.loads(people("show", "6", "--json").json["event"]["files"][0]["content"])["outcomes"]


def test_links_and_plans_tell_acts_in_words_too(people):
    assert "resolution.decided  Bo → new; Ada Marsh → Ada Marsh (exact)" in people("links", "4").out
    assert "entity.created  Bo, a person" in people("erase", "4", "--plan").out
    assert "recorded  Bo, a person, met as chat:bo1" in people("history", "5").out


def test_whoever_was_renamed_stands_in_the_log_as_they_were_called(people):
    people("entity", "rename", "Bo", "Bo Fell")
    people("entity", "rename", "Bo Fell", "Robert Fell")
    assert said(people, "--last", "2") == [
        "entity.changed  Bo: now called Bo Fell",
        "entity.changed  Bo Fell: now called Robert Fell",
    ]


def test_whoever_was_erased_has_no_name(people):
    people("entity", "create", "Cy Dale")
    people("apart", "Cy Dale", "Bo")
    people("erase", "4", "--because", "asked us to", "--yes")
    assert "Bo" not in people("log").out.replace("Bob", "")


@pytest.mark.parametrize(
    ("validity", "text"),
    [
        (None, ""),
        (Validity(valid_from="2024"), ", from 2024"),
        (Validity(valid_to="2024"), ", until 2024"),
        (Validity(valid_from="2023", valid_to="2024"), ", from 2023 until 2024"),
    ],
)
def test_when_a_claim_holds_is_said_as_it_was_said(validity, text):
    assert words.validity(validity) == text


@pytest.mark.parametrize(
    ("micros", "zone", "day"),
    [
        (0, "UTC", "1970-01-01"),
        (0, "America/New_York", "1970-01-01"),
        (5 * 3_600_000_000, "America/New_York", "1970-01-01"),
        (3_600_000_000, "UTC", "1970-01-01 01:00"),
        (1 << 62, "UTC", "out of the calendar"),
    ],
)
def test_a_day_stays_a_day(micros, zone, day):
    assert words.day(micros, zone) == day


HOSTILE = "a\x1b[2Jb\x1b]8;;https://evil.example\x07c\x9b31md\u202ee [bold]f[/bold] \rg"
READING = [
    ["who"],
    ["who", "ch:one"],
    ["entity", "log", "ch:one"],
    ["entity", "diff", "ch:one"],
    ["entity", "state", "ch:one"],
    ["entity", "appears", "ch:one"],
    ["review"],
    ["resolve", HOSTILE],
    ["claims"],
    ["claim", "7"],
    ["contradictions"],
    ["graph", "star", "ch:one"],
    ["graph", "star", "ch:one", "--dot"],
    ["graph", "star", "ch:one", "--graphml"],
    ["graph", "path", "ch:one", "Bo"],
    ["log"],
    ["show", "2"],
    ["show", "3"],
    ["merge", "Bo", "ch:one", "--dry-run"],
    ["who", "Nobody" + HOSTILE],
]


@pytest.mark.parametrize("as_json", [False, True], ids=["plain", "json"])
def test_a_name_cannot_command_the_terminal(kenning, as_json):
    event = {
        "kind": "note.created",
        "source": {"type": "user", "name": "manual"},
        "actor": {"type": "person", "name": HOSTILE, "identifier": "one", "channel": "ch"},
        "entities": [{"name": HOSTILE, "role": "subject"}],
        "files": [{"role": "primary", "content": HOSTILE}],
    }
    assert kenning("record", "--file", "-", stdin=json.dumps(event).encode()).code == 0
    kenning("entity", "create", "Bo")
    for command in (
        ["entity", "describe", "ch:one", f"k={HOSTILE}"],
        ["relate", "ch:one", "knows", "Bo"],
        ["assert", "ch:one", "diet", HOSTILE],
    ):
        assert kenning(*command).code == 0
    for command in READING:
        if as_json and {"--dot", "--graphml"} & set(command):
            continue
        answer = kenning(*command, *(["--json"] if as_json else []))
        assert answer.out + answer.err
        assert set(answer.out + answer.err).isdisjoint("\x1b\x07\x9b\u202e\r"), command
