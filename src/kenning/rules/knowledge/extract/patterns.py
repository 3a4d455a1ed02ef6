"""Tier 2: rules over the words of a text and the entities known in it, as a file declares them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kenning.model.event import Precision
from kenning.model.identity.extract import NOTHING, Alias, Extracted, Learned, Passage, Reference, Rule, RuleSet, Tier
from kenning.rules.knowledge.extract.pattern import (
    CAPITAL,
    DOING,
    PEOPLE,
    TEXT,
    WHO,
    WHOSE,
    Compiled,
    Slot,
    compiled,
    either,
    is_named,
    words_of,
)
from kenning.rules.knowledge.extract.sentences import QUOTED, Keeping, Sentence, quotations, sentences
from kenning.rules.knowledge.extract.speakers import Cast, Person
from kenning.rules.knowledge.extract.times import day_said, told, zone_of

TEXT_MAX = 20_000
"""Longer texts are read up to here: a bound on what one text can cost."""
SENTENCE_MAX = 600
LEARNED_MAX = 32
_ITEM = re.compile(r"\s*,\s*(?:(?:and|&)\s+)?|\s+(?:and|&)\s+")
_DASH = re.compile(r"\s-|-\s")
_LEAD = re.compile(r"(?i)^(?:the|a|an|my|some)\s+(?=\S)")
_PHRASES = frozenset({TEXT, DOING, "title", "thing"})
_FIRST = frozenset({"i", "im", "my"})
_YOU = 0.6
"""What somebody says of whom they speak to is believed so far: it may be a guess, or flattery."""


class _Ready(NamedTuple):
    """One pattern of a rule, ready to be looked for."""

    order: int
    rule: Rule
    pattern: Compiled


class _Time(NamedTuple):
    """A time as it was said, empty where none was."""

    at: str = ""
    precision: Precision | None = None


class _Times(NamedTuple):
    """From when to when something holds."""

    starts: str | None
    ends: str | None
    precision: Precision | None


class _Words(NamedTuple):
    """The words of a file by which phrases are read: what says nothing, what trails behind, what ends one, who is close."""

    empty: frozenset[str]
    trail: re.Pattern[str] | None
    stop: re.Pattern[str] | None
    kin: frozenset[str]


class _Match(NamedTuple):
    """A match of a pattern in a sentence."""

    ready: _Ready
    sentence: Sentence
    match: re.Match[str]

    @property
    def whole(self) -> tuple[int, int]:
        """Say where in the whole text all of it stands."""
        start, end = self.match.span()
        bare = self.sentence.text[start:end].rstrip()
        return self.sentence.start + start, self.sentence.start + start + len(bare)

    def start(self, slot: str) -> int:
        """Say where in the whole text a slot begins."""
        return self.sentence.start + self.match.start(slot)

    def said(self, slot: str) -> str:
        """Give what a slot took, empty where it took nothing."""
        return (self.match.groupdict().get(slot) or "").strip()


class Patterns:
    """Draws claims by the rules of a file; knows no names but those a passage tells."""

    tier: Tier = 2
    batch = 500

    def __init__(self, rules: RuleSet, digest: str = "") -> None:
        """Make rules ready; ``digest`` tells one content of the file from another. Raises `PatternError`."""
        self.name = "patterns" if rules.name == "kenning" else f"patterns:{rules.name}"
        self.version = f"{rules.version}+{digest[:12]}" if digest else rules.version
        self._ready: dict[str, list[_Ready]] = {}
        self._naming: set[str] = set()
        self._keeping = Keeping(rules.keeps)
        self._opener = _opener(rules.words.get("opener", ()))
        self._empty = frozenset(word for phrase in rules.words.get("empty", ()) for word in [phrase.lower()])
        self._trail = re.compile(rf"(?:{either(rules.words['trail'])})+$") if rules.words.get("trail") else None
        self._adverb = (
            re.compile(either(rules.words["adverb"]).replace("(?i:", "(?:")) if rules.words.get("adverb") else None
        )
        self._stop = re.compile(either(rules.words["stop"])) if rules.words.get("stop") else None
        self._kin = frozenset(one.lower() for one in rules.words.get("kin", ()))
        pairs = [(rule, said) for rule in rules.rules for said in rule.match]
        for order, (rule, said) in enumerate(pairs):
            ready = _Ready(order, rule, compiled(said, rules.words | lists_of(rule)))
            for word in ready.pattern.telling:
                self._ready.setdefault(word, []).append(ready)
                if any(is_named(slot.kind) for slot in ready.pattern.slots.values()):
                    self._naming.add(word)

    def wants(self, kind: str, text: str) -> bool:
        """Tell whether any rule matches: a few look-ups, and no for most texts; names written small are not yet known."""
        del kind
        words = words_of(text)
        telling = self._ready.keys() & words
        if not telling:
            return False
        if self._meets(telling, words) and any(True for one in sentences(text[:TEXT_MAX]) for _ in self._matches(one)):
            return True
        return CAPITAL not in words and not words.isdisjoint(_FIRST) and not telling.isdisjoint(self._naming)

    def extract(self, passages: Sequence[Passage]) -> list[Extracted]:
        """Draw out what each passage says."""
        return [self._one(passage) for passage in passages]

    def _one(self, passage: Passage) -> Extracted:
        if self._ready.keys().isdisjoint(words_of(passage.text)):
            return NOTHING
        drawing = _Drawing(passage, _Words(self._empty, self._trail, self._stop, self._kin))
        text = _cased(passage)
        quoted: list[tuple[int, int]] | None = None
        for sentence in sentences(text[:TEXT_MAX]):
            for found in self._matches(sentence):
                quoted = quotations(text) if quoted is None else quoted
                start, end = found.whole
                why = QUOTED if any(a <= start and end <= b for a, b in quoted) else ""
                why = why or self._keeping.kept(sentence, found.match.span(), found.ready.rule.despite)
                if why:
                    drawing.notes.append(f"{found.ready.rule.id}: {why}: {passage.text[start:end]}")
                else:
                    drawing.take(found)
        return drawing.extracted()

    def _matches(self, sentence: Sentence) -> Iterator[_Match]:
        if len(sentence.text) > SENTENCE_MAX:
            return
        words = words_of(sentence.text)
        meets = self._meets(self._ready.keys() & words, words)
        if not meets:
            return
        text = sentence.text if self._adverb is None else self._adverb.sub(_blank, sentence.text)
        for ready in meets:
            for match in ready.pattern.expression.finditer(text):
                if not ready.pattern.opens or self._opens(sentence.text, match.start()):
                    yield _Match(ready, sentence, match)

    def _meets(self, telling: set[str], words: set[str]) -> list[_Ready]:
        """List the patterns, in their order, that have all their words: no other can match."""
        some = {one.order: one for word in telling for one in self._ready[word] if one.pattern.fits(words)}
        return [some[order] for order in sorted(some)]

    def _opens(self, text: str, start: int) -> bool:
        return start == 0 or self._opener.search(text, max(0, start - 40), start) is not None


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _opener(words: Iterable[str]) -> re.Pattern[str]:
    """Write what stands before a clause: a stop, or a word that opens one."""
    opened = rf"|{either(words)}\s*,?" if words else ""
    return re.compile(rf"(?:^\W*|[,;:.!?…—–(\"“\n-]\W*{opened})\s*$")


def subject_of(rule: Rule, pattern: Compiled) -> str:
    """Name the slot that holds the subject: as the rule says, else `whose`, else `who`; ``I`` is the speaker."""
    return rule.subject or (WHOSE if WHOSE in pattern.slots else WHO)


def lists_of(rule: Rule) -> dict[str, tuple[str, ...]]:
    """Give the words a rule's own slot may be, each of which leads to its predicate."""
    return {rule.by: tuple(rule.predicates)} if rule.by else {}


