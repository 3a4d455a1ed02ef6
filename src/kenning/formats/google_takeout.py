"""Google's Takeout: My Activity as HTML or JSON, and the places of Location History, as records or as a timeline.

A file by itself, or all of them in the folder or zip as it was downloaded; what else lies there is named and left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec

from kenning.errors import InvalidError
from kenning.formats import takeout_html
from kenning.formats.archive import Archive, Folder, is_archive, opened, read_document
from kenning.formats.documents import keys_in
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import degrees, point, since_1970, told
from kenning.formats.parts import (
    Occurrences,
    absent,
    damaged,
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
)
from kenning.model.event import Context, Coordinates, Event, File, Location, Part, Time

name = "google_takeout"

_HEAD_BYTES = 1 << 16
_ACTIVITY = {"header", "title", "time", "products"}
_CELL = re.compile(rb"<div[^>]*class=\"[^\"]*\bouter-cell\b", re.IGNORECASE)
_POINT = re.compile(r"(-?\d{1,2}\.\d+),(-?\d{1,3}\.\d+)")
_GEO = re.compile(r"(?:geo:)?\s*(-?\d{1,2}(?:\.\d+)?)°?,\s*(-?\d{1,3}(?:\.\d+)?)°?")
_PROGRESS_EVERY = 1000


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file is one of those, or an archive holds one."""
    if path.is_dir() or head.startswith(b"PK"):
        with opened(path) as archive:
            return next(_members(archive), None) is not None
    return _reader_of(head) is not None


def read(path: Path, options: Options) -> Iterator[Record]:
    """The records, file by file."""
    if is_archive(path):
        with opened(path) as archive:
            found = list(_members(archive))
            if not found:
                raise damaged(path.name, "the archive", "holds nothing of Takeout that Kenning reads")
            left = [file for file in archive.names() if file not in found]
            if left:
                options.remark(path.name, f"{len(left)} files hold neither activity nor places and are not read")
            for file in found:
                yield from _file(archive, file, options, is_alone=len(found) == 1)
        return
    path = path.resolve()
    yield from _file(Folder(path.parent), path.name, options, is_alone=True)


def _members(archive: Archive) -> Iterator[str]:
    """The files in an archive that are read."""
    for file in archive.names():
        if PurePosixPath(file).suffix.lower() in {".json", ".html"}:
            with archive.open(file) as stream:
                if _reader_of(stream.read(_HEAD_BYTES)) is not None:
                    yield file


def _reader_of(head: bytes) -> Callable[[_Teller], Iterator[Record]] | None:
    """How a file is read, by its beginning."""
    keys = keys_in(head)
    if keys >= _ACTIVITY or {"header", "title", "time", "titleUrl"} <= keys:
        return _Teller.activities
    if {"locations.latitudeE7", "locations.longitudeE7"} <= keys:
        return _Teller.records
    if "timelineObjects" in keys or "semanticSegments.startTime" in keys:
        return _Teller.timeline
    return _Teller.page if _CELL.search(head) else None


def _file(archive: Archive, file: str, options: Options, *, is_alone: bool) -> Iterator[Record]:
    """Tell one file; in an export of many a damaged one is one record, and the others are sound."""
    with archive.open(file) as stream:
        reader = _reader_of(stream.read(_HEAD_BYTES))
    if reader is None:
        raise damaged(file, "the whole file", "is nothing of Takeout that Kenning reads")
    try:
        yield from reader(_Teller(archive, file, options))
    except InvalidError as error:
        if is_alone:
            raise
        yield Skipped(where=file, reason=error.message)


