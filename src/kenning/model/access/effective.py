"""Effective permissions: what remains of an entity's permissions through a channel and beside the person it acts for."""

from __future__ import annotations

import msgspec

from kenning.model.access.levels import SensorReach, ToolClass
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.event import Noun


class EffectivePermissions(Noun, frozen=True, kw_only=True):
    """What may be done in a session, in the document's shape.

    ``tools_up_to`` and ``sensors_up_to`` bound what a key ``*`` stands for; nothing where they say nothing.
    """

    permissions: Permissions = NONE
    tools_up_to: ToolClass | None = None
    sensors_up_to: SensorReach | None = None


class Reader(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a session may read, flattened: the predicate over labels needs nothing else.

    ``ceiling`` is the rank of the most sensitive readable thing, 0 for none. ``agents`` are the tenancies; ``None``: all of them.
    ``everybody``: also what is for an owner or for participants who are others, which is the admin's alone.
    """

    ceiling: int = 0
    domains: frozenset[str] = frozenset()
    agents: frozenset[str] | None = frozenset()
    everybody: bool = False
    principals: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
