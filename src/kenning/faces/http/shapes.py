"""What a request takes and gives, read from the signature of its verb: both ways, for a server and for its clients."""

from __future__ import annotations

import collections.abc
import inspect
import re
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args, get_origin

import msgspec
from msgspec import NODEFAULT, Struct, structs

from kenning.engine.session import Session
from kenning.errors import InvalidError, UnsupportedError
from kenning.faces.http.operations import OPERATIONS, Operation
from kenning.model.access.internal import RetrievalPolicy
from kenning.model.access.permissions import Permissions
from kenning.model.time import wrong
from kenning.rules.door.wire import check_plain, not_json, refusal

Pairs = Sequence[tuple[str, str]]
_IN_PATH = re.compile(r"\{(\w+)\}")
_HERE = frozenset({"self", "progress", "stop", "wait", "files_from", "rules", "summariser"})
"""Parameters that mean something in the program that calls, and are no part of a request."""
_NOT_SENT = frozenset({"rules", "summariser"})
"""Those of them that change what comes out: they are refused, and not passed over."""
_CARRIED = frozenset({"event", "events", "path", "options"})
_SIMPLER: tuple[tuple[type[Struct], Any], ...] = (
    (Permissions, Permissions | typing.Literal["full"] | None),
    (RetrievalPolicy, RetrievalPolicy | None),
)
"""What a program may write in several ways, and a request in one."""


class Taken(NamedTuple):
    """A parameter as a request has it: its name in the verb and on the wire, its type, its default, and how it is given."""

    name: str
    wire: str
    kind: Any
    default: Any
    is_many: bool = False

    @property
    def noun(self) -> type[Struct] | None:
        """Give the noun whose fields stand in a query in the parameter's place."""
        options = [one for one in _options(self.kind) if isinstance(one, type) and issubclass(one, Struct)]
        return options[0] if options else None


class Call(NamedTuple):
    """A verb's arguments, as they are handed over."""

    args: tuple[Any, ...]
    named: dict[str, Any]


class Asked(NamedTuple):
    """A request as a client sends it."""

    path: dict[str, str]
    query: list[tuple[str, str]]
    body: dict[str, Any] | None


