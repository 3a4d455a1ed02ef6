"""Vectors of texts from `sentence-transformers`, where it is installed with a model: what the seam `Embedder` asks for.

It is no dependency of ours, not even as an extra: it brings a framework of two gigabytes and more. Whoever has it has chosen it.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from threading import Lock
from typing import Any

from kenning.errors import InvalidError, UnavailableError

PACKAGE = "sentence_transformers"


class SentenceEmbedder:
    """An embedder on this machine. The model is loaded when it is first asked, and never fetched.

    ``model`` is a folder, or a name that was fetched before. Raises `InvalidError` where the package is not installed.
    """

    def __init__(self, model: str, *, at_once: int = 32) -> None:
        """Look whether the package is there; nothing is loaded yet."""
        if importlib.util.find_spec(PACKAGE) is None:
            details = {"path": "embedder", "value": PACKAGE, "reason": "is not installed"}
            hint = "pip install sentence-transformers"
            raise InvalidError('embedder: "sentence-transformers" is not installed', hint=hint, details=details)
        self._model, self._at_once = model, at_once
        self._loaded: Any = None
        self._lock = Lock()

    @property
    def name(self) -> str:
        """Give the model and the version of what runs it."""
        try:
            return f"{self._model}/sentence-transformers-{version('sentence-transformers')}"
        except PackageNotFoundError:
            return self._model

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Give a vector for each text, all of one length. Raises `UnavailableError` where the model cannot be loaded."""
        if not texts:
            return []
        with self._lock:  # such a model is no faster for two at once, and takes the memory of both
            if self._loaded is None:
                self._loaded = self._load()
            found = self._loaded.encode(
                list(texts), batch_size=self._at_once, convert_to_numpy=True, show_progress_bar=False
            )
        return [[float(number) for number in vector] for vector in found]

    def _load(self) -> Any:  # noqa: ANN401 - a model of a package that we do not depend on
        from sentence_transformers import SentenceTransformer  # noqa: PLC0415 - not a dependency, and slow to import

        try:
            return SentenceTransformer(self._model, local_files_only=True)
        except (OSError, ValueError) as error:
            hint = "name the folder of a model, or fetch it once by hand: nothing is fetched from here"
            raise UnavailableError(f"{self._model}: cannot be loaded: {error}", hint=hint) from error
