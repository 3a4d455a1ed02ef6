"""Killed writers: a process appends and tells each acknowledgement until it is killed; the store must keep its word.

Every text says which round, thread and act it belongs to, and how many events that act has: so a half act is seen in
the log.
"""

from __future__ import annotations

import itertools
import random
import re
import threading
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kenning
from tests.faults.nursery import Child, DiedError, Nursery, Tell

WRITE = "tests.faults.kill:write"
ERASE = "tests.faults.kill:erase"
TEXT = re.compile(r"round (\d+) thread (\d+) act (\d+) event (\d+) of (\d+)")
BATCH_MAX = 12  # its acknowledgement must fit a pipe in one piece


def write(tell: Tell, path: str, round_: int, threads: int) -> None:
    """Append for ever, single events and batches. Tells [thread, act, [[id, sequence, hash], ...]] for each."""
    session = kenning.open(path)
    tell("open")

    def work(thread: int) -> None:
        dice = random.Random(f"{round_}/{thread}")
        for act in itertools.count():
            size = 1 if dice.random() < 0.7 else dice.randint(2, BATCH_MAX)
            pad = "word " * dice.choice((1, 10, 300))
            texts = [
                f"round {round_} thread {thread} act {act} event {number} of {size} {pad}" for number in range(size)
            ]
            receipts = session.record_many(texts)
            tell([thread, act, [[receipt.id, receipt.sequence, receipt.hash] for receipt in receipts]])

    with ThreadPoolExecutor(threads) as pool:
        for failed in as_completed([pool.submit(work, thread) for thread in range(threads)]):
            failed.result()  # no thread ends but by an error


def erase(tell: Tell, path: str, event_ids: list[str]) -> None:
    """Erase one event after the other. Tells [id, "begun"] before each, and [id, "done"] after."""
    session = kenning.open(path)
    tell("open")
    for event_id in event_ids:
        tell([event_id, "begun"])
        session.erase(event_id, because="asked to")
        tell([event_id, "done"])
    threading.Event().wait()


@dataclass(frozen=True)
class Acknowledged:
    """What a writer was told before it died."""

    thread: int
    act: int
    receipts: tuple[tuple[str, int, str], ...]


def acknowledged(told: Iterable[Any]) -> list[Acknowledged]:
    """Read what a writer told."""
    return [Acknowledged(thread, act, tuple(map(tuple, receipts))) for thread, act, receipts in told]


def killed_after(writer: Child, life_s: float) -> list[Any]:
    """Let a process live for a while from its first word on, kill it, and give all it told after that word."""
    heard: list[Any] = []
    try:
        heard.append(writer.next())
        threading.Timer(life_s, writer.kill).start()
        while True:
            heard.append(writer.next())
    except DiedError:
        assert writer.status == -9, f"the process ended by itself: {heard[-1:]}"
    return heard[1:]


def killed_at_once(nursery: Nursery, path: Path, life_s: float) -> None:
    """Start a writer and kill it while it still opens the store."""
    writer = nursery.start(WRITE, str(path), 0, 1)
    threading.Event().wait(life_s)
    writer.kill()
    writer.rest()


def flaws(session: kenning.Session, told: Sequence[Acknowledged], round_: int, after: int) -> list[str]:
    """What a round left that is not right: acknowledged and missing, half there, or out of nowhere."""
    found = [
        f"{event_id} was acknowledged at {sequence} and is not there"
        for one in told
        for event_id, sequence, digest in one.receipts
        if not there(session, event_id, sequence, digest)
    ]
    acts: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for envelope in session.log(after=after):
        match = TEXT.match(envelope.text)
        if match is None or int(match[1]) not in {round_, 0}:
            found.append(f"{envelope.sequence} is of nobody: {envelope.text[:80]!r}")
            continue
        if int(match[1]) == round_:
            acts[int(match[2]), int(match[3])].append((int(match[4]), int(match[5])))
    found += [f"thread, act {key} is half there: {events}" for key, events in acts.items() if not whole(events)]
    known: dict[int, int] = defaultdict(int)
    for one in told:
        known[one.thread] = max(known[one.thread], one.act + 1)
    for thread, act in acts:
        if act > known[thread]:  # the one act that was under way may be there
            found.append(f"thread {thread} got as far as act {act}, and was told of {known[thread]}")
    return found


def there(session: kenning.Session, event_id: str, sequence: int, digest: str) -> bool:
    """Whether an acknowledged event is there, at its place and sealed as it was."""
    try:
        envelope = session.event(event_id)
    except kenning.NotFoundError:
        return False
    return (envelope.sequence, envelope.hash) == (sequence, digest)


def whole(events: list[tuple[int, int]]) -> bool:
    """Whether all events of an act are there, in order."""
    size = events[0][1]
    return events == [(number, size) for number in range(size)]
