"""Commands on who asks: the context of a session, and whether something may be done."""

from __future__ import annotations

from typing import Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import ACCESS, numbered, opened

REFUSED = 5


@face.command(
    "context", ACCESS, "kenning --as discord:@tom context", "kenning --as luna/discord --for discord:@tom context"
)
def context(asked: Asked) -> None:
    """Show who asks, how it stands with it, and what it may do."""
    from kenning.faces.cli.graph.layout import trust

    with opened(asked) as session:
        found = session.context()
        if asked.json:
            asked.answer(found)
        else:
            trust.context(asked.page(), found, asked.zone)


@face.command(
    "check",
    ACCESS,
    "kenning --as discord:@tom check tool deploy invoke",
    "kenning --as discord:@tom check event evt_01… read",
    "kenning check event 17 erase",
)
def check(
    asked: Asked,
    kind: Annotated[
        str,
        typer.Argument(
            metavar="TYPE", help="event, statement, file, tool, sensor, control_signal, channel or administrative."
        ),
    ],
    what: Annotated[str, typer.Argument(metavar="ID", help="Which: an id or a number, a tool, a sensor, an act.")],
    action: Annotated[str, typer.Argument(metavar="ACTION", help="read, invoke, use, perform, …")],
) -> int:
    """Say whether whoever asks may do something, and why.

    The exit code is 5 where not.
    """
    with opened(asked) as session:
        what = numbered(session, what) if kind in {"event", "statement"} else what
        decision = session.check(kind, what, action)
        if asked.json:
            asked.answer(decision)
        else:
            from kenning.faces.cli.page import BAD, GOOD, span

            asked.page().line(span(session.explain(kind, what, action), GOOD if decision.allowed else BAD))
    return 0 if decision.allowed else REFUSED
