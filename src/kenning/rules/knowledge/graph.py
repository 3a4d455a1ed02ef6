"""Walking the graph of entities: star, subgraph, paths. Integers in, integers out.

Entities, relations and their types are the numbers of rows here, since a walk looks at hundreds of them for one answer; the
caller gives them their names. It also says what is joined to what, through one function that answers for many entities at
once, and so decides what the reader may see and as of when: a walk knows nothing else.

Order is the same whatever order the ends come in: entities by hop, then as they are met; the highest numbers, which are the
newest, come first. Where a limit cuts, the newest are kept.

Source: *Entities*, "Traversal at retrieval time". The search for paths from both sides is Pohl, *Bi-directional Search*
(Machine Intelligence 6, 1971).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice, pairwise
from operator import eq
from typing import NamedTuple, Protocol

from kenning.model.graph import DEPTH_MAX, EITHER, IN, OUT, Direction, Limit, Node, Related, Walk

WAYS: Mapping[Direction, int] = {"out": OUT | EITHER, "in": IN | EITHER, "both": OUT | IN | EITHER}
BACK: Mapping[Direction, Direction] = {"out": "in", "in": "out", "both": "both"}

End = tuple[int, int, int, int, int]
"""One end of a relation: entity, relation, way, the entity at the other end, type.

