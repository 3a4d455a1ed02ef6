"""Who has a name that looks like this: trigrams of all names, kept in memory as numbers and brought up to date from the store.

A cache and nothing else: it holds hashes of trigrams and places of entities, no words. What it finds is read again from the
store, so a name that has gone since finds nobody.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
_PRIME = np.int64(1_000_003)
_TAIL_MAX = 4096
_PAD = " "


def grams(keys: Sequence[str]) -> tuple[Numbers, Numbers]:
    """Cut folded names into trigrams, all at once: give a code per trigram, and the index of the name it is of.

    Each name is padded with two blanks before and one behind, so beginnings count for more; of a short name little is left but
    its padding, which is as it should be.
    """
    padded = "".join(f"{_PAD}{_PAD}{key}{_PAD}" for key in keys)
    letters = np.frombuffer(padded.encode("utf-32-le"), dtype=np.uint32).astype(np.int64)
    lengths = np.fromiter((len(key) + 3 for key in keys), dtype=np.int64, count=len(keys))
    if len(letters) < 3:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    codes = (letters[:-2] * _PRIME + letters[1:-1]) * _PRIME + letters[2:]
    owner = np.repeat(np.arange(len(keys), dtype=np.int64), lengths)
    whole = owner[:-2] == owner[2:]
    return codes[whole], owner[:-2][whole]


class Grams:
    """The names of a store by their trigrams; safe to use from several threads."""

    def __init__(self) -> None:
        """Know nothing yet: the first question reads all names."""
        self._lock = threading.Lock()
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self._serial = 0
        self._places = np.zeros(0, np.int64)
        self._counts = np.zeros(0, np.int64)
        self._codes = np.zeros(0, np.int64)
        self._owners = np.zeros(0, np.int64)
        self._tail: list[tuple[int, str]] = []

    @property
    def serial(self) -> int:
        """Give the last name it knows."""
        return self._serial

    def forget(self) -> None:
        """Know nothing again: names were taken away, or their serials given anew."""
        with self._lock:
            self.generation += 1
            self._clear()

    def undone(self, last: int) -> None:
        """Take note that a transaction was undone: forget names it knows beyond the last serial there is."""
        if self._serial > last:
            self.forget()

    def learn(self, forms: Sequence[tuple[int, int, str]]) -> None:
        """Take up names that came since: (serial, place, key)."""
        with self._lock:
            for serial, place, key in forms:
                if serial > self._serial:
                    self._serial = serial
                    self._tail.append((place, key))
            if len(self._tail) > _TAIL_MAX:
                self._pack()

    def _pack(self) -> None:
        codes, owners = grams([key for _, key in self._tail])
        owners = owners + len(self._places)
        self._places = np.concatenate([self._places, np.fromiter((place for place, _ in self._tail), np.int64)])
        self._counts = np.concatenate(
            [self._counts, np.bincount(owners - len(self._counts), minlength=len(self._tail)).astype(np.int64)]
        )
        codes = np.concatenate([self._codes, codes])
        owners = np.concatenate([self._owners, owners])
        order = np.argsort(codes, kind="stable")
        self._codes, self._owners = codes[order], owners[order]
        self._tail = []

    def similar(self, key: str, first: int, last: int, limit: int, least: float) -> list[tuple[int, float]]:
        """List the places between two whose names share most trigrams: (place, share of both), best first.

        ``share`` is shared trigrams over those of either (Dice); ties in order of place.
        """
        codes, _ = grams([key])
        asked = np.unique(codes)
        with self._lock:
            found = self._packed(asked, least) + self._recent(asked, least)
        best: dict[int, float] = {}
        for place, share in found:
            if first <= place <= last and share > best.get(place, 0.0):
                best[place] = share
        return sorted(best.items(), key=lambda one: (-one[1], one[0]))[:limit]

    def _packed(self, asked: Numbers, least: float) -> list[tuple[int, float]]:
        if not len(self._codes):
            return []
        starts = np.searchsorted(self._codes, asked, "left")
        ends = np.searchsorted(self._codes, asked, "right")
        spans = [self._owners[start:end] for start, end in zip(starts, ends, strict=True) if end > start]
        if not spans:
            return []
        owners, shared = np.unique(np.concatenate(spans), return_counts=True)
        return _shares(self._places[owners], shared, self._counts[owners], len(asked), least)

    def _recent(self, asked: Numbers, least: float) -> list[tuple[int, float]]:
        if not self._tail:
            return []
        codes, owners = grams([key for _, key in self._tail])
        hit = np.isin(codes, asked)
        shared = np.bincount(owners[hit], minlength=len(self._tail))
        counts = np.bincount(owners, minlength=len(self._tail))
        some = np.flatnonzero(shared)
        places = np.fromiter((place for place, _ in self._tail), np.int64)
        return _shares(places[some], shared[some], counts[some], len(asked), least)


def _shares(places: Numbers, shared: Numbers, counts: Numbers, asked: int, least: float) -> list[tuple[int, float]]:
    share = 2 * shared / (counts + asked)
    enough = share >= least
    return list(zip(places[enough].tolist(), np.round(share[enough], 6).tolist(), strict=True))
