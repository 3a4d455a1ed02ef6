"""Memories of mem0 as events of Kenning, and events as mem0 shows them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from kenning.adapters.acts import REFRESHED, attributes, event_of, packed, recorded, unpacked, updated
from kenning.adapters.mem0_filters import OWNERS, RefusedError, refused
from kenning.engine.config import system_clock_us
from kenning.engine.session import Session
from kenning.model.event import Envelope
from kenning.model.time import MICROS_PER_SECOND
from kenning.model.view import View

KIND = "mem0.memory"
"""The kind of a memory begins so; whose it is follows."""
USERS, AGENTS = "mem0", "mem0.agent"
"""The channels on which users and agents are met by their ids."""
NAMED = (*OWNERS, "actor_id", "role", "expiration_date")
"""What mem0 shows beside the metadata and not in it."""
_IMMUTABLE = frozenset({*OWNERS, "actor_id"})


class Said(msgspec.Struct, frozen=True):
    """One message that becomes a memory."""

    text: str
    role: str
    name: str | None = None


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """Whose memory it is, and what is noted with it."""

    user_id: str | None = None
    agent_id: str | None = None
    run_id: str | None = None
    metadata: Mapping[str, Any] = {}
    expiration_date: str | None = None
    occurred_at: str | None = None

    @property
    def owner(self) -> tuple[str, str] | None:
        """Give by what it is whose, nothing where it is nobody's."""
        return next(((name, found) for name in OWNERS if (found := getattr(self, name)) is not None), None)


class Stored(msgspec.Struct, frozen=True):
    """A memory as it reads now."""

    view: View
    named: dict[str, Any]
    metadata: dict[str, Any]

    @property
    def id(self) -> str:
        """Give its id, which is that of its event."""
        return str(self.view.event.id)

    @property
    def held(self) -> dict[str, Any]:
        """Give what filters look at."""
        return self.metadata | self.named

    @property
    def is_over(self) -> bool:
        """Whether its last day is past."""
        last = self.named.get("expiration_date")
        return isinstance(last, str) and last < _today()

    def shown(self, session: Session) -> dict[str, Any]:
        """Show it as mem0 does."""
        text = self.view.text
        return {
            "id": self.id,
            "memory": text,
            "hash": hashlib.md5(text.encode(), usedforsecurity=False).hexdigest(),
            "metadata": self.metadata or None,
            "created_at": recorded(self.view.event).isoformat(),
            "updated_at": updated(session, self.view).isoformat(),
            **self.named,
        }


def is_memory(event: Envelope) -> bool:
    """Whether an event is of a kind of memories, whosever they are."""
    return event.kind.startswith(f"{KIND}/")


def stored(view: View | None) -> Stored | None:
    """Give the memory that an event holds; nothing where it is none."""
    if view is None or view.redacted or not is_memory(view.event):
        return None
    held = attributes(view.event)
    metadata = unpacked(held.get("metadata"))
    named = {name: held[name] for name in NAMED if held.get(name) is not None}
    return Stored(view, named, metadata if isinstance(metadata, dict) else {})


def messages_of(messages: object) -> list[Said]:
    """Read messages as mem0 takes them: a text, one message, or a list. What has no words or is a system's is left out."""
    given: object = [messages] if isinstance(messages, str | Mapping) else messages
    if not isinstance(given, list):
        raise refused("messages", type(messages).__name__, "is no text, message or list of messages")
    found = []
    for number, one in enumerate(given):
        message: object = {"role": "user", "content": one} if isinstance(one, str) else one
        if not isinstance(message, Mapping) or not isinstance(message.get("role"), str):
            raise refused(f"messages[{number}]", one, "is no message: it has no role")
        text = _words(message.get("content"), f"messages[{number}].content")
        if text and message["role"] != "system":
            found.append(Said(text, message["role"], message.get("name")))
    return found


def _words(content: object, path: str) -> str:
    if content is None or isinstance(content, str):
        return (content or "").strip()
    parts = [content] if isinstance(content, Mapping) else content
    if not isinstance(parts, list):
        raise refused(path, type(content).__name__, "is no text")
    for part in parts:
        if not isinstance(part, Mapping) or not isinstance(part.get("text"), str):
            raise refused(path, part, "has no text", hint="say in words what an image shows")
    return "\n".join(part["text"] for part in parts).strip()


