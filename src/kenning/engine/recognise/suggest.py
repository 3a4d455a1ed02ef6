"""Who, met by another identifier, is the same: suggested for review or, among the untrusted and surely enough, joined.

Runs once, when somebody is met for the first time; what is decided is an event, with every reason and its share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kenning.engine.recognise import joining
from kenning.engine.recognise.veil import shown
from kenning.model.access.permissions import NONE
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Reason, Suggested
from kenning.model.identity.entity import Entity
from kenning.rules.identity.cluster import BLOCK_PERSONS_MAX, online
from kenning.rules.identity.person import Join, MarkKind, Person
from kenning.rules.identity.spots import person_of
from kenning.rules.identity.suggest import AUTO, RULES, SUGGEST
from kenning.rules.identity.traits import keys
from kenning.store import Graph

if TYPE_CHECKING:
    from kenning.engine.append import Appender

NEW = frozenset({"discovered", "pending_review"})
NAMES_MAX = 100
SUGGESTIONS_MAX = 5


class StoredCounts:
    """What is common in a tenancy, answered from the index of names."""

    def __init__(self, graph: Graph, agent: str) -> None:
        """Count within the tenancy of an agent."""
        self._graph = graph
        self._agent = agent

    def names(self, kind: MarkKind, key: str) -> int:
        """Count the different names that go with a mark, up to a limit; under no key, all names there are."""
        if kind == "name" and not key:
            return self._graph.count_forms()
        return self._graph.names_with(self._agent, f"mark:{kind}", f"{key}\0", NAMES_MAX)


def _near(graph: Graph, agent: str, person: Person) -> list[list[Person]]:
    """Gather the groups with a member that shares a key; keys that too many share tell none apart."""
    roots: set[int] = set()
    for key in keys(person):
        found = graph.bearing(agent, "key", key, BLOCK_PERSONS_MAX + 1)
        if len(found) <= BLOCK_PERSONS_MAX:
            roots.update(found)
    roots.discard(graph.root(graph.number(person.id) or 0))
    groups = []
    for root in sorted(roots):
        members = [entity for number in graph.members(root) if (entity := _living(graph, number)) is not None]
        if members and members[0].type == person.type:
            groups.append([person_of(entity) for entity in members])
    return groups


def _living(graph: Graph, number: int) -> Entity | None:
    found = shown(graph, number)
    return None if found is None or found.retired else found


def suggest(appender: Appender, created: Envelope, number: int) -> None:
    """Look for who the newcomer is already known as: join, or put a suggestion before a person."""
    graph = appender.graph
    entity = _living(graph, number)
    if entity is None:
        return
    person = person_of(entity)
    groups = _near(graph, entity.agent, person)
    if not groups:
        return
    held = _held_apart(graph, number, groups)
    found = online(person, groups, StoredCounts(graph, entity.agent), SUGGEST, held)
    for join in found[:SUGGESTIONS_MAX]:
        other = graph.number(join.b if join.a == person.id else join.a)
        if other is not None:
            _propose(appender, created, (graph.root(other), graph.root(number)), join)


def _propose(appender: Appender, created: Envelope, pair: tuple[int, int], join: Join) -> None:
    graph = appender.graph
    known, new = pair
    if known == new:
        return
    reasons = tuple(Reason(kind=one.kind, share=round(one.share, 6), detail=one.detail) for one in join.reasons)
    score = round(min(join.score, 1.0), 6)
    if score >= AUTO and _unprivileged(graph, known) and _unprivileged(graph, new):
        how = joining.Asked(confidence=score, band="automatic", reasons=reasons, rules=RULES)
        joining.join(appender, known, new, how, ((created, "caused_by"),))
        return
    content = Suggested(a=graph.id(known), b=graph.id(new), score=score, reasons=list(reasons), rules=RULES)
    appender.act(acts.SUGGESTED, content, ((created, "caused_by"),))


def _unprivileged(graph: Graph, number: int) -> bool:
    """Whether nobody ever trusted, bound or judged an entity: only such are ever joined without a person.

    Grants that wait for a review count as well: what is joined would have them once they are reviewed.
    """
    head = graph.head(number)
    if head is None or head.trust_level != "untrusted" or head.permissions != NONE:
        return False
    members = graph.members(number)
    return head.lifecycle_state in NEW and not graph.grants_to(members) and not graph.is_bound(members)


def _held_apart(graph: Graph, number: int, groups: list[list[Person]]) -> frozenset[tuple[str, str]]:
    numbers = {number, *(graph.number(person.id) or 0 for group in groups for person in group)}
    return frozenset((graph.id(a), graph.id(b)) for a, b in graph.apart(sorted(numbers)))
