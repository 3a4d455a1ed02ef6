"""GPX: each track is one event, at its first moment and place, with the whole of it attached."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec

from kenning.formats.draft import Options, Record, Skipped, checked
from kenning.formats.elements import Element, elements
from kenning.formats.moments import point, told
from kenning.formats.parts import Occurrences, attachment, idempotency_key, limited, primary, provenance, source
from kenning.model.event import Coordinates, Event, Location

name = "gpx"

_ROOT = re.compile(rb"<(?:\w+:)?gpx[\s>]")
_TRACKS = {"trk", "rte"}
_EARTH_M = 6_371_008.8  # mean radius (IUGG)


class _Track(msgspec.Struct):
    """What a track's points add up to."""

    count: int = 0
    first: Coordinates | None = None
    last: Coordinates | None = None
    begin: str = ""
    end: str = ""
    metres: float = 0.0


def recognises(path: Path, head: bytes) -> bool:
    """Whether XML begins with a root of GPX."""
    return (
        not path.is_dir() and head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<") and bool(_ROOT.search(head[:4096]))
    )


def read(path: Path, options: Options) -> Iterator[Record]:
    """The tracks of the file."""
    total = path.stat().st_size
    with path.open("rb") as stream:
        yield from tracks(stream, path.name, options)
    options.done(total, total)


def tracks(stream: IO[bytes], title: str, options: Options) -> Iterator[Record]:
    """The tracks and routes in a stream; `InvalidError` where it is no GPX.

    Tracks are equal, whatever file they came in, that have the same name and the same points.
    """
    occurrences = Occurrences()
    for element in elements(stream, title, lambda depth, known: depth == 1 and known in _TRACKS):
        yield _told(element, f"{title}: line {element.line}", occurrences, options)


def _told(element: Element, where: str, occurrences: Occurrences, options: Options) -> Record:
    """The record of a track."""
    track, rows = _summed(element)
    if not track.count:
        return Skipped(where=where, reason="has no point")
    shown = limited(element.words("name"))
    lines = [shown or "A track", f"{track.begin} – {track.end}" if track.begin else ""]
    lines.append(f"{track.metres / 1000:.2f} km, {track.count} points" if track.metres else f"{track.count} points")
    lines += [element.words("desc"), element.words("cmt"), element.words("type")]
    number = occurrences.number("", shown, rows)
    text = "\n".join(line for line in lines if line)
    event = Event(
        kind="route.recorded",
        source=source(name),
        time=told(track.begin, "second"),
        location=Location(type="start", coordinates=track.first, source="GPS") if track.first else None,
        files=[
            primary(text, options, name=shown),
            attachment("\n".join(rows).encode(), f"{shown or 'track'}.csv", options, content_type="text/csv"),
        ],
        provenance=provenance(name),
        idempotency_key=idempotency_key(name, shown, rows, number),
    )
    return checked(event, where)


def _summed(element: Element) -> tuple[_Track, list[str]]:
    """A track's points in one: how many, from when to when, how far; and each as a line of a table."""
    track = _Track()
    rows = ["time,latitude,longitude,elevation_m"]
    segments = [part for part in element.inside if part.name == "trkseg"] or [element]
    for segment in segments:
        before: Coordinates | None = None
        for spot in segment.inside:
            if spot.name not in {"trkpt", "rtept"}:
                continue
            here = point(spot.attributes.get("lat"), spot.attributes.get("lon"), altitude_m=spot.words("ele") or None)
            if here is None:
                continue
            moment = " ".join(spot.words("time").split())
            track.first, track.last = track.first or here, here
            track.begin, track.end = track.begin or moment, moment or track.end
            track.count += 1
            track.metres += _between(before, here) if before else 0
            before = here
            rows.append(
                f"{moment},{here.latitude!r},{here.longitude!r},{'' if here.altitude_m is None else here.altitude_m}"
            )
    return track, rows


def _between(a: Coordinates, b: Coordinates) -> float:
    """The metres between two points on a sphere as big as the earth (haversine)."""
    north, south = math.radians(a.latitude), math.radians(b.latitude)
    half = math.sin((south - north) / 2) ** 2
    half += math.cos(north) * math.cos(south) * math.sin(math.radians(b.longitude - a.longitude) / 2) ** 2
    return 2 * _EARTH_M * math.asin(math.sqrt(min(1.0, half)))
