"""Two that are one: the survivor's id, everything read as re-routed, an audit of all it changed, and back again exactly."""

import msgspec
import pytest

import kenning
from kenning.model.access.permissions import NONE
from tests.graph import reading
from tests.graph.reading import acts, message, note

DAY_US = 86_400_000_000


def two(session, **attributes):
    first = session.create_entity("Arc Labs", "company", aliases=["ArcLabs"], attributes={"town": "Ghent"})
    second = session.create_entity(
        "Arc Laboratories", "company", identifiers=[("web", "arc.example")], attributes={"town": "Bruges", **attributes}
    )
    return first, second


def test_the_survivor_is_canonical_and_the_other_redirects(session) -> None:
    """EN11, EN32, EN34: whoever asks by the merged id, name or identifier reads the survivor."""
    first, second = two(session, size=7)
    session.merge(first, second)
    for asked in (second, "Arc Laboratories", "web:arc.example"):
        one = session.who(asked)
        assert (one.id, one.canonical_name) == (first, "Arc Labs")
    assert session.who(second).merged_into == first
    assert session.who(first).merged_into is None
    one = session.who(first)
    assert {alias.name for alias in one.aliases} == {"ArcLabs", "Arc Laboratories"}
    assert (one.attributes, one.members) == ({"town": "Ghent", "size": 7}, [first, second])
    assert [entity.id for entity in session.entities()] == [first]


def test_a_name_both_bear_is_no_alias_of_itself(session) -> None:
    """EN34."""
    first, second = session.create_entity("John Smith"), session.create_entity("John Smith", aliases=["Jack"])
    session.merge(first, second)
    assert [alias.name for alias in session.who(first).aliases] == ["Jack"]


def test_statements_and_relations_read_as_rerouted_and_rows_keep_their_ids(session) -> None:
    """EN33, EM59: claims and mentions of the merged one are the survivor's, and go back with it."""
    first, second = two(session)
    session.create_entity("Orion Vask")
    session.relate("Orion Vask", "works_at", second)
    session.assert_claim(second, "website", "https://arc.example")
    receipt = session.record(note("Arc Laboratories"))
    before = reading.digest(session)
    merge = session.merge(first, second)
    assert "https://arc.example" in {claim.statement.value for claim in session.about(first)}
    assert [claim.statement.subject for claim in session.claims(obj=first)] == [session.who("Orion Vask").id]
    assert receipt.id in {seen.event_id for seen in session.appears(first)}
    walked = session.star("Orion Vask")
    assert [related.object for related in walked.relations] == [first]
    session.unmerge(merge)
    assert reading.digest(session) == before


def test_twin_claims_of_both_read_as_one_with_joined_evidence(session) -> None:
    """EN33, design 3."""
    first, second = two(session)
    for entity in (first, second):
        session.assert_claim(entity, "website", "https://arc.example")
    session.merge(first, second)
    (claim,) = session.claims(first, predicate="website")
    assert len(claim.evidence) == 2
    assert len(claim.also) == 1


def test_the_audit_says_all_that_the_merge_changed(session) -> None:
    """EN35, EM54, EM58: reasons, policy, the complete difference, by whom and when; the event is in the log."""
    first, second = two(session, size=7)
    session.create_entity("Orion Vask")
    session.record(note("Arc Laboratories"))
    session.relate("Orion Vask", "works_at", second)
    session.assert_claim(second, "website", "https://arc.example")
    assert session.plan_merge(first, second, town="merged_wins").difference.statements == 2
    merge = session.merge(first, second, town="merged_wins")
    event = session.event(merge)
    act = msgspec.json.decode(event.text)
    assert (event.kind, act["survivor"], act["merged"]) == ("entity.merged", first, second)
    difference = act["difference"]
    assert difference["aliases"] == ["Arc Laboratories"]
    assert [one["identifier"] for one in difference["identifiers"]] == ["arc.example"]
    assert difference["attributes"]["town"] == {"survivor": "Ghent", "merged": "Bruges", "policy": "merged_wins"}
    assert difference["attributes"]["size"]["merged"] == 7
    assert (difference["mentions"], difference["statements"]) == (3, 2)
    assert event.recorded_by.principal == "admin"


