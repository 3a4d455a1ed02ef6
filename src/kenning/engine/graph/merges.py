"""Merging, undoing it, splitting, and holding apart: judgements, each an act with all that led to it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kenning.engine.access.loading import canonical
from kenning.engine.access.seat import Ending, Seat, done
from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit, is_empty, share_of
from kenning.engine.graph.finding import find, meant, own, reading, unknown
from kenning.engine.graph.finding import standing as standing_as
from kenning.engine.graph.groups import judgements_around
from kenning.engine.graph.projection import sayer
from kenning.engine.recognise.joining import Asked, judged
from kenning.errors import ConflictError, NotFoundError
from kenning.model.change import Labels
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope, Noun, Relation
from kenning.model.identity import act as acts
from kenning.model.identity.act import Changed, Difference, Judged, MergeAct, SplitAct, UnmergeAct
from kenning.model.identity.change import Judgement
from kenning.model.identity.entity import Attributes, Entity, Identifier
from kenning.model.ids import ENTITY_ID, EVENT_ID
from kenning.model.recall import Scope
from kenning.model.time import instant, wrong
from kenning.rules.access.grants import Verdict
from kenning.rules.access.merging import Opening, may_merge, may_part
from kenning.rules.identity.merge import combined
from kenning.rules.names.letters import fold
from kenning.store import Graph

DAY_US = 86_400_000_000
_NO_SALT = "0" * 32  # of a judgement that is only looked at, and never sealed


def merge(engine: Engine, who: Who, survivor: str, merged: str, how: Asked) -> str:
    """Judge two entities to be one; give the id of the merge, by which it can be undone.

    Raises `ConflictError` where they may not be one: of different types or tenancies, held apart, retired, one already, or with
    attributes in conflict under the policy ``reject``.
    """

    def deed(seat: Seat) -> Ending:
        first, second = meant(seat.appender, survivor), meant(seat.appender, merged)
        said, verdict = proposed(seat, first, second, how)
        return joined(seat, said) if verdict.allowed else refused(seat, said, verdict)

    return done(engine, who, deed)


def proposed(seat: Seat, first: int, second: int, how: Asked, *, proven: bool = False) -> tuple[MergeAct, Verdict]:
    """Say what merging two canonical entities would say, and whether who asks may: it is giving either all the other has.

    ``proven``: a code showed that the one who goes is the one who asks.
    """
    said = judged(seat.graph, first, second, how, seat.appender.salt())
    classes: tuple[Labels, ...] = ()
    if not seat.keeps:
        known = seat.appender.reader.classes(seat.appender.who.namespace).values()
        classes = tuple(one for labels in known for one in (labels, *labels.also))
    opening = Opening(classes=classes, proven=proven)
    return said, may_merge(seat.caller, seat.party(said.survivor), seat.party(said.merged), opening)


def refused(seat: Seat, said: MergeAct, verdict: Verdict) -> Ending:
    """Record that a merge was refused."""
    return seat.refuse(acts.MERGED, f"{said.survivor} {said.merged}", verdict)


def joined(seat: Seat, said: MergeAct, because: Sequence[tuple[Envelope, Relation]] = ()) -> str:
    """Append a merge that may be; what rested on what it took away is flagged."""
    act = seat.appender.act(acts.MERGED, said, because)
    seat.fell(said.survivor, act)
    return str(act.id)


class MergePlan(Noun, frozen=True, kw_only=True):
    """What a merge would change: who stays and who goes, the complete difference, and the attributes as they would read."""

    survivor: str
    survivor_name: str
    merged: str
    merged_name: str
    difference: Difference
    attributes: Attributes = {}


def plan(engine: Engine, scope: Scope, ends: tuple[str, str, str], how: Asked) -> MergePlan:
    """Say what a merge would change; nothing is done.

    ``ends`` are the agent, the survivor and the one that goes. Raises `ConflictError` where they may not be one.
    """
    agent, survivor, merged = ends
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        first, second = find(graph, agent, survivor), find(graph, agent, merged)
        act = judged(graph, first, second, how, _NO_SALT)
        return MergePlan(
            survivor=act.survivor,
            survivor_name=own(graph, first).name,
            merged=act.merged,
            merged_name=own(graph, second).name,
            difference=act.difference,
            attributes=_after(graph, first, second, act).attributes,
        )


def _after(graph: Graph, survivor: int, merged: int, act: MergeAct) -> Entity:
    """Read two entities as the one a merge would make of them."""
    found = standing_as(graph, survivor) | standing_as(graph, merged)
    set_at = {one.id: raw[1] for number, one in found.items() if (raw := graph.entity(number)) is not None}
    content = msgspec.json.encode(act).decode()
    new = Judgement(sequence=0, event="", survivor=act.survivor, merged=act.merged, act=content, at="", by="")
    standing_ones = judgements_around(graph, [survivor, merged])
    return combined({one.id: one for one in found.values()}, act.survivor, [*standing_ones, new], set_at)


def standing(graph: Graph, agent: str, asked: str) -> Judgement:
    """Find the merge to be undone: by the id of its event, or by the entity that went, the latest of it."""
    if EVENT_ID.fullmatch(asked):
        judgement = graph.judgement(asked)
        if judgement is None:
            raise NotFoundError(f"{asked}: is no merge that stands", hint="the history of the entity names its merges")
        return judgement
    number = graph.number(asked) if ENTITY_ID.fullmatch(asked) else find(graph, agent, asked)
    if number is None:
        raise unknown(asked)
    named = graph.judgements([number])
    gone = [one for one in named if one.merged == asked] or named
    if not gone:
        raise NotFoundError(f"{asked}: nothing was merged with it", details={"id": asked})
    return gone[-1]


def unmerge(engine: Engine, who: Who, asked: str, *, any_time: bool) -> str:
    """Withdraw a merge; both read as the other judgements say. Within the grace period, or, as a split, at any time."""

    def deed(seat: Seat) -> Ending:
        appender, graph = seat.appender, seat.graph
        judgement = standing(graph, who.agent, asked)
        age_us = appender.now_us - instant(judgement.at, None, "at")
        grace_days = engine.config.grace_days
        if not any_time and age_us > grace_days * DAY_US:
            hint = "the admin may split it at any time"
            raise ConflictError(f"{judgement.event}: was merged more than {grace_days} days ago", hint=hint)
        act = UnmergeAct(
            merge=judgement.event, survivor=judgement.survivor, merged=judgement.merged, salt=appender.salt()
        )
        head = seat.party(canonical(graph, judgement.survivor))
        decision = may_part(seat.caller, head, "split" if any_time else "unmerge", within_grace=True)
        if not decision.allowed:
            return seat.refuse(acts.UNMERGED, head.entity, decision)
        merged = sayer(appender.reader, who.namespace, judgement.event)
        assert merged is not None, "a judgement stands only while an event says so"
        event = appender.act(acts.UNMERGED, act, ((merged, "derived_from"),))
        seat.fell(head.entity, event)
        seat.fell(judgement.merged, event)
        return str(event.id)

    return done(engine, who, deed)


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """What is split off an entity: a name for the part, and the aliases, identifiers and attributes it takes along."""

    name: str
    aliases: tuple[str, ...] = ()
    identifiers: tuple[tuple[str, str], ...] = ()
    attributes: tuple[str, ...] = ()


def split(engine: Engine, who: Who, asked: str, part: Part) -> str:
    """Split an entity that is two: names and identifiers become another's; what was linked stays. Gives the new id."""

    def deed(seat: Seat) -> Ending:
        appender, graph = seat.appender, seat.graph
        root = meant(appender, asked)
        decision = may_part(seat.caller, seat.party(graph.id(root)), "split", within_grace=True)
        if not decision.allowed:
            return seat.refuse(acts.SPLIT, graph.id(root), decision)
        _divisible(reading(graph, root), part)
        members = list(standing_as(graph, root).values())
        first, *others = [one for one in members if _gives(one, part, members[0])]
        names, identifiers, attributes = _given(first, part, members[0])
        act = SplitAct(
            id=first.id,
            part=appender.new_entity_id(),
            name=part.name,
            aliases=[name for name in names if name != part.name],
            identifiers=identifiers,
            attributes=attributes,
            salt=appender.salt(),
        )
        appender.act(acts.SPLIT, act, ())
        if first is not members[0] and first.name in names:
            gone = Changed(id=first.id, drop_aliases=[first.name], salt=appender.salt())
            appender.act(acts.CHANGED, share_of(gone, own(graph, _number(graph, first)), members[0]), ())
        for one in others:
            _hand_over(appender, one, members[0], part, act.part)
        return act.part

    return done(engine, who, deed)


