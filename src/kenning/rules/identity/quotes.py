"""What acts on entities say in words of somebody: told again by another event, or quoted by a later act, and how to leave it out.

An erasure asks: who was met in other events as well keeps what those say, and what quotes erased words is made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import structs

from kenning.model.access.act import InternalDefined
from kenning.model.event import Envelope, Noun
from kenning.model.identity.act import (
    Act,
    Changed,
    Created,
    Difference,
    MergeAct,
    Reason,
    Resolution,
    SplitAct,
    Suggested,
)
from kenning.model.identity.definition import Definition, Identity, Mark, Merged, Primary, Version, mark
from kenning.model.identity.entity import UNNAMED, Alias, Entity, Identifier, Outcome
from kenning.model.statement import ClaimAct
from kenning.rules.identity.merge import put_together
from kenning.rules.mentions import Names, find
from kenning.rules.names.letters import fold


def strings(value: object) -> Iterator[str]:
    """Walk all strings in a value, keys included; numbers as they are written."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from strings(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)


def _names(act: Created | Changed) -> list[str]:
    if isinstance(act, Created):
        return [name for name in (act.name, *act.aliases) if name != UNNAMED]
    return [*([act.name] if act.name else []), *act.add_aliases]


def _met_by(act: Created | Changed) -> list[str]:
    return [one.identifier for one in (act.identifiers if isinstance(act, Created) else act.add_identifiers)]


def said(act: Act) -> list[str]:
    """List the words by which an act names, meets and describes somebody."""
    if not isinstance(act, Created | Changed):
        return []
    described = [word for value in act.attributes.values() for word in strings(value)]
    spelled = [form for forms in act.latin.values() for form in forms]
    return [*_names(act), *_met_by(act), *described, *spelled]


def openings(act: Act, held_by: str) -> dict[Mark, tuple[str, Any]]:
    """Give what opens marks: for each value an act says its mark, what sort of value it is, and the value."""
    match act:
        case Created():
            names, met, described = [act.name, *act.aliases], act.identifiers, act.attributes
        case Changed():
            names, met = [*([act.name] if act.name else []), *act.add_aliases], act.add_identifiers
            described = act.attributes
        case SplitAct():
            names, met, described = [act.name, *act.aliases], act.identifiers, {}
        case InternalDefined():
            names, met, described = [act.name], [], {}
        case _:
            return {}
    values: list[tuple[str, Any]] = [("name", name) for name in names]
    values += [("identifier", [one.channel, one.identifier]) for one in met]
    values += [("attribute", [key, value]) for key, value in described.items()]
    return {mark(held_by, act.salt, field, value): (field, value) for field, value in values}


def opened(version: Version, known: Mapping[Mark, Any]) -> Definition:
    """Read a version with the values that are known by their marks; the others are blank, and ``erased`` says which."""
    blank: list[str] = []

    def value(where: str, one: Mark) -> Any:  # noqa: ANN401 - any JSON value
        if one not in known:
            blank.append(where)
        return known.get(one)

    aliases = [
        Alias(name=value(f"aliases[{number}]", one.name) or "", evidence=one.evidence)
        for number, one in enumerate(version.aliases)
    ]
    attributes: dict[str, Any] = {}
    for number, marks in enumerate(version.attributes):
        parts = [known[one] for one in marks if one in known]
        if len(parts) < len(marks):
            blank.append(f"attributes[{number}]")
        else:
            attributes[parts[0][0]] = put_together([part for _, part in parts])
    first = None
    if version.primary is not None:
        channel, string = value("identity.primary", version.primary) or ("", "")
        first = Primary(channel_id=channel, identifier=string)
    merged = []
    for number, met in enumerate(version.merged):
        channel, string = value(f"identity.merged[{number}]", met.identifier) or ("", "")
        merged.append(Merged(channel_id=channel, identifier=string, merged_at=met.merged_at, merged_by=met.merged_by))
    name = value("name", version.name) or ""
    plain = {field: getattr(version, field) for field in _PLAIN}
    return Definition(
        **plain,
        name=name,
        aliases=aliases,
        attributes=dict(sorted(attributes.items())),
        identity=Identity(primary=first, merged=merged),
        erased=sorted(blank),
    )


