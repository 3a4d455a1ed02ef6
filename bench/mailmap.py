"""Identities of commit authors against .mailmap files: automatic merges, suggestions, and the same rows as a stream."""

import csv
import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from bench.frame import Bar, Options, Result
from kenning.rules.identity.cluster import BLOCK_PERSONS_MAX, joins, online, pairs
from kenning.rules.identity.evidence import Evidence, evidence
from kenning.rules.identity.person import Join, MarkKind, Person, Suggestion
from kenning.rules.identity.suggest import AUTO, STRENGTHS, SUGGEST, Strengths, compare, weigh
from kenning.rules.identity.traits import SHARED_NAMES_MIN, keys, marks

KEPT_FROM = 0.3  # a disagreement that weighs less in another fold may lift a pair, but not from below this
WILSON_Z = 1.64  # one-sided 95 %
SURE = 0.9  # facts that the counts have weakened say nothing about the strength of their kind
TENTHS = 10


class Row(NamedTuple):
    """An author as a repository's log names it, and who the maintainers say that is."""

    canonical_name: str
    canonical_email: str
    alias_name: str
    alias_email: str
    commits: str
    first_unix: str
    last_unix: str

    @property
    def truth(self) -> tuple[str, str]:
        """One person is one canonical pair."""
        return self.canonical_name, self.canonical_email.lower()


class Tally:
    """Counts that grow by one person at a time, as a table of the store would."""

    def __init__(self, persons: Iterable[Person] = ()) -> None:
        self._names: defaultdict[tuple[MarkKind, str], set[str]] = defaultdict(set)
        for person in persons:
            self.add(person)

    def add(self, person: Person) -> None:
        """Count a person's marks."""
        for kind, key, name in marks(person):
            self._names[kind, key].add(name)

    def names(self, kind: MarkKind, key: str) -> int:
        """How many different names go with a mark."""
        return len(self._names.get((kind, key), ()))


class Truth:
    """What a map says of two rows: one person, two, or nothing; and whether it touches both."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.rows = rows
        of = Counter(row.truth for row in rows)
        self._names = [letters(row.canonical_name) for row in rows]
        self._touched = [
            of[row.truth] > 1 or (row.alias_name, row.alias_email.lower()) != (row.canonical_name, row.truth[1])
            for row in rows
        ]
        self.positive = sum(count * (count - 1) // 2 for count in of.values())
        people: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for place, row in enumerate(rows):
            people[row.truth].append(place)
        self.hard_positive = sum(self.hard(*pair) for one in people.values() for pair in itertools.combinations(one, 2))

    def same(self, one: int, other: int) -> bool | None:
        """Whether two rows are one person; nothing where one half of their canonical pair is equal and the other is not."""
        mine, theirs = self.rows[one].truth, self.rows[other].truth
        if mine == theirs:
            return True
        return None if mine[1] == theirs[1] or self._names[one] == self._names[other] else False

    def curated(self, one: int, other: int) -> bool:
        """Whether the maintainer looked at both."""
        return self._touched[one] and self._touched[other]

    def hard(self, one: int, other: int) -> bool:
        """Whether neither address nor name shows that they are one."""
        mine, theirs = self.rows[one], self.rows[other]
        same_name = letters(mine.alias_name) == letters(theirs.alias_name)
        return mine.alias_email.lower() != theirs.alias_email.lower() and not same_name


@dataclass(frozen=True, slots=True)
class Score:
    """Pairs counted: right, wrong, wrong where the map touches both, and what there was to find."""

    right: int = 0
    wrong: int = 0
    curated_wrong: int = 0
    hard_right: int = 0
    positive: int = 0
    hard_positive: int = 0

    def __add__(self, other: "Score") -> "Score":
        """Pooled."""
        names = self.__slots__
        return Score(**{name: getattr(self, name) + getattr(other, name) for name in names})

    def precision(self, *, curated: bool) -> float:
        """The share of pairs joined that are right."""
        wrong = self.curated_wrong if curated else self.wrong
        return self.right / (self.right + wrong) if self.right else 1.0

    @property
    def recall(self) -> float:
        """The share of pairs to find that were joined."""
        return self.right / self.positive if self.positive else 1.0

    def f1(self, *, curated: bool) -> float:
        """Between precision and recall."""
        precision = self.precision(curated=curated)
        return 2 * precision * self.recall / (precision + self.recall) if self.right else 0.0

    def figures(self, lead: str) -> dict[str, float]:
        """Both ways of counting."""
        return {
            f"{lead}_precision": self.precision(curated=False),
            f"{lead}_curated_precision": self.precision(curated=True),
            f"{lead}_recall": self.recall,
            f"{lead}_f1": self.f1(curated=False),
            f"{lead}_curated_f1": self.f1(curated=True),
            f"{lead}_hard_recall": self.hard_right / self.hard_positive if self.hard_positive else 1.0,
        }


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository's rows, read and compared."""

    name: str
    truth: Truth
    persons: list[Person]
    counts: Tally
    found: list[tuple[int, int, Evidence]]


