"""The language in which a rule says what it matches, and how it becomes an expression.

    <who> work|works (for|at) <org:Organization> [as [a|an] <role:text>]

Words stand for themselves, whatever their case; ``a|b`` is either, ``(one two|three)`` either of some phrases, ``[…]`` may be
missing, ``@list`` is any word of a list, ``...`` up to three words. ``<slot:kind>`` takes what is said there: *who* (I, you, a
name, "my sister"; *me* is I or you alone, *them* the others alone: "I like", "Ann likes"), *whose* (my, your, Anna's), a type of
the schema (a name written with a capital, or known), *text* (to the end of the phrase; *doing* the same, beginning with a small
letter; *thing* at most four words, none of which joins on more), *date*, *number*, *word*, *title*, *email*, *phone*, *url*, or a
list of words by its name; a ``+`` behind a type takes several, "French and German".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from kenning.rules.text import FUNCTION_WORDS

WordLists = Mapping[str, Sequence[str]]
PHRASE_MAX = 90

_TOKENS = re.compile(r"<[^<>]*>|\.\.\.|[\[\](),|]|[^\s\[\](),<>|]+")
_SLOT = re.compile(r"<([a-z][a-z_]*)(?::([A-Za-z:_-]+))?(\+)?>")
_WORD = re.compile(r"[^\W_]+")
_BETWEEN = r"(?:\s+|(?<![\w'’]))"
_UPPER = "".join(
    one for one in map(chr, range(0x530)) if one.isupper() and one != one.lower()
)  # Latin, Greek, Cyrillic: scripts that have capitals
_LETTER = r"[^\W\d_]"
_CAPITAL = rf"[{_UPPER}]\w*(?:[-'’.&](?!s\b)\w+)*"
NAME = rf"{_CAPITAL}(?:\s(?:(?:of|the|de|da|di|du|del|la|le|van|von|der|den|for|&|al|bin)\s){{0,2}}{_CAPITAL}){{0,4}}"
_OWN = rf"[{_UPPER}]{_LETTER}*(?:[-'’](?!s\b){_LETTER}+)*"
PERSON = rf"{_OWN}(?:\s(?:(?:de|da|di|du|van|von|der|el|al|bin)\s)?(?:[{_UPPER}]\.(?=\s)|{_OWN})){{0,3}}"
_JOINING = r"(?:and|or|but|to|for|that|which|who|in|from|on|at|with|because|so|when|while|after|before|by)\b"
_KINDS = {
    "thing": rf"[\w'’-]+(?:\s+(?!{_JOINING})[\w'’-]+){{0,3}}",
    "number": r"\d+(?:[.,]\d+)?",
    "word": r"[^\W_][\w'’-]*",
    "email": r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+",
    "phone": r"\+?\d[\d\s().-]{5,18}\d",
    "url": r"(?:https?://|www\.)[^\s<>\"]+",
    "title": rf"[\"“][^\"”\n]{{1,80}}[\"”]|{NAME}",
    "date": r"[^\W_][^\n.!?;:()\"“”]{0,40}?",
}
_PHRASE = rf"[\w'’\"][^\n.!?;:,()\"“”—]{{0,{PHRASE_MAX}}}?"
WHO, ME, THEM, WHOSE, TEXT, DOING = "who", "me", "them", "whose", "text", "doing"
PEOPLE = frozenset({WHO, ME, THEM, WHOSE})
PERSON_TYPE = "Person"
CAPITAL = "^"
"""Stands among the words of a text that has a capital letter: no word holds it."""
_NEEDS = {
    WHO: frozenset({"i", "you", "my", CAPITAL}),
    ME: frozenset({"i", "you"}),
    THEM: frozenset({"my", CAPITAL}),
    WHOSE: frozenset({"my", "your", CAPITAL}),
}


def _needed(kind: str) -> tuple[frozenset[str], ...]:
    """Give what a slot of a kind cannot do without, where that can be told by a look at the words."""
    need = _NEEDS.get(kind, frozenset({CAPITAL}) if is_named(kind) else None)
    return () if need is None else (need,)


class _Spaces(dict[int, str]):
    """What parts words, as a table of `str.translate`: all that is neither letter nor digit is a blank."""

    def __missing__(self, code: int) -> str:
        """Look a character up once."""
        letter = chr(code)
        self[code] = letter if letter.isalnum() else " "
        return self[code]


_SPACES = _Spaces()


def words_of(text: str) -> set[str]:
    """Give the words of a text in small letters, and `CAPITAL` where it has one."""
    low = text.lower()
    words = set(low.translate(_SPACES).split())
    if low != text:
        words.add(CAPITAL)
    return words


def is_named(kind: str) -> bool:
    """Tell whether a slot of a kind takes a name: of an entity of that type, or of any."""
    return kind[0].isupper() or ":" in kind or kind == "name"


class PatternError(Exception):
    """What is wrong with a pattern, for whoever wrote it."""


class Slot(NamedTuple):
    """A place in a pattern that takes what is said there: of which kind, and whether several."""

    name: str
    kind: str
    many: bool = False


class _Part(NamedTuple):
    """A part of a pattern as an expression, and the words of which it must have one; none where it may do without.

    ``needs``: further sets of words, of each of which it must have one.
    """

    written: str
    telling: frozenset[str] = frozenset()
    needs: tuple[frozenset[str], ...] = ()


class Compiled:
    """A pattern: its slots, words of which one must be there, in lower case, and its expression over a sentence.

    ``needs`` are further words, some of each must be there too. ``opens``: it begins with who does something, and so only matches
    where a clause begins. The expression is made when it is first asked for: most patterns of a file are never met.
    """

    __slots__ = ("_expression", "_written", "needs", "opens", "slots", "telling")

    def __init__(self, part: _Part, slots: dict[str, Slot], *, opens: bool) -> None:
        """Take what was read of a pattern."""
        self._written = part.written
        self._expression: re.Pattern[str] | None = None
        self.slots, self.telling, self.needs, self.opens = slots, part.telling, part.needs, opens

    def fits(self, words: set[str]) -> bool:
        """Tell whether a text of these words, as `words_of` gives them, may match: where not, nothing in it does."""
        return not self.telling.isdisjoint(words) and not any(map(words.isdisjoint, self.needs))

    @property
    def expression(self) -> re.Pattern[str]:
        """Give the expression. Raises `PatternError` where it cannot be made."""
        if self._expression is None:
            try:
                self._expression = re.compile(self._written)
            except re.error as error:
                raise PatternError(f"cannot be read: {error}") from error
        return self._expression


class _Reading:
    """A pattern being read. Within brackets ``|`` parts phrases, outside of them it parts words."""

    def __init__(self, said: str, words: WordLists, vague: frozenset[str]) -> None:
        self.said, self.words, self.vague = said, words, vague
        self.slots: dict[str, Slot] = {}
        self.pieces = _TOKENS.findall(said)
        if "".join(self.pieces) != "".join(said.split()):
            raise PatternError("has a < or > that is no slot")
        self.at = 0

    def _next(self) -> str:
        return self.pieces[self.at] if self.at < len(self.pieces) else ""

    def sequence(self, end: str = "") -> _Part:
        """Read parts up to ``end`` or, before it, a ``|``; what it needs is what the most telling of them needs."""
        parts: list[_Part] = []
        while (piece := self._next()) and not (end and piece in {end, "|"}):
            if piece in {"]", ")", "|"}:
                raise PatternError(f'has a "{piece}" that nothing opens')
            self.at += 1
            parts.append(self._part(piece, within=bool(end)))
        telling = self._most_telling(part.telling for part in parts)
        every = dict.fromkeys(
            need for part in parts for need in (part.telling, *part.needs) if need and need != telling
        )
        return _Part("".join(part.written for part in parts), telling, tuple(every))

    def _most_telling(self, sets: Iterable[frozenset[str]]) -> frozenset[str]:
        found = [one for one in sets if one]
        return min(found, key=lambda one: (bool(one & self.vague), len(one), sorted(one)), default=frozenset())

    def _part(self, piece: str, *, within: bool) -> _Part:
        if piece[0] == "<":
            written = self._slot(piece)
            kind = next(reversed(self.slots.values())).kind
            listed = frozenset(map(_telling, self.words[kind])) if kind in self.words else frozenset[str]()
            return _Part(written, listed, () if listed else _needed(kind))
        if piece == "...":
            return _Part(r"(?:\s+[\w'’-]+){0,3}?")
        if piece == ",":
            return _Part(r"\s*,")
        if piece == "[":
            return _Part(f"(?:{self._either(']').written})?")
        if piece == "(":
            return self._either(")")
        words = [piece]
        while not within and self._next() == "|":
            words += self.pieces[self.at + 1 : self.at + 2]
            self.at += 2
        return self._words(words)

    def _either(self, end: str) -> _Part:
        """Read phrases between ``|`` up to a closing bracket; it needs a word of each, so all their words are its."""
        parts = [self.sequence(end)]
        while self._next() == "|":
            self.at += 1
            parts.append(self.sequence(end))
        if self._next() != end:
            raise PatternError(f'lacks a "{end}"')
        self.at += 1
        telling = frozenset[str]().union(*(part.telling for part in parts)) if all(p.telling for p in parts) else None
        return _Part(f"(?:{'|'.join(part.written for part in parts)})", telling or frozenset())

    def _words(self, said: Iterable[str]) -> _Part:
        phrases: list[str] = []
        for one in said:
            if one.startswith("@"):
                if one[1:] not in self.words:
                    raise PatternError(f"names the list {one}, which is not there")
                phrases += self.words[one[1:]]
            else:
                phrases.append(one)
        return _Part(either(phrases), frozenset(map(_telling, phrases)))

    def _slot(self, said: str) -> str:
        match = _SLOT.fullmatch(said)
        if match is None:
            raise PatternError(f"has {said}, which is no slot; write it as <name> or <name:kind>")
        slot = Slot(match[1], match[2] or match[1], bool(match[3]))
        if slot.name in self.slots:
            raise PatternError(f"has the slot {slot.name} twice")
        self.slots[slot.name] = slot
        written = self._kind(slot)
        return f"{_BETWEEN}(?P<{slot.name}>{written})"

    def _kind(self, slot: Slot) -> str:
        if slot.kind == ME:
            return r"(?:I|i|[Yy]ou)\b"
        if slot.kind == THEM:
            return rf"[Mm]y(?:\s[^\W\d_A-Z][\w-]*){{1,4}}?(?:\s{PERSON})?(?![\w'’])|{PERSON}"
        if slot.kind == WHO:
            return rf"(?:I|i|[Yy]ou)\b|[Mm]y(?:\s[^\W\d_A-Z][\w-]*){{1,4}}?(?:\s{PERSON})?(?![\w'’])|{PERSON}"
        if slot.kind == WHOSE:
            return rf"[Mm]y\b|[Yy]our\b|{PERSON}['’]s"
        if slot.kind in _KINDS:
            return _KINDS[slot.kind] + (self._end() if slot.kind == "date" else "")
        if slot.kind in {TEXT, DOING}:
            return ("(?=[a-z])" if slot.kind == DOING else "") + _PHRASE + self._end()
        if slot.kind in self.words:
            return either(self.words[slot.kind]).replace(_BETWEEN, "", 1)
        if not is_named(slot.kind):
            raise PatternError(f"has a slot of kind {slot.kind}, which is none")
        one = PERSON if slot.kind == PERSON_TYPE else NAME
        return rf"{one}(?:\s*,\s*{one})*(?:,?\s+(?:and|&)\s+{one})?" if slot.many else one

    def _end(self) -> str:
        """Say where a phrase ends: at the end of the clause, unless more of the pattern follows."""
        following = next((one for one in self.pieces[self.at :] if one not in {"]", ")", "|"}), "")
        if following and following != "[":
            return ""
        return r"(?=\s*(?:[\n.!?;:,()\"“”—]|$))"


def either(phrases: Iterable[str]) -> str:
    """Write any of some phrases as an expression, whatever the case and whichever apostrophe; the longer ones first.

    A word that begins with an apostrophe closes up with the one before it.
    """
    ordered = sorted(set(phrases), key=lambda one: (-len(one), one))
    inner = "|".join(r"\s+".join(map(_literal, one.split())) for one in ordered if not one.startswith("'"))
    clitic = "|".join(_literal(one) for one in ordered if one.startswith("'"))
    parts = [*([rf"{_BETWEEN}(?i:{inner})"] if inner else []), *([rf"\s*(?i:{clitic})"] if clitic else [])]
    return rf"(?:{'|'.join(parts)})(?!\w)"


def _literal(word: str) -> str:
    return re.escape(word).replace("'", "['’]")


def _telling(phrase: str) -> str:
    """Give the longest word of a phrase, as texts are looked through."""
    found: list[str] = _WORD.findall(phrase.lower())
    if not found:
        raise PatternError(f'has "{phrase}", which holds no word')
    return max(found, key=len)


def compiled(said: str, words: WordLists, vague: frozenset[str] = FUNCTION_WORDS) -> Compiled:
    """Read a pattern. Raises `PatternError`.

    >>> pattern = compiled("<who> work|works at <org:Organization>", {})
    >>> pattern.expression.search("I work at Arc Labs now")["org"], sorted(pattern.telling)
    ('Arc Labs', ['work', 'works'])
    """
    reading = _Reading(said, words, vague)
    whole = reading.sequence()
    if not whole.telling:
        raise PatternError("has no word of its own, so that it would be looked for everywhere")
    written = r"(?<![\w'’@#])" + whole.written.removeprefix(_BETWEEN)
    first = _SLOT.match(said.strip())
    opens = first is not None and reading.slots[first[1]].kind in {WHO, ME, THEM}
    return Compiled(whole._replace(written=written), reading.slots, opens=opens)
