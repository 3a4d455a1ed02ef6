"""What an erasure takes out of the entity graph: acts that say what only the erased events said, and what rests on those.

Somebody who was met in other events as well stays: if the erased events alone told the name, those that remain are recognised
anew from what they say. Merges that quote an erased name are judged again without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import structs

from kenning.engine.graph.projection import around, graph_changes, hidden
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Act, Changed, Created, MergeAct, Resolution, SplitAct, decoded
from kenning.model.statement import ClaimAct
from kenning.rules import kinds
from kenning.rules.identity.acts import touched
from kenning.rules.knowledge import acts as claim_rules
from kenning.store import Graph, Reader, Writer

MENTIONS_MAX = 1_000_000
NOBODY = 0
"""The sequence of changes that no act makes: claims are written anew with the sequences of their own acts."""


class GraphDoom(msgspec.Struct):
    """What goes and what is made anew: acts by sequence, entities, events to recognise anew, merges to judge again, claims.

    ``claims`` are acts on claims that rest on other evidence as well, without what goes.
    """

    acts: dict[int, Envelope] = msgspec.field(default_factory=dict)
    entities: set[int] = msgspec.field(default_factory=set)
    again: dict[int, Envelope] = msgspec.field(default_factory=dict)
    merges: dict[int, MergeAct] = msgspec.field(default_factory=dict)
    claims: dict[int, ClaimAct] = msgspec.field(default_factory=dict)


def _read(reader: Reader, namespace: str, sequence: int) -> Envelope | None:
    sealed = reader.get(namespace, sequence)
    return None if sealed is None or sealed.payload is None else envelope_of(sealed)


def _act(event: Envelope) -> Act:
    return decoded(event.kind, event.text)


def strings(value: object) -> Iterator[str]:
    """Walk all strings in a value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)


def _says(event: Envelope, words: Iterable[str]) -> bool:
    """Tell whether an event says every one of these words, whatever their case."""
    said = "\n".join(strings(msgspec.to_builtins(event))).casefold()
    return all(word.casefold() in said for word in words)


def _words(act: Act) -> list[str]:
    """List what an act on one entity says of it: names, and by what it is met."""
    if isinstance(act, Created):
        return [act.name, *act.aliases, *(one.identifier for one in act.identifiers)]
    if isinstance(act, Changed):
        names = [*([act.name] if act.name else []), *act.add_aliases]
        return [*names, *(one.identifier for one in act.add_identifiers)]
    return []


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

    def _rest(self) -> None:
        """Find acts on claims that rest on other evidence as well: they are made anew on that."""
        gone = {str(event.id) for event in (*self._events.values(), *self.doom.acts.values())}
        for sequence, event in self.doom.acts.items():
            act = _act(event)
            if isinstance(act, ClaimAct) and act.deed in {"asserts", "ends"} and str(event.id) not in self._asked:
                left = [one for one in act.evidence if one.event not in gone]
                entities = [one for one in (act.statement.subject, act.statement.object) if one is not None]
                if left and not self.doom.entities & {self._graph.number(one) for one in entities}:
                    self.doom.claims[sequence] = structs.replace(act, evidence=left)

    def _caused_by(self, event: Envelope) -> None:
        for sequence, relation in self._reader.linked(self._namespace, event.sequence):
            found = _read(self._reader, self._namespace, sequence) if relation == "caused_by" else None
            if found is not None and kinds.connects(found.kind) and sequence not in self.doom.acts:
                self._judge(found)

    def _judge(self, event: Envelope) -> None:
        """Decide whether an act that was caused by an erased event still stands on others."""
        act = _act(event)
        if not isinstance(act, Created | Changed):
            self._doom(event)
            return
        number = self._graph.number(act.id)
        if number is None or number in self.doom.entities:
            return
        remaining = self._remaining(number)
        if any(_says(one, _words(act)) for one in remaining):
            return
        if isinstance(act, Created):
            self._doom_entity(number)
        else:
            self._doom(event)

    def _remaining(self, number: int) -> list[Envelope]:
        """List the events that stay and mention an entity."""
        found = []
        for sequence, _, _ in self._graph.mentions(number, MENTIONS_MAX):
            if sequence not in self._events:
                event = _read(self._reader, self._namespace, sequence)
                if event is not None:
                    found.append(event)
        return found

    def _doom(self, event: Envelope) -> None:
        """Take an act, and all that follows from it."""
        if event.sequence in self.doom.acts:
            return
        self.doom.acts[event.sequence] = event
        act = _act(event)
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
        for claim, _ in [*self._graph.claims_of(number), *self._graph.claims_on(number)]:
            for line in self._graph.support(claim):
                self._doom_id(line.act)
        for event in self._remaining(number):
            self.doom.again[event.sequence] = event
            for sequence, relation in self._reader.linked(self._namespace, event.sequence):
                found = _read(self._reader, self._namespace, sequence) if relation == "derived_from" else None
                if found is not None and found.kind == acts.RESOLVED:
                    self.doom.acts[sequence] = found

    def _doom_id(self, event_id: str) -> None:
        sealed = self._reader.get(self._namespace, event_id)
        if sealed is not None and sealed.payload is not None:
            self._doom(envelope_of(sealed))

    def _requote(self) -> None:
        """Find merges that stay but quote a name that goes: they are judged again, without the quotation."""
        gone = {word for event in self.doom.acts.values() for word in _words(_act(event))}
        if not gone:
            return
        for number in sorted(closure(self._reader, self._namespace, self.doom) - self.doom.entities):
            for sequence in self._graph.acts(number):
                if sequence in self.doom.acts:
                    continue
                event = _read(self._reader, self._namespace, sequence)
                act = _act(event) if event is not None else None
                if event is not None and isinstance(act, MergeAct) and any(_says(event, [word]) for word in gone):
                    self.doom.acts[sequence] = event
                    self.doom.merges[sequence] = structs.replace(act, reasons=[])


