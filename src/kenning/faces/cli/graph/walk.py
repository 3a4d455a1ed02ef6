"""Commands that walk the graph: the star around an entity, the ways between two, all that lies near one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import CLAIMS, Who, opened
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.model.identity.graph import Found, Walk

NO_WAY = 1  # a question answered with no
DIRECTIONS = ("out", "in", "both")

Depth = Annotated[int, typer.Option("--depth", metavar="N", min=0, help="So many hops from it; at most 5.")]
Direction = Annotated[str, typer.Option("--direction", metavar="WAY", help="Along relations out of it, in, or both.")]
Types = Annotated[
    list[str] | None, typer.Option("--type", metavar="RELATION", help="Only such relations; may be repeated.")
]
Branching = Annotated[
    int, typer.Option("--branching", metavar="N", min=1, help="At most so many relations of one entity, the newest.")
]
Dot = Annotated[bool, typer.Option("--dot", help="In the language of Graphviz.")]
GraphMl = Annotated[bool, typer.Option("--graphml", help="As GraphML, for Gephi, yEd and networkx.")]


@face.command("between", CLAIMS, 'kenning between Tom "Arc Labs"', "kenning between Tom Priya --limit 5")
def between(
    asked: Asked,
    *,
    start: Annotated[str, typer.Argument(metavar="ONE", help="A name, channel:identifier, or id.")],
    goal: Annotated[str, typer.Argument(metavar="OTHER", help="The other one.")],
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many events.")] = 10,
    at: At = None,
) -> int:
    """Say what connects two: claims, the shortest ways, and common events.

    Exits with 1 where nothing does.
    """
    from kenning.faces.cli.graph.layout import connection, statement

    with opened(asked, at) as session:
        found = session.between(start, goal, limit=limit)
        if asked.json:
            asked.answer(found)
        else:
            connection.shown(asked.page(), found, statement.Reads(session, found.claims), asked.zone)
    return 0 if found.claims or found.paths or found.events else NO_WAY


graph = face.group(
    "graph",
    CLAIMS,
    "Walk relations from an entity, or between two.",
    'kenning graph star "Tom Miller" --depth 2',
    'kenning graph path Tom "Arc Labs"',
    "kenning graph subgraph Tom --dot | dot -Tsvg > tom.svg",
)


def _walk(depth: int, direction: str, types: list[str] | None, branching: int) -> Walk:
    from kenning.model.identity.graph import BRANCHING_MAX, Walk
    from kenning.model.time import wrong

    if direction not in DIRECTIONS:
        raise wrong("--direction", direction, f"is none of {', '.join(DIRECTIONS)}")
    if branching > BRANCHING_MAX:
        raise wrong("--branching", branching, f"is more than {BRANCHING_MAX:,}")
    return Walk(depth=depth, direction=direction, types=frozenset(types or ()), branching=branching)  # type: ignore[arg-type]  # judged above


def _answer(
    asked: Asked, session: Session, found: Found, form: str, layout: Callable[[Any, Any, dict[str, str]], None]
) -> None:
    """Answer in JSON, as a file for programs that draw, or as a tree."""
    from kenning.faces import wire
    from kenning.faces.cli.graph.layout import text

    names = session.names(node.entity for node in found.entities)
    if asked.json:
        shown = wire.whole(found)
        assert isinstance(shown, dict)
        asked.answer({**shown, "names": names})
    elif form:
        sys.stdout.write(text.dot(found, names) if form == "dot" else text.graphml(found, names))
    else:
        layout(asked.page(), found, names)


def _form(asked: Asked, *, dot: bool, graphml: bool) -> str:
    from kenning.model.time import wrong

    chosen = [name for name, said in (("--json", asked.json), ("--dot", dot), ("--graphml", graphml)) if said]
    if len(chosen) > 1:
        raise wrong(chosen[1], chosen[0], "is another form of the same answer; say one of them")
    return "dot" if dot else "graphml" if graphml else ""


@graph.command(
    "star", CLAIMS, 'kenning graph star "Tom Miller" --depth 2', "kenning graph star Tom --type knows --direction out"
)
def star(
    asked: Asked,
    *,
    anchor: Who,
    depth: Depth = 2,
    direction: Direction = "both",
    types: Types = None,
    branching: Branching = 256,
    dot: Dot = False,
    graphml: GraphMl = False,
    at: At = None,
) -> None:
    """Draw what leads away from an entity, hop by hop, as a tree."""
    from kenning.faces.cli.graph.layout import text

    form = _form(asked, dot=dot, graphml=graphml)
    with opened(asked, at) as session:
        found = session.star(anchor, _walk(depth, direction, types, branching))
        _answer(asked, session, found, form, text.tree)


@graph.command(
    "subgraph", CLAIMS, "kenning graph subgraph Tom --depth 2", "kenning graph subgraph Tom --graphml > tom.graphml"
)
def subgraph(
    asked: Asked,
    *,
    anchor: Who,
    depth: Depth = 2,
    direction: Direction = "both",
    types: Types = None,
    branching: Branching = 256,
    dot: Dot = False,
    graphml: GraphMl = False,
    at: At = None,
) -> None:
    """Draw all entities within some hops of one, and every relation between them."""
    from kenning.faces.cli.graph.layout import text

    form = _form(asked, dot=dot, graphml=graphml)
    with opened(asked, at) as session:
        found = session.subgraph(anchor, _walk(depth, direction, types, branching))
        _answer(asked, session, found, form, text.tree)


@graph.command("path", CLAIMS, 'kenning graph path Tom "Arc Labs"', 'kenning graph path Tom "Arc Labs" --all --depth 4')
def path(
    asked: Asked,
    *,
    start: Annotated[str, typer.Argument(metavar="FROM", help="Where it begins: a name, channel:identifier, or id.")],
    goal: Annotated[str, typer.Argument(metavar="TO", help="Where it leads.")],
    every: Annotated[bool, typer.Option("--all", help="Every way up to the depth, not the shortest alone.")] = False,
    depth: Depth = 3,
    direction: Direction = "both",
    types: Types = None,
    branching: Branching = 256,
    dot: Dot = False,
    graphml: GraphMl = False,
    at: At = None,
) -> int:
    """Say by which relations one entity leads to another, the shortest ways first.

    Exits with 1 where there is none.
    """
    from kenning.faces.cli.graph.layout import text

    form = _form(asked, dot=dot, graphml=graphml)
    with opened(asked, at) as session:
        found = session.paths(start, goal, _walk(depth, direction, types, branching), every=every)
        names = session.names([found.start, found.goal])
        _answer(asked, session, found, form, lambda page, ways, met: text.ways(page, ways, {**names, **met}))
    return 0 if found.paths else NO_WAY
