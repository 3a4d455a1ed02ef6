"""Models a user brings for the lane of meaning: several in one store, kept, answered by, swept like what they were made of."""

import itertools

import pytest

import kenning
from kenning.engine.config import Config
from kenning.engine.reading.recall.meaning import keeping
from kenning.model.recall import Ways
from tests.access.worlds import approve, trust
from tests.access.worlds import said as heard

MEANING = frozenset({"semantic"})
THEMES = {"cat": 0, "rodent": 0, "pet": 0, "mouse": 0, "boat": 1, "harbour": 1, "sail": 1, "ship": 1}


class Themes:
    """A model of two themes, which counts what it is sent."""

    def __init__(self, name="themes", flip=False):
        self.name, self.flip = name, flip
        self.sent: list[str] = []

    def embed(self, texts):
        self.sent += texts
        return [self.of(text.lower()) for text in texts]

    def of(self, text):
        found = [0.0, 0.0]
        for word, theme in THEMES.items():
            if word in text:
                found[1 - theme if self.flip else theme] += 1
        return [*found, 0.0] if any(found) else [0.0, 0.0, 1.0]


def said(text):
    return {
        "kind": "message.received",
        "source": {"type": "import", "name": "chat"},
        "provenance": {"basis": "imported", "confidence": 1},
        "files": [{"role": "primary", "content": text}],
    }


CAT, BOAT, HARD = "Our cat caught it in the kitchen", "She took the boat out at dawn", "The budget was agreed"
ASK = "Which pet hunted a rodent?"


def opened(*embedders, path=":memory:"):
    return kenning.open(path, config=Config(vectors=False, embedders=embedders))


def first(session, ask=ASK, space=""):
    found = session.recall(ask, ways=Ways(lanes=MEANING, space=space))
    return found[0].text if found else None


def test_a_model_answers_of_what_it_was_shown_and_is_shown_each_row_once(tmp_path):
    model = Themes()
    with opened(model, path=tmp_path / "a.kenning") as session:
        session.record_many([said(CAT), said(BOAT), said(HARD)])
        assert first(session) is None
        assert model.sent == []  # as it is recorded nothing is sent to a model
        assert session.embed() == {"themes/1": 3}
        assert model.sent == [CAT, BOAT, HARD]
        assert first(session) == CAT
        assert first(session, "Who went to sail a ship?") == BOAT
        assert session.embed() == {"themes/1": 0}
    again = Themes()
    with opened(again, path=tmp_path / "a.kenning") as session:
        assert first(session) == CAT
        assert again.sent == [ASK]


def test_several_models_stand_in_one_store_and_each_answers_by_its_name():
    with opened(Themes("one"), Themes("two", flip=True)) as session:
        session.record_many([said(CAT), said(BOAT)])
        assert session.embed("two/1") == {"two/1": 2}
        assert session.spaces() == {"two/1": 2}
        assert first(session) is None
        assert first(session, space="two/1") == CAT
        session.embed()
        assert session.spaces() == {"one/1": 2, "two/1": 2}
        assert first(session) == CAT
        session.forget_space("one/1")
        assert session.spaces() == {"two/1": 2}
        assert first(session) is None
        assert session.embed() == {"one/1": 2, "two/1": 0}
        for unknown in (lambda: session.embed("three"), lambda: session.forget_space("three")):
            with pytest.raises(kenning.NotFoundError, match="three"):
                unknown()
        with pytest.raises(kenning.InvalidError, match="three"):
            first(session, space="three")


def test_what_was_corrected_redacted_or_erased_is_found_by_what_it_says_now_or_not_at_all(tmp_path):
    model = Themes()
    with opened(model, path=tmp_path / "a.kenning") as session:
        one, two, three = (session.record(said(text)).id for text in (CAT, "The mouse ran", "A pet shop"))
        session.embed()
        session.correct(one, {"content": "The harbour was calm"})
        session.redact(two, because="wrong")
        session.erase(three, because="asked to")
        assert first(session) is None
        with session._engine.store.read() as reader:
            senses = reader.senses("default")
            kept = {int(since) for block in senses.blocks("themes/1") for since in block.sinces}
            assert kept <= set(reader.documents("default").sinces.tolist())
        session.embed()
        assert first(session) is None
        assert first(session, "Who saw the harbour?") == "The harbour was calm"


def test_a_model_that_fails_in_the_middle_keeps_what_was_done_and_goes_on_there(monkeypatch):
    monkeypatch.setattr(keeping, "BLOCK_ROWS", 2)
    model = Themes()
    turns = itertools.count()

    def failing(texts):
        if next(turns) == 1:
            raise kenning.UnavailableError("no answer")
        return [model.of(text) for text in texts]

    with opened(model) as session:
        session.record_many([said(f"{CAT}, {number}") for number in range(5)])
        monkeypatch.setattr(model, "embed", failing)
        with pytest.raises(kenning.UnavailableError, match="no answer"):
            session.embed()
        assert session.spaces() == {"themes/1": 2}
        assert session.embed() == {"themes/1": 3}


@pytest.mark.parametrize("answer", [[[1.0]], [[1.0, 2.0], [1.0]], [[float("nan")], [1.0]], [1.0, 2.0]])
def test_what_is_no_vector_for_each_text_is_refused_and_nothing_is_kept(monkeypatch, answer):
    model = Themes()
    with opened(model) as session:
        session.record_many([said(CAT), said(BOAT)])
        monkeypatch.setattr(model, "embed", lambda _: answer)
        with pytest.raises(kenning.UnavailableError, match="no vector for each of 2 texts"):
            session.embed()
        assert session.spaces() == {}


def test_another_model_of_the_same_name_is_told_from_the_first(tmp_path, monkeypatch):
    with opened(Themes(), path=tmp_path / "a.kenning") as session:
        session.record(said(CAT))
        session.embed()
    longer = Themes()
    monkeypatch.setattr(longer, "of", lambda _: [1.0, 0.0, 0.0, 0.0])
    with opened(longer, path=tmp_path / "a.kenning") as session, pytest.raises(kenning.UnavailableError, match="long"):
        first(session)


def test_somebody_reads_by_a_model_what_they_may_and_does_not_tend_it():
    model = Themes()
    with opened(model) as session:
        session.record_many([said(CAT), said(BOAT)])
        session.embed()
        approve(session)
        session.record(heard("hello", "Tom", 1))
        trust(session, "chat:@tom")
        seat = session.enter(entity="chat:@tom", channel="chat")
        assert seat.recall(ASK, ways=Ways(lanes=MEANING)).hits == []
        for refused in (seat.embed, seat.spaces, lambda: seat.forget_space("themes/1")):
            with pytest.raises(kenning.NotAllowedError):
                refused()
