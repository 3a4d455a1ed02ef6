"""What is derived is read under the labels of every source, whenever these were raised, and whatever was erased since."""

import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.model.change import Labels
from kenning.store import Reader

RANKS = ["public", "restricted", "private", "confidential"]
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("derive"), st.sets(st.integers(0, 20), max_size=3), st.integers(0, 3)),
        st.tuples(st.just("raise"), st.integers(0, 20), st.integers(0, 3)),
        st.tuples(st.just("draw"), st.integers(0, 20), st.integers(0, 20)),
        st.tuples(st.just("erase"), st.integers(0, 20), st.just(0)),
    ),
    min_size=3,
    max_size=14,
)


def event(kind, text, sources, rank, part_of=None):
    privacy = None if rank is None else {"sensitivity": RANKS[rank], "visibility": "shared"}
    links = [{"toEventId": one, "relation": "derived_from"} for one in sources]
    if part_of is not None:
        links.append({"toEventId": part_of, "relation": "part_of"})
    return {
        "kind": kind,
        "source": {"type": "user", "name": "test"},
        "provenance": {"basis": "derived", "confidence": 1},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        "links": links,
        **({"privacy": privacy} if privacy else {}),
    }


def labels_of(reader: Reader, event_id: str) -> Labels:
    """The labels of an event's first row."""
    found = reader.place("default", event_id)
    labels = reader.labels("default", found[0]) if found is not None else None
    assert labels is not None
    return labels


class Model:
    """What each event rests on and how strict it is by itself; the law is worked out over the whole of it."""

    def __init__(self):
        self.rank, self.sources, self.order = {}, {}, []

    def reached(self, one, seen=None):
        seen = set() if seen is None else seen
        for source in self.sources[one]:
            if source in self.rank and source not in seen:
                seen.add(source)
                self.reached(source, seen)
        return seen

    def labels(self, one):
        own, also = self.rank[one], {self.rank[source] for source in self.reached(one)} - {self.rank[one]}
        return own, also


def run(session, steps):
    model = Model()
    for number, (deed, first, second) in enumerate(steps):
        alive = [one for one in model.order if one in model.rank]
        if deed == "derive":
            sources = sorted({alive[place % len(alive)] for place in first}) if alive else []
            kind = "summary.created" if sources else "note.created"
            made = session.record(event(kind, f"line {number}", sources, second)).id
            model.order.append(made)
            model.rank[made], model.sources[made] = second, set(sources)
        elif alive and deed == "raise":
            one = alive[first % len(alive)]
            session.record(event("event.amended", f"more {number}", [], second, part_of=one))
            model.rank[one] = max(model.rank[one], second)
        elif alive and deed == "draw":
            one, source = alive[first % len(alive)], alive[second % len(alive)]
            if one == source or one in model.reached(source):
                continue  # in a circle all carry what any ever carried, which is stricter than this model
            session.record(event("event.amended", f"drawn {number}", [source], None, part_of=one))
            model.sources[one].add(source)
        elif alive and deed == "erase":
            gone = session.erase(alive[first % len(alive)], because="test").erased
            for one in gone:
                model.rank.pop(one, None)
    return model


@settings(max_examples=60, deadline=None)
@given(steps=STEPS)
def test_what_is_derived_carries_the_labels_of_all_it_rests_on(steps):
    with tempfile.TemporaryDirectory() as folder, kenning.open(Path(folder, "x.kenning")) as session:
        model = run(session, [step for step in steps if step[0] != "erase"])
        with session._engine.store.read() as reader:
            for one, rank in model.rank.items():
                labels = labels_of(reader, one)
                own, also = model.labels(one)
                assert labels.sensitivity == RANKS[own] == RANKS[rank]
                drawn = {found.sensitivity for found in labels.also}
                assert drawn == {RANKS[found] for found in also}


@settings(max_examples=40, deadline=None)
@given(steps=STEPS)
def test_the_log_alone_says_under_which_labels_a_row_is_read(steps):
    with tempfile.TemporaryDirectory() as folder, kenning.open(Path(folder, "x.kenning")) as session:
        run(session, steps)
        assert session.verify().problems == []

        def every():
            with session._engine.store.read() as reader:
                return [(one.since, one.labels) for one in reader.projections("default")]

        before = every()
        session.rebuild()
        assert every() == before


def test_an_erased_source_takes_what_is_drawn_from_it_and_no_label_stays(tmp_path):
    with kenning.open(tmp_path / "x.kenning") as session:
        secret = session.record(event("note.created", "secret", [], 3)).id
        plain = session.record(event("note.created", "plain", [], 0)).id
        kept = session.record(event("event.amended", "drawn", [secret], None, part_of=plain)).id
        session.erase(secret, because="test")
        with session._engine.store.read() as reader:
            labels = labels_of(reader, plain)
        assert labels == Labels(agent="shared", sensitivity="public", visibility="shared")
        assert kept not in {one.id for one in session.log() if one.kind == "event.amended"}
