"""How an event becomes bytes and back: the payload, its salted digest, the chain, and upcasters for old versions.

``digest = SHA-256(salt ‖ payload)`` and ``hash = SHA-256(header)``, where the header names the digest and the hash before it.
Erasing payload and salt leaves a chain that still verifies and a digest from which no guess can be confirmed (law 6).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256

import msgspec
from msgspec import structs

from kenning.errors import CorruptError, UnsupportedError
from kenning.model.event import Envelope, Event, RecordedBy
from kenning.model.time import rfc3339

GENESIS = bytes(32)
SALT_BYTES = 16
Upcaster = Callable[[dict[str, object]], dict[str, object]]
UPCASTERS: dict[tuple[str, int], Upcaster] = {}
"""(kind, version) of ours → a function that yields the payload of the next version; applied on read, never written back."""

_encode = msgspec.json.Encoder(order="sorted").encode
_decode = msgspec.json.Decoder(Envelope).decode


class _File(msgspec.Struct, frozen=True, gc=False):
    role: str
    content: str | None = None
    encoding: str | None = None


class _Part(msgspec.Struct, frozen=True, gc=False):
    id: str | None = None
    name: str | None = None


class _Context(msgspec.Struct, frozen=True, gc=False):
    session: _Part | None = None


class _Source(msgspec.Struct, frozen=True, gc=False):
    channel: str | None = None
    name: str | None = None


class _Glance(msgspec.Struct, frozen=True, gc=False):
    source: _Source
    context: _Context | None = None
    files: list[_File] = []

    @property
    def text(self) -> str:
        return next(
            ((one.content or "") if one.encoding is None else "" for one in self.files if one.role == "primary"), ""
        )

    @property
    def session(self) -> tuple[str, str] | None:
        part = self.context.session if self.context is not None else None
        name = (part.id or part.name) if part is not None else None
        return None if name is None else (self.source.channel or self.source.name or "", name)


_glance = msgspec.json.Decoder(_Glance).decode


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """One link of the chain as it lies on the disk; ``payload`` and ``salt`` are ``None`` once erased."""

    namespace: str
    agent: str
    sequence: int
    id: str
    recorded_at_us: int
    payload: bytes | None
    salt: bytes | None
    digest: bytes
    hash: bytes


class Head(msgspec.Struct, frozen=True, gc=False):
    """The end of a namespace's log: the last sequence, its hash and its time; sequence 0 before the first event."""

    sequence: int = 0
    hash: bytes = GENESIS
    recorded_at_us: int = 0


def canonical(value: object) -> bytes:
    """Encode nouns as JSON with sorted keys: one value, one sequence of bytes."""
    return _encode(value)


def recorded(event: Event, recorded_by: RecordedBy | None) -> Envelope:
    """Take over what the source said, with the session that recorded it, apart from its id and its place in the log."""
    return Envelope(  # field by field: ten times as fast as by their names
        kind=event.kind,
        schema_version=event.schema_version,
        source=event.source,
        actor=event.actor,
        time=event.time,
        location=event.location,
        context=event.context,
        files=event.files,
        privacy=event.privacy,
        provenance=event.provenance,
        idempotency_key=event.idempotency_key,
        links=event.links,
        entities=event.entities,
        recorded_by=recorded_by,
    )


def payload_of(said: Envelope) -> bytes:
    """Encode what was said: the bytes that are salted and sealed."""
    return _encode(said)


def digest_of(salt: bytes, payload: bytes) -> bytes:
    """Commit to a payload without giving away how to confirm a guess of it."""
    return sha256(salt + payload).digest()


def link_hash(previous: bytes, sealed: Sealed) -> bytes:
    """Compute the hash that seals an event behind the one before it."""
    return sha256(_header(previous, sealed, sealed.digest)).digest()


def _header(previous: bytes, place: Sealed, digest: bytes) -> bytes:
    """Write what a hash covers, as JSON: names and ids are of safe letters, so nothing needs quoting."""
    return (
        f'{{"agent":"{place.agent}","digest":"{digest.hex()}","id":"{place.id}","namespace":"{place.namespace}",'
        f'"previous":"{previous.hex()}","recordedAt":{place.recorded_at_us},"sequence":{place.sequence}}}'
    ).encode()


def seal(head: Head, place: Sealed) -> Sealed:
    """Fill in digest and hash of an event that follows ``head``."""
    if place.payload is None or place.salt is None:
        raise CorruptError(f"event {place.id} has nothing to seal")
    digest = digest_of(place.salt, place.payload)
    return Sealed(
        place.namespace,
        place.agent,
        place.sequence,
        place.id,
        place.recorded_at_us,
        place.payload,
        place.salt,
        digest,
        sha256(_header(head.hash, place, digest)).digest(),
    )


def flaw(previous: bytes, sealed: Sealed) -> str | None:
    """Say what is wrong with a sealed event, or nothing; an absent payload is judged by the caller, who knows the erasures."""
    if (sealed.payload is None) != (sealed.salt is None):
        return "payload and salt are not both there"
    if (
        sealed.payload is not None
        and sealed.salt is not None
        and digest_of(sealed.salt, sealed.payload) != sealed.digest
    ):
        return "the payload does not match its digest"
    if link_hash(previous, sealed) != sealed.hash:
        return "the hash does not follow from the event and the one before it"
    return None


def envelope_of(sealed: Sealed) -> Envelope:
    """Decode a sealed event that still has its payload; old versions of our own kinds are upcast.

    Raises `CorruptError` where the bytes are no envelope.
    """
    if sealed.payload is None:
        raise CorruptError(f"event {sealed.id} has no payload", details={"id": sealed.id, "sequence": sealed.sequence})
    try:
        plain = _decode(sealed.payload)
        if UPCASTERS and (plain.kind, plain.schema_version) in UPCASTERS:
            plain = _upcast(sealed.payload)
    except msgspec.MsgspecError as error:
        details: Mapping[str, object] = {"id": sealed.id, "sequence": sealed.sequence}
        raise CorruptError(
            f"event {sealed.id} at {sealed.sequence} does not decode: {error}", details=details
        ) from error
    return placed(plain, sealed)


def glance(payload: bytes) -> tuple[str, tuple[str, str] | None] | None:
    """Read no more of an event than its text and the session it happened in: a fifth of the time of reading all of it.

    Gives nothing where an upcaster might have a say, or the bytes are no envelope: `envelope_of` tells.
    """
    if UPCASTERS:
        return None
    try:
        seen = _glance(payload)
    except msgspec.MsgspecError:
        return None
    return seen.text, seen.session


def placed(said: Envelope, sealed: Sealed) -> Envelope:
    """Put what was said in its place in the log."""
    return structs.replace(
        said,
        id=sealed.id,
        sequence=sealed.sequence,
        namespace=sealed.namespace,
        agent=sealed.agent,
        recorded_at=rfc3339(sealed.recorded_at_us),
        hash=sealed.hash.hex(),
    )


def _upcast(payload: bytes) -> Envelope:
    raw: dict[str, object] = msgspec.json.decode(payload)
    while True:
        kind, version = raw.get("kind"), raw.get("schemaVersion", 1)
        step = UPCASTERS.get((kind, version)) if isinstance(kind, str) and isinstance(version, int) else None
        if step is None:
            return msgspec.convert(raw, Envelope)
        raw = step(raw)
        if raw.get("schemaVersion") == version:
            raise UnsupportedError(f"the upcaster of {kind} version {version} does not raise the version")
