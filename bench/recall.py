"""Recall with all lanes over a million lines, 100,000 people and a million relations, and beside what a user would pick instead.

Texts, questions and their answers are made up (`recall_texts`), the store is built by the acts of the verbs (`recall_store`) and
asked in a process of its own (`recall_asking`). Beside it stand its rivals, over the same lines, questions and vectors
(`recall_rivals`), and this store over just as many lines: by default as many as there are, at most 100,000; ``--rivals-events``
says otherwise, 0 leaves them out. ``--events`` sets the size, people and relations with it; ``--keep DIR`` keeps the store,
builds on where a run was broken off, and uses it again.

``ingest_per_s`` counts lines recorded in batches of 500, each recognised, up to and with the first answer after them, so that
what a lane puts off is in it. ``as_of`` and ``scoped`` are ratios to now and to all, question by question in one process;
``…_times`` of a rival is its figure by ours, asked again right behind it. ``written_lanes`` tells in how many lanes, all of them
together being one more, an event is found as soon as it is recorded.
"""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from bench.frame import Bar, Options, Result
from bench.recall_asking import FINDING
from bench.recall_rivals import BUILD_S_MAX, SIDES, missing
from bench.recall_store import Builder, Built, Size
from kenning.providers.words import static_words

EVENTS = 1_000_000
EVENTS_PER_PERSON = 10
QUESTIONS = 500
BESIDE = 100_000
ROOT = Path(__file__).parents[1]


def size_of(options: Options, events: int, relations: int) -> Size:
    """How much of everything goes with so many lines."""
    return Size(
        seed=options.seed,
        events=events,
        entities=max(10, events // EVENTS_PER_PERSON),
        relations=relations,
        questions=min(QUESTIONS, max(100, events // 100)),
    )


@contextmanager
def kept(options: Options) -> Iterator[Path]:
    """The folder of the store: the one to keep, or one that is gone afterwards."""
    if options.keep is None:
        with options.workspace() as folder:
            yield folder
    else:
        options.keep.mkdir(parents=True, exist_ok=True)
        yield options.keep.resolve()


def child(module: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a module of the bench in a process of its own; what it says on stderr is seen."""
    line = [sys.executable, "-m", f"bench.{module}", *map(str, arguments)]
    return subprocess.run(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)


def told(done: subprocess.CompletedProcess[str], code: int = 0) -> dict[str, Any]:
    """The JSON object a process printed last. Raises `RuntimeError` where it ended otherwise than it should."""
    if done.returncode != code:
        raise RuntimeError(f"{' '.join(done.args[2:])} ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def written(folder: Path) -> dict[str, float]:
    """How many lanes find what was just recorded: at once, and after the process that recorded it was killed."""
    at_once = told(child("recall_asking", "write", folder), -signal.SIGKILL)
    after = told(child("recall_asking", "again", folder, at_once["event"], at_once["question"]))
    return {"written_lanes": float(len(at_once["lanes"])), "written_lanes_after_kill": float(len(after["lanes"]))}


def ours(options: Options, folder: Path, size: Size, deed: str = "ask") -> tuple[Built, dict[str, float]]:
    """Build the store in a folder and ask it."""
    built = Builder(folder, size, options.say).build()
    options.say("recall: asking in all lanes")
    found = told(child("recall_asking", deed, folder))
    ingest_s = built.record_s + found["first_ms"] / 1e3
    cpu_s = max(built.record_cpu_s, 1e-9)
    rates = {
        "ingest_per_s": built.events / ingest_s,
        "ingest_per_cpu_s": built.events / cpu_s,
        "file_mb": (folder / "recall.kenning").stat().st_size / 1e6,
    }
    return built, {**found, **rates}


def beside(options: Options, store: Path, size: Size, mine: dict[str, float]) -> dict[str, float]:
    """The rivals over so many lines, and this store over as many; nothing of those that are not installed, and why."""
    events = min(size.events, BESIDE) if options.rivals_events is None else options.rivals_events
    if not events:
        return {}
    small = size_of(options, events, size.relations if events == size.events else 0)
    figures = {"rivals_lines": float(events), "rivals_lines_of_all": events / size.events}
    with options.workspace() as folder:
        if small != size:
            options.say(f"recall: the same over {events:,} lines")
            store = folder / "kenning"
            store.mkdir()
            _, mine = ours(options, store, small, "briefly")
        figures |= {f"kenning_{key}": value for key, value in mine.items() if key in SHOWN or "share" in key}
        (folder / "size.json").write_bytes(msgspec.json.encode(small))
        for side in SIDES:
            options.say(f"recall: {side}")
            if found := rival(options, folder, side):
                near = told(child("recall_asking", "briefly", store)) | {"ingest_per_s": mine["ingest_per_s"]}
                times = ("p50_ms", "p50_cpu_ms", "ingest_per_s")
                found |= {f"{key}_times": found[key] / near[key] for key in times}
            figures |= {f"{side}_{key}": value for key, value in found.items()}
    return figures


SHOWN = {
    "ingest_per_s",
    "ingest_per_cpu_s",
    "first_ms",
    "p50_ms",
    "p99_ms",
    "p50_cpu_ms",
    "resident_mb",
    "resident_peak_mb",
}


def rival(options: Options, folder: Path, side: str) -> dict[str, float]:
    """One side, built and asked."""
    if (why := missing(side)) is not None:
        options.say(f"recall: {side} is left out: {why}")
        return {}
    if (
        code := child(
            "recall_rivals", "build", side, folder, 0.1 * BUILD_S_MAX if options.quick else BUILD_S_MAX
        ).returncode
    ) != 0:
        options.say(f"recall: {side} is left out: it ended with {code} while it was told the lines")
        return {}
    return told(child("recall_rivals", "ask", side, folder))


def run(options: Options) -> Result:
    """Build, ask, kill, ask again, and compare."""
    if static_words() is None:
        raise RuntimeError("recall in all lanes needs the extra vectors: pip install 'kenning[vectors]'")
    events = options.events or options.scale(EVENTS)
    size = size_of(options, events, events)
    with kept(options) as folder:
        built, figures = ours(options, folder, size)
        options.say("recall: writing, killing, reading")
        figures |= written(folder)
        rivals = beside(options, folder, size, figures)
    load_per_s = (len(built.ids) + built.relations) / max(built.load_s, 1e-9)
    all_of_it = len(FINDING) + 1
    bars = {
        "p50_ms": Bar.at_most(15, figures["p50_ms"]),
        "p99_ms": Bar.at_most(60, figures["p99_ms"]),
        "resident_mb": Bar.at_most(1200, figures["resident_mb"]),
        "as_of": Bar.at_most(1.5, figures["as_of"]),
        "scoped": Bar.at_most(1, figures["scoped"]),
        "ingest_per_s": Bar.at_least(4000, figures["ingest_per_s"]),
        "written_lanes": Bar.at_least(all_of_it, figures["written_lanes"]),
        "written_lanes_after_kill": Bar.at_least(all_of_it, figures["written_lanes_after_kill"]),
    }
    counted = {"lines": float(events), "entities": float(size.entities), "relations": float(size.relations)}
    return Result(counted | figures | {"load_per_s": load_per_s} | rivals, bars)
