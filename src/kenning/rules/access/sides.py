"""The sides of a request, flattened: the entity, the person it acts for, the channel. What is done, all must let through.

A side refers to its maps of grants and copies none, so that a million grants cost what ten do.
"""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

import msgspec

from kenning.model.access.channel import Channel
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.levels import ACCESS, REACH, SENSITIVITY, SENSOR, TOOL, Verdict
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import ADMINISTRATIVE, FURTHER, DomainAccess, Permissions
from kenning.model.access.request import Reason
from kenning.model.access.request import Side as SideName
from kenning.rules.access.ceilings import ALL, ceiling_of


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """One side: what it lets through. ``stopped`` says why it lets nothing through at all.

    Ranks are the lower of what is held and the ceiling; ``acts`` has the reach of each administrative and further act.
    """

    name: SideName
    stopped: Reason | None
    ceiling: int
    reads: frozenset[str]
    writes: frozenset[str]
    tools: Mapping[str, Verdict]
    tools_up_to: int
    sensors: Mapping[str, Verdict]
    sensors_up_to: int
    acts: Mapping[str, int]
    denied: frozenset[str]


def sides(caller: Caller) -> tuple[Side, ...]:
    """Give the sides of a caller: the entity, the channel, and the person where there is one."""
    entity, channel, person = caller.entity, caller.channel, caller.person
    found = [
        _side("entity", entity.permissions, ceiling_of(entity), _stopped(entity, channel)),
        _side("channel", channel.permissions, ALL, _closed(channel)),
    ]
    if person is not None:
        stopped = (
            Reason(code="not_a_person", side="person") if person.kind != "external" else _inactive(person, "person")
        )
        found.append(_side("person", person.permissions, ceiling_of(person), stopped))
    return tuple(found)


def _inactive(party: Party, side: SideName) -> Reason | None:
    return Reason(code="not_active", side=side, of=party.lifecycle_state) if party.lifecycle_state != "active" else None


def _stopped(entity: Party, channel: Channel) -> Reason | None:
    if entity.allowed_channels and channel.id not in entity.allowed_channels:
        return Reason(code="channel_not_allowed", side="entity", of=channel.id)
    return _inactive(entity, "entity")


def _closed(channel: Channel) -> Reason | None:
    if channel.approval_state != "approved":
        return Reason(code="channel_not_approved", side="channel", of=channel.approval_state)
    return None


def _side(name: SideName, held: Permissions, ceiling: EffectivePermissions, stopped: Reason | None) -> Side:
    most = ceiling.permissions
    domains = list(zip(_DOMAINS, map(min, _access(held), _access(most)), strict=True))
    said = (held.control_channel, *_administrative(held), *_further(held))
    bounds = (most.control_channel, *_administrative(most), *_further(most))
    return Side(
        name=name,
        stopped=stopped,
        ceiling=min(SENSITIVITY.get(held.privacy_ceiling or "", 0), SENSITIVITY.get(most.privacy_ceiling or "", 0)),
        reads=frozenset([domain for domain, rank in domains if rank]),
        writes=frozenset([domain for domain, rank in domains if rank > 1]),
        tools=held.tool_permissions,
        tools_up_to=TOOL.get(ceiling.tools_up_to or "", 0),
        sensors=held.sensor_permissions,
        sensors_up_to=SENSOR.get(ceiling.sensors_up_to or "", 0),
        acts={act: min(REACH[one], REACH[bound]) for act, one, bound in zip(ACTS, said, bounds, strict=True)},
        denied=frozenset([act for act, word in zip(ACTS, said, strict=True) if word == "denied"]),
    )


CONTROL = "control_channel"
ACTS = (CONTROL, *ADMINISTRATIVE, *FURTHER)

_DOMAINS = DomainAccess.__struct_fields__
_words_of_domains = attrgetter(*_DOMAINS)
_words_of_administrative = attrgetter(*ADMINISTRATIVE)
_words_of_further = attrgetter(*FURTHER)


def _access(part: Permissions) -> list[int]:
    return [ACCESS[word] for word in _words_of_domains(part.domain_access)]


def _administrative(part: Permissions) -> tuple[str | None, ...]:
    found: tuple[str | None, ...] = _words_of_administrative(part.administrative_permissions)
    return found


def _further(part: Permissions) -> tuple[str | None, ...]:
    found: tuple[str | None, ...] = _words_of_further(part.further_permissions)
    return found
