"""Commands on channels, internal entities, tools, declared relationships, and the tokens by which one signs in from afar."""

from __future__ import annotations

from typing import Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import ACCESS, Who, done, json_of, made, numbered, opened
from kenning.faces.cli.graph.trust import Wanted, Written

Channel = Annotated[str, typer.Argument(metavar="CHANNEL", help="The channel's name, such as discord_general.")]

channel = face.group(
    "channel",
    ACCESS,
    "Define the ways by which people come, and approve them.",
    "kenning channel define discord_general --kind chat --domain interaction",
    "kenning channel approve discord_general",
)
internal = face.group(
    "internal",
    ACCESS,
    "Define the assistants of the house, each by a retrieval policy.",
    "kenning internal define companion luna",
    "kenning internal list",
)
tool = face.group("tool", ACCESS, "Declare how dangerous tools are.", "kenning tool declare deploy effectful")
relationship = face.group(
    "relationship",
    ACCESS,
    "Declare relationships as part of a definition.",
    "kenning relationship declare Tom sister_of Ann",
)
token = face.group(
    "token",
    ACCESS,
    "Issue tokens by which programs sign in to kenning serve, and revoke them.",
    "kenning token issue admin --channel local --name laptop",
    "kenning token list",
)


@channel.command("list", ACCESS, "kenning channel list")
def listing(asked: Asked) -> None:
    """List the channels, how they stand, and who is bound to them."""
    from kenning.faces.cli.graph.layout import trust

    with opened(asked) as session:
        found = session.channels()
        asked.answer(found) if asked.json else trust.channels(asked.page(), found)


@channel.command(
    "define",
    ACCESS,
    "kenning channel define discord_general --kind chat --domain interaction --sensitivity restricted --visibility shared",
)
def define(
    asked: Asked,
    *,
    name: Channel,
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help="What sort: chat, mail, voice, …")] = "channel",
    domains: Annotated[
        list[str] | None, typer.Option("--domain", metavar="DOMAIN", help="The domain of what comes by it; repeatable.")
    ] = None,
    sensitivity: Annotated[
        str, typer.Option("--sensitivity", metavar="LEVEL", help="How sensitive what comes by it is.")
    ] = "private",
    visibility: Annotated[
        str, typer.Option("--visibility", metavar="WHO", help="For whom: owner, participants, shared or public.")
    ] = "owner",
    permissions: Written = None,
) -> None:
    """Say what a channel is.

    Its permissions are a cap on everybody who comes by it. It gives access once it is approved.
    """
    cap = Wanted(written=permissions).said()
    with opened(asked, create=True) as session:
        act = session.define_channel(
            name, kind=kind, permissions=cap, domains=domains or (), sensitivity=sensitivity, visibility=visibility
        )
        done(asked, session, act, "defined")


@channel.command("approve", ACCESS, "kenning channel approve discord_general")
def approve(asked: Asked, name: Channel) -> None:
    """Approve a channel: from now on it gives access, up to its cap."""
    with opened(asked) as session:
        done(asked, session, session.approve_channel(name), "approved")


@channel.command("reject", ACCESS, "kenning channel reject discord_general")
def reject(asked: Asked, name: Channel) -> None:
    """Reject a channel: what comes by it is recorded and gives no access."""
    with opened(asked) as session:
        done(asked, session, session.reject_channel(name), "rejected")


@channel.command("revoke", ACCESS, "kenning channel revoke discord_general")
def revoke(asked: Asked, name: Channel) -> None:
    """Take its approval from a channel, in every open session at once."""
    with opened(asked) as session:
        done(asked, session, session.revoke_channel(name), "revoked")


@channel.command("bind", ACCESS, "kenning channel bind discord_general discord:@tom Tom")
def bind(
    asked: Asked,
    name: Channel,
    session_id: Annotated[str, typer.Argument(metavar="SESSION", help="The session, as the channel calls it.")],
    who: Who,
) -> None:
    """Note who speaks in a session of a channel."""
    with opened(asked) as session:
        done(asked, session, session.bind_channel(name, session_id, who), "bound")


@internal.command("define", ACCESS, "kenning internal define technical_assistant builder")
def define_internal(
    asked: Asked,
    *,
    kind: Annotated[
        str,
        typer.Argument(metavar="TYPE", help="technical_assistant, companion, stream_host or automation_agent."),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="Its name: that of the agent whose records are its own.")],
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="JSON", help="Another policy than the ready one of its type.")
    ] = None,
) -> None:
    """Make an internal entity, or give it another retrieval policy."""
    from kenning.model.time import wrong

    said = json_of(policy, "--policy") if policy is not None else None
    if said is not None and not isinstance(said, dict):
        raise wrong("--policy", policy, "is no JSON object")
    with opened(asked, create=True) as session:
        made(asked, session, session.define_internal(kind, name, said), "defined")


@internal.command("list", ACCESS, "kenning internal list")
def internals(asked: Asked) -> None:
    """List the internal entities, each with what it may reach."""
    from kenning.faces.cli.graph.layout.trust import permissions
    from kenning.faces.cli.page import QUIET, TITLE, joined, span

    with opened(asked) as session:
        found = {name: session.who(one).definition for name, one in session.internals().items()}
    if asked.json:
        asked.answer(found)
        return
    page = asked.page()
    if not found:
        page.line("no internal entity is defined")
    for name, one in found.items():
        page.line(
            joined([span(name, TITLE), span(str(one.internal_type)), span(one.label), span(one.entity_id, QUIET)])
        )
        page.hanging(span("  "), span(permissions(one.permissions)))
        if one.allowed_channels:
            page.line(f"  on {', '.join(one.allowed_channels)} only")


