"""Macros: learned from what an entity did, refused once what it is permitted changes, valid anew when each step is allowed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from kenning.engine.append import Appender, Who
from kenning.engine.claims import artifacts
from kenning.engine.claims.artifacts import Bond, Draft, made
from kenning.engine.engine import Engine
from kenning.engine.graph.entities import commit
from kenning.engine.graph.finding import find, unknown
from kenning.engine.reading.reads import find as find_event
from kenning.errors import ConflictError, ErasedError, NotFoundError
from kenning.model.access.party import Party
from kenning.model.access.permissions import Permissions
from kenning.model.event import Envelope
from kenning.model.identity.artifact import (
    DEMOTED,
    ArtifactView,
    Demoted,
    Step,
    Validation,
    Version,
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


def standing(graph: Graph, entity: str) -> Party:
    """Give an entity as a party to requests, by the head of its definition as it stands. Raises `NotFoundError`."""
    number = graph.number(entity)
    head = graph.head(graph.root(number)) if number is not None else None
    if head is None:
        raise unknown(entity)
    return Party(
        entity=head.entity_id,
        kind=head.type,
        internal_type=head.internal_type,  # type: ignore[arg-type]  # a definition has none but those there are
        trust_level=head.trust_level,
        lifecycle_state=head.lifecycle_state,
        permissions=msgspec.convert(head.permissions, Permissions),
    )


def learn(engine: Engine, who: Who, learned: Learned) -> str:
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
        party = standing(graph, graph.id(root))
        rules.check_steps(learned.name, rules.judged(learned.steps, party))
        words = Words(name=learned.name, text=learned.text, steps=list(learned.steps), because=learned.because)
        draft = Draft(words=words, kind="macro", evidence=learned.events)
        versions = artifacts.there(appender, draft)
        return made(appender, draft, versions, Bond(entity=party.entity, profile=rules.profile_of(party)))

    done: str = commit(engine, who, deed)
    return done


def _check_own(appender: Appender, root: int, event_id: str, entity: str) -> None:
    """Refuse an event of somebody else's: a macro comes from the execution of the one it is bound to."""
    graph = appender.graph
    event = find_event(appender.reader, Scope(namespace=appender.who.namespace), event_id, None)
    acted = {graph.root(number) for number, _, path in graph.mentioned(event.sequence) if path == "actor"}
    recorder = graph.number(event.recorded_by.principal) if event.recorded_by is not None else None
    if root not in acted and (recorder is None or graph.root(recorder) != root):
        reason = f"is nothing that {entity} did"
        raise wrong("events", event_id, reason, hint="name events whose actor, or whose session, that entity was")


def use(engine: Engine, who: Who, asked: str) -> ArtifactView:
    """Give a macro to be carried out, step by step; each step is still to be asked for when it is done.

    Raises `NotAllowedError` where it is demoted, or its entity is permitted otherwise now, or a step is not allowed to it.
    """
    with engine.store.read() as reader:
        graph = reader.graph(who.namespace)
        macro = artifacts.view(reader, who.namespace, _chosen(graph, who.agent, asked))
        words = _words(macro)
        party = standing(graph, macro.version.entity or "")
        rules.check_usable(macro, rules.profile_of(party))
        rules.check_steps(words.name, rules.judged(words.steps, party))
    engine.audit.saw(who, "macro.use", (str(macro.words_event),))
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
        party = standing(graph, version.entity or "")
        profile = rules.profile_of(party)
        steps = rules.judged(words.steps, party)
        valid, again = all(one.allowed for one in steps), None
        if valid and (macro.status == "demoted" or version.profile != profile):
            draft = Draft(words=words, parents=[version.id])
            bond = Bond(entity=party.entity, profile=profile, cause="validation")
            again = made(appender, draft, graph.versions(version.artifact), bond)
        return Validation(version=version.id, profile=profile, valid=valid, made=again, steps=steps)

    done: Validation = commit(engine, who, deed)
    return done


def demote_macros(appender: Appender, entities: Iterable[str], cause: Envelope | None = None) -> list[str]:
    """Demote the macros of entities that are permitted otherwise than when they were learned; gives the versions.

    To be called in the transaction of every act that may change what these are permitted, behind it; ``cause`` is that act.
    """
    graph = appender.graph
    found: list[str] = []
    for entity in dict.fromkeys(entities):
        number = graph.number(entity)
        if number is None:
            continue
        group = {graph.id(one) for one in graph.members(graph.root(number))} | {entity}
        macros = [one for member in sorted(group) for one in graph.macros_of(member)]
        if not macros:
            continue
        party = standing(graph, entity)
        profile = rules.profile_of(party)
        versions = [one for one in rules.to_demote(macros, profile) if one not in found]
        if versions:
            said = Demoted(entity=party.entity, profile=profile, versions=versions)
            appender.act(DEMOTED, said, [(cause, "related_to")] if cause is not None else [])
            found += versions
    return found


def _chosen(graph: Graph, agent: str, asked: str) -> Version:
    versions = graph.versions(artifacts.artifact_of(graph, agent, asked))
    if versions[0].kind != "macro":
        raise wrong("macro", asked, f"is no macro but {versions[0].kind}")
    return artifacts.chosen(versions, asked)


def _words(macro: ArtifactView) -> Words:
    if macro.erased:
        raise ErasedError(f"{macro.version.artifact}: what it was learned from is erased, and its steps with it")
    if macro.words is None:
        raise NotFoundError(f"{macro.version.artifact}: what it was learned from is redacted, and its steps with it")
    return macro.words
