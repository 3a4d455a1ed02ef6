"""The probes of access, S01 to S23: each has a test here, or stands in the table with those that try it elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import kenning
from kenning.errors import ConflictError, InvalidError, NotAllowedError, NotFoundError
from kenning.model.access.permissions import AdministrativePermissions, DomainAccess, FurtherPermissions, Permissions
from tests.access.worlds import READS, Clock, approve, said, steady, trust

ELSEWHERE = {
    "S01": ["cases/trust/02_refused.json: of the admin and another the admin survives (S01)"],
    "S02": [
        "cases/trust/01_the_diagrams.json: after merge, demotion and unmerge no part has more than both held last (S02)"
    ],
    "S03": [
        "access/test_hostile.py: test_another_callers_key_gives_no_receipt",
        "engine/test_append.py: test_a_key_of_one_scope_gives_no_receipt_in_another",
        "engine/test_append.py: test_an_erased_event_that_is_sent_again_is_refused_and_nothing_is_stored",
    ],
    "S04": [
        "access/test_trust.py: test_an_identifier_that_a_name_joined_opens_nothing_until_it_is_confirmed",
        "access/test_hostile_graph.py: test_a_merge_redirect_leads_nobody_to_what_only_the_other_said",
    ],
    "S08": ["access/test_hostile.py: test_the_past_is_read_under_the_permissions_of_now"],
    "S10": [
        "access/test_hostile.py: test_a_name_one_bears_opens_nothing_that_is_for_participants",
        "access/test_hostile.py: test_the_same_string_on_another_channel_is_somebody_else",
        "access/test_hostile.py: test_a_homoglyph_is_another_name_and_another_identifier",
    ],
    "S11": [
        "access/test_hostile_graph.py: test_an_agent_without_a_person_reads_nothing_that_is_for_somebody",
        "access/test_hostile_graph.py: test_a_person_is_bound_when_a_session_opens_and_by_nothing_else",
    ],
    "S12": ["access/test_hostile.py: test_a_summary_of_a_secret_is_a_secret"],
    "S13": [
        "access/test_hostile.py: test_a_code_counts_once_in_time_and_the_right_way_round",
        "access/test_hostile.py: test_a_code_is_guessed_five_times_and_no_more",
        "access/test_hostile.py: test_a_code_stands_nowhere",
    ],
    "S14": [
        "access/test_hostile.py: test_words_change_no_permission",
        "access/test_trust_laws.py: test_no_content_however_crafted_changes_a_permission",
        "graph/test_recognise.py: test_nobody_appends_an_act_but_its_verb",
        "engine/test_append.py: test_a_reserved_kind_is_refused_by_record_record_many_and_import",
    ],
    "S15": [
        "access/test_noninterference.py: test_what_is_hidden_changes_no_answer",
        "access/test_hostile_graph.py: test_what_is_hidden_behind_it_is_told_by_no_verb",
    ],
    "S16": ["access/test_hostile_graph.py: test_the_hash_of_a_definition_confirms_no_guess"],
    "S17": [
        "access/test_hostile_graph.py: test_a_binding_to_an_old_version_gives_no_more_than_the_head",
        "access/test_hostile_graph.py: test_a_stale_session_has_nothing_left",
    ],
    "S18": [
        "access/test_trust.py: test_what_a_rogue_delegate_granted_is_unusable_until_somebody_reviews_it",
        "access/test_twins.py: test_a_grant_that_ends_takes_all_that_rests_on_it_in_every_open_session",
    ],
    "S20": [
        "access/test_hostile.py: test_a_guest_is_recorded_and_reads_nothing",
        "access/test_hostile.py: test_an_unapproved_channel_records_and_opens_nothing",
    ],
    "S21": ["access/test_hostile.py: test_a_claim_by_the_less_trusted_closes_nothing"],
    "S23": [
        "access/test_hostile.py: test_what_somebody_was_shown_and_refused_can_be_asked",
        "engine/test_audit.py: test_a_reading_does_not_wait_for_the_lock_and_is_in_the_audit_once_that_is_free",
        "engine/test_audit.py: test_each_reading_leaves_a_line_with_ids_and_no_words",
    ],
}
"""S05, S06, S07 and S19 are erasure's and verify's; S22 is for faces that there are not yet."""
TESTS = Path(__file__).parents[1]
WIDE = Permissions(
    domain_access=DomainAccess(interaction="write", technical="write", personal="write"),
    privacy_ceiling="private",
    further_permissions=FurtherPermissions(erase="own"),
)
DELEGATE = Permissions(
    domain_access=DomainAccess(interaction="write"),
    privacy_ceiling="restricted",
    administrative_permissions=AdministrativePermissions(merge_identities="allowed"),
)


@pytest.mark.parametrize("probe", ELSEWHERE)
def test_the_table_names_tests_there_are(probe: str) -> None:
    for place in ELSEWHERE[probe]:
        file, name = place.split(": ", 1)
        text = (TESTS / file).read_text(encoding="utf-8")
        assert re.search(rf"def {name}\b|\"name\": \"{re.escape(name)}\"", text), place


@pytest.fixture
def admin(tmp_path: Path) -> Iterator[Any]:
    with kenning.open(tmp_path / "store.kenning", config=steady(Clock())) as session:
        approve(session)
        for number, who in enumerate(["Ann", "Bob", "Dee"]):
            session.record(said(f"hello from {who}", who, number, sensitivity="public"))
        yield session


def seat(admin: Any, who: str, level: str, permissions: Permissions = READS) -> Any:
    trust(admin, f"chat:@{who}", level, permissions)
    return admin.enter(f"chat:@{who}", channel="chat")


def texts(session: Any) -> set[str]:
    return {view.text for view in session.timeline(limit=1000)}


def event(number: int) -> str:
    return f"evt_{number:032x}"


def test_s01_a_merge_by_who_may_not_raise_gives_the_other_nothing(admin: Any) -> None:
    """S01: merging is elevating; and with the admin nobody merges but the admin, who survives."""
    admin.record(said("for the trusted", "Ann", 10, sensitivity="private"))
    ann, dee = seat(admin, "ann", "trusted_user", WIDE), seat(admin, "dee", "admin_delegate", DELEGATE)
    guest = admin.enter("chat:@bob", channel="chat")
    for survivor, other in (("chat:@ann", "chat:@bob"), ("chat:@bob", "chat:@ann"), ("admin", "chat:@bob")):
        with pytest.raises((NotAllowedError, NotFoundError, ConflictError)):
            dee.merge(survivor, other)
    assert "for the trusted" in texts(ann)
    assert texts(guest) == set()
    assert guest.context().effective_permissions == Permissions()
    with pytest.raises((ConflictError, InvalidError, NotAllowedError)):
        admin.merge("chat:@bob", "admin")


@pytest.mark.parametrize("part", ["unmerge", "split"])
def test_s02_after_merge_demotion_and_parting_nobody_reads_more(admin: Any, part: str) -> None:
    """S02: neither part is again what it was before; each stands as the merged entity stood last, or lower."""
    ann, bob = seat(admin, "ann", "trusted_user", WIDE), seat(admin, "bob", "sub_user")
    merge = admin.merge("chat:@ann", "chat:@bob")
    assert texts(ann) == texts(bob) != set()
    admin.demote("chat:@ann")
    assert texts(ann) == texts(bob) == set()
    if part == "unmerge":
        admin.unmerge(merge)
    else:
        admin.split("chat:@ann", name="Bob", identifiers=[("chat", "@bob")])
    for one in (ann, bob, *(admin.enter(f"chat:@{who}", channel="chat") for who in ("ann", "bob"))):
        assert texts(one) == set()
        assert one.context().effective_permissions == Permissions()


def test_s04_a_merge_opens_what_is_ones_own_only_by_who_could_have_granted_it(admin: Any) -> None:
    """S04: a delegate joins nobody to whom something private is addressed; the admin may, and a parting closes it again."""
    admin.record(said("only for Ann", "Ann", 10, visibility="participants", sensitivity="private"))
    trust(admin, "chat:@ann", "trusted_user", WIDE)
    bob, dee = seat(admin, "bob", "trusted_user", WIDE), seat(admin, "dee", "admin_delegate", DELEGATE)
    with pytest.raises((NotAllowedError, NotFoundError)):
        dee.merge("chat:@bob", "chat:@ann")
    assert "only for Ann" not in texts(bob)
    merge = admin.merge("chat:@bob", "chat:@ann")
    assert "only for Ann" in texts(bob)
    admin.unmerge(merge)
    assert "only for Ann" not in texts(bob)


def test_s08_what_is_hidden_now_was_never_readable(admin: Any) -> None:
    """S08: redacted, put under a higher sensitivity, made the owner's: unreadable at an earlier moment, by every verb."""
    clock = admin._engine.config.clock_us
    bob = seat(admin, "bob", "sub_user")
    for number, word in ((10, "redacted"), (11, "raised"), (12, "narrowed"), (13, "kept")):
        admin.record(said(f"this is {word}", "Ann", number))
    clock.now_us += 3_600_000_000
    admin.redact(event(10))
    admin.correct(event(11), {"privacy": {"sensitivity": "confidential"}})
    admin.correct(event(12), {"privacy": {"visibility": "owner"}})
    for session in (bob, bob.at("2027-01-15T08:30:00Z")):
        assert {one for one in texts(session) if one.startswith("this is")} == {"this is kept"}
        assert {hit.view.event.id for hit in session.recall("redacted raised narrowed kept")} == {event(13)}
        for gone in (11, 12):
            with pytest.raises(NotFoundError):
                session.view(event(gone))
        assert not session.view(event(10)).text
    assert bob.at("2027-01-15T08:30:00Z").view(event(13)).text == "this is kept"


