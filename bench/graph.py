"""The entity graph, 100,000 entities and a million relations: resolving, walking, merging, what recognising adds to appends.

A walk hands over entities and relations as columns, and makes nouns of them when they are looked at. Its bars are held against
answers with every noun made, as the rival's against rows with every value made; beside them stand answers nobody looked at
("handed"), the rival's before its rows are fetched ("executed"), and the first walk from each anchor, when nothing near it was
kept in memory yet ("first").
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options, Result
from bench.graph_ladybug import (
    ENTITIES,
    RELATIONS,
    Answer,
    Sample,
    anchors,
    disagreements,
    p50_ms,
    rival,
    sample,
)
from kenning.engine.append import Appender
from kenning.engine.graph.entities import commit
from kenning.model.identity import act as acts
from kenning.model.identity.graph import Star, Subgraph, Walk
from kenning.model.statement import ASSERTED, ClaimAct, Evidence, Statement

BATCH = (
    10_000  # a transaction touches pages all over the store: the more acts share one, the fewer times each is written
)
QUERIES = 300
ROUNDS = 5
REFERENCES = 100_000
EVENTS = 20_000
BATCHED = 500
SYLLABLES = [consonant + vowel for consonant in "bdfklmnprstv" for vowel in "aeio"]


def word(dice: np.random.Generator) -> str:
    """A word nobody is called by, of two to four syllables."""
    return "".join(SYLLABLES[one] for one in dice.integers(0, len(SYLLABLES), dice.integers(2, 5))).capitalize()


def invented(count: int, seed: int) -> list[str]:
    """So many different names of two or three words."""
    dice = np.random.default_rng(seed)
    given = [word(dice) for _ in range(max(20, count // 40))]
    family = [word(dice) for _ in range(max(40, count // 15))]
    found: dict[str, None] = {}
    while len(found) < count:
        first, last = (words[dice.integers(0, len(words))] for words in (given, family))
        found[f"{first} {last}" if f"{first} {last}" not in found else f"{first} {word(dice)} {last}"] = None
    return list(found)


class Ours:
    """A store with the sample in it, loaded through the acts that the verbs append."""

    def __init__(self, folder: Path, graph: Sample, say: Callable[[str], None]) -> None:
        self.session = kenning.open(folder / "graph.kenning")
        self.names = invented(graph.entities, 3)
        self.ids: list[str] = []
        self._graph = graph
        self._claims: dict[str, int] = {}
        self._by_number: dict[int, str] = {}
        begun = time.perf_counter()
        self._load(say)
        self.load_s = time.perf_counter() - begun

    def _run(self, deed: Callable[[Appender], None]) -> None:
        commit(self.session._engine, self.session._who, deed)  # noqa: SLF001 - the verbs take one act a transaction

    def _load(self, say: Callable[[str], None]) -> None:
        for first in range(0, len(self.names), BATCH):
            names = self.names[first : first + BATCH]
            self._run(partial(self._create, names=names))
        evidence = self.session.event(self.session.record("What the relations of this bench rest on.").id)
        proof = [Evidence(event=str(evidence.id), source="user:manual", belief=0.95)]
        graph = self._graph
        for first in range(0, len(graph.subject), BATCH):
            if first % 100_000 == 0:
                say(f"relating: {first:,} of {len(graph.subject):,}")
            span = range(first, min(first + BATCH, len(graph.subject)))
            self._run(partial(self._relate, span=span, evidence=evidence, proof=proof))
        closed = [number for number in range(len(graph.subject)) if graph.until[number]]
        for first in range(0, len(closed), BATCH):
            self._run(partial(self._close, numbers=closed[first : first + BATCH]))

    def _create(self, appender: Appender, names: Sequence[str]) -> None:
        for name in names:
            made = acts.Created(id=appender.new_entity_id(), type="kenning:Person", name=name, salt=appender.salt())
            appender.act(acts.CREATED, made, ())
            self.ids.append(made.id)

    def _statement(self, number: int) -> Statement:
        graph = self._graph
        subject, other = self.ids[int(graph.subject[number])], self.ids[int(graph.object[number])]
        # The number is part of the statement, so that two relations between the same two stay two.
        return Statement(subject=subject, predicate=f"type_{graph.type[number]}", object=other, topic=str(number))

    def _relate(self, appender: Appender, span: range, evidence: Any, proof: list[Evidence]) -> None:  # noqa: ANN401
        for number in span:
            act = ClaimAct(deed="asserts", statement=self._statement(number), asserter="admin", rank=5, evidence=proof)
            event = appender.act(ASSERTED, act, ((evidence, "derived_from"),))
            self._claims[str(event.id)] = number
            self._by_number[number] = str(event.id)

    def _close(self, appender: Appender, numbers: Sequence[int]) -> None:
        for number in numbers:
            act = ClaimAct(
                deed="retracts",
                statement=self._statement(number),
                asserter="admin",
                rank=5,
                entitled=True,
                targets=[self._by_number[number]],
            )
            appender.act("statement.retracted", act, ())

    def star(self, anchor: int, depth: int) -> Star:
        """The star of an entity, as a caller reads it: every relation and entity made, claims and mentions too."""
        return made(self.handed(anchor, depth))

    def handed(self, anchor: int, depth: int) -> Star:
        """The star as the verb hands it over: how many relations and entities there are is known, and none is made."""
        return self.session.star(self.ids[anchor], Walk(depth=depth, branching=10_000, edges=1_000_000))

    def subgraph(self, anchor: int) -> Subgraph:
        """The subgraph of two hops, as the verb hands it over."""
        return self.session.subgraph(self.ids[anchor], Walk(depth=2, branching=10_000, edges=1_000_000))

    def answer(self, anchor: int, depth: int) -> Answer:
        """The same by the numbers of the sample."""
        star = self.star(anchor, depth)
        numbers = {one: number for number, one in enumerate(self.ids)}
        return Answer(
            frozenset(numbers[node.entity] for node in star.entities),
            frozenset(self._claims[relation.id] for relation in star.relations),
        )


def spread(deed: Callable[[Any], object], things: Sequence[Any], rounds: int = ROUNDS) -> tuple[float, float]:
    """The median and the 99th percentile of how long a call takes, in ms; of each thing the best of some rounds."""
    taken = np.empty((rounds, len(things)))
    for number in range(rounds):
        for place, thing in enumerate(things):
            begun = time.perf_counter()
            deed(thing)
            taken[number, place] = time.perf_counter() - begun
    best = taken.min(axis=0) * 1000
    return float(np.median(best)), float(np.percentile(best, 99))


Found = TypeVar("Found", Star, Subgraph)


def made(found: Found) -> Found:
    """A walk's answer with every noun made."""
    list(found.entities)
    list(found.relations)
    return found


