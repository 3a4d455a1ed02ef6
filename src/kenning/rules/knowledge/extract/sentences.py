"""Sentences of a text, and what keeps one from being a fact: questions, doubt, quotation, hearsay, conditions, jest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import regex

from kenning.model.identity.extract import Keep
from kenning.rules.knowledge.extract.pattern import either

QUESTION, QUOTED, NEGATED = "question", "quoted", "negated"
"""What keeps a sentence from being a fact whatever a file says: its form, not its words. The last is a word list's name."""

# A full stop ends a sentence where something begins behind it, and not behind an abbreviation or an initial.
_ENDS = regex.compile(
    r"(?:[!?…。！？]+|(?<!\b(?:Mrs?|Ms|Dr|Prof|St|Sr|Jr|vs|etc|e\.g|i\.e|approx|No|Inc|Ltd|Co|Corp|\p{Lu}))\.+)"
    r"[\"'”’)\]]*(?=\s|$)|\n+"
)
_CLAUSE = regex.compile(r"[,;:—–()\n]|\s-\s|\b(?:and|but|so|because|though|although|while|whereas)\b")
_QUOTES = regex.compile(
    r"“[^”\n]*”?|\"[^\"\n]*\"|«[^»\n]*»?|(?m:^\s*>[^\n]*)|`[^`\n]*`|(?<!\p{L})‘[^’\n]{12,}?’(?!\p{L})"
)


class Sentence(NamedTuple):
    """A sentence and where it stands in its text."""

    start: int
    text: str

    @property
    def asks(self) -> bool:
        """Whether it is a question."""
        return self.text.rstrip("\"'”’)] \n").endswith(("?", "？"))


def sentences(text: str) -> Iterator[Sentence]:
    """Cut a text into sentences, at ends of lines too.

    >>> [one.text for one in sentences("Dr. Who lives in Cardiff. Does he? Yes")]
    ['Dr. Who lives in Cardiff.', 'Does he?', 'Yes']
    """
    start = 0
    for match in _ENDS.finditer(text):
        yield from _cut(text, start, match.end())
        start = match.end()
    yield from _cut(text, start, len(text))


def _cut(text: str, start: int, end: int) -> Iterator[Sentence]:
    piece = text[start:end]
    bare = piece.strip()
    if bare:
        yield Sentence(start + piece.index(bare), bare)


def quotations(text: str) -> list[tuple[int, int]]:
    """Find what a text quotes: between quotation marks, behind ``>``, as code."""
    return [match.span() for match in _QUOTES.finditer(text)]


class Keeping:
    """What keeps a sentence from being a fact, ready to be looked for."""

    def __init__(self, keeps: Sequence[Keep]) -> None:
        """Take what a file declares."""
        self._keeps = [(keep.name, keep.reach, regex.compile(either(keep.words), regex.VERSION1)) for keep in keeps]

    def kept(self, sentence: Sentence, span: tuple[int, int], despite: Sequence[str]) -> str:
        """Name what keeps the words of a span of a sentence from being a fact; empty where nothing does."""
        if sentence.asks and QUESTION not in despite:
            return QUESTION
        for name, reach, expression in self._keeps:
            if name in despite:
                continue
            first, last = _reach(sentence.text, span, reach)
            if expression.search(sentence.text, first, last) is not None:
                return name
        return ""


def _reach(text: str, span: tuple[int, int], reach: str) -> tuple[int, int]:
    """Say between where in a sentence words count that keep a span of it from being a fact."""
    start, end = span
    match reach:
        case "before":
            return 0, start
        case "after":
            return end, len(text)
        case "clause":
            starts = [one.end() for one in _CLAUSE.finditer(text, 0, start)]
            return (starts[-1] if starts else 0), end
        case _:
            return 0, len(text)
