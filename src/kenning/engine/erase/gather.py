"""What goes with events that are erased: their acts, what was derived from any of these, and what has to be read anew."""

from __future__ import annotations

import msgspec

from kenning.engine.erase.graph import Gathering, GraphDoom
from kenning.engine.reading import threads
from kenning.engine.reading.reads import find
from kenning.model.access.act import ACCESS_CONTENTS
from kenning.model.event import Envelope
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.store import Reader


class Doomed(msgspec.Struct):
    """All that goes, by sequence, and the roots that stay but must be read anew.

    ``own`` are events that stay though who is erased caused or recorded them, each with all that erasing it would take;
    ``mentions`` are other people's events that mention them.
    """

    events: dict[int, Envelope] = msgspec.field(default_factory=dict)
    acts: list[str] = msgspec.field(default_factory=list)
    derived: list[str] = msgspec.field(default_factory=list)
    roots: dict[int, Envelope] = msgspec.field(default_factory=dict)
    graph: GraphDoom = msgspec.field(default_factory=GraphDoom)
    entities: list[str] = msgspec.field(default_factory=list)
    own: dict[str, list[str]] = msgspec.field(default_factory=dict)
    mentions: list[str] = msgspec.field(default_factory=list)


def of_event(reader: Reader, namespace: str, event_id: str) -> Doomed:
    """Collect an event, what acts on it, what is derived from any of these, and so on."""
    start = find(reader, Scope(namespace=namespace), event_id, None)
    if start.kind == kinds.ERASED:
        raise wrong("event", event_id, "is the tombstone of an erasure, which stays")
    if start.kind == kinds.REDACTED:
        raise wrong(
            "event",
            event_id,
            "is a redaction; erasing it would show what it hides",
            hint="lift it, or erase what it hides",
        )
    if start.kind in ACCESS_CONTENTS:
        hint = "withdraw, demote or revoke takes back what it gave"
        raise wrong("event", event_id, "says who was trusted by whom, which stays", hint=hint)
    doomed = Doomed()
    take(reader, namespace, start, doomed)
    return finished(reader, namespace, doomed, Gathering(reader, namespace, doomed.events, event_id))


def take(reader: Reader, namespace: str, start: Envelope, doomed: Doomed) -> None:
    """Take an event with what acts on it and what is derived from any of these."""
    waiting = [start]
    while waiting:
        event = waiting.pop()
        for one in threads.acts_on(reader, namespace, event):
            if one.sequence not in doomed.events:
                doomed.events[one.sequence] = one
                if one.sequence != event.sequence:
                    doomed.acts.append(str(one.id))
                waiting.extend(_derivations(reader, namespace, one, doomed))


def finished(reader: Reader, namespace: str, doomed: Doomed, gathering: Gathering) -> Doomed:
    """Add what goes from the entity graph."""
    find_roots(reader, namespace, doomed)
    doomed.graph = gathering.run()
    doomed.events.update(doomed.graph.acts)
    doomed.events = dict(sorted(doomed.events.items()))
    return doomed


def find_roots(reader: Reader, namespace: str, doomed: Doomed) -> None:
    """Find what stays of the threads that lose an act."""
    for event in doomed.events.values():
        root = threads.root_of(reader, namespace, event)
        if root is not None and root.sequence not in doomed.events:
            doomed.roots[root.sequence] = root


def _derivations(reader: Reader, namespace: str, event: Envelope, doomed: Doomed) -> list[Envelope]:
    derived = threads.derived_from(reader, namespace, event, 1 << 40)
    fresh = [
        one
        for one in derived
        if one.sequence not in doomed.events and str(one.id) not in doomed.derived and not kinds.outlives(one.kind)
    ]
    doomed.derived.extend(str(one.id) for one in fresh if not kinds.connects(one.kind))
    return fresh
