"""Answering a question: the lanes gather, the rule ranks, and what is left is read with all it rests on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from zoneinfo import ZoneInfo

import msgspec

from kenning.engine.claims.claiming import veiled
from kenning.engine.engine import Engine
from kenning.engine.reading import reads
from kenning.engine.reading.recall import said
from kenning.engine.reading.recall.anchors import Anchors, Asking, anchors
from kenning.engine.reading.recall.gather import Pool, concerned
from kenning.engine.reading.recall.happened import Happened, happened
from kenning.engine.reading.recall.meaning.lane import Meaning, Near
from kenning.model.recall import LANES, Conversation, Filters, Hit, Lane, Recall, Scope, Unknown, Ways
from kenning.model.time import instant, wrong
from kenning.model.view import View
from kenning.rules.recall import fuse, when
from kenning.rules.recall.graph import ABOUT
from kenning.rules.recall.passage import Passage
from kenning.rules.recall.question import Question, taken_apart
from kenning.rules.recall.ranking import Answer, Asked, rank
from kenning.rules.recall.words import Counted, base
from kenning.store import NOW, Reader
from kenning.store.base import Ranked, Window

POOL = 32
"""So many rows of each lane are looked at more closely, with what stands beside them; more where more are asked for."""
POOL_MAX = 64
"""Twice as many as are asked for, up to so many, and never less than are."""
FILTERED = 512
"""Where filters leave something out, so many of what comes nearest are looked through for what they leave."""
ANCHORED = 24
SPREAD_FROM = 12
TOLD_MAX = 3
NAMING_MAX = 6
NAMED = ["object", "participant", "mentioned"]
ELSEWHERE_MAX = 3
SESSION_LINES_MAX = 3


Session = tuple[str, str]


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked, as a session hands it on; ``me`` is the id of whom *my* means, where that is anybody."""

    question: str
    k: int
    budget_tokens: int
    valid_at: str | None
    filters: Filters
    ways: Ways
    me: str | None = None


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
    now_us: int
    then: Happened


def recall(engine: Engine, scope: Scope, agent: str, wanted: Wanted, at: int | None) -> Recall:
    """Find the lines that answer a question, best first, and say what is not known."""
    lanes = _lanes(wanted.ways)
    zone = engine.config.time_zone
    if not 1 <= wanted.k <= reads.LIMIT_MAX:
        raise wrong("k", wanted.k, f"is not between 1 and {reads.LIMIT_MAX}")
    if wanted.budget_tokens < 0:
        raise wrong("budget_tokens", wanted.budget_tokens, "is below 0")
    valid_at = None if wanted.valid_at is None else instant(wanted.valid_at, zone, "valid_at")
    with engine.read(scope) as reader:
        head = reader.head(scope.namespace)
        window = reads.window(wanted.filters, head.sequence, at, zone=zone, limit=wanted.k)
        window = msgspec.structs.replace(window, limit=max(POOL, min(2 * wanted.k, POOL_MAX), wanted.k))
        moment = NOW if at is None else at
        asking = Asking(
            engine=engine,
            reader=reader,
            scope=scope,
            agent=agent,
            at=moment,
            me=_canonical(reader, scope, wanted.me, moment),
            valid_at=valid_at,
        )
        about = anchors(asking, wanted.question)
        now_us = engine.config.clock_us() if at is None else head.recorded_at_us
        run = Run(
            engine=engine,
            reader=reader,
            scope=scope,
            wanted=wanted,
            window=window,
            lanes=lanes,
            about=about,
            question=taken_apart(about.question, about.surfaces),
            moment=moment,
            now_us=now_us,
            then=happened(asking, about, wanted.question, now_us, ZoneInfo(zone), window.at),
        )
        found, told = _answered(run, valid_at)
    return msgspec.structs.replace(found, block=said.block(found, told, wanted.budget_tokens))


def _answered(run: Run, valid_at: int | None) -> tuple[Recall, said.Told]:
    """Rank, read what is best, and say what is claimed and what is not known."""
    answer, passages, sessions = _ranked(run)
    holding = said.Wanted(
        at=run.moment, valid_at=run.then.valid_at if valid_at is None else valid_at, old=run.wanted.ways.old
    )
    told = said.claims(run.reader.graph(run.scope.namespace), run.about, run.question, holding)
    found = Recall(
        hits=_hits(run, answer, passages),
        claims=[veiled(run.scope, claim) for claim in told.claims],
        names=told.names,
        bearing=told.bearing,
        about=dict(run.about.entities.values()),
        unknown=_unknown(run, answer, passages),
        references=[*run.about.references, *run.then.references],
        sessions=_conversations(run, answer, passages, sessions),
    )
    return found, told


def _canonical(reader: Reader, scope: Scope, me: str | None, at: int) -> str | None:
    """Give the id whoever asks reads as, where the graph of this reading knows them."""
    graph = reader.graph(scope.namespace)
    number = None if me is None else graph.number(me)
    return None if number is None else graph.id(graph.root(number, at))


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


