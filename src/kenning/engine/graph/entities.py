"""The verbs on entities: made, named, described, retired; each is one act, folded over what it touches."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from kenning.engine.append import Appender, Who
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find, number_of, own
from kenning.engine.recognise.lookup import agents_of, met_key
from kenning.errors import ConflictError
from kenning.model.identity import act as acts
from kenning.model.identity.act import Act, Changed, Created, Retired
from kenning.model.identity.entity import ALIASES_MAX, Entity, Identifier
from kenning.model.ids import ENTITY_ID
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

    def deed(appender: Appender) -> str:
        graph = appender.graph
        root = find(graph, agent_who.agent, asked)
        entity = own(graph, root)
        wanted = Changed(id=entity.id, salt=appender.salt(), **changing)
        if msgspec.structs.replace(wanted, id="", salt="") == Changed(id="", salt=""):
            raise wrong("change", dict(changing), "changes nothing")
        _possible(graph, agent_who.agent, entity, wanted)
        return str(appender.act(acts.CHANGED, wanted, ()).id)

    done: str = commit(engine, agent_who, deed)
    return done


def _possible(graph: Graph, agent: str, entity: Entity, wanted: Changed) -> None:
    if entity.retired:
        raise ConflictError(f"{entity.name}: is retired", hint="restore it first")
    for path, names in (("name", [wanted.name]), ("aliases", wanted.add_aliases)):
        for name in names:
            if name is not None and not fold(name):
                raise wrong(path, name, "has no letter or digit to be known by")
    if len(entity.aliases) + len(wanted.add_aliases) > ALIASES_MAX:
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
        root = number_of(graph, asked) if ENTITY_ID.fullmatch(asked) else find(graph, agent_who.agent, asked)
        entity = own(graph, graph.root(root))
        if entity.retired != restore:
            raise ConflictError(f"{entity.name}: is {'not ' if restore else ''}retired already")
        if restore:
            _unmet(graph, entity.agent, entity.identifiers)
        kind = acts.RESTORED if restore else acts.RETIRED
        act: Act = Retired(id=entity.id, salt=appender.salt())
        return str(appender.act(kind, act, ()).id)

    done: str = commit(engine, agent_who, deed)
    return done
