"""Foreign files come in once, whole or not at all, and answers find what they answer whatever comes first."""

import json
import mailbox
import shutil
from pathlib import Path

import pytest

import kenning
from tests.told import told

GOLDEN = Path(__file__).resolve().parents[1] / "golden" / "formats"
EXPECTED = json.loads((GOLDEN / "EXPECTED.json").read_text())
HELD = {name: counts for name, counts in EXPECTED.items() if counts["events"] and not counts["skipped"]}


def mail(number, text, *, answers=None, day=1):
    parent = f"In-Reply-To: <{answers}@example.org>\n" if answers is not None else ""
    return (
        f"From: Ada <ada@example.org>\nTo: Grace <grace@example.org>\nSubject: s{number}\n"
        f"Date: Thu, 0{day} Jan 2026 10:00:00 +0000\nMessage-ID: <{number}@example.org>\n{parent}\n{text}\n"
    )


def mbox(path, *messages):
    box = mailbox.mbox(path)
    for message in messages:
        box.add(message)
    box.flush()
    box.close()
    return path


def by_text(session):
    return {event.text.split("\n")[0].strip(): event for event in told(session.log())}


# -- once --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", HELD)
def test_a_file_adds_its_events_and_imported_twice_adds_none(session, name):
    expected = HELD[name]["events"] + HELD[name]["other"]
    first = session.import_file(GOLDEN / name)
    assert first.added + len(first.left_out) == expected
    assert first.added == sum(first.kinds.values())
    head = session.head()
    second = session.import_file(GOLDEN / name)
    assert (second.added, second.known, second.skipped) == (0, first.added, [])
    assert session.head() == head
    assert session.verify().problems == []
    foreign = [event for event in told(session.log()) if not event.kind.startswith("event.")]
    assert all(event.source.type == "import" for event in foreign)


def test_a_file_is_known_again_in_a_store_that_was_rebuilt_and_reopened(desk):
    path = GOLDEN / "telegram" / "made_here_full.json"
    desk.open().import_file(path)
    desk.close()
    session = desk.open()
    session.rebuild()
    assert session.import_file(path).added == 0


def test_a_file_that_has_grown_adds_only_what_is_new(session, desk):
    path = mbox(desk.folder / "a.mbox", mail(1, "one"))
    session.import_file(path)
    mbox(path, mail(2, "two"))
    report = session.import_file(path)
    assert (report.added, report.known) == (1, 1)


def test_each_namespace_has_its_own_memory_of_what_came(desk):
    path = GOLDEN / "cloudevents" / "batch.json"
    assert [desk.open(namespace=name).import_file(path).added for name in ("one", "two")] == [3, 3]


# -- whole or not at all -----------------------------------------------------------------------------------------------

BROKEN = '{"specversion":"1.0","id":"2","type":"x.y"}'


def lines(desk, *middle, around=1):
    sound = [f'{{"specversion":"1.0","id":"s{n}","source":"/x","type":"x.y","data":{n}}}' for n in range(2 * around)]
    return desk.write("events.json", "\n".join([*sound[:around], *middle, *sound[around:]]) + "\n")


@pytest.mark.parametrize("around", [1, 600])
def test_a_broken_record_refuses_the_whole_file_and_appends_nothing(session, desk, around):
    path = lines(desk, BROKEN, around=around)
    with pytest.raises(kenning.InvalidError) as refusal:
        session.import_file(path)
    assert session.head()[0] == 0
    assert f"line {around + 1}" in str(refusal.value)
    skipped = refusal.value.details["skipped"]
    assert isinstance(skipped, list)
    assert [place["where"] for place in skipped] == [f"line {around + 1}"]


def test_where_one_keeps_going_each_broken_record_is_reported_by_place_and_the_rest_comes_in(session, desk):
    path = lines(desk, BROKEN, "{not json", around=3)
    report = session.import_file(path, keep_going=True)
    assert report.added == 6
    assert [remark.where for remark in report.skipped] == ["line 4", "line 5"]
    assert all(remark.reason for remark in report.skipped)
    assert session.import_file(path, keep_going=True).added == 0


