"""The passages an answer is chosen from: lines with what stands beside them in their session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
NOBODY = -1


class Passage(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One event as it reads: what it says, who says it, when, and whom it concerns.

    ``spots`` are entities it concerns, each as it reads now, with the role. ``led`` and ``left`` tell how many lines of its
    session stand before and behind it, counted up to three; -1 where it is in none, or the session may go on.
    """

    since: int
    event: int
    text: str
    words: tuple[str, ...] = ()
    at_us: int = 0
    actor: int = NOBODY
    spots: tuple[tuple[int, str], ...] = ()
    led: int = -1
    left: int = -1
    indexed: float = 0.0
    """How well the index finds it: by all its words, those of places, files and names included."""
    chosen: bool = True
    """Whether it may be an answer; those read only for what stands beside others may not."""


class Beside(msgspec.Struct, frozen=True):
    """Which passage follows which in its session: places among the passages, -1 where none does."""

    before: Array
    after: Array

    @classmethod
    def of(cls, passages: Sequence[Passage], following: Mapping[int, int]) -> Beside:
        """Take it from which event follows which."""
        places = {passage.event: place for place, passage in enumerate(passages)}
        after = np.full(len(passages), -1, np.int64)
        before = np.full(len(passages), -1, np.int64)
        for event, then in following.items():
            here, there = places.get(event), places.get(then)
            if here is not None and there is not None:
                after[here], before[there] = there, here
        return cls(before, after)

    def spread(self, rows: Array, reach: int, decay: float) -> Array:
        """Add to each row those up to ``reach`` before and behind it, each step weighing ``decay`` times the one before."""
        total = rows.copy()
        for way in (self.before, self.after):
            places = here = np.flatnonzero(way >= 0)  # those that have one so many steps away
            for step in range(1, reach + 1):
                here = way[here]
                there = here >= 0
                places, here = places[there], here[there]
                if not len(places):
                    break
                total[places] += decay**step * rows[here]
        return total
