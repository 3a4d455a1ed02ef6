"""Signal's conversations as signal-export and its kin write them: lines with a stamp, or one JSON object a line.

Nothing in the text says in which zone its clock ran: the zone is the importer's claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.archive import Folder, read_piece
from kenning.formats.documents import contents, is_array, keys_in, records_of
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import told
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    absent,
    attachment,
    damaged,
    digest,
    idempotency_key,
    limited,
    mapping,
    primary,
    provenance,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Context, Event, File, Part

name = "signal"

_STAMP = re.compile(r"\[(\d{4}-\d\d-\d\d),? (\d\d:\d\d)(:\d\d)?\] ([^\n]{1,100}?): ?(.*)")
# WhatsApp on the iPhone writes seconds and marks of direction, and so is told apart; read as Signal, seconds are taken, too.
_LOOKS = re.compile(rb"(?:\xef\xbb\xbf|\s)*\[\d{4}-\d\d-\d\d,? \d\d:\d\d\] [^\n]{1,100}?:")
_MARK = "\u200e".encode()
_MEDIA = re.compile(r"!?\[([^\]\n]*)\]\((?:\./)?(media/[^)\n]+)\)")
_PLAIN_NAMES = {"chat", "index", "data"}
_SURROGATE = re.compile("[\udc80-\udcff]")
_PROGRESS_EVERY = 1000


class _Said(msgspec.Struct):
    """A message as its lines come in."""

    where: str
    stamp: str
    precise: bool
    who: str
    lines: list[str]
    attached: list[tuple[str, str]] = []


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins with a stamped line, or has the fields of the JSON."""
    if path.is_dir():
        return False
    if _LOOKS.match(head):
        return _MARK not in head
    return not is_array(head) and {"date", "sender", "body", "quote"} <= keys_in(head)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The messages, in the order of the file."""
    path = path.resolve()
    content = contents(path)
    found = _told(content, path) if content.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") else _lines(content, path)
    messages = list(found)
    first = next((one for one in messages if isinstance(one, _Said)), None)
    if first is None and all(isinstance(one, _Said) for one in messages):
        raise damaged(path.name, "the whole file", "has no message of Signal")
    chat = options.chat or (path.parent.name if path.stem in _PLAIN_NAMES else path.stem)
    known = f"chat:{digest(first.stamp, first.who, first.lines)[:16]}" if first else ""
    teller = _Teller(Folder(path.parent), Part(id=known, name=limited(chat), type="chat"), options)
    for number, one in enumerate(messages, 1):
        yield teller.told(one) if isinstance(one, _Said) else one
        if number % _PROGRESS_EVERY == 0:
            options.done(len(content) * number // len(messages), len(content))
    options.done(len(content), len(content))


def _lines(content: bytes, path: Path) -> Iterator[_Said | Skipped]:
    """Messages of the text: a line with a stamp begins one, every other goes on with it."""
    said: _Said | None = None
    text = content.decode("utf-8-sig", errors="surrogateescape")
    for number, line in enumerate(text.split("\n"), 1):
        line = line.removesuffix("\r")  # noqa: PLW2901 - one line, two names for its end
        found = _STAMP.fullmatch(line)
        if found is None:
            if said is not None:
                said.lines.append(line)
            elif line.strip():
                yield Skipped(where=f"{path.name}: line {number}", reason="stands before the first message")
            continue
        if said is not None:
            yield said
        day, clock, second, who, words = found.groups()
        said = _Said(f"{path.name}: line {number}", f"{day}T{clock}{second or ''}", bool(second), who.strip(), [words])
    if said is not None:
        yield said


def _told(content: bytes, path: Path) -> Iterator[_Said | Skipped]:
    """Messages of the JSON, one a line."""
    for place, entry in records_of(content, path.name):
        where = f"{path.name}: {place}"
        if isinstance(entry, Skipped):
            yield entry
        elif not isinstance(entry, dict) or not string(entry.get("date")):
            yield Skipped(where=where, reason="has no date")
        else:
            yield _from_json(entry, where)


def _from_json(entry: dict[str, Any], where: str) -> _Said:
    """A message of the JSON."""
    attached = [mapping(piece) for piece in sequence(entry.get("attachments"))]
    return _Said(
        where,
        string(entry["date"]).replace(" ", "T", 1),
        precise=True,
        who=string(entry.get("sender")),
        lines=[text for field in ("quote", "body", "sticker") if (text := string(entry.get(field)))],
        attached=[(string(piece.get("name")), string(piece.get("path")).removeprefix("./")) for piece in attached],
    )


class _Teller:
    """Turns messages into drafts."""

    def __init__(self, folder: Folder, chat: Part, options: Options) -> None:
        self._folder, self._chat, self._options = folder, chat, options
        self._occurrences = Occurrences()

    def told(self, said: _Said) -> Record:
        """The record of a message."""
        text = "\n".join(said.lines).strip("\n").rstrip()
        if _SURROGATE.search(text) or _SURROGATE.search(said.who):
            return Skipped(where=said.where, reason="is not UTF-8")
        who = limited(said.who)
        has_offset = said.stamp.endswith("Z") or "+" in said.stamp
        number = self._occurrences.number(said.stamp[:10], self._chat.id, said.stamp, who, text)
        media = said.attached + [(found[1], found[2]) for found in _MEDIA.finditer(text)]
        event = Event(
            kind="message.posted",
            source=source(name),
            actor=Actor(type="person", name=who) if who else None,
            time=told(
                said.stamp,
                "second" if said.precise else "minute",
                zone=None if has_offset else self._options.time_zone,
            ),
            context=Context(session=self._chat),
            files=[primary(text, self._options), *map(self._attachment, media[:ATTACHMENTS_MAX])],
            provenance=provenance(name),
            idempotency_key=idempotency_key(name, self._chat.id, said.stamp, who, text, number),
        )
        return checked(event, said.where)

    def _attachment(self, piece: tuple[str, str]) -> File:
        """A file that a message brings, with its content where it lies beside the text."""
        title, place = piece
        shown = title or place.rpartition("/")[2]
        content = read_piece(self._folder, place)
        if content is None:
            return absent(shown, "not in the export")
        return attachment(content, shown, self._options)
