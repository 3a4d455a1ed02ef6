"""Under which labels a row is read: what is derived carries those of every source, and follows them when they are raised."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from msgspec import structs

from kenning.engine.reading import threads
from kenning.model.change import Change, Labels, Open, Reread
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.rules import kinds
from kenning.rules.fold import joined, refold
from kenning.store import Reader

DERIVED = "derived_from"
NONE = Labels(agent="", sensitivity="", visibility="")


def sources_of(reader: Reader, namespace: str, events: Iterable[Envelope]) -> list[Labels]:
    """List the labels of everything that some events are drawn from; what was erased has none left."""
    found: dict[Labels, None] = {}
    seen: set[str] = set()
    waiting = [event for event in events if event.links]
    while waiting:
        for link in waiting.pop().links:
            if link.relation != DERIVED or link.to_event_id in seen:
                continue
            seen.add(link.to_event_id)
            sealed = reader.get(namespace, link.to_event_id)
            if sealed is None or sealed.payload is None:
                continue
            labels = reader.labels(namespace, sealed.sequence)
            if labels is not None:
                found[labels] = None
            else:  # an act of Kenning's own, which opens no row: it is drawn from what it rests on
                waiting.append(envelope_of(sealed))
    return list(found)


def under_sources(reader: Reader, thread: Sequence[Envelope], changes: Sequence[Change]) -> list[Change]:
    """Put what an event folds to under the labels of its sources; ``thread`` is all that its rows are folded from."""
    sources = sources_of(reader, thread[0].namespace, thread)
    if not sources:
        return list(changes)
    return [
        type(change)(structs.replace(change.row, labels=joined(change.row.labels, sources)))
        if isinstance(change, Open | Reread)
        else change
        for change in changes
    ]


def followers(reader: Reader, namespace: str, thread: Iterable[Envelope]) -> Iterator[list[Change]]:
    """Reread all that is derived from a thread whose labels have changed, directly or through others.

    Each list is to be applied before the next is asked for: it is read with the labels the one before has set.
    """
    known = dict[int, Labels]()
    waiting = deque(thread)
    while waiting:
        for sequence, relation in reader.linked(namespace, waiting.popleft().sequence):
            sealed = reader.get(namespace, sequence) if relation == DERIVED else None
            if sealed is None or sealed.payload is None:
                continue
            derived = envelope_of(sealed)
            root = threads.root_of(reader, namespace, derived)
            if root is None:
                continue
            if kinds.connects(root.kind):
                if sequence not in known:  # no row of its own, but something may be derived from it
                    known[sequence] = NONE
                    waiting.append(derived)
                continue
            changes = [change for change in reread(reader, root) if isinstance(change, Reread)]
            if known.get(root.sequence) != changes[-1].row.labels:
                known[root.sequence] = changes[-1].row.labels
                yield list[Change](changes)
                waiting.extend(threads.acts_on(reader, namespace, root))


def reread(reader: Reader, root: Envelope) -> list[Change]:
    """Give the changes that make an event's rows read as its thread stands now, under the labels of its sources."""
    thread = threads.acts_on(reader, root.namespace, root)
    return under_sources(reader, thread, refold(root, thread))
