"""Digests of what the index holds: equal digests, equal words, however they lie. What `verify` compares."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from kenning.store.words.postings import NEVER, Marks, Tail
from kenning.store.words.segments import LENGTH_MAX, TF_MAX, Array, Documents, Pages, Segment, Words

Dumped = tuple[int, int, int | None, bool, bytes]


def _mixed(values: Array) -> Array:
    """Scramble 64-bit integers so that sums of them tell sets apart (the finaliser of SplitMix64)."""
    values = (values ^ values >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ values >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    mixed: Array = values ^ values >> np.uint64(31)
    return mixed


class _Digests:
    """128-bit digests of many documents at once, fed with postings in any order."""

    def __init__(self, lengths: Array) -> None:
        self._lanes = np.zeros((2, len(lengths)), np.uint64)
        self._lanes[0] = _mixed(lengths.astype(np.uint64) + np.uint64(1))

    def feed(self, keys: Array, ordinals: Array, codes: Array) -> None:
        """Count postings in: a key, a document and a code each."""
        terms = keys.astype(np.uint64) + (codes >> np.uint16(12)).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        np.add.at(self._lanes[0], ordinals, _mixed(terms))
        np.add.at(self._lanes[1], ordinals, _mixed(terms ^ np.uint64(0xD1B54A32D192ED03)))

    def all(self) -> list[bytes]:
        """Give the digests."""
        packed = np.ascontiguousarray(self._lanes.T).astype("<u8").tobytes()
        return [packed[at : at + 16] for at in range(0, len(packed), 16)]


def digested(segment: Segment, pages: Pages) -> tuple[Documents, list[bytes]]:
    """Read a segment once through, page by page, and give its documents with their digests."""
    documents, vocabulary = segment.documents(pages), segment.vocabulary(pages)
    digests, at = _Digests(documents.lengths), 0
    for ordinals, codes in segment.read(pages, 0, segment.postings):
        first, last = vocabulary.starts.searchsorted(
            np.array([at, at + len(ordinals) - 1], np.uint32), "right"
        ).tolist()
        sizes: Any = np.diff(np.clip(vocabulary.starts[first - 1 : last + 1].astype(np.int64), at, at + len(ordinals)))
        digests.feed(np.repeat(vocabulary.keys[first - 1 : last], sizes), ordinals, codes)
        at += len(ordinals)
    return documents, digests.all()


def tail_digested(tail: Tail, docs: int) -> tuple[Documents, list[bytes]]:
    """Give the first documents of the tail with their digests."""
    documents = Documents(*(column[:docs] for column in tail.documents))
    digests, end = _Digests(documents.lengths), tail.postings(docs)
    digests.feed(tail.keys[:end], tail.owners[:end], tail.codes[:end])
    return documents, digests.all()


def dumped(marks: Marks, read: Callable[[], tuple[Documents, list[bytes]]]) -> Iterator[Dumped]:
    """Walk the documents of one segment, or of the tail, in order of ``since``; read when the first is asked for."""
    documents, digests = read()
    order = np.argsort(documents.sinces)
    sinces = documents.sinces[order]
    places = marks.sinces.searchsorted(sinces)
    marked = marks.sinces.take(places, mode="clip") == sinces if len(marks.sinces) else np.zeros(len(sinces), bool)
    for since, access, number, place, known in zip(
        sinces.tolist(),
        documents.classes[order].tolist(),
        order.tolist(),
        places.tolist(),
        marked.tolist(),
        strict=True,
    ):
        until, hidden = (int(marks.untils[place]), bool(marks.hidden[place])) if known else (NEVER, False)
        yield since, access, None if until == NEVER else until, hidden, digests[number]


def in_order(sources: Sequence[tuple[int, Iterator[Dumped]]]) -> Iterator[Dumped]:
    """Merge walks that each ascend, beginning each only when its first is due: mostly one is open at a time."""
    walking: list[tuple[Dumped, int, Iterator[Dumped]]] = []
    for place, (first, walk) in enumerate(sorted(sources, key=lambda source: source[0])):
        yield from _walked(walking, first)
        heapq.heappush(walking, (next(walk), place, walk))
    yield from _walked(walking, NEVER)


def _walked(walking: list[tuple[Dumped, int, Iterator[Dumped]]], until: int) -> Iterator[Dumped]:
    while walking and walking[0][0][0] < until:
        head, place, walk = walking[0]
        yield head
        following = next(walk, None)
        if following is None:
            heapq.heappop(walking)
        else:
            heapq.heapreplace(walking, (following, place, walk))


def digests_of(words: Words, lengths: Array) -> list[bytes]:
    """Give the digests that `Lexicon.dump` gives for documents of these words and numbers of tokens."""
    digests = _Digests(np.minimum(lengths, LENGTH_MAX))
    counts = np.minimum(words.tfs, TF_MAX).astype(np.uint16) << np.uint16(12)
    digests.feed(words.keys, np.repeat(np.arange(len(lengths)), words.sizes), counts)
    return digests.all()
