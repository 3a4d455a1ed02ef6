"""The door of the log: what is an event, and what may act on what; all else is refused with path, value and reason.

`parse` reads the wire form, `check` adds what a type cannot say; `check_target` and `check_correction` judge an acting
event against what it acts on. Nothing here looks anything up: whether a linked event exists, the caller finds out.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from json import JSONEncoder

import msgspec

from kenning.errors import InvalidError, UnsupportedError
from kenning.model.event import ENVELOPE_BYTES_MAX, INLINE_BYTES_MAX, Context, Envelope, Event, File
from kenning.model.ids import EVENT_ID
from kenning.model.time import wrong
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.door.wire import (
    ABSENT,
    INTEGER_MAX,
    PATTERNS,
    check_inline,
    check_plain,
    check_times,
    not_json,
    refusal,
)
from kenning.rules.view import apply, check_rising, patch_of

_ADDRESS = re.compile(r"(?:https?://[^\s/?#]+|(?!https?:|file:)[A-Za-z][A-Za-z0-9+.-]+:)[^\s\0]*", re.IGNORECASE)

_decode = msgspec.json.Decoder(Event).decode
_fast_encode = msgspec.json.Encoder().encode
_encode = JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


# -- reading the wire --------------------------------------------------------------------------------------------------


def parse(raw: bytes | str | Mapping[str, object] | Event) -> Event:
    """Read an event as a source submits it: JSON, the mapping it stands for, or an `Event` built without checks.

    Raises `InvalidError` that names the path as it stands on the wire, the value, and in plain words what is wrong.
    """
    if not isinstance(raw, bytes | str):
        event = _converted(raw)
        if event is not None:
            return event
    text = _text(raw)
    if len(text) > ENVELOPE_BYTES_MAX:
        raise InvalidError(
            f"envelope: has {len(text)} bytes, more than the {ENVELOPE_BYTES_MAX} an event may have",
            hint="keep large content in a file and give its path",
            details={"path": "", "value": len(text), "reason": "is too large"},
        )
    try:
        event = _decode(text)
    except msgspec.ValidationError as error:
        raise refusal(str(error), _plain_of(text), Event) from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise not_json(text, error) from error
    _limits(event)
    return event


def _converted(raw: Mapping[str, object] | Event) -> Event | None:
    """Read a mapping, or an event built by hand, without a detour through text; nothing where that might miss a fault.

    What JSON cannot say becomes null on the wire, and half a surrogate pair nothing at all: both are left to the detour.
    """
    try:
        if isinstance(raw, Event):
            text = _fast_encode(raw)
            event = _decode(text)
        else:
            event = msgspec.convert(raw if isinstance(raw, dict) else dict(raw), Event, strict=True)
            text = _fast_encode(event)
    except (msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    if b"null" in text or len(text) > ENVELOPE_BYTES_MAX:
        return None
    _limits(event)
    if isinstance(raw, Event):
        return event
    return _decode(text)  # what the caller changes later changes nothing here, and nouns he put in are judged as well


def _text(raw: bytes | str | Mapping[str, object] | Event) -> bytes:
    if isinstance(raw, bytes):
        return raw
    plain: object = raw
    try:
        if isinstance(raw, str):
            return raw.encode()
        plain = msgspec.to_builtins(raw) if isinstance(raw, Event) else dict(raw)
        return _encode(plain).encode()
    except (ValueError, TypeError, RecursionError) as error:
        if not isinstance(plain, str):
            check_plain(plain, "", 1)
        details = {"path": "", "value": None, "reason": str(error)}
        raise InvalidError(f"envelope: cannot be written as JSON: {error}", details=details) from error


def _plain_of(text: bytes) -> object:
    """Decode without types, to find the value at fault; a text that breaks further on is broken first of all."""
    try:
        return msgspec.json.decode(text)
    except msgspec.ValidationError:
        return ABSENT
    except (msgspec.DecodeError, RecursionError) as error:
        raise not_json(text, error) from error


def _limits(event: Event) -> None:
    """Hold the limits that a type cannot: sizes of inline content, and depth and numbers of what is free in form."""
    for number, file in enumerate(event.files):
        path = f"files[{number}]"
        if file.content is not None and 4 * len(file.content) > INLINE_BYTES_MAX:  # a character has at most four bytes
            check_inline(file.content, file.encoding, f"{path}.content")
        if file.metadata is not None:
            check_plain(file.metadata, f"{path}.metadata", 4)
        if file.size is not None and file.size > INTEGER_MAX:
            raise wrong(f"{path}.size", file.size, "is beyond 2^53")
    for number, link in enumerate(event.links):
        if link.metadata is not None:
            check_plain(link.metadata, f"links[{number}].metadata", 4)
    if event.provenance is not None and event.provenance.metadata is not None:
        check_plain(event.provenance.metadata, "provenance.metadata", 3)
    if event.context is not None:
        _context(event.context)


def _context(context: Context) -> None:
    for name in Context.__struct_fields__:
        part = getattr(context, name)
        if part is not None and part.attributes is not None:
            check_plain(part.attributes, f"context.{name}.attributes", 4)


# -- what a type cannot say --------------------------------------------------------------------------------------------


def check(event: Event, *, allow_reserved: bool = False) -> None:
    """Refuse an event that has the right types and yet makes no sense; ``allow_reserved`` is for Kenning's own verbs.

    Raises `InvalidError`, and `UnsupportedError` for a kind of ours in a version newer than we read.
    """
    _kind(event, allow_reserved=allow_reserved)
    if event.id is not None and not EVENT_ID.fullmatch(event.id):
        raise wrong("id", event.id, PATTERNS["id"])
    if event.time is not None:
        check_times(event.time)
    _files(event.files, stored=allow_reserved)
    if event.links:
        _links(event)
    for number, concerned in enumerate(event.entities):
        if concerned.id is None and concerned.identifier is None and concerned.name is None:
            raise wrong(f"entities[{number}]", msgspec.to_builtins(concerned), "needs an id, an identifier or a name")
    if kinds.acts(event.kind):
        _acting(event)
    elif kinds.derives(event.kind):
        _deriving(event)


def _kind(event: Event, *, allow_reserved: bool) -> None:
    kind = event.kind
    if kind.endswith("\n"):  # the type's "$" lets it through
        raise wrong("kind", kind, PATTERNS["kind"])
    if kinds.reserved(kind) and not allow_reserved:
        hint = 'use a kind of your own, such as "note.created"'
        raise wrong("kind", kind, "is reserved: only Kenning's own verbs append it", hint=hint)
    newest = kinds.newest(kind)
    if newest is None:
        return
    if not kind.islower():
        raise wrong("kind", kind, "is a kind of Kenning's in other letters", hint=f'write "{kind.lower()}"')
    if event.schema_version > newest:
        reason = f"is newer than the {newest} this version of Kenning reads for {kind}"
        details = {"path": "schemaVersion", "value": event.schema_version, "reason": reason}
        raise UnsupportedError(f"schemaVersion: {event.schema_version} {reason}", hint="upgrade", details=details)


def _files(files: Sequence[File], *, stored: bool) -> None:
    primaries = 0
    for number, file in enumerate(files):
        primaries += file.role == "primary"
        if file.path is not None or file.url is not None or file.sha256 is not None or file.stored_as is not None:
            _kept(file, f"files[{number}]", stored=stored)
        if file.name is not None and "\0" in file.name:
            raise wrong(f"files[{number}].name", file.name, "has a NUL character")
        if file.encoding is not None:
            _base64(file, f"files[{number}]")
    if primaries != 1:
        count = f"{primaries} files have" if primaries else "no file has"
        reason = f"{count} the role primary, exactly one must"
        raise InvalidError(f"files: {reason}", details={"path": "files", "value": primaries, "reason": reason})


def _kept(file: File, path: str, *, stored: bool) -> None:
    """Check where the content of a file is, and what is claimed of it."""
    wire = {"content": file.content, "path": file.path, "url": file.url, "storedAs": file.stored_as}
    given = [name for name, value in wire.items() if value is not None]
    if file.stored_as is not None and (
        not stored or len(file.stored_as) != 35
    ):  # the type's "$" lets a newline through
        raise wrong(
            f"{path}.storedAs", file.stored_as, "is set by Kenning, never by a source", hint="give the file's path"
        )
    if len(given) > 1:
        reason = f"has {' and '.join(given)}, at most one may be given"
        raise InvalidError(f"{path}: {reason}", details={"path": path, "value": given, "reason": reason})
    if file.path is not None and "\0" in file.path:
        raise wrong(f"{path}.path", file.path, "has a NUL character")
    if file.url is not None and not _ADDRESS.fullmatch(file.url):
        hint = "give a local file by its path" if file.url.lower().startswith("file:") else "begin it with https://"
        raise wrong(f"{path}.url", file.url, "is not a remote address", hint=hint)
    if file.sha256 is None:
        return
    if not given:
        raise wrong(f"{path}.sha256", file.sha256, "is the hash of nothing", hint="give content, path or url with it")
    if len(file.sha256) != 64 or (file.content is not None and sha256(_bytes(file, path)).hexdigest() != file.sha256):
        raise wrong(f"{path}.sha256", file.sha256, "is not the hash of the content")


def _base64(file: File, path: str) -> None:
    if file.content is None:
        raise wrong(f"{path}.encoding", file.encoding, "has no content to encode")
    _bytes(file, path)


def _bytes(file: File, path: str) -> bytes:
    content = file.content or ""
    if file.encoding is None:
        return content.encode()
    try:
        return binascii.a2b_base64(content, strict_mode=bool(content))
    except ValueError as error:
        raise wrong(f"{path}.content", content, f"is not base64: {error}") from error


def _links(event: Event) -> None:
    seen = set()
    for number, link in enumerate(event.links):
        path = f"links[{number}].toEventId"
        if not EVENT_ID.fullmatch(link.to_event_id):
            raise wrong(path, link.to_event_id, PATTERNS["id"])
        if link.to_event_id == event.id:
            raise wrong(path, link.to_event_id, "is the event itself; links point to earlier events")
        if (link.to_event_id, link.relation) in seen:
            raise wrong(f"links[{number}]", link.to_event_id, f"is linked as {link.relation} already")
        seen.add((link.to_event_id, link.relation))


def _acting(event: Event) -> None:
    if kinds.target(event) is None:
        relations = kinds.ACTING[event.kind]
        counts = [sum(link.relation == relation for link in event.links) for relation in relations]
        reason = f"{event.kind} needs exactly one link {' or '.join(relations)}, and has {max(counts) or 'none'}"
        raise InvalidError(f"links: {reason}", details={"path": "links", "value": max(counts), "reason": reason})
    if event.kind == kinds.CORRECTED:
        check_plain(patch_of(event), "patch", 1)


def _deriving(event: Event) -> None:
    if all(link.relation != "derived_from" for link in event.links):
        reason = f"{event.kind} needs a link derived_from to what it is drawn from"
        raise InvalidError(f"links: {reason}", details={"path": "links", "value": None, "reason": reason})
    if event.provenance is None:
        reason = f"is missing; {event.kind} is derived, and what is derived always has it"
        hint = 'for example {"basis": "model", "confidence": 0.8}'
        raise InvalidError(
            f"provenance: {reason}", hint=hint, details={"path": "provenance", "value": None, "reason": reason}
        )


# -- acting on another event -------------------------------------------------------------------------------------------


def check_target(event: Event, on: Event) -> None:
    """Refuse an act on what cannot be acted on so: on a record of Kenning's own, or words about a redaction.

    A redaction says nothing that could be corrected or amended: it is lifted by a redaction of it.
    """
    link = kinds.target(event)
    assert link is not None, "check() lets no acting event through without its target"
    path = f"links[{event.links.index(link)}].toEventId"
    if kinds.reserved(on.kind):
        raise wrong(path, link.to_event_id, f"is {on.kind}, a record of Kenning's own on which nothing acts")
    if on.kind.lower() == kinds.REDACTED and event.kind.lower() != kinds.REDACTED:
        hint = "to lift it, supersede it by another event.redacted"
        raise wrong(path, link.to_event_id, f"is a redaction, which no {event.kind} can change", hint=hint)


def corrected(on: Envelope, thread: Sequence[Envelope]) -> str:
    """Give the id of the event whose reading a correction of ``on`` patches.

    That is ``on`` itself, or, where it is a correction, whatever that one corrected in the end.
    """
    by_id = {one.id: one for one in thread}
    at: Envelope | None = on
    found = on.id or ""
    while at is not None and at.kind.lower() == kinds.CORRECTED:
        link = kinds.target(at)
        if link is None:
            break
        found, at = link.to_event_id, by_id.get(link.to_event_id)
    return found


def check_correction(event: Event, view: View) -> None:
    """Refuse a correction under which the event as it reads now would be no valid event, or more widely readable.

    ``view`` is the reading to be patched, without the correction this one replaces: see `before` in ``rules.view``.
    """
    if view.redacted:
        reason = f"{view.event.id} is redacted, and what is hidden cannot be corrected"
        raise InvalidError(f"links: {reason}", details={"path": "links", "value": view.event.id, "reason": reason})
    patch = patch_of(event)
    check_rising(view.event.privacy, patch)
    result = apply(view.event, [patch])
    _limits(result)
    check(result, allow_reserved=True)
