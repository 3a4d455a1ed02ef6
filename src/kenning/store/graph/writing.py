"""Writing the entity graph: what acts fold to, and what an erasure or a rebuild takes out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import apsw
import msgspec

from kenning.errors import CorruptError
from kenning.model.access.change import AccessChange
from kenning.model.identity.change import (
    Answered,
    Applied,
    ArtifactChange,
    Claimed,
    Define,
    Describe,
    Differ,
    GraphChange,
    Judge,
    Judgement,
    Keep,
    Mentioned,
    Pending,
    Queued,
    Recast,
    Redirect,
    Settled,
    Withdraw,
)
from kenning.model.identity.definition import Version, hashed_form
from kenning.model.identity.entity import Entity
from kenning.store.graph import access, artifacts, claims
from kenning.store.graph import sweep as graph_sweep
from kenning.store.graph.claims import SQL
from kenning.store.graph.entities import SqliteGraph, create
from kenning.store.graph.grams import Grams
from kenning.store.graph.kept import MENTIONED
from kenning.store.places import NOW, OPEN, SEQUENCE_MAX

KeysOf = Callable[[Entity], Sequence[tuple[str, str, str]]]
"""The keys an entity is found by: (kind, key, name as written where the key is that of a whole one), each once.

Whole names are "exact" or "alias", identifiers "id"; other kinds are parts of names."""

_encode = msgspec.json.Encoder(order="sorted").encode
_LIGHT = (Mentioned, Pending, Settled, Queued, Answered, Claimed, Recast, ArtifactChange)
_APART = (*_LIGHT, Describe, Define)
"""What changes one entity at most, and says which."""
MEMO_MAX = 20_000
ANSWERS_MAX = 100_000
"""So many answers of models are kept; then they are let go of, all at once."""


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
        self._read: dict[int, tuple[Entity, dict[str, int], int] | None] = {}
        self._members: dict[int, list[int]] = {}
        self._roots: dict[int, int] = {}
        self._ids: dict[int, str] = {}
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
        self._unlearn()
        self._grams.forget()
        graph_sweep.forget(self._connection, self._ns)

    def forget_entities(self, entities: Iterable[int]) -> None:
        """Drop all that is folded from the acts on some entities, who are to be folded anew; mentions stay."""
        self.settle()
        self._places.clear()
        self._unlearn()
        self._grams.forget()
        graph_sweep.forget_entities(self._connection, self._ns, entities)

    def forget_acts(self, sequences: Iterable[int], events: Iterable[int]) -> None:
        """Drop what single acts left, and what events mention."""
        self.settle()
        self._unlearn()
        graph_sweep.forget_acts(self._connection, self._ns, sequences, events)

    def forget_items(self, sequences: Iterable[int]) -> None:
        """Drop what these acts put before a person, and all that was said to it."""
        graph_sweep.forget_items(self._connection, self._ns, sequences)

    def settle(self) -> None:
        """Write the mentions that were put off."""
        if self._mentions:
            mentions, self._mentions = self._mentions, []
            self._connection.executemany(SQL["add_mention"], mentions)
            places = dict.fromkeys(one[0] for one in mentions)
            self._connection.executemany(SQL["add_marked"], [(place, MENTIONED) for place in places])

    def place(self, entity_id: str) -> int:
        """Give the place of an entity an act names. Raises `CorruptError` where it was never created: a log may be forged."""
        known = self._places.get(entity_id)
        if known is None:
            if (number := self.number(entity_id)) is None:
                raise CorruptError(f"an act names entity {entity_id}, which was never created")
            known = self._places[entity_id] = self._base | number
        return known

    def _unlearn(self) -> None:
        """Forget all that was worked out or read about entities."""
        self.memo.clear()
        self._read.clear()
        self._members.clear()
        self._roots.clear()
        self._ids.clear()

    def entity(self, number: int, at: int = NOW) -> tuple[Entity, dict[str, int], int] | None:
        """Give an entity by its own events; read once, until an act changes it."""
        if at != NOW:
            return super().entity(number, at)
        if number not in self._read:
            if len(self._read) >= MEMO_MAX:
                self._read.clear()
            self._read[number] = super().entity(number)
        return self._read[number]

    def root(self, number: int, at: int = NOW) -> int:
        """Give the number an entity reads as; looked up once, until identities change."""
        if at != NOW:
            return super().root(number, at)
        known = self._roots.get(number)
        if known is None:
            if len(self._roots) >= MEMO_MAX:
                self._roots.clear()
            known = self._roots[number] = super().root(number)
        return known

    def id(self, number: int) -> str:
        """Give the id of an entity by its number; looked up once."""
        known = self._ids.get(number)
        if known is None:
            if len(self._ids) >= MEMO_MAX:
                self._ids.clear()
            known = self._ids[number] = super().id(number)
        return known

    def members(self, root: int, at: int = NOW) -> list[int]:
        """List all that read as one with a root; read once, until identities change."""
        if at != NOW:
            return super().members(root, at)
        if root not in self._members:
            if len(self._members) >= MEMO_MAX:
                self._members.clear()
            self._members[root] = super().members(root)
        return list(self._members[root])

    def hidden(self) -> tuple[frozenset[int], frozenset[int]]:
        """List what is redacted now; looked up anew as soon as a name or a redaction changes."""
        if ("hidden",) not in self.memo:
            self._hidden = None
            self.memo["hidden",] = super().hidden()
        found: tuple[frozenset[int], frozenset[int]] = self.memo["hidden",]
        return found

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

    def mentioned(self, event: int, at: int = NOW) -> list[tuple[int, str, str]]:
        """List who stands in an event, with what was put off."""
        self.settle()
        return super().mentioned(event, at)

    def attending(self, first: int, end: int) -> list[tuple[int, int]]:
        """List whom the envelopes of a span of events name, with what was put off."""
        self.settle()
        return super().attending(first, end)

    def mention_count(self, number: int, limit: int, at: int = NOW) -> int:
        """Count the events an entity stands in, with what was put off."""
        self.settle()
        return super().mention_count(number, limit, at)

    def apply(self, since: int, changes: Sequence[GraphChange]) -> None:
        """Apply what the act at ``since`` folds to."""
        order = 0
        if len(self.memo) > MEMO_MAX or not all(isinstance(change, _LIGHT) for change in changes):
            self.memo.clear()
        if not all(isinstance(change, _APART) for change in changes):
            self._unlearn()
        for change in changes:
            match change:
                case Mentioned(entity, event, role, path):
                    if self._known(entity):  # else it was erased since, and this event is recognised anew
                        self._mentions.append((self.place(entity), self._base | event, role, path, since))
                case Describe():
                    self._describe(since, change)
                case Define(version):
                    self._define((self.place(version.entity_id), since, order), version)
                    self._act(version.entity_id, since)
                    order += 1
                case Keep():
                    self._keep(since, change)
                case Judge() | Withdraw() | Redirect():
                    self._join(since, change)
                case _:
                    self._note(since, change)

    def _define(self, where: tuple[int, int, int], version: Version) -> None:
        self._execute(SQL["add_definition"], (*where, version.id, hashed_form(version).decode()))

    def _keep(self, since: int, kept: Keep) -> None:
        for number, *where in kept.drop:
            self._execute(SQL["drop_definition"], (self._base | number, *where))
        for number, began, order, version in kept.rows:
            self._define((self._base | number, began, order), version)
        for number, entity_id in kept.gone:
            self._execute(SQL["add_grave"], (self._base | number, self._ns, entity_id, since))
        for number in kept.touched:
            if self._execute(SQL["entity_id"], (self._base | number,)).get is not None:
                self._execute(SQL["add_act"], (self._base | number, since))

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
            case Claimed() | Recast():
                self._claim(change)
            case Applied(body):
                execute(SQL["add_schema"], (self._base | since, body))
            case Answered(event, decision):
                self._answer(since, event, decision)
            case _:
                self._further(since, change)

    def _further(self, since: int, change: GraphChange) -> None:
        if isinstance(change, AccessChange):
            access.write(self._execute, self._ns, since, change, self.place)
            self.note_act(since, access.about(change))
        elif isinstance(change, ArtifactChange):
            artifacts.write(self._execute, self._base, since, change)

    def _claim(self, change: Claimed | Recast) -> None:
        if isinstance(change, Recast):
            claims.recast(self._execute, self._base, change, self.place)
            return
        claims.write_act(self._execute, self._base, change)
        said = change.act.statement
        self.note_act(change.act.sequence, (said.subject, said.object or ""))

    def _answer(self, since: int, event: str, decision: str) -> None:
        waiting = self.queued(event)
        if waiting is not None:
            self.note_act(since, (waiting.a, waiting.b))
            self._execute(SQL["close_queued"], (since, self._ns, event))
            row = (self._base | waiting.since, since, OPEN, self._ns, waiting.kind, event, waiting.a, waiting.b)
            self._execute(SQL["add_queued"], (*row, decision))

    def reach(self, work: str, upto: int) -> None:
        """Take note that slow work has looked at the log up to a sequence."""
        self._execute(SQL["reach"], (self._ns, work, upto))

    def keep_answers(self, answers: Iterable[tuple[bytes, bytes]]) -> None:
        """Keep what a model answered, each under the fingerprint of what was asked; where it is too much, all before goes."""
        self._execute(SQL["make_answers"])
        if self._execute(SQL["count_answers"], (self._ns,)).get >= ANSWERS_MAX:
            self.forget_answers()
        self._connection.executemany(SQL["keep_answer"], [(self._ns, *one) for one in answers])

    def forget_answers(self) -> None:
        """Let go of all that models answered."""
        if self._execute(SQL["has_answers"]).get is not None:
            self._execute(SQL["drop_answers"], (self._ns,))

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

    def place_entity(self, entity_id: str, agent: str, number: int) -> None:
        """Give an entity a number of its caller's choice, before it is described."""
        self._execute(SQL["add_entity"], (self._base | number, self._ns, entity_id, agent))

    def _describe(self, since: int, change: Describe) -> None:
        entity = change.entity
        if self.number(entity.id) is None:
            self._execute(SQL["add_entity"], (self._base | since, self._ns, entity.id, entity.agent))
        place = self.place(entity.id)
        self._read.pop(place & SEQUENCE_MAX, None)
        self._act(entity.id, since)
        self._execute(SQL["close_record"], (since, place))
        body, at, marks = (_encode(one).decode() for one in (entity, change.set_at, change.marks))
        self._execute(SQL["add_record"], (place, since, OPEN, body, at, marks))
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

    def _join(self, since: int, change: Judge | Withdraw | Redirect) -> None:
        match change:
            case Judge(judgement):
                self._judge(judgement)
            case Withdraw(sequence):
                self._execute(SQL["close_judgement"], (since, self._base | sequence))
            case Redirect(entity, root):
                self._redirect(since, entity, root)

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
