"""Schemas: the types an entity may have, the predicates a claim may use, and what is wrong with the file that declares them.

Source: *Entities*, "Entity types": types come from the active schema, which is the system's and a user's together.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from kenning.model.event import Line, Noun, Word

StatementKind = Literal["fact", "preference", "event"]
ValueType = Literal["text", "number", "boolean", "date", "datetime", "json"]

SYSTEM = "kenning"
"""The name of the system's schema, and the prefix of its types; nobody else's may be called so."""
VALUE_TYPES: tuple[ValueType, ...] = ("boolean", "date", "datetime", "json", "number", "text")
TYPE_FIELDS = ("parents", "also", "description")
PREDICATE_FIELDS = ("kind", "subject", "object", "single", "inverse", "symmetric", "lasting", "label", "description")
_SHOWN_MAX = 120
ENTITY = "entity"
"""What stands among a predicate's objects for an entity of any type."""


class Type(Noun, frozen=True, kw_only=True):
    """A sort of entity, by its qualified name (``kenning:Person``); an entity of it is one of every parent too.

    ``also`` holds other words for it, by which sources may call it (``user``, ``human``).
    """

    name: Word
    parents: tuple[Word, ...] = ()
    also: tuple[Word, ...] = ()
    description: Line = ""


class Predicate(Noun, frozen=True, kw_only=True):
    """What a claim says of its subject.

    ``subject`` holds types, none meaning any. ``object`` holds types, or ``entity`` for any, or one value type; none means
    anything at all. ``single``: one value at a time, so a newer one closes the older;
    ``lasting``: it never changes, like a birthday, so two values contradict each other. ``inverse`` names the predicate that says
    the same from the other end; ``symmetric`` is its own. ``implicit``: nobody declared it, it was merely used.
    """

    name: Word
    kind: StatementKind = "fact"
    subject: tuple[Word, ...] = ()
    object: tuple[Word, ...] = ()
    single: bool = False
    lasting: bool = False
    inverse: Word | None = None
    symmetric: bool = False
    label: Line = ""
    description: Line = ""
    implicit: bool = False

    @property
    def words(self) -> str:
        """Give what stands between subject and object when a person reads the claim."""
        return self.label or self.name.rpartition(":")[2].replace("_", " ")

    @property
    def is_relation(self) -> bool:
        """Whether its object is an entity and nothing else."""
        return bool(self.object) and self.object[0] not in VALUE_TYPES


class Schema(Noun, frozen=True, kw_only=True):
    """Types and predicates under a name, both in order of their names.

    ``hash`` is the SHA-256 of what it says, in hexadecimal; ``version`` counts the contents that were applied: 1, 2, 3, …, and 0
    before.
    """

    name: str = ""
    types: tuple[Type, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    version: Annotated[int, Meta(ge=0)] = 0
    hash: str = ""


class Problem(Noun, frozen=True, kw_only=True):
    """One thing that is wrong with a schema's file: the line, the path in it, the value there, the reason, and what may help."""

    line: int
    path: str
    value: Any = None
    reason: str
    hint: str = ""

    def said(self, file: str) -> str:
        """Say it as an editor can open it.

        >>> wrong = Problem(line=12, path="types.acme:Bot.parents", value="acme:Robto", reason="is no type")
        >>> wrong.said("schema.yaml")
        'schema.yaml:12: types.acme:Bot.parents: "acme:Robto" is no type'
        """
        shown = "" if self.value is None else f'"{self.value}" ' if isinstance(self.value, str) else f"{self.value!r} "
        if len(shown) > _SHOWN_MAX:
            shown = shown[: _SHOWN_MAX - 4] + "... "
        where = f"{self.path}: " if self.path else ""
        return f"{file}:{self.line}: {where}{shown}{self.reason}" + (f"; {self.hint}" if self.hint else "")


class Written(Noun, frozen=True, kw_only=True):
    """A schema as its file writes it: names not yet qualified, the line of every path, and what could not be read."""

    schema: Schema
    lines: dict[str, int] = {}
    problems: tuple[Problem, ...] = ()


class Difference(Noun, frozen=True, kw_only=True):
    """How two schemas differ in one place: ``types.acme:Robot``, ``predicates.fixes.single``.

    ``breaking`` tells that what is recorded may read differently under the new one; ``why`` says how.
    """

    path: str
    what: Literal["added", "removed", "changed"]
    old: Any = None
    new: Any = None
    breaking: bool = False
    why: str = ""


class Active(Noun, frozen=True, kw_only=True):
    """The system's schema and a user's as one, made for look-ups.

    ``ancestors`` holds for every type all types above it. ``names`` leads from what people write, in lower case and without a
    prefix, to the qualified name.
    """

    system: Schema
    user: Schema | None = None
    types: dict[str, Type] = {}
    predicates: dict[str, Predicate] = {}
    ancestors: dict[str, frozenset[str]] = {}
    names: dict[str, str] = {}
