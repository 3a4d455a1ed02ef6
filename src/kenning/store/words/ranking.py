"""Ranking: exact BM25 over what a reader may see, reading no more than it must.

Scores are float32, each document's terms are added in one order, rarest first, and all numbers come from visible
documents only: how documents are packed never shows in an answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from kenning.store.words.postings import Frame, Postings, find
from kenning.store.words.segments import TF_MAX, Array, Pages

K1 = 1.2
B = 0.75
_LEAST = np.nextafter(np.float32(0), np.float32(1))
_NOWHERE = np.float32(-np.inf)
_WORTH_A_LOOK = 4096
_GROUPS_PER_WANTED = 64
_ROOMS_MAX = 2
_AT_ONCE = 1 << 14
_FEW = 1 << 15
"""So many postings are added up in one go; of more, those of frequent words may not be needed."""

Accept = Callable[[list[int]], list[bool]]


@lru_cache(maxsize=8)
def impacts(docs: int, tokens: int) -> tuple[Array, float]:
    """Give BM25 less its IDF for every code, among documents of this mean length; and the greatest of these."""
    mean = tokens / docs
    tf = np.arange(TF_MAX + 1, dtype=np.float32)[:, None]
    length = np.arange(4096, dtype=np.float32)[None, :]
    norm = np.float32(K1 * (1 - B)) + length * np.float32(K1 * B / mean)
    table = np.ascontiguousarray((tf * np.float32(K1 + 1) / (tf + norm)).ravel())
    table.flags.writeable = False
    return table, float(table.max())


def rarity(docs: int, matching: int) -> np.float32:
    """Give the inverse document frequency of a term."""
    return np.float32(np.log(1 + (docs - matching + 0.5) / (matching + 0.5)))


class _Term(NamedTuple):
    """One term of a question that occurs: in how many documents, its weight, the most it can add, its postings by frame."""

    matching: int
    key: int
    weight: np.float32
    bound: float
    postings: Sequence[tuple[int, Postings]]


class _Rooms:
    """Room for sums: asking the system for megabytes at every question costs more than adding up."""

    def __init__(self) -> None:
        self._spare: list[Array] = []

    def take(self, size: int) -> Array:
        """Give room for so many sums, with what the last user left in it."""
        try:
            room = self._spare.pop()
        except IndexError:  # none made yet, or all in use
            return np.empty(size, np.float32)
        return room if len(room) >= size else np.empty(size, np.float32)

    def give(self, room: Array) -> None:
        """Keep the room for the next question; a few are enough, whatever the number of threads."""
        if len(self._spare) < _ROOMS_MAX:
            self._spare.append(room)


_ROOMS = _Rooms()


class Ranking:
    """A question being answered: the best documents, as many as are asked for, best first."""

    def __init__(self, pages: Pages, frames: Sequence[Frame], keys: Sequence[int]) -> None:
        """Look up the terms and count them; nothing is scored yet."""
        self._pages = pages
        self._frames = [frame for frame in frames if frame.docs]
        self._starts = [0, *accumulate(frame.size for frame in self._frames)]
        # From an ordinal of a frame to a place among all documents.
        self._shifts = [start - frame.low for frame, start in zip(self._frames, self._starts, strict=False)]
        docs = self.docs = sum(frame.docs for frame in self._frames)
        tokens = sum(frame.tokens for frame in self._frames)
        wanted = np.array(sorted(set(keys)), np.int64)
        self._terms: list[_Term] = []
        if not tokens or not len(wanted):
            return
        found = find(self._frames, pages, wanted)
        pages.fetch(page for each in found for _, here in each if (page := here.page()) is not None)
        self._impacts, peak = impacts(docs, tokens)
        for key, each in zip(wanted.tolist(), found, strict=True):
            counted = [(number, here, here.count(pages)) for number, here in each]
            matching = sum(count for *_, count in counted)
            if matching:
                postings = [(number, here) for number, here, count in counted if count]
                weight = rarity(docs, matching)
                self._terms.append(_Term(matching, key, weight, peak * float(weight), postings))
        self._terms.sort(key=lambda term: (term.matching, term.key))

    @property
    def matching(self) -> dict[int, int]:
        """Tell in how many documents each term occurs, of those that occur."""
        return {term.key: term.matching for term in self._terms}

    def accepted(self, limit: int, accept: Accept | None) -> list[tuple[int, float]]:
        """Give the best ``limit`` documents that are accepted; it is shown candidates in their order, in growing portions."""
        if accept is None:
            return self.top(limit) if limit > 0 else []
        taken: list[tuple[int, float]] = []
        shown, portion = 0, max(64, 4 * limit)
        while len(taken) < limit:
            ranked = self.top(portion)
            fresh = ranked[shown:]
            if fresh:
                verdicts = accept([since for since, _ in fresh])
                taken += [hit for hit, good in zip(fresh, verdicts, strict=True) if good]
            if len(ranked) < portion:
                break
            shown, portion = portion, portion * 4
        return taken[:limit]

    def top(self, limit: int) -> list[tuple[int, float]]:
        """Give the best ``limit`` documents: (since, score), best first, the newest first among equals.

        Terms are added rarest first to every document they occur in, until those left can lift no further document into
        the answer; these are then looked up for the documents still in the race.
        """
        if not self._terms:
            return []
        size = self._starts[-1]
        room = _ROOMS.take(size)
        try:
            return self._best(limit, self._zeroed(room[:size]))
        finally:
            _ROOMS.give(room)

    def _zeroed(self, sums: Array) -> Array:
        """Begin the sums of all documents, those of one frame behind those of another; what is not seen can never rise."""
        sums.fill(0)
        for frame, start in zip(self._frames, self._starts, strict=False):
            if frame.blocked is not None:
                np.copyto(sums[start : start + frame.size], _NOWHERE, where=frame.blocked)
        return sums

    def _best(self, limit: int, sums: Array) -> list[tuple[int, float]]:
        if sum(term.matching for term in self._terms) <= _FEW:
            return self._finish(self._summed(limit, sums), sums, len(self._terms), limit)
        ahead = sum(term.bound for term in self._terms)
        behind = 0.0
        for place, term in enumerate(self._terms):
            if behind > ahead and term.matching > _WORTH_A_LOOK:
                floor = _floor(sums, limit)
                racing = _racing(sums, _short_of(floor, ahead)) if floor > ahead * (1 + 1e-5) else None
                if racing is not None and len(racing) * 8 < term.matching:
                    return self._finish(racing, sums, place, limit)
            self._accumulate(term, sums)
            ahead -= term.bound
            behind += term.bound
        return self._finish(_racing(sums, _floor(sums, limit)), sums, len(self._terms), limit)

    def _summed(self, limit: int, sums: Array) -> Array:
        """Add all terms to every document they occur in, and give those that may be among the best."""
        pages = self._pages
        pages.fetch(number for term in self._terms for _, here in term.postings for number in here.pages())
        spans: list[tuple[Array, Array]] = []
        shifts: list[int] = []
        weights: list[np.float32] = []
        for term in self._terms:
            for number, postings in term.postings:
                here = postings.spans(pages)
                spans += here
                shifts += [self._shifts[number]] * (len(spans) - len(shifts))
            weights += [term.weight] * (len(spans) - len(weights))
        if not spans:
            return np.empty(0, np.intp)
        sizes = [len(ordinals) for ordinals, _ in spans]
        ordinals = np.concatenate([ordinals for ordinals, _ in spans], dtype=np.intp)
        ordinals += np.array(shifts, np.intp).repeat(sizes)
        added = self._impacts.take(np.concatenate([codes for _, codes in spans]), mode="clip")
        added *= np.array(weights, np.float32).repeat(sizes)
        np.add.at(sums, ordinals, added)  # in this order: rarest first
        totals = sums.take(ordinals)
        # A document stands there once for each of its terms: among so many of the best there are enough of them.
        floor = _floor(totals, limit * len(self._terms))
        best = np.sort(ordinals[totals >= max(np.float32(floor), _LEAST)])
        found: Array = best[np.append(best[1:] != best[:-1], np.ones(min(1, len(best)), bool))]
        return found

    def _accumulate(self, term: _Term, sums: Array) -> None:
        """Add a term to every document it occurs in: all frames at once where they are small, since each call costs."""
        waiting: list[tuple[int, Array, Array]] = []
        weight = 0
        for number, postings in term.postings:
            shift = self._shifts[number]
            for ordinals, codes in postings.spans(self._pages):
                waiting.append((shift, ordinals, codes))
                weight += len(ordinals)
                if weight >= _AT_ONCE:
                    self._add(term, waiting, sums)
                    weight = 0
        self._add(term, waiting, sums)

    def _add(self, term: _Term, waiting: list[tuple[int, Array, Array]], sums: Array) -> None:
        if not waiting:
            return
        shifts, spans, coded = zip(*waiting, strict=True)
        waiting.clear()
        ordinals = np.concatenate(spans, dtype=np.intp)
        ordinals += np.array(shifts, np.intp).repeat(list(map(len, spans)))
        added = self._impacts.take(np.concatenate(coded), mode="clip")
        added *= term.weight
        added += sums.take(ordinals, mode="clip")
        sums[ordinals] = added

    def _finish(self, racing: Array, sums: Array, place: int, limit: int) -> list[tuple[int, float]]:
        """Add the terms from ``place`` on to the documents still in the race, and rank these."""
        totals = sums[racing]
        ahead = sum(term.bound for term in self._terms[place:])
        for term in self._terms[place:]:
            bounds = racing.searchsorted(self._starts).tolist()
            for number, postings in term.postings:
                first, last = bounds[number], bounds[number + 1]
                if first < last:
                    self._look_up(term, postings, racing[first:last] - self._shifts[number], totals[first:last])
            ahead -= term.bound
            kept = totals >= np.float32(_short_of(_floor(totals, limit), ahead))
            racing, totals = racing[kept], totals[kept]
        bounds = racing.searchsorted(self._starts).tolist()
        sinces = np.concatenate(
            [
                frame.sinces(self._pages, racing[first:last] - shift)
                for frame, shift, first, last in zip(self._frames, self._shifts, bounds, bounds[1:], strict=False)
                if first < last
            ]
            or [np.empty(0, np.int64)]
        )
        order = np.lexsort((-sinces, -totals))[:limit]
        return list(zip(sinces[order].tolist(), totals[order].tolist(), strict=True))

    def _look_up(self, term: _Term, postings: Postings, wanted: Array, sums: Array) -> None:
        """Add a term to the sums of some documents."""
        for ordinals, codes in postings.spans(self._pages, wanted):
            if not len(ordinals):
                continue
            places = ordinals.searchsorted(wanted)
            here = np.flatnonzero(ordinals.take(places, mode="clip") == wanted)
            sums[here] += self._impacts[codes[places[here]]] * term.weight


def _racing(sums: Array, floor: float) -> Array:
    """Give the documents that score at least so much."""
    return (sums >= max(np.float32(floor), _LEAST)).nonzero()[0]  # type: ignore[no-any-return]


def _short_of(floor: float, ahead: float) -> float:
    """Give the least score that can still reach the floor, with room for rounding."""
    return floor - ahead - 1e-5 * (abs(floor) + ahead)


def _floor(sums: Array, limit: int) -> float:
    """Give a score that at least ``limit`` documents reach, close below the best such; 0 where there are not so many.

    Only the best of each group of documents is looked at: distinct documents, and many more of them than are asked for.
    """
    groups = max(1, limit * _GROUPS_PER_WANTED)
    rows = len(sums) // groups
    heads = sums
    if rows > 1:
        best = sums[: rows * groups].reshape(rows, groups).max(axis=0)
        heads = np.concatenate((best, sums[rows * groups :]))
    if len(heads) < limit:
        return 0.0
    return max(0.0, float(np.partition(heads, len(heads) - limit)[len(heads) - limit]))
