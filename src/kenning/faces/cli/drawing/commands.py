"""Commands about what is drawn from events: draw it, and walk from a claim to the words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.drawing import served
from kenning.faces.cli.drawing.served import BudgetTokens, BudgetUsd, Limits
from kenning.faces.cli.frame import Asked, face, wrong_of
from kenning.faces.cli.graph.asking import CLAIMS, Claim, claim_of, opened
from kenning.faces.cli.page import progress
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from kenning.providers.llm.extractor import ModelExtractor

MODEL = 4
TIERS = {"structure": 1, "patterns": 2, "nlp": 3, "llm": MODEL, "1": 1, "2": 2, "3": 3, "4": MODEL}
FOUND = 1  # done, with something that is left to be done


@face.command(
    "extract",
    CLAIMS,
    "kenning extract --dry-run",
    "kenning extract --tier 1 --tier 2 --since 2026-06-01",
    "kenning extract --rules rules.yaml",
    "kenning extract --tier llm --since 2026-06-01 --budget-tokens 200000",
)
def extract(
    asked: Asked,
    *,
    tiers: Annotated[
        list[str] | None,
        typer.Option(
            "--tier", metavar="TIER", help="Only by this: structure, patterns, nlp, llm, or 1 to 4; repeatable."
        ),
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
    tokens: BudgetTokens = None,
    usd: BudgetUsd = None,
) -> int:
    """Draw claims out of what was recorded.

    By its structure, by patterns, by models where there are any.

    It goes on where it was left; nothing is claimed twice. Exits with 1 where something is left for another run. A language
    model is asked where its tier is, and only then.
    """
    from kenning.faces.cli.drawing import layout

    wanted = [_tier(one) for one in tiers or ()]
    with (
        _model(asked, Limits(tokens, usd), wanted) as model,
        opened(asked, extractors=(model,) if model else ()) as session,
    ):
        with progress("extract", shown=not asked.json) as tell:
            report = session.extract(
                tiers=wanted, since=since, rules=rules or (), dry_run=dry_run, again=again, progress=tell
            )
        if asked.json:
            asked.answer(report if model is None else {"report": report, "spent": model.client.budget.spent})
        else:
            layout.report(asked.page(), report, session)
            if model is not None:
                served.cost(asked.page(), model.client.budget)
    return FOUND if report.failed or report.stopped else 0


def _tier(said: str) -> int:
    """Read a tier by its word or its number."""
    tier = TIERS.get(said.lower())
    if tier is None:
        raise wrong_of(
            "--tier", said, "is no tier", f"one of {', '.join(one for one in TIERS if not one.isdigit())}, or 1 to 4"
        )
    return tier


@contextmanager
def _model(asked: Asked, limits: Limits, tiers: Sequence[int]) -> Iterator[ModelExtractor | None]:
    """Give the language model as an extractor, where its tier is asked for."""
    if MODEL not in tiers:
        if limits != Limits():
            raise wrong_of(
                "--budget-tokens", "a budget", "is for a language model, and none is asked", "say --tier llm"
            )
        yield None
        return
    from kenning.providers.llm.extractor import ModelExtractor

    with served.client(asked, limits) as client:
        yield ModelExtractor(client)


@face.command("explain", CLAIMS, "kenning explain 14")
def explain(asked: Asked, claim_id: Claim, at: At = None) -> None:
    """Walk from a claim to the words it rests on.

    Who said them, when, and by what it was drawn from them.
    """
    from kenning.faces.cli.drawing import layout
    from kenning.faces.cli.graph.layout import statement

    with opened(asked, at) as session:
        found = session.claim(claim_of(session, claim_id))
        steps = session.trail(found.id)
        if asked.json:
            asked.answer({"claim": found, "steps": steps})
        else:
            layout.trail(asked.page(), found, steps, statement.Reads(session, [found]), asked.zone)
