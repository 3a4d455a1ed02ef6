"""Walking the graph: the rule is given what is joined to what as of a moment, and what it finds gets its names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

import msgspec

from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find
from kenning.model.graph import DEPTH_MAX, Path, Paths, Related, Star, Subgraph, Walk
from kenning.model.recall import Scope
from kenning.model.schema import Active
from kenning.rules.door.wire import refusal
from kenning.rules.knowledge import graph as rule
from kenning.rules.schema import predicate
from kenning.store import NOW, Graph, Reader
from kenning.store.graph.claims import EndsWanted

DETAILS_MAX = 200
"""So many claims, and so many events that mention somebody, are named in an answer at most; their verbs list the rest."""


class Ends:
    """What is joined to what, as of a moment: answers the rule, and knows afterwards who reads as whom and by which id."""

    def __init__(self, graph: Graph, at: int, branching: int, types: frozenset[int] | None) -> None:
        """Read the graph as of a moment; of each entity the newest relations, as many as a walk may need."""
        self._graph = graph
        self._wanted = EndsWanted(at=at, ways=0, types=types, limit=branching)
        self._at = at
        self.merged = graph.has_redirects()
        self._roots: dict[int, int] = {}
        self.ids: dict[int, str] = {}
        self.claims: dict[int, bytes] = {}

    def __call__(self, entities: Sequence[int], ways: int, within: AbstractSet[int] | None, /) -> list[rule.End]:
        """List the ends at these canonical entities, those of their members included."""
        wanted, written = self._wanted._replace(ways=ways), entities
        if self.merged:
            groups = {entity: self._graph.members(entity, self._at) for entity in entities}
            written = [member for members in groups.values() for member in members]
            joined = [one for members in groups.values() if len(members) > 1 for one in members]
            wanted = wanted._replace(but=joined or None)
        if within is not None:
            inside = (
                [one for entity in within for one in self._graph.members(entity, self._at)] if self.merged else within
            )
            wanted = wanted._replace(within=frozenset(inside), but=None)
        rows = self._graph.ends(written, wanted)
        ids, claims = self.ids, self.claims
        for row in rows:
            claims[row[1]], ids[row[3]] = row[5], row[6]
        if self.merged:
            fresh = {number for row in rows for number in (row[0], row[3])} - self._roots.keys()
            self._roots.update(self._graph.roots(sorted(fresh), self._at))
        return [row[:5] for row in rows]

    def canonical(self, number: int) -> int:
        """Give the number an entity reads as."""
        root = self._roots.get(number)
        if root is None:
            root = self._roots[number] = self._graph.root(number, self._at)
        return root

    def named(self, numbers: Iterable[int]) -> dict[int, str]:
        """Give the ids of entities: those at the other end of a relation are known by now."""
        known = self.ids
        found = {number: known[number] for number in numbers if number in known}
        missing = [number for number in numbers if number not in found]
        return found | self._graph.ids(missing) if missing else found


def _possible(walk: Walk) -> None:
    """Check a walk as if it had come over the wire: a noun built by hand is not. Raises `InvalidError`."""
    plain = msgspec.to_builtins(walk)
    try:
        msgspec.convert(plain, Walk)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, Walk) from error


class _Walking:
    """One walk under way: the graph at a moment, and the names of what it meets."""

    def __init__(self, engine: Engine, reader: Reader, scope: Scope, walk: Walk, at: int | None) -> None:
        self.graph = reader.graph(scope.namespace)
        self._reader = reader
        self._namespace = scope.namespace
        self.moment = NOW if at is None else at
        _possible(walk)
        self._active: Active | None = engine.schema(self.graph, at) if walk.types else None
        types = self._types(walk)
        self.ends = Ends(self.graph, self.moment, walk.branching, types)
        self.walked = rule.Graph(self.ends, self.ends.canonical if self.ends.merged else None, types)
        self.depth = min(walk.depth, DEPTH_MAX)

    def _types(self, walk: Walk) -> frozenset[int] | None:
        if self._active is None:
            return None
        names = {predicate(self._active, name).name for name in walk.types}
        numbers = {self.graph.relation_type(name) for name in names}
        return frozenset(number for number in numbers if number is not None) or frozenset({-1})

    def found(self, extent: rule.Extent) -> dict[str, Any]:
        """Give the fields every walk answers."""
        ids = self.ends.named(extent.hops)
        hops, limits = list(extent.hops), list(extent.limits)
        statements, more = self._statements(hops)
        mentions, others = self._mentions(hops)
        if more or others:
            limits.append("details")
        return {
            "depth": self.depth,
            "entities": rule.nodes(extent.hops, ids),
            "relations": self.related(extent.relations, ids),
            "statements": statements,
            "mentions": mentions,
            "truncated": bool(extent.limits),
            "limits": limits,
        }

    def related(self, ends: Sequence[rule.End], ids: dict[int, str]) -> list[Related]:
        if self.ends.merged:
            ids = ids | self.ends.named({one for end in ends for one in (end[0], end[3])} - ids.keys())
        raw = self.ends.claims
        claims = {end[1]: f"evt_{raw[end[1]].hex()}" for end in ends}
        return rule.related(ends, ids, claims, self.graph.relation_types())

    def written(self, roots: Sequence[int]) -> list[int]:
        """List all members of canonical entities, in their order."""
        if not self.ends.merged:
            return list(roots)
        return [number for root in roots for number in self.graph.members(root, self.moment)]

    def _statements(self, hops: Sequence[int]) -> tuple[list[str], bool]:
        """List the claims about those met that are no relations, the nearest first, and tell whether some were left out."""
        found: list[str] = []
        for number in self.graph.some_claimed(self.written(hops), self.moment):
            found.extend(self.graph.values_of(number, self.moment, DETAILS_MAX + 1 - len(found)))
            if len(found) > DETAILS_MAX:
                return found[:DETAILS_MAX], True
        return found, False

    def _mentions(self, hops: Sequence[int]) -> tuple[list[str], bool]:
        """List the events that mention those met, the nearest first, of each the latest first; redacted ones are not."""
        found: dict[int, None] = {}
        for number in self.graph.some_mentioned(self.written(hops), self.moment):
            latest = self.graph.mentions(number, DETAILS_MAX + 1, self.moment)
            found.update((event, None) for event, _, _ in latest)
            if len(found) > DETAILS_MAX:
                break
        shown = list(found)[:DETAILS_MAX]
        events = self.graph.event_ids(shown) if shown else {}
        visible = [events[one] for one in shown if not self._reader.is_hidden(self._namespace, events[one])]
        return visible, len(found) > DETAILS_MAX


def star(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Star:
    """Walk from an entity along its relations, hop by hop."""
    agent, asked = who
    with engine.store.read() as reader:
        on = _Walking(engine, reader, scope, walk, at)
        anchor = find(on.graph, agent, asked, on.moment)
        return Star(anchor=on.graph.id(anchor), **on.found(rule.star(on.walked, anchor, walk)))


def subgraph(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Subgraph:
    """Give all entities within some hops of one, and every relation between them."""
    agent, asked = who
    with engine.store.read() as reader:
        on = _Walking(engine, reader, scope, walk, at)
        anchor = find(on.graph, agent, asked, on.moment)
        return Subgraph(anchor=on.graph.id(anchor), **on.found(rule.subgraph(on.walked, anchor, walk)))


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
        found = rule.paths(on.walked, first, last, walk, every=every)
        ids = on.ends.named({one for route in found.routes for one in route.entities} | {first, last})
        claims = on.ends.claims
        ways = [
            Path(
                entities=[ids[one] for one in route.entities],
                steps=[[f"evt_{claims[one].hex()}" for one in step] for step in route.steps],
            )
            for route in found.routes
        ]
        return Paths(start=ids[first], goal=ids[last], paths=ways, **on.found(found.extent))
