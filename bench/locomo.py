"""Long talks of two people: whether what is recalled holds the turns that answer, and whether it knows who has no answer."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import kenning
from bench.evidence import Asked, led, mean, measures, message, store
from bench.frame import Bar, Options, Result
from kenning.model.recall import LANES, Ways

TURNS_AT = (1, 5, 10, 20, 50)
SESSIONS_AT = (5, 10)
DEEP = 50
ADVERSARIAL = "5"
CITED = re.compile(r"D(\d+):(\d+)")
SESSION = re.compile(r"session_(\d+)")


@dataclass(frozen=True, slots=True)
class Talk:
    """One conversation: its turns as events by what the set calls them, and the questions, corrected and as they were."""

    turns: list[tuple[str, dict[str, Any]]]
    corrected: list[Asked]
    original: list[Asked]


def moment(said: str) -> str | None:
    """A time as the set writes it, as we record it; nothing where it cannot be read."""
    for form in ("%I:%M %p on %d %B, %Y", "%I:%M %p on %d %B %Y"):
        try:
            return datetime.strptime(said.strip(), form).isoformat() + "Z"  # noqa: DTZ007 - the set names no zone
        except ValueError:
            continue
    return None


def cited(evidence: list[Any], there: set[str]) -> frozenset[str]:
    """The turns a question names, in whatever way it is written; those that are not there are left out."""
    named = {f"D{int(session)}:{int(turn)}" for one in evidence for session, turn in CITED.findall(str(one))}
    return frozenset(named & there)


def turns(conversation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The turns in order: speaker, time, text and caption, and nothing that was never part of the talk."""
    numbers = sorted(int(found[1]) for key in conversation if (found := SESSION.fullmatch(key)))
    for number in numbers:
        when = moment(str(conversation.get(f"session_{number}_date_time", "")))
        for turn in conversation[f"session_{number}"] or ():
            caption = turn.get("blip_caption")
            text = turn.get("text", "") + (f"\n[shared: {caption}]" if caption else "")
            yield _id(turn["dia_id"]), message(turn["speaker"], text, f"session {number}", when)


def _id(said: str) -> str:
    found = CITED.search(said)
    return f"D{int(found[1])}:{int(found[2])}" if found else said


def talks(data: Path) -> Iterator[Talk]:
    """Every conversation of a folder, with the corrections of its audit where there is one."""
    for file in sorted(data.glob("conv-*.json")):
        parsed = json.loads(file.read_text(encoding="utf-8"))
        said = list(turns(parsed["conversation"]))
        there = {name for name, _ in said}
        audit = data / "audit" / f"{file.stem}.errors.json"
        errors = json.loads(audit.read_text(encoding="utf-8")) if audit.is_file() else []
        better = {int(error["question_id"].rsplit("_qa", 1)[1]): error.get("correct_evidence") for error in errors}
        original, corrected = [], []
        for number, question in enumerate(parsed["qa"]):
            group, asked = str(question["category"]), str(question["question"])
            evidence = question.get("evidence") or []
            original.append(Asked(asked, cited(evidence, there), group))
            corrected.append(Asked(asked, cited(better.get(number) or evidence, there), group))
        yield Talk(said, corrected, original)


Ranked = tuple[list[str], list[str]]
"""Turns and sessions, each best first."""


class Memory:
    """A store that was told one talk, and what it gives back for a question."""

    def __init__(self, talk: Talk) -> None:
        """Tell the talk."""
        self._session: kenning.Session = store()
        receipts = self._session.record_many([event for _, event in talk.turns])
        self._names = {receipt.id: name for receipt, (name, _) in zip(receipts, talk.turns, strict=True)}

    def ask(self, question: str, lanes: frozenset[str] = frozenset()) -> tuple[Ranked, bool]:
        """The turns and sessions in order, and whether the answer says that the one asked about has no such record."""
        found = self._session.recall(question, k=DEEP, ways=Ways(lanes=lanes))
        turns = [self._names[hit.id] for hit in found if hit.id in self._names]
        sessions = [f"D{one.session.removeprefix('session ')}" for one in found.sessions]
        return (turns, sessions), bool(found.unknown)


Rows = defaultdict[str, list[dict[str, float]]]


def _score(rows: Rows, lead: str, asked: Asked, ranked: Ranked) -> None:
    """Note how one question went, under its category and under all four."""
    if not asked.evidence:
        return
    turns, best = ranked
    row = led("turns", measures(turns, asked.evidence, TURNS_AT))
    sessions = frozenset(str(name).split(":", 1)[0] for name in asked.evidence)
    row |= led("sessions", measures(best, sessions, SESSIONS_AT))
    rows[f"{lead}category_{asked.group}"].append(row)
    if asked.group != ADVERSARIAL:
        rows[f"{lead}all"].append(row)


def _tell(options: Options, talk: Talk, rows: Rows, said: dict[bool, list[bool]]) -> None:
    """Tell one talk to a memory and ask all its questions."""
    memory = Memory(talk)
    pairs = list(zip(talk.corrected, talk.original, strict=True))
    for corrected, original in pairs[:5] if options.quick else pairs:
        ranked, unknown = memory.ask(corrected.question)
        said[corrected.group == ADVERSARIAL].append(unknown)
        _score(rows, "", corrected, ranked)
        _score(rows, "original_", original, ranked)
        if corrected.group != ADVERSARIAL:
            for lane in sorted(LANES):
                _score(rows, f"lane_{lane}_", corrected, memory.ask(corrected.question, frozenset({lane}))[0])


def run(options: Options) -> Result:
    """Tell each talk to a memory of its own, and ask."""
    if options.data is None:
        raise SystemExit("locomo: needs --data, the folder of the conversations")
    rows: Rows = defaultdict(list)
    said: dict[bool, list[bool]] = {True: [], False: []}
    for number, talk in enumerate(talks(options.data), 1):
        options.say(f"locomo: talk {number}, {len(talk.turns)} turns, {len(talk.corrected)} questions")
        _tell(options, talk, rows, said)
    figures = {key: value for lead in sorted(rows) for key, value in led(lead, mean(rows[lead])).items()}
    figures = {key: value for key, value in figures.items() if not key.startswith("lane_") or "_share_" in key}
    denied = sum(said[True]) / max(1, len(said[True]))
    kept = 1 - sum(said[False]) / max(1, len(said[False]))
    figures |= {"unknown_said_rightly": denied, "unknown_kept_rightly": kept, "unknown_balanced": (denied + kept) / 2}
    bars = {
        "turns": Bar.at_least(0.82, figures.get("all_turns_share_at_10", 0.0)),
        "turns_category_1": Bar.at_least(0.55, figures.get("category_1_turns_share_at_10", 0.0)),
        "sessions": Bar.at_least(0.94, figures.get("all_sessions_share_at_10", 0.0)),
        "unknown_balanced": Bar.at_least(0.75, figures["unknown_balanced"]),
    }
    return Result(figures, bars)
