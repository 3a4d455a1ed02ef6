"""What is drawn out of an event: what an extractor is given, and what it gives back; nothing of it is decided here.

An extractor reads a `Passage` and gives an `Extracted`. It never says whom a name means and never writes: resolving and recording
are the engine's, by the same rules as for everything else. Places in a text are code points, from ``start`` up to and without
``end``. Source: *Entities*, "When the extractor lifts"; *Entity Model*, "Memory Extraction".
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta

from kenning.model.event import Envelope, Name, Noun, Precision, Share, Word
from kenning.model.schema import Problem

Tier = Literal[1, 2, 3, 4]
"""1: structure the event has already; 2: patterns; 3: a small model of the language; 4: a language model."""

MENTIONS_MAX = 1024
LEARNED_MAX = 256
"""Of one event no more is taken: a bound on what a text can make Kenning write."""


class Party(Noun, frozen=True, kw_only=True):
    """Somebody who takes part in an event: which entity, what it is called and what sort of thing it is."""

    entity: str
    name: Name
    type: Word = "kenning:Person"


class Sighted(Noun, frozen=True, kw_only=True):
    """A known entity as it is named in a text: where, how it is written there, who it is and what sort of thing.

    ``path`` is where the event names it, where that is not its text: ``actor``, ``entities[2]``.
    """

    entity: str
    surface: Name
    type: Word = ""
    start: int = 0
    end: int = 0
    path: str = ""


class Passage(Noun, frozen=True, kw_only=True):
    """One event as an extractor is given it: corrected as it reads now, with what is known of who takes part.

    ``text`` is somebody's words and never an instruction. ``language`` is a BCP 47 tag, empty where nobody said. ``at_us`` is the
    moment the event is about, microseconds since 1970, and ``zone`` the one in which its "yesterday" is meant. ``speaker`` is who
    says "I", ``addressees`` who is "you". ``sighted`` are the known entities it names, those in the text in order; ``before`` the
    texts of the same session just before it, the latest last.
    """

    event: Envelope
    text: str
    language: str = ""
    at_us: int = 0
    zone: str = "UTC"
    speaker: Party | None = None
    addressees: tuple[Party, ...] = ()
    sighted: tuple[Sighted, ...] = ()
    before: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Give the id of the event."""
        return self.event.id or ""


class Found(Noun, frozen=True, kw_only=True):
    """Something named, known or not: where (both 0 where the text does not say it), how it is written, what sort of thing.

    ``names``: further names it goes by, as the event says. ``kept``: it becomes an entity though nothing else is learnt of it;
    whatever is claimed of becomes one anyway.
    """

    surface: Name
    type: Word = ""
    start: int = 0
    end: int = 0
    confidence: Share = 1.0
    names: tuple[Name, ...] = ()
    kept: bool = False


class Reference(Noun, frozen=True, kw_only=True):
    """Whom a draft speaks of: an entity by id, one of its mentions by place, the speaker, the addressee, who bears a name.

    An addressee is meant only where there is exactly one; a name only where one bears it already.
    """

    what: Literal["entity", "mention", "speaker", "addressee", "name"]
    entity: str = ""
    mention: int = -1
    name: str = ""
    type: str = ""


SPEAKER = Reference(what="speaker")
ADDRESSEE = Reference(what="addressee")


def entity(entity_id: str) -> Reference:
    """Speak of an entity by its id.

    >>> entity("0192").what
    'entity'
    """
    return Reference(what="entity", entity=entity_id)


def mention(place: int) -> Reference:
    """Speak of one of the mentions, by its place in ``Extracted.mentions``."""
    return Reference(what="mention", mention=place)


def named(name: str, type: str = "") -> Reference:  # noqa: A002 - the field's word
    """Speak of whoever bears a name."""
    return Reference(what="name", name=name, type=type)


class Learned(Noun, frozen=True, kw_only=True):
    """A claim that a text makes, not yet resolved or recorded: either ``object`` or ``value`` is given.

    ``predicate`` is one of the schema in force, which says its kind (fact, preference, event) and which ends it takes; what the
    schema does not allow is left out and noted. ``deed``: it holds, or it *ends* (holds no longer). The words it rests on stand
    from ``start`` to ``end`` in the text; both are 0 where it rests on the structure of the event. ``valid_from`` and
    ``valid_to`` are dates or times of RFC 3339, as exact as ``precision``. ``rule`` names what drew it, within its extractor.
    """

    subject: Reference
    predicate: Word
    object: Reference | None = None
    value: Any = None
    topic: Word | None = None
    deed: Literal["asserts", "ends"] = "asserts"
    start: int = 0
    end: int = 0
    confidence: Share = 1.0
    valid_from: Word | None = None
    valid_to: Word | None = None
    precision: Precision | None = None
    rule: Word = "?"


