"""What a reader sees of claims: as of a sequence, at a valid time, side by side where they contradict, and after a merge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import structs

from kenning.model.statement import Claim, ClaimRow, Contradiction, Evidence, Ledger, Statement
from kenning.rules.knowledge.belief import confidence, counts
from kenning.rules.knowledge.belief import joined as joined_evidence
from kenning.rules.knowledge.key import Group, Key, canonical, groups, key

_FIELDS = ClaimRow.__struct_fields__


def claims(written: Ledger, at: int | None = None) -> list[Claim]:
    """Give the claims as of a sequence, or as they read last, in order of id; those that ended or were withdrawn too."""
    supporting: dict[str, tuple[list[str], list[Evidence]]] = {}
    for line in written.support:
        if _in_force(line.since, line.until, at):
            acts, evidence = supporting.setdefault(line.claim, ([], []))
            acts.append(line.act)
            evidence.extend(line.evidence)
    found = []
    for row in written.rows:
        if _in_force(row.since, row.until, at):
            acts, evidence = supporting.get(row.id, ([], []))
            fields = {name: getattr(row, name) for name in _FIELDS}
            found.append(Claim(**fields, acts=sorted(acts), evidence=_once(evidence)))
    return sorted(found, key=lambda claim: claim.id)


def _in_force(since: int, until: int | None, at: int | None) -> bool:
    return until is None if at is None else since <= at and (until is None or at < until)


def _once(evidence: Iterable[Evidence]) -> list[Evidence]:
    """Give each event once, with what says most, in order of id; what counts for nothing is left out."""
    best: dict[str, Evidence] = {}
    for one in evidence:
        if counts(one):
            known = best.get(one.event)
            best[one.event] = one if known is None else joined_evidence(known, one)
    return [best[event] for event in sorted(best)]


def holds(claim: ClaimRow, valid_at: int) -> bool:
    """Whether a claim holds at a moment of valid time, in microseconds; an unknown start or end excludes nothing.

    An event without an end is a point in time. Preferences that were superseded, and facts that were closed, held before.
    """
    if not claim.held:
        return False
    begins, ends = claim.valid_from, claim.valid_to
    if claim.statement.kind == "event" and begins is not None and ends is None:
        return valid_at == begins
    return (begins is None or begins <= valid_at) and (ends is None or valid_at < ends)


def open_at(written: Ledger, at: int | None = None, valid_at: int | None = None) -> list[Claim]:
    """Give the claims that hold, on both axes: as recorded by a sequence, and at a moment of valid time.

    Without ``at``, by all that is recorded; without ``valid_at``, those that are open, whose end nobody knows.
    """
    return [claim for claim in claims(written, at) if _stands(claim, valid_at)]


def _stands(claim: Claim, valid_at: int | None) -> bool:
    return claim.state == "open" if valid_at is None else holds(claim, valid_at)


def contradictions(read: Iterable[Claim], valid_at: int | None = None) -> list[Contradiction]:
    """List what contradicts, side by side: several values of what has one at a time, and what is denied by the less trusted.

    The claims are those of one moment (`claims`, `joined`); they contradict where they hold at once: at ``valid_at``, else now,
    being open. Best supported first: the more trusted, then the more confident, then the one that began later.
    """
    standing = [claim for claim in read if _stands(claim, valid_at)]
    beside: dict[Group, list[Claim]] = {}
    for claim in standing:
        for group in groups(claim.statement):
            if group.end != "claim":
                beside.setdefault(group, []).append(claim)
    found = [_weighed(side) for _, side in sorted(beside.items()) if len({key(one.statement) for one in side}) > 1]
    found += [_denied(claim) for claim in sorted(standing, key=lambda one: one.id) if claim.denied]
    return found


def _weighed(side: Sequence[Claim]) -> Contradiction:
    ordered = sorted(side, key=_merit)
    best, other = ordered[0], next(one for one in ordered if key(one.statement) != key(ordered[0].statement))
    reasons = []
    if best.rank != other.rank:
        reasons.append(f"it comes from a more trusted source: rank {best.rank} before {other.rank}")
    if best.confidence > other.confidence:
        reasons.append(f"it is better supported: {best.confidence:.2f} before {other.confidence:.2f}")
    if _start(best) > _start(other):
        reasons.append("it began later")
    return Contradiction(claims=ordered, recommendation=best.id if reasons else None, reasons=reasons)


def _denied(claim: Claim) -> Contradiction:
    reasons = [f"{event} says that it ended, and comes from a less trusted source" for event in claim.denied]
    return Contradiction(claims=[claim], recommendation=claim.id, reasons=reasons)


def _merit(claim: Claim) -> tuple[int, float, int, str]:
    return -claim.rank, -claim.confidence, -_start(claim), claim.id


def _start(claim: ClaimRow) -> int:
    return -(1 << 63) if claim.valid_from is None else claim.valid_from


# -- after a merge -----------------------------------------------------------------------------------------------------


def joined(read: Iterable[Claim], ids: Mapping[str, str]) -> list[Claim]:
    """Give the claims of one moment as they read when entities are one: ``ids`` leads from a merged id to the canonical one.

    Twins, which say the same of times that meet, become one, with the evidence of all. Nothing closes anything: two values
    that are open at both remain so, and `contradictions` shows them.
    """
    beside: dict[tuple[bool, Key], list[Claim]] = {}
    for claim in sorted(read, key=lambda one: (not one.held, _start(one), one.id)):
        told = canonical(_renamed(claim, ids))
        renamed = claim if told == claim.statement else structs.replace(claim, statement=told)
        lasted = claim.held and (claim.valid_to is None or claim.valid_from != claim.valid_to)
        lane = beside.setdefault((lasted, key(told)), [])
        if lane and lasted and _meet(lane[-1], renamed):
            lane[-1] = _twin(lane[-1], renamed)
        else:
            lane.append(renamed)
    return sorted((claim for lane in beside.values() for claim in lane), key=lambda claim: claim.id)


def _renamed(claim: Claim, ids: Mapping[str, str]) -> Statement:
    said = claim.statement
    object_ = said.object if said.object is None else ids.get(said.object, said.object)
    return structs.replace(said, subject=ids.get(said.subject, said.subject), object=object_)


def _meet(one: Claim, other: Claim) -> bool:
    """Whether two spans have a moment in common, the first beginning no later; points only meet each other."""
    if one.statement.kind == "event":
        return one.valid_from == other.valid_from or (one.valid_to is not None and _start(other) < one.valid_to)
    return one.valid_to is None or _start(other) < one.valid_to


def _twin(one: Claim, other: Claim) -> Claim:
    """Join two claims: the span of the more trusted, of equals the wider; the evidence of both."""
    first, second = sorted((one, other), key=lambda claim: (claim.since, claim.id))
    lead = max((first, second), key=lambda claim: (claim.rank, claim.state == "open", claim.valid_to or 0))
    begins, denied = lead.valid_from, lead.denied
    if one.rank == other.rank:
        begins = min((start for start in (one.valid_from, other.valid_from) if start is not None), default=None)
        denied = sorted({*one.denied, *other.denied})
    evidence = _once([*one.evidence, *other.evidence])
    return structs.replace(
        lead,
        id=first.id,
        since=second.since,
        until=None,
        valid_from=begins,
        confidence=confidence(evidence),
        denied=denied,
        evidence=evidence,
        acts=sorted({*one.acts, *other.acts}),
        also=sorted({*one.also, *other.also, second.id} - {first.id}),
    )
