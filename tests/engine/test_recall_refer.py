"""Questions that name nobody and no time: whom a relation means, when something happened, and what comes beside lines."""

import pytest

import kenning
from kenning.errors import InvalidError, NotFoundError
from kenning.model.recall import Ways
from tests.engine.test_recall import said

TOM = Ways(me="Tom Miller")


@pytest.fixture
def family():
    with kenning.open(":memory:") as session:
        for name in ("Tom Miller", "Ana Reis", "Mark Stone", "Bea Stone", "Priya Patel", "Nina Stone"):
            session.create_entity(name)
        for name, kind in (("Blue Team", "team"), ("Lisbon", "city"), ("Porto", "city")):
            session.create_entity(name, kind)
        session.relate("Tom Miller", "sibling_of", "Ana Reis")
        session.relate("Ana Reis", "member_of", "Blue Team")
        session.relate("Tom Miller", "reports_to", "Mark Stone")
        session.relate("Bea Stone", "married_to", "Mark Stone")
        session.relate("Mark Stone", "parent_of", "Nina Stone")
        session.assert_claim("Bea Stone", "likes", "tea")
        session.relate("Ana Reis", "lives_in", "Porto", valid_from="2020-01-01")
        session.relate("Ana Reis", "lives_in", "Lisbon", valid_from="2024-05-10")
        session.relate("Ana Reis", "moved_to", "Lisbon", valid_from="2024-05-10")
        session.record_many(
            [
                said("Ana Reis", "I planted tomatoes on the balcony", "a", "2024-03-01T10:00:00Z"),
                said("Ana Reis", "I planted roses on the balcony", "b", "2024-08-01T10:00:00Z"),
                said("Mark Stone", "The wedding was wonderful", "c", "2024-06-02T10:00:00Z"),
                said("Priya Patel", "I planted an oak in the yard", "d", "2024-09-01T10:00:00Z"),
            ]
        )
        yield session


def whom(found):
    return sorted(found.about.values())


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What does my sister like?", ["Ana Reis"]),
        ("Who is in my sister's team?", ["Blue Team"]),
        ("What does my manager's wife like?", ["Bea Stone"]),
        ("What does the wife of my manager like?", ["Bea Stone"]),
        ("What does Tom Miller's boss like?", ["Mark Stone"]),
        ("Who is Nina Stone's father?", ["Mark Stone"]),
        ("Does Mark Stone ski with his wife?", ["Bea Stone", "Mark Stone"]),
        ("Do my sister and her team meet?", ["Ana Reis", "Blue Team"]),
    ],
)
def test_a_relation_means_whom_the_claims_say(family, question, names):
    found = family.recall(question, ways=TOM)
    assert whom(found) == names
    assert all(one.entity for one in found.unknown)  # it is known whom, whatever is known of them
    assert all(one.claims for one in found.references)
    assert found == family.recall(question, ways=TOM)


def test_what_is_known_of_whom_a_relation_means_comes_with_the_answer(family):
    found = family.recall("What does my manager's wife like?", ways=TOM)
    assert found.claims[0].statement.value == "tea"
    assert next((one.kind, one.text) for one in found.everything()) == ("statement", "Bea Stone likes tea")
    assert [one.text for one in found.everything() if one.kind == "entity"] == ["Bea Stone"]
    assert "«Bea Stone likes tea»" in found.context()


def test_their_lines_go_before_others_as_if_they_had_been_named(family):
    named = family.recall("What did Ana Reis plant?", k=3)
    meant = family.recall("What did my sister plant?", k=3, ways=TOM)
    assert {hit.id for hit in meant[:2]} == {hit.id for hit in named[:2]}
    assert {hit.actor.name for hit in meant[:2]} == {"Ana Reis"}


@pytest.mark.parametrize("question", ["What does my aunt like?", "What does Priya Patel's husband like?"])
def test_whom_a_relation_means_that_nobody_recorded_is_not_known_and_nobody_else_answers_for_them(family, question):
    found = family.recall(question, ways=TOM)
    assert [one.entity for one in found.unknown] == [""]
    assert found.unknown[0].name in question
    assert "It is not known whom" in found.context()
    assert [one.known for one in found.references] == [False]


def test_what_lines_say_of_a_relation_that_nobody_recorded_is_not_called_unknown(family):
    family.record(said("Tom Miller", "My aunt likes gin"))
    assert family.recall("What does my aunt like?", ways=TOM).unknown == []


def test_my_means_nobody_where_the_keeper_names_nobody(family):
    found = family.recall("What does my sister like?")
    assert (found.about, [one.name for one in found.unknown]) == ({}, ["my sister"])
    with pytest.raises(NotFoundError):
        family.recall("What does my sister like?", ways=Ways(me="Nobody Known"))


def test_a_relation_is_walked_as_of_the_moment_and_of_valid_time(family):
    before = family.head()[0]
    family.relate("Tom Miller", "reports_to", "Priya Patel", valid_from="2030-01-01")
    now = family.recall("What does my boss like?", ways=TOM)
    assert whom(now) == ["Priya Patel"]
    assert whom(family.at(before).recall("What does my boss like?", ways=TOM)) == ["Mark Stone"]
    assert whom(family.recall("What does my boss like?", ways=TOM, valid_at="2029-01-01")) == ["Mark Stone"]
    assert whom(family.recall("What does my former boss like?", ways=TOM)) == ["Mark Stone"]


