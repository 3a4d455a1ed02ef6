"""Calendars (.ics): each entry as an event of its own, parsed by `icalendar` one entry at a time.

The file is parted into entries before it is parsed, so that one broken entry costs no other. Recurrence is kept as its
rule and not expanded.
"""

from __future__ import annotations

import base64
import re
import warnings
from collections.abc import Iterator
from datetime import date, datetime
from pathlib import Path
from typing import Any, Protocol, cast
from zoneinfo import available_timezones

import msgspec

from kenning.formats.draft import LeftOut, Options, Record, Skipped, checked
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
    primary,
    provenance,
    source,
)
from kenning.model.event import Actor, Concerned, Context, Coordinates, Event, File, Location, Part, Time

name = "ics"

_KINDS = {
    "VEVENT": "calendar.entry",
    "VTODO": "calendar.todo",
    "VJOURNAL": "calendar.journal",
    "VFREEBUSY": "calendar.busy",
}
_TOP = {*_KINDS, "VTIMEZONE"}
_BEGIN = re.compile(r"(BEGIN|END)\s*:\s*([\w-]+)\s*", re.IGNORECASE)
_FIRST = re.compile(
    rb"(\xef\xbb\xbf)?\s*BEGIN\s*:\s*(?:VCALENDAR|VEVENT|VTODO|VJOURNAL|VFREEBUSY|VTIMEZONE)\b", re.IGNORECASE
)
_PARTS = {"STANDARD", "DAYLIGHT", "VALARM"}  # of components; alone they say nothing
_NOT_UTF_8 = re.compile("[\udc80-\udcff]")  # how a byte that is none is told from any character
_LINES = ("STATUS", "CLASS", "URL", "CATEGORIES", "RESOURCES", "CONFERENCE", "RRULE", "RDATE", "EXDATE", "DUE", "COMPLETED",
          "FREEBUSY", "COMMENT")  # fmt: skip
_ENTRY_LINES_MAX = 200_000


class _Entry(msgspec.Struct):
    """One component as its lines: where it begins, what it is, why it is not whole."""

    line: int
    kind: str
    lines: list[str]
    flaw: str = ""


class _Component(Protocol):
    """What is asked of a component as the library reads it."""

    errors: list[tuple[str | None, str]]

    def get(self, field: str) -> Any:  # noqa: ANN401 - the library's own types, one a property
        """The value of a property, a list of them, or None."""

    def __contains__(self, field: object) -> bool:
        """Whether it has a property."""

    def property_items(self, *, recursive: bool, sorted: bool) -> list[tuple[str, object]]:  # noqa: A002 - its word
        """Its properties, its BEGIN and END among them."""


class _Calendar(msgspec.Struct):
    """What a calendar says of itself, before its entries."""

    name: str | None = None
    time_zone: str | None = None
    zones: dict[str, str] = {}


def recognises(path: Path, head: bytes) -> bool:
    """Whether the file begins as a calendar does, or with an entry alone, as servers hand them out."""
    return not path.is_dir() and _FIRST.match(head) is not None


def read(path: Path, options: Options) -> Iterator[Record]:
    """The entries of every calendar in the file, in its order."""
    import icalendar

    icalendar.use_zoneinfo()  # type: ignore[no-untyped-call] # forgets the zones that an earlier file defined
    calendar = _Calendar()
    occurrences = Occurrences()
    is_open = False
    for entry in _entries(path, options):
        if entry.kind == "VCALENDAR":
            is_open = entry.lines == ["BEGIN"]
        if entry.kind in {"", "VTIMEZONE", "VCALENDAR", *_PARTS} and not entry.flaw:
            _noted(entry, calendar)
        else:
            yield _told(entry, calendar, occurrences, options)
    if is_open:
        options.remark(path.name, "has no END:VCALENDAR; it may be cut")


