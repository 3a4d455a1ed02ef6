"""Artifacts, macros, the inbox and the audit on the command line."""

import re

import pytest

from tests.faces.conftest import Kenning

KEY = "The spare key"


def shown(text: str) -> list[str]:
    """Lines without hashes, ids and moments, which differ from run to run."""
    return [
        re.sub(r"  (evt_\w+|art_\w+|[0-9a-f]{8}(?= |$)|20\d\d-[\d-]+ [\d:]+)", "", line) for line in text.splitlines()
    ]


@pytest.fixture
def key(people: Kenning) -> Kenning:
    """Where the key is: first by #1, then otherwise by #4."""
    people("artifact", "put", KEY, "hangs in the shed", "--evidence", "1")
    people("artifact", "put", KEY, "is with Bo", "--evidence", "4", "--contradicts", "--because", "Bo said so")
    return people


def test_what_is_put_is_said_with_its_place_and_label(people):
    assert shown(people("artifact", "put", KEY, "hangs in the shed", "--evidence", "1").out) == [
        f"put  #8  memory  {KEY}  v1"
    ]
    refused = people("artifact", "put", "Nothing", "x")
    assert (refused.code, "evidence" in refused.err) == (2, True)


def test_an_artifact_is_shown_with_what_it_rests_on(key):
    out = key("artifact", "get", KEY).out
    assert f"{KEY}  memory  v2  current" in out
    assert "    is with Bo\n" in out
    assert "cause      contradiction: Bo said so" in out
    assert "rests on   #1, #4" in out
    assert "    hangs in the shed\n" in key("artifact", "get", KEY, "--version", "v1").out
    assert key("artifact", "get", "nothing such").code == 3


def test_versions_are_drawn_and_compared(key):
    drawn = key("artifact", "log", KEY).out.splitlines()
    assert [line.split()[:2] for line in drawn] == [["●", "v2"], ["●", "v1"]]
    changes = key("artifact", "diff", KEY, "--json").json["changes"]
    assert {one["path"]: (one["old"], one["new"]) for one in changes}["text"] == ("hangs in the shed", "is with Bo")
    assert "  - hangs in the shed\n  + is with Bo\n" in key("artifact", "diff", KEY).out


def test_artifacts_are_listed_by_their_newest_version(key):
    assert shown(key("artifact", "list").out) == [f"memory  {KEY}  v2"]
    assert key("artifact", "list", "--kind", "macro", "--json").json == []


def test_erased_words_are_said_to_be_erased(key):
    artifact = key("artifact", "get", KEY, "--json").json["version"]["artifact"]
    key("erase", "1", "--because", "asked to", "--yes")
    assert key("artifact", "get", artifact).out.startswith("(erased)  memory  v2  current")
    assert key("verify").code == 0


def test_a_macro_that_may_not_be_used_says_what_to_do(people):
    refused = people("macro", "learn", "release", "--of", "Bo", "--from", "4", "--step", "tool:deploy:invoke")
    assert refused.code == 5
    assert "tool:deploy:invoke" in refused.err
    assert people("macro", "learn", "release", "--of", "Bo", "--from", "4", "--step", "deploy").code == 2
    assert people("macro", "use", "release").code == 3


def test_the_inbox_tells_who_is_new_and_forgets_what_was_read(people):
    assert shown(people("inbox").out) == [
        "#5  Bo is new here and waits for review",
        "#2  Ada Marsh is new here and waits for review",
    ]
    people("inbox", "5", "--read")
    assert shown(people("inbox").out) == ["#2  Ada Marsh is new here and waits for review"]
    people("inbox", "--read")
    assert people("inbox").out == "nothing new\n"
    assert [one["read"] for one in people("inbox", "--all", "--json").json] == [True, True]


def test_the_audit_says_who_was_shown_what(key):
    words = key("artifact", "get", KEY, "--json").json["wordsEvent"]
    lines = key("audit", "--saw", words, "--json").json
    assert {(one["principal"], one["verb"]) for one in lines} == {("admin", "artifact.get")}
    assert "admin  on local  artifact.get" in key("audit").out
    assert key("audit", "--refused").out == ""
    assert key("audit", "--by", "nobody such").out == ""
