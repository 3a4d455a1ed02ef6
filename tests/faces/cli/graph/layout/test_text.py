"""Graphs as text: a tree one can read, and files that other programs can."""

import io
import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.faces.cli.graph.layout import text
from kenning.faces.cli.page import Page, plain
from kenning.model.identity.graph import Node, Path, Paths, Related, Star, Subgraph

ADA, MILL, BO, DOG = (
    Node(entity=name, hop=hop, proximity=1 / (hop + 1)) for name, hop in zip("amde", (0, 1, 2, 2), strict=True)
)
NAMES = {"a": "Ada", "m": "The Mill", "d": "Bo"}
WORKS = Related(id="s1", subject="a", type="works_at", object="m")
OWNS = Related(id="s2", subject="d", type="owns", object="m")
NEAR = Related(id="s3", subject="d", type="near", object="e", symmetric=True)
STAR = Star(
    anchor="a",
    depth=2,
    entities=[ADA, MILL, BO],
    relations=[WORKS, OWNS],
    statements=["s9"],
    mentions=["evt_1", "evt_2"],
)

NODE = re.compile(r'  ("(?:[^"\\\n]|\\.)*") \[label=("(?:[^"\\\n]|\\.)*")\];')
EDGE = re.compile(r'  ("(?:[^"\\\n]|\\.)*") -> ("(?:[^"\\\n]|\\.)*") \[label=("(?:[^"\\\n]|\\.)*")(, dir=none)?\];')
XMLNS = "{http://graphml.graphdrawing.org/xmlns}"


def tree(found: Star | Subgraph, columns: int = 0) -> list[str]:
    stream = io.StringIO()
    text.tree(Page(stream, columns=columns), found, NAMES)
    return stream.getvalue().splitlines()


def ways(found: Paths) -> list[str]:
    stream = io.StringIO()
    text.ways(Page(stream), found, NAMES)
    return stream.getvalue().splitlines()


def unquoted(text: str) -> str:
    """What a reader of DOT takes a quoted label for."""
    return re.sub(r"\\(.)", lambda escaped: "\n" if escaped[1] == "n" else escaped[1], text[1:-1])


# -- for people ----------------------------------------------------------------------------------------------------------


def test_a_star_is_a_tree_with_arrows():
    assert tree(STAR) == [
        "Ada",
        "└─ → works_at  The Mill",
        "   └─ ← owns  Bo",
        "depth 2, 3 entities, 2 relations, 1 statement, 2 events",
    ]


def test_an_entity_without_a_name_is_called_by_its_id():
    assert "└─ ↔ near  e" in tree(
        Star(anchor="d", depth=1, entities=[Node(entity="d"), Node(entity="e", hop=1)], relations=[NEAR])
    )


def test_an_entity_stands_under_one_nearer_to_the_anchor_and_elsewhere_is_only_named():
    """Neighbours of one another do not hide each other: each hangs below the anchor."""
    found = Subgraph(
        anchor="a",
        depth=1,
        entities=[Node(entity="a"), Node(entity="m", hop=1), Node(entity="d", hop=1)],
        relations=[
            WORKS,
            OWNS,
            Related(id="s4", subject="a", type="knows", object="d"),
            Related(id="s5", subject="d", type="trusts", object="a"),
        ],
    )
    assert tree(found) == [
        "Ada",
        "├─ → works_at  The Mill",
        "├─ ← trusts  Bo",
        "│  └─ → owns  The Mill",
        "└─ → knows  Bo",
        "depth 1, 3 entities, 4 relations",
    ]


def test_what_was_left_out_is_said():
    found = Star(anchor="a", depth=1, entities=[ADA], truncated=True, limits=["branching", "edges"])
    assert tree(found)[-1] == (
        "truncated; left out: relations of crowded entities, the oldest; relations beyond the budget of the walk"
    )


def test_an_entity_whose_relation_was_cut_is_not_lost():
    found = Subgraph(anchor="a", depth=2, entities=[ADA, MILL, BO], relations=[OWNS], truncated=True, limits=["edges"])
    assert tree(found)[:4] == ["Ada", "The Mill  (1 hop away)", "└─ ← owns  Bo", "depth 2, 3 entities, 1 relation"]