def walking(ours: Ours, starts: Sequence[int]) -> dict[str, float]:
    """Stars and subgraphs from each anchor: the first one, one that is handed over, and one that is read."""
    found: dict[str, float] = {}
    for depth in (1, 2):
        key = f"star_{depth}"
        found[f"{key}_first_ms"] = spread(partial(ours.star, depth=depth), starts, 1)[0]
        found[f"{key}_handed_p50_ms"] = spread(partial(ours.handed, depth=depth), starts)[0]
        found[f"{key}_p50_ms"] = p50_ms(ours, starts, depth)
    found["subgraph_2_first_ms"] = spread(lambda one: made(ours.subgraph(one)), starts, 1)[0]
    found["subgraph_2_handed_p50_ms"] = spread(ours.subgraph, starts, 3)[0]
    found["subgraph_2_p50_ms"] = spread(lambda one: made(ours.subgraph(one)), starts, 3)[0]
    return found


def misspelt(name: str, dice: np.random.Generator) -> str:
    """A name with two letters changed over."""
    place = int(dice.integers(1, len(name) - 2))
    return name[:place] + name[place + 1] + name[place] + name[place + 2 :]


def resolving(ours: Ours, options: Options) -> dict[str, float]:
    """Whom a name means: exactly, and misspelt."""
    dice = np.random.default_rng(options.seed)
    picked = [ours.names[int(one)] for one in dice.integers(0, len(ours.names), QUERIES)]
    ours.session.resolve(misspelt(picked[0], dice))  # the names are read into memory once
    exact = spread(ours.session.who, picked[:50], 2)
    found = exact_look_ups(ours, picked)
    fuzzy = spread(ours.session.resolve, [misspelt(name, dice) for name in picked], 2)
    return {
        "exact_p50_ms": found[0],
        "exact_p99_ms": found[1],
        "who_p50_ms": exact[0],
        "fuzzy_p50_ms": fuzzy[0],
        "fuzzy_p99_ms": fuzzy[1],
    }


def exact_look_ups(ours: Ours, names: Sequence[str]) -> tuple[float, float]:
    """From a whole name to the entity, in one reading of the store."""
    from kenning.engine.graph.finding import find

    engine = ours.session._engine  # noqa: SLF001 - what `resolve` and `who` begin with
    with engine.store.read() as reader:
        graph = reader.graph("default")
        return spread(lambda name: find(graph, "shared", name), names)


