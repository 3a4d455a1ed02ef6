"""The store of LangGraph: what its interface promises, and what Kenning adds."""

from __future__ import annotations

import asyncio
import threading
from datetime import UTC
from typing import Any

import pytest

pytest.importorskip("langgraph")

from langgraph.store.base import BaseStore, GetOp, InvalidNamespaceError, PutOp, SearchOp

import kenning
from kenning.adapters.langgraph import KenningStore
from kenning.adapters.seat import ADAPTER, CHANNEL, seat
from kenning.adapters.shelf import Shelf

ALEX, BEA = ("memories", "alex"), ("memories", "bea")


@pytest.fixture
def store(keeper):
    return KenningStore(keeper)


@pytest.fixture
def either(memory):
    """A store over a file, and one from afar."""
    return KenningStore(memory)


def keys(items):
    return [item.key for item in items]


# -- the interface, over a file and from afar ----------------------------------------------------------------------------


def test_an_item_is_what_was_put(either):
    value = {"text": "Likes tea", "tags": ["a", "b"], "deep": {"none": None, "yes": True, "n": 1.5}}
    either.put(ALEX, "tea", value)
    item = either.get(ALEX, "tea")
    assert (item.namespace, item.key, item.value) == (ALEX, "tea", value)
    assert item.created_at == item.updated_at
    assert item.created_at.tzinfo == UTC


def test_what_is_not_there_is_nothing(store):
    assert store.get(ALEX, "tea") is None
    store.delete(ALEX, "tea")
    assert store.search(ALEX) == []
    assert store.list_namespaces() == []


def test_a_put_on_a_key_replaces_the_value_whole(either):
    either.put(ALEX, "drink", {"likes": "tea", "sugar": None})
    either.put(ALEX, "drink", {"likes": "coffee"})
    item = either.get(ALEX, "drink")
    assert item.value == {"likes": "coffee"}
    assert item.created_at < item.updated_at
    assert [(one.value, one.score is not None) for one in either.search(ALEX, query="coffee")] == [(item.value, True)]
    assert [one.score for one in either.search(ALEX, query="tea")] == [None]


def test_what_was_deleted_is_not_found_and_can_be_put_anew(either):
    either.put(ALEX, "drink", {"likes": "tea"})
    either.delete(ALEX, "drink")
    assert either.get(ALEX, "drink") is None
    assert either.search(ALEX) == either.search(ALEX, query="tea") == either.list_namespaces() == []
    either.put(ALEX, "drink", {"likes": "milk"})
    assert either.get(ALEX, "drink").value == {"likes": "milk"}


def test_a_query_ranks_those_that_answer_before_the_rest(either):
    either.put(ALEX, "food", {"memory": "Prefers pizza with olives"})
    either.put(ALEX, "sport", {"memory": "Plays badminton on Mondays"})
    found = either.search(ALEX, query="which sport: badminton?")
    assert keys(found) == ["sport", "food"]
    assert 0 < found[0].score < 1
    assert keys(either.search(ALEX, query="badminton", limit=1)) == ["sport"]
    assert keys(either.search(ALEX, query="badminton", limit=1, offset=1)) == ["food"]


def test_a_search_stays_below_its_prefix(store):
    for namespace in (ALEX, BEA, ("memories",), ("memoriesx",), ("other", "alex")):
        store.put(namespace, "k", {"memory": "pizza"})
    assert {one.namespace for one in store.search(("memories",), query="pizza")} == {ALEX, BEA, ("memories",)}
    assert {one.namespace for one in store.search(ALEX, query="pizza")} == {ALEX}
    assert {one.namespace for one in store.search(())} == {ALEX, BEA, ("memories",), ("memoriesx",), ("other", "alex")}


def test_in_a_session_of_ones_own_no_other_item_is_looked_at(keeper):
    seat(keeper)
    sessions = [keeper.enter(ADAPTER, channel=CHANNEL, agent=name) for name in ("alex", "bea")]
    his, hers = (KenningStore(session) for session in sessions)
    his.put(("memories",), "food", {"memory": "Likes pizza"})
    alone = his.search((), query="pizza")
    for number in range(5):
        hers.put(("memories",), f"food{number}", {"memory": "Likes pizza, pizza and tea"})
    assert his.search((), query="pizza") == alone
    assert keys(alone) == ["food"]
    assert his.list_namespaces() == [("memories",)]
    assert hers.get(("memories",), "food") is None


