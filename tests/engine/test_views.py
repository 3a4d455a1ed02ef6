"""How an event reads through the verbs: changed by new linked events only, then and now, and never past a redaction."""

import itertools
import json

import msgspec
import pytest
from msgspec import structs

import kenning


def note(text="hello", **fields):
    files = [{"role": "primary", "contentType": "text/plain", "content": text}]
    return {"kind": "note.created", "source": {"type": "user", "name": "manual"}, "files": files, **fields}


def act(kind, event_id, relation, text="", **fields):
    return note(text, kind=kind, links=[{"toEventId": event_id, "relation": relation}], **fields)


def summary(sources, text="in short", kind="summary.created", **fields):
    links = [{"toEventId": one, "relation": "derived_from"} for one in sources]
    provenance = {"basis": "model", "confidence": 0.8, "metadata": {"model": "m-1"}}
    return note(text, **{"kind": kind, "links": links, "provenance": provenance, **fields})


def said(value):
    """All that a value says, as text."""
    return msgspec.json.encode(value).decode()


# -- the original stays ------------------------------------------------------------------------------------------------


def test_whatever_is_done_to_an_event_its_original_stays_as_evidence(session, desk):
    receipt = session.record(note("lunch at noon", location={"name": "Home"}))
    original = session.event(receipt.id)
    session.amend(receipt.id, "with Ada")
    session.correct(receipt.id, {"content": "lunch at one", "location": {"name": "Office"}})
    session.attach(receipt.id, desk.write("menu.txt", "soup"))
    assert session.event(receipt.id) == original
    assert session.head()[0] == 4


def test_an_amendment_is_a_new_event_folded_into_the_view(session):
    receipt = session.record("lunch at noon")
    amended = session.amend(receipt.id, "with Ada", because="forgot")
    view = session.view(receipt.id)
    assert view.text == "lunch at noon\nwith Ada"
    assert [(one.event_id, one.sequence, one.text) for one in view.amendments] == [(amended.id, 2, "with Ada")]
    assert [(one.effect, one.reason, one.counts) for one in view.history] == [("amends", "forgot", True)]
    event = session.event(amended.id)
    assert (event.kind, event.links[0].relation, event.links[0].to_event_id) == ("event.amended", "part_of", receipt.id)


def test_an_amendment_may_be_linked_as_related_to(session):
    receipt = session.record("lunch")
    session.record(act("event.amended", receipt.id, "related_to", "with Ada"))
    assert session.view(receipt.id).text == "lunch\nwith Ada"


def test_an_attached_file_is_in_the_view_and_its_bytes_are_given(session, desk):
    receipt = session.record("lunch")
    attached = session.attach(receipt.id, desk.write("menu.txt", "soup"), content_type="text/plain")
    view = session.view(receipt.id)
    assert [(one.event_id, one.file.name, one.file.content_type) for one in view.attached] == [
        (attached.id, "menu.txt", "text/plain")
    ]
    assert session.file(receipt.id, "menu.txt") == b"soup"
    assert session.event(attached.id).links[0].relation == "part_of"


def test_a_correction_is_preferred_to_what_it_supersedes(session):
    receipt = session.record(note("lunch", time={"occurredAt": "2026-01-01T12:00:00Z"}, location={"name": "Home"}))
    corrected = session.correct(receipt.id, {"location": {"name": "Office"}}, because="wrong location")
    view = session.view(receipt.id)
    assert view.corrected
    assert view.event.location.name == "Office"
    assert view.event.time.occurred_at == "2026-01-01T12:00:00Z"
    assert session.event(corrected.id).links[0].relation == "supersedes"