def merging(ours: Ours, options: Options) -> dict[str, float]:
    """Merge and unmerge, whether the one that goes has ten references or a hundred thousand."""
    found: dict[str, float] = {}
    for count, name in ((10, "few"), (options.scale(REFERENCES), "many")):
        goes = ours.session.create_entity(f"Goes {name}")
        stays = ours.session.create_entity(f"Stays {name}")
        event = {
            "kind": "note.created",
            "source": {"type": "user", "name": "manual"},
            "entities": [{"id": goes, "role": "mentioned"}],
            "files": [{"role": "primary", "content": "A reference."}],
        }
        for first in range(0, count, BATCH):
            ours.session.record_many([event] * min(BATCH, count - first))
        merges, unmerges = [], []
        for _ in range(7):
            begun = time.perf_counter()
            merge = ours.session.merge(stays, goes)
            merges.append(time.perf_counter() - begun)
            begun = time.perf_counter()
            ours.session.unmerge(merge)
            unmerges.append(time.perf_counter() - begun)
        found[f"merge_{name}_ms"] = sorted(merges)[3] * 1000
        found[f"unmerge_{name}_ms"] = sorted(unmerges)[3] * 1000
    return found


def recognising(options: Options, folder: Path) -> dict[str, float]:
    """Batches with and without recognising whom they concern, in turns; CPU seconds, which other work does not touch."""
    corpus, count = Corpus(options.seed), max(1000, options.scale(EVENTS))
    events = []
    for number in range(2 * count):
        event = dict(corpus.event(number))
        event["actor"] = {**event["actor"], "channel": "chat", "identifier": event["actor"]["name"].lower()}
        events.append(event)
    taken: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(3):
        for on in (False, True):
            config = kenning.Config(recognise=on)
            with kenning.open(folder / f"recognise-{turn}-{on}.kenning", config=config) as session:
                session.record_many(events[:BATCHED])
                gc.collect()
                begun = time.process_time()
                for first in range(BATCHED, count, BATCHED):
                    session.record_many(events[first : first + BATCHED])
                taken[on].append(time.process_time() - begun)
    plain, full = min(taken[False]), min(taken[True])
    return {"recognising_us": (full - plain) / count * 1e6, "recognising_share": full / plain - 1}


def run(options: Options) -> Result:
    """Load, measure each side on the same anchors, and compare."""
    graph = sample(options.scale(ENTITIES), options.scale(RELATIONS), options.seed)
    starts = anchors(graph)
    with options.workspace() as folder:
        figures = recognising(options, folder)
        options.say("loading the graph through its acts")
        ours = Ours(folder, graph, options.say)
        gc.collect()
        gc.freeze()
        options.say("resolving, walking, merging")
        figures["load_per_s"] = (graph.entities + len(graph.subject)) / ours.load_s
        figures |= walking(ours, starts)
        figures["star_wrong"] = float(disagreements(ours, graph, starts[:50], 2))
        figures |= resolving(ours, options)
        options.say("the rival")
        with rival(graph, folder, as_of=True, threads=1) as other:
            figures["ladybug_wrong"] = float(disagreements(other, graph, starts[:50], 2))
            figures["ladybug_star_2_p50_ms"] = p50_ms(other, starts, 2)
            figures["ladybug_star_2_executed_p50_ms"] = spread(other.executed, starts)[0]
            figures["star_2_again_p50_ms"] = p50_ms(ours, starts, 2)
            figures["star_2_again_handed_p50_ms"] = spread(partial(ours.handed, depth=2), starts)[0]
        figures |= merging(ours, options)
        ours.session.close()
    ratio = figures["ladybug_star_2_p50_ms"] / max(figures["star_2_again_p50_ms"], 1e-9)
    figures["ladybug_ratio"] = ratio
    figures["ladybug_ratio_untouched"] = (
        figures["ladybug_star_2_executed_p50_ms"] / figures["star_2_again_handed_p50_ms"]
    )
    return Result(
        figures=figures,
        bars={
            "exact_p50": Bar.at_most(0.1, figures["exact_p50_ms"]),
            "fuzzy_p50": Bar.at_most(5.0, figures["fuzzy_p50_ms"]),
            "fuzzy_p99": Bar.at_most(20.0, figures["fuzzy_p99_ms"]),
            "star_1": Bar.at_most(0.3, figures["star_1_p50_ms"]),
            "star_2": Bar.at_most(1.0, figures["star_2_p50_ms"]),
            "subgraph_2": Bar.at_most(5.0, figures["subgraph_2_p50_ms"]),
            "star_2_vs_ladybug": Bar.at_least(10.0, ratio),
            "merge_few": Bar.at_most(5.0, figures["merge_few_ms"]),
            "merge_many": Bar.at_most(5.0, figures["merge_many_ms"]),
            "unmerge_few": Bar.at_most(5.0, figures["unmerge_few_ms"]),
            "unmerge_many": Bar.at_most(5.0, figures["unmerge_many_ms"]),
            "recognising": Bar.at_most(0.4, figures["recognising_share"]),
            "wrong": Bar.at_most(0.0, figures["star_wrong"] + figures["ladybug_wrong"]),
        },
    )
