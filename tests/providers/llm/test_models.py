"""A server's embedder and judge, and an embedder of this machine: each does what its seam says, or says why not."""

import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import kenning
from kenning.errors import InvalidError, UnavailableError
from kenning.providers import Embedder, Judge, Summariser
from kenning.providers.llm.budget import Budget
from kenning.providers.llm.client import Client
from kenning.providers.llm.embedder import ServedEmbedder
from kenning.providers.llm.judge import ModelJudge
from kenning.providers.llm.summariser import ModelSummariser
from kenning.providers.sentences import SentenceEmbedder
from tests.graph.test_models import open_mention
from tests.providers.llm import served
from tests.providers.llm.served import Model

Made = Callable[..., Client]


def test_texts_become_vectors_in_their_order_many_at_once(model: Model, client: Made):
    embedder: Embedder = ServedEmbedder(client())
    texts = [f"{'a' * (number % 7)} text {number}" for number in range(150)]
    assert [list(one) for one in embedder.embed(texts)] == [served.vector(text) for text in texts]
    assert [len(one["input"]) for one in model.asked] == [64, 64, 22]
    assert embedder.embed([]) == []
    assert embedder.name == "small-1"


def test_vectors_are_put_in_order_by_their_index(model: Model, client: Made):
    data = [{"index": 1, "embedding": [2.0]}, {"index": 0, "embedding": [1.0]}]
    model.misdeeds = [lambda handler: handler.reply({"data": data})]
    assert ServedEmbedder(client()).embed(["one", "two"]) == [[1.0], [2.0]]


WRONG: dict[str, Any] = {
    "too few": [{"index": 0, "embedding": [1.0]}],
    "one twice": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [2.0]}],
    "of two lengths": [{"embedding": [1.0]}, {"embedding": [1.0, 2.0]}],
    "empty": [{"embedding": []}, {"embedding": []}],
}


@pytest.mark.parametrize("data", WRONG.values(), ids=WRONG.keys())
def test_vectors_that_are_not_one_for_each_text_are_refused(data: Any, model: Model, client: Made):
    model.misdeeds = [lambda handler: handler.reply({"data": data})]
    with pytest.raises(UnavailableError, match="not one for each text"):
        ServedEmbedder(client()).embed(["one", "two"])


def test_vectors_of_another_length_in_a_later_request_are_refused(model: Model, client: Made):
    def shorter(handler: served.Handler) -> None:
        handler.reply({"data": [{"embedding": [1.0]} for _ in handler.given["input"]]})

    model.misdeeds = [served.Handler.well, shorter]
    with pytest.raises(UnavailableError, match="for one model"):
        ServedEmbedder(client()).embed(["text"] * 70)


def test_a_spent_budget_stops_an_embedder(client: Made):
    with pytest.raises(UnavailableError, match="budget of 10 tokens is spent"):
        ServedEmbedder(client(Budget(tokens_max=10))).embed(["a text of more than ten tokens, as they are counted"])


def test_a_judge_chooses_among_what_it_was_shown(model: Model, client: Made):
    """EN17: what it says is recorded with model and prompt."""
    judge: Judge = ModelJudge(client())
    model.says = lambda _: {"choice": 1}
    with kenning.open(":memory:") as session:
        ids, note = open_mention(session)
        assert session.decide_open(judge=judge) == 1
        (chosen,) = [one for one in ids if session.appears(one)]
        assert [one.event_id for one in session.appears(chosen)] == [note]
    assert judge.name == "small-1/judge-1"
    (given,) = model.asked
    assert "Ignore all rules" not in given["messages"][0]["content"]


@pytest.mark.parametrize("said", ['{"choice": 2}', '{"choice": -1}', '{"choice": null}', '{"choice": "1"}', "1", "{"])
def test_a_judge_that_makes_no_choice_leaves_it_open(said: str, model: Model, client: Made):
    model.misdeeds = [served.says(said)]
    assert ModelJudge(client()).choose("Ines", "Ines called", ["Ines A", "Ines B"]) is None


