"""Power cuts: record one run of a store on a tape, cut it anywhere, reopen what is found, and judge.

The run is exact (own clock, own dice, one thread), so every acknowledged act has one head: sequence and hash. What is
found after a cut must stand at the head of the last act acknowledged before it, or of the one that was under way;
nothing else is right.
"""

from __future__ import annotations

import contextlib
import itertools
import random
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import apsw

import kenning
from tests.faults.disk import Image, Step, cuts, lay_out
from tests.faults.tape import Tape, hears_all
from tests.faults.vfs import Faults, FaultyVFS, Kind

Head = tuple[int, str]
Fate = Literal["well", "lost", "stuck"]

STORE = "log.kenning"
START_US = 1_750_000_000_000_000
WORDS = [
    "anna",
    "cat",
    "boat",
    "runs",
    "over",
    "the",
    "quiet",
    "harbour",
    "while",
    "nobody",
    "counts",
    "seven",
    "lamps",
    "and",
    "one",
    "door",
]

# How often each act comes, in a hundred. The erasures, rare and heavy, are placed by hand.
ACTS = {
    "single": 30,
    "keyed": 10,
    "batch": 14,
    "amend": 10,
    "correct": 8,
    "redact": 5,
    "attach": 9,
    "checkpoint": 8,
    "reopen": 6,
}
ACTS_PER_RUN = 50


@dataclass(frozen=True)
class Act:
    """One thing done to the store: where the tape was when it began and was acknowledged, and the head after it."""

    what: str
    begun: int
    acknowledged: int
    head: Head
    hid: frozenset[str] = frozenset()
    """What no longer says anything: redacted or erased by this act."""
    failed: bool = False
    """The disk failed, and the store said so."""


@dataclass(frozen=True)
class Erasure:
    """What one act was asked to destroy: the event, what it and its amendments say, its stored files."""

    act: int
    event_id: str
    said: tuple[str, ...]
    files: tuple[str, ...]


@dataclass
class Run:
    """A recorded run: the tape, the acts on it, and what each event says."""

    seed: int
    steps: Sequence[Step] = ()
    start: int = 0
    acts: list[Act] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    erasures: list[Erasure] = field(default_factory=list)
    keyed: dict[int, str] = field(default_factory=dict)
    """Events recorded under an idempotency key: the number of their act, which is the key, to their id."""


@dataclass(frozen=True)
class Verdict:
    """What a cut did to the store: it is well, it lost what was acknowledged, or it is stuck: a reopen is not enough."""

    fate: Fate
    why: str
    back: tuple[str, ...]
    """What had been erased and lies on the disk again."""


def config(seed: int, *, synchronous: str = "full", vfs: str | None = None) -> kenning.Config:
    """A store whose every byte follows from the seed, with an index that packs and merges early."""
    ticks = itertools.count(START_US, 1_000)
    return kenning.Config(
        clock_us=lambda: next(ticks),
        noise=random.Random(seed).randbytes,
        synchronous=synchronous,
        vfs=vfs,
        tail_docs=8,
        fan=2,
        busy_s_max=10.0,
    )


