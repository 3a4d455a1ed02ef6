"""A folder that is watched: what is complete is imported once, by its content, whatever happens in between."""

import json
import os
import shutil
from pathlib import Path

import pytest

import kenning
from kenning.engine.exchange import watching
from tests.told import told

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "formats"
CARD = "BEGIN:VCARD\nVERSION:3.0\nFN:{}\nEND:VCARD\n"


@pytest.fixture
def box(tmp_path):
    """A folder to watch."""
    folder = tmp_path / "box"
    folder.mkdir()
    return folder


def card(box, name, who=None):
    """A contact card in the folder."""
    path = box / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(CARD.format(who or name), encoding="utf-8")
    return path


def look(session, box, **options):
    """What becomes of all that lies there now, by its path."""
    return {taken.path: taken for taken in session.watch(box, once=True, settle_s=0, **options)}


def added(found):
    """How many events each file added."""
    return {path: taken.report.added if taken.report else None for path, taken in found.items()}


def test_what_lies_there_is_imported_and_an_empty_folder_ends_at_once(session, box):
    assert look(session, box) == {}
    card(box, "ann.vcf")
    card(box, "below/bob.vcf")
    assert added(look(session, box)) == {"ann.vcf": 1, "below/bob.vcf": 1}


def test_after_a_restart_what_was_imported_is_known_by_its_content(desk, box):
    card(box, "ann.vcf")
    look(desk.open(), box)
    desk.close()
    session = desk.open()
    head = session.head()
    (box / "ann.vcf").rename(box / "another name.vcf")
    found = look(session, box)
    assert found["another name.vcf"].known
    assert found["another name.vcf"].report is None
    assert session.head() == head


def test_what_was_imported_is_known_in_a_store_that_was_rebuilt(session, box):
    card(box, "ann.vcf")
    look(session, box)
    session.rebuild()
    assert look(session, box)["ann.vcf"].known
    assert session.verify().problems == []


def test_a_file_that_has_grown_adds_only_what_is_new(session, box):
    path = card(box, "people.vcf", "Ann")
    look(session, box)
    path.write_text(CARD.format("Ann") + CARD.format("Bob"), encoding="utf-8")
    found = look(session, box)["people.vcf"]
    assert (found.report.added, found.report.known) == (1, 1)


@pytest.mark.parametrize("name", ["a.vcf.part", "a.vcf.crdownload", ".a.vcf", "~$a.vcf", "a.vcf~", "a.tmp"])
def test_what_says_that_it_is_still_written_is_waited_for(session, box, name):
    card(box, name)
    assert look(session, box) == {}


def test_what_has_an_unfinished_twin_beside_it_is_waited_for(session, box):
    card(box, "a.vcf")
    (box / "a.vcf.part").touch()
    assert look(session, box) == {}
    (box / "a.vcf.part").unlink()
    assert added(look(session, box)) == {"a.vcf": 1}


