"""The tape: what a store asked of the disk below one folder, in order, whoever in this process asked it.

The database's files come through the VFS. What Python writes beside them is found by looking: at every sync the folder
is read, and what changed since the last look goes on the tape before the sync does. Nothing is safe before a sync, so
nothing is missed by that.
"""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest import mock

from tests.faults.disk import FOLDER, Lose, Name, Step, Sync, SyncFolder, Truncate, Write, folder_of


def hears_all(_path: str) -> bool:
    """An honest disk."""
    return True


class Tape:
    """Records below `root`. `hears` says of which paths a sync counts (a folder ends in a slash): a lying disk is deaf."""

    def __init__(self, root: Path, hears: Callable[[str], bool] = hears_all) -> None:
        self.root = root.resolve()
        self.steps: list[Step] = []
        self._hears = hears
        self._lock = threading.RLock()
        self._last_number = FOLDER
        self._driven: dict[str, int] = {}
        self._found: dict[str, int] = {}
        self._numbers: dict[int, int] = {}
        self._state: dict[int, tuple[int, int]] = {}
        self._folders: dict[int, str] = {}
        self.look()
        for folder in self._folders.values():  # what lay here before the recording is safe
            self.steps.append(SyncFolder(folder))
        self.steps += [Sync(number) for number in self._state]
        self.start = len(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    # ---- what the VFS reports --------------------------------------------------------------------------------------------

    def opened(self, path: str) -> int:
        """Give the number of a file of the database, new or known."""
        with self._lock:
            path = self._inside(path)
            if path not in self._driven:
                number = self._found.pop(path, None)
                if number is None:
                    number = self._next()
                    self.steps.append(Name({path: number}))
                self._driven[path] = number
            return self._driven[path]

    def deleted(self, path: str, *, folder_synced: bool) -> None:
        """A file of the database was removed."""
        with self._lock:
            path = self._inside(path)
            self._driven.pop(path, None)
            self.steps.append(Name({path: None}))
            if folder_synced:
                self._sync_folder(folder_of(path))

    def wrote(self, step: Write | Truncate) -> None:
        """A file of the database was written to or truncated."""
        with self._lock:
            self.steps.append(step)

    def synced(self, path: str, number: int, *, folder: bool) -> None:
        """A file of the database was synced, and its folder too where the system does that."""
        with self._lock:
            self.look()
            path = self._inside(path)
            if self._hears(path):
                self.steps.append(Sync(number))
            if folder:
                self._sync_folder(folder_of(path))

    def lost(self, number: int) -> None:
        """A sync of a file failed."""
        with self._lock:
            self.steps.append(Lose(number))

    # ---- what Python does beside it --------------------------------------------------------------------------------------

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Note every fsync that Python makes below the root."""
        real = os.fsync

        def fsync(handle: int) -> None:
            with self._lock:
                self.look()
                real(handle)
                self._synced_outside(handle)

        with mock.patch.object(os, "fsync", fsync), mock.patch.object(os, "fdatasync", fsync, create=True):
            yield

    def _synced_outside(self, handle: int) -> None:
        status = os.fstat(handle)
        if stat.S_ISDIR(status.st_mode):
            folder = self._folders.get(status.st_ino)
            if folder is not None:
                self._sync_folder(folder)
            return
        number = self._numbers.get(status.st_ino)
        path = next((path for path, found in self._found.items() if found == number), None)
        if number is not None and path is not None and self._hears(path):
            self.steps.append(Sync(number))

    def look(self) -> None:
        """Put on the tape what changed beside the database since the last look."""
        with self._lock:
            found: dict[str, int] = {}
            inodes: dict[int, int] = {}
            self._folders = {self.root.stat().st_ino: ""}
            for path, status in walk(self.root):
                if path in self._driven or path.endswith("-shm"):
                    continue  # the VFS reports the former; the latter is memory
                if stat.S_ISDIR(status.st_mode):
                    self._folders[status.st_ino] = path
                    found[path] = FOLDER
                    continue
                number = self._numbers.get(status.st_ino) or inodes.get(status.st_ino) or self._next()
                found[path] = inodes[status.st_ino] = number
                self._note_content(number, path, status)
            self._note_names(found)
            self._found, self._numbers = found, inodes

    def _note_content(self, number: int, path: str, status: os.stat_result) -> None:
        state = (status.st_size, status.st_mtime_ns)
        if self._state.get(number) == state:
            return
        try:
            content = (self.root / path).read_bytes()
        except FileNotFoundError:
            return  # already renamed or removed by another thread: the next look will tell
        self._state[number] = state
        self.steps += [Truncate(number, len(content)), Write(number, 0, content)]

    def _note_names(self, found: dict[str, int]) -> None:
        gone = {path: number for path, number in self._found.items() if found.get(path) != number}
        for path in sorted(found):
            number = found[path]
            if self._found.get(path) == number:
                continue
            was = next((old for old, moved in gone.items() if moved == number != FOLDER and old != path), None)
            self.steps.append(Name({path: number} if was is None else {was: None, path: number}))
            gone.pop(path, None)
            if was is not None:
                del gone[was]
        self.steps += [Name({path: None}) for path in sorted(gone, reverse=True)]

    # ---- shared ----------------------------------------------------------------------------------------------------------

    def _inside(self, path: str) -> str:
        return os.path.relpath(os.path.realpath(path), self.root)

    def _next(self) -> int:
        self._last_number += 1
        return self._last_number

    def _sync_folder(self, folder: str) -> None:
        if self._hears(folder + "/"):
            self.steps.append(SyncFolder(folder))


def walk(root: Path, below: str = "") -> Iterator[tuple[str, os.stat_result]]:
    """Every folder and file below, by relative path; what vanishes meanwhile is passed over."""
    try:
        entries = sorted(os.scandir(root / below), key=lambda entry: entry.name)
    except FileNotFoundError:
        return
    for entry in entries:
        path = f"{below}/{entry.name}" if below else entry.name
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            continue
        yield path, status
        if stat.S_ISDIR(status.st_mode):
            yield from walk(root, path)
