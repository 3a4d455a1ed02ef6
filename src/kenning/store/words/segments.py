"""Packed segments of the index: how they lie in pages, how they are read lazily, how they are built and merged.

Within a segment a document has an *ordinal*: its rank by (class, since). A term's postings, sorted by ordinal, therefore lie
class by class and in order of time; what one class may see is a slice, and no posting names a class. Pages of a segment:

=====  ==============================================================================================================
 0     classes: number of classes C (int64), total token counts (int64 * C), class ids (uint32 * C), starts (uint32 * C+1)
 1     since of each document less the segment's first, by ordinal (uint32)
 2     length in tokens of each document, by ordinal (uint16)
 3     vocabulary: counts T and P (int64), keys (int64 * T), first posting of each key (uint32 * T+1),
       first posting of each page of postings (uint32 * P+1), first ordinal in each (uint32 * P)
 16…   postings in order of (key, ordinal): ordinals (uint32 * n), codes (uint16 * n); code = min(tf, 15) << 12 | length
=====  ==============================================================================================================
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

import apsw
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from kenning.errors import CorruptError
from kenning.store.queries import load

SQL = load("lexicon.sql")
Array = NDArray[Any]
Span = tuple[Array, Array]
"""Some postings: ordinals ascending within a term, and their codes."""

LENGTH_MAX = 4095
TF_MAX = 15
PAGE_BITS = 20
FIRST_PAGE = 16
PAGES_AT_ONCE = 32
MIXED_PAGE_POSTINGS = 1024
LARGE_PAGE_POSTINGS = 8192
CHUNK_POSTINGS = 1 << 19
_CLASSES, _SINCES, _LENGTHS, _VOCABULARY = range(4)
_ORDINAL_BITS, _CODE_BITS = 24, 16
_ORDINALS, _CODES = np.dtype("<u4"), np.dtype("<u2")
SIZES_DIFFER = "a page does not hold as many postings as its segment says"
_DROPPED = np.uint32(0xFFFFFFFF)


class Documents(NamedTuple):
    """The columns of some documents, aligned: since (int64), class (uint32), length (uint16)."""

    sinces: Array
    classes: Array
    lengths: Array


class Words(NamedTuple):
    """The terms of some documents, one document after another: keys (int64), counts (uint8), and how many each has."""

    keys: Array
    tfs: Array
    sizes: Array


class Classes(NamedTuple):
    """Where each access class of a segment begins, and how many tokens it holds."""

    ids: Array
    starts: Array
    tokens: Array


class Vocabulary(NamedTuple):
    """The keys of a segment and where their postings begin, in postings and in pages.

    ``spans`` and ``page_spans`` are the starts again, each beside the next: begin and end in one look.
    """

    keys: Array
    starts: Array
    page_starts: Array
    page_ordinals: Array
    spans: Array
    page_spans: Array


class Cache:
    """What was read from pages, by page, bounded in bytes: segments never change, so nothing here grows stale."""

    def __init__(self, bytes_max: int) -> None:
        """Keep up to ``bytes_max`` bytes, the least recently used falling out first."""
        self._bytes_max = bytes_max
        self._bytes = 0
        self._held: OrderedDict[int, tuple[Any, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, page: int) -> Any:  # noqa: ANN401 - what was put
        """Find what was kept for a page."""
        with self._lock:
            found = self._held.get(page)
            if found is None:
                return None
            self._held.move_to_end(page)
            return found[0]

    def all(self, pages: Iterable[int]) -> dict[int, Any]:
        """Find what was kept for some pages."""
        with self._lock:
            found = {page: held[0] for page in pages if (held := self._held.get(page)) is not None}
            for page in found:
                self._held.move_to_end(page)
        return found

    def put(self, page: int, value: object, size: int) -> None:
        """Keep a value; one larger than a quarter of the cache is not worth all it would push out."""
        if size * 4 > self._bytes_max:
            return
        with self._lock:
            old = self._held.pop(page, None)
            self._bytes += size - (old[1] if old else 0)
            self._held[page] = (value, size)
            while self._bytes > self._bytes_max:
                self._bytes -= self._held.popitem(last=False)[1][1]

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._held.clear()
            self._bytes = 0


class Pages:
    """Reads pages on one connection through the shared caches.

    What an open write transaction has made is never shared: rolled back, its numbers would be given again.
    """

    def __init__(self, connection: apsw.Connection, frames: Cache, bodies: Cache, *, shared: bool) -> None:
        """Read through ``connection``; ``frames`` keeps vocabularies and columns, ``bodies`` pages of postings."""
        self._connection = connection
        self._frames = frames
        self._bodies = bodies
        self.shared = shared
        self._own: dict[int, Any] = {}
        self.ahead: dict[int, Span] = {}

    def _postings(self, page: int, body: bytes) -> Span:
        """Read a page of postings out of its bytes, and keep it."""
        span = _read_postings(body)
        if self.shared:
            self._bodies.put(page, span, len(body) + 500)
        return span

    def _body(self, page: int) -> bytes:
        found = self._connection.execute(SQL["page"], (page,)).get
        if not isinstance(found, bytes):
            raise CorruptError(
                f"the index has lost page {page & (1 << PAGE_BITS) - 1} of segment {page >> PAGE_BITS}",
                hint="rebuild the projections",
            )
        return found

    def fetch(self, wanted: Iterable[int]) -> None:
        """Read pages of postings that are about to be asked for: together they cost a quarter of what they cost singly."""
        pages = set(wanted)
        if self.ahead.keys() >= pages:
            return
        self.ahead = self._bodies.all(pages)
        missing = list(pages.difference(self.ahead))
        for at in range(0, len(missing), PAGES_AT_ONCE):
            some = missing[at : at + PAGES_AT_ONCE]
            for page, body in self._connection.execute(SQL["pages"], some + [-1] * (PAGES_AT_ONCE - len(some))):
                self.ahead[page] = self._postings(page, body)

    def postings(self, page: int) -> Span:
        """Read a page of postings."""
        return self.ahead.get(page) or self._bodies.get(page) or self._postings(page, self._body(page))

    def frame(self, segment: int, number: int) -> Any:  # noqa: ANN401 - each number has its own
        """Read one of the pages that describe a segment."""
        page = segment << PAGE_BITS | number
        frame = self._frames.get(page)
        if frame is None:
            frame = self._own.get(page)
        if frame is None:
            body = self._body(page)
            frame = _FRAMES[number](body)
            if self.shared:
                self._frames.put(page, frame, len(body) + 500)
            else:
                self._own[page] = frame
        return frame


class Segment(NamedTuple):
    """One packed segment, as the table lists it; what lies in its pages is read when asked for."""

    id: int
    level: int
    first: int
    last: int
    docs: int
    postings: int

    @property
    def page(self) -> int:
        """Give the number of its first page of postings."""
        return self.id << PAGE_BITS | FIRST_PAGE

    def classes(self, pages: Pages) -> Classes:
        """Read the table of classes."""
        return pages.frame(self.id, _CLASSES)  # type: ignore[no-any-return]

    def sinces(self, pages: Pages) -> Array:
        """Read the since of each document less ``first``, by ordinal."""
        return pages.frame(self.id, _SINCES)  # type: ignore[no-any-return]

    def lengths(self, pages: Pages) -> Array:
        """Read the token count of each document, by ordinal."""
        return pages.frame(self.id, _LENGTHS)  # type: ignore[no-any-return]

    def vocabulary(self, pages: Pages) -> Vocabulary:
        """Read the vocabulary."""
        return pages.frame(self.id, _VOCABULARY)  # type: ignore[no-any-return]

    def documents(self, pages: Pages) -> Documents:
        """Give the columns of all documents, by ordinal."""
        classes = self.classes(pages)
        return Documents(
            self.sinces(pages).astype(np.int64) + self.first,
            np.repeat(classes.ids, np.diff(classes.starts)),
            self.lengths(pages),
        )

    def ordinals(self, pages: Pages, sinces: Array) -> Array:
        """Find documents by their since: an ordinal each, -1 for those that are not here."""
        held = self.sinces(pages)
        offsets = sinces - self.first
        found = np.full(len(sinces), -1, np.int64)
        inside = np.flatnonzero((offsets >= 0) & (offsets <= self.last - self.first))
        if len(inside) <= 4:  # a few scans cost less than sorting the segment
            for place in inside:
                (at,) = np.nonzero(held == np.uint32(offsets[place]))
                found[place] = at[0] if len(at) else -1
            return found
        order = np.argsort(held)
        wanted = offsets[inside].astype(np.uint32)
        where = np.minimum(np.searchsorted(held, wanted, sorter=order), self.docs - 1)
        candidates = order[where]
        found[inside] = np.where(held[candidates] == wanted, candidates, -1)
        return found

    def read(self, pages: Pages, first: int, last: int) -> Iterator[tuple[Array, Array]]:
        """Read the postings from ``first`` up to ``last``, page by page: ordinals and codes."""
        starts = self.vocabulary(pages).page_starts
        number = int(starts.searchsorted(np.uint32(first), "right")) - 1
        ahead, beyond = 0, int(starts.searchsorted(np.uint32(last)))
        while first < last:
            if number >= ahead:
                ahead = min(number + PAGES_AT_ONCE, beyond)
                pages.fetch(range(self.page + number, self.page + ahead))
            start, end = int(starts[number]), int(starts[number + 1])
            ordinals, codes = pages.postings(self.page + number)
            if len(ordinals) != end - start:
                raise ValueError(SIZES_DIFFER)
            yield ordinals[first - start : last - start], codes[first - start : last - start]
            first, number = end, number + 1


def codes_of(tfs: Array, lengths: Array) -> Array:
    """Join term counts and document lengths into the codes that scores are looked up by."""
    return np.minimum(tfs, TF_MAX).astype(np.uint16) << np.uint16(12) | lengths.astype(np.uint16)


def _read_postings(body: bytes) -> Span:
    size, rest = divmod(len(body), _ORDINALS.itemsize + _CODES.itemsize)
    if rest:
        raise ValueError(SIZES_DIFFER)
    return np.frombuffer(body, _ORDINALS, size), np.frombuffer(body, _CODES, size, _ORDINALS.itemsize * size)


def _read_classes(body: bytes) -> Classes:
    (count,) = np.frombuffer(body, "<i8", 1).tolist()
    ids = np.frombuffer(body, "<u4", count, 8 + 8 * count)
    return Classes(ids, np.frombuffer(body, "<u4", count + 1, 8 + 12 * count), np.frombuffer(body, "<i8", count, 8))


def _read_vocabulary(body: bytes) -> Vocabulary:
    terms, pages = np.frombuffer(body, "<i8", 2).tolist()
    after_keys = 16 + 8 * terms
    after_starts = after_keys + 4 * (terms + 1)
    starts = np.frombuffer(body, "<u4", terms + 1, after_keys)
    page_starts = np.frombuffer(body, "<u4", pages + 1, after_starts)
    return Vocabulary(
        np.frombuffer(body, "<i8", terms, 16),
        starts,
        page_starts,
        np.frombuffer(body, "<u4", pages, after_starts + 4 * (pages + 1)),
        sliding_window_view(starts, 2) if terms else np.empty((0, 2), np.uint32),
        sliding_window_view(page_starts, 2) if pages else np.empty((0, 2), np.uint32),
    )


_FRAMES = {
    _CLASSES: _read_classes,
    _SINCES: lambda body: np.frombuffer(body, "<u4"),
    _LENGTHS: lambda body: np.frombuffer(body, "<u2"),
    _VOCABULARY: _read_vocabulary,
}


class _Builder:
    """Writes one segment: documents first, then postings in order of (key, ordinal), then the vocabulary."""

    def __init__(self, connection: apsw.Connection, ns: int, level: int, documents: Documents) -> None:
        self._connection = connection
        sinces, lengths = documents.sinces, documents.lengths
        self._first = int(sinces.min())
        row = (ns, level, self._first, int(sinces.max()), len(sinces))
        self.id = int(connection.execute(SQL["add_segment"], row).get)
        ids, starts = np.unique(documents.classes, return_index=True)
        tokens = np.add.reduceat(lengths.astype(np.int64), starts)
        ends = np.append(starts, len(sinces))
        self._write(_CLASSES, np.array([len(ids)], "<i8"), tokens.astype("<i8"), ids.astype("<u4"), ends.astype("<u4"))
        self._write(_SINCES, (sinces - self._first).astype("<u4"))
        self._write(_LENGTHS, lengths.astype("<u2"))
        self._keys: list[Array] = []
        self._counts: list[Array] = []
        self._page_starts: list[int] = []
        self._page_ordinals: list[int] = []
        self._postings = 0

    def _write(self, number: int, *parts: Array) -> None:
        body = b"".join(part.tobytes() for part in parts)
        digest = blake2b(body, digest_size=8).digest()
        self._connection.execute(SQL["add_page"], (self.id << PAGE_BITS | number, body, digest))

    def feed(self, keys: Array, counts: Array, ordinals: Array, codes: Array) -> None:
        """Write the postings of the next keys, cut into pages between terms, or within one that fills pages alone."""
        bounds = np.concatenate(([0], np.cumsum(counts)))
        at, end = 0, len(ordinals)
        while at < end:
            term = int(bounds.searchsorted(at + MIXED_PAGE_POSTINGS, "right")) - 1
            stop = int(bounds[term])
            if stop <= at:
                stop = min(int(bounds[term + 1]), at + LARGE_PAGE_POSTINGS)
            number = len(self._page_starts) + FIRST_PAGE
            self._page_starts.append(self._postings + at)
            self._page_ordinals.append(int(ordinals[at]))
            self._write(number, ordinals[at:stop].astype("<u4"), codes[at:stop].astype("<u2"))
            at = stop
        self._keys.append(keys)
        self._counts.append(counts)
        self._postings += end

    def finish(self) -> None:
        """Write the vocabulary."""
        keys = np.concatenate([np.empty(0, np.int64), *self._keys])
        starts = np.concatenate(
            [np.zeros(1, np.int64), np.cumsum(np.concatenate([np.empty(0, np.int64), *self._counts]))]
        )
        self._write(
            _VOCABULARY,
            np.array([len(keys), len(self._page_starts)], "<i8"),
            keys.astype("<i8"),
            starts.astype("<u4"),
            np.array([*self._page_starts, self._postings], "<u4"),
            np.array(self._page_ordinals, "<u4"),
        )
        self._connection.execute(SQL["set_postings"], (self.id, self._postings))


def _feed_sorted(builder: _Builder, keys: Array, packed: Array) -> None:
    """Feed postings packed as rank of key, ordinal and code in one integer each, in any order."""
    packed.sort()
    ranks = packed >> np.uint64(_ORDINAL_BITS + _CODE_BITS)
    counts = np.bincount(ranks.astype(np.int64), minlength=len(keys))
    kept = counts > 0
    ordinals = (packed >> np.uint64(_CODE_BITS)).astype(np.uint32) & np.uint32((1 << _ORDINAL_BITS) - 1)
    builder.feed(keys[kept], counts[kept], ordinals, packed.astype(np.uint16))


def _packed(ranks: Array, ordinals: Array, codes: Array) -> Array:
    packed = ranks.astype(np.uint64) << np.uint64(_ORDINAL_BITS)
    packed |= ordinals.astype(np.uint64)
    packed <<= np.uint64(_CODE_BITS)
    packed |= codes.astype(np.uint64)
    return packed


def _ranked(documents: Documents) -> tuple[Documents, Array]:
    """Sort documents by (class, since); also give each one's ordinal."""
    order = np.lexsort((documents.sinces, documents.classes))
    ordinals = np.empty(len(order), np.uint32)
    ordinals[order] = np.arange(len(order), dtype=np.uint32)
    return Documents(*(column[order] for column in documents)), ordinals


