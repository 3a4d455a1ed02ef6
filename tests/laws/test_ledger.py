"""What holds of claims whatever was asserted, ended, retracted and superseded, in whatever order, by whomever."""

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from kenning.model.statement import Claim, ClaimAct, ClaimRow, Evidence, Ledger, Statement, Support
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
from kenning.rules.knowledge.acts import alone

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


# -- a plain model: slow, without state, and close to how the rules are worded --------------------------------------------


def start_of(act: ClaimAct) -> int:
    said = act.statement
    if said.lasting:
        return EVER
    if act.valid_from is not None:
        return act.valid_from
    if said.kind == "event":
        return EVER if act.valid_to is None else act.valid_to
    spoken = act.recorded if said.kind == "preference" and act.occurred is None else act.occurred
    late = spoken is not None and act.valid_to is not None and spoken >= act.valid_to
    return EVER if spoken is None or late else spoken


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
        speaks = which == key(act.statement) or not (which.object or which.value)
        if speaks and end.rank >= act.rank and (moment, end.sequence) > (low[0], act.sequence):
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
        known = [start_of(act) for act in members if act.rank == rank and start_of(act) != EVER]
        begins = min(known, default=None)
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


class Picks:
    """Choices read off one number, since hypothesis draws one number faster than twenty choices. Small is simple."""

    def __init__(self, number: int) -> None:
        self.number = number

    def of(self, *options: Any) -> Any:
        self.number, place = divmod(self.number, len(options))
        return options[place]


def act_of(number: int, before: Sequence[ClaimAct], shape: Mapping[str, Any]) -> ClaimAct:
    """One more act on one subject and one predicate: few values and few times, so that they meet."""
    pick = Picks(number)
    sequence = len(before) + 1
    deeds = ["asserts"] * 6 + (["ends"] if shape.get("kind") != "event" else [])
    deed = pick.of(*deeds, *(["retracts", "retracts", "supersedes"] if before else []))
    withdraws = deed in ("retracts", "supersedes")
    value = pick.of(*(["tea", "mate", "milk"] if shape.get("single") else ["tea"]))
    whatever = deed == "ends" and shape.get("single") and pick.of(False, True)
    rank = pick.of(1, 1, 2, 3)
    moments = [pick.of(None, *range(10)) for _ in range(3)]
    begins, over = sorted(moments[:2], key=lambda one: -1 if one is None else one)
    pieces = [
        Evidence(
            event=f"note_{note}",
            source=f"source_{note % 2}",
            confidence=pick.of(1.0, 0.8, 0.3),
            belief=pick.of(0.5, 0.9),
            derived=pick.of(False, False, False, True),
        )
        for note in (pick.of(1, 2, 3, 4), pick.of(1, 2, 3, 4))
    ]
    return ClaimAct(
        event=f"evt_{sequence:02}",
        sequence=sequence,
        recorded=sequence,
        deed=deed,
        statement=Statement(subject="ann", predicate="p", value=None if whatever else value, **shape),
        asserter=pick.of("ann", "bob", "cyd"),
        rank=rank,
        entitled=pick.of(False, False, True),
        valid_from=begins,
        valid_to=over if deed == "asserts" else None,
        occurred=moments[2],
        evidence=[] if withdraws else pieces[: pick.of(1, 2)],
        targets=sorted({pick.of(*before).event for _ in range(pick.of(1, 2, 3))}) if withdraws else [],
    )


def logs(shapes: Sequence[str] = tuple(SHAPES)) -> st.SearchStrategy[list[ClaimAct]]:
    """Logs of acts that meet."""

    def log(name: str, numbers: Sequence[int]) -> list[ClaimAct]:
        acts: list[ClaimAct] = []
        for number in numbers:
            acts.append(act_of(number, acts, SHAPES[name]))
        return acts

    return st.builds(log, st.sampled_from(shapes), st.lists(st.integers(0, 1 << 60), min_size=1, max_size=12))


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


def act_at(number: int, value: str, start: int | None = 0, **fields: Any) -> ClaimAct:
    """An assertion at a place in the log, of one of several values, from a start on."""
    statement = Statement(subject="ann", predicate="p", value=value, single=True)
    return structs.replace(
        said([], statement=statement, valid_from=start, **fields),
        event=f"evt_{number + 1:02}",
        sequence=number + 1,
    )


