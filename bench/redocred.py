"""Documents with labelled relations, as the bench of relations reads them: text, entities by place, and which relations hold."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.named import Span, joined

Fact = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class Document:
    """A document: its text, where each entity is mentioned, and what holds between which, each with its evidence sentences."""

    title: str
    text: str
    entities: tuple[tuple[Span, ...], ...]
    facts: dict[Fact, tuple[int, ...]]
    sentences: tuple[Span, ...]

    def entity(self, start: int, end: int) -> int | None:
        """The entity that is mentioned there: the one whose mention has most in common with these words."""
        best: tuple[int, int, int] | None = None
        for number, mentions in enumerate(self.entities):
            for first, last in mentions:
                shared = min(end, last) - max(start, first)
                if shared > 0 and (best is None or (shared, first - last) > best[:2]):
                    best = (shared, first - last, number)
        return None if best is None else best[2]

    def sentence(self, place: int) -> int:
        """The sentence in which a place of the text lies."""
        return next((number for number, (_, end) in enumerate(self.sentences) if place < end), len(self.sentences) - 1)


def documents(data: Path) -> Iterator[Document]:
    """Read the documents of the set, in the order of its file."""
    folder = data / "redocred" if (data / "redocred").is_dir() else data
    for file in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from (_document(json.loads(line)) for line in lines)


def _document(told: dict[str, Any]) -> Document:
    text, places, spans = "", [], []
    for tokens in told["sents"]:
        said, where = joined(tokens)
        first = len(text) + (1 if text else 0)
        text += f" {said}" if text else said
        places.append([(first + start, first + end) for start, end in where])
        spans.append((first, len(text)))
    entities = tuple(
        tuple(
            (places[one["sent_id"]][one["pos"][0]][0], places[one["sent_id"]][one["pos"][1] - 1][1]) for one in vertex
        )
        for vertex in told["vertexSet"]
    )
    facts = {(one["h"], one["r"], one["t"]): tuple(one["evidence"]) for one in told["labels"]}
    return Document(told["title"], text, entities, facts, tuple(spans))
