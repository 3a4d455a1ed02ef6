"""The seam: what the engine may ask of a store. Values in, values out; no driver, no dialect, no row that outlives its reader."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import msgspec
from numpy.typing import NDArray

from kenning.model.change import Change, Labels
from kenning.model.codec import Head, Sealed
from kenning.model.event import Envelope, File
from kenning.model.recall import Scope
from kenning.store.audit import SqliteAudit
from kenning.store.graph.entities import SqliteGraph
from kenning.store.graph.writing import SqliteGraphWriter
from kenning.store.words.senses import SqliteSenses

Progress = Callable[[int, int], None]


def quiet(done: int, total: int) -> None:
    """Show no progress."""


Linked = tuple[int, str, bool]
"""An event's link as it is stored: target sequence, relation, and whether the event acts on the target."""


class Prints(NamedTuple):
    """Keyed fingerprints of an event: of its idempotency key, of its native id, and of the parent it still waits for."""

    key: bytes | None = None
    native: bytes | None = None
    awaited: bytes | None = None


class Plain(NamedTuple):
    """Events in order, each of which opens one row and acts on nothing: what many of them project to, in columns.

    A row is a sequence, a kind, an actor, an effective time, and the place of its labels in ``labels``; a receipt is a keyed
    fingerprint and a sequence. The words of each row follow one another: keys (int64) and counts (uint8), how many terms
    and how many tokens each row has.
    """

    rows: Sequence[tuple[int, str, str, int, int]]
    labels: Sequence[Labels]
    receipts: Sequence[tuple[bytes, int]]
    keys: NDArray[Any]
    tfs: NDArray[Any]
    sizes: NDArray[Any]
    lengths: NDArray[Any]


class Line(NamedTuple):
    """One row of an event as a reader finds it: of which event, since when it reads so, and its keys."""

    event: int
    since: int
    kind: str
    actor: str
    at_us: int


class Stamp(NamedTuple):
    """How the rows of a namespace stand, for whoever keeps something made of them: equal stamps, equal rows.

    ``turned`` changes where rows read otherwise than before, ``arranged`` where others than the newest came or went; behind
    ``head`` rows are new.
    """

    turned: int
    arranged: tuple[int, ...]
    head: int


class Standing(NamedTuple):
    """Rows in columns, in order of ``since``: access class, until when each is seen, and of which event each is.

    ``untils`` is a sequence, beyond all where a row still stands, 0 where it is hidden; ``total`` counts all rows there are.
    """

    sinces: NDArray[Any]
    classes: NDArray[Any]
    untils: NDArray[Any]
    events: NDArray[Any]
    total: int


class Beside(NamedTuple):
    """Rows recorded before and behind an event, in order, and whether the log goes on there."""

    earlier: list[Line]
    later: list[Line]
    before: bool
    behind: bool


class Ranked(NamedTuple):
    """Rows by their words: (since, event, score), best first; of how many, and in how many of them each word occurs.

    ``lines`` are those of them, by event, that are their event's first: they need not be read again.
    """

    rows: list[tuple[int, int, float]]
    docs: int
    matching: dict[int, int]
    lines: Mapping[int, Line] = MappingProxyType({})


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """A reading of rows in order of effective time: half open in microseconds, as of a sequence, filtered."""

    after_us: int = -(1 << 62)
    before_us: int = 1 << 62
    at: int
    kinds: frozenset[str] = frozenset()
    actors: frozenset[str] = frozenset()
    newest_first: bool = False
    limit: int = 1000

    @property
    def filters(self) -> bool:
        """Tell whether it leaves anything out."""
        bounded = self.after_us > -(1 << 62) or self.before_us < 1 << 62
        return bool(self.kinds or self.actors or bounded)

    def holds(self, line: Line) -> bool:
        """Tell whether a row lies within."""
        return (
            self.after_us <= line.at_us < self.before_us
            and (not self.kinds or line.kind in self.kinds)
            and (not self.actors or line.actor in self.actors)
        )


class Projected(msgspec.Struct, frozen=True, kw_only=True):
    """A projected row as it lies in the store, with the digest of its packed terms: what `verify` compares."""

    since: int
    event: int
    until: int | None
    kind: str
    actor: str
    at_us: int
    labels: Labels
    hidden: bool
    terms: bytes


