"""The lane of meaning: how near the vectors of a line and what stands beside it come to those of a question.

Vectors of words are static; what a word weighs is its rarity among what the caller may see. Where no vectors are at hand the
lane is absent.
"""

from __future__ import annotations

import msgspec
import numpy as np

from kenning.rules.recall.passage import Array, Beside
from kenning.rules.recall.question import Question
from kenning.rules.recall.words import Counted

REACH = 2
LEAST = 0.35
"""A word less alike than this is another word: with the mean taken out, unrelated words of the model lie below it."""


ALONE = 1 << 18
"""A product of so many steps is not spread over threads: where others use the machine, waiting for those costs more."""


class Sense(msgspec.Struct, frozen=True):
    """What vectors say of a question and of passages.

    ``asked`` is the vector of the question, ``lines`` one row a passage. ``terms`` is one row a term of the question, ``known``
    one row a word of the passages, both of length 1; ``words`` are the places of the passages' words among the known, passage by
    passage, ``sizes`` how many each has.
    """

    asked: Array
    lines: Array
    terms: Array
    known: Array
    words: Array
    sizes: Array


def meanings(sense: Sense, beside: Beside, answers: Array) -> tuple[Array, Array]:
    """Score each passage by itself with the question it answers, and by the window around it."""
    own = sense.lines.copy()
    own[answers] += sense.lines[beside.before[answers]]
    return _near(own, sense.asked), _near(beside.spread(sense.lines, REACH, 1.0), sense.asked)


def likeness(question: Question, counted: Counted, sense: Sense, beside: Beside, answers: Array) -> Array:
    """Score each passage word by word: for each of the question's the nearest of its own, or of the question it answers."""
    near = _products(sense.terms, sense.known)
    near[near < LEAST] = 0
    best = np.zeros((len(question.terms), len(sense.sizes)), np.float32)
    held = np.flatnonzero(sense.sizes)
    if len(held):
        starts = (np.cumsum(sense.sizes) - sense.sizes)[held]
        best[:, held] = np.maximum.reduceat(near[:, sense.words], starts, axis=1)
    best[:, answers] = np.maximum(best[:, answers], best[:, beside.before[answers]])
    weights = np.array([counted.rarity(term) for term in question.terms], np.float32)
    scores: Array = weights @ best / max(float(weights.sum()), 1e-6)
    return scores


def _products(few: Array, many: Array) -> Array:
    """Multiply in portions too small to be spread over threads."""
    found = np.empty((len(few), len(many)), np.float32)
    step = max(16, ALONE // max(1, few.size))
    for start in range(0, len(many), step):
        np.matmul(few, many[start : start + step].T, out=found[:, start : start + step])
    return found


def _near(lines: Array, asked: Array) -> Array:
    norms = np.linalg.norm(lines, axis=1) * float(np.linalg.norm(asked))
    found: Array = np.einsum("ij,j->i", lines, asked) / np.maximum(norms, 1e-6)
    return found
