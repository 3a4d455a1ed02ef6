"""What connects two entities: claims that join them, ways of relations from one to the other, and events that concern both."""

from __future__ import annotations

from kenning.engine.claims.claiming import LIMIT_MAX, about, veiled
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find, seen
from kenning.engine.graph.state import together
from kenning.engine.graph.walking import Walking, ways
from kenning.model.identity.graph import Walk
from kenning.model.identity.view import Between
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.store import NOW, Graph

WALK = Walk(depth=3)
"""Ways of more steps join nearly everybody with everybody."""


def between(engine: Engine, scope: Scope, ends: tuple[str, str, str], at: int | None, *, limit: int) -> Between:
    """Tell what connects two; ``ends`` are the agent that asks and the two.

    Raises `InvalidError` where they are one, `NotFoundError` where one is not there.
    """
    agent, start, goal = ends
    if not 1 <= limit <= LIMIT_MAX:
        raise wrong("limit", limit, f"is not between 1 and {LIMIT_MAX}")
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        first, last = find(graph, agent, start, moment), find(graph, agent, goal, moment)
        if first == last:
            raise wrong("goal", goal, f"reads as one with {start}", hint="name two that are not one")
        pair = {graph.id(first), graph.id(last)}
        known = {one.id: one for other in (False, True) for one in about(graph, first, moment, as_object=other)}
        joining = [one for one in known.values() if {one.statement.subject, one.statement.object} == pair]
        events = together(reader, scope, (first, last), moment, limit)
        walked = ways(Walking(engine, reader, scope, WALK, at), (first, last), WALK, every=False)
        steps = {claim for path in walked.paths for step in path.steps for claim in step}
        met = {first, last} | {
            number for path in walked.paths for one in path.entities if (number := graph.number(one))
        }
        return Between(
            start=graph.id(first),
            goal=graph.id(last),
            names=_names(graph, met, moment),
            claims=[veiled(scope, one) for one in sorted(joining, key=lambda one: one.id) if one.state == "open"],
            paths=list(walked.paths),
            relations=[one for one in walked.relations if one.id in steps],
            events=events,
        )


def _names(graph: Graph, numbers: set[int], at: int) -> dict[str, str]:
    read = {number: seen(graph, graph.root(number, at), at) for number in sorted(numbers)}
    return {graph.id(number): one.name for number, one in read.items() if one is not None}
