"""Relations in encyclopaedic texts: how many of those claimed hold by the annotators, and how many are found, by tier."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import kenning
from bench.frame import Bar, Options, Result
from bench.redocred import Document, Fact, documents
from kenning.model.identity.act import RESOLVED, Resolution, decoded
from kenning.model.statement import ASSERTED, ClaimAct
from kenning.providers import spacy

_AS: dict[str, tuple[str, str]] = {
    "located_in": ("P131 P17 P276 P30 P706 P159 P361 P1376", "P150 P527 P36"),
    "headquartered_in": ("P159 P131 P17 P276", ""),
    "capital_of": ("P1376", "P36"),
    "part_of": ("P361 P131", "P527 P150"),
    "has_part": ("P527 P150", "P361 P131"),
    "born_in": ("P19", ""),
    "died_in": ("P20", ""),
    "born_on": ("P569", ""),
    "died_on": ("P570", ""),
    "lives_in": ("P551", ""),
    "from": ("P27", ""),
    "citizen_of": ("P27", ""),
    "speaks": ("P1412", ""),
    "believes_in": ("P140", ""),
    "married_to": ("P26", "P26"),
    "sibling_of": ("P3373", "P3373"),
    "parent_of": ("P40", "P22 P25"),
    "child_of": ("P22 P25", "P40"),
    "works_at": ("P108", ""),
    "studied_at": ("P69", ""),
    "graduated_from": ("P69", ""),
    "member_of": ("P463 P54 P102", ""),
    "joined": ("P463 P54 P102", ""),
    "leads": ("", "P488 P6 P35"),
    "led_by": ("P488 P6 P35", ""),
    "founded": ("", "P112"),
    "founded_by": ("P112", ""),
    "owns": ("P355", "P127 P749"),
    "owned_by": ("P127 P749", "P355"),
    "created": ("P800", "P50 P57 P58 P86 P162 P170 P178 P676 P175"),
    "created_by": ("P50 P57 P58 P86 P162 P170 P178 P676 P175", "P800"),
    "made_by": ("P176 P178", "P1056"),
    "maker_of": ("P1056", "P176 P178"),
}
"""By which properties of Wikidata annotators say what a predicate of ours says: of its subject, and of its object."""
SAME = frozenset(of for forward, backward in _AS.values() for of in f"{forward} {backward}".split())
TIERS = {"tiers_1_2": (1, 2), "tiers_1_3": (1, 2, 3)}


@dataclass
class Tally:
    """Claims that hold and claims that do not, by predicate; which facts were found, of how many there are."""

    right: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)
    covered: set[tuple[str, Fact]] = field(default_factory=set)
    there: int = 0
    other: int = 0
    """Claims by predicates of which the annotators say nothing."""
    baseless: int = 0
    """Claims that rest on no words of their event."""

    def figures(self, lead: str) -> dict[str, float]:
        """Precision, recall and counts."""
        right, wrong = self.right.total(), self.wrong.total()
        return {
            f"{lead}_precision": right / max(1, right + wrong),
            f"{lead}_recall": len(self.covered) / max(1, self.there),
            f"{lead}_claims": float(right + wrong),
            f"{lead}_claims_not_judged": float(self.other),
            f"{lead}_claims_without_words": float(self.baseless),
        }


def read(told: Sequence[Document], tiers: Sequence[int]) -> list[Tally]:
    """Record documents as they come to somebody who knows nobody, extract, and judge each claim by its own document."""
    session = kenning.open(":memory:", config=kenning.Config(synchronous="off"))
    numbers: dict[str, int] = {}
    for number, one in enumerate(told):
        event: dict[str, Any] = {
            "kind": "page.read",
            "source": {"type": "import", "name": "encyclopaedia"},
            "files": [{"role": "primary", "content": one.text}],
        }
        numbers[session.record(event).id] = number
    session.extract(tiers=tiers)
    places: dict[tuple[int, str], list[tuple[int, int]]] = {}
    acts: list[tuple[int, ClaimAct]] = []
    for event_ in session.log():
        act = decoded(event_.kind, event_.text) if event_.kind in {RESOLVED, ASSERTED} else None
        if isinstance(act, Resolution):
            for outcome in act.outcomes:
                if outcome.entity is not None and outcome.path.startswith("text["):
                    start, end = map(int, outcome.path[5:-1].split(":"))
                    places.setdefault((numbers[act.event], outcome.entity), []).append((start, end))
        elif isinstance(act, ClaimAct) and act.drawn is not None:
            acts += [(numbers[one.event], act) for one in act.evidence]
    tallies = [Tally(there=sum(fact[1] in SAME for fact in one.facts)) for one in told]
    for number, act in acts:
        judge(told[number], tallies[number], act, lambda entity, number=number: places.get((number, entity), []))
    return tallies


def judge(document: Document, tally: Tally, act: ClaimAct, places: Any) -> None:  # noqa: ANN401 - a look-up
    """Count a claim as right where annotators say the same of the entities its words name, and as wrong otherwise."""
    said, drawn = act.statement, act.drawn
    assert drawn is not None, "only what was drawn is judged"
    tally.baseless += drawn.end <= drawn.start
    if said.predicate.rpartition(":")[2] not in _AS:
        tally.other += 1
        return
    predicate = said.predicate.rpartition(":")[2]
    subject = _meant(document, places(said.subject), drawn.start, drawn.end)
    if said.object is not None:
        objects = {_meant(document, places(said.object), drawn.start, drawn.end)}
    else:
        objects = {document.entity(at, at + 4) for at in _years(document.text, drawn.start, drawn.end, str(said.value))}
    forward, backward = _AS[predicate]
    hits = [
        fact
        for other in objects
        for fact in (
            *((subject, of, other) for of in forward.split()),
            *((other, of, subject) for of in backward.split()),
        )
        if fact in document.facts
    ]
    if hits:
        tally.right[predicate] += 1
        tally.covered |= {(document.title, fact) for fact in hits}
    else:
        tally.wrong[predicate] += 1


def _meant(document: Document, places: Sequence[tuple[int, int]], start: int, end: int) -> int | None:
    """The annotators' entity that a name within a claim's words means, or, where none of them is, elsewhere in the document."""
    near = sorted(places, key=lambda place: not start <= place[0] < max(end, start + 1))
    return next((found for place in near if (found := document.entity(*place)) is not None), None)


def _years(text: str, start: int, end: int, value: str) -> list[int]:
    """Where the year of a date stands in the words of a claim."""
    year = value[:4]
    return [at for at in range(start, end - 3) if text.startswith(year, at)]


def merged(tallies: Sequence[Tally]) -> Tally:
    """Several tallies as one."""
    whole = Tally()
    for one in tallies:
        whole.right += one.right
        whole.wrong += one.wrong
        whole.covered |= one.covered
        whole.there, whole.other = whole.there + one.there, whole.other + one.other
        whole.baseless += one.baseless
    return whole


def run(options: Options) -> Result:
    """Read documents by the tiers that need no model, and by those with one; the second half was not looked at for the rules."""
    if options.data is None:
        raise SystemExit("relations: needs --data, the folder of redocred")
    told = load(options.data)
    told = told[: options.scale(len(told))]
    figures: dict[str, float] = {}
    names = list(TIERS) if spacy.installed() is not None else ["tiers_1_2"]
    for name in names:
        options.say(f"{name}: {len(told):,} documents")
        tallies = read(told, TIERS[name])
        whole = merged(tallies)
        figures |= whole.figures(name) | merged(tallies[1::2]).figures(f"{name}_held_out")
        for predicate in sorted(whole.right.keys() | whole.wrong.keys()):
            right, wrong = whole.right[predicate], whole.wrong[predicate]
            figures[f"{name}_{predicate}_precision"] = right / (right + wrong)
            figures[f"{name}_{predicate}_claims"] = float(right + wrong)
    last = names[-1]
    bars = {
        "precision": Bar.at_least(0.75, figures[f"{last}_precision"]),
        "recall": Bar.at_least(0.05, figures[f"{last}_recall"]),
        "claims_without_words": Bar.at_most(0.0, figures[f"{last}_claims_without_words"]),
    }
    return Result(figures=figures, bars=bars)


def load(data: Path) -> list[Document]:
    """Read the documents."""
    return list(documents(data))
