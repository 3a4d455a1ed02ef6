"""Schemas on the command line: applied, shown, compared."""

from pathlib import Path

import pytest

FIRST = """\
name: acme
types:
  Robot: {parents: Device, description: Walks our corridors.}
predicates:
  repairs: {subject: Person, object: Robot}
  shoe_size: {subject: Person, object: number}
"""
SECOND = FIRST.replace("object: number}", "object: number, single: true}")


@pytest.fixture
def sheet(tmp_path: Path) -> str:
    path = tmp_path / "acme.yaml"
    path.write_text(FIRST, encoding="utf-8")
    return str(path)


def again(sheet: str, text: str) -> str:
    Path(sheet).write_text(text, encoding="utf-8")
    return sheet


def test_a_schema_is_applied_once(kenning, sheet):
    assert kenning("schema", "apply", sheet).out.startswith("applied  acme version 1  ")
    assert kenning("schema", "apply", sheet).out.startswith("nothing changed  acme version 1 is in force already  ")
    said = kenning("schema", "apply", again(sheet, SECOND), "--json").json
    assert (said["version"], said["new"], [one["path"] for one in said["changes"]]) == (
        2,
        True,
        ["predicates.shoe_size.single"],
    )
    assert kenning("log", "--last", "1").out.endswith("schema.applied  acme, version 2: 1 types, 2 predicates\n")


def test_what_it_declares_is_in_force(kenning, sheet):
    kenning("schema", "apply", sheet)
    assert kenning("entity", "create", "Robbie", "--type", "robot").code == 0
    kenning("entity", "create", "Bo")
    assert kenning("relate", "Bo", "repairs", "Robbie").code == 0
    assert kenning("relate", "Robbie", "repairs", "Bo").code == 2
    assert kenning("assert", "Bo", "shoe_size", "44").code == 0
    assert kenning("claims", "Bo", "--predicate", "shoe_size", "--json").json[0]["statement"]["value"] == 44
    assert "is no number" in kenning("assert", "Bo", "shoe_size", "big").err


def test_what_is_wrong_with_a_file_is_told_with_its_lines(kenning, sheet):
    answer = kenning("schema", "apply", again(sheet, FIRST.replace("object: Robot", "object: Robto")))
    assert answer.code == 2
    assert "acme.yaml:5: predicates.repairs.object" in answer.err
    assert kenning("schema", "apply", "nowhere.yaml").code == 2


def test_a_file_and_two_versions_are_compared(kenning, sheet):
    kenning("schema", "apply", sheet)
    difference = [
        "~ predicates.shoe_size.single  false → true",
        "    breaks: claims recorded so far may contradict each other",
    ]
    answer = kenning("schema", "diff", again(sheet, SECOND))
    assert (answer.code, answer.out.splitlines()) == (1, difference)
    kenning("schema", "apply", sheet)
    assert kenning("schema", "diff", sheet).out == "they say the same\n"
    assert kenning("schema", "diff", "1", "2").out.splitlines() == difference
    assert kenning("schema", "diff").out.splitlines() == difference
    assert kenning("schema", "diff", "2", "1", "--json").json[0]["breaking"] is False
    assert (kenning("schema", "diff", "1", "9").code, kenning("schema", "diff", "1", "x").code) == (3, 2)


def test_yours_is_shown_before_what_ships(kenning, sheet):
    kenning("schema", "apply", sheet)
    kenning("schema", "apply", again(sheet, SECOND))
    lines = kenning("schema", "show").out.splitlines()
    assert lines[0].startswith("acme  version 2  ")
    assert "  acme:Robot  is a device  Walks our corridors." in lines
    assert "  shoe_size  person → number (one)" in lines
    assert "  Company       is an organization; also business, corporation, firm" in "\n".join(lines)
    assert kenning("schema", "show", "--version", "1").out.startswith("acme  version 1  ")
    assert kenning("schema", "show", "--version", "3").code == 3
    shown = kenning("schema", "show", "--json").json
    assert (shown["user"]["name"], shown["system"]["name"]) == ("acme", "kenning")
    assert kenning("schema", "show", "--at", "1", "--json").json["user"]["version"] == 1


def test_without_a_schema_there_is_what_ships(people):
    assert people("schema", "show", "--json").json["user"] is None
    assert people("schema", "diff").code == 3
