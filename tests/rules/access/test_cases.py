"""The tables and diagrams of the entity model as cases: cases/access (begin with 00_how_to_read.json)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.mark import ParameterSet
from msgspec import structs

from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.internal import POLICIES
from kenning.model.access.levels import SENSOR, TOOL
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions
from kenning.model.access.request import Decision, Reason, Record, Request, Slice
from kenning.model.change import Labels
from kenning.rules.access import Compiled, decide, effective, may_grant, may_merge, may_move, merged, moved, words
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.merging import Opening
from kenning.rules.access.words import CODES, RULES

CASES = Path(__file__).parents[2] / "cases" / "access"
DECLARED = Declarations(
    tools={"look": "safe", "read_code": "safe", "run_tests": "effectful", "deploy": "effectful", "wipe": "reserved"}
)


def cases(name: str) -> list[ParameterSet]:
    read = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in read["cases"]]


def permissions_of(written: Any) -> Permissions:
    if written == "all":
        return EVERYTHING
    if isinstance(written, str):
        known: dict[str, Permissions] = {f"ceiling:{level}": one.permissions for level, one in CEILINGS.items()}
        known |= {f"policy:{role}": one.permissions for role, one in POLICIES.items()}
        return known[written]
    return msgspec.convert(written, Permissions)


def party_of(written: dict[str, Any]) -> Party:
    plain = {"lifecycleState": "active", **written, "permissions": {}}
    return structs.replace(msgspec.convert(plain, Party), permissions=permissions_of(written.get("permissions", {})))


def caller_of(case: dict[str, Any], who: str = "entity") -> Caller:
    channel = Channel(
        id="chat",
        approval_state=case.get("channel_state", "approved"),
        permissions=permissions_of(case.get("channel", "all")),
    )
    person = party_of(case["person"]) if "person" in case else None
    return Caller(entity=party_of(case[who]), channel=channel, person=person, declared=DECLARED)


@pytest.mark.parametrize("case", [*cases("trust_levels"), *cases("internal"), *cases("session")])
def test_decision(case):
    caller = caller_of(case)
    kind, name, action = case["ask"]
    labels = tuple(msgspec.convert(one, Labels) for one in case.get("labels", []))
    record = Record(labels=labels, principal=case.get("principal", "")) if labels else None
    request = Request(entity=caller.entity.entity, resource_type=kind, resource_id=name, action=action)
    decision = decide(request, Slice(caller=caller, record=record))
    assert decision.allowed == case["allowed"], words(decision, request)
    if "codes" in case:
        assert [reason.code for reason in decision.reasons] == case["codes"]
    if "rule" in case:
        assert decision.rule == case["rule"]
    if "effective" in case:
        assert effective(caller).permissions == msgspec.convert(case["effective"], Permissions)


@pytest.mark.parametrize("case", cases("decisions"))
def test_the_whole_decision(case):
    """Every code, rule and side, word for word: what a program may depend on."""
    caller = caller_of(case)
    labels = tuple(msgspec.convert(one, Labels) for one in case.get("labels", []))
    record = Record(labels=labels, principal=case.get("principal", "")) if labels or "principal" in case else None
    reasons = tuple(Reason(code=code, side=side, of=of) for code, side, of in case["decision"]["reasons"])
    expected = Decision(allowed=case["decision"]["allowed"], rule=case["decision"]["rule"], reasons=reasons)
    kind, name, action = case["ask"]
    assert Compiled(caller).check(kind, name, action, record) == expected
    assert all(reason.code in CODES for reason in reasons)
    assert expected.rule in RULES


def test_a_request_for_another_entity_and_one_that_breaks_say_so():
    caller = caller_of({"entity": {"entity": "kay", "permissions": "all", "trustLevel": "admin"}})
    request = Request(entity="ken", resource_type="tool", resource_id="look", action="invoke")
    reason = Reason(code="not_the_caller", side="request")
    assert decide(request, Slice(caller=caller)) == Decision(allowed=False, rule="default_deny", reasons=(reason,))
    broken = Decision(allowed=False, rule="error_denies", reasons=(Reason(code="error", side="request"),))
    unheard: Any = ["look"]
    assert Compiled(caller).check("tool", unheard, "invoke") == broken
    assert decide(structs.replace(request, entity="kay"), Slice(caller=structs.replace(caller, channel=None))) == broken


@pytest.mark.parametrize("case", cases("ceilings"))
def test_ceiling(case):
    """The table of the design, cell by cell."""
    ceiling = CEILINGS[case["level"]]
    held = ceiling.permissions
    assert structs.asdict(held.domain_access) == case["domains"]
    assert held.privacy_ceiling == case["privacy_ceiling"]
    assert (ceiling.tools_up_to, ceiling.sensors_up_to) == (case["tools"], case["sensors"])
    assert (held.control_channel == "allowed") == case["control_channel"]
    assert shown(structs.asdict(held.administrative_permissions)) == case["administrative"]
    assert shown(structs.asdict(held.further_permissions)) == case["further"]
    assert held.delegation.max_delegation_level == case["may_delegate_up_to"]


def shown(acts: dict[str, str | None]) -> str:
    """A cell of the table: all, all but some, or each by name."""
    given = [name for name, said in acts.items() if said is not None]
    if not given:
        return ""
    missing = [name for name in acts if name not in given]
    if not missing:
        return "all"
    if len(missing) < len(given):
        return f"all but {', '.join(missing)}"
    return ", ".join(f"{name} {acts[name]}" for name in given)


@pytest.mark.parametrize("case", cases("schema"))
def test_the_schema_has_it_and_takes_every_value(case):
    for value in case["values"]:
        written: Any = value
        for step in reversed(case["path"]):
            written = {camel(step) if step not in {"read_code", "camera_read"} else step: written}
        read: Any = msgspec.convert(written, Permissions)
        for step in case["path"]:
            read = read[step] if isinstance(read, dict) else getattr(read, step)
        assert read == value


def camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word.title() for word in rest)


def test_nothing_is_permitted_to_begin_with():
    assert msgspec.convert({}, Permissions) == NONE
    assert NONE.privacy_ceiling is None
    assert set(structs.asdict(NONE.domain_access).values()) == {"none"}


@pytest.mark.parametrize("case", cases("delegation"))
def test_grant(case):
    caller = caller_of(case, "actor")
    given = permissions_of(case["permissions"])
    verdict = may_grant(caller, party_of(case["target"]), case["level"], given)
    assert verdict.allowed == case["allowed"], verdict
    if "codes" in case:
        assert [reason.code for reason in verdict.decision.reasons] == case["codes"]
    if "bounds" in case:
        assert sorted({one.bound for one in verdict.excess}) == case["bounds"]
    if "dependent" in case:
        assert verdict.dependent == case["dependent"]


@pytest.mark.parametrize("case", cases("merging"))
def test_merge(case):
    survivor, other = party_of(case["survivor"]), party_of(case["other"])
    verdict = may_merge(caller_of(case, "actor"), survivor, other, Opening(proven=case.get("proven", False)))
    assert verdict.allowed == case["allowed"], verdict
    if "codes" in case:
        assert [reason.code for reason in verdict.decision.reasons] == case["codes"]
    if "merged" in case:
        became = merged(survivor, other)
        expected = msgspec.convert(case["merged"]["permissions"], Permissions)
        assert (became.level, became.permissions) == (case["merged"]["level"], expected)


@pytest.mark.parametrize("case", cases("lifecycle"))
def test_lifecycle(case):
    assert moved(case["transition"], case["of"]) == case["to"]


def test_elevation_goes_as_the_diagram_shows():
    admin = Caller(
        entity=party_of({"entity": "admin", "trustLevel": "admin", "permissions": "all"}),
        channel=Channel(id="chat", approval_state="approved"),
    )
    state, one = None, Party(entity="new", identifiers=frozenset({"discord:@new"}))
    for param in cases("elevation"):
        case: Any = param.values[0]
        level = case.get("to", "untrusted")
        if case["act"] == "elevate":
            given = CEILINGS[level].permissions
            assert may_grant(admin, one, level, given).allowed, case["name"]
            one = structs.replace(one, trust_level=level, permissions=given)
        if case["act"] == "demote":
            assert may_move(admin, "demote", one).allowed
            one = structs.replace(one, trust_level="untrusted", permissions=NONE)
        state = moved(case["act"], state)
        one = structs.replace(one, lifecycle_state=state)
        assert (one.lifecycle_state, one.trust_level) == (case["state"], case["level"]), case["name"]
        assert one.identifiers == {"discord:@new"}, "identity stays"


def test_every_code_and_rule_has_words():
    assert all(CODES.values())
    assert all(RULES.values())
    assert (len(TOOL), len(SENSOR)) == (4, 3)
