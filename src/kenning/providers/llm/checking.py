"""What of a model's answer may become a claim: nothing without its words in the text, nothing the schema has no word for.

A model may be wrong, small, or talked into something by what it reads. So its answer is never believed as to what a text
says: its quote, whom it speaks of and what it says of them must stand there, each letter by letter. What comes through is a draft
with its words and a bounded confidence, and decides nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

import msgspec

from kenning.model.event import Precision
from kenning.model.identity.extract import (
    ADDRESSEE,
    SPEAKER,
    Extracted,
    Found,
    Learned,
    Passage,
    Reference,
    entity,
    mention,
)
from kenning.model.schema import ENTITY, VALUE_TYPES, Predicate

CONFIDENCE_MAX = 0.8
"""Whatever a model says of itself: where a sentence is read well by a rule, the rule is surer."""
CONFIDENCE = 0.5
"""Of a claim of whose confidence a model says nothing."""
CLAIMS_MAX = 48
"""Of one passage no more is taken."""
_NAME_MAX = 200
_VALUE_MAX = 1000
_QUOTE_MAX = 2000
_NOTE_MAX = 80
_SPEAKING = frozenset({"speaker", "i", "me", "my", "mine", "myself", "we", "us", "our"})
_SPOKEN_TO = frozenset({"addressee", "you", "your", "yours", "yourself"})
_NOBODY = frozenset(
    {"he", "him", "his", "she", "her", "hers", "it", "its", "they", "them", "their", "this", "that", "who"}
)
_DAY = re.compile(r"(\d{4})(?:-(\d\d))?(?:-(\d\d))?", re.ASCII)
_YEARLY = re.compile(r"--(\d\d)-(\d\d)", re.ASCII)
_A_LEAP_YEAR = 2024
_SPACE = re.compile(r"\s+")


class Said(msgspec.Struct, frozen=True):
    """One claim as a model writes it; what else it writes is not read."""

    quote: str
    subject: str
    predicate: str
    object: str | float | bool
    ends: bool = False
    since: str | None = None
    until: str | None = None
    confidence: float | None = None


class Claim(NamedTuple):
    """A claim that came through, less its mentions' places, which follow from what else came through."""

    subject: Found | Reference
    object: Found | Reference | None
    draft: Learned


class _Refused(Exception):  # noqa: N818 - it leaves this module as a note, never as an error
    """Why a claim is thrown away."""


def checked(passage: Passage, items: list[Any], predicates: Mapping[str, Predicate], rule: str) -> Extracted:
    """Give what stands up of the claims a model made of a passage; why each of the others does not is in the notes."""
    text = Words(passage.text)
    through: list[Claim] = []
    notes: list[str] = []
    for item in items[:CLAIMS_MAX]:
        try:
            through.append(_claim(passage, text, _said(item), predicates, rule))
        except _Refused as refusal:
            notes.append(f"left out {_shown(item)}: {refusal}")
    if len(items) > CLAIMS_MAX:
        notes.append(f"left out {len(items) - CLAIMS_MAX} claims: more than {CLAIMS_MAX} are not taken of one event")
    mentions: dict[tuple[int, int], int] = {}
    found: list[Found] = []

    def placed(one: Found | Reference) -> Reference:
        if isinstance(one, Reference):
            return one
        place = mentions.get((one.start, one.end))
        if place is None:
            place = mentions[one.start, one.end] = len(found)
            found.append(one)
        return mention(place)

    learned = [
        msgspec.structs.replace(
            claim.draft,
            subject=placed(claim.subject),
            object=None if claim.object is None else placed(claim.object),
        )
        for claim in through
    ]
    unique = list({msgspec.json.encode(one): one for one in learned}.values())
    return Extracted(mentions=found, learned=unique, notes=notes)


