"""What walks read of the graph, kept in memory: the ends of relations at entities asked for, and about whom there is more.

A cache and nothing else. Triggers of the store number every change of the ends, so a reading knows whether what is kept is
what it would read itself, whoever wrote meanwhile, in this process or another; where it is not, it reads the tables.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kenning.errors import CorruptError
from kenning.model.access.genesis import ADMIN
from kenning.store.graph.claims import SQL, AllEnd, EndsWanted, SqliteClaims
from kenning.store.places import NAMESPACE_BITS, OPEN, SEQUENCE_MAX

Numbers = NDArray[np.int64]
Ends = NDArray[np.int64]
"""Ends of relations, one a column: entity, claim, way, the other entity, type; since, until; ids of claim and other in halves."""
SINCE, UNTIL, CLAIM_ID, OTHER_ID = 5, 6, slice(7, 9), slice(9, 11)
ROWS = 11

MENTIONED, CLAIMED, MERGED, ROOT = 1, 2, 4, 8
"""Marks of an entity: ever mentioned, claimed anything about but relations, merged into another, had another merged into it."""

CROWDED = 2_000
"""An entity with more ends than this is read from the table each time, the newest of them alone."""
KEPT_MAX = 2_000_000
"""So many ends are kept in a process, of 80 bytes each; then all are let go."""
TABLE_MAX = 1 << 22
"""Marks stand in a table of one byte a number while no number is higher than this."""
_EVENT, _ENTITY = (np.array([form]).view(np.uint32) for form in ("evt_" + 32 * "x", 36 * "-"))
_BY_RULE = 32 * "0"
"""The admin has a name for an id: among numbers it is the one that no id drawn at a time can be."""
_NOBODY = np.zeros((ROWS - 1, 0), np.int64)


class Marks(NamedTuple):
    """The marks of the entities of a namespace: a table by number, or, where numbers are high, sorted numbers beside theirs.

    The numbers of a graph apart lie far from each other; a table of them would be as long as the log and longer.
    """

    marks: NDArray[np.uint8]
    numbers: Numbers | None
    together: int

    def of(self, asked: Numbers) -> NDArray[np.uint8]:
        """Give the marks of some entities."""
        if self.numbers is None:
            inside = asked < len(self.marks)
            return self.marks[asked] if inside.all() else np.where(inside, self.marks[np.where(inside, asked, 0)], 0)
        places = np.minimum(np.searchsorted(self.numbers, asked), len(self.numbers) - 1)
        return np.where(self.numbers[places] == asked, self.marks[places], 0)

    def more(self, numbers: Numbers, marks: NDArray[np.uint8]) -> Marks:
        """Give these and more; whoever reads the old ones is not disturbed."""
        highest = int(numbers.max())
        if self.numbers is None and highest < TABLE_MAX:
            new = np.zeros(max(len(self.marks), highest * 9 // 8 + 1), np.uint8)
            new[: len(self.marks)] = self.marks
            np.bitwise_or.at(new, numbers, marks)
            return Marks(new, None, int(np.bitwise_or.reduce(new)))
        known = np.flatnonzero(self.marks) if self.numbers is None else self.numbers
        had = self.marks[known] if self.numbers is None else self.marks
        every, places = np.unique(np.concatenate([known, numbers]), return_inverse=True)
        new = np.zeros(len(every), np.uint8)
        np.bitwise_or.at(new, places.ravel(), np.concatenate([had, marks]))
        return Marks(new, every, int(np.bitwise_or.reduce(new)))


UNMARKED = Marks(np.zeros(1, np.uint8), None, 0)


class Kept:
    """What the readings of a store share; safe to use from several threads."""

    def __init__(self) -> None:
        """Keep nothing yet: what is not asked for is never read."""
        self._lock = threading.Lock()
        self._serial = -1
        self._ends: dict[int, Ends | None] = {}
        self._count = 0
        self._marked = 0
        self._marks: dict[int, Marks] = {}
        self.types: Mapping[int, str] = {}

    def current(self, execute: Callable[..., Any]) -> int:
        """Bring what is kept up to date with a reading, unless it is ahead; give the serial of the reading."""
        serial: int = execute(SQL["end_serial"]).get or 0
        if serial > self._serial:
            first = execute(SQL["first_end_change"]).get
            with self._lock:
                if serial > self._serial:
                    self._catch_up(execute, serial, first)
        return serial

    def _catch_up(self, execute: Callable[..., Any], serial: int, first: int | None) -> None:
        if self._serial < 0 or (first is not None and first > self._serial + 1):
            self._let_go()
        else:
            for (place,) in execute(SQL["end_changes"], (self._serial,)):
                gone = self._ends.pop(place, None)
                self._count -= 0 if gone is None else gone.shape[1]
        self.types = dict(execute(SQL["relation_types"]))
        self._serial = serial

    def _let_go(self) -> None:
        self._ends, self._count = {}, 0

    def found(self, serial: int, places: Sequence[int]) -> list[Ends | None] | None:
        """Give the ends at some entities, nothing for one that is crowded; or nothing at all where what is kept is not enough."""
        with self._lock:
            if serial != self._serial:
                return None
            try:
                return [self._ends[place] for place in places]
            except KeyError:
                return None

    def missing(self, serial: int, places: Iterable[int]) -> list[int]:
        """List of whom nothing is kept that this reading may use."""
        with self._lock:
            return list(places) if serial != self._serial else [place for place in places if place not in self._ends]

    def keep(self, serial: int, ends: Mapping[int, Ends | None]) -> None:
        """Keep what a reading found, unless another has been ahead of it."""
        count = sum(0 if one is None else one.shape[1] for one in ends.values())
        with self._lock:
            if serial != self._serial:
                return
            if self._count + count > KEPT_MAX:
                self._let_go()
            self._ends.update(ends)
            self._count += count

    def marks(self, execute: Callable[..., Any], number: int) -> Marks:
        """Give the marks of the entities of a namespace; a mark may have lost its cause."""
        fresh = execute(SQL["marks"], (self._marked,)).fetchall()
        if fresh:
            with self._lock:
                self._mark(fresh)
        return self._marks.get(number, UNMARKED)

    def _mark(self, fresh: Sequence[tuple[int, int, int]]) -> None:
        serials, places, marks = np.array(fresh, np.int64).T
        spaces = places >> NAMESPACE_BITS
        for number in np.unique(spaces).tolist():
            here = spaces == number
            numbers = places[here] & SEQUENCE_MAX
            self._marks[number] = self._marks.get(number, UNMARKED).more(numbers, marks[here].astype(np.uint8))
        self._marked = max(self._marked, int(serials[-1]))


class Near:
    """What is joined to whom, and who bears which marks, as one reading of a namespace sees it."""

    def __init__(self, execute: Callable[..., Any], number: int, kept: Kept) -> None:
        """Read through ``execute`` the namespace of this number."""
        self._execute = execute
        self._base = number << NAMESPACE_BITS
        self._kept = kept
        self._serial = kept.current(execute)
        self._claims = SqliteClaims(execute, number)
        self.types = kept.types if self._serial == kept._serial else self._claims.relation_types()  # noqa: SLF001
        self._marks = kept.marks(execute, number)

    def any_marked(self, mark: int) -> bool:
        """Tell whether anybody in the namespace may bear a mark."""
        return bool(self._marks.together & mark)

    def marked(self, numbers: Numbers, mark: int) -> list[int]:
        """List which of these entities may bear a mark, in their order."""
        if not self._marks.together & mark or not len(numbers):
            return []
        found: list[int] = numbers[(self._marks.of(numbers) & mark) != 0].tolist()
        return found

    def ends(self, entities: Sequence[int], wanted: EndsWanted) -> Ends:
        """Give the ends at some entities, as written, in their order and of each the newest first; at any moment, of any way.

        Of one that is crowded those that are wanted are given and no others.
        """
        base = self._base
        places = [base | entity for entity in entities]
        found = self._kept.found(self._serial, places)
        if found is None:
            found = self._read(places)
        crowded = [entity for entity, one in zip(entities, found, strict=True) if one is None]
        if crowded:
            newest = self._crowded(crowded, wanted)
            found = [newest.get(entity, one) for entity, one in zip(entities, found, strict=True)]
        return _joined(entities, found)

    def _read(self, places: Sequence[int]) -> list[Ends | None]:
        missing = self._kept.missing(self._serial, places)
        rows = self._claims.all_ends(missing, CROWDED)
        made = _blocks(rows, self._base)
        fresh: dict[int, Ends | None] = dict.fromkeys(missing, _NOBODY)
        fresh.update({place: None if one.shape[1] > CROWDED else one for place, one in made.items()})
        self._kept.keep(self._serial, fresh)
        rest = [place for place in places if place not in fresh]
        if rest:
            kept = self._kept.found(self._serial, rest)
            fresh.update(zip(rest, self._read(rest) if kept is None else kept, strict=True))
        return [fresh[place] for place in places]

    def _crowded(self, entities: Sequence[int], wanted: EndsWanted) -> dict[int, Ends]:
        rows = [(*row[:5], 0, OPEN, *row[5:]) for row in self._claims.ends(entities, wanted)]
        rows.sort(key=lambda row: (row[0], row[1]))
        made = _blocks(rows, self._base)
        return {entity: made.get(self._base | entity, _NOBODY) for entity in entities}


def _joined(entities: Sequence[int], found: Sequence[Ends | None]) -> Ends:
    """Put the ends of many entities into one array, beside whose they are."""
    blocks = [one for one in found if one is not None]
    sizes = [one.shape[1] for one in blocks]
    ends = np.empty((ROWS, sum(sizes)), np.int64)
    if blocks:
        np.concatenate(blocks, axis=1, out=ends[1:])
        ends[0] = np.repeat(np.array(entities, np.int64), sizes)
    return ends


def _blocks(rows: Sequence[AllEnd], base: int) -> dict[int, Ends]:
    """Cut rows, those of an entity together and its oldest first, into arrays, the newest first; by place."""
    if not rows:
        return {}
    whose, *numbers, claims, names = zip(*rows, strict=True)
    count = len(rows)
    table = np.empty((ROWS - 1, count), np.int64)
    table[:6] = np.fromiter(chain.from_iterable(numbers), np.int64, count * 6).reshape(6, count)
    table[6:8] = np.frombuffer(b"".join(claims), np.int64).reshape(count, 2).T
    if ADMIN in names:
        names = tuple(_BY_RULE if one == ADMIN else one for one in names)
    try:
        table[8:] = np.frombuffer(bytes.fromhex("".join(names).replace("-", "")), np.int64).reshape(count, 2).T
    except ValueError as error:  # a log may be forged
        raise CorruptError("a relation leads to an entity whose id is none") from error
    owners = np.array(whose, np.int64)
    starts = [0, *(np.flatnonzero(owners[1:] != owners[:-1]) + 1).tolist(), count]
    spans = pairwise(starts)
    return {base | whose[first]: np.ascontiguousarray(table[:, first:last][:, ::-1]) for first, last in spans}


def event_ids(halves: Ends) -> list[str]:
    """Give ids of events of their halves."""
    return _written(halves, _EVENT, ((4, 36),))


def entity_ids(halves: Ends) -> list[str]:
    """Give ids of entities of their halves."""
    written = _written(halves, _ENTITY, ((0, 8), (9, 13), (14, 18), (19, 23), (24, 36)))
    for place in np.flatnonzero(~halves.any(axis=0)).tolist():
        written[place] = ADMIN
    return written


def _written(halves: Ends, form: NDArray[np.uint32], spans: Sequence[tuple[int, int]]) -> list[str]:
    """Write numbers of 128 bits into a form, their digits into some spans of it, all at once."""
    digits = np.frombuffer(np.ascontiguousarray(halves.T).tobytes().hex().encode(), np.uint8).reshape(-1, 32)
    letters = np.empty((len(digits), len(form)), np.uint32)
    letters[:] = form
    first = 0
    for start, stop in spans:
        letters[:, start:stop] = digits[:, first : first + stop - start]
        first += stop - start
    written: list[str] = letters.view(f"U{len(form)}").ravel().tolist()
    return written
