"""The names a namespace knows, kept in memory to be found in texts; brought up to date from the store before each use."""

from __future__ import annotations

import threading

from kenning.rules.mentions import Found, Names, find
from kenning.store import Graph


class KnownNames:
    """All whole names of a namespace, ready to be looked for. A name that has gone since finds nobody when it is resolved."""

    def __init__(self) -> None:
        """Know nothing yet: the first text reads all names."""
        self._lock = threading.Lock()
        self._names = Names()
        self._serial = 0
        self._generation = -1

    def find(self, graph: Graph, text: str) -> list[Found]:
        """Find known names in a text, in order; the keys of what is found are numbers of entities."""
        with self._lock:
            if graph.generation != self._generation:
                self._names, self._serial, self._generation = Names(), 0, graph.generation
            if graph.last_form() > self._serial:
                for serial, number, surface in graph.forms(self._serial):
                    self._names.add(surface, str(number))
                    self._serial = serial
            return find(text, self._names) if len(self._names) else []
