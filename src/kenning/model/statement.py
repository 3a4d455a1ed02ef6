"""Statements: what is claimed, by which acts, on what evidence, and how the claims made of them read.

Times within an act are microseconds since 1970, decided at append; `Validity` keeps what was said of them. A version holds from
``since`` up to and without ``until``, ``None`` being still in force; in valid time a claim holds from ``valid_from`` up to and
without ``valid_to``, ``None`` being not known. Source: design, "statement or relation?", "contradiction"; *Entity Model*,
"Knowledge artifacts".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from kenning.model.event import Name, Noun, Precision, Share, Word
from kenning.model.identity.extract import Drawn
from kenning.model.schema import StatementKind

ASSERTED = "statement.asserted"
RETRACTED = "statement.retracted"
SUPERSEDED = "statement.superseded"

Deed = Literal["asserts", "ends", "retracts", "supersedes"]
State = Literal["open", "closed", "superseded", "retracted"]
Micros = int

EVIDENCE_MAX = 1024
TARGETS_MAX = 1024


class Evidence(Noun, frozen=True, kw_only=True):
    """One event a claim rests on: how sure it says so, from which source, and how far that source was believed then.

    ``derived``: it came out of a recall, or is drawn from what did, and counts for nothing (a claim would feed itself).
    """

    event: Word
    source: Name
    confidence: Share = 1.0
    belief: Share = 1.0
    derived: bool = False


class Validity(Noun, frozen=True, kw_only=True):
    """What was said of the time at which a claim holds, as it was said."""

    valid_from: Word | None = None
    valid_to: Word | None = None
    time_zone: Word | None = None
    precision: Precision | None = None


class Statement(Noun, frozen=True, kw_only=True):
    """What is claimed: subject, predicate and either an entity as the object (a relation) or a value; ids as they were written.

    What is declared of the predicate stands with it, as it was when the act was appended, so that folding looks nothing up.
    ``single``: one object at a time; ``inverse_single``: one subject at a time, which the inverse declares. ``lasting``: it never
    changes, like a date of birth. ``topic`` tells preferences of one predicate apart.
    """

    subject: Word
    predicate: Word
    object: Word | None = None
    value: Any = None
    topic: Word | None = None
    kind: StatementKind = "fact"
    single: bool = False
    symmetric: bool = False
    inverse: Word | None = None
    inverse_single: bool = False
    lasting: bool = False
    implicit: bool = False


class ClaimAct(Noun, frozen=True, kw_only=True):
    """One act on a claim, as its event says it; ``event``, ``sequence`` and ``recorded`` are its envelope's.

    It *asserts* a statement; or says that it *ends* (does not hold any more, from ``valid_from`` on; without object and value:
    whatever holds); or *retracts* the asserter's own earlier acts; or *supersedes*, altogether, what ``targets`` assert. Targets
    are ids of acts; ``statement`` is theirs, so that an act is found with what it acts on. ``rank`` is how far the asserter was
    trusted, higher being more. ``entitled``: the engine found a right to withdraw another's. ``occurred`` is when it was said, by
    the source's claim, where there is one. ``drawn``: an extractor says so, and by what words; nobody said it by hand.
    """

    event: str = ""
    sequence: int = 0
    recorded: Micros = 0
    deed: Deed
    statement: Statement
    asserter: Word
    rank: int = 0
    entitled: bool = False
    validity: Validity | None = None
    valid_from: Micros | None = None
    valid_to: Micros | None = None
    occurred: Micros | None = None
    evidence: Annotated[list[Evidence], Meta(max_length=EVIDENCE_MAX)] = []
    targets: Annotated[list[Word], Meta(max_length=TARGETS_MAX)] = []
    reason: Name | None = None
    drawn: Drawn | None = None


class ClaimRow(Noun, frozen=True, kw_only=True):
    """One version of a claim: how it read from one sequence until before another.

    ``id`` is the event of the first act that it rests on. ``statement`` stands in its canonical direction. ``held`` is false
    where it never held: retracted, or superseded altogether. ``because`` is the act that ended it. ``denied`` names acts by less
    trusted asserters that say it ended.
    """

    id: str
    since: int
    until: int | None = None
    statement: Statement
    state: State = "open"
    held: bool = True
    valid_from: Micros | None = None
    valid_to: Micros | None = None
    confidence: Share = 0.0
    rank: int = 0
    because: str | None = None
    denied: list[str] = []


class Support(Noun, frozen=True, kw_only=True):
    """That an act supported a claim, and with what evidence, from one sequence until before another."""

    claim: str
    act: str
    asserter: Word
    since: int
    until: int | None = None
    evidence: list[Evidence] = []


class Ledger(Noun, frozen=True, kw_only=True):
    """The whole history of some claims: their versions, and what supported them; both by ``since``, then by id."""

    rows: list[ClaimRow] = []
    support: list[Support] = []


class Claim(ClaimRow, frozen=True, kw_only=True):
    """What a reader sees of a claim at one moment: its version, and all it rests on.

    ``acts`` are the acts that assert it, ``also`` the ids of twins that read as one with it since two entities were merged.
    """

    evidence: list[Evidence] = []
    acts: list[str] = []
    also: list[str] = []


class Contradiction(Noun, frozen=True, kw_only=True):
    """Claims that cannot all hold, side by side, best supported first; or one that somebody less trusted denies.

    ``recommendation`` is the id of the one to believe, with the reasons; ``None`` where nothing tells them apart.
    """

    claims: list[Claim]
    recommendation: str | None = None
    reasons: list[str] = []
