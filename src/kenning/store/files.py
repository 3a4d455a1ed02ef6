"""Files that events bring: hashed, stored once under a generated path, verified whenever they are read."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from kenning.errors import CorruptError, InvalidError, UnavailableError

_CHUNK = 1 << 20
STORED_PATH = re.compile(r"[0-9a-f]{2}/[0-9a-f]{32}")


def inside(root: Path, path: str) -> Path:
    """Find a file a draft names below ``root``; refuse absolute paths, ``..`` and links that lead out of it."""
    wanted = Path(path)
    resolved_root = root.resolve()
    try:
        resolved = (resolved_root / wanted).resolve()
        is_file = resolved.is_file()
    except OSError as error:
        raise InvalidError(f'path: "{path[:80]}" cannot be a file: {error.strerror}') from error
    if wanted.is_absolute() or ".." in wanted.parts or not resolved.is_relative_to(resolved_root):
        raise InvalidError(
            f'path: "{path}" leads out of {root}', hint="give a path below the folder the files come from"
        )
    if not is_file:
        raise InvalidError(f'path: "{path}" is no file below {root}')
    return resolved


def digest_file(path: Path) -> tuple[str, int]:
    """Hash a file in pieces: (SHA-256 in hexadecimal, size in bytes)."""
    digest, size = hashlib.sha256(), 0
    with path.open("rb") as stream:
        for chunk in _chunks(stream):
            digest.update(chunk)
            size += len(chunk)
    return digest.hexdigest(), size


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    while chunk := stream.read(_CHUNK):
        yield chunk


class Folder:
    """The folder beside a store that holds its files; made when the first one comes."""

    def __init__(self, root: Path, noise: Callable[[int], bytes]) -> None:
        """Point at a folder that need not exist yet."""
        self.root = root
        self._noise = noise

    def put(self, source: Path) -> tuple[str, str, int]:
        """Copy a file in: temporary name, fsync, rename, fsync of the folder. Gives (path, SHA-256, size)."""
        name = self._noise(16).hex()
        stored = f"{name[:2]}/{name}"
        target = self.root / stored
        self._room(target)
        temporary = target.with_suffix(".part")
        digest, size = hashlib.sha256(), 0
        try:
            with source.open("rb") as stream, temporary.open("xb") as out:
                for chunk in _chunks(stream):
                    digest.update(chunk)
                    size += len(chunk)
                    out.write(chunk)
                out.flush()
                os.fsync(out.fileno())
            temporary.rename(target)
            for folder in (target.parent, self.root, self.root.parent):
                sync_folder(folder)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            target.unlink(missing_ok=True)
            raise UnavailableError(
                f"{source.name}: could not be stored: {error}", hint="nothing was recorded"
            ) from error
        return stored, digest.hexdigest(), size

    def _room(self, target: Path) -> None:
        """Make the folders a file needs, for the owner alone."""
        self.root.mkdir(mode=0o700, parents=True, exist_ok=True)
        target.parent.mkdir(mode=0o700, exist_ok=True)

    def restore(self, stored: str, content: bytes, sha256: str) -> None:
        """Put a file back under the path its event names, once; refuse any path that was not generated here."""
        if not STORED_PATH.fullmatch(stored):
            raise InvalidError(f'path: "{stored}" is no path of a stored file')
        if hashlib.sha256(content).hexdigest() != sha256:
            raise CorruptError(f"{stored}: the file is not what its hash says", details={"path": stored})
        target = self.root / stored
        if target.exists():
            return
        self._room(target)
        temporary = target.with_suffix(".part")
        try:
            with temporary.open("wb") as out:
                out.write(content)
                out.flush()
                os.fsync(out.fileno())
            temporary.rename(target)
            for folder in (target.parent, self.root, self.root.parent):
                sync_folder(folder)
        except OSError as error:
            temporary.unlink(missing_ok=True)
            raise UnavailableError(f"{stored}: could not be stored: {error}", hint="nothing was imported") from error

    def read(self, stored: str, sha256: str) -> bytes:
        """Give a stored file's bytes, verified against the hash its event names."""
        path = self.root / stored
        try:
            content = path.read_bytes()
        except FileNotFoundError as error:
            raise CorruptError(f"{stored}: the stored file is missing", details={"path": stored}) from error
        if hashlib.sha256(content).hexdigest() != sha256:
            raise CorruptError(f"{stored}: the stored file is not what was recorded", details={"path": stored})
        return content

    def flaw(self, stored: str, sha256: str) -> str | None:
        """Say what is wrong with a stored file, or nothing."""
        path = self.root / stored
        if not path.is_file():
            return "the stored file is missing"
        return None if digest_file(path)[0] == sha256 else "the stored file is not what was recorded"

    def remove(self, stored: str) -> None:
        """Remove a stored file for good, and its folder once empty."""
        path = self.root / stored
        path.unlink(missing_ok=True)
        for folder in (path.parent, self.root):
            if folder.is_dir():
                sync_folder(folder)
            try:
                folder.rmdir()
            except OSError:  # not empty, or another writer was quicker: either way it is in use
                break

    def stray(self, known: set[str]) -> list[str]:
        """List files nobody refers to: left by a copy that was cut off before its event was recorded."""
        found = (path.relative_to(self.root).as_posix() for path in self.root.glob("??/*"))
        return sorted(path for path in found if path not in known)


def sync_folder(folder: Path) -> None:
    """Make names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def private(path: Path) -> None:
    """Create the file of a store so that its owner alone may read it, before anything is written to it."""
    if not path.exists():
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except FileExistsError:
            return  # another process was quicker, and made it the same way
        except OSError as error:
            raise UnavailableError(
                f"{path}: the store cannot be created: {error}", hint="choose another path"
            ) from error


def secret(path: Path, noise: Callable[[int], bytes]) -> bytes:
    """Read the key of the store's fingerprints, or make it, durable before anything rests on it.

    It lies in a file of its own so that the store's file alone confirms no guess of what was erased. Deleting it drops all
    fingerprints: what was erased is then no longer recognised when it is imported again.
    """
    if path.exists():
        key = path.read_bytes()
        if len(key) != 32:
            raise CorruptError(
                f"{path.name}: is not a key of 32 bytes", hint="restore it from a backup, or delete it and rebuild"
            )
        return key
    key = noise(32)
    temporary = path.with_suffix(path.suffix + f".{noise(4).hex()}")
    try:
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.write(handle, key)
            os.fsync(handle)
        finally:
            os.close(handle)
        try:
            os.link(temporary, path)  # the first of several processes wins; rename would let the last one win
        except FileExistsError:
            key = path.read_bytes()
        sync_folder(path.parent)
    except OSError as error:
        raise UnavailableError(
            f"{path.name}: the key could not be stored: {error}", hint="nothing was recorded"
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
    return key
