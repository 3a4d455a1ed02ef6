"""Questions on scenes of dialogue: whether what is recalled holds the utterances that answer."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench.evidence import Asked, StemmedBm25, led, mean, measures, message, plain, store
from bench.frame import Bar, Options, Result
from kenning.model.recall import Ways

AT = (1, 5, 10, 20)
Uttered = tuple[str, int]


def scenes(data: Path) -> Iterator[tuple[list[tuple[Uttered, dict[str, Any], str]], list[Asked]]]:
    """Every scene of a folder: its utterances as events, and the questions asked about it."""
    folder = data if (data / "qa").is_dir() else data / "friends_characters"
    for file in sorted((folder / "qa").glob("*.json")):
        for scene in json.loads(file.read_text(encoding="utf-8")):
            for part in scene["paragraphs"]:
                title = str(scene["title"])
                uttered = part.get("utterances:") or part.get("utterances") or []
                said = [((title, one["uid"]), _event(one, title), plain(one["utterance"])) for one in uttered]
                there = {name for name, _, _ in said}
                asked = [Asked(plain(one["question"]), _evidence(one, title) & there) for one in part["qas"]]
                yield said, [one for one in asked if one.evidence]


def _event(one: dict[str, Any], title: str) -> dict[str, Any]:
    speakers = one.get("speakers") or [""]
    return message(speakers[0], plain(one["utterance"]), title)


def _evidence(question: dict[str, Any], title: str) -> frozenset[Uttered]:
    return frozenset((title, answer["utterance_id"]) for answer in question["answers"])


def run(options: Options) -> Result:
    """Tell all scenes to one memory, and ask; beside it the same lines in stemmed BM25."""
    if options.data is None:
        raise SystemExit("friends_qa: needs --data, the folder of friends_characters")
    told = list(scenes(options.data))
    told = told[:5] if options.quick else told
    said = [one for lines, _ in told for one in lines]
    session = store()
    receipts = session.record_many([event for _, event, _ in said])
    names = {receipt.id: name for receipt, (name, _, _) in zip(receipts, said, strict=True)}
    baseline = StemmedBm25([text for _, _, text in said])
    rows: defaultdict[str, list[dict[str, float]]] = defaultdict(list)
    for asked in (one for _, questions in told for one in questions):
        found = [names[hit.id] for hit in session.recall(asked.question, k=max(AT)) if hit.id in names]
        fused = session.recall(asked.question, k=max(AT), ways=Ways(fusion="rrf"))
        rows["recall"].append(measures(found, asked.evidence, AT))
        rows["rrf"].append(measures([names[hit.id] for hit in fused if hit.id in names], asked.evidence, AT))
        order = baseline.best(asked.question, max(AT))
        rows["bm25"].append(measures([said[place][0] for place in order], asked.evidence, AT))
    figures = {key: value for lead, each in rows.items() for key, value in led(lead, mean(each)).items()}
    better = figures["recall_share_at_10"] / max(1e-9, figures["bm25_share_at_10"])
    figures |= {"questions": float(len(rows["recall"])), "utterances": float(len(said)), "times_bm25": better}
    return Result(figures, {"times_bm25": Bar.at_least(1.28, better)})
