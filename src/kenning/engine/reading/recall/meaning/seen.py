"""The rows of one scope among those of its namespace, as seen at a moment, and those of them whose sketch is nearest.

All rows of a scope are compared, and no other.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from kenning.engine.reading.recall.meaning.held import Column, Rows
from kenning.providers.words import Array

CLOSELY = 512
"""So many of those whose sketch is nearest are looked at closely; where there are no more, all are."""
_FAR = 255
_PORTION = 1 << 15
"""So many sketches are compared at once: what is worked out stays in the processor's cache."""
TALLY_ROWS = 1 << 16
_PIECES = 1 << 16


class Seen:
    """The rows of one scope among those of its namespace; brought up to date as these grow."""

    def __init__(self, rows: Rows, classes: frozenset[int] | None) -> None:
        """Take up the rows that there are. ``classes`` are those of the scope, ``None`` for all of them."""
        self._classes = None if classes is None else np.array(sorted(classes), np.uint32)
        self.age = rows.age
        self._lock = threading.Lock()
        self._upto = 0
        self._places, self._sinces = Column(np.int64), Column(np.int64)
        self._sketches = tuple(Column(np.uint64) for _ in rows.sketches)
        self._tallies: list[Array] = [np.zeros(_PIECES, np.int32)]
        self._latest = (0, self._tallies[0])

    @property
    def size(self) -> int:
        """Count the rows taken up."""
        return self._upto if self._classes is None else len(self._places.all())

    def extend(self, rows: Rows) -> None:
        """Take up the rows that are new."""
        with self._lock:
            start, self._upto = self._upto, max(self._upto, len(rows.sinces))
            if self._classes is None or start == self._upto:
                return
            fresh = np.flatnonzero(np.isin(rows.classes[start:], self._classes)) + start
            self._places.add(fresh)
            self._sinces.add(rows.sinces[fresh])
            for column, words in zip(self._sketches, rows.sketches, strict=True):
                column.add(words[fresh])

    def places(self, rows: Rows, at: int) -> Array | int:
        """Give the places of its rows that had begun by a moment: an array, or how many where it is all of them."""
        if self._classes is None:
            return int(rows.sinces.searchsorted(at, "right"))
        return self._places.all()[: int(self._sinces.all().searchsorted(at, "right"))]

    def sketches(self, rows: Rows, count: int) -> list[Array]:
        """Give the sketches of its first rows."""
        columns = rows.sketches if self._classes is None else tuple(column.all() for column in self._sketches)
        return [column[:count] for column in columns]

    def tally(self, rows: Rows, count: int) -> Array:
        """Count in how many of its first rows each piece occurs, from the last milestone on."""
        with self._lock:
            while len(self._tallies) <= count // TALLY_ROWS:
                start = (len(self._tallies) - 1) * TALLY_ROWS
                self._tallies.append(self._tallies[-1] + self._counted(rows, start, start + TALLY_ROWS))
            start, found = count // TALLY_ROWS * TALLY_ROWS, self._tallies[count // TALLY_ROWS]
            if start < self._latest[0] <= count:
                start, found = self._latest
            if start < count:
                found = found + self._counted(rows, start, count)
            self._latest = (count, found)
            return found

    def _counted(self, rows: Rows, start: int, end: int) -> Array:
        if self._classes is None:
            first = int(rows.ends[start - 1]) if start else 0
            pieces = rows.values[first : int(rows.ends[end - 1])]
        else:
            pieces, _ = rows.picked(self._places.all()[start:end])
        return np.bincount(pieces["id"], minlength=_PIECES).astype(np.int32)


class Sighted:
    """The rows a scope sees at a moment."""

    def __init__(self, rows: Rows, seen: Seen, at: int) -> None:
        """Leave out what had closed by then, is hidden, or is not known yet."""
        self.rows, self.seen = rows, seen
        places = seen.places(rows, at)
        self._places = places if isinstance(places, np.ndarray) else None
        self.count = len(places) if isinstance(places, np.ndarray) else places
        self._sketches = seen.sketches(rows, self.count)
        untils, known = self._of(rows.untils), self._of(rows.known)
        self.gone = np.flatnonzero(untils <= at)
        self.waits = not known.all()
        """Whether what some rows are made of is not known before it is kept."""
        self.out = np.flatnonzero((untils <= at) | ~known) if self.waits else self.gone

    def _of(self, column: Array) -> Array:
        return column[: self.count] if self._places is None else column[self._places]

    def among(self, chosen: Array) -> Array:
        """Give the places among all rows of some of these."""
        return chosen if self._places is None else self._places[chosen]

    def closest(self, asked: Array, most: int) -> Array:
        """Give those whose sketch is nearest, the newest among equals."""
        if self.count - len(self.out) <= most:
            return np.delete(np.arange(self.count), self.out)
        apart = _apart(self._sketches, asked)
        apart[self.out] = _FAR
        last = int(np.partition(apart, most - 1)[most - 1])
        nearer, equal = np.flatnonzero(apart < last), np.flatnonzero(apart == last)
        if last == _FAR:
            equal = np.setdiff1d(equal, self.out, assume_unique=True)
        found: Array = np.concatenate((nearer, equal[len(equal) - (most - len(nearer)) :]))
        return found


def _apart(sketches: Sequence[Array], asked: Array) -> Array:
    """Count in how many bits each sketch differs from another, of which one says nothing."""
    count = len(sketches[0])
    found = np.zeros(count, np.uint8)
    differing, bits = np.empty(_PORTION, np.uint64), np.empty(_PORTION, np.uint8)
    for start in range(0, count, _PORTION):
        portion = found[start : start + _PORTION]
        size = len(portion)
        for words, sought in zip(sketches, asked, strict=True):
            np.bitwise_xor(words[start : start + size], sought, out=differing[:size])
            portion += np.bitwise_count(differing[:size], out=bits[:size])
    return found
