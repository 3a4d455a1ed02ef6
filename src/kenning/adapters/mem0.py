"""A drop-in for the ``Memory`` of mem0: the same calls, answered by Kenning, with no model, key or network.

A memory is an event and keeps the words it was told in. `update` corrects it, `delete` redacts it, ``erase=True`` destroys it;
`history` is read from the record. Whose a memory is decides which others are even looked at: those of each user are records of
an agent of their own, within the scope of every query.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial, wraps
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple, Self, TypedDict, Unpack

from kenning.adapters import mem0_records as records
from kenning.adapters.acts import correction, found, packed, redaction
from kenning.adapters.mem0_filters import MissingError, fits, ids_of, refused, scoped
from kenning.adapters.mem0_homes import FORGOTTEN, Home, Homes
from kenning.adapters.mem0_records import Said, Scope, Stored, is_memory, stored
from kenning.adapters.seat import Where, seat
from kenning.adapters.shelf import likeness, read
from kenning.aio import AsyncSession
from kenning.engine.session import Session
from kenning.errors import ErasedError, NotFoundError
from kenning.faces.settings import settings
from kenning.model.recall import Hit
from kenning.rules.fold import effective_us

PROCEDURE = "procedural_memory"
DELETED = "deleted by mem0's Memory"
BASE = 0.1
"""The score of a memory for which nothing speaks but whose it is: as much as the least mem0 asks for. Others lie above it."""
ASKED_MAX = 2000
ALL = 1_000_000
_KENNING, _PATH = "kenning", "path"
_UNUSED = frozenset(
    {"vector_store", "llm", "embedder", "history_db_path", "graph_store", "reranker", "version", "custom_instructions"}
    | {"custom_fact_extraction_prompt", "custom_update_memory_prompt"}
)
_UNSET: Any = object()


class Whose(TypedDict, total=False):
    """By which ids a memory is somebody's."""

    user_id: str | int | None
    agent_id: str | int | None
    run_id: str | int | None


class Remembering(Whose, total=False):
    """What `add` takes beside messages, as mem0's does."""

    metadata: dict[str, Any] | None
    timestamp: Any
    expiration_date: Any
    infer: bool
    memory_type: str | None
    prompt: str | None
    llm: Any


class Listing(Whose, total=False):
    """What `get_all` takes as older examples have it."""

    limit: int


class Finding(Listing, total=False):
    """What `search` takes further."""

    rerank: bool
    reference_date: Any
    show_expired: bool


class Ranked(NamedTuple):
    """A memory that answers: its score, and what each lane gave it."""

    memory: Stored
    score: float
    hit: Hit | None
    session: Session


