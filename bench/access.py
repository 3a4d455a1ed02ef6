"""Decisions: agreement with the same model as Cedar policies, and checks a second beside pycasbin and cedarpy.

All rates are of checks that answer with the decision and its reasons, in one process. *Known* asks for a thousand tools again and
again; *fresh* asks for each tool once, in random order, so that among a million grants nothing is in the processor's caches.
They are of processor time, ours and the others', so that other work on the machine counts for nobody.
"""

from __future__ import annotations

import json
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.access_sessions import sessions
from bench.access_worlds import compare
from bench.frame import Bar, Options, Result
from kenning.model.access.channel import Channel
from kenning.model.access.declared import Declarations
from kenning.model.access.party import Caller, Party
from kenning.model.access.permissions import DomainAccess, Permissions
from kenning.model.access.request import Record, Request
from kenning.model.change import Labels
from kenning.rules.access import Compiled, words

REQUESTS = 200_000
CHECKS = 200_000
GRANTS = (10, 100, 10_000, 1_000_000)
FLAT = 2.0
"""A check among a million grants may take so many times one among ten: what a larger table costs the processor, no more."""

CASBIN_MODEL = """
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act
"""


def holder(grants: int) -> Caller:
    """Somebody with so many tools granted, on an open channel."""
    names = [f"tool-{number}" for number in range(grants)]
    one = Party(
        entity="kay",
        trust_level="trusted_user",
        lifecycle_state="active",
        permissions=Permissions(
            domain_access=DomainAccess(technical="read"),
            privacy_ceiling="private",
            tool_permissions=dict.fromkeys(names, "allowed"),
        ),
    )
    declared = Declarations(tools=dict.fromkeys(names, "safe"))
    return Caller(entity=one, channel=Channel(id="chat", approval_state="approved"), declared=declared)


def rate(check: Callable[[str], object], names: list[str], rounds: int = 3) -> float:
    """How many checks a second: the best of some rounds."""
    best = float("inf")
    for _ in range(rounds):
        begun = time.process_time()
        for name in names:
            check(name)
        best = min(best, time.process_time() - begun)
    return len(names) / best


