"""From an act on entities to the changes of the graph; pure: looks nothing up, asks no clock.

`step` folds one act over a `Group`: the entities it touches, with the judgements that join them. Reading a merged entity is a
derivation over judgements (`rules.merge`), so undoing a judgement gives exactly what the others say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import structs

from kenning.errors import CorruptError
from kenning.model.access.act import TrustAct
from kenning.model.access.change import AccessShifted
from kenning.model.access.genesis import ADMIN, ADMIN_ENTITY, ADMIN_VERSION, BOOTSTRAP
from kenning.model.access.grant import Grant
from kenning.model.access.permissions import NONE
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Changed, Created, MergeAct, Retired, SplitAct, UnmergeAct
from kenning.model.identity.change import (
    Answered,
    Applied,
    Define,
    Describe,
    Differ,
    GraphChange,
    Judge,
    Judgement,
    Keep,
    Mentioned,
    Pending,
    Queued,
    Redirect,
    Settled,
    Withdraw,
)
from kenning.model.identity.definition import (
    DefinitionProvenance,
    MarkedAlias,
    MarkedIdentifier,
    Version,
    mark,
    sealed_version,
)
from kenning.model.identity.entity import Alias, Entity, Identifier
from kenning.model.identity.remains import Remains
from kenning.model.schema import Schema
from kenning.rules.access.acts import UNCHANGED, Given, amount, narrow, trusted
from kenning.rules.identity.merge import (
    attribute_key,
    combined_marked,
    component,
    identity_of,
    met_key,
    name_key,
    roots,
    spelled,
)
from kenning.rules.names.letters import fold

REVIEW = "entity"
MERGE = "merge"


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """An entity by its own events, when each attribute was set, the mark of each value, and the head of its versions."""

    entity: Entity
    set_at: Mapping[str, int] = {}
    marks: Mapping[str, str] = {}
    head: Version | None = None


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """The entities an act touches, every judgement that counts between them, in order of sequence, and the grants to them."""

    members: Mapping[str, Member] = {}
    judgements: Sequence[Judgement] = ()
    grants: Sequence[Grant] = ()

    def root(self, entity: str) -> str:
        """Give the id an entity reads as."""
        return roots(self.judgements).get(entity, entity)


class _Step(msgspec.Struct):
    """A fold of one act under way; ``held_by`` is the event that holds its words."""

    event: Envelope
    held_by: str
    members: dict[str, Member]
    judgements: list[Judgement]
    changes: list[GraphChange]
    grants: dict[str, Grant]

    def root(self, entity: str) -> str:
        """Give the id an entity reads as."""
        return roots(self.judgements).get(entity, entity)

    def inside(self, root: str) -> list[str]:
        """List all that read as one with a root."""
        return component(self.judgements, root)

    def own(self, entity: str) -> Entity | None:
        """Give an entity by its own events; nothing where it is new."""
        found = self.members.get(entity)
        return None if found is None else found.entity

    def begin(self) -> None:
        """Take down the admin, of whom something is about to be said: as the rule knows it, under its first version."""
        met = met_key(BOOTSTRAP.channel, BOOTSTRAP.identifier)
        marks = {name_key(ADMIN): ADMIN_VERSION.name, met: str(ADMIN_VERSION.primary)}
        self.put(Member(entity=ADMIN_ENTITY, marks=marks, head=ADMIN_VERSION))
        self.changes.append(Define(ADMIN_VERSION))

    def describe(self, entity: Entity, salt: str | None = None) -> None:
        """Take over how an entity is by its own events; of a new one, its name is marked under a salt."""
        known = self.members.get(entity.id)
        if known is None:
            known = Member(entity=entity, marks=self.marked(str(salt), [entity.name], [], {}))
        self.put(structs.replace(known, entity=entity))

    def version(self, root: str, action: str, given: Given, *, major: bool) -> None:
        """Make the next version of a root, which says some things otherwise."""
        head = self.member(root).head
        self.define(root, action, parents=[] if head is None else [head], major=major, given=given)

    def shift(self, version: Version) -> None:
        """Note that access may be another, where somebody held anything: whoever holds nothing has none, however met."""
        if version.trust_level != "untrusted" or version.permissions != NONE:
            self.changes.append(AccessShifted())

    def put(self, member: Member) -> None:
        self.members[member.entity.id] = member
        self.changes.append(Describe(member.entity, dict(member.set_at), dict(member.marks)))

    def define(
        self, root: str, action: str, *, parents: Sequence[Version], major: bool, given: Given = UNCHANGED
    ) -> None:
        """Make the next version of a root, as all its members read now."""
        self._define(root, action, parents=parents, label=_next(parents, major=major), given=given)

    def _define(
        self, root: str, action: str, *, parents: Sequence[Version], label: str, given: Given = UNCHANGED
    ) -> None:
        inside = [one for one in self.judgements if roots(self.judgements).get(one.survivor, one.survivor) == root]
        entities = {key: member.entity for key, member in self.members.items()}
        every = {key: member.marks for key, member in self.members.items()}
        reads, marks = combined_marked(entities, root, inside, self._set_at(), every)
        identity = identity_of(entities, root, inside)
        own = self.members[root]
        head = parents[0] if parents else None
        by = self.event.recorded_by.principal if self.event.recorded_by is not None else ""
        first = identity.primary
        version = Version(
            entity_id=root,
            label=label,
            parents=sorted({parent.id for parent in parents}),
            type=head.type if head else "external",
            internal_type=head.internal_type if head else None,
            trust_level=head.trust_level if head else "untrusted",
            entity_type=reads.type,
            agent=reads.agent,
            name=marks[name_key(reads.name)][0],
            aliases=[MarkedAlias(name=marks[name_key(one.name)][0], evidence=one.evidence) for one in reads.aliases],
            attributes=sorted(list(marks[attribute_key(key)]) for key in reads.attributes),
            primary=marks[met_key(first.channel_id, first.identifier)][0] if first is not None else None,
            merged=[
                MarkedIdentifier(
                    identifier=marks[met_key(one.channel_id, one.identifier)][0],
                    merged_at=one.merged_at,
                    merged_by=one.merged_by,
                )
                for one in identity.merged
            ],
            relationships=head.relationships if head else [],
            permissions=head.permissions if head else NONE,
            allowed_channels=head.allowed_channels if head else [],
            lifecycle_state=head.lifecycle_state if head else "discovered",
            retired=own.entity.retired,
            provenance=DefinitionProvenance(
                event=str(self.event.id), action=action, by=by, from_versions=[parent.label for parent in parents]
            ),
        )
        sealed = sealed_version(structs.replace(version, **given.fields()))
        self.members[root] = structs.replace(own, head=sealed)
        self.changes.append(Define(sealed))

    def _set_at(self) -> dict[str, Mapping[str, int]]:
        return {key: member.set_at for key, member in self.members.items()}

    def marked(
        self, salt: str, names: Iterable[str], met: Iterable[Identifier], attributes: Mapping[str, object]
    ) -> dict[str, str]:
        """Mark what the act says: values are committed to under its salt, so that they go with it."""
        found = {name_key(name): mark(self.held_by, salt, "name", name) for name in names}
        for one in met:
            pair = [one.channel, one.identifier]
            found[met_key(*pair)] = mark(self.held_by, salt, "identifier", pair)
        for key, value in attributes.items():
            found[attribute_key(key)] = mark(self.held_by, salt, "attribute", [key, value])
        return found

    def member(self, entity: str) -> Member:
        found = self.members.get(entity)
        if found is None:
            raise CorruptError(f"{self.event.id}: acts on entity {entity}, which was never created")
        return found

    def head(self, entity: str) -> Version:
        head = self.member(entity).head
        if head is None:
            raise CorruptError(f"{self.event.id}: entity {entity} has no definition")
        return head


def step(
    group: Group, event: Envelope, said: acts.Act | None = None, held_by: str | None = None
) -> tuple[Group, list[GraphChange]]:
    """Fold one act: give the group as it stands after, and the changes.

    ``said`` is its content where it is decoded already; ``held_by`` the event that says it, where that is another.
    """
    act = acts.decoded(event.kind, event.text) if said is None else said
    grants = {grant.id: grant for grant in group.grants}
    at = _Step(event, held_by or str(event.id), dict(group.members), list(group.judgements), [], grants)
    match act:
        case Created():
            _created(at, act)
        case Changed():
            _changed(at, act)
        case Retired():
            _retired(at, act, retired=event.kind == acts.RETIRED)
        case MergeAct():
            _merged(at, act)
        case UnmergeAct():
            _unmerged(at, act)
        case SplitAct():
            _split(at, act)
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
        label = _next(made_of, major=major)
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


def _evidence(event: Envelope) -> list[str]:
    """Name what an act rests on: the events it is drawn from or caused by, else itself, said by its recorder."""
    found = [link.to_event_id for link in event.links if link.relation in {"derived_from", "caused_by"}]
    return found or [str(event.id)]


def _created(at: _Step, act: Created) -> None:
    if act.id == ADMIN:
        at.begin()
        return
    evidence = _evidence(at.event)
    entity = Entity(
        id=act.id,
        agent=act.agent,
        type=act.type,
        name=act.name,
        evidence=evidence,
        aliases=[Alias(name=name, evidence=evidence) for name in act.aliases],
        identifiers=act.identifiers,
        attributes=act.attributes,
        latin=act.latin,
    )
    marks = at.marked(act.salt, [act.name, *act.aliases], act.identifiers, act.attributes)
    at.put(Member(entity=entity, set_at=dict.fromkeys(act.attributes, at.event.sequence), marks=marks))
    at._define(act.id, "discovered", parents=(), label="v1")  # noqa: SLF001
    if act.review:
        head = at.head(act.id)
        waits = Given(lifecycle="pending_review")
        at._define(act.id, "flagged", parents=[head], label="v1.1", given=waits)  # noqa: SLF001
        at.changes.append(Queued(str(at.event.id), REVIEW, act.id, ""))


def _changed(at: _Step, act: Changed) -> None:
    own = at.member(act.id)
    before = own.entity
    evidence = _evidence(at.event)
    entity = structs.replace(
        before,
        name=act.name or before.name,
        evidence=_name_evidence(before, act, evidence),
        type=act.type or before.type,
        aliases=_aliases(before, act, evidence),
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
    at.put(structs.replace(own, entity=entity, set_at=set_at, marks=_borne(entity, {**own.marks, **fresh})))
    root = roots(at.judgements).get(act.id, act.id)
    major = bool(act.type or act.add_identifiers or act.drop_identifiers)
    at.define(root, "changed", parents=[at.head(root)], major=major)
    if act.drop_identifiers or (act.add_identifiers and not _by_name(at.event)):
        at.shift(at.head(root))


def _borne(entity: Entity, marks: Mapping[str, str]) -> dict[str, str]:
    """Give of some marks those of values an entity still has."""
    names = [name_key(name) for name in (entity.name, *(alias.name for alias in entity.aliases))]
    met = [met_key(one.channel, one.identifier) for one in entity.identifiers]
    wanted = {*names, *met, *map(attribute_key, entity.attributes)}
    return {key: one for key, one in marks.items() if key in wanted}


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


def _retired(at: _Step, act: Retired, *, retired: bool) -> None:
    own = at.member(act.id)
    at.put(structs.replace(own, entity=structs.replace(own.entity, retired=retired)))
    root = roots(at.judgements).get(act.id, act.id)
    at.define(root, "retired" if retired else "restored", parents=[at.head(root)], major=False)


def _merged(at: _Step, act: MergeAct) -> None:
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


def _together(at: _Step, root: str, parents: Sequence[Version]) -> Given:
    """Give what two that are merged hold as one: the highest trust, the union of what was given, the relationships of both."""
    both = {(one.target_entity_id, one.relation_type): one for head in reversed(parents) for one in head.relationships}
    return structs.replace(amount(at, root), relationships=list(both.values()))


def _unmerged(at: _Step, act: UnmergeAct) -> None:
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
        at.define(root, "unmerged", parents=[old], major=True, given=amount(at, root))
    at.shift(old)


def _redirect(at: _Step, before: Mapping[str, str]) -> None:
    after = roots(at.judgements)
    for entity in sorted({*before, *after}):
        root = after.get(entity, entity)
        if before.get(entity, entity) != root:
            at.changes.append(Redirect(entity, root))


def _split(at: _Step, act: SplitAct) -> None:
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
    evidence = {alias.name: alias.evidence for alias in own.entity.aliases}
    part = Entity(
        id=act.part,
        agent=own.entity.agent,
        type=own.entity.type,
        name=act.name,
        evidence=evidence.get(act.name) or _evidence(at.event),
        aliases=[Alias(name=name, evidence=evidence.get(name) or _evidence(at.event)) for name in act.aliases],
        identifiers=act.identifiers,
        attributes={key: own.entity.attributes[key] for key in act.attributes if key in own.entity.attributes},
    )
    rest, part = spelled(rest, spellings), spelled(part, spellings)
    head = at.head(roots(at.judgements).get(act.id, act.id))
    told = at.marked(act.salt, [act.name, *act.aliases], act.identifiers, {})
    for entity in (rest, part):
        set_at = {key: sequence for key, sequence in own.set_at.items() if key in entity.attributes}
        marks = _borne(entity, {**told, **own.marks})
        at.put(Member(entity=entity, set_at=set_at, marks=marks, head=own.head if entity is rest else None))
    at.define(head.entity_id, "split", parents=[head], major=True)
    nothing = Given(level="untrusted", permissions=NONE, relationships=[])
    at._define(act.part, "split", parents=[head], label=_next([head], major=True), given=nothing)  # noqa: SLF001
    at.shift(head)


def _next(parents: Sequence[Version], *, major: bool) -> str:
    """Give the label of the next version: ``v3`` where trust, permission, identity or type change, else ``v2.1``."""
    numbers = [tuple(int(part) for part in parent.label.removeprefix("v").split(".")) for parent in parents]
    highest = max(numbers, default=(0,))
    if major or not parents:
        return f"v{highest[0] + 1}"
    return f"v{highest[0]}.{(highest[1] if len(highest) > 1 else 0) + 1}"