class Recorder:
    """Works on a store, and takes down every act."""

    def __init__(self, folder: Path, tape: Tape, configured: kenning.Config) -> None:
        self.run = Run(seed=0)
        self._path = folder / STORE
        self._tape = tape
        self._configured = configured
        self._session: kenning.Session | None = None
        self._live: list[str] = []
        self._hid: set[str] = set()
        self._attached: set[str] = set()
        self._amended: dict[str, list[str]] = defaultdict(list)
        self._numbers = itertools.count(1)

    @property
    def session(self) -> kenning.Session:
        """The store, open."""
        assert self._session is not None
        return self._session

    def act(self, what: str, dice: random.Random, fault: contextlib.AbstractContextManager[None] | None = None) -> None:
        """Do one act, under a fault where one is given, and note where the tape stands."""
        begun, failed, self._hid = len(self._tape), False, set()
        try:
            with fault or contextlib.nullcontext():
                self._do(what, dice)
        except kenning.UnavailableError:
            if fault is None:
                raise
            failed = True
            if what == "reopen":
                self._session = kenning.open(self._path, config=self._configured)
        self.run.acts.append(Act(what, begun, len(self._tape), self._head(), frozenset(self._hid), failed))

    def _head(self) -> Head:
        return self.session.head() if self._session is not None else self.run.acts[-1].head

    def _do(self, what: str, dice: random.Random) -> None:
        match what:
            case "open":
                self._session = kenning.open(self._path, config=self._configured)
            case "close":
                self._close()
            case "reopen":
                self._close()
                self._session = kenning.open(self._path, config=self._configured)
            case "checkpoint":
                self._checkpoint()
            case "rebuild":
                self.session.rebuild()
            case "erase":
                self._erase(dice.choice([one for one in self._live if one in self._attached] or self._live))
            case _:
                self._append(what, dice)

    def _close(self) -> None:
        session, self._session = self.session, None
        # The database passes over what fails in its last checkpoint; only a layer in Python lets it through.
        with contextlib.suppress(apsw.IOError, apsw.FullError):
            session.close()

    def _erase(self, target: str) -> None:
        events = self.session.plan_erase(target).events
        self._hide(target, *events)
        report = self.session.erase(target, because="asked to")
        said = tuple(self.run.texts[one] for one in events if one in self.run.texts)
        self.run.erasures.append(Erasure(len(self.run.acts), target, said, tuple(report.files)))

    def _append(self, what: str, dice: random.Random) -> None:
        session, target = self.session, dice.choice(self._live or [""])
        text = f"{next(self._numbers)} {' '.join(dice.choices(WORDS, k=dice.choice((5, 5, 8, 8, 20, 200))))}"
        if what == "batch":
            texts = [f"{text} {number}." for number in range(dice.randint(2, 12))]
            for receipt, said in zip(session.record_many(texts), texts, strict=True):
                self._keep(receipt.id, said)
            return
        if what == "keyed":
            receipt = session.record(keyed(len(self.run.acts)))
            self.run.keyed[len(self.run.acts)] = receipt.id
        elif what == "amend" and target:
            receipt = session.amend(target, text)
            self._amended[target].append(receipt.id)
            self._keep(receipt.id, text, live=False)
        elif what == "correct" and target:
            session.correct(target, {"context": {"app": {"name": text[:60]}}})
        elif what == "redact" and target:
            self._hide(target, *self._amended[target])
            session.redact(target)
        elif what == "attach" and target:
            with tempfile.TemporaryDirectory() as elsewhere:  # not on the tape: it is no part of the store
                brought = Path(elsewhere) / f"{text.split(maxsplit=1)[0]}.txt"
                brought.write_text(text * 3)
                session.attach(target, brought)
            self._attached.add(target)
        else:
            self._keep(session.record(text).id, text)

    def _hide(self, *event_ids: str) -> None:
        self._hid.update(event_ids)
        self._live = [one for one in self._live if one not in self._hid]

    def _keep(self, event_id: str, text: str, *, live: bool = True) -> None:
        self.run.texts[event_id] = text
        if live:
            self._live.append(event_id)

    def _checkpoint(self) -> None:
        """Fold the write-ahead log into the file, as the database does by itself every few thousand pages."""
        connection = apsw.Connection(str(self._path), vfs=self._configured.vfs)
        with contextlib.suppress(apsw.IOError, apsw.FullError):  # then it is for the next one to do
            connection.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
        connection.close()


def keyed(number: int) -> dict[str, object]:
    """An event with an idempotency key."""
    file = {"role": "primary", "content": f"keyed {number}"}
    return {"kind": "note.created", "source": {"type": "user"}, "files": [file], "idempotencyKey": str(number)}


