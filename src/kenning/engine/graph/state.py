"""What the log says of an entity: where it stands, and its state; a function of the log up to a moment, and of nothing else.

Source: *Entity Model*, "Entity State": events in which the entity is subject or participant.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any

from kenning.engine.claims.claiming import about
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import find
from kenning.engine.reading import reads, threads
from kenning.engine.reading.sight import Sight
from kenning.model.access.genesis import ADMIN
from kenning.model.codec import envelope_of
from kenning.model.identity.act import MERGED, RESOLVED, RESTORED, RETIRED, SPLIT, UNMERGED, Resolution, decoded
from kenning.model.identity.view import Appearance, EntityState
from kenning.model.recall import Filters, Scope
from kenning.model.statement import Claim
from kenning.model.time import rfc3339
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.fold import effective_us
from kenning.rules.kinds import ERASED
from kenning.store import NOW, Graph, Reader

MENTIONS_MAX = 1_000_000
COMPANIONS_MAX = 20
BEHIND_MAX = 5000
"""So many events are read behind a checkpoint; beyond, all of an entity's events are counted anew by its mentions."""
REARRANGING = frozenset({ERASED, MERGED, UNMERGED, SPLIT, RETIRED, RESTORED})
"""Acts after which earlier events may count otherwise than they did."""
ACTING = frozenset({"subject", "participant"})


def standing(graph: Graph, root: int, at: int, limit: int = MENTIONS_MAX) -> list[tuple[int, str, str]]:
    """List where a canonical entity stands, whichever of its members was written: (event, role, path), latest first."""
    found = [one for number in graph.members(root, at) for one in graph.mentions(number, limit, at)]
    return sorted(found, key=lambda one: (-one[0], one[1], one[2]))[:limit]


def _view(reader: Reader, scope: Scope, sequence: int, at: int) -> View | None:
    """Read an event as it reads at a moment; nothing where it is erased or redacted."""
    sealed = reader.get(scope.namespace, sequence)
    if sealed is None or sealed.payload is None or not Sight(reader, scope).sees_sealed(sealed):
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
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        root = find(graph, agent, asked, moment)
        window = reads.window(filters, moment, at, zone=engine.config.time_zone, limit=limit)
        for sequence, role, path in standing(graph, root, moment):
            if len(found) >= limit:
                break
            reading = _view(reader, scope, sequence, moment)
            if reading is None or (filters.kinds and reading.event.kind not in filters.kinds):
                continue
            if window.after_us <= effective_us(reading.event) < window.before_us:
                found.append(_appearance(scope, (sequence, role, path), reading))
    return found


def together(reader: Reader, scope: Scope, roots: tuple[int, int], at: int, limit: int) -> list[Appearance]:
    """List the events that concern two canonical entities, the latest first, each with the role of the first."""
    graph = reader.graph(scope.namespace)
    others = {event for event, _, _ in standing(graph, roots[1], at)}
    shared = {event: (event, role, path) for event, role, path in standing(graph, roots[0], at) if event in others}
    found: list[Appearance] = []
    for sequence, stands in shared.items():
        if len(found) >= limit:
            break
        reading = _view(reader, scope, sequence, at)
        if reading is not None:
            found.append(_appearance(scope, stands, reading))
    return found


def _appearance(scope: Scope, stands: tuple[int, str, str], reading: View) -> Appearance:
    sequence, role, path = stands
    return Appearance(
        event_id=str(reading.event.id),
        sequence=sequence if scope.who is None else 0,
        role=role,
        path=path,
        at=rfc3339(effective_us(reading.event)),
        text=reading.text,
    )


class Tally:
    """What is counted while the events an entity takes part in are walked, and up to which sequence."""

    def __init__(self) -> None:
        """Begin with no event."""
        self.upto = 0
        self.events = 0
        self.last_us: int | None = None
        self.channels: Counter[str] = Counter()
        self.hours = [0] * 24
        self.days = [0] * 7
        self.companions: Counter[str] = Counter()
        self.sources: set[int] = set()

    def add(self, reading: View, companions: list[str], *, says: bool) -> None:
        """Count one event; ``says``: the entity is its actor."""
        event = reading.event
        at_us = effective_us(event)
        moment = datetime.fromtimestamp(at_us / 1_000_000, UTC)
        self.events += 1
        self.last_us = at_us if self.last_us is None else max(self.last_us, at_us)
        self.channels[event.source.channel or event.source.name or event.source.type] += 1
        self.hours[moment.hour] += 1
        self.days[moment.weekday()] += 1
        self.companions.update(companions)
        if says:
            self.sources.add(event.sequence)


