"""Asking a model about mentions nobody could decide: outside the lock, and recorded once it has answered."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import TYPE_CHECKING, cast

import msgspec
from msgspec import structs

from kenning.engine.recognise.lookup import agents_of, candidates
from kenning.engine.recognise.spelling import forms
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import Resolution
from kenning.model.identity.entity import Known, Outcome
from kenning.providers import Embedder, Judge, Speller
from kenning.rules.mentions.resolve import DEFAULT, RULES, Mention, Surroundings, decide

if TYPE_CHECKING:
    from kenning.engine.append import Appender
    from kenning.model.identity.entity import EntityRole
    from kenning.store import Reader


class Models(msgspec.Struct, frozen=True, kw_only=True):
    """Which models are asked: an embedder how alike names are, a judge who is meant. Either may be missing."""

    embedder: Embedder | None = None
    judge: Judge | None = None

    def names(self) -> dict[str, str]:
        """Name the rules and the models that decided."""
        found = {"resolve": RULES}
        if self.embedder is not None:
            found["embedder"] = self.embedder.name
        if self.judge is not None:
            found["judge"] = self.judge.name
        return found


class Question(msgspec.Struct, frozen=True):
    """One open mention, the event it stands in, and whom it may mean."""

    event: Envelope
    path: str
    surface: str
    role: str
    known: list[Known]
    latin: tuple[str, ...] = ()


def open_questions(reader: Reader, tenancy: tuple[str, str], speller: Speller | None, limit: int) -> list[Question]:
    """Gather mentions nobody could decide, with their candidates; those in redacted events are left alone."""
    namespace, agent = tenancy
    graph = reader.graph(namespace)
    found = []
    for sequence, path, surface, role in graph.pending(None, limit):
        sealed = reader.get(namespace, sequence)
        if sealed is not None and sealed.payload is not None and not reader.is_hidden(namespace, sealed.id):
            latin = forms(speller, surface)
            known = candidates(graph, agents_of(agent), surface, latin=latin)
            found.append(Question(envelope_of(sealed), path, surface, role, known, latin))
    return found


def answered(question: Question, models: Models, agent: str) -> Outcome | None:
    """Decide an open mention with what the models say; nothing where it stays open."""
    if not question.known:
        return None
    around = Surroundings()
    if models.embedder is not None:
        around = structs.replace(around, likeness=_likeness(models.embedder, question))
    if models.judge is not None:
        lines = [f"{', '.join(known.names)} ({known.type})" for known in question.known]
        chosen = models.judge.choose(question.surface, question.event.text, lines)
        if chosen is not None and 0 <= chosen < len(question.known):
            around = structs.replace(around, verdict=question.known[chosen].entity)
    role = cast("EntityRole", question.role)
    mention = Mention(path=question.path, surface=question.surface, role=role, agent=agent, latin=question.latin)
    outcome = decide(mention, question.known, around)
    return structs.replace(outcome, again=True) if outcome.status == "resolved" else None


def _likeness(embedder: Embedder, question: Question) -> dict[str, float]:
    """Ask how alike the surface is to each candidate: the best of their names, 0 to 1."""
    names = [(known.entity, name) for known in question.known for name in known.names]
    first, *rest = embedder.embed([question.surface, *(name for _, name in names)])
    found: dict[str, float] = {}
    for (entity, _), vector in zip(names, rest, strict=True):
        found[entity] = max(found.get(entity, 0.0), min(1.0, max(0.0, _cosine(first, vector))))
    return found


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    product = sum(mine * theirs for mine, theirs in zip(one, other, strict=True))
    length = sqrt(sum(value**2 for value in one) * sum(value**2 for value in other))
    return product / length if length else 0.0


def record(appender: Appender, answers: Sequence[tuple[Question, Outcome]], models: Models) -> int:
    """Record what the models decided, of mentions that are still open and entities that are still there."""
    graph = appender.graph
    still = {(sequence, path) for sequence, path, _, _ in graph.pending(None, 1_000_000)}
    count = 0
    for question, outcome in answers:
        if (question.event.sequence, question.path) in still and graph.number(outcome.entity or "") is not None:
            content = Resolution(
                event=str(question.event.id),
                sequence=question.event.sequence,
                outcomes=[outcome],
                thresholds=DEFAULT.as_dict(),
                rules=appender.rules | models.names(),
            )
            appender.decided(question.event, content)
            count += 1
    return count
