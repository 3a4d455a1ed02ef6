"""Texts to measure with: made up, repeatable, with the word frequencies of talk, in eight access classes.

Frequencies follow Zipf and Mandelbrot with an exponent of 1.1, so that new words come as in English talk (Heaps: about 25,000
different ones in the first 20,000 messages).
"""

import bisect
import itertools
import random
from collections.abc import Iterator
from typing import Any

WORDS = 120_000
CLASSES = [
    {"sensitivity": sensitivity, "visibility": visibility}
    for sensitivity in ("public", "restricted", "private", "confidential")
    for visibility in ("owner", "shared")
]
_CONSONANTS, _VOWELS = "bcdfghjklmnprstvwz", "aeiou"


def word(number: int) -> str:
    """The number-th word: frequent ones are short, as in talk."""
    letters, rest = "", number + 1
    while rest:
        rest, syllable = divmod(rest, len(_CONSONANTS) * len(_VOWELS))
        letters += _CONSONANTS[syllable % len(_CONSONANTS)] + _VOWELS[syllable // len(_CONSONANTS)]
    return letters + "x"


class Corpus:
    """A source of texts and questions; the same seed, the same texts."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self._words = [word(number) for number in range(WORDS)]
        self._weights = list(itertools.accumulate(1 / (rank + 2.7) ** 1.1 for rank in range(WORDS)))

    def _draw(self, count: int, least: float = 0.0) -> list[str]:
        total = self._weights[-1]
        low = least * total
        return [
            self._words[bisect.bisect(self._weights, low + self._dice.random() * (total - low))] for _ in range(count)
        ]

    def text(self) -> str:
        """Eight to thirty-two words, twenty on average."""
        return " ".join(self._draw(self._dice.randint(8, 32)))

    def question(self) -> str:
        """Five to eight words: some frequent, some rare, as people ask; the forty most frequent words are left out."""
        return " ".join(self._draw(self._dice.randint(5, 8), least=0.33))

    def event(self, number: int) -> dict[str, Any]:
        """A message as an assistant would record it, with a key for safe retries."""
        day = f"2026-{number // 86_400 % 12 + 1:02}-{number // 3_600 % 28 + 1:02}"
        return {
            "kind": "message.posted",
            "source": {"type": "import", "name": "bench"},
            "actor": {"type": "person", "name": f"Speaker {number % 50}"},
            "time": {"occurredAt": f"{day}T{number % 24:02}:{number % 60:02}:00Z"},
            "privacy": CLASSES[number % len(CLASSES)],
            "provenance": {"basis": "imported", "confidence": 1},
            "idempotencyKey": f"bench-{number}",
            "files": [{"role": "primary", "contentType": "text/plain", "content": self.text()}],
        }

    def batches(self, count: int, size: int) -> Iterator[list[dict[str, Any]]]:
        """`count` events in batches."""
        for start in range(0, count, size):
            yield [self.event(number) for number in range(start, min(start + size, count))]
