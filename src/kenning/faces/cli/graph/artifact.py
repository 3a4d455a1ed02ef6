"""Commands about artifacts: memories and knowledge in versions, and macros that hold for what their entity is permitted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import events, opened
from kenning.faces.cli.read import At, finder

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.model.identity.artifact import ArtifactView

ARTIFACTS = "Artifacts"
FOUND = 1  # done, with findings

Name = Annotated[str, typer.Argument(metavar="NAME", help="The artifact: its name, its id, or the hash of a version.")]
Because = Annotated[str | None, typer.Option("--because", metavar="REASON", help="Why; it is kept with the version.")]

artifact = face.group(
    "artifact",
    ARTIFACTS,
    "Put, read and compare memories and knowledge.",
    'kenning artifact put "The spare key" "hangs in the shed" --evidence 12',
    'kenning artifact log "The spare key"',
)
macro = face.group(
    "macro",
    ARTIFACTS,
    "Learn, use and validate macros.",
    "kenning macro learn release --of Bot --from 12 --step tool:run_tests:invoke --step tool:deploy:invoke",
    "kenning macro validate release",
)


@artifact.command(
    "put",
    ARTIFACTS,
    'kenning artifact put "The spare key" "hangs in the shed" --evidence 12',
    'kenning artifact put "The spare key" "is with Ines" --evidence 19 --contradicts',
)
def put(
    asked: Asked,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What it is called; a name that is there gets a version.")
    ],
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What it says.")],
    *,
    evidence: Annotated[
        list[str] | None, typer.Option("--evidence", metavar="EVENT", help="An event it is drawn from; repeatable.")
    ] = None,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="memory (else) or knowledge.")] = None,
    contradicts: Annotated[
        bool, typer.Option("--contradicts", help="The evidence speaks against what was there.")
    ] = False,
    parent: Annotated[
        list[str] | None,
        typer.Option("--parent", metavar="VERSION", help="A version it is made of; else all the newest."),
    ] = None,
    because: Because = None,
) -> None:
    """Put a memory or knowledge drawn from events, or a new version of one.

    Older versions stay readable. Of knowledge a new version supersedes all before it.
    """
    with opened(asked) as session:
        more = {"kind": kind, "contradicts": contradicts, "parents": tuple(parent or ()), "because": because}
        found = session.put_artifact(name, text, evidence=events(session, evidence or ()), **more)
        _put(asked, session, found, "put")


def _put(asked: Asked, session: Session, found: ArtifactView, said: str) -> None:
    if asked.json:
        asked.answer(found)
        return
    from kenning.faces.cli.graph.layout.versions import HASH_SIGNS
    from kenning.faces.cli.page import GOOD, QUIET, joined, span

    version, named = found.version, found.words.name if found.words is not None else ""
    sequence = session.event(found.event).sequence
    parts = [span(said, GOOD), span(f"#{sequence}"), span(version.kind), span(named), span(version.label)]
    asked.page().line(joined([*parts, span(version.id[:HASH_SIGNS]), span(version.artifact, QUIET)]))


@artifact.command("get", ARTIFACTS, 'kenning artifact get "The spare key"', "kenning artifact get 3694bc32")
def get(
    asked: Asked,
    name: Name,
    *,
    version: Annotated[
        str | None, typer.Option("--version", metavar="VERSION", help="This one: its label or hash; else the newest.")
    ] = None,
    at: At = None,
) -> None:
    """Show an artifact: what it says, and what it rests on."""
    from kenning.faces.cli.graph.layout import artifact as layout

    with opened(asked, at) as session:
        found = session.artifact(name, version=version)
        if asked.json:
            asked.answer(found)
        else:
            layout.shown(asked.page(), found, finder(session), _entity(session, found))


def _entity(session: Session, found: ArtifactView) -> str:
    entity = found.version.entity
    return session.names([entity], own=True).get(entity, "") if entity is not None else ""


@artifact.command("list", ARTIFACTS, "kenning artifact list", "kenning artifact list --kind macro")
def list_(
    asked: Asked,
    *,
    kind: Annotated[str | None, typer.Option("--kind", metavar="KIND", help="memory, knowledge or macro.")] = None,
    at: At = None,
) -> None:
    """List all artifacts, each by its newest version."""
    from kenning.faces.cli.graph.layout import artifact as layout

    with opened(asked, at) as session:
        found = session.artifacts(kind)
    if asked.json:
        asked.answer(found)
    else:
        layout.listed(asked.page(), found)


@artifact.command("log", ARTIFACTS, 'kenning artifact log "The spare key"')
def log(asked: Asked, name: Name, at: At = None) -> None:
    """Draw the versions of an artifact, the newest first, and why each was made."""
    from kenning.faces.cli.graph.layout import artifact as layout

    with opened(asked, at) as session:
        found = session.artifact_versions(name)
        if asked.json:
            asked.answer(found)
        else:
            layout.drawn(asked.page(), found, finder(session), asked.zone)


@artifact.command(
    "diff", ARTIFACTS, 'kenning artifact diff "The spare key"', 'kenning artifact diff "The spare key" v1 v3'
)
def diff(
    asked: Asked,
    name: Name,
    old: Annotated[str | None, typer.Argument(metavar="OLD", help="A version: its label or hash.")] = None,
    new: Annotated[str | None, typer.Argument(metavar="NEW", help="Another; the newest where it is left out.")] = None,
    at: At = None,
) -> None:
    """Say how two versions of an artifact differ: the newest and the one before it, unless others are named."""
    from kenning.faces.cli.graph.layout import versions
    from kenning.rules.knowledge.artifacts import changes

    with opened(asked, at) as session:
        second = session.artifact(name, version=new)
        before = old if old is not None else next(iter(second.version.parents), None)
        first = session.artifact(name, version=before) if before is not None else None
    found = changes(first, second)
    if asked.json:
        sides = {"from": first, "to": second}
        named = {
            side: {"id": one.version.id, "label": one.version.label} if one else None for side, one in sides.items()
        }
        asked.answer({**named, "changes": found})
    else:
        versions.compared(asked.page(), first.version if first is not None else None, second.version, found)


# -- macros ------------------------------------------------------------------------------------------------------------


@macro.command(
    "learn",
    ARTIFACTS,
    "kenning macro learn release --of Bot --from 12 --from 14 --step tool:run_tests:invoke --step tool:deploy:invoke",
)
def learn(
    asked: Asked,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="What it is called; a name that is there gets a version.")
    ],
    *,
    entity: Annotated[str, typer.Option("--of", metavar="NAME", help="Whose execution it comes from.")],
    source: Annotated[
        list[str], typer.Option("--from", metavar="EVENT", help="An event it is learned from; repeatable, in order.")
    ],
    step: Annotated[
        list[str],
        typer.Option("--step", metavar="TYPE:ID:ACTION", help="A step, such as tool:deploy:invoke; repeatable."),
    ],
    text: Annotated[str, typer.Option("--text", metavar="TEXT", help="What it is for.")] = "",
    because: Because = None,
) -> None:
    """Learn a macro from what an entity did.

    It holds for what the entity is permitted now; a step that is not allowed to it is refused.
    """
    with opened(asked) as session:
        given = events(session, source)
        found = session.learn_macro(name, step, entity=entity, events=given, text=text, because=because or "")
        _put(asked, session, found, "learned")


@macro.command("use", ARTIFACTS, "kenning macro use release")
def use(asked: Asked, name: Name) -> None:
    """Give the steps of a macro, if it may be used.

    Refused where it is demoted, or where what its entity is permitted has changed.
    """
    from kenning.faces.cli.graph.layout import artifact as layout

    with opened(asked) as session:
        found = session.use_macro(name)
        if asked.json:
            asked.answer(found)
        else:
            layout.shown(asked.page(), found, finder(session), _entity(session, found))


@macro.command("validate", ARTIFACTS, "kenning macro validate release")
def validate(asked: Asked, name: Name) -> int:
    """Judge each step of a macro under what its entity is permitted now.

    Where all are allowed, a new version holds. Exits with 1 where one is not.
    """
    from kenning.faces.cli.graph.layout import artifact as layout

    with opened(asked) as session:
        found = session.validate_macro(name)
    if asked.json:
        asked.answer(found)
    else:
        layout.validated(asked.page(), found)
    return 0 if found.valid else FOUND
