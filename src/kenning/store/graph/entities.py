"""Reading the entity graph in one consistent state, and writing what acts fold to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import apsw
import msgspec

from kenning.errors import CorruptError
from kenning.model.identity.change import (
    Answered,
    Applied,
    Claimed,
    Define,
    Describe,
    Differ,
    GraphChange,
    Judge,
    Judgement,
    Mentioned,
    Pending,
    Queued,
    Recast,
    Redirect,
    Settled,
    Withdraw,
)
from kenning.model.identity.definition import Definition
from kenning.model.identity.entity import Entity
from kenning.store.graph import claims
from kenning.store.graph import sweep as graph_sweep
from kenning.store.graph.claims import MASK, NOW, OPEN, SQL, SqliteClaims
from kenning.store.graph.grams import Grams

KeysOf = Callable[[Entity], Sequence[tuple[str, str, str]]]
"""The keys an entity is found by: (kind, key, name as written where the key is that of a whole one), each once.

Whole names are "exact" or "alias", identifiers "id"; other kinds are parts of names."""

_entity = msgspec.json.Decoder(Entity).decode
_definition = msgspec.json.Decoder(Definition).decode
_set_at = msgspec.json.Decoder(dict[str, int]).decode
_encode = msgspec.json.Encoder(order="sorted").encode


_LIGHT = (Mentioned, Pending, Settled, Queued, Answered, Claimed, Recast)
MEMO_MAX = 20_000


class Found(NamedTuple):
    """One entity a key leads to: the kind of key, the number it reads as, and the number that bears the name."""

    kind: str
    root: int
    bearer: int


class Waiting(NamedTuple):
    """An item of the review queue: the event that put it there, what sort, whom it is about, what was said to it."""

    event: str
    kind: str
    a: str
    b: str
    decision: str
    since: int


def create(connection: apsw.Connection) -> None:
    """Lay out the tables of the graph."""
    connection.execute(SQL["create"])


def last_form(connection: apsw.Connection) -> int:
    """Give the serial of the last whole name of a store."""
    return connection.execute(SQL["last_form"]).get or 0


class SqliteGraph(SqliteClaims):
    """The entity graph of one namespace as one reading sees it. Numbers are sequences of the events that made a thing."""

    def __init__(self, execute: Callable[..., Any], number: int, grams: Grams) -> None:
        """Read through ``execute`` the namespace of this number; ``grams`` knows which names look alike."""
        super().__init__(execute, number)
        self._grams = grams

    def number(self, entity_id: str) -> int | None:
        """Give the number of an entity, or nothing."""
        place = self._execute(SQL["entity_place"], (self._ns, entity_id)).get
        return None if place is None else place & MASK

    def id(self, number: int) -> str:
        """Give the id of an entity by its number."""
        found: str = self._execute(SQL["entity_id"], (self._base | number,)).get
        return found

    def entity(self, number: int, at: int = NOW) -> tuple[Entity, dict[str, int], int] | None:
        """Give an entity by its own events, when each attribute was set, and since when it reads so."""
        found = self._execute(SQL["record"], (self._base | number, at)).get
        return None if found is None else (_entity(found[0]), _set_at(found[1]), found[2])

    def entities(self, at: int = NOW) -> list[Entity]:
        """List all entities by their own events, in the order they came."""
        found = self._execute(SQL["all_records"], (self._base, self._base | MASK, at))
        return [_entity(body) for (body,) in found]

    def met(self, agents: Sequence[str], key: str, at: int = NOW) -> tuple[int, int] | None:
        """Give who is met by an identifier, in the first of these tenancies that knows it: (bearer, what it reads as)."""
        for agent in agents:
            found = self._execute(SQL["met"], (self._ns, agent, key, at)).get
            if found is not None:
                return found[0] & MASK, found[1] & MASK
        return None

    def keyed(self, agent: str, key: str, limit: int, at: int = NOW) -> list[Found]:
        """List who is found by a key in a tenancy, in a fixed order."""
        rows = self._execute(SQL["keyed"], (self._ns, agent, key, at, limit))
        return [Found(kind, root & MASK, bearer & MASK) for kind, root, bearer in rows]

    def bearing(self, agent: str, kind: str, key: str, limit: int) -> list[int]:
        """List who bears a key of one kind, as they read now, in order: at most so many."""
        rows = self._execute(SQL["bearing"], (self._ns, agent, key, kind, limit))
        return sorted({root & MASK for (root,) in rows})

    def names_with(self, agent: str, kind: str, prefix: str, limit: int) -> int:
        """Count the different keys of one kind that begin so, up to a limit; ``prefix`` ends with a NUL."""
        found: int = self._execute(SQL["names_with"], (self._ns, agent, prefix, prefix[:-1] + "\1", kind, limit)).get
        return found

    def last_form(self) -> int:
        """Give the serial of the last whole name of the store."""
        return self._execute(SQL["last_form"]).get or 0

    def count_forms(self) -> int:
        """Count the whole names of this namespace."""
        return self._execute(SQL["count_forms"], (self._ns,)).get or 0

    def forms(self, after: int) -> list[tuple[int, int, str]]:
        """List whole names as written that came after a serial, of this namespace: (serial, number of the bearer, name)."""
        rows = self._execute(SQL["surfaces"], (after, self._base, self._base | MASK))
        return [(serial, place & MASK, surface) for serial, place, surface in rows]

    @property
    def generation(self) -> int:
        """Tell how often names were taken back or given anew: whoever keeps them in memory compares."""
        return self._grams.generation

    def similar(self, key: str, limit: int, least: float) -> list[tuple[int, float]]:
        """List whose whole names share most trigrams with a key: (number, share between ``least`` and 1), best first."""
        if self.last_form() > self._grams.serial:
            self._grams.learn(self._execute(SQL["forms"], (self._grams.serial,)).fetchall())
        found = self._grams.similar(key, self._base, self._base | MASK, limit, least)
        return [(place & MASK, share) for place, share in found]

    def root(self, number: int, at: int = NOW) -> int:
        """Give the number an entity reads as."""
        found = self._execute(SQL["root"], (self._base | number, at)).get
        return number if found is None else found & MASK

    def has_redirects(self) -> bool:
        """Tell whether anybody was ever merged in the store: where not, everybody reads as written."""
        return self._execute(SQL["any_redirect"]).get is not None

    def roots(self, numbers: Sequence[int], at: int = NOW) -> dict[int, int]:
        """Give for many entities at once what they read as."""
        places = _encode([self._base | number for number in numbers]).decode()
        found = {place & MASK: root & MASK for place, root in self._execute(SQL["roots"], (places, at))}
        return {number: found.get(number, number) for number in numbers}

    def ids(self, numbers: Sequence[int]) -> dict[int, str]:
        """Give the ids of many entities at once."""
        places = _encode([self._base | number for number in numbers]).decode()
        return {place & MASK: found for place, found in self._execute(SQL["ids"], (places,))}

    def event_ids(self, sequences: Sequence[int]) -> dict[int, str]:
        """Give the ids of many events at once."""
        places = _encode([self._base | sequence for sequence in sequences]).decode()
        return {place & MASK: found for place, found in self._execute(SQL["event_ids"], (places,))}

    def members(self, root: int, at: int = NOW) -> list[int]:
        """List all that read as one with a root, itself first."""
        found = self._execute(SQL["members"], (self._base | root, at))
        return [root, *(place & MASK for (place,) in found)]

    def judgements(self, numbers: Iterable[int], at: int = NOW) -> list[Judgement]:
        """List the standing judgements that name one of these entities, in order of sequence."""
        found: dict[int, Judgement] = {}
        for number in numbers:
            rows = self._execute(SQL["judgements"], (self._base | number, at)).fetchall()
            found.update({row[0]: self._judgement(row) for row in rows})
        return [found[sequence] for sequence in sorted(found)]

    def judgement(self, event: str, at: int = NOW) -> Judgement | None:
        """Find a standing judgement by the id of its event."""
        place = self._execute(SQL["judgement"], (event, self._base, self._base | MASK, at)).get
        return None if place is None else self._judgement(place)

    def _judgement(self, row: tuple[int, int, int, str, str, str, str]) -> Judgement:
        sequence, survivor, merged, event, body, at, by = row
        return Judgement(
            sequence=sequence,
            event=event,
            survivor=self.id(survivor & MASK),
            merged=self.id(merged & MASK),
            act=body,
            at=at,
            by=by,
        )

    def apart(self, numbers: Iterable[int], at: int = NOW) -> list[tuple[int, int]]:
        """List the pairs held to be different that name one of these entities."""
        pairs = {
            (a & MASK, b & MASK)
            for number in numbers
            for a, b in self._execute(SQL["apart"], (self._base | number, at))
        }
        return sorted(pairs)

    def head(self, number: int, at: int = NOW) -> Definition | None:
        """Give the last version of an entity's definition."""
        body = self._execute(SQL["head"], (self._base | number, at)).get
        return None if body is None else _definition(body)

    def definitions(self, number: int, at: int = NOW) -> list[Definition]:
        """List the versions of an entity's definition, oldest first."""
        return [_definition(body) for (body,) in self._execute(SQL["definitions"], (self._base | number, at))]

    def definition(self, definition_id: str) -> Definition | None:
        """Find a version by its content hash."""
        body = self._execute(SQL["definition"], (definition_id, self._base, self._base | MASK)).get
        return None if body is None else _definition(body)

    def mentions(self, number: int, limit: int, at: int = NOW) -> list[tuple[int, str, str]]:
        """List where an entity, as written, stands: (event, role, path), the latest event first."""
        rows: list[tuple[int, str, str]] = self._execute(SQL["mentions"], (self._base | number, at, limit)).fetchall()
        return rows

    def mentioned(self, event: int, at: int = NOW) -> list[tuple[int, str]]:
        """List who stands in an event, as written, and in which role."""
        return list(self._execute(SQL["mentioned"], (self._base | event, at)))

    def met_as(self, number: int) -> list[int]:
        """List the events in which that stands what an entity read as when they were resolved."""
        return [event for (event,) in self._execute(SQL["met_as"], (self._base | number,))]

    def read_as(self, event: int) -> list[int]:
        """List who, when an event was resolved, read as one who stands in it."""
        return [number for (number,) in self._execute(SQL["read_as"], (self._base | event,))]

    def mention_count(self, number: int, limit: int, at: int = NOW) -> int:
        """Count the events an entity, as written, stands in, up to a limit."""
        found: int = self._execute(SQL["count_mentions"], (self._base | number, at, limit)).get
        return found

    def pending(self, key: str | None, limit: int, at: int = NOW) -> list[tuple[int, str, str, str]]:
        """List mentions that wait to be decided, by the key of what was written or all: (event, path, surface, role)."""
        if key is None:
            return list(self._execute(SQL["all_pending"], (self._ns, at, limit)))
        return list(self._execute(SQL["pending"], (self._ns, key, at, limit)))

    def queue(self, limit: int, at: int = NOW) -> list[Waiting]:
        """List what waits for a person: fresh items first, then what was put off."""
        return [Waiting(*row) for row in self._execute(SQL["queue"], (self._ns, at, limit))]

    def queued(self, event: str, at: int = NOW) -> Waiting | None:
        """Find an item of the queue by the event that put it there."""
        row = self._execute(SQL["queued_by"], (self._ns, event, at)).get
        return None if row is None else Waiting(event, row[1], row[2], row[3], row[4], row[0])

    def schema(self, at: int | None) -> str | None:
        """Give the schema applied last, as JSON, or nothing."""
        upto = self._base | (NOW if at is None else at)
        found: str | None = self._execute(SQL["schema"], (self._base, upto)).get
        return found

    def schemas(self, at: int | None) -> list[str]:
        """List the schemas that were applied, in order, as JSON."""
        upto = self._base | (NOW if at is None else at)
        return [body for (body,) in self._execute(SQL["schemas"], (self._base, upto))]

    def digests(self) -> dict[str, tuple[int, int]]:
        """Digest the graph, table by table: how many rows, and the sum of their hashes."""
        return graph_sweep.digests(self._execute, self._ns)

    def acts(self, number: int) -> list[int]:
        """List the sequences of the acts on an entity, in order: those it is folded from, and all others that name it."""
        return [sequence for (sequence,) in self._execute(SQL["acts_of"], (self._base | number,))]

    def changes(self, number: int) -> list[int]:
        """List the sequences of the acts on an entity that are no claims."""
        return [sequence for (sequence,) in self._execute(SQL["changes_of"], (self._base | number,))]


