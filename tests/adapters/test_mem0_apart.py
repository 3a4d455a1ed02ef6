"""Nobody's memories are met by a search for somebody else, and what others remember changes no byte of an answer."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.adapters.mem0 import Memory
from kenning.adapters.seat import ADAPTER, CHANNEL, seat
from tests.adapters.conftest import QUICK

WORDS = st.lists(
    st.sampled_from(["pizza", "tea", "Porto", "Anna", "loves", "my sister", "boat"]), min_size=1, max_size=5
)
OTHERS = st.lists(st.tuples(st.sampled_from(["bea", "cem"]), WORDS.map(" ".join)), max_size=6)
QUESTIONS = ("Who loves pizza?", "What does my sister drink: tea?", "Anna in Porto", "boat")


def answers(m: Memory) -> Any:
    """All that is answered about one user, without what the clock and the dice gave."""
    told = [m.get_all(filters={"user_id": "alex"}, top_k=100)]
    told += [m.search(question, filters={"user_id": "alex"}, top_k=100, explain=True) for question in QUESTIONS]
    dropped = {"id", "created_at", "updated_at"}
    return [[{k: v for k, v in one.items() if k not in dropped} for one in each["results"]] for each in told]


@settings(max_examples=8)
@given(own=st.lists(WORDS.map(" ".join), min_size=1, max_size=4, unique=True), others=OTHERS, late=st.booleans())
def test_what_others_remember_changes_no_byte_of_an_answer(own, others, late):
    told = []
    crowds: list[list[tuple[str, str]]] = [[], others]
    for crowd in crowds:
        with kenning.open(":memory:", config=QUICK) as keeper:
            m = Memory(keeper)
            for user, text in () if late else crowd:
                m.add(text, user_id=user, infer=False)
            for text in own:
                m.add(text, user_id="alex")
            for user, text in crowd if late else ():
                m.add(text, user_id=user, infer=False)
            told.append(answers(m))
    assert told[0] == told[1]


def test_an_id_of_one_sort_is_none_of_another(keeper):
    m = Memory(keeper)
    for name in ("user_id", "agent_id", "run_id"):
        m.add(f"by {name}", **{name: "alex"})  # type: ignore[arg-type]
    for name in ("user_id", "agent_id", "run_id"):
        found = m.search("by", filters={name: "alex"})["results"]
        assert [one["memory"] for one in found] == [f"by {name}"]


def test_neither_case_nor_shape_of_an_id_leads_to_another(keeper):
    m = Memory(keeper)
    ids = ["alex", "Alex", "ALEX", "alex2", "alеx", "alex&agent_id=x", "*x", "evt_1"]
    for one in ids:
        m.add(f"the word of {one}", user_id=one)
    for one in ids:
        assert [found["memory"] for found in m.search("word", user_id=one)["results"]] == [f"the word of {one}"]


def test_a_session_of_one_does_not_know_the_other(keeper):
    m = Memory(keeper)
    m.add("My sister Anna lives in Porto", user_id="alex")
    hers = m.add("My sister Anna lives in Rome", user_id="bea")["results"][0]["id"]
    session = m.session(user_id="alex")
    assert [view.text for view in session.timeline()] == ["My sister Anna lives in Porto"]
    assert [hit.text for hit in session.recall("Anna Rome Porto")] == ["My sister Anna lives in Porto"]
    try:
        session.view(hers)
    except kenning.NotFoundError:
        pass
    else:
        raise AssertionError("it was shown")


def test_a_token_for_one_opens_the_memories_of_one(served):
    m = Memory(served.keeper)
    m.add("Alex keeps bees", user_id="alex")
    m.add("Bea keeps bees", user_id="bea")
    token = served.keeper.issue_token(ADAPTER, channel=CHANNEL, agent=m.session(user_id="alex").agent)
    afar = Memory(served.open(token.secret))

    def found(**whom: str) -> list[str]:
        return [one["memory"] for one in afar.search("bees", filters=dict(whom))["results"]]

    assert (found(user_id="alex"), found(user_id="bea")) == (["Alex keeps bees"], [])
    afar.add("Alex sails", user_id="alex")
    assert {one["memory"] for one in m.get_all(user_id="alex")["results"]} == {"Alex keeps bees", "Alex sails"}


def test_all_of_ones_own_are_there_whatever_speaks_against_them(keeper):
    m = Memory(seat(keeper).session)
    for user in range(20):
        m.add([f"user {user} likes thing {n} and place {n * 7}" for n in range(10)], user_id=f"u{user}")
    found = m.search("which thing does he like?", filters={"user_id": "u9"}, top_k=50)["results"]
    assert {one["user_id"] for one in found} == {"u9"}
    assert len({one["id"] for one in found}) == 10
    assert [one["score"] for one in found] == sorted((one["score"] for one in found), reverse=True)
    assert all(0.1 <= one["score"] < 1 for one in found)


def test_where_all_share_a_session_each_still_finds_his_own(served):
    m = Memory(served.open(served.keeper.issue_token(ADAPTER, channel=CHANNEL).secret))
    for number in range(40):
        m.add(f"pizza {number}", user_id="bea", infer=False)
    m.add("once there was a long evening with friends, and a pizza", user_id="alex")
    found = m.search("pizza", filters={"user_id": "alex"}, top_k=3)["results"]
    assert [(one["user_id"], one["score"] > 0.1) for one in found] == [("alex", True)]
    m.delete_all(user_id="bea")
    assert [one["user_id"] for one in m.get_all(filters={"user_id": "alex"})["results"]] == ["alex"]