A relation has an end at its subject (OUT) and one at its object (IN); one between an entity and itself has one (OUT | IN).
"""

SLICE = 256  # entities asked for at once, so that a walk that is cut has fetched little in vain


class Lookup(Protocol):
    """The strings that numbers stand for: a list, a dict, or whatever else answers to an index."""

    def __getitem__(self, number: int, /) -> str:
        """The string of a number."""


class Neighbours(Protocol):
    """What is joined to what, as far as the reader may see it."""

    def __call__(self, entities: Sequence[int], ways: int, within: AbstractSet[int] | None, /) -> Iterable[End]:
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
    canonical: Callable[[int], int] | None = None
    types: AbstractSet[int] | None = None


class Extent(NamedTuple):
    """How far a walk came: the hop of every entity as they were met, the relations as they were walked, the limits that cut.

    A relation is given by one of its ends, entities as they read now; `related` makes nouns of them.
    A limit cuts where an end of a relation was left aside that fitted the walk and stood at an entity to be walked from.
    """

    hops: dict[int, int]
    relations: list[End]
    limits: list[Limit]


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
    ends: dict[int, End] = {}
    hops = walker.spread(anchor, ends)
    return Extent(hops, list(ends.values()), walker.cuts())


def subgraph(graph: Graph, anchor: int, walk: Walk) -> Extent:
    """The entities that `star` finds, and every relation of the types walked between two of them, whichever way it points.

    The relations are looked for when the entities are known, with ``walk.edges`` of their own, so that a walk cut short still
    shows how what it found hangs together.
    """
    walker = _Walker(graph, walk)
    hops = walker.spread(anchor, {})
    walker.left = walk.edges
    ends: dict[int, End] = {}
    for batch in walker.inside(hops.keys()):
        ends.update({end[1]: end for end in batch})
    return Extent(hops, list(ends.values()), walker.cuts())


def paths(graph: Graph, start: int, goal: int, walk: Walk, *, every: bool = False) -> Routes:
    """All shortest paths from start to goal of at most ``walk.depth`` hops; with ``every``, all paths up to that depth.

    A path goes through no entity twice, and relations that join the same two entities are one step of it. Both ends are
    walked towards each other, the smaller frontier first, until they meet or, with ``every``, until their depths add up to
    the bound: each step of a path that short lies within one of the two.
    """
    walker = _Walker(graph, walk)
    start, goal = walker.named(start), walker.named(goal)
    if start == goal:
        return Routes([Route((start,), [])], Extent({start: 0}, [], []))
    roads = walker.roads(start, goal, every=every)
    ways = _Ways(roads, start, goal, walk.edges)
    found = list(islice(ways.found(min(walk.depth, DEPTH_MAX), every=every), walk.paths + 1))
    if ways.left < 0:
        walker.limits.add("edges")
    if len(found) > walk.paths:
        walker.limits.add("paths")
    return _routes(found[: walk.paths], roads, walker.cuts())


def nodes(hops: Mapping[int, int], ids: Lookup) -> list[Node]:
    """The entities met as nouns, in order."""
    near = [proximity(hop) for hop in range(DEPTH_MAX + 1)]
    return [Node(entity=ids[entity], hop=hop, proximity=near[hop]) for entity, hop in hops.items()]


def related(relations: Sequence[End], ids: Lookup, claims: Lookup, types: Lookup) -> list[Related]:
    """The relations walked as nouns, in order, as they point, from whichever end they were walked."""
    return [
        Related(id=claims[claim], subject=ids[entity], type=types[kind], object=ids[other], symmetric=way > EITHER)
        if way & OUT
        else Related(id=claims[claim], subject=ids[other], type=types[kind], object=ids[entity], symmetric=way > EITHER)
        for entity, claim, way, other, kind in relations
    ]


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
        return entity if self._graph.canonical is None else self._graph.canonical(entity)

    def cuts(self) -> list[Limit]:
        return sorted(self.limits)

    def spread(self, anchor: int, ends: dict[int, End]) -> dict[int, int]:
        """Walk from an anchor hop by hop: the hop of each entity met; the relations walked are put into ``ends``."""
        hops = {self.named(anchor): 0}
        frontier = list(hops)
        for hop in range(1, self._depth + 1):
            fresh: list[int] = []
            for batch in self.ends(frontier, WAYS[self._walk.direction]):
                for end in batch:  # one pass, and no list or set beside it: this loop is what a star costs
                    ends[end[1]] = end
                    other = end[3]
                    if other not in hops:
                        hops[other] = hop
                        fresh.append(other)
            if "edges" in self.limits or not fresh:
                break
            frontier = sorted(fresh, reverse=True)
        return hops

    def ends(self, frontier: Sequence[int], ways: int) -> Iterator[list[End]]:
        """The ends at the entities of a frontier, in order, slice by slice, as far as the limits go."""
        for first in range(0, len(frontier), SLICE):
            batch = self._fitting(frontier[first : first + SLICE], ways, None)
            yield self._paid(self._thinned(batch))
            if "edges" in self.limits:
                return

    def inside(self, entities: AbstractSet[int]) -> Iterator[list[End]]:
        """The ends of relations between two of the entities, each relation at its subject."""
        ordered = sorted(entities, reverse=True)
        batch = self._fitting(ordered, OUT, entities)
        yield self._paid([end for end in batch if end[3] in entities])

    def _fitting(self, entities: Sequence[int], ways: int, within: AbstractSet[int] | None) -> list[End]:
        """Ask for ends, and keep those that fit, entities as they read now; the newest first."""
        graph = self._graph
        ends = list(graph.neighbours(entities, ways, within))
        if ways != WAYS["both"]:
            ends = [end for end in ends if end[2] & ways]
        if graph.types is not None:
            types = graph.types
            ends = [end for end in ends if end[4] in types]
        if graph.canonical is not None:
            ends = _merged(ends, graph.canonical)
        ends.sort(reverse=True)
        return ends

    def _thinned(self, ends: list[End]) -> list[End]:
        """At most ``branching`` ends of each entity; they come sorted, those of an entity in a row.

        Of a row longer than that, two marks in succession lie within, where a mark is set at every half of it: a few looks
        clear the usual batch.
        """
        most = self._walk.branching
        marks = [end[0] for end in ends[:: (most + 1) // 2]]
        if not any(map(eq, marks, marks[1:])):
            return ends
        owners = [end[0] for end in ends]
        if not any(map(eq, owners, owners[most:])):
            return ends
        self.limits.add("branching")
        return ends[:most] + [end for end, before in zip(ends[most:], owners, strict=False) if end[0] != before]

    def _paid(self, ends: list[End]) -> list[End]:
        """As many ends as may still be looked at."""
        if len(ends) > self.left:
            self.limits.add("edges")
            ends = ends[: self.left]
        self.left -= len(ends)
        return ends

    def roads(self, start: int, goal: int, *, every: bool) -> Roads:
        """Walk from both ends towards each other: every step that may lie on a path."""
        direction = self._walk.direction
        sides = (_Side(start, WAYS[direction]), _Side(goal, WAYS[BACK[direction]]))
        for _ in range(self._depth):
            side, other = sides if len(sides[0].frontier) <= len(sides[1].frontier) else sides[::-1]
            fresh: dict[int, None] = {}
            for batch in self.ends(side.frontier, side.ways):
                side.walked += batch
                fresh.update(dict.fromkeys([end[3] for end in batch if end[3] not in side.met]))
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


def _merged(ends: Iterable[End], canonical: Callable[[int], int]) -> list[End]:
    """Ends between entities as they read now; what joined two that have become one is no loop, it falls."""
    read: dict[int, int] = {}
    merged: list[End] = []
    for entity, relation, way, other, kind in ends:
        here = read[entity] if entity in read else read.setdefault(entity, canonical(entity))
        there = read[other] if other in read else read.setdefault(other, canonical(other))
        if here != there or entity == other:
            merged.append((here, relation, way, there, kind))
    return merged


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
    return Routes(routes, Extent(nearest, [ends[relation] for relation in sorted(ends, reverse=True)], limits))
