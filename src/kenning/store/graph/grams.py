"""Who has a name that looks like this: trigrams of all names, kept in memory as numbers and brought up to date from the store.

A cache and nothing else: it holds hashes of trigrams and places of entities, no words. What it finds is read again from the
store, so a name that has gone since finds nobody.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

Numbers = np.ndarray[tuple[int], np.dtype[np.int64]]
_PRIME = np.int64(1_000_003)
_RATIO = 8
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


class _Segment(NamedTuple):
    """Some names: whose each is, how many trigrams it has, and, in order of trigrams, which name has which."""

    places: Numbers
    counts: Numbers
    codes: Numbers
    owners: Numbers

    def like(self, asked: Numbers, least: float) -> list[tuple[int, float]]:
        """List whose names share enough of some trigrams, and how many: (place, share)."""
        starts = np.searchsorted(self.codes, asked, "left")
        ends = np.searchsorted(self.codes, asked, "right")
        spans = [self.owners[start:end] for start, end in zip(starts, ends, strict=True) if end > start]
        if not spans:
            return []
        owners, shared = np.unique(np.concatenate(spans), return_counts=True)
        return _shares(self.places[owners], shared, self.counts[owners], len(asked), least)


def _cut(names: Sequence[tuple[int, str]]) -> _Segment:
    codes, owners = grams([key for _, key in names])
    places = np.fromiter((place for place, _ in names), np.int64, count=len(names))
    order = np.argsort(codes, kind="stable")
    counts = np.bincount(owners, minlength=len(names)).astype(np.int64)
    return _Segment(places, counts, codes[order], owners[order])


def _joined(one: _Segment, other: _Segment) -> _Segment:
    codes = np.concatenate([one.codes, other.codes])
    owners = np.concatenate([one.owners, other.owners + len(one.places)])
    order = np.argsort(codes, kind="stable")
    places, counts = np.concatenate([one.places, other.places]), np.concatenate([one.counts, other.counts])
    return _Segment(places, counts, codes[order], owners[order])


class Grams:
    """The names of a store by their trigrams; safe to use from several threads."""

    def __init__(self) -> None:
        """Know nothing yet: the first question reads all names."""
        self._lock = threading.Lock()
        self.generation = 0
        self._clear()

    def _clear(self) -> None:
        self._serial = 0
        self._segments: list[_Segment] = []
        self._fresh: list[tuple[int, str]] = []

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
                    self._fresh.append((place, key))

    def _take_up(self) -> None:
        """Cut the names that came since; what is little is joined to what is not much more, so that there are few segments."""
        if not self._fresh:
            return
        self._segments.append(_cut(self._fresh))
        self._fresh = []
        while len(self._segments) > 1 and len(self._segments[-1].places) * _RATIO >= len(self._segments[-2].places):
            later, earlier = self._segments.pop(), self._segments.pop()
            self._segments.append(_joined(earlier, later))

    def similar(self, key: str, first: int, last: int, limit: int, least: float) -> list[tuple[int, float]]:
        """List the places between two whose names share most trigrams: (place, share of both), best first.

        ``share`` is shared trigrams over those of either (Dice); ties in order of place.
        """
        codes, _ = grams([key])
        asked = np.unique(codes)
        with self._lock:
            self._take_up()
            found = [one for segment in self._segments for one in segment.like(asked, least)]
        best: dict[int, float] = {}
        for place, share in found:
            if first <= place <= last and share > best.get(place, 0.0):
                best[place] = share
        return sorted(best.items(), key=lambda one: (-one[1], one[0]))[:limit]


def _shares(places: Numbers, shared: Numbers, counts: Numbers, asked: int, least: float) -> list[tuple[int, float]]:
    share = 2 * shared / (counts + asked)
    enough = share >= least
    return list(zip(places[enough].tolist(), np.round(share[enough], 6).tolist(), strict=True))
