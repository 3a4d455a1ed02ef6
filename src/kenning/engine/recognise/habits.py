"""Looking again, when more is known, at who may be one: by when they are about, the words they use, devices and networks too.

What somebody does tells nothing on the day they are first met; so it is looked at when the review is, and only ever suggests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from msgspec import structs

from kenning.engine.graph.finding import reading
from kenning.engine.graph.state import ACTING, standing
from kenning.engine.reading import threads
from kenning.engine.recognise.veil import shown
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Reason, Suggested
from kenning.rules import text
from kenning.rules.fold import effective_us
from kenning.rules.identity.cluster import cluster
from kenning.rules.identity.person import Join, Person
from kenning.rules.identity.spots import person_of
from kenning.rules.identity.suggest import RULES, SUGGEST
from kenning.rules.identity.traits import counted
from kenning.store import Graph, Reader

if TYPE_CHECKING:
    from kenning.engine.append import Appender

EVENTS_MAX = 500
"""So many of somebody's latest events tell their habits."""
WORDS_MAX = 200
GROWTH = 20
"""A log is looked at again when it has grown by the share of one in so many."""
_HOUR_US = 3_600_000_000


class _Habits:
    """What the events somebody caused tell of them."""

    def __init__(self) -> None:
        self.hours = [0] * 24
        self.words: Counter[str] = Counter()
        self.context: set[tuple[str, str]] = set()

    def add(self, event: Envelope) -> None:
        self.hours[effective_us(event) // _HOUR_US % 24] += 1
        self.words.update(set(text.tokens(event.text)))
        if event.context is not None:
            for kind, part in (("device", event.context.device), ("network", event.context.environment)):
                name = part.id or part.name if part is not None else None
                if name is not None:
                    self.context.add((kind, name))


class Looking:
    """One look at who may be one, habits included: read outside the lock, since it walks much of the log."""

    def __init__(self, reader: Reader, namespace: str, agent: str) -> None:
        """Look at the log as it stands."""
        self._reader = reader
        self._namespace = namespace
        self._agent = agent
        self._graph = reader.graph(namespace)
        self._everywhere: Counter[str] = Counter()
        self.upto = reader.head(namespace).sequence

    def _person(self, root: int) -> Person:
        """Give somebody as a comparison sees them, habits included; the words that fewest others use come first."""
        habits = _Habits()
        for sequence, role, path in standing(self._graph, root, self.upto, EVENTS_MAX):
            if path != "actor" or role not in ACTING:
                continue
            sealed = self._reader.get(self._namespace, sequence)
            event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
            if event is not None and not threads.is_redacted(self._reader, self._namespace, event):
                habits.add(event)
        person = person_of(reading(self._graph, root))
        rare = sorted(habits.words, key=lambda word: (self._everywhere[word], word))
        self._everywhere.update(habits.words.keys())
        context = tuple(sorted({*person.context, *habits.context}))
        return structs.replace(person, hours=tuple(habits.hours), words=tuple(rare[:WORDS_MAX]), context=context)

    def found(self) -> list[Suggested]:
        """Compare all who act on a channel, and give those who may be one.

        Pairs that wait already, were rejected or are held apart are left alone.
        """
        graph = self._graph
        persons = [
            self._person(number)
            for entity in graph.entities()
            if entity.identifiers and not entity.retired and (number := graph.number(entity.id)) is not None
            if graph.root(number) == number and entity.agent == self._agent and shown(graph, number) is not None
        ]
        numbers = [number for one in persons if (number := graph.number(one.id)) is not None]
        held = {(a, b) for pair in _apart(graph, numbers) for a, b in permutations(sorted(pair), 2)}
        waiting = {_pair(graph, one.a, one.b) for one in graph.queue(1_000_000) if one.b}
        joins = cluster(persons, counted(persons), SUGGEST, frozenset(held))
        return [_suggested(join) for join in joins if _pair(graph, join.a, join.b) not in waiting]


def _suggested(join: Join) -> Suggested:
    reasons = [Reason(kind=one.kind, share=round(one.share, 6), detail=one.detail) for one in join.reasons]
    return Suggested(a=join.a, b=join.b, score=round(min(join.score, 1.0), 6), reasons=reasons, rules=RULES)


def _pair(graph: Graph, a: str, b: str) -> frozenset[str]:
    numbers = [graph.number(one) for one in (a, b)]
    return frozenset(graph.id(graph.root(number)) for number in numbers if number is not None)


def work_of(agent: str) -> str:
    """Name the work whose checkpoint says how far an agent's people were looked at."""
    return f"habits:{agent}"


def is_due(graph: Graph, agent: str, head: int) -> bool:
    """Tell whether the log has grown by a twentieth since it was looked at: all looks together then cost as some twenty do."""
    upto = graph.checkpoint(work_of(agent))
    return head - upto > upto // GROWTH


def record(appender: Appender, found: list[Suggested], upto: int) -> int:
    """Suggest those found who may still be one, and note how far was looked; gives how many are new. Nobody is joined by this."""
    graph = appender.graph
    waiting = {_pair(graph, one.a, one.b) for one in graph.queue(1_000_000) if one.b}
    alone = appender.sequence == upto
    new = 0
    for content in found:
        pair = _pair(graph, content.a, content.b)
        roots = [number for one in pair if (number := graph.number(one)) is not None]
        if len(pair) == 2 and pair not in waiting and pair not in _apart(graph, roots):
            appender.act(acts.SUGGESTED, content, ())
            new += 1
    work = work_of(appender.who.agent)
    graph.reach(work, max(appender.sequence if alone else upto, graph.checkpoint(work)))
    return new


def _apart(graph: Graph, roots: Sequence[int]) -> set[frozenset[str]]:
    """List the pairs that are never the same, as both read now."""
    members = [member for root in roots for member in graph.members(root)]
    pairs = graph.apart(members)
    return {frozenset(graph.id(graph.root(number)) for number in pair) for pair in pairs}
