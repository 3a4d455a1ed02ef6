"""What entities, judgements and claims are called in words, wherever a person reads of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from kenning.faces.cli import render
from kenning.faces.cli.page import one_line
from kenning.faces.cli.reports import counted
from kenning.model.identity.act import COUNTED_MAX, Difference, Reason
from kenning.model.identity.entity import Identifier
from kenning.model.schema import SYSTEM, Active, Predicate
from kenning.model.statement import ClaimRow, Evidence, Statement, Validity
from kenning.model.time import MICROS_PER_SECOND

Names = Mapping[str, str]
ID_TAIL = 12  # ids made in one moment begin alike; their ends differ


def short(entity: str) -> str:
    """The end of an id, for an entity that has no name any more.

    >>> short("01a22b9c-b1b5-70b2-9cc0-19124fca8bad")
    '…19124fca8bad'
    """
    return f"…{entity[-ID_TAIL:]}"


def type_name(name: str) -> str:
    """A type as one says it: the system's without prefix.

    >>> type_name("kenning:Person"), type_name("acme:Robot")
    ('person', 'acme:Robot')
    """
    prefix, _, bare = name.partition(":")
    return bare.lower() if prefix == SYSTEM else name


def a_type(name: str) -> str:
    """A type with its article.

    >>> a_type("kenning:Person"), a_type("kenning:Organization")
    ('a person', 'an organization')
    """
    said = type_name(name)
    return f"{'an' if said[:1].lower() in 'aeiou' else 'a'} {said}"


def identifier(one: Identifier) -> str:
    """An identifier as it is typed."""
    return f"{one.channel}:{one.identifier}"


def identifiers(met: Iterable[Identifier]) -> str:
    """Several identifiers as they are typed."""
    return ", ".join(map(identifier, met))


def value(one: object) -> str:
    """A value as one reads it: text bare, anything else as JSON."""
    return one_line(one if isinstance(one, str) else msgspec.json.encode(one).decode())


def attributes(said: Mapping[str, Any]) -> list[str]:
    """Attributes that are set or removed."""
    return [f"{key}: {value(one)}" if one is not None else f"without {key}" for key, one in said.items()]


# -- judgements ----------------------------------------------------------------------------------------------------------


def scored(score: float, features: Mapping[str, float]) -> str:
    """A score and what it is made of."""
    parts = [f"{name} {share:.2f}" for name, share in features.items() if share]
    return f"{score:.0%}" + (f" ({', '.join(parts)})" if parts else "")


def reasons(given: Iterable[Reason]) -> Iterator[str]:
    """Each reason with its share of the score."""
    for one in given:
        yield f"  {one.share:+.2f}  {one.kind.replace('_', ' ')}{f': {one.detail}' if one.detail else ''}"


def difference(made: Difference) -> Iterator[str]:
    """What a merge changes in how the survivor reads."""
    if made.aliases:
        yield f"  also called  {', '.join(made.aliases)}"
    if made.identifiers:
        yield f"  also met as  {identifiers(made.identifiers)}"
    for key, sides in made.attributes.items():
        if "policy" in sides:
            yield f"  {key}: {value(sides['survivor'])} here, {value(sides['merged'])} there; {said_policy(sides['policy'])}"
        else:
            yield f"  {key}: {value(sides['merged'])} comes along"
    if made.mentions or made.statements:
        yield f"  brings along  {brought(made)}"


def brought(made: Difference) -> str:
    """What comes along with a merged entity, which is counted up to a bound."""

    def said(count: int, noun: str) -> str:
        return f"{'at least ' if count >= COUNTED_MAX else ''}{counted(count, noun)}"

    return f"{said(made.mentions, 'event')}, {said(made.statements, 'claim')}"


def said_policy(policy: str) -> str:
    """A policy in words."""
    return policy.replace("_", " ")


# -- claims --------------------------------------------------------------------------------------------------------------


class Spoken:
    """Statements as sentences, with the words that the schema in force has for their predicates."""

    def __init__(self, active: Active) -> None:
        """Take the words of a schema."""
        self._active = active

    def _verb(self, name: str) -> tuple[str, str]:
        """What stands between subject and object, and what follows it where the object is a value: a label goes on by itself."""
        declared = self._active.predicates.get(name) or Predicate(name=name)
        return declared.words, "" if declared.label else ":"

    def sentence(self, said: Statement, names: Names) -> str:
        """A statement as one reads it: subject, predicate, and the object's name or the value."""
        subject = names.get(said.subject) or short(said.subject)
        verb, colon = self._verb(said.predicate)
        about = f" ({said.topic})" if said.topic else ""
        if said.object is not None:
            return f"{subject} {verb} {names.get(said.object) or short(said.object)}{about}"
        return (
            f"{subject} {verb}{about}" if said.value is None else f"{subject} {verb}{about}{colon} {value(said.value)}"
        )


def validity(said: Validity | None) -> str:
    """When it is said to hold, in the words it was said in."""
    if said is None:
        return ""
    begins = f", from {said.valid_from}" if said.valid_from else ""
    return begins + (f"{'' if begins else ','} until {said.valid_to}" if said.valid_to else "")


def weighed(one: Evidence) -> str:
    """How much an event counts as evidence."""
    if one.derived:
        return "counts for nothing: drawn from what was recalled"
    sure = f"{one.confidence:.0%} sure, " if one.confidence < 1 else ""
    return f"{sure}believed {one.belief:.0%}"


def day(micros: int, zone: str) -> str:
    """A moment of valid time: a day where it begins one, on the reader's clock or in UTC, else with its time."""
    try:
        then = datetime.fromtimestamp(micros // MICROS_PER_SECOND, UTC)
        for there in (then, then.astimezone(ZoneInfo(zone))):
            if not (there.hour or there.minute or there.second):
                return there.strftime("%Y-%m-%d")
    except (OverflowError, ValueError, OSError):
        return "out of the calendar"
    return render.clock(micros, zone)


def span(claim: ClaimRow, zone: str) -> str:
    """When a claim holds."""
    if claim.statement.kind == "event":
        return f"on {day(claim.valid_from, zone)}" if claim.valid_from is not None else ""
    begins = f"from {day(claim.valid_from, zone)}" if claim.valid_from is not None else ""
    ends = f"until {day(claim.valid_to, zone)}" if claim.valid_to is not None else ""
    return " ".join(part for part in (begins, ends) if part)
