"""CloudEvents 1.0 in JSON, both ways: one, a batch, or one a line; what came in goes out equal, extensions included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import msgspec

from kenning.errors import InvalidError
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped, checked, is_reserved
from kenning.formats.parts import (
    damaged,
    digest,
    idempotency_key,
    json_document,
    limited,
    mapping,
    primary,
    provenance,
    string,
    word,
)
from kenning.model.event import Actor, Concerned, Event, Source, Time
from kenning.model.time import instant, rfc3339, wrong

name = "cloudevents"

CONTENT_TYPE = "application/cloudevents+json"
_REQUIRED = ("id", "source", "specversion", "type")
_VERSIONS = {"1.0", "0.3"}
_KIND = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}")
_LOOKS = re.compile(rb'"specversion"\s*:')
_ROUND = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d(?:\.\d+)?)([Zz]|[+-]\d\d:\d\d)")
_PROGRESS_EVERY = 500


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON names the version of the specification near its beginning."""
    text = head.lstrip(b"\xef\xbb\xbf \r\n\t")
    return not path.is_dir() and text[:1] in {b"{", b"["} and _LOOKS.search(text) is not None


def read(path: Path, options: Options) -> Iterator[Record]:
    """The documents of the file, in its order; a file of lines is read line by line."""
    total = path.stat().st_size
    seen: set[bytes] = set()
    with path.open("rb") as stream:
        for number, (where, raw) in enumerate(_documents(stream, path.name)):
            yield _told(raw, where, seen, options)
            if number % _PROGRESS_EVERY == 0:
                options.done(min(stream.tell(), total), total)


def event_from(document: bytes | str, options: Options | None = None) -> Event:
    """The event of one CloudEvent: its document as it came is the primary file, so that nothing of it is lost.

    Raises `InvalidError` with the attribute that is wrong.
    """
    record = _mapped(document.encode() if isinstance(document, str) else document, "document", options or Options())
    if isinstance(record, Draft):
        return record.event
    raise wrong("cloudevent", record.where, record.reason)


def event_to(event: Event, content: str | None = None) -> dict[str, Any]:
    """The CloudEvent of an event: the document it came as, or else a new one with the event as its data.

    ``content`` is the text of its primary file where that lies in a file of its own.
    """
    main = next(file for file in event.files if file.role == "primary")
    text = main.content if main.content is not None else content
    if main.content_type == CONTENT_TYPE and text is not None:
        document = json_document(text.encode(), "primary file")
        if isinstance(document, dict):
            return document
    return _built(event)


def _built(event: Event) -> dict[str, Any]:
    """A document for an event that was none: `type` its kind, `source` whence, `time` when it took effect."""
    origin = event.source
    segments = [origin.type, *(part for part in (origin.name, origin.identifier, origin.id) if part)]
    document: dict[str, Any] = {
        "specversion": "1.0",
        "id": event.id or event.idempotency_key or digest(msgspec.to_builtins(event)),
        "source": "/" + "/".join(quote(segment, safe="") for segment in segments),
        "type": event.kind,
    }
    moment = _effective(event)
    if moment is not None:
        document["time"] = moment
    document |= {"datacontenttype": "application/json", "data": msgspec.to_builtins(event)}
    for field, extension in (("sequence", "sequence"), ("recorded_at", "recordedtime")):  # of an envelope alone
        value = getattr(event, field, None)
        if value:
            document[extension] = str(value)
    return document


def _effective(event: Event) -> str | None:
    """When it took effect, as RFC 3339 in full: as given where it has an offset, else as the instant it means."""
    time = event.time
    claim = None if time is None else time.occurred_at or time.captured_at or time.observed_at
    if time is None or claim is None:
        return getattr(event, "recorded_at", None) or None
    found = _ROUND.fullmatch(claim)
    if found is not None:
        return f"{found[1]}T{found[2]}{found[3].upper()}"
    return rfc3339(instant(claim, time.time_zone, "time.occurredAt"))


