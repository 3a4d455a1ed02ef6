"""Finding entities by what they are called or met by, and reading them as they are now, merged or not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kenning.engine.engine import Engine
from kenning.engine.graph import versions as versions_of
from kenning.engine.graph.groups import judgements_around
from kenning.engine.recognise.lookup import SPELLED, WHOLE, agents_of, met_key
from kenning.engine.recognise.veil import is_called, is_met_by, shown, veil_of
from kenning.errors import ConflictError, ErasedError, NotFoundError
from kenning.model.access.genesis import ADMIN, ADMIN_ENTITY, ADMIN_VERSION, BOOTSTRAP, GENESIS_VALUES, PERSON
from kenning.model.identity.act import CREATED, Created
from kenning.model.identity.definition import Definition, Version
from kenning.model.identity.entity import Entity
from kenning.model.identity.view import EntityView
from kenning.model.ids import ENTITY_ID
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.identity.merge import combined
from kenning.rules.identity.quotes import opened
from kenning.rules.names.letters import fold
from kenning.store import NOW, Graph, Reader

if TYPE_CHECKING:
    from kenning.engine.append import Appender


_ADMIN_ASKED = frozenset({ADMIN, f"{BOOTSTRAP.channel}:{BOOTSTRAP.identifier}"})


def unknown(asked: str) -> NotFoundError:
    """Say that an entity is not there; the same words whether it never was or may not be known."""
    hint = "kenning who lists those there are"
    return NotFoundError(f"{asked}: there is no such entity in this namespace", hint=hint, details={"id": asked})


def number_of(graph: Graph, asked: str) -> int:
    """Find the number of an entity by id. Raises `NotFoundError`, and `ErasedError` where it was erased."""
    number = graph.number(asked)
    if number is None:
        buried = graph.grave(asked)
        if buried is not None:
            raise ErasedError(
                f"{asked}: was erased", hint=f"kenning show {buried[1]} says when and why", details={"id": asked}
            )
        raise unknown(asked)
    return number


def find(graph: Graph, agent: str, asked: str, at: int = NOW) -> int:
    """Find an entity by id, by ``channel:identifier``, or by a name or alias that only one bears; give its canonical number.

    Raises `NotFoundError`, and `ConflictError` with the candidates where several bear the name.
    """
    if not asked.isascii() and any("\ud800" <= letter <= "\udfff" for letter in asked):
        raise wrong("entity", repr(asked), "is no text")
    if ENTITY_ID.fullmatch(asked) or asked == ADMIN:
        number = number_of(graph, asked)
        if not graph.is_there(number, at):
            raise unknown(asked)
        return graph.root(number, at)
    channel, colon, identifier = asked.partition(":")
    met = graph.met(agents_of(agent), met_key(channel, identifier), at) if colon else None
    if met is not None and is_met_by(graph, met[0], (channel, identifier), at):
        return met[1]
    for tenancy in agents_of(agent):
        key = fold(asked)
        keyed = [one for one in graph.keyed(tenancy, key, 64, at) if is_called(graph, one.bearer, key, at)]
        found = {one.root for one in keyed if one.kind in WHOLE} or {one.root for one in keyed if one.kind == SPELLED}
        bearers = {root for root in found if not reading(graph, root, at).retired}
        if len(bearers) == 1:
            return bearers.pop()
        if bearers:
            ids = [graph.id(number) for number in sorted(bearers)]
            hint = f"say which by id: {', '.join(ids[:5])}"
            raise ConflictError(f"{asked}: {len(ids)} entities are called so", hint=hint, details={"candidates": ids})
    raise unknown(asked)


def retired(graph: Graph, agent: str, asked: str) -> int:
    """Find an entity out of use, which no name leads to any more: by id, identifier or name; give its canonical number.

    Where nobody out of use is called so, whoever is in use is given. Where several were, `ConflictError` names the candidates.
    """
    if ENTITY_ID.fullmatch(asked):
        return graph.root(number_of(graph, asked))
    key = fold(asked)
    numbers = [graph.number(one.id) for one in graph.entities() if one.retired]
    roots = sorted({graph.root(number) for number in numbers if number is not None})
    for tenancy in agents_of(agent):
        known = (reading(graph, root) for root in roots if seen(graph, root) is not None)
        gone = [one for one in known if one.retired and one.agent == tenancy]
        found = [one.id for one in gone if _goes_by(one, asked, key)]
        if len(found) > 1:
            hint = f"say which by id: {', '.join(found[:5])}"
            details = {"candidates": found}
            raise ConflictError(f"{asked}: {len(found)} that are retired were called so", hint=hint, details=details)
        if found:
            return number_of(graph, found[0])
    return find(graph, agent, asked)


def _goes_by(entity: Entity, asked: str, key: str) -> bool:
    names = (entity.name, *(alias.name for alias in entity.aliases))
    met = (f"{one.channel}:{one.identifier}" for one in entity.identifiers)
    return asked in met or (bool(key) and any(fold(name) == key for name in names))


def id_of(graph: Graph, agent: str, asked: str) -> str:
    """Find the canonical id of an entity; the admin is there though nothing is said of him yet."""
    return ADMIN if asked == ADMIN else graph.id(find(graph, agent, asked))


def _begun(graph: Graph, asked: str, at: int) -> bool:
    """Whether the admin is asked for, of whom nothing is said yet: he is as the rule knows him."""
    number = graph.number(ADMIN) if asked in _ADMIN_ASKED else 0
    return number is None or (number > at and asked in _ADMIN_ASKED)


def _admin(namespace: str, asked: str) -> EntityView:
    """Show the admin as he is from the start."""
    return EntityView(
        id=ADMIN,
        asked=asked,
        namespace_id=namespace,
        agent_id=ADMIN_ENTITY.agent,
        entity_type=ADMIN_ENTITY.type,
        canonical_name=ADMIN_ENTITY.name,
        identifiers=ADMIN_ENTITY.identifiers,
        created_at_unix_nanos=0,
        members=[ADMIN],
        definition=opened(ADMIN_VERSION, GENESIS_VALUES),
    )


def meant(appender: Appender, asked: str) -> int:
    """Find whom a deed is about. The admin is there from the start: once something is said of him, an act says so first."""
    if asked in _ADMIN_ASKED and appender.graph.number(ADMIN) is None:
        appender.act(CREATED, Created(id=ADMIN, type=PERSON, name=ADMIN, salt="0" * 32), ())
    return find(appender.graph, appender.who.agent, asked)


def own(graph: Graph, number: int, at: int = NOW) -> Entity:
    """Give an entity by its own events, as far as redactions let it be seen. Raises `NotFoundError`."""
    found = shown(graph, number, at)
    if found is None:
        raise unknown(graph.id(number))
    return found


def standing(graph: Graph, root: int, at: int = NOW) -> dict[int, Entity]:
    """Give all that read as one with a root by their own events, the root first, those that can be seen.

    A root of which nothing may be seen is called as the first of the others is. Raises `NotFoundError` where nobody is.
    """
    members = graph.members(root, at)
    found = {number: one for number in members if (one := shown(graph, number, at)) is not None}
    if root not in found:
        first = next(iter(found.values()), None)
        bare = graph.entity(root, at)
        if first is None or bare is None:
            raise unknown(graph.id(root))
        empty = Entity(id=bare[0].id, agent=bare[0].agent, type=bare[0].type, name=first.name, retired=bare[0].retired)
        found = {root: empty, **found}
    return found


def reading(graph: Graph, root: int, at: int = NOW) -> Entity:
    """Read a canonical entity with all that was merged into it."""
    members = graph.members(root, at)
    if len(members) == 1:
        return own(graph, root, at)
    found = standing(graph, root, at)
    set_at = {one.id: raw[1] for number, one in found.items() if (raw := graph.entity(number, at)) is not None}
    judgements = judgements_around(graph, [root], at)
    return combined({one.id: one for one in found.values()}, graph.id(root), judgements, set_at)


def view(reader: Reader, scope: Scope, root: int, asked: str, at: int = NOW) -> EntityView:
    """Show an entity as it reads at a moment."""
    graph = reader.graph(scope.namespace)
    entity = reading(graph, root, at)
    head = graph.head(root, at)
    assert head is not None, "every entity has a definition from its first act on"
    members = graph.members(root, at)
    created = graph.known_since(min(members)) or 0
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
        latin=entity.latin,
        created_at_unix_nanos=_recorded_ns(reader, scope, created) or 0,
        last_seen_at_unix_nanos=_recorded_ns(reader, scope, seen) if seen is not None else None,
        tombstoned=entity.retired,
        merged_into=entity.id if ENTITY_ID.fullmatch(asked) and asked != entity.id else None,
        members=[graph.id(number) for number in members],
        definition=_veiled(graph, members, versions_of.read(reader, scope.namespace, [head]))[0],
    )


def _recorded_ns(reader: Reader, scope: Scope, sequence: int) -> int | None:
    sealed = reader.get(scope.namespace, sequence)
    return None if sealed is None else sealed.recorded_at_us * 1000


def who(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> EntityView:
    """Show one entity: by id, by ``channel:identifier``, or by name."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        if _begun(graph, asked, moment):
            return _admin(scope.namespace, asked)
        return view(reader, scope, find(graph, agent, asked, moment), asked, moment)


