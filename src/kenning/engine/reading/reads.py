"""The one read path: what a session may see, as of its moment, each answer with its source."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterator, Sequence

from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import content_of
from kenning.engine.reading import threads
from kenning.engine.reading.sight import Sight
from kenning.errors import CorruptError, ErasedError, NotFoundError
from kenning.model.codec import Sealed, envelope_of
from kenning.model.event import Envelope
from kenning.model.ids import EVENT_ID
from kenning.model.recall import Filters, Scope
from kenning.model.report import Edge
from kenning.model.time import instant, wrong
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.view import blank, view
from kenning.store import SEQUENCE_MAX, Reader
from kenning.store.base import Window

DEPTH_MAX = 64
LIMIT_MAX = 1_000_000
DIRECTIONS = ("up", "down", "both")
_VIEWS_AT_ONCE = 200


def tombstone_of(reader: Reader, namespace: str, sealed: Sealed) -> ErasedError:
    """Say that an event was erased, with the tombstone the log keeps: who, when, why."""
    for erasure in erasures(reader, namespace):
        facts = erasure.files[0].metadata or {}
        if sealed.id in facts.get("erased", ()):
            reason = facts.get("because", "")
            details = {"id": sealed.id, "tombstone": erasure.id, "erasedAt": erasure.recorded_at, "because": reason}
            return ErasedError(f"{sealed.id}: was erased at {erasure.recorded_at}: {reason}", details=details)
    details = {"id": sealed.id, "sequence": sealed.sequence}
    raise CorruptError(f"{sealed.id}: its payload is missing and no erasure in the log says so", details=details)


def erasures(reader: Reader, namespace: str) -> list[Envelope]:
    """List the tombstones of a namespace."""
    found = []
    for sequence in reader.tombstones(namespace):
        sealed = reader.get(namespace, sequence)
        if sealed is not None and sealed.payload is not None:
            found.append(envelope_of(sealed))
    return found


def find(reader: Reader, scope: Scope, event_id: str, at: int | None) -> Envelope:
    """Find an event that may be read at a moment, or raise as if it never was."""
    sealed = reader.get(scope.namespace, event_id) if EVENT_ID.fullmatch(event_id) else None
    if sealed is None or (at is not None and sealed.sequence > at) or not Sight(reader, scope).sees_sealed(sealed):
        raise threads.missing(event_id)
    if sealed.payload is None:
        raise tombstone_of(reader, scope.namespace, sealed)
    return envelope_of(sealed)


def exists(engine: Engine, scope: Scope, event_id: str) -> None:
    """Raise where an event is not there, or not any more."""
    with engine.store.read() as reader:
        find(reader, scope, event_id, None)


def shown(reader: Reader, scope: Scope, event: Envelope) -> Envelope:
    """Give an event as recorded, or without content where it is redacted now, or is an act of ours that quotes what is."""
    if kinds.connects(event.kind):
        return blank(event) if rests_on_hidden(reader, scope, event) else event
    thread = threads.thread_around(reader, scope.namespace, event)
    if len(thread) == 1:
        return event
    reading = view(str(event.id), thread)
    return reading.event if reading.redacted else event


def rests_on_hidden(reader: Reader, scope: Scope, act: Envelope) -> bool:
    """Tell whether any event that an act rests on, directly or through other acts, is redacted now: the act quotes it."""
    seen, waiting = set[str](), [act]
    while waiting:
        for link in waiting.pop().links:
            sealed = None if link.to_event_id in seen else reader.get(scope.namespace, link.to_event_id)
            seen.add(link.to_event_id)
            if sealed is None or sealed.payload is None:
                continue
            target = envelope_of(sealed)
            if kinds.connects(target.kind):
                waiting.append(target)
            elif shown(reader, scope, target) is not target:
                return True
    return False


def event(engine: Engine, scope: Scope, event_id: str, at: int | None) -> Envelope:
    """Give one event as recorded."""
    with engine.store.read() as reader:
        return Sight(reader, scope).veiled(shown(reader, scope, find(reader, scope, event_id, at)))


def reading(engine: Engine, scope: Scope, event_id: str, at: int | None) -> View:
    """Give the view of one event at a moment."""
    with engine.store.read() as reader:
        found = find(reader, scope, event_id, at)
        if kinds.connects(found.kind) and rests_on_hidden(reader, scope, found):
            return Sight(reader, scope).veiled_view(View(event=blank(found), redacted=True))
        read = threads.read_view(reader, scope.namespace, found, SEQUENCE_MAX if at is None else at)
        return Sight(reader, scope).veiled_view(read)


def file(engine: Engine, scope: Scope, event_id: str, name: str, at: int | None) -> bytes:
    """Give the bytes of a file of a view: by name, or by role where it has none; verified on reading."""
    reading_now = reading(engine, scope, event_id, at)
    files = [*reading_now.event.files, *(attached.file for attached in reading_now.attached)]
    for one in files:
        if name not in {one.name, one.role, one.sha256}:
            continue
        inline = content_of(one)
        if inline is not None:
            if one.sha256 is not None and hashlib.sha256(inline).hexdigest() != one.sha256:
                raise CorruptError(f"{event_id}: {name} is not what its hash says")
            return inline
        if one.stored_as is not None and one.sha256 is not None:
            return engine.folder.read(one.stored_as, one.sha256)
        if one.url is not None:
            raise NotFoundError(f"{name}: is a reference to {one.url}, which Kenning never fetches")
    raise NotFoundError(f"{event_id}: has no file {name}", hint="its view lists the files by name and role")


def links(engine: Engine, scope: Scope, event_id: str, direction: str, depth: int, at: int | None) -> list[Edge]:
    """Walk links up, down or both ways, breadth first, each edge once, in a fixed order."""
    if direction not in DIRECTIONS:
        raise wrong("direction", direction, f"is none of {', '.join(DIRECTIONS)}")
    if not 1 <= depth <= DEPTH_MAX:
        raise wrong("depth", depth, f"is not between 1 and {DEPTH_MAX}")
    edges: dict[tuple[str, str, str], Edge] = {}
    with engine.store.read() as reader:
        start = find(reader, scope, event_id, at)
        seen, waiting = {start.sequence}, deque([(start, 0)])
        while waiting:
            here, steps = waiting.popleft()
            if steps == depth:
                continue
            for edge, neighbour in _around(reader, scope, here, direction, at):
                edges.setdefault((edge[0], edge[1], edge[2]), _edge(edge, steps + 1))
                if neighbour is not None and neighbour.sequence not in seen:
                    seen.add(neighbour.sequence)
                    waiting.append((neighbour, steps + 1))
    return list(edges.values())


def _edge(edge: tuple[str, str, str], depth: int) -> Edge:
    return Edge(from_event_id=edge[0], to_event_id=edge[1], relation=edge[2], depth=depth)


def _around(
    reader: Reader,
    scope: Scope,
    here: Envelope,
    direction: str,
    at: int | None,
) -> list[tuple[tuple[str, str, str], Envelope | None]]:
    """List the edges at one event with the event at the other end; nothing leaves a redacted event."""
    if shown(reader, scope, here) is not here:
        return []
    found: list[tuple[tuple[str, str, str], Envelope | None]] = []
    sight = Sight(reader, scope)
    if direction in {"up", "both"}:
        for link in here.links:
            sealed = reader.get(scope.namespace, link.to_event_id)
            if not sight.whole and (sealed is None or not sight.sees_sealed(sealed)):
                continue
            neighbour = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
            found.append(((str(here.id), link.to_event_id, link.relation), neighbour))
    if direction in {"down", "both"}:
        for sequence, relation in reader.linked(scope.namespace, here.sequence):
            sealed = reader.get(scope.namespace, sequence)
            if sealed is None or sealed.payload is None or (at is not None and sequence > at):
                continue
            if not sight.sees_sealed(sealed):
                continue
            neighbour = envelope_of(sealed)
            if shown(reader, scope, neighbour) is neighbour:
                found.append(((sealed.id, str(here.id), relation), neighbour))
    return found


def window(filters: Filters, head: int, at: int | None, *, zone: str, limit: int) -> Window:
    """Turn filters as asked into a window of the store."""
    if not 1 <= limit <= LIMIT_MAX:
        raise wrong("limit", limit, f"is not between 1 and {LIMIT_MAX}")
    unbounded = Window(at=head)
    return Window(
        after_us=instant(filters.after, zone, "after") if filters.after else unbounded.after_us,
        before_us=instant(filters.before, zone, "before") if filters.before else unbounded.before_us,
        at=head if at is None else min(at, head),
        kinds=filters.kinds,
        actors=filters.actors,
        limit=limit,
    )


def views(reader: Reader, scope: Scope, sequences: Sequence[int], at: int) -> Iterator[View]:
    """Give the views of projected events, in the order asked; what the scope let through is judged once more, one by one."""
    sight = Sight(reader, scope)
    for start in range(0, len(sequences), _VIEWS_AT_ONCE):
        some = sequences[start : start + _VIEWS_AT_ONCE]
        found = reader.several(scope.namespace, some)
        for sequence in some:
            sealed, linked = found.get(sequence, (None, False))
            if sealed is None or sealed.payload is None:
                raise CorruptError(
                    f"sequence {sequence}: is projected but not in the log", hint="run verify, then rebuild"
                )
            if not sight.agrees(sequence):
                raise CorruptError(f"sequence {sequence}: is in scope, and may not be read", hint="please report this")
            yield sight.veiled_view(_view(reader, scope, envelope_of(sealed), at, linked=linked))


def _view(reader: Reader, scope: Scope, event: Envelope, at: int, *, linked: bool) -> View:
    if not linked and not event.links:
        return View(event=event)  # nothing acts on it, is derived from it, or is what it was derived from
    found = threads.read_view(reader, scope.namespace, event, at)
    if found.redacted:
        raise CorruptError(
            f"sequence {event.sequence}: is redacted but still projected", hint="run verify, then rebuild"
        )
    return found


def timeline(
    engine: Engine,
    scope: Scope,
    filters: Filters,
    at: int | None,
    *,
    limit: int,
    newest_first: bool,
) -> list[View]:
    """List views in order of the time they are about."""
    with engine.store.read() as reader:
        head = reader.head(scope.namespace).sequence
        plain = window(filters, head, at, zone=engine.config.time_zone, limit=limit)
        asked = Window(
            **{**{name: getattr(plain, name) for name in plain.__struct_fields__}, "newest_first": newest_first}
        )
        listed = [event_sequence for _, event_sequence in reader.timeline(scope, asked)]
        return list(views(reader, scope, listed, asked.at))
