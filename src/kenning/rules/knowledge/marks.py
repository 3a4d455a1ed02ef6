"""Positions in valid time, kept in order: where something else begins, where something ends, which claims are where.

A position is (microseconds, sequence), the second telling apart what has the same time and yet an order; of `EVER` and
`FOREVER` the time is not known. All look-ups are by bisection.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from typing import Generic, NamedTuple, Protocol, TypeVar

from kenning.rules.knowledge.key import Key

Position = tuple[int, int]
EVER: Position = (-(1 << 63), 0)
FOREVER: Position = ((1 << 63) - 1, 0)


class Mark(NamedTuple):
    """That something ends at a position, said with some rank by an act of a sequence."""

    position: Position
    sequence: int
    rank: int
    event: str


class Cut(NamedTuple):
    """Where an assertion stops holding, and the act that says so; ``None`` at `FOREVER`."""

    position: Position
    event: str | None
    superseded: bool = False


OPEN = Cut(FOREVER, None)


class Starts:
    """Where assertions begin, of one rank and above, and for each the next beginning of something else.

    ``edges`` are the beginnings that differ from the one before, or at which several things begin. Between two of them only
    one thing does, so the next one of another is at most two edges away, however often the same was said.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self._at: dict[Position, dict[Key, list[tuple[int, str]]]] = {}
        self._lows: list[Position] = []
        self._edges: list[Position] = []

    def add(self, low: Position, key: Key, act: tuple[int, str]) -> None:
        """Take in that an act (sequence, event) asserts from a position on."""
        if low not in self._at:
            self._at[low] = {}
            insort(self._lows, low)
        insort(self._at[low].setdefault(key, []), act)
        self._mend(low)

    def drop(self, low: Position, key: Key, act: tuple[int, str]) -> None:
        """Take it out again."""
        here = self._at[low]
        here[key].remove(act)
        if not here[key]:
            del here[key]
        if not here:
            del self._at[low]
            del self._lows[bisect_left(self._lows, low)]
        self._mend(low)

    def _mend(self, low: Position) -> None:
        """Settle anew whether a position and the one after it are edges."""
        place = bisect_left(self._lows, low)
        here = self._lows[place : place + 1] == [low]
        self._set(low, here and self._differs(place))
        after = place + here
        if after < len(self._lows):
            self._set(self._lows[after], self._differs(after))

    def _differs(self, place: int) -> bool:
        here = self._at[self._lows[place]]
        return place == 0 or len(here) > 1 or here.keys() != self._at[self._lows[place - 1]].keys()

    def _set(self, low: Position, is_edge: bool) -> None:  # noqa: FBT001 - the value it is set to
        place = bisect_left(self._edges, low)
        was = self._edges[place : place + 1] == [low]
        if is_edge and not was:
            self._edges.insert(place, low)
        elif was and not is_edge:
            del self._edges[place]

    def after(self, low: Position, key: Key) -> Mark | None:
        """Find where something else begins next, strictly behind a position, and the act that says so first."""
        place = bisect_right(self._edges, low)
        for edge in self._edges[place : place + 2]:
            others = [acts[0] for other, acts in self._at[edge].items() if other != key]
            if others:
                sequence, event = min(others)
                return Mark(edge, sequence, 0, event)
        return None


class Marks:
    """Where something ends, in order."""

    def __init__(self) -> None:
        """Begin with none."""
        self._marks: list[Mark] = []

    def add(self, mark: Mark) -> None:
        """Take one in."""
        insort(self._marks, mark)

    def drop(self, mark: Mark) -> None:
        """Take one out."""
        del self._marks[bisect_left(self._marks, mark)]

    def after(self, position: Position, rank: int) -> Mark | None:
        """Find the first one strictly behind a position, of at least some rank."""
        place = bisect_right(self._marks, position, key=lambda mark: mark.position)
        return next((mark for mark in self._from(place) if mark.rank >= rank), None)

    def between(self, low: Position, up: Position) -> list[Mark]:
        """List those strictly between two positions."""
        place = bisect_right(self._marks, low, key=lambda mark: mark.position)
        end = bisect_left(self._marks, up, key=lambda mark: mark.position)
        return self._marks[place:end]

    def has(self, position: Position, rank: int) -> bool:
        """Whether something of at least some rank ends exactly there."""
        place = bisect_left(self._marks, position, key=lambda mark: mark.position)
        for mark in self._from(place):
            if mark.position != position:
                return False
            if mark.rank >= rank:
                return True
        return False

    def _from(self, place: int) -> Iterator[Mark]:
        return (self._marks[number] for number in range(place, len(self._marks)))


class Placed(Protocol):
    """What takes up a span of positions: from ``first`` up to ``last``, and has a number of its own."""

    number: int
    first: Position
    last: Position


T = TypeVar("T", bound=Placed)


class Spans(Generic[T]):
    """What lies where: found by a position or a span, from whichever side fewer have to be looked at."""

    def __init__(self) -> None:
        """Begin with none."""
        self._all: dict[int, T] = {}
        self._firsts: list[tuple[Position, int]] = []
        self._lasts: list[tuple[Position, int]] = []

    def add(self, one: T) -> None:
        """Take one in."""
        self._all[one.number] = one
        insort(self._firsts, (one.first, one.number))
        insort(self._lasts, (one.last, one.number))

    def drop(self, one: T) -> None:
        """Take one out; it lies where it lay when it was taken in."""
        del self._all[one.number]
        del self._firsts[bisect_left(self._firsts, (one.first, one.number))]
        del self._lasts[bisect_left(self._lasts, (one.last, one.number))]

    def touching(self, low: Position, up: Position) -> list[T]:
        """List what meets a span or lies next to it, in order of number."""
        begun = bisect_right(self._firsts, up, key=lambda one: one[0])
        ended = bisect_left(self._lasts, low, key=lambda one: one[0])
        if begun <= len(self._lasts) - ended:
            found = [self._all[number] for _, number in self._firsts[:begun]]
            return sorted((one for one in found if one.last >= low), key=_number)
        found = [self._all[number] for _, number in self._lasts[ended:]]
        return sorted((one for one in found if one.first <= up), key=_number)

    def meeting(self, low: Position, up: Position) -> list[T]:
        """List what has a part in common with a span, in order of number."""
        return [one for one in self.touching(low, up) if one.first < up and low < one.last]


def _number(one: Placed) -> int:
    return one.number
