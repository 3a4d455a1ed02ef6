"""Ranking: exact BM25 over what a reader may see, from packed segments and the tail, without reading more than it must.

A *frame* is a segment (or the tail) as one reader sees it at one moment: a span of ordinals and, where that span holds
documents the reader does not see, which those are. Scores are float32, each document's terms are added in one order,
rarest first, and all numbers come from visible documents: how documents are packed never shows in an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from kenning.store.segments import TF_MAX, Array, Documents, Pages, Segment, codes_of, cut

K1 = 1.2
B = 0.75
NEVER = 1 << 62
HIDDEN = -1
_NOWHERE = np.float32(-np.inf)
_WORTH_A_LOOK = 4096
_GROUPS_PER_WANTED = 8

Span = tuple[Array, Array]
"""Some postings of one term: ordinals ascending, and their codes."""


class Marks:
    """Which documents closed, and when, and which are hidden; immutable, so that readers of any age may share it."""

    def __init__(self, sinces: Array, untils: Array, hidden: Array) -> None:
        """Hold the marked documents by ``since``, ascending."""
        self.sinces = sinces
        self.untils = untils
        self.hidden = hidden
        self._within: dict[tuple[int, int, int], tuple[Array, Array] | None] = {}

    @classmethod
    def none(cls) -> Marks:
        """Give the marks of a namespace in which nothing ever closed."""
        return cls(np.empty(0, np.int64), np.empty(0, np.int64), np.empty(0, bool))

    def extended(self, rows: Iterable[tuple[int, int, int | None]]) -> Marks:
        """Add what happened since, in order: (since, kind, until)."""
        latest: dict[int, int | None] = {}
        shown: dict[int, bool] = {}
        for since, kind, until in rows:
            if kind == 0:
                latest[since] = until
            else:
                shown[since] = kind == 1
        touched = np.unique(np.fromiter({**latest, **shown}, np.int64))
        fresh = touched[~np.isin(touched, self.sinces, assume_unique=True)]
        places = self.sinces.searchsorted(fresh)
        sinces = np.insert(self.sinces, places, fresh)
        untils = np.insert(self.untils, places, NEVER)
        hidden = np.insert(self.hidden, places, values=False)
        for since, place in zip(touched.tolist(), sinces.searchsorted(touched).tolist(), strict=True):
            if since in latest:
                until = latest[since]
                untils[place] = NEVER if until is None else until
            hidden[place] = shown.get(since, hidden[place])
        marks = Marks(sinces, untils, hidden)
        for (segment, first, last), known in list(self._within.items()):
            start, end = touched.searchsorted([first, last + 1])
            if start == end:
                marks._within[segment, first, last] = known  # noqa: SLF001 - one's own kind
        return marks

    def within(self, segment: Segment, pages: Pages) -> tuple[Array, Array] | None:
        """Give the marked documents of a segment: ordinals, and until when each is seen (`HIDDEN`: never)."""
        place = (segment.id, segment.first, segment.last)
        if place not in self._within:
            start, end = self.sinces.searchsorted([segment.first, segment.last + 1])
            found = None
            if start < end:
                ordinals = segment.ordinals(pages, self.sinces[start:end])
                here = ordinals >= 0
                found = (ordinals[here], self.ends(start, end)[here]) if here.any() else None
            self._within[place] = found
        return self._within[place]

    def ends(self, start: int, end: int) -> Array:
        """Give until when each of a range of marked documents is seen."""
        return np.where(self.hidden[start:end], HIDDEN, self.untils[start:end])

    def blocked(self, sinces: Array, at: int) -> Array:
        """Tell which of some documents, ascending by since, had closed by then or are hidden."""
        blocked = np.zeros(len(sinces), bool)
        if len(sinces) and len(self.sinces):
            start, end = self.sinces.searchsorted([sinces[0], sinces[-1] + 1])
            marked = self.sinces[start:end][self.ends(start, end) <= at]
            places = np.minimum(sinces.searchsorted(marked), len(sinces) - 1)
            blocked[places[sinces[places] == marked]] = True
        return blocked


class Moment(NamedTuple):
    """Who looks, and when: access classes ascending (None: all) and the sequence (`NEVER - 1`: now)."""

    classes: Array | None
    at: int


class Frame(Protocol):
    """What ranking needs of a segment or of the tail, as one reader sees it."""

    size: int
    docs: int
    tokens: int
    blocked: Array | None

    def find(self, pages: Pages, keys: Array) -> Sequence[object | None]:
        """Look up keys, ascending; give a handle for each that occurs."""

    def count(self, pages: Pages, handle: object) -> int:
        """Count the visible documents of a term."""

    def spans(self, pages: Pages, handle: object, wanted: Array | None = None) -> Iterator[Span]:
        """Read a term's postings, by ordinal in the frame; at least those of the documents wanted."""

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""


