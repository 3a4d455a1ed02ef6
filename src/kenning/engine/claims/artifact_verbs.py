"""The verbs on artifacts: memories, knowledge and macros, each in versions that rest on events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from kenning.engine.access.bound import Bound
from kenning.engine.claims import artifacts, macros
from kenning.errors import InvalidError
from kenning.model.identity.artifact import ArtifactView, Step, Validation, Words
from kenning.model.time import wrong
from kenning.rules.knowledge import artifacts as rules


class ArtifactVerbs(Bound):
    """What is kept of what happened: versions that stay readable, each with its parents and the events it was drawn from."""

    def put_artifact(self, name: str, text: str, *, evidence: Sequence[str] = (), **more: Any) -> ArtifactView:  # noqa: ANN401
        """Put a memory or knowledge drawn from events, or a new version of what bears the name; gives it as it reads.

        ``more``: ``kind`` ("memory" or "knowledge"), ``contradicts`` (the evidence speaks against what was there), ``because``,
        ``parents`` (versions it is made of, by label or hash; else all the newest), ``artifact`` (which one gets a version, where
        its name is to be another).
        """
        self._writable()
        words = _words(name=name, text=text, because=more.pop("because", None) or "")
        given = {key: value for key, value in more.items() if value is not None}
        unknown = sorted(set(given) - set(artifacts.Draft.__struct_fields__))
        if unknown:
            raise wrong(unknown[0], given[unknown[0]], "is nothing an artifact is put with")
        if given.get("kind") not in {None, "memory", "knowledge", "macro"}:
            raise wrong("kind", given["kind"], "is none of memory, knowledge, macro")
        draft = artifacts.Draft(words=words, evidence=tuple(evidence), **given)
        self._seen(*draft.evidence)
        self._about()
        known = artifacts.known(self._engine, self.scope, self.agent, draft)
        return self.artifact(artifacts.put(self._engine, self._who, draft, known))

    def artifact(self, asked: str, *, version: str | None = None) -> ArtifactView:
        """Read an artifact, by its name, its id or the hash of a version: the version asked for, else the newest."""
        return artifacts.get(self._engine, (self._who, self.scope), asked, version, self._at)

    def artifacts(self, kind: str | None = None) -> list[ArtifactView]:
        """List the newest versions of all artifacts, or of those of one kind."""
        return artifacts.listed(self._engine, (self._who, self.scope), kind, self._at)

    def artifact_versions(self, asked: str) -> list[ArtifactView]:
        """List the versions of an artifact, the oldest first; old ones stay readable."""
        return artifacts.history(self._engine, (self._who, self.scope), asked, self._at)

    def learn_macro(
        self,
        name: str,
        steps: Sequence[Step | str],
        *,
        entity: str,
        events: Sequence[str],
        text: str = "",
        because: str = "",
    ) -> ArtifactView:
        """Learn a macro from what an entity did: steps such as ``tool:deploy:invoke``, the events they were done in.

        It is bound to what the entity is permitted now. Raises `NotAllowedError` where a step is not.
        """
        self._writable()
        read = [one if isinstance(one, Step) else rules.step_of(one) for one in steps]
        words = _words(name=name, text=text, steps=read, because=because)
        self._seen(*events)
        self._about()
        of = self._known(entity)
        learned = macros.Learned(
            name=words.name, steps=words.steps, entity=of, events=events, text=words.text, because=words.because
        )
        known = artifacts.known(self._engine, self.scope, self.agent, macros.drafted(learned))
        return self.artifact(macros.learn(self._engine, self._who, learned, known))

    def use_macro(self, asked: str) -> ArtifactView:
        """Give a macro to be carried out, step by step; each step is asked for once more when it is done.

        Raises `NotAllowedError` where what its entity is permitted has changed since, until it is validated, and where a step is
        not allowed to this session.
        """
        found = macros.use(self._engine, (self._who, self.scope), asked)
        for step in found.words.steps if found.words is not None else ():
            self._may(step.resource_type, step.resource_id, step.action)
        self._engine.audit.saw(self._who, "macro.use", (str(found.words_event),))
        return found

    def validate_macro(self, asked: str) -> Validation:
        """Judge each step of a macro under what its entity is permitted now; where all are allowed a new version holds.

        Raises `NotAllowedError` without the permission ``manage_permissions``.
        """
        self._writable()
        self._may("administrative", "manage_permissions", "perform")
        named = self.artifact(asked).version.id
        return macros.validate(self._engine, self._who, named)


def _words(**said: Any) -> Words:  # noqa: ANN401 - any field of the words
    try:
        return msgspec.convert(msgspec.to_builtins(Words(**said)), Words)
    except msgspec.ValidationError as error:
        where = str(error).rpartition("$.")[2].rstrip("`") if "$." in str(error) else "artifact"
        raise InvalidError(
            f"{where}: {error}", details={"path": where, "value": said.get(where), "reason": str(error)}
        ) from error
