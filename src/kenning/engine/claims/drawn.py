"""What was drawn from an event: the acts that assert it and still stand, and what somebody withdrew by hand.

Where an event comes to read otherwise, what was drawn from it is withdrawn in the same transaction: nobody reads a claim whose
words are no longer there. The next extraction draws from what it says now.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from kenning.engine.reading import threads
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import CHANGED, Changed, decoded
from kenning.model.statement import RETRACTED, ClaimAct, Statement
from kenning.rules.view import view
from kenning.store import Graph, Reader

if TYPE_CHECKING:
    from kenning.engine.append import Appender


class Former(NamedTuple):
    """An act that was drawn from an event, by its id, with its envelope."""

    event: str
    act: ClaimAct
    envelope: Envelope


class Standing:
    """Reads what rests on one event."""

    def __init__(self, reader: Reader, graph: Graph, event: Envelope) -> None:
        """Look at what links to an event."""
        self._reader, self._graph, self._event = reader, graph, event

    @cached_property
    def _links(self) -> list[tuple[int, str]]:
        return self._reader.linked(self._event.namespace, self._event.sequence)

    @cached_property
    def _all(self) -> list[tuple[Former, bool, bool]]:
        """List what was drawn from the event: each act, whether it was withdrawn, and whether a person did that."""
        found = []
        for sequence, relation in self._links:
            act = self._graph.claim_act(sequence) if relation == "derived_from" else None
            if act is not None and act.drawn is not None and act.deed in {"asserts", "ends"}:
                former = Former(act.event, act, self._envelope(sequence))
                by = list(self._withdrawals(sequence, act.event))
                found.append((former, bool(by), any(one.drawn is None for one in by)))
        return found

    def _envelope(self, sequence: int) -> Envelope:
        sealed = self._reader.get(self._event.namespace, sequence)
        assert sealed is not None, "it links to the event"
        return envelope_of(sealed)

    def _withdrawals(self, sequence: int, event_id: str) -> Iterator[ClaimAct]:
        for linked, relation in self._reader.linked(self._event.namespace, sequence):
            act = self._graph.claim_act(linked) if relation == "derived_from" else None
            if act is not None and act.deed in {"retracts", "supersedes"} and event_id in act.targets:
                yield act

    def of(self, extractor: str) -> list[Former]:
        """List what an extractor drew from the event that still stands, whatever its version."""
        return [
            one
            for one, withdrawn, _ in self._all
            if not withdrawn and one.act.drawn is not None and one.act.drawn.extractor == extractor
        ]

    def standing(self) -> list[Former]:
        """List what anybody drew from the event that still stands."""
        return [one for one, withdrawn, _ in self._all if not withdrawn]

    def is_refused(self, deed: str, statement: Statement) -> bool:
        """Tell whether a person withdrew this by hand, whoever drew it."""
        return any(by_hand and one.act.deed == deed and one.act.statement == statement for one, _, by_hand in self._all)

    def names_by(self, extractor: str) -> Iterator[tuple[Envelope, Changed]]:
        """Walk the names that an extractor gave by the event."""
        for sequence, relation in self._links:
            if relation != "caused_by":
                continue
            sealed = self._reader.get(self._event.namespace, sequence)
            event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
            if event is None or event.kind != CHANGED:
                continue
            act = decoded(event.kind, event.text)
            if isinstance(act, Changed) and act.drawn == extractor and act.add_aliases:
                yield event, act


def is_drawn(reader: Reader, graph: Graph, event: Envelope) -> bool:
    """Tell whether anything was drawn from an event."""
    links = reader.linked(event.namespace, event.sequence)
    if any(relation == "caused_by" for _, relation in links):
        return True  # names, perhaps
    return any(relation == "derived_from" and graph.claim_act(sequence) is not None for sequence, relation in links)


def now(reader: Reader, event: Envelope) -> tuple[Envelope, tuple[Envelope, ...]]:
    """Give an event as it reads now, with the corrections that make it read so."""
    thread = threads.acts_on(reader, event.namespace, event)
    if len(thread) == 1:
        return event, ()
    reading = view(str(event.id), thread)
    counting = {act.event_id for act in reading.history if act.counts and act.effect == "corrects"}
    return reading.event, tuple(act for act in thread if str(act.id) in counting)


def unsay(appender: Appender, event: Envelope) -> None:
    """Withdraw what was drawn from an event that reads otherwise by an act: by other corrections than it was drawn by."""
    reader = appender.reader
    root = threads.root_of(reader, event.namespace, event)
    if root is None or root.sequence == event.sequence:
        return
    former = Standing(reader, appender.graph, root).standing()
    if not former:
        return
    read_by = {str(root.id), *(str(act.id) for act in now(reader, root)[1])}
    for one in former:
        if {link.to_event_id for link in one.envelope.links} != read_by:
            withdraw_drawn(appender, one, "what it was drawn from reads otherwise")


def withdraw_drawn(appender: Appender, former: Former, because: str) -> None:
    """Withdraw one act that was drawn, on behalf of whatever drew it: it may be drawn again."""
    act = ClaimAct(
        deed="retracts",
        statement=former.act.statement,
        asserter=appender.who.principal,
        rank=former.act.rank,
        entitled=True,
        targets=[former.event],
        reason=because,
        drawn=former.act.drawn,
    )
    appender.act(RETRACTED, act, [(former.envelope, "derived_from")])
