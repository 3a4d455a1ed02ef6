"""A disk that fails: the verb says so plainly, nothing acknowledged is lost, and the next append works afterwards."""

import errno
import os
import random
import resource
import shutil
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import apsw
import pytest

import kenning
from tests.faults import powercut
from tests.faults.syscalls import failing
from tests.faults.vfs import Faults, FaultyVFS, Kind
from tests.need import need

STORE = "log.kenning"
WAL = "-wal"
FAULTS: list[tuple[Kind, int]] = [
    ("write", 0),
    ("write", 3),
    ("short write", 2),
    ("sync", 0),
    ("full", 0),
    ("full", 9000),
]


@dataclass
class Sick:
    """A store on a disk whose faults are switched on and off."""

    path: Path
    faults: Faults
    session: kenning.Session
    receipts: list[kenning.Receipt] = field(default_factory=list)
    attached_bytes: int = 4000

    def keep(self, count: int = 5) -> None:
        """Record some events that must never be lost."""
        self.receipts += self.session.record_many([f"kept {len(self.receipts) + number}" for number in range(count)])

    def attachment(self) -> Path:
        """A file to attach."""
        brought = self.path.parent / "brought.txt"
        if not brought.exists():
            brought.write_bytes(random.Random(1).randbytes(self.attached_bytes))
        return brought


@contextmanager
def sick_disk(kind: Kind | None) -> Iterator[tuple[Faults, kenning.Config]]:
    """A disk that can be made to fail in one way.

    Failing writes come from the system calls, so that the store runs on the very layer users have. A failing sync
    cannot, and needs a layer in Python.
    """
    faults = Faults()
    if kind in {"sync", "delete"}:
        layer = FaultyVFS(faults=faults)
        yield faults, kenning.Config(vfs=layer.name)
        layer.close()
        return
    need("/proc/self/fd", Path("/proc/self/fd").exists(), "tells which file a system call is about")
    with failing(faults):
        yield faults, kenning.Config()


@pytest.fixture
def sick(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Sick]:
    """A store with some events, on a disk that can fail in the way the test names as its `kind`."""
    path = tmp_path / "store" / STORE
    path.parent.mkdir()
    params = request.node.callspec.params if hasattr(request.node, "callspec") else {}
    with sick_disk(params.get("kind")) as (faults, config):
        session = kenning.open(path, config=config)
        store = Sick(path, faults, session)
        store.keep()
        yield store
        with suppress(kenning.UnavailableError):
            session.close()


VERBS: dict[str, Callable[[Sick], object]] = {
    "record": lambda store: store.session.record("the harbour " + "is quiet " * 300),
    "record_many": lambda store: store.session.record_many([f"event {number} of ten" for number in range(10)]),
    "amend": lambda store: store.session.amend(store.receipts[0].id, "and so on"),
    "correct": lambda store: store.session.correct(store.receipts[1].id, {"context": {"app": {"name": "chat"}}}),
    "redact": lambda store: store.session.redact(store.receipts[2].id),
    "attach": lambda store: store.session.attach(store.receipts[3].id, store.attachment()),
}


def held_open(path: Path) -> list[str]:
    """Which of a store's files this process holds open."""
    links = (link.readlink() for link in Path("/proc/self/fd").iterdir() if link.is_symlink())
    return [str(file) for file in links if str(file).startswith(str(path))]


def assert_kept(session: kenning.Session, receipts: list[kenning.Receipt]) -> None:
    """Every acknowledged event is there, sealed as it was, and the log verifies."""
    found = {one.id: (one.sequence, one.hash) for one in session.log()}
    assert [one.id for one in receipts if found.get(one.id) != (one.sequence, one.hash)] == []
    assert session.recall("kept", k=3)
    assert session.verify().problems == []


def assert_clear(error: kenning.KenningError) -> None:
    """A person can read what happened."""
    assert error.code == "unavailable"
    assert len(str(error)) > 20
    assert "Traceback" not in str(error)
    assert "apsw" not in str(error)


def as_if_killed(store: Sick, elsewhere: Path) -> kenning.Session:
    """The store as the next process finds it where this one died here: its files, copied, and opened anew."""
    shutil.copytree(store.path.parent, elsewhere, ignore=shutil.ignore_patterns("*-shm"))
    return kenning.open(elsewhere / STORE)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize(("kind", "after"), FAULTS)
