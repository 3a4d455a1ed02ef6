"""Importing: a foreign file or our own JSONL becomes events; the same file twice adds nothing, a bad file nothing at all."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from msgspec import structs

from kenning import formats
from kenning.engine import append
from kenning.engine.engine import Engine
from kenning.engine.exchange import transfer
from kenning.engine.exchange.incoming import Ready, Who, prepare
from kenning.engine.exchange.prints import native_print
from kenning.engine.reading import reads
from kenning.errors import ConflictError, ErasedError, InvalidError
from kenning.formats.draft import Draft, LeftOut, Options, Record, Skipped
from kenning.formats.parts import digest
from kenning.model.codec import Sealed
from kenning.model.event import Event, File, Link, Provenance, Receipt
from kenning.model.recall import Scope
from kenning.model.report import ImportReport, Remark
from kenning.model.time import instant, wrong
from kenning.rules import kinds
from kenning.rules.door import envelope as door
from kenning.store import foreign
from kenning.store.base import Progress

_BATCH = 500
_OWN = frozenset({"jsonl", "events"})


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How an import was asked for: the format's name, whether bad records may be passed over, and the format's options."""

    format: str | None = None
    keep_going: bool = False
    options: dict[str, object] = {}


class _Tally:
    """What became of each record so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.added = self.known = self.erased = 0
        self.skipped: list[Remark] = []
        self.left_out: list[Remark] = []
        self.changed: list[Remark] = []
        self.remarks: list[Remark] = []
        self.kinds: Counter[str] = Counter()

    def report(self) -> ImportReport:
        return ImportReport(
            format=self.name,
            added=self.added,
            known=self.known,
            erased=self.erased,
            skipped=self.skipped,
            left_out=self.left_out,
            changed=self.changed,
            remarks=self.remarks,
            kinds=dict(sorted(self.kinds.items())),
        )


def import_file(engine: Engine, who: Who, path: Path, asked: Asked, progress: Progress) -> ImportReport:
    """Import one file or folder; see `Session.import_file`."""
    if not path.exists():
        raise wrong("path", str(path), "does not exist")
    if asked.format in _OWN or (asked.format is None and transfer.looks_own(path)):
        return transfer.import_log(engine, who, path, progress)
    chosen = formats.by_name(asked.format) if asked.format else formats.recognise(path)
    with tempfile.TemporaryDirectory(prefix="kenning-") as folder:
        tally = _Tally(chosen.name)
        options = _options(engine, asked, Path(folder), progress)
        heard = structs.replace(
            options, notice=lambda where, text: tally.remarks.append(Remark(where=where, reason=text))
        )
        keys = _first_pass(chosen.read(path, heard), tally, keep_going=asked.keep_going)
        _second_pass(_Importer(engine, who, tally, Path(folder)), chosen.read(path, options), keys)
    return tally.report()


def _options(engine: Engine, asked: Asked, folder: Path, progress: Progress) -> Options:
    given = {
        "time_zone": engine.config.time_zone,
        **{name: value for name, value in asked.options.items() if value is not None},
    }
    try:
        options = msgspec.convert(given, Options)
    except msgspec.ValidationError as error:
        raise InvalidError(f"options: {error}", hint="the help of import lists them") from error
    return structs.replace(options, unpack_into=folder, progress=progress, tables=foreign.opened)


def _first_pass(records: Iterator[Record], tally: _Tally, *, keep_going: bool) -> frozenset[str]:
    """Read the whole file before anything is appended: refuse what is broken, learn which records it holds."""
    keys: set[str] = set()
    for read in records:
        record = _judged(read)
        if isinstance(record, Skipped):
            tally.skipped.append(Remark(where=record.where, reason=record.reason))
        elif isinstance(record, LeftOut):
            tally.left_out.append(Remark(where=record.where, reason=record.reason))
        elif record.key:
            keys.add(record.key)
    if tally.skipped and not keep_going:
        first = tally.skipped[0]
        details = {"skipped": [{"where": place.where, "reason": place.reason} for place in tally.skipped]}
        message = f"{first.where}: {first.reason}; {len(tally.skipped)} records are too broken, nothing was imported"
        raise InvalidError(message, hint="import the others with --keep-going", details=details)
    return frozenset(keys)


def _judged(record: Record) -> Record:
    """Skip a draft that the door of the log would refuse, before anything is appended."""
    if isinstance(record, Draft):
        try:
            door.check(record.event)
        except InvalidError as error:
            return Skipped(where=record.where, reason=error.message)
    return record


class _Importer:
    """Appends drafts in batches; answers are linked to what they answer, parents first whatever the file's order."""

    def __init__(self, engine: Engine, who: Who, tally: _Tally, folder: Path) -> None:
        self._engine = engine
        self._who = who
        self._tally = tally
        self._folder = folder
        self._batch: list[Draft] = []
        self.ids: dict[str, str] = {}
        with engine.store.read() as reader:
            self._awaiting = bool(reader.awaiting(None))

    def add(self, draft: Draft) -> None:
        """Take a draft; an answer to one still in the batch has to wait until that one has its id."""
        if draft.changes:
            self.flush()
            self._change(draft)
            return
        if draft.reply_to and draft.reply_to not in self.ids and any(one.key == draft.reply_to for one in self._batch):
            self.flush()
        self._batch.append(draft)
        if len(self._batch) >= _BATCH:
            self.flush()

    def flush(self) -> None:
        """Append what has gathered: as one batch, or one by one where the batch holds something erased or changed."""
        batch, self._batch = self._batch, []
        if not batch:
            return
        ready: list[tuple[Draft, Ready]] = []
        for draft in batch:
            prepared = self._prepare(draft)
            if prepared is not None:
                ready.append((draft, prepared))
        try:
            receipts = append.append(self._engine, self._who, [one for _, one in ready])
        except (ErasedError, ConflictError):
            for draft, _ in ready:
                self._single(draft)
        else:
            for (draft, _), receipt in zip(ready, receipts, strict=True):
                self._count(draft, receipt)

    def _prepare(self, draft: Draft) -> Ready | None:
        if draft.relation == "derived_from" and draft.reply_to and self._is_erased(draft.reply_to):
            self._tally.erased += 1  # what it was drawn from was erased, and it would have gone with it
            return None
        event = self._linked(draft)
        try:
            return prepare(self._engine, self._who, event, self._folder)
        except InvalidError as error:
            self._tally.skipped.append(Remark(where=draft.where, reason=error.message))
            return None

    def _single(self, draft: Draft) -> None:
        prepared = self._prepare(draft)
        if prepared is None:
            return
        try:
            self._count(draft, append.append(self._engine, self._who, [prepared])[0])
        except ErasedError:
            self._tally.erased += 1
        except ConflictError as error:
            known = error.details.get("id")
            if draft.key and isinstance(known, str):
                self.ids[draft.key] = known
            if draft.deed == "revises" and isinstance(known, str) and said(draft.event):
                self._revise(draft, known)
            else:
                self._tally.changed.append(Remark(where=draft.where, reason=error.message))

    def _change(self, draft: Draft) -> None:
        """Record that a file says otherwise of what it told before, or no more; once, whatever that was recorded as then."""
        target = self._parent(draft)
        if target is None and draft.deed == "hides":
            self._tally.left_out.append(Remark(where=draft.where, reason="takes back what is not here"))
            return
        event = draft.event if target is None else changing(draft, target)
        try:
            receipt = append.append(self._engine, self._who, [prepare(self._engine, self._who, event, self._folder)])[0]
        except ErasedError:
            self._tally.erased += 1
        except ConflictError:
            # Its key stands for it: it told where there was nothing yet to revise, or the other way round.
            self._tally.known += 1
        else:
            if target is None and draft.reply_to:
                self.ids[draft.reply_to] = receipt.id
            self._count(draft, receipt, event.kind)

    def _revise(self, draft: Draft, known: str) -> None:
        """Correct what a draft was told as before, where that reads otherwise; what is hidden or newer stays."""
        scope = Scope(namespace=self._who.namespace)
        view = reads.reading(self._engine, scope, known, None)
        if view.redacted or view.event.text == said(draft.event):
            self._tally.known += 1
            return
        tellings = [known, *(one.event_id for one in view.history if one.counts and one.effect == "corrects")]
        newest = max(told_us(reads.event(self._engine, scope, one, None)) for one in tellings)
        if told_us(draft.event) < newest:
            self._tally.known += 1
            return
        key = f"revision:{digest(draft.key, msgspec.to_builtins(draft.event))}"
        event = structs.replace(changing(draft, known), idempotency_key=key)
        receipt = append.append(self._engine, self._who, [prepare(self._engine, self._who, event, self._folder)])[0]
        self._count(draft, receipt, event.kind)

    def _parent(self, draft: Draft) -> str | None:
        """Find what a draft answers or changes, in this file or an earlier import."""
        if not draft.reply_to:
            return None
        return self.ids.get(draft.reply_to) or self._recorded(draft.reply_to)

    def _linked(self, draft: Draft) -> Event:
        parent = self._parent(draft)
        if parent is None:
            return draft.event
        return structs.replace(
            draft.event, links=[*draft.event.links, Link(to_event_id=parent, relation=draft.relation)]
        )

    def _recorded(self, native_id: str) -> str | None:
        """Find the parent in an earlier import."""
        sealed = self._sealed(native_id)
        return sealed.id if sealed is not None and sealed.payload is not None else None

    def _is_erased(self, native_id: str) -> bool:
        """Tell whether a record was imported once and is erased."""
        sealed = self._sealed(native_id)
        return sealed is not None and sealed.payload is None

    def _sealed(self, native_id: str) -> Sealed | None:
        fingerprint = native_print(self._engine, self._who.namespace, self._tally.name, native_id)
        with self._engine.store.read() as reader:
            sequence = reader.receipt(self._who.namespace, fingerprint)
            return reader.get(self._who.namespace, sequence) if sequence is not None else None

    def _adopt(self, draft: Draft, receipt: Receipt) -> None:
        """Link answers that came in an earlier import to the parent that has now arrived, by an amendment of each."""
        fingerprint = native_print(self._engine, self._who.namespace, self._tally.name, draft.key)
        with self._engine.store.read() as reader:
            answers = [reader.get(self._who.namespace, sequence) for sequence in reader.awaiting(fingerprint)]
        for answer in answers:
            if answer is None or answer.payload is None:
                continue
            links = [Link(to_event_id=answer.id, relation="part_of"), Link(to_event_id=receipt.id, relation="reply_to")]
            amendment = Event(
                kind=kinds.AMENDED,
                source=draft.event.source,
                provenance=Provenance(basis="imported"),
                idempotency_key=f"reply:{answer.id}:{receipt.id}",
                files=[File(role="primary", content_type="text/plain", content="")],
                links=links,
            )
            prepared = prepare(self._engine, self._who, amendment, None)
            append.append(self._engine, self._who, [prepared])

    def _count(self, draft: Draft, receipt: Receipt, kind: str = "") -> None:
        if draft.key and not kind:
            self.ids[draft.key] = receipt.id
        if receipt.replayed:
            self._tally.known += 1
        else:
            self._tally.added += 1
            self._tally.kinds[kind or draft.event.kind] += 1
            if draft.key and self._awaiting:
                self._adopt(draft, receipt)


