"""An entity, and an identifier, are erased as a whole: from the graph, from every file, and they do not come back."""

import contextlib
from typing import Any

import pytest

import kenning
from kenning.engine.graph.entities import commit
from kenning.model.identity.act import Reason, Suggested
from kenning.model.identity.entity import UNNAMED
from tests.graph import reading
from tests.graph.reading import message, note
from tests.graph.test_erasure import SENTINEL, TWICE, confirmed

LOGIN = f"{SENTINEL.lower()}-login-77"


def known_by_hand(session: kenning.Session) -> str:
    made = session.create_entity(TWICE, aliases=[SENTINEL], identifiers=[("chat", LOGIN)])
    session.describe(made, {"motto": SENTINEL})
    session.rename(made, f"{SENTINEL} the Elder")
    session.assert_claim(made, "hobby", SENTINEL)
    return made


def met_on_a_channel(session: kenning.Session) -> str:
    session.record(message(TWICE, LOGIN, "hello"))
    session.record(message(SENTINEL, LOGIN, "again"))
    return session.who(f"chat:{LOGIN}").id


def merged_into_somebody(session: kenning.Session) -> str:
    session.record(message(TWICE, LOGIN))
    survivor = session.create_entity(f"{SENTINEL} Vask", attributes={"town": SENTINEL})
    session.merge(survivor, f"chat:{LOGIN}", policy="concatenate")
    session.record(message(TWICE, LOGIN, "while one"))
    return survivor


def once_merged_with_another(session: kenning.Session) -> str:
    made = known_by_hand(session)
    other = session.create_entity("Lemuel Thrane", attributes={"motto": "none"})
    session.unmerge(session.merge(other, made, policy="concatenate"))
    session.hold_apart(other, made)
    return made


def split_off_another(session: kenning.Session) -> str:
    whole = session.create_entity("Lemuel Thrane", aliases=[TWICE], identifiers=[("chat", LOGIN)])
    session.describe(whole, {"motto": SENTINEL, "town": "Ghent"})
    return session.split(whole, TWICE, identifiers=[("chat", LOGIN)], attributes=["motto"])


def of_whom_another_was_split_off(session: kenning.Session) -> str:
    whole = session.create_entity(TWICE, aliases=["Lemuel Thrane"], identifiers=[("chat", LOGIN), ("chat", "lemuel")])
    session.split(whole, "Lemuel Thrane", identifiers=[("chat", "lemuel")])
    return whole


def suggested_to_be_another(session: kenning.Session) -> str:
    session.record(message(TWICE, LOGIN, channel="chat"))
    session.record(message(f"{TWICE[0]}. Quelthorn", "quelthorn-2", channel="forum"))
    return session.who(f"chat:{LOGIN}").id


def of_whom_others_said_something(session: kenning.Session) -> str:
    session.record(message("Lemuel Thrane", "lemuel-home"))
    made = known_by_hand(session)
    evidence = session.record(message("Lemuel Thrane", "lemuel-home", "we know each other")).id
    session.relate("Lemuel Thrane", "knows", made, evidence=[evidence], reason=None)
    return made


SOMEBODY = [
    known_by_hand,
    met_on_a_channel,
    merged_into_somebody,
    once_merged_with_another,
    split_off_another,
    of_whom_another_was_split_off,
    suggested_to_be_another,
    of_whom_others_said_something,
]


@pytest.mark.parametrize("made", SOMEBODY, ids=lambda made: made.__name__)
def test_no_file_holds_a_word_of_an_entity_that_was_erased_with_its_own_events(shelf: Any, made: Any) -> None:
    """S05, S06, S07: neither name nor identifier, as written or as a key, and no guess is confirmed; all else folds anew."""
    session = shelf.open()
    entity = made(session)
    before = reading.opened(session)
    planned = session.plan_erase_entity(entity, events=True)
    report = session.erase_entity(entity, because="asked to", events=True)
    assert (report.erased, report.own, report.mentions) == (planned.events, {}, [])
    reading.sound(session)
    assert entity not in reading.entities(session)
    with pytest.raises(kenning.ErasedError):
        session.who(entity)
    with pytest.raises(kenning.NotFoundError):
        session.who(TWICE)
    with pytest.raises(kenning.NotFoundError):
        session.who(f"chat:{LOGIN}")
    after = reading.opened(session)
    assert before.keys() <= after.keys()
    assert not [one for one in after.values() if one.entity_id == entity and (one.name or one.attributes)]
    guesses: list[tuple[str, object]] = [("name", TWICE), ("name", SENTINEL), ("identifier", ("chat", LOGIN))]
    assert confirmed(session, str(next(shelf.folder.glob("*.kenning"))), guesses) == []
    shelf.close()
    assert shelf.holding(SENTINEL) == []
    assert shelf.holding("Quelthorn") == (["store.kenning"] if made is suggested_to_be_another else [])
    with shelf.open() as again:
        assert [one.id for one in again.definitions(entity)]
        assert again.verify().problems == []


