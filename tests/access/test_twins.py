"""Twins: lists and searches = a check of every row; open = new = another process = rebuilt; brought up to date = folded anew."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any, get_args

from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st
from msgspec import structs

import kenning
from kenning.faces.wire import to_json
from kenning.model.access.act import CHANNEL_DEFINED, ChannelDefined
from kenning.model.access.internal import RetrievalPolicy
from kenning.model.access.permissions import (
    ADMINISTRATIVE,
    EVERYTHING,
    FURTHER,
    DomainAccess,
    FurtherPermissions,
    Permissions,
)
from kenning.model.event import Sensitivity, Visibility
from kenning.model.identity.view import Appearance
from kenning.model.recall import Ways
from kenning.rules.access.bounds import meet
from kenning.rules.access.ceilings import CEILINGS, INTERNAL
from tests.access.worlds import READS, Clock, act, answered, approve, said, steady, trust
from tests.rules.access.drawn import SENSORS, TOOLS, permissions

SHOWN: Any = {"default_sensitivity": "restricted", "default_visibility": "shared"}

PEOPLE = ["Bob", "Carla", "Dora"]
WIDE = Permissions(
    domain_access=DomainAccess(interaction="write", technical="write", personal="read", project="read"),
    privacy_ceiling="private",
    further_permissions=FurtherPermissions(read_agents="allowed"),
)
NARROW = Permissions(domain_access=DomainAccess(technical="read"), privacy_ceiling="public")
GIVEN = [("sub_user", READS), ("trusted_user", WIDE), ("sub_user", NARROW), ("admin_delegate", WIDE)]
WITHIN_REACH = {"cam_read", "cam_control", "mic_read"}
RARE = [
    "zebu",
    "quince",
    "fjord",
    "gnome",
    "ibis",
    "jute",
    "kelp",
    "lynx",
    "moth",
    "newt",
    "oryx",
    "pike",
    "rook",
    "swan",
]
quickly = settings(
    deadline=None,
    max_examples=10,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[Phase.explicit, Phase.generate],
)

CONTEXT = 5
"""Which answer of `everything` names the version of a definition."""

places = st.integers(0, 20)
privacies = st.fixed_dictionaries(
    {"sensitivity": st.sampled_from(get_args(Sensitivity)), "visibility": st.sampled_from(get_args(Visibility))},
    optional={"domains": st.lists(st.sampled_from(["interaction", "technical", "personal"]), max_size=2, unique=True)},
)
say = st.tuples(st.just("say"), st.sampled_from(PEOPLE), privacies, st.sampled_from(["shared", "shared", "tess"]))
steps = st.one_of(
    say,
    say,
    st.tuples(st.just("speak"), st.sampled_from(range(7))),
    st.tuples(st.just("derive"), st.lists(places, min_size=1, max_size=2)),
    st.tuples(st.just("raise"), places, st.sampled_from(["confidential", "private", "public"])),
    st.tuples(st.sampled_from(["narrow", "amend", "redact", "erase", "lift"]), places),
    st.tuples(st.just("trust"), st.sampled_from(PEOPLE), st.sampled_from(GIVEN)),
    st.tuples(st.just("demote"), st.sampled_from(PEOPLE)),
    st.tuples(st.sampled_from(["approve_channel", "revoke_channel"]), st.sampled_from(["chat", "desk", "side"])),
    st.tuples(st.just("merge"), st.sampled_from(PEOPLE), st.sampled_from(PEOPLE)),
    st.tuples(st.sampled_from(["claim", "relate", "alias"]), st.sampled_from(PEOPLE), places),
)
scripts = st.tuples(st.lists(say, min_size=4, max_size=6), st.lists(steps, min_size=2, max_size=8)).map(
    lambda both: [*both[0], *both[1]]
)


class World:
    """People on channels with and without caps, some trusted; sessions of theirs that stay open through all that is done."""

    def __init__(self, path: Path) -> None:
        self.path, self.clock = path, Clock()
        self.keeper: Any = kenning.open(path, config=steady(self.clock))
        self.made: list[str] = []
        self.rare: dict[str, str] = {}
        self.acts: list[str] = []
        for number, who in enumerate(PEOPLE):
            self.keeper.record(said(f"hello from {who}", who, 900 + number))
        approve(self.keeper)
        approve(self.keeper, "desk", permissions=READS)
        self.keeper.define_channel("side")
        self.keeper.define_internal("technical_assistant", "ken")
        trust(self.keeper, "chat:@bob", *GIVEN[0])
        trust(self.keeper, "chat:@carla", *GIVEN[1])
        self.open = self.sessions(self.keeper)

    def sessions(self, keeper: Any) -> list[Any]:
        """A session for everybody by every way, opened now."""
        ken = next(iter(keeper.internals()))
        ways = [
            {"entity": "chat:@bob", "channel": "chat"},
            {"entity": "chat:@carla", "channel": "chat"},
            {"entity": "chat:@carla", "channel": "desk", "agent": "tess"},
            {"entity": "chat:@dora", "channel": "chat"},
            {"entity": "chat:@bob", "channel": "side"},
            {"entity": ken, "channel": "chat"},
            {"entity": ken, "channel": "chat", "acting_for": "chat:@carla"},
        ]
        return [keeper.enter(**way) for way in ways]

    def note(self, receipt: Any, word: str) -> None:
        self.made.append(receipt.id)
        self.rare[receipt.id] = word

    def do(self, number: int, step: tuple[Any, ...]) -> None:
        """Do one thing, or have it refused."""
        self.clock.now_us += 1_000_000
        deed, *given = step
        word = f"{RARE[number % len(RARE)]}{'o' * (number // len(RARE))}"
        if deed == "say":
            who, privacy, agent = given
            seat = type(self.keeper)(self.keeper._engine, "default", agent)
            self.note(seat.record(said(f"about the {word}", who, number, **privacy)), word)
        elif deed == "speak":
            answered(lambda: self.note(self.open[given[0]].record(f"my {word}"), word))
        else:
            answered(lambda: self.change(word, deed, *given))

    def change(self, word: str, deed: str, *given: Any) -> None:
        """Do something with what is there."""
        deeds = {
            "derive": lambda places: self.note(self.keeper.record(self.drawn(word, places)), word),
            "raise": lambda place, level: self.keeper.correct(self.one(place), {"privacy": {"sensitivity": level}}),
            "narrow": lambda place: self.keeper.correct(self.one(place), {"privacy": {"visibility": "owner"}}),
            "redact": lambda place: self.acts.append(self.keeper.redact(self.one(place)).id),
            "lift": lambda place: self.keeper.lift([*self.acts, *self.made][place % len(self.acts or self.made)]),
            "amend": lambda place: self.keeper.amend(self.one(place), "and more"),
            "erase": lambda place: self.keeper.erase(self.one(place), because="asked"),
            "trust": lambda who, given_now: trust(self.keeper, chat(who), *given_now),
            "demote": lambda who: self.keeper.demote(chat(who)),
            "merge": lambda who, other: self.keeper.merge(chat(who), chat(other)),
            "claim": lambda who, place: self.tell("assert_claim", who, "likes", f"tea {place}", place),
            "relate": lambda who, place: self.tell("relate", who, "knows", PEOPLE[place % 3], place),
            "alias": lambda who, _: self.keeper.add_alias(who, word),
            "approve_channel": self.keeper.approve_channel,
            "revoke_channel": self.keeper.revoke_channel,
        }
        deeds[deed](*given)

    def one(self, place: int) -> str:
        return self.made[place % len(self.made)]

    def tell(self, verb: str, who: str, predicate: str, said_of: str, place: int) -> None:
        """Say something about somebody on the evidence of one event."""
        getattr(self.keeper, verb)(who, predicate, said_of, evidence=[self.one(place)])

    def drawn(self, word: str, places: list[int]) -> dict[str, Any]:
        """A summary of some of what there is, open to all as far as it says itself."""
        return {
            "kind": "summary.created",
            "source": {"type": "agent", "name": "sum"},
            "provenance": {"basis": "derived", "confidence": 0.5},
            "files": [{"role": "primary", "contentType": "text/plain", "content": f"sum of {word}"}],
            "privacy": {"sensitivity": "public", "visibility": "public"},
            "links": [{"toEventId": to, "relation": "derived_from"} for to in dict.fromkeys(map(self.one, places))],
        }


def chat(who: str) -> str:
    return f"chat:@{who.lower()}"


@contextmanager
def world() -> Iterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        made = World(Path(folder, "world.kenning"))
        try:
            yield made
        finally:
            made.keeper.close()


def everything(session: Any) -> list[str]:
    """All that a session is told of rows, entities and claims, byte for byte."""
    asks: list[Any] = [
        lambda: session.timeline(limit=1000),
        session.log,
        session.entities,
        session.claims,
        session.contradictions,
        session.context,
        lambda: session.recall(" ".join(RARE), k=100),
        *(lambda who=who: session.star(who) for who in PEOPLE),
        *(lambda who=who: session.state(who) for who in PEOPLE),
        *(lambda who=who: session.appears(who, limit=1000) for who in PEOPLE),
        *(lambda who=who: session.event_count(who) for who in PEOPLE),
        *(lambda who=who: session.resolve(who) for who in [*PEOPLE, RARE[0]]),
    ]
    return [to_json(answered(ask)) for ask in asks]


def succeeds(ask: Any) -> bool:
    try:
        ask()
    except (kenning.NotFoundError, kenning.ErasedError):
        return False
    return True


def agree(made: World, session: Any) -> set[str]:
    """See that every way of reading tells of the same rows as a check of each; give those that may be read."""
    logged = {event.id: event for event in session.log()}
    listed = {view.event.id: view for view in session.timeline(limit=1000)}
    allowed = set()
    for event in made.keeper.log():
        one = event.id
        may = session.check("event", one, "read").allowed
        assert succeeds(lambda one=one: session.event(one)) == may, event.kind
        assert (one in logged) == may, event.kind
        if may:
            allowed.add(one)
    views = {one: session.view(one) for one in made.made if one in allowed}
    shown = {one for one, view in views.items() if not view.redacted}
    current = {one for one in shown if not views[one].stale}
    assert listed.keys() & set(made.made) == shown
    assert listed.keys() <= allowed
    for one, word in made.rare.items():
        for ways, told in ((Ways(), current), (Ways(old=True), shown)):
            hits = {hit.view.event.id for hit in session.recall(word, k=100, ways=ways)}
            assert (one in hits) == (one in told), (word, ways.old)
    for who in PEOPLE:
        seen: Any = answered(partial(session.appears, who, limit=1000))
        assert {each.event_id for each in seen if isinstance(each, Appearance)} <= allowed
    for one in allowed & set(made.made):
        edges = session.links(one)
        assert {end for edge in edges for end in (edge.from_event_id, edge.to_event_id)} <= allowed
    for claim in session.claims():
        assert {one.event for one in claim.evidence} <= allowed
    return allowed


@quickly
@example(
    [
        ("say", "Dora", {"sensitivity": "public", "visibility": "shared"}, "tess"),
        ("derive", [0]),
        ("raise", 0, "public"),
    ]
)
@given(scripts)
def test_whatever_lists_or_finds_is_a_check_of_every_row(script):
    """For every session: `event` ⇔ `check` ⇔ `log` ⇔ `timeline` ⇔ `recall` by a word of its own, if not stale or asked for."""
    with world() as made:
        for number, step in enumerate(script):
            made.do(number, step)
            agree(made, made.open[number % len(made.open)])
        for session in made.sessions(made.keeper):
            agree(made, session)


def differing(before: list[list[str]], sessions: list[Any]) -> list[Any]:
    """What sessions are told now and were not before: which session, which question, both answers."""
    return [
        (number, place, was, now)
        for number, (told, session) in enumerate(zip(before, sessions, strict=True))
        for place, (was, now) in enumerate(zip(told, everything(session), strict=True))
        if was != now
    ]


@quickly
@example(  # he holds nothing when he is merged: his session is not loaded anew, and still says whom he reads as
    [("demote", "Bob"), ("merge", "Dora", "Bob")]
)
@given(scripts)
def test_a_session_open_through_it_all_answers_as_a_new_one_and_as_another_process(script):
    """Cached = uncached; a graph apart brought up to date step by step = one folded anew; before = after a rebuild."""
    with world() as made:
        for number, step in enumerate(script):
            made.do(number, step)
            everything(made.open[number % len(made.open)])
        now = [everything(session) for session in made.open]
        assert differing(now, made.sessions(made.keeper)) == []
        with kenning.open(made.path, config=steady(made.clock, "other")) as elsewhere:
            assert differing(now, made.sessions(elsewhere)) == []
            elsewhere.rebuild()
            assert differing(now, made.sessions(elsewhere)) == []
        assert differing(now, made.open) == []
        assert made.keeper.verify().problems == []


@quickly
@given(scripts, st.sampled_from(PEOPLE), st.sampled_from(GIVEN))
def test_demoted_and_raised_again_everybody_reads_as_before(script, who, given_now):
    """EM40, EM79: byte for byte, in sessions that were open and in new ones; in between nothing is read, and nothing is lost."""
    with world() as made:
        for number, step in enumerate(script):
            made.do(number, step)
        one = f"chat:@{who.lower()}"
        entity = made.keeper.who(one).id
        answered(lambda: made.keeper.demote(one))  # who holds nothing has nothing taken
        trust(made.keeper, one, *given_now)
        ways = [seat for seat in made.open if made.keeper.who(seat._asker.entity).id == entity]
        before, log = [everything(seat) for seat in ways], [event.id for event in made.keeper.log()]
        made.keeper.demote(one)
        assert all(seat.timeline() == [] and not list(seat.log()) for seat in ways)
        trust(made.keeper, one, *given_now)
        assert [one for one in differing(before, ways) if one[1] != CONTEXT] == []
        assert [event.id for event in made.keeper.log()][: len(log)] == log


# -- the three parties ---------------------------------------------------------------------------------------------------


def powers(session: Any, rows: list[str]) -> set[Any]:
    """All that a session may do."""
    acts = [("tool", tool, "invoke") for tool in (*TOOLS, "*")]
    acts += [("sensor", sensor, action) for sensor, action in SENSORS]
    acts += [("administrative", act, "perform") for act in (*ADMINISTRATIVE, *FURTHER)]
    acts += [("control_signal", "door", "send"), ("channel", "chat", "use"), ("channel", "chat", "approve")]
    acts += [("event", one, action) for one in rows for action in ("read", "amend", "correct", "redact", "erase")]
    return {act for act in acts if session.check(*act).allowed} | {
        view.event.id for view in session.timeline(limit=1000)
    }


@quickly
@given(
    st.lists(say, min_size=3, max_size=5),
    st.sampled_from(["trusted_user", "admin_delegate"]),
    st.lists(st.tuples(st.sampled_from(["entity", "channel", "person"]), permissions), min_size=1, max_size=4),
)
def test_when_any_of_the_three_has_less_the_session_can_do_no_more(script, level, caps):
    """Entity, channel, person, one after the other, through the store: a session that is open all the while only loses."""
    with world() as made:
        for number, step in enumerate(script):
            made.do(number, step)
        keeper = made.keeper
        whole = CEILINGS[level].permissions
        policy = RetrievalPolicy(permissions=INTERNAL.permissions)
        keeper.define_internal("technical_assistant", "ken", policy)
        held = {"entity": INTERNAL.permissions, "channel": EVERYTHING, "person": whole}
        trust(keeper, "chat:@carla", level, whole)
        ken = made.open[-1]
        before = powers(ken, made.made)
        assert before
        for party, cap in caps:
            less = meet(held[party], cap)
            less = structs.replace(less, sensor_permissions=within_reach(less.sensor_permissions))
            held[party] = less
            if party == "entity":
                keeper.define_internal("technical_assistant", "ken", RetrievalPolicy(permissions=less))
            elif party == "channel":
                act(keeper, CHANNEL_DEFINED, ChannelDefined(id="chat", permissions=less, **SHOWN))
            else:
                keeper.demote("chat:@carla")
                trust(keeper, "chat:@carla", level, less)
            now = powers(ken, made.made)
            assert now <= before
            assert now <= powers(made.sessions(keeper)[-2], made.made) | own(made, ken)
            before = now


def within_reach(verdicts: Any) -> dict[str, Any]:
    """Leave out what is allowed by name and reaches further than a ceiling; what ``*`` allows stays below it by itself."""
    return {key: said for key, said in verdicts.items() if said != "allowed" or key in WITHIN_REACH or "*" in key}


def own(made: World, ken: Any) -> set[Any]:
    """What an agent reads for a person and not by itself: what is the person's own, or for those who take part."""
    carlas = made.open[1]
    return {one for one in powers(carlas, made.made) if one in powers(ken, made.made)}


