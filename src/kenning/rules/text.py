"""Text as the lexical lane sees it: tokens, their keys, and the bag of a document.

Documents and questions go through the same `tokens`, so what matters is that both sides fall on the same token: width,
case, accents, apostrophes and English endings are evened out. Scripts written without spaces become overlapping pairs.
"""

from __future__ import annotations

import re
import unicodedata
from array import array
from collections.abc import Iterable
from hashlib import blake2b
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import regex
import Stemmer
from numpy.typing import NDArray

TOKEN_CHARACTERS_MAX = 64
"""Longer runs (base64, links) are cut here: enough to tell them apart, and no cache holds a megabyte under one word."""

_TF_MAX = 255
_NATIVE = array("H", [1]).tobytes()[0] == 1 and array("q").itemsize == 8
_SEVERAL = 1 << 64  # no key of 64 bits
_CACHED_WORDS = 1 << 17
_CACHED_CHARACTERS_MAX = 32

# Those outside ASCII that stand where people type an apostrophe; the backtick is ASCII, and a mark of code.
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼʹ＇´", "'"))
# One pass instead of a pattern, where no apostrophe asks for one: letters to lower case, all else to blanks.
_ASCII_FOLDED = "".join(chr(code).lower() if chr(code).isalnum() else " " for code in range(128))
_ASCII_WORDS = re.compile(r"[a-z0-9]+(?:'[a-z0-9]+)*")
# French and Italian drop a vowel before another: l'homme, dell'arte. Both halves are words there.
_ELIDED = frozenset("l d j n s c m t qu jusqu lorsqu puisqu quelqu dell nell all sull dall un".split())  # noqa: SIM905 - reads as a list

# Letters that have no decomposition and are typed without their stroke as often as with it.
_STROKES = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"})
# Accents fall where readers drop them: over Latin and Greek, over Russian е (ё) and as stress marks; й and ї stay letters.
# Arabic and Hebrew points are optional in writing, the Arabic tatweel is a typographer's dash.
_ACCENTS = regex.compile(
    r"(?<=[\p{Latin}\p{Greek}][\u0300-\u036f]*)[\u0300-\u036f]|(?<=е)\u0308|(?<=\p{Cyrillic})[\u0300\u0301]"
    r"|(?<=\p{Hebrew}\p{M}*)[\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7]|(?<=\p{Arabic}\p{M}*)[\u064b-\u065f\u0670]|\u0640",
)
_UNSPACED = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}ー々〆"
)
_SKIN_AND_STYLE = regex.compile(r"[\U0001F3FB-\U0001F3FF\uFE0E\uFE0F]")
_JOINERS = regex.compile(r"(?<=[\p{L}\p{M}])[\u200c\u200d\u00ad](?=[\p{L}\p{M}])")
_PIECES = regex.compile(
    rf"(?P<unspaced>(?:[{_UNSPACED}--\p{{N}}]\p{{M}}*)+)"
    rf"|(?P<word>[\p{{L}}\p{{N}}--[{_UNSPACED}--\p{{N}}]][\p{{L}}\p{{N}}\p{{M}}--[{_UNSPACED}--[\p{{N}}\p{{M}}]]]*"
    rf"(?:'[\p{{L}}\p{{N}}--[{_UNSPACED}--\p{{N}}]][\p{{L}}\p{{N}}\p{{M}}--[{_UNSPACED}--[\p{{N}}\p{{M}}]]]*)*)"
    r"|(?P<emoji>\p{Regional_Indicator}{2}|\p{Extended_Pictographic}(?:\u200d\p{Extended_Pictographic})*)",
    regex.VERSION1,
)
_CLUSTERS = regex.compile(r".\p{M}*", regex.DOTALL)

