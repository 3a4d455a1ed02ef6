"""Walking the graph of entities: star, subgraph, paths. Integers in, integers out, in columns.

Entities, relations and their types are the numbers of rows here, many of them one array, since a walk looks at hundreds of them
for one answer; the caller gives them their names. It also says what is joined to what, through one function that answers for
many entities at once, and so decides what the reader may see and as of when: a walk knows nothing else.

Order is the same whatever order the ends come in: entities by hop, then as they are met; the highest numbers, which are the
newest, come first. Where a limit cuts, the newest are kept.

Source: *Entities*, "Traversal at retrieval time". The search for paths from both sides is Pohl, *Bi-directional Search*
(Machine Intelligence 6, 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice, pairwise
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kenning.model.identity.graph import DEPTH_MAX, EITHER, IN, OUT, Direction, Limit, Node, Related, Walk

WAYS: Mapping[Direction, int] = {"out": OUT | EITHER, "in": IN | EITHER, "both": OUT | IN | EITHER}
BACK: Mapping[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}

Numbers: TypeAlias = NDArray[np.int64]
Ends: TypeAlias = NDArray[np.int64]
"""Ends of relations, one a column: entity, relation, way, the entity at the other end, type, and what else the caller put below.

A relation has an end at its subject (OUT) and one at its object (IN); one between an entity and itself has one (OUT | IN).
"""
End = tuple[int, ...]
"""One of these, by itself."""
ENTITY, RELATION, WAY, OTHER, TYPE = range(5)

TABLE_MAX = 1 << 21  # a look into a table of so many costs less than a search, from a few hundred looks on
SLICE = 256  # entities asked for at once, so that a walk that is cut has fetched little in vain


class Lookup(Protocol):
    """The strings that numbers stand for: a list, a dict, or whatever else answers to an index."""

    def __getitem__(self, number: int, /) -> str:
        """The string of a number."""


class Neighbours(Protocol):
    """What is joined to what, as far as the reader may see it."""

    def __call__(self, entities: Sequence[int], ways: int, within: Numbers | None, /) -> Ends:
        """The ends at these entities, each once, in any order.

        Entities are canonical; the ends are given as they were written, those of all members merged into one of the
        entities included. What need not be given, since the walk would sort it out: ends that do not fit ``ways``, those of
        types that are not walked, those whose other entity does not read as one of ``within``, and those between two
        members of one entity. Of the rest, where ``within`` is ``None``, the newest ``branching + 1`` of each member are
        enough.
        """


class Graph(NamedTuple):
    """What a walk goes by: the neighbours, the id under which an entity reads, the types of relation it walks along.

    Without ``canonical`` nothing is merged; without ``types`` every relation is walked.
    """

    neighbours: Neighbours
    canonical: Callable[[Numbers], Numbers] | None = None
    types: AbstractSet[int] | None = None


class Extent(NamedTuple):
    """How far a walk came: the entities as they were met, the hop of each, the relations as they were walked, what cut.

    ``led`` are the ends that first led to all but the first entity, in their order; paths leave it empty.

    A relation is given by one of its ends, entities as they read now; `related` makes nouns of them.
    A limit cuts where an end of a relation was left aside that fitted the walk and stood at an entity to be walked from.
    """

    met: Numbers
    hop: Numbers
    ends: Ends
    limits: list[Limit]
    led: Ends

    @property
    def hops(self) -> dict[int, int]:
        """The hop of every entity, in order."""
        return dict(zip(self.met.tolist(), self.hop.tolist(), strict=True))

    @property
    def relations(self) -> list[End]:
        """The ends one by one."""
        return _singly(self.ends)


class Route(NamedTuple):
    """One path: its entities in order, and for each step the relations that join the two, the newest first."""

    entities: tuple[int, ...]
    steps: list[list[int]]


class Routes(NamedTuple):
    """The paths found, by length and then the newest first; the extent holds what lies on one of them."""

    routes: list[Route]
    extent: Extent


def proximity(hop: int) -> float:
    """How near an entity is, between 0 and 1: 1 for the anchor, a half one hop away.

    >>> [proximity(hop) for hop in range(4)]
    [1.0, 0.5, 0.3333333333333333, 0.25]
    """
    return 1 / (hop + 1)


def star(graph: Graph, anchor: int, walk: Walk) -> Extent:
    """The entities within ``walk.depth`` hops of the anchor, and the relations walked to look for them.

    Relations between two entities of the last hop are not walked; those are the subgraph's. One call to the neighbours a
    hop, or one for every 256 entities.
    """
    walker = _Walker(graph, walk)
    walked: list[Ends] = []
    met, hop, led = walker.spread(anchor, walked)
    return Extent(met, hop, _once(_joined(walked)), walker.cuts(), led)


def subgraph(graph: Graph, anchor: int, walk: Walk) -> Extent:
    """The entities that `star` finds, and every relation of the types walked between two of them, whichever way it points.

    The relations are looked for when the entities are known, with ``walk.edges`` of their own, so that a walk cut short still
    shows how what it found hangs together.
    """
    walker = _Walker(graph, walk)
    met, hop, led = walker.spread(anchor, [])
    walker.left = walk.edges
    return Extent(met, hop, _once(walker.inside(np.sort(met))), walker.cuts(), led)


def paths(graph: Graph, start: int, goal: int, walk: Walk, *, every: bool = False) -> Routes:
    """All shortest paths from start to goal of at most ``walk.depth`` hops; with ``every``, all paths up to that depth.

    A path goes through no entity twice, and relations that join the same two entities are one step of it. Both ends are
    walked towards each other, the smaller frontier first, until they meet or, with ``every``, until their depths add up to
    the bound: each step of a path that short lies within one of the two.
    """
    walker = _Walker(graph, walk)
    start, goal = walker.named(start), walker.named(goal)
    if start == goal:
        return Routes([Route((start,), [])], _extent({start: 0}, [], []))
    roads = walker.roads(start, goal, every=every)
    ways = _Ways(roads, start, goal, walk.edges)
    found = list(islice(ways.found(min(walk.depth, DEPTH_MAX), every=every), walk.paths + 1))
    if ways.left < 0:
        walker.limits.add("edges")
    if len(found) > walk.paths:
        walker.limits.add("paths")
    return _routes(found[: walk.paths], roads, walker.cuts())


def nodes(met: Numbers, hop: Numbers, ids: Lookup) -> list[Node]:
    """The entities met as nouns, in order."""
    near = [proximity(hop) for hop in range(DEPTH_MAX + 1)]
    pairs = zip(met.tolist(), hop.tolist(), strict=True)
    return [Node(entity=ids[entity], hop=hop, proximity=near[hop]) for entity, hop in pairs]


def related(ends: Ends, ids: Lookup, claims: Sequence[str], types: Lookup) -> list[Related]:
    """The relations walked as nouns, in order, as they point, from whichever end they were walked; ``claims`` are their ids."""
    subjects, ways, objects, kinds = ends[ENTITY], ends[WAY], ends[OTHER], ends[TYPE].tolist()
    out = (ways & OUT) != 0
    whom = np.where(out, subjects, objects).tolist(), np.where(out, objects, subjects).tolist()
    return [
        Related(id=claim, subject=ids[subject], type=types[kind], object=ids[other], symmetric=symmetric)
        for claim, subject, kind, other, symmetric in zip(
            claims, whom[0], kinds, whom[1], (ways > EITHER).tolist(), strict=True
        )
    ]


def columns(ends: Iterable[End]) -> Ends:
    """Ends that come one by one as an array."""
    listed = list(ends)
    return np.array(listed, np.int64).T if listed else np.zeros((TYPE + 1, 0), np.int64)


def among(numbers: Numbers, wanted: Numbers) -> NDArray[np.bool_]:
    """Tell which numbers are among some others; by a table of all between the least and the greatest where that is small."""
    is_narrow = len(wanted) > 0 and int(wanted.max()) - int(wanted.min()) < TABLE_MAX
    return np.isin(numbers, wanted, kind="table" if is_narrow else None)


def _singly(ends: Ends) -> list[End]:
    return list(zip(*ends.tolist(), strict=True))


def _joined(parts: Sequence[Ends]) -> Ends:
    return parts[0] if len(parts) == 1 else np.concatenate(parts, axis=1) if parts else columns([])


def _once(ends: Ends) -> Ends:
    """Ends of which each relation's first stays."""
    relations, first = np.unique(ends[RELATION], return_index=True)
    if len(relations) == ends.shape[1]:
        return ends
    first.sort()
    return ends[:, first]


