"""Who may give whom what, and what given is usable: a grant that goes too far is refused, never trimmed.

Source: *Entity Model*, "Elevation", "Permission Delegation"; design section 3 ("who grants what", the ceilings).
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import structs

from kenning.model.access.declared import UNDECLARED, Declarations
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.grant import Excess, Grant
from kenning.model.access.levels import TRUST, TrustLevel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import ANYBODY, NONE, Permissions
from kenning.model.access.request import Decision, Reason
from kenning.rules.access.bounds import denials, excess, union
from kenning.rules.access.ceilings import ALL, CEILINGS, INTERNAL, NOTHING
from kenning.rules.access.effective import effective, held
from kenning.rules.access.scope import subject
from kenning.rules.access.sides import sides

_OPEN = frozenset({"pending_review", "active"})
"""Where an entity must stand to be given anything: a new one is reviewed first, a suspended one reactivated first."""


HELD = "held by the granter"


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a grant may be made; where not, by what it goes too far, or which rule refuses it whatever it gives.

    ``dependent``: it rests on the granter, since that is not the admin.
    """

    decision: Decision
    excess: tuple[Excess, ...] = ()
    dependent: bool = False

    @property
    def allowed(self) -> bool:
        """Whether the grant may be made."""
        return self.decision.allowed


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What an entity's grants amount to: a level, and permissions."""

    level: TrustLevel = "untrusted"
    permissions: Permissions = NONE


def worded(level: TrustLevel, permissions: Permissions) -> Permissions:
    """Word permissions as the level means them: a trusted user who may merge identities merges its own (the document's table)."""
    acts = permissions.administrative_permissions
    if level != "trusted_user" or acts.merge_identities != "allowed":
        return permissions
    return structs.replace(permissions, administrative_permissions=structs.replace(acts, merge_identities="own"))


def may_grant(caller: Caller, target: Party, level: TrustLevel, permissions: Permissions) -> Verdict:
    """Decide whether a caller may give a target a level and permissions, all of it.

    In order: who the target is, whether the caller gives at all, to this one, up to this level; then by how much the permissions
    go beyond the ceiling of the level, and beyond what the caller itself holds in this session.
    """
    mine = effective(caller)
    admin = is_admin(caller)
    refused = _whom(caller, target, level) or _whence(caller, target, level, mine)
    if refused is not None:
        return Verdict(decision=_no(refused))
    found = [] if admin else _delegation(target, level, permissions, mine)
    ceiling = INTERNAL if target.kind == "internal" else CEILINGS[level]
    given = permissions if target.kind == "internal" else worded(level, permissions)
    bound = f"ceiling of {'internal entities' if target.kind == 'internal' else level}"
    found += excess(given, ceiling, bound, caller.declared)
    found += excess(given, mine, HELD, caller.declared)
    if found:
        return Verdict(decision=_no(Reason(code="grant_exceeds", of=found[0].bound)), excess=tuple(found))
    return Verdict(decision=YES, dependent=not admin)


YES = Decision(allowed=True, rule="granted", reasons=(Reason(code="granted"),))


def _no(reason: Reason) -> Decision:
    return Decision(allowed=False, rule="grant", reasons=(reason,))


def is_admin(caller: Caller) -> bool:
    """Whether it is the admin's own session: no agent between, its channel approved, its entity active."""
    entity = caller.entity
    at_work = all(side.stopped is None for side in sides(caller))
    return at_work and caller.person is None and entity.kind == "external" and entity.trust_level == "admin"


def _whom(caller: Caller, target: Party, level: TrustLevel) -> Reason | None:
    """Refuse what nobody may do: make an admin, change the admin, raise oneself, give to who is not there for it."""
    if level == "admin" or level not in CEILINGS:
        return Reason(code="no_second_admin", side="request", of=str(level))
    if target.trust_level == "admin":
        return Reason(code="admin_is_fixed", side="request")
    if target.entity in {caller.entity.entity, subject(caller).entity}:
        return Reason(code="not_oneself", side="request")
    if target.lifecycle_state not in _OPEN:
        return Reason(code="target_not_open", side="request", of=target.lifecycle_state)
    if target.kind == "internal" and level != "untrusted":
        return Reason(code="internal_has_no_level", side="request")
    return None


def _whence(caller: Caller, target: Party, level: TrustLevel, mine: EffectivePermissions) -> Reason | None:
    """Refuse who gives nothing to such as these."""
    if is_admin(caller):
        return None
    if target.kind == "internal":
        return Reason(code="admin_only")
    if mine.permissions.delegation.max_delegation_level is None:
        return Reason(code="may_not_delegate")
    acts = mine.permissions.administrative_permissions
    needed = "manage_permissions" if level == target.trust_level else "elevate_entities"
    if subject(caller).trust_level == "admin_delegate" and getattr(acts, needed) != "allowed":
        return Reason(code="act_not_granted", of=needed)
    if not above(caller, target):
        return Reason(code="target_not_below", side="request", of=target.trust_level)
    return None


