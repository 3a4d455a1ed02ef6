"""The verbs on what the admin is told, and on who saw what."""

from __future__ import annotations

from kenning.engine.access.bound import Bound
from kenning.engine.reading import audit, inbox
from kenning.errors import NotAllowedError
from kenning.model.report import Notice, Sighting
from kenning.model.time import wrong


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
