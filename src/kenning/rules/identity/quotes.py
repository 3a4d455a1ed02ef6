"""What acts on entities say in words of somebody: told again by another event, or quoted by a later act, and how to leave it out.

An erasure asks: who was met in other events as well keeps what those say, and what quotes erased words is made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import structs

from kenning.model.event import Envelope
from kenning.model.identity.act import Act, Changed, Created, Difference, MergeAct, SplitAct, Suggested
from kenning.model.identity.entity import Entity
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
        return [act.name, *act.aliases]
    return [*([act.name] if act.name else []), *act.add_aliases]


def _met(act: Created | Changed) -> list[str]:
    return [one.identifier for one in (act.identifiers if isinstance(act, Created) else act.add_identifiers)]


def said(act: Act) -> list[str]:
    """List the words by which an act names, meets and describes somebody."""
    if not isinstance(act, Created | Changed):
        return []
    described = [word for value in act.attributes.values() for word in strings(value)]
    spelled = [form for forms in act.latin.values() for form in forms]
    return [*_names(act), *_met(act), *described, *spelled]


def says(event: Envelope, act: Created | Changed) -> bool:
    """Tell whether an event says by itself all that an act says of somebody: names as whole words, identifiers as they are."""
    spoken = list(strings(msgspec.to_builtins(event)))
    whole = {fold(one) for one in spoken}
    return all(one in spoken for one in _met(act)) and all(
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


def bare(reasons: Iterable[Any]) -> list[Any]:
    """Give reasons without the words they quote."""
    return [structs.replace(reason, detail="") for reason in reasons]
