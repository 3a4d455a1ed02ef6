"""The access model a second time, as Cedar policies: written from the documents, so that it shares no mistake with the rules.

Nothing here is imported from ``kenning.rules``: levels, ceilings and precedence are written out again, as the entity model and
the design's table say them. Cedar has no loops, so one condition is spelled for each side: the entity, the channel, and the
person acted for. Without a person the entity stands for itself, which changes no intersection.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cedarpy import Decision, Entities, PolicySet, is_authorized_batch

from kenning.model.access.channel import Channel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import Permissions
from kenning.model.access.request import Record

DOMAINS = ("technical", "project", "research", "interaction", "relationship", "personal", "private", "credentials")
LADDER = ("public", "restricted", "private", "confidential")
SIDES = ("principal", "context.channel", "context.person")

READS = {
    "admin": DOMAINS,
    "admin_delegate": DOMAINS,
    "trusted_user": DOMAINS[:7],
    "sub_user": DOMAINS[:5],
    "untrusted": (),
    "internal": DOMAINS[:7],
    "channel": DOMAINS,
}
WRITES = {
    "admin": DOMAINS,
    "admin_delegate": DOMAINS[:7],
    "trusted_user": DOMAINS[:5],
    "sub_user": ("interaction",),
    "untrusted": (),
    "internal": DOMAINS[:7],
    "channel": DOMAINS,
}
CEILING = {
    "admin": 4,
    "admin_delegate": 4,
    "trusted_user": 3,
    "sub_user": 2,
    "untrusted": 0,
    "internal": 4,
    "channel": 4,
}
CLASSES = ("safe", "effectful", "administrative", "reserved")
TOOLS = {"admin": 4, "admin_delegate": 3, "trusted_user": 2, "sub_user": 1, "untrusted": 0, "internal": 2, "channel": 4}
SENSES = {
    "admin": ("read", "control", "other"),
    "admin_delegate": ("read", "control", "other"),
    "trusted_user": ("read", "control"),
    "sub_user": ("read",),
    "untrusted": (),
    "internal": ("read", "control"),
    "channel": ("read", "control", "other"),
}
FIVE = ("approve_channels", "elevate_entities", "merge_identities", "manage_permissions", "configure_safety")
BEYOND = ("erase", "correct_others", "declassify", "read_agents", "read_audit")
WHOLE = {
    "admin": (*FIVE, *BEYOND, "control_channel"),
    "admin_delegate": (*FIVE[:4], *BEYOND, "control_channel"),
    "trusted_user": (),
    "sub_user": (),
    "untrusted": (),
    "internal": ("control_channel",),
    "channel": (*FIVE, *BEYOND, "control_channel"),
}
OWN = WHOLE | {"trusted_user": ("merge_identities", "erase")}


def listed(words: Iterable[str]) -> str:
    """A set of Cedar."""
    return "[" + ", ".join(json.dumps(word) for word in words) + "]"


def by_rank(side: str, table: Mapping[str, Sequence[str]], what: str) -> str:
    """A condition that holds where the table of a side's rank has something; ``what`` says how, with ``{}`` for the words."""
    found = [f'({side}.rank == "{rank}" && {what.format(listed(words))})' for rank, words in table.items() if words]
    return "(" + " || ".join(found) + ")"


def every(condition: str, **tables: Mapping[str, Sequence[str]]) -> str:
    """A condition on all sides: ``S`` is the side, a table's name its row for the rank of that side."""
    parts = []
    for side in SIDES:
        part = condition.replace("S.", f"{side}.")
        for name, table in tables.items():
            part = part.replace(f"<{name}>", by_rank(side, table, TESTS[name]))
        parts.append(f"({part})")
    return " && ".join(parts)


TESTS = {
    "reads": "{}.containsAll(resource.domains)",
    "writes": "{}.containsAll(resource.domains)",
    "classes": "{}.contains(resource.class)",
    "senses": "{}.contains(resource.sense)",
}


def somewhere(held: str, table: Mapping[str, Sequence[str]]) -> str:
    """Whether there is a domain in which all sides may."""
    found = []
    for domain in DOMAINS:
        ranks = listed(rank for rank, words in table.items() if domain in words)
        found.append(
            "("
            + " && ".join(f'{side}.{held}.contains("{domain}") && {ranks}.contains({side}.rank)' for side in SIDES)
            + ")"
        )
    return "(" + " || ".join(found) + ")"


