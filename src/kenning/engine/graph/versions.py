"""Opening versions of definitions: they are kept as marks, and the values stand in the log, with whoever says them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kenning.model.access.genesis import GENESIS_VALUES
from kenning.model.codec import envelope_of
from kenning.model.identity.act import Act, Restated, decoded
from kenning.model.identity.definition import Definition, Mark, Version
from kenning.rules import kinds
from kenning.rules.identity.quotes import opened, openings
from kenning.store import Reader


def marks_of(version: Version) -> list[Mark]:
    """List the marks of a version."""
    found = [version.name, *(one.name for one in version.aliases), *(one.identifier for one in version.merged)]
    found += [one for marks in version.attributes for one in marks]
    return found if version.primary is None else [*found, version.primary]


def read(reader: Reader, namespace: str, versions: Iterable[Version]) -> list[Definition]:
    """Read versions with what the log still says; what was erased from it is blank."""
    known: dict[Mark, Any] = {**GENESIS_VALUES, **reader.kept.get("opened", {})}
    looked: set[str] = set()
    found = []
    for version in versions:
        for event_id in {one.partition(":")[0] for one in marks_of(version)} - looked:
            looked.add(event_id)
            act = _said(reader, namespace, event_id)
            if act is not None:
                known.update({one: value for one, (_, value) in openings(act, event_id).items()})
        found.append(opened(version, known))
    return found


def _said(reader: Reader, namespace: str, event_id: str) -> Act | None:
    sealed = reader.get(namespace, event_id)
    if sealed is None or sealed.payload is None:
        return None
    event = envelope_of(sealed)
    act = decoded(event.kind, event.text) if kinds.connects(event.kind) else None
    return act.said() if isinstance(act, Restated) else act