class PackedFrame:
    """A segment as one reader sees it: the ordinals from ``low`` up to ``low + size``, less those ``blocked``."""

    def __init__(self, segment: Segment, pages: Pages, moment: Moment, marks: Marks) -> None:
        """Work out what of a segment is seen at a moment."""
        table = segment.classes(pages)
        self.segment = segment
        self.low, high, self.blocked, chosen = 0, segment.docs, None, slice(None)
        if moment.classes is not None:
            chosen = _members(table.ids, moment.classes)
            low, high, self.blocked = _hull(table.starts, chosen)
            self.low = low
        self.size = high - self.low
        whole = self.blocked is None
        if self.size and segment.last > moment.at:
            late = segment.sinces(pages)[self.low : high] > moment.at - segment.first
            self.blocked = late if self.blocked is None else self.blocked | late
            whole = False
        marked = marks.within(segment, pages) if self.size else None
        if marked is not None:
            ordinals = marked[0][marked[1] <= moment.at] - self.low
            ordinals = ordinals[(ordinals >= 0) & (ordinals < self.size)]
            if len(ordinals):
                self.blocked = np.zeros(self.size, bool) if self.blocked is None else self.blocked.copy()
                self.blocked[ordinals] = True
                whole = False
        if whole or self.blocked is None:
            self.docs = self.size
            self.tokens = int(table.tokens[chosen].sum())
        else:
            self.docs = self.size - int(np.count_nonzero(self.blocked))
            lengths = segment.lengths(pages)[self.low : high]
            self.tokens = int(lengths.sum(dtype=np.int64)) - int(lengths[self.blocked].sum(dtype=np.int64))
        self._all = self.low == 0 and self.size == segment.docs
        self._bounds = np.array([self.low, high], np.uint32)

    def find(self, pages: Pages, keys: Array) -> Sequence[tuple[int, int] | None]:
        """Look up keys, ascending; give where the postings of each lie."""
        vocabulary = self.segment.vocabulary(pages)
        if not len(vocabulary.keys):
            return [None] * len(keys)
        places = vocabulary.keys.searchsorted(keys)
        found = vocabulary.keys.take(places, mode="clip") == keys
        starts = vocabulary.starts
        return [
            (int(starts[place]), int(starts[place + 1])) if here else None
            for place, here in zip(places.tolist(), found.tolist(), strict=True)
        ]

    def count(self, pages: Pages, handle: tuple[int, int]) -> int:
        """Count the visible documents of a term, without reading it where all of the segment is seen."""
        if self._all and self.blocked is None:
            return handle[1] - handle[0]
        total = 0
        for ordinals, _ in self.spans(pages, handle):
            total += len(ordinals)
            if self.blocked is not None:
                total -= int(np.count_nonzero(self.blocked.take(ordinals)))
        return total

    def spans(self, pages: Pages, handle: tuple[int, int], wanted: Array | None = None) -> Iterator[Span]:
        """Read a term's postings, by ordinal in the frame; only pages that may hold a document wanted."""
        first, last = handle
        vocabulary = self.segment.vocabulary(pages)
        starts = vocabulary.page_starts
        begin, end = starts.searchsorted(np.array([first, last - 1], np.uint32), "right").tolist()
        # Pages begin .. end-1 (counted from one) are entered at their first posting, so their first ordinal is the term's.
        inner = vocabulary.page_ordinals[begin:end]
        numbers: Iterable[int] = range(begin - 1, end)
        if len(inner) and wanted is not None:
            entered = inner.searchsorted((wanted + self.low).astype(np.uint32), "right")
            numbers = (np.unique(entered) + (begin - 1)).tolist()
        elif len(inner) and not self._all:
            skip, stop = inner.searchsorted(self._bounds, "right").tolist()
            numbers = range(begin - 1 + skip, begin + stop)
        for number in numbers:
            start, stop = int(starts[number]), int(starts[number + 1])
            body = pages.postings(self.segment.id, number)
            ordinals, codes = cut(body, stop - start, max(first - start, 0), min(last, stop) - start)
            if not self._all:
                low, high = ordinals.searchsorted(self._bounds).tolist()
                if low == high:
                    continue
                ordinals, codes = ordinals[low:high], codes[low:high]
            yield np.subtract(ordinals, self.low, dtype=np.intp) if self.low else ordinals.astype(np.intp), codes

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""
        return self.segment.sinces(pages)[ordinals + self.low].astype(np.int64) + self.segment.first


def _members(ids: Array, classes: Array) -> Array:
    """Give the places in ``ids`` of those among ``classes``; both ascend."""
    if not len(classes):
        return np.empty(0, np.intp)
    places = classes.searchsorted(ids)
    return np.flatnonzero(classes.take(places, mode="clip") == ids)


