"""Sounds: how a word in Latin letters may be said, so that spellings by different ears fall together.

Coarser than Soundex is in vowels and finer in length, since it serves all languages that are written in, or turned into, Latin
letters: classes of consonants that transliterations take for each other (sh, x, s; v, w, f; k, q, kh), after Daitch and Mokotoff.
"""

from __future__ import annotations

from functools import lru_cache

import regex

_OPEN = frozenset("aeiou")
_VOWELS = str.maketrans(dict.fromkeys("aeiou"))
_SPELLED = regex.compile(
    r"tsch|tch|sch|dzh|zh|sh|cz|ts|tz|ph|kh|gh|ck|ch|th|x|q|c|z|v|w|j(?![aeiou])|^y(?=[aeiou])|y|(?<=[^h])h"
)
_SAID = dict(
    pair.split("=")
    for pair in """
    tsch=s tch=s sch=s dzh=s zh=s sh=s cz=s ts=s tz=s ch=s ph=f kh=k gh=g ck=k th=t x=s q=k c=k z=s v=f w=f j=i y=i h=
    """.split()  # noqa: SIM905 - reads as a table
)
_DOUBLED = regex.compile(r"(.)\1+")


@lru_cache(maxsize=1 << 14)
def spoken(word: str) -> str:
    """The sounds of a word, one letter each.

    >>> spoken("shi"), spoken("xi"), spoken("schultz"), spoken("shulz"), spoken("sergej"), spoken("yana")
    ('si', 'si', 'suls', 'suls', 'sergei', 'jana')
    """
    said = _SPELLED.sub(lambda found: "j" if found[0] == "y" and not found.start() else _SAID[found[0]], word)
    return _DOUBLED.sub(r"\1", said)


def consonants(said: str) -> str:
    """The consonants of what `spoken` gives, and whether a vowel begins it: what is left when vowels are misheard.

    >>> consonants(spoken("muhammad")), consonants(spoken("mohamed")), consonants(spoken("emilia"))
    ('mmd', 'mmd', 'aml')
    """
    return ("a" if said[:1] in _OPEN else "") + said.translate(_VOWELS)
