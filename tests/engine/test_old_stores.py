"""A store of each schema version that ever was opens, verifies and answers, for ever."""

import shutil
from pathlib import Path

import apsw
import pytest

import kenning
from kenning.store.connect import SCHEMA_VERSION

STORES = Path(__file__).resolve().parents[1] / "golden" / "stores"
VERSIONS = sorted(int(path.stem[1:]) for path in STORES.glob("v*.kenning"))
HEAD = "699bf32283a45cd3d4f33660ba1c6a8cb3bbffc2b43794328c7190abb939625f"


@pytest.fixture(params=VERSIONS)
def old(request, desk):
    """A copy of an old store, opened: what is kept is never opened itself."""
    for suffix in ("", ".key", ".files"):
        kept = STORES / f"v{request.param}.kenning{suffix}"
        target = Path(f"{desk.path}{suffix}")
        shutil.copytree(kept, target) if kept.is_dir() else shutil.copyfile(kept, target)
    return desk.open()


def test_there_is_a_store_of_every_schema_version():
    assert list(range(1, SCHEMA_VERSION + 1)) == VERSIONS


@pytest.mark.parametrize("version", VERSIONS)
def test_a_kept_store_says_of_which_version_it_is(version):
    connection = apsw.Connection(
        f"file:{STORES}/v{version}.kenning?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | 0x40
    )
    assert connection.execute("PRAGMA user_version").get == version
    connection.close()


def test_it_verifies_and_is_still_the_log_it_was(old):
    report = old.verify()
    assert report.problems == []
    assert report.notes == []
    assert (report.events, report.erased, report.files) == (26, 2, 1)
    assert old.head() == (26, HEAD)


def test_it_answers_a_recall_with_the_lines_that_answer_and_their_sources(old):
    (hit, *_) = old.recall("Who came to lunch at the bridge?")
    assert hit.view.event.id == "evt_lunch"
    assert hit.view.text == "Lunch with Ada at the bridge\nGrace came too"
    assert (hit.view.event.actor.name, hit.view.event.location.name, hit.view.corrected) == ("Zoë", "Office", True)
    assert [hit.view.event.id for hit in old.recall("river")] == ["evt_run"]
    assert {hit.view.event.id for hit in old.recall("late note", k=3)} == {"evt_late0", "evt_late1", "evt_late2"}
    assert "weaves" in old.recall("engine patterns")[0].view.text


def test_every_act_in_it_still_acts(old):
    lunch = old.view("evt_lunch")
    assert [act.effect for act in lunch.history] == ["amends", "corrects", "attaches"]
    assert [act.reason for act in lunch.history] == ["forgot her", "wrong location", None]
    assert [(one.event_id, one.stale) for one in lunch.derived] == [("evt_summary", False)]
    assert old.view("evt_summary").stale_because == ["evt_remote"]
    assert old.view("evt_hidden").redacted
    assert old.view("evt_shown").text == "Shown again"
    assert old.at(1).view("evt_lunch").event.location.name == "Home"
    assert len(old.links("evt_lunch", direction="down")) == 9


def test_its_files_are_still_there_and_verified(old):
    assert old.file("evt_lunch", "menu.txt") == b"soup of the day"
    assert old.file("evt_remote", "t") == b"speech"
    with pytest.raises(kenning.NotFoundError):
        old.file("evt_remote", "audio")


def test_what_was_erased_in_it_is_still_erased(old):
    with pytest.raises(kenning.ErasedError) as gone:
        old.view("evt_gone")
    assert gone.value.details["because"] == "asked to by letter"
    file = {"role": "primary", "contentType": "text/plain", "content": "Forgotten altogether"}
    event = {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": [file]}
    with pytest.raises(kenning.ErasedError):
        old.record(event | {"idempotencyKey": "gone"})


def test_retries_and_late_parents_are_still_known(old, desk):
    first = (
        "From: Grace <grace@example.org>\nTo: Ada <ada@example.org>\nSubject: engines\nMessage-ID: <1@example.org>\n"
        "Date: Thu, 01 Jan 2026 09:00:00 +0000\n\nWhat does it do?\n"
    )
    document = '{"specversion": "1.0", "id": "1", "source": "/sensors/1", "type": "com.example.reading", "data": 21}'
    assert old.import_file(desk.write("reading.json", document)).known == 1
    assert old.import_file(desk.write("first.eml", first)).added == 1
    amendment = list(old.log())[-1]
    assert [link.relation for link in amendment.links] == ["part_of", "reply_to"]


def test_it_takes_new_events_and_can_be_rebuilt(old):
    receipt = old.record("a new note")
    assert receipt.sequence == 27
    before = [(view.event.id, view.text) for view in old.timeline(limit=99)]
    old.rebuild()
    assert old.verify().problems == []
    assert [(view.event.id, view.text) for view in old.timeline(limit=99)] == before


def test_its_other_namespace_is_still_apart(old, desk):
    other = desk.open(namespace="other", agent="companion")
    assert other.head()[0] == 1
    assert other.view("evt_lunch").text == "Another namespace"
    assert other.verify().problems == []