def said(event: Event) -> str:
    """Give what an event says in words; what is too long to stand inline says nothing here."""
    return next((file.content or "" for file in event.files if file.role == "primary"), "")


def told_us(event: Event) -> int:
    """Give the latest moment an event tells of itself, as microseconds since 1970; 0 where it tells none."""
    time = event.time
    claims = (time.occurred_at, time.captured_at, time.observed_at) if time is not None else ()
    zone = time.time_zone if time is not None else None
    return max((instant(one, zone, "time") for one in claims if one is not None), default=0)


def changing(draft: Draft, target: str) -> Event:
    """Make the act by which a draft changes how an event reads: it corrects its words, or hides it."""
    is_hidden = draft.deed == "hides"
    patch = "" if is_hidden else msgspec.json.encode({"content": said(draft.event)}).decode()
    return Event(
        kind=kinds.REDACTED if is_hidden else kinds.CORRECTED,
        source=draft.event.source,
        time=draft.event.time,
        provenance=Provenance(basis="imported"),
        idempotency_key=draft.event.idempotency_key,
        links=[Link(to_event_id=target, relation="supersedes")],
        files=[File(role="primary", content_type="text/plain" if is_hidden else "application/json", content=patch)],
    )


def _second_pass(importer: _Importer, records: Iterator[Record], keys: frozenset[str]) -> None:
    """Append drafts; one that answers a later record of the file waits for it."""
    waiting: dict[str, list[Draft]] = {}
    emitted: set[str] = set()

    def emit(draft: Draft) -> None:
        queue = [draft]
        while queue:
            one = queue.pop(0)
            importer.add(one)
            if one.key:
                emitted.add(one.key)
                queue.extend(waiting.pop(one.key, []))

    for record in records:
        if not isinstance(record, Draft) or isinstance(_judged(record), Skipped):
            continue
        parent = record.reply_to
        if parent and parent in keys and parent not in emitted and parent != record.key:
            waiting.setdefault(parent, []).append(record)
        else:
            emit(record)
    for circle in list(waiting.values()):  # answers that answer each other: no order serves, so they stand unlinked
        for draft in circle:
            importer.add(structs.replace(draft, reply_to=None))
    importer.flush()
