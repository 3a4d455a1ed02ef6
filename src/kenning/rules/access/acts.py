"""From an act on trust or access to the changes of the graph: what stands after it is worked out from the grants that count.

A definition's level and permissions are always what its standing grants amount to: the highest level of those that may be used,
and the union of what they give; what any of them forbids stays forbidden. Nobody but the admin holds anything by another way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec
from msgspec import structs

from kenning.model.access import act as acts
from kenning.model.access.act import (
    ChannelBound,
    ChannelDefined,
    ChannelMoved,
    Confirmed,
    Declared,
    Demoted,
    Elevated,
    Granted,
    GrantReviewed,
    GrantsFlagged,
    InternalDefined,
    Moved,
    PlaceAct,
    Related,
    TokenIssued,
    TokenRevoked,
    TrustAct,
    Withdrawn,
)
from kenning.model.access.change import (
    AccessShifted,
    BindingSet,
    ChannelSet,
    DeclarationSet,
    GrantClosed,
    GrantOpened,
    InternalNamed,
    MergeConfirmed,
)
from kenning.model.access.channel import Binding, Channel, Token
from kenning.model.access.genesis import ADMIN
from kenning.model.access.grant import Grant
from kenning.model.access.levels import TRUST, EntityKind, InternalType, Lifecycle, TrustLevel
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions, tidy
from kenning.model.event import Envelope
from kenning.model.identity.change import Answered, GraphChange, Queued
from kenning.model.identity.definition import Relationship, Version
from kenning.model.identity.entity import Entity, Identifier
from kenning.rules.access.bounds import meet
from kenning.rules.access.grants import standing

AGENT_TYPE = "kenning:Assistant"
REVIEW = "entity"
TOKEN = "token"  # noqa: S105 - a sort
"""The sort under which tokens stand among declarations: of each the last word counts."""
_MOVES: dict[str, Lifecycle] = {
    acts.FLAGGED: "pending_review",
    acts.SUSPENDED: "suspended",
    acts.RESUMED: "active",
    acts.REVOKED: "revoked",
}
_ACTIONS: dict[type, str] = {
    Granted: "granted",
    Withdrawn: "withdrawn",
    GrantsFlagged: "grants_flagged",
    GrantReviewed: "grant_reviewed",
}


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """What a new version of a definition says otherwise than the one before it; ``None``: as that says."""

    level: TrustLevel | None = None
    permissions: Permissions | None = None
    lifecycle: Lifecycle | None = None
    relationships: list[Relationship] | None = None
    type: EntityKind | None = None
    internal_type: InternalType | None = None
    allowed_channels: list[str] | None = None

    def fields(self) -> dict[str, Any]:
        """Give the fields of the definition that are another's to say."""
        named: dict[str, Any] = {"trust_level": self.level, "lifecycle_state": self.lifecycle}
        named |= {name: getattr(self, name) for name in ("permissions", "relationships", "type", "internal_type")}
        named["allowed_channels"] = self.allowed_channels
        return {name: value for name, value in named.items() if value is not None}


UNCHANGED = Given()


class Folding(Protocol):
    """A fold of one act over the entities it touches, as far as acts on access need it."""

    event: Envelope
    changes: list[GraphChange]
    grants: dict[str, Grant]

    def root(self, entity: str) -> str:
        """Give the id an entity reads as."""

    def inside(self, root: str) -> list[str]:
        """List all that read as one with a root."""

    def head(self, entity: str) -> Version:
        """Give the last version of a root."""

    def own(self, entity: str) -> Entity | None:
        """Give an entity by its own events; nothing where it is new."""

    def describe(self, entity: Entity, salt: str | None = None) -> None:
        """Take over how an entity is by its own events; of a new one, its name is marked under a salt."""

    def version(self, root: str, action: str, given: Given, *, major: bool) -> None:
        """Make the next version of a root."""


def amount(at: Folding, root: str) -> Given:
    """Give what a root holds by all grants to it and to what reads as one with it; the admin holds everything for ever."""
    inside = at.inside(root)
    if ADMIN in inside:
        return Given(level="admin", permissions=EVERYTHING)
    given = sorted((grant for grant in at.grants.values() if grant.target in inside), key=lambda one: one.id)
    usable = frozenset(grant.id for grant in given if not grant.flagged)
    left = standing(given, usable)
    return Given(level=left.level, permissions=tidy(left.permissions))


