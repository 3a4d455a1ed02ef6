"""Commands about who is one with whom: merges and how they are undone, what is held apart, what waits for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.drawing.served import ByModel
from kenning.faces.cli.frame import Asked, face, missing
from kenning.faces.cli.graph.asking import ENTITIES, Type, Who, done, made, numbered, opened, pair
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from kenning.engine.session import Session

UNCLEAR = 1  # a question answered with no

Other = Annotated[str, typer.Argument(metavar="OTHER", help="The other: by name, channel:identifier, or id.")]


@face.command(
    "merge",
    ENTITIES,
    'kenning merge "Thomas Miller" Tom --dry-run',
    'kenning merge "Thomas Miller" Tom --policy newest --set town=merged_wins',
)
def merge(
    asked: Asked,
    *,
    survivor: Annotated[str, typer.Argument(metavar="SURVIVOR", help="Who stays: by name, identifier or id.")],
    merged: Annotated[str, typer.Argument(metavar="MERGED", help="Who reads as the survivor from now on.")],
    policy: Annotated[
        str,
        typer.Option(
            "--policy",
            metavar="POLICY",
            help="Where attributes disagree: survivor_wins, merged_wins, newest, concatenate or reject.",
        ),
    ] = "survivor_wins",
    policies: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=POLICY", help="The policy of one attribute; repeatable."),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say all it would change; nothing is done.")] = False,
) -> None:
    """Judge two entities to be one.

    Nothing is rewritten: whatever names the one reads as the other, and unmerge undoes it exactly.
    """
    from kenning.faces.cli.graph.layout import verdict

    single = dict(_policy(one) for one in policies or ())
    with opened(asked) as session:
        planned = session.plan_merge(survivor, merged, policy=policy, **single)
        if not dry_run:
            act = session.merge(survivor, merged, policy=policy, **single)
            done(asked, session, act, "merged", f"{planned.merged_name} into {planned.survivor_name}")
            asked.remark(f"kenning unmerge {session.event(act).sequence} undoes it")
        elif asked.json:
            asked.answer(planned)
        else:
            verdict.plan(asked.page(), planned)


def _policy(said: str) -> tuple[str, str]:
    from kenning.model.time import wrong

    key, equals, policy = said.rpartition("=")
    if not equals or not key:
        raise wrong("--set", said, "is no attribute and its policy", hint="such as town=newest")
    if key == "policy":
        raise wrong("--set", said, "is the policy of all", hint="say it with --policy")
    return key, policy


@face.command("unmerge", ENTITIES, "kenning unmerge 17", "kenning unmerge Tom")
def unmerge(
    asked: Asked,
    merge_id: Annotated[
        str, typer.Argument(metavar="MERGE", help="The merge, by its number or id; or whoever was merged last.")
    ],
) -> None:
    """Undo a merge, within its grace period; later, split it."""
    with opened(asked) as session:
        done(asked, session, session.unmerge(numbered(session, merge_id)), "unmerged")


@face.command(
    "split",
    ENTITIES,
    "kenning split 17",
    'kenning split "Tom Miller" "Tom Jones" --alias Tommy --identifier chat:tom2',
)
def split(
    asked: Asked,
    *,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Whom to split; or a merge to undo, by its number in the log.")
    ],
    part: Annotated[
        str | None, typer.Argument(metavar="PART", help="What the part is called; without it a merge is undone.")
    ] = None,
    aliases: Annotated[
        list[str] | None, typer.Option("--alias", metavar="NAME", help="An alias that goes along; repeatable.")
    ] = None,
    met: Annotated[
        list[str] | None,
        typer.Option("--identifier", metavar="CHANNEL:ID", help="An identifier that goes along; repeatable."),
    ] = None,
    attributes: Annotated[
        list[str] | None, typer.Option("--attribute", metavar="KEY", help="An attribute that goes along; repeatable.")
    ] = None,
) -> None:
    """Split an entity that is two, at any time.

    A merge whose grace period is over is undone by this too. What was linked to it stays where it was written.
    """
    identifiers = [pair(one, "--identifier") for one in met or ()]
    taken = [*(aliases or ()), *identifiers, *(attributes or ())]
    if part is None and taken:
        raise missing("PART", hint="say what the part is called that takes them along")
    with opened(asked) as session:
        if part is None:
            done(asked, session, session.split(numbered(session, name)), "split")
            return
        new = session.split(name, part, aliases=aliases or (), identifiers=identifiers, attributes=attributes or ())
        made(asked, session, new, "split off")


@face.command(
    "apart", ENTITIES, 'kenning apart "Tom Miller" "Tom Jones"', 'kenning apart "Tom Miller" "Tom Jones" --undo'
)
def apart(
    asked: Asked,
    name: Who,
    other: Other,
    undo: Annotated[bool, typer.Option("--undo", help="Take it back.")] = False,
) -> None:
    """Say that two are never the same.

    No score joins or suggests them from then on.
    """
    with opened(asked) as session:
        act = session.hold_open(name, other) if undo else session.hold_apart(name, other)
        done(asked, session, act, "open again" if undo else "held apart")


@face.command(
    "review", ENTITIES, "kenning review", "kenning review accept 12", "kenning review later 12", "kenning review --llm"
)
def review(
    asked: Asked,
    decision: Annotated[
        str | None, typer.Argument(metavar="DECISION", help="accept, reject for ever, or later; a list without it.")
    ] = None,
    item: Annotated[
        str | None, typer.Argument(metavar="ITEM", help="What it is about: its number, as the list has it, or its id.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = 100,
    at: At = None,
    llm: ByModel = False,
) -> None:
    """List what waits for a person, or decide it.

    Those met on a channel for the first time, merges that are suggested, names that could mean several. With --llm a language
    model says first which of several such a name means; it joins nobody.
    """
    from kenning.faces.cli.graph.layout import verdict
    from kenning.faces.cli.read import finder

    if llm:
        _judged(asked, limit)

    if decision is not None and item is None:
        raise missing("ITEM", hint="kenning review lists what waits, each with its number")
    with opened(asked, at) as session:
        if decision is not None and item is not None:
            act = session.answer_review(_waiting(session, item), decision)
            done(asked, session, act, {"accept": "accepted", "reject": "rejected"}.get(decision, "put off"))
            return
        found = session.reviews(limit=limit)
        if asked.json:
            asked.answer(found)
        else:
            verdict.queue(asked.page(), found, finder(session))
    if len(found) == limit:
        asked.remark(f"no more than {limit} are shown; --limit says how many")


def _judged(asked: Asked, limit: int) -> None:
    """Ask the language model whom open mentions mean."""
    from kenning.faces.cli.drawing import served
    from kenning.faces.cli.reports import counted
    from kenning.providers.llm.judge import ModelJudge

    with served.client(asked, served.Limits()) as client, opened(asked) as session:
        decided = session.decide_open(judge=ModelJudge(client), limit=limit)
    if not asked.json:
        asked.page().line(f"{counted(decided, 'name')} decided by {client.server.model}")


def _waiting(session: Session, item: str) -> str:
    """Give the id of what waits; a mention is decided by what is known, and not by a yes."""
    from kenning.model.time import wrong

    if "#" in item.lstrip("#") or "@" in item:
        hint = "give whom it means that name or identifier, or hold the others apart; it is tried again by itself"
        raise wrong("ITEM", item, "is a mention, and none is accepted or rejected", hint=hint)
    return numbered(session, item)


@face.command("resolve", ENTITIES, 'kenning resolve "T. Miller" --type person')
def resolve(
    asked: Asked,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name as it may stand somewhere.")],
    kind: Type = None,
) -> int:
    """Say whom a name means, with the scores of all it may mean.

    Nothing is recorded. Exits with 1 where it means nobody, or nobody for certain.
    """
    from kenning.faces.cli.graph.layout import verdict

    with opened(asked) as session:
        outcome = session.resolve(name, type=kind)
        names = session.names([one.entity for one in outcome.candidates] + [outcome.entity or ""])
    if asked.json:
        asked.answer(outcome)
    else:
        verdict.candidates(asked.page(), outcome, names)
    return 0 if outcome.status == "resolved" else UNCLEAR
