"""Nouns of identity: an entity as a comparison sees it, reasons, suggestions, joins, and what is common in a namespace."""

from __future__ import annotations

from typing import Literal, Protocol

from kenning.model.event import Noun

Grade = Literal["same", "extended", "near", "initial", "alike", "partial", "differ", "unlike"]
MarkKind = Literal["address", "context", "domain", "handle", "name", "word"]
ReasonKind = Literal[
    "full_name",
    "first_name",
    "address",
    "biometric",
    "handle",
    "derived_handle",
    "domain",
    "context",
    "behaviour",
    "names_disagree",
    "shared_address",
]


class Person(Noun, frozen=True, kw_only=True):
    """An entity as it is compared: every name it was seen with, every identifier it is met by, and how it behaves.

    ``identifiers`` are (channel, identifier); an identifier on a channel of `address.BIOMETRIC` is a voice print or the like.
    ``hours`` counts events per hour of the day (24) or of the week (168); ``words`` is its vocabulary, rare words first;
    ``context`` are (kind, value), such as ("network", "…") or ("device", "…"). Only persons of one ``type`` are compared.
    """

    id: str
    type: str = "kenning:Person"
    names: tuple[str, ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()
    first_us: int | None = None
    last_us: int | None = None
    hours: tuple[int, ...] = ()
    words: tuple[str, ...] = ()
    context: tuple[tuple[str, str], ...] = ()


class Reason(Noun, frozen=True, kw_only=True):
    """Why two may be one, or may not: its share of the score (below 0: against), and what it rests on."""

    kind: ReasonKind
    share: float
    detail: str


class Suggestion(Noun, frozen=True, kw_only=True):
    """That two entities may be one. ``a`` < ``b``; the shares of the reasons add up to the score, 0 to 1."""

    a: str
    b: str
    score: float
    reasons: tuple[Reason, ...]


class Join(Noun, frozen=True, kw_only=True):
    """A suggestion that stood when its turn came: nothing in the two joined groups spoke against it."""

    a: str
    b: str
    score: float
    reasons: tuple[Reason, ...]


class Counts(Protocol):
    """What is common in a namespace: plain look-ups, so that a table can answer them as well as a dictionary."""

    def names(self, kind: MarkKind, key: str) -> int:
        """How many different names go with a mark of `traits.marks`; kind "name" with key "": how many full names there are."""
