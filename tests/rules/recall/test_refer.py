"""How a question is read that names nobody and no time: relations walked along claims, and times told by what happened then."""

import json
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kenning.model.statement import Claim, Statement
from kenning.rules.knowledge.key import canonical
from kenning.rules.recall.refer.events import Span, clauses, told
from kenning.rules.recall.refer.kin import NOUNS
from kenning.rules.recall.refer.relations import Step, follow, phrases, spots

CASES = Path(__file__).parents[2] / "cases" / "recall"
PAIRED = {"parent_of": "child_of", "reports_to": "manages", "member_of": "has_member", "works_at": "employs"}
SYMMETRIC = ("sibling_of", "married_to", "friend_of")
TODAY = date(2026, 6, 10)


def cases(name):
    return [pytest.param(one, id=one["question"] or "nothing") for one in json.loads((CASES / name).read_text("utf-8"))]


def claim(subject, predicate, obj=None, *, value=None, number=1, state="open", **more):
    paired = PAIRED | {inverse: predicate for predicate, inverse in PAIRED.items()}
    statement = Statement(
        subject=subject,
        predicate=predicate,
        object=obj,
        value=value,
        symmetric=predicate in SYMMETRIC,
        inverse=paired.get(predicate),
        kind=more.pop("kind", "fact"),
    )
    return Claim(id=f"evt_{number}", since=number, statement=canonical(statement), state=state, **more)


def known(*claims):
    return lambda entity: [one for one in claims if entity in (one.statement.subject, one.statement.object)]


def is_open(one):
    return one.state == "open"


def walked(start, *nouns, claims):
    here: tuple[str, ...] = (start,)
    for noun in nouns:
        step = Step(noun.removeprefix("ex "), former=noun.startswith("ex "))
        here = follow(here, step, known(*claims), is_open).entities
    return here


@pytest.mark.parametrize("case", cases("relations.json"))
def test_a_relation_is_read_as_its_case_says(case):
    found = phrases(case["question"], case.get("names", ()))
    read = [
        {
            "said": one.said,
            "whose": [{"me": "me", "name": base.name, "phrase": base.place}[base.whose] for base in one.bases],
            "nouns": [f"ex {step.noun}" if step.former else step.noun for step in one.steps],
        }
        for one in found
    ]
    assert read == case["phrases"]


@pytest.mark.parametrize("case", cases("times.json"))
def test_a_time_told_by_an_event_is_read_as_its_case_says(case):
    found = clauses(case["question"], case.get("names", ()))
    read = [{"how": one.how, "words": one.words, "tokens": sorted(one.tokens)} for one in found]
    assert read == case["clauses"]


@given(st.text(max_size=80), st.lists(st.text(min_size=1, max_size=8), max_size=3))
def test_whatever_is_asked_is_read_in_place(question, names):
    for one in phrases(question, names):
        assert question[one.start : one.end] == one.said
        assert one.steps
        assert one.bases
    for spot in spots(question, names):
        assert question[spot.start : spot.end].lower().replace("’", "'") == spot.name.lower().replace("’", "'")
    for clause in clauses(question, names):
        assert question[clause.start :].startswith(clause.words)


@pytest.mark.parametrize(("predicate", "inverse"), sorted(PAIRED.items()))
@pytest.mark.parametrize("turned", [False, True])
def test_a_relation_answers_from_whichever_end_it_was_recorded(predicate, inverse, turned):
    """A recorded `parent_of` and a recorded `child_of` answer "my mother" alike, and "my son" as well."""
    noun, back = {
        "parent_of": ("child", "mother"),
        "reports_to": ("boss", "report"),
        "member_of": ("team", "member"),
        "works_at": ("employer", "employee"),
    }[predicate]
    said = claim("b", inverse, "a") if turned else claim("a", predicate, "b")
    assert walked("a", noun, claims=[said]) == ("b",)
    assert walked("b", back, claims=[said]) == ("a",)


@pytest.mark.parametrize("noun", ["sister", "wife", "friend"])
def test_a_symmetric_relation_answers_at_either_end(noun):
    predicate = {"sister": "sibling_of", "wife": "married_to", "friend": "friend_of"}[noun]
    for said in (claim("a", predicate, "b"), claim("b", predicate, "a")):
        assert walked("a", noun, claims=[said]) == ("b",)
        assert walked("b", noun, claims=[said]) == ("a",)


