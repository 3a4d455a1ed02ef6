import json
import stat

import pytest

from tests.faces.conftest import CHAT

LINES = [
    {
        "kind": "a.b",
        "source": {"type": "t"},
        "idempotencyKey": str(n),
        "files": [{"role": "primary", "content": f"n{n}"}],
    }
    for n in range(3)
]
JSONL = "".join(json.dumps(line) + "\n" for line in LINES).encode()


# -- import --------------------------------------------------------------------------------------------------------------


def test_import_says_what_was_added_and_a_second_time_adds_nothing(kenning, chat):
    assert kenning("import", chat).out == f"{chat} (whatsapp): 3 added\n"
    assert kenning("import", chat).out == f"{chat} (whatsapp): 0 added, 3 known already\n"


def test_import_in_json_is_one_array_with_a_report_a_path(kenning, chat):
    said = kenning("import", chat, "--json").json
    assert [(one["path"], one["report"]["format"], one["report"]["added"]) for one in said] == [(chat, "whatsapp", 3)]


def test_several_files_and_folders_are_imported_in_turn(kenning, chat, tmp_path):
    folder = tmp_path / "exports"
    (folder / "below").mkdir(parents=True)
    (folder / "WhatsApp Chat with Eve.txt").write_text(CHAT.replace("Ann Lee", "Eve"), encoding="utf-8")
    (folder / "below" / "WhatsApp Chat with Ivo.txt").write_text(CHAT.replace("Ann Lee", "Ivo"), encoding="utf-8")
    (folder / "notes.bin").write_bytes(b"\x00\x01")
    (folder / ".hidden.txt").write_text(CHAT, encoding="utf-8")
    reports = [one["report"] for one in kenning("import", chat, str(folder), "--json").json]
    assert [report["added"] for report in reports] == [3, 6]
    assert reports[1]["leftOut"] == [{"where": "notes.bin", "reason": "is in no format that Kenning knows"}]


def test_events_are_imported_from_stdin(kenning):
    assert kenning("import", "-", stdin=JSONL).out == "stdin (events): 3 added\n"
    assert kenning("import", "-", stdin=JSONL).out == "stdin (events): 0 added, 3 known already\n"


def test_an_erased_event_is_not_imported_again(full, chat):
    full("erase", "1", "--because", "x", "--yes")
    assert (
        full("import", chat).out
        == f"{chat} (whatsapp): 0 added, 2 known already, 1 erased before, not recorded again\n"
    )


# -- watch ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def box(tmp_path):
    """A folder in which two files lie, one of them strange."""
    folder = tmp_path / "box"
    folder.mkdir()
    (folder / "WhatsApp Chat with Eve.txt").write_text(CHAT, encoding="utf-8")
    (folder / "strange.bin").write_bytes(b"\x7fELF")
    return folder


def test_watch_tells_each_file_in_a_line_and_of_what_it_knows_nothing(kenning, box):
    first = kenning("watch", str(box), "--once", "--settle", "0")
    told = "WhatsApp Chat with Eve.txt (whatsapp): 3 added\nstrange.bin: is in no format that Kenning knows\n"
    assert (first.code, first.out) == (0, told)
    again = kenning("watch", str(box), "--once", "--settle", "0")
    assert (again.code, again.out) == (0, "strange.bin: is in no format that Kenning knows\n")


def test_watch_in_json_is_an_object_a_line(kenning, box):
    rows = kenning("watch", str(box), "--once", "--settle", "0", "--json").rows
    assert [(row["path"], row["code"]) for row in rows] == [
        ("WhatsApp Chat with Eve.txt", ""),
        ("strange.bin", "unsupported"),
    ]
    assert rows[0]["report"]["added"] == 3
    rows = kenning("watch", str(box), "--once", "--settle", "0", "--json").rows
    assert rows[0]["known"] is True


def test_watch_ends_with_findings_where_something_could_not_be_imported(kenning, box):
    (box / "chat.txt").write_text(BROKEN, encoding="utf-8")
    said = kenning("watch", str(box), "--once", "--settle", "0")
    assert said.code == 1
    assert "chat.txt: " in said.out
    assert "45/45/2024" in said.out
    kept = kenning("watch", str(box), "--once", "--settle", "0", "--keep-going", "--json")
    assert kept.code == 1
    row = next(row for row in kept.rows if row["path"] == "chat.txt")
    assert len(row["report"]["skipped"]) == 1


