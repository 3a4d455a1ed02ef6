"""Failing system calls under the database's own layer: no code of ours in between, so its errors are the real ones.

A layer written in Python raises its errors even where the database passes over them (a checkpoint after a commit, the
last close); system calls do not. They cover writes and truncation; a failing sync needs `vfs.FaultyVFS`, since the
database calls it directly.
"""

from __future__ import annotations

import ctypes
import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from tests.faults.vfs import Faults

_SIZE, _OFFSET, _DESCRIPTOR, _BUFFER = ctypes.c_ssize_t, ctypes.c_int64, ctypes.c_int, ctypes.c_void_p
_WRITE = ctypes.CFUNCTYPE(_SIZE, _DESCRIPTOR, _BUFFER, ctypes.c_size_t, use_errno=True)
_PWRITE = ctypes.CFUNCTYPE(_SIZE, _DESCRIPTOR, _BUFFER, ctypes.c_size_t, _OFFSET, use_errno=True)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, _DESCRIPTOR, _OFFSET, use_errno=True)
Write = Callable[..., int]


@contextmanager
def failing(faults: Faults) -> Iterator[None]:
    """Let the system calls of every connection in this process fail as `faults` says, while the block runs."""
    layer = apsw.VFS("failing-system-calls", "")
    calls: dict[str, Any] = {}
    for name, prototype, make in (
        ("write", _WRITE, writing),
        ("pwrite", _PWRITE, writing),
        ("pwrite64", _PWRITE, writing),
        ("ftruncate", _TRUNCATE, truncating),
    ):
        pointer = layer.xGetSystemCall(name)
        if pointer is not None:  # which of them the database uses was decided when it was built
            calls[name] = prototype(make(prototype(pointer), faults))
            layer.xSetSystemCall(name, ctypes.cast(calls[name], ctypes.c_void_p).value or 0)
    try:
        yield
    finally:
        for name in calls:
            layer.xSetSystemCall(name, 0)
        layer.unregister()


def writing(real: Write, faults: Faults) -> Write:
    """A write, or pwrite, that fails on demand."""

    def write(descriptor: int, buffer: int, size: int, *offset: int) -> int:
        path = path_of(descriptor)
        if faults.strikes(("write",), path):
            return refuse(errno.EIO)
        if faults.strikes(("short write",), path):
            if size > 1:
                return real(descriptor, buffer, size // 2, *offset)
            return refuse(errno.EIO)
        if faults.kind == "full" and path.endswith(faults.files):
            end = offset[0] + size if offset else os.lseek(descriptor, 0, os.SEEK_CUR) + size
            room = faults.room(max(0, end - os.fstat(descriptor).st_size))
            if room is not None:
                return refuse(errno.ENOSPC)
        return real(descriptor, buffer, size, *offset)

    return write


def truncating(real: Write, faults: Faults) -> Write:
    """A truncation that fails on demand."""

    def truncate(descriptor: int, size: int) -> int:
        return refuse(errno.EIO) if faults.strikes(("truncate",), path_of(descriptor)) else real(descriptor, size)

    return truncate


def path_of(descriptor: int) -> str:
    """The path of an open file."""
    return str(Path(f"/proc/self/fd/{descriptor}").readlink())


def refuse(code: int) -> int:
    """Answer as a system call that failed."""
    ctypes.set_errno(code)
    return -1
