"""What a run of capitals names: a person, an organization, a place or nothing, by what it is made of and what stands around it.

Each cue adds to or takes from a kind; the strongest kind that reaches the least counts. The weights say in what order cues
outdo each other and were set by reasoning: a title beats a shape, a known place beats a family name, a model's word weighs
as much as one good cue. Source of the kinds of cue: Nadeau and Sekine, *A survey of named entity recognition* (2007).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from kenning.rules.knowledge.extract.named import cues
from kenning.rules.knowledge.extract.named.family import FAMILY
from kenning.rules.knowledge.extract.named.places import CITIES, COUNTRIES, PLACES
from kenning.rules.knowledge.extract.named.words import Run, Word, is_sound
from kenning.rules.mentions.words import COMMON_WORDS

Kind = Literal["person", "organization", "venue", "place", "work", "item", "event", "thing"]

LEAST = 1.6
LEAST_IN_POSTS = 2.0
"""A kind that nothing speaks for so strongly is not said; more is asked of posts, where capitals and models mean less."""

_VOTES: dict[str, tuple[Kind, float]] = {
    "PERSON": ("person", 1.7),
    "ORG": ("organization", 1.5),
    "GPE": ("place", 1.7),
    "LOC": ("place", 1.6),
    "FAC": ("place", 1.5),
    "WORK_OF_ART": ("work", 1.6),
    "PRODUCT": ("item", 1.5),
    "EVENT": ("event", 1.6),
}
_OTHER_LABELS = frozenset("NORP DATE TIME MONEY PERCENT QUANTITY ORDINAL CARDINAL LANGUAGE LAW".split())  # noqa: SIM905
_AT = frozenset("at for joined join joins by via".split())  # noqa: SIM905
_BY = frozenset("of from with by and at for".split())  # noqa: SIM905
_IN = frozenset(
    [
        "in",
        "near",
        "from",
        "to",
        "around",
        "across",
        "throughout",
        "outside",
        "inside",
        "through",
        "visit",
        "visited",
        "visiting",
        "toward",
        "towards",
    ]
)
_CALLED_AFTER = frozenset(",!?.…")
_CALLED_BEFORE = frozenset(',!?.…"“—–-*)')
_FIRST = frozenset({"university", "bank", "ministry", "department", "institute", "church"})
_ONLY_GIVEN = cues.GIVEN - COMMON_WORDS
_NEVER = (
    cues.MONTHS_AND_DAYS
    | cues.FEASTS
    | cues.PEOPLES
    | frozenset({"god", "lord", "jesus", "internet", "bible", "english", "web"})
)
_ALONE_NEVER = _NEVER | (cues.GENERAL_ACRONYMS - PLACES) | {"jr.", "sr."}


class Judged(NamedTuple):
    """What a run names and how strongly."""

    kind: Kind
    score: float


class Around(NamedTuple):
    """A run in its text: all words, the run, what a model calls it, and whether capitals tell anything here."""

    said: Sequence[Word]
    run: Run
    label: str = ""
    cased: bool = True
    known: Mapping[str, Kind] = {}
    noisy: bool = False

    @property
    def inner(self) -> Sequence[Word]:
        """Give the words of the run."""
        return self.said[self.run.first : self.run.end]

    def before(self, back: int = 1) -> str:
        """Give the word so far before the run, in lower case."""
        place = self.run.first - back
        return self.said[place].lower if place >= 0 else ""

    def after(self, on: int = 0) -> str:
        """Give the word so far behind the run, in lower case."""
        place = self.run.end + on
        return self.said[place].lower if place < len(self.said) else ""


def judge(around: Around) -> Judged | None:
    """Say what a run names: a *thing* where no kind is spoken for strongly enough, nothing where it cannot be a name."""
    phrase = " ".join(word.lower for word in around.inner)
    if _is_none(around, phrase):
        return None
    scores: dict[Kind, float] = {
        "person": _person(around),
        "organization": _organization(around, phrase),
        "place": _place(around, phrase),
        "work": 1.7 if around.before() in cues.WORKS else 0.0,
        "item": 0.0,
        "event": 0.0,
    }
    if around.label in _VOTES:
        kind, vote = _VOTES[around.label]
        scores[kind] += _trusted(around, kind, vote)
    if phrase in around.known:
        kind = around.known[phrase]
        scores[kind] = scores.get(kind, 0.0) + 3.0
    shape = _shape(around, phrase)
    if phrase in cues.UNMISTAKABLE_FIRMS or phrase in around.known:
        shape = max(shape, 0.0)
    kind = max(scores, key=lambda one: scores[one])
    score = scores[kind] + shape
    if score < (LEAST_IN_POSTS if around.noisy else LEAST):
        return Judged("thing", score)
    is_venue = (
        kind == "organization" and len(around.inner) > 1 and any(word.lower in cues.VENUES for word in around.inner)
    )
    return Judged("venue" if is_venue else kind, score)


def _is_none(around: Around, phrase: str) -> bool:
    """Whether a run can be no name: a day, a people, a word that begins a sentence, a cry, a prize."""
    inner = around.inner
    if len(inner) == 1 and (phrase in _ALONE_NEVER or len(phrase.strip(".")) < 2 or is_sound(inner[0])):
        return True
    if not around.label and all(word.lower in _NEVER or word.lower in cues.SPEECHLESS for word in inner):
        return True
    is_given = len(inner) > 1 and inner[0].lower in _ONLY_GIVEN  # Nathan Law is no law
    return inner[-1].lower in cues.NO_BODIES and not is_given


def _trusted(around: Around, kind: Kind, vote: float) -> float:
    """How far a model's label is trusted: less for a body of one plain word, half in posts."""
    plain = kind == "organization" and len(around.inner) == 1 and not around.inner[0].text.isupper()
    return (vote - 0.5 * plain) * (0.5 if around.noisy else 1.0)


