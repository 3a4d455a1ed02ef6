"""Laws of names, and the cases that say what is alike and what is not."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kenning.rules.names import compare, fold, grams, index_keys, query_keys, read

AUTO, SUGGEST = 0.95, 0.70
CASES = Path(__file__).parents[2] / "cases" / "names"

GIVEN = "ann berta carlos dmitri elena farid greta hiro ines jonas katherine bob robert liz mohamed".split()  # noqa: SIM905
FAMILIES = "marsh hill okoye valdez petrov kimura lindqvist o'dair van-der-meer al-hadi brightwater".split()  # noqa: SIM905
NAMES = st.builds(" ".join, st.lists(st.sampled_from(GIVEN + FAMILIES), min_size=1, max_size=4))
# Words so alike that several alignments are as good as each other.
NEAR = st.builds(" ".join, st.lists(st.text("abe", min_size=1, max_size=7), min_size=1, max_size=4))
TEXTS = st.one_of(st.text(max_size=30), NAMES, NEAR)
TYPES = st.sampled_from(["", "Person", "kenning:Organization", "Event"])
MARKS = "\u0300\u0301\u0302\u0303\u0308\u030c\u0327\u0323"


def scored(one, other, kind=""):
    return compare(read(one, kind), read(other, kind)).score


@given(TEXTS, TEXTS, TYPES, TYPES)
def test_comparing_is_symmetric(one, other, kind, other_kind):
    a, b = read(one, kind), read(other, other_kind)
    assert compare(a, b) == compare(b, a)


@given(TEXTS, TYPES)
def test_a_name_is_itself(text, kind):
    assert scored(text, text, kind) == 1.0


@given(TEXTS, TEXTS, TYPES)
def test_scores_are_shares_and_features_say_what_counts(one, other, kind):
    match = compare(read(one, kind), read(other, kind))
    assert 0.0 <= match.score <= 1.0
    assert all(-1.0 <= value <= 1.0 for value in match.features.values())
    assert not match.vetoes or match.score < SUGGEST


@given(TEXTS, TYPES, st.integers(0, 9), st.integers(0, 9), st.integers(0, 30))
def test_another_digit_is_another_thing(text, kind, digit, other, place):
    assume(digit != other)
    before, after = text[:place], text[place:]
    assert scored(f"{before}{digit}{after}", f"{before}{other}{after}", kind) < SUGGEST


@given(NAMES, TYPES, st.randoms(use_true_random=False))
def test_case_never_changes_a_key_and_order_never_the_sorted_one(name, kind, dice):
    words = name.split()
    shuffled = dice.sample(words, len(words))
    assert index_keys(name.upper(), kind) == index_keys(name, kind)
    if read(name, kind).key and not read(name, kind).titles:
        assert dict(index_keys(" ".join(shuffled), kind))["sorted"] == dict(index_keys(name, kind))["sorted"]


@given(NAMES, TYPES, st.lists(st.sampled_from(MARKS), min_size=30, max_size=30))
def test_accents_are_no_difference(name, kind, marks):
    accented = "".join(
        letter + mark if letter.isalpha() else letter for letter, mark in zip(name, marks * 3, strict=False)
    )
    assert scored(accented, name[: len(name)], kind) == 1.0


@given(TEXTS, TYPES)
def test_a_name_is_found_under_its_own_keys(text, kind):
    if fold(text):
        assert set(index_keys(text, kind)) & set(query_keys(text, kind))


@given(NAMES)
def test_each_word_that_names_finds_the_whole(name):
    parts = [key for kind, key in index_keys(name, "Person") if kind == "part"]
    assert all(("part", part) in query_keys(part, "Person") for part in parts)


@given(TEXTS, TYPES)
def test_keys_are_distinct_and_never_empty(text, kind):
    for keys in (index_keys(text, kind), query_keys(text, kind)):
        assert len(keys) == len(set(keys))
        assert all(key for _, key in keys)


@given(TEXTS)
def test_grams_are_distinct_ascending_and_fit_the_store(text):
    found = grams(text)
    assert found == sorted(set(found))
    assert all(0 <= gram < 1 << 63 for gram in found)
    assert bool(found) == bool(fold(text))


@given(NAMES, NAMES)
def test_what_is_joined_unasked_is_the_same_words(one, other):
    if scored(one, other, "Person") >= AUTO:
        joined = ("".join(sorted(fold(name).replace(" ", ""))) for name in (one, other))
        assert len(set(joined)) == 1


CASE_FILES = sorted(CASES.glob("*.json"))
FOUND = [
    pytest.param(case, id=f"{file.stem}: {case['one']} / {case['other']}")
    for file in CASE_FILES
    for case in json.loads(file.read_text(encoding="utf-8"))["cases"]
    if "other" in case
]


@pytest.mark.parametrize("case", FOUND)
def test_cases(case):
    kinds = case.get("types", [case.get("type", "")] * 2)
    match = compare(read(case["one"], kinds[0]), read(case["other"], kinds[1]))
    band = "same" if match.score >= AUTO else "alike" if match.score >= SUGGEST else "different"
    assert (band, list(match.vetoes)) == (case["band"], case.get("vetoes", [])), match


KEYED = [
    pytest.param(case, id=f"{case['name']} / {case['surface']}")
    for case in json.loads((CASES / "keys.json").read_text(encoding="utf-8"))["cases"]
]


@pytest.mark.parametrize("case", KEYED)
def test_cases_of_keys(case):
    kind = case.get("type", "")
    met = set(index_keys(case["name"], kind)) & set(query_keys(case["surface"], kind))
    assert sorted({kind for kind, _ in met}) == case["meet"]


def test_there_are_cases():
    assert len(FOUND) >= 60


def test_a_name_of_very_many_words_is_read_as_a_few():
    one = read(" ".join(f"w{letter}" for letter in "abcdefghij" * 50), "Person")
    other = read(" ".join(f"w{letter}" for letter in "abcdefghij" * 50) + " tail", "Person")
    assert len(one.parts) == len(other.parts) == 24
    assert compare(one, other).score < AUTO
