"""What is claimed of those a question is about, and the whole answer as a block for a prompt."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kenning.engine.claims.claiming import about as claims_about
from kenning.engine.reading.recall.anchors import Anchors
from kenning.model.access.genesis import ADMIN
from kenning.model.ids import EVENT_ID
from kenning.model.recall import Hit, Recall, Unknown, in_words
from kenning.model.statement import Claim, Contradiction
from kenning.model.view import View
from kenning.rules import text
from kenning.rules.fold import effective_us
from kenning.rules.knowledge import contradictions, holds
from kenning.rules.recall.context import Line, quoted
from kenning.rules.recall.context import block as written
from kenning.rules.recall.question import Question
from kenning.rules.recall.words import base
from kenning.store import Graph

CLAIMS_MAX = 20
OWN = frozenset({"user", "admin"})
"""Sources whose words are the user's own, where whoever holds the store recorded them; all others' are shown as quotes."""


class Told(msgspec.Struct, frozen=True):
    """Claims about the anchors, those that bear on the question first, what contradicts among them, and names by id.

    ``bearing`` counts by id the words of the question that a claim holds.
    """

    claims: list[Claim]
    apart: list[Contradiction]
    names: dict[str, str]
    bearing: dict[str, int]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which claims are told: as of a sequence, those that hold now or at a moment of valid time; with ``old`` all there were."""

    at: int
    valid_at: int | None = None
    old: bool = False


def claims(graph: Graph, about: Anchors, question: Question, wanted: Wanted) -> Told:
    """List what is claimed of the anchors: what holds, and with ``old`` what did once."""
    at, valid_at = wanted.at, wanted.valid_at
    found: dict[str, Claim] = {}
    for number in about.entities:
        for as_object in (False, True):
            found.update({claim.id: claim for claim in claims_about(graph, number, at, as_object=as_object)})
    every = list(found.values())
    standing = {one.id for one in every if (one.state == "open" if valid_at is None else holds(one, valid_at))}
    shown = every if wanted.old else [one for one in every if one.id in standing]
    names = _names(graph, shown, at)
    asked = {term.token for term in question.terms}
    asked -= {base(word) for _, name in about.entities.values() for word in text.words(name)}  # each of theirs has it
    bearing = {one.id: _bearing(one, asked, names) for one in shown}
    ranked = sorted(shown, key=lambda one: (one.id not in standing, -bearing[one.id], -one.since, one.id))[:CLAIMS_MAX]
    there = {one.id for one in ranked}
    apart = [one for one in contradictions(shown, valid_at) if any(claim.id in there for claim in one.claims)]
    return Told(ranked, apart, names, {one.id: bearing[one.id] for one in ranked if bearing[one.id]})


def _names(graph: Graph, holding: list[Claim], at: int) -> dict[str, str]:
    named: dict[str, str] = {}
    for claim in holding:
        for entity in (claim.statement.subject, claim.statement.object):
            number = graph.number(entity) if entity is not None else None
            read = None if number is None else graph.entity(graph.root(number, at), at)
            if entity is not None and read is not None:
                named[entity] = read[0].name
    return named


def _bearing(claim: Claim, asked: set[str], names: dict[str, str]) -> int:
    """Count the words of a question that a claim shares."""
    return len(asked & {base(word) for word in text.words(in_words(claim, names).replace("_", " "))})


def block(found: Recall, told: Told, budget: int) -> str:
    """Write an answer as a block for a prompt."""
    remarks = [_remark(one) for one in found.unknown]
    lines = [*_claimed(told), *(_line(hit) for hit in found.hits)]
    return written(lines, remarks, budget)


def _remark(one: Unknown) -> str:
    name = quoted(one.name)
    if not one.entity:
        return f"It is not known whom {name} means."
    said = f"Nothing of this is known of {name}."
    elsewhere = ", ".join(one.elsewhere)
    return f"{said} What comes nearest is somebody else's: [{elsewhere}]" if elsewhere else said


def _line(hit: Hit) -> Line:
    basis = hit.provenance.basis if hit.provenance is not None else ""
    return Line(
        at=hit.time,
        at_us=effective_us(hit.view.event),
        actor=(hit.actor.name or hit.actor.identifier or "") if hit.actor is not None else "",
        said=hit.text,
        cited=(hit.id,),
        quoted=not (hit.source.type in OWN and basis == "user_stated" and _is_untouched(hit.view)),
        mark="stale: a source of it changed since" if hit.view.stale else "",
    )


def _is_untouched(view: View) -> bool:
    """Tell whether whoever holds the store recorded all that a view says: corrections and amendments may be anybody's."""
    by = view.event.recorded_by
    return by is not None and by.principal == ADMIN and not (view.corrected or view.amendments)


def _claimed(told: Told) -> Iterator[Line]:
    """Show claims, those that contradict in one line, the best supported first; what no longer holds is marked so."""
    shown: set[str] = set()
    for one in told.apart:
        shown.update(claim.id for claim in one.claims)
        first, *others = one.claims
        mark = "contradicting" if others else "denied by a source that is trusted less"
        yield Line(
            at="claimed",
            said=in_words(first, told.names),
            cited=_cited(first),
            others=tuple((in_words(claim, told.names), _cited(claim)) for claim in others),
            mark=f"{mark}; the first is better supported" if others and one.recommendation is not None else mark,
        )
    for claim in told.claims:
        if claim.id not in shown:
            yield Line(
                at="claimed",
                said=in_words(claim, told.names),
                cited=_cited(claim),
                mark="" if claim.state == "open" else f"{claim.state}: it holds no longer",
            )


def _cited(claim: Claim) -> tuple[str, ...]:
    return tuple(one.event for one in claim.evidence if EVENT_ID.fullmatch(one.event)) or (claim.id,)
