"""Commands about one entity: who it is, what it is called, how it is met, and how it came to be so."""

from __future__ import annotations

from typing import Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import ENTITIES, Who, assigned, done, made, opened, pair
from kenning.faces.cli.read import After, At, Before, Kind, finder

TYPE = "person"
Met = Annotated[str, typer.Argument(metavar="CHANNEL:IDENTIFIER", help="How it is met, such as email:tom@example.org.")]


@face.command("who", ENTITIES, "kenning who", 'kenning who "Tom Miller"', "kenning who chat:tom1 --at 2026-06-01")
def who(
    asked: Asked,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", help="A name or alias, channel:identifier, or id; all are listed without."),
    ] = None,
    at: At = None,
) -> None:
    """Say who or what somebody is: by any name or identifier, or all."""
    from kenning.faces.cli.graph.layout import portrait

    with opened(asked, at) as session:
        if name is None:
            found = session.entities()
            asked.answer(found) if asked.json else portrait.listing(asked.page(), found, asked.zone)
            return
        one = session.who(name)
        counts = {"claims": len(session.claims(one.id)), "events": session.event_count(one.id)}
        own = session.names(one.members, own=True)
        if asked.json:
            asked.answer({**_shown(one), "memberNames": own, **counts})
        else:
            portrait.card(asked.page(), one, portrait.Beside(own, **counts), asked.zone)


def _shown(one: object) -> dict[str, object]:
    from kenning.faces import wire

    shown = wire.whole(one)
    assert isinstance(shown, dict)
    return shown


entity = face.group(
    "entity",
    ENTITIES,
    "Make, name, describe and retire entities; see their versions.",
    'kenning entity create "Arc Labs" --type company',
    'kenning entity rename "Arc Labs" "Arc Laboratories"',
    'kenning entity log "Tom Miller"',
)
alias = face.group(
    "alias",
    ENTITIES,
    "Add names that an entity goes by, or drop them.",
    'kenning alias add "Thomas Miller" Tom Tommy',
    'kenning alias drop "Thomas Miller" Tommy',
)


@entity.command(
    "create",
    ENTITIES,
    'kenning entity create "Tom Miller" --alias Tom --identifier email:tom@example.org',
    "kenning entity create Lisbon --type city --set country=Portugal --set people:=545000",
)
def create(
    asked: Asked,
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")],
    kind: Annotated[str, typer.Option("--type", metavar="TYPE", help="Its type: company, place, …")] = TYPE,
    also: Annotated[list[str] | None, typer.Option("--alias", metavar="NAME", help="Another name; repeatable.")] = None,
    met: Annotated[
        list[str] | None,
        typer.Option(
            "--identifier", metavar="CHANNEL:ID", help="How it is met, such as email:a@b.example; repeatable."
        ),
    ] = None,
    attributes: Annotated[
        list[str] | None, typer.Option("--set", metavar="KEY=TEXT", help="An attribute, or KEY:=JSON; repeatable.")
    ] = None,
) -> None:
    """Make an entity by hand; two may bear one name."""
    identifiers = [pair(one, "--identifier") for one in met or ()]
    said = assigned(attributes or (), option="--set")
    with opened(asked, create=True) as session:
        new = session.create_entity(name, kind, aliases=also or (), identifiers=identifiers, attributes=said)
        made(asked, session, new, "created")


@entity.command("rename", ENTITIES, 'kenning entity rename Tom "Tom Miller"')
def rename(
    asked: Asked, name: Who, to: Annotated[str, typer.Argument(metavar="NEW", help="What it is called from now on.")]
) -> None:
    """Give an entity another name; the old one stays as an alias."""
    with opened(asked) as session:
        done(asked, session, session.rename(name, to), "renamed")


@entity.command("type", ENTITIES, 'kenning entity type "Arc Labs" company')
def retype(
    asked: Asked, name: Who, to: Annotated[str, typer.Argument(metavar="TYPE", help="A type of the schema.")]
) -> None:
    """Say that an entity is of another type."""
    with opened(asked) as session:
        done(asked, session, session.retype(name, to), "retyped")


@entity.command(
    "describe", ENTITIES, "kenning entity describe Tom town=Ghent age:=40", "kenning entity describe Tom age:=null"
)
def describe(
    asked: Asked,
    name: Who,
    attributes: Annotated[
        list[str], typer.Argument(metavar="KEY=TEXT", help="An attribute and its text, or KEY:=JSON; null removes.")
    ],
) -> None:
    """Set attributes of an entity, or remove them."""
    said = assigned(attributes)
    with opened(asked) as session:
        done(asked, session, session.describe(name, said), "described")


@entity.command("bind", ENTITIES, "kenning entity bind Tom email:tom@example.org")
def bind(asked: Asked, name: Who, met: Met) -> None:
    """Bind an identifier to an entity: who acts under it is that one."""
    channel, identifier = pair(met)
    with opened(asked) as session:
        done(asked, session, session.bind(name, channel, identifier), "bound")


