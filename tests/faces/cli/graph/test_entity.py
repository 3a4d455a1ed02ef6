"""Entities on the command line: who they are, what they are called, and how they came to be so."""

import re

import pytest

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}"


def shown(text: str) -> list[str]:
    """Lines without what differs from run to run."""
    return [re.sub(rf"  {UUID}|  evt_\w+|  [\d-]+ [\d:]+|\b[0-9a-f]{{8}}\b", "", line) for line in text.splitlines()]


# -- who -----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Ada Marsh", "ada marsh", "chat:ada1"])
def test_who_is_asked_by_any_name_or_identifier(people, name):
    assert people("who", name, "--json").json["canonicalName"] == "Ada Marsh"


def test_who_is_a_card(people):
    people("alias", "add", "Bo", "Bobby")
    people("entity", "describe", "Bo", "town=Ghent", "age:=40")
    card = shown(people("who", "Bo").out)
    assert card[0] == "Bo  person"
    assert [line for line in card[2:] if not line.startswith(("since", "last seen", "version"))] == [
        "also called  Bobby",
        "met as       chat:bo1",
        "lifecycle    pending review, untrusted",
        "age          40",
        "town         Ghent",
        "known by     0 claims, 1 event",
    ]


def test_who_without_a_name_lists_all(people):
    assert shown(people("who").out) == [
        "Ada Marsh  person   chat:ada1",
        "Bo         person   chat:bo1",
        "The Mill   company                  ",
    ]
    assert [one["canonicalName"] for one in people("who", "--json").json] == ["Ada Marsh", "Bo", "The Mill"]


def test_who_as_of_a_moment(people):
    people("entity", "rename", "Bo", "Bo Fell")
    assert people("who", "chat:bo1", "--json").json["canonicalName"] == "Bo Fell"
    assert people("who", "chat:bo1", "--at", "7", "--json").json["canonicalName"] == "Bo"
    assert people("who", "Bo", "--at", "3").code == 3


def test_whoever_is_not_there_is_not_found(people):
    answer = people("who", "Nobody Here", "--json")
    assert (answer.code, answer.out, answer.error["code"]) == (3, "", "not_found")


def test_a_name_of_several_lists_them_with_what_tells_them_apart(people):
    first = people("entity", "create", "Cy Dale", "--json").json["entity"]
    second = people("entity", "create", "Cy Dale", "--identifier", "email:cy@mill.example", "--json").json["entity"]
    answer = people("who", "Cy Dale")
    assert answer.code == 4
    assert answer.err.splitlines() == [
        "error: Cy Dale: 2 entities are called so",
        "hint:  say which by its id:",
        f"         {first}  Cy Dale, a person",
        f"         {second}  Cy Dale, a person, met as email:cy@mill.example",
    ]
    assert people("who", "Cy Dale", "--json").error["details"]["candidates"] == [first, second]
    assert people("who", second, "--json").json["identifiers"][0]["identifier"] == "cy@mill.example"


# -- naming and describing -----------------------------------------------------------------------------------------------


def test_an_entity_is_made_by_hand(kenning):
    made = kenning(
        "entity", "create", "Lisbon", "--type", "city", "--alias", "Lisboa", "--set", "people:=545000", "--json"
    )
    assert sorted(made.json) == ["entity", "name"]
    city = kenning("who", "Lisboa", "--json").json
    assert (city["id"], city["entityType"], city["attributes"]) == (
        made.json["entity"],
        "kenning:City",
        {"people": 545000},
    )


CHANGES = [
    (["entity", "rename", "Bo", "Bo Fell"], "renamed", "Bo: now called Bo Fell"),
    (["entity", "type", "The Mill", "organization"], "retyped", "The Mill: is an organization"),
    (["entity", "describe", "Bo", "town=Ghent", "age:=null"], "described", "Bo: without age, town: Ghent"),
    (["entity", "bind", "Bo", "email:bo@mill.example"], "bound", "Bo: met as email:bo@mill.example"),
    (["entity", "unbind", "Bo", "chat:bo1"], "unbound", "Bo: no longer met as chat:bo1"),
    (["alias", "add", "Bo", "Bobby", "Robert"], "added", "Bo: also called Bobby, Robert"),
    (["entity", "retire", "The Mill"], "retired", "The Mill, no longer in use"),
]


@pytest.mark.parametrize(
    ("command", "done", "logged"), CHANGES, ids=lambda one: one[1] if isinstance(one, list) else ""
)
def test_a_change_is_said_and_reads_well_in_the_log(people, command, done, logged):
    answer = people(*command)
    assert answer.code == 0
    assert answer.out.startswith(f"{done}  #8  evt_")
    assert people("log", "--last", "1").out.endswith(f"  {logged}\n")


