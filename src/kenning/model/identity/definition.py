"""Definitions of entities: immutable versions, content-addressed, each naming its parents, so that together they form a DAG.

Source: *Entity Model*, "Entity Schema", "Identity Merging"; RFC 8785 for the canonical form. What names or describes somebody
stands in the hashed form as a salted commitment: dropping value and salt leaves a version that still verifies (law 6).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import structs

from kenning.model.access.levels import EntityKind, InternalType, Lifecycle, TrustLevel
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.codec import canonical
from kenning.model.event import Name, Noun, Word
from kenning.model.identity.entity import SHARED, Alias, Attributes, Identifier


class Merged(Noun, frozen=True, kw_only=True):
    """An identifier that came to an entity by a merge: when, and by whom."""

    channel_id: Word
    identifier: Name
    merged_at: str
    merged_by: Word


class Primary(Noun, frozen=True, kw_only=True):
    """The identifier by which an entity was first discovered."""

    channel_id: Word
    identifier: Name


class Identity(Noun, frozen=True, kw_only=True):
    """All identifiers of an entity: the first, and those confirmed since to be the same."""

    primary: Primary | None = None
    merged: list[Merged] = []


class Relationship(Noun, frozen=True, kw_only=True):
    """A relation declared by an authorised act; ``strength`` between 0 and 1."""

    target_entity_id: str
    relation_type: Word
    strength: float = 1.0
    since: str = ""


class DefinitionProvenance(Noun, frozen=True, kw_only=True):
    """Which act made a version: the event, what it did, by whom, and from which versions."""

    event: str
    action: Word
    by: Word
    from_versions: list[str] = []


class Definition(Noun, frozen=True, kw_only=True):
    """One immutable version of an entity. ``id`` is the SHA-256 of its canonical JSON with commitments, parents included."""

    id: str = ""
    entity_id: str
    label: str
    parents: list[str] = []
    type: EntityKind = "external"
    internal_type: InternalType | None = None
    trust_level: TrustLevel = "untrusted"
    entity_type: Word
    agent: str = SHARED
    name: Name
    aliases: list[Alias] = []
    attributes: Attributes = {}
    identity: Identity = Identity()
    relationships: list[Relationship] = []
    permissions: Permissions = NONE
    allowed_channels: list[Word] = []
    lifecycle_state: Lifecycle
    retired: bool = False
    provenance: DefinitionProvenance


COMMITTED = ("name", "aliases", "attributes", "identity", "relationships")


def commitment(salt: bytes, field: str, value: object) -> str:
    """Commit to a field's value without giving away how to confirm a guess: SHA-256(SHA-256(salt ‖ field) ‖ value)."""
    return sha256(sha256(salt + field.encode()).digest() + canonical(value)).hexdigest()


def hashed_form(definition: Definition, salt: bytes) -> bytes:
    """Give the canonical JSON a version's id is the hash of: all as it is, but names and what describes as commitments."""
    plain: dict[str, Any] = msgspec.to_builtins(structs.replace(definition, id=""))
    plain.pop("id", None)
    for field in COMMITTED:
        plain[field] = commitment(salt, field, getattr(definition, field))
    return canonical(plain)


def sealed_definition(definition: Definition, salt: bytes) -> Definition:
    """Fill in the id of a version.

    >>> from kenning.model.identity.definition import Definition, DefinitionProvenance
    >>> made = DefinitionProvenance(event="evt_1", action="created", by="admin")
    >>> one = Definition(entity_id="e", label="v1", entity_type="kenning:Person", name="Priya",
    ...                  lifecycle_state="discovered", provenance=made)
    >>> len(sealed_definition(one, b"salt").id)
    64
    """
    return structs.replace(definition, id=sha256(hashed_form(definition, salt)).hexdigest())


def met_by(definition: Definition) -> list[Identifier]:
    """List the identifiers of a version, the primary first."""
    identity = definition.identity
    first = [identity.primary] if identity.primary is not None else []
    pairs = [(one.channel_id, one.identifier) for one in first] + [
        (m.channel_id, m.identifier) for m in identity.merged
    ]
    return [Identifier(channel=channel, identifier=identifier) for channel, identifier in pairs]
