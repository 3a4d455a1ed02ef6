"""From lanes to a ranking: weights or ranks, one answer of near copies, and for each hit which lane gave what."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

import msgspec
import numpy as np

from kenning.rules.recall.passage import Array

WEIGHTS = {"lexical": 2.0, "semantic": 2.5, "graph": 1.5, "time": 1.0, "shape": 1.0}
"""What a lane weighs at its best: two signals of words (the window counts for itself and its neighbours), two and a half of
meaning (line, window, word by word), who speaks one and a half. Round numbers by reason; docs/retrieval.md tells what else was
tried."""
RANKS_K = 60


class Part(msgspec.Struct, frozen=True):
    """What one lane gave a passage: its rank there from 1, its score there, and what that came to in the sum."""

    lane: str
    rank: int
    raw: float
    share: float


def scaled(scores: Array) -> Array:
    """Scale scores so that the best is 1; nothing rises where none is above 0."""
    best = float(scores.max()) if len(scores) else 0.0
    found: Array = scores / best if best > 0 else np.zeros_like(scores)
    return found


def weighted(lanes: Mapping[str, Array]) -> tuple[Array, dict[str, Array]]:
    """Add lanes up, each already scaled to what it weighs."""
    shares = {name: np.asarray(values, np.float64) for name, values in lanes.items()}
    return np.sum(list(shares.values()), axis=0), shares


def by_ranks(lanes: Mapping[str, Array]) -> tuple[Array, dict[str, Array]]:
    """Fuse by reciprocal ranks: 1 / (60 + rank), and nothing where a lane gives nothing."""
    shares = {}
    for name, values in lanes.items():
        ranks = ranks_of(values)
        shares[name] = np.where(values > 0, WEIGHTS[name] / (RANKS_K + ranks), 0.0)
    return np.sum(list(shares.values()), axis=0), shares


def ranks_of(values: Array) -> Array:
    """Rank from 1, the best first, the first place first among equals."""
    order = np.argsort(-values, kind="stable")
    ranks = np.empty(len(values), np.int64)
    ranks[order] = np.arange(1, len(values) + 1)
    return ranks


FORWARDED = frozenset({"fwd", "fw", "forwarded", "wg", "tr", "rv"})
"""Words by which programs for mail and chat mark what is passed on."""
LEAD_MAX = 40
"""So many words may stand before what is passed on: that it is, by whom, when and about what."""
TAIL_MIN = 4


def copies(said: Sequence[tuple[str, ...]], order: Sequence[int]) -> tuple[list[int], dict[int, list[int]]]:
    """Fold what says the same as something before it, word by word, or passes that on, into that.

    ``said`` are the words of passages. Gives the places that are left, in order, and for each that has any the places of its
    copies.

    >>> said = ["tea at four today", "fwd tea at four today", "no tea at four today"]
    >>> copies([tuple(one.split()) for one in said], [0, 1, 2])
    ([0, 2], {0: [1]})
    """
    whole: dict[tuple[str, ...], int] = {}
    kept: list[int] = []
    found: dict[int, list[int]] = {}
    for place in order:
        words = said[place]
        tails = _passed_on(words)
        first = next((whole[one] for one in (words, *tails) if one in whole), None)
        if first is not None:
            found.setdefault(first, []).append(place)
            continue
        kept.append(place)
        for one in (words, *tails):
            whole.setdefault(one, place)
    return kept, found


def _passed_on(words: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Give what a line may pass on, where it says that it does: it without its first words, the longest first."""
    if not words or words[0] not in FORWARDED:
        return []
    return [words[lead:] for lead in range(1, min(LEAD_MAX, len(words) - TAIL_MIN) + 1)]


FURTHER = 0.5
"""What each further line of a session counts beside the one before it: docs/retrieval.md tells what else was tried."""
COUNTED_MAX = 16
"""Behind so many lines nothing is left to count."""
Session = TypeVar("Session", bound=Hashable)


def by_session(
    order: Sequence[int], scores: Array, sessions: Sequence[Session | None]
) -> list[tuple[Session, float, list[int]]]:
    """Rank sessions by the lines of theirs that answer: the best line whole, the next by half, the third by a quarter.

    ``order`` are places of passages, best first; those of no session are left out. Gives each session with its score and places.
    """
    lines: dict[Session, list[int]] = {}
    for place in order:
        session = sessions[place]
        if session is not None:
            lines.setdefault(session, []).append(place)
    totals = [
        (one, sum(float(scores[place]) * FURTHER**step for step, place in enumerate(each[:COUNTED_MAX])), each)
        for one, each in lines.items()
    ]
    return sorted(totals, key=lambda one: -one[1])  # stable: of equals the one with the better line
