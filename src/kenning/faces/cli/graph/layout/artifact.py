"""Artifacts on a page: a version with what it says and rests on, the DAG of its versions, a macro and how its steps stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from kenning.faces.cli import render
from kenning.faces.cli.card import Find
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.graph.layout.versions import HASH_SIGNS, lanes
from kenning.faces.cli.page import BAD, GOOD, MOMENT, QUIET, TITLE, joined, one_line, span
from kenning.model.identity.artifact import ArtifactView, StepVerdict, Validation
from kenning.rules.access.words import reason_words
from kenning.rules.knowledge.artifacts import step_words

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

LABEL_CELLS = 11


def name(one: ArtifactView) -> str:
    """What a version is called; where its words are gone, why."""
    if one.words is not None:
        return one_line(one.words.name)
    return "(erased)" if one.erased else "(redacted)"


def shown(page: Page, one: ArtifactView, find: Find, entity: str) -> None:
    """A version as it reads: its words, then all that is known of it; ``entity`` is what a macro's entity is called."""
    version = one.version
    state = BAD if one.status == "demoted" else QUIET
    page.line(
        joined(
            [
                span(name(one), TITLE),
                span(version.kind),
                span(version.label),
                span(one.status, state),
                span(version.artifact),
            ]
        )
    )
    if one.words is not None:
        page.line()
        for line in one.words.text.splitlines():
            page.hanging(span("    "), span(line))
        for number, step in enumerate(one.words.steps, 1):
            page.line(span(f"    {number}. {step_words(step)}"))
        page.line()
    for label, value in _facts(one, find, entity):
        page.hanging(span(f"{label.ljust(LABEL_CELLS - 2)}  ", QUIET), span(value))


def _facts(one: ArtifactView, find: Find, entity: str) -> Iterator[tuple[str, str]]:
    version = one.version
    yield "version", version.id
    if version.parents:
        yield "made of", ", ".join(parent[:HASH_SIGNS] for parent in version.parents)
    if one.children:
        yield "became", ", ".join(child[:HASH_SIGNS] for child in one.children)
    why = one.words.because if one.words is not None else ""
    yield "cause", f"{version.cause}{f': {why}' if why else ''}"
    for label, events in (("rests on", one.evidence), ("stale", one.stale_because)):
        if events:
            yield label, ", ".join(_numbered(events, find))
    if version.entity is not None:
        yield "of", entity or words.short(version.entity)
        yield "profile", (version.profile or "")[:HASH_SIGNS]


def _numbered(events: Iterable[str], find: Find) -> Iterator[str]:
    for event_id in events:
        event = find(event_id)
        yield f"#{event.sequence}" if event is not None else f"{event_id} (erased)"


def listed(page: Page, found: Sequence[ArtifactView]) -> None:
    """The newest version of each artifact, one a line."""
    width = max((len(one.version.kind) for one in found), default=0)
    for one in found:
        state = one.status if one.status != "current" else ""
        parts = [span(one.version.kind.ljust(width)), span(name(one), TITLE), span(one.version.label), span(state, BAD)]
        page.line(page.cut(joined([*parts, span(one.version.artifact, QUIET)])))


class _Node(msgspec.Struct, frozen=True):
    """A version as the drawing of lanes takes it."""

    id: str
    parents: list[str]
    entity_id: str
    view: ArtifactView


def drawn(page: Page, found: Sequence[ArtifactView], find: Find, zone: str) -> None:
    """The versions, the newest first, each under the lines that lead to those made of it."""
    nodes = [_Node(one.version.id, one.version.parents, one.version.artifact, one) for one in reversed(found)]
    rows = list(lanes(nodes))
    width = max(len(stem) for stem, _ in rows)
    for stem, node in rows:
        if node is None:
            page.line(span(stem.rstrip(), QUIET))
        else:
            page.line(page.cut(joined([span(stem.ljust(width), QUIET), *_line(node.view, find, zone)])))


def _line(one: ArtifactView, find: Find, zone: str) -> Iterator[Any]:
    event = find(one.event)
    yield span(one.version.label.ljust(3), TITLE)
    yield span(one.version.id[:HASH_SIGNS], QUIET)
    yield span(one.version.cause)
    yield span(one.status if one.status == "demoted" else "", BAD)
    yield span(name(one))
    yield span(f"by {one.by}" if one.by else "")
    yield span(render.recorded(event, zone) if event else "", MOMENT)
    yield span(f"#{event.sequence}" if event else "", QUIET)


def validated(page: Page, found: Validation) -> None:
    """Whether a macro holds under what its entity is permitted now, step by step."""
    said = "valid" if found.valid else "not valid"
    more = f"by version {found.made[:HASH_SIGNS]}" if found.made else ""
    page.line(joined([span(said, GOOD if found.valid else BAD), span(more or found.version[:HASH_SIGNS])]))
    for one in found.steps:
        _verdict(page, one)


def _verdict(page: Page, one: StepVerdict) -> None:
    why = "" if one.allowed else "; ".join(reason_words(reason) for reason in one.reasons)
    sign = span("  + ", GOOD) if one.allowed else span("  - ", BAD)
    page.hanging(sign, joined([span(step_words(one.step)), span(why, QUIET)]))
