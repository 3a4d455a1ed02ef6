"""The lane of meaning at work: which rows a scope sees come near a question.

Of the newest rows of a scope a sketch is held in memory, the signs of their vectors, and the pieces they are made of; what was
recorded since the last look is added before each use. Sketches choose whom to look at closely, by the rarity of pieces among what
the scope shows. What was erased is gone with the next look, and nothing of it was ever on the disk.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from kenning.engine.reading.recall.lines import texts
from kenning.engine.reading.recall.senses import Senses, Weighing
from kenning.model.recall import Scope
from kenning.providers.words import Array, Pieces
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question
from kenning.store import NOW, Reader
from kenning.store.base import Stamp

ROWS_MAX = 1 << 16
"""So many of the newest rows are looked at for their meaning alone; older ones are found by words, graph and time, and weighed by
their meaning then."""
CLOSELY = 512
"""So many of those whose sketch is nearest are looked at closely; where there are no more, all are."""
_READ_AT_ONCE = 1000


class Rows(msgspec.Struct, frozen=True):
    """The newest rows of one scope at one moment, in the order they began: what they are made of, and their sketches."""

    sinces: Array
    events: Array
    pieces: Pieces
    sketches: Array
    """Bits of a row, a column each: whether the sum of its pieces lies above or below their mean, in 256 directions."""
    holding: Array
    """In how many rows each piece occurs."""

    def picked(self, places: Array) -> Pieces:
        """Give the pieces of some rows."""
        ids, counts, sizes = self.pieces
        ends = np.cumsum(sizes)
        some = sizes[places]
        offsets = np.repeat(ends[places] - np.cumsum(some), some)
        picked = offsets + np.arange(len(offsets))
        return Pieces(ids[picked], counts[picked], some)

    def only(self, places: Array) -> Rows:
        """Give some of the rows."""
        pieces = self.picked(places)
        held = np.bincount(pieces.ids, minlength=len(self.holding)).astype(np.float32)
        return Rows(self.sinces[places], self.events[places], pieces, self.sketches[:, places], held)

    def joined(self, later: Rows) -> Rows:
        """Give these rows and others, in order."""
        if not len(later.sinces):
            return self
        columns = (np.concatenate(pair) for pair in zip(self.pieces, later.pieces, strict=True))
        found = Rows(
            np.concatenate((self.sinces, later.sinces)),
            np.concatenate((self.events, later.events)),
            Pieces(*columns),
            np.concatenate((self.sketches, later.sketches), axis=1),
            self.holding + later.holding,
        )
        if len(self.sinces) and later.sinces[0] < self.sinces[-1]:
            return found.only(np.argsort(found.sinces, kind="stable"))
        return found


class Nearby:
    """The rows a scope sees at a moment, in the eyes of the lane of meaning."""

    def __init__(self, senses: Senses, rows: Rows, stamp: Stamp) -> None:
        """Weigh the pieces of words by how many rows hold them."""
        self._senses, self.rows, self.stamp = senses, rows, stamp
        self._weighing = Weighing.of(len(rows.events), rows.holding)

    @classmethod
    def of(cls, senses: Senses, reader: Reader, scope: Scope, at: int) -> Nearby:
        """Read the rows of a scope, those that are new since the last look."""
        stamp = reader.stamp(scope.namespace)
        senses.turned(scope.namespace, stamp.turned)
        moment = NOW if at >= stamp.head else at
        key = (scope.namespace, scope.classes, moment)
        known: Nearby | None = senses.held(key)
        if known is None or known.stamp != stamp:
            like: Nearby | None = known or senses.held((scope.namespace, scope.classes, NOW))
            known = cls(senses, _brought(senses, reader, scope, at, like), stamp)
            senses.hold(key, known)
        return known

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals.

        The length of a line's vector is taken as if its pieces pointed apart: near enough to choose whom to look at closely.
        """
        rows, senses, rarity = self.rows, self._senses, self._weighing.rarity
        words = senses.asked(question)
        asked = senses.lines(words, self._weighing)[0]
        if not len(rows.events) or not asked.any():
            return []
        places = _closest(rows.sketches, senses.sketches(words)[:, 0], max(CLOSELY, limit))
        ids, counts, sizes = rows.picked(places)
        full = np.flatnonzero(sizes)
        starts = (np.cumsum(sizes) - sizes)[full]
        if not len(full):
            return []
        weights = rarity[ids] * counts
        near = np.add.reduceat(weights * senses.along(asked, ids), starts)
        norms = np.add.reduceat((weights * senses.norms[ids]) ** 2, starts)
        scores = near / np.sqrt(np.maximum(norms, 1e-6))
        events = rows.events[places[full]]
        order = np.lexsort((-events, -scores))[:limit]
        return [int(events[place]) for place in order if scores[place] > 0]

    def sense(self, question: Question, passages: Sequence[Passage]) -> Sense:
        """Give what vectors say of the lines of an answer; the pieces of those held need not be cut again."""
        senses, sinces = self._senses, np.array([passage.since for passage in passages], np.int64)
        places = np.minimum(self.rows.sinces.searchsorted(sinces), max(0, len(self.rows.sinces) - 1))
        held = self.rows.sinces[places] == sinces if len(self.rows.sinces) else np.zeros(len(sinces), bool)
        lines = np.zeros((len(passages), senses.words.vectors.shape[1]), np.float32)
        lines[held] = senses.lines(self.rows.picked(places[held]), self._weighing)
        others = [passages[place].text for place in np.flatnonzero(~held).tolist()]
        if others:
            lines[~held] = senses.lines(senses.pieces(others), self._weighing)
        return senses.sense(question, passages, lines, self._weighing)


