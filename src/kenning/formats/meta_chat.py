"""The JSON in which Messenger and Instagram both export conversations: `messages`, newest first, in numbered files.

Neither gives a message an id, so its key is its conversation, its millisecond, its sender and its words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from kenning.errors import InvalidError
from kenning.formats.archive import Archive, Folder, is_archive, opened, read_document, read_piece
from kenning.formats.documents import keys_in
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import since_1970, told
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    absent,
    attachment,
    concerned,
    damaged,
    digest,
    idempotency_key,
    json_document,
    limited,
    mapping,
    primary,
    provenance,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, File, Part

_MEMBER = re.compile(r"(?:^|/)messages/(?:[\w-]+/)+message_\d+\.json$")
_AT_TOP = re.compile(r"^(?:your_\w+_activity/)?messages/(?:[\w-]+/)+message_\d+\.json$")
_MEDIA = ("photos", "videos", "audio_files", "files", "gifs")
_MARK = re.compile(rb"instagram", re.IGNORECASE)
_NAMED = re.compile(r"instagram-|your_instagram_activity$")
_PROGRESS_EVERY = 1000


class _Chat(msgspec.Struct, frozen=True):
    """A conversation: by what it is known again, what it is called, and who takes part."""

    id: str
    title: str | None
    people: list[str]


def is_chat(head: bytes) -> bool:
    """Whether JSON begins like a conversation of either."""
    return {"messages", "messages.sender_name", "messages.timestamp_ms"} <= keys_in(head)


def is_instagram(path: Path, head: bytes) -> bool:
    """Whether a conversation is Instagram's: it says so itself, or lies in an export that is called so.

    Messenger always lists who takes part; Instagram's older exports do not.
    """
    if _MARK.search(head) or any(_NAMED.match(part) for part in path.resolve().parts):
        return True
    return "participants" not in keys_in(head)


def members(archive: Archive, *, is_whole: bool = False) -> list[str]:
    """The conversations in an archive, a conversation's oldest file first; where it has to be whole, those at its top alone.

    A zip may hold its files in a folder; a folder in which an export lies beside other things is no export.
    """
    mark = _AT_TOP if is_whole else _MEMBER
    found = [file for file in archive.names() if mark.search(file)]
    return sorted(found, key=lambda file: (PurePosixPath(file).parent.as_posix(), -_number(file)))


def holds_instagram(path: Path, archive: Archive, found: list[str]) -> bool:
    """Whether the conversations of an archive are Instagram's."""
    if any("instagram" in file.lower() for file in archive.names()):
        return True
    with archive.open(found[0]) as stream:
        return is_instagram(path, stream.read(1 << 16))


def read(name: str, path: Path, options: Options) -> Iterator[Record]:
    """The messages of every conversation, oldest first."""
    if is_archive(path):
        with opened(path) as archive:
            found = members(archive)
            if not found:
                raise damaged(path.name, "the archive", "holds no messages/…/message_1.json")
            yield from _read(name, archive, found, options)
        return
    path = path.resolve()
    yield from _read(name, Folder(path.parent), [path.name], options)


def _number(file: str) -> int:
    """The number of a conversation's file: 1 holds its newest messages."""
    digits = re.search(r"(\d+)\.json$", file)
    return int(digits[1]) if digits else 0