def narrow(at: Folding, entities: Sequence[str], held: Version) -> None:
    """Leave to grants no more than a definition held, so that what parts from it has no more than it had (S02)."""
    if held.trust_level == "admin":
        return
    for grant in [one for one in at.grants.values() if one.target in entities]:
        level = grant.level if TRUST[grant.level] <= TRUST[held.trust_level] else held.trust_level
        less = structs.replace(grant, level=level, permissions=tidy(meet(grant.permissions, held.permissions)))
        if less != grant:
            _open(at, less)


def trusted(at: Folding, act: TrustAct) -> None:
    """Fold one act on trust."""
    match act:
        case Elevated() | Demoted():
            _leveled(at, act)
        case Moved():
            _moved(at, act)
        case Related():
            _related(at, act)
        case InternalDefined():
            _internal(at, act)
        case Confirmed():
            _confirmed(at, act)
        case _:
            _regranted(at, act)
    if not isinstance(act, Related) and at.event.kind != acts.FLAGGED:
        at.changes.append(AccessShifted())


def _regranted(at: Folding, act: Granted | Withdrawn | GrantsFlagged | GrantReviewed) -> None:
    """Fold an act on single grants."""
    match act:
        case Granted():
            given = Grant(id=str(at.event.id), granter=act.granter, target=act.id, permissions=act.permissions)
            _open(at, structs.replace(given, dependent=act.dependent))
        case Withdrawn():
            _close(at, act.grant)
        case GrantsFlagged():
            for one in [at.grants[key] for key in act.grants if key in at.grants]:
                _open(at, structs.replace(one, flagged=True))
        case GrantReviewed(decision="ended"):
            _close(at, act.grant)
        case GrantReviewed():
            grant = at.grants.get(act.grant)
            if grant is not None:
                _open(at, structs.replace(grant, granter=act.granter, dependent=act.dependent, flagged=False))
    _weigh(at, act.id, _ACTIONS[type(act)])


def _open(at: Folding, grant: Grant) -> None:
    at.grants[grant.id] = grant
    at.changes.append(GrantOpened(grant))


def _close(at: Folding, grant: str) -> None:
    if at.grants.pop(grant, None) is not None:
        at.changes.append(GrantClosed(grant))


def _close_all(at: Folding, root: str) -> None:
    inside = at.inside(root)
    for one in [one for one in at.grants.values() if one.target in inside]:
        _close(at, one.id)


def _weigh(at: Folding, entity: str, action: str, lifecycle: Lifecycle | None = None) -> None:
    """Make the next version, as all grants that stand now amount to."""
    root = at.root(entity)
    at.version(root, action, structs.replace(amount(at, root), lifecycle=lifecycle), major=True)


def _leveled(at: Folding, act: Elevated | Demoted) -> None:
    """Fold an elevation, which adds to what was given, or a demotion, which leaves nothing else."""
    root = at.root(act.id)
    raised = isinstance(act, Elevated)
    if not raised:
        _close_all(at, root)
    if raised or act.level != "untrusted" or act.permissions != NONE:
        given = Grant(id=str(at.event.id), granter=act.granter, target=act.id, level=act.level)
        _open(at, structs.replace(given, permissions=act.permissions, dependent=act.dependent))
    stands = at.head(root).lifecycle_state
    opens = raised and stands in {"discovered", "pending_review"}
    _weigh(at, act.id, "elevated" if raised else "demoted", "active" if opens else stands)
    if isinstance(act, Elevated) and act.item:
        at.changes.append(Answered(act.item, "accepted"))


def _moved(at: Folding, act: Moved) -> None:
    where = _MOVES[at.event.kind]
    action = at.event.kind.rpartition(".")[2]
    at.version(at.root(act.id), action, Given(lifecycle=where), major=False)
    if at.event.kind == acts.FLAGGED:
        at.changes.append(Queued(str(at.event.id), REVIEW, act.id, ""))