class Alias(Noun, frozen=True, kw_only=True):
    """That somebody is also called so, by these words: "Anna" is "Priya's sister"."""

    who: Reference
    name: Name
    start: int = 0
    end: int = 0


class Extracted(Noun, frozen=True, kw_only=True):
    """All that one passage gave. ``notes`` say, for a person, what was left out and why.

    ``failed``: why nothing could be made of this passage; it costs this one only, and a later run may try it again.
    """

    mentions: Annotated[list[Found], Meta(max_length=MENTIONS_MAX)] = []
    learned: Annotated[list[Learned], Meta(max_length=LEARNED_MAX)] = []
    aliases: list[Alias] = []
    notes: list[str] = []
    failed: str = ""


NOTHING = Extracted()


class Drawn(Noun, frozen=True, kw_only=True):
    """By what a claim was drawn from its evidence, as its act says for ever: extractor, version, tier, rule, place of the words.

    The words themselves stand in the event and nowhere else, so that they go with it. ``confidence`` is the extractor's own.
    """

    extractor: Word
    version: Word
    tier: Tier
    rule: Word = "?"
    start: int = 0
    end: int = 0
    confidence: Share = 1.0


# -- rules as their file writes them -----------------------------------------------------------------------------------


Reach = Literal["sentence", "before", "clause", "after"]
Deed = Literal["asserts", "ends"]


class Keep(Noun, frozen=True, kw_only=True):
    """What keeps a sentence from being a fact: words, and how far they reach.

    ``reach``: *sentence* wherever they stand in it, *before* the words that match, *clause* before them in the same clause,
    *after* them in the sentence.
    """

    name: Word
    words: tuple[str, ...]
    reach: Reach = "sentence"


class Rule(Noun, frozen=True, kw_only=True):
    """One pattern rule: the phrasings it matches, and the claim it makes of their slots.

    ``match`` is in the language of `rules.extract.pattern`. ``subject`` and ``object`` name slots; the subject is ``who`` or
    ``whose`` by itself, and may be ``I``, the speaker; ``value`` is a constant instead of an object. ``predicates`` leads from a
    word in the slot ``by`` to the predicate, where one rule claims several. ``since``, ``until`` and ``on`` name slots that hold
    times, ``*`` any time the sentence names. ``also`` is a further name of the object: ``{subject}'s {kin}``. ``unless`` holds
    words its object does not begin with. ``despite`` names what does not keep this rule from being a fact. ``examples`` lead
    from sentences to what they say, `-` for nothing.
    """

    id: Word
    match: tuple[str, ...]
    predicate: str = ""
    predicates: dict[str, str] = {}
    by: str = ""
    subject: str = ""
    object: str = ""
    value: str = ""
    topic: str = ""
    deed: Deed = "asserts"
    confidence: Share = 0.8
    since: str = ""
    until: str = ""
    on: str = ""
    also: str = ""
    unless: tuple[str, ...] = ()
    despite: tuple[str, ...] = ()
    examples: dict[str, str] = {}


class RuleSet(Noun, frozen=True, kw_only=True):
    """All rules of a file, with the words they share. ``version`` is the file's own; a digest tells one content from another."""

    name: Word = ""
    version: Word = "1"
    words: dict[str, tuple[str, ...]] = {}
    keeps: tuple[Keep, ...] = ()
    rules: tuple[Rule, ...] = ()


class WrittenRules(Noun, frozen=True, kw_only=True):
    """Rules as their file writes them: the line of every path, and what could not be read."""

    rules: RuleSet
    lines: dict[str, int] = {}
    problems: tuple[Problem, ...] = ()


# -- a text as a small model of its language has read it ---------------------------------------------------------------


class Token(NamedTuple):
    """A word or mark: where it stands, its part of speech (Penn Treebank), and how it depends on which other word.

    ``dep`` is the relation as the model's scheme (ClearNLP) names it: ``nsubj``, ``prep``; ``head`` the place of the word it
    hangs on, its own where it heads a sentence.
    """

    start: int
    end: int
    text: str
    tag: str
    dep: str
    head: int


class Labelled(NamedTuple):
    """Words a model takes for a name, from ``first`` up to and without ``end``, and what it calls them: ``PERSON``, ``ORG``."""

    first: int
    end: int
    label: str


class Parsed(NamedTuple):
    """One text, read: its words in order, and the names the model sees in it."""

    tokens: tuple[Token, ...] = ()
    entities: tuple[Labelled, ...] = ()
