"""Macros: learned from what an entity did, refused once what it is permitted changes, valid anew when each step is allowed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kenning.engine.access.loading import party_of
from kenning.engine.append import Appender
from kenning.engine.claims import artifacts
from kenning.engine.claims.artifacts import Bond, Draft, made
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.engine.graph.finding import find
from kenning.engine.reading.reads import find as find_event
from kenning.errors import ConflictError, ErasedError, NotFoundError
from kenning.model.identity.artifact import (
    ArtifactVersion,
    ArtifactView,
    Step,
    Validation,
    Words,
)
from kenning.model.recall import Scope
from kenning.model.time import wrong
from kenning.rules.knowledge import artifacts as rules
from kenning.store import Graph


class Learned(msgspec.Struct, frozen=True, kw_only=True):
    """What is learned: the steps, from which events, of whose execution."""

    name: str
    steps: Sequence[Step]
    entity: str
    events: Sequence[str]
    text: str = ""
    because: str = ""


def learn(engine: Engine, who: Who, learned: Learned, known: artifacts.Known = None) -> str:
    """Learn a macro, or a new version of one; gives the id of the version.

    Raises `InvalidError` where an event is none of the entity's, `NotAllowedError` where a step is not allowed to it.
    """
    if not learned.steps:
        raise wrong("steps", [], "are missing: a macro does something")

    def deed(appender: Appender) -> str:
        graph = appender.graph
        root = find(graph, appender.who.agent, learned.entity)
        for event_id in dict.fromkeys(learned.events):
            _check_own(appender, root, event_id, learned.entity)
        party = party_of(graph, graph.id(root))
        rules.check_steps(learned.name, rules.judged(learned.steps, party, graph.declarations()))
        draft = drafted(learned)
        versions = artifacts.there(graph, appender.who.agent, draft) if known is None else known
        return made(appender, draft, versions, Bond(entity=party.entity, profile=rules.profile_of(party)))

    done: str = commit(engine, who, deed)
    return done


def drafted(learned: Learned) -> Draft:
    """Give what is learned as what is put."""
    words = Words(name=learned.name, text=learned.text, steps=list(learned.steps), because=learned.because)
    return Draft(words=words, kind="macro", evidence=learned.events)


def _check_own(appender: Appender, root: int, event_id: str, entity: str) -> None:
    """Refuse an event of somebody else's: a macro comes from the execution of the one it is bound to."""
    graph = appender.graph
    event = find_event(appender.reader, Scope(namespace=appender.who.namespace), event_id, None)
    acted = {graph.root(number) for number, _, path in graph.mentioned(event.sequence) if path == "actor"}
    recorder = graph.number(event.recorded_by.principal) if event.recorded_by is not None else None
    if root not in acted and (recorder is None or graph.root(recorder) != root):
        reason = f"is nothing that {entity} did"
        raise wrong("events", event_id, reason, hint="name events whose actor, or whose session, that entity was")


def use(engine: Engine, sees: artifacts.Sees, asked: str) -> ArtifactView:
    """Give a macro to be carried out, step by step; each step is still to be asked for when it is done.

    Raises `NotAllowedError` where it is demoted, or its entity is permitted otherwise now, or a step is not allowed to it.
    """
    who, scope = sees
    with engine.read(scope) as reader:
        macro = artifacts.view(reader, who.namespace, _chosen(reader.graph(who.namespace), who.agent, asked))
    words = _words(macro)
    with engine.store.read() as reader:
        graph = reader.graph(who.namespace)
        party = party_of(graph, macro.version.entity or "")
        rules.check_usable(macro, rules.profile_of(party))
        rules.check_steps(words.name, rules.judged(words.steps, party, graph.declarations()))
    return macro


def validate(engine: Engine, who: Who, asked: str) -> Validation:
    """Judge each step of a macro under what its entity is permitted now; where all are allowed it is valid, by a new version."""

    def deed(appender: Appender) -> Validation:
        graph = appender.graph
        macro = artifacts.view(appender.reader, appender.who.namespace, _chosen(graph, appender.who.agent, asked))
        version, words = macro.version, _words(macro)
        if macro.status == "superseded":
            hint = f"its newest version is {', '.join(one[:8] for one in macro.heads)}"
            raise ConflictError(f"{words.name}: version {version.id[:8]} is superseded", hint=hint)
        party = party_of(graph, version.entity or "")
        profile = rules.profile_of(party)
        steps = rules.judged(words.steps, party, graph.declarations())
        valid, again = all(one.allowed for one in steps), None
        if valid and (macro.status == "demoted" or version.profile != profile):
            draft = Draft(words=words, parents=[version.id])
            bond = Bond(entity=party.entity, profile=profile, cause="validation")
            again = made(appender, draft, graph.artifact_versions(version.artifact), bond)
        return Validation(version=version.id, profile=profile, valid=valid, made=again, steps=steps)

    done: Validation = commit(engine, who, deed)
    return done


def _chosen(graph: Graph, agent: str, asked: str) -> ArtifactVersion:
    versions = graph.artifact_versions(artifacts.artifact_of(graph, agent, asked))
    if versions[0].kind != "macro":
        raise wrong("macro", asked, f"is no macro but {versions[0].kind}")
    return artifacts.chosen(versions, asked)


def _words(macro: ArtifactView) -> Words:
    if macro.erased:
        raise ErasedError(f"{macro.version.artifact}: what it was learned from is erased, and its steps with it")
    if macro.words is None:
        raise NotFoundError(f"{macro.version.artifact}: what it was learned from is redacted, and its steps with it")
    return macro.words