def pack(connection: apsw.Connection, ns: int, level: int, documents: Documents, words: Words) -> None:
    """Write a segment of some documents that are in none yet."""
    terms, tfs, sizes = words
    ranked, ordinals = _ranked(documents)
    builder = _Builder(connection, ns, level, ranked)
    codes = codes_of(tfs, np.repeat(documents.lengths, sizes))
    keys, ranks = np.unique(terms, return_inverse=True)
    _feed_sorted(builder, keys, _packed(ranks, np.repeat(ordinals, sizes), codes))
    builder.finish()


def merge(
    pages: Pages, connection: apsw.Connection, ns: int, level: int, sources: Sequence[tuple[Segment, Array]]
) -> None:
    """Write one segment out of others, less the documents they no longer keep (a mask each), and drop the others.

    Postings are streamed by ranges of keys, so memory stays bounded however large the segments are.
    """
    parts = [segment.documents(pages) for segment, _ in sources]
    keeps = [keep for _, keep in sources]
    columns = zip(*([column[keep] for column in part] for part, keep in zip(parts, keeps, strict=True)), strict=True)
    documents = Documents(*(np.concatenate(column) for column in columns))
    if len(documents.sinces):
        ranked, ordinals = _ranked(documents)
        renumbered, at = [], 0
        for keep in keeps:
            numbers = np.full(len(keep), _DROPPED, np.uint32)
            count = int(np.count_nonzero(keep))
            numbers[keep] = ordinals[at : at + count]
            renumbered.append(numbers)
            at += count
        builder = _Builder(connection, ns, level, ranked)
        segments = [segment for segment, _ in sources]
        _merge_postings(pages, builder, segments, renumbered)
        builder.finish()
    for segment, _ in sources:
        drop(connection, segment.id)


