"""Which word, tied how to a name, says which predicate of the system's schema, and between which sorts of things.

Each line is a fact about English, set by reasoning. The subject is the name that does or is something; ``turned`` where the other
name is the subject of the predicate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from kenning.rules.knowledge.extract.named.weigh import Kind

Kinds = frozenset[Kind]

PERSON: Kinds = frozenset({"person"})
BODY: Kinds = frozenset({"organization", "venue"})
PLACE: Kinds = frozenset({"place", "venue"})
SITE: Kinds = frozenset({"place"})
LOCATED: Kinds = frozenset({"place", "venue", "organization"})
WORK: Kinds = frozenset({"work", "item"})
MADE: Kinds = frozenset({"work", "item", "organization", "place", "venue", "person"})
MAKER: Kinds = frozenset({"person", "organization"})
ANY: Kinds = frozenset({"person", "organization", "venue", "place", "work", "item", "event"})


class Frame(NamedTuple):
    """What a word tied so to a name says."""

    predicate: str
    subject: Kinds
    object: Kinds
    turned: bool = False
    confidence: float = 0.8


_Table = dict[tuple[str, str], Frame]


def _frames(words: str, ways: str, frame: Frame) -> Iterable[tuple[tuple[str, str], Frame]]:
    """The same frame for several words and ways."""
    return (((word, how), frame) for word in words.split() for how in ways.split())


def _table(*lines: Iterable[tuple[tuple[str, str], Frame]]) -> _Table:
    return dict(pair for line in lines for pair in line)


VERBS: _Table = _table(
    _frames("born", "in at near", Frame("born_in", PERSON, PLACE, confidence=0.9)),
    _frames("died", "in at near", Frame("died_in", PERSON, PLACE, confidence=0.9)),
    _frames("lives reside resides living residing", "in at", Frame("lives_in", PERSON, SITE)),
    _frames("moved relocated emigrated", "to", Frame("moved_to", PERSON | BODY, SITE)),
    _frames("hails comes", "from", Frame("from", PERSON, SITE)),
    _frames("works working employed", "at for by agent with", Frame("works_at", PERSON, BODY)),
    _frames("studied educated enrolled trained", "at", Frame("studied_at", PERSON, BODY)),
    _frames("studies", "at", Frame("studied_at", PERSON, BODY)),
    _frames("attended", "dobj", Frame("studied_at", PERSON, frozenset({"organization"}), confidence=0.7)),
    _frames("graduated", "from at", Frame("graduated_from", PERSON, BODY, confidence=0.85)),
    _frames("married marries", "dobj to", Frame("married_to", PERSON, PERSON, confidence=0.85)),
    _frames("engaged", "to", Frame("engaged_to", PERSON, PERSON)),
    _frames("founded cofounded co-founded established", "dobj", Frame("founded", MAKER, BODY, confidence=0.85)),
    _frames("founded cofounded co-founded established", "agent by", Frame("founded_by", BODY, MAKER, confidence=0.85)),
    _frames("joined", "dobj", Frame("joined", PERSON, BODY)),
    _frames("left", "dobj", Frame("left", PERSON, BODY, confidence=0.7)),
    _frames("plays", "for", Frame("member_of", PERSON, BODY)),
    _frames("belongs", "to", Frame("member_of", PERSON | BODY, BODY)),
    _frames(
        "wrote written composed directed created designed developed authored produced painted",
        "dobj",
        Frame("created", MAKER, WORK),
    ),
    _frames(
        "written composed directed created designed developed authored painted co-written produced recorded performed sung",
        "agent by",
        Frame("created_by", MADE - PERSON, MAKER),
    ),
    _frames("manufactured built produced made", "agent by", Frame("made_by", frozenset({"item", "work"}), BODY)),
    _frames("manufactures builds produces makes", "dobj", Frame("maker_of", BODY, frozenset({"item"}))),
    _frames("located situated lies lie found", "in within on at", Frame("located_in", LOCATED, PLACE, confidence=0.9)),
    _frames("based headquartered", "in at", Frame("headquartered_in", BODY, SITE, confidence=0.9)),
    _frames("owned acquired bought", "agent by", Frame("owned_by", ANY - PERSON, MAKER)),
    _frames("owns", "dobj", Frame("owns", MAKER, ANY - PERSON)),
    _frames("led headed chaired", "agent by", Frame("led_by", BODY, PERSON)),
    _frames("leads heads chairs", "dobj", Frame("leads", PERSON, BODY)),
    _frames("manages supervises", "dobj", Frame("manages", PERSON, PERSON)),
    _frames("reports", "to", Frame("reports_to", PERSON, PERSON)),
    _frames("mentors mentored", "dobj", Frame("mentors", PERSON, PERSON)),
    _frames("met", "dobj", Frame("met", PERSON, PERSON, confidence=0.7)),
    _frames("visited", "dobj", Frame("visited", PERSON | BODY, SITE | PERSON, confidence=0.75)),
)
"""By a verb: the subject of the verb and what it is tied to."""

_CHIEFS = """
    ceo cto cfo coo president chairman chairwoman chairperson chair director head leader chief principal dean rector
    captain coach commander editor headmaster headmistress governor owner