class Shape:
    """One operation with what it takes and gives."""

    def __init__(self, operation: Operation) -> None:
        """Read the signature of the verb."""
        self.operation = operation
        verb: Callable[..., Any] = getattr(Session, operation.verb)
        self.verb = verb
        self.signature = inspect.signature(verb)
        hints = typing.get_type_hints(verb, include_extras=True)
        taken = [_taken(one, hints, operation) for one in self.signature.parameters.values() if one.name not in _HERE]
        in_path = set(_IN_PATH.findall(operation.path))
        more = [Taken(name, _camel(name), kind, _nothing(kind)) for name, kind in operation.more.items()]
        self.path = [one for one in taken if one is not None and one.name in in_path]
        rest = [one for one in taken if one is not None and one.name not in in_path] + more
        self.in_query = operation.method == "GET" or bool(operation.carries)
        self.rest = rest
        self.query: type[Struct] | None = _struct(operation, "Query", _flat(self.rest)) if self.in_query else None
        self.body: type[Struct] | None = None if self.in_query else _struct(operation, "Body", self.rest)
        self.answer = _answer(operation, hints.get("return"))

    # -- a server's side -----------------------------------------------------------------------------------------------

    def from_query(self, path: Mapping[str, str], pairs: Pairs) -> Call:
        """Read what a request asks in its path and query. Raises `InvalidError`."""
        assert self.query is not None
        plain = _plain(pairs, self.query)
        given = _converted(plain, self.query, strict=False)
        for field in given.__struct_fields__:
            value = getattr(given, field)
            if isinstance(value, int | float):
                check_plain(value, field, 1)
        found: dict[str, Any] = {}
        for one in self.rest:
            noun = one.noun
            if noun is None:
                found[one.name] = getattr(given, one.wire)
                continue
            fields = {field.name: getattr(given, field.encode_name) for field in structs.fields(noun)}
            made = noun(**{name: value for name, value in fields.items() if value is not None})
            found[one.name] = made
        return self._call(path, found)

    def from_body(self, path: Mapping[str, str], body: bytes) -> Call:
        """Read what a request says in its path and body. Raises `InvalidError`."""
        assert self.body is not None
        plain = decoded(body or b"{}")
        given = _converted(plain, self.body, strict=True)
        return self._call(path, {one.name: getattr(given, one.wire) for one in self.rest})

    def _call(self, path: Mapping[str, str], found: dict[str, Any]) -> Call:
        found |= {one.name: path[one.name] for one in self.path}
        args: list[Any] = []
        named: dict[str, Any] = {}
        for one in self.signature.parameters.values():
            if one.kind is one.VAR_POSITIONAL:
                args.extend(found.pop(one.name, ()))
            elif one.kind is one.POSITIONAL_OR_KEYWORD and one.name in found:
                args.append(_number(found.pop(one.name), one.name))
            elif one.kind is one.KEYWORD_ONLY and one.name in found:
                named[one.name] = _number(found.pop(one.name), one.name)
        spread = found.pop("policies", None)
        named |= {name: value for name, value in found.items() if value is not None} | (spread or {})
        return Call(tuple(args), named)

    def given(self, value: Any) -> Any:  # noqa: ANN401 - whatever a verb gives
        """Put what a verb gave into the form of an answer: always an object."""
        operation = self.operation
        if operation.part:
            value = getattr(value, operation.part)
        if len(operation.gives) > 1:
            return dict(zip(operation.gives, value, strict=True))
        if operation.gives:
            return {operation.gives[0]: value}
        return {"items": value} if isinstance(value, list) else value

    # -- a client's side -----------------------------------------------------------------------------------------------

    def asked(self, args: tuple[Any, ...], named: dict[str, Any]) -> Asked:
        """Put a verb's arguments into the form of a request. Raises `TypeError` as the verb itself does."""
        bound = self.signature.bind(None, *args, **named).arguments
        for name in bound.keys() & _NOT_SENT:
            if bound[name]:
                raise UnsupportedError(f"{name}: is not sent to a server", hint="do it where the store is")
        path = {one.name: str(bound[one.name]) for one in self.path}
        said: dict[str, Any] = {}
        for one in self.rest:
            if one.name in bound and (bound[one.name] is not None or one.default is not None):
                said[one.wire] = list(bound[one.name]) if one.is_many else bound[one.name]
        for parameter in self.signature.parameters.values():
            if parameter.kind is parameter.VAR_KEYWORD:
                extra = bound.get(parameter.name, {})
                spread = "policies" in self.operation.more
                said |= {"policies": extra} if spread and extra else {_camel(name): extra[name] for name in extra}
        if not self.in_query:
            return Asked(path, [], said)
        return Asked(path, [pair for name, value in said.items() for pair in _pairs(name, value)], None)

    def taken_back(self, body: bytes) -> Any:  # noqa: ANN401 - as the verb gives it
        """Read an answer as the verb itself gives it."""
        operation = self.operation
        found = msgspec.json.decode(body, type=self.answer)
        if len(operation.gives) > 1:
            return tuple(getattr(found, name) for name in operation.gives)
        if operation.gives:
            return getattr(found, operation.gives[0])
        return found.items if self.answer.__name__.endswith("List") else found


@cache
def shape_of(operation_name: str) -> Shape:
    """Give an operation with its shape, by its name."""
    return Shape(next(one for one in OPERATIONS if one.name == operation_name))


def decoded(body: bytes) -> Any:  # noqa: ANN401 - any JSON value
    """Read a body as JSON, no deeper than an envelope may be. Raises `InvalidError`."""
    try:
        plain = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise not_json(body, error, "body") from error
    check_plain(plain, "", 1)
    return plain


def _taken(one: inspect.Parameter, hints: Mapping[str, Any], operation: Operation) -> Taken | None:
    if one.kind is one.VAR_KEYWORD or (operation.carries and one.name in _CARRIED):
        return None  # what is carried is no parameter of a query
    options = _options(hints[one.name])
    kind = next((simple for noun, simple in _SIMPLER if noun in options), None) or _narrow(hints[one.name])
    many = one.kind is one.VAR_POSITIONAL
    default = one.default if one.default is not one.empty else NODEFAULT
    wire = operation.wire.get(one.name, _camel(one.name))
    return Taken(one.name, wire, list[kind] if many else kind, [] if many else default, many)  # type: ignore[valid-type]


