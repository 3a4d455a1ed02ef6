"""A reading with an entity graph of its own, which lies in memory and hides the one on the disk from every statement.

A caller who may not see everything reads a graph that is folded from what he may see. SQLite looks a table's name up among
the temporary ones first, so on a connection whose graph is laid out in temporary tables the same statements read that one,
while the log, its rows and its words are read from the file. Nothing of it is ever written to the disk.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any

import apsw

from kenning.store.graph.claims import SQL
from kenning.store.graph.entities import SqliteGraph
from kenning.store.graph.grams import Grams
from kenning.store.graph.kept import Kept
from kenning.store.graph.writing import KeysOf, SqliteGraphWriter
from kenning.store.reader import SqliteReader
from kenning.store.words.lexicon import Lexicon

APARTS_MAX = 8
"""So many graphs are kept in memory, those read last; another is folded anew when it is asked for again."""

_LAYOUT = re.compile(r"CREATE (TABLE|TRIGGER)|CREATE INDEX IF NOT EXISTS ")


def _temporary(found: re.Match[str]) -> str:
    return f"CREATE TEMP {found[1]}" if found[1] else "CREATE INDEX IF NOT EXISTS temp."


class Apart:
    """One connection with a graph of its own, what its owner keeps of it, and whose turn it is."""

    def __init__(self, connection: apsw.Connection) -> None:
        """Lay out an empty graph."""
        self.connection = connection
        self.lock = threading.Lock()
        self.grams = Grams()
        self.kept: dict[str, Any] = {}
        self.walked = Kept()
        self.seen: object = None
        connection.execute("PRAGMA temp_store = MEMORY")
        connection.execute(_LAYOUT.sub(_temporary, SQL["create"]))


class ApartReader(SqliteReader):
    """A `Reader` whose entity graph is folded by its caller, behind a checkpoint that the caller keeps in ``kept``."""

    def __init__(self, apart: Apart, lexicon: Lexicon, keys_of: KeysOf, numbers: dict[str, int]) -> None:
        """Read through the connection of ``apart``."""
        super().__init__(apart.connection, lexicon, apart.grams, numbers, apart.walked)
        self._keys_of = keys_of
        self.kept = apart.kept
        self._apart = apart

    def graph(self, namespace: str) -> SqliteGraph:
        """Give the graph apart, which is folded from what is seen alone."""
        found = super().graph(namespace)
        found.folds_seen = True
        return found

    def writable(self, namespace: str) -> SqliteGraphWriter:
        """Give the graph apart, to be brought up to date."""
        found = SqliteGraphWriter(self._connection, self.number(namespace), self._grams, self._keys_of)
        found.folds_seen = True
        return found

    def forget(self, namespace: str) -> None:
        """Drop the graph apart and all that is kept of it, to fold it anew."""
        self.kept.clear()
        self.writable(namespace).forget()
        self._execute(SQL["drop_end_changes"])
        self._execute(SQL["drop_marked"])
        self._kept = self._apart.walked = Kept()


class Aparts:
    """The graphs apart of one store, those read last."""

    def __init__(self, connect: Callable[[], apsw.Connection], renew: Callable[[Apart], None] | None = None) -> None:
        """Open connections with ``connect``; ``renew`` takes over what is new where they read a copy."""
        self._connect = connect
        self._renew = renew
        self._known: OrderedDict[Hashable, Apart] = OrderedDict()
        self._lock = threading.Lock()

    @contextmanager
    def read(self, key: Hashable, bring: Callable[[Apart], None]) -> Iterator[Apart]:
        """Take the turn on one graph, in one consistent reading, brought up to date first: wholly, or it is folded anew."""
        apart = self._take(key)
        with apart.lock:
            try:
                if self._renew is not None:
                    self._renew(apart)
                apart.connection.execute("BEGIN")
                bring(apart)
            except BaseException:
                self._drop(key, apart)
                raise
            try:
                yield apart
            finally:
                apart.connection.execute("COMMIT")

    def _take(self, key: Hashable) -> Apart:
        with self._lock:
            found = self._known.get(key)
            if found is None:
                found = self._known[key] = Apart(self._connect())
                while len(self._known) > APARTS_MAX:
                    self._known.popitem(last=False)  # whoever still reads it has the last hold of it
            self._known.move_to_end(key)
            return found

    def _drop(self, key: Hashable, apart: Apart) -> None:
        with self._lock:
            if self._known.get(key) is apart:
                del self._known[key]
        apart.connection.close(force=True)

    def close(self) -> None:
        """Let go of all of them: what they hold in memory goes with them."""
        with self._lock:
            known, self._known = list(self._known.values()), OrderedDict()
        for apart in known:
            with apart.lock:
                apart.connection.close()
