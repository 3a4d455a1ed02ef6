"""The index of words: what it is told in a write is what the next read finds, as of any moment, for any access classes.

New documents wait in the tail; the tail is packed into a segment when it is full, and segments of one level are merged
into one of the next. None of that changes an answer. Every call runs inside its caller's transaction.
"""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, NotRequired, TypedDict, TypeVar, Unpack

import apsw
import msgspec
import numpy as np

from kenning.store.places import NAMESPACE_BITS, SEQUENCE_MAX
from kenning.store.words.digests import Dumped, digested, dumped, in_order, tail_digested
from kenning.store.words.postings import (
    NEVER,
    Frame,
    Marks,
    Moment,
    PackedFrame,
    Tail,
    TailFrame,
    columns,
)
from kenning.store.words.ranking import Accept, Ranking
from kenning.store.words.segments import (
    LENGTH_MAX,
    SQL,
    Array,
    Cache,
    Documents,
    Pages,
    Segment,
    Words,
    drop,
    merge,
    pack,
)

TOP_DOCS = 1 << 18
_POSTINGS_PER_DOC = 64
_NOW = NEVER - 1
_CLOSED, _HIDDEN, _SHOWN = range(3)
_MOMENTS_HELD = 16

Key = TypeVar("Key")
Value = TypeVar("Value")


class Doc(NamedTuple):
    """One version of an event's view: the sequence that opened it, its access class, and its packed terms.

    ``bag`` holds the keys (int64, little endian, ascending), their counts (a byte each), and the number of tokens.
    """

    since: int
    class_id: int
    bag: tuple[bytes, bytes, int]


