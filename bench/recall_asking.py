"""Asks a store built for `recall` in a process of its own, so that its memory and its first question are its own.

``python -m bench.recall_asking ask|briefly|write|again FOLDER [EVENT QUESTION]`` prints one JSON object. ``write`` records an
event, asks for it in every lane, and ends by SIGKILL with nothing closed; ``again`` asks anew in the process after it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

import kenning
from bench.corpus import Corpus, word
from bench.recall_store import Built, guest
from bench.recall_texts import Planted
from kenning.model.recall import LANES, Ways

AMONG = 10
FINDING = sorted(LANES - {"shape"})
COMPARED = 60
MADE_UP = 100
SHOWN = 100
DATED = " That was in May 2024."


def quantiles(taken: Sequence[float]) -> tuple[float, float]:
    """Median and 99th percentile."""
    ordered = sorted(taken)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def say(line: str) -> None:
    """Tell the person who waits."""
    print(f"recall: {line}", file=sys.stderr, flush=True)


def timed_ms(deed: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes, and what it gives."""
    begun = time.perf_counter()
    found = deed()
    return (time.perf_counter() - begun) * 1e3, found


def every(planted: Sequence[Planted], ask: Callable[[str], list[str]]) -> tuple[dict[str, float], list[list[str]]]:
    """All questions once: how long they take, on the clock and of the processor, and what each finds.

    Seconds of the processor, those of all threads together, are what other work on the machine does not touch.
    """
    spent, worked, ranked = [], [], []
    for number, one in enumerate(planted):
        if number % SHOWN == 0:
            say(f"asked {number} of {len(planted)}")
        begun = time.process_time()
        taken, found = timed_ms(lambda: ask(one.question))  # noqa: B023 - called here
        worked.append((time.process_time() - begun) * 1e3)
        spent.append(taken)
        ranked.append(found)
    p50, p99 = quantiles(spent)
    return {"p50_ms": p50, "p99_ms": p99, "p50_cpu_ms": quantiles(worked)[0]}, ranked


def memory_mb() -> dict[str, float]:
    """What this process has in memory now, and the most it ever had."""
    rows = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines())
    return {
        name: int(rows[key].split()[0]) / 1024
        for name, key in (("resident_mb", "VmRSS"), ("resident_peak_mb", "VmHWM"))
    }


def shares(planted: Sequence[Planted], ranked: Sequence[Sequence[object]], lines: Sequence[object]) -> dict[str, float]:
    """The share of questions whose line is among the first ten, over all and by how they are worded."""
    rows: dict[str, list[bool]] = {"": []}
    for question, found, line in zip(planted, ranked, lines, strict=True):
        for key in ("", f"_{question.wording}"):
            rows.setdefault(key, []).append(line in found[:AMONG])
    return {f"share_at_10{key}": sum(hits) / max(1, len(hits)) for key, hits in rows.items()}


def known(folder: Path) -> Built:
    """What was noted of the store in a folder."""
    return msgspec.json.decode((folder / "built.json").read_bytes(), type=Built)


def ask(folder: Path, *, full: bool = True) -> dict[str, float]:
    """All questions once; where ``full``, also of a moment of the past, under a scope, with a date, and without meaning."""
    built = known(folder)
    planted = built.size.texts().planted
    path = folder / "recall.kenning"
    opened, session = timed_ms(lambda: kenning.open(path))
    figures = {"open_ms": opened}
    figures["first_ms"], _ = timed_ms(lambda: session.recall(planted[0].question, k=AMONG))
    taken, ranked = every(planted, lambda question: [hit.id for hit in session.recall(question, k=AMONG)])
    figures |= taken | shares(planted, ranked, [built.answers[one.line] for one in planted])
    if full:
        say("asking of the past, under a scope, with a date")
        figures |= compared(session, built, [one.question for one in planted[:COMPARED]])
        made_up = Corpus(built.size.seed + 9)
        asked = [made_up.question() for _ in range(MADE_UP)]
        figures["made_up_p50_ms"], _ = quantiles([timed_ms(lambda: session.recall(one))[0] for one in asked])  # noqa: B023
    figures |= memory_mb()
    session.close()
    if full:
        say("asking without the lane of meaning")
        with kenning.open(path, config=kenning.Config(vectors=False)) as words:
            words.recall(planted[0].question)
            figures["words_p50_ms"], _ = quantiles(
                [timed_ms(lambda: words.recall(one.question))[0] for one in planted[:COMPARED]]  # noqa: B023 - called here
            )
    return figures