def test_who_was_merged_is_reached_as_who_they_are_now(family):
    other = family.create_entity("A. Reis")
    family.merge("Ana Reis", other)
    assert whom(family.recall("What does my sister like?", ways=TOM)) == ["Ana Reis"]


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("What did Ana Reis plant on the balcony before she moved?", "tomatoes"),
        ("What did Ana Reis plant on the balcony after she moved to Lisbon?", "roses"),
        ("What did Ana Reis plant on the balcony after the wedding?", "roses"),
        ("What did my sister plant on the balcony before she moved?", "tomatoes"),
        ("What did Ana Reis plant on the balcony before June 2024?", "tomatoes"),
        ("What did Ana Reis plant on the balcony after June 2024?", "roses"),
    ],
)
def test_a_time_told_by_what_happened_then_is_a_window(family, question, first):
    assert first in family.recall(question, ways=TOM)[0].text


def test_how_a_time_was_read_is_told_with_what_it_rests_on(family):
    by_claim = family.recall("What did Ana Reis plant before she moved?").references
    assert [(one.said, one.after, one.before, len(one.claims)) for one in by_claim] == [
        ("before she moved", None, "2024-05-10", 1)
    ]
    by_line = family.recall("What did Ana Reis plant after the wedding?").references
    assert [(one.said, one.after, one.before, len(one.events)) for one in by_line] == [
        ("after the wedding", "2024-06-02", None, 1)
    ]
    unread = family.recall("What did Ana Reis plant after the flood?").references
    assert [(one.said, one.known) for one in unread] == [("after the flood", False)]


def test_what_held_then_is_claimed_where_a_time_before_is_asked_for(family):
    porto = family.recall("Where did Ana Reis live before she moved to Lisbon?")
    lisbon = family.recall("Where does Ana Reis live?")
    homes = {one.text for one in porto.everything() if one.kind == "statement" and "lives in" in one.text}
    assert homes == {"Ana Reis lives in Porto"}
    homes = {one.text for one in lisbon.everything() if one.kind == "statement" and "lives in" in one.text}
    assert homes == {"Ana Reis lives in Lisbon"}


def test_what_was_superseded_comes_where_it_is_asked_for_and_is_marked(family):
    now = family.recall("Where does Ana Reis live?")
    old = family.recall("Where does Ana Reis live?", ways=Ways(old=True))
    assert {one.state for one in now.claims} == {"open"}
    assert "closed" in {one.state for one in old.claims}
    assert "«Ana Reis lives in Porto» (closed: it holds no longer)" in old.context()
    assert "(closed" not in now.context()


def test_what_is_passed_on_or_told_twice_takes_one_place_and_its_copies_are_named(family):
    one = family.record(said("Ana Reis", "The spare key hangs behind the blue door"))
    two = family.record(said("Mark Stone", "Fwd: the spare key hangs behind the blue door"))
    three = family.record(said("Ana Reis", "The spare key hangs behind the blue door!", "elsewhere"))
    hits = [hit for hit in family.recall("Where does the spare key hang?") if "spare key" in hit.text]
    assert len(hits) == 1
    assert {hits[0].id, *hits[0].copies} == {one.id, two.id, three.id}


def test_a_copy_that_still_stands_answers_where_the_one_before_it_went_stale(family):
    source = family.record(said("Ana Reis", "The gate code is with the porter at the gate"))
    derived = {
        "kind": "summary.created",
        "source": {"type": "model", "name": "summariser"},
        "links": [{"toEventId": source.id, "relation": "derived_from"}],
        "provenance": {"basis": "agent_inferred", "confidence": 0.5},
        "files": [{"role": "primary", "content": "Gate code: porter, gate, gate code"}],
    }
    summary = family.record(derived)
    again = family.record(said("Mark Stone", "gate code: porter gate gate code", "q"))
    family.correct(source.id, {"content": "The gate code is with nobody"})
    hits = [hit.id for hit in family.recall("gate code porter")]
    assert again.id in hits
    assert summary.id not in hits


def test_sessions_are_ranked_by_all_of_their_lines(family):
    found = family.recall("What was planted on the balcony?")
    assert {one.session for one in found.sessions[:2]} == {"a", "b"}
    assert [one.rank for one in found.sessions] == list(range(1, len(found.sessions) + 1))
    assert found.sessions[0].lines[0] in {hit.id for hit in found[:2]}


def test_what_connects_two_is_claimed_related_and_lived_through_together(family):
    lunch = family.record("Tom Miller and Bea Stone had lunch in Porto")
    found = family.between("Tom Miller", "Bea Stone")
    assert found.claims == []
    assert [[found.names[one] for one in path.entities] for path in found.paths] == [
        ["Tom Miller", "Mark Stone", "Bea Stone"]
    ]
    assert {one.id for one in found.relations} == {
        claim for path in found.paths for step in path.steps for claim in step
    }
    assert [one.event_id for one in found.events] == [lunch.id]
    direct = family.between("Mark Stone", "Tom Miller")
    assert [claim.statement.predicate for claim in direct.claims] == ["reports_to"]
    assert family.between("Priya Patel", "Blue Team").paths == []
    with pytest.raises(InvalidError, match="reads as one"):
        family.between("Tom Miller", "Tom Miller")
    with pytest.raises(NotFoundError):
        family.between("Tom Miller", "Nobody Known")


def test_what_connects_two_is_told_as_of_a_moment(family):
    before = family.head()[0]
    family.relate("Tom Miller", "friend_of", "Priya Patel")
    assert len(family.between("Tom Miller", "Priya Patel").claims) == 1
    assert family.at(before).between("Tom Miller", "Priya Patel").claims == []
