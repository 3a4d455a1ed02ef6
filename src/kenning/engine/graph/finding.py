"""Finding entities by what they are called or met by, and reading them as they are now, merged or not."""

from __future__ import annotations

from kenning.engine.engine import Engine
from kenning.engine.graph.groups import judgements_around
from kenning.engine.recognise.lookup import agents_of, met_key
from kenning.errors import ConflictError, NotFoundError
from kenning.model.identity.definition import Definition
from kenning.model.identity.entity import Entity
from kenning.model.identity.view import EntityView
from kenning.model.ids import ENTITY_ID
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.identity.merge import combined
from kenning.rules.names.letters import fold
from kenning.store import NOW, Graph, Reader


def unknown(asked: str) -> NotFoundError:
    """Say that an entity is not there; the same words whether it never was or may not be known."""
    hint = "kenning who lists those there are"
    return NotFoundError(f"{asked}: there is no such entity in this namespace", hint=hint, details={"id": asked})


def number_of(graph: Graph, asked: str) -> int:
    """Find the number of an entity by id. Raises `NotFoundError`."""
    number = graph.number(asked)
    if number is None:
        raise unknown(asked)
    return number


def find(graph: Graph, agent: str, asked: str, at: int = NOW) -> int:
    """Find an entity by id, by ``channel:identifier``, or by a name or alias that only one bears; give its canonical number.

    Raises `NotFoundError`, and `ConflictError` with the candidates where several bear the name.
    """
    if not asked.isascii() and any("\ud800" <= letter <= "\udfff" for letter in asked):
        raise wrong("entity", repr(asked), "is no text")
    if ENTITY_ID.fullmatch(asked):
        number = number_of(graph, asked)
        if not graph.is_there(number, at):
            raise unknown(asked)
        return graph.root(number, at)
    channel, colon, identifier = asked.partition(":")
    met = graph.met(agents_of(agent), met_key(channel, identifier), at) if colon else None
    if met is not None:
        return met[1]
    for tenancy in agents_of(agent):
        found = {one.root for one in graph.keyed(tenancy, fold(asked), 64, at) if one.kind in {"exact", "alias"}}
        bearers = {root for root in found if not own(graph, root, at).retired}
        if len(bearers) == 1:
            return bearers.pop()
        if bearers:
            ids = [graph.id(number) for number in sorted(bearers)]
            hint = f"say which by id: {', '.join(ids[:5])}"
            raise ConflictError(f"{asked}: {len(ids)} entities are called so", hint=hint, details={"candidates": ids})
    raise unknown(asked)


def own(graph: Graph, number: int, at: int = NOW) -> Entity:
    """Give an entity by its own events. Raises `NotFoundError`."""
    found = graph.entity(number, at)
    if found is None:
        raise unknown(graph.id(number))
    return found[0]


def reading(graph: Graph, root: int, at: int = NOW) -> Entity:
    """Read a canonical entity with all that was merged into it."""
    members = graph.members(root, at)
    if len(members) == 1:
        return own(graph, root, at)
    found = {graph.id(number): graph.entity(number, at) for number in members}
    standing = judgements_around(graph, [root], at)
    return combined(
        {key: one[0] for key, one in found.items() if one is not None},
        graph.id(root),
        standing,
        {key: one[1] for key, one in found.items() if one is not None},
    )


def view(reader: Reader, scope: Scope, root: int, asked: str, at: int = NOW) -> EntityView:
    """Show an entity as it reads at a moment."""
    graph = reader.graph(scope.namespace)
    entity = reading(graph, root, at)
    head = graph.head(root, at)
    assert head is not None, "every entity has a definition from its first act on"
    members = graph.members(root, at)
    created = min(members)
    seen = max((one[0][0] for one in (graph.mentions(number, 1, at) for number in members) if one), default=None)
    return EntityView(
        id=entity.id,
        asked=asked,
        namespace_id=scope.namespace,
        agent_id=entity.agent,
        entity_type=entity.type,
        canonical_name=entity.name,
        aliases=entity.aliases,
        identifiers=entity.identifiers,
        attributes=entity.attributes,
        created_at_unix_nanos=_recorded_ns(reader, scope, created) or 0,
        last_seen_at_unix_nanos=_recorded_ns(reader, scope, seen) if seen is not None else None,
        tombstoned=entity.retired,
        merged_into=entity.id if ENTITY_ID.fullmatch(asked) and asked != entity.id else None,
        members=[graph.id(number) for number in members],
        definition=head,
    )


def _recorded_ns(reader: Reader, scope: Scope, sequence: int) -> int | None:
    sealed = reader.get(scope.namespace, sequence)
    return None if sealed is None else sealed.recorded_at_us * 1000


def who(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> EntityView:
    """Show one entity: by id, by ``channel:identifier``, or by name."""
    moment = NOW if at is None else at
    with engine.store.read() as reader:
        graph = reader.graph(scope.namespace)
        return view(reader, scope, find(graph, agent, asked, moment), asked, moment)


def listed(engine: Engine, scope: Scope, at: int | None) -> list[EntityView]:
    """List all entities as they read, canonical ones only, in the order they came."""
    moment = NOW if at is None else at
    with engine.store.read() as reader:
        graph = reader.graph(scope.namespace)
        found = []
        for entity in graph.entities(moment):
            number = graph.number(entity.id)
            if number is not None and graph.root(number, moment) == number:
                found.append(view(reader, scope, number, entity.id, moment))
        return found


def versions(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> list[Definition]:
    """List the versions of an entity's definition with all their ancestors, oldest first."""
    moment = NOW if at is None else at
    with engine.store.read() as reader:
        graph = reader.graph(scope.namespace)
        root = find(graph, agent, asked, moment)
        members = graph.members(root, moment)
        own = [one for number in sorted(members) for one in graph.definitions(number, moment)]
        return _with_ancestors(graph, own)


def _with_ancestors(graph: Graph, versions: list[Definition]) -> list[Definition]:
    """Put every version behind its parents, those of others it was once one with included."""
    found: dict[str, Definition] = {}
    waiting = list(reversed(versions))
    while waiting:
        one = waiting.pop()
        missing = [key for key in one.parents if key not in found]
        parents = [parent for key in missing if (parent := graph.definition(key)) is not None]
        if one.id in found or not parents:
            found.setdefault(one.id, one)
        else:
            waiting.extend([one, *reversed(parents)])
    return list(found.values())
