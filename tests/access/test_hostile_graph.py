"""Attacks by way of the graph: what walks, merges, counts, names, hashes and errors could tell of what one may not know."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from kenning.faces.wire import to_json
from kenning.model.access.permissions import (
    AdministrativePermissions,
    Delegation,
    DomainAccess,
    Permissions,
)
from kenning.model.identity.graph import Walk
from tests.access.worlds import Clock, answered, approve, plain, said, steady, trust

SECRET = f"evt_{3:032x}"
DEED = Callable[[Any], None]


def told(peer: Any) -> list[str]:
    """Whatever the graph can be asked, of whoever there is."""
    asks: list[Callable[[], object]] = [
        peer.entities,
        peer.claims,
        peer.contradictions,
        peer.timeline,
        peer.log,
        peer.reviews,
        lambda: peer.at("2027-06-01T00:00:00Z").entities(),
        lambda: peer.at("2027-06-01T00:00:00Z").claims(),
        lambda: peer.paths("Bob", "Carla", every=True),
        lambda: peer.paths("Bob", "Carla", Walk(branching=1, edges=1, paths=1)),
        *(partial(peer.star, "Bob", Walk(branching=limit)) for limit in (1, 2, 256)),
        *(partial(peer.subgraph, "Bob", Walk(depth=5, edges=limit)) for limit in (1, 2, 10_000)),
    ]
    for name in ("Bob", "Carla", "Bobby", "Zed", "Al", "chat:@bob", "chat:@zed"):
        asks += [
            partial(peer.who, name),
            partial(peer.resolve, name),
            partial(peer.state, name),
            partial(peer.appears, name, limit=2),
            partial(peer.event_count, name),
            partial(peer.definitions, name),
            partial(peer.add_alias, name, "Nick"),
        ]
    return [plain(answered(ask)) for ask in asks]


def begun(path: Path | str) -> Any:
    session = kenning.open(path, config=steady(Clock()))
    approve(session)
    session.record(said("The deploy failed", "Bob", 1))
    session.record(said("Bob went home with Al", "Carla", 2))
    session.record(said("Zed may know the plan of Bob", "Zed", 3, sensitivity="confidential"))
    trust(session, "chat:@bob")
    return session


@pytest.fixture
def admin(tmp_path: Any) -> Iterator[Any]:
    with begun(tmp_path / "store.kenning") as session:
        yield session


def merge_redirects(admin: Any) -> None:
    admin.merge("Zed", admin.create_entity("Bobby"))
    admin.merge("chat:@carla", "Zed")


def contradictions(admin: Any) -> None:
    admin.assert_claim("Bob", "birthday", "1990-01-01", evidence=[SECRET])
    admin.assert_claim("Bob", "birthday", "1991-01-01", evidence=[SECRET])


def counts(admin: Any) -> None:
    for number in range(20, 30):
        admin.record(said("Bob and Bob and Carla", "Bob", number, sensitivity="confidential"))


def walks(admin: Any) -> None:
    for number in range(4):
        admin.relate("Bob", f"knows_{number}", "Carla", evidence=[SECRET])
        admin.relate("Bob", "mentors", admin.create_entity(f"Hidden {number}"), evidence=[SECRET])


def candidates(admin: Any) -> None:
    for name in ("Bob", "Bob Stone", "Bobby", "Carla Reis"):
        admin.create_entity(name)


def hashes(admin: Any) -> None:
    admin.add_alias("chat:@bob", "Bobby")
    admin.describe("chat:@bob", {"salary": 9000})
    admin.bind("chat:@bob", "mail", "bob@x.example")


def pending_mentions(admin: Any) -> None:
    admin.create_entity("Al Hidden", aliases=["Al"])
    admin.create_entity("Al Secret", aliases=["Al"])
    admin.record(said("Al met Al", "Zed", 31, sensitivity="confidential"))


def suggestions(admin: Any) -> None:
    admin.hold_apart("chat:@bob", "chat:@carla")
    admin.record({**said("again", "Bob", 32, sensitivity="confidential"), "actor": other("Bob", "@bob2")})
    admin.look_for_merges()


def other(name: str, identifier: str) -> dict[str, str]:
    return {"type": "person", "name": name, "channel": "chat", "identifier": identifier}


HIDDEN = [merge_redirects, contradictions, counts, walks, candidates, hashes, pending_mentions, suggestions]


@pytest.mark.parametrize("deed", HIDDEN)
def test_what_is_hidden_behind_it_is_told_by_no_verb(tmp_path: Path, deed: DEED) -> None:
    """One world in which it happened and one in which not: a peer is told the same, byte for byte; the admin is not."""
    answers, whole = [], []
    for number in range(2):
        with begun(tmp_path / f"{number}.kenning") as session:
            if number:
                deed(session)
            answers.append(told(session.enter("chat:@bob", channel="chat")))
            whole.append(told(session))
    assert answers[0] == answers[1]
    assert whole[0] != whole[1]


def test_a_merge_redirect_leads_nobody_to_what_only_the_other_said(admin: Any) -> None:
    """S04: Bob is merged with somebody; the one who only reads with him is not told who that was."""
    zed, carla = admin.who("chat:@zed").id, admin.who("chat:@carla").id
    trust(admin, carla)
    peer = admin.enter(carla, channel="chat")
    admin.merge("chat:@bob", zed)
    for asked in (zed, "Zed", "chat:@zed"):
        with pytest.raises(NotFoundError):
            peer.who(asked)
    assert zed not in to_json([peer.who("Bob"), peer.star("Bob"), peer.state("Bob"), peer.definitions("Bob")])
    assert SECRET not in to_json([peer.appears("Bob"), peer.claims("Bob"), list(peer.log())])


def test_a_walk_past_what_is_secret_is_not_cut_short_by_it(admin: Any) -> None:
    """`truncated` is told of what a caller sees, not of what there is."""
    seen = admin.relate("Bob", "knows", "Carla", evidence=[f"evt_{2:032x}"])
    walks(admin)
    star = admin.enter("chat:@bob", channel="chat").star("Bob", Walk(branching=1))
    assert [one.id for one in star.relations] == [seen]
    assert not star.truncated
    assert admin.star("Bob", Walk(branching=1)).truncated


def test_the_hash_of_a_definition_confirms_no_guess(admin: Any) -> None:
    """S16: by no version is a peer shown what only the admin's versions commit to."""
    peer = admin.enter("chat:@bob", channel="chat")
    before = [one.id for one in peer.definitions("Bob")]
    hashes(admin)
    assert [one.id for one in peer.definitions("Bob")] == before
    assert not {one.id for one in admin.definitions("chat:@bob")[2:]} & set(before)


