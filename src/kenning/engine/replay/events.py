"""One recorded event and what it projects to, looked up in the store."""

from __future__ import annotations

from collections.abc import Iterator

from kenning.engine.engine import Engine
from kenning.engine.exchange.prints import prints_of
from kenning.engine.graph.projection import Holes, graph_changes, recast_hidden
from kenning.engine.reading import threads
from kenning.engine.reading.labels import followers, under_sources
from kenning.model.change import Change
from kenning.model.codec import Sealed
from kenning.model.event import Envelope
from kenning.rules import kinds
from kenning.rules.fold import fold, raises
from kenning.store import Reader, Writer
from kenning.store.base import Linked


def links_of(reader: Reader, event: Envelope) -> list[Linked]:
    """Resolve the links of a recorded event to sequences."""
    acting = kinds.target(event)
    links: list[Linked] = []
    for link in event.links:
        found = reader.place(event.namespace, link.to_event_id)
        if found is not None:
            links.append((found[0], link.relation, link == acting))
    return links


def thread_of(reader: Reader, event: Envelope) -> list[Envelope] | None:
    """Gather the thread of an act up to and with itself; ``None`` where what it acts on was erased."""
    root = threads.root_of(reader, event.namespace, event)
    if root is None:
        return None
    thread = threads.acts_on(reader, event.namespace, root)
    return [one for one in thread if one.sequence < event.sequence] + [event]


def changes_of(reader: Reader, event: Envelope) -> Iterator[list[Change]]:
    """Fold one recorded event; each list is to be applied before the next is asked for."""
    thread = thread_of(reader, event) if kinds.target(event) is not None else []
    if thread is not None:
        changes = fold(event, thread)
        yield under_sources(reader, thread or [event], changes) if event.links else changes
        if thread and raises(event):
            yield from followers(reader, event.namespace, thread)


def project(engine: Engine, writer: Writer, event: Envelope) -> None:
    """Write all that one recorded event projects to."""
    prints = prints_of(engine, event.namespace, event.agent, event)
    writer.connect(event, links_of(writer, event), prints)
    if event.kind == kinds.ERASED:
        writer.entomb(event.namespace, event.sequence, None)
    for changes in changes_of(writer, event):
        writer.apply(event.namespace, changes)
        recast_hidden(writer, event.namespace, event.sequence, changes)
    if kinds.bears_on_graph(event.kind):
        graph = writer.graph(event.namespace)
        graph.apply(event.sequence, graph_changes(writer, graph, event))


def project_again(writer: Writer, erased: Sealed, holes: Holes) -> None:
    """Write what an erased act projects to, where it was restated."""
    found = holes.at(erased)
    if found is not None:
        graph = writer.graph(erased.namespace)
        graph.apply(erased.sequence, graph_changes(writer, graph, found.event, None, found.held_by))