def _hull(starts: Array, chosen: Array) -> tuple[int, int, Array | None]:
    """Give the span from the first to the last chosen class, and what lies between them and is not chosen."""
    if not len(chosen):
        return 0, 0, None
    first, last = int(chosen[0]), int(chosen[-1])
    low, high = int(starts[first]), int(starts[last + 1])
    if last - first + 1 == len(chosen):
        return low, high, None
    foreign = np.ones(last - first + 1, bool)
    foreign[chosen - first] = False
    return low, high, np.repeat(foreign, np.diff(starts[first : last + 2]))


class Tail:
    """The newest documents, as arrays that only grow: a reader takes as many as its own snapshot counts."""

    def __init__(self) -> None:
        """Begin empty."""
        self.docs = 0
        self.last = 0
        self.documents = Documents(np.empty(0, np.int64), np.empty(0, np.uint32), np.empty(0, np.uint16))
        self.keys = np.empty(0, np.int64)
        self.codes = np.empty(0, np.uint16)
        self.owners = np.empty(0, np.intp)
        self._ends = np.zeros(1, np.int64)

    def extended(self, rows: Sequence[tuple[int, int, int, bytes, bytes]]) -> Tail:
        """Add rows of the table, in order: since, class, length, keys, counts. What others hold stays as it is."""
        documents, keys, tfs, sizes = columns(rows)
        grown = Tail()
        grown.docs = self.docs + len(rows)
        grown.last = int(rows[-1][0])
        grown.documents = Documents(
            *(np.concatenate(pair) for pair in zip(self.documents, documents, strict=True)),
        )
        grown.keys = np.concatenate((self.keys, keys))
        grown.codes = np.concatenate((self.codes, codes_of(tfs, np.repeat(documents.lengths, sizes))))
        grown.owners = np.concatenate((self.owners, np.repeat(np.arange(self.docs, grown.docs, dtype=np.intp), sizes)))
        grown._ends = np.concatenate((self._ends, self._ends[-1] + np.cumsum(sizes)))  # noqa: SLF001 - one's own kind
        return grown

    def postings(self, docs: int) -> int:
        """Count the postings of the first ``docs`` documents."""
        return int(self._ends[docs])


def columns(rows: Sequence[tuple[int, int, int, bytes, bytes]]) -> tuple[Documents, Array, Array, Array]:
    """Turn rows of the tail into columns: documents, all keys, all counts, and how many of these each document has."""
    sinces, classes, lengths, keys, tfs = zip(*rows, strict=True)
    documents = Documents(np.array(sinces, np.int64), np.array(classes, np.uint32), np.array(lengths, np.uint16))
    sizes = np.fromiter(map(len, tfs), np.int64, len(tfs))
    return documents, np.frombuffer(b"".join(keys), "<i8"), np.frombuffer(b"".join(tfs), np.uint8), sizes


class TailFrame:
    """The tail as one reader sees it."""

    def __init__(self, tail: Tail, docs: int, moment: Moment, marks: Marks) -> None:
        """Take the first ``docs`` documents of the tail, and what of them is seen at a moment."""
        self.size = docs
        self._sinces = tail.documents.sinces[:docs]
        blocked = marks.blocked(self._sinces, moment.at)
        blocked |= self._sinces > moment.at
        if moment.classes is not None:
            blocked |= ~np.isin(tail.documents.classes[:docs], moment.classes)
        self.docs = docs - int(np.count_nonzero(blocked))
        self.blocked: Array | None = blocked if self.docs < docs else None
        self.tokens = int(tail.documents.lengths[:docs][~blocked].sum(dtype=np.int64))
        end = tail.postings(docs)
        self._keys, self._codes, self._owners = tail.keys[:end], tail.codes[:end], tail.owners[:end]

    def find(self, pages: Pages, keys: Array) -> Sequence[Span | None]:
        """Look up keys by scanning all postings: they are few, and sorting them would not pay."""
        del pages
        found: list[Span | None] = []
        for key in keys:
            places = np.flatnonzero(self._keys == key)
            found.append((self._owners[places], self._codes[places]) if len(places) else None)
        return found

    def count(self, pages: Pages, handle: Span) -> int:
        """Count the visible documents of a term."""
        del pages
        hidden = 0 if self.blocked is None else int(np.count_nonzero(self.blocked[handle[0]]))
        return len(handle[0]) - hidden

    def spans(self, pages: Pages, handle: Span, wanted: Array | None = None) -> Iterator[Span]:
        """Read a term's postings."""
        del pages, wanted
        yield handle

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""
        del pages
        return self._sinces[ordinals]


