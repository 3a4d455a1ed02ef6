"""Known names in texts: the cases in cases/mentions (`surface=key` is what is found), and what holds for every text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet
from hypothesis import example, given
from hypothesis import strategies as st

from kenning.rules.mentions import Found, Names, find, introductions
from kenning.rules.mentions.find import FOUND_MAX, NAME_CHARACTERS_MAX, NAME_WORDS_MAX

CASES = Path(__file__).parents[1] / "cases" / "mentions"


def cases(part: str) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    for file in sorted(CASES.glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        for case in content.get(part, []):
            yield file.stem, content, case


def finds() -> Iterator[ParameterSet]:
    for stem, content, case in cases("cases"):
        yield pytest.param(content["names"], case["text"], case["found"], id=f"{stem}: {case['name']}")


def known(names: dict[str, list[str]]) -> Names:
    index = Names()
    for key, said in names.items():
        for name in said:
            index.add(name, key)
    return index


@pytest.mark.parametrize(("names", "text", "expected"), list(finds()))
def test_find(names, text, expected):
    found = find(text, known(names))
    assert [f"{one.surface}={','.join(one.keys)}" for one in found] == expected
    assert all(text[one.start : one.end] == one.surface for one in found)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["text"]) for _, _, case in cases("introductions")])
def test_introductions(case):
    found = introductions(case["text"])
    assert [one.surface for one in found if one.firm] == case["firmly"]
    assert [one.surface for one in found if not one.firm] == case["maybe"]
    assert all(case["text"][one.start : one.end] == one.surface for one in found)


# ---- laws ------------------------------------------------------------------------------------------------------------

WORDS = [
    "Priya",
    "Patel",
    "Rose",
    "Will",
    "the",
    "O'Neill",
    "Zoë",
    "山田",
    "太郎",
    "김철수",
    "Иван",
    "AT&T",
    "C++",
    "ﾔﾏﾀﾞ",
    "d'Anna",
]
GAPS = [" ", ", ", ". ", "-", "'s ", "、", "", "’s ", "・", "\n"]
phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
names_given = st.lists(st.tuples(phrases, st.sampled_from(["1", "2", "3"])), max_size=8)
texts = st.lists(st.tuples(st.sampled_from([*WORDS, "priya", "will", "boat"]), st.sampled_from(GAPS)), max_size=8).map(
    lambda pairs: "".join(word + gap for word, gap in pairs)
)


def index_of(given_names: list[tuple[str, str]]) -> Names:
    index = Names()
    for name, key in given_names:
        index.add(name, key)
    return index


class Open(Names):
    """The same names without the quick look."""

    def may_occur(self, text: str) -> bool:
        return bool(text) or True


@example([("Priya", "1")], "Priya山田 ")
@given(names_given, texts)
def test_the_quick_look_hides_no_name(given_names, text):
    thorough = Open()
    for name, key in given_names:
        thorough.add(name, key)
    assert find(text, index_of(given_names)) == find(text, thorough)


@given(names_given, names_given, texts)
def test_what_was_removed_was_never_there(kept, gone, text):
    index = index_of([*kept, *gone])
    for name, key in reversed(gone):
        index.remove(name, key)
    assert find(text, index) == find(text, index_of(kept))
    assert vars(index) == vars(index_of(kept))


@given(names_given, texts, st.randoms(use_true_random=False))
def test_the_order_in_which_names_came_never_matters(given_names, text, dice):
    shuffled = list(given_names)
    dice.shuffle(shuffled)
    assert find(text, index_of(shuffled)) == find(text, index_of(given_names))


@given(names_given, texts)
def test_mentions_stand_in_order_and_apart(given_names, text):
    found = find(text, index_of(given_names))
    assert all(text[one.start : one.end] == one.surface for one in found)
    assert all(one.end <= after.start for one, after in pairwise(found))
    assert all(one.keys and list(one.keys) == sorted(set(one.keys)) for one in found)


@given(st.text(max_size=60), st.text(max_size=200))
def test_any_name_and_any_text_are_welcome(name, text):
    index = index_of([(name, "1")])
    for one in find(f"{text} {name} {text}", index):
        assert one.surface
    introductions(text)
    assert index.add(name, "1") == bool(len(index))


@given(st.sampled_from(["Priya Patel", "Zoë Brandt", "山田太郎", "Иван Петров", "O'Neill"]), st.text(max_size=20))
def test_a_name_that_stands_alone_in_a_text_is_found(name, rest):
    found = find(f"{rest}\n\n{name}\n\n{rest}", index_of([(name, "1")]))
    assert name in [one.surface for one in found]


def test_two_that_bear_a_name_are_both_told():
    index = index_of([("Priya", "2"), ("Priya", "1")])
    assert find("ask Priya", index) == [Found(4, 9, "Priya", ("1", "2"))]
    assert index.remove("Priya", "2")
    assert not index.remove("Priya", "2")
    assert find("ask Priya", index) == [Found(4, 9, "Priya", ("1",))]


def test_a_name_that_cannot_be_a_mention_is_not_kept():
    index = Names()
    assert not any(
        index.add(name, "1")
        for name in ("", " ", "!!!", "Bo", "42", "the", "林", "x" * (NAME_CHARACTERS_MAX + 1), "a b " * NAME_WORDS_MAX)
    )
    assert len(index) == 0


def test_a_text_yields_only_so_many():
    assert len(find("Priya, " * (FOUND_MAX + 5), index_of([("Priya", "1")]))) == FOUND_MAX
