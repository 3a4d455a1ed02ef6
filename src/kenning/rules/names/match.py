"""How alike two names are, and why.

Words are aligned one to one, then what is left is judged: words left on one side are mild, on both sides they mean two names.
A likeness that rests on one measure alone (letters, say) is no match, however high: Tigran and Iran share four letters of five.
"""

from __future__ import annotations

import msgspec
from rapidfuzz.distance import Indel

from kenning.rules.names.align import Aligned, Manner, Pair, align
from kenning.rules.names.legal import disagreement
from kenning.rules.names.parts import Named, Part, numbers
from kenning.rules.names.vocabulary import CJK_NEGATIONS, MEN, WOMEN

ALONE_MAX = 0.65
"""The most that a likeness by one measure, or against a number that only one side has, can reach: below any suggestion."""
UNEQUAL_MAX = 0.94
"""The most that names reach which are not the same words: below what is joined unasked, however near."""
VETOED_MAX = 0.4
"""The most that names can reach which cannot be one: below any threshold."""


class Match(msgspec.Struct, frozen=True):
    """How alike two names are: ``score`` between 0 and 1, each feature between 0 and 1 or a penalty below 0.

    ``vetoes`` say why the two cannot be one, whatever the score; ``measures`` counts the measures that agree: two must,
    before a likeness counts.
    """

    score: float
    features: dict[str, float]
    vetoes: tuple[str, ...] = ()
    measures: int = 0


def compare(a: Named, b: Named) -> Match:
    """How alike two names are.

    Symmetric; a name and itself give 1. About 30 µs for two ordinary names.

    >>> from kenning.rules.names.parts import read
    >>> compare(read("Smith, John"), read("Dr. John Smith")).score
    0.99
    >>> compare(read("Room 101"), read("Room 102")).vetoes
    ('number',)
    """
    if (b.folded, b.raw, b.type) < (a.folded, a.raw, a.type):
        a, b = b, a
    vetoes = _vetoes(a, b)
    if vetoes:
        alike = Indel.normalized_similarity(a.folded, b.folded)
        return Match(round(VETOED_MAX * alike, 4), {"letters": round(alike, 4)}, vetoes)
    if a.folded == b.folded:
        return Match(1.0, {"exact": 1.0}, (), 4)
    if a.handle or b.handle:
        return _handles(a, b)
    if a.spaceless and b.spaceless:
        return _spaceless(a, b)
    return _judged(a, b)


def _vetoes(a: Named, b: Named) -> tuple[str, ...]:
    """Why the two cannot be one: numbers, negation, generations, a person and something that is none."""
    vetoes = []
    if a.family != b.family and "person" in (a.family, b.family) and a.type and b.type:
        vetoes.append("type")
    if a.numbers != b.numbers and _differ(a.numbers, b.numbers):
        vetoes.append("number")
    if a.negations != b.negations:
        vetoes.append("negation")
    if a.generation != b.generation and a.generation and b.generation:
        vetoes.append("generation")
    if a.parts and b.parts and a.family != "person" and b.family != "person" and len(a.parts) == len(b.parts) > 1:
        last, other = a.parts[-1], b.parts[-1]
        if last.kind == other.kind == "initial" and last.text != other.text and a.parts[:-1] == b.parts[:-1]:
            vetoes.append("letter")
    return tuple(vetoes)


