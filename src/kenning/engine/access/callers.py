"""The callers of open sessions: loaded from the head of their definitions, and loaded anew as soon as anybody's access changed.

A session keeps no permission. What it may do is looked up on every call; what is kept in memory is kept for one state of the
log, told by the sequence of the last act that may change anybody's access, whichever process appended it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any

import msgspec
from msgspec import structs

from kenning.engine.access.asking import privacy_of
from kenning.engine.access.loading import access_generation, caller
from kenning.model.access.channel import Narrowing
from kenning.model.access.effective import EffectivePermissions
from kenning.model.access.effective import Reader as Who
from kenning.model.access.genesis import ADMIN_PARTY, LOCAL_CHANNEL
from kenning.model.access.party import Caller
from kenning.model.event import Domain, Privacy, Sensitivity
from kenning.model.recall import Scope
from kenning.rules.access.bounds import narrowed
from kenning.rules.access.decide import Compiled
from kenning.rules.access.effective import effective
from kenning.rules.access.scope import readable_classes
from kenning.store import NOW, Reader, Store

KEPT_MAX = 1024


class Asker(msgspec.Struct, frozen=True, kw_only=True):
    """Who asks, as bound when a session opened: an entity by id, on a channel, in a session of it, for a person or nobody.

    What a token lets through less is bound with it.
    """

    entity: str
    channel: str
    session_id: str
    person: str | None = None
    ceiling: Sensitivity | None = None
    domains: tuple[Domain, ...] = ()
    reading: bool = False

    @property
    def narrowing(self) -> Narrowing:
        """Give by how much it lets through less than the channel does."""
        return Narrowing(ceiling=self.ceiling, domains=list(self.domains), reading=self.reading)


def caller_by(reader: Reader, tenancy: tuple[str, str], asker: Asker) -> Caller:
    """Give who asks as the store stands, within what its token lets through; ``tenancy`` is a namespace and an agent."""
    found = caller(reader, tenancy[0], asker.entity, asker.channel, asker.person, tenancy[1])
    if asker.narrowing == Narrowing():
        return found
    channel = structs.replace(found.channel, permissions=narrowed(found.channel.permissions, asker.narrowing))
    return structs.replace(found, channel=channel)


class Standing:
    """How one caller stands: flattened for deciding, and its effective permissions, which are worked out when asked for."""

    def __init__(self, known: Caller) -> None:
        """Flatten a caller."""
        self.compiled = Compiled(known)

    @cached_property
    def effective(self) -> EffectivePermissions:
        """What may be done, in the document's shape."""
        return effective(self.compiled.caller)


KEEPER = Standing(Caller(entity=ADMIN_PARTY, channel=LOCAL_CHANNEL))
"""Whoever holds the file: the admin on the local channel."""


class _Latest:
    """What was worked out last for each of many keys, those asked for last; safe to use from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:  # noqa: ANN401 - whatever was kept
        return self._kept.get(key)

    def keep(self, key: Hashable, value: object) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)


class Callers:
    """What all sessions on one store know of who asks."""

    def __init__(self, store: Store) -> None:
        """Know nobody yet."""
        self._store = store
        self._standing = _Latest()
        self._classes = _Latest()
        self._made = _Latest()
        self._channels = _Latest()

    def standing(self, reader: Reader, tenancy: tuple[str, str], asker: Asker) -> Standing:
        """Give how a caller stands in the store; ``tenancy`` is a namespace and an agent."""
        generation = access_generation(reader, tenancy[0])
        known = self._standing.get((tenancy, asker))
        if known is not None and known[0] == generation:
            found: Standing = known[1]
            return found
        made = Standing(caller_by(reader, tenancy, asker))
        self._standing.keep((tenancy, asker), (generation, made))
        return made

    def compiled(self, reader: Reader, tenancy: tuple[str, str], asker: Asker) -> Compiled:
        """Give a caller as the store stands, flattened."""
        return self.standing(reader, tenancy, asker).compiled

    def now(self, tenancy: tuple[str, str], asker: Asker) -> Compiled:
        """Give a caller as the store stands now, flattened."""
        found: Compiled = self.latest(
            ("compiled", tenancy, asker), lambda reader: self.compiled(reader, tenancy, asker)
        )
        return found

    def scope(self, tenancy: tuple[str, str], asker: Asker) -> Scope:
        """Give what a caller may see now."""

        def made(reader: Reader) -> Scope:
            who = self.compiled(reader, tenancy, asker).reader
            return Scope(namespace=tenancy[0], classes=self._readable(reader, tenancy[0], who), who=who)

        found: Scope = self.latest(("scope", tenancy, asker), made)
        return found

    def defaults(self, namespace: str) -> Mapping[str, Privacy]:
        """Give the labels of what comes by each channel that somebody defined."""

        def made(reader: Reader) -> Mapping[str, Privacy]:
            generation = access_generation(reader, namespace)
            known = self._channels.get(namespace)
            if known is None or known[0] != generation:
                found = reader.graph(namespace).channels(NOW)
                known = (generation, {one.id: privacy_of(one) for one in found})
                self._channels.keep(namespace, known)
            labels: Mapping[str, Privacy] = known[1]
            return labels

        found: Mapping[str, Privacy] = self.latest(("defaults", namespace), made)
        return found

    def latest(self, key: Hashable, make: Callable[[Reader], Any]) -> Any:  # noqa: ANN401 - whatever is made
        """Give what was made of the store under a key while nothing was written since; else make it anew.

        The version is asked for before the reading begins: what is kept is never older than it says.
        """
        version = self._store.version()
        known = self._made.get(key)
        if known is not None and known[0] == version:
            return known[1]
        with self._store.read() as reader:
            made = make(reader)
        self._made.keep(key, (version, made))
        return made

    def _readable(self, reader: Reader, namespace: str, who: Who) -> frozenset[int]:
        """List the access classes that may be read; their numbers are never given twice, so only new ones are judged."""
        upto, found = self._classes.get((namespace, who)) or (0, frozenset[int]())
        fresh = reader.classes(namespace, upto)
        if fresh:
            found = found | readable_classes({number: (one, *one.also) for number, one in fresh.items()}, who)
            self._classes.keep((namespace, who), (max(fresh), found))
        return found
