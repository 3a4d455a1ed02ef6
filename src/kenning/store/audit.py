"""The audit as it lies on the disk: lines in a chain of their own, beside the log and no projection of it.

The chain covers salted digests of what was seen, so that an id and its salt can be taken out and all still verifies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

import apsw
import msgspec

from kenning.errors import CorruptError
from kenning.model.codec import GENESIS, SALT_BYTES
from kenning.store.places import NAMESPACE_BITS, SEQUENCE_MAX
from kenning.store.queries import load

SQL = load("audit.sql")
_PAGE = 1000


class Seen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One id that was seen, behind a salted digest; once swept only the digest is left, from which no guess can be confirmed."""

    digest: bytes
    id: str | None = None
    salt: bytes | None = None


class Line(msgspec.Struct, frozen=True, gc=False):
    """Who was shown what, by which verb, how often in one batch; ``number`` is its place in the audit of a namespace."""

    number: int
    at_us: int
    principal: str
    channel: str
    verb: str
    times: int
    seen: list[Seen]
    hash: bytes = GENESIS


_seen_encode = msgspec.msgpack.Encoder().encode
_seen_decode = msgspec.msgpack.Decoder(list[Seen]).decode
_encode = msgspec.msgpack.Encoder().encode


def seen(ids: tuple[str, ...], noise: bytes) -> list[Seen]:
    """Commit to each id with a salt of its own; ``noise`` has 16 bytes for each."""
    found = []
    for number, one in enumerate(ids):
        salt = noise[number * SALT_BYTES : (number + 1) * SALT_BYTES]
        found.append(Seen(sha256(salt + one.encode()).digest(), one, salt))
    return found


def chained(previous: bytes, number: int, line: Line) -> bytes:
    """Give the hash that seals a line, as the one of this number, behind the one before it."""
    header = (number, line.at_us, line.principal, line.channel, line.verb, line.times)
    return sha256(previous + _encode((header, [one.digest for one in line.seen]))).digest()


def flaw(previous: bytes, line: Line) -> str | None:
    """Say what is wrong with a line, or nothing."""
    for one in line.seen:
        if (one.id is None) != (one.salt is None):
            return "an id and its salt are not both there"
        if one.id is not None and one.salt is not None and sha256(one.salt + one.id.encode()).digest() != one.digest:
            return "an id does not match its digest"
    if chained(previous, line.number, line) != line.hash:
        return "the hash does not follow from the line and the one before it"
    return None


def packed(every: list[Seen]) -> bytes:
    """Write what a line names as it lies on the disk."""
    return _seen_encode(every)


def unpacked(body: bytes) -> list[Seen]:
    """Read what a line names. Raises `msgspec.DecodeError` where it is not what was written."""
    return _seen_decode(body)


def without(every: list[Seen], gone: str) -> list[Seen]:
    """Take an id and its salt out, and leave its digest."""
    return [Seen(one.digest) if one.id == gone else one for one in every]


def create(connection: apsw.Connection) -> None:
    """Lay out the audit."""
    connection.execute(SQL["create"])


class SqliteAudit:
    """The audit of one namespace, as one reading sees it; written where the connection is a writer's."""

    def __init__(self, connection: apsw.Connection, execute: Callable[..., Any], number: int) -> None:
        """Read and write through a connection the lines of the namespace of this number."""
        self._connection = connection
        self._execute = execute
        self._base = number << NAMESPACE_BITS
        self._last = self._base | SEQUENCE_MAX

    def head(self) -> tuple[int, bytes]:
        """Give the number and the hash of the last line."""
        found = self._execute(SQL["last"], (self._base, self._last)).fetchone()
        return (0, GENESIS) if found is None else (found[0], found[1])

    def append(self, lines: Sequence[Line]) -> None:
        """Write lines behind the last, sealed; their own numbers and hashes do not count."""
        number, previous = self.head()
        rows, index = [], []
        for line in lines:
            number += 1
            previous = chained(previous, number, line)
            place = self._base | number
            said = (line.at_us, line.principal, line.channel, line.verb, line.times, packed(line.seen))
            rows.append((place, *said, previous))
            index += [(one.id, place) for one in line.seen if one.id is not None]
        self._connection.executemany(SQL["add"], rows)
        self._connection.executemany(SQL["add_seen"], sorted(index))  # neighbours share a page

    def scan(self) -> Iterator[Line]:
        """Walk all lines in order."""
        after = self._base
        while True:
            page = self._execute(SQL["scan"], (after, self._last, _PAGE)).fetchall()
            yield from map(_line, page)
            if len(page) < _PAGE:
                return
            after = self._base | page[-1][0]

    def lines(self, seen: str | None, by: str | None, limit: int) -> list[Line]:
        """List lines, the newest first: those that name an id, those of a principal, both, or all."""
        span = (self._base, self._last)
        if seen is not None:
            rows = self._execute(SQL["saw"], (seen, *span, by, limit))
        elif by is not None:
            rows = self._execute(SQL["by"], (by, *span, limit))
        else:
            rows = self._execute(SQL["all"], (*span, limit))
        return [_line(row) for row in rows]

    def indexed(self) -> set[tuple[str, int]]:
        """List which ids are found in which lines."""
        return set(self._execute(SQL["indexed"], (self._base, self._last)))

    def sweep(self, ids: Iterable[str]) -> None:
        """Take ids out of every line that names them; the chain holds without them."""
        span = (self._base, self._last)
        for one in ids:
            for place, body in self._execute(SQL["with"], (one, *span)).fetchall():
                self._execute(SQL["rewrite"], (packed(without(_unpacked(body, place), one)), place))
            self._execute(SQL["drop_seen"], (one, *span))


def _unpacked(body: bytes, place: int) -> Any:  # noqa: ANN401 - what a line names
    try:
        return unpacked(body)
    except msgspec.MsgspecError as error:
        raise CorruptError(f"audit line {place & SEQUENCE_MAX}: does not decode: {error}") from error


def _line(row: tuple[Any, ...]) -> Line:
    number, at_us, principal, channel, verb, times, body, sealed = row
    return Line(number, at_us, principal, channel, verb, times, _unpacked(body, number), sealed)
