"""What a question asks for: its telling words, who it is about, what sort of answer it wants."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from kenning.rules import text
from kenning.rules.recall import english


class Term(msgspec.Struct, frozen=True):
    """A word of a question, and the keys of all its forms."""

    word: str
    token: str
    keys: tuple[int, ...]


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question, taken apart: its telling terms less the names of those it is about, and what it asks for."""

    said: str
    terms: tuple[Term, ...]
    keys: tuple[int, ...]
    """The keys to look for in the index, those of names included."""
    when: bool = False
    count: bool = False
    name: bool = False


def taken_apart(said: str, names: Collection[str] = ()) -> Question:
    """Take a question apart; ``names`` are what those it is about are called in it.

    Who it is about is an anchor and no word to look for: all lines of a talk between two are about as near to both names.
    """
    called = {word for name in names for word in text.words(name)}
    words = text.words(said)
    telling = [word for word in words if word not in text.FUNCTION_WORDS]
    rest = [word for word in telling if word not in called] or telling or words
    terms: dict[str, Term] = {}
    for word in rest:
        for token in text.tokens(word):
            base = english.BASES.get(token, token)
            terms.setdefault(base, Term(word, base, tuple(map(text.term_key, english.forms(token)))))
    keys = [*text.query_keys(said), *(key for term in terms.values() for key in term.keys)]
    return Question(
        said=said,
        terms=tuple(terms.values()),
        keys=tuple(dict.fromkeys(keys)),
        when=english.ASKS_WHEN.search(said) is not None,
        count=english.ASKS_COUNT.search(said) is not None,
        name=english.ASKS_NAME.search(said) is not None,
    )
