"""The kinds Kenning acts on: a closed list, by which every append is judged. All other kinds are anybody's.

Three sorts: kinds that *act* on an earlier event, kinds that *derive* from earlier events, and kinds that are
*reserved* because only a verb that checked the caller's right may append them. Kinds match whatever their case, so that
no spelling slips past a check.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from kenning.model.event import RESERVED_PREFIXES, Event, Link, Relation
from kenning.model.identity.act import CONTENTS
from kenning.model.identity.artifact import PUT
from kenning.model.statement import ASSERTED, RETRACTED, SUPERSEDED

AMENDED = "event.amended"
ATTACHED = "event.file.attached"
CORRECTED = "event.corrected"
REDACTED = "event.redacted"
ERASED = "event.erased"

ACTING: Mapping[str, tuple[Relation, ...]] = MappingProxyType(
    {
        AMENDED: ("part_of", "related_to"),
        ATTACHED: ("part_of",),
        CORRECTED: ("supersedes",),
        REDACTED: ("supersedes",),
    }
)
"""Kinds that change how another event reads, and the relation that names it; of two, the first one present."""

DERIVING = frozenset(
    {
        "summary.created",
        "transcript.created",
        "translation.created",
        "caption.created",
        "extraction.created",
        "insight.created",
    }
)
"""Kinds that say something drawn from other events; they need a ``derived_from`` link and provenance."""

FACT = "fact.noted"
"""What another program holds to be so of two, by its form: tier 1 alone reads it. Where it came in by an import with what that
program drew it from, it is that program's word, and counts as such: it never came out of a recall of ours."""

CLAIMS = frozenset({ASSERTED, RETRACTED, SUPERSEDED})
"""Kinds of ours that say what somebody claims, in their own words."""

VERSIONS: Mapping[str, int] = MappingProxyType(dict.fromkeys([*ACTING, ERASED, *sorted(DERIVING), *CONTENTS], 1))
"""The newest ``schemaVersion`` of each kind of ours that we read; each has a golden event that decodes for ever."""


def acts(kind: str) -> bool:
    """Whether an event of this kind changes how another one reads.

    >>> acts("event.amended"), acts("event.erased"), acts("note.created")
    (True, False, False)
    """
    return kind.lower() in ACTING


def connects(kind: str) -> bool:
    """Whether an event of this kind is an act on the entity graph: folded into it, and no line of anybody's timeline."""
    return kind in CONTENTS


def outlives(kind: str) -> bool:
    """Whether an event of this kind stays where what it is drawn from is erased: it holds commitments, and none of the words."""
    return kind == PUT


def bears_on_graph(kind: str) -> bool:
    """Whether an event of this kind is folded into the entity graph: an act on it, or an erasure, which says what stays."""
    return kind in CONTENTS or kind == ERASED


def derives(kind: str) -> bool:
    """Whether an event of this kind is drawn from others, and so has to name them."""
    return kind.lower() in DERIVING


def reserved(kind: str) -> bool:
    """Whether only Kenning's own verbs may append this kind.

    >>> reserved("Entity.Merged"), reserved("event.erased"), reserved("event.amended"), reserved("strava.run.finished")
    (True, True, False, False)
    """
    low = kind.lower()
    return low.startswith(RESERVED_PREFIXES) and low not in ACTING


def newest(kind: str) -> int | None:
    """Tell up to which ``schemaVersion`` we read this kind; nothing for a kind that is not ours.

    >>> newest("event.amended"), newest("strava.run.finished")
    (1, None)
    """
    version = VERSIONS.get(kind.lower())
    return 1 if version is None and reserved(kind) else version


def target(event: Event) -> Link | None:
    """Give the link by which an acting event names what it acts on; nothing where it does not act.

    Other links may stand beside it. Nothing, too, where an event of an acting kind names no target or several: `check`
    in ``rules.door.envelope`` refuses those, so none is in the log.
    """
    links = event.links
    for relation in ACTING.get(event.kind.lower(), ()):
        if len(links) == 1 and links[0].relation == relation:
            return links[0]
        found = [link for link in links if link.relation == relation]
        if found:
            return found[0] if len(found) == 1 else None
    return None
