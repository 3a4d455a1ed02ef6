"""A session from afar: the verbs of `Session`, each as one request to a server. It decides nothing and keeps nothing.

Every verb is made from the table that the server is made from (`http/operations.py`), so that the two cannot drift apart. Only
what carries files, or walks the log, is written out here.
"""

from __future__ import annotations

import tarfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn
from urllib.parse import quote

import msgspec

from kenning.engine.exchange.incoming import Submitted, note
from kenning.engine.session import Session
from kenning.errors import ConflictError, KenningError, NotAllowedError, UnavailableError, UnsupportedError
from kenning.faces import wire
from kenning.faces.http.carried import COUNT, STORE
from kenning.faces.http.operations import JSON, OPERATIONS, SIGNED_IN, SignedIn
from kenning.faces.http.shapes import Asked, shape_of
from kenning.model.event import Envelope, Event, Receipt
from kenning.model.recall import Filters, Scope, Stretch
from kenning.model.report import ImportReport
from kenning.model.schema import Difference, Schema
from kenning.model.time import wrong
from kenning.rules.door.wire import check_plain
from kenning.store.base import Progress, quiet

if TYPE_CHECKING:
    import httpx

TIMEOUT_S = 60.0
LOOK_S = 0.25
"""How often who follows from afar looks for what is new."""
STRETCH = 500
_ISSUE = "issue a token with issue_token, and open the server with it"


class Line:
    """The connections to one server, and the token they show; safe to use from several threads."""

    def __init__(self, url: str, token: str, timeout_s: float, verify: str | None) -> None:
        """Connect to nothing yet. Raises `UnavailableError` where the extra is not installed."""
        try:
            import httpx
        except ImportError as error:
            hint = "install kenning[remote]"
            raise UnavailableError("a server cannot be asked: httpx is not installed", hint=hint) from error
        import ssl

        self._httpx = httpx
        self.url = url.rstrip("/")
        context = ssl.create_default_context(cafile=verify) if verify is not None else True
        self._client = httpx.Client(
            base_url=self.url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=timeout_s,
            verify=context,
            follow_redirects=False,
            trust_env=False,
        )

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:  # noqa: ANN401 - as the client takes it
        """Send a request and give the answer. Raises what the server refuses with, and `UnavailableError`."""
        with self.streamed(method, path, **more) as response:
            response.read()
            return response

    @contextmanager
    def streamed(self, method: str, path: str, **more: Any) -> Iterator[httpx.Response]:  # noqa: ANN401 - as above
        """Send a request and give the answer while it comes."""
        try:
            with self._client.stream(method, path, **more) as response:
                if response.is_error:
                    raise _told(response)
                yield response
        except self._httpx.TimeoutException as error:
            hint = "what was asked may have been done; the same idempotency key records nothing twice"
            raise UnavailableError(f"{self.url}: did not answer in time", hint=hint) from error
        except self._httpx.TransportError as error:
            hint = "see whether kenning serve runs there; a retry under the same idempotency key records nothing twice"
            raise UnavailableError(f"{self.url}: cannot be reached: {error}", hint=hint) from error

    def close(self) -> None:
        """Close all connections."""
        self._client.close()


def _told(response: httpx.Response) -> KenningError:
    """Give the error that an answer tells of."""
    try:
        told = msgspec.json.decode(response.read(), type=dict[str, Any])
    except msgspec.MsgspecError:
        hint = "something else than Kenning answers there"
        return UnavailableError(f"{response.url.host}: answered {response.status_code}", hint=hint)
    return wire.error_of(told)


def open_remote(
    url: str, token: str | None, *, timeout_s: float = TIMEOUT_S, verify: str | Path | None = None
) -> RemoteSession:
    """Open the session behind a token. Raises `NotAllowedError` where it counts no more."""
    if not token:
        raise wrong("token", token, "is missing", hint="kenning token issue makes one")
    line = Line(url, token, timeout_s, str(verify) if verify is not None else None)
    try:
        said = msgspec.json.decode(line.ask("GET", SIGNED_IN).content, type=SignedIn)
    except BaseException:
        line.close()
        raise
    return RemoteSession(line, said)


