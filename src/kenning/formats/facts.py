"""What other memories of agents keep: moments as they write them, and facts about two, as events that tier 1 can read.

A fact is an event `fact.noted`: what it says in words, and below it, a line each, the relation, since when and until when it
holds. Whom it is about stands among its entities, as subject and object.
"""

from __future__ import annotations

import re

import msgspec

from kenning.formats.draft import Options
from kenning.formats.parts import NAME_MAX, clean, limited, word
from kenning.model.event import Concerned, Time

NOTED = "fact.noted"
_STAMP = re.compile(
    r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\d*\s*(?:(Z)|(?:UTC)?([+-]\d\d)(?::?(\d\d))?)?)?"
)


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """That something holds between two: in words, by the name its program gives the relation, and when."""

    words: str
    relation: str
    subject: Concerned
    object: Concerned
    since: str | None = None
    until: str | None = None

    def text(self) -> str:
        """The words on one line, so that none of them passes for one of the lines below."""
        said = " ".join(clean(self.words).split())
        below = {"Relation": limited(self.relation), "Since": self.since, "Until": self.until}
        return "\n".join([said, *(f"{label}: {value}" for label, value in below.items() if value)])

    def entities(self) -> list[Concerned]:
        """Whom it is about."""
        return [
            msgspec.structs.replace(self.subject, role="subject"),
            msgspec.structs.replace(self.object, role="object"),
        ]


def stamp(value: object) -> str | None:
    """A moment as RFC 3339, with the offset it is told with, if any; what is none stays as it is, to be told as wrong.

    >>> stamp("2025-03-01 09:30:00.123456+00:00"), stamp("2025-03-01"), stamp(None), stamp("soon")
    ('2025-03-01T09:30:00.123456+00:00', '2025-03-01', None, 'soon')
    """
    text = word(value)
    found = _STAMP.fullmatch(text) if text else None
    if found is None:
        return text
    day, clock, zulu, hours, minutes = found.groups()
    offset = zulu or (f"{hours}:{minutes or '00'}" if hours else "")
    return f"{day}T{clock}{offset}" if clock else day


def when(options: Options, *, occurred: object = None, captured: object = None, observed: object = None) -> Time | None:
    """The time of an event: when it happened, when a program caught it, when it told it so; in the importer's zone, if any."""
    happened, caught, noticed = stamp(occurred), stamp(captured), stamp(observed)
    told = [one for one in (happened, caught, noticed) if one]
    if not told:
        return None
    zone = None if all(re.search(r"(?:Z|[+-]\d\d:\d\d)$", one) and "T" in one for one in told) else options.time_zone
    return Time(occurred_at=happened, captured_at=caught, observed_at=noticed, time_zone=zone)


def called(channel: str, known: object, shown: object = None, *, kind: object = None) -> Concerned:
    """Somebody or something, by the id its program has for it and by what it is called there."""
    identifier = limited(known)
    return Concerned(
        channel=channel if identifier else None,
        identifier=identifier,
        name=limited(shown, NAME_MAX),
        type=word(kind),
    )
