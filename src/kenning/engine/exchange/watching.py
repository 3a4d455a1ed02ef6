"""Watching a folder: what appears in it is imported once it is complete, and is known by its content ever after.

A file is complete when it did not change from one look to the next. That it was imported is an event of the log, under a key made
of its content; so a restart, another process or another name of the same file adds nothing, and there is no second truth beside
the log.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import msgspec

from kenning.engine import append
from kenning.engine.engine import Engine
from kenning.engine.exchange import ingest
from kenning.engine.exchange.incoming import Who, prepare
from kenning.errors import InvalidError, KenningError
from kenning.formats import folder as folders
from kenning.model.event import Context, Event, File, Part, Provenance, Source
from kenning.model.report import ImportReport, Taken
from kenning.model.time import wrong
from kenning.store.base import Progress
from kenning.store.files import digest_file

IMPORTED = "file.imported"
_UNFINISHED = (".part", ".partial", ".crdownload", ".opdownload", ".download", ".filepart", ".tmp", ".temp", "~")
_KENNING = Source(type="system", name="kenning")

Stamp = tuple[tuple[str, int, int], ...]
Shown = Callable[[str], AbstractContextManager[Progress]]


def unseen(_name: str) -> AbstractContextManager[Progress]:
    """Show no progress."""
    return nullcontext(lambda _done, _total: None)


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """How a folder is watched: how long a file must rest, and whether to end when all that lies there was seen."""

    settle_s: float = 2.0
    once: bool = False


def watch(engine: Engine, who: Who, folder: Path, asked: ingest.Asked, pace: Pace, shown: Shown) -> Iterator[Taken]:
    """Import what lies in a folder, and then what appears; see `Session.watch`."""
    if not folder.is_dir():
        raise wrong("folder", str(folder), "is no folder" if folder.exists() else "does not exist")
    if not 0 <= pace.settle_s <= 3600:
        raise wrong("settle_s", pace.settle_s, "is no time to wait", hint="give seconds, at most 3600")
    return _watch(_Taker(engine, who, folder, asked, shown), folder, pace)


def _watch(taker: _Taker, folder: Path, pace: Pace) -> Iterator[Taken]:
    """Look again and again; what has the stamp it had at the last look is complete."""
    dealt: dict[Path, Stamp] = {}
    before: dict[Path, Stamp] = {}
    look = _Look(folder)
    while True:
        now = look.stamps()
        for part, stamp in now.items():
            if dealt.get(part) == stamp or before.get(part) != stamp:
                continue
            taken = taker.take(part, stamp)
            dealt[part] = stamp
            yield taken
        dealt = {part: stamp for part, stamp in dealt.items() if part in now}
        if pace.once and all(dealt.get(part) == stamp for part, stamp in now.items()):
            return
        before = now
        rest(pace.settle_s)


def rest(settle_s: float) -> None:
    """Wait between two looks."""
    threading.Event().wait(settle_s)


class _Look:
    """Looks at a folder; which folders in it are exports is asked only when something changed, for that opens files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._whole: Stamp | None = None
        self._found: dict[Path, Stamp] = {}

    def stamps(self) -> dict[Path, Stamp]:
        """What lies there, each with its stamp; what names say is still being written is not there yet."""
        if not self._folder.is_dir():
            raise wrong("folder", str(self._folder), "is gone")
        whole = _stamp(self._folder)
        if whole is None or whole != self._whole:
            self._whole = whole
            parts = [part for part in folders.parts(self._folder) if not _is_unfinished(part)]
            self._found = {part: stamp for part in parts if (stamp := _stamp(part)) is not None}
        return self._found


def _is_unfinished(part: Path) -> bool:
    """Whether a name, or one beside it, says that somebody still writes it."""
    name = part.name.lower()
    return name.endswith(_UNFINISHED) or name.startswith("~$") or part.with_name(part.name + ".part").exists()


def _stamp(part: Path) -> Stamp | None:
    """The sizes and times of a file, or of all files of an export; none for what went while it was looked at."""
    files = sorted(file for file in part.rglob("*") if file.is_file()) if part.is_dir() else [part]
    try:
        stats = [(file, file.stat()) for file in files]
    except OSError:
        return None
    return tuple((str(file.relative_to(part)), stat.st_size, stat.st_mtime_ns) for file, stat in stats)


class _Taker:
    """Imports one thing after another, and notes what it imported."""

    def __init__(self, engine: Engine, who: Who, folder: Path, asked: ingest.Asked, shown: Shown) -> None:
        self._engine, self._who = engine, who
        self._folder, self._asked, self._shown = folder, asked, shown

    def take(self, part: Path, stamp: Stamp) -> Taken:
        """Import a file or an export, unless its content is known; what is wrong with it is told, and the watch goes on."""
        name = part.relative_to(self._folder).as_posix()
        try:
            content = _digest(part)
            if self._is_known(content):
                return Taken(path=name, known=True)
            with self._shown(name) as progress:
                report = ingest.import_file(self._engine, self._who, part, self._asked, progress)
            if _stamp(part) == stamp:  # else it grew meanwhile, and is read again
                self._note(name, content, report)
        except KenningError as error:
            return Taken(path=name, code=error.code, message=error.message, hint=error.hint)
        except OSError as error:
            reason = error.strerror or "cannot be read"
            return Taken(path=name, code=InvalidError.code, message=f"{name}: {reason}")
        return Taken(path=name, report=report)

    def _is_known(self, content: str) -> bool:
        """Whether the log says that this content was imported."""
        ready = prepare(self._engine, self._who, _imported("", content, None), None)
        if ready.prints.key is None:
            return False
        with self._engine.store.read() as reader:
            return reader.receipt(self._who.namespace, ready.prints.key) is not None

    def _note(self, name: str, content: str, report: ImportReport) -> None:
        """Say in the log that it was imported. Two watchers may say so at once; either is right."""
        try:
            append.append(
                self._engine, self._who, [prepare(self._engine, self._who, _imported(name, content, report), None)]
            )
        except KenningError as error:
            if error.code not in {"conflict", "erased"}:
                raise


def _imported(name: str, content: str, report: ImportReport | None) -> Event:
    """The event that says a file was imported: which, in what format, how much of it was new."""
    metadata = {"format": report.format, "added": report.added, "known": report.known} if report else None
    return Event(
        kind=IMPORTED,
        source=_KENNING,
        context=Context(app=Part(name="kenning watch")),
        provenance=Provenance(basis="system", metadata=metadata),
        idempotency_key=f"file:{content}",
        files=[File(role="primary", content_type="text/plain", content=name)],
    )


def _digest(part: Path) -> str:
    """The digest of a file, or of an export: of all its files with their names."""
    if part.is_file():
        return digest_file(part)[0]
    whole = hashlib.sha256()
    for file in sorted(file for file in part.rglob("*") if file.is_file() and not file.is_symlink()):
        whole.update(f"{file.relative_to(part).as_posix()}\0{digest_file(file)[0]}\n".encode())
    return whole.hexdigest()
