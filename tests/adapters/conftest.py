"""What the tests of the adapters share: a memory in a file, and the same behind a server, asked by a token."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.adapters.seat import ADAPTER, CHANNEL, seat
from tests.need import need

QUICK = kenning.Config(synchronous="off")


def lacks(module: str) -> bool:
    """Whether a framework is missing."""
    return importlib.util.find_spec(module) is None


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file of a test lies."""
    return tmp_path / "memory.kenning"


@pytest.fixture
def keeper(path: Path) -> Iterator[kenning.Session]:
    """Whoever holds that file."""
    with kenning.open(path, config=QUICK) as session:
        yield session


Token = Callable[..., str]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Any]:
    """A store that is served, with the entity of adapters in it."""
    need("the extras server and remote", not any(map(lacks, ("litestar", "uvicorn", "httpx"))), "they serve a store")
    from kenning.faces.http.serving import Serving
    from tests.faces.http.conftest import PLENTY, Served

    made = Served(tmp_path / "served.kenning", Serving(limits=PLENTY, logs=False), QUICK)
    seat(made.keeper)
    yield made
    made.close()


@pytest.fixture(params=["file", "server"])
def memory(request: pytest.FixtureRequest) -> Any:
    """A session to give to an adapter: the keeper's of a file, or that of the entity of adapters, from afar."""
    if request.param == "file":
        return request.getfixturevalue("keeper")
    there = request.getfixturevalue("served")
    return there.open(there.keeper.issue_token(ADAPTER, channel=CHANNEL).secret)


@pytest.fixture
def bytes_of(path: Path) -> Callable[[], bytes]:
    """Reads all that lies on the disk of the file of a test."""

    def read() -> bytes:
        return b"".join(one.read_bytes() for one in sorted(path.parent.rglob("*")) if one.is_file())

    return read
