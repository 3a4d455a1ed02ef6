"""How the surface of a mention fits the names of an entity: wholly, by a part, as a short form, or because it looks alike."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

import regex
from msgspec import structs

from kenning.model.identity.entity import Known
from kenning.rules.mentions.resolve.nouns import Thresholds
from kenning.rules.names.letters import fold
from kenning.rules.names.match import UNEQUAL_MAX, Match, compare
from kenning.rules.names.nicknames import is_given
from kenning.rules.names.parts import Named, read

Fit = Literal["full", "exact", "part", "nickname", "short", "alike"]

SHORT_FORM_MIN = 3
SHAPE_MIN = 2
PLAIN: frozenset[Fit] = frozenset({"full", "exact", "part", "nickname"})
"""These stand alone where nobody else fits; the others need somebody at hand even then."""
BORNE: frozenset[Fit] = frozenset({"full", "exact", "part"})
"""By these an entity bears the surface itself, not only a name like it."""

# How much of an identity a fit is alone. An exact name of one word may be another's too; a part leaves words open; a short form
# is a guess.
_FULL, _EXACT, _PART, _NICKNAME = 1.0, 0.95, 0.85, 0.68
_PART_LATER = 0.77  # a family name is shared with a family, and a middle one is hardly used
_SHORT, _SHAPED, _FORMAL = 0.6, 0.525, 0.5
_GENERATION_UNSAID = 0.1  # John Smith may be John Smith Jr, unless John Smith is somebody else
_ALIKE_SHARE, _ALIKE_PART = 0.9, 0.75
_SEXES_DIFFER = -0.3
_BRACKETS = regex.compile(r"[(（\[][^()（）\[\]]*[)）\]]")
_STUTTER = regex.compile(r"\b(\p{L}+)-(?=\1\p{L})", regex.IGNORECASE)
# A greeting, or words in small letters before a capital that are too long for a particle.
_BEFORE_NAME = regex.compile(
    r"^(?:(?i:hey|hi|hello|dear|hallo|hola|ciao|salut|bonjour|liebe|lieber)[ ,]+(?=\p{Lu})|(?:\p{Ll}{4,} )+(?=\p{Lu}))"
)
# Said of somebody by whose they are: "Mira Sand's sister", "Jonas' boss".
_DESCRIBES = regex.compile(r"\p{L}['’]s? \p{Ll}")
_ENDEARING = regex.compile(r"(?:ie|ey|s|y|o|a)s?$")
_DRAWN_OUT = regex.compile(r"(.)\1+")
_VOWELS = regex.compile(r"[aeiouyh]")


class Fitting(NamedTuple):
    """How a surface fits a name: in which way, how strong that is alone (0..1), and by which features."""

    fit: Fit
    strength: float
    features: dict[str, float]

    @property
    def joins(self) -> bool:
        """Whether it is enough to give an identifier to somebody known by name alone: a family name is not, families share it."""
        return self.fit in PLAIN and self.strength != _PART_LATER


CERTAIN = Fitting("full", _FULL, {})
"""What an id or an identifier says of the one it names."""


def fitting(surface: str, known: Known, thresholds: Thresholds, latin: tuple[str, ...] = ()) -> Fitting | None:
    """Give how a surface fits the name of an entity that it fits best; nothing where it fits none or one says it is another.

    ``latin`` is the surface in Latin letters, where it is of another script.
    """
    said = read(bare(surface), known.type)
    if known.tier in {"exact", "alias"}:  # the index found the whole name: nothing to compare
        return _whole(said, {})
    names = [read(bare(name), known.type) for name in known.names]
    matches = [_compared(said.raw, name.raw, known.type) for name in names]
    if any(_contradicts(said, name, match) for name, match in zip(names, matches, strict=True)):
        return None
    fits = [one for name, match in zip(names, matches, strict=True) if (one := _fit(said, name, match, thresholds))]
    fits = fits or _spelled(said, latin, known, thresholds)
    return max(fits, key=lambda one: (one.strength, one.fit), default=None)


@lru_cache(maxsize=1 << 13)
def _compared(said: str, name: str, kind: str) -> Match:
    """Compare two names, once: the same few are met again and again."""
    return compare(read(said, kind), read(name, kind))


def _spelled(said: Named, latin: tuple[str, ...], known: Known, thresholds: Thresholds) -> list[Fitting]:
    """How a surface fits by spellings: what one side is spelled as, against what the other writes in Latin letters itself.

    Never two spellings: names of one script that are written differently may well be spelled the same.
    """
    written = [(said.raw, form) for form in known.latin if said.folded.isascii()]
    written += [(form, name) for form in latin for name in known.names if fold(name).isascii()]
    fits = []
    for one, other in written:
        match = compare(read(one, known.type), read(bare(other), known.type))
        capped = structs.replace(match, score=min(match.score, UNEQUAL_MAX))
        fit = (
            _alike(capped.score, capped, thresholds) if not match.vetoes and "leftover" not in match.features else None
        )
        if fit is not None:
            fits.append(fit._replace(features=fit.features | {"script": 0.0}))
    return fits


@lru_cache(maxsize=1 << 12)
def bare(name: str) -> str:
    """Give a name without what is no part of it: brackets (a team, a role), stutter (P-Priya), words before (hey, friend)."""
    without = _STUTTER.sub("", _BRACKETS.sub(" ", name))
    return _BEFORE_NAME.sub("", without.strip()) or name


def _contradicts(said: Named, name: Named, match: Match) -> bool:
    """Whether a name says that somebody else is meant: vetoes, and of persons, titles and whole names that differ."""
    if set(match.vetoes) & {"generation", "type"}:
        return True
    if name.family != "person":
        return False
    both_whole = len(said.parts) > 1 and len(name.parts) > 1
    return match.features.get("title", 0.0) <= _SEXES_DIFFER or (both_whole and "leftover" in match.features)


def _fit(said: Named, name: Named, match: Match, thresholds: Thresholds) -> Fitting | None:
    """How a surface fits one name."""
    if match.vetoes:
        return None
    if "exact" in match.features:
        return _whole(said, match.features)
    if _DESCRIBES.search(said.raw) or _DESCRIBES.search(name.raw):
        return None  # the words say whose somebody is: each alone is another's
    if name.family in {"organisation", "other"} or said.handle or name.handle:
        return _alike(match.score, match, thresholds)
    one_word = min(len(said.parts), len(name.parts)) == 1
    if one_word and (strength := _nickname(said, name)):
        return Fitting("nickname" if strength == _NICKNAME else "short", strength, match.features)
    if strength := _short_form(said, name):
        return Fitting("short", strength, match.features)
    if "leftover" in match.features or _given_names_differ(said, name):
        return None
    if "sound" in match.features:
        return _alike(match.features["words"], match, thresholds)
    if "nickname" in match.features:
        return None if one_word else Fitting("nickname", _NICKNAME, match.features)
    return _words(said, name, match.features)


def _words(said: Named, name: Named, features: dict[str, float]) -> Fitting | None:
    """How a surface fits a name by equal words alone."""
    if not {"same", "joined"} & features.keys() and not (said.spaceless and features.get("words") == 1.0):
        return None
    if "extra" not in features and "initial" not in features:
        return _whole(said, features)
    if [part.text for part in said.parts[:1]] == [part.text for part in name.parts[:1]]:
        return Fitting("part", _PART, features)
    # The name of a family, or of a role, does not become the first that bears it with another name before.
    return Fitting("part", _PART_LATER, features) if len(said.parts) <= len(name.parts) else None


def _whole(said: Named, features: dict[str, float]) -> Fitting:
    """A name that is the surface, titles aside; full where it has more than one word, or is not a person's."""
    words = [part for part in said.parts if part.kind not in {"initial", "particle"}]
    if len(words) > 1 or len(said.spaceless) > 2 or said.family in {"organisation", "other"}:
        return Fitting("full", _FULL - (_GENERATION_UNSAID if "generation" in features else 0.0), features)
    return Fitting("exact", _EXACT, features)


