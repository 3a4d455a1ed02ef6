"""The audit: every allowed reading leaves a line within a tenth of a second; what was refused is an event. Both can be asked for.

A reading does not wait for the write lock: what it saw is kept in memory and written in batches, under the lock, by whichever
process read it. Where lines cannot be written they wait; when too many wait, readings wait too, and are refused if that fails.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple, Protocol

from kenning.errors import KenningError, UnavailableError
from kenning.model.codec import GENESIS, SALT_BYTES
from kenning.model.ids import ENTITY_ID, EVENT_ID
from kenning.model.report import Problem, Sighting
from kenning.model.time import rfc3339
from kenning.store import NOW, Reader, Writer
from kenning.store.audit import Line, Seen, flaw, seen

WAITING_MAX = 20_000
"""So many readings may wait to be written; further ones write them first."""
TOGETHER = 64
"""A line that names so many things is full."""
RETRY_S = 1.0


class Caller(Protocol):
    """On whose behalf something was read."""

    @property
    def namespace(self) -> str:
        """The namespace."""

    @property
    def principal(self) -> str:
        """The entity."""

    @property
    def channel(self) -> str:
        """The channel."""


_Saw = tuple[Caller, str, tuple[str, ...]]


class Audit:
    """What was seen in this process and is to be written: one for all sessions on a store."""

    def __init__(
        self, commit: Callable[[Callable[[Writer], Any]], Any], within_s: float, clock_and_noise: tuple[Any, Any]
    ) -> None:
        """Write through ``commit``; lines wait so long for others, none at all where ``within_s`` is 0."""
        self._commit = commit
        self._within_s = within_s
        self._clock_us, self._noise = clock_and_noise
        self._waiting: deque[_Saw] = deque()
        self._writing = threading.Lock()
        self._armed = False
        self._closed = False
        self._erasures: dict[str, int] = {}

    def saw(self, who: Caller, verb: str, ids: tuple[str, ...] = ()) -> None:
        """Note that somebody was shown some things, by their ids. To be called when the reading is over, before it answers.

        Raises `UnavailableError` where the audit could not be written for so long that the reading must be refused.
        """
        self._waiting.append((who, verb, ids))
        if not self._armed:
            self._arm(self._within_s)
        if len(self._waiting) > WAITING_MAX or not self._within_s:
            self.flush()

    def _arm(self, seconds: float) -> None:
        """See to it that what waits is written in a while."""
        if not seconds:
            return
        self._armed = True
        timer = threading.Timer(seconds, self._flush_aside)
        timer.daemon = True
        timer.start()

    def _flush_aside(self) -> None:
        self._armed = False
        try:
            self.flush()
        except KenningError:
            if not self._closed:
                self._arm(RETRY_S)

    def flush(self) -> None:
        """Write what waits. Raises `UnavailableError` where it cannot be written; it goes on waiting."""
        with self._writing:
            batch = [self._waiting.popleft() for _ in range(len(self._waiting))]
            if not batch:
                return
            try:
                self._commit(partial(self._write, batch))
            except BaseException:
                self._waiting.extendleft(reversed(batch))
                raise

    def _write(self, batch: list[_Saw], writer: Writer) -> None:
        by_namespace: dict[str, list[Line]] = {}
        at_us = self._clock_us()
        for (namespace, *said), times, ids in _gathered(batch):
            principal, channel, verb = said
            named = seen(tuple(ids), self._noise(SALT_BYTES * len(ids)))
            by_namespace.setdefault(namespace, []).append(Line(0, at_us, principal, channel, verb, times, named))
        with writer.attempt():
            for namespace, lines in by_namespace.items():
                writer.audit(namespace).append(self._without_erased(writer, namespace, lines))

    def _without_erased(self, writer: Writer, namespace: str, lines: list[Line]) -> list[Line]:
        """Leave out what was erased since it was seen: an erasure swept the lines that were there, and not those that waited."""
        erasures = len(writer.tombstones(namespace))
        if self._erasures.get(namespace, 0) == erasures:
            return lines
        self._erasures[namespace] = erasures
        ids = {one.id for line in lines for one in line.seen if one.id is not None}
        gone = {one for one in ids if _is_gone(writer, namespace, one)}
        return [
            Line(
                0, line.at_us, line.principal, line.channel, line.verb, line.times,
                [Seen(one.digest) if one.id in gone else one for one in line.seen],
            )
            for line in lines
        ]  # fmt: skip

    def close(self) -> None:
        """Write what waits for the last time. Raises `UnavailableError` where that fails, which says how much is lost."""
        self._closed = True
        try:
            self.flush()
        except KenningError as error:
            lost = len(self._waiting)
            raise UnavailableError(
                f"{lost} readings could not be written to the audit: {error.message}", hint="they are not in it"
            ) from error


def _gathered(batch: list[_Saw]) -> Iterator[tuple[tuple[str, str, str, str], int, dict[str, None]]]:
    """Put together what one principal was shown by one verb: how often, and which things, a few dozen a line at most."""
    found: dict[tuple[str, str, str, str], tuple[list[int], dict[str, None]]] = {}
    for who, verb, ids in batch:
        key = (who.namespace, who.principal, who.channel, verb)
        known = found.get(key)
        if known is None:
            known = found[key] = ([0], {})
        known[0][0] += 1
        known[1].update(dict.fromkeys(ids))
        if len(known[1]) >= TOGETHER:
            yield key, known[0][0], known[1]
            del found[key]
    for key, (times, named) in found.items():
        yield key, times[0], named


def _is_gone(reader: Reader, namespace: str, one: str) -> bool:
    if EVENT_ID.fullmatch(one):
        place = reader.place(namespace, one)
        return place is not None and place[1]
    return bool(ENTITY_ID.fullmatch(one)) and reader.graph(namespace).number(one) is None


class Question(NamedTuple):
    """What the audit is asked: who saw a thing, what somebody saw, what was refused."""

    seen: str | None = None
    by: str | None = None
    refused: bool = False
    limit: int = 100


def asked(reader: Reader, namespace: str, question: Question, at: int | None) -> list[Sighting]:
    """Answer from the audit and from the refusals in the log, the newest first."""
    found: list[tuple[int, Sighting]] = []
    if not question.refused:
        lines = reader.audit(namespace).lines(question.seen, question.by, question.limit)
        found += [(line.at_us, _sight(line)) for line in lines]
    denials = reader.graph(namespace).denials(question.by, question.seen, question.limit, NOW if at is None else at)
    for sequence, refused in denials:
        sealed = reader.get(namespace, sequence)
        assert sealed is not None, "a refusal that is projected is in the log"
        sight = Sighting(
            number=sequence,
            at=rfc3339(sealed.recorded_at_us),
            principal=refused.principal,
            channel="",
            verb=refused.verb,
            allowed=False,
            seen=[refused.resource],
            reasons=list(refused.reasons),
        )
        found.append((sealed.recorded_at_us, sight))
    found.sort(key=lambda one: (-one[0], -one[1].number))
    return [one for _, one in found[: question.limit]]


def _sight(line: Line) -> Sighting:
    named = [one.id for one in line.seen if one.id is not None]
    return Sighting(
        number=line.number,
        at=rfc3339(line.at_us),
        principal=line.principal,
        channel=line.channel,
        verb=line.verb,
        seen=named,
        times=line.times,
        swept=len(line.seen) - len(named),
    )


def flaws(reader: Reader, namespace: str) -> tuple[int, Iterable[Problem]]:
    """Check the chain of the audit and that every id is found; gives the number of lines, and what is wrong."""
    audit = reader.audit(namespace)
    previous, count, problems = GENESIS, 0, []
    named: set[tuple[str, int]] = set()
    for line in audit.scan():
        count += 1
        wrong = f"a gap: line {count} is missing" if line.number != count else flaw(previous, line)
        if wrong is not None:
            problems.append(Problem(where=f"audit, line {line.number}", what=wrong))
            count = line.number
        named.update((one.id, line.number) for one in line.seen if one.id is not None)
        previous = line.hash
    if named != audit.indexed():
        problems.append(Problem(where="audit", what="what is found by its id is not what the lines name"))
    return count, problems
