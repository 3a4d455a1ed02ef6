"""Following the log: each event once and in order, now or when it comes, until one is told to stop."""

import itertools
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning import Filters

PATIENCE_S = 30  # no verdict: only so that a broken test ends


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


class Follower:
    """Follows in a thread of its own and gathers what comes."""

    def __init__(self, session, count, **asked):
        self.stop = threading.Event()
        self.enough = threading.Event()
        self.got = []
        self._count = count
        self._thread = threading.Thread(target=self._run, args=(session, asked), daemon=True)
        self._thread.start()

    def _run(self, session, asked):
        for event in session.follow(stop=self.stop, **asked):
            self.got.append(event)
            if len(self.got) >= self._count:
                self.enough.set()

    def end(self):
        """Wait until enough has come, tell it to stop, and see that it does."""
        assert self.enough.wait(PATIENCE_S), self.got
        self.stop.set()
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()
        return self.got


def test_a_follower_gets_each_event_exactly_once_in_order_those_of_before_too(desk):
    session = desk.open(follow_s=0.01)
    session.record_many([note(f"before {number}") for number in range(3)])
    followers = [Follower(session, 103 - after, after=after) for after in (0, 2, 3)]
    threads = [
        threading.Thread(target=lambda: [session.record(note(str(number))) for number in range(20)]) for _ in range(5)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for follower, after in zip(followers, (0, 2, 3), strict=True):
        assert [event.sequence for event in follower.end()] == list(range(after + 1, 104))


def test_events_that_another_opening_of_the_store_appends_come_too(desk):
    here, there = desk.open(follow_s=0.01), desk.open()
    follower = Follower(here, 10)
    for number in range(10):
        there.record(f"note {number}")
    assert [event.text for event in follower.end()] == [f"note {number}" for number in range(10)]


def test_stopping_ends_a_follower_that_waits(desk):
    session = desk.open(follow_s=0.01)
    session.record("one")
    follower = Follower(session, 1)
    assert [event.text for event in follower.end()] == ["one"]
    stopped = threading.Event()
    stopped.set()
    assert list(session.follow(stop=stopped)) == []


def test_a_follower_that_was_stopped_goes_on_where_it_left_off(desk):
    session = desk.open(follow_s=0.01)
    session.record_many([note(f"{number}") for number in range(1200)])  # more than two pages
    first = list(itertools.islice(session.follow(), 700))
    rest = list(session.follow(after=first[-1].sequence, wait=False))
    assert [event.sequence for event in [*first, *rest]] == list(range(1, 1201))


def test_without_waiting_following_is_walking_the_log(session):
    assert list(session.follow(wait=False)) == []
    session.record_many([note(f"{number}") for number in range(7)])
    assert list(session.follow(wait=False)) == list(session.log())
    assert [event.sequence for event in session.follow(after=5, wait=False)] == [6, 7]
    assert list(session.follow(after=99, wait=False)) == []


FILTERS = {
    "kind": (Filters(kinds=frozenset({"walk.taken"})), ["walk"]),
    "kinds": (Filters(kinds=frozenset({"walk.taken", "event.amended"})), ["walk", "amended"]),
    "actor's name": (Filters(actors=frozenset({"Ada"})), ["by Ada"]),
    "actor's identifier": (Filters(actors=frozenset({"+1"})), ["by Ada"]),
    "entity's name": (Filters(entities=frozenset({"Grace"})), ["of Grace"]),
    "entity's identifier": (Filters(entities=frozenset({"+2"})), ["of Grace"]),
    "after a time": (Filters(after="2026-01-02T00:00:00Z", before="2027-01-01T00:00:00Z"), ["second", "third"]),
    "before a time": (Filters(before="2026-01-02T00:00:00Z"), ["first"]),
    "a window, half open": (Filters(after="2026-01-01T00:00:00Z", before="2026-01-02T00:00:00Z"), ["first"]),
    "two at once": (Filters(kinds=frozenset({"day.passed"}), after="2026-01-03T00:00:00Z"), ["third"]),
    "none": (Filters(kinds=frozenset({"never"})), []),
}


@pytest.mark.parametrize(("filters", "expected"), FILTERS.values(), ids=FILTERS)
def test_following_is_filtered_by_kind_actor_entity_and_time(session, filters, expected):
    walk = session.record(note("walk", kind="walk.taken"))
    session.record(note("by Ada", actor={"type": "person", "name": "Ada", "channel": "tel", "identifier": "+1"}))
    session.record(note("of Grace", entities=[{"name": "Grace", "channel": "tel", "identifier": "+2"}]))
    days = {"first": "2026-01-01", "second": "2026-01-02", "third": "2026-01-03"}
    for text, day in days.items():
        session.record(note(text, kind="day.passed", time={"occurredAt": f"{day}T00:00:00Z"}))
    session.amend(walk.id, "amended")
    assert [event.text for event in session.follow(filters=filters, wait=False)] == expected
    assert [event.text for event in session.log(filters=filters)] == expected


def test_a_filtered_follower_skips_what_does_not_match_and_goes_on(desk):
    session = desk.open(follow_s=0.01)
    follower = Follower(session, 5, filters=Filters(kinds=frozenset({"walk.taken"})))
    for number in range(20):
        session.record(note(f"{number}", kind="walk.taken" if number % 4 == 0 else "note.created"))
    assert [event.text for event in follower.end()] == ["0", "4", "8", "12", "16"]


def test_a_filter_finds_nothing_by_what_a_redacted_event_said(session):
    receipt = session.record(note(actor={"type": "person", "name": "Ada"}, entities=[{"name": "Grace"}]))
    session.redact(receipt.id)
    for filters in (Filters(actors=frozenset({"Ada"})), Filters(entities=frozenset({"Grace"}))):
        assert list(session.log(filters=filters)) == []
        assert list(session.follow(filters=filters, wait=False)) == []


def test_the_log_is_walked_behind_a_sequence_and_up_to_a_limit(session):
    session.record_many([note(f"{number}") for number in range(10)])
    assert [event.sequence for event in session.log(after=3, limit=4)] == [4, 5, 6, 7]
    assert list(session.log(limit=0)) == []
    assert [event.sequence for event in session.at(5).log(after=3)] == [4, 5]


def test_what_one_namespace_records_no_follower_of_another_gets(desk):
    here, there = desk.open(namespace="here"), desk.open(namespace="there")
    there.record("theirs")
    assert list(here.follow(wait=False)) == []


def test_a_time_that_is_none_is_refused(session):
    with pytest.raises(kenning.InvalidError):
        list(session.follow(filters=Filters(after="never"), wait=False))


@given(limits=st.lists(st.integers(1, 7), min_size=1, max_size=30), erased=st.sets(st.integers(0, 19)))
def test_stretches_behind_one_another_are_the_log(limits, erased):
    with kenning.open(":memory:", config=kenning.Config(recognise=False)) as session:
        receipts = session.record_many([note(str(number)) for number in range(20)])
        found: list[kenning.Envelope] = []
        cursor: int | str = 0
        limit = itertools.cycle(limits)
        while not found or found[-1].sequence < session.head()[0]:
            last = len(found) - 1
            stretch = session.stretch(after=cursor, limit=next(limit))
            found += stretch.events
            cursor = stretch.cursor
            if 0 <= last < 20 and last in erased:
                session.erase(receipts[last].id, because="it is asked for")  # what a cursor stands behind may go
                erased = erased - {last}
        assert [one.sequence for one in found] == list(range(1, len(found) + 1))
        assert session.stretch(after=cursor).events == []
        later = session.record("later")
        assert [one.id for one in session.stretch(after=cursor).events] == [later.id]


def test_a_cursor_tells_nothing_and_cannot_be_made_up(desk):
    session = desk.open()
    session.record(note())
    cursor = session.stretch().cursor
    assert session.stretch().cursor != cursor
    other = kenning.open(desk.folder / "store.kenning", namespace="other")
    for wrong in ("cur_", "cur_x", cursor[:-4] + "AAAA", "cur_" + "A" * 32):
        with pytest.raises(kenning.InvalidError, match="is no cursor of this namespace"):
            session.stretch(after=wrong)
    with pytest.raises(kenning.InvalidError, match="is no cursor"):
        other.stretch(after=cursor)
    other.close()
    for wrong in (0, 1001):
        with pytest.raises(kenning.InvalidError, match="is not between 1 and 1000"):
            session.stretch(limit=wrong)


def test_whether_anything_was_written_is_told_and_waited_for(desk):
    session = desk.open()
    before = session.changed()
    assert session.changed(before, wait_s=0.001) == before
    threading.Timer(0.05, lambda: session.record(note())).start()
    for _ in range(1000):
        if session.changed(before, wait_s=PATIENCE_S) != before:
            break
    assert session.changed(before) != before
