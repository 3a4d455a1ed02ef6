"""A session of somebody's: its context in the document's shape, and that it holds no permission of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from kenning.errors import NotAllowedError
from kenning.model.access.permissions import NONE
from kenning.testing import Given, given
from tests.access.worlds import READS

MAY = {"domain_access": {"interaction": "write", "technical": "read"}, "privacy_ceiling": "restricted"}
"""`READS`, as whoever gives permissions writes them."""


@pytest.fixture
def house() -> Iterator[Given]:
    """Bob on an approved channel, where he said hello; he may nothing yet."""
    with given() as world:
        world.channel("chat").person("Bob", chat="@bob")
        world.says("Bob", "hello")
        yield world


@pytest.fixture
def admin(house: Given) -> Any:
    return house.session


def test_a_demotion_changes_the_context_and_forgets_nothing(admin: Any) -> None:
    entity = admin.who("Bob").id
    admin.elevate("Bob", "trusted_user", MAY)
    bob = admin.enter("chat:@bob", channel="chat", session_id="chat:@bob")
    before = bob.context()
    assert (before.session.channel, before.session.session_id, before.session.role) == (
        "chat",
        "chat:@bob",
        "trusted_user",
    )
    assert before.entity == f"{entity}:v2"
    assert before.effective_permissions == READS
    assert before.state.interaction_count == 1
    admin.demote("chat:@bob")
    after = bob.context()
    assert after.session.role == "untrusted"
    assert after.effective_permissions == NONE
    assert (after.state, after.name) == (before.state, "Bob")
    assert after.entity == f"{entity}:v3"


def test_one_definition_has_another_context_by_another_channel(admin: Any) -> None:
    admin.elevate("Bob", "sub_user", MAY)
    admin.define_channel("stage", permissions={"privacy_ceiling": "public", "domain_access": {"technical": "read"}})
    admin.approve_channel("stage")
    chat, stage = (admin.enter("chat:@bob", channel=one).context() for one in ("chat", "stage"))
    assert chat.definition == stage.definition
    assert chat.effective_permissions.privacy_ceiling == "restricted"
    assert stage.effective_permissions.privacy_ceiling == "public"
    assert stage.effective_permissions.domain_access.interaction == "none"


def test_an_assistant_reads_for_others_only_what_both_may(house: Given) -> None:
    house.session.define_internal("companion", "luna")
    house.says("Bob", "for Bob alone", privacy={"sensitivity": "restricted", "visibility": "participants"})
    house.session.elevate("Bob", "sub_user", MAY)
    house.then.to("luna", channel="chat").nothing_of("for Bob alone")
    house.then.to("luna", acting_for="Bob").timeline().says("for Bob alone")
    mine = house.when(lambda luna: luna.record("what Bob told me"), by="luna", acting_for="Bob")
    by = house.session.event(mine.id).recorded_by
    assert by is not None
    assert by.principal == house.session.who("Bob").id


def test_what_somebody_may_no_longer_read_is_nowhere_from_the_next_call_on(house: Given) -> None:
    house.session.elevate("Bob", "sub_user", MAY)
    house.says("Bob", "The gate code is 4711")
    house.then.to("Bob").recall("gate code").puts_first("4711")
    house.session.demote("Bob")
    house.then.to("Bob").nothing_of("4711")
    house.then.recall("gate code").puts_first("4711")


def test_the_admin_at_the_file_has_a_context_too(admin: Any) -> None:
    assert admin.context().session.role == "admin"
    assert admin.check("tool", "anything", "invoke").allowed


def test_sessions_of_many_are_used_from_many_threads(admin: Any) -> None:
    admin.elevate("Bob", "sub_user", MAY)
    failed: list[BaseException] = []

    def work(number: int) -> None:
        try:
            session = admin.enter("chat:@bob", channel="chat")
            for turn in range(5):
                session.record(f"note {number} {turn}")
                assert session.who("chat:@bob").canonical_name == "Bob"
                session.context()
        except BaseException as error:  # noqa: BLE001 - told below
            failed.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert failed == []


def test_nobody_but_the_keeper_opens_sessions(admin: Any) -> None:
    bob = admin.enter("chat:@bob", channel="chat")
    with pytest.raises(NotAllowedError, match="holds the file"):
        bob.enter("admin", channel="chat")
