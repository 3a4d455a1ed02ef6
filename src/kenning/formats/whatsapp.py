"""WhatsApp's exported chats: the text file of both platforms, alone, in its folder, or in the zip with its media.

A line with a stamp begins a message, every other line goes on with it. Nothing in the file says in which order its dates
stand or in which zone its clock ran: the order is inferred from the whole file, the zone is the importer's claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import IO

import msgspec

from kenning.formats import whatsapp_words as words
from kenning.formats.archive import Archive, Folder, is_archive, opened, read_piece
from kenning.formats.draft import DateOrder, Options, Record, Skipped, checked
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    absent,
    attachment,
    damaged,
    digest,
    idempotency_key,
    limited,
    phone_number,
    primary,
    provenance,
    source,
)
from kenning.formats.whatsapp_stamp import MARKS, Header, Orders, Shape, Skeletons, Stamp, header
from kenning.model.event import Actor, Concerned, Context, Coordinates, Event, File, Location, Part, Time

name = "whatsapp"

_AUTHOR = re.compile(rf"[{MARKS}]*([^\n]+?)[{MARKS}]*:(?:[ \u00a0]|$)")
_AUTHOR_MAX = 100  # characters; a longer "author" is a sentence with a colon in it
_OPENERS = ('"', "“", "„", "«", "「")
_CLOSERS = ('"', "”", "“", "»", "」")
_WITH = "with|mit|con|avec|com|met|ze?|со?|з|dengan|med|kanssa|so?|cu|με"
_TITLES = (
    re.compile(rf"(?:.*\bwhatsapp\b.*?)(?:\s(?:{_WITH})\s|\s[-–]\s)(.+)", re.IGNORECASE),
    re.compile(r"(.+) ile whatsapp sohbeti.*", re.IGNORECASE),
)
_COPY = re.compile(r"\s*\(\d{1,3}\)$|\.(?:txt|zip)$", re.IGNORECASE)
_HEAD_LINES = 200
_PROGRESS_EVERY = 1000


class _Line(msgspec.Struct, frozen=True):
    """A line of the file: its number, its text, whether it is sound, whether the file ends in it, where it ends."""

    number: int
    text: str
    sound: bool
    last: bool
    end: int


class _Survey(msgspec.Struct):
    """What a first reading finds out about the whole file."""

    shape: Shape | None
    order: DateOrder
    authors: set[str]
    chat: str
    chat_name: str | None
    skeletons: Skeletons


class _Message(msgspec.Struct):
    """A message as its lines come in; ``flaw`` says why it cannot be told."""

    number: int
    header: Header | None
    lines: list[str]
    flaw: str = ""


class _Place(msgspec.Struct, frozen=True):
    """Where the text lies: an archive, its name there, and the file the user named."""

    archive: Archive
    member: str
    path: Path

    @property
    def size(self) -> int:
        """The bytes of the text."""
        return self.archive.size(self.member)


def recognises(path: Path, head: bytes) -> bool:
    """Whether a text begins with stamped lines, or a folder or zip holds such a text."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            return _member(archive) is not None
    return _is_chat(head)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The messages and the app's own lines, in the order of the file."""
    if is_archive(path):
        with opened(path) as archive:
            member = _member(archive)
            if member is None:
                raise damaged(path.name, "the archive", "holds no chat")
            yield from _read(_Place(archive, member, path), options)
        return
    path = path.resolve()
    yield from _read(_Place(Folder(path.parent), path.name, path), options)


