"""What surrounds a mention, read from the log itself: who was met in this session, and lately; the same log, the same answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from kenning.model.codec import envelope_of
from kenning.model.entity import Outcome
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Resolution, decoded
from kenning.rules.resolve import Surroundings
from kenning.store import Graph, Reader

EVENTS_BACK = 160
Session = tuple[str, str]


def session_of(event: Envelope) -> Session | None:
    """Tell in which session an event happened: the context's, on the source's channel."""
    part = event.context.session if event.context is not None else None
    name = (part.id or part.name) if part is not None else None
    return None if name is None else (event.source.channel or event.source.name or "", name)


class Recent:
    """Whom the last events of a log met, and in which session; read once, then kept up by whoever appends."""

    def __init__(self, reader: Reader, graph: Graph, namespace: str, head: int) -> None:
        """Read the log back from its head; ``upto`` is the sequence up to which it knows it."""
        self.upto = head
        self._graph = graph
        self._met: deque[tuple[Session | None, str]] = deque(maxlen=EVENTS_BACK)
        sessions: dict[int, Session | None] = {}
        for sealed in reader.scan(namespace, max(1, head - 2 * EVENTS_BACK), head):
            if sealed.payload is None:
                continue
            event = envelope_of(sealed)
            if event.kind != acts.RESOLVED:
                sessions[event.sequence] = session_of(event)
                continue
            act = decoded(event.kind, event.text)
            assert isinstance(act, Resolution), "the kind says so"
            for outcome in act.outcomes:
                if outcome.entity is not None:
                    self._met.append((sessions.get(act.sequence), outcome.entity))

    def note(self, event: Envelope, outcomes: Sequence[Outcome]) -> None:
        """Take note of whom an event met."""
        here = session_of(event)
        self._met.extend((here, outcome.entity) for outcome in outcomes if outcome.entity is not None)

    def around(self, event: Envelope, met: list[str]) -> Surroundings:
        """Tell who was met before an event, latest first; ``met`` are those of the event itself, the actor first."""
        here = session_of(event)
        present: dict[str, None] = {}
        recent: dict[str, None] = {}
        for session, entity in reversed(self._met):
            number = self._graph.number(entity)
            if number is not None:
                near = here is None or session == here
                (present if near else recent).setdefault(self._graph.id(self._graph.root(number)))
        return Surroundings(
            speaker=met[0] if met else None,
            addressees=tuple(met[1:]),
            present=tuple(present),
            recent=tuple(one for one in recent if one not in present),
        )
