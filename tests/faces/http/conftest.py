"""A server in this process, on a port of its own, over a store of its own: real sockets, real threads, no second process."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.faces.http.serving import Limits, Serving
from tests.need import need

PATIENCE_S = 60  # no verdict: only so that a broken test ends
PLENTY = Limits(rate_s=1e9, burst=1 << 30)


class Served:
    """A store that is served, and the keeper's session on the same file."""

    def __init__(self, path: Path, serving: Serving, config: kenning.Config) -> None:
        import uvicorn

        from kenning.faces.http.app import Server, make_app

        self.path = path
        self.keeper: Any = kenning.open(path, config=config)
        self.server = Server(kenning.open(path, config=config), serving)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        made = uvicorn.Config(make_app(self.server), lifespan="on", log_config=None, access_log=False)
        made.timeout_graceful_shutdown = serving.limits.stop_s
        self._uvicorn = uvicorn.Server(made)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)
        self._thread.start()
        self.token = self.keeper.issue_token("admin", channel="local").secret
        self._opened: list[Any] = []

    def open(self, token: str | None = None) -> Any:
        """A session from afar; the admin's, where no token is given."""
        session = kenning.open(self.url, token=token or self.token)
        self._opened.append(session)
        return session

    def client(self, token: str | None = None) -> Any:
        """A client that speaks plain HTTP, signed in; as nobody, where the token is empty."""
        import httpx

        headers = {"Authorization": f"Bearer {self.token if token is None else token}"} if token != "" else {}
        client = httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE_S, trust_env=False)
        self._opened.append(client)
        return client

    def stop(self) -> None:
        """Stop the server as a signal does, and wait until it has."""
        self.server.watch.stop()
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server did not stop"

    def close(self) -> None:
        """Stop, and close all there is."""
        for one in self._opened:
            with contextlib.suppress(kenning.KenningError):
                one.close()
        self.stop()
        self._socket.close()
        self.keeper.close()


Serve = Callable[..., Served]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Serves stores; all are stopped at the end."""
    import importlib.util

    there = all(importlib.util.find_spec(name) for name in ("litestar", "uvicorn", "httpx"))
    need("the extras server and remote", bool(there), "they serve a store, and ask it")
    running: list[Served] = []

    def start(name: str = "store", limits: Limits = PLENTY, config: Any = None, **more: Any) -> Served:
        serving = Serving(limits=limits, **{"logs": False, **more})
        made = Served(tmp_path / f"{name}.kenning", serving, config or kenning.Config(synchronous="off"))
        running.append(made)
        return made

    yield start
    for one in running:
        one.close()


@pytest.fixture
def served(serve: Serve) -> Served:
    return serve()
