"""A house with somebody in it: Tom, whom luna assists on the channel mcp, and Ann, whose matters are none of Tom's."""

from __future__ import annotations

import asyncio
import importlib.util
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kenning
from kenning.faces.http.serving import Serving
from tests.faces.http.conftest import PLENTY, serve
from tests.need import need

__all__ = ["House", "house", "serve"]

PATIENCE_S = 120  # no verdict: only so that a broken test ends


class House:
    """A store, and sessions on it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.keeper: Any = kenning.open(path, config=kenning.Config(synchronous="off", vectors=False))
        self.luna = self.keeper.define_internal("companion", "luna")
        for name in ("Tom", "Ann"):
            self.keeper.create_entity(name, identifiers=[("chat", f"@{name.lower()}")])
            self.keeper.elevate(name, "trusted_user", "full")
        for channel in ("mcp", "chat"):
            self.keeper.define_channel(channel, domains=["interaction"], sensitivity="private", visibility="owner")
            self.keeper.approve_channel(channel)
        self.session = self.keeper.enter("luna", channel="mcp", acting_for="Tom")

    def ask(self, name: str, session: Any = None, /, **given: Any) -> Any:
        """Call a tool in a session, luna's for Tom where none is given; gives its answer in both forms."""
        from kenning.faces.mcp.tools import TOOLS, Asker

        return TOOLS[name].answer(Asker(session or self.session), given)

    def noun(self, name: str, session: Any = None, /, **given: Any) -> Any:
        """Call a tool, and give its answer as JSON."""
        return msgspec.to_builtins(self.ask(name, session, **given).noun)

    def keep(self, text: str, session: Any = None, /, **given: Any) -> str:
        """Remember something; gives its id."""
        return str(self.noun("remember", session, text=text, **given)["id"])

    def calls(self, *wanted: tuple[str, Mapping[str, Any]]) -> list[Any]:
        """Call tools by the client of the SDK, one after another, in this process; gives answers, and errors of the protocol."""
        from mcp import Client
        from mcp.shared.exceptions import MCPError

        from kenning.faces.mcp.server import Alone, make_server

        async def main() -> list[Any]:
            found: list[Any] = []
            async with Client(make_server(Alone(self.session))) as client:
                for name, given in wanted:
                    try:
                        found.append(await client.call_tool(name, dict(given)))
                    except MCPError as error:
                        found.append(error)
            return found

        return asyncio.run(main())


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    need("the extra mcp", importlib.util.find_spec("mcp") is not None, "it is the protocol")
    made = House(tmp_path / "house.kenning")
    yield made
    made.keeper.close()


class Spoken:
    """The protocol over HTTP in this process, on a port of its own, over the store of a house."""

    def __init__(self, house: House, **more: Any) -> None:
        import uvicorn

        from kenning.faces.mcp.opening import Wished
        from kenning.faces.mcp.serving import Served, make_app

        self.house = house
        wished = Wished(admin=more.pop("admin", False))
        self._keeper: Any = kenning.open(house.path, config=kenning.Config(synchronous="off", vectors=False))
        self.served = Served(self._keeper, Serving(limits=more.pop("limits", PLENTY), logs=False, **more), wished)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        made = uvicorn.Config(make_app(self.served), lifespan="on", log_config=None, access_log=False)
        self._uvicorn = uvicorn.Server(made)
        self._thread = threading.Thread(target=self._uvicorn.run, args=([self._socket],), daemon=True)
        self._thread.start()
        self.token = house.keeper.issue_token("luna", channel="mcp", acting_for="Tom").secret

    def client(self, token: str | None = None, **headers: str) -> Any:
        """A client that speaks plain HTTP."""
        import httpx

        said = {"Accept": "application/json, text/event-stream", **headers}
        signed = {"Authorization": f"Bearer {self.token if token is None else token}"} if token != "" else {}
        return httpx.Client(base_url=self.url, headers={**said, **signed}, timeout=PATIENCE_S, trust_env=False)

    def calls(self, *wanted: tuple[str, Mapping[str, Any]], token: str | None = None, mode: str = "auto") -> list[Any]:
        """Call tools by the client of the SDK, one after another, in one connection."""
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client

        async def main() -> list[Any]:
            headers = {"Authorization": f"Bearer {token or self.token}"}
            async with (
                httpx2.AsyncClient(headers=headers, timeout=PATIENCE_S, trust_env=False) as http,
                Client(streamable_http_client(f"{self.url}/mcp", http_client=http), mode=mode) as client,
            ):
                return [await client.call_tool(name, dict(given)) for name, given in wanted]

        return asyncio.run(main())

    def close(self) -> None:
        """Stop, and close all there is."""
        self._uvicorn.should_exit = True
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive(), "the server did not stop"
        self.served.close()
        self._socket.close()
        self._keeper.close()


Speak = Callable[..., Spoken]


@pytest.fixture
def spoken(house: House) -> Iterator[Speak]:
    """Serves the house to agents over HTTP; all is stopped at the end."""
    running: list[Spoken] = []

    def start(**more: Any) -> Spoken:
        running.append(Spoken(house, **more))
        return running[-1]

    yield start
    for one in running:
        one.close()
