"""Processes to start quickly and to kill: a server that has imported all they need forks one for each job.

A job is a function `job(tell, *arguments)`, named "module:function"; `tell` sends a value (as JSON) to the one who
asked, in one piece or not at all, so that a killed process leaves no half line. Run as a module, this file is the
server.
"""

from __future__ import annotations

import importlib
import json
import os
import queue
import select
import signal
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import apsw

import kenning

Tell = Callable[[Any], None]

ROOT = Path(__file__).resolve().parents[2]
WHOLE_BYTES_MAX = select.PIPE_BUF
"""A write to a pipe up to this size cannot be cut in two."""


class DiedError(Exception):
    """A process ended without saying what was waited for."""


class Child:
    """A process at its job."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.pid = 0
        self.status: int | None = None
        self._told: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()

    def hear(self, message: dict[str, Any]) -> None:
        """Take in what the server passes on."""
        self._told.put(message)

    def next(self, patience_s: float = 30.0) -> Any:
        """The next value told; `DiedError` where the process ends first, `TimeoutError` where it says nothing."""
        try:
            message = self._told.get(timeout=patience_s)
        except queue.Empty:
            raise TimeoutError(f"process {self.number} said nothing for {patience_s} s") from None
        if "pid" in message:
            self.pid = message["pid"]
            return self.next(patience_s)
        if "gone" in message:
            self.status = message["gone"]
            self.hear(message)  # whoever asks again hears it again
            raise DiedError(f"process {self.number} ended with {self.status}")
        return message["told"]

    def rest(self, patience_s: float = 30.0) -> list[Any]:
        """All that is told until the process ends."""
        told = []
        try:
            while True:
                told.append(self.next(patience_s))
        except DiedError:
            return told

    def kill(self) -> None:
        """End it without warning, as kill -9 does. Safe: its number is not given anew before the server has seen it die."""
        while not self.pid:
            message = self._told.get(timeout=30)
            assert "gone" not in message, message
            self.pid = message["pid"]
        os.kill(self.pid, signal.SIGKILL)


class Nursery:
    """The server, seen from the test."""

    def __init__(self, *preload: str) -> None:
        environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.nursery", *preload],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            cwd=ROOT,
        )
        self._children: dict[int, Child] = {}
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def start(self, job: str, *arguments: Any) -> Child:
        """Start a process at a job."""
        child = self._children[len(self._children)] = Child(len(self._children))
        assert self._server.stdin is not None
        self._server.stdin.write(json.dumps([child.number, job, arguments]).encode() + b"\n")
        self._server.stdin.flush()
        return child

    def close(self) -> None:
        """End the server and all it started."""
        assert self._server.stdin is not None
        self._server.stdin.close()
        self._server.wait(timeout=30)
        self._listener.join(timeout=30)
        assert self._server.stdout is not None
        self._server.stdout.close()

    def _listen(self) -> None:
        assert self._server.stdout is not None
        for line in self._server.stdout:
            message = json.loads(line)
            self._children[message["child"]].hear(message)


@contextmanager
def nursery(*preload: str) -> Iterator[Nursery]:
    """A server for the length of a block."""
    server = Nursery(*preload)
    try:
        yield server
    finally:
        server.close()


def serve(preload: list[str]) -> None:
    """Fork one process for each line of stdin; say when each has begun and when it has ended."""
    for name in preload:
        importlib.import_module(name)
    with kenning.open(":memory:") as session:  # loads what is imported only when it is needed
        session.record("warm")
    running: dict[int, int] = {}
    buffered = b""
    while True:
        for pid, number in list(running.items()):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                del running[pid]
                say({"child": number, "gone": os.waitstatus_to_exitcode(status)})
        if not select.select([0], [], [], 0.005)[0]:
            continue
        chunk = os.read(0, 1 << 16)
        if not chunk:
            break
        *lines, buffered = (buffered + chunk).split(b"\n")
        for line in lines:
            number, job, arguments = json.loads(line)
            pid = os.fork()
            if pid == 0:
                work(number, job, arguments)
            running[pid] = number
            say({"child": number, "pid": pid})
    for pid in running:
        os.kill(pid, signal.SIGKILL)


def work(number: int, job: str, arguments: list[Any]) -> NoReturn:
    """Do a job in a fresh process and end it, whatever happens."""
    code = 1
    try:
        apsw.randomness(0)  # or every process would throw the dice of the server
        module, _, function = job.partition(":")
        getattr(importlib.import_module(module), function)(
            lambda told: say({"child": number, "told": told}), *arguments
        )
        code = 0
    except BaseException as error:  # noqa: BLE001 - it goes to the test, which fails on it
        traceback.print_exc()
        say({"child": number, "told": {"error": f"{type(error).__name__}: {error}"[:1000]}})
    finally:
        os._exit(code)


def say(message: dict[str, Any]) -> None:
    """Write one line in one piece."""
    line = json.dumps(message).encode() + b"\n"
    assert len(line) <= WHOLE_BYTES_MAX, len(line)
    os.write(1, line)


def await_true(condition: Callable[[], bool], patience_s: float = 30.0) -> None:
    """Wait until the condition holds."""
    end = time.monotonic() + patience_s
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"still not so after {patience_s} s")
        time.sleep(0.005)


if __name__ == "__main__":
    serve(sys.argv[1:])
