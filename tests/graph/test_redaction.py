"""What only redacted events tell of somebody is not shown, now and at every earlier moment, and is back when that is lifted."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from tests.graph import reading
from tests.graph.reading import message, note


def told(session: kenning.Session) -> dict[str, Any]:
    """All that is said of whom, definitions included."""
    return reading.digest(session) | {
        "definitions": [repr(one) for who in session.entities() for one in session.definitions(who.id)]
    }


def test_an_alias_that_only_a_redacted_event_gave_is_not_shown(session) -> None:
    session.record(message("Orion Vask", "orion-home"))
    orion = session.who("Orion Vask").id
    slip = session.record(message("Captain Zephyr", "orion-home"))
    head, before = session.head()[0], told(session)
    act = session.redact(slip.id)
    for moment in (session, session.at(head)):
        assert moment.who(orion).aliases == []
        assert "Zephyr" not in repr(moment.who(orion))
        assert "Zephyr" not in repr(moment.definitions(orion))
        assert "Zephyr" not in repr(moment.entities())
        with pytest.raises(kenning.NotFoundError):
            moment.who("Captain Zephyr")
    assert session.resolve("Captain Zephyr").entity is None
    assert session.resolve("Captain Zephyr").candidates == []
    reading.sound(session)
    session.record(note("Captain Zephyr"))  # nobody may learn from it that it is Orion
    assert session.who("Captain Zephyr").id != orion
    session.lift(act.id)
    assert [alias.name for alias in session.who(orion).aliases] == ["Captain Zephyr"]
    assert before["entities"][orion] == told(session)["entities"][orion]


def test_lifted_all_is_as_it_was(session) -> None:
    session.record(message("Orion Vask", "orion-home"))
    slip = session.record(
        message("Captain Zephyr", "orion-home", text="with Lemuel Tarn", entities=[{"name": "Lemuel Tarn"}])
    )
    before = told(session)
    act = session.redact(slip.id)
    assert told(session) != before
    session.lift(act.id)
    assert told(session) == before
    reading.sound(session)


def test_who_was_only_met_in_a_redacted_event_is_nobody(session) -> None:
    event = session.record(message("Orion Vask", "orion-home", entities=[{"name": "Arc Labs", "type": "company"}]))
    ids = [one.id for one in session.entities()]
    session.redact(event.id)
    assert session.entities() == []
    assert session.reviews() == []
    assert session.names(ids) == {}
    for asked in ("Orion Vask", "chat:orion-home", "Arc Labs", *ids):
        with pytest.raises(kenning.NotFoundError):
            session.who(asked)
    reading.sound(session)


def test_what_is_left_of_an_act_after_an_erasure_is_hidden_as_the_act_was(session) -> None:
    """Erasing an identifier says the rest of the act again; the rest is told by the same redacted event alone."""
    event = session.record(message("Orion Vask", "orion-home"))
    orion = session.who("Orion Vask").id
    session.erase_identifier("chat", "orion-home", because="asked to")
    assert session.who(orion).canonical_name == "Orion Vask"
    act = session.redact(event.id)
    for asked in ("Orion Vask", orion):
        with pytest.raises(kenning.NotFoundError):
            session.who(asked)
    assert session.entities() == []
    session.lift(act.id)
    assert session.who("Orion Vask").id == orion
    reading.sound(session)


def test_whoever_was_named_elsewhere_as_well_stays(session) -> None:
    """The first event made them; that later ones say the same is enough, and gives no more than they say."""
    first = session.record(message("Orion Vask", "orion-home"))
    session.record(message(None, "orion-home"))
    orion = session.who("Orion Vask").id
    session.redact(first.id)
    assert session.who("chat:orion-home").canonical_name == "orion-home"  # met again, and not named
    session.record(message("Orion Vask", "orion-home"))
    assert session.who("Orion Vask").id == orion
    reading.sound(session)


def test_an_identifier_only_a_redacted_event_bound_is_not_shown(session) -> None:
    session.record(note("Lemuel Tarn"))
    bound = session.record(message("Lemuel Tarn", "l-9"))
    assert session.who("chat:l-9").canonical_name == "Lemuel Tarn"
    session.redact(bound.id)
    assert session.who("Lemuel Tarn").identifiers == []
    with pytest.raises(kenning.NotFoundError):
        session.who("chat:l-9")
    reading.sound(session)


def test_merged_with_somebody_the_hidden_one_adds_nothing(session) -> None:
    session.record(message("Orion Vask", "orion-home"))
    other = session.record(message("Zeno Kip", "zz-9", channel="forum"))
    one, two = session.who("Orion Vask").id, session.who("Zeno Kip").id
    for survivor, merged in ((one, two), (two, one)):
        before = told(session)
        merge = session.merge(survivor, merged)
        act = session.redact(other.id)
        seen = session.who(one)
        assert (seen.canonical_name, seen.aliases) == ("Orion Vask", [])
        assert [met.identifier for met in seen.identifiers] == ["orion-home"]
        assert "Zeno" not in repr(told(session))
        reading.sound(session)
        session.lift(act.id)
        session.unmerge(merge)
        assert told(session)["entities"] == before["entities"]


def test_what_was_said_by_hand_is_no_event_of_anybody_and_stays(session) -> None:
    event = session.record(message("Orion Vask", "orion-home"))
    session.add_alias("Orion Vask", "Captain Zephyr")
    session.redact(event.id)
    assert session.who("Captain Zephyr").canonical_name == "Captain Zephyr"


NAMES = ["Orion Vask", "Captain Zephyr", "Lemuel Tarn"]
STEPS = st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(["a-1", "b-2"])), min_size=1, max_size=6)


@settings(max_examples=40, deadline=None)
@given(STEPS, st.data())
def test_no_word_of_redacted_events_shows_and_lifting_gives_back_all(steps, data) -> None:
    with kenning.open(":memory:") as session:
        events = [session.record(message(name, identifier)).id for name, identifier in steps]
        before = told(session)
        chosen = data.draw(st.sets(st.sampled_from(events)))
        said = {word for event, step in zip(events, steps, strict=True) if event not in chosen for word in step}
        redactions = [session.redact(event).id for event in events if event in chosen]
        shown = repr([told(session)[part] for part in ("entities", "definitions")])
        for word in {word for step in steps for word in step} - said:
            assert f"'{word}'" not in shown
        for word in said:
            assert f"'{word}'" in shown
        assert session.verify().problems == []
        for act in data.draw(st.permutations(redactions)):
            session.lift(act)
        assert told(session) == before