class Words:
    """A text, in which words are found as they stand: by letter, or but for case and the width of blanks."""

    def __init__(self, text: str) -> None:
        """Look at a text."""
        self.text = text

    def find(self, words: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
        """Give where words first stand, as whole words; nothing where they do not."""
        wanted = words.strip()
        if not wanted:
            return None
        form = r"\s+".join(map(re.escape, _SPACE.split(wanted)))
        before = r"(?<!\w)" if wanted[0].isalnum() and _parted(wanted[0]) else ""
        behind = r"(?!\w)" if wanted[-1].isalnum() and _parted(wanted[-1]) else ""
        stop = len(self.text) if end is None else end
        for flags in (0, re.IGNORECASE):
            found = re.compile(before + form + behind, flags).search(self.text, start, stop)
            if found is not None:
                return found.span()
        return None


def _parted(sign: str) -> bool:
    """Tell whether the script of a letter parts words by blanks; Chinese, Japanese and Thai do not."""
    return not ("\u0e00" <= sign <= "\u0eff" or "\u3040" <= sign <= "\u9fff" or sign >= "\U00020000")


def _said(item: object) -> Said:
    try:
        return msgspec.convert(item, Said, strict=True)
    except msgspec.ValidationError as error:
        raise _Refused(str(error)) from error


def _claim(passage: Passage, text: Words, said: Said, predicates: Mapping[str, Predicate], rule: str) -> Claim:
    predicate = predicates.get(said.predicate)
    if predicate is None:
        raise _Refused("its predicate is none of those that were given")
    quoted = text.find(said.quote) if len(said.quote) <= _QUOTE_MAX else None
    if quoted is None:
        raise _Refused("its quote does not stand in the text")
    subject = _party(passage, text, said.subject, quoted, predicate.subject)
    meant, value = None, None
    if predicate.is_relation:
        meant = _party(passage, text, _text(said.object), quoted, predicate.object)
        if meant == subject:
            raise _Refused("it says something of somebody to themselves")
    else:
        value = _value(text, said.object, quoted, predicate)
    since, until = _day(said.since), _day(said.until)
    if since and until and since[0] > until[0]:
        raise _Refused("it ends before it begins")
    exact = since or until
    draft = Learned(
        subject=SPEAKER,
        predicate=predicate.name,
        value=value,
        deed="ends" if said.ends else "asserts",
        start=quoted[0],
        end=quoted[1],
        confidence=_confidence(said.confidence),
        valid_from=since[0] if since else None,
        valid_to=until[0] if until else None,
        precision=exact[1] if exact else None,
        rule=rule,
    )
    return Claim(subject, meant, draft)


def _text(given: str | float | bool) -> str:  # noqa: FBT001 - one of the values a model may write
    if not isinstance(given, str):
        raise _Refused("its object is no name")
    return given


def _party(
    passage: Passage, text: Words, name: str, quoted: tuple[int, int], types: tuple[str, ...]
) -> Found | Reference:
    """Find whom a name means: who speaks, who is spoken to, a known entity by the words that name it, or a new one by its."""
    plain = name.strip().casefold()
    if plain in _SPEAKING or (passage.speaker is not None and plain == passage.speaker.name.casefold()):
        if passage.speaker is None:
            raise _Refused("nobody is known to speak")
        return SPEAKER
    if plain in _SPOKEN_TO:
        if len(passage.addressees) != 1:
            raise _Refused("it is not known who is spoken to")
        return ADDRESSEE
    if plain in _NOBODY or not any(sign.isalpha() for sign in plain) or len(name) > _NAME_MAX:
        raise _Refused("it names nobody")
    place = text.find(name, *quoted) or text.find(name)
    if place is None:
        raise _Refused(f'"{name[:_NOTE_MAX]}" does not stand in the text')
    for known in passage.sighted:
        if not known.path and (known.start, known.end) == place:
            return entity(known.entity)
    type_ = types[0] if len(types) == 1 and types[0] != ENTITY else ""
    return Found(surface=text.text[slice(*place)], type=type_, start=place[0], end=place[1])


def _value(text: Words, given: str | float | bool, quoted: tuple[int, int], predicate: Predicate) -> object:  # noqa: FBT001
    """Read the value of a claim: the words of the text, or what they mean where the schema wants a date or a number."""
    sort = predicate.object[0] if predicate.object and predicate.object[0] in VALUE_TYPES else "text"
    if sort == "boolean":
        if not isinstance(given, bool):
            raise _Refused("its object is neither true nor false")
        return given
    if sort == "date":
        day = _moment(given)
        if day is None:
            raise _Refused("its object is no date")
        return day
    words = str(given) if isinstance(given, str) else f"{given:g}"
    place = None if len(words) > _VALUE_MAX else text.find(words, *quoted) or text.find(words)
    if place is None:
        raise _Refused(f'"{words[:_NOTE_MAX]}" does not stand in the text')
    if sort == "number":
        return _number(words)
    return _SPACE.sub(" ", text.text[slice(*place)])


def _number(words: str) -> float:
    try:
        return float(words)
    except ValueError as error:
        raise _Refused("its object is no number") from error


def _moment(given: object) -> str | None:
    """Give a date as the schema takes it: a day, a month, a year, or a day of every year."""
    if not isinstance(given, str):
        return None
    yearly = _YEARLY.fullmatch(given)
    if yearly is not None:
        return given if _is_day(_A_LEAP_YEAR, int(yearly[1]), int(yearly[2])) else None
    return None if _day(given) is None else given


def _day(given: str | None) -> tuple[str, Precision] | None:
    """Give the day a date begins with, and how exact it was; nothing where it is none."""
    form = _DAY.fullmatch(given or "")
    if form is None:
        return None
    year, month, day = int(form[1]), int(form[2] or 1), int(form[3] or 1)
    if not _is_day(year, month, day):
        return None
    return f"{year:04}-{month:02}-{day:02}", "day" if form[3] else "month" if form[2] else "year"


def _is_day(year: int, month: int, day: int) -> bool:
    try:
        date(year, month, day)
    except ValueError:
        return False
    return True


def _confidence(given: float | None) -> float:
    if given is None or not 0 <= given <= 1:
        return CONFIDENCE
    return round(min(given, CONFIDENCE_MAX), 3)


def _shown(item: object) -> str:
    try:
        shown = msgspec.json.encode(item).decode()
    except (TypeError, ValueError):
        shown = str(type(item).__name__)
    return shown if len(shown) <= _NOTE_MAX else shown[: _NOTE_MAX - 1] + "…"
