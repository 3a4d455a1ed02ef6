"""The verbs on claims: asserted on evidence, ended, retracted, superseded; read on both axes, contradictions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import structs

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who, note, prepare
from kenning.engine.graph.entities import commit
from kenning.engine.graph.finding import find, meant, own
from kenning.engine.reading.reads import find as find_event
from kenning.errors import ConflictError, NotAllowedError, NotFoundError
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope, Relation
from kenning.model.identity.extract import Drawn
from kenning.model.ids import EVENT_ID
from kenning.model.recall import Scope
from kenning.model.schema import Predicate
from kenning.model.statement import (
    ASSERTED,
    RETRACTED,
    SUPERSEDED,
    Claim,
    ClaimAct,
    ClaimRow,
    Contradiction,
    Deed,
    Evidence,
    Ledger,
    Statement,
    Validity,
)
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.fold import claimed_us
from kenning.rules.knowledge import belief, check, contradictions, holds, joined, moments
from kenning.rules.knowledge import claims as read_claims
from kenning.rules.schema import check_ends, check_value, predicate
from kenning.store import NOW, Graph

Row = TypeVar("Row", bound=ClaimRow)
LIMIT_MAX = 100_000
RANKS: Mapping[str, int] = {"admin": 5, "admin_delegate": 4, "trusted_user": 3, "sub_user": 2, "untrusted": 1}
OPERATOR = RANKS["admin"]
ADMIN = "admin"
_SORTS: Mapping[int, str] = {1: "record", 2: "pattern", 3: "pattern", 4: "model"}


class Source(Protocol):
    """What an extractor drew from: an event, and the acts on it that make it read as it does."""

    @property
    def event(self) -> Envelope:
        """Give the event as it was recorded."""

    @property
    def acts(self) -> Sequence[Envelope]:
        """Give the acts."""


class Said(msgspec.Struct, frozen=True, kw_only=True):
    """What is claimed, as a caller says it: entities by id, identifier or name, evidence by event ids, times as text.

    Exactly one of ``object`` and ``value`` is given; without ``evidence`` the caller's own words are recorded and are it.
    """

    subject: str
    predicate: str
    object: str | None = None
    value: Any = None
    topic: str | None = None
    evidence: tuple[str, ...] = ()
    confidence: float = 1.0
    validity: Validity | None = None
    reason: str | None = None


def assert_claim(engine: Engine, who: Who, said: Said, deed: Deed = "asserts") -> str:
    """Claim something on evidence, or say that it holds no longer; gives the id of the act.

    Raises `InvalidError` where the predicate does not take such ends or such a value, `NotFoundError` for entities and evidence.
    """

    def under_lock(appender: Appender) -> str:
        return str(claim(engine, appender, said, deed).id)

    done: str = commit(engine, who, under_lock)
    return done


def claim(engine: Engine, appender: Appender, said: Said, deed: Deed) -> Envelope:
    """Append an act on a claim, checked against the schema in force and resting on events that are there."""
    if not 0 <= said.confidence <= 1:
        raise wrong("confidence", said.confidence, "is not between 0 and 1")
    statement = stated(appender, said)
    evidence = _evidence(engine, appender, said, statement)
    starts, ends = moments(said.validity) if said.validity is not None else (None, None)
    act = ClaimAct(
        deed=deed,
        statement=statement,
        asserter=appender.who.principal,
        rank=min(_rank(appender.graph, event) for event in evidence),
        validity=said.validity,
        valid_from=starts,
        valid_to=ends,
        occurred=min((moment for event in evidence if (moment := claimed_us(event)) is not None), default=None),
        evidence=[_weighed(engine, event, said.confidence) for event in evidence],
        reason=said.reason,
    )
    check(act)
    links: list[tuple[Envelope, Relation]] = [(event, "derived_from") for event in evidence]
    return appender.act(ASSERTED, act, links)


def stated(appender: Appender, said: Said) -> Statement:
    """Say what is claimed in full: its ends found, checked against the schema in force, with what that declares of it."""
    graph, active = appender.graph, appender.active
    declared = predicate(active, said.predicate)
    subject = own(graph, meant(appender, said.subject))
    target = own(graph, meant(appender, said.object)) if said.object is not None else None
    check_ends(active, declared, subject.type, target.type if target is not None else None)
    if target is None and said.value is not None:
        check_value(declared, said.value)
    inverse = predicate(active, declared.inverse) if declared.inverse is not None else None
    return Statement(
        subject=subject.id,
        predicate=declared.name,
        object=target.id if target is not None else None,
        value=said.value,
        topic=said.topic,
        kind=declared.kind,
        single=declared.single,
        symmetric=declared.symmetric,
        inverse=declared.inverse,
        inverse_single=inverse.single if inverse is not None else False,
        lasting=declared.lasting,
        implicit=declared.implicit,
    )


def drawn_claim(
    engine: Engine, appender: Appender, statement: Statement, said: tuple[Deed, Drawn, Validity | None], source: Source
) -> Envelope:
    """Append what an extractor drew from an event, as it reads by the acts on it; it is the event that is the evidence.

    Who says so is whoever wrote the event: no further than he is trusted does it close what others claimed.
    """
    deed, drawn, validity = said
    starts, ends = moments(validity) if validity is not None else (None, None)
    event = source.event
    act = ClaimAct(
        deed=deed,
        statement=statement,
        asserter=appender.who.principal,
        rank=min(_rank(appender.graph, one) for one in (event, *source.acts)),
        validity=validity,
        valid_from=starts,
        valid_to=ends,
        occurred=claimed_us(event),
        evidence=[_weighed(engine, event, drawn.confidence, drawn)],
        drawn=drawn,
    )
    check(act)
    links: list[tuple[Envelope, Relation]] = [(one, "derived_from") for one in (event, *source.acts)]
    return appender.act(ASSERTED, act, links)


def _evidence(engine: Engine, appender: Appender, said: Said, statement: Statement) -> list[Envelope]:
    """Read the events a claim rests on; where none is named, record the caller's own words."""
    if not said.evidence:
        words = _words(appender, statement)
        ready = prepare(engine, appender.who, note(words), None)
        receipt = appender.add(ready)
        appender.recognise()  # whom the words name is mentioned in them
        return [_event(appender, receipt.id)]
    return [_event(appender, one) for one in dict.fromkeys(said.evidence)]


