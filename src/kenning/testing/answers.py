"""What somebody is told at a moment, and what it should say and should not: what does not hold shows what is there instead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

import msgspec

from kenning.engine.session import Session
from kenning.errors import NotAllowedError, NotFoundError
from kenning.model.event import Envelope
from kenning.model.identity.view import EntityView
from kenning.model.recall import Filters, in_words
from kenning.model.statement import Claim

_LINES_MAX = 10
_WIDTH_MAX = 160
_EVERYTHING = 100_000


class World(Protocol):
    """As much of a world as is asked afterwards."""

    def entered(self, who: str, channel: str | None = None, acting_for: str | None = None) -> Session:
        """Give a session of somebody's."""

    def files_with(self, text: str) -> list[str]:
        """Name the files of the store in which a text stands."""


class Line(NamedTuple):
    """One line of an answer: what it says, and whence that is."""

    text: str
    source: str = ""


class Answer:
    """What somebody is told at a moment, line by line, with what it should and should not say.

    Each check gives the answer back, so that several can be said of one; upper and lower case are alike to them.
    """

    def __init__(self, asked: str, lines: Iterable[Line]) -> None:
        """Hold lines, and in words what was asked, by whom and as of when."""
        self.asked = asked
        self.lines = list(lines)

    @property
    def texts(self) -> list[str]:
        """Give what the lines say."""
        return [line.text for line in self.lines]

    def says(self, *texts: str) -> Self:
        """Hold that each text stands in some line."""
        for text in texts:
            if not any(_holds(line, text) for line in self.lines):
                self._fail(f"should say {text!r}")
        return self

    def says_not(self, *texts: str) -> Self:
        """Hold that none of the texts stands in any line."""
        for text in texts:
            if found := [line for line in self.lines if _holds(line, text)]:
                self._fail(f"should not say {text!r}", [Line(_around(line.text, text), line.source) for line in found])
        return self

    def puts_first(self, text: str) -> Self:
        """Hold that a text stands in the first line."""
        if not self.lines or not _holds(self.lines[0], text):
            self._fail(f"should say {text!r} first")
        return self

    def is_exactly(self, *texts: str) -> Self:
        """Hold that the lines are these, in this order, to the letter."""
        if self.texts != list(texts):
            self._fail(f"should be exactly {list(texts)!r}")
        return self

    def is_empty(self) -> Self:
        """Hold that nothing is told."""
        if self.lines:
            self._fail("should be empty")
        return self

    def _fail(self, wanted: str, lines: Sequence[Line] | None = None) -> None:
        lines = self.lines if lines is None else lines
        shown = [f"  {_cut(line.text)}{f'   <- {line.source}' if line.source else ''}" for line in lines]
        left = [f"  and {len(shown) - _LINES_MAX} more lines"] if len(shown) > _LINES_MAX else []
        there = "says nothing" if not shown else f"says, in {len(shown)} line{'s' * (len(shown) > 1)}:"
        raise AssertionError("\n".join([self.asked, f"{wanted}, but {there}", *shown[:_LINES_MAX], *left]))


def _holds(line: Line, text: str) -> bool:
    return text.casefold() in line.text.casefold()


