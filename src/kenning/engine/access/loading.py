"""Loading who asks, from the head of its definition: what it may use now, and by what it is surely met.

One look-up whatever the history; only permissions that rest on others are followed up, to those they rest on. Whoever keeps
what is loaded keeps it for one `access_generation`.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec import structs

from kenning.engine.graph.groups import judgements_around
from kenning.engine.recognise.lookup import agents_of, met_key
from kenning.model.access.channel import Channel
from kenning.model.access.genesis import ADMIN, ADMIN_PARTY, LOCAL, LOCAL_CHANNEL
from kenning.model.access.grant import Grant
from kenning.model.access.levels import TrustLevel
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import NONE, Permissions, tidy
from kenning.model.identity.act import MergeAct
from kenning.model.identity.change import Judgement
from kenning.model.identity.definition import Version
from kenning.rules.access.grants import Ground, standing, usable
from kenning.rules.identity.merge import component
from kenning.store import Graph, Reader

_merge = msgspec.json.Decoder(MergeAct).decode


def access_generation(reader: Reader, namespace: str) -> int:
    """Tell one state of everybody's access from another: the sequence of the last act that may have changed anybody's."""
    return reader.graph(namespace).access_generation


def party(reader: Reader, namespace: str, entity_id: str) -> Party:
    """Give an entity as a party, as it stands now; one that nobody knows, or that only a score joined to another, has nothing."""
    return party_of(reader.graph(namespace), entity_id)


def caller(reader: Reader, namespace: str, entity: str, channel: str, person: str | None, agent: str) -> Caller:
    """Give who asks: an entity, by a channel, perhaps for a person, within the tenancy of an agent."""
    graph = reader.graph(namespace)
    return Caller(
        entity=party_of(graph, entity),
        channel=channel_for(graph, channel, entity),
        person=party_of(graph, person) if person is not None else None,
        agent=agent,
        declared=graph.declarations(),
    )


def acting(reader: Reader, namespace: str, agent: str, channel: str, identifier: str) -> str | None:
    """Give who acts under an identifier: by its exact words, and only where a person, or its discovery, joined it to somebody."""
    graph = reader.graph(namespace)
    met = graph.met(agents_of(agent), met_key(channel, identifier))
    if met is None:
        return None
    entity = graph.id(met[1])
    return entity if f"{channel}:{identifier}" in party_of(graph, entity).identifiers else None


def channel_for(graph: Graph, channel_id: str, entity: str) -> Channel:
    """Give a channel with the sessions an entity is bound to; one that nobody defined waits and lets nothing through."""
    if channel_id == LOCAL:
        return LOCAL_CHANNEL
    found = graph.channel(channel_id) or Channel(id=channel_id, permissions=NONE)
    number = graph.number(entity)
    mine = graph.bindings_of(number, channel_id) if number is not None else []
    return structs.replace(found, entity_bindings=mine)


def party_of(graph: Graph, entity_id: str) -> Party:
    """Give an entity as a party in one reading of the graph."""
    number = graph.number(entity_id)
    if number is None:
        return ADMIN_PARTY if entity_id == ADMIN else Party(entity=entity_id)
    root = graph.root(number)
    head = graph.head(root)
    principals = sure(graph, root)
    if head is None or entity_id not in principals:
        return Party(entity=entity_id, principals=frozenset({entity_id}))
    level, permissions = _usable(graph, root, head)
    return Party(
        entity=graph.id(root),
        kind=head.type,
        internal_type=head.internal_type,
        trust_level=level,
        lifecycle_state=head.lifecycle_state,
        permissions=permissions,
        principals=frozenset(principals),
        identifiers=_identifiers(graph, principals),
        allowed_channels=frozenset(head.allowed_channels),
    )


def sure(graph: Graph, root: int) -> list[str]:
    """List who surely reads as one with a root: joined by a person, or by a score that a person confirmed."""
    if len(graph.members(root)) == 1:
        return [graph.id(root)]
    judgements = [one for one in judgements_around(graph, [root]) if is_sure(graph, one)]
    return component(judgements, graph.id(root))


def is_sure(graph: Graph, judgement: Judgement) -> bool:
    """Tell whether a person stands behind a merge: made it, or confirmed it."""
    return _merge(judgement.act).band != "automatic" or graph.is_confirmed(judgement.event)


def _identifiers(graph: Graph, entities: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for entity_id in entities:
        number = graph.number(entity_id)
        entity = graph.entity(number) if number is not None else None
        if entity is not None:
            found.update(f"{one.channel}:{one.identifier}" for one in entity[0].identifiers if not one.joined)
    return frozenset(found)


def _usable(graph: Graph, root: int, head: Version) -> tuple[TrustLevel, Permissions]:
    """Give the level and the permissions of a definition as far as what they rest on still stands."""
    mine = graph.grants_to(graph.members(root))
    if not any(grant.dependent for grant in mine):
        return head.trust_level, head.permissions
    given, inactive = resting(graph, mine)
    live = usable(given, Ground(admin=ADMIN, inactive=frozenset(inactive), declared=graph.declarations()))
    amount = standing([one for one in given if one.target == graph.id(root)], live)
    return amount.level, tidy(amount.permissions)


def canonical(graph: Graph, entity_id: str) -> str:
    """Give the id an entity reads as now; its own where nobody knows it any more."""
    number = graph.number(entity_id)
    return entity_id if number is None else graph.id(graph.root(number))


def resting(graph: Graph, grants: Iterable[Grant]) -> tuple[list[Grant], set[str]]:
    """Gather grants with all they rest on, by canonical ids, and who of those that gave them is not active or not there."""
    found: dict[str, Grant] = {}
    inactive: set[str] = set()
    looked: set[str] = set()
    waiting = list(grants)
    while waiting:
        grant = waiting.pop()
        granter = canonical(graph, grant.granter)
        found[grant.id] = structs.replace(grant, granter=granter, target=canonical(graph, grant.target))
        if not grant.dependent or granter in looked or granter == ADMIN:
            continue
        looked.add(granter)
        number = graph.number(granter)
        head = graph.head(number) if number is not None else None
        if number is None or head is None or head.lifecycle_state != "active":
            inactive.add(granter)
        else:
            waiting.extend(graph.grants_to(graph.members(number)))
    return list(found.values()), inactive
