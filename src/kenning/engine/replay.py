"""Replay: fold the log into fresh projections, and prove that the live ones are what the log says."""

from __future__ import annotations

from hashlib import blake2b

import msgspec

from kenning.engine import threads
from kenning.engine.engine import Engine
from kenning.engine.erase import erased_by
from kenning.engine.prints import prints_of
from kenning.engine.projection import graph_changes, recast, recast_hidden
from kenning.errors import CorruptError, KenningError
from kenning.model.change import Change, Close, Hide, Open, Reread, Resume, Row, Show
from kenning.model.codec import GENESIS, Sealed, envelope_of, flaw
from kenning.model.event import Envelope
from kenning.model.report import Problem, VerifyReport
from kenning.rules import kinds, text
from kenning.rules.fold import fold
from kenning.rules.text import Bag
from kenning.rules.spots import keys_of
from kenning.store import SEQUENCE_MAX, GraphWriter, Reader, Writer
from kenning.store.base import Linked, Progress, Projected
from kenning.store.lexicon import digests_of

_STEP = 2000
PROBLEMS_MAX = 100


def links_of(reader: Reader, event: Envelope) -> list[Linked]:
    """Resolve the links of a recorded event to sequences."""
    acting = kinds.target(event)
    links: list[Linked] = []
    for link in event.links:
        found = reader.place(event.namespace, link.to_event_id)
        if found is not None:
            links.append((found[0], link.relation, link == acting))
    return links


def thread_of(reader: Reader, event: Envelope) -> list[Envelope] | None:
    """Gather the thread of an act up to and with itself; ``None`` where what it acts on was erased."""
    root = threads.root_of(reader, event.namespace, event)
    if root is None:
        return None
    thread = threads.acts_on(reader, event.namespace, root)
    return [one for one in thread if one.sequence < event.sequence] + [event]


def changes_of(reader: Reader, event: Envelope) -> list[Change]:
    """Fold one recorded event."""
    if kinds.target(event) is None:
        return fold(event, ())
    thread = thread_of(reader, event)
    return fold(event, thread) if thread is not None else []


def rebuild(engine: Engine, namespace: str, progress: Progress) -> int:
    """Fold the whole log of a namespace anew, in one transaction; an interruption leaves everything as it was."""

    def deed(writer: Writer) -> int:
        with writer.attempt():
            head = writer.head(namespace).sequence
            writer.forget(namespace)
            for sealed in writer.scan(namespace, 1, SEQUENCE_MAX):
                if sealed.payload is not None:
                    project(engine, writer, envelope_of(sealed))
                if sealed.sequence % _STEP == 0:
                    progress(sealed.sequence, head)
            progress(head, head)
            return head

    folded: int = engine.commit(deed)
    return folded


def project(engine: Engine, writer: Writer, event: Envelope) -> None:
    """Write all that one recorded event projects to."""
    prints = prints_of(engine, event.namespace, event.agent, event)
    writer.connect(event, links_of(writer, event), prints)
    if event.kind == kinds.ERASED:
        writer.entomb(event.namespace, event.sequence, None)
    changes = changes_of(writer, event)
    writer.apply(event.namespace, changes)
    recast_hidden(writer, event.namespace, event.sequence, changes)
    if kinds.connects(event.kind):
        graph = writer.graph(event.namespace)
        graph.apply(event.sequence, graph_changes(writer, graph, event))


class _Expected:
    """What the projections must be, folded from the log: a digest per row, ends, and what is hidden."""

    def __init__(self, head: int) -> None:
        self._digests = bytearray(16 * (head + 1))
        self._fresh: list[tuple[Row, Bag]] = []
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

    def _put(self, row: Row, *, fresh: bool) -> None:
        self.rows += fresh
        self._fresh.append((row, text.bag(row.text)))
        if len(self._fresh) >= _STEP:
            self.settle()

    def settle(self) -> None:
        """Digest the rows put so far: words are digested many at once."""
        words = digests_of([bag for _, bag in self._fresh])
        for (row, _), terms in zip(self._fresh, words, strict=True):
            digest = _digest((row.event, row.kind, row.actor, row.at_us, row.labels), terms)
            self._digests[16 * row.since : 16 * row.since + 16] = digest
        self._fresh.clear()

    def differs(self, live: Projected) -> str | None:
        """Say how a live row differs from what the log says; each live row is asked for once."""
        start = 16 * live.since
        digest = _digest((live.event, live.kind, live.actor, live.at_us, live.labels), live.terms)
        if live.since * 16 >= len(self._digests) or self._digests[start : start + 16] != digest:
            return "the projected row is not what the log folds to"
        if self._untils.get(live.since) != live.until:
            return "the projected row ends where the log does not say so"
        if live.hidden != (live.event in self._hidden):
            return "the projected row is hidden, or shown, against what the log says"
        return None


