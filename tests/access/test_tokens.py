"""Tokens: bound when they are issued, kept as keyed digests, never more than who holds one may, and nothing once revoked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning.engine.access.tokens import DAY_US, READING
from kenning.engine.reading.watched import SHOWN
from kenning.errors import InvalidError, NotAllowedError, NotFoundError
from kenning.model.access.channel import Narrowing
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.levels import DOMAINS, SENSITIVITY
from kenning.rules.access.bounds import excess, narrowed
from tests.access.worlds import READS, Clock, approve, said, steady, trust
from tests.rules.access.drawn import permissions


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def admin(tmp_path: Any, clock: Clock) -> Iterator[Any]:
    with kenning.open(tmp_path / "store.kenning", config=steady(clock)) as session:
        approve(session)
        session.record(said("The deploy failed", "Bob", 1))
        session.record(said("Nobody may know the plan", "Dora", 3, sensitivity="confidential"))
        trust(session, "chat:@bob")
        yield session


def texts(session: Any) -> set[str]:
    return {view.text for view in session.timeline()}


def refused(admin: Any, secret: str) -> str:
    with pytest.raises(NotAllowedError) as caught:
        admin.sign_in(secret)
    return str(caught.value)


def test_a_token_opens_what_entering_opens(admin: Any) -> None:
    issued = admin.issue_token("chat:@bob", channel="chat", name="phone")
    signed = admin.sign_in(issued.secret)
    bob = admin.enter("chat:@bob", channel="chat")
    assert signed.token == issued.token
    assert signed.session.is_somebody
    assert signed.session.context().effective_permissions == READS
    assert texts(signed.session) == texts(bob) == {"The deploy failed"}
    assert signed.session.record("said from afar").sequence == 0


def test_the_admins_on_the_local_channel_is_that_of_whoever_holds_the_file(admin: Any) -> None:
    keeper = admin.sign_in(admin.issue_token("admin", channel="local").secret).session
    assert not keeper.is_somebody
    assert keeper.head() == admin.head()
    assert admin.sign_in(admin.issue_token("admin", channel="chat").secret).session.is_somebody
    narrow = admin.sign_in(admin.issue_token("admin", channel="local", ceiling="restricted").secret)
    assert narrow.session.is_somebody
    assert texts(narrow.session) == {"The deploy failed"}


def test_an_assistants_token_names_the_person_it_acts_for(admin: Any) -> None:
    admin.define_internal("companion", "luna")
    issued = admin.issue_token("luna", channel="chat", acting_for="chat:@bob", agent="luna")
    signed = admin.sign_in(issued.secret)
    assert signed.session.context().acting_for == admin.who("chat:@bob").id
    assert signed.session.agent == "luna"


def test_a_token_narrows_and_never_widens(admin: Any) -> None:
    less = admin.sign_in(admin.issue_token("chat:@bob", channel="chat", domains=["project"]).secret).session
    assert less.context().effective_permissions.domain_access.interaction == "none"
    assert texts(less) <= texts(admin.enter("chat:@bob", channel="chat"))
    admin.demote("chat:@bob")
    assert texts(less) == set()


def test_verbs_that_a_token_leaves_out_are_refused_and_that_is_recorded(admin: Any) -> None:
    reading = admin.sign_in(admin.issue_token("chat:@bob", channel="chat", reading=True).secret)
    assert {view.text for view in reading.verb("timeline")()} == {"The deploy failed"}
    with pytest.raises(NotAllowedError, match="record: is not among the verbs of this token") as caught:
        reading.verb("record")
    assert admin.event(caught.value.details["recorded"]).kind == "access.refused"
    one = admin.sign_in(admin.issue_token("chat:@bob", channel="chat", verbs=["recall"]).secret)
    one.verb("recall")
    with pytest.raises(NotAllowedError):
        one.verb("timeline")


def test_what_reads_is_told_from_what_writes() -> None:
    verbs = {one for one in dir(kenning.Session) if not one.startswith("_")}
    assert verbs >= READING
    assert set(SHOWN) <= READING
    assert {
        "record",
        "record_many",
        "erase",
        "rebuild",
        "issue_token",
        "apply_schema",
        "answer_review",
    } & READING == set()


def test_a_token_is_revoked_at_once_and_too_old_when_its_days_are_over(admin: Any, clock: Clock) -> None:
    first, second = (admin.issue_token("chat:@bob", channel="chat", days=1) for _ in range(2))
    admin.sign_in(first.secret)
    admin.revoke_token(first.token.id)
    assert [one.id for one in admin.tokens()] == [second.token.id]
    mistyped = refused(admin, "kng_default.0.x")
    assert refused(admin, first.secret) == mistyped
    with pytest.raises(NotFoundError):
        admin.revoke_token(first.token.id)
    admin.sign_in(second.secret)
    clock.now_us += DAY_US
    assert refused(admin, second.secret) == mistyped
    assert admin.at(admin.event(first.token.id).sequence).tokens()[0].id == first.token.id


def test_the_secret_stands_nowhere(admin: Any, tmp_path: Any) -> None:
    issued = admin.issue_token("chat:@bob", channel="chat")
    shown = issued.secret.rpartition(".")[2].encode()
    admin.sign_in(issued.secret)
    assert [path for path in tmp_path.rglob("*") if path.is_file() and shown in path.read_bytes()] == []
    assert shown.decode() not in repr(admin.tokens())


def test_a_copied_log_brings_no_token_that_opens_anything(admin: Any, tmp_path: Any) -> None:
    issued = admin.issue_token("chat:@bob", channel="chat")
    admin.export(tmp_path / "all.jsonl")
    with kenning.open(tmp_path / "other.kenning") as other:
        other.import_file(tmp_path / "all.jsonl")
        assert [one.id for one in other.tokens()] == [issued.token.id]
        refused(other, issued.secret)


def test_a_rebuild_leaves_tokens_as_they_are(admin: Any) -> None:
    kept, gone = (admin.issue_token("chat:@bob", channel="chat") for _ in range(2))
    admin.revoke_token(gone.token.id)
    assert admin.verify().problems == []
    admin.rebuild()
    assert admin.verify().problems == []
    admin.sign_in(kept.secret)
    refused(admin, gone.secret)


@pytest.mark.parametrize(
    "shown",
    [
        "",
        "kng_",
        "kng_default",
        "kng_default.x.y",
        "kng_no such.x.y",
        "Bearer x",
        "kng_other.0.1",
        "ü" * 40,
        "x" * 9999,
    ],
)
def test_what_is_no_token_reads_like_one_that_counts_no_more(admin: Any, shown: str) -> None:
    assert refused(admin, shown) == refused(admin, "kng_default.0.x")


def test_one_of_another_namespace_opens_nothing_here(admin: Any) -> None:
    issued = admin.issue_token("chat:@bob", channel="chat")
    refused(admin, issued.secret.replace("kng_default", "kng_other"))


def test_nobody_but_the_keeper_issues_lists_and_revokes(admin: Any) -> None:
    bob = admin.enter("chat:@bob", channel="chat")
    issued = admin.issue_token("chat:@bob", channel="chat")
    for deed in (
        lambda: bob.issue_token("admin", channel="local"),
        lambda: bob.revoke_token(issued.token.id),
        bob.tokens,
        lambda: bob.sign_in(issued.secret),
    ):
        with pytest.raises(NotAllowedError, match="is for whoever holds the file"):
            deed()


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"days": 0}, "days"),
        ({"channel": "no such"}, "channel"),
        ({"agent": "no such"}, "agent"),
        ({"ceiling": "secret"}, "ceiling"),
        ({"domains": ["moon"]}, "domains[0]"),
        ({"verbs": ["fly"]}, "verbs"),
        ({"colour": 1}, "colour"),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_issued(admin: Any, more: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidError) as caught:
        admin.issue_token("chat:@bob", **{"channel": "chat", **more})
    assert str(caught.value.details["path"]).startswith(path.partition("[")[0])
    assert admin.tokens() == []


@given(
    held=permissions,
    ceiling=st.none() | st.sampled_from(sorted(SENSITIVITY)),
    domains=st.lists(st.sampled_from(DOMAINS), unique=True),
    reading=st.booleans(),
)
def test_what_is_narrowed_lies_within_what_is_held(held: Any, ceiling: Any, domains: Any, reading: bool) -> None:
    left = narrowed(held, Narrowing(ceiling=ceiling, domains=domains, reading=reading))
    most = EffectivePermissions(permissions=held, tools_up_to="reserved", sensors_up_to="all")
    assert excess(left, most, "what is held") == []
    access = {name: getattr(left.domain_access, name) for name in DOMAINS}
    assert all(one == "none" for name, one in access.items() if domains and name not in domains)
    assert not (reading and "write" in access.values())
    if ceiling is not None and left.privacy_ceiling is not None:
        assert SENSITIVITY[left.privacy_ceiling] <= SENSITIVITY[ceiling]