def _alike(likeness: float, match: Match, thresholds: Thresholds) -> Fitting | None:
    """A name that looks alike, where it does enough by enough measures; weaker where only a part of a name does."""
    if likeness < thresholds.alike or match.measures < thresholds.measures:
        return None
    strength = _ALIKE_SHARE * max(match.score, _ALIKE_PART * likeness)
    return Fitting("alike", round(strength, 4), match.features | {"measures": float(match.measures)})


def _nickname(said: Named, name: Named) -> float:
    """How well a name of one word is short for the other by the table; 0 where it is not.

    The direction counts: Bob is short for Robert, but who is called Robert is rarely one who is known as Bob alone. Two that are
    short for a third say nothing (Tony and Ann, for Antoinette), unless they begin alike (Ben and Benny).
    """
    best = 0.0
    for word in said.parts:
        for part in name.parts:
            if word.text == part.text or not word.formals & part.formals:
                continue
            if word.text.startswith(part.text) or part.text.startswith(word.text) or part.text in word.formals:
                return _NICKNAME
            best = _FORMAL if word.text in part.formals else best
    return best


def _given_names_differ(said: Named, name: Named) -> bool:
    """Whether each has a given name that the other has not, and neither is short for the other: Tim and Tom are no slip."""
    words, others = {part.text for part in said.parts}, {part.text for part in name.parts}
    ones = [part for part in said.parts if part.text not in others and is_given(part.text)]
    rest = [part for part in name.parts if part.text not in words and is_given(part.text)]
    return any(not one.formals & other.formals for one in ones for other in rest)


@lru_cache(maxsize=1 << 12)
def _short_form(said: Named, name: Named) -> float:
    """How well a surface is a word that people make of a word of a name, which no table lists; 0 where it is none.

    Its beginning (Priy for Priyanka), the word drawn out or in pieces (Priyaaa, Pri-ya), or, weaker and of the first word alone,
    its consonants with an ending of endearment (Gabs for Gabriela). A guess: it needs somebody at hand besides.
    """
    short = said.folded if len(said.parts) == 1 else said.joined
    words = [part.text for part in name.parts if part.kind == "word"]
    if not short.isalpha() or not short.isascii() or len(short) < SHORT_FORM_MIN or not words:
        return 0.0
    if len(said.parts) > 1:
        return _SHORT if short in words else 0.0
    if short in words:
        return 0.0
    if _begins(short, words[0]):
        return _SHORT
    if is_given(short):  # what a given name is short for otherwise, the table says
        return 0.0
    if any(_begins(short, word) for word in words[1:]):
        return _SHAPED
    stem = _ENDEARING.sub("", short)
    shape = _consonants(stem)
    is_made = stem != short and len(shape) >= SHAPE_MIN and short[:2] == words[0][:2]
    return _SHAPED if is_made and _consonants(words[0]).startswith(shape) else 0.0


def _begins(short: str, word: str) -> bool:
    """Whether a longer word begins so, or is the same drawn out."""
    return len(word) > SHORT_FORM_MIN and (word.startswith(short) or _plain(short) == _plain(word))


def _plain(word: str) -> str:
    """A word with doubled letters once."""
    return _DRAWN_OUT.sub(r"\1", word)


def _consonants(word: str) -> str:
    """The consonants of a word, one that comes again at once but for vowels once: pet forms repeat them."""
    return _plain(_VOWELS.sub("", word))
