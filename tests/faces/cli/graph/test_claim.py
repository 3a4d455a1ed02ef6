"""Claims on the command line: made on evidence, ended, withdrawn, listed on both axes of time, side by side."""

import re

import pytest

from tests.faces.conftest import Kenning


def shown(text: str) -> list[str]:
    """Lines without ids and moments, which differ from run to run."""
    return [re.sub(r"  evt_\w+| 20\d\d-[\d-]+ [\d:]+", "", line) for line in text.splitlines()]


@pytest.fixture
def worked(people: Kenning) -> Kenning:
    """Ada Marsh worked at the Mill (#9) and works at the Kiln (#12), of which one is less sure."""
    people("record", "she told me")
    people("relate", "Ada Marsh", "works_at", "The Mill", "--from", "2023-01", "--evidence", "8")
    people("entity", "create", "The Kiln", "--type", "company")
    people("record", "she wrote so")
    said = ["--from", "2024-03-01", "--confidence", "0.8", "--evidence", "11"]
    people("relate", "Ada Marsh", "works_at", "The Kiln", *said)
    return people


# -- claiming ------------------------------------------------------------------------------------------------------------


def test_a_value_is_claimed_and_the_words_are_the_evidence(people):
    assert shown(people("assert", "Bo", "shoe_size", "44").out) == ["claimed  #9  Bo shoe size: 44"]
    assert [line.split("  ")[-1] for line in people("log", "--last", "2").out.splitlines()] == [
        "Bo shoe size 44",
        "Bo shoe size: 44",
    ]


def test_a_relation_is_claimed_on_events_named_by_number(people):
    assert shown(people("relate", "Ada Marsh", "works_at", "The Mill", "--evidence", "1", "--evidence", "4").out) == [
        "claimed  #8  Ada Marsh works at The Mill"
    ]
    found = people("claims", "Ada Marsh", "--json").json[0]
    sequences = {people("show", one["event"], "--json").json["event"]["sequence"] for one in found["evidence"]}
    assert sequences == {1, 4}
    assert sorted(found["names"].values()) == ["Ada Marsh", "The Mill"]


def test_the_same_claim_again_adds_evidence_and_no_twin(people):
    people("relate", "Ada Marsh", "works_at", "The Mill", "--evidence", "1")
    assert shown(people("relate", "Ada Marsh", "works_at", "The Mill", "--evidence", "4").out) == [
        "evidence added  #9  to what was claimed before"
    ]
    assert len(people("claims", "--json").json) == 1
    assert people("claim", "9").out == people("claim", "8").out  # either act leads to the claim


def test_an_act_in_json_is_its_id_and_place(people):
    assert sorted(people("assert", "Bo", "diet", "vegan", "--json").json) == ["id", "sequence"]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        (["assert", "Bo", "works_at", "The Mill"], 2, "kenning relate SUBJECT works_at OBJECT"),
        (["assert", "Bo", "born_on", "spring"], 2, "1990-05-17"),
        (["assert", "Bo", "shoe_size", "{", "--literal"], 2, "is not JSON"),
        (["assert", "Nobody", "diet", "vegan"], 3, "no such entity"),
        (["assert", "Bo", "diet", "vegan", "--evidence", "99"], 3, "#99 is no event"),
        (["assert", "Bo", "diet", "vegan", "--evidence", "2"], 2, "no evidence"),
        (["assert", "Bo", "diet", "vegan", "--confidence", "2"], 2, "--confidence"),
        (["relate", "Bo", "works_at", "Ada Marsh"], 2, "works_at"),
        (["end", "Bo", "diet", "--value", "x", "--object", "Bo"], 2, "--object"),
        (["claims", "Bo", "--object", "Bo"], 2, "SUBJECT"),
    ],
    ids=lambda one: " ".join(one) if isinstance(one, list) else "",
)
def test_a_claim_that_makes_no_sense_is_refused_and_nothing_recorded(people, command, code, said):
    answer = people(*command)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err
    assert len(people("log", "--json").rows) == 7


# -- listing -------------------------------------------------------------------------------------------------------------


def test_claims_are_listed_with_when_how_sure_and_on_how_much(worked):
    assert shown(worked("claims", "Ada Marsh").out) == [
        "#12  Ada Marsh works at The Kiln  from 2024-03-01  76%, 1 event"
    ]
    assert shown(worked("claims", "Ada Marsh", "--all").out) == [
        " #9  Ada Marsh works at The Mill  from 2023-01-01 until 2024-03-01  95%, 1 event  closed",
        "#12  Ada Marsh works at The Kiln  from 2024-03-01  76%, 1 event",
    ]


