"""Photos: one picture is one event, at the time and place that its camera wrote into it (Exif).

A camera's clock has no zone, unless it says so; GPS time, which is UTC's, tells it where both are there. Else the importer's zone
is claimed, and the event says that it is.
"""

from __future__ import annotations

import hashlib
import logging
import math
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from kenning.formats.draft import Options, Record, checked
from kenning.formats.moments import offset_between, point
from kenning.formats.parts import PIECE_BYTES_MAX, attachment, damaged, guess, idempotency_key, limited, primary, source
from kenning.model.event import Context, Coordinates, Event, Location, Part, Provenance, Time

name = "photo"

_STAMP = re.compile(r"(\d{4})[:/-](\d\d)[:/-](\d\d)[ T](\d\d):(\d\d):(\d\d)")
_OFFSET = re.compile(r"[+-]\d\d:\d\d")
_TAKEN = (
    ("EXIF DateTimeOriginal", "EXIF OffsetTimeOriginal"),
    ("EXIF DateTimeDigitized", "EXIF OffsetTimeDigitized"),
    ("Image DateTime", "EXIF OffsetTime"),
)
_TYPES = {"jpeg": "image/jpeg", "png": "image/png", "tiff": "image/tiff", "webp": "image/webp", "heic": "image/heic"}


def recognises(path: Path, head: bytes) -> bool:
    """Whether a file begins as a picture does that may hold Exif."""
    return not path.is_dir() and _type_of(head) is not None


def read(path: Path, options: Options) -> Iterator[Record]:
    """The one picture of the file."""
    try:
        size = path.stat().st_size
        if size > PIECE_BYTES_MAX:
            raise damaged(path.name, "the whole file", "is too big for a picture")
        content = path.read_bytes()
    except OSError as error:
        raise damaged(path.name, "the whole file", error.strerror or "cannot be read") from error
    kind = _type_of(content)
    if kind is None:
        raise damaged(path.name, "its first bytes", "are those of no picture that Kenning reads")
    tags = _tags(path, options)
    yield _told(path, content, tags, options)
    options.done(size, size)


def _type_of(head: bytes) -> str | None:
    """The content type of a picture, by its first bytes."""
    if head.startswith(b"\xff\xd8\xff"):
        return _TYPES["jpeg"]
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return _TYPES["png"]
    if head.startswith((b"II*\0", b"MM\0*")):
        return _TYPES["tiff"]
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return _TYPES["webp"]
    return _TYPES["heic"] if head[4:8] == b"ftyp" and head[8:12] in {b"heic", b"heix", b"mif1", b"heim"} else None


def _tags(path: Path, options: Options) -> dict[str, Any]:
    """What the camera wrote, as the library reads it; none where there is none or it is damaged, and then it is said."""
    import exifread
    from exifread.core.exceptions import ExifError

    logging.getLogger("exifread").addHandler(
        logging.NullHandler()
    )  # it speaks of damage on stderr; the report does so here
    try:
        with path.open("rb") as stream:
            return dict(exifread.process_file(stream, details=False, extract_thumbnail=False))
    except (ExifError, ValueError, LookupError, TypeError, AttributeError, OverflowError, MemoryError, ArithmeticError,
            RecursionError, AssertionError, EOFError, OSError) as error:  # fmt: skip
        options.remark(path.name, f"its Exif cannot be read: {str(error) or type(error).__name__}")
        return {}


def _told(path: Path, content: bytes, tags: dict[str, Any], options: Options) -> Record:
    """The record of a picture; equal bytes are the same picture, whatever the file is called."""
    shown = limited(path.name) or "photo"
    place = _place(tags)
    time, zone = _time(tags, options)
    if zone == "unknown":
        options.remark(path.name, f"its time names no zone and was taken as {options.time_zone}'s")
    words = [_text_of(tags, field) for field in ("Image ImageDescription", "EXIF UserComment", "Image XPTitle")]
    camera = " ".join(part for part in (_text_of(tags, "Image Make"), _text_of(tags, "Image Model")) if part)
    lines = [shown, *words, f"taken with {camera}" if camera else ""]
    if place is not None:
        lines.append(f"at {place.latitude:.6f}, {place.longitude:.6f}")
    known = {"format": name, "timeZone": zone} if time else {"format": name}
    event = Event(
        kind="photo.taken",
        source=source(name),
        time=time,
        location=Location(type="point", coordinates=place, source="Exif") if place else None,
        context=Context(device=Part(name=limited(camera), type="camera")) if camera else None,
        files=[
            primary("\n".join(line for line in lines if line), options, name=shown),
            attachment(content, shown, options, content_type=_type_of(content) or guess(shown)),
        ],
        provenance=Provenance(basis="imported", metadata=known),
        idempotency_key=idempotency_key(name, hashlib.sha256(content).hexdigest()),
    )
    return checked(event, path.name)


