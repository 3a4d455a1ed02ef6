"""What Zep and Graphiti keep: nodes, edges and episodes of a graph, and the messages of a thread, saved as JSON.

An edge is a fact about two nodes, drawn by their model from the first of its episodes; where it is told otherwise later, as that
it holds no longer, the event is corrected. A node with more to it than a name is a profile, an episode what was said or filed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped, checked
from kenning.formats.facts import NOTED, Fact, called, when
from kenning.formats.parts import (
    clean,
    damaged,
    idempotency_key,
    limited,
    mapping,
    primary,
    provenance,
    raw,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, Part

name = "zep"
gathers = True  # the files of a folder name each other's nodes

_HEAD_BYTES = 1 << 16
_DEPTH_MAX = 4
_EDGE = frozenset({"uuid", "source_node_uuid", "target_node_uuid"})
_SAID = frozenset({"uuid", "content"})
_NODE = frozenset({"uuid", "name", "created_at"})
_SIGNS_OF_SAID = frozenset({"role", "role_type", "source", "source_description"})
_SIGNS_OF_NODE = frozenset({"summary", "labels", "group_id", "graph_uuid"})
_GROUPED = {"communities": "is a community: a summary of other nodes", "sagas": "is a saga: a summary of episodes"}
_SPEAKER = re.compile(r"(?m)^(?P<name>[^\W\d_][^:\n(]{0,79}?)(?: ?\((?P<role>\w+)\))?: (?=\S)")
_ROLES = frozenset({"user", "assistant", "system", "function", "tool", "norole"})


class _Entry(msgspec.Struct, frozen=True):
    """One record, where it stands, the name of the list it stands in, and what is said of that list as a whole."""

    value: dict[str, Any]
    where: str
    group: str
    around: dict[str, Any]


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON has the fields of edges, episodes, nodes or messages; of a folder, whether all that is in it has."""
    if path.is_dir():
        files = _files(path)
        return bool(files) and len(files) == sum(not one.name.startswith(".") for one in path.iterdir())
    return _looks(head)


def read(path: Path, options: Options) -> Iterator[Record]:
    """The records, in the order of the file; of a folder, those of all its files, which name each other's nodes."""
    files = _files(path) if path.is_dir() else [path]
    if not files:
        raise damaged(path.name, "the folder", "holds nothing of Zep's")
    found = [_entries(file) for file in files]
    if not any(found):
        options.remark(path.name, "holds nothing of Zep's")
    teller = _Teller([one for entries in found for one in entries if isinstance(one, _Entry)], options)
    for entries in found:
        for one in entries:
            yield one if isinstance(one, Skipped) else teller.told(one)


def _files(folder: Path) -> list[Path]:
    """The files of a folder that have the looks, in order of their names."""
    found = []
    for file in sorted(folder.iterdir()):
        if file.suffix in {".json", ".jsonl"} and file.is_file() and not file.is_symlink():
            with file.open("rb") as stream:
                if _looks(stream.read(_HEAD_BYTES)):
                    found.append(file)
    return found


def _looks(head: bytes) -> bool:
    """Whether the fields at any place are those of Zep's records."""
    places: dict[str, set[str]] = {}
    for key in keys_in(head):
        at, _, field = key.rpartition(".")
        places.setdefault(at, set()).add(field)
    return any(
        fields >= _EDGE
        or (fields >= _SAID and fields & _SIGNS_OF_SAID)
        or (fields >= _NODE and fields & _SIGNS_OF_NODE)
        for fields in places.values()
    )


def _entries(path: Path) -> list[_Entry | Skipped]:
    """All records of a file, wherever its lists stand."""
    found: list[_Entry | Skipped] = []
    for place, document in records_of(contents(path), path.name):
        where = f"{path.name}: {place}"
        if isinstance(document, Skipped):
            found.append(msgspec.structs.replace(document, where=where))
        else:
            found += _walk(document, where, "", {}, _DEPTH_MAX)
    return found


