"""Known names in a text: one pass over it for all of them at a time."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from operator import add
from typing import Any, NamedTuple

import regex

from kenning.rules.mentions.words import NEVER_NAMES, is_common
from kenning.rules.names.letters import fold, is_spaceless

NAME_WORDS_MAX = 12
NAME_CHARACTERS_MAX = 64
FOUND_MAX = 1024
"""Longer names are not looked for, and of more mentions in one text the first are kept: both bound the work a text can ask."""

LETTERS_MIN = 3
SPACELESS_MIN = 2
HIRAGANA_MIN = 3
UNDIVIDED_MIN = 4
"""A shorter name alone is no mention: of an alphabet; of ideographs or kana; of hiragana alone, which also writes endings; of
Thai and its like, where words run together."""


_UNSPACED = (
    r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Bopomofo}\p{Yi}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}ー々〆ﾞﾟ"
)
_LETTER = rf"[\p{{L}}\p{{N}}\p{{M}}--[{_UNSPACED}--\p{{N}}]]"
_PIECE = rf"[{_UNSPACED}--\p{{N}}\p{{P}}](?:[{_UNSPACED}--\p{{N}}\p{{P}}]|\p{{M}})*|{_LETTER}+"
_PIECES = re.compile(r"[^\W_]+")
_WORDS = regex.compile(rf"(?:{_PIECE})(?:['’‘ʼ＇]{_LETTER}+)*(?:[+#]+(?!{_LETTER}))?|&", regex.VERSION1)
# The same for ASCII, where most texts are, at a quarter of the time.
_ASCII_WORDS = re.compile(r"[A-Za-z0-9]+(?:'[A-Za-z0-9]+)*(?:[+#]+(?![A-Za-z0-9]))?|&")
_SPACELESS_LETTERS = (
    "\u0e00-\u0fff\u1000-\u11ff\u1780-\u17ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
_SPACELESS = re.compile(f"[{_SPACELESS_LETTERS}]")
_APART = re.compile(rf"(?:(?![\W_])[{_SPACELESS_LETTERS}])+|[^\W_{_SPACELESS_LETTERS}]+")
# An article that has lost its vowel is a word of its own (l'Oréal, dell'Arte); O'Neill and the rest close up.
_ARTICLE = regex.compile(r"(?i:[cdjlmnst]|qu|all|dall|dell|nell|sull|un)['’‘ʼ＇](?=\p{L}{2})")
_ENDING = regex.compile(r"['’‘ʼ＇](?i:s|ll|d|re|ve|m)$")
_CLUSTERS = regex.compile(r".[\p{M}ﾞﾟ]*", regex.DOTALL)
_HIRAGANA = regex.compile(r"\p{Hiragana}+")
_HANGUL = regex.compile(r"\p{Hangul}")
_KATAKANA = regex.compile(r"[\p{Katakana}ー]")
_UNDIVIDED = regex.compile(r"[\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]")
# What may follow a Korean name in its word: titles, then particles. Longer endings are other words that begin alike.
_KOREAN_ENDINGS = regex.compile(
    r"(?:님|씨|군|양|이|선생님|선배|교수님|팀장님|부장님|대표님|사장님)?"
    r"(?:은|는|이|가|을|를|의|에|도|만|과|와|랑|이랑|하고|께|께서|에게|에게서|한테|한테서|으로|로|아|야|여|보다|처럼|까지|부터|이다|다|입니다|이에요|예요|이야|라고|이라고)?",
)
# Between two runs of such a script these stand within one name.
_BETWEEN_RUNS = frozenset(["", *" ·・‧･＝\u3000"])
# Between two words of an alphabet: a dot after an abbreviation, a comma before what is not a name of its own.
_GAP = regex.compile(r"[.,]?\s*[-‐‑&]?\s*")
GAP_MAX = 3
ABBREVIATED_MAX = 3
_AFTER_COMMA = frozenset("inc incorporated llc ltd limited corp co lp llp plc jr sr ii iii phd md esq".split())  # noqa: SIM905
_JOINS = frozenset("_\\")
_ENDS_SENTENCE = frozenset(".!?…:;\n\r\"'“”‘’«»()[]{}—–-•*>。！？¿¡")
_CLOSED_UP = str.maketrans(dict.fromkeys(" ·・‧･＝\u3000"))
_CALLS = frozenset(",!?")
_LOWERED = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}
_SPACED = {code: chr(code) if chr(code).isalnum() else " " for code in range(128)}
_TYPOGRAPHIC = "’‘“”–—…ʼ＇"  # what makes a text of ASCII letters none of ASCII


class Found(NamedTuple):
    """A name that stands in a text: from where to where (code points), as written, and the keys of all that bear it, sorted."""

    start: int
    end: int
    surface: str
    keys: tuple[str, ...]


class _Token(NamedTuple):
    """A word of a text, folded, and the same with the ending that may belong to the name (Wendy's): each with its end."""

    start: int
    end: int
    word: str
    whole_end: int
    whole: str
    is_run: bool = False


class _Form(NamedTuple):
    """A name as the index keeps it: folded, where it is looked up, how long it is, and the word that opens the gate to it."""

    phrase: str
    head: str
    length: int
    gate: str = ""
    is_run: bool = False
    is_common: bool = False
    is_lower: bool = False


class Names:
    """All known names and whose they are, ready to be looked for.

    ``add`` and ``remove`` cost as much as the name is long, so one index lives as long as its writer and follows each change.
    A name that several bear, or that one was given twice, is there until the last is removed. Not for two threads at once.
    """

    def __init__(self) -> None:
        self._keys: dict[str, Counter[str]] = {}
        self._lower: Counter[str] = Counter()  # names that are written without capitals
        self._common: Counter[str] = Counter()  # names of which every word is a common one
        self._lengths: dict[str, Counter[int]] = {}  # first word → of how many words names are that begin so
        self._runs: dict[str, Counter[int]] = {}  # first letters of a name without spaces → how long such names are
        self._gates: Counter[str] = Counter()  # a word of each name: a text with none of them names nobody
        self._cased_gates: Counter[str] = Counter()  # the same, as written, for common words

    def __len__(self) -> int:
        """How many different names there are."""
        return len(self._keys)

    def add(self, name: str, key: str) -> bool:
        """Look for this name too; false where it can never be a mention: too long, too short, or no word at all."""
        form = _form(name)
        if form is not None:
            self._count(form, key, 1)
        return form is not None

    def remove(self, name: str, key: str) -> bool:
        """Undo one `add`; false where there is none to undo."""
        form = _form(name)
        if form is None or key not in self._keys.get(form.phrase, ()):
            return False
        self._count(form, key, -1)
        return True

    def bearers(self, phrase: str) -> tuple[str, ...]:
        """The keys of a folded name, sorted."""
        return tuple(sorted(self._keys[phrase])) if phrase in self._keys else ()

    def word_counts(self, word: str) -> list[int]:
        """Of how many words names are that begin with this one."""
        return sorted(self._lengths[word]) if word in self._lengths else []

    def run_lengths(self, head: str) -> list[int]:
        """How many letters names without spaces have that begin so."""
        return sorted(self._runs[head]) if head in self._runs else []

    def is_common(self, phrase: str) -> bool:
        """Whether only its case tells the folded name from words."""
        return phrase in self._common

    def is_lower(self, phrase: str) -> bool:
        """Whether someone is known who writes the folded name without capitals."""
        return phrase in self._lower

    def may_occur(self, text: str) -> bool:
        """Whether any name could stand in the text: a few look-ups, and no for most texts."""
        if not text.isascii():
            text = _plain(text)
        if text.isascii():
            return not (
                self._gates.keys().isdisjoint(text.translate(_LOWERED).split())
                and self._cased_gates.keys().isdisjoint(text.translate(_SPACED).split())
            )
        if not unicodedata.is_normalized("NFC", text):
            return True
        pieces, first = _PIECES.findall(text), _SPACELESS.search(text)
        if first is not None:  # a word ends where a script without spaces begins
            pieces += _APART.findall(text)
        if not (self._gates.keys().isdisjoint(map(fold, pieces)) and self._cased_gates.keys().isdisjoint(pieces)):
            return True
        if not self._runs or first is None:
            return False
        runs = unicodedata.normalize("NFKC", text[first.start() :]).translate(_CLOSED_UP)
        return not self._runs.keys().isdisjoint(map(add, runs, runs[1:]))

    def _count(self, form: _Form, key: str, by: int) -> None:
        _add(self._keys.setdefault(form.phrase, Counter()), key, by, within=self._keys, under=form.phrase)
        lengths = self._runs if form.is_run else self._lengths
        _add(lengths.setdefault(form.head, Counter()), form.length, by, within=lengths, under=form.head)
        if form.is_lower:
            _add(self._lower, form.phrase, by)
        if form.is_common:
            _add(self._common, form.phrase, by)
            for gate in sorted({form.gate, form.gate.upper()}):
                _add(self._cased_gates, gate, by)
        elif not form.is_run:
            _add(self._gates, form.gate, by)


def _add(counts: Counter[Any], key: object, by: int, *, within: dict[str, Any] | None = None, under: str = "") -> None:
    """Count, keeping no zeros and within a table no empty counts: what was added and removed leaves nothing behind."""
    counts[key] += by
    if not counts[key]:
        del counts[key]
    if within is not None and not counts:
        del within[under]


def find(text: str, names: Names) -> list[Found]:
    """Find known names in a text, in order; of two that overlap the longer one, then the earlier.

    A name is found whatever its case where one of its words is only a name; but where the text has capitals and writes a
    single word without, it is a word. A name of common words alone is found only as it is written, and not where every word
    has a capital. Reading costs what the text is long.

    >>> names = Names()
    >>> names.add("Rose Adeyemi", "1"), names.add("Rose", "1"), names.add("山田太郎", "2")
    (True, True, True)
    >>> [found.surface for found in find("A rose for Rose's aunt, rose adeyemi", names)]
    ['Rose', 'rose adeyemi']
    >>> find("昨日山田太郎に会った", names)
    [Found(start=2, end=6, surface='山田太郎', keys=('2',))]
    """
    if not names.may_occur(text):
        return []
    tokens = _tokens(text)
    found = [*_of_words(text, tokens, names), *_of_runs(text, tokens, names)]
    chosen: list[Found] = []
    taken: set[int] = set()
    for one in sorted(found, key=lambda one: (one.start - one.end, one.start)):
        if taken.isdisjoint((one.start, one.end - 1)):  # a longer one cannot lie within a shorter
            taken.update(range(one.start, one.end))
            chosen.append(one)
    return sorted(chosen)[:FOUND_MAX]


def _plain(text: str) -> str:
    """The text with blanks for typographers' marks, which are no part of a word, or end it."""
    if text.isascii():
        return text
    for mark in _TYPOGRAPHIC:
        text = text.replace(mark, " ")
    return text


def _tokens(text: str) -> list[_Token]:
    """The words of a text, as names and texts share them."""
    matches = (_ASCII_WORDS if text.isascii() else _WORDS).finditer(text)
    return [
        _Token(at + start, at + end, word, at + whole_end, whole, is_run)
        for match in matches
        for at in (match.start(),)
        for start, end, word, whole_end, whole, is_run in _parts(match[0])
    ]


@lru_cache(maxsize=1 << 14)
def _parts(written: str) -> tuple[_Token, ...]:
    """A written word as tokens: an article that has lost its vowel stands alone, a possessive or shortened verb may fall."""
    if written.isascii() and "'" not in written:
        return (_Token(0, len(written), fold(written), len(written), fold(written)),)
    if is_spaceless(written):
        return (_Token(0, len(written), written, len(written), written, is_run=True),)
    parts, start = [], 0
    if article := _ARTICLE.match(written):
        start = article.end()
        parts.append(_Token(0, start, fold(article[0]), start, fold(article[0])))
    whole = fold(written[start:])
    end = ending.start() if (ending := _ENDING.search(written, start + 1)) else len(written)
    return (*parts, _Token(start, end, fold(written[start:end]), len(written), whole))


def _form(name: str) -> _Form | None:
    """A name as the index keeps it; none where it alone can never be a mention."""
    name = unicodedata.normalize("NFC", name)
    tokens = _tokens(name)
    if not tokens or len(tokens) > NAME_WORDS_MAX or len(name) > NAME_CHARACTERS_MAX:
        return None
    if all(token.is_run for token in tokens):
        run = _joined(name, tokens)[0]
        least = UNDIVIDED_MIN if _UNDIVIDED.match(run) else HIRAGANA_MIN if _HIRAGANA.fullmatch(run) else SPACELESS_MIN
        return _Form(run, run[:SPACELESS_MIN], len(run), is_run=True) if len(run) >= least else None
    words = [token.whole for token in tokens]
    phrase = " ".join(words)
    if len(words) == 1 and (len(phrase) < LETTERS_MIN or phrase.isdecimal() or phrase in NEVER_NAMES):
        return None
    pieces = _PIECES.findall(_plain(name))
    telling = [word for word in map(fold, pieces) if not is_common(word) and not word.isdecimal()]
    is_lower = name == name.lower()
    if telling:
        return _Form(phrase, words[0], len(words), max(telling, key=len), is_lower=is_lower)
    if is_lower or phrase.replace(" ", "").isdecimal():  # nothing would tell it from words
        return None
    cased = [piece for piece in pieces if fold(piece) not in NEVER_NAMES and not piece.isdecimal()]
    return _Form(phrase, words[0], len(words), max(cased, key=len).title(), is_common=True) if cased else None


def _of_words(text: str, tokens: list[_Token], names: Names) -> Iterator[Found]:
    """The names whose words stand one after the other."""
    is_cased = text != text.lower()
    for first, token in enumerate(tokens):
        for phrase, count, end in _phrases(tokens, first, names):
            keys = names.bearers(phrase)
            if not keys or not _is_whole(text, token.start, end):
                continue
            span = tokens[first : first + count]
            if names.is_common(phrase):
                is_named = _is_titled(text, span, end)
            else:
                is_named = count > 1 or not is_cased or names.is_lower(phrase) or _has_capitals(text[token.start : end])
            is_called = text[token.start - 1 : token.start] == "@"
            if (is_named or is_called) and _hang_together(text, span):
                yield Found(token.start, end, text[token.start : end], keys)


def _phrases(tokens: list[_Token], first: int, names: Names) -> Iterator[tuple[str, int, int]]:
    """What may be a name from this word on: folded, of how many words, and its end in the text."""
    token = tokens[first]
    if token.word != token.whole:
        yield token.word, 1, token.end
    for count in names.word_counts(token.whole):
        span = tokens[first : first + count]
        if len(span) == count:
            before = [one.whole for one in span[:-1]]
            yield " ".join([*before, span[-1].whole]), count, span[-1].whole_end
            if count > 1 and span[-1].word != span[-1].whole:
                yield " ".join([*before, span[-1].word]), count, span[-1].end


def _has_capitals(surface: str) -> bool:
    """Whether a name is written with a capital, or in letters that have none."""
    return surface != surface.lower() or surface == surface.upper()


def _is_whole(text: str, start: int, end: int) -> bool:
    """Whether what stands there is no part of an address, a path, code, or a longer name with a hyphen."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if (
        before[-1:] in _JOINS
        or after[:1] in _JOINS
        or after[:1] == "@"
        or (before[-1:] == "@" and before[:1].isalnum())
    ):
        return False
    if (before[-1:] == "." and before[:1].isalnum() and len(before) == 2) or (after[:1] == "." and after[1:].isalnum()):
        return False
    if before[-1:] == "-" and before[:1].isalpha() and text[start].isupper():
        return False
    return not (after[:1] == "-" and after[1:].isupper())


def _hang_together(text: str, tokens: list[_Token]) -> bool:
    """Whether only what may stand within a name stands between its words: no end of a sentence, no comma of a list."""
    for one, next_one in pairwise(tokens):
        gap = text[one.whole_end : next_one.start]
        if "." in gap and len(one.word) > ABBREVIATED_MAX:
            return False
        if "," in gap and next_one.word not in _AFTER_COMMA:
            return False
        if len(gap) > GAP_MAX or not _GAP.fullmatch(gap):
            return False
    return True


def _is_titled(text: str, tokens: list[_Token], end: int) -> bool:
    """Whether case tells a name of common words from words: capitals, and not only because a sentence begins."""
    if not all(text[one.start].isupper() for one in tokens if one.word not in NEVER_NAMES) or text == text.upper():
        return False
    before = text[: tokens[0].start].rstrip(" \t")
    if len(tokens) > 1 or (before and before[-1] not in _ENDS_SENTENCE):
        return True
    return text[end : end + 1] in _CALLS or tokens[0].whole_end > end


def _of_runs(text: str, tokens: list[_Token], names: Names) -> Iterator[Found]:
    """The names of scripts without spaces, which may stand anywhere in a run, or across two."""
    for stretch in _stretches(text, tokens):
        joined, places, edges = _joined(text, stretch)
        for at, head in enumerate(map(add, joined, joined[1:])):
            for length in names.run_lengths(head):
                keys, end = names.bearers(joined[at : at + length]), at + length
                if keys and end <= len(joined) and _is_divided(joined, edges, at, end):
                    yield Found(places[at][0], places[end - 1][1], text[places[at][0] : places[end - 1][1]], keys)


def _joined(text: str, stretch: Iterable[_Token]) -> tuple[str, list[tuple[int, int]], list[int]]:
    """Neighbouring runs as one: their letters evened out, where each stands in the text, and at which letter each run begins."""
    joined, places, edges = "", [], [0]
    for token in stretch:
        letters = fold(token.word)
        if len(letters) == len(token.word):
            places += [(at, at + 1) for at in range(token.start, token.end)]
        else:  # a voicing mark that stood alone
            spans = [one.span() for one in _CLUSTERS.finditer(text, token.start, token.end)]
            evened = [(letter, span) for span in spans for letter in fold(text[slice(*span)])]
            letters = "".join(letter for letter, _ in evened)
            places += [span for _, span in evened]
        joined += letters
        edges.append(len(joined))
    return joined, places, edges


def _stretches(text: str, tokens: list[_Token]) -> Iterator[list[_Token]]:
    """Runs that one name may reach across: nothing between them but a space or the dot of foreign names."""
    stretch: list[_Token] = []
    for token in tokens:
        if stretch and not (token.is_run and text[stretch[-1].end : token.start] in _BETWEEN_RUNS):
            yield stretch
            stretch = []
        if token.is_run:
            stretch.append(token)
    if stretch:
        yield stretch


def _is_divided(joined: str, edges: list[int], start: int, end: int) -> bool:
    """Whether a name in a run is one: Korean begins its word and bears a known ending, kana do not go on before or after."""
    run_start = max(edge for edge in edges if edge <= start)
    run_end = min(edge for edge in edges if edge >= end)
    if _HANGUL.match(joined[start]):
        return start == run_start and _KOREAN_ENDINGS.fullmatch(joined[end:run_end]) is not None
    for script in (_KATAKANA, _HIRAGANA):
        if script.match(joined[start]) and start > run_start and script.match(joined[start - 1]):
            return False
    return not (_KATAKANA.match(joined[end - 1]) and end < run_end and _KATAKANA.match(joined[end]))