def letters(name: str) -> str:
    """A name as the metric compares it."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def person(place: int, row: Row) -> Person:
    """A row as an entity."""
    first, last = (int(unix) * 1_000_000 if unix else None for unix in (row.first_unix, row.last_unix))
    return Person(
        id=f"{place:06}",
        names=(row.alias_name,) if row.alias_name else (),
        identifiers=(("email", row.alias_email),) if row.alias_email else (),
        first_us=first,
        last_us=last,
    )


def repositories(options: Options) -> Iterator[Repository]:
    """Every file of `--data`, read, counted and compared."""
    if options.data is None:
        raise ValueError("bench mailmap wants --data: the folder of the .tsv files")
    folder = options.data / "identity_mailmap"
    for file in sorted((folder if folder.is_dir() else options.data).glob("*.tsv")):
        with file.open(encoding="utf-8", newline="") as lines:
            rows = [Row(*line) for line in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]
        rows = rows[: max(200, options.scale(len(rows)))] if options.quick else rows
        persons = [person(place, row) for place, row in enumerate(rows)]
        counts = Tally(persons)
        compared = ((one, other, evidence(persons[one], persons[other], counts)) for one, other in pairs(persons))
        found = [(one, other, facts) for one, other, facts in compared if facts]
        options.say(f"  {file.stem}: {len(rows):,} rows, {len(found):,} pairs with evidence")
        yield Repository(file.stem, Truth(rows), persons, counts, found)


def suggestions(repository: Repository, strengths: Strengths) -> list[Suggestion]:
    """Every pair weighed."""
    ids = [one.id for one in repository.persons]
    weighed = (weigh(ids[one], ids[other], facts, strengths) for one, other, facts in repository.found)
    return [suggestion for suggestion in weighed if suggestion.score >= KEPT_FROM]


def components(persons: Sequence[Person], joined: Iterable[Join]) -> list[str]:
    """The cluster of each person."""
    of = {one.id: one.id for one in persons}

    def root(one: str) -> str:
        while of[one] != one:
            of[one] = one = of[of[one]]
        return one

    for join in joined:
        of[root(join.a)] = root(join.b)
    return [root(one.id) for one in persons]


def score(truth: Truth, clusters: Sequence[str], places: Sequence[int] | None = None) -> Score:
    """Count pairs, as the data set's own metric does; of some rows only, where places are given."""
    together: defaultdict[str, list[int]] = defaultdict(list)
    for place, cluster in zip(places or range(len(clusters)), clusters, strict=True):
        together[cluster].append(place)
    right = wrong = curated = hard = 0
    for members in together.values():
        for one, other in itertools.combinations(members, 2):
            same = truth.same(one, other)
            right += same is True
            wrong += same is False
            curated += same is False and truth.curated(one, other)
            hard += same is True and truth.hard(one, other)
    return Score(right, wrong, curated, hard, truth.positive, truth.hard_positive)


def clustered(repository: Repository, threshold: float, strengths: Strengths = STRENGTHS) -> list[str]:
    """The clusters of a repository from a threshold on."""
    alone = [(one,) for one in repository.persons]
    return components(repository.persons, joins(suggestions(repository, strengths), alone, threshold))