def _noted(entry: _Entry, calendar: _Calendar) -> None:
    """Remember what a calendar says of itself; a new one begins with nothing said."""
    if entry.lines == ["BEGIN"]:
        calendar.name = calendar.time_zone = None
    if entry.kind == "VTIMEZONE":
        found = next((line for line in entry.lines if line.upper().startswith("TZID")), "")
        calendar.zones[found.partition(":")[2].strip()] = "\r\n".join(entry.lines)
    for line in entry.lines:
        field, _, value = line.partition(":")
        field = field.partition(";")[0].upper()
        if field == "X-WR-CALNAME":
            calendar.name = limited(re.sub(r"\\([\\,;])", r"\1", value))
        elif field == "X-WR-TIMEZONE" and value.strip() in available_timezones():
            calendar.time_zone = value.strip()


def _entries(path: Path, options: Options) -> Iterator[_Entry]:
    """The components of the file, and between them what calendars say of themselves (kind "")."""
    stack: list[str] = []
    entry: _Entry | None = None
    begun = False
    for number, line in _content_lines(path, options):
        found = _BEGIN.fullmatch(line)
        if not begun and (found is None or found[1].upper() != "BEGIN" or found[2].upper() == "VCARD"):
            raise damaged(path.name, f"line {number}", "is not BEGIN:VCALENDAR")
        begun = True
        word, kind = (found[1].upper(), found[2].upper()) if found else ("", "")
        if kind == "VCALENDAR":
            if entry is not None:
                yield _Entry(entry.line, entry.kind, [], f"has no END:{entry.kind}")
            entry, stack = None, []
            yield _Entry(number, "VCALENDAR", [word])
        elif word == "BEGIN" and (entry is None or kind in _TOP):
            if entry is not None:
                yield _Entry(entry.line, entry.kind, [], f"has no END:{entry.kind}")
            entry, stack = _Entry(number, kind, [line]), [kind]
        elif entry is None:
            flaw = f"has no BEGIN:{kind}" if word == "END" and kind in _TOP else ""
            yield _Entry(number, kind if flaw else "", [line], flaw)
        else:
            _grow(entry, stack, line, word, kind)
            if not stack:
                yield entry
                entry = None
    if entry is not None:
        yield _Entry(entry.line, entry.kind, [], f"has no END:{entry.kind}: the file is cut")


def _grow(entry: _Entry, stack: list[str], line: str, word: str, kind: str) -> None:
    """Add a line to a component; what does not nest makes it broken and closes it at its own END."""
    if _NOT_UTF_8.search(line):
        entry.flaw = entry.flaw or "is not UTF-8"
    if len(entry.lines) < _ENTRY_LINES_MAX:
        entry.lines.append(line)
    else:
        entry.flaw = "is too long"
    if word == "BEGIN":
        stack.append(kind)
    elif word == "END":
        if kind == stack[-1]:
            stack.pop()
        elif kind in stack or kind in _TOP:
            entry.flaw = entry.flaw or f"END:{kind} ends {stack[-1]}"
            stack.clear()
        else:
            entry.flaw = entry.flaw or f"has END:{kind} without its BEGIN"


def _content_lines(path: Path, options: Options) -> Iterator[tuple[int, str]]:
    """The lines of the file, unfolded; blank lines, which some writers put even into a fold, are none."""
    total = path.stat().st_size
    pending: tuple[int, list[bytes]] | None = None
    with path.open("rb") as stream:
        for number, raw in enumerate(stream, 1):
            line = raw.rstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf")
            if not line.strip():
                continue
            if line[:1] in {b" ", b"\t"} and pending is not None:
                pending[1].append(line[1:])
                continue
            if pending is not None:
                yield pending[0], _decoded(pending[1])
            pending = (number, [line])
            if number % 1000 == 0:
                options.done(min(stream.tell(), total), total)
    if pending is None:
        raise damaged(path.name, "the whole file", "is empty")
    yield pending[0], _decoded(pending[1])


def _decoded(folded: list[bytes]) -> str:
    """A line as text: joined first, since writers fold between the bytes of one character."""
    return b"".join(folded).decode("utf-8", errors="surrogateescape")


