"""Names of persons beside one another: whether two full names may be one person's, and how surely.

Words are aligned one to one, then what is left is judged: extra words on one side are mild (middle names), leftovers on
both sides mean two persons. Order, accents, initials, titles and generational suffixes are seen through.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from kenning.rules.identity.address import ROLES, squash
from kenning.rules.identity.person import Grade
from kenning.rules.names.letters import is_spaceless, words
from kenning.rules.names.nicknames import formals

_TITLES = frozenset("dr dipl ing mag md miss mr mrs ms msc phd prof sir".split())  # noqa: SIM905 - reads as a list
_GENERATIONS = {"jr": "2", "junior": "2", "sr": "1", "senior": "1", "ii": "2", "iii": "3", "iv": "4"}
_BRACKETS = re.compile(r"\([^)]*\)|\[[^\]]*\]|\"[^\"]*\"|“[^”]*”|<[^>]*>")
_ON_BEHALF = re.compile(r"\bvia\b", re.IGNORECASE)
# Two ways of writing one German or Nordic vowel; folding dropped the dots of the other way.
_VOWELS = re.compile(r"([aou])e")
_SPLIT = re.compile(r"[^\W\d_]+(?:[._][^\W\d_]+)+")
AGREEING = frozenset({"same", "extended", "near", "initial", "alike", "unlike"})


class Called(NamedTuple):
    """A name as read: its words in order, whether it is a full name, and which generation its suffix says."""

    words: tuple[str, ...] = ()
    full: bool = False
    generation: str = ""


@lru_cache(maxsize=1 << 16)
def read(name: str) -> Called:
    """Read a personal name. What stands in brackets falls, "Smith, John" is turned, a name that is an address or a role is none.

    >>> read("Okafor, Mia (home)"), read("Ion B. Dima Jr.")
    (Called(words=('mia', 'okafor'), full=True, generation=''), Called(words=('ion', 'b', 'dima'), full=True, generation='2'))
    >>> read("quiet_river"), read("root"), read("王小明").full
    (Called(words=('quiet', 'river'), full=True, generation=''), Called(words=(), full=False, generation=''), True)
    """
    if "@" in name:
        return Called()
    text = _ON_BEHALF.split(_BRACKETS.sub(" ", name))[0].strip(" !?*~-_.")
    last, comma, first = text.partition(",")
    if comma and not set(words(first)) <= _TITLES | _GENERATIONS.keys():
        text = f"{first} {last}"
    if len(text.split()) == 1 and not _SPLIT.fullmatch(text):
        text = squash(text)  # one run of signs is one word: a handle written with a hyphen, say
    found = [word for part in words(text.replace("_", " ")) for word in [part.strip("_")] if word]
    kept = [word for word in found if word not in _TITLES]
    generation = next((_GENERATIONS[word] for word in kept[2:] if word in _GENERATIONS), "")
    kept = [word for place, word in enumerate(kept) if place < 2 or word not in _GENERATIONS]
    if all(word in ROLES for word in kept) or squash(text) in ROLES:
        return Called()
    spaceless = all(map(is_spaceless, kept)) and sum(map(len, kept)) >= 2
    full = spaceless or (len(kept) >= 2 and any(len(word) > 1 and word.isalpha() for word in kept))
    return Called(tuple(kept), full, generation)


def vowels(word: str) -> str:
    """A word with ae, oe and ue as the plain vowel that folding leaves of ä, ö and ü.

    >>> vowels("mueller")
    'muller'
    """
    return _VOWELS.sub(r"\1", word)


def relation(one: Called, other: Called) -> Grade:
    """How two full names stand to each other, symmetric.

    *same* up to order, accents and spacing; *extended* by further words; *near* by a short form or a slip of the keys;
    *initial* where one only says how a word begins; *alike* where no whole word is shared; *partial* where one is and the
    rest speaks against it; *differ*; *unlike* in different scripts, which says nothing.
    """
    if one.generation and other.generation and one.generation != other.generation:
        return "differ"
    return _relation(*sorted((one.words, other.words), key=lambda name: (len(name), name)))


def stranger(given: str, name: Called) -> bool:
    """Whether a given name alone cannot be meant by a name: no word of it is, shortens to or begins like it.

    >>> stranger("bob", read("Robert Lind")), stranger("anna", read("Robert Lind"))
    (False, True)
    """
    return not any(_whole(given, word) or _near(given, word) or _initial(given, word) for word in name.words)


@lru_cache(maxsize=1 << 16)
def _relation(short: tuple[str, ...], long: tuple[str, ...]) -> Grade:
    if any(map(is_spaceless, short)) != any(map(is_spaceless, long)):
        return "unlike"
    plain = [sorted(map(vowels, name)) for name in (short, long)]
    if plain[0] == plain[1] or "".join(short) in {"".join(long), "".join(long[1:] + long[:1])}:
        return "same"
    pairs, left_short, left_long = _aligned(short, long)
    whole = sum(kind == "whole" for kind in pairs)
    if left_short:
        joined = {"".join(left_long), "".join(reversed(left_long))} if left_long else set()
        if "".join(left_short) not in joined:
            return "partial" if whole else "differ"
        return "near"
    if whole == len(pairs) and whole >= 2:
        return "extended"
    if not whole:
        return "alike" if "near" in pairs else "differ"
    return "near" if "near" in pairs else "initial"


def _aligned(short: tuple[str, ...], long: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    """Pair words one to one, the surest pairs first; then what is left of either side."""
    pairs: list[str] = []
    rest, left = list(short), list(long)
    for kind, meets in (("whole", _whole), ("near", _near), ("initial", _initial)):
        for word in list(rest):
            found = next((other for other in left if meets(word, other)), None)
            if found is not None:
                pairs.append(kind if len(word) > 1 or kind != "whole" else "initial")
                rest.remove(word)
                left.remove(found)
    return pairs, rest, left


def _whole(word: str, other: str) -> bool:
    return word == other or (len(word) > 3 and vowels(word) == vowels(other))


def _near(word: str, other: str) -> bool:
    """Whether one is a short form of the other, or one slip of the keys away (two in a long word). Numbers do not slip."""
    short, long = sorted((word, other), key=len)
    if not formals(short).isdisjoint(formals(long)):
        return True
    if len(short) < 3 or not (short.isalpha() and long.isalpha()):
        return False
    if long.startswith(short):
        return True
    # A slip in the first letter makes another name more often than a slip does (Dan, Ian), and blocking goes by it.
    slips = 0 if len(short) < 5 or short[0] != long[0] or is_spaceless(short) else 1 if len(short) < 9 else 2
    return slips > 0 and OSA.distance(short, long, score_cutoff=slips) <= slips


def _initial(word: str, other: str) -> bool:
    return word[0] == other[0] and 1 in {len(word), len(other)}
