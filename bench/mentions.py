"""Names in texts: how many of those that annotators see are found and linked, by tier, and how fast the small model reads."""

from __future__ import annotations

import re
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import kenning
from bench import named
from bench.frame import Bar, Options, Result
from bench.named import Gold, Labelled
from kenning.model.identity.act import CREATED, RESOLVED, Created, Resolution, decoded
from kenning.providers import spacy

CHANNEL = "dialogue"
TIERS = {"tier2": (1, 2), "tier3": (1, 2, 3)}
_PLACE = re.compile(r"text\[(\d+):(\d+)\]")
_BODIES = frozenset({"organization", "group", "corporation"})
_SORTS: dict[str, frozenset[str]] = {
    "Person": frozenset({"person"}),
    **dict.fromkeys(("Organization", "School"), _BODIES),
    **dict.fromkeys(("Group", "Team"), frozenset({"organization", "group"})),
    "Company": frozenset({"organization", "corporation"}),
    "Venue": frozenset({"organization", "location", "place"}),
    **dict.fromkeys(("Place", "Country", "Region", "City", "Building"), frozenset({"location", "place"})),
    **dict.fromkeys(("Work", "Book", "Film", "Music", "Game"), frozenset({"creative-work"})),
    "Item": frozenset({"product"}),
}
"""Which sorts of a set's names a type of ours may be: one has a word where the other has several."""
_WANTED = {
    "friends": {"person"},
    "gum": {"person", "organization"},
    "wnut": {"person", "location", "group", "corporation", "creative-work", "product"},
}


@dataclass(frozen=True, slots=True)
class Mention:
    """A name that was recorded of a text: where, of what type, which entity, and whether that was made for it."""

    start: int
    end: int
    type: str
    entity: str
    created: bool


@dataclass(frozen=True, slots=True)
class Read:
    """What was made of texts: the mentions of each, by whom it was said, and how long reading took."""

    mentions: list[list[Mention]]
    speakers: list[str | None]
    extract_s: float
    extract_cpu_s: float


def read(texts: Sequence[Labelled], tiers: Sequence[int]) -> Read:
    """Record texts as they come to somebody who knows nobody, then extract by some tiers."""
    session = kenning.open(":memory:", config=kenning.Config(synchronous="off", names=True))
    numbers = {session.record(_event(one)).sequence: number for number, one in enumerate(texts)}
    start, busy = time.perf_counter(), time.process_time()
    session.extract(tiers=tiers)
    took, spent = time.perf_counter() - start, time.process_time() - busy
    mentions: list[list[Mention]] = [[] for _ in texts]
    speakers: list[str | None] = [None] * len(texts)
    types: dict[str, str] = {}
    for event in session.log():
        act = decoded(event.kind, event.text) if event.kind in {CREATED, RESOLVED} else None
        if isinstance(act, Created):
            types[act.id] = act.type
        elif isinstance(act, Resolution) and act.sequence in numbers:
            for one in act.outcomes:
                place, kind = _PLACE.fullmatch(one.path), one.type or types.get(one.entity or "", "")
                if one.path == "actor":
                    speakers[numbers[act.sequence]] = one.entity
                elif place is not None:
                    found = Mention(
                        int(place[1]), int(place[2]), kind.rpartition(":")[2], one.entity or "", one.status == "created"
                    )
                    mentions[numbers[act.sequence]].append(found)
    return Read(mentions, speakers, took, spent)


def _event(one: Labelled) -> dict[str, Any]:
    event: dict[str, Any] = {
        "kind": "message.received",
        "source": {"type": "import", "name": CHANNEL, "channel": CHANNEL},
        "context": {"session": {"id": one.session}},
        "files": [{"role": "primary", "content": one.text}],
    }
    if one.speaker:
        event["actor"] = {"type": "person", "name": one.speaker, "channel": CHANNEL, "identifier": one.speaker}
    return event


@dataclass
class Score:
    """How many names were found rightly, of how many found and how many there are."""

    right: int = 0
    found: int = 0
    there: int = 0
    stray: set[str] = field(default_factory=set)
    """Entities made for words that no annotated name covers."""

    def add(self, other: Score) -> None:
        """Count another's too."""
        self.right, self.found, self.there = (
            self.right + other.right,
            self.found + other.found,
            self.there + other.there,
        )

    @property
    def figures(self) -> dict[str, float]:
        """Precision, recall and their harmonic mean."""
        precision, recall = self.right / max(1, self.found), self.right / max(1, self.there)
        return {"precision": precision, "recall": recall, "f1": 2 * precision * recall / max(1e-9, precision + recall)}


def score(text: Labelled, mentions: Sequence[Mention], wanted: set[str]) -> Score:
    """Compare what was found in a text with what annotators say, span and sort."""
    golds = {(one.start, one.end): one for one in text.names}
    also = {span: one for one in reversed(text.names) for span in one.also}
    found = Score(there=sum(one.type in wanted for one in text.names))
    taken: set[int] = set()
    for one in mentions:
        span, sorts = (one.start, one.end), _SORTS.get(one.type, frozenset())
        gold = golds.get(span) or also.get(span)
        if one.created and not any(one.start < other.end and other.start < one.end for other in text.names):
            found.stray.add(one.entity)
        if gold is not None and gold.type in sorts & wanted and id(gold) not in taken:
            taken.add(id(gold))
            found.right, found.found = found.right + 1, found.found + 1
        elif sorts & wanted and not _is_unjudged(text, one, gold, sorts):
            found.found += 1
    return found


def _is_unjudged(text: Labelled, one: Mention, gold: Gold | None, sorts: frozenset[str]) -> bool:
    """Whether nobody says what is right there: it is unlabelled, or of a sort that fits and is not asked for."""
    if gold is not None:
        return gold.type in sorts
    return any(one.start < end and start < one.end for start, end in text.unjudged)


