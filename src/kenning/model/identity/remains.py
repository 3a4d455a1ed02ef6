"""What an erasure leaves of the versions of definitions: said by its tombstone, so that a rebuild gives them again.

It holds marks and ids alone: nothing of it can be guessed once the salts are gone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kenning.model.codec import canonical
from kenning.model.event import Envelope, File, Noun
from kenning.model.identity.definition import Version

PART = 250_000
"""So many letters of it stand in one file of a tombstone."""


class Place(Noun, frozen=True, kw_only=True):
    """Where a version stands: the number of its entity, since when, and which of several by one act."""

    entity: int
    since: int
    order: int


class Kept(Noun, frozen=True, kw_only=True):
    """A version that stays as it was hashed, though the acts that are left would not give it."""

    at: Place
    version: Version


class Heir(Noun, frozen=True, kw_only=True):
    """An entity that reads otherwise since: its next version is made of these."""

    entity: str
    parents: list[str]


class Gone(Noun, frozen=True, kw_only=True):
    """An entity that was erased; its versions stay under its number."""

    entity: int
    id: str


class Remains(Noun, frozen=True, kw_only=True):
    """What an erasure leaves of versions: against what the acts that are left give, these are dropped and those kept."""

    dropped: list[Place] = []
    kept: list[Kept] = []
    heirs: list[Heir] = []
    gone: list[Gone] = []


_decode = msgspec.json.Decoder(Remains).decode


def files_of(remains: Remains) -> list[File]:
    """Write it as files of a tombstone; none where there is nothing to say."""
    if remains == Remains():
        return []
    text = canonical(remains).decode()
    parts = [text[start : start + PART] for start in range(0, len(text), PART)]
    return [File(role="derived", content_type="application/json", content=part) for part in parts]


def remains_of(tombstone: Envelope) -> Remains:
    """Read it from a tombstone. Raises `msgspec.MsgspecError` where it is not what it should be."""
    parts: Sequence[str] = [file.content or "" for file in tombstone.files if file.role == "derived"]
    return _decode("".join(parts)) if parts else Remains()
