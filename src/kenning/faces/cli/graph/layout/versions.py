"""Versions of an entity: the DAG of its definitions as `git log --graph` would draw it, and how two of them differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import to_builtins

from kenning.faces.cli import render
from kenning.faces.cli.card import Find
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.page import BAD, GOOD, MOMENT, QUIET, TITLE, joined, one_line, span
from kenning.model.access.genesis import GENESIS
from kenning.model.event import Envelope
from kenning.model.identity.definition import Definition, met_by

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

HASH_SIGNS = 8
QUIETLY = {"discovered", "pending_review", "active"}
GONE = "(erased)"
NODE, BAR, BLANK, ACROSS = "●", "│", " ", "─"


class Node(Protocol):
    """What can be drawn: a version of an entity or of an artifact, by its hash, its parents, and whose it is."""

    @property
    def id(self) -> str:
        """Its hash."""

    @property
    def parents(self) -> list[str]:
        """Those it was made of."""

    @property
    def entity_id(self) -> str:
        """Whose it is; the line of its own goes straight on."""


class Named(Protocol):
    """A version as it is named: by a label, and by its hash."""

    @property
    def id(self) -> str:
        """Its hash."""

    @property
    def label(self) -> str:
        """Its label."""


N = TypeVar("N", bound=Node)


# -- the graph -----------------------------------------------------------------------------------------------------------


def drawn(page: Page, versions: Sequence[Definition], find: Find, zone: str) -> None:
    """The versions, the newest first, each under the lines that lead to those made of it."""
    events = {one.provenance.event: find(one.provenance.event) for one in versions}
    rows = list(lanes(ordered(versions, events)))
    width = max(len(stem) for stem, _ in rows)
    for stem, version in rows:
        if version is None:
            page.line(span(stem.rstrip(), QUIET))
        else:
            line = joined([span(stem.ljust(width), QUIET), *_line(version, versions, events, zone)])
            page.line(page.cut(line))


def _line(
    version: Definition, versions: Sequence[Definition], events: Mapping[str, Envelope | None], zone: str
) -> Iterator[Any]:
    made = version.provenance
    event = events[made.event]
    known = {one.id for one in versions}
    elsewhere = [parent[:HASH_SIGNS] for parent in version.parents if parent not in known]
    yield span(version.label.ljust(4), TITLE)
    yield span(version.id[:HASH_SIGNS], QUIET)
    yield span(made.action.replace("_", " "))
    yield span("" if version.trust_level == "untrusted" else version.trust_level, GOOD)
    yield span("" if version.lifecycle_state in QUIETLY else version.lifecycle_state.replace("_", " "), BAD)
    yield span(one_line(version.name) or GONE, "" if version.name else QUIET)
    yield span(f"by {made.by}" if made.by and made.event != GENESIS else "")
    yield span(render.recorded(event, zone) if event else "", MOMENT)
    begun = made.event == GENESIS
    yield span(f"#{event.sequence}" if event else "from the start" if begun else "(erased)", QUIET)
    yield span(f"made of {', '.join(elsewhere)}" if elsewhere else "", QUIET)


def ordered(versions: Sequence[Definition], events: Mapping[str, Envelope | None]) -> list[Definition]:
    """The versions so that each stands before those it was made of, the newest first."""
    place = {one.id: number for number, one in enumerate(versions)}
    left = {one.id: one for one in versions}
    waits = {one.id: 0 for one in versions}
    for one in versions:
        for parent in one.parents:
            if parent in waits:
                waits[parent] += 1

    def age(one: Definition) -> tuple[int, int]:
        event = events.get(one.provenance.event)
        return (event.sequence if event else 0, place[one.id])

    found: list[Definition] = []
    while left:
        newest = max((one for key, one in left.items() if not waits[key]), key=age)
        found.append(left.pop(newest.id))
        for parent in newest.parents:
            if parent in waits:
                waits[parent] -= 1
    return found


def lanes(versions: Sequence[N]) -> Iterator[tuple[str, N | None]]:
    """The lines of the drawing: what stands before each version, and the rows between them where lines part or meet."""
    known = {one.id: one for one in versions}
    waiting: list[str | None] = []  # which version each lane leads to; none where it is free
    for version in versions:
        if version.id not in waiting:
            _take(waiting, version.id)
        at = waiting.index(version.id)
        bars = [NODE if lane == at else BAR if to else BLANK for lane, to in enumerate(waiting)]
        yield " ".join(bars), version
        waiting[at] = None
        parents = [known[parent] for parent in version.parents if parent in known]
        own_first = [one.id for one in sorted(parents, key=partial(_is_other, version))]
        led_to = [one for one in own_first if one in waiting]
        fresh = [one for one in own_first if one not in waiting]
        for row in [*_opened(waiting, at, fresh), *_met(waiting, at, led_to)]:
            yield row, None
        while waiting and waiting[-1] is None:
            waiting.pop()


def _is_other(version: Node, parent: Node) -> bool:
    """Whether a version was made of another entity's; its own line goes straight on."""
    return parent.entity_id != version.entity_id


def _opened(waiting: list[str | None], at: int, parents: Sequence[str]) -> Iterator[str]:
    """Rows for the parents no lane leads to yet: the first goes straight on, each other opens a lane."""
    for parent in parents:
        if waiting[at] is None:
            waiting[at] = parent
        else:
            yield _across(waiting, at, _take(waiting, parent), ends=False, opens=True)


