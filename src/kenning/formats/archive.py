"""An export as a folder or as a zip, read alike; names that lead outside are not there."""

from __future__ import annotations

import io
import lzma
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO, Protocol

from kenning.errors import InvalidError
from kenning.formats.parts import PIECE_BYTES_MAX, damaged
from kenning.model.time import wrong

DOCUMENT_BYTES_MAX = 4 << 30
BLOWN_BYTES_MIN, BLOWN_TIMES_MAX = 64 << 20, 200
# All that `zipfile` is known to raise on a damaged archive, its decompressors included.
_ZIP_DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    OSError,
    NotImplementedError,
    RuntimeError,
    ValueError,
    OverflowError,
)


class Archive(Protocol):
    """The files of an export by their relative names."""

    title: str

    def names(self) -> list[str]:
        """The names of its files, sorted, with forward slashes."""

    def size(self, name: str) -> int:
        """The bytes of a file as the archive claims them."""

    def open(self, name: str) -> IO[bytes]:
        """The file as a stream; `InvalidError` where it is damaged or not there."""


class Folder:
    """An export that lies unpacked."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.title = path.name

    def names(self) -> list[str]:
        """The names of its files; links are no files, for they may lead anywhere."""
        found = (file for file in self._path.rglob("*") if file.is_file() and not file.is_symlink())
        inside = (file.relative_to(self._path) for file in found)
        return sorted(file.as_posix() for file in inside if not _hidden(PurePosixPath(file)))

    def size(self, name: str) -> int:
        """The bytes of a file."""
        try:
            return self._inside(name).stat().st_size
        except OSError:
            return 0

    def open(self, name: str) -> IO[bytes]:
        """The file as a stream."""
        try:
            return self._inside(name).open("rb")
        except OSError as error:
            raise damaged(self.title, name, error.strerror or "cannot be read") from error

    def _inside(self, name: str) -> Path:
        """The file of that name, where it truly lies in the folder."""
        if not _is_safe(name):
            raise wrong(self.title, name, "leads outside the export")
        file = self._path / name
        if file.is_symlink() or not file.resolve().is_relative_to(self._path.resolve()):
            raise wrong(self.title, name, "leads outside the export")
        return file


class Zip:
    """An export as it was downloaded."""

    def __init__(self, path: Path) -> None:
        self.title = path.stem
        self._name = path.name
        with self._guarded("the archive"):
            self._zip = zipfile.ZipFile(path)

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()

    def names(self) -> list[str]:
        """The names of its files; those that would lead outside are not among them."""
        return sorted(
            {entry.filename for entry in self._zip.infolist() if not entry.is_dir() and _kept(entry.filename)}
        )

    def size(self, name: str) -> int:
        """The bytes of a file as the archive claims them."""
        try:
            return self._zip.getinfo(name).file_size
        except KeyError:
            return 0

    def open(self, name: str) -> IO[bytes]:
        """The file as a stream whose damage is an `InvalidError`."""
        with self._guarded(name):
            self._weigh(name)
            try:
                member = self._zip.open(name)
            except KeyError as error:
                raise damaged(self._name, name, "is not in the archive") from error
        return io.BufferedReader(_Member(self, name, member))

    def _weigh(self, name: str) -> None:
        """Refuse a member that would unpack to more than an export's files do: text shrinks to a twentieth, not a thousandth."""
        entry = self._zip.NameToInfo.get(name)
        if entry is None or entry.file_size <= BLOWN_BYTES_MIN:
            return
        if entry.file_size > entry.compress_size * BLOWN_TIMES_MAX:
            times = entry.file_size // max(1, entry.compress_size)
            raise damaged(self._name, name, f"would unpack to {times} times its size")

    @contextmanager
    def _guarded(self, place: str) -> Iterator[None]:
        """Turn what a damaged archive raises into one refusal that names the place."""
        try:
            yield
        except InvalidError:
            raise
        except _ZIP_DAMAGE as error:
            raise damaged(self._name, place, str(error) or type(error).__name__) from error


class _Member(io.RawIOBase):
    """A member of a zip whose read errors name it."""

    def __init__(self, archive: Zip, name: str, member: IO[bytes]) -> None:
        self._archive, self._name, self._member = archive, name, member

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        with self._archive._guarded(self._name):  # noqa: SLF001 - one class in two halves
            chunk = self._member.read(len(buffer))
        buffer[: len(chunk)] = chunk
        return len(chunk)

    def close(self) -> None:
        self._member.close()
        super().close()


def is_archive(path: Path) -> bool:
    """Whether a path is an export of several files: a folder, or a zip by its first bytes or its name."""
    if path.is_dir() or path.suffix.lower() == ".zip":
        return True
    with path.open("rb") as file:
        return file.read(2) == b"PK"


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """The export at a path, folder or zip, closed afterwards."""
    if path.is_dir():
        yield Folder(path)
        return
    archive = Zip(path)
    try:
        yield archive
    finally:
        archive.close()


def read_document(archive: Archive, name: str) -> bytes:
    """A whole file of the export, unless it claims to be absurdly big."""
    if archive.size(name) > DOCUMENT_BYTES_MAX:
        raise damaged(archive.title, name, "is too big for a document")
    with archive.open(name) as stream:
        return stream.read()


def read_piece(archive: Archive, name: str) -> bytes | None:
    """An attachment of the export; None where it is not there, or too big to carry along."""
    if not _is_safe(name) or not 0 < archive.size(name) <= PIECE_BYTES_MAX:
        return None
    with archive.open(name) as stream:
        return stream.read()


def _kept(name: str) -> bool:
    """Whether a member is a file of the export: inside it, and not litter of the system that packed it."""
    return _is_safe(name) and not _hidden(PurePosixPath(name))


def _is_safe(name: str) -> bool:
    """Whether a relative name stays inside."""
    path = PurePosixPath(name)
    return bool(name) and "\\" not in name and "\0" not in name and not path.is_absolute() and ".." not in path.parts


def _hidden(path: PurePosixPath) -> bool:
    """Whether it is litter: dot files, and what macOS adds to every zip."""
    return any(part.startswith(".") or part == "__MACOSX" for part in path.parts)
