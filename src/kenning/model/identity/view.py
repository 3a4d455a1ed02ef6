"""What a reader is shown of an entity: as it reads now, merged or not; its state; what waits for review.

Source: *Entities*, "The entity record"; *Entity Model*, "Entity State".
"""

from __future__ import annotations

from typing import Any

from kenning.model.access.permissions import NONE, Permissions
from kenning.model.event import Noun
from kenning.model.identity.act import Reason
from kenning.model.identity.definition import Definition
from kenning.model.identity.entity import Alias, Attributes, Identifier, Spellings
from kenning.model.identity.graph import Path, Related
from kenning.model.statement import Claim


class EntityView(Noun, frozen=True, kw_only=True):
    """An entity as it reads at a moment. ``id`` is the canonical one; ``asked`` the one asked for, which may redirect to it."""

    id: str
    asked: str
    namespace_id: str
    agent_id: str
    entity_type: str
    canonical_name: str
    aliases: list[Alias] = []
    identifiers: list[Identifier] = []
    attributes: Attributes = {}
    latin: Spellings = {}
    created_at_unix_nanos: int
    last_seen_at_unix_nanos: int | None = None
    tombstoned: bool = False
    merged_into: str | None = None
    members: list[str] = []
    definition: Definition


class EntityState(Noun, frozen=True, kw_only=True):
    """What is projected about an entity at a moment, and never stored as an artifact: all of it follows from the log."""

    id: str
    sequence: int
    last_seen: str | None = None
    interaction_count: int = 0
    channels: dict[str, int] = {}
    hours: list[int] = []
    companions: dict[str, int] = {}
    derived_preferences: list[dict[str, Any]] = []
    behavioral_patterns: list[dict[str, Any]] = []
    relationships: list[dict[str, Any]] = []
    source_of: int = 0


class Appearance(Noun, frozen=True, kw_only=True):
    """One event in which an entity stands: in which role, and where in the envelope or the text."""

    event_id: str
    sequence: int
    role: str
    path: str
    at: str
    text: str


class Between(Noun, frozen=True, kw_only=True):
    """What connects two entities: the claims that join them, the shortest ways of relations, and events that concern both.

    ``names`` are those of all entities met, by id. ``paths`` are empty where no way is within the depth; ``relations`` are
    those they go along. ``events`` stand the latest first, each with the role of the first of the two.
    """

    start: str
    goal: str
    names: dict[str, str] = {}
    claims: list[Claim] = []
    paths: list[Path] = []
    relations: list[Related] = []
    events: list[Appearance] = []


class ReviewItem(Noun, frozen=True, kw_only=True):
    """Something that waits for a person: a discovered entity, a suggested merge, or a mention nobody could decide."""

    item: str
    kind: str
    entities: list[str] = []
    names: list[str] = []
    score: float | None = None
    reasons: list[Reason] = []
    surface: str = ""
    decision: str = ""


class SessionBinding(Noun, frozen=True, kw_only=True):
    """By which channel and in which session somebody speaks, and the role it has now: its trust level, or its internal type."""

    channel: str
    session_id: str
    role: str


class SessionContext(Noun, frozen=True, kw_only=True):
    """Definition, state and binding put together, in the document's shape.

    ``entity`` is ``entity_id:label`` of the head of its definition, ``name`` what it is called, ``definition`` the hash of that
    version; ``acting_for`` names the person whose permissions bound it.
    """

    entity: str
    name: str = ""
    definition: str
    state: EntityState
    session: SessionBinding
    acting_for: str | None = None
    effective_permissions: Permissions = NONE
