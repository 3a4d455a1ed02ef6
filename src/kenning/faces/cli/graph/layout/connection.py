"""The layout for people of what connects two entities."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kenning.faces.cli.graph.layout import portrait, statement, text
from kenning.faces.cli.page import QUIET, TITLE, one_line, span

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page
    from kenning.model.identity.view import Between


def shown(page: Page, found: Between, reads: statement.Reads, zone: str) -> None:
    """Claims, ways and events, each under a head of its own; what there is none of is left out."""
    parts = 0
    for head, there in (("claimed", found.claims), ("related", found.paths), ("together", found.events)):
        if not there:
            continue
        if parts:
            page.line()
        parts += 1
        page.line(span(head, TITLE))
        if head == "claimed":
            statement.listing(page, found.claims, reads, zone)
        elif head == "related":
            text.routes(page, found.paths, found.relations, found.names)
        else:
            portrait.appearances(page, found.events, zone)
    if not parts:
        start, goal = (one_line(found.names.get(one) or one) for one in (found.start, found.goal))
        page.line(span(f"nothing known connects {start} and {goal}", QUIET))
