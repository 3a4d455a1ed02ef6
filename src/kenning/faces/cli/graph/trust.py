"""Commands on trust: who is raised and lowered, what is granted, and what rests on whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import ACCESS, Who, done, json_of, numbered, opened, pair

if TYPE_CHECKING:
    from kenning.engine.session import Session

Level = Annotated[
    str, typer.Argument(metavar="LEVEL", help="sub_user, trusted_user or admin_delegate; to demote also untrusted.")
]
Read = Annotated[list[str] | None, typer.Option("--read", metavar="DOMAIN", help="A domain to read; repeatable.")]
Write = Annotated[
    list[str] | None, typer.Option("--write", metavar="DOMAIN", help="A domain to read and write; repeatable.")
]
Ceiling = Annotated[
    str | None,
    typer.Option(
        "--ceiling", metavar="LEVEL", help="Up to which sensitivity: public, restricted, private, confidential."
    ),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        "--allow",
        metavar="WHAT",
        help="tool:NAME, sensor:ACTION, control, or an act such as approve_channels; repeatable.",
    ),
]
Deny = Annotated[list[str] | None, typer.Option("--deny", metavar="WHAT", help="The same, never allowed; repeatable.")]
Delegate = Annotated[
    str | None, typer.Option("--delegate", metavar="LEVEL", help="Up to which level it may pass on what it has.")
]
Written = Annotated[
    str | None,
    typer.Option("--permissions", metavar="JSON", help="The permissions as JSON, as in the schema; or full."),
]
GrantId = Annotated[str, typer.Argument(metavar="GRANT", help="The grant: its number in the log, or its id.")]


class Wanted(NamedTuple):
    """Permissions as they are typed, option by option."""

    read: Sequence[str] | None = None
    write: Sequence[str] | None = None
    ceiling: str | None = None
    allow: Sequence[str] | None = None
    deny: Sequence[str] | None = None
    delegate: str | None = None
    written: str | None = None

    def said(self) -> dict[str, Any] | str | None:
        """Give them in the shape of the schema; nothing where none are typed. Raises `InvalidError`."""
        from kenning.model.time import wrong

        if self.written is not None:
            if any(self[:-1]):
                raise wrong("--permissions", self.written, "says all of them", hint="leave the other options out")
            return self.written if self.written == "full" else self._json(self.written)
        if not any(self):
            return None
        domains = {**dict.fromkeys(self.read or (), "read"), **dict.fromkeys(self.write or (), "write")}
        found: dict[str, Any] = {"domainAccess": domains}
        if self.ceiling is not None:
            found["privacyCeiling"] = self.ceiling
        for verdict, named in (("allowed", self.allow), ("denied", self.deny)):
            for one in named or ():
                _put(found, one, verdict)
        if self.delegate is not None:
            found["delegation"] = {"canDelegateTo": ["*"], "maxDelegationLevel": self.delegate}
        return found

    @staticmethod
    def _json(text: str) -> dict[str, Any]:
        from kenning.model.time import wrong

        plain = json_of(text, "--permissions")
        if not isinstance(plain, dict):
            raise wrong("--permissions", text, "is no JSON object")
        return plain


def _put(found: dict[str, Any], what: str, verdict: str) -> None:
    from kenning.model.access.permissions import ADMINISTRATIVE, FURTHER
    from kenning.model.time import wrong

    sort, colon, name = what.partition(":")
    if colon and name and sort in {"tool", "sensor"}:
        found.setdefault(f"{sort}Permissions", {})[name] = verdict
    elif what == "control":
        found["controlChannel"] = verdict
    elif what in ADMINISTRATIVE or what in FURTHER:
        group = "administrativePermissions" if what in ADMINISTRATIVE else "furtherPermissions"
        first, *rest = what.split("_")
        found.setdefault(group, {})[first + "".join(map(str.title, rest))] = verdict
    else:
        acts = ", ".join([*ADMINISTRATIVE, *FURTHER])
        raise wrong("--allow", what, "is nothing to be allowed", hint=f"tool:NAME, sensor:ACTION, control, {acts}")


@face.command(
    "elevate",
    ACCESS,
    "kenning elevate Tom sub_user --read technical --write interaction --ceiling restricted",
    "kenning elevate Tom trusted_user --permissions full",
)
def elevate(
    asked: Asked,
    *,
    name: Who,
    level: Level,
    read: Read = None,
    write: Write = None,
    ceiling: Ceiling = None,
    allow: Allow = None,
    deny: Deny = None,
    delegate: Delegate = None,
    permissions: Written = None,
) -> None:
    """Raise somebody to a level, with permissions.

    Refused, and never trimmed, where it goes beyond the level's ceiling or what you hold.
    """
    wanted = Wanted(read, write, ceiling, allow, deny, delegate, permissions).said()
    with opened(asked) as session:
        done(asked, session, session.elevate(name, level, wanted), "elevated")


@face.command("demote", ACCESS, "kenning demote Tom", "kenning demote Tom sub_user")
def demote(asked: Asked, name: Who, level: Level = "untrusted", permissions: Written = None) -> None:
    """Lower somebody at once, in every open session.

    All that was given ends; who it is and what is known of it stays, and is there when it is raised again.
    """
    with opened(asked) as session:
        left = Wanted(written=permissions).said()
        done(asked, session, session.demote(name, level, left), "demoted")


@face.command("suspend", ACCESS, "kenning suspend Tom")
def suspend(asked: Asked, name: Who) -> None:
    """Take all access from somebody until it is resumed."""
    with opened(asked) as session:
        done(asked, session, session.suspend(name), "suspended")


@face.command("resume", ACCESS, "kenning resume Tom")
def resume(asked: Asked, name: Who) -> None:
    """Give somebody who was suspended back what it had."""
    with opened(asked) as session:
        done(asked, session, session.resume(name), "resumed")


@face.command("revoke", ACCESS, "kenning revoke Tom")
def revoke(asked: Asked, name: Who) -> None:
    """Take all access from somebody for good."""
    with opened(asked) as session:
        done(asked, session, session.revoke(name), "revoked")


@face.command("grant", ACCESS, "kenning grant Tom --read project", "kenning grant Tom --allow tool:read_code")
def grant(
    asked: Asked,
    *,
    name: Who,
    read: Read = None,
    write: Write = None,
    ceiling: Ceiling = None,
    allow: Allow = None,
    deny: Deny = None,
    delegate: Delegate = None,
    permissions: Written = None,
) -> None:
    """Give somebody permissions beside what it has; its level stays."""
    wanted = Wanted(read, write, ceiling, allow, deny, delegate, permissions).said()
    with opened(asked) as session:
        done(asked, session, session.grant(name, wanted), "granted")


@face.command("withdraw", ACCESS, "kenning withdraw 17")
def withdraw(asked: Asked, grant_id: GrantId) -> None:
    """End a grant, named by the act that gave it."""
    with opened(asked) as session:
        done(asked, session, session.withdraw(numbered(session, grant_id)), "withdrawn")


@face.command("grants", ACCESS, "kenning grants", "kenning grants Tom", "kenning grants --keep 17")
def grants(
    asked: Asked,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="To whom; all without.")] = None,
    keep: Annotated[
        str | None, typer.Option("--keep", metavar="GRANT", help="Take over a grant that waits for review.")
    ] = None,
    end: Annotated[
        str | None, typer.Option("--end", metavar="GRANT", help="End a grant that waits for review.")
    ] = None,
) -> None:
    """List what is granted, and decide about grants that lost what they rested on."""
    from kenning.faces.cli.graph.layout import trust as layout

    with opened(asked) as session:
        if keep is not None or end is not None:
            chosen = numbered(session, str(keep or end))
            said = "kept" if keep is not None else "ended"
            done(asked, session, session.review_grant(chosen, keep=keep is not None), said)
            return
        found = session.grants(name)
        if asked.json:
            asked.answer(found)
            return
        layout.grants(asked.page(), found, _namer(session, layout.named(found)))


def _namer(session: Session, ids: set[str]) -> Any:  # noqa: ANN401 - a function of an id
    names = session.names(ids)
    return lambda one: names.get(one, one)


@face.command("confirm", ACCESS, "kenning confirm Tom", "kenning confirm Tom chat:tom2")
def confirm(
    asked: Asked,
    name: Who,
    met: Annotated[
        str | None, typer.Argument(metavar="CHANNEL:IDENTIFIER", help="What is confirmed; all that waits without.")
    ] = None,
) -> None:
    """Confirm what a name or a score joined to somebody: it opens nothing before."""
    with opened(asked) as session:
        identifier = None if met is None else pair(met)
        done(asked, session, session.confirm_identity(name, identifier=identifier), "confirmed")
