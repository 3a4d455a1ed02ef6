"""The words of a text as the finder of names sees them, and the runs of capitals that may be names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import regex

from kenning.rules.knowledge.extract.named.cues import (
    GIVEN,
    MONTHS_AND_DAYS,
    ORGANIZATIONS,
    PEOPLES,
    ROADS,
    SPEECHLESS,
    TITLE_LEADS,
    TITLES,
)

RUN_WORDS_MAX = 10
"""A longer run of capitals is a heading, or shouting."""

_WORDS = regex.compile(
    r"""
      (?:https?://|www\.)\S+                                      # an address
    | [@\#][\p{L}\p{N}_]+                                         # a handle, a tag
    | [\w.+-]+@[\w-]+\.[\w.]+                                     # a mail address
    | (?:\p{Lu}\.){2,}                                            # U.S.
    | (?:Mr|Mrs|Ms|Mlle|Mme|Dr|St|Jr|Sr|Prof|Inc|Ltd|Corp|Co|Rev|Gen|Sen|Gov|Lt|Col|Capt|Sgt|Mt|Ft|No|vs)\.
    | \p{Lu}\.(?=\s*\p{Lu})                                       # an initial
    | ['’](?:s|S|m|M|d|D|re|RE|ve|VE|ll|LL)(?![\p{L}\p{N}])       # what is hung on a word
    | [\p{L}\p{M}\p{N}]+(?:['’](?!(?:s|S|m|d|re|ve|ll)(?![\p{L}\p{N}]))\p{L}+|[-‐][\p{L}\p{N}]+|&(?=\p{L})\p{L}+)*
    | \.{2,}
    | [^\s]
    """,
    regex.VERBOSE | regex.VERSION1,
)
_ENDS_SENTENCE = frozenset(".!?…:;\"“”'‘*>|-–—()[]/~\n")
_SMALL = frozenset("de da di du del della van von der den la le el al bin ben ibn dos das zu y e".split())  # noqa: SIM905
_PARTS = (
    ORGANIZATIONS
    | ROADS
    | frozenset(["house", "state", "order", "friends", "bishop", "king", "queen", "secretary", "head"])
)
_CRY = regex.compile(
    r"(\p{L})\1\1|^(?:[aeo]+[wh]+|h*[aeo]+h+|n+a+h+|e+w+|y+u+p+|g+r+|p+f+t*|h+m+|m+h*m+|s+h+|u+gh+|t+sk)$"
)
_PROPER = frozenset({"NNP", "NNPS"})


class Word(NamedTuple):
    """A word or a mark: where it stands, as written, and its part of speech (Penn), where a model told it."""

    start: int
    end: int
    text: str
    tag: str = ""

    @property
    def lower(self) -> str:
        """Give the word in lower case."""
        return self.text.lower()


class Run(NamedTuple):
    """Words with capitals that stand together: the first and the one behind the last, and whether a sentence begins there."""

    first: int
    end: int
    opens: bool


def words(text: str) -> list[Word]:
    """Give the words and marks of a text, in order, each possessive apart from its word.

    >>> [word.text for word in words("Dr. J. O'Neill's cat, @rui!")]
    ['Dr.', 'J.', "O'Neill", "'s", 'cat', ',', '@rui', '!']
    """
    return [Word(*match.span(), match[0]) for match in _WORDS.finditer(text)]


def is_cased(said: Sequence[Word]) -> bool:
    """Whether capitals tell names from words here: not where nearly everything has one, nor where nothing has."""
    long = [word.text for word in said if len(word.text) > 3 and word.text.isalpha()]
    capitals = sum(word[0].isupper() for word in long)
    shouted = sum(word.isupper() for word in long)
    return (
        bool(long) and capitals > 0 and (len(long) < 4 or capitals * 10 <= len(long) * 6) and shouted * 3 <= len(long)
    )


def is_sound(word: Word) -> bool:
    """Whether a word is a cry: one letter three times over, or nothing but consonants or one vowel."""
    return _CRY.search(word.lower) is not None


def is_noisy(said: Sequence[Word]) -> bool:
    """Whether a text is a post of social media, where a model trained on the press is seldom right."""
    return any(
        (word.text[0] in "@#" and len(word.text) > 1) or word.text.startswith("http") or word.text == "RT"
        for word in said
    )


def has_capital(word: Word) -> bool:
    """Whether a word may be part of a name by its shape."""
    return word.text[0].isupper() and word.lower not in {"i", "i'm", "i’m"}


def begins_sentence(said: Sequence[Word], place: int, text: str) -> bool:
    """Whether a word has its capital only since a sentence begins."""
    if place == 0:
        return True
    before = said[place - 1]
    if before.text[-1] in _ENDS_SENTENCE and before.text not in {"'s", "’s"}:
        return not (before.text[0].isalpha() and len(before.text) > 1)  # Mr. ends no sentence
    return "\n" in text[before.end : said[place].start] or before.text[0] in "@#" or before.text.startswith("http")


def runs(said: Sequence[Word], text: str) -> list[Run]:
    """Give the runs of words with capitals, joined by what stands within names, without what only begins a sentence."""
    found: list[Run] = []
    place = 0
    while place < len(said):
        if not has_capital(said[place]):
            place += 1
            continue
        end = _reach(said, place, text)
        run = _trimmed(said, Run(place, end, begins_sentence(said, place, text)))
        if run is not None and run.end - run.first <= RUN_WORDS_MAX:
            found.append(run)
        place = end
    return found


def _reach(said: Sequence[Word], first: int, text: str) -> int:
    """The end of a run: further capitals, initials, small words within names, "of" behind what has parts."""
    end = first + 1
    while end < len(said) and "\n" not in text[said[end - 1].end : said[end].start]:
        word = said[end]
        after = said[end + 1] if end + 1 < len(said) else None
        if has_capital(word) and not (begins_sentence(said, end, text) or word.lower in MONTHS_AND_DAYS):
            end += 1
        elif (
            after is not None and word.text == "-" and said[end - 1].end == word.start and word.end == after.start
        ) or (after is not None and has_capital(after) and _joins(said, first, end)):
            end += 2
        elif word.text.isdigit() and len(word.text) <= 2 and end == first + 1 and not said[first].text.endswith("."):
            break
        else:
            break
    return end


def _joins(said: Sequence[Word], first: int, place: int) -> bool:
    """Whether a word without a capital stands within a name there."""
    word, before = said[place].lower, said[place - 1].lower
    if word in {"&", "-", "‐"}:
        return True
    if word in _SMALL:
        return True
    if word in {"of", "for"}:
        return before.strip(".") in _PARTS or before.rstrip("s") in _PARTS
    if word != "and" or not any(one.lower == "of" for one in said[first:place]):
        return False
    behind = place + 1
    while behind < len(said) and has_capital(said[behind]):
        behind += 1
    return said[behind - 1].lower not in ORGANIZATIONS


def _trimmed(said: Sequence[Word], run: Run) -> Run | None:
    """A run without the words that stand before a name: what begins a sentence, titles, days; none where nothing is left."""
    first, end, opens = run
    while first < end and _is_before(said, first, end, begins=opens):
        first += 1
        while first < end and not has_capital(said[first]):
            first += 1
    titled = [
        place
        for place in range(first, end - 1)
        if said[place].lower.strip(".") in TITLES and said[place].lower != "st."
    ]
    if titled and titled[-1] < end - 1 and said[end - 1].lower not in _PARTS:
        first = titled[-1] + 1
    while end > first and (said[end - 1].lower in MONTHS_AND_DAYS or _trails(said, first, end)):
        end -= 1
    return Run(first, end, opens and first == run.first) if first < end else None


def _trails(said: Sequence[Word], first: int, end: int) -> bool:
    """Whether the last word of a run is no part of a name: it has no capital and is not hung on by a hyphen."""
    return not has_capital(said[end - 1]) and not (end - first > 2 and said[end - 2].text == "-")


def _is_before(said: Sequence[Word], place: int, end: int, *, begins: bool) -> bool:
    """Whether a word at the head of a run is no part of the name."""
    word = said[place]
    plain = word.lower.strip(".")
    if plain in {"the", "a", "an", "his", "her", "my", "our", "your", "their", "this", "that", "these", "those"}:
        return True
    if plain in PEOPLES and place + 2 < end and said[place + 1].lower in GIVEN and said[end - 1].lower not in _PARTS:
        return True
    if plain in TITLES or (plain in TITLE_LEADS and place + 1 < end):
        return True
    if plain in MONTHS_AND_DAYS:
        return True
    if word.tag and word.tag not in _PROPER and begins:
        return plain in SPEECHLESS or word.tag not in {"NN", "NNS", "JJ", "CD", "FW", "VBG"}
    return begins and plain in SPEECHLESS and place + 1 < end
