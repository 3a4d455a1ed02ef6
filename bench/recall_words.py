"""Reading a million events of words nobody knows: recall by words and in all lanes, views, the past, opening, and memory.

In eight access classes, of a bare log. For vectors such words are the worst case: four pieces each, none of which says anything.
`recall` measures the same of talk whose words mean something, with people and relations.
"""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options, Result
from kenning.engine.reading.recall import answer
from kenning.model.access.effective import Reader
from kenning.model.access.levels import SENSITIVITY
from kenning.model.access.permissions import DomainAccess
from kenning.model.recall import Filters, Scope, Ways
from kenning.providers.words import static_words

EVENTS = 1_000_000
BATCH = 500
QUESTIONS = 300
AMENDMENTS = 100
OPENING = """
import json, resource, sys, time
import kenning
kenning.Session  # opening is measured, not importing
start = time.perf_counter()
session = kenning.open(sys.argv[1], config=kenning.Config(vectors=sys.argv[2] == "vectors"))
head = session.head()
opened = time.perf_counter() - start
start = time.perf_counter()
for question in sys.argv[3:]:
    session.recall(question)
first = time.perf_counter() - start
kb = int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmRSS")))
print(json.dumps({"open_ms": opened * 1e3, "resident_mb": kb / 1024, "recalls_s": first}))
"""


