"""Parties: who asks, as far as a decision needs to know, and for whom.

Source: *Entity Model*, "Runtime Context"; design section 3 ("who asks when an agent answers a person?").
"""

from __future__ import annotations

from kenning.model.access.channel import Channel
from kenning.model.access.declared import UNDECLARED, Declarations
from kenning.model.access.levels import EntityKind, InternalType, Lifecycle, TrustLevel
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.event import Noun, Word
from kenning.model.identity.entity import SHARED


class Party(Noun, frozen=True, kw_only=True):
    """One entity as a party to a request, from the head of its definition.

    ``principals`` are the ids under which its own sessions recorded: its id and those confirmed to be the same.
    ``identifiers`` are its confirmed identifiers as labels name them (``channel:identifier``). Identifiers that were joined by a
    score, or that nobody confirmed, stand in neither. ``permissions`` is what is usable now: grants that wait for review are not
    in it. ``allowed_channels`` narrows an internal entity; empty: any channel.
    """

    entity: Word
    kind: EntityKind = "external"
    internal_type: InternalType | None = None
    trust_level: TrustLevel = "untrusted"
    lifecycle_state: Lifecycle = "discovered"
    permissions: Permissions = NONE
    principals: frozenset[str] = frozenset()
    identifiers: frozenset[str] = frozenset()
    allowed_channels: frozenset[str] = frozenset()


class Caller(Noun, frozen=True, kw_only=True):
    """Who asks: an entity, by a channel, perhaps for a person, within the tenancy of an agent. Bound when a session opens.

    ``agent`` is the tenancy whose records are one's own, beside those that are shared.
    """

    entity: Party
    channel: Channel
    person: Party | None = None
    agent: Word = SHARED
    declared: Declarations = UNDECLARED
