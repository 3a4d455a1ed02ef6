"""How claims read; the cases are in tests/cases/knowledge, readable without Python (begin with 00_how_to_read.json)."""

import json
from pathlib import Path
from typing import Any

import pytest

from kenning.errors import InvalidError
from kenning.model.statement import Claim, ClaimAct, Contradiction, Deed, Evidence, Ledger, Statement, Validity
from kenning.model.time import rfc3339
from kenning.rules.knowledge import (
    BELIEFS,
    belief,
    check,
    claims,
    contradictions,
    groups,
    joined,
    ledger,
    moments,
    open_at,
    without,
)

FILES = sorted((Path(__file__).resolve().parents[1] / "cases" / "knowledge").glob("*.json"))
CASES = [
    pytest.param(case, json.loads(path.read_bytes()).get("predicates", {}), id=f"{path.stem}-{number:02}")
    for path in FILES
    for number, case in enumerate(json.loads(path.read_bytes())["cases"], 1)
]
DEEDS: tuple[Deed, ...] = ("asserts", "ends", "retracts", "supersedes")
LATER = 1_900_000_000_000_000  # when acts are recorded of which a case says nothing: long after anything happened


def micros(day: str | None) -> int | None:
    """The moment a day of a case begins, in UTC."""
    return None if day is None else moments(Validity(valid_from=day))[0]


def statement(told: list[Any], predicates: dict[str, Any], topic: str | None) -> Statement:
    """Subject, predicate and object; what begins with @ is an entity."""
    subject, predicate, *rest = told
    fields: dict[str, Any] = {"topic": topic, **predicates.get(predicate, {"implicit": True})}
    if rest and isinstance(rest[0], str) and rest[0].startswith("@"):
        fields["object"] = rest[0][1:]
    elif rest:
        fields["value"] = rest[0]
    return Statement(subject=subject, predicate=predicate, **fields)


def act(sequence: int, line: dict[str, Any], log: list[ClaimAct], predicates: dict[str, Any]) -> ClaimAct:
    """The act that a line of a case's log stands for."""
    deed = next(one for one in DEEDS if one in line)
    asserter = line.get("by", "ann")
    evidence = [
        Evidence(**{"source": asserter, **({"event": one} if isinstance(one, str) else one)})
        for one in line.get("evidence", [f"note_of_{line['id']}"])
    ]
    withdraws = deed in ("retracts", "supersedes")
    targets = line[deed] if withdraws else []
    about = next((one.statement for one in log if one.event in targets), None)
    return ClaimAct(
        event=line["id"],
        sequence=sequence,
        recorded=LATER + sequence,
        deed=deed,
        statement=about if about is not None else statement(line[deed], predicates, line.get("topic")),
        asserter=asserter,
        rank=line.get("rank", 2),
        entitled=line.get("entitled", False),
        valid_from=micros(line.get("from")),
        valid_to=micros(line.get("to")),
        occurred=micros(line.get("said")),
        evidence=[] if withdraws else evidence,
        targets=targets,
    )


def day(moment: int) -> str:
    """A moment as the cases write it: a day, or the time too where it is not midnight."""
    text = rfc3339(moment)
    return text.removesuffix("T00:00:00.000000Z") if moment < LATER else "later"


def sentence(claim: Claim) -> str:
    """A claim as the cases write it."""
    said = claim.statement
    told = f"{claim.id}: {said.subject} {said.predicate} {said.object or json.dumps(said.value)} {claim.state}"
    told += "" if claim.valid_from is None else f", from {day(claim.valid_from)}"
    told += "" if claim.valid_to is None else f", to {day(claim.valid_to)}"
    told += "" if claim.because is None else f", because of {claim.because}"
    told += f", denied by {' and '.join(claim.denied)}" if claim.denied else ""
    return told + (f", also {' and '.join(claim.also)}" if claim.also else "")


def side_by_side(one: Contradiction) -> dict[str, Any]:
    """A contradiction as the cases write it."""
    return {
        "claims": [claim.id for claim in one.claims],
        "recommended": one.recommendation,
        "reasons": one.reasons,
    }