def test_a_verb_that_fails_says_so_and_leaves_the_log_whole(
    sick: Sick, tmp_path: Path, verb: str, kind: Kind, after: int
):
    before = sick.session.head()
    with sick.faults.on(kind, WAL, after), pytest.raises(kenning.UnavailableError) as caught:
        VERBS[verb](sick)
    assert sick.faults.hits > 0
    assert_clear(caught.value)
    assert sick.session.head() == before
    assert_kept(sick.session, sick.receipts)

    with as_if_killed(sick, tmp_path / "killed") as other:  # what failed may be there whole, or not at all
        assert other.head() == before or other.head()[0] in {before[0] + 1, before[0] + 10}
        assert_kept(other, sick.receipts)
        other.record("after the death")

    VERBS[verb](sick)
    assert sick.session.head()[0] == before[0] + (10 if verb == "record_many" else 1)
    sick.keep()
    assert_kept(sick.session, sick.receipts)
    sick.session.close()
    with kenning.open(sick.path) as again:
        assert_kept(again, sick.receipts)
        assert again.record("after a reopen").sequence == again.head()[0]


@pytest.mark.parametrize(("kind", "after"), FAULTS)
def test_an_erasure_that_fails_can_be_asked_again(sick: Sick, kind: Kind, after: int):
    target = sick.receipts[1]
    with sick.faults.on(kind, WAL, after), pytest.raises(kenning.UnavailableError) as caught:
        sick.session.erase(target.id, because="asked to")
    assert sick.faults.hits > 0
    assert_clear(caught.value)
    kept = [one for one in sick.receipts if one is not target]
    assert_kept(sick.session, kept)
    with suppress(kenning.ErasedError):  # the part that decides may have been done before the disk failed
        sick.session.erase(target.id, because="asked to")
    with pytest.raises(kenning.ErasedError):
        sick.session.event(target.id)
    sick.keep()
    sick.session.close()
    with kenning.open(sick.path) as again:
        assert_kept(again, kept + sick.receipts[5:])
        with pytest.raises(kenning.ErasedError):
            again.event(target.id)


def test_a_sweep_that_is_owed_keeps_no_store_from_opening(sick: Sick):
    """On a disk that is still full, and while another process writes, a store can be read; the sweep waits."""
    target = sick.receipts[1].id
    with sick.faults.on("write", WAL, 40), pytest.raises(kenning.UnavailableError):
        sick.session.erase(target, because="asked to")
    with pytest.raises(kenning.ErasedError):
        sick.session.event(target)
    with (
        sick.faults.on("write", WAL),
        kenning.open(sick.path, config=kenning.Config(busy_s_max=0.05)) as reader,
    ):
        assert reader.head() == sick.session.head()
    with kenning.open(sick.path) as healed:
        assert healed.verify().problems == []


def test_many_threads_on_a_failing_disk_are_told_the_truth(sick: Sick):
    """Threads share a transaction: where its sync fails, none is acknowledged; what was acknowledged is there."""
    stop = threading.Event()
    failed: list[kenning.UnavailableError] = []

    def work(name: int) -> list[kenning.Receipt]:
        told = []
        for number in range(60):
            try:
                told.append(sick.session.record(f"thread {name} event {number}"))
            except kenning.UnavailableError as error:
                failed.append(error)
        return told

    def sicken() -> None:
        while not stop.wait(0.01):
            with sick.faults.on("write", WAL):
                stop.wait(0.01)

    with ThreadPoolExecutor(5) as pool:
        trouble = pool.submit(sicken)
        told = [receipt for one in [pool.submit(work, name) for name in range(4)] for receipt in one.result()]
        stop.set()
        trouble.result()
    assert failed
    assert told
    assert len({receipt.sequence for receipt in told}) == len(told)
    assert_kept(sick.session, sick.receipts + told)
    assert sick.session.head()[0] == len(sick.receipts) + len(told), "what was refused is not there"


@pytest.mark.parametrize("files", [WAL, STORE])
@pytest.mark.parametrize("kind", ["write", "sync", "truncate", "full", "delete"])
def test_a_close_on_a_failing_disk_loses_nothing(sick: Sick, kind: Kind, files: str):
    sick.keep(50)
    # The last close checkpoints, and the database passes over what fails then; only a layer in Python lets it through.
    with sick.faults.on(kind, files), suppress(kenning.UnavailableError, apsw.IOError):
        sick.session.close()
    with kenning.open(sick.path) as again:
        assert_kept(again, sick.receipts)
        again.record("after a reopen")


@pytest.mark.parametrize("kind", ["write", "sync", "full"])
def test_a_store_that_cannot_be_made_can_be_made_later(tmp_path: Path, kind: Kind):
    with sick_disk(kind) as (faults, config):
        for after in range(6):
            path = tmp_path / f"{after}.kenning"
            with (
                ExitStack() as stack,  # closes after the fault is gone: see above what a close under a fault is like
                faults.on(kind, after=after * (4096 if kind == "full" else 1)),
                pytest.raises(kenning.UnavailableError) as caught,
            ):
                stack.enter_context(kenning.open(path, config=config)).record("first")
            assert faults.hits > 0
            assert_clear(caught.value)
            assert held_open(path) == []
            with kenning.open(path, config=config) as session:
                assert session.record("second").sequence == 1
                assert session.verify().problems == []


