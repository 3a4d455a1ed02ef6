"""Flights as Flighty exports them: a row is a flight, its times those of the clocks at its airports."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from kenning.formats.documents import contents
from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.moments import point, zones
from kenning.formats.parts import (
    Occurrences,
    clean,
    concerned,
    damaged,
    idempotency_key,
    limited,
    primary,
    provenance,
    source,
)
from kenning.model.event import Concerned, Context, Event, Location, Part, Time

name = "flights"

_NEEDED = {"Date", "Airline", "Flight", "From", "To"}
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_STAMP = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?")
_CODE = re.compile(r"[A-Z0-9]{3,4}")
_LEFT = ("Take off (Actual)", "Gate Departure (Actual)", "Take off (Scheduled)", "Gate Departure (Scheduled)")
_CAME = ("Landing (Actual)", "Gate Arrival (Actual)", "Landing (Scheduled)", "Gate Arrival (Scheduled)")
_TOLD = ("Aircraft Type Name", "Tail Number", "Seat", "Seat Type", "Cabin Class", "Flight Reason", "Notes")


def recognises(path: Path, head: bytes) -> bool:
    """Whether the first line names the columns of a list of flights."""
    if path.is_dir():
        return False
    first = head.removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].decode("utf-8", errors="replace")
    columns = {column.strip().strip('"') for column in first.split(",")}
    return columns >= _NEEDED and any("Departure" in column or "Take off" in column for column in columns)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The flights, in the order of the file."""
    content = contents(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise damaged(path.name, f"byte {error.start}", "is not UTF-8") from error
    rows = csv.reader(text.splitlines(keepends=True), strict=True)
    occurrences = Occurrences()
    try:
        columns = [column.strip() for column in next(rows, [])]
        if not set(columns) >= _NEEDED:
            missing = ", ".join(sorted(_NEEDED - set(columns)))
            raise damaged(path.name, "line 1", f"names no column {missing}")
        for row in rows:
            where = f"{path.name}: line {rows.line_num}"
            if len(row) != len(columns):
                if row:
                    yield Skipped(where=where, reason=f"has {len(row)} fields, and there are {len(columns)} columns")
                continue
            yield _told(
                {key: clean(value).strip() for key, value in zip(columns, row, strict=True)},
                where,
                occurrences,
                options,
            )
    except csv.Error as error:
        raise damaged(path.name, f"line {rows.line_num}", f"is no sound CSV: {error}") from error
    options.done(len(content), len(content))


def _told(row: dict[str, str], where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of a flight; where it names no id, day, flight and airports are its key."""
    flight, day = f"{row['Airline']}{row['Flight']}", row["Date"]
    if not flight or not _DAY.fullmatch(day) or not row["From"]:
        return Skipped(where=where, reason="has no date" if flight and row["From"] else "has no flight")
    known: tuple[object, ...] = (row.get("Flight Flighty ID") or (day, flight, row["From"], row["To"]),)
    number = occurrences.number("", *known)
    goal = row.get("Diverted To") or row["To"]
    is_off = row.get("Canceled", "").lower() == "true"
    event = Event(
        kind="flight.cancelled" if is_off else "flight.taken",
        source=source(name),
        time=_time(row, day, row["From"], options),
        location=_location(row["From"]),
        context=Context(session=Part(id=limited(row.get("PNR")), name=flight, type="flight")),
        files=[primary(_text(row, flight, goal), options)],
        provenance=provenance(name, row.get("Flight Flighty ID", "")),
        idempotency_key=idempotency_key(name, *known, number),
        entities=concerned([_airport_of(row["From"], "origin"), _airport_of(goal, "destination")]),
    )
    return checked(event, where)


def _time(row: dict[str, str], day: str, code: str, options: Options) -> Time:
    """When it left, by the clock of the airport: as it was, else as it was planned, else the day alone."""
    zone = str(_airport(code).get("tz") or "")
    stamp = next((row[field] for field in _LEFT if _STAMP.fullmatch(row.get(field, ""))), day)
    is_known = zone in zones()
    return Time(
        occurred_at=stamp,
        time_zone=zone if is_known else options.time_zone,
        precision="day" if stamp == day else "minute" if is_known else "approximate",
    )


def _text(row: dict[str, str], flight: str, goal: str) -> str:
    """The flight in words: which, from where to where, when by the clocks there, and what else is told."""
    here, there = _named(row["From"]), _named(goal)
    lines = [f"{flight} from {here} to {there}"]
    if goal != row["To"]:
        lines.append(f"diverted, planned to {_named(row['To'])}")
    if row.get("Canceled", "").lower() == "true":
        lines.append("cancelled")
    for label, fields, code in (("left", _LEFT, row["From"]), ("arrived", _CAME, goal)):
        field = next((field for field in fields if row.get(field)), "")
        if field:
            planned = " as planned" if "Scheduled" in field else ""
            lines.append(f"{label}{planned} {row[field]} ({_airport(code).get('tz') or 'local time'})")
    lines += [f"{field}: {row[field]}" for field in _TOLD if row.get(field)]
    return "\n".join(lines)


def _named(code: str) -> str:
    """An airport by name and code."""
    shown = _airport(code).get("name")
    return f"{shown} ({code})" if shown else code


def _location(code: str) -> Location | None:
    """Where an airport is."""
    found = _airport(code)
    place = point(found.get("lat"), found.get("lon"))
    return Location(type="airport", name=limited(_named(code)), coordinates=place)


def _airport_of(code: str, role: str) -> Concerned:
    """An airport as a place that can be asked about."""
    shown = limited(_airport(code).get("name"))
    return Concerned(
        channel="iata" if len(code) == 3 else "icao", identifier=limited(code), name=shown, type="place", role=role
    )


@lru_cache(maxsize=512)
def _airport(code: str) -> dict[str, Any]:
    """What is known of an airport by its code of three or four letters; nothing of one that is unknown."""
    if not _CODE.fullmatch(code):
        return {}
    return dict(_airports("IATA" if len(code) == 3 else "ICAO").get(code, {}))


@lru_cache(maxsize=2)
def _airports(by: Literal["IATA", "ICAO"]) -> dict[str, Any]:
    """All airports by one of their codes."""
    import airportsdata

    return dict(airportsdata.load(by))