@entity.command("unbind", ENTITIES, "kenning entity unbind Tom email:tom@example.org")
def unbind(asked: Asked, name: Who, met: Met) -> None:
    """Take an identifier from an entity."""
    channel, identifier = pair(met)
    with opened(asked) as session:
        done(asked, session, session.unbind(name, channel, identifier), "unbound")


@entity.command("retire", ENTITIES, 'kenning entity retire "Arc Labs"')
def retire(asked: Asked, name: Who) -> None:
    """Take an entity out of use.

    It neither resolves nor is suggested; its claims stay readable.
    """
    with opened(asked) as session:
        done(asked, session, session.retire(name), "retired")


@entity.command("restore", ENTITIES, 'kenning entity restore "Arc Labs"')
def restore(asked: Asked, name: Who) -> None:
    """Take a retired entity back into use."""
    with opened(asked) as session:
        done(asked, session, session.restore_entity(name), "restored")


@entity.command("log", ENTITIES, 'kenning entity log "Tom Miller"')
def log(asked: Asked, name: Who, at: At = None) -> None:
    """Draw the versions of an entity, the newest first.

    Each names the act that made it; a merge has two before it.
    """
    from kenning.faces.cli.graph.layout import versions

    with opened(asked, at) as session:
        found = session.definitions(name)
        if asked.json:
            asked.answer(found)
        else:
            versions.drawn(asked.page(), found, finder(session), asked.zone)


@entity.command(
    "diff", ENTITIES, "kenning entity diff Tom", "kenning entity diff Tom v1 v1.2", "kenning entity diff Tom 3694bc32"
)
def diff(
    asked: Asked,
    name: Who,
    old: Annotated[
        str | None, typer.Argument(metavar="OLD", help="A version: its label or the first signs of its hash.")
    ] = None,
    new: Annotated[str | None, typer.Argument(metavar="NEW", help="Another; the newest where it is left out.")] = None,
    at: At = None,
) -> None:
    """Say how two versions of an entity differ.

    The newest and the one before it, unless others are named.
    """
    from kenning.faces.cli.graph.layout import versions

    with opened(asked, at) as session:
        found = session.definitions(name)
        first, second = versions.two(found, session.who(name).definition, old, new)
    changes = versions.changes(first, second)
    if asked.json:
        sides = {"from": first, "to": second}
        named = {side: {"id": one.id, "label": one.label} if one else None for side, one in sides.items()}
        asked.answer({**named, "changes": changes})
    else:
        versions.compared(asked.page(), first, second, changes)


@entity.command("state", ENTITIES, "kenning entity state Tom --at 2026-06-01")
def state(asked: Asked, name: Who, at: At = None) -> None:
    """Say what the log shows of an entity.

    When it was last seen, how often, where, with whom, and what follows from claims; as of --at, where that is said.
    """
    from kenning.faces.cli.graph.layout import portrait

    with opened(asked, at) as session:
        found = session.state(name)
        if asked.json:
            asked.answer(found)
        else:
            ends = [one["value"] for one in found.derived_preferences if isinstance(one["value"], str)]
            ends += [str(one["target_entity_id"]) for one in found.relationships]
            names = session.names([found.id, *found.companions, *ends])
            portrait.state(asked.page(), found, names, asked.zone)


@entity.command("appears", ENTITIES, "kenning entity appears Tom --limit 20")
def appears(
    asked: Asked,
    name: Who,
    *,
    kind: Kind = None,
    after: After = None,
    before: Before = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = 50,
    at: At = None,
) -> None:
    """List the events in which an entity stands, the latest first."""
    from kenning.faces.cli.graph.layout import portrait
    from kenning.model.recall import Filters

    filters = Filters(kinds=frozenset(kind or ()), after=after, before=before)
    with opened(asked, at) as session:
        found = session.appears(name, filters=filters, limit=limit)
    if asked.json:
        asked.answer(found)
    else:
        portrait.appearances(asked.page(), found, asked.zone)


@alias.command("add", ENTITIES, 'kenning alias add "Thomas Miller" Tom Tommy')
def add(
    asked: Asked, name: Who, names: Annotated[list[str], typer.Argument(metavar="ALIAS", help="Names it goes by.")]
) -> None:
    """Add names that an entity goes by."""
    with opened(asked) as session:
        done(asked, session, session.add_alias(name, *names), "added")


@alias.command("drop", ENTITIES, 'kenning alias drop "Thomas Miller" Tommy')
def drop(
    asked: Asked, name: Who, names: Annotated[list[str], typer.Argument(metavar="ALIAS", help="Names to drop.")]
) -> None:
    """Drop names; mentions that were resolved by them stay as they are."""
    with opened(asked) as session:
        done(asked, session, session.drop_alias(name, *names), "dropped")
