"""The lane of meaning of an open store: what is held of namespaces and scopes by each model, and the moments last asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import Protocol

from kenning.engine.reading.recall.meaning.dense import Dense, NearVectors
from kenning.engine.reading.recall.meaning.held import Held, Rows, Space
from kenning.engine.reading.recall.meaning.near import Nearby
from kenning.engine.reading.recall.meaning.seen import Seen
from kenning.engine.reading.recall.meaning.senses import Senses
from kenning.model.recall import Scope
from kenning.rules.recall.meaning import Sense
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question
from kenning.store import NOW, Reader
from kenning.store.base import Stamp

MOMENTS_MAX = 8
SEEN_ROWS_MAX = 1 << 22
"""Scopes hold sketches of so many rows together, some fifty bytes each; that of everything takes none of its own."""


class Near(Protocol):
    """The rows a scope sees at a moment, in the eyes of one model."""

    @property
    def waits(self) -> bool:
        """Whether what some rows are made of is not known before it is kept."""

    def nearest(self, question: Question, limit: int) -> list[int]:
        """Give the events that come nearest to a question, best first, the newest among equals."""

    def sense(self, question: Question, passages: Sequence[Passage]) -> Sense:
        """Give what vectors say of the lines of an answer."""


Key = tuple[str, str, frozenset[int] | None]


class Meaning:
    """The lane of meaning of an open store: what is held of its namespaces, its scopes, and the moments last asked for."""

    def __init__(self, senses: Senses | None, embedders: Sequence[Dense]) -> None:
        """Hold nothing yet. The first embedder answers where none is asked for by name, else static vectors do."""
        self.senses = senses
        self.spaces: dict[str, Space] = {one.space: one for one in (*embedders, senses) if one is not None}
        self._lock = threading.Lock()
        self._held: dict[tuple[str, str], Held] = {}
        self._seen: OrderedDict[Key, Seen] = OrderedDict()
        self._nearby: OrderedDict[tuple[Key, int], tuple[Stamp, Near]] = OrderedDict()
        self._turns: dict[str, int] = {}

    def nearby(self, reader: Reader, scope: Scope, at: int, name: str) -> Near:
        """Give the rows a scope sees at a moment in the eyes of a model, brought up to date with a reading."""
        namespace, space = scope.namespace, self.spaces[name]
        stamp = reader.stamp(namespace)
        self._turned(namespace, stamp.turned)
        key = (name, namespace, scope.classes)
        moment = (key, NOW if at >= stamp.head else at)
        with self._lock:
            known = self._nearby.get(moment)
        if known is not None and known[0] == stamp and not known[1].waits:
            return known[1]
        with self._lock:
            held = self._held.get((name, namespace))
            if held is None:
                held = self._held[name, namespace] = Held(space)
        rows = held.rows(reader, namespace)
        seen = self._scope(key, rows)
        seen.extend(rows)
        made = self._near(space, rows, seen, min(at, stamp.head))
        with self._lock:
            self._nearby.pop(moment, None)
            self._nearby[moment] = (stamp, made)
            while len(self._nearby) > MOMENTS_MAX:
                self._nearby.popitem(last=False)
        return made

    def forget(self, namespace: str, name: str) -> None:
        """Let go of all that a model made of a namespace, since it is no longer kept."""
        with self._lock:
            self._held.pop((name, namespace), None)
            for held in (self._seen, self._nearby):
                held.clear()

    def _near(self, space: Space, rows: Rows, seen: Seen, at: int) -> Near:
        if isinstance(space, Dense):
            return NearVectors(space, self.senses, rows, seen, at)
        assert isinstance(space, Senses), "there are no other models"
        return Nearby(space, rows, seen, at)

    def _turned(self, namespace: str, turn: int) -> None:
        """Let go of what was made of rows that may read otherwise since, or are erased."""
        if self.senses is not None:
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
                found = Seen(rows, key[2])
            self._seen[key] = found
            while len(self._seen) > 1 and sum(one.size for one in self._seen.values()) > SEEN_ROWS_MAX:
                self._seen.popitem(last=False)
            return found
