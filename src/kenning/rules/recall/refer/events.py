"""Times a question tells by what happened then: "before she moved", "since Anna's birthday", "while they lived in Lisbon".

What happened is looked for among claims and lines, by the telling words of the clause; what is found gives a stretch of days, and
the stretch before, during or behind it is a time of the question like any other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import Any, Literal

import msgspec

from kenning.model.statement import Claim
from kenning.rules import text
from kenning.rules.recall.refer.kin import MODIFIERS
from kenning.rules.recall.when import When
from kenning.rules.recall.words import base

How = Literal["before", "after", "since", "until", "while", "when"]
_HOWS: Mapping[str, How] = {
    "before": "before",
    "until": "until",
    "till": "until",
    "after": "after",
    "since": "since",
    "while": "while",
    "during": "while",
    "when": "when",
}
_BREAK = r"(?=[?.!;,]|$|\b(?:before|after|since|until|till|while|during|what|who|where|which|how|why)\b)"
_CLAUSE = re.compile(rf"\b(before|after|since|until|till|while|during|when)\s+(.+?)\s*{_BREAK}", re.IGNORECASE)
_LIGHT = frozenset(
    map(
        base,
        """
        get go have be become take do happen start begin first last still already just all both again new ago then now time day
        moment year week month long date today
        """.split(),  # noqa: SIM905 - reads as a list
    )
)
"""Words that a clause may hold beside what it tells."""
_SAID: Mapping[str, tuple[str, ...]] = {
    "born_on": ("born", "birth", "birthday"),
    "born_in": ("born", "birth"),
    "died_on": ("died", "death", "dead", "funeral"),
    "married_to": ("married", "marriage", "wedding", "wed"),
    "engaged_to": ("engaged", "engagement"),
    "lives_in": ("lived", "stayed"),
    "works_at": ("worked", "employed", "job"),
    "moved_to": ("moved", "move"),
    "graduated_from": ("graduated", "graduation"),
    "studied_at": ("studied", "student"),
}
"""What people say for a predicate besides its own words."""
_LASTS = frozenset({"starts_at", "ends_at"})
_THEIRS = frozenset({"she", "he", "they", "her", "his", "their", "him", "them"})
_YEARLY = frozenset({base("birthday"), base("anniversary")})
_DATE = re.compile(r"(?:(\d{4})|-)-(\d\d)(?:-(\d\d))?")
_DAY = timedelta(days=1)


class Clause(msgspec.Struct, frozen=True, kw_only=True):
    """What a question tells a time by: the words as they stand, how the time asked for lies to it, and its telling tokens."""

    said: str
    how: How
    words: str
    start: int
    tokens: frozenset[str]
    mine: bool = False
    """Whether whoever asks is in it."""
    theirs: bool = False
    """Whether somebody is in it by a pronoun alone."""


def bounds(clause: Clause) -> bool:
    """Tell whether a line that tells what happened tells when: of what lasts it tells neither the beginning nor the end."""
    return bool(clause.tokens) and clause.how != "while"


class Span(msgspec.Struct, frozen=True):
    """Days from ``first`` before ``last``; ``last`` is nothing where it goes on."""

    first: date
    last: date | None

    def window(self, said: str, how: How) -> When:
        """Give the days that lie so to it.

        >>> str(Span(date(2026, 5, 8), date(2026, 5, 9)).window("before she moved", "before").last)
        '2026-05-08'
        """
        if how in {"before", "until"}:
            return When(said, date.min, self.first)
        if how in {"since", "after"}:
            first = self.last if how == "after" and self.last is not None else self.first
            return When(said, first, date.max)
        return When(said, self.first, self.last or date.max)


def clauses(question: str, names: Collection[str]) -> list[Clause]:
    """Find the clauses a question tells a time by; ``names`` are whom it names, whose names are no telling words.

    >>> [(one.how, one.words) for one in clauses("What did Ana eat before she moved to Lisbon?", ["Ana", "Lisbon"])]
    [('before', 'she moved to Lisbon')]
    """
    called = {word for name in names for word in text.words(name)}
    found = []
    for match in _CLAUSE.finditer(question):
        asks = match.start() == 0 and match[1].lower() == "when"  # it asks for a time, and tells none
        words = text.words(match[2])
        telling = [word for word in words if word not in text.FUNCTION_WORDS and word not in called]
        tokens = frozenset(map(base, telling)) - _LIGHT - MODIFIERS
        if asks or not (tokens or called & set(words)):
            continue
        mine = not {"i", "we", "my", "our", "me", "us"}.isdisjoint(words)
        found.append(
            Clause(
                said=match[0].strip(),
                how=_HOWS[match[1].lower()],
                words=match[2],
                start=match.start(2),
                tokens=tokens,
                mine=mine,
                theirs=not _THEIRS.isdisjoint(words),
            )
        )
    return found


def told(
    clause: Clause,
    claims: Sequence[Claim],
    names: Mapping[str, str],
    today: date,
    day: Any,  # noqa: ANN401 - micros to a day
) -> tuple[Span, Claim] | None:
    """Find the claim that tells what a clause says, and its days: the one that says most of it, then the one begun last.

    ``day`` gives the day of microseconds since 1970 in the zone of the question.
    """
    best: tuple[tuple[int, int, str], Span, Claim] | None = None
    for claim in claims:
        fits = _fits(clause, claim, names) if claim.held else 0
        span = _span(clause, claim, today, day) if fits else None
        if span is not None:
            merit = (fits, claim.valid_from or claim.since, claim.id)
            if best is None or merit > best[0]:
                best = merit, span, claim
    return None if best is None else (best[1], best[2])


def _fits(clause: Clause, claim: Claim, names: Mapping[str, str]) -> int:
    """Count how much of a clause a claim says: nothing where a telling word is missing."""
    said = claim.statement
    local = said.predicate.rpartition(":")[2]
    value = names.get(said.object, "") if said.object is not None else str(said.value)
    about = {base(word) for word in text.words(f"{value} {names.get(said.subject, '')}")}
    there = {base(word) for word in text.words(local.replace("_", " "))}
    there |= {base(word) for word in _SAID.get(local, ())}
    if not clause.tokens:  # it names something that has a time of its own: "after the conference"
        return int(local in _LASTS)
    if not clause.tokens <= there | about or not clause.tokens & there:
        return 0
    return 1 + len({base(word) for word in text.words(clause.words)} & (there | about))


def _span(clause: Clause, claim: Claim, today: date, day: Any) -> Span | None:  # noqa: ANN401 - micros to a day
    said = claim.statement
    dated = _DATE.match(said.value) if isinstance(said.value, str) else None
    if dated is not None:
        return _dated(dated, today, yearly=not clause.tokens.isdisjoint(_YEARLY))
    if claim.valid_from is None:
        return None
    first = day(claim.valid_from)
    if claim.valid_to is not None:
        return Span(first, max(day(claim.valid_to), first + _DAY))
    is_point = said.kind == "event" or clause.how in {"before", "after", "since", "until"}
    return Span(first, first + _DAY if is_point else None)


def _dated(found: re.Match[str], today: date, *, yearly: bool) -> Span | None:
    """Give the day a value names; where it comes round every year, the last one up to today."""
    month, number = int(found[2]), int(found[3] or 1)
    try:
        if not yearly and found[1]:
            first = date(int(found[1]), month, number)
            return Span(first, first + _DAY if found[3] else (first + 31 * _DAY).replace(day=1))
        passed = (month, number) <= (today.month, today.day)
        first = date(today.year - (not passed), month, number)
    except ValueError:  # no such day, or not in every year
        return None
    return Span(first, first + _DAY)


def lines(clause: Clause, said: Sequence[Sequence[str]]) -> Iterator[tuple[int, int]]:
    """Tell which lines, given by their words, tell what a clause says: the place of each, and how many words are the same."""
    very = set(text.words(clause.words))
    for place, words in enumerate(said):
        if clause.tokens and clause.tokens <= {base(word) for word in words}:
            yield place, len(very.intersection(words))
