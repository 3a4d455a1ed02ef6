"""The application: every operation as a route, and behind each the same few steps, of which none decides anything."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from functools import partial
from hashlib import blake2b
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream

from kenning.errors import InvalidError, KenningError, NotFoundError, UnavailableError
from kenning.faces import wire
from kenning.faces.http import carried, stream
from kenning.faces.http.carried import Reply
from kenning.faces.http.gate import SLASH, Gate
from kenning.faces.http.openapi import description
from kenning.faces.http.operations import EVENTS, JSON, OPERATIONS, PROBLEM, SIGNED_IN, Operation, SignedIn
from kenning.faces.http.pool import Pool
from kenning.faces.http.serving import Serving
from kenning.faces.http.shapes import Shape, shape_of
from kenning.faces.http.signin import NotSignedInError, Rate, SignIn, bearer
from kenning.faces.http.telemetry import Telemetry
from kenning.model.time import wrong

if TYPE_CHECKING:
    from kenning.engine.session import Session

Asks = Request[Any, Any, Any]
CHUNK = 1 << 16
TOO_SLOW, TOO_LARGE, TOO_MANY, UNSUPPORTED_MEDIA, BUSY = 408, 413, 429, 415, 503
log = logging.getLogger("kenning.http")


class RefusedError(Exception):
    """A request that is refused before any verb is called, with a status of its own."""

    def __init__(self, status: int, error: KenningError, **headers: str) -> None:
        """Keep what is to be answered."""
        super().__init__(error.message)
        self.error = error
        self.status = status
        self.headers = headers


class Server:
    """What serves one store: who signs in, the threads, who listens."""

    def __init__(self, keeper: Session, serving: Serving) -> None:
        """Serve the store that this session holds. Raises `UnavailableError` where an extra is missing."""
        self.keeper = keeper
        self.serving = serving
        self.telemetry = Telemetry(serving)
        self.watch = stream.Watch(keeper)
        self._pool = Pool(serving.limits)
        self._sign_in = SignIn(keeper, serving.oidc)
        self._rate = Rate(serving.limits)

    def ready(self) -> bool:
        """Tell whether the store can be read, and nobody has said stop."""
        try:
            self.keeper.head()
        except KenningError:
            return False
        return not self.watch.stopping

    def close(self) -> None:
        """Let what has begun come to its end, and close the store."""
        self.watch.close()
        self._pool.close()
        self.keeper.close()

    # -- one request ---------------------------------------------------------------------------------------------------

    async def handle(self, shape: Shape, request: Asks) -> Response[Any]:
        """Answer a request for an operation."""
        noted = request.scope["state"]["kenning"]
        noted["route"] = shape.operation.path
        try:
            return await self._handle(shape, request)
        except KenningError as error:
            noted["code"] = error.code
            return refusal(error)
        except RefusedError as refused:
            noted["code"] = refused.error.code
            return refusal(refused.error, refused.status, refused.headers)

    async def _handle(self, shape: Shape, request: Asks) -> Response[Any]:
        operation = shape.operation
        token = self._admitted(request)
        pairs = parse_qsl(request.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        at, pairs = _moment(operation, pairs)
        path = {name: str(value).replace(SLASH, "/") for name, value in request.path_params.items()}
        if operation.carries == "stream":
            return await self._listen(shape, request, token, pairs)
        asked = carried.Request(
            path=path,
            pairs=pairs,
            body=await self._body(operation, request) if operation.method == "POST" else b"",
            key=_key_of(operation, request),
            batch_max=self.serving.limits.batch,
        )
        carry = carried.CARRIERS[operation.carries]
        noted = request.scope["state"]["kenning"]

        def deed() -> Reply:
            signed = self._sign_in.signed(token)
            noted["token"] = signed.token.id
            session = signed.session.at(at) if at is not None else signed.session
            return carry(signed.verb(operation.verb, session), shape, asked)

        reply = await self._pool.run(deed, reads=operation.reads)
        return _answer(operation, request, reply)

    def _admitted(self, request: Asks) -> str:
        """Give the token of a request, where it does not come too often. Raises `NotSignedInError`, `RefusedError`."""
        token = bearer(request.headers.get("authorization"))
        wait_s = self._rate.wait_s(token)
        if wait_s:
            error = UnavailableError("too many requests with this token", hint="try again in a moment")
            raise RefusedError(TOO_MANY, error, **{"Retry-After": str(int(wait_s) + 1)})
        return token

    async def _body(self, operation: Operation, request: Asks) -> bytes:
        """Read a body, no further than it may be long. Raises `RefusedError`."""
        limits = self.serving.limits
        most = limits.import_bytes if operation.carries in {"import", "attachment"} else limits.body_bytes
        said = request.headers.get("content-length", "")
        if said.isdigit() and int(said) > most:
            raise _too_large(most)
        try:
            async with asyncio.timeout(limits.body_s):
                body = await _whole(request, most)
        except TimeoutError as error:
            late = UnavailableError("the body did not come in time", hint="nothing was done; send it again")
            raise RefusedError(TOO_SLOW, late) from error
        media = request.headers.get("content-type", "").partition(";")[0].strip().lower()
        if operation.carries not in {"import", "attachment", "schema"} and body and media != JSON:
            details = {"path": "Content-Type", "value": media, "reason": f"is not {JSON}"}
            raise RefusedError(
                UNSUPPORTED_MEDIA, InvalidError(f"Content-Type: {media!r} is not {JSON}", details=details)
            )
        return body

    async def _listen(self, shape: Shape, request: Asks, token: str, pairs: list[tuple[str, str]]) -> Response[Any]:
        """Open a stream of events; what is wrong with the request is told before it begins."""
        named = shape.from_query({}, pairs).named
        last = request.headers.get("last-event-id")
        after = last or (named["after"] if any(name == "cursor" for name, _ in pairs) else "end")
        filters = named["filters"]

        def stretch(behind: int | str) -> Any:  # noqa: ANN401 - a stretch of the log
            signed = self._sign_in.signed(token)
            signed.verb("follow")
            return signed.session.stretch(after=behind, limit=stream.STRETCH, filters=filters, each=True)

        def read(behind: int | str) -> Awaitable[Any]:
            return self._pool.run(partial(stretch, behind), reads=True)

        limits = self.serving.limits
        if self.watch.listeners >= limits.streams:
            raise UnavailableError("too many listen", hint="close another stream, or try again later")
        first = await read(after)
        found = stream.events(self.watch, read, first, limits)
        return Stream(found, media_type=EVENTS, headers={"X-Accel-Buffering": "no"})

    async def signed_in(self, request: Asks) -> Response[Any]:
        """Tell whoever is signed in by which token, in which namespace and for which agent."""

        def told(signed: Any) -> tuple[bytes, str]:  # noqa: ANN401 - somebody signed in
            session = signed.session
            found = SignedIn(session.namespace, session.agent, session.is_somebody, signed.token)
            return wire.to_bytes(found), JSON

        return await self._own(request, SIGNED_IN, told)

    # -- the server itself ---------------------------------------------------------------------------------------------

    async def describe(self, request: Asks) -> Response[Any]:
        """Give the description of all operations, to whoever is signed in."""
        return await self._own(request, "/v1/openapi.json", lambda _: (description(), "application/json"))

    async def figures(self, request: Asks) -> Response[Any]:
        """Give the figures, to whoever is signed in as the one who holds the file."""

        def text(signed: Any) -> tuple[bytes, str]:  # noqa: ANN401 - somebody signed in
            if signed.session.is_somebody:
                raise NotFoundError("there is no such page")
            return self.telemetry.text(), "text/plain; version=0.0.4; charset=utf-8"

        return await self._own(request, "/metrics", text)

    async def _own(self, request: Asks, route: str, make: Callable[[Any], tuple[bytes, str]]) -> Response[Any]:
        request.scope["state"]["kenning"]["route"] = route
        try:
            token = self._admitted(request)
            body, media = await self._pool.run(lambda: make(self._sign_in.signed(token)), reads=True)
        except KenningError as error:
            return refusal(error)
        except RefusedError as refused:
            return refusal(refused.error, refused.status, refused.headers)
        return Response(body, media_type=media)


def make_app(server: Server) -> Gate:
    """Make the application of a server."""
    handlers = [_route(server, one) for one in OPERATIONS]
    handlers.append(_handler("/v1/openapi.json", "GET", server.describe))
    handlers.append(_handler(SIGNED_IN, "GET", server.signed_in))
    if server.telemetry.counts:
        handlers.append(_handler("/metrics", "GET", server.figures))
    app = Litestar(
        route_handlers=handlers,
        openapi_config=None,
        logging_config=None,
        exception_handlers={HTTPException: _of_the_router, Exception: _bug},
        on_shutdown=[server.close],
        request_max_body_size=None,
    )
    return Gate(app, server.serving, server.telemetry, server.ready)  # type: ignore[arg-type]  # the types of ASGI, told twice


def _route(server: Server, operation: Operation) -> HTTPRouteHandler:
    path = operation.path.replace("}", ":str}")
    return _handler(path, operation.method, partial(server.handle, shape_of(operation.name)), operation.name)


def _handler(
    path: str, method: str, answer: Callable[[Asks], Awaitable[Response[Any]]], name: str | None = None
) -> HTTPRouteHandler:
    async def handle(request: Request[Any, Any, Any]) -> Response[Any]:
        return await answer(request)

    handle.__annotations__ = {"request": Request, "return": Response}
    return HTTPRouteHandler(path, http_method=method, name=name, status_code=200)(handle)  # type: ignore[arg-type]


def refusal(
    error: KenningError, status: int | None = None, headers: Mapping[str, str] = MappingProxyType({})
) -> Response[Any]:
    """Answer with a problem."""
    if isinstance(error, NotSignedInError):
        status, headers = wire.NOT_SIGNED_IN, {"WWW-Authenticate": 'Bearer realm="kenning"'}
    told = wire.problem(error, status)
    code = int(str(told["status"]))
    if code == BUSY:
        headers = {"Retry-After": "1", **headers}
    return Response(wire.to_bytes(told), status_code=code, media_type=PROBLEM, headers=dict(headers))


def _answer(operation: Operation, request: Asks, reply: Reply) -> Response[Any]:
    if reply.file is not None:
        headers = {"Content-Disposition": f'attachment; filename="{reply.file.name}"'}
        if reply.events is not None:
            headers[carried.COUNT] = str(reply.events)
        return Stream(_parts(reply), media_type=operation.media, headers=headers)
    headers = {}
    if operation.method == "GET":
        tag = f'"{blake2b(reply.body, digest_size=16).hexdigest()}"'
        headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
        asked = request.headers.get("if-none-match", "")
        if asked and tag in {one.strip().removeprefix("W/") for one in asked.split(",")}:
            return Response(b"", status_code=304, headers=headers)
    if operation.carries == "file":
        headers["Content-Disposition"] = "attachment"  # whatever it is, no browser shows it
    return Response(reply.body, status_code=reply.status, media_type=operation.media, headers=headers)


async def _parts(reply: Reply) -> AsyncIterator[bytes]:
    assert reply.file is not None
    assert reply.folder is not None
    try:
        with reply.file.open("rb") as file:
            while part := await asyncio.to_thread(file.read, CHUNK):
                yield part
    finally:
        await asyncio.to_thread(reply.folder.cleanup)


def _moment(operation: Operation, pairs: list[tuple[str, str]]) -> tuple[int | str | None, list[tuple[str, str]]]:
    """Take the moment out of a query. Raises `InvalidError` where there are two, or nothing is read."""
    said = [value for name, value in pairs if name == "at"]
    if not said:
        return None, pairs
    if len(said) > 1:
        raise wrong("at", said[1], "is said twice")
    if not operation.reads or operation.carries == "stream":
        raise wrong("at", said[0], "is a moment of the past, and this reads none")
    moment = int(said[0]) if said[0].isascii() and said[0].isdigit() and len(said[0]) < 17 else said[0]
    return moment, [one for one in pairs if one[0] != "at"]


def _key_of(operation: Operation, request: Asks) -> str | None:
    key: str | None = request.headers.get("idempotency-key")
    if key is not None and operation.carries not in {"event", "batch"}:
        raise wrong("Idempotency-Key", key, "is for recording events; this is done once for each request")
    return key


async def _whole(request: Asks, most: int) -> bytes:
    """Read what comes, no further than it may be long. Raises `RefusedError`."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    return b"".join(parts)


def _too_large(most: int) -> RefusedError:
    reason = f"has more than {most} bytes"
    return RefusedError(
        TOO_LARGE, InvalidError(f"body: {reason}", details={"path": "body", "value": most, "reason": reason})
    )


def _of_the_router(request: Asks, error: HTTPException) -> Response[Any]:
    """Answer in our form what the router refuses: no such path, or not by this method."""
    del request
    found: KenningError = NotFoundError("there is no such page", hint="GET /v1/openapi.json tells what there is")
    if error.status_code != 404:
        found = InvalidError(f"the request is refused: {error.detail}")
    return refusal(found, error.status_code, error.headers or {})


def _bug(request: Asks, error: Exception) -> Response[Any]:
    """Answer to what should not have happened without a word of what it was; the log has where."""
    del request
    log.error("a request failed", exc_info=error)
    return refusal(KenningError("something went wrong in the server", hint="its log tells where"), 500)
