import io
import json
import sys
from typing import Any

import pytest

from tests.faces.conftest import Kenning


def event(kenning: Kenning, number: str = "1") -> dict[str, Any]:
    recorded: dict[str, Any] = kenning("show", number, "--original", "--json").json
    return recorded


def primary(kenning: Kenning, number: str = "1") -> str:
    return str(event(kenning, number)["files"][0]["content"])


# -- record --------------------------------------------------------------------------------------------------------------


def test_a_note_is_recorded_and_its_receipt_printed(kenning):
    answer = kenning("record", "Priya moved", "--json")
    assert answer.code == 0
    assert answer.json == {
        "id": event(kenning)["id"],
        "sequence": 1,
        "hash": event(kenning)["hash"],
        "replayed": False,
    }
    assert kenning("record", "again").out.startswith("recorded  #2  evt_")


def test_what_is_said_of_a_note_stands_in_its_envelope(kenning):
    options = {
        "--kind": "meeting.held",
        "--actor": "Priya",
        "--occurred-at": "2026-06-01T09:00",
        "--time-zone": "Europe/Lisbon",
        "--sensitivity": "confidential",
        "--visibility": "shared",
        "--key": "k1",
    }
    assert kenning("record", "The plan", *(part for pair in options.items() for part in pair)).code == 0
    recorded = event(kenning)
    assert {name: recorded[name] for name in ("kind", "actor", "time", "privacy", "idempotencyKey")} == {
        "kind": "meeting.held",
        "actor": {"type": "person", "name": "Priya"},
        "time": {"occurredAt": "2026-06-01T09:00", "timeZone": "Europe/Lisbon"},
        "privacy": {"sensitivity": "confidential", "visibility": "shared"},
        "idempotencyKey": "k1",
    }


def test_a_time_without_a_zone_is_in_the_zone_of_the_settings(kenning, monkeypatch):
    monkeypatch.setenv("KENNING_TIMEZONE", "Asia/Tokyo")
    kenning("record", "x", "--occurred-at", "2026-06-01T09:00")
    assert event(kenning)["time"]["timeZone"] == "Asia/Tokyo"


def test_a_note_that_looks_like_json_is_still_a_note(kenning):
    kenning("record", '{"kind": "x"}')
    assert primary(kenning) == '{"kind": "x"}'


def test_a_note_is_read_from_stdin(kenning):
    kenning("record", "-", stdin="\ufeffzażółć\nline two".encode())
    assert primary(kenning) == "zażółć\nline two"


def test_stdin_that_is_no_text_is_refused_by_place(kenning):
    answer = kenning("record", "-", stdin=b"abc\xff")
    assert (answer.code, answer.err.splitlines()[0]) == (2, 'error: stdin: "byte 3" is not UTF-8')


WHOLE = {"kind": "a.b", "source": {"type": "t"}, "files": [{"role": "primary", "content": "hello"}]}


def test_a_whole_event_is_recorded_from_a_file_or_stdin(kenning, tmp_path):
    (tmp_path / "event.json").write_text(json.dumps(WHOLE), encoding="utf-8")
    assert kenning("record", "--file", "event.json").code == 0
    assert kenning("record", "--file", "-", stdin=json.dumps(WHOLE).encode()).code == 0
    assert [primary(kenning, "1"), primary(kenning, "2")] == ["hello", "hello"]


