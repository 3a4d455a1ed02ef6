"""Databases of other programs, told apart by what their schema says, without opening them as databases."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_MAGIC = b"SQLite format 3\0"
_SCAN_BYTES_MAX = 1 << 30
_CHUNK_BYTES = 1 << 20


def is_database(head: bytes) -> bool:
    """Whether a file begins like a database."""
    return head.startswith(_MAGIC)


def opens_database(path: Path) -> bool:
    """Whether a file is a database, by its first bytes."""
    with path.open("rb") as file:
        return is_database(file.read(len(_MAGIC)))


def marked(path: Path, marks: Mapping[str, tuple[bytes, ...]]) -> str | None:
    """The first name of which all marks stand in a database: its schema is there as text, wherever its pages lie."""
    seen: dict[str, set[int]] = {name: set() for name in marks}
    kept = b""
    read_bytes = 0
    with path.open("rb") as file:
        while (chunk := file.read(_CHUNK_BYTES)) and read_bytes < _SCAN_BYTES_MAX:
            window = kept + chunk
            for name, wanted in marks.items():
                seen[name] |= {number for number, mark in enumerate(wanted) if re.search(mark, window)}
                if len(seen[name]) == len(wanted):
                    return name
            kept, read_bytes = chunk[-512:], read_bytes + len(chunk)
    return None