@given(st.sampled_from(sorted(NOUNS.keys() - {"sibling", "friend"})), st.sampled_from(["{}_of", "has_{}", "{}"]))
def test_a_predicate_that_says_the_noun_itself_goes_before_what_the_schema_has_for_it(noun, form):
    name = form.format(noun.replace("-", "_"))
    said = claim("b", name, "a") if form == "{}_of" else claim("a", name, "b")
    others = [claim("a", one, f"other {one}", number=2) for one in SYMMETRIC]
    assert walked("a", noun, claims=[said, *others]) == ("b",)


def test_relations_are_walked_one_behind_another_and_lead_back_to_nobody_who_asks():
    claims = [
        claim("me", "reports_to", "mark"),
        claim("mark", "married_to", "bea", number=2),
        claim("mia", "parent_of", "me", number=3),
        claim("mia", "parent_of", "ann", number=4),
        claim("mia", "sibling_of", "tess", number=5),
        claim("tess", "parent_of", "cid", number=6),
    ]
    assert walked("me", "manager", "wife", claims=claims) == ("bea",)
    assert walked("me", "aunt", claims=claims) == ("tess",)
    assert walked("me", "cousin", claims=claims) == ("cid",)
    assert walked("me", "mother", "child", claims=claims) == ("ann", "me")
    assert walked("me", "sister", claims=claims) == ()


def test_who_is_recorded_as_he_is_no_sister():
    claims = [
        claim("me", "sibling_of", "al"),
        claim("me", "sibling_of", "bo", number=2),
        claim("al", "pronouns", value="he/him", number=3),
    ]
    assert walked("me", "sister", claims=claims) == ("bo",)
    assert walked("me", "sibling", claims=claims) == ("al", "bo")
    assert walked("me", "brother", claims=claims) == ("al", "bo")


def test_who_was_so_once_is_meant_by_former_and_by_nothing_else():
    claims = [claim("me", "reports_to", "old", state="closed"), claim("me", "reports_to", "new", number=2)]
    assert walked("me", "boss", claims=claims) == ("new",)
    assert walked("me", "ex boss", claims=claims) == ("old",)


def days(micros):
    return date.fromordinal(date(1970, 1, 1).toordinal() + micros // 86_400_000_000)


def at(day):
    return (day.toordinal() - date(1970, 1, 1).toordinal()) * 86_400_000_000


MOVED, LEFT = date(2024, 5, 10), date(2025, 2, 1)


@pytest.mark.parametrize(
    ("asked", "holds", "not_held"),
    [
        ("before she moved", date(2024, 5, 9), date(2024, 5, 10)),
        ("after she moved to Lisbon", date(2024, 5, 11), date(2024, 5, 10)),
        ("since she moved", date(2024, 5, 10), date(2024, 5, 9)),
        ("until she moved", date(2024, 5, 9), date(2024, 5, 10)),
        ("while she lived in Lisbon", date(2024, 5, 10), date(2025, 2, 1)),
        ("after she lived in Lisbon", date(2025, 2, 1), date(2025, 1, 31)),
        ("since Ana's birthday", date(2026, 5, 17), date(2026, 5, 16)),
        ("before Ana was born", date(1990, 5, 16), date(1990, 5, 17)),
    ],
)
def test_a_claim_tells_the_days_before_during_or_behind_it(asked, holds, not_held):
    claims = [
        claim("ana", "moved_to", "lisbon", kind="event", valid_from=at(MOVED)),
        claim("ana", "lives_in", "lisbon", valid_from=at(MOVED), valid_to=at(LEFT), state="closed", number=2),
        claim("ana", "born_on", value="1990-05-17", number=3),
    ]
    [clause] = clauses(asked, ["Ana", "Lisbon"])
    found = told(clause, claims, {"ana": "Ana", "lisbon": "Lisbon"}, TODAY, days)
    assert found is not None
    window = found[0].window(asked, clause.how)
    assert (window.holds(holds), window.holds(not_held)) == (1.0, 0.0)


def test_what_no_claim_tells_is_told_by_none():
    claims = [
        claim("ana", "moved_to", "lisbon", kind="event", valid_from=at(MOVED)),
        claim("ana", "likes", value="tea"),
    ]
    for asked in ("before she married", "before she moved to Porto", "after tea was served"):
        [clause] = clauses(asked, ["Ana"])
        assert told(clause, claims, {"ana": "Ana", "lisbon": "Lisbon"}, TODAY, days) is None


@given(st.dates(date(1990, 1, 1), date(2030, 1, 1)), st.integers(1, 400), st.dates(date(1980, 1, 1), date(2040, 1, 1)))
def test_every_day_lies_before_during_or_behind_a_span_and_in_one_of_them(first, length, day):
    span = Span(first, date.fromordinal(first.toordinal() + length))
    assert sum(span.window("", how).holds(day) for how in ("before", "while", "after")) == 1.0
