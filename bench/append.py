"""Durable appends: one by one against bare SQLite, sixteen threads against UmaDB, batches with every index up to a million."""

import gc
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import apsw
import umadb
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteDatastore

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options, Result
from kenning.store.connect import Options as Opening
from kenning.store.connect import connect

ROUNDS = 5
SINGLES = 1_500
THREADS = 16
THREADED = 6_000
BATCHED = 1_000_000
BATCH = 500
# The log with its indexes of words and identifiers, as it is measured here; what recognising adds is measured by `graph`.
BARE_LOG = kenning.Config(recognise=False)
COPIED = ("log", "rows", "tail", "receipts", "links")


def rate(count: int, deed: Callable[[], None]) -> float:
    """How many a second."""
    start = time.perf_counter()
    deed()
    return count / (time.perf_counter() - start)


def for_each(deed: Callable[[Any], object], things: list[Any]) -> None:
    """Do it to each."""
    for thing in things:
        deed(thing)


def median(figures: list[float]) -> float:
    """The middle one."""
    return sorted(figures)[len(figures) // 2]


class Bare:
    """The same rows, of the same schema, written by bare SQLite transactions of one event each."""

    def __init__(self, folder: Path, events: list[dict[str, Any]]) -> None:
        source = folder / "rows.kenning"
        with kenning.open(source, config=kenning.Config(tail_docs=1 << 30, recognise=False)) as session:
            for start in range(0, len(events), BATCH):
                session.record_many(events[start : start + BATCH])
        with closing(apsw.Connection(str(source))) as reading:
            self._rows = {table: reading.execute(f"SELECT * FROM {table}").fetchall() for table in COPIED}
        kenning.open(folder / "bare.kenning").close()
        self._connection = connect(str(folder / "bare.kenning"), Opening())
        self._next = 0

    def write(self, count: int) -> None:
        """Write the rows of the next events, a transaction each."""
        tables = {name: rows for name, rows in self._rows.items() if rows}
        statements = {
            name: f"INSERT INTO {name} VALUES ({','.join('?' * len(rows[0]))})" for name, rows in tables.items()
        }
        execute = self._connection.execute
        for number in range(self._next, self._next + count):
            execute("BEGIN IMMEDIATE")
            for name, rows in tables.items():
                execute(statements[name], rows[number])
            execute("COMMIT")
        self._next += count

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def singles(options: Options, folder: Path) -> tuple[float, float]:
    """One durable append after another, in turns with the bare writer so that both see the same disk."""
    count = max(50, options.scale(SINGLES))
    corpus = Corpus(options.seed)
    events = [corpus.event(number) for number in range(count * ROUNDS)]
    bare = Bare(folder, events)
    gc.collect()
    gc.freeze()  # what was prepared is not part of the work
    ours, theirs = [], []
    with kenning.open(folder / "single.kenning", config=BARE_LOG) as session:
        for turn in range(ROUNDS):
            mine = events[turn * count : (turn + 1) * count]
            theirs.append(rate(count, lambda: bare.write(count)))
            ours.append(rate(count, partial(for_each, session.record, mine)))
    bare.close()
    return median(ours), median(theirs)


def shared(threads: int, each: int, work: Callable[[int, int], None]) -> float:
    """How many a second, when so many threads do as much each."""
    workers = [threading.Thread(target=work, args=(number, each)) for number in range(threads)]

    def deed() -> None:
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()

    return rate(threads * each, deed)


def threaded(options: Options, folder: Path) -> tuple[float, float]:
    """Sixteen threads at once: Kenning (group commit), and UmaDB's server with a client a thread."""
    each = max(20, options.scale(THREADED) // THREADS)
    corpus = Corpus(options.seed + 1)
    events = [corpus.event(number) for number in range(THREADS * each * ROUNDS)]
    gc.collect()
    gc.freeze()
    ours, theirs = [], []
    with kenning.open(folder / "threads.kenning", config=BARE_LOG) as session, uma(folder) as uma_append:
        for turn in range(ROUNDS):
            base = turn * THREADS * each

            def record(number: int, count: int, base: int = base) -> None:
                for event in events[base + number * count : base + (number + 1) * count]:
                    session.record(event)

            ours.append(shared(THREADS, each, record))
            theirs.append(shared(THREADS, each, uma_append))
    return median(ours), median(theirs)


@contextmanager
def uma(folder: Path) -> Iterator[Callable[[int, int], None]]:
    """UmaDB's own server on loopback, durable, with the same payload size."""
    program = Path(sys.executable).with_name("umadb")
    listen = "127.0.0.1:50951"
    server = subprocess.Popen([program, "--listen", listen, "--db-path", folder / "uma.db"], stdout=subprocess.DEVNULL)
    time.sleep(1.5)
    payload = Corpus(7).text().encode().ljust(400, b".")

    def append(number: int, count: int) -> None:
        client = umadb.Client(f"http://{listen}")
        for turn in range(count):
            client.append([umadb.Event(event_type="message.posted", data=payload, tags=[f"t{number}-{turn}"])])

    try:
        yield append
    finally:
        server.terminate()
        server.wait(10)


def recorder(options: Options, folder: Path) -> float:
    """`eventsourcing` on SQLite, one event a commit, at the same durability and payload: for the record."""
    store = SQLiteApplicationRecorder(SQLiteDatastore(str(folder / "eventsourcing.db")))
    store.create_table()
    payload = Corpus(options.seed).text().encode().ljust(400, b".")
    count = max(50, options.scale(SINGLES))

    def deed() -> None:
        for _ in range(count):
            store.insert_events([StoredEvent(uuid4(), 1, "t", payload)])

    return rate(count, deed)


def batches(options: Options, folder: Path) -> tuple[float, float, float]:
    """Batches of 500 with every index, up to a million: overall, the first tenth, the last tenth."""
    count = options.scale(BATCHED)
    tenth = count // 10
    spent: list[tuple[int, float]] = []
    with kenning.open(folder / "batches.kenning", config=BARE_LOG) as session:
        done = 0
        for batch in Corpus(options.seed + 2).batches(count, min(BATCH, tenth)):
            start = time.perf_counter()
            session.record_many(batch)
            done += len(batch)
            spent.append((done, time.perf_counter() - start))
            if done % max(1, tenth) < len(batch):
                options.say(f"append: {done:,} of {count:,} events, {done / sum(s for _, s in spent):,.0f}/s")
    first = tenth / sum(seconds for done, seconds in spent if done <= tenth)
    last = tenth / sum(seconds for done, seconds in spent if done > count - tenth)
    return count / sum(seconds for _, seconds in spent), first, last


def run(options: Options) -> Result:
    """Measure appends."""
    with options.workspace() as folder:
        options.say("append: one by one")
        single, bare = singles(options, folder)
        options.say("append: sixteen threads")
        grouped, uma_rate = threaded(options, folder)
        es_rate = recorder(options, folder)
        options.say("append: batches")
        overall, first, last = batches(options, folder)
    figures = {
        "single_per_s": single,
        "bare_sqlite_per_s": bare,
        "threads16_per_s": grouped,
        "umadb_threads16_per_s": uma_rate,
        "eventsourcing_single_per_s": es_rate,
        "batch500_per_s": overall,
        "batch500_first_tenth_per_s": first,
        "batch500_last_tenth_per_s": last,
    }
    bars = {
        "single_vs_bare": Bar.at_least(0.6, single / bare),
        "threads16_vs_single": Bar.at_least(2.0, grouped / single),
        "threads16_vs_umadb": Bar.at_least(1.0, grouped / uma_rate),
        "batch500_per_s": Bar.at_least(8000, overall),
        "batch500_last_vs_first": Bar.at_least(0.7, last / first),
    }
    return Result(figures, bars)
