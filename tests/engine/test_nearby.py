"""The lane of meaning: what is held of rows and added to, or kept in the store, is what reading them anew would give."""

from itertools import pairwise

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning.engine.config import Config
from kenning.engine.reading.recall.meaning import held, keeping, seen
from kenning.engine.reading.recall.meaning.lane import Meaning
from kenning.engine.reading.recall.meaning.senses import Senses
from kenning.model.recall import Filters, Scope, Ways
from kenning.providers.words import static_words

WORDS = static_words()
needs_vectors = pytest.mark.skipif(WORDS is None, reason="the extra vectors is not installed")
SPACE = "wordllama/l2_supercat_256/1"
MEANING = Ways(lanes=frozenset({"semantic"}))
DEEDS = ("record", "record", "amend", "redact", "lift", "erase", "keep", "look", "before")
STEPS = st.lists(st.sampled_from(DEEDS), max_size=14)


def meaning():
    assert WORDS is not None
    return Meaning(Senses(WORDS), [])


def said(text, **more):
    return {
        "kind": "message.received",
        "source": {"type": "import", "name": "chat"},
        "provenance": {"basis": "imported", "confidence": 1},
        "files": [{"role": "primary", "content": text}],
        **more,
    }


def told(session, lane, at=None, classes=None):
    """What a lane holds of the rows a scope sees at a moment: which, what they are made of, and how rare each piece is."""
    with session._engine.store.read() as reader:
        head = reader.head("default").sequence
        found = lane.nearby(
            reader, Scope(namespace="default", classes=classes), min(at or head, head), next(iter(lane.spaces))
        )
    places = np.delete(np.arange(found.count), found.out)
    rows, among = found.rows, found.among(places)
    return [
        rows.sinces[among].tolist(),
        rows.events[among].tolist(),
        *(column.tolist() for column in rows.picked(among)),
        [column[places].tolist() for column in found._sketches],
        found.weighing.rarity.tolist(),
    ]


def classes(session):
    with session._engine.store.read() as reader:
        return [frozenset({one}) for one in reader.classes("default")]


@needs_vectors
@given(steps=STEPS, most=st.sampled_from((1, 3)), tally=st.sampled_from((2, 1 << 16)))
def test_rows_added_to_are_the_rows_read_anew_for_every_scope_and_moment(steps, most, tally):
    with pytest.MonkeyPatch.context() as patch, kenning.open(":memory:") as session:
        patch.setattr(keeping, "BLOCK_ROWS", most)
        patch.setattr(seen, "TALLY_ROWS", tally)
        lane, made = meaning(), [session.record(said("A red bicycle by the river")).id]
        acts: list[str] = []
        for number, step in enumerate(steps):
            if step in {"look", "before"}:
                for one in (None, *classes(session)):
                    told(session, lane, None if step == "look" else max(1, session.head()[0] - 2), one)
            else:
                do(session, step, number, (made, acts))
        for at in (None, max(1, session.head()[0] - 2)):
            for one in (None, *classes(session)):
                assert told(session, lane, at, one) == told(session, meaning(), at, one)
        assert told(session, lane) == cut_anew(session)


def do(session, step, number, so_far):
    """Do one thing that may change what rows say, or that they are seen."""
    made, acts = so_far
    if step == "record":
        privacy = {"sensitivity": ("public", "private")[number % 2], "visibility": "shared"}
        made.append(session.record(said(f"Number {number} was painted green by the harbour", privacy=privacy)).id)
    elif step == "amend":
        session.amend(made[-1], f"and blue in year {number}")
    elif step == "redact" and len(made) > 1:
        acts.append(session.redact(made.pop(0), because="wrong").id)
    elif step == "lift" and acts:
        session.lift(acts.pop())
    elif step == "erase" and len(made) > 1:
        session.erase(made.pop(), because="asked to")
    elif step == "keep":
        session.embed()


def cut_anew(session):
    """The same with nothing kept: every row is cut from its text."""
    with session._engine.store.write() as writer:
        writer.senses("default").clear()
    return told(session, meaning())


