"""Who asks is bound, not passed: a session holds tenancy, principal, channel and moment, and every verb lives on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

import msgspec
from msgspec import structs

from kenning.engine import append, replay
from kenning.engine.access.contexts import ContextVerbs
from kenning.engine.access.tokens import TokenVerbs
from kenning.engine.access.verbs import AccessVerbs
from kenning.engine.claims.artifact_verbs import ArtifactVerbs
from kenning.engine.claims.extract.answers import StoredAnswers
from kenning.engine.claims.extract.episode_verbs import EpisodeVerbs
from kenning.engine.claims.extract.verbs import ExtractVerbs
from kenning.engine.claims.verbs import ClaimVerbs
from kenning.engine.config import Config
from kenning.engine.engine import Engine
from kenning.engine.erase import events as erase
from kenning.engine.erase.events import Wanted
from kenning.engine.exchange import ingest, transfer, watching
from kenning.engine.exchange.incoming import Ready, Submitted, discard, note, prepare
from kenning.engine.exchange.watching import Pace, Shown, unseen
from kenning.engine.graph.verbs import EntityVerbs
from kenning.engine.reading import reads
from kenning.engine.reading.apart import bring
from kenning.engine.reading.recall import answer
from kenning.engine.reading.recall.meaning import keeping
from kenning.engine.reading.sight import Sight
from kenning.engine.reading.verbs import AuditVerbs, LogVerbs
from kenning.engine.reading.watched import watched
from kenning.errors import InvalidError
from kenning.model import ids
from kenning.model.event import Envelope, Event, File, Link, Provenance, Receipt, Relation, Source
from kenning.model.recall import Filters, Recall, Ways
from kenning.model.report import Edge, ErasePlan, EraseReport, ImportReport, Taken, VerifyReport
from kenning.model.time import instant, wrong
from kenning.model.view import View
from kenning.providers import Answers
from kenning.rules import kinds
from kenning.rules.door import envelope as door
from kenning.store.base import Progress, quiet

MANUAL = Source(type="user", name="manual")
_HAND = Provenance(basis="user_stated", confidence=1.0)


@watched
class Session(
    EntityVerbs,
    ClaimVerbs,
    ExtractVerbs,
    EpisodeVerbs,
    ContextVerbs,
    AccessVerbs,
    TokenVerbs,
    ArtifactVerbs,
    AuditVerbs,
    LogVerbs,
):
    """A caller at work on one namespace: record, read, recall, and ask how it came to be.

    Made by `kenning.open`. Sessions on one store may be used from several threads at once; ``at(...)`` gives a session that
    reads an earlier moment and cannot write.
    """

    def __enter__(self) -> Self:
        """Use the session as a context that closes its store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the store."""
        self.close()

    def close(self) -> None:
        """Close the store for all sessions on it."""
        self._engine.close()

    @property
    def answers(self) -> Answers:
        """Give the place where this store keeps what models answered, as whoever asks one wants it; every erasure empties it."""
        self._keeps("what models answered")
        return StoredAnswers(self._engine, self.namespace)

    # -- recording -----------------------------------------------------------------------------------------------------

    def record(
        self,
        event: Submitted,
        *,
        expected_sequence: int | None = None,
        files_from: Path | None = None,
    ) -> Receipt:
        """Append one event: an `Event`, its JSON, a mapping, or the plain text of a note.

        ``expected_sequence`` makes it compare-and-set; ``files_from`` is the folder below which local files may be named.
        Raises `InvalidError`, `ConflictError`, `ErasedError`, `UnavailableError`; nothing is recorded then.
        """
        return self.record_many([event], expected_sequence=expected_sequence, files_from=files_from)[0]

    def record_many(
        self,
        events: Sequence[Submitted],
        *,
        expected_sequence: int | None = None,
        files_from: Path | None = None,
    ) -> list[Receipt]:
        """Append a batch in one transaction, all or none; later events may link to earlier ones by the ids they bring."""
        self._writable()
        if expected_sequence is not None:
            self._keeps("comparing with a sequence")
        batch: list[Ready] = []
        try:
            for number, event in enumerate(events):
                batch.append(self._prepare(event, files_from, number if len(events) > 1 else None))
        except BaseException:
            for ready in batch:
                discard(self._engine, ready.brought)
            raise
        receipts = append.append(self._engine, self._who, batch, expected_sequence)
        if self._asker is None:
            return receipts
        return [structs.replace(one, sequence=0, hash="") for one in receipts]  # places in the log are its keeper's

    def _prepare(self, event: Submitted, files_from: Path | None, number: int | None) -> Ready:
        try:
            is_note = isinstance(event, str) and not event.lstrip().startswith("{")
            parsed = door.parse(note(str(event)) if is_note else event)
            return prepare(self._engine, self._who, parsed, files_from)
        except InvalidError as error:
            if number is None:
                raise
            details = {**error.details, "event": number}
            raise InvalidError(f"event {number}: {error.message}", hint=error.hint, details=details) from error

    def amend(self, event_id: str, text: str, *, because: str | None = None) -> Receipt:
        """Add context to an event; it is folded into its view."""
        return self.record(self._act(kinds.AMENDED, event_id, "part_of", _text(text), because))

    def correct(self, event_id: str, patch: Mapping[str, object], *, because: str | None = None) -> Receipt:
        """Correct an event by a JSON merge patch over time, location, context, content, entities' texts or privacy."""
        content = msgspec.json.encode(patch).decode()
        file = File(role="primary", content_type="application/json", content=content)
        return self.record(self._act(kinds.CORRECTED, event_id, "supersedes", file, because))

    def attach(
        self, event_id: str, path: Path | str, *, role: str = "attachment", content_type: str | None = None
    ) -> Receipt:
        """Attach a local file to an event: it is hashed, stored once and verified whenever it is read."""
        path = Path(path)
        if not path.is_file():
            raise wrong("path", str(path), "is no file")
        kept = File(role=role, content_type=content_type, path=path.name)  # type: ignore[arg-type]  # judged at the door
        event = self._act(kinds.ATTACHED, event_id, "part_of", _text(path.name), None)
        return self.record(structs.replace(event, files=[*event.files, kept]), files_from=path.resolve().parent)

    def redact(self, event_id: str, *, because: str | None = None) -> Receipt:
        """Hide an event from every reading, now and at every earlier moment, until the redaction is lifted."""
        return self.record(self._act(kinds.REDACTED, event_id, "supersedes", _text(""), because))

    def lift(self, redaction_id: str, *, because: str | None = None) -> Receipt:
        """Lift a redaction by superseding it."""
        if self.event(redaction_id).kind != kinds.REDACTED:
            raise wrong(
                "redaction", redaction_id, "is no redaction", hint="the history of the event names its redactions"
            )
        return self.redact(redaction_id, because=because)

    def _act(self, kind: str, event_id: str, relation: Relation, file: File, because: str | None) -> Event:
        reads.exists(self._engine, self.scope, event_id)
        link = Link(to_event_id=event_id, relation=relation, metadata={"reason": because} if because else None)
        return Event(kind=kind, source=MANUAL, provenance=_HAND, links=[link], files=[file])

    def plan_erase(self, event_id: str) -> ErasePlan:
        """Say what erasing an event would destroy and sweep, and what it could not reach; nothing is done."""
        self._destroys(event_id)
        return self._plan(Wanted(named=event_id))

    def erase(self, event_id: str, *, because: str) -> EraseReport:
        """Destroy an event, what acts on it and what is derived from it, and sweep every file of the store.

        The log keeps a tombstone: who, when, why. Not reversible. Ask `plan_erase` first.
        """
        self._destroys(event_id)
        return self._erase(Wanted(named=event_id), because)

    def plan_erase_entity(self, asked: str, *, events: bool = False) -> ErasePlan:
        """Say what erasing an entity would destroy, and which events stay that say who it was; nothing is done."""
        self._keeps("erasing an entity")
        return self._plan(Wanted(what="entity", named=asked, events=events))

    def erase_entity(self, asked: str, *, because: str, events: bool = False) -> EraseReport:
        """Destroy an entity, with all that reads as one with it: names, identifiers, attributes, claims, judgements.

        Versions of its definition stay as blanks that verify. ``events``: the events too that it caused or recorded; without it
        they stay and are listed, as other people's events that mention it always are.
        """
        self._keeps("erasing an entity")
        return self._erase(Wanted(what="entity", named=asked, events=events), because)

    def plan_erase_identifier(self, channel: str, identifier: str, *, events: bool = False) -> ErasePlan:
        """Say what erasing an identifier would destroy, and which events stay that carry it; nothing is done."""
        self._keeps("erasing an identifier")
        return self._plan(Wanted(what="identifier", named=f"{channel}:{identifier}", events=events))

    def erase_identifier(self, channel: str, identifier: str, *, because: str, events: bool = False) -> EraseReport:
        """Destroy an identifier wherever Kenning holds it; whoever was met by it stays, with what else is known.

        ``events``: the events too that were caused or recorded under it; without it they stay and are listed.
        """
        self._keeps("erasing an identifier")
        return self._erase(Wanted(what="identifier", named=f"{channel}:{identifier}", events=events), because)

    def _plan(self, wanted: Wanted) -> ErasePlan:
        plan = erase.plan(self._engine, self.namespace, self.agent, wanted)
        if self._asker is None:
            return plan
        seen = self._seen_of([*plan.events, *plan.reread])
        listed = {
            name: [one for one in getattr(plan, name) if one in seen]
            for name in ("events", "acts", "derived", "entity_acts", "reread")
        }
        return structs.replace(plan, files=[], **listed)  # whose files go with it is not told by their names

    def _erase(self, wanted: Wanted, because: str) -> EraseReport:
        self._writable()
        seen = self._seen_of(self._plan(wanted).events) if self._asker is not None else set()
        report = erase.erase(self._engine, self._who, wanted, because)
        if self._asker is None:
            return report
        return structs.replace(report, erased=[one for one in report.erased if one in seen], files=[])

    def _seen_of(self, event_ids: Iterable[str]) -> set[str]:
        """Tell which of some events this session may know of."""
        scope = self.scope
        with self._engine.store.read() as reader:
            sight = Sight(reader, scope)
            return {one for one in event_ids if sight.sees_id(one)}

    def _destroys(self, event_id: str) -> None:
        if self._asker is not None:
            self._seen(event_id)
            self._ask("event", event_id, "erase")

    # -- reading -------------------------------------------------------------------------------------------------------

    def at(self, moment: int | str) -> Session:
        """Give a session that reads as of a sequence, or of a time by Kenning's own clock (RFC 3339).

        A caller of less than everything names a time: sequences tell how much else there is.
        """
        if isinstance(moment, int):
            self._keeps("reading as of a sequence")
        sequence = moment if isinstance(moment, int) else self._sequence_at(moment)
        with self._engine.store.read() as reader:
            last = reader.head(self.namespace).sequence
        if not 0 <= sequence <= last:
            raise wrong("at", moment, f"is no moment of the log, which ends at {last}")
        return Session(self._engine, self.namespace, self.agent, at=sequence, asker=self._asker)

    def _sequence_at(self, moment: str) -> int:
        moment_us = instant(moment, self._engine.config.time_zone, "at")
        with self._engine.store.read() as reader:
            return reader.head(self.namespace, moment_us).sequence

    def head(self) -> tuple[int, str]:
        """Give the last sequence and the hash that seals it; (0, zeros) before the first event."""
        self._keeps("asking where the log ends")
        with self._engine.store.read() as reader:
            head = reader.head(self.namespace)
        return head.sequence, head.hash.hex()

    def event(self, event_id: str) -> Envelope:
        """Give one event as it was recorded; without content where it is redacted.

        Raises `NotFoundError`, and `ErasedError` with the tombstone where it was erased.
        """
        return reads.event(self._engine, self.scope, event_id, self._at)

    def view(self, event_id: str) -> View:
        """Give one event as it reads at this session's moment: corrected, amended, with files, derivations and history."""
        return reads.reading(self._engine, self.scope, event_id, self._at)

    def file(self, event_id: str, name: str) -> bytes:
        """Give the bytes of a file of an event's view, verified against the hash recorded with it."""
        return reads.file(self._engine, self.scope, event_id, name, self._at)

    def links(self, event_id: str, *, direction: str = "both", depth: int = 1) -> list[Edge]:
        """Walk links from an event: ``up`` to what it links to, ``down`` to what links to it, to a depth."""
        return reads.links(self._engine, self.scope, event_id, direction, depth, self._at)

    def timeline(self, filters: Filters | None = None, *, limit: int = 50, newest_first: bool = False) -> list[View]:
        """List views by the time they are about, under filters."""
        return reads.timeline(
            self._engine, self.scope, filters or Filters(), self._at, limit=limit, newest_first=newest_first
        )

    def recall(
        self,
        question: str,
        *,
        k: int = 10,
        budget_tokens: int = 2000,
        valid_at: str | None = None,
        filters: Filters | None = None,
        ways: Ways | None = None,
    ) -> Recall:
        """Find the lines that answer a question, best first, each with its source and what each lane gave it.

        With them come the claims about whom it names, as they hold now or at ``valid_at``, what is not known, and
        ``context()``: a block for a prompt of at most ``budget_tokens``.
        """
        wanted = answer.Wanted(
            question=question,
            k=k,
            budget_tokens=budget_tokens,
            valid_at=valid_at,
            filters=filters or Filters(),
            ways=ways or Ways(),
            me=self._me((ways or Ways()).me),
        )
        return answer.recall(self._engine, self.scope, self.agent, wanted, self._at)

    def _me(self, named: str | None) -> str | None:
        """Give the id of whoever asks: the person acted for, or the entity itself; where it is the keeper, whom he names."""
        if self._asker is not None:
            if named is not None:
                raise wrong("ways.me", named, "is for whoever holds the file: a session is bound to who asks")
            return self._asker.person or self._asker.entity
        return None if named is None else self.who(named).id

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
        """Import a foreign file or our own JSONL; importing it twice adds nothing.

        Without ``keep_going`` a record that is too broken refuses the whole file, and nothing is appended.
        """
        self._writable()
        self._keeps("importing a file")
        asked = ingest.Asked(format=format, keep_going=keep_going, options=dict(options or {}))
        return ingest.import_file(self._engine, self._who, Path(path), asked, progress)

    def watch(
        self,
        folder: Path | str,
        *,
        once: bool = False,
        settle_s: float = 2.0,
        keep_going: bool = False,
        options: Mapping[str, object] | None = None,
        shown: Shown = unseen,
    ) -> Iterator[Taken]:
        """Import what lies in a folder and then what appears in it, for ever, or with ``once`` all that lies there now.

        A file is imported when it rested for ``settle_s`` seconds, once by its content, whatever its name. What cannot
        be imported is told and passed over until it changes. Raises `InvalidError` for what is no folder.
        """
        self._writable()
        self._keeps("watching a folder")
        asked = ingest.Asked(keep_going=keep_going, options=dict(options or {}))
        pace = Pace(settle_s=settle_s, once=once)
        return watching.watch(self._engine, self._who, Path(folder), asked, pace, shown)

    def export(self, path: Path | str, *, format: str = "jsonl", progress: Progress = quiet) -> int:  # noqa: A002
        """Write the log to a file, as sealed JSONL (imports with equal hashes) or as CloudEvents; gives the number of lines."""
        self._keeps("exporting the log")
        return transfer.export(self._engine, self.scope, Path(path), format, progress)

    def backup(self, path: Path | str, *, progress: Progress = quiet) -> list[Path]:
        """Copy the store with its files and its key while it is in use; gives the paths written."""
        self._keeps("backing up the store")
        return transfer.backup(self._engine, Path(path), progress)

    def verify(self, *, progress: Progress = quiet) -> VerifyReport:
        """Check the chain, the stored files, and that what is projected equals what the log folds to from nothing."""
        self._keeps("verifying the store")
        return replay.verify(self._engine, self.namespace, progress)

    def rebuild(self, *, progress: Progress = quiet) -> int:
        """Fold the log into fresh projections; gives the number of events folded."""
        self._writable()
        self._keeps("rebuilding the projections")
        return replay.rebuild(self._engine, self.namespace, progress)

    def embed(self, space: str | None = None, *, progress: Progress = quiet) -> dict[str, int]:
        """Keep in the store what the lane of meaning needs of every row, of one model or of all: of how many rows, by model.

        Recording keeps static vectors up by itself; this is for a store that was filled without the extra ``vectors``, or was
        rebuilt, and for the embedders it was opened with. It may be broken off, and goes on where it stopped. Raises
        `NotFoundError` for a model that is none of this store's, `UnavailableError` where one cannot be reached.
        """
        self._writable()
        self._keeps("keeping vectors")
        return keeping.keep(self._engine, self.namespace, space, progress)

    def spaces(self) -> dict[str, int]:
        """Name the models whose vectors are kept, each with the last sequence whose rows it looked at."""
        self._keeps("looking at what vectors are kept")
        with self._engine.store.read() as reader:
            return reader.senses(self.namespace).spaces()

    def forget_space(self, space: str) -> None:
        """Drop the vectors of a model; they can be made again. Raises `NotFoundError` where none are kept."""
        self._writable()
        self._keeps("dropping vectors")
        keeping.drop(self._engine, self.namespace, space)


def _text(text: str) -> File:
    return File(role="primary", content_type="text/plain", content=text)


def open_session(
    path: str | Path, *, namespace: str = "default", agent: str = "shared", config: Config | None = None
) -> Session:
    """Open a store, or create it, and bind a session of its admin to a namespace and an agent."""
    if not str(path).isprintable() or Path(path).is_dir():
        raise wrong("path", repr(str(path)), "is no place for a store", hint="give the path of a file")
    if not ids.NAME.fullmatch(namespace) or not ids.NAME.fullmatch(agent):
        raise wrong(
            "namespace", namespace, "and the agent must be names", hint="use a-z, 0-9, dot, dash and underscore"
        )
    engine = Engine(str(path), config or Config(), bring)
    try:
        replay.make_up(engine, quiet)
    except BaseException:
        engine.close()
        raise
    return Session(engine, namespace, agent)
