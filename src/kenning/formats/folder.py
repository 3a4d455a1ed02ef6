"""What lies in a folder: files, and exports that are folders themselves, each to be imported by itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from kenning.errors import KenningError
from kenning.formats import recognise
from kenning.formats.draft import Format

_ID_AT, _ID = 68, b"KENN"  # where the header of a database names the program whose it is, and ours
_CARRIED = frozenset({"photo", "gpx", "vcard"})  # what exports bring along, and what is no sign of another one


def is_export(folder: Path) -> bool:
    """Whether the folder as a whole is one export, and not a folder in which exports lie.

    Most formats look for their marks at any depth, and so would find one of many exports and overlook the others; those that
    `gather` read all their files in a folder of their own. Where something of another format lies beside, it is no one export.
    """
    whole = _format_of(folder)
    if whole is None:
        return False
    if getattr(whole, "gathers", False):
        return True
    beside = [(path, known) for path in sorted(folder.iterdir()) if (known := _format_of(path)) is not None]
    if any(known is not whole and known.name not in _CARRIED for _, known in beside):
        return False
    found = list(islice((path for path, known in beside if known is whole), 2))
    return len(found) < 2 and not any(path.is_dir() for path in found)


def parts(folder: Path) -> Iterator[Path]:
    """What lies in a folder, in a fixed order: files, and whole exports of several files.

    Hidden files and links, which may lead anywhere, are no part of it; nor are stores of Kenning's and what lies beside them:
    the files in a store came from somewhere already.
    """
    paths = sorted(folder.iterdir())
    stores = [path.name for path in paths if _is_store(path)]
    for path in paths:
        if path.name.startswith(".") or path.is_symlink() or any(_is_of(path.name, store) for store in stores):
            continue
        if path.is_dir() and not is_export(path):
            yield from parts(path)
        elif path.is_dir() or path.is_file():
            yield path


def _is_store(path: Path) -> bool:
    """Whether a file is a store of Kenning's: by the id that its header bears, or, while that is not yet written, by its key."""
    if path.is_symlink() or not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(_ID_AT + len(_ID))
    except OSError:
        return False
    if head and not head.startswith(b"SQLite format 3\0"):
        return False
    return head[_ID_AT:] == _ID or path.with_name(f"{path.name}.key").is_file()


def _is_of(name: str, store: str) -> bool:
    """Whether a name is a store's, or that of its key, its files, its journals."""
    return name == store or name.startswith((f"{store}-", f"{store}."))


def _format_of(path: Path) -> Format | None:
    """The format that a file or folder is in by itself, if any."""
    try:
        return recognise(path)
    except KenningError:
        return None