# -- the laws ------------------------------------------------------------------------------------------------------------


@example(
    [act_at(number, value, start) for number, (value, start) in enumerate(zip("vwvwv", (1, 1, 2, 2, 3), strict=True))]
)
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


@example([act_at(0, "milk"), act_at(1, "mate", None, valid_to=0), act_at(2, "tea", 0)])
@given(logs())
def test_a_history_taken_further_act_by_act_is_the_history_of_all(acts):
    rows: dict[tuple[str, int], ClaimRow] = {}
    support: dict[tuple[str, int], Support] = {}
    for at in range(1, len(acts) + 1):
        written = Ledger(rows=list(rows.values()), support=list(support.values()))
        change = advanced(written, acts[:at])
        assert all(at in (row.since, row.until) for row in change.rows)
        assert all(at in (line.since, line.until) for line in change.support)
        rows.update(((row.id, row.since), row) for row in change.rows)
        support.update(((line.act, line.since), line) for line in change.support)
    whole = ledger(acts)
    assert sorted(rows.values(), key=lambda row: (row.since, row.id)) == whole.rows
    assert sorted(support.values(), key=lambda line: (line.since, line.act)) == whole.support


@given(logs(), logs())
def test_acts_on_another_subject_or_predicate_change_nothing(acts, others):
    moved = [
        structs.replace(
            act,
            event=f"evt_other_{act.event}",
            sequence=act.sequence + 100,
            targets=[f"evt_other_{target}" for target in act.targets],
            statement=structs.replace(act.statement, subject="bob", predicate="q") if act.sequence % 2 else
            structs.replace(act.statement, predicate="q"),
        )
        for act in others
    ]  # fmt: skip
    whole = ledger([*acts, *moved])
    alone = ledger(acts)
    assert [row for row in whole.rows if key(row.statement)[1:3] == ("ann", "p")] == alone.rows
    assert [line for line in whole.support if not line.act.startswith("evt_other_")] == alone.support


@given(logs(), st.lists(st.integers(0, 1 << 60), max_size=8))
def test_what_is_less_trusted_moves_nothing_of_what_is_more_trusted(acts, numbers):
    """It adds its evidence, or stands beside; of the more trusted claim at most the confidence grows."""
    shape = next(shape for shape in SHAPES.values() if Statement(subject="ann", predicate="p", value=None, **shape)
                 == structs.replace(acts[0].statement, value=None))  # fmt: skip
    more = list(acts)
    for number in numbers:
        more.append(structs.replace(act_of(number, more, shape), rank=0, asserter="eve", entitled=False))
    before = claims(ledger(acts))
    after = [claim for claim in claims(ledger(more)) if claim.rank > 0]
    spans = [
        [(one.id, one.statement, one.state, one.valid_from, one.valid_to, one.because, one.rank) for one in read]
        for read in (before, after)
    ]
    assert spans[0] == spans[1]
    assert all(one.confidence <= other.confidence for one, other in zip(before, after, strict=True))


@given(logs(), st.sampled_from(["tea", "mate"]), st.one_of(st.none(), st.integers(0, 9)), st.integers(1, 3))
def test_asserting_and_retracting_leaves_what_was_before(acts, value, begins, rank):
    statement = structs.replace(acts[0].statement, value=value)
    one = said(acts, statement=statement, valid_from=begins, occurred=begins, rank=rank)
    back = said([*acts, one], deed="retracts", statement=statement, evidence=[], targets=[one.event])
    written = ledger([*acts, one, back])
    assert shown(claims(written)) == shown(claims(ledger(acts)))
    assert [claim.state for claim in claims(written) if claim.id == one.event] == ["retracted"]


@given(logs())
def test_superseding_everything_and_taking_it_back_leaves_what_was_before(acts):
    all_of_it = [act.event for act in acts]
    over = said(acts, deed="supersedes", rank=9, evidence=[], targets=all_of_it)
    back = said([*acts, over], deed="retracts", evidence=[], targets=[over.event])
    assert shown(claims(ledger([*acts, over]))) == []
    read = [[structs.replace(one, since=0) for one in claims(ledger(log))] for log in (acts, [*acts, over, back])]
    assert read[0] == read[1]


