"""Calendars: one event an entry, times in their zones as given, and a broken entry alone."""

from pathlib import Path

import pytest

from kenning.errors import InvalidError
from kenning.formats import FORMATS, Draft, LeftOut, Options, Record, Skipped, recognise

GOLDEN = Path(__file__).parents[1] / "golden" / "formats" / "ics"


def read(path: Path, options: Options | None = None) -> list[Record]:
    """The records of a file."""
    return list(FORMATS["ics"].read(path, options or Options(time_zone="Europe/Warsaw")))


def calendar(tmp_path: Path, *lines: str) -> Path:
    """A calendar of these lines."""
    file = tmp_path / "calendar.ics"
    file.write_text("\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *lines, "END:VCALENDAR", ""]), encoding="utf-8")
    return file


def entry(tmp_path: Path, *lines: str, kind: str = "VEVENT") -> Draft:
    """The draft of an entry of these lines."""
    [draft] = read(calendar(tmp_path, f"BEGIN:{kind}", *lines, f"END:{kind}"))
    assert isinstance(draft, Draft)
    return draft


@pytest.mark.parametrize(
    ("line", "at", "zone", "precision"),
    [
        ("DTSTART:20240304T091500Z", "2024-03-04T09:15:00Z", None, "second"),
        ("DTSTART;TZID=Europe/Vienna:20240304T091500", "2024-03-04T09:15:00", "Europe/Vienna", "second"),
        ("DTSTART;TZID=W. Europe Standard Time:20240304T091500", "2024-03-04T09:15:00", "Europe/Berlin", "second"),
        ("DTSTART:20240304T091500", "2024-03-04T09:15:00", "Europe/Warsaw", "second"),
        ("DTSTART;TZID=Nowhere/At All:20240304T091500", "2024-03-04T09:15:00", "Europe/Warsaw", "second"),
        ("DTSTART;VALUE=DATE:20240304", "2024-03-04", "Europe/Warsaw", "day"),
    ],
)
def test_a_start_is_kept_as_given(tmp_path, line, at, zone, precision):
    time = entry(tmp_path, "UID:1", line).event.time
    assert time is not None
    assert (time.occurred_at, time.time_zone, time.precision) == (at, zone, precision)


def test_a_zone_that_the_calendar_defines_itself_gives_the_offset():
    [draft] = read(GOLDEN / "issue_218_bad_tzid.ics")
    assert isinstance(draft, Draft)
    assert draft.event.time is not None
    assert draft.event.time.occurred_at == "2017-02-28T23:00:00+11:00"


def test_a_zone_of_one_file_is_forgotten_in_the_next(tmp_path):
    read(GOLDEN / "issue_218_bad_tzid.ics")
    time = entry(tmp_path, "UID:1", "DTSTART;TZID=UTC+11:20240304T091500").event.time
    assert time is not None
    assert time.occurred_at == "2024-03-04T09:15:00"


def test_the_zone_of_the_calendar_is_that_of_its_local_times(tmp_path):
    file = calendar(
        tmp_path,
        "X-WR-CALNAME:Work\\, mine",
        "X-WR-TIMEZONE:Asia/Tokyo",
        "BEGIN:VEVENT",
        "DTSTART:20240304T091500",
        "END:VEVENT",
    )
    [draft] = read(file)
    assert isinstance(draft, Draft)
    assert draft.event.time is not None
    assert draft.event.time.time_zone == "Asia/Tokyo"
    assert draft.event.context is not None
    assert draft.event.context.session is not None
    assert draft.event.context.session.name == "Work, mine"


def test_who_called_it_and_who_takes_part(tmp_path):
    draft = entry(
        tmp_path,
        "DTSTART:20240304T091500Z",
        "ORGANIZER;CN=Ann:MAILTO:Ann@example.com",
        'ATTENDEE;CN="Doe, John";PARTSTAT=ACCEPTED:mailto:john@example.com',
        "ATTENDEE:urn:uuid:7",
    )
    assert draft.event.actor is not None
    assert (draft.event.actor.name, draft.event.actor.identifier) == ("Ann", "ann@example.com")
    assert [(item.name, item.identifier) for item in draft.event.entities] == [("Doe, John", "john@example.com")]


def test_the_words_of_an_entry_say_what_when_where_and_how_often(tmp_path):
    draft = entry(
        tmp_path,
        "DTSTART;VALUE=DATE:20240304",
        "DTEND;VALUE=DATE:20240305",
        "SUMMARY:Fold",
        " ed title",
        "DESCRIPTION:two\\nlines\\, one comma",
        "LOCATION:Room 2",
        "GEO:50.06;19.94",
        "CATEGORIES:A,B",
        "RRULE:FREQ=DAILY",
    )
    text = draft.event.files[0].content or ""
    assert text.splitlines() == [
        "Folded title",
        "2024-03-04 – 2024-03-05",
        "Room 2",
        "two",
        "lines, one comma",
        "Categories: A,B",
        "Rrule: FREQ=DAILY",
    ]
    location = draft.event.location
    assert location is not None
    assert location.name == "Room 2"
    assert location.coordinates is not None
    assert location.coordinates.longitude == 19.94


@pytest.mark.parametrize(
    ("component", "kind"),
    [("VTODO", "calendar.todo"), ("VJOURNAL", "calendar.journal"), ("VFREEBUSY", "calendar.busy")],
)
def test_what_is_no_appointment_is_of_a_kind_of_its_own(tmp_path, component, kind):
    assert entry(tmp_path, "UID:1", "SUMMARY:x", kind=component).event.kind == kind


def test_a_task_is_when_it_is_due(tmp_path):
    time = entry(tmp_path, "UID:1", "DUE:20240304T091500Z", kind="VTODO").event.time
    assert time is not None
    assert time.occurred_at == "2024-03-04T09:15:00Z"


def test_attachments_are_bytes_or_references(tmp_path):
    lines = [
        "ATTACH;FMTTYPE=text/plain;ENCODING=BASE64;VALUE=BINARY;FILENAME=a.txt:aGVsbG8=",
        "ATTACH:https://example.com/b.pdf",
    ]
    _, first, second = entry(tmp_path, "DTSTART:20240304T091500Z", *lines).event.files
    assert (first.content, first.encoding, first.content_type) == ("aGVsbG8=", "base64", "text/plain")
    assert (second.url, second.content_type) == ("https://example.com/b.pdf", "application/pdf")


def test_the_moment_of_export_does_not_make_a_new_event(tmp_path):
    first = entry(tmp_path, "UID:1", "DTSTAMP:20240101T000000Z", "DTSTART:20240304T091500Z")
    later = entry(tmp_path, "UID:1", "DTSTAMP:20240202T000000Z", "DTSTART:20240304T091500Z")
    moved = entry(tmp_path, "UID:1", "DTSTAMP:20240202T000000Z", "DTSTART:20240305T091500Z")
    assert first.event == later.event
    assert moved.event.idempotency_key != first.event.idempotency_key


def test_an_alarm_inside_and_its_words_are_no_entry(tmp_path):
    draft = entry(tmp_path, "DTSTART:20240304T091500Z", "SUMMARY:x", "BEGIN:VALARM", "DESCRIPTION:beep", "END:VALARM")
    assert draft.event.files[0].content == "x\n2024-03-04T09:15:00Z"


def test_what_is_no_component_of_the_standard_is_left_out_aloud(tmp_path):
    [record] = read(calendar(tmp_path, "BEGIN:X-STRANGE", "SUMMARY:x", "END:X-STRANGE"))
    assert isinstance(record, LeftOut)


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (["BEGIN:VEVENT", "END:VEVENT"], "no property"),
        (["BEGIN:VEVENT", "SUMMARY:x", "BEGIN:VALARM", "END:VEVENT"], "ends VALARM"),
        (["BEGIN:VEVENT", "SUMMARY:x"], "no END:VEVENT"),
        (["SUMMARY:x", "END:VEVENT"], "no BEGIN:VEVENT"),
    ],
)
def test_a_broken_entry_costs_itself(tmp_path, broken, reason):
    sound = ["BEGIN:VEVENT", "DTSTART:20240304T091500Z", "SUMMARY:sound", "END:VEVENT"]
    first, second, third = read(calendar(tmp_path, *sound, *broken, *sound))
    assert isinstance(second, Skipped)
    assert reason in second.reason
    assert second.where.startswith("line ")
    assert isinstance(first, Draft)
    assert isinstance(third, Draft)


