"""Every error Kenning raises, each with a stable code; imports nothing of ours.

A message names the path, the value and the reason; ``hint`` says what to do about it. Faces map ``code`` to exit codes and
statuses; nothing else may depend on the text.
"""

from __future__ import annotations

from collections.abc import Mapping


class KenningError(Exception):
    """The root of what Kenning raises on purpose: a stable ``code``, a message for a person, a hint, and details."""

    code = "error"

    def __init__(self, message: str, *, hint: str = "", details: Mapping[str, object] | None = None) -> None:
        """Keep the message, the hint and the machine-readable details apart."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details: dict[str, object] = dict(details or {})

    def __str__(self) -> str:
        """Say what is wrong and, where we know it, what to do."""
        return f"{self.message} ({self.hint})" if self.hint else self.message


class InvalidError(KenningError):
    """What was given is wrong: ``details`` has ``path``, ``value`` and ``reason``."""

    code = "invalid"


class NotFoundError(KenningError):
    """There is no such thing in this namespace, or the caller may not know of it; both read alike."""

    code = "not_found"


class ConflictError(KenningError):
    """What was asked contradicts what is recorded: another content under a known key, or a sequence that has moved on."""

    code = "conflict"


class NotAllowedError(KenningError):
    """The caller may not do this; ``details`` holds the decision."""

    code = "not_allowed"


class ErasedError(KenningError):
    """The event was erased; it is not stored again, and what it said is gone."""

    code = "erased"


class CorruptError(KenningError):
    """What is on the disk is not what was written; ``details`` names the place."""

    code = "corrupt"


class UnavailableError(KenningError):
    """The disk or the lock cannot serve this now; nothing was recorded, and the same call may work later."""

    code = "unavailable"


class UnsupportedError(KenningError):
    """Made by a newer Kenning, or of a kind this version does not read."""

    code = "unsupported"
