"""Frames over stdin and stdout of a real process: whatever comes, it answers, goes on, and ends when it should."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as some

from tests.faces.mcp.conftest import PATIENCE_S, House
from tests.need import need

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": "begin",
    "method": "initialize",
    "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
NUMBERS = count(1)


def asking(method: str, params: Any = None, asked: Any = None) -> dict[str, Any]:
    """A request."""
    found = {"jsonrpc": "2.0", "id": asked if asked is not None else next(NUMBERS), "method": method}
    return found if params is None else {**found, "params": params}


def calling(tool: str, asked: Any = None, **given: Any) -> dict[str, Any]:
    """A call of a tool."""
    return asking("tools/call", {"name": tool, "arguments": given}, asked)


class Connection:
    """The other end of a server's two descriptors."""

    def __init__(self, writes: int, reads: int) -> None:
        self._writes, self._reads = writes, reads
        self._open = {writes, reads}
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        with open(self._reads, "rb", closefd=False) as lines:
            for line in lines:
                self._lines.put(line)
        self._lines.put(None)

    def send(self, *frames: Any) -> None:
        """Send frames: bytes as they are, all else as JSON in a line."""
        for one in frames:
            left = one if isinstance(one, bytes) else json.dumps(one).encode() + b"\n"
            while left:
                left = left[os.write(self._writes, left) :]

    def next(self) -> dict[str, Any] | None:
        """The next message; none where there is no more."""
        line = self._lines.get(timeout=PATIENCE_S)
        if line is None:
            return None
        found = json.loads(line)
        assert found["jsonrpc"] == "2.0"
        assert ("result" in found) != ("error" in found)
        return dict(found)

    def until(self, *asked: Any) -> list[dict[str, Any]]:
        """The messages up to the last of the answers to some requests."""
        waited, found = set(asked), list[dict[str, Any]]()
        while waited:
            one = self.next()
            assert one is not None, f"it ended: {self.why()}"
            found.append(one)
            waited.discard(one["id"])
        return found

    def why(self) -> str:
        """What is known of its end."""
        return ""

    def ask(self, frame: dict[str, Any]) -> dict[str, Any]:
        """Send a request, and give its answer."""
        self.send(frame)
        return self.until(frame["id"])[-1]

    def begin(self) -> dict[str, Any]:
        """Shake hands."""
        found = self.ask(INITIALIZE)
        self.send(INITIALIZED)
        return found

    def rest(self) -> list[dict[str, Any]]:
        """End the input; give what was still said."""
        self._shut(self._writes)
        found = []
        while (one := self.next()) is not None:
            found.append(one)
        self.close()
        return found

    def close(self) -> None:
        """Be done with it: what it says until it ends is read to nobody."""
        self._shut(self._writes)
        self._reader.join(PATIENCE_S)
        self._shut(self._reads)

    def _shut(self, descriptor: int) -> None:
        if descriptor in self._open:
            self._open.remove(descriptor)
            os.close(descriptor)


