"""What speaks for and against two entities being one: facts with what they rest on, before anyone weighs them.

Facts that follow from one another are told once: a login made of the name both bear says nothing that the name has not said.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from kenning.rules.identity.address import stem
from kenning.rules.identity.agree import AGREEING, relation, stranger, vowels
from kenning.rules.identity.handles import derived
from kenning.rules.identity.person import Counts, Grade, Person, ReasonKind
from kenning.rules.identity.traits import SHARED_NAMES_MIN, Traits, short, traits
from kenning.rules.names.nicknames import is_given

COMMON = 0.3
"""What is left of a handle that others here have or would have, or that is a name many bear."""
RARE_NAMES_MAX = 3
"""A domain, network or device that goes with so few names is a household's or a person's own."""
EVENTS_MIN = 50
"""Fewer events tell no hours."""
WORDS_MIN = 20
"""Fewer words are no vocabulary."""

_ORDER: tuple[Grade, ...] = ("same", "extended", "near", "initial", "alike", "unlike", "partial", "differ")
_WHOLE: frozenset[Grade | None] = frozenset({"same", "extended"})
_OTHERS = 100  # a namespace is a sample: so many more full names stand behind the ones met
# How often given names of two strangers begin alike, or look like one another.
_LOOSE: dict[Grade, float] = {"initial": 1 / 12, "near": 1 / 50, "alike": 1 / 50}
_SHORT = 4  # handles below this many characters are taken twice by chance
_NUMBERED = 0.9  # a handle met without its number
_STRANGERS = 0.8  # most people are awake at the same hours and use the same words: up to here likeness says nothing


class Fact(NamedTuple):
    """One thing that speaks for it: its strength, a field of `suggest.Strengths`, and how much of that is left here, 0 to 1."""

    kind: ReasonKind
    by: str
    factor: float
    detail: str


class Evidence(NamedTuple):
    """Facts for, of which the best of each kind counts; what disagrees, and which field of `suggest.Strengths` weighs that."""

    facts: tuple[Fact, ...]
    against: str
    disagreement: str


def evidence(a: Person, b: Person, counts: Counts) -> Evidence | None:
    """What speaks for and against two entities being one; nothing where nothing speaks for it, or types differ. Symmetric."""
    a, b = sorted((a, b), key=lambda person: person.id)
    if a.id == b.id or a.type != b.type:
        return None
    one, other = traits(a), traits(b)
    grade, disagreement = _grade(one, other)
    exact = _exact(one, other, counts)
    facts = [*exact, *_name(one, other, grade, counts), *_handles(one, other, grade, counts)]
    facts += [*_surroundings(a, b, counts), *_habits(a, b)]
    if not any(fact.factor for fact in facts):
        return None
    against: str = (grade or "differ") if disagreement else ""
    if disagreement and any(fact.factor for fact in exact) and not (grade != "partial" and _third(exact[-1], counts)):
        against += "_at_address"
    return Evidence(tuple(sorted(facts)), against, disagreement)


def _grade(one: Traits, other: Traits) -> tuple[Grade | None, str]:
    """The best relation of any two full names, and what disagrees where none agrees."""
    graded = [(relation(mine, theirs), mine, theirs) for mine in one.full for theirs in other.full]
    if not graded:
        return None, _given_names(one, other)
    grade, mine, theirs = min(graded, key=lambda found: (_ORDER.index(found[0]), found[1], found[2]))
    return grade, "" if grade in AGREEING else f"{' '.join(mine.words)} / {' '.join(theirs.words)}"


def _given_names(one: Traits, other: Traits) -> str:
    """Where a given name stands alone: what disagrees, if no name of the other can be meant by it."""
    alone = [(given, other) for given in one.single if is_given(given.words[0])]
    alone += [(given, one) for given in other.single if is_given(given.words[0])]
    for given, facing in alone:
        names = [*facing.full, *(name for name in facing.single if is_given(name.words[0]))]
        if names and all(stranger(given.words[0], name) for name in names):
            return f"{given.words[0]} / {' '.join(names[0].words)}"
    return ""


def _exact(one: Traits, other: Traits, counts: Counts) -> list[Fact]:
    """Identifiers that are one person's own, unless so many names go with them that they are nobody's."""
    found = [Fact("biometric", "biometric", 1.0, key) for key in sorted(one.biometric & other.biometric)[:1]]
    shared = None
    for key in sorted(one.exact.keys() & other.exact.keys()):
        if counts.names("address", key) < SHARED_NAMES_MIN:
            return [*found, Fact("address", "address", _named(one, other, key, counts), key)]
        shared = Fact("shared_address", "address", 0.0, key)
    return [shared, *found] if shared else found


def _named(one: Traits, other: Traits, key: str, counts: Counts) -> float:
    """How far an address links where not both tell a full name, and other names go with it too.

    A nick beside a full name is mostly the same person's; several nicks may be several persons'; for a person of no name it
    is asked about from two names on, and as good as drawn from three.
    """
    names = counts.names("address", key)
    if (one.full and other.full) or names < 2:
        return 1.0
    if (one.full or one.single) and (other.full or other.single):
        return 1.0 if names < (4 if one.full or other.full else 3) else 0.9
    return 0.9 if names < 3 else 0.5


def _third(exact: Fact, counts: Counts) -> bool:
    """Whether a third name goes with an address: together with two that differ it tells that the address is shared."""
    return exact.kind == "address" and counts.names("address", exact.detail) > 2


def _rarity(words: set[str], spellings: int, counts: Counts, loose: float) -> float:
    """How sure it is that nobody else here bears these words together: 1 / (1 + how many would by chance).

    ``spellings`` of the names that bear each word are the two compared. ``loose`` is the chance that one more word meets,
    which is not whole. The number of names here counts in powers of two, so
    that one more entity changes nothing about others until the next power is reached.
    """
    total = 1 << (counts.names("name", "") + _OTHERS).bit_length()
    by_chance = total * loose
    for word in sorted(word for word in words if len(word) > 1):
        by_chance *= min(1.0, max(0, counts.names("word", word) - spellings) / total)
    return 1 / (1 + by_chance)


def _name(one: Traits, other: Traits, grade: Grade | None, counts: Counts) -> list[Fact]:
    """What the names say for it: full names that agree, or a first or last name alone."""
    if grade is None:
        return _first_name(one, other, counts)
    if grade not in AGREEING or grade == "unlike":
        return []
    mine, theirs = min((m.words, t.words) for m in one.full for t in other.full if relation(m, t) == grade)
    shared = set(map(vowels, mine)) & set(map(vowels, theirs))
    spellings = len({tuple(sorted(mine)), tuple(sorted(theirs))})
    factor = _rarity(shared, spellings, counts, _LOOSE.get(grade, 1.0))
    return [Fact("full_name", grade, factor, f"{' '.join(mine)} / {' '.join(theirs)}")]


def _first_name(one: Traits, other: Traits, counts: Counts) -> list[Fact]:
    """A one-word name that is a word of the other's full name: weak, and next to nothing where many here bear it."""
    shared = {
        vowels(name.words[0])
        for single, full in ((one.single, other.full), (other.single, one.full))
        for name in single
        if len(name.words) == 1 and len(name.words[0]) > 1
        if any(vowels(name.words[0]) in map(vowels, called.words) for called in full)
    }
    if not shared:
        return []
    bearers, word = min((counts.names("word", word), word) for word in shared)
    by = "first_name" if bearers <= 2 else "first_name_common"
    return [Fact("first_name", by, 1.0, f"{word}: in {bearers} names here")]


