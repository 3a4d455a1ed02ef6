"""A language model for tests: it says what it is told to say, and keeps what it was shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kenning.model.identity.extract import (
    ADDRESSEE,
    SPEAKER,
    Extracted,
    Found,
    Learned,
    Passage,
    Reference,
    Tier,
    mention,
)
from kenning.model.schema import Predicate
from kenning.providers import Answers


class Scripted:
    """A language model that says what it is told to: an extractor of the fourth tier, for tests of what is made of its claims.

    ``script`` leads from words that stand in a text to what it then says: subject, predicate, object each. ``I`` and ``you`` are
    who speaks and who is spoken to; of a predicate whose object is no entity the object is its value. ``shown`` lists the texts
    it was shown, so that a test can say what it never saw. Give it to a world by ``given(extractors=(Scripted(…),))``, and let
    ``session.extract(tiers=[4])`` ask it.
    """

    name = "scripted"
    version = "1"
    tier: Tier = 4
    batch = 100

    def __init__(self, script: Mapping[str, Sequence[tuple[str, str, str]]]) -> None:
        """Learn the script."""
        self.script = dict(script)
        self.shown: list[str] = []
        self._predicates: dict[str, Predicate] = {}

    def fitted(self, predicates: Iterable[Predicate], answers: Answers) -> Scripted:
        """Learn which predicates there are, and what their ends may be."""
        del answers
        self._predicates = {one.name: one for one in predicates}
        return self

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Say of each passage what the script has."""
        return [self._one(passage) for passage in passages]

    def _one(self, passage: Passage) -> Extracted:
        self.shown.append(passage.text)
        mentions: list[Found] = []
        learned: list[Learned] = []
        for words, triples in self.script.items():
            start = passage.text.find(words)
            if start < 0:
                continue
            for subject, predicate, obj in triples:
                ends = self._predicates.get(predicate, Predicate(name=predicate))
                is_relation = ends.is_relation
                draft = Learned(
                    subject=_meant(subject, ends.subject, passage.text, mentions),
                    predicate=predicate,
                    object=_meant(obj, ends.object, passage.text, mentions) if is_relation else None,
                    value=None if is_relation else obj,
                    start=start,
                    end=start + len(words),
                    rule="script",
                )
                learned.append(draft)
        return Extracted(mentions=mentions, learned=learned)


def _meant(name: str, types: Sequence[str], text: str, mentions: list[Found]) -> Reference:
    """Speak of who speaks, who is spoken to, or somebody by name."""
    if name in {"I", "you"}:
        return SPEAKER if name == "I" else ADDRESSEE
    start = text.find(name)
    kind = next((one for one in types if one != "entity"), "")
    span = (start, start + len(name)) if start >= 0 else (0, 0)
    mentions.append(Found(surface=name, type=kind, start=span[0], end=span[1]))
    return mention(len(mentions) - 1)
