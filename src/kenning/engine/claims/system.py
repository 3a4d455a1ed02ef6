"""The schema that ships with the package, together with one that was applied."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from kenning.formats.system_schema import system
from kenning.model.schema import Active, Schema
from kenning.rules.schema import combine


@lru_cache(maxsize=64)
def active(body: str | None) -> Active:
    """Combine the system's schema with a user's, given as JSON."""
    return combine(system(), msgspec.json.decode(body, type=Schema) if body else None)
