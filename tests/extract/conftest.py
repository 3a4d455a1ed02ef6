"""A store of its own for each test, as tests of the graph have it."""

from tests.graph.conftest import session, shelf

__all__ = ["session", "shelf"]