def test_s08_who_was_merged_once_has_at_that_moment_nothing_he_lacks_now(admin: Any) -> None:
    """S08: identities are those of now, whichever moment is read."""
    clock = admin._engine.config.clock_us
    admin.record(said("only for Ann", "Ann", 10, visibility="participants"))
    trust(admin, "chat:@ann")
    bob = seat(admin, "bob", "sub_user")
    merge = admin.merge("chat:@bob", "chat:@ann")
    clock.now_us += 3_600_000_000
    assert "only for Ann" in texts(bob.at("2027-01-15T08:30:00Z"))
    admin.unmerge(merge)
    assert "only for Ann" not in texts(bob.at("2027-01-15T08:30:00Z"))


@pytest.mark.parametrize(
    "patch",
    [
        {"id": event(99)},
        {"sequence": 1},
        {"source": {"type": "app", "name": "other"}},
        {"actor": {"type": "person", "name": "Ann", "channel": "chat", "identifier": "@ann"}},
        {"provenance": {"basis": "user_stated", "confidence": 1}},
        {"privacy": {"sensitivity": "public"}},
        {"privacy": {"visibility": "public"}},
        {"privacy": {"domains": []}},
        {"entities": [{"name": "Ann", "channel": "chat", "identifier": "@ann"}]},
    ],
    ids=lambda patch: f"{next(iter(patch))} {next(iter(patch.values()))}"[:40],
)
def test_s09_a_correction_widens_nothing(admin: Any, patch: dict[str, Any]) -> None:
    """S09: not what an event is, not who caused it, not who may read it, not who took part: refused, or without effect."""
    bob, ann = seat(admin, "bob", "sub_user", WIDE), seat(admin, "ann", "sub_user", READS)
    kept = {"visibility": "participants", "domains": ["interaction"]}
    one = bob.record(said("for me alone", "Bob", 10, **kept)).id
    before = admin.event(one)
    with suppress(InvalidError, NotAllowedError):
        bob.correct(one, patch)
    assert "for me alone" not in texts(ann)
    view = admin.view(one).event
    fixed = ("id", "source", "actor", "provenance", "privacy")
    assert [getattr(view, field) for field in fixed] == [getattr(before, field) for field in fixed]


