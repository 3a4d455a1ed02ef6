"""Forgetting is real: nothing of an erased event is left in any file, nothing confirms a guess, and the log still verifies."""

import hashlib
import itertools
import re
from pathlib import Path

import apsw
import pytest

import kenning

SECRET = "zanzibarquux"
NAME = "Mortimerfizz"
FILE = "plansgrumble.txt"
KEY = "keyblorp"


def event(**more):
    return {
        "kind": "note.created",
        "source": {"type": "user", "name": "manual"},
        "actor": {"type": "person", "name": NAME},
        "files": [{"role": "primary", "contentType": "text/plain", "content": f"meet at {SECRET} tonight"}],
        **more,
    }


@pytest.fixture
def store(tmp_path):
    folder = tmp_path / "store"
    folder.mkdir()
    return folder / "memory.kenning"


def opened(path, **more):
    return kenning.open(path, config=kenning.Config(synchronous="off", tail_docs=4, fan=2, **more))


def left_of(folder: Path, word: str) -> list[str]:
    """The files of a folder in whose bytes or names a word is found, in any usual encoding."""
    forms = [form.encode(code) for form in (word, word.lower()) for code in ("utf-8", "utf-16-le", "utf-16-be")]
    found = []
    for path in folder.rglob("*"):
        content = path.read_bytes() if path.is_file() else b""
        if word.lower() in path.name.lower() or any(form in content or form in content.lower() for form in forms):
            found.append(path.name)
    return found


def filled(session, tmp_path):
    """One secret event, and all that can hang on it, among others."""
    for number in range(5):
        session.record(f"nothing to hide, number {number}")
    receipt = session.record(event(idempotencyKey=KEY))
    amendment = session.amend(receipt.id, f"bring the {SECRET} map")
    session.correct(receipt.id, {"location": {"name": f"{SECRET} pier"}})
    attached = tmp_path / FILE
    attached.write_text(f"a drawing of {SECRET}")
    session.attach(receipt.id, attached)
    other = session.record("a harmless source")
    session.record(
        {
            "kind": "summary.created",
            "source": {"type": "tool", "name": "summarizer"},
            "provenance": {"basis": "derived", "confidence": 0.5},
            "files": [{"role": "primary", "contentType": "text/plain", "content": f"they meet at {SECRET}"}],
            "links": [{"toEventId": one.id, "relation": "derived_from"} for one in (receipt, other)],
        },
    )
    return receipt, amendment, other


def test_no_byte_of_an_erased_event_is_left_in_any_file(store, tmp_path):
    with opened(store) as session:
        receipt, _, other = filled(session, tmp_path)
        assert left_of(store.parent, SECRET) != []
        report = session.erase(receipt.id, because="asked to")
        assert (len(report.erased), report.left) == (5, {})
        assert session.recall(SECRET) == []
        assert session.view(other.id).derived == []
        assert session.verify().problems == []
    assert {word: left_of(store.parent, word) for word in (SECRET, NAME, "plansgrumble", KEY)} == {
        SECRET: [], NAME: [], "plansgrumble": [], KEY: []
    }  # fmt: skip
    with opened(store) as session:
        assert session.verify().problems == []
        assert session.rebuild() == session.head()[0]
        assert session.verify().problems == []


