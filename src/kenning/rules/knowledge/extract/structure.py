"""Tier 1: what an event says by its structure: contact cards, who met when, where somebody was, what they read. No guessing.

Who acted, to whom, in which thread and with which files is in the log already, as mentions and links: it needs no claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import regex

from kenning.errors import InvalidError
from kenning.model.identity.extract import (
    NOTHING,
    Alias,
    Extracted,
    Found,
    Learned,
    Passage,
    Reference,
    Tier,
    entity,
    mention,
)
from kenning.model.time import instant, rfc3339
from kenning.rules import kinds

CARD = "contact.card"
MEETING = "calendar.entry"
PAGE = "page.visited"
_PLACES = regex.compile(r"^(?:place|location|photo|checkin|visit)\.")
_LINE = regex.compile(r"(?m)^(?P<label>[A-Z][\w -]*?)(?: \((?P<types>[^)\n]*)\))?: (?P<value>[^\n]+)$")
_DAY = regex.compile(r"(?P<year>\d{4}|--)-?(?P<month>\d\d)-?(?P<day>\d\d)(?:T.*)?")
_CERTAIN = 0.95
_ANOTHERS = 0.6  # the model of another memory read it out of a text, as tier 4 would
PERSON, ORGANIZATION, PLACE = "kenning:Person", "kenning:Organization", "kenning:Place"

_VALUES = {
    "E-mail": "email",
    "Phone": "phone",
    "Address": "address",
    "Web": "website",
    "Title": "role",
    "Role": "role",
    "Time zone": "time_zone",
    "Language": "preferred_language",
}
_RELATED = {
    "spouse": "married_to",
    "partner": "partner_of",
    "husband": "married_to",
    "wife": "married_to",
    "domestic partner": "partner_of",
    "manager": "reports_to",
    "assistant": "manages",
    "child": "parent_of",
    "son": "parent_of",
    "daughter": "parent_of",
    "parent": "child_of",
    "mother": "child_of",
    "father": "child_of",
    "sibling": "sibling_of",
    "brother": "sibling_of",
    "sister": "sibling_of",
    "friend": "friend_of",
    "colleague": "works_with",
    "co-worker": "works_with",
    "neighbor": "neighbor_of",
    "acquaintance": "knows",
    "contact": "knows",
    "kin": "relative_of",
    "emergency": "knows",
}
_CALLED = {
    "works_for": "works_at",
    "employed_by": "works_at",
    "employed_at": "works_at",
    "works_as": "occupation",
    "resides_in": "lives_in",
    "lives_at": "lives_in",
    "married": "married_to",
    "spouse_of": "married_to",
    "friends_with": "friend_of",
    "father_of": "parent_of",
    "mother_of": "parent_of",
    "son_of": "child_of",
    "daughter_of": "child_of",
    "brother_of": "sibling_of",
    "sister_of": "sibling_of",
    "located_at": "located_in",
    "enjoys": "likes",
    "loves": "likes",
    "moved": "moved_to",
}
_PERSONS = frozenset(_RELATED.values()) | {"email", "phone", "address", "role", "preferred_language", "time_zone"}


class _Line(NamedTuple):
    """One line of a card: what it is, of which sort, what it says, and where that stands in the text."""

    label: str
    types: tuple[str, ...]
    value: str
    start: int
    end: int


class Structure:
    """Draws claims out of the structure of events."""

    name = "structure"
    version = "1"
    tier: Tier = 1
    batch = 500

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Draw out what each passage says."""
        return [self._one(passage) for passage in passages]

    def wants(self, kind: str, text: str) -> bool:
        """Tell whether anything could come of an event of a kind: of most nothing can."""
        del text
        return kind in _READERS or _PLACES.match(kind) is not None

    def _one(self, passage: Passage) -> Extracted:
        kind = passage.event.kind
        read = _READERS.get(kind) or (_visit if _PLACES.match(kind) else None)
        return NOTHING if read is None else read(passage)


