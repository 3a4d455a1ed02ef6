"""The description of every operation as OpenAPI 3.1, from the same table and the same nouns as the server: nothing is said twice.

Source: OpenAPI Specification 3.1.1; JSON Schema 2020-12, which the nouns give of themselves.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, get_args

import msgspec
from msgspec import Struct, structs

import kenning
from kenning.engine.graph.review import DECISIONS
from kenning.engine.reading.reads import DIRECTIONS
from kenning.errors import KenningError
from kenning.faces import wire
from kenning.faces.http.carried import COUNT
from kenning.faces.http.operations import BYTES, EVENTS, JSON, OPERATIONS, PROBLEM, SIGNED_IN, Operation, SignedIn
from kenning.faces.http.shapes import Shape, shape_of
from kenning.model.access.levels import InternalType, ToolClass, TrustLevel
from kenning.model.event import Sensitivity, Visibility
from kenning.model.identity.act import Policy

REF = "#/components/schemas/{name}"
BINARY = {"type": "string", "contentMediaType": BYTES}
WHY = {
    400: "What was given is wrong: `details` has path, value and reason.",
    401: "Nobody is signed in, or the token counts no more.",
    403: "The caller may not do this.",
    404: "There is no such thing, or the caller may not know of it; both read alike.",
    408: "The body did not come in time; nothing was done.",
    409: "What was asked contradicts what is recorded.",
    410: "What was asked for was erased.",
    413: "The body is too long.",
    415: "The body is no JSON by its Content-Type.",
    422: "Of a kind that this version does not read.",
    429: "Too many requests with this token.",
    500: "What is on the disk is not what was written.",
    503: "The disk, the lock or the server cannot serve this now; nothing was done.",
}
TELLS_OF = {
    "events": "What happened: recorded, read, listened to.",
    "timeline": "What happened, by the time it is about.",
    "episodes": "What happened together, and what it comes to.",
    "recall": "What answers a question, each line with its source.",
    "context": "An answer as a block for a prompt.",
    "entities": "Who and what the log is about.",
    "statements": "What is claimed, and on what evidence.",
    "relations": "Claims that join two entities.",
    "graph": "Walks along relations.",
    "schema": "Types and predicates.",
    "artifacts": "Memories and knowledge, in versions.",
    "macros": "What was learned to be done.",
    "channels": "The ways by which people come.",
    "access": "Who may what, and who saw what.",
    "reviews": "What waits for a person.",
    "notices": "What the admin is told.",
    "admin": "The whole store; for whoever holds the file.",
}
_HAPPENED = ("event", "view", "history", "links", "amend", "correct", "redact")
_MET = ("who", "definitions", "state", "about", "appears", "event_count", "rename", "add_alias", "describe", "retire")
_CLAIMED = ("claim", "claim_history", "trail", "retract")
_LEADS: Mapping[str, tuple[tuple[str, str, tuple[str, ...]], ...]] = {
    "record": (("event_id", "$response.body#/id", _HAPPENED),),
    "record_many": (("event_id", "$response.body#/items/0/id", _HAPPENED),),
    "amend": (("event_id", "$request.path.event_id", ("view", "history")),),
    "correct": (("event_id", "$request.path.event_id", ("view", "history")),),
    "redact": (("redaction_id", "$response.body#/id", ("lift",)),),
    "stretch": (
        ("cursor", "$response.body#/cursor", ("stretch",)),
        ("event_id", "$response.body#/events/0/id", ("event", "view", "history", "links")),
    ),
    "timeline": (("event_id", "$response.body#/items/0/event/id", ("event", "view", "history", "links")),),
    "recall": (("event_id", "$response.body#/hits/0/view/event/id", ("event", "view", "history", "links")),),
    "create_entity": (("asked", "$response.body#/entity", _MET),),
    "define_internal": (("asked", "$response.body#/entity", ("who",)),),
    "entities": (("asked", "$response.body#/items/0/id", _MET[:6]),),
    "retire": (("asked", "$request.path.asked", ("restore_entity",)),),
    "elevate": (("asked", "$request.path.asked", ("suspend",)),),
    "suspend": (("asked", "$request.path.asked", ("resume",)),),
    "merge": (("asked", "$request.path.survivor", ("unmerge",)),),
    "assert_claim": (("claim_id", "$response.body#/id", _CLAIMED),),
    "relate": (("claim_id", "$response.body#/id", _CLAIMED),),
    "claims": (("claim_id", "$response.body#/items/0/id", _CLAIMED[:3]),),
    "put_artifact": (("asked", "$response.body#/version/artifact", ("artifact", "artifact_versions")),),
    "learn_macro": (("asked", "$response.body#/version/artifact", ("validate_macro", "use_macro")),),
    "define_channel": (("channel", "$request.body#/channel", ("approve_channel", "reject_channel")),),
    "approve_channel": (("channel", "$request.path.channel", ("revoke_channel",)),),
    "issue_token": (("token_id", "$response.body#/token/id", ("revoke_token",)),),
    "reviews": (("item", "$response.body#/items/0/item", ("answer_review",)),),
}
"""Where an answer leads: a parameter, the place in the answer or its request that it is taken from, and the operations that
take it there.
"""


_ONE_OF: Mapping[tuple[str, str], Iterable[str]] = {
    ("elevate", "level"): get_args(TrustLevel),
    ("demote", "level"): get_args(TrustLevel),
    ("declare_tool", "toolClass"): get_args(ToolClass),
    ("define_internal", "type"): get_args(InternalType),
    ("define_channel", "sensitivity"): get_args(Sensitivity),
    ("define_channel", "visibility"): get_args(Visibility),
    ("merge", "policy"): get_args(Policy),
    ("plan_merge", "policy"): get_args(Policy),
    ("answer_review", "decision"): DECISIONS,
    ("links", "direction"): DIRECTIONS,
}
"""What a verb takes as a text and refuses unless it is one of a few: it says so in words of its own, and the description by
these.
"""


class ProblemDetails(Struct, frozen=True):
    """A problem of RFC 9457, with a stable code, a hint what to do, and details."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: str
    details: dict[str, Any]