def _differ(numbers: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether each side has a number that the other has not."""
    rest = list(others)
    missing = 0
    for number in numbers:
        if number in rest:
            rest.remove(number)
        else:
            missing += 1
    return bool(missing and rest)


# ---- words -----------------------------------------------------------------------------------------------------------


def _judged(a: Named, b: Named) -> Match:
    """The likeness of two names of words."""
    latin = _is_latin(a) != _is_latin(b)
    if latin and not (all(part.latin for part in a.parts) and all(part.latin for part in b.parts)):
        return Match(0.0, {"script": 0.0})
    person = "person" in (a.family, b.family) or not (a.family or b.family)
    aligned = align(a.parts, b.parts, Manner(latin, person, single=len(a.parts) == 1 or len(b.parts) == 1))
    letters = Indel.normalized_similarity(_letters(a, latin=latin), _letters(b, latin=latin))
    if not aligned.pairs:
        return _acronym(a, b) or Match(0.0, {"words": 0.0, "letters": round(letters, 4)}, (), int(letters >= 0.8))
    left, right = _told(aligned.left), _told(aligned.right)
    conflict = min(left, right)
    total = sum([pair.weight for pair in aligned.pairs])
    words = sum([pair.weight * pair.likeness for pair in aligned.pairs]) / (total + conflict)
    features = {"words": round(words, 4), "letters": round(letters, 4)}
    measures = (words >= 0.75 and not conflict) + (letters >= 0.8) + _agreements(a, b, aligned, features)
    penalties = _penalties(a, b, aligned, conflict=conflict)
    if extra := abs(left - right):
        matched = sum([pair.weight for pair in aligned.pairs if pair.weight >= 0.5])
        penalties["extra"] = -round(_extra(extra, matched, person=person), 4)
    score = features["words"] + sum(penalties.values())
    if measures < 2 or "number" in penalties:
        score = min(score, ALONE_MAX)
    equal = words == 1.0 and not latin and "extra" not in penalties and "particle" not in penalties
    score = max(0.0, min(0.99 if equal else UNEQUAL_MAX, score))
    return Match(round(score, 4), features | penalties, (), measures)


def _is_latin(named: Named) -> bool:
    """Whether a name is written in Latin letters."""
    return named.joined.isascii()


def _agreements(a: Named, b: Named, aligned: Aligned, features: dict[str, float]) -> int:
    """How many measures agree by what aligned words share; each is told among the features, as its share of what aligned."""
    shares: dict[str, float] = {}
    total = sounds = spelled = 0.0
    for pair in aligned.pairs:
        if pair.weight >= 0.5:
            total += pair.weight
            shares[pair.why] = shares.get(pair.why, 0.0) + pair.weight
            if pair.why in ("edit", "sound"):
                spelled += 1
                sounds += Indel.normalized_similarity(a.parts[pair.one].sound, b.parts[pair.other].sound)
    measures = 0
    for why in ("same", "joined", "nickname", "initial"):
        if why in shares:
            features[why] = round(shares[why] / total, 4)
            measures += why != "initial"
    if spelled:
        features["sound"] = round(sounds / spelled, 4)
        measures += features["sound"] >= 0.8
    return measures


def _letters(named: Named, *, latin: bool) -> str:
    """The letters of a name, whatever the order of its words."""
    if latin:
        return "".join(sorted(part.latin for part in named.parts))
    return named.key


def _told(parts: list[Part]) -> float:
    """How much parts tell, small words and numbers left out: numbers are judged apart."""
    return sum([part.weight for part in parts if part.weight >= 0.5 and part.kind != "number"])


def _penalties(a: Named, b: Named, aligned: Aligned, *, conflict: float) -> dict[str, float]:
    """What speaks against one name, each below 0."""
    found: dict[str, float] = {}
    if conflict:
        found["leftover"] = -0.4 * min(1.0, conflict)
    if small := sum([part.weight < 0.5 for part in (*aligned.left, *aligned.right)]):
        found["particle"] = -0.01 * small
    if turned := _turned(a, b, aligned.pairs):
        found["order"] = -turned
    if a.numbers != b.numbers and _differ_still(a, b, aligned.pairs):
        found["number"] = -0.3
    if a.forms != b.forms:
        # One word that is a firm's name here and anybody's there is less than the same firm without its form.
        bare = len(a.parts) == len(b.parts) == 1 and not (a.type and b.type)
        found["form"] = -0.25 if disagreement(a.forms, b.forms) else -0.06 if bare else -0.01
    if a.generation != b.generation:
        found["generation"] = -0.08
    if a.titles != b.titles:
        found["title"] = -0.35 if _sexes_differ(a, b) else -0.01
    return {why: round(value, 4) for why, value in found.items()}


def _differ_still(a: Named, b: Named, pairs: list[Pair]) -> bool:
    """Whether the numbers differ when digits that stand for letters are none."""
    spelled = [pair for pair in pairs if pair.why == "digit"]
    one = [number for pair in spelled for number in numbers(a.parts[pair.one])]
    other = [number for pair in spelled for number in numbers(b.parts[pair.other])]
    return sorted((*a.numbers, *other)) != sorted((*b.numbers, *one))


def _extra(extra: float, matched: float, *, person: bool) -> float:
    """What words on one side alone cost: middle names are left out, words of a firm's name are not."""
    if person:
        alone = 0.3 if matched <= 1 else 0.0  # one name of several: many bear it
        return 0.02 + alone + 0.16 * extra / (matched + extra) + (0.1 if extra > matched else 0.0)
    return 0.13 + 0.35 * extra / (matched + extra)


def _turned(a: Named, b: Named, pairs: list[Pair]) -> float:
    """What another order of words costs; most where it makes the son the father."""
    order = [pair[1] for pair in sorted(pairs) if pair.weight >= 0.5]
    if order == sorted(order):
        return 0.0
    fathers, others = _fathers(a), _fathers(b)
    if fathers and others and not fathers & others:
        return 0.35
    return 0.06


def _fathers(named: Named) -> set[str]:
    """The words that a name gives as the father's."""
    return {
        after.text
        for before, after in zip(named.parts, named.parts[1:], strict=False)
        if before.text in ("bin", "bint")
    }


def _sexes_differ(a: Named, b: Named) -> bool:
    """Whether the titles are of a man and of a woman."""
    one, other = set(a.titles), set(b.titles)
    return bool((one & MEN and other & WOMEN) or (one & WOMEN and other & MEN))


# ---- what is no row of words -----------------------------------------------------------------------------------------


def _acronym(a: Named, b: Named) -> Match | None:
    """Whether one name is the first letters of the other: no match on that alone, many names share their letters."""
    short, full = (a, b) if len(a.parts) == 1 else (b, a)
    if len(short.parts) != 1 or not 2 <= len(short.joined) <= 8 or len(full.parts) < 2:
        return None
    telling = "".join(part.text[0] for part in full.parts if part.kind not in ("function", "particle"))
    every = "".join(part.text[0] for part in full.parts)
    if short.joined not in (telling, every):
        return None
    return Match(0.6, {"acronym": 0.6}, (), 1)


def _handles(a: Named, b: Named) -> Match:
    """The likeness of a handle and a name, or of two handles."""
    if a.handle and b.handle:
        likeness = 0.8 if a.handle == b.handle else 0.0  # one name at two hosts is often two people's
        return Match(likeness, {"handle": likeness}, (), 2 if likeness else 0)
    handle, named = (a.handle, b) if a.handle else (b.handle, a)
    likeness = handles(named).get(handle, 0.0)
    return Match(likeness, {"handle": likeness}, (), 2 if likeness > ALONE_MAX else int(likeness > 0))


def handles(named: Named) -> dict[str, float]:
    """The handles that people make of a name, and how much each tells: all of it much, a first letter and a surname less.

    >>> from kenning.rules.names.parts import read
    >>> handles(read("Jane Ann Doe"))
    {'janeanndoe': 0.85, 'janedoe': 0.85, 'doejane': 0.8, 'jdoe': 0.7, 'janed': 0.65, 'jad': 0.4}
    """
    names = [part.latin for part in named.parts if part.kind in ("word", "initial", "common") and part.latin]
    if len(names) < 2 or named.family == "organisation":
        return {"".join(names): 0.5} if names and len(names[0]) > 2 else {}
    first, last = names[0], names[-1]
    found = {"".join(part.latin for part in named.parts): 0.85, first + last: 0.85, last + first: 0.8}
    for handle, likeness in (
        (first[0] + last, 0.7),
        (first + last[0], 0.65),
        ("".join(name[0] for name in names), 0.4),
    ):
        if len(handle) > 2:
            found.setdefault(handle, likeness)
    return found


def _spaceless(a: Named, b: Named) -> Match:
    """The likeness of two names of a script without spaces: no edits, since every letter is a syllable or a word."""
    short, full = sorted((a.spaceless, b.spaceless), key=lambda text: (len(text), text))
    letters = round(float(Indel.normalized_similarity(short, full)), 4)
    if short == full:
        penalty = -0.01 if a.forms == b.forms else -0.02
        return Match(1.0 + penalty, {"words": 1.0, "letters": 1.0, "form": penalty}, (), 3)
    if len(short) >= 2 and (full.startswith(short) or full.endswith(short)):
        rest = full.removesuffix(short) if full.endswith(short) else full.removeprefix(short)
        if CJK_NEGATIONS & set(rest):
            return Match(round(VETOED_MAX * letters, 4), {"letters": letters}, ("negation",), 0)
        share = 0.75 if len(short) >= 3 else 0.6
        return Match(share, {"words": 1.0, "letters": letters, "extra": share - 1.0}, (), 2)
    return Match(round(letters * 0.5, 4), {"letters": letters}, (), 0)
