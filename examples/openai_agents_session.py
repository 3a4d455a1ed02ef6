"""An agent of the OpenAI Agents SDK whose conversation is kept in Kenning: python openai_agents_session.py [memory.kenning].

Its "model" is a few lines of Python, so that it runs without a key; leave ``model=`` away to ask the SDK's own.
"""

import asyncio
import sys

from agents import Agent, ModelResponse, RunConfig, Runner, Usage
from agents.models.interface import Model
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from kenning.adapters.openai_agents import KenningSession


class Parrot(Model):
    """Says what it was told first in this conversation."""

    async def get_response(self, *_: object, **given: object) -> ModelResponse:
        """Answer with the first item it is shown."""
        shown = given["input"]
        first = shown if isinstance(shown, str) else shown[0]["content"]
        text = ResponseOutputText(type="output_text", text=f"First you said: {first}", annotations=[])
        message = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *_: object, **__: object) -> None:
        """Refuse: nothing here is streamed."""
        raise NotImplementedError


async def main(path: str) -> None:
    """Say two things; the second answer knows the first."""
    agent = Agent(name="Parrot", model=Parrot())
    for text in ("The boiler is in the cellar", "What was it?"):
        session = KenningSession("chat-7", path)
        done = await Runner.run(agent, text, session=session, run_config=RunConfig(tracing_disabled=True))
        print(f"{text}\n  -> {done.final_output}")
        session.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "memory.kenning"))
