"""An entity is an identity: its id never moves, every change is a version that stays, and it reads as of any sequence."""

from hashlib import sha256
from typing import cast

import pytest

import kenning
from kenning.model.access.permissions import NONE
from kenning.model.identity.definition import hashed_form
from tests.graph import reading
from tests.graph.reading import acts, message, note


def test_an_entity_is_what_the_document_says(session) -> None:
    """EN03-EN11: id, tenancy, type, names, attributes, times in nanoseconds, tombstone, redirect."""
    made = session.create_entity("Orion Vask", "user", aliases=["O. V."], attributes={"town": "Ghent"})
    receipt = session.record(note("Orion Vask"))
    one = session.who(made)
    recorded_ns = {event.sequence: event.recorded_at for event in session.log()}
    assert (one.id, one.namespace_id, one.agent_id, one.entity_type) == (made, "default", "shared", "kenning:Person")
    assert (one.canonical_name, [alias.name for alias in one.aliases], one.attributes) == (
        "Orion Vask",
        ["O. V."],
        {"town": "Ghent"},
    )
    assert one.created_at_unix_nanos % 1000 == 0
    assert one.created_at_unix_nanos < one.last_seen_at_unix_nanos
    assert recorded_ns[receipt.sequence] is not None
    assert (one.tombstoned, one.merged_into, one.members) == (False, None, [made])
    assert made[14] == "7"


def test_the_id_never_moves(session) -> None:
    """EN04, EN12: renamed, described, aliased, retyped, bound and back: the same id, and every mention still leads to it."""
    made = session.create_entity("Orion Vask")
    receipt = session.record(note("Orion Vask"))
    session.rename(made, "Orion Theophilus Vask")
    session.add_alias(made, "Ori")
    session.drop_alias(made, "Ori")
    session.describe(made, {"town": "Ghent"})
    session.describe(made, {"town": None})
    session.retype(made, "company")
    session.bind(made, "chat", "ov")
    session.unbind(made, "chat", "ov")
    one = session.who("Orion Vask")
    assert (one.id, one.canonical_name, one.attributes) == (made, "Orion Theophilus Vask", {})
    assert (one.entity_type, one.identifiers) == ("kenning:Company", [])
    assert [seen.event_id for seen in session.appears(made)] == [receipt.id]
    reading.sound(session)


def test_every_change_is_a_version_addressed_by_its_content(session) -> None:
    """EM01-EM04, EM06, EM10: each act makes one version; its id is the hash of its canonical form, parents included."""
    made = session.create_entity("Orion Vask")
    session.add_alias(made, "Ori")
    session.bind(made, "chat", "ov")
    session.describe(made, {"town": "Ghent"})
    session.retire(made)
    session.restore_entity(made)
    versions = session.definitions(made)
    labels = [one.label for one in versions]
    assert labels == ["v1", "v1.1", "v2", "v2.1", "v2.2", "v2.3"]
    assert [one.parents for one in versions] == [[], *([one.id] for one in versions[:-1])]
    assert len({one.id for one in versions}) == len(versions)
    kept = reading.versions(session)
    for version in versions:
        form = hashed_form(kept[version.id])
        assert version.id == sha256(form).hexdigest()
        assert b"Orion" not in form
        assert b"Ghent" not in form
        assert version.erased == []
    assert session.who(made).definition == versions[-1]


def test_a_definition_says_who_made_it_and_stays_without_rights(session) -> None:
    """EM03, EM11, EM12, EM15, EM58: the act, its actor, the versions it came from; untrusted until somebody grants."""
    made = session.create_entity("Orion Vask")
    session.rename(made, "Orion")
    first, second = session.definitions(made)
    changed = acts(session, "entity.changed")[0]
    assert (second.provenance.event, second.provenance.action, second.provenance.from_versions) == (
        changed.id,
        "changed",
        ["v1"],
    )
    assert second.provenance.by == "admin"
    for one in (first, second):
        assert (one.type, one.internal_type, one.trust_level) == ("external", None, "untrusted")
        assert (one.permissions, one.relationships) == (NONE, [])


