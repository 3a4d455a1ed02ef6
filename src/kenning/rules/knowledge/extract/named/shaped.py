"""Names in a text that nobody has read before: by capitals, lists of names and what stands around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kenning.rules.knowledge.extract.named.weigh import Around, Kind, judge
from kenning.rules.knowledge.extract.named.words import Run, Word, is_cased, is_noisy, runs, words
from kenning.rules.mentions.words import COMMON_WORDS

NOBODY: Mapping[str, Kind] = {}


class Named(NamedTuple):
    """A name in a text: where, and the sort of thing it names, with how strongly that is meant."""

    start: int
    end: int
    kind: Kind
    score: float


def names(text: str, known: Mapping[str, Kind] = NOBODY) -> list[Named]:
    """Give the names in a text, in order, none overlapping another; ``known`` are names known there, in lower case."""
    return weighed(text, words(text), known=known)


def weighed(
    text: str,
    said: Sequence[Word],
    labels: Sequence[str] = (),
    known: Mapping[str, Kind] = NOBODY,
    *,
    things: bool = False,
) -> list[Named]:
    """Weigh every run of capitals, with the label a model gave its words, where one did."""
    cased, noisy = is_cased(said), is_noisy(said)
    found = []
    for run in runs(said, text):
        around = Around(said, run, _label(labels, run), cased, known, noisy)
        judged = judge(around)
        if judged is not None and (judged.kind != "thing" or things):
            found.append(Named(said[run.first].start, said[run.end - 1].end, judged.kind, judged.score))
    return found


def known_names(met: Iterable[tuple[str, Kind]]) -> dict[str, Kind]:
    """Give all ways to name those met: whole names, and of persons each part that is no word of its own; the first met counts.

    >>> known_names([("Zaha Hadid", "person"), ("Arc Labs", "organization")])
    {'zaha hadid': 'person', 'zaha': 'person', 'hadid': 'person', 'arc labs': 'organization'}
    """
    known: dict[str, Kind] = {}
    for name, kind in met:
        known.setdefault(name.lower(), kind)
        parts = name.lower().split() if kind == "person" else []
        for part in (parts[0], parts[-1]) if len(parts) > 1 else ():
            if part not in COMMON_WORDS and len(part) > 2:
                known.setdefault(part, kind)
    return known


def _label(labels: Sequence[str], run: Run) -> str:
    """What a model calls most of the words of a run."""
    given = Counter(label for label in labels[run.first : run.end] if label)
    return given.most_common(1)[0][0] if given else ""
