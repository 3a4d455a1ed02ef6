"""Commands that record: events, what is said about them later, and what is hidden or destroyed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_args

import typer

from kenning.faces.cli.frame import Asked, face, missing
from kenning.faces.cli.read import Id, finder, resolved

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.model.event import Receipt
    from kenning.model.report import ErasePlan, EraseReport

RECORD, FORGET = "Record", "Forget"
NOTE = "note.created"
STDIN = "-"
_SORTS = ("event", "entity", "identifier")

Because = Annotated[str | None, typer.Option("--because", metavar="REASON", help="Why; it is kept with the deed.")]


def _receipt(asked: Asked, receipt: Receipt, done: str) -> None:
    """Say what was recorded, and where."""
    if asked.json:
        asked.answer(receipt)
        return
    from kenning.faces.cli.page import GOOD, QUIET, joined, place, span

    said = "known already, nothing was added" if receipt.replayed else done
    asked.page().line(joined([span(said, GOOD), span(place(receipt.sequence, receipt.id)), span(receipt.id, QUIET)]))


def _stdin() -> str:
    """What is sent to the command, as text."""
    from kenning.model.time import wrong

    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise wrong("stdin", f"byte {error.start}", "is not UTF-8") from error


def _text(text: str) -> str:
    return _stdin() if text == STDIN else text


@face.command(
    "record",
    RECORD,
    'kenning record "Priya moved to the Lisbon office"',
    'kenning record "Dentist at nine" --kind appointment.made --occurred-at 2026-06-01T09:00',
    "kenning record --file event.json --files-from ./photos",
    "git log -1 | kenning record -",
)
def record(
    asked: Asked,
    *,
    text: Annotated[str | None, typer.Argument(metavar="TEXT", help="What happened, or - to read it.")] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="EVENT.json", help="A whole event as JSON instead; - to read it.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help=f"Its kind, {NOTE} if not said.")] = None,
    actor: Annotated[str | None, typer.Option("--actor", metavar="NAME", help="Who did or said it.")] = None,
    occurred_at: Annotated[str | None, typer.Option("--occurred-at", metavar="TIME", help="When it happened.")] = None,
    time_zone: Annotated[
        str | None, typer.Option("--time-zone", metavar="ZONE", help="The zone of that time, such as Europe/Warsaw.")
    ] = None,
    sensitivity: Annotated[
        str | None, typer.Option("--sensitivity", metavar="LEVEL", help="public, restricted, private, confidential.")
    ] = None,
    visibility: Annotated[
        str | None, typer.Option("--visibility", metavar="WHOM", help="owner, participants, shared, public.")
    ] = None,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="Recorded once under this key, however often it is sent.")
    ] = None,
    expected_sequence: Annotated[
        int | None, typer.Option("--expected-sequence", metavar="N", help="Only if the log still ends at this number.")
    ] = None,
    files_from: Annotated[
        Path | None, typer.Option("--files-from", metavar="DIR", help="The folder whose files the event may name.")
    ] = None,
) -> None:
    """Record what happened: a note, or a whole event as JSON."""
    from kenning.model.time import wrong

    time = {"occurredAt": occurred_at, "timeZone": time_zone}
    privacy = {"sensitivity": sensitivity, "visibility": visibility}
    claims = {"kind": kind, "actor": actor, "time": _given(time), "privacy": _given(privacy), "idempotencyKey": key}
    if text is None and file is None:
        raise missing("text", hint="say what happened, or give --file event.json, or - to read it")
    if text is not None and file is not None:
        raise wrong("--file", str(file), "is one way to say it and the text another; give one")
    if file is not None and _given(claims):
        raise wrong("--file", str(file), f"says {', '.join(_given(claims))} itself", hint="write it into the event")
    event = _read_event(file) if file is not None else _note(_text(text or ""), claims, asked.zone)
    with asked.session(create=True) as session:
        receipt = session.record(event, expected_sequence=expected_sequence, files_from=files_from)
    _receipt(asked, receipt, "recorded")


def _given(values: dict[str, Any]) -> dict[str, Any]:
    """What was said of these, without what was not."""
    return {name: value for name, value in values.items() if value not in (None, {})}


def _note(text: str, claims: dict[str, Any], zone: str) -> dict[str, object]:
    """The event of a note: said by the user, recorded by hand, with what else is claimed of it."""
    event: dict[str, object] = {
        "kind": NOTE,
        "source": {"type": "user", "name": "manual"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        **_given(claims),
    }
    if claims["actor"]:
        event["actor"] = {"type": "person", "name": claims["actor"]}
    if "occurredAt" in claims["time"]:
        event["time"] = {"timeZone": zone, **claims["time"]}
    return event


def _read_event(file: Path) -> bytes:
    from kenning.model.time import wrong

    if str(file) == STDIN:
        return _stdin().encode()
    try:
        return file.read_bytes()
    except OSError as error:
        raise wrong("--file", str(file), error.strerror or "cannot be read") from error


@face.command("amend", RECORD, 'kenning amend 12 "She meant the one in Lisbon"')
def amend(
    asked: Asked,
    event_id: Id,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What to add, or - to read it.")],
    because: Because = None,
) -> None:
    """Add context to an event.

    From now on both are found and read together.
    """
    with asked.session() as session:
        receipt = session.amend(resolved(session, event_id), _text(text), because=because)
    _receipt(asked, receipt, "amended")


@face.command(
    "correct",
    RECORD,
    "kenning correct 12 --set location.name=Office --set time.occurredAt=2026-06-01T09:30",
    "kenning correct 12 --set location.confidence:=0.9 --because 'the map says so'",
    """kenning correct 12 --patch '{"content": "Dentist at ten"}'""",
)
def correct(
    asked: Asked,
    event_id: Id,
    assignments: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PATH=TEXT", help="A field and its text, or PATH:=JSON; null removes."),
    ] = None,
    patch: Annotated[
        str | None, typer.Option("--patch", metavar="JSON", help="A JSON merge patch instead; - to read it.")
    ] = None,
    because: Because = None,
) -> None:
    """Correct an event, which keeps its original as evidence.

    Its content, time, location, context, the names of its entities, and its privacy towards more of it can be corrected;
    who said it and where it stands in the log cannot.
    """
    from kenning.faces.cli.given.patch import patched

    changes = patched(assignments or [], _text(patch) if patch is not None else None)
    with asked.session() as session:
        receipt = session.correct(resolved(session, event_id), changes, because=because)
    _receipt(asked, receipt, "corrected")


@face.command("attach", RECORD, "kenning attach 12 ./receipt.pdf", "kenning attach 12 ./call.txt --role transcript")
def attach(
    asked: Asked,
    event_id: Id,
    path: Annotated[Path, typer.Argument(metavar="PATH", help="The file; it is copied into the store.")],
    role: Annotated[
        str, typer.Option("--role", metavar="ROLE", help="raw, attachment, screenshot, transcript, derived.")
    ] = "attachment",
) -> None:
    """Attach a file to an event."""
    import mimetypes

    from kenning.model.event import Role
    from kenning.model.time import wrong

    if role not in get_args(Role):
        raise wrong("--role", role, "is no role of a file", hint=f"use one of {', '.join(get_args(Role)[1:])}")
    content_type, encoding = mimetypes.guess_type(path.name)
    known = content_type if encoding is None else None  # a.tar.gz is no tar
    with asked.session() as session:
        receipt = session.attach(resolved(session, event_id), path, role=role, content_type=known)
    _receipt(asked, receipt, "attached")


@face.command("redact", FORGET, 'kenning redact 12 --because "said in confidence"')
def redact(asked: Asked, event_id: Id, because: Because = None) -> None:
    """Hide an event until the redaction is lifted.

    It is hidden from every reading, now and at every earlier moment; its bytes stay in the store. To destroy them, erase it.
    """
    with asked.session() as session:
        receipt = session.redact(resolved(session, event_id), because=because)
    _receipt(asked, receipt, "redacted")


@face.command("lift", FORGET, "kenning lift 15")
def lift(
    asked: Asked,
    redaction_id: Annotated[str, typer.Argument(metavar="REDACTION", help="The redaction, by its id or number.")],
    because: Because = None,
) -> None:
    """Lift a redaction, so that what it hides is read again."""
    with asked.session() as session:
        receipt = session.lift(resolved(session, redaction_id), because=because)
    _receipt(asked, receipt, "lifted")


@face.command(
    "erase",
    FORGET,
    "kenning erase 12 --plan",
    'kenning erase event 12 --because "Priya asked us to" --yes',
    "kenning erase entity Priya --events --plan",
    "kenning erase identifier email:priya@example.com --because gdpr",
)
def erase(
    asked: Asked,
    *,
    what: Annotated[
        str, typer.Argument(metavar="[event|entity|identifier]", help="What sort of thing; left out, it is an event.")
    ],
    named: Annotated[
        str | None,
        typer.Argument(
            metavar="WHICH", help="An event by id or number, an entity by name or id, or CHANNEL:IDENTIFIER."
        ),
    ] = None,
    because: Because = None,
    events: Annotated[
        bool, typer.Option("--events", help="Of an entity or identifier: the events too that it caused or recorded.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    plan_only: Annotated[bool, typer.Option("--plan", help="Only say what it would destroy; nothing is done.")] = False,
) -> int:
    """Destroy an event, an entity or an identifier.

    Its words, what was done to it, what was derived from it, and the files nobody else uses are swept out of every file of
    the store. Events of other people that mention it stay and are listed. The log keeps a tombstone: who, when, why. Says
    first what it would do, and asks.
    """
    from kenning.faces.cli import reports

    reason = "" if plan_only else _reason(because)
    with asked.session() as session:
        wanted = _wanted(session, what, named, events=events)
        planned = wanted.plan()
        if not asked.json:
            reports.plan(asked.page(), planned, finder(session), asked.zone)
        if plan_only:
            if asked.json:
                asked.answer(planned)
            return 0
        if not yes and not _agreed(asked, planned):
            asked.side_page().line("nothing was erased")
            return 1
        report = wanted.erase(because=reason)
    if asked.json:
        asked.answer(report)
    else:
        reports.erased(asked.page(), report, planned.cannot)
    return 0


class _Erasure(NamedTuple):
    """An erasure of what was asked for: to be planned, and carried out."""

    plan: Callable[[], ErasePlan]
    erase: Callable[..., EraseReport]


def _wanted(session: Session, what: str, named: str | None, *, events: bool) -> _Erasure:
    """What is to be erased: `erase 12` is an event, as `erase event 12` is."""
    from kenning.model.time import wrong

    sort, which = ("event", what) if named is None else (what, named)
    if named is None and what in _SORTS:
        raise missing("WHICH", hint=f"say which: kenning erase {what} WHICH")
    if sort not in _SORTS:
        raise wrong("erase", sort, "is nothing that can be erased", hint=f"say {', '.join(_SORTS)}")
    if sort == "event":
        if events:
            raise wrong("--events", which, "is an event", hint="--events is for an entity or an identifier")
        found = resolved(session, which)
        return _Erasure(partial(session.plan_erase, found), partial(session.erase, found))
    if sort == "entity":
        return _Erasure(
            partial(session.plan_erase_entity, which, events=events),
            partial(session.erase_entity, which, events=events),
        )
    channel, _, identifier = which.partition(":")
    return _Erasure(
        partial(session.plan_erase_identifier, channel, identifier, events=events),
        partial(session.erase_identifier, channel, identifier, events=events),
    )


def _reason(because: str | None) -> str:
    """Why something is erased, which has to be said."""
    if because is None or not because.strip():
        raise missing("--because", hint="the tombstone says who, when and why")
    return because


def _agreed(asked: Asked, planned: ErasePlan) -> bool:
    """Ask the person at the terminal; where there is none, refuse."""
    from kenning.faces.cli.reports import counted
    from kenning.model.time import wrong

    if asked.json or not sys.stdin.isatty():
        hint = "look at --plan, then say --yes"
        raise wrong("--yes", planned.event_id, "is not erased unasked, and there is nobody to ask", hint=hint)
    number = counted(len(planned.events), "event")
    return typer.confirm(f"Erase {'it' if len(planned.events) == 1 else number}, for ever?", err=True)