def test_nothing_that_is_left_confirms_a_guess(store, tmp_path):
    with opened(store) as session:
        receipt, *_ = filled(session, tmp_path)
        payload = session.event(receipt.id)
        session.erase(receipt.id, because="asked to")
    left, salts = set(), {b""}
    with apsw.Connection(str(store)) as connection:
        for (table,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            for row in connection.execute(f"SELECT * FROM {table}").fetchall():
                for value in row:
                    if isinstance(value, bytes):
                        left.add(value)
                        left.update(value[start : start + 8] for start in range(0, len(value) - 7, 8))
                        if len(value) == 16:
                            salts.add(value)
                    elif isinstance(value, str):
                        left.update(bytes.fromhex(found) for found in re.findall(r"(?:[0-9a-f]{2}){16,}", value))
                    elif isinstance(value, int) and not -(1 << 40) < value < 1 << 40:
                        left.add(value.to_bytes(8, "little", signed=True))
    content = payload.files[0].content or ""
    guesses = [SECRET, NAME, KEY, content, f"a drawing of {SECRET}", f"{SECRET} pier", *content.split()]
    guesses += [guess.lower() for guess in guesses]
    for guess, salt in itertools.product({one.encode() for one in guesses}, salts):
        digests = [hashlib.sha256(salt + guess).digest(), hashlib.sha256(guess + salt).digest()]
        digests += [hashlib.blake2b(salt + guess, digest_size=size).digest() for size in (8, 16, 32)]
        confirmed = [one for one in digests if one in left or one[:16] in left]
        assert confirmed == [] or guess in b"nothing to hide meet at tonight".split(), guess


def test_a_tombstone_says_who_when_and_why_and_the_line_is_not_recorded_again(store, tmp_path):
    with opened(store) as session:
        receipt, *_ = filled(session, tmp_path)
        tombstone = session.erase(receipt.id, because="she asked").tombstone
        with pytest.raises(kenning.ErasedError, match="she asked") as caught:
            session.view(receipt.id)
        assert caught.value.details["tombstone"] == tombstone
        stone = session.event(tombstone)
        assert (stone.kind, stone.text) == ("event.erased", "she asked")
        assert stone.recorded_by is not None
        assert stone.recorded_by.principal == "admin"
        head = session.head()
        with pytest.raises(kenning.ErasedError):
            session.record(event(idempotencyKey=KEY))
        with pytest.raises(kenning.ErasedError):
            session.amend(receipt.id, "more")
        assert session.head() == head
        with pytest.raises(kenning.InvalidError, match="tombstone"):
            session.erase(tombstone, because="cover tracks")


def test_an_import_does_not_bring_back_what_was_erased(store, tmp_path):
    chat = tmp_path / "WhatsApp Chat with Us.txt"
    chat.write_text("02/03/2024, 09:12 - Ann: hello\n02/03/2024, 09:13 - Bob: the password is swordfish\n")
    with opened(store) as session:
        assert session.import_file(chat).added == 2
        (hit,) = session.recall("swordfish")
        session.erase(str(hit.view.event.id), because="a password")
        report = session.import_file(chat)
        assert (report.added, report.known, report.erased) == (0, 1, 1)
        assert session.recall("swordfish") == []
    assert left_of(store.parent, "swordfish") == []


def test_an_erased_amendment_is_gone_from_every_reading_of_its_root(store, tmp_path):
    with opened(store) as session:
        receipt, amendment, _ = filled(session, tmp_path)
        before = session.head()[0]
        plan = session.plan_erase(amendment.id)
        assert (plan.events, plan.reread) == ([amendment.id], [receipt.id])
        session.erase(amendment.id, because="too much")
        for sequence in range(receipt.sequence, before + 1):
            assert "map" not in session.at(sequence).view(receipt.id).text
            assert session.at(sequence).recall("map") == []
        assert session.verify().problems == []


def test_a_file_that_another_event_uses_stays(store, tmp_path):
    attached = tmp_path / "shared.txt"
    attached.write_text("used by two")
    with opened(store) as session:
        first, second = session.record("one"), session.record("two")
        session.attach(first.id, attached)
        session.attach(second.id, attached)
        assert session.plan_erase(first.id).files == []
        session.erase(first.id, because="asked")
        assert session.file(second.id, "shared.txt") == b"used by two"
        session.erase(second.id, because="asked")
    assert [path for path in Path(f"{store}.files").rglob("*") if path.is_file()] == []


def test_what_an_open_reader_holds_is_named_and_swept_on_the_next_opening(store):
    with opened(store) as session:
        receipt = session.record(f"a {SECRET} line")
        reader = apsw.Connection(str(store))
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM log").fetchall()
        report = session.erase(receipt.id, because="asked")
        assert list(report.left) == ["memory.kenning-wal"]
        assert any("sweep" in note for note in session.verify().notes)
        reader.execute("COMMIT")
        reader.close()
    opened(store).close()
    assert left_of(store.parent, SECRET) == []


def test_a_payload_that_is_missing_without_a_tombstone_is_corruption(store):
    with opened(store) as session:
        receipt = session.record("will be stolen")
    with apsw.Connection(str(store)) as connection:
        connection.execute("UPDATE log SET payload = NULL, salt = NULL WHERE id = ?", (receipt.id,))
    with opened(store) as session:
        problems = session.verify().problems
        assert any("no erasure in the log says so" in problem.what for problem in problems)
        with pytest.raises(kenning.CorruptError):
            session.event(receipt.id)


def test_a_redaction_is_lifted_not_erased(store):
    with opened(store) as session:
        receipt = session.record("hidden")
        redaction = session.redact(receipt.id)
        with pytest.raises(kenning.InvalidError, match="lift it"):
            session.erase(redaction.id, because="to see it again")
        with pytest.raises(kenning.InvalidError, match="because"):
            session.erase(receipt.id, because=" ")
