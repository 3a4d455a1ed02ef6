"""Memories of Mem0: what `get_all` and `search` answer, saved as JSON; the history of changes; its `history.db`.

A memory becomes one event, known by its id. That it was changed corrects that event, that it was deleted redacts it; relations of
its graph become facts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.databases import is_database, marked, opens_database
from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped, checked
from kenning.formats.facts import NOTED, Fact, called, when
from kenning.formats.parts import (
    concerned,
    damaged,
    idempotency_key,
    limited,
    mapping,
    primary,
    provenance,
    raw,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, Part
from kenning.model.time import wrong

name = "mem0"

_MARKS = {name: (rb"CREATE TABLE \"?history\"?\s*\(", rb"memory_id", rb"new_memory")}
_LISTS = ("", "results.", "memories.")
_INSIDE = ("results", "memories", "relations")
_OWNERS = ("user_id", "agent_id", "run_id", "app_id")
_TOLD = frozenset({"hash", "created_at", "updated_at", "categories", *_OWNERS})
_KEPT = ("metadata", "categories", "expiration_date", "immutable", "attributed_to")
_HISTORY = ("id", "memory_id", "new_memory", "event", "created_at", "updated_at", "is_deleted", "actor_id", "role")
_MESSAGES = ("id", "session_scope", "role", "content", "name", "created_at")


def recognises(path: Path, head: bytes) -> bool:
    """Whether a database has the table of its history, or JSON the fields of its memories."""
    if path.is_dir():
        return False
    if is_database(head):
        return marked(path, _MARKS) is not None
    keys = keys_in(head)
    return any(_looks(at, keys) for at in _LISTS)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The memories and relations of JSON, or the changes of a history and the last messages it keeps, in their order."""
    count = 0
    for record in _database(path, options) if opens_database(path) else _documents(path, options):
        count += 1
        yield record
    if not count:
        options.remark(path.name, "holds no memories")


def _documents(path: Path, options: Options) -> Iterator[Record]:
    """What stands in JSON: lists of memories and relations, or memories and changes by themselves."""
    for place, document in records_of(contents(path), path.name):
        where = f"{path.name}: {place}"
        if isinstance(document, Skipped):
            yield msgspec.structs.replace(document, where=where)
            continue
        lists = {key: found for key in _INSIDE if (found := _list(document, key)) is not None}
        for key, entries in lists.items():
            for number, entry in enumerate(entries):
                yield _told(entry, f"{where} {key}[{number}]", options, key)
        if not lists:
            yield _told(document, where, options)


def _looks(at: str, keys: frozenset[str]) -> bool:
    """Whether keys at a place are those of a memory, or of a change of one."""
    is_memory = {f"{at}id", f"{at}memory"} <= keys and any(f"{at}{one}" in keys for one in _TOLD)
    return is_memory or {f"{at}memory_id", f"{at}new_memory"} <= keys


def _list(document: object, key: str) -> list[Any] | None:
    """A list inside a document."""
    inner = mapping(document).get(key)
    return inner if isinstance(inner, list) else None


def _told(entry: object, where: str, options: Options, key: str = "") -> Record:
    """The record of an entry: a memory, a change of one, or a relation."""
    if not isinstance(entry, dict):
        return Skipped(where=where, reason="is no JSON object")
    if key == "relations":
        return _relation(entry, where, options)
    return _change(entry, where, options) if "memory_id" in entry else _memory(entry, where, options)


def _memory(entry: Mapping[str, Any], where: str, options: Options) -> Record:
    """A memory as it reads when it is exported."""
    known, text = limited(entry.get("id")), string(entry.get("memory"))
    if known is None or not text.strip():
        return Skipped(where=where, reason="has no id" if known is None else "has no text")
    kept = {field: entry[field] for field in _KEPT if entry.get(field)}
    event = Event(
        kind="memory.noted",
        source=source(name),
        actor=_actor(entry),
        time=when(options, captured=entry.get("created_at"), observed=_later(entry)),
        context=_context(entry),
        files=[primary(text, options), *(raw(kept, options) if kept else [])],
        provenance=provenance(name, known),
        idempotency_key=idempotency_key(name, known),
        entities=concerned(_about(entry)),
    )
    return _revising(checked(event, where, key=known))


def _change(row: Mapping[str, Any], where: str, options: Options) -> Record:
    """A row of the history: that a memory was added, changed or deleted."""
    known, number, deed = limited(row.get("memory_id")), limited(row.get("id")), string(row.get("event")).upper()
    if known is None or number is None:
        return Skipped(where=where, reason="names no memory" if known is None else "has no id")
    if deed == "DELETE" or row.get("is_deleted") in {1, "1"}:
        return _deleted(row, known, where, options)
    text = string(row.get("new_memory"))
    if not text.strip():
        return (
            LeftOut(where=where, reason="changes no words")
            if deed == "NONE"
            else Skipped(where=where, reason="has no text")
        )
    is_first = deed == "ADD"
    event = Event(
        kind="memory.noted",
        source=source(name),
        actor=_actor(row),
        time=when(options, captured=(None if is_first else row.get("updated_at")) or row.get("created_at")),
        files=[primary(text, options)],
        provenance=provenance(name, known),
        idempotency_key=idempotency_key(name, known) if is_first else idempotency_key(name, "changed", known, number),
    )
    if is_first:
        return _revising(checked(event, where, key=known))
    return _revising(checked(event, where, reply_to=known))


