"""Copies take one place, and a session is worth what its lines are."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.rules.recall.fuse import by_session, copies

SAID = st.lists(st.text("ab ", max_size=6).map(lambda said: tuple(said.split())), max_size=8)
LINES = ("dinner at eight at the harbour", "lunch at one")


def folded(*said):
    return copies([tuple(one.lower().split()) for one in said], range(len(said)))


@given(SAID)
def test_every_line_has_a_place_or_is_a_copy_of_one_that_has_and_nothing_is_lost(said):
    kept, found = copies(said, range(len(said)))
    assert sorted([*kept, *(one for each in found.values() for one in each)]) == list(range(len(said)))
    assert set(found) <= set(kept)
    assert kept == sorted(kept)
    assert len({said[place] for place in kept}) == len(kept)


@pytest.mark.parametrize("lead", ["Fwd", "FW", "forwarded from Ana Reis", "Forwarded message From Ana Subject dinner"])
def test_what_is_passed_on_is_a_copy_whichever_is_found_first(lead):
    assert folded(LINES[0], f"{lead} {LINES[0]}", LINES[1]) == ([0, 2], {0: [1]})
    assert folded(f"{lead} {LINES[0]}", LINES[1], LINES[0]) == ([0, 1], {0: [2]})


def test_who_says_something_else_before_the_same_words_says_something_else():
    assert folded(LINES[0], f"no {LINES[0]}", f"why {LINES[0]}") == ([0, 1, 2], {})
    assert folded("ok", "fwd ok") == ([0, 1], {})


SCORES = st.lists(st.tuples(st.integers(0, 3), st.integers(1, 100)), min_size=1, max_size=12)


@given(SCORES)
def test_a_session_is_worth_its_best_line_at_least_and_twice_that_at_most(told):
    scores = np.array([score for _, score in told], float)
    order = [int(place) for place in np.argsort(-scores, kind="stable")]
    ranked = by_session(order, scores, [session for session, _ in told])
    assert sorted(place for _, _, places in ranked for place in places) == list(range(len(told)))
    assert [score for _, score, _ in ranked] == sorted((score for _, score, _ in ranked), reverse=True)
    for _, score, places in ranked:
        assert scores[places[0]] <= score < 2 * scores[places[0]]


def test_a_session_that_answers_twice_goes_before_one_that_answers_once_as_well():
    scores = np.array([3.0, 3.0, 2.0])
    assert [session for session, _, _ in by_session([0, 1, 2], scores, ["once", "twice", "twice"])] == ["twice", "once"]
    assert by_session([0, 1], scores, [None, None, None]) == []