def listed(engine: Engine, scope: Scope, at: int | None) -> list[EntityView]:
    """List all entities as they read, canonical ones only, in the order they came."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        found = []
        for entity in graph.entities(moment):
            number = graph.number(entity.id)
            if number is not None and graph.root(number, moment) == number and seen(graph, number, moment) is not None:
                found.append(view(reader, scope, number, entity.id, moment))
        return found


def versions(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> list[Definition]:
    """List the versions of an entity's definition with all their ancestors, oldest first; also of one that was erased, by id."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        if _begun(graph, asked, moment):
            return versions_of.read(reader, scope.namespace, [ADMIN_VERSION])
        buried = graph.grave(asked)
        members = [buried[0]] if buried else graph.members(find(graph, agent, asked, moment), moment)
        own = [one for number in sorted(members) for one in graph.definitions(number, moment)]
        told = versions_of.read(reader, scope.namespace, _with_ancestors(graph, own))
        others = (graph.number(entity) for entity in sorted({one.entity_id for one in told}))
        return _veiled(graph, [number for number in others if number is not None], told)


def seen(graph: Graph, root: int, at: int = NOW) -> Entity | None:
    """Give what a canonical entity is by its own events; nothing where redacted events alone tell of all it reads as."""
    one = shown(graph, root, at)
    if one is not None or graph.entity(root, at) is None:
        return one
    others = any(shown(graph, number, at) is not None for number in graph.members(root, at))
    return next(iter(standing(graph, root, at).values())) if others else None


def _veiled(graph: Graph, members: list[int], versions: list[Definition]) -> list[Definition]:
    """Give versions of definitions without what redactions hide of any of those they are about."""
    for veil in [veil for number in members if (veil := veil_of(graph, number)) is not None]:
        versions = [veil.over(one) for one in versions]
    return versions


def _with_ancestors(graph: Graph, versions: list[Version]) -> list[Version]:
    """Put every version behind its parents, those of others it was once one with included."""
    found: dict[str, Version] = {}
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
