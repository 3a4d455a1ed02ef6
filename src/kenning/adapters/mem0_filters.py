"""The filters of mem0: what they ask of a memory, and whose memories they are bound to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from kenning.errors import InvalidError, NotFoundError
from kenning.model.time import wrong

OWNERS = ("user_id", "agent_id", "run_id")
"""By which a memory is somebody's, the first it has being its owner."""
_OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {
        "eq": lambda own, asked: bool(own == asked),
        "ne": lambda own, asked: bool(own != asked),
        "gt": lambda own, asked: bool(own > asked),
        "gte": lambda own, asked: bool(own >= asked),
        "lt": lambda own, asked: bool(own < asked),
        "lte": lambda own, asked: bool(own <= asked),
        "in": lambda own, asked: own in asked,
        "nin": lambda own, asked: own not in asked,
        "contains": lambda own, asked: asked in own,
        "icontains": lambda own, asked: str(asked).casefold() in str(own).casefold(),
    }
)
_ANY = "*"
_ABSENT = object()
Asked = Mapping[str, Any]


class RefusedError(InvalidError, ValueError):
    """What was asked of a memory is wrong; a ``ValueError`` as well, which is what mem0 raises."""


class MissingError(NotFoundError, ValueError):
    """There is no such memory; a ``ValueError`` as well, which is what mem0 raises."""


def refused(path: str, value: object, reason: str, *, hint: str = "") -> RefusedError:
    """Build a refusal: path, value, reason."""
    error = wrong(path, value, reason, hint=hint)
    return RefusedError(error.message, hint=hint, details=error.details)


def identity(value: object, name: str) -> str | None:
    """Give an id as it is kept: text without blanks. Raises `RefusedError` for what is none."""
    if value is None:
        return None
    text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not text or any(sign.isspace() for sign in text):
        raise refused(name, value, "is no id: it is a text without blanks")
    return text


def ids_of(named: Asked) -> dict[str, str | None]:
    """Give the ids by which a memory is somebody's, checked."""
    return {name: identity(named.get(name), name) for name in OWNERS}


def scoped(filters: Asked | None, named: Asked) -> dict[str, Any]:
    """Put filters and ids that stand beside them together, checked. Raises `RefusedError` where they are bound to nobody.

    Whose memories are meant must be said, in every branch: there is no search through everybody's.
    """
    given = dict(filters or {})
    for name in OWNERS:
        if named.get(name) is not None:
            given[name] = named[name]
    whole = _checked(given, "filters")
    if not _is_bound(whole):
        raise refused("filters", given, "name nobody", hint=f"say at least one of {', '.join(OWNERS)}")
    return whole


def owner(filters: Asked, name: str) -> str | None:
    """Give the one id that all memories meant have, where the filters say so."""
    own = filters.get(name)
    if isinstance(own, str) and own != _ANY:
        return own
    return next((found for part in filters.get("AND", ()) if (found := owner(part, name)) is not None), None)


def fits(held: Asked, filters: Asked) -> bool:
    """Tell whether what is held of a memory, ids and metadata alike, is as the filters ask."""
    return all(_holds(held, name, asked) for name, asked in filters.items())


def _holds(held: Asked, name: str, asked: Any) -> bool:  # noqa: ANN401 - whatever was asked
    if name == "AND":
        return all(fits(held, part) for part in asked)
    if name == "OR":
        return any(fits(held, part) for part in asked)
    if name == "NOT":
        return not any(fits(held, part) for part in asked)
    own = held.get(name, _ABSENT)
    if not isinstance(asked, Mapping):
        return own is not _ABSENT if asked == _ANY else bool(own == asked)
    return all(_compares(own, operator, bound) for operator, bound in asked.items())


def _compares(own: object, operator: str, bound: object) -> bool:
    if own is _ABSENT:
        return operator in {"ne", "nin"}
    try:
        return _OPERATORS[operator](own, bound)
    except TypeError:  # a text is neither above nor below a number
        return False


def _checked(filters: Asked, path: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, asked in filters.items():
        here = f"{path}.{name}"
        if name in {"AND", "OR", "NOT"}:
            if not isinstance(asked, list) or not asked or not all(isinstance(part, Mapping) for part in asked):
                raise refused(here, asked, "is no list of filters")
            found[name] = [_checked(part, f"{here}[{number}]") for number, part in enumerate(asked)]
        elif isinstance(asked, Mapping):
            unknown = next((one for one in asked if one not in _OPERATORS), None)
            if unknown is not None:
                raise refused(here, unknown, "is no operator", hint=f"they are {', '.join(_OPERATORS)}")
            found[name] = dict(asked)
        else:
            found[name] = identity(asked, here) if name in OWNERS and asked != _ANY else asked
    return found


def _is_bound(filters: Asked) -> bool:
    if any(isinstance(filters.get(name), str) and filters[name] != _ANY for name in OWNERS):
        return True
    if any(_is_bound(part) for part in filters.get("AND", ())):
        return True
    branches = filters.get("OR", ())
    return bool(branches) and all(_is_bound(part) for part in branches)
