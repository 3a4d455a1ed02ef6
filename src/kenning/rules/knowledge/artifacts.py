"""Artifacts: what a new version is made of, which are the newest, when a macro may be used, and how two versions differ.

Source: *Entity Model*, "Integrity and Versioning". Memories and knowledge get a new version by new evidence or a contradiction,
and of knowledge it supersedes all before it. A macro holds for the very permissions it was learned under.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec

from kenning.errors import ConflictError, CorruptError, NotAllowedError
from kenning.model.access.channel import Channel
from kenning.model.access.declared import UNDECLARED, Declarations
from kenning.model.access.party import Caller, Party
from kenning.model.codec import canonical
from kenning.model.event import Envelope
from kenning.model.identity.artifact import (
    ArtifactVersion,
    ArtifactView,
    Cause,
    MacroDemoted,
    Status,
    Step,
    StepVerdict,
    Worded,
    Words,
    commitments,
    sealed_version,
)
from kenning.model.identity.change import GraphChange, Lowered, Spoken, Versioned
from kenning.model.time import wrong
from kenning.rules.access import Compiled
from kenning.rules.names.letters import fold

ANYWHERE = Channel(id="any", approval_state="approved")
"""A channel that narrows nothing: a macro is judged by what its entity is permitted."""


def key_of(name: str) -> str:
    """Give the key an artifact's name is found by.

    >>> key_of("Priya's  Desk") == key_of("priya's desk")
    True
    """
    return fold(name) or name.strip().casefold()


def folded(
    event: Envelope, act: ArtifactVersion | Worded | MacroDemoted, of: ArtifactVersion | None = None
) -> list[GraphChange]:
    """Fold an act on artifacts; ``of`` is the version whose words an act tells.

    Raises `CorruptError` where it is not what it says.
    """
    if isinstance(act, ArtifactVersion):
        if sealed_version(act).id != act.id:
            raise CorruptError(f"{event.id}: the version is not what its hash says")
        return [Versioned(act, str(event.id))]
    if isinstance(act, MacroDemoted):
        return [Lowered(act)]
    if of is None:
        raise CorruptError(f"{event.id}: tells the words of a version that was never put: {act.version}")
    if commitments(act.words, bytes.fromhex(act.salt)) != of.commitments:
        raise CorruptError(f"{event.id}: the words are not those the version {act.version} commits to")
    return [Spoken(act.version, key_of(act.words.name), act.words, str(event.id))]


# -- versions ----------------------------------------------------------------------------------------------------------


def heads(versions: Iterable[ArtifactVersion]) -> list[ArtifactVersion]:
    """List the newest versions: those no other was made of, in their order."""
    every = list(versions)
    parents = {parent for one in every for parent in one.parents}
    return [one for one in every if one.id not in parents]


def status(version: ArtifactVersion, children: Collection[str], demoted: Collection[str]) -> Status:
    """Tell what became of a version: superseded by one made of it, demoted, or current."""
    if children:
        return "superseded"
    return "demoted" if version.id in demoted else "current"


def parents_for(every: Sequence[ArtifactVersion], asked: Sequence[str]) -> list[ArtifactVersion]:
    """Choose what a new version is made of: the versions asked for, else all the newest.

    Raises `ConflictError` where knowledge would have two newest versions.
    """
    newest = heads(every)
    chosen = [one for one in every if one.id in asked] if asked else newest
    if every and every[0].kind == "knowledge" and {one.id for one in chosen} != {one.id for one in newest}:
        named = ", ".join(one.id[:8] for one in newest)
        hint = f"make it of {named}, or leave the parents out"
        raise ConflictError("knowledge has one newest version, which supersedes all before it", hint=hint)
    return chosen


def cause_of(parents: Sequence[ArtifactVersion], evidence: Collection[str], *, contradicts: bool) -> Cause:
    """Tell why a version is made. Raises `InvalidError` where it contradicts nothing, or on no evidence."""
    if not parents:
        if contradicts:
            raise wrong("contradicts", contradicts, "is for a new version of what is there, and nothing is there yet")
        if not evidence:
            raise wrong("evidence", [], "is missing: what rests on nothing does not exist", hint="name events")
        return "created"
    if contradicts:
        if not evidence:
            raise wrong("evidence", [], "is missing: name the events that contradict")
        return "contradiction"
    return "evidence" if evidence else "revision"


def label_of(parents: Sequence[ArtifactVersion]) -> str:
    """Give the label of a version made of some: one more than the highest of theirs."""
    return f"v{1 + max((int(one.label[1:]) for one in parents), default=0)}"


def differs(parents: Sequence[tuple[ArtifactVersion, Words | None]], words: Words, evidence: Collection[str]) -> bool:
    """Tell whether a version would say anything its only parent does not, or rest on more."""
    if len(parents) != 1 or evidence:
        return True
    before = parents[0][1]
    return before is None or (before.name, before.text, before.steps) != (words.name, words.text, words.steps)


def changes(old: ArtifactView | None, new: ArtifactView) -> list[dict[str, Any]]:
    """Say how one version differs from another, field by field."""
    before, after = (_read(one) if one is not None else {} for one in (old, new))
    return [
        {"path": path, "old": before.get(path), "new": after.get(path)}
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]


def _read(one: ArtifactView) -> Mapping[str, Any]:
    words = one.words
    said = (
        {} if words is None else {"name": words.name, "text": words.text, "steps": [step_words(s) for s in words.steps]}
    )
    rests = {"evidence": sorted(one.evidence), "profile": one.version.profile}
    return {**said, **{path: value for path, value in rests.items() if value}}


# -- macros ------------------------------------------------------------------------------------------------------------


def step_words(step: Step) -> str:
    """Write a step as it is typed.

    >>> step_words(Step(resource_type="tool", resource_id="deploy", action="invoke"))
    'tool:deploy:invoke'
    """
    return f"{step.resource_type}:{step.resource_id}:{step.action}"


def step_of(said: str) -> Step:
    """Read a step as it is typed: resource type, id and action. Raises `InvalidError`."""
    kind, _, rest = said.partition(":")
    resource, _, action = rest.rpartition(":")
    try:
        return msgspec.convert({"resourceType": kind, "resourceId": resource, "action": action}, Step)
    except msgspec.ValidationError as error:
        raise wrong("step", said, "is no step", hint="write it as tool:deploy:invoke") from error


def profile_of(party: Party) -> str:
    """Digest what an entity is permitted: its trust, its standing and its permissions; not by whom or how it is met."""
    plain = {
        "kind": party.kind,
        "internal_type": party.internal_type,
        "trust_level": party.trust_level,
        "lifecycle_state": party.lifecycle_state,
        "permissions": party.permissions,
        "allowed_channels": sorted(party.allowed_channels),
    }
    return sha256(canonical(plain)).hexdigest()


def to_demote(macros: Iterable[ArtifactVersion], profile: str) -> list[str]:
    """List which of an entity's macros do not hold under a profile."""
    return sorted(one.id for one in macros if one.profile != profile)