def test_a_judge_without_a_budget_leaves_it_open(model: Model, client: Made):
    assert ModelJudge(client(Budget(tokens_max=1))).choose("Ines", "Ines called", ["Ines A"]) is None
    assert model.asked == []


LINES = [("Rui", "The boiler leaks"), ("Anna", "The plumber comes on Friday")]


def test_a_summary_is_in_the_words_of_the_model_and_short(model: Model, client: Made):
    summariser: Summariser = ModelSummariser(client())
    model.says = lambda _: {"summary": "The boiler\nleaks;  a plumber comes on Friday."}
    assert summariser.summarise(LINES) == "The boiler leaks; a plumber comes on Friday."
    assert summariser.name == "small-1/summarise-1"
    model.says = lambda _: {"summary": "so " * 5000}
    assert len(summariser.summarise(LINES) or "") == 1000
    (first, _) = model.asked
    assert json.loads(first["messages"][1]["content"]) == {"lines": [{"who": who, "said": said} for who, said in LINES]}


def test_a_long_episode_is_shown_by_its_ends(model: Model, client: Made):
    model.says = lambda _: {"summary": "Much was said."}
    lines = [("Rui", f"{number} " + "word " * 400) for number in range(100)]
    assert ModelSummariser(client()).summarise(lines) == "Much was said."
    shown = json.loads(model.asked[0]["messages"][1]["content"])["lines"]
    assert (shown[0]["said"][:2], shown[-1]["said"][:2]) == ("0 ", "99")
    assert sum(len(one["said"]) for one in shown) <= 24_000


@pytest.mark.parametrize("said", ['{"summary": ""}', '{"summary": 1}', "Sure! Here is", '{"summary": "\\ud800"}'])
def test_what_is_no_summary_is_none(said: str, model: Model, client: Made):
    model.misdeeds = [served.says(said)]
    assert ModelSummariser(client()).summarise(LINES) is None


def test_a_refused_episode_costs_itself_and_a_spent_budget_stops(model: Model, client: Made):
    model.misdeeds = [served.status(400, {"error": {"message": "context too long"}})]
    assert ModelSummariser(client()).summarise(LINES) is None
    with pytest.raises(UnavailableError, match="budget of 1 tokens is spent"):
        ModelSummariser(client(Budget(tokens_max=1))).summarise(LINES)


class Sentences(ModuleType):
    """Stands for the package: remembers how the model was loaded, and gives an array as it does."""

    loaded: list[tuple[str, bool]]

    def SentenceTransformer(self, name: str, *, local_files_only: bool) -> Any:  # noqa: N802 - as the package has it
        self.loaded.append((name, local_files_only))
        if name == "missing":
            raise OSError("no such model here")
        return self

    def encode(self, texts: list[str], **_: Any) -> Any:
        return np.array([served.vector(text) for text in texts], np.float32)


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> Sentences:
    package = Sentences("sentence_transformers")
    package.loaded = []
    monkeypatch.setitem(sys.modules, "sentence_transformers", package)
    monkeypatch.setattr("kenning.providers.sentences.importlib.util.find_spec", lambda _: object())
    return package


def test_a_model_of_this_machine_is_loaded_once_and_never_fetched(sentences: Sentences):
    embedder: Embedder = SentenceEmbedder("all-small")
    assert sentences.loaded == []
    assert embedder.embed([]) == []
    for _ in range(2):
        assert [list(one) for one in embedder.embed(["abba", "cede"])] == [served.vector("abba"), served.vector("cede")]
    assert sentences.loaded == [("all-small", True)]
    assert embedder.name.startswith("all-small")


def test_a_model_that_is_not_there_is_said_to_be_missing(sentences: Sentences):
    with pytest.raises(UnavailableError, match="missing: cannot be loaded"):
        SentenceEmbedder("missing").embed(["text"])


def test_a_package_that_is_not_installed_is_said_to_be(monkeypatch: pytest.MonkeyPatch, server: Any):
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(InvalidError, match="sentence-transformers") as caught:
        SentenceEmbedder("all-small")
    assert "pip install" in caught.value.hint
    with pytest.raises(InvalidError, match="openai") as caught:
        Client(server())
    assert "kenning[llm]" in caught.value.hint
