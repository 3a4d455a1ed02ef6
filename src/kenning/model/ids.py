"""Identifiers of events and entities: their form, and how one is made from a time and random bytes (RFC 9562, version 7)."""

from __future__ import annotations

import re

EVENT_ID = re.compile(r"evt_[A-Za-z0-9_-]{1,64}")
NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
"""Names of namespaces and agents: safe in a header, a path and a URL without quoting."""


def uuid7(time_ms: int, noise: bytes) -> int:
    """Make a version 7 UUID as an integer from milliseconds since 1970 and ten random bytes.

    >>> f"{uuid7(1, bytes(10)):032x}"
    '00000000000170008000000000000000'
    """
    tail = int.from_bytes(noise[:10], "big")
    return time_ms << 80 | 0x7 << 76 | (tail >> 62 & 0xFFF) << 64 | 0b10 << 62 | (tail & (1 << 62) - 1)


def event_id(time_ms: int, noise: bytes) -> str:
    """Make the id of an event: ``evt_`` and the 32 hexadecimal digits of a version 7 UUID."""
    return f"evt_{uuid7(time_ms, noise):032x}"


ENTITY_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")


def entity_id(time_ms: int, noise: bytes) -> str:
    """Make the id of an entity: a version 7 UUID as it is usually written.

    >>> entity_id(1, bytes(10))
    '00000000-0001-7000-8000-000000000000'
    """
    digits = f"{uuid7(time_ms, noise):032x}"
    return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"
