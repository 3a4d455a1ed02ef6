"""What every run of pytest shares, the examples of README, docs and docstrings included."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


def pytest_report_header() -> str:
    """The profile in force; pytest-randomly prints its seed below."""
    return f"hypothesis profile in force: {'ci (derandomized)' if os.environ.get('CI') else 'dev'}"


@pytest.fixture(autouse=True)
def _examples_write_nowhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An example runs in an empty directory, and no test sees a store or a setting of the person who runs it."""
    for name in [name for name in os.environ if name.startswith("KENNING_")]:
        monkeypatch.delenv(name)
    if isinstance(request.node, pytest.DoctestItem):
        monkeypatch.chdir(tmp_path)
