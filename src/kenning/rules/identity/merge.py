"""Merges are judgements: which id an entity reads as, and how several read as one, derived from the judgements that stand.

Replaying the standing judgements in their order gives the state, so undoing one, in whatever order, gives what the others say.
Source: *Entities*, "Merging duplicates"; *Entity Model*, "Identity Merging"; design section 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import structs

from kenning.model.identity.act import MergeAct, Policy
from kenning.model.identity.change import Judgement
from kenning.model.identity.definition import Identity, Merged, Primary
from kenning.model.identity.entity import Alias, Entity
from kenning.rules.mentions.resolve import ANY_TYPE

AUTOMATIC = 0.95
SUGGESTED = 0.7

_act = msgspec.json.Decoder(MergeAct).decode


def roots(judgements: Iterable[Judgement]) -> dict[str, str]:
    """Give the canonical id of every entity a standing judgement names; chains collapse.

    Each judgement joins the whole of what its two entities read as by then; the survivor's canonical id stays.

    >>> one = lambda n, s, m: Judgement(sequence=n, event="", survivor=s, merged=m, act="", at="", by="")
    >>> roots([one(1, "b", "a"), one(2, "c", "b")])
    {'b': 'c', 'a': 'c', 'c': 'c'}
    """
    root: dict[str, str] = {}
    inside: dict[str, list[str]] = {}
    for judgement in judgements:
        for entity in (judgement.survivor, judgement.merged):
            if entity not in root:
                root[entity] = entity
                inside[entity] = [entity]
        stays, goes = root[judgement.survivor], root[judgement.merged]
        if stays != goes:
            moved = inside.pop(goes)
            inside[stays].extend(moved)
            root.update(dict.fromkeys(moved, stays))
    return root


def component(judgements: Sequence[Judgement], entity: str) -> list[str]:
    """List all that read as one with an entity, itself included, in order of id."""
    root = roots(judgements)
    mine = root.get(entity, entity)
    return sorted({entity, *(one for one, stays in root.items() if stays == mine)})


Marks = Mapping[str, str]
"""The mark of each value of an entity by its own events, by the names `name_key`, `met_key` and `attribute_key` give."""


def name_key(name: str) -> str:
    """Name the place of a name among marks."""
    return f"name {name}"


def met_key(channel: str, identifier: str) -> str:
    """Name the place of an identifier among marks."""
    return f"met {channel}\0{identifier}"


def attribute_key(key: str) -> str:
    """Name the place of an attribute among marks."""
    return f"attribute {key}"


class _Reading(msgspec.Struct):
    """One canonical entity under way: how it reads, when each attribute was set, and the marks of all it is put together from."""

    entity: Entity
    set_at: dict[str, int]
    marks: dict[str, tuple[str, ...]]


def combined(
    entities: Mapping[str, Entity],
    root: str,
    judgements: Sequence[Judgement],
    set_at: Mapping[str, Mapping[str, int]],
) -> Entity:
    """Read several entities as the one they are: aliases and attributes fold in, by the policies of each judgement.

    ``judgements`` are those that stand within the component of ``root``; ``set_at`` says when each attribute was set, for the
    policy ``newest``.
    """
    return combined_marked(entities, root, judgements, set_at, {})[0]


def combined_marked(
    entities: Mapping[str, Entity],
    root: str,
    judgements: Sequence[Judgement],
    set_at: Mapping[str, Mapping[str, int]],
    marks: Mapping[str, Marks],
) -> tuple[Entity, dict[str, tuple[str, ...]]]:
    """Read several entities as the one they are, with the marks of what each of its values is put together from."""
    readings = {
        key: _Reading(entity, dict(set_at.get(key, {})), {where: (one,) for where, one in marks.get(key, {}).items()})
        for key, entity in entities.items()
    }
    root_of = {key: key for key in entities}
    for judgement in judgements:
        act = _act(judgement.act)
        stays = _find(root_of, judgement.survivor)
        goes = _find(root_of, judgement.merged)
        if stays != goes and stays in readings and goes in readings:
            _fold_in(readings[stays], readings[goes], act)
            root_of[goes] = stays
    return readings[root].entity, readings[root].marks


def spelled(entity: Entity, spellings: Mapping[str, list[str]]) -> Entity:
    """Give an entity the spellings of the names it bears, and of no others."""
    borne = (entity.name, *(alias.name for alias in entity.aliases))
    return structs.replace(entity, latin={name: spellings[name] for name in borne if name in spellings})


def _find(root_of: Mapping[str, str], entity: str) -> str:
    while root_of.get(entity, entity) != entity:
        entity = root_of[entity]
    return entity


def _fold_in(stays: _Reading, goes: _Reading, act: MergeAct) -> None:
    names = {alias.name: alias for alias in stays.entity.aliases}
    for alias in [Alias(name=goes.entity.name, evidence=goes.entity.evidence), *goes.entity.aliases]:
        known = names.get(alias.name)
        evidence = [*(known.evidence if known else ()), *alias.evidence]
        names[alias.name] = Alias(name=alias.name, evidence=list(dict.fromkeys(evidence)))
    names.pop(stays.entity.name, None)
    met = {(one.channel, one.identifier): one for one in [*goes.entity.identifiers, *stays.entity.identifiers]}
    own = [*stays.entity.identifiers, *goes.entity.identifiers]
    attributes = dict(stays.entity.attributes)
    for key, value in goes.entity.attributes.items():
        attributes[key], stays.set_at[key] = _settled(key, value, stays, goes, act)
    for where, said in goes.marks.items():
        stays.marks.setdefault(where, said)
    stays.entity = structs.replace(
        stays.entity,
        type=goes.entity.type if stays.entity.type == ANY_TYPE else stays.entity.type,
        aliases=list(names.values()),
        identifiers=[met[pair] for pair in dict.fromkeys((one.channel, one.identifier) for one in own)],
        attributes=attributes,
        latin={**goes.entity.latin, **stays.entity.latin},
    )


def _settled(key: str, value: object, stays: _Reading, goes: _Reading, act: MergeAct) -> tuple[Any, int]:
    """Decide one attribute of a merge: give its value and when it was set; its marks are those of what holds, or of both."""
    where, theirs = attribute_key(key), goes.set_at.get(key, 0)
    marks = goes.marks.get(where, ())
    if key not in stays.entity.attributes:
        return value, theirs
    mine, since = stays.entity.attributes[key], stays.set_at.get(key, 0)
    policy = policy_for(act, key)
    if policy == "merged_wins" or (policy == "newest" and theirs > since):
        stays.marks[where] = marks
        return value, theirs
    if policy == "concatenate" and value != mine:
        stays.marks[where] = (*stays.marks.get(where, ()), *marks)
        return put_together([mine, value]), max(since, theirs)
    return mine, since


def put_together(values: Sequence[object]) -> Any:  # noqa: ANN401 - any JSON value
    """Give one value of several that are kept beside each other: the one, or a list of all, each once."""
    if len(values) == 1:
        return values[0]
    flat = [one for value in values for one in (value if isinstance(value, list) else [value])]
    return [one for number, one in enumerate(flat) if one not in flat[:number]]


def policy_for(act: MergeAct, key: str) -> Policy:
    """Give the policy by which a merge settles one attribute."""
    return act.policies.get(key, act.policy)


def conflicts(survivor: Entity, merged: Entity) -> list[str]:
    """List the attributes on which two entities disagree."""
    shared = survivor.attributes.keys() & merged.attributes.keys()
    return sorted(key for key in shared if survivor.attributes[key] != merged.attributes[key])


def settled(survivor: Entity, merged: Entity, act: MergeAct) -> dict[str, dict[str, Any]]:
    """Show for each attribute of the merged entity what either says, and by which policy which of them holds."""
    shown: dict[str, dict[str, Any]] = {}
    for key, value in merged.attributes.items():
        if key not in survivor.attributes:
            shown[key] = {"merged": value, "result": "merged"}
        elif survivor.attributes[key] != value:
            shown[key] = {"survivor": survivor.attributes[key], "merged": value, "policy": policy_for(act, key)}
    return shown


def identity_of(entities: Mapping[str, Entity], root: str, judgements: Sequence[Judgement]) -> Identity:
    """Give the identity of a canonical entity: its first identifier, and the others with when and by whom they came.

    ``judgements`` are those that stand within the component of ``root``.
    """
    came = _arrivals(root, judgements)
    order = [root, *sorted(came, key=lambda one: (came[one].sequence, one))]
    met: dict[tuple[str, str], Merged] = {}
    for entity in order:
        for one in entities[entity].identifiers if entity in entities else ():
            joined = came.get(entity)
            at, by = (joined.at, joined.by) if joined is not None else (one.bound_at or "", one.bound_by or "")
            met.setdefault(
                (one.channel, one.identifier),
                Merged(channel_id=one.channel, identifier=one.identifier, merged_at=at, merged_by=by or "admin"),
            )
    if not met:
        return Identity()
    first, *rest = met.values()
    return Identity(primary=Primary(channel_id=first.channel_id, identifier=first.identifier), merged=rest)


def _arrivals(root: str, judgements: Sequence[Judgement]) -> dict[str, Judgement]:
    """For each other entity of a component, give the judgement by which it came to read as one with the root."""
    came: dict[str, Judgement] = {}
    for number, judgement in enumerate(judgements, 1):
        now = roots(judgements[:number])
        mine = now.get(root, root)
        for entity, stays in now.items():
            if stays == mine and entity != root:
                came.setdefault(entity, judgement)
    return came