def named(reader: Reader, namespace: str, events: dict[int, Envelope]) -> GraphDoom:
    """Take of events that a tombstone names those that are acts: what goes with them is named too, and follows in the log."""
    doom = GraphDoom(acts={sequence: event for sequence, event in events.items() if kinds.connects(event.kind)})
    graph = reader.graph(namespace)
    for event in doom.acts.values():
        act = _act(event)
        number = graph.number(act.id) if isinstance(act, Created) else None
        number = graph.number(act.part) if isinstance(act, SplitAct) else number
        if number is not None:
            doom.entities.add(number)
        if isinstance(act, Resolution):
            doom.again[act.sequence] = event
    return doom


def closure(reader: Reader, namespace: str, doom: GraphDoom) -> set[int]:
    """Gather all entities that are folded together with those the doomed acts touch."""
    graph = reader.graph(namespace)
    found: set[int] = set(doom.entities)
    waiting = [one for event in doom.acts.values() for one in touched(_act(event))]
    numbers = [number for one in waiting if (number := graph.number(one)) is not None]
    while numbers:
        number = numbers.pop()
        if number in found and number not in doom.entities:
            continue
        found.add(number)
        for sequence in graph.acts(number):
            event = _read(reader, namespace, sequence)
            others = touched(_act(event)) if event is not None else []
            numbers.extend(other for one in others if (other := graph.number(one)) is not None and other not in found)
    return found


def carry_out(writer: Writer, namespace: str, doom: GraphDoom, together: set[int], events: Iterable[int]) -> None:
    """Take what is doomed out of the graph, and fold anew what was folded together with it. The log is done with by now.

    ``together`` is the `closure` as it was before, ``events`` the erased events.
    """
    graph = writer.graph(namespace)
    acted = [_act(event) for event in doom.acts.values()]
    keys = {key for act in acted if isinstance(act, ClaimAct) for key in claim_rules.keys(act)}
    staying = sorted({sequence for number in together for sequence in graph.acts(number)} - set(doom.acts))
    graph.forget_entities(together)
    graph.forget_acts(doom.acts, [*events, *doom.again], doom.entities)
    for sequence in staying:
        event = _read(writer, namespace, sequence)
        if event is not None and event.kind != acts.RESOLVED:
            graph.apply(sequence, graph_changes(writer, graph, event))
    if keys:
        left = around(graph, keys)
        graph.apply(NOBODY, [claim_rules.recast(keys, left, hidden(writer, namespace, left))])
