"""What is asked of the log and what comes back: filters, hits, lines with their source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, overload

import msgspec

from kenning.model.access.effective import Reader
from kenning.model.event import Actor, Envelope, Noun, Provenance, Source
from kenning.model.statement import Claim
from kenning.model.time import rfc3339
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


class Cut(Noun, frozen=True, kw_only=True):
    """How a log is cut into episodes, and which of them are meant: those that have anything in a stretch of time.

    A thread that is silent for longer than ``silence_s`` begins another: between two messages of one talk hours pass, between two
    talks a night. ``open``: those too that may go on, for no such silence has passed yet.
    """

    after: str | None = None
    before: str | None = None
    silence_s: float = 3 * 3600.0
    open: bool = False


class Ways(Noun, frozen=True, kw_only=True):
    """By which lanes an answer is looked for (all of them where none is named), and how they are fused.

    ``space`` names the model whose vectors the lane of meaning goes by, the first of the store where it is empty.
    ``old`` brings what went stale too, and claims that ended or were superseded, marked so. ``weighted`` adds what each lane
    gives; ``rrf`` adds reciprocal ranks (k = 60), as the documents have it. ``me`` names whom *my* means where
    whoever holds the file asks; a session of anybody else is bound to who asks.
    """

    lanes: frozenset[str] = frozenset()
    old: bool = False
    space: str = ""
    me: str | None = None
    fusion: Literal["weighted", "rrf"] = "weighted"


class Lane(Noun, frozen=True, kw_only=True):
    """What one lane gave a hit: its rank in that lane, its score there, and how much of the hit's score that is."""

    lane: str
    rank: int
    raw: float
    share: float


class Hit(Noun, frozen=True, kw_only=True):
    """One line of an answer: the view that answers, its score, its rank from 1, and what each lane gave it.

    ``copies`` are the events that say the same, forwarded or imported again: they take no place of their own.
    """

    rank: int
    score: float
    view: View
    lanes: list[Lane] = []
    copies: list[str] = []

    @property
    def kind(self) -> str:
        """Say what sort of hit this is."""
        return "event"

    @property
    def confidence(self) -> float | None:
        """Give how sure its provenance is, where it says so."""
        return self.provenance.confidence if self.provenance is not None else None

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


class ClaimHit(Noun, frozen=True, kw_only=True):
    """A claim as a hit: what it says in words, on which events it rests, how sure it is; found by whom a question is about.

    ``score`` counts the words of the question it holds. ``state`` tells what no longer holds: closed, superseded.
    """

    rank: int
    score: float
    claim: Claim
    text: str
    lanes: list[Lane] = []

    @property
    def kind(self) -> str:
        """Say what sort of hit this is."""
        return "statement"

    @property
    def id(self) -> str:
        """Give the id of the claim."""
        return self.claim.id

    @property
    def time(self) -> str | None:
        """Give since when it holds, where that is known."""
        return None if self.claim.valid_from is None else rfc3339(self.claim.valid_from)

    @property
    def actor(self) -> Actor | None:
        """A claim is nobody's saying: who said so is told by the events it rests on."""
        return None

    @property
    def source(self) -> str | None:
        """Give the source of the best of its evidence."""
        best = max(self.claim.evidence, key=lambda one: one.belief * one.confidence, default=None)
        return None if best is None else best.source

    @property
    def provenance(self) -> list[str]:
        """Give the events it rests on."""
        return [one.event for one in self.claim.evidence]

    @property
    def confidence(self) -> float:
        """Give how sure it is, by its evidence."""
        return self.claim.confidence


class EntityHit(Noun, frozen=True, kw_only=True):
    """An entity as a hit: one whom the question is about, by name or by a relation."""

    rank: int
    score: float
    id: str
    text: str
    lanes: list[Lane] = []
    provenance: list[str] = []
    time: str | None = None
    actor: Actor | None = None
    source: str | None = None
    confidence: float | None = None

    @property
    def kind(self) -> str:
        """Say what sort of hit this is."""
        return "entity"


