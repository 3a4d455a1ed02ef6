"""Permissions put together: union, intersection, and by how much one goes beyond another.

An explicit ``denied`` wins in both, silence does not. Among tools and sensors a name goes before the ``*`` that stands for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import reduce
from typing import Any, Literal

import msgspec
from msgspec import structs

from kenning.model.access.channel import Narrowing
from kenning.model.access.declared import UNDECLARED, Declarations
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.grant import Excess
from kenning.model.access.levels import ACCESS, REACH, SENSITIVITY, SENSOR, TOOL, TRUST, SensorReach, ToolClass, Verdict
from kenning.model.access.permissions import (
    ANYBODY,
    EVERYTHING,
    Delegation,
    DomainAccess,
    Permissions,
)

_NAMES: Mapping[int, str | None] = {rank: name for name, rank in REACH.items() if name != "denied"}
_ACCESS = {rank: name for name, rank in ACCESS.items()}


def verdict(verdicts: Mapping[str, Verdict], key: str) -> Verdict | None:
    """Give what is said of a tool, or of a sensor's action: by its name, else by the ``*`` that stands for it."""
    said = verdicts.get(key)
    if said is None:
        if key.endswith("_read"):
            said = verdicts.get("*_read")
        elif key.endswith("_control"):
            said = verdicts.get("*_control")
        if said is None:
            said = verdicts.get(ANYBODY)
    return said


def sensor_reach(key: str, declared: Declarations) -> SensorReach:
    """Tell how far an action of a sensor reaches: as declared, else by how its key ends."""
    said = declared.sensors.get(key)
    if said is not None:
        return said
    return "read" if key.endswith("_read") else "control" if key.endswith("_control") else "all"


UNDECLARED_CLASS: ToolClass = "reserved"


def tool_class(name: str, declared: Declarations) -> ToolClass:
    """Tell the class of a tool; one nobody declared is reserved."""
    return declared.tools.get(name, UNDECLARED_CLASS)


def union(*parts: Permissions) -> Permissions:
    """Give what several sets of permissions give together.

    >>> yes, no = Permissions(tool_permissions={"*": "allowed"}), Permissions(tool_permissions={"deploy": "denied"})
    >>> union(yes, no).tool_permissions == {"*": "allowed", "deploy": "denied"}
    True
    """
    return reduce(_union, parts, Permissions())


def meet(*parts: Permissions) -> Permissions:
    """Give what several sets of permissions have in common."""
    return reduce(_meet, parts)


def narrowed(permissions: Permissions, narrowing: Narrowing) -> Permissions:
    """Give what is left of permissions under what a token lets through."""
    domains = narrowing.domains or DomainAccess.__struct_fields__
    access = "read" if narrowing.reading else "write"
    cap = structs.replace(
        EVERYTHING,
        domain_access=msgspec.convert(dict.fromkeys(domains, access), DomainAccess),
        privacy_ceiling=narrowing.ceiling or EVERYTHING.privacy_ceiling,
    )
    return _meet(permissions, cap)


def meet_bounds(*parts: EffectivePermissions) -> EffectivePermissions:
    """Give what several sets of bounded permissions have in common."""
    return EffectivePermissions(
        permissions=meet(*(part.permissions for part in parts)),
        tools_up_to=_least([part.tools_up_to for part in parts], TOOL),
        sensors_up_to=_least([part.sensors_up_to for part in parts], SENSOR),
    )


def denials(part: Permissions) -> Permissions:
    """Give only what is explicitly denied; a grant that became unusable takes nothing back that it forbade."""
    return Permissions(
        tool_permissions={key: said for key, said in part.tool_permissions.items() if said == "denied"},
        sensor_permissions={key: said for key, said in part.sensor_permissions.items() if said == "denied"},
        control_channel="denied" if part.control_channel == "denied" else None,
        administrative_permissions=_denied(part.administrative_permissions),
        further_permissions=_denied(part.further_permissions),
    )