@given(
    rows=st.lists(st.integers(0, 7), min_size=1, max_size=40),
    asked=st.integers(0, 7),
    most=st.integers(1, 50),
    out=st.sets(st.integers(0, 39)),
)
def test_the_closest_sketches_are_those_that_differ_least_the_newest_among_equals(rows, asked, most, out):
    found = seen.Sighted.__new__(seen.Sighted)
    found.count, found.out = len(rows), np.array(sorted(one for one in out if one < len(rows)), np.int64)
    found._sketches = [np.array(rows, np.uint64), np.zeros(len(rows), np.uint64)]
    left = [place for place in range(len(rows)) if place not in out]
    best = sorted(left, key=lambda place: ((rows[place] ^ asked).bit_count(), -place))[:most]
    assert sorted(found.closest(np.array([asked, 0], np.uint64), most).tolist()) == sorted(best)


@needs_vectors
def test_among_more_rows_than_are_looked_at_closely_the_nearest_are_found_by_their_sketch(monkeypatch):
    monkeypatch.setattr(seen, "CLOSELY", 8)
    monkeypatch.setattr("kenning.engine.reading.recall.answer.POOL", 4)
    with kenning.open(":memory:") as session:
        session.record_many([said(f"The committee discussed invoice number {number}") for number in range(60)])
        wanted = session.record(said("Our cat caught a mouse in the kitchen"))
        session.record_many([said(f"The committee discussed budget number {number}") for number in range(60)])
        assert session.recall("Which pet hunted a rodent?", k=1, ways=MEANING)[0].id == wanted.id


@needs_vectors
def test_blocks_that_become_full_are_kept_as_events_are_recorded_and_read_by_whoever_opens_the_store(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 8)
    with kenning.open(tmp_path / "a.kenning") as session:
        for number in range(20):
            session.record_many([said(f"The committee discussed invoice number {number}, line {n}") for n in range(2)])
        with session._engine.store.read() as reader:
            (space,) = reader.senses("default").spaces()
            assert reader.senses("default").spaces()[space] > 8 * 3
            blocks = list(reader.senses("default").blocks(space))
            assert {len(block.sinces) for block in blocks} == {8}
        before = told(session, meaning())
    monkeypatch.setattr(held, "CUT_MAX", 8)
    with kenning.open(tmp_path / "a.kenning") as session:
        assert told(session, meaning()) == before


@needs_vectors
def test_a_writer_who_fills_no_block_reads_no_vectors(monkeypatch, tmp_path):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 8)
    with kenning.open(tmp_path / "a.kenning") as session:
        session.record_many([said(f"The committee discussed invoice number {number}") for number in range(12)])
        assert session._engine._meaning is not None
    with kenning.open(tmp_path / "a.kenning") as session:
        session.record(said("The committee went home"))
        assert session._engine._meaning is None
        session.record_many([said(f"The committee discussed budget number {number}") for number in range(4)])
        assert session._engine._meaning is not None


@needs_vectors
def test_a_store_that_is_far_behind_is_caught_up_with_by_twice_what_is_recorded(monkeypatch):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 4)
    with kenning.open(":memory:") as session, pytest.MonkeyPatch.context() as patch:
        patch.setattr("kenning.engine.append.keep_up", lambda *_: None)
        session.record_many([said(f"The committee discussed invoice number {number}") for number in range(40)])
        patch.undo()
        reached = []
        for number in range(40):
            session.record(said(f"The committee discussed budget number {number}"))
            reached.append(session.spaces().get(SPACE, 0))
        steps = [later - earlier for earlier, later in pairwise(reached)]
        assert (reached[0], max(steps)) == (4, 4)
        assert reached[-1] > 40


@needs_vectors
def test_a_block_that_is_torn_is_told_and_made_again(tmp_path):
    with kenning.open(tmp_path / "a.kenning") as session:
        session.record(said("Our cat caught a mouse in the kitchen"))
        session.embed()
        raw = apsw.Connection(str(tmp_path / "a.kenning"))
        raw.execute("UPDATE blocks SET bodies = x'00'")
        raw.close()
        with pytest.raises(kenning.CorruptError, match="torn") as told:
            session.recall("Which pet hunted a rodent?")
        assert told.value.hint == "rebuild the projections"
        session.rebuild()
        assert session.recall("Which pet hunted a rodent?")