def test_a_property_that_cannot_be_read_is_kept_as_words(tmp_path):
    notices: list[str] = []
    file = calendar(tmp_path, "BEGIN:VEVENT", "DTSTART:20240304T091500Z", "EXDATE:never", "SUMMARY:x", "END:VEVENT")
    [record] = read(file, Options(notice=lambda _, text: notices.append(text)))
    assert isinstance(record, Draft)
    assert notices == ["its EXDATE cannot be read and is kept as words"]
    assert (record.event.files[0].content or "").endswith("\nExdate: never")


def test_an_entry_whose_start_cannot_be_read_has_no_time(tmp_path):
    draft = entry(tmp_path, "DTSTART:20241399T000000Z", "SUMMARY:x")
    assert draft.event.time is None
    assert draft.event.files[0].content == "x\nDtstart: 20241399T000000Z"


def test_a_line_folded_between_the_bytes_of_a_character_is_whole(tmp_path):
    file = calendar(tmp_path, "BEGIN:VEVENT", "SUMMARY:caf@", "END:VEVENT")
    file.write_bytes(file.read_bytes().replace(b"@", b"\xc3\r\n \xa9 \xef\xbf\xbd"))
    [record] = read(file)
    assert isinstance(record, Draft)
    assert record.event.files[0].content == "café \ufffd"


def test_bytes_that_are_no_utf_8_cost_their_own_entry(tmp_path):
    file = calendar(tmp_path, "BEGIN:VEVENT", "SUMMARY:caf@", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:x", "END:VEVENT")
    file.write_bytes(file.read_bytes().replace(b"@", b"\xe9"))
    first, second = read(file)
    assert isinstance(first, Skipped)
    assert first.reason == "is not UTF-8"
    assert isinstance(second, Draft)


def test_an_entry_alone_is_a_file_too(tmp_path):
    file = tmp_path / "entry.ics"
    file.write_text("BEGIN:VEVENT\nUID:1\nDTSTART:20240304T091500Z\nEND:VEVENT\n", encoding="utf-8")
    assert recognise(file).name == "ics"
    assert [type(record) for record in read(file)] == [Draft]


def test_a_file_cut_between_entries_says_so(tmp_path):
    file = calendar(
        tmp_path, "BEGIN:VEVENT", "DTSTART:20240304T091500Z", "END:VEVENT", "BEGIN:VEVENT", "UID:2", "END:VEVENT"
    )
    file.write_bytes(file.read_bytes().partition(b"BEGIN:VEVENT\r\nUID:2")[0])
    notices: list[str] = []
    assert [type(record) for record in read(file, Options(notice=lambda _, text: notices.append(text)))] == [Draft]
    assert notices == ["has no END:VCALENDAR; it may be cut"]


def test_what_is_no_calendar_is_refused(tmp_path):
    file = tmp_path / "x.ics"
    file.write_text("hello\n", encoding="utf-8")
    with pytest.raises(InvalidError, match=r"x\.ics.*line 1"):
        read(file)
