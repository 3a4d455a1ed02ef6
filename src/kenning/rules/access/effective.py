"""Effective permissions as a noun, in the document's shape: entity ∩ channel ∩ the person acted for, below every ceiling.

Source: *Entity Model*, "Runtime Context". What may be done is decided by `decide`; this is the same, written out for a reader.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from kenning.model.access.declared import Declarations
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.levels import SENSOR, TOOL, Verdict
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import ANYBODY
from kenning.rules.access.bounds import meet, sensor_reach, tool_class
from kenning.rules.access.ceilings import ALL, NOTHING, ceiling_of
from kenning.rules.access.sides import sides


def effective(caller: Caller) -> EffectivePermissions:
    """Give what may be done in a session; nothing where a side is not active, not approved, or not meant for the channel."""
    if any(side.stopped is not None for side in sides(caller)):
        return NOTHING
    parties = [caller.entity] if caller.person is None else [caller.entity, caller.person]
    every = [
        *(held(party) for party in parties),
        structs.replace(ALL, permissions=caller.channel.permissions),
    ]
    tools_up_to = min((one.tools_up_to for one in every), key=lambda name: TOOL.get(name or "", 0))
    sensors_up_to = min((one.sensors_up_to for one in every), key=lambda name: SENSOR.get(name or "", 0))
    permissions = meet(*(one.permissions for one in every))
    tools = {
        name: said
        for name, said in permissions.tool_permissions.items()
        if _within(name, said, TOOL[tool_class(name, caller.declared)], TOOL.get(tools_up_to or "", 0))
    }
    return EffectivePermissions(
        permissions=structs.replace(
            permissions,
            tool_permissions=tools,
            sensor_permissions=_sensors(
                permissions.sensor_permissions, SENSOR.get(sensors_up_to or "", 0), caller.declared
            ),
        ),
        tools_up_to=tools_up_to,
        sensors_up_to=sensors_up_to,
    )


def held(party: Party) -> EffectivePermissions:
    """Give what a party holds by itself: its permissions below its ceiling; nothing unless it is active."""
    if party.lifecycle_state != "active":
        return NOTHING
    ceiling = ceiling_of(party)
    return structs.replace(ceiling, permissions=meet(party.permissions, ceiling.permissions))


def _sensors(verdicts: Mapping[str, Verdict], up_to: int, declared: Declarations) -> dict[str, Verdict]:
    return {
        key: said for key, said in verdicts.items() if _within(key, said, SENSOR[sensor_reach(key, declared)], up_to)
    }


def _within(key: str, said: Verdict, rank: int, up_to: int) -> bool:
    """Whether an entry means anything: a denial always does, a ``*`` is bounded where it is used."""
    return said == "denied" or key == ANYBODY or rank <= up_to
