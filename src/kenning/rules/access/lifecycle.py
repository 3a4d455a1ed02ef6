"""Where an entity stands, and who may move it where: one table.

discovered → pending_review → active ↔ suspended → revoked, and merged. Nothing else moves an entity, and nothing of it raises
trust but an elevation, which `rules.access.grants` judges. Source: *Entity Model*, "Entity Schema", "Elevation".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec import structs

from kenning.model.access.levels import Lifecycle
from kenning.model.access.party import Caller, Party
from kenning.model.access.request import Decision, Reason
from kenning.rules.access.effective import effective
from kenning.rules.access.grants import above, is_admin, may_grant
from kenning.rules.access.scope import subject

Who = Literal["kenning", "granter", "elevator", "restorer", "merger"]
"""Who may: Kenning itself at an append; who may grant the whole of it; who elevates entities and stands above; the same, and
entitled to grant all that comes back; who may merge, by `rules.access.merging`."""


class Transition(msgspec.Struct, frozen=True, kw_only=True):
    """One way to move: from where, to where, who may, and what it emits; ``notice``: the admin is told."""

    of: tuple[Lifecycle | None, ...]
    to: Lifecycle
    may: Who
    emits: str
    notice: bool = False


TRANSITIONS: Mapping[str, Transition] = MappingProxyType(
    {
        "discover": Transition(of=(None,), to="discovered", may="kenning", emits="entity.created"),
        "flag": Transition(of=("discovered",), to="pending_review", may="kenning", emits="entity.flagged", notice=True),
        "elevate": Transition(of=("pending_review", "active"), to="active", may="granter", emits="entity.elevated"),
        "demote": Transition(of=("active",), to="active", may="elevator", emits="entity.demoted"),
        "suspend": Transition(of=("active",), to="suspended", may="elevator", emits="entity.suspended"),
        "reactivate": Transition(of=("suspended",), to="active", may="restorer", emits="entity.resumed"),
        "revoke": Transition(
            of=("discovered", "pending_review", "active", "suspended"),
            to="revoked",
            may="elevator",
            emits="entity.revoked",
        ),
        "merge": Transition(
            of=("discovered", "pending_review", "active"),
            to="merged",
            may="merger",
            emits="entity.merged",
            notice=True,
        ),
        "part": Transition(of=("merged",), to="active", may="merger", emits="entity.unmerged", notice=True),
    }
)
"""Every transition. ``part`` leads back to where the entity stood before it was merged; ``revoked`` leads nowhere."""


def moved(name: str, now: Lifecycle | None, before_merge: Lifecycle = "active") -> Lifecycle | None:
    """Give where a transition leads from here; nothing where the table has no such way.

    >>> moved("flag", "discovered"), moved("suspend", "discovered"), moved("reactivate", "revoked")
    ('pending_review', None, None)
    """
    transition = TRANSITIONS.get(name)
    if transition is None or now not in transition.of:
        return None
    return before_merge if name == "part" else transition.to


def may_move(caller: Caller, name: str, target: Party) -> Decision:
    """Decide whether a caller may move a target by one of the ways that ask for a level: demote, suspend, reactivate, revoke.

    Elevating is judged by `may_grant`, merging and parting by `may_merge` and `may_part`; what Kenning does, no caller does.
    Nobody moves the admin, nobody but the admin itself or who stands on the same level, and nobody itself.
    """
    transition = TRANSITIONS.get(name)
    if transition is None or transition.may not in {"elevator", "restorer"}:
        return _no(Reason(code="no_such_transition", side="request", of=name))
    if target.lifecycle_state not in transition.of:
        return _no(Reason(code="no_way_from_here", side="request", of=target.lifecycle_state))
    if target.trust_level == "admin" and target.kind == "external":
        return _no(Reason(code="admin_is_fixed", side="request"))
    if target.entity in {caller.entity.entity, subject(caller).entity}:
        return _no(Reason(code="not_oneself", side="request"))
    if is_admin(caller):
        return _yes()
    if target.kind == "internal":
        return _no(Reason(code="admin_only"))
    if effective(caller).permissions.administrative_permissions.elevate_entities != "allowed":
        return _no(Reason(code="act_not_granted", of="elevate_entities"))
    if not above(caller, target):
        return _no(Reason(code="target_not_below", side="request", of=target.trust_level))
    if transition.may == "restorer":
        # What comes back is given anew: who could not give it could not have taken it on.
        back = structs.replace(target, lifecycle_state="active")
        return may_grant(caller, back, target.trust_level, target.permissions).decision
    return _yes()


def _yes() -> Decision:
    return Decision(allowed=True, rule="granted", reasons=(Reason(code="granted"),))


def _no(reason: Reason) -> Decision:
    return Decision(allowed=False, rule="lifecycle", reasons=(reason,))