def _handles(one: Traits, other: Traits, grade: Grade | None, counts: Counts) -> list[Fact]:
    """Equal handles, and handles that the other's full name gives; no handle twice."""
    # What an equal address, or a name both bear, already said.
    told = {one.exact[key] for key in one.exact.keys() & other.exact.keys()}
    if grade in _WHOLE:
        told |= {handle for name in (*one.full, *other.full) for handle in derived(name.words)}
    equal = _equal(one, other, told, counts)
    told |= {fact.detail for fact in equal}
    given = [*_given(one, other, told, counts), *_given(other, one, told, counts)]
    return [*equal, *given] if grade in _WHOLE else [*equal, *given, *_spelled(one, other), *_spelled(other, one)]


def _equal(one: Traits, other: Traits, told: set[str], counts: Counts) -> list[Fact]:
    """Handles both bear; surer where identifiers say so than where a one-word name does."""
    found = []
    for mine, sure in sorted(one.handles.items()):
        for theirs, also in sorted(other.handles.items()):
            bare = _meeting(mine, theirs)
            if bare and not {mine, theirs} & told:
                by = ("handle_of_names", "handle_of_name", "handle")[sure + also]
                factor = _standing(bare, (one, other), counts) * (1.0 if mine == theirs else _NUMBERED)
                found.append(Fact("handle", by, factor, bare))
    return found


