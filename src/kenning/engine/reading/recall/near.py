"""The lane of meaning at work: which rows a scope sees come near a question.

Sketches choose whom to look at closely: all rows of a scope are compared, and no other. Those chosen are scored exactly, by the
rarity of pieces among what the scope shows at that moment.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np

from kenning.engine.reading.recall.held import Column, Held, Rows
from kenning.engine.reading.recall.senses import Senses, Weighing
from kenning.model.recall import Scope
from kenning.providers.words import Array
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question
from kenning.store import NOW, Reader
from kenning.store.base import Stamp

CLOSELY = 512
"""So many of those whose sketch is nearest are looked at closely; where there are no more, all are."""
MOMENTS_MAX = 8
SEEN_ROWS_MAX = 1 << 22
"""Scopes hold sketches of so many rows together, 52 bytes each; that of everything takes none of its own."""
_FAR = 255
_PORTION = 1 << 15
"""So many sketches are compared at once: what is worked out stays in the processor's cache."""
_TALLY_ROWS = 1 << 16


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
        self._tallies: list[Array] = [np.zeros(1 << 16, np.int32)]
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
            while len(self._tallies) <= count // _TALLY_ROWS:
                start = (len(self._tallies) - 1) * _TALLY_ROWS
                self._tallies.append(self._tallies[-1] + self._counted(rows, start, start + _TALLY_ROWS))
            start, found = count // _TALLY_ROWS * _TALLY_ROWS, self._tallies[count // _TALLY_ROWS]
            if start < self._latest[0] <= count:
                start, found = self._latest
            if start < count:
                found = found + self._counted(rows, start, count)
            self._latest = (count, found)
            return found

    def _counted(self, rows: Rows, start: int, end: int) -> Array:
        if self._classes is None:
            first = int(rows.ends[start - 1]) if start else 0
            ids = rows.ids[first : int(rows.ends[end - 1])]
        else:
            ids = rows.pieces(self._places.all()[start:end]).ids
        return np.bincount(ids, minlength=1 << 16).astype(np.int32)


class Nearby:
    """The rows a scope sees at a moment."""

    def __init__(self, senses: Senses, rows: Rows, seen: Seen, at: int) -> None:
        """Weigh the pieces of words by how many of the rows seen hold them."""
        self._senses, self._rows = senses, rows
        places = seen.places(rows, at)
        self._places = places if isinstance(places, np.ndarray) else None
        count = len(places) if isinstance(places, np.ndarray) else places
        self._sketches = seen.sketches(rows, count)
        untils, known = self._of(rows.untils, count), self._of(rows.known, count)
        gone = np.flatnonzero(untils <= at)
        self.waits = not known.all()
        """Whether what some rows are made of is not known before it is kept."""
        self._out = np.flatnonzero((untils <= at) | ~known) if self.waits else gone
        holding = seen.tally(rows, count)
        if len(gone):
            holding = holding - np.bincount(rows.pieces(self._among(gone)).ids, minlength=len(holding))
        self._weighing = Weighing.of(count - len(self._out), holding[: len(senses.norms)].astype(np.float32))
        self._count = count

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals.

        The length of a line's vector is taken as if its pieces pointed apart: near enough to choose whom to look at closely.
        """
        rows, senses, rarity = self._rows, self._senses, self._weighing.rarity
        words = senses.asked(question)
        asked = senses.lines(words, self._weighing)[0]
        if not self._count or not asked.any():
            return []
        places = self._among(self._closest(senses.sketches(words)[:, 0], max(CLOSELY, limit)))
        ids, counts, sizes = rows.pieces(places)
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
        senses, rows = self._senses, self._rows
        sinces = np.array([passage.since for passage in passages], np.int64)
        places = np.minimum(rows.sinces.searchsorted(sinces), max(0, len(rows.sinces) - 1))
        held = (rows.sinces[places] == sinces) & rows.known[places] if len(rows.sinces) else np.zeros(len(sinces), bool)
        lines = np.zeros((len(passages), senses.words.vectors.shape[1]), np.float32)
        lines[held] = senses.lines(rows.pieces(places[held]), self._weighing)
        others = [passages[place].text for place in np.flatnonzero(~held).tolist()]
        if others:
            lines[~held] = senses.lines(senses.pieces(others), self._weighing)
        return senses.sense(question, passages, lines, self._weighing)

    def _of(self, column: Array, count: int) -> Array:
        return column[:count] if self._places is None else column[self._places]

    def _among(self, chosen: Array) -> Array:
        return chosen if self._places is None else self._places[chosen]

    def _closest(self, asked: Array, most: int) -> Array:
        """Give those whose sketch is nearest, the newest among equals."""
        if self._count - len(self._out) <= most:
            return np.delete(np.arange(self._count), self._out)
        apart = _apart(self._sketches, asked)
        apart[self._out] = _FAR
        last = int(np.partition(apart, most - 1)[most - 1])
        nearer, equal = np.flatnonzero(apart < last), np.flatnonzero(apart == last)
        if last == _FAR:
            equal = np.setdiff1d(equal, self._out, assume_unique=True)
        found: Array = np.concatenate((nearer, equal[len(equal) - (most - len(nearer)) :]))
        return found


Key = tuple[str, frozenset[int] | None]


class Meaning:
    """The lane of meaning of an open store: what is held of its namespaces, its scopes, and the moments last asked for."""

    def __init__(self, senses: Senses) -> None:
        """Hold nothing yet."""
        self.senses = senses
        self._lock = threading.Lock()
        self._held: dict[str, Held] = {}
        self._seen: OrderedDict[Key, Seen] = OrderedDict()
        self._nearby: OrderedDict[tuple[Key, int], tuple[Stamp, Nearby]] = OrderedDict()
        self._turns: dict[str, int] = {}

    def nearby(self, reader: Reader, scope: Scope, at: int) -> Nearby:
        """Give the rows a scope sees at a moment, brought up to date with a reading."""
        namespace = scope.namespace
        stamp = reader.stamp(namespace)
        self._turned(namespace, stamp.turned)
        key = (namespace, scope.classes)
        moment = (key, NOW if at >= stamp.head else at)
        with self._lock:
            known = self._nearby.get(moment)
        if known is not None and known[0] == stamp and not known[1].waits:
            return known[1]
        with self._lock:
            held = self._held.get(namespace)
            if held is None:
                held = self._held[namespace] = Held(self.senses)
        rows = held.rows(reader, namespace)
        seen = self._scope(key, rows)
        seen.extend(rows)
        made = Nearby(self.senses, rows, seen, min(at, stamp.head))
        with self._lock:
            self._nearby.pop(moment, None)
            self._nearby[moment] = (stamp, made)
            while len(self._nearby) > MOMENTS_MAX:
                self._nearby.popitem(last=False)
        return made

    def _turned(self, namespace: str, turn: int) -> None:
        """Let go of what was made of rows that may read otherwise since, or are erased."""
        self.senses.turned(namespace, turn)
        with self._lock:
            if self._turns.get(namespace) != turn:
                self._turns[namespace] = turn
                self._seen.clear()
                self._nearby.clear()

    def _scope(self, key: Key, rows: Rows) -> Seen:
        with self._lock:
            found = self._seen.pop(key, None)
            if found is None or found.age != rows.age:
                found = Seen(rows, key[1])
            self._seen[key] = found
            while len(self._seen) > 1 and sum(one.size for one in self._seen.values()) > SEEN_ROWS_MAX:
                self._seen.popitem(last=False)
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