def test_a_correction_moves_an_event_in_time_and_in_the_index(session):
    early = session.record(note("apple", time={"occurredAt": "2026-01-01T12:00:00Z"}))
    late = session.record(note("bridge", time={"occurredAt": "2026-01-02T12:00:00Z"}))
    session.correct(early.id, {"content": "candle", "time": {"occurredAt": "2026-01-03T12:00:00Z"}})
    assert [view.event.id for view in session.timeline()] == [late.id, early.id]
    assert session.recall("apple").hits == []
    assert [hit.view.event.id for hit in session.recall("candle")] == [early.id]


def test_null_in_a_correction_takes_a_field_out(session):
    receipt = session.record(note(location={"name": "Home", "type": "physical"}))
    session.correct(receipt.id, {"location": {"type": None}})
    location = session.view(receipt.id).event.location
    assert (location.name, location.type) == ("Home", None)


def test_of_two_corrections_the_later_is_preferred_and_both_are_in_the_history(session):
    receipt = session.record("one")
    first = session.correct(receipt.id, {"content": "two"})
    second = session.correct(receipt.id, {"content": "three"})
    view = session.view(receipt.id)
    assert view.text == "three"
    assert [one.event_id for one in view.history] == [first.id, second.id]


def test_a_correction_can_be_corrected_amended_and_redacted(session):
    receipt = session.record("one")
    first = session.correct(receipt.id, {"content": "two"})
    second = session.correct(first.id, {"content": "three"})
    session.amend(second.id, "as Ada said")
    assert session.view(receipt.id).text.split("\n") == ["three", "as Ada said"]
    session.redact(second.id)
    assert session.view(receipt.id).text == "two"
    session.redact(first.id)
    assert session.view(receipt.id).text == "one"


def test_an_amendment_can_be_corrected(session):
    receipt = session.record("lunch")
    amended = session.amend(receipt.id, "with Ada")
    session.correct(amended.id, {"content": "with Grace"})
    assert session.view(receipt.id).text == "lunch\nwith Grace"
    assert session.recall("Ada").hits == []
    assert [hit.view.event.id for hit in session.recall("Grace")] == [receipt.id]


# -- derivations -------------------------------------------------------------------------------------------------------


def test_what_is_derived_is_listed_with_its_provenance_and_traceable_to_its_sources(session):
    one, two = session.record("one"), session.record("two")
    derived = session.record(summary([one.id, two.id]))
    (listed,) = session.view(one.id).derived
    assert (listed.event_id, listed.kind, listed.stale) == (derived.id, "summary.created", False)
    assert (listed.provenance.basis, listed.provenance.metadata) == ("model", {"model": "m-1"})
    assert session.view(derived.id).derived_from == [one.id, two.id]


@pytest.mark.parametrize(
    "kind", ["summary.created", "transcript.created", "translation.created", "caption.created", "extraction.created"]
)
def test_what_is_derived_needs_a_source_and_provenance(session, kind):
    one = session.record("one")
    for wrong in (summary([], kind=kind), summary([one.id], kind=kind, provenance=None)):
        with pytest.raises(kenning.InvalidError):
            session.record({name: value for name, value in wrong.items() if value is not None})
    assert session.head()[0] == 1


@pytest.mark.parametrize("change", ["amend", "correct", "redact"])
def test_a_derivation_is_stale_when_a_source_changes_after_it(session, change):
    one, two = session.record("one"), session.record("two")
    derived = session.record(summary([one.id, two.id]))
    before = session.head()[0]
    {"amend": session.amend, "correct": session.correct, "redact": lambda event, _: session.redact(event)}[change](
        one.id, {"content": "three"} if change == "correct" else "more"
    )
    view = session.view(derived.id)
    assert (view.stale, view.stale_because) == (True, [one.id])
    assert [(one.stale) for one in session.view(two.id).derived] == [False]
    assert [(one.stale) for one in session.view(one.id).derived] == [True]
    assert session.at(before).view(derived.id).stale is (change == "redact")  # a redaction of now holds at every moment


def test_a_derivation_made_after_the_change_is_not_stale(session):
    one = session.record("one")
    session.correct(one.id, {"content": "two"})
    assert not session.view(session.record(summary([one.id])).id).stale


