"""Apple Health: `export.xml` as a stream, alone or in the zip or folder as it was exported, with the routes of workouts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from kenning.formats import gpx
from kenning.formats.archive import Archive, is_archive, opened
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.elements import Element, elements
from kenning.formats.moments import number, offset_local, point, told, zones
from kenning.formats.parts import (
    Occurrences,
    damaged,
    idempotency_key,
    kind_of,
    limited,
    primary,
    provenance,
    source,
    word,
)
from kenning.model.event import Context, Event, Location, Part, Provenance, Time

name = "apple_health"

_ROOT = re.compile(rb"<HealthData[\s>]")
_RECORDS = {"Record", "Workout", "ActivitySummary", "Correlation", "ClinicalRecord", "Audiogram", "VisionPrescription"}
_AROUND = {"Me", "ExportDate"}
_TYPE = re.compile(r"HK(?:QuantityType|CategoryType|DataType|CorrelationType|WorkoutActivityType)(?:Identifier)?")
_VALUE = re.compile(r"HKCategoryValue")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_DEVICE = re.compile(r"\bname:([^,>]+)")
_METADATA_MAX = 32
_PROGRESS_EVERY = 5000


def recognises(path: Path, head: bytes) -> bool:
    """Whether XML begins with health data, or an archive holds such a file."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            return _member(archive) is not None
    return bool(_ROOT.search(head))


def read(path: Path, options: Options) -> Iterator[Record]:
    """The records of the export; then the routes beside it, each a track."""
    if not is_archive(path):
        with path.open("rb") as stream:
            yield from _records(stream, path.name, path.stat().st_size, options)
        return
    with opened(path) as archive:
        member = _member(archive)
        if member is None:
            raise damaged(path.name, "the archive", "holds no export.xml of Apple Health")
        with archive.open(member) as stream:
            yield from _records(stream, member, archive.size(member), options)
        for route in (file for file in archive.names() if file.lower().endswith(".gpx")):
            with archive.open(route) as stream:
                yield from gpx.tracks(stream, route, options)


def _member(archive: Archive) -> str | None:
    """The export's document in an archive."""
    for file in sorted(archive.names(), key=len):
        if file.endswith(".xml") and "export_cda" not in file:
            with archive.open(file) as stream:
                if _ROOT.search(stream.read(1 << 16)):
                    return file
    return None


def _records(stream: IO[bytes], title: str, total: int, options: Options) -> Iterator[Record]:
    """Each record below the root, as the parser comes to its end."""
    occurrences = Occurrences()
    found = elements(stream, title, lambda depth, known: depth == 1 and known not in _AROUND)
    for count, element in enumerate(found, 1):
        yield _told(element, f"{title}: line {element.line}", occurrences, options)
        if count % _PROGRESS_EVERY == 0 and stream.seekable():
            options.done(min(stream.tell(), total), total)
    options.done(total, total)


