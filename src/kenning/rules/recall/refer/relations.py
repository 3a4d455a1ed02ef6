"""Whom a question means by a relation: "my sister", "her team", "my manager's wife", "the wife of my manager".

*My* is whoever asks; *his*, *her* and *their* are whoever stands before them in the question. A relation is walked along claims,
in either direction; it leads as far as the claims say: who is recorded as a parent answers "my mother", unless their pronouns
tell otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Literal

import msgspec

from kenning.model.statement import Claim
from kenning.rules.recall.refer.kin import FORMER, HERS, HIS, MODIFIERS, NOUNS, Tier, singular, ways

REACHED_MAX = 12
"""A relation that leads to more names a crowd: the newest claims are followed."""
CHAIN_MAX = 4
MINE = frozenset({"my", "our"})
THEIRS = {"her": "she", "his": "he", "their": "they", "its": "it"}
_WORD = re.compile(r"[^\W_]+(?:[-'][^\W_]+)*'?")
_IN_LAW = re.compile(r"\b(\w+) in laws?\b", re.IGNORECASE)

Whose = Literal["me", "name", "phrase"]


class Base(msgspec.Struct, frozen=True):
    """Of whom a relation is told: whoever asks, somebody named, or whom an earlier phrase means (by its place)."""

    whose: Whose
    name: str = ""
    place: int = -1


class Step(msgspec.Struct, frozen=True):
    """One noun of a relation, in the singular; ``former``: who was so once."""

    noun: str
    former: bool = False


class Phrase(msgspec.Struct, frozen=True, kw_only=True):
    """A relation told in a question: of whom, by which nouns, and where it stands in the text.

    ``bases`` are those it may be told of, the likeliest first; ``pronoun`` is how the question refers to them.
    """

    said: str
    steps: tuple[Step, ...]
    bases: tuple[Base, ...]
    start: int
    end: int
    pronoun: str = ""

    @property
    def known(self) -> bool:
        """Whether its nouns are ones for whom somebody has; of others only a claim that says them tells."""
        return self.steps[-1].noun in NOUNS


class _Token(msgspec.Struct, frozen=True):
    word: str
    start: int
    end: int
    owns: bool


class Spot(msgspec.Struct, frozen=True):
    """Where somebody named stands in a question."""

    name: str
    start: int
    end: int


def spots(question: str, names: Collection[str]) -> list[Spot]:
    """Find where names stand in a question, longer ones first, in order of place."""
    text, found = _plain(question), list[Spot]()
    for name in sorted(set(names), key=lambda one: (-len(one), one)):
        written = re.escape(_plain(name))
        for match in re.finditer(rf"(?<!\w){written}(?!\w)", text, re.IGNORECASE):
            if all(match.end() <= one.start or one.end <= match.start() for one in found):
                found.append(Spot(name, match.start(), match.end()))
    return sorted(found, key=lambda one: one.start)


def phrases(question: str, names: Collection[str]) -> list[Phrase]:
    """Find the relations a question tells somebody by; ``names`` are names it holds, as they stand in it.

    >>> [one] = phrases("What is my sister's dog called?", ())
    >>> one.said, one.bases[0].whose, [step.noun for step in one.steps]
    ("my sister's dog", 'me', ['sister', 'dog'])
    """
    return _Parsing(question, spots(question, names)).phrases()


def _plain(text: str) -> str:
    return text.replace("’", "'")


class _Parsing:
    """One question under way."""

    def __init__(self, question: str, named: Sequence[Spot]) -> None:
        self._text = question
        self._named = named
        joined = _IN_LAW.sub(lambda found: found[0].replace(" ", "-"), _plain(question))
        self._tokens = [_token(found) for found in _WORD.finditer(joined)]
        self._by_start = {one.start: one for one in named}
        self._found: list[Phrase] = []

    def phrases(self) -> list[Phrase]:
        place = 0
        while place < len(self._tokens):
            found = self._of(place) or self._possessed(place)
            if found is None:
                place += 1
                continue
            phrase, place = found
            self._found.append(phrase)
        return self._found

    def _of(self, place: int) -> tuple[Phrase, int] | None:
        """Read "the wife of my manager", "the manager of Priya"."""
        token = self._tokens[place]
        noun = singular(token.word)
        if noun not in NOUNS or self._word(place + 1) != "of":
            return None
        behind = place + 2 + (self._word(place + 2) == "the")
        former = place > 0 and self._word(place - 1) in FORMER
        inner = self._possessed(behind)
        if inner is not None:
            phrase, after = inner
            made = self._made(token.start, after, (*phrase.steps, Step(noun, former)), phrase.bases)
            return msgspec.structs.replace(made, pronoun=phrase.pronoun), after
        spot = self._by_start.get(self._tokens[behind].start) if behind < len(self._tokens) else None
        if spot is None:
            return None
        after = self._behind(spot, behind)
        return self._made(token.start, after, (Step(noun, former),), (Base("name", spot.name),)), after

    def _possessed(self, place: int) -> tuple[Phrase, int] | None:
        """Read "my sister", "Priya's manager", "her team"."""
        if place >= len(self._tokens):
            return None
        token = self._tokens[place]
        spot = self._by_start.get(token.start)
        if spot is not None:
            after = self._behind(spot, place)
            owns = self._tokens[after - 1].owns
            bases: tuple[Base, ...] = (Base("name", spot.name),) if owns else ()
        else:
            after = place + 1
            bases = (Base("me"),) if token.word in MINE else self._antecedents(token)
        steps, after = self._nouns(after) if bases else ((), after)
        if not steps:
            return None
        made = self._made(token.start, after, steps, bases)
        pronoun = THEIRS.get(token.word, "") if spot is None else ""
        return msgspec.structs.replace(made, pronoun=pronoun), after

    def _nouns(self, place: int) -> tuple[tuple[Step, ...], int]:
        """Read nouns one after another, as far as each owns the next; behind the first, only those that are relations."""
        steps: list[Step] = []
        after = place
        while len(steps) < CHAIN_MAX:
            former = False
            while self._word(place) in MODIFIERS:
                former |= self._word(place) in FORMER
                place += 1
            if place >= len(self._tokens):
                break
            token = self._tokens[place]
            word = token.word.removeprefix("ex-")
            noun = singular(word)
            if (steps and noun not in NOUNS) or not noun.replace("-", "").isalpha():
                break
            steps.append(Step(noun, former or word != token.word))
            place = after = place + 1
            if not token.owns:
                break
        return tuple(steps), after

    def _antecedents(self, token: _Token) -> tuple[Base, ...]:
        """List whom a pronoun may mean: who stands before it, the nearest first, then who stands behind it."""
        if token.word not in THEIRS:
            return ()
        near = [(one.end, Base("name", one.name)) for one in self._named]
        near += [
            (one.end, Base("phrase", place=place))
            for place, one in enumerate(self._found)
            if _fits_noun(one.steps[-1].noun, THEIRS[token.word])
        ]
        before = sorted((one for one in near if one[0] <= token.start), key=lambda one: -one[0])
        behind = sorted((one for one in near if one[0] > token.start), key=lambda one: one[0])
        return tuple(base for _, base in (*before, *behind))

    def _made(self, start: int, after: int, steps: tuple[Step, ...], bases: tuple[Base, ...]) -> Phrase:
        last = self._tokens[after - 1]
        said = self._text[start : last.end]
        return Phrase(said=said, steps=steps, bases=bases, start=start, end=last.end)

    def _behind(self, spot: Spot, place: int) -> int:
        while place < len(self._tokens) and self._tokens[place].start < spot.end:
            place += 1
        return place

    def _word(self, place: int) -> str:
        return self._tokens[place].word if 0 <= place < len(self._tokens) else ""


def _token(found: re.Match[str]) -> _Token:
    word = found[0].lower()
    owns = word.endswith(("'s", "s'"))
    bare = word.removesuffix("'s").rstrip("'")
    return _Token(bare, found.start(), found.start() + len(bare), owns)


def _fits_noun(noun: str, pronoun: str) -> bool:
    return not ((noun in HERS and pronoun == "he") or (noun in HIS and pronoun == "she"))


# -- walking -----------------------------------------------------------------------------------------------------------

Known = Callable[[str], Sequence[Claim]]
"""Gives all claims about an entity, from either end, those that ended too."""


class Reached(msgspec.Struct, frozen=True):
    """Whom a relation leads to, in order, and the claims that say so."""

    entities: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


def readings(claim: Claim, entity: str) -> Iterator[tuple[str, str, str]]:
    """Give how a relation reads from one of its ends: predicate, which side the other stands on, and who that is."""
    said = claim.statement
    if said.object is None:
        return
    ends = ((said.subject, "object", said.object), (said.object, "subject", said.subject))
    turned = {"object": "subject", "subject": "object"}
    for here, side, other in ends:
        if here == entity and other != entity:
            yield _local(said.predicate), side, other
            if said.symmetric:
                yield _local(said.predicate), turned[side], other
            elif said.inverse is not None:
                yield _local(said.inverse), turned[side], other


def _local(predicate: str) -> str:
    return predicate.rpartition(":")[2]


def follow(starts: Sequence[str], step: Step, known: Known, holds: Callable[[Claim], bool]) -> Reached:
    """Walk one step of a relation from some entities: along the surest way that leads anywhere."""
    held = _past if step.former else holds
    for tier in ways(step.noun):
        reached = _along(starts, tier, known, held)
        kept = [(one, claims) for one, claims in reached.items() if one not in starts and _fits(one, step.noun, known)]
        if kept:
            kept = sorted(kept, key=lambda one: (-max(claim.since for claim in one[1]), one[0]))[:REACHED_MAX]
            claims = dict.fromkeys(claim.id for _, each in kept for claim in each)
            return Reached(tuple(sorted(one for one, _ in kept)), tuple(sorted(claims)))
    return Reached()


def _along(
    starts: Sequence[str], tier: Tier, known: Known, holds: Callable[[Claim], bool]
) -> dict[str, tuple[Claim, ...]]:
    """Walk the ways of one tier; give whom they lead to, each with the claims on the way."""
    found: dict[str, tuple[Claim, ...]] = {}
    for way in tier:
        here: dict[str, tuple[Claim, ...]] = dict.fromkeys(starts, ())
        for predicate, side in way:
            there: dict[str, tuple[Claim, ...]] = {}
            for entity, passed in here.items():
                for claim in known(entity):
                    for said, stands, other in readings(claim, entity) if holds(claim) else ():
                        if (said, stands) == (predicate, side):
                            there.setdefault(other, (*passed, claim))
            here = there
        for entity, passed in here.items():
            found.setdefault(entity, passed)
    return found


def _past(claim: Claim) -> bool:
    return claim.held and claim.state == "closed"


def _fits(entity: str, noun: str, known: Known) -> bool:
    return fits_pronoun(entity, "she" if noun in HERS else "he" if noun in HIS else "", known)


def fits_pronoun(entity: str, pronoun: str, known: Known) -> bool:
    """Tell whether nothing recorded of somebody's pronouns speaks against one: who is *he* is not *she*."""
    if pronoun not in {"she", "he"}:
        return True
    told = [
        str(one.statement.value).lower().replace("/", " ").split()
        for one in known(entity)
        if one.state == "open" and _local(one.statement.predicate) == "pronouns" and one.statement.subject == entity
    ]
    other = "he" if pronoun == "she" else "she"
    return not told or any(pronoun in words or other not in words for words in told)