@pytest.mark.parametrize("kind", ["write", "full", "short write"])
def test_a_failing_checkpoint_takes_nothing_back(sick: Sick, kind: Kind):
    """The log outgrows its checkpoint while the file cannot be written: what was acknowledged stands all the same."""
    megabyte = {"role": "primary", "contentType": "image/png", "encoding": "base64", "content": "AAAA" * (1 << 18)}
    heavy = {"kind": "photo.taken", "source": {"type": "device"}, "files": [megabyte]}
    with sick.faults.on(kind, STORE):
        for _ in range(18):  # 4,000 pages of 4 KiB and a few more
            sick.receipts.append(sick.session.record(heavy))
    assert sick.faults.hits > 0, "no checkpoint was tried: write more"
    sick.keep()
    assert_kept(sick.session, sick.receipts)
    sick.session.close()
    with kenning.open(sick.path) as again:
        assert_kept(again, sick.receipts)


# ---- what Python writes beside the database --------------------------------------------------------------------------


@contextmanager
def failing_fsync(skip: int) -> Iterator[list[int]]:
    """Python's own fsync fails from the one after `skip` on."""
    calls: list[int] = []
    real = os.fsync

    def fsync(handle: int) -> None:
        calls.append(handle)
        if len(calls) > skip:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        real(handle)

    with mock.patch.object(os, "fsync", fsync):
        yield calls


@contextmanager
def full_at(size: int) -> Iterator[None]:
    """No file may grow beyond a size: the system itself cuts writes short, whoever makes them."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def stored_files(path: Path) -> list[Path]:
    """What lies in the folder beside a store."""
    return [one for one in Path(f"{path}.files").rglob("*") if one.is_file()]


@pytest.mark.parametrize("skip", range(4))
def test_an_attachment_that_cannot_be_made_durable_is_not_recorded(sick: Sick, skip: int):
    before = sick.session.head()
    with failing_fsync(skip) as calls, pytest.raises(kenning.UnavailableError) as caught:
        sick.session.attach(sick.receipts[0].id, sick.attachment())
    assert len(calls) > skip
    assert_clear(caught.value)
    assert sick.session.head() == before
    assert stored_files(sick.path) == []
    sick.session.attach(sick.receipts[0].id, sick.attachment())
    assert_kept(sick.session, sick.receipts)


@pytest.mark.parametrize("skip", range(2))
def test_a_key_that_cannot_be_made_durable_is_not_used(tmp_path: Path, skip: int):
    path = tmp_path / STORE
    event = {
        "kind": "note.created",
        "source": {"type": "user"},
        "files": [{"role": "primary", "content": "x"}],
        "idempotencyKey": "1",
    }
    with failing_fsync(skip) as calls, pytest.raises(kenning.UnavailableError) as caught:
        kenning.open(path)
    assert len(calls) > skip
    assert_clear(caught.value)
    with kenning.open(path) as session:
        receipt = session.record(event)
    with kenning.open(path) as session:
        assert session.record(event).id == receipt.id
        assert session.verify().problems == []


def repeat(verb: str, store: Sick) -> None:
    """Go on until it does not fit."""
    for _ in range(50):
        VERBS[verb](store)


@pytest.mark.parametrize("verb", VERBS)
def test_writes_that_the_system_cuts_short(tmp_path: Path, verb: str):
    """No layer of ours in between: the store as users have it."""
    path = tmp_path / "store" / STORE
    path.parent.mkdir()
    with kenning.open(path) as session:
        store = Sick(path, Faults(), session)
        store.keep(30)
        before = session.head()
        if verb == "attach":
            store.attached_bytes = 1 << 20
            store.attachment()  # written by the user, before the disk was full
        size = 1 << 19 if verb == "attach" else Path(f"{path}{WAL}").stat().st_size + 6000
        with full_at(size), pytest.raises(kenning.UnavailableError) as caught:
            repeat(verb, store)
        assert_clear(caught.value)
        assert session.head()[0] >= before[0]
        assert_kept(session, store.receipts)
        VERBS[verb](store)
        store.keep()
    with kenning.open(path) as again:
        assert_kept(again, store.receipts)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_faults_and_power_cuts_together(seed: int):
    """One act in three may meet a failing disk, which forgets what it could not sync; then the power goes."""
    run = powercut.record(seed, sick=True)
    failed = [act.what for act in run.acts if act.failed]
    assert len(failed) > 3
    verdicts = list(powercut.trials(run, seed, 30))
    assert [f"{verdict.fate}: {verdict.why}" for verdict in verdicts if verdict.fate != "well"] == []
