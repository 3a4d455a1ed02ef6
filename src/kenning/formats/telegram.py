"""Telegram's ``result.json``: one chat, or all chats of an account, as Telegram Desktop exports them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.archive import Archive, Folder, is_archive, opened, read_document, read_piece
from kenning.formats.draft import LeftOut, Options, Record, Skipped, checked
from kenning.formats.parts import (
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
    word,
)
from kenning.model.event import Actor, Concerned, Context, Coordinates, Event, File, Location, Part, Time

name = "telegram"

_RESULT = "result.json"
_CHAT_TYPES = (
    "saved_messages|personal_chat|bot_chat|private_group|private_supergroup|public_supergroup|private_channel|"
    "public_channel|verification_codes|replies"
)
_LOOKS = re.compile(rb'"type"\s*:\s*"(?:message|service|' + _CHAT_TYPES.encode() + rb')"')
_FULL = re.compile(rb'^\s*\{\s*"about"\s*:\s*"[^"]*Telegram|"(?:chats|left_chats)"\s*:\s*\{\s*"about"')
_OTHERS = re.compile(rb'"(?:timestamp_ms|sender_name|specversion|guild)"\s*:')
_SERVICE_KINDS = {
    "phone_call": "chat.call",
    "group_call": "chat.call",
    "invite_to_group_call": "chat.call",
    "create_group": "chat.created",
    "create_channel": "chat.created",
    "invite_members": "chat.member_added",
    "remove_members": "chat.member_removed",
    "join_group_by_link": "chat.joined",
    "join_group_by_request": "chat.joined",
    "joined_telegram": "chat.contact_joined",
    "edit_group_title": "chat.renamed",
    "edit_group_photo": "chat.icon",
    "delete_group_photo": "chat.icon",
    "pin_message": "chat.pinned",
    "set_messages_ttl": "chat.disappearing",
}
_MEDIA = (("photo", "image/jpeg"), ("file", None))
_MINUTES_AHEAD_MAX = 15 * 60
_PROGRESS_EVERY = 1000


class _Chat(msgspec.Struct, frozen=True):
    """The chat in which an entry stands."""

    id: str
    name: str | None
    type: str | None
    place: str


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON begins like a chat of Telegram, or a folder or zip holds such a ``result.json``."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            return _member(archive) is not None
    if not head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"{") or _OTHERS.search(head):
        return False
    return bool(_FULL.search(head) or (b'"messages"' in head and _LOOKS.search(head)))


def read(path: Path, options: Options) -> Iterator[Record]:
    """The entries of every chat, in the order of the file."""
    if is_archive(path):
        with opened(path) as archive:
            member = _member(archive)
            if member is None:
                raise damaged(path.name, "the archive", f"holds no {_RESULT}")
            yield from _read(archive, member, options)
        return
    path = path.resolve()
    yield from _read(Folder(path.parent), path.name, options)


def _member(archive: Archive) -> str | None:
    """The name of the export's document in an archive."""
    found = [file for file in archive.names() if file == _RESULT or file.endswith(f"/{_RESULT}")]
    return min(found, key=len, default=None)


