"""Measures an embedded graph database on the graph that `graph` walks: load, star of one and two hops, as of a moment and not.

``python -m bench.graph_ladybug [--quick]`` prints one JSON object. The graph has 100,000 entities and 1,000,000 relations of 12
types. An entity has 20 ends of relations on average, one in a thousand ten times as many as its like; one relation in twenty
was closed again. What is measured of the other side is its best: a prepared query, one thread or two, rows fetched as plain
values and no graph made of them (its own recursive patterns take ten times as long).
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from bench.frame import Options

ENTITIES = 100_000
RELATIONS = 1_000_000
TYPES = 12
ANCHORS = 300
ROUNDS = 5
SPREAD = 0.5  # of the logarithm of an entity's weight: the neighbours of an entity have 26 ends to its own 20
HUBS = 1000  # one entity in so many is a hub
HUB_WEIGHT = 10.0
CLOSED = 0.05


@dataclass(frozen=True, slots=True)
class Sample:
    """A graph out of dice: relation ``n`` goes from ``subject[n]`` to ``object[n]``, and holds from n + 1 up to ``until[n]``.

    ``until`` is 0 where the relation is still open; all are known at the moment `now`.
    """

    entities: int
    subject: NDArray[np.int64]
    object: NDArray[np.int64]
    type: NDArray[np.int64]
    until: NDArray[np.int64]

    @property
    def now(self) -> int:
        """The moment after everything in it happened."""
        return 2 * len(self.subject)


def sample(entities: int = ENTITIES, relations: int = RELATIONS, seed: int = 1) -> Sample:
    """Draw a graph; no relation joins an entity to itself."""
    dice = np.random.default_rng(seed)
    weights = np.exp(dice.normal(0, SPREAD, entities))
    weights[dice.choice(entities, max(1, entities // HUBS), replace=False)] *= HUB_WEIGHT
    shares = np.cumsum(weights) / weights.sum()
    drawn = np.minimum(np.searchsorted(shares, dice.random((2, relations))), entities - 1)
    subject, other = drawn[0], drawn[1]
    other = np.where(other == subject, (subject + 1) % entities, other)
    closed = dice.random(relations) < CLOSED
    until = np.where(closed, relations + 1 + np.arange(relations), 0)
    return Sample(entities, subject, other, dice.integers(0, TYPES, relations), until)


def anchors(graph: Sample, count: int = ANCHORS, seed: int = 2) -> list[int]:
    """Entities to start from, each as likely as any other."""
    return [int(one) for one in np.random.default_rng(seed).integers(0, graph.entities, count)]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a star found, by the numbers of the sample: all sides must agree on it before they are compared."""

    entities: frozenset[int]
    relations: frozenset[int]


class Side(Protocol):
    """What is compared: a sample was loaded into it, and a star is one call."""

    def star(self, anchor: int, depth: int) -> object:
        """The star of an entity of the sample, as this side gives it; this is what is timed."""

    def answer(self, anchor: int, depth: int) -> Answer:
        """What it gives, by the numbers of the sample; not timed."""


def expected(graph: Sample, starts: Sequence[int], depth: int) -> list[Answer]:
    """The stars now, straight from the arrays of the sample."""
    is_open = np.flatnonzero(graph.until == 0)
    ends = np.concatenate([graph.subject[is_open], graph.object[is_open]])
    others = np.concatenate([graph.object[is_open], graph.subject[is_open]])
    relations = np.concatenate([is_open, is_open])
    order = np.argsort(ends, kind="stable")
    first = np.searchsorted(ends[order], np.arange(graph.entities + 1))
    found = []
    for start in starts:
        met, frontier, walked = {start}, {start}, set[int]()
        for _ in range(depth):
            here = np.concatenate([order[first[one] : first[one + 1]] for one in sorted(frontier)])
            walked.update(relations[here].tolist())
            frontier = set(others[here].tolist()) - met
            met |= frontier
            if not frontier:
                break
        found.append(Answer(frozenset(met), frozenset(walked)))
    return found


def p50_ms(side: Side, starts: Sequence[int], depth: int, rounds: int = ROUNDS) -> float:
    """How long a star takes: the median over anchors of the best of some rounds, since other work on the machine only adds."""
    taken = np.empty((rounds, len(starts)))
    for number in range(rounds):
        for place, start in enumerate(starts):
            begun = time.perf_counter()
            side.star(start, depth)
            taken[number, place] = time.perf_counter() - begun
    return float(np.median(taken.min(axis=0)) * 1000)


ONE_HOP = """MATCH (a:Entity {id: $id})-[q:Related]-(b:Entity)
{held} RETURN q.claim, q.type, a.id, b.id"""
TWO_HOPS = """MATCH (a:Entity {id: $id})-[q:Related]-(b:Entity)-[r:Related]-(c:Entity)
{held} RETURN q.claim, q.type, b.id, r.claim, r.type, c.id"""
# A WHERE beside the pattern is quicker by a sixth, but version 0.22 then lets closed relations of the first hop through.
HELD = {
    1: "WITH a, q, b WHERE q.since <= $at AND q.until > $at",
    2: "WITH q, b, r, c WHERE q.since <= $at AND q.until > $at AND r.since <= $at AND r.until > $at",
}
FOR_EVER = 1 << 62  # the end of what is still open
FIELDS = {1: ((0,), (2, 3)), 2: ((0, 3), (2, 5))}  # where relations and entities stand in a row


