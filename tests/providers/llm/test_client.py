"""Whatever a server does, a question ends: in an answer, or in an error that says what was wrong."""

from collections.abc import Callable
from socket import socket
from typing import Any

import pytest

from kenning.errors import InvalidError, UnavailableError
from kenning.providers.llm.budget import Budget, Price
from kenning.providers.llm.client import Answer, Ask, Client
from kenning.providers.llm.server import Server
from tests.providers.llm import served
from tests.providers.llm.served import Model, Reply

Made = Callable[..., Client]
SCHEMA = {"type": "object", "properties": {"word": {"type": "string"}}}
WELL = Answer(text='{"word": "yes"}')


def ask(**given: Any) -> Ask:
    return Ask(**{"system": "Say yes.", "user": "Yes?", "schema": SCHEMA, "name": "word", "tokens_max": 200, **given})


@pytest.fixture(autouse=True)
def _yes(model: Model) -> None:
    model.says = lambda _: {"word": "yes"}


def test_a_question_is_asked_with_the_form_of_its_answer(model: Model, client: Made):
    assert client().ask(ask()) == WELL
    (given,) = model.asked
    assert given["response_format"] == {
        "type": "json_schema",
        "json_schema": {"name": "word", "schema": SCHEMA, "strict": True},
    }
    assert (given["model"], given["temperature"], given["max_tokens"]) == ("small-1", 0, 200)
    assert [one["role"] for one in given["messages"]] == ["system", "user"]


MISDEEDS: dict[str, Reply] = {
    "429": served.status(429),
    "500": served.status(500),
    "503, and no JSON": lambda handler: handler.reply(b"<html>busy</html>", 503, {"Content-Type": "text/html"}),
    "half a stream": served.half,
    "a closed connection": served.hang_up,
    "no JSON": served.body(b'{"choices": [{'),
    "not even UTF-8": served.body(b'{"choices": "\xff\xfe"}'),
    "a page for people": served.body(b"<html>Sign in</html>", "text/html"),
    "a wrong shape": served.body(b'{"choices": {"message": 1}}'),
    "no choice": served.body(b'{"choices": []}'),
    "an array": served.body(b"[]"),
    "nothing": served.body(b""),
}


@pytest.mark.parametrize("misdeed", MISDEEDS.values(), ids=MISDEEDS.keys())
def test_what_fails_for_now_is_tried_again(misdeed: Reply, model: Model, client: Made, slept: list[float]):
    model.misdeeds = [misdeed, misdeed]
    assert client().ask(ask()) == WELL
    assert (len(model.asked), slept) == (3, [1.0, 2.0])


@pytest.mark.parametrize("misdeed", MISDEEDS.values(), ids=MISDEEDS.keys())
def test_what_fails_as_often_as_it_may_is_said_to_be_unavailable(misdeed: Reply, model: Model, client: Made):
    model.misdeeds = [misdeed] * 3
    with pytest.raises(UnavailableError, match="http://127") as caught:
        client(attempts=3).ask(ask())
    assert len(model.asked) == 3
    assert caught.value.hint


def test_a_server_that_is_not_there_is_unavailable(client: Made):
    with socket() as unheard:
        unheard.bind(("127.0.0.1", 0))  # taken, and nobody listens
        url = f"http://127.0.0.1:{unheard.getsockname()[1]}/v1"
        with pytest.raises(UnavailableError, match="cannot be reached"):
            client(url=url, attempts=2).ask(ask())


SLOW: dict[str, Reply] = {"silent": served.silent, "dripping": served.dripping}


@pytest.mark.parametrize("misdeed", SLOW.values(), ids=SLOW.keys())
def test_an_answer_takes_no_longer_than_it_may(misdeed: Reply, model: Model, client: Made):
    model.misdeeds = [misdeed]
    with pytest.raises(UnavailableError, match="did not answer within"):
        client(timeout_s=0.3, attempts=1).ask(ask())


def test_an_answer_without_end_is_not_taken_in(model: Model, client: Made):
    model.misdeeds = [served.endless]
    with pytest.raises(UnavailableError, match="more than 1000000 bytes"):
        client(attempts=1, answer_bytes_max=1_000_000).ask(ask())


WAITS = {
    "a number": ({"Retry_After": "7"}, [7.0]),
    "a date": (
        {"Date": "Mon, 04 May 2026 10:00:00 GMT", "Retry_After": "Mon, 04 May 2026 10:00:09 GMT"},
        [9.0],
    ),
    "nothing that can be read": ({"Retry_After": "soon"}, [1.0]),
    "less than nothing": ({"Retry_After": "-3"}, [1.0]),
    "no number": ({"Retry_After": "nan"}, [1.0]),
}


@pytest.mark.parametrize(("headers", "waits"), WAITS.values(), ids=WAITS.keys())
def test_a_server_says_how_long_to_wait(
    headers: dict[str, str], waits: list[float], model: Model, client: Made, slept: list[float]
):
    def busy(handler: served.Handler) -> None:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.send_response_only(429)
        for name, value in {"Content-Length": "2", **given}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(b"{}")

    model.misdeeds = [busy]
    assert client().ask(ask()) == WELL
    assert slept == waits


def test_nobody_waits_longer_than_was_said(model: Model, client: Made, slept: list[float]):
    model.misdeeds = [served.status(429, Retry_After="86400")]
    with pytest.raises(UnavailableError, match="answered 429"):
        client().ask(ask())
    assert slept == []