class Conversation(Noun, frozen=True, kw_only=True):
    """A session of a channel as an answer: its score, and the ids of its lines that answer, best first.

    Its score is that of its best line, half of the next, a quarter of the third, and so on: a session that answers twice goes
    before one that answers once as well.
    """

    rank: int
    score: float
    channel: str
    session: str
    lines: list[str] = []


class Reference(Noun, frozen=True, kw_only=True):
    """What a question refers to without naming it, as it was read: somebody by a relation, or a time by what happened then.

    Whom it means are ``entities``, by id, each with its name; none where that is not known. A time is the days ``after`` and
    ``before`` which it lies, the first within and the last not. It rests on ``claims`` or ``events``.
    """

    said: str
    entities: dict[str, str] = {}
    after: str | None = None
    before: str | None = None
    claims: list[str] = []
    events: list[str] = []

    @property
    def known(self) -> bool:
        """Tell whether it is known what it refers to."""
        return bool(self.entities or self.claims or self.events)


class Unknown(Noun, frozen=True, kw_only=True):
    """That nothing is known of what was asked about somebody, and who else has such a record, where somebody has.

    ``entity`` is empty where it is not known who is meant: ``name`` then is the relation that the question tells them by.
    """

    entity: str
    name: str
    elsewhere: list[str] = []


class Recall(Noun, frozen=True, kw_only=True):
    """An answer: its lines best first, what is claimed of those the question is about, and what is not known.

    ``about`` are the entities the question is about, by id, each with its name; ``references`` tell what was read out of
    relations and of times told by events; ``sessions`` are the sessions that answer, best first. ``bearing`` counts for claims,
    by id, the words of the question that they hold. It reads as the list of its hits; ``everything()`` lists claims, lines and
    entities alike.
    """

    hits: list[Hit] = []
    claims: list[Claim] = []
    about: dict[str, str] = {}
    names: dict[str, str] = {}
    unknown: list[Unknown] = []
    references: list[Reference] = []
    sessions: list[Conversation] = []
    bearing: dict[str, int] = {}
    block: str = ""

    def everything(self) -> list[Hit | ClaimHit | EntityHit]:
        """List all hits of whatever sort: claims that bear on the question, lines, other claims, and whom it is about."""
        statements = [self._statement(rank, claim) for rank, claim in enumerate(self.claims, 1)]
        bearing = [one for one in statements if one.score]
        beside = [one for one in statements if not one.score]
        told = {entity: one.claims for one in self.references for entity in one.entities}
        whom = [
            EntityHit(rank=rank, score=0.0, id=entity, text=name, provenance=told.get(entity, []))
            for rank, (entity, name) in enumerate(self.about.items(), 1)
        ]
        return [*bearing, *self.hits, *beside, *whom]

    def _statement(self, rank: int, claim: Claim) -> ClaimHit:
        shared = float(self.bearing.get(claim.id, 0))
        lane = Lane(lane="graph", rank=rank, raw=shared, share=shared)
        return ClaimHit(rank=rank, score=shared, claim=claim, text=in_words(claim, self.names), lanes=[lane])

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


class Stretch(Noun, frozen=True, kw_only=True):
    """A stretch of the log: events in order, and the cursor behind which it goes on, now or later.

    ``cursors``, where they were asked for, are those behind each event.
    """

    events: list[Envelope] = []
    cursor: str
    cursors: list[str] = []


def in_words(claim: Claim, names: Mapping[str, str]) -> str:
    """Say a claim in words, entities by the names given.

    >>> from kenning.model.statement import Statement
    >>> said = Statement(subject="a", predicate="works_at", object="b")
    >>> in_words(Claim(id="evt_1", since=1, statement=said), {"a": "Ana", "b": "Arc"})
    'Ana works at Arc'
    """
    said = claim.statement
    value = names.get(said.object, said.object) if said.object is not None else said.value
    predicate = said.predicate.rpartition(":")[2].replace("_", " ")
    return f"{names.get(said.subject, said.subject)} {predicate} {value}"


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """What a reader may see, and nothing else: a namespace and, within it, access classes (``None``: all of them).

    ``who`` is what the classes were found from: the same predicate judges what is in no class.
    Every read of the store takes one; there is no reading without it.
    """

    namespace: str
    classes: frozenset[int] | None = None
    who: Reader | None = None