def test_a_file_that_still_changes_is_not_read_before_it_rests(session, box):
    """Each look finds it longer, until it is whole; half of it would be refused as damaged."""
    content = (GOLDEN / "telegram" / "made_here_full.json").read_bytes()
    path = box / "result.json"
    path.write_bytes(content[:100])
    steps = iter((200, len(content) // 2, len(content)))

    def rest(_settle_s):
        size = next(steps, None)
        if size is not None:
            path.write_bytes(content[:size])

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(watching, "rest", rest)
        found = list(session.watch(box, once=True))
    assert [(taken.path, taken.code) for taken in found] == [("result.json", "")]
    assert found[0].report.added == 11


def test_what_cannot_be_imported_is_told_once_and_tried_again_when_it_changes(session, box):
    path = box / "people.vcf"
    path.write_text("BEGIN:VCARD\nVERSION:3.0\nFN:Ann\n", encoding="utf-8")
    (box / "strange.bin").write_bytes(b"\x7fELF")
    card(box, "zoe.vcf")
    watched = session.watch(box, settle_s=0)
    first = {taken.path: taken for taken in (next(watched), next(watched), next(watched))}
    assert (first["people.vcf"].code, first["strange.bin"].code, first["zoe.vcf"].code) == (
        "invalid",
        "unsupported",
        "",
    )
    assert first["people.vcf"].message
    path.write_text(CARD.format("Ann"), encoding="utf-8")
    again = next(watched)
    assert (again.path, again.code, again.report.added) == ("people.vcf", "", 1)
    card(box, "later.vcf")
    assert next(watched).path == "later.vcf"


def test_of_a_file_with_broken_records_the_others_come_where_one_keeps_going(session, box):
    shutil.copy(GOLDEN / "ofx" / "made_here_card.ofx", box / "card.ofx")
    assert look(session, box)["card.ofx"].code == "invalid"
    assert session.head()[0] == 0
    found = look(session, box, keep_going=True)["card.ofx"]
    assert (found.report.added, len(found.report.skipped)) == (2, 1)
    assert look(session, box, keep_going=True)["card.ofx"].known


def test_an_export_in_a_folder_is_one_thing_and_what_lies_beside_it_another(session, box):
    shutil.copytree(GOLDEN / "slack" / "made_here_export", box / "slack")
    card(box, "ann.vcf")
    assert added(look(session, box)) == {"ann.vcf": 1, "slack": 11}
    shutil.copy(GOLDEN / "slack" / "made_here_export.zip", box / "slack.zip")
    found = look(session, box)
    assert (found["slack"].known, found["slack.zip"].report.added) == (True, 0)


def test_files_of_several_formats_in_one_folder_are_all_imported(session, box):
    """The first format that knows a folder would read its own files alone."""
    names = ["google_takeout/made_here_Records.json", "mail/mail_test_14.eml", "discord/made_here_channel.json"]
    for name in names:
        (box / "mixed").mkdir(exist_ok=True)
        shutil.copy(GOLDEN / name, box / "mixed")
    assert sorted(look(session, box)) == sorted(f"mixed/{Path(name).name}" for name in names)


def test_a_messenger_export_keeps_its_media(session, box):
    inbox = box / "facebook" / "messages" / "inbox" / "zoebrandt_1"
    (inbox / "photos").mkdir(parents=True)
    shutil.copy(GOLDEN / "messenger" / "made_here_message_1.json", inbox / "message_1.json")
    shutil.copy(GOLDEN / "photo" / "made_here_time_place.jpg", inbox / "photos" / "1.jpg")
    assert added(look(session, box)) == {"facebook": 4}
    sent = next(event for event in told(session.log()) if len(event.files) == 2)
    assert session.file(sent.id, "1.jpg") == (inbox / "photos" / "1.jpg").read_bytes()


def test_links_and_hidden_files_are_no_part_of_it(session, box, tmp_path):
    outside = tmp_path / "secret.vcf"
    outside.write_text(CARD.format("Nobody"), encoding="utf-8")
    (box / "link.vcf").symlink_to(outside)
    assert look(session, box) == {}


def test_what_was_imported_is_said_in_the_log(session, box):
    card(box, "ann.vcf")
    look(session, box)
    note = next(event for event in session.log() if event.kind == "file.imported")
    assert (note.text, note.provenance.metadata["format"], note.provenance.metadata["added"]) == ("ann.vcf", "vcard", 1)
    content = (box / "ann.vcf").read_bytes()
    assert content.decode() not in json.dumps(note.provenance.metadata)


def test_a_watch_that_ends_in_the_middle_goes_on_where_it_was(desk, box):
    for name in ("a.vcf", "b.vcf", "c.vcf"):
        card(box, name)
    watched = desk.open().watch(box, settle_s=0)
    assert next(watched).path == "a.vcf"
    watched.close()
    desk.close()
    found = look(desk.open(), box)
    assert [(path, taken.known) for path, taken in found.items()] == [
        ("a.vcf", True),
        ("b.vcf", False),
        ("c.vcf", False),
    ]


def test_what_is_no_folder_is_refused(session, box):
    with pytest.raises(kenning.InvalidError, match="does not exist"):
        session.watch(box / "nothing")
    with pytest.raises(kenning.InvalidError, match="is no folder"):
        session.watch(card(box, "a.vcf"))
    with pytest.raises(kenning.InvalidError, match="settle_s"):
        session.watch(box, settle_s=-1)


def test_a_folder_that_goes_away_ends_the_watch_with_a_reason(session, box):
    card(box, "a.vcf")
    watched = session.watch(box, settle_s=0)
    next(watched)
    shutil.rmtree(box)
    with pytest.raises(kenning.InvalidError, match="is gone"):
        next(watched)


def test_a_file_that_cannot_be_opened_is_told_and_the_watch_goes_on(session, box):
    card(box, "a.vcf")
    card(box, "b.vcf")
    taken = {}
    opened = Path.open

    def refusing(path, *given, **named):
        if path.name == "a.vcf":
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *given, **named)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "open", refusing)
        taken = look(session, box)
    assert (taken["a.vcf"].code, taken["b.vcf"].code) == ("invalid", "")
    assert "Permission denied" in taken["a.vcf"].message


def test_the_past_cannot_watch(session, box):
    with pytest.raises(kenning.KenningError):
        session.at(0).watch(box)


def test_times_are_told_apart_by_more_than_their_seconds(session, box):
    """A file that is written again within one tick of a coarse clock is seen by its size, one of the same size by its time."""
    path = card(box, "a.vcf", "Ann")
    look(session, box)
    stamp = path.stat()
    path.write_text(CARD.format("Bob"), encoding="utf-8")
    os.utime(path, ns=(stamp.st_atime_ns, stamp.st_mtime_ns + 1))
    assert added(look(session, box)) == {"a.vcf": 1}


def test_a_store_in_the_folder_is_no_part_of_it(desk, box):
    """Its own files would come in again as pictures, and the watch would see itself write."""
    session = kenning.open(box / "memory.kenning")
    shutil.copy(GOLDEN / "photo" / "made_here_time_place.jpg", box / "a.jpg")
    session.attach(session.record("x").id, box / "a.jpg")
    assert added(look(session, box)) == {"a.jpg": 1}
    assert {path.name for path in box.iterdir()} > {"a.jpg", "memory.kenning", "memory.kenning.files"}
    session.close()
