"""Power cuts: what a store has lost after the power went, and whether more than a reopen was needed.

A run of a store is recorded on a simulated disk, cut at random points, and what was not synced is dropped, torn or kept
by dice. The same cuts on a store that does not sync must show losses, or the harness sees nothing.
"""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterator

from bench.frame import Bar, Options, Result
from tests.faults import powercut

CUTS = 2_000
OFF_CUTS = 200
CUTS_PER_RUN = 100


def run(options: Options) -> Result:
    """Cut, reopen, judge."""
    cuts, off = options.scale(CUTS), max(20, options.scale(OFF_CUTS))
    options.say(f"{cuts:,} cuts on a store that syncs, {off:,} on one that does not")
    start = time.perf_counter()
    jobs = [*batches(options.seed, cuts, "full"), *batches(options.seed, off, "off")]
    fates: Counter[tuple[str, str]] = Counter()
    back = 0
    # Spawned, not forked: a forked copy would inherit the state of the database's own dice.
    with multiprocessing.get_context("spawn").Pool(min(len(jobs), os.cpu_count() or 1)) as pool:
        for synchronous, verdicts in pool.imap_unordered(judge, jobs):
            for verdict in verdicts:
                fates[synchronous, verdict.fate] += 1
                if synchronous == "full" and (verdict.fate != "well" or verdict.back):
                    back += bool(verdict.back)
                    options.say(f"{verdict.fate}: {verdict.why} {', '.join(verdict.back)}")
    lost, stuck = fates["full", "lost"], fates["full", "stuck"]
    seen = fates["off", "lost"] + fates["off", "stuck"]
    return Result(
        figures={
            "cuts": sum(count for (synchronous, _), count in fates.items() if synchronous == "full"),
            "lost_acknowledged": lost,
            "needed_more_than_reopen": stuck,
            "erased_came_back": back,
            "off_cuts": off,
            "off_lost_or_corrupt": seen,
            "cuts_per_s": (cuts + off) / (time.perf_counter() - start),
        },
        bars={
            "lost_acknowledged": Bar.at_most(0, lost),
            "needed_more_than_reopen": Bar.at_most(0, stuck),
            "erased_came_back": Bar.at_most(0, back),
            "harness_sees_off": Bar.at_least(1, seen),
        },
    )


Job = tuple[str, int, int]


def batches(seed: int, cuts: int, synchronous: str) -> Iterator[Job]:
    """Split the cuts over runs, each with a seed of its own."""
    for number, first in enumerate(range(0, cuts, CUTS_PER_RUN)):
        yield synchronous, seed * 1_000 + number, min(CUTS_PER_RUN, cuts - first)


def judge(job: Job) -> tuple[str, list[powercut.Verdict]]:
    """Record one run and cut it."""
    synchronous, seed, count = job
    recorded = powercut.record(seed, synchronous=synchronous)
    return synchronous, list(powercut.trials(recorded, seed, count))
