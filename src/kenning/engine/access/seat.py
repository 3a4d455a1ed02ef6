"""A deed on trust or access under the write lock: who does it, whom it is about, and what follows from it for others.

What is refused is recorded too, with the reasons, and nothing else of it is: a refusal is the outcome of the deed, and is raised
once it is in the log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import structs

from kenning.engine.access.callers import KEEPER, caller_by
from kenning.engine.access.loading import canonical, party_of, resting
from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.engine.graph.finding import id_of, meant
from kenning.errors import NotAllowedError
from kenning.model.access import act as acts
from kenning.model.access.act import Denied, GrantsFlagged
from kenning.model.access.genesis import ADMIN
from kenning.model.access.grant import Excess, Grant
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import NONE
from kenning.model.access.request import Decision, Reason
from kenning.model.event import Envelope, Relation
from kenning.model.identity.act import Act
from kenning.model.identity.definition import Version
from kenning.rules.access.decide import Compiled
from kenning.rules.access.grants import Ground, Verdict, above, is_admin, may_grant, shaken, usable
from kenning.rules.access.words import RULES, reason_words
from kenning.store import Graph, Reader

Ending = str | NotAllowedError


class Seat:
    """Who acts in a transaction, and how it stands in it."""

    def __init__(self, appender: Appender) -> None:
        """Sit down: load who asks as it stands under the lock."""
        self.appender = appender
        self.graph: Graph = appender.graph
        self.caller = caller_of(appender.reader, appender.who)

    @property
    def granter(self) -> str:
        """Give the entity in whose name something is given: the person acted for, else the entity itself."""
        person = self.caller.person
        return self.caller.entity.entity if person is None else person.entity

    @property
    def keeps(self) -> bool:
        """Whether it is the admin."""
        return is_admin(self.caller)

    def find(self, asked: str) -> str:
        """Find an entity by id, identifier or name; give its canonical id. Raises `NotFoundError`."""
        return id_of(self.graph, self.appender.who.agent, asked)

    def head(self, entity: str) -> Version:
        """Give the last version of somebody of whom something is about to be said."""
        head = self.graph.head(meant(self.appender, entity))
        assert head is not None, "whoever is found has a definition"
        return head

    def party(self, entity: str) -> Party:
        """Give an entity as it stands in this transaction."""
        return party_of(self.graph, entity)

    def act(self, kind: str, content: Act, because: Iterable[Envelope] = ()) -> Envelope:
        """Append an act; ``because`` are the acts of the same deed it follows from."""
        links: list[tuple[Envelope, Relation]] = [(one, "caused_by") for one in because]
        return self.appender.act(kind, content, links)

    def refuse(self, kind: str, target: str, verdict: Verdict | Decision) -> NotAllowedError:
        """Record that an act was refused, and give what is to be raised."""
        decision = verdict if isinstance(verdict, Decision) else verdict.decision
        excess = () if isinstance(verdict, Decision) else verdict.excess
        by = self.caller.entity.entity
        said = Denied(act=kind, target=target, by=by, reasons=list(decision.reasons), excess=list(excess))
        recorded = self.act(acts.DENIED, said)
        error = refusal(kind, target, decision, excess)
        error.details["recorded"] = str(recorded.id)
        return error

    def may(self, administrative: str) -> Decision:
        """Decide whether the caller holds an administrative permission."""
        return Compiled(self.caller).check("administrative", administrative, "perform")

    def may_above(self, administrative: str, target: Party) -> Decision:
        """Decide whether the caller holds an administrative permission and stands above whom it is about."""
        if self.keeps:
            return granted()
        decision = self.may(administrative)
        if not decision.allowed:
            return decision
        if target.kind == "internal" or target.trust_level == "admin":
            return no("admin_only")
        return granted() if above(self.caller, target) else no("target_not_below", target.trust_level)

    def fell(self, entity: str, cause: Envelope) -> None:
        """Flag every grant that rested on an entity and does no more; whoever got it may not use it from now on."""
        for target, grants in _shaken(self.graph, entity).items():
            self.act(acts.GRANTS_FLAGGED, GrantsFlagged(id=target, grants=grants), [cause])


def granted() -> Decision:
    """Say that an act may be done."""
    return Decision(allowed=True, rule="granted", reasons=(Reason(code="granted"),))


def no(code: str, of: str = "") -> Decision:
    """Say that an act may not be done, whoever asks for it."""
    return Decision(allowed=False, rule="grant", reasons=(Reason(code=code, side="request", of=of),))


def refusal(kind: str, target: str, decision: Decision, excess: Iterable[Excess] = ()) -> NotAllowedError:
    """Say that an administrative act was refused, with the difference it goes too far by."""
    why = "; ".join(reason_words(reason) for reason in decision.reasons)
    far = [f"{one.path} {one.given}, where {one.bound} is {one.most}" for one in excess]
    hint = f"too much: {'; '.join(far[:4])}{' …' if far[4:] else ''}" if far else ""
    reasons = [{"code": one.code, "side": one.side, "of": one.of} for one in decision.reasons]
    details = {
        "act": kind,
        "target": target,
        "rule": decision.rule,
        "reasons": reasons,
        "excess": [structs.asdict(one) for one in excess],
    }
    return NotAllowedError(f"{kind} {target}: {why} ({RULES[decision.rule]})", hint=hint, details=details)


def caller_of(reader: Reader, who: Who) -> Caller:
    """Give who asks, as the store stands in a reading; without an asker it is the admin at the file."""
    asker = who.asker
    if asker is None:
        declared = reader.graph(who.namespace).declarations()
        return structs.replace(KEEPER.compiled.caller, declared=declared)
    return caller_by(reader, who.tenancy, asker)


def done(engine: Engine, who: Who, deed: Callable[[Seat], Ending]) -> str:
    """Do a deed, all of it or none. Raises `NotAllowedError` where it is refused, which is in the log by then."""
    outcome: Ending = commit(engine, who, lambda appender: deed(Seat(appender)))
    if isinstance(outcome, NotAllowedError):
        raise outcome
    return outcome


def may_join(seat: Seat, target: Party) -> Verdict:
    """Decide whether a caller may say by what somebody is met: whoever is met so has all it has: it is giving."""
    decision = seat.may_above("merge_identities", target)
    holds = target.trust_level != "untrusted" or target.permissions != NONE
    if seat.keeps or not decision.allowed or not holds:
        return Verdict(decision=decision)
    return may_grant(seat.caller, target, target.trust_level, target.permissions)


def _shaken(graph: Graph, entity: str) -> dict[str, list[str]]:
    """List by target the grants that can be used no more, since an entity they rest on, near or far, lost what it gave."""
    below: dict[str, Grant] = {}
    waiting = [canonical(graph, entity)]
    looked: set[str] = set()
    while waiting:
        one = waiting.pop()
        number = graph.number(one)
        if one in looked or number is None:
            continue
        looked.add(one)
        for grant in graph.grants_by(graph.ids(graph.members(number)).values()):
            below[grant.id] = grant
            waiting.append(canonical(graph, grant.target))
    if not below:
        return {}
    given, inactive = resting(graph, below.values())
    live = usable(given, Ground(admin=ADMIN, inactive=frozenset(inactive), declared=graph.declarations()))
    before = frozenset(one.id for one in below.values() if not one.flagged)
    found: dict[str, list[str]] = {}
    for lost in shaken(below.values(), before, live):
        found.setdefault(canonical(graph, below[lost].target), []).append(lost)
    return dict(sorted(found.items()))