@cache
def description() -> bytes:
    """Give the description as JSON."""
    shapes = [shape_of(one.name) for one in OPERATIONS]
    types = [kind for shape in shapes for kind in _types(shape)] + [ProblemDetails, SignedIn]
    found, nouns = msgspec.json.schema_components(types, ref_template=REF)
    components = {_name_of(name): _plainly(schema) for name, schema in nouns.items()}
    components["ProblemDetails"]["properties"]["code"]["enum"] = sorted((KenningError.code, *wire.STATUSES))
    for (verb, field), values in _ONE_OF.items():
        body = shape_of(verb).body
        if body is not None:
            components[body.__name__]["properties"][field]["enum"] = sorted(values)
    for name in ("id", "recordedAt"):  # an event may come without; in the log it has both
        _always(components["Envelope"], name)
    known = dict(zip(map(str, types), _plainly(found), strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for shape in shapes:
        operation = shape.operation
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(shape, known)
    paths[SIGNED_IN] = {"get": _signed_in(known)}
    tags = [{"name": name, "description": said} for name, said in TELLS_OF.items()]
    document = {
        "openapi": "3.1.1",
        "info": {
            "title": "Kenning",
            "version": kenning.__version__,
            "summary": "Memory and identity for agents.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": dict(sorted(components.items())),
            "responses": {_named(status): _refusal(status, known) for status in WHY},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return wire.to_bytes(document)


def _signed_in(known: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "operationId": "signed_in",
        "tags": ["access"],
        "summary": "Tell whoever is signed in by which token, in which namespace and for which agent",
        "responses": {
            "200": {"description": "Done.", "content": {JSON: {"schema": known[str(SignedIn)]}}},
            **{str(status): {"$ref": f"#/components/responses/{_named(status)}"} for status in (401, 429, 500, 503)},
        },
    }


def _types(shape: Shape) -> list[Any]:
    found = [field.type for field in structs.fields(shape.query)] if shape.query is not None else []
    found += [shape.body] if shape.body is not None else []
    operation = shape.operation
    found += [operation.body] if operation.body not in {None, bytes, str} else []
    return [*found, shape.answer] if operation.media == JSON else found


def _operation(shape: Shape, known: Mapping[str, Any]) -> dict[str, Any]:
    operation = shape.operation
    lines = inspect.getdoc(shape.verb) or ""
    summary, _, rest = lines.partition("\n")
    found: dict[str, Any] = {
        "operationId": operation.name,
        "tags": [operation.tag],
        "summary": summary.rstrip("."),
        "parameters": [*_in_path(shape), *_in_query(shape), *_in_header(operation)],
        "responses": {
            **{str(status): _done(shape, known, status) for status in _statuses(operation)},
            **{str(status): {"$ref": f"#/components/responses/{_named(status)}"} for status in WHY},
        },
    }
    if rest.strip():
        found["description"] = rest.strip()
    body = _body(shape, known)
    if body is not None:
        found["requestBody"] = body
    return found


def _statuses(operation: Operation) -> tuple[int, ...]:
    if operation.carries in {"event", "batch"}:
        return 200, 201
    return (operation.status, 304) if operation.method == "GET" and operation.media == JSON else (operation.status,)


def _done(shape: Shape, known: Mapping[str, Any], status: int) -> dict[str, Any]:
    operation = shape.operation
    if status == 304:
        return {"description": "Nothing is new since the ETag that was named.", "headers": _TAGGED}
    schema = (
        known[str(shape.answer)]
        if operation.media == JSON
        else BINARY
        if operation.media != EVENTS
        else {"type": "string"}
    )
    found: dict[str, Any] = {
        "description": _SAYS.get(status, "Done."),
        "content": {operation.media: {"schema": schema}},
    }
    if operation.carries == "event" and status == 200:
        found["description"] = "It is recorded already, under the same key."
    if 304 in _statuses(operation):
        found["headers"] = _TAGGED
    if operation.carries == "export":
        found["headers"] = {COUNT: _header("How many events are in the file.", "integer")}
    leads = _LEADS.get(operation.name, ())
    if leads:
        found["links"] = {
            to: {"operationId": to, "parameters": {parameter: place}}
            for parameter, place, names in leads
            for to in names
        }
    return found


def _header(says: str, kind: str = "string") -> dict[str, Any]:
    return {"description": says, "schema": {"type": kind}}


_TAGGED = {"ETag": _header("What the answer is known by: If-None-Match names it.")}
_LATER = {"Retry-After": _header("After how many seconds to come again.", "integer")}
_SAYS = {200: "Done.", 201: "It is recorded."}


def _body(shape: Shape, known: Mapping[str, Any]) -> dict[str, Any] | None:
    operation = shape.operation
    if operation.body is str:
        return {"required": True, "content": {"application/yaml": {"schema": {"type": "string"}}}}
    if operation.body is bytes:
        return {"required": True, "content": {BYTES: {"schema": BINARY}}}
    kind = operation.body or shape.body
    if kind is None:
        return None
    if operation.body is None and not structs.fields(kind):
        return None
    needs = operation.body is not None or any(one.required for one in structs.fields(kind))
    return {"required": needs, "content": {JSON: {"schema": known[str(kind)]}}}


def _in_path(shape: Shape) -> Iterable[dict[str, Any]]:
    for one in shape.path:
        yield {"name": one.name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}


def _in_query(shape: Shape) -> Iterable[dict[str, Any]]:
    operation = shape.operation
    for field in structs.fields(shape.query) if shape.query is not None else ():
        schema = _plainly(msgspec.json.schema_components([field.type], ref_template=REF)[0][0])
        if field.default is not msgspec.NODEFAULT and field.default is not None:
            schema = {**schema, "default": field.default}
        values = _ONE_OF.get((operation.name, field.encode_name))
        if values is not None:
            schema = {**schema, "enum": sorted(values)}
        yield {"name": field.encode_name, "in": "query", "required": field.required, "schema": _without_null(schema)}
    if operation.reads and operation.carries != "stream":
        said = "As of which moment to read: a time as in RFC 3339, or, for whoever holds the file, a sequence."
        yield {"name": "at", "in": "query", "required": False, "description": said, "schema": {"type": "string"}}


def _in_header(operation: Operation) -> Iterable[dict[str, Any]]:
    if 304 in _statuses(operation):
        said = "The ETag of an answer that is known: where nothing is new, nothing is sent again."
        yield {"name": "If-None-Match", "in": "header", "required": False, **_header(said)}
    if operation.carries in {"event", "batch"}:
        said = "For safe retries: the same key with the same content is recorded once."
        schema = {"type": "string", "minLength": 1, "maxLength": 512}
        yield {"name": "Idempotency-Key", "in": "header", "required": False, "description": said, "schema": schema}
    if operation.carries == "stream":
        said = "Behind which event to go on: the id of the last that was received."
        yield {"name": "Last-Event-ID", "in": "header", "required": False, **_header(said)}


def _refusal(status: int, known: Mapping[str, Any]) -> dict[str, Any]:
    content = {PROBLEM: {"schema": known[str(ProblemDetails)]}}
    found = {"description": WHY[status], "content": content}
    return {**found, "headers": _LATER} if status in {429, 503} else found


def _named(status: int) -> str:
    return f"Refused{status}"


def _plainly(schema: Any) -> Any:  # noqa: ANN401 - schemas, in lists and objects
    """Say what generators of clients ask for: the type of an enumeration, and names of nouns that are names everywhere.

    Of two nouns of one name each is named by its module, which no other language takes for a name.
    """
    if isinstance(schema, list | tuple):
        return [_plainly(one) for one in schema]
    if isinstance(schema, str) and schema.startswith(_NOUNS):
        return _NOUNS + _name_of(schema.removeprefix(_NOUNS))
    if not isinstance(schema, dict):
        return schema
    plain = {key: _plainly(value) for key, value in schema.items()}
    values = plain.get("enum")
    return {"type": "string", **plain} if isinstance(values, list) and all(map(_is_text, values)) else plain


_NOUNS = REF.format(name="")


def _name_of(noun: str) -> str:
    """Give the name of a noun without its package: ``kenning.model.schema.Difference`` is a ``SchemaDifference``."""
    return "".join(part[:1].upper() + part[1:] for part in noun.split(".")[-2:]) if "." in noun else noun


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _always(noun: dict[str, Any], name: str) -> None:
    """Say of a field that it is there in every answer, though its type leaves that open."""
    noun["properties"][name] = {
        key: value for key, value in _without_null(noun["properties"][name]).items() if key != "default"
    }
    noun["required"] = [*noun["required"], name]


def _without_null(schema: Any) -> Any:  # noqa: ANN401 - a schema
    """Take out that a value may be null: what is not said in a query is left out of it."""
    options = schema.get("anyOf")
    if not isinstance(options, list):
        return schema
    left = [one for one in options if one != {"type": "null"}]
    rest = {
        key: value
        for key, value in schema.items()
        if key not in {"anyOf", "default"} or (key == "default" and value is not None)
    }
    return {**left[0], **rest} if len(left) == 1 else {**rest, "anyOf": left}
