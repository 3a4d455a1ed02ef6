"""What stands side by side: places in places, dates of a life in brackets, whose wife somebody is, who heads what.

A small parser is often wrong within such runs of names, and their order alone says enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from kenning.rules.knowledge.extract.named.places import COUNTRIES, REGIONS
from kenning.rules.knowledge.extract.named.shaped import Named

_PLACES = frozenset({"place", "venue"})
LANDS = COUNTRIES | REGIONS
_MONTHS = "january february march april may june july august september october november december".split()  # noqa: SIM905
_MONTH = "|".join(month.title() for month in _MONTHS)
_DATE = (
    rf"(?:(?P<d1>\d{{1,2}})\s+(?P<m1>{_MONTH})\s+(?P<y1>\d{{4}})"
    rf"|(?P<m2>{_MONTH})\s+(?P<d2>\d{{1,2}}),?\s+(?P<y2>\d{{4}})|(?P<y3>\d{{4}}))"
)
_DAY = regex.compile(_DATE)
_LIFE = regex.compile(
    rf"\s*\(\s*(?:[^()\d]{{0,60}}?[;,:]\s*)?(?P<born>born\s+|b\.\s*)?(?:on\s+)?(?P<from>{_DATE.replace('?P<', '?P<f')})"
    rf"(?:[^()\d]{{0,60}}?\s*[–—-]\s*(?:[^()\d]{{0,40}}?,\s*)?(?P<to>{_DATE.replace('?P<', '?P<t')}))?"
)
_BORN_ON = regex.compile(rf"\bborn\s+(?:on\s+)?(?P<on>{_DATE})")
_DIED_ON = regex.compile(rf"\bdied\s+(?:on\s+)?(?P<on>{_DATE})")
_BETWEEN = regex.compile(r",\s*(?:in\s+|the\s+)?|\s+in\s+(?:the\s+)?|\s+\(\s*|\s+of\s+the\s+")
_OWN = regex.compile(
    r"\s*['’]s?\s+(?:(?:late|future|former|ex-?|first|second|third|older|elder|younger|twin|little|big|then|long-time)\s+)*(?P<kin>\p{L}+),?\s+"
)
_AND_OWN = regex.compile(
    r"\s+and\s+(?:his|her)\s+(?:(?:first|second|third|late|former|older|elder|younger)\s+)*(?P<kin>\p{L}+),?\s+"
)
_HEAD = regex.compile(
    r"\s+(?P<head>CEO|CTO|CFO|COO|president|chairman|chairwoman|chair|director|founder|co-founder|head|boss)\s+",
    regex.IGNORECASE,
)
KIN = {
    "wife": "married_to",
    "husband": "married_to",
    "spouse": "married_to",
    "son": "parent_of",
    "daughter": "parent_of",
    "child": "parent_of",
    "father": "child_of",
    "mother": "child_of",
    "mom": "child_of",
    "mum": "child_of",
    "dad": "child_of",
    "brother": "sibling_of",
    "sister": "sibling_of",
    "girlfriend": "partner_of",
    "boyfriend": "partner_of",
    "partner": "partner_of",
    "fiancé": "engaged_to",
    "fiancée": "engaged_to",
    "cousin": "relative_of",
    "nephew": "relative_of",
    "niece": "relative_of",
    "uncle": "relative_of",
    "aunt": "relative_of",
    "friend": "friend_of",
    "boss": "reports_to",
    "colleague": "works_with",
    "roommate": "lives_with",
    "flatmate": "lives_with",
    "neighbor": "neighbor_of",
    "neighbour": "neighbor_of",
}


class Stated(NamedTuple):
    """A relation that words state: between which of the names, or a name and a value, where they stand and how sure that is."""

    subject: int
    predicate: str
    object: int
    value: str
    start: int
    end: int
    rule: str
    confidence: float


def beside(text: str, names: Sequence[Named]) -> Iterator[Stated]:
    """Give what is stated by what stands side by side."""
    yield from _chains(text, names)
    for number, name in enumerate(names):
        if name.kind == "person":
            yield from _life(text, number, name)
        if number + 1 < len(names):
            yield from _owned(text, names, number)


def _chains(text: str, names: Sequence[Named]) -> Iterator[Stated]:
    """Places one in the other: Groningen, in the Netherlands. Commas alone lead to a land that is known as one, or are a list."""
    for first, name in enumerate(names[:-1]):
        if name.kind not in _PLACES or _said(text, name) in COUNTRIES:
            continue
        reached = _reached(text, names, first)
        if reached and "," in text[name.end : names[reached[0]].start]:
            known = [one for one in reached if _said(text, names[one]) in LANDS]
            reached = [one for one in reached if known and one <= known[-1]]
        for one in reached:
            yield Stated(first, "located_in", one, "", name.start, names[one].end, "place-in-place", 0.85)


def _reached(text: str, names: Sequence[Named], first: int) -> list[int]:
    """The places that follow one after the other behind a place, as far as the first country."""
    reached: list[int] = []
    last = first
    while last + 1 < len(names) and names[last + 1].kind == "place" and _follows(text, names[last], names[last + 1]):
        last += 1
        reached.append(last)
        if _said(text, names[last]) in COUNTRIES:
            break
    return reached


def _follows(text: str, inner: Named, outer: Named) -> bool:
    between = text[inner.end : outer.start]
    if _BETWEEN.fullmatch(between) is None:
        return False
    # A list of equals ("Paris, Rome and Vienna") goes on with "and"; a place in another does not.
    after = text[outer.end : outer.end + 6].lstrip(",").lstrip()
    return "," not in between or not after.startswith(("and ", "& ", "or "))


def _said(text: str, name: Named) -> str:
    return text[name.start : name.end].lower()


def _life(text: str, number: int, name: Named) -> Iterator[Stated]:
    """The dates of a life: in brackets behind a name, or behind "born" and "died" right after it."""
    found = _LIFE.match(text, name.end)
    if found is not None:
        closed = text.find(")", found.end())
        single = found["to"] is None
        if single and not found["born"]:
            return
        yield _dated(number, "born_on", _value(found, "f"), (name.start, found.end("from")), "life-in-brackets")
        if not single and closed >= 0:
            yield _dated(number, "died_on", _value(found, "t"), (name.start, found.end("to")), "life-in-brackets")
        return
    rest = text[name.end : name.end + 60]
    for expression, predicate in ((_BORN_ON, "born_on"), (_DIED_ON, "died_on")):
        said = expression.search(rest)
        if said is not None and regex.fullmatch(r"[^.;()]{0,24}", rest[: said.start()]):
            yield _dated(number, predicate, _value(said, ""), (name.start, name.end + said.end()), "day-of-life")


def _dated(number: int, predicate: str, value: str, span: tuple[int, int], rule: str) -> Stated:
    return Stated(number, predicate, -1, value, *span, rule, 0.9)


def _value(found: regex.Match[str], lead: str) -> str:
    """A date as the schema writes it, as exact as it was said."""
    got = found.groupdict()
    if got.get(f"{lead}y3"):
        return str(got[f"{lead}y3"])
    month, day, year = (got.get(f"{lead}{part}1") or got.get(f"{lead}{part}2") for part in "mdy")
    return f"{year}-{_MONTHS.index(str(month).lower()) + 1:02d}-{int(str(day)):02d}"


def _owned(text: str, names: Sequence[Named], number: int) -> Iterator[Stated]:
    """Whose somebody is: Ana's wife Mira, Ana and his wife Mira, Arc Labs CEO Mira."""
    one, other = names[number], names[number + 1]
    between = text[one.end : other.start]
    if one.kind == other.kind == "person":
        found = _OWN.fullmatch(between) or _AND_OWN.fullmatch(between)
        predicate = KIN.get(found["kin"].lower()) if found is not None else None
        if predicate is not None:
            yield Stated(number, predicate, number + 1, "", one.start, other.end, "whose-kin", 0.85)
    elif one.kind in {"organization", "venue"} and other.kind == "person":
        found = _HEAD.fullmatch(between) or regex.fullmatch(
            r"['’]s(?P<rest>" + _HEAD.pattern + ")", between, regex.IGNORECASE
        )
        if found is not None:
            predicate = "founded" if "founder" in found["head"].lower() else "leads"
            yield Stated(number + 1, predicate, number, "", one.start, other.end, "head-of", 0.8)