def memory_of(kind: str, said: Said, scope: Scope) -> dict[str, Any]:
    """Give the event of a message. Who said it is met on mem0's channels, a run is the session it stands in."""
    held = {name: getattr(scope, name) for name in (*OWNERS, "expiration_date")}
    held |= {"role": said.role, "actor_id": said.name}
    kept = {name: one for name, one in held.items() if one is not None}
    if scope.metadata:
        kept["metadata"] = packed(dict(scope.metadata), "metadata")
    more: dict[str, Any] = {}
    if scope.run_id is not None:
        more["context"] = {"session": {"id": scope.run_id}}
    if scope.occurred_at is not None:
        more["time"] = {"occurredAt": scope.occurred_at}
    return event_of(kind, said.text, kept, actor=_actor(said, scope), **more)


def once(event: dict[str, Any], again: int = 0) -> dict[str, Any]:
    """Give an event with a key that is its own content: recorded again, it is the one that is there, or the one of that time."""
    digest = hashlib.sha256(msgspec.json.encode([event, again])).hexdigest()
    return {**event, "idempotencyKey": f"mem0:{digest}"}


def _actor(said: Said, scope: Scope) -> dict[str, Any]:
    if said.name is not None:
        return {"type": "person" if said.role == "user" else "agent", "name": said.name}
    if said.role == "user":
        met = {"channel": USERS, "identifier": scope.user_id} if scope.user_id is not None else {}
        return {"type": "person", **met}
    met = {"channel": AGENTS, "identifier": scope.agent_id} if scope.agent_id is not None else {}
    return {"type": "agent", **met}


def own_metadata(metadata: Mapping[str, Any] | None) -> dict[str, Any]:
    """Give metadata without what says whose a memory is: that is said by the ids alone."""
    return {name: one for name, one in (metadata or {}).items() if name not in _IMMUTABLE}


def history_of(session: Session, view: View) -> list[dict[str, Any]]:
    """Tell how a memory came to read as it does, as mem0 tells it; of a deleted one, that it was, and no words."""
    event = view.event
    named = attributes(event)
    first = None if view.redacted else session.event(str(event.id)).text
    at = recorded(event).isoformat()
    entries = [_entry(str(event.id), "ADD", None, first, at)]
    reads = first
    for act in view.history:
        if act.effect == "corrects" and act.reason != REFRESHED:
            patch = unpacked(session.event(act.event_id).text)
            said = patch.get("content", reads) if isinstance(patch, dict) else None
            entries.append(_entry(act.event_id, "UPDATE", reads, said, _when(session, act.event_id)))
            reads = said
        elif act.effect == "redacts" and act.counts:
            entries.append(_entry(act.event_id, "DELETE", reads, None, _when(session, act.event_id)))
    whole = {"memory_id": event.id, "created_at": at, "actor_id": named.get("actor_id"), "role": named.get("role")}
    return [entry | whole for entry in entries]


def _entry(event_id: str, event: str, old: str | None, new: str | None, at: str) -> dict[str, Any]:
    return {
        "id": event_id,
        "old_memory": old,
        "new_memory": new,
        "event": event,
        "updated_at": at,
        "is_deleted": event == "DELETE",
    }


def _when(session: Session, event_id: str) -> str:
    return recorded(session.event(event_id)).isoformat()


def day(value: object) -> str | None:
    """Read a last day. Raises `RefusedError` for what is none."""
    if value is None:
        return None
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, date):
        return value.isoformat()
    try:
        return date.fromisoformat(str(value)).isoformat()
    except ValueError as error:
        raise refused("expiration_date", value, "is no day", hint="write it as 2026-06-01") from error


def moment(value: object) -> str | None:
    """Read when something was said: seconds since 1970, a time with its offset, or RFC 3339. Raises `RefusedError`."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, datetime) and value.tzinfo is not None:
        return value.isoformat()
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return datetime.fromtimestamp(value, UTC).isoformat()
        except (ValueError, OverflowError, OSError) as error:
            raise refused("timestamp", value, "is no time") from error
    raise refused("timestamp", str(value), "is no time with an offset")


def _today() -> str:
    return datetime.fromtimestamp(system_clock_us() / MICROS_PER_SECOND, UTC).date().isoformat()


def told(said: Sequence[Said]) -> str:
    """Give a talk as one text, each line with who said it."""
    if not said:
        raise RefusedError(
            "messages: nothing was said", details={"path": "messages", "value": [], "reason": "are empty"}
        )
    return "\n".join(f"{one.role}: {one.text}" for one in said)
