"""A store of its own for each test, on a clock that ticks when asked and dice that fall the same way every time."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.engine.conftest import START_US, Desk, dice

__all__ = ["START_US", "Shelf", "dice"]


class Shelf(Desk):
    """Opens stores by name, each with dice of its own."""

    def open(self, name: str = "store", **more: Any) -> Any:
        return super().open(f"{name}.kenning", **{"noise": dice(), **more})

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
