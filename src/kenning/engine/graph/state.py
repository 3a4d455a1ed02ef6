"""What the log says of an entity: where it stands, and its state; a function of the log up to a moment, and of nothing else.

Source: *Entity Model*, "Entity State": events in which the entity is subject or participant.
"""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime

from kenning.engine import reads, threads
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import NOW, find
from kenning.errors import NotFoundError
from kenning.model.codec import envelope_of
from kenning.model.identity.view import Appearance, EntityState
from kenning.model.recall import Filters, Scope
from kenning.model.time import rfc3339
from kenning.model.view import View
from kenning.rules.fold import effective_us
from kenning.store import Graph, Reader

MENTIONS_MAX = 1_000_000
COMPANIONS_MAX = 20
ACTING = frozenset({"subject", "participant"})


def standing(graph: Graph, root: int, at: int, limit: int = MENTIONS_MAX) -> list[tuple[int, str, str]]:
    """List where a canonical entity stands, whichever of its members was written: (event, role, path), latest first."""
    found = [one for number in graph.members(root, at) for one in graph.mentions(number, limit, at)]
    return sorted(found, key=lambda one: (-one[0], one[1], one[2]))[:limit]


def _view(reader: Reader, scope: Scope, sequence: int, at: int) -> View | None:
    """Read an event as it reads at a moment; nothing where it is erased or redacted."""
    sealed = reader.get(scope.namespace, sequence)
    if sealed is None or sealed.payload is None:
        return None
    reading = threads.read_view(reader, scope.namespace, envelope_of(sealed), at)
    return None if reading.redacted else reading


def appears(
    engine: Engine,
    scope: Scope,
    who: tuple[str, str],
    filters: Filters,
    at: int | None,
    *,
    limit: int,
) -> list[Appearance]:
    """List the events in which an entity stands, whatever its role, the latest first."""
    agent, asked = who
    moment = NOW if at is None else at
    found: list[Appearance] = []
    with engine.store.read() as reader:
        graph = reader.graph(scope.namespace)
        root = find(graph, agent, asked, moment)
        window = reads.window(filters, moment, at, zone=engine.config.time_zone, limit=limit)
        for sequence, role, path in standing(graph, root, moment):
            if len(found) >= limit:
                break
            reading = _view(reader, scope, sequence, moment)
            if reading is None or (filters.kinds and reading.event.kind not in filters.kinds):
                continue
            at_us = effective_us(reading.event)
            if window.after_us <= at_us < window.before_us:
                found.append(
                    Appearance(
                        event_id=str(reading.event.id),
                        sequence=sequence,
                        role=role,
                        path=path,
                        at=rfc3339(at_us),
                        text=reading.text,
                    )
                )
    return found


class _Tally:
    """What is counted while the events of an entity are walked."""

    def __init__(self) -> None:
        self.events = 0
        self.last_us: int | None = None
        self.channels: Counter[str] = Counter()
        self.hours = [0] * 24
        self.companions: Counter[str] = Counter()

    def add(self, reading: View) -> None:
        event = reading.event
        at_us = effective_us(event)
        self.events += 1
        self.last_us = at_us if self.last_us is None else max(self.last_us, at_us)
        self.channels[event.source.channel or event.source.name or event.source.type] += 1
        self.hours[datetime.fromtimestamp(at_us / 1_000_000, UTC).hour] += 1


def state(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> EntityState:
    """Compute an entity's state from the events it takes part in, up to a moment."""
    with engine.store.read() as reader:
        head = reader.head(scope.namespace).sequence
        moment = head if at is None else at
        graph = reader.graph(scope.namespace)
        root = find(graph, agent, asked, moment)
        if graph.entity(root, moment) is None:
            raise NotFoundError(f"{asked}: there is no such entity in this namespace")
        return computed(reader, scope, root, moment)


def computed(reader: Reader, scope: Scope, root: int, moment: int) -> EntityState:
    """Compute the state of a canonical entity as of a sequence."""
    graph = reader.graph(scope.namespace)
    tally = _Tally()
    roles: dict[int, set[str]] = {}
    for sequence, role, _ in standing(graph, root, moment):
        roles.setdefault(sequence, set()).add(role)
    for sequence in sorted(roles):
        if roles[sequence] & ACTING:
            reading = _view(reader, scope, sequence, moment)
            if reading is not None:
                tally.add(reading)
                tally.companions.update(_others(graph, sequence, root, moment))
    busiest = [hour for hour in range(24) if tally.hours[hour] and tally.hours[hour] == max(tally.hours)]
    patterns = [{"pattern": "active_hours_utc", "hours": busiest}] if busiest else []
    return EntityState(
        id=graph.id(root),
        sequence=moment,
        last_seen=None if tally.last_us is None else rfc3339(tally.last_us),
        interaction_count=tally.events,
        channels=dict(sorted(tally.channels.items())),
        hours=tally.hours,
        companions=dict(sorted(tally.companions.items(), key=lambda one: (-one[1], one[0]))[:COMPANIONS_MAX]),
        behavioral_patterns=list(patterns),
    )


def _others(graph: Graph, sequence: int, root: int, moment: int) -> list[str]:
    """List who else takes part in an event, as they read."""
    found = {graph.root(number, moment) for number, role in graph.mentioned(sequence, moment) if role in ACTING}
    return sorted(graph.id(number) for number in found if number != root)
