"""The lane of meaning at work: which rows a scope sees come near a question.

The pieces of the newest rows are held in memory and brought up to date before each use, so what was recorded a moment ago is
found. What was erased is gone with the next look, and nothing of it was ever on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from kenning.engine.reading import threads
from kenning.engine.reading.recall.senses import Senses, Weighing
from kenning.model.codec import envelope_of
from kenning.model.recall import Scope
from kenning.providers.words import Array
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question
from kenning.store import Reader
from kenning.store.base import Window

ROWS_MAX = 1 << 16
"""So many of the newest rows are looked at for their meaning alone; older ones are found by words, graph and time, and weighed by
their meaning then."""
_READ_AT_ONCE = 1000


class Rows(msgspec.Struct, frozen=True):
    """The rows of one scope at one moment, newest first: the event of each, and all pieces with where each row's begin."""

    events: Array
    ids: Array
    counts: Array
    starts: Array


class Nearby:
    """The rows a scope sees at a moment, in the eyes of the lane of meaning."""

    def __init__(self, senses: Senses, rows: Rows) -> None:
        """Weigh the pieces of words by how many rows hold them."""
        self._senses, self._rows = senses, rows
        holding = np.bincount(rows.ids, minlength=len(senses.words.vectors)).astype(np.float32)
        self._weighing = Weighing.of(len(rows.events), holding)

    @classmethod
    def of(cls, senses: Senses, reader: Reader, scope: Scope, at: int) -> Nearby:
        """Read the rows of a scope, those that are new since the last look."""
        stamp = reader.stamp(scope.namespace)
        senses.turned(scope.namespace, stamp.turned)
        known: Nearby | None = senses.held((scope.namespace, scope.classes, at), stamp)
        if known is None:
            listed = reader.timeline(scope, Window(at=at, newest_first=True, limit=ROWS_MAX))
            known = cls(senses, _rows(senses, reader, scope, listed, at))
            senses.hold((scope.namespace, scope.classes, at), stamp, known)
        return known

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals.

        The length of a line's vector is taken as if its pieces pointed apart: near enough to choose whom to look at closely.
        """
        rows, rarity = self._rows, self._weighing.rarity
        if not len(rows.events):
            return []
        vectors = self._senses.words.vectors
        asked = self._senses.lines([self._senses.asked(question)], self._weighing)[0]
        if not asked.any():
            return []
        weights = rarity[rows.ids] * rows.counts
        near = np.add.reduceat(weights * (vectors @ asked)[rows.ids], rows.starts)
        norms = np.add.reduceat((weights * self._senses.norms[rows.ids]) ** 2, rows.starts)
        scores = near / np.sqrt(np.maximum(norms, 1e-6))
        order = np.lexsort((-rows.events, -scores))[:limit]
        return [int(rows.events[place]) for place in order if scores[place] > 0]

    def sense(self, question: Question, passages: Sequence[Passage]) -> Sense:
        """Give what vectors say of the lines of an answer."""
        return self._senses.sense(question, passages, self._weighing)


def _rows(senses: Senses, reader: Reader, scope: Scope, listed: Sequence[tuple[int, int]], at: int) -> Rows:
    pieces = dict(zip(listed, senses.read(scope.namespace, listed), strict=True))
    missing = [row for row, known in pieces.items() if known is None]
    for start in range(0, len(missing), _READ_AT_ONCE):
        some = missing[start : start + _READ_AT_ONCE]
        found = senses.pieces([_said(reader, scope, row, at) for row in some])
        senses.keep(scope.namespace, some, found)
        pieces.update(zip(some, found, strict=True))
    held = [(event, one) for (_, event), one in pieces.items() if one is not None and len(one.ids)]
    sizes = np.array([len(one.ids) for _, one in held], np.int64)
    return Rows(
        np.array([event for event, _ in held], np.int64),
        np.concatenate([one.ids for _, one in held]) if held else np.zeros(0, np.uint16),
        np.concatenate([one.counts for _, one in held]) if held else np.zeros(0, np.uint8),
        np.cumsum(sizes) - sizes,
    )


def _said(reader: Reader, scope: Scope, row: tuple[int, int], at: int) -> str:
    since, event = row
    sealed = reader.get(scope.namespace, event)
    if sealed is None or sealed.payload is None:
        return ""  # it goes in this very moment; the next look does without it
    envelope = envelope_of(sealed)
    if since == event:
        return envelope.text
    return threads.read_view(reader, scope.namespace, envelope, min(at, since)).text