class Memory:
    """What mem0 calls a memory, over a file, a server or a session of Kenning's. May be used from several threads.

    Without a ``config`` it is the store that the command `kenning` uses. A mapping is mem0's: ``{"kenning": {"path": …}}`` says
    where, and what is for the models and stores of mem0 is not used (`unused` names it). Anything else is a session, or what
    `kenning.open` opens. A file is used as an entity of its own and not as the admin, unless ``as_admin`` says so.
    """

    def __init__(self, config: Any = None, *, token: str | None = None, as_admin: bool = False) -> None:  # noqa: ANN401 - mem0's, or ours
        """Open a memory."""
        where, self.unused = _where(config)
        self._seat = seat(where, token=token, as_admin=as_admin)
        self._homes = Homes(self._seat)

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Open a memory by a configuration of mem0's."""
        return cls(config_dict)

    def __enter__(self) -> Self:
        """Use the memory as a context that closes it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the memory."""
        self.close()

    def close(self) -> None:
        """Close what was opened; a session that was given stays open."""
        self._seat.close()

    def session(self, *, user_id: Any = None, agent_id: Any = None, run_id: Any = None) -> Session:  # noqa: ANN401 - as mem0 takes ids
        """Give the session in which somebody's memories stand: with all verbs of Kenning, and nobody else's memories.

        Its ``agent`` is what a token that opens them is issued for.
        """
        ids: Any = ids_of({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        return self._homes.home(Scope(**ids)).session

    # -- writing -------------------------------------------------------------------------------------------------------

    def add(self, messages: Any, **said: Unpack[Remembering]) -> dict[str, Any]:  # noqa: ANN401 - a text, a message, or a list
        """Remember what was said, each message in its own words; gives what became of each.

        With ``infer`` the same words of the same people are remembered once (``NONE`` says that they were known); what follows
        from them is drawn by `Session.extract` or ``kenning extract``, and never changes them. ``timestamp`` is when it was said;
        ``prompt`` and
        ``llm`` are for a model, which is not asked. Raises `RefusedError` where no id says whose it is.
        """
        _known("add", said, Remembering)
        ids: Any = ids_of(said)
        scope = Scope(
            **ids,
            metadata=records.own_metadata(said.get("metadata")),
            expiration_date=records.day(said.get("expiration_date")),
            occurred_at=records.moment(said.get("timestamp")),
        )
        infer, told = said.get("infer", True), records.messages_of(messages)
        memory_type = said.get("memory_type")
        if memory_type is not None:
            told, scope = _procedure(told, scope, memory_type)
        if scope.owner is not None and not told:
            return {"results": []}
        home = self._homes.home(scope)
        made = _remembered(home, told, scope) if infer else _recorded(home, told, scope)
        plain = [{"id": one, "memory": what.text, "event": "ADD" if new else "NONE"} for one, what, new in made]
        if infer:
            return {"results": plain}
        more = [{"actor_id": what.name, "role": what.role} for _, what, _ in made]
        return {"results": [one | beside for one, beside in zip(plain, more, strict=True)]}

    def update(
        self,
        memory_id: str,
        text: Any = None,  # noqa: ANN401 - judged here
        metadata: dict[str, Any] | None = None,
        expiration_date: Any = _UNSET,  # noqa: ANN401
        data: str | None = None,
    ) -> dict[str, str]:
        """Correct a memory; what it said before stays in its history. ``data`` is another name of ``text``."""
        text = data if text is None else text
        if text is None and metadata is None and expiration_date is _UNSET:
            raise refused("text", None, "is missing", hint="say text, metadata or expiration_date")
        if text is not None and (not isinstance(text, str) or not text.strip()):
            raise refused("text", text, "says nothing")
        memory, session = self._there(memory_id)
        patch: dict[str, Any] = {}
        if metadata is not None:
            patch["metadata"] = packed(memory.metadata | records.own_metadata(metadata), "metadata")
        if expiration_date is not _UNSET:
            patch["expiration_date"] = records.day(expiration_date)
        session.record(correction(memory.view.event, patch, text=text))
        return {"message": "Memory updated successfully!"}

    def delete(self, memory_id: str, *, erase: bool = False, because: str = DELETED) -> dict[str, str]:
        """Redact a memory: it is read no more, and stands in the record. ``erase`` destroys it, one that was deleted too.

        Erasing sweeps every file of the store. Raises `MissingError` where there is no such memory.
        """
        if erase:
            session = self._homes.of(memory_id)
            if stored(read(session, memory_id)) is None and not _was_ours(session, memory_id):
                raise _missing(memory_id)
            session.erase(memory_id, because=because)
        else:
            memory, session = self._there(memory_id)
            session.record(redaction(memory.view.event, because=because))
        return {"message": "Memory deleted successfully!"}

    def delete_all(
        self,
        user_id: str | None = None,
        agent_id: str | None = None,
        run_id: str | None = None,
        *,
        erase: bool = False,
    ) -> dict[str, str]:
        """Redact all memories of somebody, or destroy them. Raises `RefusedError` where nobody is named: `reset` is for all."""
        ids = ids_of({"user_id": user_id, "agent_id": agent_id, "run_id": run_id})
        self._clear(scoped(None, ids), erase=erase)
        only = {name: one for name, one in ids.items() if one is not None}
        if erase and len(only) == 1:
            self._homes.disown(only)
        return {"message": "Memories deleted successfully!"}

    def reset(self, *, erase: bool = False) -> None:
        """Redact all memories there are, or destroy them."""
        self._clear({}, erase=erase)
        if erase:
            self._homes.disown({})

    # -- reading -------------------------------------------------------------------------------------------------------

    def get(self, memory_id: str) -> dict[str, Any] | None:
        """Show one memory; nothing where there is none, or it was deleted."""
        session = self._homes.of(memory_id)
        memory = stored(read(session, memory_id))
        return None if memory is None else {**memory.shown(session), "score": None}

    def get_all(
        self,
        *,
        filters: dict[str, Any] | None = None,
        top_k: int = 20,
        show_expired: bool = False,
        **more: Unpack[Listing],
    ) -> dict[str, Any]:
        """List somebody's memories, the newest first."""
        _known("get_all", more, Listing)
        asked = scoped(filters, ids_of(more))
        listed = self._listed(asked, _most(more.get("limit", top_k)), show_expired=show_expired)
        return {"results": [memory.shown(session) for memory, session in listed]}

    def search(
        self,
        query: Any,  # noqa: ANN401 - judged here
        *,
        top_k: int = 20,
        filters: dict[str, Any] | None = None,
        threshold: Any = BASE,  # noqa: ANN401 - judged here
        explain: bool = False,
        **more: Unpack[Finding],
    ) -> dict[str, Any]:
        """Find somebody's memories that answer a question, best first; behind them the rest, the newest first.

        The rest has the score 0.1, so a higher ``threshold`` asks for what answers alone. ``explain`` tells what each lane gave.
        There is no reranker to ``rerank`` by, and ``reference_date`` is refused, as mem0's own refuses it.
        """
        _known("search", more, Finding)
        most, asked = _most(more.get("limit", top_k)), scoped(filters, ids_of(more))
        question = query.strip() if isinstance(query, str) else ""
        if not question:
            raise refused("query", query, "asks nothing")
        if more.get("reference_date") is not None:
            raise refused(
                "reference_date", str(more["reference_date"]), "is not known to the open source memory of mem0"
            )
        least = BASE if threshold is None else threshold
        if not isinstance(least, int | float) or not 0 <= least <= 1:
            raise refused("threshold", threshold, "is not between 0 and 1")
        ranked = self._ranked(question, asked, most, show_expired=more.get("show_expired", False)) if most else []
        shown = []
        for one in ranked[:most]:
            if one.score >= least:
                entry = {**one.memory.shown(one.session), "score": one.score}
                shown.append(entry | ({"score_details": _details(one)} if explain else {}))
        return {"results": shown}

    def history(self, memory_id: str) -> list[dict[str, Any]]:
        """Tell how a memory came to read as it does. Of one that was deleted no words are told, of an erased one nothing."""
        session = self._homes.of(memory_id)
        view = read(session, memory_id)
        if view is None and _was_ours(session, memory_id):
            view = session.view(memory_id)
        if view is None or not is_memory(view.event):
            return []
        return records.history_of(session, view)

    def chat(self, query: str) -> None:
        """Refuse, as mem0 does: this is a memory, and no model."""
        raise NotImplementedError("a memory does not chat")

    def _there(self, memory_id: str) -> tuple[Stored, Session]:
        session = self._homes.of(memory_id)
        memory = stored(read(session, memory_id))
        if memory is None:
            raise _missing(memory_id)
        return memory, session

    # -- what is there -------------------------------------------------------------------------------------------------

    def _listed(self, filters: Mapping[str, Any], most: int, *, show_expired: bool) -> list[tuple[Stored, Session]]:
        """List memories, the newest first; more are read until there are enough."""
        listed = []
        for home in self._homes.meant(filters) if most else ():
            portion = min(max(64, 2 * most), ALL)
            while True:
                views = home.session.timeline(home.filters, limit=portion, newest_first=True)
                kept = [one for one in map(stored, views) if _meant(one, filters, show_expired=show_expired)]
                if len(kept) >= most or len(views) < portion or portion == ALL:
                    break
                portion = min(4 * portion, ALL)
            listed += [(one, home.session) for one in kept if one is not None]
        return sorted(listed, key=lambda one: effective_us(one[0].view.event), reverse=True)[:most]

    def _ranked(self, question: str, filters: Mapping[str, Any], most: int, *, show_expired: bool) -> list[Ranked]:
        ranked: list[Ranked] = []
        for home in self._homes.meant(filters):
            ranked += _answers(home, question, most, partial(_meant, filters=filters, show_expired=show_expired))
        ranked.sort(key=lambda one: one.score, reverse=True)
        if len(ranked) < most:
            there = {one.memory.id for one in ranked}
            rest = self._listed(filters, most, show_expired=show_expired)
            ranked += [Ranked(one, BASE, None, session) for one, session in rest if one.id not in there]
        return ranked

    def _clear(self, filters: Mapping[str, Any], *, erase: bool) -> None:
        for memory, session in self._listed(filters, ALL, show_expired=True):
            if erase:
                session.erase(memory.id, because=FORGOTTEN)
            else:
                session.record(redaction(memory.view.event, because="deleted by mem0's Memory"))


def _answers(home: Home, question: str, most: int, meant: Callable[[Stored | None], bool]) -> list[Ranked]:
    """Rank the memories of one home; more lines are asked for until enough are meant, or there are no more."""
    k = max(32, 2 * most)
    while True:
        hits = home.session.recall(question, k=k, budget_tokens=0, filters=home.filters).hits
        lines = [(stored(view), hit) for view, hit in found(home.session, hits)]
        ranked = [
            Ranked(one, round(BASE + (1 - BASE) * likeness(hit.score), 6), hit, home.session)
            for one, hit in lines
            if one is not None and meant(one)
        ]
        if len(ranked) >= most or len(lines) < k or k >= ASKED_MAX:
            return ranked
        k *= 4


def _remembered(home: Home, said: list[Said], scope: Scope) -> list[tuple[str, Said, bool]]:
    """Record each message once: what is there and reads so already is not recorded again."""
    events = [records.once(records.memory_of(home.kind, one, scope)) for one in said]
    try:
        receipts = home.session.record_many(events)
    except ErasedError:  # one of them was said before and forgotten: each is looked at by itself
        return [_said_once(home, one, scope, 0) for one in said]
    made: list[tuple[str, Said, bool]] = []
    for receipt, what in zip(receipts, said, strict=True):
        if not receipt.replayed:
            made.append((receipt.id, what, True))
        elif _reads(home.session, receipt.id, what):
            made.append((receipt.id, what, False))
        else:
            made.append(_said_once(home, what, scope, 1))
    return made


def _said_once(home: Home, said: Said, scope: Scope, time: int) -> tuple[str, Said, bool]:
    """Record a message unless it reads so already; said again after it was updated, deleted or erased, it is another memory."""
    for again in count(time):
        try:
            receipt = home.session.record(records.once(records.memory_of(home.kind, said, scope), again))
        except ErasedError:
            continue
        if not receipt.replayed or _reads(home.session, receipt.id, said):
            return receipt.id, said, not receipt.replayed
    raise AssertionError("there is always another time")


def _reads(session: Session, event_id: str, said: Said) -> bool:
    there = stored(read(session, event_id))
    return there is not None and there.view.text == said.text


def _recorded(home: Home, said: list[Said], scope: Scope) -> list[tuple[str, Said, bool]]:
    receipts = home.session.record_many([records.memory_of(home.kind, one, scope) for one in said])
    return [(receipt.id, what, True) for receipt, what in zip(receipts, said, strict=True)]


def _procedure(said: list[Said], scope: Scope, memory_type: str) -> tuple[list[Said], Scope]:
    """Make one memory of a talk: how an agent went about something, line by line."""
    if memory_type != PROCEDURE:
        raise refused("memory_type", memory_type, f"is not {PROCEDURE}")
    if scope.agent_id is None:
        return said, scope
    whole = Said(records.told(said), "assistant")
    noted = {**scope.metadata, "memory_type": memory_type}
    return [whole], Scope(**{name: getattr(scope, name) for name in scope.__struct_fields__} | {"metadata": noted})


def _meant(one: Stored | None, filters: Mapping[str, Any], *, show_expired: bool) -> bool:
    return one is not None and (show_expired or not one.is_over) and fits(one.held, filters)


def _details(one: Ranked) -> dict[str, float]:
    lanes = {part.lane: part.share for part in one.hit.lanes} if one.hit is not None else {}
    return {"base": BASE, **lanes}


def _was_ours(session: Session, event_id: str) -> bool:
    """Tell whether an event is a memory that was deleted."""
    try:
        view = session.view(event_id)
    except (NotFoundError, ErasedError):
        return False
    return view.redacted and is_memory(view.event)


def _missing(memory_id: str) -> MissingError:
    return MissingError(f"{memory_id}: there is no such memory", details={"id": memory_id})


def _most(top_k: object) -> int:
    """Judge how many are wanted, which older examples call the limit."""
    if isinstance(top_k, bool) or not isinstance(top_k, int) or not 0 <= top_k <= ALL:
        raise refused("top_k", top_k, f"is not between 0 and {ALL}")
    return top_k


def _known(verb: str, said: Mapping[str, object], names: type) -> None:
    unknown = next((name for name in said if name not in names.__annotations__), None)
    if unknown is not None:
        raise TypeError(f"{verb}() got an unexpected keyword argument {unknown!r}")


def _where(config: Any) -> tuple[Where, frozenset[str]]:  # noqa: ANN401 - mem0's, or ours
    """Read where a memory is, and what of a configuration is not used."""
    if isinstance(config, str | Path | Session | AsyncSession):
        return config, frozenset()
    given = {} if config is None else config
    if not isinstance(given, Mapping):
        given = {name: getattr(config, name) for name in getattr(config, "model_fields_set", ())}
    unknown = next((name for name in given if name not in _UNUSED | {_KENNING}), None)
    if unknown is not None:
        raise refused(f"config.{unknown}", given[unknown], "is no part of a configuration of mem0's, or of Kenning's")
    own = given.get(_KENNING) or {}
    if not isinstance(own, Mapping) or set(own) - {_PATH}:
        raise refused("config.kenning", own, "is not as it should be", hint='write {"path": "memory.kenning"}')
    path = own.get(_PATH)
    if path is None:
        path = settings().store.value
        Path(path).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path, frozenset(given) - {_KENNING}


# -- awaited -----------------------------------------------------------------------------------------------------------


def _awaited(verb: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(verb)
    async def asked(self: AsyncMemory, *given: Any, **named: Any) -> Any:  # noqa: ANN401 - as the verb takes and gives them
        return await asyncio.to_thread(verb, self.memory, *given, **named)

    return asked


class AsyncMemory:
    """The same, to be awaited: each call runs in a thread, so that what waits for the disk or a server holds up nobody."""

    def __init__(self, config: Any = None, *, token: str | None = None, as_admin: bool = False) -> None:  # noqa: ANN401 - mem0's, or ours
        """Open a memory."""
        self.memory = Memory(config, token=token, as_admin=as_admin)

    @classmethod
    def from_config(cls, config_dict: Mapping[str, Any]) -> Self:
        """Open a memory by a configuration of mem0's."""
        return cls(config_dict)

    async def __aenter__(self) -> Self:
        """Use the memory as a context that closes it."""
        return self

    async def __aexit__(self, *_: object) -> None:
        """Close the memory."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Close what was opened."""
        self.memory.close()

    add = _awaited(Memory.add)
    update = _awaited(Memory.update)
    delete = _awaited(Memory.delete)
    delete_all = _awaited(Memory.delete_all)
    reset = _awaited(Memory.reset)
    get = _awaited(Memory.get)
    get_all = _awaited(Memory.get_all)
    search = _awaited(Memory.search)
    history = _awaited(Memory.history)
    chat = _awaited(Memory.chat)
    session = _awaited(Memory.session)
