"""What patterns draw from a sentence, what keeps it from being a fact, and how their language is read."""

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from kenning.engine.claims.system import active
from kenning.formats import patterns as sheets
from kenning.model.identity.extract import Party, Rule, RuleSet, Sighted
from kenning.rules.knowledge.extract.pattern import PatternError, compiled, words_of
from kenning.rules.knowledge.extract.patterns import Patterns, lists_of
from kenning.rules.knowledge.extract.saying import said_by
from kenning.rules.knowledge.extract.written import check, example

CASES = msgspec.json.decode((Path(__file__).parents[1] / "cases/extract/patterns.json").read_bytes())["cases"]
SHIPPED = sheets.read(sheets.shipped())
PATTERNS = Patterns(SHIPPED.rules)
EACH = [compiled(said, SHIPPED.rules.words | lists_of(rule)) for rule in SHIPPED.rules.rules for said in rule.match]
SAID = [text for rule in SHIPPED.rules.rules for text in rule.examples]


def passage(text, known=()):
    """A passage in which some names are known."""
    sighted = [
        Sighted(entity=f"of {name}", surface=name, type="kenning:Organization", start=at, end=at + len(name))
        for name in known
        if (at := text.find(name)) >= 0
    ]
    return structs.replace(example(text), sighted=tuple(sighted))


def says(text, known=()):
    whole = passage(text, known)
    (extracted,) = PATTERNS.extract([whole])
    return [said_by(whole, extracted, one) for one in extracted.learned], extracted


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["why"])
def test_a_sentence_says_what_the_case_says(case):
    lines, extracted = says(case["text"], case.get("known", ()))
    assert sorted(lines) == sorted(case["says"])
    if "kept" in case:
        assert {note.split(": ")[1] for note in extracted.notes} == {case["kept"]}


def test_the_file_that_ships_is_in_order_and_its_examples_hold():
    assert [one.said("patterns.yaml") for one in check(SHIPPED, SHIPPED.rules, active(None))] == []


def test_every_rule_that_ships_has_an_example_that_says_something():
    bare = [rule.id for rule in SHIPPED.rules.rules if not any(said != "-" for said in rule.examples.values())]
    assert bare == []


@given(st.sampled_from(SAID), st.sampled_from(SAID), st.sampled_from([str, str.lower, str.upper, str.title]))
def test_no_pattern_is_passed_over_that_would_match(one, other, cased):
    """What opens the gate are words every match has: whatever their case, their apostrophes and what stands around them."""
    for text in (f"{one}{other}", cased(f"{one} — {other}"), f"{other}\n{one}".replace("'", "’")):
        words = words_of(text)
        passed_over = [pattern for pattern in EACH if not pattern.fits(words)]
        assert [pattern for pattern in passed_over if pattern.expression.search(text)] == []


@given(st.sampled_from(CASES), st.text(alphabet="xyz .\n", max_size=30))
def test_the_words_a_claim_rests_on_stand_where_it_says(case, before):
    """Whatever stands before: the place is one in the text, and the words are the same."""
    text = f"{before}\n{case['text']}"
    _, extracted = says(text)
    for one in extracted.learned:
        assert 0 <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == text[one.start : one.end].strip()
        assert text[one.start : one.end] in case["text"]
    for one in extracted.mentions:
        assert text[one.start : one.end] == one.surface


@given(st.text(max_size=400))
def test_no_text_breaks_a_pattern(text):
    (extracted,) = PATTERNS.extract([example(text)])
    for one in extracted.mentions:
        assert text[one.start : one.end] == one.surface


@given(st.lists(st.sampled_from([case["text"] for case in CASES]), max_size=4))
def test_what_is_drawn_is_wanted_at_a_glance(texts):
    """Else it would never be read."""
    text = "\n".join(texts)
    (extracted,) = PATTERNS.extract([example(text)])
    assert PATTERNS.wants("message.sent", text) or not extracted.learned


@pytest.mark.parametrize("text", ["I work at Arc Labs.", "My sister Anna is coming."])
def test_nobody_speaks_for_nobody(text):
    """Where no speaker is known, the first person means nobody."""
    (extracted,) = PATTERNS.extract([structs.replace(example(text), speaker=None)])
    assert extracted.learned == []


def test_you_are_nobody_among_several():
    both = (Party(entity="bob", name="Bob"), Party(entity="eve", name="Eve"))
    (extracted,) = PATTERNS.extract([structs.replace(example("You work at Arc Labs."), addressees=both)])
    assert extracted.learned == []


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("<who> <what:text>", "no word of its own"),
        ("<who> work (at", 'lacks a ")"'),
        ("<who> work at]", "nothing opens"),
        ("<who> work <who>", "twice"),
        ("<who> @nothing at", "is not there"),
        ("<who> work <org:nonsense>", "is none"),
        ("<WHO> work", "is no slot"),
        ("<who work", "no slot"),
    ],
)
def test_a_pattern_that_cannot_be_read_says_why(said, reason):
    with pytest.raises(PatternError, match=re.escape(reason)):
        compiled(said, {})


def test_a_rule_of_a_file_is_used_with_its_own_words():
    rules = RuleSet(
        name="acme",
        words={"craft": ("forges", "mends")},
        rules=(Rule(id="craft", match=("<who:them> @craft <what:text>",), predicate="occupation", object="what"),),
    )
    whole = example("Priya mends old clocks.")
    (extracted,) = Patterns(rules).extract([whole])
    assert [said_by(whole, extracted, one) for one in extracted.learned] == ["Priya occupation old clocks"]


WRONG = """\
name: acme
words:
  craft: forges, mends
rules:
  first:
    match: "<who> @crafts <what:text>"
    predicate: occupation
    object: what
  second:
    match: ["<who> fixes <what:text>", "<who> fix <it:text>"]
    predicate: mended_by_nobody
    object: what
    confidence: 3
  third:
    match: "<who:them> mends <what:text>"
    predicate: occupation
    object: what
    colour: red
    examples:
      Priya mends clocks: Priya occupation watches
"""


def test_all_that_is_wrong_with_a_file_is_told_with_its_line():
    written = sheets.read(WRONG)
    told = [one.said("r.yaml").partition(";")[0] for one in check(written, written.rules, active(None))]
    assert told == [
        'r.yaml:6: rules.first.match[0]: "<who> @crafts <what:text>" names the list @crafts, which is not there',
        'r.yaml:10: rules.second.match[1]: "<who> fix <it:text>" has no slot <what>, which is the rule\'s object',
        'r.yaml:11: rules.second.predicate: "mended_by_nobody" is none of the schema',
        'r.yaml:13: rules.second.confidence: "3" is not between 0 and 1',
        "r.yaml:18: rules.third.colour: there is no such field",
    ]


def test_an_example_that_does_not_come_out_is_wrong():
    text = WRONG[: WRONG.index("  first:")] + WRONG[WRONG.index("  third:") :].replace("    colour: red\n", "")
    written = sheets.read(text)
    assert [one.said("r.yaml") for one in check(written, written.rules, active(None))] == [
        "r.yaml:10: rules.third.examples.Priya mends clocks: says Priya occupation clocks and not Priya occupation watches"
    ]


@given(st.text(max_size=300) | st.binary(max_size=300))
def test_no_file_of_rules_breaks_its_reader(content):
    written = sheets.read(content)
    assert all(one.line >= 1 for one in check(written, written.rules, active(None)))