def _ranked(run: Run) -> tuple[Answer, list[Passage], Mapping[int, Session]]:
    """Gather what every lane finds, and rank it; gives the session of each event as well."""
    reader, scope, at = run.reader, run.scope, run.window.at
    pool = Pool(reader, run.engine.lines, scope, run.window)
    nothing: Ranked = Ranked([], 0, {})
    ranked = reader.search(scope, run.question.keys, run.window) if run.question.keys else nothing
    meaning = run.engine.meaning() if "semantic" in run.lanes else None
    nearby = meaning.nearby(reader, scope, at, _space(meaning, run.wanted.ways)) if meaning is not None else None
    by_words = [event for _, event, _ in ranked.rows] if run.lanes != {"semantic"} else []
    by_meaning = _near(run, nearby) if nearby is not None else []
    pool.take([*by_words, *by_meaning], ranked.lines)
    if "graph" in run.lanes:
        pool.take(_anchored(run))
        pool.take(_onward(run, [*by_words[:SPREAD_FROM], *by_meaning[:SPREAD_FROM]]))
    pool.settle()
    passages, following = pool.passages(
        {event: score for _, event, score in ranked.rows} if "lexical" in run.lanes else {}
    )
    sense = nearby.sense(run.question, passages) if nearby is not None and passages else None
    zone = ZoneInfo(run.engine.config.time_zone)
    named = [one for one in when.asked(run.wanted.question, run.now_us, zone) if one.said not in run.then.instead]
    asked = Asked(
        question=run.question,
        counted=Counted(ranked.docs, ranked.matching),
        anchors=frozenset(run.about.entities),
        times=(*named, *run.then.times),
        zone=zone,
        lanes=run.lanes,
        fusion=run.wanted.ways.fusion,
    )
    return rank(asked, passages, following, sense), passages, pool.sessions()


def _near(run: Run, nearby: Near) -> list[int]:
    """Give the events that come nearest to a question within the window, of the many that come nearest at all."""
    window = run.window
    if not window.filters:
        return nearby.nearest(run.question, window.limit)
    nearest = nearby.nearest(run.question, max(FILTERED, window.limit))
    lines = run.reader.lines(run.scope, nearest, window.at)
    return [event for event in nearest if event in lines and window.holds(lines[event])][: window.limit]


def _hits(run: Run, answer: Answer, passages: Sequence[Passage]) -> list[Hit]:
    """Read the best, less what went stale unless it is asked for."""
    found: list[Hit] = []
    order = deque(answer.order)
    while len(found) < run.wanted.k and order:
        places = [order.popleft() for _ in range(min(len(order), run.wanted.k - len(found)))]
        views: Iterator[View] = reads.views(
            run.reader, run.scope, [passages[place].event for place in places], run.window.at
        )
        each = zip(places, views, answer.parts(places), strict=True)
        for done, (place, view, parts) in enumerate(each, 1):
            copies = answer.copies.get(place, [])
            if view.stale and not run.wanted.ways.old:
                if not copies:
                    continue
                # one that says the same may rest on what still stands
                rest = [*copies, *places[done:], *order]
                order = deque(sorted(rest, key=lambda one: (-answer.scores[one], -passages[one].event)))
                break
            lanes = [Lane(lane=p.lane, rank=p.rank, raw=round(p.raw, 6), share=round(p.share, 6)) for p in parts]
            score = round(float(answer.scores[place]), 6)
            again = _ids(run, passages, copies)
            found.append(Hit(rank=len(found) + 1, score=score, view=view, lanes=lanes, copies=again))
    return found


def _conversations(
    run: Run, answer: Answer, passages: Sequence[Passage], sessions: Mapping[int, Session]
) -> list[Conversation]:
    """Rank the sessions of what was found, as many as lines are asked for."""
    of = [sessions.get(passage.event) for passage in passages]
    ranked = fuse.by_session(answer.order, answer.scores, of)[: run.wanted.k]
    best = [places[:SESSION_LINES_MAX] for _, _, places in ranked]
    ids = dict(
        zip(
            [place for each in best for place in each],
            _ids(run, passages, [p for each in best for p in each]),
            strict=True,
        )
    )
    return [
        Conversation(
            rank=rank,
            score=round(score, 6),
            channel=session[0],
            session=session[1],
            lines=[ids[place] for place in places],
        )
        for rank, ((session, score, _), places) in enumerate(zip(ranked, best, strict=True), 1)
    ]


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
        Unknown(
            entity=names[number][0],
            name=names[number][1],
            elsewhere=_ids(run, passages, answer.elsewhere[:ELSEWHERE_MAX]),
        )
        for number in answer.unknown
    ]
    if not passages:
        found += [Unknown(entity=names[number][0], name=names[number][1]) for number in sorted(names)]
    there = {base(word) for place in answer.order for word in passages[place].words} if run.about.missing else set()
    found += [Unknown(entity="", name=said) for said, noun in run.about.missing.items() if base(noun) not in there]
    return found


def _ids(run: Run, passages: Sequence[Passage], places: Sequence[int]) -> list[str]:
    if not places:
        return []
    events = [passages[place].event for place in places]
    found = run.reader.graph(run.scope.namespace).event_ids(events)
    return [found[event] for event in events]
