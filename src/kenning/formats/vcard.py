"""Address books (.vcf), versions 2.1 to 4.0 as vendors really write them: each card as an event of its own.

The file is parted into cards, and the lines of a card are joined where quoted-printable or bare base64 broke them, before
`vobject` takes each line apart; so one broken line costs neither the card nor the file.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kenning.errors import InvalidError
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.mail_headers import text_of
from kenning.formats.parts import (
    Occurrences,
    absent,
    attachment,
    clean,
    concerned,
    damaged,
    email_address,
    idempotency_key,
    limited,
    phone_number,
    primary,
    provenance,
    source,
)
from kenning.model.event import Concerned, Event, File, Time
from kenning.model.time import instant

name = "vcard"

_BEGIN = re.compile(rb"\s*(BEGIN|END)\s*:\s*VCARD\s*", re.IGNORECASE)
_PROPERTY = re.compile(rb"[\w.-]+[;:]")
_QUOTED_PRINTABLE = re.compile(rb"^[^:]*QUOTED-PRINTABLE[^:]*:", re.IGNORECASE)
_BASE64 = re.compile(rb"^[^:]*(?:ENCODING=)?\b(?:BASE64|B)\b[^:]*:", re.IGNORECASE)
_BINARY = {"PHOTO": "photo", "LOGO": "logo", "SOUND": "sound", "KEY": "key"}
_LABELS = {
    "NICKNAME": "Nickname", "ORG": "Organization", "TITLE": "Title", "ROLE": "Role", "EMAIL": "E-mail", "TEL": "Phone",
    "IMPP": "Chat", "ADR": "Address", "BDAY": "Birthday", "ANNIVERSARY": "Anniversary", "X-ANNIVERSARY": "Anniversary",
    "X-EVOLUTION-ANNIVERSARY": "Anniversary", "X-MS-ANNIVERSARY": "Anniversary", "X-ABDATE": "Date", "GENDER": "Gender",
    "URL": "Web", "CATEGORIES": "Categories", "RELATED": "Related", "X-ABRELATEDNAMES": "Related", "X-SPOUSE": "Spouse",
    "X-EVOLUTION-SPOUSE": "Spouse", "X-EVOLUTION-MANAGER": "Manager", "X-EVOLUTION-ASSISTANT": "Assistant", "LANG": "Language",
    "GEO": "Place", "TZ": "Time zone", "NOTE": "Note",
}  # fmt: skip
_CHATS = {
    "X-AIM": "aim", "X-ICQ": "icq", "X-GTALK": "gtalk", "X-GOOGLE-TALK": "gtalk", "X-JABBER": "xmpp", "X-MSN": "msn",
    "X-YAHOO": "yahoo", "X-SKYPE": "skype", "X-SKYPE-USERNAME": "skype", "X-QQ": "qq", "X-GADUGADU": "gadugadu",
    "X-TWITTER": "twitter", "X-TELEGRAM": "telegram", "X-MS-IMADDRESS": "im",
}  # fmt: skip
_UNTOLD = {
    "VERSION",
    "PRODID",
    "N",
    "FN",
    "UID",
    "REV",
    "LABEL",
    "X-ABLABEL",
    "X-ABADR",
    "KIND",
    "PROFILE",
    "MAILER",
    "CLASS",
}
_TYPES_UNTOLD = {"pref", "internet", "voice", "x-pref"}
_CARD_BYTES_MAX = 64 << 20


class _Card(msgspec.Struct):
    """A card as its bytes, line by line; why it is not whole."""

    line: int
    number: int
    lines: list[bytes]
    flaw: str = ""


class _Property(msgspec.Struct, frozen=True):
    """One line of a card, taken apart: its name, its types, its text still escaped, its bytes where it is binary."""

    name: str
    group: str
    types: list[str]
    value: str
    content: bytes | None
    content_type: str | None

    def parts(self, apart: str) -> list[str]:
        """The fields of a structured value, unescaped."""
        return [_unescaped(part).strip() for part in re.split(rf"(?<!\\){apart}", self.value)]

    @property
    def text(self) -> str:
        """The value, unescaped."""
        return _unescaped(self.value).strip()


def recognises(path: Path, head: bytes) -> bool:
    """Whether the file begins as a card does."""
    return not path.is_dir() and re.match(rb"(\xef\xbb\xbf)?\s*BEGIN\s*:\s*VCARD\b", head, re.IGNORECASE) is not None


def read(path: Path, options: Options) -> Iterator[Record]:
    """The cards of the file, in its order."""
    occurrences = Occurrences()
    count = 0
    for card in _cards(path, options):
        count += 1
        where = f"line {card.line}: card {card.number}"
        yield Skipped(where=where, reason=card.flaw) if card.flaw else _told(card, where, occurrences, options)
    if not count:
        raise damaged(path.name, "the whole file", "has no card")


def _cards(path: Path, options: Options) -> Iterator[_Card]:
    """The cards of the file, a card inside a card (AGENT) left in its place; lines outside of cards are a broken one."""
    total = path.stat().st_size
    card: _Card | None = None
    outside = False
    number = depth = size = 0
    with path.open("rb") as stream:
        for at, raw in enumerate(stream, 1):
            line = raw.rstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf" if at == 1 else b"")
            found = _BEGIN.fullmatch(line)
            begins, ends = (
                found is not None and found[1].upper() == b"BEGIN",
                found is not None and found[1].upper() == b"END",
            )
            if begins and (card is None or not _holds_agent(card)):
                if card is not None and not outside:
                    card.flaw = "has no END:VCARD"
                if card is not None:
                    yield card
                number, depth, size, outside = number + 1, 1, 0, False
                card = _Card(at, number, [])
            elif card is None:
                if line.strip():
                    number, outside = number + 1, True
                    card = _Card(at, number, [], "has no BEGIN:VCARD")
            else:
                depth += int(begins) - int(ends)
                size += len(line)
                if depth > 0 and size <= _CARD_BYTES_MAX:
                    card.lines.append(line)
                card.flaw = card.flaw or ("is too big for a card" if size > _CARD_BYTES_MAX else "")
                if ends and (depth <= 0 or outside):
                    yield card
                    options.done(min(stream.tell(), total), total)
                    card, depth, outside = None, 0, False
    if card is not None:
        card.flaw = card.flaw or "has no END:VCARD: the file is cut"
        yield card


def _holds_agent(card: _Card) -> bool:
    """Whether the card's last line announces a card inside it."""
    last = next((line for line in reversed(card.lines) if line.strip()), b"")
    return re.match(rb"(?:[\w-]+\.)?AGENT\b[^:]*:\s*$", last, re.IGNORECASE) is not None


