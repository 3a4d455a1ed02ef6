"""My Activity as HTML: each `outer-cell` is an activity, with a product, words with links, a moment, and captions."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from datetime import datetime
from html.parser import HTMLParser
from typing import IO

import msgspec

from kenning.formats.parts import clean

_CHUNK_BYTES = 1 << 16
_LINES_MAX = 500
_BREAKS = {"br", "p", "div", "li"}
_SPACES = re.compile("[\u00a0\u202f\u2009\u2003 ]+")
_DAY_FIRST = re.compile(
    r"(\d{1,2})\.? (\w{3,9})\.?,? (\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([AP])\.?M\.?)?(?: (.+))?", re.IGNORECASE
)
_MONTH_FIRST = re.compile(
    r"(\w{3,9})\.? (\d{1,2}),? (\d{4}),? (\d{1,2}):(\d\d)(?::(\d\d))?(?: ([AP])\.?M\.?)?(?: (.+))?", re.IGNORECASE
)
_ISO = re.compile(r"(\d{4})-(\d\d)-(\d\d)[ T,]+(\d{1,2}):(\d\d)(?::(\d\d))?(?: ?(.+))?")
_MONTHS = {
    month: number
    for number, months in enumerate(
        ("jan january", "feb february", "mar march", "apr april", "may", "jun june", "jul july", "aug august",
         "sep sept september", "oct october", "nov november", "dec december"), 1
    )
    for month in months.split()
}  # fmt: skip
# Zones that Google writes behind a moment by their letters; what stands for several zones is none of them.
_OFFSETS = {
    "UTC": "Z", "GMT": "Z", "Z": "Z", "EST": "-05:00", "EDT": "-04:00", "CDT": "-05:00", "MST": "-07:00",
    "MDT": "-06:00", "PST": "-08:00", "PDT": "-07:00", "AKST": "-09:00", "AKDT": "-08:00", "HST": "-10:00",
    "CET": "+01:00", "CEST": "+02:00", "EET": "+02:00", "EEST": "+03:00", "WET": "+00:00", "WEST": "+01:00",
    "MSK": "+03:00", "JST": "+09:00", "KST": "+09:00", "SGT": "+08:00", "AEST": "+10:00", "AEDT": "+11:00",
    "NZST": "+12:00", "NZDT": "+13:00",
}  # fmt: skip


class Cell(msgspec.Struct):
    """One activity as the page shows it: its title, lines of words, links in them, and captions under headings."""

    line: int
    title: str = ""
    lines: list[str] = []
    links: list[tuple[str, str]] = []
    captions: dict[str, list[str]] = {}
    places: list[str] = []


def moment_of(text: str) -> tuple[str, str | None] | None:
    """A moment as a page writes it: local time as RFC 3339, with its offset where the zone's letters tell one; and the letters.

    >>> moment_of("Jan 31, 2018, 10:54:50 PM"), moment_of("5 Sept 2020, 17:02:03 CEST")
    (('2018-01-31T22:54:50', None), ('2020-09-05T17:02:03+02:00', None))
    """
    line = _SPACES.sub(" ", text).strip()
    found = _MONTH_FIRST.fullmatch(line)
    if found:
        name, day, year, hour, minute, second, half, zone = found.groups()
    elif found := _DAY_FIRST.fullmatch(line):
        day, name, year, hour, minute, second, half, zone = found.groups()
    elif found := _ISO.fullmatch(line):
        year, name, day, hour, minute, second, zone = found.groups()
        half = None
    else:
        return None
    month = int(name) if name.isdecimal() else _MONTHS.get(name.casefold(), 0)
    hours = int(hour) % 12 + (12 if half.upper() == "P" else 0) if half else int(hour)
    try:
        moment = datetime(int(year), month, int(day), hours, int(minute), int(second or 0))  # noqa: DTZ001 - as told
    except ValueError:
        return None
    letters = zone.strip().upper() if zone else None
    offset = _offset(letters)
    return f"{moment.isoformat()}{offset or ''}", None if offset else letters


def _offset(letters: str | None) -> str | None:
    """The offset that a zone's letters stand for."""
    if letters is None:
        return None
    numeric = re.fullmatch(r"(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d\d))?", letters)
    if numeric:
        return f"{numeric[1]}{int(numeric[2]):02}:{numeric[3] or '00'}"
    return _OFFSETS.get(letters)


def cells(stream: IO[bytes]) -> Iterator[Cell]:
    """The activities of a page, in its order, however long it is."""
    reader = _Reader()
    decoder = codecs.getincrementaldecoder("utf-8-sig")("replace")
    while chunk := stream.read(_CHUNK_BYTES):
        reader.feed(decoder.decode(chunk))
        yield from reader.taken()
    reader.feed(decoder.decode(b"", final=True))
    reader.close()
    reader.finish()
    yield from reader.taken()


class _Reader(HTMLParser):
    """Gathers cells; never fails, whatever the markup."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._done: list[Cell] = []
        self._cell: Cell | None = None
        self._part = ""
        self._heading = ""
        self._is_heading = False
        self._address: str | None = None
        self._words: list[str] = []

    def taken(self) -> list[Cell]:
        """The cells that are whole, once."""
        done, self._done = self._done, []
        return done

    def finish(self) -> None:
        """End the last cell."""
        self._break()
        if self._cell is not None:
            self._done.append(self._cell)
        self._cell = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {field: value or "" for field, value in attrs}
        classes = told.get("class", "").split()
        if tag in _BREAKS:
            self._break()
        if "outer-cell" in classes:
            self.finish()
            self._cell = Cell(self.getpos()[0], lines=[], links=[], captions={}, places=[])
            self._heading = ""
        if "header-cell" in classes:
            self._part = "title"
        elif "content-cell" in classes:
            self._part = "captions" if "mdl-typography--caption" in classes else "lines"
            self._heading = ""
        if tag == "b" and self._part == "captions":
            self._is_heading = True
        if tag == "a":
            self._address = told.get("href", "")
            self._link(self._address)

    def handle_endtag(self, tag: str) -> None:
        if tag in _BREAKS:
            self._break()
        if tag == "b" and self._is_heading:
            self._heading, self._words, self._is_heading = self._line().rstrip(":"), [], False
        if tag == "a":
            self._address = None

    def handle_data(self, data: str) -> None:
        self._words.append(data)

    def _link(self, address: str) -> None:
        """Keep where a link leads, in the words or under a heading."""
        if self._cell is None or not address or len(self._cell.links) >= _LINES_MAX:
            return
        if self._part == "lines":
            self._cell.links.append((self._line(), clean(address)))
        elif self._part == "captions":
            self._cell.places.append(clean(address))

    def _line(self) -> str:
        return clean(" ".join("".join(self._words).split()))

    def _break(self) -> None:
        """End a line."""
        line = self._line()
        self._words = []
        cell = self._cell
        if cell is None or not line or len(cell.lines) >= _LINES_MAX:
            return
        if self._part == "title":
            cell.title = cell.title or line
        elif self._part == "lines":
            cell.lines.append(line)
        elif self._part == "captions":
            cell.captions.setdefault(self._heading, []).append(line)

    def parse_html_declaration(self, i: int) -> int:
        """Step over what only looks like a declaration; the parser asserts on some of it."""
        try:
            return super().parse_html_declaration(i)
        except AssertionError:
            return i + 2
