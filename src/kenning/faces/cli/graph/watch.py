"""Commands for who answers for the store: what the admin is told, and who was shown what."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import events, numbered, opened
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from rich.text import Text

    from kenning.engine.session import Session
    from kenning.model.report import Notice, Sighting

WATCH = "Watch"

Limit = Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many.")]


@face.command("inbox", WATCH, "kenning inbox", "kenning inbox --read", "kenning inbox --read 12")
def inbox(
    asked: Asked,
    about: Annotated[
        list[str] | None, typer.Argument(metavar="EVENT", help="With --read, these only: their numbers or ids.")
    ] = None,
    *,
    read: Annotated[bool, typer.Option("--read", help="Note that they were seen, after they are listed.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="List what was seen, too.")] = False,
    limit: Limit = 1000,
    at: At = None,
) -> None:
    """List what the admin is told.

    Who is new on a channel, every merge, grants that wait for review, administrative acts that were refused.
    """
    with opened(asked, at) as session:
        found = session.inbox(read=everything, limit=limit)
        if about:
            chosen = set(events(session, about))
            found = [one for one in found if one.event in chosen]
        if asked.json:
            asked.answer(found)
        else:
            _notices(asked, session, found)
        if read:
            session.read_notices(*(events(session, about) if about else [one.event for one in found if not one.read]))


def _notices(asked: Asked, session: Session, found: list[Notice]) -> None:
    from kenning.faces.cli.page import MOMENT, QUIET, joined, span
    from kenning.rules.access.notices import words

    names = session.names([one for notice in found for one in notice.about if one.count("-") == 4], own=True)
    page = asked.page()
    for one in found:
        said = span(words(one, names), QUIET if one.read else "")
        when = span(_moment(one.recorded_at, asked.zone), MOMENT)
        page.line(page.cut(joined([span(f"#{one.sequence}"), when, said, span("seen" if one.read else "", QUIET)])))
    if not found:
        page.line(span("nothing new", QUIET))


@face.command("audit", WATCH, "kenning audit", "kenning audit --saw 12", "kenning audit --refused --by Bo")
def audit(
    asked: Asked,
    *,
    saw: Annotated[
        str | None, typer.Option("--saw", metavar="ID", help="Who was shown this: a number or an id.")
    ] = None,
    by: Annotated[
        str | None, typer.Option("--by", metavar="PRINCIPAL", help="What they were shown or refused.")
    ] = None,
    refused: Annotated[bool, typer.Option("--refused", help="Only what was refused.")] = False,
    limit: Limit = 100,
    at: At = None,
) -> None:
    """Say who was shown what, and what was refused.

    The newest first. Asking is in the audit, too.
    """
    with opened(asked, at) as session:
        seen = numbered(session, saw) if saw is not None else None
        found = session.audit(seen=seen, by=_principal(session, by) if by else None, refused=refused, limit=limit)
        if asked.json:
            asked.answer(found)
            return
        page = asked.page()
        names = session.names({one for line in found for one in (line.principal, *line.seen)})
        for one in found:
            page.line(page.cut(_line(one, names, asked.zone)))


def _principal(session: Session, by: str) -> str:
    """Give the id of an entity that is named; anything else is a principal as it stands."""
    from kenning.errors import NotFoundError

    try:
        return session.who(by).id
    except NotFoundError:
        return by


def _line(one: Sighting, names: Mapping[str, str], zone: str) -> Text:
    from kenning.faces.cli.page import ACTOR, BAD, MOMENT, QUIET, joined, span
    from kenning.rules.access.words import reason_words

    seen = [*(names.get(shown, shown) for shown in one.seen), *([f"{one.swept} erased since"] if one.swept else [])]
    parts = [
        span(_moment(one.at, zone), MOMENT),
        span(names.get(one.principal, one.principal), ACTOR),
        span(f"on {one.channel}" if one.channel else "", QUIET),
        span("" if one.allowed else "refused", BAD),
        span(one.verb),
        span(f"{one.times} times" if one.times > 1 else ""),
        span(", ".join(seen)),
        span("; ".join(reason_words(reason) for reason in one.reasons), QUIET),
    ]
    return joined(parts)


def _moment(recorded_at: str, zone: str) -> str:
    from kenning.faces.cli.render import clock
    from kenning.model.time import instant

    return clock(instant(recorded_at, None, "at"), zone)
