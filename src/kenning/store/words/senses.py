"""What vectors were made of rows, as it lies on the disk: blocks behind a checkpoint, a space for every model.

Nothing here is the log's: a block that is missing is made again. What was erased, or reads otherwise, is taken out of its block
in the same transaction, and made anew from what the row says then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import apsw
import numpy as np
from numpy.typing import NDArray

from kenning.errors import CorruptError
from kenning.store.queries import load

SQL = load("senses.sql")
Array = NDArray[Any]
_SINCES, _SIZES = np.dtype("<i8"), np.dtype("<u4")


class Block(NamedTuple):
    """Some rows by their ``since`` (int64, ascending), with a sketch each (uint8, one row of bytes) and a body each.

    Bodies lie end to end; ``sizes`` (uint32) tells how many bytes each has.
    """

    sinces: Array
    sketches: Array
    sizes: Array
    bodies: bytes

    def only(self, chosen: Array) -> Block:
        """Give those rows where a mask is true."""
        bodies = np.frombuffer(self.bodies, np.uint8)[np.repeat(chosen, self.sizes)]
        return Block(self.sinces[chosen], self.sketches[chosen], self.sizes[chosen], bodies.tobytes())

    def columns(self) -> tuple[bytes, bytes, bytes, bytes]:
        """Give it as it lies on the disk."""
        return (
            self.sinces.astype(_SINCES).tobytes(),
            self.sketches.astype(np.uint8).tobytes(),
            self.sizes.astype(_SIZES).tobytes(),
            self.bodies,
        )


def create(connection: apsw.Connection) -> None:
    """Lay out the tables where they are not there yet."""
    connection.execute(SQL["create"])


class SqliteSenses:
    """The spaces of one namespace, as one reading sees them; written where the connection is a writer's."""

    def __init__(self, execute: Callable[..., Any], number: int) -> None:
        """Read and write through a connection the spaces of the namespace of this number."""
        self._execute = execute
        self._number = number

    def spaces(self) -> dict[str, int]:
        """Name the spaces there are, each with its checkpoint."""
        return dict(self._execute(SQL["spaces"], (self._number,)).fetchall())

    def checkpoint(self, name: str) -> int:
        """Give the last sequence whose rows were looked at for a space; 0 where it is not there."""
        found = self._execute(SQL["space"], (self._number, name)).get
        return int(found[1]) if found else 0

    def blocks(self, name: str, after: int = 0) -> Iterator[Block]:
        """Walk the blocks of a space that hold rows behind a sequence, in order. Raises `CorruptError` for one that is torn."""
        found = self._execute(SQL["space"], (self._number, name)).get
        if found:
            for row in self._execute(SQL["blocks"], (found[0], after)):
                yield _block(row)

    def keep(self, name: str, block: Block, upto: int) -> None:
        """Write a block behind those that are there, and move the checkpoint; an empty block moves it alone."""
        found = self._execute(SQL["space"], (self._number, name)).get
        space = found[0] if found else self._execute(SQL["add_space"], (self._number, name)).get
        if len(block.sinces):
            span = (int(block.sinces[0]), int(block.sinces[-1]))
            self._execute(SQL["add"], (space, *span, *block.columns()))
        self._execute(SQL["reach"], (space, upto))

    def drop_rows(self, sinces: Sequence[int]) -> None:
        """Take rows out of every space; what was made of them is nowhere then."""
        for since in sinces:
            for row in self._execute(SQL["holding"], (self._number, since)).fetchall():
                block = _block(row)
                rest = block.only(block.sinces != since)
                if not len(rest.sinces):
                    self._execute(SQL["drop_block"], (row[0],))
                elif len(rest.sinces) < len(block.sinces):
                    self._execute(SQL["rewrite"], (row[0], *rest.columns()))

    def clear(self, name: str | None = None) -> None:
        """Drop a space, or all of the namespace, to make it anew."""
        self._execute(SQL["drop_blocks"], (self._number, name))
        self._execute(SQL["drop_spaces"], (self._number, name))


def _block(row: tuple[int, bytes, bytes, bytes, bytes]) -> Block:
    number, sinces, sketches, sizes, bodies = row
    count = len(sinces) // _SINCES.itemsize
    found = Block(
        np.frombuffer(sinces, _SINCES), np.frombuffer(sketches, np.uint8), np.frombuffer(sizes, _SIZES), bodies
    )
    if count == 0 or len(found.sketches) % count or len(found.sizes) != count or int(found.sizes.sum()) != len(bodies):
        raise CorruptError(f"block {number} of what vectors were made of is torn", hint="rebuild the projections")
    return found._replace(sketches=found.sketches.reshape(count, -1))
