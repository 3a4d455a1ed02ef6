"""Claims rest on evidence: two axes of time, contradictions side by side, and nothing closed but by what may close it."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

import kenning
from kenning.store.graph.entities import SqliteGraph
from tests.graph import reading
from tests.graph.reading import message, note

CASES = msgspec.json.decode((Path(__file__).parents[1] / "cases/graph_product/claims.json").read_bytes())["cases"]


@pytest.fixture
def people(session):
    for name, kind in (
        ("Orion Vask", "Person"),
        ("Pauline Ogg", "Person"),
        ("Arc Labs", "company"),
        ("Beta Works", "company"),
        ("Ghent Works", "company"),
        ("Ghent", "city"),
    ):
        session.create_entity(name, kind)
    return session


def shown(session, subject="Orion Vask", **asked):
    """Claims as the cases write them: predicate, value or the object's name, and the state."""
    names = {one.id: one.canonical_name for one in session.entities()}
    return sorted(
        [
            claim.statement.predicate,
            claim.statement.value if claim.statement.object is None else names[claim.statement.object],
            claim.state,
        ]
        for claim in session.claims(subject, ended=True, **asked)
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_what_is_said_reads_as_the_case_says(people, case) -> None:
    """EN01, EN02, complaints 18-20, 22: see the file of cases."""
    for step in case["said"]:
        verb, given = step["verb"], (step["predicate"], step["value"])
        more = {key: step[key] for key in ("valid_from", "valid_to", "topic", "confidence") if key in step}
        if verb == "relate":
            people.relate("Orion Vask", *given, **more)
        elif verb == "assert":
            people.assert_claim("Orion Vask", *given, **more)
        elif verb == "end":
            people.end_claim("Orion Vask", given[0], value=given[1], **more)
        elif verb == "end_relation":
            people.end_claim("Orion Vask", given[0], obj=given[1], **more)
    assert shown(people) == sorted(case["reads"])
    if "contradictions" in case:
        assert len(people.contradictions("Orion Vask")) == case["contradictions"]
    for moment, held in case.get("held", {}).items():
        found = [claim.statement.value for claim in people.claims("Orion Vask", valid_at=moment)]
        assert sorted(found, key=repr) == sorted(held, key=repr), moment
    reading.sound(people)


def test_a_claim_without_evidence_does_not_exist(people) -> None:
    """Design law 7: without named evidence the words are recorded and are it."""
    people.assert_claim("Orion Vask", "hobby", "moths")
    (claim,) = people.claims("Orion Vask")
    (evidence,) = claim.evidence
    assert "moths" in people.event(evidence.event).text
    with pytest.raises(kenning.NotFoundError):
        people.assert_claim("Orion Vask", "hobby", "stamps", evidence=["evt_" + "0" * 32])
    with pytest.raises(kenning.InvalidError):
        people.assert_claim("Orion Vask", "hobby", "stamps", evidence=[claim.id])
    assert len(people.claims("Orion Vask")) == 1


def test_the_same_again_adds_evidence_and_no_twin(people) -> None:
    """Complaints 2, 5, 6: one claim, surer by each further event and by none that was counted already."""
    one, two = people.record("he likes moths").id, people.record("moths again").id
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[one], confidence=0.5)
    first = people.claims("Orion Vask")[0].confidence
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[one], confidence=0.5)
    assert people.claims("Orion Vask")[0].confidence == first
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[two], confidence=0.5)
    (claim,) = people.claims("Orion Vask")
    assert sorted(one.event for one in claim.evidence) == sorted([one, two])
    assert first < claim.confidence <= 1


def test_what_came_out_of_a_recall_is_no_new_evidence(people) -> None:
    """Complaints 5, 6: text derived from other events supports nothing by itself."""
    said = people.record("he likes moths").id
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[said], confidence=0.5)
    before = people.claims("Orion Vask")[0].confidence
    derived = {
        "kind": "summary.created",
        "source": {"type": "agent", "name": "butler"},
        "links": [{"toEventId": said, "relation": "derived_from"}],
        "provenance": {"basis": "model"},
        "files": [{"role": "primary", "content": "moths, it seems"}],
    }
    again = people.record(derived).id
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[again], confidence=0.9)
    assert people.claims("Orion Vask")[0].confidence == before


def test_a_less_trusted_source_never_closes_a_more_trusted_ones(people) -> None:
    """Design 3: it stands beside it, and the contradiction shows both."""
    people.relate("Orion Vask", "works_at", "Arc Labs", valid_from="2020")
    heard = people.record(message("Pauline Ogg", "pauline-home", "he works at Beta Works now")).id
    people.relate("Orion Vask", "works_at", "Beta Works", evidence=[heard], valid_from="2024")
    assert [state for *_, state in shown(people)] == ["open", "open"]
    (found,) = people.contradictions("Orion Vask")
    assert len(found.claims) == 2
    assert found.claims[0].statement.object == people.who("Arc Labs").id


def test_a_claim_ranks_as_the_actor_does_whoever_else_takes_part(people, monkeypatch) -> None:
    """Design 3: a trusted listener lends nobody their rank, though they were known before the speaker."""
    trusted = people.who("Pauline Ogg").id
    plain = SqliteGraph.head

    def head(graph: SqliteGraph, number: int, *moment: int) -> Any:
        found = plain(graph, number, *moment)
        if found is None or graph.id(number) != trusted:
            return found
        return msgspec.structs.replace(found, trust_level="trusted_user")

    monkeypatch.setattr(SqliteGraph, "head", head)
    people.relate("Orion Vask", "works_at", "Arc Labs", valid_from="2020", evidence=[_said_by(people, "Pauline Ogg")])
    heard = _said_by(people, "Zeno Hollow", entities=[{"name": "Pauline Ogg", "role": "participant"}])
    people.relate("Orion Vask", "works_at", "Beta Works", valid_from="2024", evidence=[heard])
    assert [state for *_, state in shown(people)] == ["open", "open"]
    people.relate(
        "Orion Vask", "works_at", "Ghent Works", valid_from="2025", evidence=[_said_by(people, "Pauline Ogg")]
    )
    assert [state for *_, state in shown(people)] == ["closed", "closed", "open"]


