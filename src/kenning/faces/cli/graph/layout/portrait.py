"""Layouts for people of entities: the card of one, the list of all, its state, where it appears."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kenning.faces.cli import render
from kenning.faces.cli.graph.layout import words
from kenning.faces.cli.page import ACTOR, BAD, MOMENT, QUIET, TITLE, joined, one_line, place, span
from kenning.faces.cli.reports import counted
from kenning.model.identity.view import Appearance, EntityState, EntityView
from kenning.model.time import instant

if TYPE_CHECKING:
    from kenning.faces.cli.page import Page

LABEL_CELLS = 13
NAME_CELLS_MAX = 28
HASH_SIGNS = 8
MET_SHOWN = 3
NANOS_PER_MICRO = 1000


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands on a card beside the entity itself: what its members are called by their own events, and counts."""

    own: Mapping[str, str]
    claims: int
    events: int


def card(page: Page, one: EntityView, beside: Beside, zone: str) -> None:
    """An entity as it reads: its names, how it is met, what is known of it, and where to look for more."""
    head = [span(one_line(one.canonical_name), TITLE), span(words.type_name(one.entity_type)), span(one.id, QUIET)]
    page.line(joined([*head, span("retired" if one.tombstoned else "", BAD)]))
    page.line()
    for label, said in _facts(one, beside, zone):
        if said:
            page.hanging(span(label.ljust(LABEL_CELLS), QUIET), span(said))
    for key, value in one.attributes.items():
        page.hanging(span(one_line(key).ljust(LABEL_CELLS - 2) + "  ", QUIET), span(words.value(value)))
    found = f"{counted(beside.claims, 'claim')}, {counted(beside.events, 'event')}"
    page.hanging(span("known by".ljust(LABEL_CELLS), QUIET), span(found))


def _facts(one: EntityView, beside: Beside, zone: str) -> Iterable[tuple[str, str]]:
    asked = f"{beside.own.get(one.asked, '')}  {one.asked}" if one.merged_into else ""
    yield "asked for", f"{asked}, which reads as this" if asked else ""
    yield "also called", ", ".join(one_line(alias.name) for alias in one.aliases)
    yield "spelled", ", ".join(one_line(forms[0]) for forms in one.latin.values())
    yield "met as", words.identifiers(one.identifiers)
    yield "since", _clock(one.created_at_unix_nanos, zone)
    yield "last seen", _clock(one.last_seen_at_unix_nanos, zone)
    others = [member for member in one.members if member != one.id]
    yield "merged from", "\n".join(f"{beside.own.get(member, '')}  {member}" for member in others)
    head = one.definition
    yield "lifecycle", f"{head.lifecycle_state.replace('_', ' ')}, {head.trust_level.replace('_', ' ')}"
    yield "version", f"{head.label}  {head.id[:HASH_SIGNS]}"
    yield "belongs to", one.agent_id if one.agent_id != "shared" else ""


def _clock(nanos: int | None, zone: str) -> str:
    return "" if nanos is None else render.clock(nanos // NANOS_PER_MICRO, zone)


def listing(page: Page, found: Sequence[EntityView], zone: str) -> None:
    """All entities, one a line, in the order they came."""
    if not found:
        page.line("nobody is known yet")
        return
    names = min(NAME_CELLS_MAX, max(span(one_line(one.canonical_name)).cell_len for one in found))
    types = max(len(words.type_name(one.entity_type)) for one in found)
    for one in found:
        name = span(one_line(one.canonical_name), TITLE)
        name.truncate(names, overflow="ellipsis", pad=True)
        parts = [
            name,
            span(words.type_name(one.entity_type).ljust(types)),
            span(_clock(one.last_seen_at_unix_nanos, zone).ljust(16), MOMENT),
            span(one.id if not page.width or page.width >= render.ID_CELLS_MIN else "", QUIET),
            span("retired" if one.tombstoned else "", BAD),
            span(_met(one)),
        ]
        page.line(page.cut(joined(parts)))


def _met(one: EntityView) -> str:
    """How it is met and what else it is called, as far as one line bears."""
    said = [words.identifier(each) for each in one.identifiers] + [alias.name for alias in one.aliases]
    more = f" and {len(said) - MET_SHOWN:,} more" if len(said) > MET_SHOWN else ""
    return one_line(", ".join(said[:MET_SHOWN]) + more)


def state(page: Page, found: EntityState, names: Mapping[str, str], zone: str) -> None:
    """What the log shows of an entity up to a moment."""
    page.line(
        joined(
            [
                span(one_line(names.get(found.id, found.id)), TITLE),
                span(f"as of #{found.sequence}" if found.sequence else "", QUIET),
            ]
        )
    )
    page.line()
    busy = [hour for pattern in found.behavioral_patterns for hour in pattern.get("hours", ())]
    companions = [f"{names.get(one) or words.short(one)} ({count})" for one, count in found.companions.items()]
    rows = {
        "last seen": render.clock(instant(found.last_seen, None, "lastSeen"), zone) if found.last_seen else "never",
        "took part in": counted(found.interaction_count, "event"),
        "channels": ", ".join(f"{one_line(channel)} ({count})" for channel, count in found.channels.items()),
        "busiest at": ", ".join(f"{hour:02}:00" for hour in busy) + " UTC" if busy else "",
        "together with": one_line(", ".join(companions)),
        "prefers": _known(found.derived_preferences, "predicate", "value", names),
        "relations": _known(found.relationships, "relation_type", "target_entity_id", names),
        "source of": counted(found.source_of, "claim") if found.source_of else "",
    }
    for label, said in rows.items():
        if said:
            page.hanging(span(f"{label.ljust(LABEL_CELLS)}  ", QUIET), span(said))


def _known(found: Sequence[Mapping[str, Any]], verb: str, end: str, names: Mapping[str, str]) -> str:
    """What follows from claims, each as its predicate and the other end of it."""
    said = []
    for one in found:
        other = one[end]
        named = names.get(other, other) if isinstance(other, str) else other
        said.append(f"{str(one[verb]).replace('_', ' ')}: {words.value(named)}")
    return one_line(", ".join(said))


def appearances(page: Page, found: Sequence[Appearance], zone: str) -> None:
    """Where an entity stands, one event a line: its place, when, in which role, what it says."""
    if not found:
        page.line("appears nowhere")
        return
    places = max(len(place(one.sequence, one.event_id)) for one in found)
    roles = max(len(one.role) for one in found)
    for one in found:
        head = [
            span(place(one.sequence, one.event_id).rjust(places), QUIET),
            span(render.clock(instant(one.at, None, "at"), zone), MOMENT),
            span(one.role.ljust(roles), ACTOR),
        ]
        page.hanging(joined(head) + "  ", render.excerpt(render.compact(one.text) or "(no text)", ()))
