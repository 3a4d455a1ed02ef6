"""The stamps at the head of WhatsApp's lines, in the styles of real locales, and the order of their dates."""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Final, Literal

import msgspec

from kenning.formats.draft import DateOrder

MARKS: Final = "\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c\ufeff"
Shape = Literal["bracket", "dash", "colon"]
_GAP = rf"[\s{MARKS}]*"
# Year, month and day in any order; apart by slash, dot, dash, or the characters for year and month.
_DATE = rf"(\d{{1,4}}){_GAP}([./\-年]){_GAP}(\d{{1,2}}){_GAP}[./\-月]{_GAP}(\d{{1,4}})日?"
_TIME = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?"
# Between date and time: a comma, "klo", "à", "г.", or the half of the day, which some languages put first.
_BETWEEN = r"([^\d\[\]:]{1,16}?)"
_AFTER = rf"({_GAP}[^\W\d_][^\d\[\]:\-–—]{{0,14}}?)?"
_STAMP = rf"(?:{_DATE}{_BETWEEN}{_TIME}{_AFTER}|{_TIME}{_AFTER}{_BETWEEN}{_DATE})"
_HEADERS: Final[dict[Shape, re.Pattern[str]]] = {
    "bracket": re.compile(rf"([{MARKS}]*)\[{_GAP}{_STAMP}{_GAP}\][ \u00a0]?"),
    "dash": re.compile(rf"([{MARKS}]*){_STAMP}{_GAP}\s[-–—](?:\s|$)"),
    "colon": re.compile(rf"([{MARKS}]*){_STAMP}{_GAP}:\s"),
}
_MORNING = (
    "am", "a", "fm", "förmiddag", "vorm", "vormittags", "de", "dop", "пп", "до", "πμ", "öö", "sa", "pg", "ص", "قظ", "ق",
    "לפנה״צ", "לפנהצ", "上午", "凌晨", "早上", "清晨", "午前", "오전", "पूर्वाह्न", "ก่อนเที่ยง", "dg", "rano",
)  # fmt: skip
_EVENING = (
    "pm", "p", "em", "eftermiddag", "nachm", "nachmittags", "du", "odp", "дп", "после", "μμ", "ös", "ch", "ptg", "م", "بظ",
    "ب", "אחה״צ", "אחהצ", "下午", "晚上", "傍晚", "中午", "午後", "오후", "अपराह्न", "หลังเที่ยง",
)  # fmt: skip
_BUDDHIST_AHEAD = 543
_ORDERS: Final[tuple[DateOrder, ...]] = ("dmy", "mdy", "ymd", "ydm")  # the commoner ones first
_YEARS = range(2009, 2200)  # WhatsApp exists since 2009
_SKELETONS_MAX = 64
_SKELETON_MIN = 12


class Stamp(msgspec.Struct, frozen=True):
    """A stamp as written: three numbers of a date in an order yet unknown, and a time of day."""

    numbers: tuple[int, int, int]
    digits: tuple[int, int, int]
    separator: str
    clock: tuple[int, int, int]
    has_seconds: bool
    half: str
    marked: bool

    @property
    def year_first(self) -> bool:
        """Whether the first number can only be a year."""
        return self.digits[0] > 2

    def day(self, order: DateOrder) -> date | None:
        """The date in that order, or None where there is no such date."""
        order = "ymd" if self.year_first else order
        places = {"dmy": (2, 1, 0), "mdy": (2, 0, 1), "ymd": (0, 1, 2), "ydm": (0, 2, 1)}[order]
        year, month, day = (self.numbers[place] for place in places)
        if any(self.digits[place] > 2 for place in places[1:]):
            return None
        if self.digits[places[0]] <= 2:
            year += 2000
        elif year >= 2400:
            year -= _BUDDHIST_AHEAD
        if year not in _YEARS:
            return None
        try:
            return date(year, month, day)
        except ValueError:
            return None

    def moment(self, order: DateOrder) -> datetime | None:
        """The local date and time in that order, or None where there is none such."""
        day = self.day(order)
        hour, minute, second = self.clock
        half = _half(self.half)
        if half and 1 <= hour <= 12:
            hour = hour % 12 + (12 if half == "pm" else 0)
        hour = 0 if hour == 24 else hour
        if day is None or hour > 23 or minute > 59 or second > 59:
            return None
        return datetime(day.year, day.month, day.day, hour, minute, second)  # noqa: DTZ001 - a local claim, as written


class Header(msgspec.Struct, frozen=True):
    """The head of a line: its stamp, in which shape, and what follows it."""

    stamp: Stamp
    shape: Shape
    length: int
    rest: str


def header(line: str, shape: Shape | None = None) -> Header | None:
    """The head of a line, or None for a line that goes on with the message before it.

    ``shape`` is that of the file: one export has one shape, and a stamp of another shape is a quotation.
    """
    for known, pattern in _HEADERS.items():
        if shape is None or shape == known:
            found = pattern.match(line)
            if found is not None and (stamp := _stamp(found.groups())) is not None:
                return Header(stamp, known, found.end(), line[found.end() :])
    return None