def _walk(value: object, where: str, group: str, around: dict[str, Any], depth: int) -> Iterator[_Entry | Skipped]:
    """A record, or those in the lists and objects inside."""
    if isinstance(value, dict) and ("uuid" in value or "source_node_uuid" in value):
        yield _Entry(value, where, group, around)
    elif isinstance(value, dict) and depth:
        for key, inner in value.items():
            if isinstance(inner, list | dict):
                yield from _walk(inner, f"{where} {key}", key, value, depth - 1)
    elif isinstance(value, list) and depth:
        for number, inner in enumerate(value):
            yield from _walk(inner, f"{where}[{number}]", group, around, depth - 1)
    else:
        yield Skipped(where=where, reason="is no JSON object with a uuid")


class _Teller:
    """Turns records into drafts; knows the names of the nodes, which edges tell by their ids."""

    def __init__(self, entries: list[_Entry], options: Options) -> None:
        self._options = options
        self._nodes = {
            str(one.value["uuid"]): one.value for one in entries if "name" in one.value and "content" not in one.value
        }

    def told(self, entry: _Entry) -> Record:
        """The record of an entry, by its fields."""
        value, where = entry.value, entry.where
        if limited(value.get("uuid")) is None:
            return Skipped(where=where, reason="has no uuid")
        if entry.group in _GROUPED:
            return LeftOut(where=where, reason=_GROUPED[entry.group])
        if "source_node_uuid" in value or "target_node_uuid" in value:
            return self._edge(value, where)
        if "content" in value:
            return self._said(entry)
        return self._profile(value, where)

    def _edge(self, edge: Mapping[str, Any], where: str) -> Record:
        """A fact about two nodes; an edge without words only ties an episode to a node."""
        words = string(edge.get("fact"))
        if not words.strip():
            return LeftOut(where=where, reason="ties two together and says nothing in words")
        known = limited(edge.get("uuid"))
        fact = Fact(
            words=words,
            relation=string(edge.get("name")) or "related to",
            subject=self._node(edge, "source"),
            object=self._node(edge, "target"),
            since=_plain(edge.get("valid_at")),
            until=_plain(edge.get("invalid_at")),
        )
        episodes = sequence(edge.get("episodes")) or sequence(edge.get("episode_uuids"))
        first = next((one for value in episodes if (one := limited(value))), None)
        event = Event(
            kind=NOTED,
            source=source(name),
            time=when(self._options, occurred=edge.get("valid_at"), captured=edge.get("created_at")),
            context=_context(edge),
            files=[primary(fact.text(), self._options)],
            provenance=provenance(name, str(known)),
            idempotency_key=idempotency_key(name, known),
            entities=fact.entities(),
        )
        record = checked(event, where, key=str(known), reply_to=first)
        if isinstance(record, Draft):
            return msgspec.structs.replace(record, deed="revises", relation="derived_from")
        return record

    def _node(self, edge: Mapping[str, Any], end: str) -> Concerned:
        """An end of an edge: the node of this file, else as the edge itself names it."""
        known = edge.get(f"{end}_node_uuid")
        node = mapping(self._nodes.get(str(known)))
        labels = node.get("labels") or edge.get(f"{end}_node_labels")
        return called(name, known, node.get("name") or edge.get(f"{end}_node_name"), kind=_label(labels))

    def _profile(self, node: Mapping[str, Any], where: str) -> Record:
        """What is summed up of a node; its facts tell its name, too."""
        known, shown = limited(node.get("uuid")), limited(node.get("name"))
        summary = string(node.get("summary")).strip()
        attributes = {
            key: value
            for key, value in mapping(node.get("attributes")).items()
            if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip()
        }
        if shown is None:
            return Skipped(where=where, reason="has no name")
        if not summary and not attributes:
            return LeftOut(where=where, reason="says no more than a name, which its facts say too")
        lines = [f"{clean(str(key))}: {' '.join(str(value).split())}" for key, value in attributes.items()]
        event = Event(
            kind="profile.noted",
            source=source(name),
            time=when(self._options, captured=node.get("created_at")),
            context=_context(node),
            files=[primary("\n".join(part for part in (shown, summary, *lines) if part), self._options)],
            provenance=provenance(name, str(known)),
            idempotency_key=idempotency_key(name, known),
            entities=[
                msgspec.structs.replace(called(name, known, shown, kind=_label(node.get("labels"))), role="subject")
            ],
        )
        record = checked(event, where, key=str(known))
        return msgspec.structs.replace(record, deed="revises") if isinstance(record, Draft) else record

    def _said(self, entry: _Entry) -> Record:
        """An episode or a message: what somebody said, or what was filed."""
        value, where = entry.value, entry.where
        known, text = str(limited(value["uuid"])), string(value.get("content"))
        if not text.strip():
            return Skipped(where=where, reason="has no content")
        sort, role = string(value.get("source")), string(value.get("role_type")) or string(value.get("role"))
        if role == "system":
            return LeftOut(where=where, reason="is an instruction to the agent")
        is_talk = sort == "message" or (not sort and bool(role))
        actor, words = _speaker(entry, role, text) if is_talk else (None, text)
        kind = ("tool.returned" if role in {"tool", "function"} else "message.posted") if is_talk else "document.added"
        kept = {field: value[field] for field in ("metadata", "episode_metadata") if value.get(field)}
        moment = value.get("valid_at") or value.get("reference_time")
        event = Event(
            kind=kind,
            source=source(name),
            actor=actor,
            time=when(self._options, occurred=moment or value.get("created_at"), captured=value.get("created_at")),
            context=_context({**entry.around, **value}),
            files=[
                primary(words, self._options, content_type="application/json" if sort == "json" else "text/plain"),
                *(raw(kept, self._options) if kept else []),
            ],
            provenance=provenance(name, known),
            idempotency_key=idempotency_key(name, known),
        )
        return checked(event, where, key=known)


