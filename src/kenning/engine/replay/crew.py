"""Folding portions of the log in other processes, where there are cores for it; and right here where there are not.

A helper is this interpreter started anew with nothing but this package: it imports no ``__main__``, so a script without a guard,
a prompt and a notebook may call for it. It is given bytes through a pipe and gives bytes back, and ends when the pipe does.
Whatever goes wrong with it costs time alone: its portions are then folded here.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import IO

import msgspec

from kenning.engine.exchange.prints import Key
from kenning.engine.replay.portion import Folded, Portion, fold_portion

WORTH_EVENTS = 20_000
"""A helper takes a quarter of a second to start: as long as it takes to fold so many."""
_HELPERS_MAX = 4
_START = "import sys; sys.path[:] = sys.argv[1:]; from kenning.engine.replay.crew import serve; serve()"
_SIZE_BYTES = 8

_encode = msgspec.msgpack.Encoder().encode
_portion_of = msgspec.msgpack.Decoder(Portion).decode
_folded_of = msgspec.msgpack.Decoder(Folded).decode


def _send(stream: IO[bytes], body: bytes) -> None:
    stream.write(len(body).to_bytes(_SIZE_BYTES, "little"))
    stream.write(body)
    stream.flush()


def _receive(stream: IO[bytes]) -> bytes:
    """Read what was sent; raises `EOFError` where the other end is gone."""
    size = int.from_bytes(stream.read(_SIZE_BYTES), "little")
    body = stream.read(size)
    if not size or len(body) < size:
        raise EOFError
    return body


def serve() -> None:
    """Be a helper: fold what comes until nothing comes any more. An interruption is for whoever asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asked, answers = sys.stdin.buffer, sys.stdout.buffer
    with suppress(EOFError, BrokenPipeError):
        key = Key(_receive(asked))
        while True:
            _send(answers, _encode(fold_portion(_portion_of(_receive(asked)), key)))


class _Helper:
    """One process that folds."""

    def __init__(self, key: Key) -> None:
        command = [sys.executable, "-c", _START, *sys.path]
        self._process = subprocess.Popen(  # noqa: S603 - this interpreter, with this package
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._asks, self._answers = self._process.stdin, self._process.stdout
        with suppress(BrokenPipeError):  # the first question finds out
            _send(self._asks, key.secret)

    def fold(self, asked: bytes) -> bytes:
        """Have a portion folded."""
        _send(self._asks, asked)
        return _receive(self._answers)

    def kill(self) -> None:
        """End it at once, whatever it is doing; whoever waits for its answer sees the pipe end."""
        self._process.kill()
        self._process.wait()

    def close(self) -> None:
        """Give back its pipes."""
        with suppress(BrokenPipeError):
            self._asks.close()
        self._answers.close()


class Crew:
    """Some helpers; with none of them portions are folded as they are asked for."""

    def __init__(self, key: Key, helpers: list[_Helper]) -> None:
        """Share out portions among helpers, which begin to start at once."""
        self._key = key
        self._helpers = helpers
        self._idle: SimpleQueue[_Helper | None] = SimpleQueue()
        for helper in helpers:
            self._idle.put(helper)
        self._threads = ThreadPoolExecutor(max(1, len(helpers)), "kenning-replay")

    def fold(self, portions: Iterator[Portion]) -> Iterator[tuple[Portion, Folded]]:
        """Fold portions, giving them in their order; a few are on their way meanwhile."""
        if not self._helpers:
            yield from ((portion, fold_portion(portion, self._key)) for portion in portions)
            return
        ahead: deque[tuple[Portion, Future[bytes | None]]] = deque()
        for portion in portions:
            ahead.append((portion, self._threads.submit(self._ask, _encode(portion))))
            if len(ahead) > 2 * len(self._helpers):
                yield self._answer(*ahead.popleft())
        while ahead:
            yield self._answer(*ahead.popleft())

    def _ask(self, asked: bytes) -> bytes | None:
        helper = self._idle.get()
        if helper is not None:
            try:
                answer = helper.fold(asked)
            except (OSError, EOFError):
                helper = None  # it could not start, or was ended by somebody: its turn stays, its work is done here
            else:
                self._idle.put(helper)
                return answer
        self._idle.put(helper)
        return None

    def _answer(self, portion: Portion, answer: Future[bytes | None]) -> tuple[Portion, Folded]:
        body = answer.result()
        return portion, fold_portion(portion, self._key) if body is None else _folded_of(body)

    def close(self) -> None:
        """End the helpers, whatever they are doing."""
        for helper in self._helpers:
            helper.kill()
        self._threads.shutdown(cancel_futures=True)
        for helper in self._helpers:
            helper.close()


@contextmanager
def crew_for(key: Key, events: int) -> Iterator[Crew]:
    """Give a crew for so many events: helpers where they are worth their start and can be started."""
    helpers: list[_Helper] = []
    try:
        if events >= WORTH_EVENTS and _startable():
            with suppress(OSError):
                for _ in range(min(_cores(), _HELPERS_MAX)):
                    helpers.append(_Helper(key))  # noqa: PERF401 - those started before one fails are kept
        crew = Crew(key, helpers)
    except BaseException:
        for helper in helpers:
            helper.kill()
            helper.close()
        raise
    try:
        yield crew
    finally:
        crew.close()


def _cores() -> int:
    """Count the cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def _startable() -> bool:
    """Tell whether a helper would run beside this process, and be Python: not so in a program that embeds it, or a frozen one."""
    executable = sys.executable or ""
    return _cores() > 1 and not getattr(sys, "frozen", False) and Path(executable).name.startswith(("python", "pypy"))
