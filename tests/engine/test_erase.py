"""Forgetting is real: after an erasure nothing of it is in any file, nothing confirms a guess, and the log still verifies."""

import hashlib
import itertools
import re
import shutil

import apsw
import msgspec
import pytest

import kenning
from kenning.rules import kinds
from kenning.rules import text as words_of
from tests.told import told

SENTINEL = "Xyzzyplugh"  # one word, found nowhere else
CONTENT = f"{SENTINEL} was here"


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


def summary(sources, text="in short", **fields):
    links = [{"toEventId": one, "relation": "derived_from"} for one in sources]
    return note(text, kind="summary.created", links=links, provenance={"basis": "model"}, **fields)


def said(value):
    return msgspec.json.encode(value).decode()


def disguises(word):
    """The bytes under which a word may lie in a file."""
    for form in {word, word.lower(), word.upper(), word.casefold()}:
        yield from (form.encode(), form.encode("utf-16-le"), form.encode("utf-16-be"))


def found_in(folder, word=SENTINEL):
    """The files below a folder that hold a word in any disguise, in their content or their name."""
    found = []
    for path in sorted(folder.rglob("*")):
        content = path.read_bytes() if path.is_file() else b""
        low = content.lower()
        if word.lower() in path.name.lower() or any(form in content or form in low for form in disguises(word)):
            found.append(path.name)
    return found


def in_every_place(session, desk):
    """An event with the word in each place a word can be, and whatever acts on it or draws from it."""
    box = desk.folder.parent / "in"  # the source's own file is not the store's
    box.mkdir()
    (box / f"{SENTINEL}.txt").write_text(CONTENT * 50)
    word = {"name": SENTINEL}
    privacy = {"visibility": "participants", "domains": ["personal"]}
    event = note(
        CONTENT,
        id="evt_root",
        actor={"type": "user", "identifier": SENTINEL, **word},
        location={"address": SENTINEL, **word},
        context={"device": word, "session": word},
        entities=[{"identifier": SENTINEL, "channel": "tel", **word}],
        provenance={"basis": SENTINEL, "metadata": {SENTINEL: SENTINEL}},
        idempotencyKey=f"key-{SENTINEL}",
        privacy=privacy,
        time={"occurredAt": "2026-01-01T10:00:00Z"},
    )
    event["files"].append({"role": "attachment", "path": f"{SENTINEL}.txt"})
    other = session.record(note("something else", id="evt_other"))
    root = session.record(event, files_from=box)
    amended = session.amend(root.id, f"amended {SENTINEL}", because=SENTINEL)
    corrected = session.correct(root.id, {"content": f"corrected {SENTINEL}"}, because=SENTINEL)
    session.correct(corrected.id, {"content": f"again {SENTINEL}"})
    session.amend(amended.id, f"more {SENTINEL}")
    session.attach(root.id, box / f"{SENTINEL}.txt", role="raw")
    derived = session.record(summary([root.id, other.id], f"summary {SENTINEL}"))
    session.record(summary([derived.id], f"summary of a summary {SENTINEL}"))
    session.amend(derived.id, f"amended summary {SENTINEL}")
    shutil.rmtree(box)
    return root


# -- nothing is left ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{}, {"tail_docs": 2, "fan": 2}], ids=["in the tail", "packed"])
@pytest.mark.parametrize("redacted", [False, True])
def test_no_byte_of_what_was_erased_is_left_in_any_file_of_the_store(desk, limits, redacted):
    session = desk.open(**limits)
    root = in_every_place(session, desk)
    session.record_many([note(f"other words {number}") for number in range(6)])
    if redacted:
        session.redact(root.id)
    assert found_in(desk.folder) != []
    report = session.erase(root.id, because="asked to")
    assert report.left == {}
    assert found_in(desk.folder) == [], "while it is open"
    assert session.verify().problems == []
    desk.close()
    assert found_in(desk.folder) == [], "once it is closed"
    session = desk.open(**limits)
    session.rebuild()
    assert session.verify().problems == []
    desk.close()
    assert found_in(desk.folder) == [], "after a rebuild"


def test_what_acts_on_the_erased_event_and_what_is_derived_from_it_is_gone_too(session, desk):
    root = in_every_place(session, desk)
    log = list(session.log())
    report = session.erase(root.id, because="asked to")
    erased = [event for event in log if event.id in report.erased]
    assert len(told(erased)) == 9
    assert [event.id for event in erased if kinds.connects(event.kind)] == [
        event.id for event in log if kinds.connects(event.kind)
    ]
    assert desk.stored() == []
    for event_id in report.erased:
        for read in (session.event, session.view, session.links):
            with pytest.raises(kenning.ErasedError) as gone:
                read(event_id)
            assert gone.value.details["tombstone"] == report.tombstone
            assert gone.value.details["because"] == "asked to"
    assert [view.event.id for view in session.timeline()] == ["evt_other"]
    assert session.view("evt_other").derived == []


