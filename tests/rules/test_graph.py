"""Walking the graph: laws against a naive reference, and cases in tests/cases/graph that are readable without Python."""

import json
import random
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.model.graph import DEPTH_MAX, EITHER, IN, OUT, Limit, Node, Related, Walk
from kenning.rules.knowledge import graph
from kenning.rules.knowledge.graph import WAYS, End, Extent, Graph, Routes

CASES = sorted((Path(__file__).resolve().parents[1] / "cases" / "graph").glob("*.json"))

Relation = tuple[int, int, int, int]  # number, subject, type, object
SYMMETRIC = frozenset({3})


def unlimited(walk: Walk) -> Walk:
    return msgspec.structs.replace(walk, branching=10_000, edges=1_000_000, paths=10_000)


# -- a world of relations, and the naive way to walk it ------------------------------------------------------------------


@dataclass(frozen=True)
class World:
    """Relations as they were written, and what was merged into what since."""

    relations: tuple[Relation, ...]
    merged: dict[int, int]
    symmetric: AbstractSet[int] = SYMMETRIC

    def canonical(self, entity: int) -> int:
        return self.merged.get(entity, entity)

    def ends(self) -> Iterator[End]:
        for number, subject, kind, object_, either in (
            (*relation, EITHER * (relation[2] in self.symmetric)) for relation in self.relations
        ):
            if subject == object_:
                yield subject, number, OUT | IN | either, object_, kind
                continue
            yield subject, number, OUT | either, object_, kind
            yield object_, number, IN | either, subject, kind

    def neighbours(self, entities, _ways, _within):
        """Everything at these entities; what does not fit is left for the walk to sort out."""
        return [end for end in self.ends() if self.canonical(end[0]) in set(entities)]

    def graph(self, types: AbstractSet[int] | None = None) -> Graph:
        return Graph(self.neighbours, self.canonical if self.merged else None, types)

    def fitting(self, entity: int, ways: int, types: AbstractSet[int] | None) -> list[tuple[int, int]]:
        """What leads from an entity: relation and other entity, both ends as they read now, the newest first."""
        return sorted(
            (
                (number, self.canonical(other))
                for at, number, way, other, kind in self.ends()
                if self.canonical(at) == entity and way & ways and (types is None or kind in types)
                if self.canonical(other) != entity or at == other
            ),
            reverse=True,
        )


@dataclass
class Reference:
    """A star, walked one end at a time."""

    hops: dict[int, int]
    relations: set[int]
    limits: list[Limit]


def reference(world: World, anchor: int, walk: Walk, types: AbstractSet[int] | None) -> Reference:
    hops, relations, limits = {world.canonical(anchor): 0}, set[int](), set[Limit]()
    left = walk.edges
    for hop in range(min(walk.depth, DEPTH_MAX)):
        for entity in sorted((one for one in hops if hops[one] == hop), reverse=True):
            fitting = world.fitting(entity, WAYS[walk.direction], types)
            if len(fitting) > walk.branching:
                limits.add("branching")
            for relation, other in fitting[: walk.branching]:
                if not left:
                    limits.add("edges")
                    return Reference(hops, relations, sorted(limits))
                left -= 1
                relations.add(relation)
                hops.setdefault(other, hop + 1)
    return Reference(hops, relations, sorted(limits))


def ways_through(
    world: World, start: int, goal: int, walk: Walk, types: AbstractSet[int] | None
) -> list[tuple[int, ...]]:
    """Every path up to the depth, by trying everything: by length, then the newest first."""
    start, goal = world.canonical(start), world.canonical(goal)
    found = set[tuple[int, ...]]()
    tried: list[tuple[int, ...]] = [(start,)]
    while tried:
        path = tried.pop()
        if path[-1] == goal:
            found.add(path)
        elif len(path) <= walk.depth:
            nexts = {other for _, other in world.fitting(path[-1], WAYS[walk.direction], types)}
            tried += [(*path, other) for other in nexts.difference(path)]
    return sorted(found, key=lambda path: (len(path), [-one for one in path]))


ENTITIES = range(1, 9)
entity = st.sampled_from(ENTITIES)


@st.composite
def worlds(draw, *, merges=True):
    joined = draw(st.lists(st.tuples(entity, st.integers(1, 4), entity), max_size=16))
    relations = tuple((number, *relation) for number, relation in enumerate(joined, 1))
    pairs = draw(st.dictionaries(st.integers(1, 4), st.integers(5, 8), max_size=3)) if merges else {}
    return World(relations, pairs)