def test_whom_an_event_concerns_is_noted_of_it_and_not_derived_from_it(session):
    root = session.record(note("lunch", actor={"type": "user", "name": "Zoë"}))
    assert [event.kind for event in session.log()] == ["note.created", "entity.created", "resolution.decided"]
    assert session.view(root.id).derived == []


# -- redaction ---------------------------------------------------------------------------------------------------------


SECRET = "secretword"


def everywhere(session, event_id):
    """All that any reading says, of every event and from every side."""
    reads = [
        [session.event(event.id) for event in session.log()],
        [session.view(event.id) for event in session.log()],
        list(session.log()),
        list(session.follow(wait=False)),
        session.timeline(),
        session.timeline(newest_first=True),
        session.recall(SECRET),
        session.recall("lunch"),
        [session.links(event.id, depth=9) for event in session.log()],
        session.links(event_id),
    ]
    return said(reads)


def cover(session, desk):
    """An event with the word in each of its parts, and every act on it with the word too."""
    word = {"name": SECRET}
    event = note(
        f"lunch {SECRET}",
        actor={"type": "user", **word},
        location=word,
        context={"device": word, "session": word},
        entities=[word],
        time={"occurredAt": "2026-01-01T10:00:00Z"},
        provenance={"basis": SECRET, "metadata": {"x": SECRET}},
        idempotencyKey=SECRET,
    )
    event["source"] = {"type": "user", **word, "identifier": SECRET}
    root = session.record(event)
    amended = session.amend(root.id, SECRET)
    corrected = session.correct(root.id, {"content": f"dinner {SECRET}"})
    session.correct(corrected.id, {"content": f"supper {SECRET}"})
    session.amend(amended.id, f"again {SECRET}")
    session.attach(root.id, desk.write(f"{SECRET}.txt", SECRET))
    return root


def test_a_redacted_event_and_every_act_on_it_show_no_content_at_any_moment(session, desk):
    root = cover(session, desk)
    assert SECRET in everywhere(session, root.id)
    redaction = session.redact(root.id, because="asked to")
    last = session.head()[0]
    assert SECRET not in everywhere(session, root.id)
    for sequence in range(1, last + 1):
        assert SECRET not in said(
            [
                [session.at(sequence).event(event.id) for event in session.at(sequence).log()],
                [session.at(sequence).view(event.id) for event in session.at(sequence).log()],
                session.at(sequence).timeline(),
                session.at(sequence).recall(SECRET),
            ]
        )
        assert session.at(sequence).recall("lunch").hits == []
        assert session.at(sequence).timeline() == []
    view = session.view(root.id)
    assert view.redacted
    assert [(one.event_id, one.reason) for one in view.history if one.effect == "redacts"] == [
        (redaction.id, "asked to")
    ]
    for name in (SECRET, "primary", f"{SECRET}.txt"):
        with pytest.raises(kenning.NotFoundError):
            session.file(root.id, name)
    assert session.verify().problems == []


def test_the_reason_of_an_act_on_a_redacted_event_is_hidden_with_it(session):
    root = session.record("lunch")
    session.amend(root.id, "with Ada", because=SECRET)
    session.redact(root.id, because="asked to")
    assert SECRET not in everywhere(session, root.id)


def test_the_reason_of_a_redacted_act_is_hidden_with_it(session):
    root = session.record("lunch")
    session.redact(session.amend(root.id, "with Ada", because=SECRET).id)
    assert SECRET not in everywhere(session, root.id)


def test_an_act_made_after_the_redaction_shows_no_content_either(session):
    root = session.record("lunch")
    session.redact(root.id)
    session.amend(root.id, SECRET)
    assert SECRET not in everywhere(session, root.id)
    assert session.recall(SECRET).hits == []


