"""What holds for every decision: total, explained, the same from a cache, from a list, from the written-out permissions."""

from __future__ import annotations

import itertools
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.access.levels import REACH, SENSOR, TOOL, TRUST, TrustLevel
from kenning.model.access.party import Party
from kenning.model.access.permissions import ADMINISTRATIVE, EVERYTHING, FURTHER, NONE
from kenning.model.access.request import RESOURCE_TYPES, Record, Request, Slice
from kenning.rules.access import Compiled, decide, effective, readable, readable_classes, scope, words
from kenning.rules.access.bounds import excess, meet, sensor_reach, tool_class, union, verdict
from kenning.rules.access.ceilings import CEILINGS, INTERNAL, ceiling_of
from kenning.rules.access.decide import MEMO_MAX
from tests.rules.access.drawn import (
    DECLARED,
    DOMAINS,
    POWERS,
    SENSORS,
    TOOLS,
    callers,
    held_by,
    is_whole,
    labels,
    on_open_channel,
    open_label,
    party,
    permissions,
    records,
)

ADMIN = Party(entity="ada", trust_level="admin", lifecycle_state="active", permissions=EVERYTHING)
ACTIONS = ["read", "write", "record", "amend", "correct", "redact", "retract", "declassify", "erase"]
ACTIONS += ["invoke", "control", "send", "use", "approve", "perform", "elevate", "merge", "manage", "sing", ""]
IDS = [*TOOLS, *ADMINISTRATIVE, *FURTHER, "cam", "chat", "e1", ""]
asks = st.tuples(
    st.sampled_from([*RESOURCE_TYPES, "spoon"]), st.sampled_from(IDS), st.sampled_from(ACTIONS), st.none() | records
)


@given(callers, asks)
def test_every_decision_names_its_rule_and_its_reasons_in_words(caller, ask):
    """None breaks: what does not make sense is denied by name, and no drawn request ends in an error."""
    decision = Compiled(caller).check(*ask)
    assert is_whole(decision)
    assert decision.rule != "error_denies"
    assert decision.allowed == (decision.rule in {"granted", "channels_right"})
    kind, name, action, _ = ask
    request = Request(entity=caller.entity.entity, resource_type=kind, resource_id=name or "-", action=action or "-")
    said = words(decision, request)
    assert said.startswith("allowed" if decision.allowed else "denied")


@given(callers, st.lists(asks, max_size=12))
def test_what_is_remembered_is_what_is_decided_afresh(caller, every):
    """Cached = uncached = through `decide`, in whatever order."""
    one = Compiled(caller)
    for kind, name, action, record in [*every, *reversed(every)]:
        request = Request(entity=caller.entity.entity, resource_type=kind, resource_id=name, action=action)
        fresh = decide(request, Slice(caller=caller, record=record))
        assert one.check(kind, name, action, record) == fresh == Compiled(caller).check(kind, name, action, record)


@given(callers, labels)
def test_a_row_is_in_scope_exactly_where_reading_it_is_allowed(caller, label):
    decision = Compiled(caller).check("event", "e", "read", Record(labels=(label,)))
    assert readable(label, scope(caller)) == decision.allowed == Compiled(caller).readable(label)


@given(callers, records)
def test_what_has_several_sources_is_read_only_by_who_may_read_each(caller, record):
    reader = scope(caller)
    expected = bool(record.labels) and all(readable(label, reader) for label in record.labels)
    assert Compiled(caller).check("statement", "s", "read", record).allowed == expected
    assert (readable_classes({7: record.labels}, reader) == {7}) == expected


@given(callers, records)
def test_a_session_speaks_for_its_own_entity_only(caller, record):
    request = Request(entity="somebody else", resource_type="event", resource_id="e", action="read")
    assert not decide(request, Slice(caller=caller, record=record)).allowed


@pytest.mark.parametrize("name", [["a list"], {}, {1}])
def test_what_cannot_be_judged_is_denied(name):
    compiled = Compiled(on_open_channel(ADMIN))
    decision = compiled.check("tool", name, "invoke")
    assert (decision.allowed, decision.rule) == (False, "error_denies")


def test_a_caller_that_makes_no_sense_is_denied():
    broken = structs.replace(on_open_channel(ADMIN), channel=None)
    request = Request(entity="ada", resource_type="tool", resource_id="look", action="invoke")
    assert decide(request, Slice(caller=broken)).rule == "error_denies"


