"""What a reader sees of an entity graph, as one plain value without versions and sequences: two ways to one state agree."""

from typing import Any

import kenning
from kenning.engine.graph.versions import read
from kenning.model.identity.definition import Definition, Version

EVERYTHING = 10_000


def message(
    name: str | None = None, identifier: str | None = None, text: str = "x", *, channel: str = "chat", **fields: Any
) -> dict[str, Any]:
    """A message on a channel, by somebody who is named, met by an identifier, or neither."""
    actor = {"type": "user", "name": name, "identifier": identifier, "channel": channel if identifier else None}
    said = {key: value for key, value in actor.items() if value is not None}
    event = {
        "kind": "message.received",
        "source": {"type": "import", "name": "chat"},
        "files": [{"role": "primary", "content": text}],
        **fields,
    }
    return {**event, "actor": said} if name or identifier else event


def does(name: str, identifier: str, text: str) -> dict[str, Any]:
    """Something an agent did, on a channel of its own."""
    actor = {"type": "agent", "name": name, "identifier": identifier, "channel": "ci"}
    said = [{"role": "primary", "content": text}]
    return {"kind": "tool.ran", "source": {"type": "app", "name": "ci"}, "actor": actor, "files": said}


def note(*names: str, text: str = "x", role: str = "subject", **fields: Any) -> dict[str, Any]:
    """A note by hand about entities it names."""
    return {
        "kind": "note.created",
        "source": {"type": "user", "name": "manual"},
        "entities": [{"name": name, "role": role} for name in names],
        "files": [{"role": "primary", "content": text}],
        **fields,
    }


def entities(session: kenning.Session) -> dict[str, Any]:
    """Each entity as it reads, by its canonical id."""
    return {
        one.id: {
            "name": one.canonical_name,
            "type": one.entity_type,
            "agent": one.agent_id,
            "aliases": sorted(alias.name for alias in one.aliases),
            "identifiers": sorted((met.channel, met.identifier) for met in one.identifiers),
            "attributes": one.attributes,
            "retired": one.tombstoned,
            "members": sorted(one.members),
        }
        for one in session.entities()
    }


def mentions(session: kenning.Session) -> dict[str, Any]:
    """Where each entity stands."""
    return {
        one.id: sorted((seen.event_id, seen.role, seen.path) for seen in session.appears(one.id, limit=EVERYTHING))
        for one in session.entities()
    }


def claims(session: kenning.Session) -> list[Any]:
    """All claims, ended ones too, with what they rest on."""
    return sorted(
        [
            one.id,
            one.state,
            one.statement.subject,
            one.statement.predicate,
            one.statement.object or "",
            repr(one.statement.value),
            one.valid_from or 0,
            one.valid_to or 0,
            one.confidence,
            sorted(evidence.event for evidence in one.evidence),
        ]
        for one in session.claims(ended=True)
    )


def reviews(session: kenning.Session) -> list[Any]:
    """What waits for a person."""
    return sorted(
        [one.item, one.kind, sorted(one.entities), one.surface, one.decision] for one in session.reviews(look=False)
    )


def digest(session: kenning.Session) -> dict[str, Any]:
    """All of it."""
    return {
        "entities": entities(session),
        "mentions": mentions(session),
        "claims": claims(session),
        "reviews": reviews(session),
    }


def versions(session: kenning.Session) -> dict[str, Version]:
    """Every version of every definition that was ever made, as it is hashed, by its id; those of who was erased included."""
    with session._engine.store.read() as reader:
        graph = reader.graph(session.namespace)
        numbers = range(1, session.head()[0] + 1)
        return {version.id: version for number in numbers for _, _, version in graph.versions(number)}


def opened(session: kenning.Session) -> dict[str, Definition]:
    """The same, as they read now."""
    with session._engine.store.read() as reader:
        return {one.id: one for one in read(reader, session.namespace, versions(session).values())}


def sound(session: kenning.Session) -> None:
    """Hold that a store verifies, and that folding its log anew changes nothing a reader sees."""
    assert session.verify().problems == []
    before = digest(session)
    session.rebuild()
    assert session.verify().problems == []
    assert digest(session) == before


def acts(session: kenning.Session, kind: str) -> list[kenning.Envelope]:
    """The acts of a kind that are in the log, in order."""
    return [event for event in session.log() if event.kind == kind]