def test_the_past_reads_as_it_was(session) -> None:
    """EM05, EN12: names, attributes and redirects as of every sequence."""
    made = session.create_entity("Orion Vask")
    seen = {}
    for deed in (
        lambda: session.rename(made, "Orion"),
        lambda: session.describe(made, {"town": "Ghent"}),
        lambda: session.merge(session.create_entity("Pauline Ogg"), made),
        lambda: session.retire(session.who(made).id),
    ):
        seen[session.head()[0]] = reading.digest(session)
        deed()
    for sequence, then in seen.items():
        assert reading.digest(session.at(sequence)) == then
    with pytest.raises(kenning.NotFoundError):
        session.at(1).who("Pauline Ogg")


def test_two_may_bear_one_name_and_then_an_id_is_asked_for(session) -> None:
    """EN20, complaint 12: two of one name are two, and who asks by name is told both."""
    ids = sorted([session.create_entity("John Smith"), session.create_entity("John Smith")])
    with pytest.raises(kenning.ConflictError) as error:
        session.who("John Smith")
    assert sorted(cast("list[str]", error.value.details["candidates"])) == ids
    assert error.value.hint


def test_aliases_collapse_variants(session) -> None:
    """EN21, EN34: by any of its names in envelopes and in texts it is the same."""
    made = session.create_entity("New Amsterdam", "city", aliases=["Nieuw Amsterdam", "新阿姆斯特丹"])
    for text in ("Nieuw Amsterdam is wet", "我在新阿姆斯特丹", "New Amsterdam, still"):
        session.record(text)
    session.record(note("Nieuw Amsterdam"))
    assert len(session.appears(made)) == 4


def test_a_short_or_common_alias_alone_is_no_mention(session) -> None:
    """Issue: *Al* is not found in every text that begins so."""
    made = session.create_entity("Alistair Crane", aliases=["Al", "Will"])
    session.record("Al dente, and it will rain")
    assert session.appears(made) == []


def test_retired_is_out_of_use_and_back(session) -> None:
    """EN10, design 3: neither resolves nor is suggested, keeps its claims, and can be restored by its id."""
    made = session.create_entity("Orion Vask")
    session.assert_claim(made, "hobby", "moths")
    before = session.appears(made)
    session.retire(made)
    assert session.who(made).tombstoned
    with pytest.raises(kenning.NotFoundError):
        session.who("Orion Vask")
    session.record("Orion Vask again")
    assert session.resolve("Orion Vask").candidates == []
    assert [claim.statement.value for claim in session.claims(made)] == ["moths"]
    assert session.appears(made) == before
    session.restore_entity(made)
    assert session.who("Orion Vask").id == made
    reading.sound(session)


def test_retired_after_a_merge_no_name_leads_to_it(session) -> None:
    """EN10: the names of what was merged into it are retired with it."""
    one, other = session.create_entity("Orion Vask"), session.create_entity("Pauline Ogg")
    session.merge(one, other)
    session.retire(one)
    for name in ("Orion Vask", "Pauline Ogg"):
        with pytest.raises(kenning.NotFoundError):
            session.who(name)


def test_an_identifier_has_one_bearer(session) -> None:
    """EM13, EN21: binding it to another is refused, with the bearer named; so is restoring who has lost it meanwhile."""
    session.record(message("Orion Vask", "orion-home"))
    first = session.who("chat:orion-home").id
    second = session.create_entity("Pauline Ogg")
    with pytest.raises(kenning.ConflictError) as error:
        session.bind(second, "chat", "orion-home")
    assert error.value.details["entity"] == first
    session.retire(first)
    session.record(message("Orion Vask", "orion-home"))
    with pytest.raises(kenning.ConflictError):
        session.restore_entity(first)
    assert session.who("chat:orion-home").id != first


def test_a_type_is_of_the_schema_whoever_owns_the_entity(shelf) -> None:
    """EN06, EN13-EN16: qualified, interned from the active schema, the same in every namespace."""
    for namespace in ("acme", "globex"):
        session = shelf.open(namespace=namespace)
        made = session.create_entity("Orion Vask", "person")
        assert session.who(made).entity_type == "kenning:Person"
    with pytest.raises(kenning.InvalidError) as error:
        shelf.open(namespace="acme").create_entity("Orion Vask", "globex:Spaceship")
    assert error.value.details["path"] == "type"


