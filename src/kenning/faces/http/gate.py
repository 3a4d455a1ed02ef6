"""What every request passes on its way in and out: by which name it was called, what it left in the log and the figures.

Health is answered here, since it is nobody's business who asks. Nothing of a query, a body or an answer is noted anywhere.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import unquote

import msgspec

from kenning.errors import KenningError, NotFoundError
from kenning.faces import wire
from kenning.faces.http.operations import PROBLEM
from kenning.faces.http.serving import Serving
from kenning.faces.http.telemetry import Telemetry

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SLASH = "\ue000"
"""Stands for a slash within one part of a path, so that an entity called AC/DC has an address."""
ALWAYS = (
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
)
"""Headers of every answer: no copy of it is kept, and no browser takes it for anything but what it is."""
HEALTH = frozenset({"/healthz", "/readyz"})
log = logging.getLogger("kenning.http")


class Gate:
    """The first and the last to see a request."""

    def __init__(self, app: App, serving: Serving, telemetry: Telemetry, ready: Callable[[], bool]) -> None:
        """Stand before an application; ``ready`` tells whether the store can be read."""
        self._app = app
        self._serving = serving
        self._hosts = serving.hosts
        self._telemetry = telemetry
        self._ready = ready

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()
        seen = {"status": 500, "bytes": 0}

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                seen["status"] = message["status"]
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(one for one in ALWAYS if one[0] not in given)]
            elif message["type"] == "http.response.body":
                seen["bytes"] += len(message.get("body", b""))
            await send(message)

        scope["path"] = _path(scope)
        scope.setdefault("state", {})["kenning"] = {}
        with self._telemetry.span(scope):
            await self._through(scope, receive, noted)
        self._note(scope, seen, time.perf_counter() - began)

    async def _through(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in HEALTH:
            await self._health(scope, send)
        elif not self._called_rightly(scope):
            error = NotFoundError("this server is not called so", hint="call it by the name it is served under")
            await refuse(send, error, 421)
        else:
            await self._app(scope, receive, send)

    def _called_rightly(self, scope: Scope) -> bool:
        """Tell whether a request calls the server by its own name: a page of the web that got here by another does not."""
        if not self._hosts:
            return True
        called = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
        name, colon, port = called.rpartition(":")
        return (name if colon and port.isdigit() else called).lower() in self._hosts

    async def _health(self, scope: Scope, send: Send) -> None:
        well = scope["path"] == "/healthz" or self._ready()
        body = wire.to_bytes({"status": "ok" if well else "unavailable"})
        await answer(send, 200 if well else 503, body, "application/json")

    def _note(self, scope: Scope, seen: dict[str, int], took_s: float) -> None:
        noted = scope["state"]["kenning"]
        route = noted.get("route", scope["path"] if scope["path"] in HEALTH else "")
        self._telemetry.count(scope["method"], route, seen["status"], took_s)
        if self._serving.logs:
            log.info(
                "",
                extra={
                    "kenning": {
                        "method": scope["method"],
                        "route": route,
                        "status": seen["status"],
                        "ms": round(took_s * 1000, 2),
                        "bytes": seen["bytes"],
                        "token": noted.get("token", ""),
                        "code": noted.get("code", ""),
                    }
                },
            )


def _path(scope: Scope) -> str:
    """Give the path as it was meant, part by part: a slash that was escaped is none between two parts."""
    raw: str = scope.get("raw_path", b"").partition(b"?")[0].decode("latin-1")
    return unquote(raw.replace("%2F", SLASH).replace("%2f", SLASH)) or "/"


async def answer(send: Send, status: int, body: bytes, media: str) -> None:
    """Answer at once, with a whole body."""
    headers = [(b"content-type", media.encode()), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def refuse(send: Send, error: KenningError, status: int) -> None:
    """Answer with a problem."""
    await answer(send, status, wire.to_bytes(wire.problem(error, status)), PROBLEM)


class Lines(logging.Formatter):
    """A line of JSON for each record: what happened, and nothing that anybody said."""

    def format(self, record: logging.LogRecord) -> str:
        """Give the line."""
        told = {"at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"), "level": record.levelname.lower()}
        found = getattr(record, "kenning", None)
        if found is None:
            told["message"] = record.getMessage()
            if record.exc_info and record.exc_info[0] is not None:
                told["error"] = record.exc_info[0].__name__
            return json.dumps(told)
        return msgspec.json.encode({**told, **found}).decode()
