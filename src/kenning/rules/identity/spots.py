"""Where an envelope names somebody or something: its source, its actor, the entities it concerns, each with a role."""

from __future__ import annotations

import msgspec

from kenning.model.access.genesis import ADMIN
from kenning.model.event import Actor, Concerned, Envelope, Event, Source
from kenning.model.identity.entity import UNNAMED, Entity, EntityRole
from kenning.model.ids import ENTITY_ID
from kenning.model.schema import Active
from kenning.rules.identity.person import Person
from kenning.rules.identity.traits import keys, marks
from kenning.rules.names.keys import index_keys
from kenning.rules.names.letters import fold
from kenning.rules.schema import qualified

PERSON = "kenning:Person"
_ROLES: dict[str, EntityRole] = {
    "subject": "subject",
    "about": "subject",
    "object": "object",
    "participant": "participant",
    "recipient": "participant",
    "addressee": "participant",
    "attendee": "participant",
    "organizer": "participant",
    "member": "participant",
    "to": "participant",
    "cc": "participant",
    "bcc": "participant",
    "from": "participant",
    "sender": "participant",
    "author": "participant",
}


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """One place where an event names somebody: by id, by identifier on a channel, by name; the type as far as it is said."""

    path: str
    role: EntityRole
    surface: str
    type: str = ""
    id: str | None = None
    channel: str | None = None
    identifier: str | None = None
    name: str | None = None


def type_of(active: Active, said: str | None) -> str:
    """Give the qualified type an envelope's word stands for under a schema; nothing where it stands for none."""
    if said is None:
        return ""
    name = qualified(active, said)
    return name if name in active.types else ""


def role_of(said: str | None) -> EntityRole:
    """Give the role of an entity of an envelope: the document's own, or the one of the four that another word means."""
    return _ROLES.get((said or "").lower(), "mentioned")


def person_of(entity: Entity) -> Person:
    """Give an entity as a comparison of identities sees it."""
    context = entity.attributes.get("context", {})
    return Person(
        id=entity.id,
        type=entity.type,
        names=tuple(name for name in (entity.name, *(alias.name for alias in entity.aliases)) if name != UNNAMED),
        identifiers=tuple((one.channel, one.identifier) for one in entity.identifiers),
        context=tuple(sorted((str(kind), str(value)) for kind, value in context.items()))
        if isinstance(context, dict)
        else (),
    )


def keys_of(entity: Entity) -> list[tuple[str, str, str]]:
    """List the keys an entity is found by: (kind, key, the name as written where the key is that of a whole one)."""
    found: dict[tuple[str, str], str] = {}
    for number, name in enumerate([entity.name, *(alias.name for alias in entity.aliases)]):
        if entity.id == ADMIN and name == ADMIN:
            continue  # its id, by which it is found already; whoever speaks of some admin means nobody by it
        if name == UNNAMED:
            continue
        for kind, key in index_keys(name, entity.type):
            whole = kind == "exact"
            found.setdefault(("alias" if whole and number else kind, key), name if whole else "")
    for form in (form for forms in entity.latin.values() for form in forms):
        found.setdefault(("latin", fold(form)), form)
    if entity.identifiers:
        person = person_of(entity)
        found.update({("key", key): "" for key in keys(person)})
        found.update({(f"mark:{kind}", f"{key}\0{name}"): "" for kind, key, name in marks(person)})
    for one in entity.identifiers:
        found.setdefault(("id", f"{one.channel}\0{one.identifier}"), "")
    return [(kind, key, name) for (kind, key), name in found.items()]


def names_somebody(event: Event) -> bool:
    """Tell whether an envelope names anybody outside its text."""
    source = event.source
    return event.actor is not None or bool(event.entities) or source.id is not None or source.identifier is not None


def spots(event: Envelope, active: Active) -> list[Spot]:
    """List where an envelope names somebody, the actor first: a source only where it says by what it is met."""
    found: list[Spot] = []
    channel = event.source.channel or event.source.name or event.source.type
    if event.actor is not None:
        found += _spot("actor", "participant", event.actor, type_of(active, event.actor.type) or PERSON, channel)
    if event.source.id is not None or event.source.identifier is not None:
        found += _spot("source", "mentioned", event.source, type_of(active, event.source.type), channel)
    for number, concerned in enumerate(event.entities):
        role, kind = role_of(concerned.role), type_of(active, concerned.type)
        if not concerned.type and role == "participant" and concerned.identifier is not None:
            kind = PERSON  # who takes part under an identifier is a person, unless somebody says otherwise
        found += _spot(f"entities[{number}]", role, concerned, kind, channel)
    return found


def _spot(path: str, role: EntityRole, said: Actor | Source | Concerned, kind: str, channel: str) -> list[Spot]:
    """Read one place; an id that is no entity's is a source's own, by which it meets somebody: an identifier."""
    surface = said.name or said.identifier or said.id
    if not surface or not surface.strip():
        return []
    ours = said.id if said.id is not None and ENTITY_ID.fullmatch(said.id) else None
    identifier = said.identifier or (said.id if ours is None else None)
    spot = Spot(
        path=path,
        role=role,
        surface=surface,
        type=kind,
        id=ours,
        channel=(said.channel or channel) if identifier else None,
        identifier=identifier,
        name=said.name,
    )
    return [spot]
