"""What waits for a person: discovered entities, suggested merges, and mentions nobody could decide."""

from __future__ import annotations

from kenning.engine.access.seat import Ending, Seat, done
from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph import merges
from kenning.engine.graph.entities import commit
from kenning.engine.graph.finding import seen
from kenning.engine.graph.projection import act_of, sayer
from kenning.engine.recognise import asking, habits, joining
from kenning.engine.recognise.lookup import agents_of, candidates
from kenning.engine.recognise.spelling import forms
from kenning.engine.recognise.veil import veil_of
from kenning.errors import ConflictError, NotFoundError
from kenning.model.event import Envelope
from kenning.model.identity import act as acts
from kenning.model.identity.act import Judged, MergeAct, Reason, Review, Reviewed, Suggested, decoded
from kenning.model.identity.entity import Outcome
from kenning.model.identity.view import ReviewItem
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.access.grants import Verdict
from kenning.rules.identity.acts import MERGE
from kenning.rules.identity.quotes import bare
from kenning.rules.mentions.resolve import Mention, decide
from kenning.rules.schema import qualified
from kenning.store import NOW, Graph, Reader

PENDING = "mention"
DECISIONS: dict[str, Review] = {"accept": "accepted", "reject": "rejected", "later": "later"}


def resolve(engine: Engine, scope: Scope, agent: str, surface: str, kind: str | None) -> Outcome:
    """Say whom a name means, with candidates and scores; nothing is recorded."""
    if not surface.strip():
        raise wrong("surface", surface, "is no name")
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        active = engine.schema(graph)
        name = qualified(active, kind) if kind else ""
        if kind and name not in active.types:
            raise wrong("type", kind, "is no type of the schema", hint="kenning schema show lists them")
        below = tuple(sorted(one for one, above in active.ancestors.items() if name and name in above))
        latin = forms(engine.config.speller, surface)
        mention = Mention(path="asked", surface=surface, type=name, subtypes=below, agent=agent, latin=latin)
        return decide(mention, candidates(graph, agents_of(agent), surface, latin=latin))


