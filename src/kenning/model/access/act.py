"""What Kenning's own acts on trust and access say: who was raised or lowered, what was given, by which channels one comes.

Each is the JSON content of an event of the kind beside it, and says what changed, not how all stands after. All kinds are
reserved: the verb that appends one has asked whether its caller may. Source: *Entity Model*, "External Entities", "Permission
Delegation", "Channel Binding".
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from kenning.model.access.channel import ChannelState, Narrowing
from kenning.model.access.grant import Excess
from kenning.model.access.internal import RetrievalPolicy
from kenning.model.access.levels import InternalType, ToolClass, TrustLevel
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions
from kenning.model.access.request import Reason, Request
from kenning.model.event import Domain, Name, Noun, Sensitivity, Share, Visibility, Word
from kenning.model.identity.entity import Identifier

FLAGGED = "entity.flagged"
ELEVATED = "entity.elevated"
DEMOTED = "entity.demoted"
SUSPENDED = "entity.suspended"
RESUMED = "entity.resumed"
REVOKED = "entity.revoked"
DEFINED = "entity.defined"
GRANTED = "permission.granted"
WITHDRAWN = "permission.withdrawn"
GRANTS_FLAGGED = "grant.flagged"
GRANT_REVIEWED = "grant.reviewed"
RELATED = "relation.declared"
UNRELATED = "relation.ended"
CONFIRMED = "identity.confirmed"
CHANNEL_DEFINED = "channel.defined"
CHANNEL_APPROVED = "channel.approved"
CHANNEL_REJECTED = "channel.rejected"
CHANNEL_REVOKED = "channel.revoked"
CHANNEL_BOUND = "channel.bound"
DECLARED = "access.declared"
TOKEN_ISSUED = "access.token.issued"  # noqa: S105 - a kind
TOKEN_REVOKED = "access.token.revoked"  # noqa: S105 - a kind
DENIED = "access.denied"
REFUSED = "access.refused"
READ = "notice.read"

Salt = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]


class Elevated(Noun, frozen=True, kw_only=True):
    """``entity.elevated``: a level and permissions are given, which makes the entity active.

    ``granter`` is the entity that gives; ``dependent``: usable only while that one holds all of it. ``item`` is what waited in
    the review and is answered by this.
    """

    id: str
    level: TrustLevel
    permissions: Permissions = NONE
    granter: Word
    dependent: bool = False
    item: str = ""


class Demoted(Noun, frozen=True, kw_only=True):
    """``entity.demoted``: all that was given is taken back, and this level with these permissions is what is left."""

    id: str
    level: TrustLevel = "untrusted"
    permissions: Permissions = NONE
    granter: Word
    dependent: bool = False


class Moved(Noun, frozen=True, kw_only=True):
    """``entity.flagged``, ``.suspended``, ``.resumed`` and ``.revoked``: the entity stands elsewhere in its lifecycle."""

    id: str


class Granted(Noun, frozen=True, kw_only=True):
    """``permission.granted``: permissions are given beside what there is; the level stays."""

    id: str
    permissions: Permissions
    granter: Word
    dependent: bool = False


class Withdrawn(Noun, frozen=True, kw_only=True):
    """``permission.withdrawn``: one grant, named by the event that gave it, counts no more."""

    id: str
    grant: Word


class GrantsFlagged(Noun, frozen=True, kw_only=True):
    """``grant.flagged``: these grants to an entity lost what they rest on: unusable from now on, until somebody reviews them."""

    id: str
    grants: list[Word]


class GrantReviewed(Noun, frozen=True, kw_only=True):
    """``grant.reviewed``: a flagged grant is taken over by who reviews it, or ended."""

    id: str
    grant: Word
    decision: Literal["kept", "ended"]
    granter: Word
    dependent: bool = False


class Related(Noun, frozen=True, kw_only=True):
    """``relation.declared`` and ``relation.ended``: a relationship of a definition, by an authorised act."""

    id: str
    target: str
    type: Word
    strength: Share = 1.0
    since: str = ""


class InternalDefined(Noun, frozen=True, kw_only=True):
    """``entity.defined``: an internal entity and its whole retrieval policy; said again, the policy is another."""

    id: str
    internal_type: InternalType
    name: Word
    policy: RetrievalPolicy
    granter: Word
    salt: Salt


class Confirmed(Noun, frozen=True, kw_only=True):
    """``identity.confirmed``: a person says that what a score or a name joined to an entity is its own.

    ``merges`` are named by their events, ``identifiers`` by what they are.
    """

    id: str
    merges: list[Word] = []
    identifiers: list[Identifier] = []


class ChannelDefined(Noun, frozen=True, kw_only=True):
    """``channel.defined``: what a channel is, its cap and its defaults; its approval and its bindings are said apart."""

    id: Word
    kind: Word = "channel"
    permissions: Permissions = EVERYTHING
    default_domains: Annotated[list[Domain], Meta(max_length=8)] = []
    default_sensitivity: Sensitivity = "private"
    default_visibility: Visibility = "owner"


class ChannelMoved(Noun, frozen=True, kw_only=True):
    """``channel.approved``, ``.rejected`` and ``.revoked``: whether a channel gives access."""

    id: Word


class ChannelBound(Noun, frozen=True, kw_only=True):
    """``channel.bound``: who speaks in a session of a channel, by which version of its definition, in which role."""

    channel: Word
    session_id: Name
    entity: str
    definition: Word
    role: Word


class Declared(Noun, frozen=True, kw_only=True):
    """``access.declared``: how dangerous tools are, and whether actions of sensors read or control."""

    tools: dict[Word, ToolClass] = {}
    sensors: dict[Word, Literal["read", "control"]] = {}


class TokenIssued(Noun, frozen=True, kw_only=True):
    """``access.token.issued``: whoever shows the secret behind ``digest`` speaks in a session of this entity on this channel.

    The event is the token's id. The secret is in no event: the digest is keyed with the key beside the store.
    """

    entity: str
    channel: Word
    agent: Word
    person: str | None = None
    name: Name = "token"
    narrowing: Narrowing = Narrowing()
    expires_at: str | None = None
    digest: Salt


class TokenRevoked(Noun, frozen=True, kw_only=True):
    """``access.token.revoked``: a token, named by the event that issued it, opens nothing more."""

    token: Word


class Denied(Noun, frozen=True, kw_only=True):
    """``access.denied``: an administrative act that was refused: which, on whom or what, and why."""

    act: Word
    target: Name
    by: Word
    reasons: list[Reason] = []
    excess: list[Excess] = []


class Refusal(Noun, frozen=True, kw_only=True):
    """``access.refused``: a request that was refused, by which rule and for which reasons; the event tells who made it.

    An administrative act that was refused is ``access.denied``, with what it went too far by.
    """

    request: Request
    rule: Word
    reasons: list[Reason] = []


class NoticesRead(Noun, frozen=True, kw_only=True):
    """``notice.read``: the admin has seen these notices, named by the events they are about."""

    notices: list[Word]


TrustAct = (
    Elevated
    | Demoted
    | Moved
    | Granted
    | Withdrawn
    | GrantsFlagged
    | GrantReviewed
    | Related
    | InternalDefined
    | Confirmed
)
"""Acts that are folded over an entity; ``id`` names it."""

PlaceAct = ChannelDefined | ChannelMoved | ChannelBound | Declared | TokenIssued | TokenRevoked | Denied
"""Acts on channels, declarations and tokens, and what was refused."""

AccessAct = TrustAct | PlaceAct

ACCESS_CONTENTS: dict[str, type[AccessAct]] = {
    FLAGGED: Moved,
    ELEVATED: Elevated,
    DEMOTED: Demoted,
    SUSPENDED: Moved,
    RESUMED: Moved,
    REVOKED: Moved,
    DEFINED: InternalDefined,
    GRANTED: Granted,
    WITHDRAWN: Withdrawn,
    GRANTS_FLAGGED: GrantsFlagged,
    GRANT_REVIEWED: GrantReviewed,
    RELATED: Related,
    UNRELATED: Related,
    CONFIRMED: Confirmed,
    CHANNEL_DEFINED: ChannelDefined,
    CHANNEL_APPROVED: ChannelMoved,
    CHANNEL_REJECTED: ChannelMoved,
    CHANNEL_REVOKED: ChannelMoved,
    CHANNEL_BOUND: ChannelBound,
    DECLARED: Declared,
    TOKEN_ISSUED: TokenIssued,
    TOKEN_REVOKED: TokenRevoked,
    DENIED: Denied,
}

CHANNEL_STATES: dict[str, ChannelState] = {
    CHANNEL_APPROVED: "approved",
    CHANNEL_REJECTED: "rejected",
    CHANNEL_REVOKED: "revoked",
}