class Process(Connection):
    """`kenning mcp` in a process of its own."""

    def __init__(self, store: Path, *more: str) -> None:
        who = ["--as", "luna/mcp", "--for", "Tom"]
        command = [sys.executable, "-m", "kenning", "--store", str(store), *who, "mcp", *more]
        setting = {**os.environ, "KENNING_VECTORS": "none"}
        self.told = store.with_suffix(f".{next(NUMBERS)}.told")
        (taken, writes), (reads, given) = os.pipe(), os.pipe()
        with self.told.open("w") as err:
            self.process = subprocess.Popen(command, stdin=taken, stdout=given, stderr=err, env=setting)
        for one in (taken, given):
            os.close(one)
        super().__init__(writes, reads)

    def why(self) -> str:
        """What is known of its end."""
        return f"{self.process.wait(PATIENCE_S)} {self.told.read_text()}"

    def end(self) -> tuple[int, list[dict[str, Any]]]:
        """End the input; give the exit code and what was still said."""
        self._shut(self._writes)
        code = self.process.wait(PATIENCE_S)
        return code, self.rest()

    def close(self) -> None:
        """Be done with it."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        super().close()


class Here(Connection):
    """The same frames, spoken by a thread of this process."""

    def __init__(self, session: Any) -> None:
        from kenning.faces.mcp.server import Alone, make_server
        from kenning.faces.mcp.stdio import speak

        (taken, writes), (reads, given) = os.pipe(), os.pipe()

        def work() -> None:
            try:
                asyncio.run(speak(make_server(Alone(session)), taken, given))
            finally:
                os.close(given)

        self.thread = threading.Thread(target=work, daemon=True)
        self.thread.start()
        super().__init__(writes, reads)

    def end(self) -> tuple[bool, list[dict[str, Any]]]:
        """End the input; tell whether it ended, and give what was still said."""
        found = self.rest()
        self.thread.join(PATIENCE_S)
        return not self.thread.is_alive(), found


Speak = Callable[[], Here]


@pytest.fixture
def speak(house: Any) -> Iterator[Speak]:
    """Opens connections of luna's, for Tom."""
    opened: list[Here] = []

    def start() -> Here:
        opened.append(Here(house.session))
        return opened[-1]

    yield start
    for one in opened:
        one.close()


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """One process for many frames: what none of them may break."""
    need("the extra mcp", importlib.util.find_spec("mcp") is not None, "it is the protocol")
    made = House(tmp_path_factory.mktemp("fuzz") / "house.kenning")
    made.keep("Priya works at Arc Labs", about=[{"name": "Priya", "type": "person"}])
    found = Process(made.path)
    found.begin()
    yield found
    code, _ = found.end()
    assert (code, found.told.read_text()) == (0, "")
    assert made.keeper.verify().problems == []
    made.keeper.close()


def test_a_conversation_is_kept_and_recalled_in_the_order_in_which_it_came(speak, house):
    here = speak()
    assert here.begin()["result"]["serverInfo"]["name"] == "kenning"
    here.send(calling("remember", "a", text="Priya likes tea"), calling("recall", "b", question="tea"))
    first, second = here.until("a", "b")
    assert second["result"]["structuredContent"]["lines"][0]["id"] == first["result"]["structuredContent"]["id"]
    assert here.end() == (True, [])
    assert [view.text for view in house.session.timeline()] == ["Priya likes tea"]


def test_what_is_under_way_when_the_input_ends_is_answered_first(speak, house):
    here = speak()
    wanted = [calling("remember", f"r{number}", text=f"note {number}") for number in range(100)]
    here.send(INITIALIZE, INITIALIZED, *wanted)
    ended, found = here.end()
    assert ended
    assert {one["id"] for one in found if "result" in one} == {"begin", *(one["id"] for one in wanted)}
    assert len(house.session.timeline(limit=200)) == 100


def test_half_a_line_at_the_end_is_answered_and_ends_it(speak):
    here = speak()
    here.begin()
    here.send(b'{"jsonrpc": "2.0", "id": 9, "meth')
    ended, [refused] = here.end()
    assert (ended, refused["id"], refused["error"]["code"]) == (True, None, -32700)


def test_nothing_at_all_ends_it_too(speak):
    assert speak().end() == (True, [])


def test_it_ends_where_nobody_reads_its_answers(house):
    from kenning.faces.mcp.server import Alone, make_server
    from kenning.faces.mcp.stdio import speak as speaking

    (taken, writes), (reads, given) = os.pipe(), os.pipe()
    os.close(reads)
    os.write(writes, b"".join(json.dumps(one).encode() + b"\n" for one in (INITIALIZE, INITIALIZED, asking("ping"))))
    asyncio.run(asyncio.wait_for(speaking(make_server(Alone(house.session)), taken, given), PATIENCE_S))
    for one in (writes, given):
        os.close(one)


