"""Judgements on the command line: merges and how they are undone, what is held apart, what waits for a person."""

import json

import pytest

from tests.faces.conftest import Kenning


@pytest.fixture
def two(people: Kenning) -> Kenning:
    """Bo and Robert Fell, who disagree on the town: the last act is #9."""
    people("entity", "create", "Robert Fell", "--alias", "Rob", "--set", "town=Ghent", "--set", "age:=40")
    people("entity", "describe", "Bo", "town=Bruges", "diet=vegan")
    return people


def members(kenning: Kenning, name: str) -> list[str]:
    return sorted(kenning("who", name, "--json").json["memberNames"].values())


# -- merge ---------------------------------------------------------------------------------------------------------------


def test_a_merge_is_shown_before_it_is_made(two):
    lines = two("merge", "Robert Fell", "Bo", "--policy", "newest", "--dry-run").out.splitlines()
    assert lines[0].startswith("Bo would read as Robert Fell  ")
    assert lines[1:] == [
        "  also called     Bo",
        "  also met as     chat:bo1",
        "  diet            vegan  comes along",
        "  town            Bruges  instead of Ghent, newest",
        "  brings along    1 event, 0 claims",
        "nothing was done",
    ]
    assert members(two, "Bo") == ["Bo"]


def test_a_plan_in_json_holds_the_complete_difference(two):
    planned = two("merge", "Robert Fell", "Bo", "--dry-run", "--json").json
    assert planned["attributes"] == {"town": "Ghent", "age": 40, "diet": "vegan"}
    assert planned["difference"] == {
        "aliases": ["Bo"],
        "identifiers": [{"channel": "chat", "identifier": "bo1", "boundAt": None, "boundBy": None, "joined": False}],
        "attributes": {
            "diet": {"merged": "vegan", "result": "merged"},
            "town": {"survivor": "Ghent", "merged": "Bruges", "policy": "survivor_wins"},
        },
        "mentions": 1,
        "statements": 0,
    }


@pytest.mark.parametrize(
    ("options", "town"),
    [
        ([], "Ghent"),
        (["--policy", "merged_wins"], "Bruges"),
        (["--policy", "newest"], "Bruges"),
        (["--policy", "concatenate"], ["Ghent", "Bruges"]),
        (["--policy", "reject", "--set", "town=merged_wins"], "Bruges"),
    ],
    ids=" ".join,
)
def test_what_is_made_is_what_was_planned(two, options, town):
    planned = two("merge", "Robert Fell", "Bo", *options, "--dry-run", "--json").json
    assert two("merge", "Robert Fell", "Bo", *options).out.startswith("merged  #10  Bo into Robert Fell  evt_")
    merged = two("who", "Bo", "--json").json
    assert merged["attributes"] == planned["attributes"]
    assert merged["attributes"]["town"] == town
    assert members(two, "Bo") == ["Bo", "Robert Fell"]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["merge", "Robert Fell", "Bo", "--policy", "reject"], 4),
        (["merge", "Robert Fell", "The Mill"], 4),
        (["merge", "Bo", "Bo"], 4),
        (["merge", "Bo", "Nobody"], 3),
        (["merge", "Robert Fell", "Bo", "--policy", "louder_wins"], 2),
        (["merge", "Robert Fell", "Bo", "--set", "town"], 2),
        (["merge", "Robert Fell", "Bo", "--set", "policy=newest"], 2),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_merge_that_may_not_be_is_refused_dry_or_not(two, command, code):
    assert (two(*command).code, two(*command, "--dry-run").code) == (code, code)
    assert members(two, "Bo") == ["Bo"]


# -- undoing -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["10", "#10", "Bo"])
@pytest.mark.parametrize("verb", ["unmerge", "split"])
def test_a_merge_is_undone_by_its_number_or_by_whom_it_took(two, verb, name):
    two("merge", "Robert Fell", "Bo")
    assert two(verb, name).code == 0
    assert (members(two, "Bo"), members(two, "Rob")) == (["Bo"], ["Robert Fell"])
    assert two("log", "--last", "1").out.endswith("  entity.unmerged  Bo is another than Robert Fell again\n")


def test_what_was_never_merged_is_not_found(two):
    assert (two("unmerge", "Bo").code, two("unmerge", "1").code) == (3, 3)


