"""What waits for a person: discovered entities, suggested merges with their reasons, mentions nobody could decide."""

import msgspec
import pytest

import kenning
from tests.graph import reading
from tests.graph.reading import acts, message, note


def suggested(session):
    """Two who may be one, met on two channels; gives the item."""
    session.record(message("Orion Vask", "orion-4711", channel="chat"))
    session.record(message("O. Vask", "zz-9", channel="forum"))
    found = [item for item in session.reviews() if item.kind == "merge"]
    assert len(found) == 1, [event.text for event in acts(session, "entity.merged")]
    return found[0]


def test_a_suggestion_says_why_and_how_surely(session) -> None:
    """EM47, EN37, design 3: between .70 and .95; the shares of its reasons add up to the score."""
    item = suggested(session)
    assert 0.70 <= item.score < 0.95
    assert sum(reason.share for reason in item.reasons) == pytest.approx(item.score, abs=1e-3)
    assert len(item.entities) == 2
    assert sorted(item.names) == ["O. Vask", "Orion Vask"]
    assert len(session.entities()) == 2


def test_accepted_it_is_merged_with_its_reasons(session) -> None:
    """EM50, EM54: the merge is drawn from the suggestion, and can be undone."""
    item = suggested(session)
    session.answer_review(item.item, "accept")
    (one,) = session.entities()
    (event,) = acts(session, "entity.merged")
    act = msgspec.json.decode(event.text)
    assert (act["band"], act["confidence"]) == ("suggested", item.score)
    assert [reason["kind"] for reason in act["reasons"]] == [reason.kind for reason in item.reasons]
    assert [link.to_event_id for link in event.links] == [item.item]
    assert "merge" not in {waiting.kind for waiting in session.reviews()}
    session.unmerge(str(event.id))
    assert len(session.entities()) == 2
    assert len(one.members) == 2
    reading.sound(session)


def test_rejected_it_is_never_suggested_again(session) -> None:
    """EM54, design 3: for ever; nor can the two be merged while that stands."""
    item = suggested(session)
    session.answer_review(item.item, "reject")
    with pytest.raises(kenning.ConflictError):
        session.merge(*item.entities)
    session.record(message("O. Vask", "zz-9", channel="forum"))
    session.record(message("Orion Vask", "zz-9", channel="forum"))
    session.rebuild()
    assert "merge" not in {waiting.kind for waiting in session.reviews()}
    assert len(acts(session, "merge.suggested")) == 1
    reading.sound(session)


def test_later_it_waits_behind_what_is_fresh(session) -> None:
    """EM36: put off, not lost."""
    item = suggested(session)
    session.answer_review(item.item, "later")
    waiting = session.reviews()
    assert waiting[-1].item == item.item
    assert waiting[-1].decision == "later"
    session.answer_review(item.item, "accept")
    assert item.item not in {one.item for one in session.reviews()}
    with pytest.raises(kenning.ConflictError):
        session.answer_review(item.item, "reject")


