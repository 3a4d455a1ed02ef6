"""Whose memories stand where: those of each owner are the records of an agent of their own, which no query for another meets.

Who has memories is noted by an event. The agent is named after that event and not after the owner, so that what is left of an
erased memory tells nobody's name, and confirms no guess.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping

from kenning.adapters.acts import attributes, event_of
from kenning.adapters.mem0_filters import OWNERS, owner, refused
from kenning.adapters.mem0_records import KIND, Scope
from kenning.adapters.seat import Seat
from kenning.adapters.shelf import Shelf, read
from kenning.engine.session import Session
from kenning.model.event import Envelope
from kenning.model.recall import Filters

OWNER, NOTES = "mem0.owner", "mem0"
"""The kind of a note that somebody has memories, and the agent whose records these notes are."""
FORGOTTEN = "all memories of theirs were erased"
ONLY = Filters(kinds=frozenset({KIND}))
Owner = tuple[str, str, str]
"""By which id, that id, and the event that says so: of two that were made at once both count."""


class Homes:
    """The sessions in which memories stand: one for each owner, or where none can be opened, by a token or as the admin, one."""

    def __init__(self, seat: Seat) -> None:
        """Know nobody yet."""
        self._seat = seat
        self._notes = seat.apart(NOTES)  # that others have memories is not seen in anybody's
        self._owners: Shelf[Owner] = Shelf(self._notes, OWNER, _owner_of)
        self._sessions: dict[str, Session] = {}
        self._lock = threading.RLock()

    def home(self, scope: Scope) -> Session:
        """Give the session for an owner's memories; that there is this owner is noted where it is not known yet."""
        if scope.owner is None:
            raise refused("user_id", None, "is missing", hint=f"say at least one of {', '.join(OWNERS)}")
        if not self._seat.sets_apart:
            return self._seat.session
        with self._lock:
            for place, event_id in self._owners.places().items():
                if place[:2] == scope.owner:
                    if read(self._notes, event_id) is not None:
                        return self._apart(event_id)
                    self._owners.forget(place, event_id)
            name, one = scope.owner
            noted = self._notes.record(event_of(OWNER, "", {"by": name, "id": one}))
            return self._apart(noted.id)

    def meant(self, filters: Mapping[str, object]) -> list[Session]:
        """Give the sessions in which memories that are meant may stand: one's own, or where no user is named, all."""
        if not self._seat.sets_apart:
            return [self._seat.session]
        user = owner(filters, "user_id")  # whoever has a user is the user's
        places = self._owners.places()
        return [
            self._apart(event_id)
            for place, event_id in places.items()
            if user is None or place[:2] == ("user_id", user)
        ]

    def of(self, memory_id: str) -> Session:
        """Give the session of whoever's memory it is."""
        agent = self._seat.agent_of(memory_id)
        homes = {_agent(one): one for one in self._owners.places().values()} if agent is not None else {}
        return self._apart(homes[agent]) if agent in homes else self._seat.session

    def disown(self, only: Mapping[str, str]) -> None:
        """Destroy what is left of those who are forgotten as a whole: what was deleted before, and that they had memories."""
        for place, event_id in self._owners.places().items():
            if only and only.get(place[0]) != place[1]:
                continue
            session = self._apart(event_id)
            for event in list(session.log(filters=ONLY)):
                if event.agent == session.agent:
                    session.erase(str(event.id), because=FORGOTTEN)
            self._notes.erase(event_id, because=FORGOTTEN)
            self._owners.forget(place, event_id)

    def _apart(self, event_id: str) -> Session:
        with self._lock:
            if event_id not in self._sessions:
                self._sessions[event_id] = self._seat.apart(_agent(event_id))
            return self._sessions[event_id]


def _owner_of(event: Envelope) -> Owner | None:
    held = attributes(event)
    by, one = held.get("by"), held.get("id")
    return (by, one, str(event.id)) if isinstance(by, str) and isinstance(one, str) else None


def _agent(event_id: str) -> str:
    return f"mem0.{event_id.removeprefix('evt_').lower()}"
