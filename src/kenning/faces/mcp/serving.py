"""The protocol over HTTP, to whoever shows a token: each request is of the session behind it, asked anew as for `kenning serve`.

There is one address, `/mcp`. Nothing is sent unasked, so there is nothing to listen to.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Any, TypeVar

import uvicorn
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings

from kenning.errors import InvalidError, KenningError, NotFoundError, UnavailableError
from kenning.faces.http.command import config_of, listening, tell
from kenning.faces.http.gate import Gate, Message, Receive, Scope, Send, refuse
from kenning.faces.http.pool import Pool
from kenning.faces.http.serving import Serving
from kenning.faces.http.signin import NotSignedInError, Rate, SignIn, bearer
from kenning.faces.http.telemetry import Telemetry
from kenning.faces.mcp.opening import Wished, checked
from kenning.faces.mcp.server import Asks, make_server
from kenning.faces.mcp.tools import Asker
from kenning.faces.wire import NOT_SIGNED_IN, STATUSES

Found = TypeVar("Found")
PATH = "/mcp"
METHODS = frozenset({"POST", "DELETE"})
SESSIONS_MAX = 256
IDLE_S = 1800.0
TOO_MANY, NO_METHOD, SLOW, TOO_LARGE = 429, 405, 408, 413


class Served:
    """The hands of all connections: each request signs in, and runs in threads that read or write."""

    def __init__(self, keeper: Any, serving: Serving, wished: Wished) -> None:  # noqa: ANN401 - a session
        """Serve the store that this session holds."""
        self.keeper = keeper
        self.serving = serving
        self.stopping = False
        self._wished = wished
        self._pool = Pool(serving.limits)
        self._sign_in = SignIn(keeper, serving.oidc)
        self._rate = Rate(serving.limits)

    async def run(self, request: Asks, deed: Callable[[Asker], Found], *, reads: bool) -> Found:
        """Run a deed in the session of whoever sent the request. Raises `KenningError`."""
        assert request.request is not None, "it came over HTTP"
        token = bearer(request.request.headers.get("authorization"))
        return await self._pool.run(lambda: deed(self._asker(token)), reads=reads)

    def _asker(self, token: str) -> Asker:
        signed = self._sign_in.signed(token)
        checked(signed.session, self._wished)
        return Asker(signed.session, signed.verb)

    async def admitted(self, header: str | None) -> AuthenticatedUser:
        """Give who sends a request, where he may and does not too often. Raises `KenningError`."""
        token = bearer(header)
        wait_s = self._rate.wait_s(token)
        if wait_s:
            raise TooOftenError("too many requests with this token", hint=f"try again in {int(wait_s) + 1} s")

        def signed() -> str:
            found = self._sign_in.signed(token)
            checked(found.session, self._wished)
            return f"{found.token.id}:{found.token.entity}:{found.token.channel}"

        who = await self._pool.run(signed, reads=True)
        return AuthenticatedUser(AccessToken(token=token, client_id=who, scopes=[]))

    def ready(self) -> bool:
        """Tell whether the store can be read, and nobody has said stop."""
        try:
            self.keeper.head()
        except KenningError:
            return False
        return not self.stopping

    def close(self) -> None:
        """Let what has begun come to its end."""
        self._pool.close()


class TooOftenError(UnavailableError):
    """A token asks more often than its rate allows."""


class Door:
    """Lets through what somebody signed in sends, and binds sessions of the protocol to the token that opened them."""

    def __init__(self, served: Served, app: Any) -> None:  # noqa: ANN401 - an ASGI application
        """Stand before an application."""
        self._served = served
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["path"] != PATH:
            await refuse(send, NotFoundError("there is no such page", hint=f"the protocol is spoken at {PATH}"), 404)
            return
        scope["state"]["kenning"]["route"] = PATH
        try:
            header = next(
                (value.decode("latin-1") for name, value in scope["headers"] if name == b"authorization"), None
            )
            scope["user"] = await self._served.admitted(header)
        except KenningError as error:
            scope["state"]["kenning"]["code"] = error.code
            await refuse(send, error, _status(error))
            return
        if scope["method"] not in METHODS:
            nothing = NotFoundError("there is nothing to listen to", hint="post what you ask")
            await refuse(send, nothing, NO_METHOD)
            return
        try:
            async with asyncio.timeout(self._served.serving.limits.body_s):
                whole = await _whole(receive, self._served.serving.limits.body_bytes)
        except TimeoutError:
            await refuse(
                send, UnavailableError("the body did not come in time", hint="nothing was done; send it again"), SLOW
            )
            return
        if whole is None:
            most = self._served.serving.limits.body_bytes
            details = {"path": "body", "value": most, "reason": f"has more than {most} bytes"}
            await refuse(send, InvalidError(f"body: {details['reason']}", details=details), TOO_LARGE)
            return
        await self._app(scope, _again(whole, receive), send)


async def _whole(receive: Receive, most: int) -> bytes | None:
    """Read a body, no further than it may be long."""
    parts, size = [], 0
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            return None
        if message["type"] != "http.request" or not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Give a body that was read, once; then whatever comes."""
    left = [body]

    async def given() -> Message:
        return {"type": "http.request", "body": left.pop(), "more_body": False} if left else await receive()

    return given


def _status(error: KenningError) -> int:
    if isinstance(error, NotSignedInError):
        return NOT_SIGNED_IN
    return TOO_MANY if isinstance(error, TooOftenError) else STATUSES.get(error.code, 500)


def make_app(served: Served) -> Gate:
    """Make the application that speaks the protocol for a store."""
    serving = served.serving
    hosts = [f"{one}:*" for one in sorted(serving.hosts)] + sorted(serving.hosts)
    inner = make_server(served).streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        max_request_body_size=serving.limits.body_bytes,
        session_idle_timeout=IDLE_S,
        max_sessions=SESSIONS_MAX,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=bool(hosts),
            allowed_hosts=hosts,
            allowed_origins=[f"http://{one}" for one in hosts],
        ),
    )
    return Gate(Door(served, inner), serving, Telemetry(serving), served.ready)


def run(keeper: Any, serving: Serving, wished: Wished) -> None:  # noqa: ANN401 - a session
    """Serve a store until a signal says stop; what was begun by then is done and answered."""
    served = Served(keeper, serving, wished)

    class Stopping(uvicorn.Server):
        """Ends as any command does."""

        def handle_exit(self, sig: int, frame: Any) -> None:  # noqa: ANN401 - as the signal module has it
            del frame
            served.stopping = True
            self.force_exit = self.should_exit and sig == signal.SIGINT  # said twice, it is meant
            self.should_exit = True

        async def startup(self, sockets: Any = None) -> None:  # noqa: ANN401 - as the library has it
            await super().startup(sockets)
            if sockets:
                tell(serving, sockets[0], PATH)

    config = config_of(make_app(served), serving)
    with listening(serving) as heard:
        Stopping(config).run([heard])
    served.close()