def test_a_golden_file_with_broken_records_says_so_for_each(session):
    name = "ics/big_bad_calendar.ics"
    with pytest.raises(kenning.InvalidError):
        session.import_file(GOLDEN / name)
    report = session.import_file(GOLDEN / name, keep_going=True)
    assert (report.added, len(report.skipped)) == (EXPECTED[name]["events"], EXPECTED[name]["skipped"])
    assert len({remark.where for remark in report.skipped}) == EXPECTED[name]["skipped"]


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("name", ["telegram/made_here_full.json", "slack/made_here_export.zip"])
def test_a_file_that_was_cut_appends_nothing(session, desk, name, share):
    content = (GOLDEN / name).read_bytes()
    path = desk.write(Path(name).name, content[: int(len(content) * share)])
    with pytest.raises(kenning.KenningError):
        session.import_file(path)
    assert session.head()[0] == 0


@pytest.mark.parametrize("content", [b"", b"\0" * 100, b"just some words\n", b"{}"])
def test_a_file_of_no_format_is_refused(session, desk, content):
    with pytest.raises(kenning.KenningError):
        session.import_file(desk.write("what.txt", content))
    assert session.head()[0] == 0


def test_a_file_that_is_not_there_or_a_format_that_is_none_is_refused(session, desk):
    with pytest.raises(kenning.InvalidError):
        session.import_file(desk.folder / "never.txt")
    with pytest.raises(kenning.InvalidError):
        session.import_file(GOLDEN / "cloudevents" / "batch.json", format="never")
    with pytest.raises(kenning.InvalidError):
        session.import_file(GOLDEN / "cloudevents" / "batch.json", options={"time_zone": 5})


# -- answers -----------------------------------------------------------------------------------------------------------

ORDERS = {"in order": [1, 2, 3], "backwards": [3, 2, 1], "mixed": [2, 3, 1]}
MAILS = {1: mail(1, "one"), 2: mail(2, "two", answers=1, day=2), 3: mail(3, "three", answers=2, day=3)}


@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_answers_are_linked_within_a_file_whatever_its_order(session, desk, order):
    session.import_file(mbox(desk.folder / "a.mbox", *(MAILS[number] for number in order)))
    found = by_text(session)
    links = {
        text: [(link.to_event_id, link.relation) for link in event.links if link.relation == "reply_to"]
        for text, event in found.items()
    }
    assert links == {"one": [], "two": [(found["one"].id, "reply_to")], "three": [(found["two"].id, "reply_to")]}


def test_an_answer_to_what_came_in_an_earlier_file_is_linked_to_it(session, desk):
    session.import_file(mbox(desk.folder / "a.mbox", MAILS[1]))
    session.import_file(mbox(desk.folder / "b.mbox", MAILS[2]))
    found = by_text(session)
    assert [link.to_event_id for link in found["two"].links] == [found["one"].id]


def test_a_parent_that_comes_in_a_later_file_is_linked_by_an_amendment_of_the_answer(session, desk):
    session.import_file(mbox(desk.folder / "b.mbox", MAILS[2]))
    before = session.view(by_text(session)["two"].id)
    session.import_file(mbox(desk.folder / "a.mbox", MAILS[1]))
    found = by_text(session)
    amendment = next(event for event in session.log() if event.kind == "event.amended")
    assert [(link.to_event_id, link.relation) for link in amendment.links] == [
        (found["two"].id, "part_of"),
        (found["one"].id, "reply_to"),
    ]
    assert amendment.provenance.basis == "imported"
    assert session.view(found["two"].id).text == before.text
    head = session.head()
    session.import_file(desk.folder / "a.mbox")
    session.import_file(desk.folder / "b.mbox")
    assert session.head() == head
    assert session.verify().problems == []


def test_a_late_parent_is_linked_after_a_rebuild_and_a_reopening_too(desk):
    desk.open().import_file(mbox(desk.folder / "b.mbox", MAILS[2], MAILS[3]))
    desk.close()
    session = desk.open()
    session.rebuild()
    session.import_file(mbox(desk.folder / "a.mbox", MAILS[1]))
    assert sum(event.kind == "event.amended" for event in session.log()) == 1


