"""Vectors of texts from a server of models: what the seam `Embedder` asks for."""

from __future__ import annotations

from collections.abc import Sequence

from kenning.errors import UnavailableError
from kenning.providers.llm.client import Client

_AT_ONCE = 64


class ServedEmbedder:
    """An embedder behind a server. Safe to use from several threads."""

    def __init__(self, client: Client) -> None:
        """Ask by a client, whose server names the model."""
        self._client = client

    @property
    def name(self) -> str:
        """Give the model, as it is recorded with what was decided by it."""
        return self._client.server.model

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Give a vector for each text, all of one length. Raises `UnavailableError`, also where the budget is spent."""
        found: list[list[float]] = []
        for start in range(0, len(texts), _AT_ONCE):
            vectors = self._client.embed(texts[start : start + _AT_ONCE])
            if vectors is None:
                hint = "give a larger budget, or none"
                raise UnavailableError(f"the budget of {self._client.budget.says} is spent", hint=hint)
            if found and len(vectors[0]) != len(found[0]):
                reason = f"vectors of {len(found[0])} numbers and of {len(vectors[0])}"
                raise UnavailableError(f"{self._client.server.url}: gave {reason} for one model")
            found += vectors
        return found
