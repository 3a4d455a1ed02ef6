"""How types and predicates are called, whatever way a name is written."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from unicodedata import category, normalize

from kenning.model.schema import ENTITY, SYSTEM, VALUE_TYPES
from kenning.model.time import wrong

PREFIX = re.compile(r"[a-z][a-z0-9_-]{0,31}")
"""What may stand before the colon of a qualified name."""
NAME_MAX = 128


def in_full(name: str, prefix: str) -> str:
    """A type's name as its own file declares it, with its prefix."""
    return name if ":" in name else f"{prefix}:{name}"


def meant(name: str, prefix: str, declared: Collection[str]) -> str:
    """The qualified name that a word in a schema's file means: the file's own type where it declares one, else the system's.

    >>> meant("Ticket", "acme", {"acme:Ticket"}), meant("Person", "acme", {"acme:Ticket"}), meant("text", "acme", ())
    ('acme:Ticket', 'kenning:Person', 'text')
    """
    if ":" in name or name == ENTITY or name in VALUE_TYPES:
        return name
    own = in_full(name, prefix)
    return own if own in declared else f"{SYSTEM}:{name}"


@lru_cache(maxsize=4096)
def predicate_name(said: str) -> str:
    """The name of a predicate however it is written, so that one claim is not two for its spelling.

    Raises `InvalidError` where no letter is left, or too many. Folding: Unicode's NFKC_Casefold (UAX #31).

    >>> [predicate_name(said) for said in ("works_at", "Works At", "worksAt", "kenning:works-at", "acme:Fixes")]
    ['works_at', 'works_at', 'works_at', 'works_at', 'acme:fixes']
    """
    prefix, colon, local = said.strip().partition(":")
    if not PREFIX.fullmatch(prefix) or not colon:
        prefix, local = "", said
    before, letters = "", []
    for letter in normalize("NFKC", local):
        if letter.isupper() and before.islower():
            letters.append("_")
        letters.append(letter)
        before = letter
    folded = folded_name("".join(letters))
    spaced = "".join(letter if category(letter)[0] in "LNM" else " " for letter in folded)
    name = "_".join(spaced.split())
    if not name:
        raise wrong("predicate", said, "has no letters", hint="name it such as works_at")
    name = f"{prefix}:{name}" if prefix and prefix != SYSTEM else name
    if len(name) > NAME_MAX:
        raise wrong("predicate", said, f"has more than {NAME_MAX} characters")
    return name


def folded_name(said: str) -> str:
    """A name by which case and Unicode form make no difference (NFKC_Casefold, UAX #31)."""
    once = normalize("NFKC", normalize("NFD", said).casefold())
    return normalize("NFKC", once.casefold())