def test_what_comes_along_is_counted_up_to_a_bound(session, monkeypatch) -> None:
    """A merge of somebody met ten million times costs no more than of one met a thousand times."""
    monkeypatch.setattr("kenning.engine.recognise.joining.COUNTED_MAX", 3)
    first, second = two(session)
    for number in range(5):
        session.record(note("Arc Laboratories"))
        session.assert_claim(second, "website", f"https://arc{number}.example")
    act = msgspec.json.decode(session.event(session.merge(first, second)).text)
    assert (act["difference"]["mentions"], act["difference"]["statements"]) == (3, 3)


def test_a_merge_is_one_definition_with_two_parents(session) -> None:
    """EM14, EM45, EM55-EM58: the survivor's next version names both heads; primary kept, the other identifier merged."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("Zeno", "zeno-9", channel="forum"))
    one, other = session.who("chat:orion-home"), session.who("forum:zeno-9")
    session.merge(one.id, other.id)
    head = session.who(one.id).definition
    assert head.parents == sorted([one.definition.id, other.definition.id])
    assert (head.label, head.provenance.action) == ("v2", "merged")
    assert sorted(head.provenance.from_versions) == ["v1.1", "v1.1"]
    assert (head.identity.primary.channel_id, head.identity.primary.identifier) == ("chat", "orion-home")
    (merged,) = head.identity.merged
    assert (merged.channel_id, merged.identifier, merged.merged_by) == ("forum", "zeno-9", "admin")
    assert merged.merged_at
    assert head.trust_level == "untrusted"


@pytest.mark.parametrize(
    ("policy", "town"),
    [
        ("survivor_wins", "Ghent"),
        ("merged_wins", "Bruges"),
        ("newest", "Bruges"),
        ("concatenate", ["Ghent", "Bruges"]),
    ],
)
def test_attributes_are_settled_by_policy(session, policy: str, town: object) -> None:
    """EN34: for all attributes or for one."""
    first, second = two(session)
    merge = session.merge(first, second, policy=policy)
    assert session.who(first).attributes["town"] == town
    session.unmerge(merge)
    session.merge(first, second, town=policy)
    assert session.who(first).attributes["town"] == town
    reading.sound(session)


def test_rejecting_conflicts_refuses_the_merge_and_names_them(session) -> None:
    """EN34, EN36: refused whole, nothing is recorded."""
    first, second = two(session)
    head = session.head()
    with pytest.raises(kenning.ConflictError) as error:
        session.merge(first, second, policy="reject")
    assert error.value.details["keys"] == ["town"]
    assert session.head() == head


def test_only_the_same_type_merges_and_only_what_may(session) -> None:
    """EM60, EM50, complaint 12: different types, itself, retired, held apart, unknown: refused, nothing recorded."""
    first, second = two(session)
    person = session.create_entity("Orion Vask")
    gone = session.create_entity("Old Arc", "company")
    session.retire(gone)
    session.hold_apart(first, second)
    head = session.head()
    for a, b in ((first, person), (first, first), (first, gone), (first, second)):
        with pytest.raises(kenning.ConflictError):
            session.merge(a, b)
    with pytest.raises(kenning.NotFoundError):
        session.merge(first, "nobody at all")
    assert session.head() == head
    session.hold_open(second, first)
    session.merge(first, second)


def test_what_is_of_no_known_type_merges_with_anything_and_is_that(session) -> None:
    """EM60, schema: an unknown type goes with every other; parted, it is unknown again."""
    session.record(note(entities=[{"name": "Orion Vask", "role": "subject"}]))
    thing = session.who("Orion Vask").id
    person = session.create_entity("O. V.")
    merge = session.merge(thing, person)
    assert session.who(thing).entity_type == session.who(thing).definition.entity_type == "kenning:Person"
    session.unmerge(merge)
    assert session.who(thing).entity_type == "kenning:Thing"
    reading.sound(session)


def test_never_the_same_sticks_through_a_chain(session) -> None:
    """EN22, EM54: a and c are held apart, b is joined to a; then b and c, and whoever bears their names, are not joined."""
    a, b, c, d = (session.create_entity(name) for name in ("Orion", "Lemuel", "Pauline", "Isidor"))
    session.hold_apart(a, c)
    session.merge(b, a)
    session.merge(d, c)
    for one in (a, b):
        for other in (c, d):
            with pytest.raises(kenning.ConflictError, match="different"):
                session.merge(one, other)


def test_unmerge_is_for_the_grace_period_and_split_for_ever(shelf) -> None:
    """EN36, EM61, EM54: after seven days only the admin's split undoes a merge."""
    session = shelf.open()
    first, second = two(session)
    before = reading.digest(session)
    merge = session.merge(first, second)
    shelf.clock.now_us += 8 * DAY_US
    with pytest.raises(kenning.ConflictError) as error:
        session.unmerge(merge)
    assert "split" in error.value.hint
    session.split(merge)
    assert reading.digest(session) == before
    session.unmerge(session.merge(first, second))
    assert reading.digest(session) == before
    reading.sound(session)


