"""Whom an adapter runs as."""

import subprocess
import sys

import pytest

import kenning
from kenning import aio
from kenning.adapters.mem0 import Memory
from kenning.adapters.seat import ADAPTER, CHANNEL, seat
from tests.adapters.conftest import QUICK


def test_opening_a_file_is_the_admins_and_an_adapter_on_it_is_not(keeper):
    taken = seat(keeper)
    assert not keeper.is_somebody
    assert taken.session.is_somebody
    assert taken.session.context().session.role == "trusted_user"


def test_an_adapter_sees_what_it_recorded_and_what_is_shared_and_no_more(keeper):
    keeper.record("The admin's diary")
    keeper.record(
        {
            "kind": "note.created",
            "source": {"type": "user"},
            "files": [{"role": "primary", "content": "The house rules"}],
            "privacy": {"sensitivity": "restricted", "visibility": "shared"},
        }
    )
    session = seat(keeper).session
    session.record("What I was told")
    assert [view.text for view in session.timeline()] == ["The house rules", "What I was told"]


def test_an_adapter_may_not_do_what_an_admin_may(keeper):
    session = seat(keeper).session
    with pytest.raises(kenning.NotAllowedError):
        session.define_channel("elsewhere")
    with pytest.raises(kenning.NotAllowedError):
        session.export("all.jsonl")


def test_the_entity_of_adapters_is_made_once(keeper):
    first = seat(keeper).session.context().entity
    head = keeper.head()
    assert seat(keeper).session.context().entity == first
    assert keeper.head() == head


def test_what_was_taken_from_adapters_is_not_given_back_by_opening_another(keeper):
    seat(keeper)
    keeper.demote(ADAPTER)
    assert seat(keeper).session.context().session.role == "untrusted"


def test_what_was_broken_off_is_made_whole(keeper):
    keeper.create_entity("Framework adapter", "kenning:Device", identifiers=[(CHANNEL, "adapter")])
    assert seat(keeper).session.context().session.role == "trusted_user"


def test_as_admin_is_said_and_never_meant(keeper):
    keeper.record("The admin's diary")
    assert [view.text for view in seat(keeper, as_admin=True).session.timeline()] == ["The admin's diary"]


def test_a_session_of_somebodys_is_used_as_it_is(keeper):
    keeper.create_entity("Rui", identifiers=[("chat", "@rui")])
    rui = keeper.enter("chat:@rui", channel="chat")
    assert seat(rui).session is rui
    assert seat(aio.AsyncSession(rui)).session is rui


def test_the_admins_token_is_refused_unless_it_is_said(served):
    with pytest.raises(kenning.NotAllowedError, match="none runs as the admin"):
        seat(served.open())
    assert seat(served.open(), as_admin=True).session.is_somebody is False
    somewhere = served.keeper.issue_token("admin", channel=CHANNEL).secret
    with pytest.raises(kenning.NotAllowedError, match="none runs as the admin"):
        seat(served.open(somewhere))


def test_what_is_given_stays_open_and_what_was_opened_is_closed(path):
    with kenning.open(path, config=QUICK) as keeper, Memory(keeper) as memory:
        memory.close()
        assert keeper.head()[0] > 0
    opened = seat(path)
    opened.close()
    with pytest.raises(kenning.KenningError):
        opened.session.timeline()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("langgraph", "langgraph", "langchain"),
        ("langchain", "langchain_core", "langchain"),
        ("openai_agents", "agents", "openai-agents"),
    ],
)
def test_an_absent_framework_is_told_with_the_extra_that_brings_it(module, package, extra):
    code = (
        f"import sys; sys.modules[{package!r}] = None\n"
        "from kenning import InvalidError\n"
        f"try: import kenning.adapters.{module}\n"
        "except InvalidError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'kenning[{extra}]'" in done.stdout


def test_the_drop_in_for_mem0_needs_no_framework():
    frameworks = ("mem0", "langgraph", "langchain_core", "agents", "openai", "qdrant_client")
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({frameworks!r}))\n"
        "from kenning.adapters.mem0 import Memory\n"
        "m = Memory(':memory:')\n"
        "m.add('I keep bees', user_id='alex')\n"
        "print(m.get_all(user_id='alex')['results'][0]['memory'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "I keep bees\n"