def test_two_that_say_the_same_are_two(store):
    for namespace in (ALEX, BEA):
        store.put(namespace, "food", {"memory": "Likes pizza"})
    assert {one.namespace for one in store.search((), query="pizza") if one.score} == {ALEX, BEA}


def test_filters_compare_as_theirs_do(store):
    for key, value in {"a": {"n": 1, "s": "x"}, "b": {"n": 5, "s": "y", "d": {"e": 1}}, "c": {"s": "y"}}.items():
        store.put(ALEX, key, value)

    def found(asked):
        return set(keys(store.search(ALEX, filter=asked)))

    assert found({"s": "y"}) == {"b", "c"}
    assert found({"n": {"$gt": 1}}) == {"b"}
    assert found({"n": {"$gte": 1, "$lt": 5}}) == {"a"}
    assert found({"n": {"$ne": 1}}) == {"b", "c"}
    assert found({"s": {"$eq": "y"}, "d": {"e": 1}}) == {"b"}
    with pytest.raises(kenning.InvalidError, match="is no operator"):
        found({"n": {"$regex": "x"}})


def test_fields_say_what_a_query_finds(keeper):
    store: Any = KenningStore(keeper, index={"dims": 3, "embed": "any:model", "fields": ["memory", "notes[*].text"]})
    store.put(ALEX, "a", {"memory": "tea", "secret": "vodka", "notes": [{"text": "with lemon"}]})
    store.put(ALEX, "b", {"memory": "juice"}, index=False)
    store.put(ALEX, "c", {"memory": "juice", "other": "brandy"}, index=["other"])

    def scored(query):
        return [one.key for one in store.search(ALEX, query=query) if one.score is not None]

    assert [scored(word) for word in ("lemon", "vodka", "juice", "brandy")] == [["a"], [], [], ["c"]]
    assert store.get(ALEX, "b").value == {"memory": "juice"}


def test_namespaces_are_listed(store):
    for namespace in (("a", "b", "c"), ("a", "b", "d", "e"), ("a", "b", "d", "i"), ("a", "c", "f"), ("z", "c", "f")):
        store.put(namespace, "k", {})
    assert store.list_namespaces(prefix=("a", "b"), max_depth=3) == [("a", "b", "c"), ("a", "b", "d")]
    assert store.list_namespaces(suffix=("c", "f")) == [("a", "c", "f"), ("z", "c", "f")]
    assert store.list_namespaces(prefix=("a", "*", "d")) == [("a", "b", "d", "e"), ("a", "b", "d", "i")]
    assert store.list_namespaces(limit=1, offset=1) == [("a", "b", "d", "e")]


def test_a_batch_reads_first_and_its_last_put_counts(store):
    store.put(ALEX, "a", {"n": 1})
    got = store.batch(
        [
            PutOp(ALEX, "a", {"n": 2}),
            GetOp(ALEX, "a"),
            PutOp(ALEX, "a", {"n": 3}),
            PutOp(BEA, "b", {"n": 4}),
            SearchOp(("memories",)),
        ]
    )
    assert got[1].value == {"n": 1}
    assert keys(got[4]) == ["a"]
    assert [store.get(ALEX, "a").value, store.get(BEA, "b").value] == [{"n": 3}, {"n": 4}]


def test_a_batch_is_put_whole_or_not_at_all(store):
    with pytest.raises(kenning.InvalidError, match="JSON does not know"):
        store.batch([PutOp(ALEX, "a", {"n": 1}), PutOp(ALEX, "b", {"n": {1, 2}})])
    assert store.search(()) == []


@pytest.mark.parametrize("value", [{"at": object()}, {1: "one"}, {"x": float("nan")}, {"x": "\ud800"}])
def test_what_json_cannot_carry_is_refused(store, value):
    with pytest.raises(kenning.InvalidError):
        store.put(ALEX, "a", value)
    assert store.get(ALEX, "a") is None


@pytest.mark.parametrize("namespace", [(), ("",), ("a.b",), ("langgraph", "x")])
def test_namespaces_are_judged_by_their_own_rule(store, namespace):
    with pytest.raises(InvalidNamespaceError):
        store.put(namespace, "a", {})


def test_it_is_awaited_and_blocks_no_loop(store):
    async def talk():
        beats = 0

        async def beat():
            nonlocal beats
            while True:
                beats += 1
                await asyncio.sleep(0)

        beating = asyncio.create_task(beat())
        await store.aput(ALEX, "tea", {"memory": "Likes tea"})
        item = await store.aget(ALEX, "tea")
        found = await store.asearch(ALEX, query="tea")
        listed = await store.alist_namespaces()
        await store.adelete(ALEX, "tea")
        beating.cancel()
        return beats, item.value, keys(found), listed, await store.aget(ALEX, "tea")

    beats, *answers = asyncio.run(talk())
    assert answers == [{"memory": "Likes tea"}, ["tea"], [ALEX], None]
    assert beats > 5


