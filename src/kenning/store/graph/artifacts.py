"""Artifacts, notices and denials as one reading sees them, and how they are written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from kenning.model.identity.artifact import ArtifactVersion, Words
from kenning.model.identity.change import GraphChange, Lowered, Noticed, Refused, Seen, Spoken, Versioned
from kenning.store.places import NOW, SEQUENCE_MAX
from kenning.store.queries import load

SQL = load("graph.sql")

_version = msgspec.json.Decoder(ArtifactVersion).decode
_words = msgspec.json.Decoder(Words).decode
_refused = msgspec.json.Decoder(Refused).decode
_encode = msgspec.json.Encoder(order="sorted").encode


class Told(NamedTuple):
    """A notice as it lies in the store: the act, its kind, its event, whom it is about, and whether it was seen."""

    sequence: int
    kind: str
    event: str
    about: list[str]
    seen: bool


class SqliteArtifacts:
    """Artifacts, notices and denials of one namespace."""

    _execute: Callable[..., Any]
    _base: int

    def _span(self, at: int) -> tuple[int, int, int]:
        return self._base, self._base | SEQUENCE_MAX, at

    # -- artifacts -----------------------------------------------------------------------------------------------------

    def artifact_version(self, version_id: str, at: int = NOW) -> ArtifactVersion | None:
        """Give a version by its hash."""
        found = self._execute(SQL["artifact_version"], (version_id, *self._span(at))).fetchone()
        return None if found is None else _version(found[0])

    def put_by(self, version_id: str) -> tuple[str, int]:
        """Tell which event put a version, and its sequence."""
        _, event, sequence = self._execute(SQL["artifact_version"], (version_id, *self._span(NOW))).fetchone()
        return event, sequence

    def artifact_versions_like(self, prefix: str, at: int = NOW) -> list[ArtifactVersion]:
        """List versions whose hash begins so, a few at most."""
        return [_version(body) for (body,) in self._execute(SQL["artifact_versions_like"], (prefix, *self._span(at)))]

    def artifact_versions(self, artifact: str, at: int = NOW) -> list[ArtifactVersion]:
        """List the versions of an artifact, in order."""
        return [_version(body) for (body,) in self._execute(SQL["artifact_versions"], (artifact, *self._span(at)))]

    def artifacts(self, kind: str | None, at: int = NOW) -> list[str]:
        """List the artifacts of a kind, or all, in the order they came."""
        return [one for (one,) in self._execute(SQL["artifacts"], (*self._span(at), kind))]

    def artifacts_named(self, key: str, at: int = NOW) -> list[str]:
        """List the artifacts of which some version bears a name."""
        return [one for (one,) in self._execute(SQL["named_artifacts"], (key, *self._span(at)))]

    def artifact_children(self, version_id: str, at: int = NOW) -> list[str]:
        """List the versions made of one."""
        return [one for (one,) in self._execute(SQL["artifact_children"], (version_id, *self._span(at)))]

    def artifact_words(self, version_id: str, at: int = NOW) -> tuple[Words, str] | None:
        """Give the words of a version and the event that tells them; nothing where that was erased."""
        found = self._execute(SQL["artifact_words"], (version_id, *self._span(at))).fetchone()
        return None if found is None else (_words(found[0]), found[1])

    def is_demoted(self, version_id: str, at: int = NOW) -> bool:
        """Tell whether a macro was demoted."""
        return bool(self._execute(SQL["is_demoted"], (version_id, *self._span(at))).get)

    def macros_of(self, entity: str) -> list[ArtifactVersion]:
        """List the macros learned from an entity that nothing was made of and that were not demoted."""
        return [_version(body) for (body,) in self._execute(SQL["macros_of"], (entity, *self._span(NOW)[:2]))]

    def macro_entities(self) -> list[str]:
        """List from whom macros were learned."""
        return [one for (one,) in self._execute(SQL["macro_entities"], self._span(NOW)[:2])]

    # -- notices and denials -------------------------------------------------------------------------------------------

    def notices(self, at: int, limit: int, *, seen: bool) -> list[Told]:
        """List notices, the newest first; ``seen`` lists those that were seen as well."""
        rows = self._execute(SQL["notices"], (*self._span(at), seen, limit))
        return [
            Told(sequence, kind, event, msgspec.json.decode(about, type=list[str]), bool(was_seen))
            for sequence, kind, event, about, was_seen in rows
        ]

    def is_notice(self, event: str) -> bool:
        """Tell whether the admin is told of an event."""
        return bool(self._execute(SQL["is_notice"], (event, *self._span(NOW)[:2])).get)

    def denials(self, who: str | None, resource: str | None, limit: int, at: int = NOW) -> list[tuple[int, Refused]]:
        """List what was refused, the newest first, each with its sequence: to one, about one thing, or all."""
        rows = self._execute(SQL["denials"], (*self._span(at), who, resource, limit))
        return [(sequence, _refused(body)) for sequence, body in rows]


def write(execute: Callable[..., Any], base: int, since: int, change: GraphChange) -> None:
    """Write what an act on artifacts, a notice or a denial folds to."""
    place = base | since
    match change:
        case Versioned(version, event):
            body = _encode(version).decode()
            row = (place, version.artifact, version.id, version.kind, version.entity, event, body)
            execute(SQL["add_version"], row)
            for parent in version.parents:
                execute(SQL["add_parent"], (place, parent))
        case Spoken(version_id, key, words, event):
            execute(SQL["add_words"], (place, version_id, key, event, _encode(words).decode()))
        case Lowered(demoted):
            for one in demoted.versions:
                execute(SQL["add_demotion"], (place, one))
        case Noticed(event, kind, about):
            execute(SQL["add_notice"], (place, kind, event, _encode(about).decode()))
        case Seen(notices):
            for one in notices:
                execute(SQL["add_notice_read"], (place, one))
        case Refused(entity, principal, _, resource):
            execute(SQL["add_denial"], (place, principal, entity, resource, _encode(change).decode()))
