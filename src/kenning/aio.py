"""The async face: the same verbs, awaited. Each runs in a thread, so that what waits for the disk or a server holds up nobody.

>>> import asyncio
>>> from kenning import aio
>>> async def main():
...     async with await aio.open(":memory:") as session:
...         await session.record("Priya works at Arc Labs")
...         return [hit.text for hit in await session.recall("Where does Priya work?")]
>>> asyncio.run(main())
['Priya works at Arc Labs']
"""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial, wraps
from typing import Any, Self

from kenning.engine.session import Session

WALKING = frozenset({"log", "follow"})
"""The verbs that give one thing after another."""
SESSIONS = frozenset({"at", "enter", "beside"})
"""The verbs that give another session."""
AT_ONCE = frozenset({"guard"})
_END = object()


class AsyncSession:
    """A session whose verbs are awaited: those of `Session`, under the same names, with the same arguments and answers.

    ``log`` and ``follow`` are walked with ``async for``. What was begun when an await is cancelled is done all the same.
    """

    def __init__(self, session: Session) -> None:
        """Ask through a session."""
        self.session = session

    @property
    def namespace(self) -> str:
        """The namespace."""
        return self.session.namespace

    @property
    def agent(self) -> str:
        """The agent."""
        return self.session.agent

    @property
    def is_somebody(self) -> bool:
        """Whether this session is somebody's on a channel, and not that of whoever holds the file."""
        return self.session.is_somebody

    async def __aenter__(self) -> Self:
        """Use the session as a context that closes its store."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the store."""
        await asyncio.to_thread(self.session.close)

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whichever verb it is
        """Give a verb, to be awaited."""
        if name.startswith("_"):
            raise AttributeError(name)
        verb = getattr(self.session, name)
        if name in AT_ONCE or not callable(verb):
            return verb
        if name in WALKING:
            return partial(_walked, verb, stops=name == "follow")
        return _awaited(verb, gives_session=name in SESSIONS)


def _awaited(verb: Callable[..., Any], *, gives_session: bool) -> Callable[..., Any]:
    @wraps(verb)
    async def asked(*args: Any, **named: Any) -> Any:  # noqa: ANN401 - as the verb takes and gives them
        found = await asyncio.to_thread(verb, *args, **named)
        return AsyncSession(found) if gives_session else found

    return asked


async def _walked(verb: Callable[..., Iterator[Any]], *args: Any, stops: bool, **named: Any) -> AsyncIterator[Any]:  # noqa: ANN401
    stop = named.setdefault("stop", threading.Event()) if stops else None
    walk = await asyncio.to_thread(verb, *args, **named)
    try:
        while (one := await asyncio.to_thread(next, walk, _END)) is not _END:
            yield one
    finally:
        if stop is not None:
            stop.set()  # a thread that waits for what is to come looks up, and ends


async def open(path: Any, **more: Any) -> AsyncSession:  # noqa: A001, ANN401 - as `kenning.open` has it
    """Open a store by its path, or a server by its address, as `kenning.open` does."""
    door = importlib.import_module(
        "kenning"
    )  # by its name: behind the door stand the faces, which are strangers to this one
    return AsyncSession(await asyncio.to_thread(partial(door.open, path, **more)))
