"""Erasing an entity or an identifier: every act that says it goes or is said again without it, and the rest is listed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from kenning.engine.erase.gather import Doomed, finished, take
from kenning.engine.erase.graph import MENTIONS_MAX, Gathering, act_at
from kenning.engine.graph.finding import find
from kenning.engine.graph.projection import act_of
from kenning.errors import NotFoundError
from kenning.model.access.genesis import ADMIN
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import Changed, Created, SplitAct
from kenning.model.identity.entity import UNNAMED, Alias, Entity, Identifier
from kenning.model.statement import ClaimAct
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.identity.quotes import Words, cleared, meets, strings
from kenning.store import SEQUENCE_MAX, Graph, Reader

OWN = ("actor", "source")
"""Where an event names who caused or recorded it: it is theirs, and not only about them."""


def of_entity(reader: Reader, namespace: str, agent: str, asked: str, *, events: bool) -> Doomed:
    """Collect all there is of an entity and of all that reads as one with it; with ``events`` its own events too."""
    graph = reader.graph(namespace)
    members = graph.members(find(graph, agent, asked))
    if graph.number(ADMIN) in members:
        raise wrong(
            "entity", asked, "is the admin, without whom there is no namespace", hint="split off what is not his"
        )
    doomed = Doomed(entities=[graph.id(number) for number in members])
    words = _words(reader, namespace, graph, members)
    met: dict[int, set[str]] = {}
    for member in members:
        for sequence, _, path in graph.mentions(member, MENTIONS_MAX):
            met.setdefault(sequence, set()).add(path)
    own = [sequence for sequence, paths in met.items() if paths & set(OWN)]
    claims = (sequence for member in members for sequence in graph.acts(member))
    stated = [one.sequence for sequence in claims if (one := _stated(reader, namespace, sequence)) is not None]
    _take(reader, namespace, [*stated, *(own if events else [])], doomed)
    gathering = Gathering(reader, namespace, doomed.events, "")
    gathering.bury(members, met, words)
    finished(reader, namespace, doomed, gathering)
    known = Entity(
        id="",
        type="",
        name=next(iter(sorted(words.names)), UNNAMED),
        aliases=[Alias(name=name) for name in sorted(words.names)],
        identifiers=[Identifier(channel=channel, identifier=string) for channel, string in sorted(words.met)],
    )
    said = {sequence for sequence, event in _saying(reader, namespace, words) if meets(event, known)}
    _list(reader, namespace, doomed, sorted(own), sorted(said | met.keys()))
    return doomed


def _words(reader: Reader, namespace: str, graph: Graph, members: list[int]) -> Words:
    """Gather all by which somebody was ever called or met, as their acts say it."""
    names: set[str] = set()
    met: set[tuple[str, str]] = set()
    for member in members:
        own = graph.id(member)
        for sequence in graph.changes(member):
            said = act_at(reader, namespace, sequence)
            match said:
                case Created(id=entity) if entity == own:
                    names.update([said.name, *said.aliases])
                    met.update((one.channel, one.identifier) for one in said.identifiers)
                case Changed(id=entity) if entity == own:
                    names.update([*([said.name] if said.name else []), *said.add_aliases])
                    met.update((one.channel, one.identifier) for one in said.add_identifiers)
                case SplitAct(part=entity) if entity == own:
                    names.update([said.name, *said.aliases])
                    met.update((one.channel, one.identifier) for one in said.identifiers)
    return Words(names=frozenset(names), met=frozenset(met))


def of_identifier(reader: Reader, namespace: str, channel: str, identifier: str, *, events: bool) -> Doomed:
    """Collect every act that says an identifier, and list the events that carry it; with ``events`` take its own ones."""
    if not channel or not identifier.strip():
        raise wrong("identifier", f"{channel}:{identifier}", "is no identifier", hint="say CHANNEL:IDENTIFIER")
    words = Words(met=frozenset([(channel, identifier)]), quoted=identifier)
    doomed = Doomed()
    own, mentions, acts = [], [], []
    for sequence, event in _saying(reader, namespace, words):
        if kinds.connects(event.kind):
            acts.append(event)
        if not kinds.connects(event.kind) or event.kind in kinds.CLAIMS:
            carries = [one for one in (event.actor, event.source) if one is not None]
            if any(identifier in (one.identifier, one.id) for one in carries):
                own.append(sequence)
            elif identifier.casefold() in " ".join(strings(msgspec.to_builtins(event))).casefold():
                mentions.append(sequence)
    if not own and not mentions and not acts:
        raise NotFoundError(f"{channel}:{identifier}: nobody was met by it in this namespace")
    gone = [event.sequence for event in acts if cleared(act_of(event), words) is None]
    stated = [one.sequence for sequence in gone if (one := _stated(reader, namespace, sequence)) is not None]
    _take(reader, namespace, [*stated, *(own if events else [])], doomed)
    gathering = Gathering(reader, namespace, doomed.events, "")
    gathering.clear(acts, words)
    finished(reader, namespace, doomed, gathering)
    _list(reader, namespace, doomed, own, mentions)
    return doomed


def _stated(reader: Reader, namespace: str, sequence: int) -> Envelope | None:
    """Find the note in which a claim was put into words as it was made, in one transaction with it: it is the claim itself."""
    claim = reader.get(namespace, sequence)
    act = act_at(reader, namespace, sequence)
    if claim is None or not isinstance(act, ClaimAct) or len(act.evidence) != 1:
        return None
    sealed = reader.get(namespace, act.evidence[0].event)
    if sealed is None or sealed.payload is None or sealed.recorded_at_us != claim.recorded_at_us:
        return None
    event = envelope_of(sealed)
    by_hand = event.kind == "note.created" and (event.source.type, event.source.name) == ("user", "manual")
    return event if by_hand and not event.entities and sealed.sequence < sequence else None


def _take(reader: Reader, namespace: str, wanted: list[int], doomed: Doomed) -> None:
    for sequence in wanted:
        sealed = reader.get(namespace, sequence)
        if sealed is not None and sealed.payload is not None and sequence not in doomed.events:
            take(reader, namespace, envelope_of(sealed), doomed)


def _saying(reader: Reader, namespace: str, words: Words) -> Iterator[tuple[int, Envelope]]:
    """Walk the events that hold any of these words, whatever the case: the whole log is read for it."""
    needles = [msgspec.json.encode(one)[1:-1].decode().casefold() for one in words.spoken() if one.strip()]
    for sealed in reader.scan(namespace, 1, SEQUENCE_MAX):
        if sealed.payload is not None:
            text = sealed.payload.decode().casefold()
            if any(needle in text for needle in needles):
                yield sealed.sequence, envelope_of(sealed)


def _list(reader: Reader, namespace: str, doomed: Doomed, own: list[int], said: list[int]) -> None:
    """List what stays: their own events, each with what erasing it would take, and other people's."""
    for sequence in sorted({*own, *said} - doomed.events.keys()):
        sealed = reader.get(namespace, sequence)
        if sealed is None or sealed.payload is None:
            continue
        event = envelope_of(sealed)
        if sequence in own:
            with_it = Doomed()
            take(reader, namespace, event, with_it)
            doomed.own[sealed.id] = [str(one.id) for one in with_it.events.values() if not kinds.connects(one.kind)]
        elif not kinds.connects(event.kind) or event.kind in kinds.CLAIMS:
            doomed.mentions.append(sealed.id)
