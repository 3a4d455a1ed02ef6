"""What every verb refuses, in which words; and that nothing is recorded then, least of all what nobody could read again."""

from typing import Any, NamedTuple

import pytest

import kenning
from tests.graph import reading

LONG = "x" * 2000


class Two(NamedTuple):
    """A session, and two entities that are there."""

    s: Any
    a: str
    b: str


@pytest.fixture
def two(session):
    first = session.create_entity("Orion Vask", identifiers=[("chat", "orion-home")], attributes={"town": "Ghent"})
    return Two(session, first, session.create_entity("Pauline Ogg"))


INVALID = {
    "a name of nothing": lambda t: t.s.create_entity(" "),
    "a name that is too long": lambda t: t.s.create_entity(LONG),
    "half a letter": lambda t: t.s.create_entity("\ud800x"),
    "no such type": lambda t: t.s.create_entity("Zeno", "nowhere"),
    "an alias that is too long": lambda t: t.s.create_entity("Zeno", aliases=[LONG]),
    "a channel of nothing": lambda t: t.s.create_entity("Zeno", identifiers=[("", "z")]),
    "an identifier of nothing": lambda t: t.s.create_entity("Zeno", identifiers=[("chat", "")]),
    "an attribute that is no JSON": lambda t: t.s.create_entity("Zeno", attributes={"x": object()}),
    "an attribute without a name": lambda t: t.s.describe(t.a, {"": 1}),
    "attributes that are none": lambda t: t.s.describe(t.a, {}),
    "an attribute named by a number": lambda t: t.s.describe(t.a, {1: 1}),
    "renamed to nothing": lambda t: t.s.rename(t.a, ""),
    "renamed to too much": lambda t: t.s.rename(t.a, LONG),
    "no such type to be of": lambda t: t.s.retype(t.a, "nowhere"),
    "aliases that are none": lambda t: t.s.add_alias(t.a),
    "an alias of nothing": lambda t: t.s.add_alias(t.a, ""),
    "an alias it has not": lambda t: t.s.drop_alias(t.a, "Zeno"),
    "bound to nothing": lambda t: t.s.bind(t.a, "chat", ""),
    "an identifier it has not": lambda t: t.s.unbind(t.a, "chat", "zeno"),
    "a policy there is none of": lambda t: t.s.merge(t.a, t.b, policy="wild"),
    "a policy for one attribute": lambda t: t.s.merge(t.a, t.b, town="wild"),
    "a part without a name": lambda t: t.s.split(t.a, ""),
    "a part that takes nothing along": lambda t: t.s.split(t.a, "Zeno"),
    "a part with what is not there": lambda t: t.s.split(t.a, "Zeno", identifiers=[("chat", "zeno")]),
    "a part with an attribute that is not there": lambda t: t.s.split(t.a, "Orion Vask", attributes=["size"]),
    "a part with too long a name": lambda t: t.s.split(t.a, LONG, identifiers=[("chat", "orion-home")]),
    "a decision there is none of": lambda t: t.s.answer_review("evt_x", "perhaps"),
    "a name of nothing to resolve": lambda t: t.s.resolve(" "),
    "no such type to resolve": lambda t: t.s.resolve("Zeno", type="nowhere"),
    "a value that is no JSON": lambda t: t.s.assert_claim(t.a, "hobby", object()),
    "a number that is none": lambda t: t.s.assert_claim(t.a, "hobby", float("nan")),
    "neither value nor object": lambda t: t.s.assert_claim(t.a, "hobby", None),
    "a time that is none": lambda t: t.s.claims(t.a, valid_at="some day"),
    "a moment to come": lambda t: t.s.at(1_000_000),
    "the past, to be written": lambda t: t.s.at(1).create_entity("Zeno"),
    "the past, to be merged": lambda t: t.s.at(1).merge(t.a, t.b),
    "the past, to be claimed": lambda t: t.s.at(1).assert_claim(t.a, "hobby", "moths"),
    "no file of a schema": lambda t: t.s.apply_schema("/nowhere/schema.yaml"),
}
NOT_FOUND = {
    "who": lambda t: t.s.who("nobody"),
    "who by another id": lambda t: t.s.who(t.a[:-4] + "0000"),
    "definitions": lambda t: t.s.definitions("nobody"),
    "appears": lambda t: t.s.appears("nobody"),
    "state": lambda t: t.s.state("nobody"),
    "rename": lambda t: t.s.rename("nobody", "Zeno"),
    "retire": lambda t: t.s.retire("nobody"),
    "restore_entity": lambda t: t.s.restore_entity("nobody"),
    "merge": lambda t: t.s.merge(t.a, "nobody"),
    "unmerge": lambda t: t.s.unmerge("nobody"),
    "unmerge what was not merged": lambda t: t.s.unmerge(t.a),
    "unmerge by an event": lambda t: t.s.unmerge("evt_" + "0" * 32),
    "split without a part": lambda t: t.s.split(t.a),
    "hold_apart": lambda t: t.s.hold_apart(t.a, "nobody"),
    "hold_open": lambda t: t.s.hold_open(t.a, "nobody"),
    "answer_review": lambda t: t.s.answer_review("evt_x", "accept"),
    "schema": lambda t: t.s.schema(7),
}
CONFLICT = {
    "an identifier that is another's": lambda t: t.s.bind(t.b, "chat", "orion-home"),
    "made with one that is another's": lambda t: t.s.create_entity("Zeno", identifiers=[("chat", "orion-home")]),
    "restored but not retired": lambda t: t.s.restore_entity(t.a),
    "merged with itself": lambda t: t.s.merge(t.a, t.a),
    "held apart from itself": lambda t: t.s.hold_apart(t.a, t.a),
    "held open but not apart": lambda t: t.s.hold_open(t.a, t.b),
}


@pytest.mark.parametrize("case", INVALID)
def test_what_is_wrong_is_refused_with_path_value_and_reason(two, case: str) -> None:
    """EN04, EN08, S14: and the log still folds."""
    refused(two, INVALID[case], kenning.InvalidError, {"path", "value", "reason"})


@pytest.mark.parametrize("case", NOT_FOUND)
def test_what_is_not_there_is_not_found(two, case: str) -> None:
    """EN19: the same words whether it never was or is another's."""
    refused(two, NOT_FOUND[case], kenning.NotFoundError, set())


@pytest.mark.parametrize("case", CONFLICT)
def test_what_contradicts_is_a_conflict(two, case: str) -> None:
    """EN36, EM60."""
    refused(two, CONFLICT[case], kenning.ConflictError, set())


def refused(two: Two, deed: Any, sort: type[kenning.KenningError], details: set[str]) -> None:
    session = two.s
    head, before = session.head(), reading.digest(session)
    with pytest.raises(sort) as error:
        deed(two)
    assert error.value.message
    assert details <= error.value.details.keys()
    assert (session.head(), reading.digest(session)) == (head, before)
    assert session.verify().problems == []
