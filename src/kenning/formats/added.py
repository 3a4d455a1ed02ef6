"""Formats that other packages add, by entry points of the group ``kenning.formats``."""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import EntryPoint, entry_points
from typing import cast

import msgspec

from kenning.errors import UnsupportedError
from kenning.formats.draft import Format

GROUP = "kenning.formats"
_OF_KENNING = frozenset({"jsonl", "events"})


class Added(msgspec.Struct, frozen=True):
    """A format of another package, not yet loaded: where it is found."""

    point: EntryPoint

    def load(self) -> Format:
        """Load it; `UnsupportedError` where its package cannot be imported, or it is no format."""
        name = self.point.name
        try:
            found = self.point.load()
        except (ImportError, AttributeError, SyntaxError) as error:
            raise _refused(name, f"cannot be loaded: {error}") from error
        lacking = [part for part in ("name", "recognises", "read") if not hasattr(found, part)]
        if lacking:
            raise _refused(name, f"is no format: it has no {', no '.join(lacking)}")
        if found.name != name:
            raise _refused(name, f'calls itself "{found.name}"')
        return cast("Format", found)


def added(own: Collection[str]) -> dict[str, Added]:
    """The formats that installed packages add, by name, sorted; one that takes a name of ours, or another's, is refused."""
    found: dict[str, Added] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (point.name, point.value)):
        if point.name in own or point.name in _OF_KENNING:
            raise _refused(point.name, f"of {point.value} has the name of a format that Kenning ships")
        if point.name in found and found[point.name].point.value != point.value:
            raise _refused(point.name, f"is added twice, by {found[point.name].point.value} and by {point.value}")
        found[point.name] = Added(point)
    return found


def _refused(name: str, reason: str) -> UnsupportedError:
    """The refusal of an added format."""
    details = {"path": "format", "value": name, "reason": reason}
    return UnsupportedError(
        f'format: "{name}" {reason}', hint="mend or uninstall the package that adds it", details=details
    )
