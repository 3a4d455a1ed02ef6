"""A log that goes out comes in equal, hash for hash, or not at all; a copy made while it is in use is a whole one."""

import base64
import hashlib
import json
import threading
from pathlib import Path

import apsw
import pytest
from msgspec import structs

import kenning
from kenning.model.codec import Head, Sealed, seal
from tests.told import told

RESERVED = ["entity.merged", "permission.granted", "kenning.tombstone", "event.anything"]


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


@pytest.fixture
def full(desk):
    """A session on a log with one of everything."""
    session = desk.open()
    root = session.record(note("lunch", idempotencyKey="k", actor={"type": "user", "name": "Zoë"}))
    session.amend(root.id, "with Ada")
    session.correct(root.id, {"content": "dinner"})
    session.attach(root.id, desk.write("menu.txt", "soup"))
    gone = session.record("secretword")
    session.attach(gone.id, desk.write("gone.txt", "secretfile"))
    session.erase(gone.id, because="asked to")
    hidden = session.record("hidden")
    session.lift(session.redact(hidden.id).id)
    session.redact(hidden.id)
    return session


@pytest.fixture
def lines(full, desk):
    path = desk.folder / "log.jsonl"
    full.export(path)
    return path


def reading(session):
    return [(view.event.id, view.text, view.corrected) for view in session.timeline(limit=99)]


def edited(path, change):
    """Write the lines of a file anew, each as a mapping put through a change; nothing takes a line out."""
    kept = [change(number, json.loads(line)) for number, line in enumerate(path.read_text().splitlines())]
    path.write_text("".join(json.dumps(line) + "\n" for line in kept if line is not None))
    return path


def refused(session, path, *errors):
    """Import what must be refused: nothing is appended, and no file is stored."""
    head = session.head()
    with pytest.raises(errors or (kenning.CorruptError, kenning.InvalidError)) as refusal:
        session.import_file(path, format="jsonl")
    assert session.head() == head
    return refusal.value


# -- our own log -------------------------------------------------------------------------------------------------------


def test_a_log_that_is_taken_over_is_the_same_log_with_files_and_erasures(full, desk, lines):
    there = desk.open("there.kenning")
    report = there.import_file(lines)
    assert (report.format, report.added, report.known) == ("jsonl", full.head()[0], 0)
    assert there.head() == full.head()
    assert list(there.log()) == list(full.log())
    assert reading(there) == reading(full)
    assert [there.at(n).recall("lunch") for n in range(14)] == [full.at(n).recall("lunch") for n in range(14)]
    root = next(iter(there.log())).id
    assert there.file(root, "menu.txt") == b"soup"
    assert len(desk.stored("there.kenning")) == 1
    assert there.verify().problems == []
    assert there.record(note("lunch", idempotencyKey="k", actor={"type": "user", "name": "Zoë"})).replayed


def test_an_export_of_what_was_taken_over_is_the_same_file(desk, lines):
    there = desk.open("there.kenning")
    there.import_file(lines)
    there.export(desk.folder / "again.jsonl")
    assert (desk.folder / "again.jsonl").read_bytes() == lines.read_bytes()


def test_an_export_holds_nothing_of_what_was_erased(lines):
    content = lines.read_bytes()
    for word in (b"secretword", b"secretfile", base64.b64encode(b"secretfile"), hashlib.sha256(b"secretfile").digest()):
        assert word not in content


def test_importing_a_log_twice_adds_nothing(full, desk, lines):
    assert (full.import_file(lines).added, full.import_file(lines).known) == (0, full.head()[0])
    there = desk.open("there.kenning")
    there.import_file(lines)
    head = there.head()
    again = there.import_file(lines)
    assert (again.added, again.known) == (0, head[0])
    assert there.head() == head


def test_a_longer_export_of_the_same_log_adds_only_what_is_new(full, desk, lines):
    there = desk.open("there.kenning")
    known = there.import_file(lines).added
    full.record("later")
    full.export(lines)
    report = there.import_file(lines)
    assert (report.added, report.known) == (1, known)
    assert there.head() == full.head()


def test_an_older_export_of_the_same_log_adds_nothing(full, lines):
    full.record("later")
    assert full.import_file(lines).added == 0


