"""One open store: the file, the folder beside it, the key of its fingerprints, and the queue in which writers take turns."""

from __future__ import annotations

import shutil
import tempfile
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

from kenning.engine.access.callers import Callers
from kenning.engine.access.codes import Codes
from kenning.engine.claims.system import active
from kenning.engine.config import Config
from kenning.engine.exchange.prints import Key
from kenning.engine.reading.audit import Audit
from kenning.engine.reading.recall.lines import Lines
from kenning.engine.reading.recall.meaning.dense import Dense
from kenning.engine.reading.recall.meaning.held import Space
from kenning.engine.reading.recall.meaning.lane import Meaning
from kenning.engine.reading.recall.meaning.senses import Senses
from kenning.engine.recognise.known import KnownNames
from kenning.errors import KenningError, UnavailableError
from kenning.model.recall import Scope
from kenning.model.schema import Active
from kenning.providers.words import static_words
from kenning.rules import text
from kenning.rules.identity.spots import keys_of
from kenning.store import MEMORY, ApartReader, Graph, Options, Reader, Writer, open_store
from kenning.store.base import Swept
from kenning.store.files import Folder, private, secret

Deed = Callable[[Writer], Any]
Bring = Callable[[Scope, ApartReader], None]
_JOBS_MAX = 64
_KEPT_MAX = 1000
_GATHER_S = 0.002


class Job:
    """One caller's deed in a shared transaction: what to do, and how it went."""

    __slots__ = ("deed", "done", "error", "leads", "result", "wake")

    def __init__(self, deed: Deed) -> None:
        """Wrap a deed that has not run; ``wake`` is released when it has, or when its caller is to lead."""
        self.deed = deed
        self.done = False
        self.leads = False
        self.error: KenningError | None = None
        self.result: Any = None
        self.wake = threading.Lock()
        self.wake.acquire()