def test_the_tombstone_tells_who_when_and_why_and_nothing_of_what_was_said(session, desk):
    root = in_every_place(session, desk)
    report = session.erase(root.id, because="asked to by letter")
    tombstone = session.event(report.tombstone)
    assert tombstone.kind == "event.erased"
    assert tombstone.recorded_by.principal == "admin"
    assert tombstone.recorded_at == "2027-01-15T08:00:11.000000Z"
    assert tombstone.text == "asked to by letter"
    assert tombstone.files[0].metadata["erased"] == report.erased
    assert SENTINEL not in said(tombstone)
    assert session.verify().problems == []
    assert session.verify().erased == len(report.erased)


@pytest.mark.parametrize("because", ["", "  ", "\n"])
def test_an_erasure_without_a_reason_is_refused(session, because):
    root = session.record("x")
    with pytest.raises(kenning.InvalidError):
        session.erase(root.id, because=because)
    assert session.view(root.id).text == "x"


def test_the_erased_show_in_the_log_as_tombstones_without_content(session):
    root = session.record(note(CONTENT, actor={"type": "user", "name": SENTINEL}))
    session.erase(root.id, because="asked to")
    *erased, last = session.log()
    assert [(event.kind, event.sequence, event.text, event.actor) for event in erased] == [
        ("kenning.tombstone", sequence, "", None)
        for sequence in (1, 2, 3)  # who was met went with it
    ]
    assert last.kind == "event.erased"


def test_the_head_moves_on_and_the_chain_of_what_came_before_stays(session):
    hashes = [session.record(f"note {number}").hash for number in range(5)]
    session.erase(next(iter(session.log())).id, because="asked to")
    assert [event.hash for event in session.log()][:5] == hashes
    assert session.head()[0] == 6


def test_an_erased_event_cannot_be_erased_acted_on_or_derived_from(session):
    root, other = session.record("one"), session.record("two")
    report = session.erase(root.id, because="asked to")
    head = session.head()
    for verb in (
        lambda: session.erase(root.id, because="again"),
        lambda: session.plan_erase(root.id),
        lambda: session.amend(root.id, "x"),
        lambda: session.correct(root.id, {"content": "x"}),
        lambda: session.redact(root.id),
        lambda: session.record(summary([root.id, other.id])),
    ):
        with pytest.raises(kenning.ErasedError):
            verb()
    for verb in (
        lambda: session.erase(report.tombstone, because="x"),
        lambda: session.redact(report.tombstone),
        lambda: session.amend(report.tombstone, "x"),
    ):
        with pytest.raises(kenning.InvalidError):
            verb()
    assert session.head() == head


def test_a_redaction_is_not_erased_since_that_would_show_what_it_hides(session):
    root = session.record("x")
    redaction = session.redact(root.id)
    with pytest.raises(kenning.InvalidError):
        session.erase(redaction.id, because="x")
    assert session.view(root.id).redacted


# -- the index of words ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limits", [{}, {"tail_docs": 2, "fan": 2}], ids=["in the tail", "packed"])
def test_words_of_the_erased_text_are_not_in_the_index(desk, limits):
    session = desk.open(**limits)
    root = session.record(note(f"{SENTINEL} bridge"))
    session.record_many([note(f"bridge number {number}") for number in range(6)])
    keys = key_bytes(SENTINEL)
    assert any(key in blob for key in keys for blob in blobs(desk, ("tail", "pages")))
    session.erase(root.id, because="asked to")
    assert session.recall(SENTINEL).hits == []
    assert [session.at(n).recall(SENTINEL).hits for n in range(1, 8)] == [[]] * 7
    assert len(session.recall("bridge", k=99)) == 6
    left = blobs(desk)
    assert not any(key in blob for key in keys for blob in left)
    session.rebuild()
    assert len(session.recall("bridge", k=99)) == 6


def key_bytes(word):
    """The key of a word as it may be packed."""
    return {key.to_bytes(8, order, signed=True) for key in words_of.query_keys(word) for order in ("little", "big")}


def blobs(desk, tables=None):
    """Every blob in the tables of the store."""
    connection = apsw.Connection(str(desk.path), flags=apsw.SQLITE_OPEN_READONLY)
    try:
        return [value for value in values(connection, tables) if isinstance(value, bytes)]
    finally:
        connection.close()


