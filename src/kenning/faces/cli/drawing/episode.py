"""Commands on episodes: what happened together, and what it was about."""

from __future__ import annotations

import re
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.drawing import served
from kenning.faces.cli.drawing.served import BudgetTokens, BudgetUsd, ByModel, Limits
from kenning.faces.cli.frame import Asked, face, wrong_of
from kenning.faces.cli.read import READ, After, At, Before, bound

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page
    from kenning.model.report import Episode, SummariesReport

SILENCE = "3h"
_SILENCE = re.compile(r"(\d+(?:\.\d+)?)\s*([smhd])")
_UNITS_S = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_TEXTS_SHOWN = 20

Silence = Annotated[
    str, typer.Option("--silence", metavar="TIME", help="How long nothing is said before another begins: 45m, 3h, 2d.")
]


def _seconds(silence: str) -> float:
    form = _SILENCE.fullmatch(silence.strip())
    if form is None:
        raise wrong_of("--silence", silence, "is no length of time", "write it as 45m, 3h or 2d")
    return float(form[1]) * _UNITS_S[form[2]]


@face.command("episodes", READ, "kenning episodes --after 2026-06-01", "kenning episodes --silence 45m")
def episodes(
    asked: Asked,
    *,
    after: After = None,
    before: Before = None,
    silence: Silence = SILENCE,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="The newest so many.")] = 50,
    at: At = None,
) -> None:
    """List what happened together: each thread until it falls silent."""
    from kenning.model.recall import Cut

    with asked.session() as session:
        found = bound(session, at).episodes(Cut(after=after, before=before, silence_s=_seconds(silence)))
    if asked.json:
        asked.answer(found[-limit:])
        return
    page = asked.page()
    for one in found[-limit:]:
        _shown(page, one, asked.zone)
    if len(found) > limit:
        asked.remark(f"the newest {limit} of {len(found):,} are shown; --limit says how many")


def _shown(page: Page, one: Episode, zone: str) -> None:
    from kenning.faces.cli.page import ACTOR, BAD, MOMENT, QUIET, TITLE, joined, one_line, span
    from kenning.faces.cli.render import clock
    from kenning.faces.cli.reports import counted
    from kenning.model.time import instant

    first, last = (clock(instant(at, None, "at"), zone) for at in (one.first_at, one.last_at))
    until = last if last[:10] != first[:10] else last[11:]
    page.line(
        joined(
            [
                span(f"{first} to {until}", MOMENT),
                span(one_line(one.thread), TITLE),
                span(one_line(one.channel), QUIET),
                span(", ".join(map(one_line, one.actors)), ACTOR),
                span(counted(len(one.events), "event")),
                span("may go on" if one.open else "", QUIET),
            ]
        )
    )
    if one.summary is not None:
        page.hanging(span("    "), span(one.text))
        mark = "made before it changed" if one.outdated else ""
        page.line(joined([span("   "), span(one.summary, QUIET), span(mark, BAD)]))


@face.command("summarise", READ, "kenning summarise", "kenning summarise --dry-run", "kenning summarise --llm")
def summarise(
    asked: Asked,
    *,
    after: After = None,
    before: Before = None,
    silence: Silence = SILENCE,
    still: Annotated[bool, typer.Option("--open", help="Such as may go on too.")] = False,
    llm: ByModel = False,
    tokens: BudgetTokens = None,
    usd: BudgetUsd = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show the summaries, and record none.")] = False,
) -> int:
    """Say of each episode what it was about, by its own lines or in a model's words.

    None is summarised twice; one that changed is summarised anew. Interrupted, the next run goes on.
    """
    from kenning.faces.cli.page import progress
    from kenning.model.recall import Cut

    cut = Cut(after=after, before=before, silence_s=_seconds(silence), open=still)
    with served.client(asked, Limits(tokens, usd)) if llm else nullcontext() as client, asked.session() as session:
        summariser = None
        if client is not None:
            from kenning.providers.llm.summariser import ModelSummariser

            summariser = ModelSummariser(client)
        with progress("summarising", shown=not asked.json) as tell:
            report = session.summarise(cut, summariser=summariser, dry_run=dry_run, progress=tell)
    if asked.json:
        asked.answer(report if client is None else {"report": report, "spent": client.budget.spent})
    else:
        _told(asked.page(), report, dry_run=dry_run)
        if client is not None:
            served.cost(asked.page(), client.budget)
    return 1 if report.failed or report.stopped else 0


def _told(page: Page, report: SummariesReport, *, dry_run: bool) -> None:
    from kenning.faces.cli.page import BAD, GOOD, QUIET, one_line, span
    from kenning.faces.cli.reports import counted

    for text in report.texts[:_TEXTS_SHOWN]:
        page.hanging(span("    "), span(text))
        page.line("")
    if len(report.texts) > _TEXTS_SHOWN:
        page.line(span(f"    and {len(report.texts) - _TEXTS_SHOWN:,} more; --json lists them all", QUIET))
    done = counted(len(report.texts if dry_run else report.made), "episode")
    rest = [
        f"{number:,} {word}"
        for number, word in (
            (report.known, "known already"),
            (report.open, "may go on"),
            (report.short, "too short to need one"),
            (report.erased, "erased before, not made again"),
        )
        if number
    ]
    said = f"{done} would be summarised" if dry_run else f"{done} summarised"
    page.line(span(said, GOOD), span("".join(f", {one}" for one in rest)))
    for remark in report.failed[:_TEXTS_SHOWN]:
        page.hanging(span(f"  {remark.where}: ", BAD), span(one_line(remark.reason)))
    if len(report.failed) > _TEXTS_SHOWN:
        page.line(span(f"  and {len(report.failed) - _TEXTS_SHOWN:,} more; --json lists them all", QUIET))
    if report.stopped:
        page.line(span("stopped: ", BAD), span(f"{one_line(report.stopped)}; the next run goes on from here"))
