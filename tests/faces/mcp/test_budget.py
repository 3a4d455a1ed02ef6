"""An answer is within its budget in both forms, whatever it holds, and says what it left out."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as some

from kenning.faces.mcp import asks, gives, told
from kenning.faces.mcp.told import Entry, paged
from kenning.rules.recall.context import tokens_of

TEXTS = some.text(max_size=900) | some.sampled_from(["«»" * 99, "\n- [x]\n" * 50, "ж" * 700, '"\\' * 300, "\x00" * 120])
LINES = some.lists(some.tuples(TEXTS, some.text(max_size=200)), max_size=25)


def lines(texts: list[tuple[str, str]], budget: int) -> list[Entry]:
    found = []
    for number, (text, name) in enumerate(texts):
        cut, goes_on = told.excerpt(text, budget)
        noun = gives.Line(
            id=f"evt_{number}", at="2026-06-01T09:00:00Z", by=told.cut(name), untrusted=cut, cut=goes_on, score=1.5
        )
        found.append(Entry("lines", noun, told.written(noun)))
    return found


@given(LINES, some.integers(asks.BUDGET_MIN, 4000))
def test_both_forms_are_within_the_budget(texts, budget):
    answer = paged(gives.Listed(), lines(texts, budget), budget)
    assert tokens_of(answer.text) <= budget
    assert tokens_of(msgspec.json.encode(answer.noun).decode()) <= budget


@given(LINES, some.integers(asks.BUDGET_MIN, 4000))
def test_what_is_shown_and_what_is_left_out_is_all_there_is(texts, budget):
    entries = lines(texts, budget)
    answer = paged(gives.Listed(), entries, budget)
    shown = msgspec.to_builtins(answer.noun).get("lines", [])
    left_out = answer.noun.left_out  # type: ignore[attr-defined]  # every noun of a page has it
    assert len(shown) + left_out == len(entries)
    assert [one["id"] for one in shown] == [one.value.id for one in entries if one.line in answer.text.split("\n")]
    assert ("left out" in answer.text.splitlines()[-1]) == bool(left_out)


@given(TEXTS, some.text(max_size=300))
def test_a_line_is_one_line_and_its_quotes_are_the_only_ones(text, name):
    noun = gives.Line(id="evt_1", at="2026-06-01", by=told.cut(name), untrusted=text)
    line = told.written(noun)
    assert len(line.splitlines()) == 1
    assert (line.count("«"), line.count("»")) == (1, 1)
    assert line.endswith("» [evt_1]")
    assert "[" not in line[: line.index("«")]


@given(some.text(max_size=3000), some.integers(asks.BUDGET_MIN, 4000))
def test_an_excerpt_is_a_beginning_and_says_whether_it_is_all(text, budget):
    cut, goes_on = told.excerpt(text, budget)
    assert text.startswith(cut)
    assert goes_on == (cut != text)
    assert tokens_of(cut) <= max(told.EXCERPT_MIN, budget // 4)


def test_the_first_line_always_has_room(house):
    long = "word " * 20_000
    kept = house.keep(long)
    answer = house.ask("recall", question="word", budgetTokens=asks.BUDGET_MIN)
    [line] = msgspec.to_builtins(answer.noun)["lines"]
    assert (line["id"], line["cut"], long.startswith(line["untrusted"])) == (kept, True, True)
    whole = house.ask("recall", question="word", budgetTokens=asks.BUDGET_MAX)
    assert tokens_of(whole.text) <= asks.BUDGET_MAX


def test_what_the_budget_leaves_out_of_a_recall_is_counted(house):
    for number in range(12):
        house.keep(f"Tea number {number}: " + "leaf " * 40)
    answer = house.ask("recall", question="tea", budgetTokens=400)
    assert 0 < len(answer.noun.lines) < 10
    assert answer.noun.left_out == 10 - len(answer.noun.lines)
    assert f"({answer.noun.left_out} more left out" in answer.text
