"""Walking the log in order, and waiting for what comes: nothing skipped, nothing twice, no busy polling."""

from __future__ import annotations

import hmac
import threading
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator

import msgspec

from kenning.engine.engine import Engine
from kenning.engine.reading import reads
from kenning.engine.reading.sight import Sight
from kenning.model.codec import Sealed, envelope_of
from kenning.model.event import Envelope, File, Source
from kenning.model.recall import Filters, Scope
from kenning.model.time import rfc3339, wrong
from kenning.rules.fold import effective_us
from kenning.store import SEQUENCE_MAX, Reader
from kenning.store.base import Window

TOMBSTONE = "kenning.tombstone"
_PAGE = 500
CURSOR_PREFIX = "cur_"
_PART_BYTES = 8


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
        for _, event in page:
            if wanted.has(event):
                yield event
                given += 1
                if span.limit is not None and given >= span.limit:
                    return
        if last == after:
            return
        after = last


def stretch(
    engine: Engine, scope: Scope, span: Span, filters: Filters | None
) -> tuple[list[tuple[int, Envelope]], int]:
    """Give a stretch of the log at once, each event with its sequence, and the sequence up to which it was looked at."""
    wanted = _Wanted(filters or Filters(), engine.config.time_zone)
    found: list[tuple[int, Envelope]] = []
    after = span.after
    while True:
        page, last = _page(engine, scope, after, span.upto)
        for sequence, event in page:
            if wanted.has(event):
                found.append((sequence, event))
                if len(found) == span.limit:
                    return found, sequence
        if last == after:
            return found, after
        after = last


def _page(engine: Engine, scope: Scope, after: int, upto: int | None) -> tuple[list[tuple[int, Envelope]], int]:
    page: list[tuple[int, Envelope]] = []
    last = after
    with engine.store.read() as reader:
        end = min(after + _PAGE, SEQUENCE_MAX if upto is None else upto)
        sight = Sight(reader, scope)
        for sealed in reader.scan(scope.namespace, after + 1, end):
            if sight.sees_sealed(sealed):
                page.append((sealed.sequence, sight.veiled(_readable(reader, scope, sealed))))
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
        yield from (event for _, event in page if wanted.has(event))
        if last > after:
            after = last
            continue
        if not wait:
            return
        with engine.appended:
            engine.appended.wait(engine.config.follow_s)


# -- places to come back to -----------------------------------------------------------------------------------------------
#
# A cursor is a sequence, masked and sealed with the key beside the store and a nonce of its own: it tells nothing, two of one
# place are not alike, and one that was made up or is of another namespace is refused. Unlike the id of an event it outlives an
# erasure.


def cursor(engine: Engine, namespace: str, sequence: int) -> str:
    """Give the cursor of a place in the log: behind this sequence."""
    nonce = engine.config.audit_noise(_PART_BYTES)
    masked = _masked(engine, namespace, nonce, sequence.to_bytes(_PART_BYTES, "big"))
    sealed = nonce + masked + _seal(engine, namespace, nonce + masked)
    return CURSOR_PREFIX + urlsafe_b64encode(sealed).decode()


def place(engine: Engine, namespace: str, given: str) -> int:
    """Give the sequence a cursor stands behind. Raises `InvalidError` where it is none of this namespace."""
    try:
        sealed = urlsafe_b64decode(given.removeprefix(CURSOR_PREFIX).encode("ascii"))
    except ValueError:
        sealed = b""
    nonce, masked, seal = (sealed[at : at + _PART_BYTES] for at in (0, _PART_BYTES, 2 * _PART_BYTES))
    if len(sealed) != 3 * _PART_BYTES or not hmac.compare_digest(seal, _seal(engine, namespace, nonce + masked)):
        raise wrong("after", given, "is no cursor of this namespace", hint="give the one that came with an answer")
    return int.from_bytes(_masked(engine, namespace, nonce, masked), "big")


def _masked(engine: Engine, namespace: str, nonce: bytes, number: bytes) -> bytes:
    mask = engine.fingerprint(["cursor", namespace, nonce.hex()])
    return bytes(one ^ other for one, other in zip(number, mask, strict=False))


def _seal(engine: Engine, namespace: str, parts: bytes) -> bytes:
    return engine.fingerprint(["cursor seal", namespace, parts.hex()])[:_PART_BYTES]