_PLAIN = sorted(set(Version.__struct_fields__) & set(Definition.__struct_fields__) - {"name", "aliases", "attributes"})


def says(event: Envelope, act: Created | Changed) -> bool:
    """Tell whether an event says by itself all that an act says of somebody: names as whole words, identifiers as they are."""
    spoken = list(strings(msgspec.to_builtins(event)))
    whole = {fold(one) for one in spoken}
    return all(one in spoken for one in _met_by(act)) and all(
        fold(name) in whole or _stands_in(name, spoken) for name in _names(act)
    )


def meets(event: Envelope, entity: Entity) -> bool:
    """Tell whether an event says any of the names or identifiers of an entity."""
    spoken = list(strings(msgspec.to_builtins(event)))
    whole = {fold(one) for one in spoken}
    names = [entity.name, *(alias.name for alias in entity.aliases)]
    return any(one.identifier in spoken for one in entity.identifiers) or any(
        fold(name) in whole or _stands_in(name, spoken) for name in names
    )


def _stands_in(name: str, spoken: Iterable[str]) -> bool:
    names = Names()
    names.add(name, "")
    return any(find(text, names) for text in spoken)


def _quoted(value: Any, gone: Collection[str]) -> bool:  # noqa: ANN401 - any JSON value
    """Tell whether a value holds one of these words, or a part of one that is a word, in whatever spelling."""
    text = " ".join(strings(msgspec.to_builtins(value)))
    low, folded = text.casefold(), fold(text)
    for word in gone:
        parts = [part for part in fold(word).split() if len(part) > 1]
        if word.casefold() in low or any(part in folded for part in parts):
            return True
    return False


def quotes(act: Act, gone: Collection[str]) -> bool:
    """Tell whether an act repeats words that another act said first."""
    match act:
        case MergeAct():
            return _quoted([act.reasons, act.difference], gone)
        case Suggested():
            return _quoted(act.reasons, gone)
        case SplitAct():
            exact = set(gone)
            return bool(exact & {act.name, *act.aliases, *(one.identifier for one in act.identifiers)})
        case Changed():
            exact = set(gone)
            return bool(exact & {*act.drop_aliases, *(one.identifier for one in act.drop_identifiers)})
        case _:
            return False


def without(act: Act, gone: Collection[str]) -> Act | None:
    """Give an act without what it quotes; nothing where it says nothing else. A merge's difference is to be worked out anew."""
    match act:
        case MergeAct():
            return structs.replace(act, reasons=bare(act.reasons), difference=Difference())
        case Suggested():
            return structs.replace(act, reasons=bare(act.reasons))
        case Changed():
            left = structs.replace(
                act,
                drop_aliases=[one for one in act.drop_aliases if one not in gone],
                drop_identifiers=[one for one in act.drop_identifiers if one.identifier not in gone],
            )
            return left if structs.replace(left, id="", salt="") != Changed(id="", salt="") else None
        case _:
            return None


def bare(reasons: Iterable[Reason]) -> list[Reason]:
    """Give reasons without the words they quote."""
    return [structs.replace(reason, detail="") for reason in reasons]


class Words(Noun, frozen=True, kw_only=True):
    """What has to go: names, identifiers, attributes by key, and a string wherever it is quoted."""

    names: frozenset[str] = frozenset()
    met: frozenset[tuple[str, str]] = frozenset()
    keys: frozenset[str] = frozenset()
    quoted: str = ""

    def spoken(self) -> list[str]:
        """List the words as they would stand in a text."""
        return sorted({*self.names, *(string for _, string in self.met)})

    def name(self, one: str) -> bool:
        """Tell whether a name has to go: it is one of these, or is nothing but the identifier."""
        return one in self.names or (bool(self.quoted) and one.casefold() == self.quoted.casefold())

    def has(self, one: Identifier) -> bool:
        """Tell whether an identifier has to go."""
        return (one.channel, one.identifier) in self.met

    def quotes(self, value: Any) -> bool:  # noqa: ANN401 - any JSON value
        """Tell whether a value holds the string."""
        if not self.quoted:
            return False
        return any(self.quoted.casefold() in one.casefold() for one in strings(msgspec.to_builtins(value)))


