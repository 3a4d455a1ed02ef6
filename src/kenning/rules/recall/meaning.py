"""The lane of meaning: how near the vectors of a line and what stands beside it come to those of a question.

Vectors of words are static; what a word weighs is its rarity among what the caller may see. Where no vectors are at hand the
lane is absent.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from kenning.rules.recall.passage import Array, Beside
from kenning.rules.recall.question import Question
from kenning.rules.recall.words import Counted

REACH = 2
LEAST = 0.35
"""A word less alike than this is another word: with the mean taken out, unrelated words of the model lie below it."""


class Sense(msgspec.Struct, frozen=True):
    """What vectors say of a question and of passages.

    ``asked`` is the vector of the question, ``lines`` one row a passage. ``terms`` is one row a term of the question, ``known``
    one row a word of the passages, both of length 1; ``words`` are the places of each passage's words among the known.
    """

    asked: Array
    lines: Array
    terms: Array
    known: Array
    words: Sequence[Array]


def meanings(sense: Sense, beside: Beside, answers: Array) -> tuple[Array, Array]:
    """Score each passage by itself with the question it answers, and by the window around it."""
    own = sense.lines.copy()
    own[answers] += sense.lines[beside.before[answers]]
    return _near(own, sense.asked), _near(beside.spread(sense.lines, REACH, 1.0), sense.asked)


def likeness(question: Question, counted: Counted, sense: Sense, beside: Beside, answers: Array) -> Array:
    """Score each passage word by word: for each of the question's the nearest of its own, or of the question it answers."""
    near = sense.terms @ sense.known.T
    near[near < LEAST] = 0
    best = np.zeros((len(question.terms), len(sense.words)), np.float32)
    held = [place for place, words in enumerate(sense.words) if len(words)]
    if held:
        sizes = np.array([len(sense.words[place]) for place in held])
        every = near[:, np.concatenate([sense.words[place] for place in held])]
        best[:, held] = np.maximum.reduceat(every, np.cumsum(sizes) - sizes, axis=1)
    best[:, answers] = np.maximum(best[:, answers], best[:, beside.before[answers]])
    weights = np.array([counted.rarity(term) for term in question.terms], np.float32)
    scores: Array = weights @ best / max(float(weights.sum()), 1e-6)
    return scores


def _near(lines: Array, asked: Array) -> Array:
    norms = np.linalg.norm(lines, axis=1) * float(np.linalg.norm(asked))
    found: Array = lines @ asked / np.maximum(norms, 1e-6)
    return found
