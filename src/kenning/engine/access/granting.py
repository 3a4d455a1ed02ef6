"""Raising and lowering: levels, permissions and single grants, and where an entity stands in its lifecycle."""

from __future__ import annotations

from msgspec import structs

from kenning.engine.access.seat import Ending, Seat, granted, no
from kenning.errors import ConflictError, NotFoundError
from kenning.model.access import act as acts
from kenning.model.access.act import Demoted, Elevated, Granted, GrantReviewed, Moved, Withdrawn
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.grant import Grant
from kenning.model.access.levels import TRUST, TrustLevel
from kenning.model.access.party import Party
from kenning.model.access.permissions import NONE, Permissions, tidy
from kenning.model.event import Envelope
from kenning.model.time import wrong
from kenning.rules.access.bounds import denials, excess, meet
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.effective import held
from kenning.rules.access.grants import Verdict, may_grant, standing, worded
from kenning.rules.access.lifecycle import may_move

WAYS = {"suspend": acts.SUSPENDED, "reactivate": acts.RESUMED, "revoke": acts.REVOKED}


def elevate(
    seat: Seat,
    asked: str,
    level: TrustLevel,
    permissions: Permissions,
    dependent: bool | None,  # noqa: FBT001
) -> Ending:
    """Give an entity a level and permissions; one nobody looked at yet is put before a person first."""
    entity = seat.find(asked)
    target = seat.party(entity)
    if TRUST[level] <= TRUST[target.trust_level]:
        hint = "kenning demote lowers a level, kenning grant gives permissions beside it"
        raise ConflictError(f"{asked}: is {target.trust_level} already, and {level} is no higher", hint=hint)
    given = tidy(worded(level, permissions))
    verdict = may_grant(seat.caller, _looked_at(target), level, given)
    if not verdict.allowed:
        return seat.refuse(acts.ELEVATED, entity, verdict)
    if dependent is False and verdict.dependent:
        return seat.refuse(acts.ELEVATED, entity, no("admin_only"))
    because: list[Envelope] = []
    item = seat.graph.waiting_for(entity)
    if target.lifecycle_state == "discovered":
        because.append(seat.act(acts.FLAGGED, Moved(id=entity)))
        item = str(because[0].id)
    said = Elevated(
        id=entity,
        level=level,
        permissions=given,
        granter=seat.granter,
        dependent=verdict.dependent if dependent is None else dependent,
        item=item or "",
    )
    return str(seat.act(acts.ELEVATED, said, because).id)


def _looked_at(target: Party) -> Party:
    """Take an entity as it stands once it is before whoever decides: to elevate it is to have looked at it."""
    waits = target.lifecycle_state == "discovered"
    return structs.replace(target, lifecycle_state="pending_review") if waits else target


def demote(seat: Seat, asked: str, level: TrustLevel, permissions: Permissions | None) -> Ending:
    """Take back all that was given, and leave a lower level, with what of the permissions fits below it or as much as is said."""
    entity = seat.find(asked)
    target = seat.party(entity)
    if level == target.trust_level == "untrusted" and target.permissions == NONE:
        raise ConflictError(f"{asked}: is untrusted and holds nothing")
    decision = may_move(seat.caller, "demote", target)
    if not decision.allowed:
        return seat.refuse(acts.DEMOTED, entity, decision)
    if TRUST[level] > TRUST[target.trust_level]:
        raise ConflictError(f"{asked}: is {target.trust_level}, below {level}", hint="kenning elevate raises a level")
    ceiling = CEILINGS[level]
    fits = NONE if level == "untrusted" else meet(target.permissions, ceiling.permissions)
    left = fits if permissions is None else permissions
    left = tidy(worded(level, left))
    declared = seat.caller.declared
    found = excess(left, ceiling, f"ceiling of {level}", declared) + excess(left, held(target), "what it has", declared)
    if found and permissions is not None:
        verdict = Verdict(decision=no("grant_exceeds", found[0].bound), excess=tuple(found))
        return seat.refuse(acts.DEMOTED, entity, verdict)
    verdict = Verdict(decision=granted())
    if not seat.keeps and (level != "untrusted" or left != NONE):
        verdict = may_grant(seat.caller, target, level, left)
        if not verdict.allowed:
            return seat.refuse(acts.DEMOTED, entity, verdict)
    said = Demoted(id=entity, level=level, permissions=left, granter=seat.granter, dependent=verdict.dependent)
    act = seat.act(acts.DEMOTED, said)
    seat.fell(entity, act)
    return str(act.id)


