"""Foreign files: every record accounted for, a second import adds nothing, damage never crashes and never half-writes."""

import csv
import json
import random
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import kenning
from bench.frame import Bar, Options, Result
from kenning.errors import KenningError
from kenning.formats import FORMATS, Draft, Skipped, recognise
from kenning.formats import Options as Reading
from kenning.store import foreign

GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "formats"
ALIASES = {
    "email": "mail",
    "bank_ofx": "ofx",
    "flights_csv": "flights",
    "github_stars": "github",
    "github_webhooks": "github",
}
UNITS = {
    *("message.posted", "mail.received", "calendar.entry", "contact.card", "page.visited", "bank.transaction"),
    *("memory.noted", "fact.noted"),
}
WHOLE = {"github", "google_takeout", "photo", "home_assistant", "flights", "gpx"}  # every event of theirs is a unit
MEASURED = ("health.", "workout.")
UNMEASURED = {"activity_summary", "correlation", "clinical_record", "audiogram", "vision_prescription"}
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
                if line["file"].endswith(".gpx"):  # a route is a format of its own, whoever recorded it
                    name = "gpx"
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
    kind, source = draft.event.kind, draft.event.source
    measured = kind.startswith(MEASURED) and kind.removeprefix("health.") not in UNMEASURED
    return kind in UNITS or measured or source.name in WHOLE or source.channel == "cloudevents"


def reading(unpacked: str) -> Reading:
    """The options with which a file is read without a store."""
    return Reading(unpack_into=Path(unpacked), tables=foreign.opened)


def prepared(row: Row, folder: Path) -> Row:
    """The row with its file as it is imported: Matrix's examples name others in `$ref`, which are resolved before."""
    if row.format != "matrix" or row.path.is_dir():
        return row
    target = folder / "prepared" / row.path.name
    target.parent.mkdir()
    target.write_text(json.dumps(resolved(json.loads(row.path.read_bytes()), row.path.parent)), encoding="utf-8")
    return replace(row, path=target)


def resolved(document: object, folder: Path) -> object:
    """A document with what it names in `$ref` in its place: `core/x.json` is `core__x.json`; its own fields win."""
    if not isinstance(document, dict):
        return document
    base: dict[str, object] = {}
    if isinstance(document.get("$ref"), str):
        file = folder / document["$ref"].replace("/", "__")
        found = resolved(json.loads(file.read_bytes()), folder) if file.is_file() else {}
        base = found if isinstance(found, dict) else {}
    return {**base, **{name: resolved(value, folder) for name, value in document.items() if name != "$ref"}}


def counted(row: Row, tally: Tally) -> None:
    """Read a file and compare: events, others, broken records, and a key for each."""
    if (known := recognise(row.path).name) != row.format:
        tally.wrong(row, "mismatches", f"taken for {known}")
    with tempfile.TemporaryDirectory() as unpacked:
        records = list(FORMATS[known].read(row.path, reading(unpacked)))
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
            for _ in FORMATS[row.format].read(broken, reading(unpacked)):
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
            row = prepared(row, folder)  # noqa: PLW2901 - the same row, its file made ready
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
