"""Foreign files: every record accounted for, a second import adds nothing, damage never crashes and never half-writes."""

import csv
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import kenning
from bench.frame import Bar, Options, Result
from kenning.errors import KenningError
from kenning.formats import FORMATS, Draft, Skipped, recognise
from kenning.formats import Options as Reading

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "formats"
ALIASES = {"email": "mail"}
UNITS = {"message.posted", "mail.received", "calendar.entry", "contact.card"}
DAMAGES = 40  # a file, half of them cuts, read
IMPORTS = 8  # of those, also imported
SHOWN = 40


@dataclass(frozen=True, slots=True)
class Row:
    """A file, its format, and how many records were counted in it by other means."""

    format: str
    path: Path
    events: int
    other: int
    skipped: int
    may_refuse: int


def rows(data: Path | None) -> Iterator[Row]:
    """The files of `--data` that are exports, by its manifest; without data, the fixtures of the tests."""
    if data is None:
        for file, counts in json.loads((GOLDEN / "EXPECTED.json").read_text(encoding="utf-8")).items():
            yield Row(file.partition("/")[0], GOLDEN / file, counts["events"], counts["other"], counts["skipped"], 0)
        return
    root = data if (data / "MANIFEST.tsv").exists() else data / "event_exports"
    with (root / "MANIFEST.tsv").open(encoding="utf-8", newline="") as manifest:
        for line in csv.DictReader(manifest, delimiter="\t"):
            if line["expected_events"] != "-":
                events, other, skipped = (int(line[f"expected_{name}"]) for name in ("events", "other", "skipped"))
                note = line["note"].removeprefix("may refuse ")
                refusals = int(note.partition(":")[0]) if note != line["note"] else 0
                name = ALIASES.get(line["format"], line["format"])
                yield Row(name, root / line["format"] / line["file"], events, other, skipped, refusals)


class Tally:
    """What is counted, in all and a format, and what went wrong, said aloud."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._told = 0
        self.figures: Counter[str] = Counter()

    def add(self, row: Row, **counts: int) -> None:
        """Count for a file's format and for all."""
        for name, count in counts.items():
            self.figures[name] += count
            self.figures[f"{row.format}_{name}"] += count

    def wrong(self, row: Row, what: str, why: str) -> None:
        """Count what must not be, and say the first few."""
        self.add(row, **{what: 1})
        self._told += 1
        if self._told <= SHOWN:
            self._options.say(f"  {what}: {row.format}/{row.path.name}: {why}")


def is_unit(draft: Draft) -> bool:
    """Whether a draft is of its format's own unit; every CloudEvent is."""
    return draft.event.kind in UNITS or draft.event.source.channel == "cloudevents"


def counted(row: Row, tally: Tally) -> None:
    """Read a file and compare: events, others, broken records, and a key for each."""
    if (known := recognise(row.path).name) != row.format:
        tally.wrong(row, "mismatches", f"taken for {known}")
    with tempfile.TemporaryDirectory() as unpacked:
        records = list(FORMATS[row.format].read(row.path, Reading(unpack_into=Path(unpacked))))
    drafts = [record for record in records if isinstance(record, Draft)]
    skipped = sum(isinstance(record, Skipped) for record in records)
    events = sum(map(is_unit, drafts))
    other = len(records) - events - skipped
    refused = skipped - row.skipped
    if not (events + refused == row.events and other == row.other and 0 <= refused <= row.may_refuse):
        told = f"{events} events, {other} other, {skipped} skipped"
        tally.wrong(row, "mismatches", f"{told}; expected {row.events}, {row.other}, {row.skipped}")
    if len({draft.event.idempotency_key for draft in drafts}) != len(drafts):
        tally.wrong(row, "mismatches", "two records have one key")
    tally.add(row, files=1, events=events, other=other, skipped=skipped)


def imported(row: Row, tally: Tally, folder: Path) -> None:
    """Import a file into an empty store, twice."""
    with kenning.open(folder / "formats.kenning") as session:
        first = session.import_file(row.path, keep_going=bool(row.skipped))
        again = session.import_file(row.path, keep_going=bool(row.skipped))
        least = row.events - row.may_refuse
        if not least <= first.added <= row.events + row.other:
            tally.wrong(row, "mismatches", f"{first.added} events in the store")
        if again.added or again.changed:
            tally.wrong(row, "added_twice", f"{again.added} added, {len(again.changed)} changed by a second import")
        tally.add(row, imported=first.added)


def damaged(content: bytes, dice: random.Random) -> bytes:
    """A cut, or a few flipped bits."""
    if dice.random() < 0.5:
        return content[: dice.randrange(len(content))]
    broken = bytearray(content)
    for _ in range(dice.choice((1, 1, 3, 10))):
        broken[dice.randrange(len(broken))] ^= 1 << dice.randrange(8)
    return bytes(broken)


def survived(row: Row, tally: Tally, folder: Path, options: Options) -> None:
    """Damage a file again and again: refused by an error of ours or read around, and nothing half-written."""
    content = row.path.read_bytes()
    dice = random.Random(f"{options.seed} {row.path.name}")
    broken = folder / row.path.name
    for number in range(max(2, DAMAGES // 10) if options.quick else DAMAGES):
        broken.write_bytes(damaged(content, dice))
        try:
            attempt(row, broken, whole=number < IMPORTS, tally=tally)
        except Exception as crash:  # noqa: BLE001 - what this bench counts
            tally.wrong(row, "crashes", f"damage {number}: {crash!r}"[:200])
        else:
            tally.add(row, flips_survived=1)
    broken.unlink()


def attempt(row: Row, broken: Path, *, whole: bool, tally: Tally) -> None:
    """Read a damaged file, and import it where asked: a refusal leaves an empty store."""
    with tempfile.TemporaryDirectory() as unpacked:
        try:
            for _ in FORMATS[row.format].read(broken, Reading(unpack_into=Path(unpacked))):
                pass
        except KenningError:
            tally.add(row, refused_whole=1)
    if not whole:
        return
    with kenning.open(":memory:") as session:
        try:
            session.import_file(broken, format=row.format)
        except KenningError:
            if any(True for _ in session.log()):
                tally.wrong(row, "half_written", "refused, and yet there are events")


def run(options: Options) -> Result:
    """Read, import and damage every file whose format there is; the others are counted as not yet supported."""
    tally = Tally(options)
    for row in rows(options.data):
        if row.format not in FORMATS:
            tally.figures["not_yet_supported_files"] += 1
            continue
        with options.workspace() as folder:
            try:
                counted(row, tally)
                imported(row, tally, folder)
            except KenningError as refusal:
                tally.wrong(row, "mismatches", f"refused: {refusal}")
            if row.path.is_file():
                survived(row, tally, folder, options)
    zero = ("mismatches", "crashes", "added_twice", "half_written")
    bars = {name: Bar.at_most(0, tally.figures[name]) for name in zero}
    return Result(figures={name: float(tally.figures[name]) for name in sorted({*tally.figures, *zero})}, bars=bars)