def _is_chat(head: bytes) -> bool:
    """Whether text begins like a chat: a stamp near the top; a bare colon behind it is weaker, so twice and not a log's."""
    text = head.decode("utf-16" if head[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8", errors="replace")
    found = [part for line in text.split("\n")[:_HEAD_LINES] if (part := header(line)) is not None]
    if not found:
        return False
    if found[0].shape == "colon":
        return len(found) > 1 and not found[0].stamp.year_first and found[0].stamp.separator != "-"
    if found[0].shape == "bracket" and found[0].stamp.year_first and not found[0].stamp.has_seconds:
        return False  # iOS writes seconds; this is how exports of Signal look
    return found[0].shape == "dash" or any(_AUTHOR.match(part.rest) for part in found)


def _member(archive: Archive) -> str | None:
    """The name of the chat's text in an archive: the one that WhatsApp names so, before others."""
    texts = [file for file in archive.names() if file.lower().endswith(".txt")]
    texts.sort(key=lambda file: (PurePosixPath(file).name != "_chat.txt", "whatsapp" not in file.lower(), file))
    for file in texts[:20]:
        with archive.open(file) as stream:
            if _is_chat(stream.read(1 << 16)):
                return file
    return None


def _read(place: _Place, options: Options) -> Iterator[Record]:
    """Survey the file, then tell its messages."""
    survey = _survey(place, options)
    teller = _Teller(place, survey, options)
    current: _Message | None = None
    for line in _lines(place, options, offset=place.size):
        begun = _begun(line, survey)
        if begun is not None:
            yield from teller.told(current)
            current = begun
        elif current is None and line.text.strip():
            current = _Message(line.number, None, [], "stands before the first stamp")
        if current is not None and begun is None:
            current.lines.append(line.text)
            if not line.sound:
                current.flaw = current.flaw or f"line {line.number} is not UTF-8"
    yield from teller.told(current)
    options.done(2 * place.size, 2 * place.size)


def _begun(line: _Line, survey: _Survey) -> _Message | None:
    """The message that begins with this line, sound or damaged; None where the line goes on with the one before."""
    found = header(line.text, survey.shape)
    if found is not None:
        return _Message(line.number, found, [found.rest], "" if line.sound else "is not UTF-8")
    if survey.skeletons.resembles(line.text, last=line.last):
        return _Message(line.number, None, [line.text], "its stamp is damaged")
    return None


def _survey(place: _Place, options: Options) -> _Survey:
    """Read the whole file once: shape, order of dates, authors, what chat it is."""
    orders, skeletons, authors = Orders(), Skeletons(), set[str]()
    shape: Shape | None = None
    first = title = ""
    for line in _lines(place, options, offset=0):
        found = header(line.text, shape) if line.sound else None
        if found is None:
            continue
        if shape is None:
            shape, first = found.shape, line.text.strip(MARKS + " ")
        orders.feed(found.stamp)
        skeletons.learn(line.text, found)
        author = _AUTHOR.match(found.rest)
        if author is not None and author[0][-1] != ":":
            authors.add(author[1])
            if not title and words.is_encryption_notice(found.rest[author.end() :]):
                title = author[1]
    if shape is None:
        raise damaged(place.path.name, "the whole file", "has no line with a stamp that WhatsApp writes")
    order, certain = orders.decide()
    if options.date_order is not None:
        order = options.date_order
    elif not certain:
        spelled = "/".join(order)
        options.remark(place.path.name, f"its dates may be read in more than one order; they are taken as {spelled}")
    named = options.chat or _chat_name(place)
    return _Survey(shape, order, authors, named or f"chat:{digest(first)[:16]}", limited(named or title), skeletons)


def _chat_name(place: _Place) -> str | None:
    """The chat's name from WhatsApp's own file names; a name that the user gave the file says nothing."""
    stems = [place.path.name, PurePosixPath(place.member).name]
    if PurePosixPath(place.member).name == "_chat.txt":
        stems.append(place.path.parent.name)
    for stem in stems:
        bare = _COPY.sub("", _COPY.sub("", stem.strip()))
        for pattern in _TITLES:
            found = pattern.fullmatch(_COPY.sub("", bare))
            if found is not None:
                return found[1].strip()
    return None


class _Teller:
    """Turns messages into drafts, with what is known of the whole file."""

    def __init__(self, place: _Place, survey: _Survey, options: Options) -> None:
        self._place, self._survey, self._options = place, survey, options
        self._occurrences = Occurrences()

    def told(self, message: _Message | None) -> Iterator[Record]:
        """The record of a message: a draft, or why there is none."""
        if message is None:
            return
        where = f"line {message.number}"
        if message.flaw or message.header is None:
            yield Skipped(where=where, reason=message.flaw or "has no stamp")
            return
        stamp = message.header.stamp
        moment = stamp.moment(self._survey.order)
        if moment is None:
            spelled = stamp.separator.join(str(number) for number in stamp.numbers)
            reason = f'"{spelled}" at {":".join(map(str, stamp.clock))} is no date and time of this chat'
            yield Skipped(where=where, reason=reason)
            return
        yield checked(self._event(message.header, moment, "\n".join(message.lines).rstrip()), where)

    def _event(self, found: Header, moment: datetime, rest: str) -> Event:
        """The event of a message: who says what, or what the app says."""
        author, body = self._parted(rest)
        kind = _kind(author, body, found.stamp)
        body, edited = words.without_edit_mark(body) if kind == "message.posted" else (body, False)
        text = body.replace("\u200e", "").strip(" \n\t\u200f")
        content = primary(text, self._options)
        if edited:
            content = msgspec.structs.replace(content, metadata={**(content.metadata or {}), "edited": True})
        stamp = moment.isoformat()
        number = self._occurrences.number(stamp[:10], stamp, author, text)
        by_person = kind in {"message.posted", "message.deleted", "chat.call"}
        return Event(
            kind=kind,
            source=source(name),
            actor=_actor(author) if author and by_person else Actor(type="system", name="WhatsApp"),
            time=Time(
                occurred_at=stamp,
                time_zone=self._options.time_zone,
                precision="second" if found.stamp.has_seconds else "minute",
            ),
            location=_location(body) if kind == "message.posted" else None,
            context=Context(
                session=Part(id=limited(self._survey.chat), name=self._survey.chat_name, type="chat"),
            ),
            files=[content, *self._attachments(body)],
            provenance=provenance(name),
            idempotency_key=idempotency_key(name, self._survey.chat, stamp, author, text, number),
            entities=[] if by_person or not author else [_concerned(author)],
        )

    def _parted(self, rest: str) -> tuple[str, str]:
        """Author and body; no author where the app speaks."""
        found = _AUTHOR.match(rest)
        if found is None or words.is_encryption_notice(rest):
            return "", rest
        author = found[1].strip()
        if len(author) > _AUTHOR_MAX or _has_open_quote(author):
            return "", rest
        if found[0][-1] == ":" and found[1] not in self._survey.authors:
            return "", rest  # "Ann:" and no blank is an empty message only of someone who also writes others
        return author, rest[found.end() :]

    def _attachments(self, body: str) -> list[File]:
        """The files that a message names, with their content where the export has it."""
        folder = PurePosixPath(self._place.member).parent
        files: list[File] = []
        for file in words.attached_names(body)[:ATTACHMENTS_MAX]:
            content = read_piece(self._place.archive, str(folder / file))
            files.append(attachment(content, file, self._options) if content else absent(file, "not in the export"))
        return files


def _kind(author: str, body: str, stamp: Stamp) -> str:
    """The kind of a line: what a person sent, or what the app wrote, under an author or not.

    Under an author the app's words are known by U+200E before them (iOS). Media has that too, and its whole line begins
    with it, so that an unknown language's "image omitted" still is a message.
    """
    if not author:
        return words.system_kind(body.replace("\u200e", ""))
    bare = body.replace("\u200e", "")
    marked = body.startswith("\u200e")
    if words.is_encryption_notice(bare):
        return "chat.encryption"
    if words.is_deleted(bare):
        return "message.deleted"
    if words.is_call(bare, marked=marked):
        return "chat.call"
    if not marked or words.is_content(body):
        return "message.posted"
    kind = words.system_kind(bare)
    return "message.posted" if stamp.marked and kind == "chat.system" else kind


def _has_open_quote(author: str) -> bool:
    """Whether a colon stands inside a quotation, as in: Ann created group "Trip: Rome"."""
    return any(author.count(mark) % 2 for mark in ('"',)) or any(
        opener != closer and opener in author and not author.endswith(closer) and author.rfind(closer) <= author.rfind(opener)
        for opener, closer in zip(_OPENERS, _CLOSERS, strict=True)
    )  # fmt: skip


@lru_cache(maxsize=1024)
def _actor(author: str) -> Actor:
    """Who wrote a message: by phone number where the export has one, else by the name in the phone book."""
    shown = limited(author.lstrip("~\u202f\u00a0 "))
    number = phone_number(author.strip("~\u202f\u00a0 \u202a\u202c"))
    return Actor(type="person", name=shown, channel=name if number else None, identifier=number)


def _concerned(author: str) -> Concerned:
    """The person, or the group itself, under whose name the app wrote a line."""
    actor = _actor(author)
    return Concerned(channel=actor.channel, identifier=actor.identifier, name=actor.name, role="participant")


def _location(body: str) -> Location | None:
    """The place that a message shares."""
    found = words.place(body)
    return Location(coordinates=Coordinates(latitude=found[0], longitude=found[1])) if found else None


def _lines(place: _Place, options: Options, offset: int) -> Iterator[_Line]:
    """The lines of the text, one after the other; a line that is no UTF-8 is told as far as it goes."""
    total = 2 * place.size
    with place.archive.open(place.member) as stream:
        end = 0
        for number, raw in enumerate(_raw_lines(stream, place), 1):
            end += len(raw)
            try:
                text, sound = raw.decode(), True
            except UnicodeDecodeError:
                text, sound = raw.decode(errors="replace"), False
            last = not raw.endswith(b"\n")
            yield _Line(number, text.rstrip("\r\n").removeprefix("\ufeff"), sound, last, end)
            if number % _PROGRESS_EVERY == 0:
                options.done(min(offset + end, total), total)


def _raw_lines(stream: IO[bytes], place: _Place) -> Iterator[bytes]:
    """The lines as UTF-8; a file that some editor saved as UTF-16 is turned into it."""
    first = stream.readline()
    if first[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
        if first:
            yield first
        yield from stream
        return
    try:
        text = (first + stream.read()).decode("utf-16")
        yield from (f"{line}\n".encode() for line in text.split("\n"))
    except UnicodeError as error:
        raise damaged(place.path.name, "the whole file", "is neither UTF-8 nor UTF-16") from error
