"""Walking the graph: the rule is given what is joined to what as of a moment, and what it finds gets its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
import numpy as np
from msgspec import structs
from numpy.typing import NDArray

from kenning.engine.claims.claiming import twins
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find
from kenning.model.identity.graph import DEPTH_MAX, EITHER, OUT, Made, Path, Paths, Related, Star, Subgraph, Walk
from kenning.model.recall import Scope
from kenning.model.schema import Active
from kenning.rules.door.wire import refusal
from kenning.rules.knowledge import graph as rule
from kenning.rules.schema import predicate
from kenning.store import NOW, Graph, Reader
from kenning.store.graph.claims import EndsWanted
from kenning.store.graph.kept import (
    CLAIM_ID,
    CLAIMED,
    MENTIONED,
    MERGED,
    OTHER_ID,
    ROOT,
    SINCE,
    UNTIL,
    entity_ids,
    event_ids,
)  # fmt: skip

DETAILS_MAX = 200
"""So many claims, and so many events that mention somebody, are named in an answer at most; their verbs list the rest."""


class Ends:
    """What is joined to what, as of a moment: answers the rule, and knows afterwards who reads as whom."""

    def __init__(self, graph: Graph, at: int, branching: int, types: frozenset[int] | None) -> None:
        """Read the graph as of a moment; of each entity the newest relations, as many as a walk may need."""
        self._graph = graph
        self.near = graph.near()
        self._wanted = EndsWanted(at=at, ways=0, types=types, limit=branching)
        self._at = at
        self._roots: dict[int, int] = {}
        self._groups: dict[int, list[int]] = {}

    def __call__(self, entities: Sequence[int], ways: int, within: rule.Numbers | None, /) -> rule.Ends:
        """List the ends at these canonical entities, those of their members included."""
        wanted, written = self._wanted._replace(ways=ways), self.written(entities)
        if within is not None:
            within = np.array(self.written(within.tolist()), np.int64)
            wanted = wanted._replace(within=within.tolist())
        elif len(written) > len(entities):
            joined = [one for entity in entities if len(group := self.members(entity)) > 1 for one in group]
            wanted = wanted._replace(but=joined)
        ends = self.near.ends(written, wanted)
        held = self._held(ends, ways)
        if within is not None:
            held &= rule.among(ends[rule.OTHER], within)
        return ends if held.all() else ends[:, held]

    def _held(self, ends: rule.Ends, ways: int) -> NDArray[np.bool_]:
        """Tell which ends hold at the moment and point a way that is walked; what may not be seen is in no table read here."""
        held: NDArray[np.bool_] = (ends[SINCE] <= self._at) & (ends[UNTIL] > self._at)
        if ways != rule.WAYS["both"]:
            held &= (ends[rule.WAY] & ways) != 0
        return held

    def canonical(self, numbers: rule.Numbers) -> rule.Numbers:
        """Give the numbers entities read as."""
        merged = set(self.near.marked(numbers, MERGED))
        if not merged:
            return numbers
        fresh = merged - self._roots.keys()
        if fresh:
            self._roots.update(self._graph.roots(sorted(fresh), self._at))
        known = self._roots
        return np.array([known.get(number, number) for number in numbers.tolist()], np.int64)

    def members(self, root: int) -> list[int]:
        """List who reads as one with a canonical entity, itself first."""
        group = self._groups.get(root)
        if group is None:
            group = self._groups[root] = self._graph.members(root, self._at)
        return group

    def written(self, entities: Sequence[int]) -> Sequence[int]:
        """List all members of canonical entities, in their order."""
        if not self.near.any_marked(ROOT):
            return entities
        joined = set(self.near.marked(np.array(entities, np.int64), ROOT))
        return [one for entity in entities for one in (self.members(entity) if entity in joined else (entity,))]

    def named(self, extent: rule.Extent) -> Callable[[], Mapping[int, str]]:
        """Give what gives the ids of the entities met: whoever a relation led to stands there with it, unless read as another."""
        led, met = extent.led, extent.met
        others = self.near.marked(met, ROOT) if led.shape[1] else met.tolist()
        known = self._graph.ids(others) if others else {}
        if led.shape[1]:
            known[int(met[0])] = self._graph.id(int(met[0]))
        return cache(lambda: {**dict(zip(led[rule.OTHER].tolist(), entity_ids(led[OTHER_ID]), strict=True)), **known})


def _possible(walk: Walk) -> None:
    """Check a walk as if it had come over the wire: a noun built by hand is not. Raises `InvalidError`."""
    plain = msgspec.to_builtins(walk)
    try:
        msgspec.convert(plain, Walk)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, Walk) from error


class Walking:
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
        canonical = self.ends.canonical if self.ends.near.any_marked(MERGED) else None
        self.walked = rule.Graph(self.ends, canonical, types)
        self.depth = min(walk.depth, DEPTH_MAX)
        self.firsts: dict[str, str] = {}

    def _types(self, walk: Walk) -> frozenset[int] | None:
        if self._active is None:
            return None
        names = {predicate(self._active, name).name for name in walk.types}
        numbers = {self.graph.relation_type(name) for name in names}
        return frozenset(number for number in numbers if number is not None) or frozenset({-1})

    def found(self, extent: rule.Extent) -> dict[str, Any]:
        """Give the fields every walk answers; nouns are made of entities and relations when they are looked at."""
        met, hop, types = extent.met, extent.hop, self.ends.near.types
        names = self.ends.named(extent)
        limits = list(extent.limits)
        ends, also = self._as_one(extent.ends)
        statements, more = self._statements(met)
        mentions, others = self._mentions(met)
        if more or others:
            limits.append("details")
        return {
            "depth": self.depth,
            "entities": Made(len(met), lambda: rule.nodes(met, hop, names())),
            "relations": Made(ends.shape[1], lambda: _related(ends, names(), types, also)),
            "statements": statements,
            "mentions": mentions,
            "truncated": bool(extent.limits),
            "limits": limits,
        }

    def _as_one(self, ends: rule.Ends) -> tuple[rule.Ends, Mapping[str, tuple[str, list[str]]]]:
        """Let twins, which two that were merged each had, read as one: where the newest stood, by the id of the first.

        Gives beside them, by the id of any that has twins, the id it reads by and those of the others.
        """
        alike = _alike(ends) if self.ends.near.any_marked(MERGED) else []
        self.firsts = twins(self.graph, alike, self.moment) if len(alike) else {}
        if not self.firsts:
            return ends, {}
        also: dict[str, list[str]] = {}
        for other, first in self.firsts.items():
            also.setdefault(first, []).append(other)
        ids = event_ids(ends[CLAIM_ID])
        read: dict[str, int] = {}
        for place, one in enumerate(ids):
            read.setdefault(self.firsts.get(one, one), place)
        ends = ends[:, list(read.values())]
        groups = {first: (first, sorted(others)) for first, others in also.items()}
        return ends, groups | {other: groups[first] for other, first in self.firsts.items()}

    def step(self, claims: Sequence[str]) -> list[str]:
        """Name the relations of one step of a path, twins once."""
        return list(dict.fromkeys(self.firsts.get(one, one) for one in claims))

    def _bearing(self, met: rule.Numbers, mark: int) -> list[int]:
        """List which members of those met may bear a mark, the nearest first."""
        near = self.ends.near
        if not near.any_marked(mark):
            return []
        if near.any_marked(ROOT):
            met = np.array(self.ends.written(met.tolist()), np.int64)
        return near.marked(met, mark)

    def _statements(self, met: rule.Numbers) -> tuple[list[str], bool]:
        """List the claims about those met that are no relations, the nearest first, and tell whether some were left out."""
        found: list[str] = []
        bearing = self._bearing(met, CLAIMED)
        for number in self.graph.some_claimed(bearing, self.moment) if bearing else ():
            found.extend(self.graph.values_of(number, self.moment, DETAILS_MAX + 1 - len(found)))
            if len(found) > DETAILS_MAX:
                return self._once(found[:DETAILS_MAX]), True
        return self._once(found), False

    def _once(self, claims: list[str]) -> list[str]:
        """Name twins once, by the first of them."""
        if not self.ends.near.any_marked(MERGED):
            return claims
        places = [self._reader.place(self._namespace, one) for one in claims]
        firsts = twins(self.graph, [place[0] for place in places if place is not None], self.moment)
        return list(dict.fromkeys(firsts.get(one, one) for one in claims))

    def _mentions(self, met: rule.Numbers) -> tuple[list[str], bool]:
        """List the events that mention those met, the nearest first, of each the latest first; redacted ones are not."""
        found: dict[int, None] = {}
        bearing = self._bearing(met, MENTIONED)
        for number in self.graph.some_mentioned(bearing, self.moment) if bearing else ():
            latest = self.graph.mentions(number, DETAILS_MAX + 1, self.moment)
            found.update((event, None) for event, _, _ in latest)
            if len(found) > DETAILS_MAX:
                break
        shown = list(found)[:DETAILS_MAX]
        events = self.graph.event_ids(shown) if shown else {}
        visible = [events[one] for one in shown if not self._reader.is_hidden(self._namespace, events[one])]
        return visible, len(found) > DETAILS_MAX


def _alike(ends: rule.Ends) -> list[int]:
    """List the relations that join two in the way another does: those that may have been each one's of two since merged."""
    first, way, other = ends[rule.ENTITY], ends[rule.WAY], ends[rule.OTHER]
    symmetric = way > EITHER
    turned = np.where(symmetric, first > other, (way & OUT) == 0)
    met, places = np.unique(
        np.concatenate([np.where(turned, other, first), np.where(turned, first, other)]), return_inverse=True
    )
    subject, object_ = np.split(places.ravel(), 2)
    pairs = ((ends[rule.TYPE] * 2 + symmetric) * len(met) + subject) * len(met) + object_
    _, groups, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    found: list[int] = ends[rule.RELATION][counts[groups.ravel()] > 1].tolist()
    return found


