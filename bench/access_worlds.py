"""Random worlds of the access model: parties, channels and records out of dice, and requests in them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, get_args

from bench.access_cedar import (
    Cedar,
    channel_attributes,
    party_attributes,
    record_attributes,
    standing,
    uid,
)
from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.levels import Lifecycle, TrustLevel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import (
    ADMINISTRATIVE,
    EVERYTHING,
    FURTHER,
    AdministrativePermissions,
    DomainAccess,
    FurtherPermissions,
    Permissions,
)
from kenning.model.access.request import Record
from kenning.model.change import Labels
from kenning.model.event import Domain, Sensitivity, Visibility
from kenning.rules.access import Compiled

DOMAINS = get_args(Domain)
PEOPLE = ("ada", "bob", "cy", "dot")
AGENTS = ("shared", "tess", "rolf")
IDENTIFIERS = ("chat:a", "chat:b", "desk:c")
DECLARED = Declarations(
    tools={"look": "safe", "find": "safe", "deploy": "effectful", "grant": "administrative", "wipe": "reserved"},
    sensors={"cam_pan": "control"},
)
TOOLS = (*DECLARED.tools, "stray")
SENSORS = {"cam": ("read", "control", "pan"), "mic": ("read", "ping"), "door": ("control",)}
RECORD_ACTS = ("read", "read", "read", "write", "record", "amend", "correct", "declassify", "erase")


def permissions(dice: random.Random) -> Permissions:
    """Much or little, and sometimes everything."""
    if dice.random() < 0.4:
        return EVERYTHING
    rich = dice.uniform(0.4, 1.0)

    def said(*, own: bool = False) -> Any:  # noqa: ANN401 - a verdict, a reach or nothing
        if dice.random() > rich:
            return None
        return dice.choice(["allowed", "allowed", "own" if own else "allowed", "denied"])

    def access() -> Any:  # noqa: ANN401 - a word of the schema
        return dice.choice(["read", "write"]) if dice.random() < rich else "none"

    def verdicts(names: tuple[str, ...]) -> dict[str, Any]:
        return {
            name: dice.choice(["allowed", "allowed", "allowed", "denied"]) for name in names if dice.random() < rich
        }

    keys = tuple(f"{sensor}_{action}" for sensor, actions in SENSORS.items() for action in actions)
    return Permissions(
        domain_access=DomainAccess(**{name: access() for name in DOMAINS}),
        privacy_ceiling=dice.choice([None, *get_args(Sensitivity)[1:], "confidential"]),
        tool_permissions=verdicts(("*", *TOOLS)),
        sensor_permissions=verdicts(("*", "*_read", "*_control", *keys)),
        control_channel=said(),
        administrative_permissions=AdministrativePermissions(
            **{act: said(own=act == "merge_identities") for act in ADMINISTRATIVE}
        ),
        further_permissions=FurtherPermissions(**{act: said(own=act == "erase") for act in FURTHER}),
    )


def party(dice: random.Random, name: str, internal: float) -> Party:
    """An entity, mostly active."""
    return Party(
        entity=name,
        kind="internal" if dice.random() < internal else "external",
        trust_level=dice.choices(get_args(TrustLevel)[::-1], weights=(1, 2, 4, 5, 5))[0],
        lifecycle_state="active" if dice.random() < 0.97 else dice.choice(get_args(Lifecycle)),
        permissions=permissions(dice),
        principals=frozenset(dice.sample(PEOPLE, dice.randrange(3))),
        identifiers=frozenset(dice.sample(IDENTIFIERS, dice.randrange(3))),
        allowed_channels=frozenset(dice.sample(["chat", "desk"], 1)) if dice.random() < 0.1 else frozenset(),
    )


def record(dice: random.Random) -> Record:
    """An event with one set of labels, seldom none."""
    if dice.random() < 0.05:
        return Record(principal=dice.choice(PEOPLE))
    labels = Labels(
        agent=dice.choice(AGENTS),
        sensitivity=dice.choice(get_args(Sensitivity)),
        visibility=dice.choice(get_args(Visibility)),
        domains=tuple(dice.sample(DOMAINS, dice.choice([0, 1, 1, 1, 2]))),
        who=tuple(dice.sample([*PEOPLE, *IDENTIFIERS], dice.randrange(3))),
    )
    return Record(labels=(labels,), principal=dice.choice(PEOPLE))


@dataclass(frozen=True, slots=True)
class Asked:
    """One request for both sides."""

    caller: int
    ask: tuple[str, str, str, Record | None]
    cedar: dict[str, Any]


@dataclass(frozen=True, slots=True)
class World:
    """Callers, what Cedar is told of them, and what is asked."""

    callers: list[Caller]
    things: dict[str, dict[str, Any]]
    asked: list[Asked]


def world(dice: random.Random, callers: int, requests: int) -> World:
    """Draw a world."""
    things: dict[str, dict[str, Any]] = {}
    channels = [
        Channel(
            id=name,
            approval_state="approved" if dice.random() < 0.95 else dice.choice(["pending", "rejected", "revoked"]),
            permissions=EVERYTHING if dice.random() < 0.7 else permissions(dice),
        )
        for name in ("chat", "desk")
    ]
    drawn = []
    for number in range(callers):
        person = party(dice, dice.choice(PEOPLE), 0.05) if dice.random() < 0.35 else None
        entity = party(dice, dice.choice(PEOPLE), 0.6 if person is not None else 0.2)
        drawn.append(
            Caller(
                entity=entity,
                channel=dice.choice(channels),
                person=person,
                agent=dice.choice(AGENTS),
                declared=DECLARED,
            )
        )
        things[f'Party::"e{number}"'] = party_attributes(entity)
        things[f'Party::"p{number}"'] = party_attributes(person if person is not None else entity)
    for channel in channels:
        things[f'Channel::"{channel.id}"'] = channel_attributes(channel)
    for tool in TOOLS:
        things[f'Tool::"{tool}"'] = {"name": tool, "class": DECLARED.tools.get(tool, "reserved")}
    for sensor, actions in SENSORS.items():
        for action in actions:
            things[f'Sensor::"{sensor}_{action}"'] = sensed(sensor, action)
    for act in (*ADMINISTRATIVE, *FURTHER):
        things[f'Act::"{act}"'] = {"name": act, "recorder": "nobody"}
    things['Signal::"door"'] = {"name": "door"}
    records = [record(dice) for _ in range(callers)]
    for number, one in enumerate(records):
        things[f'Event::"r{number}"'] = record_attributes(one)
    asked = [request(dice, drawn, records) for _ in range(requests)]
    return World(drawn, things, asked)


def sensed(sensor: str, action: str) -> dict[str, Any]:
    """An action of a sensor: its key, the star that stands for it, what it does."""
    star = {"read": "*_read", "control": "*_control"}.get(action, "-")
    sense = {"read": "read", "control": "control", "pan": "control"}.get(action, "other")
    return {"name": f"{sensor}_{action}", "star": star, "sense": sense}


def request(dice: random.Random, callers: list[Caller], records: list[Record]) -> Asked:
    """Draw a request of any kind; half of them are about a record."""
    number = dice.randrange(len(callers))
    caller = callers[number]
    about = dice.random()
    ask: tuple[str, str, str, Record | None]
    if about < 0.5:
        place = dice.randrange(len(records))
        action = dice.choice(RECORD_ACTS)
        ask, resource, verb = ("event", "e", action, records[place]), f'Event::"r{place}"', action
    elif about < 0.65:
        tool = dice.choice(TOOLS)
        ask, resource, verb = ("tool", tool, "invoke", None), f'Tool::"{tool}"', "invoke"
    elif about < 0.8:
        sensor = dice.choice(list(SENSORS))
        action = dice.choice(SENSORS[sensor])
        ask, resource, verb = ("sensor", sensor, action, None), f'Sensor::"{sensor}_{action}"', "sense"
    elif about < 0.85:
        ask, resource, verb = ("control_signal", "door", "send", None), 'Signal::"door"', "send"
    elif about < 0.9:
        name = dice.choice(["chat", "desk"])
        ask, resource, verb = ("channel", name, "use", None), f'Channel::"{name}"', "use"
    else:
        act = dice.choice([*ADMINISTRATIVE, *FURTHER])
        ask, resource, verb = ("administrative", act, "perform", None), f'Act::"{act}"', "perform"
    return Asked(
        number,
        ask,
        {
            "principal": f'Party::"e{number}"',
            "action": f'Action::"{verb}"',
            "resource": resource,
            "context": {
                "person": {"__entity": uid(f'Party::"p{number}"')},
                "channel": {"__entity": uid(f'Channel::"{caller.channel.id}"')},
                "agent": caller.agent,
                "standing": standing(caller),
            },
        },
    )


@dataclass(slots=True)
class Tally:
    """How often both sides agree, and on what they do not."""

    requests: int = 0
    allowed: int = 0
    ours_only: int = 0
    theirs_only: int = 0


def compare(requests: int, seed: int, callers: int = 24, per_world: int = 800) -> tuple[Tally, list[str]]:
    """Judge random requests twice; gives the tally, and the first disagreements in words."""
    dice, cedar, tally = random.Random(seed), Cedar(), Tally()
    differing: list[str] = []
    while tally.requests < requests:
        drawn = world(dice, callers, min(per_world, requests - tally.requests))
        compiled = [Compiled(caller) for caller in drawn.callers]
        theirs = cedar.judge(drawn.things, [one.cedar for one in drawn.asked])
        for one, there in zip(drawn.asked, theirs, strict=True):
            here = compiled[one.caller].check(*one.ask)
            tally.requests += 1
            tally.allowed += here.allowed
            tally.ours_only += here.allowed and not there
            tally.theirs_only += there and not here.allowed
            if here.allowed != there and len(differing) < 5:
                differing.append(f"{one.ask} by {drawn.callers[one.caller]}: {here}, and Cedar says {there}")
    return tally, differing