class Asked(TypedDict):
    """How a search is narrowed; see `Lexicon.search`."""

    classes: NotRequired[frozenset[int] | None]
    at: NotRequired[int | None]
    limit: int
    accept: NotRequired[Accept | None]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much memory the index may keep for what it has read: descriptions of segments, and postings."""

    frame_bytes: int = 28 << 20
    body_bytes: int = 32 << 20


class State(NamedTuple):
    """What a reader compares with its caches; see lexicon.sql."""

    epoch: int = 0
    docs: int = 0
    postings: int = 0
    last: int = 0
    marked: int = 0
    marks: int = 0


class Lexicon:
    """The index of words of one store; shared by threads, which bring their own connections."""

    def __init__(self, *, tail_docs: int = 4096, fan: int = 4, limits: Limits | None = None) -> None:
        """Pack every ``tail_docs`` documents, and merge every ``fan`` segments of a level."""
        limits = limits or Limits()
        self._tail_docs = tail_docs
        self._fan = fan
        self.full_docs = tail_docs * fan
        # Segments of the top level are not merged again: a merge is paid by one writer, who should not wait for seconds.
        self._top = max(2, round(math.log(TOP_DOCS / 4096, fan)))
        self._frames = Cache(limits.frame_bytes)
        self._bodies = Cache(limits.body_bytes)
        self._lock = threading.Lock()
        self._tails: OrderedDict[tuple[int, int], Tail] = OrderedDict()
        self._marks: OrderedDict[tuple[int, int, int], Marks] = OrderedDict()
        self._segments: OrderedDict[tuple[int, int], list[Segment]] = OrderedDict()
        self._views: OrderedDict[tuple[object, ...], list[Frame]] = OrderedDict()

    def create(self, connection: apsw.Connection) -> None:
        """Lay out the tables where they are not there yet."""
        connection.execute(SQL["create"])

    def invalidate(self) -> None:
        """Forget what was cached. Never needed for a right answer: nothing uncommitted is kept."""
        with self._lock:
            for held in (self._tails, self._marks, self._segments, self._views):
                held.clear()
        self._frames.clear()
        self._bodies.clear()

    # ---- writing

    def add(self, connection: apsw.Connection, ns: int, docs: Sequence[Doc], state: State | None = None) -> State:
        """Add documents, of which none may be there already under its ``since``; give how the index then stands.

        A caller who knows how it stands, since nobody else wrote meanwhile, may say so, and spares looking it up.
        """
        state = state or self.standing(connection, ns)
        if not docs:
            return state
        base = ns << NAMESPACE_BITS
        connection.executemany(
            SQL["add_doc"],
            [(base | since, access, min(bag[2], LENGTH_MAX), bag[0], bag[1]) for since, access, bag in docs],
        )
        sinces = [doc.since for doc in docs]
        state = state._replace(
            # A document that is not the newest would slip past readers who hold the tail up to where it was.
            epoch=state.epoch + (min(sinces) <= state.last),
            docs=state.docs + len(docs),
            postings=state.postings + sum(len(doc.bag[1]) for doc in docs),
            last=max(state.last, *sinces),
        )
        if state.docs >= self._tail_docs or state.postings >= self._tail_docs * _POSTINGS_PER_DOC:
            state = self._pack(connection, ns, state)
        self._save(connection, ns, state)
        return state

    def load(self, connection: apsw.Connection, ns: int, documents: Documents, words: Words) -> None:
        """Add many documents at once: packed as they are, without waiting in the tail, where they would fill it."""
        ends = np.cumsum(words.sizes).tolist()
        if len(ends) < self._tail_docs and len(words.keys) < self._tail_docs * _POSTINGS_PER_DOC:
            columns = zip(*(column.tolist() for column in documents), [0, *ends], ends, strict=False)
            keys, tfs = words.keys.astype("<i8"), words.tfs
            self.add(
                connection,
                ns,
                [
                    Doc(since, access, (keys[start:end].tobytes(), tfs[start:end].tobytes(), length))
                    for since, access, length, start, end in columns
                ],
            )
            return
        level = int(len(ends) >= self.full_docs)
        pack(connection, ns, level, documents, words)
        self._merge_from(connection, ns, level)
        state = self.standing(connection, ns)
        self._save(
            connection, ns, state._replace(epoch=state.epoch + 1, last=max(state.last, int(documents.sinces.max())))
        )

    def replace(self, connection: apsw.Connection, ns: int, docs: Sequence[Doc]) -> None:
        """Put other words in the place of documents, which stay as closed or hidden as they were."""
        state = self._remove(connection, ns, [doc.since for doc in docs])
        self._save(connection, ns, state._replace(marked=state.marked + 1))
        self.add(connection, ns, docs)

    def close(self, connection: apsw.Connection, ns: int, since: int, until: int | None) -> None:
        """Close a document at a sequence: readers as of then or later do not see it. ``None`` opens it again."""
        self._mark(connection, ns, [(since, _CLOSED, until)])

    def hide(self, connection: apsw.Connection, ns: int, sinces: Sequence[int]) -> None:
        """Hide documents at every moment, past ones included."""
        self._mark(connection, ns, [(since, _HIDDEN, None) for since in sinces])

    def unhide(self, connection: apsw.Connection, ns: int, sinces: Sequence[int]) -> None:
        """Show documents again."""
        self._mark(connection, ns, [(since, _SHOWN, None) for since in sinces])

    def erase(self, connection: apsw.Connection, ns: int, sinces: Sequence[int]) -> None:
        """Destroy documents: words, counts, and that they were there."""
        state = self._remove(connection, ns, sinces)
        base = ns << NAMESPACE_BITS
        listed = msgspec.json.encode(list(sinces)).decode()
        connection.execute(SQL["drop_marks_of"], (base, base | SEQUENCE_MAX, listed))
        self._save(connection, ns, state._replace(marked=state.marked + 1))

    def clear(self, connection: apsw.Connection, ns: int) -> None:
        """Drop every document of a namespace, to add them anew."""
        state = self.standing(connection, ns)
        base = ns << NAMESPACE_BITS
        for segment in _listed(connection, ns):
            drop(connection, segment.id)
        connection.execute(SQL["drop_docs"], (base, base | SEQUENCE_MAX))
        connection.execute(SQL["drop_marks"], (base, base | SEQUENCE_MAX))
        self._save(connection, ns, State(epoch=state.epoch + 1, marked=state.marked + 1))

    def standing(self, connection: apsw.Connection, ns: int) -> State:
        """Tell how the index stands."""
        found = connection.execute(SQL["state"], (ns,)).get
        return State(*found) if found else State()

    def _save(self, connection: apsw.Connection, ns: int, state: State) -> None:
        connection.execute(SQL["set_state"], (ns, *state))

    def _mark(self, connection: apsw.Connection, ns: int, marks: Sequence[tuple[int, int, int | None]]) -> None:
        if not marks:
            return
        state = self.standing(connection, ns)
        first = (ns << NAMESPACE_BITS) + state.marks + 1
        connection.executemany(SQL["add_mark"], [(first + place, *mark) for place, mark in enumerate(marks)])
        self._save(connection, ns, state._replace(marks=state.marks + len(marks)))

    def _remove(self, connection: apsw.Connection, ns: int, sinces: Sequence[int]) -> State:
        """Take documents out of tail and segments; their marks stay."""
        state = self.standing(connection, ns)
        base = ns << NAMESPACE_BITS
        for since in sinces:
            size = connection.execute(SQL["doc_size"], (base | since,)).get
            if size is not None:
                connection.execute(SQL["drop_doc"], (base | since,))
                state = state._replace(docs=state.docs - 1, postings=state.postings - size)
        sought = np.unique(np.array(list(sinces), np.int64))
        pages = self._pages(connection)
        for segment in _listed(connection, ns):
            start, end = sought.searchsorted([segment.first, segment.last + 1])
            ordinals = segment.ordinals(pages, sought[start:end]) if start < end else sought[:0]
            ordinals = ordinals[ordinals >= 0]
            if len(ordinals):
                keep = np.ones(segment.docs, bool)
                keep[ordinals] = False
                merge(pages, connection, ns, segment.level, [(segment, keep)])
        return state._replace(epoch=state.epoch + 1)

    def _pack(self, connection: apsw.Connection, ns: int, state: State) -> State:
        base = ns << NAMESPACE_BITS
        rows: list[Any] = connection.execute(SQL["docs"], (base - 1, base | SEQUENCE_MAX)).fetchall()
        documents, *words = columns(rows)
        pack(connection, ns, 0, documents, Words(*words))
        connection.execute(SQL["drop_docs"], (base, base | SEQUENCE_MAX))
        self._merge_from(connection, ns, 0)
        return state._replace(epoch=state.epoch + 1, docs=0, postings=0)

    def _merge_from(self, connection: apsw.Connection, ns: int, lowest: int) -> None:
        """Merge what is due, from a level that has just got a segment on."""
        for level in range(lowest, self._top):
            due = [segment for segment in _listed(connection, ns) if segment.level == level]
            if len(due) < self._fan:
                break
            sources = [(segment, np.ones(segment.docs, bool)) for segment in due]
            merge(self._pages(connection), connection, ns, level + 1, sources)

    # ---- reading

    def search(
        self, connection: apsw.Connection, ns: int, keys: Sequence[int], **asked: Unpack[Asked]
    ) -> list[tuple[int, float]]:
        """Rank documents by BM25 over what the classes see at a moment: (since, score), best first, newest among equals.

        ``accept`` filters: it is shown candidates in their order, in growing portions, until ``limit`` are accepted.
        """
        ranking = self.ranking(connection, ns, keys, asked.get("classes"), asked.get("at"))
        return ranking.accepted(asked["limit"], asked.get("accept"))

    def ranking(
        self, connection: apsw.Connection, ns: int, keys: Sequence[int], classes: frozenset[int] | None, at: int | None
    ) -> Ranking:
        """Look terms up among what the classes see at a moment: to rank by, and to tell how rare each is."""
        pages = self._pages(connection)
        return Ranking(pages, self._seen(connection, pages, ns, (classes, at)), keys)

    def statistics(
        self, connection: apsw.Connection, ns: int, classes: frozenset[int] | None = None, at: int | None = None
    ) -> tuple[int, int]:
        """Count the documents the classes see at a moment, and their tokens."""
        frames = self._seen(connection, self._pages(connection), ns, (classes, at))
        return sum(frame.docs for frame in frames), sum(frame.tokens for frame in frames)

    def documents(self, connection: apsw.Connection, ns: int, after: int) -> tuple[tuple[Array, Array, Array], int]:
        """Give the documents behind a sequence, in order: since, class, until when each is seen; and how many there are."""
        pages, state = self._pages(connection), self.standing(connection, ns)
        segments = self._segments_of(connection, ns, state)
        found = [segment.documents(pages)[:2] for segment in segments if segment.last > after]
        if state.docs:
            tail = self._tail(connection, ns, state).documents
            found.append((tail.sinces[: state.docs], tail.classes[: state.docs]))
        nothing = (np.empty(0, np.int64), np.empty(0, np.uint32))
        sinces, classes = (np.concatenate(columns) for columns in zip(nothing, *found, strict=True))
        order = np.argsort(sinces, kind="stable")
        order = order[sinces[order].searchsorted(after, "right") :]
        sinces, classes = sinces[order], classes[order]
        untils = np.full(len(sinces), NEVER, np.int64)
        marked, ends = self.marked(connection, ns)
        places = sinces.searchsorted(marked)
        here = np.flatnonzero(sinces.take(places, mode="clip") == marked) if len(sinces) else places[:0]
        untils[places[here]] = ends[here]
        return (sinces, classes, untils), sum(segment.docs for segment in segments) + state.docs

    def marked(self, connection: apsw.Connection, ns: int) -> tuple[Array, Array]:
        """Give the documents that closed or are hidden, in order: since, and until when each is seen, 0 where hidden."""
        marks = self._marks_of(connection, ns, self.standing(connection, ns))
        return marks.sinces, np.where(marks.hidden, 0, marks.untils)

    def dump(self, connection: apsw.Connection, ns: int) -> Iterator[Dumped]:
        """Walk all documents in order of ``since``: since, class, until, hidden, and a digest of terms and length.

        Equal digests mean equal terms: the digest is a sum over the terms, so it does not depend on how they lie.
        """
        pages = self._pages(connection)
        state = self.standing(connection, ns)
        marks = self._marks_of(connection, ns, state)
        tail = self._tail(connection, ns, state)
        sources: list[tuple[int, Iterator[Dumped]]] = [
            (segment.first, dumped(marks, partial(digested, segment, pages)))
            for segment in self._segments_of(connection, ns, state)
        ]
        if state.docs:
            first = int(tail.documents.sinces[0])
            sources.append((first, dumped(marks, partial(tail_digested, tail, state.docs))))
        yield from in_order(sources)

    def _pages(self, connection: apsw.Connection) -> Pages:
        return Pages(connection, self._frames, self._bodies, shared=_committed(connection))

    def _seen(
        self, connection: apsw.Connection, pages: Pages, ns: int, who: tuple[frozenset[int] | None, int | None]
    ) -> list[Frame]:
        """Give all frames of a namespace, as classes see them at a moment."""
        classes, at = who
        state = self.standing(connection, ns)
        view = (ns, state.epoch, state.marked, state.marks, classes, at)
        whole = (*view, state.docs)
        if pages.shared and (known := self._held(self._views, whole)) is not None:
            return known
        ids = None if classes is None else np.array(sorted(classes), np.uint32)
        moment = Moment(ids, _NOW if at is None else at)
        marks = self._marks_of(connection, ns, state)
        frames = self._held(self._views, view) if pages.shared else None
        if frames is None:
            segments = self._segments_of(connection, ns, state)
            frames = [PackedFrame(each, pages, moment, marks) for each in segments if each.first <= moment.at]
            self._hold(connection, self._views, view, frames)
        if state.docs:
            frames = [*frames, TailFrame(self._tail(connection, ns, state), state.docs, moment, marks)]
        self._hold(connection, self._views, whole, frames)
        return frames

    def _segments_of(self, connection: apsw.Connection, ns: int, state: State) -> list[Segment]:
        known = self._held(self._segments, (ns, state.epoch)) if _committed(connection) else None
        if known is None:
            known = _listed(connection, ns)
            self._hold(connection, self._segments, (ns, state.epoch), known)
        return known

    def _tail(self, connection: apsw.Connection, ns: int, state: State) -> Tail:
        """Give a tail of at least as many documents as the snapshot counts, reading only those not held yet."""
        base = ns << NAMESPACE_BITS
        tail = (self._held(self._tails, (ns, state.epoch)) if _committed(connection) else None) or Tail()
        if tail.docs < state.docs:
            after = base + tail.last if tail.docs else base - 1
            rows: list[Any] = connection.execute(SQL["docs"], (after, base | state.last)).fetchall()
            tail = tail.extended(rows)
            self._hold(connection, self._tails, (ns, state.epoch), tail)
        return tail

    def _marks_of(self, connection: apsw.Connection, ns: int, state: State) -> Marks:
        """Give the marks of the snapshot, extending the latest older ones held."""
        base, known, count = ns << NAMESPACE_BITS, Marks.none(), 0
        if _committed(connection):
            with self._lock:
                for (number, marked, marks), held in self._marks.items():
                    if (number, marked) == (ns, state.marked) and count <= marks <= state.marks:
                        known, count = held, marks
        if count < state.marks:
            known = known.extended(connection.execute(SQL["marks"], (base + count, base + state.marks)))
            self._hold(connection, self._marks, (ns, state.marked, state.marks), known)
        return known

    def _held(self, held: OrderedDict[Key, Value], key: Key) -> Value | None:
        with self._lock:
            return held.get(key)

    def _hold(self, connection: apsw.Connection, held: OrderedDict[Key, Value], key: Key, value: Value) -> None:
        """Keep what was made of committed rows, for the newest few moments."""
        if _committed(connection):
            with self._lock:
                held.pop(key, None)
                held[key] = value
                while len(held) > _MOMENTS_HELD:
                    held.popitem(last=False)


def _committed(connection: apsw.Connection) -> bool:
    """Tell whether all that this connection sees is committed: inside a write it may be undone, and must not be cached."""
    return connection.txn_state("main") != apsw.SQLITE_TXN_WRITE


def _listed(connection: apsw.Connection, ns: int) -> list[Segment]:
    return [Segment(*row) for row in connection.execute(SQL["segments"], (ns,))]
