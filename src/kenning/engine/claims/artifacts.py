"""Artifacts: a new version on evidence or against it, and reading any of them with all it rests on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.engine.reading import threads
from kenning.engine.reading.reads import find as find_event
from kenning.engine.reading.reads import rests_on_hidden
from kenning.engine.recognise.lookup import agents_of
from kenning.errors import ConflictError, NotFoundError
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope, Relation
from kenning.model.identity.artifact import (
    EVIDENCE_MAX,
    PUT,
    WORDED,
    ArtifactKind,
    ArtifactVersion,
    ArtifactView,
    Cause,
    Worded,
    Words,
    commitments,
    sealed_version,
)
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.knowledge import artifacts as rules
from kenning.store import NOW, Graph, Reader

VERSION = "0123456789abcdef"
PREFIX_MIN = 8


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What a caller puts: the words and the events they are drawn from; of what there is, the versions it is made of.

    ``artifact`` names what gets a new version, by id, hash or name; without it the name in the words decides.
    """

    words: Words
    kind: ArtifactKind | None = None
    evidence: Sequence[str] = ()
    contradicts: bool = False
    parents: Sequence[str] = ()
    artifact: str | None = None


class Bond(msgspec.Struct, frozen=True, kw_only=True):
    """To whose execution, and to which profile, a macro is bound; and why a version is made, if not by evidence."""

    entity: str | None = None
    profile: str | None = None
    cause: Cause | None = None


FREE = Bond()


Known = Sequence[ArtifactVersion] | None
"""The versions a caller of less than everything sees of what is put; nothing where all there are count."""


def put(engine: Engine, who: Who, draft: Draft, known: Known = None) -> str:
    """Put a new artifact, or a new version of one; gives the id of the version.

    Raises `InvalidError` without evidence, `ConflictError` where nothing new is said, `NotFoundError` for parents and evidence.
    """
    if draft.kind == "macro":
        raise wrong("kind", "macro", "is learned, not put", hint="kenning macro learn")

    def deed(appender: Appender) -> str:
        versions = there(appender.graph, appender.who.agent, draft) if known is None else known
        if versions and versions[0].kind == "macro":
            raise wrong("artifact", versions[0].artifact, "is a macro, and is learned", hint="kenning macro learn")
        return made(appender, draft, versions)

    done: str = commit(engine, who, deed)
    return done


def known(engine: Engine, scope: Scope, agent: str, draft: Draft) -> Known:
    """Find the versions of what is put that a scope shows, where it does not show everything."""
    if scope.who is None:
        return None
    with engine.read(scope) as reader:
        return there(reader.graph(scope.namespace), agent, draft)


def there(graph: Graph, agent: str, draft: Draft) -> list[ArtifactVersion]:
    """Find the versions of what is put: none where it is new. Raises `ConflictError` where the kind is another."""
    asked = draft.artifact or draft.words.name
    try:
        found = graph.artifact_versions(artifact_of(graph, agent, asked))
    except NotFoundError:
        if draft.artifact is not None or draft.parents:
            raise
        return []
    if draft.kind is not None and found[0].kind != draft.kind:
        hint = "give it another name, or leave the kind out"
        raise ConflictError(f"{asked}: is there already, as {found[0].kind}", hint=hint)
    return found


def made(appender: Appender, draft: Draft, versions: Sequence[ArtifactVersion], bond: Bond = FREE) -> str:
    """Append a version and its words, made of what there is; gives its id."""
    graph = appender.graph
    parents = rules.parents_for(versions, [_version(versions, one).id for one in draft.parents])
    evidence = [_evidence(appender, one) for one in dict.fromkeys(draft.evidence)]
    if len(evidence) > EVIDENCE_MAX:
        raise wrong("evidence", len(evidence), f"are more events than the {EVIDENCE_MAX} a version may be drawn from")
    cause = bond.cause or rules.cause_of(parents, draft.evidence, contradicts=draft.contradicts)
    said = [(one, graph.artifact_words(one.id)) for one in parents]
    before = [(one, words[0] if words is not None else None) for one, words in said]
    if bond.cause is None and not rules.differs(before, draft.words, draft.evidence):
        raise ConflictError(f"{draft.words.name}: says this already", hint="give new evidence, or other words")
    drawn = [*evidence, *(_told_by(appender, words[1]) for _, words in said if words is not None)]
    if not drawn:
        raise wrong("evidence", [], "is missing: all that was there is erased", hint="name events it rests on")
    salt = appender.salt()
    version = sealed_version(
        ArtifactVersion(
            artifact=versions[0].artifact if versions else f"art_{appender.new_entity_id().replace('-', '')}",
            agent=versions[0].agent if versions else appender.who.agent,
            kind=versions[0].kind if versions else draft.kind or "memory",
            label=rules.label_of(parents),
            cause=cause,
            parents=sorted(one.id for one in parents),
            evidence=sorted(str(one.id) for one in evidence),
            entity=bond.entity,
            profile=bond.profile,
            commitments=commitments(draft.words, bytes.fromhex(salt)),
        )
    )
    _append(appender, version, Worded(version=version.id, words=draft.words, salt=salt), (evidence, drawn))
    return version.id