def _stamp(groups: tuple[str | None, ...]) -> Stamp | None:
    """The stamp from what the pattern found, date first or time first."""
    lead, first, second = groups[0] or "", groups[1:10], groups[10:19]
    if first[0] is not None:
        a, separator, b, c, before, hour, minute, seconds, after = first
    else:
        hour, minute, seconds, after, before, a, separator, b, c = second
    if None in (a, b, c, hour, minute):
        return None
    date_texts, clock_texts = (str(a), str(b), str(c)), (str(hour), str(minute), seconds or "0")
    half = f"{before or ''} {after or ''}"
    return Stamp(
        numbers=(int(date_texts[0]), int(date_texts[1]), int(date_texts[2])),
        digits=(len(date_texts[0]), len(date_texts[1]), len(date_texts[2])),
        separator=separator or "",
        clock=(int(clock_texts[0]), int(clock_texts[1]), int(clock_texts[2])),
        has_seconds=seconds is not None,
        half=half,
        marked="\u200e" in lead,
    )


def _half(words: str) -> str:
    """Which half of the day the words beside a time name: "am", "pm" or none."""
    letters = re.sub(rf"[\s{MARKS}.,'’]+", " ", words.casefold()).split()
    for token in (*letters, "".join(letters)):
        if token in _MORNING:
            return "am"
        if token in _EVENING:
            return "pm"
    return ""


class Orders:
    """Gathers, stamp by stamp, what speaks for each order of dates, and then decides for the whole file."""

    def __init__(self) -> None:
        self._counted: dict[DateOrder, _Evidence] = {order: _Evidence() for order in _ORDERS}
        self._style: tuple[str, bool] = ("", False)
        self._differs = False
        self._last = (0, 0, 0)

    def feed(self, stamp: Stamp) -> None:
        """Take one stamp into account; one that begins with a whole year speaks for itself."""
        if stamp.year_first or stamp.numbers == self._last:
            return
        self._last = stamp.numbers
        if not self._style[0]:
            unpadded = min(stamp.digits[:2]) == 1
            self._style = (stamp.separator, unpadded and bool(re.search(r"\b[AP]M\b", stamp.half)))
        days = {order: stamp.day(order) for order in self._counted}
        self._differs = self._differs or days["dmy"] != days["mdy"]
        for order, evidence in self._counted.items():
            evidence.feed(days[order])

    def decide(self) -> tuple[DateOrder, bool]:
        """The order, and whether it is certain: by impossible values first, then by time running on, else by habit."""
        fewest = min(evidence.impossible for evidence in self._counted.values())
        likely = [order for order, evidence in self._counted.items() if evidence.impossible == fewest]
        if len(likely) > 1:
            back = min(self._counted[order].backwards for order in likely)
            likely = [order for order in likely if self._counted[order].backwards == back]
        likely = self._without_rare(likely)
        best = min(likely, key=self._habit)
        same = all(self._counted[order].reads_as(self._counted[best]) for order in likely)
        return best, len(likely) == 1 or not self._differs or same

    def _without_rare(self, likely: list[DateOrder]) -> list[DateOrder]:
        """The orders without a two-digit year first, which hardly any locale writes, unless it alone makes a short chat."""
        others: list[DateOrder] = [order for order in likely if order in {"dmy", "mdy"}]
        if not others or others == likely:
            return likely
        shortest = min(self._counted[order].span_days for order in others)
        return [order for order in likely if order in others or 10 * self._counted[order].span_days < shortest]

    def _habit(self, order: DateOrder) -> tuple[bool, int, int]:
        """How unusual an order is where the dates themselves do not tell; a short span is likelier than a long one."""
        separator, american = self._style
        odd = (order == "mdy") != american if american else order == "mdy" and separator in ".-"
        return odd, self._counted[order].span_days, _ORDERS.index(order)


class _Evidence:
    """What the stamps of a file say under one order."""

    def __init__(self) -> None:
        self.impossible = 0
        self.backwards = 0
        self._first: date | None = None
        self._last: date | None = None

    def feed(self, day: date | None) -> None:
        """Count a date that is none, or lies before the one above it."""
        if day is None:
            self.impossible += 1
            return
        self.backwards += self._last is not None and day < self._last
        self._first = self._first or day
        self._last = day

    @property
    def span_days(self) -> int:
        """The days from the first date to the last."""
        return abs((self._last - self._first).days) if self._first and self._last else 0

    def reads_as(self, other: _Evidence) -> bool:
        """Whether both orders give the same first and last day."""
        return (self._first, self._last) == (other._first, other._last)


class Skeletons:
    """The looks of a file's own stamps, to tell a damaged stamp from a line that goes on."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def learn(self, line: str, found: Header) -> None:
        """Remember how a stamp looks, digits all alike."""
        if len(self._known) < _SKELETONS_MAX:
            self._known.add(_skeleton(line[: found.length].rstrip()))

    def resembles(self, line: str, *, last: bool) -> bool:
        """Whether a line without a stamp looks like one with a damaged stamp, or, at the end, one that was cut off.

        One character off and no more: nobody types that by chance.
        """
        looks = _skeleton(line[:40])
        for known in self._known:
            if len(known) < _SKELETON_MIN:
                continue
            if len(looks) >= len(known):
                wrong = sum(a != b for a, b in zip(looks, known, strict=False))
                if wrong == 1 or (wrong == 0 and header(line) is None):
                    return True
            elif last and len(looks) >= _SKELETON_MIN // 2 and known.startswith(looks):
                return True
        return False


def _skeleton(text: str) -> str:
    """The text with every digit alike."""
    return re.sub(r"\d", "0", text)