def _event(appender: Appender, event_id: str) -> Envelope:
    found = find_event(appender.reader, Scope(namespace=appender.who.namespace), event_id, None)
    if kinds.reserved(found.kind):
        raise wrong("evidence", event_id, f"is {found.kind}, a record of Kenning's own and no evidence")
    return found


def _words(appender: Appender, statement: Statement) -> str:
    """Say a claim in words."""
    graph = appender.graph
    subject = own(graph, graph.number(statement.subject) or 0).name
    declared = predicate(appender.active, statement.predicate)
    if statement.object is not None:
        return f"{subject} {declared.words} {own(graph, graph.number(statement.object) or 0).name}"
    return f"{subject} {declared.words} {statement.value}"


def _rank(graph: Graph, event: Envelope) -> int:
    """Tell how far the one who said so is trusted: the actor of the event, or the operator where there is none."""
    recorder = rank_of(graph, event.recorded_by.principal if event.recorded_by is not None else "")
    if event.actor is None:
        return recorder if event.source.type == "user" else RANKS["untrusted"]
    for number, _, path in graph.mentioned(event.sequence):
        if path == "actor":
            return min(recorder, _standing(graph, number))
    return RANKS["untrusted"]


def rank_of(graph: Graph, principal: str) -> int:
    """Tell how far a principal is trusted: what it records of others is believed no further."""
    if principal == ADMIN:
        return OPERATOR
    number = graph.number(principal)
    return _standing(graph, number) if number is not None else RANKS["untrusted"]


def _standing(graph: Graph, number: int) -> int:
    head = graph.head(graph.root(number))
    if head is None:
        return RANKS["untrusted"]
    return RANKS["trusted_user"] if head.type == "internal" else RANKS[head.trust_level]


