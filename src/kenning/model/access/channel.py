"""Channels: the ways by which something comes and goes, each with its approval, its cap and whom it is bound to.

Source: *Entity Model*, "Channel Binding", "Runtime Context"; design section 3 ("may a guest speak?").
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kenning.model.access.levels import TrustLevel
from kenning.model.access.permissions import EVERYTHING, Permissions
from kenning.model.event import Domain, Name, Noun, Sensitivity, Visibility, Word

ChannelState = Literal["pending", "approved", "rejected", "revoked"]
"""Only ``approved`` gives access. What comes by the others is recorded and inert."""

BINDINGS_MAX = 1 << 20


class Binding(Noun, frozen=True, kw_only=True):
    """Who speaks in a session of a channel: the version of its definition then, the session, the role it had.

    A binding gives nothing: what holds is the head of the definition it leads to.
    """

    entity_def_hash: Word
    session_id: Name
    role: TrustLevel | Word


class Narrowing(Noun, frozen=True, kw_only=True):
    """By how much a token lets through less than who holds it may: which verbs, reading alone, a ceiling, domains.

    No verb and no domain named: all of them.
    """

    verbs: list[Word] = []
    reading: bool = False
    ceiling: Sensitivity | None = None
    domains: Annotated[list[Domain], Meta(max_length=8)] = []


class Token(Noun, frozen=True, kw_only=True):
    """A token as it stands: by it somebody speaks from afar, in a session of an entity on a channel, perhaps for a person.

    ``id`` is the event that issued it. The secret is kept nowhere.
    """

    id: str
    entity: str
    channel: Word
    agent: Word
    person: str | None = None
    name: Name = "token"
    narrowing: Narrowing = Narrowing()
    issued_at: str = ""
    expires_at: str | None = None


class Issued(Noun, frozen=True, kw_only=True):
    """A token that was just issued, with what its holder has to show: given once, and to be had from nobody afterwards."""

    secret: str
    token: Token


class Channel(Noun, frozen=True, kw_only=True):
    """A channel as an authorised act defined it.

    ``permissions`` is a cap: nobody has more through this channel. The defaults are the labels of what is recorded by it and
    says nothing of its own; recording under them is the channel's right, not the actor's.
    """

    id: Word
    kind: Word = "channel"
    approval_state: ChannelState = "pending"
    permissions: Permissions = EVERYTHING
    default_domains: Annotated[list[Domain], Meta(max_length=8)] = []
    default_sensitivity: Sensitivity = "private"
    default_visibility: Visibility = "owner"
    entity_bindings: Annotated[list[Binding], Meta(max_length=BINDINGS_MAX)] = []