def _logical(lines: list[bytes]) -> Iterator[bytes]:
    """The lines joined where they were broken: folds, soft breaks of quoted-printable, base64 that runs on unindented."""
    current: bytes | None = None
    depth = 0
    for line in lines:
        found = _BEGIN.fullmatch(line)
        depth += 0 if found is None else 1 if found[1].upper() == b"BEGIN" else -1
        if depth or found:
            continue  # the card of someone's agent is another's card
        if current is not None and _goes_on(current, line):
            soft = current.endswith(b"=") and _QUOTED_PRINTABLE.match(current) is not None
            current = (current[:-1] if soft else current) + (
                line if soft else line.strip() if _BASE64.match(current) else line[1:]
            )
            continue
        if current is not None and current.strip():
            yield current
        current = line
    if current is not None and current.strip():
        yield current


def _goes_on(current: bytes, line: bytes) -> bool:
    """Whether a line goes on with the one before it."""
    if _QUOTED_PRINTABLE.match(current) and current.endswith(b"="):
        return True
    if line[:1] in {b" ", b"\t"}:
        return True
    return (
        _BASE64.match(current) is not None
        and bool(line.strip())
        and re.fullmatch(rb"[A-Za-z0-9+/=\s]+", line) is not None
    )


def _told(card: _Card, where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of a card."""
    lines = list(_logical(card.lines))
    version = next((line.partition(b":")[2].strip() for line in lines if line.upper().startswith(b"VERSION")), b"")
    if version != b"2.1" and any(not _is_utf8(line) for line in lines):
        return Skipped(where=where, reason="is not UTF-8")
    found = [prop for line in lines if (prop := _property(line)) is not None]
    if not any(prop.name != "VERSION" for prop in found):
        return Skipped(where=where, reason="has no property that can be read")
    mapper = _Mapper(found, options)
    wire = [line.decode("latin-1") for line in lines]
    uid = mapper.first("UID")
    event = Event(
        kind="contact.card",
        source=source(name),
        time=mapper.time(),
        files=[mapper.primary(), *mapper.attachments()],
        provenance=provenance(name, uid),
        idempotency_key=idempotency_key(name, wire, occurrences.number("", *wire)),
        entities=concerned(mapper.entities()),
    )
    return checked(event, where, key=uid)


def _is_utf8(line: bytes) -> bool:
    """Whether a line is sound, or says that it is in another charset."""
    if re.match(rb"[^:]*;CHARSET=", line, re.IGNORECASE):
        return True
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True


def _property(line: bytes) -> _Property | None:
    """One logical line taken apart, its encoding undone; None for what is no property."""
    from vobject.base import ParseError, parseLine

    if not _PROPERTY.match(line):
        return None
    try:
        field, params, value, group = parseLine(line.decode("utf-8", errors="surrogateescape"))
    except (ParseError, ValueError, TypeError):
        return None
    named = {str(param[0]).upper(): [str(part) for part in param[1:]] for param in params}
    words = [str(param[0]).lower() for param in params if len(param) == 1]
    words += [word.lower() for part in named.get("TYPE", []) for word in part.strip('"').split(",")]
    encoding = " ".join([*named.get("ENCODING", []), *words]).lower()
    charset = next(iter(named.get("CHARSET", [])), None)
    wire = str(value).encode("utf-8", errors="surrogateescape")
    content: bytes | None = None
    if "quoted-printable" in encoding:
        wire = quopri.decodestring(wire)
    elif re.search(r"\b(base64|b)\b", encoding) or re.match(rb"data:[^,]{0,100};base64,", wire):
        content = _debased(wire)
    return _Property(
        name=str(field).upper(),
        group=str(group or ""),
        types=[word for word in words if word not in {"quoted-printable", "base64", "b", "8bit", "7bit"}],
        value="" if content is not None else clean(text_of(wire, charset)),
        content=content,
        content_type=next(iter(named.get("MEDIATYPE", [])), None),
    )


def _debased(wire: bytes) -> bytes | None:
    """The bytes of base64, or None where it is none, as where a KEY holds an address in spite of its parameters."""
    try:
        return base64.b64decode(re.sub(rb"\s+", b"", wire.rpartition(b"base64,")[2]), validate=True)
    except (binascii.Error, ValueError):
        return None


def _unescaped(text: str) -> str:
    """Text without the backslashes that guard its commas, semicolons, colons and line ends."""
    return re.sub(r"\\([nN,;:\\])", lambda found: "\n" if found[1] in "nN" else found[1], text)


class _Mapper:
    """Maps the properties of one card."""

    def __init__(self, found: list[_Property], options: Options) -> None:
        self._found, self._options = found, options
        self._labels = {prop.group: prop.text for prop in found if prop.name == "X-ABLABEL" and prop.group}

    def first(self, field: str) -> str:
        """The first text of a property."""
        return next((prop.text for prop in self._found if prop.name == field and prop.text), "")

    def _title(self) -> str:
        """What the card is called: its full name, the parts of a name, a nickname, a firm, an address."""
        full = " ".join(self.first("FN").split())
        if full:
            return full
        for prop in self._found:
            if prop.name == "N":
                family, given, middle, lead, tail = (*prop.parts(";"), "", "", "", "", "")[:5]
                if spelled := " ".join(part for part in (lead, given, middle, family, tail) if part):
                    return spelled
        return next((text for field in ("NICKNAME", "ORG", "EMAIL") if (text := self.first(field))), "")

    def _type(self) -> str:
        """Whether it is a person's card or a firm's."""
        kind = self.first("KIND").lower() or ("org" if self.first("X-ABSHOWAS").upper() == "COMPANY" else "")
        return {"org": "organization", "group": "group", "location": "place"}.get(kind, "person")

    def time(self) -> Time | None:
        """When the card was last revised, which is all the time it tells."""
        found = re.fullmatch(
            r"(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?", self.first("REV")
        )
        if found is None:
            return None
        year, month, day, hour, minute, second, ahead = found.groups()
        clock = f"T{hour}:{minute}:{second}{ahead or ''}" if hour else ""
        zone = None if ahead else self._options.time_zone
        revised = f"{year}-{month}-{day}{clock}"
        try:
            instant(revised, zone or "UTC", "time.capturedAt")
        except InvalidError:
            return None
        return Time(captured_at=revised, time_zone=zone, precision="second" if hour else "day")

    def entities(self) -> list[Concerned]:
        """The person or firm, by every identifier the card has; by name alone where it has none."""
        shown, kind = limited(self._title()), self._type()
        met = [(channel, known) for prop in self._found for channel, known in [_identifier(prop)] if known]
        if not met:
            return [Concerned(name=shown, type=kind, role="subject")]
        return [
            Concerned(channel=channel, identifier=known, name=shown, type=kind, role="subject")
            for channel, known in met
        ]

    def primary(self) -> File:
        """The card in words, a line a property."""
        lines = [self._title()]
        for prop in self._found:
            if prop.name in _UNTOLD or prop.content is not None or not prop.text:
                continue
            label = (
                _LABELS.get(prop.name) or _CHATS.get(prop.name, "").upper() or prop.name.removeprefix("X-").capitalize()
            )
            shown = ", ".join(part for part in prop.parts(";") if part) if prop.name in {"ADR", "ORG"} else prop.text
            own = re.sub(r"^_\$!<(.*)>!\$_$", r"\1", self._labels.get(prop.group, ""))
            types = ", ".join(word for word in (own, *prop.types) if word and word not in _TYPES_UNTOLD)
            lines.append(f"{label}{f' ({types})' if types else ''}: {shown}")
        return primary("\n".join(line for line in lines if line), self._options, name=limited(self._title()))

    def attachments(self) -> list[File]:
        """Pictures, sounds and keys, with their bytes or as references."""
        files: list[File] = []
        for prop in self._found:
            if prop.name not in _BINARY:
                continue
            image = next((word for word in prop.types if word in {"jpeg", "png", "gif", "bmp", "webp"}), "")
            kind = prop.content_type or (f"image/{image}" if image else "image/jpeg" if prop.name == "PHOTO" else None)
            if prop.content:
                files.append(attachment(prop.content, _BINARY[prop.name], self._options, content_type=kind))
            elif re.match(r"https?://", prop.text):
                files.append(absent(_BINARY[prop.name], "a reference", content_type=kind, url=prop.text))
        return files[:16]


def _identifier(prop: _Property) -> tuple[str, str | None]:
    """The channel and the identifier that a property gives, if it gives one."""
    if prop.name == "EMAIL":
        return "email", email_address(re.sub(r"^mailto:", "", prop.text, flags=re.IGNORECASE))
    if prop.name == "TEL":
        return "phone", phone_number(prop.text) if "fax" not in prop.types else None
    if prop.name in _CHATS:
        return _CHATS[prop.name], limited(prop.text)
    if prop.name == "IMPP":
        scheme, _, known = prop.text.partition(":")
        return (scheme.lower(), limited(known)) if known and re.fullmatch(r"[\w+.-]{1,40}", scheme) else ("im", None)
    return "", None