def quantiles(deed: Callable[[str], Any], asked: list[str]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds of a deed, once for each thing asked."""
    spent = []
    for one in asked:
        start = time.perf_counter()
        deed(one)
        spent.append((time.perf_counter() - start) * 1e3)
    spent.sort()
    return spent[len(spent) // 2], spent[min(len(spent) - 1, len(spent) * 99 // 100)]


def wanted(question: str) -> answer.Wanted:
    """What a session hands on where nothing but the question is given."""
    return answer.Wanted(question=question, k=10, budget_tokens=2000, valid_at=None, filters=Filters(), ways=Ways())


def fill(options: Options, session: kenning.Session, count: int) -> None:
    """Record the events, showing how far it is."""
    done = 0
    for batch in Corpus(options.seed).batches(count, BATCH):
        session.record_many(batch)
        done += len(batch)
        if done % 100_000 < len(batch):
            options.say(f"recall_words: recorded {done:,} of {count:,}")


def scope_adds(session: kenning.Session, questions: list[str]) -> float:
    """By which share recall takes longer for a caller whose every row is judged, though he may read all of them.

    Both are asked each question by turns, so that what else the machine does falls on both.
    """
    engine = session._engine  # noqa: SLF001 - beside the verb, which has no scope to compare with
    domains = frozenset(DomainAccess.__struct_fields__)
    who = Reader(ceiling=len(SENSITIVITY), domains=domains, agents=None, everybody=True)
    with engine.store.read() as reader:
        scope = Scope(namespace="default", classes=frozenset(reader.classes("default")), who=who)
    spent: dict[Scope, list[float]] = {Scope(namespace="default"): [], scope: []}
    for question in questions:
        for one, taken in spent.items():
            start = time.perf_counter()
            answer.recall(engine, one, "shared", wanted(question), None)
            taken.append(time.perf_counter() - start)
    bare, scoped = (sorted(taken)[len(taken) // 2] for taken in spent.values())
    return scoped / bare - 1


def opening(path: Path, questions: list[str], lanes: str) -> dict[str, float]:
    """Open the store in a process of its own, recall, and look at its memory; the median of three."""
    runs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", OPENING, str(path), lanes, *questions], capture_output=True, text=True, check=True
        )
        runs.append(json.loads(done.stdout))
    runs.sort(key=lambda one: float(one["open_ms"]))
    return {key: float(value) for key, value in runs[1].items()}


def all_lanes(options: Options, path: Path, questions: list[str]) -> tuple[dict[str, float], dict[str, Bar]]:
    """Measure recall with the lane of meaning; nothing where its extra is not installed."""
    if static_words() is None:
        return {}, {}
    options.say("recall_words: asking in all lanes")
    with kenning.open(path, config=kenning.Config(recognise=False)) as session:
        engine = session._engine  # noqa: SLF001 - a scope of one class is not yet in anyone's hands
        one_class = Scope(namespace="default", classes=frozenset({1}))
        start = time.perf_counter()
        session.recall(questions[0])
        first = time.perf_counter() - start
        p50, p99 = quantiles(session.recall, questions)
        middle = session.at(session.head()[0] // 2)
        middle.recall(questions[0])
        past, _ = quantiles(middle.recall, questions)
        answer.recall(engine, one_class, "shared", wanted(questions[0]), None)
        scoped, _ = quantiles(lambda one: answer.recall(engine, one_class, "shared", wanted(one), None), questions)
        again, _ = quantiles(session.recall, questions)  # as warm as those of the past and of one class
    resident = opening(path, questions[:20], "vectors")["resident_mb"]
    figures = {
        "lanes_first_s": first,
        "lanes_p50_ms": p50,
        "lanes_p99_ms": p99,
        "lanes_as_of": past / again,
        "lanes_one_class": scoped / again,
        "lanes_resident_mb": resident,
    }
    bars = {
        "lanes_p50_ms": Bar.at_most(15, p50),
        "lanes_p99_ms": Bar.at_most(60, p99),
        "lanes_as_of": Bar.at_most(1.5, past / again),
        "lanes_one_class": Bar.at_most(1, scoped / again),
        "lanes_resident_mb": Bar.at_most(1200, resident),
    }
    return figures, bars


def run(options: Options) -> Result:
    """Measure readings."""
    count = options.scale(EVENTS)
    corpus = Corpus(options.seed + 9)
    questions = [corpus.question() for _ in range(max(20, options.scale(QUESTIONS * 100) // 100))]
    with options.workspace() as folder:
        path = folder / "recall.kenning"
        with kenning.open(path, config=kenning.Config(recognise=False, vectors=False)) as session:
            fill(options, session, count)
            receipt = session.record("An event to be amended")
            for number in range(AMENDMENTS):
                session.amend(receipt.id, f"context number {number}")
            middle = session.at(count // 2)
            one_class = Scope(namespace="default", classes=frozenset({1}))
            engine = session._engine  # noqa: SLF001 - a scope of one class is not yet in anyone's hands
            options.say("recall_words: asking")
            session.recall(questions[0])
            p50, p99 = quantiles(session.recall, questions)
            scoped, _ = quantiles(lambda one: answer.recall(engine, one_class, "shared", wanted(one), None), questions)
            added = scope_adds(session, questions)
            past, _ = quantiles(middle.recall, questions)
            view, _ = quantiles(session.view, [receipt.id] * 50)
            ids = [str(next(session.log(after=count * number // 60, limit=1)).id) for number in range(60)]
            at, _ = quantiles(lambda one: session.at(count).view(one), ids)
            moments = [session.event(one).recorded_at for one in ids]
            at_time, _ = quantiles(lambda moment: session.at(moment).head(), moments)
        opened = opening(path, questions[:20], "words")
        every, lanes = all_lanes(options, path, questions)
        size_mb = path.stat().st_size / 1e6
    figures = {
        "events": float(count),
        "recall_p50_ms": p50,
        "recall_p99_ms": p99,
        "recall_one_class_p50_ms": scoped,
        "scope_adds": added,
        "recall_as_of_p50_ms": past,
        "view_100_amendments_p50_ms": view,
        "at_sequence_view_p50_ms": at,
        "at_time_p50_ms": at_time,
        "file_mb": size_mb,
        **opened,
        **every,
    }
    bars = {
        "recall_p50_ms": Bar.at_most(12, p50),
        "recall_p99_ms": Bar.at_most(40, p99),
        "recall_one_class_p50_ms": Bar.at_most(2, scoped),
        "scope_adds": Bar.at_most(0.15, added),
        "view_100_amendments_p50_ms": Bar.at_most(2, view),
        "at_sequence_view_p50_ms": Bar.at_most(2, at),
        "open_ms": Bar.at_most(50, opened["open_ms"]),
        "resident_mb": Bar.at_most(150, opened["resident_mb"]),
        **lanes,
    }
    return Result(figures, bars)
