"""Forgetting for real: what an erasure takes with it, the tombstone it leaves, and the sweep of every file."""

from __future__ import annotations

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.erase import graph as erase_graph
from kenning.engine.erase.gather import Doomed, find_roots, of_event
from kenning.engine.erase.somebody import of_entity, of_identifier
from kenning.engine.exchange.incoming import Ready, Who
from kenning.engine.reading import threads
from kenning.engine.reading.labels import followers, reread
from kenning.model.codec import envelope_of, payload_of, recorded
from kenning.model.event import Envelope, Event, File, Privacy, RecordedBy, Source
from kenning.model.identity.remains import Remains, files_of
from kenning.model.report import ErasePlan, EraseReport
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.store import Reader, Writer
from kenning.store.base import Prints

SWEEPS = [
    "payload and salt in the log",
    "projected rows and links",
    "index of words",
    "audit",
    "answers of models",
    "free pages",
    "write-ahead log",
    "stored files",
]
CANNOT = [
    "backups and exports made before",
    "what open readers of other programs have in memory",
    "snapshots of the file system",
]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be erased: an event by its id, an entity by id or name, or an identifier as ``channel:identifier``.

    ``events``: of an entity or an identifier, the events too that it caused or recorded.
    """

    what: str = "event"
    named: str
    events: bool = False


def _gather(reader: Reader, namespace: str, agent: str, wanted: Wanted) -> Doomed:
    match wanted.what:
        case "entity":
            return of_entity(reader, namespace, agent, wanted.named, events=wanted.events)
        case "identifier":
            channel, _, identifier = wanted.named.partition(":")
            return of_identifier(reader, namespace, channel, identifier, events=wanted.events)
        case _:
            return of_event(reader, namespace, wanted.named)


def plan(engine: Engine, namespace: str, agent: str, wanted: Wanted) -> ErasePlan:
    """Say what an erasure would destroy; nothing is done."""
    with engine.store.read() as reader:
        doomed = _gather(reader, namespace, agent, wanted)
        files = _files_only_of(reader, namespace, doomed)
    return ErasePlan(
        what=wanted.what,
        event_id=wanted.named,
        events=[str(event.id) for event in doomed.events.values()],
        acts=doomed.acts,
        derived=doomed.derived,
        entity_acts=[str(event.id) for event in doomed.events.values() if kinds.connects(event.kind)],
        entities=doomed.entities,
        reread=[str(root.id) for root in doomed.roots.values()],
        own=doomed.own,
        mentions=doomed.mentions,
        files=files,
        sweeps=SWEEPS,
        cannot=CANNOT,
    )


def _files_only_of(reader: Reader, namespace: str, doomed: Doomed) -> list[str]:
    stored = [file for event in doomed.events.values() for file in event.files if file.stored_as is not None]
    users = {file.stored_as: {use.event for use in reader.files(namespace, str(file.sha256))} for file in stored}
    return sorted({file.name or str(file.stored_as) for file in stored if users[file.stored_as] <= set(doomed.events)})


def erase(engine: Engine, who: Who, wanted: Wanted, because: str) -> EraseReport:
    """Destroy, leave a tombstone, sweep; one transaction, and a sweep that is finished on the next opening if cut off."""
    if not because.strip():
        raise wrong("because", because, "is no reason", hint="the tombstone says who, when and why")

    def deed(writer: Writer) -> tuple[Doomed, str, list[str]]:
        with writer.attempt():
            return _destroy(engine, who, writer, wanted, because)

    doomed, tombstone, orphans = engine.commit(deed)
    swept = engine.finish_sweep(orphans)
    rows = ["payload and salt in the log", "projected rows and links", "index of words", "audit", "answers of models"]
    places = [*rows, *swept.swept]
    if orphans:
        places.append("stored files")
    return EraseReport(
        what=wanted.what,
        event_id=wanted.named,
        tombstone=tombstone,
        erased=[str(event.id) for event in doomed.events.values()],
        entities=doomed.entities,
        own=doomed.own,
        mentions=doomed.mentions,
        files=orphans,
        swept=places,
        left=swept.left,
    )


def _destroy(engine: Engine, who: Who, writer: Writer, wanted: Wanted, because: str) -> tuple[Doomed, str, list[str]]:
    namespace = who.namespace
    doomed = _gather(writer, namespace, who.agent, wanted)
    erased = [str(event.id) for event in doomed.events.values()]
    appender = Appender(engine, who, writer)
    orphans, remains = _carry_out(writer, namespace, doomed, appender)
    receipt = appender.add(_tombstone(who, erased, because, remains))
    writer.entomb(namespace, receipt.sequence, orphans)
    appender.leave(receipt.id)
    appender.make_anew(doomed.graph)
    return doomed, receipt.id, orphans


def _carry_out(
    writer: Writer, namespace: str, doomed: Doomed, appender: Appender | None = None
) -> tuple[list[str], Remains]:
    refolding = erase_graph.Refolding(writer, namespace, doomed.graph)
    targets = {sequence: _targets(writer, namespace, event) for sequence, event in doomed.events.items()}
    graph = writer.graph(namespace)
    gone = [*(str(event.id) for event in doomed.events.values()), *map(graph.id, doomed.graph.entities)]
    writer.audit(namespace).sweep(gone)
    orphans = writer.erase(namespace, targets)
    for root in doomed.roots.values():
        writer.apply(namespace, reread(writer, root))
        for further in followers(writer, namespace, threads.acts_on(writer, namespace, root)):
            writer.apply(namespace, further)  # an act that is gone may have raised their labels
    if appender is not None:
        for sequence, act in doomed.graph.restated.items():
            appender.restate(doomed.graph.acts[sequence], act)
    refolding.run(writer, doomed.events)
    return orphans, refolding.remains(writer.graph(namespace))


def carry_out(writer: Writer, tombstone: Envelope) -> None:
    """Do here what a tombstone that is taken over says: what it names is destroyed, and a sweep is owed."""
    if tombstone.kind != kinds.ERASED:
        return
    namespace, doomed = tombstone.namespace, Doomed()
    for event_id in erased_by(tombstone):
        sealed = writer.get(namespace, event_id)
        if sealed is not None and sealed.payload is not None:
            doomed.events[sealed.sequence] = envelope_of(sealed)
    if doomed.events:
        doomed.graph = erase_graph.named(writer, namespace, doomed.events)
        find_roots(writer, namespace, doomed)
        writer.entomb(namespace, tombstone.sequence, _carry_out(writer, namespace, doomed)[0])


def _targets(writer: Writer, namespace: str, event: Envelope) -> list[int]:
    found = (writer.place(namespace, link.to_event_id) for link in event.links)
    return [place[0] for place in found if place is not None]


def _tombstone(who: Who, erased: list[str], because: str, remains: Remains) -> Ready:
    file = File(
        role="primary",
        content_type="text/plain",
        content=because,
        metadata={"erased": erased, "because": because},
    )
    event = Event(
        kind=kinds.ERASED,
        source=Source(type="kenning", name="erase"),
        files=[file, *files_of(remains)],
        privacy=Privacy(),
    )
    said = recorded(event, RecordedBy(principal=who.principal, channel=who.channel))
    return Ready(event=event, said=said, payload=payload_of(said), prints=Prints(), brought=[])


def erased_by(event: Envelope) -> list[str]:
    """List the ids that a tombstone says were erased."""
    facts = event.files[0].metadata or {}
    named = facts.get("erased", [])
    return [one for one in named if isinstance(one, str)] if isinstance(named, list) else []