def _around(line: str, text: str) -> str:
    """Give the words around a text that stands in a line."""
    place = max(0, line.casefold().find(text.casefold()))
    start, end = max(0, place - _WIDTH_MAX // 4), place + len(text) + _WIDTH_MAX // 4
    return f"{'…' if start else ''}{line[start:end]}{'…' if end < len(line) else ''}"


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH_MAX else f"{line[:_WIDTH_MAX]}…"


class Then:
    """What is known afterwards: to whoever holds the store, or `to` somebody else, now or `at` another moment."""

    def __init__(self, world: World, session: Session, whom: str = "", moment: str = "") -> None:
        """Ask through a session; ``whom`` and ``moment`` say in words whose it is and as of when."""
        self._world, self._whom, self._moment = world, whom, moment
        self.session = session

    def to(self, who: str, *, channel: str | None = None, acting_for: str | None = None) -> Then:
        """Ask as somebody, by a name or as ``channel:identifier``; ``acting_for`` is whom an assistant answers.

        ``channel`` may be left out where one channel alone is known. Raises `NotFoundError` for somebody nobody met yet.
        """
        session = self._world.entered(who, channel, acting_for)
        told = f"{who}, for {acting_for}" if acting_for else who
        return Then(self._world, session, f", asked by {told} on {session.context().session.channel}")

    def at(self, moment: int | str) -> Then:
        """Ask as of a moment of Kenning's own clock, or a sequence: what was known by then."""
        return Then(self._world, self.session.at(moment), self._whom, f", as of {moment}")

    def recall(self, question: str, **more: Any) -> Answer:  # noqa: ANN401 - as `Session.recall` takes it
        """Give the lines that answer a question, best first."""
        hits = self.session.recall(question, **more).hits
        return self._answer(f"recall {question!r}", [Line(hit.text, _whence(hit.view.event)) for hit in hits])

    def context(self, question: str, **more: Any) -> Answer:  # noqa: ANN401 - as `Session.recall` takes it
        """Give the block for a prompt that answers a question, line by line."""
        block = self.session.recall(question, **more).context()
        return self._answer(f"context {question!r}", map(Line, block.splitlines()))

    def timeline(self, filters: Filters | None = None) -> Answer:
        """Give all events by the time they are about."""
        views = self.session.timeline(filters, limit=_EVERYTHING)
        return self._answer("timeline", [Line(view.text, _whence(view.event)) for view in views])

    def who(self, asked: str) -> Answer:
        """Give what somebody is called, by which identifiers they are met, of which type and level they are; empty for nobody."""
        try:
            found = self.session.who(asked)
        except NotFoundError:
            return self._answer(f"who {asked!r}", [])
        return self._answer(f"who {asked!r}", _described(found))

    def claims(self, subject: str | None = None, **more: Any) -> Answer:  # noqa: ANN401 - as `Session.claims` takes it
        """Give what is claimed, in words; of somebody nobody knows nothing is."""
        try:
            found = self.session.claims(subject, **more)
        except NotFoundError:
            found = []
        return self._answer(f"claims {subject or ''}".rstrip(), self._said(found))

    def nothing_of(self, text: str) -> Then:
        """Hold that a text is nowhere: in no reading that somebody has, or, of whoever holds the store, in no byte of it.

        The second is for what was erased. It looks for the letters, small or capital, as they stand and as JSON writes them, in
        the names and bytes of all files of the store; what is packed, as in attachments, is not unpacked.
        """
        if self._whom or self._moment:
            self._answer("every reading", self._readings(text)).says_not(text)
        elif held := self._world.files_with(text):
            raise AssertionError(f"{text!r} should be nowhere, but stands in {', '.join(held)}")
        return self

    def _readings(self, text: str) -> Iterator[Line]:
        """Give all that this session is shown, as far as it may ask."""
        session = self.session
        asked: dict[str, Callable[[], object]] = {
            "timeline": lambda: session.timeline(limit=_EVERYTHING),
            "log": lambda: list(session.log()),
            "entities": session.entities,
            "claims": lambda: session.claims(ended=True),
            "artifacts": session.artifacts,
            "inbox": lambda: session.inbox(read=True),
            "recall": lambda: _told(session, text),
            "who": lambda: session.who(text),
        }
        for verb, ask in asked.items():
            try:
                found = ask()
            except (NotAllowedError, NotFoundError):  # what may not be asked shows nothing
                continue
            for one in found if isinstance(found, list) else [found]:
                yield Line("\n".join(_strings(msgspec.to_builtins(one, enc_hook=str))), verb)

    def _said(self, claims: Sequence[Claim]) -> list[Line]:
        ends = {one for claim in claims for one in (claim.statement.subject, claim.statement.object) if one}
        names = self.session.names(ends)
        lines = []
        for claim in claims:
            state = "" if claim.state == "open" else f" ({claim.state})"
            lines.append(Line(in_words(claim, names) + state, ", ".join(one.event for one in claim.evidence)))
        return lines

    def _answer(self, asked: str, lines: Iterable[Line]) -> Answer:
        return Answer(f"{asked}{self._whom}{self._moment}", lines)


def _strings(value: object) -> Iterator[str]:
    """Walk all text in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from _strings(inner)
    elif isinstance(value, Sequence | set | frozenset):
        for inner in value:
            yield from _strings(inner)


def _whence(event: Envelope) -> str:
    """Say whence a line is: its place, its id, who caused it, when."""
    by = event.actor.name or event.actor.identifier if event.actor is not None else event.source.name
    claimed = event.time.occurred_at if event.time is not None else None
    place = f"#{event.sequence} " if event.sequence else ""
    return f"{place}{event.id} {by or event.source.type}, {claimed or event.recorded_at}"


def _described(view: EntityView) -> list[Line]:
    """Describe an entity, a thing a line."""
    names = [Line(view.canonical_name, view.id), *(Line(one.name, ", ".join(one.evidence)) for one in view.aliases)]
    met = [Line(f"{one.channel}:{one.identifier}") for one in view.identifiers]
    return [*names, *met, Line(view.entity_type), Line(view.definition.trust_level)]


def _told(session: Session, text: str) -> list[object]:
    """Give what a recall shows, without what it repeats of the question."""
    found = session.recall(text, k=50)
    return [*found.hits, *found.claims, found.names, found.about, found.sessions]