@pytest.mark.parametrize(
    ("options", "sequences"),
    [
        (["--object", "The Kiln"], [12]),
        (["--object", "The Mill"], []),
        (["--object", "The Mill", "--all"], [9]),
        (["Ada Marsh", "--valid-at", "2023-06-01"], [9]),
        (["Ada Marsh", "--at", "10"], [9]),
        (["Ada Marsh", "--predicate", "works at"], [12]),
        (["Ada Marsh", "--predicate", "knows"], []),
        (["Bo"], []),
    ],
    ids=lambda one: " ".join(map(str, one)),
)
def test_claims_are_narrowed_by(worked, options, sequences):
    found = [
        worked("show", one["id"], "--json").json["event"]["sequence"]
        for one in worked("claims", "--json", *options).json
    ]
    assert found == sequences


def test_nothing_claimed_is_said(people):
    assert people("claims").out == "nothing is claimed\n"


def test_a_claim_shows_its_evidence_and_its_history(worked):
    assert shown(worked("claim", "9").out) == [
        "Ada Marsh works at The Mill  #9  closed",
        "",
        "kind        fact, one value at a time",
        "holds       from 2023-01-01 until 2024-03-01",
        "confidence  95%",
        "ended by    #12",
        "evidence    #8   she told me",
        "            user:manual, believed 95%",
        "history     #9  open  from 2023-01-01  95%",
        "            #12  closed  from 2023-01-01 until 2024-03-01  95%  by #12",
    ]
    shape = worked("claim", "9", "--json").json
    assert (shape["claim"]["state"], [row["state"] for row in shape["history"]]) == ("closed", ["open", "closed"])
    assert worked("claim", "9", "--at", "10", "--json").json["claim"]["state"] == "open"


def test_what_is_no_claim_says_which_rest_on_it(worked):
    answer = worked("claim", "8")
    assert (answer.code, answer.err.splitlines()) == (
        3,
        ["error: claim: #8 is no claim but note.created", "hint:  it is evidence for #9"],
    )


# -- ending and withdrawing ----------------------------------------------------------------------------------------------


def test_what_ended_stays_as_what_once_held(worked):
    assert worked(
        "end", "Ada Marsh", "works_at", "--object", "The Kiln", "--from", "2026-01-01", "--evidence", "8"
    ).out.startswith("ended  #13")
    assert worked("log", "--last", "1").out.endswith("  no longer: Ada Marsh works at The Kiln, from 2026-01-01\n")
    assert worked("claims", "Ada Marsh").out == "nothing is claimed\n"
    assert "until 2026-01-01" in worked("claim", "12").out


def test_what_is_retracted_reopens_what_it_had_closed(worked):
    assert worked("retract", "12", "--because", "I misread it").out.startswith("retracted  #13  evt_")
    assert shown(worked("claims", "Ada Marsh").out) == [
        "#9  Ada Marsh works at The Mill  from 2023-01-01  95%, 1 event"
    ]
    assert worked("log", "--last", "1").out.endswith("  withdrawn: Ada Marsh works at The Kiln\n")
    assert "because: I misread it" in worked("show", "13").out
    assert worked("retract", "12").code == 4


def test_what_is_superseded_never_held(worked):
    assert worked("supersede", "12").out.startswith("superseded  #13  evt_")
    assert worked("log", "--last", "1").out.endswith("  replaced: Ada Marsh works at The Kiln\n")


# -- contradictions ------------------------------------------------------------------------------------------------------


def test_contradictions_stand_side_by_side_with_the_one_to_believe(worked):
    assert worked("contradictions").out == "nothing contradicts\n"
    said = worked("relate", "Ada Marsh", "works_at", "The Mill", "--from", "2024-03-01", "--evidence", "8")
    assert said.err == "it contradicts another; kenning contradictions shows them\n"
    answer = worked("contradictions", "Ada Marsh")
    assert (answer.code, shown(answer.out)[:2]) == (
        1,
        [
            "▸ #13  Ada Marsh works at The Mill  from 2024-03-01  95%, 1 event",
            "  #12  Ada Marsh works at The Kiln  from 2024-03-01  76%, 1 event",
        ],
    )
    assert answer.out.splitlines()[2].startswith("  believe the marked one: ")
    assert [len(one["claims"]) for one in worked("contradictions", "--json").json] == [2]


def test_the_word_of_a_guest_stands_beside_and_closes_nothing(worked):
    """What Bo, who is untrusted, says of her is shown, and not believed before what the operator said."""
    worked("entity", "create", "The Forge", "--type", "company")
    worked("relate", "Ada Marsh", "works_at", "The Forge", "--from", "2025-01-01", "--evidence", "4")
    answer = worked("contradictions")
    assert answer.out.splitlines()[0].startswith("▸ #12  Ada Marsh works at The Kiln")
    assert "more trusted source" in answer.out


def test_a_relation_is_about_both_its_ends_however_it_was_said(people):
    """`member_of` stands written as its inverse, and is found from either end, by either name."""
    people("relate", "Ada Marsh", "member_of", "The Mill")
    lists = [["Ada Marsh"], ["The Mill"], ["--object", "The Mill"], ["Bo"]]
    assert [len(people("claims", "--json", *one).json) for one in lists] == [1, 1, 1, 0]
    for name in ("member_of", "has_member"):
        assert len(people("claims", "Ada Marsh", "--predicate", name, "--json").json) == 1
