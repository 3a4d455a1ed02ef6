"""A schema as its file writes it: whether it fits beside the system's, and what it declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from msgspec import structs
from rapidfuzz import fuzz, process

from kenning.errors import InvalidError
from kenning.model.schema import ENTITY, VALUE_TYPES, Predicate, Problem, Schema, Type, Written
from kenning.rules.schema.version import sealed
from kenning.rules.schema.words import NAME_MAX, PREFIX, folded_name, in_full, meant, predicate_name

PROBLEMS_MAX = 200
"""Beyond it nothing more is said about a file."""
TYPES_MAX = 1000
PREDICATES_MAX = 4000

_LIKENESS_MIN = 65  # of 100: "Robto" and "Robot" have 80, "Ticket" and "Task" 60
_EXAMPLE = "acme"


def settled(written: Written) -> Schema:
    """What a file that passed `check` declares: every name qualified, everything in order, sealed by its hash."""
    schema = written.schema
    declared = {in_full(one.name, schema.name) for one in schema.types}

    def full(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted({meant(name, schema.name, declared) for name in names}))

    types = [
        structs.replace(
            one,
            name=in_full(one.name, schema.name),
            parents=full(one.parents),
            also=tuple(sorted({folded_name(word) for word in one.also})),
        )
        for one in schema.types
    ]
    predicates = [structs.replace(one, subject=full(one.subject), object=full(one.object)) for one in schema.predicates]
    return sealed(structs.replace(schema, types=tuple(types), predicates=tuple(predicates)))


def refusal(problems: Sequence[Problem], file: str) -> InvalidError:
    """The error that tells everything wrong with a schema's file, a line each."""
    said = "\n".join(one.said(file) for one in problems)
    details = {
        "path": file,
        "value": None,
        "reason": "is no schema",
        "problems": [structs.asdict(one) for one in problems],
    }
    return InvalidError(said, details=details)


class _Sheet(NamedTuple):
    """A file beside the system's schema: what it declares by qualified name, and which names there are."""

    written: Written
    system: Schema
    prefix: str
    declared: Mapping[str, Type]
    types: Mapping[str, str]
    predicates: Mapping[str, Predicate]


def check(written: Written, system: Schema) -> list[Problem]:
    """Everything that is wrong with a user's schema beside the system's, in order of lines; nothing where it may be applied.

    Holds at most 200 problems. The system's own file is checked against a schema without a name.
    """
    schema = written.schema
    too_many = [
        Problem(line=_line(written, field), path=field, reason=f"are {count}, more than {limit}")
        for field, count, limit in (
            ("types", len(schema.types), TYPES_MAX),
            ("predicates", len(schema.predicates), PREDICATES_MAX),
        )
        if count > limit
    ]
    if too_many:
        return too_many
    sheet = _sheet(written, system)
    found = [*written.problems, *islice(_wrong(sheet), PROBLEMS_MAX)]
    return sorted(found, key=lambda one: (one.line, one.path, one.reason))[:PROBLEMS_MAX]


def _wrong(sheet: _Sheet) -> Iterator[Problem]:
    yield from _schema_name(sheet)
    yield from _types(sheet)
    yield from _also(sheet)
    yield from _circles(sheet)
    yield from _predicates(sheet)


def _sheet(written: Written, system: Schema) -> _Sheet:
    """``types`` leads from qualified names to how the file may write them, for a name that was meant."""
    schema = written.schema
    is_named = bool(PREFIX.fullmatch(schema.name)) and schema.name != system.name
    prefix = schema.name if is_named else _EXAMPLE
    declared: dict[str, Type] = {}
    for one in schema.types:
        declared.setdefault(in_full(one.name, prefix), one)
    names = {one.name: one.name for one in system.types} | {full: one.name for full, one in declared.items()}
    predicates = {one.name: one for one in (*schema.predicates, *system.predicates)}
    return _Sheet(written, system, prefix, declared, names, predicates)