def by_one_key(repository: Repository, *, names: bool) -> list[str]:
    """What people do today: one person is one address, or also one name."""
    first: dict[str, str] = {}
    joined = []
    for one, row in zip(repository.persons, repository.truth.rows, strict=True):
        found = [f"@{row.alias_email.lower()}", letters(row.alias_name) if names else ""]
        firsts = [first.setdefault(key, one.id) for key in found if key]
        joined += [Join(a=other, b=one.id, score=1.0, reasons=()) for other in firsts]
    return components(repository.persons, joined)


def fitted(others: Iterable[Repository]) -> Strengths:
    """Strengths measured on other repositories: the least share that may be right (Wilson) of pairs each fact is the best of."""
    right: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for repository in others:
        for one, other, facts in repository.found:
            same = repository.truth.same(one, other)
            if same is None or not (same or repository.truth.curated(one, other)):
                continue
            best = max(facts.facts, key=lambda fact: (getattr(STRENGTHS, fact.by) * fact.factor, fact))
            if best.factor >= SURE:
                by = facts.against or best.by
                seen[by] += 1
                right[by] += same
    return Strengths(**{by: wilson(right[by], seen[by]) for by in seen})


def wilson(right: int, seen: int) -> float:
    """The lower end of the interval in which the share of right ones lies (E. B. Wilson, 1927)."""
    share, square = right / seen, WILSON_Z**2
    spread = WILSON_Z * sqrt(share * (1 - share) / seen + square / (4 * seen**2))
    return (share + square / (2 * seen) - spread) / (1 + square / seen)


def placeholder_worst(repository: Repository, clusters: Sequence[str]) -> int:
    """The most people (by canonical name) that one cluster joins of the rows that share an address of many names."""
    bearers: defaultdict[str, list[int]] = defaultdict(list)
    for place, row in enumerate(repository.truth.rows):
        bearers[row.alias_email.lower()].append(place)
    worst = 0
    for rows in bearers.values():
        if len({letters(repository.truth.rows[place].alias_name) for place in rows}) >= SHARED_NAMES_MIN:
            joined: defaultdict[str, set[str]] = defaultdict(set)
            for place in rows:
                joined[clusters[place]].add(letters(repository.truth.rows[place].canonical_name))
            worst = max(worst, *map(len, joined.values()))
    return worst


