"""What a bench is: options in, figures and bars out. A bench is a module of this package that has a `run`.

    def run(options: Options) -> Result:
        with options.workspace() as folder:
            options.say("appending 100,000 events")
            ...
        return Result(
            figures={"single_per_s": 900.0, "bare_per_s": 1200.0},
            bars={"single_vs_bare": Bar.at_least(0.6, 900.0 / 1200.0)},
        )

Figures have flat keys and end in their unit. The first line of the module's docstring stands in the table.
"""

import ast
import importlib
import importlib.metadata
import math
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, cast

BENCHES = Path(__file__).parent
VERSIONS = (
    "apsw", "cedarpy", "chromadb", "eventsourcing", "kenning", "lancedb", "mem0ai", "msgspec", "numpy", "pycasbin", "umadb",
    "wordllama",
)  # fmt: skip
FSYNC_BLOCK_BYTES = 4096
FSYNC_MEASURE_S = 1.0


@dataclass(frozen=True, slots=True)
class Options:
    """What every bench is told."""

    dir: Path
    """The folder whose disk is measured."""
    data: Path | None = None
    """A folder of real data, where the bench takes one."""
    quick: bool = False
    """A hundredth of the size: shows that the bench works, measures nothing."""
    seed: int = 1
    """Where dice start, so that a run can be had again."""
    events: int | None = None
    """So many events instead of the bench's own number, where the bench takes it."""
    rivals_events: int | None = None
    """So many of them for what stands beside, where that is much slower; 0 leaves it out."""
    keep: Path | None = None
    """A folder that keeps what was built, where the bench can use it again."""

    def say(self, line: str) -> None:
        """Tell the person who waits; never on stdout, which belongs to the figures."""
        print(line, file=sys.stderr, flush=True)

    def scale(self, count: int) -> int:
        """`count`, or a hundredth of it where the run is quick."""
        return max(1, count // 100) if self.quick else count

    @contextmanager
    def workspace(self) -> Iterator[Path]:
        """An empty folder on the measured disk, gone afterwards."""
        with tempfile.TemporaryDirectory(prefix=".bench-", dir=self.dir) as name:
            yield Path(name)


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure that must reach, or stay below, a bar."""

    bar: float
    figure: float
    met: bool
    better: Literal["higher", "lower"]

    @classmethod
    def at_least(cls, bar: float, figure: float) -> "Bar":
        """More is better, and `bar` is enough."""
        return cls(bar, figure, figure >= bar, "higher")

    @classmethod
    def at_most(cls, bar: float, figure: float) -> "Bar":
        """Less is better, and `bar` is allowed."""
        return cls(bar, figure, figure <= bar, "lower")


@dataclass(frozen=True, slots=True)
class Result:
    """What a bench found."""

    figures: dict[str, float]
    bars: dict[str, Bar] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A figure that is no number is a crash of the bench, not a result."""
        values = self.figures | {key: bar.figure for key, bar in self.bars.items()}
        wrong = sorted(key for key, value in values.items() if not math.isfinite(value))
        if wrong:
            raise ValueError(f"not a finite number: {', '.join(wrong)}")


class Bench(Protocol):
    """A module with a `run`."""

    def run(self, options: Options) -> Result:
        """Measure."""


def names() -> list[str]:
    """The benches there are: modules here that define `run`, found without importing one."""
    return sorted(
        file.stem
        for file in BENCHES.glob("[!_]*.py")
        if any(isinstance(node, ast.FunctionDef) and node.name == "run" for node in ast.parse(file.read_text()).body)
    )


def about(name: str) -> str:
    """The first line of a bench's docstring, read without importing it."""
    return (ast.get_docstring(ast.parse((BENCHES / f"{name}.py").read_text())) or "").partition("\n")[0]


def load(name: str) -> Bench:
    """The bench of that name."""
    return cast("Bench", importlib.import_module(f"bench.{name}"))


def fsync_per_s(folder: Path) -> float:
    """How often a second this disk makes one block durable: the ceiling of every durable append beside it."""
    block = os.urandom(FSYNC_BLOCK_BYTES)
    sync = getattr(os, "fdatasync", os.fsync)
    with tempfile.TemporaryFile(prefix=".bench-", dir=folder, buffering=0) as file:
        count, start = 0, time.perf_counter()
        while (elapsed := time.perf_counter() - start) < FSYNC_MEASURE_S:
            file.write(block)
            sync(file.fileno())
            count += 1
    return count / elapsed


def memory_backed(folder: Path) -> bool:
    """Whether the folder lies in memory, where no fsync costs anything and durable figures mean nothing."""
    mounts = Path("/proc/self/mounts")
    if not mounts.exists():
        return False
    kinds = {Path(fields[1]): fields[2] for line in mounts.read_text().splitlines() if len(fields := line.split()) > 2}
    here = folder.resolve()
    return next((kinds[place] for place in (here, *here.parents) if place in kinds), "") in {"tmpfs", "ramfs"}


def environment(folder: Path) -> dict[str, Any]:
    """What the figures were taken on."""
    found: dict[str, Any] = {
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "fsync_per_s": round(fsync_per_s(folder), 1),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
    }
    for name in VERSIONS:
        try:
            found[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            found[name] = None
    found["sqlite"] = sqlite_version()
    return found


def sqlite_version() -> str:
    """The version of the engine under the store."""
    import apsw

    return apsw.sqlite_lib_version()
