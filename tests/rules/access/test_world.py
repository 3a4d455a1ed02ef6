"""A small world in which everybody who is not the admin schemes: whatever they do in whatever order, nobody rises beyond them."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec import structs

from kenning.model.access.channel import Channel
from kenning.model.access.grant import Grant
from kenning.model.access.levels import TRUST, TrustLevel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import EVERYTHING, NONE, Delegation, Permissions
from kenning.rules.access import (
    effective,
    may_grant,
    may_merge,
    may_move,
    may_part,
    merged,
    moved,
    parted,
    shaken,
    standing,
    usable,
)
from kenning.rules.access.bounds import meet
from kenning.rules.access.ceilings import CEILINGS
from kenning.rules.access.grants import Ground, worded
from kenning.rules.access.merging import Opening
from tests.rules.access.drawn import DECLARED, POWERS, held_by, permissions

NAMES = ["ann", "bob", "cy", "dot", "eve", "fay"]
names = st.sampled_from(NAMES)
schemers = st.sampled_from([*NAMES, "bob", "bob", "bob", "cy", "cy"])
OPEN = Channel(id="chat", approval_state="approved")
LEVELS: list[TrustLevel] = ["admin_delegate", "trusted_user", "sub_user"]


class World(RuleBasedStateMachine):
    """Ann is the admin. Grants are kept as grants; what an entity holds is what its usable ones amount to."""

    def __init__(self) -> None:
        super().__init__()
        self.grants: list[Grant] = []
        self.state: dict[str, Any] = dict.fromkeys(NAMES, "pending_review") | {"ann": "active"}
        self.into: dict[str, tuple[str, Party, Party]] = {}  # who was merged: into whom, and how both stood
        self.capped: dict[str, list[Party]] = {}  # what was parted has no more than the heads it was in
        self.reach: frozenset[int] = frozenset()  # all that schemers could ever do, since the admin last acted

    # ---- what is so ----

    def ground(self) -> Ground:
        gone = frozenset(name for name in NAMES if self.state[name] != "active")
        return Ground(admin="ann", inactive=gone, declared=DECLARED)

    def party(self, name: str) -> Party:
        if name == "ann":
            return Party(entity="ann", trust_level="admin", lifecycle_state="active", permissions=EVERYTHING)
        live = usable(self.grants, self.ground())
        amount = standing([grant for grant in self.grants if grant.target == name], live)
        one = Party(
            entity=name, trust_level=amount.level, lifecycle_state=self.state[name], permissions=amount.permissions
        )
        for goes, (stays, _, _) in self.into.items():
            if stays == name:
                both = merged(one, structs.replace(self.party(goes), lifecycle_state="active"))
                one = structs.replace(one, trust_level=both.level, permissions=both.permissions)
        for cap in self.capped.get(name, []):
            less = parted(one, cap)
            one = structs.replace(one, trust_level=less.level, permissions=less.permissions)
        return one

    def caller(self, name: str) -> Caller:
        return Caller(entity=self.party(name), channel=OPEN, declared=DECLARED)

    def powers(self) -> dict[str, frozenset[int]]:
        return {name: held_by(self.caller(name)) for name in NAMES}

    def change(self, actor: str, before: dict[str, frozenset[int]], live: frozenset[str]) -> None:
        """After every act: flag what lost its ground, and see that nobody gained what the actor had not."""
        after = usable(self.grants, self.ground())
        fallen = set(shaken(self.grants, live, after))
        self.grants = [structs.replace(one, flagged=one.flagged or one.id in fallen) for one in self.grants]
        gained = {name: now - before[name] for name, now in self.powers().items()}
        for name, more in gained.items():
            assert more <= before[actor], (actor, name, sorted(POWERS[number] for number in more - before[actor]))
        if actor == "ann":
            self.reach = frozenset().union(*(powers for name, powers in self.powers().items() if name != "ann"))

    # ---- what is done ----

    @initialize(own_level=st.booleans())
    def begin(self, own_level):
        """Ann makes bob a delegate, who may make others, and who makes cy a trusted user, who makes dot a sub-user."""
        passes = Delegation(
            can_delegate_to=["*"], max_delegation_level="admin_delegate" if own_level else "trusted_user"
        )
        whole: dict[TrustLevel, Permissions] = {level: CEILINGS[level].permissions for level in LEVELS}
        whole["admin_delegate"] = structs.replace(whole["admin_delegate"], delegation=passes)
        for number, level in enumerate(LEVELS):
            self.grants.append(
                Grant(
                    id=str(number),
                    granter=NAMES[number],
                    target=NAMES[number + 1],
                    level=level,
                    permissions=whole[level],
                    dependent=number > 0,
                )
            )
            self.state[NAMES[number + 1]] = "active"
        self.numbers = len(LEVELS)
        self.reach = frozenset().union(*(powers for name, powers in self.powers().items() if name != "ann"))

    @rule(actor=schemers, subject=names, level=st.sampled_from(LEVELS), gift=permissions, cut=st.integers(0, 3))
    def grant(self, actor, subject, level, gift, cut):
        caller, whom = self.caller(actor), self.party(subject)
        if cut:
            gift = meet(CEILINGS[level].permissions, effective(caller).permissions, *([gift] if cut == 1 else []))
            most = {"admin_delegate": "trusted_user", "trusted_user": "sub_user"}.get(level)
            passes = meet(Permissions(delegation=gift.delegation), CEILINGS[level].permissions).delegation
            gift = structs.replace(gift, delegation=structs.replace(passes, max_delegation_level=most))
            if most is None:
                gift = structs.replace(gift, delegation=NONE.delegation)
        verdict = may_grant(caller, whom, level, gift)
        if not verdict.allowed:
            return
        before, live = self.powers(), usable(self.grants, self.ground())
        number, self.numbers = str(self.numbers), self.numbers + 1
        given = worded(level, gift)
        self.grants.append(
            Grant(id=number, granter=actor, target=subject, level=level, permissions=given, dependent=verdict.dependent)
        )
        self.state[subject] = "active"
        self.change(actor, before, live)

    @rule(actor=schemers, subject=names, way=st.sampled_from(["demote", "suspend", "reactivate", "revoke"]))
    def move(self, actor, subject, way):
        if not may_move(self.caller(actor), way, self.party(subject)).allowed:
            return
        before, live = self.powers(), usable(self.grants, self.ground())
        if way == "demote":  # also what it gave falls, by the loss of its ground
            self.grants = [grant for grant in self.grants if grant.target != subject]
        self.state[subject] = moved(way, self.state[subject])
        self.change(actor, before, live)

    @rule(actor=schemers, stays=names, goes=names, proven=st.booleans())
    def merge(self, actor, stays, goes, proven):
        if stays in self.into or goes in self.into or goes in {into for into, _, _ in self.into.values()}:
            return
        one, other = self.party(stays), self.party(goes)
        if not may_merge(self.caller(actor), one, other, Opening(proven=proven)).allowed:
            return
        before, live = self.powers(), usable(self.grants, self.ground())
        self.into[goes] = (stays, one, other)
        self.state[goes] = "merged"
        if self.state[stays] != "active":
            self.state[stays] = "active" if actor == "ann" or one.trust_level == "untrusted" else self.state[stays]
        self.change(actor, before, live)

    @precondition(lambda self: self.into)
    @rule(actor=schemers, number=st.integers(0, 5), how=st.sampled_from(["unmerge", "split"]), within=st.booleans())
    def part(self, actor, number, how, within):
        goes = sorted(self.into)[number % len(self.into)]
        stays, _, other = self.into[goes]
        head = self.party(stays)
        if not may_part(self.caller(actor), head, how, within_grace=within).allowed:
            return
        before, live = self.powers(), usable(self.grants, self.ground())
        del self.into[goes]
        self.state[goes] = other.lifecycle_state
        self.capped.setdefault(goes, []).append(head)
        self.capped.setdefault(stays, []).append(head)
        allowed_to_part = before | {goes: before[goes] | before[stays]}
        self.change(actor, allowed_to_part, live)

    # ---- what stays so ----

    @invariant()
    def there_is_one_admin_and_nobody_reaches_it(self):
        whole = frozenset(range(len(POWERS)))
        assert held_by(self.caller("ann")) == whole
        for name in NAMES[1:]:
            one = self.party(name)
            assert TRUST[one.trust_level] < TRUST["admin"]
            assert held_by(self.caller(name)) < whole

    @invariant()
    def only_the_admin_widens_what_the_others_can_do_together(self):
        together = frozenset().union(*(held_by(self.caller(name)) for name in NAMES[1:]))
        assert together <= self.reach


World.TestCase.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
TestWorld = World.TestCase
