"""The system's schema and a user's as one, and what they say of a type or a predicate.

What nobody declared is accepted as well: an unknown type is compatible with every other, and an unknown predicate is an
implicit fact with many values.
"""

from __future__ import annotations

from collections.abc import Mapping

from kenning.model.schema import Active, Predicate, Schema, Type
from kenning.rules.schema.words import folded_name, predicate_name


def combine(system: Schema, user: Schema | None = None) -> Active:
    """The system's schema and a user's as one.

    Where both declare a name, as when a later Kenning ships what a user already had, the system's holds.
    """
    own = user or Schema()
    types = {one.name: one for one in (*own.types, *system.types)}
    predicates = {one.name: one for one in (*own.predicates, *system.predicates)}
    return Active(
        system=system,
        user=user,
        types=types,
        predicates=predicates,
        ancestors={name: _ancestors(name, types) for name in types},
        names=_names(system, own),
    )


def _ancestors(name: str, types: Mapping[str, Type]) -> frozenset[str]:
    """All types above one, near and far."""
    above: set[str] = set()
    waiting = list(types[name].parents)
    while waiting:
        parent = waiting.pop()
        if parent not in above:
            above.add(parent)
            waiting.extend(types[parent].parents if parent in types else ())
    return frozenset(above)


def _names(system: Schema, user: Schema) -> dict[str, str]:
    """What people write for a type → its name; a type's own name goes before another word, the system's before a user's."""
    mine = sorted(user.types, key=lambda one: (not one.name.startswith(f"{user.name}:"), one.name))
    names: dict[str, str] = {}
    for one in (*system.types, *mine):
        names.setdefault(folded_name(one.name), one.name)
        names.setdefault(folded_name(one.name.partition(":")[2]), one.name)
    for one in (*system.types, *mine):
        for word in one.also:
            names.setdefault(word, one.name)
    return names


def qualified(active: Active, name: str) -> str:
    """The qualified name of the type that a word means; the word itself where no type is called so.

    The system's types go before a user's, and types before other words for them (``user`` is a ``kenning:Person``).
    """
    return name if name in active.types else active.names.get(folded_name(name), name)


def predicate(active: Active, name: str) -> Predicate:
    """The predicate of a name, an implicit fact with many values where nobody declared it.

    Raises `InvalidError` where the name has no letters.
    """
    key = predicate_name(name)
    found = active.predicates.get(key)
    if found is None and active.user is not None:
        found = active.predicates.get(f"{active.user.name}:{key}")
    return found or Predicate(name=key, implicit=True)


def is_a(active: Active, type_: str, other: str) -> bool:
    """Whether every entity of the one type is one of the other: the same, or above it."""
    low, high = qualified(active, type_), qualified(active, other)
    return low == high or high in active.ancestors.get(low, ())


def compatible(active: Active, one: str, other: str) -> bool:
    """Whether an entity may be of both types: one is the other, or above it, or one of them is not known."""
    first, second = qualified(active, one), qualified(active, other)
    if first not in active.types or second not in active.types:
        return True
    return first == second or second in active.ancestors[first] or first in active.ancestors[second]
