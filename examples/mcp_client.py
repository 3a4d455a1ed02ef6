"""An agent's first words with its memory, by the official client: `python examples/mcp_client.py [STORE]`.

It starts `kenning mcp` over stdin and stdout, as a program that runs agents does, for an assistant called luna, who is made where
there is none. Needs the extra `kenning[mcp]`.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

TOLD = "Priya moved to the Lisbon office in June"
ABOUT = [{"name": "Priya", "type": "person"}, {"name": "Lisbon", "type": "city"}]


async def main(store: Path) -> None:
    """Remember, claim, recall, correct and forget."""
    arguments = ["-m", "kenning", "--store", str(store), "--as", "luna/mcp", "mcp", "--create", "companion"]
    async with Client(StdioServerParameters(command=sys.executable, args=arguments)) as client:
        listed = await client.list_tools()
        print("tools:", ", ".join(tool.name for tool in listed.tools))

        async def call(tool: str, **given: Any) -> Any:  # noqa: ANN401 - as the tool takes and gives them
            answer = await client.call_tool(tool, given)
            print(f"\n> {tool} {given}")
            print("\n".join(part.text for part in answer.content if part.type == "text"))
            return answer.structured_content

        me = await call("who_is")
        print(f"asks as: {me['name']} by {me['channel']}")
        kept = await call("remember", text=TOLD, about=ABOUT, basis="user_stated")
        await call("assert", subject="Priya", predicate="lives_in", object="Lisbon", evidence=[kept["id"]])
        await call("recall", question="Where does Priya work now?", budgetTokens=500)
        await call("correct", event=kept["id"], content="Priya moved to the Porto office in June", because="misheard")
        await call("recall", question="Which office did Priya move to?", k=1)
        await call("who_is", name="Priya")
        await call("forget", event=kept["id"], because="Priya asked us to")
        left = await call("recall", question="Which office did Priya move to?", k=1)
        print(f"\nlines left: {len(left.get('lines', []))}")
        resources = await client.list_resources()
        print("resources:", ", ".join(one.uri for one in resources.resources))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(main(Path(sys.argv[1])))
    else:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(main(Path(folder) / "memory.kenning"))
