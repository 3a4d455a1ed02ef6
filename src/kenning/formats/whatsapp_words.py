"""What WhatsApp itself writes into a chat, in the languages it speaks: reasoned patterns, since exports name no type.

An export marks its own words in two ways only: a line without an author, or (iOS) U+200E before the words. The patterns
(``whatsapp_words.json``, a regular expression each) name the kind of such a line, and find deleted messages and calls,
which carry an author on both platforms.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Any

import msgspec

_FLAGS = re.IGNORECASE | re.DOTALL
_ENDS = " .。!\u200e\u200f🚫📞☎️📹🔒"
_DELETED_MAX = 90  # characters of a whole body
_CALL_MAX = 120
_ENCRYPTION_MIN = 20  # shorter ones are people talking about it
_ATTACHED_IOS = re.compile(r"<[^<>:]{2,40}[:：]\s?([^<>/\\]{1,240}\.\w{1,10})>")
_ATTACHED_ANDROID = re.compile(r"\u200e?([^\n/\\<>]{1,240}\.\w{1,10}) \(([^()\n]{4,60})\)(?=\n|$)")
_MEDIA_NAME = re.compile(
    r"(IMG|VID|AUD|PTT|STK|DOC|GIF)-\d{8}-WA\d+|\d{8}-(PHOTO|VIDEO|AUDIO|STICKER|GIF)-", re.IGNORECASE
)
_MAP = r"https?://(?:maps\.google\.\w+/\?q=|\w+\.google\.\w+/maps\?q=)"
_PLACE = re.compile(rf"{_MAP}(-?\d{{1,2}}(?:\.\d+)?),(-?\d{{1,3}}(?:\.\d+)?)")
_OPTION = re.compile(r"\n\u200e[^\n:]{2,20}: ")


@cache
def _words() -> dict[str, Any]:
    """The table of patterns, read when the first chat is."""
    content = resources.files(__package__).joinpath("whatsapp_words.json").read_bytes()
    table: dict[str, Any] = msgspec.json.decode(content)
    return table


@cache
def _any(name: str) -> re.Pattern[str]:
    """The patterns of one name as one."""
    return re.compile("|".join(_words()[name]), _FLAGS)


@cache
def _call() -> re.Pattern[str]:
    """A call as a whole body; what follows a comma or dot is its length, or "tap to call back"."""
    tail = r"\s*[,.:·•\u2013\u2014-].{0,60}|\s+(?:at|um|a las|à|alle|às) .{1,20}"
    return re.compile(rf"(?P<words>{'|'.join(_words()['call'])})(?P<tail>{tail})?", _FLAGS)


@cache
def _encryption() -> re.Pattern[str]:
    """The notice of encryption: it begins with messages, and soon says from where to where."""
    words = _words()
    return re.compile(rf"(?:{'|'.join(words['messages'])})(?=.{{0,200}}(?:{'|'.join(words['end_to_end'])}))", _FLAGS)


@cache
def _edited() -> re.Pattern[str]:
    """The mark of an edited message at the end of its text: after U+200E in any language, else in those known."""
    known = "|".join(_words()["edited"])
    return re.compile(rf"\s*(?:\u200e\s*<[^<>:]{{4,60}}>|<(?=[^<>]*(?:{known}))[^<>:]{{4,60}}>)\s*$", _FLAGS)


@cache
def _kinds() -> list[tuple[str, re.Pattern[str]]]:
    """What a line of the app may be about, in the order to try."""
    known = [(kind, re.compile("|".join(patterns), _FLAGS)) for kind, patterns in _words()["kinds"].items() if patterns]
    return [("chat.encryption", _any("end_to_end")), *known]


def is_deleted(body: str) -> bool:
    """Whether a body says that what stood there was deleted."""
    return len(body) <= _DELETED_MAX and _any("deleted").fullmatch(body.strip(_ENDS)) is not None


def is_call(body: str, *, marked: bool) -> bool:
    """Whether a body is a call; the mere words "voice call" are one only where the app wrote them."""
    found = _call().fullmatch(body.strip(_ENDS)) if len(body) <= _CALL_MAX else None
    if found is None:
        return False
    return marked or bool(_any("missed").search(found["words"])) or bool(re.search(r"\d", found["tail"] or ""))


def is_encryption_notice(body: str) -> bool:
    """Whether a body is the notice of encryption, which iOS puts under the name of the chat."""
    return len(body) >= _ENCRYPTION_MIN and _encryption().match(body.strip(_ENDS + "\n")) is not None


def is_content(body: str) -> bool:
    """Whether a marked body is something a person sent: media, a poll, a place, a message not yet decrypted."""
    return bool(
        "<" in body
        or "://" in body
        or body.count("\u200e") > 1
        or _OPTION.search(body)
        or _any("omitted").search(body)
        or _ATTACHED_ANDROID.match(body)
    )


def system_kind(text: str) -> str:
    """What a line of the app is about; ``chat.system`` where no pattern knows."""
    if is_deleted(text):
        return "message.deleted"
    if is_call(text, marked=True):
        return "chat.call"
    return next((kind for kind, pattern in _kinds() if pattern.search(text)), "chat.system")


def without_edit_mark(body: str) -> tuple[str, bool]:
    """The body without "<This message was edited>", and whether it had that."""
    found = _edited().search(body) if body.endswith((">", "> ")) else None
    return (body[: found.start()], True) if found else (body, False)


def attached_names(body: str) -> list[str]:
    r"""The names of the files that a body says are attached.

    >>> attached_names("IMG-20240102-WA0003.jpg (Datei angehängt)\nthe view")
    ['IMG-20240102-WA0003.jpg']
    """
    names = _ATTACHED_IOS.findall(body) if "<" in body else []
    android = _ATTACHED_ANDROID.match(body) if "(" in body else None
    if android is not None:
        is_named = body.startswith("\u200e") or _MEDIA_NAME.match(android[1])
        if is_named or _any("attached").search(android[2]):
            names.append(android[1])
    return [name.strip("\u200e\u200f ") for name in names]


def place(body: str) -> tuple[float, float] | None:
    """Latitude and longitude of a place sent as a link to a map."""
    found = _PLACE.search(body) if "maps" in body else None
    if found is None:
        return None
    latitude, longitude = float(found[1]), float(found[2])
    return (latitude, longitude) if abs(latitude) <= 90 and abs(longitude) <= 180 else None
