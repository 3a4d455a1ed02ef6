"""Schemas: what ships, what a user adds as a versioned artifact, and what holds at which moment."""

from pathlib import Path

import pytest

import kenning
from tests.graph import reading

ACME = """name: acme
types:
  Ticket: {parents: Task}
predicates:
  fixes: {subject: Person, object: Ticket, inverse: fixed_by}
  fixed_by: {subject: Ticket, object: Person, inverse: fixes, single: true}
"""


@pytest.fixture
def sheet(tmp_path: Path):
    def write(text: str) -> Path:
        path = tmp_path / "schema.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_types_ship_with_the_package(session) -> None:
    """EN13, EN14: Person, Organization, Project, Place, Concept, Event, Device, Animal."""
    for name in ("Person", "Organization", "Project", "Place", "Concept", "Event", "Device", "Animal"):
        assert session.who(session.create_entity(f"A {name}", name)).entity_type == f"kenning:{name}"
    assert session.schema() is None


def test_a_users_schema_is_a_versioned_artifact(session, sheet) -> None:
    """EN15, EN16, EM02: applied as the next version; the same again is none; each version stays readable."""
    first, changes = session.apply_schema(sheet(ACME))
    assert (first.version, bool(changes)) == (1, True)
    assert session.apply_schema(sheet(ACME)) == (first, [])
    second, changes = session.apply_schema(sheet(ACME + "  blocks: {object: entity}\n"))
    assert (second.version, len(changes)) == (2, 1)
    assert session.schema() == second
    assert session.schema(1) == first
    with pytest.raises(kenning.NotFoundError):
        session.schema(3)
    reading.sound(session)


def test_types_of_the_user_are_known_from_then_on(session, sheet) -> None:
    """EN06, EN13: not before, and not at an earlier moment."""
    with pytest.raises(kenning.InvalidError):
        session.create_entity("No. 7", "acme:Ticket")
    before = session.head()[0]
    session.apply_schema(sheet(ACME))
    made = session.create_entity("No. 7", "Ticket")
    assert session.who(made).entity_type == "acme:Ticket"
    assert session.at(before).schema() is None


def test_an_inverse_is_one_relation_read_from_either_end(session, sheet) -> None:
    """EN33, issue: said either way it is one claim; the single end closes the old value."""
    session.apply_schema(sheet(ACME))
    ticket = session.create_entity("No. 7", "Ticket")
    one, other = session.create_entity("Orion Vask"), session.create_entity("Pauline Ogg")
    session.relate(one, "fixes", ticket, valid_from="2026-01-01")
    session.relate(ticket, "fixed_by", one, valid_from="2026-01-01")
    assert len(session.claims()) == 1
    session.relate(other, "fixes", ticket, valid_from="2026-02-01")
    assert [claim.state for claim in session.claims(ended=True)] == ["closed", "open"]
    reading.sound(session)


def test_a_file_that_is_wrong_is_refused_with_its_lines(session, sheet) -> None:
    """Issue: everything wrong at once, each with its line; nothing is applied."""
    with pytest.raises(kenning.InvalidError) as error:
        session.apply_schema(sheet("name: kenning\ntypes:\n  Ticket: {parents: Nowhere}\n"))
    assert ":1" in str(error.value) or "line 1" in str(error.value)
    assert "3" in str(error.value)
    assert session.schema() is None
    assert session.head()[0] == 0


def test_a_schema_belongs_to_its_namespace(shelf, sheet) -> None:
    """EN19: another namespace knows nothing of it."""
    one, other = shelf.open(namespace="acme"), shelf.open(namespace="globex")
    one.apply_schema(sheet(ACME))
    assert other.schema() is None
    with pytest.raises(kenning.InvalidError):
        other.create_entity("No. 7", "acme:Ticket")
