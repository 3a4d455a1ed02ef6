"""Layouts for people of what was drawn from events, and of the way from a claim to the words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from kenning.faces.cli.page import ACTOR, BAD, FOUND, GOOD, MOMENT, QUIET, TITLE, joined, one_line, place, span
from kenning.faces.cli.reports import counted
from kenning.model.report import Drawing, ExtractReport, Step
from kenning.model.statement import Claim

if TYPE_CHECKING:
    from rich.text import Text

    from kenning.engine.session import Session
    from kenning.faces.cli.graph.layout.statement import Reads
    from kenning.faces.cli.page import Page

SHOWN_MAX = 50
AROUND_CHARACTERS = 160
_STYLES = {"new": GOOD, "withdrawn": BAD, "left out": QUIET}
_SIGNS = {"new": "+", "withdrawn": "-", "left out": "·", "known": "="}


def report(page: Page, found: ExtractReport, session: Session) -> None:
    """What was learned, event by event, then how much of what."""
    shown = found.drawings[:SHOWN_MAX]
    for event_id, some in groupby(shown, key=lambda one: one.event):
        page.line(span(_mark(session, event_id), QUIET))
        for one in some:
            _drawn(page, one)
    if len(found.drawings) > SHOWN_MAX:
        page.line(span(f"and {len(found.drawings) - SHOWN_MAX:,} more; --json lists them", QUIET))
    would = "would learn" if found.dry_run else "learned"
    counts = [f"{would} {counted(found.new, 'claim')} from {counted(found.events, 'event')}"]
    counts += [f"{number:,} {word}" for number, word in _passed(found) if number]
    page.line(span(", ".join(counts), TITLE))
    for remark in found.failed[:SHOWN_MAX]:
        page.hanging(span(f"failed  {_mark(session, remark.where)}  ", BAD), span(one_line(remark.reason)))
    if found.stopped:
        page.hanging(span("stopped  ", BAD), span(one_line(found.stopped)))


def _passed(found: ExtractReport) -> Sequence[tuple[int, str]]:
    return (
        (found.known, "known already"),
        (found.withdrawn, "to be withdrawn" if found.dry_run else "withdrawn"),
        (found.left_out, "left out"),
    )


def _drawn(page: Page, one: Drawing) -> None:
    by = f"{one.extractor}.{one.rule}" if one.rule else one.extractor
    sure = f"{one.confidence:.0%}" if one.rule else ""
    line = [span(one_line(one.said)), span(sure), span(f"tier {one.tier}, {by}", QUIET)]
    if one.reason:
        line.append(span(one_line(one.reason), QUIET))
    page.hanging(span(f"  {_SIGNS[one.fate]} ", _STYLES.get(one.fate, QUIET)), joined(line))


def _mark(session: Session, event_id: str) -> str:
    return place(session.event(event_id).sequence, event_id)


def trail(page: Page, claim: Claim, steps: Sequence[Step], reads: Reads, zone: str) -> None:
    """A claim, and below it each event it rests on, with the words."""
    from kenning.faces.cli.graph.layout import words

    page.line(joined([span(reads.sentence(claim), TITLE), span(words.span(claim, zone), MOMENT)]))
    page.line(span(f"{claim.confidence:.0%} sure, {claim.state}", QUIET))
    for step in steps:
        page.line()
        page.line(
            joined([span(reads.mark(step.event), QUIET), span(one_line(step.at), MOMENT), span(step.speaker, ACTOR)])
        )
        page.hanging(span("  "), _quoted(step))
        page.hanging(span("  "), span(_how(step), QUIET))
    if not steps:
        page.line(span("nothing it rests on may be shown", BAD))


def _how(step: Step) -> str:
    """Say by what a claim was drawn from an event, and how far that is believed."""
    by = f"drawn by {step.extractor} {step.version}, tier {step.tier}, {step.rule}" if step.extractor else "said so"
    ends = "" if step.stands else ", that it ends"
    return f"{by}{ends}; {step.confidence:.0%} sure, believed by {step.belief:.0%}"


def _quoted(step: Step) -> Text:
    """Give the words, and what stands around them; all of a text that nothing points into, cut where it is long."""
    if not step.text:
        return span("(redacted)", BAD)
    if not step.end:
        return span(step.text[: 2 * AROUND_CHARACTERS])
    first, last = max(0, step.start - AROUND_CHARACTERS), step.end + AROUND_CHARACTERS
    return joined(
        [
            span(("…" if first else "") + step.text[first : step.start]),
            span(step.text[step.start : step.end], FOUND),
            span(step.text[step.end : last] + ("…" if last < len(step.text) else "")),
        ],
        between="",
    )
