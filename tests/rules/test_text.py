"""Text becomes tokens: the cases in cases/text, and what holds for every text."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from _pytest.mark import ParameterSet
from hypothesis import example, given
from hypothesis import strategies as st

from kenning.rules.text import FUNCTION_WORDS, TOKEN_CHARACTERS_MAX, bag, query_keys, term_key, tokens

CASES = Path(__file__).parents[1] / "cases" / "text"


def cases() -> Iterator[ParameterSet]:
    for file in sorted(CASES.glob("*.json")):
        for case in json.loads(file.read_text(encoding="utf-8"))["cases"]:
            yield pytest.param(case["text"], case["tokens"], id=f"{file.stem}: {case['name']}")


@pytest.mark.parametrize(("text", "expected"), list(cases()))
def test_tokens(text, expected):
    assert tokens(text) == expected


def unpacked(text: str) -> dict[int, int]:
    packed = bag(text)
    return dict(zip(np.frombuffer(packed.keys, "<i8").tolist(), packed.tfs, strict=True))


@given(st.text())
@example("l'homme don't 東京タワー 👍🏽 १२")
@example("a" * 200)
def test_a_bag_counts_the_tokens(text):
    found = tokens(text)
    assert unpacked(text) == {term_key(token): min(255, found.count(token)) for token in found}
    assert bag(text).length == len(found)
    keys = np.frombuffer(bag(text).keys, "<i8")
    assert (np.diff(keys.astype(object)) > 0).all()


@given(st.text())
def test_a_text_finds_itself(text):
    """Every key a question asks for is one of the document of the same text."""
    assert set(query_keys(text)) <= set(unpacked(text))
    assert bool(query_keys(text)) == bool(tokens(text))


@given(st.text(), st.text())
def test_a_space_divides(one, other):
    assert tokens(f"{one} {other}") == tokens(one) + tokens(other)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_the_fast_path_is_the_same_path(text):
    """ASCII takes a short way; a word of another script at the end sends the same text the long way."""
    assert tokens(f"{text} ж") == [*tokens(text), "ж"]


@given(st.text())
def test_tokens_are_short_and_not_empty(text):
    assert all(0 < len(token) <= TOKEN_CHARACTERS_MAX for token in tokens(text))


def test_a_count_stops_at_a_byte_and_the_length_does_not():
    assert unpacked("word " * 300) == {term_key("word"): 255}
    assert bag("word " * 300).length == 300


def test_a_key_is_a_digest_for_ever():
    """Keys are on the disk: another digest would be another format."""
    assert term_key("kenning") == -3374401440002158404
    assert term_key("東京") == -1140702830356262418


def test_function_words_fall_only_where_something_is_left():
    assert query_keys("Where did John's sister go?") == [term_key("john"), term_key("sister"), term_key("go")]
    assert query_keys("who is it") == [term_key("who"), term_key("is"), term_key("it")]
    assert query_keys("tea, more tea") == [term_key("tea"), term_key("more")]
    assert query_keys("") == []


def test_function_words_fall_with_either_apostrophe():
    assert query_keys("what’s the price") == query_keys("what's the price") == [term_key("price")]
    assert all(word == word.lower() for word in FUNCTION_WORDS)


def test_threads_share_it():
    """Stemmers must not serve two threads at once; many threads at new words give what one gives."""
    words = [f"run{'abcdefghij'[number % 10]}{'klmnopqrst'[number // 10 % 10]}nings" for number in range(100)]
    expected = [tokens(word) for word in words]
    wrong: list[str] = []

    def run() -> None:
        for _ in range(30):
            wrong.extend(word for word, right in zip(words, expected, strict=True) if tokens(word) != right)

    threads = [threading.Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
