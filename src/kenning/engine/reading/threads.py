"""Gathering an event's thread: the root it acts on, all that acts on that root, and what was derived from it."""

from __future__ import annotations

from msgspec import structs

from kenning.errors import NotFoundError
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import RESOLVED
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.view import changed, outdone, strictest, view
from kenning.store import Reader

DEPTH_MAX = 10_000


def missing(event_id: str | int) -> NotFoundError:
    """Say that an event is not there; the same words whether it never was or may not be known."""
    return NotFoundError(f"{event_id}: there is no such event in this namespace", details={"id": event_id})


def root_of(reader: Reader, namespace: str, event: Envelope) -> Envelope | None:
    """Follow what an event acts on to the event at the root; nothing where one on the way was erased."""
    for _ in range(DEPTH_MAX):
        link = kinds.target(event)
        if link is None:
            return event
        sealed = reader.get(namespace, link.to_event_id)
        if sealed is None or sealed.payload is None:
            return None
        event = envelope_of(sealed)
    return None


def acts_on(reader: Reader, namespace: str, event: Envelope) -> list[Envelope]:
    """List an event and all that acts on it, directly or through others, in order of sequence."""
    sealed = reader.thread(namespace, event.sequence)
    if len(sealed) < 2:
        return [event]
    return [envelope_of(one) for one in sealed if one.payload is not None]


def as_of(thread: list[Envelope], at: int) -> list[Envelope]:
    """Cut a thread at a sequence. Redactions of now stay: what is hidden is hidden at every earlier moment."""
    return [event for event in thread if event.sequence <= at or event.kind == kinds.REDACTED]


def derived_from(reader: Reader, namespace: str, event: Envelope, at: int) -> list[Envelope]:
    """List the events derived from one, as of a sequence."""
    found = []
    for source, relation in reader.linked(namespace, event.sequence):
        if relation == "derived_from" and source <= at:
            sealed = reader.get(namespace, source)
            if sealed is not None and sealed.payload is not None:
                derived = envelope_of(sealed)
                thread = acts_on(reader, namespace, derived)
                if len(thread) == 1 or not view(sealed.id, thread).redacted:
                    found.append(derived)
    return found


def source_changes(reader: Reader, namespace: str, event: Envelope, at: int) -> dict[str, int]:
    """For each source of a derived event, give the last sequence at which an act on it counts (or it was erased)."""
    changes: dict[str, int] = {}
    for link in event.links:
        if link.relation != "derived_from":
            continue
        sealed = reader.get(namespace, link.to_event_id)
        if sealed is None or sealed.payload is None:
            continue
        thread = acts_on(reader, namespace, envelope_of(sealed))
        if len(thread) > 1:
            changes[link.to_event_id] = changed(view(link.to_event_id, as_of(thread, at)))
    return changes


def successors(reader: Reader, namespace: str, event: Envelope, at: int) -> list[str]:
    """List what supersedes a derived event: newer ones of its kind by the same principal, who say so by link."""
    if not kinds.derives(event.kind):
        return []
    found = []
    for sequence, relation in reader.linked(namespace, event.sequence):
        sealed = reader.get(namespace, sequence) if relation == "supersedes" and sequence <= at else None
        if sealed is None or sealed.payload is None or reader.is_hidden(namespace, sealed.id):
            continue
        newer = envelope_of(sealed)
        if newer.kind.lower() == event.kind.lower() and newer.recorded_by == event.recorded_by:
            found.append(sealed.id)
    return found


def thread_around(reader: Reader, namespace: str, event: Envelope) -> list[Envelope]:
    """Gather all that decides how an event reads: what acts on it and, where it acts itself, on what it is about."""
    root = root_of(reader, namespace, event) if kinds.acts(event.kind) else event
    return acts_on(reader, namespace, root or event)


def is_redacted(reader: Reader, namespace: str, event: Envelope) -> bool:
    """Tell whether an event is hidden now."""
    return event.id is not None and reader.is_hidden(namespace, event.id)


def read_view(reader: Reader, namespace: str, event: Envelope, at: int) -> View:
    """Fold an event with all that links to it, as of a sequence."""
    whole = thread_around(reader, namespace, event)
    thread = as_of(whole, at)
    derived = derived_from(reader, namespace, event, at)
    # Whom an event concerns is noted of it, not drawn from it; what is drawn from it by a version are the version's words.
    derivations = [one for one in derived if one.kind != RESOLVED and not kinds.outlives(one.kind)]
    changes = source_changes(reader, namespace, event, at)
    reading = view(str(event.id), thread, derivations=derivations, source_changes=changes)
    if not reading.redacted:
        outdated = {str(one.id) for one in derivations if successors(reader, namespace, one, at)}
        reading = outdone(reading, successors(reader, namespace, event, at), outdated)
    if len(thread) == len(whole) or reading.redacted:
        return reading
    now = view(str(event.id), whole).event.privacy  # labels raised since hold at every earlier moment
    return structs.replace(reading, event=structs.replace(reading.event, privacy=strictest(reading.event.privacy, now)))
