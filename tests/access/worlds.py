"""Small worlds for the laws of access: people on a channel, what each said under which labels, and callers of all sorts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from typing import Any

import kenning
from kenning.engine.graph.entities import commit
from kenning.faces.wire import to_json
from kenning.model.access import act as acts
from kenning.model.access.permissions import DomainAccess, Permissions

START_US = 1_800_000_000_000_000
READS = Permissions(domain_access=DomainAccess(interaction="write", technical="read"), privacy_ceiling="restricted")


class Clock:
    """Stands still until it is moved."""

    now_us = START_US

    def __call__(self) -> int:
        return self.now_us


def steady(clock: Clock, seed: str = "") -> kenning.Config:
    """A clock that is moved by hand and dice that fall the same way: what differs then, differs for a reason."""
    thrown = iter(range(1 << 30))
    noise: Callable[[int], bytes] = lambda size: hashlib.shake_256(f"{seed}{next(thrown)}".encode()).digest(size)  # noqa: E731
    return kenning.Config(clock_us=clock, noise=noise, synchronous="off")


def said(text: str, by: str, number: int, **privacy: Any) -> dict[str, Any]:
    """A message on the channel ``chat``, under an id that says its number."""
    labels = {"sensitivity": "restricted", "visibility": "shared", **privacy}
    return {
        "id": f"evt_{number:032x}",
        "kind": "message.received",
        "source": {"type": "app", "name": "chat", "channel": "chat"},
        "actor": {"type": "person", "name": by, "channel": "chat", "identifier": f"@{by.lower()}"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        "privacy": labels,
        "time": {"occurredAt": f"2027-01-10T08:{number % 60:02d}:00Z"},
    }


def act(session: Any, kind: str, content: Any) -> str:
    """Append an act of access by hand; gives its id."""
    return str(commit(session._engine, session._who, lambda appender: appender.act(kind, content, ())).id)


def approve(session: Any, channel: str = "chat", **defaults: Any) -> None:
    """Define a channel and approve it."""
    given = {"default_sensitivity": "restricted", "default_visibility": "shared", **defaults}
    act(session, acts.CHANNEL_DEFINED, acts.ChannelDefined(id=channel, **given))
    act(session, acts.CHANNEL_APPROVED, acts.ChannelMoved(id=channel))


def trust(session: Any, who: str, level: str = "sub_user", permissions: Permissions = READS) -> str:
    """Give somebody a level and permissions, by the admin; gives the id of the entity."""
    entity: str = session.who(who).id
    given = acts.Elevated(id=entity, level=level, permissions=permissions, granter="admin")  # type: ignore[arg-type]  # a level by name
    act(session, acts.ELEVATED, given)
    return entity


_ID = re.compile(r"[0-9a-f]{64}|(?:evt_)?[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def plain(answer: object) -> str:
    """An answer as text, ids by the order in which they appear: which ids were drawn is no part of what is known."""
    names: dict[str, str] = {}
    text = to_json(answer)
    return _ID.sub(lambda found: names.setdefault(found[0], f"#{len(names)}"), text)


def answered(ask: Callable[[], object]) -> object:
    """What a verb gives, or how it refuses, in whole."""
    try:
        found = ask()
        return list(found) if isinstance(found, Iterator) else found
    except kenning.KenningError as error:
        return [type(error).__name__, error.message, error.hint, error.details]
