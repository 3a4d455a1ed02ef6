"""What holds of claims whatever was asserted, ended, retracted and superseded, in whatever order, by whomever."""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.statement import Claim, ClaimAct, Evidence, Ledger, Statement
from kenning.rules.knowledge import (
    advanced,
    claims,
    confidence,
    contradictions,
    groups,
    holds,
    joined,
    key,
    ledger,
    without,
)

EVER, FOREVER = -1_000, 1_000
SHAPES: dict[str, dict[str, Any]] = {
    "single": {"single": True},
    "many": {},
    "preference": {"kind": "preference", "single": True},
    "likes": {"kind": "preference"},
    "event": {"kind": "event"},
    "lasting": {"single": True, "lasting": True},
}
SINGLE = ["single", "preference", "lasting"]
ASSERTERS = ["ann", "bob", "cyd"]


# -- a plain model: slow, without state, and close to how the rules are worded --------------------------------------------


def start_of(act: ClaimAct) -> int:
    said = act.statement
    if said.lasting:
        return EVER
    if act.valid_from is not None:
        return act.valid_from
    spoken = act.recorded if said.kind == "preference" and act.occurred is None else act.occurred
    late = spoken is not None and act.valid_to is not None and spoken >= act.valid_to
    return EVER if said.kind == "event" or spoken is None or late else spoken


def low_of(act: ClaimAct) -> tuple[int, int]:
    start = start_of(act)
    return start, act.sequence if act.statement.kind == "preference" and start != EVER else 0


def stop_of(act: ClaimAct) -> int:
    if act.valid_to is not None:
        return max(act.valid_to, start_of(act) + 1)
    return start_of(act) + 1 if act.statement.kind == "event" else FOREVER


def up_of(act: ClaimAct, asserted: Sequence[ClaimAct], ends: Sequence[ClaimAct]) -> tuple[int, int]:
    """Where one assertion stops holding, by going through everything."""
    low, found = low_of(act), [(stop_of(act), 0)]
    if act.statement.kind == "event":
        return found[0]
    for other in asserted:
        if other.rank < act.rank:
            continue
        same = key(other.statement) == key(act.statement)
        if same and stop_of(act) == FOREVER and (stop_of(other), 0) > low:
            found.append((stop_of(other), 0))
        if not same and act.statement.single and low_of(other) > low:
            found.append(low_of(other))
    for end in ends:
        which = key(end.statement)
        moment = next(one for one in (end.valid_from, end.occurred, end.recorded) if one is not None)
        if end.rank >= act.rank and (which == key(act.statement) or not (which.object or which.value)):
            if (moment, end.sequence) > (low[0], act.sequence):
                found.append((moment, end.sequence))
    return min(found)


def standing(acts: Sequence[ClaimAct]) -> tuple[list[ClaimAct], list[ClaimAct], dict[str, str]]:
    """The assertions and ends that stand, and how those read that do not."""
    by_event = {act.event: act for act in acts}
    gone: dict[str, str] = {}
    retracting = [act for act in acts if act.deed == "retracts"]
    done = {
        (target, act.sequence)
        for act in retracting
        for target in act.targets
        if target in by_event and (act.entitled or act.asserter == by_event[target].asserter)
    }
    superseding = [act for act in acts if act.deed == "supersedes" and act.event not in {target for target, _ in done}]
    withdrawing = [(sequence, target, "retracted") for target, sequence in done]
    withdrawing += [
        (act.sequence, target, "superseded")
        for act in superseding
        for target in act.targets
        if target in by_event and by_event[target].deed == "asserts" and by_event[target].rank <= act.rank
    ]
    for _, target, state in sorted(withdrawing):
        gone.setdefault(target, state)
    left = [act for act in acts if act.event not in gone]
    return [act for act in left if act.deed == "asserts"], [act for act in left if act.deed == "ends"], gone


Read = tuple[str, str, str, int | None, int | None, int, float, frozenset[str], tuple[str, ...]]


def plain(acts: Iterable[ClaimAct]) -> list[Read]:
    """How the claims of one group read, from scratch."""
    counting = [
        act
        for act in sorted(acts, key=lambda act: act.sequence)
        if act.deed in ("retracts", "supersedes") or any(not one.derived for one in act.evidence)
    ]
    asserted, ends, _ = standing(counting)
    span = {act.event: (low_of(act), up_of(act, asserted, ends)) for act in asserted}
    made: list[list[ClaimAct]] = []
    cores: list[tuple[int, tuple[int, int], tuple[int, int]]] = []
    for act in sorted(asserted, key=lambda act: (-act.rank, low_of(act), act.sequence)):
        low, up = span[act.event]
        meeting = [
            number
            for number, (rank, first, last) in enumerate(cores)
            if key(made[number][0].statement) == key(act.statement) and low < last and first < up
        ]
        higher = [number for number in meeting if cores[number][0] > act.rank]
        if higher:
            made[higher[0]].append(act)
        elif meeting:
            rank, first, last = cores[meeting[-1]]
            made[meeting[-1]].append(act)
            cores[meeting[-1]] = rank, first, max(last, up)
        else:
            made.append([act])
            cores.append((act.rank, low, up))
    found = []
    for members, (rank, first, last) in zip(made, cores, strict=True):
        said = members[0].statement
        event = said.kind == "event"
        begins = None if first[0] == EVER else first[0]
        over = None if last[0] == FOREVER or (event and last[0] == first[0] + 1) else last[0]
        rivals = {low_of(act) for act in asserted if said.single and key(act.statement) != key(said)}
        ended = "superseded" if said.kind == "preference" and last in rivals else "closed"
        denied = tuple(
            end.event
            for end in ends
            if not event and end.rank < rank and key(end.statement)[3:5] in (key(said)[3:5], ("", ""))
            if first
            < (next(m for m in (end.valid_from, end.occurred, end.recorded) if m is not None), end.sequence)
            < last
        )
        name = min(members, key=lambda act: act.sequence).event
        sure = confidence(one for act in members for one in act.evidence)
        state = "open" if over is None or event else ended
        events = frozenset(one.event for act in members for one in act.evidence if not one.derived)
        found.append((name, key(said).value, state, begins, over, rank, sure, events, denied))
    return sorted(found, key=lambda one: one[0])