@given(logs(), st.data())
def test_what_is_erased_was_never_there(acts, data):
    """Of the erased event nothing is left in any row, and the rest reads as it would have without it."""
    named = [act.event for act in acts] + ["note_1", "note_2"]
    erased = data.draw(st.sampled_from(named))
    left = without(acts, {erased})
    assert erased not in str(ledger(left))
    assert without(left, {erased}) == left
    for at in range(len(acts) + 1):
        assert shown(claims(ledger(left), at)) == plain([act for act in left if act.sequence <= at])


@given(logs(shapes=["many", "likes", "event"]))
def test_what_has_many_values_closes_nothing(acts):
    """Only its own word, or somebody's that it ended, closes it."""
    quiet = [act for act in acts if act.deed != "ends" and act.valid_to is None]
    assert {claim.state for claim in claims(ledger(quiet)) if claim.held} <= {"open"}


@given(logs(shapes=["event"]))
def test_an_event_stays_open_unless_it_is_withdrawn(acts):
    assert {claim.state for claim in claims(ledger(acts)) if claim.held} <= {"open"}


@given(logs(shapes=["single", "preference"]), st.permutations(range(12)))
def test_equally_trusted_claims_that_begin_one_after_another_never_hold_at_once(acts, starts):
    placed = [
        structs.replace(act, rank=1, valid_from=start, valid_to=None) for act, start in zip(acts, starts, strict=False)
    ]
    read = claims(ledger(placed))
    for moment in range(13):
        assert len({key(claim.statement) for claim in read if holds(claim, moment)}) <= 1
        assert contradictions(read, moment) == []


@given(logs(shapes=SINGLE), st.integers(-1, 10))
def test_values_that_hold_at_once_are_shown_as_a_contradiction(acts, moment):
    read = claims(ledger(acts))
    holding = [claim for claim in read if holds(claim, moment)]
    found = [one for one in contradictions(read, moment) if len(one.claims) > 1]
    several = len({key(claim.statement) for claim in holding}) > 1
    assert [sorted(claim.id for claim in one.claims) for one in found] == (
        [sorted(claim.id for claim in holding)] if several else []
    )
    for one in found:
        ranks = [claim.rank for claim in one.claims]
        assert ranks == sorted(ranks, reverse=True)
        assert one.recommendation in (None, one.claims[0].id)


@given(logs())
def test_recalled_text_adds_nothing(acts):
    statement = structs.replace(acts[0].statement, value="mate")
    echo = said(acts, statement=statement, rank=9, evidence=[Evidence(event="note_9", source="dan", derived=True)])
    assert ledger([*acts, echo]) == ledger(acts)


@given(logs())
def test_joining_what_nothing_was_merged_with_changes_nothing(acts):
    read = claims(ledger(acts))
    assert joined(read, {}) == read


@given(logs(shapes=SINGLE), logs(shapes=SINGLE))
def test_merged_entities_close_nothing_of_each_other(acts, others):
    """Every open claim of either reads on, by itself or within its twin, with all its evidence."""
    moved = [
        structs.replace(
            act, event=f"evt_b{act.event}", sequence=act.sequence + 100, targets=[f"evt_b{one}" for one in act.targets],
            statement=structs.replace(acts[0].statement, subject="bob", value=act.statement.value or "tea"),
        )
        for act in others
    ]  # fmt: skip
    read = claims(ledger([*acts, *moved]))
    together = joined(read, {"bob": "ann"})
    assert {claim.statement.subject for claim in together} <= {"ann"}
    for claim in read:
        twin = next(one for one in together if claim.id in (one.id, *one.also))
        assert {one.event for one in claim.evidence} <= {one.event for one in twin.evidence}
        assert twin.confidence >= claim.confidence
        if claim.state == "open" and claim.rank == twin.rank:
            assert twin.state == "open"
    assert joined(list(reversed(read)), {"bob": "ann"}) == together


PIECES = st.builds(
    Evidence,
    event=st.sampled_from([f"note_{number}" for number in range(8)]),
    source=st.just(""),
    confidence=st.floats(0, 1),
    belief=st.floats(0, 1),
    derived=st.booleans(),
).map(lambda one: structs.replace(one, source=f"source_{int(one.event[-1]) % 3}"))


