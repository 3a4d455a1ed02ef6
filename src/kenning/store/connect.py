"""Connections to one file: how they are opened, and what the driver's errors mean."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import apsw
import msgspec

from kenning.errors import CorruptError, KenningError, UnavailableError, UnsupportedError
from kenning.store.queries import script

APPLICATION_ID = 0x4B_45_4E_4E
SCHEMA_VERSION = 4
NUMBERED = 3
"""From this version on the numbers of access classes are never given twice."""
STATEMENTS = 400
"""As many statements are kept prepared: more than there are, so that none is prepared twice."""
_WAIT_S_MIN, _WAIT_S_MAX = 0.0002, 0.01
_UNSERVED = (
    apsw.IOError,
    apsw.CantOpenError,
    apsw.ReadOnlyError,
    apsw.LockedError,
    apsw.NoMemError,
    apsw.ProtocolError,
    OSError,
)


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """How files are opened: durability, the layer below, patience, and the sizes of the index of words.

    The layer below is a driver's, for fault injection; patience is how long a writer waits its turn.
    """

    synchronous: str = "full"
    vfs: str | None = None
    exclusive: bool = False
    busy_s_max: float = 60.0
    tail_docs: int = 4096
    fan: int = 8


def patience(seconds_max: float) -> Callable[[int], bool]:
    """Make a busy handler that waits in short, growing steps until ``seconds_max`` have passed."""
    started = 0.0

    def wait(turn: int) -> bool:
        nonlocal started
        if turn == 0:
            started = time.monotonic()
        if time.monotonic() - started > seconds_max:
            return False
        time.sleep(min(_WAIT_S_MAX, _WAIT_S_MIN * (1 + turn)))
        return True

    return wait


def connect(path: str, options: Options) -> apsw.Connection:
    """Open a connection with the journal, durability and patience this store needs."""
    with translated("open the store", path):
        connection = apsw.Connection(path, vfs=options.vfs, statementcachesize=STATEMENTS)
        try:
            connection.set_busy_handler(patience(options.busy_s_max))
            if options.exclusive:
                connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            identify(connection, path)
            _insist(lambda: _journal(connection, path), patience(options.busy_s_max))
            connection.execute(f"PRAGMA synchronous = {options.synchronous}")
            connection.execute("PRAGMA cache_size = -16000")
            connection.execute("PRAGMA temp_store = MEMORY")
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
            connection.execute("PRAGMA journal_size_limit = 67108864")
        except BaseException:
            connection.close()
            raise
    return connection


def _insist(deed: Callable[[], None], wait: Callable[[int], bool]) -> None:
    """Do it again while the file is busy: where several open a new file at once, the driver asks no busy handler."""
    turn = 0
    while True:
        try:
            return deed()
        except apsw.BusyError:
            if not wait(turn):
                raise
            turn += 1


def _journal(connection: apsw.Connection, path: str) -> None:
    """Switch to the write-ahead log; a failing disk makes the driver keep the old mode and say no more."""
    if connection.execute("PRAGMA journal_mode = WAL").get not in {"wal", "memory"}:
        raise UnavailableError(
            f"{path}: could not open the store: its write-ahead log cannot be made", hint="try again"
        )


def identify(connection: apsw.Connection, path: str) -> None:
    """Refuse a file that is not ours, or is of a newer schema, before anything is written to it."""
    connection.execute("BEGIN")  # one snapshot: another process may be laying out the schema right now
    try:
        version = connection.execute("PRAGMA user_version").get
        application = connection.execute("PRAGMA application_id").get
        empty = connection.execute("SELECT count(*) FROM sqlite_schema").get == 0
    finally:
        connection.execute("COMMIT")
    if application != APPLICATION_ID and not empty:
        raise UnsupportedError(f"{path}: is a database, but not a Kenning store", hint="choose another path")
    if version > SCHEMA_VERSION:
        hint = "upgrade Kenning; the file was not touched"
        raise UnsupportedError(
            f"{path}: has schema version {version}, this Kenning reads up to {SCHEMA_VERSION}", hint=hint
        )


def create(connection: apsw.Connection, more: Sequence[Callable[[apsw.Connection], None]]) -> None:
    """Lay out the schema in an empty file, or what a newer schema added, once, whoever comes first.

    All that was added so far is projected and empty at first, so the same steps lay it out in an old file. What version 3
    projects otherwise an old file owes (`owed_rebuild`), and whoever opens it makes up for it.
    """
    if connection.execute("PRAGMA user_version").get == SCHEMA_VERSION:
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = connection.execute("PRAGMA user_version").get
        if version == 0:
            connection.execute(script("schema.sql"))
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        elif version < NUMBERED:
            connection.execute(script("upgrade.sql"))
        if version < SCHEMA_VERSION:
            for step in more:
                step(connection)
            connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    except BaseException:
        rollback(connection)
        raise


def rollback(connection: apsw.Connection) -> None:
    """Undo an open transaction; the driver may have done so itself after a fault."""
    if connection.in_transaction:
        try:
            connection.execute("ROLLBACK")
        except apsw.Error as error:
            raise UnavailableError(
                f"the store could not undo a failed write: {error}", hint="close and reopen it"
            ) from error


@contextmanager
def translated(deed: str, path: str) -> Iterator[None]:
    """Turn the driver's errors into ours."""
    try:
        yield
    except (apsw.Error, OSError) as error:
        ours = meaning(error, deed, path)
        if ours is None:
            raise
        raise ours from error


def meaning(error: BaseException, deed: str, path: str) -> KenningError | None:
    """Say what an error of the driver's means: a disk or lock that cannot serve, or a file that is damaged."""
    start = f"{path}: could not {deed}: "
    if isinstance(error, apsw.CorruptError | apsw.NotADBError | apsw.SQLError):
        return CorruptError(f"{start}{error}", hint="restore a backup, or export what verifies")
    if isinstance(error, apsw.BusyError):
        return UnavailableError(f"{start}another writer is at work", hint="another process holds the store; try again")
    if isinstance(error, apsw.FullError):
        return UnavailableError(f"{start}the disk is full", hint="free some space and try again")
    if isinstance(error, _UNSERVED):
        return UnavailableError(f"{start}{_plain(error)}", hint="nothing was recorded; try again")
    return None


def _plain(error: BaseException) -> str:
    return str(error) or type(error).__name__