def shown(read: Iterable[Claim]) -> list[Read]:
    """Claims that held, in the form of the plain model."""
    return [
        (
            claim.id,
            key(claim.statement).value,
            claim.state,
            claim.valid_from,
            claim.valid_to,
            claim.rank,
            claim.confidence,
            frozenset(one.event for one in claim.evidence),
            tuple(claim.denied),
        )
        for claim in read
        if claim.held
    ]


# -- logs of acts --------------------------------------------------------------------------------------------------------


@st.composite
def logs(draw: st.DrawFn, shapes: Sequence[str] = tuple(SHAPES), least: int = 1) -> list[ClaimAct]:
    """A log of acts on one subject and one predicate, few values and few times, so that they meet."""
    shape = SHAPES[draw(st.sampled_from(shapes))]
    values = ["tea", "mate", "milk"] if shape.get("single") else ["tea"]
    length = draw(st.integers(least, 12))
    acts: list[ClaimAct] = []
    for sequence in range(1, length + 1):
        deeds = ["asserts"] * 6 + (["ends"] if shape.get("kind") != "event" else [])
        deeds += ["retracts", "retracts", "supersedes"] if acts else []
        deed = draw(st.sampled_from(deeds))
        times = sorted(draw(st.lists(st.integers(0, 9), min_size=2, max_size=2)))
        begins, over = (one if draw(st.booleans()) else None for one in times)
        targets: list[str] = []
        if deed in ("retracts", "supersedes"):
            targets = sorted(set(draw(st.lists(st.sampled_from([act.event for act in acts]), min_size=1, max_size=3))))
        value = draw(st.sampled_from(values))
        whatever = deed == "ends" and shape.get("single") and draw(st.booleans())
        evidence = draw(
            st.lists(
                st.builds(
                    Evidence,
                    event=st.sampled_from(["note_1", "note_2", "note_3", "note_4"]),
                    source=st.sampled_from(["ann", "bob"]),
                    confidence=st.sampled_from([0.3, 0.8, 1.0]),
                    belief=st.sampled_from([0.5, 0.9]),
                    derived=st.sampled_from([False, False, False, True]),
                ),
                min_size=1,
                max_size=2,
            )
        )
        acts.append(
            ClaimAct(
                event=f"evt_{sequence:02}",
                sequence=sequence,
                recorded=sequence,
                deed=deed,
                statement=Statement(subject="ann", predicate="p", value=None if whatever else value, **shape),
                asserter=draw(st.sampled_from(ASSERTERS)),
                rank=draw(st.sampled_from([1, 1, 2, 3])),
                entitled=draw(st.sampled_from([False, False, True])),
                valid_from=begins,
                valid_to=over if deed == "asserts" else None,
                occurred=draw(st.one_of(st.none(), st.integers(0, 9))),
                evidence=[] if targets else evidence,
                targets=targets,
            )
        )
    return acts


def said(acts: Sequence[ClaimAct], **fields: Any) -> ClaimAct:
    """One more assertion behind a log."""
    sequence = len(acts) + 1
    found: dict[str, Any] = {
        "event": f"evt_{sequence:02}",
        "sequence": sequence,
        "recorded": sequence,
        "deed": "asserts",
        "asserter": "dan",
        "statement": acts[0].statement if acts else Statement(subject="ann", predicate="p", value="tea"),
        "evidence": [Evidence(event="note_new", source="dan")],
    }
    return ClaimAct(**(found | fields))


# -- the laws ------------------------------------------------------------------------------------------------------------


@given(logs())
def test_the_history_is_at_every_sequence_what_the_plain_model_reads_from_the_acts_so_far(acts):
    """The plain model has no memory: so nothing that was withdrawn leaves anything behind."""
    written = ledger(acts)
    for at in range(len(acts) + 1):
        assert shown(claims(written, at)) == plain(acts[:at]), f"as of {at}"


@given(logs())
def test_the_history_of_a_beginning_is_the_history_as_of_its_end(acts):
    written = ledger(acts)
    for at in range(len(acts) + 1):
        before = ledger(acts[:at])
        assert claims(before) == [structs.replace(claim, until=None) for claim in claims(written, at)]


@given(logs(), st.randoms())
def test_acts_are_ordered_by_sequence_and_not_by_arrival(acts, dice):
    shuffled = list(acts)
    dice.shuffle(shuffled)
    assert ledger(shuffled) == ledger(acts)


@given(logs())
def test_a_history_taken_further_act_by_act_is_the_history_of_all(acts):
    rows, support = {}, {}
    for at in range(1, len(acts) + 1):
        written = Ledger(rows=list(rows.values()), support=list(support.values()))
        change = advanced(written, acts[:at])
        assert all(at in (line.since, line.until) for line in (*change.rows, *change.support))
        rows.update(((row.id, row.since), row) for row in change.rows)
        support.update(((line.act, line.since), line) for line in change.support)
    whole = ledger(acts)
    assert sorted(rows.values(), key=lambda row: (row.since, row.id)) == whole.rows
    assert sorted(support.values(), key=lambda line: (line.since, line.act)) == whole.support
