"""The entity graph as a whole: what it holds row by row, for a verification, and what an erasure or a rebuild takes out of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from typing import Any

import apsw
import msgspec

from kenning.store.places import NAMESPACE_BITS, SEQUENCE_MAX
from kenning.store.queries import load

SQL = load("graph.sql")

BY_PLACE = (
    "entities",
    "records",
    "definitions",
    "graves",
    "judgements",
    "redirects",
    "mentions",
    "queue",
    "schemas",
    "acts",
    "claim_acts",
    "claims",
    "support",
    "ends",
    "artifacts",
    "artifact_parents",
    "artifact_words",
    "demotions",
    "notices",
    "notices_read",
    "denials",
    "shifts",
)
"""Tables whose rows are those of a namespace by their place."""
BY_NAMESPACE = (
    "names",
    "pending",
    "claim_groups",
    "grants",
    "channels",
    "bindings",
    "declared",
    "internals",
    "confirmed",
)
_COLUMNS = {"forms": "place, key, surface", "ends": "place, claim, way, since, until, other, claim_id, other_id"}
"""Numbers that a store gives as things come are no part of what a log says."""
_OF_ACT = (
    "schemas",
    "claim_acts",
    "claim_groups",
    "claims",
    "support",
    "shifts",
    "artifacts",
    "artifact_parents",
    "artifact_words",
    "demotions",
    "notices",
    "notices_read",
    "denials",
)
_OF_ENTITY = ("records", "names", "forms", "definitions", "redirects", "grants", "bindings", "internals", "entities")


def tables(execute: Callable[..., Any], number: int) -> Iterator[tuple[str, Iterator[tuple[object, ...]]]]:
    """Walk the rows of a namespace, table by table, in whatever order they lie."""
    base = number << NAMESPACE_BITS
    for table in (*BY_PLACE, "forms"):
        columns = _COLUMNS.get(table, "*")
        yield table, execute(f"SELECT {columns} FROM {table} WHERE place BETWEEN ? AND ?", (base, base | SEQUENCE_MAX))  # noqa: S608
    yield "apart", execute("SELECT * FROM apart WHERE a BETWEEN ? AND ?", (base, base | SEQUENCE_MAX))
    for table in BY_NAMESPACE:
        yield table, execute(f"SELECT * FROM {table} WHERE ns = ?", (number,))  # noqa: S608


def digests(execute: Callable[..., Any], number: int) -> dict[str, tuple[int, int]]:
    """Digest a graph: for each table how many rows it has, and the sum of their hashes, which no order changes."""
    found = {}
    for table, rows in tables(execute, number):
        count, total = 0, 0
        for row in rows:
            count += 1
            total += int.from_bytes(blake2b(msgspec.msgpack.encode(row), digest_size=16).digest(), "big")
        found[table] = (count, total % (1 << 128))
    return found


def forget(connection: apsw.Connection, number: int) -> None:
    """Drop the graph of a namespace, to fold it anew."""
    base = number << NAMESPACE_BITS
    for table in (*BY_PLACE, "forms"):
        connection.execute(f"DELETE FROM {table} WHERE place BETWEEN ? AND ?", (base, base | SEQUENCE_MAX))  # noqa: S608
    connection.execute("DELETE FROM apart WHERE a BETWEEN ? AND ?", (base, base | SEQUENCE_MAX))
    for table in BY_NAMESPACE:
        connection.execute(f"DELETE FROM {table} WHERE ns = ?", (number,))  # noqa: S608


def forget_entities(connection: apsw.Connection, number: int, entities: Iterable[int]) -> None:
    """Drop all that is folded from the acts on some entities, who are to be folded anew; mentions and claims stay."""
    base = number << NAMESPACE_BITS
    for entity in entities:
        place = base | entity
        connection.execute("DELETE FROM judgements WHERE survivor = ? OR merged = ?", (place, place))
        connection.execute("DELETE FROM apart WHERE a = ? OR b = ?", (place, place))
        connection.execute(SQL["drop_changes"], (place,))
        for table in _OF_ENTITY:
            connection.execute(f"DELETE FROM {table} WHERE place = ?", (place,))  # noqa: S608


def forget_acts(connection: apsw.Connection, number: int, sequences: Iterable[int], events: Iterable[int]) -> None:
    """Drop what single acts left: mentions of events, schemas, claims, artifacts, notices, denials."""
    base = number << NAMESPACE_BITS
    for event in events:
        connection.execute("DELETE FROM mentions WHERE event = ?", (base | event,))
        connection.execute("DELETE FROM pending WHERE ns = ? AND event = ?", (number, event))
    for sequence in sequences:
        for table in _OF_ACT:
            connection.execute(f"DELETE FROM {table} WHERE place = ?", (base | sequence,))  # noqa: S608
        connection.execute("DELETE FROM ends WHERE claim = ?", (base | sequence,))
        connection.execute("DELETE FROM confirmed WHERE ns = ? AND since = ?", (number, sequence))
    connection.execute("DELETE FROM relation_types WHERE type NOT IN (SELECT type FROM ends)")


def forget_items(connection: apsw.Connection, number: int, sequences: Iterable[int]) -> None:
    """Drop what these acts put before a person, and all that was said to it."""
    for sequence in sequences:
        connection.execute("DELETE FROM queue WHERE place = ?", (number << NAMESPACE_BITS | sequence,))
