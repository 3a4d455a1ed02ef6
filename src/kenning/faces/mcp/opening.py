"""Which session a connection is: somebody's on a channel, perhaps for a person; bound as it opens, never the admin's unasked."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, NamedTuple

from kenning.errors import ConflictError, NotAllowedError, NotFoundError, UnavailableError
from kenning.faces.cli.frame import Asked, missing, spoken, wrong_of
from kenning.faces.opening import SCHEMES, open_store
from kenning.model.access.internal import POLICIES

ADMIN = "admin"
CHANNEL_KIND = "mcp"


class Labels(NamedTuple):
    """What comes by a channel is labelled so, where it says nothing itself."""

    domain: str
    sensitivity: str


LABELS: Mapping[str, Labels] = MappingProxyType(
    {
        "technical_assistant": Labels("technical", "private"),
        "companion": Labels("interaction", "private"),
        "stream_host": Labels("technical", "public"),
        "automation_agent": Labels("technical", "restricted"),
    }
)
"""For each type of assistant, labels within what its ready policy reads: what it remembers it can recall."""


class Wished(NamedTuple):
    """What a connection may be beyond what is there: of which type an assistant is made, and whether the admin is meant."""

    create: str | None = None
    admin: bool = False


@contextmanager
def opened(asked: Asked, wished: Wished) -> Iterator[Any]:
    """Open the session of whoever a connection is for, and close the store afterwards.

    Raises `NotAllowedError` where that would be the admin's and nobody said so, `NotFoundError` with the command that makes what
    is missing.
    """
    if asked.settings.store.value.startswith(SCHEMES):
        with _from_afar(asked, wished) as session:
            yield session
        return
    who, person = asked.settings.as_who, asked.settings.for_whom
    with keepers(asked, create=wished.create is not None) as keeper:
        if who is None:
            if person is not None or not wished.admin:
                raise missing(
                    "--as", hint="say who asks: kenning --as NAME/CHANNEL mcp; --for WHO binds the person it acts for"
                )
            yield keeper
            return
        name, channel = spoken(who)
        if wished.create is not None:
            _make(keeper, wished.create, name, channel)
        _look(keeper, name, channel)
        try:
            session = keeper.enter(name, channel=channel, acting_for=person.value if person is not None else None)
        except NotFoundError as error:
            made = f"kenning --as {name}/{channel} mcp --create companion"
            hint = f"{made} makes an assistant; people are met by what they do"
            raise NotFoundError(error.message, hint=hint, details=error.details) from error
        checked(session, wished)
        if wished.create is not None:
            _recalls(keeper, session, name, channel)
        yield session


@contextmanager
def keepers(asked: Asked, *, create: bool = False) -> Iterator[Any]:
    """Open the session of whoever holds the file, who opens those of others."""
    settings = dataclasses.replace(asked.settings, as_who=None, for_whom=None)
    with dataclasses.replace(asked, settings=settings).session(create=create) as keeper:
        yield keeper


@contextmanager
def _from_afar(asked: Asked, wished: Wished) -> Iterator[Any]:
    for one in (asked.settings.as_who, asked.settings.for_whom):
        if one is not None:
            raise wrong_of(one.whence, one.value, "is the token's to say", "a token is bound to who asks, and for whom")
    if wished.create is not None:
        raise wrong_of("--create", wished.create, "is done where the store is", "make the assistant there")
    token = asked.settings.token
    if token is None:
        raise missing("KENNING_TOKEN", hint="kenning token issue makes one, where the store is")
    try:
        session = open_store(asked.settings.store.value, token=token.value)
    except ImportError as error:
        raise UnavailableError(f"{error.name} is not installed", hint="install kenning[remote]") from error
    with session:
        checked(session, wished)
        yield session


def checked(session: Any, wished: Wished) -> None:  # noqa: ANN401 - a session is all of its verbs
    """Refuse the admin's session where nobody asked for it. Raises `NotAllowedError`."""
    if wished.admin or (session.is_somebody and session.context().session.role != ADMIN):
        return
    hint = "connect as an assistant, for a person; kenning mcp --admin says that the admin is meant"
    raise NotAllowedError("this session is the admin's, and agents are not the admin", hint=hint)


def _make(keeper: Any, kind: str, name: str, channel: str) -> None:  # noqa: ANN401 - a session
    """Make the assistant and its channel where they are missing; what is there stays as it is."""
    if kind not in POLICIES:
        raise wrong_of("--create", kind, "is no type of assistant", f"one of {', '.join(POLICIES)}")
    if name not in keeper.internals():
        keeper.define_internal(kind, name)
    if channel not in {one.id for one in keeper.channels()}:
        labels = LABELS[kind]
        keeper.define_channel(
            channel,
            kind=CHANNEL_KIND,
            domains=[labels.domain],
            sensitivity=labels.sensitivity,
            visibility="owner",
        )
        keeper.approve_channel(channel)


def _recalls(keeper: Any, session: Any, name: str, channel: str) -> None:  # noqa: ANN401 - sessions
    """Refuse a channel whose own labels an assistant may not read: what it remembers, it could not recall."""
    [found] = [one for one in keeper.channels() if one.id == channel]
    access = session.context().effective_permissions.domain_access
    unread = [one for one in found.default_domains if getattr(access, one) in {None, "none"}]
    if unread:
        raise ConflictError(
            f"{channel}: what comes by this channel is labelled {', '.join(unread)}, which {name} does not read",
            hint=f"give it a channel of its own: kenning --as {name}/{channel}.{name} mcp --create …",
        )


def _look(keeper: Any, name: str, channel: str) -> None:  # noqa: ANN401 - a session
    """Refuse a channel by which nothing could be read. Raises `NotAllowedError`, `NotFoundError`."""
    found = {one.id: one.approval_state for one in keeper.channels()}
    if channel not in found:
        hint = f"kenning --as {name}/{channel} mcp --create companion makes it, and an assistant; so does kenning channel define"
        raise NotFoundError(f"{channel}: no such channel is defined", hint=hint)
    if found[channel] != "approved":
        raise NotAllowedError(
            f"{channel}: this channel is {found[channel]}: nothing is read or done by it",
            hint=f"kenning channel approve {channel}",
        )