def move(seat: Seat, asked: str, way: str) -> Ending:
    """Suspend an entity, reactivate it, or revoke it for good."""
    entity = seat.find(asked)
    decision = may_move(seat.caller, way, seat.party(entity))
    if not decision.allowed:
        return seat.refuse(WAYS[way], entity, decision)
    act = seat.act(WAYS[way], Moved(id=entity))
    if way != "reactivate":
        seat.fell(entity, act)
    return str(act.id)


def grant(seat: Seat, asked: str, permissions: Permissions, dependent: bool | None) -> Ending:  # noqa: FBT001
    """Give an entity permissions beside what it has; its level stays."""
    entity = seat.find(asked)
    target = seat.party(entity)
    given = tidy(worded(target.trust_level, permissions))
    if given == NONE:
        raise wrong("permissions", "{}", "give nothing")
    verdict = may_grant(seat.caller, target, target.trust_level, given)
    if not verdict.allowed:
        return seat.refuse(acts.GRANTED, entity, verdict)
    if dependent is False and verdict.dependent:
        return seat.refuse(acts.GRANTED, entity, no("admin_only"))
    rests = verdict.dependent if dependent is None else dependent
    act = seat.act(acts.GRANTED, Granted(id=entity, permissions=given, granter=seat.granter, dependent=rests))
    if denials(given) != NONE:
        seat.fell(entity, act)
    return str(act.id)


def _standing(seat: Seat, grant_id: str) -> tuple[Grant, str, Party]:
    found = seat.graph.grant(grant_id)
    if found is None:
        raise NotFoundError(f"{grant_id}: is no grant that stands", hint="kenning grants lists those that do")
    entity = seat.find(found.target)
    return found, entity, seat.party(entity)


def _may_end(seat: Seat, given: Grant, target: Party) -> Verdict:
    """Decide whether a caller may end a grant: its own, or that of one below; what it forbade comes back as if it were given."""
    mine = seat.granter == given.granter
    decision = granted() if mine and not seat.keeps else seat.may_above("manage_permissions", target)
    if not decision.allowed or denials(given.permissions) == NONE or seat.keeps:
        return Verdict(decision=decision)
    others = [one for one in seat.graph.grants_to(_members(seat, target)) if one.id != given.id]
    left = standing(others, frozenset(one.id for one in others if not one.flagged))
    holds = EffectivePermissions(permissions=target.permissions)
    more = excess(left.permissions, holds, "what it has", seat.caller.declared)
    more = [one for one in more if one.bound == "what it has" and one.most == "denied"]
    return may_grant(seat.caller, target, left.level, left.permissions) if more else Verdict(decision=decision)


def _members(seat: Seat, target: Party) -> list[int]:
    number = seat.graph.number(target.entity)
    return [] if number is None else seat.graph.members(seat.graph.root(number))


def withdraw(seat: Seat, grant_id: str) -> Ending:
    """End a grant, named by the event that gave it."""
    given, entity, target = _standing(seat, grant_id)
    verdict = _may_end(seat, given, target)
    if not verdict.allowed:
        return seat.refuse(acts.WITHDRAWN, entity, verdict)
    act = seat.act(acts.WITHDRAWN, Withdrawn(id=entity, grant=grant_id))
    seat.fell(entity, act)
    return str(act.id)


def review(seat: Seat, grant_id: str, *, keep: bool) -> Ending:
    """Say of a grant that lost what it rested on that it is one's own from now on, or that it ends."""
    given, entity, target = _standing(seat, grant_id)
    if not given.flagged:
        raise ConflictError(f"{grant_id}: waits for no review", hint="kenning withdraw ends a grant")
    kept = may_grant(seat.caller, target, given.level, given.permissions) if keep else None
    verdict = _may_end(seat, given, target) if kept is None else kept
    if not verdict.allowed:
        return seat.refuse(acts.GRANT_REVIEWED, entity, verdict)
    said = GrantReviewed(
        id=entity,
        grant=grant_id,
        decision="kept" if keep else "ended",
        granter=seat.granter,
        dependent=keep and verdict.dependent,
    )
    act = seat.act(acts.GRANT_REVIEWED, said)
    seat.fell(entity, act)
    return str(act.id)
