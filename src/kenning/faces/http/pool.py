"""The threads that verbs run in: few for reading, which works, more for writing, which mostly waits for the disk.

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


class Pool:
    """Threads for verbs."""

    def __init__(self, limits: Limits) -> None:
        """Start none yet: each is started when it is first needed."""
        self._readers = ThreadPoolExecutor(limits.readers, thread_name_prefix="kenning-reads")
        self._writers = ThreadPoolExecutor(limits.writers, thread_name_prefix="kenning-writes")
        self._limits = limits
        self.waiting = 0

    async def run(self, deed: Callable[[], Found], *, reads: bool) -> Found:
        """Run a deed in a thread. Raises `UnavailableError` where it had to wait too long; it was not begun then."""
        if self.waiting >= self._limits.waiting:
            raise _busy("too many requests wait")
        self.waiting += 1
        due = time.monotonic() + self._limits.wait_s
        try:
            loop = asyncio.get_running_loop()
            # Shielded: who goes away before the answer takes nothing back of what is being done.
            return await asyncio.shield(
                loop.run_in_executor(self._readers if reads else self._writers, _timely, deed, due)
            )
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
