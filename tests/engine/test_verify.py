"""A bit that was flipped anywhere is found and named; what is projected is mended by a rebuild; the log refuses edits."""

from contextlib import suppress

import apsw
import pytest

import kenning

ROWS = "SELECT place & 1099511627775 FROM {} ORDER BY place"


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


@pytest.fixture
def ids(desk):
    """Ids of a closed store's events, with one of everything, part of it packed and part of it in the tail."""
    session = desk.open(tail_docs=4, fan=2)
    ids = [session.record(note(f"apple {number}", idempotencyKey=f"k{number}")).id for number in range(7)]
    ids += [session.amend(ids[1], "with Ada").id, session.correct(ids[2], {"content": "bridge"}).id]
    ids.append(session.attach(ids[3], desk.write("menu.txt", "soup")).id)
    ids.append(session.redact(ids[4]).id)
    answer = note(
        "indeed", links=[{"toEventId": ids[0], "relation": "reply_to"}], time={"occurredAt": "2026-01-01T00:00:00Z"}
    )
    ids.append(session.record(answer).id)
    ids.append(session.erase(session.record("gone").id, because="asked to").tombstone)
    ids += [session.record(note(f"late candle {number} late")).id for number in range(2)]  # these stay in the tail
    assert session.verify().problems == []
    desk.close()
    return ids


def problems(desk):
    session = desk.open(tail_docs=4, fan=2)
    found = session.verify().problems
    desk.close()
    return found


def flipped(value, position):
    """A value with one bit changed at a position, of the same type."""
    if isinstance(value, int):
        return value ^ 1 << position % 20
    raw = bytearray(value if isinstance(value, bytes) else value.encode())
    at = position % len(raw)
    raw[at] ^= 1  # of text this gives another letter of ASCII
    return bytes(raw) if isinstance(value, bytes) else raw.decode()


# -- the sealed log ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", [0, 1, 7, 15, 16, 31, 64, 97, 130, 203])
@pytest.mark.parametrize("column", ["payload", "salt", "digest", "hash", "id", "recorded_at", "agent"])
def test_a_flipped_bit_of_a_sealed_event_is_found_and_named(desk, ids, column, position):
    sequence = 1 + position % 12
    with desk.damage() as raw:
        row = f"WHERE place & 1099511627775 = {sequence}"
        value = raw.execute(f"SELECT {column} FROM log {row}").get
        raw.execute(f"UPDATE log SET {column} = ? {row}", (flipped(value, position),))
    found = problems(desk)
    assert any(problem.where.startswith(f"sequence {sequence} ") for problem in found), found


def test_two_events_that_change_places_are_found(desk, ids):
    with desk.damage() as raw:
        raw.execute("UPDATE log SET place = -1 WHERE place & 1099511627775 = 2")
        raw.execute("UPDATE log SET place = place - 1 WHERE place > 0 AND place & 1099511627775 = 3")
        raw.execute("UPDATE log SET place = (SELECT min(place) FROM log WHERE place > 0) + 2 WHERE place = -1")
    assert any("sequence 2 " in problem.where for problem in problems(desk))


@pytest.mark.parametrize("sequence", [1, 5, 13])
def test_an_event_that_was_taken_out_is_found(desk, ids, sequence):
    with desk.damage() as raw:
        raw.execute("DELETE FROM log WHERE place & 1099511627775 = ?", (sequence,))
    assert any("gap" in problem.what and str(sequence) in problem.what for problem in problems(desk))


def test_an_event_sealed_anew_with_other_content_is_found_by_the_one_behind_it(desk, ids):
    from msgspec import structs

    from kenning.model.codec import Head, seal

    session = desk.open()
    with session._engine.store.read() as reader:
        before, sealed = reader.get("default", 2), reader.get("default", 3)
    desk.close()
    forged = seal(Head(2, before.hash), structs.replace(sealed, payload=sealed.payload.replace(b"apple", b"grape")))
    with desk.damage() as raw:
        values = (forged.payload, forged.digest, forged.hash)
        raw.execute("UPDATE log SET payload = ?, digest = ?, hash = ? WHERE place & 1099511627775 = 3", values)
    assert any("sequence 4 " in problem.where for problem in problems(desk))


def test_verification_goes_on_behind_a_fault_and_names_each(desk, ids):
    with desk.damage() as raw:
        raw.execute("UPDATE log SET digest = zeroblob(32) WHERE place & 1099511627775 IN (2, 6)")
    found = " ".join(problem.where for problem in problems(desk))
    assert "sequence 2 " in found
    assert "sequence 6 " in found


