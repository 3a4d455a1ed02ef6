"""Whom an event concerns is recognised as it is recorded: by id, identifier, name, in one's own tenancy, always the same."""

import os
import threading
from pathlib import Path

import msgspec
import pytest

import kenning
from kenning.model.access.permissions import NONE
from tests.graph import reading
from tests.graph.conftest import START_US, dice
from tests.graph.reading import acts, message, note


def outcomes(session, event_id):
    """What was decided about an event's mentions, by path."""
    found = {}
    for event in acts(session, "resolution.decided"):
        said = said_by(event)
        if said["event"] == event_id:
            found.update({one["path"]: one for one in said["outcomes"]})
    return found


def said_by(event):
    return msgspec.json.decode(event.text)


def test_an_unknown_identifier_is_discovered_and_flagged_for_review(session) -> None:
    """EM35, EM36, EM45, EM46: v1 discovered, untrusted, without permissions, its identifier primary; v1.1 pending review."""
    receipt = session.record(message("Orion Vask", "orion-home"))
    first, second = session.definitions("chat:orion-home")
    assert (first.label, first.lifecycle_state, first.provenance.action) == ("v1", "discovered", "discovered")
    assert (second.label, second.lifecycle_state, second.parents) == ("v1.1", "pending_review", [first.id])
    for one in (first, second):
        assert (one.trust_level, one.permissions, one.type) == ("untrusted", NONE, "external")
        assert (one.identity.primary.channel_id, one.identity.primary.identifier) == ("chat", "orion-home")
    (item,) = session.reviews()
    assert (item.kind, item.entities, item.names) == ("entity", [session.who("Orion Vask").id], ["Orion Vask"])
    assert outcomes(session, receipt.id)["actor"]["status"] == "created"
    reading.sound(session)


def test_a_known_identifier_attaches_and_makes_nobody_new(session) -> None:
    """EM07, EM46: known is who has an entry, whatever the trust; the event attaches and the state follows."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message(None, "orion-home"))
    session.record(message("Somebody Else", "orion-home"))
    (one,) = session.entities()
    assert one.canonical_name == "Orion Vask"
    assert [alias.name for alias in one.aliases] == ["Somebody Else"]
    assert session.state(one.id).interaction_count == 3
    assert len(session.reviews()) == 1


def test_names_merely_mentioned_become_entities_without_review(session) -> None:
    """EN01, EN03, design 3: only identifiers that act on a channel are flagged."""
    session.record(note("Orion Vask", "Arc Labs"))
    session.record(note("Orion Vask", entities=[{"identifier": "x@y.example", "channel": "email", "name": "Lemuel"}]))
    assert sorted(one.canonical_name for one in session.entities()) == ["Arc Labs", "Lemuel", "Orion Vask"]
    assert session.reviews() == []
    assert all(one.definition.lifecycle_state == "discovered" for one in session.entities())


def test_roles_say_who_stands_how(session) -> None:
    """EN02, EN31: actors take part, entities are what they are said to be, names in the text are mentioned."""
    session.create_entity("Tundra")
    session.record(
        message(
            "Orion Vask",
            "orion-home",
            "Tundra was there",
            entities=[{"name": "Arc Labs", "role": "object"}, {"name": "Pauline Ogg", "role": "subject"}],
        )
    )
    roles = {
        one.canonical_name: [(seen.role, seen.path) for seen in session.appears(one.id)] for one in session.entities()
    }
    assert roles == {
        "Tundra": [("mentioned", "text[0:6]")],
        "Orion Vask": [("participant", "actor")],
        "Arc Labs": [("object", "entities[0]")],
        "Pauline Ogg": [("subject", "entities[1]")],
    }


def test_an_explicit_id_wins_over_any_name(session) -> None:
    """EN17, complaint 11: an exact id or identifier always wins."""
    right = session.create_entity("Pauline Ogg")
    session.create_entity("Orion Vask")
    receipt = session.record(note(entities=[{"id": right, "name": "Orion Vask", "role": "subject"}]))
    assert [seen.event_id for seen in session.appears(right)] == [receipt.id]
    assert session.appears("Orion Vask") == []
    assert outcomes(session, receipt.id)["entities[0]"]["tier"] == "id"


def test_an_exact_identifier_wins_over_a_name_that_fits_another(session) -> None:
    """S10, EN17: whose name it is does not matter where an identifier says who it is."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("Pauline Ogg", "pauline-home"))
    receipt = session.record(message("Pauline Ogg", "orion-home"))
    assert outcomes(session, receipt.id)["actor"]["entity"] == session.who("chat:orion-home").id
    assert session.who("chat:orion-home").id != session.who("chat:pauline-home").id


