"""Events as adapters record them: what a thing says as text that is found, what a framework keeps beside it as it came."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec

from kenning.engine.session import Session
from kenning.model.event import Envelope, Event
from kenning.model.recall import Hit
from kenning.model.view import View
from kenning.rules import kinds
from kenning.rules.door.wire import check_plain

REFRESHED = "read"
"""The reason of a correction that only says that something was read, and so lives longer."""
Attributes = Mapping[str, Any]


def event_of(kind: str, text: str, attributes: Attributes, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of an event
    """Give an event that says something: its text is what is found, attributes are what its framework keeps."""
    framework = kind.partition(".")[0]
    context = {"app": {"name": framework, "attributes": dict(attributes)}, **more.pop("context", {})}
    return {
        "kind": kind,
        "source": {"type": "app", "name": framework},
        "context": context,
        "files": [{"role": "primary", "contentType": "text/plain", "content": text}],
        **more,
    }


def correction(
    of: Envelope, patch: Attributes, *, text: str | None = None, because: str | None = None
) -> dict[str, Any]:
    """Give a correction of such an event: another text, other attributes; one that is nothing goes."""
    changed: dict[str, Any] = {"context": {"app": {"attributes": dict(patch)}}}
    if text is not None:
        changed["content"] = text
    return _act(kinds.CORRECTED, of, because, "application/json", json.dumps(changed, ensure_ascii=False))


def redaction(of: Envelope, *, because: str | None = None) -> dict[str, Any]:
    """Give a redaction of an event."""
    return _act(kinds.REDACTED, of, because, "text/plain", "")


def _act(kind: str, of: Envelope, because: str | None, content_type: str, content: str) -> dict[str, Any]:
    link: dict[str, Any] = {"toEventId": of.id, "relation": "supersedes"}
    if because is not None:
        link["metadata"] = {"reason": because}
    return {
        "kind": kind,
        "source": {"type": "app", "name": of.source.name},
        "links": [link],
        "files": [{"role": "primary", "contentType": content_type, "content": content}],
    }


def attributes(event: Event) -> Attributes:
    """Give what a framework keeps beside the text of an event; nothing where it keeps nothing."""
    app = event.context.app if event.context is not None else None
    return (app.attributes if app is not None else None) or {}


def packed(value: object, path: str) -> str:
    """Give a value as JSON, in one text: a patch of it replaces it whole. Raises `InvalidError` where JSON cannot carry it."""
    check_plain(value, path, 1)
    return json.dumps(value, ensure_ascii=False)


def unpacked(text: object) -> Any:  # noqa: ANN401 - whatever was packed
    """Give back what was packed; nothing where it is no JSON."""
    try:
        return msgspec.json.decode(text) if isinstance(text, str) else None
    except msgspec.DecodeError:
        return None


def recorded(event: Envelope) -> datetime:
    """Give when an event was recorded, in UTC."""
    return datetime.fromisoformat(event.recorded_at)


def updated(session: Session, view: View) -> datetime:
    """Give when a thing came to read as it does: when it was recorded, or corrected last."""
    acts = [act for act in view.history if act.counts and act.effect == "corrects" and act.reason != REFRESHED]
    return recorded(session.event(acts[-1].event_id) if acts else view.event)


def found(session: Session, hits: list[Hit]) -> Iterator[tuple[View, Hit]]:
    """Walk hits as views, best first; those that say the same as one stand behind it, each under its score."""
    for hit in hits:
        yield hit.view, hit
        for copy in hit.copies:
            yield session.view(copy), hit