@needs_vectors
def test_what_is_not_kept_and_is_more_than_can_be_cut_at_once_is_found_once_it_is_kept(monkeypatch):
    monkeypatch.setattr(held, "CUT_MAX", 4)
    with kenning.open(":memory:") as session:
        wanted = session.record(said("Our cat caught a mouse in the kitchen"))
        session.record_many([said(f"The committee discussed budget number {number}") for number in range(10)])
        ask = "Which pet hunted a rodent?"
        assert wanted.id not in {hit.id for hit in session.recall(ask, ways=MEANING)}
        steps = []
        assert session.embed(progress=lambda done, total: steps.append((done, total))) == {SPACE: 11}
        assert (steps[0], steps[-1]) == ((0, 11), (11, 11))
        assert session.recall(ask, ways=MEANING)[0].id == wanted.id
        assert session.embed() == {SPACE: 0}


@needs_vectors
def test_keeping_that_is_broken_off_goes_on_where_it_stopped(monkeypatch):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 4)

    def stop(done, total):
        if done == 8:
            raise KeyboardInterrupt

    with kenning.open(":memory:") as session:
        session.record_many([said(f"The committee discussed budget number {number}") for number in range(3)])
        monkeypatch.setattr("kenning.engine.append.keep_up", lambda *_: None)
        session.record_many([said(f"The committee discussed invoice number {number}") for number in range(17)])
        with pytest.raises(KeyboardInterrupt):
            session.embed(progress=stop)
        assert session.embed() == {SPACE: 20 - 8}


@needs_vectors
def test_what_was_erased_is_in_no_block(monkeypatch, tmp_path):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 2)
    with kenning.open(tmp_path / "a.kenning") as session:
        ids = [session.record(said(f"The committee discussed budget number {number}")).id for number in range(5)]
        session.amend(ids[2], "and a secret orchard")
        session.embed()
        session.erase(ids[1], because="asked to")
        session.erase(amendment_of(session, ids[2]), because="asked to")
        with session._engine.store.read() as reader:
            standing = set(reader.documents("default").sinces.tolist())
            senses = reader.senses("default")
            kept = [int(since) for name in senses.spaces() for block in senses.blocks(name) for since in block.sinces]
        assert set(kept) <= standing
        assert len(kept) == len(set(kept))
        assert told(session, meaning()) == cut_anew(session)


def amendment_of(session, whole):
    return next(one.id for one in session.log() if one.kind == "event.amended" and one.links[0].to_event_id == whole)


@needs_vectors
def test_recording_goes_on_where_nothing_can_be_kept(monkeypatch):
    def full(*_):
        raise kenning.UnavailableError("the disk is full")

    monkeypatch.setattr(keeping, "BLOCK_ROWS", 2)
    monkeypatch.setattr(keeping, "_block", full)
    with kenning.open(":memory:") as session:
        for number in range(6):
            session.record(said(f"The committee discussed budget number {number}"))
        assert len(session.recall("What did the committee discuss?")) == 6


def test_without_the_extra_there_is_nothing_to_keep():
    with kenning.open(":memory:", config=Config(vectors=False)) as session:
        session.record(said("A red bicycle by the river"))
        assert session.embed() == {}


@needs_vectors
def test_what_filters_leave_is_not_crowded_out_by_what_they_do_not():
    """Many lines come nearer than the one that is asked for: by meaning it is found among those of its kind."""
    dogs = ("terrier", "spaniel", "poodle", "beagle", "hound", "collie", "husky", "mastiff")
    deeds = ("barks", "bites", "fetches", "howls", "digs", "growls", "sniffs", "begs")
    with kenning.open(":memory:") as memory:
        memory.record_many([said(f"The {dog} {does}") for dog in dogs for does in deeds])
        cat = memory.record("The bookkeeper keeps a cat")
        asked = "Does the puppy bark?"
        assert cat.id not in [hit.id for hit in memory.recall(asked, k=100, ways=MEANING).hits]
        notes = Filters(kinds=frozenset({"note.created"}))
        assert [hit.id for hit in memory.recall(asked, filters=notes, ways=MEANING).hits] == [cat.id]