def test_nobody_becomes_another_by_a_name_where_both_are_met_by_identifiers(session) -> None:
    """S10: same name, alias or text; below the threshold there is at most a suggestion, and no identifier moves."""
    session.record(message("Kim", "k-one-4711", channel="chat"))
    session.record(message("Kim", "zeta-9", channel="forum"))
    assert session.who("chat:k-one-4711").id != session.who("forum:zeta-9").id
    for merge in acts(session, "entity.merged"):
        assert said_by(merge)["confidence"] >= 0.95


def test_what_is_joined_by_itself_is_sure_and_untrusted(session) -> None:
    """EN37, EM47, S10: at .95 and above, both untrusted and without permissions; each reason with its share."""
    session.record(message("Orion Theophilus Vask", "orion.vask@mail.example", channel="email"))
    session.record(message("Orion Theophilus Vask", "orion.vask@mail.example", channel="mail"))
    made = acts(session, "entity.merged")
    waiting = acts(session, "merge.suggested")
    assert len(made) + len(waiting) == 1
    for event in made:
        act = said_by(event)
        assert (act["band"], act["confidence"] >= 0.95) == ("automatic", True)
        assert sum(reason["share"] for reason in act["reasons"]) == pytest.approx(act["confidence"], abs=1e-3)
    assert all(
        (one.definition.trust_level, one.definition.permissions) == ("untrusted", NONE) for one in session.entities()
    )


def test_what_was_decided_is_one_event_in_the_same_transaction(session) -> None:
    """Design law 1: outcomes with candidates, thresholds and rules, drawn from the event they are about."""
    session.create_entity("Orion Vask")
    receipt = session.record(message("Lemuel", "lemuel-home", "Where is Orion Vask?"))
    (event,) = [one for one in acts(session, "resolution.decided") if said_by(one)["event"] == receipt.id]
    assert [(link.to_event_id, link.relation) for link in event.links] == [(receipt.id, "derived_from")]
    assert {one["path"] for one in said_by(event)["outcomes"]} == {"actor", "text[9:19]"}
    assert said_by(event)["rules"]
    assert session.head()[0] == event.sequence


def test_a_plain_note_that_names_nobody_adds_nothing(session) -> None:
    """One event, and no act."""
    session.record("nothing of note")
    assert session.head()[0] == 1


def test_an_ambiguous_name_keeps_its_surface_until_more_is_known(session) -> None:
    """EN22: kept as it was written; a later act that tells more decides it, by an event of its own."""
    one, other = session.create_entity("John Smith"), session.create_entity("John Smith")
    receipt = session.record(note("John Smith"))
    (item,) = session.reviews()
    assert (item.kind, item.surface) == ("mention", "John Smith")
    assert session.appears(one) == session.appears(other) == []
    session.retire(other)
    assert session.reviews() == []
    assert [seen.event_id for seen in session.appears(one)] == [receipt.id]
    assert outcomes(session, receipt.id)["entities[0]"]["again"] is True
    assert [entry.surface for entry in session.at(receipt.sequence + 1).reviews()] == ["John Smith"]
    reading.sound(session)


def test_a_merge_decides_what_was_open_between_the_two(session) -> None:
    """EN22, EN32."""
    one, other = session.create_entity("John Smith"), session.create_entity("John Smith")
    receipt = session.record(note("John Smith"))
    session.merge(one, other)
    assert [seen.event_id for seen in session.appears(other)] == [receipt.id]
    assert session.reviews() == []


def test_what_waits_in_a_redacted_event_is_not_shown(session) -> None:
    """S08: hidden is hidden from every reading, the queue included."""
    session.create_entity("John Smith")
    session.create_entity("John Smith")
    receipt = session.record(note("John Smith"))
    session.redact(receipt.id)
    assert session.reviews() == []


def test_namespaces_never_meet(shelf) -> None:
    """EN05, EN18, EN19, EN20: the same name and identifier in two namespaces are two entities, and neither knows the other."""
    one, other = shelf.open(namespace="acme"), shelf.open(namespace="globex")
    one.record(message("Orion Vask", "orion-home"))
    one.assert_claim("Orion Vask", "hobby", "moths")
    assert other.entities() == []
    assert other.resolve("Orion Vask").candidates == []
    before = reading.digest(one)
    other.record(message("Orion Vask", "orion-home", "Orion Vask speaks"))
    mine, theirs = one.who("Orion Vask"), other.who("chat:orion-home")
    assert mine.id != theirs.id
    assert (mine.namespace_id, theirs.namespace_id) == ("acme", "globex")
    with pytest.raises(kenning.NotFoundError):
        other.who(mine.id)
    with pytest.raises(kenning.NotFoundError):
        other.merge(theirs.id, mine.id)
    assert reading.digest(one) == before
    assert other.claims() == other.contradictions() == []
    reading.sound(one)
    reading.sound(other)


