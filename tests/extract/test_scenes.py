"""Who is in the scene tells whom a drawn name means: those that envelopes named before it, however and whenever it is read."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.engine.recognise import around
from kenning.model.identity.act import RESOLVED
from tests.extract.saying import message
from tests.graph import reading

PEOPLE = ["Priscilla Vask", "Prisca Ogg", "Isidor Quell"]
SAYINGS = ["My friend Prisc is away.", "My friend Isi called my sister Prisc.", "nothing of note"]
SCENES = ["kitchen", "garden"]
lines = st.lists(st.tuples(st.sampled_from(PEOPLE), st.sampled_from(SCENES), st.sampled_from(SAYINGS)), max_size=6)
few = settings(max_examples=15, deadline=None)


@pytest.fixture
def forgetful(monkeypatch):
    """Who was met eight places of the log ago is at hand no longer."""
    monkeypatch.setattr(around, "EVENTS_BACK", 8)


def house() -> kenning.Session:
    return kenning.open(":memory:", config=kenning.Config(vectors=False, names=True))


def say(session: kenning.Session, who: str, scene: str, text: str, **fields: Any) -> str:
    return session.record(message(who, text, context={"session": {"id": scene}}, **fields)).id


def hall(session: kenning.Session, *people: str) -> None:
    """Everybody is known, and was met so long ago that it tells nothing."""
    for who in people or PEOPLE:
        say(session, who, "hall", "hello")
    for number in range(5):
        say(session, "Oxbow Farthing", f"passage {number}", "hm")


def meant(session: kenning.Session) -> dict[tuple[str, str], str]:
    """Whom each drawn name means, by event and place; the name of whom, or that it is open."""
    found = {}
    for event in session.log():
        act = json.loads(event.text) if event.kind == RESOLVED else {}
        for one in act.get("outcomes", []) if act.get("drawn") else []:
            name = session.names([one["entity"]])[one["entity"]] if one.get("entity") else one["status"]
            found[act["event"], one["path"]] = name
    return found


def by_place(session: kenning.Session) -> dict[tuple[int, str], str]:
    """Whom each drawn name means, by which event of the session it stands in."""
    told = [str(event.id) for event in session.log() if event.kind == "message.received"]
    return {(told.index(event), path): name for (event, path), name in meant(session).items()}


def last(session: kenning.Session) -> str:
    """Whom the last name that was drawn means."""
    return list(meant(session).values())[-1]


def test_whoever_spoke_before_in_the_scene_is_meant_by_a_short_form():
    session = house()
    say(session, "Prisca Ogg", "garden", "hello")
    say(session, "Priscilla Vask", "kitchen", "hello")
    say(session, "Isidor Quell", "kitchen", "My friend Prisc is away.")
    say(session, "Prisca Ogg", "kitchen", "hello")  # too late to tell anything
    session.extract()
    assert last(session) == "Priscilla Vask"
    reading.sound(session)


def test_whoever_is_spoken_to_goes_before_those_in_the_scene():
    session = house()
    say(session, "Sofia Ogg", "garden", "hello")
    say(session, "Sofia Vask", "kitchen", "hello")
    to = {"type": "person", "role": "recipient", "name": "Sofia Ogg", "channel": "chat", "identifier": "sofia.ogg"}
    say(session, "Isidor Quell", "kitchen", "My friend Sofia is away.", entities=[to])
    session.extract()
    assert last(session) == "Sofia Ogg"


def test_what_texts_before_say_surrounds_nothing(forgetful):
    """Else it would tell who was drawn first, and what is drawn would outlive what it was drawn by."""
    session = house()
    hall(session)
    say(session, "Isidor Quell", "kitchen", "My boss Priscilla Vask is away.")
    say(session, "Isidor Quell", "kitchen", "My friend Prisc is away.")
    session.extract()
    assert last(session) == "Prisc"  # nobody's name yet


@few
@given(lines, st.integers(0, 6))
def test_it_makes_no_difference_when_and_how_often_a_scene_is_read(said, cut):
    whole, bits = house(), house()
    for who in PEOPLE:
        for session in (whole, bits):
            say(session, who, "hall", "hello")
    for number, one in enumerate(said):
        say(whole, *one)
        say(bits, *one)
        if number == cut:
            bits.extract()
    whole.extract()
    bits.extract()
    once, later = by_place(whole), by_place(bits)
    assert {place: once.get(place) for place in later} == later  # what was known by then is not drawn once more
    whole.extract(again=True)
    assert by_place(whole) == once


def test_a_caller_learns_nothing_of_who_was_in_a_scene_that_he_does_not_see():
    """Nobody he does not see makes a name mean one rather than another: for him it stays open, as if nothing had been said."""
    shared = {"sensitivity": "public", "visibility": "public", "domains": ["interaction"]}
    secret = {"sensitivity": "confidential", "visibility": "owner"}

    def seen(*, there: bool) -> list[str]:
        session = house()
        session.define_channel("chat", domains=["interaction"], sensitivity="restricted", visibility="shared")
        session.approve_channel("chat")
        for who in [*PEOPLE, "Lemuel Thrane"]:
            say(session, who, "hall", "hello", privacy=shared)
        may = {"domain_access": {"interaction": "write"}, "privacy_ceiling": "restricted"}
        session.elevate(session.who("Lemuel Thrane").id, "sub_user", may)
        who = "Priscilla Vask" if there else "Nobody Atall"
        say(session, who, "kitchen", "hello", privacy=secret)
        event = say(session, "Isidor Quell", "kitchen", "My friend Prisc is away.", privacy=shared)
        session.extract()
        assert last(session) == ("Priscilla Vask" if there else "ambiguous")
        guest = session.enter("chat:lemuel.thrane", channel="chat")
        names = [(view.canonical_name, guest.event_count(view.id)) for view in guest.entities()]
        assert event
        return sorted(map(str, names))

    assert seen(there=True) == seen(there=False)


def test_a_nickname_of_somebody_who_is_not_at_hand_is_not_theirs_for_ever(forgetful):
    session = house()
    hall(session, "Robert Vask")
    say(session, "Isidor Quell", "kitchen", "My friend Bob is away.")
    session.extract()
    assert last(session) == "Robert Vask"
    assert "Bob" not in [alias.name for alias in session.who("Robert Vask").aliases]


def test_an_open_name_of_a_person_is_not_settled_by_a_place():
    session = house()
    for who in ("Sofia Vask", "Sofia Ogg"):
        say(session, who, "hall", "hello")
    say(session, "Isidor Quell", "kitchen", "My friend Sofia is away.")
    session.extract()
    assert last(session) == "ambiguous"
    place = session.create_entity("Serdica", type="kenning:Place")
    session.add_alias(place, "Sofia")
    open_ones = {place for place, name in meant(session).items() if name == "ambiguous"}
    again = [
        one
        for event in session.log()
        if event.kind == RESOLVED
        for one in json.loads(event.text)["outcomes"]
        if one.get("again")
    ]
    assert (len(open_ones), again) == (1, [])
