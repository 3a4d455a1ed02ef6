"""Ranking: exact BM25 over what a reader may see, reading no more than it must.

Scores are float32, each document's terms are added in one order, rarest first, and all numbers come from visible
documents only: how documents are packed never shows in an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

import numpy as np

from kenning.store.postings import Frame, Postings
from kenning.store.segments import TF_MAX, Array, Pages

K1 = 1.2
B = 0.75
_NOWHERE = np.float32(-np.inf)
_WORTH_A_LOOK = 4096
_GROUPS_PER_WANTED = 64
_ROOMS_MAX = 2


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


class _Sums(dict[int, Array]):
    """The sums of the documents of each frame that any term was found in; what a reader does not see can never rise."""

    def __init__(self, frames: Sequence[Frame], room: Array) -> None:
        super().__init__()
        self._frames = frames
        self._room = room
        self._starts = list(accumulate((frame.size for frame in frames), initial=0))

    def __missing__(self, number: int) -> Array:
        frame, start = self._frames[number], self._starts[number]
        sums = self[number] = self._room[start : start + frame.size]
        sums.fill(0)
        if frame.blocked is not None:
            np.copyto(sums, _NOWHERE, where=frame.blocked)
        return sums


class Ranking:
    """A question being answered: the best documents, as many as are asked for, best first."""

    def __init__(self, pages: Pages, frames: Sequence[Frame], keys: Sequence[int]) -> None:
        """Look up the terms and count them; nothing is scored yet."""
        self._pages = pages
        self._frames = [frame for frame in frames if frame.docs]
        docs = sum(frame.docs for frame in self._frames)
        tokens = sum(frame.tokens for frame in self._frames)
        wanted = np.unique(np.array(list(keys), np.int64))
        self._terms: list[_Term] = []
        if not tokens or not len(wanted):
            return
        found = [frame.find(pages, wanted) for frame in self._frames]
        pages.fetch(page for each in found for here in each if here is not None and (page := here.page()) is not None)
        self._impacts, peak = impacts(docs, tokens)
        for index, key in enumerate(wanted.tolist()):
            counted = [
                (number, here, here.count(pages))
                for number, each in enumerate(found)
                if (here := each[index]) is not None
            ]
            matching = sum(count for *_, count in counted)
            if matching:
                postings = [(number, here) for number, here, count in counted if count]
                weight = rarity(docs, matching)
                self._terms.append(_Term(matching, key, weight, peak * float(weight), postings))
        self._terms.sort(key=lambda term: (term.matching, term.key))

    def top(self, limit: int) -> list[tuple[int, float]]:
        """Give the best ``limit`` documents: (since, score), best first, the newest first among equals.

        Terms are added rarest first to every document they occur in, until those left can lift no further document into
        the answer; these are then looked up for the documents still in the race.
        """
        room = _ROOMS.take(sum(frame.size for frame in self._frames))
        try:
            return self._best(limit, _Sums(self._frames, room))
        finally:
            _ROOMS.give(room)

    def _best(self, limit: int, scores: _Sums) -> list[tuple[int, float]]:
        ahead = sum(term.bound for term in self._terms)
        behind = 0.0
        for place, term in enumerate(self._terms):
            if behind > ahead and term.matching > _WORTH_A_LOOK:
                floor = _floor(list(scores.values()), limit)
                racing = self._racing(scores, _short_of(floor, ahead)) if floor > ahead * (1 + 1e-5) else None
                if racing is not None and sum(map(len, racing.values())) * 8 < term.matching:
                    return self._finish(racing, scores, place, limit)
            self._accumulate(term, scores)
            ahead -= term.bound
            behind += term.bound
        floor = _floor(list(scores.values()), limit)
        return self._finish(self._racing(scores, floor), scores, len(self._terms), limit)

    def _accumulate(self, term: _Term, scores: _Sums) -> None:
        for number, postings in term.postings:
            sums = scores[number]
            for ordinals, codes in postings.spans(self._pages):
                if not len(ordinals):
                    continue
                added = self._impacts.take(codes, mode="clip")
                added *= term.weight
                added += sums.take(ordinals, mode="clip")
                sums[ordinals] = added

    def _racing(self, scores: _Sums, floor: float) -> dict[int, Array]:
        """Give the documents of each frame that score at least so much."""
        least = max(np.float32(floor), np.nextafter(np.float32(0), np.float32(1)))
        racing = {number: np.flatnonzero(sums >= least) for number, sums in scores.items()}
        return {number: ordinals for number, ordinals in racing.items() if len(ordinals)}

    def _finish(self, racing: dict[int, Array], scores: _Sums, place: int, limit: int) -> list[tuple[int, float]]:
        """Add the terms from ``place`` on to the documents still in the race, and rank these."""
        sums = {number: scores[number][ordinals] for number, ordinals in racing.items()}
        ahead = sum(term.bound for term in self._terms[place:])
        for term in self._terms[place:]:
            for number, postings in term.postings:
                if number in racing and len(racing[number]):
                    self._look_up(term, postings, racing[number], sums[number])
            ahead -= term.bound
            floor = _short_of(_floor(list(sums.values()), limit), ahead)
            for number in list(racing):
                kept = sums[number] >= np.float32(floor)
                racing[number], sums[number] = racing[number][kept], sums[number][kept]
        if not racing:
            return []
        sinces = np.concatenate([self._frames[number].sinces(self._pages, racing[number]) for number in racing])
        totals = np.concatenate([sums[number] for number in racing])
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


def _short_of(floor: float, ahead: float) -> float:
    """Give the least score that can still reach the floor, with room for rounding."""
    return floor - ahead - 1e-5 * (abs(floor) + ahead)


def _floor(sums: Sequence[Array], limit: int) -> float:
    """Give a score that at least ``limit`` documents reach, close below the best such; 0 where there are not so many.

    Only the best of each group of documents is looked at: distinct documents, and many more of them than are asked for.
    """
    best: list[Array] = []
    total = sum(map(len, sums))
    for each in sums:
        groups = max(1, len(each) * limit * _GROUPS_PER_WANTED // max(1, total))
        rows = len(each) // groups
        if rows > 1:
            best.append(each[: rows * groups].reshape(groups, rows).max(axis=1))
            best.append(each[rows * groups :].max(keepdims=True, initial=_NOWHERE))
        else:
            best.append(each)
    heads = np.concatenate(best) if best else np.empty(0, np.float32)
    if len(heads) < limit:
        return 0.0
    return max(0.0, float(np.partition(heads, len(heads) - limit)[len(heads) - limit]))
