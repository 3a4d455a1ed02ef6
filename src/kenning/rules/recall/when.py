"""Expressions of time in a question, as windows: "last week", "in May 2023", "on 8 May", "three days ago".

A month or a day without its year is one of any year. Windows lift what falls in them; they hide nothing, since a line of June
may well tell of May.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

import msgspec

from kenning.rules.recall.english import MONTHS

NUMBERS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_MONTH = "|".join(f"{name[:3]}(?:{name[3:]})?" if name != "may" else "may" for name in MONTHS)
_DAY = r"(?P<{0}>[0-3]?\d)(?:st|nd|rd|th)?"
_DATED = re.compile(
    rf"\b(?:{_DAY.format('first')}\s+(?:of\s+)?)?(?P<month>{_MONTH})\b\.?"
    rf"(?:\s+{_DAY.format('then')}\b(?!\d))?(?:,?\s+(?P<year>(?:19|20)\d\d)\b)?",
    re.IGNORECASE,
)
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")
_YEAR = re.compile(r"\b(?:in|of|during|since|year)\s+((?:19|20)\d\d)\b", re.IGNORECASE)
_AGO = re.compile(rf"\b(\d{{1,3}}|{'|'.join(NUMBERS)})\s+(day|week|month|year)s?\s+ago\b", re.IGNORECASE)
_AHEAD = re.compile(rf"\bin\s+(\d{{1,3}}|{'|'.join(NUMBERS)})\s+(day|week|month|year)s?\b(?!\s+ago)", re.IGNORECASE)
_LAST = re.compile(rf"\b(last|this|past|next)\s+(week|weekend|month|year|{'|'.join(WEEKDAYS)})\b", re.IGNORECASE)
_NEAR = re.compile(r"\b(today|yesterday|tonight|tomorrow|this morning)\b", re.IGNORECASE)
_SHIFTS = {"last": -1, "past": -1, "this": 0, "next": 1}
# "may" is a month where something says so, and mostly a verb where nothing does.
_MAY = re.compile(
    r"(?:\b(?:in|of|by|since|until|during|last|this|early|late|mid)\s+|\d(?:st|nd|rd|th)?\s+(?:of\s+)?)$", re.IGNORECASE
)


class When(msgspec.Struct, frozen=True):
    """One stretch of time that a question names: days from ``first`` before ``last``, or a month, or a day of any year.

    ``sure`` is how sure it is meant, for one that was not named but sought.
    """

    said: str
    first: date | None = None
    last: date | None = None
    month: int | None = None
    day: int | None = None
    sure: float = 1.0

    def holds(self, moment: date) -> float:
        """Tell how well a day fits: 1 where it lies within, half where only the month of the day named does."""
        if self.first is not None and self.last is not None:
            return self.sure if self.first <= moment < self.last else 0.0
        if moment.month != self.month:
            return 0.0
        return 1.0 if self.day in (None, moment.day) else 0.5


def asked(question: str, now_us: int, zone: tzinfo) -> list[When]:
    """Find the times a question names, relative to the moment it is asked.

    >>> now = int(datetime(2026, 6, 10, 12, tzinfo=UTC).timestamp()) * 1_000_000
    >>> [(str(one.first), str(one.last)) for one in asked("Where was I last week?", now, UTC)]
    [('2026-06-01', '2026-06-08')]
    >>> [(one.month, one.day) for one in asked("Who may come on 8 May?", now, UTC)]
    [(5, 8)]
    """
    today = datetime.fromtimestamp(now_us / 1e6, zone).date()
    found: list[When] = []
    for match in _ISO.finditer(question):
        found += _dated(match[0], *(int(part) if part else None for part in match.groups()))
    for match in _DATED.finditer(question):
        said = match[0].lower()
        day = match["first"] or match["then"]
        if said.startswith("may") and not day and not match["year"] and not _MAY.search(question[: match.start()]):
            continue
        month = next(number for number, name in enumerate(MONTHS, 1) if name.startswith(match["month"].lower()[:3]))
        found += _dated(match[0], int(match["year"]) if match["year"] else None, month, int(day) if day else None)
    if not found:
        found += [
            When(match[0], date(int(match[1]), 1, 1), date(int(match[1]) + 1, 1, 1))
            for match in _YEAR.finditer(question)
        ]
    return [*found, *_relative(question, today)]


def _dated(said: str, year: int | None, month: int | None, day: int | None) -> list[When]:
    if month is None or not 1 <= month <= 12 or (day is not None and not 1 <= day <= 31):
        return []
    if year is None:
        return [When(said, month=month, day=day)]
    if day is None:
        return [When(said, date(year, month, 1), _months(date(year, month, 1), 1))]
    try:
        first = date(year, month, day)
    except ValueError:  # no such day: the month is all it can mean
        return [When(said, date(year, month, 1), _months(date(year, month, 1), 1))]
    return [When(said, first, first + timedelta(days=1))]


def _relative(question: str, today: date) -> list[When]:
    found: list[When] = []
    for match in _AGO.finditer(question):
        count = int(match[1]) if match[1].isdigit() else NUMBERS[match[1].lower()]
        found.append(_ago(match[0], count, match[2].lower(), today))
    for match in _AHEAD.finditer(question):
        count = int(match[1]) if match[1].isdigit() else NUMBERS[match[1].lower()]
        found.append(_ago(match[0], -count, match[2].lower(), today))
    found += [
        _shifted(match[0], _SHIFTS[match[1].lower()], match[2].lower(), today) for match in _LAST.finditer(question)
    ]
    for match in _NEAR.finditer(question):
        day = today + timedelta(days={"yesterday": -1, "tomorrow": 1}.get(match[1].lower(), 0))
        found.append(When(match[0], day, day + timedelta(days=1)))
    return found


def _ago(said: str, count: int, unit: str, today: date) -> When:
    """Give the stretch so long ago, or ahead; the longer the unit, the less exactly it is meant."""
    if unit == "day":
        day = today - timedelta(days=count)
        return When(said, day, day + timedelta(days=1))
    if unit == "week":
        middle = today - timedelta(weeks=count)
        return When(said, middle - timedelta(days=3), middle + timedelta(days=4))
    first = _months(today.replace(day=1), -count * (12 if unit == "year" else 1))
    if unit == "year":
        return When(said, date(first.year, 1, 1), date(first.year + 1, 1, 1))
    return When(said, first, _months(first, 1))


def _shifted(said: str, shift: int, unit: str, today: date) -> When:
    """Give the week, weekend, month, year or day of the week before this one, this one, or the one after."""
    monday = today - timedelta(days=today.weekday()) + timedelta(weeks=shift)
    if unit == "week":
        return When(said, monday, monday + timedelta(weeks=1))
    if unit == "weekend":
        saturday = monday + timedelta(days=5)
        return When(said, saturday, saturday + timedelta(days=2))
    if unit == "month":
        first = _months(today.replace(day=1), shift)
        return When(said, first, _months(first, 1))
    if unit == "year":
        year = today.year + shift
        return When(said, date(year, 1, 1), date(year + 1, 1, 1))
    away = (WEEKDAYS.index(unit) - today.weekday()) % 7
    day = today + timedelta(days=away or 7) if shift > 0 else today - timedelta(days=-away % 7 or -7 * shift)
    return When(said, day, day + timedelta(days=1))


def _months(first: date, count: int) -> date:
    months = first.year * 12 + first.month - 1 + count
    return date(months // 12, months % 12 + 1, 1)


def day_of(at_us: int, zone: tzinfo) -> date:
    """Give the day of an instant in a zone; those beyond the calendar are its first."""
    try:
        return datetime.fromtimestamp(at_us / 1e6, UTC).astimezone(zone).date()
    except (ValueError, OverflowError, OSError):
        return date.min
