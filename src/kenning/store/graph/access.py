"""Who may know it, as it lies in the store: grants, channels and who is bound to them, declarations, what was confirmed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from kenning.model.access.change import (
    AccessChange,
    AccessShifted,
    BindingSet,
    ChannelSet,
    DeclarationSet,
    GrantClosed,
    GrantOpened,
    InternalNamed,
    MergeConfirmed,
)
from kenning.model.access.channel import Binding, Channel, Token
from kenning.model.access.declared import Declarations
from kenning.model.access.grant import Grant
from kenning.store.graph.claims import SQL, SqliteClaims
from kenning.store.places import NAMESPACE_BITS, NOW, OPEN, SEQUENCE_MAX

_grant = msgspec.json.Decoder(Grant).decode
_channel = msgspec.json.Decoder(Channel).decode
_token = msgspec.json.Decoder(tuple[str, Token]).decode
_binding = msgspec.json.Decoder(Binding).decode
_encode = msgspec.json.Encoder(order="sorted").encode


class SqliteAccess(SqliteClaims):
    """Who may know it in one namespace, as one reading sees it. Numbers are those of entities."""

    @property
    def access_generation(self) -> int:
        """Give the sequence of the last act that may have changed anybody's access; 0 where none did."""
        found: int = self._execute(SQL["generation"], (self._base, self._base | SEQUENCE_MAX)).get
        return found & SEQUENCE_MAX

    def grants_to(self, numbers: Iterable[int]) -> list[Grant]:
        """List the standing grants to some entities as written."""
        return [
            _grant(body) for number in numbers for (body,) in self._execute(SQL["grants_to"], (self._base | number,))
        ]

    def grants_by(self, granters: Iterable[str]) -> list[Grant]:
        """List the standing grants that rest on one of these entities."""
        return [_grant(body) for one in granters for (body,) in self._execute(SQL["grants_by"], (self._ns, one))]

    def grants(self, limit: int, at: int = NOW) -> list[Grant]:
        """List all grants that stand, in the order they were given."""
        return [_grant(body) for (body,) in self._execute(SQL["all_grants"], (self._ns, at, limit))]

    def grant(self, grant_id: str, at: int = NOW) -> Grant | None:
        """Find a standing grant by the event that gave it."""
        body = self._execute(SQL["grant"], (self._ns, grant_id, at)).get
        return None if body is None else _grant(body)

    def waiting_for(self, entity: str) -> str | None:
        """Give the item of the review under which an entity waits to be looked at."""
        found: str | None = self._execute(SQL["waiting_for"], (self._ns, entity)).get
        return found

    def channel(self, channel_id: str, at: int = NOW) -> Channel | None:
        """Give a channel as it was defined and moved, without its bindings."""
        body = self._execute(SQL["channel"], (self._ns, channel_id, at)).get
        return None if body is None else _channel(body)

    def channels(self, at: int = NOW) -> list[Channel]:
        """List the channels that were ever defined or judged."""
        return [_channel(body) for (body,) in self._execute(SQL["all_channels"], (self._ns, at))]

    def bindings(self, channel_id: str, limit: int, at: int = NOW) -> list[tuple[int, Binding]]:
        """List who is bound to sessions of a channel."""
        rows = self._execute(SQL["bindings"], (self._ns, channel_id, at, limit))
        return [(number, _binding(body)) for number, body in rows]

    def bindings_of(self, number: int, channel_id: str) -> list[Binding]:
        """List the sessions of a channel that an entity, as written, is bound to."""
        return [_binding(body) for (body,) in self._execute(SQL["bindings_of"], (self._base | number, channel_id))]

    def is_bound(self, numbers: Iterable[int]) -> bool:
        """Tell whether any of some entities, as written, was ever bound to a session of a channel."""
        return any(self._execute(SQL["is_bound"], (self._base | number,)).get is not None for number in numbers)

    def bound(self, channel_id: str, session_id: str) -> tuple[int, Binding] | None:
        """Give who is bound to a session of a channel."""
        rows = self._execute(SQL["bound"], (self._ns, channel_id, session_id)).fetchall()
        return (rows[0][0], _binding(rows[0][1])) if rows else None

    def declarations(self, at: int = NOW) -> Declarations:
        """Give what is declared of tools and sensors: the last word on each."""
        said: dict[str, dict[str, str]] = {"tool": {}, "sensor": {}}
        for sort, name, word in self._execute(SQL["declared"], (self._ns, at)):
            said[sort][name] = word
        return msgspec.convert({"tools": said["tool"], "sensors": said["sensor"]}, Declarations)

    def token(self, token_id: str, at: int = NOW) -> tuple[str, Token] | None:
        """Find a token by the event that issued it: the digest of its secret, and how it stands; nothing once it is revoked."""
        said = self._execute(SQL["token"], (self._ns, token_id, at)).get
        return _token(said) if said else None

    def tokens(self, at: int = NOW) -> list[Token]:
        """List the tokens that were not revoked, in the order they were issued."""
        return [_token(said)[1] for (said,) in self._execute(SQL["all_tokens"], (self._ns, at)) if said]

    def internal(self, name: str, at: int = NOW) -> int | None:
        """Give the internal entity of a name."""
        found: int | None = self._execute(SQL["internal"], (self._ns, name, at)).get
        return found

    def internals(self, at: int = NOW) -> list[tuple[str, int]]:
        """List the internal entities: name and number."""
        return self._execute(SQL["all_internals"], (self._ns, at)).fetchall()  # type: ignore[no-any-return]

    def is_confirmed(self, merge: str, at: int = NOW) -> bool:
        """Tell whether a person confirmed a merge, named by its event."""
        return self._execute(SQL["confirmed"], (self._ns, merge, at)).get is not None


def write(execute: Callable[..., Any], ns: int, since: int, change: AccessChange, place: Callable[[str], int]) -> None:
    """Write one change of who may know it."""
    match change:
        case GrantOpened(grant):
            execute(SQL["close_grant"], (since, ns, grant.id))
            row = (ns, grant.id, since, OPEN, place(grant.target), grant.granter, int(grant.dependent))
            execute(SQL["add_grant"], (*row, _encode(grant).decode()))
        case GrantClosed(grant_id):
            execute(SQL["close_grant"], (since, ns, grant_id))
        case ChannelSet(channel):
            execute(SQL["add_channel"], (ns, channel.id, since, _encode(channel).decode()))
        case BindingSet(channel_id, entity, binding):
            bound = (ns, channel_id, binding.session_id, since, place(entity))
            execute(SQL["add_binding"], (*bound, _encode(binding).decode()))
        case DeclarationSet(sort, name, said):
            execute(SQL["add_declared"], (ns, sort, name, since, said))
        case InternalNamed(name, entity):
            execute(SQL["add_internal"], (ns, name, since, place(entity)))
        case MergeConfirmed(event):
            execute(SQL["add_confirmed"], (ns, event, since))
        case AccessShifted():
            execute(SQL["add_shift"], (ns << NAMESPACE_BITS | since,))


def about(change: AccessChange) -> tuple[str, ...]:
    """Name the entities a change is about."""
    match change:
        case GrantOpened(grant):
            return (grant.target,)
        case BindingSet():
            return (change.entity,)
        case _:
            return ()
