"""The few operations whose requests or answers are no object of parameters: events as they are, and files both ways."""

from __future__ import annotations

import json
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from kenning.errors import InvalidError, KenningError
from kenning.faces import wire
from kenning.faces.http.shapes import Pairs, Shape, decoded
from kenning.model.time import wrong

STORE = "store.kenning"
"""What the store is called in a backup that is sent."""


class Request(NamedTuple):
    """A request as an operation sees it: who asks has been found out by then."""

    path: Mapping[str, str]
    pairs: Pairs
    body: bytes
    key: str | None = None
    batch_max: int = 1000


class Reply(NamedTuple):
    """An answer: a status, and what is in it; or a file, in a folder that goes when it was sent."""

    status: int
    body: bytes = b""
    file: Path | None = None
    folder: tempfile.TemporaryDirectory[str] | None = None
    events: int | None = None


COUNT = "Kenning-Count"
"""The header that says how many events there are in a file."""
Verb = Callable[..., Any]


def ordinary(verb: Verb, shape: Shape, request: Request) -> Reply:
    """Decode, call one verb, encode."""
    call = (
        shape.from_query(request.path, request.pairs) if shape.in_query else shape.from_body(request.path, request.body)
    )
    return Reply(shape.operation.status, wire.to_bytes(shape.given(verb(*call.args, **call.named))))


def _event(verb: Verb, shape: Shape, request: Request) -> Reply:
    plain = _keyed(decoded(request.body), request.key)
    receipt = verb(plain, **shape.from_query({}, request.pairs).named)
    return Reply(200 if receipt.replayed else 201, wire.to_bytes(receipt))


def _batch(verb: Verb, shape: Shape, request: Request) -> Reply:
    try:
        events = msgspec.json.decode(request.body, type=list[dict[str, Any]])
    except (msgspec.DecodeError, RecursionError) as error:
        raise wrong("body", None, f"is no list of events: {error}") from error
    if not 1 <= len(events) <= request.batch_max:
        raise wrong("body", len(events), f"is not between 1 and {request.batch_max} events")
    if request.key is not None:
        events = [
            one if "idempotencyKey" in one else {**one, "idempotencyKey": f"{request.key}#{number}"}
            for number, one in enumerate(events)
        ]
    receipts = verb(events, **shape.from_query({}, request.pairs).named)
    known = all(one.replayed for one in receipts)
    return Reply(200 if known else 201, wire.to_bytes(shape.given(receipts)))


def _keyed(plain: Any, key: str | None) -> Any:  # noqa: ANN401 - an event as JSON
    """Put the key of a header into an event that has none. Raises `InvalidError` where it has another."""
    if not isinstance(plain, dict):
        raise wrong("body", plain, "must be an object")
    if key is None:
        return plain
    own = plain.get("idempotencyKey", key)
    if own != key:
        raise wrong("Idempotency-Key", key, "is another than the idempotencyKey of the event")
    return {**plain, "idempotencyKey": key}


def _file(verb: Verb, _: Shape, request: Request) -> Reply:
    found: bytes = verb(request.path["event_id"], request.path["name"])
    return Reply(200, found)


def _attachment(verb: Verb, shape: Shape, request: Request) -> Reply:
    named = shape.from_query(request.path, request.pairs).named
    with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
        path = _written(Path(folder), named.pop("name"), request.body)
        receipt = verb(request.path["event_id"], path, **named)
    return Reply(201, wire.to_bytes(receipt))


def _import(verb: Verb, shape: Shape, request: Request) -> Reply:
    named = shape.from_query(request.path, request.pairs).named
    options = named.pop("options", None)
    with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
        path = _written(Path(folder), named.pop("name"), request.body)
        report = verb(path, options=_options(options), **named)
    return Reply(200, wire.to_bytes(report))


def _options(said: str | None) -> dict[str, Any]:
    plain = decoded(said.encode()) if said is not None else {}
    if not isinstance(plain, dict):
        raise wrong("options", said, "must be an object")
    return plain


def _schema(verb: Verb, shape: Shape, request: Request) -> Reply:
    with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
        path = _written(Path(folder), "schema.yaml", request.body)
        try:
            found = verb(path)
        except KenningError as error:  # the folder it lies in for a moment is nobody's business
            told = json.loads(json.dumps(wire.error_object(error), default=str).replace(f"{folder}/", ""))
            raise wire.error_of(told) from error
    return Reply(200, wire.to_bytes(shape.given(found)))


def _export(verb: Verb, shape: Shape, request: Request) -> Reply:
    named = shape.from_query(request.path, request.pairs).named
    folder = tempfile.TemporaryDirectory(prefix="kenning-")
    try:
        path = Path(folder.name, "export")
        count = verb(path, **named)
    except BaseException:
        folder.cleanup()
        raise
    return Reply(200, file=path, folder=folder, events=count)


def _backup(verb: Verb, _: Shape, _request: Request) -> Reply:
    folder = tempfile.TemporaryDirectory(prefix="kenning-")
    try:
        base = Path(folder.name)
        verb(base / STORE)
        with tarfile.open(base / "backup.tar", "w") as tar:
            for path in sorted(base.iterdir()):
                if path.name != "backup.tar":
                    tar.add(path, path.name)
    except BaseException:
        folder.cleanup()
        raise
    return Reply(200, file=base / "backup.tar", folder=folder)


def _written(folder: Path, name: str, content: bytes) -> Path:
    """Write what came into a file of its name, in a folder that is ours alone."""
    if name in {".", ".."} or "/" in name or "\0" in name or "\\" in name or len(name.encode()) > 255:
        details = {"path": "name", "value": name, "reason": "is no name of a file"}
        raise InvalidError(f"name: {name!r} is no name of a file", details=details)
    path = folder / name
    path.write_bytes(content)
    return path


CARRIERS: Mapping[str, Callable[[Verb, Shape, Request], Reply]] = {
    "": ordinary,
    "event": _event,
    "batch": _batch,
    "file": _file,
    "attachment": _attachment,
    "import": _import,
    "schema": _schema,
    "export": _export,
    "backup": _backup,
}
"""How each sort of request is carried out; a stream is another matter."""