def test_a_path_reads_from_left_to_right():
    likes = Related(id="s4", subject="m", type="likes", object="a")
    path = Path(entities=["a", "m", "d"], steps=[["s4", "s1"], ["s2"]])
    found = Paths(start="a", goal="d", depth=3, entities=[ADA, MILL, BO], relations=[likes, WORKS, OWNS], paths=[path])
    assert ways(found) == [
        "Ada  ← likes, → works_at  The Mill  ← owns  Bo",
        "depth 3, 3 entities, 3 relations",
    ]


def test_no_path_is_said():
    assert ways(Paths(start="a", goal="d", depth=1)) == ["no path from Ada to Bo within 1 hop", "depth 1"]


def test_names_cannot_command_the_terminal_and_stay_on_their_line():
    stream = io.StringIO()
    text.tree(Page(stream), STAR, {"a": "A\x1b[2Jda\nLee", "m": "\r", "d": "[bold]"})
    assert stream.getvalue().splitlines()[:3] == ["A␛[2Jda Lee", "└─ → works_at", "   └─ ← owns  [bold]"]


# -- for programs --------------------------------------------------------------------------------------------------------


def test_dot_draws_symmetric_relations_without_an_arrowhead():
    found = Subgraph(anchor="a", depth=2, entities=[BO, DOG], relations=[NEAR])
    assert text.dot(found, NAMES) == (
        'digraph kenning {\n  "d" [label="Bo"];\n  "e" [label="e"];\n  "d" -> "e" [label="near", dir=none];\n}\n'
    )


def test_both_say_what_was_left_out():
    found = Star(anchor="a", depth=1, entities=[ADA], truncated=True, limits=["edges"])
    assert '  label="truncated: edges";\n' in text.dot(found, NAMES)
    assert '<data key="truncated">true</data>' in text.graphml(found, NAMES)


texts = st.text(st.characters(codec=None, categories=None), max_size=12) | st.sampled_from(
    ['"', "\\", '\\"', "\\N", "a\nb", "]]>", "<b>&amp;", "\ufffe", "\x00", "\ud800", "x\\", "-->"]
)


@given(texts, texts, texts)
def test_dot_holds_every_name_in_quotes(entity, name, kind):
    found = Star(
        anchor=entity,
        depth=1,
        entities=[Node(entity=entity)],
        relations=[Related(id="s", subject=entity, type=kind, object=entity)],
    )
    first, *lines, last, _ = text.dot(found, {entity: name}).split("\n")
    assert (first, last) == ("digraph kenning {", "}")
    node, edge = lines
    named, drawn = NODE.fullmatch(node), EDGE.fullmatch(edge)
    assert named
    assert drawn
    assert named[1] == drawn[1] == drawn[2]
    assert unquoted(named[2]) == " ".join(plain(name or entity).split())
    assert unquoted(drawn[3]) == " ".join(plain(kind).split())


@given(texts, texts, texts)
def test_graphml_is_xml_with_every_name_in_it(entity, name, kind):
    relation = Related(id="s", subject=entity, type=kind, object=entity, symmetric=True)
    found = Star(anchor=entity, depth=1, entities=[Node(entity=entity)], relations=[relation])
    root = ET.fromstring(text.graphml(found, {entity: name}).encode())
    node, edge = root.find(f".//{XMLNS}node"), root.find(f".//{XMLNS}edge")
    assert node is not None
    assert edge is not None
    assert edge.get("source") == edge.get("target") == node.get("id")
    assert edge.get("directed") == "false"
    said = {one.get("key"): one.text or "" for one in [*node, *edge]}
    assert said == {
        "name": allowed(" ".join(plain(name or entity).split())),
        "hop": "0",
        "proximity": "1.0",
        "type": allowed(" ".join(plain(kind).split())),
    }


def allowed(text: str) -> str:
    return re.sub("[\ufffe\uffff]", "\ufffd", text)


@pytest.mark.parametrize("key", ["truncated", "name", "hop", "proximity", "type"])
def test_graphml_declares_its_keys(key):
    root = ET.fromstring(text.graphml(STAR, NAMES).encode())
    assert [one.get("attr.name") for one in root.findall(f"{XMLNS}key") if one.get("id") == key] == [key]
