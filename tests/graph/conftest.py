"""A store of its own for each test, on a clock that ticks when asked and dice that fall the same way every time."""

import hashlib
import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kenning

START_US = 1_800_000_000_000_000  # 2027-01-15T08:00:00Z


def dice() -> Callable[[int], bytes]:
    """Noise that is the same on every run and never the same twice."""
    counter = itertools.count()
    return lambda size: hashlib.shake_256(f"graph {next(counter)}".encode()).digest(size)


class Shelf:
    """Opens stores in one folder, each with a clock and dice of its own, and closes what is left open."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.now_us = START_US
        self._open: list[kenning.Session] = []

    def tick(self) -> int:
        self.now_us += 1_000_000
        return self.now_us

    def open(self, name: str = "store", *, namespace: str = "default", agent: str = "shared", **more: Any) -> Any:
        config = kenning.Config(**{"clock_us": self.tick, "noise": dice(), "synchronous": "off", **more})
        session = kenning.open(self.folder / f"{name}.kenning", namespace=namespace, agent=agent, config=config)
        self._open.append(session)
        return session

    def close(self) -> None:
        for session in self._open:
            session.close()
        self._open.clear()

    def holding(self, word: str) -> list[str]:
        """The files that hold a word, whatever its case and however it is escaped."""
        escaped = "".join(f"\\u{ord(letter):04x}" for letter in word)
        forms = [form.encode(code) for form in (word, escaped) for code in ("utf-8", "utf-16-le", "utf-16-be")]
        lower = [form.lower() for form in forms]
        found = []
        for path in sorted(self.folder.rglob("*")):
            content = path.read_bytes().lower() if path.is_file() else b""
            if word.lower() in path.name.lower() or any(form in content for form in lower):
                found.append(path.name)
        return found


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    folder = tmp_path / "shelf"
    folder.mkdir()
    made = Shelf(folder)
    yield made
    made.close()


@pytest.fixture
def session(shelf: Shelf) -> Any:
    return shelf.open()
