"""Laws of letters: what two spellings of one name share."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from kenning.rules.names.letters import fold, words

TEXTS = st.text(max_size=40)
MARKS = st.sampled_from(["\u0300", "\u0301", "\u0302", "\u0303", "\u0308", "\u030c", "\u0327", "\u0323"])


@given(TEXTS)
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@given(TEXTS)
def test_no_letter_or_digit_is_lost_altogether(text):
    if any(letter.isalnum() for letter in text):
        assert fold(text) != ""


@given(TEXTS)
def test_the_words_are_the_key(text):
    assert " ".join(words(text)) == fold(text)


@given(TEXTS, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]))
def test_unicode_forms_are_one_name(text, form):
    assert fold(unicodedata.normalize(form, text)) == fold(text)


@given(st.text("abcdefghijklmnopqrstuvwxyz ", min_size=1, max_size=20), st.lists(MARKS, max_size=5))
def test_case_and_accents_are_one_name(text, marks):
    assert fold(text.upper()) == fold(text.title()) == fold(text)
    if text.strip():
        accented = "".join(
            letter + (marks[n] if n < len(marks) and letter != " " else "") for n, letter in enumerate(text)
        )
        assert fold(accented) == fold(text)


@given(
    st.text("가나다라김이박최정강조윤장임", min_size=1, max_size=6),
    st.text("가나다라김이박최정강조윤장임", min_size=1, max_size=6),
)
def test_two_korean_names_are_two(one, other):
    assert (fold(one) == fold(other)) == (one == other)
