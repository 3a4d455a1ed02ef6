"""A summary in a model's words: what the seam `Summariser` asks for. By default the lines of an episode speak for themselves."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kenning.errors import InvalidError, UnavailableError
from kenning.providers.llm.client import Ask, Client, sound
from kenning.providers.llm.prompts import prompt

SUMMARY_MAX = 1000
_LINES_CHARACTERS_MAX = 24_000
_LINE_MAX = 1000
_ANSWER_TOKENS_MAX = 400
_SCHEMA = {
    "type": "object",
    "properties": {"summary": {"type": "string"}},
    "required": ["summary"],
    "additionalProperties": False,
}


class _Summary(msgspec.Struct):
    summary: str


class ModelSummariser:
    """A summariser behind a server. What it says is marked as derived, and carries the labels of all it was shown."""

    def __init__(self, client: Client) -> None:
        """Ask by a client, whose server names the model."""
        self._client = client
        self._prompt = prompt("summarise")

    @property
    def name(self) -> str:
        """Give the model and the version of its prompt."""
        return f"{self._client.server.model}/{self._prompt.version}"

    def summarise(self, lines: Sequence[tuple[str, str]]) -> str | None:
        """Give a summary of lines; ``None`` where what came back is none, or the server refuses them.

        Raises `UnavailableError` where the server cannot serve now, and where the budget is spent.
        """
        shown = [{"who": who, "said": said} for who, said in _bounded(lines)]
        asked = Ask(
            system=self._prompt.text,
            user=msgspec.json.encode({"lines": shown}).decode(),
            schema=_SCHEMA,
            name="summary",
            tokens_max=_ANSWER_TOKENS_MAX,
        )
        try:
            answer = self._client.ask(asked)
        except InvalidError:
            return None
        if answer is None:
            hint = "run it again with a larger budget: it goes on where it was"
            raise UnavailableError(f"the budget of {self._client.budget.says} is spent", hint=hint)
        try:
            said = msgspec.json.decode(answer.text, type=_Summary).summary
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None
        return " ".join(said.split())[:SUMMARY_MAX] or None


def _bounded(lines: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Cut long lines, and leave out those in the middle where all together are too much to show."""
    cut = [(who, sound(said[:_LINE_MAX])) for who, said in lines]
    while len(cut) > 2 and sum(len(who) + len(said) for who, said in cut) > _LINES_CHARACTERS_MAX:
        del cut[len(cut) // 2]
    return cut
