"""The page of the envelope says of every field what the types say, and its examples are events."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest
from msgspec import inspect

from kenning import errors
from kenning.faces.wire import EXIT_CODES
from kenning.model import event as model
from kenning.rules import kinds
from kenning.rules.door.envelope import check, parse

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "envelope.md").read_text(encoding="utf-8")
NOUNS = [
    model.Event, model.Source, model.Actor, model.Time, model.Location, model.Coordinates, model.Context, model.Part,
    model.File, model.Privacy, model.Provenance, model.Link, model.Concerned, model.Envelope,
]  # fmt: skip


def section(title: str) -> str:
    """The text under a heading, up to the next."""
    found = re.search(rf"^#+ {title}\n(.*?)(?=^#+ |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None, f"there is no heading {title}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """The cells of a table, without its head."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def bounds(low: object, high: object) -> str:
    """How the page words two bounds."""
    if low is not None and high is not None:
        return f", {low} to {high}"
    return f", at most {high}" if high is not None else f", {low} or more" if low is not None else ""


def one_of(values: Iterable[str]) -> str:
    """How the values of an enumeration are compared: in no order."""
    return "one of " + " ".join(sorted(values))


def said(cell: str) -> str:
    """What a cell says of a type, its enumeration in no order."""
    before, found, values = cell.partition("one of ")
    return before + one_of(values.split()) if found else cell


def worded(type_: inspect.Type) -> str:
    """How the page words a type."""
    match type_:
        case inspect.UnionType(types=types):
            return ", or ".join(worded(one) for one in types if not isinstance(one, inspect.NoneType))
        case inspect.StrType(min_length=low, max_length=high, pattern=pattern):
            return f"text{bounds(low, high)}" + (f", `{pattern}`" if pattern else "")
        case inspect.IntType(ge=low, le=high):
            return f"whole number{bounds(low, high)}"
        case inspect.FloatType(ge=low, le=high):
            return f"number{bounds(low, high)}"
        case inspect.LiteralType(values=values):
            return one_of(f"`{value}`" for value in values)
        case inspect.ListType(item_type=item, max_length=high):
            return f"list{bounds(None, high)}" + (
                f", of {worded(item)}" if not isinstance(item, inspect.StructType) else ""
            )
        case inspect.DictType(value_type=inspect.AnyType()):
            return "object of anything"
        case inspect.DictType(value_type=value):
            return f"object of {worded(value)}"
        case inspect.StructType():
            return "object"
    raise AssertionError(type_)


def fields_of(noun):
    described = inspect.type_info(noun)
    assert isinstance(described, inspect.StructType)
    return described.fields


@pytest.mark.parametrize("noun", NOUNS, ids=lambda noun: noun.__name__)
def test_the_page_says_of_every_field_what_the_type_says(noun):
    above = {field.encode_name for field in fields_of(model.Event)} if noun is model.Envelope else set()
    fields = [field for field in fields_of(noun) if field.encode_name not in above]
    expected = {f"`{field.encode_name}`{' *' * field.required}": worded(field.type) for field in fields}
    assert {name: said(takes) for name, takes, _ in rows(section(noun.__name__))} == expected


def test_every_noun_of_the_wire_has_its_section():
    wire = {
        one
        for one in vars(model).values()
        if isinstance(one, type) and issubclass(one, model.Noun) and one.__module__ == model.__name__
    }
    assert wire - set(NOUNS) == {model.Noun, model.RecordedBy, model.Receipt}


def test_the_page_names_the_limits():
    limits = section("Limits")
    assert (model.ENVELOPE_BYTES_MAX, model.INLINE_BYTES_MAX) == (4 << 20, 1 << 20)
    assert "4 MiB" in limits
    assert "1 MiB" in limits
    assert f"{model.DEPTH_MAX} levels" in limits


def test_the_page_names_the_kinds_of_ours_and_what_they_need():
    needed = {name: needs for names, needs, _ in rows(section("Kinds")) for name in re.findall(r"`([^`]+)`", names)}
    assert set(needed) == set(kinds.ACTING) | kinds.DERIVING
    assert {name: tuple(re.findall(r"`([^`]+)`", needed[name])) for name in kinds.ACTING} == dict(kinds.ACTING)
    assert {"`derived_from`" in needed[name] and "`provenance`" in needed[name] for name in kinds.DERIVING} == {True}
    reserved = section("Kinds").partition("Reserved to Kenning's own verbs")[2].partition(":")[0]
    assert sorted(re.findall(r"`([a-z]+\.)`", reserved)) == sorted(model.RESERVED_PREFIXES)


def test_the_page_names_every_error_with_its_exit_code():
    ours = {
        one.code: one.__name__
        for one in vars(errors).values()
        if isinstance(one, type) and issubclass(one, errors.KenningError) and one is not errors.KenningError
    }
    assert {row[0].strip("`"): row[1].strip("`") for row in rows(section("Errors"))} == ours
    assert {row[0].strip("`"): int(row[2]) for row in rows(section("Errors"))} == dict(EXIT_CODES)


def test_the_examples_of_the_page_are_events():
    found = re.findall(r"^```json\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 2
    for text in found:
        event = parse(text)
        check(event)
        assert event == msgspec.convert(json.loads(text), model.Event)
