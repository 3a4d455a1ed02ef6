"""From JSON to nouns: what a source sent is read with its types, and what is wrong with it is said in plain words."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

from kenning.errors import InvalidError
from kenning.model.event import DEPTH_MAX, INLINE_BYTES_MAX, Time
from kenning.model.time import instant, wrong, zone

INTEGER_MAX = 2**53
"""Beyond it JSON readers disagree about which number is meant."""
PATTERNS = {
    "kind": "must be a name of letters, digits and . _ : / - such as note.created",
    "id": "must be evt_ and 1 to 64 letters, digits, _ or -",
    "sha256": "must be 64 hexadecimal digits in lower case",
    "storedAs": "is not a path that Kenning generates",
}
"""What the patterns of the envelope ask for, by field."""

_WHERE = re.compile(r"(.*?)(?: - at (`key` in )?`(\$.*)`)?", re.DOTALL)
_STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)|\[(\d+)\]")
_WORDS = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "object": "an object",
    "array": "a list", "null": "null",
}  # fmt: skip
ABSENT = object()
"""Stands for a value that is not there."""


def not_json(text: bytes | str, error: Exception, path: str = "envelope") -> InvalidError:
    """Build the refusal of a text that is no JSON: where it breaks, and how."""
    reason = str(error).removeprefix("JSON is malformed: ")
    if isinstance(error, RecursionError):
        reason = f"nested deeper than {DEPTH_MAX} levels"
    elif reason == "Input data was truncated":
        reason = f"ends too early, at byte {len(text)}" if text else "empty"
    elif isinstance(text, bytes) and reason.startswith("Invalid UTF-8"):
        reason = _not_utf8(text)
    return InvalidError(f"{path}: is not JSON: {reason}", details={"path": path, "value": None, "reason": reason})


def _not_utf8(text: bytes) -> str:
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return f"not UTF-8 at byte {error.start}"
    return "not UTF-8"


def check_times(time: Time) -> None:
    """Refuse claims of time that are no dates, or mean no instant."""
    if time.time_zone is not None:
        zone(time.time_zone)
    if time.occurred_at is not None:
        instant(time.occurred_at, time.time_zone, "time.occurredAt")
    if time.captured_at is not None:
        instant(time.captured_at, time.time_zone, "time.capturedAt")
    if time.observed_at is not None:
        instant(time.observed_at, time.time_zone, "time.observedAt")


def check_inline(content: str, encoding: str | None, path: str) -> None:
    """Refuse content too large to stand inline, counted in bytes as they are once decoded."""
    size = len(content) * 3 // 4 - content[-2:].count("=") if encoding else len(content.encode())
    if size > INLINE_BYTES_MAX:
        reason = f"has {size} bytes, more than the {INLINE_BYTES_MAX} that stand inline"
        hint = "keep it in a file and give its path"
        raise InvalidError(f"{path}: {reason}", hint=hint, details={"path": path, "value": size, "reason": reason})


def check_plain(value: object, path: str, depth: int) -> None:
    """Refuse what JSON cannot carry, or its readers understand differently; walks what is free in form.

    ``depth`` is the level at which ``value`` stands, the envelope being at 1.
    """
    if value is None or isinstance(value, bool | str | int | float):
        _check_scalar(value, path)
        return
    if not isinstance(value, dict | list | tuple):
        raise wrong(path, value, f"is a {type(value).__name__}, which JSON does not know", hint="give it as text")
    if depth > DEPTH_MAX:
        reason = f"is nested deeper than {DEPTH_MAX} levels"
        raise InvalidError(f"{path[:80]}: {reason}", details={"path": path, "value": None, "reason": reason})
    if not isinstance(value, dict):
        for number, part in enumerate(value):
            check_plain(part, f"{path}[{number}]", depth + 1)
        return
    for key, part in value.items():
        if not isinstance(key, str):
            raise wrong(path or "envelope", key, "is a key and must be text")
        _check_scalar(key, path)
        check_plain(part, f"{path}.{key}" if path else key, depth + 1)


def _check_scalar(value: str | float | None, path: str) -> None:
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise wrong(path, ascii(value), "has half of a surrogate pair") from error
    elif isinstance(value, int):
        if abs(value) > INTEGER_MAX:
            raise wrong(path, value, "is beyond 2^53", hint="give it as text")
    elif value is not None and not math.isfinite(value):
        raise wrong(path, value, "is not a number JSON knows")


def refusal(message: str, plain: object, type_: Any, prefix: str = "") -> InvalidError:  # noqa: ANN401 - a type form
    """Turn msgspec's refusal into ours: the path on the wire, the value there, the reason in plain words."""
    found = _WHERE.fullmatch(message)
    assert found is not None
    what, key, at = found.groups()
    at = (at or "$").removeprefix("$").replace("[...]", "").removeprefix(".")
    path = ".".join(part for part in (prefix, at) if part)
    described, value = inspect.type_info(type_), plain
    for step in _STEP.finditer(at):
        described, value = _down(described, value, step)
    inner = "has a key that " if key else "has a value that " if "[...]`" in message else ""
    if named := re.fullmatch(r"Object (contains unknown|missing required) field `(.*)`", what):
        return _field(path, named[2], described, value if named[1] == "contains unknown" else ABSENT)
    hint, reason = "", inner + _reason(what, path)
    if what.startswith("Invalid enum value"):
        options = next((one for one in _options(described) if isinstance(one, inspect.LiteralType)), None)
        hint = f"use one of: {', '.join(map(str, options.values))}" if options else ""
    if value is ABSENT:
        return InvalidError(f"{path}: {reason}", hint=hint, details={"path": path, "value": None, "reason": reason})
    return wrong(path or "envelope", value, reason, hint=hint)


