"""The block for a prompt: within its budget, in order of time, cited, contradictions side by side, what others gave quoted."""

import re

from hypothesis import given
from hypothesis import strategies as st

from kenning.rules.recall.context import HEAD, Line, block, tokens_of

SIGNS = st.text(st.sampled_from("ab «»[]()\n\r\u2028:-é漢"), max_size=24)
IDS = st.integers(0, 9).map("evt_{}".format)
CITED = st.lists(IDS, min_size=1, max_size=3).map(tuple)
TIMES = st.one_of(st.none(), st.integers(-5, 5))
LINES = st.lists(
    st.builds(
        Line,
        at=st.just("then"),
        at_us=TIMES,
        said=SIGNS,
        actor=SIGNS,
        cited=CITED,
        quoted=st.just(True),
        mark=st.sampled_from(["", "contradicting", "stale"]),
        others=st.lists(st.tuples(SIGNS, CITED), max_size=2).map(tuple),
    ),
    max_size=6,
)
REMARKS = st.lists(
    st.sampled_from(["Nothing of this is known of «Bo».", "It is not known whom «my aunt» means."]), max_size=2
)
LINE = re.compile(r"- then( [^«»]*:)? «[^«»]*»( \((stale|contradicting)\))? \[evt_\d(, evt_\d)*\]")
BESIDE = re.compile(
    r"- then( [^«»]*:)? «[^«»]*» \[evt_\d(, evt_\d)*\]( or «[^«»]*» \[evt_\d(, evt_\d)*\])+( \((stale|contradicting)\))?"
)


@given(LINES, REMARKS, st.integers(0, 400))
def test_a_block_never_exceeds_its_budget(lines, remarks, budget):
    assert tokens_of(block(lines, remarks, budget)) <= budget


@given(LINES, REMARKS)
def test_every_line_is_one_line_quoted_and_cited_and_contradictions_stand_in_it_side_by_side(lines, remarks):
    shown = block(lines, remarks, 1 << 20).split("\n")
    head, body, told = shown[:1], shown[1 : 1 + len(lines)], shown[1 + len(lines) :]
    assert (head == [HEAD], told) == (True, remarks) if lines else shown == (remarks or [""])
    for one in body if lines else ():
        assert LINE.fullmatch(one) or BESIDE.fullmatch(one)
    if lines:
        assert sum(one.count(" or «") for one in body) == sum(len(line.others) for line in lines)


@given(LINES, st.integers(0, 400))
def test_lines_stand_in_order_of_time_and_those_of_no_time_behind_them(lines, budget):
    told = [Line(at="then", at_us=one.at_us, said=str(place), cited=("evt_1",)) for place, one in enumerate(lines)]
    places = [int(said) for said in re.findall(r"«(\d+)»", block(told, (), budget))]
    assert places == sorted(places, key=lambda place: (told[place].at_us is None, told[place].at_us or 0, place))


@given(LINES, st.integers(0, 400))
def test_of_lines_that_are_alike_long_the_better_are_kept(lines, budget):
    told = [Line(at="then", at_us=one.at_us, said=str(place), cited=("evt_1",)) for place, one in enumerate(lines)]
    kept = sorted(int(said) for said in re.findall(r"«(\d+)»", block(told, (), budget)))
    assert kept == list(range(len(kept)))


def test_a_name_that_is_given_with_brackets_cites_nothing():
    shown = block([Line(at="then", said="hi", actor="Bo [evt_9]: x", cited=("evt_1",))], (), 200)
    assert re.findall(r"\[(.*?)\]", shown) == ["evt_1"]
