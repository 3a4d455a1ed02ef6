"""What is claimed of those a question is about, and the whole answer as a block for a prompt."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kenning.engine.claims.claiming import about as claims_about
from kenning.engine.reading.recall.anchors import Anchors
from kenning.model.ids import EVENT_ID
from kenning.model.recall import Hit, Recall
from kenning.model.statement import Claim, Contradiction
from kenning.rules import text
from kenning.rules.knowledge import contradictions, holds
from kenning.rules.recall.context import Line
from kenning.rules.recall.context import block as written
from kenning.rules.recall.question import Question
from kenning.rules.recall.words import base
from kenning.store import Graph

CLAIMS_MAX = 20
OWN = frozenset({"user", "admin"})
"""Sources whose words are the user's own; all others' are shown as quotes."""


class Told(msgspec.Struct, frozen=True):
    """Claims about the anchors, those that bear on the question first, what contradicts among them, and names by id."""

    claims: list[Claim]
    apart: list[Contradiction]
    names: dict[str, str]


def claims(graph: Graph, about: Anchors, question: Question, at: int, valid_at: int | None) -> Told:
    """List what is claimed of the anchors: what holds, at a moment of valid time where one is given."""
    found: dict[str, Claim] = {}
    for number in about.entities:
        for as_object in (False, True):
            found.update({claim.id: claim for claim in claims_about(graph, number, at, as_object=as_object)})
    every = list(found.values())
    holding = [one for one in every if (one.state == "open" if valid_at is None else holds(one, valid_at))]
    names = _names(graph, holding, at)
    asked = {term.token for term in question.terms}
    ranked = sorted(holding, key=lambda one: (-_bearing(one, asked, names), -one.since, one.id))[:CLAIMS_MAX]
    return Told(ranked, contradictions(ranked, valid_at), names)


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
    return len(asked & {base(word) for word in text.words(_plain(claim, names).replace("_", " "))})


def _plain(claim: Claim, names: dict[str, str]) -> str:
    said = claim.statement
    value = names.get(said.object, said.object) if said.object is not None else said.value
    return f"{names.get(said.subject, said.subject)} {said.predicate} {value}"


def block(found: Recall, told: Told, budget: int) -> str:
    """Write an answer as a block for a prompt."""
    remarks = [_remark(one.name, one.elsewhere) for one in found.unknown]
    lines = [*_claimed(told), *(_line(hit) for hit in found.hits)]
    return written(lines, remarks, budget)


def _remark(name: str, elsewhere: list[str]) -> str:
    said = f"Nothing of this is known of {' '.join(name.split())}."
    return f"{said} What comes nearest is somebody else's: [{', '.join(elsewhere)}]" if elsewhere else said


def _line(hit: Hit) -> Line:
    basis = hit.provenance.basis if hit.provenance is not None else ""
    return Line(
        at=hit.time,
        actor=(hit.actor.name or hit.actor.identifier or "") if hit.actor is not None else "",
        said=hit.text,
        cited=(hit.id,),
        quoted=not (hit.source.type in OWN and basis == "user_stated"),
        mark="stale: a source of it changed since" if hit.view.stale else "",
    )


def _claimed(told: Told) -> Iterator[Line]:
    """Show claims; those that contradict stand in one line."""
    shown: set[str] = set()
    for one in told.apart:
        shown.update(claim.id for claim in one.claims)
        versions = " / or / ".join(f"{_plain(claim, told.names)} [{', '.join(_cited(claim))}]" for claim in one.claims)
        best = next((claim for claim in one.claims if claim.id == one.recommendation), None)
        mark = f"contradicting; better supported: {_plain(best, told.names)}" if best is not None else "contradicting"
        yield Line(at="claimed", said=versions, cited=tuple(claim.id for claim in one.claims), mark=mark)
    for claim in told.claims:
        if claim.id not in shown:
            yield Line(at="claimed", said=_plain(claim, told.names), cited=_cited(claim))


def _cited(claim: Claim) -> tuple[str, ...]:
    return tuple(one.event for one in claim.evidence if EVENT_ID.fullmatch(one.event)) or (claim.id,)
