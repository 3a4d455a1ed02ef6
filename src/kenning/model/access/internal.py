"""Ready retrieval policies of the four internal entities; the admin may change each.

Source: *Entity Model*, "Internal Entities": the technical assistant as printed there, the others by their stated focus.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kenning.model.access.levels import InternalType
from kenning.model.access.permissions import DomainAccess, Permissions
from kenning.model.event import Noun, Sensitivity, Word


class RetrievalPolicy(Noun, frozen=True, kw_only=True):
    """What an internal entity may reach: permissions, and the channels it may be used on (empty: any)."""

    permissions: Permissions
    allowed_channels: frozenset[Word] = frozenset()


def _policy(
    ceiling: Sensitivity, domains: DomainAccess, tools: tuple[str, ...] = (), sensors: tuple[str, ...] = ()
) -> RetrievalPolicy:
    return RetrievalPolicy(
        permissions=Permissions(
            domain_access=domains,
            privacy_ceiling=ceiling,
            tool_permissions=dict.fromkeys(tools, "allowed"),
            sensor_permissions=dict.fromkeys(sensors, "allowed"),
            control_channel="denied",
        )
    )


POLICIES: Mapping[InternalType, RetrievalPolicy] = MappingProxyType(
    {
        "technical_assistant": _policy(
            "private",
            DomainAccess(technical="write", project="write", research="write"),
            ("read_code", "run_tests", "deploy"),
            ("camera_read", "mic_read"),
        ),
        "companion": _policy("private", DomainAccess(interaction="write", relationship="write")),
        "stream_host": _policy("public", DomainAccess(technical="read", project="read")),
        "automation_agent": _policy(
            "restricted", DomainAccess(technical="write", project="write"), ("*",), ("*_read", "*_control")
        ),
    }
)
