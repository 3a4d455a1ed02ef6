"""From an act on entities to the changes of the graph; pure: looks nothing up, asks no clock.

`step` folds one act over a `Group`: the entities it touches, with the judgements that join them. Reading a merged entity is a
derivation over judgements (`rules.merge`), so undoing a judgement gives exactly what the others say.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from kenning.model.access.act import TrustAct
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Changed, Created, MergeAct, Retired, SplitAct, UnmergeAct
from kenning.model.identity.change import (
    Answered,
    Applied,
    Define,
    Differ,
    GraphChange,
    Keep,
    Mentioned,
    Pending,
    Queued,
    Settled,
)
from kenning.model.identity.definition import DefinitionProvenance, Version, sealed_version
from kenning.model.identity.remains import Remains
from kenning.model.schema import Schema
from kenning.rules.access.acts import REVIEW, trusted
from kenning.rules.identity.acts.joining import merged, split, unmerged
from kenning.rules.identity.acts.saying import changed, created, retired
from kenning.rules.identity.acts.stepping import Group, Member, Step, next_label
from kenning.rules.names.letters import fold

__all__ = ["MERGE", "REVIEW", "Group", "Member", "kept", "outcomes", "step", "telling", "touched", "weighs"]

MERGE = "merge"


def step(
    group: Group, event: Envelope, said: acts.Act | None = None, held_by: str | None = None
) -> tuple[Group, list[GraphChange]]:
    """Fold one act: give the group as it stands after, and the changes.

    ``said`` is its content where it is decoded already; ``held_by`` the event that says it, where that is another.
    """
    act = acts.decoded(event.kind, event.text) if said is None else said
    grants = {grant.id: grant for grant in group.grants}
    at = Step(event, held_by or str(event.id), dict(group.members), list(group.judgements), [], grants)
    match act:
        case Created():
            created(at, act)
        case Changed():
            changed(at, act)
        case Retired():
            retired(at, act, out=event.kind == acts.RETIRED)
        case MergeAct():
            merged(at, act)
        case UnmergeAct():
            unmerged(at, act)
        case SplitAct():
            split(at, act)
        case _ if isinstance(act, TrustAct):
            trusted(at, act)
        case _:
            at.changes.extend(_plain(event, act))
    return Group(members=at.members, judgements=at.judgements, grants=list(at.grants.values())), at.changes


def kept(
    remains: Remains, heads: Mapping[str, Version], parents: Mapping[str, Version], by: Envelope
) -> list[GraphChange]:
    """Fold what an erasure leaves of versions: they stay as they were hashed, and whoever reads otherwise has a next one.

    ``heads`` are the heirs' last versions by the acts that are left; ``parents`` those of the next ones that are not among what
    is kept.
    """
    rows = [(one.at.entity, one.at.since, one.at.order, sealed_version(one.version)) for one in remains.kept]
    known = {**parents, **{version.id: version for _, _, _, version in rows}}
    who = by.recorded_by.principal if by.recorded_by is not None else ""
    numbers = {one.entity for one in remains.dropped} | {row[0] for row in rows}
    changes: list[GraphChange] = [
        Keep(
            drop=tuple((one.entity, one.since, one.order) for one in remains.dropped),
            rows=tuple(rows),
            gone=tuple((one.entity, one.id) for one in remains.gone),
            touched=tuple(sorted(numbers)),
        )
    ]
    for heir in remains.heirs:
        reads = heads.get(heir.entity)
        made_of = [known[one] for one in heir.parents if one in known]
        if reads is None or not made_of:
            continue
        major = (reads.primary, reads.merged) != (made_of[0].primary, made_of[0].merged)
        made = DefinitionProvenance(
            event=str(by.id), action="erased", by=who, from_versions=[one.label for one in made_of]
        )
        label = next_label(made_of, major=major)
        next_one = structs.replace(reads, id="", label=label, parents=sorted(heir.parents), provenance=made)
        changes.append(Define(sealed_version(next_one)))
    return changes


def touched(act: acts.Act) -> list[str]:
    """List the entities whose group an act is folded over."""
    match act:
        case Created() | Changed() | Retired():
            return [act.id]
        case MergeAct() | UnmergeAct():
            return [act.survivor, act.merged]
        case SplitAct():
            return [act.id, act.part]
        case _ if isinstance(act, TrustAct):
            return [act.id]
        case _:
            return []


def weighs(act: acts.Act) -> bool:
    """Tell whether an act is folded over the grants to those it touches too."""
    return isinstance(act, MergeAct | UnmergeAct | SplitAct | TrustAct)


def telling(act: acts.Act) -> list[str] | None:
    """List the entities of which an act tells more by which mentions may be decided; ``None`` where it tells none."""
    match act:
        case Changed() if act.name or act.add_aliases or act.type:
            return [act.id]
        case MergeAct():
            return [act.survivor]
        case Retired():
            return [act.id]
        case _:
            return None


def _plain(event: Envelope, act: acts.Act) -> list[GraphChange]:
    """Fold the acts that no group is needed for."""
    match act:
        case acts.Judged():
            a, b = sorted((act.a, act.b))
            return [Differ(a, b, closed=act.judgement == "open")]
        case acts.Suggested():
            return [Queued(str(event.id), MERGE, act.a, act.b)]
        case acts.Reviewed():
            return [Answered(act.item, act.decision)]
        case acts.Resolution():
            return outcomes(act)
        case Schema():
            return [Applied(event.text)]
    return []


def outcomes(act: acts.Resolution) -> list[GraphChange]:
    """Fold what the mentions of an event were resolved to: who stands in it, and what nobody could decide."""
    changes: list[GraphChange] = []
    for outcome in act.outcomes:
        if outcome.entity is None:
            changes.append(Pending(act.sequence, outcome.path, outcome.surface, outcome.role, fold(outcome.surface)))
            continue
        if outcome.again:
            changes.append(Settled(act.sequence, outcome.path))
        changes.append(Mentioned(outcome.entity, act.sequence, outcome.role, outcome.path))
    return changes
