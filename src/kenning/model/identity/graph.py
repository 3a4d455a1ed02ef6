"""Walks of the graph of entities: how far one goes, and what is found on the way.

Nodes and relations are made by the hundred and hold only strings and numbers: ``gc=False`` keeps them out of the collector's way.
They are made when somebody looks: an answer that is only counted, or looked at in part, costs no more than that (`Made`).

Source: *Entities*, "Traversal at retrieval time".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal, TypeVar, overload

from msgspec import Meta

from kenning.model.event import Noun, Share, Word

Direction = Literal["out", "in", "both"]
Limit = Literal["branching", "edges", "paths", "details"]

DEPTH_MAX = 5
BRANCHING_MAX = 10_000
EDGES_MAX = 1_000_000
PATHS_MAX = 10_000

OUT, IN, EITHER = 1, 2, 4
"""Ways, as bits: the entity is the subject of the relation, its object, or both; with EITHER the type is symmetric as well."""


class Walk(Noun, frozen=True, kw_only=True):
    """How far a walk goes and along what: depth in hops, direction, types of relation (none named: all), three limits.

    ``depth`` is capped at 5. ``branching`` bounds the relations walked at one entity, the newest first; ``edges`` bounds
    those looked at in all, which is what keeps a deep walk from costing more than a moment; ``paths`` bounds the paths
    given. What a limit leaves out makes the answer ``truncated``; what lies beyond the depth does not.
    """

    depth: Annotated[int, Meta(ge=0)] = 3
    direction: Direction = "both"
    types: frozenset[Word] = frozenset()
    branching: Annotated[int, Meta(ge=1, le=BRANCHING_MAX)] = 256
    edges: Annotated[int, Meta(ge=1, le=EDGES_MAX)] = 10_000
    paths: Annotated[int, Meta(ge=1, le=PATHS_MAX)] = 100


class Node(Noun, frozen=True, kw_only=True, gc=False):
    """An entity that a walk met: its canonical id, how many hops away, and its proximity, 1 / (hop + 1)."""

    entity: str
    hop: int = 0
    proximity: Share = 1.0


class Related(Noun, frozen=True, kw_only=True, gc=False):
    """A relation that a walk met: the statement it is, from whom, of which type, to whom; ids are canonical.

    ``also`` are twins that read as one with it since two entities were merged: the claim of this id has the evidence of all.
    """

    id: str
    subject: str
    type: str
    object: str
    symmetric: bool = False
    also: list[str] = []


One = TypeVar("One")


class Made(Sequence[One]):
    """A sequence whose members are made when the first is looked at, all at once; how many they are is known before.

    It compares, prints, copies and pickles as the list of its members does.
    """

    __slots__ = ("_count", "_made", "_make")

    def __init__(self, count: int, make: Callable[[], list[One]]) -> None:
        """Hold what makes the members; it asks nobody for anything by then."""
        self._count = count
        self._make: Callable[[], list[One]] | None = make
        self._made: list[One] | None = None

    def _all(self) -> list[One]:
        made, make = self._made, self._make
        if made is None:
            assert make is not None, "what makes them is let go when they are made"
            made = self._made = make()
            self._make = None
        return made

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[One]:
        return iter(self._all())

    @overload
    def __getitem__(self, place: int) -> One: ...
    @overload
    def __getitem__(self, place: slice) -> list[One]: ...
    def __getitem__(self, place: int | slice) -> One | list[One]:
        return self._all()[place]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Made):
            return self._count == other._count and self._all() == other._all()
        return self._all() == other if isinstance(other, list) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # as a list has none

    def __repr__(self) -> str:
        return repr(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (self._all(),)


class Found(Noun, frozen=True, kw_only=True):
    """What every walk answers: entities nearest first, the relations between them, and what is known about them.

    ``statements`` are the ids of claims about one of the entities that are no relations, ``mentions`` those of events that
    mention one. ``truncated`` says that a limit left something out, ``limits`` which.
    """

    depth: int
    entities: Sequence[Node] = []
    relations: Sequence[Related] = []
    statements: list[str] = []
    mentions: list[str] = []
    truncated: bool = False
    limits: list[Limit] = []


class Star(Found, frozen=True, kw_only=True):
    """An anchor, the relations that lead away from it hop by hop, and the entities they lead to."""

    anchor: str


class Subgraph(Found, frozen=True, kw_only=True):
    """All entities within some hops of an anchor, and every relation between two of them, whichever way it points."""

    anchor: str


class Path(Noun, frozen=True, kw_only=True):
    """One way from a start to a goal, no entity twice: entities in order, and for each step all relations that join the two.

    ``steps`` holds ids of relations, twins once, one list a step, the newest first; it is one shorter than ``entities``.
    """

    entities: list[str]
    steps: list[list[str]] = []


class Paths(Found, frozen=True, kw_only=True):
    """The ways from a start to a goal, the shortest first; a node's ``hop`` counts from the start."""

    start: str
    goal: str
    paths: list[Path] = []
