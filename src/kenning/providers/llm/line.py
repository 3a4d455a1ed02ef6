"""The line to a server: what goes out is what we say and no more, what comes in ends in time and is not without end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import httpx2

from kenning.providers.llm.server import Server

_SAID = frozenset({"accept", "accept-encoding", "connection", "content-length", "content-type", "host"})
_CONNECT_S = 10.0


def line(server: Server) -> httpx2.Client:
    """Make the line to a server. A proxy of the machine is used on the way out of it, never to the machine itself.

    No redirect is followed: a text goes to the address that was named.
    """
    timeout = httpx2.Timeout(server.timeout_s, connect=min(_CONNECT_S, server.timeout_s))
    return _Line(server, timeout=timeout, follow_redirects=False, trust_env=not server.is_here)


class _Line(httpx2.Client):
    def __init__(self, server: Server, **given: Any) -> None:  # noqa: ANN401 - as its parent takes them
        super().__init__(**given)
        self._server = server

    def send(self, request: httpx2.Request, *, stream: bool = False, **given: Any) -> httpx2.Response:  # noqa: ANN401
        """Send a request less what the SDK picked up by itself: the machine's sort, and settings meant for other programs."""
        begun_s = self._server.clock_s()
        response = super().send(self._said(request), stream=True, **given)
        response.request = request  # the SDK notes in its headers what it wants of the answer
        assert isinstance(response.stream, httpx2.SyncByteStream), "a client that waits is given a stream that waits"
        response.stream = _Ending(response.stream, self._server, lambda: self._server.clock_s() - begun_s)
        if not stream:
            try:
                response.read()
            finally:
                response.close()
        return response

    def _said(self, request: httpx2.Request) -> httpx2.Request:
        headers = {name: value for name, value in request.headers.items() if name.lower() in _SAID}
        headers["user-agent"] = "kenning"
        if self._server.key:
            headers["authorization"] = f"Bearer {self._server.key}"
        return httpx2.Request(
            request.method, request.url, headers=headers, stream=request.stream, extensions=request.extensions
        )


class _Ending(httpx2.SyncByteStream):
    """A body that ends: at its end, when time is up, or when it is longer than may be."""

    def __init__(self, body: httpx2.SyncByteStream, server: Server, age_s: Callable[[], float]) -> None:
        self._body, self._server, self._age_s = body, server, age_s

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for part in self._body:
            size += len(part)
            if size > self._server.answer_bytes_max:
                raise httpx2.ReadError(f"an answer of more than {self._server.answer_bytes_max} bytes")
            if self._age_s() > self._server.timeout_s:
                raise httpx2.ReadTimeout("an answer that does not end")
            yield part

    def close(self) -> None:
        self._body.close()
