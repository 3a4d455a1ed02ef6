"""Who is one with whom: the cases in cases/identity, and what holds for all persons."""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from kenning.rules.identity import address, agree
from kenning.rules.identity.cluster import cluster, online
from kenning.rules.identity.person import Join, Person
from kenning.rules.identity.suggest import AUTO, RULES, STRENGTHS, SUGGEST, compare
from kenning.rules.identity.traits import SHARED_NAMES_MIN, counted, keys, marks

CASES = Path(__file__).parents[2] / "cases" / "identity"
NAMES = [
    "Mia Okafor", "Mia B. Okafor", "M. Okafor", "Marlon Okafor", "Okafor, Mia", "Mia Lindqvist", "Bob Lindqvist",
    "Robert Lindqvist", "Torsten Lindqvist", "Torsten Lindqvits", "Torsten Lindqvist Jr.", "Mia", "quietriver", "Robert",
    "王小明", "王 小明", "root", "", "mokafor", "Anna Lena Birk", "Annalena Birk",
]  # fmt: skip
LOCALS = [
    "mia",
    "mia.okafor",
    "mokafor",
    "miaokafor7",
    "quietriver",
    "quietriver8",
    "robert",
    "info",
    "root",
    "m.b.okafor",
]
DOMAINS = ["post.example.net", "mail.example.com", "box.local", "gmail.com", "users.noreply.github.com"]
identifiers = st.tuples(
    st.sampled_from(["email", "discord"]),
    st.builds("{}@{}".format, st.sampled_from(LOCALS), st.sampled_from(DOMAINS)),
)
contexts = st.tuples(st.just("network"), st.sampled_from(["attic", "cafe"]))
several = st.lists(
    st.builds(
        lambda names, met, context, kind: Person(
            id="", names=tuple(names), identifiers=tuple(met), context=tuple(context), type=kind
        ),
        st.lists(st.sampled_from(NAMES), max_size=2),
        st.lists(identifiers, max_size=2),
        st.lists(contexts, max_size=1),
        st.sampled_from(["kenning:Person"] * 4 + ["kenning:Organization"]),
    ),
    min_size=2,
    max_size=9,
).map(lambda found: [with_id(person, f"p{place}") for place, person in enumerate(found)])
thresholds = st.sampled_from([SUGGEST, AUTO])


def with_id(person: Person, name: str) -> Person:
    return Person(id=name, type=person.type, names=person.names, identifiers=person.identifiers, context=person.context)


def cases(file: str) -> list[ParameterSet]:
    found = json.loads((CASES / file).read_text(encoding="utf-8"))["cases"]
    return [pytest.param(case, id=case["name"]) for case in found]


def person(name: str, told: list[Any]) -> Person:
    more = told[2] if len(told) > 2 else {}
    return Person(
        id=name,
        names=tuple(told[0]),
        identifiers=tuple(tuple(pair) for pair in told[1]),
        type=more.get("type", "kenning:Person"),
        hours=tuple(more.get("hours", ())),
        context=tuple(tuple(pair) for pair in more.get("context", ())),
    )


def groups(persons: Iterable[Person], joined: Iterable[Join]) -> list[list[str]]:
    of = {one.id: {one.id} for one in persons}
    for join in joined:
        both = of[join.a] | of[join.b]
        of |= dict.fromkeys(both, both)
    return sorted(map(list, {tuple(sorted(group)) for group in of.values()}))


@pytest.mark.parametrize("case", cases("addresses.json"))
def test_addresses(case):
    found = address.read(case["channel"], case["identifier"])
    assert (list(found.exact), found.handle) == (case["exact"], case["handle"])


@pytest.mark.parametrize("case", cases("names.json"))
def test_names(case):
    one, other = agree.read(case["one"]), agree.read(case["other"])
    assert one.full
    assert other.full
    assert (agree.relation(one, other), agree.relation(other, one)) == (case["grade"], case["grade"])


