"""What walks keep in memory shows nowhere: whoever wrote meanwhile, however little is kept, a walk reads what the store says."""

import copy
import json
import pickle
from itertools import pairwise

import apsw
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kenning
from kenning.faces import wire
from kenning.model.identity.graph import Made, Node, Walk
from kenning.store.graph import kept
from kenning.store.graph.claims import EndsWanted

NAMES = ["Ines Vale", "Orla Finch", "Bram Toller", "Wilma Kray", "Dario Penn", "Suki Marsh"]
WALKS = [Walk(depth=1), Walk(depth=3, branching=2), Walk(depth=2, direction="out"), Walk(depth=2, edges=3)]


def walked(session, ids):
    """Every walk from everybody, and the ways from the first to the last."""
    return [
        (session.star(one, walk), session.subgraph(one, walk), session.paths(ids[0], ids[-1], walk, every=True))
        for one in ids
        for walk in WALKS
    ]


def at_every_moment(session, ids, since):
    last = session.head()[0]
    return [walked(session.at(moment), ids) for moment in range(since, last + 1)] + [walked(session, ids)]


DEEDS = ["relate", "like", "retract", "merge", "unmerge", "redact", "mention", "claim", "rebuild"]
deeds = st.lists(st.tuples(st.sampled_from(DEEDS), st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=10)


class Writer:
    """Does deeds of all sorts; one that is refused leaves nothing."""

    def __init__(self, session, ids) -> None:
        self.session, self.ids = session, ids
        self.merges: list[str] = []

    def do(self, deed: str, one: int, other: int) -> None:
        session, a, b = self.session, self.ids[one], self.ids[other]
        try:
            if deed in {"relate", "like"}:
                session.relate(a, "knows" if deed == "relate" else "likes", b)
            elif deed == "retract":
                session.retract(session.claims(a)[0].id)
            elif deed == "merge":
                self.merges.append(session.merge(a, b))
            elif deed == "unmerge":
                session.unmerge(self.merges.pop())
            elif deed == "redact":
                session.redact(session.claims(a)[0].evidence[0].event)
            elif deed == "mention":
                session.record(f"Met {NAMES[one]}")
            elif deed == "claim":
                session.assert_claim(a, "hobby", "moths")
            else:
                session.rebuild()
        except (kenning.KenningError, IndexError):
            pass


@settings(max_examples=12, deadline=None, derandomize=True)
@given(deeds, st.integers(0, 3))
def test_a_walk_reads_the_same_whether_much_is_kept_or_nothing(tmp_path_factory, done, wide: int) -> None:
    """After every deed, as of every moment, and with limits so low that all are let go and everybody is crowded."""
    path = tmp_path_factory.mktemp("kept") / "store.kenning"
    with pytest.MonkeyPatch.context() as patch, kenning.open(path) as session, kenning.open(path) as other:
        patch.setattr(kept, "CROWDED", [1, 3, 2000, 2000][wide])
        patch.setattr(kept, "KEPT_MAX", [100, 100, 4, 1000][wide])
        ids = [session.create_entity(name) for name in NAMES]
        since = session.head()[0]
        writers = Writer(session, ids), Writer(other, ids)
        for number, deed in enumerate(done):
            writers[number % 2].do(*deed)
            warm = walked(session, ids)
            with kenning.open(path) as cold:
                assert warm == walked(cold, ids)
        with kenning.open(path) as cold:
            assert at_every_moment(session, ids, since) == at_every_moment(cold, ids, since)


@pytest.fixture
def chained(shelf):
    session = shelf.open()
    ids = [session.create_entity(name) for name in NAMES]
    for one, other in pairwise(ids):
        session.relate(one, "knows", other)
    return session, ids


def ends_of(near, numbers):
    return near.ends(numbers, EndsWanted(at=1 << 39, ways=7, types=None, limit=100)).tolist()


def test_a_reading_that_began_earlier_reads_what_was_then(chained) -> None:
    """Whoever came later has brought what is kept up to date; the earlier reading may not see it."""
    session, ids = chained
    store = session._engine.store
    with store.read() as reader:
        graph = reader.graph("default")
        numbers = [graph.number(one) for one in ids]
        near = graph.near()
        session.relate(ids[0], "knows", ids[5])
        with store.read() as later:
            fresh = ends_of(later.graph("default").near(), numbers)
        assert ends_of(near, numbers) != fresh
        assert len(ends_of(near, numbers)[0]) == len(fresh[0]) - 2
    with store.read() as after:
        assert ends_of(after.graph("default").near(), numbers) == fresh


def test_more_changes_than_are_noted_are_seen_all_the_same(chained) -> None:
    session, ids = chained
    before = session.star(ids[0], Walk(depth=1))
    with kenning.open(session._engine.path) as other:
        other.relate(ids[0], "knows", ids[3])
        other.relate(ids[1], "knows", ids[5])
    connection = apsw.Connection(str(session._engine.path))
    connection.execute("DELETE FROM end_changes WHERE serial < (SELECT max(serial) FROM end_changes)")
    connection.close()
    assert len(session.star(ids[0], Walk(depth=1)).entities) == len(before.entities) + 1


def test_changes_noted_are_bounded(shelf) -> None:
    """Of many the last stay, and the newest always."""
    session = shelf.open()
    session.create_entity("Ines Vale")
    execute = session._engine.store._writer.execute
    many = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 140000)"
    execute(f"{many} INSERT INTO end_changes (place) SELECT i FROM n")
    count, last = next(execute("SELECT count(*), max(serial) FROM end_changes"))
    assert 65_536 <= count <= 65_536 + 4_096
    assert last >= 140_000


def test_nouns_of_a_walk_are_made_when_they_are_looked_at_and_read_as_a_list(chained) -> None:
    session, ids = chained
    found = session.star(ids[0])
    session.close()
    nodes = found.entities
    assert isinstance(nodes, Made)
    assert len(nodes) == 4
    assert nodes._made is None
    assert nodes[0] == Node(entity=ids[0])
    assert nodes == list(nodes) == nodes[:]
    assert list(reversed(nodes))[-1] in nodes
    assert repr(nodes) == repr(list(nodes))
    assert copy.deepcopy(found) == found == pickle.loads(pickle.dumps(found))
    assert nodes != nodes[1:]
    assert nodes != "nodes"


def test_an_answer_says_the_same_as_json(chained) -> None:
    session, ids = chained
    found = session.star(ids[0])
    plain = msgspec.structs.replace(found, entities=list(found.entities), relations=list(found.relations))
    assert wire.to_json(found) == wire.to_json(plain)
    assert [one["entity"] for one in json.loads(wire.to_json(found))["entities"]] == ids[:4]
