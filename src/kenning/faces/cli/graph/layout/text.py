"""What a walk of the graph found, as text: a tree for people, DOT and GraphML for programs that draw."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

from kenning.faces.cli.page import BAD, QUIET, TITLE, joined, one_line, plain, span
from kenning.model.identity.graph import Found, Limit, Path, Paths, Related, Star, Subgraph

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

Names = Mapping[str, str]
"""What entities are called, by id; one that has no name here is called by its id."""

OUTWARD, INWARD, EITHER = "→", "←", "↔"

_LEFT: Mapping[Limit, str] = {
    "branching": "relations of crowded entities, the oldest",
    "edges": "relations beyond the budget of the walk",
    "paths": "further paths",
}
_NOT_XML = re.compile("[\ufffe\uffff]")  # control characters are gone by then; these two XML does not allow either


# -- for people ----------------------------------------------------------------------------------------------------------


def tree(page: Page, found: Star | Subgraph, names: Names) -> None:
    """An anchor and what leads away from it, hop by hop; an entity that stands elsewhere is named again but not walked again.

    Where a limit cut the relation that led to an entity, it begins a tree of its own below.
    """
    hops = {node.entity: node.hop for node in found.entities}
    branches = _branches(found, hops)
    walked: set[str] = set()

    def walk(at: str, stem: str) -> None:
        walked.add(at)
        here = branches.get(at, [])
        for number, (arrow, other) in enumerate(here, 1):
            fork, below = ("└─ ", "   ") if number == len(here) else ("├─ ", "│  ")
            is_new = hops[other] > hops[at] and other not in walked
            leaf = span(_name(other, names), "" if is_new else QUIET)
            page.line(page.cut(joined([span(stem + fork + arrow, QUIET), leaf])))
            if is_new:
                walk(other, stem + below)

    for node in found.entities:
        if node.entity not in walked:
            away = f"({_hops(node.hop)} away)" if node.hop else ""
            page.line(page.cut(joined([span(_name(node.entity, names), TITLE), span(away, QUIET)])))
            walk(node.entity, "")
    _summary(page, found)


def ways(page: Page, found: Paths, names: Names) -> None:
    """Each path on a line of its own, the shortest first."""
    routes(page, found.paths, found.relations, names)
    if not found.paths:
        start, goal = _name(found.start, names), _name(found.goal, names)
        page.line(span(f"no path from {start} to {goal} within {_hops(found.depth)}", QUIET))
    _summary(page, found)


def routes(page: Page, paths: Sequence[Path], relations: Sequence[Related], names: Names) -> None:
    """Paths, each on a line of its own."""
    types = {relation.id: relation for relation in relations}
    for path in paths:
        page.hanging(span(""), span(_way(path, types, names)))


def _way(path: Path, relations: Mapping[str, Related], names: Names) -> str:
    """A path as one reads it; relations that join the same two stand side by side."""
    said = [_name(path.entities[0], names)]
    for at, other, step in zip(path.entities, path.entities[1:], path.steps, strict=False):
        arrows = dict.fromkeys(_arrow(relations[relation], at) for relation in step)
        said += [", ".join(arrows), _name(other, names)]
    return "  ".join(said)


def _branches(found: Found, hops: Mapping[str, int]) -> dict[str, list[tuple[str, str]]]:
    """The relations at each entity, at the end that is nearer to the anchor: arrow and other entity."""
    branches: dict[str, list[tuple[str, str]]] = {}
    for relation in found.relations:
        at, other = relation.subject, relation.object
        if hops[other] < hops[at]:
            at, other = other, at
        branches.setdefault(at, []).append((_arrow(relation, at), other))
    order = {entity: number for number, entity in enumerate(hops)}
    for here in branches.values():
        here.sort(key=lambda branch: (order[branch[1]], branch[0]))
    return branches


def _arrow(relation: Related, at: str) -> str:
    """The type of a relation as it points from where one stands."""
    sign = EITHER if relation.symmetric else OUTWARD if relation.subject == at else INWARD
    return f"{sign} {one_line(relation.type)}"


def _summary(page: Page, found: Found) -> None:
    """How much was found, and aloud what was left out."""
    counts = {
        "entity": len(found.entities),
        "relation": len(found.relations),
        "statement": len(found.statements),
        "event": len(found.mentions),
    }
    said = [f"{count:,} {_plural(word, count)}" for word, count in counts.items() if count]
    page.line(span(", ".join([f"depth {found.depth}", *said]), QUIET))
    if found.truncated:
        page.line(span("truncated; left out: " + "; ".join(_LEFT[limit] for limit in found.limits), BAD))


def _plural(word: str, count: int) -> str:
    if count == 1:
        return word
    return word[:-1] + "ies" if word.endswith("y") else word + "s"


def _hops(count: int) -> str:
    return f"{count} {_plural('hop', count)}"


def _name(entity: str, names: Names) -> str:
    return one_line(names.get(entity) or entity)


# -- for programs --------------------------------------------------------------------------------------------------------


def dot(found: Found, names: Names) -> str:
    r"""The graph found in the DOT language of Graphviz; names stand in double quotes, where only ``"`` and ``\`` mean something.

    Relations of symmetric types have no arrowhead. What was left out is told in the graph's label.
    """
    label = [f"  label={_quoted(_cut(found))};"] if found.truncated else []
    nodes = [f"  {_quoted(node.entity)} [label={_quoted(_name(node.entity, names))}];" for node in found.entities]
    edges = [
        f"  {_quoted(one.subject)} -> {_quoted(one.object)}"
        f" [label={_quoted(one_line(one.type))}{', dir=none' * one.symmetric}];"
        for one in found.relations
    ]
    return "\n".join(["digraph kenning {", *label, *nodes, *edges, "}", ""])


def graphml(found: Found, names: Names) -> str:
    """The graph found as GraphML: name, hop and proximity of entities, type of relations; one of a symmetric type is undirected.

    Source: *GraphML Primer*, graphdrawing.org, for the attributes that say what a key means.
    """
    keys = [
        f'  <key id="{name}" for="{of}" attr.name="{name}" attr.type="{kind}"/>'
        for name, of, kind in (
            ("truncated", "graph", "boolean"),
            ("name", "node", "string"),
            ("hop", "node", "int"),
            ("proximity", "node", "double"),
            ("type", "edge", "string"),
        )
    ]
    nodes = [
        f"    <node id={_attribute(node.entity)}>"
        + _keyed({"name": _name(node.entity, names), "hop": str(node.hop), "proximity": repr(node.proximity)})
        + "</node>"
        for node in found.entities
    ]
    edges = [
        f"    <edge id={_attribute(one.id)} source={_attribute(one.subject)} target={_attribute(one.object)}"
        + ' directed="false"' * one.symmetric
        + f">{_keyed({'type': one_line(one.type)})}</edge>"
        for one in found.relations
    ]
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
            *keys,
            '  <graph id="kenning" edgedefault="directed">',
            f"    {_keyed({'truncated': str(found.truncated).lower()})}",
            *nodes,
            *edges,
            "  </graph>",
            "</graphml>",
            "",
        ]
    )


def _cut(found: Found) -> str:
    return "truncated: " + ", ".join(found.limits)


def _quoted(text: str) -> str:
    r"""A double-quoted string of DOT: a backslash is doubled, so that no escape of a label (``\N``) is read into a name."""
    return '"' + plain(text).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _attribute(text: str) -> str:
    return f'"{_xml(text)}"'


def _keyed(values: Mapping[str, str]) -> str:
    return "".join(f'<data key="{key}">{_xml(value)}</data>' for key, value in values.items())


def _xml(text: str) -> str:
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", escape(plain(text)))
