"""Answering a question: the lanes gather, the rule ranks, and what is left is read with all it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from zoneinfo import ZoneInfo

import msgspec

from kenning.engine.claims.claiming import veiled
from kenning.engine.engine import Engine
from kenning.engine.reading import reads
from kenning.engine.reading.recall import said
from kenning.engine.reading.recall.anchors import Anchors, anchors
from kenning.engine.reading.recall.gather import Pool, concerned
from kenning.engine.reading.recall.meaning.lane import Meaning
from kenning.model.recall import LANES, Filters, Hit, Lane, Recall, Scope, Unknown, Ways
from kenning.model.time import instant, wrong
from kenning.model.view import View
from kenning.rules.recall import when
from kenning.rules.recall.graph import ABOUT
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question, taken_apart
from kenning.rules.recall.ranking import Answer, Asked, rank
from kenning.rules.recall.words import Counted
from kenning.store import NOW, Reader
from kenning.store.base import Ranked, Window

POOL = 32
"""So many rows of each lane are looked at more closely, with what stands beside them; more where more are asked for."""
POOL_MAX = 64
"""Twice as many as are asked for, up to so many, and never less than are."""
ANCHORED = 24
SPREAD_FROM = 12
TOLD_MAX = 3
NAMING_MAX = 6
NAMED = ["object", "participant", "mentioned"]


ELSEWHERE_MAX = 3


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, as a session hands it on."""

    question: str
    k: int
    budget_tokens: int
    valid_at: str | None
    filters: Filters
    ways: Ways


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """One recall under way: who asks, through which reading, for what."""

    engine: Engine
    reader: Reader
    scope: Scope
    wanted: Wanted
    window: Window
    lanes: frozenset[str]
    about: Anchors
    question: Question
    moment: int


def recall(engine: Engine, scope: Scope, agent: str, wanted: Wanted, at: int | None) -> Recall:
    """Find the lines that answer a question, best first, and say what is not known."""
    lanes = _lanes(wanted.ways)
    zone = engine.config.time_zone
    if wanted.budget_tokens < 0:
        raise wrong("budget_tokens", wanted.budget_tokens, "is below 0")
    valid_at = None if wanted.valid_at is None else instant(wanted.valid_at, zone, "valid_at")
    with engine.read(scope) as reader:
        head = reader.head(scope.namespace).sequence
        window = reads.window(wanted.filters, head, at, zone=zone, limit=wanted.k)
        window = msgspec.structs.replace(window, limit=max(POOL, min(2 * wanted.k, POOL_MAX), wanted.k))
        about = anchors(engine, reader, scope, agent, wanted.question, at)
        run = Run(
            engine=engine,
            reader=reader,
            scope=scope,
            wanted=wanted,
            window=window,
            lanes=lanes,
            about=about,
            question=taken_apart(wanted.question, about.surfaces),
            moment=NOW if at is None else at,
        )
        answer, passages = _ranked(run)
        hits = _hits(run, answer, passages)
        told = said.claims(run.reader.graph(scope.namespace), about, run.question, run.moment, valid_at)
        found = Recall(
            hits=hits,
            claims=[veiled(scope, claim) for claim in told.claims],
            names=told.names,
            about=dict(about.entities.values()),
            unknown=_unknown(run, answer, passages),
        )
    return msgspec.structs.replace(found, block=said.block(found, told, wanted.budget_tokens))


def _lanes(ways: Ways) -> frozenset[str]:
    """Give the lanes asked for. Raises `InvalidError` where one is none."""
    for lane in sorted(ways.lanes - LANES):
        raise wrong("lanes", lane, "is no lane", hint=f"they are {', '.join(sorted(LANES))}")
    if ways.fusion not in {"weighted", "rrf"}:
        raise wrong("fusion", ways.fusion, "is neither weighted nor rrf")
    return ways.lanes or LANES


def _space(meaning: Meaning, ways: Ways) -> str:
    """Give the model that is asked for, else the first. Raises `InvalidError` where there is none of that name."""
    if ways.space and ways.space not in meaning.spaces:
        raise wrong("space", ways.space, "is no model of this store", hint=f"they are {', '.join(meaning.spaces)}")
    return ways.space or next(iter(meaning.spaces))