kinds = st.none() | st.frozensets(st.integers(1, 4), min_size=1)
directions = st.sampled_from(["out", "in", "both"])
wide = st.builds(Walk, depth=st.integers(0, 6), direction=directions).map(unlimited)
narrow = st.builds(
    Walk,
    depth=st.integers(1, 4),
    direction=directions,
    branching=st.integers(1, 4),
    edges=st.integers(1, 20),
    paths=st.integers(1, 3),
)


# -- star and subgraph ---------------------------------------------------------------------------------------------------


@given(worlds(), entity, st.one_of(wide, narrow), kinds)
def test_a_star_is_what_a_walk_of_one_end_at_a_time_finds(world, anchor, walk, types):
    """Nodes within the depth, each at its distance; the relations walked; limits told exactly where something was cut."""
    found, wanted = graph.star(world.graph(types), anchor, walk), reference(world, anchor, walk, types)
    assert found.hops == wanted.hops
    assert {end[1] for end in found.relations} == wanted.relations
    assert found.limits == wanted.limits


@given(worlds(), entity, wide, kinds)
def test_a_subgraph_is_the_stars_entities_and_every_relation_between_two_of_them(world, anchor, walk, types):
    found = graph.subgraph(world.graph(types), anchor, walk)
    assert found.hops == reference(world, anchor, walk, types).hops
    assert found.limits == []
    assert {end[1] for end in found.relations} == {
        number
        for number, subject, kind, object_ in world.relations
        if {world.canonical(subject), world.canonical(object_)} <= found.hops.keys()
        if types is None or kind in types
        if world.canonical(subject) != world.canonical(object_) or subject == object_
    }


@given(worlds(), entity, narrow)
def test_a_subgraph_that_is_cut_is_told_and_holds_only_what_is_there(world, anchor, walk):
    found = graph.subgraph(world.graph(), anchor, walk)
    whole = graph.subgraph(world.graph(), anchor, unlimited(walk))
    assert set(found.relations) <= set(whole.relations)
    assert found.hops.keys() <= whole.hops.keys()
    if not found.limits:
        assert found == whole
    assert len(found.relations) <= walk.edges


@given(worlds(), entity, narrow)
def test_what_a_limit_left_out_is_missing_and_what_it_did_not_is_there(world, anchor, walk):
    found, whole = graph.star(world.graph(), anchor, walk), graph.star(world.graph(), anchor, unlimited(walk))
    assert found.hops.keys() <= whole.hops.keys()
    if not found.limits:
        assert found == whole


@given(worlds(), entity, st.one_of(wide, narrow), kinds)
def test_entities_come_by_hop_and_every_relation_once(world, anchor, walk, types):
    for found in (graph.star(world.graph(types), anchor, walk), graph.subgraph(world.graph(types), anchor, walk)):
        assert list(found.hops.values()) == sorted(found.hops.values())
        numbers = [end[1] for end in found.relations]
        assert len(numbers) == len(set(numbers))


@given(worlds(), entity, st.integers(0, 5))
def test_out_and_in_are_each_others_mirror(world, anchor, depth):
    turned = replace(world, relations=tuple((number, o, kind, s) for number, s, kind, o in world.relations))
    out, back = (unlimited(Walk(depth=depth, direction=direction)) for direction in ("out", "in"))
    assert graph.star(world.graph(), anchor, out).hops == graph.star(turned.graph(), anchor, back).hops


# -- paths ---------------------------------------------------------------------------------------------------------------


@given(worlds(), entity, entity, wide, kinds)
def test_every_path_is_found_by_length_and_then_the_newest_first(world, start, goal, walk, types):
    walk = msgspec.structs.replace(walk, depth=min(walk.depth, DEPTH_MAX))
    found = graph.paths(world.graph(types), start, goal, walk, every=True)
    assert [route.entities for route in found.routes] == ways_through(world, start, goal, walk, types)
    assert found.extent.limits == []


@given(worlds(), entity, entity, wide, kinds)
def test_the_shortest_paths_are_the_shortest_of_every_path(world, start, goal, walk, types):
    walk = msgspec.structs.replace(walk, depth=min(walk.depth, DEPTH_MAX))
    every = ways_through(world, start, goal, walk, types)
    found = graph.paths(world.graph(types), start, goal, walk)
    assert [route.entities for route in found.routes] == [path for path in every if len(path) == len(every[0])]
    assert found.extent.limits == []


