"""Folding what is said of an entity by itself: that it is there, how it is called, met and described, that it is in use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import structs

from kenning.model.access.genesis import ADMIN
from kenning.model.event import Envelope
from kenning.model.identity.act import Changed, Created, Retired
from kenning.model.identity.change import (
    Queued,
)
from kenning.model.identity.entity import Alias, Entity, Identifier
from kenning.rules.access.acts import REVIEW, Given
from kenning.rules.identity.acts.stepping import Member, Step, borne
from kenning.rules.identity.merge import (
    roots,
    spelled,
)


def created(at: Step, act: Created) -> None:
    """Fold that an entity is there; of the admin, that something is said of him."""
    if act.id == ADMIN:
        at.begin()
        return
    said_by = evidence(at.event)
    entity = Entity(
        id=act.id,
        agent=act.agent,
        type=act.type,
        name=act.name,
        evidence=said_by,
        aliases=[Alias(name=name, evidence=said_by) for name in act.aliases],
        identifiers=act.identifiers,
        attributes=act.attributes,
        latin=act.latin,
    )
    marks = at.marked(act.salt, [act.name, *act.aliases], act.identifiers, act.attributes)
    at.put(Member(entity=entity, set_at=dict.fromkeys(act.attributes, at.event.sequence), marks=marks))
    at.define_as(act.id, "discovered", parents=(), label="v1")
    if act.review:
        head = at.head(act.id)
        waits = Given(lifecycle="pending_review")
        at.define_as(act.id, "flagged", parents=[head], label="v1.1", given=waits)
        at.changes.append(Queued(str(at.event.id), REVIEW, act.id, ""))


def changed(at: Step, act: Changed) -> None:
    """Fold how an entity is called, met and described from now on."""
    own = at.member(act.id)
    before = own.entity
    said_by = evidence(at.event)
    entity = structs.replace(
        before,
        name=act.name or before.name,
        evidence=_name_evidence(before, act, said_by),
        type=act.type or before.type,
        aliases=_aliases(before, act, said_by),
        identifiers=_identifiers(before.identifiers, _bound(at.event, act.add_identifiers), act.drop_identifiers),
        attributes=_attributes(before.attributes, act.attributes),
    )
    entity = spelled(entity, {**before.latin, **act.latin})
    set_at = {key: sequence for key, sequence in own.set_at.items() if key in entity.attributes}
    set_at.update({key: at.event.sequence for key in act.attributes if key in entity.attributes})
    told = at.marked(
        act.salt, [*([act.name] if act.name else []), *act.add_aliases], act.add_identifiers, act.attributes
    )
    fresh = {key: one for key, one in told.items() if key not in own.marks or key.startswith("attribute ")}
    at.put(structs.replace(own, entity=entity, set_at=set_at, marks=borne(entity, {**own.marks, **fresh})))
    root = roots(at.judgements).get(act.id, act.id)
    major = bool(act.type or act.add_identifiers or act.drop_identifiers)
    at.define(root, "changed", parents=[at.head(root)], major=major)
    if act.drop_identifiers or (act.add_identifiers and not _by_name(at.event)):
        at.shift(at.head(root))


def retired(at: Step, act: Retired, *, out: bool) -> None:
    """Fold that an entity is out of use, or back in it."""
    own = at.member(act.id)
    at.put(structs.replace(own, entity=structs.replace(own.entity, retired=out)))
    root = roots(at.judgements).get(act.id, act.id)
    at.define(root, "retired" if out else "restored", parents=[at.head(root)], major=False)


def _name_evidence(before: Entity, act: Changed, evidence: list[str]) -> list[str]:
    """Name what the canonical name rests on after a change: an alias that becomes it brings its own evidence."""
    if act.name is None or act.name == before.name:
        return before.evidence
    known = next((alias.evidence for alias in before.aliases if alias.name == act.name), [])
    return list(dict.fromkeys([*known, *evidence]))


def _aliases(before: Entity, act: Changed, evidence: list[str]) -> list[Alias]:
    """Give the aliases after a change; a canonical name that is replaced stays as an alias, so that old mentions resolve."""
    kept = {alias.name: alias for alias in before.aliases if alias.name not in act.drop_aliases}
    added = dict.fromkeys(act.add_aliases, evidence)
    if act.name is not None and act.name != before.name and before.name not in act.drop_aliases:
        added.setdefault(before.name, before.evidence)
    for name, says in added.items():
        known = kept.get(name)
        kept[name] = Alias(name=name, evidence=list(dict.fromkeys([*(known.evidence if known else ()), *says])))
    kept.pop(act.name or before.name, None)
    return list(kept.values())


def _by_name(event: Envelope) -> bool:
    """Whether an identifier was joined because an event bore a name, and not because anybody said so."""
    return any(link.relation == "caused_by" for link in event.links)


def _bound(event: Envelope, added: Iterable[Identifier]) -> list[Identifier]:
    by = event.recorded_by.principal if event.recorded_by is not None else None
    joined = _by_name(event)
    return [structs.replace(one, bound_at=event.recorded_at, bound_by=by, joined=joined) for one in added]


def _identifiers(
    before: Iterable[Identifier], added: Iterable[Identifier], dropped: Iterable[Identifier]
) -> list[Identifier]:
    gone = {(one.channel, one.identifier) for one in dropped}
    kept = {(one.channel, one.identifier): one for one in before if (one.channel, one.identifier) not in gone}
    kept.update({(one.channel, one.identifier): one for one in added})
    return list(kept.values())


def _attributes(before: Mapping[str, object], patch: Mapping[str, object]) -> dict[str, object]:
    after = {**before, **patch}
    return {key: value for key, value in after.items() if value is not None}


def evidence(event: Envelope) -> list[str]:
    """Name what an act rests on: the events it is drawn from or caused by, else itself, said by its recorder."""
    found = [link.to_event_id for link in event.links if link.relation in {"derived_from", "caused_by"}]
    return found or [str(event.id)]
