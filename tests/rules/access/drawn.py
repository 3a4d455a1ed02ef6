"""Worlds out of dice for the laws of access, and everything that can be asked in them."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.levels import TRUST, Lifecycle
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import (
    ADMINISTRATIVE,
    EVERYTHING,
    FURTHER,
    NONE,
    AdministrativePermissions,
    Delegation,
    DomainAccess,
    FurtherPermissions,
    Permissions,
)
from kenning.model.access.request import Decision, Record
from kenning.model.change import Labels
from kenning.model.event import Domain, Sensitivity, Visibility
from kenning.rules.access import Compiled

DOMAINS = get_args(Domain)
PEOPLE = ["ada", "bob", "cy"]
AGENTS = ["shared", "tess", "rolf"]
DECLARED = Declarations(
    tools={"look": "safe", "deploy": "effectful", "grant": "administrative", "wipe": "reserved"},
    sensors={"cam_pan": "control"},
)
TOOLS = [*DECLARED.tools, "stray"]
SENSORS = [("cam", "read"), ("cam", "control"), ("cam", "pan"), ("mic", "read"), ("mic", "ping")]

accesses = st.sampled_from(["none", "read", "write"])
verdicts = st.sampled_from(["allowed", "denied"])
said = st.none() | verdicts
reaches = st.none() | st.sampled_from(["allowed", "own", "denied"])

permissions = st.one_of(
    st.just(EVERYTHING),
    st.just(NONE),
    st.builds(
        Permissions,
        domain_access=st.builds(DomainAccess, **dict.fromkeys(DOMAINS, accesses)),
        privacy_ceiling=st.none() | st.sampled_from(get_args(Sensitivity)),
        tool_permissions=st.dictionaries(st.sampled_from(["*", *TOOLS]), verdicts, max_size=4),
        sensor_permissions=st.dictionaries(
            st.sampled_from(["*", "*_read", "*_control", "cam_read", "cam_control", "cam_pan", "mic_read"]),
            verdicts,
            max_size=4,
        ),
        control_channel=said,
        administrative_permissions=st.builds(
            AdministrativePermissions, **{act: reaches if act == "merge_identities" else said for act in ADMINISTRATIVE}
        ),
        further_permissions=st.builds(
            FurtherPermissions, **{act: reaches if act == "erase" else said for act in FURTHER}
        ),
        delegation=st.builds(
            Delegation,
            can_delegate_to=st.lists(st.sampled_from(["*", *PEOPLE]), max_size=2, unique=True),
            max_delegation_level=st.none() | st.sampled_from(["admin_delegate", "trusted_user", "sub_user"]),
        ),
    ),
)
lifecycles = st.sampled_from(["active", "active", "active", *get_args(Lifecycle)])


def party(names: list[str], kinds: tuple[str, ...] = ("external", "internal")) -> st.SearchStrategy[Party]:
    """A party of one of these names; most are active."""
    return st.builds(
        Party,
        entity=st.sampled_from(names),
        kind=st.sampled_from(kinds),
        trust_level=st.sampled_from(list(TRUST)),
        lifecycle_state=lifecycles,
        permissions=permissions,
        principals=st.frozensets(st.sampled_from(PEOPLE), max_size=2),
        identifiers=st.frozensets(st.sampled_from(["chat:a", "chat:b"]), max_size=2),
        allowed_channels=st.sampled_from([frozenset(), frozenset(), frozenset({"chat"}), frozenset({"desk"})]),
    )


channels = st.builds(
    Channel,
    id=st.just("chat"),
    approval_state=st.sampled_from(["approved", "approved", "approved", "pending", "rejected", "revoked"]),
    permissions=st.one_of(st.just(EVERYTHING), permissions),
)
callers = st.builds(
    Caller,
    entity=party(PEOPLE),
    channel=channels,
    person=st.none() | party(PEOPLE, ("external", "external", "internal")),
    agent=st.sampled_from(AGENTS),
    declared=st.just(DECLARED),
)
labels = st.builds(
    Labels,
    agent=st.sampled_from(AGENTS),
    sensitivity=st.sampled_from(get_args(Sensitivity)),
    visibility=st.sampled_from(get_args(Visibility)),
    domains=st.lists(st.sampled_from(DOMAINS), max_size=2, unique=True).map(tuple),
    who=st.lists(st.sampled_from([*PEOPLE, "chat:a", "chat:b"]), max_size=2, unique=True).map(tuple),
)
records = st.builds(Record, labels=st.lists(labels, max_size=3).map(tuple), principal=st.sampled_from(["", *PEOPLE]))

Ask = tuple[str, str, str, Record | None]


def open_label(domain: str | None, sensitivity: str) -> Labels:
    """Labels for everybody in the namespace: what is left to ask is domain and ceiling."""
    domains = (domain,) if domain else ()
    return Labels(agent="shared", sensitivity=sensitivity, visibility="shared", domains=domains)


def powers() -> list[Ask]:
    """Every power there is to ask about that does not depend on whose a record is."""
    asks: list[Ask] = [("tool", tool, "invoke", None) for tool in TOOLS]
    asks += [("sensor", sensor, action, None) for sensor, action in SENSORS]
    asks.append(("control_signal", "door", "send", None))
    asks += [("administrative", act, "perform", None) for act in (*ADMINISTRATIVE, *FURTHER)]
    asks += [("channel", "chat", act, None) for act in ("approve", "configure")]
    shown = [open_label(domain, "public") for domain in DOMAINS]
    shown += [open_label("interaction", sensitivity) for sensitivity in get_args(Sensitivity)]
    for label in shown:
        asks += [("event", "e", action, Record(labels=(label,))) for action in ("read", "write", "correct")]
    asks += [("event", "e", action, Record(labels=(open_label(None, "private"),))) for action in ("read", "declassify")]
    return asks


POWERS = powers()


def held_by(caller: Caller) -> frozenset[int]:
    """The powers a caller has, by number."""
    compiled = Compiled(caller)
    return frozenset(number for number, ask in enumerate(POWERS) if compiled.check(*ask).allowed)


def on_open_channel(one: Party) -> Caller:
    """A party by itself, on a channel without a cap."""
    return Caller(entity=one, channel=Channel(id="chat", approval_state="approved"), declared=DECLARED)


def is_whole(decision: Decision) -> bool:
    """Whether a decision explains itself."""
    return bool(decision.rule) and bool(decision.reasons)