def test_links_of_a_redacted_event_are_not_walked(session):
    one = session.record("one")
    two = session.record(note("two", links=[{"toEventId": one.id, "relation": "reply_to"}]))
    three = session.record(note("three", links=[{"toEventId": two.id, "relation": "reply_to"}]))
    session.redact(two.id)
    assert session.links(two.id, depth=9) == []
    assert session.links(one.id, direction="down", depth=9) == []
    assert [edge.to_event_id for edge in session.links(three.id, direction="up", depth=9)] == [two.id]


def test_a_redaction_of_an_amendment_takes_only_its_words_out_at_every_moment(session):
    root = session.record("lunch")
    amended = session.amend(root.id, SECRET)
    session.amend(root.id, "with Ada")
    session.redact(amended.id)
    assert session.view(root.id).text == "lunch\nwith Ada"
    for sequence in range(1, 5):
        assert SECRET not in said([session.at(sequence).timeline(), session.at(sequence).recall("lunch")])
        assert session.at(sequence).recall(SECRET).hits == []
        assert [hit.view.event.id for hit in session.at(sequence).recall("lunch")] == [root.id]


def test_a_redaction_is_lifted_by_superseding_it_and_then_all_reads_as_before(session):
    root = session.record("lunch")
    session.amend(root.id, "with Ada")
    before = session.view(root.id)
    redaction = session.redact(root.id)
    assert session.recall("lunch").hits == []
    lifted = session.lift(redaction.id, because="a mistake")
    after = session.view(root.id)
    assert (after.event, after.text, after.redacted) == (before.event, before.text, False)
    assert [(one.event_id, one.effect) for one in after.history][-2:] == [
        (redaction.id, "redacts"),
        (lifted.id, "lifts"),
    ]
    assert [hit.view.text for hit in session.recall("lunch")] == ["lunch\nwith Ada"]
    again = session.redact(lifted.id)
    assert session.view(root.id).redacted
    session.lift(again.id)
    assert not session.view(root.id).redacted
    assert session.verify().problems == []


def test_only_a_redaction_is_lifted(session):
    root = session.record("lunch")
    with pytest.raises(kenning.InvalidError, match="no redaction"):
        session.lift(root.id)
    assert session.head()[0] == 1


def test_what_is_redacted_cannot_be_corrected(session):
    root = session.record("lunch")
    session.redact(root.id)
    with pytest.raises(kenning.InvalidError):
        session.correct(root.id, {"content": "dinner"})
    assert session.head()[0] == 2


# -- what a correction may not touch -----------------------------------------------------------------------------------

FORBIDDEN = {
    "id": {"id": "evt_other"},
    "sequence": {"sequence": 9},
    "kind": {"kind": "other"},
    "source": {"source": {"type": "user", "name": "other"}},
    "actor": {"actor": {"type": "user", "name": "other"}},
    "actor gone": {"actor": None},
    "provenance": {"provenance": {"basis": "known", "confidence": 1}},
    "recordedAt": {"recordedAt": "2020-01-01T00:00:00Z"},
    "recordedBy": {"recordedBy": {"principal": "x", "channel": "y"}},
    "hash": {"hash": "00"},
    "namespace": {"namespace": "other"},
    "agent": {"agent": "other"},
    "idempotencyKey": {"idempotencyKey": "other"},
    "links": {"links": []},
    "files": {"files": []},
    "schemaVersion": {"schemaVersion": 2},
    "sensitivity down": {"privacy": {"sensitivity": "private"}},
    "sensitivity far down": {"privacy": {"sensitivity": "public"}},
    "sensitivity gone": {"privacy": {"sensitivity": None}},
    "visibility down": {"privacy": {"visibility": "shared"}},
    "privacy gone": {"privacy": None},
    "domains down": {"privacy": {"domains": []}},
    "domain swapped": {"privacy": {"domains": ["technical"]}},
    "a participant more": {"entities": [{"name": "Ada"}, {"channel": "tel", "identifier": "+1", "role": "to"}]},
    "an identifier": {"entities": [{"name": "Ada", "channel": "tel", "identifier": "+1"}]},
    "an id": {"entities": [{"name": "Ada", "id": "ent_1"}]},
}


