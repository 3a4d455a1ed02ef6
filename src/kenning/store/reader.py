"""Reading one consistent state of the file: the log, and what is projected from it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import apsw
import msgspec
import numpy as np
from numpy.typing import NDArray

from kenning.errors import CorruptError
from kenning.model.change import Labels
from kenning.model.codec import Head, Sealed
from kenning.model.recall import Scope
from kenning.store.audit import SqliteAudit
from kenning.store.base import Beside, Blob, Health, Line, Projected, Ranked, Stamp, Standing, Window
from kenning.store.graph.entities import SqliteGraph
from kenning.store.graph.grams import Grams
from kenning.store.graph.kept import Kept
from kenning.store.places import NAMESPACE_BITS, SEQUENCE_MAX
from kenning.store.queries import load
from kenning.store.words.lexicon import Lexicon
from kenning.store.words.segments import changed_page
from kenning.store.words.senses import SqliteSenses

NOBODY = -1
SWEEP = "sweep"
REBUILD = "rebuild"
_PAGE = 1000
SQL = load("store.sql")
Words = tuple[int, int, int | None, bool, bytes]
_labels = msgspec.json.Decoder(Labels).decode
Stored = tuple[int, int, int | None, str, str, int, int, int]


class SqliteReader:
    """A `Reader` on one connection; valid while its transaction is open."""

    def __init__(
        self,
        connection: apsw.Connection,
        lexicon: Lexicon,
        grams: Grams,
        numbers: dict[str, int],
        kept: Kept | None = None,
    ) -> None:
        """Read through ``connection``; ``numbers`` caches the numbers of namespaces, which never change."""
        self.kept: dict[str, Any] = {}
        self._grams = grams
        self._kept = kept
        self._connection = connection
        self._execute: Callable[..., Any] = connection.execute
        self._lexicon = lexicon
        self._numbers = numbers

    def number(self, namespace: str) -> int:
        """Give the number of a namespace, or that of nobody where nothing was recorded in it yet."""
        known = self._numbers.get(namespace)
        if known is None:
            found = self._execute(SQL["namespace"], (namespace,)).get
            if found is None:
                return NOBODY
            known = self._numbers[namespace] = int(found)
        return known

    def graph(self, namespace: str) -> SqliteGraph:
        """Give the entity graph of a namespace."""
        graph = SqliteGraph(self._execute, self.number(namespace), self._grams, self._kept)
        graph.sealed = partial(self.get, namespace)
        return graph

    def audit(self, namespace: str) -> SqliteAudit:
        """Give the audit of a namespace."""
        return SqliteAudit(self._connection, self._execute, self.number(namespace))

    def senses(self, namespace: str) -> SqliteSenses:
        """Give what vectors were made of rows."""
        return SqliteSenses(self._execute, self.number(namespace))

    def head(self, namespace: str, recorded_at_us: int | None = None) -> Head:
        """Give the end of the log, or where it ended at a moment."""
        if recorded_at_us is not None:
            return self._head_at(namespace, recorded_at_us)
        base = self.number(namespace) << NAMESPACE_BITS
        found = self._execute(SQL["head"], (base, base | SEQUENCE_MAX)).get
        return Head(*found) if found else Head()

    def get(self, namespace: str, key: str | int) -> Sealed | None:
        """Find a sealed event by id or by sequence."""
        number = self.number(namespace)
        if isinstance(key, int):
            found = (
                self._execute(SQL["by_place"], (number << NAMESPACE_BITS | key,)).get
                if 0 < key <= SEQUENCE_MAX
                else None
            )
        else:
            found = self._execute(SQL["by_id"], (number, key)).get
        return _sealed(namespace, found) if found else None

    def several(self, namespace: str, sequences: Sequence[int]) -> dict[int, tuple[Sealed, bool]]:
        """Find sealed events by sequence, each with whether any event links to it."""
        base = self.number(namespace) << NAMESPACE_BITS
        rows = self._execute(SQL["several"], (_places(base, sequences),))
        return {row[0]: (_sealed(namespace, row[:8]), bool(row[8])) for row in rows}

    def place(self, namespace: str, event_id: str) -> tuple[int, bool] | None:
        """Find where an event stands, and whether it was erased."""
        found = self._execute(SQL["sequence_of"], (self.number(namespace), event_id)).get
        return (found[0], bool(found[1])) if found else None

    def labels(self, namespace: str, sequence: int) -> Labels | None:
        """Give the labels of the row that began at a sequence; nothing where none did."""
        found = self._execute(SQL["labels_at"], (self.number(namespace) << NAMESPACE_BITS | sequence,)).get
        return None if found is None else _labels(found)

    def access(self, namespace: str, sequence: int) -> int | None:
        """Give the access class of the row that began at a sequence; nothing where none did."""
        found: int | None = self._execute(SQL["class_at"], (self.number(namespace) << NAMESPACE_BITS | sequence,)).get
        return found

    def accesses(self, namespace: str, first: int, last: int) -> Iterator[tuple[int, int, int, bool]]:
        """Walk the rows of a stretch of the log: since, event, access class, and whether it is hidden."""
        base = self.number(namespace) << NAMESPACE_BITS
        for since, event, access, hidden in self._execute(SQL["accesses"], (base | first, base | last)):
            yield since, event, access, bool(hidden)

    def is_hidden(self, namespace: str, event_id: str) -> bool:
        """Tell whether an event is redacted now; one that is not there is not."""
        found = self.place(namespace, event_id)
        if found is None:
            return False
        return bool(self._execute(SQL["is_hidden"], (self.number(namespace) << NAMESPACE_BITS | found[0],)).get)

    def scan(self, namespace: str, first: int, last: int) -> Iterator[Sealed]:
        """Walk the log in order, both ends included."""
        base = self.number(namespace) << NAMESPACE_BITS
        last = min(last, SEQUENCE_MAX)
        while first <= last:
            page = self._execute(SQL["scan"], (base | first, base | last, _PAGE)).fetchall()
            for row in page:
                yield _sealed(namespace, row)
            if len(page) < _PAGE:
                return
            first = page[-1][0] + 1

    def _head_at(self, namespace: str, recorded_at_us: int) -> Head:
        """Find the last event recorded up to a moment: `recorded_at` never falls, so halving finds it."""
        base = self.number(namespace) << NAMESPACE_BITS
        low, high = 0, self.head(namespace).sequence
        while low < high:
            middle = (low + high + 1) // 2
            if self._execute(SQL["recorded_at"], (base | middle,)).get <= recorded_at_us:
                low = middle
            else:
                high = middle - 1
        found = self.get(namespace, low)
        return Head(low, found.hash, found.recorded_at_us) if found is not None else Head()

    def linked(self, namespace: str, sequence: int) -> list[tuple[int, str]]:
        """List the events that link to one, in order: (sequence, relation)."""
        place = self.number(namespace) << NAMESPACE_BITS | sequence
        found: list[tuple[int, str]] = self._execute(SQL["links_to"], (place,)).fetchall()
        return found

    def thread(self, namespace: str, sequence: int) -> list[Sealed]:
        """List an event and all that acts on it, directly or through others, in order; erased ones as they are."""
        place = self.number(namespace) << NAMESPACE_BITS | sequence
        return [_sealed(namespace, row) for row in self._execute(SQL["thread"], (place,))]

    def receipt(self, namespace: str, fingerprint: bytes) -> int | None:
        """Find the sequence recorded under a keyed fingerprint, which holds the namespace."""
        del namespace
        found: int | None = self._execute(SQL["receipt"], (fingerprint,)).get
        return found

    def receipts(self, namespace: str) -> Iterator[tuple[bytes, int]]:
        """Walk the keyed fingerprints of a namespace, with the sequence recorded under each."""
        base = self.number(namespace) << NAMESPACE_BITS
        found: Iterator[tuple[bytes, int]] = self._execute(SQL["receipts"], (base, base | SEQUENCE_MAX))
        return found

    def awaiting(self, fingerprint: bytes | None) -> list[int]:
        """List the answers that wait for the parent with this keyed fingerprint; with ``None`` one of any that wait."""
        query, values = ("any_awaiting", ()) if fingerprint is None else ("awaiting", (fingerprint,))
        return [sequence for (sequence,) in self._execute(SQL[query], values)]

    def timeline(self, scope: Scope, window: Window) -> list[tuple[int, int]]:
        """List (since, event) of rows in a window of effective time, in its order."""
        number = self.number(scope.namespace)
        query = SQL["timeline_newest" if window.newest_first else "timeline"]
        values = (
            number,
            window.after_us,
            window.before_us,
            number << NAMESPACE_BITS | window.at,
            window.at,
            *_listed(window, scope),
            window.limit,
        )
        return [(since, event) for since, event, _ in self._execute(query, values)]

    def search(self, scope: Scope, keys: Sequence[int], window: Window) -> Ranked:
        """Rank rows by their words, best first, and tell how rare each word is; the window filters."""
        number = self.number(scope.namespace)
        head = self.head(scope.namespace).sequence
        at = None if window.at >= head else window.at
        try:
            ranking = self._lexicon.ranking(self._connection, number, keys, scope.classes, at)
            ranked = ranking.accepted(window.limit, self._acceptance(number, window) if window.filters else None)
        except DAMAGE as error:
            raise damaged(error) from error
        base = number << NAMESPACE_BITS
        events: dict[int, int] = {}
        lines: dict[int, Line] = {}
        for since, event, *rest in self._execute(SQL["rows_found"], (_places(base, [since for since, _ in ranked]),)):
            events[since] = event
            line = self._line(number, scope, (event, *rest), window.at) if since == event else None
            if line is not None:
                lines[event] = line
        if len(events) < len(ranked):
            raise damaged(ValueError("it holds words of rows that are not there"))
        rows = [(since, events[since], score) for since, score in ranked]
        return Ranked(rows, ranking.docs, ranking.matching, lines)

    def stamp(self, namespace: str) -> Stamp:
        """Tell how a namespace's rows stand."""
        number = self.number(namespace)
        state = self._lexicon.standing(self._connection, number)
        return Stamp(state.marked, (state.epoch, state.marks), self.head(namespace).sequence)

    def documents(self, namespace: str, after: int = 0) -> Standing:
        """Give the rows of a namespace behind a sequence in columns, whatever their class, and how many there are in all."""
        number = self.number(namespace)
        try:
            found, total = self._lexicon.documents(self._connection, number, after)
        except DAMAGE as error:
            raise damaged(error) from error
        sinces = found[0]
        events = sinces.copy()
        moved = self._execute(SQL["rows_moved"], (number, number << NAMESPACE_BITS | after)).fetchall()
        if moved:
            places, whose = np.array(moved, np.int64).T
            events[sinces.searchsorted(places)] = whose
        return Standing(*found, events, total)

    def marks(self, namespace: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """Give the rows that closed or are hidden: since, and until when each is seen, which is never where it is hidden."""
        return self._lexicon.marked(self._connection, self.number(namespace))

    def lines(self, scope: Scope, events: Sequence[int], at: int) -> dict[int, Line]:
        """Give the rows of events as the scope sees them at a moment, of those it sees."""
        number = self.number(scope.namespace)
        rows = self._execute(SQL["rows_at"], (_places(number << NAMESPACE_BITS, events),))
        found = (self._line(number, scope, row, at) for row in rows)
        return {line.event: line for line in found if line is not None}

    def beside(self, scope: Scope, events: Sequence[int], reach: int, at: int) -> dict[int, Beside]:
        """Give the rows of those recorded around each of some events, as the scope sees them at a moment, in order."""
        number = self.number(scope.namespace)
        base = number << NAMESPACE_BITS
        asked, classes, last = _places(base, events), _classes(scope), base | min(at, SEQUENCE_MAX)
        lines: dict[int, Line | None] = {}  # those that stand close have most neighbours in common

        def rows(query: str, bound: int, most: int) -> dict[int, list[Line | None]]:
            listed: dict[int, list[Line | None]] = {event: [] for event in events}
            for event, other, *rest in sorted(self._execute(SQL[query], (asked, bound, most, classes))):
                if other not in lines:
                    lines[other] = self._line(number, scope, (other, *rest), at)
                listed[event].append(lines[other])
            return listed

        before, behind = rows("rows_before", base, reach), rows("rows_behind", last, reach + 1)
        return {
            event: Beside(
                [line for line in before[event] if line is not None],
                [line for line in behind[event][:reach] if line is not None],
                len(before[event]) == reach,
                len(behind[event]) > reach,
            )
            for event in events
        }

    def payloads(self, namespace: str, sequences: Sequence[int]) -> dict[int, bytes | None]:
        """Give the bytes of events by sequence, nothing for those erased."""
        base = self.number(namespace) << NAMESPACE_BITS
        return dict(self._execute(SQL["payloads"], (_places(base, sequences),)).fetchall())

    def _line(self, number: int, scope: Scope, row: tuple[Any, ...], at: int) -> Line | None:
        """Give the version of an event's row that a scope sees at a moment; ``row`` is its first."""
        event, until, hidden, access, *rest = row
        if hidden or event > at:
            return None
        since = event
        if until is not None and until <= at:
            later = self._execute(SQL["version"], (number, event, number << NAMESPACE_BITS | at, at)).fetchone()
            if later is None:
                return None
            since, access, *rest = later
        if scope.classes is not None and access not in scope.classes:
            return None
        return Line(event, since, *rest)

    def concerns(self, scope: Scope, events: Sequence[int], at: int) -> list[tuple[int, int, str, str]]:
        """List whom events concern, as written: (event, entity, role, path)."""
        base = self.number(scope.namespace) << NAMESPACE_BITS
        return self._execute(SQL["concerns"], (_places(base, events), at)).fetchall()  # type: ignore[no-any-return]

    def standing(self, scope: Scope, entity: int, roles: Sequence[str], limit: int, at: int) -> list[int]:
        """List the newest events in which an entity, as written, stands in one of these roles."""
        base = self.number(scope.namespace) << NAMESPACE_BITS
        listed = msgspec.json.encode(list(roles)).decode()
        asked = (base | entity, at, listed, limit, _classes(scope))
        return [event for (event,) in self._execute(SQL["standing"], asked)]

    def _acceptance(self, number: int, window: Window) -> Callable[[list[int]], list[bool]]:
        base = number << NAMESPACE_BITS

        def accept(sinces: list[int]) -> list[bool]:
            verdicts = []
            for since in sinces:
                _, _, kind, actor, at, _ = self._execute(SQL["row"], (base | since,)).get
                verdicts.append(
                    window.after_us <= at < window.before_us
                    and (not window.kinds or kind in window.kinds)
                    and (not window.actors or actor in window.actors),
                )
            return verdicts

        return accept

    def classes(self, namespace: str, after: int = 0) -> dict[int, Labels]:
        """Give the access classes of a namespace and what they stand for: those numbered behind another."""
        rows = self._execute(SQL["classes"], (self.number(namespace), after))
        return {number: _labels(labels) for number, labels in rows}

    def projections(self, namespace: str) -> Iterator[Projected]:
        """Walk the projected rows in order of ``since``; a row without words, or words without a row, shows as a gap."""
        number = self.number(namespace)
        base, labels = number << NAMESPACE_BITS, self.classes(namespace)
        nothing = Labels(agent="", sensitivity="", visibility="")
        page = changed_page(self._connection, number)
        if page is not None:
            raise damaged(ValueError(f"page {page} is not what was written"))
        words = _sound(self._lexicon.dump(self._connection, number))
        rows = self._execute(SQL["all_rows"], (base, base | SEQUENCE_MAX))
        for row, word in _joined(iter(rows), words):
            since, event, until, kind, actor, at, access, hidden = row
            agrees = word is not None and word[1:4] == (access, until, bool(hidden))
            yield Projected(
                since=since,
                event=event,
                until=until,
                kind=kind,
                actor=actor,
                at_us=at,
                labels=labels.get(access, nothing),
                hidden=bool(hidden),
                terms=word[4] if word is not None and agrees else b"",
            )

    def connections(self, namespace: str) -> Iterator[tuple[str, int, int, str]]:
        """Walk the links and file uses that are projected, in a fixed order."""
        number = self.number(namespace)
        base = number << NAMESPACE_BITS
        for source, target, relation, acts in self._execute(SQL["all_links"], (base, base | SEQUENCE_MAX)):
            yield ("link", source, target, f"{relation} {acts}")
        for sha256, event, path, size in self._execute(SQL["blobs"], (number,)):
            yield ("blob", event, size, f"{sha256} {path}")

    def files(self, namespace: str, sha256: str) -> list[Blob]:
        """List the uses of a stored file, by its content."""
        return [Blob(sha256, *found) for found in self._execute(SQL["blob"], (self.number(namespace), sha256))]

    def tombstones(self, namespace: str) -> list[int]:
        """List the sequences of a namespace's erasures."""
        base = self.number(namespace) << NAMESPACE_BITS
        return [sequence for (sequence,) in self._execute(SQL["tombstones"], (base, base | SEQUENCE_MAX))]

    def health(self) -> Health:
        """Ask the database whether its pages are sound, which stored files are in use, and whether a sweep is owed."""
        found = [str(line) for (line,) in self._execute("PRAGMA quick_check(20)")]
        paths = {path for (path,) in self._execute(SQL["blob_paths"])}
        return Health(flaws=[] if found == ["ok"] else found, paths=paths, owed=self.owed_sweep())

    def known_numbers(self) -> dict[str, int]:
        """Give the numbers of namespaces seen through this reader."""
        return self._numbers

    def owed_sweep(self) -> list[str] | None:
        """Give the stored files that a sweep has still to remove; ``None`` where no sweep is owed."""
        found = self._execute(SQL["meta"], (SWEEP,)).get
        return None if found is None else msgspec.json.decode(found, type=list[str])

    def owed_rebuild(self) -> list[str]:
        """Give the namespaces whose projections are still to be folded anew, since the file is of an older version."""
        found = self._execute(SQL["meta"], (REBUILD,)).get
        return [] if found is None else msgspec.json.decode(found, type=list[str])


DAMAGE = (IndexError, ValueError, OverflowError, TypeError, AttributeError, MemoryError)
"""What reading packed arrays raises when a page is not what was written."""


def damaged(error: BaseException) -> CorruptError:
    """Say that the index of words is damaged; the log is not touched by that."""
    return CorruptError(f"the index of words does not read: {error}", hint="rebuild makes it anew from the log")


def _sound(words: Iterator[Words]) -> Iterator[Words]:
    try:
        yield from words
    except DAMAGE as error:
        raise damaged(error) from error


def _sealed(namespace: str, row: tuple[int, str, str, int, bytes | None, bytes | None, bytes, bytes]) -> Sealed:
    sequence, event_id, agent, recorded_at_us, payload, salt, digest, link = row
    return Sealed(namespace, agent, sequence, event_id, recorded_at_us, payload, salt, digest, link)


def _places(base: int, sequences: Sequence[int]) -> str:
    return msgspec.json.encode([base | sequence for sequence in sequences]).decode()


def _classes(scope: Scope) -> str | None:
    return None if scope.classes is None else msgspec.json.encode(sorted(scope.classes)).decode()


def _listed(window: Window, scope: Scope) -> tuple[str | None, str | None, str | None]:
    def listed(values: frozenset[str] | frozenset[int] | None, *, always: bool = False) -> str | None:
        if values is None or (not values and not always):
            return None
        return msgspec.json.encode(sorted(values)).decode()

    return listed(window.kinds), listed(window.actors), listed(scope.classes, always=True)


def _joined(rows: Iterator[Stored], words: Iterator[Words]) -> Iterator[tuple[Stored, Words | None]]:
    """Pair rows with words by ``since``; words without a row stand beside a row of nothing."""
    row, word = next(rows, None), next(words, None)
    while row is not None or word is not None:
        if row is not None and (word is None or row[0] < word[0]):
            yield row, None
            row = next(rows, None)
        elif word is not None and (row is None or word[0] < row[0]):
            yield (word[0], 0, None, "", "", 0, -1, 0), None
            word = next(words, None)
        elif row is not None:
            yield row, word
            row, word = next(rows, None), next(words, None)
