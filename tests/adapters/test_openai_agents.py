"""A session of the OpenAI Agents SDK: what its protocol promises, and what a runner makes of it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

pytest.importorskip("agents")

from agents import Agent, ModelResponse, RunConfig, Runner, Usage, function_tool
from agents.memory import Session, SessionSettings, SQLiteSession
from agents.models.interface import Model
from hypothesis import given, settings
from hypothesis import strategies as st
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

import kenning
from kenning.adapters.openai_agents import KenningSession
from tests.adapters.conftest import QUICK


def user(text: str) -> Any:
    return {"role": "user", "content": text}


def run(awaitable: Any) -> Any:
    return asyncio.run(awaitable)


TALK: list[Any] = [
    user("Where is the boiler?"),
    {"type": "function_call", "call_id": "c1", "name": "look", "arguments": '{"room": "cellar"}'},
    {"type": "function_call_output", "call_id": "c1", "output": "It stands there"},
    {
        "type": "message",
        "id": "m1",
        "role": "assistant",
        "status": "completed",
        "content": [{"type": "output_text", "text": "In the cellar", "annotations": [], "logprobs": None}],
    },
]


def test_items_come_back_as_they_were_in_order(memory):
    session = KenningSession("chat-7", memory)
    assert isinstance(session, Session)
    run(session.add_items(TALK[:1]))
    run(session.add_items(TALK[1:]))
    assert run(session.get_items()) == TALK
    assert run(session.get_items(limit=2)) == TALK[2:]
    assert run(KenningSession("chat-7", memory).get_items()) == TALK
    assert run(KenningSession("chat-8", memory).get_items()) == []
    assert run(session.pop_item()) == TALK[-1]
    assert run(session.get_items()) == TALK[:-1]
    run(session.clear_session())
    assert (run(session.get_items()), run(session.pop_item())) == ([], None)
    run(session.add_items(TALK[:1]))
    assert run(session.get_items()) == TALK[:1]


def test_settings_say_how_much_is_given(keeper):
    session = KenningSession("chat-7", keeper, session_settings=SessionSettings(limit=1))
    run(session.add_items(TALK))
    assert run(session.get_items()) == TALK[-1:]
    assert run(session.get_items(limit=3)) == TALK[1:]


@pytest.mark.parametrize("session_id", ["chat-7", "a b/c", "ключ", "x" * 200, "sha256:x", "."])
def test_any_id_is_a_conversation_of_its_own(keeper, session_id):
    session = KenningSession(session_id, keeper)
    run(session.add_items([user("mine")]))
    run(KenningSession(session_id + "x", keeper).add_items([user("another's")]))
    assert run(session.get_items()) == [user("mine")]


def test_what_was_said_in_one_conversation_is_recalled_in_another(keeper):
    first = KenningSession("monday", keeper)
    run(first.add_items(TALK))
    from kenning.adapters.seat import seat

    found = seat(keeper).session.recall("Where does the boiler stand: the cellar?")
    assert "In the cellar" in [hit.text for hit in found]
    assert found.sessions[0].session == "monday"


def test_what_is_popped_or_cleared_is_redacted_and_what_is_erased_is_in_no_byte(keeper, bytes_of):
    session = KenningSession("zanzibartalk", keeper)
    run(session.add_items([user("the word is xyzzyplugh"), user("the word is abracadabrant")]))
    run(session.pop_item())
    assert b"abracadabrant" in bytes_of()
    assert keeper.verify().ok
    run(session.add_items([user("the word is quuxquux")]))
    run(session.clear_session(erase=True))
    assert [word for word in (b"xyzzyplugh", b"quuxquux") if word in bytes_of()] == []
    assert run(session.get_items()) == []
    assert keeper.verify().ok


def test_what_json_cannot_carry_is_refused_whole(keeper):
    session = KenningSession("chat-7", keeper)
    items: list[Any] = [user("one"), {"role": "user", "content": b"two"}]
    with pytest.raises(kenning.InvalidError, match="JSON does not know"):
        run(session.add_items(items))
    assert run(session.get_items()) == []


ITEMS = st.lists(st.text("ab é", max_size=5).map(user), max_size=3)
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("add_items"), ITEMS),
        st.tuples(st.just("pop_item")),
        st.tuples(st.just("clear_session")),
        st.tuples(st.just("get_items"), st.none() | st.integers(1, 4)),
    ),
    max_size=12,
)


@settings(max_examples=15)
@given(DEEDS)
def test_it_answers_as_their_own_session_does(deeds):
    async def told() -> list[tuple[Any, Any]]:
        with kenning.open(":memory:", config=QUICK) as keeper:
            ours, theirs = KenningSession("s", keeper), SQLiteSession("s")
            pairs = [(await getattr(ours, name)(*more), await getattr(theirs, name)(*more)) for name, *more in deeds]
            theirs.close()
            return pairs

    for ours, theirs in run(told()):
        assert ours == theirs


class Scripted(Model):
    """A model that says what it was given to say, and remembers what it was shown."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.shown: list[Any] = []

    async def get_response(self, *_: Any, **given: Any) -> ModelResponse:
        self.shown.append(given["input"])
        return ModelResponse(output=[self.answers.pop(0)], usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def says(text: str) -> ResponseOutputMessage:
    content = ResponseOutputText(type="output_text", text=text, annotations=[])
    return ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[content])


def test_a_runner_goes_on_where_the_conversation_was(keeper):
    @function_tool
    def look(room: str) -> str:
        """Look into a room."""
        return f"The boiler is in the {room}"

    call = ResponseFunctionToolCall(type="function_call", call_id="c", name="look", arguments='{"room": "cellar"}')
    model = Scripted(call, says("In the cellar"), says("Behind the wine"))
    agent = Agent(name="Caretaker", model=model, tools=[look])
    quiet = RunConfig(tracing_disabled=True)

    async def talk() -> list[str]:
        answers = []
        for question in ("Where is the boiler?", "And where there?"):
            done = await Runner.run(agent, question, session=KenningSession("chat-7", keeper), run_config=quiet)
            answers.append(done.final_output)
        return answers

    assert run(talk()) == ["In the cellar", "Behind the wine"]
    shown = [one.get("content") or one.get("output") or one.get("name") for one in model.shown[-1]]
    assert shown[:3] == ["Where is the boiler?", "look", "The boiler is in the cellar"]
    assert len(run(KenningSession("chat-7", keeper).get_items())) == 6
