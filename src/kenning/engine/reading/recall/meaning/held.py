"""The rows of a namespace in the eyes of the lane of meaning: what a model made of each, and a sketch of each.

They are read from the blocks that are kept in the store; rows that are in none yet are made at once where that is cheap. What was
read stays in memory and is brought up to date before each use; where rows read otherwise, or are erased, all of it is let go of.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from kenning.engine.reading.recall.lines import texts
from kenning.providers.words import Array
from kenning.store import NOW, Reader
from kenning.store.base import Stamp, Standing
from kenning.store.words.senses import Block

CUT_MAX = 1 << 16
"""So many rows that are in no block yet, the newest, are made when they are asked for; more wait until they are kept."""
_AT_ONCE = 1000
_ROOM_MIN = 1024


class Made(NamedTuple):
    """What a model made of some rows, in order of ``since``: values end to end, how many each has, and a sketch each.

    A sketch is a row of words of 64 bits.
    """

    sinces: Array
    values: Array
    sizes: Array
    sketches: Array

    def block(self) -> Block:
        """Give it as it is kept in the store."""
        sketches = np.ascontiguousarray(self.sketches.astype("<u8")).view(np.uint8)
        return Block(self.sinces, sketches, self.sizes * self.values.dtype.itemsize, self.values.tobytes())


class Space(Protocol):
    """What a model makes of texts, and under which name it is kept."""

    @property
    def space(self) -> str:
        """The model and its version: what another made is in another space."""

    @property
    def dtype(self) -> np.dtype[Any]:
        """Of one value."""

    @property
    def sketch_words(self) -> int:
        """How many words of 64 bits a sketch has."""

    @property
    def is_ready(self) -> bool:
        """Whether it makes rows when they are asked for; one that is slow, or elsewhere, only makes those that are to be kept."""

    def make(self, texts: Sequence[str]) -> tuple[Array, Array, Array]:
        """Give values, sizes and sketches, as in `Made`."""


class Column:
    """An array with room behind its end; what was handed out stays as it was while more is added."""

    def __init__(self, dtype: Any) -> None:  # noqa: ANN401 - whatever names a type of numbers
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
    """Rows in columns, in order of ``since``: those of `Standing`, and what was made of each.

    ``known`` tells of each whether that is at hand; ``ends`` where its values end. Sketches are a column for each of their words.
    Rows of one ``age`` only ever grow.
    """

    age: int
    sinces: Array
    classes: Array
    untils: Array
    events: Array
    known: Array
    ends: Array
    values: Array
    sketches: tuple[Array, ...]

    def picked(self, places: Array) -> tuple[Array, Array]:
        """Give the values of some rows, end to end, and how many each has."""
        ends = self.ends[places]
        starts = np.where(places > 0, self.ends[places - 1], 0)
        sizes = ends - starts
        behind = np.cumsum(sizes)
        among = np.repeat(starts - (behind - sizes), sizes) + np.arange(int(behind[-1]) if len(behind) else 0)
        return self.values[among], sizes

    def found(self, sinces: Array) -> tuple[Array, Array]:
        """Find rows by their since: the place of each, and whether it is there and known."""
        if not len(self.sinces):
            return np.zeros(len(sinces), np.int64), np.zeros(len(sinces), bool)
        places = np.minimum(self.sinces.searchsorted(sinces), len(self.sinces) - 1)
        return places, (self.sinces[places] == sinces) & self.known[places]


class Held:
    """What is held in memory of one namespace."""

    def __init__(self, space: Space) -> None:
        """Hold nothing yet."""
        self._space = space
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
        self._values = Column(self._space.dtype)
        self._sketches = tuple(Column(np.uint64) for _ in range(self._space.sketch_words))

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
                values=self._values.all(),
                sketches=tuple(column.all() for column in self._sketches),
            )

    def _bring(self, reader: Reader, namespace: str, stamp: Stamp) -> None:
        known, kept = self._stamp, reader.senses(namespace).checkpoint(self._space.space)
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
        made = [_read(reader, namespace, self._space, self._last)]
        known = np.zeros(len(found.sinces), bool)
        known[found.sinces.searchsorted(made[0].sinces)] = True
        missing = np.flatnonzero(~known)[-CUT_MAX:] if self._space.is_ready else np.empty(0, np.int64)
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            rows = list(zip(found.sinces[some].tolist(), found.events[some].tolist(), strict=True))
            made.append(make(self._space, reader, namespace, rows))
        known[missing] = True
        self._waits |= not known.all()
        whole = _joined(made)
        sizes, sketches = np.zeros(len(known), np.int64), np.zeros((len(known), self._space.sketch_words), np.uint64)
        sizes[known], sketches[known] = whole.sizes, whole.sketches
        ends = self._ends.all()
        self._ends.add(np.cumsum(sizes) + (int(ends[-1]) if len(ends) else 0))
        self._values.add(whole.values)
        for column, words in zip(self._sketches, sketches.T, strict=True):
            column.add(words)
        self._sinces.add(found.sinces)
        self._classes.add(found.classes)
        self._events.add(found.events)
        self._untils.add(found.untils)
        self._known.add(known)


def make(space: Space, reader: Reader, namespace: str, rows: Sequence[tuple[int, int]]) -> Made:
    """Have a model make something of rows, (since, event) each in order of since."""
    said = [text for text, _ in texts(reader, namespace, rows, NOW)]
    return Made(np.array([since for since, _ in rows], np.int64), *space.make(said))


def _read(reader: Reader, namespace: str, space: Space, after: int) -> Made:
    """Read what is kept of the rows behind a sequence."""
    blocks = list(reader.senses(namespace).blocks(space.space, after))
    if not blocks:
        nothing = np.empty(0, np.int64)
        return Made(nothing, np.empty(0, space.dtype), nothing, np.empty((0, space.sketch_words), np.uint64))
    if int(blocks[0].sinces[0]) <= after:
        blocks[0] = blocks[0].only(blocks[0].sinces > after)
    values = np.frombuffer(b"".join(block.bodies for block in blocks), space.dtype)
    sizes = np.concatenate([block.sizes for block in blocks]).astype(np.int64) // space.dtype.itemsize
    sketches = np.ascontiguousarray(np.concatenate([block.sketches for block in blocks])).view("<u8")
    return Made(np.concatenate([block.sinces for block in blocks]), values, sizes, sketches)


def _joined(made: Sequence[Made]) -> Made:
    """Give all rows in order."""
    sinces, values, sizes, sketches = (np.concatenate(columns) for columns in zip(*made, strict=True))
    if not len(sinces) or (sinces[1:] > sinces[:-1]).all():
        return Made(sinces, values, sizes, sketches)
    order = np.argsort(sinces)
    starts, some = (np.cumsum(sizes) - sizes)[order], sizes[order]
    among = np.repeat(starts - (np.cumsum(some) - some), some) + np.arange(int(some.sum()))
    return Made(sinces[order], values[among], some, sketches[order])
