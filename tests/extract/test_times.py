"""Times that somebody names are those of the day on which they say it, in their own zone."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.rules.knowledge.extract.sentences import sentences
from kenning.rules.knowledge.extract.times import day_said, told, zone_of

NOON = int(datetime(2026, 6, 10, 12, tzinfo=UTC).timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("said", "ahead", "at", "precision"),
    [
        ("yesterday", False, "2026-06-09", "day"),
        ("tomorrow", True, "2026-06-11", "day"),
        ("next week", True, "2026-06-15", "week"),
        ("next month", True, "2026-07", "month"),
        ("last year", False, "2025", "year"),
        ("in three days", True, "2026-06-13", "day"),
        ("in August", False, "2025-08", "month"),
        ("in August", True, "2026-08", "month"),
        ("on Friday", False, "2026-06-05", "day"),
        ("on Friday", True, "2026-06-12", "day"),
        ("since 2019", False, "2019", "year"),
        ("on 10 June", False, "2026-06-10", "day"),
        ("on 11 June", False, "2025-06-11", "day"),
    ],
)
def test_a_time_is_anchored_to_the_day_it_is_said(said, ahead, at, precision):
    assert told(said, NOON, UTC, ahead=ahead) == (at, precision)


def test_a_day_is_that_of_the_speaker():
    late = int(datetime(2026, 6, 10, 23, 30, tzinfo=UTC).timestamp()) * 1_000_000
    assert told("today", late, UTC) == ("2026-06-10", "day")
    assert told("today", late, ZoneInfo("Asia/Tokyo")) == ("2026-06-11", "day")
    assert told("today", late, zone_of("+02:00")) == ("2026-06-11", "day")


@given(
    st.integers(-(1 << 62), 1 << 62), st.sampled_from(["yesterday", "in 999 years", "999 years ago", "on 29 February"])
)
def test_no_moment_breaks_it(at_us, said):
    told(said, at_us, UTC)
    told(said, at_us, UTC, ahead=True)
    day_said(said, at_us, UTC)


@given(st.text(max_size=200))
def test_sentences_are_pieces_of_their_text_in_order(text):
    end = 0
    for one in sentences(text):
        assert text[one.start : one.start + len(one.text)] == one.text
        assert one.start >= end
        end = one.start + len(one.text)


def test_an_offset_is_a_zone_and_nonsense_is_utc():
    assert zone_of("-03:30").utcoffset(None) == -timedelta(hours=3, minutes=30)
    assert zone_of("Nowhere/Land").utcoffset(datetime(2026, 1, 1, tzinfo=UTC)) == timedelta(0)
