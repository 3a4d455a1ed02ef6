"""Who is meant in a text by "I", "you", "my sister" and names."""

from __future__ import annotations

from typing import NamedTuple

import regex

from kenning.model.identity.extract import ADDRESSEE, SPEAKER, Found, Passage, Reference, entity, mention, named
from kenning.rules.mentions.words import is_common

PERSON = "kenning:Person"
NOT_NAMES = frozenset(
    """
    i you he she it we they my your his her our their the this that these those there here what who why how when where which and
    but so or if oh ah yes no yeah well ok okay hi hey hello thanks thank please sorry everyone everybody someone somebody nobody
    anyone anybody nothing something everything people some many most all both each today tomorrow yesterday tonight now then just
    not also maybe perhaps only even still one two mine is are was were do does did have has had can could will would should let
    got get in on at by for from to with as of a an lol haha wow god monday tuesday wednesday thursday friday saturday sunday
    january february march april may june july august september october november december everyone's mom dad mum
    """.split(),  # noqa: SIM905 - reads as a list
)
"""Words that begin a sentence, or are written with a capital, and name nobody by themselves."""
_MINE = regex.compile(r"(?i)my\s+")
_SHORTENED = regex.compile(r"['’](?:re|ll|ve|d|m|t)$")
_POSSESSIVE = regex.compile(r"['’]s$")


class Person(NamedTuple):
    """Somebody in a text: to whom it refers, what they are called there, and whether they are the one spoken to."""

    reference: Reference
    shown: str = ""
    is_addressee: bool = False


class Cast:
    """All who are named in one passage, each mention noted once."""

    def __init__(self, passage: Passage, kin: frozenset[str] = frozenset()) -> None:
        """Take the passage and the words by which people speak of those close to them."""
        self._passage = passage
        self._kin = kin
        self.mentions: list[Found] = []

    def person(self, said: str, start: int) -> Person | None:
        """Say whom words mean that stand for a person; nothing where nobody can be told."""
        low = said.lower()
        speaker, others = self._passage.speaker, self._passage.addressees
        if low in {"i", "my"}:
            return Person(SPEAKER, speaker.name) if speaker is not None else None
        if low in {"you", "your"}:
            return Person(ADDRESSEE, others[0].name, is_addressee=True) if len(others) == 1 else None
        if (match := _MINE.match(said)) is not None:
            return self._mine(said, start, match.end())
        bare = _POSSESSIVE.sub("", said)
        reference = self.name(bare, start, PERSON)
        return None if reference is None else Person(reference, bare)

    def _mine(self, said: str, start: int, at: int) -> Person | None:
        """Say who "my sister Anna" is, or "my sister" where the speaker is known to have one."""
        words = said[at:].split()
        sizes = [size for size in range(len(words), 0, -1) if " ".join(words[:size]).lower() in self._kin]
        if not sizes:
            return None
        kin, own_name = " ".join(words[: sizes[0]]), " ".join(words[sizes[0] :])
        if own_name:
            reference = self.name(own_name, start + said.rindex(own_name), PERSON)
            return None if reference is None else Person(reference, own_name)
        speaker = self._passage.speaker
        if speaker is None:
            return None
        return Person(named(f"{speaker.name}'s {kin.lower()}", PERSON), said)

    def name(self, said: str, start: int, kind: str) -> Reference | None:
        """Say whom a name means: an entity known by it here, else a mention of its own."""
        known = self.known(start, said)
        if known is not None:
            return known
        if self._is_word(said, start):
            return None
        surface = self._passage.text[start : start + len(said)]
        for place, one in enumerate(self.mentions):
            if one.start == start and one.surface == surface:
                return mention(place)
        self.mentions.append(Found(surface=surface, type=kind, start=start, end=start + len(said)))
        return mention(len(self.mentions) - 1)

    def _is_word(self, said: str, start: int) -> bool:
        """Tell whether what is written with a capital names nobody: a word that never does, or that begins a sentence."""
        first = said.split(maxsplit=1)[0].lower()
        if first in NOT_NAMES or _SHORTENED.search(first):
            return True
        before = self._passage.text[:start].rstrip()
        begins = not before or before[-1] in ".!?…\n:;" or "\n" in self._passage.text[len(before) : start]
        return begins and " " not in said and (is_common(first) or first.endswith(("ly", "ing")))

    def known(self, start: int, said: str) -> Reference | None:
        """Find the entity that is known to be named by exactly these words."""
        end = start + len(said)
        for one in self._passage.sighted:
            if one.end and one.start == start and one.end == end:
                return entity(one.entity)
        return None