def _shape(around: Around, phrase: str) -> float:
    """What speaks for or against any name: where it stands, whether its words are words, what a model says of them."""
    inner = around.inner
    score = 0.0
    if around.label in _OTHER_LABELS:
        score -= 1.5
    if not around.cased:
        score -= 0.5 if around.label else 1.0
    if inner[0].tag:
        proper = sum(word.tag in {"NNP", "NNPS"} for word in inner)
        score += 0.4 if proper else -1.2
        if not around.label:
            score -= 0.4
    elif not around.run.opens:
        score += 0.4
    common = phrase not in cues.UNMISTAKABLE_FIRMS and all(
        word.lower in COMMON_WORDS or word.lower in cues.SPEECHLESS for word in inner
    )
    if common:
        score -= 1.5 if around.run.opens and len(inner) == 1 else 0.8
    elif around.run.opens and len(inner) == 1 and not around.label:
        score -= 0.5
    if inner[0].text.isupper() and len(inner) == 1 and len(phrase) > 6:
        score -= 0.7
    return score


def _person(around: Around) -> float:
    """What speaks for a person."""
    inner = [word.lower for word in around.inner]
    return _person_within(around, inner) + _person_before(around) + _person_after(around, inner)


def _person_within(around: Around, inner: list[str]) -> float:
    first, last = inner[0].strip("."), inner[-1]
    is_given = first in cues.GIVEN
    score = 0.0
    if is_given:
        score += 0.8 if first in COMMON_WORDS or first in PLACES else 1.8
        if 2 <= len(inner) <= 4:
            score += 0.8
    if last in FAMILY and (len(inner) > 1 or last not in COMMON_WORDS):
        score += 0.7
    if 1 < len(inner) <= 4 and any(len(word) == 2 and word[1] == "." for word in inner[:-1]):
        score += 1.4
    if last.strip(".") in {"jr", "sr", "iii"}:
        score += 1.5
    if len(inner) > 4 or any(word in cues.ORGANIZATIONS or word in cues.ROADS for word in inner[1:]):
        score -= 1.5
    if any(word in {"of", "for", "&"} or any(map(str.isdigit, word)) for word in inner):
        score -= 1.5
    if around.inner[0].text.isupper() and len(first) <= 5 and not is_given:
        score -= 1.0
    return score


def _person_before(around: Around) -> float:
    before, further = around.before(), around.before(2)
    score = 0.0
    if before.strip(".") in cues.TITLES and before != "st.":
        score += 2.5
    elif before in cues.NEAR_PEOPLE or before.removesuffix("s") in cues.NEAR_PEOPLE:
        score += 1.7
    elif before == "the":
        score -= 1.6
    elif before in cues.TO_PEOPLE:
        score += 0.3
    elif before in _IN or before == "at":
        score -= 0.5
    if further in {"i", "name"} and before in {"'m", "’m", "am", "is", "'s"}:
        score += 0.8
    if before == "and" and further in cues.GIVEN and further not in COMMON_WORDS:
        score += 0.8
    return score


