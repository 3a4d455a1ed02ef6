"""Rows outside the scope change no byte of an answer: ids, order, scores, counts, flags, figures, suggestions, errors."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from tests.access.worlds import Clock, answered, approve, plain, said, steady, trust

SEEN = [
    ("Bob", "The deploy failed again on Tuesday"),
    ("Carla", "Bob and Dora went to Lisbon"),
    ("Dora", "lunch with Carla at Cafe Luna, deploy after that"),
    ("Carla", "I am Carla Reis, and Bob likes green tea"),
    ("Bob", "Reis will fix the deploy"),
]
NAMES = ["Bob", "Carla", "Dora", "Carla Reis", "Anna", "Zed", "Cafe Luna", "Bobby", "chat:@bob", "chat:@zed"]
HIDDEN = st.lists(
    st.one_of(
        st.tuples(
            st.just("say"),
            st.sampled_from(["Anna", "Zed", "Bob", "Dora", "Carla Reis"]),
            st.sampled_from(
                ["Bob is in Lisbon with Zed", "deploy deploy secret", "Anna met Carla Reis at Cafe Luna", "Reis Reis"]
            ),
        ),
        st.tuples(
            st.just("alias"), st.sampled_from(["Bob", "Dora"]), st.sampled_from(["Bobby", "Reis", "Zed", "Luna"])
        ),
        st.tuples(st.just("claim"), st.sampled_from(["Bob", "Dora"]), st.sampled_from(["tea", "coffee"])),
        st.tuples(st.just("relate"), st.sampled_from(["Bob", "Carla"]), st.sampled_from(["Dora", "Bob"])),
        st.tuples(st.just("kin"), st.sampled_from(["Bob", "Zed"]), st.sampled_from(["Dora", "Carla", "Anna"])),
        st.tuples(st.just("move"), st.sampled_from(["Bob", "Dora"]), st.sampled_from(["2027-01-01", "2027-01-10"])),
        st.tuples(st.just("make"), st.sampled_from(["Zed", "Bob Stone", "Luna"]), st.just("")),
        st.tuples(st.just("keep"), st.just("The plan"), st.sampled_from(["is secret", "is off"])),
        st.tuples(st.just("house"), st.just("luna"), st.just("")),
        st.tuples(st.just("trust"), st.sampled_from(["chat:@anna", "chat:@zed"]), st.just("")),
        st.tuples(st.just("redact"), st.just(""), st.just("")),
        st.tuples(st.just("erase"), st.just(""), st.just("")),
        st.tuples(st.just("apart"), st.sampled_from(["Anna", "Zed"]), st.just("Dora")),
    ),
    max_size=5,
)


def hide(session: Any, number: int, step: tuple[str, str, str], told: list[str]) -> None:
    """Do something that rests on what the caller may not read, or is the keeper's own."""
    deed, first, second = step
    if deed == "say":
        told.append(session.record(said(second, first, 1000 + number, sensitivity="confidential")).id)
        return
    deeds: dict[str, Any] = {
        "alias": lambda: session.add_alias(first, second),
        "claim": lambda: session.assert_claim(first, "likes", second),
        "relate": lambda: session.relate(first, "mentors", second),
        "kin": lambda: session.relate(first, "sibling_of", second),
        "move": lambda: session.assert_claim(first, "finished", "deploy", valid_from=second),
        "make": lambda: session.create_entity(first),
        "apart": lambda: session.hold_apart(first, second),
        "house": lambda: session.define_internal("companion", first),
        "trust": lambda: trust(session, first),
    }
    if told:
        last = told[-1]
        deeds["keep"] = lambda: session.put_artifact(first, second, evidence=[last])
        deeds["redact"] = lambda: session.redact(last)
        deeds["erase"] = lambda: session.erase(last, because="test")
    if deed in deeds:
        answered(deeds[deed])
    if deed in {"redact", "erase"} and told:
        told.pop()


def world(folder: str, hidden: list[list[tuple[str, str, str]]]) -> list[str]:
    """All a caller is told in a world, where so much that he may not know happened between what he may."""
    told: list[str] = []
    clock = Clock()
    with kenning.open(Path(folder, "world.kenning"), config=steady(clock)) as session:
        for number, (who, text) in enumerate(SEEN):
            clock.now_us += 1_000_000
            for place, step in enumerate(hidden[number]):
                hide(session, number * 10 + place, step, told)
            session.record(said(text, who, number + 1))
        bob = session.who("chat:@bob")
        clock.now_us += 1_000_000
        approve(session)
        trust(session, bob.id)
        session.assert_claim("chat:@carla", "likes", "tea", evidence=[f"evt_{4:032x}"])
        clock.now_us += 1_000_000
        session.relate("chat:@carla", "mentors", "chat:@dora", evidence=[f"evt_{3:032x}"])
        for place, step in enumerate(hidden[len(SEEN)]):
            hide(session, 900 + place, step, told)
        peer = session.enter(bob.id, channel="chat")
        return [plain(answered(ask)) for ask in questions(peer)]