def test_a_discovered_entity_is_looked_at_once(session) -> None:
    """EM36: in the order they came; answered, it is out of the queue, and was in it before."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("Zeno", "zz-9", channel="forum"))
    first, second = session.reviews()
    assert (first.names, second.names) == (["Orion Vask"], ["Zeno"])
    head = session.head()[0]
    session.answer_review(first.item, "accept")
    assert [item.item for item in session.reviews()] == [second.item]
    assert [item.item for item in session.at(head).reviews()] == [first.item, second.item]


def test_an_equal_voice_print_is_a_reason(session) -> None:
    """EM48: whatever the channel it was taken on; joined or suggested, it says so with its share."""
    session.record(message("Orion Vask", "print-abcdef0123456789", channel="voice"))
    session.record(message("O. Vask", "print-abcdef0123456789", channel="speaker"))
    found = [*acts(session, "entity.merged"), *acts(session, "merge.suggested")]
    (act,) = [msgspec.json.decode(event.text) for event in found]
    assert {reason["kind"]: reason["share"] for reason in act["reasons"]}["biometric"] > 0


WORDS = "moth fern quokka oak zeppelin lute marzipan barge tundra heron loom pewter thistle gannet anvil bassoon quince sloop"


def _spoken(session, name, identifier, channel, **more):
    session.record(message(name, identifier, f"{WORDS} lantern cobble", channel=channel, **more))


def _two_of_one_habit(session):
    """Two whose names leave it open; both speak late, in the same words, from one device on one network."""
    context = {"device": {"type": "tablet", "id": "pad-7"}, "environment": {"type": "network", "id": "net-9"}}
    for number in range(50):
        more = {"context": context, "time": {"occurredAt": f"2026-03-01T23:{number:02}:00Z"}}
        _spoken(session, "Zephyrine", "zz-19", "chat", **more)
        _spoken(session, "Zephyrine Oakbark", "77-b", "forum", **more)


def test_what_somebody_does_suggests_and_never_joins(session) -> None:
    """EM48, EM49: devices, networks, hours and words are reasons; asked again, nothing waits twice, and a no is for ever."""
    _two_of_one_habit(session)
    before = session.entities()
    assert [item.kind for item in session.reviews(look=False)] == ["entity", "entity"]
    assert session.look_for_merges() == 1
    assert session.entities() == before
    (item,) = [one for one in session.reviews() if one.kind == "merge"]
    assert sorted(item.names) == ["Zephyrine", "Zephyrine Oakbark"]
    (said,) = [msgspec.json.decode(event.text) for event in acts(session, "merge.suggested")]
    assert {"context", "behaviour"} <= {reason["kind"] for reason in said["reasons"] if reason["share"] > 0}
    assert session.look_for_merges() == 0
    session.answer_review(item.item, "reject")
    assert session.look_for_merges() == 0
    reading.sound(session)


def test_the_review_looks_at_habits_without_being_asked(shelf, monkeypatch) -> None:
    """What it finds is an event, as any outcome is; asked again before the log has grown, nothing is looked at or recorded."""
    session = shelf.open()
    _two_of_one_habit(session)
    head = session.head()
    assert [item.kind for item in session.reviews(look=False)] == ["entity", "entity"]
    assert [item.kind for item in session.at(head[0]).reviews()] == ["entity", "entity"]
    assert session.head() == head
    assert [item.kind for item in session.reviews()] == ["entity", "entity", "merge"]
    assert len(acts(session, "merge.suggested")) == 1
    reading.sound(session)
    session.close()
    session = shelf.open()
    head = session.head()
    looks: list[int] = []

    def looked(looking):
        looks.append(looking.upto)
        return []

    monkeypatch.setattr("kenning.engine.recognise.habits.Looking.found", looked)
    for _ in range(3):
        session.reviews()
    session.record("one more")
    session.reviews()
    assert (looks, session.head()[0]) == ([], head[0] + 1)
    for _ in range(head[0] // 20):
        session.record("and more")
    session.reviews()
    session.reviews()
    assert looks == [session.head()[0]]


def test_a_bare_log_is_not_looked_at(shelf) -> None:
    session = shelf.open(recognise=False)
    session.record(message("Orion Vask", "orion-home"))
    head = session.head()
    assert session.reviews() == []
    assert session.head() == head


def test_a_no_holds_for_whom_the_two_read_as_since(session) -> None:
    _two_of_one_habit(session)
    (item,) = [one for one in session.reviews() if one.kind == "merge"]
    session.answer_review(item.item, "reject")
    other = session.create_entity("Zephyrine Augusta", identifiers=[("mail", "zephyrine-augusta")])
    session.merge(other, item.entities[0])
    session.look_for_merges()
    pairs = [set(one.entities) for one in session.reviews() if one.kind == "merge"]
    assert {other, item.entities[1]} not in pairs


def test_habits_of_redacted_events_tell_nothing(session) -> None:
    """S08: what is hidden is no reason."""
    _two_of_one_habit(session)
    for view in session.timeline(limit=1000):
        session.redact(view.event.id)
    assert session.look_for_merges() == 0


def test_an_item_that_does_not_wait_is_not_found_and_a_decision_is_one_of_three(session) -> None:
    """Errors name what is wrong and what would be right."""
    item = suggested(session)
    with pytest.raises(kenning.NotFoundError) as missing:
        session.answer_review("evt_" + "0" * 32, "accept")
    assert missing.value.hint
    with pytest.raises(kenning.InvalidError) as wrong:
        session.answer_review(item.item, "perhaps")
    assert wrong.value.details["path"] == "decision"


def test_who_is_erased_waits_no_longer(session) -> None:
    """S05: suggestions about them, and what was answered to these, are gone as well."""
    item = suggested(session)
    session.answer_review(item.item, "later")
    (event,) = [seen.event_id for seen in session.appears("Orion Vask")]
    session.erase(event, because="asked to")
    assert item.item not in {one.item for one in session.reviews()}
    assert acts(session, "merge.suggested") == []
    reading.sound(session)


def test_a_pending_mention_says_where_it_stands(session) -> None:
    """EN22."""
    session.create_entity("John Smith")
    session.create_entity("John Smith")
    receipt = session.record(note("John Smith"))
    (item,) = session.reviews()
    assert (item.item, item.kind) == (f"{receipt.id}#entities[0]", "mention")
    with pytest.raises(kenning.ConflictError) as error:
        session.answer_review(item.item, "accept")
    assert error.value.hint


# -- what has been merged since -------------------------------------------------------------------------------------------


def test_who_was_merged_waits_no_more_and_does_again_when_unmerged(session) -> None:
    """The queue at any moment follows from who read as whom then."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("Zeno", "zz-9", channel="forum"))
    before = reading.reviews(session)
    head = session.head()[0]
    merge = session.merge("Orion Vask", "Zeno")
    assert [item.names for item in session.reviews()] == [["Orion Vask"]]
    assert reading.reviews(session.at(head)) == before
    reading.sound(session)
    session.unmerge(merge)
    assert reading.reviews(session) == before


