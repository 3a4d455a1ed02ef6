"""Tier 3: a small model reads a text, and rules draw names and relations out of what it read; neither knows the other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kenning.model.identity.extract import NOTHING, Extracted, Passage, Tier
from kenning.providers import Tagger
from kenning.providers.spacy import SpacyTagger, installed
from kenning.rules.knowledge.extract.named.finder import VERSION as NAMES
from kenning.rules.knowledge.extract.relations.drafts import VERSION as RELATIONS
from kenning.rules.knowledge.extract.relations.drafts import drafts, is_read


class Tagged:
    """Draws names and relations by a tagger: people, bodies and places become entities, what is said of them claims."""

    tier: Tier = 3
    batch = 256

    def __init__(self, tagger: Tagger, name: str = "grammar") -> None:
        """Take a tagger, of English."""
        self._tagger = tagger
        self.name = name
        self.version = f"{NAMES}.{RELATIONS}+{tagger.name}"

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Give what each passage says; one that is in another language or names nobody is not even read."""
        read = [place for place, passage in enumerate(passages) if is_read(passage)]
        parses = self._tagger.parse([passages[place].text for place in read])
        results = [NOTHING] * len(passages)
        for place, parsed in zip(read, parses, strict=True):
            results[place] = drafts(passages[place], parsed)
        return results


@cache
def grammar() -> Tagged | None:
    """Give the extractor by spaCy's model, one for all stores of a process; nothing where the extra ``nlp`` is not installed."""
    return Tagged(SpacyTagger()) if installed() is not None else None
