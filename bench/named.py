"""Named mentions of labelled texts: what annotators say stands where, as the bench of mentions compares it with what is found.

No pronouns and no common nouns count: of a noun phrase only the name in it. What a set leaves unlabelled or labels as nobody in
particular is neither right nor wrong to find.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.friends import DROPPED, KINSHIP, PRONOUNS

Span = tuple[int, int]

_CLOSES = frozenset(". , ; : ! ? ) ] } % ' ’ ” … 's ’s n't n’t 'm ’m 're ’re 've ’ve 'll ’ll 'd ’d".split())  # noqa: SIM905
_OPENS = frozenset("( [ { $ # “ ‘".split())  # noqa: SIM905
# What a noun phrase goes on with behind the name in it.
_CUTS = frozenset(
    """
    , ( [ ; : – — -- who whom which that whose where when in at on from with by for as during to after before under over
    about against since until near into " “ /
    """.split(),  # noqa: SIM905 - reads as a list
)
_JOINS_PERSON = frozenset("de da di du del della van von der den la le el al bin ben ibn - . ' ’".split())  # noqa: SIM905
_JOINS_OTHER = _JOINS_PERSON | frozenset("of and & for the on in at to".split())  # noqa: SIM905
_CUTS_OTHER = _CUTS - {"in", "at", "on", "for", "to"}
_TAILS = frozenset("of in at and for".split())  # noqa: SIM905
_ENDS = frozenset({"'s", "’s", "'", "’"})
_NO_OFFICES = frozenset("of and or the a an his her its their".split())  # noqa: SIM905
_SELVES = frozenset({"himself", "herself", "itself", "themselves"})
TITLES = frozenset(
    """
    mr mrs ms miss dr prof professor sir lord lady dame madam madame president vice prime minister senator sen
    representative rep governor gov judge justice chief king queen prince princess emperor empress pope saint st
    cardinal bishop archbishop father brother sister captain capt general gen colonel col major lieutenant lt
    sergeant sgt commander admiral officer detective attorney chairman chairwoman secretary coach mayor uncle aunt
    aunty grandma grandpa rabbi reverend rev deputy former ceo director environment foreign home first grand duke
    duchess count countess baron baroness doctor councillor congressman congresswoman
    """.split(),  # noqa: SIM905 - reads as a list
)


@dataclass(frozen=True, slots=True)
class Gold:
    """A name in a text, the sort of thing it names by the set's own word, and whom, where the set says so."""

    start: int
    end: int
    surface: str
    type: str
    who: str = ""
    also: tuple[Span, ...] = ()
    """Where it may as well be said to stand: with a title, without what says where a body is."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A text as somebody said it in a session, the names in it, and the places nobody judges."""

    session: str
    speaker: str | None
    text: str
    names: tuple[Gold, ...]
    unjudged: tuple[Span, ...] = ()


def joined(tokens: Sequence[str], tight: frozenset[str] = frozenset()) -> tuple[str, list[Span]]:
    """Tokens as a person would write them, and where each stands; what is ``tight`` closes up on both sides."""
    text, places, quoted = "", [], False
    for number, token in enumerate(tokens):
        before = tokens[number - 1] if number else ""
        close = (
            not text or token in _CLOSES or before in _OPENS or (bool(tight) and (token in tight or before in tight))
        )
        if token == '"':
            close = close or quoted
            quoted = not quoted
        elif number and tokens[number - 1] == '"' and quoted:
            close = True
        text += "" if close else " "
        places.append((len(text), len(text) + len(token)))
        text += token
    return text, places


def lower_words(sentences: Iterable[Sequence[str]]) -> set[str]:
    """Words that also stand without a capital: one alone is no name."""
    return {word for sentence in sentences for word in sentence if word.islower()}


def core(tokens: Sequence[str], *, person: bool) -> Span | None:
    """The name in a noun phrase: the words with capitals at its head, before what is told further; none where the head has none.

    Of a person named behind an office ("president of the council Rui Alves") it is the last words with capitals.
    """
    cuts, joins = (_CUTS, _JOINS_PERSON) if person else (_CUTS_OTHER, _JOINS_OTHER)
    first = next((place for place, word in enumerate(tokens) if word[:1].isupper()), None)
    if first is None:
        return None
    end = next((place for place, word in enumerate(tokens) if place > first and word in cuts), len(tokens))
    while end > first and (tokens[end - 1] in _ENDS | _SELVES or tokens[end - 1] in joins - {"."}):
        end -= 1
    found = _capitals(tokens, first, end, joins)
    if person and found is not None and found[0] > first and tokens[found[0] - 1] not in _NO_OFFICES:
        return found
    soft = next((place for place in range(first, end) if tokens[place] in {"of", "and", "or"}), None)
    return found if not person or soft is None else _capitals(tokens, first, soft, joins)


def _capitals(tokens: Sequence[str], first: int, end: int, joins: frozenset[str]) -> Span | None:
    """The words with capitals that end there, with what joins them."""
    if end == first or not (_is_capital(tokens, end - 1) or tokens[end - 1] == "." or tokens[end - 1].isdigit()):
        return None
    start = end - 1
    while start > first and (
        _is_capital(tokens, start - 1) or tokens[start - 1] in joins or tokens[start - 1].isdigit()
    ):
        start -= 1
    while start < end and not tokens[start][:1].isupper():
        start += 1
    if start < end and tokens[start].lower() in {"the", "a", "an", "his", "her", "their", "our", "my", "your", "this"}:
        start += 1
    return (start, end) if start < end else None


def _is_capital(tokens: Sequence[str], place: int) -> bool:
    """Whether a word has a capital, or hangs by a hyphen on one that has: Chun-yu."""
    return tokens[place][:1].isupper() or (place > 1 and tokens[place - 1] == "-" and tokens[place - 2][:1].isupper())


def untitled(words: Sequence[str]) -> int:
    """How many words before a name are its bearer's title."""
    inside = [place for place in range(len(words) - 1) if words[place].lower().strip(".") in TITLES]
    skipped = inside[-1] + 1 if inside else 0
    while skipped < len(words) - 1 and (words[skipped].lower().strip(".") in TITLES or words[skipped] == "."):
        skipped += 1
    return skipped


def counts(said: Sequence[str], lower: set[str], *, person: bool) -> bool:
    """Whether words with capitals are a name: no pronoun, no kin, no title alone, not only words that also stand small."""
    plain = {word.lower() for word in said if any(map(str.isalnum, word))}
    if not plain or plain & PRONOUNS or (person and plain & KINSHIP):
        return False
    return not ((person or len(said) == 1) and plain <= lower) and not plain <= TITLES


def gum(data: Path) -> list[Labelled]:
    """Sentences of news, interviews, lives and courts, one session a document; none where the set is not there.

    A country or a city that acts is an organization there, and a place where it does not: as the former it is not judged.
    """
    file = _folder(data, "gum_entities") / "gum.jsonl.gz"
    if not file.is_file():
        return []
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        documents = [json.loads(line) for line in lines]
    lower = lower_words(sentence["tokens"] for one in documents for sentence in one["sentences"])
    places = {one.get("qid") for document in documents for one in document["mentions"] if one["type"] == "place"} - {
        None
    }
    for document in documents:
        for one in document["mentions"]:
            if one["type"] == "organization" and one.get("qid") in places:
                one["type"] = "place that acts"
    return [sentence for one in documents for sentence in _gum_sentences(one, lower)]


def _gum_sentences(document: dict[str, Any], lower: set[str]) -> Iterator[Labelled]:
    for sentence in document["sentences"]:
        tokens, first = sentence["tokens"], sentence["start"]
        text, places = joined(tokens, frozenset("-/"))
        names: dict[Span, Gold] = {}
        unjudged = []
        inside = [one for one in document["mentions"] if first <= one["start"] and one["end"] < first + len(tokens)]
        for one in sorted(inside, key=lambda one: one["start"] - one["end"], reverse=True):
            start, end = one["start"] - first, one["end"] + 1 - first
            person = one["type"] == "person"
            found = core(tokens[start:end], person=person)
            if found is None:
                continue
            said = tokens[start + found[0] : start + found[1]]
            skipped = untitled(said) if person else 0
            last = places[start + found[1] - 1][1]
            span = (places[start + found[0] + skipped][0], last)
            heads = [number for number, word in enumerate(said) if word in _TAILS and number]
            also = [
                (places[start + found[0]][0], last),
                *((span[0], places[start + found[0] + one - 1][1]) for one in heads),
            ]
            several = (
                person
                and start + found[0] > 0
                and tokens[start + found[0] - 1].lower() in {"the", "all", "some", "many"}
            )
            if one["type"] == "place that acts" or (several and said[-1].endswith("s")):
                unjudged.append(span)
            elif counts(said[skipped:], lower, person=person):
                who = f"{document['doc_id']}:{one['cluster']}"
                names.setdefault(span, Gold(*span, text[slice(*span)], one["type"], who, tuple(also)))
        yield Labelled(document["doc_id"], sentence["speaker"], text, tuple(names.values()), tuple(unjudged))


def friends(data: Path) -> list[Labelled]:
    """Utterances of a series, one session a scene; only persons are labelled."""
    files = sorted(_folder(data, "friends_characters").glob("episodes/*.json"))
    scenes = [scene for file in files for scene in json.loads(file.read_text(encoding="utf-8"))["scenes"]]
    said = [utterance for scene in scenes for utterance in scene["utterances"]]
    lower = lower_words(sentence for one in said for sentence in one["tokens"])
    return [_friends_line(scene["scene_id"], one, lower) for scene in scenes for one in scene["utterances"]]


def _friends_line(scene: str, utterance: dict[str, Any], lower: set[str]) -> Labelled:
    text, at = utterance["transcript"], 0
    names, unjudged = [], []
    for tokens, marks in zip(utterance["tokens"], utterance["character_entities"] or [], strict=False):
        places = []
        for token in tokens:
            found = text.find(token, at)
            places.append((found, found + len(token)) if found >= 0 else (at, at))
            at = places[-1][1]
        for begin, end, *characters in marks:
            words = tokens[begin:end]
            if not any(word[:1].isupper() for word in words):
                continue
            whole = (places[begin][0], places[end - 1][1])
            skipped = untitled(words)
            if counts(words[skipped:], lower, person=True) and not set(characters) & DROPPED and len(characters) == 1:
                span = (places[begin + skipped][0], whole[1])
                names.append(Gold(*span, text[slice(*span)], "person", characters[0], (whole,)))
            else:
                unjudged.append(whole)
    speakers = [name for name in utterance["speakers"] if name not in DROPPED]
    return Labelled(scene, speakers[0] if speakers else None, text, tuple(names), tuple(unjudged))


def conll(file: Path) -> list[Labelled]:
    """Messages of a file with a token and its label on a line, one session a message."""
    blocks = re.split(r"\n\s*\n", file.read_text(encoding="utf-8"))
    rows = [[line.split() for line in block.splitlines() if len(line.split()) == 2] for block in blocks]
    return [_message(f"{file.stem}:{number}", block) for number, block in enumerate(rows) if block]


def _message(session: str, rows: list[list[str]]) -> Labelled:
    text, places = joined([row[0] for row in rows])
    names: list[Gold] = []
    start: int | None = None
    for number, (_, label) in enumerate([*rows, ["", "O"]]):
        if start is not None and not label.startswith("I-"):
            span = (places[start][0], places[number - 1][1])
            names.append(Gold(*span, text[slice(*span)], rows[start][1].partition("-")[2]))
            start = None
        if label.startswith("B-"):
            start = number
    return Labelled(session, None, text, tuple(names))


def wnut(data: Path) -> list[Labelled]:
    """Messages of social media."""
    folder = _folder(data, "ner_social")
    return [message for file in sorted(folder.glob("wnut*.conll")) for message in conll(file)]


def wikigold(data: Path) -> list[Labelled]:
    """Sentences of an encyclopaedia."""
    return conll(_folder(data, "ner_social") / "wikigold.conll")


def _folder(data: Path, name: str) -> Path:
    return data / name if (data / name).is_dir() else data
