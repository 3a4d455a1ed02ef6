"""An event as it reads now: what the fold of an event with all that links to it yields."""

from __future__ import annotations

from typing import Literal

from kenning.model.event import Envelope, File, Noun, Provenance


class Act(Noun, frozen=True, kw_only=True):
    """One entry of a view's history: an event that touched this one, why, whether it counts now, and what took it out."""

    event_id: str
    sequence: int
    kind: str
    effect: Literal["corrects", "amends", "attaches", "redacts", "lifts"]
    target: str
    counts: bool
    because: str | None = None
    reason: str | None = None


class Amendment(Noun, frozen=True, kw_only=True):
    """Context added later: the amending event's own text as it reads now."""

    event_id: str
    sequence: int
    target: str
    text: str = ""
    content_type: str | None = None


class Attached(Noun, frozen=True, kw_only=True):
    """A file that came later, and the event that brought it."""

    event_id: str
    file: File


class Derivation(Noun, frozen=True, kw_only=True):
    """An event derived from this one, with its provenance; stale when a source changed after it was made."""

    event_id: str
    sequence: int
    kind: str
    provenance: Provenance | None = None
    stale: bool = False


class View(Noun, frozen=True, kw_only=True):
    """The current reading of one event: corrected, amended, with files attached; ``original`` stays as evidence.

    ``event`` is the envelope with corrections applied; ``redacted`` views carry no content at all, only who hid it and why.
    ``stale_because`` lists sources that changed after this event was derived from them, and what supersedes it as a derivation.
    """

    event: Envelope
    redacted: bool = False
    corrected: bool = False
    amendments: list[Amendment] = []
    attached: list[Attached] = []
    derived: list[Derivation] = []
    derived_from: list[str] = []
    stale: bool = False
    stale_because: list[str] = []
    history: list[Act] = []

    @property
    def text(self) -> str:
        """Give everything the view says as text: the content, then its amendments in order."""
        parts = [self.event.text, *(amendment.text for amendment in self.amendments)]
        return "\n".join(part for part in parts if part)