def judged(steps: Iterable[Step], party: Party, declared: Declarations = UNDECLARED) -> list[StepVerdict]:
    """Judge each step of a macro under what its entity is permitted."""
    compiled = Compiled(Caller(entity=party, channel=ANYWHERE, declared=declared))
    found = []
    for step in steps:
        decision = compiled.check(step.resource_type, step.resource_id, step.action)
        found.append(StepVerdict(step=step, allowed=decision.allowed, reasons=decision.reasons))
    return found


def check_usable(macro: ArtifactView, profile: str) -> None:
    """Refuse a macro that may not be used. Raises `NotAllowedError`, which says what to do about it."""
    version, named = macro.version, macro.words.name if macro.words is not None else macro.version.artifact
    details = {"macro": version.artifact, "version": version.id, "status": macro.status}
    if macro.status == "superseded":
        hint = f"its newest version is {', '.join(one[:8] for one in macro.heads)}"
        raise NotAllowedError(f"{named}: version {version.id[:8]} is superseded", hint=hint, details=details)
    if macro.status == "demoted" or version.profile != profile:
        reason = "was learned under other permissions than its entity has now, and is demoted"
        raise NotAllowedError(f"{named}: {reason}", hint=f"kenning macro validate {version.artifact}", details=details)


def check_steps(name: str, verdicts: Iterable[StepVerdict]) -> None:
    """Refuse a macro with a step that is not allowed. Raises `NotAllowedError`, which names the first."""
    for one in verdicts:
        if not one.allowed:
            codes = ", ".join(reason.code for reason in one.reasons)
            details = {"step": step_words(one.step), "reasons": [reason.code for reason in one.reasons]}
            raise NotAllowedError(
                f"{name}: step {step_words(one.step)} is not allowed to its entity: {codes}", details=details
            )
