"""Channels and who is bound to them, declarations, internal entities, relationships, and identities that are confirmed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import structs

from kenning.engine.access.loading import is_sure
from kenning.engine.access.seat import Ending, Seat, granted, may_join, no
from kenning.engine.graph.entities import changed
from kenning.engine.graph.groups import judgements_around
from kenning.errors import ConflictError, NotFoundError
from kenning.model import ids
from kenning.model.access import act as acts
from kenning.model.access.act import (
    ChannelBound,
    ChannelDefined,
    ChannelMoved,
    Confirmed,
    Declared,
    InternalDefined,
    Related,
)
from kenning.model.access.declared import Declarations
from kenning.model.access.genesis import LOCAL
from kenning.model.access.internal import POLICIES, RetrievalPolicy
from kenning.model.access.levels import InternalType
from kenning.model.access.permissions import tidy
from kenning.model.identity.act import CHANGED
from kenning.model.identity.entity import SHARED, Identifier
from kenning.model.time import wrong
from kenning.rules.access.bounds import excess
from kenning.rules.access.ceilings import INTERNAL
from kenning.rules.access.grants import Verdict

APPROVE = "approve_channels"
MOVES = {"approve": acts.CHANNEL_APPROVED, "reject": acts.CHANNEL_REJECTED, "revoke": acts.CHANNEL_REVOKED}


def _channel_name(name: str) -> str:
    if not ids.NAME.fullmatch(name):
        raise wrong("channel", name, "is no name", hint="use a-z, 0-9, dot, dash and underscore, 63 at most")
    if name == LOCAL:
        raise ConflictError(f"{name}: is the channel of the file itself, and fixed")
    return name


def define_channel(seat: Seat, channel: ChannelDefined) -> Ending:
    """Say what a channel is; it is a cap and gives nothing, and lets something through once it is approved."""
    _channel_name(channel.id)
    decision = seat.may(APPROVE)
    if not decision.allowed:
        return seat.refuse(acts.CHANNEL_DEFINED, channel.id, decision)
    return str(seat.act(acts.CHANNEL_DEFINED, channel).id)


def move_channel(seat: Seat, name: str, way: str) -> Ending:
    """Approve a channel, reject or revoke it."""
    known = seat.graph.channel(_channel_name(name))
    if known is None:
        raise NotFoundError(f"{name}: no such channel is defined", hint="kenning channel define says what one is")
    kind = MOVES[way]
    if known.approval_state == acts.CHANNEL_STATES[kind]:
        raise ConflictError(f"{name}: is {known.approval_state} already")
    decision = seat.may(APPROVE)
    if not decision.allowed:
        return seat.refuse(kind, name, decision)
    return str(seat.act(kind, ChannelMoved(id=name)).id)


def bind_channel(seat: Seat, name: str, session_id: str, asked: str) -> Ending:
    """Note who speaks in a session of a channel: the version of its definition now, and the role it has by it."""
    if seat.graph.channel(_channel_name(name)) is None:
        raise NotFoundError(f"{name}: no such channel is defined", hint="kenning channel define says what one is")
    entity = seat.find(asked)
    decision = seat.may(APPROVE)
    if not decision.allowed:
        return seat.refuse(acts.CHANNEL_BOUND, name, decision)
    head = seat.head(entity)
    role = head.internal_type or head.trust_level
    said = ChannelBound(channel=name, session_id=session_id, entity=entity, definition=head.id, role=role)
    return str(seat.act(acts.CHANNEL_BOUND, said).id)


def declare(seat: Seat, declared: Declared) -> Ending:
    """Declare how dangerous tools are, and whether actions of sensors read or control."""
    target = ", ".join([*declared.tools, *declared.sensors])
    decision = seat.may("configure_safety")
    if not decision.allowed:
        return seat.refuse(acts.DECLARED, target, decision)
    return str(seat.act(acts.DECLARED, declared).id)


def define_internal(seat: Seat, kind: InternalType, name: str, policy: RetrievalPolicy | None) -> Ending:
    """Make an internal entity, or give it another policy: one of the four ready ones, or as the admin says."""
    if not ids.NAME.fullmatch(name) or name == SHARED:
        raise wrong("name", name, "is no name of an agent", hint="use a-z, 0-9, dot, dash and underscore; not shared")
    chosen = POLICIES[kind] if policy is None else policy
    if not seat.keeps:
        return seat.refuse(acts.DEFINED, name, no("admin_only"))
    known = seat.graph.declarations()
    tools = {tool: known.tools.get(tool, "safe") for tool in chosen.permissions.tool_permissions}
    found = excess(
        chosen.permissions, INTERNAL, "ceiling of internal entities", Declarations(tools=tools, sensors=known.sensors)
    )
    if found:
        return seat.refuse(
            acts.DEFINED, name, Verdict(decision=no("grant_exceeds", found[0].bound), excess=tuple(found))
        )
    number = seat.graph.internal(name)
    entity = seat.appender.new_entity_id() if number is None else seat.graph.id(number)
    said = InternalDefined(
        id=entity,
        internal_type=kind,
        name=name,
        policy=structs.replace(chosen, permissions=tidy(chosen.permissions)),
        granter=seat.granter,
        salt=seat.appender.salt(),
    )
    seat.act(acts.DEFINED, said)
    return entity


def relate(seat: Seat, related: Related, *, end: bool) -> Ending:
    """Declare a relationship of a definition, or end it."""
    kind = acts.UNRELATED if end else acts.RELATED
    entity, other = seat.find(related.id), seat.find(related.target)
    if entity == other:
        raise wrong("target", related.target, "is the entity itself")
    decision = granted() if seat.keeps else seat.may("manage_permissions")
    if not decision.allowed:
        return seat.refuse(kind, entity, decision)
    known = [(one.target_entity_id, one.relation_type) for one in seat.head(entity).relationships]
    seat.head(other)
    stands = (other, related.type) in known
    if end and not stands:
        raise NotFoundError(f"{related.id}: no such relationship is declared", details={"type": related.type})
    return str(seat.act(kind, structs.replace(related, id=entity, target=other)).id)


def confirm(seat: Seat, asked: str, what: tuple[str, str] | str | None) -> Ending:
    """Say that what a score or a name joined to an entity is its own: an identifier, a merge by its event, or all of it."""
    entity = seat.find(asked)
    verdict = may_join(seat, seat.party(entity))
    if not verdict.allowed:
        return seat.refuse(acts.CONFIRMED, entity, verdict)
    merges, identifiers = unconfirmed(seat, entity)
    if isinstance(what, str):
        merges, identifiers = [one for one in merges if one == what], []
    elif what is not None:
        identifiers = [one for one in identifiers if (one.channel, one.identifier) == what]
        merges = []
    if not merges and not identifiers:
        raise NotFoundError(f"{asked}: nothing of it waits to be confirmed", hint="kenning who shows what was joined")
    return str(seat.act(acts.CONFIRMED, Confirmed(id=entity, merges=merges, identifiers=identifiers)).id)


def rebind(seat: Seat, asked: str, changing: Mapping[str, Any]) -> Ending:
    """Bind identifiers to an entity, or take them from it."""
    entity = seat.find(asked)
    verdict = may_join(seat, seat.party(entity))
    if not verdict.allowed:
        return seat.refuse(CHANGED, entity, verdict)
    return changed(seat.appender, entity, changing)


def unconfirmed(seat: Seat, entity: str) -> tuple[list[str], list[Identifier]]:
    """List what was joined to an entity and nobody confirmed: merges by their events, and identifiers."""
    graph = seat.graph
    number = graph.number(entity)
    if number is None:
        return [], []
    found = [graph.entity(one) for one in graph.members(number)]
    met = [
        Identifier(channel=i.channel, identifier=i.identifier) for e in found if e for i in e[0].identifiers if i.joined
    ]
    return [one.event for one in judgements_around(graph, [number]) if not is_sure(graph, one)], met
