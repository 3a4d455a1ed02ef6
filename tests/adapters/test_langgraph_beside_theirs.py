"""Whatever is done to it, the store answers as LangGraph's own store in memory does."""

from __future__ import annotations

import pytest

pytest.importorskip("langgraph")

from hypothesis import given, settings
from hypothesis import strategies as st
from langgraph.store.memory import InMemoryStore

import kenning
from kenning.adapters.langgraph import KenningStore
from tests.adapters.conftest import QUICK

LABELS = st.sampled_from(["a", "b", "users"])
NAMESPACES = st.lists(LABELS, min_size=1, max_size=3).map(tuple)
KEYS = st.sampled_from(["k", "l"])
LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.text("xyü ", max_size=4)
VALUES = st.dictionaries(
    st.sampled_from(["s", "n", "d"]),
    LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(st.just("e"), LEAVES),
    max_size=3,
)
ASKED = st.none() | st.dictionaries(st.sampled_from(["s", "n", "d"]), LEAVES | st.dictionaries(st.just("$ne"), LEAVES))
DEEDS = st.one_of(
    st.tuples(st.just("put"), NAMESPACES, KEYS, VALUES),
    st.tuples(st.just("delete"), NAMESPACES, KEYS),
    st.tuples(st.just("get"), NAMESPACES, KEYS),
    st.tuples(st.just("search"), st.lists(LABELS, max_size=2).map(tuple), ASKED),
    st.tuples(st.just("list"), st.none() | NAMESPACES, st.none() | NAMESPACES, st.none() | st.integers(1, 3)),
)


def done(store, deed):
    """What a store answers, without times and without an order that nobody promised."""
    name, *given_to = deed
    if name == "put":
        return store.put(*given_to)
    if name == "delete":
        return store.delete(*given_to)
    if name == "get":
        item = store.get(*given_to)
        return None if item is None else item.value
    if name == "search":
        found = store.search(given_to[0], filter=given_to[1], limit=100)
        return sorted((one.namespace, one.key, repr(one.value)) for one in found)
    prefix, suffix, depth = given_to
    return store.list_namespaces(prefix=prefix, suffix=suffix, max_depth=depth)


def tidied(store):
    """Theirs goes on listing a namespace whose last item was deleted; ours lists what has one."""
    for namespace in [one for one, items in store._data.items() if not items]:
        del store._data[namespace]


@settings(max_examples=40)
@given(st.lists(DEEDS, max_size=25))
def test_it_answers_as_theirs_does(deeds):
    with kenning.open(":memory:", config=QUICK) as keeper:
        ours, theirs = KenningStore(keeper), InMemoryStore()
        for deed in deeds:
            tidied(theirs)
            assert done(ours, deed) == done(theirs, deed)