def test_what_another_namespace_holds_changes_no_decision(shelf) -> None:
    """Law 4: scores, counts and thresholds are a namespace's own."""

    def decided(session):
        for number, name in enumerate(["Orion Alpha", "Orion Beta", "Gamma Vask", "Delta Vask"]):
            session.record(message(name, f"zz{number}", channel="chat"))
        for channel, number in (("chat", 1), ("forum", 2)):
            session.record(message("Orion Vask", f"q{number}q", channel=channel))
        found = [said_by(event) for kind in ("entity.merged", "merge.suggested") for event in acts(session, kind)]
        return [(one.get("score", one.get("confidence")), one["reasons"]) for one in found]

    crowd = shelf.open("crowded", namespace="crowd")
    for number in range(120):
        crowd.create_entity(f"Orion{number} Vask{number}")
    assert decided(shelf.open("crowded", namespace="quiet")) == decided(shelf.open("alone", namespace="quiet"))


def test_whoever_is_shared_is_named_by_an_agent_and_not_named_anew(shelf) -> None:
    """EN18: an agent's events call somebody by the name she has among the shared; that is no new alias and no new version."""
    session, own = shelf.open(), shelf.open(agent="tess")
    session.record(message("Ann", "@ann"))
    before = session.definitions("Ann")
    own.record(message("Ann", "@ann"))
    assert session.definitions("Ann") == before
    assert [event.kind for event in session.log()].count("entity.changed") == 0


def test_ones_own_go_before_shared_and_a_tie_across_is_open(shelf) -> None:
    """EN05, design 3: an agent's own names first, then what all share; nobody reads another agent's."""
    shared, mine, other = shelf.open(), shelf.open(agent="butler"), shelf.open(agent="cook")
    public = shared.create_entity("Orion Vask")
    assert mine.who("Orion Vask").id == public
    own = mine.create_entity("Orion Vask")
    assert mine.who("Orion Vask").id == own
    assert other.who("Orion Vask").id == shared.who("Orion Vask").id == public
    with pytest.raises(kenning.ConflictError, match="different agents"):
        mine.merge(own, public)


def test_a_name_added_in_one_session_is_found_by_another_on_the_same_file(shelf) -> None:
    """Two processes on one store: new names are found in texts and by likeness."""
    one, other = shelf.open(), shelf.open()
    other.record("warm up Nobody")
    made = one.create_entity("Theodora Blackwood")
    other.record("We met Theodora Blackwood there")
    assert len(other.appears(made)) == 1
    assert [candidate.entity for candidate in other.resolve("Theodora Blackwod").candidates] == [made]
    one.erase(str(acts(one, "entity.created")[0].id), because="asked to")
    other.record("We met Theodora Blackwood there")
    assert other.entities() == []
    reading.sound(other)


def test_names_of_a_batch_that_was_undone_are_not_known(session) -> None:
    """A name that was taken back with its transaction does not stand in the way of the one that takes its number."""
    session.create_entity("Orion Vask")
    session.record("Orion Vask again")
    with pytest.raises(kenning.ConflictError):
        session.record_many(
            [
                message("Lemuel Thrane", "l-1", id="evt_l"),
                message("Pauline Ogg", "p-1", "Lemuel Thrane and Orion Vask", id="evt_p"),
                message("Somebody", "s-1", "other", id="evt_l"),
            ]
        )
    assert [one.canonical_name for one in session.entities()] == ["Orion Vask"]
    session.create_entity("Isidor Quell")
    session.record("Isidor Quell came")
    assert len(session.appears("Isidor Quell")) == 1
    reading.sound(session)


def test_many_threads_meet_the_same_stranger_once(shelf) -> None:
    """EN21: one identifier, one entity, however many record it at once."""
    session = shelf.open(noise=os.urandom)
    failures = []

    def run() -> None:
        try:
            for _ in range(5):
                session.record(message("Orion Vask", "orion-home", "hello Orion Vask"))
        except BaseException as error:  # noqa: BLE001 - told to the test
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    (one,) = session.entities()
    assert session.state(one.id).interaction_count == 30
    reading.sound(session)


def busy(session) -> None:
    """A little of everything."""
    session.record_many([message("Orion Vask", "orion-home"), message("O. Vask", "o.vask", channel="forum")])
    for name in ("Lemuel Thrane", "Lemuel Thrane", "Pauline Ogg"):
        session.create_entity(name, attributes={"town": name})
    session.record(note("Lemuel Thrane", "Arc Labs", text="Pauline Ogg met Orion Vask"))
    merge = session.merge("Pauline Ogg", "Orion Vask")
    session.assert_claim("Orion Vask", "hobby", "moths")
    session.unmerge(merge)
    session.hold_apart("Pauline Ogg", "Orion Vask")
    for item in session.reviews():
        if item.kind == "entity":
            session.answer_review(item.item, "later")


