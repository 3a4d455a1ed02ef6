"""What a user would pick instead of recall, given the same lines, the same questions and the same vectors.

``python -m bench.recall_rivals build|ask SIDE FOLDER [SECONDS]`` prints one JSON object: `recall` runs each side in processes of
its own, one that builds and one that asks, so that neither one's memory is the other's. The sides come with the group ``rivals``
of pyproject.toml, which the lock does not hold: ``pip install --group rivals`` (pip 25.1 and newer). None may reach a network.

Each is used as its documentation says, on a disk: Chroma with its default index; LanceDB with its full-text index beside the
vectors, fused by its own default; Mem0 with ``infer=False``, which asks no model, on its default store, one message a call, since
that is all its interface takes. A document is "Speaker: what was said". Vectors are ours, of pieces weighed by their rarity in
these very lines (unweighted they find half as much), and making them is part of what is timed, as it is part of ours.
"""

from __future__ import annotations

import importlib.util
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from bench.recall_store import Size, portions
from kenning.providers.words import StaticWords, static_words

AMONG = 10
BATCH = 2_000
SAMPLE = 20_000
"""So many lines tell how rare pieces are."""
BUILD_S_MAX = 300.0
"""After so long a side takes no further lines, and is asked only what it was told."""
SHOWN = 20_000
INDEXED_FROM = 100_000
"""LanceDB's documentation advises an index of vectors from about so many on; fewer are scanned."""
PACKAGES = {"chromadb": "chromadb", "lancedb": "lancedb", "mem0": "mem0"}
Array = NDArray[np.float32]


class Vectors:
    """Our static vectors of texts, by the rarity of pieces in a sample of them."""

    def __init__(self, words: StaticWords, sample: Sequence[str]) -> None:
        self._words = words
        held = np.bincount(words.pieces(sample).ids, minlength=len(words.vectors))
        self._rarity = np.log(1 + (len(sample) - held + 0.5) / (held + 0.5)).astype(np.float32)
        self.width = int(words.vectors.shape[1])

    def of(self, texts: Sequence[str]) -> Array:
        """One vector a text, of length 1."""
        cut = self._words.pieces(texts)
        weighted = self._words.vectors[cut.ids] * (self._rarity[cut.ids] * cut.counts)[:, None]
        found = np.zeros((len(texts), self.width), np.float32)
        held = np.flatnonzero(cut.sizes)
        if len(held):
            found[held] = np.add.reduceat(weighted, (np.cumsum(cut.sizes) - cut.sizes)[held], axis=0)
        shortened: Array = found / np.maximum(np.linalg.norm(found, axis=1), 1e-6)[:, None]
        return shortened


class Side(Protocol):
    """A store of texts under names, on a disk."""

    def add(self, names: Sequence[str], texts: Sequence[str], vectors: Array) -> None:
        """Take texts up."""

    def settle(self) -> None:
        """Whatever is to be done before the first question."""

    def best(self, question: str, vector: Array) -> list[str]:
        """The names of the ten best."""


class Chroma:
    """Chroma, its default index (HNSW), cosine."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import chromadb

        del vectors
        settings = chromadb.Settings(anonymized_telemetry=False)
        client = chromadb.PersistentClient(path=str(folder), settings=settings)
        self._lines = client.get_or_create_collection(
            "lines", configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
        )

    def add(self, names: Sequence[str], texts: Sequence[str], vectors: Array) -> None:
        """Take texts up."""
        self._lines.add(ids=list(names), documents=list(texts), embeddings=vectors)

    def settle(self) -> None:
        """Nothing: the index grows with what is added."""

    def best(self, question: str, vector: Array) -> list[str]:
        """The names of the ten best."""
        del question
        found = self._lines.query(query_embeddings=[vector], n_results=AMONG, include=["documents"])
        return [str(one) for one in found["ids"][0]]


class Lance:
    """LanceDB, hybrid: vectors and full text, its default fusion (reciprocal ranks)."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        import lancedb
        import pyarrow as pa

        self._arrow, self._width = pa, vectors.width
        kind = pa.list_(pa.float32(), vectors.width)
        self._schema = pa.schema([("name", pa.string()), ("text", pa.string()), ("vector", kind)])
        database = lancedb.connect(str(folder))
        self._lines = database.create_table("lines", schema=self._schema, exist_ok=True)

    def add(self, names: Sequence[str], texts: Sequence[str], vectors: Array) -> None:
        """Take texts up."""
        column = self._arrow.FixedSizeListArray.from_arrays(self._arrow.array(vectors.ravel()), self._width)
        self._lines.add(self._arrow.table([list(names), list(texts), column], schema=self._schema))

    def settle(self) -> None:
        """Index the texts, and the vectors where there are many."""
        from lancedb.index import FTS

        self._lines.create_index("text", config=FTS())
        if self._lines.count_rows() > INDEXED_FROM:
            self._lines.create_index(metric="cosine", vector_column_name="vector")
        self._lines.optimize()

    def best(self, question: str, vector: Array) -> list[str]:
        """The names of the ten best."""
        asked = self._lines.search(query_type="hybrid", vector_column_name="vector").vector(vector).text(question)
        return [str(name) for name in asked.limit(AMONG).to_arrow()["name"].to_pylist()]