class Blob(msgspec.Struct, frozen=True):
    """A stored file as an event uses it: content hash, path below the folder, size in bytes."""

    sha256: str
    path: str
    size: int
    event: int


class Swept(msgspec.Struct, frozen=True, kw_only=True):
    """Which places an erasure swept and which it could not, each with a reason."""

    swept: list[str]
    left: dict[str, str]


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """How the store is: flaws of its pages, stored files in use, and files a committed erasure has still to sweep."""

    flaws: list[str]
    paths: set[str]
    owed: list[str] | None


class Reader(Protocol):
    """One consistent reading of the store; never waits for a writer."""

    kept: dict[str, Any]
    """What the caller keeps with a graph apart, such as how far it is folded; nothing with the one on the disk."""

    def graph(self, namespace: str) -> SqliteGraph:
        """Give the entity graph of a namespace."""

    def audit(self, namespace: str) -> SqliteAudit:
        """Give the audit of a namespace; a writer's may be written."""

    def head(self, namespace: str, recorded_at_us: int | None = None) -> Head:
        """Give the end of the log, or where it ended at a moment."""

    def get(self, namespace: str, key: str | int) -> Sealed | None:
        """Find a sealed event by id or by sequence."""

    def several(self, namespace: str, sequences: Sequence[int]) -> dict[int, tuple[Sealed, bool]]:
        """Find sealed events by sequence, each with whether any event links to it."""

    def place(self, namespace: str, event_id: str) -> tuple[int, bool] | None:
        """Find where an event stands, and whether it was erased."""

    def labels(self, namespace: str, sequence: int) -> Labels | None:
        """Give the labels of the row that began at a sequence; nothing where none did."""

    def access(self, namespace: str, sequence: int) -> int | None:
        """Give the access class of the row that began at a sequence; nothing where none did."""

    def accesses(self, namespace: str, first: int, last: int) -> Iterator[tuple[int, int, int, bool]]:
        """Walk the rows of a stretch of the log: since, event, access class, and whether it is hidden."""

    def classes(self, namespace: str, after: int = 0) -> dict[int, Labels]:
        """Give the access classes of a namespace and what they stand for: those numbered behind another."""

    def is_hidden(self, namespace: str, event_id: str) -> bool:
        """Tell whether an event is redacted now; one that is not there is not."""

    def scan(self, namespace: str, first: int, last: int) -> Iterator[Sealed]:
        """Walk the log in order, both ends included."""

    def linked(self, namespace: str, sequence: int) -> list[tuple[int, str]]:
        """List the events that link to one, in order: (sequence, relation)."""

    def thread(self, namespace: str, sequence: int) -> list[Sealed]:
        """List an event and all that acts on it, directly or through others, in order; erased ones as they are."""

    def receipt(self, namespace: str, fingerprint: bytes) -> int | None:
        """Find the sequence recorded under a keyed fingerprint."""

    def awaiting(self, fingerprint: bytes | None) -> list[int]:
        """List the answers that wait for the parent with this keyed fingerprint; with ``None`` one of any that wait."""

    def tombstones(self, namespace: str) -> list[int]:
        """List the sequences of a namespace's erasures."""

    def timeline(self, scope: Scope, window: Window) -> list[tuple[int, int]]:
        """List (since, event) of rows in a window of effective time, in its order."""

    def search(self, scope: Scope, keys: Sequence[int], window: Window) -> Ranked:
        """Rank rows by their words, best first, and tell how rare each word is; the window filters."""

    def stamp(self, namespace: str) -> Stamp:
        """Tell how a namespace's rows stand."""

    def documents(self, namespace: str, after: int = 0) -> Standing:
        """Give the rows of a namespace behind a sequence in columns, whatever their class, and how many there are in all."""

    def marks(self, namespace: str) -> tuple[NDArray[Any], NDArray[Any]]:
        """Give the rows that closed or are hidden: since, and until when each is seen, which is never where it is hidden."""

    def senses(self, namespace: str) -> SqliteSenses:
        """Give what vectors were made of rows; a writer's may be written."""

    def lines(self, scope: Scope, events: Sequence[int], at: int) -> dict[int, Line]:
        """Give the rows of events as the scope sees them at a moment, of those it sees."""

    def beside(self, scope: Scope, events: Sequence[int], reach: int, at: int) -> dict[int, Beside]:
        """Give the rows of those recorded around each of some events, as the scope sees them at a moment, in order."""

    def payloads(self, namespace: str, sequences: Sequence[int]) -> dict[int, bytes | None]:
        """Give the bytes of events by sequence, nothing for those erased."""

    def concerns(self, scope: Scope, events: Sequence[int], at: int) -> list[tuple[int, int, str, str]]:
        """List whom events concern, as written: (event, entity, role, path)."""

    def standing(self, scope: Scope, entity: int, roles: Sequence[str], limit: int, at: int) -> list[int]:
        """List the newest events in which an entity, as written, stands in one of these roles."""

    def projections(self, namespace: str) -> Iterator[Projected]:
        """Walk the projected rows in order of ``since``."""

    def receipts(self, namespace: str) -> Iterator[tuple[bytes, int]]:
        """Walk the keyed fingerprints, in no order that means anything, with the sequence recorded under each."""

    def connections(self, namespace: str) -> Iterator[tuple[str, int, int, str]]:
        """Walk the links and file uses that are projected, in a fixed order."""

    def files(self, namespace: str, sha256: str) -> list[Blob]:
        """List the uses of a stored file, by its content."""

    def owed_sweep(self) -> list[str] | None:
        """Give the stored files that the sweep of a committed erasure has still to remove; ``None`` where none is owed."""

    def owed_rebuild(self) -> list[str]:
        """Give the namespaces whose projections are still to be folded anew, since the file is of an older version."""

    def health(self) -> Health:
        """Look at the pages and the files in use, and whether a sweep is owed."""