@tool.command("declare", ACCESS, "kenning tool declare deploy effectful", "kenning tool declare camera_pan control")
def declare(
    asked: Asked,
    name: Annotated[str, typer.Argument(metavar="TOOL", help="The tool; or an action of a sensor.")],
    how: Annotated[
        str,
        typer.Argument(
            metavar="CLASS", help="safe, effectful, administrative or reserved; of a sensor read or control."
        ),
    ],
) -> None:
    """Declare how dangerous a tool is, or whether a sensor's action reads or controls.

    A tool that nobody declared is reserved: only the admin uses it.
    """
    with opened(asked, create=True) as session:
        act = session.declare_sensor(name, how) if how in {"read", "control"} else session.declare_tool(name, how)
        done(asked, session, act, "declared")


@relationship.command("declare", ACCESS, "kenning relationship declare Tom sister_of Ann --strength 0.9")
def relate(
    asked: Asked,
    *,
    name: Who,
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="What it is to the other, such as friend_of.")],
    target: Annotated[str, typer.Argument(metavar="OTHER", help="The other: by name, channel:identifier, or id.")],
    strength: Annotated[float, typer.Option("--strength", metavar="SHARE", help="Between 0 and 1.")] = 1.0,
    since: Annotated[str, typer.Option("--since", metavar="WHEN", help="Since when, as you would write it.")] = "",
) -> None:
    """Declare a relationship as part of a definition; it makes a version."""
    with opened(asked) as session:
        act = session.declare_relationship(name, target, kind, strength=strength, since=since)
        done(asked, session, act, "declared")


@relationship.command("end", ACCESS, "kenning relationship end Tom sister_of Ann")
def unrelate(
    asked: Asked,
    name: Who,
    kind: Annotated[str, typer.Argument(metavar="TYPE", help="What it was to the other.")],
    target: Annotated[str, typer.Argument(metavar="OTHER", help="The other: by name, channel:identifier, or id.")],
) -> None:
    """End a declared relationship; the versions that had it stay."""
    with opened(asked) as session:
        done(asked, session, session.end_relationship(name, target, kind), "ended")


@token.command(
    "issue",
    ACCESS,
    "kenning token issue admin --channel local --name laptop",
    "kenning token issue chat:@rui --channel chat --reading --ceiling restricted --days 30",
)
def issue(
    asked: Asked,
    *,
    who: Who,
    channel_name: Annotated[
        str, typer.Option("--channel", metavar="CHANNEL", help="By which channel it speaks; local is the file's own.")
    ],
    person: Annotated[
        str | None, typer.Option("--acting-for", metavar="WHO", help="The person an assistant speaks for.")
    ] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="The agent whose records are its own.")
    ] = None,
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="To tell it from others.")] = "token",
    days: Annotated[float, typer.Option("--days", metavar="DAYS", help="How long it lives.")] = 90.0,
    forever: Annotated[bool, typer.Option("--forever", help="It lives until it is revoked.")] = False,
    reading: Annotated[bool, typer.Option("--reading", help="It lets nothing through that changes anything.")] = False,
    verbs: Annotated[
        list[str] | None,
        typer.Option("--verb", metavar="VERB", help="A verb it lets through, and no other; repeatable."),
    ] = None,
    ceiling: Annotated[
        str | None, typer.Option("--ceiling", metavar="LEVEL", help="Up to which sensitivity it reads.")
    ] = None,
    domains: Annotated[
        list[str] | None, typer.Option("--domain", metavar="DOMAIN", help="A domain it reaches; repeatable.")
    ] = None,
) -> None:
    """Issue a token: its secret is shown once, and kept nowhere.

    It opens a session of somebody on a channel, and no more than that one may there.
    """
    from kenning.faces.cli.graph.layout import trust

    more = {"name": name, "reading": reading, "verbs": verbs or [], "ceiling": ceiling, "domains": domains or []}
    with opened(asked, create=True) as session:
        issued = session.issue_token(
            who, channel=channel_name, acting_for=person, agent=agent, days=None if forever else days, **more
        )
        if asked.json:
            asked.answer(issued)
            return
        asked.page().line(issued.secret)
        trust.tokens(asked.side_page(), [issued.token], session.names([issued.token.entity]))


@token.command("list", ACCESS, "kenning token list")
def tokens(asked: Asked) -> None:
    """List the tokens that were issued and not revoked."""
    from kenning.faces.cli.graph.layout import trust

    with opened(asked) as session:
        found = session.tokens()
        if asked.json:
            asked.answer(found)
            return
        trust.tokens(asked.page(), found, session.names([one.entity for one in found]))


@token.command("revoke", ACCESS, "kenning token revoke 17")
def revoke_token(
    asked: Asked,
    token_id: Annotated[str, typer.Argument(metavar="TOKEN", help="The token: its number in the log, or its id.")],
) -> None:
    """Revoke a token: it opens nothing from the next call on."""
    with opened(asked) as session:
        done(asked, session, session.revoke_token(numbered(session, token_id)), "revoked")