def _options(described: inspect.Type) -> Sequence[inspect.Type]:
    return described.types if isinstance(described, inspect.UnionType) else (described,)


def _down(described: inspect.Type, value: object, step: re.Match[str]) -> tuple[inspect.Type, object]:
    """Take one step of a path, in the type and in the value."""
    name, index = step.groups()
    below: inspect.Type = inspect.AnyType()
    for option in _options(described):
        if name and isinstance(option, inspect.StructType):
            below = next((field.type for field in option.fields if field.encode_name == name), below)
        elif index and isinstance(option, inspect.ListType):
            below = option.item_type
    if name:
        return below, value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    return below, value[int(index)] if isinstance(value, list) else ABSENT


def _field(path: str, name: str, described: inspect.Type, holder: object) -> InvalidError:
    """Say that a field is missing, or that there is none of its name and which was likely meant."""
    place = f"{path}.{name}" if path else name
    if holder is ABSENT:
        return InvalidError(f"{place}: is missing", details={"path": place, "value": None, "reason": "is missing"})
    known = [
        field.encode_name
        for option in _options(described)
        if isinstance(option, inspect.StructType)
        for field in option.fields
    ]
    folded = {one.lower(): one for one in known}
    near = get_close_matches(name.lower().replace("_", ""), folded, n=1, cutoff=0.6)
    hint = f'did you mean "{folded[near[0]]}"?' if near else f"the fields are {', '.join(known)}"
    value = holder.get(name) if isinstance(holder, dict) else None
    details = {"path": place, "value": value, "reason": "is not a field"}
    return InvalidError(f"{place}: there is no such field", hint=hint, details=details)


def _reason(what: str, path: str) -> str:
    """Put the words of msgspec's refusal into ours."""
    if what.startswith("Invalid enum value"):
        return "is not one of the values allowed here"
    if "matching regex" in what:
        return PATTERNS.get(path.rpartition(".")[2], "has not the form it must have")
    if bound := re.fullmatch(r"Expected `(\w+)` of length (<=|>=) (\d+)", what):
        kind, sign, limit = bound.groups()
        unit = "items" if kind == "array" else "characters"
        if sign == ">=":
            return "must not be empty" if limit == "1" else f"must have at least {limit} {unit}"
        return f"has more than {limit} {unit}"
    if bound := re.fullmatch(r"Expected `\w+` (<=|>=) (.+)", what):
        return f"must be at {'most' if bound[1] == '<=' else 'least'} {bound[2].removesuffix('.0')}"
    if typed := re.fullmatch(r"Expected `([^`]+)`(?:, got .*)?", what):
        names = [_WORDS.get(name, name) for name in typed[1].split(" | ") if name != "null"]
        return f"must be {' or '.join(names)}"
    return "is a number too large" if what == "Number out of range" else what[:1].lower() + what[1:]


def patched(value: object, wanted: Sequence[object], path: str, type_: Any) -> Any:  # noqa: ANN401 - a field of any type
    """Apply merge patches to a noun, in their order, and read what comes out with the noun's type.

    Raises `InvalidError`, with paths that begin with ``path``, where it has not that type any more.
    """
    plain: object = msgspec.to_builtins(value)
    for patch in wanted:
        plain = merged(plain, patch)
    try:
        return msgspec.convert(plain, type_)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, type_, path) from error


def merged(value: object, patch: object) -> object:
    """Apply a JSON merge patch (RFC 7396): objects are merged, null removes, all else replaces.

    >>> merged({"a": {"b": 1, "c": 2}, "d": [3]}, {"a": {"b": None}, "d": [4]})
    {'a': {'c': 2}, 'd': [4]}
    """
    if not isinstance(patch, dict):
        return patch
    result = dict(value) if isinstance(value, dict) else {}
    for name, part in patch.items():
        if part is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), part)
    return result
