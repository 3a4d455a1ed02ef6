"""People in dialogue: named mentions linked online, with speakers known, and how many entities that makes."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import kenning
from bench.frame import Bar, Options, Result
from kenning.model.identity.act import CREATED, RESOLVED, Resolution, decoded
from kenning.model.identity.entity import Outcome

CHANNEL = "dialogue"
DROPPED = {"#OTHER#", "#GENERAL#", "Unknown", "#ALL#"}
# English, as the metric drops them: words that stand for a person or say whose they are, and are no name.
PRONOUNS = frozenset(
    """
    i me my mine myself you your yours yourself he him his himself she her hers herself it its itself we us our ours ourselves
    they them their theirs themselves who whom whose this that these those one ones everybody everyone somebody
    someone anybody anyone nobody all both y'all ya
    """.split(),  # noqa: SIM905 - reads as a list
)
KINSHIP = frozenset(
    """
    mom mommy mother mum mummy ma mama dad daddy father pa papa pop son daughter brother bro sister sis uncle aunt auntie cousin
    nephew niece grandma grandmother granny nana grandpa grandfather grandson granddaughter husband wife hubby baby
    """.split(),  # noqa: SIM905 - reads as a list
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name in an utterance, and whom the annotators say it means."""

    start: int
    end: int
    surface: str
    character: str


@dataclass(frozen=True, slots=True)
class Utterance:
    """What someone says, with the names in it."""

    episode: str
    scene: str
    speakers: tuple[str, ...]
    text: str
    mentions: tuple[Named, ...]
    nouns: int
    """How many mentions of one character there are that are no pronoun: the names that count, and nouns such as "the doctor"."""


def nominals(told: list[list[Utterance]]) -> int:
    """How many mentions of one character are no pronoun."""
    return sum(one.nouns for episode in told for one in episode)


def episodes(data: Path) -> list[list[Utterance]]:
    """The utterances of each episode in order, with the mentions that count."""
    files = sorted((data if (data / "episodes").is_dir() else data / "friends_characters").glob("episodes/*.json"))
    parsed = [json.loads(file.read_text(encoding="utf-8")) for file in files]
    lower = {word for episode in parsed for sentence in sentences(episode) for word in sentence if word.islower()}
    return [list(utterances(episode, lower)) for episode in parsed]


def sentences(episode: dict[str, Any]) -> Iterator[list[str]]:
    """The sentences of an episode as tokens."""
    for scene in episode["scenes"]:
        for utterance in scene["utterances"]:
            yield from utterance["tokens"]


def utterances(episode: dict[str, Any], lower: set[str]) -> Iterator[Utterance]:
    """The utterances of an episode in the order of scenes."""
    for scene in episode["scenes"]:
        for one in scene["utterances"]:
            speakers = tuple(name for name in one["speakers"] if name not in DROPPED)
            mentions = tuple(named(one, lower))
            nouns = sum(not {word.lower() for word in said} & PRONOUNS for said in labelled(one))
            yield Utterance(episode["episode_id"], scene["scene_id"], speakers, one["transcript"], mentions, nouns)


def labelled(utterance: dict[str, Any]) -> Iterator[list[str]]:
    """The tokens of each mention of one character."""
    for tokens, marks in zip(utterance["tokens"], utterance["character_entities"] or [], strict=False):
        for begin, end, *characters in marks:
            if len(characters) == 1 and characters[0] not in DROPPED:
                yield tokens[begin:end]


def named(utterance: dict[str, Any], lower: set[str]) -> Iterator[Named]:
    """The mentions that count: one label, capitalised, no pronoun or kinship word, not only words that are also lower case."""
    text, at = utterance["transcript"], 0
    for tokens, marks in zip(utterance["tokens"], utterance["character_entities"] or [], strict=False):
        places = []
        for token in tokens:
            found = text.find(token, at)
            places.append((found, found + len(token)) if found >= 0 else (at, at))
            at = places[-1][1]
        for begin, end, *characters in marks:
            said = tokens[begin:end]
            if len(characters) == 1 and characters[0] not in DROPPED and counts(said, lower):
                start, stop = places[begin][0], places[end - 1][1]
                yield Named(start, stop, text[start:stop] or " ".join(said), characters[0])


def counts(said: Sequence[str], lower: set[str]) -> bool:
    """Whether the words of a mention are a name by the metric's rules."""
    plain = {word.lower() for word in said}
    return (
        any(word[:1].isupper() for word in said)
        and not plain & (PRONOUNS | KINSHIP)
        and not all(word.lower() in lower for word in said)
    )


class Memory:
    """A store that knows nobody: an utterance is recorded with its speaker and the names in it, and the outcomes are read."""

    def __init__(self) -> None:
        self._session = kenning.open(":memory:", config=kenning.Config(synchronous="off"))

    @property
    def entities(self) -> int:
        """How many entities there are."""
        return sum(event.kind == CREATED for event in self._session.log())

    def record(
        self, speaker: str | None, scene: str, text: str, mentions: Iterable[tuple[int, int, str]]
    ) -> list[Outcome]:
        """Record that someone said this in a scene, naming those: an outcome each, the speaker's first."""
        named = [{"name": surface, "type": "person", "role": "mentioned"} for _, _, surface in mentions]
        event: dict[str, Any] = {
            "kind": "message.received",
            "source": {"type": "import", "name": CHANNEL, "channel": CHANNEL},
            "context": {"session": {"id": scene}},
            "entities": named,
            "files": [{"role": "primary", "content": text}],
        }
        if speaker is not None:
            event["actor"] = {"type": "person", "name": speaker, "channel": CHANNEL, "identifier": speaker}
        receipt = self._session.record(event)
        asked = [*(["actor"] if speaker is not None else []), *(f"entities[{number}]" for number in range(len(named)))]
        if not asked:
            return []
        for one in self._session.log(after=receipt.sequence):
            if one.kind == RESOLVED:
                act = decoded(one.kind, one.text)
                assert isinstance(act, Resolution)
                if act.sequence != receipt.sequence:
                    continue  # an older mention, decided now that more is known
                by_path = {outcome.path: outcome for outcome in act.outcomes}
                return [by_path[path] for path in asked]
        raise AssertionError("whoever is named is resolved")


