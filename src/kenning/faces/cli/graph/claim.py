"""Commands about claims: what is said of entities, on which evidence, since when, and what contradicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import CLAIMS, Claim, claim_of, done, events, json_of, opened
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.model.statement import Claim as ClaimNoun

FOUND = 1  # done, with findings
LITERAL = frozenset({"number", "boolean", "json"})

Subject = Annotated[str, typer.Argument(metavar="SUBJECT", help="Of whom: a name, channel:identifier, or id.")]
Predicate = Annotated[
    str, typer.Argument(metavar="PREDICATE", help="What is said, such as works_at; kenning schema show lists them.")
]
Object = Annotated[str, typer.Argument(metavar="OBJECT", help="The other one: a name, channel:identifier, or id.")]
EvidenceOption = Annotated[
    list[str] | None,
    typer.Option("--evidence", metavar="EVENT", help="An event that says so, by number or id; repeatable."),
]
From = Annotated[str | None, typer.Option("--from", metavar="TIME", help="Since when it holds: 2024, 2024-03, a day.")]
To = Annotated[str | None, typer.Option("--to", metavar="TIME", help="Until when it holds.")]
Sure = Annotated[float, typer.Option("--confidence", metavar="0..1", min=0, max=1, help="How sure it is.")]
Topic = Annotated[str | None, typer.Option("--topic", metavar="TOPIC", help="What a preference is about.")]
Literal = Annotated[bool, typer.Option("--literal", help="Read VALUE as JSON, where the predicate does not say so.")]
Because = Annotated[str | None, typer.Option("--because", metavar="REASON", help="Why; it is kept with the deed.")]


def _times(asked: Asked, start: str | None, end: str | None) -> dict[str, str]:
    """Give the times between which something holds, in the zone of whoever says so."""
    said = {"valid_from": start, "valid_to": end}
    given = {name: time for name, time in said.items() if time is not None}
    return {**given, "time_zone": asked.zone} if given else {}


def _value(session: Session, predicate: str, text: str, *, literal: bool) -> Any:  # noqa: ANN401 - any JSON value
    """Read a value as its predicate takes it: text, or JSON where it takes numbers and the like."""
    from kenning.model.time import wrong
    from kenning.rules.schema import predicate as declared

    known = declared(session.active_schema(), predicate)
    if known.is_relation:
        hint = f"kenning relate SUBJECT {known.name} OBJECT"
        raise wrong("VALUE", text, f"is a value, and {known.name} is a relation between two entities", hint=hint)
    if literal:
        return json_of(text, "VALUE")
    return _literal(text) if LITERAL.intersection(known.object) else text


def _literal(text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Read a value of a predicate that takes numbers and the like; what is none stays text, and is refused as such."""
    from kenning.errors import InvalidError

    try:
        return json_of(text, "VALUE")
    except InvalidError:
        return text


@face.command(
    "assert",
    CLAIMS,
    "kenning assert Tom favorite_drink coffee",
    "kenning assert Tom born_on 1990-05-17 --evidence 12 --confidence 0.9",
)
def assert_(
    asked: Asked,
    *,
    subject: Subject,
    predicate: Predicate,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="The value, as its predicate takes it.")],
    evidence: EvidenceOption = None,
    start: From = None,
    end: To = None,
    confidence: Sure = 1.0,
    topic: Topic = None,
    literal: Literal = False,
) -> None:
    """Claim a value of an entity, on evidence.

    Without evidence your own words are recorded and are it. The same claim again adds evidence, and no second claim.
    """
    with opened(asked) as session:
        said = {"topic": topic, "confidence": confidence, "evidence": events(session, evidence or ())}
        read = _value(session, predicate, value, literal=literal)
        act = session.assert_claim(subject, predicate, read, **said, **_times(asked, start, end))
        _claimed(asked, session, act)


@face.command(
    "relate",
    CLAIMS,
    'kenning relate "Tom Miller" works_at "Arc Labs" --from 2024-03',
    "kenning relate Tom knows Priya --evidence 12 --evidence 15",
)
def relate(
    asked: Asked,
    *,
    subject: Subject,
    predicate: Predicate,
    obj: Object,
    evidence: EvidenceOption = None,
    start: From = None,
    end: To = None,
    confidence: Sure = 1.0,
) -> None:
    """Claim that two entities stand in a relation; see assert."""
    with opened(asked) as session:
        said = {"confidence": confidence, "evidence": events(session, evidence or ())}
        _claimed(asked, session, session.relate(subject, predicate, obj, **said, **_times(asked, start, end)))


def _claimed(asked: Asked, session: Session, act: str) -> None:
    """Say what was claimed, and aloud where it cannot hold beside what was claimed before."""
    from kenning.errors import NotFoundError
    from kenning.faces.cli.graph.layout import statement

    try:
        mine = session.claim(act)
    except NotFoundError:
        done(asked, session, act, "evidence added", "to what was claimed before")
        return
    reads = statement.Reads(session, [mine])
    done(asked, session, act, "claimed", reads.sentence(mine))
    if mine.state != "open" and not asked.json:
        by = f" by {reads.mark(mine.because)}" if mine.because else ""
        asked.side_page().line(f"it does not hold any more: {mine.state}{by}")
    beside = [one for one in session.contradictions(mine.statement.subject) if act in {each.id for each in one.claims}]
    if beside and not asked.json:
        from kenning.faces.cli.page import BAD, span

        asked.side_page().line(span("it contradicts another; kenning contradictions shows them", BAD))


