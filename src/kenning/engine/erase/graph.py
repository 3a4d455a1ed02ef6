"""What an erasure takes out of the entity graph: acts that say what only the erased events said, and what rests on those.

Somebody who was met in other events as well stays: if the erased events alone told the name, those that remain are recognised
anew from what they say. Acts that stay but quote what is erased are made anew without the quotation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec
from msgspec import structs

from kenning.engine.graph.projection import act_of, around, graph_changes, hidden, restated, restating, standing
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import (
    Act,
    Changed,
    Created,
    Judged,
    MergeAct,
    Resolution,
    Reviewed,
    SplitAct,
    Suggested,
)
from kenning.model.identity.entity import Entity
from kenning.model.identity.remains import Gone, Heir, Kept, Place, Remains, remains_of
from kenning.model.statement import ClaimAct
from kenning.rules import kinds
from kenning.rules.identity.acts import touched
from kenning.rules.identity.quotes import Words, cleared, meets, quotes, said, says, unmet, without
from kenning.rules.identity.spots import Spot
from kenning.rules.knowledge import acts as claim_rules
from kenning.rules.names.letters import fold
from kenning.store import Graph, GraphWriter, Reader, Writer

MENTIONS_MAX = 1_000_000
NOBODY = 0
"""The sequence of changes that no act makes: claims are written anew with the sequences of their own acts."""


class Unspoken(msgspec.Struct, frozen=True):
    """By what nobody is recognised in what is recognised anew: else an erasure would bring back whom it took."""

    names: frozenset[str] = frozenset()
    met: frozenset[tuple[str, str]] = frozenset()

    def covers(self, spot: Spot) -> bool:
        """Tell whether a place of an event names somebody who is being erased."""
        met = (spot.channel or "", spot.identifier or "") in self.met
        return met or (spot.name is not None and fold(spot.name) in self.names)


class GraphDoom(msgspec.Struct):
    """What goes and what is made anew: acts by sequence, entities, events to recognise anew, acts that quote what goes, claims.

    ``restated`` are acts that go and are said again, without what had to go, in the same place.

    ``quoting`` are acts that stay, without the quotation, by the sequence of the one that goes; ``claims`` are acts on claims
    that rest on other evidence as well, without what goes.
    """

    acts: dict[int, Envelope] = msgspec.field(default_factory=dict)
    entities: set[int] = msgspec.field(default_factory=set)
    again: dict[int, Envelope] = msgspec.field(default_factory=dict)
    quoting: dict[int, Act] = msgspec.field(default_factory=dict)
    restated: dict[int, Act] = msgspec.field(default_factory=dict)
    claims: dict[int, ClaimAct] = msgspec.field(default_factory=dict)
    unspoken: Unspoken = Unspoken()


def act_at(reader: Reader, namespace: str, sequence: int) -> Act | None:
    """Read the act that counts at a place of the log."""
    event = _read(reader, namespace, sequence)
    return None if event is None or not kinds.connects(event.kind) else act_of(event)


def _read(reader: Reader, namespace: str, sequence: int) -> Envelope | None:
    """Read the event at a place, or the one that restates it."""
    sealed = reader.get(namespace, sequence)
    if sealed is None or sealed.payload is not None:
        return None if sealed is None else envelope_of(sealed)
    return restating(reader, namespace, sequence)


def _kind(event: Envelope) -> str:
    """Give the kind of act an event says or restates."""
    return restated(event).kind if event.kind == acts.RESTATED else event.kind


def _made_of(entity: Entity, salt: str) -> Created:
    """Say who was split off as one that was made."""
    return Created(
        id=entity.id,
        agent=entity.agent,
        type=entity.type,
        name=entity.name,
        aliases=[alias.name for alias in entity.aliases],
        identifiers=entity.identifiers,
        attributes=entity.attributes,
        salt=salt,
    )


class Gathering:
    """Collects what goes with some events that are to be erased."""

    def __init__(self, reader: Reader, namespace: str, events: dict[int, Envelope], asked: str) -> None:
        """Start from the events that go, acts among them included; ``asked`` is the one that was named."""
        self._reader = reader
        self._namespace = namespace
        self._graph: Graph = reader.graph(namespace)
        self._events = events
        self._asked = {asked}
        self.doom = GraphDoom()

    def run(self) -> GraphDoom:
        """Follow everything that rests on what goes."""
        for event in list(self._events.values()):
            if kinds.connects(event.kind):
                self._doom(event)
            else:
                self._caused_by(event)
        self._requote()
        self._rest()
        return self.doom

    def bury(self, members: Iterable[int], mentioned: Iterable[int], words: Words) -> None:
        """Take entities with every act on them; what events were resolved to is said again without them."""
        ids = {self._graph.id(number) for number in members}
        self.doom.unspoken = Unspoken(frozenset(fold(name) for name in words.names), words.met)
        self.doom.entities.update(members)
        for number in members:
            self._unpart(number, ids)
        for number in members:
            for sequence in self._graph.acts(number):
                found = _read(self._reader, self._namespace, sequence)
                if found is not None and sequence not in self.doom.restated:
                    self._doom(found)
        names = {fold(name) for name in words.names}
        open_ones = [
            event for event, _, surface, _ in self._graph.pending(None, MENTIONS_MAX) if fold(surface) in names
        ]
        for event in sorted({*mentioned, *open_ones} - self._events.keys()):
            for found in self._resolutions(event):
                act = act_of(found)
                assert isinstance(act, Resolution), "its kind says so"
                self._say_again(found, act, unmet(act, ids, words))

    def clear(self, events: Iterable[Envelope], words: Words) -> None:
        """Take acts that say some words, and say them again without."""
        self.doom.unspoken = Unspoken(met=words.met)
        for event in events:
            act = act_of(event)
            self._say_again(event, act, cleared(act, words))

    def _say_again(self, event: Envelope, act: Act, left: Act | None) -> None:
        """Say an act again as it is left; an act of which nothing is left goes with all that follows from it."""
        if left == act or self._goes(event.sequence):
            return
        if left is None:
            self.doom.restated.pop(event.sequence, None)
            self._doom(event)
            return
        self.doom.acts[event.sequence] = event
        self.doom.restated[event.sequence] = left

    def _unpart(self, number: int, gone: Collection[str]) -> None:
        """Keep apart what was split: who was split off one that goes stays, and what one that goes took does not return."""
        for sequence in self._graph.changes(number):
            found = _read(self._reader, self._namespace, sequence)
            act = act_of(found) if found is not None and kinds.connects(found.kind) else None
            if found is None or not isinstance(act, SplitAct):
                continue
            part = self._graph.number(act.part)
            if act.id in gone and act.part not in gone and part is not None:
                entity = self._graph.entity(part, place_of(found))
                if entity is not None:
                    self._say_again(found, act, _made_of(entity[0], act.salt))
            elif act.part in gone and act.id not in gone:
                taken = frozenset((one.channel, one.identifier) for one in act.identifiers)
                words = Words(names=frozenset([act.name, *act.aliases]), met=taken, keys=frozenset(act.attributes))
                self._clear_before(act.id, place_of(found), words)

    def _clear_before(self, entity: str, place: int, words: Words) -> None:
        number = self._graph.number(entity)
        for sequence in self._graph.changes(number) if number is not None else ():
            found = _read(self._reader, self._namespace, sequence) if sequence < place else None
            if found is not None and kinds.connects(found.kind):
                act = self.doom.restated.get(found.sequence, act_of(found))
                self._say_again(found, act, cleared(act, words))

    def _resolutions(self, event: int) -> list[Envelope]:
        """List what an event was resolved to, as it counts now."""
        linked = [one for one, relation in self._reader.linked(self._namespace, event) if relation == "derived_from"]
        found = [_read(self._reader, self._namespace, sequence) for sequence in linked]
        named = {one.sequence: one for one in found if one is not None and kinds.connects(one.kind)}
        return [one for one in named.values() if _kind(one) == acts.RESOLVED]

    def _rest(self) -> None:
        """Find acts on claims that rest on other evidence as well: they are made anew on that."""
        gone = {str(event.id) for event in (*self._events.values(), *self.doom.acts.values())}
        for sequence, event in self.doom.acts.items():
            act = act_of(event)
            if isinstance(act, ClaimAct) and act.deed in {"asserts", "ends"} and str(event.id) not in self._asked:
                left = [one for one in act.evidence if one.event not in gone]
                entities = [one for one in (act.statement.subject, act.statement.object) if one is not None]
                if left and not self.doom.entities & {self._graph.number(one) for one in entities}:
                    self.doom.claims[sequence] = structs.replace(act, evidence=left)

    def _caused_by(self, event: Envelope) -> None:
        for sequence, relation in self._reader.linked(self._namespace, event.sequence):
            found = _read(self._reader, self._namespace, sequence) if relation == "caused_by" else None
            if found is not None and kinds.connects(found.kind) and not self._goes(sequence):
                self._judge(found)
        met = {number for number, _, _ in self._graph.mentioned(event.sequence)}
        reading = {member for number in met for member in self._graph.members(self._graph.root(number))}
        for member in sorted(reading | set(self._graph.read_as(event.sequence))):
            self._told_again(member)

    def _told_again(self, number: int) -> None:
        """Judge what an entity is called and met by where the event that said so first went earlier: this one bore it out."""
        for sequence in self._graph.changes(number):
            found = _read(self._reader, self._namespace, sequence)
            if (
                found is None
                or self._goes(found.sequence)
                or found.kind == kinds.ERASED
                or _kind(found) not in {acts.CREATED, acts.CHANGED}
            ):
                continue
            causes = [link.to_event_id for link in found.links if link.relation == "caused_by"]
            if causes and all(self._is_gone(cause) for cause in causes):
                self._judge(found)

    def _is_gone(self, event_id: str) -> bool:
        place = self._reader.place(self._namespace, event_id)
        return place is None or place[1] or place[0] in self._events

    def _judge(self, event: Envelope) -> None:
        """Decide whether an act that was caused by an erased event still stands on others."""
        act = self.doom.restated.get(event.sequence, act_of(event))
        if not isinstance(act, Created | Changed):
            self._doom(event)
            return
        number = self._graph.number(act.id)
        if number is None or number in self.doom.entities:
            return
        if any(says(one, act) for one in self._remaining(number)):
            return
        if isinstance(act, Created):
            self._doom_entity(number)
        else:
            self._doom(event)

    def _remaining(self, number: int) -> list[Envelope]:
        """List the events that stay and mention an entity, or what it reads as, or read as then: meeting it is written there."""
        members = self._graph.members(self._graph.root(number))
        mentions = {one for member in members for one, _, _ in self._graph.mentions(member, MENTIONS_MAX)}
        mentions.update(self._graph.met_as(number))
        read = [_read(self._reader, self._namespace, one) for one in sorted(mentions - self._events.keys())]
        return [event for event in read if event is not None]

    def _goes(self, sequence: int) -> bool:
        """Tell whether an act goes without being said again."""
        return sequence in self.doom.acts and sequence not in self.doom.restated

    def _doom(self, event: Envelope) -> None:
        """Take an act, and all that follows from it."""
        if self._goes(event.sequence) or event.kind == kinds.ERASED:
            return
        self.doom.restated.pop(event.sequence, None)
        self.doom.acts[event.sequence] = event
        act = act_of(event)
        if isinstance(act, Created):
            number = self._graph.number(act.id)
            if number is not None:
                self._doom_entity(number)
        if isinstance(act, SplitAct):
            part = self._graph.number(act.part)
            if part is not None:
                self._doom_entity(part)
        for sequence, relation in self._reader.linked(self._namespace, event.sequence):
            if relation in {"caused_by", "derived_from"}:
                found = _read(self._reader, self._namespace, sequence)
                if found is not None and kinds.connects(found.kind):
                    self._doom(found)

    def _doom_entity(self, number: int) -> None:
        """Take an entity with every act on it; whatever else mentions it is recognised anew."""
        if number in self.doom.entities:
            return
        self.doom.entities.add(number)
        for sequence in self._graph.acts(number):
            found = _read(self._reader, self._namespace, sequence)
            if found is not None:
                self._doom(found)
        own = {sequence for sequence, _, _ in self._graph.mentions(number, MENTIONS_MAX)}
        entity = self._graph.entity(number)
        for event in self._remaining(number):
            if event.sequence not in own and (entity is None or not meets(event, entity[0])):
                continue
            self.doom.again[event.sequence] = event
            for sequence, relation in self._reader.linked(self._namespace, event.sequence):
                found = _read(self._reader, self._namespace, sequence) if relation == "derived_from" else None
                if found is not None and kinds.connects(found.kind) and _kind(found) == acts.RESOLVED:
                    self.doom.acts[sequence] = found

    def _requote(self) -> None:
        """Find acts that stay but quote what goes: they are made anew without it; a part that was split off by it goes."""
        going = [event for sequence, event in self.doom.acts.items() if sequence not in self.doom.restated]
        gone = {word for event in going for word in said(act_of(event))}
        looked: set[int] = set()
        while gone:
            fresh = sorted(closure(self._reader, self._namespace, self.doom) - self.doom.entities - looked)
            if not fresh:
                break
            looked.update(fresh)
            for sequence in sorted({one for number in fresh for one in self._graph.changes(number)}):
                self._without(sequence, gone)

    def _without(self, sequence: int, gone: set[str]) -> None:
        event = _read(self._reader, self._namespace, sequence) if sequence not in self.doom.acts else None
        act = act_of(event) if event is not None and event.kind != kinds.ERASED else None
        if event is None or act is None or not quotes(act, gone):
            return
        withdrawn = isinstance(act, MergeAct) and self._graph.judgement(str(event.id)) is None
        if isinstance(act, SplitAct) or withdrawn:
            self._doom(event)
            return
        self.doom.acts[sequence] = event
        left = without(act, gone)
        waits = not isinstance(act, Suggested) or self._waits(str(event.id))
        if left is not None and waits:
            self.doom.quoting[sequence] = left

    def _waits(self, item: str) -> bool:
        waiting = self._graph.queued(item)
        return waiting is not None and waiting.decision in {"", "later"}


def place_of(event: Envelope) -> int:
    """Give the place at which an act is folded: its own, or that of the act it restates."""
    return restated(event).sequence if event.kind == acts.RESTATED else event.sequence


def named(reader: Reader, namespace: str, events: dict[int, Envelope]) -> GraphDoom:
    """Take of events that a tombstone names those that are acts: what goes with them is named too, and follows in the log."""
    doom = GraphDoom(acts={sequence: event for sequence, event in events.items() if kinds.connects(event.kind)})
    graph = reader.graph(namespace)
    for event in doom.acts.values():
        if restating(reader, namespace, place_of(event)) is not None:
            continue
        act = act_of(event)
        number = graph.number(act.id) if isinstance(act, Created) else None
        number = graph.number(act.part) if isinstance(act, SplitAct) else number
        if number is not None:
            doom.entities.add(number)
    return doom


def _about(graph: Graph, act: Act) -> list[int]:
    """List the entities whose rows an act bears on: those it is folded over, or that it names."""
    ids = touched(act)
    if isinstance(act, Judged | Suggested):
        ids = [act.a, act.b]
    elif isinstance(act, Reviewed):
        waiting = graph.queued(act.item)
        ids = [waiting.a, waiting.b] if waiting is not None else []
    return [number for one in ids if one and (number := graph.number(one)) is not None]


def _left_by(tombstone: Envelope) -> set[int]:
    """List the entities of whose versions an erasure left something."""
    remains = remains_of(tombstone)
    return {one.entity for one in remains.dropped} | {one.at.entity for one in remains.kept}


def closure(reader: Reader, namespace: str, doom: GraphDoom) -> set[int]:
    """Gather all entities that are folded together with those the doomed acts touch."""
    graph = reader.graph(namespace)
    found: set[int] = set(doom.entities)
    numbers = [*doom.entities, *(number for event in doom.acts.values() for number in _about(graph, act_of(event)))]
    looked: set[int] = set()
    while numbers:
        number = numbers.pop()
        if number in looked:
            continue
        looked.add(number)
        found.add(number)
        for sequence in graph.changes(number):
            event = _read(reader, namespace, sequence)
            if event is not None and event.kind == kinds.ERASED:
                numbers.extend(one for one in _left_by(event) if graph.entity(one) is not None)
                continue
            others = touched(act_of(event)) if event is not None else []
            numbers.extend(other for one in others if (other := graph.number(one)) is not None)
    return found


class Refolding:
    """Takes what is doomed out of the graph, and folds anew what was folded together with it."""

    def __init__(self, reader: Reader, namespace: str, doom: GraphDoom) -> None:
        """Read what bears on what goes, as long as it is all there."""
        graph = reader.graph(namespace)
        self._namespace = namespace
        self._together = closure(reader, namespace, doom)
        self._acted = {place_of(event): act_of(event) for event in doom.acts.values()}
        again = {place_of(doom.acts[sequence]) for sequence in doom.restated}
        again |= {place for place in self._acted if restating(reader, namespace, place) is not None}
        gone = set(self._acted) - again
        self._staying = sorted({one for number in self._together for one in graph.changes(number)} - gone)
        resolved = {act.sequence for act in self._acted.values() if isinstance(act, Resolution)}
        self._reread = sorted(resolved)
        claimed = [act for act in self._acted.values() if isinstance(act, ClaimAct)]
        self._keys = {key for act in claimed for key in claim_rules.keys(act)}
        self._noted = [
            (number, sequence)
            for sequence, act in self._acted.items()
            if isinstance(act, ClaimAct)
            for one in (act.statement.subject, act.statement.object)
            if one is not None and (number := graph.number(one)) is not None
        ]
        self._versions = {number: graph.versions(number) for number in self._together}
        self._roots = {number: graph.root(number) for number in self._together}
        self._gone = [Gone(entity=number, id=graph.id(number)) for number in sorted(doom.entities)]

    def run(self, writer: Writer, events: Iterable[int]) -> None:
        """Do it; the log is done with by now, and what is restated is in it. ``events`` are those that are erased."""
        graph = writer.graph(self._namespace)
        graph.forget_entities(self._together)
        graph.forget_acts(self._acted, [*events, *self._reread])
        graph.forget_items([*self._acted, *self._staying])
        graph.unnote_acts(self._noted)
        for sequence in self._staying:
            self._refold(writer, graph, sequence)
        for sequence in self._reread:
            self._resolve(writer, graph, sequence)
        if self._keys:
            left = around(graph, self._keys)
            graph.apply(NOBODY, [claim_rules.recast(self._keys, left, hidden(writer, self._namespace, left))])

    def _resolve(self, writer: Writer, graph: GraphWriter, sequence: int) -> None:
        """Fold what is left of what an event was resolved to."""
        places = set()
        for linked, relation in writer.linked(self._namespace, sequence):
            event = _read(writer, self._namespace, linked) if relation == "derived_from" else None
            if event is not None and kinds.connects(event.kind) and _kind(event) == acts.RESOLVED:
                places.add(place_of(event))
        for place in sorted(places):
            self._refold(writer, graph, place)

    def _refold(self, writer: Writer, graph: GraphWriter, sequence: int) -> None:
        found = standing(writer, self._namespace, sequence)
        if found is not None:
            graph.apply(sequence, graph_changes(writer, graph, found.event, None, found.held_by))

    def remains(self, graph: Graph) -> Remains:
        """Say what stays of the versions there were, against what the acts that are left give; to be asked after `run`."""
        dropped, kept, heirs = [], [], []
        for number, before in sorted(self._versions.items()):
            then = {(since, order): version for since, order, version in before}
            now = {(since, order): version for since, order, version in graph.versions(number)}
            for since, order in sorted(now.keys() - then.keys()):
                dropped.append(Place(entity=number, since=since, order=order))
            for (since, order), version in sorted(then.items(), key=lambda one: one[0]):
                if (known := now.get((since, order))) is None or known.id != version.id:
                    at = Place(entity=number, since=since, order=order)
                    kept.append(Kept(at=at, version=structs.replace(version, id="")))
            heir = self._heir(graph, number)
            if heir is not None:
                heirs.append(heir)
        return Remains(dropped=dropped, kept=kept, heirs=heirs, gone=self._gone)

    def _heir(self, graph: Graph, number: int) -> Heir | None:
        """Say of which versions the next one of an entity is made; nothing where it reads as it did."""
        head = graph.head(number)
        if head is None or graph.root(number) != number:
            return None
        was = {self._roots.get(member, member) for member in graph.members(number)}
        heads = [self._versions[root][-1][2] for root in sorted(was) if self._versions.get(root)]
        if len(heads) == 1 and heads[0].entity_id == head.entity_id and heads[0].says() == head.says():
            return None
        return Heir(entity=head.entity_id, parents=sorted(one.id for one in heads))