def _weighed(engine: Engine, event: Envelope, confidence: float, drawn: Drawn | None = None) -> Evidence:
    """Weigh an event as evidence: by its source, and not at all where it is drawn from other events.

    What is drawn from it is believed no further than its source, nor than whatever drew it.
    """
    source = event.source
    name = ":".join(part for part in (source.type, source.channel or source.name, source.identifier) if part)
    is_anothers = event.kind == kinds.FACT and source.type == "import"
    is_drawn = any(link.relation == "derived_from" for link in event.links) and not is_anothers
    derived = kinds.derives(event.kind) or is_drawn
    sort = "user" if source.type == "user" else "import" if source.type == "import" else "record"
    claimed = event.provenance.confidence if event.provenance is not None else None
    believed = belief(name, sort, engine.config.beliefs)
    if drawn is not None:
        believed = min(believed, belief(drawn.extractor, _SORTS[drawn.tier], engine.config.beliefs))
    return Evidence(
        event=str(event.id),
        source=name,
        confidence=min(confidence, claimed if claimed is not None else 1.0),
        belief=believed,
        derived=derived,
    )


def withdraw(
    engine: Engine, who: Who, claim_id: str, because: str | None, *, replace: bool = False, entitled: bool = True
) -> str:
    """Retract a claim, or supersede it altogether: everything that asserts it is withdrawn. Gives the id of the act.

    Who is not ``entitled`` withdraws his own assertions alone. Raises `NotAllowedError` where none of them is his.
    """

    def deed(appender: Appender) -> str:
        graph = appender.graph
        number, row = find_claim(appender, claim_id)
        support = graph.support(number)
        if not row.held or not support:
            raise ConflictError(f"{claim_id}: was withdrawn already")
        targets = [one.act for one in support if entitled or one.asserter == who.principal]
        if not targets:
            raise NotAllowedError(f"{claim_id}: was claimed by others", hint="it takes the right to correct others")
        act = ClaimAct(
            deed="supersedes" if replace else "retracts",
            statement=row.statement,
            asserter=who.principal,
            rank=rank_of(graph, who.principal),
            entitled=entitled,
            targets=targets,
            reason=because,
        )
        check(act)
        links = [_read(appender, one) for one in targets]
        done = appender.act(SUPERSEDED if replace else RETRACTED, act, [(one, "derived_from") for one in links])
        return str(done.id)

    done: str = commit(engine, who, deed)
    return done


def _read(appender: Appender, event_id: str) -> Envelope:
    sealed = appender.reader.get(appender.who.namespace, event_id)
    assert sealed is not None, "an act that supports a claim is in the log"
    return envelope_of(sealed)


def find_claim(appender: Appender, claim_id: str) -> tuple[int, ClaimRow]:
    """Find a claim by its id. Raises `NotFoundError`."""
    place = appender.reader.place(appender.who.namespace, claim_id) if EVENT_ID.fullmatch(claim_id) else None
    row = appender.graph.claim(place[0]) if place is not None else None
    if place is None or row is None:
        raise NotFoundError(f"{claim_id}: is no claim", hint="kenning claims lists them with their ids")
    return place[0], row


# -- reading -----------------------------------------------------------------------------------------------------------


def with_evidence(graph: Graph, rows: Sequence[tuple[int, ClaimRow]], at: int) -> list[Claim]:
    """Give claims with all they rest on, as of a moment."""
    support = [line for number, _ in rows for line in graph.support(number, at)]
    return read_claims(Ledger(rows=[row for _, row in rows], support=support), None if at == NOW else at)


def about(graph: Graph, root: int, at: int, *, as_object: bool = False) -> list[Claim]:
    """List the claims about a canonical entity, twins of those that were merged read as one.

    A relation that has a name from its other end as well stands written in one direction, and is about both of its ends.
    """
    members = graph.members(root, at)
    rows: dict[int, ClaimRow] = {}
    for number in members:
        sides = graph.claims_of(number, at), graph.claims_on(number, at)
        here, there = sides[:: -1 if as_object else 1]
        rows.update(here)
        rows.update((n, row) for n, row in there if row.statement.symmetric or row.statement.inverse is not None)
    claims = with_evidence(graph, sorted(rows.items()), at)
    return joined(claims, _canonical(graph, claims, at))


