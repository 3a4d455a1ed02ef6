"""A session of somebody's: its context in the document's shape, and that it holds no permission of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

import kenning
from kenning.errors import NotAllowedError
from kenning.model.access.permissions import NONE
from tests.access.worlds import READS, Clock, approve, said, steady, trust


@pytest.fixture
def admin(tmp_path: Any) -> Iterator[Any]:
    with kenning.open(tmp_path / "store.kenning", config=steady(Clock())) as session:
        approve(session)
        session.record(said("hello", "Bob", 1))
        yield session


def test_a_demotion_changes_the_context_and_forgets_nothing(admin: Any) -> None:
    entity = trust(admin, "chat:@bob", "trusted_user")
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
    trust(admin, "chat:@bob")
    admin.define_channel("stage", permissions={"privacy_ceiling": "public", "domain_access": {"technical": "read"}})
    admin.approve_channel("stage")
    chat, stage = (admin.enter("chat:@bob", channel=one).context() for one in ("chat", "stage"))
    assert chat.definition == stage.definition
    assert chat.effective_permissions.privacy_ceiling == "restricted"
    assert stage.effective_permissions.privacy_ceiling == "public"
    assert stage.effective_permissions.domain_access.interaction == "none"


def test_an_assistant_reads_for_others_only_what_both_may(admin: Any) -> None:
    admin.define_internal("companion", "luna")
    alone = admin.enter("luna", channel="chat")
    admin.record(said("for Bob alone", "Bob", 2, visibility="participants"))
    trust(admin, "chat:@bob")
    paired = admin.enter("luna", channel="chat", acting_for="chat:@bob")
    assert "for Bob alone" not in {view.text for view in alone.timeline()}
    assert "for Bob alone" in {view.text for view in paired.timeline()}
    assert paired.context().acting_for == admin.who("chat:@bob").id
    mine = paired.record("what Bob told me")
    assert admin.event(mine.id).recorded_by.principal == admin.who("chat:@bob").id


def test_the_admin_at_the_file_has_a_context_too(admin: Any) -> None:
    assert admin.context().session.role == "admin"
    assert admin.check("tool", "anything", "invoke").allowed


def test_sessions_of_many_are_used_from_many_threads(admin: Any) -> None:
    trust(admin, "chat:@bob")
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
