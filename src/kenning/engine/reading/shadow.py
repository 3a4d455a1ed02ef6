"""Recognising anew whom an event concerns, by what a caller sees alone: the same rule over the graph he reads.

What was decided when an event was appended was decided by everybody who was known then. A caller who does not see all of them
would learn of the rest by how a name was understood: whom it means, that it means anybody, that it was open. So a graph apart
takes over no such decision: it is decided once more, from what is seen, and nothing is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, cast

from msgspec import structs

from kenning.engine.graph.projection import graph_changes
from kenning.engine.recognise.around import EVENTS_BACK, Earlier, Recent
from kenning.engine.recognise.drawing import Drawer
from kenning.engine.recognise.known import KnownNames
from kenning.engine.recognise.lookup import names_of
from kenning.engine.recognise.recogniser import recognise, retry
from kenning.model import ids
from kenning.model.codec import canonical
from kenning.model.event import Envelope, File, Link, Relation
from kenning.model.identity.act import CHANGED, MERGED, RESOLVED, Act, Created, Resolution
from kenning.model.identity.entity import Outcome
from kenning.model.recall import Scope
from kenning.model.schema import Active
from kenning.rules.identity.acts import outcomes, telling
from kenning.rules.identity.quotes import openings
from kenning.rules.identity.spots import Spot
from kenning.rules.mentions import Found
from kenning.rules.mentions.resolve import RULES, Surroundings
from kenning.store import ApartReader, GraphWriter

if TYPE_CHECKING:
    from kenning.engine.append import Appender


PLACES = 256
"""So many entities may be made known by one event."""


class Counted(Recent):
    """Whom the last events met, by the count of those that are seen: how many lie between them is nothing to go by."""

    count = 0

    def around(self, event: Envelope, met: list[str]) -> Surroundings:
        """Tell who was met before an event."""
        return super().around(structs.replace(event, sequence=self.count), met)

    def note(self, event: Envelope, outcomes: Sequence[Outcome]) -> None:
        """Take note of whom an event met; it and what was decided of it would be two places in a log of their own."""
        self.count += 2
        super().note(structs.replace(event, sequence=self.count), outcomes)


class Beheld(Earlier):
    """Whom the events before one named, by the count of those that are seen."""

    def __init__(self, reader: ApartReader, graph: GraphWriter, namespace: str) -> None:
        """Know nothing yet."""
        super().__init__(reader, graph, namespace)
        self._seen: bytearray = reader.kept.setdefault("seen", bytearray())

    def _first(self, sequence: int) -> int:
        """Say which is so many seen events back: of those in a log, each second place is what was decided of one."""
        place = sequence
        for _ in range(EVENTS_BACK // 2):
            place = self._seen.rfind(1, 0, place)
            if place < 1:
                return 1
        return place


class Decided:
    """What was decided of one event, by path: whoever was erased since is named by no outcome, and is not met here either."""

    def __init__(self, outcomes: Sequence[Outcome] = ()) -> None:
        """Take the outcomes of an event."""
        self.by_path = {one.path: one for one in outcomes}

    def covers(self, spot: Spot) -> bool:
        """Tell whether nobody is to be met at a place of the event."""
        return spot.path not in self.by_path


class Told:
    """In whose tenancy a shadow works."""

    def __init__(self, namespace: str, agent: str) -> None:
        """Take the namespace and the agent of an event."""
        self.namespace = namespace
        self.agent = agent


class Shadow:
    """Stands in for whoever appends: what the recogniser says of one event is folded into a graph apart."""

    def __init__(self, reader: ApartReader, scope: Scope, graph: GraphWriter, active: Callable[[], Active]) -> None:
        """Fold into ``graph``, which ``reader`` reads; ``active`` gives the schema in force."""
        self.reader = reader
        self.graph = graph
        self.who = Told(scope.namespace, "")
        self.rules = {"resolve": RULES}
        self.recent: Counted = reader.kept.setdefault("recent", Counted(reader, graph, scope.namespace, (0, 0)))
        self.recent.follow(graph)
        self.earlier = Beheld(reader, graph, scope.namespace)
        self._joined: set[int] = reader.kept.setdefault("joined", set())
        self._active = active
        self._names: KnownNames = reader.kept.setdefault("names", KnownNames())
        self._event: Envelope | None = None
        self.unspoken = Decided()
        self._drawn = 0

    @property
    def active(self) -> Active:
        """Give the schema in force."""
        return self._active()

    def recognise(self, event: Envelope, decided: Resolution) -> None:
        """Resolve whom an event concerns; ``decided`` is what was recorded of it, which lends its ids and nothing else."""
        self._event, self._drawn = event, 0
        self.who = Told(self.who.namespace, event.agent)
        self.unspoken = Decided(decided.outcomes)
        recognise(cast("Appender", self), event)

    def draw(self, event: Envelope, drawn: Resolution) -> None:
        """Resolve what an extractor found in an event anew, as `recognise` does what the event itself names."""
        self._event, self._drawn = event, 0
        self.who = Told(self.who.namespace, event.agent)
        self.unspoken = Decided(drawn.outcomes)
        spots = [
            Spot(path=one.path, role=one.role, surface=one.surface, name=one.surface, type=one.type or "")
            for one in drawn.outcomes
        ]
        Drawer(cast("Appender", self), event).draw(spots, drawn.drawn or "")

    # -- what a recogniser asks of whoever appends ---------------------------------------------------------------------

    def known_names(self, text: str) -> list[Found]:
        """Find the names that are known here in a text."""
        return self._names.find(self.graph, text)

    def latin(self, name: str) -> tuple[str, ...]:
        """Spell nothing: what is recorded with a name is not seen, and no speller is asked while reading."""
        del name
        return ()

    def salt(self) -> str:
        """Draw a salt that follows from the event."""
        return self._draw(16).hex()

    def new_entity_id(self, path: str = "") -> str:
        """Give the id that whoever stands at a path was recorded with, unless it is taken here; else one of the event's."""
        known = self.unspoken.by_path.get(path)
        if known is not None and known.entity is not None and self.graph.number(known.entity) is None:
            return known.entity
        return ids.entity_id(0, self._draw(10))

    def _draw(self, size: int) -> bytes:
        assert self._event is not None
        self._drawn += 1
        return blake2b(f"{self._event.id} {self._drawn}".encode(), digest_size=size).digest()

    def act(self, kind: str, content: Act, links: Sequence[tuple[Envelope, Relation]]) -> Envelope:
        """Fold an act into the graph as if it were said by the event at hand; suggestions are for who keeps the log."""
        assert self._event is not None
        said = self._said(kind, content, links)
        if isinstance(content, Created):
            number = self._place(said, content)
            self._fold(said, content)
            return structs.replace(said, sequence=number)
        if kind == RESOLVED:
            assert isinstance(content, Resolution)
            self.graph.apply(said.sequence, outcomes(content))
        elif kind == CHANGED or (kind == MERGED and said.sequence not in self._joined):
            if kind == MERGED:
                self._joined.add(said.sequence)  # one a place of the log; a second would be a suggestion
            self.told(said, content)
        return said

    def told(self, said: Envelope, content: Act) -> None:
        """Fold an act, and try again the mentions it tells more of."""
        self._event, self._drawn = said, 0
        if isinstance(content, Created):
            self._place(said, content)
        self._fold(said, content)
        more = telling(content)
        if more is not None:
            retry(cast("Appender", self), said, [name for one in more for name in names_of(self.graph, one)])

    def _place(self, said: Envelope, made: Created) -> int:
        """Number an entity by the event that made it known here, so that they are listed in the order in which they came."""
        number = said.sequence * PLACES
        while self.graph.has_number(number):
            number += 1
        self.graph.place_entity(made.id, made.agent, number)
        return number

    def _fold(self, said: Envelope, content: Act) -> None:
        self.graph.apply(said.sequence, graph_changes(self.reader, self.graph, said, content))
        known = openings(content, str(said.id))
        self.reader.kept.setdefault("opened", {}).update({one: value for one, (_, value) in known.items()})

    def _said(self, kind: str, content: Act, links: Sequence[tuple[Envelope, Relation]]) -> Envelope:
        assert self._event is not None
        text = canonical(content).decode()
        return structs.replace(
            self._event,
            kind=kind,
            files=[File(role="primary", content_type="application/json", content=text)],
            links=[Link(to_event_id=str(to.id), relation=relation) for to, relation in links],
        )

    def decided(self, event: Envelope, content: Resolution, acts: Sequence[Envelope] = ()) -> None:
        """Take whom an event concerns into the graph."""
        del acts
        self.graph.apply(event.sequence, outcomes(content))
        if content.drawn is not None:
            return  # what was drawn from an event surrounds none
        self.recent.note(event, content.outcomes)