@lru_cache(maxsize=8)
def impacts(docs: int, tokens: int) -> Array:
    """Give the saturated, length-normed weight of every code, for documents of this mean length: BM25 less its IDF."""
    mean = tokens / docs
    tf = np.arange(TF_MAX + 1, dtype=np.float32)[:, None]
    length = np.arange(4096, dtype=np.float32)[None, :]
    norm = np.float32(K1 * (1 - B)) + length * np.float32(K1 * B / mean)
    table = np.ascontiguousarray((tf * np.float32(K1 + 1) / (tf + norm)).ravel())
    table.flags.writeable = False
    return table


def rarity(docs: int, matching: int) -> np.float32:
    """Give the inverse document frequency of a term."""
    return np.float32(np.log(1 + (docs - matching + 0.5) / (matching + 0.5)))


class _Term(NamedTuple):
    """One term of a question that occurs: in how many documents, its weight per code, and where it lies in each frame."""

    matching: int
    key: int
    weights: Array
    bound: float
    handles: Sequence[tuple[int, object]]


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
        table = impacts(docs, tokens)
        peak = float(table.max())
        for index, key in enumerate(wanted.tolist()):
            handles = [(number, handle) for number, each in enumerate(found) if (handle := each[index]) is not None]
            matching = sum(self._frames[number].count(pages, handle) for number, handle in handles)
            if matching:
                weight = rarity(docs, matching)
                self._terms.append(_Term(matching, key, table * weight, peak * float(weight), handles))
        self._terms.sort(key=lambda term: (term.matching, term.key))

    def top(self, limit: int) -> list[tuple[int, float]]:
        """Give the best ``limit`` documents: (since, score), best first, the newest first among equals.

        Terms are added rarest first to every document they occur in, until those left can lift no further document into
        the answer; these are then looked up for the documents still in the race.
        """
        scores: dict[int, Array] = {}
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

    def _accumulate(self, term: _Term, scores: dict[int, Array]) -> None:
        for number, handle in term.handles:
            frame = self._frames[number]
            sums = scores.get(number)
            if sums is None:
                sums = scores[number] = np.zeros(frame.size, np.float32)
                if frame.blocked is not None:
                    np.copyto(sums, _NOWHERE, where=frame.blocked)
            for ordinals, codes in frame.spans(self._pages, handle):
                added = term.weights.take(codes, mode="clip")
                added += sums.take(ordinals, mode="clip")
                sums[ordinals] = added

    def _racing(self, scores: dict[int, Array], floor: float) -> dict[int, Array]:
        """Give the documents of each frame that score at least so much."""
        least = np.float32(floor)
        racing = {number: np.flatnonzero((sums >= least) & (sums > 0)) for number, sums in scores.items()}
        return {number: ordinals for number, ordinals in racing.items() if len(ordinals)}

    def _finish(
        self, racing: dict[int, Array], scores: dict[int, Array], place: int, limit: int
    ) -> list[tuple[int, float]]:
        """Add the terms from ``place`` on to the documents still in the race, and rank these."""
        sums = {number: scores[number][ordinals] for number, ordinals in racing.items()}
        ahead = sum(term.bound for term in self._terms[place:])
        for term in self._terms[place:]:
            handles = dict(term.handles)
            for number, ordinals in racing.items():
                if number in handles:
                    self._look_up(term, number, handles[number], (ordinals, sums[number]))
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

    def _look_up(self, term: _Term, number: int, handle: object, race: tuple[Array, Array]) -> None:
        """Add a term to the sums of some documents."""
        wanted, sums = race
        if not len(wanted):
            return
        for ordinals, codes in self._frames[number].spans(self._pages, handle, wanted):
            places = ordinals.searchsorted(wanted)
            here = np.flatnonzero(ordinals.take(places, mode="clip") == wanted)
            sums[here] += term.weights[codes[places[here]]]


def _short_of(floor: float, ahead: float) -> float:
    """Give the least score that can still reach the floor, with room for rounding."""
    return floor - ahead - 1e-5 * (abs(floor) + ahead)


def _floor(sums: Sequence[Array], limit: int) -> float:
    """Give a score that at least ``limit`` documents reach, close below the best such; 0 where there are not so many.

    Only the best of each group of documents is looked at: distinct documents, and many more of them than are asked for.
    """
    best = []
    rows = min(64, max(1, sum(map(len, sums)) // (limit * _GROUPS_PER_WANTED)))
    for each in sums:
        whole = len(each) - len(each) % rows
        if rows > 1 and whole:
            best.append(each[:whole].reshape(rows, -1).max(axis=0))
            each = each[whole:]
        best.append(each)
    heads = np.concatenate(best) if best else np.empty(0, np.float32)
    if len(heads) < limit:
        return 0.0
    return max(0.0, float(np.partition(heads, len(heads) - limit)[len(heads) - limit]))
