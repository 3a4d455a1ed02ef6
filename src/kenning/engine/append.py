"""The one write path: check, store the files, take the lock, look up, decide again, seal, append, fold, apply."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import structs

from kenning.engine.access.asking import recording
from kenning.engine.claims.demoting import demote_macros
from kenning.engine.claims.drawn import unsay
from kenning.engine.engine import Engine
from kenning.engine.erase.graph import GraphDoom, Unspoken
from kenning.engine.exchange.incoming import Ready, Who, discard
from kenning.engine.graph.projection import graph_changes, recast_hidden
from kenning.engine.graph.saying import readable
from kenning.engine.reading import threads
from kenning.engine.reading.labels import followers, under_sources
from kenning.engine.reading.recall.meaning.keeping import keep_up
from kenning.engine.recognise.around import Earlier, Recent
from kenning.engine.recognise.joining import remake
from kenning.engine.recognise.lookup import names_of
from kenning.engine.recognise.recogniser import recognise, retry
from kenning.engine.recognise.spelling import forms, spelled
from kenning.errors import ConflictError, ErasedError, KenningError, UnavailableError
from kenning.model import ids
from kenning.model.access.change import AccessShifted
from kenning.model.change import Change
from kenning.model.codec import SALT_BYTES, Head, Sealed, canonical, envelope_of, payload_of, placed, recorded, seal
from kenning.model.event import Envelope, Event, File, Link, Receipt, RecordedBy, Relation, Source
from kenning.model.identity.act import CREATED, RESOLVED, RESTATED, Act, Created, Resolution, Restated, decoded
from kenning.model.schema import Active
from kenning.model.statement import ASSERTED
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.door import envelope as door
from kenning.rules.fold import fold, raises
from kenning.rules.identity.acts import outcomes, telling
from kenning.rules.identity.spots import names_somebody
from kenning.rules.mentions import Found
from kenning.rules.mentions.resolve import RULES
from kenning.rules.view import before
from kenning.store import GraphWriter, Reader, Writer
from kenning.store.base import Linked, Prints

OWN = Source(type="kenning", name="entities")
NO_PRINTS = Prints()


class Appender:
    """One job under the lock: appends a caller's events in order, each seeing the ones before it."""

    def __init__(self, engine: Engine, who: Who, writer: Writer) -> None:
        """Read where the log stands; nothing is written yet."""
        self._engine = engine
        self._who = who
        self._writer = writer
        self._head: Head = writer.head(who.namespace)
        self._now_us = max(engine.config.clock_us(), self._head.recorded_at_us)
        self._before = self._head.sequence
        self._fresh: list[Envelope] = []
        self._by = RecordedBy(principal=who.principal, channel=who.channel)
        self._graph: GraphWriter | None = None
        self._earlier: Earlier | None = None
        self.unspoken = Unspoken()

    @property
    def graph(self) -> GraphWriter:
        """Give the entity graph as this job sees it."""
        if self._graph is None:
            self._graph = self._writer.graph(self._who.namespace)
        return self._graph

    @property
    def now_us(self) -> int:
        """Tell the time by which this job records."""
        return self._now_us

    @property
    def who(self) -> Who:
        """Tell on whose behalf this job runs."""
        return self._who

    @property
    def reader(self) -> Reader:
        """Give the log as this job sees it."""
        return self._writer

    @property
    def recent(self) -> Recent:
        """Tell whom the last events met: read back when first asked, then kept up while nobody else writes."""
        graph = self.graph
        known = graph.recent
        if not isinstance(known, Recent) or known.upto not in (self._before, self._head.sequence):
            known = graph.recent = Recent(self._writer, graph, self._who.namespace, (self._before, self._head.sequence))
        known.upto = self._head.sequence
        return known

    @property
    def earlier(self) -> Earlier:
        """Tell whom the events before any one named."""
        if self._earlier is None:
            self._earlier = Earlier(self._writer, self.graph, self._who.namespace)
        return self._earlier

    @property
    def active(self) -> Active:
        """Give the schema in force."""
        memo = self.graph.memo
        known = memo.get(("schema",))
        if known is None:
            known = memo["schema",] = self._engine.schema(self.graph)
        active: Active = known
        return active

    def known_names(self, text: str) -> list[Found]:
        """Find the names of this namespace in a text."""
        return self._engine.known_names(self._who.namespace).find(self.graph, text)

    def latin(self, name: str) -> tuple[str, ...]:
        """Spell a name of another script in Latin letters, where this store has a speller."""
        return forms(self._engine.config.speller, name)

    @property
    def rules(self) -> dict[str, str]:
        """Name the versions by which this job resolves names."""
        speller = self._engine.config.speller
        return {"resolve": RULES} | ({"speller": speller.name} if speller is not None else {})

    def salt(self) -> str:
        """Draw the salt of an act."""
        return self._engine.config.noise(SALT_BYTES).hex()

    def new_entity_id(self, path: str = "") -> str:
        """Draw the id of an entity, whatever the path in an event at which it was met first."""
        del path
        return ids.entity_id(self._now_us // 1000, self._engine.config.noise(10))

    @property
    def sequence(self) -> int:
        """Give the last sequence of the log as this job sees it."""
        return self._head.sequence

    def add(self, ready: Ready) -> Receipt:
        """Append one prepared event, or give the receipt of the one it repeats."""
        asker = self._who.asker
        if asker is not None and not kinds.reserved(ready.event.kind):  # nobody's access changes while the lock is held
            compiled = self._engine.callers.compiled(self._writer, self._who.tenancy, asker)
            recording(compiled, self._writer, self._who.namespace, ready.said)
        known = self._known(ready)
        if known is not None:
            return known
        envelope = self._write(ready)
        if self._engine.config.recognise and not kinds.reserved(ready.event.kind):
            self._fresh.append(envelope)
        return Receipt(id=str(envelope.id), sequence=envelope.sequence, hash=envelope.hash)

    def is_plain(self, ready: Ready) -> bool:
        """Tell whether an event acts on nothing and concerns nobody known: appending it is then all there is to do."""
        if kinds.acts(ready.event.kind) or names_somebody(ready.event):
            return False
        return not (self._engine.config.recognise and ready.said.text and self.known_names(ready.said.text))

    def recognise(self) -> None:
        """Resolve whom the events appended so far concern: behind them all, so that a batch keeps together."""
        fresh, self._fresh = self._fresh, []
        for event in fresh:
            recognise(self, event)
            if kinds.acts(event.kind):
                unsay(self, event)

    def leave(self, tombstone: str) -> None:
        """Fold what an erasure leaves of the versions of definitions, as its tombstone says."""
        sealed = self._writer.get(self._who.namespace, tombstone)
        assert sealed is not None, "it was just appended"
        self.graph.apply(sealed.sequence, graph_changes(self._writer, self.graph, envelope_of(sealed)))

    def restate(self, erased: Envelope, act: Act) -> None:
        """Say again what an act said that is erased, without what had to go: it is folded in that act's place."""
        sealed = self._writer.get(self._who.namespace, str(erased.id))
        assert sealed is not None, "its place stays"
        before = decoded(erased.kind, erased.text)
        first = before if isinstance(before, Restated) else None
        by, kind = erased.recorded_by, first.kind if first else erased.kind
        content = Restated(
            event=first.event if first else sealed.id,
            sequence=first.sequence if first else sealed.sequence,
            by=first.by if first else by.principal if by else "",
            channel=first.channel if first else by.channel if by else "",
            kind=CREATED if isinstance(act, Created) else kind,
            act={**msgspec.to_builtins(act), **({"salt": self.salt()} if hasattr(act, "salt") else {})},
        )
        place = structs.replace(erased, id=content.event, sequence=content.sequence)
        links: list[tuple[Envelope, Relation]] = [(place, "supersedes")]
        for link in erased.links:
            found = self._writer.get(self._who.namespace, link.to_event_id) if link.relation != "supersedes" else None
            if found is not None:
                to = structs.replace(erased, id=found.id, sequence=found.sequence)
                links.append((to, link.relation))
        self._record(RESTATED, readable(RESTATED, content), links)

    def make_anew(self, doom: GraphDoom) -> None:
        """After an erasure: recognise events anew, make anew what quoted what is gone, claim what has other evidence."""
        self.unspoken = doom.unspoken
        for event in doom.again.values():
            recognise(self, event)
        for act in doom.quoting.values():
            remake(self, act)
        for claim in doom.claims.values():
            sealed = [self._writer.get(self._who.namespace, one.event) for one in claim.evidence]
            left = [envelope_of(one) for one in sealed if one is not None and one.payload is not None]
            self.act(ASSERTED, claim, [(event, "derived_from") for event in left])

    def act(self, kind: str, content: Act, links: Sequence[tuple[Envelope, Relation]]) -> Envelope:
        """Append an act of Kenning's own on the entity graph, and fold it; ``links`` are the events it rests on.

        Raises `InvalidError` where what it says cannot be said.
        """
        graph = self.graph
        content = readable(kind, spelled(content, self._engine.config.speller))
        before, known = self._head.sequence, graph.recent
        envelope = placed(*self._record(kind, content, links))
        if isinstance(known, Recent) and known.upto == before:
            known.upto = envelope.sequence  # nobody is met by it: what was read back still holds
        changes = graph_changes(self._writer, graph, envelope, content)
        graph.apply(envelope.sequence, changes)
        if any(isinstance(change, AccessShifted) for change in changes):
            demote_macros(self, envelope)
        names = telling(content)
        if names is not None:
            retry(self, envelope, [name for one in names for name in names_of(graph, one)])
        return envelope

    def decided(self, event: Envelope, content: Resolution, acts: Sequence[Envelope] = ()) -> None:
        """Append what the mentions of an event were resolved to: the most frequent act, which nothing else rests on.

        ``acts`` are those on the event that made it read so.
        """
        _, sealed = self._record(RESOLVED, content, [(one, "derived_from") for one in (event, *acts)])
        graph = self.graph
        graph.apply(sealed.sequence, outcomes(content))
        known = graph.recent
        if isinstance(known, Recent):
            if known.upto in (self._before, sealed.sequence - 1):
                if content.drawn is None:
                    known.note(event, content.outcomes)
                known.upto = sealed.sequence
            else:
                graph.recent = None

    def _record(self, kind: str, content: Act, links: Sequence[tuple[Envelope, Relation]]) -> tuple[Envelope, Sealed]:
        """Seal and append an act: it opens no row, brings no file and is never sent twice."""
        said = Envelope(
            kind=kind,
            source=OWN,
            files=[File(role="primary", content_type="application/json", content=canonical(content).decode())],
            links=[Link(to_event_id=to.id or "", relation=relation) for to, relation in links],
            recorded_by=self._by,
        )
        sealed = self._seal(payload_of(said), None)
        self._writer.append(sealed, [(to.sequence, relation, False) for to, relation in links], NO_PRINTS, ())
        self._head = Head(sealed.sequence, sealed.hash, sealed.recorded_at_us)
        return said, sealed

    def _write(self, ready: Ready) -> Envelope:
        thread: list[Envelope] = []
        links: list[Linked] = []
        if ready.event.links:
            thread = self._thread(ready.event) if kinds.acts(ready.event.kind) else []
            acting = kinds.target(ready.event)
            links = [
                (sequence, link.relation, link == acting)
                for link, sequence in zip(ready.event.links, self._targets(ready.event), strict=True)
            ]
        sealed = self._seal(ready.payload, ready.event.id)
        self._writer.append(sealed, links, ready.prints, ready.event.files)
        self._head = self._writer.head(self._who.namespace)
        envelope = placed(ready.said, sealed)
        whole = [*thread, envelope] if thread else []
        changes: list[Change] = fold(envelope, whole)
        if links:
            changes = under_sources(self._writer, whole or [envelope], changes)
        self._writer.apply(self._who.namespace, changes)
        if whole and raises(envelope):
            for further in followers(self._writer, self._who.namespace, whole):
                self._writer.apply(self._who.namespace, further)
        recast_hidden(self._writer, self._who.namespace, envelope.sequence, changes)
        return envelope

    def _known(self, ready: Ready) -> Receipt | None:
        namespace = self._who.namespace
        sequence: int | None = None
        key: str = ready.event.id or ""
        if ready.prints.key is not None:
            sequence = self._writer.receipt(namespace, ready.prints.key)
            key = ready.event.idempotency_key or "" if sequence is not None else key
        if sequence is None and ready.event.id is not None:
            found = self._writer.place(namespace, ready.event.id)
            sequence = found[0] if found else None
        if sequence is None:
            return None
        sealed = self._writer.get(namespace, sequence)
        if sealed is None or sealed.payload is None:
            raise ErasedError(f"{key}: was erased and is not recorded again", details={"key": key})
        if sealed.payload != ready.payload and not _alike(envelope_of(sealed), ready):
            what = {"key": key, "id": sealed.id, "sequence": sealed.sequence}
            hint = "give it another key, or correct the recorded event"
            if self._who.asker is not None:  # it may be somebody else's, of whom nothing is said
                raise ConflictError(f"{key}: is taken", hint="give it another key")
            raise ConflictError(
                f"{key}: is recorded already, with other content, as {sealed.id}", hint=hint, details=what
            )
        return Receipt(id=sealed.id, sequence=sealed.sequence, hash=sealed.hash.hex(), replayed=True)

    def _targets(self, event: Event) -> list[int]:
        targets = []
        for number, link in enumerate(event.links):
            found = self._writer.place(self._who.namespace, link.to_event_id)
            if found is None:
                raise wrong(f"links[{number}].toEventId", link.to_event_id, "is no event of this namespace")
            if found[1] and (kinds.acts(event.kind) or link.relation == "derived_from"):
                raise ErasedError(
                    f"links[{number}].toEventId: {link.to_event_id} was erased", details={"id": link.to_event_id}
                )
            targets.append(found[0])
        return targets

    def _thread(self, event: Event) -> list[Envelope]:
        """Read what an act acts on, and refuse what it may not change."""
        link = kinds.target(event)
        assert link is not None
        namespace = self._who.namespace
        sealed = self._writer.get(namespace, link.to_event_id)
        assert sealed is not None
        target = envelope_of(sealed)
        door.check_target(event, target)
        root = threads.root_of(self._writer, namespace, target)
        if root is None:
            raise ErasedError(f"{link.to_event_id}: what it acts on was erased", details={"id": link.to_event_id})
        thread = threads.acts_on(self._writer, namespace, root)
        if event.kind == kinds.CORRECTED:
            door.check_correction(event, before(event, thread))
        return thread

    def _seal(self, payload: bytes, event_id: str | None) -> Sealed:
        noise = self._engine.config.noise(SALT_BYTES + 10)
        place = Sealed(
            namespace=self._who.namespace,
            agent=self._who.agent,
            sequence=self._head.sequence + 1,
            id=event_id or ids.event_id(self._now_us // 1000, noise[SALT_BYTES:]),
            recorded_at_us=self._now_us,
            payload=payload,
            salt=noise[:SALT_BYTES],
            digest=b"",
            hash=b"",
        )
        return seal(self._head, place)


def _alike(there: Envelope, ready: Ready) -> bool:
    """Tell whether something is said again: what we filled in, by what was known then, is not what its source says.

    That is the labels of its channel and, of an import, which parent it could be linked to.
    """
    imported = ready.said.source.type == "import"

    def bare(event: Envelope) -> bytes:
        links = [link for link in event.links if not imported or link.relation != "reply_to"]
        privacy = None if ready.labelled else event.privacy
        return payload_of(structs.replace(recorded(event, event.recorded_by), links=links, privacy=privacy))

    return (imported or ready.labelled) and bare(there) == bare(ready.said)


def was_erased(engine: Engine, who: Who, ready: Ready) -> bool:
    """Tell whether this was recorded once and erased: it is then not recorded again."""
    with engine.store.read() as reader:
        sequence = reader.receipt(who.namespace, ready.prints.key) if ready.prints.key is not None else None
        sealed = reader.get(who.namespace, sequence) if sequence is not None else None
    return sealed is not None and sealed.payload is None


def _stands(reader: Reader, namespace: str, expected: int) -> bool:
    """Tell whether the log stands where a caller saw it: Kenning's own acts on the entity graph since then are no news."""
    head = reader.head(namespace).sequence
    later = list(reader.scan(namespace, expected + 1, head))
    return head >= expected and all(
        sealed.payload is not None and kinds.connects(envelope_of(sealed).kind) for sealed in later
    )


def append(
    engine: Engine,
    who: Who,
    batch: Sequence[Ready],
    expected_sequence: int | None = None,
) -> list[Receipt]:
    """Append prepared events, all or none, and give their receipts.

    Raises `ConflictError` where the log has moved on from ``expected_sequence``, or a key is known with other content.
    """

    def deed(writer: Writer) -> list[Receipt]:
        appender = Appender(engine, who, writer)
        if expected_sequence is not None and not _stands(writer, who.namespace, expected_sequence):
            what = {"expected": expected_sequence, "sequence": appender.sequence}
            hint = "read what came in between and decide again"
            message = f"the log is at {appender.sequence}, not at {expected_sequence}"
            raise ConflictError(message, hint=hint, details=what)
        if len(batch) == 1 and appender.is_plain(batch[0]):
            return [appender.add(batch[0])]  # refused before it writes, or not at all: nothing to undo
        with writer.attempt():
            receipts = [appender.add(ready) for ready in batch]
            appender.recognise()
            return receipts

    try:
        receipts: list[Receipt] = engine.commit(deed)
    except UnavailableError:  # a commit whose sync failed may yet turn up: its files stay
        raise
    except KenningError:
        for ready in batch:
            discard(engine, ready.brought)
        raise
    for ready, receipt in zip(batch, receipts, strict=True):
        if receipt.replayed:
            discard(engine, ready.brought)
    if receipts:
        keep_up(engine, who.namespace, receipts[-1].sequence, len(receipts))
    return receipts
