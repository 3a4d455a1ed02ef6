"""One open store: the file, the folder beside it, the key of its fingerprints, and the queue in which writers take turns."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec

from kenning.engine.config import Config
from kenning.errors import KenningError, UnavailableError
from kenning.rules import text
from kenning.store import MEMORY, Options, Writer, open_store
from kenning.store.base import Swept
from kenning.store.files import Folder, secret

Deed = Callable[[Writer], Any]
_JOBS_MAX = 64


class Job:
    """One caller's deed in a shared transaction: what to do, and how it went."""

    __slots__ = ("deed", "done", "error", "result")

    def __init__(self, deed: Deed) -> None:
        """Wrap a deed that has not run."""
        self.deed = deed
        self.done = False
        self.error: KenningError | None = None
        self.result: Any = None


class Engine:
    """What all sessions on one store share."""

    def __init__(self, path: str, config: Config) -> None:
        """Open the store at ``path``, or create it; ":memory:" keeps everything in memory but files."""
        self.config = config
        self.path = path
        options = Options(
            synchronous=config.synchronous,
            vfs=config.vfs,
            exclusive=config.exclusive,
            busy_s_max=config.busy_s_max,
            tail_docs=config.tail_docs,
            fan=config.fan,
        )
        self.store = open_store(path, options, text.bag)
        self.folder = Folder(Path(f"{path}.files"), config.noise)
        self._secret = config.noise(32) if path == MEMORY else secret(Path(f"{path}.key"), config.noise)
        self._turn = threading.Lock()
        self._waiting: deque[Job] = deque()
        self.appended = threading.Condition()
        with self.store.read() as reader:
            owed = reader.owed_sweep()
        if owed is not None:
            self.finish_sweep(owed)

    def fingerprint(self, parts: list[str | None]) -> bytes:
        """Give the keyed fingerprint of an idempotency key and all it is scoped by."""
        return blake2b(msgspec.json.encode(parts), key=self._secret, digest_size=16).digest()

    def commit(self, deed: Deed) -> Any:  # noqa: ANN401 - whatever the deed gives
        """Run a deed under the write lock, together with those of other threads that wait: one fsync for all of them.

        Whoever gets the lock runs all that wait. A deed that is refused must have written nothing, or have undone it.
        """
        job = Job(deed)
        self._waiting.append(job)
        with self._turn:
            if not job.done:
                self._run([self._waiting.popleft() for _ in range(min(len(self._waiting), _JOBS_MAX))])
        if job.error is not None:
            raise job.error
        return job.result

    def _run(self, jobs: list[Job]) -> None:
        try:
            with self.store.write() as writer:
                for job in jobs:
                    try:
                        job.result = job.deed(writer)
                    except KenningError as error:
                        job.error = error
        except KenningError as error:
            for job in jobs:
                job.error = job.error or error
        except BaseException as error:
            for job in jobs:
                job.error = job.error or UnavailableError(
                    f"the transaction was broken off: {error!r}", hint="nothing was recorded"
                )
            raise
        finally:
            for job in jobs:
                job.done = True
        with self.appended:
            self.appended.notify_all()

    def finish_sweep(self, paths: Sequence[str]) -> Swept:
        """Remove the stored files of an erasure and sweep the store, while no writer is at work."""
        with self._turn:
            for path in paths:
                self.folder.remove(path)
            return self.store.sweep()

    def close(self) -> None:
        """Close all connections; pending writers finish first."""
        with self._turn:
            self.store.close()