def _card(passage: Passage) -> Extracted:
    """Read a contact card: the lines of its text are written by the reader of such files, one for each property."""
    subject = next((entity(one.entity) for one in passage.sighted if one.path.startswith("entities[")), None)
    if subject is None:
        return NOTHING
    kind = next((one.type for one in passage.sighted if one.path.startswith("entities[")), PERSON)
    mentions: list[Found] = []
    learned: list[Learned] = []
    aliases: list[Alias] = []
    for line in _lines(passage.text):
        if line.label == "Nickname":
            aliases += [
                Alias(who=subject, name=name.strip(), start=line.start, end=line.end)
                for name in line.value.split(",")
                if name.strip()
            ]
            continue
        learned += _of_line(line, subject, kind, mentions)
    return Extracted(mentions=mentions, learned=learned, aliases=aliases)


def _lines(text: str) -> Iterator[_Line]:
    for match in _LINE.finditer(text):
        types = tuple(word.strip().lower() for word in (match["types"] or "").split(",") if word.strip())
        yield _Line(match["label"], types, match["value"].strip(), *match.span("value"))


def _of_line(line: _Line, subject: Reference, kind: str, mentions: list[Found]) -> Iterator[Learned]:
    """Read one line of a card. Of a firm's card only what a firm can have is claimed."""

    def claim(predicate: str, *, value: object = None, obj: Reference | None = None) -> Learned:
        return Learned(
            subject=subject,
            predicate=predicate,
            value=value,
            object=obj,
            start=line.start,
            end=line.end,
            confidence=_CERTAIN,
            rule=f"card.{predicate}",
        )

    def named(name: str, of: str) -> Reference:
        mentions.append(Found(surface=name, type=of, start=line.start, end=line.start + len(name)))
        return mention(len(mentions) - 1)

    is_person = kind == PERSON
    predicate = _VALUES.get(line.label)
    if predicate in {"role", "preferred_language"} and not is_person:
        return
    if predicate is not None:
        yield claim(predicate, value=line.value)
    elif line.label == "Organization" and is_person:
        first = line.value.split(", ")[0]
        yield claim("works_at", obj=named(first, ORGANIZATION))
    elif line.label == "Birthday" and is_person and (day := _day(line.value)) is not None:
        yield claim("born_on", value=day)
    elif line.label in {"Spouse", "Manager", "Related", "Assistant"} and is_person:
        types = (line.label.lower(), *line.types)
        related = next((_RELATED[one] for one in types if one in _RELATED), "knows")
        if regex.match(r"(?i)[a-z][\w+.-]*:|[^ ]+@", line.value) is None:  # an address names nobody
            yield claim(related, obj=named(line.value, PERSON))


def _day(said: str) -> str | None:
    """Give a birthday as claims write it, from the ways a card does.

    >>> [_day(said) for said in ("19900517", "1990-05-17T00:00:00Z", "--0517", "--05-17", "May")]
    ['1990-05-17', '1990-05-17', '--05-17', '--05-17', None]
    """
    match = _DAY.fullmatch(said.strip())
    if match is None:
        return None
    year = match["year"]
    return f"{'-' if year == '--' else year}-{match['month']}-{match['day']}"


def _meeting(passage: Passage) -> Extracted:
    """Read an appointment that had people: who was there, once it is over."""
    people = [one for one in passage.sighted if one.path.startswith("entities[") or one.path == "actor"]
    title = passage.text.partition("\n")[0].strip()
    recorded = instant(passage.event.recorded_at, None, "recordedAt")
    is_over = passage.event.time is not None and passage.at_us < recorded
    if len(people) < 2 or not is_over or not title:
        return NOTHING
    start = passage.text.index(title)
    span = (start, start + len(title))
    met = Found(surface=title[:1024], type="kenning:Meeting", start=span[0], end=span[1])
    when = rfc3339(passage.at_us)
    learned = [
        Learned(
            subject=entity(one),
            predicate="attended",
            object=mention(0),
            start=span[0],
            end=span[1],
            valid_from=when,
            confidence=0.8,  # who is invited was mostly there
            rule="calendar.attended",
        )
        for one in dict.fromkeys(one.entity for one in people)
    ]
    return Extracted(mentions=[met], learned=learned)