def questions(peer: Any) -> list[Any]:
    """Every verb that reads, asked of what is seen and of what is not."""
    asked: list[Any] = [
        peer.timeline,
        peer.entities,
        peer.claims,
        peer.contradictions,
        peer.log,
        lambda: peer.follow(wait=False),
        lambda: peer.recall("deploy Reis Lisbon secret tea"),
        peer.head,
        peer.reviews,
        lambda: peer.event(f"evt_{1000:032x}"),
        lambda: peer.view(f"evt_{1000:032x}"),
        lambda: peer.links(f"evt_{1000:032x}"),
        lambda: peer.explain("event", f"evt_{1000:032x}", "read"),
        lambda: peer.paths("Carla", "Dora"),
        lambda: peer.between("Carla", "Dora"),
        lambda: peer.between("Bob", "Dora"),
        lambda: peer.recall("What does my sister like?"),
        lambda: peer.recall("What did Carla's mentee say of her lunch?"),
        lambda: peer.recall("Who was in Lisbon before Dora finished the deploy?"),
        lambda: peer.recall("Who was in Lisbon after the deploy failed?"),
        peer.artifacts,
        peer.internals,
        peer.channels,
        peer.grants,
        peer.schema,
        lambda: peer.artifact("The plan"),
        lambda: peer.plan_merge("Carla", "Dora"),
        lambda: peer.plan_erase(f"evt_{1:032x}"),
        lambda: peer.recall("What does Zed like?", budget_tokens=200).context(),
        lambda: peer.at("2027-06-01T00:00:00Z").timeline(),
        lambda: peer.correct(f"evt_{1000:032x}", {"location": {"name": "x"}}),
    ]
    for name in NAMES:
        asked += [
            lambda name=name: peer.who(name),
            lambda name=name: peer.resolve(name),
            lambda name=name: peer.state(name),
            lambda name=name: peer.appears(name),
            lambda name=name: peer.event_count(name),
            lambda name=name: peer.about(name),
            lambda name=name: peer.star(name),
            lambda name=name: peer.subgraph(name),
            lambda name=name: peer.definitions(name),
        ]
    return asked


@settings(max_examples=25, deadline=None)
@given(hidden=st.lists(HIDDEN, min_size=len(SEEN) + 1, max_size=len(SEEN) + 1))
def test_what_is_hidden_changes_no_answer(hidden: list[list[tuple[str, str, str]]]) -> None:
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        bare, full = world(one, [[] for _ in hidden]), world(other, hidden)
    assert bare == full


def test_a_relation_the_caller_may_not_see_means_nobody_and_one_he_sees_does() -> None:
    with kenning.open(":memory:", config=steady(Clock())) as session:
        for number, (who, text) in enumerate(SEEN, 1):
            session.record(said(text, who, number))
        approve(session)
        trust(session, session.who("chat:@bob").id)
        secret = session.record(said("Dora is my sister", "Bob", 90, sensitivity="confidential")).id
        session.relate("chat:@bob", "sibling_of", "chat:@dora", evidence=[secret])
        peer = session.enter("chat:@bob", channel="chat")
        found = peer.recall("What does my sister eat?")
        assert (found.about, [one.name for one in found.unknown]) == ({}, ["my sister"])
        assert [one.entities for one in found.references] == [{}]
        session.relate("chat:@carla", "mentors", "chat:@bob", evidence=[f"evt_{2:032x}"])
        assert list(peer.recall("What does my mentor eat?").about.values()) == ["Carla"]
        assert peer.recall("What does my mentor eat?").unknown == []
        refused = answered(lambda: peer.recall("my mentor", ways=kenning.Ways(me="Carla")))
        assert isinstance(refused, list)
        assert refused[0] == "InvalidError"


def test_a_caller_is_told_something_at_all() -> None:
    with tempfile.TemporaryDirectory() as folder:
        told = world(folder, [[] for _ in range(len(SEEN) + 1)])
    assert sum("deploy" in one for one in told) >= 4
    assert sum("mentors" in one for one in told) >= 4