def values(connection, tables=None):
    for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        if tables is None or name in tables:
            for row in connection.execute(f'SELECT * FROM "{name}"'):
                yield from row


# -- nothing confirms a guess ------------------------------------------------------------------------------------------


def guesses(event, payload):
    """What somebody with a dictionary and the file would try: the text, its words, its names, its key, the payload."""
    yield payload
    texts = [CONTENT, SENTINEL, f"key-{SENTINEL}", f"amended {SENTINEL}", "manual", "Zoë", "a picture"]
    for text in {form for one in texts for form in (one, one.lower(), *one.split(), *one.lower().split())}:
        yield from (text.encode(), msgspec.json.encode(text), text.encode("utf-16-le"))
    yield msgspec.json.encode(event)


def hashes(value, salts):
    for salt in (b"", *salts):
        yield hashlib.sha256(salt + value).digest()
        yield hashlib.sha256(value + salt).digest()
        for size in (8, 16, 32):
            for key in {b"", salt[:64]}:
                yield hashlib.blake2b(value, digest_size=size, key=key).digest()
            yield hashlib.blake2b(value, digest_size=size, salt=salt[:16]).digest()
            yield hashlib.blake2b(salt + value, digest_size=size).digest()


def left_in(desk):
    """Every digest that is left in the file: blobs of 16 to 32 bytes, long hexadecimal in texts, and all packed keys."""
    connection = apsw.Connection(str(desk.path), flags=apsw.SQLITE_OPEN_READONLY)
    digests: set[bytes] = set()
    salts: set[bytes] = set()
    try:
        everything = list(values(connection))
        salts.update(salt for (salt,) in connection.execute("SELECT salt FROM log WHERE salt IS NOT NULL"))
    finally:
        connection.close()
    for value in everything:
        if isinstance(value, str | bytes):
            raw = value.encode() if isinstance(value, str) else value
            digests.update(bytes.fromhex(run.decode()) for run in re.findall(rb"(?:[0-9a-f]{2}){16,}", raw))
        if isinstance(value, bytes) and 16 <= len(value) <= 32:
            digests.add(value)
    return digests, salts, [value for value in everything if isinstance(value, bytes)]


def test_no_digest_left_in_the_file_confirms_a_guess_of_what_was_erased(session, desk):
    box = desk.folder.parent / "in"
    box.mkdir()
    (box / "p.png").write_bytes(b"a picture")
    event = note(CONTENT, actor={"type": "user", "name": "Zoë"}, idempotencyKey=f"key-{SENTINEL}")
    event["files"].append({"role": "attachment", "path": "p.png"})
    root = session.record(event, files_from=box)
    session.amend(root.id, f"amended {SENTINEL}")
    session.record_many([note(f"bridge {number}", idempotencyKey=f"k{number}") for number in range(3)])
    connection = apsw.Connection(str(desk.path), flags=apsw.SQLITE_OPEN_READONLY)
    payload, salt = connection.execute("SELECT payload, salt FROM log WHERE id = ?", (root.id,)).get
    connection.close()
    before, salts, _ = left_in(desk)
    tried = {one for guess in guesses(event, payload) for one in hashes(guess, salts)}
    assert tried & before, "the guesser would have found it before the erasure"
    session.erase(root.id, because="asked to")
    desk.close()

    digests, salts, everything = left_in(desk)
    assert salt not in digests
    assert payload not in everything
    tried = {one for guess in guesses(event, payload) for one in hashes(guess, salts)}
    assert tried & digests == set()
    own = key_bytes(SENTINEL) | {hashlib.sha256(b"a picture").digest()}
    assert not any(key in blob for key in own for blob in everything)


# -- what comes again --------------------------------------------------------------------------------------------------


def test_importing_the_same_line_again_answers_erased(session, desk):
    path = desk.write(
        "chat.json", '{"specversion":"1.0","id":"1","source":"/x","type":"x.y","data":"' + SENTINEL + '"}'
    )
    session.import_file(path)
    (event,) = told(session.log())
    session.erase(event.id, because="asked to")
    for _ in range(2):
        report = session.import_file(path)
        assert (report.added, report.known, report.erased) == (0, 0, 1)
    path.unlink()
    desk.close()
    assert found_in(desk.folder) == []
    path = desk.write(
        "chat.json", '{"specversion":"1.0","id":"1","source":"/x","type":"x.y","data":"' + SENTINEL + '"}'
    )
    again = desk.open()
    again.rebuild()
    assert again.import_file(path).erased == 1


