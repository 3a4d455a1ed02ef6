"""The rows of a namespace in the eyes of the lane of meaning: the pieces of words each is made of, and a sketch of each.

They are read from the blocks that are kept in the store, and cut from the texts of rows that are in none yet. What was read stays
in memory and is brought up to date before each use; where rows read otherwise, or are erased, all of it is let go of.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kenning.engine.reading.recall.lines import texts
from kenning.engine.reading.recall.senses import Senses
from kenning.providers.words import Array, Pieces
from kenning.store import NOW, Reader
from kenning.store.base import Stamp, Standing
from kenning.store.words.senses import Block

CUT_MAX = 1 << 16
"""So many rows that are in no block yet, the newest, are cut when they are asked for; more wait until they are kept."""
_CUT_AT_ONCE = 1000
_ROOM_MIN = 1024
_PIECE = np.dtype([("id", "<u2"), ("count", "u1")])
_BLIND = np.uint64((1 << 63) - 1)
"""One bit of each sketch says nothing: how far two are apart then fits a byte."""


class Column:
    """An array with room behind its end; what was handed out stays as it was while more is added."""

    def __init__(self, dtype: type) -> None:
        """Begin empty."""
        self._room: Array = np.empty(0, dtype)
        self._size = 0

    def add(self, values: Array) -> None:
        """Add values behind the last."""
        end = self._size + len(values)
        if end > len(self._room):
            grown = np.empty(max(2 * len(self._room), end, _ROOM_MIN), self._room.dtype)
            grown[: self._size] = self._room[: self._size]
            self._room = grown
        self._room[self._size : end] = values
        self._size = end

    def all(self) -> Array:
        """Give all that was added."""
        return self._room[: self._size]


class Rows(NamedTuple):
    """Rows in columns, in order of ``since``: those of `Standing`, and what each is made of.

    ``known`` tells of each whether that was looked at; ``ends`` where its pieces end in ``ids`` and ``counts``. A sketch is four
    words of 64 bits, in a column each. Rows of one ``age`` only ever grow.
    """

    age: int
    sinces: Array
    classes: Array
    untils: Array
    events: Array
    known: Array
    ends: Array
    ids: Array
    counts: Array
    sketches: tuple[Array, ...]

    def pieces(self, places: Array) -> Pieces:
        """Give the pieces of some rows."""
        ends = self.ends[places]
        starts = np.where(places > 0, self.ends[places - 1], 0)
        sizes = ends - starts
        behind = np.cumsum(sizes)
        picked = np.repeat(starts - (behind - sizes), sizes) + np.arange(int(behind[-1]) if len(behind) else 0)
        return Pieces(self.ids[picked], self.counts[picked], sizes)


class Made(NamedTuple):
    """What some rows are made of, in order of ``since``."""

    sinces: Array
    pieces: Pieces
    sketches: Array
    """A row of four words each."""

    def block(self) -> Block:
        """Give it as it is kept in the store."""
        bodies = np.empty(len(self.pieces.ids), _PIECE)
        bodies["id"], bodies["count"] = self.pieces.ids, self.pieces.counts
        sketches = np.ascontiguousarray(self.sketches.astype("<u8")).view(np.uint8)
        return Block(self.sinces, sketches, self.pieces.sizes * _PIECE.itemsize, bodies.tobytes())


class Held:
    """What is held in memory of one namespace."""

    def __init__(self, senses: Senses) -> None:
        """Hold nothing yet."""
        self._senses = senses
        self._lock = threading.Lock()
        self._age = 0
        self._begin()

    def _begin(self) -> None:
        self._age += 1
        self._stamp: Stamp | None = None
        self._checkpoint = 0
        self._waits = False
        self._sinces, self._classes, self._events = Column(np.int64), Column(np.uint32), Column(np.int64)
        self._untils, self._known, self._ends = Column(np.int64), Column(bool), Column(np.int64)
        self._ids, self._counts = Column(np.uint16), Column(np.uint8)
        self._sketches = tuple(Column(np.uint64) for _ in range(4))

    def rows(self, reader: Reader, namespace: str) -> Rows:
        """Give the rows as they stand in a reading, or as they stood in a later one that was read before."""
        with self._lock:
            stamp, known = reader.stamp(namespace), self._stamp
            newer = known is None or (known != stamp and (stamp.turned, stamp.head) >= (known.turned, known.head))
            if newer or self._waits:
                self._bring(reader, namespace, stamp)
            return Rows(
                age=self._age,
                sinces=self._sinces.all(),
                classes=self._classes.all(),
                untils=self._untils.all(),
                events=self._events.all(),
                known=self._known.all(),
                ends=self._ends.all(),
                ids=self._ids.all(),
                counts=self._counts.all(),
                sketches=tuple(column.all() for column in self._sketches),
            )

    def _bring(self, reader: Reader, namespace: str, stamp: Stamp) -> None:
        known, kept = self._stamp, reader.senses(namespace).checkpoint(self._senses.space)
        if known is not None and (known.turned != stamp.turned or (self._waits and kept > self._checkpoint)):
            self._begin()
        found = reader.documents(namespace, self._last)
        if len(found.sinces) + len(self._sinces.all()) != found.total:  # not only the newest came
            self._begin()
            found = reader.documents(namespace)
        if len(found.sinces):
            self._add(reader, namespace, found)
        self._mark(*reader.marks(namespace))
        self._stamp, self._checkpoint = stamp, kept

    @property
    def _last(self) -> int:
        sinces = self._sinces.all()
        return int(sinces[-1]) if len(sinces) else 0

    def _mark(self, sinces: Array, untils: Array) -> None:
        """Note which rows closed or are hidden, in a copy: readers of the rows as they were go on undisturbed."""
        every = self._sinces.all()
        places = every.searchsorted(sinces)
        here = np.flatnonzero(every.take(places, mode="clip") == sinces) if len(every) else places[:0]
        found = np.full(len(every), NOW + 1, np.int64)
        found[places[here]] = untils[here]
        if not np.array_equal(found, self._untils.all()):
            self._untils = Column(np.int64)
            self._untils.add(found)

    def _add(self, reader: Reader, namespace: str, found: Standing) -> None:
        made = [_read(reader, namespace, self._senses.space, self._last)]
        places = found.sinces.searchsorted(made[0].sinces)
        known = np.zeros(len(found.sinces), bool)
        known[places] = True
        missing = np.flatnonzero(~known)[-CUT_MAX:]
        for start in range(0, len(missing), _CUT_AT_ONCE):
            some = missing[start : start + _CUT_AT_ONCE]
            rows = list(zip(found.sinces[some].tolist(), found.events[some].tolist(), strict=True))
            made.append(cut(self._senses, reader, namespace, rows))
        known[missing] = True
        self._waits |= not known.all()
        whole = _joined(made)
        sizes, sketches = np.zeros(len(known), np.int64), np.zeros((len(known), 4), np.uint64)
        sizes[known], sketches[known] = whole.pieces.sizes, whole.sketches
        ends = self._ends.all()
        self._ends.add(np.cumsum(sizes) + (int(ends[-1]) if len(ends) else 0))
        self._ids.add(whole.pieces.ids)
        self._counts.add(whole.pieces.counts)
        for column, words in zip(self._sketches, sketches.T, strict=True):
            column.add(words)
        self._sinces.add(found.sinces)
        self._classes.add(found.classes)
        self._events.add(found.events)
        self._untils.add(found.untils)
        self._known.add(known)


def cut(senses: Senses, reader: Reader, namespace: str, rows: Sequence[tuple[int, int]]) -> Made:
    """Cut rows, (since, event) each in order of since, into pieces."""
    pieces = senses.read([said for said, _ in texts(reader, namespace, rows, NOW)])
    sketches = np.ascontiguousarray(senses.sketches(pieces).T)
    sketches[:, -1] &= _BLIND
    return Made(np.array([since for since, _ in rows], np.int64), pieces, sketches)


def _read(reader: Reader, namespace: str, space: str, after: int) -> Made:
    """Read what is kept of the rows behind a sequence."""
    blocks = list(reader.senses(namespace).blocks(space, after))
    if not blocks:
        nothing = Pieces(np.empty(0, np.uint16), np.empty(0, np.uint8), np.empty(0, np.int64))
        return Made(np.empty(0, np.int64), nothing, np.empty((0, 4), np.uint64))
    if int(blocks[0].sinces[0]) <= after:
        blocks[0] = blocks[0].only(blocks[0].sinces > after)
    bodies = np.frombuffer(b"".join(block.bodies for block in blocks), _PIECE)
    sizes = np.concatenate([block.sizes for block in blocks]).astype(np.int64) // _PIECE.itemsize
    sketches = np.ascontiguousarray(np.concatenate([block.sketches for block in blocks])).view("<u8")
    sinces = np.concatenate([block.sinces for block in blocks])
    return Made(sinces, Pieces(bodies["id"], bodies["count"], sizes), sketches)


def _joined(made: Sequence[Made]) -> Made:
    """Give all rows in order."""
    sinces = np.concatenate([one.sinces for one in made])
    pieces = Pieces(*(np.concatenate(columns) for columns in zip(*(one.pieces for one in made), strict=True)))
    sketches = np.concatenate([one.sketches for one in made])
    if not len(sinces) or (sinces[1:] > sinces[:-1]).all():
        return Made(sinces, pieces, sketches)
    order = np.argsort(sinces)
    ends = np.cumsum(pieces.sizes)
    sizes = pieces.sizes[order]
    offsets = np.repeat((ends - pieces.sizes)[order] - (np.cumsum(sizes) - sizes), sizes)
    picked = offsets + np.arange(len(offsets))
    return Made(sinces[order], Pieces(pieces.ids[picked], pieces.counts[picked], sizes), sketches[order])
