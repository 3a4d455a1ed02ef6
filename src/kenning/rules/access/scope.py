"""What a session may read: one predicate over labels, for a list of a million rows and for a single one alike.

`readable` is the law; `scope` flattens a caller into what it needs. An access class is a set of labels, so a scope is the set of
classes that pass, found once and compiled into every query.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kenning.model.access.effective import Reader
from kenning.model.access.levels import SENSITIVITY
from kenning.model.access.party import Caller, Party
from kenning.model.change import Labels
from kenning.model.identity.entity import SHARED
from kenning.rules.access.sides import Side, sides

BEYOND = len(SENSITIVITY) + 1  # a sensitivity nobody knows is above every ceiling


def readable(labels: Labels, reader: Reader) -> bool:
    """Whether one set of labels may be read: sensitivity, domains, tenancy and visibility must all pass.

    Who may read in no domain reads nothing, what touches none included.
    """
    return (
        SENSITIVITY.get(labels.sensitivity, BEYOND) <= reader.ceiling
        and bool(reader.domains)
        and reader.domains.issuperset(labels.domains)
        and (reader.agents is None or labels.agent in reader.agents)
        and visible(labels, reader)
    )


def visible(labels: Labels, reader: Reader) -> bool:
    """Whether a reader is among those that visibility names: by exact ids and identifiers, never by a name or a score."""
    seen = labels.visibility
    if seen in {"public", "shared"} or (reader.everybody and seen in {"owner", "participants"}):
        return True
    if seen == "owner":
        return not reader.principals.isdisjoint(labels.who)
    return seen == "participants" and not reader.identifiers.isdisjoint(labels.who)


def readable_classes(classes: Mapping[int, Iterable[Labels]], reader: Reader) -> frozenset[int]:
    """List the access classes that may be read: those whose every set of labels passes, and which have one."""
    found = []
    for number, given in classes.items():
        every = tuple(given)
        if every and all(readable(labels, reader) for labels in every):
            found.append(number)
    return frozenset(found)


def scope(caller: Caller) -> Reader:
    """Flatten a caller into a reader: what all its sides let through."""
    return reader_of(caller, sides(caller))


def reader_of(caller: Caller, every: tuple[Side, ...]) -> Reader:
    """Flatten sides that are at hand.

    Visibility asks for whom one reads: the person, where there is one, else the entity. So an agent without a person reads
    what is for its own principal, and no one else's; with a person it reads what both may.
    """
    if any(side.stopped is not None for side in every):
        return Reader()
    whom = subject(caller)
    agents = None if all(side.acts["read_agents"] == _ALLOWED for side in every) else frozenset({SHARED, caller.agent})
    return Reader(
        ceiling=min(side.ceiling for side in every),
        domains=frozenset.intersection(*(side.reads for side in every)),
        agents=agents,
        everybody=whom.kind == "external" and whom.trust_level == "admin",
        principals=whom.principals | {whom.entity},
        identifiers=whom.identifiers,
    )


def subject(caller: Caller) -> Party:
    """Give the party for whom something is read or done: the person acted for, else the entity itself."""
    return caller.entity if caller.person is None else caller.person


_ALLOWED = 2