def test_logs_that_diverged_are_refused(full, desk, lines):
    there = desk.open("there.kenning")
    there.import_file(lines)
    there.record("here")
    full.record("there")
    full.export(lines)
    refused(there, lines, kenning.ConflictError)
    full.record("longer")
    full.export(lines)
    refused(there, lines, kenning.ConflictError)
    other = desk.open("other.kenning")
    for number in range(20):
        other.record(f"another log {number}")
    refused(other, lines, kenning.ConflictError)


def test_a_log_that_is_refused_leaves_no_file_behind(desk, lines):
    other = desk.open("other.kenning")
    for number in range(20):
        other.record(f"another log {number}")
    refused(other, lines, kenning.ConflictError)
    assert desk.stored("other.kenning") == []


def test_a_log_of_another_namespace_is_refused(desk, lines):
    refused(desk.open("there.kenning", namespace="other"), lines, kenning.ConflictError)


def test_a_log_written_by_a_newer_kenning_is_refused(desk, lines):
    edited(lines, lambda number, line: line | {"version": 2} if number == 0 else line)
    refused(desk.open("there.kenning"), lines, kenning.UnsupportedError)


@pytest.mark.parametrize("share", [0.05, 0.2, 0.5, 0.8, 0.99])
def test_a_log_that_was_cut_is_refused_and_nothing_is_appended(desk, lines, share):
    content = lines.read_bytes()
    lines.write_bytes(content[: int(len(content) * share)])
    refused(desk.open("there.kenning"), lines)


@pytest.mark.parametrize("left", [1, 3, 6, 11])
def test_a_log_that_was_cut_between_lines_is_refused(desk, lines, left):
    lines.write_text("".join(line + "\n" for line in lines.read_text().splitlines()[:left]))
    refused(desk.open("there.kenning"), lines)


@pytest.mark.parametrize("number", [1, 5, 11])
@pytest.mark.parametrize("field", ["payload", "salt", "digest", "hash", "id", "recordedAt", "sequence", "agent"])
def test_a_log_with_a_changed_field_is_refused(desk, lines, field, number):
    def change(_, line):
        if line["line"] != "event" or line["sequence"] != number or line.get(field) is None:
            return line
        value = line[field]
        if isinstance(value, int):
            return line | {field: value + 1}
        if isinstance(value, dict):
            return line | {field: value | {"kind": "note.forged"}}
        return line | {field: value[:-1] + ("0" if value[-1] != "0" else "1")}

    before = lines.read_text()
    edited(lines, change)
    there = desk.open("there.kenning")
    if [json.loads(line) for line in before.splitlines()] != [
        json.loads(line) for line in lines.read_text().splitlines()
    ]:
        refused(there, lines)
        assert there.head()[0] == 0


@pytest.mark.parametrize("number", [1, 4, 11])
def test_a_log_without_one_of_its_events_is_refused(desk, lines, number):
    edited(lines, lambda _, line: None if line["line"] == "event" and line["sequence"] == number else line)
    refused(desk.open("there.kenning"), lines)


def test_a_log_with_a_changed_stored_file_is_refused(desk, lines):
    other = base64.b64encode(b"stew").decode()
    edited(lines, lambda _, line: line | {"content": other} if line["line"] == "file" else line)
    there = desk.open("there.kenning")
    refused(there, lines)
    assert desk.stored("there.kenning") == []


@pytest.mark.parametrize(
    "path", ["../../../evil", "/tmp/evil", "ab/../../evil", "AB/" + "0" * 32, "ab/" + "0" * 32 + "\n"]
)
def test_a_stored_file_of_a_log_goes_nowhere_else(desk, lines, path):
    edited(lines, lambda _, line: line | {"path": path} if line["line"] == "file" else line)
    refused(desk.open("there.kenning"), lines)
    assert list(desk.folder.rglob("*evil*")) == []


def test_a_log_without_one_of_its_stored_files_is_refused(desk, lines):
    edited(lines, lambda _, line: None if line["line"] == "file" else line)
    refused(desk.open("there.kenning"), lines)


def test_a_stored_file_that_is_no_base64_is_refused(desk, lines):
    edited(lines, lambda _, line: line | {"content": "a"} if line["line"] == "file" else line)
    refused(desk.open("there.kenning"), lines)


def test_a_changed_file_late_in_a_long_log_leaves_nothing_appended(full, desk, lines):
    full.record_many([note(f"note {number}") for number in range(600)])
    full.attach(full.record("last").id, desk.write("last.txt", "last"))
    full.export(lines)
    other = base64.b64encode(b"other").decode()
    last = base64.b64encode(b"last").decode()
    edited(lines, lambda _, line: line | {"content": other} if line.get("content") == last else line)
    refused(desk.open("there.kenning"), lines)


