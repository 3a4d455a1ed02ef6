"""A house with somebody in it: Tom, whom luna assists on the channel mcp, and Ann, whose matters are none of Tom's."""

from __future__ import annotations

import asyncio
import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import kenning
from tests.faces.http.conftest import serve
from tests.need import need

__all__ = ["House", "house", "serve"]

PATIENCE_S = 60  # no verdict: only so that a broken test ends


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
