"""The drop-in for mem0: its documented calls, and what becomes of them in the record."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC, date, datetime
from typing import Any

import pytest

import kenning
from kenning.adapters.mem0 import AsyncMemory, Memory

HELLO = [
    {"role": "user", "content": "Hi, I'm Alex. I love basketball and gaming."},
    {"role": "assistant", "content": "Hey Alex! I'll remember your interests."},
]
MOVIES = [
    {"role": "user", "content": "I'm planning to watch a movie tonight. Any recommendations?"},
    {"role": "assistant", "content": "How about thriller movies? They can be quite engaging."},
    {"role": "user", "content": "I'm not a big fan of thriller movies but I love sci-fi movies."},
    {"role": "assistant", "content": "Got it! I'll avoid thrillers and suggest sci-fi movies in the future."},
]


@pytest.fixture
def m(keeper: kenning.Session) -> Any:
    return Memory(keeper)


def texts(answer: Any) -> list[str]:
    return [one["memory"] for one in answer["results"]]


# -- the documented examples, over a file and from afar ------------------------------------------------------------------


def test_the_quick_start_runs_as_it_stands(memory):
    m: Any = Memory(memory)
    m.add(HELLO, user_id="alex")
    results = m.search("What do you know about me?", filters={"user_id": "alex"})
    assert set(texts(results)) == {one["content"] for one in HELLO}
    assert all({"id", "memory", "user_id", "created_at", "score"} <= set(one) for one in results["results"])


def test_the_documented_operations_run_as_they_stand(memory):
    m: Any = Memory(memory)
    result = m.add(MOVIES, user_id="alice", metadata={"category": "movie_recommendations"})
    assert [one["event"] for one in result["results"]] == ["ADD"] * 4
    m.add(MOVIES, user_id="alice", agent_id="movie-assistant", run_id="session-001", metadata={"category": "movies"})
    m.add(MOVIES, user_id="alice", metadata={"category": "movie_recommendations"}, infer=False)
    all_memories = m.get_all(filters={"user_id": "alice"})
    assert len(all_memories["results"]) == 12
    memory_id = result["results"][2]["id"]
    assert m.get(memory_id)["metadata"] == {"category": "movie_recommendations"}
    related = m.search(query="Does she like sci-fi movies?", filters={"user_id": "alice"}, top_k=3)
    assert "sci-fi" in texts(related)[0]
    m.update(memory_id=memory_id, data="I love India, it is my favorite country.")
    assert m.get(memory_id)["memory"] == "I love India, it is my favorite country."
    assert [one["event"] for one in m.history(memory_id=memory_id)] == ["ADD", "UPDATE"]
    m.delete(memory_id=memory_id)
    assert m.get(memory_id) is None
    m.delete_all(user_id="alice")
    assert m.get_all(filters={"user_id": "alice"}) == {"results": []}
    m.reset()


def test_older_examples_name_the_user_beside_the_question(m):
    m.add("I am working on my tennis skills", user_id="alice", metadata={"category": "hobbies"})
    assert texts(m.search(query="What are Alice's hobbies: tennis?", user_id="alice", limit=5))
    assert texts(m.get_all(user_id="alice", limit=1)) == ["I am working on my tennis skills"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'user'"):
        m.search("tennis", user="alice")
    with pytest.raises(TypeError, match="unexpected keyword argument 'user'"):
        m.add("tennis", user="alice")


def test_awaited_it_is_the_same(path):
    async def talk() -> Any:
        async with AsyncMemory(path) as memory:
            await asyncio.gather(*(memory.add(f"Fact {number}", user_id="alex") for number in range(5)))
            added = (await memory.add("Tea, please", user_id="alex"))["results"][0]["id"]
            await memory.update(added, text="Coffee, please")
            found = await memory.search("coffee", filters={"user_id": "alex"}, threshold=0.3)
            history = await memory.history(added)
            await memory.delete(added)
            return texts(found), len(history), texts(await memory.get_all(filters={"user_id": "alex"}))

    found, changes, left = asyncio.run(talk())
    assert (found, changes, sorted(left)) == (["Coffee, please"], 2, [f"Fact {number}" for number in range(5)])


# -- what is remembered --------------------------------------------------------------------------------------------------


def test_a_memory_keeps_the_words_it_was_told_in(m):
    told = m.add([{"role": "user", "content": "  Me gusta el té 🍵 \n"}], user_id=7, agent_id="bot", metadata={"n": 1})
    memory = m.get(told["results"][0]["id"])
    assert memory is not None
    assert memory["memory"] == "Me gusta el té 🍵"
    assert (memory["user_id"], memory["agent_id"], memory["role"], memory["metadata"]) == ("7", "bot", "user", {"n": 1})
    assert datetime.fromisoformat(memory["created_at"]).tzinfo == UTC
    assert memory["created_at"] == memory["updated_at"]


def test_what_a_system_says_and_what_has_no_words_is_left_out(m):
    said = [
        {"role": "system", "content": "You are helpful"},
        {"role": "assistant", "content": None, "tool_calls": []},
        {"role": "user", "content": [{"type": "text", "text": "Two"}, {"type": "text", "text": "parts"}]},
    ]
    assert texts(m.add(said, user_id="alex")) == ["Two\nparts"]
    assert m.add([said[0]], user_id="alex") == {"results": []}
    assert m.add([], user_id="alex") == {"results": []}


@pytest.mark.parametrize(
    "messages",
    [
        None,
        7,
        [7],
        [{"content": "no role"}],
        [{"role": "user", "content": 7}],
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://x.example/a.png"}}]}],
    ],
)
def test_what_is_no_message_is_refused(m, messages):
    with pytest.raises(ValueError, match="messages") as refused:
        m.add(messages, user_id="alex")
    assert isinstance(refused.value, kenning.InvalidError)
    assert m.get_all(user_id="alex") == {"results": []}


def test_the_same_is_remembered_once_and_said_to_be_known(m):
    first = m.add(HELLO, user_id="alex")["results"]
    again = m.add(HELLO, user_id="alex")["results"]
    assert [one["id"] for one in first] == [one["id"] for one in again]
    assert [one["event"] for one in again] == ["NONE", "NONE"]
    assert m.add(HELLO, user_id="bea")["results"][0]["event"] == "ADD"
    assert m.add(HELLO, user_id="alex", run_id="r")["results"][0]["event"] == "ADD"
    raw = m.add(HELLO, user_id="alex", infer=False)["results"]
    assert [(one["event"], one["role"], one["actor_id"]) for one in raw] == [
        ("ADD", "user", None),
        ("ADD", "assistant", None),
    ]


@pytest.mark.parametrize("gone", ["update", "delete", "erase"])
def test_what_no_longer_reads_so_can_be_told_again_and_then_is_known(m, gone):
    told = m.add("I live in Porto", user_id="alex")["results"][0]["id"]
    if gone == "update":
        m.update(told, "I live in Rome")
    else:
        m.delete(told, erase=gone == "erase")
    events = [m.add(["I live in Porto", "I keep bees"], user_id="alex")["results"] for _ in range(2)]
    assert [[one["event"] for one in each] for each in events] == [["ADD", "ADD"], ["NONE", "NONE"]]
    assert events[0][0]["id"] == events[1][0]["id"] != told


def test_metadata_never_says_whose_it_is(m):
    told = m.add("Mine", user_id="alex", metadata={"user_id": "bea", "agent_id": "x", "run_id": "y", "k": 1})
    memory = m.get(told["results"][0]["id"])
    assert memory is not None
    assert {name: memory[name] for name in ("user_id", "metadata")} == {"user_id": "alex", "metadata": {"k": 1}}
    m.update(memory["id"], metadata={"user_id": "bea", "j": 2})
    assert texts(m.get_all(user_id="bea")) == []
    changed = m.get(memory["id"])
    assert changed is not None
    assert (changed["user_id"], changed["metadata"]) == ("alex", {"k": 1, "j": 2})


def test_a_memory_expires_by_its_last_day(m):
    m.add("Gone", user_id="alex", expiration_date="2020-01-31")
    told = m.add("Here", user_id="alex", expiration_date=date(2199, 1, 1))["results"][0]["id"]
    assert texts(m.get_all(user_id="alex")) == texts(m.search("gone", user_id="alex")) == ["Here"]
    assert len(m.get_all(user_id="alex", show_expired=True)["results"]) == 2
    assert set(texts(m.search("gone", user_id="alex", show_expired=True))) == {"Gone", "Here"}
    m.update(told, expiration_date="2020-01-31")
    assert texts(m.get_all(user_id="alex")) == []
    m.update(told, expiration_date=None)
    assert texts(m.get_all(user_id="alex")) == ["Here"]
    with pytest.raises(ValueError, match="is no day"):
        m.add("x", user_id="alex", expiration_date="tomorrow")


def test_when_it_was_said_is_kept_with_its_offset(m):
    for said in ("2024-05-01T10:00:00-07:00", datetime(2024, 5, 1, 17, tzinfo=UTC), 1714582800):
        told = m.add(f"said {said!r}", user_id="alex", timestamp=said)["results"][0]["id"]
        event = m.session(user_id="alex").event(told)
        assert datetime.fromisoformat(event.time.occurred_at) == datetime(2024, 5, 1, 17, tzinfo=UTC)
    with pytest.raises(ValueError, match="no time with an offset"):
        m.add("x", user_id="alex", timestamp=datetime(2024, 5, 1))  # noqa: DTZ001 - that is what is refused
    with pytest.raises(kenning.InvalidError):
        m.add("x", user_id="alex", timestamp="yesterday")


def test_a_procedure_is_one_memory(m):
    told = m.add(MOVIES[:2], agent_id="bot", memory_type="procedural_memory")["results"]
    assert [one["memory"] for one in told] == ["\n".join(f"{one['role']}: {one['content']}" for one in MOVIES[:2])]
    assert m.get(told[0]["id"])["metadata"] == {"memory_type": "procedural_memory"}
    with pytest.raises(ValueError, match="memory_type"):
        m.add("x", user_id="alex", memory_type="semantic")


def test_threads_that_add_lose_nothing_and_double_nothing(m):
    threads = [threading.Thread(target=m.add, args=(f"Fact {n % 3}",), kwargs={"user_id": "alex"}) for n in range(9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(texts(m.get_all(user_id="alex"))) == ["Fact 0", "Fact 1", "Fact 2"]


# -- who and what --------------------------------------------------------------------------------------------------------


def test_who_speaks_is_met_and_a_run_is_a_session(m):
    told = m.add(HELLO, user_id="alex", agent_id="bot", run_id="r1", infer=False)["results"]
    session = m.session(user_id="alex")
    user, agent = (session.event(one["id"]) for one in told)
    assert (user.actor.channel, user.actor.identifier) == ("mem0", "alex")
    assert (agent.actor.channel, agent.actor.identifier) == ("mem0.agent", "bot")
    assert user.context.session.id == "r1"
    assert session.who("mem0:alex").id != session.who("mem0.agent:bot").id


def test_claims_are_drawn_where_they_are_asked_for_and_change_no_memory(path):
    with Memory(path) as m:
        m.add("My sister Anna lives in Porto.", user_id="alex")
        agent = m.session(user_id="alex").agent
        with kenning.open(path, agent=agent) as keeper:
            assert keeper.extract().new > 0
        claims = m.session(user_id="alex").claims("Anna", predicate="lives_in")
        assert len(claims) == 1
        assert texts(m.get_all(user_id="alex")) == ["My sister Anna lives in Porto."]


# -- what is found -------------------------------------------------------------------------------------------------------


def test_what_answers_stands_before_the_rest_and_a_threshold_asks_for_it_alone(m):
    m.add(["I play badminton", "I eat olives", "I sail"], user_id="alex", infer=False)
    found = m.search("badminton", user_id="alex", explain=True)["results"]
    assert [one["memory"] for one in found] == ["I play badminton", "I sail", "I eat olives"]
    assert [one["score"] for one in found[1:]] == [0.1, 0.1]
    assert 0.1 < found[0]["score"] < 1
    assert {"base", "lexical"} <= set(found[0]["score_details"])
    assert texts(m.search("badminton", user_id="alex", threshold=0.2)) == ["I play badminton"]
    assert texts(m.search("badminton", user_id="alex", top_k=2)) == ["I play badminton", "I sail"]
    assert m.search("badminton", user_id="alex", top_k=0) == {"results": []}


def test_filters_narrow_by_ids_and_metadata(m):
    m.add("one", user_id="alex", agent_id="a", metadata={"n": 1, "tag": "Red"})
    m.add("two", user_id="alex", agent_id="b", metadata={"n": 2, "tag": "blue"})
    m.add("three", user_id="alex", run_id="r")
    cases: dict[str, tuple[dict[str, Any], set[str]]] = {
        "an agent": ({"agent_id": "a"}, {"one"}),
        "a run": ({"run_id": "r"}, {"three"}),
        "equal": ({"n": 2}, {"two"}),
        "above": ({"n": {"gt": 1}}, {"two"}),
        "between": ({"n": {"gte": 1, "lte": 1}}, {"one"}),
        "other": ({"n": {"ne": 1}}, {"two", "three"}),
        "one of": ({"n": {"in": [1, 7]}}, {"one"}),
        "none of": ({"n": {"nin": [1]}}, {"two", "three"}),
        "holds": ({"tag": {"contains": "lu"}}, {"two"}),
        "holds whatever the case": ({"tag": {"icontains": "re"}}, {"one"}),
        "anything": ({"tag": "*"}, {"one", "two"}),
        "a text is above no number": ({"tag": {"gt": 1}}, set()),
        "and": ({"AND": [{"n": 1}, {"tag": "Red"}]}, {"one"}),
        "or": ({"OR": [{"n": 1}, {"n": 2}]}, {"one", "two"}),
        "not": ({"NOT": [{"n": 1}, {"n": 2}]}, {"three"}),
    }
    found = {name: set(texts(m.get_all(filters={"user_id": "alex"} | asked))) for name, (asked, _) in cases.items()}
    assert found == {name: expected for name, (_, expected) in cases.items()}
    ranked = {
        name: set(texts(m.search("two", filters={"user_id": "alex"} | asked))) for name, (asked, _) in cases.items()
    }
    assert ranked == found


@pytest.mark.parametrize(
    "filters",
    [
        None,
        {},
        {"n": 1},
        {"user_id": "*"},
        {"user_id": ""},
        {"user_id": "a b"},
        {"user_id": {"ne": "alex"}},
        {"OR": [{"user_id": "alex"}, {"n": 1}]},
        {"NOT": [{"user_id": "alex"}]},
        {"user_id": "alex", "n": {"like": 1}},
        {"user_id": "alex", "AND": {}},
    ],
)
def test_who_is_meant_must_be_said_in_every_branch(m, filters):
    m.add("secret", user_id="alex")
    for asked in (m.get_all, lambda filters: m.search("secret", filters=filters)):
        with pytest.raises(ValueError, match="filters"):
            asked(filters=filters)


def test_branches_that_all_name_somebody_are_a_scope(m):
    for user in ("alex", "bea", "cem"):
        m.add(f"I am {user}", user_id=user)
    both = m.get_all(filters={"OR": [{"user_id": "alex"}, {"user_id": "bea"}]})
    assert set(texts(both)) == {"I am alex", "I am bea"}
    assert texts(m.get_all(filters={"AND": [{"user_id": "cem"}]})) == ["I am cem"]


@pytest.mark.parametrize(
    "asked",
    [
        {"query": " "},
        {"query": None},
        {"query": "x", "threshold": 2},
        {"query": "x", "threshold": "high"},
        {"query": "x", "top_k": -1},
        {"query": "x", "top_k": True},
        {"query": "x", "reference_date": "2024-01-01"},
    ],
)
def test_a_search_that_makes_no_sense_is_refused(m, asked):
    with pytest.raises(ValueError):  # noqa: PT011 - as mem0 raises it
        m.search(filters={"user_id": "alex"}, **asked)


# -- how it changes and goes ---------------------------------------------------------------------------------------------


def test_the_history_is_that_of_the_record(m):
    told = m.add("I live in Porto", user_id="alex")["results"][0]["id"]
    m.update(told, "I live in Rome")
    m.update(told, metadata={"sure": True})
    m.update(memory_id=told, data="I live in Oslo")
    history = m.history(told)
    assert [(one["event"], one["old_memory"], one["new_memory"]) for one in history] == [
        ("ADD", None, "I live in Porto"),
        ("UPDATE", "I live in Porto", "I live in Rome"),
        ("UPDATE", "I live in Rome", "I live in Rome"),
        ("UPDATE", "I live in Rome", "I live in Oslo"),
    ]
    assert {one["memory_id"] for one in history} == {told}
    assert sorted(one["updated_at"] for one in history) == [one["updated_at"] for one in history]
    memory = m.get(told)
    assert memory is not None
    assert (memory["created_at"], memory["updated_at"]) == (history[0]["updated_at"], history[-1]["updated_at"])
    assert texts(m.search("Porto", user_id="alex", threshold=0.2)) == []


def test_of_what_was_deleted_the_history_tells_no_words(m, keeper):
    told = m.add("The code is 4711", user_id="alex")["results"][0]["id"]
    m.update(told, "The code is 4712")
    m.delete(told)
    history = m.history(told)
    assert [(one["event"], one["is_deleted"]) for one in history] == [
        ("ADD", False),
        ("UPDATE", False),
        ("DELETE", True),
    ]
    assert {one["old_memory"] for one in history} | {one["new_memory"] for one in history} == {None}
    assert m.get(told) is None
    assert texts(m.search("code 4711", user_id="alex")) == []
    redaction = keeper.view(told).history[-1].event_id
    keeper.lift(redaction)
    assert texts(m.get_all(user_id="alex")) == ["The code is 4712"]


def test_what_is_not_there_cannot_be_changed(m, keeper):
    m.add("here", user_id="alex")
    note = keeper.record("The admin's diary").id
    gone = m.add("gone", user_id="alex")["results"][0]["id"]
    m.delete(gone)
    for memory_id in ("evt_none", "892db2ae-06d9-49e5-8b3e-585ef9b85b8e", note, gone):
        assert m.get(memory_id) is None
        for deed in (m.delete, lambda one: m.update(one, "x")):
            with pytest.raises(ValueError, match="no such memory") as missing:
                deed(memory_id)
            assert isinstance(missing.value, kenning.NotFoundError)
    assert m.history("evt_none") == m.history(note) == []
    with pytest.raises(ValueError, match="no such memory"):
        m.delete(note, erase=True)
    assert keeper.view(note).text == "The admin's diary"


def test_an_update_says_something(m):
    told = m.add("here", user_id="alex")["results"][0]["id"]
    for asked in ({}, {"text": " "}, {"text": 7}):
        with pytest.raises(ValueError, match="text"):
            m.update(told, **asked)


WORDS = (b"xyzzyplugh", b"abracadabrant", b"quuxmetadata", b"wombatuser", b"wombatrun")


def everything_of(m):
    told = m.add("the word is xyzzyplugh", user_id="wombatuser", run_id="wombatrun", metadata={"more": "quuxmetadata"})[
        "results"
    ][0]["id"]
    m.update(told, "the word is abracadabrant")
    return told


@pytest.mark.parametrize("deleted_before", [False, True])
def test_what_is_erased_is_in_no_byte(m, keeper, bytes_of, deleted_before):
    told = everything_of(m)
    m.add("I keep bees", user_id="alex")
    if deleted_before:
        m.delete(told)
    assert [word for word in WORDS if word in bytes_of()] == list(WORDS)
    m.delete(told, erase=True)
    assert [word for word in WORDS if word in bytes_of()] == [b"wombatuser"]  # who had memories is noted by itself
    m.delete_all(user_id="wombatuser", erase=True)
    assert [word for word in WORDS if word in bytes_of()] == []
    assert [m.get(told), m.history(told), texts(m.get_all(user_id="alex"))] == [None, [], ["I keep bees"]]
    assert keeper.verify().ok


def test_all_of_somebody_is_erased_with_what_was_deleted_before(m, keeper, bytes_of):
    m.delete(everything_of(m))
    everything_of(m)
    m.add("I keep bees", user_id="alex")
    m.delete_all(user_id="wombatuser", erase=True)
    assert [word for word in WORDS if word in bytes_of()] == []
    assert texts(m.get_all(user_id="alex")) == ["I keep bees"]
    assert keeper.verify().ok
    m.add("back again", user_id="wombatuser")
    assert texts(m.get_all(user_id="wombatuser")) == ["back again"]


def test_to_delete_all_is_to_delete_what_is_somebodys(m):
    m.add("mine", user_id="alex")
    m.add("mine with bot", user_id="alex", agent_id="bot")
    m.add("hers", user_id="bea", agent_id="bot")
    m.delete_all(user_id="alex", agent_id="bot")
    assert (texts(m.get_all(user_id="alex")), texts(m.get_all(agent_id="bot"))) == (["mine"], ["hers"])
    with pytest.raises(ValueError, match="name nobody"):
        m.delete_all()
    m.delete_all(agent_id="bot")
    assert texts(m.get_all(user_id="bea")) == []
    m.reset(erase=True)
    assert texts(m.get_all(user_id="alex")) == []


def test_another_process_that_erased_somebody_is_noticed(path, keeper):
    ours, theirs = Memory(keeper), Memory(path)
    ours.add("one", user_id="alex")
    theirs.delete_all(user_id="alex", erase=True)
    assert texts(ours.get_all(user_id="alex")) == []
    ours.add("two", user_id="alex")
    assert texts(theirs.get_all(user_id="alex")) == texts(ours.get_all(user_id="alex")) == ["two"]
    theirs.close()


# -- where it is ---------------------------------------------------------------------------------------------------------


def test_a_configuration_says_where_and_what_of_it_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setenv("KENNING_STORE", str(tmp_path / "deep" / "own.kenning"))
    with Memory() as m:
        m.add("I keep bees", user_id="alex")
    assert (tmp_path / "deep" / "own.kenning").exists()
    config = {"llm": {"provider": "openai"}, "vector_store": {"provider": "qdrant"}, "version": "v1.1"}
    with Memory.from_config(config) as m:
        assert texts(m.get_all(user_id="alex")) == ["I keep bees"]
        assert m.unused == {"llm", "vector_store", "version"}
    with Memory.from_config({"kenning": {"path": str(tmp_path / "other.kenning")}}) as m:
        assert texts(m.get_all(user_id="alex")) == []
    wrongs: list[dict[str, Any]] = [{"lmm": {}}, {"kenning": {"file": "x"}}, {"kenning": "x"}]
    for wrong in wrongs:
        with pytest.raises(ValueError, match="config"):
            Memory.from_config(wrong)
    with pytest.raises(NotImplementedError):
        Memory(tmp_path / "other.kenning").chat("hello")
