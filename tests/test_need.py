"""A gap in the machine never passes for a green test."""

import pytest
from _pytest.outcomes import Failed, Skipped

from tests.need import need


def test_what_is_present_goes_on():
    need("sand", present=True)


def test_missing_fails_in_ci(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(Failed, match="sand is missing: castles need it"):
        need("sand", present=False, why="castles need it")


def test_missing_is_skipped_aloud_elsewhere(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(Skipped, match="sand is missing"):
        need("sand", present=False)
