"""What entities are called, for whoever has ids and wants words; and in how many events they stand."""

from __future__ import annotations

from collections.abc import Iterable

from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find, seen
from kenning.engine.graph.state import standing
from kenning.engine.recognise.veil import shown
from kenning.model.recall import Scope
from kenning.store import NOW


def names(engine: Engine, scope: Scope, ids: Iterable[str], at: int | None, *, own: bool) -> dict[str, str]:
    """Give the name of each entity, as it reads at a moment, or by its own events alone; one that is gone has none."""
    moment = NOW if at is None else at
    found: dict[str, str] = {}
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        for entity_id in sorted(set(ids)):
            number = graph.number(entity_id)
            if number is None:
                continue
            root = number if own else graph.root(number, moment)
            entity = shown(graph, root, moment) if own else seen(graph, root, moment)
            if entity is not None:
                found[entity_id] = entity.name
    return found


def event_count(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> int:
    """Count the events in which an entity stands, in whatever role."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        return len({event for event, _, _ in standing(graph, find(graph, agent, asked, moment), moment)})
