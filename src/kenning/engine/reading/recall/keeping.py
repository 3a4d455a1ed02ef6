"""Keeping what vectors are made of: slow work behind a checkpoint, done outside the lock, a block of rows at a time.

It may be broken off at any moment and goes on from its checkpoint. Nothing depends on it but how long a first question takes:
rows that are in no block are cut from their texts when they are asked for.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from kenning.engine.engine import Engine
from kenning.engine.reading.recall.held import cut
from kenning.engine.reading.recall.senses import Senses
from kenning.errors import UnavailableError
from kenning.store import NOW, Reader, Writer
from kenning.store.base import Progress, Standing

BLOCK_ROWS = 4096
_BLOCKS_AT_ONCE = 4
"""A writer that fills a block does the work of so many at most before it goes on: whoever comes late is caught up with."""


class Work(NamedTuple):
    """What is to be kept: rows behind the checkpoint, as one reading saw them."""

    upto: int
    turned: int
    rows: Standing


def keep(engine: Engine, namespace: str, progress: Progress) -> int:
    """Keep what vectors are made of for all rows that are in no block yet; gives how many rows that was, 0 without the extra."""
    meaning = engine.meaning()
    if meaning is None:
        return 0
    kept, senses = 0, meaning.senses
    while True:
        work = _work(engine, senses, namespace)
        if not len(work.rows.sinces):
            return kept
        total = kept + len(work.rows.sinces)
        for start in range(0, len(work.rows.sinces), BLOCK_ROWS):
            progress(kept, total)
            done = _block(engine, senses, namespace, work, start)
            if not done:
                break  # rows read otherwise since they were listed, or somebody else kept them
            kept += done
        progress(kept, max(total, kept))


def keep_up(engine: Engine, namespace: str, sequence: int) -> None:
    """Keep blocks that have become full, now that the log has reached a sequence; cheap where none has.

    What was recorded stays recorded where this cannot be done: it is tried again with what is recorded next.
    """
    if sequence < engine.kept.get(namespace, BLOCK_ROWS) or not engine.keeping.acquire(blocking=False):
        return
    try:
        meaning = engine.meaning()
        if meaning is None:
            engine.kept[namespace] = NOW
            return
        work = _work(engine, meaning.senses, namespace)
        full = min(len(work.rows.sinces) // BLOCK_ROWS, _BLOCKS_AT_ONCE)
        with suppress(UnavailableError):
            for number in range(full):
                if not _block(engine, meaning.senses, namespace, work, number * BLOCK_ROWS):
                    break
        engine.kept[namespace] = sequence + max(1, BLOCK_ROWS * (full + 1) - len(work.rows.sinces))
    finally:
        engine.keeping.release()


def _work(engine: Engine, senses: Senses, namespace: str) -> Work:
    with engine.store.read() as reader:
        upto = reader.senses(namespace).checkpoint(senses.space)
        return Work(upto, reader.stamp(namespace).turned, reader.documents(namespace, upto))


def _block(engine: Engine, senses: Senses, namespace: str, work: Work, start: int) -> int:
    """Keep one block; gives how many rows it has, or 0 where the rows are no longer those that were listed."""
    sinces, events = (column[start : start + BLOCK_ROWS] for column in (work.rows.sinces, work.rows.events))
    before = int(work.rows.sinces[start - 1]) if start else work.upto

    def stands(reader: Reader) -> bool:
        return reader.stamp(namespace).turned == work.turned

    with engine.store.read() as reader:
        if not stands(reader):
            return 0
        made = cut(senses, reader, namespace, list(zip(sinces.tolist(), events.tolist(), strict=True)))

    def deed(writer: Writer) -> int:
        kept = writer.senses(namespace)
        if not stands(writer) or kept.checkpoint(senses.space) != before:
            return 0
        kept.keep(senses.space, made.block(), int(sinces[-1]))
        return len(sinces)

    done: int = engine.commit(deed)
    return done
