"""Relation models of other engines, read, and handed out as grants: who would have been given what by whoever administers them.

A model says how a right follows from others: by a group, by a parent, by another right. Kenning has no such rules; somebody
grants. So what follows *without exception* is handed out here, as grants. What takes two rights at once, or a right and no
ban, is not evaluated here: it becomes an entity, a channel and a person whose permissions meet, and denials, and Kenning decides.
Whatever rests on such a decision again is not expressible, and said so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Right = tuple[str, str]
"""An object and a relation: ``("document:1", "viewer")``."""


class InexpressibleError(Exception):
    """Kenning's model has no word for it; the message is the kind."""


# ---- expressions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Direct:
    """Given by a tuple: to these types, perhaps to all of one, perhaps to the holders of a relation."""

    types: frozenset[str]
    everybody: frozenset[str]
    sets: frozenset[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Computed:
    """Who has another relation of the object."""

    relation: str


@dataclass(frozen=True, slots=True)
class Via:
    """Who has a relation of what another relation of the object points to."""

    relation: str
    tupleset: str


@dataclass(frozen=True, slots=True)
class Either:
    """Any of these."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Both:
    """All of these."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Without:
    """One and not the other."""

    whole: Expression
    banned: Expression


Expression = Direct | Computed | Via | Either | Both | Without
TOKEN = re.compile(r"\[[^\]]*\]|\(|\)|but not|[A-Za-z0-9_][A-Za-z0-9_.-]*")


@dataclass(slots=True)
class Model:
    """Types, their relations, and how each follows."""

    types: dict[str, dict[str, Expression]] = field(default_factory=dict)

    def of(self, object_: str, relation: str) -> Expression:
        """How a relation of an object follows."""
        found = self.types.get(object_.partition(":")[0], {}).get(relation)
        if found is None:
            raise InexpressibleError("asks about a relation the model does not have")
        return found


def parsed(text: str) -> Model:
    """Read OpenFGA's language; conditions are met where they are asked for."""
    model = Model()
    current: dict[str, Expression] = {}
    for raw in text.splitlines():
        line = re.sub(r"(^|\s)#.*$", "", raw).strip()
        if line.startswith("type "):
            current = model.types.setdefault(line.split()[1], {})
        elif line.startswith("define "):
            name, _, body = line.removeprefix("define ").partition(":")
            current[name.strip()] = _expression(TOKEN.findall(body))
        elif line.startswith(("module ", "extend type")):
            raise InexpressibleError("is written in modules")
    return model


def _expression(tokens: list[str]) -> Expression:
    found, rest = _operand(tokens)
    while rest and rest[0] != ")":
        word = rest[0]
        parts = [found]
        if word == "but not":
            banned, rest = _operand(rest[1:])
            found = Without(found, banned)
            continue
        while rest and rest[0] == word:
            part, rest = _operand(rest[1:])
            parts.append(part)
        found = Either(tuple(parts)) if word == "or" else Both(tuple(parts))
        if word not in {"or", "and"}:
            raise InexpressibleError("is written in a way not read here")
    return found


def _operand(tokens: list[str]) -> tuple[Expression, list[str]]:
    head, rest = tokens[0], tokens[1:]
    if head == "(":
        depth = 1
        for place, token in enumerate(rest):
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return _expression(rest[:place]), rest[place + 1 :]
    if head.startswith("["):
        return _direct(head[1:-1]), rest
    if rest and rest[0] == "from":
        return Via(head, rest[1]), rest[2:]
    return Computed(head), rest


def _direct(inside: str) -> Direct:
    types, everybody, sets = set(), set(), set()
    for one in filter(None, (part.strip() for part in inside.split(","))):
        if " with " in one:
            one = one.partition(" with ")[0].strip()  # noqa: PLW2901 - tuples with conditions are refused, the type stays
        if one.endswith(":*"):
            everybody.add(one[:-2])
        elif "#" in one:
            kind, _, relation = one.partition("#")
            sets.add((kind, relation))
        else:
            types.add(one)
    return Direct(frozenset(types), frozenset(everybody), frozenset(sets))


# ---- what follows without exception ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tuple:
    """A subject has a relation of an object."""

    subject: str
    relation: str
    object: str


class Handed:
    """A model with its tuples: which rights are handed out to whom."""

    def __init__(self, model: Model, tuples: Iterable[Tuple], subjects: Iterable[str]) -> None:
        """Hand out all that follows without exception, until nothing more follows."""
        self.model = model
        self.tuples = list(tuples)
        self.subjects = set(subjects)
        for one in self.tuples:
            self.subjects |= {name for name in (one.subject, one.object) if "#" not in name and not name.endswith(":*")}
        self.objects = sorted({one for one in self.subjects if one.partition(":")[0] in model.types})
        self._by_right: dict[Right, list[str]] = {}
        for one in self.tuples:
            self._by_right.setdefault((one.object, one.relation), []).append(one.subject)
        self._plain = {
            (kind, relation)
            for kind, relations in model.types.items()
            for relation in relations
            if self.without_exception(kind, relation)
        }
        self.holders: dict[Right, frozenset[str]] = {}
        self._hand_out()

    def _hand_out(self) -> None:
        rights = [
            (object_, relation)
            for object_ in self.objects
            for relation in self.model.types[object_.partition(":")[0]]
            if (object_.partition(":")[0], relation) in self._plain
        ]
        changed = True
        while changed:
            changed = False
            for object_, relation in rights:
                now = self.who(self.model.of(object_, relation), object_, relation)
                if now != self.holders.get((object_, relation), frozenset()):
                    self.holders[object_, relation] = now
                    changed = True

    def without_exception(self, kind: str, relation: str) -> bool:
        """Whether a relation follows by groups, parents and other relations alone, all the way down."""
        seen: set[tuple[str, str]] = set()
        waiting = [(kind, relation)]
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            expression = self.model.types.get(one[0], {}).get(one[1])
            if expression is None:
                continue
            rests = self._rests_on(one[0], expression)
            if rests is None:
                return False
            waiting += rests
        return True

    def is_plain(self, object_: str, expression: Expression) -> bool:
        """Whether an expression about an object follows without exception."""
        kind = object_.partition(":")[0]
        rests = self._rests_on(kind, expression)
        return rests is not None and all(self.without_exception(*one) for one in rests)

    def _rests_on(self, kind: str, expression: Expression) -> list[tuple[str, str]] | None:
        """The relations an expression rests on; nothing where it takes two at once or excepts somebody."""
        match expression:
            case Direct(sets=sets):
                return list(sets)
            case Computed(relation):
                return [(kind, relation)]
            case Via(relation, tupleset):
                pointed = self.model.types.get(kind, {}).get(tupleset)
                kinds = pointed.types if isinstance(pointed, Direct) else frozenset(self.model.types)
                return [(one, relation) for one in kinds if relation in self.model.types.get(one, {})]
            case Either(parts):
                every = [self._rests_on(kind, part) for part in parts]
                return None if None in every else [one for rests in every if rests for one in rests]
            case _:
                return None

    def who(self, expression: Expression, object_: str, relation: str) -> frozenset[str]:
        """Who is given a right by an expression that follows without exception; ``relation``: whose tuples are direct."""
        match expression:
            case Direct():
                return frozenset(self._directly(expression, object_, relation))
            case Computed(other):
                return self.holders.get((object_, other), frozenset())
            case Via(other, tupleset):
                through = self.model.types.get(object_.partition(":")[0], {}).get(tupleset)
                kinds = through.types if isinstance(through, Direct) else frozenset[str]()
                pointed = [one for one in self._by_right.get((object_, tupleset), []) if one.partition(":")[0] in kinds]
                return frozenset().union(*(self.holders.get((one, other), frozenset()) for one in pointed))
            case Either(parts):
                return frozenset().union(*(self.who(part, object_, relation) for part in parts))
            case _:
                raise InexpressibleError("takes two rights at once, or excepts somebody, below the top")

    def _directly(self, expression: Direct, object_: str, relation: str) -> Iterator[str]:
        for subject in self._by_right.get((object_, relation), []):
            kind = subject.partition(":")[0]
            if subject.endswith(":*"):
                if kind in expression.everybody:
                    yield from (one for one in self.subjects if one.partition(":")[0] == kind)
            elif "#" in subject:
                group, _, other = subject.partition("#")
                if (kind, other) in expression.sets:
                    yield from self.holders.get((group, other), frozenset())
            elif kind in expression.types:
                yield subject


# ---- what Kenning decides --------------------------------------------------------------------------------------------

SIDES_MAX = 3  # an entity, a channel, a person


Named = tuple[Expression, str]
"""An expression, and the relation whose tuples are meant by what it gives directly."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A right as sides that must all have it, and bans that each of them bears."""

    sides: tuple[Named, ...]
    bans: tuple[Named, ...] = ()


def shape(handed: Handed, object_: str, relation: str) -> Shape:
    """Give the shape of a right; refuses what rests on an exception again."""
    return _shape(handed, object_, (handed.model.of(object_, relation), relation), steps=16)


def _shape(handed: Handed, object_: str, named: Named, steps: int) -> Shape:
    expression, relation = named
    if handed.is_plain(object_, expression):
        return Shape((named,))
    match expression:
        case Computed(other) if steps:
            return _shape(handed, object_, (handed.model.of(object_, other), other), steps - 1)
        case Both(parts):
            shapes = [_shape(handed, object_, (part, relation), steps) for part in parts]
            sides = tuple(side for one in shapes for side in one.sides)
            if len(sides) > SIDES_MAX:
                raise InexpressibleError("takes more than three rights at once")
            return Shape(sides, tuple(ban for one in shapes for ban in one.bans))
        case Without(whole, banned):
            if not handed.is_plain(object_, banned):
                raise InexpressibleError("excepts by an exception")
            found = _shape(handed, object_, (whole, relation), steps)
            return Shape(found.sides, (*found.bans, (banned, relation)))
        case Either():
            raise InexpressibleError("is a choice of which one part takes two rights at once or excepts somebody")
        case _:
            raise InexpressibleError("rests on a right that takes two rights at once or excepts somebody")