def _merge_postings(pages: Pages, builder: _Builder, segments: Sequence[Segment], renumbered: Sequence[Array]) -> None:
    vocabularies = [segment.vocabulary(pages) for segment in segments]
    at = [0] * len(segments)
    for bound in _key_ranges(vocabularies):
        slices = []
        for index, vocabulary in enumerate(vocabularies):
            stop = len(vocabulary.keys) if bound is None else int(vocabulary.keys.searchsorted(bound))
            slices.append((at[index], stop))
            at[index] = stop
        keys = np.unique(np.concatenate([v.keys[a:b] for v, (a, b) in zip(vocabularies, slices, strict=True)]))
        packed = []
        for segment, vocabulary, numbers, (a, b) in zip(segments, vocabularies, renumbered, slices, strict=True):
            read = list(segment.read(pages, int(vocabulary.starts[a]), int(vocabulary.starts[b])))
            if not read:
                continue
            ordinals = numbers[np.concatenate([piece[0] for piece in read])]
            codes = np.concatenate([piece[1] for piece in read])
            sizes = np.diff(vocabulary.starts[a : b + 1])
            ranks = np.repeat(keys.searchsorted(vocabulary.keys[a:b]), sizes)
            joined = _packed(ranks, ordinals, codes)
            kept = ordinals != _DROPPED
            packed.append(joined if kept.all() else joined[kept])
        if packed:
            _feed_sorted(builder, keys, np.concatenate(packed))


def _key_ranges(vocabularies: Sequence[Vocabulary]) -> Iterator[np.int64 | None]:
    """Cut all keys into ranges of bounded weight: yield the key each range ends before, and None for the last."""
    keys = np.concatenate([vocabulary.keys for vocabulary in vocabularies])
    counts = np.concatenate([np.diff(vocabulary.starts) for vocabulary in vocabularies])
    order = np.argsort(keys)
    weights = np.cumsum(counts[order], dtype=np.int64)
    if len(weights):
        steps = np.searchsorted(weights, np.arange(CHUNK_POSTINGS, weights[-1], CHUNK_POSTINGS))
        yield from np.unique(keys[order[steps]])
    yield None


def changed_page(connection: apsw.Connection, ns: int) -> int | None:
    """Find a page that is not what was written."""
    rows: Any = connection.execute(SQL["digests"], (ns,))
    return next((page for page, body, digest in rows if blake2b(body, digest_size=8).digest() != digest), None)


def drop(connection: apsw.Connection, segment: int) -> None:
    """Remove a segment and its pages."""
    connection.execute(SQL["drop_pages"], (segment << PAGE_BITS, (segment + 1 << PAGE_BITS) - 1))
    connection.execute(SQL["drop_segment"], (segment,))