def test_a_merge_is_undone_by_its_id_or_by_who_went(session) -> None:
    """EN36."""
    first, second = two(session)
    session.merge(first, second)
    session.unmerge(second)
    with pytest.raises(kenning.NotFoundError):
        session.unmerge(second)
    assert len(session.entities()) == 2


def test_after_an_unmerge_each_has_a_version_from_the_merged_head(session) -> None:
    """EM55, EM61, design 3: both follow from the merged definition, and neither has more than it had."""
    first, second = two(session)
    merge = session.merge(first, second)
    merged = session.who(first).definition
    session.unmerge(merge)
    for entity in (first, second):
        head = session.who(entity).definition
        assert merged.id in head.parents
        assert head.provenance.action == "unmerged"
        assert (head.trust_level, head.permissions) == ("untrusted", NONE)


def test_a_split_gives_a_part_what_it_takes_along(session) -> None:
    """EM61: names, identifiers and attributes go; what was linked stays where it was written."""
    session.record(message("Orion Vask", "orion-home"))
    whole = session.who("Orion Vask").id
    session.bind(whole, "forum", "zeno-9")
    session.add_alias(whole, "Zeno")
    session.describe(whole, {"town": "Elea"})
    session.record(message(None, "zeno-9", channel="forum"))
    part = session.split(whole, "Zeno", identifiers=[("forum", "zeno-9")], attributes=["town"])
    session.record(message(None, "zeno-9", channel="forum"))
    one, other = session.who(whole), session.who("Zeno")
    assert (other.id, other.attributes) == (part, {"town": "Elea"})
    assert [met.identifier for met in other.identifiers] == ["zeno-9"]
    assert [met.identifier for met in one.identifiers] == ["orion-home"]
    assert one.attributes == {}
    assert (len(session.appears(whole)), len(session.appears(part))) == (2, 1)
    parents = {version.provenance.action: version.parents for version in session.definitions(part)}
    assert len(parents["split"]) == 1
    reading.sound(session)


