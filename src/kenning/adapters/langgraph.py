"""A long-term store of LangGraph that keeps its items in Kenning: ``graph.compile(store=KenningStore("memory.kenning"))``.

An item is an event. ``put`` under a key that has one corrects it, ``delete`` redacts it: what it said before is read no more, and
stands in the record until it is erased. A query is a recall.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import msgspec

from kenning.adapters.acts import (
    REFRESHED,
    attributes,
    correction,
    event_of,
    found,
    packed,
    recorded,
    redaction,
    unpacked,
    updated,
)
from kenning.adapters.seat import Where, absent, seat
from kenning.adapters.shelf import Shelf, likeness, read
from kenning.engine.config import system_clock_us
from kenning.errors import NotFoundError
from kenning.model.event import Envelope
from kenning.model.report import EraseReport
from kenning.model.time import rfc3339, wrong
from kenning.model.view import View

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        IndexConfig,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        TTLConfig,
        get_text_at_path,
    )
except ImportError as error:
    raise absent("langgraph", "langchain") from error

KIND = "langgraph.item"
WHOLE = "$"
ASKED_MAX = 2000
"""So many lines a query looks at, at most; items that none of them is are given behind them, without a score."""
Namespace = tuple[str, ...]
Place = tuple[Namespace, str]


class Kept(msgspec.Struct, frozen=True):
    """An item as it stands."""

    place: Place
    value: dict[str, Any]
    view: View
    ttl: float | None = None
    expires: str | None = None


class KenningStore(BaseStore):
    """A `BaseStore` over a file, a server or a session. May be used from several threads, and awaited.

    ``memory`` is a session, or what `kenning.open` opens; of a file it is used as an entity of its own, not as the admin, unless
    ``as_admin`` says so. Of ``index`` its ``fields`` count: which texts of a value a query finds, all where none are named. How
    they are found is Kenning's, by words and by the vectors the store has; ``embed`` and ``dims`` are not used. With a ``ttl`` an
    item is not read once it expired, and is redacted by `sweep_ttl`; a read that refreshes it is an append.
    """

    supports_ttl = True

    def __init__(
        self,
        memory: Where,
        *,
        index: IndexConfig | None = None,
        ttl: TTLConfig | None = None,
        token: str | None = None,
        as_admin: bool = False,
    ) -> None:
        """Keep items in a memory."""
        super().__init__()
        self.ttl_config = ttl
        self.index_config = index
        self._seat = seat(memory, token=token, as_admin=as_admin)
        self.session = self._seat.session
        self._fields = list((index or {}).get("fields") or [WHOLE])
        self._shelf: Shelf[Place] = Shelf(self.session, KIND, _place_of)
        self._lock = threading.RLock()

    @classmethod
    @contextmanager
    def from_conn_string(
        cls, conn_string: str | Path, *, index: IndexConfig | None = None, ttl: TTLConfig | None = None
    ) -> Iterator[Self]:
        """Open a store for as long as a context lasts, as the stores of LangGraph are opened."""
        store = cls(conn_string, index=index, ttl=ttl)
        try:
            yield store
        finally:
            store.close()

    def setup(self) -> None:
        """Make ready, as the stores of LangGraph ask for it: a store of Kenning is ready when it is open."""

    def close(self) -> None:
        """Close what was opened; a session that was given stays open."""
        self._seat.close()

    # -- the interface -------------------------------------------------------------------------------------------------

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do several things: what is read is read first, what is put is put together, all of it or nothing."""
        results: list[Result] = []
        puts: dict[Place, PutOp] = {}
        used: list[Kept] = []
        for op in ops:
            if isinstance(op, PutOp):
                puts[op.namespace, op.key] = op
                results.append(None)
            elif isinstance(op, GetOp):
                results.append(self._got(op, used))
            elif isinstance(op, SearchOp):
                results.append(self._searched(op, used))
            elif isinstance(op, ListNamespacesOp):
                results.append(self._namespaces(op))
            else:
                raise wrong("op", type(op).__name__, "is no operation of a store")
        self._refresh([kept for kept in used if kept.place not in puts])
        if puts:
            self._put(puts)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do the same in a thread, so that what waits for the disk or a server holds up nobody."""
        return await asyncio.to_thread(self.batch, list(ops))

    def erase(self, namespace: Namespace, key: str, *, because: str) -> EraseReport:
        """Destroy an item with every version it had, and sweep every file of the store. Not reversible.

        Raises `NotFoundError` where there is none; one that was deleted is erased by whoever holds the file.
        """
        kept = self._kept((tuple(namespace), key))
        if kept is None:
            raise NotFoundError(f"{key}: there is no such item in {'.'.join(namespace)}")
        with self._lock:
            for view in self._shelf.older(kept.place):
                self.session.erase(str(view.event.id), because=because)
            report = self.session.erase(str(kept.view.event.id), because=because)
            self._shelf.forget(kept.place, str(kept.view.event.id))
        return report

    def sweep_ttl(self) -> int:
        """Redact what expired; gives how many items that were."""
        with self._lock:
            gone = [kept for kept in map(_kept_of, self._shelf.views()) if kept is not None and _is_over(kept)]
            self.session.record_many([redaction(kept.view.event, because="expired") for kept in gone])
        return len(gone)

    # -- reading -------------------------------------------------------------------------------------------------------

    def _standing(self, place: Place) -> Kept | None:
        """Read what stands at a place, be it over or not."""
        event_id = self._shelf.newest(place)
        view = read(self.session, event_id) if event_id is not None else None
        return _kept_of(view) if view is not None else None

    def _kept(self, place: Place) -> Kept | None:
        kept = self._standing(place)
        return None if kept is None or _is_over(kept) else kept

    def _got(self, op: GetOp, used: list[Kept]) -> Item | None:
        kept = self._kept((tuple(op.namespace), op.key))
        if kept is None:
            return None
        if op.refresh_ttl:
            used.append(kept)
        return Item(
            value=kept.value,
            key=kept.place[1],
            namespace=kept.place[0],
            created_at=recorded(kept.view.event),
            updated_at=updated(self.session, kept.view),
        )

    def _searched(self, op: SearchOp, used: list[Kept]) -> list[SearchItem]:
        wanted = op.offset + op.limit
        ranked = list(self._ranked(op, wanted)) if op.query else []
        if len(ranked) < wanted:
            there = {kept.place for kept, _ in ranked}
            ranked += [(kept, None) for kept in self._listed(op) if kept.place not in there]
        page = ranked[op.offset : wanted]
        if op.refresh_ttl:
            used += [kept for kept, _ in page]
        return [
            SearchItem(
                namespace=kept.place[0],
                key=kept.place[1],
                value=kept.value,
                created_at=recorded(kept.view.event),
                updated_at=updated(self.session, kept.view),
                score=score,
            )
            for kept, score in page
        ]

    def _ranked(self, op: SearchOp, wanted: int) -> Iterator[tuple[Kept, float | None]]:
        """Rank by the query; more lines are asked for until there are enough of this namespace, or no more at all."""
        places = self._shelf.places()
        k = max(32, 4 * wanted)
        while True:
            hits = self.session.recall(str(op.query), k=k, budget_tokens=0, filters=self._shelf.filters).hits
            ranked: dict[Place, tuple[Kept, float | None]] = {}
            for view, hit in found(self.session, hits):
                kept = _kept_of(view)
                if kept is not None and places.get(kept.place) == view.event.id and _fits(kept, op):
                    ranked.setdefault(kept.place, (kept, likeness(hit.score)))
            if len(ranked) >= wanted or k >= min(len(places), ASKED_MAX):
                return iter(ranked.values())
            k *= 4

    def _listed(self, op: SearchOp) -> list[Kept]:
        """List what a search without a query finds, the newest first."""
        prefix = tuple(op.namespace_prefix)
        places = [place for place in self._shelf.places() if place[0][: len(prefix)] == prefix]
        kept = [one for one in map(_kept_of, self._shelf.some(places)) if one is not None and _fits(one, op)]
        return sorted(kept, key=lambda one: (one.view.event.recorded_at, one.view.event.id), reverse=True)

    def _namespaces(self, op: ListNamespacesOp) -> list[Namespace]:
        there = {
            kept.place[0] for kept in map(_kept_of, self._shelf.views()) if kept is not None and not _is_over(kept)
        }
        named = {one for one in there if all(_matches(condition, one) for condition in op.match_conditions or ())}
        return sorted({one[: op.max_depth] for one in named})[op.offset : op.offset + op.limit]

    # -- writing -------------------------------------------------------------------------------------------------------

    def _put(self, puts: Mapping[Place, PutOp]) -> None:
        """Record what is put: one batch, so that it is all there or nothing is."""
        with self._lock:
            self.session.record_many(
                [event for place, op in puts.items() for event in self._acts_of((tuple(place[0]), place[1]), op)]
            )

    def _acts_of(self, place: Place, op: PutOp) -> Iterator[dict[str, Any]]:
        for view in self._shelf.older(place):
            yield redaction(view.event, because="something newer stands here")
        kept = self._standing(place)
        if op.value is not None:
            yield self._said(place, op, kept)
        elif kept is not None:
            yield redaction(kept.view.event)

    def _said(self, place: Place, op: PutOp, kept: Kept | None) -> dict[str, Any]:
        assert op.value is not None, "what is put has a value"
        said = dict(op.value)
        text = "" if op.index is False else "\n".join(self._texts(said, op.index or self._fields))
        held = {"value": packed(said, "value"), "ttlMinutes": op.ttl, "expires": _expiry(op.ttl)}
        if kept is not None:
            return correction(kept.view.event, held, text=text)
        named = {"namespace": list(place[0]), "key": place[1]}
        return event_of(KIND, text, named | {name: one for name, one in held.items() if one is not None})

    def _texts(self, value: dict[str, Any], fields: list[str]) -> Iterator[str]:
        for field in fields:
            yield from _leaves(value) if field == WHOLE else get_text_at_path(value, field)

    def _refresh(self, used: list[Kept]) -> None:
        lives = {kept.place: kept for kept in used if kept.ttl is not None}
        patches = [
            correction(kept.view.event, {"expires": _expiry(kept.ttl)}, because=REFRESHED) for kept in lives.values()
        ]
        if patches:
            self.session.record_many(patches)


def _place_of(event: Envelope) -> Place | None:
    held = attributes(event)
    namespace, key = held.get("namespace"), held.get("key")
    if not isinstance(namespace, list) or not isinstance(key, str):
        return None
    return tuple(map(str, namespace)), key


def _kept_of(view: View) -> Kept | None:
    """Give the item that an event holds; nothing where it is none, whoever recorded it under this kind."""
    place, held = _place_of(view.event), attributes(view.event)
    value = unpacked(held.get("value"))
    if place is None or not isinstance(value, dict):
        return None
    return Kept(place, value, view, held.get("ttlMinutes"), held.get("expires"))


def _leaves(value: object) -> Iterator[str]:
    """Walk all that a value says in words or numbers."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _leaves(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)