def _related(
    ends: rule.Ends, names: Mapping[int, str], types: Mapping[int, str], also: Mapping[str, tuple[str, list[str]]]
) -> list[Related]:
    """Make nouns of relations; one that has twins goes by the id of the first of them."""
    made = rule.related(ends, names, event_ids(ends[CLAIM_ID]), types)
    if not also:
        return made
    as_one = [(one, *also.get(one.id, (one.id, []))) for one in made]
    return [structs.replace(one, id=first, also=others) for one, first, others in as_one]


def star(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Star:
    """Walk from an entity along its relations, hop by hop."""
    agent, asked = who
    with engine.read(scope) as reader:
        on = Walking(engine, reader, scope, walk, at)
        anchor = find(on.graph, agent, asked, on.moment)
        return Star(anchor=on.graph.id(anchor), **on.found(rule.star(on.walked, anchor, walk)))


def subgraph(engine: Engine, scope: Scope, who: tuple[str, str], walk: Walk, at: int | None) -> Subgraph:
    """Give all entities within some hops of one, and every relation between them."""
    agent, asked = who
    with engine.read(scope) as reader:
        on = Walking(engine, reader, scope, walk, at)
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
    with engine.read(scope) as reader:
        on = Walking(engine, reader, scope, walk, at)
        first, last = find(on.graph, agent, start, on.moment), find(on.graph, agent, goal, on.moment)
        return ways(on, (first, last), walk, every=every)


def ways(on: Walking, ends: tuple[int, int], walk: Walk, *, every: bool) -> Paths:
    """Give the ways from one canonical entity to another in a reading under way."""
    first, last = ends
    found = rule.paths(on.walked, first, last, walk, every=every)
    names = on.graph.ids([*{one for route in found.routes for one in route.entities} | {first, last}])
    walked = found.extent.ends
    claims = dict(zip(walked[rule.RELATION].tolist(), event_ids(walked[CLAIM_ID]), strict=True))
    shown = on.found(found.extent)
    paths_found = [
        Path(
            entities=[names[one] for one in route.entities],
            steps=[on.step([claims[one] for one in step]) for step in route.steps],
        )
        for route in found.routes
    ]
    return Paths(start=names[first], goal=names[last], paths=paths_found, **shown)
