"""A schema's file: YAML as a schema with the line of every part, and back; what it means is judged in ``rules/schema``.

Read through PyYAML's nodes, which know their lines; nothing is constructed from them, so no tag can run anything. YAML 1.2 is a
superset of JSON, and a schema in JSON reads the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import Any, Protocol, get_args

import yaml

from kenning.model.schema import (
    PREDICATE_FIELDS,
    TYPE_FIELDS,
    Predicate,
    Problem,
    Schema,
    StatementKind,
    Type,
    Written,
)

BYTES_MAX = 1 << 20
NODES_MAX = 20_000
"""Values in a file, those that an alias repeats counted again."""
DEPTH_MAX = 16
PROBLEMS_MAX = 200
"""Beyond it a file is not looked at further."""
WORD_MAX, LINE_MAX = 128, 8192

_TOP = ("name", "types", "predicates")
_ANY = ("any",)
_FLAGS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_TAG = "tag:yaml.org,2002:"
_PLAIN_TAGS = frozenset(
    _TAG + word for word in ("bool", "float", "int", "map", "merge", "null", "seq", "str", "timestamp", "value")
)
_UNPRINTABLE = re.compile("[^\x09\x0a\x0d\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Mark(Protocol):
    """A place in a file, of the parser in C or the one in Python."""

    @property
    def line(self) -> int: ...


class _StopError(Exception):
    """A file that is not looked at further; the last problem says why."""


def read(content: bytes | str) -> Written:
    """A schema as its file writes it, with everything in it that could not be read.

    Refuses nothing by itself: what is wrong stands in ``problems``, each with a line that the file has.
    """
    text, problem = _text(content)
    if problem is not None:
        return Written(schema=Schema(), problems=(problem,))
    reading = _Reading(text)
    schema = Schema()
    with suppress(_StopError):
        schema = _schema(reading, _composed(reading))
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


def _text(content: bytes | str) -> tuple[str, Problem | None]:
    """The text of a file, or why it is none."""
    size = len(content) if isinstance(content, bytes) else len(content.encode(errors="replace"))
    if size > BYTES_MAX:
        return "", Problem(line=1, path="", reason=f"has {size} bytes, more than the {BYTES_MAX} of a schema")
    try:
        text = (content.decode() if isinstance(content, bytes) else content).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = _line_at(error.object[: error.start].decode(errors="replace"))
        return "", Problem(line=line, path="", reason="is not UTF-8 in this line", hint="save the file as UTF-8")
    if found := _UNPRINTABLE.search(text):
        reason = f"holds the character U+{ord(found[0]):04X}, which YAML does not allow"
        return "", Problem(line=_line_at(text[: found.start()]), path="", reason=reason)
    return text, None


def _line_at(before: str) -> int:
    """The line in which stands what comes after ``before``."""
    return len((before + "x").splitlines())


class _Reading:
    """A file being read: its problems so far, the line of every path, and how much of it was looked at."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows = text.splitlines()
        self.lines: dict[str, int] = {}
        self.problems: list[Problem] = []
        self.nodes = 0

    def line(self, mark: _Mark | None) -> int:
        """The line of a mark, which at the end of a file stands below the last one."""
        return max(1, min(mark.line + 1 if mark else 1, len(self.rows)))

    def refuse(self, at: yaml.Node | int, path: str, reason: str, *, value: object = None, hint: str = "") -> None:
        """Note a problem, and give up where there are too many."""
        line = at if isinstance(at, int) else self.line(at.start_mark)
        self.problems.append(Problem(line=line, path=path, value=value, reason=reason, hint=hint))
        if len(self.problems) >= PROBLEMS_MAX:
            raise _StopError

    def count(self, nodes: int) -> None:
        """Count what is looked at; an alias that repeats much is looked at again."""
        self.nodes += nodes
        if self.nodes > NODES_MAX:
            self.problems.append(_too_large(1))
            raise _StopError

    def mapping(self, node: yaml.Node, path: str, fields: Sequence[str] = ()) -> dict[str, yaml.Node]:
        """The parts of a mapping by their keys, nothing being an empty one; of ``fields`` only, where they are given."""
        if node.tag == _TAG + "null":
            return {}
        if not isinstance(node, yaml.MappingNode):
            hint = f"its fields are {', '.join(fields)}" if fields else "write a name, a colon, and what it is"
            self.refuse(node, path, "must have fields", value=_shown(node), hint=hint)
            return {}
        self.count(len(node.value))
        parts: dict[str, yaml.Node] = {}
        for key, value in node.value:
            name = key.value if isinstance(key, yaml.ScalarNode) else ""
            place = f"{path}.{name}" if path else str(name)
            if not name or len(name) > WORD_MAX:
                self.refuse(key, path, "has a key that is no name", hint=f"it has 1 to {WORD_MAX} characters")
            elif name in parts:
                self.refuse(key, place, f"stands here twice, first in line {self.lines[place]}")
            elif fields and name not in fields:
                near = get_close_matches(name.lower(), fields, n=1, cutoff=0.6)
                hint = f'did you mean "{near[0]}"?' if near else f"the fields are {', '.join(fields)}"
                self.refuse(key, place, "there is no such field", hint=hint)
            else:
                self.lines.setdefault(place, self.line(key.start_mark))
                parts[name] = value
        return parts

    def scalar(self, node: yaml.Node, path: str, longest: int = WORD_MAX) -> str:
        """The text of a scalar as it stands, so that ``no`` and ``2024`` are words too; empty where it is refused."""
        if not isinstance(node, yaml.ScalarNode):
            self.refuse(node, path, "must be text", value=_shown(node))
        elif node.tag not in _PLAIN_TAGS:
            self.refuse(node, path, f"has the tag {node.tag}, which means nothing here")
        elif not node.value:
            self.refuse(node, path, "is empty", hint="give it a value, or leave it out")
        elif len(node.value) > longest:
            self.refuse(node, path, f"has more than {longest} characters", value=node.value)
        else:
            return str(node.value)
        return ""

    def words(self, node: yaml.Node, path: str) -> tuple[str, ...]:
        """One word, or a list of them, in the order of the file."""
        if not isinstance(node, yaml.SequenceNode):
            word = self.scalar(node, path)
            return (word,) if word else ()
        self.count(len(node.value))
        found: list[str] = []
        for number, part in enumerate(node.value):
            place = f"{path}[{number}]"
            self.lines.setdefault(place, self.line(part.start_mark))
            found.append(self.scalar(part, place))
        return tuple(found)

    def flag(self, node: yaml.Node, path: str) -> bool:
        """True or false."""
        if node.tag != _TAG + "bool":
            self.refuse(node, path, "must be true or false", value=_shown(node))
            return False
        return _FLAGS[node.value.lower()]

    def kind(self, node: yaml.Node, path: str) -> StatementKind:
        """The kind of a statement; a fact where it is refused."""
        word = self.scalar(node, path)
        known: tuple[StatementKind, ...] = get_args(StatementKind)
        if word and word not in known:
            self.refuse(node, path, "is no kind of statement", value=word, hint=f"use one of: {', '.join(known)}")
        return next((kind for kind in known if kind == word), "fact")