def _expiry(ttl: float | None) -> str | None:
    return None if ttl is None else rfc3339(system_clock_us() + round(ttl * 60_000_000))


def _is_over(kept: Kept) -> bool:
    return kept.expires is not None and kept.expires <= rfc3339(system_clock_us())


def _fits(kept: Kept, op: SearchOp) -> bool:
    prefix = tuple(op.namespace_prefix)
    if kept.place[0][: len(prefix)] != prefix or _is_over(kept):
        return False
    return all(_holds(kept.value.get(key), asked) for key, asked in (op.filter or {}).items())


def _holds(value: object, asked: object) -> bool:
    """Tell whether a value is as a filter asks: equal, in part where it is an object, or by its operators."""
    if isinstance(asked, Mapping):
        if any(str(name).startswith("$") for name in asked):
            return all(_compares(value, name, bound) for name, bound in asked.items())
        return isinstance(value, Mapping) and all(_holds(value.get(name), part) for name, part in asked.items())
    if isinstance(asked, list | tuple):
        return isinstance(value, list | tuple) and len(value) == len(asked) and all(map(_holds, value, asked))
    return value == asked


def _compares(value: object, operator: str, bound: object) -> bool:
    if operator == "$eq":
        return value == bound
    if operator == "$ne":
        return value != bound
    if operator not in {"$gt", "$gte", "$lt", "$lte"}:
        raise wrong("filter", operator, "is no operator", hint="they are $eq, $ne, $gt, $gte, $lt, $lte")
    try:
        own, other = float(value), float(bound)  # type: ignore[arg-type]  # what is no number is caught
    except (TypeError, ValueError):
        return False
    if operator == "$gt":
        return own > other
    if operator == "$gte":
        return own >= other
    return own < other if operator == "$lt" else own <= other


def _matches(condition: MatchCondition, namespace: Namespace) -> bool:
    path = condition.path
    if len(namespace) < len(path):
        return False
    part = namespace[: len(path)] if condition.match_type == "prefix" else namespace[len(namespace) - len(path) :]
    return all(asked in {"*", own} for own, asked in zip(part, path, strict=True))