@pytest.mark.parametrize("patch", FORBIDDEN.values(), ids=FORBIDDEN)
def test_a_correction_may_not_touch_who_said_it_nor_open_it_to_more(session, patch):
    privacy = {"sensitivity": "confidential", "visibility": "participants", "domains": ["personal"]}
    actor = {"type": "user", "name": "Zoë"}
    root = session.record(note(privacy=privacy, actor=actor, entities=[{"name": "Ada"}]))
    before, head = session.view(root.id), session.head()
    with pytest.raises(kenning.InvalidError):
        session.correct(root.id, patch)
    assert session.head() == head
    assert session.view(root.id) == before


def test_a_correction_may_raise_privacy_and_later_ones_may_not_lower_it_again(session):
    root = session.record(note(privacy={"sensitivity": "private", "visibility": "shared"}))
    raised = session.correct(root.id, {"privacy": {"sensitivity": "confidential", "visibility": "owner"}})
    assert session.view(root.id).event.privacy.sensitivity == "confidential"
    with pytest.raises(kenning.InvalidError):
        session.correct(root.id, {"privacy": {"sensitivity": "private"}})
    with pytest.raises(kenning.InvalidError):
        session.correct(raised.id, {"privacy": {"sensitivity": "private"}})
    session.redact(raised.id)
    assert session.view(root.id).event.privacy.visibility == "owner"


def test_an_amendment_adds_no_participant_and_no_label_goes_down_by_it(session):
    root = session.record(note(privacy={"sensitivity": "confidential", "visibility": "owner"}))
    person = [{"channel": "tel", "identifier": "+1", "name": "Ada"}]
    public = {"sensitivity": "public", "visibility": "public"}
    session.record(act("event.amended", root.id, "part_of", "more", privacy=public, entities=person))
    view = session.view(root.id)
    assert view.event.entities == []
    assert (view.event.privacy.sensitivity, view.event.privacy.visibility) == ("confidential", "owner")


# -- then and now ------------------------------------------------------------------------------------------------------


def reading(session):
    return [(view.event.id, view.text, view.corrected) for view in session.timeline(limit=99)]


def test_at_any_sequence_all_reads_as_it_did_then(session):
    then = {0: reading(session)}
    ids = [session.record(f"note {number}").id for number in range(3)]
    for number, event_id in enumerate(itertools.islice(itertools.cycle(ids), 9)):
        if number % 3 == 1:
            session.correct(event_id, {"content": f"note corrected {number}"})
        else:
            session.amend(event_id, f"amended {number}")
        then[session.head()[0]] = reading(session)
    assert len(then) == 10
    for sequence, expected in then.items():
        assert reading(session.at(sequence)) == expected


def test_at_a_time_is_at_the_last_sequence_recorded_up_to_it(session, desk):
    root = session.record("one")
    session.correct(root.id, {"content": "two"})
    times = [event.recorded_at for event in session.log()]
    assert session.at(times[0]).view(root.id).text == "one"
    assert session.at(times[1]).view(root.id).text == "two"
    assert times == ["2027-01-15T08:00:01.000000Z", "2027-01-15T08:00:02.000000Z"]
    assert session.at("2027-01-15T08:00:01.999999Z").view(root.id).text == "one"
    assert session.at("2020-01-01T00:00:00Z").timeline() == []
    assert session.at("2100-01-01T00:00:00Z").view(root.id).text == "two"


def test_a_time_without_offset_is_read_in_the_zone_of_the_store(desk):
    session = desk.open(time_zone="Europe/Warsaw")
    session.record("one")  # at 08:00:01 in UTC
    assert len(session.at("2027-01-15T09:00:01").timeline()) == 1
    assert session.at("2027-01-15T08:00:01").timeline() == []