def test_resolving_asks_and_records_nothing(session) -> None:
    """EN17: exact before alias before likeness, each candidate with its score and features."""
    exact = session.create_entity("Orion Vask")
    session.create_entity("Lemuel Thrane", aliases=["The Badger"])
    head = session.head()
    assert [(one.tier, one.entity) for one in [session.resolve("Orion Vask")]] == [("exact", exact)]
    assert session.resolve("The Badger").tier == "alias"
    like = session.resolve("Orionn Vask")
    assert [candidate.entity for candidate in like.candidates] == [exact]
    assert like.candidates[0].features
    assert session.resolve("Quite Somebody Else").status == "created"
    assert session.head() == head


def test_reopened_it_reads_the_same(shelf) -> None:
    """EM05: what is projected is on the disk, and equals what the log folds to."""
    session = shelf.open()
    session.record(message("Orion Vask", "orion-home", "hello"))
    session.merge(session.create_entity("Pauline Ogg"), "Orion Vask")
    before = reading.digest(session)
    shelf.close()
    again = shelf.open()
    assert reading.digest(again) == before
    again.record("Pauline Ogg and Orion Vask")
    assert len(again.appears("Pauline Ogg")) == 2
    reading.sound(again)


def test_who_takes_part_under_an_identifier_is_a_person_unless_somebody_says_otherwise(session) -> None:
    """EM33: a recipient of a mail is somebody; a name merely mentioned may be anything."""
    mail = {
        "kind": "mail.received",
        "source": {"type": "import", "name": "mail", "channel": "email"},
        "entities": [
            {"name": "Grace Amato", "identifier": "grace@harbour.example", "channel": "email", "role": "to"},
            {"name": "Printer", "identifier": "prn-3", "channel": "lan", "role": "to", "type": "device"},
            {"name": "Lighthouse", "role": "mentioned"},
        ],
        "files": [{"role": "primary", "content": "hello"}],
    }
    session.record(mail)
    types = [session.who(name).entity_type for name in ("Grace Amato", "Printer", "Lighthouse")]
    assert types == ["kenning:Person", "kenning:Device", "kenning:Thing"]


def test_versions_come_with_all_their_ancestors_each_behind_its_parents(session) -> None:
    """EM02, EM55: after an unmerge the merged version is still a parent that can be shown."""
    stays, goes = session.create_entity("Orion Vask"), session.create_entity("Rion Vask")
    session.unmerge(session.merge(stays, goes))
    for one in (stays, goes):
        seen: set[str] = set()
        for version in session.definitions(one):
            assert set(version.parents) <= seen
            seen.add(version.id)
        assert "v2" in {version.label for version in session.definitions(one)}


def test_a_retired_entity_is_restored_by_any_name_it_had(session) -> None:
    """The undo of `retire`: no name leads to it any more, but the verb that brings it back looks among those out of use."""
    first = session.create_entity("Arc Labs", "company", aliases=["Arc"], identifiers=[("web", "arc.example")])
    second = session.create_entity("Arc Laboratories", "company")
    session.merge(first, second)
    for asked in ("Arc Labs", "arc labs", "Arc", "web:arc.example", "Arc Laboratories", first, second):
        session.retire(first)
        session.restore_entity(asked)
        assert not session.who("Arc Labs").tombstoned
    with pytest.raises(kenning.ConflictError, match="not retired"):
        session.restore_entity("Arc Labs")
    with pytest.raises(kenning.NotFoundError):
        session.restore_entity("Nobody")
    reading.sound(session)


def test_which_of_several_is_restored_has_to_be_said(session) -> None:
    made = [session.create_entity("John Smith") for _ in range(3)]
    for one in made[:2]:
        session.retire(one)
    with pytest.raises(kenning.ConflictError) as refused:
        session.restore_entity("John Smith")
    assert refused.value.details["candidates"] == made[:2]
    session.restore_entity(made[0])
    session.restore_entity("John Smith")  # one is left that is out of use, whoever else is called so
    assert not any(session.who(one).tombstoned for one in made)
