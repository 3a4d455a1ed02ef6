"""What vectors say: how near the lines of an answer come to a question, as a whole and word by word."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from itertools import chain

import msgspec
import numpy as np

from kenning.providers.words import NAME, Array, Pieces, StaticWords
from kenning.rules.recall.meaning import ALONE, Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question

_WORDS_MAX = 1 << 15
_TEXTS_MAX = 1 << 13
VERSION = 1
"""Of how texts are cut and sketched; what was kept by another is of another space."""
SPACE = f"{NAME}/{VERSION}"
PIECE = np.dtype([("id", "<u2"), ("count", "u1")])
"""A piece of a word that a text is made of, and how often it occurs there, as it is kept."""
_BLIND = np.uint64((1 << 63) - 1)
"""One bit of each sketch says nothing: how far two are apart then fits a byte."""


class Weighing(msgspec.Struct, frozen=True):
    """How rare each piece of a word is among the rows a caller may see."""

    rarity: Array

    @classmethod
    def of(cls, docs: int, holding: Array) -> Weighing:
        """Take it from in how many of so many rows each piece occurs."""
        return cls(np.log(1 + (docs - holding + 0.5) / (holding + 0.5)).astype(np.float32))


class Senses:
    """The vectors of an open store: of pieces, of words met so far, and the pieces of texts read lately."""

    space = SPACE
    dtype = PIECE
    sketch_words = 4
    is_ready = True

    def __init__(self, words: StaticWords) -> None:
        """Know no word yet."""
        self.words = words
        self._lock = threading.Lock()
        self._places: dict[str, int] = {}
        self._known = np.zeros((1024, words.vectors.shape[1]), np.float32)
        self._pieces: dict[str, tuple[Array, Array]] = {}
        self._turns: dict[str, int] = {}
        self.norms: Array = np.linalg.norm(words.vectors, axis=1)

    def make(self, texts: Sequence[str]) -> tuple[Array, Array, Array]:
        """Cut texts into pieces: these end to end, how many each text has, and a sketch of each."""
        pieces = self.read(texts)
        values = np.empty(len(pieces.ids), PIECE)
        values["id"], values["count"] = pieces.ids, pieces.counts
        return values, pieces.sizes, np.ascontiguousarray(self.sketches(pieces).T)

    def turned(self, namespace: str, turn: int) -> None:
        """Let go of all that was read, where rows may read otherwise since, or are erased."""
        with self._lock:
            if self._turns.get(namespace) != turn:
                self._turns[namespace] = turn
                self._places.clear()
                self._pieces.clear()

    def read(self, texts: Sequence[str]) -> Pieces:
        """Cut texts into pieces, none of which is kept."""
        return self.words.pieces([_sound(said) for said in texts])

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Give the pieces of texts; the same lines answer many questions."""
        with self._lock:
            fresh = [said for said in dict.fromkeys(texts) if said not in self._pieces]
            if len(self._pieces) + len(fresh) > _TEXTS_MAX:
                self._pieces = {said: self._pieces[said] for said in texts if said in self._pieces}
            if fresh:
                made = self.read(fresh)
                ends = np.cumsum(made.sizes)[:-1]
                cut = zip(np.split(made.ids, ends), np.split(made.counts, ends), strict=True)
                self._pieces.update(zip(fresh, ((ids.copy(), counts.copy()) for ids, counts in cut), strict=True))
            found = [self._pieces[said] for said in texts]
        sizes = np.array([len(ids) for ids, _ in found], np.int64)
        if not found:
            return Pieces(np.zeros(0, np.uint16), np.zeros(0, np.uint8), sizes)
        return Pieces(np.concatenate([ids for ids, _ in found]), np.concatenate([one for _, one in found]), sizes)

    def lines(self, pieces: Pieces, weighing: Weighing) -> Array:
        """Give the vectors of texts: the sum of their pieces, each by its rarity and how often it occurs."""
        return self._summed(pieces, weighing.rarity[pieces.ids] * pieces.counts)

    def sketches(self, pieces: Pieces) -> Array:
        """Give 255 bits of each text, 64 a row: the signs of the sum of its pieces, each as it comes, less their mean.

        No rarity is in it: what a row looks like so does not depend on who asks, or on what else there is.
        """
        texts = np.repeat(np.arange(len(pieces.sizes)), pieces.sizes)
        totals = np.bincount(texts, pieces.counts, minlength=len(pieces.sizes)).astype(np.float32)
        vectors = self._summed(pieces, pieces.counts.astype(np.float32)) - totals[:, None] * self.words.mean
        found = np.ascontiguousarray(np.packbits(vectors > 0, axis=1).view(np.uint64).T)
        found[-1] &= _BLIND
        return found

    def along(self, asked: Array, ids: Array) -> Array:
        """Tell of pieces how far each points where a question does."""
        there = np.zeros(len(self.norms), bool)
        there[ids] = True
        distinct = np.flatnonzero(there)
        found = np.zeros(len(there), np.float32)
        found[distinct] = np.einsum("ij,j->i", self.words.vectors[distinct], asked)
        return found[ids]

    def _summed(self, pieces: Pieces, weights: Array) -> Array:
        """Add up the vectors of each text, a few texts at once: products so small stay on one thread and in its cache."""
        sizes = pieces.sizes
        found = np.zeros((len(sizes), self.words.vectors.shape[1]), np.float32)
        ends = np.concatenate(([0], np.cumsum(sizes))).tolist()
        mean = max(1, len(pieces.ids) // max(1, len(sizes)))
        step = max(2, int((ALONE / (found.shape[1] * mean)) ** 0.5))
        held = np.zeros(len(self.norms), bool)
        held[pieces.ids] = True
        places = np.cumsum(held) - 1  # the vectors needed, side by side: most occur often, and are found in the cache
        vectors, among = self.words.vectors[held], places[pieces.ids]
        for start in range(0, len(sizes), step):
            stop = min(start + step, len(sizes))
            some = slice(ends[start], ends[stop])
            count = some.stop - some.start
            spread = np.zeros((stop - start, count), np.float32)
            spread[np.repeat(np.arange(stop - start), sizes[start:stop]), np.arange(count)] = weights[some]
            found[start:stop] = spread @ vectors[among[some]]
        return found

    def asked(self, question: Question) -> Pieces:
        """Give the pieces of a question's telling words."""
        return self.pieces([" ".join(term.word for term in question.terms)])

    def sense(self, question: Question, passages: Sequence[Passage], lines: Array, weighing: Weighing) -> Sense:
        """Give what vectors say of a question and of the lines of an answer, whose own vectors are known."""
        return self.alike(question, passages, self.lines(self.asked(question), weighing)[0], lines)

    def alike(self, question: Question, passages: Sequence[Passage], asked: Array, lines: Array) -> Sense:
        """Add to vectors of a question and of lines, whoever made them, how near single words are."""
        cut = [passage.words for passage in passages]
        spoken = dict.fromkeys(chain.from_iterable(cut))
        known = self._vectors([*spoken, *(term.word for term in question.terms)])
        places = dict(zip(spoken, range(len(spoken)), strict=True))
        sizes = np.array([len(words) for words in cut], np.int64)
        every = np.fromiter(map(places.__getitem__, chain.from_iterable(cut)), np.intp, int(sizes.sum()))
        return Sense(
            asked=asked,
            lines=lines,
            terms=known[len(spoken) :],
            known=known[: len(spoken)],
            words=every,
            sizes=sizes,
        )

    def _vectors(self, words: Sequence[str]) -> Array:
        """Give the vectors of words: the mean of their pieces less that of all pieces, of length 1."""
        with self._lock:
            if len(self._places) + len(words) > _WORDS_MAX:
                self._places.clear()
            fresh = [word for word in dict.fromkeys(words) if word not in self._places]
            if fresh:
                self._learn(fresh)
            found: Array = self._known[[self._places[word] for word in words]]
            return found

    def _learn(self, fresh: Sequence[str]) -> None:
        start, end = len(self._places), len(self._places) + len(fresh)
        if end > len(self._known):
            grown = np.zeros((max(2 * len(self._known), end), self._known.shape[1]), np.float32)
            grown[:start] = self._known[:start]
            self._known = grown
        made = self.words.words([_sound(word) for word in fresh])
        held = np.flatnonzero(made.sizes)
        vectors = np.zeros((len(fresh), self._known.shape[1]), np.float32)
        if len(held):
            starts = (np.cumsum(made.sizes) - made.sizes)[held]
            totals = np.add.reduceat(made.counts, starts, dtype=np.float32)
            weighted = self.words.vectors[made.ids] * made.counts[:, None].astype(np.float32)
            means = np.add.reduceat(weighted, starts, axis=0) / totals[:, None] - self.words.mean
            vectors[held] = means / np.maximum(np.linalg.norm(means, axis=1), 1e-6)[:, None]
        self._known[start:end] = vectors
        self._places.update(zip(fresh, range(start, end), strict=True))


def _sound(said: str) -> str:
    """Take out half characters, which no tokenizer reads."""
    return said if said.isascii() else said.encode("utf-8", "ignore").decode()
