"""How well what is recalled holds the evidence: share, any and all of it among the first so many."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

import kenning

STARTED = re.compile(r" (n't\b|'\w)|\s([.,!?;:])")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a set, and the events that answer it, by what the set calls them."""

    question: str
    evidence: frozenset[Hashable]
    group: str = ""


def plain(text: str) -> str:
    """A tokenised text as it was written: endings and stops close up."""
    return STARTED.sub(lambda found: found[1] or found[2], text)


def distinct(ranked: Iterable[Hashable]) -> list[Hashable]:
    """Each once, where it came first."""
    return list(dict.fromkeys(ranked))


def measures(ranked: Sequence[Hashable], evidence: frozenset[Hashable], at: Iterable[int]) -> dict[str, float]:
    """Share, any and all of the evidence among the first so many."""
    found: dict[str, float] = {}
    for k in at:
        here = evidence & set(ranked[:k])
        found |= {f"share_at_{k}": len(here) / len(evidence), f"any_at_{k}": float(bool(here))}
        found[f"all_at_{k}"] = float(here == evidence)
    return found


def mean(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """The mean of each measure."""
    return {key: sum(row[key] for row in rows) / len(rows) for key in rows[0]} if rows else {}


def led(lead: str, figures: Mapping[str, float]) -> dict[str, float]:
    """The same figures under longer names."""
    return {f"{lead}_{key}": value for key, value in figures.items()}


def store() -> kenning.Session:
    """A memory that knows nothing."""
    return kenning.open(":memory:", config=kenning.Config(synchronous="off"))


def message(speaker: str, text: str, session: str, occurred_at: str | None = None) -> dict[str, Any]:
    """What somebody says in a session, as an assistant would record it."""
    event: dict[str, Any] = {
        "kind": "message.received",
        "source": {"type": "import", "name": "dialogue", "channel": "dialogue"},
        "context": {"session": {"id": session}},
        "provenance": {"basis": "imported", "confidence": 1},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
    }
    if speaker:
        event["actor"] = {"type": "person", "name": speaker, "channel": "dialogue", "identifier": speaker}
    if occurred_at is not None:
        event["time"] = {"occurredAt": occurred_at}
    return event


class StemmedBm25:
    """What a user would try first: SQLite's full-text index over single lines, stemmed, stop words dropped."""

    def __init__(self, texts: Sequence[str]) -> None:
        """Index the lines."""
        self._connection = apsw.Connection(":memory:")
        self._connection.execute("CREATE VIRTUAL TABLE lines USING fts5(text, tokenize = 'porter unicode61')")
        self._connection.executemany(
            "INSERT INTO lines (rowid, text) VALUES (?, ?)", [(place, text) for place, text in enumerate(texts)]
        )

    def best(self, question: str, limit: int) -> list[int]:
        """The places of the best lines."""
        words = [word for word in re.findall(r"[a-z0-9]+", question.lower()) if word not in STOP_WORDS]
        if not words:
            return []
        query = "SELECT rowid FROM lines WHERE lines MATCH ? ORDER BY bm25(lines), rowid LIMIT ?"
        asked = " OR ".join(f'"{word}"' for word in words)
        return [place for (place,) in self._connection.execute(query, (asked, limit))]


STOP_WORDS = frozenset(
    """
    a about am an and any are as at be been being but by can could did do does doing for from had has have having he her hers him
    his how i if in into is it its just me my of on or our ours s she should so such t than that the their them then there these
    they this those to too us very was we were what when where which who whom whose why will with would you your yours
    """.split(),  # noqa: SIM905 - reads as a list
)
