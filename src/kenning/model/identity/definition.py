"""Definitions of entities: immutable versions, content-addressed, each naming its parents, so that together they form a DAG.

Source: *Entity Model*, "Entity Schema", "Identity Merging"; RFC 8785 for the canonical form. What names or describes somebody
stands in the hashed form as a salted commitment, under the salt of the act that says it: erasing that act drops value and salt
together, from every version that has it, and each still verifies (law 6).
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import msgspec
from msgspec import structs

from kenning.model.access.levels import EntityKind, InternalType, Lifecycle, TrustLevel
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.codec import canonical
from kenning.model.event import Noun, Word
from kenning.model.identity.entity import SHARED, Alias, Attributes, Identifier

Mark = str
"""A value as it is hashed: the id of the event that says it, a colon, and a salted commitment."""


class Merged(Noun, frozen=True, kw_only=True):
    """An identifier that came to an entity by a merge: when, and by whom."""

    channel_id: str
    identifier: str
    merged_at: str
    merged_by: Word


class Primary(Noun, frozen=True, kw_only=True):
    """The identifier by which an entity was first discovered."""

    channel_id: str
    identifier: str


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


class MarkedAlias(Noun, frozen=True, kw_only=True):
    """An alias as it is hashed: its mark, and the events that say so."""

    name: Mark
    evidence: list[str] = []


class MarkedIdentifier(Noun, frozen=True, kw_only=True):
    """A further identifier as it is hashed: its mark, when it came, and by whom."""

    identifier: Mark
    merged_at: str = ""
    merged_by: str = ""


class Version(Noun, frozen=True, kw_only=True):
    """One immutable version of an entity as it is kept and hashed: what names or describes somebody stands in it as marks.

    ``id`` is the SHA-256 of the rest as canonical JSON, parents included. An attribute has the marks of all it was put together
    from. Erasing an act takes value and salt; the version stays, byte for byte, and verifies.
    """

    id: str = ""
    entity_id: str
    label: str
    parents: list[str] = []
    type: EntityKind = "external"
    internal_type: InternalType | None = None
    trust_level: TrustLevel = "untrusted"
    entity_type: Word
    agent: str = SHARED
    name: Mark
    aliases: list[MarkedAlias] = []
    attributes: list[list[Mark]] = []
    primary: Mark | None = None
    merged: list[MarkedIdentifier] = []
    relationships: list[Relationship] = []
    permissions: Permissions = NONE
    allowed_channels: list[Word] = []
    lifecycle_state: Lifecycle
    retired: bool = False
    provenance: DefinitionProvenance

    def says(self) -> tuple[object, ...]:
        """Give all but where it stands in the DAG: two versions that say the same are one to a reader."""
        bare = structs.replace(
            self, id="", label="", parents=[], provenance=DefinitionProvenance(event="", action="", by="")
        )
        return structs.astuple(bare)


class Definition(Noun, frozen=True, kw_only=True):
    """One immutable version of an entity, as it reads: where a value was erased it is blank, and ``erased`` names the place.

    ``id`` is that of the `Version` it was opened from, and confirms nothing about what is blank.
    """

    id: str = ""
    entity_id: str
    label: str
    parents: list[str] = []
    type: EntityKind = "external"
    internal_type: InternalType | None = None
    trust_level: TrustLevel = "untrusted"
    entity_type: Word
    agent: str = SHARED
    name: str
    aliases: list[Alias] = []
    attributes: Attributes = {}
    identity: Identity = Identity()
    relationships: list[Relationship] = []
    permissions: Permissions = NONE
    allowed_channels: list[Word] = []
    lifecycle_state: Lifecycle
    retired: bool = False
    provenance: DefinitionProvenance
    erased: list[str] = []


def commitment(salt: bytes, field: str, value: object) -> str:
    """Commit to a value without giving away how to confirm a guess: SHA-256(SHA-256(salt ‖ field) ‖ value)."""
    return sha256(sha256(salt + field.encode()).digest() + canonical(value)).hexdigest()


def mark(event: str, salt: str, field: str, value: object) -> Mark:
    """Mark a value by the event that says it, whose salt goes with it, and a commitment.

    >>> mark("evt_1", "00", "name", "Priya")[:6], len(mark("evt_1", "00", "name", "Priya"))
    ('evt_1:', 70)
    """
    return f"{event}:{commitment(bytes.fromhex(salt), field, value)}"


def hashed_form(version: Version) -> bytes:
    """Give the canonical JSON a version's id is the hash of."""
    plain: dict[str, Any] = msgspec.to_builtins(structs.replace(version, id=""))
    plain.pop("id", None)
    return canonical(plain)


def sealed_version(version: Version) -> Version:
    """Fill in the id of a version.

    >>> made = DefinitionProvenance(event="evt_1", action="created", by="admin")
    >>> one = Version(entity_id="e", label="v1", entity_type="kenning:Person", name=mark("evt_1", "00", "name", "Priya"),
    ...               lifecycle_state="discovered", provenance=made)
    >>> len(sealed_version(one).id)
    64
    """
    return structs.replace(version, id=sha256(hashed_form(version)).hexdigest())


def met_by(definition: Definition) -> list[Identifier]:
    """List the identifiers of a version, the primary first."""
    identity = definition.identity
    first = [identity.primary] if identity.primary is not None else []
    pairs = [(one.channel_id, one.identifier) for one in first] + [
        (m.channel_id, m.identifier) for m in identity.merged
    ]
    return [Identifier(channel=channel, identifier=identifier) for channel, identifier in pairs]
