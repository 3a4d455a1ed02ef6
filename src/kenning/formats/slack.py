"""Slack's export of a workspace, as the folder it is or the zip it comes in: a folder a channel, a file a day."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

import msgspec

from kenning.errors import InvalidError
from kenning.formats.archive import Archive, opened, read_document
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    absent,
    concerned,
    damaged,
    email_address,
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
from kenning.model.event import Actor, Concerned, Context, Event, File, Part, Time
from kenning.model.time import wrong

name = "slack"

_DAY = re.compile(r"\d{4}-\d\d-\d\d\.json")
_LISTS = ("channels.json", "groups.json", "dms.json", "mpims.json")
_POSTED = {"", "bot_message", "file_share", "file_comment", "me_message", "thread_broadcast"}
_KINDS = {
    "channel_join": "chat.joined",
    "group_join": "chat.joined",
    "channel_leave": "chat.left",
    "group_leave": "chat.left",
    "channel_topic": "chat.topic",
    "group_topic": "chat.topic",
    "channel_purpose": "chat.description",
    "group_purpose": "chat.description",
    "channel_name": "chat.renamed",
    "group_name": "chat.renamed",
    "channel_archive": "chat.archived",
    "channel_unarchive": "chat.unarchived",
    "pinned_item": "chat.pinned",
    "bot_add": "chat.bot_added",
    "bot_remove": "chat.bot_removed",
    "huddle_thread": "chat.call",
    "sh_room_created": "chat.call",
    "tombstone": "message.deleted",
    "message_deleted": "message.deleted",
    "message_changed": "message.edited",
}
_TOKEN = re.compile(r"<([@#!]?)(?=\S)([^<>|]*)(?:\|([^<>]*))?>")
_STAMP = re.compile(r"(\d{1,11})(?:\.(\d{1,9}))?")


class _Channel(msgspec.Struct, frozen=True):
    """A conversation: a channel, a group, or people who write to each other."""

    id: str
    name: str
    type: str
    members: list[str]


def recognises(path: Path, head: bytes) -> bool:
    """Whether a folder or zip has the lists and the days of an export; a day alone says nothing of users and channels."""
    if not path.is_dir() and not head.startswith(b"PK"):
        if head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"[") and re.search(rb'"ts"\s*:\s*"\d+\.\d+"', head):
            raise wrong("path", path.name, "is one day of a Slack export", hint="import the export's folder or zip")
        return False
    with opened(path) as archive:
        names = archive.names()
        return _root(names) is not None and any(_is_day(file) for file in names)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The entries of every channel, channel by channel, day by day."""
    with opened(path) as archive:
        names = archive.names()
        root = _root(names)
        if root is None:
            raise damaged(path.name, "the archive", "has neither users.json nor channels.json")
        teller = _Teller(archive, root, options)
        days = [file for file in names if file.startswith(root) and _is_day(file.removeprefix(root))]
        sizes = [archive.size(file) for file in days]
        for number, file in enumerate(days):
            yield from teller.day(file)
            options.done(sum(sizes[: number + 1]), sum(sizes))


def _is_day(file: str) -> bool:
    """Whether a file holds one day of one channel."""
    path = PurePosixPath(file)
    return len(path.parts) >= 2 and _DAY.fullmatch(path.name) is not None


def _root(names: list[str]) -> str | None:
    """The folder in the archive where the export begins: where its lists are."""
    heads = [file for file in names if PurePosixPath(file).name in {"users.json", *_LISTS}]
    best = min(heads, key=lambda file: file.count("/"), default=None)
    return None if best is None else best[: len(best) - len(PurePosixPath(best).name)]


