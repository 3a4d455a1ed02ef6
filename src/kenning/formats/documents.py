"""JSON files told apart by the keys in them, and read as one document, an array, or one a line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from kenning.errors import InvalidError
from kenning.formats.archive import DOCUMENT_BYTES_MAX
from kenning.formats.draft import Skipped
from kenning.formats.parts import damaged, json_document

_TOKEN = re.compile(rb'"((?:[^"\\]|\\.)*)"\s*(:)?|[{}\[\]]')
_BLANK = b"\xef\xbb\xbf \r\n\t"
_DEPTH_MAX = 6
_KEY_BYTES_MAX = 64


@lru_cache(maxsize=8)
def keys_in(head: bytes) -> frozenset[str]:
    r"""The keys that a beginning of JSON shows, as paths from the top; arrays are passed through, what is no JSON has none.

    >>> sorted(keys_in(b'[{"sender": {"login": "ada"}, "n": [1, {"x": "y"}]}, {"cu'))
    ['n', 'n.x', 'sender', 'sender.login']
    """
    if not head.lstrip(_BLANK).startswith((b"{", b"[")):
        return frozenset()
    found: set[str] = set()
    above: list[str] = []
    here = ""
    for token in _TOKEN.finditer(head):
        sign = token[0]
        if token[2]:
            parent = above[-1] if above else ""
            here = f"{parent}{token[1][:_KEY_BYTES_MAX].decode('utf-8', 'replace')}"
            if len(above) <= _DEPTH_MAX:
                found.add(here)
        elif sign == b"{":
            above.append(f"{here}." if here else "")
        elif sign == b"[":
            above.append(above[-1] if above and not here else f"{here}." if here else "")
        elif sign in {b"}", b"]"} and above:
            here = above.pop().removesuffix(".")
    return frozenset(found)


def is_array(head: bytes) -> bool:
    """Whether the beginning of a file is that of a JSON array."""
    return head.lstrip(_BLANK).startswith(b"[")


def contents(path: Path) -> bytes:
    """The bytes of a file that is read as a whole; `InvalidError` where it cannot be read or is absurdly big."""
    try:
        if path.stat().st_size > DOCUMENT_BYTES_MAX:
            raise damaged(path.name, "the whole file", "is too big for a document")
        return path.read_bytes()
    except OSError as error:
        raise damaged(path.name, "the whole file", error.strerror or "cannot be read") from error


def records_of(content: bytes, title: str) -> Iterator[tuple[str, object]]:
    """Each record of a JSON file with its place: the document, or the members of an array, or one a line.

    A line that is broken comes as a `Skipped`. Raises `InvalidError` where the file as a whole is no JSON.
    """
    if not content.strip(_BLANK):
        raise damaged(title, "the whole file", "is empty")
    try:
        whole = json_document(content, title)
    except InvalidError:
        lines = [(number, line) for number, line in enumerate(content.splitlines(), 1) if line.strip(_BLANK)]
        if len(lines) < 2 or not _is_whole(lines[0][1]):
            raise
        for number, line in lines:
            yield _line(number, line)
        return
    if isinstance(whole, list):
        yield from ((f"[{number}]", member) for number, member in enumerate(whole))
    else:
        yield "document", whole


def _line(number: int, line: bytes) -> tuple[str, object]:
    """The record of a line, or why it has none."""
    where = f"line {number}"
    try:
        return where, json_document(line, where)
    except InvalidError as error:
        return where, Skipped(where=where, reason=error.message)


def _is_whole(line: bytes) -> bool:
    """Whether a line is a JSON document by itself."""
    try:
        json_document(line, "line")
    except InvalidError:
        return False
    return True
