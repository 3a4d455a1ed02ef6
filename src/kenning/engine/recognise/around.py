"""What surrounds a mention, read from the log itself: who was met in this session, and lately; the same log, the same answer."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

import msgspec

from kenning.model.codec import envelope_of
from kenning.model.event import Context, Envelope, Source
from kenning.model.identity import act as acts
from kenning.model.identity.act import Resolution, decoded
from kenning.model.identity.entity import Outcome
from kenning.rules.mentions.resolve import Surroundings
from kenning.store import GraphWriter, Reader

EVENTS_BACK = 2000
Session = tuple[str, str]


class _Place(msgspec.Struct):
    """As much of an event as tells in which session it happened."""

    source: Source
    context: Context | None = None


_place = msgspec.json.Decoder(_Place)


def session_of(event: Envelope | _Place) -> Session | None:
    """Tell in which session an event happened: the context's, on the source's channel."""
    part = event.context.session if event.context is not None else None
    name = (part.id or part.name) if part is not None else None
    return None if name is None else (event.source.channel or event.source.name or "", name)


class Recent:
    """Whom the last events of a log met, and in which session; read once, then kept up by whoever appends.

    What surrounds an event is what the `EVENTS_BACK` events before it met, however it was read: the same log, the same answer.
    """

    crowd_max = EVENTS_BACK
    """Of an event of no session, so many who were met last are at hand."""

    def __init__(self, reader: Reader, graph: GraphWriter, namespace: str, span: tuple[int, int]) -> None:
        """Read the log over a span of sequences; ``upto`` is the sequence up to which it knows it."""
        first, self.upto = max(1, span[0] - EVENTS_BACK), span[1]
        self._graph = graph
        self._met: deque[tuple[int, Session | None, str]] = deque()
        sessions: dict[int, Session | None] = {}
        for sealed in reader.scan(namespace, first, self.upto):
            if sealed.payload is None:
                continue
            event = envelope_of(sealed)
            if event.kind != acts.RESOLVED:
                sessions[event.sequence] = session_of(event)
                continue
            act = decoded(event.kind, event.text)
            assert isinstance(act, Resolution), "the kind says so"
            if act.drawn is None and act.sequence >= first:  # what was drawn from an event later surrounds none
                self._take(act.sequence, sessions.get(act.sequence), act.outcomes)

    def follow(self, graph: GraphWriter) -> None:
        """Go on with another reading of the same graph."""
        self._graph = graph

    def note(self, event: Envelope, outcomes: Sequence[Outcome]) -> None:
        """Take note of whom an event met."""
        self._take(event.sequence, session_of(event), outcomes)

    def _take(self, sequence: int, session: Session | None, outcomes: Sequence[Outcome]) -> None:
        self._met.extend((sequence, session, one.entity) for one in outcomes if one.entity is not None)

    def around(self, event: Envelope, met: list[str]) -> Surroundings:
        """Tell who was met before an event, latest first; ``met`` are those of the event itself, the actor first."""
        here, first = session_of(event), self._first(event.sequence)
        while self._met and self._met[0][0] < first:
            self._met.popleft()
        present: dict[str, None] = {}
        recent: dict[str, None] = {}
        looked: set[tuple[bool, str]] = set()
        for _, session, entity in reversed(self._met):
            one = (here is None or session == here, entity)
            if one in looked:
                continue
            looked.add(one)
            root = self._root(entity)
            if root is not None and root not in present:
                (present if one[0] else recent).setdefault(root)
            if here is None and len(present) == self.crowd_max:
                break
        return Surroundings(
            speaker=met[0] if met else None,
            addressees=tuple(met[1:]),
            present=tuple(present),
            recent=tuple(one for one in recent if one not in present),
        )

    def _first(self, sequence: int) -> int:
        """Say from where in the log on it is looked at whom events met before one."""
        return max(1, sequence - EVENTS_BACK)

    def _root(self, entity: str) -> str | None:
        """Give the id an entity reads as; nothing where it was erased."""
        memo, key = self._graph.memo, ("root", entity)
        if key not in memo:
            number = self._graph.number(entity)
            memo[key] = None if number is None else self._graph.id(self._graph.root(number))
        found: str | None = memo[key]
        return found


class Earlier(Recent):
    """Whom the events before one name as taking part, wherever in the log it stands: what surrounds what is drawn from it.

    Their envelopes alone tell, never their words nor what was drawn from them: so it makes no difference when, in which order
    and by what the texts of a session are read.
    """

    crowd_max = 32

    def __init__(self, reader: Reader, graph: GraphWriter, namespace: str) -> None:
        """Know nothing yet: as much is read as events ask for, and kept while they are asked about in the order of the log."""
        self._reader, self._namespace = reader, namespace
        self._graph, self._met = graph, deque()
        self.upto = 0

    def around(self, event: Envelope, met: list[str]) -> Surroundings:
        """Tell who was met before an event, latest first."""
        first = self._first(event.sequence)
        if not first <= self.upto <= event.sequence:
            self._met.clear()
            self.upto = first
        self._read(self.upto, event.sequence)
        self.upto = event.sequence
        return super().around(event, met)

    def _read(self, first: int, end: int) -> None:
        met = self._graph.attending(first, end)
        events = self._reader.several(self._namespace, list(dict.fromkeys(event for event, _ in met)))
        sessions = {
            sequence: session_of(_place.decode(sealed.payload))
            for sequence, (sealed, _) in events.items()
            if sealed.payload is not None
        }
        self._met.extend((event, sessions[event], self._graph.id(number)) for event, number in met if event in sessions)
