"""What a format yields for each record of a file, what it is told, and the one place where a draft is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol

import msgspec

from kenning.errors import InvalidError
from kenning.model.event import ENVELOPE_BYTES_MAX, RESERVED_PREFIXES, Event, Relation
from kenning.model.time import instant

Deed = Literal["tells", "revises", "hides"]
DateOrder = Literal["dmy", "mdy", "ymd", "ydm"]
_DECODER = msgspec.json.Decoder(Event)


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An event as a file tells it, ready to be appended but for its links, which the importer resolves.

    ``key`` is the record's own id inside the file; ``reply_to`` is the key of the record it answers, whatever the order, and
    ``relation`` what that is to it where it is no answer.

    ``deed`` is what the file says by it. It *tells* what happened. Or it *revises* what was told before, by correcting it where
    its words are others now: what has the key ``reply_to`` where ``relation`` is ``supersedes``, else what its own ``key`` was
    told as; where there is no such event, it tells. Or it *hides* what has the key ``reply_to``, which is redacted; source, time
    and idempotency key are then all that counts of its event. A deed reaches what the same format brought, and nothing else.
    """

    event: Event
    where: str
    key: str = ""
    reply_to: str | None = None
    relation: Relation = "reply_to"
    deed: Deed = "tells"

    @property
    def changes(self) -> str:
        """The key of what it revises or hides, where that is another record; empty where it is none."""
        is_change = self.deed == "hides" or (self.deed == "revises" and self.relation == "supersedes")
        return self.reply_to or "" if is_change else ""


class Skipped(msgspec.Struct, frozen=True, kw_only=True):
    """A record too broken to become an event: where it stands and why."""

    where: str
    reason: str


class LeftOut(msgspec.Struct, frozen=True, kw_only=True):
    """A sound record that is deliberately no event: where it stands and why."""

    where: str
    reason: str


Record = Draft | Skipped | LeftOut


class Tables(Protocol):
    """A database of another program, as its tables: read only, and from a copy, so that the original is never touched."""

    def columns(self) -> dict[str, frozenset[str]]:
        """The tables, each with the names of its columns."""

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[tuple[object, ...]]:
        """The rows of a table in their order; None for a column there is none of. `InvalidError` where it is damaged."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """What a format is told: the zone of stamps without one, the order of dates, and where big pieces go.

    ``date_order`` None: inferred from the whole file. ``unpack_into`` None: pieces too big to be inlined are named and
    left behind. ``progress`` is called with bytes done and bytes in all; ``notice`` with a place and a remark about the
    file as a whole, such as a date order that had to be guessed. ``tables`` opens a database of another program; formats
    know no driver, so whoever imports brings it.
    """

    time_zone: str | None = "UTC"
    date_order: DateOrder | None = None
    unpack_into: Path | None = None
    chat: str | None = None
    progress: Callable[[int, int], None] | None = None
    notice: Callable[[str, str], None] | None = None
    tables: Callable[[Path], AbstractContextManager[Tables]] | None = None

    def done(self, done_bytes: int, total_bytes: int) -> None:
        """Tell whoever waits how far the file is read."""
        if self.progress is not None:
            self.progress(done_bytes, total_bytes)

    def remark(self, where: str, text: str) -> None:
        """Say something about the file that is no record of it."""
        if self.notice is not None:
            self.notice(where, text)


class Format(Protocol):
    """A kind of foreign file: known by its looks, read as a stream of records.

    ``read`` raises `InvalidError` where the file as a whole is damaged; damage to one record is a `Skipped`.
    """

    @property
    def name(self) -> str:
        """The word by which a user asks for it."""

    def recognises(self, path: Path, head: bytes) -> bool:
        """Whether the file (or folder, with an empty head) looks like this format."""

    def read(self, path: Path, options: Options) -> Iterator[Record]:
        """The records of the file, in its order."""


def is_reserved(kind: str) -> bool:
    """Whether Kenning acts on events of this kind, so that no file may claim it."""
    return f"{kind}.".casefold().startswith((*RESERVED_PREFIXES, "extraction."))


def checked(event: Event, where: str, *, key: str = "", reply_to: str | None = None) -> Draft | Skipped:
    """Judge an event as the log will: its limits, its times, one primary file, no reserved kind.

    The round trip through JSON is the point: a struct that is built is not validated, one that is decoded is.
    """
    try:
        reason = _objection(event)
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError, TypeError, ValueError) as error:
        reason = str(error) or type(error).__name__
    if reason:
        return Skipped(where=where, reason=reason)
    return Draft(event=event, where=where, key=key, reply_to=reply_to)


def _objection(event: Event) -> str:
    """Why the log would refuse it, or nothing."""
    wire = msgspec.json.encode(event)
    if len(wire) > ENVELOPE_BYTES_MAX:
        return f"it takes {len(wire)} bytes; an envelope holds {ENVELOPE_BYTES_MAX}"
    _DECODER.decode(wire)
    if b"\\u0000" in wire and _has_nul(msgspec.to_builtins(event)):
        return "it has a NUL character"
    if sum(file.role == "primary" for file in event.files) != 1:
        return "it has not exactly one primary file"
    if is_reserved(event.kind):
        return f'kind: "{event.kind}" is reserved'
    return _time_objection(event)


def _time_objection(event: Event) -> str:
    """Why its times are none, or nothing."""
    time = event.time
    if time is None:
        return ""
    claims = (("occurredAt", time.occurred_at), ("capturedAt", time.captured_at), ("observedAt", time.observed_at))
    for name, claim in claims:
        if claim is not None:
            try:
                instant(claim, time.time_zone, f"time.{name}")
            except InvalidError as error:
                return error.message
    return ""


def _has_nul(value: object) -> bool:
    """Whether a NUL hides in any text; an escape that only looks like one does not count."""
    if isinstance(value, str):
        return "\0" in value
    if isinstance(value, dict):
        return any(_has_nul(key) or _has_nul(inner) for key, inner in value.items())
    return isinstance(value, list) and any(_has_nul(inner) for inner in value)
