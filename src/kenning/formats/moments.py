"""Moments and points as foreign programs count them: epochs of several units and beginnings, degrees as text or times 10⁷."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from zoneinfo import available_timezones

from kenning.formats.parts import word
from kenning.model.event import Coordinates, Precision, Time

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_WINDOWS_US = 11_644_473_600_000_000  # from 1601 to 1970, where Chromium counts from
_COCOA_S = 978_307_200  # from 1970 to 2001, where Apple counts from
_LOCAL = re.compile(r"(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.\d+)?\s*([+-]\d\d):?(\d\d)")
_E7 = 10_000_000


def since_1970(value: object, *, per_second: int) -> str | None:
    """The moment a count since 1970 means, in UTC, with the digits its unit has; None for what is no such count.

    >>> since_1970(1415147732056, per_second=1000), since_1970("1579294140", per_second=1)
    ('2014-11-05T00:35:32.056Z', '2020-01-17T20:49:00Z')
    """
    count = _whole(value)
    if count is None:
        return None
    try:
        moment = _EPOCH + timedelta(microseconds=count * 1_000_000 // per_second)
    except OverflowError:
        return None
    digits = {1: "seconds", 1000: "milliseconds"}.get(per_second, "microseconds")
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")


def since_1601(value: object) -> str | None:
    """The moment that Chromium's microseconds since 1601 mean; None where there is none, as it writes 0 for never."""
    count = _whole(value)
    return since_1970(count - _WINDOWS_US, per_second=1_000_000) if count else None


def since_2001(value: object) -> str | None:
    """The moment that Apple's seconds since 2001 mean, to the microsecond."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return since_1970(round(value * 1_000_000) + _COCOA_S * 1_000_000, per_second=1_000_000)


def offset_local(text: object) -> str | None:
    """A local time with its offset as RFC 3339, as Apple writes it: ``2018-09-10 02:28:55 -0700``."""
    found = _LOCAL.fullmatch(text.strip()) if isinstance(text, str) else None
    return f"{found[1]}T{found[2]}{found[3]}:{found[4]}" if found else None


def offset_between(local: datetime, utc: datetime) -> timezone | None:
    """The offset in which a clock ran that showed ``local`` at the moment ``utc``; None where it is no offset in use.

    Both are naive. Zones lie quarters of an hour apart; the clocks of cameras run wrong by a minute or two.
    """
    quarters = round((local - utc) / timedelta(minutes=15))
    if abs(local - utc - timedelta(minutes=15 * quarters)) > timedelta(minutes=3) or abs(quarters) > 14 * 4:
        return None
    return timezone(timedelta(minutes=15 * quarters))


@cache
def zones() -> frozenset[str]:
    """The names of the IANA's zones, looked up once: that reads many files."""
    return frozenset(available_timezones())


def told(moment: object, precision: Precision = "second", *, zone: str | None = None) -> Time | None:
    """The time of an event that happened at a moment told as text; None where none is told."""
    text = word(moment)
    return Time(occurred_at=text, time_zone=zone, precision=precision) if text else None


def number(value: object) -> float | None:
    """A finite number that a file tells as number or text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) else None


def point(
    latitude: object, longitude: object, *, altitude_m: object = None, accuracy_m: object = None
) -> Coordinates | None:
    """A point on the earth, in degrees; None for what is none, as 91 degrees north or a place that was never set."""
    north, east = number(latitude), number(longitude)
    if north is None or east is None or abs(north) > 90 or abs(east) > 180:
        return None
    within = number(accuracy_m)
    return Coordinates(
        latitude=north,
        longitude=east,
        altitude_m=number(altitude_m),
        accuracy_m=within if within is not None and within >= 0 else None,
    )


def degrees(value: object) -> float | None:
    """Degrees that are written times 10⁷, as Google writes them.

    >>> degrees(522319700), degrees("x")
    (52.23197, None)
    """
    count = _whole(value)
    return count / _E7 if count is not None else None


def _whole(value: object) -> int | None:
    """A whole number that a file tells as number or text, within reason."""
    if isinstance(value, bool):
        return None
    if isinstance(value, float) and math.isfinite(value):
        value = int(value)
    if isinstance(value, str) and re.fullmatch(r"-?\d{1,20}", value):
        value = int(value)
    return value if isinstance(value, int) and abs(value) < 10**20 else None