def test_files_are_taken_only_from_the_folder_that_is_named(kenning, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("a", encoding="utf-8")
    with_file = {**WHOLE, "files": [*WHOLE["files"], {"role": "raw", "path": "a.txt"}]}
    sent = json.dumps(with_file).encode()
    assert kenning("record", "--file", "-", stdin=sent).code == 2
    assert kenning("record", "--file", "-", "--files-from", "in", stdin=sent).code == 0
    assert event(kenning)["files"][1]["name"] == "a.txt"


def test_a_key_records_once(kenning):
    kenning("record", "x", "--key", "k")
    again = kenning("record", "x", "--key", "k")
    assert again.out.startswith("known already, nothing was added  #1")
    assert kenning("record", "other", "--key", "k").code == 4


def test_a_log_that_has_moved_on_is_a_conflict(kenning):
    assert kenning("record", "x", "--expected-sequence", "0").code == 0
    answer = kenning("record", "y", "--expected-sequence", "0", "--json")
    assert (answer.code, answer.error["code"]) == (4, "conflict")
    assert answer.error["details"] == {"expected": 0, "sequence": 1}


@pytest.mark.parametrize(
    ("arguments", "path"),
    [
        ([], "text"),
        (["x", "--file", "y.json"], "--file"),
        (["--file", "y.json", "--kind", "a.b"], "--file"),
        (["--file", "missing.json"], "--file"),
        (["x", "--kind", "entity.created"], "kind"),
        (["x", "--occurred-at", "2026-13-01"], "time.occurredAt"),
        (["x", "--sensitivity", "hidden"], "privacy.sensitivity"),
        (["x", "--time-zone", "Mars/Base"], "time.timeZone"),
    ],
)
def test_record_refuses_by_path(kenning, arguments, path):
    answer = kenning("record", *arguments, "--json")
    assert (answer.code, answer.error["code"], answer.error["details"]["path"]) == (2, "invalid", path)
    assert kenning("log", "--json").rows == [] if kenning.store.exists() else True


# -- what is said later --------------------------------------------------------------------------------------------------


def test_amend_correct_and_attach_are_folded_into_the_view(full, tmp_path):
    (tmp_path / "plan.pdf").write_bytes(b"%PDF")
    assert full("amend", "1", "-", stdin=b"by the river").out.startswith("amended  #9")
    assert full("correct", "1", "--set", "location.name=Alfama").out.startswith("corrected  #10")
    assert full("attach", "1", "plan.pdf", "--role", "raw").out.startswith("attached  #11")
    view = full("show", "1", "--json").json
    assert [amendment["text"] for amendment in view["amendments"]] == ["by the river"]
    assert view["event"]["location"] == {"name": "Alfama"}
    file = view["attached"][0]["file"]
    assert (file["role"], file["name"], file["contentType"]) == ("raw", "plan.pdf", "application/pdf")


def test_an_attached_file_is_written_out_byte_for_byte(full, tmp_path, monkeypatch):
    (tmp_path / "raw.bin").write_bytes(b"\x00\xff\r\n\x1b")
    full("attach", "1", "raw.bin")
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written))
    from kenning.faces.cli import run

    assert run(["--store", str(full.store), "show", "1", "--file", "raw.bin"]) == 0
    assert written.getvalue() == b"\x00\xff\r\n\x1b"


def test_a_file_has_a_role_that_there_is(full, tmp_path):
    (tmp_path / "a.txt").write_text("a", encoding="utf-8")
    answer = full("attach", "1", "a.txt", "--role", "silly", "--json")
    assert (answer.code, answer.error["details"]["path"]) == (2, "--role")


@pytest.mark.parametrize(
    ("arguments", "location"),
    [
        (["--set", "location.name=1"], {"name": "1"}),
        (["--set", "location.name=a=b", "--set", "location.confidence:=0.5"], {"name": "a=b", "confidence": 0.5}),
        (["--patch", '{"location": {"name": "A"}}', "--set", "location.type=home"], {"name": "A", "type": "home"}),
    ],
)
def test_a_correction_is_typed_as(full, arguments, location):
    assert full("correct", "1", *arguments).code == 0
    assert full("show", "1", "--json").json["event"]["location"] == location


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--set", "location"],
        ["--set", "location.confidence:=high"],
        ["--set", "a=1", "--set", "a.b=1"],
        ["--patch", "[1]"],
        ["--patch", "{"],
        ["--set", "actor.name=Eve"],
        ["--set", "hash=00"],
    ],
    ids=" ".join,
)
def test_a_correction_that_makes_no_sense_is_refused(full, arguments):
    before = full("log", "--json").rows
    answer = full("correct", "1", *arguments, "--json")
    assert (answer.code, answer.error["code"]) == (2, "invalid")
    assert full("log", "--json").rows == before


def test_a_redaction_is_lifted_by_its_number(full):
    assert full("redact", "1").out.startswith("redacted  #9")
    assert full("recall", "office", "--json").json["hits"] == []
    assert full("lift", "9").out.startswith("lifted  #10")
    assert len(full("recall", "office", "--json").json["hits"]) == 1
    assert full("lift", "1").code == 2


# -- erase ---------------------------------------------------------------------------------------------------------------


class Keyboard(io.StringIO):
    """Somebody at a terminal who types."""

    def isatty(self):
        return True


def typed(monkeypatch: pytest.MonkeyPatch, full: Kenning, text: str) -> int:
    from kenning.faces.cli import run

    monkeypatch.setattr(sys, "stdin", Keyboard(text))
    return run(["--store", str(full.store), "erase", "1", "--because", "she asked"])