def listed(engine: Engine, scope: Scope, at: int | None, limit: int) -> list[ReviewItem]:
    """List what waits, in a fixed order: entities and merges as they came, what was put off, then open mentions."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        items = _items(reader, graph, scope, moment, limit)
        for event, path, surface, _ in graph.pending(None, max(0, limit - len(items)), moment):
            sealed = reader.get(scope.namespace, event)
            if sealed is not None and sealed.payload is not None and not reader.is_hidden(scope.namespace, sealed.id):
                items.append(ReviewItem(item=f"{sealed.id}#{path}", kind=PENDING, surface=surface))
    return items[:limit]


def _items(reader: Reader, graph: Graph, scope: Scope, at: int, limit: int) -> list[ReviewItem]:
    """Read what waits in the queue, as they read now: about the same one or two once, and nothing about two that are held apart.

    Who was merged by a person was looked at; who was joined unasked waits under the name of the survivor.
    """
    asked = limit
    while True:
        waiting = graph.queue(asked, at)
        seen: set[frozenset[int]] = set()
        items: list[ReviewItem] = []
        for one in waiting:
            pair = frozenset(graph.root(number, at) for name in (one.a, one.b) if (number := graph.number(name)))
            if pair in seen or (_apart(graph, pair, at) if one.kind == MERGE else _looked_at(graph, one.a, at)):
                continue
            seen.add(pair)
            item = _item(reader, graph, scope, one.event, at)
            items += [item] if item is not None else []
        if len(items) >= limit or len(waiting) < asked:
            return items[:limit]
        asked *= 2


def _looked_at(graph: Graph, entity: str, at: int) -> bool:
    """Tell whether a person judged an entity to be another one."""
    number = graph.number(entity)
    if number is None or graph.root(number, at) == number:
        return False
    named = [decoded(acts.MERGED, one.act) for one in graph.judgements([number], at)]
    return any(isinstance(act, MergeAct) and act.band != "automatic" for act in named)


def _apart(graph: Graph, pair: frozenset[int], at: int) -> bool:
    if len(pair) < 2:
        return False
    members = [set(graph.members(root, at)) for root in pair]
    return any(
        not members[0].isdisjoint(held) and not members[-1].isdisjoint(held) for held in graph.apart(members[0], at)
    )


def _item(reader: Reader, graph: Graph, scope: Scope, event: str, at: int) -> ReviewItem | None:
    waiting = graph.queued(event, at)
    asked = sayer(reader, scope.namespace, event)
    if waiting is None or asked is None:
        return None
    numbers = [number for one in (waiting.a, waiting.b) if (number := graph.number(one)) is not None]
    roots = [graph.root(number, at) for number in numbers]
    ids, shown = [graph.id(root) for root in roots], [seen(graph, root, at) for root in roots]
    names = [one.name for one in shown if one is not None]
    if len(names) < len(roots):
        return None  # redacted events alone tell of one of them
    score: float | None = None
    reasons: list[Reason] = []
    if waiting.kind == MERGE:
        act = _suggestion(asked)
        veiled = any(veil_of(graph, member) is not None for root in roots for member in graph.members(root, at))
        score, reasons = act.score, bare(act.reasons) if veiled else act.reasons
    return ReviewItem(
        item=event,
        kind=waiting.kind,
        entities=ids,
        names=names,
        score=score,
        reasons=reasons,
        decision=waiting.decision,
    )


def _suggestion(event: Envelope) -> Suggested:
    act = act_of(event)
    assert isinstance(act, Suggested), "what waits as a merge was suggested by such an act"
    return act


def decide_open(engine: Engine, who: Who, models: asking.Models, limit: int) -> int:
    """Ask models about mentions nobody could decide, outside the lock; gives how many are decided now."""
    with engine.store.read() as reader:
        questions = asking.open_questions(reader, (who.namespace, who.agent), engine.config.speller, limit)
    answers = [(one, outcome) for one in questions if (outcome := asking.answered(one, models, who.agent)) is not None]
    if not answers:
        return 0
    decided: int = commit(engine, who, lambda appender: asking.record(appender, answers, models))
    return decided


def look_again(engine: Engine, who: Who) -> int:
    """Look again at who may be one, habits included; gives how many suggestions are new."""
    with engine.store.read() as reader:
        looking = habits.Looking(reader, who.namespace, who.agent)
        found = looking.found()
    new: int = commit(engine, who, lambda appender: habits.record(appender, found, looking.upto))
    return new


def look_if_due(engine: Engine, who: Who) -> None:
    """Look again where the log has grown enough since; a log whose events are not recognised is let be."""
    if not engine.config.recognise:
        return
    with engine.store.read() as reader:
        due = habits.is_due(reader.graph(who.namespace), who.agent, reader.head(who.namespace).sequence)
    if due:
        look_again(engine, who)


def answer(engine: Engine, who: Who, item: str, decision: str) -> str:
    """Carry out what a person says: accept a merge and it is made, reject it and it is never suggested again.

    Accepting or rejecting a discovered entity says that it was looked at; what it may do is another act's to say.
    """
    if decision not in DECISIONS:
        raise wrong("decision", decision, f"is none of {', '.join(DECISIONS)}")

    def deed(seat: Seat) -> Ending:
        appender, graph = seat.appender, seat.graph
        waiting = graph.queued(item)
        if waiting is None and "#" in item:
            hint = "add an alias to the one that is meant, or merge or retire the others"
            raise ConflictError(f"{item}: a mention is decided by what is known of those who bear the name", hint=hint)
        if waiting is None:
            raise NotFoundError(f"{item}: nothing waits under this", hint="kenning review lists what does")
        if waiting.decision not in {"", "later"}:
            raise ConflictError(f"{item}: was {waiting.decision} already")
        asked = sayer(appender.reader, who.namespace, item)
        assert asked is not None, "what waits was put there by an event"
        merging = _proposed(seat, asked) if waiting.kind == MERGE and decision == "accept" else None
        if merging is not None and not merging[1].allowed:
            return merges.refused(seat, *merging)
        said = appender.act(
            acts.REVIEWED, Reviewed(item=item, decision=DECISIONS[decision]), ((asked, "derived_from"),)
        )
        if merging is not None:
            merges.joined(seat, merging[0], ((asked, "derived_from"),))
        elif waiting.kind == MERGE and decision == "reject":
            _hold_apart(appender, asked)
        return str(said.id)

    return done(engine, who, deed)


def _ends(graph: Graph, act: Suggested) -> tuple[int, int]:
    numbers = [graph.number(one) for one in (act.a, act.b)]
    first, second = (graph.root(number) for number in numbers if number is not None)
    return first, second


def _proposed(seat: Seat, asked: Envelope) -> tuple[MergeAct, Verdict]:
    act = _suggestion(asked)
    how = joining.Asked(confidence=act.score, band="suggested", reasons=tuple(act.reasons), rules=act.rules)
    return merges.proposed(seat, *_ends(seat.graph, act), how)


def _hold_apart(appender: Appender, asked: Envelope) -> None:
    act = _suggestion(asked)
    first, second = _ends(appender.graph, act)
    if first != second:
        a, b = sorted((act.a, act.b))
        appender.act(acts.JUDGED, Judged(a=a, b=b, judgement="different"), ((asked, "derived_from"),))