def _plain(value: object) -> str | None:
    """A moment as a line of a fact says it; nothing where there is none."""
    told = when(Options(), occurred=value)
    return told.occurred_at if told is not None else None


def _label(labels: object) -> str | None:
    """What sort of thing a node is, by the first of its labels that says more than that it is one."""
    return next((one for one in map(limited, sequence(labels)) if one and one not in {"Entity", "EntityNode"}), None)


def _speaker(entry: _Entry, role: str, text: str) -> tuple[Actor | None, str]:
    """Who said it, and the words alone: by its fields, else by the name before the colon, where there is one speaker."""
    value = entry.value
    found = list(_SPEAKER.finditer(text))
    alone = found[0] if len(found) == 1 and found[0].start() == 0 else None
    told = limited(value.get("name")) if "name" in value and string(value.get("source")) == "" else None
    told = told or (role if role and role not in _ROLES else None) or _custom(value)
    words = text
    if alone is not None and (told is None or alone["name"] == told):
        told, role = told or alone["name"], role or alone["role"] or alone["name"].lower()
        words = text[alone.end() :]
    if told is not None and told.lower() in _ROLES:
        told = None
    if role in {"assistant", "tool", "function"}:
        return Actor(type="assistant", name=told), words
    user = limited({**entry.around, **value}.get("user_id")) if role == "user" else None
    if told is None and user is None:
        return None, words
    return Actor(type="person", name=told, channel=name if user else None, identifier=user), words


def _custom(value: Mapping[str, Any]) -> str | None:
    """The name in ``role``, where ``role_type`` says what sort of role that is."""
    shown = limited(value.get("role")) if value.get("role_type") else None
    return shown if shown and shown.lower() not in _ROLES else None


def _context(record: Mapping[str, Any]) -> Context | None:
    """In which thread, of which graph, out of which source."""
    thread = next(
        (one for key in ("thread_id", "thread_uuid", "session_id") if (one := limited(record.get(key)))), None
    )
    graph = limited(record.get("group_id") or record.get("graph_id") or record.get("graph_uuid"))
    told = limited(record.get("source_description"))
    if not (thread or graph or told):
        return None
    return Context(
        app=Part(name=told, type="source") if told else None,
        environment=Part(id=graph, type="graph") if graph else None,
        session=Part(id=thread, type="thread") if thread else None,
    )
