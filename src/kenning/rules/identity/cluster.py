"""Joins in order of strength: which suggestions stand together, in a batch and for one newcomer.

A join is refused where a judgement "never the same" lies across the two groups, or where full names of the groups disagree
and no identifier of one person's own links them: so that one wrong link does not drag others along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from kenning.rules.identity.agree import AGREEING, Called, relation
from kenning.rules.identity.person import Counts, Join, Person, Suggestion
from kenning.rules.identity.suggest import compare
from kenning.rules.identity.traits import keys, traits

BLOCK_PERSONS_MAX = 150
"""A blocking key that more persons share tells none apart, and is left out."""

Never = frozenset[tuple[str, str]]
"""Pairs of ids that were judged different; either order."""


def cluster(persons: Iterable[Person], counts: Counts, threshold: float, never: Never = frozenset()) -> list[Join]:
    """The joins of a batch, strongest first: every suggestion from the threshold on whose groups do not clash.

    The same whatever order the persons come in: ties go by ids. Ids are to be distinct.
    """
    known = sorted(persons, key=lambda person: person.id)
    found = (compare(known[one], known[other], counts) for one, other in pairs(known))
    return joins([suggestion for suggestion in found if suggestion], [(person,) for person in known], threshold, never)


def online(
    person: Person,
    clusters: Iterable[Sequence[Person]],
    counts: Counts,
    threshold: float,
    never: Never = frozenset(),
) -> list[Join]:
    """The joins of one newcomer with clusters there are, strongest first; two or more where it bridges clusters.

    ``clusters`` are those with a member that shares a key of `keys` with the newcomer; others change nothing.
    """
    groups = sorted(
        (sorted(members, key=lambda member: member.id) for members in clusters), key=lambda group: group[0].id
    )
    found = (compare(person, member, counts) for group in groups for member in group)
    return joins([suggestion for suggestion in found if suggestion], [*groups, (person,)], threshold, never)


def pairs(persons: Sequence[Person]) -> list[tuple[int, int]]:
    """Places of the persons to compare: those that share a blocking key which not too many share. Ascending."""
    blocks: defaultdict[str, list[int]] = defaultdict(list)
    for place, person in enumerate(persons):
        for key in keys(person):
            blocks[key].append(place)
    found = (combinations(block, 2) for block in blocks.values() if len(block) <= BLOCK_PERSONS_MAX)
    return sorted({pair for block in found for pair in block})


def joins(
    suggestions: Iterable[Suggestion],
    groups: Iterable[Sequence[Person]],
    threshold: float,
    never: Never = frozenset(),
) -> list[Join]:
    """Which suggestions stand, strongest first, starting from groups that are joined already."""
    state = _Groups(groups, never)
    ordered = sorted(suggestions, key=lambda found: (-found.score, found.a, found.b))
    return [
        Join(a=found.a, b=found.b, score=found.score, reasons=found.reasons)
        for found in ordered
        if found.score >= threshold and state.join(found)
    ]


class _Groups:
    """Groups while they grow: who is in which, what full names each bears, and whom each must never meet."""

    def __init__(self, groups: Iterable[Sequence[Person]], never: Never) -> None:
        self._of: dict[str, str] = {}
        self._members: dict[str, list[str]] = {}
        self._names: dict[str, set[Called]] = {}
        for group in groups:
            first = group[0].id
            self._members[first] = [person.id for person in group]
            self._names[first] = {name for person in group for name in traits(person).full}
            self._of |= dict.fromkeys(self._members[first], first)
        self._never: defaultdict[str, set[str]] = defaultdict(set)
        for one, other in never:
            self._never[one].add(other)
            self._never[other].add(one)

    def join(self, found: Suggestion) -> bool:
        """Join the groups of two persons, unless they are one already or clash; tell whether it was done."""
        kept, gone = self._of[found.a], self._of[found.b]
        if kept == gone or self._forbidden(kept, gone):
            return False
        # An exact link between the very names that disagree has been weighed; one between others says nothing of them.
        kinds = {reason.kind for reason in found.reasons}
        weighed = "names_disagree" in kinds and kinds & {"address", "biometric"}
        if not weighed and disagree(self._names[kept], self._names[gone]):
            return False
        if len(self._members[kept]) < len(self._members[gone]):
            kept, gone = gone, kept
        moved = self._members.pop(gone)
        self._of |= dict.fromkeys(moved, kept)
        self._members[kept] += moved
        self._names[kept] |= self._names.pop(gone)
        return True

    def _forbidden(self, one: str, other: str) -> bool:
        small, large = sorted((one, other), key=lambda group: len(self._members[group]))
        return any(self._of.get(foe) == large for person in self._members[small] for foe in self._never[person])


def disagree(one: set[Called], other: set[Called]) -> bool:
    """Whether a full name of one group and one of the other cannot be one person's.

    A name that the other group bears as well says nothing new about it: who has been joined under an old and a new name is
    met again under either.
    """
    mine = {name for name in one if all(relation(name, theirs) != "same" for theirs in other)}
    theirs = {name for name in other if all(relation(name, ours) != "same" for ours in one)}
    return any(relation(name, against) not in AGREEING for name in mine for against in theirs)
