"""What a line shows of itself, whatever it is about: that it answers, says when or how many, opens a talk or ends it.

None of it finds a line; among lines found it tells those that inform from those that ask, greet and take leave. What nobody
speaks, a document or a reading, has no such shape.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kenning.rules.recall import english
from kenning.rules.recall.passage import NOBODY, Array, Beside, Passage
from kenning.rules.recall.question import Question

CUE = 0.5
"""What one cue weighs beside a lane of 1: half, all of them alike."""
EDGE = 3


def of_oneself(passage: Passage) -> bool:
    """Tell whether somebody speaks of themselves."""
    said = passage.text
    return not english.OF_ONESELF.isdisjoint(passage.words) or (
        ("'" in said or "’" in said) and english.OF_ONESELF_SHORT.search(said) is not None
    )


def says_when(passage: Passage) -> bool:
    """Tell whether a line says when."""
    words = passage.words
    return not english.TIMED.isdisjoint(words) or any(len(word) == 4 and word.isdecimal() for word in words)


def says_how_many(passage: Passage) -> bool:
    """Tell whether a line says how many."""
    return not english.COUNTED.isdisjoint(passage.words) or any(map(str.isdecimal, passage.words))


def names(passage: Passage) -> bool:
    """Tell whether a line names something."""
    return english.NAMED.search(passage.text) is not None


def asks(passages: Sequence[Passage]) -> Array:
    """Tell which lines ask something."""
    return np.array(["?" in passage.text for passage in passages], bool)


def answering(passages: Sequence[Passage], asking: Array, beside: Beside) -> Array:
    """Tell which lines answer a question: somebody else's stands before them. Its words are theirs as well."""
    actors = np.array([passage.actor for passage in passages], np.int64)
    before = beside.before
    there = before >= 0
    found: Array = there & asking[before] & (actors[before] != actors)
    return found


def shape(question: Question, passages: Sequence[Passage], lengths: Array, asking: Array) -> Array:
    """Score each line by its shape."""
    longest = float(np.log1p(lengths).max()) if len(lengths) else 1.0
    scores = CUE * np.log1p(lengths) / max(longest, 1e-6) - CUE * asking
    cues = ((of_oneself, True), (says_when, question.when), (says_how_many, question.count), (names, question.name))
    for shows, wanted in cues:
        if wanted:
            scores += CUE * np.array([shows(passage) for passage in passages], np.float32)
    led = np.array([passage.led for passage in passages], np.float32)
    left = np.array([passage.left for passage in passages], np.float32)
    scores += CUE * np.where(led >= 0, np.maximum(0, EDGE - led) / EDGE, 0)
    scores -= CUE * np.where(left >= 0, np.maximum(0, EDGE - left) / EDGE, 0)
    spoken = np.array([passage.actor != NOBODY or passage.led >= 0 for passage in passages], bool)
    found: Array = np.where(spoken, scores, 0.0)
    return found
