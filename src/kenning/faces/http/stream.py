"""Listening: events as they come, as server-sent events that go on where a listener left off.

A listener holds nothing: between two stretches of the log no reading is open, and one stretch at most waits for whoever reads
slowly. Each stretch is read in a session signed in anew, so a token that is revoked hears no more.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING

from kenning.errors import KenningError
from kenning.faces import wire
from kenning.faces.http.serving import Limits
from kenning.model.recall import Stretch

if TYPE_CHECKING:
    from kenning.engine.session import Session

STRETCH = 100
LOOK_S = 0.5
Read = Callable[[int | str], Awaitable[Stretch]]
"""Reads the stretch behind a place, in a thread."""


class Watch:
    """Tells listeners that something was written, whichever process wrote it: one thread for all of them."""

    def __init__(self, keeper: Session) -> None:
        """Look at nothing yet."""
        self._keeper = keeper
        self._waiting: set[asyncio.Event] = set()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self.stopping = False

    @property
    def listeners(self) -> int:
        """Count who listens."""
        return len(self._waiting)

    def join(self) -> asyncio.Event:
        """Give what is set whenever something was written; the first listener starts the thread."""
        self._loop = asyncio.get_running_loop()
        event = asyncio.Event()
        self._waiting.add(event)
        if self._thread is None:
            self._thread = threading.Thread(target=self._look, name="kenning-watch", daemon=True)
            self._thread.start()
        return event

    def leave(self, event: asyncio.Event) -> None:
        """Take a listener off the list."""
        self._waiting.discard(event)

    def stop(self) -> None:
        """Let all listeners go."""
        self.stopping = True
        self._tell()

    def close(self) -> None:
        """Wait for the thread."""
        self.stopping = True
        if self._thread is not None:
            self._thread.join()

    def _look(self) -> None:
        seen = None
        while not self.stopping:
            try:
                now = self._keeper.changed(seen, wait_s=LOOK_S)
            except KenningError:
                return
            if now != seen:
                seen = now
                self._tell()

    def _tell(self) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for event in self._waiting:
            event.set()


async def events(watch: Watch, read: Read, first: Stretch, limits: Limits) -> AsyncIterator[bytes]:
    """Give a first stretch and all behind it, also what is to come, until the server stops or the token counts no more."""
    woken = watch.join()
    stretch = first
    try:
        while not watch.stopping:
            for event, cursor in zip(stretch.events, stretch.cursors, strict=True):
                yield _message("event", cursor, wire.to_bytes(event))
            if not stretch.events:
                try:
                    await asyncio.wait_for(woken.wait(), limits.beat_s)
                except TimeoutError:
                    yield b": all is well\n\n"
            woken.clear()
            try:
                stretch = await read(stretch.cursor)
            except KenningError as error:
                yield _message("error", "", wire.to_bytes(wire.problem(error)))
                return
    finally:
        watch.leave(woken)


def _message(name: str, cursor: str, data: bytes) -> bytes:
    place = f"id: {cursor}\n" if cursor else ""
    return f"{place}event: {name}\ndata: ".encode() + data + b"\n\n"