def _person_after(around: Around, inner: list[str]) -> float:
    after, further = around.after(), around.after(1)
    after_tag = around.said[around.run.end].tag if after else ""
    score = 0.0
    if after in cues.DEEDS or after_tag in {"VBD", "VBZ"}:
        score += 0.5 if inner[-1] not in COMMON_WORDS else 0.0
        score += 0.7 if around.inner[0].tag == "NNP" and not around.label and len(inner) == 1 else 0.0
    if after in {"'s", "’s"} and further in cues.NEAR_PEOPLE:
        score += 1.0
    if after == "and" and further in cues.GIVEN:
        score += 0.5
    if after == ":" and around.run.opens:
        score += 0.3
    if after_tag in {"NN", "NNS"} and around.before() in {"the", "a", "an", "my", "your", "this", "that"}:
        score -= 1.0  # the Cruise video
    if len(inner) == 1 and _is_called(around) and inner[0] not in cues.SPEECHLESS:
        score += 1.2
    return score


def _is_called(around: Around) -> bool:
    """Whether the run stands alone between marks, as those do who are spoken to."""
    before, after = around.before(), around.after()
    opened = around.run.opens or before in _CALLED_BEFORE or before in cues.GREETINGS
    return opened and (after == "" or after[0] in _CALLED_AFTER) and not (before == "" and after == "")


def _organization(around: Around, phrase: str) -> float:
    """What speaks for an organization."""
    inner = [word.lower.strip(".") for word in around.inner]
    score = _body_of(inner) if len(inner) > 1 else _initials(around)
    if phrase in cues.KNOWN_FIRMS:
        score += 2.6 if phrase in cues.UNMISTAKABLE_FIRMS else 0.9
    if "&" in inner or "&" in inner[0]:
        score += 1.2
    if around.before() in _AT:
        score += 0.3
    if len(inner) > 1 and inner[-1].endswith("s") and " ".join(inner[:-1]) in PLACES:
        score += 2.2  # Boston Celtics
    elif around.before() == "the":
        score += 0.4
        if len(inner) > 1 and inner[-1].endswith("s") and not inner[-1].endswith("ss"):
            score += 0.9  # the Tampa Bay Rays
    return score


def _body_of(inner: list[str]) -> float:
    """What the words of a longer name say of a body: Arc Labs, University of Porto."""
    heads = {inner[place - 1] for place, word in enumerate(inner) if word in {"of", "for"} and place}
    if inner[-1] in cues.ORGANIZATIONS or inner[-1] in cues.FIRMS or heads & cues.ORGANIZATIONS or inner[0] in _FIRST:
        return 2.6
    return 1.2 if any(word in cues.ORGANIZATIONS for word in inner) else 0.0


def _initials(around: Around) -> float:
    """What speaks for a body in a single word: it is initials, more so in brackets or behind "the"."""
    if not _is_acronym(around.inner[0].text):
        return 0.0
    score = 2.0 if around.before() == "the" else 1.3
    if not around.noisy and around.cased:
        bracketed = around.before() == "(" and around.after() == ")"
        score += 0.7 if bracketed else 0.3 if around.before() in _BY else 0.0
    return score


def _is_acronym(text: str) -> bool:
    """Whether a word is the initials of something, and none that everybody writes so."""
    letters = text.replace(".", "")
    return (
        2 <= len(letters) <= 6
        and letters.isupper()
        and letters.isalpha()
        and letters.lower() not in cues.GENERAL_ACRONYMS
    )


def _place(around: Around, phrase: str) -> float:
    """What speaks for a place."""
    inner = [word.lower.strip(".") for word in around.inner]
    last = inner[-1]
    score = 0.0
    if len(inner) > 1 and inner[-1].endswith("s") and " ".join(inner[:-1]) in PLACES:
        return -1.0
    if phrase in PLACES:
        score += 2.4 if phrase not in COMMON_WORDS else 1.0
        if phrase in cues.GIVEN and phrase not in COUNTRIES and phrase not in CITIES:
            score -= 0.6
    elif len(inner) > 1 and (
        last in cues.ROADS or inner[0] in {"lake", "mount", "mt", "isle", "cape", "port", "fort", "gulf"}
    ):
        score += 2.4
    if around.before() in _IN:
        score += 0.8
    if around.after() == "," and around.after(1) in PLACES:
        score += 1.0
    return score