def test_s09_what_is_redacted_is_lifted_by_who_may_redact_it(admin: Any) -> None:
    """S09: seeing again needs the right that hiding needs."""
    bob, ann = seat(admin, "bob", "sub_user"), seat(admin, "ann", "sub_user")
    made = bob.record("mine").id
    hidden = bob.redact(made).id
    for stranger in (ann, admin.enter("chat:@dee", channel="chat")):
        with pytest.raises((NotAllowedError, NotFoundError)):
            stranger.lift(hidden)
    assert "mine" not in texts(bob)
    bob.lift(hidden)
    assert "mine" in texts(bob)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({"visibility": "participants"}, {"visibility": "participants"}),
        ({"domains": ["technical"]}, {"domains": ["personal"]}),
        ({"sensitivity": "private"}, {"domains": ["personal"]}),
    ],
    ids=["of two people", "of two domains", "of a level and a domain"],
)
def test_s12_what_is_drawn_from_two_is_read_by_who_may_read_both(admin: Any, first: Any, second: Any) -> None:
    """S12: and by nobody else, by whatever way, also what is drawn from the drawn."""
    admin.record(said("one", "Ann", 10, **first))
    admin.record(said("two", "Bob", 11, **second))
    for number, sources in ((12, (10, 11)), (13, (12,))):
        drawn = {
            **said(f"sum {number}", "Dee", number, sensitivity="public", visibility="public"),
            "kind": "summary.created",
            "provenance": {"basis": "derived", "confidence": 0.5},
            "links": [{"toEventId": event(to), "relation": "derived_from"} for to in sources],
        }
        admin.record(drawn)
    technical = Permissions(domain_access=DomainAccess(technical="read"), privacy_ceiling="private")
    personal = Permissions(domain_access=DomainAccess(personal="read"), privacy_ceiling="restricted")
    ann, bob = seat(admin, "ann", "trusted_user", technical), seat(admin, "bob", "trusted_user", personal)
    for one, own, other in ((ann, 10, 11), (bob, 11, 10)):
        assert one.check("event", event(own), "read").allowed
        assert not one.check("event", event(other), "read").allowed
        assert not texts(one) & {"sum 12", "sum 13"}
        assert not one.recall("sum")
        for drawn_from in (12, 13):
            with pytest.raises(NotFoundError):
                one.event(event(drawn_from))
    assert {"sum 12", "sum 13"} <= texts(admin)
    both = Permissions(domain_access=DomainAccess(technical="read", personal="read"), privacy_ceiling="private")
    trust(admin, "chat:@dee", "trusted_user", both)
    expected = set() if first.get("visibility") else {"sum 12", "sum 13"}
    assert texts(admin.enter("chat:@dee", channel="chat")) & {"sum 12", "sum 13"} == expected
