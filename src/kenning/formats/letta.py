"""What Letta keeps of an agent: agent files (.af), of one agent or several; lists of messages and of passages as JSON.

Blocks and files are corrected where a later file tells them otherwise. Ids in an agent file count from 0 anew in each, so a
message is known by agent, moment, role and words. What an agent is (its model, tools, rules, secrets) is not what it remembers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from kenning.formats.documents import contents, keys_in, records_of
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped, checked
from kenning.formats.facts import when
from kenning.formats.parts import (
    Occurrences,
    clean,
    damaged,
    idempotency_key,
    limited,
    mapping,
    primary,
    provenance,
    sequence,
    source,
    string,
)
from kenning.model.event import Actor, Concerned, Context, Event, Part

name = "letta"

_FILE = frozenset({"agents.agent_type", "agents.llm_config"})
_LEGACY = frozenset({"agent_type", "core_memory", "llm_config"})
_MESSAGE = frozenset({"message_type", "date", "id"})
_PASSAGE = frozenset({"text", "archive_id", "id"})
_IS_NOTHING = {
    "system": "is an instruction to the agent",
    "approval": "is an approval of a tool",
    "heartbeat": "is a heartbeat of the program",
    "login": "is a sign-in",
    "reasoning": "is a thought, which nobody said",
    "sent": "says only that a message was sent",
}
_TYPES = {
    "user_message": "user",
    "assistant_message": "assistant",
    "system_message": "system",
    "reasoning_message": "reasoning",
    "hidden_reasoning_message": "reasoning",
    "tool_call_message": "assistant",
    "tool_return_message": "tool",
    "approval_request_message": "approval",
    "approval_response_message": "approval",
    "event_message": "heartbeat",
}
_SPEAKING = "send_message"
_APART = ("tools", "sources", "groups", "mcp_servers")


class _Said(msgspec.Struct, frozen=True):
    """A message taken apart: who speaks, what kind of event it is, its words, who is named, what it answers."""

    role: str
    kind: str
    text: str
    shown: str | None = None


class _Agent(msgspec.Struct, frozen=True):
    """An agent of a file: its name there, and what is said of it."""

    name: str
    value: dict[str, Any]
    where: str


def recognises(path: Path, head: bytes) -> bool:
    """Whether JSON has the fields of an agent file, of its messages, or of passages of an archive."""
    if path.is_dir():
        return False
    keys = keys_in(head)
    at = {key.removeprefix("messages.").removeprefix("passages.") for key in keys}
    return keys >= _FILE or keys >= _LEGACY or at >= _MESSAGE or at >= _PASSAGE


def read(path: Path, options: Options) -> Iterator[Record]:
    """The blocks, files and messages of each agent, or the messages or passages of a list, in their order."""
    teller = _Teller(options)
    for place, document in records_of(contents(path), path.name):
        where = path.name if place == "document" else f"{path.name}: {place}"
        if isinstance(document, Skipped):
            yield msgspec.structs.replace(document, where=where)
        elif isinstance(document, dict) and ("agents" in document or "core_memory" in document):
            yield from teller.file(document, where)
        else:
            yield from _listed(teller, document, where)


def _listed(teller: _Teller, document: object, where: str) -> Iterator[Record]:
    """Messages or passages, as the server lists them."""
    inner = mapping(document)
    for key in ("messages", "passages"):
        if isinstance(inner.get(key), list):
            for number, entry in enumerate(inner[key]):
                yield teller.entry(entry, f"{where}: {key}[{number}]")
            return
    yield teller.entry(document, where)


class _Teller:
    """Turns what Letta keeps into drafts."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._occurrences = Occurrences()

    def file(self, document: dict[str, Any], where: str) -> Iterator[Record]:
        """An agent file, of one agent with all inside it or of several that share what stands beside them."""
        entries = document.get("agents", [document])
        if not isinstance(entries, list):
            raise damaged(where, "agents", "is no list")
        agents = []
        for number, entry in enumerate(entries):
            at = f"{where}: agents[{number}]" if "agents" in document else where
            if isinstance(entry, dict):
                agents.append(_Agent(limited(entry.get("name")) or "agent", entry, at))
            else:
                yield Skipped(where=at, reason="is no JSON object")
        for number, block in enumerate(sequence(document.get("blocks"))):
            yield self._block(block, _owner(agents, mapping(block)), document, f"{where}: blocks[{number}]")
        for agent in agents:
            for number, block in enumerate(sequence(agent.value.get("core_memory"))):
                yield self._block(block, agent, document, f"{agent.where}: core_memory[{number}]")
            for number, message in enumerate(sequence(agent.value.get("messages"))):
                yield self._message(message, agent, f"{agent.where}: messages[{number}]")
        names = {str(one.get("id")): one.get("name") for one in map(mapping, sequence(document.get("sources")))}
        for number, filed in enumerate(sequence(document.get("files"))):
            yield self._file(filed, names, document, f"{where}: files[{number}]")
        apart = {part: len(sequence(document.get(part))) for part in _APART}
        if told := ", ".join(f"{count} {part.replace('_', ' ')}" for part, count in apart.items() if count):
            self._options.remark(where, f"{told} make the agent what it is, and are nothing it remembers")

    def entry(self, entry: object, where: str) -> Record:
        """A message or a passage by itself, which has an id that stays."""
        if not isinstance(entry, dict):
            return Skipped(where=where, reason="is no JSON object")
        known = limited(entry.get("id"))
        if known is None:
            return Skipped(where=where, reason="has no id")
        if "message_type" in entry:
            sort = string(entry["message_type"])
            role = _TYPES.get(sort, sort)
            call = entry.get("tool_call")
            plain = {**entry, "role": role, "tool_calls": [{"function": call}] if isinstance(call, dict) else []}
            if role == "tool":
                plain["content"] = entry.get("tool_return")
            return self._told(_said(plain), plain, (known, sort), where)
        return self._passage(entry, known, where)

    def _message(self, message: object, agent: _Agent, where: str) -> Record:
        """A message of an agent file."""
        if not isinstance(message, dict):
            return Skipped(where=where, reason="is no JSON object")
        said = _said(message)
        if isinstance(said, str):
            return LeftOut(where=where, reason=_IS_NOTHING.get(said, said))
        moment = string(message.get("created_at"))
        facts = (agent.name, moment, said.role, said.text)
        return self._told(said, {**message, "agent": agent.name}, (*facts, self._occurrences.number("", *facts)), where)

    def _told(self, said: _Said | str, message: Mapping[str, Any], known: tuple[object, ...], where: str) -> Record:
        """The record of a message that is taken apart."""
        if isinstance(said, str):
            return LeftOut(where=where, reason=_IS_NOTHING.get(said, said))
        if not said.text.strip():
            return LeftOut(where=where, reason="says nothing in words")
        agent = limited(message.get("agent")) or limited(message.get("agent_id"))
        event = Event(
            kind=said.kind,
            source=source(name),
            actor=_actor(said, agent),
            time=when(self._options, occurred=message.get("created_at") or message.get("date")),
            context=Context(app=Part(name=agent, type="agent")) if agent else None,
            files=[primary(said.text, self._options)],
            provenance=provenance(name),
            idempotency_key=idempotency_key(name, "message", *known),
        )
        return checked(event, where)

    def _block(self, block: object, agent: _Agent | None, document: dict[str, Any], where: str) -> Record:
        """A block of core memory: what the agent always has before it, of a person, of itself, or of anything."""
        if not isinstance(block, dict):
            return Skipped(where=where, reason="is no JSON object")
        label, text = limited(block.get("label")) or "block", string(block.get("value")).strip()
        if not text:
            return LeftOut(where=where, reason="is an empty block")
        owner = agent.name if agent is not None else None
        facts = ("block", owner or "", label)
        number = self._occurrences.number("", *facts)
        event = Event(
            kind="memory.noted",
            source=source(name),
            time=when(self._options, captured=block.get("updated_at") or document.get("created_at")),
            context=Context(
                app=Part(name=owner, type="agent") if owner else None, session=Part(name=label, type="block")
            ),
            files=[primary(text, self._options, name=label)],
            provenance=provenance(name, "/".join([*facts, str(number)])),
            idempotency_key=idempotency_key(name, *facts, number),
            entities=_about(label, owner),
        )
        return _revising(checked(event, where, key="/".join([*facts, str(number)])))

    def _file(self, filed: object, names: Mapping[str, object], document: dict[str, Any], where: str) -> Record:
        """A file that was given to the agent to read."""
        if not isinstance(filed, dict):
            return Skipped(where=where, reason="is no JSON object")
        shown = limited(filed.get("original_file_name") or filed.get("file_name"))
        text = string(filed.get("content"))
        if shown is None or not text.strip():
            return LeftOut(where=where, reason="has no name" if shown is None else "has its content elsewhere")
        facts = ("file", limited(names.get(str(filed.get("source_id")))) or "", shown)
        number = self._occurrences.number("", *facts)
        moment = filed.get("file_last_modified_date") or filed.get("file_creation_date")
        event = Event(
            kind="document.added",
            source=source(name),
            time=when(self._options, occurred=moment, captured=document.get("created_at")),
            files=[
                primary(
                    text, self._options, content_type=limited(filed.get("file_type"), 128) or "text/plain", name=shown
                )
            ],
            provenance=provenance(name, "/".join([*facts, str(number)])),
            idempotency_key=idempotency_key(name, *facts, number),
        )
        return _revising(checked(event, where, key="/".join([*facts, str(number)])))

    def _passage(self, passage: Mapping[str, Any], known: str, where: str) -> Record:
        """A passage of archival memory."""
        text = string(passage.get("text"))
        if passage.get("is_deleted") is True or not text.strip():
            return LeftOut(
                where=where, reason="is deleted" if passage.get("is_deleted") is True else "says nothing in words"
            )
        archive = limited(passage.get("archive_id"))
        event = Event(
            kind="memory.noted",
            source=source(name),
            time=when(self._options, captured=passage.get("created_at")),
            context=Context(session=Part(id=archive, type="archive")) if archive else None,
            files=[primary(text, self._options)],
            provenance=provenance(name, known),
            idempotency_key=idempotency_key(name, "passage", known),
        )
        return _revising(checked(event, where, key=known))


