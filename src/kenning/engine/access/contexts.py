"""The verbs by which a session says who it is for, what it may do, and why."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, Self, TypeVar

from msgspec import structs

from kenning.engine.access import asking
from kenning.engine.access.bound import LOCAL, Bound
from kenning.engine.access.callers import KEEPER, Asker, Standing
from kenning.engine.access.linking import minutes_of, redeem
from kenning.engine.access.loading import party_of
from kenning.engine.graph.finding import id_of
from kenning.engine.graph.state import current
from kenning.engine.reading.sight import labels_under, own_labels
from kenning.engine.reading.watched import refused
from kenning.model import ids
from kenning.model.access.request import Decision, Record, Request
from kenning.model.codec import envelope_of
from kenning.model.identity.view import SessionBinding, SessionContext
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.access.decide import Compiled
from kenning.rules.access.words import words
from kenning.store import Graph, Reader

Given = ParamSpec("Given")
Answer = TypeVar("Answer")
_RECORDS = frozenset({"event", "statement", "file"})


def _name(graph: Graph, number: int | None) -> str:
    """Give what an entity is called, to itself."""
    found = graph.entity(graph.root(number)) if number is not None else None
    return found[0].name if found is not None else ""


class ContextVerbs(Bound):
    """Who asks, what it may do, and a session for somebody else."""

    def enter(
        self,
        entity: str,
        *,
        channel: str,
        session_id: str | None = None,
        acting_for: str | None = None,
        agent: str | None = None,
    ) -> Self:
        """Open a session for an entity on a channel: it reads and does what that entity may there, and no more.

        ``acting_for`` names the person an agent answers; it is bound here and by no argument of a call. Only whoever holds the
        file opens sessions for others. Raises `NotFoundError` for somebody nobody met yet.
        """
        self._keeps("opening a session for somebody")
        if not ids.NAME.fullmatch(channel):
            raise wrong("channel", channel, "is no name", hint="use a-z, 0-9, dot, dash and underscore")
        with self._engine.store.read() as reader:
            graph = reader.graph(self.namespace)
            one, person = (
                id_of(graph, self.agent, asked) if asked is not None else None for asked in (entity, acting_for)
            )
        asker = Asker(entity=str(one), channel=channel, session_id=session_id or entity, person=person)
        return type(self)(self._engine, self.namespace, agent or self.agent, asker=asker)

    def issue_link(self, channel: str, identifier: str, *, minutes: int = 10) -> str:
        """Draw a one-time code by which whoever speaks under an identifier becomes one with this session's entity.

        Present it with `redeem_link` in a session of that identifier, in this process, within the minutes it lives.
        """
        self._writable()
        return self._engine.codes.issue(self._who, f"{channel}:{identifier}", minutes_of(minutes))

    def redeem_link(self, code: str) -> str:
        """Present a code: this session's entity is joined with whoever issued it; gives the id of the merge.

        Raises `NotAllowedError`, in the same words whatever is wrong with the code.
        """
        self._writable()
        if self._asker is None:
            raise wrong("code", "…", "is presented in a session of the identifier it was issued for")
        return redeem(self._engine, self._engine.codes, self._who, self._asker, code)

    def context(self) -> SessionContext:
        """Give the context of this session: definition, state and binding, with the permissions that hold now."""
        key = ("context", self.namespace, self.agent, self._asker)
        found: SessionContext = self._engine.callers.latest(key, self._context)
        return found

    def _context(self, reader: Reader) -> SessionContext:
        standing = self._standing(reader)
        caller = standing.compiled.caller
        graph = reader.graph(self.namespace)
        asker, entity, person = self._asker, caller.entity, caller.person
        if asker is not None:  # whoever holds nothing is not loaded anew where he turns out to be somebody else
            entity = party_of(graph, asker.entity)
            person = party_of(graph, asker.person) if asker.person is not None else None
        number = graph.number(entity.entity)
        head = graph.head(graph.root(number)) if number is not None else None
        return SessionContext(
            entity=f"{entity.entity}:{head.label if head is not None else 'v1'}",
            name=_name(graph, number) or entity.entity,
            definition=head.id if head is not None else "",
            state=structs.replace(current(self._engine, reader, self.namespace, number), sequence=0),
            session=SessionBinding(
                channel=self._who.channel,
                session_id=asker.session_id if asker is not None else LOCAL,
                role=entity.internal_type or entity.trust_level,
            ),
            acting_for=person.entity if person is not None else None,
            effective_permissions=standing.effective.permissions,
        )

    def _standing(self, reader: Reader) -> Standing:
        if self._asker is None:
            return KEEPER
        return self._engine.callers.standing(reader, (self.namespace, self.agent), self._asker)

    def check(self, resource_type: str, resource_id: str, action: str) -> Decision:
        """Decide whether this session may do something: ``("tool", "deploy", "invoke")``, ``("event", id, "read")``.

        Every decision is audited. What is not there and what may not be known of are denied alike.
        """
        return self._decided(resource_type, resource_id, action)[0]

    def explain(self, resource_type: str, resource_id: str, action: str) -> str:
        """Say in words whether this session may do something and why: the same evaluation as `check`."""
        decision, entity = self._decided(resource_type, resource_id, action)
        asked = Request(entity=entity, resource_type=resource_type, resource_id=resource_id, action=action)  # type: ignore[arg-type]  # judged already
        return words(decision, asked)

    def _decided(self, resource_type: str, resource_id: str, action: str) -> tuple[Decision, str]:
        compiled = self._compiled() or KEEPER.compiled
        record = self._record(compiled, resource_id, action) if resource_type in _RECORDS else None
        decision = compiled.check(resource_type, resource_id, action, record)
        if self._asker is not None:
            verdict = "allowed" if decision.allowed else "denied"
            self._engine.audit.saw(self._who, f"check {resource_type} {action}: {verdict}", (resource_id,))
        return decision, compiled.entity

    def _record(self, compiled: Compiled, event_id: str, action: str) -> Record | None:
        with self._engine.store.read() as reader:
            sealed = reader.get(self.namespace, event_id)
            if sealed is None or sealed.payload is None:
                return None
            event = envelope_of(sealed)
            if action == "read" and kinds.reserved(event.kind):
                # An act of Kenning's own opens no row: it is read under the labels of what it rests on.
                every = (own_labels(event),) if self._asker is None else labels_under(reader, event)
                return Record(labels=every) if all(compiled.readable(one) for one in every) else None
            return asking.found(compiled, reader, event)

    def guard(self, tool: str) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
        """Let a function run only while this session may use a tool: asked anew on each call. Raises `NotAllowedError`."""

        def guarded(run: Callable[Given, Answer]) -> Callable[Given, Answer]:
            @wraps(run)
            def asked(*given: Given.args, **named: Given.kwargs) -> Answer:
                what = ("tool", tool, "invoke")
                decision = self.check(*what)
                if not decision.allowed:
                    error = asking.refusal(self._compiled() or KEEPER.compiled, what, decision)
                    refused(self, f"invoke {tool}", error)
                    raise error
                return run(*given, **named)

            return asked

        return guarded