def _deleted(row: Mapping[str, Any], known: str, where: str, options: Options) -> Record:
    """That a memory was deleted."""
    event = Event(
        kind="memory.deleted",
        source=source(name),
        time=when(options, captured=row.get("updated_at") or row.get("created_at")),
        files=[primary("", options)],
        provenance=provenance(name),
        idempotency_key=idempotency_key(name, "deleted", known, limited(row.get("id"))),
    )
    record = checked(event, where, reply_to=known)
    return msgspec.structs.replace(record, deed="hides") if isinstance(record, Draft) else record


def _relation(entry: Mapping[str, Any], where: str, options: Options) -> Record:
    """A relation of its graph, which has no id and no time: it is known by what it says."""
    relation = limited(entry.get("relationship") or entry.get("relation"))
    ends = [limited(entry.get("source")), limited(entry.get("target") or entry.get("destination"))]
    if relation is None or None in ends:
        return Skipped(where=where, reason="has not two ends and a relationship")
    subject, obj = (str(end).replace("_", " ") for end in ends)
    fact = Fact(
        words=f"{subject} {relation.replace('_', ' ')} {obj}",
        relation=relation,
        subject=Concerned(name=subject),
        object=Concerned(name=obj),
    )
    event = Event(
        kind=NOTED,
        source=source(name),
        files=[primary(fact.text(), options)],
        provenance=provenance(name),
        idempotency_key=idempotency_key(name, "relation", *ends, relation),
        entities=fact.entities(),
    )
    return checked(event, where)


def _database(path: Path, options: Options) -> Iterator[Record]:
    """The history of all changes, and the last messages of each session, which it keeps too."""
    if options.tables is None:
        raise wrong(path.name, "the whole file", "is a database, and nothing was given that opens one")
    with options.tables(path) as tables:
        known = tables.columns()
        if not {"memory_id", "new_memory"} <= known.get("history", frozenset()):
            raise damaged(path.name, "the whole file", "has no history of Mem0's")
        for number, row in enumerate(tables.rows("history", _HISTORY), 1):
            yield _change(dict(zip(_HISTORY, row, strict=True)), f"{path.name}: history {number}", options)
        if {"content", "session_scope"} <= known.get("messages", frozenset()):
            for number, row in enumerate(tables.rows("messages", _MESSAGES), 1):
                yield _message(dict(zip(_MESSAGES, row, strict=True)), f"{path.name}: messages {number}", options)


def _message(row: Mapping[str, Any], where: str, options: Options) -> Record:
    """One of the last messages from which memories were made."""
    known, text, role = limited(row.get("id")), string(row.get("content")), string(row.get("role"))
    if known is None or not text.strip():
        return Skipped(where=where, reason="has no id" if known is None else "has no text")
    if role == "system":
        return LeftOut(where=where, reason="is an instruction to the agent")
    scope = string(row.get("session_scope"))
    owners = dict(part.split("=", 1) for part in scope.split("&") if "=" in part)
    event = Event(
        kind="message.posted",
        source=source(name),
        actor=_actor({**owners, "role": role, "actor_id": row.get("name")}),
        time=when(options, captured=row.get("created_at")),
        context=_context(owners),
        files=[primary(text, options)],
        provenance=provenance(name, known),
        idempotency_key=idempotency_key(name, "message", known),
    )
    return checked(event, where, key=known)


def _revising(record: Draft | Skipped) -> Record:
    """A record of what may have been told before, in other words: of itself, or of what it names."""
    if not isinstance(record, Draft):
        return record
    return msgspec.structs.replace(record, deed="revises", relation="supersedes" if record.reply_to else "reply_to")


def _actor(entry: Mapping[str, Any]) -> Actor | None:
    """Who said what is remembered, where that is told; a memory that was drawn from a talk is nobody's saying."""
    role = string(entry.get("role")) or string(entry.get("attributed_to"))
    shown = limited(entry.get("actor_id"))
    if role == "assistant":
        known = limited(entry.get("agent_id"))
        return Actor(type="assistant", name=shown, channel=name if known else None, identifier=known)
    known = limited(entry.get("user_id"))
    if shown is None and role != "user":
        return None
    return Actor(type="person", name=shown, channel=name if known else None, identifier=known)


def _about(entry: Mapping[str, Any]) -> list[Concerned]:
    """Whose memory it is, by the ids they have there."""
    user = called(name, entry.get("user_id"), kind="person")
    return [msgspec.structs.replace(user, role="subject")] if user.identifier else []


def _later(entry: Mapping[str, Any]) -> object:
    """When a memory was changed last, where that is not when it was made: a call that writes the one writes the other."""
    changed = entry.get("updated_at")
    return changed if changed != entry.get("created_at") else None


def _context(entry: Mapping[str, Any]) -> Context | None:
    """By which agent and in which run it was noted."""
    agent, run, app = (limited(entry.get(field)) for field in ("agent_id", "run_id", "app_id"))
    if not (agent or run or app):
        return None
    return Context(
        app=Part(id=agent, type="agent") if agent else None,
        environment=Part(id=app, type="app") if app else None,
        session=Part(id=run, type="run") if run else None,
    )
