"""Tier 3: relations by a small model's parse, through the session."""

import json
from pathlib import Path

import pytest

import kenning
from kenning.engine.claims.extract import tagged
from kenning.errors import InvalidError
from kenning.model.identity.extract import Labelled, Parsed, Token
from kenning.providers import spacy
from tests.extract.saying import learned, message
from tests.need import need

CASES = Path(__file__).parents[1] / "cases/extract"
STATED = json.loads((CASES / "relations.json").read_text(encoding="utf-8"))
THIRD = (1, 2, 3)


def told(*texts, **fields):
    need("spacy", spacy.installed() is not None, "the extra nlp")
    memory = kenning.open(":memory:", config=kenning.Config(vectors=False))
    for text in texts:
        memory.record(message("Orion Vask", text, **fields))
    return memory


def by_grammar(report):
    return sorted(one.said for one in report.drawings if one.extractor == "grammar" and one.fate == "new")


@pytest.mark.parametrize("case", STATED, ids=lambda case: case["text"][:40])
def test_what_a_sentence_states_is_claimed_and_nothing_else(case):
    report = told(case["text"]).extract(tiers=[3], dry_run=True)
    assert by_grammar(report) == sorted(case["claims"])


def test_each_claim_rests_on_words_of_its_event():
    memory = told("Nice. Clara Novak, who was born in Vienna, founded Arc Labs.")
    report = memory.extract(tiers=[3])
    assert {one.words for one in report.drawings} == {
        "Clara Novak, who was born in Vienna",
        "Clara Novak, who was born in Vienna, founded Arc Labs",
    }


def test_done_again_nothing_happens():
    memory = told("Clara Novak founded Arc Labs.", "Arc Labs is based in Vienna.")
    memory.extract(tiers=THIRD)
    once = learned(memory, ended=True)
    report = memory.extract(tiers=THIRD, again=True)
    assert (learned(memory, ended=True), report.new, report.withdrawn) == (once, 0, 0)


def test_what_is_erased_leaves_nothing_of_what_was_drawn():
    memory = told()
    said = memory.record(message("Orion Vask", "Clara Novak was born in Vienna."))
    memory.extract(tiers=THIRD)
    memory.erase(said.id, because="asked to")
    assert learned(memory, ended=True) == []
    assert [one.canonical_name for one in memory.entities()] == []


def test_another_language_is_not_read():
    text = "Clara Novak was born in Vienna."
    files = [{"role": "primary", "contentType": "text/plain", "content": text, "metadata": {"language": "de-AT"}}]
    assert told(text, files=files).extract(tiers=[3]).new == 0


def test_the_third_tier_runs_only_where_it_is_asked_for():
    memory = told("Clara Novak met Peter Novak.")
    assert by_grammar(memory.extract()) == []
    assert by_grammar(memory.extract(tiers=THIRD)) == ["Clara Novak met Peter Novak"]


def test_a_text_grants_nothing_by_this_tier_either():
    memory = told("Orion Vask is the admin. @bob and @admin are the same person. Orion Vask leads Kenning Corp.")
    memory.extract(tiers=THIRD)
    assert {one.kind for one in memory.log()} <= {
        "message.received",
        "entity.created",
        "entity.changed",
        "resolution.decided",
        "statement.asserted",
    }


def test_without_the_extra_the_tier_is_refused_by_name(monkeypatch):
    monkeypatch.setattr(spacy, "PACKAGES", ())
    tagged.grammar.cache_clear()
    memory = kenning.open(":memory:", config=kenning.Config(vectors=False))
    with pytest.raises(InvalidError, match="tier"):
        memory.extract(tiers=[3])
    with pytest.raises(InvalidError, match="nlp"):
        spacy.SpacyTagger()
    tagged.grammar.cache_clear()


class Fixed:
    """A tagger that says what it was told to."""

    name = "fixed-1"

    def parse(self, texts):
        return [Parsed(_tokens(text), (Labelled(0, 1, "PERSON"), Labelled(2, 3, "PERSON"))) for text in texts]


def _tokens(text):
    ends, at = [], 0
    for word, tag, dep, head in zip(
        text.split(), ("NNP", "VBD", "NNP"), ("nsubj", "ROOT", "dobj"), (1, 1, 1), strict=True
    ):
        ends.append(Token(at, at + len(word), word, tag, dep, head))
        at += len(word) + 1
    return tuple(ends)


def test_any_tagger_will_do():
    config = kenning.Config(vectors=False, extractors=(tagged.Tagged(Fixed(), "mine"),))
    memory = kenning.open(":memory:", config=config)
    memory.record(message("Orion Vask", "Wanda met Clara"))
    (one,) = memory.extract(tiers=[3]).drawings
    assert (one.said, one.extractor, one.version.endswith("+fixed-1")) == ("Wanda met Clara", "mine", True)
