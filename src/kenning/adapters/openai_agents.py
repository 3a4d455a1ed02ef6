"""A session of the OpenAI Agents SDK that keeps its items in Kenning: ``Runner.run(…, session=KenningSession("chat-7", …))``.

Each item is an event in the session it belongs to, so that what was said in one conversation can be recalled in the next. What is
popped or cleared is redacted.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Iterator, Mapping
from typing import Any

from kenning.adapters.acts import attributes, event_of, packed, redaction, unpacked
from kenning.adapters.seat import Where, absent, seat
from kenning.model.recall import Filters
from kenning.model.view import View

try:
    from agents.items import TResponseInputItem
    from agents.memory.session import SessionABC
    from agents.memory.session_settings import SessionSettings, resolve_session_limit
except ImportError as error:
    raise absent("openai-agents", "openai-agents") from error

KIND = "openai_agents.item"
ALL = 1_000_000
_PLAIN = re.compile(r"[A-Za-z0-9._:-]{1,64}")
_SPEAKS = ("content", "text", "output", "arguments", "summary", "refusal", "transcript")


class KenningSession(SessionABC):
    """A conversation under an id, over a file, a server or a session. May be used from several threads and loops.

    ``memory`` is a session, or what `kenning.open` opens; of a file it is used as an entity of its own, not as the admin, unless
    ``as_admin`` says so. Two with one id are one conversation.
    """

    def __init__(
        self,
        session_id: str,
        memory: Where,
        *,
        session_settings: SessionSettings | None = None,
        token: str | None = None,
        as_admin: bool = False,
    ) -> None:
        """Go on with a conversation, or begin it."""
        self.session_id = session_id
        self.session_settings = session_settings or SessionSettings()
        self._seat = seat(memory, token=token, as_admin=as_admin)
        self._kind = _kind(session_id)
        self._began: str | None = None
        self._lock = threading.Lock()

    def close(self) -> None:
        """Close what was opened; a session that was given stays open."""
        self._seat.close()

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """Give the items in order; with a limit the last so many."""
        most = resolve_session_limit(limit, self.session_settings)
        views = await asyncio.to_thread(self._last, most)
        return [item for view in views if (item := _item_of(view)) is not None]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Add items behind those that are there, all or none."""
        if items:
            await asyncio.to_thread(self._seat.session.record_many, [self._event(item) for item in items])

    async def pop_item(self) -> TResponseInputItem | None:
        """Take the last item away and give it; nothing where there is none."""
        return await asyncio.to_thread(self._popped)

    async def clear_session(self, *, erase: bool = False) -> None:
        """Take all items away; ``erase`` destroys them, and sweeps every file of the store."""
        await asyncio.to_thread(self._cleared, erase=erase)

    def _last(self, most: int | None) -> list[View]:
        if most is not None and most <= 0:
            return []
        filters = Filters(kinds=frozenset({self._kind}), after=self._began)
        found = self._seat.session.timeline(filters, limit=min(most or ALL, ALL), newest_first=True)
        found.reverse()
        if most is None and found and self._began is None:
            self._began = found[0].event.recorded_at  # nothing of this conversation is older
        return found

    def _popped(self) -> TResponseInputItem | None:
        with self._lock:
            for view in self._last(1):
                self._seat.session.record(redaction(view.event, because="popped"))
                return _item_of(view)
        return None

    def _cleared(self, *, erase: bool) -> None:
        with self._lock:
            views = self._last(None)
            if not erase:
                self._seat.session.record_many([redaction(view.event, because="cleared") for view in views])
                return
            for view in views:
                self._seat.session.erase(str(view.event.id), because="its conversation was erased")

    def _event(self, item: TResponseInputItem) -> dict[str, Any]:
        said: Mapping[str, Any] = dict(item)
        kept = {"session": self.session_id, "item": packed(said, "item")}
        more: dict[str, Any] = {"context": {"session": {"id": self.session_id}}}
        if isinstance(said.get("role"), str):
            more["actor"] = {"type": said["role"]}
        return event_of(self._kind, "\n".join(_words(said)), kept, **more)


def _kind(session_id: str) -> str:
    """Give the kind of a conversation's items: so they are found by it, in the query, among those of any number of others."""
    digest = hashlib.sha256(session_id.encode()).hexdigest()
    return f"{KIND}/{session_id if _PLAIN.fullmatch(session_id) else f'sha256:{digest}'}"


def _item_of(view: View) -> TResponseInputItem | None:
    """Give the item that an event holds; nothing where it is none, whoever recorded it under this kind."""
    item = unpacked(attributes(view.event).get("item"))
    return item if isinstance(item, dict) else None  # type: ignore[return-value]  # as it was given


def _words(item: object) -> Iterator[str]:
    """Walk what an item says: of a message its texts, of a call its arguments, of what a tool gave its output."""
    if isinstance(item, str):
        yield item
    elif isinstance(item, Mapping):
        for name in _SPEAKS:
            yield from _words(item.get(name))
    elif isinstance(item, list | tuple):
        for part in item:
            yield from _words(part)