def test_events_that_stay_are_listed_by_whose_they_are(session: Any) -> None:
    """S07: what somebody caused is theirs, with all that erasing it would take; what merely mentions them is other people's."""
    own = session.record(message(TWICE, LOGIN, "mine")).id
    drawn = session.record(
        note(
            text="a summary",
            kind="summary.created",
            links=[{"toEventId": own, "relation": "derived_from"}],
            provenance={"basis": "inferred", "confidence": 1},
        )
    ).id
    named = session.record(note(TWICE, text="about somebody")).id
    text = session.record(message("Lemuel Thrane", "lemuel-home", f"have you seen {TWICE}?")).id
    session.record(message("Lemuel Thrane", "lemuel-home", "nothing to see"))
    planned = session.plan_erase_entity(TWICE)
    assert planned.own == {own: [own, drawn]}
    assert planned.mentions == [named, text]
    report = session.erase_entity(TWICE, because="asked to")
    assert (report.own, report.mentions) == (planned.own, planned.mentions)
    assert {session.view(one).text for one in (own, named, text)} == {
        "mine",
        "about somebody",
        f"have you seen {TWICE}?",
    }
    lemuel = session.who("Lemuel Thrane")
    assert [one.id for one in session.entities()] == [lemuel.id]
    assert len(session.appears(lemuel.id)) == 2
    reading.sound(session)


def test_who_comes_again_after_an_erasure_is_somebody_new(session: Any) -> None:
    """S07: nothing of the old id, nothing of what it was called besides; a homonym is left alone."""
    made = met_on_a_channel(session)
    session.erase_entity(made, because="asked to")
    session.record(message(TWICE, LOGIN, "back"))
    new = session.who(f"chat:{LOGIN}")
    assert (new.id == made, new.canonical_name, new.aliases) == (False, TWICE, [])
    assert [seen.text for seen in session.appears(new.id)] == ["back"]
    with pytest.raises(kenning.ErasedError):
        session.who(made)
    reading.sound(session)


def test_an_erased_entity_does_not_come_back_with_what_brought_it(shelf: Any) -> None:
    """S07, S03: importing the same file again, or recording the same events, finds them erased or known; no one is met anew."""
    session = shelf.open()
    sent = [message(TWICE, LOGIN, text, idempotencyKey=text) for text in ("one", "two")]
    session.record_many(sent)
    for one in session.entities():
        session.erase_entity(one.id, because="asked to", events=True)
    for one in sent:
        with pytest.raises(kenning.ErasedError):
            session.record(one)
    assert session.entities() == []
    kept = message("Lemuel Thrane", "lemuel-home", "three", idempotencyKey="three")
    session.record(kept)
    session.erase_entity("Lemuel Thrane", because="asked to")
    assert session.record(kept).replayed
    assert session.entities() == []
    reading.sound(session)


