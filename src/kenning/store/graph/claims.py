"""Claims in the entity graph: the acts they come from, how they read at every sequence, and both ends of relations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

import msgspec

from kenning.model.identity.change import Claimed, Recast
from kenning.model.identity.graph import EITHER, IN, OUT
from kenning.model.statement import ClaimAct, ClaimRow, Support
from kenning.store.places import NAMESPACE_BITS, NOW, OPEN, SEQUENCE_MAX
from kenning.store.queries import load

SQL = load("graph.sql")
EndRow = tuple[int, int, int, int, int, bytes, str]
"""An end: entity, claim, way, the other entity, type, the id of the claim as 16 bytes, and that of the other entity."""
AllEnd = tuple[int, int, int, int, int, int, int, bytes, str]
"""An end at any moment: the same with since and until before the ids."""


class EndsWanted(NamedTuple):
    """Which ends are asked for: as of a sequence, of some ways and types; of each entity the newest ``limit`` + 1.

    ``but``: none that lead to one of these; ``within``: only those that lead to one of these, all of them.
    """

    at: int
    ways: int
    types: AbstractSet[int] | None
    limit: int
    but: Sequence[int] | None = None
    within: Sequence[int] | None = None


_act = msgspec.json.Decoder(ClaimAct).decode
_row = msgspec.json.Decoder(ClaimRow).decode
_support = msgspec.json.Decoder(Support).decode
_encode = msgspec.json.Encoder(order="sorted").encode


class SqliteClaims:
    """The claims of one namespace as one reading sees them. Numbers are sequences of the events that made a thing."""

    def __init__(self, execute: Callable[..., Any], number: int) -> None:
        """Read through ``execute`` the namespace of this number."""
        self._execute = execute
        self._ns = number
        self._base = number << NAMESPACE_BITS

    def claim_acts(self, key: str) -> list[ClaimAct]:
        """List the acts on claims of a group, in order."""
        return [_act(body) for (body,) in self._execute(SQL["claim_acts"], (self._ns, key))]

    def claim_act(self, sequence: int) -> ClaimAct | None:
        """Give one act on a claim by its sequence."""
        body = self._execute(SQL["claim_act"], (self._base | sequence,)).get
        return None if body is None else _act(body)

    def claims_of(self, subject: int, at: int = NOW) -> list[tuple[int, ClaimRow]]:
        """List the claims about an entity, as written, in order of their first act: (number, how it reads)."""
        rows = self._execute(SQL["claims_of"], (self._base | subject, at))
        return [(number, _row(body)) for number, body in rows]

    def values_of(self, subject: int, at: int, limit: int) -> list[str]:
        """List the ids of what is claimed about an entity, as written, other than relations, as far as it holds."""
        return [claim for (claim,) in self._execute(SQL["values_of"], (self._base | subject, at, limit))]

    def claims_on(self, obj: int, at: int = NOW) -> list[tuple[int, ClaimRow]]:
        """List the relations whose object is an entity, as written, in order of their first act."""
        rows = self._execute(SQL["claims_on"], (self._base | obj, at))
        return [(number, _row(body)) for number, body in rows]

    def claims_touching(self, entity: int, limit: int, at: int = NOW) -> list[int]:
        """List the numbers of claims whose subject or object is an entity, as written, up to a limit."""
        return [number for (number,) in self._execute(SQL["touching"], (self._base | entity, at, limit))]

    def claim(self, number: int, at: int = NOW) -> ClaimRow | None:
        """Give one claim as it reads."""
        body = self._execute(SQL["claim"], (self._base | number, at)).get
        return None if body is None else _row(body)

    def claim_history(self, number: int) -> list[ClaimRow]:
        """List all versions of a claim, in order."""
        return [_row(body) for (body,) in self._execute(SQL["claim_history"], (self._base | number,))]

    def all_claims(self, limit: int, at: int = NOW) -> list[tuple[int, ClaimRow]]:
        """List the claims of the namespace, in order of their first act."""
        rows = self._execute(SQL["all_claims"], (self._base, self._base | SEQUENCE_MAX, at, limit))
        return [(number, _row(body)) for number, body in rows]

    def support(self, number: int, at: int = NOW) -> list[Support]:
        """List what supports a claim: the acts, each with its evidence."""
        return [_support(body) for (body,) in self._execute(SQL["support"], (self._base | number, at))]

    def ends(self, entities: Sequence[int], wanted: EndsWanted) -> list[EndRow]:
        """List the ends of relations at some entities, as written: of each the newest, as many as wanted."""
        places = self._listed(entities)
        types = None if wanted.types is None else _encode(sorted(wanted.types)).decode()
        span = (places, wanted.at, wanted.ways, types)
        rows: list[EndRow]
        if wanted.within is not None:
            rows = self._execute(SQL["ends_within"], (*span, self._listed(sorted(wanted.within)))).fetchall()
            return rows
        but = None if wanted.but is None else self._listed(wanted.but)
        rows = self._execute(SQL["ends_capped"], (*span, but, wanted.limit)).fetchall()
        return rows

    def all_ends(self, places: Sequence[int], limit: int) -> list[AllEnd]:
        """List all ends at some places, as of any moment: of each the newest, one more than the limit at most."""
        rows: list[AllEnd] = self._execute(SQL["all_ends"], (_encode(places).decode(), limit)).fetchall()
        return rows

    def _listed(self, numbers: Iterable[int]) -> str:
        return _encode([self._base | number for number in numbers]).decode()

    def some_mentioned(self, entities: Sequence[int], at: int = NOW) -> list[int]:
        """List which of these entities, as written, any event mentions; in their order."""
        return [number for (number,) in self._execute(SQL["some_mentioned"], (self._listed(entities), at))]

    def some_claimed(self, entities: Sequence[int], at: int = NOW) -> list[int]:
        """List about which of these entities, as written, anything but relations is claimed; in their order."""
        return [number for (number,) in self._execute(SQL["some_claimed"], (self._listed(entities), at))]

    def relation_types(self) -> dict[int, str]:
        """Give the names of relation types by number."""
        return dict(self._execute(SQL["relation_types"]))

    def relation_type(self, name: str) -> int | None:
        """Give the number of a relation type."""
        found: int | None = self._execute(SQL["relation_type"], (name,)).get
        return found


def write_act(execute: Callable[..., Any], base: int, change: Claimed) -> None:
    """Write an act on a claim, and under which groups it is found."""
    place = base | change.act.sequence
    execute(SQL["add_claim_act"], (place, _encode(change.act).decode()))
    for key in change.groups:
        execute(SQL["add_claim_group"], (base >> NAMESPACE_BITS, key, place))


def recast(execute: Callable[..., Any], base: int, change: Recast, place_of: Callable[[str], int]) -> None:
    """Write the history of some claims anew."""
    for sequence in change.drop:
        for statement in ("drop_claims", "drop_support", "drop_ends"):
            execute(SQL[statement], (base | sequence,))
    for sequence, row in change.rows:
        said = row.statement
        subject = place_of(said.subject)
        other = place_of(said.object) if said.object is not None else None
        until = OPEN if row.until is None else row.until
        body = _encode(row).decode()
        execute(SQL["add_claim"], (base | sequence, row.since, until, subject, other, said.predicate, row.state, body))
        if other is not None and row.state == "open":
            number = _relation_type(execute, said.predicate)
            either = EITHER if said.symmetric else 0
            span = (row.since, until)
            claim = bytes.fromhex(row.id.removeprefix("evt_"))
            ids = said.subject, said.object
            if subject == other:
                ways = OUT | IN | either
                execute(SQL["add_end"], (subject, base | sequence, ways, *span, other, number, claim, ids[1]))
                continue
            execute(SQL["add_end"], (subject, base | sequence, OUT | either, *span, other, number, claim, ids[1]))
            execute(SQL["add_end"], (other, base | sequence, IN | either, *span, subject, number, claim, ids[0]))
    for sequence, act, one in change.support:
        until = OPEN if one.until is None else one.until
        execute(SQL["add_support"], (base | sequence, base | act, one.since, until, _encode(one).decode()))


def _relation_type(execute: Callable[..., Any], name: str) -> int:
    found = execute(SQL["relation_type"], (name,)).get
    return int(found if found is not None else execute(SQL["add_relation_type"], (name,)).get)
