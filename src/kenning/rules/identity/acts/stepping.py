"""A fold of one act on entities under way: whom it touches, how they read, and the next version of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import structs

from kenning.errors import CorruptError
from kenning.model.access.change import AccessShifted
from kenning.model.access.genesis import ADMIN, ADMIN_ENTITY, ADMIN_VERSION, BOOTSTRAP
from kenning.model.access.grant import Grant
from kenning.model.access.permissions import NONE
from kenning.model.event import Envelope
from kenning.model.identity.change import (
    Define,
    Describe,
    GraphChange,
    Judgement,
)
from kenning.model.identity.definition import (
    DefinitionProvenance,
    MarkedAlias,
    MarkedIdentifier,
    Version,
    mark,
    sealed_version,
)
from kenning.model.identity.entity import Entity, Identifier
from kenning.rules.access.acts import UNCHANGED, Given
from kenning.rules.identity.merge import (
    attribute_key,
    combined_marked,
    component,
    identity_of,
    met_key,
    name_key,
    roots,
)


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


class Step(msgspec.Struct):
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
        """Take over a member as it is now."""
        self.members[member.entity.id] = member
        self.changes.append(Describe(member.entity, dict(member.set_at), dict(member.marks)))

    def define(
        self, root: str, action: str, *, parents: Sequence[Version], major: bool, given: Given = UNCHANGED
    ) -> None:
        """Make the next version of a root, as all its members read now."""
        self.define_as(root, action, parents=parents, label=next_label(parents, major=major), given=given)

    def define_as(
        self, root: str, action: str, *, parents: Sequence[Version], label: str, given: Given = UNCHANGED
    ) -> None:
        """Make a version of a root under a label."""
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
        """Give a member. Raises `CorruptError` where there is none."""
        found = self.members.get(entity)
        if found is None:
            raise CorruptError(f"{self.event.id}: acts on entity {entity}, which was never created")
        return found

    def head(self, entity: str) -> Version:
        """Give the last version of a root. Raises `CorruptError` where there is none."""
        head = self.member(entity).head
        if head is None:
            raise CorruptError(f"{self.event.id}: entity {entity} has no definition")
        return head


def next_label(parents: Sequence[Version], *, major: bool) -> str:
    """Give the label of the next version: ``v3`` where trust, permission, identity or type change, else ``v2.1``."""
    numbers = [tuple(int(part) for part in parent.label.removeprefix("v").split(".")) for parent in parents]
    highest = max(numbers, default=(0,))
    if major or not parents:
        return f"v{highest[0] + 1}"
    return f"v{highest[0]}.{(highest[1] if len(highest) > 1 else 0) + 1}"


def borne(entity: Entity, marks: Mapping[str, str]) -> dict[str, str]:
    """Give of some marks those of values an entity still has."""
    names = [name_key(name) for name in (entity.name, *(alias.name for alias in entity.aliases))]
    met = [met_key(one.channel, one.identifier) for one in entity.identifiers]
    wanted = {*names, *met, *map(attribute_key, entity.attributes)}
    return {key: one for key, one in marks.items() if key in wanted}
