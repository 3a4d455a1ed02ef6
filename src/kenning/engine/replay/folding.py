"""Folding the whole log of a namespace anew."""

from __future__ import annotations

from functools import partial

from kenning.engine.engine import Engine
from kenning.engine.graph.projection import Holes
from kenning.engine.replay.crew import crew_for
from kenning.engine.replay.events import project, project_again
from kenning.engine.replay.portion import Folded, Portion, led, portions
from kenning.model.codec import envelope_of
from kenning.store import SEQUENCE_MAX, Writer
from kenning.store.base import Progress


def rebuild(engine: Engine, namespace: str, progress: Progress) -> int:
    """Fold the whole log of a namespace anew, in one transaction; an interruption leaves everything as it was."""
    folded: int = engine.commit(lambda writer: _folded(engine, writer, namespace, progress))
    return folded


def make_up(engine: Engine, progress: Progress) -> None:
    """Make up for what a file of an older version owes: a rebuild of each namespace, by whoever comes first.

    Nothing of a file is read before that. Raises `UnavailableError` where it cannot be written.
    """
    with engine.store.read() as reader:
        owed = reader.owed_rebuild()
    for namespace in owed:
        engine.commit(partial(_made_up, engine, namespace, progress))


def _made_up(engine: Engine, namespace: str, progress: Progress, writer: Writer) -> None:
    if namespace in writer.owed_rebuild():
        _folded(engine, writer, namespace, progress)


def _folded(engine: Engine, writer: Writer, namespace: str, progress: Progress) -> int:
    head = writer.head(namespace).sequence
    holes = Holes(writer, namespace)
    with crew_for(engine.key, head) as crew, writer.attempt():
        writer.forget(namespace)
        for portion, folded in crew.fold(portions(writer.scan(namespace, 1, SEQUENCE_MAX), proved=False)):
            _project(engine, writer, (portion, folded), holes)
            progress(portion.sealed[-1].sequence, head)
        progress(head, head)
        return head


def _project(engine: Engine, writer: Writer, done: tuple[Portion, Folded], holes: Holes) -> None:
    """Write what a portion projects to, in the order of the log."""
    portion, folded = done
    namespace = portion.sealed[0].namespace
    if folded.links:
        writer.join(namespace, list(led(writer, namespace, folded)))
    for plain, left in folded.runs(portion):
        if plain.rows:
            writer.fill(namespace, plain)
        if left is not None and left.payload is not None:
            project(engine, writer, envelope_of(left))
        elif left is not None:
            project_again(writer, left, holes)
