"""What walks keep in memory is one graph's alone: that on the disk, or a caller's."""

from __future__ import annotations

import re
from typing import Any

import apsw
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kenning
from kenning.model.identity.graph import Walk
from kenning.store.graph import entities, kept
from kenning.store.graph.apart import Apart
from kenning.store.graph.claims import SQL
from tests.access.worlds import READS, Clock, approve, said, steady, trust

PEOPLE = ["Bob", "Carla", "Dora", "Ann"]
LEVELS = {"Bob": "restricted", "Dora": "private", "admin": "confidential"}
"""Who reads up to which sensitivity; whoever reads more sees all that the others see."""


def laid_out(connection: apsw.Connection, schema: str) -> set[tuple[str, str]]:
    rows = connection.execute(f"SELECT type, name, tbl_name FROM {schema} WHERE name NOT LIKE 'sqlite_%'")
    return {(kind, name) for kind, name, _ in rows}


def test_a_graph_apart_has_every_table_index_and_trigger_and_hides_that_on_the_disk() -> None:
    plain, hiding = apsw.Connection(":memory:"), apsw.Connection(":memory:")
    entities.create(plain)
    entities.create(hiding)
    before = laid_out(hiding, "main.sqlite_schema")
    Apart(hiding)
    assert laid_out(hiding, "main.sqlite_schema") == before
    assert laid_out(hiding, "temp.sqlite_schema") == laid_out(plain, "main.sqlite_schema")
    assert len(before) == len(re.findall(r"^CREATE ", SQL["create"], re.MULTILINE))
    hiding.execute("INSERT INTO ends VALUES (1, 2, 1, 3, 4, 5, 6, x'00', 'x')")
    hiding.execute("INSERT INTO redirects VALUES (1, 2, 3, 4)")
    hiding.execute("DELETE FROM ends")
    counted = "SELECT (SELECT count(*) FROM {0}.end_changes), (SELECT count(*) FROM {0}.marked)"
    assert list(hiding.execute(counted.format("temp"))) == [(2, 2)]
    assert list(hiding.execute(counted.format("main"))) == [(0, 0)]


@pytest.fixture(params=[False, True], ids=["beside others", "alone"])
def world(request, shelf) -> Any:
    """People on a channel, two of whom read less than everything, differently."""
    path = ":memory:" if request.param else shelf.path
    with kenning.open(path, config=steady(Clock())) as session:
        approve(session)
        for number, who in enumerate(PEOPLE):
            session.record(said("hello", who, number))
        for who in ("Bob", "Dora"):
            given = READS.__class__(domain_access=READS.domain_access, privacy_ceiling=LEVELS[who])  # type: ignore[arg-type]
            trust(session, who, "trusted_user", given)
        yield session


def seats(session: Any) -> dict[str, Any]:
    entered = {who: session.enter(f"chat:@{who.lower()}", channel="chat") for who in ("Bob", "Dora")}
    return {**entered, "admin": session}


def walks(seat: Any) -> Any:
    found = seat.subgraph("Carla", Walk(depth=2))
    return sorted((one.type, one.id, *one.also) for one in found.relations), sorted(
        one.entity for one in found.entities
    )


def test_nobody_walks_along_what_another_caller_sees(world) -> None:
    """Each in turn, with relations between the walks, and with redactions after which a graph apart is folded anew."""
    told: dict[str, list[Any]] = {}
    related: dict[str, set[str]] = {who: set() for who in LEVELS}
    order = list(LEVELS.values())
    for number, level in enumerate(["confidential", "restricted", "private", "restricted", "confidential", "private"]):
        event = world.record(said(f"for {level}", "Ann", 100 + number, sensitivity=level))
        claim = world.relate(
            "Carla", ["knows", "likes", "mentors"][number % 3], PEOPLE[number % 2 * 2], evidence=[event.id]
        )
        for who, reach in LEVELS.items():
            if order.index(level) <= order.index(reach):
                related[who].add(claim)
        told.setdefault(level, []).append(event.id)
        for who in ("Bob", "admin", "Dora", "Bob"):
            seen = {one for row in walks(seats(world)[who])[0] for one in row[1:]}
            assert seen >= related[who] if who == "admin" else seen <= related[who], who
            assert not seen & (set().union(*related.values()) - related[who])
    assert [len(walks(seat)[0]) for seat in seats(world).values()] == [2, 4, 6]
    act = world.redact(told["restricted"][0])
    assert [len(walks(seat)[0]) for seat in seats(world).values()] == [1, 3, 5]
    world.lift(act.id)
    assert [len(walks(seat)[0]) for seat in seats(world).values()] == [2, 4, 6]


def test_a_graph_apart_that_is_folded_anew_keeps_nothing_of_before(world) -> None:
    event = world.record(said("for all", "Ann", 100))
    world.relate("Carla", "knows", "Bob", evidence=[event.id])
    seat = seats(world)["Bob"]
    walks(seat)
    (apart,) = world._engine.store._aparts._known.values()
    before = apart.walked
    assert before._serial > 0
    assert before is not world._engine.store._kept
    world.redact(event.id)
    assert walks(seat)[0] == []
    assert apart.walked is not before


marked = st.lists(st.tuples(st.integers(1, 300), st.sampled_from([1, 2, 4, 8])), min_size=1, max_size=20)


@given(st.lists(marked, max_size=4), st.integers(0, 300))
def test_marks_read_the_same_in_a_table_and_sorted(rounds, longest: int) -> None:
    expected: dict[int, int] = {}
    found = kept.UNMARKED
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kept, "TABLE_MAX", longest)
        for some in rounds:
            numbers, marks = np.array(some, np.int64).T
            found = found.more(numbers, marks.astype(np.uint8))
            for number, mark in some:
                expected[number] = expected.get(number, 0) | mark
    asked = np.arange(400)
    assert found.of(asked).tolist() == [expected.get(number, 0) for number in range(400)]
    assert found.together == np.bitwise_or.reduce([0, *expected.values()])