@pytest.mark.parametrize("case", cases("pairs.json"))
def test_pairs(case):
    a, b = person("a", case["a"]), person("b", case["b"])
    others = [person(f"other {place}", told) for place, told in enumerate(case.get("others", []))]
    found = compare(a, b, counted([a, b, *others]))
    score = found.score if found else 0.0
    verdict = "auto" if score >= AUTO else "suggest" if score >= SUGGEST else "nothing"
    assert (verdict, [reason.kind for reason in found.reasons] if found else []) == (case["verdict"], case["reasons"])


@pytest.mark.parametrize("case", cases("clusters.json"))
def test_clusters(case):
    persons = [person(str(place), told) for place, told in enumerate(case["persons"])]
    never = frozenset((str(one), str(other)) for one, other in case.get("never", []))
    joined = cluster(persons, counted(persons), case["threshold"], never)
    assert groups(persons, joined) == [[str(place) for place in group] for group in case["groups"]]


def test_the_rules_have_a_version_and_the_thresholds_their_place():
    assert RULES == "identity/1"
    assert 0 < SUGGEST < AUTO < max(STRENGTHS.same, STRENGTHS.address)


@given(several)
def test_a_comparison_is_symmetric_and_its_shares_add_up(persons):
    counts = counted(persons)
    for one, other in combinations(persons, 2):
        found = compare(one, other, counts)
        assert found == compare(other, one, counts)
        if found:
            assert found.a < found.b
            assert one.type == other.type
            assert 0 <= found.score <= 1
            assert sum(reason.share for reason in found.reasons) == pytest.approx(found.score, abs=1e-3)


@given(several)
def test_whoever_may_be_suggested_shares_a_blocking_key(persons):
    counts = counted(persons)
    for one, other in combinations(persons, 2):
        found = compare(one, other, counts)
        if found and found.score >= SUGGEST:
            assert set(keys(one)) & set(keys(other))


@given(several.flatmap(lambda persons: st.tuples(st.just(persons), st.permutations(persons))), thresholds)
def test_the_order_of_persons_changes_nothing(both, threshold):
    persons, shuffled = both
    assert cluster(persons, counted(persons), threshold) == cluster(shuffled, counted(shuffled), threshold)


@given(several, thresholds, st.data())
def test_a_judgement_never_the_same_holds_through_every_chain(persons, threshold, data):
    chosen = data.draw(st.lists(st.sampled_from(list(combinations([one.id for one in persons], 2))), max_size=4))
    never = frozenset(pair[:: data.draw(st.sampled_from([1, -1]))] for pair in chosen)
    for group in groups(persons, cluster(persons, counted(persons), threshold, never)):
        assert not [pair for pair in never if set(pair) <= set(group)]


@given(
    st.lists(st.booleans(), min_size=SHARED_NAMES_MIN, max_size=12),
    thresholds,
    st.sampled_from(["email", "discord"]),
    st.booleans(),
)
def test_a_placeholder_joins_none_of_those_who_share_it(nicks, threshold, channel, nameless):
    words = ["adwo", "brenk", "cilvy", "dorst", "eskal", "fjorn", "grimt", "hulme", "istvo", "jarkk", "kolpa", "lunds"]
    shared = ((channel, "quietriver@post.example.net"),)
    names = [word if nick else f"{word[::-1]} {word}" for word, nick in zip(words, nicks, strict=False)]
    persons = [Person(id=name, names=(name,), identifiers=shared) for name in names]
    persons += [Person(id="none", identifiers=shared)] if nameless else []
    counts = counted(persons)
    assert cluster(persons, counts, threshold) == []
    assert online(persons[0], [(one,) for one in persons[1:]], counts, threshold) == []


@given(st.integers(min_value=3, max_value=12), st.booleans())
def test_no_number_of_nicks_or_names_at_one_address_is_joined_unasked(number, nicks):
    words = ["adwo", "brenk", "cilvy", "dorst", "eskal", "fjorn", "grimt", "hulme", "istvo", "jarkk", "kolpa", "lunds"]
    shared = (("email", "quietriver@post.example.net"),)
    names = [word if nicks else f"{word[::-1]} {word}" for word in words[:number]]
    persons = [Person(id=name, names=(name,), identifiers=shared) for name in names]
    assert cluster(persons, counted(persons), AUTO) == []


