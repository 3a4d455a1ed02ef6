"""What one recorded act projects to in the entity graph: gather what it is folded over, fold, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from kenning.engine.graph.groups import gather
from kenning.errors import CorruptError
from kenning.model.change import Change, Hide, Show
from kenning.model.event import Envelope
from kenning.model.identity.act import Act, Resolution, decoded
from kenning.model.identity.change import GraphChange
from kenning.model.statement import ClaimAct
from kenning.rules.identity.acts import outcomes, step, touched
from kenning.rules.knowledge import acts as claims
from kenning.store import Graph, GraphWriter, Reader, Writer


def graph_changes(reader: Reader, graph: Graph, event: Envelope, said: Act | None = None) -> list[GraphChange]:
    """Fold an act over what it touches; ``said`` is its content, where the caller has just written it.

    Raises `CorruptError` where it does not say what its kind says.
    """
    try:
        act = decoded(event.kind, event.text) if said is None else said
    except msgspec.MsgspecError as error:
        raise CorruptError(f"{event.id}: {event.kind} does not say what it should: {error}") from error
    if isinstance(act, Resolution):
        return outcomes(act)
    if isinstance(act, ClaimAct):
        made = claims.placed(act, event)
        gathered = around(graph, claims.keys(made))
        return claims.claimed(made, gathered, hidden(reader, event.namespace, [*gathered, made]))
    return step(gather(graph, touched(act)), event, act)[1]


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