def briefly(folder: Path) -> dict[str, float]:
    """All questions once, and no more: beside each rival, since what else the machine does changes."""
    return ask(folder, full=False)


def compared(session: kenning.Session, built: Built, questions: Sequence[str]) -> dict[str, float]:
    """Now beside a moment half way through the lines, and all beside the hundredth that a guest may read.

    Each question is asked all ways one after the other, another way first each time, so that what else the machine does and what
    was just read falls on all of them alike.
    """
    ways: dict[str, Callable[[str], Any]] = {
        "now": session.recall,
        "past": session.at((built.before + session.head()[0]) // 2).recall,
        "scoped": guest(session).recall,
        "dated": lambda question: session.recall(question + DATED),
    }
    for way in ways.values():
        way(questions[0])
    taken: dict[str, list[float]] = {name: [] for name in ways}
    order = list(ways)
    for place, question in enumerate(questions):
        for name in order[place % len(order) :] + order[: place % len(order)]:
            taken[name].append(timed_ms(lambda: ways[name](question))[0])  # noqa: B023 - called here
    medians = {name: quantiles(spent)[0] for name, spent in taken.items()}
    return {
        "again_p50_ms": medians["now"],
        "as_of": medians["past"] / medians["now"],
        "scoped": medians["scoped"] / medians["now"],
        "dated": medians["dated"] / medians["now"],
    }


def write(folder: Path) -> dict[str, Any]:
    """Record something nobody said before, and ask for it at once in every lane."""
    with kenning.open(folder / "recall.kenning") as session:
        new = [word(int.from_bytes(os.urandom(6))).capitalize() for _ in range(4)]
        text = f"The tortoise {new[2]} was vaccinated against {new[3]}, by a vet who came over the mountains on foot."
        event = {
            "kind": "message.received",
            "source": {"type": "app", "name": "bench"},
            "actor": {"type": "person", "name": f"{new[0]} {new[1]}"},
            "time": {"occurredAt": "2031-03-03T12:00:00Z"},
            "provenance": {"basis": "observed", "confidence": 1},
            "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        }
        session.recall("What was the last thing anybody said?")  # a store in use: lanes have been asked before
        receipt = session.record(event)
        question = (
            f"When did {new[0]} {new[1]} say that {new[2]} was vaccinated against {new[3]}, was it on 3 March 2031?"
        )
        found = {"event": receipt.id, "question": question, "lanes": list(found_in(session, receipt.id, question))}
        print(json.dumps(found), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("it was killed")


def again(folder: Path, event: str, question: str) -> dict[str, Any]:
    """Ask for it in every lane after the process that recorded it was killed."""
    with kenning.open(folder / "recall.kenning") as session:
        return {"lanes": list(found_in(session, event, question))}


def found_in(session: kenning.Session, event: str, question: str) -> Iterator[str]:
    """The lanes that find an event, each asked alone; ``all`` where it is the first of what all of them find.

    Shape finds nothing: it weighs what others found.
    """
    for lane in FINDING:
        if event in [hit.id for hit in session.recall(question, ways=Ways(lanes=frozenset({lane})))]:
            yield lane
    hits = session.recall(question)
    if len(hits) and hits[0].id == event:
        yield "all"


def main(arguments: Sequence[str]) -> None:
    """Do one of these and print what it found."""
    deed, folder = arguments[0], Path(arguments[1])
    deeds: dict[str, Callable[..., dict[str, Any]]] = {"ask": ask, "briefly": briefly, "write": write, "again": again}
    found = deeds[deed](folder, *arguments[2:])
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
