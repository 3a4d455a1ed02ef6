"""What is asked of the log and what comes back: filters, hits, lines with their source."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, overload

import msgspec

from kenning.model.access.effective import Reader
from kenning.model.event import Actor, Noun, Provenance, Source
from kenning.model.statement import Claim
from kenning.model.view import View

LANES = frozenset({"lexical", "semantic", "graph", "time", "shape"})
"""The ways by which lines are found and weighed: words, meaning, whom they concern, when they are of, what they look like."""


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


class Ways(Noun, frozen=True, kw_only=True):
    """By which lanes an answer is looked for (all of them where none is named), and how they are fused.

    ``space`` names the model whose vectors the lane of meaning goes by, the first of the store where it is empty.
    ``old`` brings what went stale too, marked so. ``weighted`` adds what each lane gives; ``rrf`` adds reciprocal ranks
    (k = 60), as the documents have it.
    """

    lanes: frozenset[str] = frozenset()
    old: bool = False
    space: str = ""
    fusion: Literal["weighted", "rrf"] = "weighted"


class Lane(Noun, frozen=True, kw_only=True):
    """What one lane gave a hit: its rank in that lane, its score there, and how much of the hit's score that is."""

    lane: str
    rank: int
    raw: float
    share: float


class Hit(Noun, frozen=True, kw_only=True):
    """One line of an answer: the view that answers, its score, its rank from 1, and what each lane gave it."""

    rank: int
    score: float
    view: View
    lanes: list[Lane] = []

    @property
    def id(self) -> str:
        """Give the id of the event, by which the line is cited."""
        return str(self.view.event.id)

    @property
    def text(self) -> str:
        """Give what the event says now."""
        return self.view.text

    @property
    def time(self) -> str:
        """Give when it happened by its source's best claim, else when it was recorded."""
        claimed = self.view.event.time
        best = (claimed.occurred_at or claimed.captured_at or claimed.observed_at) if claimed is not None else None
        return best or self.view.event.recorded_at

    @property
    def actor(self) -> Actor | None:
        """Give who caused it."""
        return self.view.event.actor

    @property
    def source(self) -> Source:
        """Give who recorded it."""
        return self.view.event.source

    @property
    def provenance(self) -> Provenance | None:
        """Give on what it rests, and how sure that is."""
        return self.view.event.provenance


class Unknown(Noun, frozen=True, kw_only=True):
    """That nothing is known of what was asked about somebody, and who else has such a record, where somebody has."""

    entity: str
    name: str
    elsewhere: list[str] = []


class Recall(Noun, frozen=True, kw_only=True):
    """An answer: its lines best first, what is claimed of those the question is about, and what is not known.

    ``about`` are the entities the question is about, by id, each with its name. It reads as the list of its hits.
    """

    hits: list[Hit] = []
    claims: list[Claim] = []
    about: dict[str, str] = {}
    names: dict[str, str] = {}
    unknown: list[Unknown] = []
    block: str = ""

    def context(self) -> str:
        """Give the answer as a block for a prompt, within the budget of tokens that was asked for."""
        return self.block

    def __len__(self) -> int:
        """Count the hits."""
        return len(self.hits)

    def __iter__(self) -> Iterator[Hit]:
        """Walk the hits, best first."""
        return iter(self.hits)

    @overload
    def __getitem__(self, place: int) -> Hit: ...

    @overload
    def __getitem__(self, place: slice) -> list[Hit]: ...

    def __getitem__(self, place: int | slice) -> Hit | list[Hit]:
        """Give a hit, or some of them."""
        return self.hits[place]


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader may see, and nothing else: a namespace and, within it, access classes (``None``: all of them).

    ``who`` is what the classes were found from: the same predicate judges what is in no class.
    Every read of the store takes one; there is no reading without it.
    """

    namespace: str
    classes: frozenset[int] | None = None
    who: Reader | None = None
