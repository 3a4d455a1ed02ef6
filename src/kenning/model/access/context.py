"""The context of a session: who asks, how it stands with them, by which channel, and what they may do.

Source: *Entity Model*, "Runtime Context": definition + state + channel binding.
"""

from __future__ import annotations

from kenning.model.access.permissions import NONE, Permissions
from kenning.model.event import Noun
from kenning.model.identity.view import EntityState


class SessionBinding(Noun, frozen=True, kw_only=True):
    """By which channel and in which session somebody speaks, and the role it has now: its trust level, or its internal type."""

    channel: str
    session_id: str
    role: str


class SessionContext(Noun, frozen=True, kw_only=True):
    """Definition, state and binding put together, in the document's shape.

    ``entity`` is ``entity_id:label`` of the head of its definition, ``definition`` that version's hash; ``acting_for`` names the
    person whose permissions bound it.
    """

    entity: str
    definition: str
    state: EntityState
    session: SessionBinding
    acting_for: str | None = None
    effective_permissions: Permissions = NONE
