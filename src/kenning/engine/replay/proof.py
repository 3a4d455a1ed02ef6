"""Proving that the live projections are what the log says."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec
import numpy as np

from kenning.engine.engine import Engine
from kenning.engine.erase.events import erased_by
from kenning.engine.exchange.prints import prints_of
from kenning.engine.graph.projection import Holes, graph_changes, recast
from kenning.engine.reading import audit
from kenning.engine.replay.crew import crew_for
from kenning.engine.replay.events import changes_of, links_of
from kenning.engine.replay.portion import EVENTS, Folded, digest, digest_of, led, portions
from kenning.errors import CorruptError, KenningError
from kenning.model.change import Change, Close, Hide, Open, Reread, Resume, Row, Show
from kenning.model.codec import Sealed, envelope_of, flaw
from kenning.model.event import Envelope
from kenning.model.report import Problem, VerifyReport
from kenning.rules import kinds, text
from kenning.rules.identity.spots import keys_of
from kenning.store import SEQUENCE_MAX, GraphWriter, Reader
from kenning.store.base import Progress, Projected
from kenning.store.words.digests import digests_of
from kenning.store.words.segments import Words

PROBLEMS_MAX = 100


class _Expected:
    """What the projections must be, folded from the log: a digest per row, ends, and what is hidden."""

    def __init__(self, head: int) -> None:
        self._head = head
        self._digests = bytearray(16 * (head + 1))
        self._prints = bytearray(16 * (head + 1))
        self._fresh: list[Row] = []
        self._untils: dict[int, int] = {}
        self._events: dict[int, list[int]] = {}
        self._hidden: set[int] = set()
        self.rows = 0

    def apply(self, changes: list[Change]) -> None:
        for change in changes:
            if isinstance(change, Open | Reread):
                self._put(change.row, fresh=isinstance(change, Open))
            elif isinstance(change, Close):
                self._untils[change.since] = change.until
            elif isinstance(change, Resume):
                self._untils.pop(change.since, None)
            elif isinstance(change, Hide):
                self._hidden.add(change.event)
            elif isinstance(change, Show):
                self._hidden.discard(change.event)

    def fill(self, folded: Folded) -> None:
        """Take over what the plain events of a portion fold to."""
        self.rows += len(folded.rows)
        for place, row in enumerate(folded.rows):
            self._digests[16 * row[0] : 16 * row[0] + 16] = folded.digests[16 * place : 16 * place + 16]
        for fingerprint, sequence in folded.receipts:
            self.recognise(fingerprint, sequence)

    def recognise(self, fingerprint: bytes, sequence: int) -> None:
        """Expect an event to be recognised by its keyed fingerprint."""
        self._prints[16 * sequence : 16 * sequence + 16] = fingerprint

    def unknown(self, receipts: Iterable[tuple[bytes, int]]) -> list[int]:
        """List the events that would not be recognised: receipts are read once through, not looked up one by one."""
        prints, known = bytes(self._prints), np.zeros(self._head + 1, bool)
        for fingerprint, sequence in receipts:
            if sequence <= self._head and prints[16 * sequence : 16 * sequence + 16] == fingerprint:
                known[sequence] = True
        expected = np.frombuffer(prints, np.uint64).reshape(-1, 2).any(axis=1)
        return np.flatnonzero(expected & ~known).tolist()

    def _put(self, row: Row, *, fresh: bool) -> None:
        self.rows += fresh
        self._fresh.append(row)
        if len(self._fresh) >= EVENTS:
            self.settle()

    def settle(self) -> None:
        """Digest the rows put so far: words are digested many at once."""
        words = text.bags([row.text for row in self._fresh])
        for row, terms in zip(self._fresh, digests_of(Words(*words[:3]), words.lengths), strict=True):
            self._digests[16 * row.since : 16 * row.since + 16] = digest(row, terms)
        self._fresh.clear()

    def differs(self, live: Projected) -> str | None:
        """Say how a live row differs from what the log says; each live row is asked for once."""
        start = 16 * live.since
        said = digest_of((live.event, live.kind, live.actor, live.at_us, live.labels), live.terms)
        if live.since * 16 >= len(self._digests) or self._digests[start : start + 16] != said:
            return "the projected row is not what the log folds to"
        if self._untils.get(live.since) != live.until:
            return "the projected row ends where the log does not say so"
        if live.hidden != (live.event in self._hidden):
            return "the projected row is hidden, or shown, against what the log says"
        return None


class _Sum:
    """An order-free digest of a set of rows: their hashes, added up."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0

    def add(self, row: tuple[object, ...]) -> None:
        self.count += 1
        digest = blake2b(msgspec.msgpack.encode(row), digest_size=16).digest()
        self.total = (self.total + int.from_bytes(digest, "big")) % (1 << 128)