def _met(waiting: list[str | None], at: int, parents: Sequence[str]) -> Iterator[str]:
    """Rows for the parents a lane led to before: the two lanes meet, and where one ends it is the one to the right."""
    ends = waiting[at] is None
    for parent in parents[:-1] if ends else parents:
        yield _across(waiting, at, waiting.index(parent), ends=False, opens=False)
    if ends and parents:
        stays, goes = sorted((at, waiting.index(parents[-1])))
        waiting[goes] = None
        waiting[stays] = parents[-1]
        yield _across(waiting, goes, stays, ends=True, opens=False)


def _take(waiting: list[str | None], version: str) -> int:
    """Give a version a lane: the first free one, else a new one."""
    at = waiting.index(None) if None in waiting else len(waiting)
    waiting[at : at + 1] = [version]
    return at


def _across(waiting: Sequence[str | None], at: int, to: int, *, ends: bool, opens: bool) -> str:
    """A row in which a line goes from one lane to another, which may end and begin there."""
    low, high = sorted((at, to))
    leaves, arrives = ("╰╮" if opens else "╰┤") if at < to else ("╯╭" if opens else "╯├")
    signs = []
    for lane in range(len(waiting)):
        if lane == at:
            sign = leaves if ends else "├" if at < to else "┤"
        elif lane == to:
            sign = arrives
        elif low < lane < high:
            sign = "┼" if waiting[lane] else ACROSS
        else:
            sign = BAR if waiting[lane] else BLANK
        signs.append(sign + (ACROSS if low <= lane < high else BLANK))
    return "".join(signs)


# -- differences ---------------------------------------------------------------------------------------------------------


def two(
    versions: Sequence[Definition], head: Definition, old: str | None, new: str | None
) -> tuple[Definition | None, Definition]:
    """The two versions asked for: of one alone the newest beside it, of none the newest and the one before it."""
    second = _named(versions, new) if new is not None else head
    if old is not None:
        return _named(versions, old), second
    before = [one for one in versions if one.id in second.parents]
    own = [one for one in before if one.entity_id == second.entity_id]
    return next(iter(own or before), None), second


def _named(versions: Sequence[Definition], asked: str) -> Definition:
    """The version of a label or of the first signs of a hash."""
    from kenning.errors import ConflictError, NotFoundError

    found = [one for one in versions if asked == one.label] or [one for one in versions if one.id.startswith(asked)]
    if not found:
        raise NotFoundError(f"{asked}: is no version of it", hint="kenning entity log names them")
    if len(found) > 1:
        named = ", ".join(f"{one.id[:HASH_SIGNS]} ({one.name})" for one in found)
        raise ConflictError(f"{asked}: {len(found)} versions are called so", hint=f"say which by its hash: {named}")
    return found[0]


def changes(old: Definition | None, new: Definition) -> list[dict[str, Any]]:
    """How one version differs from another, field by field; of names and identifiers what came and what went."""
    before = _read(old) if old is not None else {}
    after = _read(new)
    return [
        {"path": path, "old": before.get(path), "new": after.get(path)}
        for path in dict.fromkeys([*before, *after])
        if before.get(path) != after.get(path)
    ]


def _read(one: Definition) -> dict[str, Any]:
    plain = {
        "name": one.name or GONE,
        "type": one.entity_type,
        "aliases": sorted(alias.name or GONE for alias in one.aliases),
        "identifiers": sorted(words.identifier(each) if each.identifier else GONE for each in met_by(one)),
    }
    attributes = {f"attributes.{key}": value for key, value in sorted(one.attributes.items())}
    attributes.update({where: GONE for where in one.erased if where.startswith("attributes[")})
    rest = {
        "lifecycle": one.lifecycle_state,
        "trust": one.trust_level,
        "retired": one.retired,
        "agent": one.agent,
        "relationships": [f"{each.relation_type} {each.target_entity_id}" for each in one.relationships],
    }
    if one.allowed_channels:
        rest["channels"] = one.allowed_channels
    return {**plain, **attributes, **rest, **_flat("permissions", to_builtins(one.permissions))}


def _flat(path: str, value: object) -> dict[str, Any]:
    """Give every leaf of nested mappings by its path."""
    if not isinstance(value, dict):
        return {path: value}
    return {
        where: leaf for key, inner in sorted(value.items()) for where, leaf in _flat(f"{path}.{key}", inner).items()
    }


def compared(page: Page, old: Named | None, new: Named, found: Iterable[Mapping[str, Any]]) -> None:
    """What one version says otherwise than another."""
    sides = [f"{one.label} {one.id[:HASH_SIGNS]}" for one in (old, new) if one is not None]
    page.line(span(" → ".join(sides) if old is not None else f"nothing → {sides[0]}", TITLE))
    said = False
    for change in found:
        said = True
        _change(page, str(change["path"]), change["old"], change["new"])
    if not said:
        page.line("they say the same")


def _change(page: Page, path: str, old: object, new: object) -> None:
    if isinstance(old, list) or isinstance(new, list):
        was, now = (one if isinstance(one, list) else [] if one is None else [one] for one in (old, new))
        page.line(span(path))
        for sign, style, here, there in (("-", BAD, was, now), ("+", GOOD, now, was)):
            for one in here:
                if one not in there:
                    page.hanging(span(f"  {sign} ", style), span(words.value(one), style))
        return
    page.line(span(path))
    for sign, style, one in (("-", BAD, old), ("+", GOOD, new)):
        if one is not None:
            page.hanging(span(f"  {sign} ", style), span(words.value(one), style))
