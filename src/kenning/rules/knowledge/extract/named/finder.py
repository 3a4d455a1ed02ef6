"""What an extractor gives for the names in a passage: their places, types of the schema, and whether each becomes an entity."""

from __future__ import annotations

from collections.abc import Sequence

from kenning.model.identity.extract import MENTIONS_MAX, NOTHING, Extracted, Found, Passage, Tier
from kenning.rules.knowledge.extract.named.cues import FIRMS, GROUPS, SCHOOLS, UNMISTAKABLE_FIRMS
from kenning.rules.knowledge.extract.named.places import CITIES, COUNTRIES, REGIONS
from kenning.rules.knowledge.extract.named.shaped import Named, known_names, names
from kenning.rules.knowledge.extract.named.weigh import LEAST, Kind

TEXT_MAX = 20_000
"""Longer texts are read up to here: a bound on what one text can cost."""
VERSION = "1"

_KINDS: dict[str, Kind] = {
    **dict.fromkeys(("Person",), "person"),
    **dict.fromkeys(("Organization", "Company", "School", "Group", "Team"), "organization"),
    "Venue": "venue",
    **dict.fromkeys(("Place", "Region", "Country", "City", "Building", "Room"), "place"),
    **dict.fromkeys(("Work", "Book", "Film", "Music", "Game", "Document"), "work"),
}
_TYPES: dict[Kind, str] = {
    "person": "Person",
    "organization": "Organization",
    "venue": "Venue",
    "place": "Place",
    "work": "Work",
}
_KEPT: frozenset[Kind] = frozenset({"person", "organization", "venue", "place"})


class Names:
    """Tier 2: names in a text by shape, lists and what stands around them; claims nothing of whom they name."""

    name = "names"
    version = VERSION
    tier: Tier = 2
    batch = 500

    def wants(self, kind: str, text: str) -> bool:
        """Tell whether there could be a name: it takes a capital behind the first letter, or few words."""
        del kind
        return any(letter.isupper() for letter in text)

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Give the names in each passage."""
        return [self._one(passage) for passage in passages]

    def _one(self, passage: Passage) -> Extracted:
        if not self.wants("", passage.text):
            return NOTHING
        near = known_near(passage)
        return Extracted(mentions=found(passage, names(passage.text[:TEXT_MAX], near)))


def known_near(passage: Passage) -> dict[str, Kind]:
    """Give what is known in a passage: entities named in it, and who takes part; the texts before it are no ground for it."""
    told: list[tuple[str, Kind]] = []
    for one in passage.sighted:
        kind = _KINDS.get(one.type.rpartition(":")[2])
        if kind is not None:
            told.append((one.surface, kind))
    return known_names(told)


def found(passage: Passage, some: Sequence[Named]) -> list[Found]:
    """Give names as mentions, each where it stands; what is known in the passage by a longer name is that."""
    spans = [(one.start, one.end) for one in passage.sighted if one.end]
    mentions: list[Found] = []
    for one in some[:MENTIONS_MAX]:
        start, end = next(
            ((a, b) for a, b in spans if a < one.end and one.start < b and b - a >= one.end - one.start), one[:2]
        )
        surface = passage.text[start:end]
        mentions.append(
            Found(
                surface=surface,
                type=type_of(one.kind, surface),
                start=start,
                end=end,
                confidence=round(min(0.95, 0.5 + (one.score - LEAST) / 6), 2),
                kept=one.kind in _KEPT,
            )
        )
    return mentions


def type_of(kind: Kind, surface: str) -> str:
    """Name the closest type of the system's schema for a name of a kind; empty where none is closer than a thing."""
    words = [word.strip(".,").lower() for word in surface.split()]
    phrase = " ".join(words)
    local = _TYPES.get(kind, "")
    if kind == "place":
        local = (
            "Country"
            if phrase in COUNTRIES
            else "Region"
            if phrase in REGIONS
            else "City"
            if phrase in CITIES
            else "Place"
        )
    elif kind == "organization" and words:
        if any(word in SCHOOLS for word in words):
            local = "School"
        elif words[-1] in FIRMS or phrase in UNMISTAKABLE_FIRMS:
            local = "Company"
        elif words[-1] in GROUPS:
            local = "Group"
    return f"kenning:{local}" if local else ""
