"""Opening a file that others open at the same moment: it is waited for, as long as was asked, and no longer."""

import apsw
import pytest

import kenning
from kenning.store import connect


def busy(times, monkeypatch):
    """A file that is busy so many times when its journal is chosen."""
    chosen, left = connect._journal, [None] * times

    def journal(connection, path):
        if left:
            left.pop()
            raise apsw.BusyError("database is locked")
        chosen(connection, path)

    monkeypatch.setattr(connect, "_journal", journal)
    return left


def test_a_file_that_is_busy_for_a_moment_is_opened(tmp_path, monkeypatch):
    left = busy(3, monkeypatch)
    with kenning.open(tmp_path / "a.kenning") as session:
        session.record("kept")
    assert left == []


def test_a_file_that_stays_busy_is_told_to_be(tmp_path, monkeypatch):
    busy(1_000_000, monkeypatch)
    with pytest.raises(kenning.UnavailableError, match="another writer is at work"):
        connect.connect(str(tmp_path / "a.kenning"), connect.Options(busy_s_max=0.01))