Roads = dict[int, dict[int, dict[int, End]]]
"""From an entity to the next ones on the way to a goal, each with the ends of the relations that lead there."""


class _Walker:
    """One walk: what it may still spend, and which limits have cut something off."""

    def __init__(self, graph: Graph, walk: Walk) -> None:
        self._graph = graph
        self._walk = walk
        self._depth = min(walk.depth, DEPTH_MAX)
        self.left = walk.edges
        self.limits: set[Limit] = set()

    def named(self, entity: int) -> int:
        """The id an entity reads under."""
        canonical = self._graph.canonical
        return entity if canonical is None else int(canonical(np.array([entity]))[0])

    def cuts(self) -> list[Limit]:
        return sorted(self.limits)

    def spread(self, anchor: int, walked: list[Ends]) -> tuple[Numbers, Numbers, Ends]:
        """Walk from an anchor hop by hop: entities met, the hop of each, what led there; ends walked are put into ``walked``."""
        start = known = fresh = np.array([self.named(anchor)], np.int64)
        led: list[Ends] = []
        sizes = [1]
        for _ in range(self._depth):
            before = len(known)
            frontier: list[int] = fresh[::-1].tolist()
            found = [fresh[:0]]
            for batch in self.ends(frontier, WAYS[self._walk.direction]):
                walked.append(batch)
                others, first = np.unique(batch[OTHER], return_index=True)
                new = known[np.minimum(np.searchsorted(known, others), len(known) - 1)] != others
                led.append(batch[:, np.sort(first[new])])
                found.append(others[new])
                known = np.sort(np.concatenate([known, others[new]]))
            sizes.append(len(known) - before)
            fresh = np.sort(np.concatenate(found))
            if "edges" in self.limits or not len(fresh):
                break
        ways = _joined(led)
        return np.concatenate([start, ways[OTHER]]), np.repeat(np.arange(len(sizes)), sizes), ways

    def ends(self, frontier: Sequence[int], ways: int) -> Iterator[Ends]:
        """The ends at the entities of a frontier, in order, slice by slice, as far as the limits go."""
        for first in range(0, len(frontier), SLICE):
            batch = self._fitting(frontier[first : first + SLICE], ways, None)
            yield self._paid(self._thinned(batch))
            if "edges" in self.limits:
                return

    def inside(self, entities: Numbers) -> Ends:
        """The ends of relations between two of the entities, which come sorted, each relation at its subject."""
        batch = self._fitting(entities[::-1].tolist(), OUT, entities)
        return self._paid(_only(batch, among(batch[OTHER], entities)))

    def _fitting(self, entities: Sequence[int], ways: int, within: Numbers | None) -> Ends:
        """Ask for ends, and keep those that fit, entities as they read now; the newest first."""
        graph = self._graph
        ends = graph.neighbours(entities, ways, within)
        if ways != WAYS["both"]:
            ends = _only(ends, (ends[WAY] & ways) != 0)
        if graph.types is not None:
            ends = _only(ends, np.isin(ends[TYPE], np.array(sorted(graph.types), np.int64)))
        if graph.canonical is not None:
            ends = _merged(ends, graph.canonical)
        return _newest_first(ends)

    def _thinned(self, ends: Ends) -> Ends:
        """At most ``branching`` ends of each entity; they come sorted, those of an entity in a row."""
        most = self._walk.branching
        owners = ends[ENTITY]
        kept = owners[most:] != owners[:-most]
        if kept.all():
            return ends
        self.limits.add("branching")
        return ends[:, np.concatenate([np.ones(most, bool), kept])]

    def _paid(self, ends: Ends) -> Ends:
        """As many ends as may still be looked at."""
        if ends.shape[1] > self.left:
            self.limits.add("edges")
            ends = ends[:, : self.left]
        self.left -= ends.shape[1]
        return ends

    def roads(self, start: int, goal: int, *, every: bool) -> Roads:
        """Walk from both ends towards each other: every step that may lie on a path."""
        direction = self._walk.direction
        sides = (_Side(start, WAYS[direction]), _Side(goal, WAYS[BACK[direction]]))
        for _ in range(self._depth):
            side, other = sides if len(sides[0].frontier) <= len(sides[1].frontier) else sides[::-1]
            fresh: dict[int, None] = {}
            for batch in self.ends(side.frontier, side.ways):
                side.walked += _singly(batch)
                fresh.update(dict.fromkeys([other for other in batch[OTHER].tolist() if other not in side.met]))
            side.met.update(fresh)
            side.frontier = sorted(fresh, reverse=True)
            met = not every and not other.met.isdisjoint(fresh)
            if met or not fresh or "edges" in self.limits:
                break
        roads: Roads = {}
        for end in sides[0].walked:
            roads.setdefault(end[0], {}).setdefault(end[3], {})[end[1]] = end
        for end in sides[1].walked:
            roads.setdefault(end[3], {}).setdefault(end[0], {})[end[1]] = end
        return roads


