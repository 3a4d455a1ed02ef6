"""Sessions of others than the admin: opening one, its context, and what a check costs that notices whatever was written since."""

from __future__ import annotations

import time
from collections.abc import Callable

import kenning
from bench.corpus import Corpus
from bench.frame import Bar, Options

EVENTS = 20_000
ROUNDS = 2_000
PERMISSIONS = {
    "domainAccess": {"technical": "read", "interaction": "write"},
    "privacyCeiling": "restricted",
    "toolPermissions": {"tidy": "allowed"},
}


def median_us(deed: Callable[[], object], rounds: int) -> float:
    """The median of how long a call takes, in microseconds."""
    taken = []
    for _ in range(rounds):
        begun = time.perf_counter()
        deed()
        taken.append(time.perf_counter() - begun)
    return sorted(taken)[rounds // 2] * 1e6


def met(name: str) -> dict[str, object]:
    """A message by which somebody is met on a channel."""
    return {
        "kind": "message.received",
        "source": {"type": "app", "name": "chat", "channel": "chat"},
        "actor": {"type": "person", "name": name, "channel": "chat", "identifier": f"@{name.lower()}"},
        "files": [{"role": "primary", "contentType": "text/plain", "content": f"{name} is here"}],
        "privacy": {"sensitivity": "restricted", "visibility": "shared"},
    }


def sessions(options: Options) -> tuple[dict[str, float], dict[str, Bar]]:
    """Measure sessions over a store with some history, and over one with a tenth of it."""
    figures: dict[str, float] = {}
    for count in (options.scale(EVENTS) // 10, options.scale(EVENTS)):
        options.say(f"sessions over {count:,} events")
        with options.workspace() as folder, kenning.open(folder / "sessions.kenning") as admin:
            for batch in Corpus(options.seed).batches(count, 500):
                admin.record_many(batch)
            admin.record(met("Wanda"))
            admin.declare_tool("tidy", "safe")
            admin.define_channel("chat", sensitivity="restricted", visibility="shared")
            admin.approve_channel("chat")
            admin.elevate("chat:@wanda", "sub_user", PERMISSIONS)
            entity = admin.who("chat:@wanda").id
            session = admin.enter(entity, channel="chat")
            rounds = options.scale(ROUNDS)
            figures[f"context_{count}_us"] = median_us(session.context, rounds)
            figures[f"session_check_{count}_us"] = median_us(lambda: session.check("tool", "tidy", "invoke"), rounds)  # noqa: B023 - called here
            figures[f"open_session_{count}_us"] = median_us(
                lambda: admin.enter(entity, channel="chat").check("tool", "tidy", "invoke"),  # noqa: B023
                rounds,
            )
            spent = []
            for _ in range(max(20, rounds // 20)):
                admin.record("Something else happened")
                begun = time.perf_counter()
                session.context()
                spent.append(time.perf_counter() - begun)
            figures[f"context_after_a_write_{count}_us"] = sorted(spent)[len(spent) // 2] * 1e6
    largest = options.scale(EVENTS)
    bars = {
        "context_us": Bar.at_most(50, figures[f"context_{largest}_us"]),
        "open_session_us": Bar.at_most(500, figures[f"open_session_{largest}_us"]),
    }
    return figures, bars
