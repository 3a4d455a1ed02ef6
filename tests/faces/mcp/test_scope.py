"""An agent sees what its session may, and no byte of any answer tells that there is more. Nor is it the admin."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import kenning
from kenning.faces.mcp import resources
from kenning.faces.mcp.opening import Wished, checked
from kenning.faces.mcp.tools import TOOLS, Asker

PRIYA = [{"name": "Priya", "type": "person"}]
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("recall", {"question": "What does Priya like, and where is the boiler?"}),
    ("recall", {"question": "Ann's secret about Zoltan"}),
    ("recall", {"question": "Where does Priya's sister work?", "old": True}),
    ("timeline", {}),
    ("timeline", {"actors": ["Ann"], "newestFirst": False}),
    ("who_is", {"name": "Priya"}),
    ("who_is", {"name": "Zoltan"}),
    ("who_is", {}),
    ("resolve", {"name": "Zoltan"}),
    ("resolve", {"name": "Priya"}),
    ("review", {}),
]


def answered(session: Any, name: str, given: dict[str, Any]) -> Any:
    """An answer in both forms, or the words of a refusal."""
    try:
        found = TOOLS[name].answer(Asker(session), given)
    except kenning.KenningError as error:
        details = {key: value for key, value in error.details.items() if key != "recorded"}  # the id of the refusal
        return (error.code, error.message, error.hint, details)
    return (found.text, msgspec.to_builtins(found.noun))


def everything(session: Any) -> list[Any]:
    asker = Asker(session)
    listed = resources.listed(asker)
    return [
        *(answered(session, name, given) for name, given in ASKED),
        listed,
        [resources.read(asker, one.uri) for one in listed],
    ]


def secrets(house: Any) -> list[str]:
    """What Ann records for herself, and what the keeper claims of those Tom knows too."""
    ann = house.keeper.enter("Ann", channel="mcp")
    kept = [
        house.keep("Ann's secret: Priya likes Zoltan, and the boiler leaks", ann, about=[*PRIYA, {"name": "Zoltan"}]),
        house.keep("Priya likes green tea more than anybody", ann, about=PRIYA, by={"type": "person", "name": "Ann"}),
    ]
    house.noun("assert", ann, subject="Priya", predicate="likes", value="Zoltan", evidence=[kept[0]])
    house.keeper.record("The keeper's own note on Priya and the boiler")
    return kept


def test_what_is_another_s_is_in_no_answer_and_changes_none(house):
    house.keep("Priya likes tea, and the boiler is serviced in May", about=PRIYA)
    before = everything(house.session)
    kept = secrets(house)
    assert len(house.keeper.timeline(limit=50)) > 3
    after = everything(house.session)
    assert after == before
    told = repr(after)
    assert "Zoltan leaks" not in told
    assert not any(one in told for one in kept)
    assert "secret:" not in told


def test_what_is_another_s_can_be_neither_changed_nor_told_from_what_is_not_there(house):
    mine = house.keep("Priya likes tea", about=PRIYA)
    hidden, _ = secrets(house)

    def refusals(event: str) -> list[Any]:
        calls: list[tuple[str, dict[str, Any]]] = [
            ("forget", {"event": event}),
            ("correct", {"event": event, "content": "x"}),
            ("correct", {"claim": event}),
            ("remember", {"text": "x", "derivedFrom": [event]}),
            ("assert", {"subject": "Priya", "predicate": "likes", "value": "x", "evidence": [event]}),
            ("review", {"item": event, "decision": "accept"}),
        ]
        found = [answered(house.session, name, given) for name, given in calls]
        with pytest.raises(kenning.NotFoundError) as error:
            resources.read(Asker(house.session), resources.uri_of(event))
        return [*found, error.value.message]

    missing = "evt_01a22d986a1b7cf988495f0fa6a18e62"
    assert repr(refusals(hidden)).replace(hidden, "ID") == repr(refusals(missing)).replace(missing, "ID")
    assert [one["id"] for one in house.noun("timeline")["lines"]] == [mine]
    assert not house.keeper.view(hidden).redacted


def test_for_nobody_an_agent_sees_what_is_its_own_alone(house):
    house.keep("Tom's matter")
    alone = house.keeper.enter("luna", channel="mcp")
    assert "lines" not in house.noun("timeline", alone)
    house.keep("luna's own", alone)
    assert [one["untrusted"] for one in house.noun("timeline", alone)["lines"]] == ["luna's own"]


def test_the_admin_s_session_is_refused_unless_it_is_meant(house):
    for session in (house.keeper, house.keeper.enter("admin", channel="mcp")):
        with pytest.raises(kenning.NotAllowedError, match="agents are not the admin"):
            checked(session, Wished())
        checked(session, Wished(admin=True))
    checked(house.session, Wished())


def test_a_person_who_is_demoted_is_acted_for_no_more(house):
    house.keep("Tom's matter")
    assert len(house.noun("timeline")["lines"]) == 1
    house.keeper.demote("Tom")
    assert "lines" not in house.noun("timeline")
    with pytest.raises(kenning.NotFoundError):
        house.noun("forget", event=house.keeper.timeline()[0].event.id)
