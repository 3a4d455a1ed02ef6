"""Out and in: the sealed log as JSONL, CloudEvents, and whole copies of a store made while it is in use."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from kenning import formats
from kenning.engine import append, replay
from kenning.engine.engine import Engine
from kenning.engine.erase import events as erase
from kenning.engine.erase.events import erased_by
from kenning.engine.exchange.incoming import Ready, Who, prepare
from kenning.errors import ConflictError, CorruptError, InvalidError, UnavailableError, UnsupportedError
from kenning.model.codec import Head, Sealed, envelope_of, flaw
from kenning.model.event import Envelope, Event
from kenning.model.identity.act import decoded
from kenning.model.recall import Scope
from kenning.model.report import ImportReport
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.door import envelope as door
from kenning.store import SEQUENCE_MAX, Options, Writer, check_file
from kenning.store.base import Prints, Progress
from kenning.store.files import STORED_PATH, private, sync_folder

VERSION = 1
_BATCH = 500
_STEP = 2000
FORMATS = ("jsonl", "cloudevents")


_NULL = msgspec.Raw(b"null")


class LogLine(msgspec.Struct, frozen=True, kw_only=True, tag="log", tag_field="line", rename="camel"):
    """The first line: which log, and where it ends."""

    version: int
    namespace: str
    sequence: int
    hash: str


class FileLine(msgspec.Struct, frozen=True, kw_only=True, tag="file", tag_field="line", rename="camel"):
    """A stored file, before the first event that uses it."""

    path: str
    sha256: str
    content: str


class EventLine(msgspec.Struct, frozen=True, kw_only=True, tag="event", tag_field="line", rename="camel"):
    """A sealed event, byte for byte; payload and salt are absent once erased."""

    agent: str
    sequence: int
    id: str
    recorded_at: int
    digest: str
    hash: str
    salt: str | None = None
    payload: msgspec.Raw = _NULL


_lines = msgspec.json.Decoder(LogLine | FileLine | EventLine)
_encode = msgspec.json.Encoder().encode


def export(engine: Engine, scope: Scope, path: Path, kind: str, progress: Progress) -> int:
    """Write the log of a namespace to a file, whole or not at all; gives the number of events."""
    if kind not in FORMATS:
        raise wrong("format", kind, f"is none of {', '.join(FORMATS)}")
    temporary = path.with_name(f"{path.name}.part")
    try:
        with temporary.open("wb") as out:
            count = (
                _export_log(engine, scope, out, progress)
                if kind == "jsonl"
                else _export_cloudevents(engine, scope, out)
            )
            out.flush()
            os.fsync(out.fileno())
        temporary.replace(path)
    except OSError as error:
        raise UnavailableError(f"{path}: could not be written: {error}") from error
    finally:
        temporary.unlink(missing_ok=True)
    return count


def _export_log(engine: Engine, scope: Scope, out: BinaryIO, progress: Progress) -> int:
    written: set[str] = set()
    with engine.store.read() as reader:
        head = reader.head(scope.namespace)
        first = LogLine(version=VERSION, namespace=scope.namespace, sequence=head.sequence, hash=head.hash.hex())
        out.write(_encode(first) + b"\n")
        for sealed in reader.scan(scope.namespace, 1, SEQUENCE_MAX):
            if sealed.payload is not None and b'"storedAs"' in sealed.payload:
                out.writelines(_encode(line) + b"\n" for line in _files_of(engine, envelope_of(sealed), written))
            out.write(_encode(_line_of(sealed)) + b"\n")
            if sealed.sequence % _STEP == 0:
                progress(sealed.sequence, head.sequence)
    progress(head.sequence, head.sequence)
    return head.sequence


def _files_of(engine: Engine, event: Envelope, written: set[str]) -> Iterator[FileLine]:
    for file in event.files:
        if file.stored_as is not None and file.stored_as not in written:
            written.add(file.stored_as)
            content = engine.folder.read(file.stored_as, str(file.sha256))
            yield FileLine(path=file.stored_as, sha256=str(file.sha256), content=base64.b64encode(content).decode())


def _line_of(sealed: Sealed) -> EventLine:
    return EventLine(
        agent=sealed.agent,
        sequence=sealed.sequence,
        id=sealed.id,
        recorded_at=sealed.recorded_at_us,
        digest=sealed.digest.hex(),
        hash=sealed.hash.hex(),
        salt=sealed.salt.hex() if sealed.salt is not None else None,
        payload=msgspec.Raw(sealed.payload) if sealed.payload is not None else _NULL,
    )


def _export_cloudevents(engine: Engine, scope: Scope, out: BinaryIO) -> int:
    count = 0
    with engine.store.read() as reader:
        for sealed in reader.scan(scope.namespace, 1, SEQUENCE_MAX):
            if sealed.payload is not None:
                out.write(_encode(formats.cloudevents.event_to(envelope_of(sealed))) + b"\n")
                count += 1
    return count


def looks_own(path: Path) -> bool:
    """Tell whether a file is a log of ours, or lines of events as `record` takes them."""
    if not path.is_file() or path.suffix.lower() not in {".jsonl", ".ndjson"}:
        return False
    with path.open("rb") as stream:
        first = stream.readline(1 << 20)
    return b'"line"' in first or (b'"kind"' in first and b'"source"' in first and b'"specversion"' not in first)


def import_log(engine: Engine, who: Who, path: Path, progress: Progress) -> ImportReport:
    """Import our own JSONL: a sealed log into a namespace that is empty or its beginning, or lines of plain events."""
    with path.open("rb") as stream:
        first = stream.readline()
        if b'"line"' not in first:
            return _import_events(engine, who, path)
    lines = _decoded(path)
    opening = next(lines, None)
    if opening is None or not isinstance(opening[1], LogLine):
        raise InvalidError(f"{path.name}: line 1: does not say which log this is")
    log = opening[1]
    if log.version > VERSION:
        raise UnsupportedError(f"{path.name}: was written by a newer Kenning", hint="upgrade Kenning")
    if log.namespace != who.namespace:
        hint = f"import it with --namespace {log.namespace}: the namespace is part of what its hashes seal"
        raise ConflictError(f"{path.name}: is the log of namespace {log.namespace}, not of {who.namespace}", hint=hint)
    importer = _LogImporter(engine, who, path.name)
    importer.check(iter(_decoded(path)), log)
    return importer.run(lines, log, progress)


def _judge(event: Envelope, files: set[str], where: str) -> None:
    """Judge one event of a log as the door would, files and reserved kinds included."""
    door.check(event, allow_reserved=True)
    for file in event.files:
        if file.stored_as is not None and file.stored_as not in files:
            raise CorruptError(
                f"{where}: its file {file.stored_as} is not in the log before it", hint="nothing was imported"
            )
    if kinds.reserved(event.kind) and event.kind not in kinds.VERSIONS:
        raise InvalidError(f"{where}: kind: {event.kind} is reserved, and comes only from its verb")
    if kinds.connects(event.kind):
        try:
            decoded(event.kind, event.text)
        except msgspec.MsgspecError as error:
            why = f"{event.kind} is reserved, and this is not what its verb says: {error}"
            raise InvalidError(f"{where}: kind: {why}", hint="nothing was imported") from error


def _sound_file(line: FileLine, where: str) -> str:
    """Check a file line by itself: its path is a generated one, and its content is what its hash says."""
    try:
        content = base64.b64decode(line.content, validate=True)
    except ValueError as error:
        raise InvalidError(f"{where}: its content is no base64: {error}", hint="nothing was imported") from error
    if not STORED_PATH.fullmatch(line.path):
        raise InvalidError(
            f'{where}: path: "{line.path[:80]}" is no path of a stored file', hint="nothing was imported"
        )
    if hashlib.sha256(content).hexdigest() != line.sha256:
        raise CorruptError(f"{where}: the file {line.path} is not what its hash says", hint="nothing was imported")
    return line.path


def _decoded(path: Path) -> Iterator[tuple[int, LogLine | FileLine | EventLine]]:
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if line.strip():
                try:
                    yield number, _lines.decode(line)
                except msgspec.MsgspecError as error:
                    raise InvalidError(f"{path.name}: line {number}: {error}", hint="nothing was imported") from error


class _LogImporter:
    """Takes a sealed log over, verbatim: checked from its first event to its last before anything is written."""

    def __init__(self, engine: Engine, who: Who, name: str) -> None:
        self._engine = engine
        self._who = who
        self._name = name

    def check(self, lines: Iterator[tuple[int, LogLine | FileLine | EventLine]], log: LogLine) -> None:
        """Verify the chain, every event and every explanation of a missing payload."""
        head, missing, explained, files = Head(), {}, set[str](), set[str]()
        for number, line in lines:
            where = f"{self._name}: line {number}"
            if isinstance(line, FileLine):
                files.add(_sound_file(line, where))
            if not isinstance(line, EventLine):
                continue
            sealed = self._sealed(line, where)
            fault = (
                flaw(head.hash, sealed)
                if sealed.sequence == head.sequence + 1
                else "does not follow the line before it"
            )
            if fault is not None:
                raise CorruptError(f"{where}: event {sealed.id}: {fault}", hint="nothing was imported")
            head = Head(sealed.sequence, sealed.hash, sealed.recorded_at_us)
            if sealed.payload is None:
                missing[sealed.id] = where
                continue
            event = envelope_of(sealed)
            _judge(event, files, where)
            if event.kind == kinds.ERASED:
                explained.update(erased_by(event))
        for event_id, where in missing.items():
            if event_id not in explained:
                raise CorruptError(f"{where}: event {event_id} has no payload, and no erasure in the log says so")
        if (head.sequence, head.hash.hex()) != (log.sequence, log.hash):
            raise CorruptError(
                f"{self._name}: ends at {head.sequence}, its first line says {log.sequence}: it was cut or changed"
            )

    def _sealed(self, line: EventLine, where: str) -> Sealed:
        try:
            return Sealed(
                namespace=self._who.namespace,
                agent=line.agent,
                sequence=line.sequence,
                id=line.id,
                recorded_at_us=line.recorded_at,
                payload=bytes(line.payload) if bytes(line.payload) != b"null" else None,
                salt=bytes.fromhex(line.salt) if line.salt is not None else None,
                digest=bytes.fromhex(line.digest),
                hash=bytes.fromhex(line.hash),
            )
        except ValueError as error:
            raise InvalidError(f"{where}: {error}", hint="nothing was imported") from error

    def run(
        self, lines: Iterator[tuple[int, LogLine | FileLine | EventLine]], log: LogLine, progress: Progress
    ) -> ImportReport:
        """Append what the namespace does not have yet, in batches; an interruption is taken up where it stopped."""
        with self._engine.store.read() as reader:
            start = reader.head(self._who.namespace)
        added = 0
        batch: list[Sealed] = []
        files: list[FileLine] = []
        for number, line in lines:
            if isinstance(line, FileLine):
                files.append(line)
            elif isinstance(line, EventLine):
                sealed = self._sealed(line, f"{self._name}: line {number}")
                if sealed.sequence == start.sequence and sealed.hash != start.hash:
                    raise self._diverged(sealed.sequence)
                if sealed.sequence > start.sequence:
                    batch.append(sealed)
                    for file in files:
                        self._take_file(file)
                files = []  # those of events that are here already are here, or were erased
            if len(batch) >= _BATCH:
                added += self._write(batch)
                progress(batch[-1].sequence, log.sequence)
                batch = []
        added += self._write(batch) if batch else 0
        if start.sequence > log.sequence:
            with self._engine.store.read() as reader:
                last = reader.get(self._who.namespace, log.sequence) if log.sequence else None
            if log.sequence and (last is None or last.hash.hex() != log.hash):
                raise self._diverged(log.sequence)
        return ImportReport(format="jsonl", added=added, known=log.sequence - added)

    def _diverged(self, sequence: int) -> ConflictError:
        hint = "import it into an empty store; a log is never mixed into another"
        return ConflictError(
            f"{self._name}: is another log than the one here: they differ at sequence {sequence}", hint=hint
        )

    def _take_file(self, line: FileLine) -> None:
        content = base64.b64decode(line.content)
        self._engine.folder.restore(line.path, content, line.sha256)

    def _write(self, batch: list[Sealed]) -> int:
        def deed(writer: Writer) -> int:
            head = writer.head(self._who.namespace)
            fresh = [sealed for sealed in batch if sealed.sequence > head.sequence]
            with writer.attempt():
                for sealed in fresh:
                    fault = flaw(head.hash, sealed) if sealed.sequence == head.sequence + 1 else "does not follow"
                    if fault is not None:
                        raise self._diverged(sealed.sequence)
                    writer.append(sealed, (), Prints(), ())
                    head = Head(sealed.sequence, sealed.hash, sealed.recorded_at_us)
                    if sealed.payload is not None:
                        event = envelope_of(sealed)
                        erase.carry_out(writer, event)
                        replay.project(self._engine, writer, event)
            return len(fresh)

        added: int = self._engine.commit(deed)
        with self._engine.store.read() as reader:
            owed = reader.owed_sweep()
        if owed is not None:
            self._engine.finish_sweep(owed)
        return added


def _import_events(engine: Engine, who: Who, path: Path) -> ImportReport:
    """Record lines of plain events; reserved kinds are refused as by `record`."""
    ready: list[Ready] = []
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                event: Event = door.parse(line)
                ready.append(prepare(engine, who, event, None))
            except InvalidError as error:
                raise InvalidError(f"line {number}: {error.message}; nothing was imported", hint=error.hint) from error
    wanted = [one for one in ready if not append.was_erased(engine, who, one)]
    receipts = append.append(engine, who, wanted) if wanted else []  # one transaction: all lines or none
    known = sum(receipt.replayed for receipt in receipts)
    return ImportReport(format="events", added=len(receipts) - known, known=known, erased=len(ready) - len(wanted))


def backup(engine: Engine, target: Path, progress: Progress) -> list[Path]:
    """Copy a store while it is in use: the file as of one moment, then the key and the files it names."""
    if target.exists():
        raise ConflictError(f"{target}: exists already", hint="choose a new path for each backup")
    if not target.parent.is_dir():
        raise wrong("path", str(target), "lies in a folder that does not exist")
    temporary = target.with_name(f"{target.name}.part")
    temporary.unlink(missing_ok=True)
    private(temporary)
    engine.store.backup(temporary, progress)
    written: list[Path] = []
    source = Path(f"{engine.path}.files")
    if source.is_dir():
        shutil.copytree(source, f"{target}.files", ignore=shutil.ignore_patterns("*.part"))
        written.append(Path(f"{target}.files"))
    key = Path(f"{engine.path}.key")
    if key.exists():
        shutil.copy2(key, f"{target}.key")
        written.append(Path(f"{target}.key"))
    _settle(temporary, target)
    return [target, *written]


def restore(source: Path, target: Path, progress: Progress) -> list[Path]:
    """Put a backup in place as a new store; never over an existing one."""
    if not source.is_file():
        raise wrong("backup", str(source), "is no file")
    for taken in (target, Path(f"{target}.key"), Path(f"{target}.files")):
        if taken.exists():
            raise ConflictError(f"{taken}: exists already", hint="move it away first; a restore never overwrites")
    check_file(str(source), Options())
    target.parent.mkdir(parents=True, exist_ok=True)
    temporary = target.with_name(f"{target.name}.part")
    written = [target]
    progress(0, 1)
    if Path(f"{source}.files").is_dir():
        shutil.copytree(f"{source}.files", f"{target}.files")
        written.append(Path(f"{target}.files"))
    if Path(f"{source}.key").exists():
        shutil.copy2(f"{source}.key", f"{target}.key")
        written.append(Path(f"{target}.key"))
    private(temporary)
    shutil.copyfile(source, temporary)
    _settle(temporary, target)
    progress(1, 1)
    return written


def _settle(temporary: Path, target: Path) -> None:
    """Make a finished copy durable under its real name; until then there is no copy."""
    handle = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
    temporary.replace(target)
    sync_folder(target.parent if str(target.parent) else Path())