def _narrow(kind: Any) -> Any:  # noqa: ANN401 - a type form
    """Give the type as JSON has it: one sort of list and of object, and a place in the log as a text or a number."""
    origin, args = get_origin(kind), get_args(kind)
    if origin in {typing.Union, types.UnionType}:
        union: Any = None
        for one in args:
            union = _narrow(one) if union is None else union | _narrow(one)
        return union
    if origin in {collections.abc.Sequence, collections.abc.Iterable, collections.abc.Collection}:
        return list[_narrow(args[0])]  # type: ignore[misc]
    if origin is collections.abc.Mapping:
        return dict[args[0], _narrow(args[1])]  # type: ignore[valid-type,misc]
    return Any if kind is object else kind


def _struct(operation: Operation, suffix: str, taken: Iterable[Taken]) -> type[Struct]:
    name = "".join(part.title() for part in operation.name.split("_")) + suffix
    fields: list[Any] = [
        (one.wire, one.kind, msgspec.field(default=one.default))
        if not isinstance(one.default, list | tuple | dict)
        else (one.wire, one.kind, msgspec.field(default_factory=dict if isinstance(one.default, dict) else list))
        for one in taken
    ]
    return msgspec.defstruct(name, fields, frozen=True, kw_only=True, forbid_unknown_fields=True)


def _flat(taken: Iterable[Taken]) -> list[Taken]:
    """Put the fields of nouns in their place, as a query has them."""
    found: list[Taken] = []
    for one in taken:
        noun = one.noun
        if noun is None:
            found.append(one)
            continue
        for field in structs.fields(noun):
            kind = field.type
            found.append(Taken(field.name, field.encode_name, kind | None, None))
    return found


def _answer(operation: Operation, given: Any) -> Any:  # noqa: ANN401 - type forms
    """Give the type of an answer, which is always an object."""
    kind = operation.answer if operation.answer is not None else given
    if operation.carries == "backup" or operation.media != "application/json":
        return kind
    name = "".join(part.title() for part in operation.name.split("_"))
    if len(operation.gives) > 1:
        fields: list[Any] = list(zip(operation.gives, get_args(kind), strict=True))
        return msgspec.defstruct(f"{name}Answer", fields, frozen=True)
    if operation.gives:
        return msgspec.defstruct(f"{name}Answer", [(operation.gives[0], _narrow(kind))], frozen=True)
    if get_origin(kind) is list:
        return msgspec.defstruct(f"{name}List", [("items", kind)], frozen=True)
    return kind


def _plain(pairs: Pairs, query: type[Struct]) -> dict[str, Any]:
    """Gather a query: what may be said several times in a list, all else once. Raises `InvalidError`."""
    many = {one.encode_name: _is_many(one.type) for one in structs.fields(query)}
    plain: dict[str, Any] = {}
    for name, value in pairs:
        if many.get(name):
            plain.setdefault(name, []).append(value)
        elif name in plain:
            details = {"path": name, "value": value, "reason": "is said twice"}
            raise InvalidError(f"{name}: is said twice", details=details)
        else:
            plain[name] = value
    return plain


def _is_many(kind: Any) -> bool:  # noqa: ANN401 - a type form
    return any(get_origin(one) in {list, frozenset} for one in _options(kind))


def _converted(plain: Any, kind: type[Struct], *, strict: bool) -> Any:  # noqa: ANN401 - of that type
    if not isinstance(plain, dict):
        raise wrong("body", plain, "must be an object")
    try:
        return msgspec.convert(plain, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise refusal(str(error), plain, kind) from error


def _pairs(name: str, value: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - any value of a query
    if isinstance(value, Struct):
        plain: dict[str, Any] = msgspec.to_builtins(value)
        return [pair for key, one in plain.items() for pair in _pairs(key, one)]
    if isinstance(value, list | tuple | set | frozenset):
        return [(name, str(one)) for one in sorted(map(str, value))]
    return [(name, ("false", "true")[value] if isinstance(value, bool) else str(value))]


def _nothing(kind: Any) -> Any:  # noqa: ANN401 - a type form, and a value of that type
    if type(None) in _options(kind):
        return None
    return False if kind is bool else [] if get_origin(kind) is list else {} if get_origin(kind) is dict else NODEFAULT


def _number(value: Any, name: str) -> Any:  # noqa: ANN401 - as it was
    """Read a place in the log that is said as a number."""
    return int(value) if name == "after" and isinstance(value, str) and value.isdecimal() else value


def _options(kind: Any) -> tuple[Any, ...]:  # noqa: ANN401 - type forms
    if get_origin(kind) in {typing.Union, types.UnionType}:
        return get_args(kind)
    return (kind,)


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.title, rest))