def _line(written: Written, path: str) -> int:
    """The line of a path, or of the nearest part above it that has one."""
    while path:
        if path in written.lines:
            return written.lines[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return 1


def _problem(sheet: _Sheet, path: str, reason: str, *, value: object = None, hint: str = "") -> Problem:
    return Problem(line=_line(sheet.written, path), path=path, value=value, reason=reason, hint=hint)


def _near(word: str, names: Iterable[str]) -> str:
    """Which of the names was likely meant; prefixes count nothing, for all share them."""
    locals_ = {name: folded_name(name.partition(":")[2] or name) for name in sorted(names)}
    wanted = folded_name(word.partition(":")[2] or word)
    found = process.extractOne(wanted, locals_, scorer=fuzz.ratio, score_cutoff=_LIKENESS_MIN)
    return f'did you mean "{found[2]}"?' if found else ""


def _schema_name(sheet: _Sheet) -> Iterator[Problem]:
    name = sheet.written.schema.name
    if name and name == sheet.system.name:
        yield _problem(sheet, "name", "is Kenning's own", value=name, hint=f"choose another, such as {_EXAMPLE}")
    elif name and not PREFIX.fullmatch(name):
        hint = "it begins with a letter and has up to 32 small letters, digits, _ and -"
        yield _problem(sheet, "name", "is no name of a schema", value=name, hint=hint)


# ---- types -----------------------------------------------------------------------------------------------------------


def _types(sheet: _Sheet) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for one in sheet.written.schema.types:
        path, full = f"types.{one.name}", in_full(one.name, sheet.prefix)
        prefix, _, local = full.partition(":")
        if not PREFIX.fullmatch(prefix) or not local.isidentifier() or not (local[0].isupper() or ord(local[0]) > 127):
            hint = f"a type is called such as {sheet.prefix}:Ticket"
            yield _problem(sheet, path, "is no name of a type", hint=hint)
        elif len(full) > NAME_MAX:
            yield _problem(sheet, path, f"has more than {NAME_MAX} characters with its prefix")
        elif prefix == sheet.system.name:
            hint = f'name it "{sheet.prefix}:{local}"'
            yield _problem(sheet, path, f"begins with {prefix}:, and such types are Kenning's own", hint=hint)
        elif folded_name(full) in seen:
            yield _problem(sheet, path, f'is declared twice, as "{seen[folded_name(full)]}" too')
        seen.setdefault(folded_name(full), one.name)
        yield from _references(sheet, f"{path}.parents", one.parents)


def _references(sheet: _Sheet, path: str, names: Sequence[str]) -> Iterator[Problem]:
    """Names of types that there are not; an empty one was refused when it was read."""
    for number, name in enumerate(names):
        if name and meant(name, sheet.prefix, sheet.declared) not in sheet.types:
            yield _problem(
                sheet, _item(sheet, path, number), "is no type", value=name, hint=_near(name, sheet.types.values())
            )


def _item(sheet: _Sheet, path: str, number: int) -> str:
    """The path of one of several words; of the field, where it is a single word."""
    item = f"{path}[{number}]"
    return item if item in sheet.written.lines else path


def _also(sheet: _Sheet) -> Iterator[Problem]:
    """Other words for a type that already lead to another one."""
    taken = {folded_name(one.name.partition(":")[2]): one.name for one in sheet.system.types}
    taken |= {word: one.name for one in sheet.system.types for word in one.also}
    for full in sheet.declared:
        taken.setdefault(folded_name(full.partition(":")[2]), full)
    for full, one in sheet.declared.items():
        for number, word in enumerate(one.also):
            owner = taken.setdefault(folded_name(word), full)
            path = _item(sheet, f"types.{one.name}.also", number)
            if len(folded_name(word)) > NAME_MAX:
                yield _problem(sheet, path, f"has more than {NAME_MAX} characters", value=word)
            elif word and owner != full:
                yield _problem(sheet, path, f"already leads to {owner}", value=word, hint="choose another word")


def _circles(sheet: _Sheet) -> Iterator[Problem]:
    """Types that are above themselves: a walk upwards in which a type of the way comes again (depth first, no recursion)."""
    done: set[str] = set()
    parents = partial(_own_parents, sheet)
    for start in sheet.declared:
        way, waiting = [], [(start, iter(parents(start)))] if start not in done else []
        way += [start] if waiting else []
        while waiting:
            name, above = waiting[-1]
            parent = next(above, None)
            if parent is None:
                done.add(name)
                waiting.pop()
                way.pop()
            elif parent in way:
                circle = " → ".join(sheet.declared[one].name for one in [*way[way.index(parent) :], parent])
                path = f"types.{sheet.declared[name].name}.parents"
                yield _problem(sheet, path, f"lead back to the type itself: {circle}")
            elif parent not in done:
                way.append(parent)
                waiting.append((parent, iter(parents(parent))))


def _own_parents(sheet: _Sheet, full: str) -> list[str]:
    """Those of a type's parents that the file declares; no other can lead back to it."""
    found = (meant(name, sheet.prefix, sheet.declared) for name in sheet.declared[full].parents)
    return [name for name in found if name in sheet.declared]


# ---- predicates ------------------------------------------------------------------------------------------------------


def _predicates(sheet: _Sheet) -> Iterator[Problem]:
    own = {one.name for one in sheet.system.predicates}
    for one in sheet.written.schema.predicates:
        path = f"predicates.{one.name}"
        yield from _predicate_name(sheet, one.name, own)
        yield from _references(sheet, f"{path}.subject", one.subject)
        yield from _objects(sheet, one)
        if one.single and one.kind == "event":
            hint = "leave single out, or make it a fact"
            yield _problem(sheet, f"{path}.single", "says nothing of an event, which is never superseded", hint=hint)
        if one.symmetric:
            yield from _symmetric(sheet, one)
        elif one.inverse:
            yield from _inverse(sheet, one, one.inverse)


def _predicate_name(sheet: _Sheet, name: str, own: set[str]) -> Iterator[Problem]:
    path = f"predicates.{name}"
    try:
        plain = predicate_name(name)
    except InvalidError as error:
        yield _problem(sheet, path, str(error.details["reason"]), hint=error.hint)
        return
    if plain in own:
        hint = f'name yours otherwise, such as "{sheet.prefix}:{plain}"'
        yield _problem(sheet, path, "is a predicate of Kenning's own", hint=hint)
    elif sheet.system.name and name.startswith(f"{sheet.system.name}:"):
        yield _problem(sheet, path, "begins as Kenning's own names do", hint=f'name it "{sheet.prefix}:{plain}"')
    elif plain != name:
        yield _problem(sheet, path, "is no name of a predicate", hint=f'write it as "{plain}"')


def _objects(sheet: _Sheet, one: Predicate) -> Iterator[Problem]:
    path = f"predicates.{one.name}.object"
    alone = [name for name in one.object if name in VALUE_TYPES or name == ENTITY]
    if alone and len(one.object) > 1:
        yield _problem(sheet, path, "stands beside others, and can only stand alone", value=alone[0])
        return
    if not alone:
        yield from _references(sheet, path, one.object)


def _ends(sheet: _Sheet, one: Predicate) -> tuple[set[str], set[str]]:
    """The types of a relation's two ends."""
    subject = {meant(name, sheet.prefix, sheet.declared) for name in one.subject} or {ENTITY}
    return subject, {meant(name, sheet.prefix, sheet.declared) for name in one.object}


def _symmetric(sheet: _Sheet, one: Predicate) -> Iterator[Problem]:
    path = f"predicates.{one.name}.symmetric"
    subject, object_ = _ends(sheet, one)
    if one.inverse:
        yield _problem(sheet, path, "is said of a predicate with an inverse", hint="leave one of the two out")
    elif not one.is_relation:
        yield _problem(sheet, path, "needs an entity as object", hint="object: entity is one of any type")
    elif subject != object_:
        yield _problem(sheet, path, "needs the same types as subject and object")


def _inverse(sheet: _Sheet, one: Predicate, name: str) -> Iterator[Problem]:
    path = f"predicates.{one.name}.inverse"
    other = sheet.predicates.get(name)
    if name == one.name:
        yield _problem(sheet, path, "is the predicate itself", value=name, hint="say symmetric: true")
    elif not one.is_relation:
        hint = "object: entity is one of any type"
        yield _problem(sheet, path, "needs an entity as object", value=name, hint=hint)
    elif other is None:
        hint = _near(name, (known for known in sheet.predicates if known != one.name)) or "declare it too"
        yield _problem(sheet, path, "is no predicate", value=name, hint=hint)
    elif other.inverse != one.name:
        reason = f"names {other.inverse or 'nothing'} as its inverse"
        yield _problem(sheet, path, reason, value=name, hint="each must name the other")
    elif _ends(sheet, other) != _ends(sheet, one)[::-1]:
        yield _problem(sheet, path, "has not the same types the other way round", value=name)
    elif other.kind != one.kind:
        yield _problem(sheet, path, f"is of the kind {other.kind}, and this of the kind {one.kind}", value=name)
