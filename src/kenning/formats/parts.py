"""The parts from which every format builds its events: cleaned text, limited names, files, keys, provenance."""

from __future__ import annotations

import base64
import hashlib
import json
import mimetypes
import re
from collections import deque
from pathlib import Path
from typing import Any

import msgspec

from kenning.errors import InvalidError
from kenning.formats.draft import Options
from kenning.model.event import INLINE_BYTES_MAX, Concerned, File, Provenance, Source
from kenning.model.time import wrong

WORD_MAX = 128
NAME_MAX = 1024
LINE_MAX = 8192
ATTACHMENTS_MAX = 63  # an event holds 64 files, one of them primary
CONCERNED_MAX = 256
ATTACHMENT_INLINE_BYTES_MAX = 64 << 10
PIECE_BYTES_MAX = 512 << 20
_SURROGATE = re.compile("[\ud800-\udfff]")
_DAYS_REMEMBERED = 3


def clean(text: str) -> str:
    """The text without what no event may hold: lone surrogates become U+FFFD, NULs go."""
    if "\0" in text:
        text = text.replace("\0", "")
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def limited(value: object, length: int = NAME_MAX) -> str | None:
    """A name or word as the envelope takes it: cleaned, one line, cut to length; None where nothing is left."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return None
    line = " ".join(clean(str(value)).split())
    return (line if len(line) <= length else line[: length - 1] + "…") or None


def word(value: object) -> str | None:
    """A value as an envelope's `Word`."""
    return limited(value, WORD_MAX)


def string(value: object) -> str:
    """A JSON value that should be text, cleaned; empty where it is none."""
    return clean(value) if isinstance(value, str) else ""


