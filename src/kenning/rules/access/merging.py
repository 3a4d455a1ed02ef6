"""Who may merge what, what comes of it, and what the parts have when it is undone: merging is elevating.

Source: *Entity Model*, "Identity Merging", its table and constraints; design section 3 ("trust on merge", "two-parent merge or
survivor?"). The actor must be entitled to give each party all that the other has, what it may then read included.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec
from msgspec import structs

from kenning.model.access.channel import Channel
from kenning.model.access.effective import Reader
from kenning.model.access.grant import Excess
from kenning.model.access.levels import REACH, TRUST
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import NONE
from kenning.model.access.request import Decision, Reason
from kenning.model.change import Labels
from kenning.rules.access.bounds import meet, union
from kenning.rules.access.ceilings import ceiling_of
from kenning.rules.access.effective import effective
from kenning.rules.access.grants import YES, Standing, Verdict, is_admin, may_grant
from kenning.rules.access.scope import readable, scope, subject

_OPEN_CHANNEL = Channel(id="any", approval_state="approved")
_WHOLE = frozenset({"discovered", "pending_review", "active"})
"""Where both parties must stand: who is suspended or revoked does not come back by being merged."""


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """What is for the owners or participants that two entities are, by the labels it bears: what a merge might open."""

    classes: tuple[Labels, ...] = ()
    proven: bool = False
    """The actor proved by a one-time code that the other identifier is its own."""


def merged(survivor: Party, other: Party) -> Standing:
    """Give what the merged entity has: the highest level, and the union of the permissions below that level's ceiling."""
    level = max(survivor.trust_level, other.trust_level, key=lambda one: TRUST.get(one, 0))
    both = union(survivor.permissions, other.permissions)
    ceiling = ceiling_of(structs.replace(survivor, trust_level=level))
    return Standing(level=level, permissions=meet(both, ceiling.permissions))


def parted(before: Party, head: Party) -> Standing:
    """Give what a part has after an unmerge or a split: what it had before, and never more than the merged entity's last head."""
    level = min(before.trust_level, head.trust_level, key=lambda one: TRUST.get(one, 0))
    return Standing(level=level, permissions=meet(before.permissions, head.permissions))


def may_merge(caller: Caller, survivor: Party, other: Party, opening: Opening = Opening()) -> Verdict:  # noqa: B008 - frozen
    """Decide whether a caller may merge two entities, the one that stays named first.

    In order: what nobody may merge; what is the admin's; then the table, by the level of the caller. No delegate merges itself,
    since that would raise it; it joins its own identifiers as a trusted user does, by proof.
    """
    refused = _never(survivor, other)
    if refused is not None:
        return _no(refused)
    admin = is_admin(caller)
    if "admin" in {survivor.trust_level, other.trust_level}:
        if not admin:
            return _no(Reason(code="merge_with_admin"))
        return Verdict(decision=YES) if survivor.trust_level == "admin" else _no(Reason(code="admin_survives"))
    if admin:
        return Verdict(decision=YES)
    if survivor.kind == "internal":
        return _no(Reason(code="admin_only"))
    reach = REACH[effective(caller).permissions.administrative_permissions.merge_identities]
    if reach < REACH["own"]:
        return _no(Reason(code="act_not_granted", of="merge_identities"))
    if subject(caller).entity in {survivor.entity, other.entity}:
        return _self_merge(caller, survivor, other, opening)
    if reach < REACH["allowed"]:
        return _no(Reason(code="act_own_only", of="merge_identities"))
    return _elevating(caller, survivor, other, opening)


def may_join_automatically(one: Party, other: Party, *, bound: bool) -> bool:
    """Whether a score alone may join two entities: both untrusted, holding nothing, bound to no session."""
    return (
        not bound
        and _never(one, other) is None
        and all(
            party.kind == "external" and party.trust_level == "untrusted" and party.permissions == NONE
            for party in (one, other)
        )
    )


Parting = Literal["unmerge", "split"]


