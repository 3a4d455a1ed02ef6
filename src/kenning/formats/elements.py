"""XML as a stream of the elements that matter, whatever the size of the file; entities are refused, so that none explodes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import IO
from xml.parsers import expat

import msgspec

from kenning.formats.parts import clean, damaged

_CHUNK_BYTES = 1 << 16
_DEPTH_MAX = 64
_INSIDE_MAX = 200_000  # elements within one record; a record of more is no record
_DOCTYPE = re.compile(rb"<!DOCTYPE[^\[>]*(?:\[.*?\]\s*)?>", re.DOTALL)
_DOCTYPE_BYTES_MAX = 1 << 18


class Element(msgspec.Struct):
    """An element: its local name, its attributes, its text, what is inside, and the line where it begins."""

    name: str
    attributes: dict[str, str]
    line: int
    text: str = ""
    inside: list[Element] = []

    def first(self, *path: str) -> Element | None:
        """The first element that a path of names leads to."""
        found: Element | None = self
        for step in path:
            found = next((child for child in found.inside if child.name == step), None) if found else None
        return found

    def words(self, *path: str) -> str:
        """The text at the end of a path, without the white space around it; empty where there is none."""
        found = self.first(*path)
        return found.text.strip() if found else ""


class _Gatherer:
    """Listens to the parser and gathers whole elements below the root's ``depth``."""

    def __init__(self, wanted: Callable[[int, str], bool], title: str) -> None:
        self._wanted, self._title = wanted, title
        self._open: list[Element] = []
        self._depth = self._count = 0
        self.done: list[Element] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.EntityDeclHandler = self._entity

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        local = name.rpartition(" ")[2]
        line = self.parser.CurrentLineNumber
        if self._depth >= _DEPTH_MAX:
            raise damaged(self._title, f"line {line}", "is nested too deeply")
        if self._open or self._wanted(self._depth, local):
            told = {key.rpartition(" ")[2]: clean(value) for key, value in attributes.items()}
            element = Element(local, told, line)
            if self._open:
                self._open[-1].inside.append(element)
            self._open.append(element)
            self._count += 1
            if self._count > _INSIDE_MAX:
                raise damaged(self._title, f"line {line}", "has too much inside one record")
        self._depth += 1

    def _end(self, _name: str) -> None:
        self._depth -= 1
        if self._open:
            element = self._open.pop()
            if not self._open:
                self.done.append(element)
                self._count = 0

    def _text(self, text: str) -> None:
        if self._open:
            self._open[-1].text += clean(text)

    def _entity(self, *_declared: object) -> None:
        raise damaged(self._title, f"line {self.parser.CurrentLineNumber}", "declares an entity, which Kenning refuses")


def elements(stream: IO[bytes], title: str, wanted: Callable[[int, str], bool]) -> Iterator[Element]:
    """The elements that are wanted, by their depth (the root's is 0) and local name, each whole, in the order of their ends.

    Raises `InvalidError` with the line where the file is no well-formed XML, or declares an entity. A list of element types
    before the root is stepped over: Apple's is malformed in some versions, and nothing of it is needed.
    """
    gatherer = _Gatherer(wanted, title)
    chunk = _without_doctype(stream, title)
    while True:
        try:
            gatherer.parser.Parse(chunk, not chunk)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise damaged(title, f"line {error.lineno}, column {error.offset}", f"is no sound XML: {reason}") from error
        except (ValueError, LookupError) as error:  # an encoding that there is none of
            raise damaged(title, "the whole file", f"cannot be read: {error}") from error
        yield from gatherer.done
        gatherer.done.clear()
        if not chunk:
            return
        chunk = stream.read(_CHUNK_BYTES)


def _without_doctype(stream: IO[bytes], title: str) -> bytes:
    """The beginning of a file with blank lines in place of its document type; refused where that declares an entity."""
    chunk = stream.read(_CHUNK_BYTES)
    begun = chunk.find(b"<!DOCTYPE")
    if begun < 0:
        return chunk
    while _DOCTYPE.search(chunk) is None and len(chunk) < _DOCTYPE_BYTES_MAX:
        more = stream.read(_CHUNK_BYTES)
        if not more:
            break
        chunk += more
    found = _DOCTYPE.search(chunk)
    if found is None:
        raise damaged(title, "its document type", "has no end")
    if b"<!ENTITY" in found[0]:
        raise damaged(title, "its document type", "declares an entity, which Kenning refuses")
    return chunk[: found.start()] + b"\n" * found[0].count(b"\n") + chunk[found.end() :]
