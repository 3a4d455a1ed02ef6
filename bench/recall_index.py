"""Measures the index of words alone: ingest, recall over all classes, one class and the past, dump, and a fresh process.

``python bench/recall_index.py [DOCS]`` prints one JSON object. Documents have about 20 words of a Zipf vocabulary of
200,000, in 8 classes; every third sequence opens no document. Questions have 5 to 8 words: frequent and rare ones.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import apsw
import numpy as np
from numpy.typing import NDArray

from kenning.store.words.lexicon import Doc, Lexicon

NS = 1
CLASSES = 8
VOCABULARY = 200_000
FUNCTION_WORDS = 60  # the most frequent ranks: documents have them, questions had them dropped
BATCH = 500
SEED = 20_260_601


def chances(first: int = 0) -> NDArray[np.float64]:
    """Give the cumulated chances of the words from rank ``first`` on, after Zipf and Mandelbrot."""
    weights = 1 / (np.arange(VOCABULARY) + 2.7)
    weights[:first] = 0
    cumulated: NDArray[np.float64] = np.cumsum(weights) / weights.sum()
    return cumulated


def keys_of_ranks() -> NDArray[np.int64]:
    """Give each word of the vocabulary a key that looks like a digest."""
    return np.random.default_rng(SEED).integers(-(2**63), 2**63 - 1, VOCABULARY, dtype=np.int64)


def batches(count: int) -> Iterator[list[Doc]]:
    """Make documents, ``BATCH`` at a time."""
    dice, keys, cumulated = np.random.default_rng(SEED + 1), keys_of_ranks(), chances()
    sequence = 0
    for _ in range(0, count, BATCH):
        lengths = np.maximum(1, dice.gamma(4, 5, BATCH).astype(int))
        words = keys[np.searchsorted(cumulated, dice.random(lengths.sum()))]
        docs = []
        for text, access in zip(
            np.split(words, np.cumsum(lengths)[:-1]), dice.integers(0, CLASSES, BATCH), strict=True
        ):
            sequence += 1 + (sequence % 3 == 1)
            terms, tfs = np.unique(text, return_counts=True)
            docs.append(Doc(sequence, int(access), (terms.tobytes(), tfs.astype(np.uint8).tobytes(), len(text))))
        yield docs


def questions(count: int) -> list[list[int]]:
    """Make questions: half their words as frequent as in documents, half any of the vocabulary's first 20,000."""
    dice, keys, cumulated = np.random.default_rng(SEED + 2), keys_of_ranks(), chances(FUNCTION_WORDS)
    asked = []
    for _ in range(count):
        size = int(dice.integers(5, 9))
        frequent = np.searchsorted(cumulated, dice.random(size - size // 2))
        rare = dice.integers(FUNCTION_WORDS, 20_000, size // 2)
        asked.append(keys[np.concatenate((frequent, rare))].tolist())
    return asked


def connect(path: Path) -> apsw.Connection:
    """Open the file as the store does."""
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA cache_size = -16000")
    connection.execute("PRAGMA wal_autocheckpoint = 4000")
    return connection


def resident_mb() -> float:
    """Give the resident memory of this process."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 2**20


def ingest(path: Path, count: int) -> dict[str, float]:
    """Fill the index, one transaction a batch, and time what the index does of it."""
    connection, lexicon = connect(path), Lexicon()
    lexicon.create(connection)
    taken = []
    for docs in batches(count):
        began = time.perf_counter()
        with connection:
            lexicon.add(connection, NS, docs)
        taken.append(time.perf_counter() - began)
    tenth = max(1, len(taken) // 10)
    body = connection.execute("SELECT sum(length(body)) FROM pages").get
    result = {
        "ingest_us_per_doc": sum(taken) / count * 1e6,
        "ingest_us_per_doc_first_tenth": sum(taken[:tenth]) / (tenth * BATCH) * 1e6,
        "ingest_us_per_doc_last_tenth": sum(taken[-tenth:]) / (tenth * BATCH) * 1e6,
        "ingest_batch_ms_max": max(taken) * 1e3,
        "segments": connection.execute("SELECT count(*) FROM segments").get,
        "postings_m": connection.execute("SELECT sum(postings) FROM segments").get / 1e6,
        "segments_mb": body / 1e6,
    }
    connection.close()
    return result


def timed(asked: list[list[int]], ask: Callable[[list[int]], object]) -> tuple[float, float]:
    """Ask each question once; give the median and the 99th percentile in milliseconds."""
    taken = []
    for question in asked:
        began = time.perf_counter()
        ask(question)
        taken.append((time.perf_counter() - began) * 1e3)
    return float(np.median(taken)), float(np.percentile(taken, 99))


def recall(path: Path, count: int) -> dict[str, float]:
    """Ask in a fresh process, and see how large it grows."""
    before = resident_mb()
    connection, lexicon = connect(path), Lexicon()
    asked = questions(600)
    began = time.perf_counter()
    lexicon.search(connection, NS, asked[0], limit=10)
    result = {"first_search_ms": (time.perf_counter() - began) * 1e3}

    def scoped(classes: frozenset[int] | None, at: int | None) -> Callable[[list[int]], object]:
        return lambda question: lexicon.search(connection, NS, question, classes=classes, at=at, limit=10)

    dice = np.random.default_rng(SEED + 3)
    ways = {
        "all": scoped(None, None),
        "one_class": scoped(frozenset({3}), None),
        "three_classes": scoped(frozenset({1, 3, 6}), None),
        "as_of_middle": scoped(None, count * 3 // 4),
        "as_of_any": lambda question: scoped(None, int(dice.integers(1, count)))(question),  # noqa: PLW0108 - new dice for each
        "filtered": lambda question: lexicon.search(
            connection, NS, question, limit=10, accept=lambda sinces: [since % 10 == 0 for since in sinces]
        ),
    }
    for name, way in ways.items():
        result[f"{name}_ms_p50"], result[f"{name}_ms_p99"] = timed(asked[1:], way)
    result["resident_mb"], result["resident_growth_mb"] = resident_mb(), resident_mb() - before
    result["resident_peak_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return result


def changes(path: Path, count: int) -> dict[str, float]:
    """Close and hide one in fifty documents, ask again; dump; erase."""
    connection, lexicon = connect(path), Lexicon()
    dice, result = np.random.default_rng(SEED + 4), {}
    sinces = [row[0] for row in lexicon.dump(connection, NS)]
    picked = sorted(dice.choice(sinces, count // 50, replace=False).tolist())
    began = time.perf_counter()
    with connection:
        for since in picked:
            lexicon.close(connection, NS, since, since + 1000)
    result["close_us"] = (time.perf_counter() - began) / len(picked) * 1e6
    began = time.perf_counter()
    asked = questions(300)
    lexicon.search(connection, NS, asked[0], limit=10)
    result["first_search_after_closing_ms"] = (time.perf_counter() - began) * 1e3
    result["closed_all_ms_p50"], result["closed_all_ms_p99"] = timed(
        asked, lambda question: lexicon.search(connection, NS, question, limit=10)
    )
    result["closed_one_class_ms_p50"], _ = timed(
        asked, lambda question: lexicon.search(connection, NS, question, classes=frozenset({2}), limit=10)
    )
    result["closed_as_of_middle_ms_p50"], _ = timed(
        asked, lambda question: lexicon.search(connection, NS, question, at=count * 3 // 4, limit=10)
    )
    began = time.perf_counter()
    dumped = sum(1 for _ in lexicon.dump(connection, NS))
    result["dump_docs_per_s"] = dumped / (time.perf_counter() - began)
    began = time.perf_counter()
    with connection:
        lexicon.erase(connection, NS, [sinces[count // 3]])
    result["erase_one_ms"] = (time.perf_counter() - began) * 1e3
    connection.close()
    return result


STEPS: dict[str, Callable[[Path, int], dict[str, float]]] = {"ingest": ingest, "recall": recall, "changes": changes}


def main() -> None:
    """Run the steps, each in a process of its own."""
    if len(sys.argv) == 4:
        print(json.dumps(STEPS[sys.argv[1]](Path(sys.argv[2]), int(sys.argv[3]))))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    figures: dict[str, float] = {"docs": count}
    with tempfile.TemporaryDirectory(dir=os.curdir) as folder:
        for step in STEPS:
            command = [sys.executable, __file__, step, f"{folder}/index", str(count)]
            figures |= json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    print(json.dumps({name: round(figure, 2) for name, figure in figures.items()}, indent=1))


if __name__ == "__main__":
    main()
