"""What a schema means; the cases are in tests/cases/schema, readable without Python."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec import structs

from kenning.errors import InvalidError
from kenning.formats.schema import read
from kenning.formats.system_schema import system
from kenning.model.schema import Predicate, Schema, Type
from kenning.rules.schema import (
    applied,
    check,
    check_ends,
    check_value,
    combine,
    compatible,
    diff,
    is_a,
    predicate,
    predicate_name,
    qualified,
    refusal,
    sealed,
    settled,
)
from kenning.rules.schema.words import folded_name
from kenning.rules.schema.written import PREDICATES_MAX, PROBLEMS_MAX, TYPES_MAX

CASES = Path(__file__).resolve().parents[1] / "cases" / "schema"
ACTIVE = combine(system())


def cases(name):
    return [
        pytest.param(one, id=one.get("why", str(number)))
        for number, one in enumerate(json.loads((CASES / f"{name}.json").read_bytes())["cases"])
    ]


def text(one):
    return "".join(line + "\n" for line in one["file"])


@pytest.mark.parametrize("one", cases("accepted"))
def test_accepted(one):
    written = read(text(one))
    assert check(written, system()) == []
    assert settled(written) == sealed(msgspec.convert(one["declares"], Schema))


@pytest.mark.parametrize("one", cases("refused"))
def test_refused(one):
    problems = check(read(text(one)), system())
    assert [problem.said("schema.yaml") for problem in problems] == one["says"]
    error = refusal(problems, "schema.yaml")
    assert str(error) == "\n".join(one["says"])
    assert error.details["problems"] == [structs.asdict(problem) for problem in problems]


@pytest.mark.parametrize("one", cases("values"))
def test_values(one):
    asked = Predicate(name="p", object=tuple(one["object"]))
    for value in one["takes"]:
        check_value(asked, value)
    for value, says in one["refuses"]:
        with pytest.raises(InvalidError) as caught:
            check_value(asked, value)
        assert str(caught.value) == says
        assert caught.value.details["path"] == "object"


def of(plain):
    """A schema of the one part that a case declares."""
    (part, fields), *_ = plain.items()
    if fields is None:
        return Schema(name="acme")
    if part == "type":
        return Schema(name="acme", types=(msgspec.convert({"name": "acme:X", **fields}, Type),))
    return Schema(name="acme", predicates=(msgspec.convert({"name": "p", **fields}, Predicate),))


@pytest.mark.parametrize("one", cases("differences"))
def test_differences(one):
    found = diff(of(one["old"]), of(one["new"]))
    assert [[part.path, part.what, part.why or None] for part in found] == one["says"]
    assert [part.breaking for part in found] == [why is not None for _, _, why in one["says"]]


# ---- laws ------------------------------------------------------------------------------------------------------------

words = st.sampled_from(["A", "B", "C", "D", "E"])
names = st.sampled_from([f"acme:{word}" for word in "ABCDE"] + ["kenning:Person", "kenning:City", "kenning:works_at"])
ends = st.sets(names, max_size=3).map(lambda found: tuple(sorted(found)))
types = st.dictionaries(names, st.builds(Type, name=st.just(""), parents=ends, also=st.just(()) | st.just(("user",))))
predicates = st.dictionaries(
    st.sampled_from(["p", "q", "works_at", "employs"]),
    st.builds(
        Predicate,
        name=st.just(""),
        kind=st.sampled_from(["fact", "preference", "event"]),
        subject=ends,
        object=ends,
        single=st.booleans(),
        inverse=st.none() | st.sampled_from(["p", "q", "works_at"]),
        symmetric=st.booleans(),
        label=st.text(max_size=3),
    ),
)


@st.composite
def schemas(draw):
    """Any schema at all, those that `check` would refuse included."""
    drawn_types, drawn_predicates = draw(types), draw(predicates)
    return sealed(
        Schema(
            name="acme",
            types=tuple(structs.replace(one, name=name) for name, one in drawn_types.items()),
            predicates=tuple(structs.replace(one, name=name) for name, one in drawn_predicates.items()),
        )
    )


@given(schemas())
def test_no_users_schema_changes_what_the_systems_says(user):
    active = combine(system(), user)
    for one in system().types:
        assert active.types[one.name] == one
        assert active.ancestors[one.name] == ACTIVE.ancestors[one.name]
        assert qualified(active, one.name.partition(":")[2]) == one.name
        assert all(qualified(active, word) == one.name for word in one.also)
        assert all(
            compatible(active, one.name, two.name) == compatible(ACTIVE, one.name, two.name) for two in system().types
        )
    for declared in system().predicates:
        assert predicate(active, declared.name) == declared
        assert predicate(active, f"kenning:{declared.name}") == declared


@given(schemas(), schemas())
def test_a_difference_reads_backwards(old, new):
    swapped = {"added": "removed", "removed": "added", "changed": "changed"}
    there = [(one.path, one.what, one.old, one.new) for one in diff(old, new)]
    assert [(one.path, swapped[one.what], one.new, one.old) for one in diff(new, old)] == there
    assert (there == []) == (old == new) == (old.hash == new.hash)


@given(st.dictionaries(words, st.sets(words, max_size=3), max_size=5))
def test_types_are_in_a_partial_order_or_refused(drawn):
    """Reflexive, antisymmetric, transitive; a file in which they are not has a circle, and is refused for it."""
    file = "name: acme\ntypes:\n" + "".join(f"  {one}: {{parents: {sorted(drawn[one])}}}\n" for one in sorted(drawn))
    if not drawn:
        return
    written = read(file)
    problems = check(written, system())
    active = combine(system(), settled(written))
    mine = [f"acme:{one}" for one in sorted(drawn)]
    is_order = not any(one in active.ancestors[one] for one in mine)
    assert is_order == (not any("lead back" in one.reason for one in problems))
    every = [*mine, "kenning:City", "kenning:Place", "kenning:Person"]
    assert all(is_a(active, one, one) for one in every)
    for one in every:
        for two in every:
            if is_order:
                assert one == two or not (is_a(active, one, two) and is_a(active, two, one))
            assert compatible(active, one, two) == compatible(active, two, one)
            assert all(
                is_a(active, one, three) for three in every if is_a(active, one, two) and is_a(active, two, three)
            )


@given(st.text(max_size=20) | st.text("aAbB:_- ßİﬁΣς", max_size=12))
def test_a_predicates_name_is_settled_at_once(said):
    try:
        name = predicate_name(said)
    except InvalidError:
        return
    assert predicate_name(name) == name
    prefix, colon, local = name.rpartition(":")
    assert predicate_name(f" {prefix}{colon}{local.replace('_', ' - ')} ") == name
    assert predicate(ACTIVE, said).name == name


@given(st.text(max_size=20))
@example("ϒϲ")  # they fold to letters that fold once more
def test_a_folded_name_stays_as_it_is(said):
    assert folded_name(folded_name(said)) == folded_name(said)


# ---- one by one ------------------------------------------------------------------------------------------------------


def test_a_part_of_every_system_type_leads_to_it():
    assert qualified(ACTIVE, "Person") == "kenning:Person"
    assert qualified(ACTIVE, "person") == "kenning:Person"
    assert qualified(ACTIVE, "user") == "kenning:Person"
    assert qualified(ACTIVE, "Kenning:PERSON") == "kenning:Person"
    assert qualified(ACTIVE, "Gizmo") == "Gizmo"
    assert qualified(ACTIVE, "") == ""


def test_a_users_type_goes_before_the_systems_other_words():
    user = settled(read("name: acme\ntypes:\n  App: {parents: Work}\n  Person:\n  zoo:Lion:\n"))
    active = combine(system(), user)
    assert qualified(ACTIVE, "app") == "kenning:Software"
    assert qualified(active, "app") == "acme:App"
    assert qualified(active, "Person") == "kenning:Person"
    assert qualified(active, "lion") == "zoo:Lion"


def test_what_nobody_declared_is_accepted_and_marked():
    assert predicate(ACTIVE, "Waters The Plants of") == Predicate(name="waters_the_plants_of", implicit=True)
    assert predicate(ACTIVE, "worksAt") == predicate(ACTIVE, "works_at")
    assert not predicate(ACTIVE, "works at").implicit
    with pytest.raises(InvalidError):
        predicate(ACTIVE, "!!!")


def test_a_users_predicate_is_found_without_its_prefix():
    user = settled(read("name: acme\npredicates:\n  acme:works_at: {object: text}\n  acme:fixes: {single: true}\n"))
    active = combine(system(), user)
    assert predicate(active, "fixes").name == "acme:fixes"
    assert predicate(active, "works_at") == predicate(ACTIVE, "works_at")
    assert predicate(active, "acme:works_at").object == ("text",)


def test_compatible_types_are_above_each_other_or_unknown():
    assert compatible(ACTIVE, "Restaurant", "Person")
    assert compatible(ACTIVE, "", "Person")
    assert compatible(ACTIVE, "Company", "Group")
    assert compatible(ACTIVE, "Place", "School")
    assert not compatible(ACTIVE, "Organization", "Person")
    assert not compatible(ACTIVE, "City", "Country")
    assert is_a(ACTIVE, "School", "Place")
    assert not is_a(ACTIVE, "Place", "School")


def test_ends_that_do_not_go_with_a_predicate():
    works_at = predicate(ACTIVE, "works_at")
    check_ends(ACTIVE, works_at, "Person", "Company")
    check_ends(ACTIVE, works_at, "nurse", "hospital")
    check_ends(ACTIVE, predicate(ACTIVE, "likes"), "Person", "Band")
    check_ends(ACTIVE, predicate(ACTIVE, "owns"), "Person", "Vehicle")
    check_ends(ACTIVE, predicate(ACTIVE, "born_on"), "Person")
    for asked, subject, object_, says in (
        (
            "works_at",
            "City",
            "Company",
            'subject: "kenning:City" is not what works_at is said of (one of: kenning:Person)',
        ),
        (
            "works_at",
            "Person",
            "Animal",
            'object: "kenning:Animal" is not what works_at leads to (one of: kenning:Organization)',
        ),
        ("born_on", "Person", "City", 'object: "kenning:City" is an entity\'s type, and born_on takes a date'),
    ):
        with pytest.raises(InvalidError) as caught:
            check_ends(ACTIVE, predicate(ACTIVE, asked), subject, object_)
        assert str(caught.value) == says


def test_versions_count_contents():
    first = applied(settled(read("name: acme\ntypes: {A: , B: }\n")), None)
    again = applied(settled(read("{types: {B: , A: }, name: acme}")), first)
    second = applied(settled(read("name: acme\ntypes: {A: }\n")), first)
    third = applied(first, second)
    assert [one.version for one in (first, again, second, third)] == [1, 1, 2, 3]
    assert again == first
    assert third.hash == first.hash != second.hash


def test_there_is_a_limit_to_what_a_schema_declares():
    many = Schema(
        name="acme",
        types=tuple(Type(name=f"T{number}") for number in range(TYPES_MAX + 1)),
        predicates=tuple(Predicate(name=f"p{number}") for number in range(PREDICATES_MAX + 1)),
    )
    written = structs.replace(read("name: acme\ntypes:\npredicates:\n"), schema=many)
    assert [one.said("f") for one in check(written, system())] == [
        f"f:2: types: are {TYPES_MAX + 1}, more than {TYPES_MAX}",
        f"f:3: predicates: are {PREDICATES_MAX + 1}, more than {PREDICATES_MAX}",
    ]
    wrong = "name: acme\npredicates:\n" + "".join(
        f"  p{number}: {{object: Nothing}}\n" for number in range(PREDICATES_MAX)
    )
    assert len(check(read(wrong), system())) == PROBLEMS_MAX


def test_a_system_predicate_is_said_the_same_from_both_ends():
    for one in system().predicates:
        if one.inverse:
            back = predicate(ACTIVE, one.inverse)
            assert (back.inverse, back.kind) == (one.name, one.kind)
        assert predicate_name(one.words) in {one.name, predicate_name(one.label or one.name)}
