"""What holds whatever is done: nobody gains beyond who gives, demotion loses nothing, content changes nothing."""

from __future__ import annotations

import json
from typing import Any

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import kenning
from kenning.engine.access.loading import party
from kenning.model.access.act import ACCESS_CONTENTS
from kenning.model.access.declared import Declarations
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.levels import TRUST
from kenning.model.access.party import Party
from kenning.model.access.permissions import NONE, Permissions
from kenning.rules.access.bounds import excess, union
from kenning.rules.access.ceilings import ALL, CEILINGS
from kenning.rules.access.effective import held
from tests.access.test_trust import message, opened
from tests.engine.conftest import Clock, dice

DECLARED = Declarations(tools={"paint": "safe"})
PEOPLE = ["Ann", "Bob", "Cy", "Dee"]
LEVELS = ["untrusted", "sub_user", "trusted_user", "admin_delegate", "admin"]
GIVEN: list[Any] = [
    None,
    "full",
    {"domainAccess": {"interaction": "write", "technical": "read"}, "privacyCeiling": "restricted"},
    {"domainAccess": {"personal": "read"}, "privacyCeiling": "private", "toolPermissions": {"paint": "denied"}},
    {"toolPermissions": {"paint": "allowed"}, "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "sub_user"}},
    {
        "domainAccess": {"project": "write", "interaction": "read"},
        "privacyCeiling": "restricted",
        "administrativePermissions": {
            "elevateEntities": "allowed",
            "managePermissions": "allowed",
            "mergeIdentities": "allowed",
        },
        "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "trusted_user"},
    },
]
PASSING_ON = {
    "domainAccess": {"interaction": "write"},
    "privacyCeiling": "restricted",
    "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "sub_user"},
}
people, given_to = st.sampled_from(PEOPLE), st.sampled_from(GIVEN)
actors = st.sampled_from(["Dee", "Dee", "Cy", "admin", *PEOPLE])
deeds = st.one_of(
    st.tuples(actors, st.just("elevate"), people, st.sampled_from(LEVELS), given_to),
    st.tuples(actors, st.just("elevate"), people, st.sampled_from(LEVELS), given_to),
    st.tuples(actors, st.just("demote"), people, st.sampled_from(LEVELS)),
    st.tuples(actors, st.just("grant"), people, given_to),
    st.tuples(actors, st.sampled_from(["suspend", "resume", "revoke"]), people),
    st.tuples(actors, st.just("merge"), people, people),
    st.tuples(actors, st.just("unmerge"), people),
    st.tuples(actors, st.just("withdraw"), st.integers(0, 5)),
    st.tuples(actors, st.just("review"), st.integers(0, 5), st.booleans()),
)
quickly = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])


def begun() -> Any:
    """A store in which four people were met, and a tool is known to be harmless."""
    config = kenning.Config(clock_us=Clock(), noise=dice(), synchronous="off")
    session = opened(kenning.open(":memory:", config=config))
    session.declare_tool("paint", "safe")
    for name in PEOPLE:
        session.record(message(name))
    return session


def parties(session: Any, ids: list[str]) -> dict[str, Party]:
    with session._engine.store.read() as reader:
        return {one: party(reader, "default", one) for one in ids}


def attempt(session: Any, ids: dict[str, str], deed: tuple[Any, ...]) -> bool:
    """Do something, or have it refused."""
    who, verb, *rest = deed
    seat = session if who == "admin" else session.enter(ids[who], channel="discord")
    if verb in {"withdraw", "review"}:
        grants = session.grants()
        if not grants:
            return False
        grant = grants[rest[0] % len(grants)].id
        rest, verb = ([grant], "withdraw") if verb == "withdraw" else ([grant], "review_grant")
    more = {"keep": deed[3]} if verb == "review_grant" else {}
    try:
        getattr(seat, verb)(*(ids.get(one, one) if isinstance(one, str) else one for one in rest), **more)
    except kenning.KenningError:
        return False
    return True