def test_new_events_are_written_to_the_survivor_and_stay_there(session) -> None:
    """EM59."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("Zeno", "zeno-9", channel="forum"))
    first, second = session.who("Orion Vask").id, session.who("Zeno").id
    merge = session.merge(first, second)
    session.record(message("Zeno", "zeno-9", channel="forum"))
    session.unmerge(merge)
    assert (len(session.appears(first)), len(session.appears(second))) == (2, 1)


def test_every_merge_is_an_event(session) -> None:
    """EM54, EN38: whoever made it."""
    first, second = two(session)
    merge = session.merge(first, second)
    undone = session.unmerge(merge)
    assert [event.id for event in acts(session, "entity.merged")] == [merge]
    (event,) = acts(session, "entity.unmerged")
    assert event.id == undone
    assert [(link.to_event_id, link.relation) for link in event.links] == [(merge, "derived_from")]


# -- what came along can be given up by the name a user sees --------------------------------------------------------------


def test_an_alias_of_what_was_merged_can_be_dropped(session) -> None:
    """Whoever brought it: an alias, what the merged one was called itself, and one that both bear."""
    first = session.create_entity("Arc Labs", "company", aliases=["Arc"])
    second = session.create_entity("Arc Laboratories", "company", aliases=["AL", "Arc"])
    merge = session.merge(first, second)
    session.drop_alias("Arc Labs", "AL", "Arc")
    assert [alias.name for alias in session.who(first).aliases] == ["Arc Laboratories"]
    session.drop_alias("Arc Labs", "Arc Laboratories")
    assert session.who(first).aliases == []
    for gone in ("AL", "Arc", "Arc Laboratories"):
        with pytest.raises(kenning.NotFoundError):
            session.who(gone)
    with pytest.raises(kenning.InvalidError, match="no alias"):
        session.drop_alias("Arc Labs", "Arc Labs")
    reading.sound(session)
    session.unmerge(merge)
    assert session.who(second).canonical_name == "Arc Labs"  # nothing else was left to call it by


def test_what_a_merged_one_is_called_gives_way_to_another_of_its_names(session) -> None:
    first = session.create_entity("Arc Labs", "company")
    second = session.create_entity("Arc Laboratories", "company", aliases=["AL"])
    merge = session.merge(first, second)
    session.drop_alias(first, "Arc Laboratories")
    session.unmerge(merge)
    assert (session.who(second).canonical_name, session.who(second).aliases) == ("AL", [])
    reading.sound(session)


def test_an_identifier_or_an_attribute_of_what_was_merged_can_be_taken_off(session) -> None:
    first, second = two(session, size=7)
    merge = session.merge(first, second)
    session.unbind("Arc Labs", "web", "arc.example")
    session.describe("Arc Labs", {"size": None, "town": None})
    assert (session.who(first).identifiers, session.who(first).attributes) == ([], {})
    with pytest.raises(kenning.InvalidError, match="no identifier"):
        session.unbind("Arc Labs", "web", "arc.example")
    other = session.create_entity("Arc Web", "company", identifiers=[("web", "arc.example")])
    session.unmerge(merge)
    assert session.who("web:arc.example").id == other
    reading.sound(session)


def test_a_part_takes_along_what_any_of_the_merged_brought(session) -> None:
    first = session.create_entity("Arc Labs", "company", aliases=["Arc"], attributes={"size": 7})
    second = session.create_entity("Arc Laboratories", "company", identifiers=[("web", "arc.example")])
    receipt = session.record(message("AL", "al-1", entities=[{"id": second, "name": "Arc Laboratories"}]))
    third = session.create_entity("Arco", "company", aliases=["Arco SA"], attributes={"town": "Ghent"})
    merges = [session.merge(first, second), session.merge(first, third)]
    part = session.split(
        "Arc Labs",
        "Arc Laboratories",
        aliases=["Arc", "Arco SA"],
        identifiers=[("web", "arc.example")],
        attributes=["town", "size"],
    )
    one = session.who("Arc Laboratories")
    assert (one.id, sorted(alias.name for alias in one.aliases)) == (part, ["Arc", "Arco SA"])
    assert ([met.identifier for met in one.identifiers], one.attributes) == (
        ["arc.example"],
        {"town": "Ghent", "size": 7},
    )
    rest = session.who(first)
    assert (rest.canonical_name, [alias.name for alias in rest.aliases], rest.attributes) == ("Arc Labs", ["Arco"], {})
    assert receipt.id in {
        seen.event_id for seen in session.appears(first)
    }  # what was linked stays where it was written
    reading.sound(session)
    for merge in merges:
        session.unmerge(merge)
    assert session.who(part).canonical_name == "Arc Laboratories"
    reading.sound(session)
