"""kill -9, a hundred times: every acknowledged event is there, none is half there, and the log verifies."""

import random
from pathlib import Path

import pytest

import kenning
from tests.faults import kill
from tests.faults.nursery import nursery

ROUNDS = 100
LIFE_S_MAX = 0.08
SEED = 1


@pytest.mark.slow
def test_a_killed_writer_leaves_every_acknowledged_event_and_no_half_one(tmp_path: Path):
    dice = random.Random(SEED)
    path = tmp_path / "log.kenning"
    everything: list[kill.Acknowledged] = []
    before = 0
    with nursery("tests.faults.kill") as nurse:
        for round_ in range(1, ROUNDS + 1):
            if round_ % 10 == 5:
                kill.killed_at_once(nurse, path, dice.uniform(0, 0.03))
            writer = nurse.start(kill.WRITE, str(path), round_, dice.choice((1, 1, 3)))
            told = kill.acknowledged(kill.killed_after(writer, dice.uniform(0, LIFE_S_MAX)))
            with kenning.open(path) as session:
                assert kill.flaws(session, told, round_, before) == [], f"seed {SEED}, round {round_}"
                if round_ % 10 == 0:
                    assert session.verify().problems == [], f"seed {SEED}, round {round_}"
                before = session.head()[0]
            everything += told
    assert len(everything) > ROUNDS, "the writers died before they wrote"
    with kenning.open(path) as session:
        missing = [one for act in everything for one in act.receipts if not kill.there(session, *one)]
        assert missing == []
        assert session.verify().problems == []


@pytest.mark.slow
def test_a_killed_erasure_is_done_wholly_or_not_at_all_and_its_sweep_is_finished_on_opening(tmp_path: Path):
    dice = random.Random(SEED)
    path = tmp_path / "log.kenning"
    said: dict[str, str] = {}
    gone: set[str] = set()
    with nursery("tests.faults.kill") as nurse:
        for round_ in range(20):
            with kenning.open(path) as session:
                said |= record_with_files(session, tmp_path, round_)
            eraser = nurse.start(kill.ERASE, str(path), sorted(said.keys() - gone))
            told = kill.killed_after(eraser, dice.uniform(0, 0.15))
            begun = {event_id for event_id, word in told if word == "begun"}
            done = {event_id for event_id, word in told if word == "done"}
            with kenning.open(path) as session:
                now = {event_id for event_id in said if is_erased(session, event_id, said[event_id])}
                assert gone | done <= now <= gone | begun, f"seed {SEED}, round {round_}"
                assert session.verify().problems == [], f"seed {SEED}, round {round_}"
            gone = now
            left = [said[event_id] for event_id in gone for file in files_of(path) if said[event_id].encode() in file]
            assert left == [], f"seed {SEED}, round {round_}: erased, and still to be read"
    assert 0 < len(gone) < len(said)


def record_with_files(session: kenning.Session, folder: Path, round_: int) -> dict[str, str]:
    """Record events with an attachment each that says the same; give what each says."""
    said = {}
    for number in range(4):
        text = f"sentinel {round_} {number} of the quiet harbour"
        brought = folder / "brought.txt"
        brought.write_text(text)
        receipt = session.record(text)
        session.attach(receipt.id, brought)
        brought.unlink()
        said[receipt.id] = text
    return said


def is_erased(session: kenning.Session, event_id: str, text: str) -> bool:
    """Whether an event was erased; if not, it must say what it said, and so must its file."""
    try:
        view = session.view(event_id)
    except kenning.ErasedError:
        return True
    assert view.text == text
    assert session.file(event_id, "brought.txt") == text.encode()
    return False


def files_of(path: Path) -> list[bytes]:
    """The bytes of every file of a store."""
    return [file.read_bytes() for file in path.parent.rglob("*") if file.is_file()]


def test_the_harness_sees_what_is_lost(tmp_path: Path):
    """An acknowledgement of what is not there, a batch cut in two, and an event of nobody are all found."""
    with kenning.open(tmp_path / "log.kenning") as session:
        half = [session.record(f"round 1 thread 0 act 0 event {number} of 3") for number in range(2)]
        session.record("out of nowhere")
        session.record("round 1 thread 2 act 7 event 0 of 1")
        told = [kill.Acknowledged(0, 0, (*((one.id, one.sequence, one.hash) for one in half), ("evt_gone", 9, "")))]
        found = "\n".join(kill.flaws(session, told, 1, 0))
    assert "evt_gone was acknowledged at 9 and is not there" in found
    assert "(0, 0) is half there" in found
    assert "3 is of nobody" in found
    assert "thread 2 got as far as act 7" in found
