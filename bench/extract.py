"""From text to knowledge: what tiers 1 and 2 cost, and whether recall is any worse for what they learn."""

from __future__ import annotations

import random
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec

import kenning
from bench import locomo
from bench.corpus import word
from bench.evidence import Asked, led, mean, measures
from bench.frame import Bar, Options, Result

EVENTS = 100_000
PEOPLE = 200
WORDS = 20
FRUITFUL = 20
"""One message in so many says something of its author."""
TALK = """
the a we went over report again today before lunch and then somebody asked about budget for office which nobody could find yet
morning train coffee window green river garden kitchen walk house street late early always light heavy paper it was good to see
""".split()  # noqa: SIM905 - reads as a list
FACTS = (
    "I live in {place}.",
    "My sister {name} is coming over.",
    "I love spicy food!",
    "I work at {firm}.",
    "I'm allergic to peanuts.",
    "I moved to {place} last year.",
    "Maybe I work at {firm} one day.",
    "Do you live in {place}?",
)
SHARES_AT = (10,)
TIERS = (1, 2)
ASK = "where does somebody live?"


def said(dice: random.Random, number: int) -> str:
    """What one message says: twenty words, in one of twenty a fact, or what looks like one."""
    talk = " ".join(dice.choice(TALK) for _ in range(WORDS))
    if number % FRUITFUL:
        return talk
    names = {"place": _name(dice), "name": _name(dice), "firm": f"{_name(dice)} Works"}
    return f"{dice.choice(FACTS).format(**names)} {talk}"


def _name(dice: random.Random) -> str:
    return word(50_000 + dice.randrange(400)).title()


def write(path: Path, count: int, dice: random.Random) -> None:
    """Write so many messages of one channel as events, a line each."""
    with path.open("wb") as lines:
        for number in range(count):
            who = dice.randrange(PEOPLE)
            event: dict[str, Any] = {
                "kind": "message.sent",
                "source": {"type": "app", "name": "chat"},
                "idempotencyKey": f"message-{number}",
                "actor": {
                    "type": "person",
                    "name": f"{word(who).title()} {word(1000 + who).title()}",
                    "channel": "chat",
                    "identifier": f"u{who}",
                },
                "time": {"occurredAt": f"2026-01-{1 + number * 28 // count:02}T10:00:00Z"},
                "files": [{"role": "primary", "contentType": "text/plain", "content": said(dice, number)}],
            }
            lines.write(msgspec.json.encode(event) + b"\n")


def _whole(options: Options) -> dict[str, float]:
    """Import, extract and ask, on a store of its own on the measured disk; what an event costs is what the second half adds."""
    count = options.scale(EVENTS)
    figures: dict[str, float] = {}
    with options.workspace() as folder:
        write(folder / "chat.jsonl", count, random.Random(options.seed))
        with kenning.open(folder / "chat.kenning") as session:
            options.say(f"extract: {count:,} messages, imported")
            figures["import_s"], figures["import_cpu_s"] = _timed(lambda: session.import_file(folder / "chat.jsonl"))
            options.say("extract: drawn from")
            figures["extract_s"], figures["extract_cpu_s"] = _timed(lambda: session.extract(tiers=TIERS))
            figures["claims"] = float(len(session.claims()))
            figures["again_s"], _ = _timed(lambda: session.extract(tiers=TIERS))
            figures["recall_s"], _ = _timed(lambda: session.recall(ASK))
    figures["whole_s"] = figures["import_s"] + figures["extract_s"] + figures["recall_s"]
    figures["import_share"] = figures["import_s"] / figures["whole_s"]
    figures["extract_us_per_event"] = figures["extract_s"] / count * 1e6
    figures["extract_cpu_us_per_event"] = figures["extract_cpu_s"] / count * 1e6
    return figures


def _timed(work: Any) -> tuple[float, float]:  # noqa: ANN401 - whatever it gives
    start, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - start, time.process_time() - cpu


def _rules(options: Options) -> dict[str, float]:
    """What the rules alone cost a message, without log and store."""
    from kenning.engine.claims.extract.asked import shipped
    from kenning.rules.knowledge.extract.written import example

    dice = random.Random(options.seed)
    texts = [said(dice, number) for number in range(options.scale(20_000))]
    patterns = shipped()
    for text in texts[: len(texts) // 10]:  # expressions are made when first met
        patterns.extract([example(text)])
    start = time.process_time()
    for text in texts:
        if patterns.wants("message.sent", text):
            patterns.extract([example(text)])
    return {"rules_cpu_us_per_event": (time.process_time() - start) / len(texts) * 1e6}


class Learning(locomo.Memory):
    """A memory that was told a talk, and drew from it what there is to be learned."""

    def __init__(self, talk: locomo.Talk) -> None:
        """Tell the talk, and learn."""
        super().__init__(talk)
        self.report = self._session.extract()


def _recall(options: Options, data: Path) -> dict[str, float]:
    """Ask the questions of long talks of a memory that learned and of one that did not."""
    rows: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
    learned = 0
    for number, talk in enumerate(locomo.talks(data), 1):
        options.say(f"extract: talk {number}, {len(talk.turns)} turns")
        plain, learning = locomo.Memory(talk), Learning(talk)
        learned += learning.report.new
        for asked in talk.corrected[:5] if options.quick else talk.corrected:
            _asked(rows, asked, {"off": plain, "on": learning})
    figures = {key: value for lead in sorted(rows) for key, value in led(lead, mean(rows[lead])).items()}
    return {**figures, "locomo_claims": float(learned)}


def _asked(rows: dict[str, list[dict[str, float]]], asked: Asked, memories: dict[str, locomo.Memory]) -> None:
    if not asked.evidence or asked.group == locomo.ADVERSARIAL:
        return
    for name, memory in memories.items():
        rows[f"locomo_{name}"].append(measures(memory.ask(asked.question)[0][0], asked.evidence, SHARES_AT))


def run(options: Options) -> Result:
    """Measure cost, then what it does to recall."""
    figures = _rules(options) | _whole(options)
    bars = {
        "us_per_event": Bar.at_most(100.0, figures["extract_cpu_us_per_event"]),
        "whole": Bar.at_most(60.0, figures["whole_s"]),
    }
    data = options.data / "locomo" if options.data is not None else None
    if data is not None and data.is_dir():
        figures |= _recall(options, data)
        bars["recall"] = Bar.at_least(figures["locomo_off_share_at_10"], figures["locomo_on_share_at_10"])
    return Result(figures, bars)
