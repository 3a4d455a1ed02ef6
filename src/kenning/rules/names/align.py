"""Aligning the words of two names one to one: equal words first, neighbours that are one word, then the likest.

The edit budget grows with the length of the word, as in Lucene's `AUTO` fuzziness; an edit is an insertion, a deletion, an
exchange or a swap of neighbours (Damerau 1964: four of five misspellings are one of these).
"""

from __future__ import annotations

from typing import NamedTuple

from rapidfuzz.distance import OSA

from kenning.rules.names.parts import Part

_distance = OSA.distance
_LEET = (str.maketrans("013457", "oleast"), str.maketrans("013459", "oieasg"))
_NOT = (0.0, "")

Words = tuple[Part, ...]


class Manner(NamedTuple):
    """How words are compared: as read in Latin letters, as persons' names, as names of a single word."""

    latin: bool
    person: bool
    single: bool


class Pair(NamedTuple):
    """Words of the one name and the other that stand for each other: where they begin, how much they tell, how alike, and why.

    Why is one of ``same``, ``letter``, ``joined``, ``nickname``, ``initial``, ``edit``, ``sound``, ``digit``.
    """

    one: int
    other: int
    weight: float
    likeness: float
    why: str


class Aligned(NamedTuple):
    """What stands for what, and the words left on each side."""

    pairs: list[Pair]
    left: list[Part]
    right: list[Part]


def align(words: Words, others: Words, manner: Manner) -> Aligned:
    """The words of two names, each with at most one of the other."""
    pairs: list[Pair] = []
    right = list(range(len(others)))
    left = []
    for n, part in enumerate(words):
        text = part.text
        for m in right:
            if others[m].text == text:
                pairs.append(Pair(n, m, part.weight, 1.0, "same" if len(text) > 1 else "letter"))
                right.remove(m)
                break
        else:
            left.append(n)
    if left and right:
        if len(left) + len(right) > 2:
            pairs += _joined(words, left, others, right)
            pairs += [pair._replace(one=pair.other, other=pair.one) for pair in _joined(others, right, words, left)]
        for likeness, n, m, why in _likest(words, left, others, right, manner):
            if n in left and m in right:
                weight = max(words[n].weight, others[m].weight)
                pairs.append(Pair(n, m, weight, likeness, why))
                left.remove(n)
                right.remove(m)
    return Aligned(pairs, [words[n] for n in left], [others[m] for m in right])


def _joined(words: Words, left: list[int], others: Words, right: list[int]) -> list[Pair]:
    """Neighbours that together are one word of the other name (Arc Labs, ArcLabs), both taken off what is left."""
    pairs = []
    for target in list(right):
        whole = others[target].text
        if len(whole) < 3:
            continue
        for start in list(left):
            if run := _run(words, left, start, whole):
                weight = (sum(words[n].weight for n in run) + others[target].weight) / 2
                exact = "".join(words[n].text for n in run) == whole
                pairs.append(Pair(start, target, max(weight, 0.5), 1.0 if exact else 0.92, "joined"))
                for n in run:
                    left.remove(n)
                right.remove(target)
                break
    return pairs


def _run(words: Words, left: list[int], start: int, whole: str) -> list[int]:
    """The neighbours from `start` on that together are `whole`, but for one edit where it is long; none where there are none."""
    run, text = [start], words[start].text
    if start + 1 not in left or (text[0] != whole[0] and len(whole) < 8):
        return []
    while len(text) <= len(whole) and run[-1] + 1 in left:
        run.append(run[-1] + 1)
        text += words[run[-1]].text
        if text == whole:
            return run
        if abs(len(text) - len(whole)) <= 1:
            long = 5 if any(words[n].kind == "particle" for n in run) else 8
            if len(whole) >= long and _distance(text, whole, score_cutoff=1) <= 1:
                return run
    return []


def _likest(
    words: Words, left: list[int], others: Words, right: list[int], manner: Manner
) -> list[tuple[float, int, int, str]]:
    """Which of the words left are alike enough to stand for each other, the likest first."""
    found = []
    for n in left:
        for m in right:
            likeness, why = _likeness(words[n], others[m], manner)
            if likeness:
                found.append((likeness, n, m, why))
    if len(found) > 1:
        found.sort(key=lambda alike: (-alike[0], alike[1:]))
    return found


def _likeness(one: Part, other: Part, manner: Manner) -> tuple[float, str]:
    """How alike two words are that are not equal, and by what; 0 where they do not stand for each other."""
    kind, kind_other = one.kind, other.kind
    if kind == "number" or kind_other == "number":
        return _leet(one.text, other.text)
    if kind == "initial" or kind_other == "initial":
        begins = manner.person and kind != kind_other and one.text[0] == other.text[0]
        return (0.5, "initial") if begins and "particle" not in (kind, kind_other) else _NOT
    if one.formals and other.formals and not one.formals.isdisjoint(other.formals):
        direct = one.text in other.formals or other.text in one.formals
        return (0.9 if direct else 0.8), "nickname"
    return _edits(one, other, manner)


def _edits(one: Part, other: Part, manner: Manner) -> tuple[float, str]:
    """How alike two words are by their letters and their sound, within the edit budget of their length."""
    text, whole = (one.latin, other.latin) if manner.latin else (one.text, other.text)
    shortest, longest = len(text), len(whole)
    if shortest > longest:
        shortest, longest = longest, shortest
    same_sound = one.said == other.said != ""
    budget = _budget(shortest, longest, manner)
    reach = budget + 1 + manner.latin
    if longest - shortest > reach and not same_sound:
        return _NOT
    distance = _distance(text, whole, score_cutoff=reach)
    if same_sound and not manner.single:
        return max(0.85, 1 - 0.3 * min(distance, reach) / longest), "sound"
    alike = one.sound == other.sound != ""
    if (
        distance <= budget
        and (distance <= 1 or alike or (distance == 2 and text[0] == whole[0]))
        and not (one.ideographic or other.ideographic)
    ):
        likeness = 1 - 0.6 * distance / longest
        if alike:
            likeness += (1 - likeness) * 0.5
        elif text[0] != whole[0]:
            likeness -= 0.03
        if one.formals and other.formals:
            likeness -= 0.08  # Tim and Tom: two names, not a slip
        return likeness, "edit"
    if alike and len(one.sound) >= 3 and (distance <= reach or manner.latin):
        return 0.82, "sound"
    return _NOT


def _budget(shortest: int, longest: int, manner: Manner) -> int:
    """How many edits two words may be apart: fewer where a word is the whole name, more where another script was read."""
    if manner.single and longest <= 7:
        return 0 if longest <= 4 else 1
    budget = 0 if shortest <= 2 else 1 if shortest <= 5 else 2 if shortest <= 11 else 3
    return budget + (manner.latin and shortest >= 5)


def _leet(text: str, whole: str) -> tuple[float, str]:
    """Whether one word is the other but for zeros before it, or for digits that look like letters (4da is Ada)."""
    if text.isdigit() and whole.isdigit():
        return (0.95, "digit") if text.lstrip("0") == whole.lstrip("0") else _NOT
    if text.isalpha() == whole.isalpha():
        return _NOT
    if text.isalpha():
        text, whole = whole, text
    swapped = not text.isdigit() and whole in (text.translate(_LEET[0]), text.translate(_LEET[1]))
    return (0.85, "digit") if swapped else _NOT
