"""Walks of the graph on the command line: as trees, as JSON, and as files for programs that draw."""

from xml.etree import ElementTree as ET

import pytest

from tests.faces.conftest import Kenning


@pytest.fixture
def joined(people: Kenning) -> Kenning:
    """Ada Marsh works at the Mill and knows Bo."""
    people("relate", "Ada Marsh", "works_at", "The Mill")
    people("relate", "Ada Marsh", "knows", "Bo")
    return people


def tree(kenning: Kenning, *arguments: str) -> list[str]:
    return kenning("graph", *arguments).out.splitlines()[:-1]  # the last line counts


def test_a_star_is_a_tree_with_names(joined):
    assert tree(joined, "star", "Bo") == ["Bo", "└─ ← knows  Ada Marsh", "   └─ → works_at  The Mill"]
    assert tree(joined, "subgraph", "Bo") == tree(joined, "star", "Bo")


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (["--depth", "1"], ["Bo", "└─ ← knows  Ada Marsh"]),
        (["--direction", "out"], ["Bo"]),
        (["--type", "works_at"], ["Bo"]),
        (["--type", "knows"], ["Bo", "└─ ← knows  Ada Marsh"]),
        (["--at", "9"], ["Bo"]),
    ],
    ids=" ".join,
)
def test_a_walk_is_narrowed_by(joined, options, lines):
    assert tree(joined, "star", "Bo", *options) == lines


def test_a_walk_in_json_brings_the_names(joined):
    found = joined("graph", "star", "Bo", "--json").json
    assert [found["names"][node["entity"]] for node in found["entities"]] == ["Bo", "Ada Marsh", "The Mill"]
    assert [one["type"] for one in found["relations"]] == ["knows", "works_at"]


def test_what_a_limit_left_out_is_said(joined):
    out = joined("graph", "star", "Ada Marsh", "--branching", "1").out
    assert out.splitlines()[-1].startswith("truncated; left out: ")


def test_a_path_reads_from_left_to_right(joined):
    assert joined("graph", "path", "Bo", "The Mill").out.splitlines()[0] == (
        "Bo  ← knows  Ada Marsh  → works_at  The Mill"
    )
    assert len(joined("graph", "path", "Bo", "The Mill", "--all", "--json").json["paths"]) == 1


def test_no_path_answers_with_no(joined):
    joined("entity", "create", "Cy Dale")
    answer = joined("graph", "path", "Cy Dale", "Bo", "--depth", "2")
    assert (answer.code, answer.out.splitlines()[0]) == (1, "no path from Cy Dale to Bo within 2 hops")


def test_a_walk_is_drawn_by_other_programs(joined):
    assert joined("graph", "star", "Bo", "--dot").out.startswith("digraph kenning {\n")
    root = ET.fromstring(joined("graph", "path", "Bo", "The Mill", "--graphml").out.encode())
    assert len(root.findall(".//{*}node")) == 3


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (["star", "Nobody"], 3),
        (["star", "Bo", "--direction", "up"], 2),
        (["star", "Bo", "--branching", "99999"], 2),
        (["star", "Bo", "--depth", "-1"], 2),
        (["star", "Bo", "--dot", "--graphml"], 2),
        (["star", "Bo", "--dot", "--json"], 2),
        (["path", "Bo"], 2),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_walk_that_makes_no_sense_is_refused(joined, command, code):
    answer = joined("graph", *command)
    assert (answer.code, answer.out) == (code, "")
