"""Folding a log into fresh projections, and proving that the live ones are what the log says."""

import time

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options, Result

EVENTS = 200_000
BATCH = 500


def run(options: Options) -> Result:
    """Measure rebuild and verify on one log, corrections and redactions among its events."""
    count = options.scale(EVENTS)
    with (
        options.workspace() as folder,
        kenning.open(folder / "rebuild.kenning", config=kenning.Config(recognise=False)) as session,
    ):
        options.say(f"rebuild: recording {count:,} events")
        for number, batch in enumerate(Corpus(options.seed).batches(count, BATCH)):
            receipts = session.record_many(batch)
            if number % 20 == 0:
                session.correct(receipts[0].id, {"content": "corrected words of another kind"})
                session.amend(receipts[1].id, "and a word more")
                session.redact(receipts[2].id, because="bench")
        events = session.head()[0]
        options.say("rebuild: rebuilding")
        start = time.perf_counter()
        session.rebuild()
        rebuilt = events / (time.perf_counter() - start)
        options.say("rebuild: verifying")
        start = time.perf_counter()
        report = session.verify()
        verified = events / (time.perf_counter() - start)
    figures = {
        "events": float(events),
        "rebuild_per_s": rebuilt,
        "verify_per_s": verified,
        "problems": float(len(report.problems)),
    }
    bars = {
        "rebuild_per_s": Bar.at_least(20_000, rebuilt),
        "verify_per_s": Bar.at_least(20_000, verified),
        "problems": Bar.at_most(0, len(report.problems)),
    }
    return Result(figures, bars)
