"""Over HTTP: each request is of the session behind its token, and of no other; whatever comes is answered."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

import kenning
from kenning.faces.http.serving import Limits
from tests.faces.mcp.conftest import PATIENCE_S, House, Spoken
from tests.faces.mcp.test_stdio import CALLS, INITIALIZE, MESSAGES, PLAIN, asking, calling

JSON = {"Content-Type": "application/json"}
VERSION = {"MCP-Protocol-Version": "2025-06-18"}


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_the_official_client_keeps_and_recalls_in_either_age_of_the_protocol(spoken, house, mode):
    kept, found, me = spoken().calls(
        ("remember", {"text": "Priya likes tea"}), ("recall", {"question": "tea"}), ("who_is", {}), mode=mode
    )
    assert [one["id"] for one in found.structured_content["lines"]] == [kept.structured_content["id"]]
    assert me.structured_content["actingFor"] == house.keeper.who("Tom").id
    assert house.session.event(kept.structured_content["id"]).recorded_by.channel == "mcp"


def test_two_tokens_are_two_sessions_each_with_what_it_may_see(spoken, house):
    served = spoken()
    ann = house.keeper.issue_token("luna", channel="mcp", acting_for="Ann").secret
    served.calls(("remember", {"text": "Tom's matter"}))
    served.calls(("remember", {"text": "Ann's matter"}), token=ann)
    [toms] = served.calls(("timeline", {}))
    [anns] = served.calls(("timeline", {}), token=ann)
    assert [one["untrusted"] for one in toms.structured_content["lines"]] == ["Tom's matter"]
    assert [one["untrusted"] for one in anns.structured_content["lines"]] == ["Ann's matter"]


def opened(client: Any) -> dict[str, str]:
    """Shake hands; give the headers of the session."""
    answered = client.post("/mcp", json=INITIALIZE)
    assert answered.status_code == 200
    return {"mcp-session-id": answered.headers["mcp-session-id"], **VERSION}


def test_a_session_of_the_protocol_is_of_the_token_that_opened_it(spoken, house):
    served = spoken()
    ann = house.keeper.issue_token("luna", channel="mcp", acting_for="Ann").secret
    with served.client() as tom, served.client(ann) as other:
        session = opened(tom)
        assert tom.post("/mcp", json=calling("who_is", "mine"), headers=session).status_code == 200
        assert other.post("/mcp", json=calling("who_is", "theirs"), headers=session).status_code == 404


def test_nothing_is_answered_without_a_token_that_counts(spoken, house):
    served = spoken()
    with served.client("") as nobody, served.client("kng_default.x.y") as stranger, served.client() as known:
        for one in (nobody, stranger):
            refused = one.post("/mcp", json=INITIALIZE)
            assert (refused.status_code, refused.json()["code"]) == (401, "not_allowed")
            assert "mcp-session-id" not in refused.headers
        session = opened(known)
        [token] = house.keeper.tokens()
        house.keeper.revoke_token(token.id)
        assert known.post("/mcp", json=calling("who_is", "late"), headers=session).status_code == 401
        assert nobody.get("/healthz").status_code == 200


@pytest.mark.parametrize("channel", ["local", "mcp"])
def test_the_admin_s_token_is_refused_unless_the_admin_is_meant(spoken, house, channel):
    token = house.keeper.issue_token("admin", channel=channel).secret
    with spoken().client(token) as client:
        refused = client.post("/mcp", json=INITIALIZE)
    assert (refused.status_code, refused.json()["detail"]) == (
        403,
        "this session is the admin's, and agents are not the admin",
    )
    [found] = spoken(admin=True).calls(("who_is", {}), token=token)
    assert found.structured_content["role"] == "admin"


def test_a_token_lets_through_no_more_than_its_verbs(spoken, house):
    token = house.keeper.issue_token("luna", channel="mcp", acting_for="Tom", reading=True).secret
    refused, found = spoken().calls(("remember", {"text": "x"}), ("recall", {"question": "x"}), token=token)
    assert refused.is_error
    assert refused.content[0].text.startswith("error not_allowed: record: is not among the verbs of this token")
    assert not found.is_error
    assert house.session.timeline() == []


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/mcp", 405),
        ("PUT", "/mcp", 405),
        ("GET", "/", 404),
        ("POST", "/mcp/x", 404),
        ("POST", "/v1/recall", 404),
    ],
)
def test_there_is_one_address_and_nothing_to_listen_to(spoken, method, path, status):
    with spoken().client() as client:
        assert client.request(method, path).status_code == status


def test_on_loopback_it_answers_to_its_own_names_only(spoken):
    with spoken().client(Host="evil.example") as client:
        assert client.post("/mcp", json=INITIALIZE).status_code == 421
    with spoken().client(Origin="http://evil.example") as client:
        assert client.post("/mcp", json=INITIALIZE).status_code == 403


def test_limits_are_kept(spoken):
    with spoken(limits=Limits(body_bytes=2000)).client() as client:
        assert client.post("/mcp", content=b"x" * 3000, headers=JSON).status_code == 413
    with spoken(limits=Limits(rate_s=0.001, burst=1)).client() as client:
        assert client.post("/mcp", json=INITIALIZE).status_code == 200
        assert client.post("/mcp", json=INITIALIZE).status_code == 429
    served = spoken(limits=Limits(body_s=0.2))
    with served.client() as client:

        def slowly() -> Any:
            yield b'{"jsonrpc"'
            time.sleep(1)
            yield b"}"

        assert client.post("/mcp", content=slowly(), headers=JSON).status_code == 408


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One server for many frames."""
    made = House(tmp_path_factory.mktemp("fuzz") / "house.kenning")
    served = Spoken(made)
    with served.client() as client:
        yield client, opened(client)
    served.close()
    assert made.keeper.verify().problems == []
    made.keeper.close()


