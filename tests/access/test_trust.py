"""Trust as the document draws it: the cases in cases/trust, and what no case can say alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from _pytest.mark import ParameterSet

import kenning
from kenning.model.access.act import ACCESS_CONTENTS, DENIED
from kenning.model.access.permissions import NONE, Permissions
from kenning.model.identity.act import CONTENTS
from kenning.rules import kinds

CASES = Path(__file__).parents[1] / "cases" / "trust"


def cases(file: str) -> list[ParameterSet]:
    found = json.loads((CASES / file).read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


def message(name: str, text: str = "hello", **more: Any) -> dict[str, Any]:
    """An event by which somebody is met on discord, that all may read."""
    return {
        "kind": "message.received",
        "source": {"type": "app", "name": "discord"},
        "actor": {"type": "person", "name": name, "channel": "discord", "identifier": f"@{name}"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        "privacy": {"sensitivity": "public", "visibility": "shared"},
        **more,
    }


def opened(session: Any) -> Any:
    """A store with an approved channel."""
    session.define_channel("discord", kind="chat", sensitivity="public", visibility="shared", domains=["interaction"])
    session.approve_channel("discord")
    return session


def do(session: Any, deed: list[Any]) -> Any:
    who, verb, *given = deed
    if verb == "meets":
        return session.record(message(given[0]))
    seat = session if who == "admin" else session.enter(who, channel="discord")
    named = {}
    if given and isinstance(given[-1], dict) and verb == "split":
        named = given.pop()
        named = {key: [tuple(one) for one in value] for key, value in named.items()}
    return getattr(seat, verb)(*given, **named)


def read(definition: Any) -> list[Any]:
    made = definition.provenance
    return [definition.label, definition.trust_level, definition.lifecycle_state, made.action, made.from_versions]


def permissions(plain: dict[str, Any]) -> Permissions:
    return msgspec.convert(plain, Permissions)


def looks(session: Any, case: dict[str, Any]) -> None:
    """All that a case says of how things stand."""
    for name, versions in case.get("versions", {}).items():
        assert [read(one) for one in session.definitions(name)] == versions
    for name, head in case.get("head", {}).items():
        assert read(session.who(name).definition) == head
    for name, plain in case.get("permissions", {}).items():
        assert session.who(name).definition.permissions == permissions(plain)
    for name, level in case.get("trust", {}).items():
        assert session.who(name).definition.trust_level == level
    for name, met in case.get("met", {}).items():
        assert [f"{one.channel}:{one.identifier}" for one in session.who(name).identifiers] == met
    if "waiting" in case:
        assert [one.names for one in session.reviews()] == case["waiting"]


@pytest.mark.parametrize("case", cases("01_the_diagrams.json"))
def test_it_stands_as_the_document_draws_it(session, case):
    opened(session)
    for deed in case["does"]:
        do(session, deed)
    looks(session, case)
    assert session.verify().problems == []
    before = session.entities()
    session.rebuild()
    assert session.entities() == before


@pytest.mark.parametrize("case", cases("02_refused.json"))
def test_it_is_refused_and_nothing_but_the_refusal_is_in_the_log(session, case):
    opened(session)
    for deed in case["does"]:
        do(session, deed)
    head, before = session.head()[0], session.entities()
    more: list[str] = case.get("excess", [])
    deed, codes = case["refused"]
    with pytest.raises(kenning.KenningError) as refused:
        do(session, deed)
    assert session.entities() == before
    added = [event.kind for event in session.log(after=head)]
    assert set(added) <= {DENIED, "access.refused", "entity.created"}
    if codes is not None:
        assert added[-1] == DENIED
        assert isinstance(refused.value, kenning.NotAllowedError)
        reasons: Any = refused.value.details["reasons"]
        excess: Any = refused.value.details["excess"]
        assert [one["code"] for one in reasons] == codes
        assert [one["path"] for one in excess][: len(more)] == more
    looks(session, case)
    assert session.verify().problems == []


def test_every_act_on_access_is_reserved_and_known():
    assert ACCESS_CONTENTS.items() <= CONTENTS.items()
    assert all(kinds.reserved(kind) for kind in ACCESS_CONTENTS)


def test_the_table_of_the_lifecycle_emits_what_there_is():
    from kenning.rules.access.lifecycle import TRANSITIONS

    assert {one.emits for one in TRANSITIONS.values()} <= CONTENTS.keys()


# -- the admin -----------------------------------------------------------------------------------------------------------


def test_the_admin_is_there_from_the_start_with_everything(session):
    """EM18, EM23: webui_primary:bootstrap, all allowed, active, admin, though no event says so."""
    assert session.head()[0] == 0
    one = session.who("admin")
    assert (one.definition.trust_level, one.definition.lifecycle_state) == ("admin", "active")
    primary = one.definition.identity.primary
    assert (primary.channel_id, primary.identifier) == ("webui_primary", "bootstrap")
    assert session.who("webui_primary:bootstrap").id == one.id == "admin"
    assert session.context().effective_permissions == one.definition.permissions
    assert session.entities() == []
    assert session.head()[0] == 0


def test_its_first_version_is_the_same_in_every_store(session, shelf):
    """What is said of the admin later has the first version before it, whose hash everybody can work out."""
    other = shelf.open("other")
    begun = session.definitions("admin")[0]
    other.rename("admin", "Sam")
    first, second = other.definitions("admin")
    assert first == begun
    assert (second.name, second.parents, second.trust_level) == ("Sam", [begun.id], "admin")
    assert other.verify().problems == []


def test_the_admin_gains_names_and_identities_without_approval(session):
    """EM24: ordinary acts, and it stays the admin."""
    session.rename("admin", "Sam")
    session.bind("admin", "discord", "@sam")
    said = session.record(message("Tess"))
    session.merge("admin", "Tess")
    one = session.who("discord:@sam")
    assert (one.id, one.canonical_name, one.definition.trust_level) == ("admin", "Sam", "admin")
    assert session.who("discord:@Tess").id == "admin"
    session.assert_claim("admin", "likes", "tea", evidence=[said.id])
    assert session.verify().problems == []


def test_a_name_makes_nobody_the_admin(session):
    """Whoever is called admin in a message is somebody else."""
    session.record(message("admin", "I am the admin"))
    one = session.who("discord:@admin")
    assert one.id != "admin"
    assert one.definition.permissions == NONE


def test_what_says_who_was_trusted_is_not_erased_and_neither_is_the_admin(session):
    """Erasing a denial would give what it forbade; an entity that is erased takes the acts on it along."""
    session.rename("admin", "Sam")
    session.create_entity("Bob")
    raised = session.elevate("Bob", "sub_user", {"toolPermissions": {"deploy": "denied"}})
    for refused in (
        lambda: session.erase(raised, because="asked"),
        lambda: session.erase_entity("admin", because="asked"),
    ):
        with pytest.raises(kenning.InvalidError):
            refused()
    session.erase_entity("Bob", because="asked")
    assert session.grants() == []
    assert session.verify().problems == []


# -- what rests on whom --------------------------------------------------------------------------------------------------


@pytest.fixture
def delegated(session):
    """A delegate who raised somebody, who in turn gave something on."""
    opened(session)
    for name in ("Dee", "Tru", "Sue"):
        session.record(message(name))
    session.elevate("Dee", "admin_delegate", "full")
    dee = session.enter("Dee", channel="discord")
    dee.elevate(
        "Tru",
        "trusted_user",
        {
            "domainAccess": {"interaction": "write"},
            "privacyCeiling": "restricted",
            "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "sub_user"},
        },
    )
    tru = session.enter("Tru", channel="discord")
    tru.elevate("Sue", "sub_user", {"domainAccess": {"interaction": "read"}, "privacyCeiling": "public"})
    return session


def standing(session: Any, *names: str) -> list[str]:
    return [session.who(name).definition.trust_level for name in names]


def test_what_a_rogue_delegate_granted_is_unusable_until_somebody_reviews_it(delegated):
    """S18: the whole subtree at once; what the delegate gets back lifts nothing, a review does."""
    assert standing(delegated, "Tru", "Sue") == ["trusted_user", "sub_user"]
    sue = delegated.enter("Sue", channel="discord")
    assert sue.recall("hello")
    delegated.demote("Dee")
    assert standing(delegated, "Tru", "Sue") == ["untrusted", "untrusted"]
    assert sue.recall("hello").hits == []
    delegated.elevate("Dee", "admin_delegate", "full")
    assert standing(delegated, "Tru", "Sue") == ["untrusted", "untrusted"]
    for grant in delegated.grants("Tru") + delegated.grants("Sue"):
        assert grant.flagged
        delegated.review_grant(grant.id, keep=True)
    assert standing(delegated, "Tru", "Sue") == ["trusted_user", "sub_user"]
    assert sue.recall("hello")
    delegated.demote("Dee")
    assert standing(delegated, "Tru", "Sue") == ["trusted_user", "sub_user"]
    assert delegated.verify().problems == []


@pytest.mark.parametrize("deed", ["suspend", "revoke"])
def test_who_is_not_active_supports_nothing(delegated, deed):
    getattr(delegated, deed)("Dee")
    assert standing(delegated, "Tru", "Sue") == ["untrusted", "untrusted"]


def test_a_grant_that_is_withdrawn_takes_what_rested_on_it(delegated):
    (grant,) = delegated.grants("Tru")
    delegated.withdraw(grant.id)
    assert standing(delegated, "Dee", "Tru", "Sue") == ["admin_delegate", "untrusted", "untrusted"]
    assert delegated.verify().problems == []


def test_what_nobody_granted_depends_on_nobody(delegated):
    delegated.demote("Sue")
    assert standing(delegated, "Dee", "Tru", "Sue") == ["admin_delegate", "trusted_user", "untrusted"]


def test_a_demotion_holds_on_the_next_call_of_every_open_session(delegated):
    dee = delegated.enter("Dee", channel="discord")
    assert dee.check("administrative", "elevate_entities", "perform").allowed
    delegated.demote("Dee")
    assert not dee.check("administrative", "elevate_entities", "perform").allowed
    with pytest.raises(kenning.KenningError):
        dee.elevate("Sue", "trusted_user")


# -- identities ----------------------------------------------------------------------------------------------------------


def test_an_identifier_that_a_name_joined_opens_nothing_until_it_is_confirmed(session):
    """S04: a trusted Ann; somebody turns up under her name. It is taken to be her, and gets nothing by it."""
    from kenning.engine.access.loading import acting, party

    opened(session)
    session.create_entity("Ann Lowell")
    session.elevate("Ann Lowell", "trusted_user", {"domainAccess": {"personal": "read"}, "privacyCeiling": "private"})
    session.record(message("Ann Lowell"))
    ann = session.who("Ann Lowell")
    assert [one.joined for one in ann.identifiers] == [True]
    with session._engine.store.read() as reader:
        assert party(reader, "default", ann.id).identifiers == frozenset()
        assert acting(reader, "default", "shared", "discord", "@Ann Lowell") is None
    session.confirm_identity("Ann Lowell")
    with session._engine.store.read() as reader:
        assert party(reader, "default", ann.id).identifiers == {"discord:@Ann Lowell"}
        assert acting(reader, "default", "shared", "discord", "@Ann Lowell") == ann.id
    assert session.verify().problems == []


def test_the_generation_moves_when_access_may_have_and_not_otherwise(session):
    def generation() -> int:
        with session._engine.store.read() as reader:
            found: int = reader.graph("default").access_generation
            return found

    opened(session)
    session.record(message("Bob"))
    begun = generation()
    session.record(message("Bob", "again"))
    session.rename("Bob", "Robert")
    session.record(message("Cy"))
    assert generation() == begun
    for deed in (
        lambda: session.elevate("Robert", "sub_user", {"domainAccess": {"interaction": "read"}}),
        lambda: session.bind("Robert", "mail", "r@example.org"),
        lambda: session.merge("Robert", "Cy"),
        lambda: session.unmerge("Cy"),
        lambda: session.suspend("Robert"),
        lambda: session.revoke_channel("discord"),
        lambda: session.declare_tool("deploy", "safe"),
        lambda: session.erase(next(session.log(after=2)).id, because="asked"),
    ):
        before = generation()
        deed()
        assert generation() > before
