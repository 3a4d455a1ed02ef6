"""From lanes to a ranking: weights or ranks, one answer of near copies, and for each hit which lane gave what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def copies(texts: Sequence[str], order: Sequence[int]) -> list[int]:
    """Leave out what says the same as something before it, letter by letter but for case and blanks."""
    seen: set[str] = set()
    kept = []
    for place in order:
        said = " ".join(texts[place].lower().split())
        if said not in seen:
            seen.add(said)
            kept.append(place)
    return kept
