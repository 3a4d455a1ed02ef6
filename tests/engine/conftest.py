"""What the tests of deeds share: a store of their own with a clock that ticks when it is asked, and a way to do it damage."""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import pytest

import kenning

START_US = 1_800_000_000_000_000  # 2027-01-15T08:00:00Z


class Clock:
    """Ticks a second each time it is asked; `now_us` may be set, back as well."""

    def __init__(self) -> None:
        self.now_us = START_US

    def __call__(self) -> int:
        self.now_us += 1_000_000
        return self.now_us


def dice() -> Callable[[int], bytes]:
    """Noise that is the same on every run and never the same twice."""
    counter = itertools.count()
    return lambda size: hashlib.shake_256(f"kenning {next(counter)}".encode()).digest(size)


@contextmanager
def damaging(path: Path) -> Iterator[apsw.Connection]:
    """A raw connection to a closed store, with the triggers of the log dropped."""
    connection = apsw.Connection(str(path))
    try:
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        yield connection
    finally:
        connection.close()


class Desk:
    """Opens stores in one folder, and closes what is left open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "log.kenning"
        self.clock = Clock()
        self.noise = dice()
        self._open: list[kenning.Session] = []

    def config(self, **limits: Any) -> kenning.Config:
        # By words alone: what is gone is then found by nothing, not even by what comes near it in meaning.
        given = {"clock_us": self.clock, "noise": self.noise, "synchronous": "off", "vectors": False, **limits}
        return kenning.Config(**given)

    def open(
        self, name: str = "log.kenning", *, namespace: str = "default", agent: str = "shared", **limits: Any
    ) -> Any:
        config = self.config(**limits)
        session = kenning.open(self.folder / name, namespace=namespace, agent=agent, config=config)
        self._open.append(session)
        return session

    def close(self) -> None:
        for session in self._open:
            session.close()
        self._open.clear()

    def damage(self, name: str = "log.kenning"):
        return damaging(self.folder / name)

    def stored(self, name: str = "log.kenning") -> list[Path]:
        """The stored files beside a store."""
        return sorted(path for path in Path(f"{self.folder / name}.files").rglob("*") if path.is_file())

    def write(self, name: str, content: bytes | str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    folder = tmp_path / "store"
    folder.mkdir()
    made = Desk(folder)
    yield made
    made.close()


@pytest.fixture
def session(desk: Desk) -> Any:
    return desk.open()
