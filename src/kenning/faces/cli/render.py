"""Layouts for people: how hits, views, events, trees and reports stand on a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from kenning.faces.cli.page import ACTOR, FOUND, GUTTER, MOMENT, QUIET, TITLE, joined, one_line, place, plain, span
from kenning.model.event import Envelope, File
from kenning.model.recall import ClaimHit, Hit, Recall, Reference
from kenning.model.time import MICROS_PER_SECOND, instant
from kenning.model.view import View

if TYPE_CHECKING:
    from rich.text import Text

    from kenning.faces.cli.page import Page

EXCERPT_CHARACTERS = 480  # of an answer: six lines of a usual terminal; `show` has the rest
EXCERPT_LINES = 8
EXPLAINED = "{:>4} {:>7}  {:<10} {:>6} {:>7} {:>7}"
LINE_CHARACTERS = 160  # of an event in the log, where one line is all it gets
ACTOR_CELLS_MAX = 20
ID_CELLS_MIN = 120  # a narrower terminal has no room for ids of 36 characters; the number in the log names an event too
TOMBSTONE = "kenning.tombstone"

_WORD = re.compile(r"\w+(?:['’]\w+)*")
_LINE_END = re.compile("\n")
_BARE_DAY = re.compile(r"\d{4}-\d\d-\d\d")


# -- what an event says of itself ----------------------------------------------------------------------------------------


def moment(event: Envelope, zone: str) -> str:
    """When it happened, on the clock of the reader: the best of its claims, else when it was recorded.

    A claim of a whole day stays that day, in whatever zone.
    """
    claims = event.time
    for claim in (claims.occurred_at, claims.captured_at, claims.observed_at) if claims else ():
        if claim is not None:
            if _BARE_DAY.fullmatch(claim):
                return claim
            return clock(instant(claim, claims.time_zone if claims else None, "time"), zone)
    return recorded(event, zone)


def recorded(event: Envelope, zone: str) -> str:
    """When Kenning recorded it, on the clock of the reader."""
    return clock(instant(event.recorded_at, None, "recordedAt"), zone)


def clock(micros: int, zone: str) -> str:
    """A time as people write it; seconds only where there are any."""
    try:
        then = datetime.fromtimestamp(micros // MICROS_PER_SECOND, UTC).astimezone(ZoneInfo(zone))
    except (OverflowError, ValueError, OSError):
        return "out of the calendar"
    return then.strftime("%Y-%m-%d %H:%M:%S" if then.second else "%Y-%m-%d %H:%M")


def actor(event: Envelope) -> str:
    """Who caused it, by the best name there is."""
    who = event.actor
    return one_line(who.name or who.identifier or who.id or who.type) if who else ""


def source(event: Envelope) -> str:
    """Who recorded it, and in which conversation where that has a name."""
    said = [event.source.name or event.source.type]
    session = event.context.session if event.context else None
    if session is not None and session.name:
        said.append(f'"{session.name}"')
    return one_line(" ".join(said))


def reason(event: Envelope) -> str:
    """Why it was done, where whoever did it said so."""
    said = (link.metadata.get("reason") for link in event.links if link.metadata)
    return next((one_line(str(why)) for why in said if why), "")


def what(file: File) -> str:
    """What a file is, where it has no text to show: its name, type and size."""
    size = f"{file.size:,} bytes" if file.size is not None else ""
    parts = (file.name or file.role, file.content_type, size, file.url)
    return one_line(", ".join(filter(None, parts)))


def words_of(text: str, event: Envelope) -> str:
    """The text, or in its place what the event holds instead."""
    if event.kind == TOMBSTONE:
        return "(erased)"
    if text.strip():
        return text
    named = [what(file) for file in event.files if file.name or file.url]
    return f"({'; '.join(named)})" if named else ""


# -- found words ---------------------------------------------------------------------------------------------------------


def found(text: str, question: str) -> list[tuple[int, int]]:
    """The places of a text that a question found, as the index tells words apart: by their stems."""
    from kenning.rules import text as lexical

    asked = [word for word in _WORD.findall(question) if word.casefold() not in lexical.FUNCTION_WORDS]
    wanted = set(lexical.tokens(" ".join(asked) or question))
    places: list[tuple[int, int]] = []
    known: dict[str, list[str]] = {}
    for run in _WORD.finditer(text):
        tokens = known[run[0]] if run[0] in known else known.setdefault(run[0], lexical.tokens(run[0]))
        if len(tokens) == 1 and tokens[0] in wanted:
            places.append(run.span())
        elif len(tokens) > 1:
            places.extend(_inside(run, wanted.intersection(tokens)))
    return places


def _inside(run: re.Match[str], tokens: Iterable[str]) -> list[tuple[int, int]]:
    """The places of tokens in a run of script that is written without spaces."""
    folded = run[0].casefold()
    if len(folded) != len(run[0]):
        return []
    starts = [found_at for token in tokens for found_at in re.finditer(re.escape(token), folded)]
    return [(run.start() + one.start(), run.start() + one.end()) for one in starts]


def excerpt(text: str, places: Sequence[tuple[int, int]]) -> Text:
    """The stretch of a text with most of what was found in it, the found words marked, cuts shown."""
    first, last = 0, len(text)
    if last > EXCERPT_CHARACTERS:
        starts = [start for start, _ in places] or [0]
        best = max(starts, key=lambda start: sum(start <= other < start + EXCERPT_CHARACTERS for other in starts))
        first = _word_start(text, max(0, best - EXCERPT_CHARACTERS // 4))
        last = min(last, first + EXCERPT_CHARACTERS)
    last = min(
        [last, *(end.start() for end in islice(_LINE_END.finditer(text, first), EXCERPT_LINES - 1, EXCERPT_LINES))]
    )
    shown = span(("…" if first else "") + text[first:last] + ("…" if last < len(text) else ""))
    offset = first - (1 if first else 0)
    for start, end in places:
        if first <= start and end <= last:
            shown.stylize(FOUND, start - offset, end - offset)
    return shown


def _word_start(text: str, at: int) -> int:
    """The first beginning of a word at or behind a place, if one is near."""
    if at == 0:
        return 0
    gap = re.compile(r"\s+").search(text, at, at + 40)
    return gap.end() if gap else at


def compact(text: str) -> str:
    """The text safe to print, without the empty lines and the blanks at ends of lines that mails are full of."""
    return "\n".join(line.rstrip() for line in plain(text).split("\n") if line.strip())


# -- listings ------------------------------------------------------------------------------------------------------------


class Columns:
    """The columns before the words, when and who, each as wide as its widest entry in the listing."""

    def __init__(self, events: Sequence[Envelope], zone: str) -> None:
        """Measure all entries of a listing."""
        self._zone = zone
        self._when = max((len(moment(event, zone)) for event in events), default=0)
        self._who = min(ACTOR_CELLS_MAX, max((span(actor(event)).cell_len for event in events), default=0))

    def head(self, event: Envelope) -> Text:
        """The columns of one entry, and the gap behind them."""
        who = span(actor(event), ACTOR)
        who.truncate(self._who, overflow="ellipsis", pad=True)
        return joined([span(moment(event, self._zone).ljust(self._when), MOMENT), who]) + GUTTER


def hits(page: Page, answers: Sequence[Hit], question: str, zone: str) -> None:
    """The answers: when, who, the words with what was found in them, and below each line whence it comes."""
    if not answers:
        page.line("nothing found")
        return
    columns = Columns([hit.view.event for hit in answers], zone)
    for number, hit in enumerate(answers):
        if number and page.is_terminal:
            page.line()
        event = hit.view.event
        text = compact(words_of(hit.view.text, event))
        again = f"{GUTTER}said again: {', '.join(hit.copies)}" if hit.copies else ""
        body = joined([excerpt(text, found(text, question)), span(foot(hit.view) + again, QUIET)], "\n")
        page.hanging(columns.head(event), body)


def answer(page: Page, found: Recall, question: str, zone: str) -> None:
    """Show what is not known, the hits, and the claims that bear on the question where no line shown says so itself."""
    for one in found.unknown:
        nearest = f"; what comes nearest is somebody else's: {', '.join(one.elsewhere)}" if one.elsewhere else ""
        said = f"nothing of this is known of {one.name}" if one.entity else f'it is not known whom "{one.name}" means'
        page.line(span(one_line(said + nearest), TITLE))
    hits(page, found.hits, question, zone)
    shown = {hit.id for hit in found.hits}
    for claim in found.everything():
        if isinstance(claim, ClaimHit) and claim.score and shown.isdisjoint(claim.provenance):
            page.hanging(span("claimed  ", QUIET), joined([span(one_line(claim.text)), span(claim.id, QUIET)]))


def explained(page: Page, found: Recall) -> None:
    """Show for each line what each lane gave it: rank, raw score, share of its score; and how the question was read."""
    page.line()
    page.line(span(EXPLAINED.format("#", "score", "lane", "rank", "raw", "share"), TITLE))
    for hit in found.hits:
        first = (f"{hit.rank}", f"{hit.score:.2f}")
        for part in hit.lanes:
            page.line(EXPLAINED.format(*first, part.lane, f"#{part.rank}", f"{part.raw:.2f}", f"{part.share:.2f}"))
            first = ("", "")
    about = ", ".join(found.about.values())
    if about:
        page.line(span(one_line(f"about: {about}"), QUIET))
    for one in found.references:
        page.line(span(one_line(f'"{one.said}" is read as {_read_as(one)}'), QUIET))


def _read_as(one: Reference) -> str:
    """Say how a reference was read, and what that rests on."""
    days = [f"{word} {day}" for word, day in (("from", one.after), ("before", one.before)) if day is not None]
    meant = ", ".join(one.entities.values()) or " ".join(days)
    return f"{meant}, by {', '.join([*one.claims, *one.events])}" if meant else "nothing: it is not known what it means"


def foot(view: View) -> str:
    """Whence a line comes: its place in the log, its id, its source, and what became of it."""
    event = view.event
    marks = [mark for mark, is_so in (("corrected", view.corrected), ("stale", view.stale)) if is_so]
    if view.amendments:
        marks.append("amended")
    return GUTTER.join([place(event.sequence, event.id), str(event.id), source(event), *marks])


def timeline(page: Page, views: Sequence[View], zone: str) -> None:
    """Views in order of time, one after another, each with its number to ask for more by."""
    if not views:
        page.line("nothing in this stretch of time")
        return
    columns = Columns([view.event for view in views], zone)
    places = max(len(place(view.event.sequence, view.event.id)) for view in views)
    for view in views:
        event = view.event
        head = joined([span(place(event.sequence, event.id).rjust(places), QUIET), columns.head(event)])
        page.hanging(head, _with_id(page, excerpt(compact(words_of(view.text, event)), ()), event))


def _with_id(page: Page, body: Text, event: Envelope) -> Text:
    """The body with the event's id behind it, where there is room for it."""
    if page.width and page.width < ID_CELLS_MIN:
        return body
    first, *more = body.split("\n", allow_blank=True)
    return joined([joined([first, span(str(event.id), QUIET)]), *more], "\n")


def log_line(page: Page, event: Envelope, zone: str) -> None:
    """One event of the log on one line: place, when recorded, what, who, its words as far as there is room, its id."""
    text = one_line(words_of(event.text, event))
    shown = text if len(text) <= LINE_CHARACTERS else text[: LINE_CHARACTERS - 1] + "…"
    parts = [
        span(place(event.sequence, event.id), QUIET),
        span(recorded(event, zone), MOMENT),
        span(event.kind, TITLE),
        span(actor(event), ACTOR),
        span(shown),
    ]
    if not page.width or page.width >= LINE_CHARACTERS:
        parts.insert(1, span(str(event.id), QUIET))
    page.line(page.cut(joined(parts)))
