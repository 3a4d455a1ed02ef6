"""Reading the entity graph in one consistent state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import apsw
import msgspec
from msgspec import structs

from kenning.model.codec import Sealed
from kenning.model.identity.change import (
    Judgement,
)
from kenning.model.identity.definition import Version
from kenning.model.identity.entity import Entity
from kenning.store.graph import sweep as graph_sweep
from kenning.store.graph.access import SqliteAccess
from kenning.store.graph.artifacts import SqliteArtifacts
from kenning.store.graph.claims import SQL
from kenning.store.graph.grams import Grams
from kenning.store.graph.kept import Kept, Near
from kenning.store.places import NOW, SEQUENCE_MAX
from kenning.store.queries import load

STORE = load("store.sql")
_entity = msgspec.json.Decoder(Entity).decode
_decode_version = msgspec.json.Decoder(Version).decode
_set_at = msgspec.json.Decoder(dict[str, int]).decode
_marks = msgspec.json.Decoder(dict[str, str]).decode
_encode = msgspec.json.Encoder(order="sorted").encode


def _version(version_id: str, body: str) -> Version:
    return structs.replace(_decode_version(body), id=version_id)


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


def _nothing(_: str | int) -> None:
    """A graph that is folded on its own has no log beside it."""


def create(connection: apsw.Connection) -> None:
    """Lay out the tables of the graph."""
    connection.execute(SQL["create"])


def last_form(connection: apsw.Connection) -> int:
    """Give the serial of the last whole name of a store."""
    return connection.execute(SQL["last_form"]).get or 0


class SqliteGraph(SqliteAccess, SqliteArtifacts):
    """The entity graph of one namespace as one reading sees it. Numbers are sequences of the events that made a thing."""

    def __init__(self, execute: Callable[..., Any], number: int, grams: Grams, kept: Kept | None = None) -> None:
        """Read the namespace of this number; ``grams`` knows which names look alike, ``kept`` what is near."""
        super().__init__(execute, number)
        self._grams = grams
        self._kept = kept
        self.sealed: Callable[[str | int], Sealed | None] = _nothing
        """Finds an event of the log by id or sequence: what an act says is there, and nowhere else."""
        self.folds_seen = False
        """Whether only what is seen is folded into this graph, so that nothing in it rests on what is redacted."""
        self._hidden: tuple[frozenset[int], frozenset[int]] | None = None

    def hidden(self) -> tuple[frozenset[int], frozenset[int]]:
        """List what is redacted now, and what was caused by that or drawn from it, by sequence."""
        if self.folds_seen:
            return frozenset(), frozenset()
        if self._hidden is None:
            events = self._execute(STORE["hidden_events"], (self._ns,)).fetchall()
            caused = self._execute(STORE["caused_by_hidden"], (self._ns, self._base)).fetchall() if events else []
            self._hidden = frozenset(one for (one,) in events), frozenset(one for (one,) in caused)
        return self._hidden

    def checkpoint(self, work: str) -> int:
        """Give the sequence up to which slow work has looked at the log; 0 where it never did."""
        return self._execute(SQL["checkpoint"], (self._ns, work)).get or 0

    def answer(self, fingerprint: bytes) -> bytes | None:
        """Give what a model answered to what has this fingerprint, or nothing."""
        if self._execute(SQL["has_answers"]).get is None:
            return None
        found: bytes | None = self._execute(SQL["answer"], (self._ns, fingerprint)).get
        return found

    def near(self) -> Near:
        """Give what is joined to whom, for a walk."""
        return Near(self._execute, self._ns, Kept() if self._kept is None else self._kept)

    def is_there(self, number: int, at: int = NOW) -> bool:
        """Tell whether an entity was known at a moment."""
        return self._execute(SQL["is_there"], (self._base | number, at)).get is not None

    def number(self, entity_id: str) -> int | None:
        """Give the number of an entity, or nothing."""
        place = self._execute(SQL["entity_place"], (self._ns, entity_id)).get
        return None if place is None else place & SEQUENCE_MAX

    def has_number(self, number: int) -> bool:
        """Tell whether a number is an entity's."""
        return self._execute(SQL["entity_id"], (self._base | number,)).get is not None

    def known_since(self, number: int) -> int | None:
        """Give the sequence since which an entity is known."""
        found: int | None = self._execute(SQL["first_record"], (self._base | number,)).get
        return found

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
        found = self._execute(SQL["all_records"], (self._base, self._base | SEQUENCE_MAX, at))
        return [_entity(body) for (body,) in found]

    def met(self, agents: Sequence[str], key: str, at: int = NOW) -> tuple[int, int] | None:
        """Give who is met by an identifier, in the first of these tenancies that knows it: (bearer, what it reads as)."""
        for agent in agents:
            found = self._execute(SQL["met"], (self._ns, agent, key, at)).get
            if found is not None:
                return found[0] & SEQUENCE_MAX, found[1] & SEQUENCE_MAX
        return None

    def keyed(self, agent: str, key: str, limit: int, at: int = NOW) -> list[Found]:
        """List who is found by a key in a tenancy, in a fixed order."""
        rows = self._execute(SQL["keyed"], (self._ns, agent, key, at, limit))
        return [Found(kind, root & SEQUENCE_MAX, bearer & SEQUENCE_MAX) for kind, root, bearer in rows]

    def bearing(self, agent: str, kind: str, key: str, limit: int) -> list[int]:
        """List who bears a key of one kind, as they read now, in order: at most so many."""
        rows = self._execute(SQL["bearing"], (self._ns, agent, key, kind, limit))
        return sorted({root & SEQUENCE_MAX for (root,) in rows})

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
        rows = self._execute(SQL["surfaces"], (after, self._base, self._base | SEQUENCE_MAX))
        return [(serial, place & SEQUENCE_MAX, surface) for serial, place, surface in rows]

    @property
    def generation(self) -> int:
        """Tell how often names were taken back or given anew: whoever keeps them in memory compares."""
        return self._grams.generation

    def similar(self, key: str, limit: int, least: float) -> list[tuple[int, float]]:
        """List whose whole names share most trigrams with a key: (number, share between ``least`` and 1), best first."""
        if self.last_form() > self._grams.serial:
            self._grams.learn(self._execute(SQL["forms"], (self._grams.serial,)).fetchall())
        found = self._grams.similar(key, self._base, self._base | SEQUENCE_MAX, limit, least)
        return [(place & SEQUENCE_MAX, share) for place, share in found]

    def root(self, number: int, at: int = NOW) -> int:
        """Give the number an entity reads as."""
        found = self._execute(SQL["root"], (self._base | number, at)).get
        return number if found is None else found & SEQUENCE_MAX

    def roots(self, numbers: Sequence[int], at: int = NOW) -> dict[int, int]:
        """Give for many entities at once what they read as."""
        places = _encode([self._base | number for number in numbers]).decode()
        found = {place & SEQUENCE_MAX: root & SEQUENCE_MAX for place, root in self._execute(SQL["roots"], (places, at))}
        return {number: found.get(number, number) for number in numbers}

    def ids(self, numbers: Sequence[int]) -> dict[int, str]:
        """Give the ids of many entities at once."""
        places = _encode([self._base | number for number in numbers]).decode()
        return {place & SEQUENCE_MAX: found for place, found in self._execute(SQL["ids"], (places,))}

    def event_ids(self, sequences: Sequence[int]) -> dict[int, str]:
        """Give the ids of many events at once."""
        places = _encode([self._base | sequence for sequence in sequences]).decode()
        return {place & SEQUENCE_MAX: found for place, found in self._execute(SQL["event_ids"], (places,))}

    def members(self, root: int, at: int = NOW) -> list[int]:
        """List all that read as one with a root, itself first."""
        found = self._execute(SQL["members"], (self._base | root, at))
        return [root, *(place & SEQUENCE_MAX for (place,) in found)]

    def judgements(self, numbers: Iterable[int], at: int = NOW) -> list[Judgement]:
        """List the standing judgements that name one of these entities, in order of sequence."""
        found: dict[int, Judgement] = {}
        for number in numbers:
            rows = self._execute(SQL["judgements"], (self._base | number, at)).fetchall()
            found.update({row[0]: self._judgement(row) for row in rows})
        return [found[sequence] for sequence in sorted(found)]

    def judgement(self, event: str, at: int = NOW) -> Judgement | None:
        """Find a standing judgement by the id of its event."""
        place = self._execute(SQL["judgement"], (event, self._base, self._base | SEQUENCE_MAX, at)).get
        return None if place is None else self._judgement(place)

    def _judgement(self, row: tuple[int, int, int, str, str, str, str]) -> Judgement:
        sequence, survivor, merged, event, body, at, by = row
        return Judgement(
            sequence=sequence,
            event=event,
            survivor=self.id(survivor & SEQUENCE_MAX),
            merged=self.id(merged & SEQUENCE_MAX),
            act=body,
            at=at,
            by=by,
        )

    def apart(self, numbers: Iterable[int], at: int = NOW) -> list[tuple[int, int]]:
        """List the pairs held to be different that name one of these entities."""
        pairs = {
            (a & SEQUENCE_MAX, b & SEQUENCE_MAX)
            for number in numbers
            for a, b in self._execute(SQL["apart"], (self._base | number, at))
        }
        return sorted(pairs)

    def marks(self, number: int) -> dict[str, str]:
        """Give the mark of each value of an entity by its own events, as it stands."""
        found = self._execute(SQL["record"], (self._base | number, NOW)).get
        return {} if found is None else _marks(found[3])

    def head(self, number: int, at: int = NOW) -> Version | None:
        """Give the last version of an entity's definition."""
        found = self._execute(SQL["head"], (self._base | number, at)).get
        return None if found is None else _version(*found)

    def definitions(self, number: int, at: int = NOW) -> list[Version]:
        """List the versions of an entity's definition, oldest first; also of one that was erased."""
        return [_version(*found) for found in self._execute(SQL["definitions"], (self._base | number, at))]

    def versions(self, number: int) -> list[tuple[int, int, Version]]:
        """List the versions of an entity's definition with where they stand: since when, and which of several by one act."""
        found = self._execute(SQL["versions"], (self._base | number,))
        return [(since, order, _version(version, body)) for since, order, version, body in found]

    def definition(self, definition_id: str) -> Version | None:
        """Find a version by its content hash."""
        found = self._execute(SQL["definition"], (definition_id, self._base, self._base | SEQUENCE_MAX)).get
        return None if found is None else _version(*found)

    def grave(self, entity_id: str) -> tuple[int, int] | None:
        """Find an entity that was erased: its number, and the sequence of the tombstone."""
        found = self._execute(SQL["grave"], (self._ns, entity_id)).get
        return None if found is None else (found[0] & SEQUENCE_MAX, found[1])

    def mentions(self, number: int, limit: int, at: int = NOW) -> list[tuple[int, str, str]]:
        """List where an entity, as written, stands: (event, role, path), the latest event first."""
        rows: list[tuple[int, str, str]] = self._execute(SQL["mentions"], (self._base | number, at, limit)).fetchall()
        return rows

    def mentioned(self, event: int, at: int = NOW) -> list[tuple[int, str, str]]:
        """List who stands in an event, as written, in which role, and where it says so."""
        return list(self._execute(SQL["mentioned"], (self._base | event, at)))

    def attending(self, first: int, end: int) -> list[tuple[int, int]]:
        """List whom the envelopes of a span of events name, as actor or concerned: (event, entity), in the order of the log."""
        return list(self._execute(SQL["attending"], (self._base | first, self._base | end)))

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
        """List what waits for a person: fresh items first, then what was put off.

        Two that have become one wait no more; unmerged they do again.
        """
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

    def said_again(self, number: int) -> dict[int, int]:
        """Give, by its sequence, each erased act on an entity of which something was said again, and the event that says it."""
        rows = self._execute(SQL["said_again"], (self._base | number, self._base))
        return dict(rows)

    def changes(self, number: int) -> list[int]:
        """List the sequences of the acts on an entity that are no claims."""
        return [sequence for (sequence,) in self._execute(SQL["changes_of"], (self._base | number,))]