def test_what_is_remembered_has_a_bound():
    compiled = Compiled(on_open_channel(ADMIN))
    for number in range(MEMO_MAX + 10):
        compiled.check("tool", f"tool {number}", "invoke")
        compiled.check("sensor", f"sensor {number}", "read")
    assert 0 < len(compiled._memo) <= MEMO_MAX
    assert 0 < len(compiled._known_tools) <= MEMO_MAX


def test_what_is_remembered_is_forgotten_at_its_bound_and_not_beyond():
    compiled = Compiled(on_open_channel(ADMIN))
    for number in range(MEMO_MAX + 1):
        compiled.check("tool", f"tool {number}", "invoke")
        compiled.check("sensor", f"sensor {number}", "read")
    assert (len(compiled._memo), len(compiled._known_tools)) == (1, 1)


@pytest.mark.parametrize("level", ["sub_user", "admin"])
@pytest.mark.parametrize(("kind", "name", "action"), [("tool", "odd", "invoke"), ("sensor", "odd", "turn")])
def test_a_class_nobody_knows_is_above_every_ceiling(level, kind, name, action):
    """Whoever names such a tool or action among what it may, the admin included, is refused for that reason."""
    said = "allowed"
    asked = structs.replace(EVERYTHING, tool_permissions={"odd": said}, sensor_permissions={"odd_turn": said})
    declared = structs.replace(DECLARED, tools={"odd": "cosmic"}, sensors={"odd_turn": "cosmic"})
    caller = on_open_channel(structs.replace(ADMIN, trust_level=level, permissions=asked))
    decision = Compiled(structs.replace(caller, declared=declared)).check(kind, name, action)
    assert (decision.allowed, decision.rule) == (False, "ceiling")
    assert {(one.code, one.of) for one in decision.reasons} == {(f"{kind}_above_ceiling", "cosmic")}


def test_access_classes_pass_where_every_set_of_labels_does_and_there_is_one():
    reader = scope(on_open_channel(ADMIN))
    seen, unseen = open_label("interaction", "public"), open_label("interaction", "cosmic")
    given_ = {1: [seen], 2: [seen, unseen], 3: [], 4: [seen, seen], 5: [unseen]}
    assert readable_classes(given_, reader) == {1, 4}
    assert readable_classes({6: iter([seen, unseen])}, reader) == frozenset()


# ---- the three parties -----------------------------------------------------------------------------------------------


@given(callers, permissions)
@settings(max_examples=60)
def test_nothing_grows_when_any_of_the_three_shrinks(caller, cap):
    """Entity, person, channel: less for one is never more for the session."""
    before = held_by(caller)
    less_entity = structs.replace(caller.entity, permissions=meet(caller.entity.permissions, cap))
    less_channel = structs.replace(caller.channel, permissions=meet(caller.channel.permissions, cap))
    assert held_by(structs.replace(caller, entity=less_entity)) <= before
    assert held_by(structs.replace(caller, channel=less_channel)) <= before
    if caller.person is not None:
        less_person = structs.replace(caller.person, permissions=meet(caller.person.permissions, cap))
        assert held_by(structs.replace(caller, person=less_person)) <= before
        assert before <= held_by(structs.replace(caller, person=None))


@given(callers, st.sampled_from(["discovered", "pending_review", "suspended", "merged", "revoked"]))
@settings(max_examples=40)
def test_who_is_not_active_has_no_permissions(caller, state):
    gone = structs.replace(caller, entity=structs.replace(caller.entity, lifecycle_state=state))
    assert held_by(gone) == frozenset()
    assert effective(gone).permissions == NONE


@given(callers)
def test_the_permissions_written_out_are_those_decided_by(caller):
    """`effective` and `check` agree on every tool, sensor, act and domain."""
    shown, compiled = effective(caller), Compiled(caller)
    held = shown.permissions
    for tool in TOOLS:
        rank = TOOL[tool_class(tool, DECLARED)]
        said = verdict(held.tool_permissions, tool) == "allowed" and rank <= TOOL.get(shown.tools_up_to or "", 0)
        assert compiled.check("tool", tool, "invoke").allowed == said
    for sensor, action in SENSORS:
        key = f"{sensor}_{action}"
        rank = SENSOR[sensor_reach(key, DECLARED)]
        said = verdict(held.sensor_permissions, key) == "allowed" and rank <= SENSOR.get(shown.sensors_up_to or "", 0)
        assert compiled.check("sensor", sensor, action).allowed == said
    acts = structs.asdict(held.administrative_permissions) | structs.asdict(held.further_permissions)
    for act, reach in acts.items():
        assert compiled.check("administrative", act, "perform").allowed == (REACH[reach] == REACH["allowed"])
    assert compiled.check("control_signal", "door", "send").allowed == (held.control_channel == "allowed")
    assert compiled.reader.domains == {one for one in DOMAINS if getattr(held.domain_access, one) != "none"}


