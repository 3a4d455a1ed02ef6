import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.faces.cli.page import Page, plain, span


class Terminal(io.StringIO):
    def isatty(self):
        return True


@given(st.text())
def test_plain_text_has_nothing_that_a_terminal_obeys(text):
    shown = plain(text)
    obeyed = [sign for sign in shown if (ord(sign) < 32 and sign != "\n") or 0x7F <= ord(sign) < 0xA0]
    assert obeyed == []
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029")


@given(st.text())
def test_plain_text_stays_as_it_is(text):
    assert plain(plain(text)) == plain(text)


def test_ordinary_text_is_printed_as_typed():
    stream = io.StringIO()
    Page(stream).line(span("[bold]50% [/bold] :smile: https://a.b 👩‍👩‍👧 שלום"))
    assert stream.getvalue() == "[bold]50% [/bold] :smile: https://a.b 👩‍👩‍👧 שלום\n"


def test_off_a_terminal_a_line_stays_a_line_without_colour():
    stream = io.StringIO()
    Page(stream).hanging(span("ann  ", "cyan"), span("word " * 100, "bold red"))
    assert stream.getvalue() == "ann  " + ("word " * 100).rstrip() + "\n"


def test_what_does_not_fit_hangs_below_the_first_line():
    stream = io.StringIO()
    Page(stream, columns=40).hanging(span("ann  "), span("one two three four five six seven eight nine\nten"))
    assert stream.getvalue() == "ann  one two three four five six seven\n     eight nine\n     ten\n"


def test_wide_letters_count_as_wide():
    stream = io.StringIO()
    Page(stream, columns=30).hanging(span("ann  "), span("東京" * 10))
    assert [len(line) for line in stream.getvalue().splitlines()] == [5 + 12, 5 + 8]


def test_where_the_head_takes_all_room_the_body_goes_below():
    stream = io.StringIO()
    Page(stream, columns=30).hanging(span("2026-06-01 09:00  Priya  "), span("here"))
    assert stream.getvalue() == "2026-06-01 09:00  Priya\n    here\n"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colour_is_left_out_where_it_is_not_wanted(monkeypatch, name, value):
    for other in ("FORCE_COLOR", "NO_COLOR", "COLORTERM"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = Terminal()
    Page(coloured).line(span("a", "cyan"))
    assert coloured.getvalue() == "\x1b[36ma\x1b[0m\n"
    monkeypatch.setenv(name, value)
    bare = Terminal()
    Page(bare).line(span("a", "cyan"))
    assert bare.getvalue() == "a\n"
