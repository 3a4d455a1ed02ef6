"""Commands about the schema: which types an entity may have, which predicates a claim may use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kenning.faces.cli.frame import Asked, face
from kenning.faces.cli.graph.asking import CLAIMS, opened
from kenning.faces.cli.read import At

if TYPE_CHECKING:
    from kenning.engine.session import Session
    from kenning.faces.cli.page import Page
    from kenning.model.schema import Difference, Predicate, Schema, Type

schema = face.group(
    "schema",
    CLAIMS,
    "Apply, show and compare schemas.",
    "kenning schema apply acme.yaml",
    "kenning schema show",
    "kenning schema diff acme.yaml",
)


@schema.command("apply", CLAIMS, "kenning schema apply acme.yaml")
def apply(asked: Asked, path: Annotated[Path, typer.Argument(metavar="FILE", help="The schema, in YAML.")]) -> None:
    """Put a schema in force as the next version.

    The same content again makes none. What is recorded stays as it is; where it may read differently now, that is said.
    """
    with opened(asked, create=True) as session:
        before = session.schema()
        after, found = session.apply_schema(path)
    is_new = before is None or before.version != after.version
    if asked.json:
        asked.answer(
            {"name": after.name, "version": after.version, "hash": after.hash, "new": is_new, "changes": found}
        )
        return
    from kenning.faces.cli.page import GOOD, QUIET, joined, span

    page = asked.page()
    said = f"{after.name} version {after.version}" + ("" if is_new else " is in force already")
    page.line(joined([span("applied" if is_new else "nothing changed", GOOD), span(said), span(after.hash, QUIET)]))
    if is_new:
        _differences(page, found)


@schema.command("show", CLAIMS, "kenning schema show", "kenning schema show --version 1")
def show(
    asked: Asked,
    version: Annotated[
        int | None, typer.Option("--version", metavar="N", min=1, help="This version of yours, whatever is in force.")
    ] = None,
    at: At = None,
) -> None:
    """List types and predicates: yours, then those that ship with Kenning."""
    with opened(asked, at) as session:
        own = session.schema(version)
        system = session.active_schema().system
    if asked.json:
        asked.answer({"user": own, "system": system})
        return
    page = asked.page()
    for one in (own, system):
        if one is not None:
            _listed(page, one, mine=one is own)


@schema.command("diff", CLAIMS, "kenning schema diff acme.yaml", "kenning schema diff 1 2", "kenning schema diff")
def diff(
    asked: Asked,
    old: Annotated[
        str | None,
        typer.Argument(metavar="FILE|V1", help="A file beside what is in force, or a version; else what changed last."),
    ] = None,
    new: Annotated[str | None, typer.Argument(metavar="V2", help="Another version.")] = None,
    at: At = None,
) -> int:
    """Say how two schemas differ, and what of it may make recorded claims read differently.

    Exits with 1 where they differ.
    """
    with opened(asked, at) as session:
        found = _compared(session, old, new)
    if asked.json:
        asked.answer(found)
    else:
        page = asked.page()
        _differences(page, found)
        if not found:
            page.line("they say the same")
    return 1 if found else 0


def _compared(session: Session, old: str | None, new: str | None) -> list[Difference]:
    """Compare a file with what is in force, two versions, or the last two."""
    from kenning.engine.claims.schemas import compared
    from kenning.errors import NotFoundError

    if old is not None and not old.isdigit():
        return session.compare_schema(old)
    if old is not None:
        first, second = session.schema(int(old)), session.schema(_number(new) if new is not None else None)
    else:
        second = session.schema()
        first = session.schema(second.version - 1) if second is not None and second.version > 1 else None
    if second is None:
        raise NotFoundError("no schema was ever applied", hint="kenning schema apply FILE")
    return compared(first, second)


def _number(version: str) -> int:
    from kenning.model.time import wrong

    if not version.isdigit():
        raise wrong("V2", version, "is no version", hint="such as 2; a file stands alone")
    return int(version)


# -- on a page -----------------------------------------------------------------------------------------------------------


def _listed(page: Page, one: Schema, *, mine: bool) -> None:
    """A schema: its types as a tree of what is above what, then its predicates."""
    from kenning.faces.cli.page import QUIET, TITLE, joined, span

    version = f"version {one.version}" if one.version else ""
    page.line(joined([span(one.name, TITLE), span(version), span(one.hash, QUIET)]))
    page.line()
    _table(page, [_type_row(kind, mine=mine) for kind in one.types])
    page.line()
    _table(page, [_predicate_row(each) for each in one.predicates])
    page.line()


def _table(page: Page, rows: Sequence[tuple[str, str, str]]) -> None:
    """Rows of name, facts and description; what does not fit hangs."""
    from kenning.faces.cli.page import QUIET, joined, span

    width = max((len(name) for name, _, _ in rows), default=0)
    for name, facts, description in rows:
        page.hanging(span(f"  {name.ljust(width)}  "), joined([span(facts), span(description, QUIET)]))


def _type_row(one: Type, *, mine: bool) -> tuple[str, str, str]:
    from kenning.faces.cli.graph.layout.words import a_type

    above = f"is {' and '.join(map(a_type, one.parents))}" if one.parents else ""
    also = f"also {', '.join(one.also)}" if one.also else ""
    name = one.name if mine else one.name.partition(":")[2]
    return name, "; ".join(part for part in (above, also) if part), one.description


def _predicate_row(one: Predicate) -> tuple[str, str, str]:
    from kenning.faces.cli.graph.layout.words import type_name

    ends = f"{'|'.join(map(type_name, one.subject)) or 'any'} → {'|'.join(map(type_name, one.object)) or 'any'}"
    marks = [one.kind if one.kind != "fact" else "", "one" if one.single else "", "symmetric" if one.symmetric else ""]
    marks += [f"inverse {one.inverse}"] if one.inverse and one.inverse != one.name else []
    said = ", ".join(mark for mark in marks if mark)
    return one.name, f"{ends}{f' ({said})' if said else ''}", one.description


def _differences(page: Page, found: Sequence[Difference]) -> None:
    """How two schemas differ, what may break marked with why."""
    from kenning.faces.cli.page import BAD, QUIET, TITLE, joined, span

    for one in found:
        head = joined([span(_SIGNS[one.what], BAD if one.breaking else ""), span(one.path, TITLE)], " ")
        page.hanging(head, span("".join(_sides(one))))
        if one.breaking:
            page.hanging(span("    breaks: ", BAD), span(one.why, QUIET))


_SIGNS: Mapping[str, str] = {"added": "+", "removed": "-", "changed": "~"}


def _sides(one: Difference) -> Iterator[str]:
    if one.what == "changed":
        yield f"  {_said(one.old)} → {_said(one.new)}"


def _said(value: object) -> str:
    from kenning.faces.cli.graph.layout.words import value as said

    if isinstance(value, list | tuple):
        return ", ".join(map(said, value)) or "nothing"
    return "nothing" if value is None or value == "" else said(value)
