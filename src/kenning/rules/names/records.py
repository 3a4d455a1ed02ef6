"""Records of organisations or persons that may be one: a name with an address, a telephone number, companions and subjects.

Each field speaks for or against one owner with a strength set by reasoning, not fitted; independent evidence adds up as a noisy
or (Pearl 1988), what disagrees divides. The strongest links join first, and a join is refused where everything known of two
groups' addresses disagrees: so that a shared switchboard does not chain what stands apart. Sources: Fellegi and Sunter 1969
(evidence by field), Hernández and Stolfo 1995 (sorted neighbourhoods, closure), Christen 2012 (blocking).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
import regex
from rapidfuzz.distance import OSA

from kenning.rules.names.letters import words
from kenning.rules.names.match import Match, compare
from kenning.rules.names.parts import Named, read
from kenning.rules.names.vocabulary import NUMBERS

BLOCK_MAX = 120
"""Records of more than so many spellings under one key are compared with their neighbours in order only."""
NEIGHBOURS = 16
UNRELATED_MAX = 0.2

# How much each field speaks for one owner where it agrees, and what is left of the rest where it disagrees.
_ADDRESS, _NEAR, _PHONE, _WORDS, _COMPANIONS, _SUBJECTS = 0.6, 0.3, 0.6, 0.7, 0.6, 0.15
_OTHER_ADDRESS, _OTHER_PHONE, _OTHER_NAME = 0.65, 0.85, 0.85

_BLOCK_NUMBERS = 12  # house numbers of one site on one street lie so near
_PHONE_DIGITS = 7  # fewer are an extension; the last ones are the subscriber's own
_DIRECTIONS = {
    "north": "n",
    "south": "s",
    "east": "e",
    "west": "w",
    "northeast": "ne",
    "northwest": "nw",
    "southeast": "se",
    "southwest": "sw",
}
_WAYS = frozenset(
    """
    st street str ave avenue av blvd boulevard rd road pl place dr drive ct court ln lane pkwy parkway hwy highway sq square
    ter terrace way cir circle strasse platz weg allee rue via calle plaza straat laan de la du des the
    """.split(),  # noqa: SIM905 - reads as a list
)
_NUMBER = regex.compile(r"\d+[a-z]?")
_ORDINAL = regex.compile(r"(\d+)(?:st|nd|rd|th)")
_DIGITS = regex.compile(r"\d+")


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """What a list says of one organisation or person.

    ``companions`` are names of others it appears with, ``subjects`` the classes it is filed under. What is unknown is empty.
    """

    id: str
    name: str
    type: str = "kenning:Organization"
    address: str = ""
    phone: str = ""
    companions: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()


class Site(msgspec.Struct, frozen=True):
    """An address as far as it tells sites apart: the house numbers from and to, a direction, and the street's telling word."""

    first: int
    last: int
    direction: str
    street: str


class Entry(msgspec.Struct, frozen=True):
    """A record as read: its name, site, telephone number's last digits, companions and subjects."""

    record: Record
    named: Named
    site: Site | None
    phone: str
    companions: frozenset[str]
    subjects: frozenset[str]


class Rarity(msgspec.Struct, frozen=True):
    """How many different names of a collection bear a word, a companion; how many sites share a telephone number."""

    words: Mapping[str, int]
    companions: Mapping[str, int]
    phones: Mapping[str, int]


def site(address: str) -> Site | None:
    """Where an address is, or None where it names no house: the first house number with the first telling word of the street.

    >>> site("340 E. Fifth Avenue, Suite 9") == site("340 East 5th Ave") is not None
    True
    >>> site("Lindenstr. 5"), site("6120-24 S. Marsh Rd")
    (Site(first=5, last=5, direction='', street='lindenstr'), Site(first=6120, last=6124, direction='s', street='marsh'))
    """
    line = next((line for line in regex.split(r"[\n,;]", address) if any(map(str.isdigit, line))), "")
    tokens = [_DIRECTIONS.get(word, word) for word in words(line)]
    start = 0
    while start < len(tokens) and _NUMBER.fullmatch(tokens[start]):
        start += 1
    houses, rest = tokens[:start], tokens[start:]
    street = next((word for word in rest if word not in _WAYS and word not in _DIRECTIONS.values()), "")
    if not houses:  # the number after the street
        houses = [word for word in rest if _NUMBER.fullmatch(word)][:1]
    if not street and len(houses) > 1:  # a street that is a number
        street = houses.pop()
    if not street or not houses or street in houses:
        return None
    direction = next((word for word in rest if word in _DIRECTIONS.values()), "")
    numbers = [int(_DIGITS.findall(house)[0][:9]) for house in houses]
    last = _range_end(str(numbers[0]), str(numbers[-1]))
    return Site(numbers[0], last, direction, _plain(street))