@given(party(["ada"], ("internal",)), labels)
def test_an_agent_without_a_person_reads_nothing_for_others(agent, label):
    """Owner and participants rows that do not name the agent itself stay closed to it, whatever it holds."""
    reader = scope(on_open_channel(agent))
    if label.visibility in {"owner", "participants"} and readable(label, reader):
        mine = agent.principals | {agent.entity} if label.visibility == "owner" else agent.identifiers
        assert set(label.who) & mine


@given(party(["ada"], ("internal",)))
def test_an_internal_entity_performs_no_administrative_act(agent):
    compiled = Compiled(on_open_channel(structs.replace(agent, permissions=EVERYTHING, trust_level="admin")))
    for act in (*ADMINISTRATIVE, *FURTHER):
        assert not compiled.check("administrative", act, "perform", Record(principal="ada")).allowed


# ---- ceilings and sets of permissions --------------------------------------------------------------------------------


def test_ceilings_are_strictly_nested():
    ladder = [CEILINGS[level] for level in get_args(TrustLevel)[::-1]]
    for lower, higher in itertools.pairwise(ladder):
        assert excess(lower.permissions, higher, "the next level") == []
        assert TOOL.get(lower.tools_up_to or "", 0) < TOOL[higher.tools_up_to or ""]
        assert SENSOR.get(lower.sensors_up_to or "", 0) <= SENSOR[higher.sensors_up_to or ""]
        assert excess(higher.permissions, lower, "the level below") != []
    delegate = CEILINGS["admin_delegate"]
    assert excess(INTERNAL.permissions, delegate, "a delegate") == []
    assert excess(delegate.permissions, INTERNAL, "an agent") != []


@given(party(["ada"]), st.sampled_from(list(TRUST)))
@settings(max_examples=40)
def test_a_lower_level_never_has_more(one, level):
    lower = structs.replace(one, trust_level=level)
    if one.kind == "external" and TRUST[level] <= TRUST[one.trust_level]:
        assert held_by(on_open_channel(lower)) <= held_by(on_open_channel(one))


@given(permissions, permissions)
def test_a_denial_wins_where_permissions_are_put_together(one, other):
    for tool in TOOLS:
        said = {verdict(one.tool_permissions, tool), verdict(other.tool_permissions, tool)}
        expected = "denied" if "denied" in said else "allowed" if "allowed" in said else None
        assert verdict(union(one, other).tool_permissions, tool) == expected
        assert (verdict(meet(one, other).tool_permissions, tool) == "allowed") == (said == {"allowed"})
    for sensor, action in SENSORS:
        key = f"{sensor}_{action}"
        said = {verdict(one.sensor_permissions, key), verdict(other.sensor_permissions, key)}
        expected = "denied" if "denied" in said else "allowed" if "allowed" in said else None
        assert verdict(union(one, other).sensor_permissions, key) == expected


@given(permissions, permissions, permissions)
def test_union_and_meet_do_not_depend_on_order_or_repetition(one, other, third):
    for put in (union, meet):
        assert put(one, other) == put(other, one)
        assert put(put(one, other), third) == put(one, put(other, third))
        assert put(put(one, other), other) == put(one, other)


@given(party(["ada"], ("external",)), permissions)
@settings(max_examples=60)
def test_what_exceeds_nothing_gives_nothing_more(one, given_):
    """`excess` is empty only where whoever is given it can do no more with it than its holder."""
    active = structs.replace(one, lifecycle_state="active")
    most = effective(on_open_channel(active))
    if not excess(given_, most, "held", DECLARED):
        given_to = structs.replace(active, permissions=given_)
        assert held_by(on_open_channel(given_to)) <= held_by(on_open_channel(active))


@given(party(["ada"]))
@settings(max_examples=40)
def test_nobody_goes_beyond_its_ceiling(one):
    active = structs.replace(one, lifecycle_state="active", allowed_channels=frozenset())
    at_most = structs.replace(active, permissions=ceiling_of(active).permissions)
    assert held_by(on_open_channel(active)) <= held_by(on_open_channel(at_most))


def test_every_power_is_somebodys():
    """The probes of these laws mean something: the admin has them all, who is untrusted none."""
    assert held_by(on_open_channel(ADMIN)) == frozenset(range(len(POWERS)))
    assert held_by(on_open_channel(structs.replace(ADMIN, trust_level="untrusted"))) == frozenset()