def test_an_erasure_of_an_entity_is_taken_over_by_another_store(shelf: Any) -> None:
    """S07: with its tombstone, what is said again and what stays of versions; an old export brings nothing back."""
    session, other = shelf.open("one"), shelf.open("two")
    session.record(message("Lemuel Thrane", "lemuel-home", "hello"))
    made = split_off_another(session)
    session.record(note(TWICE, "Orion Vask", "Lemuel Thrane"))
    path, old = shelf.folder / "log.jsonl", shelf.folder.parent / "old.jsonl"
    for target in (path, old):
        session.export(target)
    other.import_file(path)
    before = reading.versions(session)
    session.erase_entity(made, because="asked to")
    for event in session.plan_erase_entity("Orion Vask").mentions:
        session.erase(event, because="asked to")
    session.erase_identifier("chat", "lemuel-home", because="asked to")
    session.export(path)
    other.import_file(path)
    assert reading.digest(other) == reading.digest(session)
    assert reading.versions(other) == reading.versions(session)
    assert before.keys() <= reading.versions(session).keys()
    for one in (session, other):
        reading.sound(one)
        with contextlib.suppress(kenning.KenningError):
            one.import_file(old)
        assert made not in reading.entities(one)


def bound_by_hand(session: kenning.Session) -> None:
    session.create_entity("Orion Vask", identifiers=[("chat", LOGIN), ("forum", "orion")])


def bound_later(session: kenning.Session) -> None:
    made = session.create_entity("Orion Vask", attributes={"reach": [f"at {LOGIN}"], "town": "Ghent"})
    session.bind(made, "chat", LOGIN)
    session.describe(made, {"town": "Bruges"})


def alone(session: kenning.Session) -> None:
    session.record(message(None, LOGIN, "hello"))
    session.record(message("Orion Vask", LOGIN, "again"))


def nothing_but_it(session: kenning.Session) -> None:
    session.record(message(None, LOGIN, "hello"))


def in_a_merge_and_its_undoing(session: kenning.Session) -> None:
    bound_by_hand(session)
    other = session.create_entity("Lemuel Thrane")
    merge = session.merge(other, "Orion Vask")
    session.record(message("Orion Vask", LOGIN, "while one"))
    session.unmerge(merge)
    session.merge("Orion Vask", other)


def in_a_split(session: kenning.Session) -> None:
    made = session.create_entity("Orion Vask", aliases=["Lemuel"], identifiers=[("chat", LOGIN), ("chat", "o")])
    session.split(made, "Lemuel", identifiers=[("chat", LOGIN)])


def taken_back(session: kenning.Session) -> None:
    bound_later(session)
    session.unbind("Orion Vask", "chat", LOGIN)


def claimed(session: kenning.Session) -> None:
    bound_by_hand(session)
    session.assert_claim("Orion Vask", "reached_at", LOGIN)


IDENTIFIED = [
    bound_by_hand,
    bound_later,
    alone,
    nothing_but_it,
    in_a_merge_and_its_undoing,
    in_a_split,
    taken_back,
    claimed,
]


@pytest.mark.parametrize("made", IDENTIFIED, ids=lambda made: made.__name__)
def test_no_file_holds_an_identifier_that_was_erased(shelf: Any, made: Any) -> None:
    """S06, S07: neither as written nor as a key; who was met by it stays under the same id with all else that is known."""
    session = shelf.open()
    made(session)
    before, entities = reading.opened(session), reading.entities(session)
    planned = session.plan_erase_identifier("chat", LOGIN, events=True)
    report = session.erase_identifier("chat", LOGIN, because="asked to", events=True)
    assert (report.erased, report.own) == (planned.events, {})
    reading.sound(session)
    with pytest.raises(kenning.NotFoundError):
        session.who(f"chat:{LOGIN}")
    after = reading.opened(session)
    assert before.keys() <= after.keys()
    assert LOGIN not in repr(after)
    found = reading.entities(session)
    if made not in (alone, nothing_but_it):
        assert found.keys() == entities.keys()
        for key, one in entities.items():
            left = [met for met in one["identifiers"] if met[1] != LOGIN]
            told = {field: value for field, value in one["attributes"].items() if LOGIN not in repr(value)}
            assert found[key] == {**one, "identifiers": left, "attributes": told}
    guesses: list[tuple[str, object]] = [("identifier", ("chat", LOGIN)), ("name", LOGIN)]
    assert confirmed(session, str(next(shelf.folder.glob("*.kenning"))), guesses) == []
    shelf.close()
    assert shelf.holding(SENTINEL) == []