class _Side:
    """One of the two walks of a search for paths."""

    def __init__(self, origin: int, ways: int) -> None:
        self.ways = ways
        self.frontier = [origin]
        self.met = {origin}
        self.walked: list[End] = []


class _Ways:
    """Paths along known roads, one by one: depth first, never where the goal cannot be reached with the steps left."""

    def __init__(self, roads: Roads, start: int, goal: int, steps_max: int) -> None:
        self._roads = roads
        self._start = start
        self._goal = goal
        self.left = steps_max

    def found(self, depth: int, *, every: bool) -> Iterator[tuple[int, ...]]:
        """The paths of each length in turn; unless every path is wanted, of the first length there is."""
        back: dict[int, list[int]] = {}
        for entity, nexts in self._roads.items():
            for other in nexts:
                back.setdefault(other, []).append(entity)
        near = [{self._goal}]
        for _ in range(depth):
            step = {entity for other in near[-1] for entity in back.get(other, ()) if entity != self._goal}
            if self._start in step:
                yield from self._on((self._start,), near)
                if not every:
                    return
            near.append(step)

    def _on(self, path: tuple[int, ...], near: list[set[int]]) -> Iterator[tuple[int, ...]]:
        """The paths that begin so and go on, each step to one of the entities from which the goal is near enough.

        The sets in ``near`` hold the entities from which it is reached in exactly 0, 1, … steps.
        """
        if not near:
            yield path
            return
        for other in sorted(near[-1].intersection(self._roads.get(path[-1], ())), reverse=True):
            self.left -= 1
            if self.left < 0:
                return
            if other not in path:
                yield from self._on((*path, other), near[:-1])