def _append(
    appender: Appender, version: ArtifactVersion, worded: Worded, rests: tuple[list[Envelope], list[Envelope]]
) -> None:
    """Append what holds for ever, then the words, which go with any of what they were drawn from."""
    graph = appender.graph
    evidence, drawn = rests
    made_of = [_told_by(appender, graph.put_by(parent)[0]) for parent in version.parents]
    replaces: list[tuple[Envelope, Relation]] = [(one, "supersedes") for one in made_of]
    put_by = appender.act(PUT, version, [*replaces, *((one, "derived_from") for one in evidence)])
    appender.act(WORDED, worded, [(put_by, "caused_by"), *((one, "derived_from") for one in drawn)])


def _evidence(appender: Appender, event_id: str) -> Envelope:
    found = find_event(appender.reader, Scope(namespace=appender.who.namespace), event_id, None)
    if kinds.reserved(found.kind):
        raise wrong("evidence", event_id, f"is {found.kind}, a record of Kenning's own and no evidence")
    return found


def _told_by(appender: Appender, event_id: str) -> Envelope:
    sealed = appender.reader.get(appender.who.namespace, event_id)
    assert sealed is not None, "an act that is projected is in the log"
    return envelope_of(sealed)


# -- finding -----------------------------------------------------------------------------------------------------------


def missing(asked: str) -> NotFoundError:
    """Say that an artifact is not there, or may not be known; both read alike."""
    return NotFoundError(f"{asked}: there is no such artifact", hint="kenning artifact list names them")


def artifact_of(graph: Graph, agent: str, asked: str, at: int = NOW) -> str:
    """Find an artifact by id, by the hash of a version or by its name. Raises `NotFoundError`, `ConflictError`."""
    if asked.startswith("art_"):
        if not graph.artifact_versions(asked, at):
            raise missing(asked)
        return asked
    if _is_hash(asked):
        found = {one.artifact for one in graph.artifact_versions_like(asked, at)}
        if found:
            return _only(found, asked)
    named = graph.artifacts_named(rules.key_of(asked), at)
    for tenancy in agents_of(agent):
        mine = {
            one
            for one in named
            if graph.artifact_versions(one, at)[0].agent == tenancy and _is_called(graph, one, asked, at)
        }
        if mine:
            return _only(mine, asked)
    raise missing(asked)


def _is_hash(asked: str) -> bool:
    return PREFIX_MIN <= len(asked) <= 64 and all(letter in VERSION for letter in asked)


def _is_called(graph: Graph, artifact: str, name: str, at: int) -> bool:
    """Tell whether any of the newest versions of an artifact bears a name."""
    said = (graph.artifact_words(one.id, at) for one in rules.heads(graph.artifact_versions(artifact, at)))
    return any(words is not None and rules.key_of(words[0].name) == rules.key_of(name) for words in said)


def _only(found: Iterable[str], asked: str) -> str:
    every = sorted(found)
    if len(every) > 1:
        raise ConflictError(f"{asked}: {len(every)} artifacts are called so", hint=f"say which: {', '.join(every[:5])}")
    return every[0]


def _version(versions: Sequence[ArtifactVersion], asked: str) -> ArtifactVersion:
    """Choose one of an artifact's versions by label or hash. Raises `NotFoundError`, `ConflictError`."""
    found = [one for one in versions if one.label == asked] or [
        one for one in versions if _is_hash(asked) and one.id.startswith(asked)
    ]
    if not found:
        raise NotFoundError(f"{asked}: is no version of it", hint="kenning artifact log names them")
    if len(found) > 1:
        raise ConflictError(f"{asked}: {len(found)} versions are called so", hint="say which by its hash")
    return found[0]


def chosen(versions: Sequence[ArtifactVersion], asked: str) -> ArtifactVersion:
    """Choose the version of an artifact that was asked for by hash, else the newest."""
    by_hash = _is_hash(asked) and any(one.id.startswith(asked) for one in versions)
    return _version(versions, asked) if by_hash else rules.heads(versions)[-1]


