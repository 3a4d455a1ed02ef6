"""Loading a caller from the head of its definition."""

from __future__ import annotations

import msgspec

from kenning.model.access.channel import Channel
from kenning.model.access.genesis import ADMIN, ADMIN_PARTY, LOCAL, LOCAL_CHANNEL
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import Permissions
from kenning.store import Reader


def access_generation(reader: Reader, namespace: str) -> int:
    """Tell one state of everybody's access from another."""
    return reader.head(namespace).sequence


def party(reader: Reader, namespace: str, entity_id: str) -> Party:
    """Give an entity as a party."""
    if entity_id == ADMIN:
        return ADMIN_PARTY
    graph = reader.graph(namespace)
    number = graph.number(entity_id)
    head = graph.head(graph.root(number)) if number is not None else None
    if head is None:
        return Party(entity=entity_id)
    return Party(
        entity=head.entity_id,
        trust_level=head.trust_level,
        lifecycle_state=head.lifecycle_state,
        permissions=msgspec.convert(head.permissions, Permissions),
        principals=frozenset({head.entity_id}),
    )


def caller(reader: Reader, namespace: str, entity: str, channel: str, person: str | None, agent: str) -> Caller:
    """Give a caller."""
    return Caller(
        entity=party(reader, namespace, entity),
        channel=LOCAL_CHANNEL if channel == LOCAL else Channel(id=channel),
        person=party(reader, namespace, person) if person is not None else None,
        agent=agent,
    )