def _number(graph: Graph, entity: Entity) -> int:
    number = graph.number(entity.id)
    assert number is not None, "it was read from the graph"
    return number


def _given(one: Entity, part: Part, root: Entity) -> tuple[list[str], list[Identifier], list[str]]:
    """Say what of a part is a member's own: names, identifiers and attributes. What a root is called stays its name."""
    mine = {alias.name for alias in one.aliases} | ({one.name} if one is not root else set())
    wanted = dict.fromkeys([part.name, *part.aliases])
    met = set(part.identifiers)
    return (
        [name for name in wanted if name in mine],
        [identifier for identifier in one.identifiers if (identifier.channel, identifier.identifier) in met],
        [key for key in part.attributes if key in one.attributes],
    )


def _gives(one: Entity, part: Part, root: Entity) -> bool:
    return any(_given(one, part, root))


def _hand_over(appender: Appender, one: Entity, root: Entity, part: Part, to: str) -> None:
    """Take from a further member what goes to a part that was split off, with the events that say so."""
    names, identifiers, attributes = _given(one, part, root)
    gone = Changed(
        id=one.id,
        drop_aliases=names,
        drop_identifiers=identifiers,
        attributes=dict.fromkeys(attributes),
        salt=appender.salt(),
    )
    appender.act(acts.CHANGED, share_of(gone, one, root), ())
    there = own(appender.graph, appender.graph.number(to) or 0)
    taken = {alias.name: alias.evidence for alias in one.aliases} | {one.name: one.evidence}
    events = dict.fromkeys(event for name in names for event in taken[name])
    sealed = [appender.reader.get(appender.who.namespace, event) for event in events]
    evidence = [envelope_of(found) for found in sealed if found is not None and found.payload is not None]
    come = Changed(
        id=to,
        add_aliases=[name for name in names if name != there.name],
        add_identifiers=identifiers,
        attributes={key: one.attributes[key] for key in attributes if key not in there.attributes},
        salt=appender.salt(),
    )
    if not is_empty(come):
        appender.act(acts.CHANGED, come, [(event, "derived_from") for event in evidence])


