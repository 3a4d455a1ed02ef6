"""Who is meant: the cases in cases/resolve (begin with 00_how_to_read.json), and what holds for every mention."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from _pytest.mark import ParameterSet
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.identity.entity import Known, Outcome
from kenning.rules.mentions.resolve import DEFAULT, RULES, Mention, Surroundings, Thresholds, decide

CASES = Path(__file__).parents[1] / "cases" / "resolve"
PERSON, FIRM = "kenning:Person", "kenning:Organization"


def cases() -> Iterator[ParameterSet]:
    for file in sorted(CASES.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            yield pytest.param(case, id=f"{file.stem}: {case['name']}")


@pytest.mark.parametrize("case", list(cases()))
def test_case(case):
    mention = msgspec.convert({"path": "entities[0]", **case["mention"]}, Mention)
    candidates = [msgspec.convert(one, Known) for one in case["candidates"]]
    around = msgspec.convert(case.get("around", {}), Surroundings)
    thresholds = msgspec.convert(case.get("thresholds", {}), Thresholds)
    outcome = decide(mention, candidates, around, thresholds)
    shown = msgspec.to_builtins(outcome) | {"candidates": [one.entity for one in outcome.candidates]}
    assert {name: shown.get(name) for name in case["expect"]} == case["expect"]
    assert outcome.surface == mention.surface
    assert (outcome.entity is None) == (outcome.status != "resolved")


# ---- laws ------------------------------------------------------------------------------------------------------------

GIVEN = ["Imani", "Sefa", "John", "Jon", "Bob", "Robert", "Karl", "Ann"]
FAMILY = ["Okoro", "Mensah", "Okorro", "John", "Brandt Jr", "Brandt Sr"]
IDS = ["e1", "e2", "e3", "e4", "e5"]
full_names = st.builds(lambda given, family: f"{given} {family}", st.sampled_from(GIVEN), st.sampled_from(FAMILY))
surfaces = st.one_of(st.sampled_from([*GIVEN, *FAMILY, "Im", "Sefaa", "山田"]), full_names)
knowns = st.builds(
    Known,
    entity=st.sampled_from(IDS),
    type=st.sampled_from([PERSON, FIRM, "kenning:Thing"]),
    names=st.lists(surfaces, min_size=1, max_size=3).map(tuple),
    tier=st.sampled_from(["part", "fuzzy"]),
    agent=st.sampled_from(["shared", "ann"]),
    acts=st.booleans(),
)
some = st.lists(st.sampled_from(IDS), max_size=4, unique=True).map(tuple)
arounds = st.builds(
    Surroundings,
    speaker=st.none() | st.sampled_from(IDS),
    addressees=some,
    present=some,
    recent=some,
    likeness=st.dictionaries(st.sampled_from(IDS), st.floats(0, 1), max_size=3),
    verdict=st.none() | st.sampled_from([*IDS, "new"]),
)
mentions = st.builds(
    Mention,
    path=st.just("entities[0]"),
    surface=surfaces,
    type=st.sampled_from(["", PERSON, FIRM]),
    agent=st.sampled_from(["shared", "ann"]),
    identifier=st.none() | st.just("u7"),
    introduces=st.sampled_from(["", "maybe", "firmly"]),
)
slates = st.lists(knowns, max_size=5, unique_by=lambda one: one.entity)


def whole(known: Known, surface: str) -> bool:
    return surface in known.names


@given(mentions, slates, arounds, st.randoms(use_true_random=False))
def test_the_order_of_candidates_never_matters(mention, known, around, dice):
    shuffled = list(known)
    dice.shuffle(shuffled)
    assert decide(mention, shuffled, around) == decide(mention, known, around)


@given(mentions, slates, arounds, st.randoms(use_true_random=False))
def test_a_candidate_found_twice_counts_once_by_the_surest_tier(mention, known, around, dice):
    found = [structs.replace(one, tier="exact") for one in known]
    mixed = [*known, *found]
    dice.shuffle(mixed)
    assert decide(mention, mixed, around) == decide(mention, found, around)


@given(mentions, slates, arounds, knowns)
def test_a_candidate_of_another_type_changes_nothing(mention, known, around, other):
    assume(mention.type)
    stranger = structs.replace(other, entity="stranger", type="kenning:Place")
    assert decide(mention, [*known, stranger], around) == decide(mention, known, around)


@given(mentions, slates, arounds, knowns, st.sampled_from(["id", "identifier"]))
def test_an_id_or_an_identifier_always_wins(mention, known, around, other, tier):
    certain = structs.replace(other, entity="certain", tier=tier)
    outcome = decide(mention, [*known, certain], around)
    assert (outcome.status, outcome.entity, outcome.tier, outcome.score) == ("resolved", "certain", tier, 1.0)


@given(mentions, slates, arounds)
def test_nobody_means_himself_but_by_an_introduction_or_a_whole_name(mention, known, around):
    outcome = decide(mention, known, around)
    if outcome.entity is not None and outcome.entity == around.speaker and not mention.introduces:
        himself = next(one for one in known if one.entity == around.speaker)
        spelled = {name.replace("Jr", "").replace("Sr", "").strip() for name in himself.names}
        assert mention.surface.replace("Jr", "").replace("Sr", "").strip() in spelled | {
            f"{family} {given}" for given, _, family in (name.partition(" ") for name in spelled)
        }


@given(mentions, slates, arounds)
def test_who_acts_never_stays_open_and_is_never_one_who_acts_by_another_identifier(mention, known, around):
    acting = structs.replace(mention, identifier="u7")
    outcome = decide(acting, known, around)
    assert outcome.status != "ambiguous"
    assert outcome.entity is None or not next(one for one in known if one.entity == outcome.entity).acts


@given(mentions, slates, arounds)
def test_an_outcome_says_why(mention, known, around):
    """The surface stays; candidates are ranked, among them who was chosen; open means that there is somebody to choose from."""
    outcome = decide(mention, known, around)
    scores = [one.score for one in outcome.candidates]
    assert (outcome.path, outcome.surface, outcome.role) == (mention.path, mention.surface, mention.role)
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)
    if outcome.status == "resolved":
        assert outcome.entity in [one.entity for one in outcome.candidates]
        assert outcome.tier is not None
    else:
        assert outcome.entity is None
        assert outcome.status == "created" or outcome.candidates


@given(mentions, slates, arounds)
def test_without_a_model_no_model_decides(mention, known, around):
    plain = structs.replace(around, likeness={}, verdict=None)
    assert decide(mention, known, plain).tier not in {"embedding", "model"}


@given(surfaces, arounds)
def test_one_whole_name_is_enough_wherever_its_bearer_is(surface, around):
    known = Known(entity="e9", type=PERSON, names=(surface,), tier="exact")
    outcome = decide(Mention(path="entities[0]", surface=surface, type=PERSON), [known], around)
    assert (outcome.status, outcome.entity, outcome.tier) == ("resolved", "e9", "exact")


def test_two_alike_in_everything_stay_open_whoever_they_are():
    twins = [Known(entity=one, type=PERSON, names=("John Abara",), tier="exact") for one in IDS]
    outcome = decide(Mention(path="entities[0]", surface="John Abara", type=PERSON), twins)
    assert outcome.status == "ambiguous"
    assert len(outcome.candidates) == len(IDS)


def test_the_numbers_can_be_told():
    assert DEFAULT.as_dict() == {
        "resolve": 0.47,
        "possible": 0.425,
        "margin": 0.06,
        "surroundings": 0.3,
        "alike": 0.8,
        "likeness": 0.8,
        "measures": 2.0,
        "himself": 0.95,
    }
    assert RULES == "resolve-2"
    assert isinstance(decide(Mention(path="actor", surface="Imani"), []), Outcome)
