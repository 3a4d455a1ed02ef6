"""Whose memories stand where: those of each owner are of a kind of their own, and the records of an agent of their own.

Who has memories is noted by an event. Kind and agent are named after that event and not after the owner, so that what is left of
an erased memory tells nobody's name, and confirms no guess. The agent keeps others out of the scope of every query. By a token or
as the admin no session can be opened for one; there the kind still narrows what is looked at.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import NamedTuple

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
Owner = tuple[str, str, str]
"""By which id, that id, and the event that says so: of two that were made at once both count."""


class Home(NamedTuple):
    """Where memories of an owner stand."""

    session: Session
    kind: str

    @property
    def filters(self) -> Filters:
        """Find them and nothing else."""
        return Filters(kinds=frozenset({self.kind}))


class Homes:
    """Where each owner's memories stand."""

    def __init__(self, seat: Seat) -> None:
        """Know nobody yet."""
        self._seat = seat
        # That others have memories is not seen in anybody's.
        self._notes = seat.apart(NOTES)
        self._owners: Shelf[Owner] = Shelf(self._notes, OWNER, _owner_of)
        self._known: dict[str, Home] = {}
        self._lock = threading.RLock()
        agent, dot, name = seat.session.agent.partition(".")
        self._only = Home(seat.session, f"{KIND}/{name}") if (agent, dot) == (NOTES, ".") else None
        """Where the session is that of one owner's agent already: nobody else's memories are there."""

    def home(self, scope: Scope) -> Home:
        """Give where an owner's memories stand; that there is this owner is noted where it is not known yet."""
        if scope.owner is None:
            raise refused("user_id", None, "is missing", hint=f"say at least one of {', '.join(OWNERS)}")
        if self._only is not None:
            return self._only
        with self._lock:
            for place, event_id in self._owners.places().items():
                if place[:2] == scope.owner:
                    if read(self._notes, event_id) is not None:
                        return self._named(event_id)
                    self._owners.forget(place, event_id)
            name, one = scope.owner
            noted = self._notes.record(event_of(OWNER, "", {"by": name, "id": one}))
            return self._named(noted.id)

    def meant(self, filters: Mapping[str, object]) -> list[Home]:
        """Give where memories that are meant may stand: with their user, or where no user is named, anywhere."""
        if self._only is not None:
            return [self._only]
        user = owner(filters, "user_id")  # whoever has a user is the user's
        places = self._owners.places()
        return [
            self._named(event_id)
            for place, event_id in places.items()
            if user is None or place[:2] == ("user_id", user)
        ]

    def of(self, memory_id: str) -> Session:
        """Give the session of whoever's memory it is."""
        agent = self._seat.agent_of(memory_id)
        homes = {_agent(one): one for one in self._owners.places().values()} if agent is not None else {}
        return self._named(homes[agent]).session if agent in homes else self._seat.session

    def disown(self, only: Mapping[str, str]) -> None:
        """Destroy what is left of those who are forgotten as a whole: what was deleted before, and that they had memories."""
        for place, event_id in self._owners.places().items():
            if only and only.get(place[0]) != place[1]:
                continue
            home = self._named(event_id)
            for event in list(home.session.log(filters=home.filters)):
                home.session.erase(str(event.id), because=FORGOTTEN)
            self._notes.erase(event_id, because=FORGOTTEN)
            self._owners.forget(place, event_id)

    def _named(self, event_id: str) -> Home:
        with self._lock:
            if event_id not in self._known:
                self._known[event_id] = Home(self._seat.apart(_agent(event_id)), f"{KIND}/{_name(event_id)}")
            return self._known[event_id]


def _owner_of(event: Envelope) -> Owner | None:
    held = attributes(event)
    by, one = held.get("by"), held.get("id")
    return (by, one, str(event.id)) if isinstance(by, str) and isinstance(one, str) else None


def _name(event_id: str) -> str:
    return event_id.removeprefix("evt_").lower()


def _agent(event_id: str) -> str:
    return f"{NOTES}.{_name(event_id)}"