def cleared(act: Act, words: Words) -> Act | None:
    """Give an act without some words: itself where it has none of them, nothing where it says nothing else."""
    match act:
        case Created():
            return _created(act, words)
        case Changed():
            return _changed(act, words)
        case SplitAct():
            name = _called(act.name, act.aliases, words)
            return structs.replace(
                act, name=name, aliases=_named(act.aliases, words, name), identifiers=_met(act.identifiers, words)
            )
        case MergeAct():
            difference = structs.replace(
                act.difference,
                aliases=_named(act.difference.aliases, words),
                identifiers=_met(act.difference.identifiers, words),
                attributes=_described(act.difference.attributes, words),
            )
            return structs.replace(act, reasons=_bare(act.reasons, words), difference=difference)
        case Suggested():
            return structs.replace(act, reasons=_bare(act.reasons, words))
        case Resolution():
            left = [one for outcome in act.outcomes if (one := _outcome(outcome, words)) is not None]
            return structs.replace(act, outcomes=left) if left else None
        case ClaimAct():
            return None if words.quotes([act.statement.value, act.reason, act.statement.topic]) else act
        case _:
            return act


def _created(act: Created, words: Words) -> Created:
    name = _called(act.name, act.aliases, words)
    return structs.replace(
        act,
        name=name,
        aliases=_named(act.aliases, words, name),
        identifiers=_met(act.identifiers, words),
        attributes=_described(act.attributes, words),
    )


def _changed(act: Changed, words: Words) -> Changed | None:
    left = structs.replace(
        act,
        name=None if act.name is not None and words.name(act.name) else act.name,
        add_aliases=_named(act.add_aliases, words),
        drop_aliases=_named(act.drop_aliases, words),
        add_identifiers=_met(act.add_identifiers, words),
        drop_identifiers=_met(act.drop_identifiers, words),
        attributes=_described(act.attributes, words),
    )
    return left if structs.replace(left, id="", salt="") != Changed(id="", salt="") else None


def _called(name: str, aliases: Iterable[str], words: Words) -> str:
    return name if not words.name(name) else next(iter(_named(aliases, words)), UNNAMED)


def _named(names: Iterable[str], words: Words, but: str = "") -> list[str]:
    return [one for one in names if not words.name(one) and one != but]


def _met(met: Iterable[Identifier], words: Words) -> list[Identifier]:
    return [one for one in met if not words.has(one)]


def _described(attributes: dict[str, Any], words: Words) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if key not in words.keys and not words.quotes([key, value])}


def _bare(reasons: Iterable[Reason], words: Words) -> list[Reason]:
    return [structs.replace(one, detail="") if words.quotes(one.detail) else one for one in reasons]


def _outcome(outcome: Outcome, words: Words) -> Outcome | None:
    if not words.name(outcome.surface):
        return outcome
    return None if outcome.entity is None else structs.replace(outcome, surface=UNNAMED)


def unmet(act: Resolution, gone: Collection[str], words: Words) -> Resolution | None:
    """Give what an event was resolved to without those who are erased; nothing where nobody else stands in it."""
    folded = {fold(name) for name in words.names}
    left = []
    for outcome in act.outcomes:
        if outcome.entity in gone or (outcome.entity is None and fold(outcome.surface) in folded):
            continue
        candidates = [one for one in outcome.candidates if one.entity not in gone]
        left.append(structs.replace(outcome, candidates=candidates))
    return structs.replace(act, outcomes=left) if left else None
