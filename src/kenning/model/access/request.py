"""Requests, what is known of the thing they are about, and decisions.

Source: *Entity Model*, "Permission Enforcement": entity + resource type + resource id + action → allow or deny.
"""

from __future__ import annotations

from typing import Literal, get_args

from kenning.model.access.party import Caller
from kenning.model.change import Labels
from kenning.model.event import Name, Noun, Word

ResourceType = Literal[
    "event", "statement", "entity", "file", "tool", "sensor", "control_signal", "channel", "administrative"
]
RESOURCE_TYPES: tuple[str, ...] = get_args(ResourceType)

Side = Literal["entity", "person", "channel", "request"]
"""Who or what refused: the entity itself, the person it acts for, the channel, or the request, which makes no sense."""


class Request(Noun, frozen=True, kw_only=True):
    """What is asked: whether this entity may do this action with this resource."""

    entity: Word
    resource_type: ResourceType
    resource_id: Name
    action: Word


class Record(Noun, frozen=True, kw_only=True):
    """What is known of an event, a statement, an entity or a file that is asked about.

    ``labels`` are its own, or those of every source it is derived from: all must pass. ``principal`` recorded it.
    Without labels nobody may read it.
    """

    labels: tuple[Labels, ...] = ()
    principal: str = ""


class Slice(Noun, frozen=True, kw_only=True):
    """All that a decision is made from: who asks, and what is known of the thing asked about."""

    caller: Caller
    record: Record | None = None


class Reason(Noun, frozen=True, kw_only=True):
    """Why: a stable code, whose permission it was, and what of it (a domain, a level, an act)."""

    code: Word
    side: Side = "entity"
    of: str = ""


class Decision(Noun, frozen=True, kw_only=True):
    """Allow or deny, why, and by which rule. ``words`` in ``rules.access`` says it so that a person understands.

    A denial names every side that refused. Decisions are few and shared: they hold nothing of the request.
    """

    allowed: bool
    rule: Word
    reasons: tuple[Reason, ...] = ()