def test_what_came_later_is_not_found_at_an_earlier_moment(session):
    root = session.record("one")
    later = session.record(note("two", links=[{"toEventId": root.id, "relation": "reply_to"}]))
    derived = session.record(summary([root.id]))
    then = session.at(1)
    for event_id in (later.id, derived.id):
        for read in (then.event, then.view, then.links):
            with pytest.raises(kenning.NotFoundError):
                read(event_id)
    assert then.links(root.id, depth=5) == []
    assert then.view(root.id).derived == []
    assert [event.id for event in then.log()] == [root.id]
    assert then.recall("two").hits == []


@pytest.mark.parametrize("moment", [-1, 2, 10**9, "no date", "2026-13-01T00:00:00Z"])
def test_a_moment_that_is_none_is_refused(session, moment):
    session.record("one")
    with pytest.raises(kenning.InvalidError):
        session.at(moment)


def test_nothing_is_recorded_in_the_past(session, desk):
    root = session.record("one")
    redaction = session.redact(session.record("two").id)
    then = session.at(1)
    path = desk.write("x.jsonl", json.dumps(note()))
    for verb in (
        lambda: then.record("x"),
        lambda: then.record_many([note()]),
        lambda: then.amend(root.id, "x"),
        lambda: then.correct(root.id, {"content": "x"}),
        lambda: then.attach(root.id, path),
        lambda: then.redact(root.id),
        lambda: then.lift(redaction.id),
        lambda: then.erase(root.id, because="x"),
        lambda: then.import_file(path),
        then.rebuild,
    ):
        with pytest.raises(kenning.KenningError):
            verb()
    assert session.head()[0] == 3


def test_labels_raised_now_hold_at_every_earlier_moment(session):
    root = session.record(note(privacy={"sensitivity": "restricted", "visibility": "shared"}))
    session.correct(root.id, {"privacy": {"sensitivity": "confidential", "visibility": "owner"}})
    privacy = session.at(1).view(root.id).event.privacy
    assert (privacy.sensitivity, privacy.visibility) == ("confidential", "owner")


def test_rows_of_an_earlier_moment_are_not_found_under_the_lower_labels_they_had_then(session):
    from kenning.store.base import Window

    root = session.record(note("lunch", privacy={"sensitivity": "restricted", "visibility": "shared"}))
    session.correct(root.id, {"privacy": {"sensitivity": "confidential", "visibility": "owner"}})
    with session._engine.store.read() as reader:
        low = {one for one, labels in reader.classes("default").items() if labels.sensitivity == "restricted"}
        scope = structs.replace(session.scope, classes=frozenset(low))
        assert reader.timeline(scope, Window(at=1)) == []


@pytest.mark.parametrize("verb", ["amend", "correct", "redact", "attach"])
def test_an_act_on_nothing_is_refused_and_appends_nothing(session, desk, verb):
    rest = {"amend": ("x",), "correct": ({"content": "x"},), "redact": (), "attach": (desk.write("x.txt", "x"),)}[verb]
    with pytest.raises(kenning.NotFoundError):
        getattr(session, verb)("evt_never", *rest)
    assert session.head()[0] == 0


def test_the_history_tells_how_the_present_state_came_to_be(session, desk):
    root = session.record("lunch")
    acts = [
        session.amend(root.id, "with Ada"),
        session.correct(root.id, {"content": "dinner"}),
        session.attach(root.id, desk.write("menu.txt", "soup")),
    ]
    hidden = session.redact(acts[0].id)
    history = session.view(root.id).history
    assert [(one.event_id, one.sequence, one.effect, one.counts, one.because) for one in history] == [
        (acts[0].id, 2, "amends", False, hidden.id),
        (acts[1].id, 3, "corrects", True, None),
        (acts[2].id, 4, "attaches", True, None),
        (hidden.id, 5, "redacts", True, None),
    ]