def act(name: str, *, own: bool = False) -> str:
    """Whether all sides have an act: wholly, or at least for their own."""
    table = OWN if own else WHOLE
    ranks = listed(rank for rank, words in table.items() if name in words)
    held = f'(S.acts.contains("{name}") || S.own_acts.contains("{name}"))' if own else f'S.acts.contains("{name}")'
    return every(f"{held} && {ranks}.contains(S.rank)")


CEILED = every(
    "resource.sensitivity <= S.ceiling && ("
    + " || ".join(f'(S.rank == "{rank}" && resource.sensitivity <= {most})' for rank, most in CEILING.items())
    + ")"
)
MINE = "resource.recorder == context.person.name || context.person.principals.contains(resource.recorder)"
SEEN = (
    '(resource.visibility == "public" || resource.visibility == "shared" || context.person.rank == "admin"'
    ' || (resource.visibility == "owner" && (context.person.principals.containsAny(resource.who)'
    " || resource.who.contains(context.person.name)))"
    ' || (resource.visibility == "participants" && context.person.identifiers.containsAny(resource.who)))'
)
READ = (
    every("S.reads.containsAll(resource.domains) && <reads>", reads=READS)
    + f" && {CEILED} && {SEEN} && {somewhere('reads', READS)}"
    + f' && (resource.agent == "shared" || resource.agent == context.agent || ({act("read_agents")}))'
)
WRITE = (
    every("S.writes.containsAll(resource.domains) && <writes>", writes=WRITES)
    + f" && {CEILED} && {somewhere('writes', WRITES)}"
    + ' && (resource.agent == "shared" || resource.agent == context.agent)'
)
TOOL = every(
    '(S.tools.contains(resource.name) || (!S.no_tools.contains(resource.name) && S.tools.contains("*"))) && <classes>',
    classes={rank: CLASSES[:most] for rank, most in TOOLS.items()},
)
SENSOR = every(
    "(S.sensors.contains(resource.name) || (!S.no_sensors.contains(resource.name) && (S.sensors.contains(resource.star)"
    ' || (!S.no_sensors.contains(resource.star) && S.sensors.contains("*"))))) && <senses>',
    senses=SENSES,
)


def policies() -> str:
    """All policies: what each act takes, and what forbids whatever else is granted."""
    permits = {
        "invoke": TOOL,
        "sense": SENSOR,
        "send": act("control_channel"),
        "use": "resource == context.channel",
        "read": READ,
        "write": WRITE,
        "amend": f"{READ} && {WRITE}",
        "correct": f"{READ} && {WRITE} && (({MINE}) || ({act('correct_others')}))",
        "declassify": f"{READ} && ({act('declassify')})",
        "erase": f"(({MINE}) && ({act('erase', own=True)})) || (({act('erase')}) && {READ})",
    }
    written = [
        f'permit(principal, action == Action::"{name}", resource) when {{ {body} }};' for name, body in permits.items()
    ]
    for name in (*FIVE, *BEYOND):
        body = act(name)
        if name in {"merge_identities", "erase"}:
            body = f"({body}) || (({MINE}) && ({act(name, own=True)}))"
        written.append(f'permit(principal, action == Action::"perform", resource == Act::"{name}") when {{ {body} }};')
    recorded = f'context.channel.state != "approved" || !resource.labelled || (context.standing && {WRITE})'
    written += [
        f'permit(principal, action == Action::"record", resource) when {{ {recorded} }};',
        'forbid(principal, action, resource) when { action != Action::"record" && !context.standing };',
    ]
    for side in SIDES:
        written.append(
            f'forbid(principal, action == Action::"invoke", resource) when {{ {side}.no_tools.contains(resource.name)'
            f' || (!{side}.tools.contains(resource.name) && {side}.no_tools.contains("*")) }};'
        )
        written.append(
            'forbid(principal, action == Action::"perform", resource)'
            f" when {{ {side}.no_acts.contains(resource.name) }};"
        )
    return "\n".join(written)


