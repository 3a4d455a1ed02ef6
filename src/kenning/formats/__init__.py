"""Foreign files as drafts of events: one module a format, each a `Format` found by its looks or asked for by name.

A package adds one by an entry point of the group ``kenning.formats``: see docs/formats.md.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import ModuleType
from typing import cast

from kenning.errors import InvalidError, UnsupportedError
from kenning.formats.added import added
from kenning.formats.draft import Draft, Format, LeftOut, Options, Record, Skipped, checked

__all__ = [
    "FORMATS",
    "Draft",
    "Format",
    "LeftOut",
    "Options",
    "Record",
    "Skipped",
    "by_name",
    "checked",
    "recognise",
]

_HEAD_BYTES = 1 << 16
_OWN = (
    *("ics", "vcard", "photo", "ofx", "apple_health", "gpx", "cloudevents", "mem0", "zep", "letta"),
    *("telegram", "slack", "discord", "matrix"),
    *("home_assistant", "github", "google_takeout", "messenger", "instagram", "browser_history", "flights", "signal"),
    *("whatsapp", "mail"),
)


class _Formats(Mapping[str, Format]):
    """The formats by name, in the order in which they are asked: those with unmistakable looks first, added ones last.

    Each is imported when it is met, for ``import kenning`` must be quick and few sessions import a file.
    """

    def __getitem__(self, name: str) -> Format:
        if name in _OWN:
            return cast("Format", importlib.import_module(f"{__name__}.{name}"))
        return added(_OWN)[name].load()

    def __iter__(self) -> Iterator[str]:
        yield from _OWN
        yield from added(_OWN)

    def __len__(self) -> int:
        return sum(1 for _ in self)


FORMATS: Mapping[str, Format] = _Formats()


def __getattr__(name: str) -> ModuleType:
    """Give a format's module as an attribute, imported when it is asked for."""
    if name in _OWN:
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def by_name(name: str) -> Format:
    """The format a user names; `InvalidError` with the names there are."""
    if name not in FORMATS:
        reason = "is none that Kenning reads"
        raise InvalidError(
            f'format: "{name}" {reason}',
            hint=f"formats: {', '.join(sorted(FORMATS))}",
            details={"path": "format", "value": name, "reason": reason},
        )
    return FORMATS[name]


def recognise(path: Path) -> Format:
    """The format of a file or folder by its looks, not its name.

    Raises `UnsupportedError` for what no format knows, `InvalidError` for what is not there or a damaged archive.
    """
    try:
        head = b""
        if not path.is_dir():
            with path.open("rb") as file:
                head = file.read(_HEAD_BYTES)
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise InvalidError(f"path: {path} {reason}", details={"path": "path", "reason": reason}) from error
    for format_ in FORMATS.values():
        if format_.recognises(path, head):
            return format_
    hint = f"formats read: {', '.join(sorted(FORMATS))}; name one if you know it"
    raise UnsupportedError(f"{path.name}: is in no format that Kenning knows", hint=hint, details={"path": str(path)})
