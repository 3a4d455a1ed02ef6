"""When that happened by which a question tells a time: sought among claims, then among lines, as far as the caller sees."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import msgspec
from msgspec import structs

from kenning.engine.reading.recall.anchors import Anchors, Asking
from kenning.engine.reading.recall.gather import concerned
from kenning.engine.reading.recall.refer import Claims
from kenning.model.recall import Reference
from kenning.model.statement import Claim
from kenning.rules.recall import when
from kenning.rules.recall.english import ASKS_WHEN
from kenning.rules.recall.graph import ABOUT
from kenning.rules.recall.question import taken_apart
from kenning.rules.recall.refer.events import Clause, Span, bounds, clauses, lines, told
from kenning.rules.recall.refer.relations import spots
from kenning.rules.recall.when import When, day_of
from kenning.store.base import Window

LINES_MAX = 32
"""So many lines are looked at for one that tells what happened."""

BY_LINE = 0.5
"""A line is told on the day or later, and may tell of another time: it is half as sure as a claim."""


class Happened(msgspec.Struct, frozen=True):
    """The times a question tells by events: as windows, as they were read, and the moment at which claims are asked to hold."""

    times: tuple[When, ...] = ()
    references: tuple[Reference, ...] = ()
    valid_at: int | None = None
    instead: frozenset[str] = frozenset()
    """Plain times, as they were said, before, during or after which was asked: those stand for them."""


def happened(asking: Asking, about: Anchors, question: str, now_us: int, zone: ZoneInfo, upto: int) -> Happened:
    """Find when what a question tells a time by happened; ``upto`` is the sequence rows are read as of."""
    told_by = (
        [] if ASKS_WHEN.search(question) else clauses(question, about.named)
    )  # who asks for a time seeks the event itself
    if not told_by:
        return Happened()
    return _Seeking(asking, about, now_us, zone, upto).all(question, told_by)


class _Seeking:
    """One question under way: who is meant in its clauses, and how days are told."""

    def __init__(self, asking: Asking, about: Anchors, now_us: int, zone: ZoneInfo, upto: int) -> None:
        self._asking, self._about, self._upto, self._zone, self._now_us = asking, about, upto, zone, now_us
        self._today = day_of(now_us, zone)
        self._claims = Claims(asking.graph, asking.at, None, lambda _: True)

    def all(self, question: str, told_by: Sequence[Clause]) -> Happened:
        """Read all clauses of a question, each by claims first and by lines where no claim tells."""
        times: list[When] = []
        references: list[Reference] = []
        instead: set[str] = set()
        valid_at = None
        for clause in told_by:
            plain = when.asked(f"in {clause.words}", self._now_us, self._zone)
            if plain and not clause.tokens - _tokens_of(plain):
                dated = [one for one in plain if one.first and one.last]  # a month of any year is left as it is
                times += [Span(one.first, one.last).window(clause.said, clause.how) for one in dated if one.first]
                instead.update(one.said.removeprefix("in ") for one in dated)
                continue
            whom = self._whom(question, clause)
            found = self._by_claims(clause, whom) or self._by_lines(clause, whom)
            if found is None:
                references.append(Reference(said=clause.said))
                continue
            span, reference = found
            window = span.window(clause.said, clause.how)
            times.append(window if reference.claims else structs.replace(window, sure=BY_LINE))
            first, last = window.first, window.last
            after = None if first in {None, date.min} else str(first)
            before = None if last in {None, date.max} else str(last)
            references.append(structs.replace(reference, after=after, before=before))
            if valid_at is None and clause.how not in {"after", "since"}:
                valid_at = self._moment(span, clause)
        return Happened(tuple(times), tuple(references), valid_at, frozenset(instead))

    def _moment(self, span: Span, clause: Clause) -> int:
        """Give the moment at which claims are asked to hold: when it began, or just before."""
        began = datetime.combine(span.first, time.min, self._zone)
        then = began if clause.how in {"while", "when"} else began - timedelta(microseconds=1)
        return round(then.timestamp() * 1e6)

    def _whom(self, question: str, clause: Clause) -> list[int]:
        """List who is meant in a clause: those it names, whoever asks, or by a pronoun those the question is about."""
        end = clause.start + len(clause.words)
        named = [
            number
            for spot in spots(question, self._about.named)
            if clause.start <= spot.start < end
            for number in self._about.named[spot.name]
        ]
        me = self._asking.graph.number(self._asking.me) if clause.mine and self._asking.me is not None else None
        return named or ([me] if me is not None else list(self._about.entities) if clause.theirs else [])

    def _by_claims(self, clause: Clause, whom: Sequence[int]) -> tuple[Span, Reference] | None:
        graph = self._asking.graph
        found: dict[str, Claim] = {}
        for number in whom or self._about.entities:
            found.update({claim.id: claim for claim in self._claims.of(graph.id(number))})
        ends = {one for claim in found.values() for one in (claim.statement.subject, claim.statement.object) if one}
        names = self._claims.names(sorted(ends))
        best = told(clause, list(found.values()), names, self._today, lambda micros: day_of(micros, self._zone))
        if best is None:
            return None
        return best[0], Reference(said=clause.said, claims=[best[1].id])

    def _by_lines(self, clause: Clause, whom: Sequence[int]) -> tuple[Span, Reference] | None:
        """Find the line that tells what happened: of somebody meant where anybody is, by the very words, first told.

        Whoever tells of it tells it on the day or later: what came after may be told on that day, too.
        """
        asking, keys = self._asking, taken_apart(clause.words).keys
        if not bounds(clause) or not keys:
            return None
        namespace = asking.scope.namespace
        ranked = asking.reader.search(asking.scope, keys, Window(at=self._upto, limit=LINES_MAX))
        events = [event for _, event, _ in ranked.rows]
        there = asking.reader.lines(asking.scope, events, self._upto)
        rows = [there[event] for event in events if event in there]
        turn = asking.reader.stamp(namespace).turned
        asking.engine.lines.turned(namespace, turn)
        said = asking.engine.lines.of(asking.reader, namespace, rows, self._upto, turn)
        whose = concerned(asking.reader, asking.scope, [row.event for row in rows], self._upto)
        about = whom or self._about.entities
        fit = []
        for place, very in lines(clause, [said[row.event].words for row in rows]):
            spots_of = whose.get(rows[place].event, ())
            theirs = any(one in about and (path == "actor" or role == ABOUT) for one, role, path in spots_of)
            if theirs or not whom:
                fit.append((not theirs, -very, rows[place].at_us, place))
        if not fit:
            return None
        row = rows[min(fit)[3]]
        day = day_of(row.at_us, self._zone)
        times = [one for one in when.asked(said[row.event].text, row.at_us, self._zone) if one.first and one.last]
        if len(times) == 1 and times[0].first is not None:
            span = Span(times[0].first, times[0].last)
        else:
            span = Span(day, day if clause.how == "after" else day + timedelta(days=1))
        return span, Reference(said=clause.said, events=[asking.graph.event_ids([row.event])[row.event]])


def _tokens_of(times: Sequence[When]) -> frozenset[str]:
    return frozenset(term.token for one in times for term in taken_apart(one.said).terms)
