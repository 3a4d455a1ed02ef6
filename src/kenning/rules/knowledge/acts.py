"""From an act on a claim to the rows of all claims it may change: the ledger of its groups, written anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from collections.abc import Set as AbstractSet
from itertools import count

import msgspec
from msgspec import structs

from kenning.model.event import Envelope
from kenning.model.identity.change import Claimed, GraphChange, Recast
from kenning.model.statement import ClaimAct, Ledger, Support
from kenning.model.time import instant
from kenning.rules.knowledge.assertion import Assertion, blocks
from kenning.rules.knowledge.history import ledger
from kenning.rules.knowledge.key import Group, counted, groups, without


def written(group: Group) -> str:
    """Give the key under which a group's acts are found."""
    return msgspec.json.encode(group).decode()


def keys(act: ClaimAct) -> list[str]:
    """List the keys of the groups an act belongs to."""
    return [written(group) for group in groups(act.statement)]


def placed(act: ClaimAct, event: Envelope) -> ClaimAct:
    """Fill in of an act what its envelope says."""
    recorded = instant(event.recorded_at, None, "recordedAt")
    return structs.replace(act, event=str(event.id), sequence=event.sequence, recorded=recorded)


def claimed(act: ClaimAct, gathered: Iterable[ClaimAct], hidden: Collection[str]) -> list[GraphChange]:
    """Fold one act: ``gathered`` are all acts of its groups, and of every group a claim of these is in, before it.

    Evidence that is ``hidden`` counts for nothing, now and at every earlier moment.
    """
    changed = set(keys(act))
    before = list(gathered)
    first = alone(act) if not before and not hidden else None
    written = recast(changed, [*before, act], hidden) if first is None else _rows(first, {act.event: act.sequence}, ())
    return [Claimed(act, tuple(sorted(changed))), written]


def alone(act: ClaimAct) -> Ledger | None:
    """Give the ledger of an act that is the first of its groups, without working out a history; ``None`` where it needs one."""
    if act.deed != "asserts" or act.valid_to is not None or not counted(act):
        return None
    (block,) = blocks([Assertion(act)], count())
    row = structs.replace(block.row(()), since=act.sequence)
    support = Support(claim=act.event, act=act.event, asserter=act.asserter, since=act.sequence, evidence=act.evidence)
    return Ledger(rows=[row], support=[support])


def recast(changed: AbstractSet[str], acts: Iterable[ClaimAct], hidden: Collection[str]) -> Recast:
    """Write anew the claims of some groups, from all acts that bear on them."""
    known = list(acts)
    sequences = {act.event: act.sequence for act in known}
    whole = ledger(without(known, hidden) if hidden else known)
    rows = [row for row in whole.rows if changed & set(map(written, groups(row.statement)))]
    ids = {row.id for row in rows}
    mine = Ledger(rows=rows, support=[one for one in whole.support if one.claim in ids])
    return _rows(mine, sequences, sorted(act.sequence for act in known if changed & set(keys(act))))


def _rows(found: Ledger, sequences: Mapping[str, int], drop: Iterable[int]) -> Recast:
    return Recast(
        drop=tuple(drop),
        rows=tuple((sequences[row.id], row) for row in found.rows),
        support=tuple((sequences[one.claim], sequences[one.act], one) for one in found.support),
    )