def fresh(caller: Caller, grants: int, count: int, seed: int) -> float:
    """Checks a second when each is the first of its tool: nothing can be remembered, whatever the number of grants."""
    dice, best = random.Random(seed), float("inf")
    run = min(grants, count)
    for _ in range(3):
        taken = 0.0
        for _ in range(count // run):
            names = [f"tool-{number}" for number in dice.sample(range(grants), run)]
            check = Compiled(caller).check
            begun = time.process_time()
            for name in names:
                check("tool", name, "invoke")
            taken += time.process_time() - begun
        best = min(best, taken / (count // run * run))
    return 1 / best


def known(caller: Caller, names: list[str]) -> float:
    """Checks a second when all has been asked before."""
    check = Compiled(caller).check
    return rate(lambda name: check("tool", name, "invoke"), names)


def casbin_rate(names: list[str]) -> float:
    """Checks a second of pycasbin, 100 policies, its enforcer made once."""
    import casbin

    with tempfile.TemporaryDirectory() as folder:
        model, policy = Path(folder, "model.conf"), Path(folder, "policy.csv")
        model.write_text(CASBIN_MODEL)
        policy.write_text("".join(f"p, kay, tool-{number}, invoke\n" for number in range(100)))
        enforcer = casbin.Enforcer(str(model), str(policy))
    assert enforcer.enforce("kay", "tool-7", "invoke")
    assert not enforcer.enforce("kay", "tool-100", "invoke")
    return rate(lambda name: enforcer.enforce("kay", name, "invoke"), names)


def cedar_rate(names: list[str]) -> float:
    """Checks a second of cedarpy, 100 policies, policies and entities parsed once: its fastest way for single requests."""
    from cedarpy import Entities, PolicySet, is_authorized

    text = "\n".join(
        f'permit(principal == Party::"kay", action == Action::"invoke", resource == Tool::"tool-{number}");'
        for number in range(100)
    )
    policies, entities = PolicySet.from_str(text), Entities.from_json_str(json.dumps([]))

    def check(name: str) -> bool:
        request = {
            "principal": 'Party::"kay"',
            "action": 'Action::"invoke"',
            "resource": f'Tool::"{name}"',
            "context": {},
        }
        return is_authorized(request, policies, entities).allowed

    assert check("tool-7")
    assert not check("tool-100")
    return rate(check, names)


def reads(caller: Caller, count: int) -> float:
    """Checks a second of reading events that bear a few hundred different labels."""
    dice = random.Random(1)
    domains = ("technical", "personal", "project")
    records = [
        Record(
            labels=(
                Labels(
                    agent="shared",
                    sensitivity=dice.choice(["public", "restricted", "confidential"]),
                    visibility="participants",
                    domains=(dice.choice(domains),),
                    who=(f"chat:{number}",),
                ),
            )
        )
        for number in range(300)
    ]
    check = Compiled(caller).check
    asked = [records[number % 300] for number in range(count)]
    best = float("inf")
    for _ in range(3):
        begun = time.process_time()
        for one in asked:
            check("event", "e", "read", one)
        best = min(best, time.process_time() - begun)
    return count / best


def speeds(options: Options) -> tuple[dict[str, float], dict[str, Bar]]:
    """Our rates and the rivals', in one run."""
    count = options.scale(CHECKS)
    figures: dict[str, float] = {}
    for grants in GRANTS if not options.quick else GRANTS[:3]:
        options.say(f"{grants:,} grants")
        caller, dice = holder(grants), random.Random(options.seed)
        few = [f"tool-{dice.randrange(grants)}" for _ in range(1000)]
        figures[f"check_fresh_{grants}_per_s"] = fresh(caller, grants, count // 4, options.seed)
        figures[f"check_known_{grants}_per_s"] = known(caller, few * max(1, count // 1000))
    smallest, largest = min(GRANTS), GRANTS[2] if options.quick else max(GRANTS)
    caller, dice = holder(100), random.Random(options.seed)
    names = [f"tool-{dice.randrange(120)}" for _ in range(count)]
    said = Compiled(caller)

    def explained(name: str) -> str:
        asked = Request(entity="kay", resource_type="tool", resource_id=name, action="invoke")
        return words(said.check("tool", name, "invoke"), asked)

    figures["check_in_words_per_s"] = rate(explained, names)
    figures["check_read_per_s"] = reads(caller, count)
    options.say("the others")
    figures["pycasbin_100_per_s"] = casbin_rate(names[: options.scale(5_000)])
    figures["cedarpy_100_per_s"] = cedar_rate(names[: options.scale(20_000)])
    slowest = min(value for key, value in figures.items() if key.startswith("check_fresh"))
    bars = {
        "check_per_s": Bar.at_least(150_000, slowest),
        "check_times_pycasbin": Bar.at_least(10, figures["check_fresh_100_per_s"] / figures["pycasbin_100_per_s"]),
        "check_times_cedarpy": Bar.at_least(10, figures["check_fresh_100_per_s"] / figures["cedarpy_100_per_s"]),
        "check_flat": Bar.at_most(
            FLAT, figures[f"check_known_{smallest}_per_s"] / figures[f"check_known_{largest}_per_s"]
        ),
    }
    return figures, bars


def run(options: Options) -> Result:
    """Agree first, then hurry."""
    options.say(f"{options.scale(REQUESTS):,} random requests, judged twice")
    tally, differing = compare(options.scale(REQUESTS), options.seed)
    for line in differing:
        options.say(line)
    figures, bars = speeds(options)
    opened, further = sessions(options)
    figures |= opened
    bars |= further
    figures |= {
        "cedar_requests": float(tally.requests),
        "cedar_allowed_share": tally.allowed / tally.requests,
        "cedar_only_ours_allows": float(tally.ours_only),
        "cedar_only_theirs_allows": float(tally.theirs_only),
    }
    bars["cedar_disagreements"] = Bar.at_most(0, float(tally.ours_only + tally.theirs_only))
    return Result(figures, bars)