class _Teller:
    """Turns the records of one file into drafts."""

    def __init__(self, archive: Archive, file: str, options: Options) -> None:
        self._archive, self._file, self._options = archive, file, options
        self._occurrences = Occurrences()

    def activities(self) -> Iterator[Record]:
        """Each activity of the JSON."""
        for where, entry in self._members(None):
            title = limited(entry.get("title"))
            stamp = string(entry.get("time"))
            if title is None or not stamp:
                yield Skipped(where=where, reason=f"has no {'time' if title else 'title'}")
                continue
            lines = [title, string(entry.get("description"))]
            lines += [string(mapping(piece).get("name")) for piece in sequence(entry.get("subtitles"))]
            lines += [string(mapping(piece).get("name")) for piece in sequence(entry.get("details"))]
            place = next((mapping(piece) for piece in sequence(entry.get("locationInfos"))), {})
            yield self._activity(
                where,
                string(entry.get("header")),
                "\n".join(dict.fromkeys(line for line in lines if line)),
                told(stamp, "millisecond"),
                (
                    string(entry.get("titleUrl")),
                    _place(place.get("name"), string(place.get("url")), place.get("source")),
                ),
            )

    def page(self) -> Iterator[Record]:
        """Each activity of the HTML."""
        total = self._archive.size(self._file)
        with self._archive.open(self._file) as stream:
            for number, cell in enumerate(takeout_html.cells(stream), 1):
                yield self._cell(cell)
                if number % _PROGRESS_EVERY == 0 and stream.seekable():
                    self._options.done(min(stream.tell(), total), total)
        self._options.done(total, total)

    def _cell(self, cell: takeout_html.Cell) -> Record:
        """The activity of a cell: its moment is the last line that is one."""
        where = f"{self._file}: line {cell.line}"
        dated = [(line, found) for line in cell.lines if (found := takeout_html.moment_of(line))]
        if not dated:
            return Skipped(where=where, reason="has no moment that can be read")
        line, (moment, letters) = dated[-1]
        words = [text for text in cell.lines if text != line]
        if letters:
            self._options.remark(where, f'its zone "{letters}" is told by letters that name no one zone')
        has_offset = moment[-1] == "Z" or moment[-6:-5] in {"+", "-"}
        time = told(moment, "second", zone=None if has_offset else self._options.time_zone)
        address = next((link for _, link in cell.links), "")
        place = next((link for link in cell.places if _POINT.search(link)), "")
        named = next((text for head, texts in cell.captions.items() if "ocation" in head for text in texts), None)
        return self._activity(where, cell.title, "\n".join(words), time, (address, _place(named, place, None)))

    def _activity(
        self, where: str, product: str, text: str, time: Time | None, at: tuple[str, Location | None]
    ) -> Record:
        """The event of an activity. Activities have no ids, so moment, product, words and address are the key."""
        address, place = at
        stamp = (time.occurred_at if time else None) or ""
        number = self._occurrences.number(stamp[:10], stamp, product, text, address)
        files: list[File] = [primary(text, self._options)]
        if address:
            files.append(absent("page", "a reference", content_type="text/html", url=address))
        event = Event(
            kind="activity.recorded",
            source=source(name),
            time=time,
            location=place,
            context=Context(app=Part(name=limited(product), type="product")) if limited(product) else None,
            files=files,
            provenance=provenance(name),
            idempotency_key=idempotency_key(name, "activity", stamp, product, text, address, number),
        )
        return checked(event, where)

    def records(self) -> Iterator[Record]:
        """Each place at which a device was."""
        for where, entry in self._members("locations"):
            stamp = string(entry.get("timestamp")) or since_1970(entry.get("timestampMs"), per_second=1000)
            place = _at(entry, altitude=entry.get("altitude"), accuracy=entry.get("accuracy"))
            if not stamp or place is None:
                yield Skipped(where=where, reason="has no place" if stamp else "has no timestamp")
                continue
            device = limited(entry.get("deviceTag"))
            activity = _activity_of(entry)
            text = f"{place.latitude:.6f}, {place.longitude:.6f}" + (f" ({activity})" if activity else "")
            known = ("location", stamp, device, place.latitude, place.longitude)
            event = Event(
                kind="location.recorded",
                source=source(name),
                time=told(stamp, "millisecond"),
                location=Location(type="point", coordinates=place, source=limited(entry.get("source"))),
                context=Context(device=Part(id=device, type=limited(entry.get("platformType")))) if device else None,
                files=[primary(text, self._options)],
                provenance=provenance(name),
                idempotency_key=idempotency_key(name, *known, self._occurrences.number(stamp[:10], *known)),
            )
            yield checked(event, where)

    def timeline(self) -> Iterator[Record]:
        """Each visit of a place and each way between two, as Google drew them from what devices recorded."""
        for where, entry in self._members("timelineObjects", "semanticSegments"):
            visit, way = mapping(entry.get("placeVisit")), mapping(entry.get("activitySegment"))
            if visit:
                yield self._visit(visit, where)
            elif way:
                yield self._way(way, where)
            elif "startTime" in entry:
                yield self._segment(entry, where)
            else:
                yield Skipped(where=where, reason="is neither a visit of a place nor a way")

    def _visit(self, visit: dict[str, Any], where: str) -> Record:
        """A visit of a place."""
        told_of = mapping(visit.get("location"))
        named, address = limited(told_of.get("name")), limited(told_of.get("address"))
        place = Location(
            type="place",
            name=named,
            address=address,
            coordinates=_at(told_of),
            confidence=_share(told_of.get("locationConfidence")),
        )
        text = f"At {named or address or 'a place'}"
        return self._span("place.visited", (text, limited(told_of.get("placeId"))), visit, place, where)

    def _way(self, way: dict[str, Any], where: str) -> Record:
        """A way from one place to another."""
        begin, end = _at(mapping(way.get("startLocation"))), _at(mapping(way.get("endLocation")))
        by = string(way.get("activityType")).replace("_", " ").lower() or "moving"
        meters = way.get("distance")
        text = f"{by}{f', {meters} m' if isinstance(meters, int) else ''}"
        if end is not None:
            text += f", to {end.latitude:.6f}, {end.longitude:.6f}"
        place = Location(type="start", coordinates=begin) if begin else None
        return self._span("movement.recorded", (text, None), way, place, where)

    def _segment(self, segment: dict[str, Any], where: str) -> Record:
        """A segment of the timeline as phones export it since 2024."""
        visit, way = mapping(segment.get("visit")), mapping(segment.get("activity"))
        span = {"duration": {"startTimestamp": segment.get("startTime"), "endTimestamp": segment.get("endTime")}}
        if visit:
            best = mapping(visit.get("topCandidate"))
            sort = string(best.get("semanticType")).replace("_", " ").lower()
            place = Location(type="place", coordinates=_geo(mapping(best.get("placeLocation")).get("latLng")))
            text = f"At {sort if sort not in {'', 'unknown'} else 'a place'}"
            return self._span("place.visited", (text, limited(best.get("placeId"))), span, place, where)
        if way:
            by = string(mapping(way.get("topCandidate")).get("type")).replace("_", " ").lower() or "moving"
            begin = _geo(mapping(way.get("start")).get("latLng"))
            start = Location(type="start", coordinates=begin) if begin else None
            return self._span("movement.recorded", (by, None), span, start, where)
        points = sequence(segment.get("timelinePath"))
        begin = _geo(mapping(points[0]).get("point")) if points else None
        start = Location(type="start", coordinates=begin) if begin else None
        return self._span("movement.recorded", (f"a path of {len(points)} points", None), span, start, where)

    def _span(
        self, kind: str, said: tuple[str, str | None], entry: dict[str, Any], place: Location | None, where: str
    ) -> Record:
        """The event of something that lasted: at the moment it began, with the end in its words."""
        duration = mapping(entry.get("duration"))
        begin, end = (_stamp(duration, field) for field in ("startTimestamp", "endTimestamp"))
        if not begin:
            return Skipped(where=where, reason="has no beginning")
        text, known = said
        number = self._occurrences.number(begin[:10], kind, begin, end, text, known)
        event = Event(
            kind=kind,
            source=source(name),
            time=told(begin, "millisecond"),
            location=place,
            files=[primary(f"{text}\n{begin} – {end}" if end else text, self._options)],
            provenance=provenance(name, known or ""),
            idempotency_key=idempotency_key(name, kind, begin, end, text, known, number),
        )
        return checked(event, where)

    def _members(self, *fields: str | None) -> Iterator[tuple[str, dict[str, Any]]]:
        """The objects of the file's array: at the top, or under one of the fields."""
        field, entries = self._entries(fields)
        total = self._archive.size(self._file)
        for number, raw in enumerate(entries):
            where = f"{self._file}: {field or ''}[{number}]"
            yield where, mapping(json_document(bytes(raw), where) if isinstance(raw, msgspec.Raw) else raw)
            if number % _PROGRESS_EVERY == 0:
                self._options.done(total * number // len(entries), total)
        self._options.done(total, total)

    def _entries(self, fields: tuple[str | None, ...]) -> tuple[str | None, list[Any]]:
        """The members of the file's array and the field it stands under, as bytes: a location history has millions of them."""
        content = read_document(self._archive, self._file)
        try:
            if None in fields:
                return None, msgspec.json.decode(content, type=list[msgspec.Raw])
            whole = msgspec.json.decode(content, type=dict[str, msgspec.Raw])
            field = next((one for one in fields if one is not None and one in whole), "")
            return field, msgspec.json.decode(whole[field], type=list[msgspec.Raw])
        except (msgspec.MsgspecError, UnicodeDecodeError, KeyError):  # the slow way takes more, or says what is wrong
            document = json_document(content, self._file)
        found = mapping(document)
        named = next((one for one in fields if one is not None and isinstance(found.get(one), list)), None)
        entries = document if None in fields else found.get(named or "")
        if not isinstance(entries, list):
            raise damaged(self._file, "the whole file", "has no array of records")
        return named, entries


def _at(entry: dict[str, Any], *, altitude: object = None, accuracy: object = None) -> Coordinates | None:
    """A point in Google's degrees times 10⁷."""
    return point(
        degrees(entry.get("latitudeE7")), degrees(entry.get("longitudeE7")), altitude_m=altitude, accuracy_m=accuracy
    )


def _geo(value: object) -> Coordinates | None:
    """A point as phones write it: `52.2319°, 21.0122°` or `geo:52.2319,21.0122`."""
    found = _GEO.fullmatch(string(value).strip())
    return point(found[1], found[2]) if found else None


def _place(shown: object, address: str, origin: object) -> Location | None:
    """About where an activity took place: the middle of a map it links to."""
    try:
        asked = parse_qs(urlsplit(address).query)
    except ValueError:
        asked = {}
    found = next((_POINT.search(value) for field in ("center", "q", "query") for value in asked.get(field, [])), None)
    coordinates = point(found[1], found[2]) if found else None
    named = limited(shown)
    if coordinates is None and named is None:
        return None
    return Location(type="approximate", name=named, coordinates=coordinates, source=limited(origin))


def _activity_of(entry: dict[str, Any]) -> str:
    """What a device was most likely doing at a moment."""
    guesses = [
        mapping(guess)
        for sample in sequence(entry.get("activity"))
        for guess in sequence(mapping(sample).get("activity"))
    ]
    sure = [guess for guess in guesses if isinstance(guess.get("confidence"), int) and guess.get("type") != "UNKNOWN"]
    best = max(sure, key=lambda guess: guess["confidence"], default={})
    return kind_of("", string(best.get("type"))).lstrip(".").replace("_", " ") if best else ""


def _share(value: object) -> float | None:
    """A confidence of Google's, which counts to 100."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        return None
    return value / 100


def _stamp(duration: dict[str, Any], field: str) -> str:
    """The begin or end of a span, as text or in the milliseconds of old exports."""
    return string(duration.get(field)) or since_1970(duration.get(f"{field}Ms"), per_second=1000) or ""