FUNCTION_WORDS = frozenset(
    """
    a about am an and any are aren't as at be been being but by can can't cannot could couldn't did didn't do does doesn't
    doing don't for from had hadn't has hasn't have haven't having he he'd he'll he's her hers him his how how's i i'd i'll
    i'm i've if in into is isn't it it'd it'll it's its just me my of on or our ours shall she she'd she'll she's should
    shouldn't so some such than that that's the their theirs them then there there's these they they'd they'll they're
    they've this those to too us very was wasn't we we'd we'll we're we've were weren't what what's when when's where
    where's which who who's whom whose why will with won't would wouldn't you you'd you'll you're you've your yours
    """.split(),  # noqa: SIM905 - reads as a list
)
"""English words that carry no subject: dropped from a question that has others, never from a document."""


class Bag(NamedTuple):
    """The terms of one document: keys (int64, little endian, ascending), their counts (one byte each), and the token count."""

    keys: bytes
    tfs: bytes
    length: int


class Bags(NamedTuple):
    """The terms of many documents, one after another: keys (int64, ascending in each) and counts (uint8).

    ``sizes`` and ``lengths`` tell of each document how many terms and how many tokens it has.
    """

    keys: NDArray[Any]
    tfs: NDArray[Any]
    sizes: NDArray[Any]
    lengths: NDArray[Any]


def tokens(text: str) -> list[str]:
    """Give the tokens of a text in order, as documents and questions share them.

    >>> tokens("Łukasz's cafés weren't OPEN in 2024 👍🏽")
    ['lukasz', 'cafe', 'werent', 'open', 'in', '2024', '👍']
    >>> tokens("東京タワー")
    ['東京', '京タ', 'タワ', 'ワー']
    """
    return [token for word in _words(text) for token in _stems(word)]


def term_key(token: str) -> int:
    """Give the key a token is stored under: a signed 64-bit digest, so that no vocabulary remembers an erased word."""
    digest = blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little", signed=True)


def bag(text: str) -> Bag:
    """Count the terms of a text into the form the index stores."""
    words = _words(text)
    found = list(map(_known.__getitem__, words))
    distinct = set(found)
    if _SEVERAL in distinct:
        found = [key for word in words for key in _keys(word)]
        distinct = set(found)
    keys = sorted(distinct)
    if len(keys) == len(found):
        return Bag(_packed(keys), b"\1" * len(keys), len(keys))
    counts = dict.fromkeys(keys, 0)  # filled in the order of the keys
    for key in found:
        counts[key] += 1
    tfs = counts.values()
    return Bag(_packed(keys), bytes(tfs if max(tfs) <= _TF_MAX else [min(tf, _TF_MAX) for tf in tfs]), len(found))


def bags(texts: Iterable[str]) -> Bags:
    """Count the terms of many texts as `bag` does; what is counted of all at once costs a third of it."""
    found: list[int] = []
    lengths: list[int] = []
    for text in texts:
        words = _words(text)
        keys = list(map(_known.__getitem__, words))
        if _SEVERAL in keys:
            keys = [key for word in words for key in _keys(word)]
        keys.sort()
        found += keys
        lengths.append(len(keys))
    every, tokens_of = np.array(found, np.int64), np.array(lengths, np.int64)
    ends = np.cumsum(tokens_of)
    fresh = np.ones(len(every) + 1, bool)
    np.not_equal(every[1:], every[:-1], out=fresh[1:-1])
    fresh[ends] = True
    firsts = np.flatnonzero(fresh)
    tfs = np.minimum(np.diff(firsts), _TF_MAX).astype(np.uint8)
    sizes = np.diff(firsts.searchsorted(ends), prepend=0)
    return Bags(every[firsts[:-1]], tfs, sizes, tokens_of)


def query_keys(question: str) -> list[int]:
    """Give the keys to look for, each once, in the order asked; function words only where nothing else is left."""
    words = _words(question)
    telling = [word for word in words if word not in FUNCTION_WORDS]
    return list(dict.fromkeys(key for word in telling or words for key in _keys(word)))


