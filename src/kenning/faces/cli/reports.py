"""Layouts for people of what long deeds answer: imports, erasures, verifications."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from kenning.errors import UnsupportedError
from kenning.faces.cli.card import Find, node
from kenning.faces.cli.page import BAD, GOOD, QUIET, TITLE, joined, one_line, span
from kenning.model.report import ErasePlan, EraseReport, ImportReport, Remark, Taken, VerifyReport

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

SKIPPED_SHOWN = 20  # beyond it a person turns to --json
PLACES_SHOWN = 5  # of many records left out for one reason


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things, in words.

    >>> counted(1, "event"), counted(2048, "event"), counted(2, "reply", "replies")
    ('1 event', '2,048 events', '2 replies')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def imported(page: Page, name: str, report: ImportReport) -> None:
    """What became of the records of one file."""
    counts = [f"{report.added:,} added"]
    counts += [f"{number:,} {word}" for number, word in _passed(report) if number]
    page.line(span(name, TITLE), span(f" ({report.format}): ", QUIET), span(", ".join(counts)))
    kinds = [f"{number:,} {kind}" for kind, number in report.kinds.items()]
    if len(kinds) > 1:
        page.hanging(span("  "), span(", ".join(kinds), QUIET))
    _places(page, "skipped, too broken to become an event", report.skipped, BAD)
    _places(page, "known with other content, kept as it was", report.changed, BAD)
    _places(page, "of note", report.remarks, QUIET)
    _reasons(page, report.left_out)


def passed_over(page: Page, taken: Taken) -> None:
    """Why a file of a watched folder was not imported."""
    style = QUIET if taken.code == UnsupportedError.code else BAD
    message = taken.message.removeprefix(f"{PurePosixPath(taken.path).name}: ")
    page.hanging(span(f"{one_line(taken.path)}: ", TITLE), span(one_line(message), style))


def _passed(report: ImportReport) -> Iterable[tuple[int, str]]:
    """How many records added nothing, by why."""
    return (
        (report.known, "known already"),
        (report.erased, "erased before, not recorded again"),
        (len(report.skipped), "skipped"),
        (len(report.changed), "known with other content"),
        (len(report.left_out), "left out"),
    )


def _places(page: Page, title: str, places: Sequence[Remark], style: str) -> None:
    """Records that went wrong, one by one: each has its own reason."""
    if not places:
        return
    page.line(span(f"  {title}:", style))
    for place in places[:SKIPPED_SHOWN]:
        page.hanging(span(f"    {one_line(place.where)}: "), span(one_line(place.reason)))
    if len(places) > SKIPPED_SHOWN:
        page.line(span(f"    and {len(places) - SKIPPED_SHOWN:,} more; --json lists them all", QUIET))


def _reasons(page: Page, places: Sequence[Remark]) -> None:
    """Records left out on purpose, by reason: there are few reasons and may be many records."""
    by_reason: dict[str, list[str]] = {}
    for place in places:
        by_reason.setdefault(one_line(place.reason), []).append(one_line(place.where))
    if by_reason:
        page.line(span("  left out on purpose:", QUIET))
    for reason, wheres in by_reason.items():
        more = f" and {len(wheres) - PLACES_SHOWN:,} more" if len(wheres) > PLACES_SHOWN else ""
        page.hanging(span(f"    {reason}: ", QUIET), span(", ".join(wheres[:PLACES_SHOWN]) + more, QUIET))


def plan(page: Page, planned: ErasePlan, find: Find, zone: str) -> None:
    """What an erasure would destroy, where it would sweep, and what it could not reach."""
    page.line(span("This destroys for ever", BAD), span(f" {planned.event_id}", QUIET))
    if planned.what == "event":
        _doomed(page, "", [planned.event_id], find, zone)
    else:
        known = {*planned.acts, *planned.derived, *planned.entity_acts}
        _doomed(page, "events", [one for one in planned.events if one not in known], find, zone)
    _doomed(page, "what was done to it", planned.acts, find, zone)
    _doomed(page, "what was drawn from it", planned.derived, find, zone)
    _doomed(page, "what Kenning decided of it", planned.entity_acts, find, zone)
    for file in planned.files:
        page.line(page.cut(span(f"    file {one_line(file)}")))
    if planned.reread:
        page.line(span("and is read anew without it:", QUIET))
        _doomed(page, "", planned.reread, find, zone)
    staying(page, planned, find, zone)
    page.hanging(span("It sweeps        ", QUIET), span(", ".join(planned.sweeps)))
    page.hanging(span("It cannot reach  ", QUIET), span(", ".join(planned.cannot)))


def staying(page: Page, said: ErasePlan, find: Find, zone: str) -> None:
    """What still says what is erased: events of its own, with what erasing them would take, and other people's."""
    more = sum(len(taken) - 1 for taken in said.own.values())
    if said.own:
        page.line(span("and leaves its own events, which --events takes too", BAD), span(_and_more(more), QUIET))
        _doomed(page, "", list(said.own), find, zone)
    if said.mentions:
        page.line(span("and leaves what mentions it in other people's events:", BAD))
        _doomed(page, "", said.mentions, find, zone)


def _and_more(more: int) -> str:
    return f", with {counted(more, 'event')} drawn from them:" if more else ":"


def _doomed(page: Page, title: str, ids: Sequence[str], find: Find, zone: str) -> None:
    """Events by one line each, as many as a person reads."""
    if title and ids:
        page.line(span(f"  {title}:"))
    for event_id in ids[:SKIPPED_SHOWN]:
        event = find(event_id)
        page.line(page.cut(joined([span("  "), node(page, event, zone) if event else span(event_id)])))
    if len(ids) > SKIPPED_SHOWN:
        page.line(span(f"    and {len(ids) - SKIPPED_SHOWN:,} more; --json lists them all", QUIET))


def erased(page: Page, report: EraseReport, cannot: Sequence[str]) -> None:
    """What an erasure did, and what it could not do."""
    files = f" and {counted(len(report.files), 'file')}" if report.files else ""
    page.line(
        span("erased", GOOD), f" {counted(len(report.erased), 'event')}{files}; ", f"tombstone {report.tombstone}"
    )
    left = len(report.own) + len(report.mentions)
    if left:
        page.line(span("still said in ", BAD), f"{counted(left, 'event')}, as listed above")
    page.hanging(span("swept         ", QUIET), span(", ".join(report.swept)))
    for place, reason in report.left.items():
        page.hanging(span("not swept     ", BAD), span(f"{place}: {reason}"))
    page.hanging(span("cannot reach  ", QUIET), span(", ".join(cannot)))


def verified(page: Page, report: VerifyReport) -> None:
    """The judgement first, then what it rests on, then every problem."""
    seen = [
        counted(report.events, "event"),
        f"{report.erased:,} erased" if report.erased else "",
        counted(report.rows, "projected row"),
        counted(report.files, "file") if report.files else "",
    ]
    looked = ", ".join(part for part in seen if part)
    if report.ok:
        page.line(span("all is as it was written", GOOD), f": {looked} in namespace {report.namespace}")
    else:
        page.line(span(counted(len(report.problems), "problem"), BAD), f" in namespace {report.namespace}: {looked}")
    for problem in report.problems:
        page.hanging(joined([span("  "), span(f"{problem.where}: ", BAD)], ""), span(problem.what))
    for note in report.notes:
        page.hanging(span("  note: ", QUIET), span(note, QUIET))
    if report.head:
        page.line(span(f"head {report.head}", QUIET))