def test_erase_says_what_it_destroys_sweeps_and_cannot_reach_and_does_nothing_yet(full):
    full("amend", "1", "by the river")
    said = full("erase", "1", "--plan").out
    for part in ("This destroys for ever", "Lisbon", "by the river", "It sweeps ", "It cannot reach ", "backups"):
        assert part in said
    plan = full("erase", "1", "--plan", "--json").json
    assert sorted(plan["events"]) == sorted([plan["eventId"], *plan["acts"], *plan["entityActs"]])
    assert (len(plan["acts"]), len(plan["entityActs"])) == (1, 1)  # of whom it is; she is met in another event too
    assert "what Kenning decided of it:" in said
    assert full("show", "1").code == 0


def test_erase_destroys_and_says_where_it_swept(full):
    answer = full("erase", "1", "--because", "she asked", "--yes")
    assert answer.code == 0
    for part in ("This destroys for ever", "erased 2 events; tombstone evt_", "swept ", "cannot reach "):
        assert part in answer.out
    shown = full("show", "1", "--json")
    assert (shown.code, shown.error["code"]) == (6, "erased")
    assert b"Lisbon" not in full.store.read_bytes()


def test_erase_in_json_is_its_report_alone(full):
    report = full("erase", "1", "--because", "she asked", "--yes", "--json").json
    assert len(report["erased"]) == 2  # and what was decided of whom it concerns
    assert [report["tombstone"]] == [event["id"] for event in full("log", "--kind", "event.erased", "--json").rows]


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_erase_never_goes_on_unasked(full, options):
    answer = full("erase", "1", "--because", "x", *options)
    assert answer.code == 2
    assert "--yes" in answer.err
    assert full("show", "1").code == 0


def test_erase_wants_a_reason(full):
    answer = full("erase", "1", "--yes")
    assert (answer.code, answer.err.splitlines()[0]) == (2, "error: --because: is missing")


def test_who_answers_no_erases_nothing(full, monkeypatch):
    assert typed(monkeypatch, full, "n\n") == 1
    assert full("show", "1").code == 0


def test_who_leaves_erases_nothing(full, monkeypatch):
    assert typed(monkeypatch, full, "") == 130
    assert full("show", "1").code == 0


def test_who_answers_yes_erases(full, monkeypatch):
    assert typed(monkeypatch, full, "y\n") == 0
    assert full("show", "1").code == 6


# -- erase an entity, an identifier ----------------------------------------------------------------------------------------


def test_an_event_is_erased_with_or_without_saying_that_it_is_one(full):
    assert full("erase", "event", "1", "--plan", "--json").json == full("erase", "1", "--plan", "--json").json


def test_an_entity_is_erased_after_a_plan_that_says_what_stays(kenning):
    kenning("entity", "create", "Odile Serrault", "--identifier", "email:odile@example.com")
    kenning("record", "Odile Serrault called")
    planned = kenning("erase", "entity", "Odile Serrault", "--plan", "--json").json
    assert (planned["what"], len(planned["entities"]), len(planned["mentions"])) == ("entity", 1, 1)
    said = kenning("erase", "entity", "Odile Serrault", "--because", "she asked", "--yes").out
    for part in (
        "This destroys for ever Odile Serrault",
        "other people's events",
        "tombstone evt_",
        "still said in 1 event",
    ):
        assert part in said
    shown = kenning("who", planned["entities"][0], "--json")
    assert (shown.code, shown.error["code"]) == (6, "erased")
    assert kenning("verify").code == 0


def test_an_identifier_is_erased_and_its_bearer_stays(kenning):
    kenning("entity", "create", "Odile Serrault", "--identifier", "email:odile@example.com")
    report = kenning("erase", "identifier", "email:odile@example.com", "--because", "she asked", "--yes", "--json").json
    assert (report["what"], len(report["erased"]), report["mentions"]) == ("identifier", 1, [])
    assert kenning("who", "Odile Serrault", "--json").json["identifiers"] == []
    assert "(erased)" in kenning("entity", "log", "Odile Serrault").out


@pytest.mark.parametrize(
    ("words", "path"),
    [
        (["entity"], "WHICH"),
        (["person", "Priya"], "erase"),
        (["event", "1", "--events"], "--events"),
        (["identifier", "nochannel"], "identifier"),
    ],
)
def test_an_erasure_of_nothing_in_particular_is_refused(full, words, path):
    answer = full("erase", *words, "--plan", "--json")
    assert (answer.code, answer.error["code"]) == (2, "invalid")
    assert path in answer.error["message"]