def _time(tags: dict[str, Any], options: Options) -> tuple[Time | None, str]:
    """When it was taken, and whence its zone is known: told, from GPS, or unknown."""
    for field, beside in _TAKEN:
        found = _STAMP.match(_text_of(tags, field))
        if found is None:
            continue
        year, month, day, hour, minute, second = map(int, found.groups())
        try:
            local = datetime(year, month, day, hour, minute, second)  # noqa: DTZ001 - as told
        except ValueError:
            continue
        stamp = local.isoformat()
        offset = _text_of(tags, beside)
        if _OFFSET.fullmatch(offset):
            return Time(occurred_at=f"{stamp}{offset}", precision="second"), "told"
        utc = _gps_time(tags)
        ahead = offset_between(local, utc) if utc else None
        if ahead is not None:
            return Time(occurred_at=local.replace(tzinfo=ahead).isoformat(), precision="second"), "from GPS time"
        return Time(occurred_at=stamp, time_zone=options.time_zone, precision="approximate"), "unknown"
    utc = _gps_time(tags)
    return (Time(occurred_at=f"{utc.isoformat()}Z", precision="second"), "from GPS time") if utc else (None, "unknown")


def _gps_time(tags: dict[str, Any]) -> datetime | None:
    """The moment that GPS told, in UTC."""
    day = re.fullmatch(r"(\d{4})[:-](\d\d)[:-](\d\d)", _text_of(tags, "GPS GPSDate"))
    clock = _numbers(tags, "GPS GPSTimeStamp")
    if day is None or len(clock) != 3:
        return None
    year, month, date = map(int, day.groups())
    try:
        hour, minute, second = map(int, clock)
        return datetime(year, month, date, hour, minute, second)  # noqa: DTZ001 - UTC, as GPS tells it
    except (ValueError, OverflowError):
        return None


def _place(tags: dict[str, Any]) -> Coordinates | None:
    """Where it was taken; a camera without a fix writes zeros, and those are no place."""
    north, east = (_degrees(tags, "Latitude", "S"), _degrees(tags, "Longitude", "W"))
    if north is None or east is None or (north == 0 and east == 0):
        return None
    height = _numbers(tags, "GPS GPSAltitude")
    below = _text_of(tags, "GPS GPSAltitudeRef") == "1"
    within = _numbers(tags, "GPS GPSHPositioningError")
    return point(
        round(north, 7),
        round(east, 7),
        altitude_m=(-height[0] if below else height[0]) if height else None,
        accuracy_m=within[0] if within else None,
    )


def _degrees(tags: dict[str, Any], axis: str, minus: str) -> float | None:
    """Degrees from degrees, minutes and seconds."""
    parts = _numbers(tags, f"GPS GPS{axis}")
    side = _text_of(tags, f"GPS GPS{axis}Ref").upper()
    if not parts or len(parts) > 3 or not side:
        return None
    found = math.fsum(part / (1, 60, 3600)[power] for power, part in enumerate(parts))
    return -found if side.startswith(minus) else found


def _numbers(tags: dict[str, Any], field: str) -> list[float]:
    """The numbers of a tag, fractions as what they come to; none where one is none."""
    values = getattr(tags.get(field), "values", [])
    try:
        return [float(value) for value in values] if isinstance(values, list) else []
    except (TypeError, ValueError, ArithmeticError):
        return []


def _text_of(tags: dict[str, Any], field: str) -> str:
    """A tag as words."""
    tag = tags.get(field)
    text = limited(str(tag)) if tag is not None else None
    return (text or "").strip("\0 ")