def _told(element: Element, where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of an element. Apple gives none an id, so all it says is the key; only the moment of the export is not in it."""
    told_of = element.attributes
    if element.name not in _RECORDS:
        return Skipped(where=where, reason=f"is a {element.name}, which Kenning does not know")
    begin = offset_local(told_of.get("startDate") or told_of.get("dateIssued") or told_of.get("receivedDate"))
    if element.name == "ActivitySummary":
        return _summary(element, where, occurrences, options)
    if begin is None:
        return Skipped(where=where, reason="has no startDate that can be read")
    metadata = _metadata(element)
    known = (element.name, sorted(told_of.items()), metadata)
    same = occurrences.number(begin[:10], *known)
    event = Event(
        kind=_kind(element),
        source=source(name),
        time=Time(
            occurred_at=begin,
            captured_at=offset_local(told_of.get("creationDate")),
            time_zone=_zone(metadata),
            precision="second",
        ),
        location=_start(element),
        context=_context(told_of),
        files=[primary(_text(element, begin, offset_local(told_of.get("endDate"))), options)],
        provenance=Provenance(basis="imported", metadata={"format": name, **metadata}),
        idempotency_key=idempotency_key(name, *known, same),
    )
    return checked(event, where)


def _summary(element: Element, where: str, occurrences: Occurrences, options: Options) -> Record:
    """A day in rings, which Apple adds up from the records."""
    told_of = dict(element.attributes)
    day = told_of.pop("dateComponents", "")
    lines = [f"{_words(field)}: {value}" for field, value in told_of.items() if not field.endswith("Unit")]
    known = (day, sorted(told_of.items()))
    event = Event(
        kind="health.activity_summary",
        source=source(name),
        time=told(day, "day", zone=options.time_zone),
        files=[primary("\n".join(["Activity of the day", *lines]), options)],
        provenance=provenance(name),
        idempotency_key=idempotency_key(name, "summary", *known, occurrences.number(day, *known)),
    )
    return checked(event, where)


def _kind(element: Element) -> str:
    """The kind: what was measured, which sport was done, or what else it is."""
    told_of = element.attributes
    if element.name == "Workout":
        return kind_of("workout", _words(_TYPE.sub("", told_of.get("workoutActivityType", ""))) or "other")
    named = _words(_TYPE.sub("", told_of.get("type", ""))) if element.name == "Record" else ""
    return kind_of("health", named or _words(element.name))


def _words(camel: str) -> str:
    """A name of Apple's in words.

    >>> _words("BodyMassIndex"), _words("SixMinuteWalkTestDistance")
    ('body mass index', 'six minute walk test distance')
    """
    return _CAMEL.sub(" ", camel).lower()


def _text(element: Element, begin: str, end: str | None) -> str:
    """The record in words: what, how much, and until when it lasted."""
    told_of = element.attributes
    span = f"{begin} – {end}" if end and end != begin else ""
    if element.name != "Workout":
        what = _words(_TYPE.sub("", told_of.get("type", ""))) or _words(element.name)
        value = _words(_VALUE.sub("", told_of["value"])) if "value" in told_of else ""
        unit = told_of.get("unit", "")
        measured = f"{what}: {value} {unit if unit != 'count' else ''}".strip(" :")
        parts = [f"{_words(_TYPE.sub('', one.attributes.get('type', '')))}: {one.attributes.get('value', '')}"
                 for one in element.inside if one.name == "Record"]  # fmt: skip
        return "\n".join(line for line in [measured, *parts, span] if line)
    lines = [_words(_TYPE.sub("", told_of.get("workoutActivityType", ""))) or "workout"]
    for field, label in (("duration", "duration"), ("totalDistance", "distance"), ("totalEnergyBurned", "energy")):
        amount = number(told_of.get(field))
        if amount:
            lines.append(f"{label}: {amount:.2f} {told_of.get(f'{field}Unit', '')}".strip())
    for one in element.inside:
        if one.name == "WorkoutStatistics":
            amounts = [f"{part} {one.attributes[part]}" for part in ("sum", "average", "minimum", "maximum")
                       if part in one.attributes]  # fmt: skip
            what = _words(_TYPE.sub("", one.attributes.get("type", "")))
            lines.append(f"{what}: {', '.join(amounts)} {one.attributes.get('unit', '')}".strip())
    return "\n".join(line for line in [*lines, span] if line)


def _metadata(element: Element) -> dict[str, str]:
    """What the app that recorded it adds, by its own names."""
    entries = [one.attributes for one in element.inside if one.name == "MetadataEntry"]
    found = {word(entry.get("key")): limited(entry.get("value")) for entry in entries[:_METADATA_MAX]}
    return {key: value for key, value in found.items() if key and value and key != "format"}


def _zone(metadata: dict[str, str]) -> str | None:
    """The zone in which it was, where the app says so: the offsets in the file are those of the phone that exported it."""
    told_of = metadata.get("HKTimeZone")
    return told_of if told_of in zones() else None


def _context(told_of: dict[str, str]) -> Context:
    """The app that recorded it, and the device it ran on."""
    app, version = limited(told_of.get("sourceName")), word(told_of.get("sourceVersion"))
    found = _DEVICE.search(told_of.get("device", ""))
    device = limited(found[1]) if found else None
    return Context(
        app=Part(name=app, version=version) if app else None,
        device=Part(name=device) if device else None,
    )


def _start(element: Element) -> Location | None:
    """Where a workout began, in exports that hold its route."""
    spot = element.first("WorkoutRoute", "Location")
    if spot is None:
        return None
    place = point(
        spot.attributes.get("latitude"),
        spot.attributes.get("longitude"),
        altitude_m=spot.attributes.get("altitude"),
        accuracy_m=spot.attributes.get("horizontalAccuracy"),
    )
    return Location(type="start", coordinates=place, source="GPS") if place else None
