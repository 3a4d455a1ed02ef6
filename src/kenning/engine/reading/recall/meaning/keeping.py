"""Keeping what vectors are made of: slow work behind a checkpoint, done outside the lock, a block of rows at a time.

It may be broken off at any moment and goes on from its checkpoint. Nothing depends on it but how long a first question takes:
rows that are in no block are cut from their texts when they are asked for.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from kenning.engine.engine import Engine
from kenning.engine.reading.recall.meaning.held import Space, make
from kenning.engine.reading.recall.meaning.senses import SPACE
from kenning.errors import KenningError, NotFoundError
from kenning.providers.words import is_installed
from kenning.store import NOW, Reader, Writer
from kenning.store.base import Progress, Standing

BLOCK_ROWS = 4096


class Work(NamedTuple):
    """What is to be kept: rows behind the checkpoint, as one reading saw them."""

    upto: int
    turned: int
    rows: Standing


def keep(engine: Engine, namespace: str, name: str | None, progress: Progress) -> dict[str, int]:
    """Keep what vectors are made of for all rows that are in no block yet, of one space or of all; how many, by space.

    Raises `NotFoundError` for a space that is none of this store's, `UnavailableError` where a model cannot be reached: what was
    kept until then stays.
    """
    spaces = engine.spaces()
    if name is not None and name not in spaces:
        details = {"path": "space", "value": name, "reason": "is no model of this store"}
        hint = (
            f"they are {', '.join(sorted(spaces))}" if spaces else "install the extra vectors, or open with an embedder"
        )
        raise NotFoundError(f'space: "{name}" is no model of this store', hint=hint, details=details)
    return {
        called: _kept(engine, space, namespace, progress)
        for called, space in spaces.items()
        if name is None or called == name
    }


def _kept(engine: Engine, space: Space, namespace: str, progress: Progress) -> int:
    kept = 0
    while True:
        work = _work(engine, space.space, namespace)
        if not len(work.rows.sinces):
            return kept
        total = kept + len(work.rows.sinces)
        for start in range(0, len(work.rows.sinces), BLOCK_ROWS):
            progress(kept, total)
            done = _block(engine, space, namespace, work, start)
            if not done:
                break  # rows read otherwise since they were listed, or somebody else kept them
            kept += done
        progress(kept, max(total, kept))


def drop(engine: Engine, namespace: str, name: str) -> None:
    """Drop what a model made. Raises `NotFoundError` where nothing of it is kept."""

    def deed(writer: Writer) -> bool:
        kept = writer.senses(namespace)
        there = name in kept.spaces()
        if there:
            kept.clear(name)
        return there

    if not engine.commit(deed):
        details = {"path": "space", "value": name, "reason": "is not kept"}
        raise NotFoundError(f'space: nothing of "{name}" is kept', hint="kenning embed --list", details=details)
    engine.kept.pop(namespace, None)
    meaning = engine.meaning()
    if meaning is not None:
        meaning.forget(namespace, name)


def keep_up(engine: Engine, namespace: str, sequence: int, recorded: int) -> None:
    """Keep blocks that have become full, now that the log has reached a sequence; cheap where none has.

    It does the work of about twice what was recorded, so a store that is far behind is caught up with bit by bit. What was
    recorded stays recorded where nothing can be kept: it is tried again later, and what is wrong is told to whoever reads.
    """
    if sequence < engine.kept.get(namespace, BLOCK_ROWS) or not engine.config.vectors:
        return
    if engine.keeping.acquire(blocking=False):
        try:
            engine.kept[namespace] = sequence + BLOCK_ROWS // 2
            with suppress(KenningError):
                engine.kept[namespace] = sequence + _kept_up(engine, namespace, recorded)
        finally:
            engine.keeping.release()


def _kept_up(engine: Engine, namespace: str, recorded: int) -> int:
    """Keep what is due; gives how many events may come before it has to be looked at again. Vectors are read only for work."""
    if not is_installed():
        return NOW
    work = _work(engine, SPACE, namespace)
    due = len(work.rows.sinces) // BLOCK_ROWS
    now = min(due, 1 + 2 * recorded // BLOCK_ROWS)
    space = engine.senses() if now else None
    for number in range(now):
        if space is None or not _block(engine, space, namespace, work, number * BLOCK_ROWS):
            return BLOCK_ROWS // 2
    return BLOCK_ROWS // 2 if now < due else BLOCK_ROWS * (due + 1) - len(work.rows.sinces)


def _work(engine: Engine, name: str, namespace: str) -> Work:
    with engine.store.read() as reader:
        upto = reader.senses(namespace).checkpoint(name)
        return Work(upto, reader.stamp(namespace).turned, reader.documents(namespace, upto))


def _block(engine: Engine, space: Space, namespace: str, work: Work, start: int) -> int:
    """Keep one block; gives how many rows it has, or 0 where the rows are no longer those that were listed."""
    sinces, events = (column[start : start + BLOCK_ROWS] for column in (work.rows.sinces, work.rows.events))
    before = int(work.rows.sinces[start - 1]) if start else work.upto

    def stands(reader: Reader) -> bool:
        return reader.stamp(namespace).turned == work.turned

    with engine.store.read() as reader:
        if not stands(reader):
            return 0
        made = make(space, reader, namespace, list(zip(sinces.tolist(), events.tolist(), strict=True)))

    def deed(writer: Writer) -> int:
        kept = writer.senses(namespace)
        if not stands(writer) or kept.checkpoint(space.space) != before:
            return 0
        kept.keep(space.space, made.block(), int(sinces[-1]))
        return len(sinces)

    done: int = engine.commit(deed)
    return done
