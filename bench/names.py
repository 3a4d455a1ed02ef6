"""Pairs of names: whether two spellings name one thing, at one threshold, beside Levenshtein; across scripts as a report."""

import csv
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from bench.frame import Bar, Options, Result
from kenning.rules.names.match import compare
from kenning.rules.names.parts import read

THRESHOLD = 0.70
"""One threshold for all: from here on two names are suggested as one (design, section 3). It is not fitted to the rows."""
FOLDS = 10
LADDER = ("STRONG match", "MEDIUM match", "WEAK match", "WEAK other", "MEDIUM other", "STRONG other")
TRANSLIT_ROWS = 100  # a file; each against every Latin name of the file


@dataclass(frozen=True, slots=True)
class Row:
    """A pair of names, what they name, and whether they name one."""

    type: str
    one: str
    other: str
    match: bool
    quality: str
    category: str


def rows(data: Path) -> list[Row]:
    """The labelled pairs of names."""
    with (data / "name_bench_cases.csv").open(encoding="utf-8", newline="") as file:
        return [
            Row(row["schema"], row["name1"], row["name2"], row["is_match"] == "true", row["quality"], row["category"])
            for row in csv.DictReader(file)
        ]


def entity_rows(data: Path) -> list[Row]:
    """The pairs of small entities, by their names alone; a name in pieces is put together."""
    found = []
    for line in (data / "entity_bench_checks.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        found.append(Row(case["schema"], _name(case["query"]), _name(case["candidate"]), case["match"], "", ""))
    return [row for row in found if row.one and row.other]


def _name(entity: dict[str, str | list[str]]) -> str:
    """The name of a small entity."""
    pieces = [entity[key] for key in ("firstName", "middleName", "fatherName", "lastName") if key in entity]
    named = entity.get("name") or pieces
    return (
        named if isinstance(named, str) else " ".join(piece if isinstance(piece, str) else piece[0] for piece in named)
    )


def score(row: Row) -> float:
    """Ours."""
    return compare(read(row.one, row.type), read(row.other, row.type)).score


def levenshtein(row: Row) -> float:
    """The baseline."""
    return Levenshtein.normalized_similarity(row.one.lower(), row.other.lower())


def measured(scored: Iterable[tuple[float, bool]], threshold: float) -> tuple[float, float, float]:
    """Precision, recall and F1 at a threshold."""
    hit = missed = wrong = 0
    for value, match in scored:
        hit += match and value >= threshold
        missed += match and value < threshold
        wrong += not match and value >= threshold
    precision = hit / (hit + wrong) if hit + wrong else 0.0
    recall = hit / (hit + missed) if hit + missed else 0.0
    return precision, recall, 2 * precision * recall / (precision + recall) if hit else 0.0


def best(scored: list[tuple[float, bool]]) -> float:
    """The threshold of the highest F1."""
    candidates = sorted({value for value, _ in scored})
    return max(candidates, key=lambda threshold: (measured(scored, threshold)[2], threshold), default=THRESHOLD)


def crossed(cases: list[Row], scores: list[float], seed: int) -> tuple[float, float, float]:
    """Precision, recall and F1 where each fold's threshold is chosen on the others; pairs that share a name stay together."""
    groups: dict[str, str] = {}

    def root(name: str) -> str:
        while groups.setdefault(name, name) != name:
            name = groups[name]
        return name

    for row in cases:
        groups[root(row.one.lower())] = root(row.other.lower())
    names = sorted({root(row.one.lower()) for row in cases})
    random.Random(seed).shuffle(names)
    fold = {name: n % FOLDS for n, name in enumerate(names)}
    judged = []
    for n in range(FOLDS):
        here = [fold[root(row.one.lower())] == n for row in cases]
        learnt = best([(value, row.match) for value, row, held in zip(scores, cases, here, strict=True) if not held])
        judged += [(value >= learnt, row.match) for value, row, held in zip(scores, cases, here, strict=True) if held]
    return measured([(float(yes), match) for yes, match in judged], 0.5)


def split(cases: list[Row], scores: list[float], of: Callable[[Row], str], options: Options, title: str) -> None:
    """Say the figures of each kind of row."""
    kinds: dict[str, list[tuple[float, bool]]] = defaultdict(list)
    for row, value in zip(cases, scores, strict=True):
        kinds[of(row) or "-"].append((value, row.match))
    for kind in sorted(kinds):
        precision, recall, f1 = measured(kinds[kind], THRESHOLD)
        matches = sum(match for _, match in kinds[kind])
        options.say(
            f"  {title} {kind}: {len(kinds[kind])} pairs, {matches} match: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}"
        )


def ladder(cases: list[Row], scores: list[float]) -> dict[str, float]:
    """The mean score of each quality, which must fall from the surest match to the surest other."""
    means = {}
    for rung in LADDER:
        quality, _, kind = rung.partition(" ")
        values = [
            value
            for row, value in zip(cases, scores, strict=True)
            if row.quality == quality and row.match == (kind == "match")
        ]
        if values:
            means[rung] = sum(values) / len(values)
    return means


def transliterated(data: Path, options: Options) -> dict[str, float]:
    """How often the right Latin name is the first, or among the first five, of all Latin names of its file."""
    figures = {}
    for path in sorted(data.glob("translit_*.tsv")):
        with path.open(encoding="utf-8") as file:
            pairs = [tuple(line.rstrip("\n").split("\t")) for line in file][1:]
        latin = [read(pair[0], "Person") for pair in pairs]
        first = five = 0
        asked = random.Random(options.seed).sample(pairs, min(len(pairs), options.scale(TRANSLIT_ROWS) + 20))
        for right, native in asked:
            named = read(native, "Person")
            ranked = sorted(((-compare(named, other).score, other.raw) for other in latin), key=lambda found: found)
            places = [raw for value, raw in ranked[:5] if value < 0]
            first += places[:1] == [right]
            five += right in places
        script = path.stem.removeprefix("translit_")
        figures[f"{script}_top1_share"] = first / len(asked)
        figures[f"{script}_top5_share"] = five / len(asked)
    return figures


def compared_us(cases: list[Row]) -> float:
    """Microseconds to compare two names that were read before: the best of a few runs over all pairs."""
    pairs = [(read(row.one, row.type), read(row.other, row.type)) for row in cases]
    runs = []
    for _ in range(5):
        start = time.perf_counter()
        for one, other in pairs:
            compare(one, other)
        runs.append((time.perf_counter() - start) / len(pairs) * 1e6)
    return min(runs)


def run(options: Options) -> Result:
    """Judge every pair at one threshold."""
    if options.data is None:
        raise SystemExit("bench names wants --data: the folder of name_bench_cases.csv")
    cases = rows(options.data)
    scores = [score(row) for row in cases]
    precision, recall, f1 = measured([(value, row.match) for value, row in zip(scores, cases, strict=True)], THRESHOLD)
    for title, of in (
        ("schema", lambda row: row.type),
        ("category", lambda row: row.category),
        ("quality", lambda row: row.quality),
    ):
        split(cases, scores, of, options, title)
    means = ladder(cases, scores)
    for rung, mean in means.items():
        options.say(f"  ladder {rung}: {mean:.3f}")
    falls = sum(a > b for a, b in zip(list(means.values()), list(means.values())[1:], strict=False))
    figures = {
        "precision": precision,
        "recall": recall,
        "f1": f1,
        "threshold": THRESHOLD,
        "ladder_steps_that_fall": falls,
    }
    for name, value in zip(("precision", "recall", "f1"), crossed(cases, scores, options.seed), strict=True):
        figures[f"crossed_{name}"] = value
    for name, value in zip(
        ("precision", "recall", "f1"),
        measured([(score(row), row.match) for row in entity_rows(options.data)], THRESHOLD),
        strict=True,
    ):
        figures[f"entities_{name}"] = value
    base = [(levenshtein(row), row.match) for row in cases]
    figures["levenshtein_f1"] = measured(base, best(base))[2]
    figures["compare_us"] = compared_us(cases)
    figures |= transliterated(options.data, options)
    bars = {"f1": Bar.at_least(0.88, f1), "precision": Bar.at_least(0.90, precision)}
    return Result(figures=figures, bars=bars)