def _documents(stream: IO[bytes], title: str) -> Iterator[tuple[str, bytes]]:
    """Each document as its bytes and where it stands: one in all, the members of an array, or one a line."""
    first = next((line for line in stream if line.strip(b"\xef\xbb\xbf \r\n\t")), b"").removeprefix(b"\xef\xbb\xbf")
    if not first:
        raise damaged(title, "the whole file", "is empty")
    begun = stream.tell()
    second = stream.readline()
    if first.lstrip().startswith(b"{") and (_is_whole(first) or second.lstrip().startswith(b"{")):
        stream.seek(begun)
        yield "line 1", first.strip()
        for number, line in enumerate(stream, 2):
            if line.strip():
                yield f"line {number}", line.strip()
        return
    content = first + second + stream.read()
    document = json_document(content, title)
    if isinstance(document, dict):
        yield "document", content.strip()
        return
    if not isinstance(document, list):
        raise damaged(title, "the whole file", "is neither a JSON object nor an array")
    try:
        members = [bytes(raw) for raw in msgspec.json.decode(content, type=list[msgspec.Raw])]
    except (msgspec.MsgspecError, UnicodeDecodeError):  # lone surrogates: written anew, which keeps them
        members = [json_bytes(member) for member in document]
    for number, raw in enumerate(members):
        yield f"[{number}]", raw


def json_bytes(value: object) -> bytes:
    """A JSON value as bytes, where its own are not at hand."""
    import json

    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii")


def _is_whole(line: bytes) -> bool:
    """Whether a line is a JSON document by itself."""
    try:
        json_document(line, "line")
    except InvalidError:
        return False
    return True


def _told(raw: bytes, where: str, seen: set[bytes], options: Options) -> Record:
    """The record of a document; by the specification, equal source and id are the same event sent twice."""
    record = _mapped(raw, where, options)
    if isinstance(record, Draft):
        known = (record.event.idempotency_key or "").encode()
        if known in seen:
            return LeftOut(where=where, reason="repeats the source and id of a document before it")
        seen.add(known)
    return record


def _mapped(raw: bytes, where: str, options: Options) -> Draft | Skipped:
    """The event of a document's bytes, or what is wrong with it."""
    try:
        parsed = json_document(raw, where)
        text = raw.decode()
    except InvalidError as error:
        return Skipped(where=where, reason=error.message)
    except UnicodeDecodeError:
        return Skipped(where=where, reason="is not UTF-8")
    flaw = _flaw(parsed)
    if flaw:
        return Skipped(where=where, reason=flaw)
    document = mapping(parsed)
    kind, identifier, origin = document["type"], document["id"], document["source"]
    recorded = document.get("recordedtime")
    event = Event(
        kind=kind if _KIND.fullmatch(kind) and not is_reserved(kind) else "cloudevent.received",
        source=Source(type="import", name=limited(origin), channel=name, identifier=limited(origin)),
        actor=_actor(document),
        time=_time(document.get("time"), recorded),
        files=[primary(text, options, content_type=CONTENT_TYPE)],
        provenance=provenance(name, identifier),
        idempotency_key=idempotency_key(name, origin, identifier),
        entities=_subject(document),
    )
    return checked(event, where, key=f"{origin} {identifier}")


def _flaw(document: object) -> str:
    """What the specification's schema refuses in a document, or nothing."""
    if not isinstance(document, dict):
        return "is no JSON object"
    for field in _REQUIRED:
        if not isinstance(document.get(field), str) or not document[field]:
            return f"{field}: is missing or no text"
    if document["specversion"] not in _VERSIONS:
        return f'specversion: "{document["specversion"]}" is none that Kenning reads'
    if re.search(r"[\s<>\"{}|\\^`]", document["source"]):
        return f'source: "{document["source"]}" is no URI reference'
    for field in ("datacontenttype", "dataschema", "subject", "time", "data_base64"):
        value = document.get(field)
        if value is not None and (not isinstance(value, str) or not value):
            return f"{field}: is no text"
    time = document.get("time")
    if time is not None and not _ROUND.fullmatch(time):
        return f'time: "{time}" is no date-time of RFC 3339'
    return "has both data and data_base64" if "data" in document and document.get("data_base64") is not None else ""


def _time(happened: object, recorded: object) -> Time | None:
    """When it happened, and when it was recorded where an extension says so."""
    captured = recorded if isinstance(recorded, str) and _ROUND.fullmatch(recorded) else None
    if not isinstance(happened, str):
        return Time(captured_at=captured) if captured else None
    return Time(occurred_at=happened, captured_at=captured, precision="exact")


def _actor(document: dict[str, Any]) -> Actor | None:
    """Who caused it, where the extension of the specification says so."""
    known = limited(document.get("authid"))
    if known is None:
        return None
    return Actor(type=word(document.get("authtype")) or "unknown", channel=name, identifier=known)


def _subject(document: dict[str, Any]) -> list[Concerned]:
    """What it is about, in the words of its producer."""
    subject = limited(string(document.get("subject")))
    return [Concerned(name=subject, role="subject")] if subject else []