def may_part(caller: Caller, head: Party, how: Parting, *, within_grace: bool) -> Decision:
    """Decide whether a caller may undo a merge: the admin at any time; who merges identities only within the grace period.

    Undoing gives nobody anything (`parted`), so it asks for no more than the right to merge.
    """
    if is_admin(caller):
        return YES
    if how == "split" or head.trust_level == "admin" or head.kind == "internal":
        return _no(Reason(code="admin_only")).decision
    reach = REACH[effective(caller).permissions.administrative_permissions.merge_identities]
    own = head.entity == subject(caller).entity
    if reach < REACH["own"] or (reach < REACH["allowed"] and not own):
        code = "act_not_granted" if reach < REACH["own"] else "act_own_only"
        return _no(Reason(code=code, of="merge_identities")).decision
    if not within_grace:
        return _no(Reason(code="grace_is_over", side="request")).decision
    if not own and TRUST[head.trust_level] >= TRUST[subject(caller).trust_level]:
        return _no(Reason(code="target_not_below", side="request", of=head.trust_level)).decision
    return YES


def opened(survivor: Party, other: Party, classes: Iterable[Labels]) -> list[Labels]:
    """List what a merge would open: what the merged entity could read of it, and one of the two could not before."""
    became = merged(survivor, other)
    whole = _reader(
        structs.replace(
            survivor,
            trust_level=became.level,
            permissions=became.permissions,
            lifecycle_state="active",
            principals=frozenset({survivor.entity, other.entity, *survivor.principals, *other.principals}),
            identifiers=survivor.identifiers | other.identifiers,
        )
    )
    return classes_between(whole, [_reader(survivor), _reader(other)], classes)


def classes_between(whole: Reader, parts: Sequence[Reader], classes: Iterable[Labels]) -> list[Labels]:
    """List the labels one reader may read and at least one of some others may not."""
    return [
        labels for labels in classes if readable(labels, whole) and not all(readable(labels, part) for part in parts)
    ]


def _reader(party: Party) -> Reader:
    """Give what a party could read on a channel without a cap, over all agents, so that no opening is missed."""
    from_anywhere = Caller(entity=party, channel=_OPEN_CHANNEL)
    return structs.replace(scope(from_anywhere), agents=None)


def _never(one: Party, other: Party) -> Reason | None:
    if one.entity == other.entity:
        return Reason(code="same_entity", side="request")
    if one.kind != other.kind:
        return Reason(code="different_types", side="request")
    gone = next((party for party in (one, other) if party.lifecycle_state not in _WHOLE), None)
    return Reason(code="target_not_open", side="request", of=gone.lifecycle_state) if gone is not None else None


def _self_merge(caller: Caller, survivor: Party, other: Party, opening: Opening) -> Verdict:
    """Join an identifier of one's own: proven, and holding no trust of its own. What it opens is one's own on both sides."""
    joined = other if survivor.entity == subject(caller).entity else survivor
    if joined is survivor:
        return _no(Reason(code="own_survives", side="request"))
    if joined.trust_level != "untrusted" or joined.permissions != NONE:
        return _no(Reason(code="holds_trust", side="request"))
    if not opening.proven:
        return _no(Reason(code="not_proven", side="request"))
    return Verdict(decision=YES)


def _elevating(caller: Caller, survivor: Party, other: Party, opening: Opening) -> Verdict:
    """Decide as for two grants: each party the whole of what the two would have, and all it could then read."""
    became = merged(survivor, other)
    found: list[Excess] = []
    for party in (survivor, other):
        if party.trust_level == became.level and party.permissions == became.permissions:
            continue
        verdict = may_grant(caller, _reviewed(party), became.level, became.permissions)
        if not verdict.allowed and not verdict.excess:
            return verdict
        found += [one for one in verdict.excess if one not in found]
    if found:
        return Verdict(decision=_no(Reason(code="merge_elevates", of=found[0].bound)).decision, excess=tuple(found))
    reader = scope(caller)
    closed = [labels for labels in opened(survivor, other, opening.classes) if not readable(labels, reader)]
    if closed:
        return _no(Reason(code="merge_opens", side="request", of=closed[0].visibility))
    return Verdict(decision=YES, dependent=became.level != "untrusted")


def _reviewed(party: Party) -> Party:
    """Take a party as if it had been reviewed: a merge by who may elevate is the review."""
    return structs.replace(party, lifecycle_state="active")


def _no(reason: Reason) -> Verdict:
    return Verdict(decision=Decision(allowed=False, rule="merge", reasons=(reason,)))
