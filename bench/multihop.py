"""Questions no one passage answers: whether recall finds all of those that do, with the graph and without."""

from __future__ import annotations

import gzip
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.evidence import Asked, led, mean, measures, store
from bench.frame import Bar, Options, Result
from kenning.model.recall import LANES, Ways

AT = (2, 5, 10)
QUALIFIED = re.compile(r"\s*\([^)]*\)$")
Passage = tuple[str, str]


def read(file: Path) -> Iterator[Any]:
    """The objects of a file of JSON lines, gzipped or not."""
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def corpus(file: Path) -> list[Passage]:
    """The passages: title and text."""
    with gzip.open(file, "rt", encoding="utf-8") if file.suffix == ".gz" else file.open(encoding="utf-8") as body:
        parsed = json.load(body)
    if isinstance(parsed, dict):
        return [(title, " ".join(said.strip() for said in text)) for title, text in parsed.items()]
    return [(one["title"], one["text"]) for one in parsed]


def questions(file: Path, passages: list[Passage]) -> list[Asked]:
    """The questions, each with the passages that support its answer."""
    by_title: defaultdict[str, set[int]] = defaultdict(set)
    for number, (title, _) in enumerate(passages):
        by_title[title].add(number)
    places = {passage: number for number, passage in enumerate(passages)}
    found = []
    for one in read(file):
        if "supporting_facts" in one:
            evidence = {number for title, _ in one["supporting_facts"] for number in by_title[title]}
        else:
            support = [(part["title"], part["paragraph_text"]) for part in one["paragraphs"] if part["is_supporting"]]
            evidence = {places[part] for part in support if part in places}
        found.append(Asked(one["question"], frozenset(evidence)))
    return [one for one in found if one.evidence]


def tell(passages: list[Passage]) -> tuple[Any, dict[str, int]]:
    """Record passages, each about what its title names; all titles are known before the first passage is read."""
    session = store()
    entities: dict[str, str] = {}
    for title, _ in passages:
        if title not in entities:
            plain = QUALIFIED.sub("", title)
            aliases = [plain] if plain and plain != title else []
            entities[title] = session.create_entity(title, type="thing", aliases=aliases)
    names: dict[str, int] = {}
    for number, (title, text) in enumerate(passages):
        receipt = session.record(
            {
                "kind": "document.read",
                "source": {"type": "import", "name": "library"},
                "entities": [{"id": entities[title], "name": title, "type": "thing", "role": "subject"}],
                "provenance": {"basis": "imported", "confidence": 1},
                "files": [{"role": "primary", "contentType": "text/plain", "content": f"{title}\n{text}"}],
            }
        )
        names[receipt.id] = number
    return session, names


def run(options: Options) -> Result:
    """Tell each set to a memory of its own, and ask with all lanes, without the graph, and with each lane alone."""
    if options.data is None:
        raise SystemExit("multihop: needs --data, the folder of the passages")
    figures: dict[str, float] = {}
    bars: dict[str, Bar] = {}
    for file in sorted(options.data.glob("*_corpus.json*")):
        lead = file.name.split("_corpus")[0]
        asked_in = next(iter(sorted(options.data.glob(f"{lead}.jsonl*"))))
        passages = corpus(file)
        asked = questions(asked_in, passages)[: 5 if options.quick else None]
        options.say(f"multihop: {lead}, {len(passages)} passages, {len(asked)} questions")
        session, names = tell(passages)
        ways = {"all": frozenset(LANES), "no_graph": frozenset(LANES - {"graph"})}
        ways |= {f"lane_{lane}": frozenset({lane}) for lane in sorted(LANES)}
        for way, lanes in ways.items():
            rows = []
            for one in asked:
                found = session.recall(one.question, k=max(AT), ways=Ways(lanes=lanes))
                rows.append(measures([names[hit.id] for hit in found if hit.id in names], one.evidence, AT))
            figures |= led(f"{lead}_{way}", mean(rows))
        gain = figures[f"{lead}_all_all_at_5"] - figures[f"{lead}_no_graph_all_at_5"]
        figures[f"{lead}_graph_gain"] = gain
        bars[f"{lead}_graph_gain"] = Bar.at_least(0.05, gain)
        if lead.startswith("hotpotqa"):
            bars[f"{lead}_recall"] = Bar.at_least(0.85, figures[f"{lead}_all_share_at_5"])
    return Result(figures, bars)
