"""Merges are judgements: any sequence of them and of their undoing reads as the judgements that stand say, and no more."""

from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from tests.graph import reading

PEOPLE = ["Orion", "Lemuel", "Pauline", "Isidor", "Tundra"]
POLICIES = ["survivor_wins", "merged_wins", "newest", "concatenate"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["merge", "merge", "merge", "unmerge", "split"]),
        st.integers(0, 4),
        st.integers(0, 4),
        st.sampled_from(POLICIES),
    ),
    min_size=2,
    max_size=14,
)
Merge = tuple[str, str, str]  # survivor and merged, by name, and the policy


def peopled() -> tuple[kenning.Session, dict[str, str]]:
    """A store with five people, all of whom differ in everything and are met, described and spoken of; and their ids by name."""
    session = kenning.open(":memory:")
    ids = {}
    for number, name in enumerate(PEOPLE):
        identifiers = [("chat", f"{name.lower()}-home")]
        ids[name] = session.create_entity(
            name, aliases=[f"{name} the {number}"], identifiers=identifiers, attributes={name: 1, "town": name}
        )
    for name in reversed(PEOPLE):
        session.describe(ids[name], {"shoe": name})
        session.record(reading.message(name, f"{name.lower()}-home"))
        session.assert_claim(ids[name], "hobby", f"{name} collecting")
    for one, other in pairwise(PEOPLE):
        session.relate(ids[one], "knows", ids[other])
    return session, ids


def by_name(session: kenning.Session, ids: dict[str, str]) -> Any:
    """What is read, with names in the place of ids, so that two stores can be compared; without the events it rests on."""
    names = {found: name for name, found in ids.items()}
    found = reading.digest(session)
    people = {
        names[one]: {**said, "members": sorted(names[m] for m in said["members"])}
        for one, said in found["entities"].items()
    }
    spoken = {names[one]: len(where) for one, where in found["mentions"].items()}
    said = [
        (claim.state, names[claim.statement.subject], claim.statement.value, names.get(claim.statement.object or ""))
        for claim in session.claims(ended=True)
    ]
    return people, spoken, sorted(said, key=repr)


def run(session: kenning.Session, ids: dict[str, str], steps: Any) -> dict[str, Merge]:
    """Carry out steps; give the merges that stand, by id, as their acts name those they join."""
    names = {found: name for name, found in ids.items()}
    standing: dict[str, Merge] = {}
    for verb, first, second, policy in steps:
        if verb == "merge":
            try:
                done = session.merge(ids[PEOPLE[first]], ids[PEOPLE[second]], policy=policy)
            except kenning.ConflictError:
                continue
            act = msgspec.json.decode(session.event(done).text)
            standing[done] = (names[act["survivor"]], names[act["merged"]], policy)
        elif standing:
            undone = list(standing)[first % len(standing)]
            standing.pop(undone)
            (session.unmerge if verb == "unmerge" else session.split)(undone)
    return standing


@settings(max_examples=25, deadline=None, derandomize=True)
@given(steps=STEPS)
def test_what_is_read_is_what_the_surviving_judgements_say(steps: Any) -> None:
    """EN32-EN36, EM55, EM61: merges and their undoing, in whatever order, over several hops, and merged again."""
    session, ids = peopled()
    with session:
        standing = run(session, ids, steps)
        again, others = peopled()
        with again:
            for survivor, merged, policy in standing.values():
                again.merge(others[survivor], others[merged], policy=policy)
            assert by_name(session, ids) == by_name(again, others)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(steps=STEPS, order=st.randoms(use_true_random=False))
def test_undoing_all_of_them_in_any_order_restores_the_digest(steps: Any, order: Any) -> None:
    """EN36, EM54, EM61: nothing of a merge is left once it is undone."""
    session, ids = peopled()
    with session:
        before = reading.digest(session)
        standing = list(run(session, ids, steps))
        order.shuffle(standing)
        for merge in standing:
            session.unmerge(merge)
        assert reading.digest(session) == before
        reading.sound(session)


@settings(max_examples=10, deadline=None, derandomize=True)
@given(steps=STEPS, met=st.lists(st.integers(0, 4), min_size=1, max_size=4))
def test_what_was_linked_meanwhile_stays_where_it_was_written(steps: Any, met: list[int]) -> None:
    """EM59: an event keeps the entity it was recorded with, however it reads in between."""
    session, ids = peopled()
    with session:
        standing = run(session, ids, steps)
        written: dict[str, set[str]] = {one: set() for one in ids.values()}
        for number in met:
            identifier = f"{PEOPLE[number].lower()}-home"
            receipt = session.record(reading.message(None, identifier))
            written[session.who(f"chat:{identifier}").id].add(receipt.id)
        fresh = set().union(*written.values())
        for merge in standing:
            session.unmerge(merge)
        found = {one: {seen[0] for seen in where} & fresh for one, where in reading.mentions(session).items()}
        assert found == written


@settings(max_examples=10, deadline=None, derandomize=True)
@given(steps=STEPS, held=st.tuples(st.integers(0, 4), st.integers(0, 4)).filter(lambda pair: pair[0] != pair[1]))
def test_who_is_held_apart_never_reads_as_one_over_however_many_hops(steps: Any, held: tuple[int, int]) -> None:
    """EN22, EM54: a judgement that two are different holds against every chain of merges."""
    session, ids = peopled()
    with session:
        a, b = (ids[PEOPLE[number]] for number in held)
        session.hold_apart(a, b)
        run(session, ids, steps)
        assert session.who(a).id != session.who(b).id