class Walk:
    """One reading of the store in which states are computed."""

    def __init__(self, reader: Reader, scope: Scope, moment: int) -> None:
        """Compute as of a sequence."""
        self._reader = reader
        self._scope = scope
        self.graph = reader.graph(scope.namespace)
        self.moment = moment

    def tally(self, root: int, known: Tally | None) -> Tally:
        """Count the events of an entity: those since what is known, or all where what is known may not hold any more."""
        if known is not None and known.upto <= self.moment <= known.upto + BEHIND_MAX:
            further = self._further(root, known)
            if further is not None:
                return further
        fresh = Tally()
        places: dict[int, set[tuple[str, str]]] = {}
        for sequence, role, path in standing(self.graph, root, self.moment):
            places.setdefault(sequence, set()).add((role, path))
        for sequence in sorted(places):
            self._count(fresh, root, sequence, places[sequence])
        fresh.upto = self.moment
        return fresh

    def _further(self, root: int, known: Tally) -> Tally | None:
        """Count what came since; nothing where something came that changes how earlier events read, or who is who."""
        fresh = deepcopy(known)
        for sealed in self._reader.scan(self._scope.namespace, known.upto + 1, self.moment):
            if sealed.payload is None:
                return None
            event = envelope_of(sealed)
            if kinds.acts(event.kind) or event.kind in REARRANGING:
                return None
            if event.kind != RESOLVED:
                continue
            act = decoded(event.kind, event.text)
            assert isinstance(act, Resolution), "the kind says so"
            places: set[tuple[str, str]] = {
                (outcome.role, outcome.path)
                for outcome in act.outcomes
                if outcome.entity is not None and self.graph.number(outcome.entity) in self._members(root)
            }
            if act.sequence <= known.upto and places:
                return None  # a mention that stayed open until now, in an event that may be counted already
            if places:
                self._count(fresh, root, act.sequence, places)
        fresh.upto = self.moment
        return fresh

    def _members(self, root: int) -> list[int]:
        return self.graph.members(root, self.moment)

    def _count(self, tally: Tally, root: int, sequence: int, places: set[tuple[str, str]]) -> None:
        if not {role for role, _ in places} & ACTING:
            return
        reading = _view(self._reader, self._scope, sequence, self.moment)
        if reading is not None:
            others = _others(self.graph, sequence, root, self.moment)
            tally.add(reading, others, says=any(path == "actor" for _, path in places))

    def computed(self, root: int, tally: Tally) -> EntityState:
        """Give the state of a canonical entity: what was counted, and what is claimed of it now."""
        claims = [one for one in about(self.graph, root, self.moment) if one.state == "open"]
        mine = self.graph.id(root)
        return EntityState(
            id=mine,
            sequence=self.moment if self._scope.who is None else 0,
            last_seen=None if tally.last_us is None else rfc3339(tally.last_us),
            interaction_count=tally.events,
            channels=dict(sorted(tally.channels.items())),
            hours=tally.hours,
            companions=dict(sorted(tally.companions.items(), key=lambda one: (-one[1], one[0]))[:COMPANIONS_MAX]),
            derived_preferences=[_preference(one) for one in claims if one.statement.kind == "preference"],
            behavioral_patterns=_patterns(tally),
            relationships=[_relationship(one, mine) for one in claims if one.statement.object is not None],
            source_of=self._source_of(tally),
        )

    def _source_of(self, tally: Tally) -> int:
        """Count the claims that rest on what the entity said."""
        found: set[int] = set()
        for sequence in sorted(tally.sources):
            for act, relation in self._reader.linked(self._scope.namespace, sequence):
                if relation == "derived_from" and act <= self.moment and self.graph.claim_act(act) is not None:
                    found.add(act)
        return len(found)


def _preference(claim: Claim) -> dict[str, Any]:
    said = claim.statement
    value = said.value if said.object is None else said.object
    return {"claim": claim.id, "predicate": said.predicate, "value": value, "confidence": claim.confidence}


def _relationship(claim: Claim, mine: str) -> dict[str, Any]:
    """Give a relation as the document has it; one that stands written from its other end is turned round."""
    said = claim.statement
    is_mine = said.subject == mine
    target = said.object if is_mine else said.subject
    since = None if claim.valid_from is None else rfc3339(claim.valid_from)
    return {
        "claim": claim.id,
        "target_entity_id": target,
        "relation_type": said.predicate if is_mine else said.inverse or said.predicate,
        "strength": claim.confidence,
        "since": since,
    }


def _patterns(tally: Tally) -> list[dict[str, Any]]:
    """Tell when an entity is about: the hours of the day and the days of the week with most of its events, in UTC."""
    found: list[dict[str, Any]] = []
    for name, counts in (("active_hours_utc", tally.hours), ("active_weekdays_utc", tally.days)):
        most = max(counts)
        if most:
            found.append({"pattern": name, "at": [place for place, count in enumerate(counts) if count == most]})
    return found


def current(engine: Engine, reader: Reader, namespace: str, number: int | None) -> EntityState:
    """Give how it stands with an entity now, all of the log considered; nobody nothing is known of has an empty state."""
    moment = reader.head(namespace).sequence
    if number is None:
        return EntityState(id="", sequence=moment)
    known = engine.tallies.get((namespace, "state", number))
    if known is not None and known.sequence == moment:
        found: EntityState = known
        return found
    walk = Walk(reader, Scope(namespace=namespace), moment)
    root = walk.graph.root(number)
    tally = walk.tally(root, engine.tallies.get((namespace, None, root)))
    engine.tallies.keep((namespace, None, root), tally)
    made = walk.computed(root, tally)
    engine.tallies.keep((namespace, "state", number), made)
    return made


def state(engine: Engine, scope: Scope, agent: str, asked: str, at: int | None) -> EntityState:
    """Give an entity's state at a moment; what was counted before is kept, and only what came since is counted."""
    with engine.read(scope) as reader:
        moment = reader.head(scope.namespace).sequence if at is None else at
        walk = Walk(reader, scope, moment)
        if asked == ADMIN and walk.graph.number(ADMIN) is None:
            return EntityState(id=ADMIN, sequence=moment)
        root = find(walk.graph, agent, asked, moment)
        key = (scope.namespace, scope.who, root)
        tally = walk.tally(root, engine.tallies.get(key))
        if at is None:
            engine.tallies.keep(key, tally)
        return walk.computed(root, tally)


def _others(graph: Graph, sequence: int, root: int, moment: int) -> list[str]:
    """List who else takes part in an event, as they read."""
    found = {graph.root(number, moment) for number, role, _ in graph.mentioned(sequence, moment) if role in ACTING}
    return sorted(graph.id(number) for number in found if number != root)