@given(worlds(), entity, entity, wide, kinds)
def test_a_step_holds_all_relations_that_join_the_two(world, start, goal, walk, types):
    for route in graph.paths(world.graph(types), start, goal, walk, every=True).routes:
        assert len(route.steps) == len(route.entities) - 1
        for here, there, step in zip(route.entities, route.entities[1:], route.steps, strict=False):
            fitting = world.fitting(here, WAYS[walk.direction], types)
            assert step == [number for number, other in fitting if other == there]


@given(worlds(), entity, entity, st.integers(1, 5), st.integers(1, 3), st.booleans())
def test_more_paths_than_wanted_are_cut_and_told(world, start, goal, depth, most, every):
    walk = unlimited(Walk(depth=depth))
    whole = graph.paths(world.graph(), start, goal, walk, every=every)
    cut = graph.paths(world.graph(), start, goal, msgspec.structs.replace(walk, paths=most), every=every)
    assert cut.routes == whole.routes[:most]
    assert cut.extent.limits == (["paths"] if len(whole.routes) > most else [])


@given(worlds(), entity, entity, narrow, st.booleans())
def test_a_search_that_is_cut_is_told_and_finds_only_what_is_there(world, start, goal, walk, every):
    found = graph.paths(world.graph(), start, goal, walk, every=every)
    whole = ways_through(world, start, goal, unlimited(walk), None)
    assert {route.entities for route in found.routes} <= set(whole)
    if not found.extent.limits:
        wanted = [path for path in whole if every or len(path) == len(whole[0])]
        assert [route.entities for route in found.routes] == wanted


@given(worlds(), entity, entity, wide)
def test_the_extent_of_paths_is_what_lies_on_them(world, start, goal, walk):
    found = graph.paths(world.graph(), start, goal, walk, every=True)
    assert found.extent.hops.keys() == {one for route in found.routes for one in route.entities}
    on_them = {relation for route in found.routes for step in route.steps for relation in step}
    assert {end[1] for end in found.extent.relations} == on_them
    for one, hop in found.extent.hops.items():
        assert hop == min(route.entities.index(one) for route in found.routes if one in route.entities)


# -- what holds for all of them ------------------------------------------------------------------------------------------


def walked(given_: Graph, start: int, goal: int, walk: Walk) -> list[Extent | Routes]:
    return [
        graph.star(given_, start, walk),
        graph.subgraph(given_, start, walk),
        graph.paths(given_, start, goal, walk),
        graph.paths(given_, start, goal, walk, every=True),
    ]


def in_order(found: list[Extent | Routes]) -> list[Any]:
    """The answers with what order they have written out."""
    return [
        (one.routes, list(one.extent.hops.items()), one.extent) if isinstance(one, Routes) else (list(one.hops), one)
        for one in found
    ]


@given(worlds(), entity, entity, st.one_of(wide, narrow), st.integers(0, 1000))
def test_the_order_in_which_ends_are_given_shows_nowhere(world, start, goal, walk, seed):
    def shuffled(entities, ways, within):
        ends = world.neighbours(entities, ways, within)
        random.Random(seed).shuffle(ends)
        return ends

    plain = world.graph()
    found = walked(plain._replace(neighbours=shuffled), start, goal, walk)
    assert in_order(found) == in_order(walked(plain, start, goal, walk))


@given(worlds(), entity, entity, narrow, kinds)
def test_neighbours_may_leave_out_what_they_need_not_give(world, start, goal, walk, types):
    """What a store filters and caps changes nothing against one that gives all there is."""

    def least(entities, ways, within):
        members = {one: [at for at in ENTITIES if world.canonical(at) == one] for one in entities}
        for at in (member for members in members.values() for member in members):
            ends = [
                end
                for end in world.ends()
                if end[0] == at and end[2] & ways and (types is None or end[4] in types)
                if within is None or world.canonical(end[3]) in within
                if world.canonical(end[3]) != world.canonical(at) or at == end[3]
            ]
            ends.sort(reverse=True)
            yield from ends if within is not None else ends[: walk.branching + 1]

    given_ = world.graph(types)
    found = walked(given_._replace(neighbours=least), start, goal, walk)
    assert in_order(found) == in_order(walked(given_, start, goal, walk))


@given(worlds(), entity, entity, st.one_of(wide, narrow))
def test_merged_entities_read_as_if_all_had_been_written_to_the_survivor(world, start, goal, walk):
    rewritten = tuple(
        (number, world.canonical(subject), kind, world.canonical(object_))
        for number, subject, kind, object_ in world.relations
        if world.canonical(subject) != world.canonical(object_) or subject == object_
    )
    plain = World(rewritten, {}).graph()
    found = walked(world.graph(), start, goal, walk)
    assert in_order(found) == in_order(walked(plain, world.canonical(start), world.canonical(goal), walk))


