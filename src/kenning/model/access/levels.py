"""The ladders of the access model: how far somebody is trusted, where an entity stands, how dangerous a tool is.

Source: *Entity Model*, "Trust Levels", "Entity Schema"; design section 3.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from kenning.model.event import Domain, Sensitivity

TrustLevel = Literal["admin", "admin_delegate", "trusted_user", "sub_user", "untrusted"]
DelegationLevel = Literal["admin_delegate", "trusted_user", "sub_user"]
Lifecycle = Literal["discovered", "pending_review", "active", "suspended", "merged", "revoked"]
EntityKind = Literal["internal", "external"]
InternalType = Literal["technical_assistant", "companion", "stream_host", "automation_agent"]

Access = Literal["none", "read", "write"]
Verdict = Literal["allowed", "denied"]
Reach = Literal["allowed", "own", "denied"]
"""A verdict that may hold for one's own only: one's own identities, one's own records."""

ToolClass = Literal["safe", "effectful", "administrative", "reserved"]
SensorReach = Literal["read", "control", "all"]
"""How far a level's sensors go: reading, also controlling, also what is neither and was never declared."""

DOMAINS: tuple[Domain, ...] = get_args(Domain)

TRUST: Mapping[str, int] = MappingProxyType(
    {"untrusted": 0, "sub_user": 1, "trusted_user": 2, "admin_delegate": 3, "admin": 4}
)
"""Levels by rank; what is no level has none, and a look-up that misses counts as untrusted."""

SENSITIVITY: Mapping[str, int] = MappingProxyType(
    {level: rank for rank, level in enumerate(get_args(Sensitivity), start=1)}
)
"""Sensitivities by rank from 1; a ceiling that says nothing has rank 0 and lets nothing through."""

ACCESS: Mapping[str, int] = MappingProxyType({"none": 0, "read": 1, "write": 2})
REACH: Mapping[str | None, int] = MappingProxyType({None: 0, "denied": 0, "own": 1, "allowed": 2})
TOOL: Mapping[str, int] = MappingProxyType({"safe": 1, "effectful": 2, "administrative": 3, "reserved": 4})
SENSOR: Mapping[str, int] = MappingProxyType({"read": 1, "control": 2, "all": 3})