def test_the_same_said_twice_gives_the_same_log(shelf) -> None:
    """Design law 1: with the same clock and dice two stores are byte-equal; nothing depends on the order of tiers or dicts."""
    exports = []
    for name in ("one", "two"):
        shelf.clock.now_us = START_US
        session = shelf.open(name, noise=dice())
        busy(session)
        target = shelf.folder / f"{name}.jsonl"
        session.export(target)
        exports.append(target.read_bytes())
    assert exports[0] == exports[1]


def test_a_rebuild_changes_no_later_decision(shelf) -> None:
    """What is decided follows from the log, not from how the projections came to be."""
    exports = []
    for name in ("straight", "rebuilt"):
        shelf.clock.now_us = START_US
        session = shelf.open(name, noise=dice())
        busy(session)
        if name == "rebuilt":
            session.rebuild()
            session.rebuild()
        busy_again = [message("Orion Vask", "vask.orion", channel="mail"), note("Lemuel Thrane", "Paulin Ogg")]
        session.record_many(busy_again)
        target = shelf.folder / f"{name}.jsonl"
        session.export(target)
        exports.append(target.read_bytes())
    assert exports[0] == exports[1]


def test_a_sealed_export_is_taken_over_with_all_its_acts(shelf) -> None:
    """EM01, EM05: the graph follows from the log, in another store as well."""
    session = shelf.open("one")
    busy(session)
    gone = session.record(message("Isidor Quell", "isidor-home")).id
    session.erase(gone, because="asked to")
    target = shelf.folder / "log.jsonl"
    session.export(target)
    other = shelf.open("two")
    other.import_file(target)
    assert reading.digest(other) == reading.digest(session)
    assert other.head() == session.head()
    reading.sound(other)


@pytest.mark.parametrize(
    "kind",
    [
        "entity.created",
        "Entity.Merged",
        "ENTITY.JUDGED",
        "entity.anything",
        "identity.merged",
        "resolution.decided",
        "merge.suggested",
        "review.decided",
        "schema.applied",
        "statement.asserted",
        "permission.granted",
    ],
)
def test_nobody_appends_an_act_but_its_verb(shelf, kind: str) -> None:
    """S14: `record` and the import of foreign lines refuse the kinds of acts, whatever their case; nothing changes."""
    session = shelf.open()
    a, b = session.create_entity("Orion Vask"), session.create_entity("Pauline Ogg")
    before, head = reading.digest(session), session.head()
    content = f'{{"survivor": "{a}", "merged": "{b}", "salt": "{"0" * 32}"}}'
    event = {**note(), "kind": kind}
    event.pop("entities")
    event["files"][0]["content"] = content
    with pytest.raises(kenning.InvalidError):
        session.record(event)
    path = Path(shelf.folder / "foreign.jsonl")
    path.write_bytes(msgspec.json.encode(event) + b"\n")
    with pytest.raises(kenning.KenningError):
        session.import_file(path)
    assert (reading.digest(session), session.head()) == (before, head)


def _torn(*_: object) -> None:
    raise kenning.CorruptError("a page of the store is damaged")


TELLING = {
    "a name in the text": note(text="Tundra called"),
    "an actor": note(actor={"type": "user", "name": "Tundra"}),
}


@pytest.mark.parametrize("telling", TELLING.values(), ids=TELLING)
def test_an_event_whose_recognition_fails_is_not_recorded(session, monkeypatch, telling) -> None:
    """Law of one transaction: an event and what was decided about it are appended together, or neither is."""
    session.create_entity("Tundra")
    head = session.head()
    with monkeypatch.context() as broken:
        broken.setattr("kenning.engine.recognise.recogniser.decide", _torn)
        with pytest.raises(kenning.CorruptError):
            session.record(telling)
    assert session.head() == head
    receipt = session.record(telling)
    assert receipt.sequence == head[0] + 1
    assert len(outcomes(session, receipt.id)) == 1
    reading.sound(session)


def test_a_store_told_not_to_recognise_records_and_names_nobody(shelf) -> None:
    """`Config(recognise=False)`: a bare log, which a session that recognises takes up from there on."""
    bare = shelf.open(recognise=False)
    bare.record(message("Orion Vask", "orion-home", "Tundra called"))
    assert bare.head()[0] == 1
    assert bare.entities() == []
    bare.create_entity("Tundra")
    bare.record(note(text="Tundra called"))
    assert bare.appears("Tundra") == []
    assert acts(bare, "resolution.decided") == []
    shelf.close()
    session = shelf.open()
    session.record(note(text="Tundra called"))
    assert len(session.appears("Tundra")) == 1
    reading.sound(session)