def test_answers_that_answer_each_other_stand_unlinked_and_lose_nothing(session, desk):
    circle = [mail(1, "one", answers=2), mail(2, "two", answers=1)]
    assert session.import_file(mbox(desk.folder / "a.mbox", *circle)).added == 2
    assert set(by_text(session)) == {"one", "two"}


# -- the rest ----------------------------------------------------------------------------------------------------------


def test_stamps_without_a_zone_are_read_in_the_zone_that_is_asked_for(desk):
    path = GOLDEN / "whatsapp" / "chatminer_test_mmddyy_24hrs.txt"
    stamps = {}
    for zone in ("UTC", "Europe/Warsaw"):
        session = desk.open(f"{zone[:3]}.kenning")
        session.import_file(path, options={"time_zone": zone})
        stamps[zone] = [event.time for event in told(session.log()) if event.time is not None]
    assert {time.time_zone for time in stamps["Europe/Warsaw"]} == {"Europe/Warsaw"}
    assert [time.occurred_at for time in stamps["UTC"]] == [time.occurred_at for time in stamps["Europe/Warsaw"]]


def test_the_zone_of_the_store_serves_where_none_is_asked_for(desk):
    session = desk.open(time_zone="Europe/Warsaw")
    session.import_file(GOLDEN / "whatsapp" / "chatminer_test_mmddyy_24hrs.txt")
    assert {event.time.time_zone for event in told(session.log()) if event.time is not None} == {"Europe/Warsaw"}


def test_a_zone_that_is_none_is_refused(session):
    with pytest.raises(kenning.InvalidError):
        session.import_file(GOLDEN / "whatsapp" / "chatminer_test_mmddyy_24hrs.txt", options={"time_zone": "Mars/Dune"})
    assert session.head()[0] == 0


def test_who_wrote_is_the_actor_and_what_was_imported_the_source(session):
    session.import_file(GOLDEN / "telegram" / "made_here_full.json")
    for event in told(session.log()):
        assert event.source.type == "import"
        assert event.actor is None or event.actor.type != "import"


def test_an_erased_record_stays_erased_while_the_rest_of_the_file_comes_in(session, desk):
    path = mbox(desk.folder / "a.mbox", *MAILS.values())
    session.import_file(path)
    session.erase(by_text(session)["two"].id, because="asked to")
    mbox(path, mail(4, "four", answers=2))
    report = session.import_file(path)
    assert (report.added, report.erased) == (1, 1)
    assert session.recall("two").hits == []


def test_an_answer_to_an_erased_record_is_known_when_it_comes_again(session, desk):
    path = mbox(desk.folder / "a.mbox", *MAILS.values())
    session.import_file(path)
    session.erase(by_text(session)["two"].id, because="asked to")
    report = session.import_file(path)
    assert (report.known, report.erased, report.changed) == (2, 1, [])


def test_an_answer_that_came_before_its_parent_is_known_when_it_comes_again(session, desk):
    session.import_file(mbox(desk.folder / "b.mbox", MAILS[2]))
    session.import_file(mbox(desk.folder / "a.mbox", MAILS[1]))
    report = session.import_file(desk.folder / "b.mbox")
    assert (report.added, report.known, report.changed) == (0, 1, [])


def test_a_record_whose_content_has_changed_is_reported_and_not_recorded_again(session, desk):
    first = '{"specversion":"1.0","id":"1","source":"/x","type":"x.y","data":1}'
    session.import_file(desk.write("a.json", first))
    head = session.head()
    report = session.import_file(desk.write("a.json", first.replace('"data":1', '"data":2')))
    assert (report.added, report.known, len(report.changed)) == (0, 0, 1)
    assert session.head() == head


def test_long_work_tells_how_far_it_is(session):
    told = []
    path = GOLDEN / "telegram" / "made_here_full.json"
    session.import_file(path, progress=lambda done, total: told.append((done, total)))
    assert told
    assert all(0 <= done <= total for done, total in told)


def test_an_import_leaves_the_file_as_it_was(session, desk):
    for name in ("slack/made_here_export.zip", "mail/made_here_list.mbox"):
        copy = desk.folder / Path(name).name
        shutil.copy(GOLDEN / name, copy)
        session.import_file(copy)
        assert copy.read_bytes() == (GOLDEN / name).read_bytes()
