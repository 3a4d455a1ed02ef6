"""Who was shown what is in the audit: in a chain of its own, never the words, and not what is erased."""

import threading
import time

import apsw
import pytest

import kenning
from kenning.engine.reading import audit, inbox
from kenning.model.access.request import Decision, Reason, Request

WITHIN_S = 20.0  # far more than a tenth of a second: the machine may be busy


@pytest.fixture
def session(desk):
    """A session whose readings are in the audit before they answer, on a clock and dice of the test."""
    return desk.open(audit_s=0.0, audit_clock_us=desk.clock, audit_noise=desk.noise)


@pytest.fixture
def seen(session):
    """Two artifacts that were read, the first one twice: the events that tell their words."""
    events = [session.record(text).id for text in ("the zanzibar code", "the door is blue")]
    found = []
    for name, event in zip(("Code", "Door"), events, strict=True):
        found.append(session.put_artifact(name, f"about {name}", evidence=[event]).words_event)
    session.artifact("Code")
    return found


def lines(session, **asked):
    """Lines without those of the audit itself."""
    return [one for one in session.audit(**asked) if one.verb != "audit"]


def test_each_reading_leaves_a_line_with_ids_and_no_words(session, seen, desk):
    found = lines(session)
    assert [(one.principal, one.channel, one.verb, one.seen) for one in found] == [
        ("admin", "local", "artifact.get", [seen[0]]),
        ("admin", "local", "artifact.get", [seen[1]]),
        ("admin", "local", "artifact.get", [seen[0]]),
    ]
    assert [one.number for one in found] == [3, 2, 1]
    desk.close()
    with desk.damage() as raw:
        told = "".join(str(row) for row in raw.execute("SELECT * FROM audit"))
        assert "zanzibar" not in told
        assert "Code" not in told


def test_the_audit_can_be_asked_who_saw_a_thing_and_what_somebody_saw(session, seen):
    assert [one.number for one in lines(session, seen=seen[0])] == [3, 1]
    assert [one.number for one in lines(session, by="admin")] == [3, 2, 1]
    assert lines(session, by="nobody") == []
    assert lines(session, seen=seen[0], by="nobody") == []
    assert [one.number for one in lines(session, limit=1, seen=seen[1])] == [2]
    with pytest.raises(kenning.InvalidError):
        session.audit(limit=0)


def test_asking_the_audit_is_in_the_audit(session, seen):
    session.audit()
    assert session.audit(limit=1)[0].verb == "audit"


def test_what_was_refused_is_an_event_and_is_told_beside_what_was_seen(session, seen):
    asked = Request(entity="kay", resource_type="tool", resource_id="deploy", action="invoke")
    no = Decision(allowed=False, rule="default_deny", reasons=(Reason(code="tool_not_granted"),))
    event = inbox.refuse(session._engine, session._who, asked, no)
    assert session.event(event).kind == "access.refused"
    for found in (session.audit(refused=True), session.audit(refused=True, by="kay"), session.audit(seen="deploy")):
        (one,) = found
        assert (one.allowed, one.verb, one.seen) == (False, "tool.invoke", ["deploy"])
        assert [reason.code for reason in one.reasons] == ["tool_not_granted"]
    assert session.audit(refused=True, by="ida") == []
    assert session.verify().ok
    session.rebuild()
    assert len(session.audit(refused=True)) == 1


# -- the chain ---------------------------------------------------------------------------------------------------------


def test_a_rebuild_leaves_the_audit_as_it_is(session, seen):
    before = lines(session)
    session.rebuild()
    assert lines(session) == before
    report = session.verify()
    assert (report.problems, report.audited) == ([], 5)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE audit SET principal = 'somebody else' WHERE place & 0xff = 2",
        "UPDATE audit SET verb = 'x' WHERE place & 0xff = 1",
        "UPDATE audit SET at = at + 1 WHERE place & 0xff = 3",
        "UPDATE audit SET times = 7 WHERE place & 0xff = 3",
        "DELETE FROM audit WHERE place & 0xff = 2",
        "DELETE FROM audit_seen",
        "UPDATE audit SET seen = (SELECT seen FROM audit WHERE place & 0xff = 1) WHERE place & 0xff = 2",
        "UPDATE audit SET seen = x'c1' WHERE place & 0xff = 2",
    ],
)
def test_a_line_that_was_changed_is_found(session, seen, desk, damage):
    assert session.verify().ok
    desk.close()
    with desk.damage() as raw:
        raw.execute(damage)
    assert [one for one in desk.open().verify().problems if "audit" in one.where or "audit" in one.what]


def test_the_store_edits_no_line(session, seen, desk):
    desk.close()
    raw = apsw.Connection(str(desk.path))
    for statement in ("DELETE FROM audit", "UPDATE audit SET principal = 'x'"):
        with pytest.raises(apsw.ConstraintError):
            raw.execute(statement)
    raw.close()


# -- forgetting --------------------------------------------------------------------------------------------------------


def test_what_is_erased_is_swept_from_the_audit_and_the_chain_still_verifies(session, seen, desk):
    """S05, S06: neither the id nor its salt stays, so that nothing confirms what was seen; that something was seen stays."""
    artifact = session.artifact("Code")
    session.erase(artifact.evidence[0], because="asked to")
    swept = [(one.verb, one.seen, one.swept) for one in lines(session)]
    assert swept == [("artifact.get", [], 1)] * 2 + [("artifact.get", [seen[1]], 0), ("artifact.get", [], 1)]
    assert session.audit(seen=seen[0]) == []
    assert session.verify().problems == []
    desk.close()
    with desk.damage() as raw:
        assert seen[0] not in "".join(str(row) for row in raw.execute("SELECT seen FROM audit"))
        assert raw.execute("SELECT count(*) FROM audit_seen WHERE id = ?", (seen[0],)).get == 0


