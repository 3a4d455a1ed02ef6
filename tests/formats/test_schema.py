"""The file of a schema: what reads, with which lines, and what ships; cases in tests/cases/schema are run from tests/rules."""

import re
from pathlib import Path

import msgspec
import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from kenning.formats.schema import dump, read
from kenning.formats.sheet import BYTES_MAX, DEPTH_MAX, NODES_MAX, PROBLEMS_MAX
from kenning.formats.system_schema import system
from kenning.model.schema import Predicate, Schema, Type
from kenning.rules.schema import check, settled
from tests.golden.freeze_schema import FORMATS, freeze

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = DOCS / "schema.md"
WHOLE = dump(system())

locals_ = st.from_regex(r"[A-Z][a-z]{1,3}", fullmatch=True)
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@st.composite
def schemas(draw):
    """Schemas of a user that may be applied: names in order, types above each other and above the system's."""
    types: dict[str, Type] = {}
    ours = sorted(one.name for one in system().types)
    for local in sorted(draw(st.sets(locals_, max_size=5)), key=str.lower):
        if f"acme:{local}".lower() in {name.lower() for name in types}:
            continue
        parents = draw(st.sets(st.sampled_from([*ours, *sorted(types)]), max_size=3))
        name = f"acme:{local}"
        types[name] = Type(name=name, parents=tuple(sorted(parents)), description=draw(st.just("") | texts))
    ends = st.sets(st.sampled_from([*ours, *sorted(types)]), max_size=3).map(lambda names: tuple(sorted(names)))
    values = st.sampled_from([("text",), ("number",), ("entity",), ("json",)])
    predicates = []
    for name in sorted(draw(st.sets(st.from_regex(r"x_[a-z]{1,5}", fullmatch=True), max_size=5))):
        kind = draw(st.sampled_from(["fact", "preference", "event"]))
        subject = draw(ends)
        symmetric = bool(subject) and draw(st.booleans())
        predicates.append(
            Predicate(
                name=name,
                kind=kind,
                subject=subject,
                object=subject if symmetric else draw(ends | values),
                single=kind != "event" and draw(st.booleans()),
                symmetric=symmetric,
                label=draw(st.just("") | texts),
                description=draw(st.just("") | texts),
            )
        )
    names = sorted(types)
    return settled(read(dump(Schema(name="acme", types=tuple(types[n] for n in names), predicates=tuple(predicates)))))


@given(schemas())
def test_what_is_written_reads_as_it_was(schema):
    written = read(dump(schema))
    assert check(written, system()) == []
    assert settled(written) == schema
    assert dump(settled(written)) == dump(schema)


@given(schemas())
def test_a_schema_is_kept_as_json(schema):
    assert msgspec.json.decode(msgspec.json.encode(schema), type=Schema) == schema


def lines_of(content):
    text = content.decode(errors="replace") if isinstance(content, bytes) else content
    return max(1, len(text.splitlines()))


pieces = st.sampled_from(
    ["name: acme\n", "types:\n", "predicates:\n", "  A:\n", "  a: {", "}", "[", "]", "parents: ", "    kind: event\n", "- ",
     ": ", "\t", "\n", "*x", "&x ", "!t ", "'", '"', "#", "...\n", "---\n", "<<: ", "\r", "\x85", "\u2028", "\x00", "ä", "|\n",
     "? "]
)  # fmt: skip


@given(st.lists(pieces, max_size=12).map("".join) | st.binary(max_size=40) | st.text(max_size=40))
@example("name: acme\ntypes:\n  A: {parents: Item\n")
@example("\n\n\n")
@example("a: \x85\x85b: [")
def test_a_problem_stands_in_a_line_that_the_file_has(content):
    written = read(content)
    for one in check(written, system()):
        assert 1 <= one.line <= lines_of(content)
        assert one.said("f").startswith(f"f:{one.line}: ")


@given(st.integers(0, len(WHOLE)), st.sampled_from(["", "x", ":", "\t", "[", "\n", '"']))
def test_a_damaged_file_reads_or_says_what_is_wrong(at, wound):
    check(read(WHOLE[:at] + wound + WHOLE[at + 1 :]), Schema())


def said(content):
    return [one.said("f") for one in read(content).problems]


def test_a_file_has_a_size():
    assert said(b"#" * BYTES_MAX) == ["f:1: is empty; its fields are name, types, predicates"]
    assert said(b"#" * (BYTES_MAX + 1)) == [f"f:1: has {BYTES_MAX + 1} bytes, more than the {BYTES_MAX} of such a file"]
    assert said("ä" * BYTES_MAX) == [f"f:1: has {2 * BYTES_MAX} bytes, more than the {BYTES_MAX} of such a file"]


