"""Takeout, GPX, photos and flights: where it was, and when by which clock."""

import struct
import zipfile

import pytest

from kenning.errors import InvalidError
from kenning.formats import Draft, Options, Skipped, google_takeout, recognise
from kenning.formats.takeout_html import moment_of
from tests.formats.conftest import GOLDEN, moment, text

# -- Takeout -----------------------------------------------------------------------------------------------------------


def test_a_page_of_activities_tells_words_zone_address_and_about_where(golden):
    searched, watched, broken = golden("google_takeout/made_here_MyActivity.html", time_zone="Europe/Warsaw")
    assert text(searched) == "Searched for broad beans & frost"
    assert moment(searched) == ("2024-03-02T09:15:04Z", None, "second")
    assert searched.event.files[1].url == "https://www.google.com/search?q=broad+beans"
    assert searched.event.location.coordinates.latitude == 51.5
    assert searched.event.context.app.name == "Search"
    assert moment(watched) == ("2023-09-05T17:02:03+02:00", None, "second")
    assert text(watched) == "Watched Pruning\nAllotment TV"
    assert broken.reason == "has no moment that can be read"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Jan 31, 2018, 10:54:50 PM", ("2018-01-31T22:54:50", None)),
        ("Jan 31, 2018, 12:00:01 AM PST", ("2018-01-31T00:00:01-08:00", None)),
        ("31 Jan 2018, 22:54:50 GMT+01:00", ("2018-01-31T22:54:50+01:00", None)),
        ("2018-01-31 22:54:50 IST", ("2018-01-31T22:54:50", "IST")),
        ("Feb 30, 2018, 10:00:00 PM", None),
        ("Smarch 1, 2018, 10:00:00 PM", None),
        ("yesterday", None),
    ],
)
def test_a_moment_is_read_as_the_page_writes_it(line, told):
    assert moment_of(line) == told


def test_a_zone_whose_letters_name_no_one_zone_is_the_importers_and_is_said(written):
    page = (GOLDEN / "google_takeout" / "made_here_MyActivity.html").read_text(encoding="utf-8")
    said = []
    options = {"time_zone": "Asia/Kolkata", "notice": lambda *remark: said.append(remark)}
    first = written("google_takeout", page.replace("AM GMT", "AM IST"), **options)[0]
    assert moment(first) == ("2024-03-02T09:15:04", "Asia/Kolkata", "second")
    assert "IST" in said[0][1]


def test_places_of_a_device_are_told_with_accuracy_and_height(drafts):
    second = drafts("google_takeout/made_here_Records.json")[1]
    place = second.event.location.coordinates
    assert (place.latitude, place.longitude, place.altitude_m, place.accuracy_m) == (52.22989, 21.01176, 113, 14)


def test_old_records_count_milliseconds(written):
    content = (
        '{"locations": [{"timestampMs": "1512947698030", "latitudeE7": 351324213, "longitudeE7": -1122434441}, {}]}'
    )
    first, broken = written("google_takeout", content)
    assert moment(first)[0] == "2017-12-10T23:14:58.030Z"
    assert isinstance(broken, Skipped)


@pytest.mark.parametrize("file", ["made_here_2024_MARCH.json", "made_here_Timeline.json"])
def test_a_timeline_tells_visits_and_ways(drafts, file):
    found = drafts(f"google_takeout/{file}")
    assert {draft.event.kind for draft in found} == {"place.visited", "movement.recorded"}
    assert all(draft.event.location.coordinates is not None for draft in found)


def test_an_archive_is_read_file_by_file_and_says_what_it_leaves(tmp_path):
    file = tmp_path / "takeout.zip"
    with zipfile.ZipFile(file, "w") as archive:
        for name in ("made_here_Records.json", "made_here_2024_MARCH.json"):
            archive.write(GOLDEN / "google_takeout" / name, f"Takeout/Location History/{name}")
        archive.writestr("Takeout/archive_browser.html", "<html></html>")
        archive.writestr("Takeout/broken.json", '{"locations": [{"latitudeE7": 1, "longitudeE7": 1')
        archive.writestr("../outside/Records.json", (GOLDEN / "google_takeout" / "made_here_Records.json").read_bytes())
    assert recognise(file).name == "google_takeout"
    said = []
    found = list(google_takeout.read(file, Options(notice=lambda *remark: said.append(remark))))
    assert sum(isinstance(record, Draft) for record in found) == 9
    assert [record.where for record in found if isinstance(record, Skipped)] == ["Takeout/broken.json"]
    assert said[0][1].startswith("1 files hold neither")


# -- GPX ---------------------------------------------------------------------------------------------------------------


def test_a_track_tells_where_it_began_how_far_it_went_and_all_its_points(drafts):
    (track,) = drafts("gpx/made_here_route.gpx")
    assert moment(track) == ("2024-03-02T08:00:00Z", None, "second")
    assert text(track).splitlines()[2] == "0.13 km, 2 points"
    assert track.event.location.coordinates.altitude_m == 4.1
    assert track.event.files[1].content_type == "text/csv"


def test_a_track_is_the_same_in_whatever_file_it_comes(drafts, written):
    content = (GOLDEN / "gpx" / "made_here_route.gpx").read_text(encoding="utf-8")
    (again,) = written("gpx", content.replace("2024-03-02T12:00:00Z", "2025-01-01T00:00:00Z"), "other.gpx")
    assert again.event.idempotency_key == drafts("gpx/made_here_route.gpx")[0].event.idempotency_key
    exported = [draft for draft in drafts("apple_health/made_here_export.zip") if draft.event.kind == "route.recorded"]
    assert exported[0].event.idempotency_key == again.event.idempotency_key