def _read(name: str, archive: Archive, found: list[str], options: Options) -> Iterator[Record]:
    """Tell file after file; in an export of many a damaged one is one record, and the others are sound."""
    teller = _Teller(name, archive, options)
    total = sum(archive.size(file) for file in found)
    done = 0
    for file in found:
        try:
            document = _document(archive, file)
        except InvalidError as error:
            if len(found) == 1:
                raise
            yield Skipped(where=file, reason=error.message)
            continue
        chat = _chat(document, file, options)
        messages = sequence(document.get("messages"))
        for count, number in enumerate(range(len(messages) - 1, -1, -1), 1):
            yield teller.told(chat, messages[number], f"{file}: messages[{number}]")
            if count % _PROGRESS_EVERY == 0:
                options.done(done + archive.size(file) * count // len(messages), total)
        done += archive.size(file)
        options.done(done, total)


def _document(archive: Archive, file: str) -> dict[str, Any]:
    """The document of one file."""
    document = json_document(read_document(archive, file), file)
    if not isinstance(document, dict) or not isinstance(document.get("messages"), list):
        raise damaged(file, "the whole file", "has no messages")
    return document


def _chat(document: dict[str, Any], file: str, options: Options) -> _Chat:
    """What is said of a conversation as a whole: by its path in the export, else by who takes part in it."""
    people = [shown for entry in sequence(document.get("participants")) if (shown := _name(mapping(entry).get("name")))]
    thread = string(document.get("thread_path")).rpartition("/")[2]
    folder = PurePosixPath(file).parent.name if "/" in file else ""
    known = limited(thread or folder) or f"chat:{digest(sorted(people))[:16]}"
    return _Chat(known, options.chat or _name(document.get("title")), people)


class _Teller:
    """Turns messages into drafts."""

    def __init__(self, name: str, archive: Archive, options: Options) -> None:
        self._name, self._archive, self._options = name, archive, options
        self._occurrences = Occurrences()

    def told(self, chat: _Chat, entry: object, where: str) -> Record:
        """The record of a message."""
        if not isinstance(entry, dict):
            return Skipped(where=where, reason="is no JSON object")
        stamp = since_1970(entry.get("timestamp_ms"), per_second=1000)
        if stamp is None:
            return Skipped(where=where, reason=f"timestamp_ms: {entry.get('timestamp_ms')!r} is no moment")
        who = _name(entry.get("sender_name"))
        text = _text(entry)
        number = self._occurrences.number(stamp[:10], chat.id, stamp, who, text)
        others = [Concerned(channel=self._name, name=one, role="participant") for one in chat.people if one != who]
        event = Event(
            kind="chat.call" if "call_duration" in entry else "message.posted",
            source=source(self._name),
            actor=Actor(type="person", name=who) if who else None,
            time=told(stamp, "millisecond"),
            context=Context(session=Part(id=chat.id, name=chat.title, type="chat")),
            files=[primary(text, self._options), *self._attachments(entry)],
            provenance=provenance(self._name),
            idempotency_key=idempotency_key(self._name, chat.id, stamp, who, text, number),
            entities=concerned([Concerned(name=one.name, role=one.role) for one in others]),
        )
        return checked(event, where)

    def _attachments(self, entry: dict[str, Any]) -> list[File]:
        """The media of a message, with their content where the export has them."""
        found = [mapping(piece) for field in _MEDIA for piece in sequence(entry.get(field))]
        found += [mapping(entry[field]) for field in ("sticker",) if field in entry]
        files: list[File] = []
        for piece in found[:ATTACHMENTS_MAX]:
            uri = string(piece.get("uri"))
            if not uri:
                continue
            shown = uri.rpartition("/")[2]
            if "://" in uri:
                files.append(absent(shown, "a reference", url=uri))
                continue
            content = read_piece(self._archive, uri)
            if content is None:
                files.append(absent(shown, "not in the export"))
            else:
                files.append(attachment(content, shown, self._options))
        return files


def _text(entry: dict[str, Any]) -> str:
    """The words of a message; a shared link keeps its address."""
    share = mapping(entry.get("share"))
    text = _mended(string(entry.get("content")))
    parts = [text, _mended(string(share.get("share_text"))), string(share.get("link"))]
    return "\n".join(dict.fromkeys(part for part in parts if part and (part == text or part not in text)))


def _name(value: object) -> str | None:
    """A name as its bearer writes it."""
    return limited(_mended(string(value)))


def _mended(text: str) -> str:
    r"""Text whose bytes Meta wrote as if each were a letter, as the words they are; other text as it is.

    >>> _mended("Zo\u00c3\u00ab"), _mended("Zo\u00eb")
    ('Zoë', 'Zoë')
    """
    if text.isascii():
        return text
    try:
        return text.encode("latin-1").decode()
    except UnicodeError:
        return text
