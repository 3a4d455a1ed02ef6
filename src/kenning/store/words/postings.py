"""What a reader sees of the index at a moment: frames over segments and the tail, and a term's postings in them.

A *frame* is a segment (or the tail) as one reader sees it: spans of ordinals by access class and time, less the documents
that had closed by then or are hidden.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from kenning.store.words.segments import (
    PAGES_AT_ONCE,
    SIZES_DIFFER,
    Array,
    Documents,
    Pages,
    Segment,
    Span,
    Vocabulary,
    codes_of,
)

NEVER = 1 << 62
HIDDEN = -1
_FEW_BOUNDS = 16
_ENDS_WITHIN = np.array([0, 1], np.uint32)


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
                marks._within[segment, first, last] = known
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


class Postings(Protocol):
    """One term in one frame."""

    def count(self, pages: Pages) -> int:
        """Count the visible documents that hold the term."""

    def spans(self, pages: Pages, wanted: Array | None = None) -> Iterable[Span]:
        """Read the postings, by ordinal; at least those of the documents wanted, which ascend."""

    def page(self) -> int | None:
        """Give the page that will be read whatever is asked, where it is one."""

    def pages(self) -> Iterable[int]:
        """Give the pages that are read for all of it."""


class Frame(Protocol):
    """What ranking needs of a segment or of the tail, as one reader sees it: the ordinals from ``low`` up to ``low + size``.

    ``blocked`` is what it does not see among them, by ordinal less ``low``.
    """

    low: int
    size: int
    docs: int
    tokens: int
    blocked: Array | None

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""


class PackedFrame:
    """A segment as one reader sees it: runs of ordinals, less the documents that are gone."""

    def __init__(self, segment: Segment, pages: Pages, moment: Moment, marks: Marks) -> None:
        """Work out what of a segment is seen at a moment."""
        table = segment.classes(pages)
        self.segment = segment
        self.page = segment.page
        starts, ends, tokens = table.starts[:-1], table.starts[1:], table.tokens
        if moment.classes is not None:
            chosen = ~_strangers(table.ids, moment.classes)
            starts, ends, tokens = starts[chosen], ends[chosen], tokens[chosen]
        partial = segment.last > moment.at
        if partial:
            ends = _cut_short(segment.sinces(pages), starts, ends, moment.at - segment.first)
        self.bounds = _runs(starts, ends)
        self.edges = self.bounds[[0, -1]] if len(self.bounds) else self.bounds
        self.low = int(self.bounds[0]) if len(self.bounds) else 0
        self.size = int(self.bounds[-1]) - self.low if len(self.bounds) else 0
        self.all = self.size == segment.docs and len(self.bounds) == 2
        self.blocked = _outside(self.bounds - self.low, self.size) if len(self.bounds) > 2 else None
        self.gone: Array | None = None
        self._bury(marks.within(segment, pages) if self.size else None, moment.at)
        self.docs = self.size - (0 if self.blocked is None else int(np.count_nonzero(self.blocked)))
        if partial or self.gone is not None:
            lengths = segment.lengths(pages)[self.low : self.low + self.size]
            unseen = 0 if self.blocked is None else int(lengths[self.blocked].sum(dtype=np.int64))
            self.tokens = int(lengths.sum(dtype=np.int64)) - unseen
        else:
            self.tokens = int(tokens.sum())

    def _bury(self, marked: tuple[Array, Array] | None, at: int) -> None:
        """Block the documents that had closed by then, or are hidden."""
        if marked is None:
            return
        ordinals = marked[0][marked[1] <= at] - self.low
        ordinals = ordinals[(ordinals >= 0) & (ordinals < self.size)]
        if len(ordinals):
            self.blocked = np.zeros(self.size, bool) if self.blocked is None else self.blocked
            self.blocked[ordinals] = True
            self.gone = ordinals

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""
        found: Array = self.segment.sinces(pages)[ordinals].astype(np.int64) + self.segment.first
        return found


class PackedPostings:
    """One term in a packed frame: the postings from ``first`` up to ``last``, in the pages from ``begin`` up to ``end``."""

    __slots__ = ("_begin", "_end", "_first", "_frame", "_kept", "_last", "_open", "_shut", "_vocabulary")

    def __init__(self, frame: PackedFrame, vocabulary: Vocabulary, row: Sequence[int]) -> None:
        """Note where they lie; nothing is read yet."""
        self._frame = frame
        self._vocabulary = vocabulary
        # The first page holds the postings from `_open` up to `_shut`; mostly it is the only one.
        self._first, self._last, begin, self._end, self._open, self._shut = row
        self._begin = begin - 1
        self._kept: Span | None = None

    def count(self, pages: Pages) -> int:
        """Count the visible documents, reading only the pages in which a run begins or ends where none is gone."""
        frame = self._frame
        if frame.all and frame.gone is None:
            return self._last - self._first
        if self._end - self._begin == 1:
            # Read whole for the count, so kept for the scores.
            kept = self._kept = self._visible(pages, self._begin)
            return len(kept[0]) if frame.blocked is None else self._seen(kept)
        if frame.gone is None and len(frame.bounds) <= _FEW_BOUNDS:
            ranks = self._ranks(pages, frame.bounds)
            return sum(ranks[1::2]) - sum(ranks[::2])
        return sum(self._seen(span) for span in self.spans(pages))

    def _seen(self, span: Span) -> int:
        blocked = self._frame.blocked
        if blocked is None:
            return len(span[0])
        return len(span[0]) - int(np.count_nonzero(blocked.take(span[0] - self._frame.low, mode="clip")))

    def spans(self, pages: Pages, wanted: Array | None = None) -> Iterable[Span]:
        """Read the postings, by ordinal; only pages that may hold a document wanted."""
        if self._kept is not None:
            return (self._kept,)
        return self._walk(pages, self._numbers(wanted))

    def _walk(self, pages: Pages, numbers: Sequence[int]) -> Iterator[Span]:
        for at in range(0, len(numbers), PAGES_AT_ONCE):
            some = numbers[at : at + PAGES_AT_ONCE]
            pages.fetch(self._frame.page + number for number in some)
            yield from (self._visible(pages, number) for number in some)

    def pages(self) -> Iterable[int]:
        """Give the pages that are read for all of it and were not read for its count."""
        if self._kept is not None:
            return ()
        return [self._frame.page + number for number in self._numbers(None)]

    def page(self) -> int | None:
        """Give the page that will be read whatever is asked, where it is one."""
        return self._frame.page + self._begin if self._end - self._begin == 1 else None

    def _visible(self, pages: Pages, number: int) -> Span:
        """Read what a page holds of this term between the edges of the frame."""
        frame = self._frame
        ordinals, codes = self._page(pages, number)
        if frame.all:
            return ordinals, codes
        low, high = ordinals.searchsorted(frame.edges).tolist()
        return ordinals[low:high], codes[low:high]

    def _numbers(self, wanted: Array | None) -> Sequence[int]:
        """Give the numbers of the pages to read."""
        begin, end, frame = self._begin, self._end, self._frame
        if end - begin > 1:
            # All pages but the first begin with this term, so the first ordinal there is one of its own.
            inner = self._vocabulary.page_ordinals[begin + 1 : end]
            if wanted is not None:
                entered = inner.searchsorted(wanted.astype(np.uint32), "right")
                return (np.unique(entered) + begin).tolist()  # type: ignore[no-any-return]
            if not frame.all:
                first, last = inner.searchsorted(frame.edges, "right").tolist()
                return range(begin + first, begin + last + 1)
        return range(begin, end)

    def _ranks(self, pages: Pages, bounds: Array) -> list[int]:
        """Count, for each bound, the postings of documents below it."""
        begin, starts = self._begin, self._vocabulary.page_starts
        inner = self._vocabulary.page_ordinals[begin + 1 : self._end]
        ranks = []
        for bound, number in zip(bounds, (inner.searchsorted(bounds) + begin).tolist(), strict=True):
            ordinals, _ = self._page(pages, number)
            ranks.append(max(int(starts[number]), self._first) + int(ordinals.searchsorted(bound)))
        return ranks

    def _page(self, pages: Pages, number: int) -> Span:
        """Read what a page holds of this term."""
        if number == self._begin:
            start, stop, first = self._open, self._shut, self._first
        else:
            starts = self._vocabulary.page_starts
            start, stop = int(starts[number]), int(starts[number + 1])
            first = start
        ordinals, codes = pages.postings(self._frame.page + number)
        if len(ordinals) != stop - start:
            raise ValueError(SIZES_DIFFER)
        return ordinals[first - start : self._last - start], codes[first - start : self._last - start]


def _cut_short(sinces: Array, starts: Array, ends: Array, last: int) -> Array:
    """End each class's run where its documents come later than ``last``."""
    pairs = zip(starts.tolist(), ends.tolist(), strict=True)
    wanted = np.uint32(max(last, 0))
    return np.array([a + int(sinces[a:b].searchsorted(wanted, "right")) for a, b in pairs], np.uint32)