@dataclass(frozen=True, slots=True)
class Link:
    """What was decided about one mention, and whom it means."""

    mention: Named
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Told:
    """What a memory made of a series of utterances."""

    links: list[Link]
    acting: dict[str, Counter[str]]
    """By which speakers each entity acts, and how often."""
    entities: int
    characters: int
    """Those that speak or are named in what was told."""


def tell(story: Iterable[Utterance]) -> Told:
    """Record utterances in order, in a memory that knows nobody."""
    memory = Memory()
    links: list[Link] = []
    acting: defaultdict[str, Counter[str]] = defaultdict(Counter)
    characters: set[str] = set()
    for one in story:
        speaker = one.speakers[0] if one.speakers else None
        spans = [(name.start, name.end, name.surface) for name in one.mentions]
        outcomes = memory.record(speaker, one.scene, one.text, spans)
        if speaker is not None:
            acting[str(outcomes.pop(0).entity)][speaker] += 1
            characters.add(speaker)
        links += [Link(name, outcome) for name, outcome in zip(one.mentions, outcomes, strict=True)]
        characters |= {name.character for name in one.mentions}
    return Told(links, dict(acting), memory.entities, len(characters))


def mapped(told: Told, *, speaking: bool) -> dict[str, str]:
    """The one character each entity stands for, and no two entities for the same one.

    An entity stands for the character that most of its mentions mean, and, where ``speaking``, most of the utterances it speaks
    are by; the name decides between equals. Of the entities of one character the one with most of them counts: a mention
    linked to another is wrong, though it be a namesake. Without ``speaking`` it is no matter that the corpus calls a speaker by
    another name than those who speak of him.
    """
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for entity, speakers in told.acting.items() if speaking else ():
        counts[entity].update(speakers)
    for link in told.links:
        if link.outcome.entity is not None:
            counts[link.outcome.entity][link.mention.character] += 1
    best: dict[str, tuple[int, str]] = {}
    for entity, seen in sorted(counts.items()):
        character, count = min(seen.items(), key=lambda one: (-one[1], one[0]))
        if character not in best or count > best[character][0]:
            best[character] = (count, entity)
    return {entity: character for character, (_, entity) in best.items()}


def right(told: Told, *, speaking: bool = True) -> list[bool]:
    """Of each mention, whether it is linked to the entity of the character it means. An ambiguous one is wrong."""
    characters = mapped(told, speaking=speaking)
    return [characters.get(link.outcome.entity or "") == link.mention.character for link in told.links]


def share(flags: Sequence[bool]) -> float:
    """How many are true, between 0 and 1."""
    return sum(flags) / len(flags) if flags else 0.0


def ladder(told: Told, marks: Sequence[bool]) -> dict[str, float]:
    """How many mentions each tier decided, and how well."""
    figures: dict[str, float] = {}
    steps = [link.outcome.tier or link.outcome.status for link in told.links]
    for step in sorted(set(steps)):
        flags = [mark for mark, one in zip(marks, steps, strict=True) if one == step]
        figures |= {f"{step}_mentions": float(len(flags)), f"{step}_accuracy": share(flags)}
    return figures


def by_season(told: list[list[Utterance]]) -> list[list[Utterance]]:
    """The utterances of each season, as episodes are numbered."""
    seasons: defaultdict[str, list[Utterance]] = defaultdict(list)
    for episode in told:
        for one in episode:
            seasons[re.split(r"_?e\d", one.episode, maxsplit=1)[0]].append(one)
    return [seasons[name] for name in sorted(seasons)]


def run(options: Options) -> Result:
    """Tell all episodes to one memory, then each season and each episode to a fresh one."""
    if options.data is None:
        raise SystemExit("friends: needs --data, the folder of friends_characters")
    told = episodes(options.data)
    told = told[:1] if options.quick else told
    whole = tell(one for episode in told for one in episode)
    marks = right(whole)
    made = [mark for mark, link in zip(marks, whole.links, strict=True) if link.outcome.status == "created"]
    figures = {
        "mentions": float(len(marks)),
        "accuracy": share(marks),
        "accuracy_by_mentions_alone": share(right(whole, speaking=False)),
        "accuracy_names_and_nominals": sum(marks) / nominals(told),
        "ambiguous_share": share([link.outcome.status == "ambiguous" for link in whole.links]),
        "created_precision": share(made),
        "entities": float(whole.entities),
        "characters": float(whole.characters),
        "entities_per_character": whole.entities / whole.characters,
        **ladder(whole, marks),
    }
    for name, groups in (("season", by_season(told)), ("episode", told)):
        alone = [tell(group) for group in groups]
        figures |= {
            f"{name}_alone_accuracy": share([mark for one in alone for mark in right(one)]),
            f"{name}_alone_worst_accuracy": min(share(right(one)) for one in alone),
            f"{name}_alone_entities_per_character": sum(one.entities for one in alone)
            / sum(one.characters for one in alone),
        }
    bars = {
        "accuracy": Bar.at_least(0.92, figures["accuracy"]),
        "entities_per_character_least": Bar.at_least(0.95, figures["entities_per_character"]),
        "entities_per_character_most": Bar.at_most(1.12, figures["entities_per_character"]),
    }
    return Result(figures=figures, bars=bars)
