"""What becomes of a history on paper: a row wherever a reading changes, none where it stays the same."""

from __future__ import annotations

from msgspec import structs

from kenning.model.statement import ClaimAct, ClaimRow, Ledger, Support
from kenning.rules.knowledge.key import Key, key


class Pages:
    """Rows as they are written: what an act changes is put here, and settled once at its end."""

    def __init__(self, only: Key | None = None, written: Ledger | None = None) -> None:
        """Begin with empty pages, or with lines that are in force, of which those go that are not put again.

        ``only`` names the one claim of which to write.
        """
        written = written or Ledger()
        self._only = only
        self._rows: list[ClaimRow] = []
        self._support: list[Support] = []
        self._open = {row.id: row for row in written.rows}
        self._supporting = {line.act: line for line in written.support}
        self._rows_before, self._support_before = dict(self._open), dict(self._supporting)
        self._put: dict[str, ClaimRow | None] = dict.fromkeys(self._open)
        self._placed: dict[str, Support | None] = dict.fromkeys(self._supporting)

    def put(self, row: ClaimRow) -> None:
        """Say how a claim reads from here on, whatever ``since`` says."""
        if self._only is None or key(row.statement) == self._only:
            self._put[row.id] = row

    def drop(self, claim: str) -> None:
        """Say that from here on there is no claim of that name."""
        self._put[claim] = None

    def support(self, act: ClaimAct, claim: str | None) -> None:
        """Say which claim an act supports from here on; ``None``: none."""
        if self._only is None or key(act.statement) == self._only:
            line = Support(claim=claim or "", act=act.event, asserter=act.asserter, since=0, evidence=act.evidence)
            self._placed[act.event] = None if claim is None else line

    def settle(self, sequence: int) -> None:
        """Write down what the act of a sequence changed."""
        for name in sorted(self._put):
            row, before = self._put[name], self._open.get(name)
            if before is not None and row == structs.replace(before, since=0):
                continue
            if before is not None:
                self._rows.append(structs.replace(self._open.pop(name), until=sequence))
            if row is not None:
                self._open[name] = structs.replace(row, since=sequence)
        for name in sorted(self._placed):
            line, known = self._placed[name], self._supporting.get(name)
            if known is not None and line is not None and known.claim == line.claim:
                continue
            if known is not None:
                self._support.append(structs.replace(self._supporting.pop(name), until=sequence))
            if line is not None:
                self._supporting[name] = structs.replace(line, since=sequence)
        self._put.clear()
        self._placed.clear()

    def written(self) -> Ledger:
        """Give all that was written here, what was there before and stayed being left out."""
        rows = [row for name, row in self._open.items() if self._rows_before.get(name) is not row]
        support = [line for name, line in self._supporting.items() if self._support_before.get(name) is not line]
        return Ledger(rows=[*self._rows, *rows], support=[*self._support, *support])