class Ladybug:
    """The rival: Kùzu's successor, with ids of entities as text, and every relation in one table with its type and times.

    ``as_of`` says that closed relations are filtered out by the query, as Kenning's own are; else they were not loaded, which
    is what a program does that wants no history.
    """

    def __init__(self, folder: Path, graph: Sample, *, as_of: bool, threads: int) -> None:
        """Load the sample by COPY, and prepare the queries."""
        import ladybug

        self._numbers = {entity_id(number): number for number in range(graph.entities)}
        self._ids = list(self._numbers)
        self._parameters: dict[str, Any] = {"at": graph.now} if as_of else {}
        database = ladybug.Database(folder / "graph.lbug", max_num_threads=threads)
        self._connection = ladybug.Connection(database, num_threads=threads)
        begun = time.perf_counter()
        self._load(folder, graph, as_of=as_of)
        self.load_s = time.perf_counter() - begun
        with (
            warnings.catch_warnings()
        ):  # preparing is to be folded into executing one day; until then it is the faster way
            warnings.simplefilter("ignore", DeprecationWarning)
            self._prepared = {
                depth: self._connection.prepare(query.replace("{held}", HELD[depth] if as_of else ""))
                for depth, query in ((1, ONE_HOP), (2, TWO_HOPS))
            }

    def _load(self, folder: Path, graph: Sample, *, as_of: bool) -> None:
        entities, relations = folder / "entities.csv", folder / "relations.csv"
        entities.write_text("".join(f"{one},Entity {number}\n" for number, one in enumerate(self._ids)))
        columns = (graph.subject.tolist(), graph.object.tolist(), graph.type.tolist(), graph.until.tolist())
        with relations.open("w") as file:
            for number, (subject, other, kind, until) in enumerate(zip(*columns, strict=True)):
                if as_of or not until:
                    ids = f"{self._ids[subject]},{self._ids[other]}"
                    file.write(f"{ids},{number},type_{kind},{number + 1},{until or FOR_EVER}\n")
        for statement in (
            "CREATE NODE TABLE Entity(id STRING PRIMARY KEY, name STRING)",
            "CREATE REL TABLE Related(FROM Entity TO Entity, claim INT64, type STRING, since INT64, until INT64)",
            f"COPY Entity FROM '{entities}'",
            f"COPY Related FROM '{relations}'",
        ):
            self._connection.execute(statement)

    def star(self, anchor: int, depth: int) -> list[Any]:
        """The rows of a star: for each way of that many hops, its relations with type and ends."""
        given = self._connection.execute(self._prepared[depth], {"id": self._ids[anchor], **self._parameters})
        rows: list[Any] = given.get_all()  # type: ignore[union-attr]
        return rows

    def executed(self, anchor: int) -> None:
        """A star of two hops that is found and not fetched."""
        parameters = {"id": self._ids[anchor], **self._parameters}
        self._connection.execute(self._prepared[2], parameters).close()  # type: ignore[union-attr]

    def answer(self, anchor: int, depth: int) -> Answer:
        """The relations and entities in the rows, and the anchor."""
        rows = self.star(anchor, depth)
        relations, entities = FIELDS[depth]
        return Answer(
            frozenset(self._numbers[row[field]] for row in rows for field in entities) | {anchor},
            frozenset(row[field] for row in rows for field in relations),
        )


def entity_id(number: int) -> str:
    """An id of the same shape as Kenning's, out of a number."""
    return str(uuid.UUID(int=(0x0190_0000_0000_7000_8000 << 48) | number))


@contextmanager
def rival(graph: Sample, folder: Path, *, as_of: bool, threads: int) -> Iterator[Ladybug]:
    """The rival with the sample in it, its files gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=folder) as name:
        yield Ladybug(Path(name), graph, as_of=as_of, threads=threads)


def disagreements(side: Side, graph: Sample, starts: Sequence[int], depth: int) -> int:
    """How many stars differ from what the sample says; anything but 0 makes a comparison void."""
    wanted = expected(graph, starts, depth)
    return sum(side.answer(start, depth) != one for start, one in zip(starts, wanted, strict=True))


def figures(graph: Sample, folder: Path, say: Callable[[str], None]) -> dict[str, float]:
    """The rival's figures: its best number of threads counts."""
    starts = anchors(graph)
    sizes = [len(one.relations) for one in expected(graph, starts, 2)]
    found = {"star_2_relations_p50": float(np.median(sizes)), "star_2_relations_p95": float(np.percentile(sizes, 95))}
    for as_of, name in ((True, "as_of"), (False, "open_only")):
        for threads in (1, 2):
            say(f"loading the rival, {name.replace('_', ' ')}, {threads} thread(s)")
            with rival(graph, folder, as_of=as_of, threads=threads) as side:
                found[f"ladybug_{name}_load_s"] = side.load_s
                for depth in (1, 2):
                    wrong = disagreements(side, graph, starts, depth)
                    key = f"ladybug_{name}_star_{depth}"
                    found[f"{key}_wrong"] = found.get(f"{key}_wrong", 0.0) + wrong
                    found[f"{key}_{threads}_threads_p50_ms"] = p50_ms(side, starts, depth)
    return found


def main() -> None:
    """Measure, and print."""
    options = Options(Path.cwd(), quick="--quick" in sys.argv)
    graph = sample(options.scale(ENTITIES), options.scale(RELATIONS), options.seed)
    print(json.dumps(figures(graph, options.dir, options.say), indent=1))


if __name__ == "__main__":
    main()
