"""Times as sources claim them, and the instants they mean; RFC 3339 with an IANA zone for what has no offset."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kenning.errors import InvalidError

_FORM = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?(?:([Zz])|([+-]\d\d):?(\d\d))?)?",
)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_EPOCH_NAIVE = datetime(1970, 1, 1)  # noqa: DTZ001 - UTC by construction; written without an offset, then marked Z
_MICROSECOND = timedelta(microseconds=1)
MICROS_PER_SECOND = 1_000_000


def wrong(path: str, value: object, reason: str, *, hint: str = "") -> InvalidError:
    """Build the refusal every check here uses: path, value, reason."""
    shown = f'"{value}"' if isinstance(value, str) else repr(value)
    if len(shown) > 120:
        shown = shown[:117] + "..."
    details = {"path": path, "value": value, "reason": reason}
    return InvalidError(f"{path}: {shown} {reason}", hint=hint, details=details)


@lru_cache(maxsize=256)
def zone(name: str, path: str = "time.timeZone") -> ZoneInfo:
    """Find a zone of the IANA database by its name; refuse what it does not know."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise wrong(path, name, "is not a time zone", hint='use an IANA name such as "Europe/Warsaw"') from error


@lru_cache(maxsize=4096)
def instant(text: str, zone_name: str | None, path: str) -> int:
    """Give the microseconds since 1970 that a claimed time means (the start of the day for a bare date).

    Raises `InvalidError` where the text is no date, or has neither an offset nor a zone. Digits finer than a microsecond
    stay in the text and are cut from the instant.

    >>> instant("2026-06-01T10:30:00+02:00", None, "time.occurredAt")
    1780302600000000
    """
    form = _FORM.fullmatch(text)
    if form is None:
        raise wrong(path, text, "is not a date", hint="write it as 2026-06-01T10:30:00+02:00")
    day, clock, second, fraction, utc, hours, minutes = form.groups()
    try:
        moment = datetime.fromisoformat(f"{day}T{clock or '00:00'}{second or ':00'}")
    except ValueError as error:
        raise wrong(path, text, "is not a date", hint=str(error)) from error
    micros = int(fraction[:6].ljust(6, "0")) if fraction else 0
    if utc or hours:
        ahead_minutes = int(hours) * 60 + (-int(minutes) if hours[0] == "-" else int(minutes)) if hours else 0
        if abs(ahead_minutes) >= 24 * 60:
            raise wrong(path, text, "has an offset of a day or more")
        moment = moment.replace(tzinfo=UTC)
        return (moment - _EPOCH) // _MICROSECOND - ahead_minutes * 60 * MICROS_PER_SECOND + micros
    if zone_name is None:
        hint = "add an offset such as +02:00, or give time.timeZone"
        raise wrong(path, text, "has no offset and there is no timeZone", hint=hint)
    try:
        moment = moment.replace(tzinfo=zone(zone_name))
        return (moment - _EPOCH) // _MICROSECOND + micros
    except OverflowError as error:
        raise wrong(path, text, "is not a date", hint=str(error)) from error


def rfc3339(micros: int) -> str:
    """Write microseconds since 1970 as RFC 3339 in UTC, with six digits of fraction.

    >>> rfc3339(1780302600000000)
    '2026-06-01T08:30:00.000000Z'
    """
    second, fraction = divmod(micros, MICROS_PER_SECOND)
    return f"{_second(second)}.{fraction:06}Z"


@lru_cache(maxsize=256)
def _second(second: int) -> str:
    return (_EPOCH_NAIVE + timedelta(seconds=second)).isoformat()
