"""Walks through the graph: star, path, subgraph; bounded, in a fixed order, merged ids followed, as of any moment."""

from collections import deque
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.model.identity.graph import Walk
from tests.graph.reading import note

CHAIN = ["Orion", "Lemuel", "Pauline", "Isidor", "Tundra", "Cobalt", "Saffron"]


@pytest.fixture
def chain(session):
    """Seven people, each knowing the next."""
    ids = [session.create_entity(name) for name in CHAIN]
    for one, other in pairwise(ids):
        session.relate(one, "knows", other)
    return session, ids


def hops(found):
    return {node.entity: node.hop for node in found.entities}


def test_depth_is_three_unless_asked_and_five_at_most(chain) -> None:
    """EN26, EN27."""
    session, ids = chain
    assert hops(session.star(ids[0])) == {one: hop for hop, one in enumerate(ids[:4])}
    assert hops(session.subgraph(ids[0], Walk(depth=9))) == {one: hop for hop, one in enumerate(ids[:6])}
    assert session.star(ids[0], Walk(depth=9)).depth == 5
    assert session.paths(ids[0], ids[6], Walk(depth=9)).paths == []
    assert hops(session.star(ids[0], Walk(depth=0))) == {ids[0]: 0}


def test_proximity_is_one_over_hop_and_one(chain) -> None:
    """EN29."""
    session, ids = chain
    assert {node.hop: node.proximity for node in session.star(ids[0]).entities} == pytest.approx(
        {hop: 1 / (hop + 1) for hop in range(4)}
    )


def test_a_star_names_neighbours_statements_and_events(chain) -> None:
    """EN23, EN24: anchored by a name, with claims about those met, and events that mention them, the nearest first."""
    session, ids = chain
    session.assert_claim(ids[1], "hobby", "moths")
    near, far = session.record(note("Lemuel")).id, session.record(note("Saffron")).id
    found = session.star("Orion", Walk(depth=1))
    assert found.anchor == ids[0]
    assert [(one.subject, one.type, one.object) for one in found.relations] == [(ids[0], "knows", ids[1])]
    assert found.statements == [session.claims(ids[1], predicate="hobby")[0].id]
    assert near in found.mentions
    assert far not in found.mentions


def test_direction_and_type_are_kept_to(chain) -> None:
    """EN24: out, in or both; only the relations that are named."""
    session, ids = chain
    session.relate(ids[2], "friend_of", ids[5])
    assert set(hops(session.star(ids[2], Walk(depth=1, direction="out")))) == {ids[2], ids[3], ids[5]}
    assert set(hops(session.star(ids[2], Walk(depth=1, direction="in")))) == {ids[2], ids[1], ids[5]}
    assert set(hops(session.star(ids[2], Walk(depth=1, types=frozenset({"friend_of"}))))) == {ids[2], ids[5]}
    assert set(hops(session.star(ids[2], Walk(types=frozenset({"never_said"}))))) == {ids[2]}


def test_whoever_there_is_by_rule_is_walked_to_and_from_like_others(session) -> None:
    """The admin's id is no number drawn at a time."""
    boss = session.create_entity("Orion")
    session.relate("admin", "reports_to", boss)
    session.relate(boss, "knows", session.create_entity("Lemuel"))
    assert hops(session.star("Orion", Walk(depth=1))).keys() == {boss, "admin", session.who("Lemuel").id}
    assert hops(session.star("admin")) == {"admin": 0, boss: 1, session.who("Lemuel").id: 2}
    assert {one.subject for one in session.subgraph("Lemuel").relations} == {"admin", boss}
    assert session.paths("admin", "Lemuel").paths[0].entities == ["admin", boss, session.who("Lemuel").id]
    assert [one.statement.subject for one in session.between("Orion", "admin").claims] == ["admin"]


def test_what_a_bound_leaves_out_is_told(session) -> None:
    """EN28: many relations at one entity are capped, the newest kept, and the answer says so."""
    hub = session.create_entity("Hub")
    leaves = [session.create_entity(f"Leaf{letter}") for letter in "abcdef"]
    for leaf in leaves:
        session.relate(hub, "knows", leaf)
    found = session.star(hub, Walk(depth=1, branching=2))
    assert (found.truncated, found.limits) == (True, ["branching"])
    assert set(hops(found)) == {hub, *leaves[-2:]}
    whole = session.star(hub, Walk(depth=1))
    assert (whole.truncated, len(whole.entities)) == (False, 7)


def test_paths_are_all_shortest_or_every_simple_one(session) -> None:
    """EN25: relations and entities along the way."""
    a, b, c, d = (session.create_entity(name) for name in CHAIN[:4])
    for one, other in ((a, b), (b, d), (a, c), (c, d), (b, c)):
        session.relate(one, "knows", other)
    shortest = session.paths(a, d)
    assert sorted(path.entities for path in shortest.paths) == sorted([[a, b, d], [a, c, d]])
    every = session.paths(a, d, every=True)
    assert sorted(path.entities for path in every.paths) == sorted([[a, b, d], [a, c, d], [a, b, c, d], [a, c, b, d]])
    for path in every.paths:
        assert len(path.steps) == len(path.entities) - 1
        assert all(step for step in path.steps)


def test_merged_ids_are_followed_and_parted_again(chain) -> None:
    """EN32, EN33: a merge joins what was apart, an unmerge parts it; as of before, it reads as before."""
    session, ids = chain
    before, head = session.star(ids[0]), session.head()[0]
    merge = session.merge(ids[0], ids[6])
    assert hops(session.star(ids[6]))[ids[5]] == 1
    assert hops(session.star(ids[0])) == {ids[0]: 0, ids[1]: 1, ids[5]: 1, ids[2]: 2, ids[4]: 2, ids[3]: 3}
    assert session.at(head).star(ids[0]) == before
    session.unmerge(merge)
    assert hops(session.star(ids[0])) == hops(before)


