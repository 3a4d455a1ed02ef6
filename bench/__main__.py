"""`python -m bench [NAME] [--data DIR] [--dir DIR] [--quick] [--seed N] [--events N] [--json] [--strict]`."""

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from rich.console import Console
from rich.table import Table

from bench import frame
from bench.frame import Bar, Options, Result


def count(given: str) -> int:
    """A number of things. Raises `ValueError` where it is none."""
    if (found := int(given.replace(",", "").replace("_", ""))) < 0:
        raise ValueError(given)
    return found


def arguments(given: list[str] | None = None) -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Kenning beside its baselines.")
    parser.add_argument("name", nargs="?", choices=frame.names(), help="one bench; all of them if left out")
    parser.add_argument("--data", type=Path, help="a folder of real data, for the benches that take one")
    parser.add_argument("--dir", type=Path, default=Path.cwd(), help="measure the disk of this folder (default: here)")
    parser.add_argument("--quick", action="store_true", help="a hundredth of the size: shows that it runs, no more")
    parser.add_argument("--seed", type=int, default=1, help="where dice start (default: 1)")
    parser.add_argument("--events", type=count, help="so many events, for recall (default: a million)")
    parser.add_argument("--rivals-events", type=count, help="so many of them for its rivals (default: 100,000 or all)")
    parser.add_argument("--keep", type=Path, help="build in this folder, and use what is there again, for recall")
    parser.add_argument("--json", action="store_true", help="print one JSON object and nothing else on stdout")
    parser.add_argument("--strict", action="store_true", help="exit with 1 when a bar is missed")
    return parser.parse_args(given)


@contextmanager
def stdout_kept_apart() -> Iterator[TextIO]:
    """The real stdout, for the figures alone; what a bench or its processes print meanwhile goes to stderr."""
    sys.stdout.flush()
    real = os.dup(1)
    os.dup2(2, 1)
    try:
        with os.fdopen(os.dup(real), "w", encoding="utf-8") as out:
            yield out
    finally:
        sys.stdout.flush()
        os.dup2(real, 1)
        os.close(real)


def run(names: list[str], options: Options) -> dict[str, Result | None]:
    """What each bench found; None where it crashed, whose traceback is on stderr."""
    found: dict[str, Result | None] = {}
    for name in names:
        options.say(f"bench {name}")
        start = time.perf_counter()
        try:
            found[name] = frame.load(name).run(options)
        except Exception:  # noqa: BLE001 - one crash does not hide what the others found
            traceback.print_exc()
            found[name] = None
        options.say(f"bench {name}: {time.perf_counter() - start:.1f} s")
    return found


def flat(found: dict[str, Result | None]) -> dict[str, Any]:
    """One JSON object; keys are led by the bench's name where there are several."""
    figures: dict[str, float] = {}
    bars: dict[str, Any] = {}
    for name, result in found.items():
        lead = f"{name}." if len(found) > 1 else ""
        if result is not None:
            figures |= {lead + key: value for key, value in result.figures.items()}
            bars |= {lead + key: {"bar": b.bar, "figure": b.figure, "met": b.met} for key, b in result.bars.items()}
    return {"figures": figures, "bars": bars}


def number(value: float) -> str:
    """A figure as a person reads it: three digits that count."""
    return f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.3g}"


def verdict(bar: Bar) -> tuple[str, str]:
    """The bar and whether it is met, as cells."""
    return f"{'≥' if bar.better == 'higher' else '≤'} {number(bar.bar)}", "[green]met" if bar.met else "[red]missed"


def table(name: str, result: Result | None) -> Table:
    """A bench for the eye: bars first, then the other figures."""
    title = f"{name}: {frame.about(name)}"
    shown = Table("figure", "measured", "bar", "", title=title, title_justify="left")
    shown.columns[1].justify = shown.columns[2].justify = "right"
    if result is None:
        shown.add_row("[red]crashed", "", "", "")
        return shown
    for key, bar in result.bars.items():
        shown.add_row(key, number(bar.figure), *verdict(bar))
    for key, value in result.figures.items():
        if key not in result.bars or result.bars[key].figure != value:
            shown.add_row(key, number(value), "", "")
    return shown


def main() -> int:
    """Run, print, and say how it went: 0 run, 1 crashed (or, with --strict, a bar missed)."""
    asked = arguments()
    asked_for = vars(asked)
    options = Options(**{name: asked_for[name] for name in Options.__dataclass_fields__})
    names = [asked.name] if asked.name else frame.names()
    with stdout_kept_apart() as out:
        if frame.memory_backed(options.dir):
            options.say(
                f"{options.dir} lies in memory: fsync is free there and durable figures mean nothing; see --dir"
            )
        environment = frame.environment(options.dir)
        found = run(names, options)
        if asked.json:
            json.dump(flat(found) | {"environment": environment}, out, indent=2, allow_nan=False)
            out.write("\n")
        else:
            console = Console(file=out)
            for name, result in found.items():
                console.print(table(name, result))
            console.print("  ".join(f"{key} {value}" for key, value in environment.items()), style="dim")
    missed = any(not bar.met for result in found.values() if result for bar in result.bars.values())
    return int(None in found.values() or (asked.strict and missed))


if __name__ == "__main__":
    sys.exit(main())