def _ranked(run: Run) -> tuple[Answer, list[Passage]]:
    """Gather what every lane finds, and rank it."""
    reader, scope, at = run.reader, run.scope, run.window.at
    pool = Pool(reader, run.engine.lines, scope, run.window)
    nothing: Ranked = Ranked([], 0, {})
    ranked = reader.search(scope, run.question.keys, run.window) if run.question.keys else nothing
    meaning = run.engine.meaning() if "semantic" in run.lanes else None
    nearby = meaning.nearby(reader, scope, at, _space(meaning, run.wanted.ways)) if meaning is not None else None
    by_words = [event for _, event, _ in ranked.rows] if run.lanes != {"semantic"} else []
    by_meaning = nearby.nearest(run.question, run.window.limit) if nearby is not None else []
    pool.take([*by_words, *by_meaning])
    if "graph" in run.lanes:
        pool.take(_anchored(run))
        pool.take(_onward(run, [*by_words[:SPREAD_FROM], *by_meaning[:SPREAD_FROM]]))
    pool.settle()
    passages, following = pool.passages(
        {event: score for _, event, score in ranked.rows} if "lexical" in run.lanes else {}
    )
    sense = nearby.sense(run.question, passages) if nearby is not None and passages else None
    config = run.engine.config
    now_us = config.clock_us() if run.moment == NOW else reader.head(scope.namespace).recorded_at_us
    zone = ZoneInfo(config.time_zone)
    asked = Asked(
        question=run.question,
        counted=Counted(ranked.docs, ranked.matching),
        anchors=frozenset(run.about.entities),
        times=tuple(when.asked(run.wanted.question, now_us, zone)),
        zone=zone,
        lanes=run.lanes,
        fusion=run.wanted.ways.fusion,
    )
    return rank(asked, passages, following, sense), passages


def _hits(run: Run, answer: Answer, passages: Sequence[Passage]) -> list[Hit]:
    """Read the best, less what went stale unless it is asked for."""
    found: list[Hit] = []
    order = iter(answer.order)
    while len(found) < run.wanted.k and (places := list(islice(order, run.wanted.k - len(found)))):
        events = [passages[place].event for place in places]
        views: Iterator[View] = reads.views(run.reader, run.scope, events, run.window.at)
        for place, view in zip(places, views, strict=True):
            if view.stale and not run.wanted.ways.old:
                continue
            parts = answer.parts(place)
            lanes = [Lane(lane=p.lane, rank=p.rank, raw=round(p.raw, 6), share=round(p.share, 6)) for p in parts]
            score = round(float(answer.scores[place]), 6)
            found.append(Hit(rank=len(found) + 1, score=score, view=view, lanes=lanes))
    return found


def _members(run: Run, number: int) -> list[int]:
    return run.reader.graph(run.scope.namespace).members(number, run.window.at)


def _anchored(run: Run) -> list[int]:
    """List events about the anchors, and such as name them: the newest of each."""
    found: list[int] = []
    for number in run.about.entities:
        for member in _members(run, number):
            found += run.reader.standing(run.scope, member, [ABOUT], ANCHORED, run.window.at)
            found += run.reader.standing(run.scope, member, NAMED, ANCHORED // 4, run.window.at)
    return list(dict.fromkeys(found))


def _onward(run: Run, events: Sequence[int]) -> list[int]:
    """List events one hop on: about those whom good lines name, and naming those whom good lines are about."""
    spots = concerned(run.reader, run.scope, events, run.window.at)
    steps = dict.fromkeys(
        (entity, role == ABOUT)
        for event in events
        for entity, role, path in spots.get(event, ())
        if path not in {"actor", "source"}
    )
    found: list[int] = []
    for entity, is_about in steps:
        for member in _members(run, entity):
            roles, most = (NAMED, NAMING_MAX) if is_about else ([ABOUT], TOLD_MAX)
            found += run.reader.standing(run.scope, member, roles, most, run.window.at)
    return list(dict.fromkeys(found))


def _unknown(run: Run, answer: Answer, passages: Sequence[Passage]) -> list[Unknown]:
    """Say of whom nothing is known that was asked, and which lines of others come nearest to it."""
    names = run.about.entities
    found = [
        Unknown(entity=names[number][0], name=names[number][1], elsewhere=_ids(run, passages, answer.elsewhere))
        for number in answer.unknown
    ]
    if not passages:
        found += [Unknown(entity=names[number][0], name=names[number][1]) for number in sorted(names)]
    return found


def _ids(run: Run, passages: Sequence[Passage], places: Sequence[int]) -> list[str]:
    events = [passages[place].event for place in places[:ELSEWHERE_MAX]]
    found = run.reader.graph(run.scope.namespace).event_ids(events)
    return [found[event] for event in events]
