"""Whom an adapter runs as: never the admin unless it is told to, though opening the file does.

Who opens a file holds all of it. What a framework does on behalf of a model should not: so an adapter takes a seat as an entity
of its own on a channel of its own, `frameworks:adapter`, which sees what it recorded itself and what is shared, and no more.
"""

from __future__ import annotations

from pathlib import Path

from kenning.aio import AsyncSession
from kenning.engine.config import Config
from kenning.engine.session import Session
from kenning.errors import ConflictError, ErasedError, InvalidError, NotAllowedError, NotFoundError
from kenning.faces.opening import open_store
from kenning.faces.remote import RemoteSession

CHANNEL = "frameworks"
ADAPTER = f"{CHANNEL}:adapter"
DOMAIN = "interaction"
HELD = {
    "domain_access": {DOMAIN: "write"},
    "privacy_ceiling": "private",
    "further_permissions": {"erase": "own"},
}
"""What the entity of adapters is given when it is made: to read and write talk, and to destroy what it recorded itself."""

Where = Session | AsyncSession | Path | str
"""A session, or what `kenning.open` opens: the path of a file, the address of a server."""


def absent(package: str, extra: str) -> InvalidError:
    """Say that a framework is not installed, and which extra brings it."""
    details = {"path": "adapters", "value": package, "reason": "is not installed"}
    return InvalidError(
        f'adapters: "{package}" is not installed', hint=f"pip install 'kenning[{extra}]'", details=details
    )


class Seat:
    """The session an adapter asks through, and where it came from."""

    def __init__(self, session: Session, keeper: Session | None, opened: Session | None) -> None:
        """Ask through a session; ``keeper`` opens others like it, ``opened`` is closed with the adapter."""
        self.session = session
        self._keeper = keeper
        self._opened = opened

    @property
    def sets_apart(self) -> bool:
        """Whether records of one sort can be set apart from others, within the scope of every query."""
        return self._keeper is not None

    def apart(self, agent: str) -> Session:
        """Give a session whose records are an agent's own: it sees these and what is shared, no other agent's.

        Where no such session can be opened, by a token or as the admin, it is the one that is there.
        """
        return self.session if self._keeper is None else self._keeper.enter(ADAPTER, channel=CHANNEL, agent=agent)

    def agent_of(self, event_id: str) -> str | None:
        """Tell whose record an event is, so that the right session is asked for it; of its content nothing is looked at."""
        if self._keeper is None:
            return None
        try:
            return self._keeper.event(event_id).agent
        except (NotFoundError, ErasedError):
            return None

    def close(self) -> None:
        """Close what was opened for the adapter; a session that was given stays open."""
        if self._opened is not None:
            self._opened.close()


def seat(where: Where, *, token: str | None = None, config: Config | None = None, as_admin: bool = False) -> Seat:
    """Take a seat: in a session that was given, where it is somebody's, or as the entity of adapters in a file.

    Raises `NotAllowedError` for a session of the admin's from afar, unless ``as_admin`` says that it is meant.
    """
    if isinstance(where, AsyncSession):
        where = where.session
    if isinstance(where, Session):
        return _seated(where, None, as_admin=as_admin)
    opened = open_store(where, token=token, config=config)
    try:
        return _seated(opened, opened, as_admin=as_admin)
    except BaseException:
        opened.close()
        raise


def _seated(session: Session, opened: Session | None, *, as_admin: bool) -> Seat:
    if as_admin:
        return Seat(session, None, opened)
    if session.is_somebody:
        if session.context().session.role == "admin":
            raise _admin()
        return Seat(session, None, opened)
    if isinstance(session, RemoteSession):
        raise _admin()
    _meet(session)
    return Seat(session.enter(ADAPTER, channel=CHANNEL), session, opened)


def _admin() -> NotAllowedError:
    hint = "issue a token to somebody else, or say as_admin=True"
    return NotAllowedError(
        "adapters: none runs as the admin by default", hint=hint, details={"act": "run an adapter as the admin"}
    )


def _meet(keeper: Session) -> None:
    """Make the entity of adapters where there is none yet. What somebody took from it since stays taken."""
    try:
        known = keeper.who(ADAPTER)
    except NotFoundError:
        pass
    else:
        if any(one.provenance.action == "elevated" for one in keeper.definitions(known.id)):
            return
    if CHANNEL not in {one.id for one in keeper.channels()}:
        keeper.define_channel(CHANNEL, domains=[DOMAIN])
        keeper.approve_channel(CHANNEL)
    try:
        keeper.create_entity(
            "Framework adapter",
            "kenning:Device",
            identifiers=[tuple(ADAPTER.split(":"))],  # type: ignore[list-item]
        )
    except ConflictError:  # another process met it in between, or was broken off before it gave it anything
        keeper.who(ADAPTER)
    keeper.elevate(ADAPTER, "trusted_user", HELD)
