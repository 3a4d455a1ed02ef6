"""What is about to be recorded: on whose behalf, checked, labelled, files stored and encoded, outside the lock."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import structs

from kenning.engine.access.asking import default_privacy
from kenning.engine.access.callers import Asker
from kenning.engine.engine import Engine
from kenning.engine.exchange.prints import prints_of
from kenning.model.codec import payload_of, recorded
from kenning.model.event import Envelope, Event, File, Privacy, RecordedBy
from kenning.model.time import wrong
from kenning.rules import kinds
from kenning.rules.door import envelope as door
from kenning.store.base import Prints
from kenning.store.files import digest_file, inside

Submitted = Event | Mapping[str, object] | str | bytes


class Who(msgspec.Struct, frozen=True, kw_only=True):
    """On whose behalf an append runs: tenancy, principal and channel; ``asker`` where it is not the admin at the file."""

    namespace: str
    agent: str
    principal: str
    channel: str
    asker: Asker | None = None

    @property
    def tenancy(self) -> tuple[str, str]:
        """Name the namespace and the agent."""
        return self.namespace, self.agent


class Ready(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An event checked and encoded outside the lock, with its files stored; ``labelled`` by us, for it says nothing of labels."""

    event: Event
    said: Envelope
    payload: bytes
    prints: Prints
    brought: list[str]
    labelled: bool = False


def prepare(engine: Engine, who: Who, event: Event, files_from: Path | None) -> Ready:
    """Do all that needs no lock: check, store files, fill in what the session decides, encode.

    Raises `InvalidError` with path, value and reason; nothing is appended then, and no file stays behind.
    """
    door.check(event)
    unlabelled = event.privacy is None and not kinds.acts(
        event.kind
    )  # an act is read under the labels of what it acts on
    if unlabelled:
        event = structs.replace(event, privacy=_labels(engine, who, event))
    brought: list[str] = []
    try:
        event = _with_files(engine, who, event, files_from, brought)
        said = recorded(event, RecordedBy(principal=who.principal, channel=who.channel))
        payload = payload_of(said)
    except BaseException:
        discard(engine, brought)
        raise
    prints = prints_of(engine, who.namespace, who.agent, said)
    return Ready(event=event, said=said, payload=payload, prints=prints, brought=brought, labelled=unlabelled)


def _labels(engine: Engine, who: Who, event: Event) -> Privacy:
    """Give the labels of an event that says nothing of its own: those of the channel it comes by."""
    if who.asker is not None:
        return default_privacy(engine.callers.now(who.tenancy, who.asker))
    channel = event.source.channel
    return (engine.callers.defaults(who.namespace).get(channel) if channel else None) or Privacy()


def _with_files(engine: Engine, who: Who, event: Event, files_from: Path | None, brought: list[str]) -> Event:
    for file in event.files:
        if file.path is not None or file.stored_as is not None:
            break
    else:
        return event
    stored: list[File] = []
    taken: dict[str, str] = {}
    for number, file in enumerate(event.files):
        if file.stored_as is not None:
            raise wrong(f"files[{number}].storedAs", file.stored_as, "is set by Kenning, never by a source")
        if file.path is None:
            stored.append(file)
            continue
        if files_from is None:
            hint = "say from which folder files may be taken, or attach the file with its own verb"
            raise wrong(
                f"files[{number}].path",
                file.path,
                "is a local path, and no folder to take files from was given",
                hint=hint,
            )
        source = inside(files_from, file.path)
        sha256, size = digest_file(source)
        with engine.store.read() as reader:
            known = next(iter(reader.files(who.namespace, sha256)), None)
        path = known.path if known is not None else taken.get(sha256)
        if path is None:
            path, sha256, size = engine.folder.put(source)
            brought.append(path)
            taken[sha256] = path
        for claim, path_of, fact in ((file.sha256, "sha256", sha256), (file.size, "size", size)):
            if claim is not None and claim != fact:
                raise wrong(f"files[{number}].{path_of}", claim, f"is not that of the file, which is {fact}")
        name = file.name or source.name
        stored.append(structs.replace(file, path=None, name=name, sha256=sha256, size=size, stored_as=path))
    return structs.replace(event, files=stored)


def discard(engine: Engine, brought: Sequence[str]) -> None:
    """Take back files whose event was not recorded."""
    for path in brought:
        engine.folder.remove(path)


def note(text: str) -> Event:
    """Make the event of a plain note: said by the user, recorded by hand."""
    from_user = {"type": "user", "name": "manual"}
    file = {"role": "primary", "contentType": "text/plain", "content": text}
    return msgspec.convert({"kind": "note.created", "source": from_user, "files": [file]}, Event)


def content_of(file: File) -> bytes | None:
    """Give the bytes of an inline file."""
    if file.content is None:
        return None
    return base64.b64decode(file.content) if file.encoding == "base64" else file.content.encode()
