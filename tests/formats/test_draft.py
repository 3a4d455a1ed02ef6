"""The one place where drafts are checked, and the parts from which all formats build them."""

import string
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.formats import Draft, Options, Skipped
from kenning.formats.draft import checked, is_reserved
from kenning.formats.parts import (
    Occurrences,
    attachment,
    clean,
    idempotency_key,
    kind_of,
    limited,
    phone_number,
    primary,
)
from kenning.model.event import RESERVED_PREFIXES, Event, File, Source, Time

NOTE = Event(kind="note.created", source=Source(type="import", name="x"), files=[File(role="primary", content="x")])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "two words"}, "kind"),
        ({"kind": "entity.merged"}, "reserved"),
        ({"kind": "Trust.raised"}, "reserved"),
        ({"kind": "event"}, "reserved"),
        ({"files": []}, "primary"),
        ({"files": [File(role="primary"), File(role="primary")]}, "primary"),
        ({"files": [File(role="primary", content="a\0b")]}, "NUL"),
        ({"files": [File(role="primary", content="\ud800")]}, "surrogate"),
        ({"files": [File(role="primary", name="x" * 2000)]}, "length"),
        ({"time": Time(occurred_at="2026-13-01", time_zone="UTC")}, "time.occurredAt"),
        ({"time": Time(occurred_at="2026-01-01T10:00")}, "no timeZone"),
        ({"time": Time(captured_at="2026-01-01", time_zone="Mars/Base")}, "time zone"),
        ({"idempotency_key": "x" * 600}, "length"),
    ],
)
def test_what_the_log_would_refuse_is_no_draft(change, reason):
    record = checked(msgspec.structs.replace(NOTE, **change), "line 7")
    assert isinstance(record, Skipped)
    assert record.where == "line 7"
    assert reason in record.reason


def test_a_sound_event_is_a_draft_and_an_escape_that_looks_like_a_nul_is_sound():
    event = msgspec.structs.replace(NOTE, files=[File(role="primary", content=r"\u0000 as text")])
    assert isinstance(checked(event, "line 1"), Draft)


def test_every_reserved_prefix_is_refused_alone_and_with_a_tail():
    for prefix in RESERVED_PREFIXES:
        assert is_reserved(prefix + "x")
        assert is_reserved(prefix[:-1])
    assert not is_reserved("events.seen")


@given(st.text(alphabet=st.characters(codec=None), max_size=50))
def test_cleaned_text_can_always_be_written(text):
    cleaned = clean(text)
    cleaned.encode()
    assert "\0" not in cleaned
    assert clean(cleaned) == cleaned


@given(st.one_of(st.text(max_size=3000), st.integers(), st.none(), st.booleans(), st.floats()))
def test_a_name_is_one_line_within_its_limit(value):
    name = limited(value)
    assert name is None or (0 < len(name) <= 1024 and "\n" not in name)


@given(st.text(max_size=300))
def test_a_kind_made_of_foreign_words_is_a_kind(text):
    kind = kind_of("chat", text)
    assert len(kind) <= 128
    assert set(kind) <= set(string.ascii_lowercase + string.digits + "._")


@given(st.lists(st.sampled_from("abc"), max_size=30))
def test_equal_records_are_numbered_and_different_ones_are_not(names):
    occurrences = Occurrences()
    numbered = [(name, occurrences.number("2024-01-01", name)) for name in names]
    assert len(set(numbered)) == len(numbered)
    assert all((name, 0) in numbered for name in names)


def test_a_key_says_nothing_of_what_it_covers_and_fits():
    key = idempotency_key("mail", "\ud800", "secret" * 1000, None, 7)
    assert key.startswith("mail:")
    assert len(key) < 64
    assert key == idempotency_key("mail", "\ud800", "secret" * 1000, None, 7)


def test_long_text_goes_to_a_file_of_its_own_or_is_cut_aloud(tmp_path):
    long = "é" * 600_000
    unpacked = primary(long, Options(unpack_into=tmp_path))
    assert unpacked.path is not None
    assert (tmp_path / unpacked.path).read_text(encoding="utf-8") == long
    cut = primary(long, Options())
    assert cut.metadata == {"cut": True}
    assert cut.content is not None
    assert len(cut.content.encode()) <= 1 << 20


@pytest.mark.parametrize("name", ["a.jpg", "../../etc/passwd", "x" * 3000 + ".png", "\0\ud800", None, ".", "a.b/c.d?e"])
def test_a_piece_is_unpacked_inside_whatever_its_name(tmp_path, name):
    file = attachment(bytes(70_000), name, Options(unpack_into=tmp_path))
    assert file.path is not None
    assert Path(file.path).name == file.path
    assert [child.name for child in tmp_path.iterdir()] == [file.path]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("+48 600 100 200", "+48600100200"),
        ("٠١٢٣٤٥٦٧", "01234567"),
        ("1234", None),
        ("call me", None),
        (None, None),
        (7, None),
    ],
)
def test_a_phone_number_is_its_digits(text, number):
    assert phone_number(text) == number