@pytest.mark.parametrize("code", [401, 403, 404])
def test_what_no_repetition_mends_is_not_repeated(code: int, model: Model, client: Made):
    model.misdeeds = [served.status(code)]
    with pytest.raises(UnavailableError, match=f"answered {code}: status {code}"):
        client().ask(ask())
    assert len(model.asked) == 1


def test_a_server_that_knows_no_schema_is_asked_more_plainly_and_from_then_on(model: Model, client: Made):
    refusal = served.status(400, {"error": {"message": "response_format is not supported"}})
    model.misdeeds = [refusal, refusal]
    asking = client()
    assert asking.ask(ask()) == WELL
    assert asking.ask(ask()) == WELL
    assert [one.get("response_format", {}).get("type") for one in model.asked] == [
        "json_schema",
        "json_object",
        None,
        None,
    ]
    assert "JSON Schema" in model.asked[-1]["messages"][0]["content"]


def test_a_request_that_is_refused_is_said_to_be_and_costs_no_other(model: Model, client: Made):
    refusal = served.status(400, {"error": {"message": "this model's context is 512 tokens"}})
    model.misdeeds = [refusal]
    asking = client()
    with pytest.raises(InvalidError, match="refused the request"):
        asking.ask(ask())
    assert asking.ask(ask()) == WELL
    assert model.asked[-1]["response_format"]["type"] == "json_schema"


def test_a_text_goes_to_the_address_that_was_named_and_to_no_other(model: Model, client: Made):
    model.misdeeds = [served.elsewhere] * 4
    with pytest.raises(UnavailableError, match="answered 307"):
        client().ask(ask())
    assert all("elsewhere" not in str(one) for one in model.headers)
    assert len(model.asked) == 4


def test_a_key_is_sent_where_there_is_one_and_shown_nowhere(model: Model, client: Made):
    asking = client(key="sk-secret-1")
    assert asking.ask(ask()) == WELL
    assert model.headers[0]["authorization"] == "Bearer sk-secret-1"
    assert "sk-secret-1" not in repr(asking.server)
    model.misdeeds = [served.status(401, {"error": {"message": "Incorrect key: sk-secret-1"}})]
    with pytest.raises(UnavailableError) as caught:
        asking.ask(ask())
    assert "sk-secret-1" not in str(caught.value) + repr(caught.value.details)
    assert "Incorrect key: …" in str(caught.value)


def test_no_key_is_needed_and_nothing_meant_for_other_programs_is_sent(
    model: Model, client: Made, monkeypatch: pytest.MonkeyPatch
):
    """No default vendor: what the SDK would take from the environment goes nowhere."""
    for name in ("API_KEY", "ADMIN_KEY", "ORG_ID", "PROJECT_ID", "BASE_URL"):
        monkeypatch.setenv(f"OPENAI_{name}", "http://127.0.0.1:9/of-others")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Of-Others: of-others")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert client().ask(ask()) == WELL
    (headers,) = model.headers
    assert "of-others" not in str(headers)
    allowed = {"accept", "accept-encoding", "connection", "content-length", "content-type", "host", "user-agent"}
    assert {name.lower() for name in headers} <= allowed


@pytest.mark.parametrize(
    "given",
    [{"url": "localhost:11434"}, {"url": "file:///etc/passwd"}, {"url": "http://[1"}, {"model": " "}, {"attempts": 0}],
    ids=str,
)
def test_what_is_no_server_is_refused_by_name(given: dict[str, Any], server: Callable[..., Server]):
    with pytest.raises(InvalidError) as caught:
        server(**given)
    assert caught.value.details["path"] == next(iter(given))


# -- what it costs -----------------------------------------------------------------------------------------------------


def test_nothing_is_asked_that_could_go_beyond_the_budget(model: Model, client: Made):
    budget = Budget(tokens_max=300)
    asking = client(budget)
    assert asking.ask(ask()) == WELL
    assert budget.spent.tokens == 120
    assert asking.ask(ask()) == WELL
    assert model.asked[-1]["max_tokens"] < 200, "the answer is limited to what is left"
    assert asking.ask(ask()) is None
    assert (len(model.asked), budget.spent.requests, budget.spent.tokens) == (2, 2, 240)


def test_money_is_counted_by_the_price_and_not_exceeded(model: Model, client: Made):
    budget = Budget(usd_max=0.0005, price=Price(1.0, 2.0))
    asking = client(budget)
    answers = 0
    while asking.ask(ask()) is not None:
        answers += 1
    assert answers == len(model.asked) > 0
    assert budget.spent.usd == pytest.approx(answers * (100 * 1.0 + 20 * 2.0) / 1e6)
    assert (budget.spent.usd or 0) <= 0.0005


def test_what_a_server_does_not_count_is_counted_by_its_bytes(model: Model, client: Made):
    model.misdeeds = [served.body(b'{"choices": [{"message": {"content": "yes"}}]}')]
    budget = Budget()
    asking = client(budget)
    assert asking.ask(ask()) == Answer(text="yes")
    assert (budget.spent.estimated, budget.spent.tokens > 0) == (True, True)


def test_an_answer_cut_off_says_so(model: Model, client: Made):
    model.misdeeds = [served.says("{", finish_reason="length")]
    assert client().ask(ask()) == Answer(text="{", whole=False)


@pytest.mark.parametrize("given", [{"tokens_max": -1}, {"usd_max": float("nan"), "price": Price(1, 1)}, {"usd_max": 1}])
def test_a_budget_that_cannot_be_held_is_refused(given: dict[str, Any]):
    with pytest.raises(InvalidError, match="budget_"):
        Budget(**given)