def test_an_ambiguous_name_names_only_candidates_one_knows(admin: Any) -> None:
    """The error lists whom it may mean: of those a peer sees, and in no other words."""
    peer = admin.enter("chat:@bob", channel="chat")
    admin.record({**said("hello, it is me, Bob", "Bob", 40), "actor": other("Bob", "@bob2")})
    admin.create_entity("Bob")
    with pytest.raises(ConflictError) as mine:
        peer.who("Bob")
    with pytest.raises(ConflictError) as whole:
        admin.who("Bob")
    shown, all_of_them = (len(str(error.value.details).split("'")) for error in (mine, whole))
    assert shown < all_of_them
    hidden = {one.id for one in admin.entities()} - {one.id for one in peer.entities()}
    assert hidden
    assert not any(one in str([mine.value, mine.value.details]) for one in hidden)


# -- sessions that outlive what they stood on ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deed",
    [
        lambda admin: admin.suspend("chat:@bob"),
        lambda admin: admin.revoke("chat:@bob"),
        lambda admin: admin.demote("chat:@bob"),
        lambda admin: admin.revoke_channel("chat"),
        lambda admin: admin.reject_channel("chat"),
        lambda admin: admin.define_channel("chat", permissions={"privacyCeiling": "public"}),
        lambda admin: admin.withdraw(admin.grants("chat:@bob")[0].id),
    ],
    ids=["suspended", "revoked", "demoted", "channel revoked", "channel rejected", "channel capped", "grant withdrawn"],
)
def test_a_stale_session_has_nothing_left(admin: Any, tmp_path: Any, deed: DEED) -> None:
    """S17: in this process and another, by every verb, on the next call."""
    with kenning.open(tmp_path / "store.kenning") as elsewhere:
        seats = [one.enter("chat:@bob", channel="chat") for one in (admin, elsewhere)]
        assert all(seat.timeline() and seat.entities() for seat in seats)
        deed(admin)
        for seat in seats:
            assert not seat.timeline()
            assert not seat.entities()
            assert not list(seat.log())
            assert not seat.recall("deploy")
            assert not seat.at("2027-06-01T00:00:00Z").timeline()
            assert not seat.check("event", f"evt_{1:032x}", "read").allowed
            for verb in (seat.event, seat.view, seat.redact):
                with pytest.raises(NotFoundError):
                    verb(f"evt_{1:032x}")


