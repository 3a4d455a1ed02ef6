"""Layouts for people of claims: lists, one with its evidence and history, and those that contradict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kenning.errors import ErasedError, NotFoundError
from kenning.faces.cli import render
from kenning.faces.cli.card import SAID_CHARACTERS, Find
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.page import ACTOR, BAD, GOOD, MOMENT, QUIET, TITLE, joined, one_line, place, span
from kenning.faces.cli.reports import counted
from kenning.model.statement import Claim, ClaimRow, Contradiction, Evidence

if TYPE_CHECKING:
    from rich.text import Text

    from kenning.engine.session import Session
    from kenning.faces.cli.page import Page

LABEL_CELLS = 12
BELIEVE, ASIDE = "▸ ", "  "


class Reads:
    """How claims read for one session: with names in place of ids, and numbers in place of events."""

    def __init__(self, session: Session, claims: Iterable[Claim]) -> None:
        """Look up all names that some claims need."""
        self._session = session
        ends = {one for claim in claims for one in (claim.statement.subject, claim.statement.object) if one}
        self._names = session.names(ends)
        self._spoken = words.Spoken(session.active_schema())

    def sentence(self, claim: ClaimRow) -> str:
        """What is claimed, in words."""
        return one_line(self._spoken.sentence(claim.statement, self._names))

    def mark(self, event_id: str) -> str:
        """The number of an event in the log, by which it is asked for."""
        try:
            return place(self._session.event(event_id).sequence, event_id)
        except (ErasedError, NotFoundError):
            return "(erased)"


def listing(page: Page, found: Sequence[Claim], reads: Reads, zone: str) -> None:
    """Claims, one after another, each with its number, when it holds, and how sure it is."""
    if not found:
        page.line("nothing is claimed")
        return
    marks = [reads.mark(one.id) for one in found]
    width = max(map(len, marks))
    for mark, one in zip(marks, found, strict=True):
        page.hanging(span(mark.rjust(width) + "  ", QUIET), _line(page, one, reads, zone))


def _line(page: Page, one: Claim, reads: Reads, zone: str) -> Text:
    state = "" if one.state == "open" else one.state
    return joined(
        [
            span(reads.sentence(one), TITLE if one.state == "open" else ""),
            span(words.span(one, zone), MOMENT),
            span(f"{one.confidence:.0%}, {counted(len(one.evidence), 'event')}"),
            span(state, BAD),
            span("denied" if one.denied else "", BAD),
            span(one.id if not page.width or page.width >= render.LINE_CHARACTERS else "", QUIET),
        ]
    )


def card(page: Page, one: Claim, history: Sequence[ClaimRow], reads: Reads, shown: tuple[Find, str]) -> None:
    """One claim: what it says, on which evidence, and how it came to read so."""
    find, zone = shown
    said = one.statement
    state = span(one.state, GOOD if one.state == "open" else BAD)
    page.line(joined([span(reads.sentence(one), TITLE), span(reads.mark(one.id)), span(one.id, QUIET), state]))
    page.line()
    sort = [said.kind, "one value at a time" if said.single else "", "implicit" if said.implicit else ""]
    rows = [
        ("kind", ", ".join(part for part in sort if part)),
        ("holds", words.span(one, zone)),
        ("confidence", f"{one.confidence:.0%}"),
        ("ended by", reads.mark(one.because) if one.because else ""),
        ("denied by", ", ".join(map(reads.mark, one.denied))),
    ]
    for label, value in rows:
        if value:
            page.hanging(span(label.ljust(LABEL_CELLS), QUIET), span(value))
    for number, evidence in enumerate(one.evidence):
        label = "evidence" if number == 0 else ""
        page.hanging(span(label.ljust(LABEL_CELLS), QUIET), _evidence(evidence, find, zone))
    for number, row in enumerate(history):
        label = "history" if number == 0 else ""
        page.hanging(span(label.ljust(LABEL_CELLS), QUIET), _version(row, reads, zone))


def _evidence(one: Evidence, find: Find, zone: str) -> Text:
    """One event a claim rests on: its number, when, who said it and where, what it says."""
    event = find(one.event)
    if event is None:
        return span(f"{one.event}  (erased)", QUIET)
    text = one_line(render.words_of(event.text, event))
    cut = text if len(text) <= SAID_CHARACTERS else text[: SAID_CHARACTERS - 1] + "…"
    head = [
        span(f"#{event.sequence}"),
        span(render.moment(event, zone), MOMENT),
        span(render.actor(event), ACTOR),
        span(cut),
    ]
    return joined([joined(head), span(f"{one_line(one.source)}, {words.weighed(one)}", QUIET)], "\n")


def _version(row: ClaimRow, reads: Reads, zone: str) -> Text:
    """How it read from one number in the log on."""
    because = f"by {reads.mark(row.because)}" if row.because else ""
    sure = f"{row.confidence:.0%}"
    return joined(
        [span(f"#{row.since}"), span(row.state), span(words.span(row, zone), MOMENT), span(sure), span(because)]
    )


def contradicting(page: Page, found: Sequence[Contradiction], reads: Reads, zone: str) -> None:
    """What contradicts, side by side, the one to believe marked."""
    if not found:
        page.line("nothing contradicts")
        return
    for number, one in enumerate(found):
        if number:
            page.line()
        for claim in one.claims:
            believed = claim.id == one.recommendation
            head = span((BELIEVE if believed else ASIDE) + reads.mark(claim.id) + "  ", GOOD if believed else QUIET)
            page.hanging(head, _line(page, claim, reads, zone))
        why = "; ".join(one.reasons) if one.recommendation else "nothing tells which to believe"
        page.hanging(span("  "), span(f"believe the marked one: {why}" if one.recommendation else why, QUIET))
