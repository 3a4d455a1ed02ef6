"""Episodes: what happened together, by thread and by silence, and the lines that tell best what it was about.

Where a session falls silent, something else begins. A summary made of lines says nothing that nobody said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from math import log, sqrt

import msgspec

from kenning.rules import text

EVENTS_MAX = 200
"""An episode has no more: a summary links to each of its events, and an event to 256."""
LINES = 3
LINE_MAX = 280
_LEAST = 0.4
"""A line that tells less than two fifths of what the first one does is left out: three lines are no end in themselves."""
_ASKING = 0.5
"""A question tells half of what an answer does, as in recall."""

Thread = tuple[str, str]


class Moment(msgspec.Struct, frozen=True):
    """One event, as it is cut: its number, the time it is about in microseconds since 1970, and its thread."""

    event: int
    at_us: int
    thread: Thread


Run = tuple[Moment, ...]
"""The events of an episode, in order of time: never none, and all of one thread."""


def cut(moments: Iterable[Moment], silence_us: int, events_max: int = EVENTS_MAX) -> list[Run]:
    """Cut events into episodes, in order of their beginnings: where a thread is silent for longer, or an episode is full.

    >>> talk = ("chat", "tea")
    >>> [len(run) for run in cut([Moment(1, 0, talk), Moment(2, 5, talk), Moment(3, 20, talk)], 10)]
    [2, 1]
    """
    threads: dict[Thread, list[Moment]] = {}
    for moment in moments:
        threads.setdefault(moment.thread, []).append(moment)
    found = list[Run]()
    for said in threads.values():
        run: list[Moment] = []
        for moment in sorted(said, key=_in_time):
            if run and (moment.at_us - run[-1].at_us > silence_us or len(run) == events_max):
                found.append(tuple(run))
                run = []
            run.append(moment)
        found.append(tuple(run))
    return sorted(found, key=lambda run: _in_time(run[0]))


def _in_time(moment: Moment) -> tuple[int, int]:
    return moment.at_us, moment.event


def is_over(run: Run, now_us: int, silence_us: int) -> bool:
    """Tell whether an episode has ended: silence has passed since its last event."""
    return now_us - run[-1].at_us > silence_us


def words_of(lines: Iterable[str]) -> list[frozenset[int]]:
    """Give the telling words of each line, by the keys the index has them under."""
    return [frozenset(text.query_keys(line)) for line in lines]


def keys(words: Iterable[frozenset[int]]) -> list[int]:
    """Give the words of an episode, the commonest in it first."""
    counts = Counter(key for each in words for key in each)
    return [key for key, _ in sorted(counts.items(), key=lambda one: (-one[1], one[0]))]


def rarity(docs: int, matching: Mapping[int, int], keys: Iterable[int]) -> dict[int, float]:
    """Tell what words weigh: the rarer among so many documents, the more, as the lane of words weighs them."""
    found = {}
    for key in keys:
        holding = min(docs, matching.get(key, 0))
        found[key] = log(1 + (docs - holding + 0.5) / (holding + 0.5))
    return found


def telling(
    lines: Sequence[str], words: Sequence[frozenset[int]], weights: Mapping[int, float], most: int = LINES
) -> list[int]:
    """Choose the lines that tell best what all of them are about, in their order.

    What is rare elsewhere and often said here weighs most; a word counts once, in the first line that is chosen for it.
    """
    weighed = [each & weights.keys() for each in words]
    often = Counter(key for each in weighed for key in each)
    worth = {key: weights[key] * log(1 + count) for key, count in often.items()}
    chosen: list[int] = []
    said: set[int] = set()
    least = 0.0
    for _ in range(most):
        scores = {place: _score(lines[place], weighed[place], said, worth) for place in range(len(lines))}
        best = max(scores, key=lambda place: (scores[place], -place), default=None)
        if best is None or scores[best] <= least:
            break
        least = least or scores[best] * _LEAST
        chosen.append(best)
        said |= weighed[best]
    return sorted(chosen)


def _score(line: str, words: AbstractSet[int], said: AbstractSet[int], worth: Mapping[int, float]) -> float:
    fresh = sum(worth[key] for key in sorted(words - said))
    return fresh / sqrt(len(words) + 1) * (_ASKING if "?" in line else 1.0)


def summary(lines: Sequence[tuple[str, str]], places: Iterable[int]) -> str:
    r"""Write lines, (who said it, what) each, one under the other.

    >>> summary([("Rui", "The gate code is  4711"), ("", "Noted")], [0, 1])
    'Rui: The gate code is 4711\nNoted'
    """
    return "\n".join(_line(*lines[place]) for place in places)


def _line(who: str, said: str) -> str:
    plain = " ".join(said.split())
    if len(plain) > LINE_MAX:
        plain = plain[: LINE_MAX - 1].rsplit(" ", 1)[0] + "…"
    return f"{who}: {plain}" if who else plain