def test_a_binding_to_an_old_version_gives_no_more_than_the_head(admin: Any) -> None:
    """S17: the channel notes the version somebody spoke by; what holds is the newest."""
    admin.bind_channel("chat", "s1", "chat:@bob")
    seat = admin.enter("chat:@bob", channel="chat", session_id="s1")
    noted = admin.channels()[1].entity_bindings[0].entity_def_hash
    admin.demote("chat:@bob")
    assert seat.context().definition != noted
    assert seat.context().effective_permissions == Permissions()
    assert not seat.timeline()


# -- agents and persons --------------------------------------------------------------------------------------------------


@pytest.fixture
def agent(admin: Any) -> str:
    admin.record(said("Only for Carla", "Carla", 4, visibility="participants", domains=["technical"]))
    trust(
        admin,
        "chat:@carla",
        "trusted_user",
        Permissions(domain_access=DomainAccess(technical="read"), privacy_ceiling="private"),
    )
    defined: str = admin.define_internal("technical_assistant", "ken")
    return next(iter(admin.internals())) if defined else ""


def test_an_agent_without_a_person_reads_nothing_that_is_for_somebody(admin: Any, agent: str) -> None:
    """S11: and with one what both may; leaving the person out never widens."""
    alone = admin.enter(agent, channel="chat")
    with_carla, with_bob = (admin.enter(agent, channel="chat", acting_for=one) for one in ("chat:@carla", "chat:@bob"))
    assert "Only for Carla" in {view.text for view in with_carla.timeline()}
    for other_one in (alone, with_bob):
        assert "Only for Carla" not in {view.text for view in other_one.timeline()}
        with pytest.raises(NotFoundError):
            other_one.event(f"evt_{4:032x}")


def test_a_person_is_bound_when_a_session_opens_and_by_nothing_else(admin: Any, agent: str) -> None:
    """S11: no verb takes a person, no session opens another, and words in an event bind nobody."""
    alone = admin.enter(agent, channel="chat")
    with pytest.raises(NotAllowedError):
        alone.enter(agent, channel="chat", acting_for="chat:@carla")
    verbs = [getattr(type(alone), name) for name in dir(type(alone)) if not name.startswith("_")]
    taking = {verb.__name__ for verb in verbs if "acting_for" in getattr(verb, "__annotations__", {})}
    assert taking == {"enter", "issue_token"}  # both for whoever may open sessions for others
    with pytest.raises(NotAllowedError):
        alone.issue_token(agent, channel="chat", acting_for="chat:@carla")
    answered(lambda: alone.record({**said("I act for Carla", "Carla", 50), "actor": other("Carla", "@carla")}))
    assert "Only for Carla" not in {view.text for view in alone.timeline()}


def test_a_person_who_is_demoted_takes_the_agent_along(admin: Any, agent: str) -> None:
    seat = admin.enter(agent, channel="chat", acting_for="chat:@carla")
    assert seat.timeline()
    admin.demote("chat:@carla")
    assert not seat.timeline()


# -- grants in a circle --------------------------------------------------------------------------------------------------


def test_grants_in_a_circle_hold_nobody_up(admin: Any) -> None:
    """Two delegates who gave to each other what the admin gave one of them: when that goes, all of it goes."""
    whole = Permissions(
        domain_access=DomainAccess(interaction="write"),
        privacy_ceiling="restricted",
        administrative_permissions=AdministrativePermissions(elevate_entities="allowed", manage_permissions="allowed"),
        delegation=Delegation(can_delegate_to=["*"], max_delegation_level="admin_delegate"),
    )
    less = {"domainAccess": {"interaction": "read"}, "privacyCeiling": "restricted"}
    admin.record(said("hello", "Eve", 60))
    trust(admin, "chat:@bob", "admin_delegate", whole)
    bob = admin.enter("chat:@bob", channel="chat")
    bob.elevate(
        "chat:@carla",
        "trusted_user",
        {**less, "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "sub_user"}},
    )
    carla = admin.enter("chat:@carla", channel="chat")
    with pytest.raises(NotAllowedError):
        carla.grant("chat:@bob", less)
    carla.elevate("chat:@eve", "sub_user", less)
    for target in ("chat:@bob", "chat:@carla"):
        with pytest.raises((NotAllowedError, ConflictError, InvalidError, NotFoundError)):
            admin.enter("chat:@eve", channel="chat").grant(target, less)
    admin.demote("chat:@bob")
    levels = {one.definition.trust_level for one in admin.entities() if one.id != "admin"}
    assert levels == {"untrusted"}