@pytest.mark.parametrize("column", ["payload", "salt", "digest", "hash", "id", "agent", "recorded_at", "ns", "place"])
def test_the_log_refuses_to_be_edited(desk, ids, column):
    connection = apsw.Connection(str(desk.path))
    value = {"recorded_at": 1, "ns": 9, "place": 9}.get(column, b"other")
    with pytest.raises(apsw.ConstraintError):
        connection.execute(f"UPDATE log SET {column} = ? WHERE place & 1099511627775 = 2", (value,))
    connection.close()
    assert problems(desk) == []


def test_the_log_refuses_to_lose_rows(desk, ids):
    connection = apsw.Connection(str(desk.path))
    for statement in ("DELETE FROM log", "DELETE FROM log WHERE place & 1099511627775 = 2"):
        with pytest.raises(apsw.ConstraintError):
            connection.execute(statement)
    connection.close()
    assert problems(desk) == []


def test_the_log_refuses_to_have_rows_put_over_its_own(desk, ids):
    connection = apsw.Connection(str(desk.path))
    try:
        with pytest.raises(apsw.ConstraintError):
            connection.execute(
                "INSERT OR REPLACE INTO log SELECT place, ns, id, agent, recorded_at, x'00', salt, digest, hash FROM log"
                " WHERE place & 1099511627775 = 2"
            )
    finally:
        connection.close()


# -- what is projected -------------------------------------------------------------------------------------------------

