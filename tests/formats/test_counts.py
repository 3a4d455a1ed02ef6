"""Every fixture holds as many records as were counted without this code; see ``tests/golden/formats/ATTRIBUTION.md``."""

import json
from pathlib import Path

import msgspec
import pytest

from kenning.errors import InvalidError, UnsupportedError
from kenning.formats import FORMATS, Draft, Options, Record, Skipped, by_name, recognise
from kenning.formats.draft import is_reserved
from kenning.model.event import Event
from kenning.store import foreign

GOLDEN = Path(__file__).parents[1] / "golden" / "formats"
EXPECTED: dict[str, dict[str, int]] = json.loads((GOLDEN / "EXPECTED.json").read_text(encoding="utf-8"))
UNITS = {
    *("message.posted", "mail.received", "calendar.entry", "contact.card", "page.visited", "bank.transaction"),
    *("memory.noted", "fact.noted"),
}
WHOLE = {"github", "google_takeout", "photo", "home_assistant", "flights", "gpx"}  # all of their events are units
READING = Options(tables=foreign.opened)
FILES = pytest.mark.parametrize("file", EXPECTED)


def read(file: str, options: Options | None = None) -> list[Record]:
    """The records of a fixture, read by the format of its folder."""
    return list(FORMATS[file.partition("/")[0]].read(GOLDEN / file, options or READING))


def drafts(file: str) -> list[Draft]:
    """The drafts among them."""
    return [record for record in read(file) if isinstance(record, Draft)]


def is_unit(draft: Draft) -> bool:
    """Whether it is of the format's own unit; every CloudEvent is, whatever its kind."""
    kind, source = draft.event.kind, draft.event.source
    measured = kind.startswith(("health.", "workout."))
    if kind in {"health.activity_summary", "health.correlation"}:
        measured = False
    return kind in UNITS or measured or source.name in WHOLE or source.channel == "cloudevents"


@FILES
def test_a_format_is_known_by_its_looks(file):
    assert recognise(GOLDEN / file).name == file.partition("/")[0]


@FILES
def test_no_record_is_lost_and_none_is_invented(file):
    records = read(file)
    told = [record for record in records if isinstance(record, Draft)]
    units = sum(map(is_unit, told))
    skipped = sum(isinstance(record, Skipped) for record in records)
    found = {"events": units, "other": len(records) - units - skipped, "skipped": skipped}
    assert found == EXPECTED[file]


@FILES
def test_every_event_is_one_that_the_log_takes(file):
    for draft in drafts(file):
        assert msgspec.json.decode(msgspec.json.encode(draft.event), type=Event) == draft.event
        assert [content.role for content in draft.event.files].count("primary") == 1
        assert not is_reserved(draft.event.kind)
        assert draft.event.source.type == "import"
        assert draft.event.privacy is None
        assert draft.event.provenance is not None
        assert draft.event.provenance.basis == "imported"


@FILES
def test_reading_twice_tells_the_same_and_every_record_has_a_key_of_its_own(file):
    first, second = drafts(file), drafts(file)
    assert first == second
    keys = [draft.event.idempotency_key for draft in first]
    assert len(set(keys)) == len(keys)
    assert None not in keys


@FILES
def test_every_answer_names_a_key_and_every_key_one_record(file):
    keys = [draft.key for draft in drafts(file) if draft.key]
    assert len(set(keys)) == len(keys)


def test_what_no_format_knows_is_refused_with_the_formats_there_are(tmp_path):
    file = tmp_path / "strange.bin"
    file.write_bytes(b"\x7fELF\0\0\0")
    with pytest.raises(UnsupportedError, match=r"strange\.bin.*cloudevents, discord, flights"):
        recognise(file)
    with pytest.raises(InvalidError, match=r"format.*fax.*mail"):
        by_name("fax")
    with pytest.raises(InvalidError, match="No such file"):
        recognise(tmp_path / "nothing")


def test_a_zip_without_its_end_is_refused_as_damaged(tmp_path):
    file = tmp_path / "export.zip"
    file.write_bytes((GOLDEN / "slack" / "made_here_export.zip").read_bytes()[:3000])
    with pytest.raises(InvalidError, match=r"export\.zip"):
        recognise(file)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("messages of nobody's", '{"participants": [], "messages": [{"from": "A", "at": 1}]}'),
        ("half of Discord", '{"guild": {"id": "0"}, "messages": [{"type": "Default"}]}'),
        ("stars of nothing", '[{"starred_at": "2024-01-01T00:00:00Z"}]'),
        ("a list of repositories", '{"full_name": "a/b", "stargazers_count": 1, "html_url": "https://example.org"}'),
        ("an event of a house's", '{"event_type": "x"}'),
        ("a type of somebody's", '{"type": "m", "content": {}}'),
        ("a table", "Date,Airline,From\n2024-01-01,LOT,WAW\n"),
        ("a list of places", '{"locations": [{"lat": 1, "lon": 2}]}'),
        ("links", '[{"url": "https://example.org", "title": "x"}]'),
        ("XML", "<?xml version='1.0'?><gpxx/>"),
        ("brackets", "[x]: y\n"),
        ("a log", "2024-01-01 12:00:01: error: disk full\n2024-01-01 12:00:02: error: disk full\n"),
        ("a log of Python's", "2024-01-01 12:00:01,123 - root - INFO - started\n"),
        ("a page", "<!doctype html>\n<title>From: here</title>\n"),
        ("prose", "To: be or not to be\n\nThat is the question.\n"),
    ],
)  # fmt: skip
def test_what_only_resembles_a_format_is_not_taken_for_it(tmp_path, name, content):
    file = tmp_path / "file"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(UnsupportedError):
        recognise(file)