def _said_by(session, name, **more):
    return session.record(note(actor={"type": "user", "name": name}, **more)).id


def test_redacted_evidence_hides_a_claim_at_every_moment_and_lifting_brings_it_back(people) -> None:
    """S08: what rests on hidden evidence alone is not there; with other evidence it rests on that."""
    one, two = people.record("he said so").id, people.record("she said so").id
    people.assert_claim("Orion Vask", "hobby", "moths", evidence=[one])
    people.assert_claim("Orion Vask", "hobby", "stamps", evidence=[one, two])
    head = people.head()[0]
    before = reading.claims(people)
    hidden = people.redact(one).id
    for session in (people, people.at(head)):
        assert [claim.statement.value for claim in session.claims("Orion Vask", ended=True)] == ["stamps"]
        assert [evidence.event for evidence in session.claims("Orion Vask")[0].evidence] == [two]
    reading.sound(people)
    people.lift(hidden)
    assert reading.claims(people) == before == reading.claims(people.at(head))
    reading.sound(people)


def test_both_axes_can_be_asked(people) -> None:
    """EN31, complaint 20: what held then, and what was believed then."""
    people.relate("Orion Vask", "works_at", "Arc Labs", valid_from="2020")
    believed = people.head()[0]
    people.relate("Orion Vask", "works_at", "Beta Works", valid_from="2024")
    names = {people.who(name).id: name for name in ("Arc Labs", "Beta Works")}

    def employers(session, moment):
        return [names[claim.statement.object] for claim in session.claims("Orion Vask", valid_at=moment)]

    assert employers(people, "2022-06-01") == ["Arc Labs"]
    assert employers(people, "2025-06-01") == ["Beta Works"]
    assert employers(people.at(believed), "2025-06-01") == ["Arc Labs"]
    assert employers(people, "2019-06-01") == []


def test_retracted_is_withdrawn_and_what_it_closed_is_open_again(people) -> None:
    """Complaint 22: with the old one addressable, in its history."""
    first = people.relate("Orion Vask", "works_at", "Arc Labs", valid_from="2020")
    second = people.relate("Orion Vask", "works_at", "Beta Works", valid_from="2024")
    assert shown(people) == [["works_at", "Arc Labs", "closed"], ["works_at", "Beta Works", "open"]]
    people.retract(second, because="a rumour")
    assert ["works_at", "Arc Labs", "open"] in shown(people)
    assert [row.state for row in people.claim_history(first)] == ["open", "closed", "open"]
    with pytest.raises(kenning.ConflictError):
        people.retract(second)
    reading.sound(people)


def test_what_is_known_of_somebody_is_not_where_they_appear(people) -> None:
    """EN02, EN31: subject and object are two questions."""
    people.relate("Pauline Ogg", "knows", "Orion Vask")
    people.record(note("Orion Vask", text="I interviewed somebody", role="object"))
    known = [(claim.statement.predicate) for claim in people.about("Pauline Ogg")]
    assert known == [claim.statement.predicate for claim in people.claims(obj="Orion Vask")]
    assert people.about("Orion Vask") == []
    assert "object" in {seen.role for seen in people.appears("Orion Vask")}


def test_ends_and_values_are_what_the_schema_says(people) -> None:
    """EN14, issue: a predicate says its types; what is undeclared is accepted and marked implicit."""
    for deed in (
        lambda: people.relate("Arc Labs", "works_at", "Orion Vask"),
        lambda: people.relate("Orion Vask", "works_at", "Ghent"),
        lambda: people.assert_claim("Orion Vask", "works_at", "Arc Labs"),
        lambda: people.assert_claim("Orion Vask", "born_on", "some day"),
        lambda: people.assert_claim("Orion Vask", "hobby", "moths", confidence=2.0),
        lambda: people.assert_claim("Orion Vask", "hobby", "moths", confidence=-0.5),
        lambda: people.assert_claim("Orion Vask", "hobby", "moths", valid_from="2024", valid_to="2020"),
        lambda: people.assert_claim("Orion Vask", "...", "moths"),
    ):
        with pytest.raises(kenning.InvalidError) as error:
            deed()
        assert error.value.details["path"]
        assert error.value.details["reason"]
    people.assert_claim("Orion Vask", "whistles_like", "a kettle")
    (claim,) = people.claims("Orion Vask")
    assert claim.statement.implicit
    assert people.verify().problems == []


def test_claims_of_nobody_and_acts_on_none_are_not_found(people) -> None:
    """Each verb says what is missing."""
    for deed in (
        lambda: people.assert_claim("nobody at all", "hobby", "moths"),
        lambda: people.relate("Orion Vask", "knows", "nobody at all"),
        lambda: people.claims("nobody at all"),
        lambda: people.contradictions("nobody at all"),
        lambda: people.retract("evt_" + "0" * 32),
        lambda: people.supersede("evt_" + "0" * 32),
        lambda: people.claim_history("evt_" + "0" * 32),
        lambda: people.retract(people.who("Orion Vask").id),
    ):
        with pytest.raises(kenning.NotFoundError):
            deed()