def test_ended_and_hidden_relations_are_not_walked(chain) -> None:
    """EN24, S08: only what holds, and rests on something that may be read."""
    session, ids = chain
    session.end_claim(ids[0], "knows", obj=ids[1], valid_from="2027-02-01")
    assert set(hops(session.star(ids[0]))) == {ids[0]}
    evidence = session.claims(ids[1], predicate="knows")[0].evidence[0].event
    head = session.head()[0]
    hidden = session.redact(evidence).id
    for reading in (session, session.at(head)):
        assert set(hops(reading.star(ids[1]))) == {ids[1]}
    session.lift(hidden)
    assert ids[2] in hops(session.star(ids[1]))


@pytest.mark.parametrize(
    "walk",
    [Walk(depth=-1), Walk(branching=0), Walk(edges=0), Walk(paths=0), Walk(direction=cast("Any", "up"))],
)
def test_an_impossible_walk_is_refused_by_name(chain, walk: Walk) -> None:
    """Path, value and reason."""
    session, ids = chain
    for deed in (
        lambda: session.star(ids[0], walk),
        lambda: session.subgraph(ids[0], walk),
        lambda: session.paths(ids[0], ids[1], walk),
    ):
        with pytest.raises(kenning.InvalidError) as error:
            deed()
        assert error.value.details["path"]


def test_nobody_is_not_walked_from(chain) -> None:
    """Whoever is not there is not found, at either end."""
    session, ids = chain
    for deed in (
        lambda: session.star("nobody"),
        lambda: session.subgraph("nobody"),
        lambda: session.paths("nobody", ids[0]),
        lambda: session.paths(ids[0], "nobody"),
    ):
        with pytest.raises(kenning.NotFoundError):
            deed()


@settings(max_examples=15, deadline=None, derandomize=True)
@given(
    edges=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).filter(lambda e: e[0] != e[1]), max_size=12),
    merged=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=2),
    depth=st.integers(0, 5),
)
def test_hops_are_what_a_plain_breadth_first_search_finds(edges, merged, depth: int) -> None:
    """EN24-EN27: on any graph, with any merges."""
    with kenning.open(":memory:") as session:
        ids = [session.create_entity(name) for name in CHAIN]
        for one, other in edges:
            session.relate(ids[one], "knows", ids[other])
        for one, other in merged:
            if session.who(ids[one]).id != session.who(ids[other]).id:
                session.merge(ids[one], ids[other])
        root = [session.who(one).id for one in ids]
        near: dict[str, set[str]] = {one: set() for one in root}
        for one, other in edges:
            if root[one] != root[other]:
                near[root[one]].add(root[other])
                near[root[other]].add(root[one])
        expected, waiting = {root[0]: 0}, deque([root[0]])
        while waiting:
            here = waiting.popleft()
            for there in near[here] - expected.keys() if expected[here] < depth else ():
                expected[there] = expected[here] + 1
                waiting.append(there)
        assert hops(session.star(ids[0], Walk(depth=depth))) == expected
        assert hops(session.subgraph(ids[0], Walk(depth=depth))) == expected


# -- twins ----------------------------------------------------------------------------------------------------------------


@pytest.fixture
def twins(session):
    """Two who are one, each of whom knows a third, is known by them, and works at one place; told at different times."""
    ids = [session.create_entity(name) for name in ("Orion Vask", "Zeno Tarn", "Lemuel")]
    place = session.create_entity("Arc Labs", "company")
    for one in ids[:2]:
        session.relate(one, "works_at", place)
        session.relate(one, "knows", ids[2])
        session.assert_claim(one, "hobby", "moths")
    session.relate(ids[2], "friend_of", ids[0])
    session.relate(ids[1], "friend_of", ids[2])
    return session, ids, place


def test_twin_relations_of_both_read_as_one_with_joined_evidence(twins) -> None:
    """As claims do, under the same id: one line from here to there, whose claim has the evidence of both, until they part."""
    session, (one, other, third), place = twins
    before = session.subgraph(one), session.subgraph(third), session.paths(one, place, every=True)
    merge = session.merge(one, other)
    for found in (session.subgraph(one), session.star(one), session.star(third, Walk(depth=1))):
        said = [(rel.subject, rel.type, rel.object) for rel in found.relations if rel.type != "friend_of"]
        assert len(said) == len(set(said))
        assert sum(rel.type == "friend_of" for rel in found.relations) == 1  # whichever way it was said
        for rel in found.relations:
            (claim,) = [claim for claim in session.claims(obj=rel.object, predicate=rel.type) if claim.id == rel.id]
            assert claim.also == rel.also
            assert len(rel.also) == 1
            assert len(claim.evidence) == 2
        assert found.statements == [claim.id for claim in session.about(one) if claim.statement.object is None][:1]
    (path,) = session.paths(one, place).paths
    assert [len(step) for step in path.steps] == [1]
    session.unmerge(merge)
    assert (session.subgraph(one), session.subgraph(third), session.paths(one, place, every=True)) == before


def test_visits_of_two_days_stay_two(session) -> None:
    """What happened at another time is another thing, whoever is one with whom."""
    one, other = session.create_entity("Orion Vask"), session.create_entity("Zeno Tarn")
    place = session.create_entity("Ghent", "place")
    visits = [
        session.relate(who, "visited", place, valid_from=day, valid_to=day)
        for who, day in ((one, "2020-01-01"), (other, "2024-01-01"), (other, "2020-01-01"))
    ]
    session.merge(one, other)
    found = {rel.id: rel.also for rel in session.star(one).relations}
    assert found == {visits[0]: [visits[2]], visits[1]: []}
