"""Keyed fingerprints: how a retry, a re-import and a late parent are recognised without keeping what they say."""

from __future__ import annotations

from hashlib import blake2b
from typing import Protocol

import msgspec

from kenning.model.event import Envelope
from kenning.store.base import Prints

_encode = msgspec.json.Encoder().encode


class Keyed(Protocol):
    """Whoever holds the key of a store's fingerprints."""

    def fingerprint(self, parts: list[str | None]) -> bytes:
        """Give the keyed fingerprint of some parts."""


class Key:
    """The key of a store's fingerprints, apart from the store: what a process that helps is given."""

    __slots__ = ("_keyed", "secret")

    def __init__(self, secret: bytes) -> None:
        """Mix the key in once: every fingerprint begins there."""
        self.secret = secret
        self._keyed = blake2b(key=secret, digest_size=16)

    def fingerprint(self, parts: list[str | None]) -> bytes:
        """Give the keyed fingerprint of an idempotency key and all it is scoped by."""
        keyed = self._keyed.copy()
        keyed.update(_encode(parts))
        return keyed.digest()


def native_print(key: Keyed, namespace: str, form: str, native_id: str) -> bytes:
    """Give the fingerprint of a record by the id a foreign program knows it by."""
    return key.fingerprint(["native", namespace, form, native_id])


def prints_of(key: Keyed, namespace: str, agent: str, said: Envelope) -> Prints:
    """Give the fingerprints of an event: of its idempotency key, scoped as recorded, and of its native id and parent.

    A function of what was recorded and of the store's key alone, so that a rebuild gives the same.
    """
    retry = None
    if said.idempotency_key is not None and said.recorded_by is not None:
        source, by = said.source, said.recorded_by
        scope: list[str | None] = [namespace, agent, by.principal, by.channel, source.type, source.name, source.id]
        retry = key.fingerprint([*scope, said.idempotency_key])
    facts = said.provenance.metadata if said.provenance is not None else None
    if not facts or said.source.type != "import":
        return Prints(retry)
    form, native, parent = facts.get("format"), facts.get("id"), facts.get("replyTo")
    if not isinstance(form, str):
        return Prints(retry)
    linked = any(link.relation == "reply_to" for link in said.links)
    return Prints(
        retry,
        native_print(key, namespace, form, native) if isinstance(native, str) else None,
        native_print(key, namespace, form, parent) if isinstance(parent, str) and not linked else None,
    )