BODIES = some.one_of(
    some.binary(max_size=200),
    PLAIN.map(lambda plain: json.dumps(plain).encode()),
    MESSAGES.map(lambda plain: json.dumps(plain).encode()),
    CALLS.map(lambda call: json.dumps(asking("tools/call", call)).encode()),
    some.sampled_from((b"[" * 50_000, b'{"a":' * 50_000, b"\xff\xfe", b"", b"null")),
)
HEADERS = some.fixed_dictionaries(
    {},
    optional={
        "mcp-protocol-version": some.sampled_from(("2025-06-18", "2026-07-28", "1999-01-01", "x")),
        "content-type": some.sampled_from(("application/json", "text/plain", "application/json; charset=utf-16")),
        "accept": some.sampled_from(("application/json", "*/*", "text/html")),
        "mcp-session-id": some.text("0123456789abcdef", max_size=40),
        "last-event-id": some.text("0123456789", max_size=9),
    },
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(BODIES, HEADERS, some.booleans())
def test_no_body_breaks_it(fuzzed, body, headers, within):
    client, session = fuzzed
    answered = client.post("/mcp", content=body, headers={**JSON, **(session if within else {}), **headers})
    assert answered.status_code < 500
    assert "Traceback" not in answered.text
    assert client.post("/mcp", json=asking("ping"), headers=session).json()["result"] == {}


def test_it_serves_as_a_command_and_stops_when_told(house, tmp_path: Path) -> None:
    token = house.keeper.issue_token("luna", channel="mcp", acting_for="Tom").secret
    told = tmp_path / "told"
    command = [sys.executable, "-m", "kenning", "--store", str(house.path), "mcp", "--http", "--port", "0"]
    with told.open("w") as err:
        process = subprocess.Popen(command, stderr=err, env={**os.environ, "KENNING_VECTORS": "none"})
    try:
        while "serving the store at" not in told.read_text():
            assert process.poll() is None, told.read_text()
            time.sleep(0.02)
        url = told.read_text().split()[-1]
        assert url.endswith("/mcp")  # what a program is to be given
        served = Spoken.__new__(Spoken)
        served.url, served.token = url.removesuffix("/mcp"), token
        [kept] = served.calls(("remember", {"text": "by a command"}))
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE_S) == 0
    finally:
        process.kill()
    assert house.session.event(kept.structured_content["id"]).text == "by a command"
    assert "by a command" not in told.read_text()
    assert isinstance(house.keeper, kenning.Session)
