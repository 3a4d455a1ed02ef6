"""The keys under which a name is found: equal keys make a candidate without scanning; `match.compare` judges it.

Kinds of keys: ``exact`` the whole folded name; ``sorted`` its telling words in order of the alphabet, titles and legal forms off;
``part`` one word that may name alone (a first or a last name); ``nick`` what a given name may be short for, alone and with the
rest of the name; ``handle`` what people make of a name on a channel.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from kenning.rules.names.letters import fold, is_spaceless
from kenning.rules.names.match import handles
from kenning.rules.names.parts import Named, read

NICKS_MAX = 8
"""A short name of more than so many (Chris) is looked up under the first of them by the alphabet."""
GRAMS_MAX = 512
"""Letters of a name beyond this make no grams: no name is told apart by its five-hundredth letter."""

_Keys = list[tuple[str, str]]


def index_keys(name: str, type: str = "") -> _Keys:  # noqa: A002 - the word of the schema
    """The keys a known name is stored under, each once, in a fixed order.

    >>> [key for kind, key in index_keys("Dr. Bob Smith", "Person") if kind in ("exact", "sorted", "part")]
    ['dr bob smith', 'bob smith', 'bob', 'smith']
    """
    return list(_index_keys(name, type))


def query_keys(surface: str, type: str = "") -> _Keys:  # noqa: A002 - the word of the schema
    """The keys a mention is looked up under: those of the name, the parts only where it is a single word.

    >>> query_keys("Bob Smith", "Person")[:4]
    [('exact', 'bob smith'), ('sorted', 'bob smith'), ('nick', 'bert smith'), ('nick', 'bob smith')]
    >>> query_keys("@jsmith")
    [('exact', 'jsmith'), ('handle', 'jsmith')]
    """
    return list(_query_keys(surface, type))


def grams(text: str) -> list[int]:
    """The trigrams of a name as numbers, ascending, each once: words padded by two blanks before and one after.

    A word of a script without spaces gives its pairs of letters, a single one itself, since names there are two or three long.
    A number holds the code points themselves (21 bits each), so different grams never share one. Source: PostgreSQL's pg_trgm.

    >>> len(grams("Arc Labs")), len(set(grams("Arc Labs")) & set(grams("ArcLabs"))), len(grams("王小明"))
    (9, 6, 2)
    """
    found: set[int] = set()
    for word in fold(text[:GRAMS_MAX]).split():
        if is_spaceless(word):
            codes = [ord(letter) for letter in word]
            found |= {first << 21 | second for first, second in pairwise(codes)} or {codes[0]}
        else:
            codes = [32, 32, *map(ord, word), 32]
            found |= {a << 42 | b << 21 | c for a, b, c in zip(codes, codes[1:], codes[2:], strict=False)}
    return sorted(found)


@lru_cache(maxsize=1 << 13)
def _index_keys(name: str, kind: str) -> tuple[tuple[str, str], ...]:
    """As `index_keys`."""
    named = read(name, kind)
    keys = [*_whole(named)]
    parts = _parts(named)
    keys += [("part", part) for part in parts]
    keys += [("nick", nick) for nick in (*_nicks(named), *_short(named))]
    if len(parts) > 1:
        keys += [("handle", handle) for handle, likeness in handles(named).items() if likeness >= 0.7]
    return tuple(dict.fromkeys(keys))


@lru_cache(maxsize=1 << 13)
def _query_keys(surface: str, kind: str) -> tuple[tuple[str, str], ...]:
    """As `query_keys`."""
    named = read(surface, kind)
    keys = [*_whole(named), *(("nick", nick) for nick in _nicks(named))]
    if named.key and named.key == named.joined and not named.handle:
        keys += [("part", named.key), *(("nick", nick) for nick in _short(named))]
        if named.key == named.folded:
            keys.append(("handle", named.folded))
    return tuple(dict.fromkeys(keys))


def _whole(named: Named) -> _Keys:
    """The keys of the whole name."""
    keys = [("exact", named.folded)] if named.folded else []
    if named.handle:
        return [*keys, ("handle", named.handle)]
    if named.key:
        numbers = [] if named.key == named.spaceless else [part.text for part in named.parts if part.kind == "number"]
        return [*keys, ("sorted", " ".join(sorted({*named.key.split(), *numbers})))]
    return keys


def _parts(named: Named) -> list[str]:
    """The words of a name that may name alone."""
    if named.handle or named.family in ("organisation", "other") or named.numbers or named.negations:
        return []
    words = [part.text for part in named.parts if part.kind == "word" and len(part.text) > 1]
    if len(words) == 1 and named.spaceless and len(words[0]) in (3, 4):
        # One or two letters of family name, two given: 王小明, 홍길동, 山田太郎.
        return [words[0], words[0][-2:], *([words[0][:2]] if len(words[0]) == 4 else [])]
    return list(dict.fromkeys(words))


def _nicks(named: Named) -> list[str]:
    """The whole name with each word that is a given name put as what it may be short for."""
    words = [part for part in named.parts if part.weight >= 0.5]
    if len(words) < 2:
        return []
    first = next((n for n, part in enumerate(words) if part.formals), None)
    if first is None:
        return []
    rest = [part.text for n, part in enumerate(words) if n != first]
    return [" ".join(sorted([formal, *rest])) for formal in sorted(words[first].formals)[:NICKS_MAX]]


def _short(named: Named) -> list[str]:
    """What the first given name may be short for, alone."""
    first = next((part for part in named.parts if part.formals), None)
    return sorted(first.formals)[:NICKS_MAX] if first else []
