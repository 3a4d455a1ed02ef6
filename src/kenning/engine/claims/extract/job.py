"""The job that draws knowledge out of the log: reads outside the lock, records under it, and goes on where it was left.

How far each extractor came is a checkpoint of its own, by namespace, agent, name and version, kept beside the projections: lost,
it is done once more and finds what is there already. Nothing is drawn twice, and a replay draws nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec

from kenning.engine.append import Appender
from kenning.engine.claims.drawn import now
from kenning.engine.claims.extract.answers import StoredAnswers
from kenning.engine.claims.extract.asked import Asked, extractors, why_stopped
from kenning.engine.claims.extract.passages import Passages, Source, erased_since
from kenning.engine.claims.extract.recording import Recording, notes_of
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who
from kenning.engine.graph.entities import commit
from kenning.errors import ConflictError, UnavailableError
from kenning.model.identity.extract import Extracted
from kenning.model.report import Drawing, ExtractReport, Remark
from kenning.model.time import instant
from kenning.providers import Extractor, Fitting
from kenning.store.base import Progress

STRETCH = 5000
"""So many places of the log are read at a time: an interruption costs no more."""
AT_ONCE = 200
"""So many events are recorded in one transaction: nobody waits long for the lock."""


class _DryError(ConflictError):
    """Nothing is to be recorded: raised under the lock, so that all that was written there is undone, and told to nobody."""


class _Tally(msgspec.Struct):
    """What came of it so far."""

    asked: Asked
    events: int = 0
    read: int = 0
    counts: dict[str, int] = msgspec.field(default_factory=dict)
    drawings: list[Drawing] = msgspec.field(default_factory=list)
    failed: list[Remark] = msgspec.field(default_factory=list)
    stopped: str = ""

    def add(self, drawings: Sequence[Drawing]) -> None:
        """Count what became of drafts; as many as are wanted are shown one by one."""
        for one in drawings:
            self.counts[one.fate] = self.counts.get(one.fate, 0) + 1
        self.drawings += [one for one in drawings if one.fate != "known"][: self.asked.shown_max - len(self.drawings)]

    def report(self) -> ExtractReport:
        """Say it."""
        return ExtractReport(
            dry_run=self.asked.dry_run,
            events=self.events,
            read=self.read,
            new=self.counts.get("new", 0),
            known=self.counts.get("known", 0),
            withdrawn=self.counts.get("withdrawn", 0),
            left_out=self.counts.get("left out", 0),
            drawings=self.drawings,
            failed=self.failed,
            stopped=self.stopped,
        )


def work_of(agent: str, extractor: Extractor) -> str:
    """Name the work whose checkpoint says how far an extractor came."""
    return f"extract:{agent}:{extractor.name}:{extractor.version}"


def run(engine: Engine, who: Who, asked: Asked, progress: Progress) -> ExtractReport:
    """Draw what there is to be drawn; gives what was learned, withdrawn and left out, and why."""
    tally = _Tally(asked)
    with engine.store.read() as reader:
        schema = engine.schema(reader.graph(who.namespace))
    answers = StoredAnswers(engine, who.namespace)
    some = [
        one.fitted(schema.predicates.values(), answers) if isinstance(one, Fitting) else one
        for one in extractors(engine.config, asked, schema)
    ]
    for number, extractor in enumerate(some):
        if tally.stopped:
            break
        _Job(engine, who, extractor, tally).run(progress, (number, len(some)))
    return tally.report()


class _Job:
    """One extractor at work."""

    def __init__(self, engine: Engine, who: Who, extractor: Extractor, tally: _Tally) -> None:
        self._engine, self._who, self._extractor, self._tally = engine, who, extractor, tally
        self._asked = tally.asked
        self._work = work_of(who.agent, extractor)

    def run(self, progress: Progress, place: tuple[int, int]) -> None:
        """Go through the log from where it was left to where it ends now."""
        first, head, moves = self._span()
        number, count = place
        passages = Passages(self._who.tenancy, self._extractor, self._engine.config.time_zone)
        for start in range(first, head + 1, STRETCH):
            last = min(start + STRETCH - 1, head)
            with self._engine.store.read() as reader:
                stretch = passages.read(reader, start, last)
            self._tally.events += stretch.looked if number == 0 else 0
            self._tally.read += len(stretch.sources)
            self._draw(stretch.sources, last if moves else 0)
            progress(number * head + last, count * head)
            if self._tally.stopped:
                break

    def _span(self) -> tuple[int, int, bool]:
        """Say from where to where it goes, and whether the checkpoint moves with it."""
        namespace, since = self._who.namespace, self._asked.since
        with self._engine.store.read() as reader:
            head = reader.head(namespace).sequence
            upto = reader.graph(namespace).checkpoint(self._work)
            if since is not None:
                moment = instant(since, self._engine.config.time_zone, "since")
                first = reader.head(namespace, moment - 1).sequence + 1
                return first, head, not self._asked.dry_run and first <= upto + 1
            again = self._asked.again or erased_since(reader, namespace, upto)
        return (1 if again else upto + 1), head, not self._asked.dry_run

    def _draw(self, sources: Sequence[Source], reach: int) -> None:
        """Draw from sources, batch by batch, and record what came of it; ``reach``: the checkpoint when all is done."""
        done = 0
        waiting: list[tuple[Source, Extracted]] = []
        for batch in _cut(sources, max(1, self._extractor.batch)):
            try:
                results = list(self._extractor.extract([one.passage for one in batch]))
            except UnavailableError as error:
                self._tally.stopped = error.message
                results = []
            waiting += zip(batch, results, strict=False)
            done += len(results)
            if len(results) < len(batch):
                self._tally.stopped = self._tally.stopped or why_stopped(self._extractor)
                reach = sources[done].place - 1 if reach else 0
                break
            if len(waiting) >= AT_ONCE:
                self._record(waiting, 0)
                waiting = []
        self._record(waiting, reach)

    def _record(self, drawn: Sequence[tuple[Source, Extracted]], reach: int) -> None:
        """Record what was drawn from some events, and tell what became of it, event by event."""
        told: dict[str, list[Drawing]] = {}
        for source, extracted in drawn:
            told[source.passage.id] = list(notes_of(source, extracted, self._extractor))
            if extracted.failed:
                self._tally.failed.append(Remark(where=source.passage.id, reason=extracted.failed))
        fruitful = [one for one in drawn if not one[1].failed and (one[0].is_drawn or _says(one[1]))]

        def deed(appender: Appender) -> None:
            for source, extracted in fruitful:
                if self._still(appender, source):
                    recording = Recording(self._engine, appender, source, self._extractor)
                    told[source.passage.id] += recording.run(extracted)
            if reach:
                graph = appender.graph
                graph.reach(self._work, max(reach, graph.checkpoint(self._work)))
            if self._asked.dry_run:
                raise _DryError("nothing is to be recorded")

        if fruitful or reach:
            with suppress(_DryError):
                commit(self._engine, self._who, deed)
        for drawings in told.values():
            self._tally.add(drawings)

    @staticmethod
    def _still(appender: Appender, source: Source) -> bool:
        """Tell whether an event reads as it was read: what changed since is read again behind the checkpoint."""
        event, reader = source.event, appender.reader
        sealed = reader.get(event.namespace, event.sequence)
        if sealed is None or sealed.payload is None or reader.is_hidden(event.namespace, str(event.id)):
            return False
        return now(reader, event)[1] == source.acts


def _says(extracted: Extracted) -> bool:
    return bool(extracted.learned or extracted.aliases or extracted.mentions)


def _cut(sources: Sequence[Source], size: int) -> Iterator[Sequence[Source]]:
    for start in range(0, len(sources), size):
        yield sources[start : start + size]