def test_a_frontier_of_thousands_is_asked_for_in_slices():
    fan = [(number, 1, 1, number + 1) for number in range(1, 1001)]
    world = World((*fan, (2000, 1001, 1, 5000)), {})
    asked = []

    def neighbours(entities, ways, within):
        asked.append(len(entities))
        wanted = set(entities)
        return [end for end in world.ends() if end[0] in wanted]

    found = graph.star(Graph(neighbours), 1, Walk(depth=2, branching=2000))
    assert found.hops[5000] == 2
    assert len(found.hops) == 1002
    assert asked == [1, 256, 256, 256, 232]


def test_a_search_for_the_shortest_paths_walks_from_both_ends_and_stops_where_they_meet():
    chain = World(tuple((number, number, 1, number + 1) for number in range(1, 9)), {})
    asked = []

    def neighbours(entities, ways, within):
        asked.append(entities)
        return chain.neighbours(entities, ways, within)

    assert [route.entities for route in graph.paths(Graph(neighbours), 3, 5, Walk(depth=5)).routes] == [(3, 4, 5)]
    assert asked == [[3], [5]]


def test_nouns_say_how_far_and_which_way():
    found = Extent({1: 0, 2: 1, 3: 2}, [(1, 10, OUT, 2, 5), (2, 11, IN, 3, 6), (2, 12, IN | EITHER, 3, 7)], [])
    ids, claims = {1: "ada", 2: "mill", 3: "bo"}, {10: "s10", 11: "s11", 12: "s12"}
    types = {5: "works_at", 6: "owns", 7: "near"}
    assert graph.nodes(found.hops, ids) == [
        Node(entity="ada", hop=0, proximity=1.0),
        Node(entity="mill", hop=1, proximity=0.5),
        Node(entity="bo", hop=2, proximity=1 / 3),
    ]
    assert graph.related(found.relations, ids, claims, types) == [
        Related(id="s10", subject="ada", type="works_at", object="mill"),
        Related(id="s11", subject="bo", type="owns", object="mill"),
        Related(id="s12", subject="bo", type="near", object="mill", symmetric=True),
    ]


# -- cases ---------------------------------------------------------------------------------------------------------------


def cases() -> list[Any]:
    books = {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in CASES}
    return [
        pytest.param(book, case, id=f"{name}: {case['name']}") for name, book in books.items() for case in book["cases"]
    ]


class Cast:
    """The names of a case as numbers: each by its first appearance, so that who comes later is newer."""

    def __init__(self, book: dict[str, Any]) -> None:
        lines = book["relations"]
        self.names = list(
            dict.fromkeys([*(name for one in lines for name in (one[0], one[2])), *book.get("merged", {})])
        )
        self.types = list(dict.fromkeys(kind for _, kind, _ in lines))
        relations = tuple(
            (number, self.names.index(subject), self.types.index(kind), self.names.index(object_))
            for number, (subject, kind, object_) in enumerate(lines, 1)
        )
        merged = {self.names.index(one): self.names.index(into) for one, into in book.get("merged", {}).items()}
        symmetric = {self.types.index(kind) for kind in book.get("symmetric", ())}
        self.world = World(relations, merged, symmetric)


def extent(found: Extent, cast: Cast) -> dict[str, Any]:
    return {
        "entities": {cast.names[one]: hop for one, hop in found.hops.items()},
        "relations": sorted(end[1] for end in found.relations),
        "cut by": found.limits,
    }


@pytest.mark.parametrize(("book", "case"), cases())
def test_walks_as_the_cases_say(book, case):
    cast = Cast(book)
    plain = dict(case.get("walk", {}))
    types = {cast.types.index(kind) for kind in plain.pop("types")} if "types" in plain else None
    given_, walk = cast.world.graph(types), msgspec.convert(plain, Walk)
    if "path" in case:
        start, goal = (cast.names.index(name) for name in case["path"])
        routes = graph.paths(given_, start, goal, walk, every=case.get("every", False))
        shown = [[cast.names[one] for one in route.entities] for route in routes.routes]
        found = extent(routes.extent, cast) | {"paths": shown, "steps": [route.steps for route in routes.routes]}
    else:
        rule = graph.star if "star" in case else graph.subgraph
        found = extent(rule(given_, cast.names.index(case.get("star") or case["subgraph"]), walk), cast)
    wanted = {"cut by": []} | case["found"]
    assert {part: found[part] for part in wanted} == wanted
    if "entities" in wanted:
        assert list(found["entities"]) == list(wanted["entities"])