class SqliteGraphWriter(SqliteGraph):
    """Writes what acts fold to; mentions are put off and written many at once."""

    def __init__(self, connection: apsw.Connection, number: int, grams: Grams, keys_of: KeysOf) -> None:
        """Write the namespace of this number; ``keys_of`` gives the keys an entity is found by."""
        super().__init__(connection.execute, number, grams)
        self._connection = connection
        self._keys_of = keys_of
        self._mentions: list[tuple[int, int, str, str, int]] = []
        self.memo: dict[tuple[object, ...], Any] = {}
        """What a caller worked out about names and identities; forgotten as soon as one of them changes."""
        self._places: dict[str, int] = {}
        self.recent: object = None
        """What a caller keeps of the last events; gone with this transaction, where it is undone."""

    @classmethod
    def scratch(cls, like: SqliteGraph, keys_of: KeysOf) -> SqliteGraphWriter:
        """Make an empty graph in memory for the same namespace, to fold its log into."""
        connection = apsw.Connection(":memory:")
        create(connection)
        return cls(connection, like._ns, Grams(), keys_of)  # noqa: SLF001 - of its own kind

    def digests(self) -> dict[str, tuple[int, int]]:
        """Digest the graph, with what was put off."""
        self.settle()
        return super().digests()

    def forget(self) -> None:
        """Drop the whole graph of this namespace, to fold it anew."""
        self._mentions.clear()
        self._places.clear()
        self.memo.clear()
        self._grams.forget()
        graph_sweep.forget(self._connection, self._ns)

    def forget_entities(self, entities: Iterable[int]) -> None:
        """Drop all that is folded from the acts on some entities, who are to be folded anew; mentions stay."""
        self.settle()
        self._places.clear()
        self.memo.clear()
        self._grams.forget()
        graph_sweep.forget_entities(self._connection, self._ns, entities)

    def forget_acts(self, sequences: Iterable[int], events: Iterable[int]) -> None:
        """Drop what single acts left, and what events mention."""
        self.settle()
        graph_sweep.forget_acts(self._connection, self._ns, sequences, events)

    def forget_items(self, sequences: Iterable[int]) -> None:
        """Drop what these acts put before a person, and all that was said to it."""
        graph_sweep.forget_items(self._connection, self._ns, sequences)

    def settle(self) -> None:
        """Write the mentions that were put off."""
        if self._mentions:
            mentions, self._mentions = self._mentions, []
            self._connection.executemany(SQL["add_mention"], mentions)

    def place(self, entity_id: str) -> int:
        """Give the place of an entity an act names. Raises `CorruptError` where it was never created: a log may be forged."""
        known = self._places.get(entity_id)
        if known is None:
            if (number := self.number(entity_id)) is None:
                raise CorruptError(f"an act names entity {entity_id}, which was never created")
            known = self._places[entity_id] = self._base | number
        return known

    def last_form(self) -> int:
        """Give the serial of the last whole name of the store, which only this writer adds to."""
        known: int | None = self.memo.get(("last_form",))
        if known is None:
            known = self.memo["last_form",] = super().last_form()
        return known

    def _known(self, entity_id: str) -> bool:
        return entity_id in self._places or self.number(entity_id) is not None

    def mentions(self, number: int, limit: int, at: int = NOW) -> list[tuple[int, str, str]]:
        """List where an entity stands, with what was put off."""
        self.settle()
        return super().mentions(number, limit, at)

    def mentioned(self, event: int, at: int = NOW) -> list[tuple[int, str]]:
        """List who stands in an event, with what was put off."""
        self.settle()
        return super().mentioned(event, at)

    def mention_count(self, number: int, limit: int, at: int = NOW) -> int:
        """Count the events an entity stands in, with what was put off."""
        self.settle()
        return super().mention_count(number, limit, at)

    def apply(self, since: int, changes: Sequence[GraphChange]) -> None:
        """Apply what the act at ``since`` folds to."""
        order = 0
        if len(self.memo) > MEMO_MAX or not all(isinstance(change, _LIGHT) for change in changes):
            self.memo.clear()
        for change in changes:
            match change:
                case Mentioned(entity, event, role, path):
                    if self._known(entity):  # else it was erased since, and this event is recognised anew
                        self._mentions.append((self.place(entity), self._base | event, role, path, since))
                case Describe():
                    self._describe(since, change)
                case Define(definition):
                    body = _encode(definition).decode()
                    self._execute(
                        SQL["add_definition"], (self.place(definition.entity_id), since, order, definition.id, body)
                    )
                    self._act(definition.entity_id, since)
                    order += 1
                case Judge(judgement):
                    self._judge(judgement)
                case Withdraw(sequence):
                    self._execute(SQL["close_judgement"], (since, self._base | sequence))
                case Redirect(entity, root):
                    self._redirect(since, entity, root)
                case _:
                    self._note(since, change)

    def _note(self, since: int, change: GraphChange) -> None:
        execute = self._execute
        match change:
            case Differ(a, b, closed):
                first, second = self.place(a), self.place(b)
                self.note_act(since, (a, b))
                if closed:
                    execute(SQL["close_apart"], (since, first, second))
                else:
                    execute(SQL["add_apart"], (first, second, since, OPEN))
            case Pending(event, path, surface, role, key):
                execute(SQL["add_pending"], (self._ns, key, event, path, surface, role, since, OPEN))
            case Settled(event, path):
                execute(SQL["settle"], (self._ns, event, path, since))
            case Queued(event, kind, a, b):
                self.note_act(since, (a, b))
                execute(SQL["add_queued"], (self._base | since, since, OPEN, self._ns, kind, event, a, b, ""))
            case Claimed():
                claims.write_act(execute, self._base, change)
                said = change.act.statement
                self.note_act(change.act.sequence, (said.subject, said.object or ""))
            case Recast():
                claims.recast(execute, self._base, change, self.place)
            case Applied(body):
                execute(SQL["add_schema"], (self._base | since, body))
            case Answered(event, decision):
                self._answer(since, event, decision)

    def _answer(self, since: int, event: str, decision: str) -> None:
        waiting = self.queued(event)
        if waiting is not None:
            self.note_act(since, (waiting.a, waiting.b))
            self._execute(SQL["close_queued"], (since, self._ns, event))
            row = (self._base | waiting.since, since, OPEN, self._ns, waiting.kind, event, waiting.a, waiting.b)
            self._execute(SQL["add_queued"], (*row, decision))

    def note_act(self, sequence: int, entities: Iterable[str]) -> None:
        """Take note which entities an act is about, those that are there."""
        for entity in entities:
            if entity and self._known(entity):
                self._execute(SQL["add_act"], (self.place(entity), sequence))

    def unnote_acts(self, noted: Iterable[tuple[int, int]]) -> None:
        """Drop the note that acts are about entities: (number, sequence)."""
        self._connection.executemany(SQL["drop_act"], [(self._base | number, sequence) for number, sequence in noted])

    def _act(self, entity: str, since: int) -> None:
        self._execute(SQL["add_act"], (self.place(entity), since))

    def _describe(self, since: int, change: Describe) -> None:
        entity = change.entity
        if self.number(entity.id) is None:
            self._execute(SQL["add_entity"], (self._base | since, self._ns, entity.id, entity.agent))
        place = self.place(entity.id)
        self._act(entity.id, since)
        self._execute(SQL["close_record"], (since, place))
        body, at = _encode(entity).decode(), _encode(change.set_at).decode()
        self._execute(SQL["add_record"], (place, since, OPEN, body, at))
        self._name(since, place, entity)

    def _name(self, since: int, place: int, entity: Entity) -> None:
        keys = [] if entity.retired else self._keys_of(entity)
        wanted = {(kind, key) for kind, key, _ in keys}
        standing = set(self._execute(SQL["names_of"], (place,)).fetchall())
        for kind, key in sorted(standing - wanted):
            self._execute(SQL["close_name"], (since, self._ns, entity.agent, key, kind, place))
        for kind, key, surface in keys:
            if (kind, key) not in standing:
                self._execute(SQL["add_name"], (self._ns, entity.agent, key, kind, place, since, OPEN))
                if surface and not self._execute(SQL["has_form"], (place, key)).get:
                    self._execute(SQL["add_form"], (self._ns, place, key, surface))

    def _judge(self, judgement: Judgement) -> None:
        survivor, merged = self.place(judgement.survivor), self.place(judgement.merged)
        row = (self._base | judgement.sequence, OPEN, survivor, merged, judgement.event, judgement.act)
        self._execute(SQL["add_judgement"], (*row, judgement.at, judgement.by))
        for entity in (judgement.survivor, judgement.merged):
            self._act(entity, judgement.sequence)

    def _redirect(self, since: int, entity: str, root: str) -> None:
        place, onto = self.place(entity), self.place(root)
        self._execute(SQL["close_redirect"], (since, place))
        if place != onto:
            self._execute(SQL["add_redirect"], (place, since, OPEN, onto))
        self._act(entity, since)