def forged(path, change):
    """Change an event and seal all behind it anew, as somebody would who knows how."""
    head = Head()

    def sealed(number, line):
        nonlocal head
        if line["line"] != "event":
            return line
        line = change(line)
        payload = json.dumps(line["payload"]).encode() if line.get("payload") else None
        salt = bytes.fromhex(line["salt"]) if line.get("salt") else None
        place = Sealed(
            "default", line["agent"], line["sequence"], line["id"], line["recordedAt"], payload, salt, b"", b""
        )
        if payload is None or salt is None:
            from kenning.model.codec import link_hash

            place = structs.replace(place, digest=bytes.fromhex(line["digest"]))
            place = structs.replace(place, hash=link_hash(head.hash, place))
        else:
            place = seal(head, place)
        head = Head(place.sequence, place.hash, place.recorded_at_us)
        return line | {"digest": place.digest.hex(), "hash": place.hash.hex()}

    edited(path, sealed)  # both times json.dumps spaces the payload in the same way, so it is written as it was sealed
    return edited(path, lambda number, line: line | {"hash": head.hash.hex()} if number == 0 else line)


def test_a_log_sealed_anew_is_taken_where_all_in_it_is_sound(full, desk, lines):
    """Shows that the forger of the tests below knows how."""
    forged(lines, lambda line: line)
    assert desk.open("there.kenning").import_file(lines).added == full.head()[0]


NOBODY = "01a3b801-0000-7000-8000-000000000001", "01a3b801-0000-7000-8000-000000000002"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("entity.changed", {"id": NOBODY[0], "name": "Ada", "salt": "0" * 32}),
        ("entity.merged", {"survivor": NOBODY[0], "merged": NOBODY[1], "salt": "0" * 32}),
        ("entity.split", {"id": NOBODY[0], "part": NOBODY[1], "name": "Ada", "salt": "0" * 32}),
        ("entity.judged", {"a": NOBODY[0], "b": NOBODY[1], "judgement": "different"}),
        ("entity.created", {"id": NOBODY[0], "name": "Ada"}),
    ],
)
def test_a_log_with_an_act_that_no_verb_can_have_made_is_refused(desk, lines, kind, said):
    files = [{"role": "primary", "contentType": "application/json", "content": json.dumps(said)}]
    act = {"kind": kind, "files": files}
    forged(lines, lambda line: line | {"payload": line["payload"] | act} if line["sequence"] == 1 else line)
    refused(desk.open("there.kenning"), lines)


@pytest.mark.parametrize("kind", RESERVED)
def test_a_log_with_a_forged_reserved_kind_is_refused(desk, lines, kind):
    forged(lines, lambda line: line | {"payload": line["payload"] | {"kind": kind}} if line["sequence"] == 1 else line)
    assert "reserved" in str(refused(desk.open("there.kenning"), lines, kenning.InvalidError))


def test_a_log_with_a_payload_missing_without_a_tombstone_is_refused(desk, lines):
    def without(line):
        kept = {name: value for name, value in line.items() if name not in {"payload", "salt"}}
        return kept if line["sequence"] == 2 else line

    forged(lines, without)
    assert "erasure" in str(refused(desk.open("there.kenning"), lines, kenning.CorruptError))


def test_a_log_whose_tombstone_was_taken_out_is_refused(desk, lines):
    def without(line):
        if line.get("payload", {}) and line["payload"]["kind"] == "event.erased":
            return line | {"payload": line["payload"] | {"kind": "note.created"}}
        return line

    forged(lines, without)
    refused(desk.open("there.kenning"), lines, kenning.CorruptError)


def test_a_log_with_an_event_that_no_door_would_let_in_is_refused(desk, lines):
    def change(line):
        return (
            line | {"payload": line["payload"] | {"time": {"occurredAt": "never"}}} if line["sequence"] == 1 else line
        )

    forged(lines, change)
    refused(desk.open("there.kenning"), lines, kenning.InvalidError)


