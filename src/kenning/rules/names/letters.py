"""Letters: the key under which two spellings are one name, and its words.

A spelling is evened out where writers and keyboards differ and readers do not: Unicode forms, width, case, accents,
optional vowel points, apostrophes, punctuation and runs of space. What tells two names of one script apart stays: Hangul
syllables, the voicing marks of kana, the vowel signs of Indic scripts, tone marks of Thai, ideographs.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import regex

# Letters that have no decomposition and are typed as often without what makes them special. What Unicode decomposes or
# case-folds by itself (é, ß) needs no line here. Arabic: as Lucene's ArabicNormalizer and PersianNormalizer.
_SPECIAL = str.maketrans(
    dict(
        pair.split("=")
        for pair in """
        ø=o ł=l đ=d ð=d ħ=h ŧ=t ı=i ȷ=j ŋ=ng ĸ=k æ=ae œ=oe þ=th ə=a ǝ=a ɓ=b ɗ=d ƙ=k ƴ=y ɛ=e ɔ=o ɨ=i ʉ=u ƀ=b ǥ=g ⱥ=a ȼ=c
        ɉ=j ɍ=r ɏ=y ى=ي ی=ي ې=ي ک=ك ة=ه ۀ=ه ھ=ه ہ=ه ٱ=ا
        """.split()  # noqa: SIM905 - reads as a table
    ),
)
# What stands where people type an apostrophe, a glottal stop or nothing: it closes up. Joiners and soft hyphens too.
_CLOSED = str.maketrans(dict.fromkeys("'`´’‘‛ʹʻʼʽʾʿˈ′＇ꞌ՚׳\u00ad\u034f\u061c\u0640\u200b\u200c\u200d\u2060\ufeff"))
# Accents fall over Latin and Greek, over Cyrillic е (ё) and as stress; й and ї stay letters. Hebrew and Arabic points fall.
_ACCENTS = regex.compile(
    r"(?<=[\p{Latin}\p{Greek}]\p{M}*)\p{M}+|(?<=[её])\u0308|(?<=\p{Cyrillic}\p{M}*)[\u0300\u0301]"
    r"|(?<=\p{Hebrew}\p{M}*)[\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7]"
    r"|(?<=\p{Arabic}\p{M}*)[\u064b-\u065f\u0670\u06d6-\u06ed]",
)
# Scripts whose words take no spaces, and Hangul, whose names are written with one or without.
_SPACELESS = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}ー々〆"
)
# A sign that ends a word is part of it: C, C++ and C# are three things.
_WORDS = regex.compile(
    rf"(?:[{_SPACELESS}--\p{{N}}\p{{P}}]\p{{M}}*)+"
    rf"|(?:[\p{{L}}\p{{N}}--[{_SPACELESS}--\p{{N}}]]\p{{M}}*)+(?:[+#]+(?![\p{{L}}\p{{N}}]))?",
    regex.VERSION1,
)
_CJK = regex.compile(rf"[{_SPACELESS}--\p{{N}}\p{{P}}]", regex.VERSION1)
_ASCII: dict[int, str | None] = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
_ASCII |= {ord("&"): " and ", ord("'"): None, ord("`"): None}
_BLANKS = regex.compile(r"[\s\p{Cf}\p{Cc}]+")


@lru_cache(maxsize=1 << 15)
def fold(text: str) -> str:
    """The key under which two spellings are one name.

    Words in lower case with one space between them; a run of a script without spaces is a word. Idempotent. A text without a
    letter or digit (an emoji, "!!!") is its own key, so that no two such names meet; only a blank text gives "".
    Sources: Unicode UAX 15 (NFKC), UTS 39 "confusables" only as far as readers drop the difference; Lucene's Arabic normaliser.

    >>> fold("  ÅNGSTRÖM & Łukasz O’Neil-Straße ")
    'angstrom and lukasz oneil strasse'
    >>> fold("LINE株式会社"), fold("ｶﾞﾝﾀﾞﾑ"), fold("Ёлкин"), fold("C++"), fold("!!!")
    ('line 株式会社', 'ガンダム', 'елкин', 'c++', '!!!')
    """
    if text.isascii() and "+" not in text and "#" not in text:
        folded = " ".join(text.translate(_ASCII).split())
    else:
        folded = " ".join(_WORDS.findall(_evened(text)))
    return folded or _BLANKS.sub(" ", _composed(text)).strip()


def words(text: str) -> list[str]:
    """The words of a name as `fold` writes them, in order.

    >>> words("Smith-Jones, J.P."), words("王小明 Wang")
    (['smith', 'jones', 'j', 'p'], ['王小明', 'wang'])
    """
    return fold(text).split()


def is_spaceless(word: str) -> bool:
    """Whether a word is of a script that puts no space between words, or of Hangul, where a letter is a syllable or a word."""
    return not word.isascii() and _CJK.match(word) is not None


def is_ideographic(word: str) -> bool:
    """Whether every letter of a word is a syllable or a word (Han, kana, Hangul): another letter is another name."""
    return "\u1100" <= word[:1] <= "\u11ff" or "\u2e80" <= word[:1] <= "\ud7ff" or word[:1] >= "\U0001b000"


def _composed(text: str) -> str:
    """One Unicode form, width and case. Case folding undoes composition and the other way round, so both go twice."""
    for _ in range(2):
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return text


def _evened(text: str) -> str:
    """Composed, without accents and apostrophes, special letters spelled plainly and digits of every script as ASCII."""
    text = _composed(text).translate(_CLOSED).replace("&", " and ")
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", text))
    text = unicodedata.normalize("NFC", bare.translate(_SPECIAL))
    if any(letter.isdecimal() and not letter.isascii() for letter in text):
        text = "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in text)
    return text
