"""Commands that read: recall, timeline, show, history, links, log. None of them makes a store where there is none."""

from __future__ import annotations

import itertools
import re
import sys
from collections import deque
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked, face

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.model.event import Envelope

READ = "Ask"
SEQUENCE = re.compile(r"#?(\d{1,15})")

Id = Annotated[str, typer.Argument(metavar="ID", help="The event: its id, or its number in the log, such as 12.")]
At = Annotated[str | None, typer.Option("--at", metavar="WHEN", help="As it was then: a number in the log, or a time.")]
Kind = Annotated[list[str] | None, typer.Option("--kind", metavar="KIND", help="Only of this kind; may be repeated.")]
ActorName = Annotated[list[str] | None, typer.Option("--actor", metavar="NAME", help="Only by them; may be repeated.")]
After = Annotated[str | None, typer.Option("--after", metavar="TIME", help="Not before this time, such as 2026-06-01.")]
Before = Annotated[str | None, typer.Option("--before", metavar="TIME", help="Before this time.")]


def bound(session: Session, at: str | None) -> Session:
    """Give the session as of the moment asked for: a number in the log, or a time by Kenning's clock."""
    if at is None:
        return session
    number = SEQUENCE.fullmatch(at)
    return session.at(int(number[1]) if number else at)


def resolved(session: Session, asked_for: str) -> str:
    """Give the id of an event that was asked for by its id or by its number, which only whoever holds the file is told."""
    from kenning.errors import NotFoundError

    number = SEQUENCE.fullmatch(asked_for)
    if number is None:
        return asked_for
    sequence = int(number[1])
    is_number = sequence > 0 and not session.is_somebody
    event = next(session.log(after=sequence - 1, limit=1), None) if is_number else None
    if event is None or event.sequence != sequence:
        details = {"path": "id", "value": asked_for, "reason": "is no event"}
        hint = "kenning log lists them" + (", by their ids" if session.is_somebody else "")
        raise NotFoundError(f"id: #{sequence} is no event of this log", hint=hint, details=details)
    return str(event.id)


def finder(session: Session) -> Callable[[str], Envelope | None]:
    """Give a way to look up events that may be gone; Kenning's own acts come in words."""
    from kenning.errors import ErasedError, NotFoundError
    from kenning.faces.cli.graph.layout.acts import Told

    told = Told(session)

    def find(event_id: str) -> Envelope | None:
        try:
            return told.event(session.event(event_id))
        except (ErasedError, NotFoundError):
            return None

    return find


@face.command(
    "recall",
    READ,
    'kenning recall "where did we move the office?"',
    "kenning recall dentist --actor Priya --after 2026-01-01",
    'kenning recall "the plan" --at 2026-06-01',
    'kenning recall "what does Priya like?" --explain',
    'kenning --me Priya recall "where does my sister live?"',
)
def recall(
    asked: Asked,
    *,
    question: Annotated[list[str], typer.Argument(metavar="QUESTION", help="What to look for, in any words.")],
    k: Annotated[int, typer.Option("-k", metavar="N", help="At most so many answers.")] = 10,
    kind: Kind = None,
    actor: ActorName = None,
    after: After = None,
    before: Before = None,
    at: At = None,
    valid_at: Annotated[str | None, typer.Option("--valid-at", metavar="TIME", help="Claims that held then.")] = None,
    old: Annotated[bool, typer.Option("--old", help="What went stale or was superseded too, marked so.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Show what each lane gave each line.")] = False,
    tokens: Annotated[
        int | None, typer.Option("--context", metavar="TOKENS", help="A block for a prompt of at most so many tokens.")
    ] = None,
) -> None:
    """Find the lines that answer a question, each with its source."""
    from kenning.faces.cli import render
    from kenning.model.recall import Filters, Ways

    filters = Filters(kinds=frozenset(kind or ()), actors=frozenset(actor or ()), after=after, before=before)
    words = " ".join(question)
    with asked.session() as session:
        found = bound(session, at).recall(
            words,
            k=k,
            budget_tokens=2000 if tokens is None else tokens,
            valid_at=valid_at,
            filters=filters,
            ways=Ways(old=old, me=_me(asked, session)),
        )
    if asked.json:
        asked.answer(found)
    elif tokens is not None:
        asked.page().line(found.context())
    else:
        render.answer(asked.page(), found, words, asked.zone)
        if explain:
            render.explained(asked.page(), found)


