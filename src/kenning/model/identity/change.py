"""What a fold of acts yields for the entity graph: rows that open at the act's sequence and close what they follow.

Nothing here is rewritten; reading as of a sequence is ``since <= n < until`` on every row (law 2).
"""

from __future__ import annotations

import msgspec

from kenning.model.access.change import AccessChange
from kenning.model.access.request import Reason
from kenning.model.identity.artifact import ArtifactVersion, MacroDemoted, Words
from kenning.model.identity.definition import Version
from kenning.model.identity.entity import Entity
from kenning.model.statement import ClaimAct, ClaimRow, Support


class Describe(msgspec.Struct, frozen=True):
    """A version of what an entity is by its own events; ``set_at`` says when each attribute was set, ``marks`` who says what."""

    entity: Entity
    set_at: dict[str, int]
    marks: dict[str, str]


class Define(msgspec.Struct, frozen=True):
    """A new version of an entity's definition; of several in one act, in their order."""

    version: Version


class Keep(msgspec.Struct, frozen=True):
    """What an erasure leaves of versions: rows to drop (entity, since, order), rows as they stood, and whom it took.

    Entities are named by number; ``gone`` are those that were erased, with their ids.
    """

    drop: tuple[tuple[int, int, int], ...]
    rows: tuple[tuple[int, int, int, Version], ...]
    gone: tuple[tuple[int, str], ...]
    touched: tuple[int, ...]


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """A judgement that two entities, as named then, are one; ``act`` is what its event says, as JSON."""

    sequence: int
    event: str
    survivor: str
    merged: str
    act: str
    at: str
    by: str


class Judge(msgspec.Struct, frozen=True):
    """A judgement opens."""

    judgement: Judgement


class Withdraw(msgspec.Struct, frozen=True):
    """The judgement made at ``sequence`` no longer counts."""

    sequence: int


class Redirect(msgspec.Struct, frozen=True):
    """From now on an entity reads as ``root``: itself, where nothing redirects it."""

    entity: str
    root: str


class Differ(msgspec.Struct, frozen=True):
    """Two entities are never the same, or, closed, no longer held apart."""

    a: str
    b: str
    closed: bool = False


class Mentioned(msgspec.Struct, frozen=True):
    """An entity stands in an event, in a role, at a path."""

    entity: str
    event: int
    role: str
    path: str


class Pending(msgspec.Struct, frozen=True):
    """A mention nobody could decide yet: kept as it was written, to be tried again under its key when more is known."""

    event: int
    path: str
    surface: str
    role: str
    key: str


class Settled(msgspec.Struct, frozen=True):
    """A pending mention was decided."""

    event: int
    path: str


class Queued(msgspec.Struct, frozen=True):
    """Something waits for a person: the event that says so, and the entities it is about."""

    event: str
    kind: str
    a: str
    b: str


class Answered(msgspec.Struct, frozen=True):
    """A person said something to what waits: gone from the queue, or back at its end (``later``)."""

    event: str
    decision: str


class Applied(msgspec.Struct, frozen=True):
    """A schema is in force; ``body`` is its JSON."""

    body: str


class Claimed(msgspec.Struct, frozen=True):
    """An act on a claim, and the keys of the groups of acts it is looked at with."""

    act: ClaimAct
    groups: tuple[str, ...]


class Recast(msgspec.Struct, frozen=True):
    """The whole history of some claims, written anew: those that began with the acts to ``drop`` give way to these.

    ``rows`` come with the sequence of the claim's first act, ``support`` with those of the claim and of the act.
    """

    drop: tuple[int, ...]
    rows: tuple[tuple[int, ClaimRow], ...]
    support: tuple[tuple[int, int, Support], ...]


class Versioned(msgspec.Struct, frozen=True):
    """A version of an artifact, put by an event."""

    version: ArtifactVersion
    event: str


class Spoken(msgspec.Struct, frozen=True):
    """The words of a version, and the key its name is found by; said by an event."""

    version: str
    key: str
    words: Words
    event: str


class Lowered(msgspec.Struct, frozen=True):
    """Macros are refused until they are valid anew."""

    demoted: MacroDemoted


class Noticed(msgspec.Struct, frozen=True):
    """The admin is told of an act: of which kind, and whom or what it is about."""

    event: str
    kind: str
    about: tuple[str, ...]


class Seen(msgspec.Struct, frozen=True):
    """The admin has seen some notices."""

    notices: tuple[str, ...]


class Refused(msgspec.Struct, frozen=True):
    """Something was refused: to whom, by which session, what was to be done with which resource, and why."""

    entity: str
    principal: str
    verb: str
    resource: str
    reasons: tuple[Reason, ...]


ArtifactChange = Versioned | Spoken | Lowered | Noticed | Seen | Refused

GraphChange = (
    Describe
    | Define
    | Keep
    | Judge
    | Withdraw
    | Redirect
    | Differ
    | Mentioned
    | Pending
    | Settled
    | Queued
    | Answered
    | Applied
    | Claimed
    | Recast
    | AccessChange
    | ArtifactChange
)