# -- what rests on a grant -----------------------------------------------------------------------------------------------

PASSING = {
    "domainAccess": {"interaction": "write"},
    "privacyCeiling": "restricted",
    "administrativePermissions": {"elevateEntities": "allowed", "managePermissions": "allowed"},
    "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "trusted_user"},
}
ON = {
    "domainAccess": {"interaction": "write"},
    "privacyCeiling": "restricted",
    "delegation": {"canDelegateTo": ["*"], "maxDelegationLevel": "sub_user"},
}
END = {"domainAccess": {"interaction": "read"}, "privacyCeiling": "public"}
HOUSE = ["Dee", "Tru", "Tom", "Sue", "Sam", "Sid"]


@quickly
@given(
    st.lists(st.integers(0, 1), min_size=2, max_size=2),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.integers(0, 5),
    st.sampled_from(["withdraw", "demote", "suspend"]),
)
def test_a_grant_that_ends_takes_all_that_rests_on_it_in_every_open_session(second, third, ended, how):
    """Everybody below whoever loses a grant loses what rests on it, at once; nobody else does."""
    with kenning.open(":memory:", config=steady(Clock())) as keeper:
        approve(keeper)
        for number, name in enumerate(HOUSE):
            keeper.record(said("hello", name, number, sensitivity="public"))
        givers: list[str | None] = [None]  # who gave to whom: nobody is the admin
        givers += [(None, "Dee")[one] for one in second] + [(None, "Dee", "Tru", "Tom")[one] for one in third]
        levels = [("admin_delegate", PASSING), *[("trusted_user", ON)] * 2, *[("sub_user", END)] * 3]
        seats: dict[str, Any] = {}
        grants: list[str] = []
        for name, giver, (level, permissions_) in zip(HOUSE, givers, levels, strict=True):
            by = keeper if giver is None else seats[giver]
            grants.append(by.elevate(f"chat:@{name.lower()}", level, permissions_))
            seats[name] = keeper.enter(f"chat:@{name.lower()}", channel="chat")
        assert all(seat.timeline() for seat in seats.values())
        target = f"chat:@{HOUSE[ended].lower()}"
        if how == "withdraw":
            keeper.withdraw(grants[ended])
        else:
            getattr(keeper, how)(target)
        gone = {HOUSE[ended]}
        for name, giver in zip(HOUSE, givers, strict=True):
            gone |= {name} if giver in gone else set()
        assert {name for name, seat in seats.items() if not seat.timeline()} == gone
        assert {name for name, seat in seats.items() if not seat.check("channel", "chat", "use").allowed} <= gone


def test_a_store_in_memory_is_asked_while_another_thread_writes() -> None:
    """Whether anything changed is asked of the one connection there is, when it is nobody else's turn."""
    with kenning.open(":memory:", config=steady(Clock())) as keeper:
        approve(keeper)
        keeper.record(said("hello", "Bob", 0))
        trust(keeper, "chat:@bob")
        bob = keeper.enter("chat:@bob", channel="chat")
        writing = Thread(target=lambda: [keeper.record(said("hello", "Bob", number)) for number in range(1, 60)])
        writing.start()
        allowed = {bob.check("channel", "chat", "use").allowed}
        while writing.is_alive():
            allowed.add(bob.check("channel", "chat", "use").allowed)
        writing.join()
        assert allowed == {True}
        assert len(bob.timeline(limit=100)) == 60