def test_a_change_answers_in_json_with_its_place(people):
    assert sorted(people("entity", "rename", "Bo", "Bo Fell", "--json").json) == ["id", "sequence"]


def test_what_was_added_can_be_dropped(people):
    people("alias", "add", "Bo", "Bobby")
    assert people("alias", "drop", "Bo", "Bobby").code == 0
    assert people("who", "Bobby").code == 3


def test_a_retired_entity_is_restored_by_its_name(people):
    people("entity", "retire", "The Mill")
    assert people("who", "The Mill").code == 3
    assert people("entity", "restore", "The Mill").out.startswith("restored  #9  evt_")
    assert people("who", "The Mill").code == 0


@pytest.mark.parametrize(
    ("command", "code", "path"),
    [
        (["entity", "bind", "Bo", "bo@mill.example"], 2, "CHANNEL:IDENTIFIER"),
        (["entity", "describe", "Bo", "town"], 2, "KEY=VALUE"),
        (["entity", "describe", "Bo", "age:=forty"], 2, "age"),
        (["entity", "create", "x", "--set", "town"], 2, "--set"),
        (["entity", "create", "x", "--type", "spaceship"], 2, "type"),
        (["alias", "drop", "Bo", "Bobby"], 2, "aliases"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_what_makes_no_sense_is_refused_by_name(people, command, code, path):
    answer = people(*command, "--json")
    assert (answer.code, answer.error["details"]["path"]) == (code, path)


def test_an_identifier_is_of_one_alone(people):
    answer = people("entity", "bind", "Bo", "chat:ada1", "--json")
    assert (answer.code, answer.error["code"]) == (4, "conflict")


# -- versions and state --------------------------------------------------------------------------------------------------


def test_versions_are_drawn_as_a_graph(people):
    people("entity", "create", "Robert Fell")
    people("merge", "Robert Fell", "Bo")
    assert shown(people("entity", "log", "Bo").out) == [
        "●     v2      merged  Robert Fell  by admin  #9",
        "├─╮",
        "● │   v1      discovered  Robert Fell  by admin  #8",
        "  ●   v1.1    flagged  Bo  by admin  #5",
        "  ●   v1      discovered  Bo  by admin  #5",
    ]
    assert [one["label"] for one in people("entity", "log", "Bo", "--json").json] == ["v1", "v1.1", "v1", "v2"]


def test_two_versions_differ_field_by_field(people):
    people("entity", "describe", "Bo", "town=Ghent")
    people("entity", "rename", "Bo", "Bo Fell")
    assert people("entity", "diff", "Bo", "--json").json["changes"] == [
        {"path": "name", "old": "Bo", "new": "Bo Fell"},
        {"path": "aliases", "old": [], "new": ["Bo"]},
    ]
    assert shown(people("entity", "diff", "Bo", "v1.1").out)[1:] == [
        "name",
        "  - Bo",
        "  + Bo Fell",
        "aliases",
        "  + Bo",
        "attributes.town",
        "  + Ghent",
    ]


def test_the_first_version_differs_from_nothing(people):
    assert people("entity", "diff", "The Mill").out.splitlines()[0].startswith("nothing → v1 ")


def test_a_version_that_is_not_there_is_not_found(people):
    assert people("entity", "diff", "Bo", "v9").code == 3


def test_the_state_is_what_the_log_shows(people):
    state = people("entity", "state", "Ada Marsh").out.splitlines()
    assert state[0] == "Ada Marsh  as of #7"
    assert "took part in   1 event" in state
    assert people("entity", "state", "Ada Marsh", "--json").json["interactionCount"] == 1


def test_where_somebody_appears(people):
    shown_lines = [line.split("  ", 2)[2] for line in people("entity", "appears", "Ada Marsh").out.splitlines()]
    assert shown_lines == ["mentioned    Have you seen Ada Marsh?", "participant  hello there"]
    found = people("entity", "appears", "Ada Marsh", "--json", "--limit", "1").json
    assert [(one["sequence"], one["role"]) for one in found] == [(4, "mentioned")]


@pytest.mark.parametrize("group", ["entity", "alias", "graph", "schema"])
def test_a_group_alone_says_what_it_has(kenning, group):
    answer = kenning(group)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith(f"Usage: kenning {group} [OPTIONS] COMMAND")
    assert kenning(group, "nonsense").code == 2


def test_the_state_tells_preferences_and_relations_from_where_one_stands(people):
    people("assert", "Bo", "favorite_drink", "coffee")
    people("relate", "Bo", "member_of", "The Mill")
    lines = people("entity", "state", "Bo").out.splitlines()
    assert "prefers        favorite drink: coffee" in lines
    assert "relations      member of: The Mill" in lines
    assert "relations      has member: Bo" in people("entity", "state", "The Mill").out.splitlines()
