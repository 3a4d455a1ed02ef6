"""The headers of mail as they really are: encoded, misencoded, addresses in names, dates that are none."""

from __future__ import annotations

import binascii
import re
from datetime import UTC
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

import msgspec

from kenning.formats.parts import clean, email_address, limited
from kenning.model.event import Precision

_MESSAGE_ID = re.compile(r"<([^<>\s]+)>")
# A display name that is itself an address, unquoted: the parser would take it for a second address.
_BARE_NAME = re.compile(r'(^|,)\s*([^\s,<>"()]+@[^\s,<>"()]+)\s*(?=<)')
_OBFUSCATED = re.compile(r"([\w.+-]+) at ([\w-]+(?:\.[\w-]+)+) \((.*)\)")
_WORDS_APART = re.compile(r"(=\?[^?\s]+\?[bBqQ]\?[^?]*\?=)(?==\?)")
_MEANT = {"iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "ascii"}  # as browsers do
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
    "shift_jis": "cp932",
    "ascii": "cp1252",
}
_ENVELOPE_DATE = re.compile(
    r"(?:[A-Z][a-z]{2},? +)?[A-Z][a-z]{2} +\d{1,2} +\d\d:\d\d.*$|\d{1,2} [A-Z][a-z]{2} +\d{4} .*$"
)


class Sent(msgspec.Struct, frozen=True):
    """When mail was sent, and how sure that is: inferred where it is not from its own Date."""

    at: str
    precision: Precision


def header(message: Message, field: str) -> str:
    """A header as it stands in the file, unfolded, bytes that are no ASCII kept by surrogates; empty where it is not there."""
    for known, value in message.raw_items():
        if known.lower() == field:
            return re.sub(r"\r?\n\s*", " ", str(value)).strip()
    return ""


def headers(message: Message, field: str) -> list[str]:
    """All headers of a name."""
    return [
        re.sub(r"\r?\n\s*", " ", str(value)).strip() for known, value in message.raw_items() if known.lower() == field
    ]


def decoded(raw: str) -> str:
    """A header in words: encoded words decoded, raw bytes taken for UTF-8 or else Latin-1; what cannot be is kept as is."""
    raw = _WORDS_APART.sub(r"\1 ", raw)
    try:
        pieces = decode_header(_eight_bit(raw))
    except (HeaderParseError, binascii.Error, ValueError, LookupError):
        return clean(_eight_bit(raw))
    words = [piece if isinstance(piece, str) else text_of(piece, charset) for piece, charset in pieces]
    return clean("".join(words)).strip()


def text_of(content: bytes, charset: str | None) -> str:
    """Bytes as text: by the charset they claim, else as UTF-8, else by a wider charset that is often meant."""
    named = (charset or "ascii").strip("\"' ").lower()
    named = _MEANT.get(named, named)
    for candidate in (named, "utf-8", _WIDER.get(named, named)):
        try:
            return content.decode(candidate)
        except (UnicodeError, LookupError, ValueError):
            continue
    return content.decode("cp1252", errors="replace")


def _eight_bit(raw: str) -> str:
    """Text that may hold raw bytes as surrogates, those bytes read as UTF-8 or else Latin-1."""
    try:
        raw.encode("ascii")
    except UnicodeEncodeError:
        return text_of(raw.encode("utf-8", errors="surrogateescape"), None)
    return raw


def addresses(message: Message, *fields: str) -> list[tuple[str | None, str | None]]:
    """The names and addresses in headers, parsed before they are decoded: an encoded comma parts no addresses."""
    lines = [_OBFUSCATED.sub(r'"\3" <\1@\2>', line) for field in fields for line in headers(message, field)]
    lines = [_BARE_NAME.sub(r'\1 "\2" ', line) for line in lines]
    try:
        found = getaddresses([_eight_bit(line) for line in lines])
    except (IndexError, TypeError, ValueError, AttributeError):
        return []
    people: list[tuple[str | None, str | None]] = []
    for shown, address in found:
        known = email_address(clean(address))
        called = limited(decoded(shown))
        if known or called:
            people.append((called if called and called.lower() != known else None, known))
    return people


def message_ids(message: Message, field: str) -> list[str]:
    """The ids in a header, whatever words stand around them."""
    return _MESSAGE_ID.findall(clean(_eight_bit(header(message, field))))


def sent(message: Message, envelope: str) -> Sent | None:
    """When it was sent: its Date; else, as an inference, when it was resent, received, or put into the mailbox."""
    at = _moment(header(message, "date"))
    if at is not None:
        return Sent(at, "second")
    received = [line.rpartition(";")[2] for line in reversed(headers(message, "received"))]
    for line in (header(message, "resent-date"), *received, header(message, "delivery-date"), _envelope_date(envelope)):
        at = _moment(line)
        if at is not None:
            return Sent(at, "inferred")
    return None


def _envelope_date(envelope: str) -> str:
    """The date in the line that begins a message in an mbox, in the order that mail itself uses."""
    found = _ENVELOPE_DATE.search(envelope)
    if found is None:
        return ""
    fields = found[0].replace(",", "").split()
    if re.fullmatch(r"[A-Z][a-z]{2}", fields[0]) and len(fields) >= 4 and re.fullmatch(r"[A-Z][a-z]{2}", fields[1]):
        fields = fields[1:]
    if len(fields) < 4 or not fields[1].isdigit():
        return found[0]
    month, day, clock, *rest = fields
    year = next((field for field in rest if re.fullmatch(r"\d{4}", field)), "")
    ahead = next((field for field in rest if re.fullmatch(r"[+-]\d{4}", field)), "-0000")
    return f"{day} {month} {year} {clock} {ahead}" if year else ""


def _moment(line: str) -> str | None:
    """A date of mail as RFC 3339, its offset kept; None for what is no date."""
    if not line.strip():
        return None
    try:
        moment = parsedate_to_datetime(clean(line).strip())
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)  # -0000: UTC, of a place unsaid
        if not 1970 <= moment.year <= 9998:
            return None
        stamp = moment.isoformat(timespec="seconds")
        return stamp.replace("+00:00", "Z") if len(stamp) == 25 else None  # longer: an offset with seconds
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        return None