def _closest(sketches: Array, asked: Array, most: int) -> Array:
    """Give the places of the rows whose sketch is nearest, the newest among equals."""
    count = sketches.shape[1]
    if count <= most:
        return np.arange(count)
    apart = np.zeros(count, np.uint16)
    for bits, sought in zip(sketches, asked, strict=True):
        apart += np.bitwise_count(bits ^ sought)
    within = np.cumsum(np.bincount(apart, minlength=1))
    last = int(within.searchsorted(most))
    nearer = np.flatnonzero(apart < last)
    equal = np.flatnonzero(apart == last)
    found: Array = np.concatenate((nearer, equal[len(equal) - (most - len(nearer)) :]))
    return found


def _brought(senses: Senses, reader: Reader, scope: Scope, at: int, known: Nearby | None) -> Rows:
    """Bring rows up to date: those already read are taken over."""
    stamp, rows = reader.stamp(scope.namespace), known.rows if known is not None else None
    if known is not None and rows is not None and at >= stamp.head and known.stamp[:2] == stamp[:2]:
        found = rows.joined(_read(senses, reader, scope, reader.newest(scope, known.stamp.head, ROWS_MAX, at), at))
        over = len(found.sinces) - ROWS_MAX
        return found.only(np.arange(over, len(found.sinces))) if over > 0 else found
    listed = reader.newest(scope, 0, ROWS_MAX, at)
    if rows is None:
        return _read(senses, reader, scope, listed, at)
    wanted = np.array([since for since, _ in listed], np.int64)
    there = np.isin(wanted, rows.sinces)
    kept = rows.only(np.flatnonzero(np.isin(rows.sinces, wanted)))
    return kept.joined(_read(senses, reader, scope, [listed[place] for place in np.flatnonzero(~there)], at))


def _read(senses: Senses, reader: Reader, scope: Scope, listed: Sequence[tuple[int, int]], at: int) -> Rows:
    """Read rows and cut them into pieces."""
    cut, sketched = [], []
    for start in range(0, max(1, len(listed)), _READ_AT_ONCE):
        read = texts(reader, scope.namespace, listed[start : start + _READ_AT_ONCE], at)
        cut.append(senses.read([said for said, _ in read]))
        sketched.append(senses.sketches(cut[-1]))
    pieces = Pieces(*(np.concatenate(column) for column in zip(*cut, strict=True)))
    columns = np.array(listed, np.int64).reshape(-1, 2)
    held = np.bincount(pieces.ids, minlength=len(senses.norms)).astype(np.float32)
    return Rows(columns[:, 0], columns[:, 1], pieces, np.concatenate(sketched, axis=1), held)
