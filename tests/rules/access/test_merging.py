"""What holds for merging: it gives nobody what the actor could not have given, and undoing it gives nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.access.levels import TRUST
from kenning.model.access.party import Party
from kenning.model.access.permissions import EVERYTHING, NONE, Permissions
from kenning.model.change import Labels
from kenning.rules.access import may_join_automatically, may_merge, may_part, merged, opened, parted, scope
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.merging import Opening
from kenning.rules.access.scope import readable
from tests.rules.access.drawn import held_by, labels, on_open_channel, party, permissions
from tests.rules.access.test_grants import givers, lowly

openings = st.builds(Opening, classes=st.lists(labels, max_size=4).map(tuple), proven=st.booleans())


def as_one(survivor: Party, other: Party) -> Party:
    """The merged entity, active."""
    became = merged(survivor, other)
    return structs.replace(
        survivor,
        trust_level=became.level,
        permissions=became.permissions,
        lifecycle_state="active",
        allowed_channels=frozenset(),
        principals=frozenset({survivor.entity, other.entity, *survivor.principals, *other.principals}),
        identifiers=survivor.identifiers | other.identifiers,
    )


def plain(one: Party) -> Party:
    """A party on any channel."""
    return structs.replace(one, allowed_channels=frozenset())


first = st.one_of(party(["bob"]), lowly("bob"), lowly("bob"), lowly("ada"))
second = st.one_of(party(["cy"]), lowly("cy"), lowly("cy"))


@given(givers, first, second, openings)
@settings(max_examples=300)
def test_merging_gives_nobody_what_the_actor_could_not_have_given(caller, survivor, other, opening):
    """Nor does it open an event the actor could not read itself; a self-merge opens what is its own, by proof."""
    verdict = may_merge(caller, survivor, other, opening)
    if not verdict.allowed:
        return
    whom = caller.person or caller.entity
    assert survivor.kind == other.kind
    if whom.trust_level == "admin":
        assert other.trust_level != "admin" or survivor.trust_level == "admin"
        return
    assert "admin" not in {survivor.trust_level, other.trust_level}
    whole = held_by(on_open_channel(as_one(survivor, other)))
    for part in (survivor, other):
        gained = whole - held_by(on_open_channel(structs.replace(plain(part), lifecycle_state="active")))
        if whom.entity != survivor.entity:
            assert gained <= held_by(caller)
    if whom.entity != survivor.entity:
        reader = scope(caller)
        assert all(readable(label, reader) for label in opened(survivor, other, opening.classes))
    else:
        assert opening.proven
        assert (other.trust_level, other.permissions) == ("untrusted", NONE)


@given(party(["bob"], ("external",)), party(["cy"], ("external",)), permissions, st.sampled_from(list(TRUST)))
@settings(max_examples=100)
def test_after_merge_demotion_and_parting_no_part_has_more_than_the_last_head(one, other, left, level):
    head = as_one(one, other)
    low = min(level, head.trust_level, key=TRUST.__getitem__)
    demoted = structs.replace(head, trust_level=low, permissions=left)
    for part in (one, other):
        after = parted(part, demoted)
        alone = structs.replace(
            plain(part), lifecycle_state="active", trust_level=after.level, permissions=after.permissions
        )
        assert held_by(on_open_channel(alone)) <= held_by(on_open_channel(demoted))
        was = structs.replace(plain(part), lifecycle_state="active")
        assert held_by(on_open_channel(alone)) <= held_by(on_open_channel(was))


@given(party(["bob"], ("external",)), party(["cy"], ("external",)))
@settings(max_examples=60)
def test_a_merged_entity_has_the_highest_level_and_what_neither_is_denied(one, other):
    became = merged(one, other)
    assert TRUST[became.level] == max(TRUST[one.trust_level], TRUST[other.trust_level])
    assert merged(other, one) == became
    for tool, said in became.permissions.tool_permissions.items():
        if said == "allowed" and tool != "*":
            assert "denied" not in {
                one.permissions.tool_permissions.get(tool),
                other.permissions.tool_permissions.get(tool),
            }


@given(party(["bob"]), party(["cy"]), st.booleans())
def test_a_score_alone_joins_only_who_holds_nothing_and_is_bound_to_nothing(one, other, bound):
    if may_join_automatically(one, other, bound=bound):
        assert not bound
        for each in (one, other):
            assert (each.kind, each.trust_level, each.permissions) == ("external", "untrusted", NONE)
            assert held_by(on_open_channel(each)) == frozenset()


@given(givers, party(["bob", "cy"]), st.booleans())
def test_only_the_admin_splits_and_only_within_the_grace_anybody_else_undoes(caller, head, within):
    whom = caller.person or caller.entity
    if whom.trust_level != "admin":
        assert not may_part(caller, head, "split", within_grace=within).allowed
        assert within or not may_part(caller, head, "unmerge", within_grace=within).allowed


def test_a_merge_that_opens_what_is_for_others_is_the_admins():
    """A delegate reads no other's own events, so it cannot open them to a second identity by merging."""
    held = CEILINGS["admin_delegate"].permissions
    delegate = on_open_channel(
        Party(entity="ada", trust_level="admin_delegate", lifecycle_state="active", permissions=held)
    )
    trusted = Party(
        entity="bob",
        trust_level="trusted_user",
        lifecycle_state="active",
        permissions=Permissions(
            privacy_ceiling="private", domain_access=CEILINGS["trusted_user"].permissions.domain_access
        ),
    )
    guest = Party(entity="cy", lifecycle_state="pending_review")
    his = Labels(agent="shared", sensitivity="private", visibility="owner", domains=("personal",), who=("bob",))
    assert may_merge(delegate, trusted, guest, Opening()).allowed
    refused = may_merge(delegate, trusted, guest, Opening(classes=(his,)))
    assert [reason.code for reason in refused.decision.reasons] == ["merge_opens"]
    admin = on_open_channel(Party(entity="ann", trust_level="admin", lifecycle_state="active", permissions=EVERYTHING))
    assert may_merge(admin, trusted, guest, Opening(classes=(his,))).allowed