@given(st.integers(min_value=2, max_value=6))
def test_names_that_differ_are_never_joined_unasked_by_an_address(number):
    family = ["Adwo", "Brenk", "Cilvy", "Dorst", "Eskal", "Fjorn"]
    shared = (("email", "quietriver@post.example.net"),)
    persons = [Person(id=name, names=(f"{name[::-1]} {name}",), identifiers=shared) for name in family[:number]]
    joined = cluster([*persons, Person(id="none", identifiers=shared)], counted(persons), AUTO)
    assert len(joined) <= 1


@settings(max_examples=50)
@given(several, thresholds)
def test_a_stranger_changes_nothing_about_others(persons, threshold):
    """As long as the number of names here stays below the next power of two less the others behind them."""
    stranger = Person(id="z", names=("Zygmunt Ffoulkes",), identifiers=(("forum", "@ffzyg"),))
    before = cluster(persons, counted(persons), threshold)
    assert cluster([*persons, stranger], counted([*persons, stranger]), threshold) == before


@given(several, thresholds)
def test_one_newcomer_and_one_known_are_judged_as_in_a_batch(persons, threshold):
    one, other = persons[:2]
    counts = counted(persons)
    assert online(other, [(one,)], counts, threshold) == cluster([one, other], counts, threshold)


@given(several, thresholds)
def test_a_newcomer_joins_no_cluster_it_may_never_meet(persons, threshold):
    *known, newcomer = persons
    counts = counted(persons)
    of = groups(known, cluster(known, counts, threshold))
    clusters = [[one for one in known if one.id in group] for group in of]
    never = frozenset((newcomer.id, one.id) for one in known[:1])
    joined = online(newcomer, clusters, counts, threshold, never)
    assert all(newcomer.id in {join.a, join.b} for join in joined)
    met = next(
        (group for group in groups(persons, [*cluster(known, counts, threshold), *joined]) if newcomer.id in group), []
    )
    assert known[0].id not in met


def test_a_newcomer_can_bridge_two_clusters():
    mia = Person(id="1", names=("Mia Okafor",), identifiers=(("email", "mia@okafor.example.net"),))
    river = Person(id="2", identifiers=(("discord", "quietriver"),))
    newcomer = Person(id="3", names=("Mia Okafor",), identifiers=(("email", "quietriver@post.example.net"),))
    counts = counted([mia, river, newcomer])
    assert cluster([mia, river], counts, AUTO) == []
    assert [(join.a, join.b) for join in online(newcomer, [(mia,), (river,)], counts, AUTO)] == [("1", "3"), ("2", "3")]


def test_counts_are_of_names_and_not_of_persons():
    persons = [
        Person(id=str(place), names=("Mia Okafor",), identifiers=(("sms", "+491705550123"),)) for place in range(9)
    ]
    counts = counted(persons)
    assert counts.names("address", "phone:491705550123") == 1
    assert counts.names("name", "") == 1
    assert counts.names("word", "okafor") == 1
    assert counts.names("word", "lindqvist") == 0


def test_a_name_that_some_would_bear_by_chance_is_asked_about():
    first = ["Anna", "Bea", "Cleo", "Dora", "Edda", "Fay", "Gerda", "Hanne", "Ida", "Jo", "Kaja", "Lea", "Mia", "Nele"]
    last = ["Adwo", "Brenk", "Cilvy", "Dorst", "Eskal", "Fjorn", "Grimt", "Hulme", "Istvo", "Jarkk", "Kolpa", "Lunds"]
    crowd = [Person(id=f"{one} {other}", names=(f"{one} {other}",)) for one in first for other in last]
    twin = Person(id="twin", names=("Mia Brenk",))
    found = compare(twin, next(one for one in crowd if one.id == "Mia Brenk"), counted([*crowd, twin]))
    assert found
    assert SUGGEST <= found.score < AUTO


def test_marks_are_the_same_whatever_the_order_of_names():
    names = ("Mia Okafor", "Mia Lindqvist")
    assert marks(Person(id="1", names=names)) == marks(Person(id="1", names=names[::-1]))
