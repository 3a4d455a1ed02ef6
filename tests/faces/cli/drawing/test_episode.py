"""Episodes on the command line: listed, summarised, and asked about where a model is set and told to be asked."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.faces.conftest import Kenning
from tests.graph.test_models import open_mention
from tests.providers.llm.served import Model, serving
from tests.providers.llm.test_extractor import claim, reading

LINES = ["The boiler in the cellar is leaking again", "Did you call the plumber?", "The plumber brings a boiler valve"]


@pytest.fixture
def talk(kenning: Kenning) -> Kenning:
    """A talk of three lines and one of one line, next day."""
    for minute, line in enumerate(LINES):
        at = f"2024-05-04T09:0{minute}"
        assert kenning("record", line, "--actor", "Anna", "--occurred-at", at).code == 0
    assert kenning("record", "Good night", "--occurred-at", "2024-05-05T23:00").code == 0
    return kenning


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Iterator[Model]:
    with serving() as served:
        monkeypatch.setenv("KENNING_LLM_URL", served.url)
        monkeypatch.setenv("KENNING_LLM_MODEL", "small-1")
        served.says = lambda _: {"summary": "A boiler leaked and a plumber came."}
        yield served


def test_episodes_are_listed_with_who_and_how_many(talk: Kenning):
    assert talk("episodes").out.splitlines() == [
        "2024-05-04 09:00 to 09:02  manual  Anna  3 events",
        "2024-05-05 23:00 to 23:00  manual  1 event",
    ]
    assert [len(one["events"]) for one in talk("episodes", "--json", "--silence", "2d").json] == [4]
    assert len(talk("episodes", "--json", "--limit", "1").json) == 1
    assert talk("episodes", "--after", "2024-05-05").out.startswith("2024-05-05")


def test_they_are_summarised_once_and_shown_with_their_summary(talk: Kenning):
    dry = talk("summarise", "--dry-run")
    assert (dry.code, dry.out.splitlines()[-1]) == (0, "1 episode would be summarised, 1 too short to need one")
    assert "    Anna: The plumber brings a boiler valve" in dry.out.splitlines()
    made = talk("summarise")
    assert (made.code, made.out.strip()) == (0, "1 episode summarised, 1 too short to need one")
    assert talk("summarise").out.strip() == "0 episodes summarised, 1 known already, 1 too short to need one"
    shown = talk("episodes").out.splitlines()
    assert shown[1:3] == [
        "    Anna: The boiler in the cellar is leaking again",
        "    Anna: The plumber brings a boiler valve",
    ]
    assert shown[3].strip().startswith("evt_")
    assert talk("record", "The boiler is mended", "--occurred-at", "2024-05-04T09:30").code == 0
    assert "made before it changed" in talk("episodes").out


def test_a_model_says_it_where_it_is_told_to_and_what_it_cost(
    talk: Kenning, model: Model, monkeypatch: pytest.MonkeyPatch
):
    assert talk("summarise").code == 0
    assert model.asked == []
    monkeypatch.setenv("KENNING_LLM_PRICE", "1/2")
    made = talk("summarise", "--llm", "--budget-usd", "1")
    assert made.out.splitlines() == [
        "1 episode summarised, 1 too short to need one",
        "1 request, 120 tokens, 0.0001 USD",
    ]
    assert "A boiler leaked" in talk("episodes").out
    again = talk("summarise", "--llm", "--json").json
    assert (again["report"]["known"], again["spent"]["requests"]) == (1, 0)


def test_a_spent_budget_is_said_and_the_next_run_goes_on(talk: Kenning, model: Model):
    stopped = talk("summarise", "--llm", "--budget-tokens", "10")
    assert stopped.code == 1
    assert "stopped: the budget of 10 tokens is spent; the next run goes on from here" in stopped.out
    assert model.asked == []
    assert talk("summarise", "--llm").code == 0


REFUSED: dict[str, tuple[dict[str, str], list[str], str]] = {
    "no address": ({"KENNING_LLM_URL": ""}, [], "KENNING_LLM_URL: is missing"),
    "no model": ({"KENNING_LLM_MODEL": ""}, [], "KENNING_LLM_MODEL: is missing"),
    "no address of a server": ({"KENNING_LLM_URL": "localhost"}, [], 'url: "localhost" is no address'),
    "money without a price": ({}, ["--budget-usd", "1"], "the price of the model is not known"),
    "a price that is none": ({"KENNING_LLM_PRICE": "cheap"}, [], 'KENNING_LLM_PRICE: "cheap" is no price'),
}


@pytest.mark.parametrize(("environment", "options", "said"), REFUSED.values(), ids=REFUSED.keys())
def test_a_model_that_cannot_be_asked_is_refused_by_the_name_of_what_is_wrong(
    environment: dict[str, str], options: list[str], said: str, talk: Kenning, model: Model, monkeypatch: Any
):
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    answer = talk("summarise", "--llm", *options)
    assert (answer.code, said in answer.err) == (2, True), answer.err
    assert model.asked == []


def test_a_silence_that_is_none_is_refused(talk: Kenning):
    assert talk("episodes", "--silence", "soon").code == 2
    assert talk("summarise", "--silence", "0h").code == 2


def test_the_settings_are_shown_and_the_key_is_not(talk: Kenning, model: Model, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KENNING_LLM_KEY", "sk-secret-1")
    monkeypatch.setenv("KENNING_LLM_PRICE", "0.15/0.60")
    shown = talk("config").out
    assert "small-1" in shown
    assert "0.15/0.60" in shown
    assert "sk-secret-1" not in shown + talk("config", "--json").out
    assert json.loads(talk("config", "--json").out)["llmUrl"]["value"] == model.url


def test_a_model_says_whom_an_open_name_means(kenning: Kenning, model: Model):
    import kenning as package

    with package.open(kenning.store) as session:
        open_mention(session)
    model.says = lambda _: {"choice": 1}
    before = kenning("review", "--json").json
    said = kenning("review", "--llm")
    assert said.out.splitlines()[0] == "1 name decided by small-1"
    assert len(kenning("review", "--json").json) == len(before) - 1


def test_extraction_asks_a_model_where_its_tier_is_named_and_not_before(
    talk: Kenning, model: Model, monkeypatch: pytest.MonkeyPatch
):
    text = LINES[2]
    model.says = reading({text: [claim("brings a boiler valve", "plumber", "owns", "boiler valve")]})
    monkeypatch.setenv("KENNING_LLM_PRICE", "1/2")
    assert talk("extract", "--dry-run").code == 0
    assert model.asked == []
    shown = talk("extract", "--tier", "llm", "--dry-run")
    assert (shown.code, "tokens" in shown.out) == (0, True), shown.out + shown.err
    asked = len(model.asked)
    assert asked > 0
    made = talk("extract", "--tier", "4", "--json").json
    assert (made["report"]["new"], made["spent"]["requests"]) == (1, 0), "what the dry run paid for is kept"
    assert len(model.asked) == asked


def test_a_budget_without_a_model_and_a_tier_that_is_none_are_refused(talk: Kenning):
    assert "say --tier llm" in talk("extract", "--budget-tokens", "5").err
    assert talk("extract", "--tier", "5").code == 2
    assert "KENNING_LLM_URL: is missing" in talk("extract", "--tier", "llm").err


def test_an_embedder_that_is_set_keeps_vectors_and_answers(
    talk: Kenning, model: Model, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("KENNING_EMBED_MODEL", "letters-1")
    monkeypatch.setenv("KENNING_LLM_KEY", "sk-1")
    assert "letters-1" in talk("config").out
    assert talk("embed", "letters-1/1").out.strip() == "letters-1/1: 4 rows"
    assert [one["model"] for one in model.asked] == ["letters-1"]
    assert len(model.asked[0]["input"]) == 4
    assert talk("recall", "boiler").code == 0
    assert model.asked[-1]["input"] == ["boiler"]
    assert {one["authorization"] for one in model.headers} == {"Bearer sk-1"}


def test_a_key_goes_to_its_own_server_alone(talk: Kenning, model: Model, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("KENNING_EMBED_MODEL", "letters-1")
    monkeypatch.setenv("KENNING_EMBED_URL", model.url)
    monkeypatch.setenv("KENNING_LLM_URL", "http://elsewhere.example/v1")
    monkeypatch.setenv("KENNING_LLM_KEY", "sk-of-the-other")
    assert talk("embed", "letters-1/1").code == 0
    assert "sk-of-the-other" not in str(model.headers)
    monkeypatch.delenv("KENNING_EMBED_URL")
    monkeypatch.delenv("KENNING_LLM_URL")
    assert "KENNING_EMBED_URL: is missing" in talk("recall", "boiler").err
