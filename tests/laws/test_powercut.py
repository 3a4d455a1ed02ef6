"""A power cut loses nothing that was acknowledged, and after it a reopen is all a store needs."""

import re
from collections import Counter

import pytest

from tests.faults import powercut
from tests.faults.powercut import Run, Verdict

CUTS = 200
RUNS = 4
SEED = 1


@pytest.fixture(scope="module")
def runs() -> list[Run]:
    """Some recorded runs; each serves many cuts."""
    return [powercut.record(SEED + number) for number in range(RUNS)]


@pytest.fixture(scope="module")
def verdicts(runs: list[Run]) -> list[Verdict]:
    """What the cuts did."""
    return [verdict for run in runs for verdict in powercut.trials(run, SEED, CUTS // RUNS)]


def bad(verdicts: list[Verdict]) -> list[str]:
    return [f"{verdict.fate}: {verdict.why}" for verdict in verdicts if verdict.fate != "well"]


def test_every_cut_keeps_what_was_acknowledged_and_a_reopen_is_enough(verdicts: list[Verdict]):
    assert len(verdicts) == CUTS
    assert bad(verdicts) == []


def test_no_cut_brings_back_what_was_erased(verdicts: list[Verdict]):
    """No byte of it, in no file: an erasure that was acknowledged is as durable as an append."""
    assert [f"{verdict.why} {verdict.back}" for verdict in verdicts if verdict.back] == []


def test_a_run_goes_through_all_that_can_be_cut(runs: list[Run]):
    """Cuts prove little if the runs are tame."""
    acts = Counter(act.what for run in runs for act in run.acts)
    assert set(acts) >= {*powercut.ACTS, "erase", "rebuild", "open", "close"}
    assert any(erasure.files for run in runs for erasure in run.erasures)
    assert any(erasure.said for run in runs for erasure in run.erasures)


@pytest.mark.parametrize(
    ("what", "synchronous", "deaf"),
    [
        ("no sync at all", "off", "(?!)"),
        ("the log's syncs are dropped", "full", "-wal$"),
        ("the file's syncs are dropped", "full", f"{powercut.STORE}$"),
        ("syncs of folders are dropped", "full", "/$"),
        ("syncs of attachments are dropped", "full", r"\.files/../"),
        ("syncs of the key are dropped", "full", r"\.key"),
    ],
)
def test_the_harness_sees(what: str, synchronous: str, deaf: str):
    """The same cuts on a store, or a disk, that skips syncs must show it: a test that cannot fail proves nothing."""
    run = powercut.record(SEED, synchronous=synchronous, hears=lambda path: not re.search(deaf, path))
    assert bad(list(powercut.trials(run, SEED, 40))), what
