"""Forgetting for real: what an erasure takes with it, the tombstone it leaves, and the sweep of every file."""

from __future__ import annotations

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.erase import graph as erase_graph
from kenning.engine.exchange.incoming import Ready, Who
from kenning.engine.reading import threads
from kenning.engine.reading.labels import followers, reread
from kenning.engine.reading.reads import find
from kenning.model.codec import envelope_of, payload_of, recorded
from kenning.model.event import Envelope, Event, File, Privacy, RecordedBy, Source
from kenning.model.identity.remains import Remains, files_of
from kenning.model.recall import Scope
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
    "free pages",
    "write-ahead log",
    "stored files",
]
CANNOT = [
    "backups and exports made before",
    "what open readers of other programs have in memory",
    "snapshots of the file system",
]


class _Doomed(msgspec.Struct):
    """All that goes, by sequence, and the roots that stay but must be read anew."""

    events: dict[int, Envelope]
    acts: list[str]
    derived: list[str]
    roots: dict[int, Envelope]
    graph: erase_graph.GraphDoom


def plan(engine: Engine, namespace: str, event_id: str) -> ErasePlan:
    """Say what an erasure would destroy; nothing is done."""
    with engine.store.read() as reader:
        doomed = _gather(reader, namespace, event_id)
        files = _files_only_of(reader, namespace, doomed)
    return ErasePlan(
        event_id=event_id,
        events=[str(event.id) for event in doomed.events.values()],
        acts=doomed.acts,
        derived=doomed.derived,
        entity_acts=[str(event.id) for event in doomed.events.values() if kinds.connects(event.kind)],
        reread=[str(root.id) for root in doomed.roots.values()],
        files=files,
        sweeps=SWEEPS,
        cannot=CANNOT,
    )


def _gather(reader: Reader, namespace: str, event_id: str) -> _Doomed:
    """Collect an event, what acts on it, what is derived from any of these, and so on."""
    start = find(reader, Scope(namespace=namespace), event_id, None)
    if start.kind == kinds.ERASED:
        raise wrong("event", event_id, "is the tombstone of an erasure, which stays")
    if start.kind == kinds.REDACTED:
        raise wrong(
            "event",
            event_id,
            "is a redaction; erasing it would show what it hides",
            hint="lift it, or erase what it hides",
        )
    doomed = _Doomed({}, [], [], {}, erase_graph.GraphDoom())
    waiting = [start]
    while waiting:
        event = waiting.pop()
        for one in threads.acts_on(reader, namespace, event):
            if one.sequence not in doomed.events:
                doomed.events[one.sequence] = one
                if one.sequence != event.sequence:
                    doomed.acts.append(str(one.id))
                waiting.extend(_derivations(reader, namespace, one, doomed))
    _find_roots(reader, namespace, doomed)
    doomed.graph = erase_graph.Gathering(reader, namespace, doomed.events, event_id).run()
    doomed.events.update(doomed.graph.acts)
    doomed.events = dict(sorted(doomed.events.items()))
    return doomed


def _find_roots(reader: Reader, namespace: str, doomed: _Doomed) -> None:
    for event in doomed.events.values():
        root = threads.root_of(reader, namespace, event)
        if root is not None and root.sequence not in doomed.events:
            doomed.roots[root.sequence] = root


def _derivations(reader: Reader, namespace: str, event: Envelope, doomed: _Doomed) -> list[Envelope]:
    derived = threads.derived_from(reader, namespace, event, 1 << 40)
    fresh = [
        one
        for one in derived
        if one.sequence not in doomed.events and str(one.id) not in doomed.derived and not kinds.outlives(one.kind)
    ]
    doomed.derived.extend(str(one.id) for one in fresh if not kinds.connects(one.kind))
    return fresh


def _files_only_of(reader: Reader, namespace: str, doomed: _Doomed) -> list[str]:
    stored = [file for event in doomed.events.values() for file in event.files if file.stored_as is not None]
    users = {file.stored_as: {use.event for use in reader.files(namespace, str(file.sha256))} for file in stored}
    return sorted({file.name or str(file.stored_as) for file in stored if users[file.stored_as] <= set(doomed.events)})


def erase(engine: Engine, who: Who, event_id: str, because: str) -> EraseReport:
    """Destroy, leave a tombstone, sweep; one transaction, and a sweep that is finished on the next opening if cut off."""
    if not because.strip():
        raise wrong("because", because, "is no reason", hint="the tombstone says who, when and why")

    def deed(writer: Writer) -> tuple[list[str], str, list[str]]:
        with writer.attempt():
            return _destroy(engine, who, writer, event_id, because)

    erased, tombstone, orphans = engine.commit(deed)
    swept = engine.finish_sweep(orphans)
    places = ["payload and salt in the log", "projected rows and links", "index of words", "audit", *swept.swept]
    if orphans:
        places.append("stored files")
    return EraseReport(
        event_id=event_id, tombstone=tombstone, erased=erased, files=orphans, swept=places, left=swept.left
    )


def _destroy(engine: Engine, who: Who, writer: Writer, event_id: str, because: str) -> tuple[list[str], str, list[str]]:
    namespace = who.namespace
    doomed = _gather(writer, namespace, event_id)
    erased = [str(event.id) for event in doomed.events.values()]
    appender = Appender(engine, who, writer)
    orphans, remains = _carry_out(writer, namespace, doomed, appender)
    receipt = appender.add(_tombstone(who, erased, because, remains))
    writer.entomb(namespace, receipt.sequence, orphans)
    appender.leave(receipt.id)
    appender.make_anew(doomed.graph)
    return erased, receipt.id, orphans


def _carry_out(
    writer: Writer, namespace: str, doomed: _Doomed, appender: Appender | None = None
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
    namespace, doomed = tombstone.namespace, _Doomed({}, [], [], {}, erase_graph.GraphDoom())
    for event_id in erased_by(tombstone):
        sealed = writer.get(namespace, event_id)
        if sealed is not None and sealed.payload is not None:
            doomed.events[sealed.sequence] = envelope_of(sealed)
    if doomed.events:
        doomed.graph = erase_graph.named(writer, namespace, doomed.events)
        _find_roots(writer, namespace, doomed)
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
