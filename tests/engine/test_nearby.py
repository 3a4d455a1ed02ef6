"""The lane of meaning: what is held of rows and added to is what reading them anew would give."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning.engine.reading.recall import near
from kenning.engine.reading.recall.near import Nearby, _closest
from kenning.engine.reading.recall.senses import Senses
from kenning.model.recall import Scope, Ways
from kenning.providers.words import static_words

WORDS = static_words()


def senses():
    assert WORDS is not None
    return Senses(WORDS)


needs_vectors = pytest.mark.skipif(WORDS is None, reason="the extra vectors is not installed")
SCOPE = Scope(namespace="default")
MEANING = Ways(lanes=frozenset({"semantic"}))
STEPS = st.lists(st.sampled_from(("record", "record", "amend", "redact", "erase", "look", "before")), max_size=12)


def said(text):
    return {
        "kind": "message.received",
        "source": {"type": "import", "name": "chat"},
        "provenance": {"basis": "imported", "confidence": 1},
        "files": [{"role": "primary", "content": text}],
    }


def held(session, kept, at):
    with session._engine.store.read() as reader:
        head = reader.head("default").sequence
        return Nearby.of(kept, reader, SCOPE, min(at or head, head)).rows


def plain(rows):
    return [
        rows.sinces.tolist(), rows.events.tolist(), *(column.tolist() for column in rows.pieces), rows.sketches.tolist(),
        rows.holding.tolist(),
    ]  # fmt: skip


@needs_vectors
@given(steps=STEPS, most=st.sampled_from((3, 1000)))
def test_rows_added_to_are_the_rows_read_anew(steps, most):
    with pytest.MonkeyPatch.context() as patch, kenning.open(":memory:") as session:
        patch.setattr(near, "ROWS_MAX", most)
        kept, ids = senses(), [session.record(said("A red bicycle by the river")).id]
        for number, step in enumerate(steps):
            if step == "record":
                ids.append(session.record(said(f"Number {number} was painted green by the harbour")).id)
            elif step == "amend" and ids:
                session.amend(ids[-1], f"and blue in year {number}")
            elif step == "redact" and len(ids) > 1:
                session.redact(ids.pop(0), because="wrong")
            elif step == "erase" and len(ids) > 1:
                session.erase(ids.pop(), because="asked to")
            elif step == "look":
                held(session, kept, None)
            else:
                held(session, kept, max(1, session.head()[0] - 2))
        assert plain(held(session, kept, None)) == plain(held(session, senses(), None))
        moment = max(1, session.head()[0] - 2)
        assert plain(held(session, kept, moment)) == plain(held(session, senses(), moment))


@given(rows=st.lists(st.integers(0, 7), min_size=1, max_size=40), asked=st.integers(0, 7), most=st.integers(1, 50))
def test_the_closest_sketches_are_those_that_differ_least_the_newest_among_equals(rows, asked, most):
    sketches = np.array([rows, [0] * len(rows)], np.uint64)
    best = sorted(range(len(rows)), key=lambda place: ((rows[place] ^ asked).bit_count(), -place))[:most]
    assert sorted(_closest(sketches, np.array([asked, 0], np.uint64), most).tolist()) == sorted(best)


@needs_vectors
def test_among_more_rows_than_are_looked_at_closely_the_nearest_are_found_by_their_sketch(monkeypatch):
    monkeypatch.setattr(near, "CLOSELY", 8)
    monkeypatch.setattr("kenning.engine.reading.recall.answer.POOL", 4)
    with kenning.open(":memory:") as session:
        session.record_many([said(f"The committee discussed invoice number {number}") for number in range(60)])
        wanted = session.record(said("Our cat caught a mouse in the kitchen"))
        session.record_many([said(f"The committee discussed budget number {number}") for number in range(60)])
        assert session.recall("Which pet hunted a rodent?", k=1, ways=MEANING)[0].id == wanted.id
