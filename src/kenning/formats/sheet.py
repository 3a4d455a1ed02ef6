"""A file that a person keeps, in YAML, read with the line of every part; what it means is judged elsewhere.

Read through PyYAML's nodes, which know their lines; nothing is constructed from them, so no tag can run anything. YAML 1.2 is a
superset of JSON, and the same file in JSON reads the same way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Protocol

import yaml

from kenning.model.schema import Problem

BYTES_MAX = 1 << 20
NODES_MAX = 20_000
"""Values in a file, those that an alias repeats counted again."""
DEPTH_MAX = 16
PROBLEMS_MAX = 200
"""Beyond it a file is not looked at further."""
WORD_MAX, LINE_MAX = 128, 8192

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


class StopError(Exception):
    """A file that is not looked at further; the last problem says why."""


def text_of(content: bytes | str) -> tuple[str, Problem | None]:
    """The text of a file, or why it is none."""
    size = len(content) if isinstance(content, bytes) else len(content.encode(errors="replace"))
    if size > BYTES_MAX:
        return "", Problem(line=1, path="", reason=f"has {size} bytes, more than the {BYTES_MAX} of such a file")
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


class Reading:
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
            raise StopError

    def count(self, nodes: int) -> None:
        """Count what is looked at; an alias that repeats much is looked at again."""
        self.nodes += nodes
        if self.nodes > NODES_MAX:
            self.problems.append(_too_large(1))
            raise StopError

    def mapping(self, node: yaml.Node, path: str, fields: Sequence[str] = ()) -> dict[str, yaml.Node]:
        """The parts of a mapping by their keys, nothing being an empty one; of ``fields`` only, where they are given."""
        if node.tag == _TAG + "null":
            return {}
        if not isinstance(node, yaml.MappingNode):
            hint = f"its fields are {', '.join(fields)}" if fields else "write a name, a colon, and what it is"
            self.refuse(node, path, "must have fields", value=shown(node), hint=hint)
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
            self.refuse(node, path, "must be text", value=shown(node))
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
            self.refuse(node, path, "must be true or false", value=shown(node))
            return False
        return _FLAGS[node.value.lower()]


def shown(node: yaml.Node) -> object:
    """What of a value a problem shows."""
    return node.value if isinstance(node, yaml.ScalarNode) else {} if isinstance(node, yaml.MappingNode) else []


def _too_large(line: int) -> Problem:
    reason = f"holds more than {NODES_MAX} values"
    return Problem(line=line, path="", reason=reason, hint="an alias counts as all that it repeats")


def composed(reading: Reading, fields: Sequence[str]) -> yaml.Node:
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
                raise StopError
            if nodes > NODES_MAX:
                reading.problems.append(_too_large(reading.line(event.start_mark)))
                raise StopError
        root: yaml.Node | None = yaml.compose(reading.text, Loader=loader)
    except yaml.YAMLError as error:
        reading.problems.append(_broken(reading, error))
        raise StopError from error
    if root is None:
        reading.refuse(1, "", "is empty", hint=f"its fields are {', '.join(fields)}")
        raise StopError
    return root


def _broken(reading: Reading, error: yaml.YAMLError) -> Problem:
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
