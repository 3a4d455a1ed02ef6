"""Recall as a rule: what lifts a line, what it may not do, and that every score is what its lanes gave it."""

import re
from datetime import UTC, date, datetime

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.rules import text
from kenning.rules.recall import when
from kenning.rules.recall.context import HEAD, Line, block, tokens_of
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import taken_apart
from kenning.rules.recall.ranking import Asked, rank
from kenning.rules.recall.words import Counted

LANES = frozenset({"lexical", "graph", "time", "shape"})
NOW = int(datetime(2026, 6, 10, 12, tzinfo=UTC).timestamp()) * 1_000_000


def passage(event, said, **more):
    return Passage(since=event, event=event, text=said, words=tuple(text.words(said)), **more)


def answered(question, passages, following=None, *, names=(), anchors=(), times=(), lanes=LANES, fusion="weighted"):
    taken = taken_apart(question, names)
    matching: dict[int, int] = {}
    for one in passages:
        for key in {text.term_key(token) for token in text.tokens(one.text)}:
            matching[key] = matching.get(key, 0) + 1
    asked = Asked(
        question=taken,
        counted=Counted(len(passages), matching),
        anchors=frozenset(anchors),
        times=tuple(times),
        zone=UTC,
        lanes=lanes,
        fusion=fusion,
    )
    return rank(asked, passages, following or {}, None)


def test_a_form_of_a_word_is_found_by_another():
    found = answered("Where did we go swimming?", [passage(1, "I swam and went home"), passage(2, "The bakery opened")])
    assert found.order == [0]


def test_who_is_asked_about_goes_before_others_who_say_the_same():
    lines = [passage(1, "I bought a red bicycle", actor=7), passage(2, "I bought a bicycle, red", actor=8)]
    assert answered("Which bicycle did Ann buy?", lines, names=("Ann",), anchors=(8,)).order[0] == 1
    assert answered("Which bicycle did Ann buy?", lines, names=("Ann",), anchors=(7,)).order[0] == 0


def test_what_stands_beside_a_line_is_found_with_it_where_a_question_asks_and_not_where_one_word_does():
    lines = [
        passage(1, "Did the dentist fix the tooth?", actor=1),
        passage(2, "Yes, all well", actor=2),
        passage(3, "Rain again"),
    ]
    beside = {1: 2}
    assert 1 in answered("Did the dentist fix the tooth?", lines, beside).order
    assert answered("dentist", lines, beside).order == [0]


def test_a_line_one_hop_on_is_lifted_by_the_one_that_names_whom_it_is_about():
    lines = [
        passage(1, "The harbour film was directed by Jo Doe", spots=((5, "subject"), (6, "mentioned"))),
        passage(2, "Jo Doe was born in Oslo", spots=((6, "subject"),)),
        passage(3, "Max Roe was born in Oslo", spots=((9, "subject"),)),
    ]
    found = answered("Where was the director of the harbour film born?", lines)
    assert found.order.index(1) < found.order.index(2)
    without = answered("Where was the director of the harbour film born?", lines, lanes=LANES - {"graph"})
    assert "graph" not in without.lanes


def test_nothing_is_known_of_one_whose_like_only_another_has():
    lines = [passage(1, "I adopted a puppy last week", actor=1), passage(2, "How nice, I am off to work", actor=2)]
    found = answered("When did Bea adopt a puppy?", lines, names=("Bea",), anchors=(2,))
    assert (found.unknown, found.elsewhere) == ([2], [0])
    assert answered("When did Al adopt a puppy?", lines, names=("Al",), anchors=(1,)).unknown == []


@pytest.mark.parametrize("fusion", ["weighted", "rrf"])
@given(
    said=st.lists(st.text("abc d?", min_size=1, max_size=12), min_size=1, max_size=8),
    asked=st.text("abc d", min_size=1),
)
def test_every_score_is_the_sum_of_what_the_lanes_gave(fusion, said, asked):
    lines = [passage(number, one) for number, one in enumerate(said, 1)]
    found = answered(asked, lines, fusion=fusion)
    for place in found.order:
        assert sum(part.share for part in found.parts([place])[0]) == pytest.approx(float(found.scores[place]))
    assert len(set(found.order)) == len(found.order)
    again = answered(asked, lines, fusion=fusion)
    assert (again.order, np.array_equal(again.scores, found.scores)) == (found.order, True)


@pytest.mark.parametrize(
    ("asked", "day", "fits"),
    [
        ("What did we do yesterday?", date(2026, 6, 9), 1.0),
        ("What did we do yesterday?", date(2026, 6, 10), 0.0),
        ("Who called three days ago?", date(2026, 6, 7), 1.0),
        ("Who came last month?", date(2026, 5, 31), 1.0),
        ("Who came last month?", date(2026, 6, 1), 0.0),
        ("Where was I in May 2023?", date(2023, 5, 8), 1.0),
        ("Where was I on 8 May?", date(2020, 5, 8), 1.0),
        ("Where was I on 8 May?", date(2020, 5, 9), 0.5),
        ("Where was I on 2023-02-30?", date(2023, 2, 1), 1.0),
        ("Where was I last friday?", date(2026, 6, 5), 1.0),
    ],
)
def test_a_time_in_a_question_is_a_window(asked, day, fits):
    assert max(one.holds(day) for one in when.asked(asked, NOW, UTC)) == fits


def test_may_is_a_verb_where_nothing_says_that_it_is_a_month():
    assert when.asked("May I come, or may she?", NOW, UTC) == []


@given(st.text(max_size=60), st.text(max_size=20), st.integers(0, 120))
def test_nothing_said_ends_its_quote_or_begins_a_line_and_the_budget_holds(said, actor, budget):
    lines = [Line(at="2026-06-01", said=said, actor=actor, cited=("evt_1",))]
    shown = block(lines, (), budget)
    assert tokens_of(shown) <= budget
    if shown:
        head, line = shown.split("\n")
        assert head == HEAD
        assert line.count("«") == line.count("»") == 1
        assert re.fullmatch(r"- 2026-06-01.*«.*» \[evt_1\]", line)
