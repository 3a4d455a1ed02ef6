"""What commands about entities and claims share: how they name things, and how they say what was done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked
from kenning.faces.cli.read import SEQUENCE, bound, resolved

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.errors import ConflictError
    from kenning.model.event import Envelope
    from kenning.model.identity.view import EntityView
    from kenning.providers import Extractor

ENTITIES, CLAIMS, ACCESS = "Entities", "Claims", "Access"
CANDIDATES_SHOWN = 8

Who = Annotated[str, typer.Argument(metavar="NAME", help="Its name or alias, channel:identifier, or id.")]
Claim = Annotated[
    str, typer.Argument(metavar="CLAIM", help="The claim: its number in the log, as kenning claims has it, or its id.")
]
Type = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Its type, such as person or company.")]

_ASSIGNMENT = re.compile(r"([^=:]+)(:?)=(.*)", re.DOTALL)


@contextmanager
def opened(
    asked: Asked, at: str | None = None, *, create: bool = False, extractors: tuple[Extractor, ...] = ()
) -> Iterator[Session]:
    """Open the store as of a moment; where a name means several, the error says which there are."""
    from kenning.errors import ConflictError

    with asked.session(create=create, extractors=extractors) as session:
        try:
            yield bound(session, at)
        except ConflictError as error:
            if not isinstance(error.details.get("candidates"), list):
                raise
            raise _telling(session, error) from error


def _telling(session: Session, error: ConflictError) -> ConflictError:
    """The error with all that tells the candidates apart."""
    from kenning.faces.cli.graph.layout import words

    ids = error.details["candidates"]
    assert isinstance(ids, list)
    candidates = [session.who(str(one)) for one in ids[:CANDIDATES_SHOWN]]
    rows = [f"  {one.id}  {one.canonical_name}, {words.a_type(one.entity_type)}{_marks(one)}" for one in candidates]
    return type(error)(error.message, hint="say which by its id:\n" + "\n".join(rows), details=error.details)


def _marks(one: EntityView) -> str:
    from kenning.faces.cli.graph.layout import words

    return f", met as {words.identifiers(one.identifiers)}" if one.identifiers else ""


def pair(said: str, option: str = "CHANNEL:IDENTIFIER") -> tuple[str, str]:
    """Read an identifier as it is typed. Raises `InvalidError`."""
    from kenning.model.time import wrong

    channel, colon, identifier = said.partition(":")
    if not (colon and channel and identifier):
        raise wrong(
            option, said, "is no identifier", hint="write it as channel:identifier, such as email:tom@example.org"
        )
    return channel, identifier


def assigned(said: Sequence[str], *, option: str = "KEY=VALUE") -> dict[str, object]:
    """Read attributes as they are typed: ``key=text``, or ``key:=json``, where ``null`` removes.

    >>> assigned(["town=Ghent", "age:=40"])
    {'town': 'Ghent', 'age': 40}
    """
    from kenning.model.time import wrong

    found: dict[str, object] = {}
    for one in said:
        form = _ASSIGNMENT.fullmatch(one)
        if form is None:
            raise wrong(option, one, "is no attribute and its value", hint="such as town=Ghent, or age:=40")
        key, is_json, text = form.groups()
        found[key] = json_of(text, key) if is_json else text
    return found


def json_of(text: str, path: str) -> object:
    """Read a value that is typed as JSON. Raises `InvalidError`."""
    import msgspec

    from kenning.model.time import wrong

    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise wrong(path, text, f"is not JSON: {error}") from error


def events(session: Session, named: Iterable[str]) -> list[str]:
    """Give the ids of events that are named by id or by number."""
    return [resolved(session, one) for one in named]


def numbered(session: Session, asked_for: str) -> str:
    """Give the id of an event where a number is asked for; anything else is a name, and stays."""
    return resolved(session, asked_for) if SEQUENCE.fullmatch(asked_for) else asked_for


def claim_of(session: Session, asked_for: str) -> str:
    """Give the id of the claim that is asked for by its own number or id, or by those of an act that added evidence to it.

    Raises `NotFoundError`, which names the claims that rest on the event asked for, where it is no claim itself.
    """
    from kenning.errors import NotFoundError
    from kenning.model.statement import ASSERTED

    event = session.event(resolved(session, asked_for))
    found = _claims_with(session, event) if event.kind == ASSERTED else []
    if found:
        return found[0]
    edges = session.links(str(event.id), direction="down")
    resting = [session.event(edge.from_event_id) for edge in edges if edge.relation == "derived_from"]
    claims = [f"#{one.sequence}" for one in resting if one.kind == ASSERTED]
    hint = f"it is evidence for {', '.join(claims)}" if claims else "kenning claims lists them with their numbers"
    details = {"path": "claim", "value": asked_for, "reason": "is no claim"}
    raise NotFoundError(f"claim: #{event.sequence} is no claim but {event.kind}", hint=hint, details=details)


def _claims_with(session: Session, event: Envelope) -> list[str]:
    """List the claims that an act asserts: its own, or one it added evidence to."""
    from kenning.errors import NotFoundError
    from kenning.model.identity.act import decoded
    from kenning.model.statement import ClaimAct

    try:
        return [session.claim(str(event.id)).id]
    except NotFoundError:
        act = decoded(event.kind, event.text)
        assert isinstance(act, ClaimAct), "its kind says so"
        about = session.claims(act.statement.subject, predicate=act.statement.predicate, ended=True)
        return [one.id for one in about if str(event.id) in one.acts]


def done(asked: Asked, session: Session, act: str, said: str, more: str = "") -> None:
    """Say that an act was done, and where it stands in the log."""
    from kenning.errors import NotFoundError

    try:
        sequence = session.event(act).sequence
    except NotFoundError:  # it was done, and is a record of whoever keeps the file
        sequence = 0
    if asked.json:
        asked.answer({"id": act, "sequence": sequence})
        return
    from kenning.faces.cli.page import GOOD, QUIET, joined, place, span

    page = asked.page()
    page.line(joined([span(said, GOOD), span(place(sequence, act)), span(more), span(act, QUIET)]))


def made(asked: Asked, session: Session, entity: str, said: str) -> None:
    """Say that an entity was made, and by which id it is known for ever."""
    name = session.names([entity], own=True).get(entity, "")
    if asked.json:
        asked.answer({"entity": entity, "name": name})
        return
    from kenning.faces.cli.page import GOOD, QUIET, joined, span

    asked.page().line(joined([span(said, GOOD), span(name), span(entity, QUIET)]))
