"""Walking the log in order, and waiting for what comes: nothing skipped, nothing twice, no busy polling."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import msgspec

from kenning.engine.engine import Engine
from kenning.engine.reading import reads
from kenning.engine.reading.sight import Sight
from kenning.model.codec import Sealed, envelope_of
from kenning.model.event import Envelope, File, Source
from kenning.model.recall import Filters, Scope
from kenning.model.time import rfc3339
from kenning.rules.fold import effective_us
from kenning.store import SEQUENCE_MAX, Reader
from kenning.store.base import Window

TOMBSTONE = "kenning.tombstone"
_PAGE = 500


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of the log: behind a sequence, up to another, at most so many events."""

    after: int = 0
    upto: int | None = None
    limit: int | None = None


def tombstone(sealed: Sealed) -> Envelope:
    """Stand in for an erased event: its place and its hash, nothing else."""
    return Envelope(
        kind=TOMBSTONE,
        source=Source(type="kenning"),
        files=[File(role="primary")],
        id=sealed.id,
        sequence=sealed.sequence,
        namespace=sealed.namespace,
        agent=sealed.agent,
        recorded_at=rfc3339(sealed.recorded_at_us),
        hash=sealed.hash.hex(),
    )


def log(engine: Engine, scope: Scope, span: Span, filters: Filters | None) -> Iterator[Envelope]:
    """Walk a stretch of the log as it is readable now, page by page: no reading is held open between pages."""
    wanted = _Wanted(filters or Filters(), engine.config.time_zone)
    after, given = span.after, 0
    while span.limit is None or given < span.limit:
        page, last = _page(engine, scope, after, span.upto)
        for event in page:
            if wanted.has(event):
                yield event
                given += 1
                if span.limit is not None and given >= span.limit:
                    return
        if last == after:
            return
        after = last


def _page(engine: Engine, scope: Scope, after: int, upto: int | None) -> tuple[list[Envelope], int]:
    page: list[Envelope] = []
    last = after
    with engine.store.read() as reader:
        end = min(after + _PAGE, SEQUENCE_MAX if upto is None else upto)
        sight = Sight(reader, scope)
        for sealed in reader.scan(scope.namespace, after + 1, end):
            if sight.sees_sealed(sealed):
                page.append(sight.veiled(_readable(reader, scope, sealed)))
            last = sealed.sequence
    return page, last


def _readable(reader: Reader, scope: Scope, sealed: Sealed) -> Envelope:
    return tombstone(sealed) if sealed.payload is None else reads.shown(reader, scope, envelope_of(sealed))


class _Wanted:
    """Filters over envelopes as they stand in the log."""

    def __init__(self, filters: Filters, zone: str) -> None:
        self._filters = filters
        self._window: Window = reads.window(filters, SEQUENCE_MAX, None, zone=zone, limit=1)
        self._by_time = filters.after is not None or filters.before is not None

    def has(self, event: Envelope) -> bool:
        filters = self._filters
        if filters.kinds and event.kind not in filters.kinds:
            return False
        if filters.actors and not (
            event.actor and filters.actors & {event.actor.name, event.actor.identifier, event.actor.id}
        ):
            return False
        if filters.entities and not any(
            filters.entities & {one.id, one.name, one.identifier} for one in event.entities
        ):
            return False
        return not self._by_time or self._window.after_us <= effective_us(event) < self._window.before_us


def follow(
    engine: Engine,
    scope: Callable[[], Scope],
    after: int,
    filters: Filters | None,
    stop: threading.Event | None,
    *,
    wait: bool,
) -> Iterator[Envelope]:
    """Walk the log and then wait for more: appends of this process wake it, those of others are looked for now and then.

    The scope is asked for page by page: who loses a permission meanwhile follows no further.
    """
    wanted = _Wanted(filters or Filters(), engine.config.time_zone)
    while stop is None or not stop.is_set():
        page, last = _page(engine, scope(), after, None)
        yield from (event for event in page if wanted.has(event))
        if last > after:
            after = last
            continue
        if not wait:
            return
        with engine.appended:
            engine.appended.wait(engine.config.follow_s)