class _Verification:
    """One pass over the log that checks the chain and builds what the projections must be."""

    def __init__(self, engine: Engine, namespace: str, reader: Reader) -> None:
        self.engine = engine
        self.namespace = namespace
        self.reader = reader
        self.problems: list[Problem] = []
        self.notes: list[str] = []
        self.head = reader.head(namespace)
        self.expected = _Expected(self.head.sequence)
        self.connections = _Sum()
        self.live = reader.graph(namespace)
        self.graph = GraphWriter.scratch(self.live, keys_of)
        self.holes = Holes(reader, namespace)
        self.missing: dict[str, int] = {}
        self.explained: set[str] = set()
        self.files = 0
        self.events = 0

    def problem(self, where: str, what: str) -> None:
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(Problem(where=where, what=what))

    def walk(self, progress: Progress) -> None:
        with crew_for(self.engine.key, self.head.sequence) as crew:
            sealed = self.reader.scan(self.namespace, 1, SEQUENCE_MAX)
            for portion, folded in crew.fold(portions(sealed, proved=True)):
                self.expected.fill(folded)
                for source, target, relation in led(self.reader, self.namespace, folded):
                    self.connections.add(("link", source, target, f"{relation} 0"))
                for place in folded.left:
                    before = portion.sealed[place - 1] if place else None
                    previous = portion.previous if before is None else before.hash
                    self._judge(portion.sealed[place], previous, before.sequence + 1 if before else portion.first)
                self.events += len(portion.sealed)
                progress(portion.sealed[-1].sequence, self.head.sequence)
        progress(self.head.sequence, self.head.sequence)

    def _judge(self, sealed: Sealed, previous: bytes, expected: int) -> None:
        """Check an event that does more than to open a row, or with which something is wrong."""
        where = f"sequence {sealed.sequence} ({sealed.id})"
        if sealed.sequence != expected:
            self.problem(where, f"a gap: sequence {expected} is missing")
        wrong = flaw(previous, sealed)
        if wrong is not None:
            self.problem(where, wrong)
        if sealed.payload is None:
            self.missing[sealed.id] = sealed.sequence
            self._fold_again(sealed, where)
        elif wrong is None:
            self._fold(sealed, where)

    def _fold(self, sealed: Sealed, where: str) -> None:
        try:
            event = envelope_of(sealed)
            changes = [change for some in changes_of(self.reader, event) for change in some]
            self.expected.apply(changes)
            for change in changes:
                if isinstance(change, Hide | Show):
                    recast(self.reader, self.graph, (self.namespace, change.event), event.sequence)
            if kinds.bears_on_graph(event.kind):
                self.graph.apply(event.sequence, graph_changes(self.reader, self.graph, event))
        except KenningError as error:
            self.problem(where, error.message)
            return
        if event.kind == kinds.ERASED:
            self.explained.update(erased_by(event))
        if event.links:
            for target, relation, acts in links_of(self.reader, event):
                self.connections.add(("link", event.sequence, target, f"{relation} {int(acts)}"))
        stored = {file.stored_as: file for file in event.files if file.stored_as is not None}
        for stored_as, file in stored.items():
            self._file(event, stored_as, str(file.sha256), file.size or 0)
        key = prints_of(self.engine.key, self.namespace, event.agent, event).key
        if key is not None:
            self.expected.recognise(key, event.sequence)

    def _fold_again(self, erased: Sealed, where: str) -> None:
        """Fold an erased act where it was restated."""
        try:
            found = self.holes.at(erased)
            if found is not None:
                changes = graph_changes(self.reader, self.graph, found.event, None, found.held_by)
                self.graph.apply(erased.sequence, changes)
        except KenningError as error:
            self.problem(where, error.message)

    def _file(self, event: Envelope, stored_as: str, sha256: str, size: int) -> None:
        self.files += 1
        self.connections.add(("blob", event.sequence, size, f"{sha256} {stored_as}"))
        wrong = self.engine.folder.flaw(stored_as, sha256)
        if wrong is not None:
            self.problem(f"file {stored_as} of {event.id}", wrong)

    def _compare_graph(self) -> None:
        projected = self.live.digests()
        for table, folded in self.graph.digests().items():
            if folded != projected[table]:
                self.problem(f"entity graph, {table}", "what is projected is not what the log folds to")

    def compare(self) -> None:
        """Walk the live projections against the expected ones."""
        self.expected.settle()
        rows = 0
        for live in self.reader.projections(self.namespace):
            rows += 1
            wrong = self.expected.differs(live)
            if wrong is not None:
                self.problem(f"row since {live.since} of event {live.event}", wrong)
        if rows != self.expected.rows:
            self.problem("rows", f"{rows} are projected, the log folds to {self.expected.rows}")
        for sequence in self.expected.unknown(self.reader.receipts(self.namespace)):
            found = self.reader.get(self.namespace, sequence)
            where = f"sequence {sequence} ({found.id if found is not None else ''})"
            self.problem(
                where, "its idempotency key is not known; the key file may have been replaced: rebuild mends it"
            )
        connections = _Sum()
        for row in self.reader.connections(self.namespace):
            connections.add(row)
        if (connections.count, connections.total) != (self.connections.count, self.connections.total):
            self.problem("links and files", "what is projected is not what the log folds to")
        self._compare_graph()
        for event_id, sequence in self.missing.items():
            if event_id not in self.explained:
                self.problem(
                    f"sequence {sequence} ({event_id})", "its payload is missing and no erasure in the log says so"
                )


def verify(engine: Engine, namespace: str, progress: Progress) -> VerifyReport:
    """Check chain, files and projections; every problem is named, nothing is mended."""
    problems: list[Problem] = []
    health, stray, lines = None, list[str](), 0
    with engine.store.read() as reader:
        check = _Verification(engine, namespace, reader)
        try:
            health = reader.health()
            problems.extend(Problem(where="file", what=flaw_found) for flaw_found in health.flaws)
            stray = engine.folder.stray(health.paths)
            check.walk(progress)
            check.compare()
            lines, found = audit.flaws(reader, namespace)
            problems.extend(found)
        except CorruptError as error:
            check.problem("store", error.message)
    if health is not None and health.owed is not None:
        check.notes.append("an erasure waits for its sweep: close other readers and erase again, or reopen the store")
    if stray:
        check.notes.append(
            f"{len(stray)} stored files belong to no event (a copy was cut off before its event): {', '.join(stray[:3])}"
        )
    return VerifyReport(
        namespace=namespace,
        events=check.events,
        erased=len(check.missing),
        rows=check.expected.rows,
        files=check.files,
        audited=lines,
        head=check.head.hash.hex(),
        problems=[*problems, *check.problems],
        notes=check.notes,
    )
