"""Jobs of processes that share one store: append, follow, read, and hold the write lock without letting go."""

from __future__ import annotations

import random
import time
from pathlib import Path

import apsw

import kenning
from tests.faults.nursery import Tell

BATCH = 8


def append(tell: Tell, path: str, name: str, count: int) -> None:
    """Append single events and, every fifth time, a batch. Tells [began, ended, [[sequence, hash, text], ...]]."""
    dice = random.Random(name)
    with kenning.open(path) as session:
        for number in range(count):
            size = BATCH if number % 5 == 4 else 1
            texts = [f"{name} {number} {part} of {size} {'word ' * dice.choice((1, 40))}" for part in range(size)]
            began = time.monotonic_ns()
            receipts = session.record_many(texts)
            ended = time.monotonic_ns()
            said = [
                [receipt.sequence, receipt.hash[:16], text[:40]] for receipt, text in zip(receipts, texts, strict=True)
            ]
            tell([began, ended, said])


def follow(tell: Tell, path: str, count: int) -> None:
    """Follow the log from its start until `count` events were seen. Tells pieces of [[sequence, hash, text], ...]."""
    piece: list[list[object]] = []
    with kenning.open(path) as session:
        tell("open")
        for seen, envelope in enumerate(session.follow(after=0, wait=True), 1):
            piece.append([envelope.sequence, envelope.hash[:16], envelope.text[:40]])
            if len(piece) == 20 or seen == count:
                tell(piece)
                piece = []
            if seen == count:
                return


def hold(tell: Tell, path: str, release: str) -> None:
    """Take the write lock as a writer does, write, and keep it until a file named `release` is there."""
    connection = apsw.Connection(path)
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE held (anything)")  # rolled back below
    tell("held")
    while not Path(release).exists():
        time.sleep(0.005)
    connection.execute("ROLLBACK")
    connection.close()