def test_before_the_handshake_nothing_is_done(speak, house):
    here = speak()
    here.send(calling("remember", "early", text="too early"), asking("ping", asked="there"))
    found = {one["id"]: one for one in here.until("early", "there")}
    assert "error" in found["early"]
    here.begin()
    assert here.ask(asking("tools/list"))["result"]["tools"][0]["name"] == "remember"
    assert house.session.timeline() == []


def test_a_line_that_is_too_long_is_passed_over(speak):
    from kenning.faces.mcp.stdio import LINE_BYTES_MAX

    here = speak()
    here.begin()
    here.send(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"' + b"x" * LINE_BYTES_MAX + b'"}}\n')
    here.send(asking("ping", asked="after"))
    refused, _ = here.until("after")
    assert (refused["id"], refused["error"]["code"]) == (None, -32600)


def test_more_requests_than_can_be_under_way_are_taken_one_by_one(speak):
    from kenning.faces.mcp.stdio import UNDER_WAY_MAX

    here = speak()
    here.begin()
    wanted = [calling("who_is", f"w{number}") for number in range(3 * UNDER_WAY_MAX)]
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "w7"}}
    here.send(*wanted, cancelled, asking("ping", asked="last"))
    assert "last" in {one["id"] for one in here.until("last")}
    assert here.end()[0]


def test_what_was_acknowledged_is_kept_when_a_signal_ends_it(house):
    running = Process(house.path)
    try:
        running.begin()
        kept = running.ask(calling("remember", text="kept"))["result"]["structuredContent"]["id"]
        running.process.send_signal(signal.SIGTERM)
        assert running.process.wait(PATIENCE_S) == 0
        assert running.told.read_text() == ""
    finally:
        running.close()
    assert house.session.event(kept).text == "kept"