def test_who_was_joined_unasked_waits_under_the_name_of_the_survivor(session) -> None:
    """EM36: an identifier never met before is looked at by a person, whomever it was taken for."""
    session.create_entity("Orion Vask")
    session.record(message("Orion Vask", "orion.vask@arc.example", channel="mail"))
    known = session.who("Orion Vask")
    session.record(message("Orion Vask", "orion.vask@arc.example", channel="calendar"))
    (merge,) = acts(session, "entity.merged")
    assert msgspec.json.decode(merge.text)["band"] == "automatic"
    (item,) = session.reviews()
    assert (item.names, item.entities) == (["Orion Vask"], [known.id])
    session.answer_review(item.item, "accept")
    assert session.reviews() == []


def test_a_suggestion_of_two_that_became_one_goes_and_comes_back(session) -> None:
    item = suggested(session)
    merge = session.merge(*item.entities)
    assert "merge" not in {one.kind for one in session.reviews()}
    session.unmerge(merge)
    assert item.item in {one.item for one in session.reviews()}
    session.hold_apart(*item.entities)
    assert "merge" not in {one.kind for one in session.reviews()}
    session.hold_open(*item.entities)
    assert item.item in {one.item for one in session.reviews()}


def test_a_suggestion_shows_who_they_read_as_and_each_pair_once(session) -> None:
    item = suggested(session)
    other = session.create_entity("Orion Augustus Vask")
    session.merge(other, session.who("chat:orion-4711").id)
    (shown,) = [one for one in session.reviews() if one.kind == "merge"]
    assert shown.item == item.item
    assert sorted(shown.names) == ["O. Vask", "Orion Augustus Vask"]
    assert other in shown.entities
    session.record(message("Orion Vask", "orion.vask", channel="mail"))
    pairs = [frozenset(one.entities) for one in session.reviews() if one.kind == "merge"]
    assert len(pairs) == len(set(pairs))
    session.answer_review(item.item, "accept")
    assert session.who("forum:zz-9").id == other
    reading.sound(session)


def test_the_queue_is_as_long_as_asked_though_some_of_it_waits_no_more(session) -> None:
    for number, name in enumerate(["Orion Vask", "Lemuel Tarn", "Pauline Reed", "Isidor Blank", "Tundra Moss", "Zeno"]):
        session.record(message(name, f"id-{number}", channel=f"c{number}"))
    waiting = [one for one in session.reviews() if one.kind == "entity"]
    session.merge(waiting[5].entities[0], waiting[0].entities[0])
    session.merge(waiting[5].entities[0], waiting[1].entities[0])
    assert [one.item for one in session.reviews(limit=2)] == [one.item for one in waiting[2:4]]