def _plain(street: str) -> str:
    """A street's word, numbers as figures: Fifth, 5th, 5."""
    ordinal = _ORDINAL.fullmatch(street)
    return ordinal[1] if ordinal else "1" if street == "first" else NUMBERS.get(street, street)


def _range_end(first: str, last: str) -> int:
    """The end of a range of house numbers, written in full or in its last digits: 6120-24."""
    full = first[: max(0, len(first) - len(last))] + last
    return max(int(full), int(first))


def known(record: Record) -> Entry:
    """A record as read."""
    digits = "".join(_DIGITS.findall(record.phone))
    return Entry(
        record=record,
        named=read(record.name, record.type),
        site=site(record.address),
        phone=digits[-_PHONE_DIGITS:] if len(digits) >= _PHONE_DIGITS else "",
        companions=frozenset(key for name in record.companions if (key := " ".join(sorted(words(name))))),
        subjects=frozenset(record.subjects),
    )


def rarity(records: Iterable[Entry]) -> Rarity:
    """How common words, companions and telephone numbers are in a collection."""
    by_word: dict[str, set[str]] = defaultdict(set)
    by_companion: dict[str, set[str]] = defaultdict(set)
    by_phone: dict[str, set[Site | None]] = defaultdict(set)
    for one in records:
        for part in one.named.parts:
            by_word[part.text].add(one.named.key)
        for companion in one.companions:
            by_companion[companion].add(one.named.key)
        if one.phone and one.site:
            by_phone[one.phone].add(one.site)
    return Rarity(*({key: len(names) for key, names in found.items()} for found in (by_word, by_companion, by_phone)))


def block_keys(one: Entry) -> list[tuple[str, str]]:
    """The keys under which a record is compared with others, each once: telephone, site, and the words of its name by sound."""
    keys = [("phone", one.phone)] if one.phone else []
    if one.site:
        keys.append(("site", f"{one.site.first} {one.site.street}"))
    keys += [
        ("word", part.sound or part.text) for part in one.named.parts if part.kind == "word" and len(part.text) > 2
    ]
    keys.append(("begin", one.named.joined[:5]))
    return list(dict.fromkeys(keys))


def likeness(a: Entry, b: Entry, common: Rarity) -> Match:
    """How surely two records are of one owner. Symmetric; the same record twice gives the most its fields can.

    A veto of the names (another number, another generation, a person and a firm) is one of the records.
    """
    names = compare(a.named, b.named)
    if names.vetoes:
        return names
    related = _related(a.named, b.named, common) if a.site or b.site or a.phone or b.phone else 0.0
    name = max(min(names.score, 0.94), _WORDS * related)
    features = {"name": round(name, 4)}
    doubt = 1.0 - name
    against = 1.0 if max(names.score, related) >= UNRELATED_MAX else _OTHER_NAME
    if a.site and b.site:
        features["address"] = where = _same_site(a.site, b.site)
        doubt *= 1.0 - where
        against *= 1.0 if where else _OTHER_ADDRESS
    if a.phone and b.phone:
        shared = _PHONE / max(1, common.phones.get(a.phone, 1)) ** 0.5 if a.phone == b.phone else 0.0
        features["phone"] = round(shared, 4)
        doubt *= 1.0 - shared
        against *= 1.0 if shared else _OTHER_PHONE
    if names.score > UNRELATED_MAX or related:  # company kept says nothing about two names that have nothing in common
        doubt *= 1.0 - _company(a, b, common, features)
    if against < 1.0:
        features["against"] = round(against - 1.0, 4)
    agreeing = sum(value > 0 for key, value in features.items() if key != "name") + names.measures
    return Match(round((1.0 - doubt) * against, 4), features, (), agreeing)


def _company(a: Entry, b: Entry, common: Rarity, features: dict[str, float]) -> float:
    """What companions and subjects add, told among the features."""
    doubt = 1.0
    for companion in a.companions & b.companions:
        doubt *= 1.0 - 1.0 / max(2, common.companions.get(companion, 2))
    if doubt < 1.0:
        features["companions"] = round(_COMPANIONS * (1.0 - doubt), 4)
    if a.subjects and b.subjects:
        share = len(a.subjects & b.subjects) / min(len(a.subjects), len(b.subjects))
        features["subjects"] = round(_SUBJECTS * share, 4)
    return 1.0 - (1.0 - features.get("companions", 0.0)) * (1.0 - features.get("subjects", 0.0))


