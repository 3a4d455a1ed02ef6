"""Tokens: how somebody signs in from afar. One is bound to an entity on a channel, shown once, and kept as a keyed digest.

Issuing and revoking are acts of the log; the secret stands in none, nor anywhere else. The digest is keyed with the key that lies
beside the store, so a log that somebody else wrote or copied brings no token that opens anything.

Source: design section 2 (laws 1 and 3).
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any, Self

import msgspec

from kenning.engine.access.bound import ADMIN, LOCAL, Bound
from kenning.engine.access.callers import Asker
from kenning.engine.access.loading import acting
from kenning.engine.access.seat import Ending, Seat, done
from kenning.engine.engine import Engine
from kenning.engine.graph.finding import id_of
from kenning.engine.reading.watched import refused
from kenning.errors import NotAllowedError, NotFoundError
from kenning.model import ids
from kenning.model.access import act as acts
from kenning.model.access.act import TokenIssued, TokenRevoked
from kenning.model.access.channel import Issued, Narrowing, Token
from kenning.model.time import instant, rfc3339, wrong
from kenning.rules.door.wire import refusal
from kenning.store import NOW, Reader

PREFIX = "kng_"
SECRET_BYTES = 32
DAYS, DAYS_MAX = 90.0, 36_500.0
DAY_US = 86_400_000_000
READING = frozenset(
    (
        *(
            "event",
            "view",
            "file",
            "links",
            "log",
            "stretch",
            "changed",
            "spaces",
            "between",
            "trail",
            "episodes",
            "follow",
            "timeline",
            "recall",
            "head",
            "context",
            "check",
            "explain",
        ),
        *("who", "entities", "names", "event_count", "resolve", "definitions", "appears", "state", "plan_merge"),
        *("claims", "about", "claim", "claim_history", "contradictions", "star", "subgraph", "paths"),
        *("schema", "active_schema", "compare_schema", "artifact", "artifacts", "artifact_versions"),
        *("grants", "channels", "declarations", "internals", "reviews", "inbox", "audit", "verify", "tokens"),
        *("plan_erase", "plan_erase_entity", "plan_erase_identifier", "export", "backup"),
    )
)
"""The verbs that change nothing: all that a token for reading lets through."""
_NOBODY = "nobody is known by what this token says"
_NO_TOKEN = "there is no such token: it may be mistyped, too old, or revoked"  # noqa: S105 - says so of every token


class Signed:
    """Somebody who signed in: a session, and which of its verbs the token lets through."""

    __slots__ = ("session", "token")

    def __init__(self, session: Any, token: Token) -> None:  # noqa: ANN401 - a session is all of its verbs
        """Hold a session and the token that opened it."""
        self.session = session
        self.token = token

    def verb(self, name: str, session: Any = None) -> Callable[..., Any]:  # noqa: ANN401 - as above
        """Give a verb, of this session or of the same at a moment. Raises `NotAllowedError` where the token leaves it out."""
        narrowing = self.token.narrowing
        if (narrowing.verbs and name not in narrowing.verbs) or (narrowing.reading and name not in READING):
            error = NotAllowedError(
                f"{name}: is not among the verbs of this token",
                hint="ask for another token",
                details={"act": name, "rule": "token"},
            )
            error.details["recorded"] = refused(self.session, name, error)
            raise error
        found: Callable[..., Any] = getattr(self.session if session is None else session, name)
        return found


class TokenVerbs(Bound):
    """Signing in from afar. Issuing, listing and revoking tokens is for whoever holds the file, or signs in as he."""

    def issue_token(
        self,
        entity: str,
        *,
        channel: str,
        acting_for: str | None = None,
        agent: str | None = None,
        days: float | None = DAYS,
        **more: Any,  # noqa: ANN401 - any field of a narrowing
    ) -> Issued:
        """Issue a token by which somebody signs in: its secret is in the answer and nowhere else.

        It opens what `enter` opens: a session of the entity on the channel, for a person where ``acting_for`` names one. On the
        channel ``local`` the admin's is that of whoever holds the file. ``days`` is how long it lives (``None``: until it is
        revoked). ``more``: ``name``, to tell it from others; ``verbs`` (those it lets through), ``reading`` (none that changes
        anything), ``ceiling`` and ``domains``.
        """
        self._writable()
        self._keeps("issuing a token")
        if not ids.NAME.fullmatch(channel):
            raise wrong("channel", channel, "is no name", hint="use a-z, 0-9, dot, dash and underscore")
        if agent is not None and not ids.NAME.fullmatch(agent):
            raise wrong("agent", agent, "is no name", hint="use a-z, 0-9, dot, dash and underscore")
        if days is not None and not 0 < days <= DAYS_MAX:
            raise wrong("days", days, f"is not above 0 and up to {DAYS_MAX:.0f}")
        name = more.pop("name", None) or "token"
        narrowing = _narrowing(more, {one for one in dir(self) if not one.startswith("_")})
        secret = urlsafe_b64encode(self._engine.config.noise(SECRET_BYTES)).decode().rstrip("=")

        def deed(seat: Seat) -> Ending:
            expires_us = None if days is None else seat.appender.now_us + int(days * DAY_US)
            agent_of = agent or self.agent
            one, person = (
                id_of(seat.graph, self.agent, asked) if asked is not None else None for asked in (entity, acting_for)
            )
            said = TokenIssued(
                entity=str(one),
                channel=channel,
                agent=agent_of,
                person=person,
                name=name,
                narrowing=narrowing,
                expires_at=None if expires_us is None else rfc3339(expires_us),
                digest=digest_of(self._engine, self.namespace, secret),
            )
            return str(seat.act(acts.TOKEN_ISSUED, said).id)

        issued = done(self._engine, self._who, deed)
        with self._engine.store.read() as reader:
            found = reader.graph(self.namespace).token(issued)
        assert found is not None, "it was issued just now"
        return Issued(secret=f"{PREFIX}{self.namespace}.{issued.removeprefix('evt_')}.{secret}", token=found[1])

    def revoke_token(self, token_id: str) -> str:
        """Revoke a token, named by the event that issued it: it opens nothing from the next call on; gives the id of the act."""
        self._writable()
        self._keeps("revoking a token")

        def deed(seat: Seat) -> Ending:
            if seat.graph.token(token_id) is None:
                raise NotFoundError(f"{token_id}: no such token counts", hint="kenning token list has those that do")
            return str(seat.act(acts.TOKEN_REVOKED, TokenRevoked(token=token_id)).id)

        return done(self._engine, self._who, deed)

    def tokens(self) -> list[Token]:
        """List the tokens that were issued and not revoked, those that are too old among them; their secrets nobody has."""
        self._keeps("listing tokens")
        with self._engine.store.read() as reader:
            return reader.graph(self.namespace).tokens(NOW if self._at is None else self._at)

    def beside(self, namespace: str) -> Self:
        """Give a session of the same sort on another namespace of the store, for whoever holds the file."""
        self._keeps("opening another namespace")
        return type(self)(self._engine, namespace, self.agent)

    def sign_in(self, secret: str) -> Signed:
        """Open the session that a token is bound to, as it stands now; asked anew for each call, a revoked one opens nothing.

        Raises `NotAllowedError`, in the same words whatever is wrong with the token.
        """
        self._keeps("signing somebody in")
        engine = self._engine
        namespace, token = _checked(engine, secret)
        one = token.narrowing
        session: Any = type(self)
        keeps = (token.entity, token.channel, token.person) == (ADMIN, LOCAL, None)
        if keeps and one.ceiling is None and not one.domains:
            return Signed(session(engine, namespace, token.agent), token)
        asker = Asker(
            entity=token.entity,
            channel=token.channel,
            session_id=token.id,
            person=token.person,
            ceiling=one.ceiling,
            domains=tuple(one.domains),
            reading=one.reading,
        )
        return Signed(session(engine, namespace, token.agent, asker=asker), token)

    def sign_in_as(self, channel: str, identifier: str, session_id: str = "") -> Signed:
        """Open the session of whoever surely acts under an identifier, for whom somebody else vouches: a provider of identity.

        Nothing that a name or a score joined opens one. Raises `NotAllowedError` where nobody is known by it.
        """
        self._keeps("signing somebody in")
        with self._engine.store.read() as reader:
            entity = acting(reader, self.namespace, self.agent, channel, identifier)
        if entity is None:
            raise NotAllowedError(_NOBODY, hint="whoever keeps the store binds identifiers to entities")
        session: Any = type(self)
        asker = Asker(entity=entity, channel=channel, session_id=session_id or identifier)
        token = Token(id="", entity=entity, channel=channel, agent=self.agent)
        return Signed(session(self._engine, self.namespace, self.agent, asker=asker), token)


def digest_of(engine: Engine, namespace: str, secret: str) -> str:
    """Give what is kept of a secret: nothing it could be found from, nor checked without the key of this store."""
    return engine.fingerprint(["token", namespace, secret]).hex()


def _checked(engine: Engine, secret: str) -> tuple[str, Token]:
    """Give the namespace and the token behind a secret. Raises `NotAllowedError`."""
    namespace, issued, shown = _parts(secret)

    def found(reader: Reader) -> tuple[str, Token, int | None] | None:
        known = reader.graph(namespace).token(f"evt_{issued}")
        if known is None:
            return None
        expires = known[1].expires_at
        return (*known, None if expires is None else instant(expires, None, "expiresAt"))

    known = engine.callers.latest(("token", namespace, issued), found)
    # What is shown is digested and compared whether or not there is such a token: the time it takes says nothing.
    digest, token, expires_us = known or ("", None, None)
    same = hmac.compare_digest(digest_of(engine, namespace, shown), digest or "-" * 32)
    if token is None or not same or (expires_us is not None and engine.config.clock_us() >= expires_us):
        raise NotAllowedError(_NO_TOKEN, hint="ask whoever keeps the store for a new one")
    return namespace, token


def _parts(secret: str) -> tuple[str, str, str]:
    parts = secret.removeprefix(PREFIX).rsplit(".", 2)
    if len(parts) != 3 or not secret.isascii() or not ids.NAME.fullmatch(parts[0]) or len(secret) > 512:
        raise NotAllowedError(_NO_TOKEN, hint="ask whoever keeps the store for a new one")
    return parts[0], parts[1], parts[2]


def _narrowing(more: dict[str, Any], verbs: set[str]) -> Narrowing:
    given = {key: list(one) if isinstance(one, tuple | set | frozenset) else one for key, one in more.items()}
    plain = {key: one for key, one in given.items() if one is not None}
    try:
        found = msgspec.convert(plain, Narrowing)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, Narrowing) from error
    for one in found.verbs:
        if one not in verbs:
            raise wrong("verbs", one, "is no verb of a session")
    return found
