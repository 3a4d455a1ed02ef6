"""Commands about what is drawn from events: draw it, and walk from a claim to the words."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import CLAIMS, Claim, claim_of, opened
from kenning.faces.cli.page import progress
from kenning.faces.cli.read import At

FOUND = 1  # done, with something that is left to be done


@face.command(
    "extract",
    CLAIMS,
    "kenning extract --dry-run",
    "kenning extract --tier 1 --tier 2 --since 2026-06-01",
    "kenning extract --rules rules.yaml",
)
def extract(
    asked: Asked,
    *,
    tiers: Annotated[
        list[int] | None,
        typer.Option("--tier", metavar="1..4", min=1, max=4, help="Only by this tier; repeatable."),
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only what was recorded from then on.")
    ] = None,
    rules: Annotated[
        list[Path] | None,
        typer.Option("--rules", metavar="FILE", help="A file of patterns besides those that ship; repeatable."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be learned.")] = False,
    again: Annotated[bool, typer.Option("--again", help="Go through all of the log again.")] = False,
) -> int:
    """Draw claims out of what was recorded: by its structure, by patterns, by models where there are any.

    It goes on where it was left; nothing is claimed twice. Exits with 1 where something is left for another run.
    """
    from kenning.faces.cli.drawing import layout

    with opened(asked) as session:
        with progress("extract", shown=not asked.json) as tell:
            report = session.extract(
                tiers=tiers or (), since=since, rules=rules or (), dry_run=dry_run, again=again, progress=tell
            )
        if asked.json:
            asked.answer(report)
        else:
            layout.report(asked.page(), report, session)
    return FOUND if report.failed or report.stopped else 0


@face.command("explain", CLAIMS, "kenning explain 14")
def explain(asked: Asked, claim_id: Claim, at: At = None) -> None:
    """Walk from a claim to the words it rests on: who said them, when, and by what it was drawn from them."""
    from kenning.faces.cli.drawing import layout
    from kenning.faces.cli.graph.layout import statement

    with opened(asked, at) as session:
        found = session.claim(claim_of(session, claim_id))
        steps = session.trail(found.id)
        if asked.json:
            asked.answer({"claim": found, "steps": steps})
        else:
            layout.trail(asked.page(), found, steps, statement.Reads(session, [found]), asked.zone)
