"""What holds for giving: nobody gives what it has not, and what was given rests on the giver."""

from __future__ import annotations

from itertools import permutations

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.access.channel import Channel
from kenning.model.access.grant import Grant
from kenning.model.access.levels import TRUST, DelegationLevel, TrustLevel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import EVERYTHING, NONE, AdministrativePermissions, Delegation, Permissions
from kenning.rules.access import effective, may_grant, may_move, moved, shaken, standing, usable
from kenning.rules.access.bounds import meet, union
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.grants import Ground, worded
from kenning.rules.access.lifecycle import TRANSITIONS
from tests.rules.access.drawn import DECLARED, callers, channels, held_by, on_open_channel, party, permissions

LEVELS: list[TrustLevel] = ["admin_delegate", "trusted_user", "sub_user", "untrusted"]
levels = st.sampled_from(LEVELS)


def giver(level: TrustLevel, channel: Channel, held: Permissions) -> Caller:
    """Someone at work who may have something to give."""
    one = Party(entity="ada", trust_level=level, lifecycle_state="active", permissions=held)
    return Caller(entity=one, channel=channel, declared=DECLARED)


@st.composite
def ables(draw: st.DrawFn) -> Caller:
    """A delegate, a trusted user or the admin, with much or some of what its level may have."""
    level: TrustLevel = draw(st.sampled_from(["admin_delegate", "admin_delegate", "trusted_user", "admin"]))
    whole = CEILINGS[level].permissions
    held = meet(whole, draw(permissions)) if draw(st.booleans()) else whole
    if draw(st.booleans()):  # what a random set seldom has: the right to give at all
        acts = structs.replace(held.administrative_permissions, merge_identities="allowed", elevate_entities="allowed")
        most: DelegationLevel = draw(st.sampled_from(["sub_user", "trusted_user", "admin_delegate"]))
        passes = Delegation(can_delegate_to=["*"], max_delegation_level=most)
        held = structs.replace(held, administrative_permissions=acts, delegation=passes)
    channel = draw(st.sampled_from([OPEN, OPEN, draw(channels)]))
    return giver(level, channel, held)


OPEN = Channel(id="chat", approval_state="approved")
givers = st.one_of(callers, ables(), ables(), ables())


@st.composite
def lowly(draw: st.DrawFn, name: str) -> Party:
    """Somebody who may be given something: external, there for it, mostly of a low level."""
    one = draw(party([name], ("external",)))
    return structs.replace(
        one,
        lifecycle_state=draw(st.sampled_from(["active", "pending_review"])),
        trust_level=draw(st.sampled_from(["untrusted", "untrusted", "sub_user", "trusted_user"])),
        permissions=draw(st.sampled_from([NONE, one.permissions])),
    )


targets = st.one_of(party(["bob", "cy"]), lowly("bob"), lowly("bob"), lowly("cy"))


@st.composite
def gifts(draw: st.DrawFn) -> tuple[Caller, Party, TrustLevel, Permissions]:
    """Who gives whom which level and what; often cut to what may be given, so that the laws are about grants that are made."""
    caller, target, level = draw(givers), draw(targets), draw(levels)
    gift = draw(permissions)
    if draw(st.integers(0, 3)):
        gift = meet(gift, CEILINGS[level].permissions, effective(caller).permissions)
        gift = structs.replace(gift, delegation=Delegation())
    return caller, target, level, gift


ADMIN = Party(entity="ann", trust_level="admin", lifecycle_state="active", permissions=EVERYTHING)
GROUND = Ground(admin="ann", declared=DECLARED)


def raised(target: Party, level: TrustLevel, given_: Permissions) -> Party:
    """A target after a grant: the higher level, the union of what it had and what it was given."""
    higher: TrustLevel = max(target.trust_level, level, key=TRUST.__getitem__)
    return structs.replace(
        target,
        trust_level=higher,
        permissions=union(target.permissions, worded(level, given_)),
        lifecycle_state="active",
    )


@given(gifts())
@settings(max_examples=300)
def test_delegation_never_widens(gift):
    """What a grant gives its giver had; the level it gives lies within the giver's reach, and below the admin."""
    caller, target, level, given_ = gift
    verdict = may_grant(caller, target, level, given_)
    if not verdict.allowed:
        assert verdict.excess or verdict.decision.reasons
        return
    bare = structs.replace(target, trust_level="untrusted", permissions=NONE, allowed_channels=frozenset())
    gained = held_by(on_open_channel(raised(bare, level, given_)))
    assert gained <= held_by(caller)
    whom = caller.person or caller.entity
    assert target.trust_level != "admin"
    assert TRUST[level] < TRUST["admin"]
    assert verdict.dependent == (whom.trust_level != "admin")
    if whom.trust_level != "admin":
        assert TRUST[level] <= TRUST[whom.trust_level]
        assert TRUST[target.trust_level] < TRUST[whom.trust_level]


