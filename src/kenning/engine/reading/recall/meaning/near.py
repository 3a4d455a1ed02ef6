"""Which rows come near a question by static vectors: pieces of words, each by its rarity among what the scope shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kenning.engine.reading.recall.meaning.held import Rows
from kenning.engine.reading.recall.meaning.seen import CLOSELY, Seen, Sighted
from kenning.engine.reading.recall.meaning.senses import Senses, Weighing
from kenning.providers.words import Array, Pieces
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question


class Nearby(Sighted):
    """The rows a scope sees at a moment, by the pieces of words they are made of."""

    def __init__(self, senses: Senses, rows: Rows, seen: Seen, at: int) -> None:
        """Weigh the pieces of words by how many of the rows seen hold them."""
        super().__init__(rows, seen, at)
        self._senses = senses
        holding = seen.tally(rows, self.count)
        if len(self.gone):
            gone, _ = rows.picked(self.among(self.gone))
            holding = holding - np.bincount(gone["id"], minlength=len(holding))
        seen_rows = self.count - len(self.out)
        self.weighing = Weighing.of(seen_rows, holding[: len(senses.norms)].astype(np.float32))

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals.

        The length of a line's vector is taken as if its pieces pointed apart: near enough to choose whom to look at closely.
        """
        rows, senses, rarity = self.rows, self._senses, self.weighing.rarity
        words = senses.asked(question)
        asked = senses.lines(words, self.weighing)[0]
        if not self.count or not asked.any():
            return []
        places = self.among(self.closest(senses.sketches(words)[:, 0], max(CLOSELY, limit)))
        ids, counts, sizes = _pieces(rows, places)
        full = np.flatnonzero(sizes)
        if not len(full):
            return []
        starts = (np.cumsum(sizes) - sizes)[full]
        weights = rarity[ids] * counts
        near = np.add.reduceat(weights * senses.along(asked, ids), starts)
        norms = np.add.reduceat((weights * senses.norms[ids]) ** 2, starts)
        scores = near / np.sqrt(np.maximum(norms, 1e-6))
        events = rows.events[places[full]]
        order = np.lexsort((-events, -scores))[:limit]
        return [int(events[place]) for place in order if scores[place] > 0]

    def sense(self, question: Question, passages: Sequence[Passage]) -> Sense:
        """Give what vectors say of the lines of an answer; the pieces of those held need not be cut again."""
        senses, rows = self._senses, self.rows
        places, held = rows.found(np.array([passage.since for passage in passages], np.int64))
        lines = np.zeros((len(passages), senses.words.vectors.shape[1]), np.float32)
        lines[held] = senses.lines(_pieces(rows, places[held]), self.weighing)
        others = [passages[place].text for place in np.flatnonzero(~held).tolist()]
        if others:
            lines[~held] = senses.lines(senses.pieces(others), self.weighing)
        return senses.sense(question, passages, lines, self.weighing)


def _pieces(rows: Rows, places: Array) -> Pieces:
    values, sizes = rows.picked(places)
    return Pieces(values["id"], values["count"], sizes)
