"""What the tests of the faces share: the command line, run in this process on a store of its own."""

import io
import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest

from kenning.faces.cli import run

CHAT = """\
01/02/2024, 10:00 - Ann Lee: We moved the office to Lisbon
01/02/2024, 10:05 - Bob: Great,
see you there
13/02/2024, 09:00 - Ann Lee: Dentist at nine
"""


@dataclass(frozen=True)
class Answer:
    """How a command answered."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What it printed, read as JSON."""
        return json.loads(self.out)

    @property
    def rows(self) -> list[Any]:
        """What it printed, read as lines of JSON."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def error(self) -> Any:
        """What it printed on stderr, read as JSON."""
        return json.loads(self.err)


class Kenning(Protocol):
    """The type of `kenning`, for tests that take it as a fixture."""

    store: Path

    def __call__(self, *arguments: str, stdin: bytes = b"") -> Answer:
        """Run a command as a shell would, with nobody at the keyboard."""


@pytest.fixture
def kenning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Kenning:
    """The command line on an empty store in a home of its own, in UTC, on no terminal."""
    monkeypatch.setenv("KENNING_TIMEZONE", "UTC")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.chdir(tmp_path)

    class Runner:
        store = tmp_path / "memory.kenning"

        def __call__(self, *arguments: str, stdin: bytes = b"") -> Answer:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
            capsys.readouterr()
            code = run(["--store", str(self.store), *arguments])
            out, err = capsys.readouterr()
            return Answer(code, out, err)

    return Runner()


@pytest.fixture
def chat(tmp_path: Path) -> str:
    """A small WhatsApp export."""
    path = tmp_path / "WhatsApp Chat with Ann Lee.txt"
    path.write_text(CHAT, encoding="utf-8")
    return str(path)


@pytest.fixture
def full(kenning: Kenning, chat: str) -> Kenning:
    """The command line on a store that holds the chat: events 1 to 3, and 4 to 8 what Kenning decided about them."""
    assert kenning("import", chat).code == 0
    return kenning
