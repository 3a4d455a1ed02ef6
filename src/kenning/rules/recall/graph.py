"""The lane of the graph: whom the question is about, and what hangs together by whom it concerns.

What an anchor says, or what is about it, counts whole; where it merely stands counts by its distance. Then what a good passage
mentions lifts the passages about that, and what is about somebody lifts those that mention them: one hop, thinned out where
many share it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from kenning.rules.recall.passage import Array, Passage

ACTS, ABOUT = "actor", "subject"
MENTIONED = 1 / 6
"""Where somebody is merely named they are mostly greeted: a third of what distance 1, a half, would give."""
ONWARD = 0.5
"""Proximity after one hop: 1 / (1 + 1)."""
BACK = 0.25
"""Against the direction of telling another half of it."""


def anchored(passages: Sequence[Passage], anchors: Collection[int]) -> Array:
    """Score passages by how they concern the anchors."""
    scores = np.zeros(len(passages), np.float32)
    for place, passage in enumerate(passages):
        if passage.actor in anchors:
            scores[place] = 1.0
            continue
        for entity, role in passage.spots:
            if entity in anchors:
                scores[place] = max(scores[place], 1.0 if role == ABOUT else MENTIONED)
    return scores


def spread(passages: Sequence[Passage], scores: Array) -> Array:
    """Give what each passage gains from those it hangs together with."""
    about: defaultdict[int, list[int]] = defaultdict(list)
    naming: defaultdict[int, list[int]] = defaultdict(list)
    for place, passage in enumerate(passages):
        for entity, role in passage.spots:
            (about if role == ABOUT else naming)[entity].append(place)
    gained = np.zeros(len(passages), np.float32)
    for entity, told in about.items():
        named = [place for place in naming[entity] if place not in told]
        if not named:
            continue
        thin = float(np.sqrt(len(named)))
        best = max(float(scores[place]) for place in named) / thin
        source = max(float(scores[place]) for place in told) / thin
        for place in told:
            gained[place] = max(gained[place], ONWARD * best)
        for place in named:
            gained[place] = max(gained[place], BACK * source)
    return gained
