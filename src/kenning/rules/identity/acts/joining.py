"""Folding judgements that two are one, and what undoes them; what either held goes along, and never more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import structs

from kenning.errors import CorruptError
from kenning.model.access.permissions import NONE
from kenning.model.identity.act import MergeAct, SplitAct, UnmergeAct
from kenning.model.identity.change import (
    Judge,
    Judgement,
    Redirect,
    Withdraw,
)
from kenning.model.identity.definition import (
    Version,
)
from kenning.model.identity.entity import Alias, Entity
from kenning.rules.access.acts import Given, amount, narrow
from kenning.rules.identity.acts.saying import evidence
from kenning.rules.identity.acts.stepping import Member, Step, borne, next_label
from kenning.rules.identity.merge import (
    roots,
    spelled,
)


def merged(at: Step, act: MergeAct) -> None:
    """Fold a merge: the judgement stands, and the survivor has a version of both."""
    before = roots(at.judgements)
    parents = [at.head(before.get(one, one)) for one in (act.survivor, act.merged)]
    by = at.event.recorded_by.principal if at.event.recorded_by is not None else ""
    judgement = Judgement(
        sequence=at.event.sequence,
        event=str(at.event.id),
        survivor=act.survivor,
        merged=act.merged,
        act=at.event.text,
        at=at.event.recorded_at,
        by=by,
    )
    at.judgements.append(judgement)
    at.changes.append(Judge(judgement))
    _redirect(at, before)
    root = at.root(act.survivor)
    at.define(root, "merged", parents=parents, major=True, given=_together(at, root, parents))
    at.shift(at.head(root))


def _together(at: Step, root: str, parents: Sequence[Version]) -> Given:
    """Give what two that are merged hold as one: the highest trust, the union of what was given, the relationships of both."""
    both = {(one.target_entity_id, one.relation_type): one for head in reversed(parents) for one in head.relationships}
    active = "active" if any(head.lifecycle_state == "active" for head in parents) else None
    return structs.replace(amount(at, root), relationships=list(both.values()), lifecycle=active)


def unmerged(at: Step, act: UnmergeAct) -> None:
    """Fold what undoes a merge: each part has a version of its own, and holds no more than both held as one."""
    before = roots(at.judgements)
    gone = next((one for one in at.judgements if one.event == act.merge), None)
    if gone is None:
        raise CorruptError(f"{at.event.id}: undoes merge {act.merge}, which does not stand")
    old = at.head(before.get(gone.survivor, gone.survivor))
    at.judgements.remove(gone)
    at.changes.append(Withdraw(gone.sequence))
    _redirect(at, before)
    after = dict.fromkeys(at.root(one) for one in (gone.survivor, gone.merged))
    narrow(at, [one for root in after for one in at.inside(root)], old)
    for root in after:
        own = at.members[root].head
        stood = own.lifecycle_state if own is not None and old.lifecycle_state == "active" else None
        given = structs.replace(amount(at, root), lifecycle=stood)
        at.define(root, "unmerged", parents=[old], major=True, given=given)
    at.shift(old)


def _redirect(at: Step, before: Mapping[str, str]) -> None:
    after = roots(at.judgements)
    for entity in sorted({*before, *after}):
        root = after.get(entity, entity)
        if before.get(entity, entity) != root:
            at.changes.append(Redirect(entity, root))


def split(at: Step, act: SplitAct) -> None:
    """Fold a split: names and identifiers become another's, to whom nobody has given anything."""
    own = at.member(act.id)
    taken = {act.name, *act.aliases}
    met = {(one.channel, one.identifier) for one in act.identifiers}
    spellings = {**own.entity.latin, **act.latin}
    rest = structs.replace(
        own.entity,
        aliases=[alias for alias in own.entity.aliases if alias.name not in taken],
        identifiers=[one for one in own.entity.identifiers if (one.channel, one.identifier) not in met],
        attributes={key: value for key, value in own.entity.attributes.items() if key not in act.attributes},
    )
    told_by = {alias.name: alias.evidence for alias in own.entity.aliases}
    part = Entity(
        id=act.part,
        agent=own.entity.agent,
        type=own.entity.type,
        name=act.name,
        evidence=told_by.get(act.name) or evidence(at.event),
        aliases=[Alias(name=name, evidence=told_by.get(name) or evidence(at.event)) for name in act.aliases],
        identifiers=act.identifiers,
        attributes={key: own.entity.attributes[key] for key in act.attributes if key in own.entity.attributes},
    )
    rest, part = spelled(rest, spellings), spelled(part, spellings)
    head = at.head(roots(at.judgements).get(act.id, act.id))
    told = at.marked(act.salt, [act.name, *act.aliases], act.identifiers, {})
    for entity in (rest, part):
        set_at = {key: sequence for key, sequence in own.set_at.items() if key in entity.attributes}
        marks = borne(entity, {**told, **own.marks})
        at.put(Member(entity=entity, set_at=set_at, marks=marks, head=own.head if entity is rest else None))
    at.define(head.entity_id, "split", parents=[head], major=True)
    nothing = Given(level="untrusted", permissions=NONE, relationships=[])
    at.define_as(act.part, "split", parents=[head], label=next_label([head], major=True), given=nothing)
    at.shift(head)
