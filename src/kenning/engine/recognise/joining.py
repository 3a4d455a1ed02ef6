"""Judging two entities to be one: what must hold, and the act with the complete difference it makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

import msgspec

from kenning.engine.graph.finding import own, reading
from kenning.errors import ConflictError
from kenning.model.event import Envelope, Relation, Word
from kenning.model.identity import act as acts
from kenning.model.identity.act import COUNTED_MAX, Act, Band, Changed, Difference, MergeAct, Policy, Reason, Suggested
from kenning.model.identity.entity import Entity
from kenning.model.time import wrong
from kenning.rules.identity.merge import conflicts, policy_for, settled
from kenning.rules.mentions.resolve import ANY_TYPE
from kenning.store import Graph

if TYPE_CHECKING:
    from kenning.engine.append import Appender

POLICIES: tuple[str, ...] = get_args(Policy)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How a merge is meant: how sure, by whose hand, for which reasons, and how disagreeing attributes are settled."""

    confidence: float = 1.0
    band: Band = "operator"
    reasons: tuple[Reason, ...] = ()
    policy: Policy = "survivor_wins"
    policies: dict[Word, Policy] = {}
    rules: str = ""


def asked(policy: str, policies: Mapping[str, str]) -> Asked:
    """Take the policies of a merge as a caller names them. Raises `InvalidError` for one there is none of."""
    for path, name in (("policy", policy), *policies.items()):
        if name not in POLICIES:
            raise wrong(path, name, f"is none of {', '.join(POLICIES)}")
    return msgspec.convert({"policy": policy, "policies": dict(policies)}, Asked)


def join(
    appender: Appender,
    survivor: int,
    merged: int,
    how: Asked,
    links: tuple[tuple[Envelope, Relation], ...] = (),
) -> Envelope:
    """Append a merge of two canonical entities, checked, with the complete difference it makes."""
    return appender.act(acts.MERGED, judged(appender.graph, survivor, merged, how, appender.salt()), links)


def judged(graph: Graph, survivor: int, merged: int, how: Asked, salt: str) -> MergeAct:
    """Say what a merge of two canonical entities would say, with the complete difference it makes; nothing is done.

    Raises `ConflictError` where they may not be one.
    """
    stays, goes = reading(graph, survivor), reading(graph, merged)
    act = MergeAct(
        survivor=stays.id,
        merged=goes.id,
        confidence=how.confidence,
        band=how.band,
        reasons=list(how.reasons),
        policy=how.policy,
        policies=how.policies,
        rules=how.rules,
        salt=salt,
    )
    _joinable(graph, (survivor, stays), (merged, goes), act)
    return msgspec.structs.replace(act, difference=_difference(graph, stays, (merged, goes), act))


def _difference(graph: Graph, stays: Entity, merged: tuple[int, Entity], act: MergeAct) -> Difference:
    number, goes = merged
    members = graph.members(number)
    return Difference(
        aliases=[name for name in (goes.name, *(alias.name for alias in goes.aliases)) if name != stays.name],
        identifiers=goes.identifiers,
        attributes=settled(stays, goes, act),
        mentions=sum(graph.mention_count(member, COUNTED_MAX) for member in members),
        statements=len({claim for member in members for claim in graph.claims_touching(member, COUNTED_MAX)}),
    )


def _joinable(graph: Graph, survivor: tuple[int, Entity], merged: tuple[int, Entity], act: MergeAct) -> None:
    (first, stays), (second, goes) = survivor, merged
    if first == second:
        raise ConflictError(f"{stays.name}: they are one already", details={"entity": stays.id})
    for one in (stays, goes):
        if one.retired:
            raise ConflictError(f"{one.name}: is retired", hint="restore it first")
    if stays.agent != goes.agent:
        raise ConflictError(f"{stays.name} and {goes.name}: belong to different agents, and are never one")
    heads = graph.head(first), graph.head(second)
    if heads[0] is not None and heads[1] is not None and heads[0].type != heads[1].type:
        raise ConflictError(f"{stays.name} is {heads[0].type}, {goes.name} {heads[1].type}: only the same type merges")
    if stays.type != goes.type and ANY_TYPE not in {stays.type, goes.type}:
        hint = "change the type of one of them first, if it is wrong"
        raise ConflictError(f"{stays.name} is a {stays.type}, {goes.name} a {goes.type}", hint=hint)
    insides = set(graph.members(first)), set(graph.members(second))
    for a, b in graph.apart(insides[0]):
        if (a in insides[0] and b in insides[1]) or (b in insides[0] and a in insides[1]):
            hint = "kenning apart --undo takes that back, if it was wrong"
            raise ConflictError(f"{stays.name} and {goes.name}: are held to be different", hint=hint)
    disputed = [key for key in conflicts(stays, goes) if policy_for(act, key) == "reject"]
    if disputed:
        hint = "say how they are settled, or change one of them"
        raise ConflictError(
            f"{stays.name} and {goes.name}: disagree on {', '.join(disputed)}", hint=hint, details={"keys": disputed}
        )


def remake(appender: Appender, act: Act) -> None:
    """Say again what an act said that quoted erased words, without them."""
    match act:
        case MergeAct():
            _rejoin(appender, act)
        case Changed():
            appender.act(acts.CHANGED, msgspec.structs.replace(act, salt=appender.salt()), ())
        case Suggested():
            appender.act(acts.SUGGESTED, act, ())


def _rejoin(appender: Appender, act: MergeAct) -> None:
    """Judge again what an earlier merge judged, between the same two entities as written: it stands as it stood."""
    graph = appender.graph
    stays, goes = (graph.number(one) for one in (act.survivor, act.merged))
    if stays is None or goes is None:
        return
    first, second = own(graph, stays), own(graph, goes)
    difference = _difference(graph, first, (goes, second), act)
    content = msgspec.structs.replace(act, difference=difference, salt=appender.salt())
    appender.act(acts.MERGED, content, ())
