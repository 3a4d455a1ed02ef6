"""Matrix's events: one, many in an array or one a line, a room as Element exports it, or the rooms of a sync."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import point, since_1970, told
from kenning.formats.parts import (
    Occurrences,
    absent,
    concerned,
    idempotency_key,
    kind_of,
    limited,
    mapping,
    primary,
    provenance,
    sequence,
    source,
    string,
    word,
)
from kenning.model.event import Actor, Concerned, Context, Event, File, Location, Part

name = "matrix"

_TYPE = re.compile(rb'"type"\s*:\s*"(?:m\.[a-z][a-z_.]*|org\.matrix\.)')
_USER = re.compile(r"@[^:\s]+:\S+")
_GEO = re.compile(r"geo:(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)(?:,-?\d+(?:\.\d+)?)?(?:;.*?u=(\d+(?:\.\d+)?))?.*")
_QUOTED = re.compile(r"\A(?:> [^\n]*\n)+\n?")
_BOTS = {"m.notice", "m.server_notice"}
_KINDS = {
    "m.room.create": "chat.created",
    "m.room.name": "chat.renamed",
    "m.room.topic": "chat.topic",
    "m.room.avatar": "chat.icon",
    "m.room.pinned_events": "chat.pinned",
    "m.room.encrypted": "message.encrypted",
    "m.room.redaction": "message.deleted",
    "m.reaction": "message.reaction",
    "m.sticker": "message.sticker",
    "m.call.invite": "chat.call",
}
_MEMBERSHIPS = {"join": "joined", "leave": "left", "invite": "invited", "ban": "banned", "knock": "knocked"}
_PROGRESS_EVERY = 1000


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON begins with events of Matrix: a type of its own, and content."""
    if path.is_dir():
        return False
    keys = keys_in(head)
    is_event = {"type", "content"} <= keys
    is_room = {"messages.type", "messages.content"} <= keys and "messages.sender" in keys
    is_sync = "next_batch" in keys and any(key.startswith("rooms") for key in keys)
    return bool(_TYPE.search(head)) and (is_event or is_room or is_sync)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The events, in the order of the file."""
    content = contents(path)
    teller = _Teller(options)
    for number, (place, entry, room) in enumerate(_entries(content, path.name), 1):
        yield teller.told(entry, f"{path.name}: {place}", room)
        if number % _PROGRESS_EVERY == 0:
            options.done(0, len(content))
    options.done(len(content), len(content))


def _entries(content: bytes, title: str) -> Iterator[tuple[str, object, Part | None]]:
    """Each event, where it stands, and the room where the file says it of many at once."""
    for place, found in records_of(content, title):
        document = mapping(found)
        if "type" not in document and isinstance(document.get("messages"), list):
            room = Part(id=limited(document.get("room_id")), name=limited(document.get("room_name")), type="room")
            for number, entry in enumerate(document["messages"]):
                yield f"messages[{number}]", entry, room
        elif "type" not in document and isinstance(document.get("rooms"), dict):
            yield from _synced(document["rooms"])
        else:
            yield place, found, None


def _synced(rooms: dict[str, Any]) -> Iterator[tuple[str, object, Part | None]]:
    """The events of the rooms of a sync."""
    for membership in ("join", "leave", "invite", "knock"):
        for known, room in mapping(rooms.get(membership)).items():
            for section in ("state", "timeline", "ephemeral", "invite_state", "knock_state"):
                for number, entry in enumerate(sequence(mapping(mapping(room).get(section)).get("events"))):
                    place = f"rooms.{membership}.{known}.{section}[{number}]"
                    yield place, entry, Part(id=limited(known), type="room")


class _Teller:
    """Turns events into drafts."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._occurrences = Occurrences()

    def told(self, entry: object, where: str, room: Part | None) -> Record:
        """The record of an event."""
        if isinstance(entry, Skipped):
            return msgspec.structs.replace(entry, where=where)
        if not isinstance(entry, dict) or not string(entry.get("type")):
            return Skipped(where=where, reason="is no event: it has no type")
        content = mapping(entry.get("content"))
        key = limited(entry.get("event_id")) or ""
        known: tuple[object, ...] = (key,) if key else ("unnamed", _digested(entry))
        number = self._occurrences.number("", *known)
        reply = _reply(content)
        stamp = since_1970(entry.get("origin_server_ts"), per_second=1000)
        event = Event(
            kind=_kind(entry["type"], content),
            source=source(name),
            actor=_actor(entry, content),
            time=told(stamp, "millisecond"),
            location=_location(content),
            context=_context(entry, room),
            files=[primary(_text(entry, content), self._options), *_files(content)],
            provenance=provenance(name, key, reply),
            idempotency_key=idempotency_key(name, *known, number),
            entities=concerned(_people(entry, content)),
        )
        return checked(event, where, key=key if number == 0 or not key else f"{key}#{number}", reply_to=reply)


