"""What one recorded act projects to in the entity graph: gather what it is folded over, fold, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec import structs

from kenning.engine.graph.groups import gather
from kenning.errors import CorruptError
from kenning.model.access.act import NoticesRead, PlaceAct
from kenning.model.change import Change, Hide, Show
from kenning.model.codec import Sealed, canonical, envelope_of
from kenning.model.event import Envelope, File, RecordedBy
from kenning.model.identity.act import RESTATED, Act, Resolution, Restated, decoded
from kenning.model.identity.artifact import ArtifactVersion, MacroDemoted, Worded
from kenning.model.identity.change import GraphChange, Seen
from kenning.model.identity.remains import Remains, remains_of
from kenning.model.statement import ClaimAct
from kenning.model.time import rfc3339
from kenning.rules.access.acts import channel_of, placed
from kenning.rules.access.notices import noticed, refused
from kenning.rules.identity.acts import kept, outcomes, step, touched, weighs
from kenning.rules.kinds import ERASED
from kenning.rules.knowledge import acts as claims
from kenning.rules.knowledge import artifacts
from kenning.store import SEQUENCE_MAX, Graph, GraphWriter, Reader, Writer

_NEEDLE = RESTATED.encode()


class Standing(NamedTuple):
    """An act that counts at its place in the log, and the event that says it: itself, or one that restates what was erased."""

    event: Envelope
    held_by: str


def standing(reader: Reader, namespace: str, sequence: int) -> Standing | None:
    """Give what counts at a place of the log: the event there, or, where it was erased, what was said again of it."""
    sealed = reader.get(namespace, sequence)
    if sealed is None or sealed.payload is not None:
        return None if sealed is None else Standing(envelope_of(sealed), sealed.id)
    again = restating(reader, namespace, sequence)
    return None if again is None else instead(sealed, again)


def sayer(reader: Reader, namespace: str, event_id: str) -> Envelope | None:
    """Find the event that says an act now: by the id the act always had."""
    sealed = reader.get(namespace, event_id)
    if sealed is None or sealed.payload is not None:
        return None if sealed is None else envelope_of(sealed)
    return restating(reader, namespace, sealed.sequence)


def act_of(event: Envelope) -> Act:
    """Read the act that an event says, or says again."""
    act = decoded(event.kind, event.text)
    return act.said() if isinstance(act, Restated) else act


def restating(reader: Reader, namespace: str, sequence: int) -> Envelope | None:
    """Find the event that restates an erased act."""
    for linked, relation in reader.linked(namespace, sequence):
        sealed = reader.get(namespace, linked) if relation == "supersedes" else None
        if sealed is not None and sealed.payload is not None:
            event = envelope_of(sealed)
            if event.kind == RESTATED:
                return event
    return None


def instead(erased: Sealed, again: Envelope) -> Standing:
    """Put what was said again in the place of the act that was erased."""
    act = restated(again)
    file = File(role="primary", content_type="application/json", content=canonical(act.act).decode())
    event = structs.replace(
        again,
        id=erased.id,
        sequence=erased.sequence,
        recorded_at=rfc3339(erased.recorded_at_us),
        hash=erased.hash.hex(),
        kind=act.kind,
        files=[file],
        links=[link for link in again.links if link.relation != "supersedes"],
        recorded_by=RecordedBy(principal=act.by, channel=act.channel) if act.by else None,
    )
    return Standing(event, str(again.id))


def restated(event: Envelope) -> Restated:
    """Read what an event restates."""
    act = decoded(event.kind, event.text)
    assert isinstance(act, Restated), "the kind says so"
    return act


class Holes:
    """What was erased from a log and restated further on: read ahead once, where a fold from the beginning meets a hole."""

    def __init__(self, reader: Reader, namespace: str) -> None:
        """Know nothing until asked."""
        self._reader = reader
        self._namespace = namespace
        self._known: dict[int, Envelope] | None = None

    def at(self, erased: Sealed) -> Standing | None:
        """Give what counts in the place of an erased event."""
        if self._known is None:
            self._known = {}
            for sealed in self._reader.scan(self._namespace, erased.sequence, SEQUENCE_MAX):
                if sealed.payload is not None and _NEEDLE in sealed.payload:
                    event = envelope_of(sealed)
                    if event.kind == RESTATED:
                        self._known[restated(event).sequence] = event
        again = self._known.get(erased.sequence)
        return None if again is None else instead(erased, again)


def graph_changes(
    reader: Reader, graph: Graph, event: Envelope, said: Act | None = None, held_by: str | None = None
) -> list[GraphChange]:
    """Fold an act over what it touches; ``said`` is its content, where the caller has just written it.

    ``held_by`` is the event that says it, where that is another. Raises `CorruptError` where it does not say what its kind says.
    """
    try:
        if event.kind == ERASED:
            return _kept(graph, event, remains_of(event))
        act = decoded(event.kind, event.text) if said is None else said
    except msgspec.MsgspecError as error:
        raise CorruptError(f"{event.id}: {event.kind} does not say what it should: {error}") from error
    if isinstance(act, Restated):
        return []  # it counts in the place of what it restates
    if isinstance(act, Resolution):
        return outcomes(act)
    if isinstance(act, ClaimAct):
        made = claims.placed(act, event)
        gathered = around(graph, claims.keys(made))
        return claims.claimed(made, gathered, hidden(reader, event.namespace, [*gathered, made]))
    told = (noticed(event, act), refused(event, act))
    return [*_folded(graph, event, act, held_by), *(one for one in told if one is not None)]


def _folded(graph: Graph, event: Envelope, act: Act, held_by: str | None) -> list[GraphChange]:
    match act:
        case Worded():
            return list(artifacts.folded(event, act, graph.artifact_version(act.version)))
        case ArtifactVersion() | MacroDemoted():
            return list(artifacts.folded(event, act))
        case NoticesRead():
            return [Seen(tuple(act.notices))]
        case _ if isinstance(act, PlaceAct):
            channel = channel_of(act)
            return list(placed(event, act, None if channel is None else graph.channel(channel)))
        case _:
            return step(gather(graph, touched(act), grants=weighs(act)), event, act, held_by)[1]


def _kept(graph: Graph, tombstone: Envelope, remains: Remains) -> list[GraphChange]:
    if remains == Remains():
        return []
    heads, parents = {}, {}
    for heir in remains.heirs:
        number = graph.number(heir.entity)
        head = graph.head(number) if number is not None else None
        if head is not None:
            heads[heir.entity] = head
        found = (graph.definition(one) for one in heir.parents)
        parents.update({one.id: one for one in found if one is not None})
    return kept(remains, heads, parents, tombstone)


def around(graph: Graph, keys: Iterable[str]) -> list[ClaimAct]:
    """Gather all acts of some groups, and of every group a claim of these is in."""
    found: dict[int, ClaimAct] = {}
    mine = set(keys)
    for key in sorted(mine):
        found.update({act.sequence: act for act in graph.claim_acts(key)})
    others = {key for act in found.values() for key in claims.keys(act)} - mine
    for key in sorted(others):
        found.update({act.sequence: act for act in graph.claim_acts(key)})
    return [found[sequence] for sequence in sorted(found)]


def hidden(reader: Reader, namespace: str, acts: Iterable[ClaimAct]) -> set[str]:
    """List the evidence of some acts that is redacted now."""
    events = {one.event for act in acts for one in act.evidence}
    return {event for event in events if reader.is_hidden(namespace, event)}


def recast_hidden(writer: Writer, namespace: str, sequence: int, changes: Iterable[Change]) -> None:
    """Write anew the claims that rest on events which an act at ``sequence`` hid or showed again."""
    for change in changes:
        if isinstance(change, Hide | Show):
            graph = writer.graph(namespace)
            graph.memo.clear()
            recast(writer, graph, (namespace, change.event), sequence)


def recast(reader: Reader, graph: GraphWriter, event: tuple[str, int], sequence: int) -> None:
    """Write anew the claims that rest on an event, given by namespace and sequence."""
    namespace, place = event
    keys: set[str] = set()
    for linked, relation in reader.linked(namespace, place):
        act = graph.claim_act(linked) if relation == "derived_from" else None
        if act is not None:
            keys.update(claims.keys(act))
    if keys:
        acts = around(graph, keys)
        graph.apply(sequence, [claims.recast(keys, acts, hidden(reader, namespace, acts))])
