"""A layer under the database that tapes what is asked of the disk, and lets the disk fail on demand.

It stands on the system's own layer and keeps its locks and shared memory, so that a store runs on it in its usual mode:
several connections, write-ahead log, no exclusive locking.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, NoReturn

import apsw

from tests.faults.disk import Truncate, Write
from tests.faults.tape import Tape

Kind = Literal["short write", "write", "sync", "truncate", "delete", "full"]

# What outlives a connection; everything else SQLite opens is temporary.
KEPT = apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL
# Of these, the system's layer syncs the folder at the first sync after opening (UNIXFILE_DIRSYNC in os_unix.c).
FOLDER_SYNCED = KEPT & ~apsw.SQLITE_OPEN_MAIN_DB

EXTENDED = {
    "write": apsw.SQLITE_IOERR_WRITE,
    "short write": apsw.SQLITE_IOERR_WRITE,
    "sync": apsw.SQLITE_IOERR_FSYNC,
    "truncate": apsw.SQLITE_IOERR_TRUNCATE,
    "delete": apsw.SQLITE_IOERR_DELETE,
}

_names = (f"faulty-{number}" for number in itertools.count())


@dataclass
class Faults:
    """Which fault is on: it strikes files whose path ends in `files`, once `after` such calls went well."""

    kind: Kind | None = None
    files: str = ""
    after: int = 0
    hits: int = 0

    @contextmanager
    def on(self, kind: Kind, files: str = "", after: int = 0) -> Iterator[None]:
        """Let the disk fail inside the block; `hits` says how often. For "full", `after` counts bytes still free."""
        self.kind, self.files, self.after, self.hits = kind, files, after, 0
        try:
            yield
        finally:
            self.kind = None

    def strikes(self, kinds: tuple[Kind, ...], path: str) -> bool:
        """Whether this call fails."""
        if self.kind not in kinds or not path.endswith(self.files):
            return False
        if self.after > 0:
            self.after -= 1
            return False
        self.hits += 1
        if self.kind == "sync":
            self.kind = (
                None  # a system tells of a failed sync once; the next one succeeds, whatever became of the bytes
            )
        return True

    def room(self, growth: int) -> int | None:
        """How many of the bytes by which a file grows find room; None where all do."""
        if self.kind != "full" or growth <= self.after:
            self.after -= growth if self.kind == "full" else 0
            return None
        room, self.after = self.after, 0
        self.hits += 1
        return room


class Hushed:
    """The database passes over some failures, and the driver then complains aloud: of those made to order it need not."""

    def excepthook(self, kind: type[BaseException] | None, *_: object) -> bool:
        """Say that a failure made to order is dealt with."""
        return kind is not None and issubclass(kind, (apsw.IOError, apsw.FullError))


class FaultyVFS(Hushed, apsw.VFS):
    """The system's layer, taped and failing on demand. Connect with `vfs=layer.name`; `close` it after the last."""

    def __init__(self, tape: Tape | None = None, faults: Faults | None = None, *, really_sync: bool = False) -> None:
        """With a tape, the real disk need not be synced: what counts is on the tape."""
        self.name = next(_names)
        self.tape = tape
        self.faults = faults or Faults()
        self.really_sync = really_sync or tape is None
        super().__init__(self.name, "")

    def close(self) -> None:
        """Take the layer out of service."""
        self.unregister()

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: N802 - the driver's name
        """Open a file; only those that are kept are taped and fail."""
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        if path is None or not flags[0] & KEPT:
            return super().xOpen(name, flags)
        return FaultyFile(self, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802 - the driver's name
        """Remove a file."""
        if self.faults.strikes(("delete",), filename):
            fail("delete")
        super().xDelete(filename, syncdir)
        if self.tape is not None:
            self.tape.deleted(filename, folder_synced=bool(syncdir))


class FaultyFile(Hushed, apsw.VFSFile):
    """A file of the database, taped and failing on demand."""

    def __init__(self, layer: FaultyVFS, name: Any, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._path = str(name.filename() if isinstance(name, apsw.URIFilename) else name)
        self._layer = layer
        self._syncs_folder = bool(flags[0] & FOLDER_SYNCED and flags[0] & apsw.SQLITE_OPEN_CREATE)
        self._number = layer.tape.opened(self._path) if layer.tape is not None else 0

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - the driver's name
        """Write, or write a part and fail."""
        faults = self._layer.faults
        if faults.strikes(("write",), self._path):
            fail("write")
        if faults.strikes(("short write",), self._path):
            self._write(data[: len(data) // 2], offset)
            fail("short write")
        if faults.kind == "full" and self._path.endswith(faults.files):
            size = self.xFileSize()
            growth = max(0, offset + len(data) - size)
            room = faults.room(growth)
            if room is not None:
                self._write(data[: len(data) - growth + room], offset)
                raise apsw.FullError("database or disk is full")
        self._write(data, offset)

    def _write(self, data: bytes, offset: int) -> None:
        super().xWrite(data, offset)
        if self._layer.tape is not None:
            self._layer.tape.wrote(Write(self._number, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802 - the driver's name
        """Truncate, or fail."""
        if self._layer.faults.strikes(("truncate",), self._path):
            fail("truncate")
        super().xTruncate(newsize)
        if self._layer.tape is not None:
            self._layer.tape.wrote(Truncate(self._number, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802 - the driver's name
        """Sync, or fail and forget, as a system does that drops what it could not write."""
        tape = self._layer.tape
        if self._layer.faults.strikes(("sync",), self._path):
            if tape is not None:
                tape.lost(self._number)
            fail("sync")
        if self._layer.really_sync:
            super().xSync(flags)
        if tape is not None:
            tape.synced(self._path, self._number, folder=self._syncs_folder)
        self._syncs_folder = False


def fail(kind: str) -> NoReturn:
    """Raise what the system's layer would."""
    error = apsw.IOError(f"{os.strerror(5)}: {kind}")
    error.extendedresult = EXTENDED[kind]  # type: ignore[attr-defined] # the driver reads it, its types forgot it
    raise error
