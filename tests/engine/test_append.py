"""What an append answers, what it refuses, and that after a refusal the log is as it was."""

import json
import threading
import time
from pathlib import Path

import pytest

import kenning

ROOT = Path(__file__).resolve().parents[1]
MINIMAL = (ROOT / "golden" / "events" / "document.minimal.json").read_bytes()
CORRECTION = (ROOT / "golden" / "events" / "document.correction.json").read_bytes()
RESERVED = [
    "entity.merged",
    "identity.linked",
    "permission.granted",
    "channel.approved",
    "access.denied",
    "trust.raised",
    "event.erased",
    "event.anything",
    "kenning.tombstone",
    "Entity.Merged",
    "PERMISSION.GRANTED",
]


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


def link(event_id, relation="related_to"):
    return {"toEventId": event_id, "relation": relation}


# -- receipts and the document's own examples --------------------------------------------------------------------------


def test_a_receipt_tells_the_id_the_sequence_and_the_hash_that_seals_it(session):
    receipt = session.record("hello")
    event = session.event(receipt.id)
    assert receipt.id.startswith("evt_")
    assert (receipt.sequence, receipt.replayed) == (1, False)
    assert (event.id, event.sequence, event.hash) == (receipt.id, receipt.sequence, receipt.hash)
    assert session.head() == (receipt.sequence, receipt.hash)


def test_the_minimal_envelope_of_the_document_is_taken_byte_for_byte(session):
    spec = json.loads(MINIMAL)
    event = session.event(session.record(MINIMAL).id)
    said = json.loads(kenning_json(event))
    placed = {"id", "sequence", "namespace", "agent", "recordedAt", "recordedBy", "hash"}
    assert set(said) >= placed
    kept = {name: value for name, value in said.items() if name not in placed}
    # what is written out leaves defaults away; with them put back, it is what was printed
    defaults: dict[str, object] = {"links": [], "entities": []}
    privacy = {"sensitivity": "private", "visibility": "owner"}
    assert {**defaults, **kept, "privacy": {**privacy, **kept["privacy"]}} == spec


def test_the_correction_of_the_document_corrects_the_minimal_envelope(session):
    session.record({**json.loads(MINIMAL), "id": "evt_original"})
    session.record(CORRECTION)
    view = session.view("evt_original")
    assert view.corrected
    assert view.event.location is not None
    assert view.event.location.name == "Office"
    assert session.event("evt_original").location.name == "Home"
    assert [(act.effect, act.reason) for act in view.history] == [("corrects", "wrong location")]


def test_text_that_is_no_json_is_a_note(session):
    assert session.event(session.record("milk, eggs").id).text == "milk, eggs"


def kenning_json(event):
    import msgspec

    return msgspec.json.encode(event)


# -- all or nothing ----------------------------------------------------------------------------------------------------