class _Teller:
    """Turns entries into drafts, with what the export says of users and channels."""

    def __init__(self, archive: Archive, root: str, options: Options) -> None:
        self._archive, self._root, self._options = archive, root, options
        self._users = {user["id"]: user for user in self._listed("users.json") if isinstance(user.get("id"), str)}
        self._channels: dict[str, _Channel] = {}
        for file in _LISTS:
            for entry in self._listed(file):
                channel = _channel(entry, file.removesuffix("s.json"))
                self._channels |= {channel.name: channel, channel.id: channel}
        self._occurrences = Occurrences()

    def day(self, file: str) -> Iterator[Record]:
        """The entries of one day of one channel."""
        folder = PurePosixPath(file.removeprefix(self._root)).parts[0]
        channel = self._channels.get(folder) or _Channel(folder, folder, "channel", [])
        try:
            entries = json_document(read_document(self._archive, file), file)
        except InvalidError as error:  # one damaged day is one record: the other days are sound
            yield Skipped(where=file, reason=error.message)
            return
        if not isinstance(entries, list):
            yield Skipped(where=file, reason="is no JSON array")
            return
        for number, entry in enumerate(entries):
            yield self._told(channel, entry, f"{file}: [{number}]")

    def _told(self, channel: _Channel, entry: object, where: str) -> Record:
        """The record of an entry."""
        if not isinstance(entry, dict):
            return Skipped(where=where, reason="is no JSON object")
        stamp = string(entry.get("ts"))
        time = _time(stamp)
        if time is None:
            return Skipped(where=where, reason=f"ts: {entry.get('ts')!r} is no stamp")
        key, thread = f"{channel.id}/{stamp}", string(entry.get("thread_ts"))
        reply = f"{channel.id}/{thread}" if thread and thread != stamp else None
        number = self._occurrences.number(stamp[:5], key)
        subtype = string(entry.get("subtype"))
        posted = entry.get("type") == "message" and subtype in _POSTED
        event = Event(
            kind="message.posted" if posted else _KINDS.get(subtype) or kind_of("chat", subtype or string(entry.get("type"))),
            source=source(name),
            actor=self._actor(entry),
            time=time,
            context=Context(session=Part(id=limited(channel.id), name=limited(channel.name), type=channel.type)),
            files=[primary(self._text(entry), self._options), *_files(entry)],
            provenance=provenance(name, key, reply),
            idempotency_key=idempotency_key(name, key, number),
            entities=concerned(self._entities(channel, entry)),
        )  # fmt: skip
        return checked(event, where, key=key if number == 0 else f"{key}#{number}", reply_to=reply)

    def _listed(self, file: str) -> list[dict[str, Any]]:
        """The objects of one of the export's lists; empty where it has no such list."""
        if not self._archive.size(self._root + file):
            return []
        document = json_document(read_document(self._archive, self._root + file), file)
        return [entry for entry in sequence(document) if isinstance(entry, dict)]

    def _name(self, user: str) -> str | None:
        """How a user is called: the full name, else the short one."""
        known = mapping(self._users.get(user))
        profile = mapping(known.get("profile"))
        candidates = (profile.get("real_name"), known.get("real_name"), profile.get("display_name"), known.get("name"))
        return next((shown for value in candidates if (shown := limited(value))), None)

    def _actor(self, entry: dict[str, Any]) -> Actor | None:
        """Who wrote it: a user, else a bot; by Slack's id, which outlives every name."""
        user = limited(entry.get("user"))
        profile = mapping(entry.get("user_profile"))
        if user and entry.get("subtype") != "bot_message":
            known = mapping(self._users.get(user))
            shown = self._name(user) or limited(profile.get("real_name")) or limited(profile.get("name"))
            is_bot = known.get("is_bot") is True or user == "USLACKBOT"
            return Actor(type="bot" if is_bot else "person", name=shown, channel=name, identifier=user)
        comment = limited(mapping(entry.get("comment")).get("user"))
        if comment:  # what the file_comment of old exports says instead of user
            return Actor(type="person", name=self._name(comment), channel=name, identifier=comment)
        bot = limited(entry.get("bot_id")) or user
        shown = limited(entry.get("username")) or limited(mapping(entry.get("bot_profile")).get("name"))
        if bot or shown:
            return Actor(type="bot", name=shown or bot, channel=name if bot else None, identifier=bot)
        return None

    def _entities(self, channel: _Channel, entry: dict[str, Any]) -> list[Concerned]:
        """The people it concerns: whom it names, who is in a direct conversation, who invited."""
        found = [
            self._person(user, "mentioned")
            for sign, user, _ in _TOKEN.findall(string(entry.get("text")))
            if sign == "@"
        ]
        author = limited(entry.get("user"))
        if channel.type in {"dm", "mpim"}:
            found += [self._person(member, "participant") for member in channel.members if member != author]
        if limited(entry.get("inviter")):
            found.append(self._person(str(entry["inviter"]), "inviter"))
        address = email_address(mapping(mapping(self._users.get(author or "")).get("profile")).get("email"))
        if address and author:  # two names of one person: what joins Slack to mail
            found.append(Concerned(channel="email", identifier=address, name=self._name(author), role="author"))
        return found

    def _person(self, user: str, role: str) -> Concerned:
        """A user in a role."""
        return Concerned(channel=name, identifier=limited(user), name=self._name(user), role=role)

    def _text(self, entry: dict[str, Any]) -> str:
        """The words of an entry; a bot's often stand in its attachments, an app's in its blocks."""
        text = string(entry.get("text"))
        parts = [self._plain(text)]
        parts += [self._attached(mapping(piece), text) for piece in sequence(entry.get("attachments"))]
        if not any(parts):
            parts.append(self._plain(_blocks(entry.get("blocks"))))
        return "\n".join(part for part in parts if part)

    def _attached(self, piece: dict[str, Any], text: str) -> str:
        """The words of an attachment that the message does not have already."""
        lines = [string(piece.get(field)) for field in ("pretext", "author_name", "title", "text")]
        for field in sequence(piece.get("fields")):
            values = (string(mapping(field).get(part)) for part in ("title", "value"))
            lines.append(": ".join(value for value in values if value))
        lines = [line for line in lines if line and line not in text] or [string(piece.get("fallback"))]
        return self._plain("\n".join(line for line in lines if line))

    def _plain(self, text: str) -> str:
        """Slack's markup as words: ids as names, links as address or label and address, escapes as the letters."""

        def shown(found: re.Match[str]) -> str:
            sign, target, label = found[1], found[2], found[3]
            if sign == "@":
                return f"@{label or self._name(target) or target}"
            if sign == "#":
                known = self._channels.get(target)
                return f"#{label or (known.name if known else target)}"
            if sign == "!":
                return f"@{(label or target.partition('^')[0]).lstrip('@')}"
            bare = target.removeprefix("mailto:")
            return f"{label} ({bare})" if label and label != bare and label not in target else bare

        return html.unescape(_TOKEN.sub(shown, text))