@given(party(["bob"], ("external",)), permissions)
def test_the_admin_gives_all_that_lies_below_the_ceiling_and_nothing_above(target, given_):
    active = structs.replace(target, lifecycle_state="active", trust_level="untrusted")
    for level in LEVELS:
        verdict = may_grant(on_open_channel(ADMIN), active, level, given_)
        assert verdict.allowed == (not verdict.excess)
        bounds = {one.bound for one in verdict.excess}
        assert bounds <= {f"ceiling of {level}"}
        if verdict.allowed:
            gained = held_by(on_open_channel(raised(structs.replace(active, permissions=NONE), level, given_)))
            most = structs.replace(active, trust_level=level, permissions=CEILINGS[level].permissions)
            assert gained <= held_by(on_open_channel(most))


@given(givers, permissions)
def test_nobody_raises_itself_and_nobody_makes_an_admin(caller, given_):
    me = structs.replace(caller.entity, lifecycle_state="active")
    for level in LEVELS:
        assert not may_grant(caller, me, level, given_).allowed
    other = Party(entity="dot", lifecycle_state="active")
    assert not may_grant(caller, other, "admin", NONE).allowed
    assert not may_grant(caller, structs.replace(other, trust_level="admin"), "sub_user", NONE).allowed


def test_a_delegate_gives_its_own_level_only_where_the_admin_said_so():
    def delegate(most: DelegationLevel) -> Caller:
        passes = Delegation(can_delegate_to=["*"], max_delegation_level=most)
        return giver("admin_delegate", OPEN, structs.replace(CEILINGS["admin_delegate"].permissions, delegation=passes))

    target = Party(entity="bob", lifecycle_state="pending_review")
    assert not may_grant(delegate("trusted_user"), target, "admin_delegate", NONE).allowed
    assert may_grant(delegate("admin_delegate"), target, "admin_delegate", NONE).allowed
    passed_on = Permissions(delegation=Delegation(max_delegation_level="admin_delegate"))
    verdict = may_grant(delegate("admin_delegate"), target, "admin_delegate", passed_on)
    assert [(one.path, one.bound) for one in verdict.excess] == [("delegation.maxDelegationLevel", "admin")]


def test_a_refusal_names_the_whole_difference():
    """Not trimmed: each thing that goes too far, by how much, and beyond which bound."""
    target = Party(entity="bob", lifecycle_state="pending_review")
    asked = Permissions(
        privacy_ceiling="confidential",
        tool_permissions={"wipe": "allowed", "look": "allowed"},
        administrative_permissions=AdministrativePermissions(configure_safety="allowed"),
    )
    found = may_grant(on_open_channel(ADMIN), target, "sub_user", asked).excess
    assert [(one.path, one.given, one.most) for one in found] == [
        ("privacyCeiling", "confidential", "restricted"),
        ("administrativePermissions.configureSafety", "allowed", "nothing"),
        ("toolPermissions.wipe", "reserved", "safe"),
    ]


# ---- what is usable --------------------------------------------------------------------------------------------------

names = st.sampled_from(["ann", "bob", "cy", "dot", "eve"])
grants = st.lists(
    st.builds(
        Grant,
        id=st.uuids().map(str),
        granter=names,
        target=names,
        level=levels,
        permissions=st.sampled_from([CEILINGS[level].permissions for level in LEVELS])
        | st.just(Permissions(tool_permissions={"look": "denied"})),
        dependent=st.booleans(),
        flagged=st.booleans(),
    ),
    max_size=8,
)


@given(grants, st.randoms(use_true_random=False))
def test_which_grants_are_usable_does_not_depend_on_their_order(every, dice):
    shuffled = list(every)
    dice.shuffle(shuffled)
    assert usable(every, GROUND) == usable(shuffled, GROUND)


@given(grants, st.integers(0, 7))
def test_taking_away_never_makes_usable(every, number):
    """Without one grant, with one more flagged or one more holder gone, fewer are usable, never more."""
    before = usable(every, GROUND)
    assume(number < len(every))
    one = every[number]
    rest = [grant for grant in every if grant is not one]
    assert usable(rest, GROUND) <= before
    flagged = usable([*rest, structs.replace(one, flagged=True)], GROUND)
    assert flagged <= before - {one.id}
    assert usable(every, structs.replace(GROUND, inactive=frozenset({one.target}))) <= before


