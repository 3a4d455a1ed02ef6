"""What redactions hide of an entity: names, identifiers and attributes that redacted events alone gave, now and at every moment.

Worked out when it is read, from the acts on the entity and the redactions of now, so nothing is written when an event is redacted
and all is there again when that is lifted. Whoever was named or met in another event as well keeps what that one says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import msgspec
from msgspec import structs

from kenning.model.codec import Sealed, envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import Act, Changed, Created, Restated, SplitAct, decoded
from kenning.model.identity.definition import Definition
from kenning.model.identity.entity import Entity, Identifier
from kenning.rules import kinds
from kenning.rules.identity.merge import spelled
from kenning.rules.identity.quotes import says
from kenning.rules.names.letters import fold
from kenning.store import NOW, Graph

MENTIONS_MAX = 1_000_000
Met = tuple[str, str]


class Veil(msgspec.Struct):
    """What is hidden of an entity: names, identifiers by channel, and attributes with the acts that set them."""

    names: set[str] = msgspec.field(default_factory=set)
    met: set[Met] = msgspec.field(default_factory=set)
    keys: set[str] = msgspec.field(default_factory=set)
    acts: frozenset[int] = frozenset()

    def over(self, definition: Definition) -> Definition:
        """Give a version of a definition without what is hidden; its id stays, and commits to what it was."""
        names = [alias for alias in definition.aliases if alias.name not in self.names]
        identity = definition.identity
        primary = identity.primary
        if primary is not None and (primary.channel_id, primary.identifier) in self.met:
            primary = None
        merged = [one for one in identity.merged if (one.channel_id, one.identifier) not in self.met]
        first = next((alias.name for alias in names), HIDDEN) if definition.name in self.names else definition.name
        return structs.replace(
            definition,
            name=first,
            aliases=[alias for alias in names if alias.name != first],
            identity=structs.replace(identity, primary=primary, merged=merged),
            attributes={key: value for key, value in definition.attributes.items() if key not in self.keys},
        )


HIDDEN = "(redacted)"
"""What a version of a definition is called of which no name may be shown."""
_T = TypeVar("_T")


def shown(graph: Graph, number: int, at: int = NOW) -> Entity | None:
    """Give an entity by its own events as far as redactions let it be seen; nothing where no name or identifier is left."""
    found = graph.entity(number, at)
    if found is None:
        return None
    veil = veil_of(graph, number)
    return found[0] if veil is None else _under(veil, found[0], found[1])


def _under(veil: Veil, entity: Entity, set_at: dict[str, int]) -> Entity | None:
    aliases = [alias for alias in entity.aliases if alias.name not in veil.names]
    met = [one for one in entity.identifiers if (one.channel, one.identifier) not in veil.met]
    name, evidence = entity.name, entity.evidence
    if name in veil.names:
        if not aliases and not met:
            return None
        name, evidence = (aliases[0].name, aliases[0].evidence) if aliases else (met[0].identifier, [])
    bare = structs.replace(
        entity,
        name=name,
        evidence=evidence,
        aliases=[alias for alias in aliases if alias.name != name],
        identifiers=met,
        attributes={key: value for key, value in entity.attributes.items() if set_at.get(key) not in veil.acts},
    )
    return spelled(bare, entity.latin)


def is_called(graph: Graph, number: int, key: str, at: int = NOW) -> bool:
    """Tell whether a name by which an entity was found, given as folded, may be seen."""
    if veil_of(graph, number) is None:
        return True
    entity = shown(graph, number, at)
    if entity is None:
        return False
    forms = (form for spellings in entity.latin.values() for form in spellings)
    return any(fold(name) == key for name in (entity.name, *(alias.name for alias in entity.aliases), *forms))


def is_met_by(graph: Graph, number: int, met: Met, at: int = NOW) -> bool:
    """Tell whether an identifier by which an entity was found may be seen."""
    if veil_of(graph, number) is None:
        return True
    entity = shown(graph, number, at)
    return entity is not None and any((one.channel, one.identifier) == met for one in entity.identifiers)


def veil_of(graph: Graph, number: int) -> Veil | None:
    """Say what redactions hide of an entity; ``None`` where they hide nothing, which costs one look."""
    hidden = _hidden_acts(graph, number)
    if not hidden:
        return None
    veil, told, again = Veil(acts=frozenset(hidden)), Veil(), graph.said_again(number)
    for sequence in graph.changes(number):
        act = _act(graph, again.get(sequence, sequence))
        if isinstance(act, Created | Changed | SplitAct):
            _take(veil if sequence in hidden else told, act, graph.id(number))
    _lift(veil.names, told.names)
    _lift(veil.met, told.met)
    _lift(veil.keys, told.keys)
    if veil.names or veil.met:
        _told_elsewhere(graph, number, veil)
    return veil if veil.names or veil.met or veil.keys else None


def _hidden_acts(graph: Graph, number: int) -> list[int]:
    """List the acts on an entity that rest on redacted events alone."""
    redacted, caused = graph.hidden()
    if not caused:
        return []
    again = graph.said_again(number)
    return [one for one in graph.changes(number) if _rests_on(graph, again.get(one, one), redacted)]


def _rests_on(graph: Graph, sequence: int, redacted: frozenset[int]) -> bool:
    event = _event(graph, sequence) if sequence in graph.hidden()[1] else None
    if event is None:
        return False
    causes = [graph.sealed(link.to_event_id) for link in event.links if link.relation in {"caused_by", "derived_from"}]
    gone = [one is None or one.payload is None or one.sequence in redacted for one in causes]
    return all(hidden or _acts(one) for hidden, one in zip(gone, causes, strict=True)) and any(gone)


def _acts(sealed: Sealed | None) -> bool:
    """Tell whether an event changes how another reads: what rests on both is hidden with that one."""
    return sealed is not None and sealed.payload is not None and kinds.acts(envelope_of(sealed).kind)


def _lift(hidden: set[_T], told: Iterable[_T]) -> None:
    hidden.difference_update(told)


def _take(side: Veil, act: Created | Changed | SplitAct, mine: str) -> None:
    """Take down what an act says of an entity; a split says of its part what it is called and met by."""
    if isinstance(act, SplitAct) and act.part != mine:
        return
    added = act.add_aliases if isinstance(act, Changed) else act.aliases
    side.names.update([*added, *([act.name] if act.name else [])])
    identifiers = act.add_identifiers if isinstance(act, Changed) else act.identifiers
    side.met.update((one.channel, one.identifier) for one in identifiers)
    side.keys.update(act.attributes)


def _act(graph: Graph, sequence: int) -> Act | None:
    event = _event(graph, sequence)
    act = decoded(event.kind, event.text) if event is not None and kinds.connects(event.kind) else None
    return act.said() if isinstance(act, Restated) else act


def _event(graph: Graph, sequence: int) -> Envelope | None:
    sealed = graph.sealed(sequence)
    return None if sealed is None or sealed.payload is None else envelope_of(sealed)


def _told_elsewhere(graph: Graph, number: int, veil: Veil) -> None:
    """Lift the veil off what an event says that mentions the entity, or what it reads as, and is not redacted."""
    redacted = graph.hidden()[0]
    members = graph.members(graph.root(number))
    seen = {event for member in members for event, _, _ in graph.mentions(member, MENTIONS_MAX)}
    for sequence in sorted(seen, reverse=True):
        if not veil.names and not veil.met:
            return
        event = None if sequence in redacted else _event(graph, sequence)
        if event is None:
            continue
        probe = Changed(id="", salt="")
        _lift(veil.names, [name for name in veil.names if says(event, structs.replace(probe, add_aliases=[name]))])
        met = [Identifier(channel=channel, identifier=string) for channel, string in veil.met]
        lifted = [one for one in met if says(event, structs.replace(probe, add_identifiers=[one]))]
        _lift(veil.met, [(one.channel, one.identifier) for one in lifted])