def _visit(passage: Passage) -> Extracted:
    """Read where somebody was, where the place has a name."""
    place = passage.event.location.name if passage.event.location is not None else None
    if place is None or passage.speaker is None:
        return NOTHING
    start = max(0, passage.text.find(place))
    end = start + len(place) if place in passage.text else 0
    found = Found(surface=place, type=PLACE, start=start if end else 0, end=end)
    learned = Learned(
        subject=entity(passage.speaker.entity),
        predicate="visited",
        object=mention(0),
        valid_from=rfc3339(passage.at_us) if passage.event.time is not None else None,
        start=found.start,
        end=found.end,
        confidence=_CERTAIN,
        rule="place.visited",
    )
    return Extracted(mentions=[found], learned=[learned])


def _page(passage: Passage) -> Extracted:
    """Read what page somebody looked at: by its title, where it has one."""
    title = passage.text.partition("\n")[0].strip()
    if not title or passage.speaker is None or regex.match(r"(?i)[a-z]+://", title):
        return NOTHING
    start = passage.text.index(title)
    learned = Learned(
        subject=entity(passage.speaker.entity),
        predicate="read",
        value=title[:200],
        valid_from=rfc3339(passage.at_us) if passage.event.time is not None else None,
        start=start,
        end=start + len(title),
        confidence=0.7,  # a page that was opened was not read for that
        rule="page.read",
    )
    return Extracted(learned=[learned])


def _fact(passage: Passage) -> Extracted:
    """Read a fact that another memory kept: its ends stand among the entities, relation and times in lines of the text."""
    ends: dict[str, Reference] = {}
    for one in passage.sighted:
        place = regex.fullmatch(r"entities\[(\d+)\]", one.path)
        if place is not None and int(place[1]) < len(passage.event.entities):
            ends.setdefault(passage.event.entities[int(place[1])].role or "", entity(one.entity))
    lines = {line.label: line for line in _lines(passage.text)}
    relation = lines.get("Relation")
    predicate = predicate_of(relation.value) if relation is not None else ""
    if not {"subject", "object"} <= ends.keys() or not predicate:
        return NOTHING
    learned = Learned(
        subject=ends["subject"],
        predicate=predicate,
        object=ends["object"],
        valid_from=_moment(lines.get("Since"), passage.zone),
        valid_to=_moment(lines.get("Until"), passage.zone),
        start=0,
        end=len(passage.text.partition("\n")[0]),
        confidence=_ANOTHERS,
        rule="fact.noted",
    )
    return Extracted(learned=[learned])


def predicate_of(name: str) -> str:
    """Give the predicate that another memory's name for a relation means: ours where there is one, else as it is written.

    >>> [predicate_of(name) for name in ("WORKS_AT", "is married to", "employedBy", "ENJOYS_HIKING_WITH", "…")]
    ['works_at', 'married_to', 'works_at', 'enjoys_hiking_with', '']
    """
    words = regex.findall(r"[\p{L}\p{N}]+", regex.sub(r"(?<=\p{Ll})(?=\p{Lu})", " ", name))
    plain = "_".join(word.casefold() for word in words)
    bare = plain.removeprefix("is_").removeprefix("a_")
    return _CALLED.get(bare, bare)[:128]


def _moment(line: _Line | None, zone: str) -> str | None:
    """Give a time as claims take it; nothing for what is none."""
    if line is None:
        return None
    try:
        instant(line.value, zone if "/" in zone else "UTC", "time")
    except InvalidError:
        return None
    return line.value


_READERS: dict[str, Callable[[Passage], Extracted]] = {CARD: _card, MEETING: _meeting, PAGE: _page, kinds.FACT: _fact}
