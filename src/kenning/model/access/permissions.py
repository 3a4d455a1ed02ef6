"""Permissions, exactly as the document's schema, and the acts the design adds to it.

Source: *Entity Model*, "Permission Model". A field that says nothing gives nothing; it differs from ``denied`` in one way: where
permissions are put together, an explicit ``denied`` wins and silence does not.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from kenning.model.access.levels import Access, DelegationLevel, Reach, Verdict
from kenning.model.event import Noun, Sensitivity, Word

DELEGATES_MAX = 1 << 16
ANYBODY = "*"
"""In ``can_delegate_to``: anybody the level allows. As a tool, or before ``_read``: any of the class the level allows."""


class DomainAccess(Noun, frozen=True, kw_only=True):
    """What may be done in each of the document's eight domains; write includes read."""

    technical: Access = "none"
    project: Access = "none"
    research: Access = "none"
    interaction: Access = "none"
    relationship: Access = "none"
    personal: Access = "none"
    private: Access = "none"
    credentials: Access = "none"


class AdministrativePermissions(Noun, frozen=True, kw_only=True):
    """The five administrative acts of the schema. A trusted user merges its own identities only, which reads ``own``."""

    approve_channels: Verdict | None = None
    elevate_entities: Verdict | None = None
    merge_identities: Reach | None = None
    manage_permissions: Verdict | None = None
    configure_safety: Verdict | None = None


class FurtherPermissions(Noun, frozen=True, kw_only=True):
    """The acts the design adds to the schema: erase, correct others, lower labels, read other agents and the audit."""

    erase: Reach | None = None
    correct_others: Verdict | None = None
    declassify: Verdict | None = None
    read_agents: Verdict | None = None
    read_audit: Verdict | None = None


class Delegation(Noun, frozen=True, kw_only=True):
    """To whom permissions may be passed on, and up to which level; nobody where it says nothing."""

    can_delegate_to: Annotated[list[Word], Meta(max_length=DELEGATES_MAX)] = []
    max_delegation_level: DelegationLevel | None = None


class Permissions(Noun, frozen=True, kw_only=True):
    """What an entity may do, or what a channel lets through.

    ``sensor_permissions`` has keys such as ``camera_read`` and ``camera_control``: the sensor, then the action. A key ``*`` among
    the tools, ``*_read`` or ``*_control`` among the sensors, stands for all that are not named.
    """

    domain_access: DomainAccess = DomainAccess()
    privacy_ceiling: Sensitivity | None = None
    tool_permissions: dict[Word, Verdict] = {}
    sensor_permissions: dict[Word, Verdict] = {}
    control_channel: Verdict | None = None
    administrative_permissions: AdministrativePermissions = AdministrativePermissions()
    further_permissions: FurtherPermissions = FurtherPermissions()
    delegation: Delegation = Delegation()


NONE = Permissions()
"""What everybody begins with."""

EVERYTHING = Permissions(
    domain_access=msgspec.convert(dict.fromkeys(DomainAccess.__struct_fields__, "write"), DomainAccess),
    privacy_ceiling="confidential",
    tool_permissions={ANYBODY: "allowed"},
    sensor_permissions={ANYBODY: "allowed"},
    control_channel="allowed",
    administrative_permissions=AdministrativePermissions(
        approve_channels="allowed",
        elevate_entities="allowed",
        merge_identities="allowed",
        manage_permissions="allowed",
        configure_safety="allowed",
    ),
    further_permissions=FurtherPermissions(
        erase="allowed", correct_others="allowed", declassify="allowed", read_agents="allowed", read_audit="allowed"
    ),
    delegation=Delegation(can_delegate_to=[ANYBODY], max_delegation_level="admin_delegate"),
)
"""The document's ``{ all: allowed }``: what the admin holds from the start, and what a channel without a cap lets through."""

ADMINISTRATIVE: tuple[str, ...] = AdministrativePermissions.__struct_fields__
FURTHER: tuple[str, ...] = FurtherPermissions.__struct_fields__


def tidy(permissions: Permissions) -> Permissions:
    """Give permissions in the one form that is written: what says nothing is left out, whatever it was put together from.

    >>> tidy(Permissions(domain_access=DomainAccess(), control_channel=None)) is NONE
    True
    """
    if permissions == NONE:
        return NONE
    fresh = {
        name: getattr(NONE, name) for name in ("domain_access", "administrative_permissions", "further_permissions")
    }
    parts = {name: empty for name, empty in fresh.items() if getattr(permissions, name) == empty}
    to = sorted(set(permissions.delegation.can_delegate_to))
    delegation = Delegation(can_delegate_to=to, max_delegation_level=permissions.delegation.max_delegation_level)
    return msgspec.structs.replace(
        permissions, **parts, delegation=NONE.delegation if delegation == NONE.delegation else delegation
    )
