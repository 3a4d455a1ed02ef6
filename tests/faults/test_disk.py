"""The harness under test: it sees what it claims to see, on a plain database and on plain files, and cries no wolf."""

import os
import random
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from tests.faults.disk import Disk, Image, Sync, SyncFolder, Truncate, Write, cuts, lay_out
from tests.faults.tape import Tape, hears_all
from tests.faults.vfs import Faults, FaultyVFS

CUTS = 60
ROWS = 40


def commit_rows(layer: FaultyVFS, path: Path, synchronous: str, acknowledged: list[int]) -> None:
    """Commit numbered rows one by one; note how long the tape is at each acknowledgement."""
    connection = apsw.Connection(str(path), vfs=layer.name)
    connection.execute(
        f"PRAGMA journal_mode = WAL; PRAGMA synchronous = {synchronous}; PRAGMA wal_autocheckpoint = 20"
    ).fetchall()
    connection.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY, pad TEXT)")
    for number in range(ROWS):
        connection.execute("INSERT INTO numbers VALUES (?, ?)", (number, f"{number} " * 300))
        assert layer.tape is not None
        acknowledged.append(len(layer.tape))
    connection.close()


def found_rows(path: Path) -> list[int] | None:
    """The rows after a cut; None where the file is damaged."""
    connection = apsw.Connection(str(path))
    try:
        if connection.execute("PRAGMA integrity_check").get != "ok":
            return None
        return [number for (number,) in connection.execute("SELECT number FROM numbers ORDER BY number")]
    except apsw.SQLError:
        return []  # no such table: the creation never reached the disk
    except (apsw.CorruptError, apsw.NotADBError):
        return None
    finally:
        connection.close()


def failures(folder: Path, synchronous: str, hears: Callable[[str], bool] = hears_all) -> int:
    """How many of some cuts lose acknowledged rows or damage the file."""
    run = folder / "run"
    run.mkdir()
    tape = Tape(run, hears)
    layer = FaultyVFS(tape)
    acknowledged: list[int] = []
    commit_rows(layer, run / "rows.db", synchronous, acknowledged)
    layer.close()
    lost = 0
    for number, (position, image) in enumerate(cuts(tape.steps, tape.start, 1, CUTS)):
        place = folder / str(number)
        place.mkdir()
        lay_out(image, place)
        rows = found_rows(place / "rows.db")
        safe = sum(mark <= position for mark in acknowledged)
        lost += rows is None or rows != list(range(len(rows))) or len(rows) < safe
    return lost


def test_a_store_that_syncs_every_commit_loses_nothing(tmp_path: Path):
    assert failures(tmp_path, "full") == 0


@pytest.mark.parametrize("synchronous", ["normal", "off"])
def test_a_store_that_does_not_is_found_out(tmp_path: Path, synchronous: str):
    assert failures(tmp_path, synchronous) > CUTS // 4


@pytest.mark.parametrize("deaf", ["-wal", ".db", "/"])
def test_a_disk_that_forgets_some_syncs_is_found_out(tmp_path: Path, deaf: str):
    """Each kind of sync counts: of the log, of the database, of the folder that names them."""
    assert failures(tmp_path, "full", lambda path: not path.endswith(deaf)) > 0


def keep_file(folder: Path, *, sync_file: bool, sync_folder: bool, sync_above: bool) -> list[Image]:
    """What is found after the power goes, once a file was put below a new folder with this much care."""
    tape = Tape(folder)
    with tape.listening():
        below = folder / "below"
        below.mkdir()
        part = below / "part"
        with part.open("xb") as out:
            out.write(b"x" * 3000)
            out.flush()
            if sync_file:
                os.fsync(out.fileno())
        part.rename(below / "whole")
        for place in [below] * sync_folder + [folder] * sync_above:
            handle = os.open(place, os.O_RDONLY)
            os.fsync(handle)
            os.close(handle)
    tape.look()
    disk = Disk()
    disk.play(tape.steps)
    return [disk.cut(random.Random(seed)) for seed in range(30)]


def test_a_file_put_away_with_care_is_always_found(tmp_path: Path):
    images = keep_file(tmp_path, sync_file=True, sync_folder=True, sync_above=True)
    assert [image for image in images if image != {"below": None, "below/whole": b"x" * 3000}] == []


@pytest.mark.parametrize("careless", ["sync_file", "sync_folder", "sync_above"])
def test_a_file_put_away_without_care_is_sometimes_lost_or_torn(tmp_path: Path, careless: str):
    care = {"sync_file": True, "sync_folder": True, "sync_above": True} | {careless: False}
    images = keep_file(tmp_path, **care)
    whole = [image.get("below/whole") == b"x" * 3000 for image in images]
    assert any(whole)
    assert not all(whole)


def test_writes_are_torn_at_sectors_and_nowhere_else():
    disk = Disk()
    disk.play([Write(1, 0, b"a" * 2048), Sync(1), Write(1, 100, b"b" * 1500)])
    disk.names["f"] = 1
    found = {disk.cut(random.Random(seed))["f"] for seed in range(200)}
    for content in found:
        assert content is not None
        assert content[:100] + content[1600:] == b"a" * (2048 - 1500)
        assert all(len(set(content[max(100, at) : min(1600, at + 512)])) == 1 for at in range(0, 2048, 512))
    assert len(found) > 8


def test_a_name_is_safe_only_with_its_folder():
    disk = Disk()
    disk.play([Write(1, 0, b"a"), Truncate(1, 1), Sync(1)])
    disk.renames.append({"f": 1})
    assert {tuple(disk.cut(random.Random(seed))) for seed in range(50)} == {(), ("f",)}
    disk.play([SyncFolder("")])
    assert {tuple(disk.cut(random.Random(seed))) for seed in range(50)} == {("f",)}


@pytest.mark.parametrize(
    ("kind", "error"),
    [("write", apsw.IOError), ("short write", apsw.IOError), ("sync", apsw.IOError), ("full", apsw.FullError)],
)
def test_a_fault_strikes_once_switched_on_and_not_after(tmp_path: Path, kind, error):
    faults = Faults()
    layer = FaultyVFS(faults=faults)
    connection = apsw.Connection(str(tmp_path / "f.db"), vfs=layer.name)
    connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE t (x)").fetchall()
    with faults.on(kind, "-wal"), pytest.raises(error):
        connection.execute("INSERT INTO t VALUES (zeroblob(10000))")
    assert faults.hits > 0
    connection.execute("INSERT INTO t VALUES (1)")
    assert connection.execute("SELECT count(*) FROM t").get == 1
    connection.close()
    layer.close()