@face.command(
    "end",
    CLAIMS,
    'kenning end "Tom Miller" works_at --object "Arc Labs" --from 2026-03-01',
    "kenning end Tom favorite_drink --value coffee",
)
def end(
    asked: Asked,
    *,
    subject: Subject,
    predicate: Predicate,
    obj: Annotated[
        str | None, typer.Option("--object", metavar="OBJECT", help="The other entity of a relation.")
    ] = None,
    value: Annotated[
        str | None, typer.Option("--value", metavar="VALUE", help="The value; else whatever holds.")
    ] = None,
    evidence: EvidenceOption = None,
    start: Annotated[str | None, typer.Option("--from", metavar="TIME", help="Since when it no longer holds.")] = None,
    confidence: Sure = 1.0,
    literal: Literal = False,
) -> None:
    """Say that something holds no longer.

    It stays as what once held.
    """
    from kenning.model.time import wrong

    if obj is not None and value is not None:
        raise wrong("--value", value, "stands beside --object, and a claim has one of them")
    with opened(asked) as session:
        said: dict[str, Any] = {"confidence": confidence, "evidence": events(session, evidence or ())}
        read = None if value is None else _value(session, predicate, value, literal=literal)
        times = _times(asked, start, None)
        done(asked, session, session.end_claim(subject, predicate, value=read, obj=obj, **said, **times), "ended")


@face.command("retract", CLAIMS, 'kenning retract 14 --because "I misread it"')
def retract(asked: Asked, claim_id: Claim, because: Because = None) -> None:
    """Withdraw a claim; what it had closed is open again."""
    with opened(asked) as session:
        done(asked, session, session.retract(claim_of(session, claim_id), because=because), "retracted")


@face.command("supersede", CLAIMS, 'kenning supersede 14 --because "that was another Tom"')
def supersede(asked: Asked, claim_id: Claim, because: Because = None) -> None:
    """Say that a claim is replaced and never held so."""
    with opened(asked) as session:
        done(asked, session, session.supersede(claim_of(session, claim_id), because=because), "superseded")


@face.command(
    "claims",
    CLAIMS,
    'kenning claims "Tom Miller" --all',
    "kenning claims Tom --predicate works_at --valid-at 2023-06-01",
    'kenning claims --object "Arc Labs"',
)
def claims(
    asked: Asked,
    *,
    subject: Annotated[
        str | None, typer.Argument(metavar="SUBJECT", help="Of whom: a name, channel:identifier or id; of all without.")
    ] = None,
    obj: Annotated[
        str | None, typer.Option("--object", metavar="OBJECT", help="Only relations to this entity.")
    ] = None,
    predicate: Annotated[
        str | None, typer.Option("--predicate", metavar="PREDICATE", help="Only what it says.")
    ] = None,
    valid_at: Annotated[
        str | None, typer.Option("--valid-at", metavar="TIME", help="What held then, by all that is known now.")
    ] = None,
    ended: Annotated[bool, typer.Option("--all", help="Those that ended or were withdrawn, too.")] = False,
    at: At = None,
) -> None:
    """List what is claimed and holds: since when, how sure.

    --valid-at asks what held at a time, --at what was recorded by then.
    """
    from kenning.faces.cli.graph.layout import statement
    from kenning.model.time import wrong

    if subject is not None and obj is not None:
        raise wrong(
            "--object", obj, "stands beside SUBJECT, and claims are listed from one end", hint="kenning graph path"
        )
    with opened(asked, at) as session:
        found = session.claims(subject, obj=obj, predicate=predicate, valid_at=valid_at, ended=ended)
        if asked.json:
            asked.answer([_named(session, one) for one in found])
        else:
            statement.listing(asked.page(), found, statement.Reads(session, found), asked.zone)


def _named(session: Session, one: ClaimNoun) -> dict[str, Any]:
    """A claim with the names of those it is about, for who reads without the graph at hand."""
    from kenning.faces import wire

    shown = wire.whole(one)
    assert isinstance(shown, dict)
    ends = [each for each in (one.statement.subject, one.statement.object) if each is not None]
    return {**shown, "names": session.names(ends)}


@face.command("claim", CLAIMS, "kenning claim 14")
def claim(asked: Asked, claim_id: Claim, at: At = None) -> None:
    """Show one claim with its evidence and its history."""
    from kenning.faces.cli.graph.layout import statement
    from kenning.faces.cli.read import finder

    with opened(asked, at) as session:
        found = session.claim(claim_of(session, claim_id))
        history = [row for row in session.claim_history(found.id) if row.since <= found.since]
        if asked.json:
            asked.answer({"claim": _named(session, found), "history": history})
        else:
            reads = statement.Reads(session, [found])
            statement.card(asked.page(), found, history, reads, (finder(session), asked.zone))


@face.command("contradictions", CLAIMS, "kenning contradictions", 'kenning contradictions "Tom Miller"')
def contradictions(
    asked: Asked,
    subject: Annotated[
        str | None, typer.Argument(metavar="SUBJECT", help="Of whom; of all without.", show_default=False)
    ] = None,
    at: At = None,
) -> int:
    """List claims that cannot all hold, side by side.

    The one to believe is marked, with the reasons. Exits with 1 where there are any.
    """
    from kenning.faces.cli.graph.layout import statement

    with opened(asked, at) as session:
        found = session.contradictions(subject)
        if asked.json:
            asked.answer(found)
        else:
            reads = statement.Reads(session, [claim for one in found for claim in one.claims])
            statement.contradicting(asked.page(), found, reads, asked.zone)
    return FOUND if found else 0
