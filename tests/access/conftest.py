"""A store of its own for each test."""

from tests.graph.conftest import session, shelf

__all__ = ["session", "shelf"]