def _cased(passage: Passage) -> str:
    """Write known names of a text with capitals, at the same places: somebody who writes them small means them as well."""
    text = passage.text
    for one in passage.sighted:
        if one.end and one.surface == one.surface.lower():
            titled = one.surface.title()
            if len(titled) == one.end - one.start:
                text = text[: one.start] + titled + text[one.end :]
    return text


class _Drawing:
    """What one passage gives, match by match."""

    def __init__(self, passage: Passage, words: _Words) -> None:
        self._passage, self._words = passage, words
        self._cast = Cast(passage, words.kin)
        self._zone = zone_of(passage.zone)
        self._learned: list[Learned] = []
        self._aliases: list[Alias] = []
        self._taken: list[tuple[int, int, str]] = []
        self.notes: list[str] = []

    def extracted(self) -> Extracted:
        """Give all of it; mentions that nothing is claimed of are left out."""
        learned = sorted(self._learned, key=lambda one: one.start)
        return Extracted(mentions=self._cast.mentions, learned=learned, aliases=self._aliases, notes=self.notes)

    def take(self, found: _Match) -> None:
        """Make claims of a match, unless one of the same predicate was made of these words before."""
        rule = found.ready.rule
        predicate = rule.predicates.get(found.said(rule.by).lower(), rule.predicate) if rule.by else rule.predicate
        start, end = found.whole
        if len(self._learned) >= LEARNED_MAX or any(
            a < end and start < b and one == predicate for a, b, one in self._taken
        ):
            return
        drafts = list(self._drafts(found, predicate))
        if drafts:
            self._taken.append((start, end, predicate))
            self._learned += drafts

    def _drafts(self, found: _Match, predicate: str) -> Iterator[Learned]:
        rule = found.ready.rule
        subject = self._person(found, subject_of(rule, found.ready.pattern))
        if subject is None:
            return
        times = self._times(found)
        if times is None:
            return
        start, end = found.whole
        for obj, value, topic in self._objects(found):
            if obj == subject.reference:
                continue
            if rule.also and obj is not None:
                self._name_also(found, obj, (start, end))
            yield Learned(
                subject=subject.reference,
                predicate=predicate,
                object=obj,
                value=value,
                topic=topic or rule.topic or None,
                deed=rule.deed,
                start=start,
                end=end,
                confidence=round(rule.confidence * (_YOU if subject.is_addressee else 1.0), 6),
                valid_from=times.starts,
                valid_to=times.ends,
                precision=times.precision,
                rule=rule.id,
            )

    def _person(self, found: _Match, slot: str) -> Person | None:
        """Say whom the subject of a match means; ``I`` is the speaker, where no slot says who."""
        if slot == "I":
            return self._cast.person("I", 0)
        said = found.ready.pattern.slots.get(slot)
        if said is None or not found.said(slot):
            return None
        if said.kind in PEOPLE:
            return self._cast.person(found.said(slot), found.start(slot))
        reference = self._cast.name(found.said(slot), found.start(slot), _qualified(said.kind))
        return None if reference is None else Person(reference)

    def _objects(self, found: _Match) -> Iterator[tuple[Reference | None, object, str]]:
        rule = found.ready.rule
        if rule.value:
            yield None, rule.value, ""
            return
        slot = found.ready.pattern.slots.get(rule.object)
        said = found.said(rule.object)
        if slot is None or not said:
            return
        start = found.start(rule.object)
        if slot.kind in PEOPLE:
            person = self._cast.person(said, start)
            if person is not None:
                yield person.reference, None, ""
        elif is_named(slot.kind):
            yield from self._named(slot, said, start)
        else:
            yield from self._valued(found, slot, said, start)

    def _named(self, slot: Slot, said: str, start: int) -> Iterator[tuple[Reference | None, object, str]]:
        at = 0
        for item in _ITEM.split(said) if slot.many else [said]:
            at = said.index(item, at)
            reference = self._cast.name(item, start + at, _qualified(slot.kind))
            at += len(item)
            if reference is not None:
                yield reference, None, ""

    def _valued(
        self, found: _Match, slot: Slot, said: str, start: int
    ) -> Iterator[tuple[Reference | None, object, str]]:
        """Read a value: a date, a number, or words as they stand, without an article before and what trails behind."""
        if slot.kind == "date":
            day = day_said(said, self._passage.at_us, self._zone)
            if day is not None:
                yield None, day, ""
            return
        if slot.kind == "number":
            yield None, float(said.replace(",", ".")) if not said.isdecimal() else int(said), ""
            return
        is_text = slot.kind in _PHRASES
        phrase = self._phrase(said) if is_text else said
        if not phrase or (is_text and self._is_empty(phrase, said, found.ready.rule.unless)):
            return
        known = self._cast.known(start + said.index(phrase) if phrase in said else start, phrase)
        yield (known, None, "") if known is not None else (None, phrase, "")

    def _phrase(self, said: str) -> str:
        bare = said.strip(" \t'\"’-*_~")
        stop = self._words.stop.search(bare) if self._words.stop is not None else None
        bare = _DASH.split(bare if stop is None else bare[: stop.start()], maxsplit=1)[0]
        if self._words.trail is not None:
            bare = self._words.trail.sub("", bare)
        return " ".join(_LEAD.sub("", bare).strip(" '\"’-").split())

    def _is_empty(self, phrase: str, said: str, unless: Sequence[str]) -> bool:
        """Tell whether a phrase says nothing by itself (it, that, you), or begins as its rule does not take it."""
        words = phrase.lower().split()
        return (
            not any(map(str.isalpha, phrase))
            or words[0] in self._words.empty
            or not {words[0], *said.lower().split()[:1]}.isdisjoint(unless)
        )

    def _times(self, found: _Match) -> _Times | None:
        """Read when it holds; nothing at all where a time is said that cannot be read."""
        rule = found.ready.rule
        starts = self._time(found, rule.since or rule.on)
        ends = self._time(found, rule.until)
        if starts is None or ends is None:
            return None
        return _Times(starts.at or None, ends.at or None, starts.precision or ends.precision)

    def _time(self, found: _Match, slot: str) -> _Time | None:
        """Read one time: an empty one where none is said, nothing where it cannot be read."""
        said = found.sentence.text if slot == "*" else found.said(slot) if slot else ""
        if not said:
            return _Time()
        when = told(said, self._passage.at_us, self._zone, ahead=found.ready.rule.predicate == "plans_to")
        if when is None:
            return _Time() if slot == "*" else None
        return _Time(when.at, when.precision)

    def _name_also(self, found: _Match, obj: Reference, span: tuple[int, int]) -> None:
        """Note the further name by which the object goes: "Priya's sister"."""
        rule, name = found.ready.rule, found.ready.rule.also
        holder = subject_of(rule, found.ready.pattern)
        for slot in ("subject", *found.ready.pattern.slots):
            if f"{{{slot}}}" not in name:
                continue
            person = self._person(found, holder) if slot == "subject" else None
            shown = person.shown if person is not None else found.said(slot).lower()
            if not shown:
                return
            name = name.replace(f"{{{slot}}}", shown)
        self._aliases.append(Alias(who=obj, name=name, start=span[0], end=span[1]))


def _qualified(kind: str) -> str:
    return "" if kind == "name" else kind if ":" in kind else f"kenning:{kind}"
