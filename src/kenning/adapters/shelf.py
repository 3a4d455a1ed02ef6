"""Where things of a framework stand in the log: which event holds each, followed as the log grows.

Only names and places are kept in memory. What a thing says is read from the store whenever it is asked for, so that what was
corrected, hidden or erased meanwhile, by whomever, reads so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from kenning.engine.session import Session
from kenning.errors import ErasedError, NotFoundError
from kenning.model.event import Envelope
from kenning.model.recall import Filters
from kenning.model.view import View

STRETCH = 1000
VIEWS_MAX = 1_000_000
FEW = 32
"""So many are read one by one; of more all are read at once."""
Place = TypeVar("Place", bound=Hashable)


def likeness(score: float) -> float:
    """Bring the score of a hit between 0 and 1, as frameworks have it; what rather speaks against an answer is 0.

    >>> likeness(1.0), likeness(3.0), likeness(-3.0)
    (0.5, 0.75, 0.0)
    """
    return max(score, 0.0) / (1.0 + max(score, 0.0))


def read(session: Session, event_id: str) -> View | None:
    """Read an event; nothing where it is not there, may not be seen, is redacted, or was erased."""
    try:
        view = session.view(event_id)
    except (NotFoundError, ErasedError):
        return None
    return None if view.redacted else view


class Shelf(Generic[Place]):
    """The newest event of each place, of one kind, and what older ones it stands before. May be used from several threads."""

    def __init__(self, session: Session, kind: str, place_of: Callable[[Envelope], Place | None]) -> None:
        """Follow the events of a kind; ``place_of`` tells the place of one, nothing where it has none."""
        self._session = session
        self.filters = Filters(kinds=frozenset({kind}))
        self._place_of = place_of
        self._lock = threading.RLock()
        self._events: dict[Place, list[str]] = {}
        self._cursor: str | None = None

    def places(self) -> dict[Place, str]:
        """Give all places that are known, in the order they were met, each with its newest event."""
        with self._lock:
            self._follow()
            return {place: events[-1] for place, events in self._events.items()}

    def newest(self, place: Place) -> str | None:
        """Give the newest event of a place, which may be gone by now."""
        with self._lock:
            self._follow()
            events = self._events.get(place)
            return events[-1] if events else None

    def older(self, place: Place) -> list[View]:
        """Read what stands at a place behind its newest event: two were made at once, and only one of them reads."""
        with self._lock:
            self._follow()
            behind = self._events.get(place, [])[:-1]
        found = []
        for event_id in behind:
            view = read(self._session, event_id)
            if view is None:
                self.forget(place, event_id)
            else:
                found.append(view)
        return found

    def forget(self, place: Place, event_id: str) -> None:
        """Forget an event that is gone."""
        with self._lock:
            left = [one for one in self._events.get(place, ()) if one != event_id]
            if left:
                self._events[place] = left
            else:
                self._events.pop(place, None)

    def views(self) -> list[View]:
        """Read all there are, those that something newer stands before left out."""
        newest = set(self.places().values())
        found = self._session.timeline(self.filters, limit=VIEWS_MAX)
        return [view for view in found if view.event.id in newest]

    def some(self, places: list[Place]) -> list[View]:
        """Read what stands at some places, in any order."""
        known = self.places()
        wanted = [known[place] for place in places if place in known]
        if len(wanted) > FEW:
            among = set(wanted)
            return [view for view in self.views() if view.event.id in among]
        return [view for one in wanted if (view := read(self._session, one)) is not None]

    def _follow(self) -> None:
        if self._cursor is None:
            # What stands is in the index, whatever else the log holds; behind it the log is walked.
            cursor = self._session.stretch(after="end", limit=1).cursor
            for view in self._session.timeline(self.filters, limit=VIEWS_MAX):
                self._note(view.event)
            self._cursor = cursor
        while True:
            stretch = self._session.stretch(after=self._cursor, limit=STRETCH, filters=self.filters)
            for event in stretch.events:
                self._note(event)
            self._cursor = stretch.cursor
            if len(stretch.events) < STRETCH:
                return

    def _note(self, event: Envelope) -> None:
        place = self._place_of(event)
        if place is not None:
            events = self._events.setdefault(place, [])
            if str(event.id) not in events:
                events.append(str(event.id))