class Kept:
    """A few things worked out from the log, the latest asked for; safe to use from several threads."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:  # noqa: ANN401 - whatever was kept
        """Give what was kept under a key, or nothing."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def keep(self, key: Hashable, value: object) -> None:
        """Keep something, and let go of what was not asked for longest."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > _KEPT_MAX:
                self._kept.popitem(last=False)


class Engine:
    """What all sessions on one store share."""

    def __init__(self, path: str, config: Config, bring: Bring) -> None:
        """Open the store at ``path``, or create it; ":memory:" keeps everything in memory but files.

        ``bring`` brings the entity graph of a caller of less than everything up to date.
        """
        self._bring = bring
        self.config = config
        self.path = path
        self.audit = Audit(self.commit, config.audit_s, (config.audit_clock_us, config.audit_noise))
        options = Options(
            synchronous=config.synchronous,
            vfs=config.vfs,
            exclusive=config.exclusive,
            busy_s_max=config.busy_s_max,
            tail_docs=config.tail_docs,
            fan=config.fan,
        )
        if path != MEMORY and config.vfs is None:
            private(Path(path))
        self.store = open_store(path, options, text.bag, keys_of)
        beside = (
            Path(tempfile.gettempdir(), f"kenning-{config.noise(8).hex()}") if path == MEMORY else Path(f"{path}.files")
        )
        self.folder = Folder(beside, config.noise)
        try:
            self.key = Key(config.noise(32) if path == MEMORY else secret(Path(f"{path}.key"), config.noise))
        except BaseException:
            self.close()
            raise
        self.callers = Callers(self.store)
        self.codes = Codes(config.noise, config.clock_us)
        self._known_names: dict[str, KnownNames] = {}
        self.tallies = Kept()
        self.lines = Lines()
        self._meaning: Meaning | None = None
        self.kept: dict[str, int] = {}
        """By namespace, up to where nothing need be kept of rows for the lane of meaning."""
        self.keeping = threading.Lock()
        self._queue = threading.Lock()
        self._waiting: deque[Job] = deque()
        self._led = False
        self._crowd = 1
        self._gathered = threading.Lock()
        self._gathered.acquire()
        self.appended = threading.Condition()
        with self.store.read() as reader:
            owed = reader.owed_sweep()
        if owed is not None:
            with suppress(UnavailableError):  # it stays owed; a store that can be read is opened
                self.finish_sweep(owed)

    @contextmanager
    def read(self, scope: Scope) -> Iterator[Reader]:
        """Open a consistent reading in which the entity graph holds what a scope shows of it, and nothing else."""
        if scope.who is None:
            with self.store.read() as reader:
                yield reader
        else:
            with self.store.read_apart((scope.namespace, scope.who), partial(self._bring, scope)) as reader:
                yield reader

    def fingerprint(self, parts: list[str | None]) -> bytes:
        """Give the keyed fingerprint of an idempotency key and all it is scoped by."""
        return self.key.fingerprint(parts)

    def senses(self) -> Senses | None:
        """Give the vectors of words, read when first asked for; nothing where they are not installed, or not wanted."""
        meaning = self.meaning()
        return meaning.senses if meaning is not None else None

    def meaning(self) -> Meaning | None:
        """Give the lane of meaning; nothing where there are neither vectors of words nor an embedder."""
        if self._meaning is None:
            words = static_words() if self.config.vectors else None
            if words is not None or self.config.embedders:
                senses = Senses(words) if words is not None else None
                self._meaning = Meaning(senses, [Dense(embedder) for embedder in self.config.embedders])
        return self._meaning

    def spaces(self) -> dict[str, Space]:
        """Give the models of this store by the names their vectors are kept under, the one that answers first."""
        meaning = self.meaning()
        return {} if meaning is None else meaning.spaces

    def known_names(self, namespace: str) -> KnownNames:
        """Give the names of a namespace, kept in memory to be found in texts."""
        found = self._known_names.get(namespace)
        return found if found is not None else self._known_names.setdefault(namespace, KnownNames())

    def schema(self, graph: Graph, at: int | None = None) -> Active:
        """Give the schema in force in a namespace at a moment."""
        return active(graph.schema(at))

    def commit(self, deed: Deed) -> Any:  # noqa: ANN401 - whatever the deed gives
        """Run a deed under the write lock, together with those of other threads that wait: one fsync for all of them.

        The first to come leads: it runs all that wait and then lets the next in line lead. A deed that is refused must have
        written nothing, or have undone it.
        """
        job = Job(deed)
        with self._queue:
            self._waiting.append(job)
            leads, self._led = not self._led, True
            if not leads and len(self._waiting) >= self._crowd and self._gathered.locked():
                self._gathered.release()
        if not leads:
            try:
                job.wake.acquire()
            except BaseException:  # an interruption: nobody may wait for a leader who is gone
                self._leave(job)
                raise
        if not job.done:
            self._lead()
        if job.error is not None:
            raise job.error
        return job.result

    def _leave(self, job: Job) -> None:
        with self._queue:
            if job in self._waiting:  # else it is being done, or was
                self._waiting.remove(job)
                if job.leads:
                    self._pass_on()

    def _pass_on(self) -> None:
        following = self._waiting[0] if self._waiting else None
        self._led = following is not None
        if following is not None:
            following.leads = True
            following.wake.release()

    def _lead(self) -> None:
        jobs: list[Job] = []
        try:
            if (
                len(self._waiting) < self._crowd
            ):  # those of the last transaction are about to come again: one fsync for all
                self._gathered.acquire(timeout=_GATHER_S)
            with self._queue:
                jobs = [self._waiting.popleft() for _ in range(min(len(self._waiting), _JOBS_MAX))]
                self._crowd = len(jobs)
                self._gathered.acquire(blocking=False)
            self._run(jobs)
        finally:
            for job in jobs:
                job.wake.release()
            with self._queue:
                self._pass_on()

    def _run(self, jobs: list[Job]) -> None:
        try:
            with self.store.write(alone=len(jobs) == 1) as writer:
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
        """Remove the stored files of an erasure and sweep the store, which waits for the writer at work."""
        for path in paths:
            self.folder.remove(path)
        return self.store.sweep()

    def close(self) -> None:
        """Close all connections; the writer at work finishes first, and what was read is in the audit.

        Raises `UnavailableError`, with all closed, where the audit could not be written.
        """
        try:
            self.audit.close()
        finally:
            self.store.close()
            if self.path == MEMORY:
                shutil.rmtree(self.folder.root, ignore_errors=True)  # it is only there where a file was attached
