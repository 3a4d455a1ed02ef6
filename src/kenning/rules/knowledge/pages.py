"""What becomes of a history on paper: a row wherever a reading changes, none where it stays the same."""

from __future__ import annotations

from typing import NamedTuple

from kenning.model.statement import ClaimAct, ClaimRow, Ledger, State, Statement, Support
from kenning.rules.knowledge.key import Key, key


class Reading(NamedTuple):
    """How a claim reads at one sequence: what of a row is not its place."""

    statement: Statement
    state: State
    held: bool
    valid_from: int | None
    valid_to: int | None
    confidence: float
    rank: int
    because: str | None
    denied: tuple[str, ...]


class Pages:
    """Rows as they are written: what an act changes is put here, and settled once at its end."""

    def __init__(self) -> None:
        """Begin with empty pages."""
        self._rows: list[ClaimRow] = []
        self._support: list[Support] = []
        self._readings: dict[str, tuple[int, Reading]] = {}
        self._supporting: dict[str, tuple[int, str, ClaimAct]] = {}
        self._put: dict[str, Reading | None] = {}
        self._placed: dict[str, tuple[str, ClaimAct] | None] = {}

    def put(self, claim: str, reading: Reading | None) -> None:
        """Say how a claim reads from here on; ``None``: there is none of that name."""
        self._put[claim] = reading

    def support(self, act: ClaimAct, claim: str | None) -> None:
        """Say which claim an act supports from here on; ``None``: none."""
        self._placed[act.event] = None if claim is None else (claim, act)

    def settle(self, sequence: int) -> None:
        """Write down what the act of a sequence changed."""
        for claim in sorted(self._put):
            reading, before = self._put[claim], self._readings.get(claim)
            if before is not None and before[1] == reading:
                continue
            if before is not None:
                self._rows.append(_row(claim, before, sequence))
                del self._readings[claim]
            if reading is not None:
                self._readings[claim] = sequence, reading
        for event in sorted(self._placed):
            placed, known = self._placed[event], self._supporting.get(event)
            if known is not None and placed is not None and known[1] == placed[0]:
                continue
            if known is not None:
                self._support.append(_line(known, sequence))
                del self._supporting[event]
            if placed is not None:
                self._supporting[event] = sequence, *placed
        self._put.clear()
        self._placed.clear()

    def closed(self, only: Key | None) -> Ledger:
        """Give all that was written, of all claims or of one."""
        rows = [*self._rows, *(_row(claim, reading, None) for claim, reading in self._readings.items())]
        support = [*self._support, *(_line(line, None) for line in self._supporting.values())]
        if only is not None:
            rows = [row for row in rows if key(row.statement) == only]
            claims = {row.id for row in rows}
            support = [line for line in support if line.claim in claims]
        return Ledger(rows=rows, support=support)


def _row(claim: str, written: tuple[int, Reading], until: int | None) -> ClaimRow:
    since, reading = written
    return ClaimRow(
        id=claim,
        since=since,
        until=until,
        statement=reading.statement,
        state=reading.state,
        held=reading.held,
        valid_from=reading.valid_from,
        valid_to=reading.valid_to,
        confidence=reading.confidence,
        rank=reading.rank,
        because=reading.because,
        denied=list(reading.denied),
    )


def _line(written: tuple[int, str, ClaimAct], until: int | None) -> Support:
    since, claim, act = written
    return Support(claim=claim, act=act.event, asserter=act.asserter, since=since, until=until, evidence=act.evidence)