DAMAGE = {
    "a row's kind": "UPDATE rows SET kind = 'other' WHERE place & 1099511627775 = 1",
    "a row's actor": "UPDATE rows SET actor = 'other' WHERE place & 1099511627775 = 1",
    "a row's time": "UPDATE rows SET at = at + 1 WHERE place & 1099511627775 = 6",
    "a row's event": "UPDATE rows SET event = 7 WHERE place & 1099511627775 = 6",
    "a row's end": "UPDATE rows SET until = 5 WHERE place & 1099511627775 = 1",
    "a row without end": "UPDATE rows SET until = NULL WHERE place & 1099511627775 = 2",
    "a row shown": "UPDATE rows SET hidden = 0 WHERE hidden = 1",
    "a row hidden": "UPDATE rows SET hidden = 1 WHERE place & 1099511627775 = 1",
    "a row gone": "DELETE FROM rows WHERE place & 1099511627775 = 12",
    "all rows gone": "DELETE FROM rows",
    "a row of another class": "UPDATE rows SET class = class + 1 WHERE place & 1099511627775 = 1",
    "a class's labels": "UPDATE classes SET labels = replace(labels, 'private', 'public')",
    "a link's relation": "UPDATE links SET relation = 'caused_by' WHERE relation = 'reply_to'",
    "a link's target": "UPDATE links SET target = target + 5 WHERE relation = 'reply_to'",
    "a link that acts": "UPDATE links SET acts = 1 WHERE relation = 'reply_to'",
    "a link gone": "DELETE FROM links WHERE relation = 'reply_to'",
    "a link more": "INSERT INTO links SELECT target, 0, source, 'caused_by' FROM links LIMIT 1",
    "an act that links no more": "DELETE FROM links WHERE acts = 1",
    "a file's use": "DELETE FROM blobs",
    "a file's path": "UPDATE blobs SET path = 'ab/00000000000000000000000000000000'",
    "a file's size": "UPDATE blobs SET size = size + 1",
    "a key forgotten": "DELETE FROM receipts WHERE place & 1099511627775 = 1",
    "a key of another": "UPDATE receipts SET place = place + 1 WHERE place & 1099511627775 = 1",
    "words in the tail": "UPDATE tail SET keys = zeroblob(length(keys))",
    "counts in the tail": "UPDATE tail SET tfs = CAST(replace(tfs, x'01', x'02') AS BLOB)",
    "a length in the tail": "UPDATE tail SET length = length + 1",
    "a class in the tail": "UPDATE tail SET class = class + 1",
    "a document of the tail gone": "DELETE FROM tail WHERE place = (SELECT max(place) FROM tail)",
    "marks gone": "DELETE FROM marks",
    "a mark's end": "UPDATE marks SET until = until + 1 WHERE kind = 0",
    "a mark of another": "UPDATE marks SET since = since + 1",
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_what_is_projected_otherwise_than_the_log_folds_to_is_found_and_a_rebuild_mends_it(desk, ids, damage):
    with desk.damage() as raw:
        raw.execute(damage)
        assert raw.changes() > 0, "the damage was done"
    assert problems(desk) != []
    session = desk.open(tail_docs=4, fan=2)
    session.rebuild()
    assert session.verify().problems == []
    assert len(session.recall("apple", k=99)) == 5
    assert [hit.view.event.id for hit in session.recall("bridge")] == [ids[2]]


def flips(desk, step, first):
    """Each of a choice of bytes of the packed index in turn, with one bit flipped, then put right again."""
    with desk.damage() as raw:
        pages = raw.execute("SELECT id, body FROM pages ORDER BY id").fetchall()
    for number, body in pages:
        for at in range(first % len(body), len(body), step):
            for content in (flipped(body, at), body):
                with desk.damage() as raw:
                    raw.execute("UPDATE pages SET body = ? WHERE id = ?", (content, number))
                if content is not body:
                    yield number % (1 << 20), at


def test_a_flipped_bit_of_the_packed_index_is_found_and_named(desk, ids):
    missed = [place for place in flips(desk, 17, 3) if problems(desk) == []]
    assert missed == []


@pytest.mark.parametrize("position", [0, 8, 40])
def test_a_rebuild_mends_the_packed_index_whatever_is_wrong_with_it(desk, ids, position):
    with desk.damage() as raw:
        for number, body in raw.execute("SELECT id, body FROM pages ORDER BY id").fetchall():
            raw.execute("UPDATE pages SET body = ? WHERE id = ?", (flipped(body, position), number))
    session = desk.open(tail_docs=4, fan=2)
    session.rebuild()
    assert session.verify().problems == []
    assert len(session.recall("apple", k=99)) == 5


@pytest.mark.parametrize("table", ["pages", "segments", "lexicon", "tail"])
def test_an_index_without_one_of_its_tables_rows_is_found_and_a_rebuild_mends_it(desk, ids, table):
    with desk.damage() as raw:
        raw.execute(f"DELETE FROM {table}")
        assert raw.changes() > 0
    assert problems(desk) != []
    session = desk.open(tail_docs=4, fan=2)
    session.rebuild()
    assert session.verify().problems == []
    assert len(session.recall("apple", k=99)) == 5


def test_a_key_file_that_was_replaced_is_found_and_a_rebuild_mends_it(desk, ids):
    key = desk.folder / "log.kenning.key"
    key.write_bytes(bytes(32))
    assert any("key" in problem.what for problem in problems(desk))
    session = desk.open()
    session.rebuild()
    assert session.verify().problems == []
    assert session.record(note("apple 0", idempotencyKey="k0")).replayed


def test_a_key_file_of_the_wrong_length_is_refused(desk, ids):
    (desk.folder / "log.kenning.key").write_bytes(b"short")
    with pytest.raises(kenning.CorruptError):
        desk.open()


def test_a_rebuild_gives_the_projections_there_were_row_for_row(desk, ids):
    def dump():
        with desk.damage() as raw:
            tables = ("rows", "links", "blobs", "receipts", "tombstones")
            return {table: sorted(raw.execute(f"SELECT * FROM {table}").fetchall(), key=repr) for table in tables}

    def plain(tables):
        labels = {table: rows for table, rows in tables.items() if table != "rows"}
        return labels | {"rows": [row[:7] + row[8:] for row in tables["rows"]]}  # numbers of classes are dealt anew

    before = dump()
    session = desk.open(tail_docs=4, fan=2)
    assert session.rebuild() == 16
    desk.close()
    assert plain(dump()) == plain(before)


def test_verify_changes_nothing(desk, ids):
    with desk.damage() as raw:
        raw.execute("UPDATE rows SET kind = 'other' WHERE place & 1099511627775 = 1")
    first = problems(desk)
    assert first == problems(desk) != []


def test_stored_files_of_no_event_are_a_note_and_no_problem(desk, ids):
    stray = desk.folder / "log.kenning.files" / "ab" / ("0" * 32)
    stray.parent.mkdir(exist_ok=True)
    stray.write_text("left over")
    session = desk.open()
    report = session.verify()
    assert report.problems == []
    assert any(stray.name in note for note in report.notes)


def test_a_report_counts_what_was_looked_at(desk, ids):
    session = desk.open()
    report = session.verify()
    assert (report.events, report.erased, report.files, report.ok) == (16, 1, 1, True)
    assert report.head == session.head()[1]


def test_a_damaged_file_is_named_and_no_crash(desk, ids):
    content = bytearray(desk.path.read_bytes())
    for at in range(4096, len(content), 4096):
        content[at : at + 64] = b"\xff" * 64
    desk.path.write_bytes(content)
    with suppress(kenning.CorruptError):  # where it cannot even be opened it says so, else verify does
        assert problems(desk) != []