BAD = {
    "no primary file": {"kind": "note.created", "source": {"type": "user"}, "files": []},
    "missing target": note(links=[link("evt_missing")]),
    "reserved kind": note(kind="entity.merged"),
    "not a date": note(time={"occurredAt": "2026-13-01"}),
    "unknown field": note(mood="good"),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_event_in_the_middle_of_a_batch_appends_nothing_and_takes_its_files_back(session, desk, bad):
    session.record("before")
    head = session.head()
    desk.write("in/photo.jpg", b"pixels")
    photo = {"role": "attachment", "path": "photo.jpg"}
    first = note("first", files=[{"role": "primary", "content": "first"}, photo])
    with pytest.raises(kenning.InvalidError):
        session.record_many([first, bad, note("last")], files_from=desk.folder / "in")
    assert session.head() == head
    assert desk.stored() == []
    assert session.recall("first").hits == []
    assert session.record_many([first], files_from=desk.folder / "in")[0].sequence == head[0] + 1
    assert session.verify().problems == []


def test_a_conflict_late_in_a_batch_appends_nothing_of_it(session):
    session.record(note("one", idempotencyKey="k"))
    head = session.head()
    with pytest.raises(kenning.ConflictError):
        session.record_many([note("fresh"), note("two", idempotencyKey="k")])
    assert session.head() == head
    assert session.recall("fresh").hits == []


def test_a_namespace_whose_first_batch_was_refused_keeps_what_is_recorded_next(desk):
    session = desk.open()
    with pytest.raises(kenning.InvalidError):
        session.record_many([note(), note(links=[link("evt_nowhere")])])
    receipt = session.record("kept")
    desk.close()
    assert desk.open().head() == (receipt.sequence, receipt.hash)


def test_two_who_write_in_turns_know_what_the_other_wrote_and_erased(desk):
    one, other = desk.open(), desk.open()
    secret = {"privacy": {"sensitivity": "confidential", "visibility": "shared"}}
    for _ in range(3):
        receipt = one.record(note(**secret))
        other.record("between")
        other.erase(receipt.id, because="asked for")
        other.record(note(**{**secret, "privacy": {**secret["privacy"], "domains": ["personal"]}}))
        one.record(note(**secret))
        one.record(note("again", **secret))
        one.erase(one.record(note("gone", **secret)).id, because="asked for")
    assert one.head() == other.head()
    assert one.verify().ok
    assert [(hit.view.text, len(hit.copies)) for hit in other.recall("again")] == [("again", 2)]


def test_the_refusal_of_a_batch_names_which_event_was_bad(session):
    with pytest.raises(kenning.InvalidError, match=r"event 1: time\.occurredAt") as refusal:
        session.record_many([note(), note(time={"occurredAt": "2026-13-01"})])
    assert refusal.value.details["event"] == 1


def test_an_empty_batch_appends_nothing(session):
    assert session.record_many([]) == []
    assert session.head()[0] == 0


def test_later_events_of_a_batch_may_link_to_earlier_ones_by_the_ids_they_bring(session):
    receipts = session.record_many([note(id="evt_a"), note(id="evt_b", links=[link("evt_a", "reply_to")])])
    assert [one.sequence for one in receipts] == [1, 2]
    assert [edge.from_event_id for edge in session.links("evt_a", direction="down")] == ["evt_b"]


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_refused_event_leaves_the_head_where_it_was(session, bad):
    session.record("before")
    head = session.head()
    with pytest.raises(kenning.InvalidError):
        session.record(bad)
    assert session.head() == head


# -- compare and set ---------------------------------------------------------------------------------------------------


def test_an_expected_sequence_that_is_the_head_lets_the_append_through(session):
    assert session.record("first", expected_sequence=0).sequence == 1
    assert session.record("second", expected_sequence=1).sequence == 2


@pytest.mark.parametrize("expected", [0, 2, -1, 10**15])
def test_an_expected_sequence_that_is_not_the_head_appends_nothing(session, expected):
    session.record("first")
    head = session.head()
    with pytest.raises(kenning.ConflictError) as refusal:
        session.record("second", expected_sequence=expected)
    assert refusal.value.details == {"expected": expected, "sequence": 1}
    assert session.head() == head


def test_of_many_who_expect_the_same_sequence_one_wins(session):
    won, lost = [], []

    def attempt(name):
        try:
            won.append(session.record(name, expected_sequence=0))
        except kenning.ConflictError as error:
            lost.append(error)

    together(attempt, [f"writer {number}" for number in range(8)])
    assert (len(won), len(lost)) == (1, 7)
    assert session.head()[0] == 1


# -- idempotency -------------------------------------------------------------------------------------------------------


def test_the_same_key_with_the_same_content_gives_the_same_receipt(session):
    first = session.record(note(idempotencyKey="k"))
    again = session.record(note(idempotencyKey="k"))
    assert (again.id, again.sequence, again.hash) == (first.id, first.sequence, first.hash)
    assert (first.replayed, again.replayed) == (False, True)
    assert session.head() == (1, first.hash)


def test_a_retry_is_known_after_the_store_was_closed(desk):
    first = desk.open().record(note(idempotencyKey="k"))
    desk.close()
    assert desk.open().record(note(idempotencyKey="k")).id == first.id


def test_a_retry_within_one_batch_is_known(session):
    first, second = session.record_many([note(idempotencyKey="k"), note(idempotencyKey="k")])
    assert (second.id, second.replayed) == (first.id, True)
    assert session.head()[0] == 1


def test_a_retry_with_a_file_is_known_and_stores_nothing_twice(session, desk):
    desk.write("in/photo.jpg", b"pixels")
    event = note(files=[{"role": "primary", "path": "photo.jpg"}], idempotencyKey="k")
    first = session.record(event, files_from=desk.folder / "in")
    again = session.record(event, files_from=desk.folder / "in")
    assert (again.id, again.replayed) == (first.id, True)
    assert len(desk.stored()) == 1


def test_the_same_key_with_other_content_is_a_conflict_that_names_only_ids(session):
    first = session.record(note("secretword", actor={"type": "user", "name": "Zoë"}, idempotencyKey="k"))
    head = session.head()
    with pytest.raises(kenning.ConflictError) as refusal:
        session.record(note("otherword", idempotencyKey="k"))
    assert refusal.value.details == {"key": "k", "id": first.id, "sequence": 1}
    assert "secretword" not in str(refusal.value)
    assert "Zoë" not in str(refusal.value)
    assert session.head() == head


@pytest.mark.parametrize(
    "other",
    [
        {"type": "user", "name": "other"},
        {"type": "app", "name": "manual"},
        {"type": "user", "name": "manual", "id": "2"},
    ],
    ids=["name", "type", "id"],
)
def test_a_key_is_scoped_by_its_source(session, other):
    first = session.record(note("one", idempotencyKey="k"))
    second = session.record(note("two", idempotencyKey="k") | {"source": other})
    assert (first.sequence, second.sequence) == (1, 2)


def test_a_key_is_scoped_by_agent(desk):
    first = desk.open(agent="one").record(note("one", idempotencyKey="k"))
    second = desk.open(agent="two").record(note("two", idempotencyKey="k"))
    assert (first.sequence, second.sequence) == (1, 2)


def test_a_key_is_scoped_by_namespace(desk):
    first = desk.open(namespace="one").record(note("one", idempotencyKey="k"))
    second = desk.open(namespace="two").record(note("two", idempotencyKey="k"))
    assert (first.sequence, second.sequence) == (1, 1)


def test_a_key_of_one_scope_gives_no_receipt_in_another(desk):
    first = desk.open(namespace="one").record(note(idempotencyKey="k"))
    second = desk.open(namespace="two").record(note(idempotencyKey="k"))
    assert not second.replayed
    assert second.id != first.id


def test_parts_of_a_scope_cannot_be_shifted_into_each_other(session):
    first = session.record(note("one", idempotencyKey="b") | {"source": {"type": "user", "name": "a"}})
    second = session.record(note("two", idempotencyKey="b") | {"source": {"type": "usera"}})
    assert (first.sequence, second.sequence) == (1, 2)


def test_the_same_id_with_the_same_content_gives_the_same_receipt(session):
    first = session.record(note(id="evt_mine"))
    again = session.record(note(id="evt_mine"))
    assert (again.id, again.sequence, again.replayed) == (first.id, 1, True)


def test_the_same_id_with_other_content_is_a_conflict(session):
    session.record(note("one", id="evt_mine"))
    with pytest.raises(kenning.ConflictError):
        session.record(note("two", id="evt_mine"))
    assert session.head()[0] == 1


def test_the_same_id_in_another_namespace_is_another_event(desk):
    desk.open(namespace="one").record(note("one", id="evt_mine"))
    other = desk.open(namespace="two")
    assert other.record(note("two", id="evt_mine")).sequence == 1
    assert other.view("evt_mine").text == "two"


@pytest.mark.parametrize(
    "mark", [{"idempotencyKey": "k"}, {"id": "evt_mine"}, {"id": "evt_mine", "idempotencyKey": "k"}]
)
def test_an_erased_event_that_is_sent_again_is_refused_and_nothing_is_stored(session, desk, mark):
    desk.write("in/photo.jpg", b"pixels")
    event = note(files=[{"role": "primary", "content": "secretword"}, {"role": "raw", "path": "photo.jpg"}], **mark)
    receipt = session.record(event, files_from=desk.folder / "in")
    session.erase(receipt.id, because="asked to")
    head = session.head()
    with pytest.raises(kenning.ErasedError) as refusal:
        session.record(event, files_from=desk.folder / "in")
    assert "secretword" not in str(refusal.value)
    assert session.head() == head
    assert desk.stored() == []
    assert session.recall("secretword").hits == []


# -- reserved kinds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", RESERVED)
def test_a_reserved_kind_is_refused_by_record_record_many_and_import(session, desk, kind):
    event = note(kind=kind)
    lines = desk.write("events.jsonl", json.dumps(event) + "\n")
    for attempt in (
        lambda: session.record(event),
        lambda: session.record(json.dumps(event)),
        lambda: session.record_many([note(), event]),
        lambda: session.import_file(lines),
    ):
        with pytest.raises(kenning.InvalidError, match="reserved"):
            attempt()
    assert session.head()[0] == 0


@pytest.mark.parametrize("kind", ["entity.merged", "event.redacted", "permission.granted"])
def test_a_cloudevent_cannot_bring_a_kind_that_kenning_acts_on(session, desk, kind):
    document = {"specversion": "1.0", "id": "1", "source": "/x", "type": kind, "data": {}}
    session.import_file(desk.write("one.json", json.dumps(document)))
    first, *rest = session.log()
    assert first.kind == "cloudevent.received"
    assert [event.kind for event in rest] == ["entity.created", "resolution.decided"]  # of its source, and ours
    assert {event.source.type for event in rest} == {"kenning"}


def test_a_kind_of_ours_in_a_newer_version_is_refused(session):
    first = session.record("hello")
    amended = note(kind="event.amended", schemaVersion=2, links=[link(first.id, "part_of")])
    with pytest.raises(kenning.UnsupportedError):
        session.record(amended)
    assert session.head()[0] == 1


def test_a_kind_of_somebody_else_in_any_version_is_welcome(session):
    assert session.record(note(kind="strava.run.finished", schemaVersion=42)).sequence == 1


@pytest.mark.parametrize("field", ["sequence", "recordedAt", "recordedBy", "hash", "namespace", "agent"])
def test_a_source_cannot_say_what_only_kenning_says(session, field):
    with pytest.raises(kenning.InvalidError, match=field):
        session.record(note(**{field: "1"}))
    assert session.head()[0] == 0


# -- place and time ----------------------------------------------------------------------------------------------------


def test_recorded_at_is_the_clock_of_kenning_whatever_the_source_claims(session, desk):
    receipt = session.record(note(time={"occurredAt": "2001-01-01T00:00:00Z", "capturedAt": "2002-01-01T00:00:00Z"}))
    event = session.event(receipt.id)
    assert event.recorded_at == "2027-01-15T08:00:01.000000Z"
    assert event.time.occurred_at == "2001-01-01T00:00:00Z"


def test_recorded_at_never_falls_even_when_the_clock_steps_back(session, desk):
    session.record("one")
    desk.clock.now_us -= 3600 * 1_000_000
    session.record("two")
    desk.clock.now_us += 7200 * 1_000_000
    session.record("three")
    times = [event.recorded_at for event in session.log()]
    assert times == sorted(times)
    assert times[0] == times[1] < times[2]
    assert session.at(times[0]).head() == session.head()
    assert [view.text for view in session.at(times[0]).timeline()] == ["one", "two"]


def test_sequences_have_no_gap_and_equal_the_order_of_commit_with_eight_threads(session):
    receipts, order = [], threading.Lock()

    def write(name):
        for number in range(25):
            receipt = session.record(f"{name} says {number}")
            with order:
                receipts.append((name, number, receipt))

    together(write, [f"writer{number}" for number in range(8)])
    assert sorted(receipt.sequence for _, _, receipt in receipts) == list(range(1, 201))
    for name in {name for name, _, _ in receipts}:
        own = [receipt.sequence for writer, _, receipt in receipts if writer == name]
        assert own == sorted(own)
    log = {event.sequence: (event.text, event.hash) for event in session.log()}
    assert log == {one.sequence: (f"{name} says {number}", one.hash) for name, number, one in receipts}
    assert session.verify().problems == []


def test_each_namespace_counts_by_itself(desk):
    one, two = desk.open(namespace="one"), desk.open(namespace="two")
    assert [session.record("x").sequence for session in (one, two, one, two, two)] == [1, 1, 2, 2, 3]


def together(deed, names):
    """Run a deed in one thread a name, all at once; what one raises is raised here."""
    failures = []
    start = threading.Barrier(len(names))

    def run(name):
        try:
            start.wait()
            deed(name)
        except BaseException as error:  # noqa: BLE001 - told below
            failures.append(error)

    threads = [threading.Thread(target=run, args=(name,)) for name in names]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


def test_a_refused_batch_leaves_the_others_of_its_transaction_as_they_are(session):
    """Those who append at once share a transaction: what one of them wrote before it was refused is undone, no more."""
    engine = session._engine
    hold, release = threading.Event(), threading.Event()

    def keep_waiting(_):
        hold.set()
        release.wait(30)

    blocker = threading.Thread(target=engine.commit, args=(keep_waiting,))
    blocker.start()
    assert hold.wait(30)
    refused = []

    def attempt(name):
        if name.startswith("bad"):
            with pytest.raises(kenning.InvalidError):
                session.record_many([note(name), note(links=[link("evt_nowhere")])])
            refused.append(name)
        else:
            session.record_many([note(name), note(f"{name} again")])

    def start():
        while len(engine._waiting) < 6:
            time.sleep(0.001)
        release.set()

    starter = threading.Thread(target=start)
    starter.start()
    together(attempt, ["good one", "bad one", "good two", "bad two", "good three", "bad three"])
    starter.join()
    blocker.join()
    assert engine._crowd == 6  # one transaction it was
    assert sorted(refused) == ["bad one", "bad three", "bad two"]
    texts = sorted(view.event.text for view in session.timeline())
    assert texts == sorted(text for one in ("one", "two", "three") for text in (f"good {one}", f"good {one} again"))
    assert session.verify().problems == []
    assert session.record("after").sequence == 7


# -- links -------------------------------------------------------------------------------------------------------------


def test_a_link_to_nothing_is_refused_with_its_path(session):
    with pytest.raises(kenning.InvalidError) as refusal:
        session.record(note(links=[link("evt_missing")]))
    assert refusal.value.details["path"] == "links[0].toEventId"
    assert session.head()[0] == 0


def test_a_link_into_another_namespace_reads_like_a_link_to_nothing(desk):
    there = desk.open(namespace="there").record(note(id="evt_there"))
    here = desk.open(namespace="here")
    with pytest.raises(kenning.InvalidError) as of_other:
        here.record(note(links=[link(there.id)]))
    with pytest.raises(kenning.InvalidError) as of_none:
        here.record(note(links=[link("evt_never")]))
    assert str(of_other.value).replace("evt_there", "*") == str(of_none.value).replace("evt_never", "*")


def test_a_link_to_itself_is_refused(session):
    with pytest.raises(kenning.InvalidError):
        session.record(note(id="evt_a", links=[link("evt_a")]))
    assert session.head()[0] == 0


def test_a_link_to_a_later_event_of_the_batch_is_refused(session):
    with pytest.raises(kenning.InvalidError):
        session.record_many([note(id="evt_a", links=[link("evt_b")]), note(id="evt_b")])
    assert session.head()[0] == 0


@pytest.mark.parametrize("relation", ["caused_by", "reply_to", "derived_from", "part_of", "supersedes", "related_to"])
def test_each_of_the_six_relations_is_kept_and_walked_both_ways(session, relation):
    one = session.record("one").id
    two = session.record(note(links=[link(one, relation)])).id
    three = session.record(note(links=[link(two, relation)])).id
    up = session.links(three, direction="up", depth=2)
    assert [(edge.from_event_id, edge.to_event_id, edge.relation, edge.depth) for edge in up] == [
        (three, two, relation, 1),
        (two, one, relation, 2),
    ]
    down = session.links(one, direction="down", depth=5)
    assert [(edge.from_event_id, edge.depth) for edge in down] == [(two, 1), (three, 2)]
    assert len(session.links(one, depth=1)) == 1


def test_another_relation_is_refused(session):
    one = session.record("one").id
    with pytest.raises(kenning.InvalidError, match="relation"):
        session.record(note(links=[link(one, "contradicts")]))