def test_importing_an_own_export_made_before_brings_nothing_back(session, desk):
    box = desk.folder.parent / "out"
    box.mkdir()
    root = session.record(note(CONTENT))
    session.attach(root.id, _written(box / f"{SENTINEL}.txt"))
    session.export(box / "log.jsonl")
    session.erase(root.id, because="asked to")
    session.import_file(box / "log.jsonl")
    assert session.recall(SENTINEL).hits == []
    assert desk.stored() == []
    desk.close()
    assert found_in(desk.folder) == []


def test_taking_over_a_log_in_which_an_event_was_erased_erases_it_here(desk):
    box = desk.folder.parent / "out"
    box.mkdir()
    here, there = desk.open("here.kenning"), desk.open("there.kenning")
    root = here.record(note(CONTENT))
    here.export(box / "one.jsonl")
    there.import_file(box / "one.jsonl")
    here.erase(root.id, because="asked to")
    here.export(box / "two.jsonl")
    there.import_file(box / "two.jsonl")
    assert there.head() == here.head()
    assert there.recall(SENTINEL).hits == []
    with pytest.raises(kenning.ErasedError):
        there.view(root.id)


def _written(path):
    path.write_text(CONTENT)
    return path


# -- what stays --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ["amend", "correct", "attach"])
def test_erasing_an_act_leaves_its_root_readable_without_it_at_every_sequence(session, desk, act):
    root = session.record("lunch")
    session.amend(root.id, "with Ada")
    box = desk.folder.parent / "in"
    box.mkdir()
    if act == "amend":
        gone = session.amend(root.id, SENTINEL)
    elif act == "correct":
        gone = session.correct(root.id, {"content": SENTINEL})
    else:
        gone = session.attach(root.id, _written(box / f"{SENTINEL}.txt"))
    session.amend(root.id, "and Grace")
    report = session.erase(gone.id, because="asked to")
    assert report.erased == [gone.id]
    expected = {1: "lunch", 2: "lunch\nwith Ada", 3: "lunch\nwith Ada", 4: "lunch\nwith Ada\nand Grace"}
    for sequence, text in expected.items():
        then = session.at(sequence)
        assert then.view(root.id).text == text
        assert [hit.view.text for hit in then.recall("lunch")] == [text]
        assert [view.text for view in then.timeline()] == [text]
        assert then.recall(SENTINEL).hits == []
    assert session.verify().problems == []
    desk.close()
    assert found_in(desk.folder) == []


def test_a_stored_file_that_others_use_survives_an_erasure(session, desk):
    box = desk.folder.parent / "in"
    box.mkdir()
    (box / "photo.jpg").write_bytes(b"pixels")
    one, two = session.record("one"), session.record("two")
    session.attach(one.id, box / "photo.jpg")
    session.attach(two.id, box / "photo.jpg")
    assert session.plan_erase(one.id).files == []
    assert session.erase(one.id, because="asked to").files == []
    assert session.file(two.id, "photo.jpg") == b"pixels"
    assert session.verify().problems == []
    assert len(session.erase(two.id, because="asked to").files) == 1
    assert desk.stored() == []


def test_every_stored_file_of_an_erased_event_is_removed_even_of_two_that_are_equal(session, desk):
    box = desk.folder.parent / "in"
    box.mkdir()
    for name in ("a.txt", "b.txt"):
        (box / name).write_text(CONTENT)
    event = note("x")
    event["files"] += [{"role": "raw", "path": name} for name in ("a.txt", "b.txt")]
    session.erase(session.record(event, files_from=box).id, because="asked to")
    assert desk.stored() == []


def test_an_answer_to_the_erased_event_stays_readable(session):
    root = session.record(CONTENT)
    reply = session.record(note("indeed", links=[{"toEventId": root.id, "relation": "reply_to"}]))
    session.erase(root.id, because="asked to")
    assert session.view(reply.id).text == "indeed"
    assert [edge.to_event_id for edge in session.links(reply.id)] == [root.id]
    assert session.verify().problems == []


def test_erasing_in_one_namespace_touches_no_other(desk):
    one, two = desk.open(namespace="one"), desk.open(namespace="two")
    event = note("lunch", id="evt_same", idempotencyKey="k")
    one.record(event)
    two.record(event)
    one.erase("evt_same", because="asked to")
    assert two.view("evt_same").text == "lunch"
    assert [hit.view.event.id for hit in two.recall("lunch")] == ["evt_same"]
    assert two.record(event).replayed
    assert two.verify().problems == []


# -- before it asks ----------------------------------------------------------------------------------------------------


