"""Mail: a message in a file of its own (.eml), or many in an mbox, parsed by the standard library, threads kept."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import policy
from email.message import Message
from email.parser import BytesParser
from pathlib import Path
from typing import IO

import msgspec

from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.mail_headers import addresses, decoded, header, message_ids, sent, text_of
from kenning.formats.markup import plain_text
from kenning.formats.parts import (
    ATTACHMENTS_MAX,
    Occurrences,
    attachment,
    clean,
    concerned,
    damaged,
    idempotency_key,
    limited,
    primary,
    provenance,
    source,
)
from kenning.model.event import Actor, Concerned, Context, Event, File, Part, Time

name = "mail"

_FIELD = re.compile(rb"[!-9;-~]{1,76}:")
_KNOWN = re.compile(
    rb"^(from|to|date|subject|message-id|received|return-path|delivered-to|mime-version|content-type|reply-to|sender|"
    rb"x-[\w-]+|dkim-signature|in-reply-to|cc)[ \t]*:",
    re.IGNORECASE | re.MULTILINE,
)
# "From alice@example.com Mon Mar  4 08:15:02 2024", also with a zone, also with "-" for the sender.
_ENVELOPE = re.compile(rb"From \S.{0,300}?\b\d{1,2}:\d\d(?::\d\d)?\b.{0,20}?\b\d{4}\b.{0,10}\s*$")
_QUOTED = re.compile(rb"^>(>*From )")
_MESSAGE_BYTES_MAX = 512 << 20
_PART_DEPTH_MAX = 40
_SUBJECT_LEAD = re.compile(r"^\s*(?:(?:re|aw|sv|fwd?|wg|odp|rv|r|tr)\s*(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)


class _Raw(msgspec.Struct):
    """One message as bytes: where it begins, the mbox's line before it, why it is not whole."""

    number: int
    line: int
    envelope: str
    content: bytes
    flaw: str = ""


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins with the headers of mail, or with the line that begins a message in an mbox."""
    if path.is_dir():
        return False
    lines = head.lstrip(b"\xef\xbb\xbf").lstrip().splitlines()
    if lines and _ENVELOPE.match(lines[0]):
        return True
    if not lines or not _FIELD.match(lines[0]):
        return False
    top = head.lstrip(b"\xef\xbb\xbf").lstrip().replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return len({found.lower() for found in _KNOWN.findall(top)}) >= 2


def read(path: Path, options: Options) -> Iterator[Record]:
    """The messages of a file, in its order, one in memory at a time."""
    total = path.stat().st_size
    occurrences = Occurrences()
    count = 0
    with path.open("rb") as stream:
        messages = _single(stream) if path.suffix.lower() == ".eml" else _messages(stream)
        for raw in messages:
            count += 1
            yield _told(raw, occurrences, options)
            options.done(min(stream.tell(), total), total)
    if not count:
        raise damaged(path.name, "the whole file", "has no message")


def _single(stream: IO[bytes]) -> Iterator[_Raw]:
    """The one message of a file, which may still begin with an mbox's line."""
    content = stream.read(_MESSAGE_BYTES_MAX + 1).lstrip(b"\r\n")
    flaw = "is too big for a message" if len(content) > _MESSAGE_BYTES_MAX else ""
    envelope = b""
    if content.startswith(b"From "):
        envelope, _, content = content.partition(b"\n")
    if content.strip():
        yield _Raw(1, 1, clean(envelope.decode("latin-1")), content, flaw)


def _messages(stream: IO[bytes]) -> Iterator[_Raw]:
    """The messages of an mbox, one at a time; a file that begins with headers is one message.

    A line begins a message where it has the form, a blank line is before it and a header behind it: mbox writers that do
    not quote "From " in text are common.
    """
    current: _Raw | None = None
    lines: list[bytes] = []
    size, blank, pending, number = 0, True, b"", 0
    for at, line in enumerate(stream, 1):
        begins = pending and (_FIELD.match(line) or not line.strip())
        if begins:
            if current is not None:
                yield _finished(current, lines)
            number += 1
            current, lines, size = _Raw(number, at - 1, clean(pending.decode("latin-1")), b""), [], 0
        elif pending:
            lines.append(pending)
        pending = b""
        if blank and line.startswith(b"From ") and _ENVELOPE.match(line):
            pending = line
        else:
            if current is None and line.strip():
                number = 1
                current = _Raw(1, at, "", b"")
            size += len(line)
            if current is not None and size > _MESSAGE_BYTES_MAX:
                current.flaw = "is too big for a message"
                lines.clear()
            lines.append(_QUOTED.sub(rb"\1", line) if current is not None and current.envelope else line)
        blank = not line.strip()
    if current is not None:
        yield _finished(current, lines)


def _finished(raw: _Raw, lines: list[bytes]) -> _Raw:
    """The message with its bytes."""
    raw.content = b"".join(lines).lstrip(b"\r\n")
    return raw


def _told(raw: _Raw, occurrences: Occurrences, options: Options) -> Record:
    """The record of a message."""
    where = f"message {raw.number} (line {raw.line})"
    if raw.flaw:
        return Skipped(where=where, reason=raw.flaw)
    try:
        message = BytesParser(policy=policy.compat32).parsebytes(raw.content)
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError, LookupError) as error:
        return Skipped(where=where, reason=f"cannot be parsed: {error}")
    if not any(_FIELD.match(f"{field}:".encode("utf-8", "replace")) for field in message):
        return Skipped(where=where, reason="has no header")
    return _mapped(message, raw, where, occurrences, options)


