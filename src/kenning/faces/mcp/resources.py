"""The resources: an event, an entity and the session itself, each at an address of its own; what a tool would give of them."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import quote, unquote

import msgspec

from kenning.errors import NotFoundError
from kenning.faces.mcp import asks, gives, told
from kenning.faces.mcp.tools import TOOLS, Asker
from kenning.model.recall import Filters
from kenning.model.view import View
from kenning.rules.recall.context import plain, quoted

SCHEME = "kenning://"
SESSION = f"{SCHEME}session"
EVENT, ENTITY = f"{SCHEME}event/", f"{SCHEME}entity/"
JSON = "application/json"
LISTED = 20
TITLE_MAX = 80
WHOLE_TOKENS = asks.BUDGET_MAX


class Template(NamedTuple):
    """A sort of resource: how its addresses are made, and what is there."""

    uri: str
    name: str
    says: str


TEMPLATES = (
    Template(f"{EVENT}{{id}}", "event", "One event as it reads now, whole, with what was changed and why."),
    Template(f"{ENTITY}{{id}}", "entity", "What is known of one person or thing, by id, CHANNEL:IDENTIFIER or name."),
)


class Listed(NamedTuple):
    """A resource as it is listed."""

    uri: str
    name: str
    says: str


def listed(asker: Asker) -> list[Listed]:
    """List the session and the newest events; all else is found by a tool, and read by its id."""
    views: list[View] = asker.verb("timeline")(Filters(), limit=LISTED, newest_first=True)
    own = Listed(SESSION, "session", "Who asks here, for whom, and what it may do.")
    return [own, *(Listed(uri_of(str(one.event.id)), f"{told.when(one.event)} {_title(one)}", "") for one in views)]


def _title(view: View) -> str:
    line = plain(view.text)
    return quoted(line if len(line) <= TITLE_MAX else f"{line[:TITLE_MAX]}…")


def uri_of(event_id: str) -> str:
    """Give the address of an event."""
    return f"{EVENT}{quote(event_id, safe='')}"


def read(asker: Asker, uri: str) -> str:
    """Read a resource, as JSON. Raises `NotFoundError`."""
    if uri == SESSION:
        return _json(TOOLS["who_is"].answer(asker, {}).noun)
    if uri.startswith(EVENT):
        return _json(_event(asker.verb("view")(unquote(uri.removeprefix(EVENT)))))
    if uri.startswith(ENTITY):
        asked = {"name": unquote(uri.removeprefix(ENTITY)), "budgetTokens": WHOLE_TOKENS}
        return _json(TOOLS["who_is"].answer(asker, asked).noun)
    raise NotFoundError(f"{told.cut(uri)}: there is no such resource", hint="resources/templates/list tells which are")


def _event(view: View) -> gives.Read:
    return gives.Read(
        notice=gives.NOTICE,
        line=told.event(view, 4 * WHOLE_TOKENS).value,
        entities=[msgspec.to_builtins(one) for one in view.event.entities],
        history=[msgspec.to_builtins(one) for one in view.history],
        derived_from=view.derived_from,
    )


def _json(noun: msgspec.Struct) -> str:
    return msgspec.json.encode(noun).decode()
