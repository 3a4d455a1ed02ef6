"""A line of the audit as it is sealed: salted digests of what was seen, chained; an id can be taken out and all verifies."""

from __future__ import annotations

from hashlib import sha256

import msgspec

from kenning.model.codec import GENESIS, SALT_BYTES


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