def test_the_plan_names_what_will_go_and_does_nothing(session, desk):
    root = in_every_place(session, desk)
    log = list(session.log())
    plan = session.plan_erase(root.id)
    assert list(session.log()) == log
    assert len(desk.stored()) == 1
    assert plan.files == [f"{SENTINEL}.txt"]
    assert plan.reread == []
    assert plan.sweeps
    assert plan.cannot
    report = session.erase(root.id, because="asked to")
    assert plan.events == report.erased
    by_id = {event.id: event.kind for event in log}
    assert sorted(by_id[one] for one in plan.derived) == ["summary.created"] * 2
    assert plan.entity_acts == [one for one in plan.events if kinds.connects(by_id[one])] != []
    parts = [*plan.acts, *plan.derived, *plan.entity_acts, root.id]
    assert sorted(parts) == sorted(plan.events)  # each in one of them


def test_the_plan_of_an_act_names_the_event_that_will_read_otherwise(session):
    root = session.record("lunch")
    amended = session.amend(root.id, "with Ada")
    plan = session.plan_erase(amended.id)
    assert (plan.events, plan.reread) == ([amended.id], [root.id])


def test_the_report_names_the_places_that_were_swept(session, desk):
    root = in_every_place(session, desk)
    report = session.erase(root.id, because="asked to")
    for place in ("payload and salt", "rows", "words", "free", "write-ahead", "stored files"):
        assert any(place in swept for swept in report.swept), place


# -- what could not be reached -----------------------------------------------------------------------------------------


def test_what_an_open_reader_keeps_is_told_and_swept_on_the_next_opening(desk, monkeypatch):
    monkeypatch.setattr("kenning.store.connect.patience", lambda _: lambda _: False)  # nobody waits here
    session = desk.open()
    root = in_every_place(session, desk)
    reader = apsw.Connection(str(desk.path))
    reader.execute("BEGIN")
    reader.execute("SELECT count(*) FROM log").fetchall()
    report = session.erase(root.id, because="asked to")
    assert list(report.left) == ["log.kenning-wal"]
    assert "write-ahead log" not in report.swept
    assert any("sweep" in note for note in session.verify().notes)
    assert desk.stored() == []
    reader.execute("COMMIT")
    reader.close()
    desk.close()
    session = desk.open()
    assert session.verify().notes == []
    assert found_in(desk.folder) == []
    assert session.verify().problems == []


def test_a_sweep_that_was_cut_off_is_finished_on_the_next_opening(desk, monkeypatch):
    session = desk.open()
    root = in_every_place(session, desk)

    def cut(*_):
        raise kenning.UnavailableError("cut off")

    with monkeypatch.context() as broken:
        broken.setattr("kenning.engine.engine.Engine.finish_sweep", cut)
        with pytest.raises(kenning.UnavailableError):
            session.erase(root.id, because="asked to")
        desk.close()
    assert found_in(desk.folder) != []
    desk.open()
    assert found_in(desk.folder) == []
    assert desk.stored() == []


# -- a payload that is missing without an erasure ----------------------------------------------------------------------


def test_a_payload_missing_without_an_erasure_in_the_log_is_corruption(session, desk):
    erased, lost = session.record("one"), session.record("two")
    session.erase(erased.id, because="asked to")
    desk.close()
    with desk.damage() as raw:
        raw.execute("UPDATE log SET payload = NULL, salt = NULL WHERE id = ?", (lost.id,))
    session = desk.open()
    assert any(lost.id in problem.where and "missing" in problem.what for problem in session.verify().problems)
    assert not any(erased.id in problem.where for problem in session.verify().problems)
    for read in (session.event, session.view):
        with pytest.raises(kenning.CorruptError):
            read(lost.id)


def test_a_tombstone_row_without_a_tombstone_in_the_log_explains_nothing(session, desk):
    lost, other = session.record("one"), session.record("two")
    desk.close()
    with desk.damage() as raw:
        raw.execute("UPDATE log SET payload = NULL, salt = NULL WHERE id = ?", (lost.id,))
        raw.execute("INSERT INTO tombstones SELECT place FROM log WHERE id = ?", (other.id,))
    session = desk.open()
    assert any(lost.id in problem.where for problem in session.verify().problems)
    with pytest.raises(kenning.CorruptError):
        session.view(lost.id)


@pytest.mark.parametrize("left", list(itertools.product([0, 1], repeat=2))[1:3])
def test_half_an_erasure_is_corruption(session, desk, left):
    lost = session.record("one")
    desk.close()
    part = "payload" if left[0] else "salt"
    with desk.damage() as raw:
        raw.execute(f"UPDATE log SET {part} = NULL WHERE id = ?", (lost.id,))
    assert any(lost.id in problem.where for problem in desk.open().verify().problems)