def mapping(value: object) -> dict[str, Any]:
    """A JSON value that should be an object; empty where it is none."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[Any]:
    """A JSON value that should be an array; empty where it is none."""
    return value if isinstance(value, list) else []


def kind_of(prefix: str, name: str) -> str:
    """A kind from a foreign word: ``chat`` and ``Join group`` give ``chat.join_group``."""
    tail = re.sub(r"[^a-z0-9]+", "_", name.casefold()).strip("_")
    return f"{prefix}.{tail or 'system'}"[:WORD_MAX]


def source(name: str) -> Source:
    """Who recorded it: an import of that format."""
    return Source(type="import", name=name)


def provenance(name: str, key: str = "", reply_to: str | None = None) -> Provenance:
    """On what it rests: an import, and the ids by which the foreign program knows the record and its parent."""
    ids = {"format": name, "id": limited(key), "replyTo": limited(reply_to)}
    return Provenance(basis="imported", metadata={name: value for name, value in ids.items() if value})


def digest(*values: object) -> str:
    """A short name for values: equal for equal values, whatever file they came from."""
    try:
        wire = msgspec.json.encode(values)
    except UnicodeEncodeError:  # lone surrogates, in ids that never become text
        wire = json.dumps(values, ensure_ascii=True).encode("ascii")
    return hashlib.sha256(wire).hexdigest()[:40]


def idempotency_key(name: str, *values: object) -> str:
    """The key by which a record is known again: the format, and a digest of what makes it this record."""
    return f"{name}:{digest(*values)}"


class Occurrences:
    """Counts records that are equal to the letter, so that each has a key of its own, the same in every export."""

    def __init__(self) -> None:
        self._days: deque[tuple[str, dict[bytes, int]]] = deque(maxlen=_DAYS_REMEMBERED)

    def number(self, day: str, *values: object) -> int:
        """How many equal ones came before it on its day; only the last few days are kept, for a file may be long."""
        counts = next((counts for known, counts in self._days if known == day), None)
        if counts is None:
            counts = {}
            self._days.append((day, counts))
        name = bytes.fromhex(digest(*values))[:12]
        counts[name] = counts.get(name, -1) + 1
        return counts[name]


def primary(text: str, options: Options, *, content_type: str = "text/plain", name: str | None = None) -> File:
    """The primary file of an event: its text inline, or in a file of its own where it is long."""
    text = clean(text)
    wire = text.encode()
    if len(wire) <= INLINE_BYTES_MAX:
        return File(role="primary", content_type=content_type, name=name, content=text)
    if options.unpack_into is None:
        cut = wire[:INLINE_BYTES_MAX].decode(errors="ignore")
        return File(role="primary", content_type=content_type, name=name, content=cut, metadata={"cut": True})
    return File(role="primary", content_type=content_type, name=name, path=_unpack(wire, ".txt", options.unpack_into))


def attachment(content: bytes, name: object, options: Options, *, content_type: object = None) -> File:
    """An attached file: inline where it is small, else unpacked where the importer wants such things."""
    shown = limited(name)
    kind = word(content_type) or guess(shown)
    if len(content) <= ATTACHMENT_INLINE_BYTES_MAX:
        inline = base64.b64encode(content).decode("ascii")
        return File(role="attachment", content_type=kind, name=shown, content=inline, encoding="base64")
    if options.unpack_into is None or len(content) > PIECE_BYTES_MAX:
        return absent(shown, "too big to be inlined", content_type=kind)
    suffix = Path(shown or "").suffix
    safe = suffix if re.fullmatch(r"\.[A-Za-z0-9]{1,10}", suffix) else ""
    path = _unpack(content, safe, options.unpack_into)
    return File(role="attachment", content_type=kind, name=shown, path=path)


def raw(record: object, options: Options) -> list[File]:
    """The record as its program wrote it, for what the words of the event leave out; none where it is too big to be kept."""
    try:
        content = msgspec.json.encode(record, order="sorted")
    except (UnicodeEncodeError, TypeError, RecursionError):
        return []
    if len(content) <= ATTACHMENT_INLINE_BYTES_MAX:
        return [File(role="raw", content_type="application/json", content=content.decode())]
    if options.unpack_into is None or len(content) > PIECE_BYTES_MAX:
        return []
    return [File(role="raw", content_type="application/json", path=_unpack(content, ".json", options.unpack_into))]


def absent(name: object, reason: str, *, content_type: object = None, url: str | None = None) -> File:
    """An attached file that the export only names."""
    address = limited(url, LINE_MAX) if url else None
    shown = limited(name)
    return File(
        role="attachment",
        content_type=word(content_type) or guess(shown),
        name=shown,
        url=address,
        metadata=None if address else {"absent": limited(reason)},
    )


def guess(name: str | None) -> str | None:
    """A content type from a file's name; the table of the standard library alone, not the machine's."""
    if not name:
        return None
    suffix = Path(name).suffix.lower()
    return {".opus": "audio/ogg", ".webp": "image/webp", ".vcf": "text/vcard"}.get(suffix) or _TYPES.get(suffix)


def _unpack(content: bytes, suffix: str, folder: Path) -> str:
    """Write a piece under a name made of its digest, so that equal pieces are written once; give the relative path."""
    name = hashlib.sha256(content).hexdigest()[:32] + suffix
    target = folder / name
    if not target.exists():
        target.write_bytes(content)
    return name


_TYPES = mimetypes.MimeTypes(filenames=()).types_map[True]


def concerned(items: list[Concerned]) -> list[Concerned]:
    """The things an event concerns, each once, as many as an event holds."""
    seen: dict[tuple[str | None, ...], Concerned] = {}
    for item in items:
        if item.identifier or item.name:
            seen.setdefault((item.channel, item.identifier, item.name, item.role), item)
    return list(seen.values())[:CONCERNED_MAX]


def email_address(text: object) -> str | None:
    """An e-mail address as an identifier: lower case, since no provider tells addresses apart by case."""
    address = limited(text)
    return address.lower() if address and re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", address) else None


def phone_number(text: object) -> str | None:
    """A phone number as an identifier: its digits, with a leading + where it has one; None for what is no number.

    >>> phone_number("+1 (212) 204-3445"), phone_number("tel:+1-418-656-9254;ext=102"), phone_number("HomePhone")
    ('+12122043445', '+14186569254;ext=102', None)
    """
    line = limited(text) or ""
    number, _, extension = line.removeprefix("tel:").partition(";ext=")
    if not re.fullmatch(r"[+＋]?[\d\s().\-/‐‑–\u00a0\u202f]{5,40}", number):
        return None
    digits = "".join(str(int(char)) for char in number if char.isdecimal())
    if not 5 <= len(digits) <= 20:
        return None
    return f"{'+' if number[0] in '+＋' else ''}{digits}{f';ext={extension}' if extension else ''}"


def json_document(content: bytes, name: str) -> object:
    """The value of a JSON file; what is damaged or cut is refused with its place.

    The fast decoder is strict about lone surrogates, which real exports have, so the slow one has the last word.
    """
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        value: object = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        value = None
    else:
        return value
    try:
        value = json.loads(content)
    except json.JSONDecodeError as error:
        raise damaged(name, f"line {error.lineno}, column {error.colno}", error.msg) from error
    except UnicodeDecodeError as error:
        raise damaged(name, f"byte {error.start}", "is not UTF-8") from error
    except (RecursionError, ValueError) as error:
        raise damaged(name, "the whole file", str(error) or "nested too deeply") from error
    return value


def damaged(name: str, place: str, reason: str) -> InvalidError:
    """The refusal of a file that is damaged as a whole: its name, the place, the reason."""
    return wrong(name, place, reason, hint="the file is damaged or cut; export it again")
