"""Layouts for people of judgements: what a merge would change, what waits for review, whom a name may mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kenning.faces.cli import render
from kenning.faces.cli.card import Find
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.page import BAD, GOOD, QUIET, TITLE, joined, one_line, span
from kenning.model.identity.entity import Outcome
from kenning.model.identity.view import ReviewItem

if TYPE_CHECKING:
    from kenning.engine.graph.merges import MergePlan
    from kenning.faces.cli.page import Page

LABEL_CELLS = 16
WAITS: Mapping[str, str] = {
    "entity": "is new, met on a channel",
    "merge": "may be one",
    "mention": "could mean several",
}


def plan(page: Page, planned: MergePlan) -> None:
    """What a merge would change, all of it; then that nothing was done."""
    made = planned.difference
    page.line(
        joined([span(f"{one_line(planned.merged_name)} would read as {one_line(planned.survivor_name)}", TITLE)]),
        span(f"  {planned.merged} → {planned.survivor}", QUIET),
    )
    rows = [
        ("also called", ", ".join(made.aliases)),
        ("also met as", words.identifiers(made.identifiers)),
        *((key, _side(sides, planned.attributes.get(key))) for key, sides in made.attributes.items()),
        ("brings along", words.brought(made)),
    ]
    for label, said in rows:
        if said:
            page.hanging(span(f"  {one_line(label).ljust(LABEL_CELLS)}", QUIET), span(said))
    page.line(span("nothing was done", QUIET))


def _side(sides: Mapping[str, object], after: object) -> str:
    """What becomes of one attribute."""
    if "policy" not in sides:
        return f"{words.value(sides['merged'])}  comes along"
    kept = words.value(after)
    lost = [words.value(sides[side]) for side in ("survivor", "merged") if words.value(sides[side]) != kept]
    return f"{kept}  instead of {' and '.join(lost)}, {words.said_policy(str(sides['policy']))}"


def queue(page: Page, found: Sequence[ReviewItem], find: Find) -> None:
    """What waits for a person, one item after another, each with the number to decide it by."""
    if not found:
        page.line("nothing waits")
        return
    events = {one.item: find(one.item.partition("#")[0]) for one in found}
    marks = {key: f"#{event.sequence}" if event else key for key, event in events.items()}
    width = max(len(mark) for mark in marks.values())
    for one in found:
        names = " and ".join(map(one_line, one.names)) or one_line(one.surface)
        score = f": {one.score:.0%}" if one.score is not None else ""
        head = span(marks[one.item].ljust(width) + "  ", QUIET)
        where = one.item.partition("#")[2]
        said = joined(
            [span(names, TITLE), span(WAITS.get(one.kind, one.kind) + score), span(_later(one)), span(where, QUIET)]
        )
        why = [span(line.strip(), QUIET) for line in words.reasons(one.reasons)]
        ids = span("  ".join(one.entities) if len(set(one.names)) < len(one.names) else "", QUIET)
        page.hanging(head, joined([said, *why, ids], "\n"))


def _later(one: ReviewItem) -> str:
    return "put off" if one.decision == "later" else ""


def candidates(page: Page, outcome: Outcome, names: Mapping[str, str]) -> None:
    """Whom a name means, then all it may mean: a row each, a column for each feature."""
    said = {
        "resolved": f"{one_line(outcome.surface)} → {one_line(names.get(outcome.entity or '', ''))}",
        "created": f"{one_line(outcome.surface)} is nobody known yet",
    }.get(outcome.status, f"{one_line(outcome.surface)} could mean several")
    tier = f"by {outcome.tier}, {outcome.score:.0%}" if outcome.status == "resolved" and outcome.tier else ""
    page.line(joined([span(said, GOOD if outcome.status == "resolved" else BAD), span(tier, QUIET)]))
    rows = outcome.candidates
    if not rows:
        return
    features = sorted({name for one in rows for name in one.features})
    called = {one.entity: one_line(names.get(one.entity) or words.short(one.entity)) for one in rows}
    width = max(4, *(span(name).cell_len for name in called.values()))
    with_id = not page.width or page.width >= render.ID_CELLS_MIN
    titles = ["name".ljust(width), "score", *(name.rjust(5) for name in features), "id" * with_id]
    page.line(page.cut(span("  ".join(titles).rstrip(), QUIET)))
    for one in rows:
        name = span(called[one.entity])
        name.truncate(width, pad=True)
        shares = [f"{one.features[key]:.2f}" if key in one.features else "" for key in features]
        cells = [
            f"{one.score:.2f}".rjust(5),
            *(share.rjust(max(5, len(key))) for share, key in zip(shares, features, strict=True)),
        ]
        line = joined([name, span("  ".join(cells))])
        page.line(page.cut(joined([line, span(one.entity * with_id, QUIET)])))
