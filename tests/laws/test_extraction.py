"""What is drawn from events is a function of what they say now: however often, in whichever order, by whoever may read them."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from tests.extract.saying import known, learned, message
from tests.graph import reading

PEOPLE = ["Orion Vask", "Pauline Ogg", "Isidor Quell"]
NAMES = ["Wickerwork", "Farthing", "Oxbow"]
PLACES = ["Ghentia", "Tundrava", "Saffronia"]
SAYINGS = [
    "I live in {place}.",
    "My sister {name} lives in {place}.",
    "{name} works at Cobalt Works.",
    "My boss {name} is away. I love {place}.",
    "I no longer live in {place}.",
    "I'm allergic to kestrels!",
    "Maybe I live in {place}.",
    "nothing of note",
]


@st.composite
def said(draw: Any) -> tuple[str, str]:
    text = draw(st.sampled_from(SAYINGS)).format(name=draw(st.sampled_from(NAMES)), place=draw(st.sampled_from(PLACES)))
    return draw(st.sampled_from(PEOPLE)), text


talks = st.lists(said(), min_size=1, max_size=6)
short = settings(max_examples=10, deadline=None)


def told(talk: list[tuple[str, str]]) -> tuple[kenning.Session, list[str]]:
    session = kenning.open(":memory:", config=kenning.Config(vectors=False))
    ids = [session.record(message(who, text, f"2026-03-{day:02}")).id for day, (who, text) in enumerate(talk, 1)]
    return session, ids


def reads(session: kenning.Session) -> tuple[list[str], list[str]]:
    return learned(session, ended=True), known(session)


@short
@given(talks, st.integers(0, 6))
def test_it_makes_no_difference_when_and_how_often(talk, cut):
    """Idempotent; drawn bit by bit it is what is drawn at once, and more only of whom an earlier bit made known to the log."""
    whole, _ = told(talk)
    whole.extract()
    once = reads(whole)
    whole.extract(again=True)
    assert reads(whole) == once
    bits, _ = told(talk[:cut])
    bits.extract()
    for day, (who, text) in enumerate(talk[cut:], cut + 1):
        bits.record(message(who, text, f"2026-03-{day:02}"))
        bits.extract()
    assert set(learned(bits, ended=True)) >= set(once[0])
    again = {name for name in NAMES if sum(name in text for _, text in talk) > 1}
    more = {name for claim in learned(bits, ended=True) if claim not in once[0] for name in NAMES if name in claim}
    assert more <= again
    if not again:
        assert learned(bits, ended=True) == once[0]


@short
@given(talks, st.integers(0, 5))
def test_it_makes_no_difference_in_which_order(talk, first):
    """What was recorded late may be read before what was recorded early."""
    inorder, _ = told(talk)
    inorder.extract()
    session, ids = told(talk)
    session.extract(since=session.event(ids[first % len(ids)]).recorded_at)
    session.extract()
    assert learned(session, ended=True) == learned(inorder, ended=True)


@short
@given(talks, st.sets(st.integers(0, 5), min_size=1))
def test_drawn_and_redacted_is_as_if_it_had_never_been_drawn(talk, hidden):
    session, ids = told(talk)
    session.extract()
    before = reads(session)
    acts = [session.redact(ids[one]).id for one in sorted(hidden) if one < len(ids)]
    never, others = told(talk)
    for one in sorted(hidden):
        if one < len(others):
            never.redact(others[one])
    never.extract()
    assert reads(session) == reads(never)
    for act in acts:
        session.lift(act)
    assert reads(session) == before
    reading.sound(session)


@short
@given(talks, st.integers(0, 5), said())
def test_corrected_is_as_if_it_had_been_said_so(talk, which, other):
    which %= len(talk)
    session, ids = told(talk)
    session.extract()
    session.correct(ids[which], {"content": other[1]})
    session.extract()
    straight, _ = told([*talk[:which], (talk[which][0], other[1]), *talk[which + 1 :]])
    straight.extract()
    assert learned(session) == learned(straight)
    reading.sound(session)


@short
@given(talks, st.sets(st.integers(0, 5), min_size=1))
def test_erased_is_as_if_it_had_never_been_said(talk, gone):
    session, ids = told(talk)
    session.extract()
    for one in sorted(gone):
        if one < len(ids):
            session.erase(ids[one], because="asked to")
    session.extract()
    left = [one for place, one in enumerate(talk) if place not in gone]
    never = kenning.open(":memory:", config=kenning.Config(vectors=False))
    for day, (who, text) in enumerate(talk, 1):
        if (who, text) in left and day - 1 not in gone:
            never.record(message(who, text, f"2026-03-{day:02}"))
    never.extract()
    assert reads(session) == reads(never)
    reading.sound(session)


READER = "Lemuel Thrane"


def watched(talk: list[tuple[str, str, bool]]) -> kenning.Session:
    """A house in which some events are for all and some for nobody but the admin; what its one guest sees of it."""
    house = kenning.open(":memory:", config=kenning.Config(vectors=False))
    house.define_channel("chat", domains=["interaction"], sensitivity="restricted", visibility="shared")
    house.approve_channel("chat")
    shared = {"sensitivity": "public", "visibility": "public", "domains": ["interaction"]}
    house.record(message(READER, "hello", "2026-02-01", privacy=shared))
    may = {"domain_access": {"interaction": "write"}, "privacy_ceiling": "restricted"}
    house.elevate(house.who(READER).id, "sub_user", may)
    for day, (who, text, is_shared) in enumerate(talk, 1):
        privacy = shared if is_shared else {"sensitivity": "confidential", "visibility": "owner"}
        house.record(message(who, text, f"2026-03-{day:02}", privacy=privacy))
    house.extract()
    return house.enter("chat:lemuel.thrane", channel="chat")


@short
@given(st.lists(st.tuples(st.sampled_from(PEOPLE), said(), st.booleans()), min_size=1, max_size=6))
def test_a_caller_learns_of_claims_what_the_labels_of_their_sources_allow(talk):
    """What is not seen changes no byte of what was learned from what is."""
    marked = [(who, text, is_shared) for who, (_, text), is_shared in talk]
    sees = watched(marked)
    days = [(who, text, shown) if shown else ("Nobody Atall", "nothing", False) for who, text, shown in marked]
    alone = watched(days)
    assert reads(sees) == reads(alone)
    for claim in sees.claims(ended=True):
        assert all(step.text for step in sees.trail(claim.id))
