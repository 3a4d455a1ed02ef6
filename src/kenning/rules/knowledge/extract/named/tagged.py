"""Names in a text that a small model has read: its words and labels weighed together with what shape and cues say."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping

from kenning.model.identity.extract import Parsed
from kenning.rules.knowledge.extract.named.shaped import NOBODY, Named, weighed
from kenning.rules.knowledge.extract.named.weigh import Kind
from kenning.rules.knowledge.extract.named.words import words


def names(text: str, parsed: Parsed, known: Mapping[str, Kind] = NOBODY, *, things: bool = False) -> list[Named]:
    """Give the names in a text, in order, none overlapping another; ``known`` as in `shaped.names`."""
    called = [""] * len(parsed.tokens)
    for entity in parsed.entities:
        called[entity.first : entity.end] = [entity.label] * (entity.end - entity.first)
    starts = [token.start for token in parsed.tokens]
    said, labels = [], []
    for word in words(text):  # the model cuts at hyphens, and tags apart; of its pieces the last says what the word is
        last = max(bisect_left(starts, word.end) - 1, 0)
        first = min(max(bisect_right(starts, word.start) - 1, 0), last)
        said.append(word._replace(tag=parsed.tokens[last].tag))
        labels.append(called[first])
    return weighed(text, said, labels, known, things=things)
