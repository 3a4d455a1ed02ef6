"""Home Assistant's events as its WebSocket sends them, bare or in their frames: one, an array, or one a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import LeftOut, Options, Record, Skipped, checked
from kenning.formats.moments import point, told
from kenning.formats.parts import (
    Occurrences,
    concerned,
    idempotency_key,
    kind_of,
    limited,
    mapping,
    primary,
    provenance,
    raw,
    source,
    string,
    word,
)
from kenning.model.event import Actor, Concerned, Context, Event, Location, Part

name = "home_assistant"

_FIELDS = {"event_type", "time_fired"}
_PEOPLE = {"person", "device_tracker"}


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON begins with an event that was fired, bare or in the frame of a message."""
    if path.is_dir():
        return False
    keys = keys_in(head)
    return keys >= _FIELDS or keys >= {f"event.{field}" for field in _FIELDS}


def read(path: Path, options: Options) -> Iterator[Record]:
    """The events, in the order of the file."""
    content = contents(path)
    occurrences = Occurrences()
    for place, found in records_of(content, path.name):
        where = f"{path.name}: {place}"
        if isinstance(found, Skipped):
            yield msgspec.structs.replace(found, where=where)
            continue
        frame = mapping(found)
        if "event_type" not in frame and string(frame.get("type")) not in {"", "event"}:
            yield LeftOut(where=where, reason=f"is a message of type {frame.get('type')!r}, no event")
            continue
        yield _told(mapping(frame.get("event")) or frame, where, occurrences, options)
    options.done(len(content), len(content))


def _told(entry: dict[str, Any], where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of an event. Home Assistant's context is an act's, not an event's, so time and data are part of the key."""
    kind, fired = string(entry.get("event_type")), string(entry.get("time_fired"))
    if not kind or not fired:
        return Skipped(where=where, reason=f"has no {'event_type' if not kind else 'time_fired'}")
    data, acted = mapping(entry.get("data")), mapping(entry.get("context"))
    thing = string(data.get("entity_id"))
    after = mapping(data.get("new_state"))
    known = (kind, fired, string(acted.get("id")), thing, repr(data))
    number = occurrences.number(fired[:10], *known)
    user = limited(acted.get("user_id"))
    event = Event(
        kind=kind_of("home", kind),
        source=source(name),
        actor=Actor(type="person", channel=name, identifier=user) if user else None,
        time=told(fired.replace("+00:00", "Z"), "exact"),
        location=_location(after),
        context=Context(device=_device(thing, after), session=_session(acted)),
        files=[primary(_text(kind, data), options), *raw(entry, options)],
        provenance=provenance(name, string(acted.get("id"))),
        idempotency_key=idempotency_key(name, *known, number),
        entities=concerned(_concerned(thing, after)),
    )
    return checked(event, where)


def _session(acted: dict[str, Any]) -> Part | None:
    """The act that events belong to: what one press of a button sets off has one context, and perhaps a parent."""
    known = limited(acted.get("id"))
    return Part(id=known, type="context") if known else None


def _device(thing: str, state: dict[str, Any]) -> Part | None:
    """The thing in the house whose event it is."""
    if not thing:
        return None
    shown = limited(mapping(state.get("attributes")).get("friendly_name"))
    return Part(id=limited(thing), name=shown, type=word(thing.partition(".")[0]))


def _concerned(thing: str, state: dict[str, Any]) -> list[Concerned]:
    """The same thing as somebody or something that can be asked about."""
    if not thing:
        return []
    domain = thing.partition(".")[0]
    kind = "person" if domain == "person" else "device"
    shown = limited(mapping(state.get("attributes")).get("friendly_name"))
    return [Concerned(channel=name, identifier=limited(thing), name=shown, type=kind, role="subject")]


def _location(state: dict[str, Any]) -> Location | None:
    """Where somebody or something is that has a place; never where the house is."""
    if string(state.get("entity_id")).partition(".")[0] not in _PEOPLE:
        return None
    attributes = mapping(state.get("attributes"))
    place = point(attributes.get("latitude"), attributes.get("longitude"), accuracy_m=attributes.get("gps_accuracy"))
    return Location(name=limited(state.get("state")), coordinates=place, source="GPS") if place else None


def _text(kind: str, data: dict[str, Any]) -> str:
    """The event in words: what is what now, and was what before; other events by their data."""
    before, after = mapping(data.get("old_state")), mapping(data.get("new_state"))
    if after or before:
        attributes = mapping(after.get("attributes")) or mapping(before.get("attributes"))
        shown = string(attributes.get("friendly_name")) or string(data.get("entity_id"))
        unit = string(attributes.get("unit_of_measurement"))
        now = f"{_said(after.get('state'))} {unit}".strip() if after else "gone"
        was = f" (before: {_said(before.get('state'))} {unit}".rstrip() + ")" if before else ""
        return f"{shown}: {now}{was}"
    told_of = [f"{field}: {_said(value)}" for field, value in data.items() if not isinstance(value, dict | list)]
    return "\n".join([kind, *told_of])


def _said(value: object) -> str:
    """A value as text."""
    return limited(value) or ("" if value is None else str(value))