def test_a_track_without_a_point_is_skipped(written):
    (record,) = written("gpx", '<gpx><trk><name>x</name><trkseg><trkpt lat="99" lon="0"/></trkseg></trk></gpx>')
    assert record.reason == "has no point"


# -- photos ------------------------------------------------------------------------------------------------------------


def exif(*, original=b"2024:03:09 14:21:07", gps=None, offset=None):
    """A picture with nothing in it but Exif: a time, perhaps an offset, perhaps what GPS told."""
    entries, blobs = [], b""

    def directory(items, at):
        nonlocal blobs
        size = 2 + 12 * len(items) + 4
        rows, extra = b"", b""
        for tag, kind, count, value in items:
            if len(value) > 4:
                rows += struct.pack("<HHII", tag, kind, count, at + size + len(extra))
                extra += value + b"\0" * (len(value) % 2)
            else:
                rows += struct.pack("<HHI", tag, kind, count) + value.ljust(4, b"\0")
        return struct.pack("<H", len(items)) + rows + b"\0\0\0\0" + extra

    shot = [(0x9003, 2, len(original) + 1, original + b"\0")]
    if offset:
        shot.append((0x9011, 2, len(offset) + 1, offset + b"\0"))
    where = []
    if gps:
        day, clock = gps
        numbers = b"".join(struct.pack("<II", part, 1) for part in clock)
        where = [(7, 5, 3, numbers), (29, 2, len(day) + 1, day + b"\0")]
    entries = [(0x8769, 4, 1, b"0000"), *([(0x8825, 4, 1, b"0000")] if where else [])]
    first = 8
    second = first + 2 + 12 * len(entries) + 4
    inner = directory(shot, second)
    third = second + len(inner)
    entries = [
        (0x8769, 4, 1, struct.pack("<I", second)),
        *([(0x8825, 4, 1, struct.pack("<I", third))] if where else []),
    ]
    tiff = b"II*\0" + struct.pack("<I", first) + directory(entries, first) + inner
    tiff += directory(where, third) if where else b""
    segment = b"Exif\0\0" + tiff
    return b"\xff\xd8\xff\xe1" + struct.pack(">H", len(segment) + 2) + segment + b"\xff\xd9"


def test_a_photo_tells_when_and_where_it_was_taken_and_brings_itself(drafts):
    (found,) = drafts("photo/made_here_time_place.jpg")
    assert moment(found) == ("2024-03-09T14:21:07+01:00", None, "second")
    place = found.event.location.coordinates
    assert (round(place.latitude, 4), round(place.longitude, 4), place.altitude_m) == (52.2297, 21.0122, 113)
    assert found.event.context.device.name == "Example Example Camera 1"
    assert found.event.provenance.metadata["timeZone"] == "told"
    assert found.event.files[1].content_type == "image/jpeg"


def test_a_camera_without_a_zone_gets_it_from_gps_time(written):
    (found,) = written("photo", exif(gps=(b"2024:03:09", (8, 51, 8))))
    assert moment(found) == ("2024-03-09T14:21:07+05:30", None, "second")
    assert found.event.provenance.metadata["timeZone"] == "from GPS time"


@pytest.mark.parametrize(
    "gps", [None, (b"2024:03:09", (8, 1, 8)), (b"2024:02:09", (8, 51, 8)), (b"2024:13:09", (8, 0, 0))]
)
def test_a_zone_that_nothing_tells_is_said_to_be_unknown(written, gps):
    """GPS time that stands minutes off every zone, or days away, is no evidence."""
    said = []
    options = {"time_zone": "Europe/Warsaw", "notice": lambda *remark: said.append(remark)}
    (found,) = written("photo", exif(gps=gps), "a.jpg", **options)
    assert moment(found) == ("2024-03-09T14:21:07", "Europe/Warsaw", "approximate")
    assert found.event.provenance.metadata["timeZone"] == "unknown"
    assert "names no zone" in said[0][1]


def test_a_photo_without_exif_is_a_photo_without_time_and_place(written):
    (found,) = written("photo", b"\x89PNG\r\n\x1a\n" + bytes(40))
    assert (found.event.time, found.event.location) == (None, None)


def test_the_same_picture_is_known_whatever_it_is_called(written):
    one, two = (written("photo", exif(), name)[0] for name in ("a.jpg", "b.jpg"))
    assert one.event.idempotency_key == two.event.idempotency_key


# -- flights -----------------------------------------------------------------------------------------------------------


def test_a_flight_leaves_by_the_clock_of_its_airport(drafts):
    flown, diverted, cancelled = drafts("flights/made_here_flights.csv", time_zone="Asia/Tokyo")
    assert moment(flown) == ("2024-03-02T07:45", "Europe/Warsaw", "minute")
    assert flown.event.location.coordinates is not None
    assert [(one.identifier, one.role) for one in flown.event.entities] == [("WAW", "origin"), ("LHR", "destination")]
    assert "Window, left side" in text(flown)
    assert moment(diverted) == ("2024-03-09T10:05", "Europe/London", "minute")
    assert diverted.event.entities[1].identifier == "BER"
    assert moment(cancelled) == ("2024-04-01T10:00", "Asia/Tokyo", "approximate")
    assert cancelled.event.kind == "flight.cancelled"


def test_a_list_without_its_columns_is_refused(written):
    with pytest.raises(InvalidError, match="names no column"):
        written("flights", "Date,Airline\n2024-01-01,LOT\n")
    with pytest.raises(InvalidError, match="UTF-8"):
        written("flights", b"Date,Airline,Flight,From,To\n\xff\n")


def test_points_of_no_place_are_none(written):
    content = '{"locations": [{"timestamp": "2024-01-01T00:00:00Z", "latitudeE7": 2000000000, "longitudeE7": 0}]}'
    (record,) = written("google_takeout", content)
    assert record.reason == "has no place"