# ---- a world as Cedar's entities -------------------------------------------------------------------------------------


def held(permissions: Permissions) -> dict[str, Any]:
    """What is held, as it is written down, with no ceiling applied: the policies do that."""
    domains = {name: getattr(permissions.domain_access, name) for name in DOMAINS}
    acts: dict[str, str | None] = {name: getattr(permissions.administrative_permissions, name) for name in FIVE}
    acts |= {name: getattr(permissions.further_permissions, name) for name in BEYOND}
    acts["control_channel"] = permissions.control_channel
    tools, sensors = permissions.tool_permissions, permissions.sensor_permissions
    return {
        "reads": [name for name, word in domains.items() if word != "none"],
        "writes": [name for name, word in domains.items() if word == "write"],
        "ceiling": LADDER.index(permissions.privacy_ceiling) + 1 if permissions.privacy_ceiling else 0,
        "tools": [name for name, word in tools.items() if word == "allowed"],
        "no_tools": [name for name, word in tools.items() if word == "denied"],
        "sensors": [name for name, word in sensors.items() if word == "allowed"],
        "no_sensors": [name for name, word in sensors.items() if word == "denied"],
        "acts": [name for name, word in acts.items() if word == "allowed"],
        "own_acts": [name for name, word in acts.items() if word == "own"],
        "no_acts": [name for name, word in acts.items() if word == "denied"],
    }


def party_attributes(party: Party) -> dict[str, Any]:
    """An entity or a person."""
    return held(party.permissions) | {
        "rank": "internal" if party.kind == "internal" else party.trust_level,
        "name": party.entity,
        "state": party.lifecycle_state,
        "principals": sorted(party.principals),
        "identifiers": sorted(party.identifiers),
        "channels": sorted(party.allowed_channels),
    }


def channel_attributes(channel: Channel) -> dict[str, Any]:
    """A channel: its cap, and whether it is approved."""
    return held(channel.permissions) | {"rank": "channel", "name": channel.id, "state": channel.approval_state}


def standing(caller: Caller) -> bool:
    """Whether all sides are there for it: active, approved, on a channel they may be used on, acting for a person."""
    entity, channel, person = caller.entity, caller.channel, caller.person
    on_channel = not entity.allowed_channels or channel.id in entity.allowed_channels
    person_there = person is None or (person.lifecycle_state == "active" and person.kind == "external")
    return entity.lifecycle_state == "active" and channel.approval_state == "approved" and on_channel and person_there


def record_attributes(record: Record) -> dict[str, Any]:
    """An event with one set of labels, or none."""
    if not record.labels:
        blank = {"agent": "", "sensitivity": 9, "visibility": "", "domains": [], "who": []}
        return blank | {"recorder": record.principal, "labelled": False}
    (labels,) = record.labels
    return {
        "agent": labels.agent,
        "sensitivity": LADDER.index(labels.sensitivity) + 1,
        "visibility": labels.visibility,
        "domains": list(labels.domains),
        "who": list(labels.who),
        "recorder": record.principal,
        "labelled": True,
    }


class Cedar:
    """A world under the policies: entities are added by name, then many requests are judged at once."""

    def __init__(self) -> None:
        """Parse the policies once."""
        self._policies = PolicySet.from_str(policies())

    def judge(self, things: dict[str, dict[str, Any]], requests: list[dict[str, Any]]) -> list[bool]:
        """Judge requests over things, each ``Type::"name"`` with its attributes.

        Where a policy ends in an error, that is raised: a second opinion that fails is none.
        """
        parsed = Entities.from_json_str(
            json.dumps([{"uid": uid(name), "attrs": attributes, "parents": []} for name, attributes in things.items()])
        )
        answers = is_authorized_batch(requests, self._policies, parsed)
        for answer in answers:
            if answer.diagnostics.errors:
                raise RuntimeError(answer.diagnostics.errors[0])
        return [answer.decision == Decision.Allow for answer in answers]


def uid(name: str) -> dict[str, str]:
    """A name such as ``Party::"ada"`` as JSON."""
    kind, _, quoted = name.partition("::")
    return {"type": kind, "id": json.loads(quoted)}
