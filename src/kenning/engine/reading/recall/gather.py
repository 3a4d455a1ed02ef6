"""Gathering the passages an answer is chosen from: what the lanes found, and what stands beside it in its session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import msgspec

from kenning.engine.reading import threads
from kenning.engine.recognise.around import session_of
from kenning.errors import CorruptError
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.recall import Scope
from kenning.rules import text
from kenning.rules.recall.passage import NOBODY, Passage
from kenning.store import NOW, Reader
from kenning.store.base import Line, Window

REACH = 5
"""So many events before and behind one are read for the window around it."""
NEIGHBOURS = 2
"""Of these so many may answer themselves: who answers often repeats no word of the question."""
EDGE = 3


@lru_cache(maxsize=1 << 13)
def words_of(said: str) -> tuple[str, ...]:
    """Give the words of a text; the same lines answer many questions."""
    return tuple(text.words(said))


class Read(msgspec.Struct, frozen=True):
    """An event of the pool: its row, how it reads, and in which session it stands."""

    line: Line
    text: str
    session: tuple[str, str] | None


class Pool:
    """The passages of one question, read once each."""

    def __init__(self, reader: Reader, scope: Scope, window: Window) -> None:
        """Hold nothing yet."""
        self._reader, self._scope, self._window = reader, scope, window
        self._lines: dict[int, Line] = {}
        self._read: dict[int, Read] = {}
        self._runs: list[tuple[int, list[int], bool, bool]] = []
        self._chosen: set[int] = set()
        self._following: dict[int, int] = {}
        self._edges: dict[int, tuple[int, int]] = {}
        self._ran: set[int] = set()

    def take(self, events: Iterable[int], *, around: bool = True) -> None:
        """Take events up, with those beside them."""
        for event in events:
            if event in self._ran:
                continue
            self._ran.add(event)
            beside = self._reader.beside(self._scope, event, REACH if around else 0, self._window.at)
            self._lines.update({line.event: line for line in beside.lines})
            if event in self._lines:
                self._runs.append((event, [line.event for line in beside.lines], beside.before, beside.behind))

    def settle(self) -> None:
        """Read what was taken up, and see what follows what."""
        self._load([event for event in self._lines if event not in self._read])
        runs, self._runs = self._runs, []
        for event, run, before, behind in runs:
            self._chosen.add(event)
            session = self._read[event].session
            if session is None:
                continue
            same = [one for one in run if self._read[one].session == session]
            self._following.update(pairwise(same))
            here = same.index(event)
            near = same[max(0, here - NEIGHBOURS) : here + NEIGHBOURS + 1]
            self._chosen.update(near)
            for one in near:
                self._note(one, run, same, before=before, behind=behind)

    def _note(self, event: int, run: Sequence[int], same: Sequence[int], *, before: bool, behind: bool) -> None:
        """Note how far an event stands from where its session begins and ends, where the run shows it."""
        place = same.index(event)
        began = same[0] != run[0] or not before  # something of another session, or nothing, stands before
        over = same[-1] != run[-1]
        led = place if began else EDGE
        left = len(same) - 1 - place if over else (-1 if not behind else EDGE)
        known = self._edges.get(event)
        if known is not None:
            led = min(led, known[0])
            left = left if known[1] < 0 else min(left, known[1]) if left >= 0 else known[1]
        self._edges[event] = (min(led, EDGE), min(left, EDGE))

    def _load(self, events: Sequence[int]) -> None:
        found = self._reader.several(self._scope.namespace, events)
        for event in events:
            sealed, _ = found.get(event, (None, False))
            if sealed is None or sealed.payload is None:
                reason = f"sequence {event}: is projected but not in the log"
                raise CorruptError(reason, hint="run verify, then rebuild")
            envelope = envelope_of(sealed)
            line = self._lines[event]
            self._read[event] = Read(line, self._said(envelope, line), session_of(envelope))

    def _said(self, event: Envelope, line: Line) -> str:
        """Give what an event says; folded with what acts on it where anything does."""
        if line.since == line.event:
            return event.text
        return threads.read_view(self._reader, self._scope.namespace, event, self._window.at).text

    def passages(self, indexed: Mapping[int, float]) -> tuple[list[Passage], Mapping[int, int]]:
        """Give all passages in order, those that may answer marked, and which event follows which."""
        events = sorted(self._read)
        spots = concerned(self._reader, self._scope, events, self._window.at)
        made = []
        for event in events:
            read = self._read[event]
            edge = self._edges.get(event, (-1, -1))
            actor = next((entity for entity, _, path in spots.get(event, ()) if path == "actor"), NOBODY)
            others = tuple(
                (entity, role) for entity, role, path in spots.get(event, ()) if path not in {"actor", "source"}
            )
            made.append(
                Passage(
                    since=read.line.since,
                    event=event,
                    text=read.text,
                    words=words_of(read.text),
                    at_us=read.line.at_us,
                    actor=actor,
                    spots=others,
                    indexed=indexed.get(event, 0.0),
                    led=edge[0],
                    left=edge[1],
                    chosen=event in self._chosen and self._window.holds(read.line),
                )
            )
        return made, self._following


Spots = dict[int, list[tuple[int, str, str]]]


def concerned(reader: Reader, scope: Scope, events: Sequence[int], at: int) -> Spots:
    """Tell whom events concern as those read now: entity, role and path each."""
    graph = reader.graph(scope.namespace)
    rows: list[Any] = reader.concerns(scope, events, at)
    roots: Mapping[int, int] = {}
    if rows:
        roots = graph.roots(sorted({row[1] for row in rows}), at or NOW)
    found: Spots = {}
    for event, entity, role, path in rows:
        found.setdefault(event, []).append((roots.get(entity, entity), role, path))
    return found