def _me(asked: Asked, session: Session) -> str | None:
    """Give whom *my* means, where whoever holds the file asks: of anybody else the session tells."""
    me = asked.settings.me
    return None if me is None or (session.is_somebody and me.whence != "--me") else me.value


@face.command(
    "timeline",
    READ,
    "kenning timeline --after 2026-06-01 --before 2026-07-01",
    "kenning timeline --newest --limit 5",
)
def timeline(
    asked: Asked,
    *,
    kind: Kind = None,
    actor: ActorName = None,
    after: After = None,
    before: Before = None,
    newest: Annotated[bool, typer.Option("--newest", help="The newest first.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = 50,
    at: At = None,
) -> None:
    """List what happened, by the time it is about."""
    from kenning.faces.cli import render
    from kenning.model.recall import Filters

    filters = Filters(kinds=frozenset(kind or ()), actors=frozenset(actor or ()), after=after, before=before)
    with asked.session() as session:
        views = bound(session, at).timeline(filters, limit=limit, newest_first=newest)
    if asked.json:
        asked.answer(views)
        return
    render.timeline(asked.page(), views, asked.zone)
    if len(views) == limit:
        asked.remark(f"no more than {limit} are shown; --limit says how many")


@face.command(
    "show",
    READ,
    "kenning show 12",
    "kenning show 12 --original",
    "kenning show 12 --file photo.jpg > photo.jpg",
)
def show(
    asked: Asked,
    event_id: Id,
    original: Annotated[bool, typer.Option("--original", help="As it was recorded, before any change.")] = False,
    file: Annotated[
        str | None, typer.Option("--file", metavar="NAME", help="Write out this file of it, byte for byte.")
    ] = None,
    at: At = None,
) -> None:
    """Show one event as it reads now, with its files."""
    from msgspec import structs

    from kenning.faces.cli import card
    from kenning.faces.cli.graph.layout.acts import Told

    with asked.session() as opened:
        session = bound(opened, at)
        found = resolved(session, event_id)
        if file is not None:
            _write_out(session.file(found, file), file)
        elif asked.json:
            asked.answer(session.event(found) if original else session.view(found))
        elif original:
            card.original(asked.page(), session.event(found), asked.zone)
        else:
            view = session.view(found)
            said = structs.replace(view, event=Told(session).event(view.event, whole=True))
            card.card(asked.page(), said, finder(session), asked.zone)


def _write_out(content: bytes, name: str) -> None:
    """Write the bytes of a file, which may command a terminal, to anything but one."""
    from kenning.model.time import wrong

    if sys.stdout.isatty():
        raise wrong("--file", name, "is not written to a terminal", hint="send it to a file with >")
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


@face.command("history", READ, "kenning history 12")
def history(asked: Asked, event_id: Id, at: At = None) -> None:
    """List what was done to an event, in order.

    Corrections, amendments, files, redactions; what no longer counts is marked so.
    """
    from msgspec import structs

    from kenning.faces.cli import card
    from kenning.faces.cli.graph.layout.acts import Told

    with asked.session() as opened:
        session = bound(opened, at)
        view = session.view(resolved(session, event_id))
        if asked.json:
            asked.answer(view.history)
        else:
            view = structs.replace(view, event=Told(session).event(view.event))
            card.history(asked.page(), view, finder(session), asked.zone)


@face.command(
    "links",
    READ,
    "kenning links 12",
    "kenning links 12 --down --depth 5",
)
def links(
    asked: Asked,
    event_id: Id,
    up: Annotated[bool, typer.Option("--up", help="Only what it links to, such as what it answers.")] = False,
    down: Annotated[bool, typer.Option("--down", help="Only what links to it, such as its answers.")] = False,
    depth: Annotated[int, typer.Option("--depth", metavar="N", help="So many steps from it.")] = 1,
    at: At = None,
) -> None:
    """Draw what an event is linked to, as a tree."""
    from kenning.faces.cli import card
    from kenning.faces.cli.graph.layout.acts import Told

    direction = "both" if up == down else "up" if up else "down"
    with asked.session() as opened:
        session = bound(opened, at)
        found = resolved(session, event_id)
        edges = session.links(found, direction=direction, depth=depth)
        if asked.json:
            asked.answer(edges)
        else:
            start = Told(session).event(session.event(found))
            card.tree(asked.page(), start, edges, finder(session), asked.zone)


@face.command(
    "log",
    READ,
    "kenning log --last 20",
    "kenning log --kind message.posted --since 2026-06-01",
    "kenning log --events",
    "kenning log --follow --json | jq .kind",
)
def log(
    asked: Asked,
    *,
    after: Annotated[int, typer.Option("--after", metavar="N", min=0, help="Only what stands behind this number.")] = 0,
    last: Annotated[int | None, typer.Option("--last", metavar="N", min=0, help="Only the last so many.")] = None,
    limit: Annotated[int | None, typer.Option("--limit", metavar="N", min=0, help="At most so many.")] = None,
    kind: Kind = None,
    actor: ActorName = None,
    entity: Annotated[
        list[str] | None, typer.Option("--entity", metavar="NAME", help="Only what concerns them; may be repeated.")
    ] = None,
    since: Annotated[
        str | None, typer.Option("--since", metavar="TIME", help="Only what happened at this time or later.")
    ] = None,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="Only what happened before this time.")
    ] = None,
    only_events: Annotated[
        bool, typer.Option("--events", help="Without what Kenning itself decided: entities, mentions, claims.")
    ] = False,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Wait for what is to come; Ctrl-C ends it.")] = False,
    at: At = None,
) -> None:
    """List the log in its order, one event a line.

    With --json one object a line. With --follow it waits for what is to come.
    """
    from kenning.faces.cli import render
    from kenning.faces.cli.graph.layout.acts import Told
    from kenning.model.recall import Filters
    from kenning.model.time import wrong

    if follow and at is not None:
        raise wrong("--at", at, "is a moment of the past, where nothing is to come", hint="leave out --follow or --at")

    filters = Filters(
        kinds=frozenset(kind or ()),
        actors=frozenset(actor or ()),
        entities=frozenset(entity or ()),
        after=since,
        before=until,
    )
    with asked.session() as opened:
        session = bound(opened, at)
        wanted = _wanted(only_events=only_events)
        kept = filter(wanted, session.log(filters=filters))
        is_whole = at is None and filters == Filters() and not only_events
        behind = after if last is None else _before_last(session, last, kept, is_whole=is_whole)
        start = max(after, behind) if isinstance(behind, int) else behind
        events = session.follow(after=start, filters=filters) if follow else session.log(after=start, filters=filters)
        page, told = asked.page(), Told(session)
        for event in itertools.islice(filter(wanted, events), limit):
            if asked.json:
                asked.answer(event)
            else:
                render.log_line(page, told.event(event), asked.zone)
            if follow:
                sys.stdout.flush()


def _wanted(*, only_events: bool) -> Callable[[Envelope], bool]:
    """Give the test of which events of the log are listed."""
    from kenning.rules.kinds import connects

    return lambda event: not (only_events and connects(event.kind))


def _before_last(session: Session, last: int, events: Iterator[Envelope], *, is_whole: bool) -> int | str:
    """Give the sequence, or the id, behind which the last so many events stand; of a whole log the head tells it."""
    if is_whole and not session.is_somebody:
        return session.head()[0] - last
    kept = deque(events, maxlen=last + 1)
    return (kept[0].sequence or str(kept[0].id)) if len(kept) > last else 0