def _read(archive: Archive, member: str, options: Options) -> Iterator[Record]:
    """Read the document, then tell its chats."""
    document = json_document(read_document(archive, member), member)
    if not isinstance(document, dict):
        raise damaged(member, "the whole file", "is no JSON object")
    teller = _Teller(archive, member, options)
    total = archive.size(member)
    chats = list(_chats(document, options))
    if not chats:
        raise damaged(member, "the whole file", "has no chats")
    count = sum(len(messages) for _, messages in chats)
    done = 0
    for chat, messages in chats:
        for number, entry in enumerate(messages):
            yield from teller.told(chat, entry, f"{member}: {chat.place}[{number}]")
            done += 1
            if done % _PROGRESS_EVERY == 0:
                options.done(total * done // count, total)
    for section in ("contacts", "frequent_contacts", "sessions", "stories", "profile_pictures"):
        if section in document:
            options.remark(f"{member}: {section}", "is not read; only chats are")
    options.done(total, total)


def _chats(document: dict[str, Any], options: Options) -> Iterator[tuple[_Chat, list[Any]]]:
    """The chats of a document with their entries: one at the top, or lists of them."""
    if isinstance(document.get("messages"), list):
        yield _chat(document, "messages", options), document["messages"]
    for section in ("chats", "left_chats"):
        for number, chat in enumerate(sequence(mapping(document.get(section)).get("list"))):
            place = f"{section}.list[{number}].messages"
            if isinstance(chat, dict) and isinstance(chat.get("messages"), list):
                yield _chat(chat, place, options), chat["messages"]


def _chat(chat: dict[str, Any], place: str, options: Options) -> _Chat:
    """What is said of a chat as a whole."""
    shown = options.chat or limited(chat.get("name"))
    return _Chat(limited(chat.get("id")) or shown or "chat", shown, word(chat.get("type")), place)


class _Teller:
    """Turns entries into drafts."""

    def __init__(self, archive: Archive, member: str, options: Options) -> None:
        self._archive, self._options = archive, options
        self._folder = member.rpartition("/")[0]
        self._occurrences = Occurrences()

    def told(self, chat: _Chat, entry: object, where: str) -> Iterator[Record]:
        """The record of an entry."""
        if not isinstance(entry, dict):
            yield Skipped(where=where, reason="is no JSON object")
            return
        time = _time(entry, self._options)
        if time is None:
            yield Skipped(where=where, reason="has no date")
            return
        if string(entry.get("type")) not in {"message", "service"}:
            yield LeftOut(where=where, reason=f"is of type {entry.get('type')!r}, neither message nor service")
            return
        key = _key(chat, entry.get("id"))
        reply = _reply(chat, entry)
        event = (self._message if entry["type"] == "message" else self._service)(chat, entry, time)
        text = next(file.content for file in event.files if file.role == "primary")
        if key:
            known = idempotency_key(name, chat.id, key)
        else:  # a hand-made or stripped export without ids
            who = event.actor.name if event.actor else None
            stamp = time.occurred_at or ""
            number = self._occurrences.number(stamp[:10], chat.id, stamp, who, text)
            known = idempotency_key(name, chat.id, stamp, who, text, number)
        event = msgspec.structs.replace(event, idempotency_key=known, provenance=provenance(name, key, reply))
        yield checked(event, where, key=key, reply_to=reply)

    def _message(self, chat: _Chat, entry: dict[str, Any], time: Time) -> Event:
        """A message that someone wrote."""
        return Event(
            kind="message.posted",
            source=source(name),
            actor=_actor(entry.get("from"), entry.get("from_id"), chat),
            time=time,
            location=_location(entry),
            context=_context(chat),
            files=[primary(_text(entry), self._options), *self._attachments(entry)],
            entities=concerned(_mentions(entry)),
        )

    def _service(self, chat: _Chat, entry: dict[str, Any], time: Time) -> Event:
        """A line that Telegram wrote about what someone did."""
        action = string(entry.get("action"))
        members = [
            Concerned(channel=name, name=limited(member), role="participant")
            for member in sequence(entry.get("members"))
            if limited(member)
        ]
        return Event(
            kind=_SERVICE_KINDS.get(action) or kind_of("chat", action),
            source=source(name),
            actor=_actor(entry.get("actor"), entry.get("actor_id"), chat) or Actor(type="system", name="Telegram"),
            time=time,
            context=_context(chat),
            files=[primary(_service_text(entry, action), self._options)],
            entities=concerned([Concerned(name=member.name, role=member.role) for member in members]),
        )

    def _attachments(self, entry: dict[str, Any]) -> list[File]:
        """The photo or file of a message, with its content where the export has it."""
        files: list[File] = []
        for field, usual in _MEDIA:
            path = string(entry.get(field))
            if not path:
                continue
            shown = string(entry.get("file_name")) or path.rpartition("/")[2]
            kind = entry.get("mime_type") or usual
            if path.startswith("("):  # "(File not included. Change data exporting settings to download.)"
                files.append(absent(entry.get("file_name") or field, path.strip("()"), content_type=kind))
                continue
            inside = f"{self._folder}/{path}" if self._folder else path
            content = read_piece(self._archive, inside)
            if content is None:
                files.append(absent(shown, "not in the export", content_type=kind))
            else:
                files.append(attachment(content, shown, self._options, content_type=kind))
        return files


def _key(chat: _Chat, number: object) -> str:
    """The key of an entry: its chat and its number there; numbers of two chats may be equal."""
    return f"{chat.id}/{number}" if isinstance(number, int) and not isinstance(number, bool) else ""


def _reply(chat: _Chat, entry: dict[str, Any]) -> str | None:
    """The key of the entry it answers, in another chat where it says so."""
    parent = entry.get("reply_to_message_id")
    if not isinstance(parent, int) or isinstance(parent, bool):
        return None
    peer = entry.get("reply_to_peer_id")
    digits = re.sub(r"\D", "", str(peer)) if peer else ""
    return f"{digits or chat.id}/{parent}"


def _time(entry: dict[str, Any], options: Options) -> Time | None:
    """When it was sent: the instant, in the offset that the local date beside it betrays; else the local date alone."""
    local = string(entry.get("date"))
    digits = str(entry.get("date_unixtime", ""))
    if not re.fullmatch(r"-?\d{1,12}", digits):
        return Time(occurred_at=word(local), time_zone=options.time_zone, precision="second") if local else None
    try:
        moment = datetime.fromtimestamp(int(digits), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    try:
        ahead = datetime.fromisoformat(local).replace(tzinfo=UTC) - moment
    except ValueError:
        ahead = timedelta()
    minutes = int(ahead.total_seconds() // 60)
    if minutes and minutes % 15 == 0 and abs(minutes) < _MINUTES_AHEAD_MAX:
        moment = moment.astimezone(timezone(timedelta(minutes=minutes)))
    return Time(occurred_at=moment.isoformat().replace("+00:00", "Z"), precision="second")


def _actor(shown: object, identifier: object, chat: _Chat) -> Actor | None:
    """Who wrote or did it: a user by number, a channel by "channel" and its number; a deleted account has no name."""
    known = re.sub(r"^user(?=\d)", "", limited(identifier) or "")
    title = limited(shown)
    if not known and not title:
        return None
    is_bot = chat.type == "bot_chat" and (known == chat.id or title == chat.name)
    kind = "bot" if is_bot else "channel" if known.startswith("channel") else "person"
    return Actor(type=kind, name=title, channel=name if known else None, identifier=known or None)


def _context(chat: _Chat) -> Context:
    """The chat as the session in which it was said."""
    return Context(session=Part(id=chat.id, name=chat.name, type=chat.type or "chat"))


def _text(entry: dict[str, Any]) -> str:
    """The words of a message, its pieces joined; what has none says what it is: a poll, a contact, a place, a sticker."""
    parts = [_flat(entry.get("text"))]
    poll = mapping(entry.get("poll"))
    if poll:
        answers = [string(mapping(answer).get("text")) for answer in sequence(poll.get("answers"))]
        parts.append("\n".join([_flat(poll.get("question")), *(f"- {answer}" for answer in answers if answer)]))
    contact = mapping(entry.get("contact_information"))
    if contact:
        fields = (string(contact.get(field)) for field in ("first_name", "last_name", "phone_number"))
        parts.append(" ".join(field for field in fields if field))
    parts += [string(entry.get(field)) for field in ("place_name", "address", "game_title", "sticker_emoji")]
    return "\n".join(part for part in parts if part)


def _flat(text: object) -> str:
    """Text as Telegram writes it: a string, or strings and entities by turns; a hidden link keeps its address."""
    if isinstance(text, str):
        return string(text)
    pieces: list[str] = []
    for piece in sequence(text):
        if isinstance(piece, str):
            pieces.append(string(piece))
            continue
        entity = mapping(piece)
        address = string(entity.get("href")) if entity.get("type") == "text_link" else ""
        pieces.append(string(entity.get("text")) + (f" ({address})" if address else ""))
    return "".join(pieces)


def _mentions(entry: dict[str, Any]) -> list[Concerned]:
    """The people a message names: by number, or by the name they are called by on Telegram."""
    found: list[Concerned] = []
    for piece in [*sequence(entry.get("text")), *sequence(entry.get("text_entities"))]:
        entity = mapping(piece)
        if entity.get("type") == "mention_name":
            number = limited(entity.get("user_id"))
            found.append(Concerned(channel=name, identifier=number, name=limited(entity.get("text")), role="mentioned"))
        elif entity.get("type") == "mention":
            found.append(Concerned(name=limited(entity.get("text")), role="mentioned"))
    if entry.get("forwarded_from"):
        found.append(Concerned(name=limited(entry["forwarded_from"]), role="author"))
    return found


def _location(entry: dict[str, Any]) -> Location | None:
    """The place that a message shares."""
    place = mapping(entry.get("location_information"))
    latitude, longitude = place.get("latitude"), place.get("longitude")
    if not isinstance(latitude, int | float) or not isinstance(longitude, int | float):
        return None
    if abs(latitude) > 90 or abs(longitude) > 180:
        return None
    return Location(
        name=limited(entry.get("place_name")),
        address=limited(entry.get("address")),
        coordinates=Coordinates(latitude=float(latitude), longitude=float(longitude)),
    )


def _service_text(entry: dict[str, Any], action: str) -> str:
    """A service entry in words: what was done, and the few things that say how."""
    said = [action.replace("_", " ") or "service"]
    said += [string(entry.get(field)) for field in ("title", "inviter", "emoticon", "discard_reason")]
    seconds = entry.get("duration_seconds", entry.get("duration"))
    if isinstance(seconds, int) and not isinstance(seconds, bool):
        said.append(f"{seconds} s")
    said += [string(member) for member in sequence(entry.get("members"))]
    said.append(_flat(entry.get("text")))
    return ", ".join(part for part in said if part)