def plan(dice: random.Random) -> list[str]:
    """What is done in a run, and in what order."""
    acts = dice.choices(list(ACTS), list(ACTS.values()), k=ACTS_PER_RUN)
    for rare in ("erase", "rebuild", "erase"):
        acts.insert(dice.randint(ACTS_PER_RUN // 4, len(acts)), rare)
    return ["open", "single", *acts, "close"]


def record(
    seed: int, *, synchronous: str = "full", hears: Callable[[str], bool] = hears_all, sick: bool = False
) -> Run:
    """Run a store on a taped disk; on a sick one, one act in three may meet a fault."""
    dice = random.Random(seed)
    with quick_folder() as folder:
        tape, faults = Tape(folder, hears), Faults()
        layer = FaultyVFS(tape, faults)
        recorder = Recorder(folder, tape, config(seed, synchronous=synchronous, vfs=layer.name))
        with tape.listening():
            for what in plan(dice):
                strikes = sick and what not in {"open", "close"} and dice.random() < 1 / 3
                recorder.act(what, dice, any_fault(faults, dice) if strikes else None)
        layer.close()
    run = recorder.run
    run.seed, run.steps, run.start = seed, tape.steps, tape.start
    return run


def any_fault(faults: Faults, dice: random.Random) -> contextlib.AbstractContextManager[None]:
    """One fault of many, early or late in what an act asks of the disk."""
    kind: Kind = dice.choice(("write", "short write", "sync", "sync", "sync", "truncate", "full"))
    after = dice.choice((0, 0, 0, 1, 2, 5)) * (4096 if kind == "full" else 1)
    return faults.on(kind, dice.choice(("-wal", "-wal", "-wal", STORE)), after)


def trials(run: Run, seed: int, count: int) -> Iterator[Verdict]:
    """Cut a run `count` times and judge each; at every eighth the power goes again while the store is reopened."""
    for number, (position, image) in enumerate(cuts(run.steps, run.start, seed, count)):
        again = number % 8 == 7
        back = returned(run, position, image)
        try:
            found = cut_again(image, number) if again else image
            with quick_folder() as folder:
                lay_out(found, folder)
                fate, why = judge(run, position, folder)
        except (kenning.KenningError, apsw.Error) as error:
            fate, why = "stuck", f"{type(error).__name__}: {error}"
        place = f"run {run.seed}, cut {number} at {position}{', and again' * again}"
        yield Verdict(fate, f"{place}: {why}", tuple(back))


def cut_again(image: Image, seed: int) -> Image:
    """Reopen what a cut left, and cut the power somewhere in that."""
    with quick_folder() as folder:
        lay_out(image, folder)
        tape = Tape(folder)
        layer = FaultyVFS(tape)
        with tape.listening():
            kenning.open(folder / STORE, config=config(seed, vfs=layer.name)).close()
        layer.close()
        return next(found for _, found in cuts(tape.steps, tape.start, seed, 1))


def judge(run: Run, position: int, folder: Path) -> tuple[Fate, str]:
    """Reopen what a cut left, and say how it fared: nothing lost, nothing half, nothing wrong, and the next append works."""
    done = [act for act in run.acts if act.acknowledged <= position]
    under_way = [act for act in run.acts if act.begun <= position < act.acknowledged]
    heads: set[Head] = {done[-1].head if done else (0, "0" * 64)} | {act.head for act in under_way}
    with kenning.open(folder / STORE, config=config(run.seed + 1_000_000)) as session:
        head = session.head()
        if head not in heads:
            return "lost" if head[0] < max(heads)[0] else "stuck", f"stands at {head}, not at {sorted(heads)}"
        if wrong := misread(run, session, done, under_way):
            return "lost", wrong
        report = session.verify()
        if not report.ok:
            return "stuck", f"verify: {report.problems}"
        for number, event_id in run.keyed.items():
            if number < len(done) and session.record(keyed(number)).id != event_id:
                return "lost", f"{event_id} was recorded once more under its key"
        receipt = session.record("after the cut")
        if receipt.sequence != head[0] + 1 or session.event(receipt.id).text != "after the cut":
            return "stuck", f"the next append got {receipt}"
        checked = integrity(folder / STORE)
        return ("well", "") if checked == "ok" else ("stuck", f"integrity_check: {checked}")


def misread(run: Run, session: kenning.Session, done: Sequence[Act], under_way: Sequence[Act]) -> str:
    """What is read otherwise than it was recorded; empty where nothing is."""
    may_be_silent = frozenset().union(*(act.hid for act in [*done, *under_way]))
    for envelope in session.log():
        said = run.texts.get(str(envelope.id))
        if said is not None and envelope.text != said and not (envelope.text == "" and envelope.id in may_be_silent):
            return f"{envelope.id} says {envelope.text[:60]!r}, not {said[:60]!r}"
    for erasure in run.erasures:
        if erasure.act < len(done):
            with contextlib.suppress(kenning.ErasedError):
                return f"{erasure.event_id} was erased and is back: {session.event(erasure.event_id).text[:60]!r}"
    return ""


def returned(run: Run, position: int, image: Image) -> list[str]:
    """What was erased and acknowledged before the cut, and lies on the disk again after it."""
    back = []
    for erasure in run.erasures:
        if run.acts[erasure.act].acknowledged > position:
            continue
        back += [f"file {path}" for path in erasure.files if f"{STORE}.files/{path}" in image]
        for said in erasure.said:
            back += [f"words in {path}" for path, content in image.items() if content and said.encode() in content]
    return back


def integrity(path: Path) -> str:
    """What the database says of its own file."""
    connection = apsw.Connection(str(path))
    try:
        return str(connection.execute("PRAGMA integrity_check").get)
    finally:
        connection.close()


@contextlib.contextmanager
def quick_folder() -> Iterator[Path]:
    """An empty folder in memory where there is such a thing: the disk is simulated, so the real one need not be slow."""
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="kenning-cut-", dir=memory if memory.is_dir() else None))
    try:
        yield folder
    finally:
        shutil.rmtree(folder)
