"""All relations that a parsed text states between the names in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kenning.rules.knowledge.extract.named.places import PEOPLE_OF
from kenning.rules.knowledge.extract.named.shaped import Named
from kenning.rules.knowledge.extract.named.weigh import Kind
from kenning.rules.knowledge.extract.relations.frames import KINDS_OF, NOUNS, VERBS, Frame
from kenning.rules.knowledge.extract.relations.surface import Stated, beside
from kenning.rules.knowledge.extract.relations.tree import Tie, Tree

RELATIONS_MAX = 256
"""Of one text no more are taken: a bound on what a text can make anybody read."""


SYMMETRIC = frozenset(
    [
        "married_to",
        "sibling_of",
        "partner_of",
        "engaged_to",
        "relative_of",
        "friend_of",
        "works_with",
        "lives_with",
        "neighbor_of",
        "met",
    ]
)
"""What is said of both at once, and so once."""


def retyped(tree: Tree, names: Sequence[Named]) -> list[Named]:
    """Give the names with the sort of thing the text itself says they are: what "is a village" is a place."""
    return [
        name._replace(kind=said, score=max(name.score, 2.0)) if (said := _said(tree, number)) else name
        for number, name in enumerate(names)
    ]


def _said(tree: Tree, number: int) -> Kind | None:
    for noun in tree.described(number):
        kind = KINDS_OF.get(tree.lower(noun))
        if kind is not None and not tree.is_doubted(noun):
            return kind
    return None


def stated(text: str, tree: Tree, names: Sequence[Named]) -> list[Stated]:
    """Give the relations a text states, each once, in the order of the words they rest on."""
    found: dict[tuple[int, int, str, str], Stated] = {}
    for one in (*beside(text, names), *_parsed(tree, names)):
        first, second = one.subject, one.object
        if one.predicate in SYMMETRIC:
            first, second = min(first, second), max(first, second)
        key = (first, second, one.predicate, one.value)
        if first != second and (key not in found or found[key].confidence < one.confidence):
            found[key] = one
    return sorted(found.values(), key=lambda one: (one.start, one.end, one.predicate))[:RELATIONS_MAX]


def _parsed(tree: Tree, names: Sequence[Named]) -> Iterator[Stated]:
    """What the parse says of each name: by its verbs, and by the nouns that describe it."""
    for number in range(len(names)):
        for verb in tree.subjects_verbs(number):
            yield from _framed(tree, names, number, verb)
        for noun in tree.described(number):
            yield from _framed(tree, names, number, noun, is_noun=True)


def _framed(tree: Tree, names: Sequence[Named], number: int, word: int, *, is_noun: bool = False) -> Iterator[Stated]:
    if tree.is_doubted(word):
        return
    said = tree.lower(word)
    table = NOUNS if is_noun else VERBS
    for tie in tree.ties(word):
        frame = table.get((said, tie.how))
        if frame is not None:
            yield from _fits(tree, names, number, frame, tie)
    for child in tree.children[word]:  # a film directed by, a company based in
        token = tree.tokens[child]
        if is_noun and token.dep == "acl" and token.tag == "VBN":
            for tie in tree.ties(child):
                frame = VERBS.get((tree.lower(child), tie.how))
                if frame is not None:
                    yield from _fits(tree, names, number, frame, tie)


def _fits(tree: Tree, names: Sequence[Named], number: int, frame: Frame, tie: Tie) -> Iterator[Stated]:
    """A relation, where both ends are of the sorts its frame takes."""
    subject, other = names[number], names[tie.name]
    if tie.name == number or subject.kind not in frame.subject or other.kind not in frame.object:
        return
    word = tree.tokens[tie.word]
    start, end = min(subject.start, other.start, word.start), max(subject.end, other.end, word.end)
    one, two = (tie.name, number) if frame.turned else (number, tie.name)
    rule = f"{tree.lower(tie.word)}-{tie.how}"
    yield Stated(one, frame.predicate, two, "", start, end, rule, frame.confidence)


def origins(tree: Tree, names: Sequence[Named]) -> Iterator[tuple[int, int, str]]:
    """Give persons of whom a text says of what people they are: which name, which word, and the country in its own name."""
    for number, name in enumerate(names):
        if name.kind != "person":
            continue
        for noun in tree.described(number):
            if KINDS_OF.get(tree.lower(noun)) != "person" or tree.is_doubted(noun):
                continue
            for child in tree.children[noun]:
                land = PEOPLE_OF.get(tree.lower(child))
                if land is not None and tree.tokens[child].dep in {"amod", "compound", "nmod"}:
                    yield number, child, land
                    break
