"""What is asked of the log and what comes back: filters, hits, lines with their source."""

from __future__ import annotations

import msgspec

from kenning.model.access.effective import Reader
from kenning.model.event import Noun
from kenning.model.view import View


class Filters(Noun, frozen=True, kw_only=True):
    """What narrows a reading: kinds, actors and entities by name, and a window of effective time (half open).

    Actors match by name, identifier or id in the log, and by the first of these they have in timeline and recall; entities
    narrow the log and its following.
    """

    kinds: frozenset[str] = frozenset()
    actors: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    after: str | None = None
    before: str | None = None


class Hit(Noun, frozen=True, kw_only=True):
    """One line of an answer: the view that answers, its score, and its rank from 1."""

    rank: int
    score: float
    view: View


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader may see, and nothing else: a namespace and, within it, access classes (``None``: all of them).

    ``who`` is what the classes were found from: the same predicate judges what is in no class.
    Every read of the store takes one; there is no reading without it.
    """

    namespace: str
    classes: frozenset[int] | None = None
    who: Reader | None = None
