"""What long deeds answer: imports, erasures, verifications. Each says what was done and what was not, with reasons.

And what the admin is told, and who was shown what: these hold ids; never a question, never what was read.
"""

from __future__ import annotations

from typing import Literal

from kenning.model.access.request import Reason
from kenning.model.event import Noun

NoticeKind = Literal["new_entity", "merge", "flagged_grant", "denied_act"]


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


class Taken(Noun, frozen=True, kw_only=True):
    """What became of one file, or of one export, in a folder that is watched.

    It was imported (``report``), its content was ``known``, or it could not be imported: then why, by ``code``.
    """

    path: str
    report: ImportReport | None = None
    known: bool = False
    code: str = ""
    message: str = ""
    hint: str = ""


Fate = Literal["new", "known", "withdrawn", "left out"]


class Drawing(Noun, frozen=True, kw_only=True):
    """What became of one thing that was drawn from an event: by what, in a line, from which words, and the claim it made.

    It is *new*, was *known* already, was *withdrawn* since it is drawn no longer, or was *left out*, with the reason.
    """

    event: str
    extractor: str
    version: str
    tier: int
    rule: str = ""
    said: str
    words: str = ""
    confidence: float = 1.0
    fate: Fate
    reason: str = ""
    claim: str = ""


class ExtractReport(Noun, frozen=True, kw_only=True):
    """What an extraction did: events looked at, events read closely, claims by what became of them.

    ``drawings`` shows the first of those that are not known already. ``failed`` are events nothing could be made of, ``stopped``
    says why it ended before the log did; both are for a later run. A ``dry_run`` recorded nothing.
    """

    dry_run: bool = False
    events: int = 0
    read: int = 0
    new: int = 0
    known: int = 0
    withdrawn: int = 0
    left_out: int = 0
    drawings: list[Drawing] = []
    failed: list[Remark] = []
    stopped: str = ""


class Step(Noun, frozen=True, kw_only=True):
    """One event that a claim rests on, and what of it: who said it, when, in which words, and by what it was drawn from them.

    ``text`` is the event as it reads now, and the words stand from ``start`` to ``end`` in it; all of it where those are 0.
    ``stands``: whether the act that says so still counts.
    """

    act: str
    event: str
    kind: str = ""
    speaker: str = ""
    at: str = ""
    text: str = ""
    start: int = 0
    end: int = 0
    extractor: str = ""
    version: str = ""
    tier: int = 0
    rule: str = ""
    confidence: float = 1.0
    belief: float = 1.0
    stands: bool = True


class ErasePlan(Noun, frozen=True, kw_only=True):
    """What an erasure would destroy: the event, what acts on it, what is derived from it, files nobody else uses.

    ``event_id`` is what was asked for: an event, or, by ``what``, an entity or an identifier. ``entity_acts`` are the acts on the
    entity graph that go; ``events`` is all of them together. What stays is listed: ``own`` events of whom is erased, each with
    all that erasing it would take, and ``mentions`` in other people's.
    """

    what: str = "event"
    event_id: str
    events: list[str]
    entities: list[str] = []
    own: dict[str, list[str]] = {}
    mentions: list[str] = []
    acts: list[str] = []
    derived: list[str] = []
    entity_acts: list[str] = []
    reread: list[str] = []
    files: list[str] = []
    sweeps: list[str] = []
    cannot: list[str] = []


class EraseReport(Noun, frozen=True, kw_only=True):
    """What an erasure did: the events gone, the tombstone in the log, the places swept and those it could not reach.

    ``own`` and ``mentions`` are the events that stay and still say what was erased, as in the plan.
    """

    what: str = "event"
    event_id: str
    tombstone: str
    erased: list[str]
    entities: list[str] = []
    own: dict[str, list[str]] = {}
    mentions: list[str] = []
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


class Episode(Noun, frozen=True, kw_only=True):
    """What happened together: events of one thread between two silences, in order, and their summary where there is one.

    ``thread`` is what the source calls it, empty where it says nothing; ``actors`` are who caused them, the first to speak first.
    ``outdated``: the summary was made of other events, or of these as they read before. ``open``: more may come.
    """

    channel: str
    thread: str = ""
    first_at: str
    last_at: str
    events: list[str]
    actors: list[str] = []
    summary: str | None = None
    text: str = ""
    outdated: bool = False
    open: bool = False


class SummariesReport(Noun, frozen=True, kw_only=True):
    """What became of the episodes: those summarised now, by the ids of the summaries, or their texts in a dry run.

    ``known`` have a summary of just this already, ``short`` are left as they are, ``open`` may go on; ``erased`` had one that was
    erased, which is not made again. ``stopped`` says why some were not looked at.
    """

    summariser: str
    made: list[str] = []
    texts: list[str] = []
    known: int = 0
    short: int = 0
    open: int = 0
    erased: int = 0
    failed: list[Remark] = []
    stopped: str = ""


class Edge(Noun, frozen=True, kw_only=True):
    """One link walked: from a later event to an earlier one, and how many steps from where the walk began."""

    from_event_id: str
    to_event_id: str
    relation: str
    depth: int


class Notice(Noun, frozen=True, kw_only=True):
    """Something the admin is told: an act of the log, which entities or requests it is about, and whether it was seen."""

    event: str
    sequence: int
    kind: NoticeKind
    about: list[str] = []
    recorded_at: str = ""
    by: str = ""
    read: bool = False


class Sighting(Noun, frozen=True, kw_only=True):
    """One line of the audit: who was shown what, by which verb, in how many readings of one moment; or what was refused.

    ``swept`` counts what was seen and is erased since.
    """

    number: int
    at: str
    principal: str
    channel: str
    verb: str
    allowed: bool = True
    seen: list[str] = []
    times: int = 1
    swept: int = 0
    reasons: list[Reason] = []