def _digested(entry: dict[str, Any]) -> str:
    """What makes an event without an id this one: all of it but what depends on who fetched it when."""
    return repr(sorted((field, repr(value)) for field, value in entry.items() if field != "unsigned"))


def _kind(kind: str, content: dict[str, Any]) -> str:
    """The kind of an event: a message, what is done to a room or by its members, or the rest by Matrix's own word."""
    if kind == "m.room.message":
        return "message.posted"
    if kind == "m.room.member":
        membership = string(content.get("membership"))
        return f"chat.{_MEMBERSHIPS[membership]}" if membership in _MEMBERSHIPS else kind_of("chat", membership)
    return _KINDS.get(kind) or kind_of(name, kind.removeprefix("m."))


def _actor(entry: dict[str, Any], content: dict[str, Any]) -> Actor | None:
    """Who sent it, by the whole Matrix id; the name where the event tells it of the sender."""
    sender = limited(entry.get("sender")) or limited(entry.get("user_id"))
    if sender is None:
        return None
    says_own = entry.get("type") != "m.room.member" or entry.get("state_key") == sender
    shown = limited(content.get("displayname")) if says_own else None
    kind = "bot" if content.get("msgtype") in _BOTS else "person"
    return Actor(type=kind, name=shown, channel=name, identifier=sender)


def _context(entry: dict[str, Any], room: Part | None) -> Context | None:
    """The room in which it was said."""
    known = limited(entry.get("room_id"))
    if known is None:
        return None if room is None else Context(session=room)
    return Context(session=Part(id=known, name=room.name if room else None, type="room"))


def _reply(content: dict[str, Any]) -> str | None:
    """The id of the event it answers, or whose thread it is in."""
    relation = mapping(content.get("m.relates_to"))
    direct = limited(mapping(relation.get("m.in_reply_to")).get("event_id"))
    return direct or (limited(relation.get("event_id")) if relation.get("rel_type") == "m.thread" else None)


def _text(entry: dict[str, Any], content: dict[str, Any]) -> str:
    """The words of an event: a message's body without the quotation that old clients put before an answer."""
    body = string(content.get("body"))
    if body and _reply(content):
        body = _QUOTED.sub("", body)
    lines = [body]
    if not body:
        lines += [string(content.get(field)) for field in ("name", "topic", "reason", "status_msg", "key")]
        lines.append(string(mapping(content.get("m.relates_to")).get("key")))
    if entry["type"] == "m.room.member":
        who = string(content.get("displayname")) or string(entry.get("state_key"))
        lines.insert(0, f"{who}: {string(content.get('membership'))}")
    if entry["type"] == "m.room.encrypted":
        lines.append("(encrypted)")
    return "\n".join(line for line in lines if line)


def _files(content: dict[str, Any]) -> list[File]:
    """What a message brings, by its address in the media store of a server, which is never fetched."""
    address = string(content.get("url")) or string(mapping(content.get("file")).get("url"))
    if not address.startswith("mxc://") or not string(content.get("msgtype") or content.get("body")):
        return []
    shown = string(content.get("filename")) or string(content.get("body"))
    kind = word(mapping(content.get("info")).get("mimetype"))
    return [absent(shown, "a reference", content_type=kind, url=address)]


def _location(content: dict[str, Any]) -> Location | None:
    """The place that a message shares."""
    found = _GEO.fullmatch(string(content.get("geo_uri")))
    place = point(found[1], found[2], accuracy_m=found[3]) if found else None
    return Location(name=limited(content.get("body")), coordinates=place) if place else None


def _people(entry: dict[str, Any], content: dict[str, Any]) -> list[Concerned]:
    """Whom it mentions, and whose membership it changes."""
    found = [limited(user) for user in sequence(mapping(content.get("m.mentions")).get("user_ids"))]
    people = [Concerned(channel=name, identifier=user, role="mentioned") for user in found if user]
    member = string(entry.get("state_key"))
    if entry["type"] == "m.room.member" and _USER.fullmatch(member) and member != entry.get("sender"):
        shown = limited(content.get("displayname"))
        people.append(Concerned(channel=name, identifier=limited(member), name=shown, role="participant"))
    return people