def _runs(starts: Array, ends: Array) -> Array:
    """Join runs that touch, and drop empty ones: the bounds of the rest, ascending."""
    some = ends > starts
    starts, ends = starts[some], ends[some]
    apart = starts[1:] != ends[:-1]
    bounds = np.empty(2 * (int(np.count_nonzero(apart)) + (len(starts) > 0)), np.uint32)
    if len(starts):
        bounds[0], bounds[-1] = starts[0], ends[-1]
        bounds[2::2], bounds[1:-1:2] = starts[1:][apart], ends[:-1][apart]
    return bounds


def _outside(bounds: Array, size: int) -> Array:
    """Tell what lies between the runs."""
    foreign = np.zeros(size, bool)
    for start, end in zip(bounds[1:-1:2].tolist(), bounds[2::2].tolist(), strict=True):
        foreign[start:end] = True
    return foreign


def _strangers(ids: Array, classes: Array) -> Array:
    """Tell which ids are not among the classes, which ascend."""
    if not len(classes):
        return np.ones(len(ids), bool)
    return classes.take(classes.searchsorted(ids), mode="clip") != ids  # type: ignore[no-any-return]


class Tail:
    """The newest documents, as arrays that only grow: a reader takes as many as its own snapshot counts."""

    def __init__(self) -> None:
        """Begin empty."""
        self.docs = 0
        self.last = 0
        self.documents = Documents(np.empty(0, np.int64), np.empty(0, np.uint32), np.empty(0, np.uint16))
        self.keys = np.empty(0, np.int64)
        self.low = np.empty(0, np.uint16)
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
        grown.low = grown.keys.astype(np.uint16)
        grown.codes = np.concatenate((self.codes, codes_of(tfs, np.repeat(documents.lengths, sizes))))
        grown.owners = np.concatenate((self.owners, np.repeat(np.arange(self.docs, grown.docs, dtype=np.intp), sizes)))
        grown._ends = np.concatenate((self._ends, self._ends[-1] + np.cumsum(sizes)))
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
        self.low, self.size = 0, docs
        self._sinces = tail.documents.sinces[:docs]
        blocked = marks.blocked(self._sinces, moment.at)
        blocked |= self._sinces > moment.at
        if moment.classes is not None:
            blocked |= _strangers(tail.documents.classes[:docs], moment.classes)
        self.docs = docs - int(np.count_nonzero(blocked))
        self.blocked: Array | None = blocked if self.docs < docs else None
        self.tokens = int(tail.documents.lengths[:docs][~blocked].sum(dtype=np.int64))
        end = tail.postings(docs)
        self._keys, self._low = tail.keys[:end], tail.low[:end]
        self._codes, self._owners = tail.codes[:end], tail.owners[:end]

    def find(self, keys: Array) -> Iterator[tuple[int, TailPostings]]:
        """Look up keys by scanning all postings: they are few, and sorting them would not pay."""
        for index, (key, low) in enumerate(zip(keys, keys.astype(np.uint16), strict=True)):
            # A scan of two bytes a key, then of all eight where these match, takes a third of the time.
            (places,) = (self._low == low).nonzero()
            places = places[self._keys[places] == key]
            if len(places):
                yield index, TailPostings(self.blocked, self._owners[places], self._codes[places])

    def sinces(self, pages: Pages, ordinals: Array) -> Array:
        """Give the since of documents."""
        del pages
        return self._sinces[ordinals]