def _revising(record: Draft | Skipped) -> Record:
    """A record that may have been told before, in other words."""
    return msgspec.structs.replace(record, deed="revises") if isinstance(record, Draft) else record


def _owner(agents: list[_Agent], block: Mapping[str, Any]) -> _Agent | None:
    """Whose block it is: the first agent's that names it."""
    known = block.get("id")
    return next((agent for agent in agents if known in sequence(agent.value.get("block_ids"))), None)


def _about(label: str, owner: str | None) -> list[Concerned]:
    """Whom a block is about: the person it talks with, or itself. Of both an agent file knows no more than that they are its."""
    if owner is None or label not in {"human", "persona"}:
        return []
    if label == "persona":
        return [Concerned(channel=name, identifier=owner, name=owner, type="assistant", role="subject")]
    return [Concerned(channel=name, identifier=f"{owner}/user", type="person", role="subject")]


def _actor(said: _Said, agent: str | None) -> Actor | None:
    """Who says it: the agent, or whom it talks with, who goes by the agent's name and ``/user`` until merged with somebody."""
    if said.role == "user":
        known = f"{agent}/user" if agent else None
        if known is None and said.shown is None:
            return None
        return Actor(type="person", name=said.shown, channel=name if known else None, identifier=known)
    return Actor(type="assistant", name=agent, channel=name if agent else None, identifier=agent) if agent else None