def _mapped(message: Message, raw: _Raw, where: str, occurrences: Occurrences, options: Options) -> Record:
    """The event of a message: sender, recipients, subject as the session, text and attachments."""
    known = next(iter(message_ids(message, "message-id")), "") or clean(header(message, "message-id"))
    parents = message_ids(message, "in-reply-to") or message_ids(message, "references")
    reply = parents[-1] if parents else None
    when = sent(message, raw.envelope)
    subject = decoded(header(message, "subject"))
    body = _Body(options)
    try:
        body.take(message, 0)
    except (ValueError, IndexError, KeyError, AttributeError, TypeError, RecursionError, LookupError) as error:
        return Skipped(where=where, reason=f"its body cannot be read: {error}")
    text = body.text()
    said = [known, *(clean(header(message, field)) for field in ("date", "from", "subject"))]
    number = occurrences.number("", *said, *([] if known else [text]))
    thread = _SUBJECT_LEAD.sub("", subject)
    root = next(iter(message_ids(message, "references")), None) or reply or known
    event = Event(
        kind="mail.received",
        source=source(name),
        actor=_sender(message),
        time=Time(occurred_at=when.at, precision=when.precision) if when else None,
        context=Context(session=Part(id=limited(root), name=limited(thread), type="thread")),
        files=[primary(text, options, name=limited(subject)), *body.files[:ATTACHMENTS_MAX]],
        provenance=provenance(name, known, reply),
        idempotency_key=idempotency_key(name, *said, *([] if known else [text]), number),
        entities=concerned(_recipients(message)),
    )
    return checked(event, where, key=known if number == 0 else "", reply_to=reply if reply != known else None)


def _sender(message: Message) -> Actor | None:
    """Who wrote it, by the address in From, else in Sender."""
    for field in ("from", "sender", "return-path"):
        for shown, address in addresses(message, field):
            return Actor(type="person", name=shown, channel="email" if address else None, identifier=address)
    return None


def _recipients(message: Message) -> list[Concerned]:
    """To whom it went."""
    return [
        Concerned(channel="email" if address else None, identifier=address, name=shown, role="participant")
        for shown, address in addresses(message, "to", "cc", "bcc")
    ]


class _Body:
    """Gathers the text and the attachments of a message, part by part."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._texts: list[str] = []
        self.files: list[File] = []

    def text(self) -> str:
        """The words of the message."""
        return "\n\n".join(text for text in self._texts if text)

    def take(self, part: Message, depth: int) -> None:
        """Take one part into account: the best of alternatives, all of a mixture, a message inside as one attachment."""
        kind = part.get_content_type()
        if depth > _PART_DEPTH_MAX:
            return
        if kind == "message/rfc822" or (kind.startswith("message/") and part.is_multipart() and depth):
            inside = part.get_payload()
            content = b"".join(_bytes(inner) for inner in inside) if isinstance(inside, list) else _payload(part)
            self.files.append(attachment(content, _file_name(part) or "message.eml", self._options, content_type=kind))
        elif part.is_multipart():
            inner = [piece for piece in part.get_payload() if isinstance(piece, Message)]
            for piece in [_best(inner)] if kind == "multipart/alternative" and inner else inner:
                self.take(piece, depth + 1)
        elif kind.startswith("multipart/"):  # said to have parts, and has none: what there is, is text
            self._texts.append(_text(part).strip())
        elif kind in {"text/plain", "text/html"} and not _is_attached(part):
            text = _text(part)
            self._texts.append((plain_text(text) if kind == "text/html" else text).strip("\n").rstrip())
        else:
            self.files.append(attachment(_payload(part), _file_name(part), self._options, content_type=kind))


def _best(alternatives: list[Message]) -> Message:
    """The alternative to read: plain text where it says anything, else the last, which the sender likes best."""
    plain = [part for part in alternatives if part.get_content_type() == "text/plain" and _payload(part).strip()]
    return plain[0] if plain else alternatives[-1]


def _is_attached(part: Message) -> bool:
    """Whether a part of text is a file of its own, not what the writer says."""
    return bool(_file_name(part)) or str(part.get("content-disposition", "")).strip().lower().startswith("attachment")


def _file_name(part: Message) -> str | None:
    """The name of an attached file."""
    try:
        found = part.get_filename()
    except (ValueError, LookupError, TypeError, IndexError, AttributeError):
        return None
    return limited(decoded(found).replace("\\", "/").rpartition("/")[2]) if found else None


def _payload(part: Message) -> bytes:
    """The bytes of a part, its transfer encoding undone as far as it can be."""
    content = part.get_payload(decode=True)
    return content if isinstance(content, bytes) else b""


def _text(part: Message) -> str:
    """The text of a part, in its charset."""
    try:
        charset = part.get_content_charset()
    except (ValueError, LookupError, TypeError, IndexError, AttributeError):
        charset = None
    text = text_of(_payload(part) or _raw_payload(part), charset)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _raw_payload(part: Message) -> bytes:
    """The bytes of a part that claims to have parts and has none."""
    content = part.get_payload()
    return content.encode("utf-8", errors="surrogateescape") if isinstance(content, str) else b""


def _bytes(message: object) -> bytes:
    """A message inside a message, as bytes."""
    if not isinstance(message, Message):
        return b""
    try:
        return message.as_bytes(policy=policy.compat32)
    except (UnicodeError, LookupError, ValueError, KeyError, TypeError, AttributeError):
        return message.as_string().encode("utf-8", errors="replace")
