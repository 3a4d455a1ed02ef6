"""The envelope of an event, every field of the document, as it stands on the wire in camelCase.

Source: *Event-Based Consciousness*, "Envelope schema". The limits stand beside the fields; `check` adds what a type cannot say.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Word = Annotated[str, Meta(min_length=1, max_length=128)]
Name = Annotated[str, Meta(min_length=1, max_length=1024)]
Line = Annotated[str, Meta(max_length=8192)]
Share = Annotated[float, Meta(ge=0, le=1)]
Relation = Literal["caused_by", "reply_to", "derived_from", "part_of", "supersedes", "related_to"]
Role = Literal["primary", "raw", "attachment", "screenshot", "transcript", "derived"]
Sensitivity = Literal["public", "restricted", "private", "confidential"]
Visibility = Literal["owner", "participants", "shared", "public"]
Domain = Literal[
    "technical", "project", "research", "interaction", "relationship", "personal", "private", "credentials"
]
Precision = Literal[
    "exact", "millisecond", "second", "minute", "hour", "day", "week", "month", "quarter", "season", "year", "decade",
    "approximate", "estimated", "inferred", "unknown",
]  # fmt: skip
Metadata = dict[Word, Any]

INLINE_BYTES_MAX = 1 << 20
ENVELOPE_BYTES_MAX = 4 << 20
DEPTH_MAX = 32

RESERVED_PREFIXES = (
    "access.",
    "artifact.",
    "audit.",
    "channel.",
    "delegation.",
    "entity.",
    "event.",  # but for the four that act
    "grant.",
    "identity.",
    "kenning.",
    "macro.",
    "merge.",
    "notice.",
    "permission.",
    "relation.",
    "resolution.",
    "review.",
    "schema.",
    "statement.",
    "trust.",
)
"""Beginnings of kinds that only Kenning's verbs append, since other rules believe what such an event says."""


class Noun(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename="camel",
    gc=False,
):
    """What all parts of an envelope share: immutable, camelCase on the wire, unknown fields refused by name.

    The collector of cycles passes them by: what came from JSON refers to nothing above it.
    """


class Source(Noun, frozen=True, kw_only=True):
    """Who or what recorded the event; judged apart from who caused it."""

    type: Word
    name: Name | None = None
    id: Word | None = None
    channel: Word | None = None
    identifier: Name | None = None
    version: Word | None = None


class Actor(Noun, frozen=True, kw_only=True):
    """Who or what caused the event: an entity id, or an identifier on a channel, or just a name."""

    type: Word
    name: Name | None = None
    id: Word | None = None
    channel: Word | None = None
    identifier: Name | None = None


class Time(Noun, frozen=True, kw_only=True):
    """Three claims about time, kept as given: when it happened, when it was captured, when it was observed."""

    occurred_at: Word | None = None
    captured_at: Word | None = None
    observed_at: Word | None = None
    time_zone: Word | None = None
    precision: Precision | None = None


class Coordinates(Noun, frozen=True, kw_only=True):
    """A point on the earth, WGS 84: degrees, metres above the ellipsoid, metres of accuracy."""

    latitude: Annotated[float, Meta(ge=-90, le=90)]
    longitude: Annotated[float, Meta(ge=-180, le=180)]
    altitude_m: float | None = None
    accuracy_m: Annotated[float, Meta(ge=0)] | None = None


class Location(Noun, frozen=True, kw_only=True):
    """Where it happened, whence that is known, and how sure that is."""

    type: Word | None = None
    name: Name | None = None
    coordinates: Coordinates | None = None
    address: Line | dict[Word, Line] | None = None
    source: Name | None = None
    confidence: Share | None = None


class Part(Noun, frozen=True, kw_only=True):
    """One part of the context: a device, an app, an environment or a session."""

    id: Name | None = None
    name: Name | None = None
    type: Word | None = None
    version: Word | None = None
    attributes: Metadata | None = None