def linked(texts: Sequence[Labelled], done: Read) -> dict[str, float]:
    """How many found names lead to the entity of whom they mean, no two entities counting for one."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    pairs: list[tuple[str, str]] = []
    for text, mentions, speaker in zip(texts, done.mentions, done.speakers, strict=True):
        if text.speaker and speaker:
            counts[speaker][text.speaker] += 1
        golds = {span: one.who for one in text.names for span in ((one.start, one.end), *one.also)}
        for one in mentions:
            who = golds.get((one.start, one.end))
            if who is not None:
                pairs.append((one.entity, who))
                counts[one.entity][who] += 1
    best: dict[str, tuple[int, str]] = {}
    for entity, seen in sorted(counts.items()):
        who, count = min(seen.items(), key=lambda one: (-one[1], one[0]))
        if who not in best or count > best[who][0]:
            best[who] = (count, entity)
    meant = {entity: who for who, (_, entity) in best.items()}
    right = sum(meant.get(entity) == who for entity, who in pairs)
    there = sum(len(text.names) for text in texts)
    return {"link_accuracy": right / max(1, len(pairs)), "link_end_to_end": right / max(1, there)}


def halves(texts: Sequence[Labelled]) -> list[int]:
    """Which half each text is of: 0 was looked at when the rules were written, 1 was not. Sessions stay whole."""
    order = {session: number % 2 for number, session in enumerate(sorted({one.session for one in texts}))}
    return [order[one.session] for one in texts]


def measured(name: str, texts: Sequence[Labelled], tier: str) -> tuple[dict[str, float], dict[str, Score], Read]:
    """Figures of one set by one tier, all of it and the half that was held out."""
    done = read(texts, TIERS[tier])
    parts = {"all": Score(), "held_out": Score()}
    for text, mentions, half in zip(texts, done.mentions, halves(texts), strict=True):
        one = score(text, mentions, _WANTED[name])
        for part in ("all", "held_out")[: 1 + half]:
            parts[part].add(one)
            parts[part].stray |= one.stray
    figures = {f"{name}_{tier}_{key}": value for key, value in parts["all"].figures.items()}
    figures |= {f"{name}_{tier}_held_out_{key}": value for key, value in parts["held_out"].figures.items()}
    figures[f"{name}_{tier}_stray_entities_per_100"] = 100 * len(parts["all"].stray) / max(1, len(texts))
    return figures, parts, done


def speed(texts: Sequence[Labelled], done: Read) -> dict[str, float]:
    """How many short messages a second the third tier reads, by the clock and by one core, and what the bare model reads then."""
    tagger = spacy.SpacyTagger()
    tagger.parse(["Warm up, Anna."])
    start, busy = time.perf_counter(), time.process_time()
    tagger.parse([one.text for one in texts])
    bare, spent = time.perf_counter() - start, time.process_time() - busy
    return {
        "tier3_per_s": len(texts) / done.extract_s,
        "tier3_per_core_s": len(texts) / done.extract_cpu_s,
        "bare_model_per_s": len(texts) / bare,
        "bare_model_per_core_s": len(texts) / spent,
        "tier3_vs_bare_model": spent / done.extract_cpu_s,
    }


def run(options: Options) -> Result:
    """Read dialogue, encyclopaedic texts and posts, by the tiers that need no model and by the one that does."""
    if options.data is None:
        raise SystemExit(
            "mentions: needs --data, the folder of friends_characters, gum_entities and ner_social, or one of them"
        )
    sets = {
        name: load(options.data)
        for name, load in (("friends", named.friends), ("gum", named.gum), ("wnut", named.wnut))
    }
    figures: dict[str, float] = {}
    bars: dict[str, Bar] = {}
    tiers = list(TIERS) if spacy.installed() is not None else ["tier2"]
    for tier in tiers:
        joint: dict[str, Score] = {"all": Score(), "held_out": Score()}
        for name, whole in sets.items():
            texts = whole[: options.scale(len(whole))]
            if not texts:
                continue
            options.say(f"{name}, {tier}: {len(texts):,} texts")
            found, parts, done = measured(name, texts, tier)
            figures |= found
            if name == "friends":
                figures |= {f"friends_{tier}_{key}": value for key, value in linked(texts, done).items()}
            if name == "wnut" and tier == "tier3":
                figures |= speed(texts, done)
            for part in joint if name != "wnut" else ():
                joint[part].add(parts[part])
        for part, one in joint.items():
            figures |= {f"named_{tier}_{part}_{key}": value for key, value in one.figures.items()}
    last = tiers[-1]
    bars["named_f1"] = Bar.at_least(0.80, figures[f"named_{last}_all_f1"])
    bars["friends_f1"] = Bar.at_least(0.80, figures.get(f"friends_{last}_f1", 0.0))
    bars["gum_f1"] = Bar.at_least(0.80, figures.get(f"gum_{last}_f1", 0.0))
    bars["friends_link_accuracy"] = Bar.at_least(0.92, figures.get(f"friends_{last}_link_accuracy", 0.0))
    bars["social_f1"] = Bar.at_least(0.30, figures.get(f"wnut_{last}_f1", 0.0))
    bars["social_stray_entities_per_100"] = Bar.at_most(5.0, figures.get(f"wnut_{last}_stray_entities_per_100", 0.0))
    if "tier3_per_s" in figures:
        bars["tier3_per_core_s"] = Bar.at_least(
            150.0, figures["tier3_per_core_s"]
        )  # one core suffices, whoever has the other
    return Result(figures=figures, bars=bars)
