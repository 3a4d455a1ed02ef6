"""Static vectors of words, read from a package that ships them: nothing is fetched, and no model runs.

The extra ``vectors`` installs them. Only their two files are read: the loader of the package itself looks for its tokenizer
elsewhere when there is no network.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

PACKAGE = "wordllama"
WEIGHTS = "weights/l2_supercat_256.safetensors"
TOKENIZER = "tokenizers/l2_supercat_tokenizer_config.json"
NAME = "wordllama/l2_supercat_256"
_AT_ONCE = 512
_FEW = 256
_BLANK = "\u2581"
"""How a piece that begins a word is marked."""
_PIECES_MAX = 4096
"""Of one text: what stands further behind in a long document weighs nothing in a mean any more."""

Array = NDArray[Any]


class Pieces(NamedTuple):
    """The pieces of words that texts are made of, text by text: each once, ascending (uint16), and how often it occurs (uint8).

    ``sizes`` tells how many each text has.
    """

    ids: Array
    counts: Array
    sizes: Array


class StaticWords:
    """A vector for each piece of a word, and the pieces of a text."""

    name = NAME

    def __init__(self, folder: Path) -> None:
        """Read the two files."""
        from safetensors.numpy import load_file  # noqa: PLC0415 - an extra
        from tokenizers import Tokenizer  # noqa: PLC0415 - an extra

        (self.vectors,) = (one.astype(np.float32) for one in load_file(folder / WEIGHTS).values())
        self.mean: Array = self.vectors.mean(axis=0)
        self._tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        known = self._tokenizer.get_vocab()
        self._begins = np.zeros(1 << 16, np.int64)
        self._begins[[number for piece, number in known.items() if piece.startswith(_BLANK)]] = 1

    def pieces(self, texts: Sequence[str]) -> Pieces:
        """Cut texts into pieces, many at once."""
        cut: list[int] = []
        lengths: list[int] = []
        for start in range(0, len(texts), _AT_ONCE):
            for ids in self._cut(list(texts[start : start + _AT_ONCE])):
                cut += ids[:_PIECES_MAX]
                lengths.append(min(len(ids), _PIECES_MAX))
        return _counted(np.repeat(np.arange(len(texts)), lengths), np.array(cut, np.int64), len(texts))

    def words(self, words: Sequence[str]) -> Pieces:
        """Cut words into pieces: as one text, since no piece reaches over a blank."""
        ids = np.array(self._tokenizer.encode(" ".join(words), add_special_tokens=False).ids, np.int64)
        places = np.cumsum(self._begins[ids]) - 1
        if len(ids) and (places[0] != 0 or places[-1] + 1 != len(words)):
            return self.pieces(words)  # one of them is no word: it holds a blank, or nothing that is read
        return _counted(places, ids, len(words))

    def _cut(self, texts: list[str]) -> list[list[int]]:
        if len(texts) < _FEW:  # threads of its own cost more than they save
            return [self._tokenizer.encode(said, add_special_tokens=False).ids for said in texts]
        return [one.ids for one in self._tokenizer.encode_batch_fast(texts, add_special_tokens=False)]


def _counted(places: Array, ids: Array, count: int) -> Pieces:
    keys, counts = np.unique(places << 16 | ids, return_counts=True)
    sizes = np.bincount(keys >> 16, minlength=count)
    return Pieces((keys & 0xFFFF).astype(np.uint16), np.minimum(counts, 255).astype(np.uint8), sizes)


def is_installed() -> bool:
    """Tell whether the extra is there, without reading anything of it."""
    return all(importlib.util.find_spec(name) is not None for name in (PACKAGE, "safetensors", "tokenizers"))


@cache
def static_words() -> StaticWords | None:
    """Give the vectors where the extra is installed, and nothing where it is not."""
    if not is_installed():
        return None
    spec = importlib.util.find_spec(PACKAGE)
    assert spec is not None, "it was found a moment ago"
    for folder in map(Path, spec.submodule_search_locations or ()):
        if (folder / WEIGHTS).is_file() and (folder / TOKENIZER).is_file():
            return StaticWords(folder)
    return None