class Context(Noun, frozen=True, kw_only=True):
    """The device, app, environment and session in which it happened."""

    device: Part | None = None
    app: Part | None = None
    environment: Part | None = None
    session: Part | None = None


class File(Noun, frozen=True, kw_only=True):
    """A piece of content: inline, or a local path to be stored, or a stored file, or a remote reference.

    ``content`` holds at most 1 MiB, as text or, with ``encoding: "base64"``, as bytes. ``path`` is read when the event is
    recorded and never kept; ``sha256``, ``size`` and ``stored_as`` are set by Kenning. ``url`` is never fetched.
    """

    role: Role
    content_type: Word | None = None
    name: Name | None = None
    content: str | None = None
    encoding: Literal["base64"] | None = None
    path: Line | None = None
    url: Line | None = None
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    size: Annotated[int, Meta(ge=0)] | None = None
    stored_as: Annotated[str, Meta(pattern="^[0-9a-f]{2}/[0-9a-f]{32}$")] | None = None
    metadata: Metadata | None = None


class Privacy(Noun, frozen=True, kw_only=True):
    """Who may know it: how sensitive, who sees it, and which of the document's eight domains it touches."""

    sensitivity: Sensitivity = "private"
    visibility: Visibility = "owner"
    domains: Annotated[list[Domain], Meta(max_length=8)] | None = None


class Provenance(Noun, frozen=True, kw_only=True):
    """On what the claim rests, and how sure it is; ``metadata`` names tools and versions of what was derived."""

    basis: Word
    confidence: Share | None = None
    metadata: Metadata | None = None


class Link(Noun, frozen=True, kw_only=True):
    """A directed connection from this event to an earlier one."""

    to_event_id: Word
    relation: Relation
    metadata: Metadata | None = None


class Concerned(Noun, frozen=True, kw_only=True):
    """A thing the event concerns, by entity id, by identifier on a channel, or by name; in a role."""

    id: Word | None = None
    channel: Word | None = None
    identifier: Name | None = None
    name: Name | None = None
    type: Word | None = None
    role: Word | None = None


class RecordedBy(Noun, frozen=True, kw_only=True):
    """The session that recorded it: principal and channel; set by Kenning, never by the source."""

    principal: Word
    channel: Word


class Event(Noun, frozen=True, kw_only=True):
    """What a source submits: the whole envelope but its place in the log."""

    kind: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:/-]*$", max_length=128)]
    id: Annotated[str, Meta(pattern="^evt_[A-Za-z0-9_-]{1,64}$")] | None = None
    schema_version: Annotated[int, Meta(ge=1, le=1_000_000)] = 1
    source: Source
    actor: Actor | None = None
    time: Time | None = None
    location: Location | None = None
    context: Context | None = None
    files: Annotated[list[File], Meta(max_length=64)]
    privacy: Privacy | None = None
    provenance: Provenance | None = None
    idempotency_key: Annotated[str, Meta(min_length=1, max_length=512)] | None = None
    links: Annotated[list[Link], Meta(max_length=256)] = []
    entities: Annotated[list[Concerned], Meta(max_length=256)] = []


class Envelope(Event, frozen=True, kw_only=True):
    """An event and its place in the log, as every reader sees it; ``hash`` seals it into the chain."""

    sequence: int = 0
    namespace: str = ""
    agent: str = ""
    recorded_at: str = ""
    recorded_by: RecordedBy | None = None
    hash: str = ""

    @property
    def text(self) -> str:
        """Give the text of the event: its primary file's content, empty where that is no inline text."""
        for file in self.files:
            if file.role == "primary":
                return file.content if file.content is not None and file.encoding is None else ""
        return ""


class Receipt(Noun, frozen=True, kw_only=True):
    """What an append answers: where the event stands, and the hash that seals it. ``replayed``: it was there before."""

    id: str
    sequence: int
    hash: str
    replayed: bool = False