def _related(at: Folding, act: Related) -> None:
    root = at.root(act.id)
    left = [
        one
        for one in at.head(root).relationships
        if (one.target_entity_id, one.relation_type) != (act.target, act.type)
    ]
    declared = at.event.kind == acts.RELATED
    if declared:
        since = act.since or at.event.recorded_at or ""
        one = Relationship(target_entity_id=act.target, relation_type=act.type, strength=act.strength, since=since)
        left.append(one)
    action = "relationship_declared" if declared else "relationship_ended"
    at.version(root, action, Given(relationships=left), major=False)


def _internal(at: Folding, act: InternalDefined) -> None:
    if at.own(act.id) is None:
        at.describe(Entity(id=act.id, type=AGENT_TYPE, name=act.name, evidence=[str(at.event.id)]), act.salt)
    root = at.root(act.id)
    _close_all(at, root)
    policy = Grant(id=str(at.event.id), granter=act.granter, target=act.id, permissions=act.policy.permissions)
    _open(at, policy)
    given = structs.replace(
        amount(at, root),
        lifecycle="active",
        type="internal",
        internal_type=act.internal_type,
        allowed_channels=sorted(act.policy.allowed_channels),
    )
    at.version(root, "defined", given, major=True)
    at.changes.append(InternalNamed(act.name, act.id))


def _confirmed(at: Folding, act: Confirmed) -> None:
    root = at.root(act.id)
    at.changes.extend(MergeConfirmed(merge) for merge in act.merges)
    met = {(one.channel, one.identifier) for one in act.identifiers}
    for member in at.inside(root):
        entity = at.own(member)
        if entity is not None and any((one.channel, one.identifier) in met for one in entity.identifiers):
            mine = [_taken(at, one) if (one.channel, one.identifier) in met else one for one in entity.identifiers]
            at.describe(structs.replace(entity, identifiers=mine))
    at.version(root, "confirmed", Given(), major=True)


def _taken(at: Folding, one: Identifier) -> Identifier:
    by = at.event.recorded_by.principal if at.event.recorded_by is not None else None
    return structs.replace(one, joined=False, bound_at=at.event.recorded_at, bound_by=by)


def placed(event: Envelope, act: PlaceAct, channel: Channel | None) -> list[GraphChange]:
    """Fold an act on a channel, as it stands now, or a declaration; what was refused changes nothing."""
    match act:
        case ChannelDefined():
            state = channel.approval_state if channel is not None else "pending"
            fields = {name: getattr(act, name) for name in ChannelDefined.__struct_fields__}
            fields["permissions"] = tidy(act.permissions) if act.permissions != EVERYTHING else EVERYTHING
            return [ChannelSet(Channel(**fields, approval_state=state)), AccessShifted()]
        case ChannelMoved():
            stands = channel if channel is not None else Channel(id=act.id)
            moved = structs.replace(stands, approval_state=acts.CHANNEL_STATES[event.kind])
            return [ChannelSet(moved), AccessShifted()]
        case ChannelBound():
            binding = Binding(entity_def_hash=act.definition, session_id=act.session_id, role=act.role)
            return [BindingSet(act.channel, act.entity, binding)]
        case Declared():
            said = [DeclarationSet("tool", name, kind) for name, kind in sorted(act.tools.items())]
            said += [DeclarationSet("sensor", name, reach) for name, reach in sorted(act.sensors.items())]
            return [*said, AccessShifted()]
        case TokenIssued():
            return [DeclarationSet(TOKEN, str(event.id), _issued(event, act))]
        case TokenRevoked():
            return [DeclarationSet(TOKEN, act.token, "")]
    return []


def _issued(event: Envelope, act: TokenIssued) -> str:
    """Say how a token stands, with the digest of its secret."""
    fields = {name: getattr(act, name) for name in TokenIssued.__struct_fields__ if name != "digest"}
    token = Token(id=str(event.id), issued_at=event.recorded_at or "", **fields)
    return msgspec.json.encode((act.digest, token), order="sorted").decode()


def channel_of(act: PlaceAct) -> str | None:
    """Name the channel an act is folded over."""
    return act.id if isinstance(act, ChannelDefined | ChannelMoved) else None
