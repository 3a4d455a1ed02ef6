"""Episodes of a log: cut as it reads now, and summarised once each; what was made of other events is superseded by link.

A summary is an ordinary derived event. It is read under the labels of all its sources, goes stale with them, and is erased
with any of them. It is never a source of another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

import msgspec

from kenning.engine.append import Appender
from kenning.engine.engine import Engine
from kenning.engine.exchange.incoming import Who, prepare
from kenning.engine.graph.entities import commit
from kenning.engine.reading import reads
from kenning.engine.reading.recall.lines import texts
from kenning.errors import ConflictError, ErasedError, UnavailableError
from kenning.model.codec import envelope_of
from kenning.model.event import Actor, Concerned, Event, File, Link, Privacy, Provenance, Receipt, Source, Time
from kenning.model.recall import Cut, Filters, Scope
from kenning.model.report import Episode, Remark, SummariesReport
from kenning.model.time import MICROS_PER_SECOND, instant, rfc3339, wrong
from kenning.model.view import View
from kenning.providers import Summariser
from kenning.rules import kinds
from kenning.rules.fold import actor_of
from kenning.rules.knowledge.extract.episodes import (
    EVENTS_MAX,
    Moment,
    Run,
    Thread,
    cut,
    is_over,
    keys,
    rarity,
    summary,
    telling,
    words_of,
)
from kenning.rules.view import changed, strictest
from kenning.store import NOW, Reader
from kenning.store.base import Progress, Window

SUMMARY = "summary.created"
SOURCE = Source(type="kenning", name="episodes")
EXTRACTIVE = "telling-lines-1"
"""Changed with the rule: then every episode is summarised once more."""
EVENTS_MIN = 3
"""What is no longer than a summary needs none."""
CHANGED = "reads otherwise than when it was cut; the next run takes it up"
_KEYS_MAX = 96
_AT_ONCE = 1000
_PARTIES_MAX = 200


class Summary(msgspec.Struct, frozen=True):
    """A summary that is there: of which events, by whom, under which digest of them, and whether it is out of date."""

    view: View
    sources: frozenset[str]
    digest: str
    summariser: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """An episode as it was cut, with the ids of its events, when each came to read as it does, and its digest."""

    run: Run
    ids: list[str]
    since: dict[int, int]
    digest: str
    is_over: bool

    def stands(self, reader: Reader, scope: Scope) -> bool:
        """Tell whether all of its events read as they did when it was cut."""
        lines = reader.lines(scope, list(self.since), NOW)
        return {event: line.since for event, line in lines.items()} == self.since


class Episodes:
    """The episodes of one reading, and the summaries there are."""

    def __init__(self, engine: Engine, reader: Reader, scope: Scope, at: int | None) -> None:
        """Read nothing yet."""
        self._engine, self.reader, self.scope = engine, reader, scope
        self._bound = at
        self.at = NOW if at is None else at
        self.head = reader.head(scope.namespace).sequence

    def found(self, asked: Cut) -> list[Found]:
        """Cut what the scope shows into episodes, in order of their beginnings."""
        zone = self._engine.config.time_zone
        after = None if asked.after is None else instant(asked.after, zone, "after")
        before = None if asked.before is None else instant(asked.before, zone, "before")
        if not asked.silence_s > 0:
            raise wrong("silence_s", asked.silence_s, "is no length of time")
        silence_us = int(min(asked.silence_s, 1e9) * MICROS_PER_SECOND)
        rows = self.reader.timeline(self.scope, self._window(Filters()))
        since_of = {event: since for since, event in rows}
        now_us = self._now_us()
        found = []
        for run in cut(self._moments(rows), silence_us):
            if (after is None or run[-1].at_us >= after) and (before is None or run[0].at_us < before):
                ids = self.reader.graph(self.scope.namespace).event_ids([one.event for one in run])
                named = [ids[one.event] for one in run]
                since = {one.event: since_of[one.event] for one in run}
                digest = _digest([named, list(since.values())])
                over = is_over(run, now_us, silence_us)
                found.append(Found(run=run, ids=named, since=since, digest=digest, is_over=over))
        return found

    def _now_us(self) -> int:
        """Tell the time of the moment that is read: of now, or of the last event by then, to whoever may know that one."""
        if self._bound is None or self.scope.classes is not None:
            return self._engine.config.clock_us()
        sealed = self.reader.get(self.scope.namespace, min(self.at, self.head))
        return 0 if sealed is None else sealed.recorded_at_us

    def _window(self, filters: Filters) -> Window:
        return reads.window(filters, self.head, self._bound, zone=self._engine.config.time_zone, limit=reads.LIMIT_MAX)

    def _moments(self, rows: Sequence[tuple[int, int]]) -> Iterable[Moment]:
        """Give the events of rows but those that are derived, each with its time and thread."""
        for start in range(0, len(rows), _AT_ONCE):
            some = rows[start : start + _AT_ONCE]
            lines = self.reader.lines(self.scope, [event for _, event in some], self.at)
            kept = [row for row in some if row[1] in lines and not kinds.derives(lines[row[1]].kind)]
            said = texts(self.reader, self.scope.namespace, kept, self.at)
            alone = [event for (_, event), (_, session) in zip(kept, said, strict=True) if session is None]
            sources = self._sources(alone)
            for (_, event), (_, session) in zip(kept, said, strict=True):
                yield Moment(event, lines[event].at_us, session if session is not None else sources[event])

    def _sources(self, events: Sequence[int]) -> dict[int, Thread]:
        """Tell the threads of events that are in no session: what one source recorded."""
        found = self.reader.several(self.scope.namespace, events) if events else {}
        sources = {event: envelope_of(sealed).source for event, (sealed, _) in found.items()}
        return {event: (one.channel or one.name or one.type, "") for event, one in sources.items()}

    def summaries(self, principal: str) -> list[Summary]:
        """List the summaries of episodes that a principal made and none of his supersedes, the newest last."""
        rows = self.reader.timeline(self.scope, self._window(Filters(kinds=frozenset({SUMMARY}))))
        found = []
        for view in reads.views(self.reader, self.scope, [event for _, event in rows], min(self.at, self.head)):
            event = view.event
            facts = event.provenance.metadata if event.provenance is not None else None
            is_own = event.recorded_by is not None and event.recorded_by.principal == principal
            if event.source == SOURCE and facts and is_own:
                sources = frozenset(link.to_event_id for link in event.links if link.relation == "derived_from")
                found.append(Summary(view, sources, str(facts.get("episode")), str(facts.get("summariser"))))
        replaced = {link.to_event_id for one in found for link in one.view.event.links if link.relation == "supersedes"}
        return [one for one in found if one.view.event.id not in replaced]

    def views(self, found: Found) -> list[View]:
        """Give the views of an episode's events."""
        events = [one.event for one in found.run]
        return list(reads.views(self.reader, self.scope, events, min(self.at, self.head)))

    def told(self, lines: Sequence[tuple[str, str]]) -> str:
        """Say by its own lines what an episode was about, by the weights of words among what the scope shows."""
        said = [what for _, what in lines]
        words = words_of(said)
        looked_for = keys(words)[:_KEYS_MAX]
        if not looked_for:
            return ""
        window = Window(at=min(self.at, self.head), limit=1)
        ranked = self.reader.search(self.scope, looked_for, window)
        return summary(lines, telling(said, words, rarity(ranked.docs, ranked.matching, looked_for)))