def test_the_events_that_carry_an_erased_identifier_stay_and_are_listed(session: Any) -> None:
    """S07: and who they were of stands in them as before, under no name where the identifier was all there was."""
    sent = session.record(message(None, LOGIN, "mine")).id
    told = session.record(message("Lemuel Thrane", "lemuel-home", f"write to {LOGIN}")).id
    who = session.who(f"chat:{LOGIN}").id
    report = session.erase_identifier("chat", LOGIN, because="asked to")
    assert (report.own, report.mentions) == ({sent: [sent]}, [told])
    after = session.who(who)
    assert (after.canonical_name, after.identifiers, after.definition.erased) == (UNNAMED, [], [])
    assert [seen.event_id for seen in session.appears(who)] == [told, sent]
    assert session.definitions(who)[0].erased == ["identity.primary", "name"]
    with pytest.raises(kenning.NotFoundError):
        session.who(UNNAMED)
    reading.sound(session)
    session.record(message(None, LOGIN, "again"))
    assert session.who(f"chat:{LOGIN}").id != who
    reading.sound(session)


def test_what_was_said_again_can_be_erased_in_turn(shelf: Any) -> None:
    """S05, S07: one identifier after the other, then the entity, then nothing is left of any of it."""
    session = shelf.open()
    made = session.create_entity(TWICE, identifiers=[("chat", LOGIN), ("mail", f"{LOGIN}@x.example"), ("forum", "q")])
    session.merge(made, session.create_entity("Orion Vask", aliases=[SENTINEL]))
    session.record(note(TWICE, "Lemuel Thrane"))
    before = reading.versions(session)
    session.erase_identifier("mail", f"{LOGIN}@x.example", because="asked to")
    reading.sound(session)
    session.erase_identifier("chat", LOGIN, because="asked to")
    reading.sound(session)
    assert [one.identifier for one in session.who(made).identifiers] == ["q"]
    report = session.erase_entity(made, because="asked to")
    reading.sound(session)
    for event in report.mentions:
        session.erase(event, because="asked to")
    reading.sound(session)
    assert before.keys() <= reading.versions(session).keys()
    shelf.close()
    assert shelf.holding(SENTINEL) == []


def test_a_merge_that_was_said_again_can_still_be_undone(session: Any) -> None:
    """S07, EM59: by the id it always had."""
    bound_by_hand(session)
    merge = session.merge(session.create_entity("Lemuel Thrane"), "Orion Vask")
    session.erase_identifier("chat", LOGIN, because="asked to")
    session.unmerge(merge)
    assert {one["name"] for one in reading.entities(session).values()} == {"Lemuel Thrane", "Orion Vask"}
    reading.sound(session)


@pytest.mark.parametrize("asked", ["nobody", "chat:nobody", "01900000-0000-7000-8000-000000000000"])
def test_who_is_not_there_is_not_erased(session: Any, asked: str) -> None:
    """S07: said before anything is done."""
    with pytest.raises(kenning.NotFoundError):
        session.erase_entity(asked, because="asked to")
    with pytest.raises(kenning.NotFoundError):
        session.erase_identifier("chat", asked, because="asked to")
    with pytest.raises(kenning.InvalidError):
        session.plan_erase_identifier("chat", " ")
    assert session.head()[0] == 0


@pytest.mark.parametrize("decision", ["accept", "reject", "later"])
def test_a_suggestion_that_was_said_again_can_still_be_answered(session: Any, decision: str) -> None:
    """S07, EN31: under the item it always was, without the detail that quoted the identifier."""
    a = session.create_entity("Orion Vask", identifiers=[("chat", LOGIN)])
    b = session.create_entity("O. Vask")
    reasons = [Reason(kind="handle", share=0.8, detail=f"both are {LOGIN}")]
    act = Suggested(a=a, b=b, score=0.8, reasons=reasons)
    commit(session._engine, session._who, lambda appender: appender.act("merge.suggested", act, ()))
    (item,) = session.reviews()
    session.erase_identifier("chat", LOGIN, because="asked to")
    (again,) = session.reviews()
    assert (again.item, again.score, again.reasons) == (item.item, 0.8, [Reason(kind="handle", share=0.8)])
    session.answer_review(item.item, decision)
    assert len(session.entities()) == (1 if decision == "accept" else 2)
    reading.sound(session)
