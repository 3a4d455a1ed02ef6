"""Folding the log beside each other gives what folding it here gives, whatever becomes of those who help."""

import subprocess
import sys

import pytest

from kenning.engine.replay import crew, portion

TABLES = ("rows", "links", "blobs", "receipts", "awaits", "tombstones", "classes")
SCRIPT = """
import sys
import kenning
from kenning.engine.replay import crew

crew.WORTH_EVENTS, crew._cores = 0, lambda: 2
with kenning.open(sys.argv[1]) as session:
    session.rebuild()
    print(session.verify().problems)
"""


def note(text, **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Portions of three events, and two cores, whatever this machine has."""
    monkeypatch.setattr(portion, "EVENTS", 3)
    monkeypatch.setattr(crew, "_cores", lambda: 2)


@pytest.fixture
def helped(monkeypatch):
    monkeypatch.setattr(crew, "WORTH_EVENTS", 0)


@pytest.fixture
def filled(desk):
    """A closed store in which all sorts of events stand between plain ones."""
    session = desk.open(tail_docs=4, fan=2)
    ids = [session.record(note(f"apple {n} {n}", idempotencyKey=f"k{n}")).id for n in range(10)]
    session.amend(ids[0], "with Ada")
    session.correct(ids[9], {"content": "bridge", "privacy": {"sensitivity": "confidential"}})
    session.redact(ids[4])
    session.redact(session.amend(ids[5], "soon gone").id)
    session.attach(ids[3], desk.write("menu.txt", "soup"))
    session.record(note("indeed", links=[{"toEventId": ids[0], "relation": "reply_to"}]))
    both = [{"toEventId": one, "relation": "derived_from"} for one in ids[1:3]]
    session.record(note("in short", links=[*both, {"toEventId": ids[2], "relation": "related_to"}]))
    session.erase(session.record(note("gone", idempotencyKey="gone")).id, because="asked to")
    ids += [session.record(note(f"don't stop, candle {n}", privacy={"visibility": "shared"})).id for n in range(8)]
    desk.close()
    return ids


def projected(desk):
    """Everything that is projected, but for how words are packed."""
    with desk.damage() as raw:
        labels = dict(raw.execute("SELECT id, labels FROM classes").fetchall())
        tables = {table: raw.execute(f"SELECT * FROM {table}").fetchall() for table in TABLES}
    tables["rows"] = [(*row[:7], labels.get(row[7]), *row[8:]) for row in tables["rows"]]
    tables["classes"] = list(labels.values())
    return {table: sorted(rows, key=repr) for table, rows in tables.items()}


def rebuilt(desk, **limits):
    session = desk.open(**limits)
    session.rebuild()
    hits = [(hit.view.event.id, hit.score) for word in ("apple", "candle", "ada") for hit in session.recall(word, k=99)]
    found = session.verify()
    desk.close()
    return projected(desk), hits, found


@pytest.mark.parametrize("limits", [{}, {"tail_docs": 2, "fan": 2}, {"tail_docs": 4, "fan": 3}])
def test_helpers_change_no_answer(desk, filled, monkeypatch, limits):
    before = projected(desk)
    alone = rebuilt(desk, **limits)
    monkeypatch.setattr(crew, "WORTH_EVENTS", 0)
    helped = rebuilt(desk, **limits)
    assert alone == helped
    assert alone[0] == before
    assert alone[2].problems == []


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE log SET payload = zeroblob(40) WHERE place & 1099511627775 IN (2, 6)",
        "UPDATE log SET hash = zeroblob(32) WHERE place & 1099511627775 IN (3, 20)",
        "DELETE FROM log WHERE place & 1099511627775 = 3",
        "UPDATE log SET payload = NULL, salt = NULL WHERE place & 1099511627775 = 7",
        "UPDATE rows SET actor = 'other' WHERE place & 1099511627775 IN (1, 21)",
        "UPDATE receipts SET place = place + 1 WHERE place & 1099511627775 = 1",
        "DELETE FROM receipts",
        "UPDATE links SET target = target + 1 WHERE relation = 'related_to'",
        "UPDATE tail SET keys = zeroblob(length(keys))",
    ],
)
def test_helpers_find_the_same_problems(desk, filled, monkeypatch, damage):
    with desk.damage() as raw:
        raw.execute(damage)
        assert raw.changes() > 0
    alone = desk.open().verify()
    monkeypatch.setattr(crew, "WORTH_EVENTS", 0)
    assert desk.open().verify() == alone
    assert alone.problems != []


def test_a_helper_that_dies_costs_nothing_but_time(desk, filled, helped, monkeypatch):
    asked = []
    fold = crew._Helper.fold

    def dying(self, body):
        asked.append(body)
        if len(asked) == 2:
            self._process.kill()
        return fold(self, body)

    monkeypatch.setattr(crew._Helper, "fold", dying)
    tables, _, found = rebuilt(desk)
    assert found.problems == []
    assert len(asked) > 2
    assert tables == projected(desk)


@pytest.mark.parametrize("executable", ["", "/nowhere/python3", "/bin/cat"])
def test_without_an_interpreter_to_start_all_is_folded_here(desk, filled, helped, monkeypatch, executable):
    monkeypatch.setattr(sys, "executable", executable)
    assert rebuilt(desk)[2].problems == []


def test_no_helper_is_started_for_a_small_store_or_beside_one_core(desk, filled, monkeypatch):
    started: list[object] = []
    monkeypatch.setattr(crew, "_Helper", started.append)
    rebuilt(desk)
    monkeypatch.setattr(crew, "WORTH_EVENTS", 0)
    monkeypatch.setattr(crew, "_cores", lambda: 1)
    rebuilt(desk)
    assert started == []


def test_an_interruption_ends_the_helpers_and_changes_nothing(desk, filled, helped, monkeypatch):
    processes = []
    start = crew._Helper.__init__

    def counted(self, key):
        start(self, key)
        processes.append(self._process)

    monkeypatch.setattr(crew._Helper, "__init__", counted)

    def interrupted(done, _total):
        if done >= 6:
            raise KeyboardInterrupt

    before = projected(desk)
    session = desk.open()
    with pytest.raises(KeyboardInterrupt):
        session.rebuild(progress=interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.verify(progress=interrupted)
    assert len(processes) == 4
    assert all(process.poll() is not None for process in processes)
    desk.close()
    assert projected(desk) == before


def test_a_program_that_came_through_a_pipe_may_ask_for_helpers(desk, filled):
    command = [sys.executable, "-W", "error", "-", str(desk.path)]
    done = subprocess.run(command, input=SCRIPT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
