"""Who asks, on the command line: raised and lowered by the admin, asking as somebody, and for somebody."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.faces.conftest import Kenning


def says(name: str, identifier: str, text: str, **privacy: Any) -> bytes:
    labels = {"sensitivity": "restricted", "visibility": "shared", **privacy}
    event = {
        "kind": "message.received",
        "source": {"type": "app", "name": "chat", "channel": "chat"},
        "actor": {"type": "person", "name": name, "identifier": identifier, "channel": "chat"},
        "files": [{"role": "primary", "content": text}],
        "privacy": labels,
    }
    return json.dumps(event).encode()


@pytest.fixture
def house(kenning: Kenning) -> Kenning:
    """Tom and Ann on an approved channel, Tom raised; what Ann said is confidential. Luna is an assistant."""
    kenning("record", "--file", "-", stdin=says("Tom", "@tom", "The deploy failed"))
    kenning("record", "--file", "-", stdin=says("Ann", "@ann", "Nobody may know the plan", sensitivity="confidential"))
    kenning(
        "channel", "define", "chat", "--domain", "interaction", "--sensitivity", "restricted", "--visibility", "shared"
    )
    kenning("channel", "approve", "chat")
    kenning("tool", "declare", "tidy", "safe")
    raised = (
        "elevate",
        "chat:@tom",
        "sub_user",
        "--write",
        "interaction",
        "--ceiling",
        "restricted",
        "--allow",
        "tool:tidy",
    )
    assert kenning(*raised).code == 0
    assert kenning("internal", "define", "companion", "luna").code == 0
    return kenning


def test_who_asks_sees_what_they_may_and_no_more(house: Kenning) -> None:
    assert "The deploy failed" in house("--as", "chat:@tom", "timeline").out
    for command in (["timeline"], ["log"], ["recall", "plan"], ["who"], ["entity", "list"]):
        answer = house("--as", "chat:@tom", *command)
        assert "plan" not in answer.out, command
        assert "Ann" not in answer.out, command
    assert house("--as", "chat:@tom", "who", "Ann").code == 3
    assert "Nobody may know" in house("timeline").out


def test_who_asks_records_and_is_told_no_number(house: Kenning) -> None:
    made = house("--as", "chat:@tom", "record", "back at noon")
    assert made.out.startswith("recorded  …")
    assert house("--as", "chat:@tom", "log", "--last", "1", "--json").rows[0]["files"][0]["content"] == "back at noon"
    assert len(house("--as", "chat:@tom", "log", "--last", "1", "--json").rows) == 1
    for number in ("1", "5", "99"):  # there or not, seen or not: the same
        answer = house("--as", "chat:@tom", "show", number)
        assert (answer.code, f"#{number} is no event of this log" in answer.err) == (3, True)


def test_a_context_says_who_asks_and_what_they_may(house: Kenning) -> None:
    out = house("--as", "chat:@tom", "context").out
    assert out.startswith("Tom  sub_user  ")
    assert "may         write interaction, up to restricted, tool tidy" in out
    found = house("--as", "luna/chat", "--for", "chat:@tom", "context", "--json").json
    assert (found["name"], found["session"]["role"]) == ("luna", "companion")
    assert found["effectivePermissions"]["privacyCeiling"] == "restricted"
    assert found["actingFor"] == house("who", "Tom", "--json").json["id"]


def test_a_check_says_why_and_its_exit_code_whether(house: Kenning) -> None:
    assert house("--as", "chat:@tom", "check", "tool", "tidy", "invoke").code == 0
    refused = house("--as", "chat:@tom", "check", "tool", "deploy", "invoke")
    assert (refused.code, "was not given this tool" in refused.out) == (5, True)
    assert house("--as", "chat:@tom", "check", "tool", "deploy", "invoke", "--json").json["allowed"] is False
    assert house("check", "event", "1", "read").code == 0
    assert house("check", "event", "99", "read").code == 3


def test_a_demotion_is_seen_at_once_and_the_audit_by_name(house: Kenning) -> None:
    house("--as", "chat:@tom", "timeline")
    assert house("--as", "chat:@tom", "erase", "evt_" + "0" * 32, "--because", "x", "--yes").code == 3
    audit = house("audit").out
    assert "Tom  on chat  timeline" in audit
    assert house("demote", "chat:@tom").code == 0
    assert house("--as", "chat:@tom", "timeline").out == "nothing in this stretch of time\n"
    assert "demoted" in house("entity", "log", "chat:@tom").out


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (["--as", "tom"], 2, "names no channel"),
        (["--as", "chat:@nobody"], 3, "there is no such entity"),
        (["--as", "Tom/no channel"], 2, "is no name"),
        (["--for", "chat:@tom"], 2, "nobody is named"),
    ],
)
def test_who_asks_is_named_by_identifier_or_by_name_and_channel(
    house: Kenning, options: list[str], code: int, said: str
) -> None:
    answer = house(*options, "timeline")
    assert (answer.code, said in answer.err) == (code, True), answer.err


def test_who_asks_may_stand_in_the_environment(house: Kenning, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KENNING_AS", "Tom/chat")
    assert house("context").out.startswith("Tom  sub_user")
    assert "Nobody may know" not in house("timeline").out
    assert house("verify").code == 5
