"""Writing, inside one transaction: the log's next rows, what they project to, and what an erasure destroys."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

import apsw
import msgspec
import numpy as np

from kenning.model.change import Change, Close, Hide, Labels, Open, Reread, Resume, Row
from kenning.model.codec import Head, Sealed
from kenning.model.event import Envelope, File
from kenning.store.audit import SqliteAudit
from kenning.store.base import Linked, Plain, Prints
from kenning.store.graph.entities import last_form
from kenning.store.graph.grams import Grams
from kenning.store.graph.writing import KeysOf, SqliteGraphWriter
from kenning.store.places import NAMESPACE_BITS, SEQUENCE_MAX
from kenning.store.reader import REBUILD, SQL, SWEEP, SqliteReader
from kenning.store.words.lexicon import Doc, Lexicon, State
from kenning.store.words.segments import CHUNK_POSTINGS, LENGTH_MAX, Documents, Words
from kenning.store.words.senses import SqliteSenses

Loaded = tuple[Documents, Words]
_DOCS_MAX = 4096
_CLASSES_HELD = 4096
BagOf = Callable[[str], tuple[bytes, bytes, int]]


class SqliteWriter(SqliteReader):
    """A `Writer`: all it does is kept together, or not at all.

    It may serve one transaction after another, as long as every one is kept and no other connection writes in between: the end
    of the log, the numbers of access classes and how the index stands are then known.
    """

    def __init__(
        self,
        connection: apsw.Connection,
        indexes: tuple[Lexicon, Grams],
        numbers: dict[str, int],
        rules: tuple[BagOf, KeysOf],
    ) -> None:
        """Write through ``connection``; the rules turn a row's text into packed words, and an entity into its keys."""
        super().__init__(connection, *indexes, numbers)
        self._bag_of, self._keys_of = rules
        self._graphs: dict[int, SqliteGraphWriter] = {}
        self._class_numbers: dict[tuple[int, Labels], int] = {}
        self._standing: dict[int, State] = {}
        self._docs: dict[int, list[Doc]] = {}
        self._loads: dict[int, list[Loaded]] = {}
        self._events: list[tuple[object, ...]] = []
        self._rows: list[tuple[object, ...]] = []
        self._receipts: dict[bytes, int] = {}
        self._links: list[tuple[int, int, int, str]] = []
        self.alone = False
        """Whether the transaction is one job's: within a savepoint each statement costs as much as all pages written so far."""
        self.spoilt = False
        self._heads: dict[str, Head] = {}
        self._execute = self._in_order

    def _in_order(self, *statement: Any) -> Any:  # noqa: ANN401 - as the driver takes and gives it
        """Run a statement behind all that was put off: what is written is read."""
        if self._events or self._rows or self._receipts or self._links:
            self._settle()
        return self._connection.execute(*statement)

    def _settle(self) -> None:
        """Write what was put off: plain inserts of many events are cheaper many at once."""
        execute_many = self._connection.executemany
        events, rows, receipts, links = self._events, self._rows, self._receipts, self._links
        self._events, self._rows, self._receipts, self._links = [], [], {}, []
        execute_many(SQL["append"], events)
        execute_many(SQL["open"], rows)
        execute_many(SQL["add_link"], links)
        execute_many(SQL["add_receipt"], sorted(receipts.items()))  # neighbours share a page

    def graph(self, namespace: str) -> SqliteGraphWriter:
        """Give the entity graph of a namespace, to read and to write."""
        number = self._claim(namespace)
        found = self._graphs.get(number)
        if found is None:
            found = self._graphs[number] = SqliteGraphWriter(self._connection, number, self._grams, self._keys_of)
            found.sealed = partial(self.get, namespace)
        return found

    def audit(self, namespace: str) -> SqliteAudit:
        """Give the audit of a namespace, to read and to write."""
        return SqliteAudit(self._connection, self._execute, self._claim(namespace))

    def senses(self, namespace: str) -> SqliteSenses:
        """Give what vectors were made of rows, to read and to write."""
        return self._senses(self._claim(namespace))

    def _senses(self, number: int) -> SqliteSenses:
        return SqliteSenses(self._execute, number)

    def head(self, namespace: str, recorded_at_us: int | None = None) -> Head:
        """Give the end of the log, with what was put off."""
        if recorded_at_us is not None:
            return super().head(namespace, recorded_at_us)
        known = self._heads.get(namespace)
        if known is None:
            known = self._heads[namespace] = super().head(namespace)
        return known

    def is_hidden(self, namespace: str, event_id: str) -> bool:
        """Tell whether an event is redacted now; what was put off is fresh, and nothing fresh is hidden."""
        number, execute = self.number(namespace), self._connection.execute
        found = execute(SQL["sequence_of"], (number, event_id)).get
        if found is None:
            return False
        return bool(execute(SQL["is_hidden"], (number << NAMESPACE_BITS | found[0],)).get)

    def receipt(self, namespace: str, fingerprint: bytes) -> int | None:
        """Find the sequence recorded under a keyed fingerprint, among what was put off too."""
        del namespace
        place = self._receipts.get(fingerprint)
        if place is not None:
            return place & SEQUENCE_MAX
        found: int | None = self._connection.execute(SQL["receipt"], (fingerprint,)).get
        return found

    def _claim(self, namespace: str) -> int:
        """Give the number of a namespace; a new one gets the next, kept once this transaction is."""
        number = self.number(namespace)
        if number < 0:
            number = int(self._execute(SQL["add_namespace"], (namespace,)).get)
        return number

    def append(self, sealed: Sealed, links: Sequence[Linked], prints: Prints, files: Sequence[File]) -> None:
        """Write the next event, its links, its fingerprints and the files it uses."""
        number = self._claim(sealed.namespace)
        base = number << NAMESPACE_BITS
        place = base | sealed.sequence
        said, kept = (sealed.payload, sealed.salt), (sealed.digest, sealed.hash)
        self._heads[sealed.namespace] = Head(sealed.sequence, sealed.hash, sealed.recorded_at_us)
        self._events.append((place, number, sealed.id, sealed.agent, sealed.recorded_at_us, *said, *kept))
        self._connect(number, sealed.sequence, links, prints, files)

    def connect(self, event: Envelope, links: Sequence[Linked], prints: Prints) -> None:
        """Project an event's links, its fingerprints and the files it uses."""
        self._connect(self.number(event.namespace), event.sequence, links, prints, event.files)

    def _connect(
        self,
        number: int,
        sequence: int,
        links: Sequence[Linked],
        prints: Prints,
        files: Sequence[File],
    ) -> None:
        base = number << NAMESPACE_BITS
        if links:
            self._links += [(base | target, int(acts), base | sequence, relation) for target, relation, acts in links]
        for fingerprint in (prints.key, prints.native):
            if fingerprint is not None:
                self._receipts.setdefault(fingerprint, base | sequence)
        if prints.awaited is not None:
            self._execute(SQL["add_awaited"], (prints.awaited, base | sequence))
        for file in files:
            if file.stored_as is not None:
                self._execute(SQL["add_blob"], (number, file.sha256, sequence, file.stored_as, file.size))

    def apply(self, namespace: str, changes: Sequence[Change]) -> None:
        """Apply what a fold yields to the projected rows and to the index of words."""
        number = self.number(namespace)
        base = number << NAMESPACE_BITS
        for change in changes:
            if isinstance(change, Open):
                self._open(number, change.row)
            elif isinstance(change, Close):
                self._execute(SQL["close"], (change.until, base | change.since))
                self._index(number).close(self._connection, number, change.since, change.until)
            elif isinstance(change, Resume):
                self._execute(SQL["close"], (None, base | change.since))
                self._index(number).close(self._connection, number, change.since, None)
            elif isinstance(change, Reread):
                self._reread(number, change.row)
            else:
                self._hide(number, self._versions(number, change.event), hidden=isinstance(change, Hide))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Undo what the block wrote when it raises, and nothing before it: one job of several in a transaction."""
        if self.alone:
            try:
                yield
                self.flush()
            except BaseException:
                self.spoilt = True
                raise
            return
        self.flush()
        self._execute("SAVEPOINT attempt")
        try:
            yield
            self.flush()
        except BaseException:
            self._docs.clear()
            self._loads.clear()
            self._events, self._rows, self._receipts, self._links = [], [], {}, []
            self._heads.clear()
            self._graphs.clear()
            self._numbers.clear()  # one that was claimed in the block is free again
            if self._connection.in_transaction:
                self._execute("ROLLBACK TO attempt")
                self._execute("RELEASE attempt")
                self._grams.undone(last_form(self._connection))
            self._class_numbers.clear()
            self._standing.clear()
            self._lexicon.invalidate()
            raise
        self._execute("RELEASE attempt")

    def flush(self) -> None:
        """Write what was put off, and hand the words of the rows opened so far to the index."""
        if self._events or self._rows or self._receipts or self._links:
            self._settle()
        for graph in self._graphs.values():
            graph.settle()
        for number in {*self._docs, *self._loads}:
            self._flush(number)

    def join(self, namespace: str, links: Sequence[tuple[int, int, str]]) -> None:
        """Project links of events that act on nothing."""
        base = self.number(namespace) << NAMESPACE_BITS
        self._connection.executemany(
            SQL["add_link"], [(base | target, 0, base | source, relation) for source, target, relation in links]
        )

    def fill(self, namespace: str, plain: Plain) -> None:
        """Project many plain events at once; their words wait until they fill a segment."""
        number = self.number(namespace)
        base = number << NAMESPACE_BITS
        numbers = [self._class(number, labels) for labels in plain.labels]
        self._rows += [
            (base | since, number, since, kind, actor, at_us, numbers[labels])
            for since, kind, actor, at_us, labels in plain.rows
        ]
        for fingerprint, since in plain.receipts:
            self._receipts.setdefault(fingerprint, base | since)
        documents = Documents(
            np.array([row[0] for row in plain.rows], np.int64),
            np.array([numbers[row[4]] for row in plain.rows], np.uint32),
            np.minimum(plain.lengths, LENGTH_MAX).astype(np.uint16),
        )
        waiting = self._loads.setdefault(number, [])
        waiting.append((documents, Words(plain.keys, plain.tfs, plain.sizes)))
        docs, postings = sum(len(one.sinces) for one, _ in waiting), sum(len(words.keys) for _, words in waiting)
        if docs >= self._lexicon.full_docs or postings >= CHUNK_POSTINGS * 2:
            self._settle()
            self._flush(number)

    def _flush(self, number: int) -> None:
        loads = self._loads.pop(number, None)
        if loads:
            documents, words = (zip(*parts, strict=True) for parts in zip(*loads, strict=True))
            self._lexicon.load(
                self._connection,
                number,
                Documents(*map(np.concatenate, documents)),
                Words(*map(np.concatenate, words)),
            )
            self._standing.pop(number, None)
        docs = self._docs.pop(number, None)
        if docs:
            standing = self._standing
            standing[number] = self._lexicon.add(self._connection, number, docs, standing.get(number))

    def _index(self, number: int) -> Lexicon:
        """Give the index for what is more than adding: with all that was put off, and how it stands is looked up again."""
        self._flush(number)
        self._standing.pop(number, None)
        return self._lexicon

    def _open(self, number: int, row: Row) -> None:
        base = number << NAMESPACE_BITS
        access = self._class(number, row.labels)
        self._rows.append((base | row.since, number, row.event, row.kind, row.actor, row.at_us, access))
        docs = self._docs.setdefault(number, [])
        docs.append(Doc(row.since, access, self._bag_of(row.text)))
        if len(docs) >= _DOCS_MAX:
            self._flush(number)
        if row.since != row.event and self._hidden(number, row.event):
            self._hide(number, [row.since], hidden=True)

    def _hide(self, number: int, sinces: list[int], *, hidden: bool) -> None:
        for since in sinces:
            self._execute(SQL["hide"], (int(hidden), number << NAMESPACE_BITS | since))
        index = self._index(number)
        mark = index.hide if hidden else index.unhide
        mark(self._connection, number, sinces)

    def _reread(self, number: int, row: Row) -> None:
        access = self._class(number, row.labels)
        self._execute(SQL["reread"], (row.kind, row.actor, row.at_us, access, number << NAMESPACE_BITS | row.since))
        self._index(number).replace(self._connection, number, [Doc(row.since, access, self._bag_of(row.text))])
        self._senses(number).drop_rows([row.since])

    def _versions(self, number: int, event: int) -> list[int]:
        found = self._execute(SQL["rows_of"], (number << NAMESPACE_BITS | event, number, event))
        return sorted(since for (since,) in found)

    def _hidden(self, number: int, event: int) -> bool:
        return bool(self._execute(SQL["is_hidden"], (number << NAMESPACE_BITS | event,)).get)

    def _class(self, number: int, labels: Labels) -> int:
        known = self._class_numbers.get((number, labels))
        if known is None:
            if len(self._class_numbers) >= _CLASSES_HELD:
                self._class_numbers.clear()
            written = _written(labels)
            execute = self._connection.execute  # nothing that was put off touches the classes
            found: Any = execute(SQL["class"], (number, written)).get
            known = int(found if found is not None else execute(SQL["add_class"], (number, written)).get)
            self._class_numbers[number, labels] = known
        return known

    def entomb(self, namespace: str, sequence: int, orphans: Sequence[str] | None) -> None:
        """Note where an erasure stands and, where files are given, that they and the pages have still to be swept."""
        self._execute(SQL["add_tombstone"], (self.number(namespace) << NAMESPACE_BITS | sequence,))
        if orphans is not None:
            owed = self.owed_sweep() or []
            self._execute(SQL["set_meta"], (SWEEP, msgspec.json.encode([*owed, *orphans]).decode()))

    def erase(self, namespace: str, targets: Mapping[int, Sequence[int]]) -> list[str]:
        """Destroy payloads, rows, words and links from these events; give the paths of files nobody else uses.

        ``targets`` maps the sequence of each event to the sequences its links point to.

        Receipts stay: keyed fingerprints that now answer "erased".
        """
        self.flush()
        number = self.number(namespace)
        base = number << NAMESPACE_BITS
        orphans: list[str] = []
        sinces: list[int] = []
        for sequence in targets:
            place = base | sequence
            self._execute(SQL["erase_payload"], (place,))
            self._execute(SQL["drop_awaited"], (place,))
            for target in targets[sequence]:
                self._execute(SQL["drop_link"], (base | target, place))
            for sha256, path in self._execute(SQL["blobs_of"], (number, sequence)).fetchall():
                self._execute(SQL["drop_blob"], (number, sha256, sequence))
                if self._execute(SQL["path_users"], (path,)).get == 0:
                    orphans.append(path)
            for since in self._versions(number, sequence):
                sinces.append(since)
                self._execute(SQL["drop_row"], (base | since,))
        self._index(number).erase(self._connection, number, sinces)
        self._senses(number).drop_rows(sinces)
        self._execute(SQL["drop_unused_classes"], (number,))
        self._class_numbers.clear()
        self.graph(namespace).forget_answers()
        return orphans

    def forget(self, namespace: str) -> None:
        """Drop every projection of a namespace, to fold it anew, which it then owes no more; fingerprints of the erased stay."""
        number = self.number(namespace)
        base = number << NAMESPACE_BITS
        self._docs.pop(number, None)
        self._loads.pop(number, None)
        self._execute(SQL["drop_projections_receipts"], (base, base | SEQUENCE_MAX))
        self._execute(SQL["drop_projections_awaits"], (base, base | SEQUENCE_MAX))
        self._execute(SQL["drop_projections_links"], (base, base | SEQUENCE_MAX))
        self._execute(SQL["drop_projections_rows"], (base, base | SEQUENCE_MAX))
        self._execute(SQL["drop_projections_tombstones"], (base, base | SEQUENCE_MAX))
        self._execute(SQL["drop_projections_blobs"], (number,))
        self._execute(SQL["drop_projections_classes"], (number,))
        self._index(number).clear(self._connection, number)
        self._senses(number).clear()
        self._class_numbers.clear()
        self.graph(namespace).forget()
        owed = [one for one in self.owed_rebuild() if one != namespace]
        if owed:
            self._execute(SQL["set_meta"], (REBUILD, msgspec.json.encode(owed).decode()))
        else:
            self._execute(SQL["drop_meta"], (REBUILD,))


@lru_cache(maxsize=1024)
def _written(labels: Labels) -> str:
    return msgspec.json.encode(labels, order="sorted").decode()
