"""Gathering the passages an answer is chosen from: what the lanes found, and what stands beside it in its session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from kenning.engine.reading.recall.lines import Lines, Said
from kenning.model.recall import Scope
from kenning.rules.recall.passage import NOBODY, Passage
from kenning.store import NOW, Reader
from kenning.store.base import Line, Window

REACH = 5
"""So many events before and behind one are read for the window around it."""
NEIGHBOURS = 2
"""Of these so many may answer themselves: who answers often repeats no word of the question."""
EDGE = 3
NOTHING: Mapping[int, Line] = MappingProxyType({})


class Pool:
    """The passages of one question, read once each."""

    def __init__(self, reader: Reader, lines: Lines, scope: Scope, window: Window) -> None:
        """Hold nothing yet."""
        self._reader, self._known, self._scope, self._window = reader, lines, scope, window
        self._taken: dict[int, None] = {}
        self._lines: dict[int, Line] = {}
        self._said: dict[int, Said] = {}
        self._chosen: set[int] = set()
        self._following: dict[int, int] = {}
        self._edges: dict[int, tuple[int, int]] = {}
        self._turn = reader.stamp(scope.namespace).turned
        lines.turned(scope.namespace, self._turn)

    def take(self, events: Iterable[int], lines: Mapping[int, Line] = NOTHING) -> None:
        """Take events up, with the rows of those that were read already."""
        self._taken.update(dict.fromkeys(events))
        self._lines.update((event, line) for event, line in lines.items() if event in self._taken)

    def settle(self) -> None:
        """Read what was taken up with what stands beside it in its session, and see what follows what."""
        missing = [event for event in self._taken if event not in self._lines]
        if missing:
            self._lines.update(self._reader.lines(self._scope, missing, self._window.at))
        self._said = self._read(self._lines.values())
        self._chosen.update(self._lines)
        talking = [event for event in self._taken if event in self._said and self._said[event].session is not None]
        if not talking:
            return
        around = self._reader.beside(self._scope, talking, REACH, self._window.at)
        others = {line.event: line for one in around.values() for line in (*one.earlier, *one.later)}
        near = self._read(line for event, line in others.items() if event not in self._said)
        said = near | self._said
        for event in talking:
            beside = around[event]
            run = [*(line.event for line in beside.earlier), event, *(line.event for line in beside.later)]
            session = said[event].session
            same = [one for one in run if said[one].session == session]
            self._following.update(pairwise(same))
            here = same.index(event)
            close = same[max(0, here - NEIGHBOURS) : here + NEIGHBOURS + 1]
            self._chosen.update(close)
            for one in same:
                if one not in self._said:
                    self._said[one], self._lines[one] = said[one], others[one]
            for one in close:
                self._note(one, run, same, before=beside.before, behind=beside.behind)

    def _read(self, lines: Iterable[Line]) -> dict[int, Said]:
        return self._known.of(self._reader, self._scope.namespace, lines, self._window.at, self._turn)

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

    def passages(self, indexed: Mapping[int, float]) -> tuple[list[Passage], Mapping[int, int]]:
        """Give all passages in order, those that may answer marked, and which event follows which."""
        events = sorted(self._said)
        spots = concerned(self._reader, self._scope, events, self._window.at)
        made = []
        for event in events:
            line, said = self._lines[event], self._said[event]
            edge = self._edges.get(event, (-1, -1))
            whom = spots.get(event, ())
            actor = next((entity for entity, _, path in whom if path == "actor"), NOBODY)
            others = tuple((entity, role) for entity, role, path in whom if path not in {"actor", "source"})
            made.append(
                Passage(
                    since=line.since,
                    event=event,
                    text=said.text,
                    words=said.words,
                    at_us=line.at_us,
                    actor=actor,
                    spots=others,
                    indexed=indexed.get(event, 0.0),
                    led=edge[0],
                    left=edge[1],
                    chosen=event in self._chosen and self._window.holds(line),
                )
            )
        return made, self._following

    def sessions(self) -> dict[int, tuple[str, str]]:
        """Tell in which session each event stands, of those that stand in one."""
        return {event: said.session for event, said in self._said.items() if said.session is not None}


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
