"""Discord's channels as DiscordChatExporter writes them: one JSON file a channel, or an archive of such files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.archive import Archive, Folder, is_archive, opened, read_document, read_piece
from kenning.formats.documents import keys_in
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import told
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    absent,
    attachment,
    concerned,
    damaged,
    idempotency_key,
    json_document,
    kind_of,
    limited,
    mapping,
    primary,
    provenance,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, File, Part

name = "discord"

_POSTED = {"Default", "Reply"}
_KINDS = {
    "Call": "chat.call",
    "ChannelNameChange": "chat.renamed",
    "ChannelIconChange": "chat.icon",
    "ChannelPinnedMessage": "chat.pinned",
    "RecipientAdd": "chat.member_added",
    "RecipientRemove": "chat.member_removed",
    "GuildMemberJoin": "chat.joined",
    "ThreadCreated": "chat.thread_created",
}
_PROGRESS_EVERY = 1000


class _Channel(msgspec.Struct, frozen=True):
    """A channel, and the server it is of."""

    id: str
    name: str | None
    type: str
    server: Part | None


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON names server, channel and messages, or an archive holds such files."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            return bool(_members(archive, stop=True))
    return _looks(head)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The messages of every channel, in the order of its file."""
    if is_archive(path):
        with opened(path) as archive:
            found = _members(archive)
            if not found:
                raise damaged(path.name, "the archive", "holds no channel of Discord")
            for member in found:
                yield from _read(archive, member, options)
        return
    path = path.resolve()
    yield from _read(Folder(path.parent), path.name, options)


def _looks(head: bytes) -> bool:
    """Whether JSON begins like a channel."""
    return {"guild.id", "channel.id", "channel.type", "messages"} <= keys_in(head)


def _members(archive: Archive, *, stop: bool = False) -> list[str]:
    """The channels in an archive; where asked, the first alone."""
    found: list[str] = []
    for file in archive.names():
        if file.endswith(".json"):
            with archive.open(file) as stream:
                if _looks(stream.read(1 << 14)):
                    found.append(file)
                    if stop:
                        break
    return found


def _read(archive: Archive, member: str, options: Options) -> Iterator[Record]:
    """Tell one channel."""
    document = json_document(read_document(archive, member), member)
    if not isinstance(document, dict) or not isinstance(document.get("messages"), list):
        raise damaged(member, "the whole file", "has no messages")
    channel = _channel(document, options)
    place = _Place(archive, member, Occurrences(), options)
    messages = document["messages"]
    total = archive.size(member)
    for number, entry in enumerate(messages, 1):
        yield _told(channel, entry, f"{member}: messages[{number - 1}]", place)
        if number % _PROGRESS_EVERY == 0:
            options.done(total * number // len(messages), total)
    options.done(total, total)


class _Place(msgspec.Struct, frozen=True):
    """What stands around a message: the archive and its file, how often an id was told, the options."""

    archive: Archive
    member: str
    occurrences: Occurrences
    options: Options


def _channel(document: dict[str, Any], options: Options) -> _Channel:
    """What is said of the channel as a whole."""
    guild, channel = mapping(document.get("guild")), mapping(document.get("channel"))
    known = limited(channel.get("id")) or "channel"
    shown = options.chat or limited(channel.get("name"))
    kind = string(channel.get("type"))
    server = limited(guild.get("id"))
    here = None if server in {None, "0"} else Part(id=server, name=limited(guild.get("name")), type="server")
    return _Channel(known, shown, "direct" if "Direct" in kind else "channel", here)


def _told(channel: _Channel, entry: object, where: str, place: _Place) -> Record:
    """The record of an entry. An id that stands twice in a file is numbered: no message is lost to a twin."""
    if not isinstance(entry, dict):
        return Skipped(where=where, reason="is no JSON object")
    key = limited(entry.get("id"))
    if key is None or not string(entry.get("timestamp")):
        return Skipped(where=where, reason="has no id" if key is None else "has no timestamp")
    number = place.occurrences.number("", key)
    kind = string(entry.get("type"))
    author = mapping(entry.get("author"))
    reference = mapping(entry.get("reference"))
    reply = limited(reference.get("messageId"))
    event = Event(
        kind="message.posted" if kind in _POSTED else _KINDS.get(kind) or kind_of("chat", kind),
        source=source(name),
        actor=_actor(author),
        time=told(string(entry["timestamp"]).replace("+00:00", "Z"), "millisecond"),
        context=Context(environment=channel.server, session=Part(id=channel.id, name=channel.name, type=channel.type)),
        files=[primary(_text(entry), place.options), *_files(entry, place)],
        provenance=provenance(name, key, reply),
        idempotency_key=idempotency_key(name, key, number),
        entities=concerned([_person(mapping(one)) for one in sequence(entry.get("mentions"))]),
    )
    return checked(event, where, key=key if number == 0 else f"{key}#{number}", reply_to=reply)


def _actor(author: dict[str, Any]) -> Actor | None:
    """Who wrote it, by Discord's id; shown by the nickname on that server, else by the name."""
    known, shown = limited(author.get("id")), limited(author.get("nickname")) or limited(author.get("name"))
    if known is None and shown is None:
        return None
    is_bot = author.get("isBot") is True
    return Actor(type="bot" if is_bot else "person", name=shown, channel=name if known else None, identifier=known)


def _person(user: dict[str, Any]) -> Concerned:
    """Somebody whom a message mentions."""
    shown = limited(user.get("nickname")) or limited(user.get("name"))
    return Concerned(channel=name, identifier=limited(user.get("id")), name=shown, role="mentioned")


def _text(entry: dict[str, Any]) -> str:
    """The words of a message; what has none says them in embeds."""
    content = string(entry.get("content"))
    parts = [content]
    for piece in map(mapping, sequence(entry.get("embeds"))):
        lines = [string(piece.get(field)) for field in ("title", "description", "url")]
        for field in map(mapping, sequence(piece.get("fields"))):
            lines += [": ".join(text for part in ("name", "value") if (text := string(field.get(part))))]
        parts += [line for line in lines if line and line not in content]
    parts += [f"[{string(mapping(sticker).get('name'))}]" for sticker in sequence(entry.get("stickers"))]
    return "\n".join(part for part in parts if part)


def _files(entry: dict[str, Any], place: _Place) -> list[File]:
    """The files of a message: with their content where the export has them, else by an address that is never fetched."""
    files: list[File] = []
    for piece in map(mapping, sequence(entry.get("attachments"))[:ATTACHMENTS_MAX]):
        address = string(piece.get("url"))
        shown = piece.get("fileName") or address.rpartition("/")[2] or piece.get("id")
        if "://" in address:
            files.append(absent(shown, "a reference", url=address))
            continue
        folder = place.member.rpartition("/")[0]
        content = read_piece(place.archive, f"{folder}/{address}" if folder else address) if address else None
        files.append(
            absent(shown, "not in the export") if content is None else attachment(content, shown, place.options)
        )
    return files