class Stream:
    """Rows in order of time: each newcomer is joined at once, and at every tenth what no longer stands is undone."""

    def __init__(self, repository: Repository) -> None:
        self._truth = repository.truth
        dated = [(one.first_us, place) for place, one in enumerate(repository.persons) if one.first_us is not None]
        self._order = [place for _, place in sorted(dated)]
        self._persons = repository.persons
        self._counts = Tally()
        self._blocks: defaultdict[str, list[int]] = defaultdict(list)
        self._members: dict[str, list[Person]] = {}
        self._cluster: dict[str, str] = {}
        self._joins: list[Join] = []
        self.made = self.undone = 0

    def run(self) -> list[Score]:
        """The score at each tenth, before what no longer stands is undone."""
        scores = []
        for tenth in range(TENTHS):
            start, end = (len(self._order) * part // TENTHS for part in (tenth, tenth + 1))
            for place in self._order[start:end]:
                self._arrive(place)
            seen = self._order[:end]
            scores.append(score(self._truth, [self._cluster[self._persons[place].id] for place in seen], seen))
            self._review(seen)
        return scores

    def _arrive(self, place: int) -> None:
        newcomer = self._persons[place]
        self._counts.add(newcomer)
        near = set()
        for key in keys(newcomer):
            block = self._blocks[key]
            if len(block) < BLOCK_PERSONS_MAX:
                near |= {self._cluster[self._persons[other].id] for other in block}
            block.append(place)
        self._cluster[newcomer.id] = newcomer.id
        self._members[newcomer.id] = [newcomer]
        found = online(newcomer, [self._members[cluster] for cluster in sorted(near)], self._counts, AUTO)
        self.made += len(found)
        for join in found:
            self._joins.append(join)
            self._unite(join)

    def _unite(self, join: Join) -> None:
        kept, gone = self._cluster[join.a], self._cluster[join.b]
        moved = self._members.pop(gone)
        self._members[kept] += moved
        self._cluster |= dict.fromkeys((one.id for one in moved), kept)

    def _review(self, seen: Sequence[int]) -> None:
        """Weigh every join anew under the counts of now; those that no longer stand are undone."""
        present = {self._persons[place].id: self._persons[place] for place in seen}
        again = (compare(present[join.a], present[join.b], self._counts) for join in self._joins)
        kept = joins([found for found in again if found], [(one,) for one in present.values()], AUTO)
        self.undone += len(self._joins) - len(kept)
        self._joins = kept
        self._members = {one.id: [one] for one in present.values()}
        self._cluster = {one: one for one in present}
        for join in kept:
            self._unite(join)


def streamed(found: Sequence[Repository]) -> dict[str, float]:
    """The rows of every repository as a stream, pooled."""
    streams = [Stream(repository) for repository in found]
    runs = [stream.run() for stream in streams]
    figures: dict[str, float] = {}
    for tenth in range(TENTHS):
        pooled = sum((scores[tenth] for scores in runs), Score())
        figures[f"stream_{tenth + 1:02}_precision"] = pooled.precision(curated=False)
        figures[f"stream_{tenth + 1:02}_curated_precision"] = pooled.precision(curated=True)
    figures["stream_recall"] = sum((scores[-1] for scores in runs), Score()).recall
    figures["stream_merges"] = sum(stream.made for stream in streams)
    figures["stream_undone"] = sum(stream.undone for stream in streams)
    return figures


def left_one_out(found: Sequence[Repository]) -> dict[str, float]:
    """Every repository under strengths fitted on all others: what the rules give where nobody chose a number."""
    auto, offered, worst = Score(), Score(), 1.0
    for repository in found:
        strengths = fitted(other for other in found if other is not repository)
        mine = score(repository.truth, clustered(repository, AUTO, strengths))
        auto += mine
        offered += score(repository.truth, clustered(repository, SUGGEST, strengths))
        worst = min(worst, mine.precision(curated=True))
    return {
        **auto.figures("left_one_out_auto"),
        "left_one_out_auto_curated_precision_worst": worst,
        **offered.figures("left_one_out_suggested"),
    }


def run(options: Options) -> Result:
    """Score automatic merges and suggestions, per repository and pooled, both ways of counting."""
    found = list(repositories(options))
    figures: dict[str, float] = {}
    pooled = {"auto": Score(), "suggested": Score(), "email": Score(), "email_or_name": Score()}
    worst, placeholders = 1.0, {"auto": 0, "suggested": 0}
    for repository in found:
        for kind, threshold in (("auto", AUTO), ("suggested", SUGGEST)):
            clusters = clustered(repository, threshold)
            mine = score(repository.truth, clusters)
            pooled[kind] += mine
            figures |= mine.figures(f"{repository.name}_{kind}")
            placeholders[kind] = max(placeholders[kind], placeholder_worst(repository, clusters))
            if kind == "auto":
                worst = min(worst, mine.precision(curated=True))
        for kind in ("email", "email_or_name"):
            pooled[kind] += score(repository.truth, by_one_key(repository, names=kind != "email"))
    for kind, total in pooled.items():
        figures |= total.figures(kind)
    figures |= {f"{kind}_placeholder_worst_people": float(count) for kind, count in placeholders.items()}
    figures["auto_curated_precision_worst"] = worst
    figures |= left_one_out(found) if len(found) > 1 else {}
    figures |= streamed(found)
    bars = {
        "auto_curated_precision_worst": Bar.at_least(0.99, worst),
        "auto_recall": Bar.at_least(0.78, figures["auto_recall"]),
        "auto_placeholder_worst_people": Bar.at_most(1, figures["auto_placeholder_worst_people"]),
        "suggested_curated_f1": Bar.at_least(0.93, figures["suggested_curated_f1"]),
        "suggested_hard_recall": Bar.at_least(0.66, figures["suggested_hard_recall"]),
    }
    return Result(figures=figures, bars=bars)
