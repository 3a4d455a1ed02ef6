"""Forgetting is real in the entity graph too: what only the erased said is in no file, what others say stays."""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import kenning
from kenning.model.identity.definition import commitment
from tests.graph import reading
from tests.graph.reading import acts, message, note

SENTINEL = "Xyzzyplugh"
TWICE = f"{SENTINEL} Quelthorn"


def last(session: kenning.Session, kind: str) -> str:
    return str(acts(session, kind)[-1].id)


def actor_name(session: kenning.Session) -> list[str]:
    return [session.record(message(TWICE, "u-77", "hello")).id]


def actor_identifier(session: kenning.Session) -> list[str]:
    return [session.record(message("Orion Vask", f"{SENTINEL}@mail.example", channel="email")).id]


def name_alone(session: kenning.Session) -> list[str]:
    return [session.record(note(TWICE)).id]


def name_in_text(session: kenning.Session) -> list[str]:
    made = session.record(note(TWICE)).id
    said = session.record(f"Have you seen {TWICE} lately?").id
    return [made, said]


def name_seen_later(session: kenning.Session) -> list[str]:
    session.record(message("Orion Vask", "orion-home"))
    return [session.record(message(SENTINEL, "orion-home")).id]


def alias_by_hand(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    return [session.add_alias("Orion Vask", SENTINEL)]


def alias_that_was_dropped(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    said = session.add_alias("Orion Vask", SENTINEL)
    session.drop_alias("Orion Vask", SENTINEL)
    return [said]


def identifier_that_was_taken_back(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    said = session.bind("Orion Vask", "chat", SENTINEL)
    session.unbind("Orion Vask", "chat", SENTINEL)
    return [said]


def alias_that_was_split_off(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask", identifiers=[("chat", "o-1")])
    said = session.add_alias("Orion Vask", SENTINEL)
    session.split("Orion Vask", SENTINEL, identifiers=[("chat", "o-1")])
    session.record(message(None, "o-1"))
    return [said]


def alias_in_the_difference_of_a_merge(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    session.create_entity("Lemuel Thrane")
    said = session.add_alias("Lemuel Thrane", SENTINEL)
    session.merge("Orion Vask", "Lemuel Thrane")
    return [said]


def attribute_in_the_difference_of_a_merge(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask", attributes={"town": "Ghent"})
    session.create_entity("Lemuel Thrane")
    said = session.describe("Lemuel Thrane", {"town": SENTINEL})
    session.merge("Orion Vask", "Lemuel Thrane", policy="concatenate")
    return [said]


def merge_that_was_undone(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    session.create_entity("Lemuel Thrane")
    said = session.add_alias("Lemuel Thrane", SENTINEL)
    session.unmerge(session.merge("Orion Vask", "Lemuel Thrane"))
    return [said]


def reason_of_a_suggestion(session: kenning.Session) -> list[str]:
    session.record(message("Orion Vask", "first", channel="chat"))
    said = session.record(message(TWICE, "first", channel="chat")).id
    again = session.record(message(TWICE, "second", channel="forum")).id
    return [said, again]


def reason_of_a_suggestion_that_stays(session: kenning.Session) -> list[str]:
    session.record(message("Orion Vask", "orion-1", channel="chat"))
    said = session.record(message(TWICE, "orion-1", channel="chat")).id
    session.record(message(f"{TWICE[0]}. Quelthorn", "second", channel="forum"))
    return [said]


def value_of_a_claim(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    claim = session.assert_claim("Orion Vask", "hobby", SENTINEL)
    return [session.claims("Orion Vask")[0].evidence[0].event, claim][:1]


def value_of_a_claim_on_evidence(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    said = session.record("Orion Vask collects something").id
    claim = session.assert_claim("Orion Vask", "hobby", SENTINEL, evidence=[said])
    session.retract(claim)
    return [said]


def object_of_a_relation(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    said = session.record(note(TWICE)).id
    session.relate("Orion Vask", "knows", TWICE, evidence=[said], reason=f"because of {SENTINEL}")
    session.end_claim("Orion Vask", "knows", obj=TWICE, evidence=[said])
    return [said]


def pending_mention(session: kenning.Session) -> list[str]:
    session.create_entity(TWICE)
    session.create_entity(TWICE)
    made = [str(event.id) for event in acts(session, "entity.created")]
    said = session.record(note(TWICE)).id
    assert [item.surface for item in session.reviews()] == [TWICE]
    return [said, *made]


def attribute(session: kenning.Session) -> list[str]:
    session.create_entity("Orion Vask")
    return [session.describe("Orion Vask", {"motto": [SENTINEL, {SENTINEL: 1}]})]


def name_of_somebody_held_apart(session: kenning.Session) -> list[str]:
    said = session.record(message(TWICE, "u-77")).id
    session.create_entity("Orion Vask")
    session.hold_apart("Orion Vask", TWICE)
    return [said]


def name_of_somebody_merged_into(session: kenning.Session) -> list[str]:
    said = session.record(message(TWICE, "u-77")).id
    session.create_entity("Orion Vask")
    session.merge(TWICE, "Orion Vask")
    session.record(message(None, "u-77", "later"))
    return [said]


PLACES = [
    actor_name,
    actor_identifier,
    name_alone,
    name_in_text,
    name_seen_later,
    alias_by_hand,
    alias_that_was_dropped,
    identifier_that_was_taken_back,
    alias_that_was_split_off,
    alias_in_the_difference_of_a_merge,
    attribute_in_the_difference_of_a_merge,
    merge_that_was_undone,
    reason_of_a_suggestion,
    reason_of_a_suggestion_that_stays,
    value_of_a_claim,
    value_of_a_claim_on_evidence,
    object_of_a_relation,
    pending_mention,
    attribute,
    name_of_somebody_held_apart,
    name_of_somebody_merged_into,
]


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.__name__)
def test_no_file_holds_what_only_the_erased_said(shelf, place: Callable[[kenning.Session], list[str]]) -> None:
    """S05, S07: names, identifiers, aliases, reasons, differences, values, surfaces; whatever case, escaped or not."""
    session = shelf.open()
    for event in place(session):
        session.erase(event, because="asked to")
        assert session.verify().problems == []
    reading.sound(session)
    seen = reading.digest(session)
    assert SENTINEL.lower() not in repr(seen).lower()
    shelf.close()
    assert shelf.holding(SENTINEL) == []
    with shelf.open() as again:
        assert again.verify().problems == []
        assert reading.digest(again) == seen


def confirmed(session: kenning.Session, path: str, guesses: list[tuple[str, object]]) -> list[str]:
    """What somebody who has the file, and guesses, finds confirmed: every salt that is left is tried on every guess."""
    content = Path(path).read_bytes()
    salts = {salt for event in session.log() for salt in re.findall(r'"salt":"([0-9a-f]{32})"', event.text)}
    tried = {
        (field, value): {commitment(bytes.fromhex(salt), field, value) for salt in salts} for field, value in guesses
    }
    return [str(value) for (field, value), hashes in tried.items() if any(one.encode() in content for one in hashes)]


def test_a_guess_of_what_was_erased_is_not_confirmed_by_the_versions_that_stay(shelf) -> None:
    """S06: neither from a version's own hash nor from what it commits to; of what was not erased it is."""
    session = shelf.open()
    made = session.create_entity("Orion Vask", attributes={"town": "Ghent"}, identifiers=[("chat", "o-1")])
    acts_gone = [
        session.rename(made, TWICE),
        session.add_alias(made, SENTINEL),
        session.bind(made, "chat", SENTINEL),
        session.describe(made, {"motto": SENTINEL}),
    ]
    session.describe(made, {"town": "Bruges"})
    guesses: list[tuple[str, object]] = [
        ("name", TWICE),
        ("name", SENTINEL),
        ("identifier", ("chat", SENTINEL)),
        ("attribute", ("motto", SENTINEL)),
    ]
    known: list[tuple[str, object]] = [("name", "Orion Vask"), ("identifier", ("chat", "o-1"))]
    path = str(next(shelf.folder.glob("*.kenning")))
    session.rebuild()
    before = reading.versions(session)
    for act in acts_gone:
        session.erase(act, because="asked to")
    found = confirmed(session, path, [*guesses, *known])
    assert found == [str(value) for _, value in known]
    assert before.keys() <= reading.versions(session).keys()
    after = {one.id: one for one in session.definitions(made)}
    blank = [after[key].erased for key in before]
    assert blank[0] == []
    places = [re.sub(r"^attributes.*", "attributes", where) for where in blank[-1]]
    assert places == ["aliases[1]", "attributes", "identity.merged[0]", "name"]
    head = session.who(made).definition
    assert (head.name, head.attributes, head.erased) == ("Orion Vask", {"town": "Bruges"}, [])
    assert head.provenance.action == "erased"
    reading.sound(session)


def test_who_was_met_in_other_events_survives_with_what_those_say(session) -> None:
    """S07: the same id, name and identifier where another event says them; less where others say less."""
    first = session.record(message("Orion Vask", "orion-home", "the first")).id
    session.record(message("Orion Vask", "orion-home", "the second"))
    before = session.who("chat:orion-home")
    session.erase(first, because="asked to")
    after = session.who("chat:orion-home")
    assert (after.id, after.canonical_name, after.identifiers) == (before.id, before.canonical_name, before.identifiers)
    assert [seen.text for seen in session.appears(after.id)] == ["the second"]
    reading.sound(session)


def test_a_name_survives_only_where_another_event_says_it_as_a_word(session) -> None:
    """S07: *Ann* is not said by *Annual*."""
    first = session.record(message("Ann", "u-77")).id
    session.record(message(None, "u-77", "The Annual plan"))
    session.erase(first, because="asked to")
    assert session.who("chat:u-77").canonical_name == "u-77"
    with pytest.raises(kenning.NotFoundError):
        session.who("Ann")
    reading.sound(session)


def test_who_was_merged_is_met_again_where_the_survivor_was_written(session) -> None:
    """S07, EN33: an event recorded while two read as one tells of the one that was merged as well."""
    first = session.record(message("Lemuel Thrane", "lemuel-home")).id
    survivor = session.create_entity("Orion Vask")
    merged = session.who("chat:lemuel-home").id
    session.merge(survivor, merged)
    session.record(message("Lemuel Thrane", "lemuel-home", "again"))
    session.erase(first, because="asked to")
    assert session.who("chat:lemuel-home").id == survivor
    assert session.who(survivor).members == [survivor, merged]
    reading.sound(session)


def test_a_claim_stands_on_the_evidence_that_is_left(session) -> None:
    """S05, S07, EN33: on other evidence it stays with that; on none it goes, and what it had closed is open again."""
    for name, kind in (("Orion Vask", "Person"), ("Arc Labs", "company"), ("Beta Works", "company")):
        session.create_entity(name, kind)
    one, two, three = (session.record(text).id for text in ("he said so", "she said so too", "he moved"))
    session.relate("Orion Vask", "works_at", "Arc Labs", evidence=[one, two], valid_from="2020")
    session.relate("Orion Vask", "works_at", "Beta Works", evidence=[three], valid_from="2024")
    session.erase(one, because="asked to")
    held = session.claims("Orion Vask", ended=True)
    assert {claim.state: [each.event for each in claim.evidence] for claim in held} == {
        "closed": [two],
        "open": [three],
    }
    session.erase(three, because="asked to")
    held = session.claims("Orion Vask", ended=True)
    assert [(claim.state, [each.event for each in claim.evidence]) for claim in held] == [("open", [two])]
    reading.sound(session)


@pytest.mark.parametrize(
    "kind",
    [
        "entity.changed",
        "entity.merged",
        "entity.unmerged",
        "entity.judged",
        "entity.retired",
        "entity.restored",
        "entity.split",
        "review.decided",
        "merge.suggested",
        "resolution.decided",
        "statement.asserted",
        "statement.retracted",
        "statement.superseded",
    ],
)
def test_an_act_of_any_kind_can_be_erased(session, kind: str) -> None:
    """S05, EM54: what rests on it goes, all else folds anew, and the log verifies after each of them."""
    session.record(message("Orion Vask", "orion-home"))
    session.record(message("O. Vask", "o-other", channel="forum"))
    for name in ("Lemuel Thrane", "Pauline Ogg", "Tundra"):
        session.create_entity(name, aliases=[f"{name} too"], attributes={"town": name})
    session.record(note("Lemuel Thrane", text="Pauline Ogg was there"))
    for item in session.reviews():
        session.answer_review(item.item, "reject" if item.kind == "merge" else "later")
    session.unmerge(session.merge("Lemuel Thrane", "Tundra"))
    session.merge("Pauline Ogg", "Tundra")
    session.hold_apart("Lemuel Thrane", "Pauline Ogg")
    session.hold_open("Lemuel Thrane", "Pauline Ogg")
    session.split("Pauline Ogg", "Pauline Ogg too")
    lemuel = session.who("Lemuel Thrane").id
    session.rename(lemuel, "Lemuel the Elder")
    session.retire(lemuel)
    session.restore_entity(lemuel)
    session.supersede(session.assert_claim(lemuel, "hobby", "moths"))
    session.retract(session.assert_claim(lemuel, "hobby", "stamps"))
    found = acts(session, kind)
    assert found
    for event in reversed(found):
        if event.id in {one.id for one in acts(session, kind)}:
            session.erase(str(event.id), because="asked to")
            reading.sound(session)


def test_who_was_met_while_merged_survives_the_parting_and_goes_with_the_last_event(shelf) -> None:
    """S05, S07, EM59: an event that was written to the survivor tells of the other as well, now and when it goes."""
    session = shelf.open()
    survivor = session.create_entity("Orion Vask")
    first = session.record(message(TWICE, "quelthorn-home")).id
    merge = session.merge(survivor, session.who("chat:quelthorn-home").id)
    second = session.record(message(TWICE, "quelthorn-home", "again")).id
    session.unmerge(merge)
    session.erase(first, because="asked to")
    assert session.who("chat:quelthorn-home").canonical_name == TWICE
    reading.sound(session)
    session.erase(second, because="asked to")
    assert [one.id for one in session.entities()] == [survivor]
    reading.sound(session)
    shelf.close()
    assert shelf.holding(SENTINEL) == []


def test_an_erasure_is_taken_over_with_all_that_went(shelf) -> None:
    """S05, S07: a store that has what was erased since forgets it when it takes over the tombstone."""
    session, other = shelf.open("one"), shelf.open("two")
    gone = session.record(message(TWICE, "quelthorn-home")).id
    session.create_entity("Orion Vask", attributes={"town": "Ghent"})
    session.record(message("Lemuel Thrane", "lemuel-home", f"{TWICE} and Orion Vask"))
    session.assert_claim("Orion Vask", "knows_of", "nobody", evidence=[gone])
    session.merge("Orion Vask", TWICE)
    session.hold_apart("Orion Vask", "Lemuel Thrane")
    path = shelf.folder / "log.jsonl"
    session.export(path)
    other.import_file(path)
    assert reading.digest(other) == reading.digest(session)
    for event in (gone, *(seen.event_id for seen in session.appears("Lemuel Thrane"))):
        session.erase(event, because="asked to")
    session.export(path)
    other.import_file(path)
    assert reading.digest(other) == reading.digest(session)
    reading.sound(session)
    reading.sound(other)
    shelf.close()
    assert shelf.holding(SENTINEL) == []


def test_what_was_erased_does_not_come_back_with_an_old_export(shelf) -> None:
    """S07: neither the event nor the acts that named somebody by it."""
    session = shelf.open()
    gone = session.record(message(TWICE, "quelthorn-home")).id
    session.record("nothing of note")
    path = shelf.folder.parent / "old.jsonl"
    session.export(path)
    session.erase(gone, because="asked to")
    before = reading.digest(session)
    with contextlib.suppress(kenning.KenningError):  # refused, or answered as erased: nothing comes back either way
        session.import_file(path)
    assert reading.digest(session) == before
    reading.sound(session)
    shelf.close()
    assert shelf.holding(SENTINEL) == []
