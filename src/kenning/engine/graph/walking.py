"""Walking the graph: the rule is given what is joined to what as of a moment, and what it finds gets its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet

import msgspec
from msgspec import structs

from kenning.engine.engine import Engine
from kenning.engine.graph.finding import NOW, find
from kenning.model.graph import DEPTH_MAX, EDGES_MAX, Node, Path, Paths, Related, Star, Subgraph, Walk
from kenning.model.recall import Scope
from kenning.model.schema import Active
from kenning.rules import graph as rule
from kenning.rules.schema import predicate
from kenning.rules.wire import refusal
from kenning.store import Graph, Reader

DETAILS_MAX = 200
"""So many claims, and so many events that mention somebody, are named in an answer at most; their verbs list the rest."""


class Ends:
    """What is joined to what, as of a moment: answers the rule, and knows afterwards who reads as whom."""

    def __init__(self, graph: Graph, at: int, branching: int) -> None:
        """Read the graph as of a moment; of each entity the newest relations, as many as a walk may need."""
        self._graph = graph
        self._at = at
        self._limit = branching + 1
        self._merged = graph.has_redirects()
        self._roots: dict[int, int] = {}

    def __call__(self, entities: Sequence[int], ways: int, within: AbstractSet[int] | None, /) -> Iterable[rule.End]:
        """List the ends at these canonical entities, those of their members included."""
        del ways
        limit = self._limit if within is None else EDGES_MAX
        if not self._merged:
            return self._graph.ends(entities, self._at, limit)
        written = [member for entity in entities for member in self._graph.members(entity, self._at)]
        self._roots.update((entity, entity) for entity in entities)
        found = list(self._graph.ends(written, self._at, limit))
        fresh = {number for end in found for number in (end[0], end[3])} - self._roots.keys()
        self._roots.update(self._graph.roots(sorted(fresh), self._at))
        return found

    def canonical(self, number: int) -> int:
        """Give the number an entity reads as."""
        root = self._roots.get(number)
        if root is None:
            root = self._roots[number] = self._graph.root(number, self._at)
        return root

    @property
    def reading(self) -> rule.Graph:
        """Give what the rule walks, all types."""
        return rule.Graph(self, self.canonical if self._merged else None)


class _Walking:
    """One walk under way: the graph at a moment, and the names of what it meets."""

    def __init__(self, engine: Engine, reader: Reader, scope: Scope, walk: Walk, at: int | None) -> None:
        self.graph = reader.graph(scope.namespace)
        self._reader = reader
        self._namespace = scope.namespace
        self.moment = NOW if at is None else at
        self._active: Active = engine.schema(self.graph, at)
        walk = _possible(walk)
        ends = Ends(self.graph, self.moment, walk.branching)
        types = self._types(walk)
        self.walked = rule.Graph(ends, ends.reading.canonical, types)
        self.walk = walk

    def _types(self, walk: Walk) -> frozenset[int] | None:
        if not walk.types:
            return None
        names = {predicate(self._active, name).name for name in walk.types}
        numbers = {self.graph.relation_type(name) for name in names}
        return frozenset(number for number in numbers if number is not None) or frozenset({-1})

    def nodes(self, extent: rule.Extent) -> list[Node]:
        return rule.nodes(extent.hops, self.graph.ids(list(extent.hops)))

    def related(self, ends: Sequence[rule.End]) -> list[Related]:
        ids = self.graph.ids(sorted({one for end in ends for one in (end[0], end[3])}))
        events = self.graph.event_ids([end[1] for end in ends])
        return rule.related(ends, ids, events, self.graph.relation_types())

    def statements(self, hops: Iterable[int]) -> list[str]:
        """List the claims about those met that are no relations."""
        found: list[str] = []
        for root in hops:
            for number in self.graph.members(root, self.moment):
                found.extend(self.graph.values_of(number, self.moment, DETAILS_MAX - len(found)))
            if len(found) >= DETAILS_MAX:
                break
        return found

    def mentions(self, hops: Iterable[int]) -> list[str]:
        """List the events that mention those met, the nearest first, of each the latest first."""
        found: dict[int, None] = {}
        for root in hops:
            for number in self.graph.members(root, self.moment):
                left = DETAILS_MAX - len(found)
                found.update((event, None) for event, _, _ in self.graph.mentions(number, left, self.moment))
            if len(found) >= DETAILS_MAX:
                break
        shown = list(found)[:DETAILS_MAX]
        events = self.graph.event_ids(shown)
        return [events[one] for one in shown if not self._reader.is_hidden(self._namespace, events[one])]


def _possible(walk: Walk) -> Walk:
    """Check a walk as if it had come over the wire, and cap its depth. Raises `InvalidError`."""
    plain = msgspec.to_builtins(walk)
    try:
        checked = msgspec.convert(plain, Walk)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, Walk) from error
    return structs.replace(checked, depth=min(checked.depth, DEPTH_MAX))


def star(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Star:
    """Walk from an entity along its relations, hop by hop."""
    agent, asked = who
    with engine.store.read() as reader:
        on = _Walking(engine, reader, scope, walk, at)
        anchor = find(on.graph, agent, asked, on.moment)
        extent = rule.star(on.walked, anchor, on.walk)
        return Star(
            anchor=on.graph.id(anchor),
            depth=on.walk.depth,
            entities=on.nodes(extent),
            relations=on.related(extent.relations),
            statements=on.statements(extent.hops),
            mentions=on.mentions(extent.hops),
            truncated=bool(extent.limits),
            limits=extent.limits,
        )


def subgraph(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Subgraph:
    """Give all entities within some hops of one, and every relation between them."""
    agent, asked = who
    with engine.store.read() as reader:
        on = _Walking(engine, reader, scope, walk, at)
        anchor = find(on.graph, agent, asked, on.moment)
        extent = rule.subgraph(on.walked, anchor, on.walk)
        return Subgraph(
            anchor=on.graph.id(anchor),
            depth=on.walk.depth,
            entities=on.nodes(extent),
            relations=on.related(extent.relations),
            statements=on.statements(extent.hops),
            mentions=on.mentions(extent.hops),
            truncated=bool(extent.limits),
            limits=extent.limits,
        )


def paths(
    engine: Engine,
    scope: Scope,
    ends: tuple[str, str, str],
    walk: Walk,
    at: int | None,
    *,
    every: bool,
) -> Paths:
    """Give the shortest ways from one entity to another, or every simple one up to the depth."""
    agent, start, goal = ends
    with engine.store.read() as reader:
        on = _Walking(engine, reader, scope, walk, at)
        first, last = find(on.graph, agent, start, on.moment), find(on.graph, agent, goal, on.moment)
        found = rule.paths(on.walked, first, last, on.walk, every=every)
        extent = found.extent
        ids = on.graph.ids(sorted({one for route in found.routes for one in route.entities} | {first, last}))
        events = on.graph.event_ids(sorted({one for route in found.routes for step in route.steps for one in step}))
        return Paths(
            start=ids[first],
            goal=ids[last],
            depth=on.walk.depth,
            entities=on.nodes(extent),
            relations=on.related(extent.relations),
            statements=on.statements(extent.hops),
            mentions=on.mentions(extent.hops),
            truncated=bool(extent.limits),
            limits=extent.limits,
            paths=[
                Path(
                    entities=[ids[one] for one in route.entities],
                    steps=[[events[one] for one in step] for step in route.steps],
                )
                for route in found.routes
            ],
        )
