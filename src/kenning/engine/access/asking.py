"""Asking whether a caller may: the things a decision needs are looked up, the rule decides, and a refusal says why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import structs

from kenning.engine.reading import threads
from kenning.errors import NotAllowedError
from kenning.model.access.channel import Channel
from kenning.model.access.request import Decision, Record, Request
from kenning.model.change import Labels
from kenning.model.codec import envelope_of
from kenning.model.event import Envelope, Privacy
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.access.decide import Compiled
from kenning.rules.access.scope import readable
from kenning.rules.access.words import words
from kenning.rules.fold import labels_of
from kenning.store import Reader

ACTIONS: Mapping[str, str] = MappingProxyType(
    {kinds.AMENDED: "amend", kinds.ATTACHED: "amend", kinds.CORRECTED: "correct", kinds.REDACTED: "redact"}
)
"""Which action on an event each act on one is."""

What = tuple[str, str, str]
"""What is asked for: a type of resource, an id, an action."""


def refusal(compiled: Compiled, what: What, decision: Decision) -> NotAllowedError:
    """Say that something may not be done, and why, in words."""
    request = Request(entity=compiled.entity, resource_type=what[0], resource_id=what[1], action=what[2])  # type: ignore[arg-type]  # a verb's own word
    reasons = [{"code": one.code, "side": one.side, "of": one.of} for one in decision.reasons]
    return NotAllowedError(
        words(decision, request), details={"rule": decision.rule, "reasons": reasons, "request": what}
    )


def judged(compiled: Compiled, what: What, record: Record | None = None) -> Decision:
    """Decide. Raises `NotAllowedError` where it is refused."""
    decision = compiled.check(*what, record)
    if not decision.allowed:
        raise refusal(compiled, what, decision)
    return decision


def default_privacy(compiled: Compiled) -> Privacy:
    """Give the labels of what is recorded in a session of a channel and says nothing of its own."""
    return privacy_of(compiled.caller.channel)


def privacy_of(channel: Channel) -> Privacy:
    """Give the labels of what comes by a channel and says nothing of its own."""
    return Privacy(
        sensitivity=channel.default_sensitivity,
        visibility=channel.default_visibility,
        domains=list(channel.default_domains) or None,
    )


def default_labels(compiled: Compiled) -> Labels:
    """Give the labels of what is said about somebody by a channel."""
    privacy = default_privacy(compiled)
    return Labels(
        agent=compiled.caller.agent,
        sensitivity=privacy.sensitivity,
        visibility=privacy.visibility,
        domains=tuple(sorted(privacy.domains or ())),
        who=(compiled.entity,) if privacy.visibility == "owner" else (),
    )


def recording(compiled: Compiled, reader: Reader, namespace: str, said: Envelope) -> None:
    """Judge an event that is about to be recorded, labelled as it will be.

    Under the labels of its channel recording is the channel's right; under others its recorder must be able to write them.
    Raises `NotAllowedError`, and `NotFoundError` or `InvalidError` for what it names and the caller does not see: these read as
    if it were not there.
    """
    if kinds.acts(said.kind):
        _act(compiled, reader, namespace, said)
    for number, link in enumerate(said.links):
        if _record(compiled, reader, namespace, link.to_event_id) is None:
            raise wrong(f"links[{number}].toEventId", link.to_event_id, "is no event of this namespace")
    if kinds.acts(said.kind):
        return
    principal = said.recorded_by.principal if said.recorded_by is not None else ""
    own = structs.replace(said, agent=compiled.caller.agent)
    named = None if said.privacy == default_privacy(compiled) else Record(labels=(labels_of(own),), principal=principal)
    judged(compiled, ("event", "", "record"), named)


def _act(compiled: Compiled, reader: Reader, namespace: str, event: Envelope) -> None:
    link = kinds.target(event)
    if link is None:
        return  # the door says what is wrong with it
    record = _record(compiled, reader, namespace, link.to_event_id)
    if record is None:
        raise threads.missing(link.to_event_id)
    judged(compiled, ("event", link.to_event_id, ACTIONS[event.kind.lower()]), record)


def _record(compiled: Compiled, reader: Reader, namespace: str, event_id: str) -> Record | None:
    """Give what is known of an event; nothing where it is not there, or the caller may not know that it is."""
    sealed = reader.get(namespace, event_id)
    if sealed is None or sealed.payload is None:
        return None
    return found(compiled, reader, envelope_of(sealed))


def found(compiled: Compiled, reader: Reader, event: Envelope) -> Record | None:
    """Give what is known of an event, or of what it acts on; nothing where the caller may not know that it is."""
    root = threads.root_of(reader, event.namespace, event)
    return None if root is None else _record_of(compiled, reader, root)


def _record_of(compiled: Compiled, reader: Reader, root: Envelope) -> Record | None:
    labels = reader.labels(root.namespace, root.sequence)
    if labels is None:
        return None
    every: tuple[Labels, ...] = (labels, *labels.also)
    if not all(readable(one, compiled.reader) for one in every):
        return None
    return Record(labels=every, principal=root.recorded_by.principal if root.recorded_by is not None else "")