HOSTILE: list[tuple[bytes, Any, int | None]] = [
    (b"garbage\n", None, -32700),
    (b"[1, 2]\n", None, -32600),
    (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', None, -32600),
    (b"7\n", None, -32600),
    (b"null\n", None, -32600),
    (b"{}\n", None, -32600),
    (b'{"jsonrpc":"2.0","id":"no method"}\n', "no method", -32600),
    (b'{"jsonrpc":"1.0","id":"v1","method":"ping"}\n', "v1", -32600),
    (b'{"jsonrpc":"2.0","id":"numbered","method":7}\n', "numbered", -32600),
    (b'{"jsonrpc":"2.0","id":"listed","method":"ping","params":[1]}\n', "listed", -32600),
    (b'{"jsonrpc":"2.0","id":true,"method":"ping"}\n', None, -32600),
    (b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}\n', None, -32700),
    (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}\n', None, -32700),
    (b'{"jsonrpc":"2.0","id":[],"method":"ping"}\n', None, -32600),
    (b'{"jsonrpc":"2.0","id":[],"method":"ping","params":{"x":-Infinity}}\n', None, -32700),
    (b'{"jsonrpc":"2.0","id":"nan","method":"ping","params":{"x":NaN}}\n', None, -32700),
    (b'{"jsonrpc":"2.0","id":1e400,"method":"ping"}\n', None, -32700),
    (b'{"jsonrpc":"2.0","id":1,"id":"twice","method":"ping"}\n', "twice", None),
    (b"[" * 100_000 + b"\n", None, -32700),
    (b'{"a":' * 100_000 + b"\n", None, -32700),
    (b'{"jsonrpc":"2.0","id":"unknown","method":"tools/erase"}\n', "unknown", -32601),
    (b'{"jsonrpc":"2.0","id":"empty","method":""}\n', "empty", -32601),
    (b'{"jsonrpc":"2.0","id":"bare","method":"tools/call"}\n', "bare", -32602),
    (
        b'{"jsonrpc":"2.0","id":"text","method":"tools/call","params":{"name":"recall","arguments":"x"}}\n',
        "text",
        -32602,
    ),
    (b'{"jsonrpc":"2.0","id":"none","method":"tools/call","params":{"name":"none"}}\n', "none", -32602),
    (b'{"jsonrpc":"2.0","id":"uri","method":"resources/read","params":{"uri":"kenning://x"}}\n', "uri", -32602),
    (b'{"jsonrpc":"2.0","id":"' + b"9" * 4096 + b'","method":"ping"}\n', "9" * 4096, None),
    (b'{"jsonrpc":"2.0","id":' + b"9" * 5000 + b',"method":"ping"}\n', None, -32700),
]


@pytest.mark.parametrize(("frame", "asked", "code"), HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_request_is_answered_as_the_protocol_says(process, frame, asked, code):
    last = asking("ping")
    process.send(frame, last)
    answers = process.until(last["id"], *([asked] if asked is not None else []))
    assert [one.get("error", {}).get("code") for one in answers if one["id"] == asked] == [code]


PLAIN = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats() | some.text(max_size=40),
    lambda inner: some.lists(inner, max_size=4) | some.dictionaries(some.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
METHODS = some.sampled_from(
    (
        *("ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list"),
        *("initialize", "server/discover", "prompts/get", "completion/complete", "logging/setLevel"),
        *("notifications/cancelled", "notifications/initialized", "notifications/progress", "subscriptions/listen"),
    )
) | some.text(max_size=20)
TOOL_NAMES = ("remember", "recall", "who_is", "timeline", "assert", "correct", "forget", "resolve", "review")
FIELDS = some.sampled_from(
    (
        *("text", "question", "name", "event", "claim", "content", "patch", "item", "decision", "about", "by", "k"),
        *("budgetTokens", "asOf", "evidence", "subject", "predicate", "value", "object", "after", "kinds", "privacy"),
    )
)
GIVEN = some.dictionaries(FIELDS, PLAIN | some.sampled_from(("Priya", "evt_1", "2026-06-01T09:00Z", 10)), max_size=6)
CALLS = some.fixed_dictionaries({"name": some.sampled_from(TOOL_NAMES) | some.text(max_size=9), "arguments": GIVEN})
MESSAGES = some.fixed_dictionaries(
    {},
    optional={
        "jsonrpc": some.sampled_from(("2.0", "2.0", "2.0", "1.0", 2, None)),
        "id": some.integers() | some.text(max_size=9) | PLAIN,
        "method": METHODS,
        "params": CALLS | PLAIN,
        "result": PLAIN,
        "error": PLAIN,
    },
)
FRAMES = some.one_of(
    some.binary(max_size=200),
    PLAIN.map(lambda plain: json.dumps(plain).encode()),
    MESSAGES.map(lambda plain: json.dumps(plain).encode()),
    CALLS.map(lambda call: json.dumps(asking("tools/call", call)).encode()),
    some.tuples(
        MESSAGES.map(lambda plain: json.dumps(plain).encode()), some.integers(0, 400), some.binary(max_size=3)
    ).map(lambda one: one[0][: one[1]] + one[2] + one[0][one[1] :]),
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@example([b"\xff" * 100, b"{" * 5000, json.dumps(asking("tools/call", {"name": "recall", "arguments": {}})).encode()])
@given(some.lists(FRAMES, min_size=1, max_size=8))
def test_no_frames_break_it_or_make_it_wait(process, frames):
    last = asking("ping", asked=f"alive {next(NUMBERS)}")
    process.send(*(one + b"\n" for one in frames), last)
    for found in process.until(last["id"]):
        if "error" in found:
            assert isinstance(found["error"]["code"], int)
            assert "Traceback" not in found["error"]["message"]
        elif found["result"].get("isError"):
            assert found["result"]["content"][0]["text"].startswith("error ")
            assert not found["result"]["content"][0]["text"].startswith("error internal")


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture])
@given(some.lists(FRAMES, min_size=1, max_size=12), some.binary(max_size=40))
def test_whatever_comes_before_the_handshake_and_at_the_end_it_answers_and_ends(house, frames, half):
    here = Here(house.session)
    here.send(*(one + b"\n" for one in frames), INITIALIZE, INITIALIZED, half)
    ended, found = here.end()
    assert ended
    assert "begin" in {one["id"] for one in found}
