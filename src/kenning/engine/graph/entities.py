"""The verbs on entities: made, named, described, retired; each is one act, folded over what it touches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.finding import find, meant, own, reading, retired, standing
from kenning.engine.recognise.lookup import agents_of, met_key
from kenning.errors import ConflictError
from kenning.model.access.genesis import ADMIN
from kenning.model.identity import act as acts
from kenning.model.identity.act import Act, Changed, Created, Retired
from kenning.model.identity.entity import ALIASES_MAX, Entity, Identifier
from kenning.model.time import wrong
from kenning.rules.names.letters import fold
from kenning.store import Graph, Writer


def commit(engine: Engine, who: Who, deed: Callable[[Appender], Any]) -> Any:  # noqa: ANN401 - whatever the deed gives
    """Run a deed on the graph under the write lock: all of its acts, or none."""

    def under_lock(writer: Writer) -> Any:  # noqa: ANN401
        with writer.attempt():
            return deed(Appender(engine, who, writer))

    return engine.commit(under_lock)


def create(
    engine: Engine,
    agent_who: Who,
    name: str,
    kind: str,
    *,
    aliases: Sequence[str] = (),
    more: Mapping[str, Any] | None = None,
) -> str:
    """Make an entity by hand; give its id. ``more`` may hold ``identifiers`` and ``attributes``."""
    if not fold(name):
        raise wrong("name", name, "has no letter or digit to be known by")
    given = dict(more or {})
    identifiers = [Identifier(channel=channel, identifier=string) for channel, string in given.get("identifiers", ())]

    def deed(appender: Appender) -> str:
        _unmet(appender.graph, agent_who.agent, identifiers)
        made = Created(
            id=appender.new_entity_id(),
            agent=agent_who.agent,
            type=kind,
            name=name,
            aliases=list(dict.fromkeys(aliases)),
            identifiers=identifiers,
            attributes=dict(given.get("attributes", {})),
            salt=appender.salt(),
        )
        appender.act(acts.CREATED, made, ())
        return made.id

    made: str = commit(engine, agent_who, deed)
    return made


def _unmet(graph: Graph, agent: str, identifiers: Sequence[Identifier]) -> None:
    for one in identifiers:
        met = graph.met(agents_of(agent), met_key(one.channel, one.identifier))
        if met is not None:
            bearer = graph.id(met[1])
            hint = f"merge with {bearer}, or split it off there first"
            raise ConflictError(
                f"{one.channel}:{one.identifier}: is an identifier of {bearer} already",
                hint=hint,
                details={"entity": bearer},
            )


def change(engine: Engine, agent_who: Who, asked: str, changing: Mapping[str, Any]) -> str:
    """Change how an entity is named, met and described; give the id of the act. Fields as in `Changed`."""
    done: str = commit(engine, agent_who, lambda appender: changed(appender, asked, changing))
    return done


def changed(appender: Appender, asked: str, changing: Mapping[str, Any]) -> str:
    """Append a change of how an entity is named, met and described, within a deed; give the id of the act."""
    graph = appender.graph
    root = meant(appender, asked)
    wanted = Changed(id=graph.id(root), salt=appender.salt(), **changing)
    if is_empty(wanted):
        raise wrong("change", dict(changing), "changes nothing")
    _possible(graph, appender.who.agent, root, wanted)
    members = list(standing(graph, root).values())
    shares = [share for one in members if not is_empty(share := share_of(wanted, one, members[0]))]
    first, *others = shares or [wanted]
    done = appender.act(acts.CHANGED, first, ())
    for share in others:
        appender.act(acts.CHANGED, msgspec.structs.replace(share, salt=appender.salt()), ())
    return str(done.id)


def is_empty(change: Changed) -> bool:
    """Tell whether a change changes nothing."""
    return msgspec.structs.replace(change, id="", salt="") == Changed(id="", salt="")


def share_of(wanted: Changed, one: Entity, root: Entity) -> Changed:
    """Give what one member has to change for a whole entity to read as wanted: each gives up what is its own.

    What is added is the root's. A member whose own name goes is called by another of its names, or as the root is.
    """
    mine = {alias.name for alias in one.aliases}
    met = {(identifier.channel, identifier.identifier) for identifier in one.identifiers}
    drops = [name for name in wanted.drop_aliases if name in mine or (one is not root and name == one.name)]
    share = Changed(
        id=one.id,
        drop_aliases=drops,
        drop_identifiers=[gone for gone in wanted.drop_identifiers if (gone.channel, gone.identifier) in met],
        attributes={key: None for key, value in wanted.attributes.items() if value is None and key in one.attributes},
        salt=wanted.salt,
    )
    if one is not root:
        left = next((alias.name for alias in one.aliases if alias.name not in drops), root.name)
        return msgspec.structs.replace(share, name=left if one.name in drops else None)
    return msgspec.structs.replace(
        share,
        name=wanted.name,
        type=wanted.type,
        add_aliases=wanted.add_aliases,
        add_identifiers=wanted.add_identifiers,
        attributes=wanted.attributes,
    )


def _possible(graph: Graph, agent: str, root: int, wanted: Changed) -> None:
    entity = reading(graph, root)
    if entity.retired:
        raise ConflictError(f"{entity.name}: is retired", hint="restore it first")
    for path, names in (("name", [wanted.name]), ("aliases", wanted.add_aliases)):
        for name in names:
            if name is not None and not fold(name):
                raise wrong(path, name, "has no letter or digit to be known by")
    if len(own(graph, root).aliases) + len(wanted.add_aliases) > ALIASES_MAX:
        raise wrong("aliases", len(wanted.add_aliases), f"would be more than the {ALIASES_MAX} an entity may have")
    known = {alias.name for alias in entity.aliases}
    for name in wanted.drop_aliases:
        if name not in known:
            raise wrong("aliases", name, f"is no alias of {entity.name}")
    mine = {(one.channel, one.identifier) for one in entity.identifiers}
    for one in wanted.drop_identifiers:
        if (one.channel, one.identifier) not in mine:
            raise wrong("identifiers", f"{one.channel}:{one.identifier}", f"is no identifier of {entity.name}")
    _unmet(graph, agent, wanted.add_identifiers)


def retire(engine: Engine, agent_who: Who, asked: str, *, restore: bool = False) -> str:
    """Take an entity out of use, or back: retired, it neither resolves nor is suggested, and its claims stay readable."""

    def deed(appender: Appender) -> str:
        graph = appender.graph
        root = retired(graph, agent_who.agent, asked) if restore else find(graph, agent_who.agent, asked)
        entity = own(graph, root)
        if entity.id == ADMIN:
            raise ConflictError("admin: is always in use")
        if entity.retired != restore:
            raise ConflictError(f"{entity.name}: is {'not ' if restore else ''}retired already")
        if restore:
            _unmet(graph, entity.agent, entity.identifiers)
        kind = acts.RESTORED if restore else acts.RETIRED
        act: Act = Retired(id=entity.id, salt=appender.salt())
        return str(appender.act(kind, act, ()).id)

    done: str = commit(engine, agent_who, deed)
    return done