def _divisible(entity: Entity, part: Part) -> None:
    if not fold(part.name):
        raise wrong("name", part.name, "has no letter or digit to be known by")
    known = {alias.name for alias in entity.aliases}
    for name in part.aliases:
        if name not in known:
            raise wrong("aliases", name, f"is no alias of {entity.name}")
    met = {(one.channel, one.identifier) for one in entity.identifiers}
    for channel, identifier in part.identifiers:
        if (channel, identifier) not in met:
            raise wrong("identifiers", f"{channel}:{identifier}", f"is no identifier of {entity.name}")
    for key in part.attributes:
        if key not in entity.attributes:
            raise wrong("attributes", key, f"is no attribute of {entity.name}")
    if part.name not in known and not part.identifiers and not part.aliases:
        hint = "give an alias or an identifier the part takes along"
        raise wrong("name", part.name, f"is nothing {entity.name} goes by", hint=hint)


def hold_apart(engine: Engine, who: Who, a: str, b: str, *, different: bool) -> str:
    """Judge that two entities are never the same, or take that back; no score joins them from then on."""

    def deed(appender: Appender) -> str:
        graph = appender.graph
        numbers = [meant(appender, one) for one in (a, b)]
        if numbers[0] == numbers[1]:
            raise ConflictError(f"{a} and {b}: are one", hint="undo the merge first")
        held = set(graph.apart([numbers[0]]))
        pair = (numbers[0], numbers[1])
        stands = pair in held or pair[::-1] in held
        if stands == different:
            raise ConflictError(f"{a} and {b}: are {'' if different else 'not '}held apart already")
        first, second = sorted(graph.id(number) for number in numbers)
        act = Judged(a=first, b=second, judgement="different" if different else "open")
        return str(appender.act(acts.JUDGED, act, ()).id)

    done: str = commit(engine, who, deed)
    return done
