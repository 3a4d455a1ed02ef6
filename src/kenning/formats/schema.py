"""A schema's file: YAML as a schema with the line of every part, and back; what it means is judged in ``rules/schema``.

A schema in JSON reads the same way.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, get_args

import yaml

from kenning.formats.sheet import LINE_MAX, Reading, StopError, composed, shown, text_of
from kenning.model.schema import (
    PREDICATE_FIELDS,
    TYPE_FIELDS,
    Predicate,
    Schema,
    StatementKind,
    Type,
    Written,
)

_TOP = ("name", "types", "predicates")
_ANY = ("any",)


def read(content: bytes | str) -> Written:
    """A schema as its file writes it, with everything in it that could not be read.

    Refuses nothing by itself: what is wrong stands in ``problems``, each with a line that the file has.
    """
    text, problem = text_of(content)
    if problem is not None:
        return Written(schema=Schema(), problems=(problem,))
    reading = Reading(text)
    schema = Schema()
    with suppress(StopError):
        schema = _schema(reading, composed(reading, _TOP))
    return Written(schema=schema, lines=reading.lines, problems=tuple(reading.problems))


def dump(schema: Schema) -> str:
    """Write a schema as a file that reads as the same schema; version and hash are not part of it."""
    plain: dict[str, Any] = {"name": schema.name}
    if schema.types:
        plain["types"] = {one.name: _written(one, TYPE_FIELDS) for one in schema.types}
    if schema.predicates:
        plain["predicates"] = {one.name: _written(one, PREDICATE_FIELDS) for one in schema.predicates}
    return yaml.safe_dump(plain, sort_keys=False, allow_unicode=True, width=120)


def _written(part: Type | Predicate, fields: Sequence[str]) -> dict[str, Any]:
    """The fields that say something, a tuple of one as the one."""
    said: dict[str, Any] = {}
    for field in fields:
        value = getattr(part, field)
        if isinstance(value, tuple):
            value = value[0] if len(value) == 1 else list(value)
        if value and not (field == "kind" and value == "fact"):
            said[field] = value
    return said


def _schema(reading: Reading, root: yaml.Node) -> Schema:
    """Read the parts of the file."""
    if not isinstance(root, yaml.MappingNode):
        reading.refuse(root, "", "must have fields", value=shown(root), hint=f"its fields are {', '.join(_TOP)}")
        return Schema()
    parts = reading.mapping(root, "", _TOP)
    name = ""
    if "name" in parts:
        name = reading.scalar(parts["name"], "name")
    else:
        reading.refuse(1, "name", "is missing", hint="it is what the types begin with, such as acme in acme:Ticket")
    types = reading.mapping(parts["types"], "types") if "types" in parts else {}
    predicates = reading.mapping(parts["predicates"], "predicates") if "predicates" in parts else {}
    return Schema(
        name=name,
        types=tuple(_type(reading, one, types[one]) for one in types),
        predicates=tuple(_predicate(reading, one, predicates[one]) for one in predicates),
    )


def _type(reading: Reading, name: str, node: yaml.Node) -> Type:
    path = f"types.{name}"
    parts = reading.mapping(node, path, TYPE_FIELDS)
    return Type(
        name=name,
        parents=reading.words(parts["parents"], f"{path}.parents") if "parents" in parts else (),
        also=reading.words(parts["also"], f"{path}.also") if "also" in parts else (),
        description=_line(reading, parts, path, "description"),
    )


def _predicate(reading: Reading, name: str, node: yaml.Node) -> Predicate:
    path = f"predicates.{name}"
    parts = reading.mapping(node, path, PREDICATE_FIELDS)
    subject = reading.words(parts["subject"], f"{path}.subject") if "subject" in parts else ()
    object_ = reading.words(parts["object"], f"{path}.object") if "object" in parts else ()
    return Predicate(
        name=name,
        kind=_kind(reading, parts["kind"], f"{path}.kind") if "kind" in parts else "fact",
        subject=() if subject == _ANY else subject,
        object=() if object_ == _ANY else object_,
        single=reading.flag(parts["single"], f"{path}.single") if "single" in parts else False,
        lasting=reading.flag(parts["lasting"], f"{path}.lasting") if "lasting" in parts else False,
        inverse=reading.scalar(parts["inverse"], f"{path}.inverse") or None if "inverse" in parts else None,
        symmetric=reading.flag(parts["symmetric"], f"{path}.symmetric") if "symmetric" in parts else False,
        label=_line(reading, parts, path, "label"),
        description=_line(reading, parts, path, "description"),
    )


def _line(reading: Reading, parts: dict[str, yaml.Node], path: str, field: str) -> str:
    return reading.scalar(parts[field], f"{path}.{field}", LINE_MAX) if field in parts else ""


def _kind(reading: Reading, node: yaml.Node, path: str) -> StatementKind:
    """The kind of a statement; a fact where it is refused."""
    word = reading.scalar(node, path)
    known: tuple[StatementKind, ...] = get_args(StatementKind)
    if word and word not in known:
        reading.refuse(node, path, "is no kind of statement", value=word, hint=f"use one of: {', '.join(known)}")
    return next((kind for kind in known if kind == word), "fact")
