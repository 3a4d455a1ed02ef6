"""The threads that verbs run in: few for reading, which works, more for writing, which mostly waits for the disk.

All begin in the order they came in. While one reads the next waits, since an interpreter does one thing at a time: two that
read at once take longer than one after the other. Who writes holds nobody up, and neither does who reads for long.

What waits too long, or comes when too many wait, is refused before it has begun: whatever began is done and answered.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from kenning.errors import UnavailableError
from kenning.faces.http.serving import Limits

Found = TypeVar("Found")
TURN_S = 0.1
"""Whoever reads for longer than this goes on beside those behind him."""


class Pool:
    """Threads for verbs."""

    def __init__(self, limits: Limits) -> None:
        """Start none yet: each is started when it is first needed."""
        self._readers = ThreadPoolExecutor(limits.readers, thread_name_prefix="kenning-reads")
        self._writers = ThreadPoolExecutor(limits.writers, thread_name_prefix="kenning-writes")
        self._limits = limits
        self._turn = asyncio.Lock()
        self.waiting = 0

    async def run(self, deed: Callable[[], Found], *, reads: bool) -> Found:
        """Run a deed in a thread. Raises `UnavailableError` where it had to wait too long; it was not begun then."""
        if self.waiting >= self._limits.waiting:
            raise _busy("too many requests wait")
        self.waiting += 1
        due = time.monotonic() + self._limits.wait_s
        try:
            async with self._turn:
                pool = self._readers if reads else self._writers
                found = asyncio.get_running_loop().run_in_executor(pool, _timely, deed, due)
                if reads:
                    await asyncio.wait((found,), timeout=TURN_S)
            # Shielded: who goes away before the answer takes nothing back of what is being done.
            return await asyncio.shield(found)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        """Let what has begun come to its end."""
        self._readers.shutdown(wait=True, cancel_futures=True)
        self._writers.shutdown(wait=True, cancel_futures=True)


def _timely(deed: Callable[[], Found], due: float) -> Found:
    if time.monotonic() > due:
        raise _busy("it waited too long for its turn")
    return deed()


def _busy(why: str) -> UnavailableError:
    return UnavailableError(f"the server is busy: {why}", hint="nothing was done; try again in a moment")
