"""Which request is which verb: one table, from which the server, its OpenAPI and the session of a client are made.

What a request takes and gives is read from the verb's own signature; a row only says what that cannot.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal

import msgspec

from kenning.engine.access.tokens import READING
from kenning.model.access.channel import Token
from kenning.model.event import Domain, Event, Name, Receipt, Sensitivity
from kenning.model.identity.artifact import ArtifactKind
from kenning.model.recall import Stretch
from kenning.model.view import Act

JSON, PROBLEM, BYTES, EVENTS = (
    "application/json",
    "application/problem+json",
    "application/octet-stream",
    "text/event-stream",
)
Method = Literal["GET", "POST"]
NOTHING: Mapping[str, Any] = MappingProxyType({})


SIGNED_IN = "/v1/access/signed-in"


class SignedIn(msgspec.Struct, frozen=True, rename="camel"):
    """Who is signed in: in which namespace, for which agent, whether as somebody or as who holds the file, by which token."""

    namespace: str
    agent: str
    is_somebody: bool
    token: Token


class Operation(msgspec.Struct, frozen=True, kw_only=True):
    """One row: a method and a path, the verb behind them, and what the verb's signature does not say.

    ``gives`` names what is no object of its own in the answer; several names take a tuple apart. ``part`` is an attribute of
    what the verb gives, ``answer`` its type. ``more`` are the fields of the verb's ``**`` and their types, ``wire`` the names on
    the wire of parameters that have others there. ``carries`` names how a request is read that is no object of parameters;
    ``body`` is what it has then, ``media`` what is answered where that is no JSON. ``named`` is the name where one verb has two
    rows.
    """

    method: Method
    path: str
    verb: str
    gives: tuple[str, ...] = ()
    part: str = ""
    answer: Any = None
    more: Mapping[str, Any] = NOTHING
    wire: Mapping[str, str] = NOTHING
    carries: str = ""
    body: Any = None
    media: str = JSON
    status: int = 200
    named: str = ""

    @property
    def name(self) -> str:
        """Give the name by which clients call it."""
        return self.named or self.verb

    @property
    def tag(self) -> str:
        """Give the group it stands in: the first word of its path."""
        return self.path.split("/")[2]

    @property
    def reads(self) -> bool:
        """Tell whether it changes nothing, and may be asked as of a moment."""
        return self.verb in READING


def get(path: str, verb: str, *gives: str, **more: Any) -> Operation:  # noqa: ANN401 - any field of a row
    """Make a row for a request that asks; what it takes stands in the path and the query."""
    return Operation(method="GET", path=f"/v1/{path}", verb=verb, gives=gives, **more)


def post(path: str, verb: str, *gives: str, **more: Any) -> Operation:  # noqa: ANN401 - any field of a row
    """Make a row for a request with a body."""
    return Operation(method="POST", path=f"/v1/{path}", verb=verb, gives=gives, **more)


_VALIDITY = {"valid_from": str | None, "valid_to": str | None, "time_zone": str | None, "precision": str | None}
_CLAIM = {
    "evidence": list[str],
    "confidence": float | None,
    **_VALIDITY,
    "topic": str | None,
    "reason": str | None,
}
_MERGE = {"policies": dict[str, str]}
_TOKEN = {
    "name": Name | None,
    "verbs": list[str],
    "reading": bool,
    "ceiling": Sensitivity | None,
    "domains": list[Domain],
}
_ARTIFACT = {
    "kind": ArtifactKind | None,
    "contradicts": bool,
    "because": str | None,
    "parents": list[str],
    "artifact": str | None,
}
_FILE = {"name": Name}
_IMPORTED = {"name": Name, "options": str | None}
_CURSOR = {"after": "cursor"}

EVENTS_OPERATIONS = (
    post("events", "record", carries="event", body=Event, status=201),
    post("events/batch", "record_many", carries="batch", body=list[Event], answer=list[Receipt], status=201),
    get("events", "stretch", wire=_CURSOR),
    get("events/stream", "follow", wire=_CURSOR, carries="stream", answer=Stretch, media=EVENTS),
    get("events/{event_id}", "event"),
    get("events/{event_id}/view", "view"),
    get("events/{event_id}/history", "view", part="history", answer=list[Act], named="history"),
    get("events/{event_id}/links", "links"),
    get("events/{event_id}/files/{name}", "file", carries="file", media=BYTES),
    post("events/{event_id}/files", "attach", carries="attachment", body=bytes, more=_FILE, status=201),
    post("events/{event_id}/amend", "amend", status=201),
    post("events/{event_id}/correct", "correct", status=201),
    post("events/{event_id}/redact", "redact", status=201),
    post("events/{redaction_id}/lift", "lift", status=201),
    get("timeline", "timeline"),
    get("episodes", "episodes"),
    post("episodes/summarise", "summarise"),
    post("recall", "recall"),
    post("context", "recall", "context", part="block", answer=str, named="context_block"),
)
ENTITY_OPERATIONS = (
    post("entities", "create_entity", "entity", status=201),
    get("entities", "entities"),
    post("entities/resolve", "resolve"),
    post("entities/names", "names", "names"),
    get("entities/{asked}", "who"),
    get("entities/{asked}/definitions", "definitions"),
    get("entities/{asked}/state", "state"),
    get("entities/{asked}/about", "about"),
    get("entities/{asked}/appears", "appears"),
    get("entities/{asked}/event-count", "event_count", "count"),
    post("entities/{asked}/rename", "rename", "id"),
    post("entities/{asked}/type", "retype", "id"),
    post("entities/{asked}/aliases", "add_alias", "id"),
    post("entities/{asked}/aliases/drop", "drop_alias", "id"),
    post("entities/{asked}/identifiers", "bind", "id"),
    post("entities/{asked}/identifiers/unbind", "unbind", "id"),
    post("entities/{asked}/attributes", "describe", "id"),
    post("entities/{asked}/retire", "retire", "id"),
    post("entities/{asked}/restore", "restore_entity", "id"),
    post("entities/{survivor}/merge", "merge", "id", more=_MERGE),
    post("entities/{survivor}/merge/plan", "plan_merge", more=_MERGE),
    post("entities/{asked}/unmerge", "unmerge", "id"),
    post("entities/{asked}/split", "split", "id"),
    post("entities/{a}/hold-apart", "hold_apart", "id"),
    post("entities/{a}/hold-open", "hold_open", "id"),
    post("entities/{asked}/elevate", "elevate", "id"),
    post("entities/{asked}/demote", "demote", "id"),
    post("entities/{asked}/suspend", "suspend", "id"),
    post("entities/{asked}/resume", "resume", "id"),
    post("entities/{asked}/revoke", "revoke", "id"),
    post("entities/{asked}/grant", "grant", "id"),
    post("entities/{asked}/relationships", "declare_relationship", "id"),
    post("entities/{asked}/relationships/end", "end_relationship", "id"),
    post("entities/{asked}/confirm", "confirm_identity", "id"),
)
CLAIM_OPERATIONS = (
    get("statements", "claims"),
    post("statements", "assert_claim", "id", more=_CLAIM, status=201),
    post("statements/end", "end_claim", "id", more=_CLAIM),
    get("statements/contradictions", "contradictions"),
    get("statements/{claim_id}", "claim"),
    get("statements/{claim_id}/history", "claim_history"),
    post("statements/{claim_id}/retract", "retract", "id"),
    post("statements/{claim_id}/supersede", "supersede", "id"),
    post("relations", "relate", "id", more=_CLAIM, status=201),
    get("statements/{claim_id}/trail", "trail"),
    get("graph/star", "star"),
    get("graph/subgraph", "subgraph"),
    get("graph/path", "paths"),
    get("graph/between", "between"),
    get("schema", "schema", "schema"),
    post("schema", "apply_schema", "schema", "difference", carries="schema", body=str),
    get("schema/active", "active_schema"),
    post("schema/compare", "compare_schema", carries="schema", body=str),
    get("artifacts", "artifacts"),
    post("artifacts", "put_artifact", more=_ARTIFACT, status=201),
    get("artifacts/{asked}", "artifact"),
    get("artifacts/{asked}/versions", "artifact_versions"),
    post("macros", "learn_macro", status=201),
    post("macros/{asked}/use", "use_macro"),
    post("macros/{asked}/validate", "validate_macro"),
)
ACCESS_OPERATIONS = (
    get("channels", "channels"),
    post("channels", "define_channel", "id", status=201),
    post("channels/{channel}/approve", "approve_channel", "id"),
    post("channels/{channel}/reject", "reject_channel", "id"),
    post("channels/{channel}/revoke", "revoke_channel", "id"),
    post("channels/{channel}/bind", "bind_channel", "id"),
    get("access/context", "context"),
    post("access/check", "check"),
    post("access/explain", "explain", "words"),
    get("access/audit", "audit"),
    get("access/grants", "grants"),
    post("access/grants/{grant_id}/withdraw", "withdraw", "id"),
    post("access/grants/{grant_id}/review", "review_grant", "id"),
    get("access/declarations", "declarations"),
    post("access/tools", "declare_tool", "id"),
    post("access/sensors", "declare_sensor", "id"),
    get("access/internals", "internals", "internals"),
    post("access/internals", "define_internal", "entity", status=201),
    post("access/links", "issue_link", "code", status=201),
    post("access/links/redeem", "redeem_link", "id"),
    get("access/tokens", "tokens"),
    post("access/tokens", "issue_token", more=_TOKEN, status=201),
    post("access/tokens/{token_id}/revoke", "revoke_token", "id"),
    get("reviews", "reviews"),
    post("reviews/look", "look_for_merges", "count"),
    post("reviews/{item}/answer", "answer_review", "id"),
    get("notices", "inbox"),
    post("notices/read", "read_notices", "id"),
)
ADMIN_OPERATIONS = (
    get("admin/head", "head", "sequence", "hash"),
    get("admin/changed", "changed", "state"),
    post("admin/verify", "verify"),
    post("admin/rebuild", "rebuild", "count"),
    post("admin/embed", "embed", "rows"),
    post("admin/extract", "extract"),
    get("admin/spaces", "spaces", "spaces"),
    post("admin/spaces/{space}/forget", "forget_space", "forgotten"),
    post("admin/backup", "backup", carries="backup", media="application/x-tar"),
    get("admin/export", "export", carries="export", media=BYTES),
    post("admin/import", "import_file", carries="import", body=bytes, more=_IMPORTED),
    post("admin/erase/event", "erase"),
    post("admin/erase/event/plan", "plan_erase"),
    post("admin/erase/entity", "erase_entity"),
    post("admin/erase/entity/plan", "plan_erase_entity"),
    post("admin/erase/identifier", "erase_identifier"),
    post("admin/erase/identifier/plan", "plan_erase_identifier"),
)
OPERATIONS: tuple[Operation, ...] = (
    *EVENTS_OPERATIONS,
    *ENTITY_OPERATIONS,
    *CLAIM_OPERATIONS,
    *ACCESS_OPERATIONS,
    *ADMIN_OPERATIONS,
)
"""Every request there is, but for the health of the server and its own description."""
