"""Entities: what they are by their own events, how they are met and named, and what a resolution decided.

Source: *Entities*, "The entity record", "Resolution is per tenant"; *Entity Model*, "Entity Schema".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from kenning.model.event import Name, Noun, Share, Word

EntityRole = Literal["subject", "object", "participant", "mentioned"]
Status = Literal["resolved", "created", "ambiguous"]
Tier = Literal["id", "identifier", "exact", "alias", "part", "fuzzy", "embedding", "model"]
Attributes = dict[Word, Any]
Spellings = dict[Name, list[Name]]
"""Names of another script, each as it may be written in Latin letters."""

ALIASES_MAX = 1024
SHARED = "shared"
UNNAMED = "…"
"""What somebody is called whose every name was erased: nobody is found by it."""


class Identifier(Noun, frozen=True, kw_only=True):
    """By what an entity is met: a string on a channel; when and by whom it was bound, where that was not its discovery.

    ``joined``: a name alone led to it, and nobody confirmed it since; it tells who is meant and opens nothing.
    """

    channel: Word
    identifier: Name
    bound_at: str | None = None
    bound_by: str | None = None
    joined: bool = False


class Alias(Noun, frozen=True, kw_only=True):
    """A name an entity goes by besides its canonical one, and the events that say so (law 7)."""

    name: Name
    evidence: list[Word] = []


class Entity(Noun, frozen=True, kw_only=True):
    """What an entity is by its own events, before any merge: the part of its definition that names and describes it.

    ``id`` is a UUIDv7 and never moves; ``type`` is qualified (``kenning:Person``); ``agent`` is the tenancy within the namespace;
    ``evidence`` names the events its name rests on; ``latin`` how names of another script are spelled, as the acts that brought
    them say.
    """

    id: str
    agent: str = SHARED
    type: Word
    name: Name
    evidence: list[Word] = []
    aliases: Annotated[list[Alias], Meta(max_length=ALIASES_MAX)] = []
    identifiers: Annotated[list[Identifier], Meta(max_length=ALIASES_MAX)] = []
    attributes: Attributes = {}
    latin: Spellings = {}
    retired: bool = False


class Known(Noun, frozen=True, kw_only=True):
    """What a resolution is told of one candidate: enough to compare, nothing it may not see.

    ``tier`` is how it was found: its name equals the surface (exact), an alias does (alias), a part of a name does (part), or it
    merely looks alike (fuzzy). ``acts`` tells that it is met by an identifier. ``latin``: names of other scripts as spelled.
    """

    entity: str
    type: Word
    names: tuple[str, ...]
    tier: Tier
    agent: str = SHARED
    acts: bool = False
    latin: tuple[str, ...] = ()


class Candidate(Noun, frozen=True, kw_only=True):
    """One entity a mention may mean: how alike, by which features, each between 0 and 1 or a penalty below 0."""

    entity: str
    score: Share
    features: dict[str, float] = {}


class Outcome(Noun, frozen=True, kw_only=True):
    """What was decided about one mention: resolved to a known entity, created anew, or left ambiguous with its candidates.

    ``path`` says where in the event it stands: ``actor``, ``source``, ``entities[2]``, or ``text[10:15]`` (code points).
    ``again``: it was ambiguous before, and more is known now. ``type``: what sort of thing the mention is of, where an
    extractor says so; it is what a caller who sees less decides by anew.
    """

    path: Word
    surface: Name
    role: EntityRole
    status: Status
    entity: str | None = None
    tier: Tier | None = None
    score: Share = 1.0
    candidates: list[Candidate] = []
    again: bool = False
    type: Word | None = None