def excess(
    given: Permissions, most: EffectivePermissions, bound: str, declared: Declarations = UNDECLARED
) -> list[Excess]:
    """List by what permissions go beyond a bound; empty where they lie within it. A denial goes beyond nothing."""
    held = most.permissions
    found = [
        Excess(path=path, given=str(mine), most=str(theirs) if theirs else "nothing", bound=bound)
        for path, mine, theirs, ranks in _ladders(given, held)
        if ranks.get(mine, 0) > ranks.get(theirs, 0)
    ]
    for path, mine, theirs in (
        ("toolPermissions", given.tool_permissions, held.tool_permissions),
        ("sensorPermissions", given.sensor_permissions, held.sensor_permissions),
    ):
        found += _beyond(path, mine, theirs, bound)
    found += _too_dangerous(given, most, bound, declared)
    mine_to, their_to = given.delegation.can_delegate_to, set(held.delegation.can_delegate_to)
    if ANYBODY not in their_to:
        found += [
            Excess(path="delegation.canDelegateTo", given=one, most="not among them", bound=bound)
            for one in mine_to
            if one not in their_to
        ]
    return found


# ---- one pair at a time ----------------------------------------------------------------------------------------------


def _union(one: Permissions, other: Permissions) -> Permissions:
    domains = {
        name: max(getattr(one.domain_access, name), getattr(other.domain_access, name), key=ACCESS.__getitem__)
        for name in DomainAccess.__struct_fields__
    }
    to = {*one.delegation.can_delegate_to, *other.delegation.can_delegate_to}
    levels = [one.delegation.max_delegation_level, other.delegation.max_delegation_level]
    return Permissions(
        domain_access=DomainAccess(**domains),
        privacy_ceiling=_greatest([one.privacy_ceiling, other.privacy_ceiling], SENSITIVITY),
        tool_permissions=_joined(one.tool_permissions, other.tool_permissions, "either"),
        sensor_permissions=_joined(one.sensor_permissions, other.sensor_permissions, "either"),
        control_channel=_settle(one.control_channel, other.control_channel, "either"),
        administrative_permissions=_acts(one, other, "administrative_permissions", "either"),
        further_permissions=_acts(one, other, "further_permissions", "either"),
        delegation=Delegation(
            can_delegate_to=[ANYBODY] if ANYBODY in to else sorted(to), max_delegation_level=_greatest(levels, TRUST)
        ),
    )


def _meet(one: Permissions, other: Permissions) -> Permissions:
    domains = {
        name: min(getattr(one.domain_access, name), getattr(other.domain_access, name), key=ACCESS.__getitem__)
        for name in DomainAccess.__struct_fields__
    }
    mine, theirs = set(one.delegation.can_delegate_to), set(other.delegation.can_delegate_to)
    to = (
        ({ANYBODY} if ANYBODY in theirs else theirs)
        if ANYBODY in mine
        else mine
        if ANYBODY in theirs
        else mine & theirs
    )
    return Permissions(
        domain_access=DomainAccess(**domains),
        privacy_ceiling=_least([one.privacy_ceiling, other.privacy_ceiling], SENSITIVITY),
        tool_permissions=_joined(one.tool_permissions, other.tool_permissions, "both"),
        sensor_permissions=_joined(one.sensor_permissions, other.sensor_permissions, "both"),
        control_channel=_settle(one.control_channel, other.control_channel, "both"),
        administrative_permissions=_acts(one, other, "administrative_permissions", "both"),
        further_permissions=_acts(one, other, "further_permissions", "both"),
        delegation=Delegation(
            can_delegate_to=sorted(to),
            max_delegation_level=_least(
                [one.delegation.max_delegation_level, other.delegation.max_delegation_level], TRUST
            ),
        ),
    )


_How = Literal["either", "both"]


def _stars_first(key: str) -> tuple[bool, str]:
    return not key.startswith("*"), key


def _settle(one: Any, other: Any, how: _How) -> Any:  # noqa: ANN401 - a verdict or a reach, and the same again
    if "denied" in (one, other):
        return "denied"
    rank = (max if how == "either" else min)(REACH[one], REACH[other])
    return _NAMES[rank]