def test_what_waited_to_be_written_while_it_was_erased_is_written_without_it(desk):
    session = desk.open(audit_s=1000.0)
    event = session.record("the zanzibar code").id
    kept = session.record("the door is blue").id
    session._engine.audit.saw(session._who, "view", (event, kept))
    session.erase(event, because="asked to")
    (one,) = lines(session)
    assert (one.seen, one.swept) == ([kept], 1)
    assert session.verify().problems == []


# -- written beside what reads -----------------------------------------------------------------------------------------


def test_a_reading_is_written_by_itself_in_a_moment(desk):
    session = desk.open()
    session.put_artifact("Door", "is blue", evidence=[session.record("the door is blue").id])
    other = apsw.Connection(str(desk.path))
    until = time.monotonic() + WITHIN_S
    while not (count := other.execute("SELECT count(*) FROM audit").get) and time.monotonic() < until:
        time.sleep(0.01)
    other.close()
    assert count == 1


def test_the_same_reading_many_times_in_a_moment_is_one_line(desk):
    session = desk.open(audit_s=1000.0)
    for _ in range(50):
        session._engine.audit.saw(session._who, "check", ("tool:deploy",))
    (one,) = lines(session)
    assert (one.times, one.seen) == (50, ["tool:deploy"])


def test_what_one_principal_was_shown_by_one_verb_in_a_moment_stands_together_and_a_line_is_short(desk, monkeypatch):
    monkeypatch.setattr(audit, "TOGETHER", 3)
    session = desk.open(audit_s=1000.0)
    for number in range(4):
        session._engine.audit.saw(session._who, "view", (f"evt_{number}",))
    session._engine.audit.saw(session._who, "check", ("tool:deploy",))
    assert [(one.verb, one.times, one.seen) for one in reversed(lines(session))] == [
        ("view", 3, ["evt_0", "evt_1", "evt_2"]),
        ("view", 1, ["evt_3"]),
        ("check", 1, ["tool:deploy"]),
    ]
    assert session.verify().problems == []


def test_closing_writes_what_waits(desk):
    session = desk.open(audit_s=1000.0)
    session._engine.audit.saw(session._who, "view", ("evt_1",))
    desk.close()
    assert [one.verb for one in lines(desk.open())] == ["view"]


def test_a_reading_does_not_wait_for_the_lock_and_is_in_the_audit_once_that_is_free(desk):
    """S23: a process that does not hold the write lock reads, and what it read is in the audit all the same."""
    desk.open().record("x")
    desk.close()
    session = desk.open(busy_s_max=0.05)
    other = apsw.Connection(str(desk.path))
    other.execute("BEGIN IMMEDIATE")
    started = time.monotonic()
    session._engine.audit.saw(session._who, "view", ("evt_1",))
    assert time.monotonic() - started < WITHIN_S / 4
    with pytest.raises(kenning.UnavailableError):
        session._engine.audit.flush()
    other.execute("ROLLBACK")
    other.close()
    assert [one.seen for one in lines(session)] == [["evt_1"]]


def test_readings_are_refused_once_too_many_cannot_be_written(desk, monkeypatch):
    """Fail closed: what cannot be audited is not shown; when the audit can be written again nothing is missing in it."""
    monkeypatch.setattr(audit, "WAITING_MAX", 3)
    desk.open().record("x")
    desk.close()
    session = desk.open(busy_s_max=0.05, audit_s=1000.0)
    other = apsw.Connection(str(desk.path))
    other.execute("BEGIN IMMEDIATE")
    for number in range(3):
        session._engine.audit.saw(session._who, "view", (f"evt_{number}",))
    with pytest.raises(kenning.UnavailableError):
        session._engine.audit.saw(session._who, "view", ("evt_3",))
    other.execute("ROLLBACK")
    other.close()
    (line,) = lines(session)
    assert (line.times, line.seen) == (4, [f"evt_{number}" for number in range(4)])


def test_an_audit_that_cannot_be_written_when_the_store_is_closed_is_said(desk):
    desk.open().record("x")
    desk.close()
    session = kenning.open(desk.path, config=desk.config(busy_s_max=0.05, audit_s=1000.0))
    other = apsw.Connection(str(desk.path))
    other.execute("BEGIN IMMEDIATE")
    session._engine.audit.saw(session._who, "view", ("evt_1",))
    with pytest.raises(kenning.UnavailableError, match="1 readings could not be written"):
        session.close()
    other.execute("ROLLBACK")
    other.close()


def test_threads_that_read_and_write_at_once_leave_one_chain_with_all_of_it(desk):
    session = desk.open(audit_s=0.001)

    def work(name):
        for number in range(40):
            session._engine.audit.saw(session._who, "view", (f"{name}-{number}",))
            if number % 10 == 0:
                session.record(f"{name} {number}")

    threads = [threading.Thread(target=work, args=(name,)) for name in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = lines(session, limit=1000)
    assert sorted(one for line in found for one in line.seen) == sorted(f"{n}-{i}" for n in "abc" for i in range(40))
    assert session.verify().problems == []


def test_namespaces_have_chains_of_their_own(desk):
    one, two = desk.open(audit_s=0.0), desk.open("log.kenning", namespace="other", audit_s=0.0)
    one._engine.audit.saw(one._who, "view", ("evt_1",))
    two._engine.audit.saw(two._who, "view", ("evt_2",))
    assert [line.seen for line in lines(one)] == [["evt_1"]]
    assert [(line.number, line.seen) for line in lines(two)] == [(1, ["evt_2"])]
    assert one.verify().ok
    assert two.verify().ok