class Embedder:
    """Our vectors behind Mem0's interface."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        """The vector of a text."""
        del memory_action
        return [float(one) for one in self._vectors.of([text])[0]]


class Mem0:
    """Mem0 without a model, over its default store (Qdrant in the process)."""

    def __init__(self, folder: Path, vectors: Vectors) -> None:
        os.environ["MEM0_DIR"] = str(folder)
        from mem0 import Memory

        store = {
            "path": str(folder / "qdrant"),
            "collection_name": "lines",
            "embedding_model_dims": vectors.width,
            "on_disk": True,
        }
        unused = {"provider": "openai", "config": {"api_key": "none is asked"}}
        self._memory = Memory.from_config(
            {
                "vector_store": {"provider": "qdrant", "config": store},
                "embedder": unused,
                "llm": unused,
                "history_db_path": str(folder / "history.db"),
            }
        )
        self._memory.embedding_model = Embedder(vectors)

    def add(self, names: Sequence[str], texts: Sequence[str], vectors: Array) -> None:
        """Take texts up, one a call; it has them made into vectors itself."""
        del vectors
        for name, text in zip(names, texts, strict=True):
            said = [{"role": "user", "content": text}]
            self._memory.add(said, user_id="bench", metadata={"name": name}, infer=False)

    def settle(self) -> None:
        """Nothing: its store scans."""

    def best(self, question: str, vector: Array) -> list[str]:
        """The names of the ten best."""
        del vector
        found = self._memory.search(question, top_k=AMONG, filters={"user_id": "bench"}, threshold=0.0)
        return [str(one["metadata"]["name"]) for one in found["results"]]


SIDES: dict[str, Callable[[Path, Vectors], Side]] = {"chromadb": Chroma, "lancedb": Lance, "mem0": Mem0}


def missing(side: str) -> str | None:
    """Why a side cannot be measured here, where it cannot."""
    if static_words() is None:
        return "the extra vectors is not installed"
    if importlib.util.find_spec(PACKAGES[side]) is None:
        return f"{PACKAGES[side]} is not installed: pip install --group rivals (or: pip install {' '.join(WANTED)})"
    return None


WANTED = ("chromadb", "lancedb", "mem0ai")


def apart() -> None:
    """Keep this process off every network, and its telemetry off."""
    os.environ |= {"MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False", "DO_NOT_TRACK": "1"}
    plain = socket.socket.connect

    def connect(self: socket.socket, address: Any) -> None:  # noqa: ANN401 - whatever a family takes
        if self.family != socket.AF_UNIX:
            raise OSError("no network while measuring")
        plain(self, address)

    socket.socket.connect = connect  # type: ignore[assignment,method-assign]


def document(name: str, text: str) -> str:
    """A line as a document."""
    return f"{name}: {text}" if name else text


def opened(side: str, folder: Path, sample: Iterable[str]) -> tuple[Side, Vectors]:
    """A side over a folder, and the vectors for it."""
    words = static_words()
    assert words is not None, "it was asked before"
    vectors = Vectors(words, list(sample))
    folder.mkdir(exist_ok=True)
    return SIDES[side](folder, vectors), vectors


class Told(msgspec.Struct):
    """What a side took up, and how long that took."""

    size: Size
    lines: int
    ingest_s: float
    ingest_cpu_s: float


def build(side: str, folder: Path, size: Size, build_s_max: float) -> Told:
    """Take up the lines, until all are or the time is over."""
    texts = size.texts()
    store, vectors = opened(side, folder / side, _sample(size))
    done, spent, worked, shown = 0, 0.0, 0.0, 0
    for lines in portions(texts.read(), BATCH if side != "mem0" else BATCH // 10):
        written = [document(line.name, line.text) for line in lines]
        begun, busy = time.perf_counter(), time.process_time()
        made = vectors.of(written) if side != "mem0" else np.zeros((0, 0), np.float32)
        store.add([str(line.number) for line in lines], written, made)
        spent += time.perf_counter() - begun
        worked += time.process_time() - busy
        done += len(lines)
        if done - shown >= SHOWN:
            shown = done
            print(f"recall: {side} took {done:,} of {size.events:,}", file=sys.stderr, flush=True)
        if spent > build_s_max:
            break
    begun, busy = time.perf_counter(), time.process_time()
    store.settle()
    return Told(size, done, spent + time.perf_counter() - begun, worked + time.process_time() - busy)


def _sample(size: Size) -> Iterable[str]:
    return (document(line.name, line.text) for line in size.texts().read(0, min(SAMPLE, size.events)))


def ask(side: str, folder: Path, told: Told) -> dict[str, float]:
    """All questions whose answers it was told, once."""
    from bench.recall_asking import every, memory_mb, shares, timed_ms

    planted = [one for one in told.size.texts().planted if one.line < told.lines]
    store, vectors = opened(side, folder / side, _sample(told.size))

    def answered(question: str) -> list[str]:
        return store.best(question, vectors.of([question])[0])

    first, _ = timed_ms(lambda: answered(planted[0].question))
    taken, ranked = every(planted, answered)
    figures = {"lines": float(told.lines), "ingest_per_s": told.lines / max(told.ingest_s, 1e-9)}
    figures |= {"first_ms": first, "ingest_per_cpu_s": told.lines / max(told.ingest_cpu_s, 1e-9)} | taken
    return figures | shares(planted, ranked, [str(one.line) for one in planted]) | memory_mb()


def main(arguments: Sequence[str]) -> None:
    """Build or ask, and print what was found."""
    apart()
    deed, side, folder = arguments[0], arguments[1], Path(arguments[2])
    notes = folder / f"{side}.json"
    if deed == "build":
        size = msgspec.json.decode((folder / "size.json").read_bytes(), type=Size)
        notes.write_bytes(msgspec.json.encode(build(side, folder, size, float(arguments[3]))))
    else:
        print(json.dumps(ask(side, folder, msgspec.json.decode(notes.read_bytes(), type=Told))))


if __name__ == "__main__":
    main(sys.argv[1:])