def _joined(one: Mapping[str, Verdict], other: Mapping[str, Verdict], how: _How) -> dict[str, Verdict]:
    joined = {key: _settle(verdict(one, key), verdict(other, key), how) for key in {**one, **other}}
    found: dict[str, Verdict] = {key: said for key, said in joined.items() if said is not None}
    for key in sorted(
        found, key=_stars_first
    ):  # what a ``*`` says anyway is not said twice: equal sets are equal nouns
        said = found.pop(key)
        if verdict(found, key) != said:
            found[key] = said
    return found


def _acts(one: Permissions, other: Permissions, field: str, how: _How) -> Any:  # noqa: ANN401 - the field's own struct
    mine, theirs = getattr(one, field), getattr(other, field)
    return type(mine)(
        **{name: _settle(getattr(mine, name), getattr(theirs, name), how) for name in mine.__struct_fields__}
    )


def _denied(acts: msgspec.Struct) -> Any:  # noqa: ANN401 - the field's own struct
    return type(acts)(**{name: said for name, said in structs.asdict(acts).items() if said == "denied"})


def _least(names: Iterable[Any], ranks: Mapping[str, int]) -> Any:  # noqa: ANN401 - a name of that ladder
    known = list(names)
    return None if None in known else min(known, key=ranks.__getitem__)


def _greatest(names: Iterable[Any], ranks: Mapping[str, int]) -> Any:  # noqa: ANN401 - a name of that ladder
    return max((name for name in names if name is not None), key=ranks.__getitem__, default=None)


# ---- by how much one goes beyond another -----------------------------------------------------------------------------


def _ladders(given: Permissions, held: Permissions) -> Iterator[tuple[str, Any, Any, Mapping[Any, int]]]:
    for name in DomainAccess.__struct_fields__:
        yield f"domainAccess.{name}", getattr(given.domain_access, name), getattr(held.domain_access, name), ACCESS
    yield "privacyCeiling", given.privacy_ceiling, held.privacy_ceiling, SENSITIVITY
    yield "controlChannel", given.control_channel, held.control_channel, REACH
    for group, field in (
        ("administrativePermissions", "administrative_permissions"),
        ("furtherPermissions", "further_permissions"),
    ):
        mine, theirs = getattr(given, field), getattr(held, field)
        for name, wired in zip(mine.__struct_fields__, mine.__struct_encode_fields__, strict=True):
            yield f"{group}.{wired}", getattr(mine, name), getattr(theirs, name), REACH
    mine_to, their_to = given.delegation.max_delegation_level, held.delegation.max_delegation_level
    yield "delegation.maxDelegationLevel", mine_to, their_to, TRUST


def _beyond(path: str, mine: Mapping[str, Verdict], theirs: Mapping[str, Verdict], bound: str) -> Iterator[Excess]:
    """Yield what is allowed here and not there; what a ``*`` here covers and a name there forbids is among it."""
    for key in {**mine, **theirs}:
        if verdict(mine, key) == "allowed" and (said := verdict(theirs, key)) != "allowed":
            yield Excess(path=f"{path}.{key}", given="allowed", most=said or "nothing", bound=bound)


def _too_dangerous(
    given: Permissions, most: EffectivePermissions, bound: str, declared: Declarations
) -> Iterator[Excess]:
    """Yield the tools and sensors named here whose class or reach lies above the bound; a ``*`` is bounded where it is used."""
    for key, said in given.tool_permissions.items():
        kind = tool_class(key, declared)
        if said == "allowed" and key != ANYBODY and TOOL[kind] > TOOL.get(most.tools_up_to or "", 0):
            yield Excess(path=f"toolPermissions.{key}", given=kind, most=most.tools_up_to or "nothing", bound=bound)
    for key, said in given.sensor_permissions.items():
        reach = sensor_reach(key, declared)
        if said == "allowed" and key != ANYBODY and SENSOR[reach] > SENSOR.get(most.sensors_up_to or "", 0):
            above = most.sensors_up_to or "nothing"
            yield Excess(path=f"sensorPermissions.{key}", given=reach, most=above, bound=bound)