def test_watch_takes_the_zone_it_is_told(kenning, box):
    kenning("watch", str(box), "--once", "--settle", "0", "--time-zone", "Asia/Tokyo")
    rows = kenning("log", "--json").rows
    assert {row["time"]["timeZone"] for row in rows if row["kind"] == "message.posted"} == {"Asia/Tokyo"}


def test_watch_of_no_folder_is_refused(kenning, tmp_path):
    said = kenning("watch", str(tmp_path / "nothing"), "--once", "--json")
    assert (said.code, said.error["details"]["path"]) == (2, "folder")


# -- broken --------------------------------------------------------------------------------------------------------------

BROKEN = CHAT + "45/45/2024, 10:00 - Bob: at no time\n"


def test_a_broken_record_refuses_the_file_or_is_reported_by_line(kenning, tmp_path):
    (tmp_path / "chat.txt").write_text(BROKEN, encoding="utf-8")
    refused = kenning("import", "chat.txt")
    assert (refused.code, refused.out) == (2, "")
    assert "line 5" in refused.err
    assert "--keep-going" in refused.err
    assert kenning("log", "--json").rows == []
    kept = kenning("import", "chat.txt", "--keep-going")
    assert kept.code == 1
    assert "3 added, 1 skipped" in kept.out
    assert "    line 5: " in kept.out


def test_what_cannot_be_imported_is_named_and_the_rest_goes_on_where_asked(kenning, chat, tmp_path):
    (tmp_path / "x.bin").write_bytes(b"\x00")
    stopped = kenning("import", "x.bin", chat)
    assert (stopped.code, stopped.out) == (9, "")
    assert stopped.err.startswith("error: x.bin: is in no format")
    went_on = kenning("import", "x.bin", chat, "--keep-going", "--json")
    assert (went_on.code, went_on.error["code"]) == (1, "unsupported")
    assert [one["report"]["added"] for one in went_on.json] == [3]


def test_what_the_format_is_told_reaches_it(kenning, tmp_path):
    (tmp_path / "chat.txt").write_text("03/02/2024, 10:00 - Ann: hello\n", encoding="utf-8")
    options = ["--format", "whatsapp", "--date-order", "mdy", "--time-zone", "Asia/Tokyo", "--chat", "Trip"]
    assert kenning("import", "chat.txt", *options).code == 0
    event = kenning("show", "1", "--original", "--json").json
    assert event["time"]["occurredAt"] == "2024-03-02T10:00:00"
    assert event["time"]["timeZone"] == "Asia/Tokyo"
    assert event["context"]["session"]["name"] == "Trip"


@pytest.mark.parametrize("options", [["--format", "nonsense"], ["--date-order", "ydm"]])
def test_an_option_that_no_format_knows_is_refused(kenning, chat, options):
    assert kenning("import", chat, *options).code == 2


# -- the whole store -----------------------------------------------------------------------------------------------------


def test_verify_says_that_all_is_well(full):
    answer = full("verify")
    assert answer.code == 0
    assert answer.out.startswith("all is as it was written: 8 events, 3 projected rows in namespace default\n")
    report = full("verify", "--json").json
    assert (report["events"], report["problems"]) == (8, [])


def test_verify_names_what_is_not_as_it_was_written_and_exits_with_1(full, monkeypatch):
    from kenning.engine.session import Session
    from kenning.model.report import Problem, VerifyReport

    found = VerifyReport(namespace="default", events=3, problems=[Problem(where="event 2", what="was changed")])
    monkeypatch.setattr(Session, "verify", lambda *_, **__: found)
    answer = full("verify")
    assert (answer.code, answer.out) == (
        1,
        "1 problem in namespace default: 3 events, 0 projected rows\n  event 2: was changed\n",
    )
    assert full("verify", "--json").code == 1


def test_rebuild_says_from_how_much(full):
    assert full("rebuild").out == "rebuilt from 8 events\n"
    assert full("rebuild", "--json").json == {"events": 8}


