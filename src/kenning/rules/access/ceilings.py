"""What can never be exceeded: a ceiling for each level of trust, strictly below the one before, and one for internal entities.

Source: design section 3, the table of ceilings; *Entity Model*, "Admin Ceiling Invariant".
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import structs

from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.levels import TrustLevel
from kenning.model.access.party import Party
from kenning.model.access.permissions import (
    ANYBODY,
    EVERYTHING,
    AdministrativePermissions,
    Delegation,
    DomainAccess,
    FurtherPermissions,
    Permissions,
)

NOTHING = EffectivePermissions()
ALL = EffectivePermissions(permissions=EVERYTHING, tools_up_to="reserved", sensors_up_to="all")
"""The admin's ceiling, and what a channel without a cap lets through."""

_DELEGATE = structs.replace(
    EVERYTHING,
    domain_access=structs.replace(EVERYTHING.domain_access, credentials="read"),
    administrative_permissions=structs.replace(EVERYTHING.administrative_permissions, configure_safety=None),
)
_TRUSTED = Permissions(
    domain_access=DomainAccess(
        technical="write",
        project="write",
        research="write",
        interaction="write",
        relationship="write",
        personal="read",
        private="read",
    ),
    privacy_ceiling="private",
    tool_permissions={ANYBODY: "allowed"},
    sensor_permissions={ANYBODY: "allowed"},
    administrative_permissions=AdministrativePermissions(merge_identities="own"),
    further_permissions=FurtherPermissions(erase="own"),
    delegation=Delegation(can_delegate_to=[ANYBODY], max_delegation_level="sub_user"),
)
_SUB = Permissions(
    domain_access=DomainAccess(
        technical="read", project="read", research="read", interaction="write", relationship="read"
    ),
    privacy_ceiling="restricted",
    tool_permissions={ANYBODY: "allowed"},
    sensor_permissions={ANYBODY: "allowed"},
)
_INTERNAL = Permissions(
    domain_access=structs.replace(EVERYTHING.domain_access, credentials="none"),
    privacy_ceiling="confidential",
    tool_permissions={ANYBODY: "allowed"},
    sensor_permissions={ANYBODY: "allowed"},
    control_channel="allowed",
)

CEILINGS: Mapping[TrustLevel, EffectivePermissions] = MappingProxyType(
    {
        "admin": ALL,
        "admin_delegate": EffectivePermissions(
            permissions=_DELEGATE, tools_up_to="administrative", sensors_up_to="all"
        ),
        "trusted_user": EffectivePermissions(permissions=_TRUSTED, tools_up_to="effectful", sensors_up_to="control"),
        "sub_user": EffectivePermissions(permissions=_SUB, tools_up_to="safe", sensors_up_to="read"),
        "untrusted": NOTHING,
    }
)
INTERNAL = EffectivePermissions(permissions=_INTERNAL, tools_up_to="effectful", sensors_up_to="control")
"""Internal entities have no trust level: below ``admin_delegate``, no administrative act, nothing to delegate or to destroy."""


def ceiling_of(party: Party) -> EffectivePermissions:
    """Give the ceiling of a party; a level nobody knows has none of anything."""
    return INTERNAL if party.kind == "internal" else CEILINGS.get(party.trust_level, NOTHING)