def twins(graph: Graph, numbers: Iterable[int], at: int) -> dict[str, str]:
    """For each of some claims that reads as one with an earlier one of them since a merge, give the id of that one."""
    rows = [(number, row) for number in sorted(set(numbers)) if (row := graph.claim(number, at)) is not None]
    claims = with_evidence(graph, rows, at)
    return {other: one.id for one in joined(claims, _canonical(graph, claims, at)) for other in one.also}


def _canonical(graph: Graph, claims: Sequence[Claim], at: int) -> dict[str, str]:
    """Give the canonical id of every entity some claims name."""
    names = {one for claim in claims for one in (claim.statement.subject, claim.statement.object) if one is not None}
    found = {}
    for name in sorted(names):
        number = graph.number(name)
        root = graph.root(number, at) if number is not None else None
        if root is not None and root != number:
            found[name] = graph.id(root)
    return found


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """Which claims are asked for: about whom, of which predicate, holding at which moment, ended ones too."""

    subject: str | None = None
    object: str | None = None
    predicate: str | None = None
    valid_at_us: int | None = None
    ended: bool = False


def listed(engine: Engine, scope: Scope, agent: str, wanted: Wanted, at: int | None) -> list[Claim]:
    """List claims: those that hold, or with the ended ones, in order of the acts that first made them."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        graph = reader.graph(scope.namespace)
        if wanted.subject is not None or wanted.object is not None:
            asked = wanted.subject if wanted.subject is not None else wanted.object
            root = find(graph, agent, str(asked), moment)
            found = about(graph, root, moment, as_object=wanted.subject is None)
        else:
            claims = with_evidence(graph, graph.all_claims(LIMIT_MAX, moment), moment)
            found = joined(claims, _canonical(graph, claims, moment))
        name = predicate(engine.schema(graph, at), wanted.predicate).name if wanted.predicate is not None else None
    return [veiled(scope, one) for one in found if _fits(one, wanted, name)]


def veiled(scope: Scope, row: Row) -> Row:
    """Give a claim without its places in the log, to whoever may not know how much else there is."""
    if scope.who is None:
        return row
    return structs.replace(row, since=0, until=None if row.until is None else 0)


def _fits(claim: Claim, wanted: Wanted, name: str | None) -> bool:
    if name is not None and name not in (claim.statement.predicate, claim.statement.inverse):
        return False
    if wanted.valid_at_us is not None:
        return holds(claim, wanted.valid_at_us)
    return wanted.ended or claim.state == "open"


def contradicting(engine: Engine, scope: Scope, agent: str, asked: str | None, at: int | None) -> list[Contradiction]:
    """List what contradicts, of one entity or of all, side by side, with a recommendation and its reasons."""
    found = listed(engine, scope, agent, Wanted(subject=asked, ended=True), at)
    return contradictions(found)


def one(engine: Engine, scope: Scope, claim_id: str, at: int | None) -> Claim:
    """Give one claim as it was written and reads at a moment, with all it rests on. Raises `NotFoundError`."""
    moment = NOW if at is None else at
    with engine.read(scope) as reader:
        place = reader.place(scope.namespace, claim_id) if EVENT_ID.fullmatch(claim_id) else None
        graph = reader.graph(scope.namespace)
        row = graph.claim(place[0], moment) if place is not None else None
        if place is None or row is None:
            raise NotFoundError(f"{claim_id}: is no claim", hint="kenning claims lists them with their ids")
        return veiled(scope, with_evidence(graph, [(place[0], row)], moment)[0])


def history(engine: Engine, scope: Scope, claim_id: str) -> list[ClaimRow]:
    """List all versions of one claim, oldest first."""
    with engine.read(scope) as reader:
        place = reader.place(scope.namespace, claim_id) if EVENT_ID.fullmatch(claim_id) else None
        rows = reader.graph(scope.namespace).claim_history(place[0]) if place is not None else []
    if not rows:
        raise NotFoundError(f"{claim_id}: is no claim", hint="kenning claims lists them with their ids")
    return [veiled(scope, row) for row in rows]


def declared(engine: Engine, scope: Scope, name: str) -> Predicate:
    """Give what is declared of a predicate under the schema in force."""
    with engine.read(scope) as reader:
        return predicate(engine.schema(reader.graph(scope.namespace)), name)
