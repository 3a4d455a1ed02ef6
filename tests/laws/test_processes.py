"""Many processes on one store: nothing lost, no gap, commit order, no lock to meet; readers wait for nobody."""

import itertools
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import apsw
import pytest

import kenning
from tests.faults import processes
from tests.faults.nursery import nursery

PROCESSES = 8
COUNT = 25
"""Appends by each process; every fifth is a batch."""
EVENTS = PROCESSES * (COUNT - COUNT // 5 + COUNT // 5 * processes.BATCH)


def test_eight_processes_append_at_once_while_one_follows(tmp_path: Path):
    path = str(tmp_path / "log.kenning")
    with nursery("tests.faults.processes") as nurse:
        # Nobody made the store beforehand: they meet at its creation, too.
        follower = nurse.start("tests.faults.processes:follow", path, EVENTS)
        writers = [
            nurse.start("tests.faults.processes:append", path, f"w{number}", COUNT) for number in range(PROCESSES)
        ]
        told = [writer.rest() for writer in writers]
        assert [writer.status for writer in writers] == [0] * PROCESSES, [one[-1:] for one in told]
        followed = follower.rest()
    assert follower.status == 0, followed

    acts = [act for one in told for act in one]
    receipts = sorted(tuple(receipt) for _, _, batch in acts for receipt in batch)
    assert [sequence for sequence, _, _ in receipts] == list(range(1, EVENTS + 1)), "nothing lost, no gap"
    assert_commit_order(acts)
    for _, _, batch in acts:
        assert [receipt[0] for receipt in batch] == list(range(batch[0][0], batch[0][0] + len(batch))), (
            "a batch is one piece"
        )

    seen = [tuple(receipt) for piece in followed[1:] for receipt in piece]
    assert seen == receipts, "the follower saw every event once, in order"
    with kenning.open(path) as session:
        assert [(one.sequence, one.hash[:16], one.text[:40]) for one in session.log()] == receipts
        recorded = [one.recorded_at for one in session.log()]
        assert recorded == sorted(recorded)
        assert session.verify().problems == []


def assert_commit_order(acts: list[list[Any]]) -> None:
    """Whatever had ended before another began stands before it."""
    earliest_end = float("inf")
    for began, ended, batch in sorted(acts, key=lambda act: act[2][0][0], reverse=True):
        assert began <= earliest_end, f"{batch} began after a later one had ended"
        earliest_end = min(earliest_end, ended)


def test_commit_order_can_be_broken():
    """The check above sees an order that time contradicts."""
    with pytest.raises(AssertionError):
        assert_commit_order([[10, 20, [[2, "", ""]]], [30, 40, [[1, "", ""]]]])


@pytest.mark.parametrize("pause", [*range(12), *range(12, 60, 6)])
def test_two_meet_at_the_creation_of_a_store(tmp_path: Path, pause: int):
    """One stops before its n-th statement, another makes the store meanwhile, or as much of it as the locks allow."""
    path = tmp_path / "log.kenning"
    me, statements = threading.get_ident(), itertools.count()
    other = threading.Thread(target=record_once, args=(path, "theirs"))

    def trace(*_: object) -> bool:
        if threading.get_ident() == me and next(statements) == pause:
            other.start()
            other.join(0.3)
        return True

    def watch(connection: apsw.Connection) -> None:
        connection.exec_trace = trace

    with mock.patch.object(apsw, "connection_hooks", [*apsw.connection_hooks, watch]):
        record_once(path, "mine")
    if other.ident is None:  # there are not so many statements
        other.start()
    other.join(30)
    with kenning.open(path) as session:
        assert kept_in(session) == {"mine", "theirs"}
        assert session.verify().problems == []


def record_once(path: Path, text: str) -> None:
    """Open, record, close."""
    with kenning.open(path) as session:
        session.record(text)


@pytest.fixture
def held(tmp_path: Path):
    """A store with some events, in the midst of another process' transaction."""
    path = tmp_path / "log.kenning"
    with kenning.open(path) as session:
        session.record_many([f"the harbour {number}" for number in range(50)])
    release = tmp_path / "release"
    with nursery("tests.faults.processes") as nurse, kenning.open(path) as session:
        holder = nurse.start("tests.faults.processes:hold", str(path), str(release))
        assert holder.next() == "held"
        yield path, session
        assert holder.status is None, "the lock was held all the while"
        release.touch()
        assert holder.rest() == []
        assert holder.status == 0
    with kenning.open(path) as session:
        session.record("and on it goes")


def test_readers_never_wait_for_a_writer(held: tuple[Path, kenning.Session]):
    """All reads end while the writer still holds its lock: had one to wait for it, it would wait for ever."""
    path, session = held
    with kenning.open(path, config=kenning.Config(busy_s_max=0.05)) as fresh:
        for reader in (session, fresh):
            first = str(next(iter(reader.log())).id)
            assert reader.head()[0] == 50
            assert reader.event(first).text == "the harbour 0"
            assert reader.view(first).text == "the harbour 0"
            assert len(list(reader.follow(after=10, wait=False))) == 40
            assert reader.recall("harbour", k=3)
            assert reader.timeline(limit=5)
            assert reader.at(20).head()[0] >= 20
            assert reader.verify().problems == []
            assert reader.links(first) == []


def test_a_writer_that_waited_long_enough_says_so_plainly(held: tuple[Path, kenning.Session]):
    path, _ = held
    with kenning.open(path, config=kenning.Config(busy_s_max=0.05)) as session:
        began = time.monotonic()
        with pytest.raises(kenning.UnavailableError, match="another") as caught:
            session.record("me too")
        assert time.monotonic() - began < 5
        assert caught.value.code == "unavailable"
        assert "database is locked" not in str(caught.value)
        assert session.head()[0] == 50


def test_a_writer_waits_its_turn(tmp_path: Path):
    """Threads of one process and other processes get their turn without an error, however they come."""
    path = str(tmp_path / "log.kenning")
    with nursery("tests.faults.processes") as nurse:
        writers = [nurse.start("tests.faults.processes:append", path, f"w{number}", 10) for number in range(3)]
        with kenning.open(path) as session:
            mine = [session.record(f"mine {number}").sequence for number in range(20)]
        told = [writer.rest() for writer in writers]
    assert [writer.status for writer in writers] == [0] * 3, told
    theirs = [receipt[0] for one in told for _, _, batch in one for receipt in batch]
    assert Counter(mine + theirs) == Counter(range(1, len(mine) + len(theirs) + 1))


def test_a_crowd_of_threads_gets_its_turn(tmp_path: Path):
    """More threads than fit one shared transaction, all waiting for another writer: each gets its own receipt."""
    path = tmp_path / "log.kenning"
    with kenning.open(path) as session, ThreadPoolExecutor(150) as pool:
        session.record("first")
        with lock_held(path) as release:
            waiting = [pool.submit(session.record, f"thread {number}") for number in range(150)]
            time.sleep(0.3)
            release()
        receipts = [one.result(timeout=60) for one in waiting]
        assert sorted(receipt.sequence for receipt in receipts) == list(range(2, 152))
        said = {number: session.event(receipt.id).text for number, receipt in enumerate(receipts)}
        assert said == {number: f"thread {number}" for number in range(150)}


def test_a_thread_interrupted_while_it_waits_holds_nobody_up(tmp_path: Path):
    """Ctrl-C while another thread writes: whoever stands behind the interrupted one in the queue still gets a turn."""
    path = tmp_path / "log.kenning"
    with kenning.open(path) as session, lock_held(path) as release:
        first = threading.Thread(target=session.record, args=("first",), daemon=True)
        first.start()
        time.sleep(0.1)
        with pytest.raises(KeyboardInterrupt), interrupted_after(0.2):
            session.record("interrupted")
        behind = threading.Thread(target=session.record, args=("behind",), daemon=True)
        behind.start()
        time.sleep(0.1)
        release()
        first.join(10)
        behind.join(10)
        assert not behind.is_alive(), "it waits for one who is gone"
        session.record("last")
        assert {"first", "behind", "last"} <= kept_in(session)
        assert session.verify().problems == []


@contextmanager
def lock_held(path: Path) -> Iterator[Callable[[], object]]:
    """Hold the write lock until the given function is called."""
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    try:
        yield lambda: other.execute("COMMIT")
    finally:
        other.close()


@contextmanager
def interrupted_after(seconds: float) -> Iterator[None]:
    """Press Ctrl-C a while later."""
    previous = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)


def test_what_a_broken_off_transaction_undid_is_acknowledged_to_nobody(tmp_path: Path):
    """A thread writes for others, too; where something unforeseen stops it, none of them is told that all went well."""
    path = tmp_path / "log.kenning"
    calls = itertools.count()

    def clock_us() -> int:
        if armed.is_set() and next(calls) == 3:
            raise MemoryError("unforeseen")
        return time.time_ns() // 1000

    armed = threading.Event()
    with (
        kenning.open(path, config=kenning.Config(clock_us=clock_us)) as session,
        ThreadPoolExecutor(8) as pool,
    ):
        session.record("first")
        armed.set()
        with lock_held(path) as release:
            waiting = [pool.submit(session.record, f"thread {number}") for number in range(8)]
            time.sleep(0.2)
            release()
        receipts = [one.result(timeout=60) for one in waiting if one.exception(timeout=60) is None]
        assert len(receipts) < 8
        assert kept_in(session) == {"first"} | {session.event(receipt.id).text for receipt in receipts}
        assert session.record("next").sequence == len(receipts) + 2
        assert session.verify().problems == []


def kept_in(session: kenning.Session) -> set[str]:
    """What the log says."""
    return {one.text for one in session.log()}