def test_a_part_is_split_off_with_what_it_takes_along(two):
    made = two("split", "Robert Fell", "Rob Dale", "--alias", "Rob", "--attribute", "age")
    assert made.out.startswith("split off  Rob Dale  ")
    assert two("who", "Rob", "--json").json["canonicalName"] == "Rob Dale"
    assert two("log", "--last", "1").out.endswith("  Rob Dale split off Robert Fell, with Rob, age\n")


def test_a_part_needs_a_name(two):
    answer = two("split", "Robert Fell", "--alias", "Rob", "--json")
    assert (answer.code, answer.error["details"]["path"]) == (2, "PART")


def test_what_is_held_apart_is_not_merged_until_that_is_taken_back(two):
    assert two("apart", "Robert Fell", "Bo").out.startswith("held apart  #10  evt_")
    assert two("log", "--last", "1").out.endswith("are never the same\n")
    assert two("merge", "Robert Fell", "Bo").code == 4
    assert two("apart", "Robert Fell", "Bo", "--undo").out.startswith("open again  #11  evt_")
    assert two("merge", "Robert Fell", "Bo").code == 0


# -- review --------------------------------------------------------------------------------------------------------------


def test_whoever_is_new_on_a_channel_waits(people):
    assert people("review").out.splitlines() == [
        "#2  Ada Marsh  is new, met on a channel",
        "#5  Bo  is new, met on a channel",
    ]
    assert [one["kind"] for one in people("review", "--json").json] == ["entity", "entity"]


def test_what_waits_is_decided_by_its_number(people):
    assert people("review", "accept", "2").out.startswith("accepted  #8  evt_")
    assert people("review", "later", "#5").out.startswith("put off  #9  evt_")
    assert people("review").out == "#5  Bo  is new, met on a channel  put off\n"
    assert people("review", "reject", "5").out.startswith("rejected  #10  evt_")
    assert people("review").out == "nothing waits\n"
    assert people("log", "--last", "3").out.splitlines()[1].endswith("put off: Bo, a person, met as chat:bo1")


@pytest.mark.parametrize(
    ("command", "code"),
    [(["accept"], 2), (["perhaps", "2"], 2), (["accept", "1"], 3), (["accept", "99"], 3)],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_what_does_not_wait_is_not_decided(people, command, code):
    assert people("review", *command).code == code


def named(name: str) -> bytes:
    event = {
        "kind": "note.created",
        "source": {"type": "user", "name": "manual"},
        "entities": [{"name": name, "role": "subject"}],
        "files": [{"role": "primary", "content": "called"}],
    }
    return json.dumps(event).encode()


def test_a_mention_that_could_mean_several_waits_and_takes_no_yes(kenning):
    for _ in range(2):
        kenning("entity", "create", "Cy Dale")
    kenning("record", "--file", "-", stdin=named("Cy Dale"))
    assert kenning("review").out == "#3  Cy Dale  could mean several  entities[0]\n"
    assert kenning("log", "--last", "1").out.endswith("  resolution.decided  Cy Dale → unclear, one of 2\n")
    item = kenning("review", "--json").json[0]["item"]
    assert kenning("review", "accept", item).code == 2


# -- resolve -------------------------------------------------------------------------------------------------------------


def test_a_name_is_resolved_with_the_scores_of_its_candidates(people):
    answer = people("resolve", "Ada Marsh")
    head, titles, row = answer.out.splitlines()
    assert (answer.code, head.split("  ")[0]) == (0, "Ada Marsh → Ada Marsh")
    assert titles.split()[:2] == ["name", "score"]
    assert row.startswith("Ada Marsh  ")
    assert people("resolve", "Ada Marsh", "--type", "person", "--json").json["status"] == "resolved"


def test_a_name_of_nobody_or_of_several_answers_with_no(kenning):
    for _ in range(2):
        kenning("entity", "create", "Cy Dale")
    answer = kenning("resolve", "Cy Dale")
    assert (answer.code, answer.out.splitlines()[0], len(answer.out.splitlines())) == (
        1,
        "Cy Dale could mean several",
        4,
    )
    answer = kenning("resolve", "Zenobia")
    assert (answer.code, answer.out) == (1, "Zenobia is nobody known yet\n")
