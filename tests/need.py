"""A component that a test needs: missing, it fails in CI and is skipped aloud elsewhere."""

import os
from typing import Protocol

import pytest


class Need(Protocol):
    """The type of `need`, for tests that take it as a fixture."""

    def __call__(self, component: str, present: bool, why: str = "") -> None:
        """Go on if present; else fail in CI, skip elsewhere."""


def need(component: str, present: bool, why: str = "") -> None:
    """Go on if `component` is `present`; otherwise fail where CI is set, and skip with the reason elsewhere.

    `why` says what the test wants of it, or how to get it.
    """
    if present:
        return
    reason = f"{component} is missing" + (f": {why}" if why else "")
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