def assert_reads(written: Ledger, case: dict[str, Any]) -> None:
    """All that a case expects."""
    last = joined(claims(written), case.get("merged", {}))
    assert [sentence(claim) for claim in last] == case["expect"]
    for at, expected in case.get("expect_as_of", {}).items():
        assert [sentence(claim) for claim in claims(written, int(at))] == expected, f"as of {at}"
    for moment, expected in case.get("expect_holding", {}).items():
        sequence, _, date = moment.rpartition("/")
        found = open_at(written, int(sequence) if sequence else None, micros(date))
        assert [claim.id for claim in found] == expected, f"holding at {moment}"
    for name, expected in case.get("evidence", {}).items():
        assert [one.event for claim in last if claim.id == name for one in claim.evidence] == expected
    for name, expected in case.get("confidence", {}).items():
        assert [claim.confidence for claim in last if claim.id == name] == [expected]
    found_beside = [side_by_side(one) for one in contradictions(last, micros(case.get("contradictions_at")))]
    assert found_beside == case.get("contradictions", [])


@pytest.mark.parametrize(("case", "predicates"), CASES)
def test_case(case, predicates):
    log: list[ClaimAct] = []
    for sequence, line in enumerate(case["log"], 1):
        one = act(sequence, line, log, predicates)
        check(one)
        log.append(one)
    assert_reads(ledger(without(log, case.get("erased", []))), case)


def test_there_are_enough_cases():
    assert len(CASES) >= 40


# -- what is refused -----------------------------------------------------------------------------------------------------

NOTE = [Evidence(event="note_1", source="ann")]
TEA = Statement(subject="ann", predicate="drinks", value="tea")


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"evidence": []}, "evidence"),
        ({"statement": Statement(subject="ann", predicate="drinks")}, "object"),
        ({"statement": Statement(subject="ann", predicate="drinks", object="tea", value="tea")}, "value"),
        ({"statement": Statement(subject="ann", predicate="knows", value="bob", symmetric=True)}, "object"),
        ({"valid_from": 2, "valid_to": 1}, "validTo"),
        ({"targets": ["evt_0"]}, "targets"),
        ({"deed": "retracts"}, "targets"),
        ({"deed": "supersedes"}, "targets"),
        ({"deed": "ends", "valid_to": 1}, "validTo"),
        ({"deed": "ends", "statement": Statement(subject="ann", predicate="drinks")}, "object"),
        ({"deed": "ends", "statement": Statement(subject="ann", predicate="met", value="bob", kind="event")}, "deed"),
    ],
)
def test_an_act_that_says_nothing_clear_is_refused(fields, path):
    given: dict[str, Any] = {"deed": "asserts", "statement": TEA, "asserter": "ann", "evidence": NOTE}
    with pytest.raises(InvalidError) as refused:
        check(ClaimAct(**(given | fields)))
    assert refused.value.details["path"] == path


@pytest.mark.parametrize("deed", ["asserts", "ends"])
def test_a_clear_act_passes(deed):
    check(ClaimAct(deed=deed, statement=TEA, asserter="ann", evidence=NOTE))


def test_a_time_that_is_none_is_refused():
    with pytest.raises(InvalidError, match="is not a date"):
        moments(Validity(valid_from="last summer"))


def test_times_are_taken_in_their_zone():
    assert moments(Validity(valid_from="1970-01", time_zone="Asia/Tokyo", valid_to="1970-01-01T00:00:00Z")) == (
        -9 * 3_600_000_000,
        0,
    )


# -- what belongs together -----------------------------------------------------------------------------------------------


def test_many_valued_claims_are_looked_at_one_by_one_and_single_valued_ones_together():
    likes = [Statement(subject="ann", predicate="likes", value=value) for value in ("tea", "mate")]
    works = [Statement(subject="ann", predicate="works_at", object=place, single=True) for place in ("mill", "bank")]
    assert groups(likes[0]) != groups(likes[1])
    assert groups(works[0]) == groups(works[1])
    assert len(groups(Statement(subject="ann", predicate="p", object="bob", single=True, symmetric=True))) == 2


def test_preferences_of_different_topics_are_no_rivals():
    first, second = (
        Statement(subject="ann", predicate="prefers", value="short", topic=topic, kind="preference", single=True)
        for topic in ("answers", "hair")
    )
    assert groups(first) != groups(second)


# -- belief --------------------------------------------------------------------------------------------------------------


def test_belief_is_chosen_for_a_source_before_its_sort():
    assert belief("cli:ann", "user") == BELIEFS["user"]
    assert belief("cli:ann", "user", {"user": 0.7}) == 0.7
    assert belief("cli:ann", "user", {"user": 0.7, "cli:ann": 0.2}) == 0.2
    assert belief("what", "ever") == 0.5
    assert belief("what", "ever", {"what": 7.0}) == 1.0


def test_who_is_asked_directly_is_believed_most():
    """The order of the table, which is an order of reasoning: nearer to the person is better."""
    assert sorted(BELIEFS, key=lambda sort: -BELIEFS[sort]) == ["user", "record", "import", "pattern", "model"]
