"""HTTP: 64 connections at once, what a request adds to a verb, and what a server that is stopped or killed keeps."""

import asyncio
import collections
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options, Result

EVENTS = 100_000
CONNECTIONS = 64
SECONDS = 60.0
SETTLED_S = 10.0
BATCH = 1000
WORKERS = 2
ASKED = 400


class Server:
    """A `kenning serve` of its own, with the admin's token."""

    def __init__(self, path: Path, *more: str) -> None:
        with kenning.open(path, config=kenning.Config(recognise=False, vectors=False)) as session:
            self.token = session.issue_token("admin", channel="local").secret
        self.path = path
        command = [sys.executable, "-m", "kenning", "--store", str(path), "serve", "--port", "0", "--log", "none"]
        limits = ["--limit", "rate_s=1000000", "--limit", "burst=1000000"]
        self.process = subprocess.Popen(
            [*command, *limits, *more],
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
            env={**os.environ, "KENNING_VECTORS": "none"},
        )
        assert self.process.stderr is not None
        line = next(line for line in self.process.stderr if "serving" in line)
        self.port = int(line.rpartition(":")[2])

    def pids(self) -> list[int]:
        """The process and those it started."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        found = children.read_text().split() if children.exists() else []
        return [self.process.pid, *map(int, found)]

    def resident_mb(self) -> float:
        """How much memory is in use, all processes together."""
        pages = 0
        for pid in self.pids():
            statm = Path(f"/proc/{pid}/statm")
            pages += int(statm.read_text().split()[1]) if statm.exists() else 0
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def cpu_s(self) -> float:
        """How long processors have worked for it, all processes together."""
        ticks = 0
        for pid in self.pids():
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def end(self, how: signal.Signals) -> int:
        """Stop it, and wait until it is gone."""
        for pid in reversed(self.pids()) if how is signal.SIGKILL else [self.process.pid]:
            os.kill(pid, how)
        return self.process.wait(60)


class Connection:
    """One connection that is kept, speaking just as much HTTP as a client needs."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, bytes]:
        """Send a request and read the answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._server.port)
        reader, writer = self._streams
        sent = json.dumps(body).encode() if body is not None else b""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {self._server.token}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(sent)}\r\n\r\n"
        writer.write(head.encode() + sent)
        lines = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        length = next(int(line[15:]) for line in lines if line.lower().startswith(b"content-length:"))
        return int(lines[0].split()[1]), await reader.readexactly(length)

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


@dataclass
class Tally:
    """What came of a load."""

    spent_ms: list[float] = field(default_factory=list)
    kinds: collections.Counter[str] = field(default_factory=collections.Counter)
    wrong: collections.Counter[int] = field(default_factory=collections.Counter)
    acknowledged: dict[str, str] = field(default_factory=dict)
    lost: int = 0


class Mix:
    """70 % recall, 25 % append, 5 % other, drawn with a seed."""

    def __init__(self, seed: int, known: list[str]) -> None:
        self._dice = random.Random(seed)
        self._corpus = Corpus(seed + 5)
        self._numbers = itertools.count()
        self._known = known
        self._run = f"{seed}-{os.getpid()}-{time.monotonic_ns()}"

    def draw(self, appends_only: bool = False) -> tuple[str, str, str, Any, str]:  # noqa: FBT001, FBT002
        """A kind, a method, a path, a body, and the key of what is appended."""
        share = 0.8 if appends_only else self._dice.random()
        if share < 0.7:
            return "recall", "POST", "/v1/recall", {"question": self._corpus.question()}, ""
        if share < 0.95:
            number = next(self._numbers)
            key = f"{self._run}-{number}"
            event = {**self._corpus.event(number), "idempotencyKey": key}
            return "append", "POST", "/v1/events", event, key
        if share < 0.98:
            return "view", "GET", f"/v1/events/{self._dice.choice(self._known)}/view", None, ""
        return "timeline", "GET", "/v1/timeline?limit=10", None, ""


async def load(server: Server, mix: Mix, seconds: float, *, appends_only: bool = False) -> Tally:
    """Ask as fast as answers come, by all connections at once."""
    tally = Tally()
    until = time.perf_counter() + seconds

    async def one() -> None:
        connection = Connection(server)
        while time.perf_counter() < until:
            kind, method, path, body, key = mix.draw(appends_only)
            began = time.perf_counter()
            try:
                status, answer = await connection.ask(method, path, body)
            except (OSError, asyncio.IncompleteReadError):
                tally.lost += 1
                return
            tally.spent_ms.append((time.perf_counter() - began) * 1e3)
            tally.kinds[kind] += 1
            if status >= 300:
                tally.wrong[status] += 1
            elif key:
                tally.acknowledged[key] = json.loads(answer)["id"]
        connection.close()

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    return tally


def quantile(spent: list[float], share: float) -> float:
    """A quantile of what was measured."""
    ordered = sorted(spent)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def missing_and_doubled(path: Path, acknowledged: dict[str, str]) -> tuple[int, int]:
    """How many acknowledged events are not in the log under their id, and how many keys are there twice."""
    found: dict[str, list[str]] = {}
    with kenning.open(path, config=kenning.Config(recognise=False, vectors=False)) as session:
        for event in session.log():
            if event.idempotency_key is not None:
                found.setdefault(event.idempotency_key, []).append(str(event.id))
    missing = sum(acknowledged[key] not in found.get(key, ()) for key in acknowledged)
    return missing, sum(len(ids) > 1 for ids in found.values())


def adds(server: Server, path: Path, options: Options, known: list[str]) -> dict[str, float]:
    """What a request by one connection takes, beside the same verb in this process."""
    corpus = Corpus(options.seed + 77)
    questions = [corpus.question() for _ in range(max(20, options.scale(ASKED)))]
    ids = (known * (len(questions) // len(known) + 1))[: len(questions)]

    async def asked() -> dict[str, float]:
        connection = Connection(server)
        found = {}
        for name, requests in (
            ("view", [("GET", f"/v1/events/{one}/view", None) for one in ids]),
            ("recall", [("POST", "/v1/recall", {"question": one}) for one in questions]),
        ):
            spent = []
            for method, where, body in requests:
                began = time.perf_counter()
                status, _ = await connection.ask(method, where, body)
                spent.append((time.perf_counter() - began) * 1e3)
                assert status == 200, status
            found[name] = quantile(spent, 0.5)
        connection.close()
        return found

    over = asyncio.run(asked())
    inside: dict[str, float] = {}
    with kenning.open(path, config=kenning.Config(vectors=False)) as session:
        verbs: dict[str, tuple[Callable[[str], Any], list[str]]] = {
            "view": (session.view, ids),
            "recall": (session.recall, questions),
        }
        for name, (verb, things) in verbs.items():
            spent = []
            for one in things:
                began = time.perf_counter()
                verb(one)
                spent.append((time.perf_counter() - began) * 1e3)
            inside[name] = quantile(spent, 0.5)
    return {f"{name}_http_p50_ms": over[name] for name in over} | {f"{name}_p50_ms": inside[name] for name in inside}


async def mixed(server: Server, mix: Mix, seconds: float) -> tuple[Tally, float, float]:
    """The mixed load, and the memory after it has settled and at its end."""
    settled = 0.0

    async def look() -> None:
        nonlocal settled
        await asyncio.sleep(min(SETTLED_S, seconds / 2))
        settled = server.resident_mb()

    watching = asyncio.create_task(look())
    tally = await load(server, mix, seconds)
    await watching
    return tally, settled, server.resident_mb()


def run(options: Options) -> Result:
    """Measure the server."""
    count = options.scale(EVENTS)
    seconds = 3.0 if options.quick else SECONDS
    with options.workspace() as folder:
        path = folder / "http.kenning"
        with kenning.open(path, config=kenning.Config(recognise=False, vectors=False)) as session:
            done = 0
            for batch in Corpus(options.seed).batches(count, BATCH):
                session.record_many(batch)
                done += len(batch)
                if done % 20_000 < len(batch):
                    options.say(f"http: recorded {done:,} of {count:,}")
            known = [str(next(session.log(after=count * number // 50, limit=1)).id) for number in range(50)]
        server = Server(path, "--workers", str(WORKERS))
        options.say("http: one connection")
        alone = adds(server, path, options, known)
        options.say(f"http: {CONNECTIONS} connections for {seconds:.0f} s")
        worked_s = server.cpu_s()
        tally, settled, at_last = asyncio.run(mixed(server, Mix(options.seed, known), seconds))
        worked_s = server.cpu_s() - worked_s
        server.end(signal.SIGTERM)
        lost, doubled = missing_and_doubled(path, tally.acknowledged)
        figures = {
            "events": float(count),
            "requests_per_s": len(tally.spent_ms) / seconds,
            "p50_ms": quantile(tally.spent_ms, 0.5),
            "p99_ms": quantile(tally.spent_ms, 0.99),
            "cpu_ms_per_request": worked_s * 1e3 / max(1, len(tally.spent_ms)),
            "cores_had": worked_s / seconds,
            "recalls": float(tally.kinds["recall"]),
            "appends": float(tally.kinds["append"]),
            "others": float(tally.kinds["view"] + tally.kinds["timeline"]),
            "resident_settled_mb": settled,
            "resident_mb": at_last,
            **alone,
        }
        ends: dict[str, float] = {}
        for how in (signal.SIGTERM, signal.SIGKILL):
            options.say(f"http: {how.name} in the middle")
            ends |= ended(
                Server(path, "--workers", str(WORKERS)),
                path,
                Mix(options.seed + how, known),
                (1.5 if options.quick else 10.0, how),
            )
    added = max(figures[f"{name}_http_p50_ms"] - figures[f"{name}_p50_ms"] for name in ("view", "recall"))
    figures |= {"http_adds_p50_ms": added, **ends}
    bars = {
        "p99_ms": Bar.at_most(250, figures["p99_ms"]),
        "errors": Bar.at_most(0, float(sum(tally.wrong.values()) + tally.lost)),
        "lost": Bar.at_most(0, float(lost)),
        "doubled": Bar.at_most(0, float(doubled)),
        "grown_share": Bar.at_most(0.1, at_last / settled - 1 if settled else 0.0),
        "http_adds_p50_ms": Bar.at_most(1, added),
        "sigterm_lost": Bar.at_most(0, ends["sigterm_lost"]),
        "sigkill_lost": Bar.at_most(0, ends["sigkill_lost"]),
    }
    return Result(figures, bars)


def ended(server: Server, path: Path, mix: Mix, how: tuple[float, signal.Signals]) -> dict[str, float]:
    """Load a server with appends, end it in the middle, and look for what it acknowledged."""
    seconds, sign = how

    async def broken_off() -> Tally:
        loop = asyncio.get_running_loop()

        def end() -> None:
            time.sleep(seconds / 2)
            server.end(sign)

        ending = loop.run_in_executor(None, end)
        tally = await load(server, mix, seconds, appends_only=True)
        await ending
        return tally

    tally = asyncio.run(broken_off())
    lost, doubled = missing_and_doubled(path, tally.acknowledged)
    name = sign.name.lower()
    return {
        f"{name}_acknowledged": float(len(tally.acknowledged)),
        f"{name}_lost": float(lost + doubled),
    }
