"""Looking again, when more is known, at who may be one: by when they are about, the words they use, devices and networks too.

What somebody does tells nothing on the day they are first met; so this is asked for, and only ever suggests.
"""

from __future__ import annotations

from collections import Counter
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
from kenning.rules.identity.person import Person
from kenning.rules.identity.spots import person_of
from kenning.rules.identity.suggest import RULES, SUGGEST
from kenning.rules.identity.traits import counted
from kenning.store import Graph

if TYPE_CHECKING:
    from kenning.engine.append import Appender

EVENTS_MAX = 500
"""So many of somebody's latest events tell their habits."""
WORDS_MAX = 200
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


def _person(appender: Appender, root: int, everywhere: Counter[str]) -> Person:
    """Give somebody as a comparison sees them, habits included; the words that fewest others use come first."""
    graph, reader, namespace = appender.graph, appender.reader, appender.who.namespace
    habits = _Habits()
    for sequence, role, path in standing(graph, root, appender.sequence, EVENTS_MAX):
        if path != "actor" or role not in ACTING:
            continue
        sealed = reader.get(namespace, sequence)
        event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
        if event is not None and not threads.is_redacted(reader, namespace, event):
            habits.add(event)
    person = person_of(reading(graph, root))
    rare = sorted(habits.words, key=lambda word: (everywhere[word], word))
    everywhere.update(habits.words.keys())
    context = tuple(sorted({*person.context, *habits.context}))
    return structs.replace(person, hours=tuple(habits.hours), words=tuple(rare[:WORDS_MAX]), context=context)


def _root(graph: Graph, entity: str) -> str:
    number = graph.number(entity)
    return entity if number is None else graph.id(graph.root(number))


def look_again(appender: Appender) -> int:
    """Compare all who act on a channel, habits included, and suggest those who may be one; gives how many are new.

    Nobody is joined by this; pairs that wait already, were rejected or are held apart are left alone.
    """
    graph = appender.graph
    everywhere: Counter[str] = Counter()
    persons = [
        _person(appender, number, everywhere)
        for entity in graph.entities()
        if entity.identifiers and not entity.retired and (number := graph.number(entity.id)) is not None
        if graph.root(number) == number and entity.agent == appender.who.agent and shown(graph, number) is not None
    ]
    numbers = [number for one in persons if (number := graph.number(one.id)) is not None]
    held = {(graph.id(a), graph.id(b)) for a, b in graph.apart(numbers)}
    asked = {tuple(sorted((_root(graph, one.a), _root(graph, one.b)))) for one in graph.queue(1_000_000) if one.b}
    new = 0
    for join in cluster(persons, counted(persons), SUGGEST, frozenset(held)):
        if tuple(sorted((join.a, join.b))) in asked:
            continue
        reasons = [Reason(kind=one.kind, share=round(one.share, 6), detail=one.detail) for one in join.reasons]
        content = Suggested(a=join.a, b=join.b, score=round(min(join.score, 1.0), 6), reasons=reasons, rules=RULES)
        appender.act(acts.SUGGESTED, content, ())
        new += 1
    return new