def listed(engine: Engine, scope: Scope, who: Who, asked: Cut, at: int | None) -> list[Episode]:
    """List episodes with their summaries, in order of their beginnings."""
    with engine.store.read() as reader:
        episodes = Episodes(engine, reader, scope, at)
        by_source: dict[str, Summary] = {}
        for one in episodes.summaries(who.principal):
            by_source.update(dict.fromkeys(one.sources, one))
        return [_listed(episodes, one, by_source) for one in episodes.found(asked)]


def _listed(episodes: Episodes, found: Found, by_source: dict[str, Summary]) -> Episode:
    lines = episodes.reader.lines(episodes.scope, [one.event for one in found.run], episodes.at)
    known = next((by_source[one] for one in found.ids if one in by_source), None)
    channel, thread = found.run[0].thread
    return Episode(
        channel=channel,
        thread=thread,
        first_at=rfc3339(found.run[0].at_us),
        last_at=rfc3339(found.run[-1].at_us),
        events=found.ids,
        actors=list(dict.fromkeys(lines[one.event].actor for one in found.run if lines[one.event].actor)),
        summary=known.view.event.id if known is not None else None,
        text=known.view.text if known is not None else "",
        outdated=known is not None and (known.view.stale or known.digest != found.digest),
        open=not found.is_over,
    )


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """Summarising episodes: for whom, by which summariser (our own where there is none), and whether only to show it."""

    who: Who
    cut: Cut
    summariser: Summariser | None = None
    dry_run: bool = False

    @property
    def name(self) -> str:
        """Name who summarises, as every summary says."""
        return EXTRACTIVE if self.summariser is None else self.summariser.name


def summarise(engine: Engine, scope: Scope, job: Job, progress: Progress) -> SummariesReport:
    """Summarise the episodes that have no summary of what they are now. Interrupted, it goes on where it was."""
    with engine.store.read() as reader:
        episodes = Episodes(engine, reader, scope, None)
        found = episodes.found(job.cut)
        there = episodes.summaries(job.who.principal)
    tally = _Tally(job.name)
    waiting = [one for one in found if tally.wants(one, there, still=job.cut.open)]
    for number, one in enumerate(waiting):
        progress(number, len(waiting))
        try:
            _one(engine, scope, job, one, there, tally)
        except UnavailableError as error:
            tally.stopped = error.message
            break
    else:
        progress(len(waiting), len(waiting))
    return tally.report()


