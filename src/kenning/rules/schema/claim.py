"""Whether a value, or the types of two entities, go with a predicate."""

from __future__ import annotations

import re
from datetime import date

from kenning.model.schema import ENTITY, Active, Predicate
from kenning.model.time import instant, wrong
from kenning.rules.door.wire import check_plain
from kenning.rules.schema.active import compatible, qualified

TEXT_MAX = 8192

_DAY = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?|--\d\d-\d\d", re.ASCII)
_LEAP_YEAR = "2000"  # stands in for the year of a birthday that has none, and may be 29 February


def check_value(asked: Predicate, value: object) -> None:
    """Refuse a value that a predicate does not take as its object; for an entity as object there is `check_ends`.

    A date is ``1990``, ``1990-05``, ``1990-05-17`` or ``--05-17`` (ISO 8601, RFC 6350); a datetime has an offset (RFC 3339).
    Raises `InvalidError`.
    """
    if asked.is_relation:
        reason = f"is a value, and {asked.name} takes an entity"
        raise wrong("object", value, reason, hint=f"one of: {', '.join(asked.object)}")
    check_plain(value, "object", 1)
    wanted = asked.object[0] if asked.object else "json"
    if wanted == "text":
        _check_text(asked, value)
    elif wanted == "number" and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise wrong("object", value, f"is no number, and {asked.name} takes one")
    elif wanted == "boolean" and not isinstance(value, bool):
        raise wrong("object", value, f"is neither true nor false, and {asked.name} takes one of them")
    elif wanted == "date":
        _check_date(asked, value)
    elif wanted == "datetime":
        if not isinstance(value, str):
            raise wrong("object", value, f"is no text, and {asked.name} takes a time as text")
        instant(value, None, "object")


def _check_text(asked: Predicate, value: object) -> None:
    if not isinstance(value, str):
        raise wrong("object", value, f"is no text, and {asked.name} takes one")
    if not value.strip():
        raise wrong("object", value, "is empty")
    if len(value) > TEXT_MAX:
        raise wrong("object", value, f"has more than {TEXT_MAX} characters")


def _check_date(asked: Predicate, value: object) -> None:
    hint = "write it as 1990-05-17, or less of it: 1990-05, 1990, --05-17"
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise wrong("object", value, f"is no date, and {asked.name} takes one", hint=hint)
    day = _LEAP_YEAR + value[1:] if value.startswith("--") else f"{value}-01-01"[: len("1990-05-17")]
    try:
        date.fromisoformat(day)
    except ValueError as error:
        raise wrong("object", value, "is not a day there is", hint=str(error)) from error


def check_ends(active: Active, asked: Predicate, subject: str, object_: str | None = None) -> None:
    """Refuse types of the two ends of a claim that its predicate does not go with; unknown types go with all.

    ``object_`` is the type of the entity that is the object, ``None`` where a value is. Raises `InvalidError`.
    """
    if asked.subject and not any(compatible(active, subject, one) for one in asked.subject):
        hint = f"one of: {', '.join(asked.subject)}"
        raise wrong("subject", qualified(active, subject), f"is not what {asked.name} is said of", hint=hint)
    if object_ is None or not asked.object or asked.object == (ENTITY,):
        return
    if not asked.is_relation:
        reason = f"is an entity's type, and {asked.name} takes a {asked.object[0]}"
        raise wrong("object", qualified(active, object_), reason)
    if not any(compatible(active, object_, one) for one in asked.object):
        hint = f"one of: {', '.join(asked.object)}"
        raise wrong("object", qualified(active, object_), f"is not what {asked.name} leads to", hint=hint)
