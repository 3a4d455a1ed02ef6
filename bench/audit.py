"""Checks with a durable audit: decided, noted, and on the disk in a chain within a tenth of a second."""

import time
from pathlib import Path

import kenning
from bench.frame import Bar, Options, Result
from kenning.engine.access.callers import Asker
from kenning.engine.session import Session
from kenning.model.access.permissions import Permissions

CHECKS = 200_000
TOOLS = 1_000
BAR_PER_S = 20_000


def guest(folder: Path) -> tuple[kenning.Session, Session]:
    """A store, and a session of somebody who was given one tool."""
    keeper = kenning.open(folder / "audit.kenning")
    actor = {"type": "person", "name": "Bo", "channel": "chat", "identifier": "bo"}
    file = {"role": "primary", "content": "hello"}
    keeper.record({"kind": "message.sent", "source": {"type": "app", "name": "chat"}, "actor": actor, "files": [file]})
    who = keeper.who("chat:bo").id
    keeper.define_channel("chat")
    keeper.approve_channel("chat")
    keeper.declare_tool("tool0", "safe")
    keeper.elevate(who, "sub_user", Permissions(tool_permissions={"tool0": "allowed"}))
    asker = Asker(entity=who, channel="chat", session_id="bo")
    return keeper, Session(keeper._engine, "default", "shared", asker=asker)  # noqa: SLF001 - a session of another than the keeper


def measured(session: Session, ids: list[str]) -> float:
    """Checks a second, each noted in the audit, until all of them are on the disk."""
    audit, who = session._engine.audit, session._who  # noqa: SLF001 - what every verb notes its readings with
    start = time.perf_counter()
    for one in ids:
        session.check("tool", one, "invoke")
        audit.saw(who, "check", (f"tool:{one}",))
    audit.flush()
    return len(ids) / (time.perf_counter() - start)


def run(options: Options) -> Result:
    """Measure checks of one tool, of many, and of as many as there are checks."""
    count = options.scale(CHECKS)
    figures: dict[str, float] = {}
    with options.workspace() as folder:
        keeper, session = guest(folder)
        start = time.perf_counter()
        for _ in range(count):
            session.check("tool", "tool0", "invoke")
        figures["unaudited_per_s"] = count / (time.perf_counter() - start)
        for name, distinct in (("one_tool", 1), ("many_tools", TOOLS), ("all_different", count)):
            options.say(f"{count:,} checks of {distinct:,} tools")
            figures[f"{name}_per_s"] = measured(session, [f"tool{number % distinct}" for number in range(count)])
        start = time.perf_counter()
        report = keeper.verify()
        figures["verify_s"] = time.perf_counter() - start
        if not report.ok:
            raise ValueError(f"the audit does not verify: {report.problems}")
        figures["lines"] = report.audited
        keeper.close()
    bars = {f"{name}_per_s": Bar.at_least(BAR_PER_S, figures[f"{name}_per_s"]) for name in ("one_tool", "many_tools")}
    bars["all_different_per_s"] = Bar.at_least(BAR_PER_S, figures["all_different_per_s"])
    return Result(figures=figures, bars=bars)
