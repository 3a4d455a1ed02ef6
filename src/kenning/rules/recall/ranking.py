"""The ranking of an answer: every lane scores the passages, what they give is weighed and added, and each hit says why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo

import msgspec
import numpy as np

from kenning.rules.recall import fuse, graph, meaning, shape, words
from kenning.rules.recall.fuse import WEIGHTS, Part, scaled
from kenning.rules.recall.passage import NOBODY, Array, Beside, Passage
from kenning.rules.recall.question import Question
from kenning.rules.recall.when import When, day_of

OWN, WINDOW, WORD_BY_WORD = 0.75, 0.75, 1.0
"""What the three signals of meaning weigh: a line with the question it answers, its window, and word by word."""
ELSEWHERE = 0.5
"""What a line is worth whose words stand in its place, files or names, and not in what it says."""
ASKING = 2
"""Who gives one word looks for lines with it; who asks with more is also answered by what stands beside such lines."""
LEAST = {"semantic": 0.625}
"""Below a quarter of what the lane can give, nearness is the noise of the model: alone it makes no line an answer."""


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """A question with all that is known of it before a line is looked at."""

    question: Question
    counted: words.Counted
    anchors: frozenset[int]
    times: tuple[When, ...]
    zone: tzinfo
    lanes: frozenset[str]
    fusion: str


class Answer(msgspec.Struct, frozen=True):
    """Passages in order, by place, each with its score and what it is made of; and the anchors of whom this is not known."""

    order: list[int]
    scores: Array
    lanes: Mapping[str, Array]
    shares: Mapping[str, Array]
    unknown: list[int]
    elsewhere: list[int]
    """Where somebody else has what the unknown have not: the best of theirs."""
    copies: Mapping[int, list[int]]
    """Places that say the same as one in order, by that one: they take none of their own."""

    def parts(self, places: Sequence[int]) -> list[list[Part]]:
        """Explain passages: of each the lanes that gave it anything, in order of what they gave."""
        found: list[list[Part]] = [[] for _ in places]
        chosen = np.array(places, np.intp)
        for lane, values in self.lanes.items():
            here = values[chosen]
            above = np.count_nonzero(values > here[:, None], axis=1).tolist()
            each = zip(found, above, here.tolist(), self.shares[lane][chosen].tolist(), strict=True)
            for parts, better, value, share in each:
                if share:
                    parts.append(Part(lane, 1 + better, value / WEIGHTS[lane], share))
        return [sorted(parts, key=lambda part: (-part.share, part.lane)) for parts in found]


class Scored(msgspec.Struct, frozen=True):
    """What the lanes of content give: words, meaning, and the two together without what stands beside a line."""

    lanes: dict[str, Array]
    alone: Array
    own: Array
    """Which passages say something of it themselves, not only by what stands beside them."""


def rank(
    asked: Asked, passages: Sequence[Passage], following: Mapping[int, int], sense: meaning.Sense | None
) -> Answer:
    """Rank passages as answers to a question."""
    beside = Beside.of(passages, following)
    there = words.told(asked.question, passages)
    asking = shape.asks(passages)
    answers = shape.answering(passages, asking, beside) if passages else np.zeros(0, bool)
    content = _content(asked, passages, there, beside, sense, answers)
    lanes = dict(content.lanes)
    text = np.sum(list(lanes.values()), axis=0) if lanes else np.zeros(len(passages))
    if "graph" in asked.lanes:
        anchored = WEIGHTS["graph"] * graph.anchored(passages, asked.anchors)
        lanes["graph"] = anchored + graph.spread(passages, text + anchored)
    if "time" in asked.lanes:
        lanes["time"] = WEIGHTS["time"] * _times(asked, passages)
    form = WEIGHTS["shape"] * shape.shape(asked.question, passages, there.lengths, asking)
    if "shape" in asked.lanes:
        lanes["shape"] = form
    lanes = lanes or {lane: np.zeros(len(passages)) for lane in asked.lanes}  # none of those asked for is at hand
    scores, shares = fuse.by_ranks(lanes) if asked.fusion == "rrf" else fuse.weighted(lanes)
    found = _found(lanes, asked.lanes, len(passages))
    if len(asked.question.terms) < ASKING:
        spoken = content.own | (lanes["graph"] > 0 if "graph" in lanes else False)
        found &= spoken
    order, copies = fuse.copies([_said(passage) for passage in passages], _ordered(passages, scores, found))
    unknown, elsewhere = _unknown(asked, passages, content.alone + form)
    return Answer(order, scores, lanes, shares, unknown, elsewhere, copies)


def _content(
    asked: Asked,
    passages: Sequence[Passage],
    there: words.Told,
    beside: Beside,
    sense: meaning.Sense | None,
    answers: Array,
) -> Scored:
    """Score words and meaning."""
    question, counted = asked.question, asked.counted
    own = there.counts.copy()
    own[answers] += there.counts[beside.before[answers]]
    lengths = there.lengths + np.where(answers, there.lengths[beside.before], 0)
    weights = np.array([counted.rarity(term) for term in question.terms], np.float32)
    norm = words.K1 * (1 - words.B + words.B * lengths / max(float(lengths.mean()) if len(lengths) else 1.0, 1e-6))
    alone = scaled(((words.K1 + 1) * own / (own + norm[:, None])) @ weights)
    found = np.asarray(there.counts.any(axis=1))
    lanes: dict[str, Array] = {}
    if "lexical" in asked.lanes:
        window = scaled(words.windows(question, counted, there, beside))
        named = scaled(np.array([passage.indexed for passage in passages], np.float32))
        lanes["lexical"] = WEIGHTS["lexical"] * np.where(window > 0, window, ELSEWHERE * named)
        found |= named > 0
    if sense is not None and "semantic" in asked.lanes:
        line, around = meaning.meanings(sense, beside, answers)
        near = scaled(meaning.likeness(question, counted, sense, beside, answers))
        lanes["semantic"] = OWN * scaled(line) + WINDOW * scaled(around) + WORD_BY_WORD * near
        alone = alone + scaled(line) + near
        found |= near > 0
    return Scored(lanes, alone, found)


def _times(asked: Asked, passages: Sequence[Passage]) -> Array:
    """Score passages by the times a question names."""
    found = np.zeros(len(passages), np.float32)
    if asked.times:
        days = [day_of(passage.at_us, asked.zone) for passage in passages]
        found += np.array([max(one.holds(day) for one in asked.times) for day in days], np.float32)
    return found


def _found(lanes: Mapping[str, Array], asked: frozenset[str], count: int) -> Array:
    """Tell which passages anything but their shape speaks for."""
    telling = [np.zeros(count, bool)]
    telling += [
        values > LEAST.get(lane, 0.0) for lane, values in lanes.items() if lane != "shape" or asked == {"shape"}
    ]
    found: Array = np.any(telling, axis=0)
    return found


def _ordered(passages: Sequence[Passage], scores: Array, found: Array) -> list[int]:
    """Order those that may answer, the newest first among equals."""
    may = np.array([passage.chosen for passage in passages], bool) & found if passages else found
    events = np.array([passage.event for passage in passages], np.int64)
    return [int(place) for place in np.lexsort((-events, -scores)) if may[place]]


def _said(passage: Passage) -> tuple[str, ...]:
    """Give what a passage says, by its words; what has none by its signs."""
    return passage.words or (" ".join(passage.text.lower().split()),)


def _unknown(asked: Asked, passages: Sequence[Passage], scores: Array) -> tuple[list[int], list[int]]:
    """Tell whether the best line on what was asked is somebody else's, where the question is about one who speaks.

    Compared is what the lines say themselves: what stands beside them is mostly the other's.
    """
    if len(asked.anchors) != 1:
        return [], []
    (anchor,) = asked.anchors
    actors = np.array([passage.actor for passage in passages], np.int64)
    theirs, others = actors == anchor, (actors != anchor) & (actors != NOBODY)
    if not theirs.any() or not others.any():
        return [], []
    best = float(scores[theirs].max())
    better = [int(place) for place in np.argsort(-scores, kind="stable") if others[place] and scores[place] > best]
    return ([anchor], better) if better else ([], [])
