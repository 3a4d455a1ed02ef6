"""What Kenning's own acts on entities say: the content of their events, decided once and folded for ever (law 1).

Each is the JSON content of the primary file of an event of the kind beside it. Acts say what changed, not how all stands after,
so that erasing one takes its words with it. Source: *Entities*, "Merging duplicates"; *Entity Model*, "Identity Merging".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from kenning.model.access.act import ACCESS_CONTENTS, READ, REFUSED, AccessAct, NoticesRead, Refusal
from kenning.model.event import Name, Noun, Share, Word
from kenning.model.identity.artifact import DEMOTED, PUT, WORDED, ArtifactVersion, MacroDemoted, Worded
from kenning.model.identity.entity import SHARED, Attributes, Identifier, Outcome, Spellings
from kenning.model.schema import Schema
from kenning.model.statement import ASSERTED, RETRACTED, SUPERSEDED, ClaimAct

CREATED = "entity.created"
CHANGED = "entity.changed"
RETIRED = "entity.retired"
RESTORED = "entity.restored"
MERGED = "entity.merged"
UNMERGED = "entity.unmerged"
SPLIT = "entity.split"
JUDGED = "entity.judged"
RESOLVED = "resolution.decided"
SUGGESTED = "merge.suggested"
REVIEWED = "review.decided"
APPLIED = "schema.applied"
RESTATED = "entity.restated"

Policy = Literal["survivor_wins", "merged_wins", "newest", "concatenate", "reject"]
Band = Literal["automatic", "suggested", "operator"]
Review = Literal["accepted", "rejected", "later"]
Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Created(Noun, frozen=True, kw_only=True):
    """``entity.created``: an entity, as it is first known. ``review``: it acts on a channel, and a person has to look at it.

    ``latin``: how its names of another script are spelled, by whom ``latin_by`` says; so it is with all acts that bring names.
    """

    id: str
    agent: str = SHARED
    type: Word
    name: Name
    aliases: list[Name] = []
    identifiers: list[Identifier] = []
    attributes: Attributes = {}
    review: bool = False
    latin: Spellings = {}
    latin_by: str = ""
    salt: Salt


class Changed(Noun, frozen=True, kw_only=True):
    """``entity.changed``: another name or type, aliases and identifiers that come and go, attributes set (``null`` removes).

    ``drawn``: by which extractor an alias was found in the event that caused this.
    """

    id: str
    name: Name | None = None
    type: Word | None = None
    add_aliases: list[Name] = []
    drop_aliases: list[Name] = []
    add_identifiers: list[Identifier] = []
    drop_identifiers: list[Identifier] = []
    attributes: Attributes = {}
    latin: Spellings = {}
    latin_by: str = ""
    drawn: Word | None = None
    salt: Salt


class Retired(Noun, frozen=True, kw_only=True):
    """``entity.retired`` and ``entity.restored``: no longer resolved or suggested, and back; claims stay readable."""

    id: str
    salt: Salt


class Reason(Noun, frozen=True, kw_only=True):
    """One reason for a judgement, and its share of the score."""

    kind: Word
    share: float
    detail: str = ""


COUNTED_MAX = 1000
"""So many mentions and claims of each entity are counted for the record of a merge: it costs the same for any number."""


class Difference(Noun, frozen=True, kw_only=True):
    """What a merge changes in how the survivor reads: all of it; events and claims are counted up to 1,000 an entity."""

    aliases: list[Name] = []
    identifiers: list[Identifier] = []
    attributes: dict[Word, dict[str, Any]] = {}
    mentions: int = 0
    statements: int = 0


class MergeAct(Noun, frozen=True, kw_only=True):
    """``entity.merged``: a judgement that two are one. Rows keep the id they were written with; the canonical id is derived."""

    survivor: str
    merged: str
    confidence: Share = 1.0
    band: Band = "operator"
    reasons: list[Reason] = []
    policy: Policy = "survivor_wins"
    policies: dict[Word, Policy] = {}
    difference: Difference = Difference()
    rules: str = ""
    salt: Salt


class UnmergeAct(Noun, frozen=True, kw_only=True):
    """``entity.unmerged``: the judgement of a merge is withdrawn."""

    merge: Word
    survivor: str
    merged: str
    salt: Salt


class SplitAct(Noun, frozen=True, kw_only=True):
    """``entity.split``: names and identifiers of one entity become another's; what was linked stays where it was written."""

    id: str
    part: str
    name: Name
    aliases: list[Name] = []
    identifiers: list[Identifier] = []
    attributes: list[Word] = []
    latin: Spellings = {}
    latin_by: str = ""
    salt: Salt


class Judged(Noun, frozen=True, kw_only=True):
    """``entity.judged``: two entities are never the same, or no longer held to be different."""

    a: str
    b: str
    judgement: Literal["different", "open"]


class Suggested(Noun, frozen=True, kw_only=True):
    """``merge.suggested``: two entities may be one; a person decides."""

    a: str
    b: str
    score: Share
    reasons: list[Reason] = []
    rules: str = ""


class Resolution(Noun, frozen=True, kw_only=True):
    """``resolution.decided``: what the mentions of one event were resolved to, by which thresholds and rules.

    ``drawn``: by which extractor and version they were found, where it was not when the event was appended.
    """

    event: Word
    sequence: int
    outcomes: list[Outcome]
    thresholds: dict[str, float] = {}
    rules: dict[str, str] = {}
    drawn: Word | None = None


class Reviewed(Noun, frozen=True, kw_only=True):
    """``review.decided``: what a person said to an item of the review queue, named by the event that put it there."""

    item: Word
    decision: Review


class Restated(Noun, frozen=True, kw_only=True):
    """``entity.restated``: what an act that was erased says without what had to go: it is folded in that act's place."""

    event: Word
    sequence: int
    kind: Word
    by: str = ""
    channel: str = ""
    act: dict[str, Any]

    def said(self) -> Act:
        """Give the act that counts now. Raises `msgspec.ValidationError` where it is not what its kind says."""
        return decoded(self.kind, msgspec.json.encode(self.act).decode())


Act = (
    Created
    | Changed
    | Retired
    | MergeAct
    | UnmergeAct
    | SplitAct
    | Judged
    | Suggested
    | Resolution
    | Reviewed
    | Schema
    | ClaimAct
    | ArtifactVersion
    | Worded
    | MacroDemoted
    | Refusal
    | NoticesRead
    | AccessAct
    | Restated
)
CONTENTS: dict[str, type[Act]] = {
    CREATED: Created,
    CHANGED: Changed,
    RETIRED: Retired,
    RESTORED: Retired,
    MERGED: MergeAct,
    UNMERGED: UnmergeAct,
    SPLIT: SplitAct,
    JUDGED: Judged,
    SUGGESTED: Suggested,
    RESOLVED: Resolution,
    REVIEWED: Reviewed,
    APPLIED: Schema,
    RESTATED: Restated,
    ASSERTED: ClaimAct,
    RETRACTED: ClaimAct,
    SUPERSEDED: ClaimAct,
    PUT: ArtifactVersion,
    WORDED: Worded,
    DEMOTED: MacroDemoted,
    REFUSED: Refusal,
    READ: NoticesRead,
    **ACCESS_CONTENTS,
}
"""The kinds of acts on entities and what each says."""

_decoders = {kind: msgspec.json.Decoder(content) for kind, content in CONTENTS.items()}


def decoded(kind: str, content: str) -> Act:
    """Read what an act says. Raises `msgspec.ValidationError` where it is not what its kind says."""
    act: Act = _decoders[kind].decode(content)
    return act
