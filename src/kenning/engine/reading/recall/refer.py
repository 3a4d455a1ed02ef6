"""Whom a question means by a relation, walked along the claims the caller may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache

import msgspec

from kenning.engine.claims.claiming import about
from kenning.engine.graph.finding import seen
from kenning.model.recall import Reference
from kenning.model.statement import Claim
from kenning.rules.knowledge import holds
from kenning.rules.recall.refer.relations import Base, Phrase, Reached, fits_pronoun, follow, phrases, spots
from kenning.store import Graph

Named = Mapping[str, Sequence[int]]
"""Names as a question writes them, and whom each means there: canonical numbers."""


class Walked(msgspec.Struct, frozen=True, kw_only=True):
    """The relations of a question: whom each means, what was read for it, and the question with their names set in.

    ``whole`` are the names that stand in it only to tell of whom a relation is: not they are meant. ``missing`` are the relations
    that lead to nobody, each with its noun.
    """

    question: str
    references: list[Reference]
    entities: dict[int, tuple[str, str]]
    whole: frozenset[str] = frozenset()
    missing: dict[str, str] = {}


class Claims:
    """The claims about entities, by id, as far as the graph of this reading shows them; each entity's are read once."""

    def __init__(self, graph: Graph, at: int, valid_at: int | None, sees: Callable[[int], bool]) -> None:
        """Read as of a sequence, what holds at a moment of valid time where one is given, of those only that ``sees`` lets by."""
        self.graph, self._at, self._valid_at, self._sees = graph, at, valid_at, sees
        self.of: Callable[[str], Sequence[Claim]] = cache(self._read)

    def _read(self, entity: str) -> Sequence[Claim]:
        number = self.graph.number(entity)
        if number is None:
            return ()
        root = self.graph.root(number, self._at)
        found: dict[str, Claim] = {}
        for as_object in (False, True):
            found.update({claim.id: claim for claim in about(self.graph, root, self._at, as_object=as_object)})
        return [found[one] for one in sorted(found)]

    def holds(self, claim: Claim) -> bool:
        """Tell whether a claim holds: now, or at the moment asked for."""
        return claim.state == "open" if self._valid_at is None else holds(claim, self._valid_at)

    def names(self, entities: Sequence[str]) -> dict[str, str]:
        """Give the names of entities by id, of those that are in use and may be known of."""
        found: dict[str, str] = {}
        for one in entities:
            number = self.graph.number(one)
            read = None if number is None else seen(self.graph, self.graph.root(number, self._at), self._at)
            if number is not None and read is not None and not read.retired and self._sees(number):
                found[one] = read.name
        return found


def walked(question: str, named: Named, me: str | None, claims: Claims) -> Walked:
    """Resolve the relations a question tells somebody by; ``me`` is the id of whoever asks, where that is anybody."""
    told = phrases(question, named.keys())
    reached: list[tuple[str, ...]] = []
    references: list[Reference] = []
    entities: dict[int, tuple[str, str]] = {}
    inserted: list[tuple[int, str]] = []
    for phrase in told:
        found = _walk(phrase, lambda base: _starts(claims.graph, base, named, me, reached), claims)
        names = claims.names(found.entities)
        reached.append(tuple(one for one in found.entities if one in names))
        if names or phrase.known:
            references.append(Reference(said=phrase.said, entities=names, claims=list(found.claims) if names else []))
        entities.update(
            {number: (one, names[one]) for one in names if (number := claims.graph.number(one)) is not None}
        )
        if names:
            inserted.append((phrase.end, " ".join(names.values())))
    read = [phrase for phrase, ends in zip(told, reached, strict=True) if ends]
    return Walked(
        question=_with(question, inserted),
        references=references,
        entities=entities,
        missing={
            phrase.said: phrase.steps[-1].noun
            for phrase, ends in zip(told, reached, strict=True)
            if phrase.known and not ends
        },
        whole=frozenset(name for name in named if _only_within(question, name, read)),
    )


def _walk(phrase: Phrase, starts: Callable[[Base], tuple[str, ...]], claims: Claims) -> Reached:
    """Walk a phrase from the first it may be told of whom anything is known of and whose pronouns fit."""
    for base in phrase.bases:
        here = tuple(one for one in starts(base) if fits_pronoun(one, phrase.pronoun, claims.of))
        if not here:
            continue
        passed: tuple[str, ...] = ()
        for step in phrase.steps:
            found = follow(here, step, claims.of, claims.holds)
            here, passed = found.entities, (*passed, *found.claims)
        return Reached(here, tuple(dict.fromkeys(passed)))
    return Reached()


def _starts(
    graph: Graph, base: Base, named: Named, me: str | None, reached: Sequence[tuple[str, ...]]
) -> tuple[str, ...]:
    if base.whose == "me":
        return () if me is None else (me,)
    if base.whose == "phrase":
        return reached[base.place]
    return tuple(graph.id(number) for number in named.get(base.name, ()))


def _with(question: str, inserted: Sequence[tuple[int, str]]) -> str:
    for end, names in reversed(inserted):
        question = f"{question[:end]} {names} {question[end:]}"
    return question


def _only_within(question: str, name: str, read: Sequence[Phrase]) -> bool:
    """Tell whether a name stands nowhere but in relations that led to somebody."""
    places = [one for one in spots(question, [name]) if one.name == name]
    return bool(places) and all(
        any(phrase.start <= one.start and one.end <= phrase.end for phrase in read) for one in places
    )