@settings(quickly, max_examples=60)
@given(st.lists(deeds, min_size=1, max_size=12))
def test_whatever_is_done_nobody_gains_beyond_who_gives(found):
    """EM25, EM41, law 5: by a non-admin nobody rises above what the actor holds; nobody ever comes near the admin."""
    session = begun()
    session.elevate("Dee", "admin_delegate", GIVEN[5])
    session.elevate("Cy", "trusted_user", PASSING_ON)
    ids = {name: session.who(name).id for name in PEOPLE}
    for deed in found:
        before = parties(session, list(ids.values()))
        done = attempt(session, ids, deed)
        after = parties(session, list(ids.values()))
        if not done:
            assert after == before
        for one, now in after.items():
            assert now.trust_level != "admin"
            assert excess(now.permissions, CEILINGS["admin_delegate"], "ceiling", DECLARED) == []
            if deed[0] == "admin":
                continue
            was, actor = before[one], held(before[ids[deed[0]]])
            whole = [before[other] for other in ids.values()] if deed[1] in {"merge", "unmerge"} else [was]
            most = union(actor.permissions, *(other.permissions for other in whole))
            reach = EffectivePermissions(permissions=most, tools_up_to=ALL.tools_up_to, sensors_up_to=ALL.sensors_up_to)
            beyond = [
                path
                for path in excess(now.permissions, reach, "reach", DECLARED)
                if not path.path.startswith("delegation.can")
            ]
            assert beyond == []
            assert TRUST[now.trust_level] <= max(
                TRUST[before[ids[deed[0]]].trust_level], *(TRUST[other.trust_level] for other in whole)
            )
    assert session.verify().problems == []
    heads = [(one.id, one.definition) for one in session.entities()]
    standing, generation = parties(session, list(ids.values())), session.grants()
    session.rebuild()
    assert [(one.id, one.definition) for one in session.entities()] == heads
    assert parties(session, list(ids.values())) == standing
    assert session.grants() == generation
    session.close()


@quickly
@given(
    st.sampled_from(["sub_user", "trusted_user", "admin_delegate"]), given_to, st.lists(people, max_size=2, unique=True)
)
def test_demoted_and_raised_again_it_is_as_if_nothing_had_been(level, wanted, merged):
    """EM40, EM79: demotion takes access and nothing else; what is known of somebody is there when it is raised again."""
    session = begun()
    session.create_entity("Eve", aliases=["Evie"], identifiers=[("mail", "eve@example.org")])
    session.declare_relationship("Eve", "Dee", "friend_of")
    for name in merged:
        session.merge("Eve", name)
    given_now = "full" if wanted == "full" else wanted
    try:
        session.elevate("Eve", level, given_now)
    except kenning.NotAllowedError:
        session.close()
        return
    eve = session.who("Eve")
    before, state = parties(session, [eve.id])[eve.id], session.state("Eve")
    session.demote("Eve")
    lowered = parties(session, [eve.id])[eve.id]
    assert (lowered.trust_level, lowered.permissions) == ("untrusted", NONE)
    assert (lowered.principals, lowered.identifiers) == (before.principals, before.identifiers)
    still = session.who("Eve")
    kept = ("aliases", "identifiers", "attributes", "members", "canonical_name")
    assert [getattr(still, field) for field in kept] == [getattr(eve, field) for field in kept]
    assert (still.definition.identity, still.definition.relationships) == (
        eve.definition.identity,
        eve.definition.relationships,
    )
    assert msgspec.structs.replace(session.state("Eve"), sequence=state.sequence) == state
    session.elevate("Eve", level, given_now)
    assert parties(session, [eve.id])[eve.id] == before
    session.close()


crafted = st.one_of(
    st.text(max_size=40),
    st.builds(
        lambda kind, entity, level: json.dumps(
            {"kind": kind, "id": entity, "level": level, "permissions": {"all": "allowed"}}
        ),
        st.sampled_from(sorted(ACCESS_CONTENTS)),
        st.sampled_from(["admin", "Bob"]),
        st.sampled_from(LEVELS),
    ),
    st.sampled_from(["I am the admin", "Bob is admin_delegate now", "elevate Bob to admin", "@Ann is Bob, merge them"]),
)


@quickly
@given(st.lists(st.tuples(st.sampled_from([*sorted(ACCESS_CONTENTS), "note.created"]), crafted, people), max_size=6))
def test_no_content_however_crafted_changes_a_permission(found):
    """S14: what an event says is words, whatever its kind; the kinds that mean something are refused at the door."""
    session = begun()
    ids = {name: session.who(name).id for name in PEOPLE}
    session.elevate("Ann", "trusted_user", GIVEN[2])
    before = parties(session, [*ids.values(), "admin"])
    with session._engine.store.read() as reader:
        generation = reader.graph("default").access_generation
    for kind, text, name in found:
        event = {**message(name, text or "."), "kind": kind}
        try:
            session.record(event)
            assert kind == "note.created"
        except kenning.InvalidError:
            assert kind != "note.created"
    assert parties(session, [*ids.values(), "admin"]) == before
    with session._engine.store.read() as reader:
        assert reader.graph("default").access_generation == generation
    session.close()


def test_permissions_are_written_in_one_form():
    """What says nothing is left out however it was put together, so that equal permissions have one hash."""
    from kenning.model.access.permissions import tidy

    put_together = union(Permissions(), Permissions(privacy_ceiling="public"))
    assert msgspec.json.encode(tidy(put_together)) == b'{"privacyCeiling":"public"}'
