"""Names in a text by shape and cues, without a model."""

import json
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning.rules.knowledge.extract.named.shaped import known_names, names
from kenning.rules.knowledge.extract.named.words import words
from tests.extract.saying import message

CASES = Path(__file__).parents[1] / "cases/extract"
TEXTS = st.lists(
    st.sampled_from(
        [
            "Anna",
            "anna",
            "Dr.",
            "the",
            "of",
            "Porto",
            "University",
            "-",
            "'s",
            ",",
            ".",
            "!",
            "I",
            "and",
            "\n",
            "@rui",
            "RT",
            "Ünal",
        ]
    )
    | st.text(max_size=8),
    max_size=30,
).map(" ".join)


def found(text):
    return {text[one.start : one.end]: one.kind for one in names(text)}


def test_names_are_found_with_what_they_name():
    for case in json.loads((CASES / "names.json").read_text(encoding="utf-8")):
        assert found(case["text"]) == case["names"], case["text"]


@given(TEXTS)
def test_names_stand_in_the_text_in_order_and_apart(text):
    some = names(text)
    assert [one for one in some if not 0 <= one.start < one.end <= len(text)] == []
    assert all(before.end <= after.start for before, after in pairwise(some))
    assert names(text) == some


@given(TEXTS)
def test_words_leave_nothing_out_but_blanks(text):
    covered = {place for word in words(text) for place in range(word.start, word.end)}
    assert [letter for place, letter in enumerate(text) if place not in covered and not letter.isspace()] == []
    assert all(text[word.start : word.end] == word.text for word in words(text))


def test_who_is_known_there_is_found_where_shape_alone_says_nothing():
    text = "Vask left early."
    assert names(text) == []
    known = known_names([("Orion Vask", "person")])
    assert [text[one.start : one.end] for one in names(text, known)] == ["Vask"]


def test_who_is_only_named_becomes_an_entity_where_that_is_wanted():
    told = []
    for wanted in (False, True):
        memory = kenning.open(":memory:", config=kenning.Config(vectors=False, names=wanted))
        memory.record(message("Orion Vask", "I saw Wanda Novak in the library."))
        memory.extract()
        told.append(sorted(one.canonical_name for one in memory.entities()))
    assert told == [["Orion Vask"], ["Orion Vask", "Wanda Novak"]]