# -- reading -----------------------------------------------------------------------------------------------------------

Sees = tuple[Who, Scope]
"""Who reads, and what of the store is shown to that one."""


def get(engine: Engine, sees: Sees, asked: str, version: str | None, at: int | None) -> ArtifactView:
    """Read an artifact: the version asked for by label or hash, else the one a hash names, else the newest."""
    who, moment = sees[0], NOW if at is None else at

    def read(reader: Reader) -> list[ArtifactView]:
        graph = reader.graph(who.namespace)
        versions = graph.artifact_versions(artifact_of(graph, who.agent, asked, moment), moment)
        wanted = _version(versions, version) if version is not None else chosen(versions, asked)
        return [view(reader, who.namespace, wanted, moment)]

    return _seen(engine, sees, "artifact.get", read)[0]


def history(engine: Engine, sees: Sees, asked: str, at: int | None) -> list[ArtifactView]:
    """List the versions of an artifact, the oldest first."""
    who, moment = sees[0], NOW if at is None else at

    def read(reader: Reader) -> list[ArtifactView]:
        graph = reader.graph(who.namespace)
        versions = graph.artifact_versions(artifact_of(graph, who.agent, asked, moment), moment)
        return [view(reader, who.namespace, one, moment) for one in versions]

    return _seen(engine, sees, "artifact.log", read)


def listed(engine: Engine, sees: Sees, kind: str | None, at: int | None) -> list[ArtifactView]:
    """List the newest versions of all artifacts, or of those of a kind, in the order they came."""
    who, moment = sees[0], NOW if at is None else at

    def read(reader: Reader) -> list[ArtifactView]:
        graph = reader.graph(who.namespace)
        every = (graph.artifact_versions(one, moment) for one in graph.artifacts(kind, moment))
        return [
            view(reader, who.namespace, one, moment)
            for versions in every
            if versions[0].agent in agents_of(who.agent)
            for one in rules.heads(versions)
        ]

    return _seen(engine, sees, "artifact.list", read)


def _seen(engine: Engine, sees: Sees, verb: str, read: Callable[[Reader], list[ArtifactView]]) -> list[ArtifactView]:
    """Read, and note in the audit what was seen: the events that tell the words."""
    who, scope = sees
    with engine.read(scope) as reader:
        found = read(reader)
    engine.audit.saw(who, verb, tuple(one.words_event for one in found if one.words is not None and one.words_event))
    return found


def view(reader: Reader, namespace: str, version: ArtifactVersion, at: int = NOW) -> ArtifactView:
    """Read one version as of a moment: words that were redacted since are hidden then, too."""
    graph = reader.graph(namespace)
    event, _ = graph.put_by(version.id)
    said = graph.artifact_words(version.id, at)
    worded = _event(reader, namespace, said[1]) if said is not None else None
    hidden = worded is not None and rests_on_hidden(reader, Scope(namespace=namespace), worded)
    put_by = _event(reader, namespace, event)
    children = graph.artifact_children(version.id, at)
    stale = threads.source_changes(reader, namespace, worded, at) if worded is not None and not hidden else {}
    return ArtifactView(
        version=version,
        status=rules.status(version, children, {version.id} if graph.is_demoted(version.id, at) else ()),
        words=said[0] if said is not None and not hidden else None,
        erased=said is None,
        hidden=hidden,
        event=event,
        words_event=said[1] if said is not None else None,
        recorded_at=put_by.recorded_at,
        by=put_by.recorded_by.principal if put_by.recorded_by is not None else "",
        evidence=_rests_on(graph, version, at),
        stale_because=sorted(key for key, sequence in stale.items() if worded and sequence > worded.sequence),
        children=children,
        heads=[one.id for one in rules.heads(graph.artifact_versions(version.artifact, at))],
    )


def _event(reader: Reader, namespace: str, event_id: str) -> Envelope:
    sealed = reader.get(namespace, event_id)
    assert sealed is not None, "an act that is projected is in the log"
    return envelope_of(sealed)


def _rests_on(graph: Graph, version: ArtifactVersion, at: int) -> list[str]:
    """List all events a version rests on, those of what it was made of included, each once."""
    found: dict[str, None] = {}
    seen, waiting = {version.id}, [version]
    while waiting:
        one = waiting.pop()
        found.update(dict.fromkeys(one.evidence))
        for parent in one.parents:
            before = graph.artifact_version(parent, at) if parent not in seen else None
            seen.add(parent)
            if before is not None:
                waiting.append(before)
    return sorted(found)