def test_a_file_has_a_depth():
    for opening, line in (("[", 2), ("\n- " + "- ", 3), ("{a: ", 2)):
        deep = "name: acme\ntypes: " + opening + opening.strip("\n") * DEPTH_MAX
        assert said(deep) == [f"f:{line}: is nested deeper than {DEPTH_MAX} levels"]
        deeper = said(deep + opening.strip("\n") * 100_000)  # the parser gives up by itself, and in time
        assert [one.startswith(f"f:{line}: is ") and "nest" in one for one in deeper] == [True]


def test_a_file_has_a_number_of_values():
    many = "name: acme\ntypes:\n" + "".join(f"  T{number}:\n" for number in range(NODES_MAX))
    answer = said(many)
    assert len(answer) == 1
    assert answer[0].endswith(f": holds more than {NODES_MAX} values; an alias counts as all that it repeats")


def test_laughter_ends():
    """Values that repeat values: few bytes, a great many values."""
    words = ", ".join(["Item"] * 150)
    laughs = (
        "name: acme\ntypes:\n  T0: &t {parents: [" + words + "]}\n" + "".join(f"  T{n}: *t\n" for n in range(1, 200))
    )
    assert said(laughs) == [f"f:1: holds more than {NODES_MAX} values; an alias counts as all that it repeats"]
    deep = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    assert len(said(deep)) == 22


def test_a_file_full_of_problems_is_not_read_to_its_end():
    assert len(said("name: acme\n" + "".join(f"x{number}: 1\n" for number in range(5000)))) == PROBLEMS_MAX


def test_a_file_that_is_not_utf_8_says_where():
    assert said(b"name: acme\ntypes:\n  Caf\xe9:\n") == ["f:3: is not UTF-8 in this line; save the file as UTF-8"]
    assert said("name: acme".encode("utf-16"))[0].startswith("f:1: is not UTF-8")


def test_no_tag_constructs_anything(tmp_path):
    bait = tmp_path / "bait"
    read(f"name: !!python/object/apply:pathlib.Path.touch [{bait}]")
    assert not bait.exists()


def test_the_parser_in_python_reads_the_same(monkeypatch):
    """Where PyYAML was built without libyaml."""
    text = (FORMATS / "system_schema.yaml").read_text(encoding="utf-8")
    broken = "name: acme\ntypes:\n  A: {parents: Item\n"
    fast, fast_broken = read(text), read(broken)
    monkeypatch.delattr(yaml, "CSafeLoader")
    assert read(text) == fast
    assert read(broken).problems[0].line == fast_broken.problems[0].line


def test_the_frozen_schema_is_the_written_one():
    assert system() == freeze(), "freeze it anew: python -m tests.golden.freeze_schema"


def test_what_ships_can_be_written_and_read():
    written = read(WHOLE)
    assert check(written, Schema()) == []
    assert settled(written) == structs.replace(system(), version=0)


def test_every_part_that_ships_says_what_it_is():
    assert [one.name for one in system().types if not one.description] == []
    assert [one.name for one in system().predicates if not one.description] == []


# ---- the page --------------------------------------------------------------------------------------------------------


def table(heading):
    """The rows of the table under a heading of the page, without the backticks."""
    section = re.split(
        r"^#+ ", PAGE.read_text(encoding="utf-8").split(f" {heading}\n")[1], maxsplit=1, flags=re.MULTILINE
    )[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip().replace("`", "") for cell in row] for row in rows[2:]]


def short(names):
    return ", ".join(name.removeprefix("kenning:") for name in names)


def test_the_page_lists_every_type():
    wanted = [[short([one.name]), short(one.parents), ", ".join(one.also), one.description] for one in system().types]
    assert table("Types that ship") == wanted


def test_the_page_lists_every_predicate():
    wanted = [
        [
            one.name,
            one.kind,
            short(one.subject) or "any",
            short(one.object) or "any",
            "one" if one.single else "many",
            "itself" if one.symmetric else one.inverse or "",
            one.description,
        ]
        for one in system().predicates
    ]
    assert table("Predicates that ship") == wanted


@pytest.mark.parametrize(
    "text", re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
)
def test_the_examples_of_the_page_may_be_applied(text):
    assert check(read(text), system()) == []