"""
_SETTLEMENTS = """
    village town city municipality commune district province county region suburb neighborhood neighbourhood
    settlement community borough township parish hamlet locality state territory island peninsula lake river
    mountain valley hill volcano glacier bay station airport port park reserve castle palace church cathedral temple
    mosque monastery school college university museum library hospital hotel stadium arena theatre theater bridge
    building tower skyscraper prison cemetery beach street road highway club team company newspaper organization
    institution institute mall mine dam stream tributary area place resort capital seat center centre port part
"""
_WORKS = """
    album song single ep film movie novel book play poem series opera symphony musical game painting sculpture comic
    manga story documentary short soundtrack magazine novella trilogy sitcom show
"""

NOUNS: _Table = _table(
    _frames(_SETTLEMENTS, "in of on within at near", Frame("located_in", LOCATED, PLACE, confidence=0.85)),
    _frames("capital", "of", Frame("capital_of", SITE, SITE, confidence=0.95)),
    _frames("capital", "poss", Frame("capital_of", SITE, SITE, confidence=0.95)),
    _frames("member members", "of", Frame("member_of", PERSON | BODY, BODY, confidence=0.9)),
    _frames("founder co-founder cofounder", "of poss", Frame("founded", PERSON, BODY, confidence=0.9)),
    _frames(_CHIEFS, "of poss", Frame("leads", PERSON, BODY)),
    _frames("employee engineer developer lecturer professor researcher analyst", "at", Frame("works_at", PERSON, BODY)),
    _frames("employee", "of", Frame("works_at", PERSON, BODY)),
    _frames("student alumnus alumna graduate pupil", "at of", Frame("studied_at", PERSON, BODY)),
    _frames("son daughter child", "of poss", Frame("child_of", PERSON, PERSON, confidence=0.9)),
    _frames("father mother parent", "of poss", Frame("parent_of", PERSON, PERSON, confidence=0.9)),
    _frames("brother sister sibling twin", "of poss to", Frame("sibling_of", PERSON, PERSON, confidence=0.9)),
    _frames("wife husband spouse widow widower", "of poss to", Frame("married_to", PERSON, PERSON, confidence=0.9)),
    _frames("girlfriend boyfriend partner", "of poss", Frame("partner_of", PERSON, PERSON)),
    _frames("fiancé fiancée fiance fiancee", "of poss", Frame("engaged_to", PERSON, PERSON)),
    _frames("cousin nephew niece uncle aunt", "of poss", Frame("relative_of", PERSON, PERSON, confidence=0.9)),
    _frames("grandson granddaughter grandchild", "of poss", Frame("grandchild_of", PERSON, PERSON, confidence=0.9)),
    _frames("grandfather grandmother", "of poss", Frame("grandparent_of", PERSON, PERSON, confidence=0.9)),
    _frames("friend", "of poss", Frame("friend_of", PERSON, PERSON)),
    _frames("colleague coworker", "of poss", Frame("works_with", PERSON, PERSON)),
    _frames("resident inhabitant", "of", Frame("lives_in", PERSON, SITE)),
    _frames("native", "of", Frame("from", PERSON, SITE)),
    _frames("citizen", "of", Frame("citizen_of", PERSON, SITE, confidence=0.9)),
    _frames("subsidiary division unit", "of", Frame("owned_by", BODY, BODY, confidence=0.85)),
    _frames("part", "of", Frame("part_of", ANY - PERSON, ANY - PERSON)),
    _frames(_WORKS, "by", Frame("created_by", MADE, MAKER, confidence=0.85)),
    _frames("capital", "in", Frame("located_in", SITE, SITE)),
)
"""By a noun that describes the subject: "Anna, the sister of Tom"."""

_PERSONS = """
    man woman boy girl person actor actress singer writer author poet painter politician player footballer racer
    driver cyclist swimmer skier wrestler boxer coach musician composer director producer journalist lawyer judge
    scientist physicist chemist mathematician biologist historian philosopher engineer architect businessman
    businesswoman entrepreneur officer soldier general king queen prince princess emperor bishop priest saint
    guitarist drummer bassist pianist rapper model dancer artist sculptor photographer comedian presenter novelist
    screenwriter playwright economist diplomat activist lecturer professor teacher doctor physician surgeon nurse
    sister brother son daughter wife husband father mother friend
"""
_BODIES = """
    company corporation firm organization organisation party club team band group agency university college
    newspaper magazine label institution association federation union league bank airline publisher manufacturer
    charity foundation institute band orchestra
"""
_SITES = """
    village town city municipality commune district province county region suburb neighborhood neighbourhood
    settlement borough township parish hamlet locality island peninsula lake river mountain valley hill volcano
    glacier bay airport park state country territory stream tributary mountain range
"""
_PIECES = "album song single ep film movie novel book poem opera symphony musical painting sculpture soundtrack sitcom novella"

KINDS_OF: dict[str, Kind] = {
    **dict.fromkeys(_PERSONS.split(), "person"),
    **dict.fromkeys(_BODIES.split(), "organization"),
    **dict.fromkeys(_SITES.split(), "place"),
    **dict.fromkeys(_PIECES.split(), "work"),
}
"""What a name is of which the text says that it is one."""
