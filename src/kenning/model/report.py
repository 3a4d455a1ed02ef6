"""What long deeds answer: imports, erasures, verifications. Each says what was done and what was not, with reasons."""

from __future__ import annotations

from kenning.model.event import Noun


class Remark(Noun, frozen=True, kw_only=True):
    """What is to be said of one record of a foreign file, or of the file: where, and why."""

    where: str
    reason: str


class ImportReport(Noun, frozen=True, kw_only=True):
    """What an import did: events added, known from before, erased from before; records skipped and left out, each by place."""

    format: str
    added: int = 0
    known: int = 0
    erased: int = 0
    skipped: list[Remark] = []
    left_out: list[Remark] = []
    changed: list[Remark] = []
    remarks: list[Remark] = []
    kinds: dict[str, int] = {}


class ErasePlan(Noun, frozen=True, kw_only=True):
    """What an erasure would destroy: the event, what acts on it, what is derived from it, files nobody else uses.

    ``entity_acts`` are the acts on the entity graph that rest on any of these; ``events`` is all of them together.
    """

    event_id: str
    events: list[str]
    acts: list[str] = []
    derived: list[str] = []
    entity_acts: list[str] = []
    reread: list[str] = []
    files: list[str] = []
    sweeps: list[str] = []
    cannot: list[str] = []


class EraseReport(Noun, frozen=True, kw_only=True):
    """What an erasure did: the events gone, the tombstone in the log, the places swept and those it could not reach."""

    event_id: str
    tombstone: str
    erased: list[str]
    files: list[str] = []
    swept: list[str] = []
    left: dict[str, str] = {}


class Problem(Noun, frozen=True, kw_only=True):
    """One thing that is not as it was written: where, and what."""

    where: str
    what: str


class VerifyReport(Noun, frozen=True, kw_only=True):
    """What a verification looked at and found; ``problems`` is empty where all is well, ``notes`` need no action."""

    namespace: str
    events: int
    erased: int = 0
    rows: int = 0
    files: int = 0
    audited: int = 0
    head: str = ""
    problems: list[Problem] = []
    notes: list[str] = []

    @property
    def ok(self) -> bool:
        """Tell whether nothing is wrong."""
        return not self.problems


class Edge(Noun, frozen=True, kw_only=True):
    """One link walked: from a later event to an earlier one, and how many steps from where the walk began."""

    from_event_id: str
    to_event_id: str
    relation: str
    depth: int