def _told(entry: _Entry, calendar: _Calendar, occurrences: Occurrences, options: Options) -> Record:
    """The record of an entry."""
    where = f"line {entry.line}: {entry.kind}"
    if entry.flaw:
        return Skipped(where=where, reason=entry.flaw)
    if entry.kind not in _KINDS:
        return LeftOut(where=where, reason="is no entry of a calendar that Kenning knows")
    if len(entry.lines) <= 2:  # its BEGIN and END
        return Skipped(where=where, reason="has no property")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the parser guesses zones aloud; the zone as given is kept beside
            component = _parsed(entry, calendar)
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        return Skipped(where=where, reason=f"cannot be parsed: {error}")
    if component is None or not component.property_items(recursive=False, sorted=False)[1:-1]:
        return Skipped(where=where, reason="has no property that can be read")
    unread = {str(error[0]).upper() for error in component.errors}
    for field in sorted(unread - {"NONE"}):
        options.remark(where, f"its {field} cannot be read and is kept as words")
    return _Mapper(component, calendar, options).record(entry, where, occurrences)


def _parsed(entry: _Entry, calendar: _Calendar) -> _Component | None:
    """The component as the library reads it, with the zones that its own calendar defines."""
    import icalendar

    zones = "".join(
        f"{lines}\r\n" for zone, lines in calendar.zones.items() if zone and any(zone in line for line in entry.lines)
    )
    text = f"BEGIN:VCALENDAR\r\n{zones}" + "\r\n".join(entry.lines) + "\r\nEND:VCALENDAR\r\n"
    found = icalendar.Calendar.from_ical(text)
    return cast("_Component | None", next((part for part in found.subcomponents if part.name == entry.kind), None))