@given(grants)
def test_a_dependent_grant_is_usable_only_from_the_admin_down(every):
    """Grants that only support each other support nothing: from any usable one, granters lead up to what needs no support."""
    live = usable(every, GROUND)
    by_id = {grant.id: grant for grant in every}
    grounded = {"ann"} | {by_id[one].target for one in live if not by_id[one].dependent}
    while True:
        more = {by_id[one].target for one in live if by_id[one].granter in grounded} - grounded
        if not more:
            break
        grounded |= more
    assert {by_id[one].granter for one in live if by_id[one].dependent} <= grounded
    assert not {grant.id for grant in every if grant.flagged} & live


@given(grants, names)
@settings(max_examples=200)
def test_losing_a_granter_opens_nothing_to_anybody(every, gone):
    """What a grant forbids stays forbidden when its giver falls, and its whole subtree loses what rested on it."""
    before, after = usable(every, GROUND), usable(every, structs.replace(GROUND, inactive=frozenset({gone})))
    assert after <= before
    for name in ("bob", "cy", "dot", "eve"):
        mine = [grant for grant in every if grant.target == name]
        was, became = standing(mine, before), standing(mine, after)
        one = Party(entity=name, lifecycle_state="active")
        less = structs.replace(one, trust_level=became.level, permissions=became.permissions)
        more = structs.replace(one, trust_level=was.level, permissions=was.permissions)
        assert held_by(on_open_channel(less)) <= held_by(on_open_channel(more))
    assert set(shaken(every, before, after)) == before - after


def chain() -> list[Grant]:
    """Ann makes bob a delegate; bob makes cy a trusted user, cy makes dot a sub-user."""
    held = CEILINGS["admin_delegate"].permissions
    return [
        Grant(id="1", granter="ann", target="bob", level="admin_delegate", permissions=held),
        Grant(
            id="2",
            granter="bob",
            target="cy",
            level="trusted_user",
            permissions=CEILINGS["trusted_user"].permissions,
            dependent=True,
        ),
        Grant(
            id="3",
            granter="cy",
            target="dot",
            level="sub_user",
            permissions=Permissions(tool_permissions={"look": "allowed"}),
            dependent=True,
        ),
    ]


def test_a_granter_lost_kills_its_whole_subtree_until_reviewed():
    every = chain()
    whole, without = usable(every, GROUND), usable(every[1:], GROUND)
    assert whole == {"1", "2", "3"}
    assert without == set()
    flagged = [structs.replace(grant, flagged=grant.id in shaken(every, whole, without)) for grant in every]
    assert usable(flagged, GROUND) == {"1"}, "the delegate is back, what it gave still waits"
    reviewed = [structs.replace(grant, flagged=False) if grant.id == "2" else grant for grant in flagged]
    assert usable(reviewed, GROUND) == {"1", "2"}


def test_grants_in_a_loop_hold_nobody_up():
    every = [
        Grant(id=f"{a}{b}", granter=a, target=b, level="admin_delegate", permissions=EVERYTHING, dependent=True)
        for a, b in permutations(["bob", "cy", "dot"], 2)
    ]
    assert usable(every, GROUND) == frozenset()


@given(party(["bob"], ("external",)), permissions, levels)
@settings(max_examples=60)
def test_demoting_and_elevating_again_restores_what_was(target, held, level):
    """Nothing is lost on the way: the same grant makes the same party, in all that can be asked."""
    before = structs.replace(target, lifecycle_state="active", trust_level=level, permissions=held)
    given_ = [Grant(id="g", granter="ann", target="bob", level=level, permissions=held)]
    down, up = standing(given_, frozenset()), standing(given_, frozenset({"g"}))
    demoted = structs.replace(before, trust_level=down.level, permissions=down.permissions)
    assert held_by(on_open_channel(demoted)) == frozenset()
    again = structs.replace(demoted, trust_level=up.level, permissions=up.permissions)
    assert held_by(on_open_channel(again)) == held_by(on_open_channel(before))
    assert (again.principals, again.identifiers) == (before.principals, before.identifiers)


# ---- who moves whom where --------------------------------------------------------------------------------------------


@given(givers, targets, st.sampled_from([*TRANSITIONS, "vanish"]))
@settings(max_examples=200)
def test_only_who_stands_above_moves_anybody_and_nobody_moves_the_admin(caller, target, name):
    decision = may_move(caller, name, target)
    if not decision.allowed:
        return
    whom = caller.person or caller.entity
    assert moved(name, target.lifecycle_state) is not None
    assert target.entity not in {caller.entity.entity, whom.entity}
    assert not (target.trust_level == "admin" and target.kind == "external")
    assert whom.trust_level == "admin" or TRUST[whom.trust_level] > TRUST[target.trust_level]
    if name == "reactivate" and whom.trust_level != "admin":
        back = structs.replace(target, lifecycle_state="active", allowed_channels=frozenset())
        assert held_by(on_open_channel(back)) <= held_by(caller)