class TailPostings(NamedTuple):
    """One term in the tail."""

    blocked: Array | None
    ordinals: Array
    codes: Array

    def count(self, pages: Pages) -> int:
        """Count the visible documents."""
        del pages
        return len(self.ordinals) - (0 if self.blocked is None else int(np.count_nonzero(self.blocked[self.ordinals])))

    def page(self) -> None:
        """Give no page: all is in memory."""

    def pages(self) -> Iterable[int]:
        """Give no page: all is in memory."""
        return ()

    def spans(self, pages: Pages, wanted: Array | None = None) -> Iterable[Span]:
        """Give the postings."""
        del pages, wanted
        return ((self.ordinals, self.codes),)


def find(frames: Sequence[Frame], pages: Pages, keys: Array) -> list[list[tuple[int, Postings]]]:
    """Look up keys, ascending, in all frames: for each key the frames that hold it, by number, and its postings there."""
    found: list[list[tuple[int, Postings]]] = [[] for _ in range(len(keys))]
    packed: list[tuple[int, PackedFrame, Vocabulary]] = []
    for number, frame in enumerate(frames):
        if isinstance(frame, TailFrame):
            for index, postings in frame.find(keys):
                found[index].append((number, postings))
        elif isinstance(frame, PackedFrame):
            vocabulary = frame.segment.vocabulary(pages)
            if len(vocabulary.keys):
                packed.append((number, frame, vocabulary))
    if packed:
        held, *columns = map(np.concatenate, zip(*(_places(each, keys) for *_, each in packed), strict=True))
        (hits,) = (held == np.tile(keys, len(packed))).nonzero()
        rows = np.concatenate(columns, axis=1)[hits].tolist()
        for hit, row in zip(hits.tolist(), rows, strict=True):
            at, index = divmod(hit, len(keys))
            number, frame, vocabulary = packed[at]
            found[index].append((number, PackedPostings(frame, vocabulary, row)))
    return found


def _places(vocabulary: Vocabulary, keys: Array) -> tuple[Array, Array, Array, Array]:
    """Give what stands where each key would: a key, and its first posting and the one behind its last.

    Then the page each of these two is in, the latter pushed one on, and what the first page holds. Every call costs more
    than what it does to a few keys, so nothing is left out yet.
    """
    places = np.minimum(vocabulary.keys.searchsorted(keys), len(vocabulary.keys) - 1)
    spans = vocabulary.spans[places]
    seen = vocabulary.page_starts.searchsorted(spans - _ENDS_WITHIN, "right")
    return vocabulary.keys[places], spans, seen, vocabulary.page_spans[seen[:, 0] - 1]
