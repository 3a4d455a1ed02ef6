"""Artifacts: memories, knowledge and macros as immutable versions, content-addressed, each naming its parents: a DAG.

Source: *Entity Model*, "Integrity and Versioning"; RFC 8785 for the canonical form. A version says nothing of its words but
salted commitments. The words stand in an event of their own, which goes with what they were drawn from; the version stays.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, structs

from kenning.model.access.request import Reason, ResourceType
from kenning.model.codec import canonical
from kenning.model.event import Name, Noun, Word
from kenning.model.identity.definition import commitment
from kenning.model.identity.entity import SHARED

PUT = "artifact.put"
WORDED = "artifact.worded"
DEMOTED = "macro.demoted"

ArtifactKind = Literal["memory", "knowledge", "macro"]
Cause = Literal["created", "evidence", "contradiction", "revision", "validation"]
Status = Literal["current", "superseded", "demoted"]
Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]

TEXT_MAX = 1 << 18
STEPS_MAX = 1000
EVIDENCE_MAX = 1000
PARENTS_MAX = 64


class Step(Noun, frozen=True, kw_only=True):
    """One step of a macro: a request for a tool, a sensor or another resource, as the permission engine is asked."""

    resource_type: ResourceType
    resource_id: Name
    action: Word


class Words(Noun, frozen=True, kw_only=True):
    """What a version says: its name and text, of a macro its steps, and why it was made."""

    name: Name
    text: Annotated[str, Meta(max_length=TEXT_MAX)] = ""
    steps: Annotated[list[Step], Meta(max_length=STEPS_MAX)] = []
    because: Annotated[str, Meta(max_length=TEXT_MAX)] = ""


class ArtifactVersion(Noun, frozen=True, kw_only=True):
    """``artifact.put``: one immutable version. ``id`` is the SHA-256 of its canonical JSON, parents and commitments included.

    ``evidence`` are the events this version itself was drawn from; it rests on those of its parents as well. Of a macro,
    ``entity`` is whose execution it came from, and ``profile`` the digest of what that one was permitted.
    """

    id: Digest | Literal[""] = ""
    artifact: Word
    agent: Word = SHARED
    kind: ArtifactKind
    label: Word
    cause: Cause
    parents: Annotated[list[Digest], Meta(max_length=PARENTS_MAX)] = []
    evidence: Annotated[list[Word], Meta(max_length=EVIDENCE_MAX)] = []
    entity: Word | None = None
    profile: Digest | None = None
    commitments: dict[Word, Digest]


class Worded(Noun, frozen=True, kw_only=True):
    """``artifact.worded``: the words of a version, with the salt that its commitments were made with."""

    version: Digest
    words: Words
    salt: Salt


class MacroDemoted(Noun, frozen=True, kw_only=True):
    """``macro.demoted``: what an entity is permitted changed, to this profile; macros learned under another are refused."""

    entity: Word
    profile: Digest
    versions: list[Digest]


class ArtifactView(Noun, frozen=True, kw_only=True):
    """A version as it reads at a moment: what it says, what it rests on, and what became of it.

    Without ``words`` they are ``erased``, or ``hidden`` by a redaction of what they were drawn from. ``evidence`` is all it rests
    on, through its parents too; ``stale_because`` names what of it reads otherwise since. ``heads`` are the newest versions.
    """

    version: ArtifactVersion
    status: Status
    words: Words | None = None
    erased: bool = False
    hidden: bool = False
    event: str = ""
    words_event: str | None = None
    recorded_at: str = ""
    by: str = ""
    evidence: list[str] = []
    stale_because: list[str] = []
    children: list[str] = []
    heads: list[str] = []


class StepVerdict(Noun, frozen=True, kw_only=True):
    """Whether a step is allowed under a profile, and why."""

    step: Step
    allowed: bool
    reasons: tuple[Reason, ...] = ()


class Validation(Noun, frozen=True, kw_only=True):
    """How a macro stands under what its entity is permitted now; ``made`` is the version that was made where it is valid anew."""

    version: str
    profile: str
    valid: bool
    made: str | None = None
    steps: list[StepVerdict] = []


def commitments(words: Words, salt: bytes) -> dict[str, str]:
    """Commit to each field of the words, so that nothing can be guessed once the salt is gone."""
    return {field: commitment(salt, field, getattr(words, field)) for field in Words.__struct_fields__}


def hashed_form(version: ArtifactVersion) -> bytes:
    """Give the canonical JSON a version's id is the hash of."""
    plain: dict[str, Any] = msgspec.to_builtins(version)
    plain.pop("id", None)
    return canonical(plain)


def sealed_version(version: ArtifactVersion) -> ArtifactVersion:
    """Fill in the id of a version.

    >>> words = Words(name="Priya's desk", text="by the window")
    >>> said = commitments(words, bytes(16))
    >>> one = ArtifactVersion(artifact="art_1", kind="memory", label="v1", cause="created", commitments=said)
    >>> sealed_version(one).id == sealed_version(sealed_version(one)).id
    True
    """
    return structs.replace(version, id=sha256(hashed_form(version)).hexdigest())
