"""What a resolution is told, and by which numbers it decides."""

from __future__ import annotations

from typing import Literal

from kenning.model.event import Name, Noun, Share, Word
from kenning.model.identity.entity import SHARED, EntityRole

ANY_TYPE = "kenning:Thing"
"""The type of what nobody gave a type: it may yet turn out to be anything."""

NEW = "new"
"""The verdict of a model that none of the candidates is meant."""


class Mention(Noun, frozen=True, kw_only=True):
    """A name that stands in an event and may mean an entity.

    ``type`` is the one it was given, ``subtypes`` those below it; without, it may be of any. ``agent`` is whose event it is.
    ``channel`` and ``identifier``: by what it is met, where no entity is known by that yet. ``introduces``: the text says "I am"
    of it, firmly ("my name is") or maybe ("this is"); see `rules.mentions.introductions`. ``latin``: the surface in Latin
    letters, where it is of another script and somebody spells it.
    """

    path: Word
    surface: Name
    role: EntityRole = "mentioned"
    type: str = ""
    subtypes: tuple[str, ...] = ()
    agent: str = SHARED
    channel: str | None = None
    identifier: str | None = None
    introduces: Literal["", "maybe", "firmly"] = ""
    latin: tuple[str, ...] = ()


class Surroundings(Noun, frozen=True, kw_only=True):
    """What the log tells around a mention; all of it may be missing.

    ``present``: whom this scene, thread or session has met; ``recent``: whom the wider episode has. ``likeness`` (entity to 0..1)
    and ``verdict`` (an entity, or "new") are what an embedder and a language model said, where the caller asked one.
    """

    speaker: str | None = None
    addressees: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    likeness: dict[str, float] = {}
    verdict: str | None = None


class Thresholds(Noun, frozen=True, kw_only=True):
    """The numbers of a decision, so that they can be told with it, and changed by who knows better.

    ``resolve``: a score that is enough. ``possible``: one that keeps a candidate in play. ``margin``: by how much the best must
    lead. ``surroundings``: the share of a score that who is at hand decides. ``alike``: the likeness of names, and ``likeness``
    that of embeddings, from which they count. ``measures``: how many must agree before a likeness of names counts. ``himself``:
    how strong a fit means the speaker, who does not introduce himself, where nobody else fits; .95 is a whole name.
    """

    resolve: Share = 0.47
    possible: Share = 0.425
    margin: Share = 0.06
    surroundings: Share = 0.3
    alike: Share = 0.8
    likeness: Share = 0.8
    measures: int = 2
    himself: Share = 0.95

    def as_dict(self) -> dict[str, float]:
        """Give the thresholds by name, as an event tells them."""
        return {name: float(getattr(self, name)) for name in self.__struct_fields__}


DEFAULT = Thresholds()
