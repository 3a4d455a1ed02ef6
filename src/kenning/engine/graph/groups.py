"""Gathering what an act on entities is folded over: those it touches, with all that read as one with them."""

from __future__ import annotations

from collections.abc import Iterable

from kenning.model.identity.change import Judgement
from kenning.rules.identity.acts import Group, Member
from kenning.store import Graph


def judgements_around(graph: Graph, numbers: Iterable[int], at: int | None = None) -> list[Judgement]:
    """List the standing judgements of whole components, in order of sequence."""
    found: dict[int, Judgement] = {}
    for number in numbers:
        root = graph.root(number) if at is None else graph.root(number, at)
        members = graph.members(root) if at is None else graph.members(root, at)
        if len(members) > 1:
            standing = graph.judgements(members) if at is None else graph.judgements(members, at)
            found.update({one.sequence: one for one in standing})
    return [found[sequence] for sequence in sorted(found)]


def gather(graph: Graph, ids: Iterable[str], *, grants: bool = False) -> Group:
    """Gather the group of some entities as it stands now, where asked with the grants to them; unknown ids are left out."""
    numbers = [number for number in map(graph.number, ids) if number is not None]
    judgements = judgements_around(graph, numbers)
    inside = {graph.id(number) for number in numbers}
    inside.update(one for judgement in judgements for one in (judgement.survivor, judgement.merged))
    members: dict[str, Member] = {}
    numbers_of: dict[str, int] = {}
    for entity_id in sorted(inside):
        number = graph.number(entity_id)
        found = graph.entity(number) if number is not None else None
        if number is not None and found is not None:
            numbers_of[entity_id] = number
            members[entity_id] = Member(
                entity=found[0], set_at=found[1], marks=graph.marks(number), head=graph.head(number)
            )
    given = graph.grants_to([numbers_of[one] for one in members]) if grants else []
    return Group(members=members, judgements=judgements, grants=given)