def test_what_is_exported_can_be_imported_elsewhere(full, tmp_path):
    assert full("export", "log.jsonl").out == "8 events written to log.jsonl\n"
    other = ["--store", str(tmp_path / "other.kenning")]
    assert full(*other, "import", "log.jsonl").out == "log.jsonl (jsonl): 8 added\n"
    assert full(*other, "log", "--json").out == full("log", "--json").out


def test_the_log_is_exported_as_cloudevents_too(full, tmp_path):
    answer = full("export", "ce.jsonl", "--format", "cloudevents", "--json").json
    assert answer == {"path": "ce.jsonl", "format": "cloudevents", "events": 8}
    lines = (tmp_path / "ce.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["specversion"] for line in lines] == ["1.0"] * 8
    assert full("export", "x", "--format", "nonsense").code == 2


def test_a_backup_is_restored_as_another_store_and_never_over_one(full, tmp_path):
    assert full("backup", "copy.kenning").out.startswith("wrote copy.kenning\n")
    assert full("backup", "copy.kenning").code == 4
    target = tmp_path / "new" / "memory.kenning"
    assert str(target) in full("restore", "copy.kenning", "--store", str(target), "--json").json["written"]
    assert full("log", "--json", "--store", str(target)).out == full("log", "--json").out
    assert full("restore", "copy.kenning").code == 4
    assert full("restore", "nothing.kenning", "--store", "x.kenning").code == 2


# -- settings ------------------------------------------------------------------------------------------------------------


def test_config_says_what_is_in_force_and_whence_it_came(kenning, monkeypatch):
    monkeypatch.setenv("KENNING_NAMESPACE", "family")
    said = kenning("config", "--json").json
    assert said["store"] == {"value": str(kenning.store), "whence": "--store"}
    assert said["namespace"] == {"value": "family", "whence": "KENNING_NAMESPACE"}
    assert said["timeZone"] == {"value": "UTC", "whence": "KENNING_TIMEZONE"}
    assert said["storeExists"] is False
    assert f"{kenning.store}  (--store; not made yet)" in kenning("config").out


def test_the_store_may_be_named_before_or_after_the_command(full, tmp_path):
    other = str(tmp_path / "other.kenning")
    full("--store", other, "record", "one")
    full("record", "two", "--store", other)
    full("record", "three", f"--store={other}")
    assert len(full("log", "--json", "--store", other).rows) == 3
    assert len(full("--json", "log").rows) == 8


def test_namespaces_of_one_store_never_meet(full):
    full("record", "alone", "--namespace", "family")
    assert len(full("log", "--json", "--namespace", "family").rows) == 1
    assert len(full("log", "--json").rows) == 8
    assert full("log", "--namespace", "No Name").code == 2


def test_the_folder_of_a_new_store_is_made_for_its_owner_alone(kenning, tmp_path):
    store = tmp_path / "a" / "b" / "memory.kenning"
    assert kenning("record", "x", "--store", str(store)).code == 0
    assert stat.S_IMODE(store.parent.stat().st_mode) == 0o700


def test_a_zone_that_is_none_is_refused_by_the_name_of_its_setting(full, monkeypatch):
    monkeypatch.setenv("KENNING_TIMEZONE", "Mars/Base")
    answer = full("log")
    assert (answer.code, answer.err.splitlines()[0]) == (2, 'error: KENNING_TIMEZONE: "Mars/Base" is not a time zone')


def test_what_spells_names_is_refused_by_the_name_of_its_setting(full, monkeypatch):
    monkeypatch.setenv("KENNING_NAMES", "oracle")
    answer = full("log")
    assert (answer.code, answer.err.splitlines()[0]) == (2, 'error: KENNING_NAMES: "oracle" spells no names')
    assert full("config", "--json").json["names"] == {"value": "oracle", "whence": "KENNING_NAMES"}


def test_vectors_are_left_out_where_it_is_asked_for(monkeypatch, full):
    monkeypatch.setenv("KENNING_VECTORS", "perhaps")
    answer = full("recall", "tea")
    assert (answer.code, answer.err.splitlines()[0]) == (
        2,
        'error: KENNING_VECTORS: "perhaps" is neither auto nor none',
    )
    monkeypatch.setenv("KENNING_VECTORS", "none")
    assert full("recall", "tea").code in {0, 1}
    monkeypatch.setenv("KENNING_NAMES", "none")
    assert full("log").code == 0