def _meeting(mine: str, theirs: str) -> str:
    """Under what two handles meet: themselves, or without the number of one; two different numbers are two handles."""
    if mine == theirs:
        return mine
    bare = stem(mine)
    return bare if bare and bare == stem(theirs) and bare in {mine, theirs} else ""


def _given(bearer: Traits, named: Traits, told: set[str], counts: Counts) -> list[Fact]:
    """Handles of one that a full name of the other gives."""
    found = []
    for handle in sorted(bearer.handles.keys() - told):
        for called in named.full:
            schemes = derived(called.words)
            bare = handle if handle in schemes else stem(handle)
            # A one-word name that is a word of the other's is a first name, and counted as such.
            if bare in schemes and (bearer.handles[handle] or schemes[bare] != "word"):
                factor = _standing(bare, (bearer, named), counts) * (1.0 if bare == handle else _NUMBERED)
                detail = f"{handle}: {schemes[bare]}, {' '.join(called.words)}"
                found.append(Fact("derived_handle", schemes[bare], factor, detail))
    return found


def _spelled(bearer: Traits, named: Traits) -> list[Fact]:
    """Local parts that spell a full name out: ``mia.b.okafor``."""
    return [
        Fact("derived_handle", "whole", 1.0, f"{'.'.join(local.words)}: whole, {' '.join(called.words)}")
        for local in bearer.locals
        for called in named.full
        if relation(local, called) in _WHOLE
    ]


def _standing(handle: str, both: tuple[Traits, Traits], counts: Counts) -> float:
    """How far a handle tells people apart: less where others here have or would have it, where it is a name, or short."""
    own = {
        short(called) for one in both for called in one.full if handle in one.handles or handle in derived(called.words)
    }
    common = counts.names("handle", handle) > max(1, len(own)) or counts.names("word", vowels(handle)) > 2
    common = common or is_given(handle)
    return (COMMON if common else 1.0) * (0.8 if len(handle) < _SHORT else 1.0)


def _surroundings(a: Person, b: Person, counts: Counts) -> list[Fact]:
    """A rare domain, network or device both are met in."""
    domains = sorted(set(traits(a).domains) & set(traits(b).domains))
    contexts = [f"{kind}:{value}" for kind, value in sorted(set(a.context) & set(b.context))]
    found = [Fact("domain", "domain", 1.0, key) for key in domains if counts.names("domain", key) <= RARE_NAMES_MAX]
    found += [
        Fact("context", "context", 1.0, key) for key in contexts if counts.names("context", key) <= RARE_NAMES_MAX
    ]
    return found


def _habits(a: Person, b: Person) -> list[Fact]:
    """How alike hours and vocabulary are, beyond what strangers share; nothing where either is too thin to tell."""
    found = {}
    if len(a.hours) == len(b.hours) and min(sum(a.hours), sum(b.hours)) >= EVENTS_MIN:
        product = sum(mine * theirs for mine, theirs in zip(a.hours, b.hours, strict=True))
        squares = sum(hour**2 for hour in a.hours) * sum(hour**2 for hour in b.hours)
        found["hours"] = product / sqrt(squares)
    mine, theirs = set(a.words), set(b.words)
    if min(len(mine), len(theirs)) >= WORDS_MIN:
        found["words"] = len(mine & theirs) / min(len(mine), len(theirs))
    likeness = sum(max(0.0, value - _STRANGERS) / (1 - _STRANGERS) for value in found.values()) / 2
    return [Fact("behaviour", "behaviour", min(1.0, likeness), ", ".join(sorted(found)))] if likeness else []
