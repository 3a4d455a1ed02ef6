"""Talk to measure recall with: made up and repeatable, in words that mean something, with questions whose answers lie in it.

Sessions of twenty turns between two of many speakers, each session about a topic; who speaks and which words are used follow
Zipf. A turn is put together of clauses whose words have meanings (``recall_topics.txt``) and a tail of names nobody knows, so
that vectors of words have something to say and new words keep coming, as in talk.

Among the turns lie some that answer a question: each speaks of two things of different topics, which hardly another turn does
(of 500 pairs 27 are met again in 100,000 lines). The question names them as they were said, or one of them by another word for
it, or both (`WORDINGS`); two in three name the speaker. Any line can be had without those before it, so that a run can be
taken up where it was left.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path

from bench.corpus import word

SESSION = 20
WORDINGS = ("as_said", "half_reworded", "reworded")
TAIL = 60_000
OPENED = 0.7
FIRST_DAY = 19_000  # days since 1970: January 2022
DAYS = 1_200
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprstvz" for vowel in "aeiou"]
_GIVEN, _FAMILY = 797, 3989  # primes: numbers below their product have names of their own

CLAUSES = (
    "I {v} the {c} {d}",
    "we {v} a {q} {c} near {t}",
    "my {n} was about the {c} and it was {q}",
    "they {v} that the {c} is {q}",
    "do you know if the {c} is still {q}?",
    "I would rather talk about the {c} than the {n}",
    "it took the whole {n} because of the {c}",
    "{t} has a {q} {c}, or so I {v}",
    "you should have seen the {c} and the {c2}",
    "the {q} {n} I {v} was for {t}",
    "nobody {v} the {n} {d}",
    "what did you do with the {c}?",
    "that was a {q} {n}, and the {c} was no help",
    "she {v} her {n} with {t} {d}",
    "there is always some {c} when I need the {n}",
    "I am not sure about the {n}, it is too {q} for me",
    "he {v} us the {c2} instead of the {c}",
    "how was the {n} at {t}?",
    "to be honest I {v} it was {q} {d}",
    "later the {n} of the {c} was {q} again",
)
ANSWERS = (
    "I {v} my {x} and the {y} in one and the same {n}.",
    "First the {x}, then the {y}: that was my {n} {d}.",
    "Because of the {y} I had to give up the {x}, {d}.",
    "We {v} the {x} right beside the {y} at {t}.",
    "The {x} cost me nearly as much as the {y} did.",
)
ASKED = (
    "What did {who} say about the {x} and the {y}?",
    "What happened to {who} with the {x} and the {y}?",
    "How do the {x} and the {y} of {who} go together?",
)
ASKED_OF_ANYONE = (
    "Who had something to do with both the {x} and the {y}?",
    "Where do the {x} and the {y} come together?",
)


@dataclass(frozen=True, slots=True)
class Line:
    """One turn: its number, who speaks (by number and by name), in which session, when, and what."""

    number: int
    speaker: int
    name: str
    session: int
    occurred_at: str
    text: str


@dataclass(frozen=True, slots=True)
class Planted:
    """A question, the number of the line that answers it, and how much of it is worded as it was said."""

    question: str
    line: int
    wording: str


def spoken_name(number: int) -> str:
    """The name of the number-th speaker: given and family name, of nobody else and of no language."""
    return f"{_called(number % _GIVEN)} {_called(_GIVEN + number % _FAMILY)}"


def _called(number: int) -> str:
    letters, rest = "", number + len(_SYLLABLES)
    while rest:
        rest, syllable = divmod(rest, len(_SYLLABLES))
        letters += _SYLLABLES[syllable]
    return letters.capitalize()


def vocabulary() -> tuple[dict[str, list[str]], list[list[list[str]]]]:
    """The words that go with anything, by sort, and the topics: the things of each, and the words for each thing."""
    rows = Path(__file__).with_name("recall_topics.txt").read_text(encoding="utf-8").splitlines()
    parted = [row.partition(": ") for row in rows if not row.startswith("#")]
    anywhere = {sort[1:]: words.split(", ") for sort, _, words in parted if sort.startswith("=")}
    things = [[one.split("|") for one in words.split(", ")] for topic, _, words in parted if not topic.startswith("=")]
    return anywhere, things


def frequent(dice: random.Random, words: Sequence[str]) -> str:
    """One of some words, the n-th about half as often as the one at half its place."""
    return words[int(len(words) ** dice.random()) - 1]


class Texts:
    """So many lines by so many speakers; the same seed, the same lines."""

    def __init__(self, seed: int, lines: int, speakers: int, questions: int) -> None:
        self.seed, self.lines, self.speakers = seed, lines, speakers
        self.questions = min(questions, max(1, lines // 4))
        self._words, self._topics = vocabulary()
        self._answers = {(2 * place + 1) * lines // (2 * self.questions): place for place in range(self.questions)}

    def line(self, number: int) -> Line:
        """The number-th line."""
        return self._session(number // SESSION)[number % SESSION]

    def read(self, first: int = 0, stop: int | None = None) -> Iterator[Line]:
        """Lines in order."""
        stop = self.lines if stop is None else stop
        for session in range(first // SESSION, -(-stop // SESSION)):
            for line in self._session(session):
                if first <= line.number < stop:
                    yield line

    @cached_property
    def planted(self) -> list[Planted]:
        """The questions, and where their answers lie."""
        return [self._asked(place, number) for number, place in self._answers.items()]

    def _session(self, session: int) -> list[Line]:
        dice = random.Random(f"{self.seed} session {session}")
        pair = [int(self.speakers ** dice.random()) - 1 for _ in range(2)]
        topic = dice.choice(self._topics)
        minutes = session * DAYS * 1440 // (self.lines // SESSION + 1)
        found = []
        for place in range(SESSION):
            number = session * SESSION + place
            speaker = pair[place % 2]
            if dice.random() < 0.04:
                topic = dice.choice(self._topics)
            text = self._turn(dice, topic)
            if number in self._answers:
                text = f"{self._answer(self._answers[number])} {text}"
            found.append(Line(number, speaker, spoken_name(speaker), session, _moment(minutes + place), text))
        return found

    def _turn(self, dice: random.Random, topic: list[list[str]]) -> str:
        clauses = [self._filled(dice, dice.choice(CLAUSES), topic) for _ in range(dice.choice((1, 1, 2, 2, 3)))]
        if dice.random() < OPENED:
            clauses[0] = f"{dice.choice(self._words['openers'])}, {clauses[0]}"
        return " ".join(said[0].upper() + said[1:] + ("" if said.endswith("?") else ".") for said in clauses)

    def _filled(self, dice: random.Random, clause: str, topic: list[list[str]]) -> str:
        return clause.format(
            c=frequent(dice, dice.choice(topic)),
            c2=frequent(dice, dice.choice(topic)),
            n=frequent(dice, self._words["nouns"]),
            v=frequent(dice, self._words["verbs"]),
            q=frequent(dice, self._words["qualities"]),
            d=frequent(dice, self._words["times"]),
            t=word(int(TAIL ** dice.random()) - 1).capitalize(),
        )

    def _pair(self, place: int) -> tuple[list[str], list[str]]:
        """Two things of different topics, which no other answer joins."""
        size, things = len(self._topics), len(self._topics[0])
        apart, rest = divmod(place, size * things)
        first = rest % size
        other = (first + 1 + apart % (size - 1)) % size
        return self._topics[first][rest // size], self._topics[other][(rest // size + 3 * place) % things]

    def _answer(self, place: int) -> str:
        dice = random.Random(f"{self.seed} answer {place}")
        x, y = self._pair(place)
        said = dice.choice(ANSWERS)
        return self._filled(dice, said.replace("{x}", x[0]).replace("{y}", y[0]), self._topics[0])

    def _asked(self, place: int, number: int) -> Planted:
        dice = random.Random(f"{self.seed} question {place}")
        x, y = self._pair(place)
        other = place % len(WORDINGS)
        names = {"x": x[dice.choice((1, 2)) if other >= 2 else 0], "y": y[dice.choice((1, 2)) if other >= 1 else 0]}
        asked = dice.choice(ASKED if dice.random() < 2 / 3 else ASKED_OF_ANYONE)
        return Planted(asked.format(who=self.line(number).name, **names), number, WORDINGS[other])


def _moment(minutes: int) -> str:
    """A moment so many minutes after the first day, as RFC 3339 writes it."""
    found = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=FIRST_DAY, minutes=minutes)
    return found.strftime("%Y-%m-%dT%H:%M:%SZ")