class _Tally:
    """What became of each episode so far."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = self.short = self.open = self.erased = 0
        self.made: list[str] = []
        self.texts: list[str] = []
        self.failed: list[Remark] = []
        self.stopped = ""

    def wants(self, found: Found, there: Sequence[Summary], *, still: bool) -> bool:
        """Tell whether an episode is to be summarised, and count it where it is not."""
        if len(found.run) < EVENTS_MIN:
            self.short += 1
        elif not (found.is_over or still or len(found.run) == EVENTS_MAX):
            self.open += 1
        elif any(one.digest == found.digest and one.summariser == self.name and not one.view.stale for one in there):
            self.known += 1
        else:
            return True
        return False

    def report(self) -> SummariesReport:
        return SummariesReport(
            summariser=self.name,
            made=self.made,
            texts=self.texts,
            known=self.known,
            short=self.short,
            open=self.open,
            erased=self.erased,
            failed=self.failed,
            stopped=self.stopped,
        )


def _one(engine: Engine, scope: Scope, job: Job, found: Found, there: list[Summary], tally: _Tally) -> None:
    """Summarise one episode: read it, ask outside the lock, append if it still reads so."""
    with engine.store.read() as reader:
        episodes = Episodes(engine, reader, scope, None)
        if not found.stands(reader, scope):
            tally.failed.append(Remark(where=found.ids[0], reason=CHANGED))
            return
        views = episodes.views(found)
        lines = [(actor_of(view.event), view.text) for view in views]
        said = episodes.told(lines) if job.summariser is None else ""
    if job.summariser is not None:
        said = job.summariser.summarise(lines) or ""
    if not said:
        tally.failed.append(Remark(where=found.ids[0], reason="there is nothing to say of it"))
    elif job.dry_run:
        tally.texts.append(said)
    else:
        before = [one for one in there if not one.sources.isdisjoint(found.ids)]
        event = _event(job, found, views, said, [str(one.view.event.id) for one in before])
        if _appended(engine, scope, job.who, (found, event), tally):
            for one in before:
                there.remove(one)


def _appended(engine: Engine, scope: Scope, who: Who, made: tuple[Found, Event], tally: _Tally) -> bool:
    """Append a summary, unless its episode reads otherwise by now, and count what became of it."""
    found, event = made
    ready = prepare(engine, who, event, None)

    def deed(appender: Appender) -> Receipt | None:
        if not found.stands(appender.reader, scope):
            return None
        receipt = appender.add(ready)
        appender.recognise()
        return receipt

    try:
        receipt: Receipt | None = commit(engine, who, deed)
    except ErasedError:
        tally.erased += 1
        return False
    except ConflictError:  # another process was quicker, with the same in other words
        tally.known += 1
        return False
    if receipt is None:
        tally.failed.append(Remark(where=found.ids[0], reason=CHANGED))
        return False
    tally.made.append(receipt.id)
    return True


def _event(job: Job, found: Found, views: Sequence[View], said: str, before: Sequence[str]) -> Event:
    """Make the event of a summary: derived from every event of its episode, under the strictest of their labels."""
    moved = [[name, changed(view)] for name, view in zip(found.ids, views, strict=True)]
    channel, thread = found.run[0].thread
    facts: dict[str, Any] = {
        "episode": found.digest,
        "summariser": job.name,
        "channel": channel,
        "thread": thread,
        "from": rfc3339(found.run[0].at_us),
        "to": rfc3339(found.run[-1].at_us),
    }
    none: Privacy | None = None
    privacy = reduce(strictest, (view.event.privacy or Privacy() for view in views), none)
    links = [
        *(Link(to_event_id=one, relation="derived_from") for one in found.ids),
        *(Link(to_event_id=one, relation="supersedes") for one in before[: 256 - EVENTS_MAX]),
    ]
    return Event(
        kind=SUMMARY,
        source=SOURCE,
        time=Time(occurred_at=rfc3339(found.run[-1].at_us)),
        privacy=privacy,
        provenance=Provenance(basis="derived", metadata=facts),
        files=[File(role="primary", content_type="text/plain", content=said)],
        links=links,
        entities=_parties(views) if privacy is not None and privacy.visibility == "participants" else [],
        idempotency_key=f"episode:{_digest([job.name, moved, list(before)])}",
    )


def _parties(views: Sequence[View]) -> list[Concerned]:
    """List whoever takes part, by identifier: labels that name participants name these."""
    found: dict[tuple[str | None, str], Concerned] = {}
    for view in views:
        event = view.event
        parties: list[Source | Actor | Concerned] = [event.source, *event.entities]
        if event.actor is not None:
            parties.append(event.actor)
        for party in parties:
            if party.identifier is not None:
                one = Concerned(channel=party.channel, identifier=party.identifier, role="participant")
                found[party.channel, party.identifier] = one
    return list(found.values())[:_PARTIES_MAX]


def _digest(value: object) -> str:
    return hashlib.sha256(msgspec.json.encode(value)).hexdigest()[:32]
