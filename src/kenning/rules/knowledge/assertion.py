"""Assertions in valid time, and the blocks they form: what one claim is, and from when to when it holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter

from kenning.model.statement import ClaimAct, ClaimRow, State
from kenning.rules.knowledge.belief import Weight
from kenning.rules.knowledge.key import canonical, key
from kenning.rules.knowledge.marks import EVER, FOREVER, OPEN, Mark, Position


class Assertion:
    """One act that asserts: what, how trusted, and from when to when, as far as it says itself."""

    __slots__ = (
        "act",
        "block",
        "cut",
        "ends_others",
        "is_event",
        "is_preference",
        "key",
        "low",
        "statement",
        "stop",
        "withdrawn",
    )

    def __init__(self, act: ClaimAct) -> None:
        """Read an act."""
        self.act = act
        self.statement = canonical(act.statement)
        self.key = key(act.statement)
        self.is_event = self.statement.kind == "event"
        self.is_preference = self.statement.kind == "preference"
        self.ends_others = not self.is_event and (self.statement.single or self.statement.inverse_single)
        start = self._start()
        self.low = EVER if start is None else (start, act.sequence if self.is_preference else 0)
        self.stop = self._stop()
        self.cut = OPEN
        self.block: Block | None = None
        self.withdrawn: dict[str, State] = {}
        """What withdraws it, in order, and how it then reads."""

    def _start(self) -> int | None:
        """From when it holds: as it says, else from when it was said; of preferences the order at least is known.

        When something was said tells nothing of when an event was, or of what never changes. An event of which only the end is
        known stands there: it was within some time before, and must not swallow all others of that time.
        """
        act = self.act
        if self.statement.lasting:
            return None
        if act.valid_from is not None:
            return act.valid_from
        if self.is_event:
            return act.valid_to
        start = act.recorded if act.occurred is None and self.is_preference else act.occurred
        return None if start is None or (act.valid_to is not None and start >= act.valid_to) else start

    def _stop(self) -> Position:
        """Until when it holds by its own word. A point in time, or an event of no known time, has a length of one."""
        least = self.low[0] + 1
        if self.act.valid_to is not None:
            return max(self.act.valid_to, least), 0
        return (least, 0) if self.is_event else FOREVER

    @property
    def rank(self) -> int:
        """How far its asserter was trusted."""
        return self.act.rank

    @property
    def place(self) -> tuple[int, str]:
        """Where it stands in the log."""
        return self.act.sequence, self.act.event

    @property
    def says_end(self) -> bool:
        """Whether it tells others of its claim that did not know it when the claim ends."""
        return not self.is_event and self.stop < FOREVER

    @property
    def mark(self) -> Mark:
        """The end it tells of."""
        return Mark(self.stop, self.act.sequence, self.rank, self.act.event)

    @property
    def withdrawal(self) -> str | None:
        """The act that withdrew it first, of those that stand."""
        return next(iter(self.withdrawn), None)


def end_of(act: ClaimAct) -> Mark:
    """Give where an act says that something ends: at its time, else when it was said, else when it was recorded."""
    moments = (act.valid_from, act.occurred, act.recorded)
    moment = next(one for one in moments if one is not None)
    return Mark((moment, act.sequence), act.sequence, act.rank, act.event)


class Block:
    """Assertions of one key whose times meet: a claim, as it reads at one sequence.

    The most trusted make up its span; the less trusted that meet it support it and move nothing. ``first`` and ``last`` are the
    bounds of all.
    """

    def __init__(self, number: int, one: Assertion) -> None:
        """Begin with the first of the most trusted."""
        self.number = number
        self.key = one.key
        self.rank = one.rank
        self.low, self.cut = one.low, one.cut
        self._start = one.low
        """The earliest start that anybody of the most trusted knows: one who does not know it takes nothing from that."""
        self.first, self.last = one.low, one.cut.position
        self.all: list[Assertion] = []
        self._oldest = self._cutting = one
        self._spans: dict[int, tuple[Position, Position]] = {}
        self._weight = Weight()
        self.add(one)

    @property
    def name(self) -> str:
        """The id of the claim: the event of the earliest act in it."""
        return self._oldest.act.event

    def add(self, one: Assertion) -> None:
        """Take an assertion in."""
        self.all.append(one)
        one.block = self
        up = one.cut.position
        if one.rank == self.rank:
            self.low = min(self.low, one.low)
            self._start = min(one.low, self._start) if EVER not in (one.low, self._start) else max(one.low, self._start)
            if (up, self._cutting.place) > (self.cut.position, one.place):
                self._cutting, self.cut = one, one.cut
        self.first, self.last = min(self.first, one.low), max(self.last, up)
        self._oldest = min(self._oldest, one, key=attrgetter("place"))
        low, high = self._spans.get(one.rank, (one.low, up))
        self._spans[one.rank] = min(low, one.low), max(high, up)
        for evidence in one.act.evidence:
            self._weight.add(evidence)

    def meets(self, one: Assertion) -> bool:
        """Whether an assertion holds while the claim does."""
        return one.low < self.cut.position and self.low < one.cut.position

    def takes(self, one: Assertion) -> bool:
        """Whether the newest assertion of all, which meets no other claim of its key, just joins this one."""
        return one.rank <= self.rank and self.meets(one)

    def is_cut(self, position: Position, rank: int) -> bool:
        """Whether something else that begins at a position, with a rank, ends a part of it."""
        return any(own <= rank and low < position < up for own, (low, up) in self._spans.items())

    def row(self, denied: Iterable[str]) -> ClaimRow:
        """Give how the claim reads, its place in the history left open."""
        first = self._oldest
        begins, _ = bounds(self._start, self.cut.position, first.is_event)
        _, ends = bounds(self.low, self.cut.position, first.is_event)
        is_open = ends is None or first.is_event
        ended: State = "superseded" if self.cut.superseded else "closed"
        return ClaimRow(
            id=self.name,
            since=0,
            statement=first.statement,
            state="open" if is_open else ended,
            valid_from=begins,
            valid_to=ends,
            confidence=self._weight.confidence,
            rank=self.rank,
            because=None if is_open else self.cut.event,
            denied=list(denied),
        )


def bounds(low: Position, up: Position, is_event: bool) -> tuple[int | None, int | None]:  # noqa: FBT001 - one of two kinds
    """Give the valid time between two positions, as far as it is known; a mere point in time has no end."""
    is_point = is_event and up[0] == low[0] + 1
    return None if low == EVER else low[0], None if up == FOREVER or is_point else up[0]


def blocks(assertions: Iterable[Assertion], numbers: Iterator[int]) -> list[Block]:
    """Join assertions of one key into claims: the most trusted first, those of one rank in order of time.

    What meets a claim of more trusted ones joins it, and so never bridges two of them or moves an end. Those of one rank that
    meet each other are one claim.
    """
    made: list[Block] = []
    ordered = sorted(assertions, key=lambda one: (-one.rank, one.low, one.place))
    above, current = 0, None
    for number, one in enumerate(ordered):
        if number and one.rank != ordered[number - 1].rank:
            above, current = len(made), None
        higher = next((block for block in made[:above] if block.meets(one)), None)
        if higher is not None:
            higher.add(one)
        elif current is not None and one.low < current.cut.position:
            current.add(one)
        else:
            current = Block(next(numbers), one)
            made.append(current)
    return made
