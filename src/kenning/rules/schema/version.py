"""Versions of a schema: its hash, the number it gets when it is applied, and how two differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from msgspec import structs

from kenning.model.codec import canonical
from kenning.model.schema import (
    ENTITY,
    PREDICATE_FIELDS,
    TYPE_FIELDS,
    VALUE_TYPES,
    Difference,
    Predicate,
    Schema,
    Type,
)


def sealed(schema: Schema) -> Schema:
    """The schema in order, with the hash of what it says: the SHA-256 of its canonical JSON without version and hash."""
    ordered = structs.replace(
        schema,
        types=tuple(sorted(schema.types, key=lambda one: one.name)),
        predicates=tuple(sorted(schema.predicates, key=lambda one: one.name)),
        hash="",
    )
    said = canonical(structs.replace(ordered, version=0))
    return structs.replace(ordered, hash=sha256(said).hexdigest())


def applied(schema: Schema, before: Schema | None) -> Schema:
    """The version that an apply puts in force: the one before where it says the same, else the next number."""
    new = sealed(schema)
    if before is not None and before.hash == new.hash:
        return before
    return structs.replace(new, version=1 + (before.version if before else 0))


def diff(old: Schema, new: Schema) -> list[Difference]:
    """How two schemas differ, in order of paths; each difference says whether what is recorded may read differently.

    Breaking errs on the safe side: a type or predicate that goes, a type that is no longer another, a predicate that takes less
    than before, that becomes single-valued (claims recorded so far may then contradict each other), or that changes its meaning.
    """
    found = [] if old.name == new.name else [Difference(path="name", what="changed", old=old.name, new=new.name)]
    found += _parts("predicates", old.predicates, new.predicates, PREDICATE_FIELDS)
    found += _parts("types", old.types, new.types, TYPE_FIELDS)
    return found


def _parts(
    path: str, old: Sequence[Type | Predicate], new: Sequence[Type | Predicate], fields: Sequence[str]
) -> Iterator[Difference]:
    before, after = {one.name: one for one in old}, {one.name: one for one in new}
    for name in sorted(before.keys() | after.keys()):
        place, was, now = f"{path}.{name}", before.get(name), after.get(name)
        if was is None:
            why = _added(after[name])
            yield Difference(path=place, what="added", new=now, breaking=bool(why), why=why)
        elif now is None:
            why = "what is recorded under it loses its declaration"
            yield Difference(path=place, what="removed", old=was, breaking=True, why=why)
        else:
            yield from _fields(place, was, now, fields)


def _added(part: Type | Predicate) -> str:
    """Why a new declaration breaks: it may have been used before, as an implicit fact with many values and any object."""
    if isinstance(part, Predicate) and part.single:
        return "claims recorded before it was declared may contradict each other"
    if isinstance(part, Predicate) and (part.subject or part.object):
        return "claims recorded before it was declared may not fit"
    return ""


def _fields(place: str, was: Type | Predicate, now: Type | Predicate, fields: Sequence[str]) -> Iterator[Difference]:
    for field in fields:
        old, new = getattr(was, field), getattr(now, field)
        if old != new:
            why = _WHY.get(field, _harmless)(old, new)
            yield Difference(path=f"{place}.{field}", what="changed", old=old, new=new, breaking=bool(why), why=why)


def _harmless(_old: object, _new: object) -> str:
    return ""


def _kind(_old: str, _new: str) -> str:
    return "claims recorded so far are superseded by other rules"


def _parents(old: Sequence[str], new: Sequence[str]) -> str:
    return "" if set(old) <= set(new) else "entities of the type are no longer what they were"


def _takes(old: Sequence[str], new: Sequence[str]) -> str:
    """Nothing means anything, and ``entity`` every type; what else is wider is not asked."""
    types = set(old) if old and not set(old) & set(VALUE_TYPES) else set()
    is_wider = not new or (bool(old) and set(old) <= set(new)) or (bool(types) and set(new) == {ENTITY})
    return "" if is_wider else "claims recorded so far may not fit"


def _single(_old: object, new: object) -> str:
    return "claims recorded so far may contradict each other" if new else ""


def _inverse(old: str | None, _new: str | None) -> str:
    return "" if old is None else "relations recorded so far lose their other name"


def _symmetric(old: object, _new: object) -> str:
    return "relations recorded so far no longer hold from the other end" if old else ""


_WHY: Mapping[str, Callable[[Any, Any], str]] = MappingProxyType(
    {
        "kind": _kind,
        "parents": _parents,
        "subject": _takes,
        "object": _takes,
        "single": _single,
        "lasting": _single,
        "inverse": _inverse,
        "symmetric": _symmetric,
    }
)
"""Why a change of a field breaks, from its old and new value; empty where it does not."""