class ApartReader(Reader, Protocol):
    """A reading whose entity graph is folded by its caller, in memory, from what he may see."""

    def writable(self, namespace: str) -> SqliteGraphWriter:
        """Give the graph apart, to be brought up to date."""

    def forget(self, namespace: str) -> None:
        """Drop the graph apart and all that is kept of it."""


class Writer(Reader, Protocol):
    """The one writer of the moment, inside one transaction: all of it is kept, or none."""

    def graph(self, namespace: str) -> SqliteGraphWriter:
        """Give the entity graph of a namespace, to read and to write."""

    def attempt(self) -> AbstractContextManager[None]:
        """Undo what the block wrote when it raises, and nothing before it: one job of several in a transaction."""

    def append(self, sealed: Sealed, links: Sequence[Linked], prints: Prints, files: Sequence[File]) -> None:
        """Write the next event, and connect it."""

    def connect(self, event: Envelope, links: Sequence[Linked], prints: Prints) -> None:
        """Project an event's links, its fingerprints and the files it uses."""

    def apply(self, namespace: str, changes: Sequence[Change]) -> None:
        """Apply what a fold yields to the projected rows and to the index of words."""

    def join(self, namespace: str, links: Sequence[tuple[int, int, str]]) -> None:
        """Project links of events that act on nothing: source, target and relation each."""

    def fill(self, namespace: str, plain: Plain) -> None:
        """Project many plain events at once; none may be projected already."""

    def erase(self, namespace: str, targets: Mapping[int, Sequence[int]]) -> list[str]:
        """Destroy payloads, rows, words and links from events (each with its targets); give the files nobody else uses."""

    def entomb(self, namespace: str, sequence: int, orphans: Sequence[str] | None) -> None:
        """Note where an erasure stands and, where files are given, that they and the pages have still to be swept."""

    def forget(self, namespace: str) -> None:
        """Drop every projection of a namespace, to fold it anew."""


class Store(Protocol):
    """One place on the disk."""

    def read(self) -> AbstractContextManager[Reader]:
        """Open a consistent reading."""

    def read_apart(self, key: Hashable, bring: Callable[[ApartReader], None]) -> AbstractContextManager[ApartReader]:
        """Open a consistent reading with an entity graph of its own, kept under ``key`` and brought up to date by ``bring``."""

    def version(self) -> int:
        """Tell one state of the store from another, without a transaction: it changes with every commit of any process."""

    def write(self, *, alone: bool = False) -> AbstractContextManager[Writer]:
        """Open the transaction of a writer; waits its turn. ``alone``: of one job, whose failure undoes all of it."""

    def sweep(self) -> Swept:
        """Make what was erased unreadable in every file of the store."""

    def backup(self, target: Path, progress: Progress) -> None:
        """Copy the store while it is in use."""

    def close(self) -> None:
        """Give back all connections."""
