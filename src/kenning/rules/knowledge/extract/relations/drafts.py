"""What a parsed passage gives: its names as mentions, and the relations it states between them as drafts of claims."""

from __future__ import annotations

from kenning.model.identity.extract import LEARNED_MAX, NOTHING, Extracted, Found, Learned, Parsed, Passage, mention
from kenning.rules.knowledge.extract.named import tagged
from kenning.rules.knowledge.extract.named.finder import TEXT_MAX, found, known_near
from kenning.rules.knowledge.extract.relations.stated import origins, retyped, stated
from kenning.rules.knowledge.extract.relations.surface import Stated
from kenning.rules.knowledge.extract.relations.tree import Tree
from kenning.rules.knowledge.extract.sentences import quotations

VERSION = "1"
LANGUAGE = "en"
ORIGIN_CONFIDENCE = 0.75


def is_read(passage: Passage) -> bool:
    """Whether a passage is in the language of these rules, as far as anybody said, and could name somebody."""
    spoken = passage.language.partition("-")[0].lower()
    return spoken in {"", LANGUAGE} and any(letter.isupper() for letter in passage.text[:TEXT_MAX])


def drafts(passage: Passage, parsed: Parsed) -> Extracted:
    """Draw the names and relations of a passage out of how a model has read its text.

    What is quoted states nothing; each draft rests on the words of a sentence.
    """
    text = passage.text[:TEXT_MAX]
    runs = tagged.names(text, parsed, known_near(passage), things=True)
    if not runs:
        return NOTHING
    tree = Tree(parsed, runs)
    runs = retyped(tree, runs)
    kept = [number for number, one in enumerate(runs) if one.kind != "thing"]
    places = {number: place for place, number in enumerate(kept)}
    mentions = found(passage, [runs[number] for number in kept])
    quoted = quotations(text)
    learned = [
        _learned(one, places)
        for one in stated(text, tree, runs)
        if one.subject in places
        and (one.object < 0 or one.object in places)
        and not any(start <= one.start < end for start, end in quoted)
    ]
    for number, word, land in origins(tree, runs):
        if number in places:
            token = parsed.tokens[word]
            mentions.append(
                Found(surface=land, type="kenning:Country", start=token.start, end=token.end, confidence=0.8)
            )
            learned.append(_origin(places[number], len(mentions) - 1, tree.sentence(word)))
    return Extracted(mentions=mentions, learned=learned[:LEARNED_MAX])


def _learned(one: Stated, places: dict[int, int]) -> Learned:
    return Learned(
        subject=mention(places[one.subject]),
        predicate=one.predicate,
        object=mention(places[one.object]) if one.object >= 0 else None,
        value=one.value or None,
        start=one.start,
        end=one.end,
        confidence=one.confidence,
        rule=one.rule,
    )


def _origin(subject: int, land: int, sentence: tuple[int, int]) -> Learned:
    start, end = sentence
    return Learned(
        subject=mention(subject),
        predicate="from",
        object=mention(land),
        start=start,
        end=end,
        confidence=ORIGIN_CONFIDENCE,
        rule="people-of",
    )