def words(text: str) -> list[str]:
    """Give the words of a text as they are written, evened out but not stemmed; a possessive loses its ending.

    >>> words("Łukasz's cafés weren't open")
    ['lukasz', 'cafes', 'werent', 'open']
    """
    found = _words(text)
    return found if "'" not in text and text.isascii() else [part for word in found for part in _spelled(word)]


def _packed(keys: Iterable[int]) -> bytes:
    """Pack keys as little endian int64 whatever the machine."""
    if _NATIVE:
        return array("q", keys).tobytes()
    return b"".join(key.to_bytes(8, "little", signed=True) for key in keys)


def _words(text: str) -> list[str]:
    """Split a text into words, pairs and emoji, lower-cased and evened out, not yet stemmed."""
    if not text.isascii():
        text = text.translate(_APOSTROPHES)
        return _ASCII_WORDS.findall(text.lower()) if text.isascii() else _unicode_words(text)
    if "'" in text:
        return _ASCII_WORDS.findall(text.lower())
    return text.translate(_ASCII_FOLDED).split()


def _unicode_words(text: str) -> list[str]:
    """Split a text of any script."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    folded = _SKIN_AND_STYLE.sub("", _JOINERS.sub("", folded))
    bare = _ACCENTS.sub("", unicodedata.normalize("NFD", folded))
    words: list[str] = []
    for piece in _PIECES.finditer(unicodedata.normalize("NFC", bare).translate(_STROKES)):
        if piece.lastgroup == "unspaced":
            clusters = _CLUSTERS.findall(piece[0])
            words += map("".join, pairwise(clusters)) if len(clusters) > 1 else clusters
        else:
            words.append(piece[0])
    return words


def _spelled(word: str) -> list[str]:
    """Resolve apostrophes: a possessive falls, an elided article stands alone, what is left (don't, o'neill) closes up."""
    first, *rest = word.split("'")
    if rest and first in _ELIDED:
        return [first, *_spelled("'".join(rest))]
    if rest and rest[-1] == "s":
        rest.pop()
    return [first + "".join(rest)]


def _digits(word: str) -> str:
    """Write every decimal digit as ASCII: ٣ and ३ are a 3 to who asks for it."""
    if word.isascii() or not any(map(str.isdecimal, word)):
        return word
    return "".join(str(unicodedata.decimal(letter)) if letter.isdecimal() else letter for letter in word)


_stemmers: list[Stemmer.Stemmer] = []


def _stem(word: str) -> str:
    """Cut an English ending; other words stay as they are."""
    if not (word.isascii() and word.isalpha()):
        return word
    # A stemmer must not serve two threads at once: whoever needs one takes it away and puts it back.
    try:
        stemmer = _stemmers.pop()
    except IndexError:  # asking first whether there is one would leave room for another thread to take it
        stemmer = Stemmer.Stemmer("english", 0)
    stem = str(stemmer.stemWord(word))
    _stemmers.append(stemmer)
    return stem


def _stems(word: str) -> list[str]:
    """Give the tokens one word stands for: mostly one."""
    return [_stem(_digits(part)[:TOKEN_CHARACTERS_MAX]) for part in _spelled(word)]


class _Known(dict[str, int]):
    """The key of each word met so far, so that a document is a few look-ups; ``_SEVERAL`` for a word of several keys.

    It starts anew when it is full: words that are frequent are back at once.
    """

    def __missing__(self, word: str) -> int:
        keys = _keys(word)
        key = keys[0] if len(keys) == 1 else _SEVERAL
        if len(word) <= _CACHED_CHARACTERS_MAX:
            if len(self) >= _CACHED_WORDS:
                self.clear()
            self[word] = key
        return key


_known = _Known()


def _keys(word: str) -> tuple[int, ...]:
    """Give the keys of one word."""
    if word.isascii() and word.isalpha() and len(word) <= TOKEN_CHARACTERS_MAX:
        return (term_key(_stem(word)),)  # most words: what the general case comes to, without its steps
    return tuple(map(term_key, _stems(word)))