def _channel(entry: dict[str, Any], kind: str) -> _Channel:
    """A conversation from one of the export's lists; one between people has no name but its id."""
    known = limited(entry.get("id")) or limited(entry.get("name")) or "channel"
    members = [member for value in sequence(entry.get("members")) if (member := limited(value))]
    return _Channel(known, limited(entry.get("name")) or known, kind, members)


def _time(stamp: str) -> Time | None:
    """The instant of a stamp; its fraction only tells entries of one second apart, and is kept as given."""
    found = _STAMP.fullmatch(stamp)
    if found is None:
        return None
    try:
        moment = datetime.fromtimestamp(int(found[1]), UTC)
    except (ValueError, OverflowError, OSError):
        return None
    fraction = f".{found[2]}" if found[2] else ""
    return Time(occurred_at=f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}Z", precision="second")


def _files(entry: dict[str, Any]) -> list[File]:
    """The files of an entry: an export only names them, by an address that is never fetched."""
    found = [mapping(file) for file in [*sequence(entry.get("files")), entry.get("file")] if mapping(file)]
    files: list[File] = []
    for file in found[:ATTACHMENTS_MAX]:
        address = string(file.get("url_private")) or string(file.get("permalink"))
        reason = word(file.get("mode")) or "not in the export"
        shown = file.get("name") or file.get("title") or file.get("id")
        files.append(absent(shown, reason, content_type=file.get("mimetype"), url=_without_token(address)))
    return files


def _without_token(address: str) -> str | None:
    """The address without the token that Slack puts into an export's addresses: it opens the whole workspace's files."""
    try:
        parts = urlsplit(address)
        kept = [(field, value) for field, value in parse_qsl(parts.query) if field != "t"]
    except ValueError:
        return None
    return urlunsplit(parts._replace(query=urlencode(kept))) or None


def _blocks(blocks: object) -> str:
    """The text in an app's blocks, wherever it is nested."""
    if isinstance(blocks, list):
        return "\n".join(text for block in blocks if (text := _blocks(block)))
    if not isinstance(blocks, dict):
        return ""
    own = string(blocks.get("text")) or string(blocks.get("url"))
    inner = [_blocks(blocks.get(field)) for field in ("text", "elements", "fields", "accessory")]
    return "\n".join(part for part in [own, *inner] if part)