class _Mapper:
    """Maps one component; what the library could not read of it is left out, property by property."""

    def __init__(self, component: _Component, calendar: _Calendar, options: Options) -> None:
        self._component, self._calendar, self._options = component, calendar, options

    def record(self, entry: _Entry, where: str, occurrences: Occurrences) -> Record:
        """The event: when it is, what it is about, who takes part. Its key covers all but the time of the export."""
        lines = [line for line in entry.lines if not re.match(r"(DTSTAMP|X-MOZ-GENERATION)\b", line, re.IGNORECASE)]
        number = occurrences.number("", *lines)
        uid = self._text("UID")
        event = Event(
            kind=_KINDS[entry.kind],
            source=source(name),
            actor=self._organizer(),
            time=self._time(),
            location=self._location(),
            context=Context(session=Part(name=self._calendar.name, type="calendar")),
            files=[self._primary(), *self._attachments()],
            provenance=provenance(name, uid),
            idempotency_key=idempotency_key(name, uid, lines, number),
            entities=concerned(self._attendees()),
        )
        key = uid if uid and "RECURRENCE-ID" not in self._component else ""
        related = next((text for text in self._texts("RELATED-TO") if text), None)
        return checked(event, where, key=key, reply_to=related if related != uid else None)

    def _values(self, field: str) -> list[Any]:
        """The values of a property; some have several, most one, some none."""
        value = self._component.get(field)
        values = value if isinstance(value, list) else [] if value is None else [value]
        return [value for value in values if not _is_broken(value)]

    def _texts(self, field: str) -> list[str]:
        """The values of a property as words."""
        found: list[str] = []
        for value in self._values(field):
            wire = value.to_ical() if hasattr(value, "to_ical") else value
            text = wire.decode("utf-8", errors="replace") if isinstance(wire, bytes) else str(wire)
            found.append(clean(str(value) if isinstance(value, str) else text).strip())
        return found

    def _text(self, field: str) -> str:
        """The first value of a property as words."""
        return next(iter(self._texts(field)), "")

    def _when(self, field: str) -> tuple[str, str | None] | None:
        """A moment as given: with its offset where the zone is not one of the IANA's, else in its zone; or a bare date."""
        value = next(iter(self._values(field)), None)
        moment = getattr(value, "dt", None)
        if isinstance(moment, datetime):
            local = moment.replace(tzinfo=None).isoformat()
            if moment.tzinfo is None:
                return local, self._calendar.time_zone or self._options.time_zone
            zone = str(getattr(moment.tzinfo, "key", ""))
            if zone == "UTC":
                return f"{local}Z", None
            if zone in available_timezones():
                return local, zone
            return moment.isoformat(), None
        if isinstance(moment, date):
            return moment.isoformat(), self._calendar.time_zone or self._options.time_zone
        return None

    def _time(self) -> Time | None:
        """When it is: its start; a task by when it is due; a comment on nothing has no time."""
        for field in ("DTSTART", "DUE", "COMPLETED"):
            found = self._when(field)
            if found is not None:
                return Time(occurred_at=found[0], time_zone=found[1], precision="second" if "T" in found[0] else "day")
        return None

    def _location(self) -> Location | None:
        """Where it is, by name and by coordinates."""
        place = limited(self._text("LOCATION"))
        geo = next(iter(self._values("GEO")), None)
        latitude, longitude = getattr(geo, "latitude", None), getattr(geo, "longitude", None)
        point = None
        if (
            isinstance(latitude, float)
            and isinstance(longitude, float)
            and abs(latitude) <= 90
            and abs(longitude) <= 180
        ):
            point = Coordinates(latitude=latitude, longitude=longitude)
        return Location(name=place, coordinates=point) if place or point else None

    def _person(self, value: object) -> tuple[str | None, str | None]:
        """Name and address of an attendee or organizer."""
        params = getattr(value, "params", {})
        text = clean(str(value))
        address = email_address(re.sub(r"^mailto:", "", text, flags=re.IGNORECASE)) or email_address(
            params.get("EMAIL")
        )
        return limited(params.get("CN")), address

    def _organizer(self) -> Actor | None:
        """Who called it."""
        for value in self._values("ORGANIZER"):
            shown, address = self._person(value)
            if shown or address:
                return Actor(type="person", name=shown, channel="email" if address else None, identifier=address)
        return None

    def _attendees(self) -> list[Concerned]:
        """Who takes part."""
        found: list[Concerned] = []
        for value in self._values("ATTENDEE"):
            shown, address = self._person(value)
            channel = "email" if address else None
            found.append(Concerned(channel=channel, identifier=address, name=shown, role="participant"))
        return found

    def _primary(self) -> File:
        """The entry in words: what it is called, from when to when, what it says."""
        start, end = self._when("DTSTART"), self._when("DTEND")
        span = " – ".join(
            f"{moment[0]} {moment[1]}" if moment[1] and "T" in moment[0] else moment[0]
            for moment in (start, end)
            if moment
        )
        lines = [self._text("SUMMARY"), span, self._text("LOCATION"), self._text("DESCRIPTION")]
        lines += [f"{field.capitalize()}: {', '.join(texts)}" for field in _LINES if (texts := self._texts(field))]
        items = self._component.property_items(recursive=False, sorted=False)
        lines += [f"{field.capitalize()}: {clean(str(value))}" for field, value in items if _is_broken(value)]
        text = "\n".join(line for line in lines if line)
        return primary(text, self._options, name=limited(self._text("SUMMARY")))

    def _attachments(self) -> list[File]:
        """What is attached: bytes as they are, addresses as references."""
        files: list[File] = []
        for value in self._values("ATTACH")[:32]:
            params = getattr(value, "params", {})
            shown = params.get("FILENAME") or params.get("X-FILENAME")
            if type(value).__name__ == "vBinary":
                content = _binary(value)
                files.append(
                    attachment(content, shown or "attachment", self._options, content_type=params.get("FMTTYPE"))
                )
            else:
                address = clean(str(value))
                shown = shown or address.rpartition("/")[2]
                files.append(absent(shown, "a reference", content_type=params.get("FMTTYPE"), url=address))
        return files


def _is_broken(value: object) -> bool:
    """Whether the library could not read a value; it marks such values by a type of their own."""
    return type(value).__name__ == "vBroken"


def _binary(value: Any) -> bytes:  # noqa: ANN401 - the library's own type
    """The bytes of an inline attachment; none where they are not what base64 allows."""
    try:
        return base64.b64decode(value.to_ical(), validate=True)
    except (ValueError, TypeError):
        return b""
