"""Expressions of time in what somebody says, anchored to when they say it: as claims keep them.

The expressions are those of `rules.recall.when`; a month or a day without its year is the latest one before the event, or, of
what is still to come, the next.
"""

from __future__ import annotations

from datetime import date, timedelta, timezone, tzinfo
from typing import NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import regex

from kenning.model.event import Precision
from kenning.rules.recall.when import WEEKDAYS, When, asked, day_of

_WEEKDAY = regex.compile(rf"\b(?:on\s+)?({'|'.join(WEEKDAYS)})\b", regex.IGNORECASE)
_OFFSET = regex.compile(r"([+-])(\d\d):?(\d\d)")
_BARE_YEAR = regex.compile(r"\b((?:19|20)\d\d)\b(?![-/]\d)")


YEAR_MIN, YEAR_MAX = 1001, 8998
"""Outside of these nobody's "999 years ago" is anchored: it might lie outside the calendar."""


class Told(NamedTuple):
    """A time as a claim keeps it, and how exact it is."""

    at: str
    precision: Precision


def zone_of(name: str) -> tzinfo:
    """Give the zone of a name of the IANA's, or of an offset such as ``+02:00``; one that nobody knows is UTC.

    >>> zone_of("-03:30").utcoffset(None)
    datetime.timedelta(days=-1, seconds=73800)
    """
    if (match := _OFFSET.fullmatch(name)) is not None:
        ahead = timedelta(hours=int(match[2]), minutes=int(match[3]))
        return timezone(-ahead if match[1] == "-" else ahead)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def told(text: str, at_us: int, zone: tzinfo, *, ahead: bool = False) -> Told | None:
    """Give the first time that a text names, as meant by somebody at a moment in a zone; ``ahead`` where it lies before them.

    >>> from datetime import UTC
    >>> at_us = 1_781_000_000_000_000  # 9 June 2026
    >>> told("since May", at_us, UTC), told("three weeks ago", at_us, UTC)
    (Told(at='2026-05', precision='month'), Told(at='2026-05-16', precision='week'))
    >>> told("on 3 August", at_us, UTC, ahead=True), told("next Friday", at_us, UTC)
    (Told(at='2026-08-03', precision='day'), Told(at='2026-06-12', precision='day'))
    """
    today = day_of(at_us, zone)
    if not YEAR_MIN <= today.year <= YEAR_MAX:
        return None
    found = [one for one in (_anchored(when, today, ahead=ahead) for when in asked(text, at_us, zone)) if one]
    if found:
        return found[0]
    if (match := _WEEKDAY.search(text)) is not None:
        return Told(_weekday(match[1].lower(), today, ahead=ahead).isoformat(), "day")
    if (match := _BARE_YEAR.search(text)) is not None:
        return Told(match[1], "year")
    return None


def _anchored(when: When, today: date, *, ahead: bool) -> Told | None:
    if when.first is None or when.last is None:
        return _of_any_year(when, today, ahead=ahead)
    days = (when.last - when.first).days
    if days == 1:
        return Told(when.first.isoformat(), "day")
    if days <= 7:
        return Told(when.first.isoformat(), "week")
    return Told(f"{when.first:%Y-%m}", "month") if days <= 31 else Told(f"{when.first:%Y}", "year")


def _of_any_year(when: When, today: date, *, ahead: bool) -> Told | None:
    """Put a day or a month into the year in which it is meant."""
    if when.month is None:
        return None
    day = when.day or 1
    there = (when.month, day) > (today.month, today.day) if when.day else when.month > today.month
    year = (
        today.year - (there and not ahead) + ((not there) and ahead and (when.month, day) != (today.month, today.day))
    )
    try:
        first = date(year, when.month, day)
    except ValueError:  # 29 February of another year
        return None
    return Told(first.isoformat(), "day") if when.day else Told(f"{first:%Y-%m}", "month")


def _weekday(name: str, today: date, *, ahead: bool) -> date:
    index = WEEKDAYS.index(name)
    if ahead:
        return today + timedelta(days=(index - today.weekday()) % 7 or 7)
    return today - timedelta(days=(today.weekday() - index) % 7 or 7)


def day_said(text: str, at_us: int, zone: tzinfo) -> str | None:
    """Give the day a text names as a date of somebody's life: ``1990-05-17``, ``1990-05``, ``1990``, or ``--05-17``.

    >>> from datetime import UTC
    >>> day_said("17 May", 0, UTC), day_said("May 17, 1990", 0, UTC), day_said("in 1990", 0, UTC)
    ('--05-17', '1990-05-17', '1990')
    """
    if not YEAR_MIN <= day_of(at_us, zone).year <= YEAR_MAX:
        return None
    for when in asked(text, at_us, zone):
        if when.month is not None and when.day is not None:
            return f"--{when.month:02}-{when.day:02}"
        if when.first is not None and when.last is not None:
            days = (when.last - when.first).days
            if days != 1 and days <= 7:
                continue
            return when.first.isoformat() if days == 1 else f"{when.first:%Y-%m}" if days <= 31 else f"{when.first:%Y}"
    match = _BARE_YEAR.search(text)
    return match[1] if match is not None else None
