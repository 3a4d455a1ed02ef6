"""A server of models for each test, and how it is asked: with a sleep that only notes for how long."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from kenning.providers.llm.budget import Budget
from kenning.providers.llm.client import Client
from kenning.providers.llm.server import Server
from tests.providers.llm.served import Model, serving


@pytest.fixture
def model() -> Iterator[Model]:
    with serving() as served:
        yield served


@pytest.fixture
def slept() -> list[float]:
    """How long was slept, in order."""
    return []


@pytest.fixture
def server(model: Model, slept: list[float]) -> Callable[..., Server]:
    def made(**given: Any) -> Server:
        return Server(**{"url": model.url, "model": "small-1", "timeout_s": 20.0, "sleep": slept.append, **given})

    return made


@pytest.fixture
def client(server: Callable[..., Server]) -> Iterator[Callable[..., Client]]:
    """Make clients, which are closed when the test is over."""
    made: list[Client] = []

    def asking(budget: Budget | None = None, **given: Any) -> Client:
        made.append(Client(server(**given), budget))
        return made[-1]

    yield asking
    for one in made:
        one.close()
