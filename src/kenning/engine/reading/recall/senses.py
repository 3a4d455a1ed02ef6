"""What vectors say: which rows come near a question in meaning, and how near the lines of an answer come, word by word."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec
import numpy as np

from kenning.providers.words import Array, Pieces, StaticWords
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question

_WORDS_MAX = 1 << 15
_TEXTS_MAX = 1 << 14
_ROWS_MAX = 1 << 18
_HELD_MAX = 8


class Weighing(msgspec.Struct, frozen=True):
    """How rare each piece of a word is among the rows a caller may see."""

    rarity: Array

    @classmethod
    def of(cls, docs: int, holding: Array) -> Weighing:
        """Take it from in how many of so many rows each piece occurs."""
        return cls(np.log(1 + (docs - holding + 0.5) / (holding + 0.5)).astype(np.float32))


class Senses:
    """The vectors of an open store: of pieces, of words met so far, and the pieces of texts read lately."""

    def __init__(self, words: StaticWords) -> None:
        """Know no word yet."""
        self.words = words
        self._lock = threading.Lock()
        self._places: dict[str, int] = {}
        self._known = np.zeros((1024, words.vectors.shape[1]), np.float32)
        self._pieces: dict[bytes, Pieces] = {}
        self._rows: dict[str, dict[tuple[int, int], Pieces]] = {}
        self._held: OrderedDict[tuple[object, ...], tuple[object, Any]] = OrderedDict()
        self._turns: dict[str, int] = {}
        self.norms: Array = np.linalg.norm(words.vectors, axis=1)

    def turned(self, namespace: str, turn: int) -> None:
        """Let go of all that was read, where rows may read otherwise since, or are erased."""
        with self._lock:
            if self._turns.get(namespace) != turn:
                self._turns[namespace] = turn
                self._rows.pop(namespace, None)
                self._places.clear()
                self._pieces.clear()
                self._held.clear()

    def held(self, key: tuple[object, ...], stamp: object) -> Any:  # noqa: ANN401 - whatever was held
        """Give what was held of a reading while nothing was written since; words that changed in place are forgotten."""
        with self._lock:
            known = self._held.get(key)
        return known[1] if known is not None and known[0] == stamp else None

    def hold(self, key: tuple[object, ...], stamp: object, value: object) -> None:
        """Hold what was made of a reading, the latest few."""
        with self._lock:
            self._held.pop(key, None)
            self._held[key] = (stamp, value)
            while len(self._held) > _HELD_MAX:
                self._held.popitem(last=False)

    def read(self, namespace: str, rows: Sequence[tuple[int, int]]) -> list[Pieces | None]:
        """Give the pieces of rows as far as they were read."""
        with self._lock:
            known = self._rows.setdefault(namespace, {})
            return [known.get(row) for row in rows]

    def keep(self, namespace: str, rows: Sequence[tuple[int, int]], pieces: Sequence[Pieces]) -> None:
        """Keep the pieces of rows; all are let go of where they become too many."""
        with self._lock:
            known = self._rows.setdefault(namespace, {})
            if len(known) > _ROWS_MAX:
                known.clear()
            known.update(zip(rows, pieces, strict=True))

    def pieces(self, texts: Sequence[str]) -> list[Pieces]:
        """Give the pieces of texts, by their content."""
        keys = [blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest() for said in texts]
        with self._lock:
            fresh = {key: said for key, said in zip(keys, texts, strict=True) if key not in self._pieces}
            if len(self._pieces) + len(fresh) > _TEXTS_MAX:
                self._pieces = {key: self._pieces[key] for key in keys if key in self._pieces}
            made = self.words.pieces([_sound(said) for said in fresh.values()])
            self._pieces.update(zip(fresh, made, strict=True))
            return [self._pieces[key] for key in keys]

    def lines(self, pieces: Sequence[Pieces], weighing: Weighing) -> Array:
        """Give the vectors of texts: the sum of their pieces, each by its rarity and how often it occurs."""
        rows = np.zeros((len(pieces), self.words.vectors.shape[1]), np.float32)
        held = [place for place, one in enumerate(pieces) if len(one.ids)]
        if held:
            ids = np.concatenate([pieces[place].ids for place in held])
            counts = np.concatenate([pieces[place].counts for place in held])
            sizes = np.array([len(pieces[place].ids) for place in held])
            weighted = self.words.vectors[ids] * (weighing.rarity[ids] * counts)[:, None]
            rows[held] = np.add.reduceat(weighted, np.cumsum(sizes) - sizes, axis=0)
        return rows

    def asked(self, question: Question) -> Pieces:
        """Give the pieces of a question's telling words."""
        return self.pieces([" ".join(term.word for term in question.terms)])[0]

    def sense(self, question: Question, passages: Sequence[Passage], weighing: Weighing) -> Sense:
        """Give what vectors say of a question and of the lines of an answer."""
        cut = [passage.words for passage in passages]
        spoken = dict.fromkeys(word for words in cut for word in words)
        known = self._vectors([*spoken, *(term.word for term in question.terms)])
        places = {word: place for place, word in enumerate(spoken)}
        return Sense(
            asked=self.lines([self.asked(question)], weighing)[0],
            lines=self.lines(self.pieces([passage.text for passage in passages]), weighing),
            terms=known[len(spoken) :],
            known=known[: len(spoken)],
            words=[np.fromiter({places[word] for word in words}, np.intp) for words in cut],
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
        start = len(self._places)
        if start + len(fresh) > len(self._known):
            grown = np.zeros((max(2 * len(self._known), start + len(fresh)), self._known.shape[1]), np.float32)
            grown[:start] = self._known[:start]
            self._known = grown
        for place, one in enumerate(self.words.pieces([_sound(word) for word in fresh]), start):
            if len(one.ids):
                vector = one.counts @ self.words.vectors[one.ids] / one.counts.sum() - self.words.mean
                self._known[place] = vector / max(float(np.linalg.norm(vector)), 1e-6)
        self._places.update({word: start + place for place, word in enumerate(fresh)})


def _sound(said: str) -> str:
    """Take out half characters, which no tokenizer reads."""
    return said if said.isascii() else said.encode("utf-8", "ignore").decode()
