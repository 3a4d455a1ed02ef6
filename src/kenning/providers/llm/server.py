"""Where a model is served, how it is asked, and how long to wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

from kenning.model.time import wrong


class Server(msgspec.Struct, frozen=True, kw_only=True):
    """A server of models at ``url``, up to and with its version (``http://localhost:11434/v1``), and one model of it.

    ``key`` is sent where the server wants one. A whole answer takes at most ``timeout_s`` and ``answer_bytes_max``. What fails
    for now is tried ``attempts`` times in all, waiting ``wait_s`` and then twice as long each time, or as long as the server
    says, up to ``wait_s_max``. Clock and sleep are handed in, so that a test need not wait.
    """

    url: str
    model: str
    key: str | None = None
    timeout_s: float = 120.0
    attempts: int = 4
    wait_s: float = 1.0
    wait_s_max: float = 60.0
    answer_bytes_max: int = 8 << 20
    sleep: Callable[[float], None] = time.sleep
    clock_s: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        """Refuse what is no address of a server."""
        try:
            parts = urlsplit(self.url)
            is_address = parts.scheme in {"http", "https"} and bool(parts.hostname)
        except ValueError:
            is_address = False
        if not is_address:
            hint = "write it as http://localhost:11434/v1"
            raise wrong("url", self.url, "is no address of a server", hint=hint)
        if not self.model.strip():
            raise wrong("model", self.model, "names no model", hint="the server lists its models at /models")
        if self.attempts < 1:
            raise wrong("attempts", self.attempts, "is below 1")

    def __repr__(self) -> str:
        """Show where it is, and never the key."""
        return f"Server(url={self.url!r}, model={self.model!r}, key={'…' if self.key else None!r})"

    @property
    def is_here(self) -> bool:
        """Tell whether it runs on this machine: what is said to it passes no proxy."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"


def pause_s(server: Server, failures: int, asked_s: float | None) -> float | None:
    """Tell how long to wait after so many failures: as the server asks, or twice as long each time.

    Gives nothing where the server asks for more than one would wait: then it is not there for now.

    >>> here = Server(url="http://localhost/v1", model="small", wait_s=1.0, wait_s_max=60.0)
    >>> [pause_s(here, failures, None) for failures in (1, 2, 3, 9)], pause_s(here, 1, 7.0), pause_s(here, 1, 3600.0)
    ([1.0, 2.0, 4.0, 60.0], 7.0, None)
    """
    if asked_s is not None:
        return asked_s if asked_s <= server.wait_s_max else None
    return min(server.wait_s * 2.0 ** min(failures - 1, 30), server.wait_s_max)
