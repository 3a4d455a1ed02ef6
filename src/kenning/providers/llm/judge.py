"""Asking a language model which of several a mention means: what the seam `Judge` asks for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kenning.providers.llm.client import Ask, Client, sound
from kenning.providers.llm.prompts import prompt

_TEXT_MAX = 4000
_ANSWER_TOKENS_MAX = 200
_SCHEMA = {
    "type": "object",
    "properties": {"choice": {"type": ["integer", "null"]}},
    "required": ["choice"],
    "additionalProperties": False,
}


class _Choice(msgspec.Struct):
    choice: int | None


class ModelJudge:
    """A judge behind a server. What it says joins nobody: it names one of those it was shown, or none."""

    def __init__(self, client: Client) -> None:
        """Ask by a client, whose server names the model."""
        self._client = client
        self._prompt = prompt("judge")

    @property
    def name(self) -> str:
        """Give the model and the version of its prompt."""
        return f"{self._client.server.model}/{self._prompt.version}"

    def choose(self, surface: str, text: str, candidates: Sequence[str]) -> int | None:
        """Give the place of the candidate meant; ``None`` where that is not clear, or what came back is no choice.

        Raises `UnavailableError` where the server cannot serve now; a spent budget leaves the mention open.
        """
        shown = {
            "name": sound(surface),
            "text": sound(text[:_TEXT_MAX]),
            "candidates": {str(place): sound(line) for place, line in enumerate(candidates)},
        }
        asked = Ask(
            system=self._prompt.text,
            user=msgspec.json.encode(shown).decode(),
            schema=_SCHEMA,
            name="choice",
            tokens_max=_ANSWER_TOKENS_MAX,
        )
        answer = self._client.ask(asked)
        if answer is None:
            return None
        try:
            chosen = msgspec.json.decode(answer.text, type=_Choice).choice
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None
        return chosen if chosen is not None and 0 <= chosen < len(candidates) else None
