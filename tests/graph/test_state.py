"""State is a function of the log up to a moment: whatever was merged, redacted or erased, it equals the plain count."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.model.recall import Filters
from tests.graph.reading import message, note

PEOPLE = {"Orion Vask": "orion-home", "Lemuel Thrane": "lemuel-home", "Pauline Ogg": "pauline-home"}
CHANNELS = ["chat", "forum"]


def spoken(who: str, channel: str, hour: int, others: list[str]) -> dict[str, Any]:
    """A message at an hour, to others."""
    event = message(
        who,
        PEOPLE[who],
        time={"occurredAt": f"2026-03-01T{hour:02d}:10:00Z"},
        entities=[
            {"name": other, "identifier": PEOPLE[other], "channel": "chat", "role": "participant"} for other in others
        ],
    )
    event["source"]["channel"] = channel
    event["actor"]["channel"] = "chat"
    return event


EVENTS = st.tuples(
    st.sampled_from(sorted(PEOPLE)),
    st.sampled_from(CHANNELS),
    st.integers(0, 23),
    st.lists(st.sampled_from(sorted(PEOPLE)), unique=True, max_size=2),
)
STEPS = st.lists(st.one_of(EVENTS, st.sampled_from(["merge", "unmerge", "redact", "erase"])), min_size=2, max_size=12)


def counted(said: dict[str, tuple[Any, ...]], who: str) -> dict[str, Any]:
    """Count by hand what the log says of somebody."""
    mine = [one for one in said.values() if who in {one[0], *one[3]}]
    companions: Counter[str] = Counter()
    hours = [0] * 24
    for one in mine:
        companions.update({one[0], *one[3]} - {who})
        hours[one[2]] += 1
    return {
        "interaction_count": len(mine),
        "channels": dict(Counter(one[1] for one in mine)),
        "hours": hours,
        "companions": dict(companions),
        "last_seen": max((f"2026-03-01T{one[2]:02d}:10:00Z" for one in mine), default=None),
    }


def held(session: kenning.Session, ids: list[str], said: dict[str, tuple[Any, ...]]) -> None:
    """Compare what is computed of everybody with the count."""
    for who in {session.who(one).id for one in ids}:
        found = session.state(who)
        last = found.last_seen
        shown = None if last is None else datetime.fromisoformat(last).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        assert {
            "interaction_count": found.interaction_count,
            "channels": found.channels,
            "hours": found.hours,
            "companions": found.companions,
            "last_seen": shown,
        } == counted(said, who)


def parted(session: kenning.Session, written: dict[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """Events as they were written, by ids: (actor, channel, hour, others); each id read as it reads now."""

    def now(entity: str) -> str:
        return session.who(entity).id

    return {event: (now(one[0]), one[1], one[2], [now(other) for other in one[3]]) for event, one in written.items()}


@settings(max_examples=20, deadline=None, derandomize=True)
@given(steps=STEPS)
def test_state_equals_the_count_after_every_event(steps) -> None:
    """EM05, EM17, EM43, EM44, EN09: last seen, how often, where, when, with whom; at every sequence as it was then."""
    with kenning.open(":memory:") as session:
        ids = [session.create_entity(name, identifiers=[("chat", met)]) for name, met in PEOPLE.items()]
        written: dict[str, tuple[Any, ...]] = {}
        merges: list[str] = []
        then: dict[int, list[Any]] = {}
        for step in steps:
            if step == "merge":
                roots = sorted({session.who(one).id for one in ids})
                if len(roots) > 1:
                    merges.append(session.merge(roots[0], roots[1]))
            elif step == "unmerge":
                if merges:
                    session.unmerge(merges.pop(0))
            elif isinstance(step, str):
                if written:
                    event = next(iter(written))
                    written.pop(event)
                    session.redact(event) if step == "redact" else session.erase(event, because="asked to")
                    then.clear()
            else:
                now = {name: session.who(f"chat:{met}").id for name, met in PEOPLE.items()}
                who, channel, hour, others = step
                receipt = session.record(spoken(*step))
                written[receipt.id] = (now[who], channel, hour, [now[other] for other in others])
            held(session, ids, parted(session, written))
            then[session.head()[0]] = [session.state(one) for one in ids]
            for moment, states in then.items():
                assert [session.at(moment).state(one) for one in ids] == states


def test_merged_states_are_one_and_part_again(session) -> None:
    """EM17, EN33: an event both took part in counts once."""
    session.record(spoken("Orion Vask", "chat", 9, ["Lemuel Thrane", "Pauline Ogg"]))
    session.record(spoken("Lemuel Thrane", "forum", 10, []))
    ids = {name: session.who(f"chat:{met}").id for name, met in PEOPLE.items()}
    before = [session.state(one) for one in ids.values()]
    merge = session.merge(ids["Orion Vask"], ids["Lemuel Thrane"])
    one = session.state(ids["Lemuel Thrane"])
    assert (one.id, one.interaction_count, one.channels) == (ids["Orion Vask"], 2, {"chat": 1, "forum": 1})
    assert one.companions == {ids["Pauline Ogg"]: 1}
    session.unmerge(merge)
    after = [session.state(one) for one in ids.values()]
    assert [(s.interaction_count, s.companions) for s in after] == [(s.interaction_count, s.companions) for s in before]


def test_what_is_merely_mentioned_is_no_interaction(session) -> None:
    """EM44: events in which an entity is subject or participant."""
    made = session.create_entity("Orion Vask")
    session.record("Orion Vask again")
    session.record(note("Orion Vask", role="object"))
    assert session.state(made).interaction_count == 0
    session.record(note("Orion Vask"))
    assert session.state(made).interaction_count == 1


def test_state_is_no_artifact(session) -> None:
    """EM05, EM08: asking adds nothing to the log, and makes no version."""
    session.record(spoken("Orion Vask", "chat", 9, []))
    head, versions = session.head(), session.definitions("Orion Vask")
    session.state("Orion Vask")
    assert (session.head(), session.definitions("Orion Vask")) == (head, versions)


def test_where_somebody_appears_can_be_filtered(session) -> None:
    """EN02, EN24: by kind and by time, the latest first, at most so many."""
    for hour in (9, 11, 10):
        session.record(spoken("Orion Vask", "chat", hour, []))
    session.record(note("Orion Vask"))
    assert len(session.appears("Orion Vask")) == 4
    assert len(session.appears("Orion Vask", filters=Filters(kinds=frozenset({"note.created"})))) == 1
    assert len(session.appears("Orion Vask", limit=2)) == 2
    found = session.appears("Orion Vask", filters=Filters(kinds=frozenset({"message.received"})))
    assert [one.sequence for one in found] == sorted((one.sequence for one in found), reverse=True)
