"""The index of words against a naive one: however documents are packed, closed, hidden or erased, answers are the same."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable
from pathlib import Path

import apsw
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from kenning.errors import CorruptError
from kenning.rules.text import Bag, bag, query_keys, term_key
from kenning.store.words import segments
from kenning.store.words.lexicon import Doc, Lexicon, Limits

NS = 3
WORDS = [f"w{number}" for number in range(12)]
KEYS = [term_key(word) for word in WORDS]


class Naive:
    """The same index, as one would write it to be read: a list of documents, and BM25 by the book."""

    def __init__(self) -> None:
        self.docs: dict[int, Doc] = {}
        self.until: dict[int, int] = {}
        self.hidden: set[int] = set()

    def erase(self, sinces: Iterable[int]) -> None:
        for since in sinces:
            self.docs.pop(since, None)
            self.until.pop(since, None)
            self.hidden.discard(since)

    def seen(self, classes: frozenset[int] | None, at: int | None) -> list[Doc]:
        def sees(doc: Doc) -> bool:
            if doc.since in self.hidden or (classes is not None and doc.class_id not in classes):
                return False
            if at is None:
                return doc.since not in self.until
            return doc.since <= at < self.until.get(doc.since, 1 << 60)

        return [doc for doc in self.docs.values() if sees(doc)]

    def search(self, keys, classes, at, limit, accept=None) -> list[tuple[int, float]]:
        docs = self.seen(classes, at)
        counts = {doc.since: counted(doc) for doc in docs}
        tokens = sum(min(doc.bag[2], 4095) for doc in docs)
        matching = {key: sum(key in counts[doc.since] for doc in docs) for key in set(keys)}
        ordered = sorted((df, key) for key, df in matching.items() if df)
        scored = []
        for doc in docs:
            score = np.float32(0)
            for df, key in ordered:
                if key in counts[doc.since]:
                    score += idf(df, len(docs)) * impact(counts[doc.since][key], doc.bag[2], tokens / len(docs))
            if score > 0 and (accept is None or accept(doc.since)):
                scored.append((doc.since, float(score)))
        return sorted(scored, key=lambda hit: (-hit[1], -hit[0]))[:limit]

    def dump(self) -> list[tuple[int, int, int | None, bool]]:
        return [
            (since, doc.class_id, self.until.get(since), since in self.hidden)
            for since, doc in sorted(self.docs.items())
        ]


def counted(doc: Doc) -> dict[int, int]:
    return dict(zip(np.frombuffer(doc.bag[0], "<i8").tolist(), doc.bag[1], strict=True))


def idf(df: int, docs: int) -> np.float32:
    return np.float32(math.log(1 + (docs - df + 0.5) / (df + 0.5)))


def impact(tf: int, length: int, mean: float) -> np.float32:
    one, tf32, length32 = np.float32(1.2 * 0.25), np.float32(min(tf, 15)), np.float32(min(length, 4095))
    norm = one + length32 * np.float32(1.2 * 0.75 / mean)
    return np.float32(tf32 * np.float32(2.2) / (tf32 + norm))


def made(since: int, access: int, words: list[str]) -> Doc:
    return Doc(since, access, bag(" ".join(words)))


def connect(path: Path | str) -> apsw.Connection:
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(5000)
    connection.execute("PRAGMA journal_mode = WAL")
    return connection


words = st.lists(st.sampled_from(WORDS), max_size=9)
scopes = st.none() | st.frozensets(st.integers(0, 3), max_size=3)


class AgainstNaive(RuleBasedStateMachine):
    """Two lexicons on two connections of one file, each taking turns, and a naive index that does the same."""

    @initialize(tail=st.integers(1, 6), fan=st.integers(2, 3), page=st.integers(1, 5))
    def open(self, tail, fan, page):
        self.folder = tempfile.TemporaryDirectory()
        self.before = segments.MIXED_PAGE_POSTINGS, segments.LARGE_PAGE_POSTINGS, segments.CHUNK_POSTINGS
        segments.MIXED_PAGE_POSTINGS, segments.LARGE_PAGE_POSTINGS, segments.CHUNK_POSTINGS = page, 2 * page, 3 * page
        path = Path(self.folder.name) / "store"
        self.both = [(connect(path), Lexicon(tail_docs=tail, fan=fan)) for _ in range(2)]
        connection, lexicon = self.both[0]
        lexicon.create(connection)
        self.naive = Naive()
        self.head = 0

    def teardown(self):
        if hasattr(self, "both"):
            segments.MIXED_PAGE_POSTINGS, segments.LARGE_PAGE_POSTINGS, segments.CHUNK_POSTINGS = self.before
            for connection, _ in self.both:
                connection.close()
            self.folder.cleanup()

    def some(self, data, least=0):
        return data.draw(st.lists(st.sampled_from(sorted(self.naive.docs)), min_size=least, max_size=4, unique=True))

    @rule(turn=st.integers(0, 1), docs=st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3), words), max_size=8))
    def add(self, turn, docs):
        added = []
        for gap, access, text in docs:
            self.head += gap
            added.append(made(self.head, access, text))
        connection, lexicon = self.both[turn]
        with connection:
            lexicon.add(connection, NS, added)
            lexicon.add(connection, NS + 1, added)  # a stranger, who must not show
        self.naive.docs |= {doc.since: doc for doc in added}

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1), data=st.data())
    def replace(self, turn, data):
        docs = [made(since, data.draw(st.integers(0, 3)), data.draw(words)) for since in self.some(data)]
        connection, lexicon = self.both[turn]
        with connection:
            lexicon.replace(connection, NS, docs)
        self.naive.docs |= {doc.since: doc for doc in docs}

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1), data=st.data(), opens=st.booleans())
    def close(self, turn, data, opens):
        connection, lexicon = self.both[turn]
        for since in self.some(data):
            self.head += 1
            with connection:
                lexicon.close(connection, NS, since, None if opens else self.head)
            self.naive.until.pop(since, None)
            if not opens:
                self.naive.until[since] = self.head

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1), data=st.data(), shows=st.booleans())
    def hide(self, turn, data, shows):
        sinces = self.some(data)
        connection, lexicon = self.both[turn]
        with connection:
            (lexicon.unhide if shows else lexicon.hide)(connection, NS, sinces)
        self.naive.hidden = self.naive.hidden - set(sinces) if shows else self.naive.hidden | set(sinces)

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1), data=st.data())
    def erase(self, turn, data):
        sinces = self.some(data)
        connection, lexicon = self.both[turn]
        with connection:
            lexicon.erase(connection, NS, sinces)
        gone = {key for since in sinces for key in counted(self.naive.docs[since])}
        self.naive.erase(sinces)
        gone -= {key for doc in self.naive.docs.values() for key in counted(doc)}
        left = stored(connection, NS)
        assert [key for key in gone if key.to_bytes(8, "little", signed=True) in left] == []

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1))
    def clear(self, turn):
        connection, lexicon = self.both[turn]
        with connection:
            lexicon.clear(connection, NS)
        self.naive = Naive()

    @precondition(lambda self: self.naive.docs)
    @rule(turn=st.integers(0, 1), data=st.data(), text=words)
    def undo(self, turn, data, text):
        """What a write that fails has searched, closed and added is seen by nobody afterwards."""
        connection, lexicon = self.both[turn]
        connection.execute("BEGIN IMMEDIATE")
        lexicon.erase(connection, NS, self.some(data, 1))
        lexicon.hide(connection, NS, self.some(data))
        lexicon.add(connection, NS, [made(self.head + place, 1, text) for place in (1, 2, 3)])
        lexicon.search(connection, NS, KEYS, limit=3)
        list(lexicon.dump(connection, NS))
        connection.execute("ROLLBACK")

    @rule(
        turn=st.integers(0, 1),
        keys=st.lists(st.sampled_from(KEYS), max_size=6),
        classes=scopes,
        ago=st.none() | st.integers(0, 30),
        limit=st.integers(1, 7),
        modulus=st.none() | st.integers(1, 4),
    )
    def search(self, turn, keys, classes, ago, limit, modulus):
        at = None if ago is None else max(0, self.head - ago)
        connection, lexicon = self.both[turn]
        accepts = None if modulus is None else lambda since: since % modulus == 0
        listed = None if accepts is None else lambda sinces: [accepts(since) for since in sinces]
        found = lexicon.search(connection, NS, keys, classes=classes, at=at, limit=limit, accept=listed)
        expected = self.naive.search(keys, classes, at, limit, accepts)
        assert [since for since, _ in found] == [since for since, _ in expected]
        assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-5)
        docs = self.naive.seen(classes, at)
        tokens = sum(doc.bag[2] for doc in docs)
        assert lexicon.statistics(connection, NS, classes, at) == (len(docs), tokens)

    @invariant()
    def both_hold_the_same(self):
        if not hasattr(self, "both"):
            return
        dumps = [list(lexicon.dump(connection, NS)) for connection, lexicon in self.both]
        assert dumps[0] == dumps[1]
        assert [row[:4] for row in dumps[0]] == self.naive.dump()
        digests: dict[bytes, list[object]] = {}
        for since, *_, digest in dumps[0]:
            digests.setdefault(digest, []).append(self.naive.docs[since].bag)
        assert [bags for bags in digests.values() if len(set(bags)) > 1] == []
        assert len(digests) == len({doc.bag for doc in self.naive.docs.values()})


TestAgainstNaive = AgainstNaive.TestCase
TestAgainstNaive.settings = settings(
    max_examples=60,
    stateful_step_count=30,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def stored(connection: apsw.Connection, ns: int | None = None) -> bytes:
    """Every blob the index has in a namespace (or in all), one after another."""
    bodies = connection.execute(
        "SELECT body FROM pages WHERE ?1 IS NULL OR (id >> 20) IN (SELECT id FROM segments WHERE ns = ?1)", (ns,)
    ).fetchall()
    keys = connection.execute("SELECT keys FROM tail WHERE ?1 IS NULL OR place >> 40 = ?1", (ns,)).fetchall()
    return b"|".join(body for (body,) in [*bodies, *keys] if isinstance(body, bytes))


@pytest.fixture
def connection():
    opened = apsw.Connection(":memory:")
    yield opened
    opened.close()


def filled(connection, docs, **options) -> tuple[Lexicon, Naive]:
    lexicon, naive = Lexicon(**options), Naive()
    lexicon.create(connection)
    with connection:
        for start in range(0, len(docs), 50):
            lexicon.add(connection, NS, docs[start : start + 50])
    naive.docs = {doc.since: doc for doc in docs}
    return lexicon, naive


def zipfian(count: int, seed: int = 7) -> list[Doc]:
    """Documents of Zipfian words in four classes, with gaps between them."""
    dice = np.random.default_rng(seed)
    ranks = np.minimum(dice.zipf(1.3, (count, 12)), 400)
    lengths = dice.integers(0, 13, count)
    return [
        made(place * 2 + 1, int(access), [f"w{rank}" for rank in row[:length]])
        for place, (row, length, access) in enumerate(zip(ranks, lengths, dice.integers(0, 4, count), strict=True))
    ]


@pytest.mark.parametrize("classes", [None, frozenset({1}), frozenset({0, 3}), frozenset({9}), frozenset()])
@pytest.mark.parametrize("at", [None, 1234, 0])
def test_pruning_changes_no_answer(connection, monkeypatch, classes, at):
    """Enough documents that rare terms decide and frequent ones are only looked up."""
    monkeypatch.setattr("kenning.store.words.ranking._WORTH_A_LOOK", 20)
    lexicon, naive = filled(connection, zipfian(1500), tail_docs=64, fan=3)
    with connection:
        for since in range(1, 1500, 26):
            lexicon.close(connection, NS, since, since + 500)
            naive.until[since] = since + 500
    for question in (["w1", "w2", "w90", "w200"], ["w1", "w40"], ["w1"], ["w3", "w399", "nowhere"], []):
        keys = [term_key(word) for word in question]
        for limit in (1, 10, 2000):
            found = lexicon.search(connection, NS, keys, classes=classes, at=at, limit=limit)
            expected = naive.search(keys, classes, at, limit)
            assert [since for since, _ in found] == [since for since, _ in expected]
            assert [score for _, score in found] == pytest.approx([score for _, score in expected], rel=1e-5)


def test_frequent_terms_are_only_looked_up(connection, monkeypatch):
    """The pruning that the test above proves harmless does happen."""
    monkeypatch.setattr("kenning.store.words.ranking._WORTH_A_LOOK", 20)
    monkeypatch.setattr("kenning.store.words.ranking._FEW", 20)
    lexicon, _ = filled(connection, zipfian(3000), tail_docs=64, fan=3)
    looked_up = []
    look_up = "kenning.store.words.ranking.Ranking._look_up"
    monkeypatch.setattr(look_up, lambda *rest: looked_up.append(rest))
    keys = [term_key(word) for word in ("w1", "w60", "w61", "w62", "w70")]
    lexicon.search(connection, NS, keys, limit=1)
    assert looked_up


def test_counts_and_lengths_saturate_alike_in_tail_and_segment(connection):
    """4,095 tokens and a count of 15 are as much as is told apart, packed or not."""
    docs = [made(1, 0, ["long"] * 5000), made(2, 0, ["long"] * 20 + ["short"]), made(3, 0, ["long"])]
    lexicon, naive = filled(connection, docs)
    loose = lexicon.search(connection, NS, query_keys("long short"), limit=5)
    digests = list(lexicon.dump(connection, NS))
    other = apsw.Connection(":memory:")
    packed, _ = filled(other, docs, tail_docs=1)
    assert packed.search(other, NS, query_keys("long short"), limit=5) == loose
    assert list(packed.dump(other, NS)) == digests
    assert [since for since, _ in loose] == [
        since for since, _ in naive.search(query_keys("long short"), None, None, 5)
    ]
    other.close()


def test_equals_come_newest_first(connection):
    docs = [made(since, since % 2, ["same", "words"]) for since in range(1, 40)]
    lexicon, _ = filled(connection, docs, tail_docs=7, fan=2)
    found = lexicon.search(connection, NS, query_keys("same"), limit=5)
    assert [since for since, _ in found] == [39, 38, 37, 36, 35]


def test_what_a_filter_refuses_is_made_up_for(connection):
    docs = [made(since, 0, ["word"]) for since in range(1, 400)]
    lexicon, _ = filled(connection, docs, tail_docs=50)
    asked = []

    def accept(sinces):
        asked.append(len(sinces))
        return [since <= 3 for since in sinces]

    assert [since for since, _ in lexicon.search(connection, NS, query_keys("word"), limit=2, accept=accept)] == [3, 2]
    assert asked == [64, 192, 143]


def test_a_word_outside_the_scope_changes_no_score(connection):
    """Law 4: what a reader may not see changes no byte of an answer."""
    mine = [made(since, 1, ["tea", "cake"][: since % 3]) for since in range(1, 30, 2)]
    lexicon, _ = filled(connection, mine, tail_docs=4, fan=2)
    alone = lexicon.search(connection, NS, query_keys("tea cake"), classes=frozenset({1}), limit=9)
    with connection:
        lexicon.add(connection, NS, [made(since, 2, ["tea"] * 9) for since in range(100, 130)])
    assert lexicon.search(connection, NS, query_keys("tea cake"), classes=frozenset({1}), limit=9) == alone


def test_an_old_snapshot_reads_what_it_read(tmp_path):
    """A reader whose transaction began before others packed, closed and erased still sees its own moment."""
    writer, reader = connect(tmp_path / "store"), connect(tmp_path / "store")
    lexicon, _ = filled(writer, zipfian(70), tail_docs=16, fan=2)
    reader.execute("BEGIN")
    keys = [term_key(word) for word in ("w1", "w2", "w3")]
    before = lexicon.search(reader, NS, keys, limit=20), list(lexicon.dump(reader, NS))
    for since in range(1, 60, 6):
        with writer:
            lexicon.close(writer, NS, since, 1000 + since)
            lexicon.add(writer, NS, [made(2000 + since * 10 + place, 1, ["w1", "w2"]) for place in range(5)])
            lexicon.erase(writer, NS, [since + 2])
        lexicon.search(writer, NS, keys, limit=20)
        assert (lexicon.search(reader, NS, keys, limit=20), list(lexicon.dump(reader, NS))) == before
    reader.execute("COMMIT")
    assert lexicon.search(reader, NS, keys, limit=20) == lexicon.search(writer, NS, keys, limit=20)
    writer.close()
    reader.close()


def test_caches_stay_within_their_bounds(connection):
    lexicon, naive = filled(
        connection, zipfian(600), tail_docs=20, fan=3, limits=Limits(frame_bytes=9000, body_bytes=3000)
    )
    for question in (["w1", "w5"], ["w2", "w7", "w50"], ["w3"]):
        keys = [term_key(word) for word in question]
        found = lexicon.search(connection, NS, keys, limit=10)
        assert [since for since, _ in found] == [since for since, _ in naive.search(keys, None, None, 10)]
    assert lexicon._frames._bytes <= 9000
    assert lexicon._bodies._bytes <= 3000


def test_a_lost_page_is_damage_not_an_empty_answer(connection):
    lexicon, _ = filled(connection, zipfian(100), tail_docs=20)
    connection.execute("DELETE FROM pages")
    with pytest.raises(CorruptError, match="has lost page"):
        lexicon.search(connection, NS, [term_key("w1")], limit=3)


@given(bags=st.lists(st.lists(st.sampled_from(WORDS), max_size=5), min_size=1, max_size=12))
@settings(max_examples=30, deadline=None)
def test_nothing_of_an_erased_word_is_left(bags):
    """Each document also has a word of its own; erased one after the other, each takes its word with it."""
    connection = apsw.Connection(":memory:")
    docs = [made(since, since % 3, [*text, f"secret{since}"]) for since, text in enumerate(bags, 1)]
    lexicon, _ = filled(connection, docs, tail_docs=3, fan=2)
    left = b""
    for doc in docs:
        with connection:
            lexicon.erase(connection, NS, [doc.since])
        left = stored(connection)
        mark = term_key(f"secret{doc.since}").to_bytes(8, "little", signed=True)
        assert mark not in left
    assert left.strip(b"|") == b""
    connection.close()


def test_a_bag_is_what_a_doc_takes():
    assert isinstance(bag("any words"), Bag)
    assert Doc(1, 2, bag("any words")).bag == bag("words any")