def test_threads_that_put_one_key_leave_one_item(store):
    def put(number):
        store.put(ALEX, "shared", {"n": number})
        store.put(ALEX, f"own{number}", {"n": number})

    threads = [threading.Thread(target=put, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(keys(store.search(ALEX, limit=20))) == [*(f"own{n}" for n in range(6)), "shared"]


# -- expiry --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch):
    now = {"us": 1_800_000_000_000_000}
    monkeypatch.setattr("kenning.adapters.langgraph.system_clock_us", lambda: now["us"])

    def pass_minutes(minutes):
        now["us"] += round(minutes * 60_000_000)

    return pass_minutes


def test_an_item_expires_and_is_swept(store, clock):
    store.put(ALEX, "code", {"memory": "4711"}, ttl=10)
    store.put(ALEX, "name", {"memory": "Alex"})
    clock(9)
    assert store.get(ALEX, "code", refresh_ttl=False).value == {"memory": "4711"}
    clock(2)
    assert store.get(ALEX, "code") is None
    assert keys(store.search(ALEX, query="4711")) == ["name"]
    assert [store.sweep_ttl(), store.sweep_ttl()] == [1, 0]


def test_a_read_refreshes_and_is_no_update(store, clock):
    store.put(ALEX, "code", {"memory": "4711"}, ttl=10)
    for _ in range(3):
        clock(9)
        item = store.get(ALEX, "code")
        assert item.updated_at == item.created_at
    clock(9)
    assert keys(store.search(ALEX)) == ["code"]
    clock(9)
    assert store.get(ALEX, "code") is not None


def test_a_store_says_how_long_its_items_live(keeper, clock):
    store = KenningStore(keeper, ttl={"default_ttl": 5, "refresh_on_read": False})
    store.put(ALEX, "short", {})
    store.put(ALEX, "long", {}, ttl=60)
    store.put(ALEX, "ever", {}, ttl=None)
    clock(4)
    assert store.get(ALEX, "short") is not None
    clock(2)
    assert keys(store.search(ALEX)) == ["ever", "long"]
    store.put(ALEX, "long", {"n": 1}, ttl=None)
    clock(100)
    assert sorted(keys(store.search(ALEX))) == ["ever", "long"]


# -- what Kenning adds ---------------------------------------------------------------------------------------------------


def test_the_record_keeps_what_a_store_no_longer_says(keeper):
    store = KenningStore(keeper)
    store.put(ALEX, "drink", {"likes": "tea"})
    then = keeper.head()[0]
    store.put(ALEX, "drink", {"likes": "coffee"})
    view = keeper.timeline(kenning.Filters(kinds=frozenset({"langgraph.item"})))[0]
    assert [view.text, keeper.at(then).view(view.event.id).text] == ["coffee", "tea"]
    assert [act.effect for act in view.history] == ["corrects"]
    store.delete(ALEX, "drink")
    assert keeper.view(view.event.id).redacted
    assert keeper.verify().ok


def test_what_is_erased_is_in_no_byte(store, keeper, bytes_of):
    store.put(("zanzibarns", "alex"), "quixotkey", {"memory": "the word is xyzzyplugh"})
    store.put(("zanzibarns", "alex"), "quixotkey", {"memory": "the word is abracadabrant"})
    store.put(ALEX, "tea", {"memory": "Likes tea"})
    words = (b"xyzzyplugh", b"abracadabrant", b"quixotkey", b"zanzibarns")
    assert all(word in bytes_of() for word in words)
    report = store.erase(("zanzibarns", "alex"), "quixotkey", because="Alex asked us to")
    assert len(report.erased) == 2
    assert [word for word in words if word in bytes_of()] == []
    assert [store.get(("zanzibarns", "alex"), "quixotkey"), store.list_namespaces()] == [None, [ALEX]]
    store.put(("zanzibarns", "alex"), "quixotkey", {"memory": "anew"})
    assert store.get(("zanzibarns", "alex"), "quixotkey").value == {"memory": "anew"}
    assert keeper.verify().ok
    with pytest.raises(kenning.NotFoundError):
        store.erase(ALEX, "coffee", because="it never was")


def test_what_another_process_does_is_seen(path, keeper):
    ours: Any
    theirs: Any
    ours, theirs = KenningStore(keeper), KenningStore(path)
    ours.put(ALEX, "a", {"n": 1})
    assert theirs.get(ALEX, "a").value == {"n": 1}
    theirs.put(ALEX, "a", {"n": 2})
    assert ours.get(ALEX, "a").value == {"n": 2}
    theirs.delete(ALEX, "a")
    assert ours.get(ALEX, "a") is None
    theirs.put(ALEX, "a", {"n": 3})
    assert ours.get(ALEX, "a").value == {"n": 3}
    theirs.erase(ALEX, "a", because="forgotten")
    assert [ours.get(ALEX, "a"), ours.search(ALEX), ours.list_namespaces()] == [None, [], []]
    theirs.close()


def test_more_than_a_page_of_the_log_is_followed(keeper, monkeypatch):
    monkeypatch.setattr("kenning.adapters.shelf.STRETCH", 3)
    store = KenningStore(keeper)
    assert store.search(()) == []
    KenningStore(keeper).batch([PutOp(ALEX, f"k{number}", {"n": number}) for number in range(8)])
    assert len(store.search((), limit=20)) == 8


def test_an_item_is_found_among_many_others_of_the_same_words(keeper):
    store = KenningStore(keeper)
    store.batch([PutOp(BEA, f"k{number}", {"memory": f"pizza pizza {number}"}) for number in range(60)])
    store.put(ALEX, "only", {"memory": "once there was a long evening with friends, and a pizza"})
    found = store.search(ALEX, query="pizza", limit=1)
    assert [(one.namespace, one.key, one.score is not None) for one in found] == [(ALEX, "only", True)]


def test_what_others_record_under_its_kind_is_no_item(keeper):
    store = KenningStore(keeper)
    source = {"type": "app", "name": "x"}
    for attributes in ({}, {"namespace": "a", "key": 1}, {"namespace": ["a"], "key": "k", "value": "no json"}):
        context = {"app": {"attributes": attributes}}
        files = [{"role": "primary", "content": "pizza"}]
        store.session.record({"kind": "langgraph.item", "source": source, "context": context, "files": files})
    assert [store.search(()), store.search((), query="pizza"), store.list_namespaces()] == [[], [], []]
    assert store.get(("a",), "k") is None


def test_two_that_were_made_at_once_read_as_one(keeper, monkeypatch):
    ours: Any
    ours, theirs = KenningStore(keeper), KenningStore(keeper)
    with monkeypatch.context() as blind:
        blind.setattr(Shelf, "newest", lambda *_: None)
        ours.put(ALEX, "a", {"n": 1})
        theirs.put(ALEX, "a", {"n": 2})
    stores: Any = (ours, theirs, KenningStore(keeper))
    for store in stores:
        assert [one.value for one in store.search(ALEX)] == [{"n": 2}]
        assert store.get(ALEX, "a").value == {"n": 2}
    ours.delete(ALEX, "a")
    assert [KenningStore(keeper).get(ALEX, "a"), ours.get(ALEX, "a"), ours.search(ALEX)] == [None, None, []]


# -- in a graph ----------------------------------------------------------------------------------------------------------


def test_a_graph_remembers_across_threads(either):
    from langgraph.checkpoint.memory import InMemorySaver
    from langgraph.graph import START, MessagesState, StateGraph

    def answer(state: MessagesState, config, *, store: BaseStore):
        namespace = ("memories", config["configurable"]["user_id"])
        said = str(state["messages"][-1].content)
        known = [item.value["memory"] for item in store.search(namespace, query=said) if item.score is not None]
        if said.startswith("Remember: "):
            store.put(namespace, said[:20], {"memory": said.removeprefix("Remember: ")})
        return {"messages": [{"role": "assistant", "content": "; ".join(known) or "-"}]}

    builder = StateGraph(MessagesState)
    builder.add_node("answer", answer)
    builder.add_edge(START, "answer")
    graph: Any = builder.compile(checkpointer=InMemorySaver(), store=either)

    def say(text, thread, user):
        config = {"configurable": {"thread_id": thread, "user_id": user}}
        return graph.invoke({"messages": [{"role": "user", "content": text}]}, config)["messages"][-1].content

    say("Remember: the boiler is in the cellar", "1", "alex")
    assert say("Where is the boiler?", "2", "alex") == "the boiler is in the cellar"
    assert say("Where is the boiler?", "3", "bea") == "-"
