"""Reading a stretch of the log as passages: what events say now, who takes part, and whom they name."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from kenning.engine.claims.drawn import is_drawn, now
from kenning.engine.claims.extract.asked import Selective
from kenning.engine.graph.finding import seen
from kenning.engine.reading import threads
from kenning.engine.recognise.around import session_of
from kenning.model.codec import UPCASTERS, Sealed, envelope_of
from kenning.model.event import Envelope
from kenning.model.identity.act import RESOLVED, Resolution, decoded
from kenning.model.identity.extract import Party, Passage, Sighted
from kenning.model.identity.remains import remains_of
from kenning.model.statement import ASSERTED, ClaimAct
from kenning.providers import Extractor
from kenning.rules import kinds
from kenning.rules.fold import effective_us
from kenning.store import Graph, Reader

BEFORE_MAX = 5
_RESOLVED = (
    f'"kind":"{RESOLVED}"'.encode()
)  # the most frequent act: quotes in a text are escaped, so it stands in no other's
_SPAN = re.compile(r"text\[(\d+):(\d+)\]")
_OFFSET = re.compile(r"[+-]\d\d:?\d\d$")


class _File(msgspec.Struct):
    """As much of a file as tells what an event says."""

    role: str = ""
    content: str | None = None
    encoding: str | None = None


class _Glance(msgspec.Struct):
    """As much of an event as tells whether it is wanted: a fifth of the time of reading all of it."""

    kind: str
    files: list[_File]

    @property
    def text(self) -> str:
        """Give the text, as `Envelope.text` does."""
        first = next((file for file in self.files if file.role == "primary"), None)
        return "" if first is None or first.encoding is not None else first.content or ""


_glance = msgspec.json.Decoder(_Glance)


@lru_cache(maxsize=1 << 10)
def _sort(kind: str) -> tuple[bool, bool]:
    """Tell whether events of a kind are there to be drawn from, and whether only our own verbs append them."""
    is_ours = kinds.reserved(kind)
    return not (is_ours or kinds.acts(kind) or kinds.derives(kind)), is_ours


class Source(NamedTuple):
    """A passage, the event it was made of as that was recorded, and the acts that made it read otherwise.

    ``place`` is up to where in the log it was read. ``is_drawn``: something was drawn from it before.
    """

    passage: Passage
    event: Envelope
    acts: tuple[Envelope, ...]
    place: int
    is_drawn: bool = False


class Stretch(NamedTuple):
    """A part of the log, read for one extractor: what is to be drawn from."""

    sources: list[Source]
    looked: int


class Passages:
    """Reads passages for one extractor, in the order of the log."""

    def __init__(self, tenancy: tuple[str, str], extractor: Extractor, time_zone: str) -> None:
        """Take for whom it is read; ``time_zone`` is that of events that name none."""
        self._namespace, self._agent = tenancy
        self._extractor = extractor
        self._selective = extractor if isinstance(extractor, Selective) else None
        self._time_zone = time_zone
        self._reader: Reader
        self._graph: Graph
        self._parties: dict[int, Party | None]
        self._before: dict[tuple[str, str], deque[str]] = {}

    def read(self, reader: Reader, first: int, last: int) -> Stretch:
        """Read what stands in a stretch of the log, and what acts in it changed of earlier events."""
        self._reader, self._graph = reader, reader.graph(self._namespace)
        self._parties = {}
        found: dict[int, tuple[Envelope | None, int]] = {}
        looked = 0
        for sealed in self._reader.scan(self._namespace, first, last):
            if sealed.payload is None or sealed.agent != self._agent or _RESOLVED in sealed.payload:
                continue
            kind, text = self._peek(sealed)
            is_plain, is_ours = _sort(kind)
            looked += not is_ours
            if is_plain and not self._wants(kind, text):
                continue
            for sequence, event in self._roots(sealed, kind):
                found[sequence] = (event or found.get(sequence, (None, 0))[0], sealed.sequence)
        sources = [
            source
            for sequence, (event, place) in sorted(found.items(), key=lambda one: (one[1][1], one[0]))
            if (source := self._source(sequence, event, place)) is not None
        ]
        return Stretch(sources, looked)

    def _roots(self, sealed: Sealed, kind: str) -> Iterator[tuple[int, Envelope | None]]:
        """Tell which events have to be read since one stands in the log: itself, or what it acts on."""
        if kind == ASSERTED:
            yield from self._older(envelope_of(sealed))
        elif kinds.acts(kind):
            event = envelope_of(sealed)
            root = threads.root_of(self._reader, self._namespace, event)
            if root is not None:
                yield root.sequence, root
        elif _sort(kind)[0]:
            yield sealed.sequence, envelope_of(sealed)

    def _peek(self, sealed: Sealed) -> tuple[str, str]:
        assert sealed.payload is not None
        if UPCASTERS:
            event = envelope_of(sealed)
            return event.kind, event.text
        seen_of = _glance.decode(sealed.payload)
        return seen_of.kind, seen_of.text

    def _wants(self, kind: str, text: str) -> bool:
        if kind == kinds.FACT and self._extractor.tier != 1:
            return False  # its words say again what its form says, but for the times
        return self._selective is None or self._selective.wants(kind, text)

    def _older(self, event: Envelope) -> Iterator[tuple[int, Envelope | None]]:
        """Tell what another version of this extractor drew from: it is read again, though this one might not want it."""
        act = decoded(event.kind, event.text)
        if not isinstance(act, ClaimAct) or act.drawn is None or act.drawn.extractor != self._extractor.name:
            return
        if act.drawn.version != self._extractor.version:
            for one in act.evidence:
                place = self._reader.place(self._namespace, one.event)
                if place is not None and not place[1]:
                    yield place[0], None

    def _source(self, sequence: int, event: Envelope | None, place: int) -> Source | None:
        """Read one event as it reads now; nothing where it is hidden or gone."""
        if event is None:
            sealed = self._reader.get(self._namespace, sequence)
            event = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
        if event is None or self._reader.is_hidden(self._namespace, str(event.id)) or event.agent != self._agent:
            return None
        reading, acts = now(self._reader, event)
        passage = self._passage(reading, is_changed=reading.text != event.text)
        return Source(passage, event, acts, place, is_drawn(self._reader, self._graph, event))

    def _passage(self, event: Envelope, *, is_changed: bool) -> Passage:
        met = self._met(event)
        sighted = []
        parties: dict[str, Party] = {}
        for number, _, path in met:
            party = self._party(number)
            if party is None:
                continue
            span = _SPAN.fullmatch(path)
            if span is None:
                parties[path] = party
                sighted.append(Sighted(entity=party.entity, surface=party.name, type=party.type, path=path))
            elif not is_changed:
                start, end = int(span[1]), int(span[2])
                surface = event.text[start:end]
                sighted.append(
                    Sighted(entity=party.entity, surface=surface, type=party.type, start=start, end=end, path=path)
                )
        roles = {path: role for _, role, path in met}
        speaker = parties.get("actor") or self._by_hand(event)
        others = dict.fromkeys(
            party
            for path, party in parties.items()
            if roles.get(path) == "participant"
            and path != "actor"
            and (speaker is None or party.entity != speaker.entity)
        )
        return Passage(
            event=event,
            text=event.text,
            language=_language(event),
            at_us=effective_us(event),
            zone=self._zone(event),
            speaker=speaker,
            addressees=tuple(others),
            sighted=tuple(sorted(sighted, key=lambda one: (one.start, one.path))),
            before=self._told_before(event),
        )

    def _met(self, event: Envelope) -> list[tuple[int, str, str]]:
        """List who stood in an event before anything was drawn from it: what one extractor found is no ground for another."""
        met = self._graph.mentioned(event.sequence)
        if not any(_SPAN.fullmatch(path) for _, _, path in met):
            return met
        drawn: set[str] = set()
        for sequence, relation in self._reader.linked(event.namespace, event.sequence):
            sealed = self._reader.get(event.namespace, sequence) if relation == "derived_from" else None
            made = envelope_of(sealed) if sealed is not None and sealed.payload is not None else None
            if made is not None and made.kind == RESOLVED:
                act = decoded(made.kind, made.text)
                if isinstance(act, Resolution) and act.drawn is not None and act.sequence == event.sequence:
                    drawn.update(one.path for one in act.outcomes)
        return [one for one in met if one[2] not in drawn]

    def _party(self, number: int) -> Party | None:
        root = self._graph.root(number)
        if root not in self._parties:
            entity = seen(self._graph, root)
            self._parties[root] = (
                None if entity is None else Party(entity=self._graph.id(root), name=entity.name, type=entity.type)
            )
        return self._parties[root]

    def _by_hand(self, event: Envelope) -> Party | None:
        """Say who speaks where no actor is named: of what a user recorded himself, that one."""
        by = event.recorded_by
        if event.actor is not None or event.source.type != "user" or by is None:
            return None
        number = self._graph.number(by.principal)
        known = self._party(number) if number is not None else None
        return known or Party(entity=by.principal, name=by.principal)

    def _zone(self, event: Envelope) -> str:
        """Name the zone in which the event's days are meant: its own, else the offset of its time."""
        time = event.time
        if time is not None and time.time_zone is not None:
            return time.time_zone
        said = time.occurred_at if time is not None else None
        offset = _OFFSET.search(said) if said is not None and "T" in said else None
        if offset is not None:
            return offset[0]
        return "UTC" if said is not None and said.endswith(("Z", "z")) else self._time_zone

    def _told_before(self, event: Envelope) -> tuple[str, ...]:
        """Give the last texts of the same session that were read here, and note this one."""
        session = session_of(event)
        if session is None:
            return ()
        known = self._before.setdefault(session, deque(maxlen=BEFORE_MAX))
        before = tuple(known)
        known.append(event.text)
        return before


def erased_since(reader: Reader, namespace: str, upto: int) -> bool:
    """Tell whether an erasure behind a sequence took entities: others may have been named by what is left."""
    for sequence in reader.tombstones(namespace):
        sealed = reader.get(namespace, sequence) if sequence > upto else None
        if sealed is not None and sealed.payload is not None and remains_of(envelope_of(sealed)).gone:
            return True
    return False


def _language(event: Envelope) -> str:
    primary = next((file for file in event.files if file.role == "primary"), None)
    said = (primary.metadata or {}).get("language") if primary is not None else None
    return said if isinstance(said, str) else ""
