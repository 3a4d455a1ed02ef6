"""Keyed fingerprints: how a retry, a re-import and a late parent are recognised without keeping what they say."""

from __future__ import annotations

from kenning.engine.engine import Engine
from kenning.model.event import Envelope
from kenning.store.base import Prints


def native_print(engine: Engine, namespace: str, form: str, native_id: str) -> bytes:
    """Give the fingerprint of a record by the id a foreign program knows it by."""
    return engine.fingerprint(["native", namespace, form, native_id])


def prints_of(engine: Engine, namespace: str, agent: str, said: Envelope) -> Prints:
    """Give the fingerprints of an event: of its idempotency key, scoped as recorded, and of its native id and parent.

    A function of what was recorded and of the store's key alone, so that a rebuild gives the same.
    """
    key = None
    if said.idempotency_key is not None and said.recorded_by is not None:
        source, by = said.source, said.recorded_by
        scope: list[str | None] = [namespace, agent, by.principal, by.channel, source.type, source.name, source.id]
        key = engine.fingerprint([*scope, said.idempotency_key])
    facts = said.provenance.metadata if said.provenance is not None else None
    if not facts or said.source.type != "import":
        return Prints(key)
    form, native, parent = facts.get("format"), facts.get("id"), facts.get("replyTo")
    if not isinstance(form, str):
        return Prints(key)
    linked = any(link.relation == "reply_to" for link in said.links)
    return Prints(
        key,
        native_print(engine, namespace, form, native) if isinstance(native, str) else None,
        native_print(engine, namespace, form, parent) if isinstance(parent, str) and not linked else None,
    )
