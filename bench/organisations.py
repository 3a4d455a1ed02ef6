"""Records of organisations: which of them are of one owner, at the threshold of a suggestion; in pairs and B-cubed."""

import csv
import gzip
import time
from collections import Counter, defaultdict
from pathlib import Path

from bench.frame import Bar, Options, Result
from kenning.rules.names.records import Record, cluster

THRESHOLD = 0.70
"""From here on two records are suggested as one (design, section 3). It is not fitted to the records."""
BARS = {"chicago": 0.88, "patstat": 0.70}
SETS = {"chicago": "chicago_early_childhood.csv", "patstat": "patstat_nl.csv.gz"}


def chicago(path: Path) -> tuple[list[Record], dict[str, str]]:
    """Child care sites: name, address, telephone. A row has no id of its own but its place."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    records = [
        Record(id=f"{n:05}", name=row["Site name"].strip(), address=row["Address"].strip(), phone=row["Phone"].strip())
        for n, row in enumerate(rows)
    ]
    return records, {record.id: row["True Id"] for record, row in zip(records, rows, strict=True)}


def patstat(path: Path) -> tuple[list[Record], dict[str, str]]:
    """Applicants of patents: name, the inventors and applicants beside it, classes."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    records = [
        Record(
            id=row["person_id"],
            name=row["person_name"],
            companions=tuple(name.strip() for name in row["Coauthor"].split("**") if name.strip() not in ("", "NONE")),
            subjects=tuple(filter(None, row["Class"].split("**"))),
        )
        for row in rows
    ]
    return records, {row["person_id"]: row["leuven_id"] for row in rows}


READERS = {"chicago": chicago, "patstat": patstat}


def pairwise(clusters: list[list[str]], truth: dict[str, str]) -> tuple[float, float, float]:
    """Precision, recall and F1 over all pairs of records."""

    def pairs(counts: Counter[str]) -> int:
        return sum(count * (count - 1) // 2 for count in counts.values())

    hit = sum(pairs(Counter(truth[record] for record in group)) for group in clusters)
    found = sum(len(group) * (len(group) - 1) // 2 for group in clusters)
    wanted = pairs(Counter(truth.values()))
    return f1(hit / found if found else 0.0, hit / wanted if wanted else 0.0)


def b_cubed(clusters: list[list[str]], truth: dict[str, str]) -> tuple[float, float, float]:
    """Precision, recall and F1 as the mean over records. Source: Bagga and Baldwin 1998."""
    sizes = Counter(truth.values())
    precision = recall = 0.0
    for group in clusters:
        for owner, count in Counter(truth[record] for record in group).items():
            precision += count * count / len(group)
            recall += count * count / sizes[owner]
    return f1(precision / len(truth), recall / len(truth))


def f1(precision: float, recall: float) -> tuple[float, float, float]:
    """With their harmonic mean."""
    return precision, recall, 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def equal_names(records: list[Record]) -> list[list[str]]:
    """The baseline: records of one name, letters and digits only."""
    groups: dict[str, list[str]] = defaultdict(list)
    for record in records:
        groups["".join(filter(str.isalnum, record.name.casefold()))].append(record.id)
    return list(groups.values())


def run(options: Options) -> Result:
    """Cluster each set whole."""
    if options.data is None:
        raise SystemExit("bench organisations wants --data: the folder of the two sets")
    figures: dict[str, float] = {}
    bars = {}
    for name, file in SETS.items():
        records, truth = READERS[name](options.data / file)
        start = time.perf_counter()
        clusters = cluster(records, THRESHOLD)
        figures[f"{name}_s"] = time.perf_counter() - start
        for kind, measure in (("pairs", pairwise), ("b_cubed", b_cubed)):
            for what, value in zip(("precision", "recall", "f1"), measure(clusters, truth), strict=True):
                figures[f"{name}_{kind}_{what}"] = value
        figures[f"{name}_equal_names_f1"] = pairwise(equal_names(records), truth)[2]
        for threshold in (0.6, 0.8, 0.95):
            precision, recall, both = pairwise(cluster(records, threshold), truth)
            options.say(f"  {name} at {threshold}: P {precision:.3f} R {recall:.3f} F1 {both:.3f}")
        bars[f"{name}_f1"] = Bar.at_least(BARS[name], figures[f"{name}_pairs_f1"])
    return Result(figures=figures, bars=bars)
