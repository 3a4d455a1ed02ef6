"""The verbs of a session on trust and access: who may what, by which channels, and who says so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar, get_args

import msgspec

from kenning.engine.access import granting, places
from kenning.engine.access.bound import Bound
from kenning.engine.access.loading import channel_for
from kenning.engine.access.seat import Ending, Seat, caller_of, done
from kenning.model.access.act import ChannelDefined, Declared, Related
from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.genesis import LOCAL_CHANNEL
from kenning.model.access.grant import Grant
from kenning.model.access.internal import RetrievalPolicy
from kenning.model.access.levels import InternalType, TrustLevel
from kenning.model.access.party import Caller
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions
from kenning.model.time import wrong
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.decide import Compiled
from kenning.rules.door.wire import refusal
from kenning.store import NOW, Reader

FULL = "full"
"""For permissions: everything the level may have. It is refused like any other grant where it goes too far."""
LIMIT = 10_000
Said = TypeVar("Said", bound=msgspec.Struct)
Asked = Permissions | Mapping[str, Any] | str | None


class AccessVerbs(Bound):
    """Trust, grants, channels, declarations and internal entities. A refusal raises `NotAllowedError`, and is in the log."""

    def _caller(self, reader: Reader) -> Caller:
        """Give who asks as it stands in a reading."""
        return caller_of(reader, self._who)

    def _done(self, deed: Callable[[Seat], Ending]) -> str:
        self._writable()
        return done(self._engine, self._who, deed)

    # -- trust ---------------------------------------------------------------------------------------------------------

    def elevate(self, asked: str, level: str, permissions: Asked = None, *, dependent: bool | None = None) -> str:
        """Raise an entity to a level and give it permissions, which makes it active; gives the id of the act, the grant's.

        ``permissions`` as in the document's schema, or ``"full"``. Raises `NotAllowedError` with the difference where it goes
        too far: nothing is trimmed.
        """
        raised = _level(level)
        given = permissions_of(permissions, raised)
        one = self._known(asked)
        return self._done(lambda seat: granting.elevate(seat, one, raised, given, dependent))

    def demote(self, asked: str, level: str = "untrusted", permissions: Asked = None) -> str:
        """Lower an entity at once, in every open session: what it was given ends, what is known of it stays.

        Without permissions it keeps what fits the level; untrusted it keeps nothing.
        """
        lowered = _level(level)
        left = None if permissions is None else permissions_of(permissions, lowered)
        one = self._known(asked)
        return self._done(lambda seat: granting.demote(seat, one, lowered, left))

    def suspend(self, asked: str) -> str:
        """Take all access from an entity until it is resumed; its level and permissions stay as they are."""
        one = self._known(asked)
        return self._done(lambda seat: granting.move(seat, one, "suspend"))

    def resume(self, asked: str) -> str:
        """Give a suspended entity back what it had."""
        one = self._known(asked)
        return self._done(lambda seat: granting.move(seat, one, "reactivate"))

    def revoke(self, asked: str) -> str:
        """Take all access from an entity for good."""
        one = self._known(asked)
        return self._done(lambda seat: granting.move(seat, one, "revoke"))

    def grant(self, asked: str, permissions: Asked, *, dependent: bool | None = None) -> str:
        """Give an entity permissions beside what it has; gives the id of the grant."""
        given = permissions_of(permissions, None)
        one = self._known(asked)
        return self._done(lambda seat: granting.grant(seat, one, given, dependent))

    def withdraw(self, grant_id: str) -> str:
        """End a grant, named by the event that gave it."""
        return self._done(lambda seat: granting.withdraw(seat, grant_id))

    def review_grant(self, grant_id: str, *, keep: bool) -> str:
        """Take over a grant that lost what it rested on, or end it."""
        return self._done(lambda seat: granting.review(seat, grant_id, keep=keep))

    def grants(self, asked: str | None = None, *, limit: int = LIMIT) -> list[Grant]:
        """List the grants that stand, to one entity or all; whoever may not manage permissions sees those it gave or got."""
        with self._engine.store.read() as reader:
            graph = reader.graph(self.namespace)
            caller = self._caller(reader)
            mine = {caller.entity.entity, *caller.entity.principals}
            manages = Compiled(caller).check("administrative", "manage_permissions", "perform").allowed
            moment = NOW if self._at is None else self._at
            found = [one for one in graph.grants(limit, moment) if manages or one.granter in mine or one.target in mine]
        if asked is None:
            return found
        wanted = set(self.who(asked).members)  # type: ignore[attr-defined]  # a session is all of its verbs
        return [one for one in found if one.target in wanted]

    def declare_relationship(
        self,
        asked: str,
        target: str,
        type: str,  # noqa: A002 - the schema's word
        *,
        strength: float = 1.0,
        since: str = "",
    ) -> str:
        """Declare a relationship as part of an entity's definition: by an authorised act, not drawn from any text."""
        if not 0 <= strength <= 1:
            raise wrong("strength", strength, "is not between 0 and 1")
        one, other = self._known(asked), self._known(target)
        said = Related(id=one, target=other, type=type, strength=strength, since=since)
        return self._done(lambda seat: places.relate(seat, said, end=False))

    def end_relationship(self, asked: str, target: str, type: str) -> str:  # noqa: A002
        """End a declared relationship; the versions that had it stay."""
        said = Related(id=self._known(asked), target=self._known(target), type=type)
        return self._done(lambda seat: places.relate(seat, said, end=True))

    def confirm_identity(
        self, asked: str, *, identifier: tuple[str, str] | None = None, merge: str | None = None
    ) -> str:
        """Confirm what a score or a name joined to an entity, which opens nothing before: an identifier, a merge, or all."""
        what = merge if merge is not None else identifier
        one = self._known(asked)
        return self._done(lambda seat: places.confirm(seat, one, what))

    # -- channels and declarations -------------------------------------------------------------------------------------

    def define_channel(
        self,
        channel: str,
        *,
        kind: str = "channel",
        permissions: Asked = None,
        domains: Sequence[str] = (),
        sensitivity: str = "private",
        visibility: str = "owner",
    ) -> str:
        """Say what a channel is: its cap (none where permissions say nothing) and the labels of what comes by it."""
        cap = EVERYTHING if permissions is None else permissions_of(permissions, None)
        plain = {
            "id": channel,
            "kind": kind,
            "defaultDomains": list(domains),
            "defaultSensitivity": sensitivity,
            "defaultVisibility": visibility,
        }
        said = msgspec.structs.replace(_converted(plain, ChannelDefined), permissions=cap)
        return self._done(lambda seat: places.define_channel(seat, said))

    def approve_channel(self, channel: str) -> str:
        """Approve a channel: from now on it gives access, up to its cap."""
        return self._done(lambda seat: places.move_channel(seat, channel, "approve"))

    def reject_channel(self, channel: str) -> str:
        """Reject a channel: what comes by it is recorded, and gives no access."""
        return self._done(lambda seat: places.move_channel(seat, channel, "reject"))

    def revoke_channel(self, channel: str) -> str:
        """Take its approval from a channel, in every open session at once."""
        return self._done(lambda seat: places.move_channel(seat, channel, "revoke"))

    def bind_channel(self, channel: str, session_id: str, asked: str) -> str:
        """Note who speaks in a session of a channel. It gives nothing: what holds is the head of its definition."""
        one = self._known(asked)
        return self._done(lambda seat: places.bind_channel(seat, channel, session_id, one))

    def channels(self) -> list[Channel]:
        """List the channels with the sessions bound to them; whoever may not approve channels sees its own."""
        moment = NOW if self._at is None else self._at
        with self._engine.store.read() as reader:
            graph = reader.graph(self.namespace)
            caller = self._caller(reader)
            if not Compiled(caller).check("administrative", places.APPROVE, "perform").allowed:
                return [channel_for(graph, caller.channel.id, caller.entity.entity)]
            found = [
                msgspec.structs.replace(
                    one, entity_bindings=[bound for _, bound in graph.bindings(one.id, LIMIT, moment)]
                )
                for one in graph.channels(moment)
            ]
        return [LOCAL_CHANNEL, *found]

    def declare_tool(self, name: str, tool_class: str) -> str:
        """Declare how dangerous a tool is: safe, effectful, administrative or reserved. One nobody declared is reserved."""
        return self._declare({"tools": {name: tool_class}})

    def declare_sensor(self, action: str, reach: str) -> str:
        """Declare whether an action of a sensor reads or controls, where its name does not end in either."""
        return self._declare({"sensors": {action: reach}})

    def _declare(self, plain: dict[str, Any]) -> str:
        return self._done(lambda seat: places.declare(seat, _converted(plain, Declared)))

    def declarations(self) -> Declarations:
        """Give what is declared of tools and sensors."""
        with self._engine.store.read() as reader:
            return reader.graph(self.namespace).declarations(NOW if self._at is None else self._at)

    def define_internal(self, type: str, name: str, policy: RetrievalPolicy | Mapping[str, Any] | None = None) -> str:  # noqa: A002
        """Make an internal entity by one of the four ready retrieval policies, or change its policy; gives its id.

        Its name is that of the agent whose records are its own.
        """
        if type not in get_args(InternalType):
            raise wrong("type", type, f"is none of {', '.join(get_args(InternalType))}")
        kind: InternalType = type  # type: ignore[assignment]  # one of them
        chosen = _converted(dict(policy), RetrievalPolicy) if isinstance(policy, Mapping) else policy
        return self._done(lambda seat: places.define_internal(seat, kind, name, chosen))

    def internals(self) -> dict[str, str]:
        """List the internal entities: id by name; whoever may not manage permissions sees itself, if it is one."""
        with self._engine.store.read() as reader:
            graph = reader.graph(self.namespace)
            caller = self._caller(reader)
            manages = Compiled(caller).check("administrative", "manage_permissions", "perform").allowed
            every = {name: graph.id(one) for name, one in graph.internals(NOW if self._at is None else self._at)}
        return {name: one for name, one in every.items() if manages or one == caller.entity.entity}


