"""Corrections as they are typed: `--set path=text`, `--set path:=json`, or one JSON merge patch."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from kenning.faces.cli.frame import missing
from kenning.model.time import wrong

_ASSIGNMENT = re.compile(r"([A-Za-z][A-Za-z0-9_]*(?:\.[A-Za-z0-9_]+)*)(:?)=(.*)", re.DOTALL)


def patched(assignments: Sequence[str], patch: str | None) -> dict[str, object]:
    """The merge patch of what was typed; a later assignment goes into what an earlier one made.

    >>> patched(["location.name=Office", "location.confidence:=0.9"], None)
    {'location': {'name': 'Office', 'confidence': 0.9}}
    """
    changes = _read(patch, "--patch") if patch is not None else {}
    if not isinstance(changes, dict):
        raise wrong("--patch", patch, "is no JSON object", hint="""such as '{"location": {"name": "Office"}}'""")
    for assignment in assignments:
        form = _ASSIGNMENT.fullmatch(assignment)
        if form is None:
            raise wrong("--set", assignment, "is no field and its value", hint="such as location.name=Office")
        path, is_json, value = form.groups()
        _assign(changes, path, _read(value, f"--set {path}") if is_json else value)
    if not changes:
        hint = "--set location.name=Office, or --patch with a JSON merge patch"
        raise missing("--set", hint=hint)
    return changes


def _assign(changes: dict[str, object], path: str, value: object) -> None:
    *outer, last = path.split(".")
    here = changes
    for name in outer:
        inner = here.setdefault(name, {})
        if not isinstance(inner, dict):
            raise wrong("--set", path, f"goes into {name}, which was set to a value")
        here = inner
    here[last] = value


def _read(text: str, path: str) -> object:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise wrong(path, text, f"is not JSON: {error}", hint="write text as path=text, JSON as path:=json") from error