def _same_site(one: Site, other: Site) -> float:
    """How far two sites are one: the house, its neighbour on the street, or elsewhere (0)."""
    if one.direction and other.direction and one.direction != other.direction:
        return 0.0
    slip = 1 if min(len(one.street), len(other.street)) >= 5 and one.street.isalpha() else 0
    if one.street != other.street and (not slip or OSA.distance(one.street, other.street, score_cutoff=1) > 1):
        return 0.0
    gap = max(one.first, other.first) - min(one.last, other.last)
    return _ADDRESS if gap <= 0 else _NEAR if gap <= _BLOCK_NUMBERS else 0.0


def _related(a: Named, b: Named, common: Rarity) -> float:
    """The share of the shorter name's telling words that the other has too, each weighed by how few names bear it."""
    one, other = ({part.text for part in named.parts if part.weight >= 0.5} for named in (a, b))
    weights = {word: 1.0 / (1.0 + common.words.get(word, 1)) ** 0.5 for word in one | other}
    least = min(sum(sorted(weights[word] for word in side)) for side in (one, other))
    return sum(sorted(weights[word] for word in one & other)) / least if least else 0.0


# ---- clusters --------------------------------------------------------------------------------------------------------


def cluster(records: Sequence[Record], threshold: float) -> list[list[str]]:
    """The ids of records that are of one owner, group by group; the same whatever order the records come in.

    Links from the threshold on are followed, the strongest first, unless the two groups have addresses and none of the one agrees
    with one of the other. Ids are to be distinct. Costs about a comparison for each pair that shares a block.
    """
    entries = [known(record) for record in sorted(records, key=lambda record: record.id)]
    common = rarity(entries)
    same: dict[tuple[object, ...], list[Entry]] = defaultdict(list)
    for entry in entries:
        same[entry.named.key, entry.named.forms, entry.named.numbers, entry.site, entry.phone].append(entry)
    spellings = [_merged(group) for group in same.values()]
    links = [
        (-score, n, m)
        for n, m in candidates(spellings)
        if (score := likeness(spellings[n], spellings[m], common).score) >= threshold
    ]
    sites = [{entry.site} - {None} for entry in spellings]
    roots = list(range(len(spellings)))
    for _, n, m in sorted(links):
        one, other = sorted((_root(roots, n), _root(roots, m)))
        if one != other and not _apart(sites[one], sites[other]):
            roots[other] = one
            sites[one] |= sites[other]
    found: dict[int, list[str]] = defaultdict(list)
    for n, group in enumerate(same.values()):
        found[_root(roots, n)] += [entry.record.id for entry in group]
    return sorted(sorted(ids) for ids in found.values())


def _merged(same: list[Entry]) -> Entry:
    """One record for several that differ in nothing but the company they keep."""
    first = same[0]
    return Entry(
        first.record,
        first.named,
        first.site,
        first.phone,
        frozenset().union(*(one.companions for one in same)),
        frozenset().union(*(one.subjects for one in same)),
    )


def _root(roots: list[int], n: int) -> int:
    """The group that a record is in."""
    while roots[n] != n:
        roots[n] = n = roots[roots[n]]
    return n


def _apart(sites: set[Site | None], others: set[Site | None]) -> bool:
    """Whether both groups have addresses, and no two of them agree."""
    known_sites = [(one, other) for one in sites if one for other in others if other]
    return bool(known_sites) and not any(_same_site(one, other) for one, other in known_sites)


def candidates(spellings: Sequence[Entry]) -> Iterator[tuple[int, int]]:
    """The pairs worth comparing, each once and in order: those of one block; of a large block, neighbours in order of name."""
    blocks: dict[tuple[str, str], list[int]] = defaultdict(list)
    for n, one in enumerate(spellings):
        for key in block_keys(one):
            blocks[key].append(n)
    pairs: set[tuple[int, int]] = set()
    for block in blocks.values():
        if len(block) <= BLOCK_MAX:
            pairs.update((n, m) for i, n in enumerate(block) for m in block[i + 1 :])
            continue
        ordered = sorted(block, key=lambda n: (spellings[n].named.joined, n))
        for gap in range(1, NEIGHBOURS + 1):
            pairs.update((min(n, m), max(n, m)) for n, m in zip(ordered, ordered[gap:], strict=False))
    yield from sorted(pairs)