def _digest(row: tuple[object, ...], terms: bytes) -> bytes:
    return blake2b(msgspec.msgpack.encode(row) + terms, digest_size=16).digest()


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
        self.missing: dict[str, int] = {}
        self.explained: set[str] = set()
        self.files = 0
        self.events = 0

    def problem(self, where: str, what: str) -> None:
        if len(self.problems) < PROBLEMS_MAX:
            self.problems.append(Problem(where=where, what=what))

    def walk(self, progress: Progress) -> None:
        previous, expected_sequence = GENESIS, 1
        for sealed in self.reader.scan(self.namespace, 1, SEQUENCE_MAX):
            where = f"sequence {sealed.sequence} ({sealed.id})"
            if sealed.sequence != expected_sequence:
                self.problem(where, f"a gap: sequence {expected_sequence} is missing")
            wrong = flaw(previous, sealed)
            if wrong is not None:
                self.problem(where, wrong)
            previous, expected_sequence = sealed.hash, sealed.sequence + 1
            self.events += 1
            if sealed.payload is None:
                self.missing[sealed.id] = sealed.sequence
            elif wrong is None:
                self._fold(sealed, where)
            if sealed.sequence % _STEP == 0:
                progress(sealed.sequence, self.head.sequence)
        progress(self.head.sequence, self.head.sequence)

    def _fold(self, sealed: Sealed, where: str) -> None:
        try:
            event = envelope_of(sealed)
            changes = changes_of(self.reader, event)
            self.expected.apply(changes)
            for change in changes:
                if isinstance(change, Hide | Show):
                    recast(self.reader, self.graph, (self.namespace, change.event), event.sequence)
            if kinds.connects(event.kind):
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
        key = prints_of(self.engine, self.namespace, event.agent, event).key
        if key is not None and self.reader.receipt(self.namespace, key) != event.sequence:
            self.problem(
                where, "its idempotency key is not known; the key file may have been replaced: rebuild mends it"
            )

    def _file(self, event: Envelope, stored_as: str, sha256: str, size: int) -> None:
        self.files += 1
        self.connections.add(("blob", event.sequence, size, f"{sha256} {stored_as}"))
        wrong = self.engine.folder.flaw(stored_as, sha256)
        if wrong is not None:
            self.problem(f"file {stored_as} of {event.id}", wrong)

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
        connections = _Sum()
        for row in self.reader.connections(self.namespace):
            connections.add(row)
        if (connections.count, connections.total) != (self.connections.count, self.connections.total):
            self.problem("links and files", "what is projected is not what the log folds to")
        expected, live = self.graph.digests(), self.live.digests()
        for table, found in expected.items():
            if found != live[table]:
                self.problem(f"entity graph, {table}", "what is projected is not what the log folds to")
        for event_id, sequence in self.missing.items():
            if event_id not in self.explained:
                self.problem(
                    f"sequence {sequence} ({event_id})", "its payload is missing and no erasure in the log says so"
                )


def verify(engine: Engine, namespace: str, progress: Progress) -> VerifyReport:
    """Check chain, files and projections; every problem is named, nothing is mended."""
    problems: list[Problem] = []
    health, stray = None, list[str]()
    with engine.store.read() as reader:
        check = _Verification(engine, namespace, reader)
        try:
            health = reader.health()
            problems.extend(Problem(where="file", what=flaw_found) for flaw_found in health.flaws)
            stray = engine.folder.stray(health.paths)
            check.walk(progress)
            check.compare()
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
        head=check.head.hash.hex(),
        problems=[*problems, *check.problems],
        notes=check.notes,
    )
