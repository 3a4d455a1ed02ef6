"""A store in one SQLite file: one writer at a time, readers that never wait, and the sweep that makes an erasure real."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from kenning.errors import UnavailableError, UnsupportedError
from kenning.store import audit, connect
from kenning.store.base import Progress, Swept
from kenning.store.graph import entities as graph
from kenning.store.graph.apart import Apart, ApartReader, Aparts
from kenning.store.graph.grams import Grams
from kenning.store.graph.kept import Kept
from kenning.store.graph.writing import KeysOf
from kenning.store.reader import SWEEP, SqliteReader
from kenning.store.words import senses
from kenning.store.words.lexicon import Lexicon
from kenning.store.writer import BagOf, SqliteWriter

MEMORY = ":memory:"


class SqliteStore:
    """One file and its connections: one to write, as many to read as threads ask."""

    def __init__(self, path: str, options: connect.Options, rules: tuple[BagOf, KeysOf], lexicon: Lexicon) -> None:
        """Open or create the file. Raises `UnsupportedError` for a file of another program or a newer Kenning."""
        self.path = path
        self._options = options
        self._bag_of, self._keys_of = rules
        self._grams = Grams()
        self._named = 0
        self._kept = Kept()
        self._lexicon = lexicon
        self._numbers: dict[str, int] = {}
        self._lock = threading.RLock()
        self._idle: list[apsw.Connection] = []
        self._closed = False
        self._watch: apsw.Connection | None = None
        self._watching = threading.Lock()
        self._last: SqliteWriter | None = None
        self._version = -1
        self._single = path == MEMORY or options.exclusive
        self._aparts = Aparts(*self._apart())
        self._writer = connect.connect(path, options)
        with connect.translated("open the store", path):
            # A batch touches pages all over the indexes of names and claims: what does not fit is written twice.
            self._writer.execute("PRAGMA cache_size = -64000")
        try:
            with connect.translated("create the store", path):
                connect.create(self._writer, (lexicon.create, graph.create, audit.create, senses.create))
        except BaseException:
            self._writer.close()
            raise

    @contextmanager
    def read(self) -> Iterator[SqliteReader]:
        """Open a consistent reading; in exclusive mode and in memory readers share the writer's connection."""
        if self._single:
            if self._closed:
                raise UnavailableError(f"{self.path}: the store is closed", hint="open it again")
            with self._lock, connect.translated("read", self.path):
                yield SqliteReader(self._writer, self._lexicon, self._grams, self._numbers, self._kept)
            return
        connection = self._borrow()
        try:
            with connect.translated("read", self.path):
                connection.execute("BEGIN")
                try:
                    yield SqliteReader(connection, self._lexicon, self._grams, self._numbers, self._kept)
                finally:
                    connection.execute("COMMIT")
        finally:
            if self._closed:
                connection.close()
            else:
                self._idle.append(connection)

    @contextmanager
    def read_apart(self, key: Hashable, bring: Callable[[ApartReader], None]) -> Iterator[ApartReader]:
        """Open a consistent reading with an entity graph of its own, kept under ``key`` and brought up to date by ``bring``."""
        if self._closed:
            raise UnavailableError(f"{self.path}: the store is closed", hint="open it again")

        def reader(apart: Apart) -> ApartReader:
            return ApartReader(apart, self._lexicon, self._keys_of, self._numbers)

        with (
            connect.translated("read", self.path),
            self._aparts.read(key, lambda apart: bring(reader(apart))) as apart,
        ):
            yield reader(apart)

    def version(self) -> int:
        """Tell one state of the store from another: a number that changes with every commit, of whichever process.

        It costs no transaction, and means nothing but that nothing was written while it stays the same.
        """
        if self._closed:
            raise UnavailableError(f"{self.path}: the store is closed", hint="open it again")
        if self._single:
            with self._lock:  # another thread may be writing by the one connection there is
                return self._writer.total_changes()
        with self._watching:
            if self._watch is None:
                self._watch = connect.connect(self.path, self._options)
            found: int = self._watch.execute("PRAGMA data_version").get
            return found

    def _apart(self) -> tuple[Callable[[], apsw.Connection], Callable[[Apart], None] | None]:
        """Say how a graph apart reads the file: beside others, or, where this store has it alone, a copy in memory."""
        if not self._single:
            return lambda: connect.connect(self.path, self._options), None

        def renew(apart: Apart) -> None:
            with self._lock:
                now = self._writer.total_changes()
                if apart.seen != now:
                    apart.connection.deserialize("main", self._writer.serialize("main"))
                    apart.seen = now

        return lambda: apsw.Connection(":memory:", statementcachesize=connect.STATEMENTS), renew

    def _borrow(self) -> apsw.Connection:
        if self._closed:
            raise UnavailableError(f"{self.path}: the store is closed", hint="open it again")
        try:
            return self._idle.pop()
        except IndexError:
            return connect.connect(self.path, self._options)

    def write(self, *, alone: bool = False) -> Writing:
        """Open the transaction of a writer; kept when the block ends, undone when it raises.

        ``alone``: of one job, so that an attempt that fails undoes the whole transaction and needs no savepoint.
        """
        return Writing(self, alone=alone)

    def begin(self) -> SqliteWriter:
        """Take the write lock, and give the last writer, who knows where the log stands, if nobody wrote since."""
        self._lock.acquire()
        try:
            return self._begun()
        except BaseException as error:
            self._lock.release()
            self._raise(error)
            raise

    def _begun(self) -> SqliteWriter:
        if self._closed:
            raise UnavailableError(f"{self.path}: the store is closed", hint="open it again")
        self._writer.execute("BEGIN IMMEDIATE")
        # The driver counts commits, those of other connections when it takes up a new snapshot, as it has just done.
        if self._last is None or self._writer.data_version() != self._version:
            indexes, rules = (self._lexicon, self._grams), (self._bag_of, self._keys_of)
            self._last = SqliteWriter(self._writer, indexes, {**self._numbers}, rules)
        self._named = self._grams.serial
        return self._last

    def end(self, error: BaseException | None) -> None:
        """Keep what was written, or undo it."""
        try:
            if error is not None:
                self._undo()
                self._raise(error)
                return
            try:
                self._keep()
            except BaseException as fault:
                self._undo()
                self._raise(fault)
                raise
        finally:
            self._lock.release()

    def _keep(self) -> None:
        assert self._last is not None
        if self._last.spoilt:
            self._undo()
            return
        self._last.flush()
        self._writer.execute("COMMIT")
        self._version = self._writer.data_version()
        if self._last.known_numbers() != self._numbers:
            self._numbers.update(self._last.known_numbers())

    def _undo(self) -> None:
        self._last = None  # it knows what is not so
        self._lexicon.invalidate()
        with connect.translated("write", self.path):
            connect.rollback(self._writer)
        self._grams.undone(self._named)

    def _raise(self, error: BaseException) -> None:
        ours = connect.meaning(error, "write", self.path)
        if ours is not None:
            raise ours from error

    def sweep(self) -> Swept:
        """Rewrite the file without what was erased, empty the write-ahead log, and say what could not be reached."""
        swept: list[str] = []
        left: dict[str, str] = {}
        with self._lock, connect.translated("sweep", self.path):
            while self._idle:
                self._idle.pop().close()
            self._aparts.close()
            self._last = None
            self._writer.execute("VACUUM")
            swept.append("pages of the store, free ones included")
            if self.path != MEMORY:
                busy = self._empty_wal()
                if busy:
                    left[f"{Path(self.path).name}-wal"] = busy
                else:
                    swept.append("write-ahead log")
            if not left:
                self._writer.execute("DELETE FROM meta WHERE name = ?", (SWEEP,))
                if self.path != MEMORY:
                    self._empty_wal()
        return Swept(swept=swept, left=left)

    def _empty_wal(self) -> str | None:
        self._writer.set_busy_handler(connect.patience(5.0))
        try:
            row = self._writer.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except apsw.BusyError:
            row = (1,)
        finally:
            self._writer.set_busy_handler(connect.patience(self._options.busy_s_max))
        return (
            "another reader or writer has it open; erase again, or run verify, once it is closed"
            if row and row[0]
            else None
        )

    def backup(self, target: Path, progress: Progress) -> None:
        """Copy the file while it is in use: one snapshot, whatever is appended meanwhile."""
        with connect.translated("back up", self.path):
            destination = apsw.Connection(str(target))
            try:
                source = self._writer if self._single else self._borrow()
                with destination.backup("main", source, "main") as copy:
                    if not self._single:
                        source.execute("BEGIN")
                        source.execute("SELECT count(*) FROM meta").fetchall()
                    while not copy.done:
                        copy.step(4000)
                        progress(copy.page_count - copy.remaining, copy.page_count)
                if not self._single:
                    source.execute("COMMIT")
                    self._idle.append(source)
                destination.execute("PRAGMA journal_mode = WAL")
            finally:
                destination.close()

    def close(self) -> None:
        """Give back all connections; the last one out folds the write-ahead log into the file."""
        with self._lock:
            self._closed = True
            self._aparts.close()
            with self._watching:
                if self._watch is not None:
                    self._watch.close()
            while self._idle:
                self._idle.pop().close()
            self._writer.close()


class Writing:
    """The transaction of a writer, as a context; a class, since it is entered for every append."""

    __slots__ = ("_alone", "_store")

    def __init__(self, store: SqliteStore, *, alone: bool) -> None:
        """Begin nothing yet."""
        self._store = store
        self._alone = alone

    def __enter__(self) -> SqliteWriter:
        """Wait for the turn, and begin."""
        writer = self._store.begin()
        writer.alone = self._alone
        writer.spoilt = False
        return writer

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Commit, or roll back."""
        self._store.end(error)


def check_file(path: str, options: connect.Options) -> None:
    """Refuse a file that is no store of ours, or of a newer Kenning, without changing it."""
    with connect.translated("read the backup", path):
        connection = apsw.Connection(path, flags=apsw.SQLITE_OPEN_READONLY, vfs=options.vfs)
        try:
            connect.identify(connection, path)
            if connection.execute("PRAGMA user_version").get == 0:
                raise UnsupportedError(f"{path}: is no Kenning store", hint="give the file that backup wrote")
        finally:
            connection.close()
