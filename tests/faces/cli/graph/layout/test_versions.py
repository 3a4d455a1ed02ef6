"""How versions are drawn: every version once, above all it was made of, on lines that lead somewhere."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from kenning.faces.cli.graph.layout.versions import lanes, ordered
from kenning.model.identity.definition import Definition, DefinitionProvenance


def version(name: str, *parents: str, entity: str = "e") -> Definition:
    made = DefinitionProvenance(event=name, action="changed", by="admin")
    return Definition(
        id=name,
        entity_id=entity,
        label=name,
        parents=sorted(parents),
        entity_type="kenning:Person",
        name=name,
        lifecycle_state="active",
        provenance=made,
    )


def drawing(*versions: Definition) -> list[str]:
    """The lines as they stand on a page, each version by its name."""
    rows = lanes(ordered(versions, {}))
    return [f"{stem.rstrip()}{f' {one.label}' if one else ''}" for stem, one in rows]


def test_a_chain_is_one_line():
    assert drawing(version("a"), version("b", "a"), version("c", "b")) == ["● c", "● b", "● a"]


def test_a_merge_has_two_lines_below_it_and_its_own_goes_straight_on():
    found = drawing(version("z"), version("a", entity="o"), version("m", "z", "a"))
    assert found == ["● m", "├─╮", "│ ● a", "● z"]


def test_lines_that_come_from_one_version_meet_in_it():
    one = version("a")
    found = drawing(one, version("b", "a"), version("c", "a", entity="o"), version("m", "b", "c"))
    assert found == ["● m", "├─╮", "│ ● c", "● │ b", "├─╯", "● a"]


def test_what_it_was_made_of_elsewhere_has_no_line():
    assert drawing(version("a", "elsewhere")) == ["● a"]


@st.composite
def histories(draw: st.DrawFn) -> list[Definition]:
    """Versions, each made of up to two before it."""
    found: list[Definition] = []
    for number in range(draw(st.integers(1, 9))):
        before = [one.id for one in found]
        parents = draw(st.lists(st.sampled_from(before), max_size=2, unique=True)) if before else []
        found.append(version(f"v{number}", *parents, entity=draw(st.sampled_from("ab"))))
    return found


@given(histories())
def test_every_version_stands_once_above_all_it_was_made_of(found):
    rows = [one for _, one in lanes(ordered(found, {})) if one is not None]
    assert sorted(one.id for one in rows) == sorted(one.id for one in found)
    place = {one.id: number for number, one in enumerate(rows)}
    assert all(place[parent] > place[one.id] for one in rows for parent in one.parents)


@given(histories())
def test_each_row_has_one_node_and_no_line_hangs_in_the_air(found):
    """Below a line stands a line, a node or a turn; the last row leads nowhere."""
    rows = list(lanes(ordered(found, {})))
    for (stem, one), (below, _) in itertools.pairwise(rows):
        assert stem.count("●") == (one is not None)
        for at in range(0, len(stem), 2):
            if stem[at] in "│├┤┼╮╭":
                assert below.ljust(len(stem))[at] in "●│├┤┼╯╰", (stem, below)
    assert set(rows[-1][0]) <= set("● ")
