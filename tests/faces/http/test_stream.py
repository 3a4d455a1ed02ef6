"""Listening: every event once, from where one left off, nothing out of sight, and nobody held up by who reads slowly."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kenning.faces.http.serving import Limits
from tests.access.worlds import READS, approve, said, trust

NOTE = {"kind": "note.created", "source": {"type": "user", "name": "manual"}}
PATIENCE_S = 60


def listened(lines: Iterator[str], count: int) -> list[tuple[str, dict[str, Any]]]:
    """The next events of a stream, each with its id."""
    found: list[tuple[str, dict[str, Any]]] = []
    place = ""
    for line in lines:
        if line.startswith("id: "):
            place = line[4:]
        elif line.startswith("data: "):
            found.append((place, json.loads(line[6:])))
            if len(found) == count:
                break
    return found


def texts(found: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [event["files"][0]["content"] for _, event in found]


def test_events_come_as_they_are_recorded_and_a_stream_goes_on_where_it_broke(served: Any) -> None:
    served.keeper.record("before")
    with served.client().stream("GET", "/v1/events/stream") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        threading.Timer(0.05, lambda: [served.keeper.record(f"event {n}") for n in range(5)]).start()
        lines = answer.iter_lines()
        first = listened(lines, 3)
    assert texts(first) == ["event 0", "event 1", "event 2"]
    place = first[1][0]
    with served.client().stream("GET", "/v1/events/stream", headers={"Last-Event-ID": place}) as answer:
        assert texts(listened(answer.iter_lines(), 3)) == ["event 2", "event 3", "event 4"]


def test_a_stream_goes_on_behind_an_event_that_was_erased(served: Any) -> None:
    receipts = [served.keeper.record(f"event {n}") for n in range(3)]
    kinds = {"kinds": "note.created", "cursor": 0}
    with served.client().stream("GET", "/v1/events/stream", params=kinds) as answer:
        place = listened(answer.iter_lines(), 2)[1][0]
    served.keeper.erase(receipts[1].id, because="asked for")
    with served.client().stream("GET", "/v1/events/stream", params=kinds, headers={"Last-Event-ID": place}) as answer:
        assert texts(listened(answer.iter_lines(), 1)) == ["event 2"]


def test_a_stream_is_filtered_and_scoped(served: Any) -> None:
    keeper = served.keeper
    approve(keeper)
    keeper.record(said("first", "Bob", 1))
    trust(keeper, "chat:@bob", "sub_user", READS)
    token = keeper.issue_token("chat:@bob", channel="chat").secret
    with served.client(token).stream("GET", "/v1/events/stream", params={"kinds": "message.received"}) as answer:
        keeper.record(said("secret", "Dora", 2, sensitivity="confidential"))
        keeper.record(said("second", "Dora", 3))
        found = listened(answer.iter_lines(), 1)
    assert texts(found) == ["second"]
    assert found[0][1].get("sequence", 0) == 0


def test_a_token_that_is_revoked_hears_no_more(served: Any) -> None:
    issued = served.keeper.issue_token("admin", channel="local")
    with served.client(issued.secret).stream("GET", "/v1/events/stream") as answer:
        lines = answer.iter_lines()
        served.keeper.record("heard")
        assert texts(listened(lines, 1)) == ["heard"]
        served.keeper.revoke_token(issued.token.id)
        last = listened(lines, 1)
        assert last[0][1]["code"] == "not_allowed"
        assert list(lines) == [""]


def test_who_does_not_read_holds_up_nobody(served: Any) -> None:
    with served.client().stream("GET", "/v1/events/stream", params={"cursor": 0}) as answer:
        for _ in range(30):
            served.keeper.record_many([{**NOTE, "files": [{"role": "primary", "content": "x" * 20_000}]}] * 20)
        assert served.client().get("/v1/timeline", params={"limit": 1}).status_code == 200
        found = listened(answer.iter_lines(), 601)
    assert [event["sequence"] for _, event in found] == list(range(1, 602))


def test_a_server_that_stops_lets_its_listeners_go(serve: Any) -> None:
    served = serve()
    with served.client().stream("GET", "/v1/events/stream") as answer:
        lines = answer.iter_lines()
        served.keeper.record("heard")
        listened(lines, 1)
        stopping = threading.Thread(target=served.stop)
        stopping.start()
        list(lines)
        stopping.join(PATIENCE_S)
    assert served.server.watch.listeners == 0


def test_silence_is_broken_by_a_beat_and_there_are_only_so_many_listeners(serve: Any) -> None:
    served = serve(limits=Limits(streams=1, beat_s=0.05))
    with served.client().stream("GET", "/v1/events/stream") as answer:
        lines = answer.iter_lines()
        assert next(lines) == ": all is well"
        with served.client().stream("GET", "/v1/events/stream") as refused:
            refused.read()
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")


@pytest.mark.parametrize("params", [{"cursor": "cur_none"}, {"after": "tomorrow"}, {"colour": "red"}, {"at": "1"}])
def test_what_is_wrong_is_told_before_the_stream_begins(served: Any, params: dict[str, str]) -> None:
    served.keeper.record("one")
    answer = served.client().get("/v1/events/stream", params=params)
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