def _shown(node: yaml.Node) -> object:
    """What of a value a problem shows."""
    return node.value if isinstance(node, yaml.ScalarNode) else {} if isinstance(node, yaml.MappingNode) else []


def _too_large(line: int) -> Problem:
    reason = f"holds more than {NODES_MAX} values"
    return Problem(line=line, path="", reason=reason, hint="an alias counts as all that it repeats")


def _composed(reading: _Reading) -> yaml.Node:
    """The file as PyYAML's nodes.

    Its events are counted first: composing recurses, and how deep libyaml lets it go depends on how that was built.
    """
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        depth = nodes = 0
        for event in yaml.parse(reading.text, Loader=loader):
            opens = isinstance(event, yaml.CollectionStartEvent)
            depth += opens - isinstance(event, yaml.CollectionEndEvent)
            nodes += opens or isinstance(event, yaml.NodeEvent)
            if depth > DEPTH_MAX:
                reading.refuse(reading.line(event.start_mark), "", f"is nested deeper than {DEPTH_MAX} levels")
                raise _StopError
            if nodes > NODES_MAX:
                reading.problems.append(_too_large(reading.line(event.start_mark)))
                raise _StopError
        root: yaml.Node | None = yaml.compose(reading.text, Loader=loader)
    except yaml.YAMLError as error:
        reading.problems.append(_broken(reading, error))
        raise _StopError from error
    if root is None:
        reading.refuse(1, "", "is empty", hint=f"its fields are {', '.join(_TOP)}")
        raise _StopError
    return root


def _broken(reading: _Reading, error: yaml.YAMLError) -> Problem:
    """Why a text is no YAML, at the line where it breaks."""
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    line = reading.line(mark)
    row = reading.rows[line - 1] if reading.rows else ""
    if "\t" in row[: len(row) - len(row.lstrip())]:
        return Problem(line=line, path="", reason="is indented with a tab", hint="YAML wants blanks")
    said = [part for part in (getattr(error, "context", None), getattr(error, "problem", None)) if part]
    reason = f"is not YAML: {', '.join(said) or 'it cannot be read'}"
    hint = "put quotes around a text that has a colon in it" if "mapping values" in reason else ""
    return Problem(line=line, path="", reason=reason, hint=hint)


def _schema(reading: _Reading, root: yaml.Node) -> Schema:
    """Read the parts of the file."""
    if not isinstance(root, yaml.MappingNode):
        reading.refuse(root, "", "must have fields", value=_shown(root), hint=f"its fields are {', '.join(_TOP)}")
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


def _type(reading: _Reading, name: str, node: yaml.Node) -> Type:
    path = f"types.{name}"
    parts = reading.mapping(node, path, TYPE_FIELDS)
    return Type(
        name=name,
        parents=reading.words(parts["parents"], f"{path}.parents") if "parents" in parts else (),
        also=reading.words(parts["also"], f"{path}.also") if "also" in parts else (),
        description=_line(reading, parts, path, "description"),
    )


def _predicate(reading: _Reading, name: str, node: yaml.Node) -> Predicate:
    path = f"predicates.{name}"
    parts = reading.mapping(node, path, PREDICATE_FIELDS)
    subject = reading.words(parts["subject"], f"{path}.subject") if "subject" in parts else ()
    object_ = reading.words(parts["object"], f"{path}.object") if "object" in parts else ()
    return Predicate(
        name=name,
        kind=reading.kind(parts["kind"], f"{path}.kind") if "kind" in parts else "fact",
        subject=() if subject == _ANY else subject,
        object=() if object_ == _ANY else object_,
        single=reading.flag(parts["single"], f"{path}.single") if "single" in parts else False,
        lasting=reading.flag(parts["lasting"], f"{path}.lasting") if "lasting" in parts else False,
        inverse=reading.scalar(parts["inverse"], f"{path}.inverse") or None if "inverse" in parts else None,
        symmetric=reading.flag(parts["symmetric"], f"{path}.symmetric") if "symmetric" in parts else False,
        label=_line(reading, parts, path, "label"),
        description=_line(reading, parts, path, "description"),
    )


def _line(reading: _Reading, parts: dict[str, yaml.Node], path: str, field: str) -> str:
    return reading.scalar(parts[field], f"{path}.{field}", LINE_MAX) if field in parts else ""
