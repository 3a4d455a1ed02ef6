"""The history of browsers: Chromium and its kin, Firefox on desk and phone, Safari, qutebrowser, and JSON made of them.

Databases are read from a copy, so that a browser that runs is not disturbed and its file not touched. One visit is one event;
a visit that a redirect led to or a page opened answers it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from kenning.formats.databases import is_database, marked, opens_database
from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped, Tables, checked
from kenning.formats.moments import since_1601, since_1970, since_2001, told
from kenning.formats.parts import (
    Occurrences,
    idempotency_key,
    limited,
    mapping,
    primary,
    provenance,
    source,
    string,
)
from kenning.model.event import Context, Event, File, Part, Precision
from kenning.model.time import wrong

name = "browser_history"

# What a schema says of each browser; the marks stand in the file as text, wherever its pages lie.
_MARKS = {
    "chromium": (rb"CREATE TABLE \"?visits\"?\s*\(id INTEGER", rb"from_visit"),
    "safari": (rb"CREATE TABLE \"?history_visits\"?", rb"history_item"),
    "firefox": (rb"CREATE TABLE \"?moz_historyvisits\"?", rb"place_id"),
    "fennec": (rb"CREATE TABLE \"?visits\"?\s*\(_id INTEGER", rb"history_guid"),
    "qutebrowser": (rb"CREATE TABLE \"?History\"?\s*\(", rb"atime"),
}
_PAGES = {"url", "dt"}


class _Visit(msgspec.Struct, frozen=True):
    """A visit as its browser tells it."""

    number: object
    url: object
    title: object
    moment: str | None
    after: object = None
    precision: Precision = "exact"
    seconds: float | None = None


def recognises(path: Path, head: bytes) -> bool:
    """Whether a database has the tables of a browser, or JSON the fields of visits."""
    if path.is_dir():
        return False
    if is_database(head):
        return marked(path, _MARKS) is not None
    keys = keys_in(head)
    return (keys >= _PAGES and not keys & {"sender", "body"}) or "Browser History.time_usec" in keys


def read(path: Path, options: Options) -> Iterator[Record]:
    """The visits, in the order of their numbers; then searches and bookmarks, where the same file has them."""
    if not opens_database(path):
        yield from _json(path, options)
        return
    if options.tables is None:
        raise wrong(path.name, "the whole file", "is a database, and nothing was given that opens one")
    with options.tables(path) as tables:
        browser = next((known for known, told_by in _BROWSERS.items() if told_by.tables <= _named(tables)), None)
        if browser is None:
            raise wrong(path.name, "the whole file", "has the tables of no browser that Kenning reads")
        teller = _Teller(browser, path.name, options)
        for visit in _BROWSERS[browser].visits(tables):
            yield teller.told(visit)
        yield from _others(browser, tables, path.name, options)


def _named(tables: Tables) -> frozenset[str]:
    """The tables and columns of a database, as `table` and `table.column`."""
    found = tables.columns()
    return frozenset({*found, *(f"{table}.{column}" for table, columns in found.items() for column in columns)})


def _pages(tables: Tables, table: str, columns: tuple[str, ...]) -> dict[object, tuple[object, ...]]:
    """A table of pages by its first column."""
    return {row[0]: row[1:] for row in tables.rows(table, columns)}


def _chromium(tables: Tables) -> Iterator[_Visit]:
    """Visits of Chromium and its kin, which count microseconds since 1601."""
    pages = _pages(tables, "urls", ("id", "url", "title"))
    columns = ("id", "url", "visit_time", "from_visit", "visit_duration")
    for number, page, moment, after, stayed in tables.rows("visits", columns):
        url, title = pages.get(page, (None, None))
        seconds = stayed / 1_000_000 if isinstance(stayed, int) and stayed > 0 else None
        yield _Visit(number, url, title, since_1601(moment), after or None, seconds=seconds)


def _safari(tables: Tables) -> Iterator[_Visit]:
    """Visits of Safari, which counts seconds since 2001."""
    pages = _pages(tables, "history_items", ("id", "url"))
    columns = ("id", "history_item", "visit_time", "title", "redirect_source")
    for number, page, moment, title, after in tables.rows("history_visits", columns):
        yield _Visit(number, pages.get(page, (None,))[0], title, since_2001(moment), after)


def _firefox(tables: Tables) -> Iterator[_Visit]:
    """Visits of Firefox, which counts microseconds since 1970."""
    pages = _pages(tables, "moz_places", ("id", "url", "title"))
    columns = ("id", "place_id", "visit_date", "from_visit")
    for number, page, moment, after in tables.rows("moz_historyvisits", columns):
        url, title = pages.get(page, (None, None))
        yield _Visit(number, url, title, since_1970(moment, per_second=1_000_000), after or None)


def _fennec(tables: Tables) -> Iterator[_Visit]:
    """Visits of Firefox for Android as it was until 2020."""
    pages = _pages(tables, "history", ("guid", "url", "title"))
    for number, page, moment in tables.rows("visits", ("_id", "history_guid", "date")):
        url, title = pages.get(page, (None, None))
        yield _Visit(number, url, title, since_1970(moment, per_second=1_000_000))


def _qutebrowser(tables: Tables) -> Iterator[_Visit]:
    """Visits of qutebrowser, which have no number and are told to the second."""
    for url, title, moment in tables.rows("History", ("url", "title", "atime")):
        yield _Visit(None, url, title, since_1970(moment, per_second=1), precision="second")


class _Browser(msgspec.Struct, frozen=True):
    """How a browser is told by its tables, and how its visits are read."""

    tables: frozenset[str]
    visits: Callable[[Tables], Iterator[_Visit]]


_BROWSERS = {
    "chromium": _Browser(frozenset({"visits.visit_time", "urls.url"}), _chromium),
    "safari": _Browser(frozenset({"history_visits.visit_time", "history_items.url"}), _safari),
    "firefox": _Browser(frozenset({"moz_historyvisits.visit_date", "moz_places.url"}), _firefox),
    "fennec": _Browser(frozenset({"visits.history_guid", "history.guid"}), _fennec),
    "qutebrowser": _Browser(frozenset({"History.atime"}), _qutebrowser),
}


def _others(browser: str, tables: Tables, title: str, options: Options) -> Iterator[Record]:
    """Searches and bookmarks in the same file, as events of kinds of their own."""
    known = tables.columns()
    if browser == "fennec" and "searchhistory" in known:
        for number, query, moment in tables.rows("searchhistory", ("_id", "query", "date")):
            yield _other(("search.made", title, number), query, None, since_1970(moment, per_second=1000), options)
    if browser == "chromium" and "keyword_search_terms" in known:
        count = sum(1 for _ in tables.rows("keyword_search_terms", ("url_id",)))
        if count:
            options.remark(f"{title}: keyword_search_terms", f"{count} words of searches stand in the visits already")
    if browser == "fennec" and "bookmarks" in known:
        for row in tables.rows("bookmarks", ("_id", "url", "title", "created", "type", "deleted")):
            number, url, shown, moment, sort, deleted = row
            if sort != 1:
                continue  # a folder, or a line between
            if deleted:
                yield LeftOut(where=f"{title}: bookmarks {number}", reason="is a bookmark that was deleted")
                continue
            stamp = since_1970(moment, per_second=1000)
            yield _other(("page.bookmarked", title, number), shown, url, stamp, options)
    if browser == "firefox" and "moz_bookmarks" in known:
        yield from _bookmarks(tables, title, options)


def _bookmarks(tables: Tables, title: str, options: Options) -> Iterator[Record]:
    """The bookmarks of Firefox, each the name of a page."""
    pages = _pages(tables, "moz_places", ("id", "url"))
    for number, sort, page, shown, moment in tables.rows("moz_bookmarks", ("id", "type", "fk", "title", "dateAdded")):
        url = pages.get(page, (None,))[0]
        if sort == 1 and url and not string(url).startswith("place:"):  # those are questions Firefox asks itself
            stamp = since_1970(moment, per_second=1_000_000)
            yield _other(("page.bookmarked", title, number), shown, url, stamp, options)


def _other(what: tuple[str, str, object], words: object, url: object, moment: str | None, options: Options) -> Record:
    """A search or a bookmark."""
    kind, title, number = what
    where = f"{title}: {'searches' if kind == 'search.made' else 'bookmarks'} {number}"
    text = "\n".join(part for part in (string(words), string(url)) if part)
    event = Event(
        kind=kind,
        source=source(name),
        time=told(moment, "millisecond"),
        files=[primary(text, options)],
        provenance=provenance(name),
        idempotency_key=idempotency_key(name, kind, moment, string(words), string(url)),
    )
    return checked(event, where)


class _Teller:
    """Turns visits into drafts. The same visit is known again in any copy of the history: by browser, moment and address."""

    def __init__(self, browser: str, title: str, options: Options) -> None:
        self._browser, self._title, self._options = browser, title, options
        self._occurrences = Occurrences()
        self._keys: dict[object, str] = {}
        self._count = 0

    def told(self, visit: _Visit) -> Record:
        """The record of a visit."""
        self._count += 1
        where = f"{self._title}: visit {visit.number if visit.number is not None else self._count}"
        url = string(visit.url)
        if not url or visit.moment is None:
            return Skipped(where=where, reason="is of no page that is there" if not url else "has no moment")
        number = self._occurrences.number(visit.moment[:10], self._browser, visit.moment, url)
        known = idempotency_key(name, self._browser, visit.moment, url, number)
        if visit.number is not None:
            self._keys[visit.number] = known
        title = limited(visit.title)
        text = f"{title}\n{url}" if title and title != url else url
        page = File(role="attachment", content_type="text/html", name=title, url=url) if len(url) < 8192 else None
        stayed = {"durationS": visit.seconds} if visit.seconds else None
        event = Event(
            kind="page.visited",
            source=source(name),
            time=told(visit.moment, visit.precision),
            context=Context(app=Part(name=self._browser, type="browser", attributes=stayed)),
            files=[primary(text, self._options), *([page] if page else [])],
            provenance=provenance(name),
            idempotency_key=known,
        )
        record = checked(event, where, key=known, reply_to=self._keys.get(visit.after) if visit.after else None)
        return msgspec.structs.replace(record, relation="caused_by") if isinstance(record, Draft) else record


def _json(path: Path, options: Options) -> Iterator[Record]:
    """Visits as JSON: of Google's Takeout, or of programs that gather histories."""
    teller = _Teller("json", path.name, options)
    for place, found in records_of(contents(path), path.name):
        document = mapping(found)
        visits = document.get("Browser History")
        if isinstance(found, Skipped):
            yield msgspec.structs.replace(found, where=f"{path.name}: {place}")
        elif isinstance(visits, list):
            for visit in map(mapping, visits):
                moment = since_1970(visit.get("time_usec"), per_second=1_000_000)
                yield teller.told(_Visit(None, visit.get("url"), visit.get("title"), moment))
        else:
            about = mapping(document.get("metadata"))
            yield teller.told(_Visit(None, document.get("url"), about.get("title"), _any_moment(document.get("dt"))))


def _any_moment(value: object) -> str | None:
    """A moment as seconds since 1970, or as text with its offset."""
    if isinstance(value, str) and re.fullmatch(r"\d{4}-\d\d-\d\d[T ].+", value):
        text = value.replace(" ", "T", 1)
        return text if re.search(r"(?:Z|[+-]\d\d:?\d\d)$", text) else f"{text}Z"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return since_1970(round(value), per_second=1)
    return None
