"""Real talk and what a user would pick instead of recall: who finds more of the evidence, over the same lines and vectors.

The sets are those of `locomo` (a memory a talk, categories 1-4, corrected evidence) and `friends_qa` (one memory of all scenes);
``--data`` names the folder of one of them, or the folder of both. The sides are those of `recall_rivals`, which says how each is
used; beside them stands FTS5 with stems over single lines, which needs nothing installed.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench import friends_qa, locomo
from bench.evidence import Asked, StemmedBm25, led, mean, measures, store
from bench.frame import Options, Result
from bench.recall_rivals import BATCH, SIDES, apart, document, missing, opened
from bench.recall_store import portions

AT = (1, 5, 10)
AMONG = max(AT)
QUICK = 20


@dataclass(frozen=True, slots=True)
class Memory:
    """What one memory is told, by what the set calls its lines, and what is asked of it."""

    names: list[Any]
    events: list[dict[str, Any]]
    asked: list[Asked]

    @property
    def texts(self) -> list[str]:
        """The lines as documents, each with its speaker."""
        return [document(one.get("actor", {}).get("name", ""), one["files"][0]["content"]) for one in self.events]


def sets(data: Path) -> Iterator[tuple[str, list[Memory]]]:
    """The sets a folder holds."""
    if talks := list(locomo.talks(data if any(data.glob("conv-*.json")) else data / "locomo")):
        yield "locomo", [_talk(one) for one in talks]
    if scenes := list(friends_qa.scenes(data)):
        lines = [line for said, _ in scenes for line in said]
        asked = [one for _, questions in scenes for one in questions]
        yield "friends", [Memory([name for name, _, _ in lines], [event for _, event, _ in lines], asked)]


def _talk(talk: locomo.Talk) -> Memory:
    asked = [one for one in talk.corrected if one.evidence and one.group != locomo.ADVERSARIAL]
    return Memory([name for name, _ in talk.turns], [event for _, event in talk.turns], asked)


Ask = Callable[[str], Sequence[Any]]


def kenning(memory: Memory, folder: Path) -> Ask:
    """This store."""
    del folder
    session = store()
    receipts = session.record_many(memory.events)
    names = {receipt.id: name for receipt, name in zip(receipts, memory.names, strict=True)}
    return lambda question: [names[hit.id] for hit in session.recall(question, k=AMONG) if hit.id in names]


def fts5(memory: Memory, folder: Path) -> Ask:
    """Full text with stems, stop words dropped."""
    del folder
    index = StemmedBm25(memory.texts)
    return lambda question: [memory.names[place] for place in index.best(question, AMONG)]


def rival(side: str) -> Callable[[Memory, Path], Ask]:
    """One of the rivals, by its name."""

    def tell(memory: Memory, folder: Path) -> Ask:
        texts = memory.texts
        held, vectors = opened(side, folder, texts)
        for places in portions(range(len(texts)), BATCH):
            some = [texts[place] for place in places]
            held.add([str(place) for place in places], some, vectors.of(some))
        held.settle()
        return lambda question: [
            memory.names[int(one)] for one in held.best(question, vectors.of([question])[0])[:AMONG]
        ]

    return tell


def run(options: Options) -> Result:
    """Tell each side the same, and ask it the same."""
    if options.data is None:
        raise SystemExit("rivals: needs --data, the folder of locomo, of friends_characters, or of both")
    apart()
    sides: dict[str, Callable[[Memory, Path], Ask]] = {"kenning": kenning, "fts5": fts5}
    for side in SIDES:
        if (why := missing(side)) is None:
            sides[side] = rival(side)
        else:
            options.say(f"rivals: {side} is left out: {why}")
    figures: dict[str, float] = {}
    for name, memories in sets(options.data):
        some = memories[:1] if options.quick else memories
        for side, tell in sides.items():
            rows: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
            for number, memory in enumerate(some, 1):
                options.say(f"rivals: {name} {number} of {len(some)}, {len(memory.events):,} lines: {side}")
                with tempfile.TemporaryDirectory(prefix=".bench-", dir=options.dir) as folder:
                    answer = tell(memory, Path(folder))
                    for asked in memory.asked[:QUICK] if options.quick else memory.asked:
                        rows[side].append(measures(answer(asked.question), asked.evidence, AT))
            options.say(f"rivals: {name}: {side} finds {mean(rows[side])[f'share_at_{AMONG}']:.3f} among {AMONG}")
            figures |= led(f"{name}_{side}", mean(rows[side])) | {f"{name}_questions": float(len(rows[side]))}
    return Result({key: value for key, value in figures.items() if "_any_" not in key and "_all_" not in key})
