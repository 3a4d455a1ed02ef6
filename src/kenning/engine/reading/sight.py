"""What a caller sees of the log, event by event: the access classes of rows, and for all else what it rests on."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from kenning.engine.reading import threads
from kenning.model.change import Labels
from kenning.model.codec import Sealed, envelope_of
from kenning.model.event import Envelope, Link, Privacy
from kenning.model.identity import act as acts
from kenning.model.identity.artifact import PUT, WORDED
from kenning.model.recall import Scope
from kenning.model.statement import ASSERTED, RETRACTED, SUPERSEDED
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.access.scope import readable
from kenning.rules.fold import labels_of
from kenning.store import Reader

DESCRIBING = frozenset({acts.CREATED, acts.CHANGED, ASSERTED, RETRACTED, SUPERSEDED, PUT, WORDED})
"""Acts that say something of somebody, or of what happened: read by whoever may read all they rest on. Others: the keeper's."""


def own_labels(event: Envelope) -> Labels:
    """Give the labels of an event by itself; an act of Kenning's own that says nothing of them is its recorder's."""
    privacy = event.privacy or Privacy()
    return labels_of(event, [privacy])


def is_recognised(act: Envelope) -> bool:
    """Whether an act says what was recognised in an event, and not what somebody said of his own.

    Whether there was anything to say depends on all that was known then: it tells of what is not seen.
    """
    return bool(act.links) and all(link.relation == "caused_by" for link in act.links)


def labels_under(reader: Reader, act: Envelope) -> tuple[Labels, ...]:
    """List the labels under which an act that describes is read: of all it rests on. None where it is for the keeper alone."""
    if act.kind not in DESCRIBING or is_recognised(act):
        return ()
    if not act.links:
        return (own_labels(act),)
    found: dict[Labels, None] = {}
    for link in act.links:
        sealed = reader.get(act.namespace, link.to_event_id)
        every = () if sealed is None or sealed.payload is None else _labels_of(reader, envelope_of(sealed))
        if not every:
            return ()
        found.update(dict.fromkeys(every))
    return tuple(found)


def _labels_of(reader: Reader, event: Envelope) -> tuple[Labels, ...]:
    if kinds.connects(event.kind):
        return labels_under(reader, event)
    root = threads.root_of(reader, event.namespace, event)
    labels = reader.labels(root.namespace, root.sequence) if root is not None else None
    return () if labels is None else (labels, *labels.also)


class Sight:
    """One reading under one scope. A scope of everything sees everything, and asks nothing."""

    def __init__(self, reader: Reader, scope: Scope) -> None:
        """See through ``reader`` what ``scope`` lets through."""
        self._reader = reader
        self._scope = scope
        self.whole = scope.classes is None
        self._judged: dict[int | None, bool] = {}

    def sees(self, event: Envelope) -> bool:
        """Tell whether an event may be known of."""
        if self.whole:
            return True
        if kinds.connects(event.kind):
            return event.kind in DESCRIBING and not is_recognised(event) and self.rests_on_seen(event)
        if kinds.reserved(event.kind):
            return False
        if kinds.acts(event.kind):
            root = threads.root_of(self._reader, self._scope.namespace, event)
            return root is not None and self._row(root.sequence)
        return self._row(event.sequence)

    def rests_on_seen(self, act: Envelope) -> bool:
        """Tell whether all that an act rests on is seen; one that rests on nothing is seen by its own labels."""
        if not act.links:
            return self._scope.who is not None and readable(own_labels(act), self._scope.who)
        return all(self.sees_id(link.to_event_id) for link in act.links)

    def sees_id(self, event_id: str) -> bool:
        """Tell whether the event of an id may be known of; one that is gone may not."""
        if self.whole:
            return True
        sealed = self._reader.get(self._scope.namespace, event_id)
        return sealed is not None and self.sees_sealed(sealed)

    def sees_sealed(self, sealed: Sealed) -> bool:
        """Tell whether a sealed event may be known of; that something was erased is the keeper's to know."""
        return self.whole or (sealed.payload is not None and self.sees(envelope_of(sealed)))

    def sees_row(self, sequence: int) -> bool:
        """Tell whether the row that began at a sequence is in scope."""
        return self.whole or self._row(sequence)

    def agrees(self, sequence: int) -> bool:
        """Judge a row that the scope let through by its labels, as if no scope had been."""
        if self._scope.who is None:
            return True
        namespace = self._scope.namespace
        access = self._reader.access(namespace, sequence)
        if access not in self._judged:  # one class is one set of labels
            labels = self._reader.labels(namespace, sequence)
            self._judged[access] = labels is not None and all(
                readable(one, self._scope.who) for one in (labels, *labels.also)
            )
        return self._judged[access]

    def veiled(self, event: Envelope) -> Envelope:
        """Give an event as a caller of less than everything reads it: without links to what he does not see.

        Its place in the log is left out as well, for it tells how much else there is.
        """
        if self.whole:
            return event
        return structs.replace(event, sequence=0, hash="", links=self._links(event.links))

    def _links(self, links: Sequence[Link]) -> list[Link]:
        return [link for link in links if self.sees_id(link.to_event_id)]

    def veiled_view(self, view: View) -> View:
        """Give a view as a caller of less than everything reads it: what is derived from it, or it from, only as he sees it."""
        if self.whole:
            return view
        gone = [one for one in view.stale_because if self.sees_id(one)]
        return structs.replace(
            view,
            event=self.veiled(view.event),
            amendments=[structs.replace(one, sequence=0) for one in view.amendments],
            derived=[structs.replace(one, sequence=0) for one in view.derived if self.sees_id(one.event_id)],
            derived_from=[one for one in view.derived_from if self.sees_id(one)],
            stale=view.stale and bool(gone),
            stale_because=gone,
            history=[structs.replace(one, sequence=0) for one in view.history],
        )

    def _row(self, sequence: int) -> bool:
        assert self._scope.classes is not None
        return self._reader.access(self._scope.namespace, sequence) in self._scope.classes
