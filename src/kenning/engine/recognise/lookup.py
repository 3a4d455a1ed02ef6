"""Looking up whom a name may mean: by whole name, alias, part of a name, and likeness, within the tenancies of an agent."""

from __future__ import annotations

from collections.abc import Sequence

from kenning.engine.recognise.veil import shown
from kenning.model.identity.entity import SHARED, Known, Tier
from kenning.rules.names.keys import query_keys
from kenning.rules.names.letters import fold
from kenning.store import Graph

BEARERS_MAX = 64
ALIKE_MAX = 24
ALIKE_MIN = 0.4
WHOLE = frozenset({"exact", "alias"})
SPELLED = "latin"
"""The kind of key by which a name of another script is found as it is spelled in Latin letters."""
_TIERS: dict[str, Tier] = {
    "exact": "exact",
    "sorted": "exact",
    "alias": "alias",
    "part": "part",
    "nick": "part",
    SPELLED: "part",
}


def met_key(channel: str, identifier: str) -> str:
    """Give the key of an identifier on a channel."""
    return f"{channel}\0{identifier}"


def agents_of(agent: str) -> list[str]:
    """List the tenancies in which an agent resolves names: its own first, then what all share."""
    return [SHARED] if agent == SHARED else [agent, SHARED]


Bearers = dict[int, Tier]
"""Whom a name may mean, by number, and how each was found."""


def candidates(graph: Graph, agents: list[str], surface: str, latin: Sequence[str] = ()) -> list[Known]:
    """Gather whom a name may mean: by whole name, by alias, by a part of a name, and, where none bears it whole, by likeness.

    ``latin`` is the name in Latin letters, where it is of another script: who bears it so is one to be weighed, and no more.
    """
    return read(graph, agents, surface, bearers(graph, agents, surface, latin))


def bearers(graph: Graph, agents: list[str], surface: str, latin: Sequence[str] = ()) -> Bearers:
    """Find whom a name may mean, as `candidates` gathers them."""
    found: Bearers = {}
    for agent in agents:
        for key_kind, key in query_keys(surface):
            for one in graph.keyed(agent, key, BEARERS_MAX):
                tier = _TIERS.get(one.kind if key_kind == "exact" else key_kind)
                if key_kind == "sorted" and one.root in found:
                    continue  # of an alias that is written as it stands
                if tier is not None and one.kind in _TIERS and _better(tier, found.get(one.root)):
                    found[one.root] = tier
    if WHOLE.isdisjoint(found.values()):
        alike = [number for form in (surface, *latin) for number, _ in graph.similar(fold(form), ALIKE_MAX, ALIKE_MIN)]
        for number in alike:
            found.setdefault(graph.root(number), "fuzzy")
    return found


def beside(graph: Graph, found: Bearers, near: Sequence[str]) -> Bearers:
    """Add entities at hand: weighed as well, since a short form may look like nothing but be theirs."""
    numbers = (graph.number(entity) for entity in near)
    at_hand: Bearers = {graph.root(number): "fuzzy" for number in numbers if number is not None}
    return at_hand | found


def read(graph: Graph, agents: list[str], surface: str, found: Bearers) -> list[Known]:
    """Read candidates as they stand, in a fixed order."""
    key = fold(surface)
    return [known for number, tier in sorted(found.items()) for known in _known(graph, agents, number, tier, key)]


_ORDER: list[Tier] = ["exact", "alias", "part", "fuzzy"]


def _better(tier: Tier, known: Tier | None) -> bool:
    return known is None or _ORDER.index(tier) < _ORDER.index(known)


def _known(graph: Graph, agents: list[str], number: int, tier: Tier, key: str) -> list[Known]:
    """Read one candidate as it stands: all its names, merged ones included; nobody where it is retired or another's.

    What redactions hide of it is no name of its: whoever was found by that is weighed by the others, if there are any.
    """
    names: list[str] = []
    spellings: list[str] = []
    first, acting = None, False
    for member in graph.members(number):
        entity = shown(graph, member)
        if entity is None:
            continue
        first = first or entity
        names.extend([entity.name, *(alias.name for alias in entity.aliases)])
        spellings.extend(form for forms in entity.latin.values() for form in forms)
        acting = acting or bool(entity.identifiers)
    if first is None or first.retired or first.agent not in agents:
        return []
    distinct = tuple(dict.fromkeys(names))
    if graph.hidden()[1] and tier in WHOLE and key not in map(fold, distinct):
        tier = "part"  # not the words alone: what else the index led here by is weighed
    return [
        Known(
            entity=first.id,
            type=first.type,
            names=distinct,
            tier=tier,
            agent=first.agent,
            acts=acting,
            latin=tuple(dict.fromkeys(spellings)),
        )
    ]


def names_of(graph: Graph, entity_id: str) -> list[str]:
    """List all names of an entity as it reads, those of what was merged into it included."""
    number = graph.number(entity_id)
    found = [shown(graph, one) for one in graph.members(graph.root(number))] if number is not None else []
    entities = [one for one in found if one is not None]
    return [name for one in entities for name in (one.name, *(alias.name for alias in one.aliases))]