def _said(message: Mapping[str, Any]) -> _Said | str:
    """Take a message apart; a word or a sentence that says why it is no event."""
    role, text = string(message.get("role")), _words(message)
    if role in {"system", "approval", "reasoning", "heartbeat"}:
        return role
    if role == "user":
        inner = _unpacked(text)
        if inner is not None and {"type", "time"} <= inner.keys():  # as the program wraps what comes in
            sort = string(inner["type"])
            if sort != "user_message":
                return sort if sort in _IS_NOTHING else f"is of the program: {limited(sort)}"
            text = string(inner.get("message"))
        return _Said("user", "message.posted", text, limited(message.get("name")))
    if role == "assistant":
        return _by_assistant(message, text)
    if role == "tool":
        if message.get("name") == _SPEAKING:
            return "sent"
        inner = _unpacked(text)
        return _Said("tool", "tool.returned", string(inner.get("message")) or text if inner is not None else text)
    return f"has the role {limited(role)!r}, which is none of Letta's"


def _by_assistant(message: Mapping[str, Any], text: str) -> _Said | str:
    """What an agent does: it speaks, in words of its own or by the tool for that, or it calls another tool."""
    calls = [mapping(mapping(call).get("function")) for call in sequence(message.get("tool_calls"))]
    spoken = [
        string(mapping(_unpacked(string(one.get("arguments")))).get("message"))
        for one in calls
        if one.get("name") == _SPEAKING
    ]
    if any(spoken):
        return _Said("assistant", "message.posted", "\n".join(part for part in spoken if part))
    if calls:
        lines = [f"{string(one.get('name'))} {string(one.get('arguments'))}".strip() for one in calls]
        return _Said("assistant", "tool.called", "\n".join(lines))
    return _Said("assistant", "message.posted", text) if text.strip() else "reasoning"


def _words(message: Mapping[str, Any]) -> str:
    """The words of a message: a text, or the parts of one that are text."""
    content = message.get("content", message.get("text"))
    if isinstance(content, str):
        return clean(content)
    parts = [mapping(part) for part in sequence(content)]
    return "\n".join(
        string(part.get("text")) for part in parts if part.get("type", "text") == "text" and part.get("text")
    )


def _unpacked(text: str) -> dict[str, Any] | None:
    """The JSON object that a text is; nothing where it is plain words."""
    if not text.lstrip().startswith("{"):
        return None
    try:
        found = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return found if isinstance(found, dict) else None