class RemoteSession(Session):
    """A session whose store a server has. Who asks is bound to its token; the verbs are those of any session.

    What it cannot do: open sessions for others (that is what tokens are for), and bring a model of the caller's.
    """

    def __init__(self, line: Line, said: SignedIn, moment: int | str | None = None) -> None:
        """Ask by a line, now or as of a moment."""
        self.namespace = said.namespace
        self.agent = said.agent
        self._line = line
        self._signed = said
        self._moment = moment

    # -- what is bound -------------------------------------------------------------------------------------------------

    @property
    def is_somebody(self) -> bool:
        """Whether this session is somebody's on a channel, and not that of whoever holds the file."""
        return self._signed.is_somebody

    @property
    def scope(self) -> Scope:
        """What this session may see is the server's to know."""
        raise UnsupportedError("scope: stays with the server", hint="ask with check, or read")

    def close(self) -> None:
        """Close the connections of all sessions on this line; the store goes on being served."""
        self._line.close()

    def at(self, moment: int | str) -> RemoteSession:
        """Give a session that reads as of a sequence, or of a time by Kenning's own clock (RFC 3339)."""
        past = RemoteSession(self._line, self._signed, moment)
        past.context()  # a moment that is none is refused now, as it is of a file
        return past

    def enter(self, *_: object, **__: object) -> NoReturn:
        """Not from afar: a token is bound to whom it opens a session for."""
        raise UnsupportedError("enter: sessions for others are not opened from afar", hint=_ISSUE)

    sign_in = sign_in_as = beside = enter  # the same reason

    def decide_open(self, **_: object) -> NoReturn:
        """Not from afar: a model is asked where the store is."""
        raise UnsupportedError("decide_open: a model is asked where the store is", hint="open the file")

    def watch(self, *_: object, **__: object) -> NoReturn:
        """Not from afar: a folder is watched where it is."""
        raise UnsupportedError("watch: a folder is watched where the store is", hint="send its files with import_file")

    @property
    def answers(self) -> NoReturn:
        """Not from afar: what models answered stays with the store."""
        raise UnsupportedError("answers: what models answered stays with the store", hint="ask models where it is")

    def guard(self, tool: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Let a function run only while this session may use a tool: asked anew on each call. Raises `NotAllowedError`."""

        def guarded(run: Callable[..., Any]) -> Callable[..., Any]:
            @wraps(run)
            def asked(*given: Any, **named: Any) -> Any:  # noqa: ANN401 - as the function takes and gives them
                if not self.check("tool", tool, "invoke").allowed:
                    raise NotAllowedError(self.explain("tool", tool, "invoke"), details={"act": f"invoke {tool}"})
                return run(*given, **named)

            return asked

        return guarded

    # -- recording -----------------------------------------------------------------------------------------------------

    def record(
        self, event: Submitted, *, expected_sequence: int | None = None, files_from: Path | None = None
    ) -> Receipt:
        """Append one event: an `Event`, its JSON, a mapping, or the plain text of a note."""
        _nowhere(files_from)
        body = _plain(event)
        found = self._post("record", body, expectedSequence=expected_sequence)
        return msgspec.json.decode(found, type=Receipt)

    def record_many(
        self,
        events: Sequence[Submitted],
        *,
        expected_sequence: int | None = None,
        files_from: Path | None = None,
    ) -> list[Receipt]:
        """Append a batch in one transaction, all or none."""
        _nowhere(files_from)
        if not events:
            return []
        body = b"[" + b",".join(map(_plain, events)) + b"]"
        found = self._post("record_many", body, expectedSequence=expected_sequence)
        receipts: list[Receipt] = shape_of("record_many").taken_back(found)
        return receipts

    def attach(
        self, event_id: str, path: Path | str, *, role: str = "attachment", content_type: str | None = None
    ) -> Receipt:
        """Attach a local file to an event: it is sent, hashed, stored once and verified whenever it is read."""
        path = Path(path)
        if not path.is_file():
            raise wrong("path", str(path), "is no file")
        where = f"/v1/events/{_segment('event_id', event_id)}/files"
        query = self._query(name=path.name, role=role, contentType=content_type)
        with path.open("rb") as content:
            answer = self._line.ask("POST", where, params=query, content=content)
        return msgspec.json.decode(answer.content, type=Receipt)

    def _post(self, name: str, body: bytes, **query: object) -> bytes:
        path = shape_of(name).operation.path
        answer = self._line.ask("POST", path, content=body, params=self._query(**query), headers={"Content-Type": JSON})
        return answer.content

    def _query(self, **said: object) -> list[tuple[str, str]]:
        found = [(name, str(value)) for name, value in said.items() if value is not None]
        return found if self._moment is None else [*found, ("at", str(self._moment))]

    # -- reading -------------------------------------------------------------------------------------------------------

    def file(self, event_id: str, name: str) -> bytes:
        """Give the bytes of a file of an event's view, verified against the hash recorded with it."""
        where = f"/v1/events/{_segment('event_id', event_id)}/files/{_segment('name', name)}"
        return bytes(self._line.ask("GET", where, params=self._query()).content)

    def log(
        self, *, after: int | str = 0, limit: int | None = None, filters: Filters | None = None
    ) -> Iterator[Envelope]:
        """Walk the log in order, behind ``after``: a sequence, the id of the event read last, or a cursor."""
        given = 0
        while limit is None or given < limit:
            wanted = STRETCH if limit is None else min(STRETCH, limit - given)
            stretch: Stretch = self.stretch(after=after, limit=wanted, filters=filters)
            yield from stretch.events
            given += len(stretch.events)
            if len(stretch.events) < wanted:
                return
            after = stretch.cursor

    def follow(
        self,
        *,
        after: int | str = 0,
        filters: Filters | None = None,
        wait: bool = True,
        stop: threading.Event | None = None,
    ) -> Iterator[Envelope]:
        """Walk the log and, where asked to wait, every event to come; never skips, never repeats."""
        stop = stop or threading.Event()
        while not stop.is_set():
            stretch: Stretch = self.stretch(after=after, limit=STRETCH, filters=filters)
            yield from stretch.events
            after = stretch.cursor
            if not stretch.events:
                if not wait:
                    return
                stop.wait(LOOK_S)

    # -- the whole store -----------------------------------------------------------------------------------------------

    def import_file(
        self,
        path: Path | str,
        *,
        format: str | None = None,  # noqa: A002 - the field's word
        keep_going: bool = False,
        options: Mapping[str, object] | None = None,
        progress: Progress = quiet,
    ) -> ImportReport:
        """Import a foreign file or our own JSONL; importing it twice adds nothing."""
        path = Path(path)
        if not path.is_file():
            raise wrong("path", str(path), "is no file", hint="a folder is imported where the store is, or as a zip")
        said = {key: value for key, value in (options or {}).items() if value is not None}
        query = self._query(
            name=path.name,
            format=format,
            keepGoing="true" if keep_going else None,
            options=msgspec.json.encode(said).decode() if said else None,
        )
        progress(0, 1)
        with path.open("rb") as content:
            answer = self._line.ask("POST", "/v1/admin/import", params=query, content=content, timeout=None)
        progress(1, 1)
        return msgspec.json.decode(answer.content, type=ImportReport)

    def export(self, path: Path | str, *, format: str = "jsonl", progress: Progress = quiet) -> int:  # noqa: A002
        """Write the log to a file here, whole or not at all; gives the number of events."""
        path = Path(path)
        with self._line.streamed(
            "GET", "/v1/admin/export", params=self._query(format=format), timeout=None
        ) as response:
            _save(response, path, progress)
            return int(response.headers[COUNT])

    def backup(self, path: Path | str, *, progress: Progress = quiet) -> list[Path]:
        """Copy the store with its files and its key to a path here; gives the paths written."""
        path = Path(path)
        if path.exists():
            raise ConflictError(f"{path}: exists already", hint="choose a new path for each backup")
        packed = path.with_name(f"{path.name}.tar.part")
        try:
            with self._line.streamed("POST", "/v1/admin/backup", params=self._query(), timeout=None) as response:
                _save(response, packed, progress)
            return _unpacked(packed, path)
        finally:
            packed.unlink(missing_ok=True)

    def apply_schema(self, path: Path | str) -> tuple[Schema, list[Difference]]:
        """Apply a schema file as the next version; gives it, and how it differs from the one before."""
        found: tuple[Schema, list[Difference]] = self._sheet("apply_schema", Path(path))
        return found

    def compare_schema(self, path: Path | str) -> list[Difference]:
        """Say how a schema file differs from what is in force; nothing is applied."""
        found: list[Difference] = self._sheet("compare_schema", Path(path))
        return found

    def _sheet(self, name: str, path: Path) -> Any:  # noqa: ANN401 - as the verb gives it
        if not path.is_file():
            raise wrong("path", str(path), "is no file")
        shape = shape_of(name)
        answer = self._line.ask("POST", shape.operation.path, params=self._query(), content=path.read_bytes())
        return shape.taken_back(answer.content)


def _asking(name: str) -> Callable[..., Any]:
    """Make a verb that is a request, from its row of the table."""
    local = getattr(Session, name)

    @wraps(local)
    def asked(self: RemoteSession, *args: Any, **named: Any) -> Any:  # noqa: ANN401 - as the verb takes and gives them
        shape = shape_of(name)
        asks: Asked = shape.asked(args, named)
        path = shape.operation.path
        for part, value in asks.path.items():
            path = path.replace(f"{{{part}}}", _segment(part, value))
        query = asks.query + self._query()
        sent: dict[str, Any] = {}
        if asks.body is not None:
            sent = {"content": wire.to_bytes(asks.body), "headers": {"Content-Type": JSON}}
        answer = self._line.ask(shape.operation.method, path, params=query, **sent)
        return shape.taken_back(answer.content)

    return asked


for _one in OPERATIONS:
    if _one.name == _one.verb and not _one.carries and _one.verb not in vars(RemoteSession):
        setattr(RemoteSession, _one.verb, _asking(_one.verb))


def _plain(event: Submitted) -> bytes:
    """Give an event as JSON. Raises `InvalidError` where it is none."""
    if isinstance(event, str) and not event.lstrip().startswith("{"):
        event = note(event)
    if isinstance(event, str):
        return event.encode()
    if isinstance(event, bytes):
        return event
    if not isinstance(event, Event):
        check_plain(dict(event), "", 1)
    return msgspec.json.encode(event)


def _segment(name: str, value: str) -> str:
    """Give a part of a path. Raises `InvalidError` for what an address takes for another request: nothing, or a step."""
    if value in {"", ".", ".."}:
        raise wrong(name, value, "cannot stand in an address")
    return quote(value, safe="")


def _nowhere(files_from: Path | None) -> None:
    if files_from is not None:
        hint = "record the event, and attach its files with attach"
        raise UnsupportedError("files_from: a server takes no files by their paths", hint=hint)


def _save(response: httpx.Response, path: Path, progress: Progress) -> None:
    """Write what comes to a file, whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    done = 0
    try:
        with part.open("wb") as out:
            for chunk in response.iter_bytes():
                out.write(chunk)
                done += len(chunk)
                progress(done, done)
        part.replace(path)
    except OSError as error:
        raise UnavailableError(f"{path}: could not be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _unpacked(packed: Path, path: Path) -> list[Path]:
    """Unpack a backup beside its path: the file, and what lies beside it, under its name."""
    written: list[Path] = []
    with tarfile.open(packed) as tar:
        for member in tar.getmembers():
            if not member.name.startswith(STORE):
                raise UnsupportedError(f"{member.name}: is no part of a backup")
            member.name = path.name + member.name.removeprefix(STORE)
            tar.extract(member, path.parent, filter="data")
            if "/" not in member.name:
                written.append(path.parent / member.name)
    return sorted(written)