def above(caller: Caller, target: Party) -> bool:
    """Whether a caller's level lies above a target's, so that it may change where the target stands; the admin's always does."""
    return is_admin(caller) or TRUST.get(subject(caller).trust_level, 0) > TRUST.get(target.trust_level, 0)


def _delegation(target: Party, level: TrustLevel, permissions: Permissions, mine: EffectivePermissions) -> list[Excess]:
    """List by what a grant goes beyond the granter's right to delegate: to whom, up to which level, and passed on how far."""
    found, delegation = [], mine.permissions.delegation
    most = delegation.max_delegation_level
    if TRUST[level] > TRUST.get(most or "", 0):
        found.append(Excess(path="level", given=level, most=most or "nothing", bound="max_delegation_level"))
    if ANYBODY not in delegation.can_delegate_to and target.entity not in delegation.can_delegate_to:
        found.append(Excess(path="target", given=target.entity, most="not among them", bound="can_delegate_to"))
    further = permissions.delegation.max_delegation_level
    if further is not None and TRUST[further] >= TRUST[level]:
        # To give one's own level on is the admin's to say, and nobody's to pass on.
        found.append(Excess(path="delegation.maxDelegationLevel", given=further, most=f"below {level}", bound="admin"))
    return found


# ---- what is usable --------------------------------------------------------------------------------------------------


def standing(given: Iterable[Grant], usable: frozenset[str]) -> Standing:
    """Give what an entity's grants amount to: the highest usable level, and the union of what is usable.

    What a grant forbids stays forbidden when the grant is unusable: losing a granter opens nothing.
    """
    level: TrustLevel = "untrusted"
    parts = []
    for grant in given:
        live = grant.id in usable
        parts.append(grant.permissions if live else denials(grant.permissions))
        if live and TRUST[grant.level] > TRUST[level]:
            level = grant.level
    return Standing(level=level, permissions=union(*parts))


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """What all grants rest on: the admin, who is not active (by entity id, what was merged under its canonical one), classes."""

    admin: str
    inactive: frozenset[str] = frozenset()
    declared: Declarations = UNDECLARED


def usable(grants: Iterable[Grant], ground: Ground) -> frozenset[str]:
    """List the grants that may be used: those that rest, grant by grant, on the admin.

    A flagged one waits for review and is not among them, nor is what it alone supported. Grants that only support each other
    support nothing. The order of the grants does not matter. The steps are bounded: a granter is looked at again only when a
    grant to it became usable.
    """
    to: dict[str, list[Grant]] = {}
    by: dict[str, list[Grant]] = {}
    live: set[str] = set()
    for grant in grants:
        to.setdefault(grant.target, []).append(grant)
        by.setdefault(grant.granter, []).append(grant)
        if not grant.dependent and not grant.flagged:
            live.add(grant.id)
    waiting = sorted(by)
    while waiting:
        granter = waiting.pop()
        most = _holding(granter, to.get(granter, ()), frozenset(live), ground)
        for grant in by.get(granter, ()):
            if grant.id not in live and not grant.flagged and covers(most, grant, ground.declared):
                live.add(grant.id)
                waiting.append(grant.target)
    return frozenset(live)


def _holding(entity: str, given: Iterable[Grant], live: frozenset[str], ground: Ground) -> EffectivePermissions:
    if entity == ground.admin:
        return ALL
    if entity in ground.inactive:
        return NOTHING
    amount = standing(given, live)
    return held(
        Party(entity=entity, trust_level=amount.level, lifecycle_state="active", permissions=amount.permissions)
    )


def covers(most: EffectivePermissions, grant: Grant, declared: Declarations = UNDECLARED) -> bool:
    """Whether a granter still holds all it gave, and may still give it to such a one."""
    delegation = most.permissions.delegation
    return (
        TRUST[grant.level] <= TRUST.get(delegation.max_delegation_level or "", 0)
        and (ANYBODY in delegation.can_delegate_to or grant.target in delegation.can_delegate_to)
        and not excess(grant.permissions, most, HELD, declared)
    )


def shaken(grants: Iterable[Grant], before: frozenset[str], after: frozenset[str]) -> list[str]:
    """List the grants to flag for review: resting on somebody, usable before a change, unusable after it."""
    return sorted(grant.id for grant in grants if grant.dependent and grant.id in before and grant.id not in after)


def reviewed(caller: Caller, grant: Grant, target: Party) -> Verdict:
    """Decide whether a caller may take over a flagged grant: it must be entitled to give all of it itself."""
    return may_grant(caller, target, grant.level, grant.permissions)