@given(st.lists(PIECES, max_size=12), PIECES, st.randoms())
def test_confidence_lies_between_0_and_1_grows_with_evidence_and_knows_no_order(evidence, one, dice):
    sure = confidence(evidence)
    assert 0 <= sure <= confidence([*evidence, one]) <= 1
    assert confidence([*evidence, *evidence]) == sure
    shuffled = list(evidence)
    dice.shuffle(shuffled)
    assert confidence(shuffled) == sure


@given(st.lists(PIECES, max_size=12))
def test_one_source_gives_no_more_than_it_is_believed(evidence):
    own = [structs.replace(one, source="ann", belief=0.4) for one in evidence]
    assert confidence(own) <= 0.4


# -- relations from either end -------------------------------------------------------------------------------------------

PEOPLE = ["ann", "bob", "cyd", "dee"]


def turned(statement: Statement) -> Statement:
    """The same, said from the other end."""
    return Statement(
        subject=statement.object or "",
        predicate=statement.predicate if statement.symmetric else statement.inverse or "",
        object=statement.subject,
        symmetric=statement.symmetric,
        single=statement.single if statement.symmetric else statement.inverse_single,
        inverse=None if statement.symmetric else statement.predicate,
        inverse_single=statement.single,
    )


@st.composite
def relations(draw: st.DrawFn) -> list[ClaimAct]:
    """Acts on relations among four people: siblings, spouses, parents, employers."""
    shape: dict[str, Any] = draw(
        st.sampled_from(
            [
                {"predicate": "sibling_of", "symmetric": True},
                {"predicate": "married_to", "symmetric": True, "single": True},
                {"predicate": "parent_of", "inverse": "child_of"},
                {"predicate": "works_for", "inverse": "employs", "single": True},
                {"predicate": "owner_of", "inverse": "owned_by", "single": True, "inverse_single": True},
            ]
        )
    )
    acts: list[ClaimAct] = []
    for _ in range(draw(st.integers(1, 8))):
        subject, other = draw(st.permutations(PEOPLE))[:2]
        statement = Statement(subject=subject, object=other, **shape)
        evidence = [Evidence(event=f"note_{len(acts)}", source="dan", confidence=0.5)]
        acts.append(said(acts, statement=statement, occurred=draw(st.integers(0, 9)), evidence=evidence))
    return acts


@given(relations(), st.lists(st.booleans(), min_size=8, max_size=8))
def test_from_whichever_end_a_relation_is_told_it_is_one_claim(acts, flips):
    other = [
        structs.replace(act, statement=turned(act.statement)) if flip else act
        for act, flip in zip(acts, flips, strict=False)
    ]
    both = [
        [structs.replace(claim, statement=acts[0].statement) for claim in claims(ledger(one))] for one in (acts, other)
    ]
    assert both[0] == both[1]


@given(relations())
def test_a_claim_reads_the_same_from_its_groups_alone(acts):
    whole = claims(ledger(acts))
    for claim in whole:
        names = set(groups(claim.statement))
        own = [act for act in acts if names & set(groups(act.statement))]
        assert [one for one in claims(ledger(own)) if key(one.statement) == key(claim.statement)] == [
            one for one in whole if key(one.statement) == key(claim.statement)
        ]


@pytest.mark.parametrize("length", [1, 30])
def test_a_long_log_reads_as_the_plain_model_says(length):
    """Longer than hypothesis draws: runs, backdated acts and many ranks at once, the same every time."""
    dice = random.Random(length)
    acts: list[ClaimAct] = []
    for _ in range(length):
        statement = Statement(subject="ann", predicate="p", value=dice.choice("uvw"), single=True)
        at = dice.choice([None, dice.randrange(40)])
        evidence = [Evidence(event=f"note_{len(acts)}", source=dice.choice("xyz"), confidence=0.5)]
        acts.append(said(acts, statement=statement, rank=dice.choice([1, 2, 3]), occurred=at, evidence=evidence))
    written = ledger(acts)
    for at in range(length + 1):
        assert shown(claims(written, at)) == plain(acts[:at])


@given(logs())
def test_the_first_act_on_a_claim_reads_alone_as_its_history_says(acts):
    first = alone(acts[0])
    assert first is None or first == ledger(acts[:1])
