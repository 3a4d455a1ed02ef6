"""Which rows come near a question by the vectors of a model that the user brings: one for a whole text.

Texts are sent to it only when rows are kept, and questions when they are asked. A row that is not kept yet has no vector: the
other lanes find it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kenning.engine.reading.recall.meaning.held import Rows
from kenning.engine.reading.recall.meaning.seen import CLOSELY, Seen, Sighted
from kenning.engine.reading.recall.meaning.senses import Senses
from kenning.errors import UnavailableError
from kenning.providers import Embedder
from kenning.providers.words import Array
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question

VERSION = 1
AT_ONCE = 64
"""So many texts are sent at once."""
_WORDS = 4
_ASKED_MAX = 256
_BLIND = np.uint64((1 << 63) - 1)


class Dense:
    """A model that the user brings, and the vectors of the questions asked lately."""

    dtype: np.dtype[Any] = np.dtype("<f2")
    sketch_words = _WORDS
    is_ready = False

    def __init__(self, embedder: Embedder) -> None:
        """Ask it nothing yet."""
        self._embedder = embedder
        self._lock = threading.Lock()
        self._asked: OrderedDict[str, Array] = OrderedDict()

    @property
    def space(self) -> str:
        """Name what its vectors are kept under."""
        return f"{self._embedder.name}/{VERSION}"

    def make(self, texts: Sequence[str]) -> tuple[Array, Array, Array]:
        """Have it turn texts into vectors: these end to end, how many numbers each has, and a sketch each."""
        portions = [self._vectors(texts[start : start + AT_ONCE]) for start in range(0, len(texts), AT_ONCE)]
        if not portions:
            return np.empty(0, self.dtype), np.empty(0, np.int64), np.empty((0, _WORDS), np.uint64)
        vectors = np.concatenate(portions)
        sizes = np.full(len(vectors), vectors.shape[1], np.int64)
        return vectors.astype(self.dtype).ravel(), sizes, sketches(vectors)

    def asked(self, question: str) -> Array:
        """Give the vector of a question."""
        with self._lock:
            found = self._asked.get(question)
        if found is None:
            found = self._vectors([question])[0]
            with self._lock:
                self._asked[question] = found
                while len(self._asked) > _ASKED_MAX:
                    self._asked.popitem(last=False)
        return found

    def _vectors(self, texts: Sequence[str]) -> Array:
        """Give a vector of length 1 for each text. Raises `UnavailableError` where the model gives anything else."""
        given = self._embedder.embed(texts)
        try:
            found = np.array(given, np.float32)
        except (ValueError, TypeError):
            found = np.empty(0, np.float32)
        if found.ndim != 2 or len(found) != len(texts) or not found.shape[1] or not np.isfinite(found).all():
            raise UnavailableError(
                f"{self._embedder.name}: gave no vector for each of {len(texts)} texts",
                hint="all of one length, of finite numbers",
            )
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        vectors: Array = found / np.maximum(lengths, 1e-12)
        return vectors


class NearVectors(Sighted):
    """The rows a scope sees at a moment, by the vectors of one model."""

    def __init__(self, space: Dense, senses: Senses | None, rows: Rows, seen: Seen, at: int) -> None:
        """``senses`` tells how near single words are, where static vectors are at hand."""
        super().__init__(rows, seen, at)
        self._space, self._senses = space, senses

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals."""
        if self.count == len(self.out):
            return []
        asked = self._space.asked(question.said)
        places = self.among(self.closest(sketches(asked[None, :])[0], max(CLOSELY, limit)))
        scores = self._lines(places, asked) @ asked
        events = self.rows.events[places]
        order = np.lexsort((-events, -scores))[:limit]
        return [int(events[place]) for place in order if scores[place] > 0]

    def sense(self, question: Question, passages: Sequence[Passage]) -> Sense:
        """Give what vectors say of the lines of an answer; of a row that is not kept yet they say nothing."""
        asked = self._space.asked(question.said)
        places, held = self.rows.found(np.array([passage.since for passage in passages], np.int64))
        lines = np.zeros((len(passages), len(asked)), np.float32)
        lines[held] = self._lines(places[held], asked)
        if self._senses is not None:
            return self._senses.alike(question, passages, asked, lines)
        nothing = np.zeros((0, len(asked)), np.float32)
        terms, none = np.zeros((len(question.terms), len(asked)), np.float32), np.zeros(len(passages), np.int64)
        return Sense(asked=asked, lines=lines, terms=terms, known=nothing, words=np.zeros(0, np.intp), sizes=none)

    def _lines(self, places: Array, asked: Array) -> Array:
        values, _ = self.rows.picked(places)
        if len(values) != len(places) * len(asked):
            raise UnavailableError(
                f"{self._space.space}: the vectors kept are not as long as that of the question",
                hint="another model goes by the same name: give it another, or drop what was kept",
            )
        return values.reshape(len(places), len(asked)).astype(np.float32)


def sketches(vectors: Array) -> Array:
    """Give 255 bits of each vector, four words a row: on which sides of as many fixed planes it lies."""
    found = np.packbits(vectors @ _planes(vectors.shape[1]) > 0, axis=1).view(np.uint64)
    found[:, -1] &= _BLIND
    return found


@cache
def _planes(width: int) -> Array:
    """Give fixed planes in a space: the same for ever, since what was sketched by them is kept."""
    return np.random.RandomState(width).standard_normal((width, 64 * _WORDS)).astype(np.float32)