def _only(ends: Ends, fitting: NDArray[np.bool_]) -> Ends:
    return ends if fitting.all() else ends[:, fitting]


def _merged(ends: Ends, canonical: Callable[[Numbers], Numbers]) -> Ends:
    """Ends between entities as they read now; what joined two that have become one is no loop, it falls."""
    written, others = ends[ENTITY], ends[OTHER]
    here, there = canonical(written), canonical(others)
    merged = ends.copy()
    merged[ENTITY], merged[OTHER] = here, there
    return _only(merged, (here != there) | (written == others))


def _newest_first(ends: Ends) -> Ends:
    """Ends by entity and then by relation, the highest numbers first; what comes so already is left as it is."""
    entities, relations = ends[ENTITY], ends[RELATION]
    falls = entities[1:] < entities[:-1]
    falls |= (entities[1:] == entities[:-1]) & (relations[1:] <= relations[:-1])
    return ends if falls.all() else ends[:, np.lexsort((-relations, -entities))]


def _routes(found: Sequence[tuple[int, ...]], roads: Roads, limits: list[Limit]) -> Routes:
    """Paths with the relations of their steps, and all that lies on them."""
    hops: dict[int, int] = {}
    ends: dict[int, End] = {}
    routes: list[Route] = []
    for path in found:
        steps = [roads[entity][other] for entity, other in pairwise(path)]
        routes.append(Route(path, [sorted(step, reverse=True) for step in steps]))
        for hop, entity in enumerate(path):
            hops[entity] = min(hop, hops.get(entity, hop))
        for step in steps:
            ends.update(step)
    nearest = dict(sorted(hops.items(), key=lambda item: item[1]))
    return Routes(routes, _extent(nearest, [ends[relation] for relation in sorted(ends, reverse=True)], limits))


def _extent(hops: Mapping[int, int], ends: Sequence[End], limits: list[Limit]) -> Extent:
    met, hop = (np.fromiter(numbers, np.int64, len(hops)) for numbers in (hops.keys(), hops.values()))
    return Extent(met, hop, columns(ends), limits, columns([]))
