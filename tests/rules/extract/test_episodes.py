"""Episodes: every event in exactly one, none over a silence or of two threads, whatever order they come in."""

import random
from collections.abc import Sequence
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from kenning.rules import text
from kenning.rules.knowledge.extract.episodes import Moment, Run, cut, is_over, keys, rarity, summary, telling, words_of

SILENCE = 10
THREADS = st.sampled_from([("chat", "a"), ("chat", "b"), ("", "a")])
MOMENTS = st.lists(st.tuples(st.integers(-50, 50), THREADS), max_size=30).map(
    lambda many: [Moment(number, at, thread) for number, (at, thread) in enumerate(many)]
)


@given(moments=MOMENTS, most=st.integers(1, 5))
def test_every_event_is_in_one_episode_and_none_reaches_over_a_silence(moments: list[Moment], most: int):
    found = cut(moments, SILENCE, most)
    assert sorted(one.event for run in found for one in run) == list(range(len(moments)))
    for run in found:
        assert len({one.thread for one in run}) == 1
        assert 1 <= len(run) <= most
        assert all(0 <= later.at_us - earlier.at_us <= SILENCE for earlier, later in pairwise(run))
    assert [run[0].at_us for run in found] == sorted(run[0].at_us for run in found)


@given(moments=MOMENTS, most=st.integers(1, 5))
def test_what_is_cut_apart_was_silent_or_full(moments: list[Moment], most: int):
    by_thread: dict[tuple[str, str], list[Run]] = {}
    for run in cut(moments, SILENCE, most):
        by_thread.setdefault(run[0].thread, []).append(run)
    for runs in by_thread.values():
        for earlier, later in pairwise(runs):
            assert later[0].at_us - earlier[-1].at_us > SILENCE or len(earlier) == most


@given(moments=MOMENTS, seed=st.integers(0, 1000))
def test_the_order_in_which_events_come_does_not_matter(moments: list[Moment], seed: int):
    shuffled = list(moments)
    random.Random(seed).shuffle(shuffled)
    assert cut(shuffled, SILENCE) == cut(moments, SILENCE)


def test_an_episode_is_over_when_silence_has_passed():
    (run,) = cut([Moment(1, 0, ("", "")), Moment(2, 5, ("", ""))], SILENCE)
    assert [is_over(run, now, SILENCE) for now in (5, 15, 16)] == [False, False, True]


LINES = st.lists(st.text(alphabet="tea figs rain?? ÄÖ茶", max_size=30), max_size=8)


def weights(lines: Sequence[str]) -> dict[int, float]:
    return rarity(100, {}, keys(words_of(lines)))


@given(lines=LINES, most=st.integers(1, 4))
def test_lines_that_tell_are_chosen_once_in_order_and_no_more_than_asked(lines: list[str], most: int):
    found = telling(lines, words_of(lines), weights(lines), most)
    assert found == sorted(set(found))
    assert len(found) <= most
    assert all(text.query_keys(lines[place]) for place in found)
    assert summary([("", line) for line in lines], found).count("\n") == max(0, len(found) - 1)


def test_what_is_often_said_here_and_rare_elsewhere_is_told():
    lines = [
        "Good morning all",
        "The boiler is leaking",
        "Is the boiler leaking again?",
        "See you",
        "A plumber fixes the boiler on Friday",
    ]
    matching = {text.term_key(token): 90 for token in text.tokens("good morning see all")}
    assert telling(lines, words_of(lines), rarity(100, matching, keys(words_of(lines))), 2) == [1, 4]


def test_a_long_line_is_cut_at_a_blank_and_half_a_word_is_never_left():
    (line,) = summary([("Rui", "lovely weather " * 40)], [0]).splitlines()
    assert line.startswith("Rui: lovely weather")
    assert line.endswith(("lovely…", "weather…"))
    assert len(line) <= 290


def test_nothing_is_told_of_lines_without_words():
    assert telling(["!!", ""], words_of(["!!", ""]), {}) == []
    assert summary([], []) == ""