def test_an_export_is_written_whole_or_not_at_all(full, desk, monkeypatch):
    target = desk.write("log.jsonl", "what was there before")

    def broken(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.fsync", broken)
    with pytest.raises(kenning.UnavailableError):
        full.export(target)
    assert target.read_text() == "what was there before"
    assert list(desk.folder.glob("*.part")) == []


def test_a_format_that_is_none_is_refused(full, desk):
    with pytest.raises(kenning.InvalidError):
        full.export(desk.folder / "x", format="yaml")


def test_an_empty_log_goes_out_and_in(desk):
    desk.open("empty.kenning").export(desk.folder / "log.jsonl")
    assert desk.open("there.kenning").import_file(desk.folder / "log.jsonl").added == 0


# -- plain events ------------------------------------------------------------------------------------------------------


def plain(desk, events):
    return desk.write("events.jsonl", "".join(json.dumps(event) + "\n" for event in events))


def test_lines_of_plain_events_are_recorded_in_order(session, desk):
    events = [note("one", id="evt_a"), note("two", links=[{"toEventId": "evt_a", "relation": "reply_to"}])]
    report = session.import_file(plain(desk, events))
    assert (report.format, report.added) == ("events", 2)
    assert [event.text for event in session.log()] == ["one", "two"]


def test_lines_with_keys_are_known_when_they_come_again(session, desk):
    path = plain(desk, [note(f"{number}", idempotencyKey=f"k{number}") for number in range(3)])
    session.import_file(path)
    report = session.import_file(path)
    assert (report.added, report.known) == (0, 3)
    assert session.head()[0] == 3


@pytest.mark.parametrize("bad", [note(kind="entity.merged"), note(mood="good"), {"kind": "x"}, "text"])
def test_a_bad_line_refuses_the_whole_file_and_is_named(session, desk, bad):
    refusal = refused_events(session, plain(desk, [note("one"), bad, note("three")]))
    assert "line 2" in str(refusal)


def refused_events(session, path):
    with pytest.raises(kenning.InvalidError) as refusal:
        session.import_file(path)
    assert session.head()[0] == 0
    return refusal.value


def test_a_bad_link_late_in_a_long_file_of_events_leaves_nothing_appended(session, desk):
    events = [note(f"note {number}") for number in range(600)]
    refused_events(session, plain(desk, [*events, note(links=[{"toEventId": "evt_never", "relation": "reply_to"}])]))


# -- CloudEvents -------------------------------------------------------------------------------------------------------


DOCUMENT = {
    "specversion": "1.0",
    "id": "A-1",
    "source": "/sensors/1",
    "type": "com.example.reading",
    "time": "2026-01-01T10:00:00Z",
    "subject": "kitchen",
    "datacontenttype": "application/json",
    "data": {"celsius": 21.5},
    "myextension": "kept",
}


def test_a_cloudevent_goes_in_and_out_equal(session, desk):
    report = session.import_file(desk.write("in.json", json.dumps(DOCUMENT)))
    assert (report.format, report.added) == ("cloudevents", 1)
    (event,) = told(session.log())
    assert event.time is not None
    assert (event.kind, event.time.occurred_at) == ("com.example.reading", DOCUMENT["time"])
    assert session.export(desk.folder / "out.jsonl", format="cloudevents") == session.head()[0]
    back, *ours = [json.loads(line) for line in (desk.folder / "out.jsonl").read_text().splitlines()]
    assert back == DOCUMENT
    assert [one["type"] for one in ours] == ["entity.created", "entity.created", "resolution.decided"]  # as they are


def test_every_event_goes_out_as_a_cloudevent_with_what_the_specification_requires(full, desk):
    out = desk.folder / "out.jsonl"
    count = full.export(out, format="cloudevents")
    documents = [json.loads(line) for line in out.read_text().splitlines()]
    assert count == len(documents)
    for document in documents:
        assert document["specversion"] == "1.0"
        assert all(isinstance(document[name], str) and document[name] for name in ("id", "source", "type"))
        assert document["data"]["id"] == document["id"]
    assert len({(document["source"], document["id"]) for document in documents}) == count
    assert "secretword" not in out.read_text()


def test_events_that_went_out_as_cloudevents_come_in_and_come_in_once(full, desk):
    out = desk.folder / "out.jsonl"
    count = full.export(out, format="cloudevents")
    there = desk.open("there.kenning")
    assert there.import_file(out, format="cloudevents").added == count
    assert there.import_file(out, format="cloudevents").added == 0


# -- whole copies ------------------------------------------------------------------------------------------------------


def test_a_backup_made_while_another_thread_writes_is_a_whole_store(desk):
    session = desk.open()
    session.attach(session.record("first").id, desk.write("menu.txt", "soup"))
    stop = threading.Event()
    written: list[int] = []

    def write():
        while not stop.is_set():
            written.append(session.record(f"note {len(written)}").sequence)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        while len(written) < 20:
            stop.wait(0.001)
        paths = session.backup(desk.folder / "copy.kenning")
    finally:
        stop.set()
        writer.join()
    assert [path.name for path in paths] == ["copy.kenning", "copy.kenning.files", "copy.kenning.key"]
    copy = desk.open("copy.kenning")
    head, digest = copy.head()
    assert head >= 20
    assert copy.verify().problems == []
    assert session.at(head).head() == session.head()
    assert [event.hash for event in session.log(limit=head)][-1] == digest
    assert copy.file(next(iter(copy.log())).id, "menu.txt") == b"soup"


def test_a_backup_never_overwrites(full, desk):
    target = desk.write("copy.kenning", "precious")
    with pytest.raises(kenning.ConflictError):
        full.backup(target)
    assert target.read_text() == "precious"
    with pytest.raises(kenning.InvalidError):
        full.backup(desk.folder / "never" / "copy.kenning")


@pytest.fixture
def copy(full, desk):
    full.backup(desk.folder / "copy.kenning")
    return desk.folder / "copy.kenning"


def restored(copy, target):
    from kenning.engine.exchange.transfer import restore
    from kenning.store.base import quiet

    return restore(copy, target, quiet)


def test_what_is_restored_is_what_was_backed_up(full, desk, copy):
    restored(copy, desk.folder / "back.kenning")
    back = desk.open("back.kenning")
    assert back.head() == full.head()
    assert list(back.log()) == list(full.log())
    assert back.verify().problems == []
    assert back.record(note("lunch", idempotencyKey="k", actor={"type": "user", "name": "Zoë"})).replayed
    assert back.file(next(iter(back.log())).id, "menu.txt") == b"soup"


@pytest.mark.parametrize("taken", ["back.kenning", "back.kenning.key", "back.kenning.files/x"])
def test_a_restore_never_overwrites(desk, copy, taken):
    path = desk.write(taken, "precious")
    before = sorted(desk.folder.rglob("*"))
    with pytest.raises(kenning.ConflictError):
        restored(copy, desk.folder / "back.kenning")
    assert path.read_text() == "precious"
    assert sorted(desk.folder.rglob("*")) == before


def newer(path):
    with_version = apsw.Connection(str(path))
    with_version.execute("PRAGMA user_version = 1000000")
    with_version.close()
    return path


def test_a_store_newer_than_the_program_is_refused_and_not_touched(full, desk):
    desk.close()
    content = newer(desk.path).read_bytes()
    with pytest.raises(kenning.UnsupportedError, match="upgrade"):
        desk.open()
    assert desk.path.read_bytes() == content


def test_a_backup_newer_than_the_program_is_not_restored(desk, copy):
    with pytest.raises(kenning.UnsupportedError):
        restored(newer(copy), desk.folder / "back.kenning")
    assert not list(desk.folder.glob("back.kenning*"))


@pytest.mark.parametrize("made", ["foreign", "text", "empty"])
def test_what_is_no_store_of_ours_is_neither_restored_nor_opened(desk, made):
    path = desk.folder / "other.db"
    if made == "foreign":
        connection = apsw.Connection(str(path))
        connection.execute("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        connection.close()
    else:
        path.write_text("not a database, only a text that somebody wrote\n" * 100 if made == "text" else "")
    content = path.read_bytes()
    with pytest.raises(kenning.KenningError):
        restored(path, desk.folder / "back.kenning")
    assert not list(desk.folder.glob("back.kenning*"))
    if made != "empty":  # an empty file is a store that is not there yet
        with pytest.raises(kenning.KenningError):
            desk.open("other.db")
    assert path.read_bytes() == content
    with pytest.raises(kenning.InvalidError):
        restored(Path(desk.folder / "never.kenning"), desk.folder / "back.kenning")


def test_copies_of_a_store_are_for_its_owner_alone_like_the_store(desk, copy):
    restored(copy, desk.folder / "back.kenning")
    for name in ("copy.kenning", "copy.kenning.key", "back.kenning", "back.kenning.key"):
        assert (desk.folder / name).stat().st_mode & 0o077 == 0, name