def _level(level: str) -> TrustLevel:
    if level not in get_args(TrustLevel):
        raise wrong("level", level, f"is none of {', '.join(get_args(TrustLevel))}")
    return level  # type: ignore[return-value]  # one of them


def permissions_of(asked: Asked, level: TrustLevel | None) -> Permissions:
    """Take permissions as a caller writes them. Raises `InvalidError` where they are none of the schema's."""
    if asked is None:
        return NONE
    if isinstance(asked, Permissions):
        return asked
    if isinstance(asked, str):
        if asked != FULL or level is None:
            raise wrong("permissions", asked, "are no permissions", hint="write them as in the schema")
        return CEILINGS[level].permissions
    return _converted(dict(asked), Permissions)


def _spelled(plain: Mapping[str, Any], kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Take fields by the names the document gives them as well as by those on the wire."""
    fields = {key: one for one in msgspec.structs.fields(kind) for key in (one.name, one.encode_name)}
    found: dict[str, Any] = {}
    for name, value in plain.items():
        field = fields.get(name)
        if field is None:
            found[name] = value
        elif isinstance(value, Mapping) and isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            found[field.encode_name] = _spelled(value, field.type)
        else:
            found[field.encode_name] = value
    return found


def _converted(plain: dict[str, Any], kind: type[Said]) -> Said:
    plain = _spelled(plain, kind)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, kind) from error
