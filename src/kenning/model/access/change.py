"""What a fold of acts on access yields beside definitions: grants, channels, bindings, declarations, confirmations."""

from __future__ import annotations

import msgspec

from kenning.model.access.channel import Binding, Channel
from kenning.model.access.grant import Grant


class GrantOpened(msgspec.Struct, frozen=True):
    """A grant stands as it says, from now on; one of the same id that stood ends."""

    grant: Grant


class GrantClosed(msgspec.Struct, frozen=True):
    """A grant counts no more."""

    id: str


class ChannelSet(msgspec.Struct, frozen=True):
    """A channel is as it says, without its bindings."""

    channel: Channel


class BindingSet(msgspec.Struct, frozen=True):
    """Who speaks in a session of a channel."""

    channel: str
    entity: str
    binding: Binding


class DeclarationSet(msgspec.Struct, frozen=True):
    """What is declared of a tool or of an action of a sensor."""

    sort: str
    name: str
    said: str


class MergeConfirmed(msgspec.Struct, frozen=True):
    """A person confirmed the merge of this event."""

    event: str


class InternalNamed(msgspec.Struct, frozen=True):
    """An internal entity goes by a name, by which sessions are opened."""

    name: str
    entity: str


class AccessShifted(msgspec.Struct, frozen=True):
    """Somebody's access may be another from this act on."""


AccessChange = (
    GrantOpened
    | GrantClosed
    | ChannelSet
    | BindingSet
    | DeclarationSet
    | MergeConfirmed
    | InternalNamed
    | AccessShifted
)
