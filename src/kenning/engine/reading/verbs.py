"""The verbs that walk the log, on what the admin is told, and on who saw what."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

from kenning.engine.access.bound import Bound
from kenning.engine.reading import audit, follow, inbox, reads
from kenning.errors import NotAllowedError
from kenning.model.event import Envelope
from kenning.model.recall import Filters, Stretch
from kenning.model.report import Notice, Sighting
from kenning.model.time import wrong

STRETCH_MAX = 1000
END = "end"


class LogVerbs(Bound):
    """The log in order: walked, read in stretches, and followed as it grows."""

    def log(
        self, *, after: int | str = 0, limit: int | None = None, filters: Filters | None = None
    ) -> Iterator[Envelope]:
        """Walk the log in order, behind ``after``: a sequence, or the id of the event read last.

        Erased events show as tombstones without content, to whoever may read all of the log.
        """
        span = follow.Span(after=self._behind(after), upto=self._at, limit=limit)
        return follow.log(self._engine, self.scope, span, filters)

    def stretch(
        self, *, after: int | str = 0, limit: int = 100, filters: Filters | None = None, each: bool = False
    ) -> Stretch:
        """Give a stretch of the log at once, with a cursor behind which it goes on: now or later, nothing skipped or repeated.

        ``after`` is such a cursor, a sequence, the id of an event, or "end" for where the log ends now; ``limit`` is at most
        1,000. ``each`` gives a cursor behind each event, too.
        """
        if not 1 <= limit <= STRETCH_MAX:
            raise wrong("limit", limit, f"is not between 1 and {STRETCH_MAX}")
        span = follow.Span(after=self._behind(after), upto=self._at, limit=limit)
        events, last = follow.stretch(self._engine, self.scope, span, filters)
        place = partial(follow.cursor, self._engine, self.namespace)
        found = [event for _, event in events]
        return Stretch(events=found, cursor=place(last), cursors=[place(one) for one, _ in events] if each else [])

    def changed(self, since: int | None = None, *, wait_s: float = 0.0) -> int:
        """Tell one state of the store from another; waits so long until it is another than ``since``."""
        self._keeps("asking whether anything was written")
        now = self._engine.store.version()
        if now == since and wait_s > 0:
            with self._engine.appended:
                self._engine.appended.wait(wait_s)
            now = self._engine.store.version()
        return now

    def _behind(self, after: int | str) -> int:
        """Find where to go on. A cursor, or the id of an event, is for those who may not know sequences."""
        if isinstance(after, str) and after.startswith(follow.CURSOR_PREFIX):
            return follow.place(self._engine, self.namespace, after)
        if after == END:
            with self._engine.store.read() as reader:
                return reader.head(self.namespace).sequence
        if isinstance(after, str):
            with self._engine.store.read() as reader:
                return reads.find(reader, self.scope, after, self._at).sequence
        if after:
            self._keeps("reading behind a sequence")
        return after

    def follow(
        self,
        *,
        after: int | str = 0,
        filters: Filters | None = None,
        wait: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Envelope]:
        """Walk the log and, where asked to wait, every event to come; never skips, never repeats."""
        behind = self._behind(after)
        return follow.follow(self._engine, lambda: self.scope, behind, filters, stop if wait else None, wait=wait)


class AuditVerbs(Bound):
    """Notices: whoever is new, every merge, flagged grants, refused administrative acts. The audit: who was shown what."""

    def inbox(self, *, read: bool = False, limit: int = 1000) -> list[Notice]:
        """List the notices nobody has seen, the newest first; ``read`` lists those that were seen as well."""
        self._admins()
        return inbox.inbox(self._engine, self._who, self._at, limit, read=read)

    def read_notices(self, *events: str) -> str | None:
        """Note that notices were seen: those about these events, or all; gives the act, nothing where all were seen already."""
        self._writable()
        self._admins()
        return inbox.read(self._engine, self._who, events)

    def audit(
        self, *, seen: str | None = None, by: str | None = None, refused: bool = False, limit: int = 100
    ) -> list[Sighting]:
        """Ask who saw a thing (by id), what a principal saw, and what was refused; the newest first.

        Asking is in the audit, too. Raises `NotAllowedError` without the permission ``read_audit``.
        """
        if not 1 <= limit <= 1_000_000:
            raise wrong("limit", limit, "is not between 1 and 1000000")
        self._may("administrative", "read_audit", "perform")
        self._engine.audit.flush()
        question = audit.Question(seen, by, refused, limit)
        with self._engine.store.read() as reader:
            found = audit.asked(reader, self.namespace, question, self._at)
        self._engine.audit.saw(self._who, "audit")
        return found

    def _admins(self) -> None:
        """Let only the admin through, at the file or on a channel. Raises `NotAllowedError`."""
        compiled = self._compiled()
        if compiled is not None and compiled.caller.entity.trust_level != "admin":
            raise NotAllowedError("inbox: is for the admin", details={"act": "inbox"})
